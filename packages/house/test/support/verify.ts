import { openSource, type Store, verifyRecord } from '../../src/index.js';
import { insideOf } from '../../src/store/sql-store.js';

/**
 * Verifies the record of a store that this process has open. The verifier has the writing connection to itself: what
 * the house writes meanwhile waits, for in the verifier's transaction, which only reads, it would be refused.
 */
export const verifyOpen = (store: Store): ReturnType<typeof verifyRecord> =>
  insideOf(store).database.transaction(async (run) => {
    const source = await openSource({ run, close: async () => void (await run({ text: 'rollback' })) });
    return verifyRecord(source).finally(() => source.close());
  });
