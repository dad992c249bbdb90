import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  EVENT_VERSION,
  RULEBOOK_IDS,
  replay,
  restoreTable,
  saveTable,
  type TableEvent,
} from '../../src/index.js';
import { EVENT_NAMES } from '../../src/table/evolve.js';
import { moneyAt } from './crowd.js';

/**
 * Records of every version there ever was, with the table that each led to. Made by golden/write.mjs. One with a `+` in
 * its name came later in its version and holds what that version learnt since.
 */
const folder = fileURLToPath(new URL('golden', import.meta.url));
const RECORD = /^(?<book>.+)\.v(?<version>\d+)\.jsonl$/;
const names = readdirSync(folder).flatMap((file) =>
  RECORD.test(file) ? [file.slice(0, -'.jsonl'.length)] : [],
);
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const recordOf = (name: string): readonly TableEvent[] =>
  read(`${name}.jsonl`)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

it('there is a record of every book for every version up to this one', () => {
  const versions = Array.from({ length: EVENT_VERSION }, (_, index) => index + 1);
  const wanted = versions.flatMap((version) => RULEBOOK_IDS.map((id) => `${id}.v${version}`));
  expect(names.filter((name) => !name.includes('+')).sort()).toEqual([...wanted].sort());
});

describe.each(names)('%s', (name) => {
  const events = recordOf(name);
  const expected = JSON.parse(read(`${name}.table.json`));

  it('is read to the very table it led to', () => {
    const { since, wagersSince, ...table } = saveTable(replay(events));
    const { since: wasSince, wagersSince: wasOpen, ...was } = expected;
    expect(JSON.parse(JSON.stringify(table))).toEqual(was);
    // Records from before there were such times lead to them as well.
    expect(since).toBe(wasSince ?? since);
    expect(wagersSince).toBe(wasOpen ?? wagersSince);
    expect(events.map(({ at }) => at)).toContain(since);
    expect(events.map(({ at }) => at)).toContain(wagersSince);
  });

  it('the saved table can be restored as it is', () => {
    expect(JSON.parse(JSON.stringify(saveTable(restoreTable(expected))))).toEqual(expected);
  });

  it('is rich: several people, rolls of every kind of call', () => {
    const least = name.includes('+')
      ? { calls: 1, events: 20, kinds: 10 }
      : { calls: 4, events: 61, kinds: 26 };
    const calls = events.flatMap((event) => (event.event === 'rolled' ? [event.call] : []));
    expect(new Set(calls).size).toBeGreaterThanOrEqual(least.calls);
    expect(events.length).toBeGreaterThanOrEqual(least.events);
    expect(new Set(events.map(({ event }) => event)).size).toBeGreaterThanOrEqual(least.kinds);
  });

  it('is of money that adds up', () => {
    const brought = events.reduce((sum, event) => {
      if (event.event === 'sat') return sum + event.bankroll;
      if (event.event === 'chips-bought') return sum + event.amount;
      if (event.event === 'credits-collected' || event.event === 'chips-taken') return sum - event.amount;
      return event.event === 'left' || event.event === 'released' ? sum - event.paid : sum;
    }, 0);
    expect(moneyAt(replay(events))).toBe(brought);
  });
});

it('together the records of this version hold every kind of event', () => {
  const current = names.filter((name) => name.endsWith(`.v${EVENT_VERSION}`));
  const seen = new Set(current.flatMap((name) => recordOf(name).map(({ event }) => event)));
  expect(EVENT_NAMES.filter((event) => !seen.has(event))).toEqual([]);
});
