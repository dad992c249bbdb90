// One layer of the rules at a time (scripts/mutation.mjs).
const layer = process.env.MUTATION_LAYER ?? 'game';
const FOLDERS = { game: ['game', 'wagers'], table: ['table'] };
// Some files alone, for a machine that has no hour to spare: `MUTATION_FILES=table/dice.ts,table/round.ts`.
const files = process.env.MUTATION_FILES?.split(',') ?? FOLDERS[layer].map((folder) => `${folder}/**/*.ts`);

export default {
  packageManager: 'npm',
  plugins: ['./scripts/mutation/runner.mjs'],
  testRunner: 'loaded',
  mutate: [...files.map((file) => `packages/rules/src/${file}`), '!packages/rules/src/**/*.test.ts'],
  // What the tests of the rules do not need is not copied for them.
  ignorePatterns: [
    '/packages/*/dist',
    '/packages/{web,house}/{src,test}',
    '/{bench,coverage,data,docs,gallery,packed,reports}',
    '.stryker-tmp',
  ],
  tsconfigFile: 'tsconfig.stryker-needs-none.json',
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // On the wall, where others may be at work too; a loop without end is told by how often a mutant is met.
  timeoutMS: 90_000,
  dryRunTimeoutMinutes: 30,
  incremental: true,
  incrementalFile: `reports/${layer}/incremental.json`,
  htmlReporter: { fileName: `reports/${layer}/index.html` },
  jsonReporter: { fileName: `reports/${layer}/mutation.json` },
  reporters: ['progress', 'html', 'json'],
};
