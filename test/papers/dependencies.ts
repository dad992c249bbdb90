// What docs/dependencies.md says, and what is so.
import { projectFiles, sources } from '../tidy/files.js';
import { importsOf } from '../tidy/imports.js';
import type { PackageJson } from './packed.js';

export interface Chosen {
  readonly name: string;
  /** The folders of the packages that use it, in the order of the alphabet. */
  readonly usedBy: readonly string[];
  readonly licence: string;
}

const ROW = /^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm;
const WORDS_LEAST = 5;

export const rowsOf = (page: string): (Chosen & { readonly why: string })[] =>
  [...page.matchAll(ROW)].map(([, name = '', usedBy = '', licence = '', why = '']) => ({
    name,
    usedBy: usedBy.split(',').map((each) => each.trim()),
    licence: licence.trim(),
    why: why.trim(),
  }));

const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const isOurs = (name: string): boolean => name === 'boxperson' || name.startsWith('@boxperson/');

/** What the pages are made of: whatever their sources import by name. */
export function bundledIntoPages(): string[] {
  const files = projectFiles().filter((path) => /^packages\/web\/src\/.*(?<!\.test)\.tsx?$/.test(path));
  const named = sources(files)
    .flatMap(({ text }) => importsOf(text))
    .filter(({ from }) => /^[@\w]/.test(from));
  return [...new Set(named.map(({ from }) => nameOf(from)))].filter((name) => !isOurs(name)).sort();
}

export interface Lock {
  readonly packages: Readonly<Record<string, Record<string, unknown>>>;
}
const INSTALLED = 'node_modules/';
const lockName = (path: string): string => path.slice(path.lastIndexOf(INSTALLED) + INSTALLED.length);

/** The packages of others that installing ours brings, each version once however often it lies there. */
export const installedBy = ({ packages }: Lock): string[] => {
  const kept = Object.entries(packages).filter(
    ([path, entry]) => path.includes(INSTALLED) && !entry['link'] && !entry['dev'] && !entry['devOptional'],
  );
  return [...new Set(kept.map(([path, { version }]) => `${lockName(path)}@${version}`))];
};

/** A name and whatever it needs, as far as a flat lock tells. */
export function withNeeds({ packages }: Lock, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const needs = packages[INSTALLED + name]?.['dependencies'] ?? {};
  for (const need of Object.keys(needs)) withNeeds({ packages }, need, seen);
  return seen;
}

/** What each package takes from others: what it declares, or what its bundle is made of. */
export function chosenBy(
  manifests: readonly (readonly [folder: string, PackageJson])[],
  bundled: Readonly<Record<string, readonly string[]>>,
  { packages }: Lock,
): Chosen[] {
  const users = new Map<string, string[]>();
  for (const [folder, { dependencies = {} }] of manifests)
    for (const name of [...Object.keys(dependencies), ...(bundled[folder] ?? [])])
      if (!isOurs(name)) users.set(name, [...(users.get(name) ?? []), folder].sort());
  return [...users].map(([name, usedBy]) => ({
    name,
    usedBy,
    licence: String(packages[INSTALLED + name]?.['license'] ?? 'not in the lock file'),
  }));
}

const told = ({ name, usedBy, licence }: Chosen): string => `${name} | ${usedBy.join(', ')} | ${licence}`;

/** Where page and packages differ, and reasons that are none. */
export function tableFaults(page: string, chosen: readonly Chosen[]): string[] {
  const rows = rowsOf(page);
  const written = rows.map(told);
  const real = chosen.map(told);
  return [
    ...real.filter((each) => !written.includes(each)).map((each) => `needs a row with a reason: ${each}`),
    ...written.filter((each) => !real.includes(each)).map((each) => `is not so (any more): ${each}`),
    ...rows.filter(({ why }) => why.split(/\s+/).length < WORDS_LEAST).map(({ name }) => `${name}: why?`),
  ];
}
