// What players feel while strangers do their worst: bets on a running house, alone and under each attack, in one run.
// `node bench/strangers.mjs [players] [seconds]`; the figures that count are ratios to the house alone in the same run. An
// hour of load with 2,000 sockets is `node bench/strangers.mjs 2000 200`. In the end every bet that was acknowledged is
// looked for in the log, and the program verifies the record.
import { fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmbeddedStore, startHouse } from '@boxperson/house';
import { ATTACKS } from './strangers-attacks.mjs';

const [players = 40, seconds = 10] = process.argv.slice(2, 4).map(Number);
/** `node bench/strangers.mjs 40 10 guesses` makes those attacks alone whose names have the word. */
const [, , , , word = ''] = process.argv;
/** Half a minute at a time. */
const PIECES = Math.max(1, Math.round(seconds / 30));
const SEATS = 20;
const TABLES = Math.max(4, Math.ceil(players / SEATS));
/** A player bets twice a second; of many, each less often: four hundred bets a second are a full house of people. */
const everyMs = Math.max(500, players * 2.5);
const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
const child = (file) => fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: 'inherit' });
const answer = (process) => new Promise((resolve) => process.once('message', resolve));

// The limits are those that a house has by itself: strangers come from a few addresses, the players from another.
const config = {
  name: 'Bench',
  guests: true,
  playMoney: 100_000_000,
  proxies: [],
  limits: { requests: 6_000, sockets: 100, connections: 10_000 },
  tables: Array.from({ length: TABLES }, (_, index) => ({
    id: `t${index}`,
    name: `Table ${index}`,
    settings: {
      rulebook: 'aruze',
      seats: Math.ceil(players / TABLES),
      limits: { default: { min: 100, max: 10_000_000 } },
      wageringMs: 5_000,
    },
    crew: 'automatic',
    dice: 'random',
    buyIn: 10_000_000,
  })),
};

const data = mkdtempSync(join(tmpdir(), 'bench-strangers-'));
const faults = [];
const onError = (error, where) => faults.push(`${where}: ${error?.message ?? error}`);
const { house, people, url, close } = await startHouse({ data, port: 0, config, onError });
const tokens = [];
for (let index = 0; index < players; index++) {
  const { token, person } = await people.createGuest();
  await house.grantPlayMoney(person.id, 100_000_000);
  tokens.push({
    token,
    name: person.name,
    table: `t${index % TABLES}`,
    seat: 1 + Math.floor(index / TABLES),
  });
}
const player = child('./strangers-players.mjs');
player.send({ url, tokens, everyMs });
await answer(player);

let acknowledged = 0;
const refusals = {};

/** Bets for so long: what they took, the most memory that the house had meanwhile, and how much of a core it used. */
async function measure() {
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage().rss);
  }, 200);
  const before = process.cpuUsage();
  const start = performance.now();
  player.send({ seconds: seconds / PIECES });
  const { times, refused, busy: theirs } = await answer(player);
  acknowledged += times.length;
  for (const [why, count] of Object.entries(refused)) refusals[why] = (refusals[why] ?? 0) + count;
  clearInterval(watch);
  const { user, system } = process.cpuUsage(before);
  return { times, memory, busy: (user + system) / 1_000 / (performance.now() - start), theirs, sent: 0 };
}

async function under(attack) {
  const strangers = child('./strangers-attacks.mjs');
  strangers.send({ url, attack });
  await answer(strangers);
  const measured = await measure();
  strangers.send('enough');
  const sent = await answer(strangers);
  strangers.kill();
  return { ...measured, sent };
}

const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Pieces of the same kind as one. */
function together(pieces) {
  const times = pieces.flatMap((piece) => piece.times).sort((a, b) => a - b);
  return {
    bets: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    memory: Math.max(...pieces.map(({ memory }) => memory)),
    busy: mean(pieces.map(({ busy }) => busy)),
    theirs: mean(pieces.map(({ theirs }) => theirs)),
    sent: pieces.reduce((sum, { sent }) => sum + sent, 0),
  };
}

const tell = (name, { bets, p50, p99, memory, busy, theirs, sent }, { p50: calm50, p99: calm99 }) =>
  console.log(
    `${name.padEnd(34)} ${String(bets).padStart(6)} bets  p50 ${p50.toFixed(1).padStart(6)} ms ×${(p50 / calm50).toFixed(1)}  p99 ${p99
      .toFixed(1)
      .padStart(
        6,
      )} ms ×${(p99 / calm99).toFixed(1)}  ${Math.round(memory / 1e6)} MB  ${Math.round(busy * 100)} % of a core, players ${Math.round(theirs * 100)} %${sent === 0 ? '' : `  (${sent} sent)`}`,
  );

await measure(); // the first bets find everything cold
// The house alone and under attack by turns, a few seconds each: a machine that others use is not the same a minute later.
for (const attack of [...Object.keys(ATTACKS), 'all of it at once'].filter((name) => name.includes(word))) {
  const alone = [];
  const attacked = [];
  for (let piece = 0; piece < PIECES; piece++) {
    alone.push(await measure());
    attacked.push(await under(attack));
  }
  const calm = together(alone);
  tell('alone', calm, calm);
  tell(`  ${attack}`, together(attacked), calm);
}
const { status } = await fetch(`${url}/health`);
console.log(`health ${status}, ${faults.length} faults of ours${faults.length > 0 ? `: ${faults[0]}` : ''}`);
console.log(`not taken: ${JSON.stringify(refusals)}`);
player.kill();
await close();

/** How many bets the log has of a house that is closed. */
async function betsInLog() {
  const store = await openEmbeddedStore(data);
  let bets = 0;
  let last = 0;
  for (;;) {
    const entries = await store.readLog(last, 10_000);
    if (entries.length === 0) break;
    last = entries.at(-1).seq;
    bets += entries.filter(({ body }) => JSON.parse(body).event === 'wagered').length;
  }
  await store.close();
  return bets;
}

const program = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url));
const verify = () =>
  new Promise((resolve) => {
    spawn(process.execPath, [program, 'verify', '--data', data], { stdio: 'inherit' }).once('exit', resolve);
  });

const logged = await betsInLog();
console.log(`${acknowledged} bets acknowledged, ${logged} in the log`);
const isKept = logged === acknowledged && (await verify()) === 0;
rmSync(data, { recursive: true, force: true });
process.exit(status === 200 && faults.length === 0 && isKept ? 0 : 1);
