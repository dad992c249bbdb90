// Temporary folders for embedded stores.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeStoreFolder } from '../../../../test/support/empty-store.mjs';

/** An empty folder, removed by `removeFolders`. */
export const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'boxperson-store-'));
  made.push(folder);
  return folder;
};

const made: string[] = [];

/** A folder with an empty store in it, ready to open. */
export const storeFolder = (): string => {
  const folder = makeStoreFolder('boxperson-store-');
  made.push(folder);
  return folder;
};

export const removeFolders = (): void => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
};

process.once('exit', removeFolders);
