// Durable bets a second and how long one takes, at one process alone and at 1, 2 and 3 nodes on the same PostgreSQL,
// what a foreign owner adds, and how long a bet takes to watchers at all nodes: `node bench/cluster.mjs [seconds]
// [clients]`. PostgreSQL and bus are this machine's, started for it, or those of `DATABASE_URL` (it is emptied) and
// `NATS_URL`. The figures that count are ratios within one run. `BEFORE=folder` sets another checkout of the program
// beside this one on the embedded store; `FIGURES=file` keeps the rates for bench/million.mjs.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readClusterStatus } from '@boxperson/house';
import pg from 'pg';
import { WebSocket } from 'ws';
import { report } from './report.mjs';
import { freePort, serversFor } from './servers.mjs';

/** Whatever stands still, nobody waits for it longer than this. */
const WITHIN_MS = 9 * 60_000;
setTimeout(() => {
  console.error('bench: it does not come to an end');
  process.exit(1);
}, WITHIN_MS).unref();
const { database, bus } = await serversFor(process.env);
const [seconds = 8, clients = 48] = process.argv.slice(2).map(Number);
const PROGRAM = fileURLToPath(new URL('../packages/cli/bin/boxperson.js', import.meta.url));
const TABLES = 8;
const PASSING = ['after-close', 'no-such-wager'];
/** At each node. */
const WATCHERS = 30;
const folder = mkdtempSync(join(tmpdir(), 'bench-cluster-'));
const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const ms = (value) => value.toFixed(1);

const house = {
  name: 'Bench',
  playMoney: 100_000_000,
  bots: false,
  limits: { requests: 1_000_000, sockets: 10_000, connections: 100_000 },
  tables: Array.from({ length: TABLES }, (_, n) => ({
    id: `t${n}`,
    name: `T${n}`,
    settings: { rulebook: 'star', seats: 16, limits: { default: { min: 500, max: 50_000 } } },
  })),
};
writeFileSync(join(folder, 'house.json'), JSON.stringify(house));

async function empty() {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('drop schema if exists house cascade');
  await client.end();
}

/** One process on the embedded store, of this program or of another. */
async function openEmbedded(program, index) {
  const port = await freePort();
  const data = join(folder, `embedded-${index}`);
  const files = ['--data', data, '--config', join(folder, 'house.json')];
  const { DATABASE_URL: _, ...env } = process.env;
  return started('embedded', port, [program, 'serve', '--brisk', '--port', String(port), ...files], env);
}

/** One process: a node of that name, or alone. */
async function open(name) {
  const port = await freePort();
  const own = join(folder, `${name}.json`);
  writeFileSync(own, JSON.stringify({ name: 'bench', node: name, database, bus: [bus] }));
  const cluster = name === 'alone' ? [] : ['--cluster', own];
  const files = ['--data', folder, '--config', join(folder, 'house.json')];
  const args = [PROGRAM, 'serve', '--brisk', '--port', String(port), ...files, ...cluster];
  return started(name, port, args, { ...process.env, DATABASE_URL: database });
}

async function started(name, port, args, env) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  // Whatever becomes of the bench, nobody goes on without it.
  process.once('exit', () => child.kill('SIGKILL'));
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes('is open at') && resolve());
    child.once('exit', (code) => reject(new Error(`${name} did not open (exit ${code})`)));
  });
  return { name, child, url: `http://127.0.0.1:${port}` };
}

const close = ({ child }) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });

/** Somebody at a table who puts a wager down and takes it up again. */
async function sit(url, index, table = index % TABLES) {
  const { token, person } = await (
    await fetch(`${url}/api/guest`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
  ).json();
  const socket = new WebSocket(`${url.replace('http', 'ws')}/wire`, { perMessageDeflate: false });
  const waiting = new Map();
  let epoch = '';
  let count = 0;
  const at = `table/t${table}`;
  const ask = (command) =>
    new Promise((answer) => {
      const id = `${epoch}-${person.id}-${++count}`;
      waiting.set(id, answer);
      socket.send(JSON.stringify({ t: 'do', id, at, command }));
    });
  await new Promise((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ t: 'hello', v: 2, token })));
    socket.on('message', (data) => {
      const message = JSON.parse(data);
      if (message.t === 'welcome') {
        epoch = message.epoch;
        resolve();
      }
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    });
  });
  const sat = await ask({ do: 'sit', seat: 1 + Math.floor(index / TABLES), bankroll: 1_000_000 });
  if (sat.t !== 'done') throw new Error(JSON.stringify(sat));
  const wager = { player: person.name, wager: 'place', number: 6 };
  let isDown = false;
  const act = async () => {
    const answer = await ask(isDown ? { do: 'take', ...wager } : { do: 'bet', ...wager, amount: 600 });
    // The crew may throw for somebody who takes too long: then there is nothing to do just now, and nothing is counted.
    if (answer.t !== 'done') {
      if (!PASSING.includes(answer.refused?.code)) throw new Error(JSON.stringify(answer));
      if (answer.refused.code === 'no-such-wager') isDown = false;
      await pause(5);
      return null;
    }
    isDown = !isDown;
    return answer;
  };
  return { act, socket, at };
}

