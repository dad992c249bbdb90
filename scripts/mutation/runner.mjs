// A test runner for Stryker that keeps the tests loaded and only switches mutants on and off. Vitest's own begins a run
// for every mutant, and that takes longer than the tests: it would need a night for our eight thousand mutants.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
const plansFile = () => join(process.cwd(), 'plans.json');
/** For the tests of one mutant, as long as they took without it: who is not found out by then has got away. */
const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 5_000);
/** So long the quick ones; most mutants are found out by the first test that meets them. */
const QUICK_MS = 100;
const WHILE_LOADING = 'while loading';

/**
 * The order in which the tests of one mutant are tried: some quick ones, then those that go where few others go near
 * it, then those that meet it most often for their time, until patience is over.
 */
function planFor(met) {
  const quick = met.toSorted((one, other) => one.ms - other.ms);
  const near = met.toSorted((one, other) => other.near / other.ms - one.near / one.ms);
  const often = met.toSorted((one, other) => other.hits / other.ms - one.hits / one.ms);
  const order = [...upTo(QUICK_MS, quick), ...upTo(PATIENCE_MS / 2, near), ...upTo(PATIENCE_MS / 2, often)];
  return upTo(PATIENCE_MS, [...new Set([...order, ...quick])]).map(({ id }) => id);
}

function upTo(most, tests) {
  let spent = 0;
  return tests.filter(({ ms }) => {
    if (spent + ms > most) return false;
    spent += ms;
    return true;
  });
}

/** So many mutants before and after one are near it: they are numbered as they stand in the code. */
const NEAR = 60;

/** Of every mutant: how much a test meets near it that few others meet. */
function nearness(hits, tests) {
  const sums = new Float64Array(tests.length + 1);
  for (let id = 0; id < tests.length; id += 1)
    sums[id + 1] = sums[id] + (hits[id] === undefined ? 0 : 1 / tests[id]);
  return (id) => sums[Math.min(id + NEAR, tests.length)] - sums[Math.max(id - NEAR, 0)];
}

/** How many tests meet each mutant. */
function countTests(perTest) {
  const tests = [];
  for (const hits of Object.values(perTest))
    for (const id of Object.keys(hits)) tests[id] = (tests[id] ?? 0) + 1;
  return Array.from(tests, (count) => count ?? 0);
}

/** By mutant: which tests are tried on it, in which order. What is met while loading may tell anywhere. */
function makePlans({ perTest }, results) {
  const counts = countTests(perTest);
  const met = new Map([[WHILE_LOADING, []]]);
  for (const { id, timeSpentMs } of results) {
    const hits = perTest[id] ?? {};
    const ms = Math.max(timeSpentMs, 0.1);
    const near = nearness(hits, counts);
    const all = Object.entries(hits);
    met.get(WHILE_LOADING).push({ id, ms, hits: all.length, near: all.length });
    for (const [mutant, times] of all) {
      if (!met.has(mutant)) met.set(mutant, []);
      met.get(mutant).push({ id, ms, hits: times, near: near(Number(mutant)) });
    }
  }
  return [...met].map(([mutant, tests]) => [mutant, planFor(tests)]);
}

/**
 * Mutants that are met while the tests are loaded need them loaded again, which is dear. Those that a test meets as well
 * need not: what the test makes of them is enough.
 */
function metInTests({ perTest, ...coverage }) {
  const met = new Set(Object.values(perTest).flatMap((mutants) => Object.keys(mutants)));
  const alone = Object.entries(coverage.static).filter(([mutant]) => !met.has(mutant));
  return { perTest, static: Object.fromEntries(alone) };
}

/** Time at work, not on the wall: a busy machine does not make the tests fewer. */
const workedMs = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

async function runTest(test) {
  const before = process.cpuUsage();
  try {
    await test.act();
    return passed(test, workedMs(before));
  } catch (error) {
    return failed(test, workedMs(before), error);
  }
}

class LoadedTestRunner {
  #server;
  #plans;
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
    writeFileSync(plansFile(), JSON.stringify(makePlans(shared().mutantCoverage, results)));
    return {
      status: DryRunStatus.Complete,
      tests: results,
      mutantCoverage: metInTests(shared().mutantCoverage),
    };
  }

  async mutantRun({ activeMutant, mutantActivation, hitLimit, disableBail }) {
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
    const results = await this.#runUntilFailure(activeMutant.id, disableBail);
    shared().activeMutant = undefined;
    const met = determineHitLimitReached(shared().hitCount, hitLimit);
    return toMutantRunResult(met ?? { status: DryRunStatus.Complete, tests: results });
  }

  async #runUntilFailure(mutant, disableBail) {
    const results = [];
    for (const test of this.#chosen(mutant)) {
      results.push(await runTest(test));
      if (results.at(-1).status === TestStatus.Failed && !disableBail) break;
    }
    return results;
  }

  #chosen(mutant) {
    this.#plans ??= new Map(JSON.parse(readFileSync(plansFile(), 'utf8')));
    const plan = this.#plans.get(mutant) ?? this.#plans.get(WHILE_LOADING);
    const byId = new Map(declared.map((test) => [test.id, test]));
    return plan.flatMap((id) => byId.get(id) ?? []);
  }

  async dispose() {
    await this.#server?.close();
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'loaded', LoadedTestRunner)];
