// What `npm install boxperson` would bring: packed, installed into an empty folder far from here, and used.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMONSTRATION } from '@boxperson/house';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Bill, billFaults } from './papers/bill.js';
import { bundledIntoPages, installedBy, type Lock, withNeeds } from './papers/dependencies.js';
import {
  compileExamples,
  contentsOf,
  examples,
  installedNames,
  installInto,
  type PackageJson,
  packInto,
  published,
  run,
  runExample,
} from './papers/packed.js';
import { readJson, readText, root } from './tidy/files.js';

const nameAndVersion = ({ name, version }: PackageJson): string => `${name}@${version}`;
const versioned = ({ packages }: Lock, name: string): string =>
  `${name}@${packages[`node_modules/${name}`]?.['version']}`;

// The first start of a house takes seconds, and many of them on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const base = mkdtempSync(join(tmpdir(), 'boxperson-packed-'));
const packed = join(base, 'packed');
const home = join(base, 'home');
const program = join(home, 'node_modules', 'boxperson', 'bin', 'boxperson.js');
const boxperson = (...args: readonly string[]) => run(process.execPath, [program, ...args], home);

beforeAll(() => {
  packInto(packed);
  installInto(home, packed);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('what is packed', () => {
  test.each(published().map((manifest) => [manifest.name, manifest] as const))('%s', (_, manifest) => {
    const files = contentsOf(packed, manifest);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    expect(files.some((file) => file.startsWith('dist/'))).toBe(true);
    expect(files.filter((file) => /\.test\.|tsbuildinfo|\.stamp|^test\/|node_modules/.test(file))).toEqual(
      [],
    );
  });
});

describe('what is installed', () => {
  test('our packages, as files and not as links into the project', () => {
    for (const { name } of published())
      expect(lstatSync(join(home, 'node_modules', name)).isDirectory(), name).toBe(true);
  });

  test('nothing that is bundled into the pages, and no tool that builds or tests', () => {
    const names = installedNames(home);
    expect(names).toContain('fastify');
    expect(names.filter((name) => /^(?:react|vite|typescript|vitest)/.test(name))).toEqual([]);
  });
});

describe('the bill of materials', () => {
  test('lists what is installed and what is bundled, and nothing else', () => {
    const file = join(base, 'sbom.json');
    expect(run(process.execPath, [join(root, 'scripts', 'sbom.mjs'), file], root)).toMatchObject({ code: 0 });
    const bill = JSON.parse(readFileSync(file, 'utf8')) as Bill;
    const lock = readJson('package-lock.json') as unknown as Lock;
    // Of what the pages could hold, what the bundler says is really in them.
    const possible = bundledIntoPages().flatMap((name) => [...withNeeds(lock, name)]);
    const bundled = readJson('packages/web/dist/licences.json') as unknown as readonly PackageJson[];
    expect(bundled.filter(({ name }) => !possible.includes(name))).toEqual([]);
    const names = [...bundled.map(({ name }) => versioned(lock, name)), ...published().map(nameAndVersion)];
    expect(billFaults(bill)).toEqual([]);
    expect(bill.components.map((each) => each['bom-ref']).sort()).toEqual(
      [...new Set([...installedBy(lock), ...names])].sort(),
    );
  });
});

describe('the examples of the READMEs', () => {
  test('compile', () => {
    expect(compileExamples(home)).toBe('');
  });

  test.each(examples().map((example) => [example.from, example] as const))('%s', (_, example) => {
    expect(example.promised.length).toBeGreaterThan(0);
    expect(runExample(home, example)).toEqual(example.promised);
  });
});

const block = (language: string, page = 'README.md'): string =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(readText(page))?.[1] ?? '';

/** The calls that the program's README shows, without those that need a house: these have a test of their own. */
const shown = [
  ...block('sh', 'packages/cli/README.md').matchAll(/^boxperson (?!serve|verify)(.*?) *(?:#.*)?$/gm),
];

interface Serving {
  readonly child: ChildProcess;
  readonly url: string;
}

/** `boxperson serve`, once it has said where it is open. */
async function serve(data: string): Promise<Serving> {
  const { DATABASE_URL: _, ...env } = process.env;
  const args = [program, 'serve', '--port', '0', '--data', data];
  const child = spawn(process.execPath, args, { cwd: home, env: { ...env, NO_COLOR: '1' } });
  child.stderr.pipe(process.stderr);
  let said = '';
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(piece);
    const [, url] = /is open at (http:\S+)/.exec(said) ?? [];
    if (url) return { child, url };
  }
  throw new Error(`The house did not open: ${said}`);
}

describe('boxperson', () => {
  test('says the version it was published as', () => {
    const { version } = published().find(({ name }) => name === 'boxperson') ?? {};
    expect(boxperson('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  test.each(shown.map(([, call]) => call as string))('%s, as its README shows', (call) => {
    expect(boxperson(...call.split(' '))).toMatchObject({ code: 0, err: '' });
  });

  test('tells the hand of the README', () => {
    writeFileSync(join(home, 'hand.jsonl'), block('jsonl'));
    const { code, out } = boxperson('run', 'hand.jsonl', '--pretty');
    expect(out.trim()).toBe(block('text').trim());
    expect(code).toBe(0);
  });

  // In the folder that the example of the house left behind, if it ran: making a new one takes seconds.
  test('opens a house with its pages, and leaves a record that holds', async () => {
    const { child, url } = await serve('data');
    try {
      const page = await (await fetch(url)).text();
      const script = /<script[^>]+src="([^"]+)"/.exec(page)?.[1] ?? '';
      const sent = await fetch(new URL(script, url));
      expect(sent.headers.get('content-type')).toContain('javascript');
      expect(await sent.text()).toBe(
        readFileSync(join(home, 'node_modules', '@boxperson', 'web', 'dist', script), 'utf8'),
      );
      const tables = (await (await fetch(`${url}/api/tables`)).json()) as { readonly id: string }[];
      expect(tables.map(({ id }) => id)).toEqual(DEMONSTRATION.tables.map(({ id }) => id));
    } finally {
      child.kill('SIGTERM');
    }
    expect((await once(child, 'exit'))[0]).toBe(0);
    expect(boxperson('verify', '--data', 'data').code).toBe(0);
  });
});