async function load(nodes) {
  const seated = [];
  for (let n = 0; n < clients; n += 1) seated.push(await sit(nodes[n % nodes.length].url, n));
  const times = [];
  const end = performance.now() + seconds * 1_000;
  const play = async ({ act }) => {
    while (performance.now() < end) {
      const before = performance.now();
      if (await act()) times.push(performance.now() - before);
    }
  };
  await Promise.all(seated.map(play));
  for (const { socket } of seated) socket.close();
  times.sort((a, b) => a - b);
  return { rate: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** One bet at a time, at the node that keeps the table and at another. */
async function latency(nodes) {
  const { units } = await readClusterStatus({ name: 'bench', node: 'x', database, bus: [bus] });
  const ownerOf = (table) => units.find(({ unit }) => unit === `table/t${table}`)?.node;
  const measure = async (url, table, seat) => {
    const one = await sit(url, (seat - 1) * TABLES + table);
    const times = [];
    for (let n = 0; n < 200; n += 1) {
      const before = performance.now();
      if (await one.act()) times.push(performance.now() - before);
    }
    one.socket.close();
    times.sort((a, b) => a - b);
    return quantile(times, 0.5);
  };
  const owner = nodes.find(({ name }) => name === ownerOf(0));
  const other = nodes.find((node) => node !== owner);
  return { own: await measure(owner.url, 0, 15), foreign: await measure(other.url, 0, 16) };
}

/** Watchers at every node; how long after it was given a bet reaches each of them. */
async function fanOut(nodes) {
  const at = 'table/t1';
  const arrived = [];
  const watch = async ({ url }) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/wire`, { perMessageDeflate: false });
    await new Promise((resolve) => {
      socket.on('open', () => socket.send(JSON.stringify({ t: 'hello', v: 2 })));
      socket.on('message', (data) => {
        const message = JSON.parse(data);
        if (message.t === 'welcome') socket.send(JSON.stringify({ t: 'watch', at }));
        if (message.t === 'table') resolve();
        // Chips of others wait for company: a message tells of several.
        if (message.t === 'events')
          for (const index of message.events.keys()) arrived.push([message.n + index, performance.now()]);
      });
    });
    return socket;
  };
  const eyes = await Promise.all(
    nodes.flatMap((node) => Array.from({ length: WATCHERS }, () => watch(node))),
  );
  const one = await sit(nodes[0].url, (13 - 1) * TABLES + 1);
  const given = new Map();
  for (let n = 0; n < 200; n += 1) {
    const before = performance.now();
    const done = await one.act();
    if (done) given.set(done.n, before);
    await pause(10);
  }
  await pause(500);
  for (const socket of [...eyes, one.socket]) socket.close();
  const times = arrived.filter(([n]) => given.has(n)).map(([n, when]) => when - given.get(n));
  times.sort((a, b) => a - b);
  return {
    watchers: eyes.length,
    missing: given.size * eyes.length - times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

const spread = async (n) => {
  for (;;) {
    const { nodes } = await readClusterStatus({ name: 'bench', node: 'x', database, bus: [bus] });
    if (nodes.filter(({ alive, keeps }) => alive && keeps > 1).length === n) return pause(1_000);
    await pause(200);
  }
};

const rows = [];
let alone = 0;
const figures = {};

const { BEFORE } = process.env;
const PROGRAMS = [
  ...(BEFORE ? [['before', join(BEFORE, 'packages/cli/bin/boxperson.js')]] : []),
  [BEFORE ? 'now' : '', PROGRAM],
];
/** In turn, so that whatever else the machine does hits both. */
for (const turn of BEFORE ? [1, 2] : [1])
  for (const [which, program] of PROGRAMS) {
    const house = await openEmbedded(program, `${which}${turn}`);
    const { rate, p50, p99 } = await load([house]);
    rows.push([
      `one process, embedded${which && `, ${which}`}`,
      rate,
      'bets/s',
      `p50 ${ms(p50)} ms, p99 ${ms(p99)} ms`,
    ]);
    if (program === PROGRAM) figures.embedded = Math.round(rate);
    await close(house);
  }

for (const count of [0, 1, 2, 3]) {
  await empty();
  const nodes = [];
  for (const name of count === 0 ? ['alone'] : ['a', 'b', 'c'].slice(0, count)) nodes.push(await open(name));
  if (count > 1) await spread(count);
  const { rate, p50, p99 } = await load(nodes);
  if (count === 0) alone = rate;
  figures[count === 0 ? 'alone' : `nodes${count}`] = Math.round(rate);
  const name = count === 0 ? 'one process alone' : `${count} node${count > 1 ? 's' : ''}`;
  rows.push([name, rate, 'bets/s', `×${(rate / alone).toFixed(2)}, p50 ${ms(p50)} ms, p99 ${ms(p99)} ms`]);
  if (count === 0 || count === 3) {
    const told = await fanOut(nodes);
    const lost = told.missing > 0 ? `, ${told.missing} not told` : '';
    rows.push([
      `a bet to ${told.watchers} watchers at ${nodes.length === 1 ? 'one process' : 'three nodes'}`,
      ms(told.p50),
      'ms',
      `p99 ${ms(told.p99)} ms${lost}`,
    ]);
  }
  if (count === 3) {
    const { own, foreign } = await latency(nodes);
    rows.push(['one bet at its owner', ms(own), 'ms', '']);
    rows.push(['one bet at another node', ms(foreign), 'ms', `${ms(foreign - own)} ms more`]);
  }
  await Promise.all(nodes.map(close));
}
if (process.env.FIGURES) writeFileSync(process.env.FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
report(`durable bets, ${clients} at once, ${TABLES} tables, ${seconds} s each`, rows);
rmSync(folder, { recursive: true, force: true });
process.exit(0);
