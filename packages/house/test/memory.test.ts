// What a table tells of its past: to whoever comes the last call or the hand, to whoever plays their own rounds again.
import type { TableEvent } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BRISK, houseConfig } from '../src/index.js';
import type { OwnRound } from '../src/tables/memory.js';
import { type CalledRoll, handIn } from '../src/tables/rolls.js';
import { AtTable } from './support/at-table.js';
import { comeAsGuest, until } from './support/client.js';
import { openTestHouse, type TestHouse } from './support/house.js';
import { call } from './support/http.js';

const LIMITS = { default: { min: 500, max: 100_000 } };
const table = (id: string, more: object = {}) => ({
  id,
  name: id,
  settings: { rulebook: 'star', seats: 8, limits: LIMITS },
  ...more,
});
const LONG = 3_600_000;
const options = {
  config: houseConfig.parse({
    tables: [table('telling', { tellsHand: true }), table('quiet'), table('own')],
  }),
  pace: { ...BRISK, answer: LONG, relieve: LONG, stickThrow: LONG },
};

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse(options);
}, 60_000);
afterAll(() => house?.remove());

const tableAt = (id: string) => {
  const host = house.house.host(id);
  if (!host) throw new Error(`no table ${id}`);
  return host.table;
};
const rollsIn = async (id: string): Promise<readonly Extract<TableEvent, { event: 'rolled' }>[]> =>
  (await house.house.store.readStream(`table/${id}`, 0, 100_000))
    .map(({ body }) => JSON.parse(body) as TableEvent)
    .filter((event) => event.event === 'rolled');
const told = async (id: string) =>
  (await call(house.url, 'GET', `/api/tables/${id}/rolls`)).body as { tells: string; rolls: CalledRoll[] };
const recalled = async (id: string, token: string) =>
  (await call(house.url, 'GET', `/api/tables/${id}/recall`, { token })).body.rounds as OwnRound[];

/** Somebody at a table who bets the line and the field and throws so many times. */
async function plays(id: string, seat: number, rolls: number) {
  const who = await comeAsGuest(house.url);
  const at = await AtTable.come(house.url, id, who);
  await at.must({ do: 'sit', seat, bankroll: 100_000 });
  await throws(at, id, who.name, rolls);
  return { ...who, at };
}

async function throws(at: AtTable, id: string, name: string, rolls: number): Promise<void> {
  const count = (await rollsIn(id)).length + rolls;
  while ((await rollsIn(id)).length < count) {
    const { phase, game, shooter } = tableAt(id);
    const stands = (wager: string) =>
      game.players.some((one) => one.name === name && one.wagers.some(({ spot }) => spot.wager === wager));
    const isOpen = phase === 'betting' || phase === 'offering';
    if (isOpen && game.point === null && !stands('pass'))
      await at.do({ do: 'bet', player: name, wager: 'pass', amount: 500 });
    else if (isOpen && !stands('field'))
      await at.do({ do: 'bet', player: name, wager: 'field', amount: 500 });
    else if (shooter.offeredTo === name) await at.do({ do: 'accept', player: name });
    else if (phase === 'betting') await at.do({ do: 'throw', player: name });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await until(() => tableAt(id).phase !== 'settling' && tableAt(id).phase !== 'thrown', 'the roll is paid');
}

test('the rolls of a hand go back to the last seven out, and a hand that is over is told until the next one', () => {
  const calls = (...all: string[]) => all.map((one, n) => ({ n, call: one }) as CalledRoll);
  const ns = (rolls: readonly CalledRoll[]) => handIn(rolls).map(({ n }) => n);
  expect(ns(calls())).toEqual([]);
  expect(ns(calls('point-set', 'seven-out', 'natural', 'point-set'))).toEqual([2, 3]);
  expect(ns(calls('point-set', 'seven-out', 'point-set', 'seven-out'))).toEqual([2, 3]);
});

describe('a table and its past', () => {
  test('whoever comes hears the hand where the house allows it, else the last call', async () => {
    const ann = await plays('telling', 1, 8);
    const rolls = await rollsIn('telling');
    const hand = await told('telling');
    expect(hand.tells).toBe('hand');
    expect(hand.rolls.map(({ dice }) => dice)).toEqual(handIn(rolls as never).map(({ dice }) => dice));
    await plays('quiet', 1, 3);
    const last = await told('quiet');
    expect(last).toMatchObject({
      tells: 'last-call',
      rolls: [{ dice: (await rollsIn('quiet')).at(-1)?.dice }],
    });
    expect((await call(house.url, 'GET', '/api/tables/nothere/rolls')).status).toBe(404);
    ann.at.line.close();
  }, 30_000);

  test('one’s own rounds come back as they were, to nobody else, and after a restart too', async () => {
    const ann = await plays('own', 1, 6);
    const rolls = (await rollsIn('own')).slice(-6).toReversed();
    const rounds = await recalled('own', ann.token);
    expect(rounds.map(({ dice }) => dice)).toEqual(rolls.map(({ dice }) => dice));
    for (const [index, round] of rounds.entries()) {
      const settled = rolls[index]?.settled.filter(({ player }) => player === ann.name) ?? [];
      const field = round.wagers.find(({ wager }) => wager === 'field');
      const is = settled.find(({ wager }) => wager === 'field');
      expect(field).toMatchObject({
        amount: 500,
        outcome: is?.outcome,
        paid: (is?.winnings ?? 0) + (is?.returned ?? 0),
      });
      // What one round leaves, less what was bet since, is what the next begins with.
      const paid = round.wagers.reduce((sum, one) => sum + one.paid, 0);
      expect(round.creditAfter - round.creditBefore).toBe(paid);
    }
    const bob = await comeAsGuest(house.url);
    expect(await recalled('own', bob.token)).toEqual([]);
    expect((await call(house.url, 'GET', '/api/tables/own/recall')).status).toBe(401);

    const { data } = house;
    const before = await told('own');
    await house.close();
    house = await openTestHouse({ ...options, data });
    expect(await recalled('own', ann.token)).toEqual(rounds);
    expect(await told('own')).toEqual(before);
    const again = await AtTable.come(house.url, 'own', ann);
    await throws(again, 'own', ann.name, 2);
    expect((await recalled('own', ann.token)).slice(2)).toEqual(rounds);
  }, 40_000);

  test('the lobby says to whoever sits at a table where and with how much, and to nobody else', async () => {
    const ann = await comeAsGuest(house.url);
    const at = await AtTable.come(house.url, 'quiet', ann);
    await at.must({ do: 'sit', seat: 5, bankroll: 20_000 });
    await at.must({ do: 'bet', player: ann.name, wager: 'field', amount: 500 });
    const own = async (token?: string) =>
      (
        (await call(house.url, 'GET', '/api/tables', { token: token ?? null })).body as {
          id: string;
          own?: object;
        }[]
      ).find(({ id }) => id === 'quiet')?.own;
    expect(await own(ann.token)).toEqual({ seat: 5, balance: 19_500, onLayout: 500 });
    expect(await own()).toBeUndefined();
    expect(await own((await comeAsGuest(house.url)).token)).toBeUndefined();
  });
});
