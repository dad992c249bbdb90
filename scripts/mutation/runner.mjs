// A test runner for Stryker that keeps the tests loaded and only switches mutants on and off. Vitest's own begins a run
// for every mutant, and that takes longer than the tests: it would need a night for our eight thousand mutants.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { createServer } from 'vite';
import { declared, forgetTests } from './tests.mjs';

/** What the mutated code and we know in common: which mutant is on, and how often it was met. */
const shared = () => (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

const passed = (test, timeSpentMs) => ({
  id: test.id,
  name: test.name,
  status: TestStatus.Success,
  timeSpentMs,
});
const failed = (test, timeSpentMs, error) => ({
  ...passed(test, timeSpentMs),
  status: TestStatus.Failed,
  failureMessage: String(error?.message ?? error).slice(0, 500),
});

/** Kept by whoever runs all tests first, for every process that tries mutants. */
const timesFile = () => join(process.cwd(), 'times.json');
/** For the tests of one mutant, as long as they took without it. */
const PATIENCE_MS = 5_000;

/**
 * Mutants that are met while the tests are loaded need them loaded again, which is dear. Those that a test meets as well
 * need not: what the test makes of them is enough.
 */
function metInTests({ perTest, ...coverage }) {
  const met = new Set(Object.values(perTest).flatMap((mutants) => Object.keys(mutants)));
  const alone = Object.entries(coverage.static).filter(([mutant]) => !met.has(mutant));
  return { perTest, static: Object.fromEntries(alone) };
}

async function runTest(test) {
  const before = performance.now();
  try {
    await test.act();
    return passed(test, performance.now() - before);
  } catch (error) {
    return failed(test, performance.now() - before, error);
  }
}

class LoadedTestRunner {
  #server;
  /** How long each test took before anything was changed: the quick ones come first. */
  #times;
  /** The code was loaded while a mutant was on: it is not what it should be. */
  #isTainted = false;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.url));
    this.#server = await createServer({
      configFile: join(process.cwd(), 'vitest.config.ts'),
      root: process.cwd(),
      resolve: { alias: { vitest } },
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      appType: 'custom',
      logLevel: 'error',
    });
  }

  async #load() {
    const { runner } = this.#server.environments.ssr;
    runner.clearCache();
    forgetTests();
    await runner.import(join(process.cwd(), `packages/rules/test/${process.env.MUTATION_LAYER}.mutation.ts`));
    this.#isTainted = false;
  }

  async dryRun() {
    shared().activeMutant = undefined;
    shared().currentTestId = undefined;
    await this.#load();
    const results = [];
    for (const test of declared) {
      shared().currentTestId = test.id;
      results.push(await runTest(test));
    }
    shared().currentTestId = undefined;
    writeFileSync(timesFile(), JSON.stringify(results.map(({ id, timeSpentMs }) => [id, timeSpentMs])));
    return {
      status: DryRunStatus.Complete,
      tests: results,
      mutantCoverage: metInTests(shared().mutantCoverage),
    };
  }

  async mutantRun({ activeMutant, mutantActivation, hitLimit, testFilter, disableBail }) {
    const isStatic = mutantActivation === 'static';
    Object.assign(shared(), { activeMutant: isStatic ? activeMutant.id : undefined, hitCount: 0, hitLimit });
    try {
      if (isStatic || this.#isTainted || declared.length === 0) await this.#load();
    } catch (error) {
      this.#isTainted = true;
      return toMutantRunResult({
        status: DryRunStatus.Complete,
        tests: [failed({ id: 'load', name: 'load' }, 0, error)],
      });
    }
    this.#isTainted = isStatic;
    shared().activeMutant = activeMutant.id;
    const results = await this.#runUntilFailure(testFilter, disableBail);
    shared().activeMutant = undefined;
    const met = determineHitLimitReached(shared().hitCount, hitLimit);
    return toMutantRunResult(met ?? { status: DryRunStatus.Complete, tests: results });
  }

  async #runUntilFailure(testFilter, disableBail) {
    const results = [];
    for (const test of this.#chosen(testFilter)) {
      results.push(await runTest(test));
      if (results.at(-1).status === TestStatus.Failed && !disableBail) break;
    }
    return results;
  }

  /** The quick ones first, and no more than there is patience for: who is not found out by then has got away. */
  #chosen(testFilter) {
    this.#times ??= new Map(JSON.parse(readFileSync(timesFile(), 'utf8')));
    const wanted = testFilter && new Set(testFilter);
    const timed = declared
      .filter(({ id }) => wanted?.has(id) ?? true)
      .map((test) => ({ test, ms: this.#times.get(test.id) ?? 0 }))
      .sort((a, b) => a.ms - b.ms);
    let spent = 0;
    return timed
      .filter(({ ms }) => {
        spent += ms;
        return spent <= PATIENCE_MS;
      })
      .map(({ test }) => test);
  }

  async dispose() {
    await this.#server?.close();
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'loaded', LoadedTestRunner)];
