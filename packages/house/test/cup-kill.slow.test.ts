// A tournament against bots in a real process that is killed again and again: `npm run soak -- cup-kills`.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { account, TOURNAMENTS, type Tournament, type TournamentEvent } from '@boxperson/offices';
import { replay, type TableEvent } from '@boxperson/rules';
import { expect, it } from 'vitest';
import { lotsElsewhere } from '../../../test/support/lots.js';
import { openEmbeddedStore, type Store } from '../src/index.js';
import { storeFolder } from './store/folders.js';
import { comeAsGuest } from './support/client.js';
import { seeded } from './support/player.js';
import { freePort, type HouseProcess, startProcess } from './support/process.js';
import { verifyOpen } from './support/verify.js';

const KILLS = Number(process.env['CUP_KILLS'] ?? 0);
const SEED = Number(process.env['CUP_SEED'] ?? 19);
const CUPS = ['cup-one', 'cup-two'];
const LIMITS = { default: { min: 1_000, max: 50_000 } };
const CONFIG = {
  bots: true,
  quickCup: { tables: CUPS },
  tables: CUPS.map((id) => ({
    id,
    name: id,
    settings: { rulebook: 'crown', seats: 8, limits: LIMITS, tournament: true },
  })),
};

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until there is an answer that will do. */
async function until(fact: () => Promise<boolean>, what: string, ms = 1_500_000): Promise<void> {
  for (let waited = 0; waited < ms; waited += 200) {
    if (await fact().catch(() => false)) return;
    await wait(200);
  }
  throw new Error(`in vain: ${what}`);
}

async function stageOf({ url }: HouseProcess): Promise<string | undefined> {
  const told = await (await fetch(`${url}/api/matters/tournaments`)).json();
  const { matters } = told as { matters: { matter: string; books: { stage: string } }[] };
  return matters.find(({ matter }) => matter === 'quick-1')?.books.stage;
}

async function eventsOf<Event>(store: Store, stream: string): Promise<readonly Event[]> {
  return (await store.readStream(stream, 0, 100_000)).map(({ body }) => JSON.parse(body) as Event);
}

it.skipIf(KILLS === 0)(
  `crown 8: a tournament in a process that is killed ${KILLS} times`,
  async () => {
    const data = storeFolder();
    const config = join(data, 'cup.json');
    writeFileSync(config, JSON.stringify(CONFIG));
    const start = async (port: number) =>
      startProcess({ port, data: join(data, 'store'), config, atEase: true });
    const port = await freePort();
    const random = seeded(SEED);
    let house = await start(port);
    try {
      await until(async () => (await stageOf(house)) === 'entries', 'entries');
      const { token } = await comeAsGuest(house.url);
      const body = JSON.stringify({ id: 'newcomer-enters', accept: true, version: 1 });
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      await fetch(`${house.url}/api/tournaments/quick-1/enter`, { method: 'POST', headers, body });
      for (let kill = 0; kill < KILLS && (await stageOf(house)) !== 'over'; kill += 1) {
        await wait(Math.floor(random() * 4_000));
        await house.kill();
        house = await start(port);
      }
      await until(async () => (await stageOf(house)) === 'over', 'the end');
      await wait(5_000);
    } finally {
      await house.stop();
    }
    const store = await openEmbeddedStore(join(data, 'store'));
    await checkStore(store).finally(() => store.close());
    rmSync(data, { recursive: true, force: true });
  },
  3_600_000,
);

async function checkStore(store: Store): Promise<void> {
  expect(await store.checkMoney()).toEqual({ sum: 0, faults: [] });
  expect((await verifyOpen(store)).faults).toEqual([]);
  const events = await eventsOf<TournamentEvent>(store, 'tournaments/quick-1');
  const cup = events.reduce((state, event) => TOURNAMENTS.evolve(state, event), TOURNAMENTS.start);
  for (const table of CUPS) replay(await eventsOf<TableEvent>(store, `table/${table}`));
  expect([...cup.places].sort()).toEqual(Object.keys(cup.entries).sort());
  expect(cup.prizes.reduce((sum, { amount }) => sum + amount, 0)).toBe(100_000);
  expect(await store.balance(account.tournament(cup.books, 'pool'))).toBe(0);
  const chips = await store.balances('tournament/chips/');
  expect(chips.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  checkRounds(cup);
}

/** Everybody has one place, as a stranger draws it, the same bank, and every roll is counted. */
function checkRounds(cup: Tournament): void {
  for (const [at, round] of cup.rounds.entries()) {
    const { players, tables, places, faces, word, counts, banks } = round;
    expect(places.map(({ player }) => player).sort()).toEqual([...players].sort());
    expect(new Set(Object.values(banks)).size).toBe(1);
    const lots = { players, tables, round: at + 1, faces: faces as string, word: word as string };
    const { seats } = lotsElsewhere(lots);
    for (const { player, table, seat } of places) expect(seats[`${table} ${seat}`]).toBe(player);
    expect(Object.values(counts).map(({ roll }) => roll)).toEqual(tables.map(() => 8));
  }
}
