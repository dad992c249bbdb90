// Load on the whole server: tables × terminals over loopback, bets and rounds running, on the embedded store.
// `node bench/house.mjs [tables] [seats] [seconds]`; the figures that count are ratios to the bare store in the same run.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BRISK, openEmbeddedStore, startHouse } from '@boxperson/house';

const [tables = 100, seats = 20, seconds = 15] = process.argv.slice(2).map(Number);
const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
/** Microseconds of processor time: less noisy than the clock when the machine is busy with other things. */
const cpuSince = (before) => {
  const { user, system } = process.cpuUsage(before);
  return user + system;
};
const ms = (value) => `${value.toFixed(1)} ms`;

/** What the store alone does with the same work: a bet's event and its postings. */
async function bareStore(clients, runSeconds, options) {
  const data = mkdtempSync(join(tmpdir(), 'bench-store-'));
  const store = await openEmbeddedStore(data, options);
  const body = JSON.stringify({
    v: 1,
    at: 0,
    event: 'wagered',
    player: 'Somebody 12',
    wager: 'place',
    number: 6,
    amount: 500,
    whole: 500,
    commission: 0,
    clause: '3.9.7',
  });
  await store.append({
    command: null,
    events: [],
    entries: [
      {
        reason: 'seed',
        postings: [
          { account: 'cash/play', amount: -1e11 },
          ...Array.from({ length: clients }, (_, i) => ({ account: `player/${i}`, amount: 1e11 / clients })),
        ],
      },
    ],
  });
  const end = Date.now() + runSeconds * 1000;
  const before = process.cpuUsage();
  let done = 0;
  const client = async (index) => {
    for (let position = 1; Date.now() < end; position++) {
      await store.append({
        command: { id: `c${index}-${position}-xxxx`, hash: 'h', answer: '{"ok":true}' },
        events: [{ stream: `table/${index}`, position, at: 0, body }],
        entries: [
          {
            reason: 'wagered',
            postings: [
              { account: `player/${index}`, amount: -1 },
              { account: `escrow/${index}`, amount: 1 },
            ],
          },
        ],
      });
      done++;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  const cpu = cpuSince(before) / done;
  await store.close();
  rmSync(data, { recursive: true, force: true });
  return { rate: done / runSeconds, cpu };
}

async function wholeServer() {
  const data = mkdtempSync(join(tmpdir(), 'bench-house-'));
  const config = {
    name: 'Bench',
    guests: true,
    playMoney: 100_000_000,
    proxies: [],
    // Everybody comes from one address here.
    limits: { requests: 1_000_000, sockets: 100_000, connections: 100_000 },
    tables: Array.from({ length: tables }, (_, index) => ({
      id: `t${index}`,
      name: `Table ${index}`,
      settings: {
        rulebook: 'aruze',
        seats,
        limits: { default: { min: 100, max: 10_000_000 } },
        wageringMs: 10_000,
      },
      crew: 'automatic',
      dice: 'random',
      buyIn: 10_000_000,
    })),
  };
  const started = await startHouse({ data, port: 0, config, pace: BRISK });
  const tokens = [];
  for (let index = 0; index < tables * seats; index++) {
    const guest = await started.people.createGuest();
    await started.house.grantPlayMoney(guest.person.id, 100_000_000);
    tokens.push({ token: guest.token, name: guest.person.name });
  }
  const child = fork(fileURLToPath(new URL('./house-clients.mjs', import.meta.url)), { stdio: 'inherit' });
  const memory = [];
  const watch = setInterval(() => memory.push(process.memoryUsage().rss), 1000);
  let before = process.cpuUsage();
  const paced = [];
  const result = await new Promise((resolve, reject) => {
    child.on('exit', () => reject(new Error('the terminals have left without a result')));
    child.on('message', (message) => {
      if (message === 'storm') {
        before = process.cpuUsage();
        paced.push(...memory.splice(0));
      } else resolve(message);
    });
    child.send({ url: started.url, tables, seats, seconds, tokens });
  });
  const cpu = cpuSince(before) / result.stormBets;
  clearInterval(watch);
  await started.close();
  rmSync(data, { recursive: true, force: true });
  return { ...result, memory: paced, storm: memory, cpu };
}

// With nothing else to do the store is a little quicker on the caller's own thread: the faster of the two counts.
const bareAlone = await bareStore(64, 5, {});
const bareSame = await bareStore(64, 5, { sameThread: true });
const { rate: bare, cpu: bareCpu } = bareSame.rate > bareAlone.rate ? bareSame : bareAlone;
const { bets, betTimes, resultTimes, saturated, closed, memory, storm, cpu } = await wholeServer();
betTimes.sort((a, b) => a - b);
resultTimes.sort((a, b) => a - b);
console.log(
  `bare embedded store, 64 writers        ${Math.round(bareAlone.rate)} commands/s on a thread of its own, ${Math.round(bareSame.rate)} on the caller's`,
);
console.log(
  `${tables} tables × ${seats} terminals, ${seconds} s paced   ${Math.round(bets / seconds)} bets/s`,
);
console.log(
  `  bet to acknowledged                   p50 ${ms(quantile(betTimes, 0.5))}  p99 ${ms(quantile(betTimes, 0.99))}  (aim 50 ms)`,
);
console.log(
  `  result to every terminal              p50 ${ms(quantile(resultTimes, 0.5))}  p99 ${ms(quantile(resultTimes, 0.99))}  (aim 150 ms)`,
);
const megabytes = (bytes = 0) => `${Math.round(bytes / 1e6)} MB`;
// The first seconds are the terminals coming in; from a third on there is only play.
const inPlay = memory.slice(Math.floor(memory.length / 3));
console.log(
  `  memory, begin, middle and end of play ${[0, 0.5, 1].map((part) => megabytes(inPlay[Math.floor((inPlay.length - 1) * part)])).join(', ')}; at most ${megabytes(Math.max(...storm))} when saturated`,
);
console.log(
  `whole server, saturated                 ${Math.round(saturated)} bets/s, ratio to the faster bare store ${(saturated / bare).toFixed(2)} (aim 0.6)`,
);
console.log(
  `  processor time a bet                  ${cpu.toFixed(0)} µs, the bare store ${bareCpu.toFixed(0)} µs; ${closed} came while wagering was closed`,
);
process.exit(0);
