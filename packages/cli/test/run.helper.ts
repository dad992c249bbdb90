import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('../../..', import.meta.url));
export const program = join(project, 'packages', 'cli', 'bin', 'boxperson.js');
export const examplesFolder = join(project, 'examples');
const allExamples = readdirSync(examplesFolder)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.slice(0, -'.jsonl'.length));
const isTable = (name: string): boolean => name.endsWith('-table');
/** Hands of the game layer, and hands with the conduct of a whole table: `star`, `star-table`. */
export const exampleNames = allExamples.filter((name) => !isTable(name));
export const tableExampleNames = allExamples.filter(isTable);
export const readExample = (name: string): string =>
  readFileSync(join(examplesFolder, `${name}.jsonl`), 'utf8');

/** The environment without anybody's wishes about colours. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...env } = process.env;
  return env;
}

interface Settings {
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  readonly nodeArgs?: readonly string[];
}

/** Runs the program as it is shipped. */
export function boxperson(args: readonly string[], { input = '', env = {}, nodeArgs = [] }: Settings = {}) {
  const result = spawnSync(process.execPath, [...nodeArgs, program, ...args], {
    input,
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    env: { ...plainEnvironment(), ...env },
  });
  return { code: result.status, out: result.stdout, err: result.stderr };
}

export const parseLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** `UPDATE_DOCS=1` rewrites what tests compare with, golden texts and made pages, instead of comparing. */
export const isUpdating = process.env['UPDATE_DOCS'] === '1';
