import { expect, it } from 'vitest';
import { type Exclusion, exclusionOf, type PeopleBooks } from '../src/index.js';

const made = (person: string, from: Exclusion['from']): Exclusion => ({
  person,
  from,
  reason: 'by the book',
  until: null,
  clause: null,
  by: 's-1',
  at: 0,
});

const booksWith = (exclusions: NonNullable<PeopleBooks['exclusions']>): PeopleBooks => ({
  persons: {},
  others: {},
  exclusions,
});

it('R63: the casino comes before a game, a game before none, and everybody else may play', () => {
  const books = booksWith({
    one: made('Ann', 'star'),
    two: made('Ann', 'casino'),
    three: made('Bo', 'crown'),
  });
  expect(exclusionOf(books, 'Ann', 'star')?.from).toBe('casino');
  expect(exclusionOf(books, 'Bo', 'crown')?.from).toBe('crown');
  expect(exclusionOf(books, 'Bo', 'star')).toBeNull();
  expect(exclusionOf(books, 'Cy', 'star')).toBeNull();
  expect(exclusionOf({ persons: {}, others: {} }, 'Ann', 'star')).toBeNull();
});

it('looks through all exclusions once, however often it is asked, and again when there are others', () => {
  let looked = 0;
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x${n}`, made(`p${n}`, 'casino')]));
  const watched = new Proxy(many, {
    ownKeys: (all) => {
      looked += 1;
      return Reflect.ownKeys(all);
    },
  });
  const books = booksWith(watched);
  for (let n = 0; n < 1_000; n++)
    expect(exclusionOf(books, `p${n}`, 'star')?.person).toBe(n < 500 ? `p${n}` : undefined);
  expect(looked).toBe(1);
  const { x7: _, ...fewer } = many;
  expect(exclusionOf(booksWith(fewer), 'p7', 'star')).toBeNull();
  expect(exclusionOf(booksWith(fewer), 'p8', 'star')).not.toBeNull();
});
