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
