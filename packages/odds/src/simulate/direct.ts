import { type OpenSettings, type Refusal, THROWS } from '@boxperson/rules';
import { openAccount } from '../compile/effects.js';
import type { Effect } from '../compile/machine.js';
import type { Selection, Strategy } from '../strategy/strategy.js';
import { playThrow, type Seat, sitDown, wealthOf } from '../strategy/table.js';
import { around, type Interval } from './interval.js';
import { drawBelow, mappingFor, openStream } from './random.js';
import { STRETCH } from './roller.js';

// A strategy played on the game layer itself, throw by throw: for those that have too many states for a table, and to
// compare tables with.

export interface DirectSummary {
  readonly rolls: number;
  readonly meanPerRoll: number;
  /** From the results of stretches; 0 with fewer than two of them. */
  readonly standardError: number;
  readonly confidence95: Interval;
  readonly hands: number;
  readonly longestHand: number;
  readonly wagers: readonly (Selection & Omit<Effect, 'line'>)[];
}

export type DirectResult =
  | { readonly ok: true; readonly summary: DirectSummary }
  | { readonly ok: false; readonly refused: Refusal };

export interface DirectSettings {
  readonly rolls: number;
  readonly seed: number;
  /** Asked after every stretch; false stops, and what was played is told. */
  readonly goOn?: (done: number) => boolean;
}

/** The stream of a direct run, far from all others. */
const DIRECT_AT = 2 ** 41;
const THROW = mappingFor(36);

export function playDirect(
  strategy: Strategy,
  table: OpenSettings,
  { rolls, seed, goOn }: DirectSettings,
): DirectResult {
  const opened = sitDown(strategy, table);
  if (!opened.ok) return { ok: false, refused: opened.refused };
  const stream = openStream(seed, DIRECT_AT);
  const account = openAccount();
  const totals: Record<keyof Omit<Effect, 'line'>, number>[] = [];
  const count = (effects: readonly Effect[]): void => {
    for (const { line, ...effect } of effects) {
      totals[line] ??= { bets: 0, putUp: 0, wins: 0, losses: 0, pushes: 0, net: 0 };
      const total = totals[line];
      for (const field of Object.keys(effect) as (keyof typeof effect)[]) total[field] += effect[field];
    }
  };
  count(account.effectsOf(opened.value));
  let seat: Seat = opened.value.seat;
  let [played, hands, length, longestHand] = [0, 0, 0, 0];
  const stretches: number[] = [];
  let before = wealthOf(seat.game);
  const opening = before;
  while (played < rolls) {
    const thrown = playThrow(strategy, seat, THROWS[drawBelow(stream, THROW)] as (typeof THROWS)[number]);
    if (!thrown.ok) return { ok: false, refused: thrown.refused };
    seat = thrown.value.seat;
    count(account.effectsOf(thrown.value));
    played++;
    length++;
    longestHand = Math.max(longestHand, length);
    if (thrown.value.handOver) [hands, length] = [hands + 1, 0];
    if (played % STRETCH !== 0) continue;
    const now = wealthOf(seat.game);
    stretches.push(now - before);
    before = now;
    if (goOn?.(played) === false) break;
  }
  const meanPerRoll = played === 0 ? 0 : (wealthOf(seat.game) - opening) / played;
  const standardError = errorOf(stretches);
  return {
    ok: true,
    summary: {
      rolls: played,
      meanPerRoll,
      standardError,
      confidence95: around(meanPerRoll, standardError),
      hands,
      longestHand,
      wagers: account.lines.map((selection, line) => ({
        ...selection,
        ...(totals[line] as (typeof totals)[number]),
      })),
    },
  };
}

/** The standard error of the mean of a roll, from the spread of stretches. */
function errorOf(stretches: readonly number[]): number {
  const count = stretches.length;
  if (count < 2) return 0;
  const mean = stretches.reduce((sum, each) => sum + each, 0) / count;
  const square = stretches.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return Math.sqrt(square / (count - 1) / count) / STRETCH;
}
