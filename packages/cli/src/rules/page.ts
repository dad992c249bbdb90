import type { coloursFor } from '../colours.js';
import { PAGE_WIDTH, wrap } from '../pretty/text.js';

export type Colours = ReturnType<typeof coloursFor>;

const INDENT = '  ';

/** A heading and what stands under it; nothing at all when nothing does. */
export const section = (title: string, lines: readonly string[], { bold }: Colours): readonly string[] =>
  lines.length === 0 ? [] : ['', bold(title), ...lines];

/** Text after a label, later lines hanging under the first. */
export const entry = (label: string, text: string, depth = 1): readonly string[] => {
  const lead = INDENT.repeat(depth) + label;
  const lines = wrap(text, PAGE_WIDTH - lead.length);
  return lines.map((line, index) => (index === 0 ? lead : ' '.repeat(lead.length)) + line);
};

/** Entries whose texts start in one column. */
export const entries = (
  pairs: readonly (readonly [label: string, text: string])[],
  depth = 1,
): readonly string[] => {
  const width = Math.max(0, ...pairs.map(([label]) => label.length)) + 2;
  return pairs.flatMap(([label, text]) => entry(label.padEnd(width), text, depth));
};

/** `text [6.1.1, R7]`: where it comes from, when it comes from somewhere. */
export const cite = (text: string, source: string, { dim }: Colours): string =>
  source === '' ? text : `${text} ${dim(`[${source}]`)}`;
