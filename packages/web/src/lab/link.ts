import { RULEBOOK_IDS, type RulebookId } from '@boxperson/rules';
import type { Play } from './desk-asks.js';
import { pack, unpack } from './files.js';
import { count, isBook } from './say.js';
import { isJson, libraryText, readJson, readSignText, readText, write } from './strategy-text.js';

// What a link to the strategies holds. Fields are only ever added, so that old links still open.

/** A strategy at a table as it was typed. */
export interface Entry {
  readonly text: string;
  readonly book: RulebookId;
  readonly sign: string;
}

export interface Setup extends Entry {
  readonly seed: string;
  readonly rolls: string;
}

/** The strategies that play on the same dice, in their order. */
export interface Comparison {
  readonly entries: readonly Entry[];
  /** Rolls in an evening, as typed. */
  readonly rolls: string;
  /** Which evening is drawn. */
  readonly evening: number;
}

export const START: Setup = {
  text: libraryText('three-point-molly'),
  book: 'star',
  sign: '',
  seed: '1',
  rolls: '10000000',
};
export const NOTHING_COMPARED: Comparison = { entries: [], rolls: '300', evening: 1 };
export const COMPARED_MAX = 4;
const EVENING_MAX = 1e9;

/** Letters of a link that browsers still show and most programs pass on whole. */
export const LINK_MAX = 32_000;
/** Longer than any link that was ever made here: it is not even unpacked. */
export const READ_MAX = 250_000;

export type PlayRead =
  | { readonly ok: true; readonly play: Play }
  | { readonly ok: false; readonly fault: string };

/** The strategy and the table of an entry, or the first thing wrong with them. */
export function readEntry({ text, sign, book }: Entry): PlayRead {
  const read = readText(text);
  if (!read.ok) return { ok: false, fault: read.faults[0] ?? 'it cannot be read' };
  const table = readSignText(sign, book);
  if (!table.ok) return { ok: false, fault: `sign: ${table.fault}` };
  return { ok: true, play: { file: read.file, table: table.table, book } };
}

/** Data takes half the letters of a text within a text. */
function makeRow({ text, sign, book }: Entry) {
  const file = readJson(text);
  const read = readJson(sign);
  return { book, file: file.ok ? file.value : text, ...(read.ok ? { sign: read.value } : {}) };
}

const makeComparison = ({ entries, rolls, evening }: Comparison) => ({
  rows: entries.map(makeRow),
  rolls,
  evening,
});

export type LinkMade =
  | { readonly ok: true; readonly packed: string; readonly leftOut: string }
  | { readonly ok: false; readonly fault: string };

/** A link to all of it; without the comparison where that makes it too long. */
export function makeLink(setup: Setup, comparison: Comparison): LinkMade {
  const alone = pack(setup);
  const whole =
    comparison.entries.length === 0 ? alone : pack({ ...setup, compare: makeComparison(comparison) });
  if (whole.length <= LINK_MAX) return { ok: true, packed: whole, leftOut: '' };
  const most = `a link holds ${count(LINK_MAX)}`;
  if (alone.length <= LINK_MAX)
    return {
      ok: true,
      packed: alone,
      leftOut: `It is without the comparison, which would make it ${count(whole.length)} letters, and ${most}: compare fewer or shorter strategies.`,
    };
  return {
    ok: false,
    fault: `The strategy is too long for a link: ${count(alone.length)} letters, and ${most}. Give it away by “Strategy as JSON”.`,
  };
}

export interface LinkRead {
  /** Null when nothing of it can be read. */
  readonly setup: Setup | null;
  readonly comparison: Comparison;
  /** What is wrong with the link, a sentence each, and what is shown instead. */
  readonly faults: readonly string[];
}

const unreadable = (fault: string): LinkRead => ({
  setup: null,
  comparison: NOTHING_COMPARED,
  faults: [fault],
});

