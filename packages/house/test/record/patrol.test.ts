import { expect, test } from 'vitest';
import { Patrol } from '../../src/record/patrol.js';
import type { Damage, SealedRecord } from '../../src/record/record.js';
import { type Run, unavailable } from '../../src/store/database.js';
import { makeStore } from '../../src/store/sql-store.js';
import type { Store } from '../../src/store/store.js';
import type { Writer } from '../../src/store/writer.js';

const STEP_MS = 40;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A log of many tiles, each of which takes its time. */
const slowRecord = (steps: number[]): SealedRecord =>
  ({
    lastTile: 1_000_000,
    checkTile: async () => {
      steps.push(performance.now());
      await pause(STEP_MS);
      return [];
    },
  }) as unknown as SealedRecord;

test('rests for so long after a step that nobody at a table feels it: a fiftieth of the time at most', async () => {
  const steps: number[] = [];
  const patrol = new Patrol({ record: slowRecord(steps), store: {} as Store, data: null });
  await pause(2_900);
  await patrol.close();
  expect(steps.length).toBeGreaterThanOrEqual(1);
  expect(steps.length).toBeLessThanOrEqual(2);
  for (const [n, at] of steps.entries())
    if (n > 0) expect(at - (steps[n - 1] as number)).toBeGreaterThan(STEP_MS * 45);
});

test('rests less while nothing is signed until all was looked at, and leaves nine tenths to the others', async () => {
  const steps: number[] = [];
  const record = Object.assign(slowRecord(steps), { doubt: 'Damage was found before.' });
  const patrol = new Patrol({ record, store: {} as Store, data: null });
  const began = performance.now();
  while (steps.length < 4 && performance.now() - began < 20_000) await pause(20);
  await patrol.close();
  const gaps = steps.slice(1).map((at, n) => at - (steps[n] as number));
  expect(Math.min(...gaps)).toBeGreaterThan(STEP_MS * 8);
  expect(Math.min(...gaps)).toBeLessThan(STEP_MS * 25);
});

test('goes as often as it is told to', async () => {
  const steps: number[] = [];
  const patrol = new Patrol({ record: slowRecord(steps), store: {} as Store, data: null, everyMs: 1 });
  const began = performance.now();
  while (steps.length < 4 && performance.now() - began < 20_000) await pause(20);
  await patrol.close();
  expect(steps.length).toBeGreaterThanOrEqual(4);
});

/** A store that cannot be written to, and answers what it reads in this way. */
const storeThat = (read: Run): Store => {
  const away = () => Promise.reject(new Error('away'));
  const database = { write: away, transaction: away, recover: away, close: async () => {} };
  return makeStore({ ...database, kind: 'server', read, damage: [] }, {} as Writer, {});
};

const failing =
  (code: string, message: string): Run =>
  async () => {
    throw Object.assign(new Error(message), { code });
  };

/** One round over a log with nothing in it. */
const foundIn = async (read: Run, onSound = () => {}): Promise<readonly Damage[]> => {
  const found: Damage[] = [];
  const report = async (damage: Damage) => void found.push(damage);
  const record = { lastTile: -1, report, foundSound: async () => onSound() };
  const patrol = new Patrol({
    record: record as unknown as SealedRecord,
    store: storeThat(read),
    data: null,
    everyMs: 3_600_000,
  });
  await patrol.round().finally(() => patrol.close());
  return found;
};

test.each([
  ['58030', 'could not read block 3 in file "base/5/10": Input/output error'],
  ['58P01', 'could not open file "base/5/10.1": No such file or directory'],
])(
  'what the database cannot read any more (SQLSTATE %s) is damage, and no end of the round',
  async (code, message) => {
    const damage = { what: 'files', message };
    // Of the ledger and of the evidence: the one walk does not end the other.
    expect(await foundIn(failing(code, message))).toEqual([damage, damage]);
  },
);

test.each(['ECONNREFUSED', '57P01', '08006'])('a store that is away (%s) is no damage', async (code) => {
  const fault = unavailable('away').fault;
  await expect(foundIn(failing(code, 'away'))).rejects.toMatchObject({ fault });
});

test('only a round that found nothing and came to its end says that all is sound', async () => {
  let sounds = 0;
  const onSound = () => {
    sounds += 1;
  };
  await foundIn(failing('58030', 'could not read block 3'), onSound);
  await expect(foundIn(failing('57P01', 'away'), onSound)).rejects.toThrow();
  expect(sounds).toBe(0);
  await foundIn(async () => [], onSound);
  expect(sounds).toBe(1);
});

test('a store that fails again and again keeps nobody from having looked at all of it', async () => {
  let asked = 0;
  const away = Object.assign(new Error('away'), { code: '57P01' });
  /** Oftener than a round is long. */
  const orFail = <T>(answer: T): T => {
    asked += 1;
    if (asked % 5 === 0) throw away;
    return answer;
  };
  const looked: number[] = [];
  const checkTile = async (nr: number) => {
    orFail(nr);
    looked.push(nr);
    return [];
  };
  let lookedThen: readonly number[] | null = null;
  const foundSound = async () => {
    lookedThen ??= [...looked];
  };
  const errors: unknown[] = [];
  const patrol = new Patrol({
    record: { lastTile: 5, checkTile, foundSound } as unknown as SealedRecord,
    store: storeThat(async () => orFail([])),
    data: null,
    everyMs: 1,
    onError: (error) => void errors.push(error),
  });
  const began = performance.now();
  while (lookedThen === null && performance.now() - began < 5_000) await pause(5);
  await patrol.close();
  // No tile twice, and none left out; the others had their turn meanwhile.
  expect(lookedThen).toEqual([0, 1, 2, 3, 4, 5]);
  expect(errors.length).toBeGreaterThanOrEqual(2);
});

test('what lies before a place where a walk fails for good is looked at again and again', async () => {
  const looked: number[] = [];
  const checkTile = async (nr: number) => {
    if (nr === 3) throw Object.assign(new Error('not allowed'), { code: '42501' });
    looked.push(nr);
    return [];
  };
  const record = { lastTile: 5, checkTile, foundSound: async () => {} } as unknown as SealedRecord;
  const patrol = new Patrol({
    record,
    store: storeThat(async () => []),
    data: null,
    everyMs: 1,
    onError: () => {},
  });
  await expect.poll(() => looked.filter((nr) => nr === 0).length).toBeGreaterThan(2);
  await patrol.close();
  expect(looked).not.toContain(4);
});

test('a walk that never comes to its end is never taken for sound, and the others go on', async () => {
  let sounds = 0;
  const looked: number[] = [];
  const checkTile = async (nr: number) => {
    looked.push(nr);
    return [];
  };
  const foundSound = async () => {
    sounds += 1;
  };
  const patrol = new Patrol({
    record: { lastTile: 1, checkTile, foundSound } as unknown as SealedRecord,
    store: storeThat(failing('57P01', 'away')),
    data: null,
    everyMs: 1,
  });
  const began = performance.now();
  while (looked.length < 6 && performance.now() - began < 5_000) await pause(5);
  await patrol.close();
  expect([looked.slice(0, 6), sounds]).toEqual([[0, 1, 0, 1, 0, 1], 0]);
});
