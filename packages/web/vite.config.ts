import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Which tests keep a clause is for developers: the registers go to browsers without the names of those files. */
const withoutTestNames: Plugin = {
  name: 'registers-without-test-names',
  transform(code, id) {
    if (!/rules\/dist\/clauses\/[a-z0-9-]+\.js$/.test(id)) return null;
    return { code: code.replace(/tests: \[[^\]]*\]/g, 'tests: []'), map: null };
  },
};

/** Letters are given away with the pages: their licence goes along. */
const withLicenceOfLetters: Plugin = {
  name: 'licence-of-letters',
  generateBundle() {
    const source = readFileSync(new URL('./src/fonts/OFL.txt', import.meta.url), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'fonts-OFL.txt', source });
  },
};

const DIST = fileURLToPath(new URL('./dist', import.meta.url));
const WORTH_IT = /\.(?:css|html|js|json|svg|txt)$/;

/** Pressed once, here, and not for everybody who asks: the house sends what the browser takes. */
const pressed: Plugin = {
  name: 'pressed',
  apply: 'build',
  closeBundle() {
    for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
      if (!WORTH_IT.test(name)) continue;
      const whole = readFileSync(join(DIST, name));
      writeFileSync(join(DIST, `${name}.br`), brotliCompressSync(whole));
      writeFileSync(join(DIST, `${name}.gz`), gzipSync(whole, { level: 9 }));
    }
  },
};

export default defineConfig({
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // The house's content policy takes letters from its own address alone, however small their file.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    // What is bundled is given away with it: its licences go along, and into the bill of materials.
    license: { fileName: 'licences.json' },
    // The rules alone are more than the usual warning allows; test/bundle.test.ts checks what is sent, compressed.
    chunkSizeWarningLimit: 1_000,
  },
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [withoutTestNames, withLicenceOfLetters, pressed],
  // The laboratory's worker is a bundle of its own.
  worker: { format: 'es', plugins: () => [withoutTestNames] },
});
