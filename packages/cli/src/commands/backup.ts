import { existsSync } from 'node:fs';
import type { Register } from './command.js';

interface StoreOptions {
  readonly data: string;
}

const EXIT_USAGE = 2;

function fail(command: string, message: string): void {
  process.stderr.write(`boxperson ${command}: ${message}\n`);
  process.exitCode = EXIT_USAGE;
}

async function openStore({ data }: StoreOptions) {
  const { openEmbeddedStore, openServerStore } = await import('@boxperson/house');
  const url = process.env['DATABASE_URL'];
  return url === undefined ? openEmbeddedStore(data) : openServerStore(url);
}

const makeCounts = (counts: object): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');

async function backup(file: string, options: StoreOptions): Promise<void> {
  if (existsSync(file)) return fail('backup', `${file} is there already: name a new file`);
  if (process.env['DATABASE_URL'] === undefined && !existsSync(options.data))
    return fail('backup', `there is no store at ${options.data}`);
  const { backupStore } = await import('@boxperson/house');
  const store = await openStore(options);
  try {
    process.stdout.write(`${file}: ${makeCounts(await backupStore(store, file))}\n`);
  } finally {
    await store.close();
  }
}

async function restore(file: string, options: StoreOptions): Promise<void> {
  if (!existsSync(file)) return fail('restore', `there is no file ${file}`);
  const { restoreStore } = await import('@boxperson/house');
  const store = await openStore(options);
  try {
    process.stdout.write(`${file}: ${makeCounts(await restoreStore(file, store))}\n`);
  } catch (error) {
    fail('restore', (error as Error).message);
  } finally {
    await store.close();
  }
}

const ABOUT = `
Works on the embedded store of --data, or on the PostgreSQL server of DATABASE_URL. The house must not be running.`;

const BACKUP_HELP = `${ABOUT}

Examples:
  $ boxperson backup monday.backup                     everything in the folder data
  $ boxperson backup monday.backup -d /srv/boxperson   in another folder
  $ DATABASE_URL=postgres://house@db/house boxperson backup monday.backup

Exit code: 0 when it is written, 2 when the file is there already or the store is not.`;

const RESTORE_HELP = `${ABOUT}

Examples:
  $ boxperson restore monday.backup -d restored   into a new folder
  $ boxperson verify -d restored                  is it the record that the house signed?
  $ boxperson serve -d restored                   open the house from there

Exit code: 0 when all of it is in, 2 when there is no such file or the store is not empty.`;

export const registerBackup: Register = (program) => {
  program
    .command('backup')
    .description('write everything the house keeps to one file')
    .argument('<file>', 'the file to write')
    .option('-d, --data <folder>', 'where the embedded store keeps its files', 'data')
    .addHelpText('after', BACKUP_HELP)
    .action(backup);
  program
    .command('restore')
    .description('read such a file into an empty store')
    .argument('<file>', 'the file to read')
    .option('-d, --data <folder>', 'where the embedded store keeps its files', 'data')
    .addHelpText('after', RESTORE_HELP)
    .action(restore);
};
