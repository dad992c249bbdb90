// A backup needs no more memory for a house with much evidence than for one with little.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { insideOf } from '../../src/store/sql-store.js';
import { backupStore, openEmbeddedStore, restoreStore, type Store } from '../../src/store/store.js';
import { emptyFolder, removeFolders, storeFolder } from './folders.js';

const LETTERS = 2_000_000;
const EXHIBITS = 4;
const SMALL = 230;
const PAGE_MOST = 4_000_000 + LETTERS;

afterEach(() => vi.restoreAllMocks());
afterAll(removeFolders);

const ALL = 'select kind, id, body from house.documents order by kind, id';

const documentsIn = async (store: Store) =>
  (await insideOf(store).read({ text: ALL })).map(({ kind, id, body }) => ['document', kind, id, body]);

const fill = async (store: Store): Promise<void> => {
  for (let n = 0; n < EXHIBITS; n += 1) {
    await store.putDocument('exhibit', `cases/${n}`, String(n).repeat(LETTERS));
    await store.putDocument('after', `a-${n}`, '');
  }
  for (let n = 0; n < SMALL; n += 1) await store.putDocument('person', `p-${n}`, '{"name":"Zoë"}');
};

test('evidence is read a few megabytes at a time, in the order in which it always was', async () => {
  const file = join(emptyFolder(), 'backup.gz');
  const store = await openEmbeddedStore(storeFolder());
  await fill(store);
  const kept = await documentsIn(store);
  const read = vi.spyOn(insideOf(store).database, 'read');
  expect(await backupStore(store, file)).toMatchObject({ document: 2 * EXHIBITS + SMALL });
  const pages = await Promise.all(read.mock.results.map(({ value }) => value as ReturnType<typeof read>));
  const letters = pages.map((rows) => rows.reduce((sum, { body }) => sum + String(body ?? '').length, 0));
  expect(Math.max(...letters)).toBeLessThanOrEqual(PAGE_MOST);
  await store.close();

  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const items = lines.slice(1, -1).map((line) => JSON.parse(line));
  const written = items.filter(([kind]) => kind === 'document');
  expect(written).toEqual(kept);
  const other = await openEmbeddedStore(storeFolder());
  await restoreStore(file, other);
  expect(await documentsIn(other)).toEqual(kept);
  await other.close();
});
