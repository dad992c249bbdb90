import { RULEBOOK_IDS } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import {
  addTally,
  binWidth,
  CHUNK_ROLLS,
  drawBelow,
  emptyRoller,
  exactSession,
  type Interval,
  LANES,
  LIBRARY,
  libraryStrategy,
  longRun,
  type Machine,
  makeReel,
  mappingFor,
  openPlain,
  openRoller,
  openStream,
  openTally,
  openWasm,
  playDirect,
  playSession,
  type Roller,
  rollChunk,
  STRETCH,
  type Strategy,
  type Summary,
  sessionFigures,
  sessionMachine,
  summarise,
  summariseSessions,
  type Tally,
  usualTable,
  visitsOf,
  workFor,
} from '../src/index.js';
import { shareInterval } from '../src/simulate/interval.js';
import { machineOf } from './machines.js';

describe('throws', () => {
  // Not a sample: all 65,536 values that can be drawn.
  test.each([36, 36 * 36])('every one of %i outcomes has the same number of 16-bit values', (outcomes) => {
    const { rejected } = mappingFor(outcomes);
    const counts = new Map<number, number>();
    let again = 0;
    for (let bits = 0; bits < 65_536; bits++) {
      const product = bits * outcomes;
      if ((product & 0xffff) < rejected) again++;
      else counts.set(product >>> 16, (counts.get(product >>> 16) ?? 0) + 1);
    }
    expect(again).toBe(rejected);
    expect(counts.size).toBe(outcomes);
    expect(new Set(counts.values())).toEqual(new Set([Math.floor(65_536 / outcomes)]));
  });

  test('streams differ by seed and by number, and repeat', () => {
    const first = (seed: number, number: number): string => {
      const stream = openStream(seed, number);
      return Array.from({ length: 8 }, () => drawBelow(stream, mappingFor(36))).join();
    };
    expect(first(1, 0)).toBe(first(1, 0));
    const some = [first(1, 0), first(2, 0), first(1, 1), first(2 ** 40, 0), first(1, 2 ** 40), first(0, 0)];
    expect(new Set(some).size).toBe(some.length);
  });

  test('each of the 36 falls about as often (chi-squared, 35 degrees of freedom)', () => {
    const counts = new Float64Array(36);
    const stream = openStream(5, 9);
    const draws = 720_000;
    for (let i = 0; i < draws; i++) counts[drawBelow(stream, mappingFor(36))]! += 1;
    const expected = draws / 36;
    const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // One in a million is above 93.
    expect(chi).toBeLessThan(93);
  });
});

/** Everything that a roller gives for a chunk. */
function all(roller: Roller, stretches: number) {
  roller.roll(7, 3, stretches);
  const cut = (values: ArrayLike<number>): number[] => Array.from(values).slice(0, stretches * LANES);
  return {
    money: cut(roller.money),
    drawdown: cut(roller.drawdown),
    longest: roller.longest(),
    steps: Array.from(roller.takeSteps()),
  };
}

describe('the kernel and plain JavaScript', () => {
  const cases = RULEBOOK_IDS.flatMap((book) => LIBRARY.map(({ name }) => [name, book] as const));
  test.each(cases.filter((_, index) => index % 3 === 0))('%s at %s: the same to the bit', (name, book) => {
    const reel = makeReel(machineOf(name, book));
    const kernel = openWasm(reel);
    expect(kernel).not.toBeNull();
    expect(all(kernel as Roller, 3)).toEqual(all(openPlain(reel), 3));
  });

  test('with one throw at a step', () => {
    const reel = makeReel(machineOf('molly-across-hardways'), 1);
    expect(reel.throwsPerStep).toBe(1);
    expect(all(openWasm(reel) as Roller, 3)).toEqual(all(openPlain(reel), 3));
  });

  test('with changes of money that need a word each', () => {
    const machine = machineOf('three-point-molly');
    // Cents that share no divisor: the unit becomes one cent.
    const odd = { ...machine, delta: machine.delta.map((cents) => (cents === 0 ? 0 : cents * 7 + 1)) };
    const reel = makeReel(odd);
    expect(reel.unit).toBe(1);
    expect(reel.largest).toBeGreaterThan(2 ** 13);
    expect(all(openWasm(reel) as Roller, 3)).toEqual(all(openPlain(reel), 3));
  });

  test('amounts that would overflow are left to plain JavaScript', () => {
    const machine = machineOf('pass-flat');
    const reel = makeReel({
      ...machine,
      delta: machine.delta.map((cents, cell) => (cell === 0 ? 1 : cents * 1e6)),
    });
    expect(openWasm(reel)).toBeNull();
    expect(openRoller(reel).kind).toBe('plain');
  });

  test('every chunk starts at the start: it does not matter what was rolled before', () => {
    const reel = makeReel(machineOf('three-point-molly'));
    const roller = openRoller(reel);
    const first = all(roller, 2);
    roller.roll(9, 1, 2);
    roller.takeSteps();
    expect(all(roller, 2)).toEqual(first);
  });

  test('as many visits are counted as there are rolls, and they follow the table', () => {
    const machine = machineOf('three-point-molly');
    const reel = makeReel(machine);
    const roller = openRoller(reel);
    roller.roll(1, 0, 5);
    const visits = visitsOf(reel, roller.takeSteps());
    expect(visits.reduce((sum, count) => sum + count, 0)).toBe(5 * LANES * STRETCH);
    const money = visits.reduce((sum, count, cell) => sum + count * (machine.delta[cell] as number), 0);
    const told = Array.from(roller.money)
      .slice(0, 5 * LANES)
      .reduce((sum, each) => sum + each, 0);
    expect(told * reel.unit).toBe(money);
  });
});

