import { THROWS, throwIndex } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { Battery, isFair } from '../../src/dice/battery.js';
import { drawDice, throwFor } from '../../src/dice/random.js';
import { seeded } from './tumbler.helper.js';

const BYTES = Array.from({ length: 256 }, (_, byte) => byte);

describe('the mapping of bytes to throws', () => {
  test('of the 256 bytes each of the 36 throws has seven, and four are thrown away', () => {
    const counts = THROWS.map(() => 0);
    const rejected: number[] = [];
    for (const byte of BYTES) {
      const dice = throwFor(byte);
      if (dice === null) rejected.push(byte);
      else counts[throwIndex(dice)] = (counts[throwIndex(dice)] as number) + 1;
    }
    expect(counts).toEqual(THROWS.map(() => 7));
    expect(rejected).toEqual([252, 253, 254, 255]);
  });

  test('a byte always stands for the same throw, and each throw is one of two real dice', () => {
    for (const byte of BYTES) {
      const dice = throwFor(byte);
      expect(dice).toEqual(throwFor(byte));
      if (dice) expect(THROWS).toContainEqual(dice);
    }
  });
});

describe('drawing', () => {
  /** Hands out prepared bytes and notes how many were asked for. */
  const scripted = (...bytes: readonly number[]) => {
    const left = [...bytes];
    return (count: number): Uint8Array => {
      if (left.length < count) throw new Error('more bytes asked for than there are');
      return Uint8Array.from(left.splice(0, count));
    };
  };

  test('the first byte that is not thrown away decides', () => {
    expect(drawDice(scripted(0, 1, 2, 3, 4, 5, 6, 7))).toEqual([1, 1]);
    expect(drawDice(scripted(255, 252, 35, 0, 0, 0, 0, 0))).toEqual([6, 6]);
    expect(drawDice(scripted(255, 255, 255, 255, 255, 255, 255, 251))).toEqual([6, 6]);
  });

  test('when all are thrown away it asks for more', () => {
    const rejected = Array.from({ length: 16 }, (_, index) => 252 + (index % 4));
    expect(drawDice(scripted(...rejected, 37, 0, 0, 0, 0, 0, 0, 0))).toEqual([1, 2]);
  });

  test('every byte leads to its own throw', () => {
    for (const byte of BYTES.slice(0, 252)) {
      expect(drawDice(scripted(byte, 0, 0, 0, 0, 0, 0, 0))).toEqual(throwFor(byte));
    }
  });

  test("the operating system's generator gives all 36 throws", () => {
    const seen = new Set(Array.from({ length: 2_000 }, () => throwIndex(drawDice())));
    // Of 2,000 fair throws one is missing once in some 10^23 runs.
    expect(seen.size).toBe(36);
  });
});

describe('a million draws in the battery', () => {
  const DRAWS = 1_000_000;

  /** The same bytes in every run, eight at a time as the generator is asked for them. */
  const bytesFrom = (seed: number) => {
    const random = seeded(seed);
    const eight = new Uint8Array(8);
    return (): Uint8Array => {
      for (let index = 0; index < 8; index += 1) eight[index] = Math.floor(random() * 256);
      return eight;
    };
  };

  const failuresOf = (next: () => number): string[] => {
    const battery = new Battery();
    for (let draw = 0; draw < DRAWS; draw += 1) battery.add(next());
    const results = battery.results();
    expect(results).toHaveLength(7);
    return results.filter((result) => !isFair(result)).map(({ test: name }) => name);
  };

  test('fair dice pass every test', () => {
    const bytes = bytesFrom(1);
    expect(failuresOf(() => throwIndex(drawDice(bytes)))).toEqual([]);
  });

  test('a mapping that throws no byte away fails on faces, throws and pairs', () => {
    const bytes = bytesFrom(2);
    const failed = failuresOf(() => (bytes()[0] as number) % 36);
    expect(failed).toEqual(expect.arrayContaining(['first die', 'second die', 'throws', 'pairs of throws']));
  });

  test('dice that now and then repeat the last throw fail on pairs, runs, gaps and correlation', () => {
    const bytes = bytesFrom(3);
    const random = seeded(4);
    let last = 0;
    const failed = failuresOf(() => {
      if (random() >= 0.02) last = throwIndex(drawDice(bytes));
      return last;
    });
    expect(failed).toEqual(['pairs of throws', 'runs', 'gaps', 'serial correlation']);
  });

  test('dice that are too even fail too', () => {
    let next = 0;
    const failed = failuresOf(() => {
      next = (next + 1) % 36;
      return next;
    });
    expect(failed).toEqual(expect.arrayContaining(['first die', 'second die', 'throws']));
  });
});
