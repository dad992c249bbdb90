import { type Dice, THROWS } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import {
  chiSquareFor,
  chiSquareOf,
  chiSquareP,
  logGamma,
  twoSidedP,
  upperGamma,
} from '../../src/dice/chi-square.js';
import {
  ALARM_P,
  type AlarmChange,
  DiceStatistics,
  type SavedStatistics,
} from '../../src/dice/statistics.js';
import { seeded } from './tumbler.helper.js';

// Worked out with forty digits elsewhere.
const KNOWN: readonly (readonly [statistic: number, freedom: number, p: number])[] = [
  [0.001, 1, 0.9747728793699604],
  [3.841458820694124, 1, 0.05000000000000006],
  [40, 1, 2.539628589470865e-10],
  [1, 2, 0.6065306597126334],
  [0.5, 5, 0.9921232932326296],
  [5, 5, 0.41588018699550794],
  [11.070497693516351, 5, 0.05000000000000005],
  [36, 5, 9.49810899862508e-7],
  [60, 5, 1.215456977718304e-11],
  [20, 35, 0.9802309168352654],
  [34.3, 35, 0.5017190702522201],
  [35, 35, 0.46820272447140143],
  [49.80184956820181, 35, 0.050000000000000565],
  [100, 35, 3.578512134281083e-8],
  [200, 35, 5.190577769735961e-25],
  [1100, 1295, 0.9999720618362127],
  [1295, 1295, 0.4947739610995448],
  [1300, 1295, 0.45572216384864844],
  [1379.8, 1295, 0.05006117731717164],
  [1700, 1295, 1.8526899016062384e-13],
  [9900, 9999, 0.7573102091154131],
  [10500, 9999, 0.00024153011422255334],
  [999000, 1000000, 0.7601767314598729],
];

describe('chi-square', () => {
  test.each(KNOWN)('%d with %d degrees of freedom', (statistic, freedom, p) => {
    expect(Math.abs(chiSquareP(statistic, freedom) / p - 1)).toBeLessThan(1e-9);
  });

  test('an even number of degrees has a closed form: e^-h times a sum of h^k / k!', () => {
    for (const freedom of [2, 4, 6, 34, 36, 100]) {
      for (const statistic of [0.1, 1, 5, 20, freedom, freedom * 2, 150]) {
        const half = statistic / 2;
        let [term, sum] = [1, 1];
        for (let k = 1; k < freedom / 2; k += 1) {
          term *= half / k;
          sum += term;
        }
        expect(Math.abs(chiSquareP(statistic, freedom) / (Math.exp(-half) * sum) - 1)).toBeLessThan(1e-9);
      }
    }
  });

  test.each([
    [0.5, 0.6170750774519738],
    [1.959963984540054, 0.050000000000000024],
    [3, 0.002699796063260189],
    [5, 5.733031437583878e-7],
    [-8, 1.2441921148543568e-15],
  ])('a normal value of %d on either side', (z, p) => {
    expect(Math.abs(twoSidedP(z) / p - 1)).toBeLessThan(1e-9);
  });

  test('the ends, and what has no tail', () => {
    expect(chiSquareP(0, 5)).toBe(1);
    expect(chiSquareP(-1e-12, 5)).toBe(1);
    expect(chiSquareP(Number.POSITIVE_INFINITY, 5)).toBe(0);
    for (const [a, x] of [
      [0, 1],
      [1, -1],
      [Number.NaN, 1],
      [1, Number.NaN],
    ] as const) {
      expect(() => upperGamma(a, x)).toThrow(RangeError);
    }
    expect(() => chiSquareFor(0, 5)).toThrow(RangeError);
    // 10! and the square root of pi.
    expect(Math.abs(logGamma(11) / Math.log(3_628_800) - 1)).toBeLessThan(1e-14);
    expect(Math.abs(logGamma(0.5) / (Math.log(Math.PI) / 2) - 1)).toBeLessThan(1e-13);
  });

  test('the limit for a chance has that chance', () => {
    for (const p of [0.5, 0.05, 1e-3, 1e-7]) {
      for (const freedom of [5, 35, 1_295]) {
        expect(Math.abs(chiSquareP(chiSquareFor(p, freedom), freedom) / p - 1)).toBeLessThan(1e-9);
      }
    }
  });
});

