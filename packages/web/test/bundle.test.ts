import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const MOST = 200 * 1024;

const compressed = (file: string): number => gzipSync(readFileSync(`${DIST}${file}`), { level: 9 }).length;

/** Every script of the app, also those that are loaded later: more than any first load. */
it('lobby and table are under 200 KB of script, compressed', () => {
  const scripts = readdirSync(`${DIST}assets`).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  const sizes = scripts.map((file) => compressed(`assets/${file}`));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST);
});

it('the page needs nothing from anywhere else', () => {
  const page = readFileSync(`${DIST}index.html`, 'utf8');
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string);
  expect(addresses.length).toBeGreaterThan(1);
  for (const address of addresses) expect(address).toMatch(/^(?:\/assets\/|data:image)/);
});
