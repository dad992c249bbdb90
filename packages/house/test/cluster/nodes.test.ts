// Three nodes in processes and networks of their own, with clocks that are seconds apart, on a real PostgreSQL with a
// standby and a real bus of three servers. People play all the games and an office works while nodes are killed,
// stopped and resumed, cut off and drained, the bus goes and comes back, and the primary dies.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readClusterStatus } from '../../src/cluster/status.js';
import {
  HouseClient,
  type Own,
  openServerStore,
  readServerStore,
  type SocketLike,
  type Store,
} from '../../src/index.js';
import { programs } from '../store/postgres.js';
import { checkTable } from '../support/acknowledged.js';
import { comeAsGuest, connectTo, look, until } from '../support/client.js';
import { SIX } from '../support/house.js';
import { RandomPlayer, seeded } from '../support/player.js';
import { verifyOpen } from '../support/verify.js';
import { hasNats, Servers } from './nats.js';
import { ARE_APART, makeNetwork, type Network } from './network.js';
import { type NodeProcess, Nodes } from './nodes.js';
import { Pair, PRIMARY } from './pair.js';
import { Sitter } from './sitter.js';

/** How often each fault is tried, and how many more come one after another as chance has it. */
const ROUNDS = Number(process.env['CLUSTER_ROUNDS'] ?? 1);
const FAULTS = Number(process.env['CLUSTER_FAULTS'] ?? 0);
/** Whatever the machine is busy with: after so long no further fault begins. */
const MINUTES = Number(process.env['CLUSTER_MINUTES'] ?? 30);
const SEED = Number(process.env['CLUSTER_SEED'] ?? 20_261_117);
const LEASE_MS = 2_500;
/** A lease, whoever notices, and a machine that is busy with other things. */
const OPENS_WITHIN_MS = 60_000;
/** What somebody in their seat may notice of a rolling restart; more where the machine is busy with other things. */
const BLINK_MS = 6_000;
const BLINK_ANSWERS = 40;
/** Enough to be hit by everything, and not so much that nothing else gets its turn. */
const REST_MS = 150;
const SLOW = { timeout: 240_000 * ROUNDS };

