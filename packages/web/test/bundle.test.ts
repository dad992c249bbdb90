import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { RULEBOOK_IDS } from '@boxperson/rules';
import { RULINGS, registerOf } from '@boxperson/rules/clauses';
import { expect, it } from 'vitest';
import { KIT_MARKS } from './support/marks.js';

const DIST = process.env['BOXPERSON_WEB'] ?? fileURLToPath(new URL('../dist', import.meta.url));
const MOST = 200 * 1024;

const page = readFileSync(`${DIST}/index.html`, 'utf8');
const scripts = readdirSync(`${DIST}/assets`).filter((file) => file.endsWith('.js'));
const textOf = (file: string): string => readFileSync(`${DIST}/assets/${file}`, 'utf8');
const compressed = (file: string): number => gzipSync(textOf(file), { level: 9 }).length;

/** What a script needs before it runs: itself and whatever it imports, however deep. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = textOf(file).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
  for (const [, next] of imports) withImports(next as string, seen);
  return seen;
}

const entry = /<script[^>]+src="\/assets\/([^"]+\.js)"/.exec(page)?.[1] as string;
/** Parts of lobby and table that come a moment later, when somebody asks for them; the guide is a first hand's own. */
const later = scripts.filter((file) => /^(?:TextView|SettingsDialog|SignInDialog)-/.test(file));

const loaded = [...new Set([entry, ...later].flatMap((file) => [...withImports(file)]))];

it('what the clauses and our rulings say is no part of it, and comes when it is asked for', () => {
  const summaries = RULEBOOK_IDS.map((id) =>
    registerOf(id).find(({ summary }) => /^[\w ,.]{30,}$/.test(summary)),
  );
  const texts = [...summaries.map((entry) => entry?.summary), RULINGS[0]?.title];
  for (const text of texts) {
    const holders = scripts.filter((file) => textOf(file).includes(text as string));
    expect(holders.filter((file) => loaded.includes(file))).toEqual([]);
    expect(holders).not.toEqual([]);
  }
});

it('lobby and table are under 200 KB of script, compressed', () => {
  expect(scripts).toContain(entry);
  expect(later).toHaveLength(3);
  const size = loaded.reduce((sum, file) => sum + compressed(file), 0);
  expect(size).toBeGreaterThan(50_000); // else the scripts were not found
  expect(size).toBeLessThan(MOST);
});

it('players do not load what only staff need: react-aria and Zod', () => {
  for (const file of withImports(entry))
    for (const mark of KIT_MARKS) expect(textOf(file), file).not.toMatch(mark);
});

it('the page needs nothing from anywhere else', () => {
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string);
  expect(addresses.length).toBeGreaterThan(1);
  for (const address of addresses) expect(address).toMatch(/^(?:\/assets\/|data:image)/);
});
