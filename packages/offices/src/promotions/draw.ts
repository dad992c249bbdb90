import { sha256 } from '@boxperson/rules';
import { z } from 'zod';
import { readInstant } from '../time.js';
import { uniformFrom } from '../uniform.js';

// The draw, in so few steps that a stranger writes them again in twenty lines (docs/promotions.md). Nothing in here
// knows whose an entry is, what time it is or where the public value came from.

/** A line of the list: the entry, and a number for whoever entered it, the same for all of theirs. */
export type ListLine = readonly [entry: string, entrant: number];

export interface DrawPrize {
  readonly prize: string;
  readonly count: number;
}

/** A word of somebody present: sealed before the public value was known, opened after it. */
export interface Contribution {
  readonly seal: string;
  /** Null: never opened. It does not count, and everybody sees that it does not. */
  readonly word: string | null;
}

/** All that a draw follows from. */
export interface DrawInput {
  readonly promotion: string;
  readonly list: readonly ListLine[];
  /** To the letter: the first one that was signed at the stated moment or later. */
  readonly checkpoint: string;
  readonly contributions: readonly Contribution[];
  readonly prizes: readonly DrawPrize[];
  readonly reserves: number;
  readonly onePrizeEach: boolean;
}

export interface Picked {
  /** Null for a reserve. */
  readonly prize: string | null;
  readonly entry: string;
}

export interface DrawResult {
  readonly seed: string;
  readonly picked: readonly Picked[];
}

/** What is published: with it alone anybody finds whether the draw was what it should be. */
export interface DrawFile extends DrawInput, DrawResult {
  readonly format: 'boxperson draw 1';
  readonly title: string;
  readonly listHash: string;
  /** When the list was frozen, and the moment after which the first checkpoint counts. */
  readonly frozenAt: number;
  readonly calledAt: number;
}

export const DRAW_FORMAT = 'boxperson draw 1';

export const sealOf = (word: string): string => sha256(word);

/** One line for each entry, each with its end. */
export const hashList = (list: readonly ListLine[]): string =>
  sha256(list.map(([entry, entrant]) => `${entry} ${entrant}\n`).join(''));

export const seedOfDraw = ({ promotion, list, checkpoint, contributions }: DrawInput): string =>
  sha256(
    [
      DRAW_FORMAT,
      promotion,
      hashList(list),
      sha256(checkpoint),
      ...contributions.flatMap(({ word }) => (word === null ? [] : [word])),
    ].join('\n'),
  );

/** 52 bits: as many as a number of this machine holds exactly. */
const DIGITS = 13;

/** The prizes in the order of the terms, each as often as there are of it, and then the reserves. */
const wantedOf = ({ prizes, reserves }: DrawInput): readonly (string | null)[] => [
  ...prizes.flatMap(({ prize, count }) => Array<string | null>(count).fill(prize)),
  ...Array<string | null>(reserves).fill(null),
];

export function drawFrom(input: DrawInput): DrawResult {
  const seed = seedOfDraw(input);
  const numberBelow = uniformFrom((place) => sha256(`${seed}/${place}`), DIGITS);
  let left = input.list;
  const picked: Picked[] = [];
  for (const prize of wantedOf(input)) {
    if (left.length === 0) break;
    const [entry, entrant] = left[numberBelow(left.length)] as ListLine;
    picked.push({ prize, entry });
    left = left.filter((line) => (input.onePrizeEach ? line[1] !== entrant : line[0] !== entry));
  }
  return { seed, picked };
}

/** What a scrutineer signs for afterwards. */
export const hashResult = ({ seed, picked }: DrawResult): string =>
  sha256([seed, ...picked.map(({ prize, entry }) => `${prize ?? '-'} ${entry}`)].join('\n'));

/** When a checkpoint was signed, as its fourth line says; null for what is none. */
export const timeOfCheckpoint = (checkpoint: string): number | null =>
  readInstant(checkpoint.split('\n')[3] ?? '');

const entry = z.string().min(1).max(80);
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');
const many = z.number().int().nonnegative().max(100_000);

const drawFile: z.ZodType<DrawFile> = z.strictObject({
  format: z.literal(DRAW_FORMAT),
  title: z.string(),
  promotion: z.string(),
  list: z.array(z.tuple([entry, z.number().int().positive()])),
  listHash: hash,
  frozenAt: z.number().int(),
  calledAt: z.number().int(),
  checkpoint: z.string(),
  contributions: z.array(z.strictObject({ seal: hash, word: z.string().nullable() })),
  prizes: z.array(z.strictObject({ prize: z.string(), count: many })),
  reserves: many,
  onePrizeEach: z.boolean(),
  seed: hash,
  picked: z.array(z.strictObject({ prize: z.string().nullable(), entry })),
});

/** A published draw, by itself or as a house answers it; a sentence when it is none. */
export function readDrawFile(said: unknown): DrawFile | string {
  const answered = z.looseObject({ books: z.looseObject({ draw: z.unknown() }) }).safeParse(said);
  const read = drawFile.safeParse(answered.success ? answered.data.books.draw : said);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'not understood'}`;
}

const isTwice = (list: readonly ListLine[]): string | null => {
  const seen = new Set<string>();
  for (const [entry] of list) {
    if (seen.has(entry)) return entry;
    seen.add(entry);
  }
  return null;
};

/** Everything that is wrong with a published draw, in words; nothing when it is what it says. */
export function faultsInDraw(file: DrawFile): readonly string[] {
  const faults: string[] = [];
  const twice = isTwice(file.list);
  if (twice !== null) faults.push(`list: the entry ${twice} stands in it twice`);
  if (hashList(file.list) !== file.listHash) faults.push('listHash: this is not the list that was frozen');
  const signed = timeOfCheckpoint(file.checkpoint);
  if (signed === null) faults.push('checkpoint: it says no time');
  else if (signed < file.calledAt) faults.push('checkpoint: it was signed before the draw was called');
  if (file.frozenAt >= file.calledAt)
    faults.push('frozenAt: the list was not frozen before the draw was called');
  for (const { seal, word } of file.contributions)
    if (word !== null && sealOf(word) !== seal)
      faults.push(`contributions: ${word} is not what was sealed as ${seal.slice(0, 12)}…`);
  return [...faults, ...faultsInResult(file)];
}

function faultsInResult(file: DrawFile): readonly string[] {
  const again = drawFrom(file);
  if (again.seed !== file.seed) return ['seed: it does not follow from list, checkpoint and contributions'];
  const at = again.picked.findIndex(
    ({ prize, entry }, n) => file.picked[n]?.prize !== prize || file.picked[n]?.entry !== entry,
  );
  if (at >= 0)
    return [
      `picked: number ${at + 1} should be ${again.picked[at]?.entry}, not ${file.picked[at]?.entry ?? 'nothing'}`,
    ];
  return file.picked.length === again.picked.length ? [] : ['picked: there are more than were drawn'];
}
