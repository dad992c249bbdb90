// The papers of the project: what they say of packages, dependencies and each other is compared with what is so.
import { describe, expect, test } from 'vitest';
import { asvsFaults, filesNamedIn } from './papers/asvs.js';
import { type Bill, billFaults } from './papers/bill.js';
import {
  bundledIntoPages,
  chosenBy,
  installedBy,
  type Lock,
  rowsOf,
  tableFaults,
  withNeeds,
} from './papers/dependencies.js';
import { linkFaults } from './papers/links.js';
import { manifests, type PackageJson } from './papers/packed.js';
import { packageNames, projectFiles, readJson, readText, sources } from './tidy/files.js';

const files = projectFiles();
const pages = sources(files.filter((path) => path.endsWith('.md')));

describe('every package', () => {
  test.each(packageNames())('%s has a README that says what it is and what it is not', (name) => {
    const text = readText(`packages/${name}/README.md`);
    expect(text).toMatch(/^# (?:@boxperson\/)?\w+\n\n\w/);
    expect(text).toContain('What it is not: ');
  });

  test.each(packageNames())('%s brings the licence along', (name) => {
    expect(readText(`packages/${name}/LICENSE`)).toBe(readText('LICENSE'));
  });

  test.each(manifests().map((manifest) => [manifest.name, manifest] as const))(
    '%s asks for exactly the version of the others that it was tested with',
    (_, { dependencies = {}, devDependencies = {} }) => {
      const versions = new Map(manifests().map(({ name, version }) => [name, version]));
      const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
        versions.has(name),
      );
      // `npm run version:set` puts it right.
      expect(Object.fromEntries(ours)).toEqual(
        Object.fromEntries(ours.map(([name]) => [name, versions.get(name)])),
      );
    },
  );

  test('all bear one version', () => {
    expect([...new Set(manifests().map(({ version }) => version))]).toHaveLength(1);
  });

  test('none that is published depends on one that is not', () => {
    const kept = manifests().filter((each) => each.private === true);
    const needed = manifests()
      .filter((each) => each.private !== true)
      .flatMap(({ dependencies = {} }) => Object.keys(dependencies));
    expect(kept.filter(({ name }) => needed.includes(name))).toEqual([]);
  });
});

describe('docs/dependencies.md', () => {
  const page = readText('docs/dependencies.md');
  const lock = readJson('package-lock.json') as unknown as Lock;
  const inPages = bundledIntoPages();
  const folders = packageNames().map(
    (folder) => [folder, readJson(`packages/${folder}/package.json`) as unknown as PackageJson] as const,
  );
  const chosen = chosenBy(folders, { web: inPages }, lock);

  test('has a row with a reason for every dependency, and no other', () => {
    expect(chosen.length).toBeGreaterThan(0);
    expect(tableFaults(page, chosen)).toEqual([]);
  });

  test('counts them', () => {
    const installed = installedBy(lock).length;
    const bundled = new Set(inPages.flatMap((name) => [...withNeeds(lock, name)])).size;
    expect(/^\d+ are chosen, .*?\)/m.exec(page)?.[0]).toBe(
      `${chosen.length} are chosen, ${installed + bundled} come in all (${installed} installed, ${bundled} bundled into the pages)`,
    );
  });

  test('the pages bring nothing along: what is in them is bundled', () => {
    const { dependencies, devDependencies } = readJson('packages/web/package.json') as unknown as PackageJson;
    expect(dependencies).toBeUndefined();
    expect(Object.keys(devDependencies ?? {})).toEqual(expect.arrayContaining(inPages));
    expect(inPages).toContain('react');
  });

  const row = { name: 'left-pad', usedBy: ['house'], licence: 'MIT' };
  test.each([
    ['one without a row', page, [...chosen, row]],
    ['a row without its dependency', page, chosen.slice(1)],
    ['another user', page, chosen.with(0, { ...chosen[0], usedBy: ['rules'] } as (typeof chosen)[0])],
    ['another licence', page.replace('| ISC |', '| MIT |'), chosen],
    ['no reason', page.replace(/^(\| `ws` \| house \| MIT) \| [^|]+ \|$/m, '$1 | sockets |'), chosen],
  ])('a planted fault is caught: %s', (_, text, real) => {
    expect(rowsOf(text).length).toBeGreaterThan(0);
    expect(tableFaults(text, real).length).toBeGreaterThan(0);
  });
});

describe('a bill of materials', () => {
  const part = { 'bom-ref': 'a@1', type: 'library', name: 'a', version: '1', purl: 'pkg:npm/a@1' };
  const bill: Bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: 'urn:uuid:7ac145bc-c65e-484a-9241-ba2249500d3d',
    version: 1,
    metadata: { timestamp: '2026-11-18T04:44:04.125Z', component: { ...part, 'bom-ref': 'us@1' } },
    components: [{ ...part, licenses: [{ license: { id: 'MIT' } }] }],
    dependencies: [{ ref: 'us@1', dependsOn: ['a@1'] }],
  };

  test('is one when it has what CycloneDX demands', () => expect(billFaults(bill)).toEqual([]));

  test.each<[string, Bill, string]>([
    ['another format', { ...bill, bomFormat: 'SPDX' }, 'bomFormat'],
    ['no number', { ...bill, serialNumber: '' }, 'serialNumber'],
    ['no type', { ...bill, components: [{ ...part, type: 'thing' }] }, 'a@1: type'],
    [
      'half a digest',
      { ...bill, components: [{ ...part, hashes: [{ alg: 'SHA-512', content: 'ff' }] }] },
      'a@1: hashes',
    ],
    ['a part twice', { ...bill, components: [part, part] }, 'a@1 stands twice'],
    ['what is not there', { ...bill, components: [] }, 'us@1: no a@1'],
  ])('a planted fault is caught: %s', (_, planted, fault) => {
    expect(billFaults(planted)).toContain(fault);
  });
});

