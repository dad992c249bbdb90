import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evolve, saveTable, type Table, type TableEvent } from '@boxperson/rules';
import { describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../src/clock.js';
import { type HouseClient, openEmbeddedStore, openServerStore, type Store } from '../src/index.js';
import { TableHost } from '../src/tables/host.js';
import { storeFolder } from './store/folders.js';
import { comeAsGuest, connectTo } from './support/client.js';
import { SIX } from './support/house.js';
import { RandomPlayer, seeded } from './support/player.js';
import { freePort, startProcess } from './support/process.js';
import { verifyOpen } from './support/verify.js';

const KILLS = Number(process.env['CRASH_KILLS'] ?? 5);
const SEED = Number(process.env['CRASH_SEED'] ?? 20_260_816);

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

describe.each(['embedded', 'server'] as const)('killed at any instant, on the %s store', (kind) => {
  it(
    `loses nothing and does nothing twice in ${KILLS} kills`,
    async () => {
      const place = await PLACES[kind]();
      const data = storeFolder();
      try {
        const { acknowledged } = await playThroughKills(data, place.env);
        const store = await place.open(join(data, 'store'));
        try {
          await checkAll(store, acknowledged);
        } finally {
          await store.close();
        }
      } finally {
        await place.close();
        rmSync(data, { recursive: true, force: true });
      }
    },
    10 * 60_000 + KILLS * 30_000,
  );
});

type Acknowledged = readonly { readonly table: string; readonly n: number; readonly command: object }[];

/** People play on through every crash: their clients come back by themselves and repeat what was not answered. */
async function playThroughKills(
  data: string,
  env: Record<string, string>,
): Promise<{ acknowledged: Acknowledged }> {
  const port = await freePort();
  const config = join(data, 'six.json');
  writeFileSync(config, JSON.stringify(SIX));
  const random = seeded(SEED);
  let house = await startProcess({ port, data: join(data, 'store'), config, env });
  const clients: HouseClient[] = [];
  const players: { table: string; player: RandomPlayer }[] = [];
  for (const [index, { id }] of SIX.tables.entries()) {
    for (const seat of [1, 2]) {
      const { token } = await comeAsGuest(house.url);
      const client = connectTo(() => house.url, token);
      clients.push(client);
      players.push({ table: id, player: new RandomPlayer(client, id, seat, SEED + index * 10 + seat) });
    }
  }
  for (let kill = 0; kill < KILLS; kill++) {
    await wait(50 + Math.floor(random() * 700));
    await house.kill();
    house = await startProcess({ port, data: join(data, 'store'), config, env });
  }
  await wait(1_500);
  await Promise.all(players.map(({ player }) => player.stop()));
  for (const client of clients) client.close();
  await house.stop();
  return {
    acknowledged: players.flatMap(({ table, player }) =>
      player.acknowledged.map((done) => ({ table, ...done })),
    ),
  };
}

async function checkAll(store: Store, acknowledged: Acknowledged): Promise<void> {
  expect(await store.checkMoney()).toEqual({ sum: 0, faults: [] });
  await checkRecord(store);
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  for (const { id } of SIX.tables) {
    const events = await recordOf(store, id);
    expect(events.length).toBeGreaterThan(0);
    const mine = acknowledged.filter(({ table }) => table === id);
    // Every acknowledged command is at the place that was told, and no place was given to two.
    expect(new Set(mine.map(({ n }) => n)).size).toBe(mine.length);
    for (const { n, command } of mine)
      expect(events[n - 1], JSON.stringify(command)).toSatisfy((event: TableEvent) => fits(event, command));
    const replayed = events.reduce<Table | null>(evolve, null) as Table;
    // Point, wagers, on and off, shooter, seats: as a house that opens again has them, snapshots and all.
    const { table, n } = await TableHost.load(id, store, SYSTEM_CLOCK);
    expect(n).toBe(events.length);
    expect(saveTable(table)).toEqual(saveTable(replayed));
    await checkDraws(store, id, events);
  }
}

/** What was signed between the crashes is what is there. */
async function checkRecord(store: Store): Promise<void> {
  const report = await verifyOpen(store);
  expect(report.faults).toEqual([]);
  expect(report.counts['checkpoints']).toBeGreaterThan(KILLS);
}

/** Is this the event that such a command makes? */
function fits(event: TableEvent, command: object): boolean {
  const { do: verb, wager, amount } = command as { do: string; wager?: string; amount?: number };
  const kinds: Record<string, readonly string[]> = {
    bet: ['wagered'],
    take: ['took'],
    call: ['called'],
    sit: ['sat'],
    card: ['card-presented'],
    accept: ['dice-accepted'],
    throw: ['dice-thrown'],
    shoot: ['shot'],
    leave: ['left'],
  };
  if (!kinds[verb]?.includes(event.event)) return false;
  return event.event !== 'wagered' || (event.wager === wager && event.amount === amount);
}

async function recordOf(store: Store, id: string): Promise<readonly TableEvent[]> {
  const entries = await store.readStream(`table/${id}`, 0, 1_000_000);
  expect(entries.map(({ position }) => position)).toEqual(entries.map((_entry, index) => index + 1));
  return entries.map(({ body }) => JSON.parse(body) as TableEvent);
}

/** Each throw was drawn once at most, and every roll shows what was drawn for it. */
async function checkDraws(store: Store, id: string, events: readonly TableEvent[]): Promise<void> {
  const draws = (await store.readStream(`dice/${id}`, 0, 1_000_000)).map(
    ({ body }) => JSON.parse(body) as { roll: number; dice: number[] },
  );
  expect(new Set(draws.map(({ roll }) => roll)).size).toBe(draws.length);
  let throws = 0;
  for (const event of events) {
    if (event.event === 'dice-thrown' || event.event === 'shot') throws++;
    if (event.event !== 'rolled') continue;
    expect(draws.find(({ roll }) => roll === throws)?.dice).toEqual(event.dice);
  }
}
