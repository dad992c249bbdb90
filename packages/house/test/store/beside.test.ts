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
