// Shared by the other scripts. Plain Node, no dependency: node_modules may not be there yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const STAMP = join(root, 'node_modules', '.boxperson-stamp');
const NODE_LEAST = [20, 19];

export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > NODE_LEAST[0] || (major === NODE_LEAST[0] && minor >= NODE_LEAST[1])) return;
  stop(`Boxperson needs Node ${NODE_LEAST.join('.')} or newer; this is Node ${version}.`);
}

export function stop(message, code = 1) {
  console.error(message);
  process.exit(code);
}

/** Runs a program in the project folder with our input and output; answers its exit code. */
function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) stop(`Could not run ${command}: ${error.message}`);
  return signal ? 1 : (status ?? 1);
}

/** The JavaScript file behind a program that a dependency brings. */
export function bin(packageName, program) {
  const folder = join(root, 'node_modules', ...packageName.split('/'));
  const { bin: named } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof named === 'string' ? named : named[program]);
}

export const runBin = (packageName, program, args, options) =>
  run(process.execPath, [bin(packageName, program), ...args], options);

/** How npm is called. It tells its scripts where it is itself; without that (node scripts/test.mjs) the one on the path. */
export function npmCommand(args) {
  const npmFile = process.env.npm_execpath;
  if (npmFile?.endsWith('.js')) return [process.execPath, [npmFile, ...args], {}];
  return ['npm', args, { shell: process.platform === 'win32' }];
}

export const npm = (args) => run(...npmCommand(args));

export const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Every package of the workspace: where its package.json is, and what stands there. */
export const workspaces = () =>
  packageFiles()
    .slice(1)
    .map((file) => ({ file, manifest: readJson(file) }));

// The parts of a package.json that decide what is installed; a new script or word needs no install.
const INSTALLED_BY = [
  'name',
  'version',
  'bin',
  'workspaces',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
];

function packageFiles() {
  const folders = readdirSync(join(root, 'packages')).sort();
  const files = folders.map((name) => join('packages', name, 'package.json'));
  return ['package.json', ...files].filter((file) => existsSync(join(root, file)));
}

const lockFile = () => join(root, 'package-lock.json');

function installHash() {
  const hash = createHash('sha256');
  // Compilers and linters bring a binary for one platform.
  hash.update(`${process.platform} ${process.arch}\n`);
  if (existsSync(lockFile())) hash.update(readFileSync(lockFile()));
  for (const file of packageFiles()) {
    const parsed = readJson(file);
    hash.update(`\n${file}\n`).update(JSON.stringify(INSTALLED_BY.map((field) => parsed[field] ?? null)));
  }
  return hash.digest('hex');
}

const stamped = () => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8').trim() : '');

/** Remembers what node_modules was installed from. */
export function stamp() {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(STAMP, `${installHash()}\n`);
}

export function ensureInstalled() {
  if (stamped() === installHash()) return;
  console.log('Installing what is missing (once) …');
  // The build follows on its own, so that a type error is not reported as a failed install.
  const command = existsSync(lockFile()) ? 'ci' : 'install';
  if (npm([command, '--ignore-scripts', '--include=dev', '--loglevel=error']) !== 0) {
    stop('Installing failed: see above.');
  }
  stamp();
}

const WEB = join(root, 'packages', 'web');
const WEB_STAMP = join(WEB, 'dist', '.stamp');

/** The files that a bundle is made of: everything below these folders but tests. */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
    )
    .filter((file) => !file.endsWith('.test.ts'));
}

/** The sources of the packages that the web app is bundled with. */
function bundledSources() {
  const { devDependencies } = readJson(join('packages', 'web', 'package.json'));
  return workspaces()
    .filter(({ manifest }) => manifest.name in devDependencies)
    .map(({ file }) => join(root, file, '..', 'src'));
}

function webHash() {
  const hash = createHash('sha256');
  const sources = [join(WEB, 'src'), join(WEB, 'public'), ...bundledSources()].flatMap(filesBelow);
  for (const file of [lockFile(), join(WEB, 'index.html'), join(WEB, 'vite.config.ts'), ...sources]) {
    hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Bundles the web app when something in it changed. */
function buildWeb() {
  const now = webHash();
  if (existsSync(WEB_STAMP) && readFileSync(WEB_STAMP, 'utf8') === now) return 0;
  // Always what is shipped: whoever builds from a test has another NODE_ENV.
  const env = { ...process.env, NODE_ENV: 'production' };
  const code = runBin('vite', 'vite', ['build', '--logLevel', 'warn'], { cwd: WEB, env });
  if (code === 0) writeFileSync(WEB_STAMP, now);
  return code;
}

/** Builds what changed; answers the exit code of the first part that failed. */
export const build = () => runBin('typescript', 'tsc', ['-b']) || buildWeb();
