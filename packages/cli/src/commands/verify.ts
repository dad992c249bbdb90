import type { Report } from '@boxperson/house';
import { coloursFor } from '../colours.js';
import {
  BadInput,
  gather,
  openRecords,
  readBundle,
  readCheckpoints,
  readKeys,
  type StoreOptions,
} from '../record/input.js';
import { reportText } from '../record/text.js';
import type { Register } from './command.js';

interface VerifyOptions extends StoreOptions {
  readonly checkpoint: readonly string[];
  readonly key: readonly string[];
  readonly json?: boolean;
}

const EXIT_BAD = 1;
const EXIT_USAGE = 2;

async function checkBundle(file: string, options: VerifyOptions): Promise<Report> {
  if (options.data !== undefined || options.database !== undefined)
    throw new BadInput('a bundle is checked by itself: leave out --data and --database');
  const { isBundle, verifyBundle } = await import('@boxperson/house');
  const keys = await readKeys(options.key);
  if (keys.length === 0)
    throw new BadInput(
      'a bundle proves nothing without the key of its house: --key FILE, as GET /api/record/key answers it',
    );
  const held = await readCheckpoints(options.checkpoint);
  const text = readBundle(file);
  if (!isBundle(text)) throw new BadInput(`${file} is not a bundle that boxperson export has written`);
  return verifyBundle(text, { keys, held });
}

async function checkRecords(options: VerifyOptions): Promise<Report> {
  const { verifyRecord } = await import('@boxperson/house');
  const keys = await readKeys(options.key);
  const held = await readCheckpoints(options.checkpoint);
  const source = await openRecords(options);
  const { stderr } = process;
  const onProgress = (entries: number) => void stderr.write(`\r  ${entries.toLocaleString('en')} entries `);
  try {
    return await verifyRecord(source, { keys, held, ...(stderr.isTTY ? { onProgress } : {}) });
  } finally {
    if (stderr.isTTY) stderr.write('\r\u001b[K');
    await source.close();
  }
}

async function verify(bundle: string | undefined, options: VerifyOptions): Promise<void> {
  try {
    const report = bundle === undefined ? await checkRecords(options) : await checkBundle(bundle, options);
    const what = bundle === undefined ? 'The record' : 'The bundle';
    const text = options.json
      ? `${JSON.stringify(report)}\n`
      : reportText(report, what, coloursFor(process.stdout));
    process.stdout.write(text);
    if (!report.ok) process.exitCode = EXIT_BAD;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    process.stderr.write(`boxperson verify: ${error.message}\n`);
    process.exitCode = EXIT_USAGE;
  }
}

const HELP = `
Trusts nothing but the log: replays every table by its rules, builds the ledger, the balances and the tree up again,
and compares. A checkpoint is what the house signed and somebody took away: printed on a ticket, or fetched from
/api/record/checkpoint. With one, nobody can have changed anything that was recorded before it without being found out.

The house must not be running on the folder; on a PostgreSQL server it may.

Examples:
  $ boxperson verify                                       the folder data, or DATABASE_URL
  $ boxperson verify --checkpoint mine.txt --key house.pub  against what you took away
  $ boxperson verify evening.jsonl --key house.pub          a bundle that somebody exported

Exit code: 0 when everything holds, 1 when something is wrong, 2 when it could not be checked.`;

export const registerVerify: Register = (program) => {
  program
    .command('verify')
    .description('check a whole record, or an exported bundle, and name the first bad entry')
    .argument('[bundle]', 'a file that boxperson export has written')
    .option('-d, --data <folder>', 'where the embedded store keeps its files')
    .option('--database <url>', 'a PostgreSQL server')
    .option('--checkpoint <file>', 'a checkpoint that you hold; may be given several times', gather, [])
    .option(
      '--key <file>',
      "the house's key, a file or the line itself; may be given several times",
      gather,
      [],
    )
    .option('--json', 'the report as JSON')
    .addHelpText('after', HELP)
    .action(verify);
};
