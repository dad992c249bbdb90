import { LIBRARY, readStrategy, type StrategyFile, signSource, usualTable } from '@boxperson/odds';
import { type OpenSettings, openGame, type RulebookId, rulebook } from '@boxperson/rules';

// A strategy and a sign as texts: what was typed stays as it is, whatever is wrong with it.

export type Json = Readonly<Record<string, unknown>>;
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const write = (value: unknown): string => JSON.stringify(value, null, 2);

/** Where in a text: the line and the column of its nth letter. */
function placeIn(text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

/** What the browser says of a text that is no JSON, with the place. */
function sayJsonFault(text: string, error: Error): string {
  const position = /position (\d+)/.exec(error.message)?.[1];
  const said = error.message.replace(/ in JSON at position.*$/, '').replace(/ \(line.*$/, '');
  const end = /end of JSON|Unterminated/i.test(error.message) ? text.length : null;
  const where = position === undefined ? end : Number(position);
  return `This is not JSON${where === null ? '' : ` at ${placeIn(text, where)}`}: ${said}.`;
}

export type JsonRead =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: string };

export function readJson(text: string): JsonRead {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, fault: sayJsonFault(text, error as Error) };
  }
}

export type TextRead =
  | { readonly ok: true; readonly file: StrategyFile }
  | { readonly ok: false; readonly faults: readonly string[] };

export function readText(text: string): TextRead {
  const read = readJson(text);
  if (!read.ok) return { ok: false, faults: [read.fault] };
  const found = readStrategy(read.value);
  return found.ok ? found : { ok: false, faults: found.faults };
}

export type SignTextRead =
  | { readonly ok: true; readonly table: OpenSettings }
  | { readonly ok: false; readonly fault: string; readonly source: string };

/** An empty text is the usual table. */
export function readSignText(text: string, book: RulebookId): SignTextRead {
  if (text.trim() === '') return { ok: true, table: usualTable(book) };
  const read = readJson(text);
  if (!read.ok) return { ok: false, fault: read.fault, source: '' };
  if (!isJson(read.value)) return { ok: false, fault: 'A sign is an object with limits.', source: '' };
  const table = { ...read.value, rulebook: book } as unknown as OpenSettings;
  const opened = openGame(table);
  if (opened.ok) return { ok: true, table };
  const { message } = opened.refused;
  return { ok: false, fault: `${message}.`, source: signSource(rulebook(book), message) };
}

/** An evening, for strategies that do not say when they stop. */
const EVENING = { bankroll: 50_000, stopWin: 25_000, rolls: 300 };

export function libraryText(name: string): string {
  const file = LIBRARY.find((one) => one.name === name) ?? (LIBRARY[0] as StrategyFile);
  return write({ ...file, session: file.session ?? EVENING });
}
