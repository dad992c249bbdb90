import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

/** `npm run gallery`: pictures of every screen, taken with the helpers of the browser tests. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ['packages/web/test/gallery.shots.ts'], testTimeout: 900_000 },
});
