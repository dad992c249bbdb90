// A PostgreSQL and a bus for a bench that was given none: those of this machine, in a temporary folder, gone with us.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const DEBIANS = '/usr/lib/postgresql';
const TRIES = 400;
const isRoot = process.getuid?.() === 0;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Where a program is, by the folders that Debian and the path have. */
function folderOf(program) {
  const debians = existsSync(DEBIANS) ? readdirSync(DEBIANS).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...debians.map((version) => join(DEBIANS, version, 'bin')), '/usr/sbin'];
  const all = [...folders, ...(process.env.PATH ?? '').split(delimiter)];
  const found = all.find((folder) => existsSync(join(folder, program)));
  if (found === undefined) throw new Error(`bench: there is no ${program} here`);
  return found;
}

/** PostgreSQL does not run as root; and nobody outlives us. */
const asItself = (command) =>
  process.platform === 'linux'
    ? [
        'setpriv',
        ...(isRoot ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []),
        ...['--pdeathsig', 'KILL', ...command],
      ]
    : command;

const start = ([program, ...args]) => spawn(program, args, { stdio: 'ignore', cwd: tmpdir() });

async function mustAnswer(port) {
  for (let tries = 0; tries < TRIES; tries += 1, await pause(50)) {
    const isThere = await new Promise((resolve) => {
      const line = connect({ port, host: '127.0.0.1' });
      line.once('connect', () => resolve(true)).once('error', () => resolve(false));
      line.once('connect', () => line.destroy());
    });
    if (isThere) return;
  }
  throw new Error(`bench: nothing answers at port ${port}`);
}

async function startPostgres() {
  const bin = folderOf('initdb');
  const home = mkdtempSync(join(tmpdir(), 'bench-pg-'));
  const id = (kind) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  if (isRoot) chownSync(home, id('-u'), id('-g'));
  const data = join(home, 'data');
  const how = ['-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-k'];
  const [program, ...args] = asItself([join(bin, 'initdb'), '-D', data, ...how]);
  execFileSync(program, args, { stdio: 'ignore', cwd: tmpdir() });
  const port = await freePort();
  const at = ['-D', data, '-k', home, '-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`];
  const server = start(asItself([join(bin, 'postgres'), ...at]));
  await mustAnswer(port);
  await pause(500);
  const stop = () => {
    server.kill('SIGQUIT');
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { url: `postgres://bench@127.0.0.1:${port}/postgres`, stop };
}

async function startBus() {
  const port = await freePort();
  const server = start([join(folderOf('nats-server'), 'nats-server'), '-a', '127.0.0.1', '-p', `${port}`]);
  await mustAnswer(port);
  return { url: `nats://127.0.0.1:${port}`, stop: () => server.kill('SIGKILL') };
}

/** Those that are named, or some of our own. */
export async function serversFor({ DATABASE_URL, NATS_URL }) {
  const own = [];
  const given = async (url, open) => {
    if (url) return url;
    own.push(await open());
    return own.at(-1).url;
  };
  const database = await given(DATABASE_URL, startPostgres);
  const bus = await given(NATS_URL, startBus);
  process.once('exit', () => {
    for (const { stop } of own) stop();
  });
  return { database, bus };
}
