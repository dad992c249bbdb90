import { expect, test } from 'vitest';
import { didYouMean, nearestName } from './nearest.js';

const NAMES = [
  'inside',
  'bots',
  'odds',
  'open',
  'pass',
  'place',
  'three-point-molly',
  'martingale',
  'star-2024',
];

test.each([
  ['plase', 'place'],
  ['opne', 'open'],
  ['odd', 'odds'],
  ['PLACE', 'place'],
  ['three-pointmoly', 'three-point-molly'],
  ['molly', 'three-point-molly'],
  ['martin', 'martingale'],
  ['star2024', 'star-2024'],
])('%s was meant to be %s', (typed, name) => {
  expect(nearestName(typed, NAMES)).toBe(name);
});

test.each(['nonsense', 'bogus', 'x', '', 'st', 'o', 'a'.repeat(1e5)])(
  '%s was meant to be nothing of ours',
  (typed) => {
    expect(nearestName(typed, NAMES)).toBeUndefined();
  },
);

test('in a sentence', () => {
  expect(didYouMean('pas', NAMES)).toBe('; did you mean pass?');
  expect([didYouMean('nonsense', NAMES), didYouMean(7, NAMES), didYouMean('', NAMES)]).toEqual(['', '', '']);
});
