// Style runs as a test: what the architecture promises is checked on every file, every time.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageNames, projectFiles, readJson, readText, root, sources } from './tidy/files.js';
import { importFaults, importsOf, MAY_IMPORT, type Manifest } from './tidy/imports.js';
import { purityFaults } from './tidy/purity.js';
import { scan } from './tidy/scan.js';
import { focusFaults, lockFaults, missingOptionals, textFaults } from './tidy/text.js';
import { colourFaults, featureFaults, LINES_MOST, lengthFaults, weightFaults } from './tidy/web.js';

const files = projectFiles();
const isTest = (path: string): boolean => path.endsWith('.test.ts');
const packageFile = (path: string): boolean =>
  /^packages\/[^/]+\/(?:src|test|bin)\/.*\.(?:ts|tsx|js)$/.test(path);
const rulesSources = files.filter((path) => /^packages\/rules\/src\/.*\.ts$/.test(path) && !isTest(path));
const officesSources = files.filter((path) => /^packages\/offices\/src\/.*\.ts$/.test(path) && !isTest(path));
const oddsCore = files.filter(
  (path) => /^packages\/odds\/src\/(?!node\/).*\.ts$/.test(path) && !isTest(path),
);
const manifest = (name: string): Manifest => readJson(`packages/${name}/package.json`);

describe('the scanner', () => {
  test('drops comments and sets strings aside', () => {
    const { code, strings } = scan("a('x // y', \"it's\"); // gone\n/* gone */ b");
    expect(code.replace(/\s+/g, ' ')).toBe('a("0", "1"); b');
    expect(strings).toEqual(['x // y', "it's"]);
  });

  test('keeps the code inside a template, however nested', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is a template of its own.
    const { code } = scan('`one ${two({ three: `${four}` })} five` + six');
    for (const word of ['two', 'three', 'four', 'six']) expect(code).toContain(word);
    for (const word of ['one', 'five']) expect(code).not.toContain(word);
  });

  test('tells a regular expression from a division', () => {
    expect(scan('x = /[/"]+/g; y').code).toContain('; y');
    expect(scan('a / b / c').code).toBe('a / b / c');
  });
});

describe('dependencies point one way', () => {
  test('every package has its place in the direction table', () => {
    for (const name of packageNames()) expect(Object.keys(MAY_IMPORT)).toContain(name);
  });

  test('no file imports what its package must not', () => {
    const checked = files.filter(packageFile);
    expect(checked.length).toBeGreaterThan(0);
    const faults = sources(checked).flatMap((source) =>
      importFaults(source, manifest(source.path.split('/')[1] as string)),
    );
    expect(faults).toEqual([]);
  });

  test('the rules package depends on nothing', () => {
    const rules = readJson('packages/rules/package.json');
    const fields = Object.keys(rules).filter((field) => /dependencies$/i.test(field));
    expect(fields).toEqual([]);
  });

  test('imports are found in every way of writing them', () => {
    const text = [
      "import 'a';",
      "import type { B } from 'b';",
      "import c, {\n  d as e,\n} from 'c';",
      "export * from 'd';",
      "export type { E } from 'e';",
      "const f = await import('f');",
      "// import 'not-this'",
      'const text = "import \'nor-this\'";',
      "export const g = 'nor-that';",
    ].join('\n');
    const found = importsOf(text).map(({ from, typeOnly }) => `${from}${typeOnly ? ' type' : ''}`);
    expect(found.sort()).toEqual(['a', 'b type', 'c', 'd', 'e type', 'f']);
  });

  test.each([
    ['packages/rules/src/x.ts', "import { readFileSync } from 'node:fs';"],
    ['packages/rules/src/x.ts', "import fs from 'fs';"],
    ['packages/rules/src/x.ts', "import Fraction from 'fraction.js';"],
    ['packages/rules/src/x.ts', "import { simulate } from '@boxperson/odds';"],
    ['packages/rules/src/x.ts', "export * from '../test/helper.js';"],
    ['packages/rules/src/game/x.ts', "import { y } from '../../../cli/src/y.js';"],
    ['packages/rules/src/x.ts', "const fs = await import('node:fs');"],
    ['packages/odds/src/x.ts', "import { ledger } from '@boxperson/house';"],
    ['packages/house/src/x.ts', "import { App } from '@boxperson/web';"],
    ['packages/web/src/x.ts', "import { openHouse } from '@boxperson/house';"],
    ['packages/cli/src/x.ts', "import { y } from '@boxperson/rules/dist/game/y.js';"],
    ['packages/cli/src/x.ts', "import { y } from '@boxperson/odds/inside';"],
    ['packages/cli/src/x.ts', "import { y } from '../../rules/src/index.js';"],
    ['packages/cli/test/x.test.ts', "import { y } from '../../rules/dist/index.js';"],
    ['packages/cli/src/x.ts', "import chalk from 'chalk';"],
  ])('a planted fault is caught: %s %s', (path, text) => {
    expect(importFaults({ path, text })).toHaveLength(1);
  });

  test.each([
    ['packages/rules/src/game/x.ts', "import { y } from '../money.js';"],
    ['packages/rules/test/x.test.ts', "import fc from 'fast-check';\nimport { y } from '../src/index.js';"],
    ['packages/odds/src/x.ts', "import { openGame } from '@boxperson/rules';"],
    ['packages/web/src/x.ts', "import type { Wire } from '@boxperson/house';"],
    ['packages/cli/src/x.ts', "import { simulate } from '@boxperson/odds/node';"],
    ['packages/cli/src/x.ts', "import { stdout } from 'node:process';\nimport { Command } from 'commander';"],
  ])('what is allowed passes: %s %s', (path, text) => {
    expect(importFaults({ path, text }, { dependencies: { commander: '*' } })).toEqual([]);
  });
});

