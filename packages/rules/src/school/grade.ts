import type { DealingAction, SheetLine } from '../dealing/line.js';
import type { Station } from '../dealing/places.js';
import type { Together } from '../dealing/together.js';
import { spotFrom } from '../game/save.js';
import type { Cents } from '../money.js';
import { type Fault, type PaidAt, whyWrong } from './faults.js';
import { linesToDeal, type WholeRoll } from './whole-roll.js';

/** What a learner does with a stack. Whether a paid wager comes down or stays up is the player's wish, not the dealer's. */
export const LEARNER_ACTS = ['take', 'pay', 'return', 'move'] as const;
export type LearnerAct = (typeof LEARNER_ACTS)[number];

/** One thing done, in the order in which it was done. */
export interface Done {
  readonly player: string;
  /** The index of the spot where the stack lay. */
  readonly spot: number;
  readonly act: LearnerAct;
  /** What was handed over besides the stake; nothing unless it was paid. */
  readonly amount: Cents;
}

const ACT_OF: Readonly<Record<DealingAction, LearnerAct | null>> = {
  take: 'take',
  pay: 'pay',
  'pay-and-leave-up': 'pay',
  down: 'pay',
  return: 'return',
  move: 'move',
  stand: null,
};

/** What the sheet wants done with a line. */
export const actOf = ({ action }: Pick<SheetLine, 'action'>): LearnerAct | null => ACT_OF[action];

export interface GradedLine {
  readonly line: SheetLine;
  readonly done: Done | null;
  readonly faults: readonly Fault[];
}

export interface GradedRoll {
  readonly lines: readonly GradedLine[];
  /** What was done where nothing was to be done. */
  readonly needless: readonly { readonly done: Done; readonly faults: readonly Fault[] }[];
  /** Lines without any fault, of how many. */
  readonly right: number;
  readonly of: number;
  /** Lines in their place, whatever was handed over. */
  readonly inOrder: number;
  readonly faults: readonly Fault[];
}

const ORDER_FAULTS: readonly Fault[] = ['paid-before-taking', 'out-of-order'];
export const isOrderFault = (fault: Fault): boolean => ORDER_FAULTS.includes(fault);

const spotIn = (line: SheetLine): number => spotFrom(line.selection).index;
const keyOf = (player: string, spot: number): string => `${spot}/${player}`;
const keyIn = (line: SheetLine): string => keyOf(line.player, spotIn(line));

/** A roll as somebody dealt it, line by line against the sheet. */
export function gradeRoll(
  roll: WholeRoll,
  done: readonly Done[],
  station: Station | undefined = undefined,
): GradedRoll {
  const lines = linesToDeal(roll, station);
  const first = new Map<string, number>();
  done.forEach(({ player, spot }, i) => {
    if (!first.has(keyOf(player, spot))) first.set(keyOf(player, spot), i);
  });
  const grading: Grading = { roll, lines, done, first, kept: inSequence(lines, first) };
  const graded = lines.map((line) => gradeLine(grading, line));
  const known = new Set(lines.map(keyIn));
  const needless = done
    .filter(
      (one, i) => !known.has(keyOf(one.player, one.spot)) || first.get(keyOf(one.player, one.spot)) !== i,
    )
    .map((one) => ({ done: one, faults: [whyNeedless(graded, one)] }));
  const faults = [...graded, ...needless].flatMap((one) => one.faults);
  return {
    lines: graded,
    needless,
    right: Math.max(0, graded.filter((one) => one.faults.length === 0).length - needless.length),
    of: lines.length,
    inOrder: graded.filter((one) => one.done && !one.faults.some(isOrderFault)).length,
    faults,
  };
}

interface Grading {
  readonly roll: WholeRoll;
  readonly lines: readonly SheetLine[];
  readonly done: readonly Done[];
  /** When each stack was first touched. */
  readonly first: ReadonlyMap<string, number>;
  /** Lines that keep the order of the sheet among themselves. */
  readonly kept: ReadonlySet<string>;
}

/** The longest part of what was done that keeps the order: whatever is not in it was out of its place. */
function inSequence(lines: readonly SheetLine[], first: ReadonlyMap<string, number>): ReadonlySet<string> {
  const touched = lines.filter((line) => first.has(keyIn(line)));
  const when = (line: SheetLine): number => first.get(keyIn(line)) as number;
  const best = touched.map((): SheetLine[] => []);
  let longest: readonly SheetLine[] = [];
  touched.forEach((line, i) => {
    const before = touched
      .slice(0, i)
      .map((other, j) => (isBefore(other, line, when) ? (best[j] as SheetLine[]) : []))
      .reduce<readonly SheetLine[]>((most, one) => (one.length > most.length ? one : most), []);
    best[i] = [...before, line];
    if ((best[i] as SheetLine[]).length > longest.length) longest = best[i] as SheetLine[];
  });
  return new Set(longest.map(({ id }) => id));
}

