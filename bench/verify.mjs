// How long `boxperson verify` takes for a long log: `node bench/verify.mjs [events] [folder]`. The log is made by real play
// at many tables (bets, throws, draws, settlements and their money), on the embedded store, with checkpoints as they
// come; a folder that is named is kept, and used again when it holds a record. The build must be fresh.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { houseEntriesFor, keyFileIn, loadOrMakeKey, openEmbeddedStore, SealedRecord } from '@boxperson/house';
import { openTable } from '@boxperson/rules';
import { SYSTEM_CLOCK } from '../packages/house/dist/clock.js';
import { Draws } from '../packages/house/dist/dice/draws.js';
import { BRISK, crewFor, crewStep, withCrewsWord } from '../packages/house/dist/tables/crew.js';
import { TableHost } from '../packages/house/dist/tables/host.js';
import { makeRandom, THROWS } from './random.mjs';

const events = Number(process.argv[2] ?? 1_000_000);
const kept = process.argv[3];
const folder = kept ?? mkdtempSync(join(tmpdir(), 'boxperson-verify-'));
const BOOKS = ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide', 'aruze'];
const TABLES = 120;
const PLAYERS = 4;
const LIMITS = { default: { min: 500, max: 100_000 } };
const BETS = [
  { wager: 'pass' },
  { wager: 'dont-pass' },
  { wager: 'come' },
  { wager: 'field' },
  { wager: 'place', number: 6 },
  { wager: 'place', number: 8 },
  { wager: 'hardway', number: 8 },
  { wager: 'any-seven' },
];

const next = makeRandom(1971);
const random = () => next() / 2 ** 32;
const pick = (from) => from[Math.floor(random() * from.length)];
let now = 1_790_000_000_000;
let written = 0;
let cage = Promise.resolve();
let cagePosition = 0;

const grant = (store, person, amount) => {
  cage = cage.then(async () => {
    cagePosition += 1;
    const event = { v: 1, event: 'play-money-granted', person, amount, at: now };
    const entry = { stream: 'cage', position: cagePosition, at: now, body: JSON.stringify(event) };
    await store.append({ command: null, events: [entry], entries: houseEntriesFor(event) });
  });
  return cage;
};

async function openOne(store, index) {
  const rulebook = BOOKS[index % BOOKS.length];
  const own = rulebook === 'aruze' ? { wageringMs: 1_000 } : { chips: [100, 500, 2_500] };
  const opened = openTable({ rulebook, seats: 8, limits: LIMITS, ...own }, now);
  if (!opened.ok) throw new Error(opened.refused.message);
  const id = `${rulebook}-${index}`;
  const host = await TableHost.open(id, store, { ...SYSTEM_CLOCK, now: () => now }, opened.value);
  const players = Array.from({ length: PLAYERS }, (_, n) => ({
    person: `g-${id}-${n}`,
    player: `Guest ${n}`,
  }));
  for (const { person } of players) await grant(store, person, 1_000_000_000);
  return { host, players, draws: await Draws.load(store, id) };
}

const submit = async ({ host }, command) => {
  const outcome = await host.submit(withCrewsWord(host.table, command));
  if (outcome.ok) written += outcome.events.length;
  // A refusal comes at once: commits of others must have their turn.
  else await new Promise((resolve) => setImmediate(resolve));
  return outcome.ok;
};

async function act(table) {
  const { host, players } = table;
  const index = Math.floor(random() * players.length);
  const { person, player } = players[index];
  if (!host.table.game.players.some(({ name }) => name === player)) {
    await submit(table, { do: 'sit', seat: index + 1, bankroll: 900_000_000, player, person });
    await submit(table, { do: 'card', player, card: person });
    return;
  }
  await submit(table, { do: 'bet', player, ...pick(BETS), amount: 100 * (5 + Math.floor(random() * 16)) });
}

async function moveOn(table) {
  const { host, draws } = table;
  const due = host.due();
  if (due?.needs === 'clock') {
    now = Math.max(now, due.at);
    return submit(table, due.command);
  }
  const { shooter } = host.table;
  if (shooter.offeredTo !== null && (await submit(table, { do: 'accept', player: shooter.offeredTo })))
    return;
  if (shooter.shooter !== null && (await submit(table, { do: 'throw', player: shooter.shooter }))) return;
  const step = crewStep(host.table, BRISK);
  if (step === null) return;
  if (!('draw' in step)) return submit(table, step.command);
  const { throws, phase, game } = host.table;
  const dice = await draws.drawFor(throws, now, () => pick(THROWS));
  written += 1;
  const by = phase === 'thrown' ? { by: crewFor(game.rulebook, 'call-total') } : {};
  return submit(table, { do: 'roll', dice, ...by });
}

async function makeLog() {
  const store = await openEmbeddedStore(folder);
  const record = await SealedRecord.open(store, { key: loadOrMakeKey(keyFileIn(folder), 'Bench') });
  const tables = await Promise.all(Array.from({ length: TABLES }, (_, index) => openOne(store, index)));
  await Promise.all(
    tables.map(async (table) => {
      while (written < events) {
        now += 1;
        if (random() < 0.45) await act(table);
        else if ((await moveOn(table)) === undefined) await new Promise((resolve) => setImmediate(resolve));
      }
    }),
  );
  const held = await record.checkpointNow();
  await record.close();
  await store.close();
  return held;
}

/** The program in a process of its own, and the most memory it had. */
function verify() {
  const program = fileURLToPath(new URL('../packages/cli/bin/boxperson.js', import.meta.url));
  const args = [program, 'verify', '--data', folder, '--checkpoint', join(folder, 'held.txt'), '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let most = 0;
  const look = setInterval(() => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      most = Math.max(most, Number(kilobytes ?? 0));
    } catch {}
  }, 200);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearInterval(look);
      resolve({ code, report: JSON.parse(said), most });
    });
  });
}

console.log(
  `Node ${process.versions.node}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
);
try {
  if (!existsSync(join(folder, 'held.txt'))) {
    const before = performance.now();
    const held = await makeLog();
    writeFileSync(join(folder, 'held.txt'), held.note);
    console.log(
      `made a log of ${held.size} entries in ${((performance.now() - before) / 1000).toFixed(0)} s`,
    );
  }
  const opening = performance.now();
  const store = await openEmbeddedStore(folder);
  const opened = performance.now();
  const record = await SealedRecord.open(store, { key: loadOrMakeKey(keyFileIn(folder), 'Bench') });
  console.log(
    `opened the store in ${(opened - opening).toFixed(0)} ms, its tree in ${(performance.now() - opened).toFixed(0)} ms`,
  );
  await record.close();
  await store.close();
  const before = performance.now();
  const { code, report, most } = await verify();
  const seconds = (performance.now() - before) / 1000;
  console.log(
    `${report.ok ? 'sound' : `NOT sound (${code}): ${JSON.stringify(report.first)}`}, ${JSON.stringify(report.counts)}`,
  );
  console.log(
    `verified in ${seconds.toFixed(1)} s, ${Math.round(report.size / seconds)} entries/s, at most ${Math.round(most / 1024)} MB`,
  );
  process.exitCode = code;
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