describe('the pages', () => {
  test('lead to pages and headings that are there', () => {
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.flatMap((page) => linkFaults(page, files, readText))).toEqual([]);
  });

  test.each([
    '[x](gone.md)',
    '[x](table.md#no-such-heading)',
    '[x](#nor-this)',
    '[x](../docs/decisions/none/)',
  ])('a planted link is caught: %s', (text) => {
    expect(linkFaults({ path: 'docs/x.md', text }, files, readText)).toHaveLength(1);
  });

  test('name scripts that are there', () => {
    const { scripts } = readJson('package.json') as { scripts: Record<string, string> };
    const named = pages.flatMap(({ text }) =>
      [...text.matchAll(/\bnpm run ([a-z:]+)/g)].map(([, name]) => name as string),
    );
    expect(named).toContain('pack');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('every page is reached from the README or from a page that is', () => {
    const reached = new Set(['README.md']);
    for (const path of reached)
      for (const { path: other } of pages) if (leadsTo(path, other)) reached.add(other);
    const own = pages
      .map(({ path }) => path)
      .filter((path) => !/^(?:conformance|packages\/[^/]+\/test)\//.test(path));
    expect(own.filter((path) => !reached.has(path))).toEqual([]);
  });
});

const leadsTo = (path: string, other: string): boolean => {
  const from = path.split('/').slice(0, -1);
  const common = from.findIndex((folder, index) => other.split('/')[index] !== folder);
  const shared = common === -1 ? from.length : common;
  const relative = [...from.slice(shared).map(() => '..'), ...other.split('/').slice(shared)].join('/');
  return [`](${relative})`, `](${relative}#`].some((link) => readText(path).includes(link));
};

describe('docs/security.md', () => {
  const page = readText('docs/security.md');

  test('goes through every item, gives a reason for what is not met, and names files that are there', () => {
    expect(filesNamedIn(page).length).toBeGreaterThan(100);
    expect(asvsFaults(page, files)).toEqual([]);
  });

  test.each([
    ['a file that is gone', page.replace('guard.test.ts', 'gone.test.ts'), 'gone.test.ts is not there'],
    ['an item left out', page.replace('| 2.4.1 |', '| |'), '2.4.1 is left out'],
    ['an item twice', page.replace('| 2.4.1 |', '| 2.4.1, 2.3.4 |'), '2.3.4 stands twice'],
    [
      'no reason',
      page.replace('**Two factors** (6.3.3)', '**Two factors**'),
      '6.3.3 is not met, without a reason',
    ],
  ])('a planted fault is caught: %s', (_, text, fault) => {
    expect(asvsFaults(text, files)).toContainEqual(expect.stringContaining(fault));
  });
});

describe('docs/decisions', () => {
  const records = files.filter((path) => /^docs\/decisions\/(?!README)/.test(path));

  test('are numbered without a gap, and listed with their titles', () => {
    const index = readText('docs/decisions/README.md');
    const listed = records.map((path) => {
      const name = path.split('/').at(-1) as string;
      const title = /^# (\d{4}) (.+)$/m.exec(readText(path));
      return { name, number: title?.[1], row: `| [${title?.[1]}](${name}) | ${title?.[2]} |` };
    });
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.map(({ number }) => number)).toEqual(
      listed.map((_, index) => String(index + 1).padStart(4, '0')),
    );
    for (const { name, number, row } of listed) {
      expect(name.slice(0, 5)).toBe(`${number}-`);
      expect(index).toContain(row);
    }
  });

  test.each(records)('%s says why, what and with what consequences', (path) => {
    const headings = [...readText(path).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings.slice(0, 3)).toEqual(['Context', 'Decision', 'Consequences']);
    expect([[], ['Figures']]).toContainEqual(headings.slice(3));
  });
});

describe('docs/words.md', () => {
  const wordsOf = (page: string): string[] =>
    [...readText(page).matchAll(/^\| (?!-|word |our word )([^|`]+) \| [^|]+ \|/gm)].map(
      ([, word]) => word as string,
    );
  const words = wordsOf('docs/words.md');
  const inGame = wordsOf('docs/glossary.md');
  const eachOf = (entries: readonly string[]): string[] => entries.flatMap((entry) => entry.split(', '));

  test('has the words that the house is built of', () => {
    const built = [
      'table',
      'host',
      'stream',
      'office',
      'post',
      'role',
      'power',
      'admission',
      'second person',
    ];
    const kept = [
      'audience',
      'posting',
      'projection',
      'due',
      'companion',
      'crew',
      'cage',
      'record',
      'checkpoint',
    ];
    expect(words).toEqual(expect.arrayContaining([...built, ...kept, 'bundle', 'ticket']));
  });

  test('says each word once, and none that the glossary of the game has', () => {
    expect(inGame).toContain('come out');
    const all = [...eachOf(words), ...eachOf(inGame)];
    expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
  });
});
