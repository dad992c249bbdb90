import { existsSync, readFileSync } from 'node:fs';
import type { HouseConfig, Started, Welcomed } from '@boxperson/house';
import { folder as built } from '@boxperson/web';
import { coloursFor } from '../colours.js';
import { typed } from '../typed.js';
import { readClusterConfig } from './cluster.js';
import type { Register } from './command.js';

interface ServeOptions {
  readonly port: string;
  readonly host: string;
  readonly data: string;
  readonly config?: string;
  readonly log?: string;
  readonly brisk?: boolean;
  readonly recordKey?: string;
  readonly cluster?: string;
}

const EXIT_FAULT = 1;
const EXIT_USAGE = 2;

/** The configuration file, or what is wrong with it in one sentence. */
async function readConfig(file: string): Promise<HouseConfig | string> {
  const { houseConfig } = await import('@boxperson/house');
  try {
    const read = houseConfig.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (read.success) return read.data;
    const issue = read.error.issues[0];
    return `${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not understood'}`;
  } catch (error) {
    return `${file}: ${(error as Error).message}`;
  }
}

/** The built web app, where it is there. */
const webFolder = (): string | null => (existsSync(built) ? built : null);

const say = (message: string): void => void process.stderr.write(`boxperson serve: ${message}\n`);

function fail(message: string): void {
  process.exitCode = EXIT_USAGE;
  say(message);
}

/** How long a house that may not be what it was is given to close. */
const CLOSES_WITHIN_MS = 20_000;
const LAST_WORDS_MS = 1_000;

/**
 * Ends the process once its last words are out, or nobody reads them: whatever of a house that did not open or close is
 * still there keeps no process, and whoever watches over it starts it again.
 */
function go(code: number): void {
  const end = () => process.exit(code);
  const timer = setTimeout(end, LAST_WORDS_MS);
  process.stderr.write('', () => {
    clearTimeout(timer);
    end();
  });
}

const PORT_MOST = 65_535;

