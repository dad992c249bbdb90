import type { EventOf, Table } from '@boxperson/rules';
import { trayOf } from '../felt/chips.js';
import type { Told } from '../model.js';
import { chipsIn } from '../ui/Chip.js';
import { type Grade, gradeOf, isLong, LONG_HAND, type Outcome, outcomesOf, rollsInHand } from './grade.js';
import { apart, feltNow, type Point, placeOnScreen } from './places.js';

/** One of one's own wagers that was decided, where it stood. */
export interface Decided extends Outcome {
  readonly at: Point;
  /** Where chips that are won are set down: beside. */
  readonly beside: Point;
  /** None where the place is not in sight, and something else says what was won. */
  readonly plate: Point | null;
  readonly chips: readonly number[];
}

/** What is shown of a roll at the places where one's chips stood. */
export interface Party {
  readonly n: number;
  readonly grade: Grade | null;
  readonly decided: readonly Decided[];
  /** Won on this roll, before what was lost on it. */
  readonly won: number;
  /** What happened, in words: never what might. */
  readonly words: readonly string[];
  readonly house: Point;
  readonly rail: Point;
  readonly middle: Point;
}

const PLATE = { width: 104, height: 40 };

const sayOdds = ({ winnings, stake }: Outcome): string => `${Math.floor(winnings / stake)} to 1`;

function wordsOf(
  grade: Grade | null,
  call: EventOf<'rolled'>['call'],
  outcomes: readonly Outcome[],
  rolls: number,
) {
  const longest = outcomes
    .filter((one) => one.kind === 'won' && isLong(one))
    .sort((a, b) => b.winnings / b.stake - a.winnings / a.stake)[0];
  return [
    ...(call === 'point-made' && (grade === 'point' || grade === 'hand' || grade === 'long')
      ? ['Point made']
      : []),
    ...(longest ? [sayOdds(longest)] : []),
    ...(rolls >= LONG_HAND && grade === 'hand' ? [`${rolls} rolls in this hand`] : []),
  ];
}

/** Chips as they would be paid. */
const chipsOf = (amount: number, table: Table): readonly number[] =>
  amount <= 0 ? [] : chipsIn(amount, trayOf(table));

const BESIDE = 40;
const besideOf = ({ x, y }: Point, felt: DOMRect): Point => ({
  x: x + BESIDE > felt.right - BESIDE / 2 ? x - BESIDE : x + BESIDE,
  y,
});

const NARROW = 600;
/** Below the dice; on a narrow felt, where the line is there, above them. */
const bannerAt = ({ top, bottom, width, height }: DOMRect): number =>
  width < NARROW ? Math.max(0, top) + 56 : Math.min(bottom, innerHeight) - Math.min(120, height * 0.2);

/** What there is to show of a roll that one had something on; null where there is nothing, or no felt. */
export function partyOf(
  table: Table,
  { n, event }: { readonly n: number; readonly event: EventOf<'rolled'> },
  told: readonly Told[],
  player: string,
): Party | null {
  const felt = feltNow();
  const outcomes = outcomesOf(event, player);
  if (!felt || outcomes.length === 0) return null;
  const rolls = rollsInHand(told.filter((one) => one.n <= n));
  const grade = gradeOf(outcomes, event.call, rolls);
  const middle = { x: felt.left + felt.width / 2, y: bannerAt(felt) };
  const seen = outcomes.map(({ spot }) => placeOnScreen(spot));
  const stood = seen.map((place) => place ?? middle);
  const words = wordsOf(grade, event.call, outcomes, rolls);
  const inside = stood.map(({ x, y }) => ({
    x: Math.max(felt.left + PLATE.width / 2, Math.min(felt.right - PLATE.width / 2, x)),
    y: Math.max(felt.top + 24, y - 34),
  }));
  const plates = apart(inside, PLATE.width, PLATE.height);
  return {
    n,
    grade,
    decided: outcomes.map((one, index) => ({
      ...one,
      at: stood[index] as Point,
      beside: besideOf(stood[index] as Point, felt),
      plate: seen[index] || words.length === 0 ? (plates[index] as Point) : null,
      chips: chipsOf(one.kind === 'won' ? one.winnings : one.stake, table),
    })),
    won: outcomes.reduce((sum, { kind, net }) => (kind === 'won' ? sum + net : sum), 0),
    words,
    house: { x: felt.left + felt.width / 2, y: felt.top - 30 },
    rail: { x: felt.left + felt.width / 2, y: felt.bottom + 60 },
    middle,
  };
}
