import { makeEmptyStore } from './empty-store.mjs';

/** Before the first test. The house is loaded only where there is a store to make: loading it takes seconds. */
export default (): Promise<void> =>
  makeEmptyStore(async (folder) => {
    const { openEmbeddedStore } = await import('@boxperson/house');
    await (await openEmbeddedStore(folder)).close();
  });
