import type { Machine } from '../compile/machine.js';

/** One way on from a state: to where, with what change of money, on how many of the 36 throws. */
export interface Arc {
  readonly to: number;
  readonly delta: number;
  readonly weight: number;
  readonly handOver: boolean;
}

/**
 * A machine as a chain of chances: throws with the same consequence are one arc, and states with the same chances are
 * one. Whoever asks only for money and hands loses nothing by it: 4 and 10 are thrown equally often.
 */
export interface MoneyChain {
  readonly states: number;
  readonly start: number;
  readonly arcs: readonly (readonly Arc[])[];
  readonly onLayout: Float64Array;
  /** The state of the chain for each state of the machine. */
  readonly classOf: Int32Array;
}

/** Does what stands on the layout tell states apart? It does when a bankroll must carry it. */
export type Apart = 'by-layout' | 'by-money';

export function moneyChain(machine: Machine, apart: Apart): MoneyChain {
  const classOf = classesOf(machine, apart);
  const firsts: number[] = [];
  for (const [state, id] of classOf.entries()) firsts[id] ??= state;
  return {
    states: firsts.length,
    start: classOf[machine.start] as number,
    arcs: firsts.map((state) => arcsOf(machine, state, classOf)),
    onLayout: Float64Array.from(firsts, (state) => machine.onLayout[state] as number),
    classOf,
  };
}

function arcsOf(machine: Machine, state: number, classOf: Int32Array): readonly Arc[] {
  const { symbols, weights, next, delta, handOver } = machine;
  const arcs = new Map<string, { -readonly [Field in keyof Arc]: Arc[Field] }>();
  for (let symbol = 0; symbol < symbols; symbol++) {
    const cell = state * symbols + symbol;
    const to = classOf[next[cell] as number] as number;
    const key = `${to} ${delta[cell]} ${handOver[cell]}`;
    const found = arcs.get(key);
    const weight = weights[symbol] as number;
    if (found) found.weight += weight;
    else arcs.set(key, { to, delta: delta[cell] as number, weight, handOver: handOver[cell] === 1 });
  }
  return [...arcs.values()].sort((a, b) => a.to - b.to || a.delta - b.delta);
}

function classesOf(machine: Machine, apart: Apart): Int32Array {
  let classes = new Int32Array(machine.states);
  for (let count = 0; ; ) {
    const ids = new Map<string, number>();
    const refined = new Int32Array(machine.states);
    for (let state = 0; state < machine.states; state++) {
      const arcs = arcsOf(machine, state, classes).map(
        ({ to, delta, weight, handOver }) => `${to},${delta},${weight},${handOver}`,
      );
      const key = `${apart === 'by-layout' ? machine.onLayout[state] : ''} ${arcs.sort().join(' ')}`;
      if (!ids.has(key)) ids.set(key, ids.size);
      refined[state] = ids.get(key) as number;
    }
    classes = refined;
    if (ids.size === count) return classes;
    count = ids.size;
  }
}
