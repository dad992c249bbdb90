import { Client } from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Row } from '../../src/store/database.js';
import { openServerStore } from '../../src/store/store.js';
import { hasPostgres, type Postgres, startPostgres } from '../store/postgres.js';
import { tamperingContract } from './tampering.js';

describe.skipIf(!hasPostgres())('tampering with the server store', () => {
  let postgres: Postgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres?.stop());

  tamperingContract({
    open: async () => {
      const url = await postgres.freshDatabase();
      const store = await openServerStore(url);
      const client = new Client({ connectionString: url });
      client.on('error', () => undefined);
      await client.connect();
      return {
        store,
        admin: async ({ text, values }) => (await client.query<Row>(text, [...(values ?? [])])).rows,
        close: async () => {
          await client.end();
          await store.close();
        },
      };
    },
  });
});
