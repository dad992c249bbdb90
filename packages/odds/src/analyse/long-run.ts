import type { Machine } from '../compile/machine.js';
import { equals, type Rational } from '../rational.js';
import { type Arc, type MoneyChain, moneyChain } from './chain.js';
import { fractionOf, inverse, type Known, learn, NOTHING, primes, residue, solveModulo } from './modular.js';

/** What a strategy comes to in the long run. Money is in cents. */
export interface LongRun {
  readonly meanPerRoll: number;
  /** Of the result of a single roll. */
  readonly sdPerRoll: number;
  /** The result of n rolls spreads by this times the root of n: what one roll does to the next is counted. */
  readonly sdLongRun: number;
  /** Put on the layout for each roll, commission with it. */
  readonly putUpPerRoll: number;
  /** Money on the layout when the dice are thrown. */
  readonly onLayout: number;
  readonly rollsPerHand: number;
  /** Share of rolls in each state of the machine. */
  readonly shares: Float64Array;
  readonly lines: readonly LineRate[];
}

/** One wager of the account, for each roll. */
export interface LineRate {
  readonly bets: number;
  readonly putUp: number;
  readonly wins: number;
  readonly losses: number;
  readonly pushes: number;
  readonly net: number;
}

const ITERATIONS_MAX = 200_000;
/** Changes below this are the noise of floating point. */
const STILL = 1e-16;

/** The share of rolls in every state, from the start on: the average of where n rolls lead, for ever more rolls. */
function sharesOf({ states, symbols, next, weights, start }: Machine): Float64Array {
  let at = new Float64Array(states);
  at[start] = 1;
  for (let round = 0; round < ITERATIONS_MAX; round++) {
    const then = new Float64Array(states);
    for (let state = 0; state < states; state++) {
      const here = at[state] as number;
      if (here === 0) continue;
      // Half stays where it is: that changes no average and stills what would swing to and fro.
      then[state] = (then[state] as number) + here / 2;
      for (let symbol = 0; symbol < symbols; symbol++) {
        const to = next[state * symbols + symbol] as number;
        then[to] = (then[to] as number) + (here * (weights[symbol] as number)) / 72;
      }
    }
    const moved = then.reduce((sum, share, state) => sum + Math.abs(share - (at[state] as number)), 0);
    at = then;
    if (moved < STILL * states) break;
  }
  const all = at.reduce((sum, share) => sum + share, 0);
  return at.map((share) => share / all);
}

/** The mean of something over all cells, by how often each is met. */
export function meanOver(machine: Machine, shares: Float64Array, worthOf: (cell: number) => number): number {
  const { states, symbols, weights } = machine;
  let mean = 0;
  for (let state = 0; state < states; state++)
    for (let symbol = 0; symbol < symbols; symbol++)
      mean +=
        (shares[state] as number) * ((weights[symbol] as number) / 36) * worthOf(state * symbols + symbol);
  return mean;
}

/** How much better than the average it is to be in a state: g(s) = E[worth - mean + g(next)]. */
function advantages(machine: Machine, worth: Float64Array, mean: number): Float64Array {
  const { states, symbols, next, weights, start } = machine;
  let at = new Float64Array(states);
  for (let round = 0; round < ITERATIONS_MAX; round++) {
    const then = new Float64Array(states);
    for (let state = 0; state < states; state++) {
      let value = -mean;
      for (let symbol = 0; symbol < symbols; symbol++) {
        const cell = state * symbols + symbol;
        value +=
          ((weights[symbol] as number) / 36) *
          ((worth[cell] as number) + (at[next[cell] as number] as number));
      }
      then[state] = (value + (at[state] as number)) / 2;
    }
    const level = then[start] as number;
    let moved = 0;
    for (let state = 0; state < states; state++) {
      then[state] = (then[state] as number) - level;
      moved = Math.max(moved, Math.abs((then[state] as number) - (at[state] as number)));
    }
    at = then;
    if (moved < 1e-11) break;
  }
  return at;
}

/**
 * The sum of something over n rolls spreads by this times the root of n: what one roll does to the next is counted.
 * The average of n rolls strays by it divided by that root.
 */
export function strayOf(machine: Machine, shares: Float64Array, worth: Float64Array): number {
  const { next, symbols } = machine;
  const mean = meanOver(machine, shares, (cell) => worth[cell] as number);
  const better = advantages(machine, worth, mean);
  const surprise = (cell: number): number =>
    (worth[cell] as number) -
    mean +
    (better[next[cell] as number] as number) -
    (better[Math.floor(cell / symbols)] as number);
  return Math.sqrt(meanOver(machine, shares, (cell) => surprise(cell) ** 2));
}

