import { type Dice, NUMBERS, type PointNumber, THROWS, throwIndex } from '../dice.js';
import type { Rulebook } from '../rulebook.js';
import { SPOTS } from '../wager.js';
import { type Decision, decide } from '../wagers/index.js';

/** Every decision of a rulebook, worked out once: (point, throw, spot) → decision. */
export type DecisionTable = readonly (readonly (readonly (Decision | null)[])[])[];

const POINTS: readonly (PointNumber | null)[] = [null, ...NUMBERS];
const pointIndex = (point: PointNumber | null): number =>
  point === null ? 0 : point < 7 ? point - 3 : point - 4;

const compile = (book: Rulebook): DecisionTable =>
  POINTS.map((point) => THROWS.map((dice) => SPOTS.map((spot) => decide(book, spot, dice, point))));

const tables = new WeakMap<Rulebook, DecisionTable>();
export function decisionsOf(book: Rulebook): DecisionTable {
  const known = tables.get(book);
  if (known) return known;
  const table = compile(book);
  tables.set(book, table);
  return table;
}

/** The decisions of one throw, by spot index. */
export const decisionsFor = (
  table: DecisionTable,
  point: PointNumber | null,
  dice: Dice,
): readonly (Decision | null)[] =>
  (table[pointIndex(point)] as DecisionTable[number])[throwIndex(dice)] as never;
