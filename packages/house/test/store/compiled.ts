// The store's sources as JavaScript, for child processes: compiled afresh, so that no stale build is tested.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const home = fileURLToPath(new URL('../..', import.meta.url));

const compiler = (): string => {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  return join(dirname(manifest), 'bin', 'tsc');
};

const NOT_NEEDED = ['incremental', 'composite', 'declaration', 'declarationMap', 'sourceMap'];

export interface Compiled {
  /** The address of a module of `src`, to import. */
  url(path: string): string;
  remove(): void;
}

export const compileSources = (): Compiled => {
  const cache = join(home, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'compiled-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const options = NOT_NEEDED.flatMap((name) => [`--${name}`, 'false']);
  const args = [
    compiler(),
    '-p',
    home,
    '--outDir',
    folder,
    '--tsBuildInfoFile',
    'null',
    '--noCheck',
    ...options,
  ];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The sources do not compile: ${stdout}`);
  return { url: (path) => pathToFileURL(join(folder, path)).href, remove };
};
