// The example in the README is compiled as a user would compile it, and run on the build.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
// Inside the project, so that the package is found by its name.
const cache = join(root, 'node_modules', '.cache', 'boxperson');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const example = /^#+ Library\n.*?^```ts\n(.*?)^```$/ms.exec(readme)?.[1] as string;
/** What the comments promise: everything after an arrow, line by line. */
const promised = [...example.matchAll(/\/\/ → (.*)$/gm)].map(([, text]) => text);

/** All that a program prints, what it complains of too. */
function node(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
}

test('the library example compiles, and prints what it promises', () => {
  expect(promised.length).toBeGreaterThan(0);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'example.ts'), example);
  const compilerOptions = { strict: true, target: 'es2023', module: 'nodenext', types: ['node'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['example.ts'] }));
  expect(node(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--pretty', 'false')).toBe('');
  expect(node('example.js').trim().split('\n')).toEqual(promised);
});

test('the first settled roll takes five lines', () => {
  const lines = example.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('//'));
  expect(lines.length).toBeLessThanOrEqual(5);
});
