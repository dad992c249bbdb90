// The pit's figures are read off the events alone. What the house won by them is what the rules say it has, in every
// record that there is.
import { readdirSync, readFileSync } from 'node:fs';
import { replay, type TableEvent } from '@boxperson/rules';
import { expect, test } from 'vitest';
import { figuresAt, type LogLine, PIT_HOURS, type PitFigures, pitFigures } from '../src/index.js';

const GOLDEN = new URL('../../rules/test/table/golden/', import.meta.url);
const HOUR = 3_600_000;

const recordOf = (file: string): readonly TableEvent[] =>
  readFileSync(new URL(file, GOLDEN), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TableEvent);

const lineOf = (event: object, seq: number, at = 0, table = 'quay'): LogLine => ({
  seq,
  stream: `table/${table}`,
  position: seq,
  at,
  event,
});

const foldAll = (lines: readonly LogLine[]): PitFigures =>
  lines
    .filter(({ stream, event }) => !pitFigures.skips?.(stream, JSON.stringify(event)))
    .reduce((state, line) => pitFigures.fold(state, line, () => {}), pitFigures.start());

// Records from before it was said what every balance gains by a roll that is undone.
const SAYS_LESS = (events: readonly TableEvent[]): boolean =>
  events.some((event) => event.event === 'outcome-invalidated' && event.adjusted === undefined);

const files = readdirSync(GOLDEN).filter((file) => file.endsWith('.v1.jsonl'));

test.each(files)('%s: rolls and what the house won are the record’s own', (file) => {
  const events = recordOf(file);
  const table = replay(events);
  const found = figuresAt(foldAll(events.map((event, seq) => lineOf(event, seq + 1))), 'quay', 0);
  if (!SAYS_LESS(events)) expect(found.won).toBe(table.game.house);
  const undone = events.filter(
    (event) =>
      event.event === 'throw-voided' || (event.event === 'outcome-invalidated' && event.how === 'undone'),
  );
  const rolled = events.filter(({ event }) => event === 'rolled');
  if (!SAYS_LESS(events)) expect(found.rolls).toBe(rolled.length - undone.length);
});

const roll = (stake: number, winnings: number, collected: number) => ({
  event: 'rolled',
  settled: [{ stake, winnings, collected, returned: 0 }],
  replaced: [],
});

test('figures are of the last hours, and the pace of the last', () => {
  const at = 100 * HOUR;
  const state = foldAll([
    lineOf(roll(1_000, 0, 1_000), 1, at - (PIT_HOURS + 1) * HOUR),
    lineOf(roll(2_000, 2_000, 0), 2, at - 2 * HOUR),
    ...Array.from({ length: 30 }, (_, n) => lineOf(roll(500, 0, 500), n + 3, at - HOUR / 2)),
  ]);
  const found = figuresAt(state, 'quay', at);
  expect(found).toEqual({ rolls: 31, turnover: 17_000, won: 13_000, rollsAnHour: 60 });
  expect(figuresAt(state, 'elsewhere', at)).toEqual({ rolls: 0, turnover: 0, won: 0, rollsAnHour: 0 });
  expect(pitFigures.restore(JSON.parse(JSON.stringify(pitFigures.save(state))))).toEqual(state);
});
