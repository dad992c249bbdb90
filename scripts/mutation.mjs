// `npm run mutation`: changes the engine in small ways and sees whether a test notices. With a layer, `-- table`, that
// one alone. Ends with the score of every file, and fails below 90 in a hundred.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, requireNode, root, runBin, stop } from './workspace.mjs';

const LAYERS = ['game', 'table'];
const LEAST = 90;
/** Every test is run thousands of times: little of each kind. */
const LITTLE = { PERFT_DEPTH: '1', PROPERTY_RUNS: '2', ROUNDING_STEP: '997', MODEL_RUNS: '2' };
const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

requireNode();
ensureInstalled();
const asked = process.argv.slice(2);
const stranger = asked.find((layer) => !LAYERS.includes(layer));
if (stranger) stop(`There is no layer ${stranger}: ${LAYERS.join(', ')}.`, 2);
const layers = asked.length > 0 ? asked : LAYERS;

function filesOf(layer) {
  const report = JSON.parse(readFileSync(join(root, 'reports', layer, 'mutation.json'), 'utf8'));
  return Object.entries(report.files).map(([file, { mutants }]) => ({
    file: file.replace('packages/rules/src/', ''),
    noticed: mutants.filter(({ status }) => NOTICED.has(status)).length,
    unnoticed: mutants.filter(({ status }) => UNNOTICED.has(status)).length,
  }));
}

const sum = (files, what) => files.reduce((total, one) => total + one[what], 0);
const scoreOf = (noticed, unnoticed) => (100 * noticed) / Math.max(1, noticed + unnoticed);
const row = (name, noticed, unnoticed) =>
  `| ${name} | ${noticed + unnoticed} | ${unnoticed} | ${scoreOf(noticed, unnoticed).toFixed(1)} % |`;

for (const layer of layers) {
  const env = { ...process.env, ...LITTLE, MUTATION_LAYER: layer };
  if (runBin('@stryker-mutator/core', 'stryker', ['run'], { env }) !== 0) stop(`Stryker failed on ${layer}.`);
}

const files = layers.flatMap(filesOf).filter(({ noticed, unnoticed }) => noticed + unnoticed > 0);
console.log('\n| file | mutants | unnoticed | score |\n|---|--:|--:|--:|');
for (const { file, noticed, unnoticed } of files) console.log(row(`\`${file}\``, noticed, unnoticed));
const [noticed, unnoticed] = [sum(files, 'noticed'), sum(files, 'unnoticed')];
console.log(row('**all**', noticed, unnoticed));
process.exitCode = scoreOf(noticed, unnoticed) >= LEAST ? 0 : 1;
