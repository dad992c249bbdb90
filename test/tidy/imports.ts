import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import type { Source } from './files.js';
import { scan } from './scan.js';

/** Which workspace packages each may import. Dependencies point one way. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  odds: ['rules'],
  offices: ['rules'],
  house: ['rules', 'odds', 'offices'],
  web: ['house', 'odds', 'offices', 'rules'],
  cli: ['house', 'odds', 'offices', 'rules', 'web'],
};

/** Imports that leave nothing behind after compiling: all that `web` may take from `house`. */
const TYPES_ONLY: Readonly<Record<string, readonly string[]>> = { web: ['house'] };

/** Entries that a package publishes beside its main one. The client of the wire runs in a browser. */
const ENTRIES: readonly string[] = [
  '@boxperson/house/client',
  '@boxperson/odds/node',
  '@boxperson/rules/clauses',
  '@boxperson/rules/dealing',
  '@boxperson/rules/school',
];

/** Packages that are published as bundles: what they are made of is needed to build them and not to use them. */
const BUNDLED: readonly string[] = ['web'];

/** What tests may use anywhere, beside what their package declares. */
const TEST_TOOLS = ['vitest', 'fast-check', 'playwright-core', 'axe-core'];

export type Import = { readonly from: string; readonly typeOnly: boolean };

export type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

const STATEMENT = /\b(import|export)\b(?!\s*[.:?])(\s+type\b)?[^;"()]*?"(\d+)"/g;
const CALL = /\b(?:import|require)\s*\(\s*"(\d+)"/g;

export const importsOf = (text: string): Import[] => {
  const { code, strings } = scan(text);
  const statements = [...code.matchAll(STATEMENT)]
    .filter(([whole, keyword]) => keyword === 'import' || /\bfrom\s*"/.test(whole))
    .filter(([whole]) => /(?:\bfrom|^import)\s*"\d+"$/.test(whole))
    .map(([, , type, index]) => ({ from: strings[Number(index)] ?? '', typeOnly: type !== undefined }));
  const calls = [...code.matchAll(CALL)].map(([, index]) => ({
    from: strings[Number(index)] ?? '',
    typeOnly: false,
  }));
  return [...statements, ...calls];
};

const isTest = (path: string): boolean => /\.test\.ts$/.test(path) || /^packages\/[^/]+\/test\//.test(path);

const workspaceOf = (specifier: string): string | undefined => {
  if (specifier === 'boxperson' || specifier.startsWith('boxperson/')) return 'cli';
  return /^@boxperson\/([^/]+)/.exec(specifier)?.[1];
};

const isBuiltin = (specifier: string): boolean =>
  specifier.startsWith('node:') || builtinModules.includes(specifier.split('/')[0] as string);

const packageNameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** What the tests of several packages use. */
const SHARED_BY_TESTS = 'test/support/';

const relativeFault = (home: string, path: string, from: string): string | undefined => {
  const target = posix.join(posix.dirname(path), from);
  const limit = isTest(path) ? `packages/${home}/` : `packages/${home}/src/`;
  const isShared = isTest(path) && target.startsWith(SHARED_BY_TESTS);
  return target.startsWith(limit) || isShared ? undefined : `reaches outside ${limit}`;
};

const workspaceFault = (home: string, other: string, found: Import): string | undefined => {
  const entry = ENTRIES.includes(found.from) || found.from.endsWith('/package.json');
  if (!entry && found.from.split('/').length > (other === 'cli' ? 1 : 2))
    return 'reaches inside another package';
  if (!MAY_IMPORT[home]?.includes(other)) return `${home} may not depend on ${other}`;
  if (entry) return undefined;
  if (TYPES_ONLY[home]?.includes(other) && !found.typeOnly) return `${home} takes only types from ${other}`;
  return undefined;
};

const outsideFault = (home: string, path: string, from: string, manifest: Manifest): string | undefined => {
  const test = isTest(path);
  if (test && TEST_TOOLS.includes(packageNameOf(from))) return undefined;
  if (home === 'rules' && !test) return 'rules imports nothing but itself';
  if (isBuiltin(from)) return undefined;
  const declared = BUNDLED.includes(home) ? manifest.devDependencies : manifest.dependencies;
  return declared?.[packageNameOf(from)] ? undefined : 'is not among the dependencies';
};

const faultOf = (home: string, path: string, found: Import, manifest: Manifest): string | undefined => {
  if (found.from.startsWith('/')) return 'is a path of one machine';
  if (found.from.startsWith('.')) return relativeFault(home, path, found.from);
  const other = workspaceOf(found.from);
  // A package's tests may use it as its users do, by name.
  if (other === home && isTest(path)) return undefined;
  if (other !== undefined) return workspaceFault(home, other, found);
  return outsideFault(home, path, found.from, manifest);
};

/** What one file of `packages/<home>` imports that it must not. */
export const importFaults = ({ path, text }: Source, manifest: Manifest = {}): string[] => {
  const home = path.split('/')[1] as string;
  return importsOf(text).flatMap((found) => {
    const fault = faultOf(home, path, found, manifest);
    return fault === undefined ? [] : [`${path}: '${found.from}' ${fault}`];
  });
};