describe('the rules are pure', () => {
  test('no source of the rules reads a clock, rolls dice or touches the machine', () => {
    expect(rulesSources.length).toBeGreaterThan(0);
    expect(sources(rulesSources).flatMap(purityFaults)).toEqual([]);
    expect(officesSources.length).toBeGreaterThan(0);
    expect(sources(officesSources).flatMap(purityFaults)).toEqual([]);
  });

  test('the core of odds is as pure: what only Node can do stands apart', () => {
    expect(oddsCore.length).toBeGreaterThan(0);
    expect(sources(oddsCore).flatMap(purityFaults)).toEqual([]);
    expect(
      sources(oddsCore)
        .flatMap(({ text }) => importsOf(text))
        .filter(({ from }) => from.startsWith('node:')),
    ).toEqual([]);
  });

  test.each([
    'const n = Math.random();',
    "const n = Math['random']();",
    'const { random } = Math;',
    'const now = Date.now();',
    'const now = new Date();',
    'setTimeout(() => {}, 1);',
    'const env = { ...process.env };',
    'console.log(1);',
    'const t = performance.now();',
    'const g = globalThis;',
    'const id = crypto.randomUUID();',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is a template of its own.
    'const text = `rolled at ${Date.now()}`;',
  ])('a planted sample is caught: %s', (text) => {
    expect(purityFaults({ path: 'planted.ts', text })).toHaveLength(1);
  });

  test.each([
    '// the Date of approval; console is a word too',
    "const title = 'Date of approval, by due process';",
    'const half = Math.floor(stake / 2);',
    'const next = step.process;',
    'type Update = { readonly consoles: number };',
  ])('prose and innocent names pass: %s', (text) => {
    expect(purityFaults({ path: 'innocent.ts', text })).toEqual([]);
  });
});

describe('the compiler guards the rules too', () => {
  const IMPURE = {
    'console.ts': 'console.log(1);\nexport {};\n',
    'timer.ts': 'setTimeout(() => undefined, 1);\nexport {};\n',
    'process.ts': 'export const env = process.env;\n',
    'node.ts': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
    'document.ts': 'export const title = document.title;\n',
  };

  /** Compiles small files as if they stood in the rules package; answers the names of those refused. */
  const refused = (options: Record<string, unknown>, texts: Record<string, string>): string[] => {
    // Inside the project, so that Node's types are within reach and only the options keep them out.
    const cache = join(root, 'node_modules', '.cache', 'boxperson');
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'purity-'));
    try {
      for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
      const config = {
        extends: join(root, 'packages', 'rules', 'tsconfig.json'),
        compilerOptions: { rootDir: '.', noEmit: true, composite: false, incremental: false, ...options },
        include: ['*.ts'],
        exclude: [],
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
      const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
        cwd: folder,
        encoding: 'utf8',
      });
      const names = [...stdout.matchAll(/^([\w.-]*)(?:\(\d+,\d+\))?:? ?error TS/gm)].map(
        ([, name]) => name ?? '?',
      );
      return [...new Set(names)].sort();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  test('console, timers, process, node: and the page do not compile; plain code does', () => {
    const plain = { 'plain.ts': 'export const twice = (cents: number): number => cents * 2;\n' };
    expect(refused({}, { ...IMPURE, ...plain })).toEqual(Object.keys(IMPURE).sort());
  });

  test('it is the options of the rules package that refuse them', () => {
    const opened = { types: ['node'], lib: ['ES2023', 'DOM'], tsBuildInfoFile: null };
    expect(refused(opened, IMPURE)).toEqual([]);
  });
});

