// Finds the browser that tests and screenshots run in, and installs Debian's Chromium where there is none.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, waitForInstallation } from '../../../../test/support/debian.mjs';

// The shell without a window opens a page in a third of the time; any other Chromium will do.
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const LETTERS = 'fonts-dejavu-core';

const runs = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The browser's file: the one named in CHROMIUM, or the first on the path; null where there is none. */
export function findBrowser(env = process.env) {
  if (env.CHROMIUM) {
    if (!runs(env.CHROMIUM)) throw new Error(`CHROMIUM names ${env.CHROMIUM}, which cannot be run`);
    return env.CHROMIUM;
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs) ?? null;
}

const HOW = [
  'No Chromium was found, and it could not be installed:',
  'install it yourself (Debian: apt-get install chromium fonts-dejavu-core), or name one in CHROMIUM.',
].join('\n');

/** The browser's file; on Debian and as root it is installed when it is missing. */
export function ensureBrowser() {
  waitForInstallation();
  const found = findBrowser();
  if (found) return found;
  console.error('Installing Chromium (once) …');
  // Older Debian has no shell of its own.
  if (!installPackages(SHELL, LETTERS)) installPackages('chromium', LETTERS);
  const installed = findBrowser();
  if (!installed) throw new Error(HOW);
  return installed;
}

/** A headless browser that asks nobody and phones nowhere. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
];
