// Nobody reads what an open house says, or what it says cannot be written: it stays open.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../bin/boxperson.js', import.meta.url));
/** A device on which there is never any room. */
const FULL = '/dev/full';
/** A fault of ours that nobody hears is an alarm: one at each signal. */
const FAULTS = `process.on('SIGUSR2', () => void Promise.reject(new Error('planted')))`;

const folder = mkdtempSync(join(tmpdir(), 'boxperson-output-'));

/** A disk of its own with little room, where this machine lets us have one; null where it does not. */
function smallDisk(): string | null {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk], { stdio: 'ignore' });
    return disk;
  } catch {
    return null;
  }
}
const disk = smallDisk();
afterAll(() => {
  if (disk) execFileSync('umount', ['-l', disk]);
  rmSync(folder, { recursive: true, force: true });
});

const config = join(folder, 'house.json');
const settings = { rulebook: 'star', limits: { default: { min: 500, max: 50_000 } } };
writeFileSync(config, JSON.stringify({ tables: [{ id: 'quay', name: 'Quay', settings }] }));

type Output = 'pipe' | number;
const run = (name: string, more: readonly string[], stdout: Output, stderr: Output): ChildProcess => {
  const planted = `data:text/javascript,${encodeURIComponent(FAULTS)}`;
  const serve = ['serve', '--data', join(folder, name), '--config', config, ...more];
  const { DATABASE_URL: _elsewhere, ...env } = process.env;
  return spawn(process.execPath, ['--import', planted, PROGRAM, ...serve], {
    stdio: ['ignore', stdout, stderr],
    env,
  });
};
const start = (name: string, stderr: Output): ChildProcess => run(name, ['--port', '0'], 'pipe', stderr);

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += String(chunk);
      const [, url] = /is open at (\S+)\n/.exec(said) ?? [];
      if (url) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`the house did not open (exit ${code}): ${said}`)));
  });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Alarms that nobody can be told of, and the house is open all the while; then it closes in good order. */
const staysOpen = async (child: ChildProcess, url: string): Promise<void> => {
  const gone = once(child, 'exit');
  for (let times = 0; times < 3; times += 1) {
    child.kill('SIGUSR2');
    await pause(300);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  }
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
};

test('a house whose readers are gone stays open', async () => {
  const child = start('piped', 'pipe');
  try {
    const url = await addressOf(child);
    child.stdout?.destroy();
    child.stderr?.destroy();
    await staysOpen(child, url);
  } finally {
    child.kill('SIGKILL');
  }
});

test.skipIf(!existsSync(FULL))('a house whose errors go to a full disk stays open', async () => {
  const full = openSync(FULL, 'w');
  const child = start('full', full);
  closeSync(full);
  try {
    await staysOpen(child, await addressOf(child));
  } finally {
    child.kill('SIGKILL');
  }
});

/** A house that logs all it does to a file; the file is the child's alone. */
function logging(name: string, file: string, port: number) {
  const log = openSync(file, 'a');
  const child = run(name, ['--port', String(port), '--log', 'debug'], log, 'pipe');
  closeSync(log);
  const heard = { text: '' };
  child.stderr?.on('data', (chunk) => {
    heard.text += String(chunk);
  });
  return { child, heard };
}

async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let times = 0; times < 300; times += 1) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await pause(100);
  }
  throw new Error('it did not come about');
}

async function freePort(): Promise<number> {
  const door = createServer().listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  door.close();
  return port;
}

const isOpen = (url: string): Promise<true | undefined> =>
  fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok || undefined,
    () => undefined,
  );

const timesIn = (text: string, part: string): number => text.split(part).length - 1;
const NO_LOG = 'alarm: the log cannot be written, and the house goes on without it: ENOSPC';

test.skipIf(!disk)(
  'a log on a disk that fills up: the house goes on, says so once, and logs on',
  async () => {
    const file = join(disk as string, 'house.log');
    const filler = join(disk as string, 'filler');
    const { child, heard } = logging('log-disk', file, 0);
    try {
      const url = await until(() => /is open at (\S+)\n/.exec(readFileSync(file, 'utf8'))?.[1]);
      expect(() => writeFileSync(filler, Buffer.alloc(1_000_000))).toThrow('ENOSPC');
      // What is left of the log's last page is soon full, too.
      for (let times = 0; times < 60; times += 1)
        expect((await fetch(`${url}/api/tables`)).status, `call ${times}`).toBe(200);
      await until(() => heard.text.includes(NO_LOG) || undefined);
      rmSync(filler);
      await fetch(`${url}/api/tables`);
      const lines = await until(() => {
        const text = readFileSync(file, 'utf8');
        return text.includes('lines are missing') ? text.trim().split('\n') : undefined;
      });
      const again = lines.find((line) => line.includes('lines are missing')) as string;
      expect(JSON.parse(again)).toMatchObject({ level: 40, lines: expect.any(Number) });
      await staysOpen(child, url);
      expect(timesIn(heard.text, 'the log cannot be written')).toBe(1);
    } finally {
      child.kill('SIGKILL');
    }
  },
);

test.skipIf(!existsSync(FULL))('a log that can never be written keeps no house from opening', async () => {
  const port = await freePort();
  const { child, heard } = logging('log-full', FULL, port);
  const url = `http://127.0.0.1:${port}`;
  try {
    await until(() => isOpen(url));
    await staysOpen(child, url);
    expect(timesIn(heard.text, NO_LOG)).toBe(1);
  } finally {
    child.kill('SIGKILL');
  }
});
