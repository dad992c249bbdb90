// kill -9 at random instants: what a process was told is done, the next one finds.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedStore, openServerStore, type Store } from '../../src/store/store.js';
import { type Compiled, compileSources } from './compiled.js';
import { removeFolders, storeFolder } from './folders.js';
import { hasPostgres, type Postgres, startPostgres } from './postgres.js';

const KILLS = Number(process.env['STORE_KILLS'] ?? 4);
const child = fileURLToPath(new URL('child.mjs', import.meta.url));

let compiled: Compiled;
let postgres: Postgres | undefined;

beforeAll(async () => {
  compiled = compileSources();
  if (hasPostgres()) postgres = await startPostgres();
});

afterAll(async () => {
  await postgres?.stop();
  compiled?.remove();
  removeFolders();
});

interface Acknowledged {
  readonly stream: string;
  readonly position: number;
  readonly seq: number;
  readonly id: string;
}

const parseDone = (line: string): Acknowledged => {
  const [, stream, position, seq, id] = line.split(' ');
  return { stream: String(stream), position: Number(position), seq: Number(seq), id: String(id) };
};

const start = (kind: string, place: string, run: number): ChildProcess =>
  spawn(process.execPath, [child, compiled.url('store/store.js'), kind, place, String(run)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Kills it some time after its first acknowledgement, or, now and then, after its start; answers all it had said. */
const killAtRandom = (process: ChildProcess, run: number): Promise<Acknowledged[]> =>
  new Promise((resolve, reject) => {
    let said = '';
    let wrong = '';
    const kill = (): boolean => process.kill('SIGKILL');
    if (run % 5 === 4) setTimeout(kill, randomInt(50, 1_500));
    process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (!said.includes('done')) setTimeout(kill, text.includes('done') ? randomInt(0, 400) : 10_000);
      said += text;
    });
    process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      wrong += text;
    });
    process.once('close', (_, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`The process ended by itself: ${wrong}`));
      // The last line may be cut: nobody could have read it as an acknowledgement.
      const lines = said.slice(0, said.lastIndexOf('\n') + 1).split('\n');
      resolve(lines.filter((line) => line.startsWith('done ')).map(parseDone));
    });
  });

const expectAll = async (store: Store, acknowledged: readonly Acknowledged[]): Promise<void> => {
  const log = await store.readLog(0, 10_000_000);
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, n) => n + 1));
  const lost = acknowledged.filter(({ stream, position, seq, id }) => {
    const found = log[seq - 1];
    return found?.stream !== stream || found.position !== position || JSON.parse(found.body).id !== id;
  });
  expect(lost).toEqual([]);
  for (const { id } of acknowledged.filter((_, n) => n % 50 === 0))
    expect(await store.findCommand(id)).not.toBeNull();
  const entries = await store.ledger(0, 10_000_000);
  // Every event came with one entry: half a work would show.
  expect(entries.map(({ seq }) => seq)).toEqual(log.map(({ seq }) => seq));
  expect(await store.checkMoney()).toEqual({ sum: 0, faults: [] });
};

const surviveKills = async (
  kind: string,
  place: string,
  open: (place: string) => Promise<Store>,
): Promise<void> => {
  const acknowledged: Acknowledged[] = [];
  for (let run = 0; run < KILLS; run += 1) {
    acknowledged.push(...(await killAtRandom(start(kind, place, run), run)));
  }
  expect(acknowledged.length).toBeGreaterThan(KILLS * 5);
  const store = await open(place);
  await expectAll(store, acknowledged).finally(() => store.close());
};

describe(`${KILLS} kills`, () => {
  test('the embedded store loses nothing', { timeout: 300_000 }, async () => {
    await surviveKills('embedded', storeFolder(), (place) => openEmbeddedStore(place));
  });

  test.skipIf(!hasPostgres())('the server store loses nothing', { timeout: 300_000 }, async () => {
    await surviveKills('server', await (postgres as Postgres).freshDatabase(), openServerStore);
  });
});
