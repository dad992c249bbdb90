import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A text with its path from the project folder, always with forward slashes. */
export type Source = { readonly path: string; readonly text: string };

const IGNORED_ANYWHERE = new Set(['node_modules', 'dist', '.git', 'coverage', 'reports', '.stryker-tmp']);
const IGNORED_AT_ROOT = new Set(['gallery', 'data', 'packed', 'sbom.json']);

const ignored = (folder: string, name: string): boolean =>
  IGNORED_ANYWHERE.has(name) || (folder === root && IGNORED_AT_ROOT.has(name));

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !ignored(folder, entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? walk(path) : [path];
    });

export const pathFromRoot = (file: string): string => relative(root, file).split(sep).join('/');

/** Every file of the project that git would keep, in a stable order. */
export const projectFiles = (): string[] =>
  walk(root)
    .map(pathFromRoot)
    .filter((path) => !path.endsWith('.tsbuildinfo'))
    .sort();

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

export const sources = (paths: readonly string[]): Source[] =>
  paths.map((path) => ({ path, text: readText(path) }));

export const readJson = (path: string): Record<string, unknown> => JSON.parse(readText(path));

export const packageNames = (): string[] =>
  readdirSync(join(root, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
