import { evolve, onLayout, saveTable, type Table, type TableEvent } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, entriesFor } from '../src/index.js';
import type { TableHost } from '../src/tables/host.js';
import { comeAsGuest, connectTo, until } from './support/client.js';
import { openTestHouse, SIX, type TestHouse } from './support/house.js';
import { RandomPlayer } from './support/player.js';

const SECONDS = Number(process.env['MONEY_SECONDS'] ?? 6);

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.remove());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('random clients in all six games, over the real wire', () => {
  it(
    'keeps the ledger in balance after every batch, and equal to what the tables say',
    async () => {
      const players: RandomPlayer[] = [];
      const clients = [];
      for (const [index, { id }] of SIX.tables.entries()) {
        for (const seat of [1, 2, 3]) {
          const { token } = await comeAsGuest(house.url);
          const client = connectTo(() => house.url, token);
          clients.push(client);
          players.push(new RandomPlayer(client, id, seat, 1 + index * 10 + seat));
        }
      }
      for (let second = 0; second < SECONDS; second++) {
        await wait(1_000);
        expect(await house.house.store.checkMoney()).toEqual({ sum: 0, faults: [] });
      }
      await Promise.all(players.map((player) => player.stop()));
      for (const client of clients) client.close();
      await wait(200);
      expect(await house.house.store.checkMoney()).toEqual({ sum: 0, faults: [] });
      for (const { id, host } of house.house.tables()) {
        await atRest(host, () => checkTable(id, host.table));
      }
      const rolls = await countEvents('rolled');
      expect(rolls).toBeGreaterThan(20);
    },
    60_000 + SECONDS * 1_000,
  );

  it('rebuilds every table and its ledger from the record alone', async () => {
    for (const { id, host } of house.house.tables()) {
      await atRest(host, async () => {
        const { table, totals } = await rebuild(id);
        expect(saveTable(table)).toEqual(saveTable(host.table));
        for (const [name, amount] of totals)
          expect([name, await house.house.store.balance(name)]).toEqual([name, await expected(name, amount)]);
      });
    }
  });

  it('accounts for every cent: players, escrow and house are what came in', async () => {
    // Dice may roll meanwhile: all balances of one instant.
    const balances = await house.house.store.balances('');
    const sum = (...prefixes: readonly string[]) =>
      balances
        .filter((balance) => prefixes.some((prefix) => balance.account.startsWith(prefix)))
        .reduce((total, { amount }) => total + amount, 0);
    const inHouse = sum('player/', 'escrow/', 'float/', 'commission/');
    expect(inHouse).toBe(-sum(account.play));
    expect(inHouse).toBeGreaterThan(0);
  });
});

/** Dice roll on without players: nothing is decided while we compare, and what was decided is committed. */
async function atRest(host: TableHost, compare: () => Promise<void>): Promise<void> {
  await host.exclusively(async () => {
    await until(() => host.told.n === host.n, 'the last commit');
    await compare();
  });
}

/** The ledger's figures for a table against the table's own. */
async function checkTable(id: string, table: Table): Promise<void> {
  const { store } = house.house;
  const layout = table.game.players.reduce((sum, player) => sum + onLayout(player), 0);
  expect(await store.balance(account.escrow(id))).toBe(layout);
  const taken = (await store.balance(account.float(id))) + (await store.balance(account.commission(id)));
  expect(taken).toBe(table.game.house);
  for (const { name, balance } of table.game.players)
    expect(await store.balance(account.seat(id, name))).toBe(balance);
}

async function eventsOf(id: string): Promise<readonly TableEvent[]> {
  const entries = await house.house.store.readStream(`table/${id}`, 0, 1_000_000);
  return entries.map(({ body }) => JSON.parse(body) as TableEvent);
}

async function rebuild(id: string): Promise<{ table: Table; totals: Map<string, number> }> {
  let table: Table | null = null;
  const totals = new Map<string, number>();
  for (const event of await eventsOf(id)) {
    const next: Table = evolve(table, event);
    for (const { postings } of entriesFor(id, table, event, next)) {
      for (const { account: name, amount } of postings) totals.set(name, (totals.get(name) ?? 0) + amount);
    }
    table = next;
  }
  return { table: table as Table, totals };
}

/** Wallets also hold what the cage gave; every other account is a table's alone. */
async function expected(name: string, amount: number): Promise<number> {
  const isWallet = name.startsWith('player/') && !name.startsWith('player/at/');
  return isWallet ? house.house.store.balance(name) : amount;
}

async function countEvents(kind: string): Promise<number> {
  const all = await Promise.all(SIX.tables.map(({ id }) => eventsOf(id)));
  return all.flat().filter(({ event }) => event === kind).length;
}