const SETUP_WORDS = {
  text: 'the strategy',
  sign: 'the sign',
  seed: 'the seed',
  rolls: 'the rolls to simulate',
} as const;

/** What stands behind `#s=`: what is right with it is taken, what is wrong is told and left as at the start. */
export function readLink(packed: string): LinkRead {
  if (packed.length > READ_MAX)
    return unreadable(
      `This link is ${count(packed.length)} letters long; up to ${count(READ_MAX)} are read. It was not made here.`,
    );
  const value = unpack(packed);
  if (!isJson(value) || typeof value['text'] !== 'string')
    return unreadable('This link holds no strategy that can be read: it is cut off or was changed.');
  const faults: string[] = [];
  const texts = Object.fromEntries(
    Object.entries(SETUP_WORDS).map(([field, name]) => {
      const given = value[field];
      if (typeof given === 'string') return [field, given];
      faults.push(`This link does not tell ${name}: the usual is taken.`);
      return [field, START[field as keyof typeof SETUP_WORDS]];
    }),
  ) as Omit<Setup, 'book'>;
  const setup = { ...texts, book: readBook(value['book'], 'This link', faults) ?? START.book };
  return { setup, comparison: readComparison(value['compare'], faults), faults };
}

function readBook(given: unknown, whose: string, faults: string[]): RulebookId | null {
  if (typeof given === 'string' && isBook(given)) return given;
  const told = typeof given === 'string' ? `“${given.slice(0, 40)}”` : 'no rulebook';
  faults.push(`${whose} names ${told}; there are ${RULEBOOK_IDS.join(', ')}.`);
  return null;
}

function readComparison(given: unknown, faults: string[]): Comparison {
  // Links that are older than the comparison, or hold none.
  if (given === undefined) return NOTHING_COMPARED;
  const rows = isJson(given) ? given['rows'] : null;
  if (!isJson(given) || !Array.isArray(rows)) {
    faults.push('The comparison in this link cannot be read: it is left out.');
    return NOTHING_COMPARED;
  }
  if (rows.length > COMPARED_MAX)
    faults.push(
      `This link compares ${count(rows.length)} strategies, and ${COMPARED_MAX} are shown: the first ${COMPARED_MAX}.`,
    );
  const entries = rows.slice(0, COMPARED_MAX).flatMap((row: unknown, at) => readRow(row, at, faults));
  return { entries, ...readEvening(given, faults) };
}

function readEvening(
  { rolls, evening }: Readonly<Record<string, unknown>>,
  faults: string[],
): Pick<Comparison, 'rolls' | 'evening'> {
  const usual = NOTHING_COMPARED;
  const isEvening = Number.isInteger(evening) && Number(evening) >= 1 && Number(evening) <= EVENING_MAX;
  if (typeof rolls !== 'string')
    faults.push(`This link does not tell the rolls in an evening: ${usual.rolls} are taken.`);
  if (!isEvening) faults.push(`This link does not tell which evening is drawn: evening ${usual.evening} is.`);
  return {
    rolls: typeof rolls === 'string' ? rolls : usual.rolls,
    evening: isEvening ? (evening as number) : usual.evening,
  };
}

/** A strategy of the comparison; none, and a fault, when it could not be played. */
function readRow(row: unknown, at: number, faults: string[]): readonly Entry[] {
  const whose = `Strategy ${at + 1} of the comparison is left out: it`;
  if (!isJson(row)) {
    faults.push(`${whose} cannot be read.`);
    return [];
  }
  const book = readBook(row['book'], whose, faults);
  if (book === null) return [];
  const { file, sign } = row;
  const entry = {
    text: typeof file === 'string' ? file : (write(file) ?? ''),
    book,
    sign: sign === undefined ? '' : write(sign),
  };
  const read = readEntry(entry);
  if (read.ok) return [entry];
  faults.push(`${whose} cannot be played: ${read.fault}`);
  return [];
}
