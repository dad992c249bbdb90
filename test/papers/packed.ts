// The packages as they would be published, in a folder that knows nothing of this project.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageNames, readJson, root } from '../tidy/files.js';

export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export const manifests = (): PackageJson[] =>
  packageNames().map((name) => readJson(`packages/${name}/package.json`) as unknown as PackageJson);
export const published = (): PackageJson[] => manifests().filter((each) => each.private !== true);

/** What a program printed and how it ended; npm's own settings for this project stay out of it. */
export function run(command: string, args: readonly string[], cwd: string) {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(?:npm_(?:package|lifecycle|config_local_prefix)|INIT_CWD|DATABASE_URL|FORCE_COLOR)/.test(name),
  );
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...Object.fromEntries(inherited), NO_COLOR: '1' },
    shell: command === 'npm' && process.platform === 'win32',
  });
  return { code: status, out: stdout, err: stderr };
}

const demand = ({ code, out, err }: ReturnType<typeof run>, what: string): void => {
  if (code !== 0) throw new Error(`${what} failed:\n${out}${err}`);
};

export function packInto(folder: string): void {
  demand(run(process.execPath, [join(root, 'scripts', 'pack.mjs'), folder], root), 'scripts/pack.mjs');
}

const tarball = ({ name, version }: PackageJson): string =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;

/** What is in a package, by the names in its archive. */
export function contentsOf(folder: string, manifest: PackageJson): string[] {
  const { out } = run('tar', ['-tzf', join(folder, tarball(manifest))], folder);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^package\//, ''));
}

type LockEntry = { readonly dev?: boolean; readonly devOptional?: boolean; readonly link?: boolean };

/** Where an entry of our lock file stands when our packages are installed like any other; none for tools and links. */
function placeOf(path: string, entry: LockEntry): string[] {
  if (entry.dev || entry.devOptional || entry.link) return [];
  if (path.startsWith('node_modules/')) return [path];
  const [, home, rest] = /^packages\/([^/]+)\/(node_modules\/.+)$/.exec(path) ?? [];
  return rest === undefined
    ? []
    : [`node_modules/${readJson(`packages/${home}/package.json`)['name']}/${rest}`];
}

/**
 * Installs the packed files with exactly the dependencies that everything else here was tested with. With a lock file
 * npm needs nothing that installing this project has not brought into its cache: no network, no newer release.
 */
export function installInto(folder: string, packed: string): void {
  const { packages } = readJson('package-lock.json') as { packages: Record<string, LockEntry> };
  const theirs = Object.entries(packages).flatMap(([path, entry]) =>
    placeOf(path, entry).map((place) => [place, entry] as const),
  );
  const file = (manifest: PackageJson): string => `file:${join(packed, tarball(manifest))}`;
  const ours = published().map((manifest) => {
    const { name, version, dependencies = {}, bin = {} } = manifest;
    return [`node_modules/${name}`, { version, resolved: file(manifest), dependencies, bin }] as const;
  });
  const dependencies = Object.fromEntries(published().map((manifest) => [manifest.name, file(manifest)]));
  const entries = { '': { dependencies }, ...Object.fromEntries([...theirs, ...ours]) };
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages: entries }),
  );
  demand(
    run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], folder),
    'npm ci',
  );
}

export interface Example {
  /** Whose README it stands in. */
  readonly from: string;
  readonly text: string;
  /** What its comments promise: everything after an arrow, line by line. */
  readonly promised: readonly string[];
}

const EXAMPLE = /^```ts\n(.*?)^```$/gms;

/** Every TypeScript example of the main README and of the packages'. */
export const examples = (): Example[] =>
  ['README.md', ...packageNames().map((name) => `packages/${name}/README.md`)].flatMap((from) =>
    [...readFileSync(join(root, from), 'utf8').matchAll(EXAMPLE)].map(([, text = '']) => ({
      from,
      text,
      promised: [...text.matchAll(/\/\/ → (.*)$/gm)].map(([, promise]) => promise as string),
    })),
  );

const exampleName = ({ from }: Example): string => from.replaceAll('/', '-').replace('.md', '');

/** Compiles the examples as a user would, strictly and with Node's types; answers what the compiler complains of. */
export function compileExamples(folder: string): string {
  for (const each of examples()) writeFileSync(join(folder, `${exampleName(each)}.ts`), each.text);
  const compilerOptions = {
    strict: true,
    target: 'es2023',
    module: 'nodenext',
    skipLibCheck: true,
    typeRoots: [join(root, 'node_modules', '@types')],
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { out, err } = run(process.execPath, [tsc, '--pretty', 'false'], folder);
  return out + err;
}

export const runExample = (folder: string, example: Example): string[] => {
  const { out, err } = run(process.execPath, [`${exampleName(example)}.js`], folder);
  return (out + err).trim().split('\n');
};

/** The folders of our packages as they were installed, by name. */
export const installedNames = (folder: string): string[] => {
  const names = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(folder, 'node_modules', name)).map((each) => `${name}/${each}`)
      : [name],
  );
};
