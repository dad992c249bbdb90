import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, ensureInstalled, requireNode, root, runBin } from './workspace.mjs';

const REPORT = join(root, 'node_modules', '.cache', 'boxperson', `vitest-${process.pid}.json`);

const count = { passed: 0, failed: 0 };

/** A step that counts as one test. */
function step(title, work) {
  const before = Date.now();
  const ok = work() === 0;
  count[ok ? 'passed' : 'failed'] += 1;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${title} (${((Date.now() - before) / 1000).toFixed(1)} s)`);
}

function readReport() {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Files that could not even be loaded have no failed test of their own. */
const brokenFiles = (report) =>
  report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;

function runVitest(args) {
  mkdirSync(join(REPORT, '..'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const code = runBin('vitest', 'vitest', ['run', ...reporters, ...args]);
  const report = readReport();
  rmSync(REPORT, { force: true });
  const failed = report ? report.numFailedTests + brokenFiles(report) : 0;
  count.passed += report?.numPassedTests ?? 0;
  // A run that ends badly without a failed test (a crash, no tests found) is a failure all the same.
  count.failed += code !== 0 && failed === 0 ? 1 : failed;
}

// A log is read as text: colours only on a terminal, unless asked for.
if (!process.stdout.isTTY && process.env.FORCE_COLOR === undefined) process.env.NO_COLOR = '1';

requireNode();
ensureInstalled();
step('build', build);
step('lint and format', () => runBin('@biomejs/biome', 'biome', ['check', '.']));
step('types of the tests', () => runBin('typescript', 'tsc', ['-p', 'tsconfig.test.json', '--noEmit']));
step('types of the web app', () => runBin('typescript', 'tsc', ['-p', 'packages/web']));
runVitest(process.argv.slice(2));

console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
