// The long runs: kills, races, nonsense and random people by the thousand. `npm run soak`, or with a part of it:
// `npm run soak -- crash`. Every part is a test of `npm test` with larger numbers.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { bin, build, ensureInstalled, requireNode, root, stop } from './workspace.mjs';

const PARTS = {
  crash: { file: 'packages/house/test/crash.test.ts', env: { CRASH_KILLS: '1000' } },
  'store-kills': { file: 'packages/house/test/store/kill.slow.test.ts', env: { STORE_KILLS: '200' } },
  damage: { file: 'packages/house/test/record/damage.test.ts', env: { FLIPS: '2000' } },
  races: { file: 'packages/house/test/races.test.ts', env: { RACE_ROUNDS: '1000' } },
  sim: { file: 'packages/house/test/sim/sim.test.ts', env: { SIM_SEEDS: '100000' }, shards: worldsOf },
  fuzz: { file: 'packages/house/test/fuzz.test.ts', env: { FUZZ_MESSAGES: '1000000' } },
  tickets: {
    file: 'packages/house/test/terminals/terminals.test.ts',
    env: { TICKET_ROUNDS: '1000', TICKET_GUESSES: '1000000' },
  },
  'ticket-kills': { file: 'packages/house/test/terminals/kill.slow.test.ts', env: { TICKET_KILLS: '200' } },
  money: { file: 'packages/house/test/money.test.ts', env: { MONEY_SECONDS: '600' } },
  model: { file: 'packages/rules/test/table/model.test.ts', env: { MODEL_RUNS: '1000' } },
  conduct: { file: 'packages/rules/test/table/conduct-model.test.ts', env: { MODEL_RUNS: '1000' } },
  properties: { file: 'packages/rules/test/properties.test.ts', env: { PROPERTY_RUNS: '2000' } },
  dealing: { file: 'test/dealing.test.ts', env: { DEALING_TABLES: '10000' } },
  junk: { file: 'packages/rules/test/table/fuzz.test.ts', env: { MODEL_RUNS: '2000' } },
};
const HOUR = '3600000';

requireNode();
ensureInstalled();
if (build() !== 0) stop('The build failed: see above.');

const asked = process.argv.slice(2);
const stranger = asked.find((name) => !Object.hasOwn(PARTS, name));
if (stranger) stop(`There is no part ${stranger}: ${Object.keys(PARTS).join(', ')}.`, 2);

let failed = 0;
for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
  const { file, env, shards = (all) => [all] } = PARTS[name];
  const codes = await Promise.all(shards(env).map((shard) => soak(name, file, shard)));
  if (codes.some((code) => code !== 0)) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;

/** Runs a part, or a share of it, in a process of its own; answers its exit code. */
function soak(name, file, env) {
  console.log(`\nsoak: ${name} ${JSON.stringify(env)}`);
  const args = [bin('vitest', 'vitest'), 'run', file, `--testTimeout=${HOUR}`, '--no-file-parallelism'];
  const options = { cwd: root, stdio: 'inherit', env: { PROPERTY_SEED: 'random', ...process.env, ...env } };
  return new Promise((resolve) => {
    spawn(process.execPath, args, options)
      .once('error', () => resolve(1))
      .once('exit', (code) => resolve(code ?? 1));
  });
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
