import type { Replay } from '@boxperson/offices';
import {
  type Cents,
  findSpot,
  makeAmount,
  type RollOutcome,
  restoreTable,
  type Spot,
  type Table,
  type Unit,
} from '@boxperson/rules';
import { type Otherwise, owedBy, readOtherwise } from '@boxperson/rules/dealing';
import type { Tell } from '../../felt/Felt.js';
import { dollars } from '../../ui/money.js';

// A roll played again in the browser, by the same engine that settled it in the house.

/** What one line of a roll came to. */
export interface PlayedLine {
  readonly line: string;
  readonly player: string;
  readonly spot: Spot;
  readonly stake: Cents;
  readonly how: 'won' | 'lost' | 'back' | 'moves';
  /** Handed over besides the stake; below nothing what was taken. */
  readonly amount: Cents;
  readonly clause: string | null;
}

export interface PlayedRoll {
  readonly outcome: RollOutcome;
  readonly lines: readonly PlayedLine[];
}

const HOW = { won: 'won', lost: 'lost', void: 'back', returned: 'back' } as const;

const spotIn = (selection: Parameters<typeof findSpot>[0]): Spot => findSpot(selection) as Spot;

/** The lines of an outcome; `paid` where it was paid otherwise than owed. */
export function playedOf(
  roll: string,
  outcome: RollOutcome,
  paid: ReadonlyMap<string, Cents> = new Map(),
): PlayedRoll {
  const owed = owedBy(roll, outcome);
  const settled = outcome.settled.map((one, at): PlayedLine => {
    const line = owed[at]?.id ?? '';
    const amount = paid.get(line) ?? (one.outcome === 'lost' ? -one.collected : (owed[at]?.owed ?? 0));
    return {
      line,
      player: one.player,
      spot: spotIn(one),
      stake: one.stake,
      how: HOW[one.outcome],
      amount,
      clause: one.clause,
    };
  });
  const moved = outcome.travelled.map(
    (one, at): PlayedLine => ({
      line: owed[settled.length + at]?.id ?? '',
      player: one.player,
      spot: spotIn(one),
      stake: one.amount,
      how: 'moves',
      amount: 0,
      clause: null,
    }),
  );
  return { outcome, lines: [...settled, ...moved] };
}

export interface Replayed {
  readonly table: Table;
  /** The number under which its lines stand on the sheet. */
  readonly roll: string;
  readonly paid: PlayedRoll;
  readonly owed: PlayedRoll;
  /** Does the engine of today make the same of the dice as the record says? */
  readonly agrees: boolean;
}

/** As it was, as it was paid, as it should have been: the last asked of the engine anew. */
export function replayed({ moment, before, outcome }: Replay): Replayed {
  const table = restoreTable(before);
  const roll = moment.lines[0]?.line.split('/')[0] ?? String(table.throws);
  const differs = moment.lines.filter(({ owed, paid }) => owed !== paid);
  const again = readOtherwise(table, outcome.dice, '', {});
  return {
    table,
    roll,
    paid: playedOf(roll, outcome, new Map(differs.map(({ line, paid }) => [line, paid]))),
    owed: playedOf(roll, again.ok ? again.value : outcome),
    agrees: again.ok && JSON.stringify(again.value) === JSON.stringify(outcome),
  };
}

/** The roll read otherwise; a sentence where it cannot be. */
export function readingOf(
  { table, roll }: Replayed,
  line: string,
  otherwise: Otherwise,
  dice: RollOutcome['dice'],
): PlayedRoll | string {
  const read = readOtherwise(table, dice, line, otherwise);
  return read.ok ? playedOf(roll, read.value) : read.refused.message;
}

const signed = (cents: Cents): string => (cents < 0 ? `−${dollars(-cents)}` : `+${dollars(cents)}`);

const sayLine = ({ how, amount, stake }: PlayedLine): string => {
  if (how === 'moves') return 'moves';
  return how === 'back' && amount === 0 ? `${dollars(stake)} back` : signed(amount);
};

const isWrong = ({ line, amount }: PlayedLine, against: PlayedRoll | undefined): boolean =>
  against?.lines.some((one) => one.line === line && one.amount !== amount) ?? false;

/** What the roll did to somebody's wagers, told where they stood. */
export const tellsOf = (
  { lines }: PlayedRoll,
  player: string | null,
  against?: PlayedRoll,
): readonly Tell[] =>
  lines
    .filter((one) => one.player === player && one.how !== 'moves')
    .map((one) => ({
      key: one.line,
      spot: one.spot,
      text: `${isWrong(one, against) ? '≠ ' : ''}${sayLine(one)}`,
      kind: one.how === 'won' ? 'won' : one.how === 'lost' ? 'lost' : 'back',
    }));

/** What somebody has the more or the less by a roll; null: everybody together. */
export const sumOf = ({ lines }: PlayedRoll, player: string | null): Cents =>
  lines.reduce((sum, one) => (player === null || one.player === player ? sum + one.amount : sum), 0);

/** By the unit of the roll that is played again, or of a case. */
export const saySum = (cents: Cents, unit?: Unit): string =>
  unit ? `${cents < 0 ? '−' : '+'}${makeAmount(Math.abs(cents), unit)}` : signed(cents);
