import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { RULEBOOK_IDS } from '@boxperson/rules';
import { RULINGS, registerOf } from '@boxperson/rules/clauses';
import { expect, it } from 'vitest';
import { KIT_MARKS } from './support/marks.js';

const DIST = process.env['BOXPERSON_WEB'] ?? fileURLToPath(new URL('../dist', import.meta.url));
const MOST = 200 * 1024;

const page = readFileSync(`${DIST}/index.html`, 'utf8');
const scripts = readdirSync(`${DIST}/assets`).filter((file) => file.endsWith('.js'));
const textOf = (file: string): string => readFileSync(`${DIST}/assets/${file}`, 'utf8');
const sentAs = (file: string): Buffer => readFileSync(`${DIST}/assets/${file}.br`);
/** As the house sends it to a browser. */
const compressed = (file: string): number => sentAs(file).length;

/** What a script needs before it runs: itself and whatever it imports, however deep. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = textOf(file).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
  for (const [, next] of imports) withImports(next as string, seen);
  return seen;
}

const entry = /<script[^>]+src="\/assets\/([^"]+\.js)"/.exec(page)?.[1] as string;
/**
 * Parts of lobby and table that come a moment later by themselves, and those that somebody asks for. The guide is a first
 * hand's own.
 */
const SOON = ['Joy', 'Overlays', 'Room', 'Throw'];
const ASKED = ['SettingsDialog', 'SignInDialog', 'TextView'];
const partsOf = (names: readonly string[]): readonly string[] =>
  scripts.filter((file) => names.some((name) => file.startsWith(`${name}-`)));
const withAll = (files: readonly string[]): readonly string[] => [
  ...new Set(files.flatMap((file) => [...withImports(file)])),
];

const first = withAll([entry, ...partsOf(SOON)]);
const loaded = withAll([...first, ...partsOf(ASKED)]);
const sizeOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + compressed(file), 0);

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

it('lobby and table are under 200 KB of script, compressed, and what is asked for there adds little', () => {
  expect(scripts).toContain(entry);
  expect(partsOf(SOON)).toHaveLength(SOON.length);
  expect(partsOf(ASKED)).toHaveLength(ASKED.length);
  expect(brotliDecompressSync(sentAs(entry)).toString()).toBe(textOf(entry));
  expect(sizeOf(first)).toBeGreaterThan(50_000); // else the scripts were not found
  expect(sizeOf(first)).toBeLessThan(MOST);
  expect(sizeOf(loaded) - sizeOf(first)).toBeLessThan(16 * 1024);
});

it('letters are under 60 KB in all, and their licence goes along', () => {
  const fonts = readdirSync(`${DIST}/assets`).filter((file) => file.endsWith('.woff2'));
  expect(fonts.length).toBeGreaterThan(4);
  const size = fonts.reduce((sum, file) => sum + statSync(`${DIST}/assets/${file}`).size, 0);
  expect(size).toBeLessThan(60 * 1024);
  const licence = readFileSync(`${DIST}/fonts-OFL.txt`, 'utf8');
  expect(licence).toContain('SIL OPEN FONT LICENSE Version 1.1');
  const names = ['Barlow', 'Bitter', 'Chakra Petch', 'Cinzel', 'Libre Bodoni', 'Oswald'];
  for (const name of names) expect(licence).toMatch(new RegExp(`^${name}.*: Copyright`, 'm'));
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
