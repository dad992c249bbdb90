import { HOUSE, type HouseBooks } from '@boxperson/offices';
import { nameOf, rulebook, SPOTS } from '@boxperson/rules';
import { lineIdOf } from '@boxperson/rules/dealing';
import { expect, test } from 'vitest';
import { spotName } from '../src/reading/spot-name.js';
import { houseNotices } from '../src/staff/house-notices.js';

const said = (books: Partial<HouseBooks>): readonly string[] =>
  houseNotices({ ...HOUSE.start, ...books }, (id) => `The ${id}`).map(({ says, more, kind, office }) => {
    expect([kind, office]).toEqual(['alarm', 'house']);
    return `${says} · ${more}`;
  });

test('books of a house that is well, of any age, say nothing', () => {
  expect(said({})).toEqual([]);
  expect(said({ stopped: {}, tumblers: {}, clock: null })).toEqual([]);
});

test('whatever stands still, is stopped or was set is said to the staff', () => {
  expect(
    said({
      stopped: { 'table/wharf': 'The store is not available: gone', tickets: 'a bug' },
      tumblers: { t1: 'two different reports for roll glass:7' },
      clock: { house: 1_790_000_000_000, wall: 1_789_996_400_000 },
      alarms: ['random'],
    }),
  ).toEqual([
    'Table The wharf stands still · The store is not available: gone',
    'The book tickets stands still · a bug',
    expect.stringMatching(/^The tumbler t1 is stopped · .*two different reports for roll glass:7/),
    expect.stringMatching(/^The clock of the machine was set back · /),
    expect.stringMatching(/^The dice of random/),
  ]);
});

test('every spot that a line of the record may name has its book’s name', () => {
  for (const spot of SPOTS) {
    const [, key = ''] = lineIdOf('12', 'ann', spot).split('/');
    expect(spotName('crown', key)).toBe(nameOf(rulebook('crown'), spot));
  }
});
