// The tournament that a newcomer enters against bots: from the one click to the prizes, with a restart in between.

import { houseConfig } from '@boxperson/house';
import { account, type Tournament } from '@boxperson/offices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACES } from '../src/bots/pace.js';
import { sendBots } from '../src/bots/send.js';
import { comeIn, openHouse, post, type TestHouse, until } from './bots.helper.js';

const CUPS = ['cup-one', 'cup-two'];
const config = houseConfig.parse({
  bots: true,
  quickCup: { tables: CUPS },
  tables: CUPS.map((id) => ({
    id,
    name: id,
    settings: {
      rulebook: 'crown',
      seats: 8,
      limits: { default: { min: 1_000, max: 50_000 } },
      tournament: true,
    },
  })),
});
const options = { config, bots: sendBots(PACES.brisk, 1) };

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse(options);
}, 60_000);
afterAll(() => house.remove());

const cup = (number: number): Tournament | undefined =>
  house.house.offices.host(`tournaments/quick-${number}`)?.told.state as Tournament | undefined;

test('one is open, bots fill it, it is played to the end over a restart, and the next opens', async () => {
  await until(() => cup(1)?.stage === 'entries', 'entries are open', 30_000);
  expect(await (await fetch(`${house.url}/api/house`)).json()).toMatchObject({ quickCup: true });
  // Nobody has come: it waits.
  expect(Object.keys(cup(1)?.entries ?? {})).toHaveLength(0);
  const guest = await comeIn(house.url, {});
  const entered = { id: 'newcomer-enters', accept: true, version: 1 };
  expect(await post(house.url, '/api/tournaments/quick-1/enter', entered, guest.token)).toMatchObject({
    status: 200,
    entry: '1',
  });
  await until(() => cup(1)?.rounds[0]?.phase === 'running', 'it starts', 30_000);
  expect(Object.values(cup(1)?.entries ?? {})).toHaveLength(8);
  await until(() => Object.keys(cup(1)?.rounds[0]?.counts ?? {}).length > 0, 'they play', 60_000);

  const { data } = house;
  await house.close();
  house = await openHouse({ ...options, data });
  await until(() => cup(1)?.stage === 'over', 'it is over', 200_000);
  const { places, prizes, paid, rounds, entries } = cup(1) as Tournament;
  expect([...places].sort()).toEqual(Object.keys(entries).sort());
  expect(rounds).toHaveLength(2);
  expect(Object.values(rounds[0]?.counts ?? {}).map(({ roll }) => roll)).toEqual([8, 8]);
  await until(() => paid.length === prizes.length || cup(1)?.isPublished === true, 'prizes are paid', 30_000);
  expect(prizes.reduce((sum, { amount }) => sum + amount, 0)).toBe(100_000);
  expect(await house.house.store.balance(account.tournament((cup(1) as Tournament).books, 'pool'))).toBe(0);
  expect(await house.house.store.checkMoney()).toEqual({ sum: 0, faults: [] });
  // Those who won have it, in play money; the chips are nobody's.
  const chips = await house.house.store.balances('tournament/chips/');
  expect(chips.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  await until(() => cup(2)?.stage === 'entries', 'the next one is open', 30_000);
}, 300_000);
