import { expect, test } from 'vitest';
import { RULEBOOK_IDS, rulebook } from '../index.js';
import { isSingle, placeOf, sayPlace } from './places.js';
import { SMALL_TABLE, USUAL } from './profile.js';

const SEATS = Array.from({ length: 16 }, (_, i) => i + 1);
const of16 = (by: 'stick' | 'dealer') => SEATS.map((seat) => sayPlace(placeOf(seat, 16, 'ends'), by));

test('the stick names sixteen seats by distance; what is left of the box is at its right hand', () => {
  expect(of16('stick')).toEqual([
    'next to the dealer, on my right',
    "the dealer's second, on my right",
    "the dealer's third, on my right",
    "the dealer's fourth, on my right",
    'my fourth, on my right',
    'my third, on my right',
    'my second, on my right',
    'next to me, on my right',
    'next to me, on my left',
    'my second, on my left',
    'my third, on my left',
    'my fourth, on my left',
    "the dealer's fourth, on my left",
    "the dealer's third, on my left",
    "the dealer's second, on my left",
    'next to the dealer, on my left',
  ]);
});

test('a base dealer names the eight of an end', () => {
  const end = [
    'next to me',
    'my second',
    'my third',
    'my fourth',
    "the stick's fourth",
    "the stick's third",
    "the stick's second",
    'next to the stick',
  ];
  expect(of16('dealer')).toEqual([...end, ...end.toReversed()]);
});

test('a single dealer counts from both hands', () => {
  const said = SEATS.slice(0, 8).map((seat) => sayPlace(placeOf(seat, 8, 'single'), 'dealer'));
  expect(said).toEqual([
    'first on my left',
    'second on my left',
    'third on my left',
    'fourth on my left',
    'fourth on my right',
    'third on my right',
    'second on my right',
    'first on my right',
  ]);
});

test('no two seats of a table are named alike, however many there are', () => {
  for (const seats of [1, 2, 3, 7, 15, 16, 47, 100])
    for (const crew of ['single', 'ends'] as const) {
      const all = Array.from({ length: seats }, (_, i) => placeOf(i + 1, seats, crew));
      expect(new Set(all.map((place) => sayPlace(place, 'stick'))).size).toBe(seats);
      expect(new Set(all.map((place) => `${place.end} ${sayPlace(place, 'dealer')}`)).size).toBe(seats);
    }
});

test('crown 7.3.1: one dealer at a mini table, and where the house wants one', () => {
  const single = RULEBOOK_IDS.filter((id) => id !== 'aruze' && isSingle(rulebook(id), USUAL));
  expect(single).toEqual(['crown-mini']);
  expect(isSingle(rulebook('star'), SMALL_TABLE)).toBe(true);
});
