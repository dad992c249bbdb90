// A house of the version before there were offices, as its backup holds it: tables, terminals with every kind of event,
// tickets, a correction by two managers, a table that was opened. Old data lives on.
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../src/index.js';
import { restoreStore } from '../../src/store/backup.js';
import { removeFolders, storeFolder } from '../store/folders.js';
import { openTestHouse, SIX } from '../support/house.js';
import { verifyOpen } from '../support/verify.js';

afterAll(removeFolders);

const BACKUP = fileURLToPath(new URL('fixtures/house-v1.backup', import.meta.url));

test('verifies, opens with its terminals as they were, and verifies again', {
  timeout: 120_000,
}, async () => {
  const data = storeFolder();
  const store = await openEmbeddedStore(data);
  await restoreStore(BACKUP, store);
  const before = await verifyOpen(store);
  expect(before.faults).toEqual([]);
  expect(before.counts).toMatchObject({ tables: 3, terminals: 6 });
  await store.close();

  const tables = SIX.tables.filter(({ id }) => id === 'aruze' || id === 'star');
  const house = await openTestHouse({ data, config: { ...SIX, tables } });
  expect(house.house.stopped()).toEqual([]);
  const at = house.house.electronic('aruze');
  expect(at?.terminals.seats().map(([seat, { locked }]) => [seat, locked])).toEqual(
    [1, 2, 3, 4, 8, 9].map((seat) => [seat, null]),
  );
  // Somebody asked for a payment by hand and left: nothing of it waits any more.
  expect(at?.terminals.at(4)).toMatchObject({ handPay: null, meters: { cancelled: 510_000 } });
  expect(at?.terminals.books.references).toEqual(['CS-1', 'CS-1']);
  await house.close();

  const again = await openEmbeddedStore(data);
  const after = await verifyOpen(again);
  expect(after.faults).toEqual([]);
  expect(after.counts['snapshots']).toBeGreaterThan(0);
  await again.close();
});