const NAMES = ['a', 'b', 'c'] as const;
const BUS: Readonly<Record<string, string>> = { a: 'n1', b: 'n2', c: 'n3' };
const CASE = 'cases/of-a';
const NOTE = { kind: 'note', says: 'It was.', source: 'the floor' };
/** A table with one person, who is there all the time. */
const QUIET = 'quiet';
const HOUSE = {
  ...SIX,
  // Nobody runs out of money, however long it takes.
  playMoney: 1_000_000_000,
  tables: [...SIX.tables, { ...(SIX.tables[0] as object), id: QUIET, name: QUIET }],
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const random = seeded(SEED);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
/** A clock that nobody has set: some seconds early or late. */
const someClock = (): number => Math.round((random() - 0.5) * 10_000);

describe.skipIf(programs() === undefined || !hasNats())('three nodes', () => {
  let network: Network;
  let pair: Pair;
  let servers: Servers;
  let nodes: Nodes;
  let overhearing: ChildProcess;
  let overheard = '';
  const alive = new Map<string, NodeProcess>();
  const clients: HouseClient[] = [];
  const players: { readonly table: string; readonly player: RandomPlayer }[] = [];
  let sitter: Sitter;
  let sittersToken = '';
  let manager = { token: '' };
  const since = Date.now();
  const isLate = (): boolean => Date.now() - since > MINUTES * 60_000;
  /** How long it took until every table went on, by what had happened. */
  const opened = new Map<string, number[]>();

  const anyNode = (): NodeProcess => pick([...alive.values()]);
  const node = (name: string): NodeProcess => alive.get(name) as NodeProcess;
  const status = () => readClusterStatus(nodes.outside);
  const start = async (name: string): Promise<void> =>
    void alive.set(name, await nodes.start(name, someClock()));
  /** Nodes that are on their way back: nobody waits for them but whoever counts. */
  const comingBack = new Map<string, Promise<void>>();
  const startBehind = (name: string): void => void comingBack.set(name, start(name));
  const allBack = async (): Promise<void> => {
    await Promise.all(comingBack.values());
    await pair.whole();
  };

  /** Lines by the node that they lead to. */
  const lines = new Map<WebSocket, string>();
  const connectToAny = (token: string): HouseClient =>
    new HouseClient({
      token,
      connect: () => {
        const { name, url } = anyNode();
        const line = new WebSocket(`${url.replace('http', 'ws')}/wire`);
        lines.set(line, name);
        line.once('close', () => lines.delete(line));
        return line as unknown as SocketLike;
      },
    });
  /** As a proxy does with whoever is at a node that is not well. */
  const hangUp = (name: string): void => {
    for (const [line, at] of lines) if (at === name) line.terminate();
  };

  type Said = Readonly<Record<string, unknown>> & { readonly refused?: { readonly code: string } };

  /** Asked again under its id while nobody could answer, as any client does. */
  const post = async (at: NodeProcess, path: string, body: object, token = manager.token): Promise<Said> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(`${at.url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const said = (await response.json()) as Said;
      if (said.refused?.code !== 'unavailable' || tries === 10) return said;
      await wait(500);
    }
  };

  /** What is on record of a table in the end. */
  const lastOf = async (table: string): Promise<string> => {
    const { run, close } = await readServerStore(nodes.outside.database);
    const entries = await run({
      text: 'select position, at, body from house.log where stream = $1::text order by position desc limit 12',
      values: [`table/${table}`],
    }).finally(close);
    return entries.map(({ position, at, body }) => `${position} ${at} ${body}`).join('\n');
  };

  /** At every table something is acknowledged that was not before. */
  const playsOn = async (why: string): Promise<void> => {
    const since = performance.now();
    const before = players.map(({ player }) => player.acknowledged.length);
    const tables = new Map(SIX.tables.map(({ id }) => [id, false]));
    const movesOn = () => {
      for (const [index, { table, player }] of players.entries())
        if (player.acknowledged.length > (before[index] as number)) tables.set(table, true);
      return [...tables.values()].every(Boolean);
    };
    await until(movesOn, why, OPENS_WITHIN_MS).catch(async (error: Error) => {
      const still = [...tables].filter(([, moves]) => !moves).map(([id]) => id);
      const said = [...alive.values()].map((one) => `${one.name}: ${one.said().slice(-1_500)}`);
      const asked = players
        .filter(({ table }) => still.includes(table))
        .map(
          ({ table, player }) => `${table}: ${JSON.stringify({ last: player.last, own: player.seen.own })}`,
        );
      throw new Error(
        [
          `${error.message}; no move at ${still}; ${JSON.stringify(await status())}`,
          ...asked,
          ...(await Promise.all(still.map(lastOf))),
          ...said,
        ].join('\n'),
      );
    });
    opened.set(why, [...(opened.get(why) ?? []), performance.now() - since]);
  };

  const healthOf = async ({ url }: NodeProcess) =>
    (await (await fetch(`${url}/health`)).json()) as {
      readonly ok: boolean;
      readonly wrong: readonly string[];
      readonly node: { readonly bus: string; readonly lease: string };
    };

  /** What a node has said of its record, ever, and its last words. */
  const wordsOf = (one: NodeProcess): string => {
    const ofRecord = one
      .said()
      .split('\n')
      .filter((line) => /record|damage/i.test(line));
    return [...ofRecord.slice(-10), one.said().slice(-1_500)].join('\n');
  };

  /** On a machine that is busy with other things a lease may be late: then it is well a moment later. */
  const isWell = async (one: NodeProcess): Promise<void> => {
    const end = Date.now() + OPENS_WITHIN_MS;
    for (;;) {
      const health = await healthOf(one);
      if (!(health.ok && health.node.bus === 'up') && Date.now() < end) await wait(250);
      else
        return expect(health, wordsOf(one)).toMatchObject({
          ok: true,
          stopped: [],
          wrong: [],
          node: { name: one.name, bus: 'up', lease: 'held' },
        });
    }
  };

  /** Says something of itself within so long. */
  const says = async (one: NodeProcess, what: (health: Awaited<ReturnType<typeof healthOf>>) => boolean) => {
    const end = Date.now() + OPENS_WITHIN_MS;
    for (;;) {
      const health = await healthOf(one);
      if (what(health)) return;
      if (Date.now() > end) throw new Error(`${one.name} does not say so: ${JSON.stringify(health)}`);
      await wait(50);
    }
  };

  const everybodyKeeps = async (): Promise<void> => {
    await allBack();
    const end = Date.now() + OPENS_WITHIN_MS;
    for (;;) {
      const { nodes: found } = await status();
      const there = found.filter((one) => one.alive && one.state === 'up');
      if (there.length === alive.size && there.every(({ keeps }) => keeps > 1)) return;
      if (Date.now() > end) throw new Error(`not spread: ${JSON.stringify(found)}`);
      await wait(100);
    }
  };

  beforeAll(async () => {
    network = makeNetwork([...NAMES, ...Object.values(BUS), 'd1', 'd2']);
    [pair, servers] = await Promise.all([Pair.start(network), Servers.start(network, Object.values(BUS))]);
    nodes = new Nodes({ network, pair, servers, house: HOUSE, leaseMs: LEASE_MS });
    const [url] = await servers.urlsFor('n1');
    const script = fileURLToPath(new URL('./overhear.mjs', import.meta.url));
    const [program, ...args] = network.at('n1', [process.execPath, script, url as string]);
    overhearing = spawn(program as string, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    overhearing.stdout?.on('data', (text) => (overheard += String(text)));
    await start('a');
    await Promise.all([start('b'), start('c')]);
    for (const [index, { id }] of SIX.tables.entries())
      for (const seat of [1, 2]) {
        const { token } = await comeAsGuest(anyNode().url);
        const client = connectToAny(token);
        clients.push(client);
        players.push({
          table: id,
          player: new RandomPlayer(client, id, seat, SEED + index * 10 + seat, REST_MS),
        });
      }
    const { token } = await comeAsGuest(anyNode().url);
    sittersToken = token;
    sitter = new Sitter(connectToAny(token), QUIET);
  }, 180_000);

  afterAll(async () => {
    for (const [why, times] of opened)
      console.log(`${why}, ${times.length} times: ${times.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s`);
    sitter?.close();
    for (const client of clients) client.close();
    await nodes?.close();
    overhearing?.kill('SIGKILL');
    await servers?.stop();
    await pair?.stop();
    network?.close();
  });

  test('streams are spread, and people play at every table from any node', SLOW, async () => {
    await everybodyKeeps();
    await playsOn('at first');
    const { units } = await status();
    expect(new Set(units.map((unit) => unit.node))).toEqual(new Set(NAMES));
    for (const one of alive.values()) await isWell(one);
  });

  test('the same is seen at every node, in order and without a gap', SLOW, async () => {
    const table = (SIX.tables[0] as { id: string }).id;
    const eyes = await Promise.all(
      [...alive.values()].map(async ({ url }) => {
        const { token } = await comeAsGuest(url);
        const client = connectTo(() => url, token);
        return { client, seen: look(client, table) };
      }),
    );
    await until(
      () => eyes.every(({ seen }) => seen.events.length > 20),
      'news at every node',
      OPENS_WITHIN_MS,
    );
    const last = Math.max(...eyes.map(({ seen }) => seen.n));
    await until(() => eyes.every(({ seen }) => seen.n >= last), 'the same news', OPENS_WITHIN_MS);
    for (const { client } of eyes) client.close();
  });

  test(
    'an office works at any node, and an id that was answered is answered the same everywhere',
    SLOW,
    async () => {
      const [, password] = /password (\S+)/.exec(node('a').said()) ?? [];
      const entered = await post(node('b'), '/api/sign-in', { login: 'manager', password });
      const token = String(entered['token']);
      const next = 'a password of my own';
      const set = { id: randomUUID(), old: password, next };
      expect(await post(node('c'), '/api/people/set-password', set, token)).toMatchObject({
        ok: true,
      });
      manager = { token };
      const wanted = {
        id: randomUUID(),
        name: 'Bo',
        login: 'bo',
        roles: [{ rulebook: 'star', role: 'boxperson' }],
      };
      const answers = await Promise.all(
        [...alive.values()].map((one) => post(one, '/api/people/register-staff', wanted)),
      );
      const [first, ...others] = answers;
      expect(first).toMatchObject({ ok: true, person: { name: 'Bo' } });
      for (const other of others) expect(other, JSON.stringify(answers)).toEqual(first);
      for (const { url } of alive.values()) {
        const response = await fetch(`${url}/api/people?kind=staff`, {
          headers: { authorization: `Bearer ${manager.token}` },
        });
        const list = (await response.json()) as { name: string }[];
        expect(list.filter(({ name }) => name === 'Bo')).toHaveLength(1);
      }
    },
  );

  /** The books of a matter as a node tells them. */
  const matterAt = async ({ url }: NodeProcess, at: string) => {
    const response = await fetch(`${url}/api/matters/${at}`, {
      headers: { authorization: `Bearer ${manager.token}` },
    });
    return response.status === 200 ? ((await response.json()) as { n: number; books: unknown }) : null;
  };
  /** Every node tells the same of it, and how far. */
  const isTheSameEverywhere = async (at: string, n: number): Promise<void> => {
    const told = () => Promise.all([...alive.values()].map((one) => matterAt(one, at)));
    const end = Date.now() + OPENS_WITHIN_MS;
    while ((await told()).some((one) => one?.n !== n) && Date.now() < end) await wait(100);
    const all = await told();
    expect(all[0]).toMatchObject({ n });
    for (const one of all) expect(one).toEqual(all[0]);
  };

  test('a matter begins at any node, is told of at all, and goes on from any', SLOW, async () => {
    const begins: readonly (readonly [string, string, object])[] = [
      ['cases', 'open', { kind: 'complaint', rulebook: 'star', says: 'The stick was rude.' }],
      ['promotions', 'draft', { title: 'Spring', book: 'star', terms: {} }],
      ['tournaments', 'plan', { name: 'The cup' }],
    ];
    for (const [office, verb, body] of begins)
      for (const name of NAMES) {
        const at = `${office}/of-${name}`;
        const wanted = { id: randomUUID(), ...body };
        const begun = await post(node(name), `/api/${at}/${verb}`, wanted);
        expect(begun, at).toMatchObject({ ok: true });
        // Where it was asked it is told at once; said again anywhere, it is what it was.
        expect(await matterAt(node(name), at), at).toMatchObject({ n: begun['n'] });
        for (const one of alive.values())
          expect(await post(one, `/api/${at}/${verb}`, wanted), at).toEqual(begun);
        await isTheSameEverywhere(at, Number(begun['n']));
      }
    for (const name of NAMES) {
      const none = await post(node(name), '/api/cases/nobody-s/add-evidence', { id: randomUUID(), ...NOTE });
      expect(none.refused?.code).toBe('not-found');
      await addsToCase(node(name), 'the same hour');
    }
    await isTheSameEverywhere(CASE, 1 + added.length);
  });

  /** What was added to a case, at whichever node. */
  const added: string[] = [];
  const addsToCase = async (at: NodeProcess, says: string): Promise<void> => {
    const note = { id: randomUUID(), ...NOTE, says: `${says}, ${added.length + 1}` };
    const done = await post(at, `/api/${CASE}/add-evidence`, note);
    // Nobody adds more than sixty things in an hour.
    if (done.refused?.code === 'too-fast') return;
    expect(done).toMatchObject({ ok: true });
    added.push(note.says);
  };

  test(
    'a session that ends at one node is over at the others, and so are its connections',
    SLOW,
    async () => {
      const { token } = await comeAsGuest(node('a').url);
      const headers = { authorization: `Bearer ${token}` };
      const client = connectTo(() => node('b').url, token);
      await until(() => client.online, 'online', OPENS_WITHIN_MS);
      expect((await fetch(`${node('b').url}/api/me`, { headers })).status).toBe(200);
      // Looked for from here on: hung up on, a client comes again, as nobody, while others still answer.
      const hungUp = until(() => !client.online, 'hung up', OPENS_WITHIN_MS);
      const out = await fetch(`${node('c').url}/api/sign-out`, { method: 'POST', headers });
      expect(out.status).toBeLessThan(300);
      expect((await fetch(`${node('b').url}/api/me`, { headers })).status).toBe(401);
      await hungUp;
      client.close();
    },
  );

  const kill = async (name: string): Promise<void> => {
    const victim = node(name);
    alive.delete(name);
    await victim.kill();
    await playsOn('a node was killed').finally(() => startBehind(name));
  };

  /** Nobody is sent to a node that is not well; whatever comes of it, it is there again afterwards. */
  const withoutNode = async (name: string, act: () => Promise<void>): Promise<void> => {
    const victim = node(name);
    alive.delete(name);
    hangUp(name);
    await act().finally(() => {
      network.heal();
      alive.set(name, victim);
    });
    await isWell(victim);
  };

  /** Stopped past its lease it wakes up and believes what it believed: nothing it does then is committed. */
  const stopAndResume = async (name: string): Promise<void> => {
    const victim = node(name);
    victim.pause();
    await withoutNode(name, () => wait(LEASE_MS * 1.5).finally(() => victim.resume()));
    await playsOn('a node was stopped and resumed');
  };

  /** The others hear each other: they keep everything, and whoever comes through the proxy plays on. */
  const standsApart = async (name: string, why: string): Promise<void> => {
    await says(node(name), ({ wrong }) => wrong.includes('cut-off'));
    await withoutNode(name, () => playsOn(why));
  };

  const cutFromBus = async (name: string): Promise<void> => {
    for (const server of Object.values(BUS)) network.cut(name, server);
    await standsApart(name, 'a node was cut off from the bus');
  };

  /** Others take over what it kept; it says so, and accepts nothing. */
  const cutFromDatabase = async (name: string): Promise<void> => {
    network.cut(name, PRIMARY);
    await says(node(name), ({ wrong }) => wrong.includes('lease-lost'));
    await withoutNode(name, () => playsOn('a node was cut off from the database'));
  };

  /** It has a server of the bus to itself, and the database. */
  const cutFromOthers = async (name: string): Promise<void> => {
    const here = [name, BUS[name] as string];
    const there = [...NAMES, ...Object.values(BUS)].filter((one) => !here.includes(one));
    for (const one of here) for (const other of there) network.cut(one, other);
    await standsApart(name, 'a node was cut off from the others');
  };

  const restartBus = async (): Promise<void> => {
    await servers.killAll();
    await says(anyNode(), (health) => health.node.bus === 'down');
    await servers.startAll();
    await playsOn('the bus came back');
  };

  const failOver = async (): Promise<void> => {
    await pair.failOver();
    await playsOn('the primary was killed');
  };

  /** Whoever sits there has the same place, credit and wagers wherever they look. */
  const isToldEverywhere = async (): Promise<void> => {
    const eyes = [...alive.values()].map(({ url }) => connectTo(() => url, sittersToken));
    const seen = eyes.map((client) => look(client, QUIET));
    const isSame = () => seen.every(({ own }) => JSON.stringify(own) === JSON.stringify(sitter.own));
    await sitter.atRest(() => until(isSame, 'the same place everywhere', OPENS_WITHIN_MS));
    for (const client of eyes) client.close();
  };

  /** One after another goes in good order and comes back, with people in their seats. */
  const rollingRestart = async (): Promise<void> => {
    await allBack();
    await until(() => sitter.own.length > 0, 'seated', OPENS_WITHIN_MS);
    const [before] = sitter.own;
    const from = performance.now();
    for (const name of NAMES) {
      const leaving = node(name);
      alive.delete(name);
      expect(await leaving.stop()).toBe(0);
      const { units } = await status();
      expect(units.filter(({ node: keeper }) => keeper === null)).toEqual([]);
      await start(name);
    }
    await playsOn('every node was restarted');
    const { player, seat } = before as Own;
    expect(sitter.own[0]).toMatchObject({ player, seat });
    await isToldEverywhere();
    const blink = sitter.longestWaitSince(from);
    opened.set('the longest wait of whoever sat there', [blink]);
    expect(blink).toBeLessThan(BLINK_MS + BLINK_ANSWERS * sitter.usualWait);
  };

  const KINDS: readonly (readonly [string, (name: string) => Promise<void>])[] = [
    ['a node is killed: others go on with its tables', kill],
    ['a node is stopped past its lease and resumed', stopAndResume],
    ['a node is cut off from the bus', cutFromBus],
    ['a node is cut off from the database', cutFromDatabase],
    ['a node is cut off from the others', cutFromOthers],
    ['the bus goes and comes back', restartBus],
    ['the primary is killed, and the standby takes its place', failOver],
    ['every node is restarted, one after another', rollingRestart],
  ];

  afterEach(() => network.heal());

  // Servers of the bus at one machine find ways to each other that no proxy is in.
  const possible = KINDS.filter(([, fault]) => ARE_APART || fault !== cutFromOthers);
  for (const [name, fault] of KINDS)
    test.skipIf(!possible.some(([one]) => one === name))(name, SLOW, async () => {
      for (let round = 0; round < ROUNDS && !(round > 0 && isLate()); round += 1) {
        await allBack();
        await fault(pick(NAMES));
        await addsToCase(anyNode(), name);
      }
    });

  test.runIf(FAULTS > 0)(`${FAULTS} faults one after another`, { timeout: FAULTS * 60_000 }, async () => {
    for (let n = 0; n < FAULTS && !isLate(); n += 1) {
      await allBack();
      await pick(possible)[1](pick(NAMES));
      await wait(random() * 1_000);
    }
  });

  /** Nothing was told on the bus that is not on record, as it was told. */
  const checkOverheard = async (store: Store): Promise<void> => {
    const told = overheard
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    expect(told.length).toBeGreaterThan(100);
    const log = new Map((await store.readLog(0, 10_000_000)).map((entry) => [entry.seq, entry]));
    for (const { seqs, events } of told)
      for (const [index, event] of events.entries())
        expect(log.get(seqs[index])).toEqual({ seq: seqs[index], ...event });
  };

  test('nothing acknowledged is lost, nothing is there twice, and the record is whole', SLOW, async () => {
    await everybodyKeeps();
    await playsOn('in the end');
    await Promise.all(players.map(({ player }) => player.stop()));
    sitter.close();
    for (const client of clients) client.close();
    for (const one of alive.values()) await isWell(one);
    await isTheSameEverywhere(CASE, 1 + added.length);
    const { books } = (await matterAt(anyNode(), CASE)) as { books: unknown };
    const { evidence } = books as { evidence: readonly { says: string }[] };
    expect(evidence.map(({ says }) => says)).toEqual(added);
    await Promise.all([...alive.values()].map((one) => one.stop()));
    const store = await openServerStore(pair.url);
    try {
      expect(await store.checkMoney()).toEqual({ sum: 0, faults: [] });
      expect((await verifyOpen(store)).faults).toEqual([]);
      const acknowledged = players.flatMap(({ table, player }) =>
        player.acknowledged.map((done) => ({ table, ...done })),
      );
      for (const { id } of SIX.tables) await checkTable(store, id, acknowledged);
      await checkTable(store, QUIET, sitter.acknowledged);
      await checkOverheard(store);
    } finally {
      await store.close();
    }
  });
});