/** Stations work side by side: only lines of one sheet have an order. */
const isBefore = (a: SheetLine, b: SheetLine, when: (line: SheetLine) => number): boolean =>
  a.station !== b.station || when(a) < when(b);

function gradeLine(grading: Grading, line: SheetLine): GradedLine {
  const at = grading.first.get(keyIn(line));
  if (at === undefined) return { line, done: null, faults: undone(grading, line) };
  const done = grading.done[at] as Done;
  const what = whatWrong(grading, line, done);
  return { line, done, faults: [...(what ? [what] : []), ...whenWrong(grading, line, at)] };
}

/** Nothing moves where a new come wager of the same size takes the place of the old one; odds may be paid with their flat wager. */
function undone(grading: Grading, line: SheetLine): readonly Fault[] {
  const joined = togetherWith(grading, line);
  if (line.action === 'move' && joined.some(({ as }) => as === 'off-and-on')) return [];
  if (line.action === 'move' && joined.some((one) => one.as === 'down-and-move' && wasPaid(grading, one)))
    return ['off-and-on-unequal'];
  return joined.some((one) => one.as === 'total' && isTotalled(grading, one)) ? [] : ['missed'];
}

const togetherWith = ({ roll }: Grading, { id }: SheetLine): readonly Together[] =>
  roll.sheet.together.filter(({ lines }) => lines.includes(id));

const doneIn = ({ lines, first, done }: Grading, { lines: ids }: Together): readonly Done[] =>
  lines
    .filter(({ id }) => ids.includes(id))
    .flatMap((line) => {
      const at = first.get(keyIn(line));
      return at === undefined ? [] : [done[at] as Done];
    });

const wasPaid = (grading: Grading, joined: Together): boolean =>
  doneIn(grading, joined).some(({ act }) => act === 'pay');

/** Flat wager and odds in one payment. */
const isTotalled = (grading: Grading, joined: Together): boolean => {
  const acts = doneIn(grading, joined);
  return acts.length === 1 && acts[0]?.act === 'pay' && acts[0].amount === joined.hands;
};

function whatWrong(grading: Grading, line: SheetLine, { act, amount }: Done): Fault | null {
  const wanted = actOf(line);
  if (act !== wanted) return wanted === 'return' && act === 'take' ? keptWrongly(line) : 'wrong-act';
  if (act !== 'pay') return null;
  if (togetherWith(grading, line).some((one) => one.as === 'total' && isTotalled(grading, one))) return null;
  if (amount === line.hands) return null;
  return isAnothers(grading, line, amount) ? 'wrong-seat' : whyWrong(paidAt(grading.roll), line, amount);
}

const keptWrongly = ({ selection }: SheetLine): Fault =>
  selection.wager.endsWith('-odds') ? 'off-odds-kept' : 'wrong-act';

/** What two neighbours have coming on the same spot, one given to the other. */
const isAnothers = ({ lines, first, done }: Grading, line: SheetLine, amount: Cents): boolean =>
  lines.some((other) => {
    if (other.player === line.player || spotIn(other) !== spotIn(line) || other.hands !== amount)
      return false;
    const at = first.get(keyIn(other));
    return at === undefined || (done[at] as Done).amount !== other.hands;
  });

export const paidAt = ({ before }: Pick<WholeRoll, 'before'>): PaidAt => ({
  rulebook: before.game.rulebook,
  chips: before.game.sign.chips,
});

/** star-2024 1.1: losers first; the rest in the order of the profile. */
function whenWrong({ lines, first, kept }: Grading, line: SheetLine, at: number): readonly Fault[] {
  const isEarly =
    line.stage === 'pay' &&
    lines.some(
      (other) =>
        other.stage === 'take' && other.station === line.station && (first.get(keyIn(other)) ?? at + 1) > at,
    );
  if (isEarly) return ['paid-before-taking'];
  return kept.has(line.id) ? [] : ['out-of-order'];
}

/** A stack that nobody should have touched, or touched twice; perhaps what its neighbour has coming. */
function whyNeedless(graded: readonly GradedLine[], done: Done): Fault {
  const isMeant = graded.some(
    ({ line, done: own }) =>
      own === null && line.player !== done.player && spotIn(line) === done.spot && actOf(line) === done.act,
  );
  return isMeant ? 'wrong-seat' : 'needless';
}

/** The same roll dealt without a fault, for whoever wants to see it. */
export const dealtRight = (roll: WholeRoll, station?: Station): readonly Done[] =>
  linesToDeal(roll, station).map((line) => ({
    player: line.player,
    spot: spotIn(line),
    act: actOf(line) as LearnerAct,
    amount: actOf(line) === 'pay' ? line.hands : 0,
  }));
