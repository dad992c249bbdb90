import { existsSync, writeFileSync } from 'node:fs';
import { BadInput, openRecords, readBound, readCheckpoints, type StoreOptions } from '../record/input.js';
import type { Register } from './command.js';

interface ExportOptions extends StoreOptions {
  readonly table: string;
  readonly from?: string;
  readonly to?: string;
  readonly out?: string;
  readonly checkpoint?: string;
}

const EXIT_USAGE = 2;

async function makeBundle(options: ExportOptions): Promise<{ text: string; entries: number }> {
  const { exportBundle, NothingToExport } = await import('@boxperson/house');
  const from = readBound(options.from, '--from', { position: 1 });
  const to = readBound(options.to, '--to', { position: Number.MAX_SAFE_INTEGER });
  const [since] = await readCheckpoints(options.checkpoint === undefined ? [] : [options.checkpoint]);
  if (options.out !== undefined && existsSync(options.out))
    throw new BadInput(`${options.out} is there already: name a new file`);
  const source = await openRecords(options);
  try {
    return await exportBundle(source, {
      stretch: { table: options.table, from, to },
      ...(since ? { since } : {}),
    });
  } catch (error) {
    throw error instanceof NothingToExport ? new BadInput(error.message) : error;
  } finally {
    await source.close();
  }
}

async function write(options: ExportOptions): Promise<void> {
  try {
    const { text, entries } = await makeBundle(options);
    if (options.out === undefined) process.stdout.write(text);
    else {
      writeFileSync(options.out, text, { flag: 'wx' });
      process.stdout.write(`${options.out}: ${entries} events of table ${options.table}\n`);
    }
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    process.stderr.write(`boxperson export: ${error.message}\n`);
    process.exitCode = EXIT_USAGE;
  }
}

const HELP = `
A bundle holds the events of one table to the letter, a signed checkpoint, and the hashes that lead from one to the
other. Whoever has the house's key can check it anywhere with boxperson verify; not a byte of it can be changed.

--from and --to take the number of an event at the table, or a time; both ends belong to the stretch.

Examples:
  $ boxperson export --table wharf --out wharf.jsonl
  $ boxperson export --table wharf --from 2026-11-15T20:00Z --to 2026-11-15T21:00Z --out evening.jsonl
  $ boxperson export --table wharf --from 1200 --to 1300 --checkpoint mine.txt --out mine.jsonl

Exit code: 0 done, 2 when there is nothing to export or something was not understood.`;

export const registerExport: Register = (program) => {
  program
    .command('export')
    .description('write a stretch of one table to a file that anybody can verify')
    .requiredOption('-t, --table <id>', 'the table')
    .option('--from <event or time>', 'the first event; without it the opening of the table')
    .option('--to <event or time>', 'the last event; without it the last one that is signed for')
    .option('-o, --out <file>', 'the file to write; without it standard output')
    .option('-d, --data <folder>', 'where the embedded store keeps its files')
    .option('--database <url>', 'a PostgreSQL server')
    .option('--checkpoint <file>', 'show also that the log went on from this checkpoint')
    .addHelpText('after', HELP)
    .action(write);
};
