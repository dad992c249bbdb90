import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockFolder } from '../../src/store/lock.js';
import { type Compiled, compileSources } from './compiled.js';
import { emptyFolder, removeFolders } from './folders.js';

let compiled: Compiled;

beforeAll(() => {
  compiled = compileSources();
});

afterAll(() => {
  compiled?.remove();
  removeFolders();
});

/** Says `mine` or why not, at a given time; keeps what it got until it is ended. */
const contender = (folder: string, at: number): ChildProcess => {
  const text = `
    const { lockFolder } = await import(${JSON.stringify(compiled.url('store/lock.js'))});
    await new Promise((go) => setTimeout(go, ${at} - Date.now() - 5));
    while (Date.now() < ${at});
    console.log(await lockFolder(${JSON.stringify(folder)}).then(() => 'mine', (error) => error.message));
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '--eval', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

const firstWords = async (process: ChildProcess): Promise<string> =>
  String((await once(process.stdout as NodeJS.ReadableStream, 'data'))[0]).trim();

const kill = async (process: ChildProcess): Promise<void> => {
  process.kill('SIGKILL');
  await once(process, 'exit');
};

const IN_USE = /^The folder .* is in use by another house \(process (\d+), since \d{4}-[^ ]*Z\)\.$/;

test('a folder is for one at a time, in one process as well', async () => {
  const folder = emptyFolder();
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(IN_USE);
  unlock();
  expect(readdirSync(folder)).toEqual([]);
  (await lockFolder(folder))();
});

test('another process is refused in one sentence, until the first is gone, however it went', async () => {
  const folder = emptyFolder();
  const first = contender(folder, Date.now());
  expect(await firstWords(first)).toBe('mine');
  const refused = await lockFolder(folder).catch((error: Error) => error.message);
  expect(refused).toMatch(IN_USE);
  expect(IN_USE.exec(String(refused))?.[1]).toBe(String(first.pid));
  await kill(first);
  (await lockFolder(folder))();
});

test('of many that come at the same instant at most one gets it', { timeout: 120_000 }, async () => {
  let gotten = 0;
  for (let round = 0; round < 4; round += 1) {
    const folder = emptyFolder();
    const at = Date.now() + 1_500;
    const all = Array.from({ length: 4 }, () => contender(folder, at));
    const words = await Promise.all(all.map(firstWords));
    await Promise.all(all.map(kill));
    const winners = words.filter((word) => word === 'mine').length;
    expect(winners).toBeLessThanOrEqual(1);
    expect(words.filter((word) => IN_USE.test(word))).toHaveLength(4 - winners);
    gotten += winners;
  }
  expect(gotten).toBeGreaterThan(0);
});

const leave = (folder: string, claim: object): string => {
  const path = join(folder, 'lock.1-abc');
  writeFileSync(path, JSON.stringify({ since: '2026-01-01T00:00:00.000Z', ...claim }));
  return path;
};

/** The claim that this very process would make. */
const ownClaim = async (): Promise<{ pid: number; started: string; place: string }> => {
  const folder = emptyFolder();
  const unlock = await lockFolder(folder);
  const { readFileSync } = await import('node:fs');
  const claim = JSON.parse(readFileSync(join(folder, readdirSync(folder)[0] as string), 'utf8'));
  unlock();
  return claim;
};

test.skipIf(process.platform !== 'linux')(
  'a number of a process that came again is not taken for the old one',
  async () => {
    const folder = emptyFolder();
    leave(folder, { ...(await ownClaim()), started: '1' });
    (await lockFolder(folder))();
  },
);

test('a claim that was cut off in a power failure holds nobody up', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'lock.1-abc'), '');
  (await lockFolder(folder))();
});

test('a claim of another container counts while it shows signs of life', { timeout: 30_000 }, async () => {
  const folder = emptyFolder();
  const path = leave(folder, { ...(await ownClaim()), place: 'elsewhere' });
  await expect(lockFolder(folder)).rejects.toThrow(IN_USE);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(path, longAgo, longAgo);
  (await lockFolder(folder))();
});

test.each([-3_600_000, 3_600_000])(
  'whatever its clock says: it lives while it beats, with a clock that is %i ms from ours',
  { timeout: 30_000 },
  async (apart) => {
    const folder = emptyFolder();
    const path = leave(folder, { ...(await ownClaim()), place: 'elsewhere' });
    const beat = () => {
      const now = new Date(Date.now() + apart);
      utimesSync(path, now, now);
    };
    beat();
    const beating = setInterval(beat, 500);
    await expect(lockFolder(folder)).rejects.toThrow(IN_USE);
    clearInterval(beating);
    // And is dead when it does not; that takes a while to see.
    if (apart > 0) (await lockFolder(folder))();
  },
);
