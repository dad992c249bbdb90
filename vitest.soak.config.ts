import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

/** `npm run soak`: parts that only compute are put together in one file first, and run as they are. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ['node_modules/.soak/**/*.test.js'], exclude: [] },
});
