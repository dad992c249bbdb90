import { readDollars } from '../ui/money.js';
import { readCount } from './say.js';
import type { Json } from './strategy-text.js';

// Between what stands in a field and what stands in the text. What no number can be read from goes into the text as
// it was typed, so that the reader of strategies refuses it there and nothing is lost on the way.

export type Kind = 'dollars' | 'count';

const isBlank = (text: string): boolean => text.trim() === '';
const readNumber = (text: string, kind: Kind): number | null =>
  kind === 'dollars' ? readDollars(text) : readCount(text, 0, Number.MAX_SAFE_INTEGER);

/** A field's text as a value: a number of cents or things, the text itself, or nothing. */
export const readField = (text: string, kind: Kind): number | string | undefined =>
  isBlank(text) ? undefined : (readNumber(text, kind) ?? text);

/** A value as a field shows it. */
export function showField(value: unknown, kind: Kind): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return JSON.stringify(value);
  return String(kind === 'dollars' ? value / 100 : value);
}

/** `1, 2, 4` as a row. */
export const readRow = (text: string, kind: Kind): readonly (number | string)[] =>
  text
    .split(/[\s,;]+/)
    .filter((item) => item !== '')
    .map((item) => readNumber(item, kind) ?? item);

export const showRow = (value: unknown, kind: Kind): string =>
  Array.isArray(value) ? value.map((item) => showField(item, kind)).join(', ') : showField(value, kind);

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The object with one field changed, in its place, or without it. */
export function withField(object: Json, field: string, value: unknown): Json {
  if (value !== undefined) return { ...object, [field]: value };
  const { [field]: _, ...rest } = object;
  return rest;
}

/** The same, where an object without fields is left out altogether. */
export function withPart(object: Json, part: string, field: string, value: unknown): Json {
  const before = object[part];
  const next = withField((before ?? {}) as Json, field, value);
  return withField(object, part, Object.keys(next).length === 0 ? undefined : next);
}

/** What the reader of strategies says to a place, without the place: `wagers[0].amount: …`. */
export function saidAt(faults: readonly string[], path: string): readonly string[] {
  return faults.filter((fault) => fault.startsWith(`${path}: `)).map((fault) => fault.slice(path.length + 2));
}

/** The same for a list, with which of the list it is. */
export function saidInRow(faults: readonly string[], path: string): readonly string[] {
  const items = faults.flatMap((fault) => {
    const [, at, says] =
      (fault.startsWith(`${path}[`) && /^\[(\d+)\]: (.*)$/s.exec(fault.slice(path.length))) || [];
    return at === undefined ? [] : [`number ${Number(at) + 1} of the row: ${says}`];
  });
  return [...saidAt(faults, path), ...items];
}
