import { hash } from 'node:crypto';
import type { Store } from '../store/store.js';
import { StoreError } from '../store/types.js';

/** Longer than any id that somebody may give to a command: nobody else can come to use it. */
const claimId = (reference: string): string =>
  `reference-of-the-central-system-${hash('sha256', reference, 'hex')}`;

/**
 * Makes a reference a table's own, for good: in the store, where ids are unique whichever node asks. A table that has it
 * already keeps it, so that what came to nothing there can be sent there again. Answers whether it is this table's.
 */
export async function claimReference(store: Store, table: string, reference: string): Promise<boolean> {
  const command = { id: claimId(reference), hash: table, answer: '{}' };
  try {
    await store.append({ command, events: [], entries: [] });
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.fault.kind === 'duplicate') return error.fault.hash === table;
    throw error;
  }
}
