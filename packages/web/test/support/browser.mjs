// Finds the browser that tests and screenshots run in, and installs Debian's Chromium where there is none.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// The shell without a window opens a page in a third of the time; any other Chromium will do.
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const install = (name) => ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-dejavu-core'];

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
  const found = findBrowser();
  if (found) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(HOW);
  console.error('Installing Chromium (once) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // The lists may be good enough even where not every source answers.
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
  const shell = spawnSync('apt-get', install(SHELL), { env, stdio: 'ignore' });
  // Older Debian has no shell of its own.
  if (shell.status !== 0)
    spawnSync('apt-get', install('chromium'), { env, stdio: ['ignore', 'ignore', 'inherit'] });
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
