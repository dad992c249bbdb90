import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';
import { wholeFiles } from './test/support/whole.js';

/** What computes much: half a minute and more on a busy machine. */
const COMPUTING = [
  'packages/house/test/sim/sim.test.ts',
  'packages/offices/test/contract.test.ts',
  'packages/rules/test/perft.test.ts',
  'packages/rules/test/properties.test.ts',
  'packages/rules/test/table/walks.test.ts',
];

// Tests run on the sources, not on dist: a stale build can never make a test pass.
export default defineConfig({
  // Others that read this (the soak, the mutants) put together for themselves what they need.
  plugins: process.env['VITEST'] ? [wholeFiles(COMPUTING)] : [],
  resolve: {
    alias: {
      '@boxperson/house/client': fileURLToPath(
        new URL('./packages/house/src/wire/client.ts', import.meta.url),
      ),
      '@boxperson/house': fileURLToPath(new URL('./packages/house/src/index.ts', import.meta.url)),
      '@boxperson/offices': fileURLToPath(new URL('./packages/offices/src/index.ts', import.meta.url)),
      '@boxperson/odds/node': fileURLToPath(new URL('./packages/odds/src/node/index.ts', import.meta.url)),
      '@boxperson/odds': fileURLToPath(new URL('./packages/odds/src/index.ts', import.meta.url)),
      '@boxperson/rules/clauses': fileURLToPath(
        new URL('./packages/rules/src/clauses/index.ts', import.meta.url),
      ),
      '@boxperson/rules/dealing': fileURLToPath(
        new URL('./packages/rules/src/dealing/index.ts', import.meta.url),
      ),
      '@boxperson/rules/school': fileURLToPath(
        new URL('./packages/rules/src/school/index.ts', import.meta.url),
      ),
      '@boxperson/rules': fileURLToPath(new URL('./packages/rules/src/index.ts', import.meta.url)),
    },
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['./test/support/empty-store.setup.ts'],
    setupFiles: ['./test/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What another process or window has to say first is waited for longer than a shared machine may pause.
    expect: { poll: { timeout: 20_000 } },
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Files share what is loaded: loading it for each took a quarter of the time. So a file leaves nothing behind that
    // another could meet: globals, environment and clocks are put back where they were changed.
    isolate: false,
    maxWorkers: 3,
  },
});
