import { expect, test } from 'vitest';
import { DEALING_PROFILES, faultsInProfile, loadProfile, payOrder, takeOrder, USUAL } from './profile.js';
import { RESULTS, SECTIONS } from './sections.js';

test('the profiles are plain data, and sound', () => {
  expect(new Set(DEALING_PROFILES.map(({ id }) => id)).size).toBe(3);
  for (const profile of DEALING_PROFILES) {
    expect(faultsInProfile(JSON.parse(JSON.stringify(profile)))).toEqual([]);
    expect(loadProfile(profile)).toEqual({ ok: true, profile });
  }
});

test('no order leaves a section out, whatever a row names', () => {
  const empty = Object.fromEntries(
    RESULTS.map((result) => [result, { take: [], pay: [] }]),
  ) as unknown as typeof USUAL.rows;
  for (const profile of [...DEALING_PROFILES, { ...USUAL, rows: empty }])
    for (const result of RESULTS)
      for (const order of [takeOrder(profile, result), payOrder(profile, result)])
        expect([...order].sort()).toEqual([...SECTIONS].sort());
});

test.each([
  [{ centre: 'never' }, 'centre'],
  [{ chips: 'most' }, 'chips'],
  [{ title: '' }, 'title'],
  [{ more: 1 }, 'more'],
  [{ crew: undefined }, 'crew'],
  [{ directions: { ...USUAL.directions, field: 'around' } }, 'directions.field'],
  [{ rows: { ...USUAL.rows, number: { take: ['lines'], pay: [] } } }, 'rows.number.take[0]'],
  [{ rows: { ...USUAL.rows, number: { take: [], pay: ['field', 'field'] } } }, 'rows.number.pay[1]'],
])('a fault is named by its place: %j', (change, path) => {
  const loaded = loadProfile({ ...USUAL, ...change });
  expect(loaded.ok ? [] : loaded.faults.map((fault) => fault.path)).toEqual([path]);
});
