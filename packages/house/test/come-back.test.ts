// A store that fails, and tables that come back by themselves.
import { mkdtempSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HouseBooks } from '@boxperson/offices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseConfig } from '../src/index.js';
import { unavailable } from '../src/store/database.js';
import { insideOf } from '../src/store/sql-store.js';
import { openServerStore, type Store, type Work } from '../src/store/store.js';
import { makeWriter } from '../src/store/writer.js';
import { execute, hasPostgres, type Postgres, startPostgres } from './store/postgres.js';
import { event, work } from './store/works.js';
import { AtTable, type Reply } from './support/at-table.js';
import { comeAsGuest, until } from './support/client.js';
import { openTestHouse, SIX, type TestHouse } from './support/house.js';
import { call, settleIn } from './support/http.js';
import { verifyOpen } from './support/verify.js';

/** Rounds long enough for a store to come back within one. */
const config = houseConfig.parse({
  ...SIX,
  tables: SIX.tables
    .filter(({ id }) => id === 'aruze')
    .map((table) => ({ ...table, settings: { ...table.settings, wageringMs: 60_000 } })),
});
const STREAM = 'table/aruze';

let seats = 0;
async function sitDown({ url }: TestHouse): Promise<AtTable & { readonly player: string }> {
  const guest = await comeAsGuest(url);
  const player = await AtTable.come(url, 'aruze', guest);
  await player.must({ do: 'sit', seat: ++seats, bankroll: 50_000 });
  return Object.assign(player, { player: guest.name });
}

const bet = (player: string) => ({ do: 'bet', player, wager: 'pass', amount: 1_000 });
const healthOf = ({ url }: TestHouse) => call(url, 'GET', '/health');
const isDone = ({ t }: Reply): boolean => t === 'done';

