import { expect, test } from 'vitest';
import { dueIn, readMemory, remember, standingOf } from './memory.js';

const NOON = new Date('2026-03-01T12:00:00Z');
const after = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
const DAY = 24 * 60;

test('what was wrong comes back within minutes, what was right and quick after days', () => {
  const wrong = remember({}, 'place/6', false, 4_000, NOON);
  expect(dueIn(wrong, after(5))).toEqual(['place/6']);
  expect(dueIn(remember({}, 'place/6', true, 4_000, NOON), after(5))).toEqual([]);
  const quick = remember({}, 'place/6', true, 2_000, NOON);
  expect(dueIn(quick, after(15))).toEqual([]);
  expect(dueIn(quick, after(60 * DAY))).toEqual(['place/6']);
});

test('right but slower than six seconds comes back sooner than right in time', () => {
  const due = (ms: number) => remember({}, 'buy/4', true, ms, NOON)['buy/4']?.card.due.getTime() ?? 0;
  expect(due(9_000)).toBeLessThan(due(4_000));
  expect(due(4_000)).toBeLessThan(due(2_000));
});

test('weak keys come before strong ones, the longest waiting first', () => {
  let memory = remember({}, 'weak', false, 4_000, NOON);
  memory = remember(memory, 'weaker', false, 4_000, after(-10));
  memory = remember(memory, 'strong', true, 2_000, NOON);
  expect(dueIn(memory, after(30))).toEqual(['weaker', 'weak']);
});

test('every answer makes a key that sits wait longer', () => {
  let memory = remember({}, 'odds', true, 2_000, NOON);
  const waits: number[] = [];
  let now = NOON;
  for (let i = 0; i < 4; i++) {
    const due = memory['odds']?.card.due as Date;
    waits.push(due.getTime() - now.getTime());
    now = due;
    memory = remember(memory, 'odds', true, 2_000, now);
  }
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
  expect(standingOf(memory, now)).toMatchObject({ keys: 1, sit: 1, due: 0, asked: 5, right: 5 });
});

test('what was kept is read again, and what is broken is forgotten, key by key', () => {
  const memory = remember(remember({}, 'a', true, 5_000, NOON), 'b', false, 5_000, NOON);
  const kept = JSON.stringify(memory);
  expect(readMemory(kept)).toEqual(memory);
  const broken = JSON.stringify({ ...JSON.parse(kept), a: { card: { due: 'never' } }, c: 7 });
  expect(Object.keys(readMemory(broken))).toEqual(['b']);
  expect(readMemory('{rubbish')).toEqual({});
  expect(readMemory(null)).toEqual({});
});
