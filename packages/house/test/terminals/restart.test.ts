import { rmSync } from 'node:fs';
import { EVERY_ROLE, factsFrom, impossible, NO_FACTS, TERMINAL } from '@boxperson/offices';
import { saveTable } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { type HouseClient, houseConfig, openEmbeddedStore, type Store } from '../../src/index.js';
import { type CompanionAround, CompanionHost, type Lead } from '../../src/office/companion-host.js';
import { insideOf } from '../../src/store/sql-store.js';
import { storeFolder } from '../store/folders.js';
import { comeAsGuest, connectTo, look, until } from '../support/client.js';
import { HeldClock } from '../support/clock.js';
import { openTestHouse, SIX, type TestHouse } from '../support/house.js';
import { RandomPlayer } from '../support/player.js';
import { verifyOpen } from '../support/verify.js';
import { moveBalance } from './tamper.js';

// Long enough for a house to come back within a round.
const config = houseConfig.parse({
  ...SIX,
  tables: SIX.tables
    .filter(({ id }) => id === 'aruze')
    .map((table) => ({ ...table, settings: { ...table.settings, wageringMs: 1_500 } })),
});
const data = storeFolder();
afterAll(() => rmSync(data, { recursive: true, force: true }));

const clock = new HeldClock();
const open = () => openTestHouse({ data, config, clock });
const electronic = (house: TestHouse) => {
  const at = house.house.electronic('aruze');
  if (!at) throw new Error('no electronic table');
  return at;
};

/** Everything that a terminal shows: what the table says, its meters, the rounds as they were. */
async function pictureOf(house: TestHouse) {
  const { host, terminals } = electronic(house);
  // A roll that is on its way ends as it was drawn, whoever is asleep meanwhile.
  await until(() => host.table.phase === 'wagering', 'wagering', 30_000);
  return host.atRest(async () => {
    const { game } = saveTable(host.table);
    const recalled = await Promise.all(game.players.map(({ seat }) => terminals.recall(seat, 50)));
    const { throws, phase } = host.table;
    return {
      throws: `${throws} ${phase}`,
      players: game.players,
      point: game.point,
      seats: [...terminals.seats()],
      recalled,
    };
  });
}

type Picture = Awaited<ReturnType<typeof pictureOf>>;

/** Stops a house and opens it again while the clock is held, so that no dice fall between the two pictures. */
async function reopened(house: TestHouse): Promise<{ before: Picture; after: Picture; house: TestHouse }> {
  await until(() => electronic(house).host.table.phase === 'wagering', 'wagering', 30_000);
  clock.hold();
  const before = await pictureOf(house);
  await house.close();
  const again = await open();
  const after = await pictureOf(again);
  clock.release();
  expect(after.throws).toBe(before.throws);
  return { before, after, house: again };
}

const fetch = async () => factsFrom(NO_FACTS);
const DECIDE = { how: 'recalculate', reason: 'Read again.' };

it('comes back after a stop exactly as it was; meters from the last reading are those of the whole record', async () => {
  const first = await open();
  const { host: playing } = electronic(first);
  const there = [1, 2].map(async (seat) => {
    const client = connectTo(() => first.url, (await comeAsGuest(first.url)).token);
    const player = new RandomPlayer(client, 'aruze', seat, seat);
    const { throws } = playing.table;
    await until(() => playing.table.throws > throws + 1, 'two rounds', 60_000);
    await player.stop();
    client.close();
  });
  await Promise.all(there);
  const { before, after, house } = await reopened(first);
  expect(after.seats).toEqual(before.seats);
  expect(after.players.map(({ name }) => name)).toEqual(before.players.map(({ name }) => name));
  expect(after.recalled.map((rounds) => rounds.slice(-3))).toEqual(
    before.recalled.map((rounds) => rounds.slice(-3)),
  );
  expect(after.seats.every(([, { locked }]) => locked === null)).toBe(true);
  const { host, terminals } = electronic(house);
  await host.atRest(async () => {
    const { id, stream, n } = host;
    const lead = { id, stream, n, accompany: () => {} } as unknown as Lead;
    const { store } = house.house;
    const around = {
      store,
      clock: SYSTEM_CLOCK,
      lead: lead as unknown as Lead,
      fact: () => impossible('nobody decides here'),
      fetch,
    };
    const fresh = await CompanionHost.beside(TERMINAL, around, 'record');
    expect(fresh.state).toEqual(terminals.books);
  });
  await house.close();
}, 240_000);

