import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from './tidy/files.js';

const requireNode = (version: string) => {
  const file = new URL('scripts/workspace.mjs', pathToFileURL(root)).href;
  const text = `import(${JSON.stringify(file)}).then(({ requireNode }) => requireNode('${version}'))`;
  return spawnSync(process.execPath, ['--eval', text], { encoding: 'utf8' });
};

test.each(['18.20.4', '20.18.1', '8.0.0'])('Node %s is refused in one sentence', (version) => {
  const { status, stderr } = requireNode(version);
  expect(status).toBe(1);
  expect(stderr).toBe(`Boxperson needs Node 20.19 or newer; this is Node ${version}.\n`);
});

test.each(['20.19.0', '21.0.0', '22.1.0', '24.0.0'])('Node %s is welcome', (version) => {
  expect(requireNode(version)).toMatchObject({ status: 0, stderr: '' });
});

const { afterAgain, countIn, outcomeOf, toRunAgain } = (await import(
  new URL('scripts/outcome.mjs', pathToFileURL(root)).href
)) as typeof import('../scripts/outcome.mjs');

const file = (name: string, ...tests: readonly string[]) => ({
  name,
  status: tests.length === 0 || tests.includes('failed') ? 'failed' : 'passed',
  assertionResults: tests.map((status) => ({ status })),
});
const run = (...testResults: readonly ReturnType<typeof file>[]) =>
  outcomeOf(testResults.some(({ status }) => status === 'failed') ? 1 : 0, { testResults });

test('every test of a run counts, a file that cannot be loaded as one that failed', () => {
  const all = run(
    file('a', 'passed', 'skipped', 'passed'),
    file('b', 'failed', 'failed', 'passed'),
    file('c'),
  );
  expect(countIn(all)).toEqual({ passed: 3, failed: 3 });
  expect(toRunAgain(all)).toEqual(['b', 'c']);
  expect(countIn(run(file('a', 'passed')))).toEqual({ passed: 1, failed: 0 });
});

test('a run that ends badly without a failed test is a failure, with a report or without', () => {
  expect(countIn(outcomeOf(1, { testResults: [file('a', 'passed')] }))).toEqual({ passed: 1, failed: 1 });
  expect(countIn(outcomeOf(1, undefined))).toEqual({ passed: 0, failed: 1 });
  expect(toRunAgain(outcomeOf(1, undefined))).toEqual([]);
});

test('an error that came up in no test stays a failure, whatever is run once more', () => {
  const first = outcomeOf(1, { testResults: [file('a', 'passed'), file('b', 'failed')] }, 1);
  expect(toRunAgain(first)).toEqual(['b']);
  expect(countIn(afterAgain(first, run(file('b', 'passed'))))).toEqual({ passed: 2, failed: 1 });
});

test('what is run once more counts as it came out then, and what is wrong fails twice', () => {
  const first = run(file('a', 'passed', 'passed'), file('b', 'failed', 'passed'), file('c'));
  expect(countIn(afterAgain(first, run(file('b', 'passed', 'passed'), file('c', 'failed'))))).toEqual({
    passed: 4,
    failed: 1,
  });
  // The second run was never there: nothing is better for it.
  expect(countIn(afterAgain(first, outcomeOf(1, undefined)))).toEqual({ passed: 3, failed: 3 });
});

test('where much fails, nobody says that the machine had paused', () => {
  const broken = (many: number) => run(...Array.from({ length: many }, (_, nr) => file(`f${nr}`, 'failed')));
  expect(toRunAgain(broken(10))).toHaveLength(10);
  expect(toRunAgain(broken(11))).toEqual([]);
});
