import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignDown, alignUp, type Grid, meet, positive } from './grid.js';

const grids: fc.Arbitrary<Grid> = fc
  .tuple(fc.nat(100), fc.integer({ min: 1, max: 40 }))
  .map(([residue, modulus]) => ({ residue: residue % modulus, modulus }));

const isOn = ({ residue, modulus }: Grid, value: number): boolean => value % modulus === residue;
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, value) => value);

describe('grids', () => {
  test('meet in the numbers that are on both', () => {
    fc.assert(
      fc.property(grids, grids, (a, b) => {
        const both = meet([a, b]);
        // 40 · 39 numbers hold a whole period of any two of them.
        const shared = upTo(1600).filter((value) => isOn(a, value) && isOn(b, value));
        expect(shared).toEqual(both === null ? [] : upTo(1600).filter((value) => isOn(both, value)));
      }),
      { numRuns: 300 },
    );
  });

  test('three meet in the numbers that are on all', () => {
    fc.assert(
      fc.property(grids, grids, grids, (a, b, c) => {
        const both = meet([a, b]);
        expect(meet([a, b, c])).toEqual(both && meet([both, c]));
      }),
    );
  });

  test('none at all is every number', () => {
    expect(meet([])).toEqual({ residue: 0, modulus: 1 });
  });

  test('meet exactly where the numbers are large', () => {
    const [a, b] = [999_999_999_989, 999_983];
    // Both hold 10^12, and the next such number is past all money.
    const grids = [a, b].map((modulus) => ({ residue: 1e12 % modulus, modulus }));
    expect(meet(grids)).toEqual({ residue: 1e12, modulus: Number.MAX_SAFE_INTEGER });
    expect(meet([...grids, { residue: 0, modulus: 1000 }])?.residue).toBe(1e12);
    expect(meet([...grids, { residue: 1, modulus: 1000 }])).toBeNull();
  });

  test('the first number up and down', () => {
    fc.assert(
      fc.property(grids, fc.nat(200), (grid, from) => {
        const up = alignUp(grid, from);
        const down = alignDown(grid, from);
        expect(positive(up - grid.residue, grid.modulus)).toBe(0);
        expect(positive(down - grid.residue, grid.modulus)).toBe(0);
        expect(up - from).toBeGreaterThanOrEqual(0);
        expect(up - from).toBeLessThan(grid.modulus);
        expect(from - down).toBeGreaterThanOrEqual(0);
        expect(from - down).toBeLessThan(grid.modulus);
      }),
    );
  });

  test('a remainder is never below zero', () => {
    expect([-7, -5, -1, 0, 4, 5, 12].map((value) => positive(value, 5))).toEqual([3, 0, 4, 0, 4, 0, 2]);
  });
});
