// A page that cannot be read blames whoever needs it, and nobody who only stood beside them.
import { expect, test } from 'vitest';
import type { Database, Statement } from '../../src/store/database.js';
import { makeStore } from '../../src/store/sql-store.js';
import type { Store } from '../../src/store/store.js';
import { makeWriter } from '../../src/store/writer.js';
import { event, faultOf, move, work } from './works.js';

const isCount = ({ text }: Statement): boolean => text.startsWith('select coalesce((select max(seq)');

/** What a database says instead of taking a statement; null when it takes it. */
type Answer = (statement: Statement) => object | null;

const storeThat = async (says: Answer): Promise<Store> => {
  const write: Database['write'] = async (statement) => {
    if (isCount(statement)) return [{ seq: 0, entry: 0, command: 0 }];
    const error = says(statement);
    if (error) throw Object.assign(new Error('could not read block 3 in file "base/5/10"'), error);
    return [];
  };
  const database: Database = {
    kind: 'server',
    write,
    read: async () => [],
    transaction: (task) => task(write),
    recover: async () => {},
    damage: [],
    close: async () => {},
  };
  return makeStore(database, await makeWriter(database), {});
};

const needsBad = ({ values }: Statement): boolean => JSON.stringify(values).includes('player/bad');

test.each(['XX000', 'XX001', 'XX002', '58030', '58P01'])(
  'money on a page that is damaged (%s) is refused, and nothing beside it in the same batch',
  async (code) => {
    const store = await storeThat((statement) => (needsBad(statement) ? { code } : null));
    const [before, money, after, health] = await Promise.all([
      faultOf(store.append(work({ events: [event('table/a', 1)] }))),
      faultOf(store.append(work({ entries: [move('house:bank', 'player/bad', 5)] }))),
      faultOf(store.append(work({ events: [event('table/b', 1)] }))),
      store.health(),
    ]);
    expect([before, after]).toEqual(['none', 'none']);
    expect(money).toMatchObject({ kind: 'unavailable', why: expect.stringContaining(code) });
    expect(health.ok).toBe(true);
    // Alone, too: whoever asks how the store is hears that it takes what it can.
    await faultOf(store.append(work({ entries: [move('house:bank', 'player/bad', 5)] })));
    expect((await store.health()).ok).toBe(true);
    await store.close();
  },
);

test('a disk that takes nothing any more is no damage of one page, and health tells of it', async () => {
  const store = await storeThat(() => ({ code: '58030' }));
  expect(await faultOf(store.append(work({ events: [event('table/a', 1)] })))).toMatchObject({
    kind: 'unavailable',
  });
  expect((await store.health()).ok).toBe(false);
});

test('nobody knows what became of a batch behind which the server went down', async () => {
  let asked = 0;
  const store = await storeThat(() => {
    asked += 1;
    return { code: '58030', severity: 'PANIC' };
  });
  const both = [event('table/a', 1), event('table/b', 1)].map((one) =>
    faultOf(store.append(work({ events: [one] }))),
  );
  for (const fault of await Promise.all(both)) expect(fault).toMatchObject({ kind: 'unavailable' });
  // Its halves are not written again.
  expect(asked).toBe(1);
});

const isWork = ({ text }: Statement): boolean => text.includes('insert into house.log');

const sixtyFour = (store: Store, bad: readonly number[] = []) =>
  Array.from({ length: 64 }, (_, n) => {
    const parts = bad.includes(n) ? { entries: [move('house:bank', 'player/bad', 5)] } : {};
    return faultOf(store.append(work({ events: [event(`table/${n}`, 1)], ...parts })));
  });

test('a disk that takes nothing any more is asked a few times for a batch, not twice for each in it', async () => {
  let asked = 0;
  const store = await storeThat(() => {
    asked += 1;
    return { code: '58030' };
  });
  const faults = await Promise.all(sixtyFour(store));
  const fault = { kind: 'unavailable', why: expect.stringContaining('58030') };
  expect(faults).toEqual(faults.map(() => fault));
  expect(asked).toBeLessThanOrEqual(16);
  // Each batch is asked for anew, and health tells of it.
  await Promise.all(sixtyFour(store));
  expect(asked).toBeGreaterThan(16);
  expect((await store.health()).ok).toBe(false);
});

test.each([[[0]], [[37]], [[63]], [[0, 1, 2]], [[5, 6, 40]]])(
  'works %j of 64 alone are refused, and the others are written in their order',
  async (bad) => {
    const streams: string[] = [];
    const store = await storeThat((statement) => {
      if (needsBad(statement)) return { code: '58030' };
      if (isWork(statement)) streams.push(...(JSON.stringify(statement.values).match(/table\/\d+/g) ?? []));
      return null;
    });
    const faults = await Promise.all(sixtyFour(store, bad));
    const refused = [...faults.keys()].filter((n) => faults[n] !== 'none');
    expect(refused).toEqual(bad);
    const others = [...faults.keys()].filter((n) => !bad.includes(n));
    expect(streams).toEqual(others.map((n) => `table/${n}`));
  },
);

test('bad pages by themselves are no sign of a disk that is gone: whoever needs none is written', async () => {
  const bad = Array.from({ length: 32 }, (_, n) => n);
  const store = await storeThat((statement) => (needsBad(statement) ? { code: 'XX001' } : null));
  const faults = await Promise.all(sixtyFour(store, bad));
  expect([...faults.keys()].filter((n) => faults[n] !== 'none')).toEqual(bad);
});

/** A server that dies of the first statement that it takes, once that is committed, and comes back. */
const dyingWith = async (code: string): Promise<Store> => {
  const heads = { seq: 0, entry: 0, command: 0 };
  let connection: 'new' | 'dead' | 'lost' | 'sound' = 'new';
  const write: Database['write'] = async (statement) => {
    if (connection === 'dead' || connection === 'lost') {
      // Only whoever asks anything of it notices.
      connection = 'lost';
      throw new Error('Connection terminated unexpectedly');
    }
    if (isCount(statement)) return [{ ...heads }];
    const count = new Set(JSON.stringify(statement.values).match(/table\/\d+/g)).size;
    if (needsBad(statement)) throw Object.assign(new Error('could not read block 3'), { code: '58030' });
    heads.seq += count;
    if (connection === 'sound') return [];
    connection = 'dead';
    throw Object.assign(new Error('could not write to file'), { code, severity: 'PANIC' });
  };
  const database: Database = {
    kind: 'server',
    write,
    read: async () => [],
    transaction: (task) => task(write),
    recover: async () => {
      if (connection === 'lost') connection = 'sound';
    },
    damage: [],
    close: async () => {},
  };
  return makeStore(database, await makeWriter(database), {});
};

test.each(['58030', '53100', 'XX000'])(
  'after a last word (%s) the records are asked where they end, whatever became of the batch',
  async (code) => {
    const store = await dyingWith(code);
    const lost = [1, 2, 3].map((n) => faultOf(store.append(work({ events: [event(`table/${n}`, 1)] }))));
    for (const fault of await Promise.all(lost)) expect(fault).toMatchObject({ kind: 'unavailable' });
    expect(await store.append(work({ events: [event('table/4', 1)] }))).toEqual({ seqs: [4] });
    expect((await store.health()).ok).toBe(true);
  },
);

test('after a last word in the middle of a batch the rest of it is written behind what was', async () => {
  const store = await dyingWith('58030');
  const faults = await Promise.all(sixtyFour(store, [63]));
  expect(faults.filter((fault) => fault === 'none')).toHaveLength(31);
  expect(await store.append(work({ events: [event('table/64', 1)] }))).toEqual({ seqs: [64] });
});
