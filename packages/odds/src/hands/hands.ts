import {
  bet,
  CENTS_MAX,
  type Game,
  must,
  NUMBERS,
  openGame,
  type PointNumber,
  type Rulebook,
  settle,
  sit,
  spotOf,
  THROWS,
  TOTALS,
  type Total,
  totalOf,
} from '@boxperson/rules';
import { fineTable } from '../exact/alone.js';
import { lessIdentity, solve } from '../exact/solve.js';
import { add, mul, type Rational, rational, sub, ZERO } from '../rational.js';

// A shooter's hand: from the first come out roll to the throw after which the dice move on. Every throw is played by
// the game layer with the shooter's own wager on the line.

/** The line on which the shooter bets; it matters where the dice follow what becomes of that wager. */
export type Line = 'pass' | 'dont-pass';

/** What a throw does to a hand. */
export interface HandStep {
  /** The state after it; null when the hand is over. */
  readonly to: number | null;
  readonly total: Total;
  /** The point that was made by it. */
  readonly made: PointNumber | null;
}

/** A hand's states are the come out and the six points; for each, what the 36 throws do. */
export interface HandChain {
  readonly points: readonly (PointNumber | null)[];
  readonly steps: readonly (readonly HandStep[])[];
  /** What ends it, and the clause that says so. */
  readonly rule: { readonly givesUpOn: string; readonly clause: string | null };
}

const POINTS: readonly (PointNumber | null)[] = [null, ...NUMBERS];
const STAKE = 1000;

/** The table with that point and the shooter's wager on the line. */
function tableAt(book: Rulebook, line: Line, point: PointNumber | null): Game {
  const opened = must(openGame(fineTable(book)));
  const seated = must(sit(opened, { player: 'shooter', seat: 1, bankroll: CENTS_MAX })).game;
  const { game } = must(bet(seated, { player: 'shooter', wager: line, amount: STAKE }));
  if (point === null) return game;
  const dice = THROWS.find((thrown) => totalOf(thrown) === point) as (typeof THROWS)[number];
  return settle(game, dice).game;
}

/** Do the dice move on? By a seven out, or by the shooter losing the pass line or winning the don't pass. */
function isOver(book: Rulebook, line: Line, rolled: ReturnType<typeof settle>): boolean {
  if (book.conduct.shooter.givesUpOn.value === 'seven-out') return rolled.call === 'seven-out';
  const settlement = rolled.settled.find(({ spot }) => spot === spotOf(line));
  return settlement?.outcome === (line === 'pass' ? 'lost' : 'won');
}

export function handChain(book: Rulebook, line: Line = 'pass'): HandChain {
  const steps = POINTS.map((point) => {
    const game = tableAt(book, line, point);
    return THROWS.map((dice): HandStep => {
      const rolled = settle(game, dice);
      const to = isOver(book, line, rolled) ? null : POINTS.indexOf(rolled.game.point);
      return { to, total: rolled.total, made: rolled.call === 'point-made' ? point : null };
    });
  });
  const { value, clause } = book.conduct.shooter.givesUpOn;
  return { points: POINTS, steps, rule: { givesUpOn: value, clause } };
}

const share = (steps: readonly HandStep[], which: (step: HandStep) => boolean): Rational =>
  rational(steps.filter(which).length, THROWS.length);

const chancesOf = ({ points, steps }: HandChain): readonly (readonly Rational[])[] =>
  steps.map((row) => points.map((_, at) => share(row, ({ to }) => to === at)));

/** Mean and variance of the length of a hand, exactly. */
export function handMoments(chain: HandChain): { mean: Rational; variance: Rational } {
  const left = lessIdentity(chancesOf(chain));
  const lengths = solve(
    left,
    chain.points.map(() => [rational(1)]),
  ).map(([length]) => length as Rational);
  // E[L²] = 1 + 2·E[rest] + E[rest²] = (2·E[L] - 1) + E[rest²].
  const squares = solve(
    left,
    lengths.map((length) => [sub(mul(rational(2), length), rational(1))]),
  );
  const mean = lengths[0] as Rational;
  return { mean, variance: sub((squares[0] as readonly Rational[])[0] as Rational, mul(mean, mean)) };
}

/** The chance of a hand of at least n throws, for n = 0 to `to`. Exact fractions would have n times five digits. */
export function survival(chain: HandChain, to: number): Float64Array {
  const { points } = chain;
  const chances = points.map((_, from) => points.map((_each, at) => countTo(chain, from, at) / 36));
  const alive = new Float64Array(to + 1);
  let at: readonly number[] = points.map((point) => (point === null ? 1 : 0));
  for (let n = 0; n <= to; n++) {
    // Alive after n - 1 throws is a hand of at least n.
    alive[n] = n === 0 ? 1 : at.reduce((all, each) => all + each, 0);
    if (n > 0)
      at = points.map((_, state) =>
        points.reduce(
          (all, _each, from) => all + (at[from] as number) * (chances[from]?.[state] as number),
          0,
        ),
      );
  }
  return alive;
}
const countTo = ({ steps }: HandChain, from: number, at: number): number =>
  (steps[from] as readonly HandStep[]).filter(({ to }) => to === at).length;

