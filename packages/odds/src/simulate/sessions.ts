import type { SessionEnd } from '../analyse/session.js';
import type { Machine } from '../compile/machine.js';
import type { SessionPlan } from '../strategy/strategy.js';
import { drawBelow, mappingFor, openStream } from './random.js';

// Whole sessions, one after another, each with its own stream: with a bankroll, limits and an end.

export interface SessionOutcome {
  readonly rolls: number;
  readonly shooters: number;
  /** Won or lost, in cents. */
  readonly result: number;
  readonly peak: number;
  readonly drawdown: number;
  readonly longestHand: number;
  readonly end: SessionEnd;
}

/** What a session needs of a machine. */
export type SessionMachine = Pick<
  Machine,
  'symbols' | 'symbolOf' | 'start' | 'next' | 'delta' | 'handOver' | 'onLayout'
> & { readonly opening: number };

export const sessionMachine = ({
  symbols,
  symbolOf,
  start,
  next,
  delta,
  handOver,
  onLayout,
  opening,
}: Machine): SessionMachine => ({
  symbols,
  symbolOf,
  start,
  next,
  delta,
  handOver,
  onLayout,
  opening: opening.delta,
});

/** Streams of sessions begin far from those of chunks. */
const SESSIONS_AT = 2 ** 40;
/** A session that nothing ends is cut off. */
export const SESSION_ROLLS_MAX = 10_000_000;

const THROWS = mappingFor(36);

/** Why the session is over before the next throw; null when it goes on. */
function whyOver(
  plan: SessionPlan,
  money: number,
  needed: number,
  rolls: number,
  shooters: number,
): SessionEnd | null {
  if (plan.shooters !== undefined && shooters >= plan.shooters) return 'shooters';
  if (plan.bankroll !== undefined && plan.bankroll + money < needed) return 'broke';
  if (plan.stopLoss !== undefined && money <= -plan.stopLoss) return 'stop-loss';
  if (plan.stopWin !== undefined && money >= plan.stopWin) return 'stop-win';
  return rolls >= (plan.rolls ?? SESSION_ROLLS_MAX) ? 'rolls' : null;
}

/** Money after every roll of the session with this number; the same dice whatever the machine. */
export function sessionPath(
  machine: SessionMachine,
  plan: SessionPlan,
  seed: number,
  number: number,
): readonly number[] {
  const path: number[] = [];
  playSession(machine, plan, seed, number, (money) => path.push(money));
  return path;
}

/** Plays the session with this number under a seed. */
export function playSession(
  machine: SessionMachine,
  plan: SessionPlan,
  seed: number,
  number: number,
  watch?: (money: number) => void,
): SessionOutcome {
  const stream = openStream(seed, SESSIONS_AT + number);
  let [state, money, peak, drawdown] = [machine.start, machine.opening, 0, Math.max(0, -machine.opening)];
  let [rolls, shooters, length, longestHand] = [0, 0, 0, 0];
  for (;;) {
    const end = whyOver(plan, money, machine.onLayout[state] as number, rolls, shooters);
    if (end !== null) return { rolls, shooters, result: money, peak, drawdown, longestHand, end };
    const cell = state * machine.symbols + (machine.symbolOf[drawBelow(stream, THROWS)] as number);
    money += machine.delta[cell] as number;
    state = machine.next[cell] as number;
    watch?.(money);
    rolls++;
    length++;
    if (money > peak) peak = money;
    else if (peak - money > drawdown) drawdown = peak - money;
    if (length > longestHand) longestHand = length;
    if (machine.handOver[cell] === 1) {
      shooters++;
      length = 0;
    }
  }
}
