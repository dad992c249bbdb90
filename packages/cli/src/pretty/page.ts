import { type Cents, type Cited, type Clause, makeDollars } from '@boxperson/rules';
import type { coloursFor } from '../colours.js';
import { columnsOf, left, PAGE_WIDTH, right, wrap } from './text.js';

export type Colours = ReturnType<typeof coloursFor>;
export type Style = (text: string) => string;

/** A piece of a row: its text, where it stands in its column, its colour. */
export interface Cell {
  readonly text: string;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly style: Style;
}

export const unstyled: Style = (text) => text;

export const cell = (text: string, width = 0, style: Style = unstyled): Cell => ({
  text,
  width,
  align: 'left',
  style,
});
export const figure = (text: string, width = 0, style: Style = unstyled): Cell => ({
  text,
  width,
  align: 'right',
  style,
});

/** Nothing is not coloured. */
export const styled = (text: string, style: Style): string => (text === '' ? '' : style(text));

const pad = ({ text, width, align, style }: Cell): string =>
  align === 'left' ? left(styled(text, style), width) : right(styled(text, style), width);

const GAP = 2;

/** Cells side by side; those that do not fit on the page go to the next line, further in. */
export function row(indent: number, cells: readonly Cell[]): string {
  const lines: string[] = [];
  let line = ' '.repeat(indent);
  for (const each of cells.filter(({ text, width }) => text !== '' || width > 0)) {
    const isFirst = line.trim() === '';
    const next = isFirst ? line + pad(each) : line + ' '.repeat(GAP) + pad(each);
    if (isFirst || columnsOf(next.trimEnd()) <= PAGE_WIDTH) {
      line = next;
      continue;
    }
    const inner = ' '.repeat(indent + 2 * GAP);
    const [last, ...rest] = wrap(each.text, PAGE_WIDTH - inner.length).toReversed();
    lines.push(line, ...rest.toReversed().map((text) => inner + styled(text, each.style)));
    line = inner + styled(last as string, each.style);
  }
  return [...lines, line].map((text) => `${text.trimEnd()}\n`).join('');
}

/** A sentence or two, wrapped to the page. */
export const passage = (indent: number, text: string, style: Style = unstyled): string =>
  wrap(text, PAGE_WIDTH - indent)
    .map((line) => `${' '.repeat(indent)}${style(line)}\n`)
    .join('');

/** A line across the page with a title at its start and a word at its end. */
export function rule(title: string, end: string, { dim, bold }: Colours): string {
  const tail = end === '' ? '──' : ` ${end} ──`;
  const middle = '─'.repeat(Math.max(2, PAGE_WIDTH - columnsOf(title) - columnsOf(tail) - 4));
  return `\n${dim('──')} ${bold(title)} ${dim(`${middle}${tail}`)}\n`;
}

/** `+$12`, `-$5`, `even`: what somebody is up or down. */
export const makeNet = (net: Cents): string =>
  net === 0 ? 'even' : net > 0 ? `+${makeDollars(net)}` : makeDollars(net);

export const netStyle = (net: Cents, { green, red, dim }: Colours): Style =>
  net > 0 ? green : net < 0 ? red : dim;

/** `§ 6.7`, or our ruling where the book is silent. */
export const makeCitation = ({ clause, ruling }: { clause: Clause | null; ruling?: string }): string =>
  clause === null ? (ruling ?? '') : `§ ${clause}`;

export const cite = (text: string, source: Cited<unknown>): string => `${text} (${makeCitation(source)})`;
