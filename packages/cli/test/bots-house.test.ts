import { dial, HouseClient, houseConfig, type LobbyTable } from '@boxperson/house';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACES } from '../src/bots/pace.js';
import { sendBots } from '../src/bots/send.js';
import { comeIn, eventsOf, openHouse, post, seat, type TestHouse, tableOf, until } from './bots.helper.js';

const CONFIG = houseConfig.parse({
  bots: true,
  tables: [tableOf('star', 'star'), tableOf('crown', 'crown'), tableOf('small', 'star', { seats: 4 })],
});
const OPTIONS = { config: CONFIG, bots: sendBots(PACES.brisk, 1) };
/** Slow enough that wagers stand when the house is stopped. */
const SLOW = { ...PACES.brisk, throw: [60_000, 60_000], comeOut: [5, 10], hold: 120_000 } as const;

let house: TestHouse;
let token: string;
beforeAll(async () => {
  house = await openHouse({ ...OPTIONS, patience: { look: 20, dice: 150 } });
  token = (await comeIn(house.url, {})).token;
});
afterAll(() => house.remove());

const lobby = async (url: string, id: string): Promise<LobbyTable> => {
  const tables = (await (await fetch(`${url}/api/tables`)).json()) as readonly LobbyTable[];
  return tables.find((table) => table.id === id) as LobbyTable;
};
const seated = ({ house }: TestHouse, id: string) => house.host(id)?.table.game.players ?? [];
let asked = 0;
const turn = async (url: string, table: string, count: unknown, token?: string) => {
  const body = { id: `turn-${++asked}-${table}`, table, count };
  const answer = await post<{ status: number; count?: number; refused?: { message: string } }>(
    url,
    '/api/bots/want',
    body,
    token,
  );
  const { status, count: wanted, refused } = answer;
  return refused ? { status, error: refused.message } : { status, count: wanted };
};
const wantedAt = async (url: string, table: string, token: string): Promise<number> => {
  const response = await fetch(`${url}/api/books/bots`, { headers: { authorization: `Bearer ${token}` } });
  const { books } = (await response.json()) as { books: { wanted: Record<string, number> } };
  return books.wanted[table] ?? 0;
};

describe('the switch in the lobby', () => {
  test('fills a table, marks who sits there, and empties it again', async () => {
    const { url } = house;
    expect(await (await fetch(`${url}/api/house`)).json()).toMatchObject({ bots: true });
    expect(await turn(url, 'star', 3, token)).toEqual({ status: 200, count: 3 });
    await until(() => seated(house, 'star').length === 3, 'three bots sit');
    const { taken } = await lobby(url, 'star');
    expect(taken.map(({ bot }) => bot)).toEqual([true, true, true]);
    for (const { player } of taken) expect(player).toMatch(/ \(bot\)$/);
    await until(
      async () => (await eventsOf(house, 'star')).filter(({ event }) => event === 'rolled').length >= 5,
      'they play',
    );
    const bets = (await eventsOf(house, 'star')).flatMap((event) =>
      event.event === 'wagered' ? [event.wager] : [],
    );
    expect(new Set(bets).size).toBeGreaterThan(1);
    expect(await turn(url, 'star', 1, token)).toEqual({ status: 200, count: 1 });
    await until(() => seated(house, 'star').length === 1, 'two leave');
    expect(await turn(url, 'star', 0, token)).toEqual({ status: 200, count: 0 });
    await until(() => seated(house, 'star').length === 0, 'all leave');
    expect(await house.house.store.checkMoney()).toEqual({ sum: 0, faults: [] });
  });

  test('never takes the last two free places, and makes room for people', async () => {
    expect(await turn(house.url, 'small', 4, token)).toEqual({ status: 200, count: 2 });
    await until(() => seated(house, 'small').length === 2, 'two bots sit');
    const guest = await comeIn(house.url, {});
    const client = new HouseClient({ token: guest.token, connect: () => dial(house.url) });
    let place = 0;
    while ((await client.do('small', { do: 'sit', seat: ++place, bankroll: 10_000 })).kind !== 'done')
      expect(place).toBeLessThan(4);
    await until(() => seated(house, 'small').length === 2, 'one bot makes room');
    expect(await wantedAt(house.url, 'small', token)).toBe(1);
    client.close();
    await turn(house.url, 'small', 0, token);
  });

  test('says no in a sentence', async () => {
    const { url } = house;
    const { token } = await comeIn(url, {});
    expect(await turn(url, 'star', 1)).toMatchObject({ status: 401 });
    expect(await turn(url, 'nowhere', 1, token)).toEqual({
      status: 404,
      error: 'table: there is no table nowhere.',
    });
    for (const [count, error] of [
      [5, 'count: at most 4'],
      [-1, 'count: from 0 on'],
    ] as const)
      expect(await turn(url, 'star', count, token)).toEqual({ status: 400, error });
    expect(await turn(url, 'star', 'two', token)).toMatchObject({ status: 400 });
    for (let times = 0; times < 12; times++)
      expect(await turn(url, 'star', 0, token)).not.toMatchObject({ status: 200 });
    expect(await turn(url, 'star', 0, token)).toMatchObject({ status: 429 });
  });
});

describe('bots that nobody looks after', () => {
  test('one that vanishes with the dice does not keep them', async () => {
    const { bot } = await seat(house.url, 'crown', 'pass-flat', { pace: SLOW });
    await until(() => house.house.host('crown')?.table.game.point !== null, 'it has a point to make');
    await bot.hangUp('is gone');
    expect(seated(house, 'crown')).toHaveLength(1);
    await until(() => seated(house, 'crown').length === 0, 'its place is free');
  });
});

test('after a restart a bot plays on, and those of the house itself are known again and leave', async () => {
  const first = await openHouse({ config: CONFIG, bots: sendBots(SLOW, 1) });
  const { bot, news, person } = await seat(first.url, 'star', 'pass-odds', { plan: { rolls: 20 } });
  const { token: asker } = await comeIn(first.url, {});
  await turn(first.url, 'crown', 3, asker);
  const isUnderWay = () => {
    const crown = first.house.host('crown')?.table;
    return crown?.game.point !== null && (first.house.host('star')?.table.throws ?? 0) > 5;
  };
  await until(isUnderWay, 'there is a point at one table and a few throws at the other');
  await first.close();
  const again = await openHouse({
    ...OPTIONS,
    data: first.data,
    port: Number(new URL(first.url).port),
  });
  expect(seated(again, 'crown').length).toBeGreaterThan(0);
  // What was asked for still holds, until somebody asks for something else.
  expect(await wantedAt(again.url, 'crown', asker)).toBe(3);
  expect(await turn(again.url, 'crown', 0, asker)).toEqual({ status: 200, count: 0 });
  await until(() => seated(again, 'crown').length === 0, 'the house has no bots at the table any more');
  const end = await bot.ended;
  expect(end).toMatchObject({ why: 'has played its rounds' });
  expect(news.map(({ what }) => what)).toEqual(expect.arrayContaining(['offline', 'online']));
  expect(news.filter(({ what }) => what === 'sat')).toHaveLength(1);
  expect(await again.house.wallet(person.id)).toBe(CONFIG.playMoney + end.result);
  expect(await again.house.store.checkMoney()).toEqual({ sum: 0, faults: [] });
  await again.remove();
});