/** A throw of two dice, the first of which shows a six with that chance and its other faces evenly. */
const thrower = (seed: number, six = 1 / 6): (() => Dice) => {
  const random = seeded(seed);
  const face = (chance: number): number => {
    const drawn = random();
    return drawn < chance ? 6 : 1 + Math.floor(((drawn - chance) / (1 - chance)) * 5);
  };
  return () => [face(six), face(1 / 6)] as unknown as Dice;
};

const rollFor = (statistics: DiceStatistics, rolls: number, next: () => Dice): AlarmChange[] => {
  const changes: AlarmChange[] = [];
  for (let roll = 0; roll < rolls; roll += 1) {
    const change = statistics.add(next());
    if (change) changes.push(change);
  }
  return changes;
};

/** How many rolls it takes until the alarm goes off. */
const rollsToAlarm = (statistics: DiceStatistics, next: () => Dice, most: number): number => {
  for (let roll = 1; roll <= most; roll += 1) if (statistics.add(next())?.change === 'raised') return roll;
  return Number.POSITIVE_INFINITY;
};

describe('running statistics', () => {
  test('the figures are those of the last 1,000, the last 10,000 and all rolls', () => {
    const next = thrower(5);
    const thrown = Array.from({ length: 12_345 }, next);
    const statistics = new DiceStatistics();
    for (const dice of thrown) statistics.add(dice);
    const report = statistics.report();
    for (const [window, length] of [
      ['last-1000', 1_000],
      ['last-10000', 10_000],
      ['all', 12_345],
    ] as const) {
      const part = thrown.slice(-length);
      const count = (test: (dice: Dice) => boolean): number => part.filter(test).length;
      const cells = THROWS.map(([a, b]) => count((dice) => dice[0] === a && dice[1] === b));
      expect(statistics.counts(window)).toEqual(cells);
      expect(report[window].rolls).toBe(length);
      const first = [1, 2, 3, 4, 5, 6].map((face) => count(([a]) => a === face));
      const second = [1, 2, 3, 4, 5, 6].map((face) => count(([, b]) => b === face));
      for (const [test, counts] of [
        ['first', first],
        ['second', second],
        ['throws', cells],
      ] as const) {
        const statistic = chiSquareOf(counts, () => length / counts.length);
        const figure = report[window][test];
        expect(figure.statistic).toBeCloseTo(statistic, 8);
        expect(figure.freedom).toBe(counts.length - 1);
        expect(figure.p).toBeCloseTo(chiSquareP(statistic, counts.length - 1), 9);
      }
    }
  });

  test('before the first roll there is nothing to say', () => {
    const { all } = new DiceStatistics().report();
    expect(all).toMatchObject({ rolls: 0, first: { statistic: 0, p: 1 } });
  });

  test('saved and loaded it goes on as if nothing had happened', () => {
    for (const rolls of [0, 1, 999, 1_000, 9_999, 10_000, 25_001]) {
      const next = thrower(rolls + 1, 0.18);
      const statistics = new DiceStatistics();
      rollFor(statistics, rolls, next);
      const loaded = DiceStatistics.load(JSON.parse(JSON.stringify(statistics.save())) as SavedStatistics);
      expect(loaded.save()).toEqual(statistics.save());
      const more = Array.from({ length: 1_500 }, next);
      const changes = (each: DiceStatistics) => more.map((dice) => each.add(dice)).filter(Boolean);
      expect(changes(loaded)).toEqual(changes(statistics));
      expect(loaded.report()).toEqual(statistics.report());
    }
  });

  test.each<[string, (saved: SavedStatistics) => unknown]>([
    ['a count too few', (saved) => ({ ...saved, counts: saved.counts.slice(1) })],
    ['half a roll', (saved) => ({ ...saved, counts: saved.counts.with(0, 0.5) })],
    ['a count below nothing', (saved) => ({ ...saved, counts: saved.counts.with(0, -1) })],
    ['throws that were not counted', (saved) => ({ ...saved, counts: saved.counts.map(() => 0) })],
    ['throws that are missing', (saved) => ({ ...saved, recent: saved.recent.slice(1) })],
    ['other throws', (saved) => ({ ...saved, recent: '0'.repeat(saved.recent.length) })],
    ['no throws', (saved) => ({ ...saved, recent: saved.recent.toUpperCase() })],
    ['an alarm of nothing', (saved) => ({ ...saved, alarm: {} })],
    ['nothing', () => ({})],
  ])('what was not saved is not loaded: %s', (_, spoil) => {
    const statistics = new DiceStatistics();
    rollFor(statistics, 2_000, thrower(6));
    const saved = statistics.save();
    expect(() => DiceStatistics.load(saved)).not.toThrow();
    expect(() => DiceStatistics.load(spoil(saved) as SavedStatistics)).toThrow(RangeError);
  });
});

