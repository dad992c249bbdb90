import { defineConfig } from 'vite';

export default defineConfig({
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true, sourcemap: false },
  oxc: { jsx: { runtime: 'automatic' } },
});
