import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

// Mutation testing repeats these hundreds of times: only the quick tests of the rules.
const config = mergeConfig(base, defineConfig({ test: { pool: 'threads', maxWorkers: 1 } }));
config.test.include = ['packages/rules/src/**/*.test.ts', 'packages/rules/test/**/*.test.ts'];
config.test.exclude = [...configDefaults.exclude, '**/*.slow.test.ts'];

export default config;
