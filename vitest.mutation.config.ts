import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

// Mutation testing repeats its tests two thousand times: one file that imports those of the game layer, little of each.
const config = mergeConfig(
  base,
  defineConfig({
    test: {
      pool: 'threads',
      maxWorkers: 1,
      env: { PERFT_DEPTH: '1', PROPERTY_RUNS: '2', ROUNDING_STEP: '997' },
    },
  }),
);
config.test.include = ['packages/rules/test/mutation.ts'];

export default config;