describe('the alarm', () => {
  test('two million fair rolls do not raise it; a hundred thousand times as touchy, they do', () => {
    const [careful, touchy] = [
      new DiceStatistics(),
      new DiceStatistics({ alarmP: ALARM_P * 1e5, clearP: 0.05 }),
    ];
    const next = thrower(2_024);
    let [alarms, touched] = [0, 0];
    for (let roll = 0; roll < 2_000_000; roll += 1) {
      const dice = next();
      if (careful.add(dice)) alarms += 1;
      if (roll < 100_000 && touchy.add(dice)) touched += 1;
    }
    expect(alarms).toBe(0);
    expect(touched).toBeGreaterThan(0);
  });

  test('a die that shows one face in a fifth of its rolls is found within a few thousand', () => {
    const delays = Array.from({ length: 40 }, (_, seed) =>
      rollsToAlarm(new DiceStatistics(), thrower(seed + 1, 1 / 5), 20_000),
    ).sort((a, b) => a - b);
    expect(delays[20]).toBeLessThan(5_500);
    expect(delays.at(-1)).toBeLessThan(10_000);
  });

  test('after a long fair life it takes not much longer', () => {
    const statistics = new DiceStatistics();
    expect(rollFor(statistics, 300_000, thrower(77))).toEqual([]);
    expect(rollsToAlarm(statistics, thrower(78, 1 / 5), 20_000)).toBeLessThan(10_000);
    expect(statistics.alarm).toMatchObject({ test: 'first', window: 'last-10000' });
  });

  test('the second die is watched too, and both together', () => {
    const swap = thrower(9, 1 / 4);
    const second = new DiceStatistics();
    const [raised] = rollFor(second, 5_000, () => swap().toReversed() as unknown as Dice);
    expect(raised).toMatchObject({ change: 'raised', alarm: { test: 'second' } });
    // Each die is fair, and yet they come down alike too often.
    const random = seeded(10);
    const alike = new DiceStatistics();
    const together = (): Dice => {
      const face = 1 + Math.floor(random() * 6);
      return [face, random() < 0.15 ? face : 1 + Math.floor(random() * 6)] as unknown as Dice;
    };
    expect(rollsToAlarm(alike, together, 10_000)).toBeLessThan(10_000);
    expect(alike.alarm?.test).toBe('throws');
  });

  test('it does not flutter: raised once, and cleared only when all figures are likely again', () => {
    const statistics = new DiceStatistics();
    rollFor(statistics, 30_000, thrower(20));
    const bad = rollFor(statistics, 3_000, thrower(21, 1 / 3));
    expect(bad.map(({ change }) => change)).toEqual(['raised']);
    const good = rollFor(statistics, 300_000, thrower(22));
    expect(good.map(({ change }) => change)).toEqual(['cleared']);
    const { 'last-1000': thousand, 'last-10000': tenThousand, all } = statistics.report();
    for (const { first, second, throws } of [thousand, tenThousand, all]) {
      for (const { p } of [first, second, throws]) expect(p).toBeGreaterThan(ALARM_P);
    }
  });
});