it('one terminal that does not come back as it was is held; with two, all are (6.6.1.1), and a manager chooses', async () => {
  let house = await open();
  const { token, name } = await comeAsGuest(house.url);
  const client = connectTo(() => house.url, token);
  look(client, 'aruze');
  for (const seat of [5, 6, 7])
    expect((await client.do('aruze', { do: 'sit', seat, bankroll: 10_000 })).kind).toBe('done');
  const names = electronic(house)
    .host.table.game.players.filter(({ seat }) => seat >= 5)
    .map((player) => player.name);
  expect(names[0]).toBe(name);
  const cent = (player: string, by: number) => moveBalance(house, player, by);
  await cent(names[0] as string, 1);
  await house.close();

  house = await open();
  const lockedAt = () =>
    electronic(house)
      .terminals.seats()
      .filter(([, { locked }]) => locked !== null)
      .map(([seat]) => seat);
  expect(lockedAt()).toEqual([5]);
  await cent(names[1] as string, 1);
  await house.close();

  house = await open();
  expect(lockedAt()).toEqual(expect.arrayContaining([5, 6, 7]));
  const bet = await client.do('aruze', { do: 'bet', player: names[2], wager: 'field', amount: 500 });
  expect(bet).toMatchObject({ kind: 'refused', refused: { clause: '6.5' } });

  // As long as the figures differ nothing opens; put right, it does.
  const { terminals, books } = electronic(house);
  const by = { id: 's-manager', kind: 'staff', name: 'Manager', roles: EVERY_ROLE, createdAt: 0 } as const;
  const decide = async (seat: number) => {
    const done = await books.submit({ do: 'decide', body: { seat, ...DECIDE }, by });
    return done.ok ? done.answer : done.refused;
  };
  expect(await decide(5)).toMatchObject({
    opened: false,
    disagreement: { figures: { credit: 10_000, ledger: 10_001 } },
  });
  await cent(names[0] as string, -1);
  await cent(names[1] as string, -1);
  for (const seat of [5, 6, 7]) expect(await decide(seat)).toEqual({ opened: true });
  for (const [seat] of terminals.seats().filter(([, { locked }]) => locked !== null)) await decide(seat);
  expect(lockedAt()).toEqual([]);
  client.close();
  await house.close();
}, 120_000);

it('a reading of the meters that says otherwise than the record is found', async () => {
  const store = await openEmbeddedStore(data);
  const { database } = insideOf(store);
  const change = (from: string, to: string) =>
    database.write({
      text: `update house.snapshots set body = replace(body, $1::text, $2::text) where stream = 'terminal/aruze'`,
      values: [from, to],
    });
  await change('"noteIn":0', '"noteIn":1');
  const { faults, counts } = await verifyOpen(store);
  expect(faults).toMatchObject([{ area: 'snapshot', stream: 'terminal/aruze' }]);
  expect(counts['snapshots']).toBeGreaterThan(0);
  await change('"noteIn":1', '"noteIn":0');
  expect((await verifyOpen(store)).faults).toEqual([]);
  await store.close();
}, 60_000);

it('leaves a record that can be verified, meters, rounds and all; a round told otherwise is found', async () => {
  const store = await openEmbeddedStore(data);
  const report = await verifyOpen(store);
  expect(report.faults).toEqual([]);
  expect(report.counts['terminals']).toBeGreaterThan(4);
  const { database } = insideOf(store);
  await database.write({ text: 'alter table house.log disable trigger user' });
  await database.write({
    text: `update house.log set body = regexp_replace(body, '"creditAfter":', '"creditAfter":1')
            where seq = (select min(seq) from house.log where stream = 'terminal/aruze' and body like '%"event":"round"%')`,
  });
  const { faults } = await verifyOpen(store);
  expect(faults[0]).toMatchObject({
    stream: 'terminal/aruze',
    message: expect.stringContaining('as they stood'),
  });
  await store.close();
}, 60_000);

