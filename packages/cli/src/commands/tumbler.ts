import { readFileSync } from 'node:fs';
import type { TumblerLogEntry } from '@boxperson/house';
import { InvalidArgumentError } from 'commander';
import type { Register } from './command.js';

const EXIT_USAGE = 2;
const PORT_MAX = 65_535;
const DELAY_MAX = 600_000;

interface TumblerOptions {
  readonly simulate?: boolean;
  readonly host: string;
  readonly port: number;
  readonly id: string;
  readonly keyFile: string;
  readonly state?: string;
  readonly cocked: number;
  readonly fault: number;
  readonly delay: number;
}

const wholeUpTo =
  (most: number) =>
  (text: string): number => {
    if (/^\d{1,6}$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${most}.`);
  };

function parseChance(text: string): number {
  if (/^(?:0|1|0?\.\d+|1\.0+)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a share from 0 to 1.');
}

function fail(message: string): void {
  process.stderr.write(`boxperson tumbler: ${message}\n`);
  process.exitCode = EXIT_USAGE;
}

/** What happens, a line each: the time, what, which roll, and more about it. */
function print({ event, roll = '', text = '' }: TumblerLogEntry): void {
  const about = [event.padEnd(12), roll, text].filter((part) => part !== '').join(' ');
  process.stdout.write(`${new Date().toISOString()} ${about.trimEnd()}\n`);
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    fail(`cannot read the key: ${(error as Error).message}`);
    return null;
  }
}

async function tumbler(options: TumblerOptions): Promise<void> {
  if (!options.simulate) {
    fail(
      'only a simulated device can be run here (--simulate); docs/tumbler.md is for those who build real ones',
    );
    return;
  }
  const text = readText(options.keyFile);
  if (text === null) return;
  // The house is loaded only here: the other commands need not wait for it.
  const house = await import('@boxperson/house');
  const key = house.parseTumblerKey(text);
  if (key === null) fail(`${options.keyFile} does not hold a key of 64 hexadecimal digits`);
  else simulate(house, key, options);
}

function simulate(house: typeof import('@boxperson/house'), key: Uint8Array, options: TumblerOptions): void {
  const { id, host, port, cocked, fault, delay, state = `tumbler-${id}.json` } = options;
  try {
    const device = new house.SimulatedTumbler({
      id,
      key,
      host,
      port,
      delayMs: delay,
      tumble: house.tumbleWith({ cocked, fault }),
      memory: house.fileMemory(state),
      log: print,
    });
    device.start();
    process.once('SIGINT', () => device.stop());
    process.once('SIGTERM', () => device.stop());
  } catch (error) {
    fail((error as Error).message);
  }
}

const HELP = `
A tumbler throws real dice for the house and reports what they show. This one is made of nothing: it speaks the same
protocol (docs/tumbler.md), with dice from the operating system's generator.

The key file holds 64 hexadecimal digits, the same that the house has for this device. The state file remembers the
last roll, so that a device that lost its power neither loses a result nor rolls twice for one.

Examples:
  $ openssl rand -hex 32 > t1.key
  $ boxperson tumbler --simulate --id t1 --key-file t1.key --port 7070
  $ boxperson tumbler --simulate --id t1 --key-file t1.key --port 7070 --cocked 0.01 --fault 0.001 --delay 3000

Exit code: 0 when it was stopped, 2 when it could not start.`;

export const registerTumbler: Register = (program) => {
  program
    .command('tumbler')
    .description('run a dice tumbler that the house can roll')
    .option('--simulate', 'a device made of nothing, for trials and tests')
    .option('--host <address>', 'where the house listens for tumblers', '127.0.0.1')
    .requiredOption('--port <port>', 'at which port', wholeUpTo(PORT_MAX))
    .requiredOption('--id <name>', "the device's name")
    .requiredOption('--key-file <file>', "the device's key")
    .option('--state <file>', 'where it keeps its last roll (default: tumbler-<id>.json here)')
    .option('--cocked <share>', 'how many rolls end cocked', parseChance, 0)
    .option('--fault <share>', 'how many rolls fail', parseChance, 0)
    .option('--delay <ms>', 'how long the dice tumble', wholeUpTo(DELAY_MAX), 1_000)
    .addHelpText('after', HELP)
    .action(tumbler);
};
