// Temporary folders for embedded stores. Making an empty database takes seconds, so it is made once and copied.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmbeddedStore } from '../../src/store/store.js';

const home = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(home, 'node_modules', '.cache');

/** What an empty store is made by: its sources and what the package depends on. */
const makerHash = (): string => {
  const sources = join(home, 'src', 'store');
  const files = readdirSync(sources)
    .sort()
    .map((name) => join(sources, name));
  const hash = createHash('sha256').update(process.version);
  for (const file of [...files, join(home, 'package.json')]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
};

const dropOthers = (kept: string): void => {
  const old = readdirSync(cache).filter(
    (name) => name.startsWith('empty-store-') && !kept.startsWith(join(cache, name)),
  );
  for (const name of old) rmSync(join(cache, name), { recursive: true, force: true });
};

const makeTemplate = async (template: string): Promise<void> => {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-store-'));
  await (await openEmbeddedStore(draft)).close();
  try {
    renameSync(draft, template);
    dropOthers(template);
  } catch (error) {
    // Another test made it meanwhile.
    if (!existsSync(template)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
};

/** An empty folder, removed by `removeFolders`. */
export const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'boxperson-store-'));
  made.push(folder);
  return folder;
};

const made: string[] = [];

/** A folder with an empty store in it, ready to open. */
export const storeFolder = async (): Promise<string> => {
  const template = join(cache, `empty-store-${makerHash()}`);
  if (!existsSync(template)) await makeTemplate(template);
  const folder = emptyFolder();
  cpSync(join(template, 'postgres'), join(folder, 'postgres'), { recursive: true });
  return folder;
};

export const removeFolders = (): void => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
};

process.once('exit', removeFolders);
