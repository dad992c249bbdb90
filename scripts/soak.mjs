// The long runs: kills, races, nonsense and random people by the thousand. `npm run soak`, or with a part of it:
// `npm run soak -- crash`. Every part is a test of `npm test` with larger numbers.
import { build, ensureInstalled, requireNode, runBin, stop } from './workspace.mjs';

const PARTS = {
  crash: { file: 'packages/house/test/crash.test.ts', env: { CRASH_KILLS: '1000' } },
  'store-kills': { file: 'packages/house/test/store/kill.slow.test.ts', env: { STORE_KILLS: '200' } },
  damage: { file: 'packages/house/test/record/damage.test.ts', env: { FLIPS: '2000' } },
  races: { file: 'packages/house/test/races.test.ts', env: { RACE_ROUNDS: '1000' } },
  sim: { file: 'packages/house/test/sim/sim.test.ts', env: { SIM_SEEDS: '100000' } },
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
  const { file, env } = PARTS[name];
  console.log(`\nsoak: ${name} ${JSON.stringify(env)}`);
  const options = { env: { PROPERTY_SEED: 'random', ...process.env, ...env } };
  failed +=
    runBin('vitest', 'vitest', ['run', file, `--testTimeout=${HOUR}`, '--no-file-parallelism'], options) === 0
      ? 0
      : 1;
}
process.exitCode = failed === 0 ? 0 : 1;