/** Sent again under its id until it is done, as a browser does. */
async function insist(at: AtTable, command: object, id: string, ms: number): Promise<Reply> {
  const end = performance.now() + ms;
  for (;;) {
    const reply = await at.say({ t: 'do', command }, id);
    if (isDone(reply) || performance.now() > end) return reply;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe('a table whose store fails', () => {
  let house: TestHouse;
  let staff: string;
  const alarms: string[] = [];
  beforeAll(async () => {
    house = await openTestHouse({ config, onAlarm: (text) => void alarms.push(text) });
    staff = await settleIn(house.url, 'manager', house.firstStaff?.password ?? '');
  }, 120_000);
  afterAll(() => house.remove());

  const host = () => {
    const found = house.house.host('aruze');
    if (!found) throw new Error('no table');
    return found;
  };
  const books = () => house.house.offices.host('house')?.told.state as HouseBooks;

  /** What the store does instead with works of the table, as long as the answer is not called. */
  function failing(
    how: (work: Work, append: Store['append']) => Promise<never>,
    failingStream = STREAM,
  ): () => void {
    const { store } = house.house;
    const { append } = store;
    const failed: Store['append'] = (work) =>
      work.events.some(({ stream }) => stream === failingStream) || work.events.length === 0
        ? how(work, append)
        : append(work);
    (store as { append: Store['append'] }).append = failed;
    return () => {
      (store as { append: Store['append'] }).append = append;
    };
  }

  const count = async (event: string): Promise<number> =>
    (await house.house.store.readStream(STREAM, 0, 10_000)).filter(
      ({ body }) => JSON.parse(body).event === event,
    ).length;

  // First of all: the ledger is asked once in a round.
  it('what cannot be read at the first bet of a round is read again at the next', async () => {
    const player = await sitDown(house);
    const { store } = house.house;
    const { holdings } = store;
    const round = host().table.throws;
    (store as { holdings: unknown }).holdings = () => Promise.reject(unavailable('gone'));
    expect(await player.do(bet(player.player))).toMatchObject({ refused: { code: 'unavailable' } });
    (store as { holdings: unknown }).holdings = holdings;
    expect(isDone(await player.do(bet(player.player)))).toBe(true);
    expect(host().table.throws).toBe(round);
  }, 60_000);

  it.each([
    ['was not', async () => Promise.reject(unavailable('gone'))],
    [
      'was, and nobody could tell us',
      async (work: Work, append: Store['append']) => {
        await append(work);
        throw unavailable('gone');
      },
    ],
  ] as const)(
    'a work that %s stored: health says so, and it comes back as the record has it',
    async (_how, how) => {
      const player = await sitDown(house);
      await player.line.say({ t: 'watch', at: STREAM });
      const wagers = await count('wagered');
      alarms.length = 0;
      const back = failing(how);
      // An id of this run of the house, which is not looked up in the store as long as the house knows of it.
      const id = `${house.house.admission.epoch}-bet-while-away-${seats}`;
      expect(await player.say({ t: 'do', command: bet(player.player) }, id)).toMatchObject({
        t: 'refused',
        refused: { code: 'unavailable' },
      });
      const began = performance.now();
      const { status, body } = await healthOf(house);
      expect(performance.now() - began).toBeLessThan(1_000);
      expect([status, body.stopped]).toEqual([503, expect.arrayContaining(['aruze'])]);
      await until(() => Object.hasOwn(books().stopped ?? {}, STREAM), 'the stop on record');
      expect(alarms.join()).toContain(STREAM);
      const lobby = async (token?: string) =>
        (await call(house.url, 'GET', '/api/tables', token === undefined ? {} : { token })).body;
      expect(await lobby(staff)).toMatchObject([{ stopped: true, trouble: expect.stringContaining('gone') }]);
      for (const other of [undefined, (await comeAsGuest(house.url)).token])
        expect((await lobby(other))[0]).not.toHaveProperty('trouble');
      back();
      await until(() => host().stopped === null, 'the table');
      expect((await healthOf(house)).status).toBe(200);
      expect(isDone(await insist(player, bet(player.player), id, 5_000))).toBe(true);
      expect(isDone(await player.do(bet(player.player)))).toBe(true);
      expect(await count('wagered')).toBe(wagers + 2);
      const mine = host().table.game.players.find(({ name }) => name === player.player);
      expect(mine?.balance).toBe(48_000);
      expect(await house.house.electronic('aruze')?.terminals.audit(player.player, 'with-ledger')).toBeNull();
      await until(() => books().stopped?.[STREAM] === undefined, 'the return on record');
      const told = player.line.heard.flatMap((one) => (one.t === 'events' ? one.events : []));
      expect(told.filter((one) => (one as { event?: string } | null)?.event === 'wagered')).toHaveLength(2);
    },
    60_000,
  );

  // Before another table plays: whoever verifies an embedded store wants it to themselves.
  it('leaves a record that can be verified', async () => {
    expect((await verifyOpen(house.house.store)).faults).toEqual([]);
  }, 60_000);

  it('books come back, too, and what follows from them is done', async () => {
    alarms.length = 0;
    const back = failing(async (work, append) => {
      await append(work);
      throw unavailable('gone');
    }, 'house');
    const { limits } = SIX.tables[0]?.settings ?? {};
    const table = { id: 'annex', name: 'Annex', settings: { rulebook: 'star', limits } };
    const open = () =>
      call(house.url, 'POST', '/api/house/open-table', {
        token: staff,
        body: { id: 'open-while-away', table },
      });
    expect((await open()).status).toBe(500);
    await until(() => alarms.join().includes('Stands still: house'), 'an alarm');
    back();
    await until(() => house.house.host('annex') !== null, 'the table');
    expect((await open()).body).toMatchObject({ ok: true, id: 'annex' });
    await until(() => alarms.join().includes('Goes on again: house'), 'an end');
    await until(() => Object.keys(books().stopped ?? {}).length === 0, 'nothing stopped on record');
    expect(house.house.standstill()).toEqual(new Map());
  }, 60_000);

  // The last: they stay stopped.
  it('a bug of ours stops a table, or books, for good: alarmed, on record and named', async () => {
    alarms.length = 0;
    const planted = () => {
      throw new Error('planted');
    };
    const tickets = house.house.offices.host('tickets');
    for (const one of [host(), tickets]) await expect(one?.perform(planted)).rejects.toThrow('planted');
    await until(() => Object.keys(books().stopped ?? {}).length === 2, 'both on record');
    expect(books().stopped).toEqual({ [STREAM]: 'planted', tickets: 'planted' });
    expect(alarms).toEqual([expect.stringContaining(`${STREAM}, tickets`)]);
    expect((await healthOf(house)).body.stopped).toEqual(expect.arrayContaining(['aruze', 'tickets']));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(host().stopped).toBe('planted');
  }, 60_000);
});

/** A way to the server that can be cut. */
class Way {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  constructor(home: string) {
    this.#server = createServer((socket) => {
      if (this.#isCut) return socket.destroy();
      const there = connect(join(home, '.s.PGSQL.5432'));
      for (const [one, other] of [
        [socket, there],
        [there, socket],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => one.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as { port: number }).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

describe.skipIf(!hasPostgres() || Boolean(process.env['DATABASE_URL']))('on a server that goes away', () => {
  let postgres: Postgres;
  let house: TestHouse;
  let way: Way;
  let direct: string;
  const alarms: string[] = [];
  beforeAll(async () => {
    postgres = await startPostgres();
    direct = await postgres.freshDatabase();
    const url = new URL(direct.replace('@/', '@localhost/'));
    way = new Way(url.searchParams.get('host') ?? '');
    const databaseUrl = `postgres://boxperson@127.0.0.1:${await way.open()}${url.pathname}`;
    const onAlarm = (text: string) => void alarms.push(text);
    house = await openTestHouse({ config, databaseUrl, onAlarm, data: mkdtempSync(join(tmpdir(), 'away-')) });
  }, 120_000);
  afterAll(async () => {
    await house?.remove();
    way?.close();
    await postgres?.stop();
  });

  it('with a batch of which nobody knows what became: the records are asked before the next', async () => {
    const store = await openServerStore(await postgres.freshDatabase());
    const { database } = insideOf(store);
    let fails: 'after' | 'still' | 'no' = 'no';
    const writer = await makeWriter({
      ...database,
      write: async (statement) => {
        const rows = await database.write(statement);
        if (fails !== 'after') return rows;
        fails = 'still';
        throw new Error('no answer');
      },
      recover: async () => {
        if (fails === 'still') throw new Error('not there');
      },
    });
    fails = 'after';
    await expect(writer.append(work({ events: [event('s', 1)] }))).rejects.toThrow('not available');
    await expect(writer.append(work({ events: [event('s', 2)] }))).rejects.toThrow('not available');
    fails = 'no';
    await writer.append(work({ events: [event('s', 2)] }));
    expect((await store.readStream('s', 0, 10)).map(({ position }) => position)).toEqual([1, 2]);
    await store.close();
  }, 60_000);

  it('for seconds, at the first bet of a round: the bet is made in that round, once', async () => {
    seats = 0;
    const player = await sitDown(house);
    const round = house.house.host('aruze')?.table.throws;
    way.cut();
    const reply = insist(player, bet(player.player), 'bet-while-cut', 20_000);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await healthOf(house)).toMatchObject({ status: 503 });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    way.mend();
    expect(isDone(await reply)).toBe(true);
    expect((await healthOf(house)).status).toBe(200);
    const host = house.house.host('aruze');
    expect(host?.table.throws).toBe(round);
    const bets = (await house.house.store.readStream(STREAM, 0, 1_000)).filter(
      ({ body }) => JSON.parse(body).event === 'wagered',
    );
    expect(bets).toHaveLength(1);
  }, 60_000);

  // As a full disk does: it can be read, what writes nothing is stored, and nothing else is.
  it('and has no room any more: health says so all the while, and nothing comes back before there is some', async () => {
    const player = await sitDown(house);
    alarms.length = 0;
    await execute(
      direct,
      `create function public.no_room() returns trigger language plpgsql as $$ begin
         raise exception 'No space left on device' using errcode = 'disk_full'; end $$;
       create trigger no_room before insert on house.log for each row execute function public.no_room();
       create trigger no_room before insert on house.documents for each row execute function public.no_room()`,
    );
    expect(isDone(await player.do(bet(player.player)))).toBe(false);
    for (let looks = 0; looks < 15; looks += 1) {
      expect((await healthOf(house)).status).toBe(503);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(alarms.filter((text) => text.startsWith('Goes on again'))).toEqual([]);
    await execute(direct, 'drop function public.no_room() cascade');
    expect(isDone(await insist(player, bet(player.player), 'bet-with-room', 15_000))).toBe(true);
    await until(() => alarms.some((text) => text.startsWith('Goes on again')), 'the word of it');
    // One after another, each when it next asks.
    await expect.poll(async () => (await healthOf(house)).status, { timeout: 15_000 }).toBe(200);
    expect(await house.house.store.listDocuments('room')).toEqual([]);
  }, 60_000);
});
