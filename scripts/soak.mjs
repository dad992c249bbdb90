// The long runs: kills, races, nonsense and random people by the thousand. `npm run soak`, or with a part of it:
// `npm run soak -- crash`. Every part is a test of `npm test` with larger numbers.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { bin, build, ensureInstalled, requireNode, root, stop } from './workspace.mjs';

const PARTS = {
  crash: { file: 'packages/house/test/crash.test.ts', env: { CRASH_KILLS: '1000' }, shards: storesOf },
  'store-kills': { file: 'packages/house/test/store/kill.slow.test.ts', env: { STORE_KILLS: '200' } },
  cluster: {
    file: 'packages/house/test/cluster/nodes.test.ts',
    env: { CLUSTER_ROUNDS: '12', CLUSTER_FAULTS: '400', CLUSTER_MINUTES: '35' },
  },
  damage: { file: 'packages/house/test/record/damage.test.ts', env: { FLIPS: '2000' } },
  races: { file: 'packages/house/test/races.test.ts', env: { RACE_ROUNDS: '1000' } },
  sim: {
    file: 'packages/house/test/sim/sim.test.ts',
    env: { SIM_SEEDS: '100000' },
    shards: worldsOf,
    pure: true,
  },
  fuzz: { file: 'packages/house/test/fuzz.test.ts', env: { FUZZ_MESSAGES: '1000000' } },
  tickets: {
    file: 'packages/house/test/terminals/terminals.test.ts',
    env: { TICKET_ROUNDS: '1000', TICKET_GUESSES: '1000000' },
  },
  'ticket-kills': { file: 'packages/house/test/terminals/kill.slow.test.ts', env: { TICKET_KILLS: '200' } },
  money: { file: 'packages/house/test/money.test.ts', env: { MONEY_SECONDS: '600' } },
  model: { file: 'packages/rules/test/table/model.test.ts', env: { MODEL_RUNS: '1000' }, pure: true },
  conduct: {
    file: 'packages/rules/test/table/conduct-model.test.ts',
    env: { MODEL_RUNS: '1000' },
    pure: true,
  },
  properties: { file: 'packages/rules/test/properties.test.ts', env: { PROPERTY_RUNS: '2000' }, pure: true },
  dealing: { file: 'test/dealing.test.ts', env: { DEALING_TABLES: '10000' }, shards: tablesOf, pure: true },
  tournaments: { file: 'packages/offices/test/tournaments.test.ts', env: { TOURNAMENTS: '2000' } },
  cups: { file: 'packages/house/test/sim/cups.test.ts', env: { CUPS: '200', CUP_PLAYERS: '40' } },
  'cup-kills': { file: 'packages/house/test/cup-kill.slow.test.ts', env: { CUP_KILLS: '20' } },
  'quick-cup': { file: 'packages/web/test/start.test.ts', env: { QUICK_CUP: 'whole' } },
  draws: { file: 'packages/offices/test/promotions/draw.test.ts', env: { DRAWS: '600000' } },
  promotions: {
    file: 'packages/house/test/office/promotion-year.test.ts',
    env: { PROMOTION_MONTHS: '12', PROMOTION_YEARS: '10' },
  },
  school: { file: 'packages/rules/test/school/drills.test.ts', env: { SCHOOL_DRILLS: '500' } },
  audition: { file: 'packages/web/test/school.test.ts', env: { AUDITION: 'whole' } },
  junk: { file: 'packages/rules/test/table/fuzz.test.ts', env: { MODEL_RUNS: '2000' }, pure: true },
  'case-stories': { file: 'packages/web/test/cases.test.ts', env: { EVERY: 'one' } },
  'case-bundle': { file: 'packages/house/test/office/cases.test.ts', env: { BUNDLE_BYTES: '1000000' } },
  rounding: { file: 'packages/rules/test/rounding.test.ts', env: { ROUNDING_STEP: '1' }, pure: true },
  tampering: { file: 'packages/house/test/record/tampering', env: { RECORD_FLIPS: '1000' } },
  lines: { file: 'packages/cli/test/run.slow.test.ts', env: { RUN_LINES: '1000000' } },
  screens: { file: 'packages/web/test', env: { EVERY: 'one' } },
  cases: { file: 'packages/offices/test/cases/year.test.ts', env: { CASES: '1000' } },
};
const DAY = '86400000';
/** Where `pure` parts are put together: nothing of it is kept. */
const BUNDLES = 'node_modules/.soak';

requireNode();
ensureInstalled();
if (build() !== 0) stop('The build failed: see above.');

const asked = process.argv.slice(2);
const stranger = asked.find((name) => !Object.hasOwn(PARTS, name));
if (stranger) stop(`There is no part ${stranger}: ${Object.keys(PARTS).join(', ')}.`, 2);

let failed = 0;
for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
  const { file, env, pure = false, shards = (all) => [all] } = PARTS[name];
  const what = pure ? await putTogether(file) : [file];
  const codes = await Promise.all(shards(asTold(env)).map((shard) => soak(name, what, shard)));
  if (codes.some((code) => code !== 0)) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;

/** `SIM_SEEDS=500 npm run soak -- sim` is a shorter one. */
function asTold(env) {
  return Object.fromEntries(Object.entries(env).map(([name, most]) => [name, process.env[name] ?? most]));
}

/**
 * What only computes runs as one file, made anew from the sources: otherwise every use of another module is looked up,
 * which is a third of the time. Answers what Vitest is told to run.
 */
async function putTogether(file) {
  const { build } = await import('vite');
  const outDir = join(root, BUNDLES, basename(file, '.ts'));
  await build({
    root,
    configFile: join(root, 'vitest.config.ts'),
    logLevel: 'warn',
    build: { ssr: join(root, file), outDir, emptyOutDir: true, minify: false, target: 'node20' },
  });
  return [`${BUNDLES}/${basename(file, '.ts')}`, '--config=vitest.soak.config.ts'];
}

/** Runs a part, or a share of it, in a process of its own; answers its exit code. */
function soak(name, what, env) {
  console.log(`\nsoak: ${name} ${JSON.stringify(env)}`);
  const args = [bin('vitest', 'vitest'), 'run', ...what, `--testTimeout=${DAY}`, '--no-file-parallelism'];
  const options = { cwd: root, stdio: 'inherit', env: { PROPERTY_SEED: 'random', ...process.env, ...env } };
  return new Promise((resolve) => {
    spawn(process.execPath, args, options)
      .once('error', () => resolve(1))
      .once('exit', (code) => resolve(code ?? 1));
  });
}

/** Each store by itself, side by side: whoever starts a process waits more than it computes. */
function storesOf(env) {
  return ['embedded', 'server'].map((store) => ({ ...env, CRASH_STORE: store }));
}

/** Every core has its share; each draws its tables by a seed of its own. */
function tablesOf({ DEALING_TABLES }) {
  const cores = availableParallelism();
  const each = String(Math.ceil(Number(DEALING_TABLES) / cores));
  return Array.from({ length: cores }, () => ({ DEALING_TABLES: each }));
}

/** Worlds have nothing to do with each other: every core has its own, and none is seen twice. */
function worldsOf({ SIM_SEEDS }) {
  const cores = availableParallelism();
  const each = Math.ceil(Number(SIM_SEEDS) / cores);
  const first = Number(process.env.SIM_FIRST ?? Math.floor(Math.random() * 2 ** 31));
  return Array.from({ length: cores }, (_, core) => ({
    SIM_SEEDS: String(each),
    SIM_FIRST: String(first + core * each),
  }));
}
