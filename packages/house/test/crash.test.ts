import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HouseClient, openEmbeddedStore, openServerStore, type Store } from '../src/index.js';
import { storeFolder } from './store/folders.js';
import { type Acknowledged, checkTable } from './support/acknowledged.js';
import { comeAsGuest, connectTo, IMPATIENT, until } from './support/client.js';
import { SIX } from './support/house.js';
import { RandomPlayer, seeded } from './support/player.js';
import { freePort, type HousePlace, killOpening, startProcess } from './support/process.js';
import { verifyOpen } from './support/verify.js';

const KILLS = Number(process.env['CRASH_KILLS'] ?? 3);
/** So many kills one house has to bear: of a longer record every start is longer, and shows nothing else. */
const KILLS_OF_ONE = 200;
const SEED = Number(process.env['CRASH_SEED'] ?? 20_260_816);
/** The long runs have a process for each store, side by side. */
const STORES = (['embedded', 'server'] as const).filter(
  (kind) => kind === (process.env['CRASH_STORE'] ?? kind),
);
/** Somebody has played since the house opened; so long after that at most it is killed. */
const PLAY_MS = 600;
/** Every fifth is killed a second time, somewhere on its way to opening. */
const OPENING_MS = 2_500;
const PATIENCE_MS = 120_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Place {
  readonly env: Record<string, string>;
  open(data: string): Promise<Store>;
  close(): Promise<void>;
}

const PLACES: Readonly<Record<'embedded' | 'server', () => Promise<Place>>> = {
  embedded: async () => ({ env: {}, open: (data) => openEmbeddedStore(data), close: async () => {} }),
  server: async () => {
    const { startPostgres } = await import('./store/postgres.js');
    const postgres = await startPostgres();
    const url = await postgres.freshDatabase();
    return { env: { DATABASE_URL: url }, open: () => openServerStore(url), close: () => postgres.stop() };
  },
};

/** How often each house is killed: all of it together, and none for long. */
const HOUSES = Array.from({ length: Math.ceil(KILLS / KILLS_OF_ONE) }, (_, house) =>
  Math.min(KILLS_OF_ONE, KILLS - house * KILLS_OF_ONE),
);

describe.each(STORES)('killed at any instant, on the %s store', (kind) => {
  it.each(HOUSES.map((kills, house) => [kills, house] as const))(
    'loses nothing and does nothing twice in %i kills (house %i)',
    async (kills, house) => {
      const place = await PLACES[kind]();
      const data = storeFolder();
      try {
        const acknowledged = await playThroughKills(data, place.env, kills, SEED + house * 1_000);
        const store = await place.open(join(data, 'store'));
        try {
          await checkAll(store, acknowledged, kills);
        } finally {
          await store.close();
        }
      } finally {
        await place.close();
        rmSync(data, { recursive: true, force: true });
      }
    },
    10 * 60_000 + KILLS * 60_000,
  );
});

interface Playing {
  readonly table: string;
  readonly player: RandomPlayer;
}

/** Two at each table, and nobody of them is patient. */
async function sendPlayers(url: () => string, clients: HouseClient[], seed: number): Promise<Playing[]> {
  const players: Playing[] = [];
  for (const [index, { id }] of SIX.tables.entries()) {
    for (const seat of [1, 2]) {
      const { token } = await comeAsGuest(url());
      const client = connectTo(url, token, IMPATIENT);
      clients.push(client);
      players.push({ table: id, player: new RandomPlayer(client, id, seat, seed + index * 10 + seat) });
    }
  }
  return players;
}

/** People play on through every crash: their clients come back by themselves and repeat what was not answered. */
async function playThroughKills(
  data: string,
  env: Record<string, string>,
  kills: number,
  seed: number,
): Promise<Acknowledged> {
  const config = join(data, 'six.json');
  writeFileSync(config, JSON.stringify(SIX));
  const place: HousePlace = { port: await freePort(), data: join(data, 'store'), config, env };
  const random = seeded(seed);
  let house = await startProcess(place);
  const clients: HouseClient[] = [];
  const players = await sendPlayers(() => house.url, clients, seed);
  const told = () => players.reduce((all, { player }) => all + player.acknowledged.length, 0);
  for (let kill = 0; kill < kills; kill++) {
    const before = told();
    await until(() => told() > before, 'somebody plays on', PATIENCE_MS);
    await wait(random() * PLAY_MS);
    await house.kill();
    if (kill % 5 === 4) await killOpening(place, random() * OPENING_MS);
    house = await startProcess(place);
  }
  await wait(1_500);
  await Promise.all(players.map(({ player }) => player.stop()));
  for (const client of clients) client.close();
  await house.stop();
  return players.flatMap(({ table, player }) => player.acknowledged.map((done) => ({ table, ...done })));
}

async function checkAll(store: Store, acknowledged: Acknowledged, kills: number): Promise<void> {
  expect(await store.checkMoney()).toEqual({ sum: 0, faults: [] });
  await checkRecord(store, kills);
  expect(acknowledged.length).toBeGreaterThan(kills);
  for (const { id } of SIX.tables) await checkTable(store, id, acknowledged);
}

/** What was signed between the crashes is what is there. */
async function checkRecord(store: Store, kills: number): Promise<void> {
  const report = await verifyOpen(store);
  expect(report.faults).toEqual([]);
  expect(report.counts['checkpoints']).toBeGreaterThan(kills);
}