describe('a look into the records at a table that another keeps', () => {
  const folder = storeFolder();
  let house: TestHouse;
  let client: HouseClient;
  let name = '';
  let around: CompanionAround;

  beforeAll(async () => {
    house = await openTestHouse({ data: folder, config });
    const guest = await comeAsGuest(house.url);
    name = guest.name;
    client = connectTo(() => house.url, guest.token);
    look(client, 'aruze');
    expect((await client.do('aruze', { do: 'sit', seat: 4, bankroll: 10_000 })).kind).toBe('done');
    const { id, stream, n } = electronic(house).host;
    const lead = { id, stream, n, isElsewhere: true, accompany: () => {} } as unknown as Lead;
    const fact = () => impossible('nobody decides');
    around = { store: house.house.store, clock: SYSTEM_CLOCK, lead, fact, fetch };
  }, 60_000);

  afterAll(async () => {
    client?.close();
    await house?.remove();
  });

  /** The house's store, with another way to read. */
  const readBy = (readStream: Store['readStream']): Store =>
    Object.assign(Object.create(around.store) as Store, { readStream });

  it('that comes back late takes nothing in: books do not go back to what they were', async () => {
    let held = Promise.resolve();
    const late = readBy(async (stream, after, most) => {
      const entries = await around.store.readStream(stream, after, most);
      if (stream === around.lead.stream) await held;
      return entries;
    });
    const books = await CompanionHost.beside(TERMINAL, { ...around, store: late });
    /** Begins a look, lets somebody sit down meanwhile, and answers what ends it. */
    const lookLate = async (seat: number, isWanted?: () => boolean): Promise<() => Promise<void>> => {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      const looking = books.lookUp(isWanted);
      await new Promise((resolve) => setTimeout(resolve, 500));
      held = Promise.resolve();
      expect((await client.do('aruze', { do: 'sit', seat, bankroll: 10_000 })).kind).toBe('done');
      return async () => {
        release();
        (await looking)();
      };
    };
    const endFirst = await lookLate(5);
    const before = books.state;
    (await books.lookUp())();
    const now = books.state;
    expect(now).not.toEqual(before);
    await endFirst();
    expect(books.state).toBe(now);
    // Nor when the table has become ours meanwhile.
    const endSecond = await lookLate(6, () => false);
    await endSecond();
    expect(books.state).toBe(now);
  }, 240_000);

  it('goes on from the last one, and takes a round that is closed meanwhile in as a whole', async () => {
    const { host, books: kept } = electronic(house);
    const read: number[] = [];
    let before = async () => {};
    const slow = readBy(async (stream, after, most) => {
      if (stream === kept.stream) await before();
      const entries = await around.store.readStream(stream, after, most);
      if (stream === host.stream) read.push(entries.length);
      return entries;
    });
    const books = await CompanionHost.beside(TERMINAL, { ...around, store: slow });
    const atFirst = read.splice(0).reduce((sum, n) => sum + n);
    // Between a look at the table and one at the books somebody wagers, and the round is closed.
    before = async () => {
      before = async () => {};
      const { n } = kept;
      const wager = { do: 'bet', player: name, wager: 'field', amount: 500 };
      while ((await client.do('aruze', wager)).kind !== 'done')
        await new Promise((resolve) => setTimeout(resolve, 50));
      await until(() => kept.told.n > n, 'a round on record', 30_000);
    };
    (await books.lookUp())();
    expect(books.n).toBeGreaterThan(0);
    (await books.lookUp())();
    expect(atFirst + read.reduce((sum, n) => sum + n)).toBeLessThanOrEqual(host.n);
    const whole = await CompanionHost.beside(TERMINAL, around, 'record');
    (await books.lookUp())();
    expect(books.state).toEqual(whole.state);
  }, 240_000);
});
