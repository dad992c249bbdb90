import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chipSet } from '../chips.js';
import { amountsOf, type Fit, nearerTo, nearestFit, nearestRest } from './fit.js';
import { type Grid, meet, positive } from './grid.js';

const kinds = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 });
const fits: fc.Arbitrary<Fit> = fc
  .record({
    chips: kinds.map(chipSet),
    parts: fc.constantFrom(1, 1, 2, 4, 5),
    stands: fc.nat(8),
    unit: fc.constantFrom(1, 1, 2, 3, 7),
    residue: fc.nat(6),
    from: fc.integer({ min: 1, max: 60 }),
    room: fc.nat(150),
  })
  .map(({ chips, parts, stands, unit, residue, from, room }) => {
    // What stands is a whole number of parts that chips make.
    const standing = parts * chips.atLeast(stands);
    const inParts = { residue: positive(-standing, parts * chips.step), modulus: parts * chips.step };
    const inChips = { residue: 0, modulus: chips.step };
    const stepped = [inChips, inParts, { residue: residue % unit, modulus: unit }];
    // The step is left out where nothing is on all three.
    const grid = meet(stepped) ?? (meet([inChips, inParts]) as Grid);
    return { chips, parts, stands: standing, grid, from, to: from + room };
  });

/** All that fits, by trying. */
const fitting = ({ chips, parts, stands, grid, from, to }: Fit): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i).filter(
    (amount) =>
      positive(amount - grid.residue, grid.modulus) === 0 &&
      chips.canMake(amount) &&
      chips.canMake((stands + amount) / parts),
  );

const distances = (asked: number, amounts: readonly number[]): readonly number[] =>
  amounts.map((amount) => Math.abs(amount - asked));

describe('amounts that fit, against trying', () => {
  test('the least, the most, the step, and gaps only where they are told', () => {
    fc.assert(
      fc.property(fits, (fit) => {
        const all = fitting(fit);
        const amounts = amountsOf(fit);
        expect([amounts?.least, amounts?.most]).toEqual([all[0], all.at(-1)]);
        if (!amounts) return;
        expect(all.every((amount) => (amount - amounts.least) % amounts.step === 0)).toBe(true);
        if (!amounts.gaps) expect(all.length).toBe((amounts.most - amounts.least) / amounts.step + 1);
      }),
      { numRuns: 1000 },
    );
  });

  test('the nearest, and of two as near the lower, or the higher where it is what is left', () => {
    fc.assert(
      fc.property(fits, fc.nat(250), (fit, asked) => {
        const all = fitting(fit);
        const near = Math.min(...distances(asked, all));
        const nearest = all.filter((amount) => Math.abs(amount - asked) === near);
        expect(nearestFit(fit, asked)).toBe(nearest[0] ?? null);
        expect(nearestRest(fit, asked)).toBe(nearest.at(-1) ?? null);
      }),
      { numRuns: 1000 },
    );
  });
});

test('there are no gaps above what chips with gaps cannot make', () => {
  const chips = chipSet([200, 500]);
  const fit = { chips, stands: 0, parts: 1, grid: { residue: 0, modulus: 100 }, to: 2000 };
  expect(amountsOf({ ...fit, from: 200 })).toEqual({ least: 200, most: 2000, step: 100, gaps: true });
  expect(amountsOf({ ...fit, from: 400 })).toEqual({ least: 400, most: 2000, step: 100, gaps: false });
});

test('a wager in parts has the gaps of its parts', () => {
  const chips = chipSet([200, 500]);
  const fit = { chips, stands: 0, parts: 4, grid: { residue: 0, modulus: 400 }, to: 4000 };
  expect(amountsOf({ ...fit, from: 500 })).toEqual({ least: 800, most: 4000, step: 400, gaps: true });
  expect(amountsOf({ ...fit, from: 1300 })).toEqual({ least: 1600, most: 4000, step: 400, gaps: false });
});

test('a long gap is crossed: nothing is given up on', () => {
  // Chips of $300.11 and $300.13 make nothing between 30,013 and 60,022 cents.
  const chips = chipSet([30_011, 30_013]);
  const fit = { chips, stands: 0, parts: 1, grid: { residue: 0, modulus: 1 }, from: 30_014, to: 60_030 };
  expect(amountsOf(fit)).toMatchObject({ least: 60_022, most: 60_026 });
  expect(nearestFit({ ...fit, from: 1 }, 45_000)).toBe(30_013);
  expect(nearestFit({ ...fit, from: 1 }, 46_000)).toBe(60_022);
});

test('of two amounts the nearer, of two as near the first, of one that one', () => {
  expect(nearerTo(10, 8, 13)).toBe(8);
  expect(nearerTo(10, 6, 13)).toBe(13);
  expect(nearerTo(10, 8, 12)).toBe(8);
  expect(nearerTo(10, 12, 8)).toBe(12);
  expect(nearerTo(10, null, 8)).toBe(8);
  expect(nearerTo(10, 8, null)).toBe(8);
  expect(nearerTo(10, null, null)).toBeNull();
});
