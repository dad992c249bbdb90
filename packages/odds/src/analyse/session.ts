import { gcd } from '@boxperson/rules';
import type { Machine } from '../compile/machine.js';
import type { SessionPlan } from '../strategy/strategy.js';
import { type Arc, type MoneyChain, moneyChain } from './chain.js';
import { clear, emptyRow, pour, type Row, reserve, trim } from './rows.js';
import { quantileOf, type Spread, SpreadBuilder } from './spread.js';

// The exact distribution of a session by a dynamic programme: all chances of being in a state with an amount of money,
// one roll after another. Cells below 1e-18 are left out and their sum is told.

/** A session without an end of its own is followed until this little of it is still going on. */
const OPEN_ENDED = 1e-12;
/** Additions that are done before the exact way is given up. */
export const WORK_MAX = 3e9;

export type SessionEnd = 'rolls' | 'shooters' | 'stop-win' | 'stop-loss' | 'broke';
export const SESSION_ENDS: readonly SessionEnd[] = ['rolls', 'shooters', 'stop-win', 'stop-loss', 'broke'];

/** How far apart people's luck is after so many rolls. */
export interface FanPoint {
  readonly roll: number;
  /** Amounts that are not exceeded with these chances. */
  readonly quantiles: readonly number[];
}
export const FAN_CHANCES = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

export interface SessionFigures {
  /** Result in cents, from sitting down to getting up. */
  readonly result: Spread;
  /** The chance of every end. */
  readonly ends: Readonly<Record<SessionEnd, number>>;
  readonly expectedRolls: number;
  /** Rolls after which all sessions are over, or what is left is next to nothing. */
  readonly rolls: number;
  /** What was dropped or is still going on: the figures are exact up to this. */
  readonly lost: number;
  readonly fan: readonly FanPoint[];
}

export type SessionResult =
  | { readonly ok: true; readonly figures: SessionFigures }
  | { readonly ok: false; readonly message: string; readonly rolls: number };

/** What a session runs with, in units. */
interface Rules {
  readonly bankroll: number;
  readonly stopWin: number;
  readonly stopLoss: number;
  readonly rolls: number;
  readonly hands: number;
}

const INFINITE = Number.POSITIVE_INFINITY;

function rulesOf({ bankroll, stopWin, stopLoss, rolls, shooters }: SessionPlan, unit: number): Rules {
  return {
    bankroll: bankroll === undefined ? INFINITE : bankroll / unit,
    stopWin: stopWin === undefined ? INFINITE : stopWin / unit,
    stopLoss: stopLoss === undefined ? INFINITE : stopLoss / unit,
    rolls: rolls ?? INFINITE,
    hands: shooters ?? 0,
  };
}

const hasEnd = ({ rolls, shooters, bankroll, stopLoss }: SessionPlan): boolean =>
  [rolls, shooters, bankroll, stopLoss].some((each) => each !== undefined);

/** The largest unit in which every change of money is whole. */
export function unitOf(machine: Machine): number {
  let unit = Math.abs(machine.opening.delta);
  for (const delta of machine.delta) unit = gcd(unit, Math.abs(delta));
  return unit === 0 ? 1 : unit;
}

/** The session while it is followed. States are doubled for every shooter that is still to come. */
interface Run {
  readonly chain: MoneyChain;
  readonly unit: number;
  readonly rules: Rules;
  readonly layers: number;
  rows: Row[];
  after: Row[];
  readonly over: SpreadBuilder;
  readonly ends: Record<SessionEnd, number>;
  lost: number;
  work: number;
}

const FIRST_SIZE = 256;

/** Moves everything by one roll. */
function rollOnce(run: Run): void {
  const { chain, layers, unit, rows, after } = run;
  for (const row of after) clear(row);
  for (let layer = 0; layer < layers; layer++)
    for (let state = 0; state < chain.states; state++) {
      const row = rows[layer * chain.states + state] as Row;
      if (row.low > row.high) continue;
      for (const arc of chain.arcs[state] as readonly Arc[]) pourAlong(run, row, arc, layer, unit);
    }
  run.rows = after;
  run.after = rows;
}

