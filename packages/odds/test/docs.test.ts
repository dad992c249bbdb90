import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkSign, compile, LIBRARY, makeStrategy, readStrategy, usualTable } from '../src/index.js';

const page = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url)), 'utf8');
const block = (text: string, language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(text)?.[1] ?? '';

describe('what the pages say', () => {
  const simulator = page('simulator.md');

  test('the strategy on the page can be read and compiled', () => {
    const read = readStrategy(JSON.parse(block(simulator, 'json')));
    expect(read).toMatchObject({ ok: true });
    if (read.ok)
      expect(compile(makeStrategy(read.file), usualTable('star'))).toMatchObject({
        ok: true,
      });
  });

  test('and so can every other rule on it', () => {
    const rules = block(simulator.slice(simulator.indexOf('Other rules')), 'text').split('\n');
    expect(rules.length).toBeGreaterThan(2);
    for (const rule of rules) {
      const read = readStrategy({ name: 'x', wagers: [JSON.parse(rule)] });
      expect(read).toMatchObject({ ok: true });
      if (read.ok) expect(compile(makeStrategy(read.file), usualTable('star'))).toMatchObject({ ok: true });
    }
  });

  test('every field that the library or the page uses is explained', () => {
    const read = JSON.parse(block(simulator, 'json'));
    const used = new Set(
      [...LIBRARY, read].flatMap(({ wagers }) => wagers.flatMap((rule: object) => Object.keys(rule))),
    );
    for (const field of used) expect(simulator).toContain(`\`${field}\``);
  });

  test('the sign on the page can be checked', () => {
    expect(checkSign(JSON.parse(block(page('odds.md'), 'json')))).toMatchObject({ ok: true });
  });
});
