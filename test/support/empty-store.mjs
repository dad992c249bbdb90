// Making an empty database takes seconds: tests copy one that is made once (empty-store.setup.ts).
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

const root = fileURLToPath(new URL('../..', import.meta.url));
const house = join(root, 'packages', 'house');
const cache = join(root, 'node_modules', '.cache', 'boxperson');

/** What an empty store is made by: its sources and what the package depends on. */
function makerHash() {
  const sources = join(house, 'src', 'store');
  const files = readdirSync(sources)
    .sort()
    .map((name) => join(sources, name));
  const hash = createHash('sha256').update(process.version);
  for (const file of [...files, join(house, 'package.json')]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

const template = join(cache, `empty-store-${makerHash()}`);

function dropOthers() {
  const old = readdirSync(cache).filter((name) => name.startsWith('empty-store-'));
  for (const name of old)
    if (join(cache, name) !== template) rmSync(join(cache, name), { recursive: true, force: true });
}

/** Made by whoever opens a store in a folder and closes it again. */
export async function makeEmptyStore(openAndClose) {
  if (existsSync(template)) return;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-store-'));
  await openAndClose(draft);
  try {
    renameSync(draft, template);
    dropOthers();
  } catch (error) {
    // Another run made it meanwhile.
    if (!existsSync(template)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Puts an empty store, ready to open, into a folder; without a template it is left for the house to make. */
function putEmptyStore(folder) {
  if (existsSync(template)) cpSync(join(template, 'postgres'), join(folder, 'postgres'), { recursive: true });
}

/** A new temporary folder with an empty store in it. */
export function makeStoreFolder(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  putEmptyStore(folder);
  return folder;
}
