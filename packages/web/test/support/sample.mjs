// Builds the sample page of the kit and serves it, with the policy that the house sends.
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../sample', import.meta.url));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'";

export async function openSample() {
  const outDir = mkdtempSync(join(tmpdir(), 'boxperson-kit-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { target: 'es2022', outDir, emptyOutDir: true, chunkSizeWarningLimit: 2_000 },
    oxc: { jsx: { runtime: 'automatic' } },
  });
  const server = createServer(async ({ url }, response) => {
    const file = /^\/assets\/[\w.-]+$/.test(url ?? '') ? url : '/index.html';
    const text = await readFile(join(outDir, file));
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.setHeader('content-security-policy', POLICY);
    response.end(text);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    folder: outDir,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
