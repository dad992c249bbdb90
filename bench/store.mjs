// How many durable commands a second the stores take: `node bench/store.mjs [embedded] [server] [seconds]`.
// One command is one event of about 300 letters, one ledger entry of two postings, and its id, all in one commit. The
// server is that of DATABASE_URL; without it only the embedded store is measured. The build must be fresh.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore, openServerStore } from '../packages/house/dist/store/store.js';

const CLIENTS = [1, 16, 64, 256];
const BODY = JSON.stringify({ type: 'wager-placed', note: 'x'.repeat(260) });
const HASH = 'f'.repeat(64);

const args = process.argv.slice(2);
const seconds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 3);
const asked = args.filter((arg) => !/^\d+$/.test(arg));

const round = randomUUID().slice(0, 8);

const commandOf = (clients, client, position) => ({
  command: { id: `${round}-${clients}-${client}-${position}`, hash: HASH, answer: '{"ok":true}' },
  events: [{ stream: `bench/${round}/${clients}/${client}`, position, at: Date.now(), body: BODY }],
  entries: [
    {
      reason: 'bench',
      postings: [
        { account: `cash/bench-${client}`, amount: -100 },
        { account: `escrow/bench-${client}`, amount: 100 },
      ],
    },
  ],
});

const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

async function measure(store, clients) {
  const times = [];
  const before = await store.health();
  const begin = performance.now();
  const until = begin + seconds * 1_000;
  const client = async (number) => {
    for (let position = 1; performance.now() < until; position += 1) {
      const sent = performance.now();
      await store.append(commandOf(clients, number, position));
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const elapsed = (performance.now() - begin) / 1_000;
  const after = await store.health();
  const perBatch = times.length / (after.batches - before.batches);
  times.sort((a, b) => a - b);
  const cells = [
    `${clients} clients`.padStart(12),
    `${Math.round(times.length / elapsed)} commands/s`.padStart(18),
    `${perBatch.toFixed(1)} a commit`.padStart(16),
    `p50 ${quantile(times, 0.5).toFixed(1)} ms`.padStart(14),
    `p99 ${quantile(times, 0.99).toFixed(1)} ms`.padStart(15),
  ];
  console.log(cells.join(''));
}

async function benchStore(title, store) {
  console.log(title);
  for (const clients of CLIENTS) await measure(store, clients);
  const { sum, faults } = await store.checkMoney();
  if (sum !== 0 || faults.length > 0) throw new Error(`The money is wrong: ${faults.join()}`);
  await store.close();
}

async function benchEmbedded() {
  const folder = mkdtempSync(join(tmpdir(), 'boxperson-bench-'));
  try {
    await benchStore('embedded store', await openEmbeddedStore(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { DATABASE_URL: url } = process.env;
const wanted = asked.length > 0 ? asked : ['embedded', ...(url ? ['server'] : [])];
console.log(
  `Node ${process.versions.node}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
);
if (wanted.includes('embedded')) await benchEmbedded();
if (wanted.includes('server')) {
  if (!url) throw new Error('Set DATABASE_URL to a database that may be written to.');
  await benchStore('server store', await openServerStore(url));
}
