import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAgain, countIn, outcomeOf, toRunAgain } from './outcome.mjs';
import { build, ensureInstalled, requireNode, root, runBin } from './workspace.mjs';

const CACHE = join(root, 'node_modules', '.cache', 'boxperson');
const REPORT = join(CACHE, `vitest-${process.pid}.json`);
const ASTRAY = join(CACHE, `astray-${process.pid}.json`);

const count = { passed: 0, failed: 0 };

/** A step that counts as one test. */
function step(title, work) {
  const before = Date.now();
  const ok = work() === 0;
  count[ok ? 'passed' : 'failed'] += 1;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${title} (${((Date.now() - before) / 1000).toFixed(1)} s)`);
}

/** What a run left behind; undefined where it did not come so far. */
function take(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  } finally {
    rmSync(file, { force: true });
  }
}

function runVitest(args) {
  mkdirSync(CACHE, { recursive: true });
  const reporters = ['default', 'json', join(root, 'scripts', 'astray.mjs')].map(
    (one) => `--reporter=${one}`,
  );
  const env = { ...process.env, BOXPERSON_ASTRAY: ASTRAY };
  const code = runBin('vitest', 'vitest', ['run', ...reporters, `--outputFile.json=${REPORT}`, ...args], {
    env,
  });
  return outcomeOf(code, take(REPORT), take(ASTRAY) ?? 1);
}

/**
 * Where nobody can start the run again, files in which something failed are run once more: browsers, processes and
 * networks are real, and a shared machine may pause any of them. What is wrong fails twice.
 */
function runTests(args) {
  const first = runVitest(args);
  const again = process.env.CI ? toRunAgain(first) : [];
  if (again.length === 0) return first;
  console.log(`once more, as a whole:\n${again.map((file) => `  ${relative(root, file)}\n`).join('')}`);
  return afterAgain(first, runVitest(again));
}

// A log is read as text: colours only on a terminal, unless asked for.
if (!process.stdout.isTTY && process.env.FORCE_COLOR === undefined) process.env.NO_COLOR = '1';

requireNode();
ensureInstalled();
step('build', build);
step('lint and format', () => runBin('@biomejs/biome', 'biome', ['check', '.']));
step('types of the tests', () => runBin('typescript', 'tsc', ['-p', 'tsconfig.test.json', '--noEmit']));
step('types of the web app', () => runBin('typescript', 'tsc', ['-p', 'packages/web']));
const { passed, failed } = countIn(runTests(process.argv.slice(2)));
count.passed += passed;
count.failed += failed;

console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
