import { openSource, type Store, verifyRecord } from '../../src/index.js';
import { insideOf } from '../../src/store/sql-store.js';

/** Verifies the record of a store that this process has open. */
export async function verifyOpen(store: Store) {
  const { write: run } = insideOf(store).database;
  const source = await openSource({ run, close: async () => void (await run({ text: 'rollback' })) });
  return verifyRecord(source).finally(() => source.close());
}