export function longRun(machine: Machine): LongRun {
  const shares = sharesOf(machine);
  const mean = (worthOf: (cell: number) => number): number => meanOver(machine, shares, worthOf);
  const { delta, symbols, effects, effectOf, handOver, onLayout } = machine;
  const meanPerRoll = mean((cell) => delta[cell] as number);
  const rate = (line: number, field: keyof LineRate): number =>
    mean((cell) => {
      const effect = effects[effectOf[cell] as number]?.find((each) => each.line === line);
      return effect?.[field] ?? 0;
    });
  const fields = ['bets', 'putUp', 'wins', 'losses', 'pushes', 'net'] as const;
  const lines = machine.lines.map(
    (_, line) => Object.fromEntries(fields.map((field) => [field, rate(line, field)])) as unknown as LineRate,
  );
  return {
    meanPerRoll,
    sdPerRoll: Math.sqrt(mean((cell) => ((delta[cell] as number) - meanPerRoll) ** 2)),
    sdLongRun: strayOf(machine, shares, delta),
    putUpPerRoll: lines.reduce((sum, line) => sum + line.putUp, 0),
    onLayout: mean((cell) => onLayout[Math.floor(cell / symbols)] as number),
    rollsPerHand: 1 / mean((cell) => handOver[cell] as number),
    shares,
    lines,
  };
}

/** Larger chains are left to floating point: their fractions have thousands of digits. */
export const EXACT_STATES_MAX = 150;
const PRIMES_MAX = 400;

export interface ExactLongRun {
  /** Cents a roll, as a fraction. */
  readonly meanPerRoll: Rational;
  /** The square of `sdLongRun`. */
  readonly variance: Rational;
}

/**
 * Mean and long-run variance as fractions. A cycle is the way from a state back to it; the mean is what a cycle brings
 * divided by how long it takes. Null where the chain is too large, or does not come back to one state from all.
 */
export function exactLongRun(machine: Machine): ExactLongRun | null {
  const chain = moneyChain(machine, 'by-money');
  const home = homeOf(chain);
  if (chain.states > EXACT_STATES_MAX || home === null) return null;
  let [mean, variance]: [Known, Known] = [NOTHING, NOTHING];
  let last: ExactLongRun | null = null;
  let agreed = 0;
  let used = 0;
  for (const prime of primes()) {
    const found = solveCycle(chain, home, prime);
    if (++used > PRIMES_MAX) return null;
    if (!found) continue;
    mean = learn(mean, found.mean, prime);
    variance = learn(variance, found.variance, prime);
    // Putting a fraction together costs more than a prime: look at it now and then only.
    if (used % 4 !== 0) continue;
    const now = together(mean, variance);
    agreed =
      now && last && equals(now.meanPerRoll, last.meanPerRoll) && equals(now.variance, last.variance)
        ? agreed + 1
        : 0;
    last = now;
    if (agreed === 1) return last;
  }
  return null;
}

function together(mean: Known, variance: Known): ExactLongRun | null {
  const [first, second] = [fractionOf(mean), fractionOf(variance)];
  return first && second && { meanPerRoll: first, variance: second };
}

/** A state that is reached from every state that can be reached: where cycles begin. */
function homeOf({ states, start, arcs }: MoneyChain): number | null {
  const reachableFrom = (from: number): Set<number> => {
    const seen = new Set([from]);
    for (const state of seen) for (const { to } of arcs[state] as readonly Arc[]) seen.add(to);
    return seen;
  };
  const all = reachableFrom(start);
  for (let state = 0; state < states; state++)
    if (all.has(state) && [...reachableFrom(state)].every((other) => reachableFrom(other).has(state))) {
      const closed = reachableFrom(state);
      // One closed class only, reached from everywhere.
      return [...all].every((other) => [...reachableFrom(other)].some((seen) => closed.has(seen)))
        ? state
        : null;
    }
  return null;
}

/** For one prime: value of a cycle over length of a cycle, and the same for the squares of the surprises. */
function solveCycle(
  chain: MoneyChain,
  home: number,
  prime: number,
): { mean: number; variance: number } | null {
  const { states, arcs } = chain;
  const weigh = (state: number, worthOf: (arc: Arc) => number): number =>
    (arcs[state] as readonly Arc[]).reduce((sum, arc) => (sum + arc.weight * worthOf(arc)) % prime, 0);
  // 36·x - the sum over arcs that do not lead home = the right-hand sides: lengths and money.
  const system = (right: (state: number) => readonly number[]): Float64Array[] =>
    Array.from({ length: states }, (_, state) => {
      const sides = right(state);
      const row = new Float64Array(states + sides.length);
      row[state] = 36;
      for (const { to, weight } of arcs[state] as readonly Arc[])
        if (to !== home) row[to] = residue((row[to] as number) - weight, prime);
      row.set(sides, states);
      return row;
    });
  const cycle = solveModulo(
    system((state) => [36, weigh(state, ({ delta }) => residue(delta, prime))]),
    prime,
  );
  const first = cycle?.[home];
  if (!cycle || !first || first[0] === 0) return null;
  const perLength = inverse(first[0] as number, prime);
  const mean = ((first[1] as number) * perLength) % prime;
  // The advantage of a state over home: money until home, less the mean for every roll on the way.
  const better = cycle.map((row, state) =>
    state === home ? 0 : residue((row[1] as number) - ((mean * (row[0] as number)) % prime), prime),
  );
  const surprise = (state: number, { delta, to }: Arc): number => {
    const value = residue(delta, prime) - mean + (better[to] as number) - (better[state] as number);
    return residue(value, prime);
  };
  const square = (value: number): number => (value * value) % prime;
  const squares = solveModulo(
    system((state) => [weigh(state, (arc) => square(surprise(state, arc)))]),
    prime,
  );
  if (!squares) return null;
  return { mean, variance: (((squares[home] as Float64Array)[0] as number) * perLength) % prime };
}
