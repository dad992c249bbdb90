import type { Machine } from '../compile/machine.js';
import { type Arc, moneyChain } from './chain.js';
import { DROPPED } from './rows.js';
import { unitOf, WORK_MAX } from './session.js';

/**
 * The chance of a fall of at least so many cents from the highest point of a session, within so many rolls. Followed
 * is how far below the peak the money is; a fall of the depth asked for ends it.
 */
export function drawdownChance(
  machine: Machine,
  rolls: number,
  cents: number,
  workMax = WORK_MAX,
): number | null {
  const unit = unitOf(machine);
  const chain = moneyChain(machine, 'by-money');
  const depth = Math.ceil(cents / unit);
  if (depth <= 0) return 1;
  const arcs = chain.arcs.reduce((sum, each) => sum + each.length, 0);
  if (rolls * arcs * depth > workMax) return null;
  let rows = Array.from({ length: chain.states }, () => new Float64Array(depth));
  (rows[chain.start] as Float64Array)[Math.min(depth - 1, Math.max(0, -machine.opening.delta / unit))] = 1;
  let fallen = 0;
  for (let roll = 0; roll < rolls; roll++) {
    const then = rows.map(() => new Float64Array(depth));
    for (const [state, row] of rows.entries())
      for (const { to, delta, weight } of chain.arcs[state] as readonly Arc[])
        fallen += fall(row, then[to] as Float64Array, delta / unit, weight / 36);
    rows = then;
  }
  return fallen;
}

/** Moves chances of depths by one change of money; answers what fell past the last one. */
function fall(row: Float64Array, to: Float64Array, up: number, chance: number): number {
  let out = 0;
  for (const [depth, mass] of row.entries()) {
    if (mass < DROPPED) continue;
    const next = Math.max(0, depth - up);
    if (next < to.length) to[next] = (to[next] as number) + mass * chance;
    else out += mass * chance;
  }
  return out;
}

/** The depth that the deepest fall of a session does not reach with this chance, by halving. */
export function drawdownQuantile(
  machine: Machine,
  rolls: number,
  chance: number,
  workMax = WORK_MAX,
): number | null {
  const unit = unitOf(machine);
  let [low, high] = [0, unit];
  const reached = (cents: number): number | null => drawdownChance(machine, rolls, cents, workMax);
  for (let at = reached(high); ; at = reached(high)) {
    if (at === null) return null;
    if (at <= 1 - chance) break;
    [low, high] = [high, high * 2];
  }
  while (high - low > unit) {
    const middle = Math.round((low + high) / 2 / unit) * unit;
    const at = reached(middle);
    if (at === null) return null;
    if (at <= 1 - chance) high = middle;
    else low = middle;
  }
  return low;
}