/** An address that cannot be had, in a sentence with what to do; anything else as it was said. */
function whyNotOpen(error: NodeJS.ErrnoException, port: number, host: string): string {
  const another = `--port ${port < 1_024 ? 8_080 : port < PORT_MOST ? port + 1 : port - 1}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is taken already, perhaps by a house that is open: stop that one, or take another port, such as ${another}`;
    case 'EACCES':
      return `port ${port} is not allowed here: take another one, such as ${another}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `this machine has no address ${host}: take another one with --host, such as --host 127.0.0.1`;
    default:
      return error.message;
  }
}

async function serve(options: ServeOptions): Promise<void> {
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > PORT_MOST)
    return fail(`--port must be a whole number from 0 to ${PORT_MOST}, not "${typed(options.port)}"`);
  const config = options.config === undefined ? undefined : await readConfig(options.config);
  if (typeof config === 'string') return fail(config);
  const cluster = options.cluster === undefined ? undefined : await readClusterConfig(options.cluster);
  if (typeof cluster === 'string') return fail(cluster);
  const databaseUrl = cluster ? undefined : process.env['DATABASE_URL'];
  let goes = () => {};
  const web = webFolder();
  // The store and the server are only loaded by whoever needs them.
  const { startHouse, BRISK, DEMONSTRATION_STAFF } = await import('@boxperson/house');
  const { sendBots } = await import('../bots/send.js');
  const started = await startHouse({
    port,
    host: options.host,
    data: options.data,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(cluster === undefined ? {} : { cluster: { config: cluster, onDrained: () => goes() } }),
    // A house that is looked at has a staff to look through the eyes of; a house of one's own hires its own.
    ...(config === undefined ? { staff: DEMONSTRATION_STAFF } : { config }),
    ...(options.log === undefined ? {} : { logLevel: options.log }),
    ...(web === null ? {} : { web }),
    ...(options.brisk ? { pace: BRISK } : {}),
    ...(options.recordKey === undefined ? {} : { recordKey: options.recordKey }),
    bots: sendBots(),
    onFailed: (error) => fail(whyNotOpen(error, port, options.host)),
    onError: (error, table) => process.stderr.write(`table ${table}: ${String(error)}\n`),
    onAlarm: (text) => process.stderr.write(`alarm: ${text}\n`),
  }).catch(() => go(EXIT_USAGE));
  if (!started) return;
  catchStrays(started);
  outliveReaders();
  process.stdout.write(greeting(started, coloursFor(process.stdout)));
  // A node of a cluster gives away what it keeps before it goes; alone there is nobody to give it to.
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void started
      .drain()
      .catch(() => {})
      .then(() => started.close())
      .then(
        () => go(0),
        (error: Error) => {
          say(`not all of it closed: ${error.message}`);
          go(EXIT_FAULT);
        },
      );
  };
  goes = stop;
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/**
 * What nobody caught is a fault of ours, and somebody must hear of it. A promise that failed leaves the house as it is;
 * after an exception nobody knows, so it closes, in good order if it can, for whoever starts it again.
 */
function catchStrays(started: Started): void {
  process.on('unhandledRejection', (why) =>
    started.alarm(`a promise failed and nobody heard: ${tellFault(why)}`),
  );
  process.once('uncaughtException', (error) => {
    started.alarm(`something failed and nobody caught it: ${tellFault(error)}`);
    const end = () => process.exit(EXIT_FAULT);
    setTimeout(end, CLOSES_WITHIN_MS);
    started.close().then(end, end);
  });
}

/** A command ends when nobody reads its output any more (`main.ts`); a house that is open has others to look after. */
function outliveReaders(): void {
  process.stdout.removeAllListeners('error');
  process.stdout.on('error', () => {});
}

const tellFault = (why: unknown): string => (why instanceof Error ? (why.stack ?? why.message) : String(why));

type Colours = ReturnType<typeof coloursFor>;

/** Who may sign in, with passwords that are good once; nobody is told again. */
function staffLines({ firstStaff, newcomers, url }: Started, colours: Colours): readonly string[] {
  if (!firstStaff) return [];
  const manager = `  First start. Staff sign in once as ${colours.bold(firstStaff.login)} with the password ${colours.bold(firstStaff.password)}`;
  if (newcomers.length === 0) return ['', manager, '  and set their own.'];
  const one = ({ login, password, name }: Welcomed) =>
    `    ${colours.bold(login.padEnd(12))} ${password}   ${name}`;
  return [
    '',
    manager,
    '  and set their own. To look around, these work here, too; each password is good once:',
    '',
    ...newcomers.map(one),
    '',
    `  They come in at ${colours.bold(`${url}/staff`)}.`,
  ];
}

function greeting(started: Started, colours: Colours): string {
  const { url, house } = started;
  const tables = house.lobby().map(({ name, title }) => `    ${colours.green(name.padEnd(14))} ${title}`);
  return [
    '',
    `  ${colours.bold(house.config.name)} is open at ${colours.bold(url)}`,
    '',
    ...tables,
    ...staffLines(started, colours),
    '',
    '  Stop with Ctrl-C. Nothing that was acknowledged is lost.',
    '',
  ].join('\n');
}

export const registerServe: Register = (program) => {
  program
    .command('serve')
    .description('open the house: tables, ledger, browsers and devices')
    .option('-p, --port <port>', 'where to listen', '8080')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('-d, --data <folder>', 'where the embedded store keeps its files', 'data')
    .option('-c, --config <file>', 'tables and settings (JSON); without it a demonstration house opens')
    .option('--brisk', 'the automatic crew does not wait: for bots and tests')
    .option('--record-key <file>', 'the key that signs the record; without it record.key in the data folder')
    .option('--cluster <file>', 'run as a node of a cluster: its database, its bus and its name (JSON)')
    .option('--log <level>', 'log to standard output: error, warn, info, debug')
    .addHelpText(
      'after',
      `
With DATABASE_URL set, the house runs on that PostgreSQL server instead of the embedded store.

Examples:
  $ boxperson serve                           a demonstration house at port 8080
  $ boxperson serve -p 9000 -d /srv/boxperson  another port, another folder
  $ boxperson serve --config house.json       your own tables`,
    )
    .action(serve);
};
