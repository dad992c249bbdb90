import { openEmbeddedStore } from '@boxperson/house';
import { makeEmptyStore } from './empty-store.mjs';

/** Before the first test. */
export default (): Promise<void> =>
  makeEmptyStore(async (folder) => (await openEmbeddedStore(folder)).close());
