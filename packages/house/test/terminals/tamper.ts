import { account } from '../../src/index.js';
import { insideOf } from '../../src/store/sql-store.js';
import type { TestHouse } from '../support/house.js';

/** Changes what the ledger says of a terminal, as somebody with the database's own password could. */
export async function moveBalance(house: TestHouse, player: string, by: number): Promise<void> {
  const { database } = insideOf(house.house.store);
  await database.write({ text: 'alter table house.balances disable trigger user' });
  await database.write({
    text: 'update house.balances set amount = amount + $2::bigint where account = $1::text',
    values: [account.seat('aruze', player), by],
  });
  await database.write({ text: 'alter table house.balances enable trigger user' });
}