function pourAlong(
  run: Run,
  row: Row,
  { to, delta, weight, handOver }: Arc,
  layer: number,
  unit: number,
): void {
  const { chain, layers, rules } = run;
  run.work += row.high - row.low + 1;
  const lastHand = handOver && rules.hands > 0 && layer === layers - 1;
  if (lastHand) {
    for (let amount = row.low; amount <= row.high; amount++) {
      const chance = ((row.cells[amount + row.offset] as number) * weight) / 36;
      end(run, amount + delta / unit, chance, 'shooters');
    }
    return;
  }
  const nextLayer = handOver && rules.hands > 0 ? layer + 1 : layer;
  pour(row, run.after[nextLayer * chain.states + to] as Row, delta / unit, weight / 36);
}

function end(run: Run, amount: number, chance: number, why: SessionEnd): void {
  if (chance === 0) return;
  run.over.add(amount, chance);
  run.ends[why] += chance;
}

/** Ends what has reached a limit: too little to put up what is wanted next, the stop-loss, the stop-win. */
function stop(run: Run): void {
  const { chain, rules, unit } = run;
  for (const [at, row] of run.rows.entries()) {
    const needed = (chain.onLayout[at % chain.states] as number) / unit;
    while (row.low <= row.high) {
      const broke = rules.bankroll + row.low < needed;
      if (!broke && row.low > -rules.stopLoss) break;
      end(run, row.low, row.cells[row.low + row.offset] as number, broke ? 'broke' : 'stop-loss');
      row.cells[row.low++ + row.offset] = 0;
    }
    while (row.low <= row.high && row.high >= rules.stopWin) {
      end(run, row.high, row.cells[row.high + row.offset] as number, 'stop-win');
      row.cells[row.high-- + row.offset] = 0;
    }
    run.lost += trim(row);
  }
}

function openMass({ rows }: Run): number {
  let mass = 0;
  for (const { cells, offset, low, high } of rows)
    for (let at = low + offset; at <= high + offset; at++) mass += cells[at] as number;
  return mass;
}

const FAN_POINTS = 60;
/** Rolls at which the fan is drawn: closer together at first. */
function fanRolls(rolls: number): ReadonlySet<number> {
  const points = Array.from({ length: FAN_POINTS }, (_, i) =>
    Math.round(rolls * ((i + 1) / FAN_POINTS) ** 1.5),
  );
  return new Set([...points, rolls].filter((roll) => roll > 0));
}

/** All money now, of sessions that are over and of those that go on. */
function spreadNow({ over, rows, unit }: Run): Spread {
  const ended = over.done(unit);
  let [from, to] = over.isEmpty ? [INFINITE, -INFINITE] : [ended.from, ended.from + ended.chances.length - 1];
  for (const { low, high } of rows) if (low <= high) [from, to] = [Math.min(from, low), Math.max(to, high)];
  if (from > to) return ended;
  const chances = new Float64Array(to - from + 1);
  if (!over.isEmpty) chances.set(ended.chances, ended.from - from);
  for (const { cells, offset, low, high } of rows)
    for (let amount = low; amount <= high; amount++)
      chances[amount - from] = (chances[amount - from] as number) + (cells[amount + offset] as number);
  return { unit, from, chances };
}

function openRun(machine: Machine, plan: SessionPlan): Run {
  const unit = unitOf(machine);
  const rules = rulesOf(plan, unit);
  const chain = moneyChain(machine, plan.bankroll === undefined ? 'by-money' : 'by-layout');
  const layers = Math.max(1, rules.hands);
  const makeRows = (): Row[] => Array.from({ length: layers * chain.states }, () => emptyRow(FIRST_SIZE));
  const ends = Object.fromEntries(SESSION_ENDS.map((each) => [each, 0])) as Record<SessionEnd, number>;
  const run: Run = {
    chain,
    unit,
    rules,
    layers,
    rows: makeRows(),
    after: makeRows(),
    over: new SpreadBuilder(),
    ends,
    lost: 0,
    work: 0,
  };
  const start = run.rows[chain.start] as Row;
  const opening = machine.opening.delta / unit;
  reserve(start, opening, opening);
  start.cells[opening + start.offset] = 1;
  return run;
}