describe('the web app', () => {
  const scripts = files.filter((path) => /^packages\/web\/src\/.*\.tsx?$/.test(path) && !isTest(path));
  const styles = files.filter((path) => /^packages\/web\/src\/.*\.css$/.test(path));
  const web = (name: string, text: string) => ({ path: `packages/web/src/${name}`, text });

  test('features know the kit and what they share, never each other', () => {
    expect(scripts.length).toBeGreaterThan(100);
    expect(sources(scripts).flatMap(featureFaults)).toEqual([]);
  });

  test('what is heavy stays in the parts for staff', () => {
    expect(sources(scripts).flatMap(weightFaults)).toEqual([]);
  });

  test('no function is too long to be read', () => {
    expect(sources(scripts).flatMap(lengthFaults)).toEqual([]);
  });

  test('every colour stands in the theme', () => {
    expect(styles.length).toBeGreaterThan(30);
    expect(sources([...scripts, ...styles]).flatMap(colourFaults)).toEqual([]);
  });

  test.each([
    [featureFaults, 'lab/x.tsx', "import { Felt } from '../table/Felt.js';"],
    [featureFaults, 'ui/form/x.tsx', "import { SHORT } from '../../reading/facts.js';"],
    [featureFaults, 'rules/x.ts', "const page = await import('../lab/LabPage.js');"],
    [weightFaults, 'ui/Shell.tsx', "import { Button } from 'react-aria-components';"],
    [weightFaults, 'lobby/x.ts', "import * as z from 'zod';"],
    [lengthFaults, 'lab/x.tsx', `export const x = () => {\n${'  go();\n'.repeat(LINES_MOST)}};\n`],
    [lengthFaults, 'lab/x.tsx', `function X() {\n  return <p>\n${'<b />\n'.repeat(LINES_MOST)}</p>;\n}`],
    [colourFaults, 'lab/x.css', '.x { color: #fff; }'],
    [colourFaults, 'lab/x.css', '.x { color: rgb(0 0 0 / 20%); }'],
    [colourFaults, 'lab/x.tsx', 'const x = <i style={{ color: "#a0b1c2" }} />;'],
  ])('a planted fault is caught: %o %s', (faults, name, text) => {
    expect(faults(web(name, text))).toHaveLength(1);
  });

  test.each([
    [featureFaults, 'lab/x.tsx', "import { Shell } from '../ui/Shell.js';\nimport { y } from './y.js';"],
    [featureFaults, 'main.tsx', "import { Lobby } from './lobby/Lobby.js';"],
    [weightFaults, 'ui/form/x.tsx', "import { Button } from 'react-aria-components';"],
    [weightFaults, 'ui/x.ts', "import type * as z from 'zod';"],
    [lengthFaults, 'lab/x.tsx', `export const x = () => {\n${'  go();\n'.repeat(LINES_MOST - 2)}};\n`],
    [colourFaults, 'things.css', ':root { --chalk: #ffffff; }'],
    [colourFaults, 'lab/x.tsx', '// #fff is white\nconst place = "/rules#main";'],
  ])('what is allowed passes: %o %s', (faults, name, text) => {
    expect(faults(web(name, text))).toEqual([]);
  });
});

describe('what is committed', () => {
  const TEXT =
    /\.(?:ts|tsx|js|mjs|cjs|json|jsonl|md|txt|html|css|svg|yml|yaml|sql|sh)$|^\.[\w]+(?:\/run)?$|^LICENSE$/;
  const texts = files.filter((path) => TEXT.test(path) && path !== 'package-lock.json');

  test('the lock file names no download addresses and every package exactly', () => {
    const lock = readText('package-lock.json');
    expect(lockFaults(lock)).toEqual([]);
    expect(missingOptionals(lock)).toEqual([]);
  });

  test('a lock entry with an address, or without a version, is caught', () => {
    const entry = {
      version: '1.0.0',
      integrity: 'sha512-x',
      resolved: ['https:', '', 'a.b', 'c.tgz'].join('/'),
    };
    const lock = { packages: { 'node_modules/a': entry, 'node_modules/b': { integrity: 'sha512-x' } } };
    expect(lockFaults(JSON.stringify(lock))).toHaveLength(2);
  });

  test('a lock without the packages of other platforms is caught', () => {
    const lock = {
      packages: {
        'node_modules/a': { optionalDependencies: { 'a-one': '1', 'a-two': '1' } },
        'node_modules/a-one': {},
      },
    };
    expect(missingOptionals(JSON.stringify(lock))).toEqual(['a-two']);
  });

  test('no text names a path of one machine or a host', () => {
    expect(texts).toContain('README.md');
    expect(sources(texts).flatMap(textFaults)).toEqual([]);
  });

  test.each([
    ['', 'tmp', 'x.json'].join('/'),
    `see "${['', 'home', 'ann', 'x'].join('/')}"`,
    `from ${['..', 'shared', 'spec'].join('/')}`,
    ['https:', '', 'cdn.example.net', 'x.js'].join('/'),
    ['registry', 'npmjs', 'org'].join('.'),
  ])('a planted text is caught: %s', (text) => {
    expect(textFaults({ path: 'docs/x.md', text }).length).toBeGreaterThan(0);
  });

  test.each(packageNames())('packages/%s says its licence and is ESM', (name) => {
    expect(readJson(`packages/${name}/package.json`)).toMatchObject({ license: 'MIT', type: 'module' });
  });

  test('no test is switched off or switches others off', () => {
    expect(sources(files.filter(isTest)).flatMap(focusFaults)).toEqual([]);
  });

  test.each([
    'test.only("x", f)',
    'describe.skip("x", f)',
    'it.concurrent.only("x", f)',
    'test.skip.each([])',
  ])('a planted switch is caught: %s', (text) => {
    expect(focusFaults({ path: 'x.test.ts', text })).toHaveLength(1);
  });

  test('a condition is no switch', () => {
    expect(focusFaults({ path: 'x.test.ts', text: 'test.skipIf(!present)("x", f)' })).toEqual([]);
  });
});
