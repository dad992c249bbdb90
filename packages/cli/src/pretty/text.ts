import { stripVTControlCharacters } from 'node:util';

/** No line of an account is wider than this, whatever the names and amounts. */
export const PAGE_WIDTH = 100;

/** Longer than anything that could be shown: what lies beyond is not even looked at. */
const LOOKED_AT_MAX = 2_000;

const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/gu;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
const HEAPED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** Nearly everything: what needs no closer look. */
const ORDINARY = /^[ -~]*$/;

const spelledOut = (character: string): string => `\\u{${(character.codePointAt(0) as number).toString(16)}}`;

/**
 * Text from outside, made harmless for a terminal: whatever moves the cursor, changes colours, turns the writing
 * direction round or cannot be seen is spelled out. Names come from strangers.
 */
export function plain(text: string): string {
  const start = text.slice(0, LOOKED_AT_MAX);
  if (ORDINARY.test(start)) return start;
  return start.replace(JOINERS, '').replace(UNSEEN, spelledOut).replace(HEAPED_MARKS, '$1');
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

const widthOf = (character: string): number => {
  if (character < '\u0300') return 1;
  if (/\p{M}/u.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
};

/** Columns on a terminal, colours not counted. */
export function columnsOf(text: string): number {
  if (ORDINARY.test(text)) return text.length;
  let columns = 0;
  for (const character of stripVTControlCharacters(text)) columns += widthOf(character);
  return columns;
}

/** The text cut to so many columns, with a mark where it was cut. */
export function fit(text: string, most: number): string {
  if (columnsOf(text) <= most) return text;
  let cut = '';
  let columns = 0;
  for (const character of text) {
    columns += widthOf(character);
    if (columns > most - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

const gap = (text: string, width: number): string => ' '.repeat(Math.max(0, width - columnsOf(text)));
export const left = (text: string, width: number): string => text + gap(text, width);
export const right = (text: string, width: number): string => gap(text, width) + text;

/** Words on as many lines as they need; a word that no line can hold is cut. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').map((whole) => fit(whole, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (columnsOf(longer) <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line].map((each) => each.trimEnd());
}

/** `a`, `a and b`, `a, b and c`. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
