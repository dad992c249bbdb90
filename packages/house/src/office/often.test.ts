import { expect, test } from 'vitest';
import { Often } from './often.js';

const RULE = { mine: 2, all: 3, ms: 1_000, of: 'cases' };
const guest = (id: string) => ({ id, kind: 'guest' });

test('each may so often, and all of their kind together: guests lock out nobody who has a card', () => {
  let now = 0;
  const often = new Often(() => now);
  expect(often.wait('dispute', guest('g-1'), RULE)).toBeNull();
  expect(often.wait('dispute', guest('g-1'), RULE)).toBeNull();
  expect(often.wait('dispute', guest('g-1'), RULE)).toBe(1);
  expect(often.wait('dispute', guest('g-2'), RULE)).toBeNull();
  expect(often.wait('dispute', guest('g-3'), RULE)).toBe(1);
  expect(often.wait('dispute', { id: 'p-1', kind: 'player' }, RULE)).toBeNull();
  now = 1_000;
  expect(often.wait('dispute', guest('g-3'), RULE)).toBeNull();
});

test('guests of one network count together, whatever they are called, and leave the others theirs', () => {
  let now = 0;
  const often = new Often(() => now);
  const rule = { mine: 6, all: 300, ms: 1_000, of: 'cases', near: { guests: 2, ms: 5_000 } };
  const ask = (id: string, from: string, kind = 'guest') => often.wait('dispute', { id, kind, from }, rule);
  expect([ask('g-1', '10.0.0.1'), ask('g-2', '10.0.0.2')]).toEqual([null, null]);
  expect(ask('g-3', '10.0.0.3')).toBe(5);
  expect(ask('p-1', '10.0.0.3', 'player')).toBeNull();
  expect(ask('g-4', '10.0.1.1')).toBeNull();
  expect([ask('g-5', '2001:db8:1:1'), ask('g-6', '2001:db8:1:2'), ask('g-7', '2001:db8:1:3')]).toEqual([
    null,
    null,
    5,
  ]);
  now = 1_000;
  expect(ask('g-3', '10.0.0.3')).toBe(4);
  now = 5_000;
  expect(ask('g-3', '10.0.0.3')).toBeNull();
});