/** The exact figures of a session under a plan; or how far it got before it was too much work. */
export function sessionFigures(machine: Machine, plan: SessionPlan, workMax = WORK_MAX): SessionResult {
  if (!hasEnd(plan))
    return { ok: false, rolls: 0, message: 'a session without an end: give rolls, shooters or a bankroll' };
  const run = openRun(machine, plan);
  stop(run);
  return Number.isFinite(run.rules.rolls)
    ? followTo(run, run.rules.rolls, workMax)
    : followToEnd(run, workMax);
}

/** Below this, what is left of 1 is mostly rounding error, and is added up instead. */
const SUBTRACTED_MIN = 1e-4;

/** One roll; answers the chance that the session was still going on. */
function goOn(run: Run): number {
  const left = 1 - SESSION_ENDS.reduce((sum, why) => sum + run.ends[why], run.lost);
  const open = left < SUBTRACTED_MIN ? openMass(run) : left;
  rollOnce(run);
  stop(run);
  return open;
}

const tooMuch = (rolls: number): SessionResult => ({
  ok: false,
  rolls,
  message: `too much work: given up after ${rolls} rolls`,
});

function followTo(run: Run, rolls: number, workMax: number): SessionResult {
  const fanAt = fanRolls(rolls);
  const fan: FanPoint[] = [{ roll: 0, quantiles: FAN_CHANCES.map(() => 0) }];
  let expectedRolls = 0;
  for (let roll = 1; roll <= rolls; roll++) {
    expectedRolls += goOn(run);
    if (fanAt.has(roll)) fan.push(fanPoint(run, roll));
    if (run.work > workMax) return tooMuch(roll);
  }
  run.ends.rolls += openMass(run);
  return {
    ok: true,
    figures: { result: spreadNow(run), ends: run.ends, lost: run.lost, expectedRolls, rolls, fan },
  };
}

/** Rolls after which it is looked at how the session dies away. */
const PERIOD = 256;
/** From period to period the same share ends, up to this much of it: the rest is a geometric series. */
const STEADY = 1e-9;

/** A session that ends by money or shooters alone: followed until what is left dies away by the same share each time. */
function followToEnd(run: Run, workMax: number): SessionResult {
  let expectedRolls = 0;
  let rolls = 0;
  let open = openMass(run);
  for (let share = 0; open > OPEN_ENDED; ) {
    const before = { ends: { ...run.ends }, over: run.over.done(run.unit), rolls: expectedRolls };
    for (let i = 0; i < PERIOD; i++) expectedRolls += goOn(run);
    rolls += PERIOD;
    const left = openMass(run);
    const now = left / open;
    if (now < 1 && Math.abs(now - share) < STEADY * (1 - now)) {
      expectedRolls += addTail(run, before, expectedRolls, now / (1 - now));
      break;
    }
    [share, open] = [now, left];
    if (run.work > workMax) return tooMuch(rolls);
  }
  const lost = Math.max(0, 1 - SESSION_ENDS.reduce((sum, why) => sum + run.ends[why], 0));
  return {
    ok: true,
    figures: { result: run.over.done(run.unit), ends: run.ends, lost, expectedRolls, rolls, fan: [] },
  };
}

/** All periods to come, which are the last one over again, each by the same share smaller. Answers their rolls. */
function addTail(
  run: Run,
  before: { ends: Readonly<Record<SessionEnd, number>>; over: Spread; rolls: number },
  rolls: number,
  times: number,
): number {
  for (const why of SESSION_ENDS) run.ends[why] += (run.ends[why] - before.ends[why]) * times;
  const { from, chances } = run.over.done(run.unit);
  for (const [at, chance] of chances.entries()) {
    const had = before.over.chances[from + at - before.over.from] ?? 0;
    run.over.add(from + at, (chance - had) * times);
  }
  return (rolls - before.rolls) * times;
}

function fanPoint(run: Run, roll: number): FanPoint {
  const spread = spreadNow(run);
  return { roll, quantiles: FAN_CHANCES.map((chance) => quantileOf(spread, chance)) };
}
