import { z } from 'zod';
import type { OfficeHost } from '../office/office-host.js';
import type { Store } from '../store/store.js';

/** How bots that were out were kept before there was an office for them. */
const KIND = 'company';
const kept = z.object({ table: z.string() });

/** Takes what an earlier version kept as documents into the books, once. */
export async function takeOverOldBots(store: Store, books: OfficeHost): Promise<void> {
  for (const { id: person, body } of await store.listDocuments(KIND)) {
    const read = kept.safeParse(JSON.parse(body));
    if (read.success) await books.submit({ do: 'send', body: { person, table: read.data.table }, by: null });
    await store.deleteDocument(KIND, person);
  }
}
