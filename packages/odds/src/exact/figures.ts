import type { Cents } from '@boxperson/rules';
import {
  add,
  compare,
  div,
  mul,
  negate,
  type Rational,
  rational,
  signOf,
  sub,
  sum,
  toNumber,
  ZERO,
} from '../rational.js';
import type { Chain } from './chain.js';
import { type Lumped, lump } from './lump.js';
import { lessIdentity, type Matrix, solve } from './solve.js';

const THROWN = 36;

/** One way for a wager to end: what it brings for each unit put up, and how likely that is. */
export interface Result {
  readonly net: Rational;
  readonly chance: Rational;
}

/** The exact figures of one wager. Money is per unit put up, that is stake and commission together. */
export interface Figures {
  /** Chances of ending ahead, behind and even, by money, commission counted. */
  readonly win: Rational;
  readonly lose: Rational;
  readonly push: Rational;
  /** What the house keeps on average. */
  readonly edge: Rational;
  /** Rolls until it is decided, on average. */
  readonly rolls: Rational;
  readonly edgePerRoll: Rational;
  readonly variance: Rational;
  readonly sd: number;
  /** The share of what is put up that is commission. */
  readonly commission: Rational;
  readonly results: readonly Result[];
  /** The chance to be decided on exactly the first, second, … roll; worked out when it is asked for. */
  lengths(): readonly Rational[];
}

/** How many rolls the distribution is written out for. */
export const LENGTHS = 12;

/** The solution for every class at once: chances of each result, and rolls. */
interface Solved {
  readonly nets: readonly Cents[];
  /** By class: the chance of each net, then the expected rolls. */
  readonly rows: Matrix;
}

const outOf36 = (count: number): Rational => rational(count, THROWN);

function solveClasses({ classes }: Lumped): Solved {
  const nets = [...new Set(classes.flatMap(({ ends }) => [...ends.keys()]))].sort((a, b) => a - b);
  const chances = classes.map(({ goes }) => classes.map((_, to) => outOf36(goes.get(to) ?? 0)));
  const known = classes.map(({ ends }) => [...nets.map((net) => outOf36(ends.get(net) ?? 0)), rational(1)]);
  return { nets, rows: solve(lessIdentity(chances), known) };
}

/** A start is spread over classes when a wager begins in one of several moments, such as odds on whatever point comes. */
type Start = readonly (readonly [index: number, chance: Rational])[];

const expected = (start: Start, worthOf: (index: number) => Rational): Rational =>
  sum(start.map(([index, chance]) => mul(chance, worthOf(index))));

function lengthsOf({ classes }: Lumped, start: Start): readonly Rational[] {
  let at = classes.map((_, index) => expected(start, (from) => rational(from === index ? 1 : 0)));
  return Array.from({ length: LENGTHS }, () => {
    const next = classes.map(() => ZERO);
    let ended = ZERO;
    for (const [index, { goes, ends }] of classes.entries()) {
      const here = at[index] as Rational;
      for (const count of ends.values()) ended = add(ended, mul(here, outOf36(count)));
      for (const [to, count] of goes) next[to] = add(next[to] as Rational, mul(here, outOf36(count)));
    }
    at = next;
    return ended;
  });
}

/** Chains that start alike, each with the chance that it is the one. All must put up the same. */
export type Mixture = readonly (readonly [chain: Chain, chance: Rational])[];

/** The chains beside each other as one. */
function merge(mixture: Mixture): { chain: Chain; starts: readonly (readonly [number, Rational])[] } {
  const moments: Chain['moments'][number][] = [];
  const starts: [number, Rational][] = [];
  for (const [chain, chance] of mixture) {
    const offset = moments.length;
    starts.push([offset, chance]);
    for (const moment of chain.moments) {
      const steps = moment.steps.map((step) => (step.end ? step : { to: step.to + offset }));
      moments.push({ ...moment, steps });
    }
  }
  const { stake, commission } = (mixture[0] as Mixture[number])[0];
  return { chain: { stake, commission, moments }, starts };
}

/** The figures of a wager whose life begins in the first moment of one of these chains. */
export function figuresOf(mixture: Mixture): Figures {
  const { chain, starts } = merge(mixture);
  const lumped = lump(chain);
  const start: Start = starts.map(([at, chance]) => [lumped.classOf[at] as number, chance]);
  const { nets, rows } = solveClasses(lumped);
  const cell = (column: number): Rational =>
    expected(start, (index) => (rows[index] as readonly Rational[])[column] as Rational);
  const putUp = rational(chain.stake + chain.commission);
  const results = nets.map((net, column) => ({ net: div(rational(net), putUp), chance: cell(column) }));
  return makeFigures(
    results,
    cell(nets.length),
    () => lengthsOf(lumped, start),
    div(rational(chain.commission), putUp),
  );
}

function makeFigures(
  results: readonly Result[],
  rolls: Rational,
  lengths: () => readonly Rational[],
  commission: Rational,
): Figures {
  const chanceOf = (sign: -1 | 0 | 1): Rational =>
    sum(results.filter(({ net }) => signOf(net) === sign).map(({ chance }) => chance));
  const mean = sum(results.map(({ net, chance }) => mul(net, chance)));
  const square = sum(results.map(({ net, chance }) => mul(mul(net, net), chance)));
  const variance = sub(square, mul(mean, mean));
  const edge = negate(mean);
  return {
    win: chanceOf(1),
    lose: chanceOf(-1),
    push: chanceOf(0),
    edge,
    rolls,
    edgePerRoll: div(edge, rolls),
    variance,
    sd: Math.sqrt(toNumber(variance)),
    commission,
    results: [...results].sort((a, b) => compare(a.net, b.net)),
    lengths,
  };
}
