import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  aboutVerb,
  EVENT_NAMES,
  GROUND_VERBS,
  idsOf,
  POWERS,
  REFUSAL_CODES,
  RULEBOOK_IDS,
  RULEBOOKS,
  VERBS,
} from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { boxperson, project } from './run.helper.js';
import {
  code,
  eventsByVerb,
  FAMILIES,
  goldenEvents,
  IDS,
  idsTable,
  PART,
  tableOf,
} from './verb-tables.helper.js';

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
    const parts = layer
      .split('\n### ')
      .slice(1)
      .map((part) => part.split('\n## ')[0] ?? '');
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

  const rowsOf = (heading: string): readonly (readonly [string, string])[] => {
    const part = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
    return [...part.matchAll(/^\| (`[^|]*`) \| ([^\n]*) \|$/gm)].map(([, left = '', right = '']) => [
      left,
      right,
    ]);
  };
  const namesIn = (cell: string): readonly string[] =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

  test('every field of every verb is explained, and no other', () => {
    const told = rowsOf('Fields of the table layer').flatMap(([fields]) => namesIn(fields));
    const known = new Set(Object.values(VERBS).flatMap(({ fields }) => Object.keys(fields)));
    expect([...told].sort()).toEqual([...known].sort());
  });

  test('every event is told once, with every field that a record of it has', () => {
    const rows = rowsOf('Events, field by field');
    expect(rows.map(([event]) => namesIn(event)[0]).sort()).toEqual([...EVENT_NAMES].sort());
    const told = new Map(rows.map(([event, fields]) => [namesIn(event)[0], namesIn(fields)]));
    const HEAD = ['v', 'at', 'by', 'event', 'clause', 'ruling'];
    const SPOT = ['wager', 'number', 'high', 'dice'];
    const silent = goldenEvents().flatMap((event) =>
      Object.keys(event)
        .filter((field) => !HEAD.includes(field) && !('wager' in event && SPOT.includes(field)))
        .filter((field) => !told.get(event.event)?.includes(field))
        .map((field) => `${event.event}.${field}`),
    );
    expect([...new Set(silent)]).toEqual([]);
  });

  test.each(RULEBOOK_IDS)('the ids of %s are those of its book, on the page and in the program', (id) => {
    const part = [...page.matchAll(IDS)].find(([, , book]) => book === id);
    expect(part?.[3]).toBe(idsTable(id));
    const { out, code: exit } = boxperson(['rules', 'show', id, '--ids']);
    expect(exit).toBe(0);
    const ids = idsOf(RULEBOOKS[id]).flatMap((list) => list.ids.map((one) => one.id));
    expect(ids.length).toBeGreaterThan(5);
    for (const word of ids) {
      expect(part?.[3]).toContain(code(word));
      expect(out).toMatch(new RegExp(`^  ${word}\\b`, 'm'));
    }
    expect(JSON.parse(boxperson(['rules', 'show', id, '--ids', '--json']).out)).toEqual(idsOf(RULEBOOKS[id]));
  });

  test('a ground is taken by the verbs that the page names for it', () => {
    for (const verb of Object.values(GROUND_VERBS).flat())
      expect(aboutVerb(verb)?.fields).toHaveProperty('ground');
    const taking = Object.keys(VERBS).filter((verb) => 'ground' in (aboutVerb(verb)?.fields ?? {}));
    expect(taking.sort()).toEqual([...new Set(Object.values(GROUND_VERBS).flat())].sort());
  });

  test('who may is said only for books that know the act', () => {
    const rowOf = (verb: string) => new RegExp(`^\\| \`${verb}\` \\|.*$`, 'm').exec(layer)?.[0] ?? '';
    expect(rowOf('ask-line')).toContain('`crown`');
    expect(rowOf('ask-line')).not.toContain('`star`');
    expect(rowOf('no-more-bets')).toContain('dealer (`crown-mini`)');
    expect(rowOf('no-more-bets')).not.toContain('`crown`');
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