/** A whole run in one thread, its chunks in the order given. */
function run(
  machine: Machine,
  rolls: number,
  seed: number,
  order: (chunks: number) => readonly number[] = (chunks) => [...Array(chunks).keys()],
): Tally {
  const reel = makeReel(machine);
  const exact = longRun(machine);
  const work = workFor(rolls);
  const sum = openTally(reel, binWidth(reel, exact));
  for (const chunk of order(work.chunks)) {
    const roller = openRoller(reel);
    const tally = openTally(reel, binWidth(reel, exact));
    rollChunk(roller, tally, work, seed, chunk);
    emptyRoller(roller, tally);
    addTally(sum, tally);
  }
  return sum;
}

describe('a run', () => {
  test('has exactly as many rolls as asked for, however odd', () => {
    for (const rolls of [1, 7, 3_999, 4_001, 123_457, CHUNK_ROLLS + 5])
      expect(run(machineOf('pass-flat'), rolls, 1)).toMatchObject({ rolls });
  });

  test('does not depend on who rolls which chunk and in which order', () => {
    const machine = machineOf('iron-cross');
    const forward = run(machine, 2 * CHUNK_ROLLS + 9_999, 4);
    expect(run(machine, 2 * CHUNK_ROLLS + 9_999, 4, (chunks) => [...Array(chunks).keys()].reverse())).toEqual(
      forward,
    );
  });

  // Three books that differ most; the soak run takes all of them, with ten times the rolls.
  const books = ['star', 'adelaide', 'aruze'] as const;
  const cases = books.flatMap((book) => LIBRARY.map(({ name }) => [name, book] as const));
  test.each(cases)(
    '%s at %s: ten million rolls come within four standard errors of the exact mean',
    (name, book) => {
      const machine = machineOf(name, book);
      const exact = longRun(machine);
      const found = summarise(machine, makeReel(machine).unit, run(machine, 10_000_000, 20), exact);
      expect(Math.abs(found.errors)).toBeLessThan(4);
      // Hands end by themselves: their number is as far off as a count may be.
      expect(Math.abs(found.rollsPerHand / exact.rollsPerHand - 1)).toBeLessThan(0.005);
      expect(found.sdPerRoll / exact.sdPerRoll).toBeCloseTo(1, 2);
      expect(found.sdLongRun / exact.sdLongRun).toBeCloseTo(1, 1);
    },
  );

  test('tells of every wager what was counted, and nothing is left over', () => {
    const machine = machineOf('molly-across-hardways');
    const exact = longRun(machine);
    const found = summarise(machine, makeReel(machine).unit, run(machine, 1_000_000, 3), exact);
    const net = found.wagers.reduce((sum, line) => sum + line.net, 0);
    expect(net / found.rolls).toBeCloseTo(found.meanPerRoll, 9);
    for (const line of found.wagers) {
      // All that was bet is decided, but for what stands at the ends of the lanes.
      expect(line.bets - line.wins - line.losses - line.pushes).toBeLessThanOrEqual(8);
      expect(line.bets - line.wins - line.losses - line.pushes).toBeGreaterThanOrEqual(-8);
    }
    expect(found.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
    expect(found.longestHand).toBeGreaterThan(40);
    expect(found.worstDrawdown).toBe(found.drawdowns.most);
  });

  test('95 intervals in 100 hold the true value, of every estimate', () => {
    const machine = machineOf('pass-odds');
    const exact = longRun(machine);
    const { unit } = makeReel(machine);
    const runs = Array.from({ length: 120 }, (_, seed) =>
      summarise(machine, unit, run(machine, 100_000, seed), exact),
    );
    const held = (holds: (found: Summary) => readonly [Interval, number]): number =>
      runs.filter((found) => {
        const [[from, to], value] = holds(found);
        return from <= value && value <= to;
      }).length / runs.length;
    const estimates = {
      meanPerRoll: held((found) => [found.intervals95.meanPerRoll, exact.meanPerRoll]),
      sdPerRoll: held((found) => [found.intervals95.sdPerRoll, exact.sdPerRoll]),
      sdLongRun: held((found) => [found.intervals95.sdLongRun, exact.sdLongRun]),
      putUpPerRoll: held((found) => [found.intervals95.putUpPerRoll, exact.putUpPerRoll]),
      edge: held((found) => [found.intervals95.edge, found.exactEdge]),
      rollsPerHand: held((found) => [found.intervals95.rollsPerHand, exact.rollsPerHand]),
      pass: held(({ wagers }) => [wagers[0]?.confidence95 as Interval, exact.lines[0]?.net as number]),
      stretch: held(({ results }) => [results.intervals95.mean, STRETCH * exact.meanPerRoll]),
    };
    // Of 120 runs 114 are expected, give or take 2.4.
    for (const [name, share] of Object.entries(estimates)) {
      expect(share, name).toBeGreaterThan(0.87);
      expect(share, name).toBeLessThan(1);
    }
  });

  test('the game layer by itself finds the same', () => {
    const played = playDirect(libraryStrategy('iron-cross') as Strategy, usualTable('star'), {
      rolls: 20_000,
      seed: 2,
    });
    if (!played.ok) throw new Error(played.refused.message);
    const exact = longRun(machineOf('iron-cross'));
    expect(Math.abs(played.summary.meanPerRoll - exact.meanPerRoll)).toBeLessThan(
      4 * (exact.sdLongRun / Math.sqrt(20_000)),
    );
    expect(played.summary.standardError / (exact.sdLongRun / Math.sqrt(20_000))).toBeCloseTo(1, 0);
  });
});

describe('sessions', () => {
  test('repeat by seed and number, and end as their plan says', () => {
    const machine = sessionMachine(machineOf('three-point-molly'));
    const plan = { bankroll: 30_000, stopWin: 20_000, rolls: 60 };
    const ends = new Set<string>();
    for (let number = 0; number < 200; number++) {
      const outcome = playSession(machine, plan, 6, number);
      expect(playSession(machine, plan, 6, number)).toEqual(outcome);
      ends.add(outcome.end);
      if (outcome.end === 'stop-win') expect(outcome.result).toBeGreaterThanOrEqual(20_000);
      if (outcome.end === 'rolls') expect(outcome.rolls).toBe(60);
      expect(outcome.drawdown).toBeGreaterThanOrEqual(-outcome.result);
    }
    expect(ends).toEqual(new Set(['rolls', 'stop-win', 'broke']));
  });

  test('their intervals hold the exact figures 95 times in 100', () => {
    const machine = machineOf('pass-flat');
    const plan = { rolls: 30 };
    const solved = sessionFigures(machine, plan);
    if (!solved.ok) throw new Error(solved.message);
    const exact = exactSession(solved.figures, machine, plan);
    const played = Array.from({ length: 100 }, (_, seed) => {
      const outcomes = Array.from({ length: 300 }, (_, number) =>
        playSession(sessionMachine(machine), plan, seed, number),
      );
      return summariseSessions({ outcomes, seconds: 0, rolls: 9_000, cancelled: false }).intervals95;
    });
    const held = (values: readonly (readonly [Interval | undefined, number | undefined])[]): number =>
      values.filter(([[from, to] = [1, 0], value = 0]) => from <= value && value <= to).length;
    expect(held(played.map(({ mean }) => [mean, exact.mean]))).toBeGreaterThan(87);
    expect(held(played.map(({ sd }) => [sd, exact.sd]))).toBeGreaterThan(87);
    // Amounts are whole wagers: a quantile often stands at both ends of its interval.
    for (const q of ['5', '50', '95'])
      expect(held(played.map(({ quantiles }) => [quantiles[q], exact.quantiles[q]]))).toBeGreaterThan(92);
    expect(played[0]?.meanRolls).toEqual([30, 30]);
  });

  test('what was never seen may still happen now and then', () => {
    expect(shareInterval(0, 1_000)).toEqual([0, expect.closeTo(0.0038, 4)]);
    expect(shareInterval(1_000, 1_000)).toEqual([expect.closeTo(0.9962, 4), 1]);
    expect(shareInterval(0, 0)).toEqual([0, 1]);
  });
});
