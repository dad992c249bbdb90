import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { POWERS, REFUSAL_CODES, VERBS } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { project } from './run.helper.js';
import { code, eventsByVerb, FAMILIES, PART, tableOf } from './verb-tables.helper.js';

const read = (path: string): string => readFileSync(join(project, path), 'utf8');

describe('docs/scripts.md, the table layer', () => {
  const path = 'docs/scripts.md';
  const events = eventsByVerb();
  const page = read(path);
  const layer = page.slice(page.indexOf('\n## The table layer'));

  test('every verb belongs to one part of the page', () => {
    expect(Object.values(FAMILIES).flat().sort()).toEqual(Object.keys(VERBS).sort());
    expect([...layer.matchAll(PART)].map(([, , family]) => family)).toEqual(Object.keys(FAMILIES));
  });

  test.each(Object.keys(FAMILIES))('the verbs of %s are told as they are', (family) => {
    const part = [...layer.matchAll(PART)].find(([, , name]) => name === family);
    expect(part?.[3]).toBe(tableOf(family, events));
    for (const verb of FAMILIES[family] ?? []) expect(part?.[3]).toContain(`| ${code(verb)} |`);
  });

  test('every verb brings an event in the scripts that are played for it', () => {
    const silent = Object.keys(VERBS).filter((verb) => (events.get(verb)?.size ?? 0) === 0);
    expect(silent).toEqual([]);
  });

  test('every part has an example that is played', () => {
    const parts = layer.split('\n### ').slice(1);
    expect(parts.length).toBe(Object.keys(FAMILIES).length + 1);
    for (const part of parts) expect(part).toMatch(/^```jsonl\n[\s\S]*?^```\n\n^```jsonl answers\n\{/m);
  });

  test('it tells the questions, the fields of every line and the codes of its own', () => {
    for (const question of ['layout', 'options', 'tick']) expect(layer).toContain(`| ${code(question)} |`);
    for (const field of ['at', 'by', 'conduct', 'seats', 'perPlayer', 'perArea'])
      expect(layer).toMatch(new RegExp(`^\\| \`${field}\` \\|`, 'm'));
    const own = REFUSAL_CODES.slice(REFUSAL_CODES.indexOf('after-close'));
    for (const refusal of own) expect(layer).toMatch(new RegExp(`^\\| [^|]*\`${refusal}\``, 'm'));
  });

  test('powers are those of the rulebooks', () => {
    const used = Object.values(VERBS).flatMap(({ power }) => power ?? []);
    for (const power of used) expect(POWERS).toContain(power);
  });
});

describe('docs/table.md', () => {
  const page = read('docs/table.md');
  const [, example = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(page) ?? [];

  const inProject = <T>(work: (folder: string) => T): T => {
    const cache = join(project, 'node_modules', '.cache', 'boxperson');
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'table-'));
    try {
      return work(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const node = (args: readonly string[], cwd: string) =>
    spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });

  test('the example is about ten lines, runs as it stands, and prints what it says', () => {
    const said = [...example.matchAll(/\/\/ → (.*)$/gm)].map(([, text]) => text);
    const lines = example.split('\n').filter((line) => line !== '' && !line.startsWith('import'));
    const { stdout, stderr } = inProject((folder) => {
      writeFileSync(join(folder, 'example.mjs'), example);
      return node(['example.mjs'], folder);
    });
    expect(stderr).toBe('');
    expect(lines.length).toBeLessThanOrEqual(12);
    expect(said.length).toBeGreaterThan(0);
    expect(stdout).toBe(`${said.join('\n')}\n`);
  });

  test('the example is typed throughout', () => {
    const options = { module: 'NodeNext', target: 'ES2023', strict: true, noEmit: true, types: ['node'] };
    const { stdout, status } = inProject((folder) => {
      writeFileSync(join(folder, 'example.mts'), example);
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: options, files: ['example.mts'] }),
      );
      return node([join(project, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder], folder);
    });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  test('it names every function of the layer', () => {
    for (const name of [
      'openTable',
      'decide',
      'evolve',
      'replay',
      'due',
      'dues',
      'tableOptions',
      'saveTable',
      'restoreTable',
      'VERBS',
    ])
      expect(page).toMatch(new RegExp(`\`${name}[\`(]`));
  });
});