/** The chance of a hand of exactly so many throws, as a fraction. */
export function exactLengths(chain: HandChain, to: number): readonly Rational[] {
  const chances = chancesOf(chain);
  const ends = chain.steps.map((row) => share(row, ({ to: next }) => next === null));
  let at: readonly Rational[] = chain.points.map((point) => rational(point === null ? 1 : 0));
  return Array.from({ length: to }, () => {
    const ended = at.map((chance, state) => mul(chance, ends[state] as Rational)).reduce(add, ZERO);
    at = chain.points.map((_, state) =>
      at
        .map((chance, from) => mul(chance, (chances[from] as readonly Rational[])[state] as Rational))
        .reduce(add, ZERO),
    );
    return ended;
  });
}

/** The longest of so many hands: the chance that it has at least n throws, and the length that is as likely as not. */
export function longestOf(
  chain: HandChain,
  hands: number,
): { readonly median: number; chanceOf(length: number): number } {
  const tail = (length: number): number => survival(chain, length)[length] as number;
  const chanceOf = (length: number): number =>
    -Math.expm1(hands * Math.log1p(-Math.min(tail(length), 1 - 1e-16)));
  let median = 1;
  while (chanceOf(median + 1) >= 0.5) median++;
  return { median, chanceOf };
}

/** Points made in a hand: the chance of exactly k, for k = 0, 1, … */
export function pointsMade(chain: HandChain, to: number): readonly Rational[] {
  const { points, steps } = chain;
  // From each state: no further point is made, or one is and the hand goes on with a new come out.
  const chances = steps.map((row) =>
    points.map((_, at) => share(row, ({ to: next, made }) => next === at && made === null)),
  );
  const makes = steps.map((row) => [share(row, ({ made }) => made !== null)]);
  const again = (solve(lessIdentity(chances), makes)[0] as readonly Rational[])[0] as Rational;
  let still = rational(1);
  return Array.from({ length: to + 1 }, () => {
    const chance = mul(still, sub(rational(1), again));
    still = mul(still, again);
    return chance;
  });
}

/** How many different points a hand makes: the chance of exactly k, for k = 0 to 6. */
export function differentPoints(chain: HandChain): readonly Rational[] {
  const result = Array.from({ length: NUMBERS.length + 1 }, () => ZERO);
  let sets = new Map<string, Rational>([['', rational(1)]]);
  for (let size = 0; size <= NUMBERS.length; size++) {
    const next = new Map<string, Rational>();
    for (const [made, chance] of sets) {
      const had = made === '' ? [] : made.split(',').map(Number);
      let over = rational(1);
      for (const number of NUMBERS.filter((each) => !had.includes(each))) {
        const first = mul(chance, firstNew(chain, had, number));
        const key = [...had, number].sort((a, b) => a - b).join();
        next.set(key, add(next.get(key) ?? ZERO, first));
        over = sub(over, firstNew(chain, had, number));
      }
      result[size] = add(result[size] as Rational, mul(chance, over));
    }
    sets = next;
  }
  return result;
}

/** From a come out: the chance that the next point made which is not among these is this number. */
function firstNew({ points, steps }: HandChain, had: readonly number[], number: PointNumber): Rational {
  const isNew = ({ made }: HandStep): boolean => made !== null && !had.includes(made);
  const chances = steps.map((row) =>
    points.map((_, at) => share(row, (step) => step.to === at && !isNew(step))),
  );
  const makes = steps.map((row) => [share(row, ({ made }) => made === number)]);
  return (solve(lessIdentity(chances), makes)[0] as readonly Rational[])[0] as Rational;
}

/** A total thrown again and again: in one hand, and before the next seven whoever throws. */
export interface Repeater {
  readonly total: Total;
  readonly times: number;
  /** At least so many times in one hand; come out sevens do not end it. */
  readonly inHand: Rational;
  /** So many times before any seven. */
  readonly beforeSeven: Rational;
}

/** As often as a total is usually asked for: 2 and 12 twice, 3 and 11 three times, up to 6 and 8 six times. */
export const usualTimes = (total: Total): number => Math.min(total, 14 - total);

export function repeaters(
  chain: HandChain,
  timesOf: (total: Total) => number = usualTimes,
): readonly Repeater[] {
  return TOTALS.filter((total) => total !== 7).map((total) => {
    const times = timesOf(total);
    const ways = THROWS.filter((dice) => totalOf(dice) === total).length;
    const sevens = THROWS.filter((dice) => totalOf(dice) === 7).length;
    const once = rational(ways, ways + sevens);
    return { total, times, inHand: timesInHand(chain, total, times), beforeSeven: power(once, times) };
  });
}

const power = (base: Rational, times: number): Rational =>
  Array.from({ length: times }, () => base).reduce(mul, rational(1));

/** Step by step from k times thrown to k + 1: the states in which the total falls are where the next wait begins. */
function timesInHand({ points, steps }: HandChain, total: Total, times: number): Rational {
  const waits = steps.map((row) =>
    points.map((_, at) => share(row, (step) => step.to === at && step.total !== total)),
  );
  const falls = steps.map((row) =>
    points.map((_, at) => share(row, (step) => step.to === at && step.total === total)),
  );
  // The throw that ends a hand may show the total too, as a lost come out does at some books.
  const last = steps.map((row) => share(row, (step) => step.to === null && step.total === total));
  let value: readonly Rational[] = points.map(() => rational(1));
  for (let left = times; left > 0; left--) {
    const isLast = left === times;
    const known = falls.map((row, from) => {
      const on = row.map((chance, at) => mul(chance, value[at] as Rational)).reduce(add, ZERO);
      return [isLast ? add(on, last[from] as Rational) : on];
    });
    value = solve(lessIdentity(waits), known).map(([chance]) => chance as Rational);
  }
  return value[0] as Rational;
}
