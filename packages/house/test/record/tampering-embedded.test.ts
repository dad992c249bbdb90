import { afterAll, describe } from 'vitest';
import { insideOf } from '../../src/store/sql-store.js';
import { openEmbeddedStore } from '../../src/store/store.js';
import { removeFolders, storeFolder } from '../store/folders.js';
import { tamperingContract } from './tampering.js';

afterAll(removeFolders);

describe('tampering with the embedded store', () => {
  tamperingContract({
    open: async () => {
      const store = await openEmbeddedStore(storeFolder());
      return { store, admin: insideOf(store).database.write, close: () => store.close() };
    },
  });
});
