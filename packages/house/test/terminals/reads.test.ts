// What a terminal reads for one question: what belongs to whoever asks, and not all that was ever written down there.
import type { TerminalEvent } from '@boxperson/offices';
import type { Table } from '@boxperson/rules';
import { expect, test } from 'vitest';
import type { Store } from '../../src/index.js';
import type { CompanionHost } from '../../src/office/companion-host.js';
import type { TableHost } from '../../src/tables/host.js';
import { Terminals } from '../../src/terminals/terminals.js';

const ENTRIES = 20_000;

/** Books of many rounds: at seat 1 somebody wagers in every round, at seat 2 in every hundredth. */
function booksOf(rounds: number) {
  const read: number[] = [];
  const roundAt = (n: number) =>
    ({
      v: 1,
      at: n,
      n,
      event: 'round',
      round: n,
      dice: [3, 4],
      total: 7,
      point: null,
      terminals: [1, ...(n % 100 === 0 ? [2] : [])].map((seat) => ({
        seat,
        player: `at ${seat}`,
        wagers: [],
        creditBefore: 0,
        creditAfter: 0,
      })),
    }) as unknown as TerminalEvent;
  const books = {
    told: { n: rounds },
    read: async (after: number, most: number) => {
      const found = Array.from({ length: Math.min(most, rounds - after) }, (_, nr) => after + nr + 1);
      read.push(found.length);
      return found.map((n) => ({ n, event: roundAt(n) }));
    },
  } as unknown as CompanionHost;
  const sum = () => read.splice(0).reduce((all, one) => all + one, 0);
  return { books, sum };
}

test('a recall goes back as far as it must and no further: to when they sat down, or to as many as are shown', async () => {
  const { books, sum } = booksOf(ENTRIES);
  const terminals = new Terminals({} as Store, {} as TableHost, books);
  const shown = async (seat: number, since?: number) =>
    (await terminals.recall(seat, 50, since)).map(({ round }) => round);
  const last = (many: number) => Array.from({ length: many }, (_, nr) => ENTRIES - nr);

  expect(await shown(1)).toEqual(last(50));
  expect(sum()).toBeLessThanOrEqual(100);
  // Whoever has just sat down, and has wagered in none of these rounds.
  expect(await shown(2, ENTRIES - 30)).toEqual([ENTRIES]);
  expect(sum()).toBeLessThanOrEqual(100);
  expect(await shown(1, ENTRIES - 30)).toEqual(last(31));
  expect(sum()).toBeLessThanOrEqual(100);
  expect(await shown(2, ENTRIES - 250)).toEqual([ENTRIES, ENTRIES - 100, ENTRIES - 200]);
  expect(sum()).toBeLessThanOrEqual(300);
  // As many as there are, however long ago.
  expect((await shown(2)).length).toBe(50);
  expect(sum()).toBeLessThanOrEqual(5_000);
  expect((await shown(3, 0)).length).toBe(0);
  expect(sum()).toBe(ENTRIES);
});

test('the ledger of a round is that of those who sit there, not of everybody who ever did', async () => {
  const players = ['Ann', 'Ben'].map((name, nr) => ({ name, seat: nr + 1, balance: 0, wagers: [] }));
  const table = { throws: 7, game: { players } } as unknown as Table;
  const host = { id: 'glass', table, told: { state: table }, mustRun: () => {} } as unknown as TableHost;
  const asked: (readonly string[])[] = [];
  const store = {
    holdings: async (accounts: readonly string[]) => {
      asked.push(accounts);
      return accounts.map((account) => ({ account, amount: 0 }));
    },
  } as unknown as Store;
  const books = { state: { seats: [], unprinted: [], references: [] } } as unknown as CompanionHost;
  const terminals = new Terminals(store, host, books);
  for (const { name } of players) expect(await terminals.audit(name, 'at-start')).toBeNull();
  expect(asked).toEqual([['player/at/glass/Ann', 'player/at/glass/Ben']]);
});
