import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  REFUSAL_CODES,
  RULEBOOK_IDS,
  RULEBOOKS,
  type RulebookId,
  runScript,
  type ScriptRunner,
  WAGER_IDS,
} from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { boxperson, exampleNames, isUpdating, parseLines, project, readExample } from './run.helper.js';
import { withVerbTables } from './verb-tables.helper.js';

const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const FENCE = /^```jsonl( answers)?\n([\s\S]*?)^```$/gm;

interface Block {
  readonly kind: 'script' | 'answers';
  readonly text: string;
}
const blocksOf = (page: string): Block[] =>
  [...page.matchAll(FENCE)].map(([, answers, text]) => ({
    kind: answers === undefined ? 'script' : 'answers',
    text: text as string,
  }));

const opensTable = (script: string): boolean => script.startsWith('{"do":"open"');

/** The digest of a rulebook is long, says nothing to a reader and changes with every word of the data. */
const shortened = (answer: string): string => answer.replace(/"hash":"[0-9a-f]{64}"/, '"hash":"…"');

/** Plays a block; one that does not open a table carries on where the last one stopped. */
function play(runner: ScriptRunner, script: string): string {
  const lines = script.replace(/\n$/, '').split('\n');
  return lines.map((line) => `${shortened(JSON.stringify(runner.play(line)?.answer))}\n`).join('');
}

/** The answers that a page's scripts really get, block by block. */
function playPage(page: string): string[] {
  let runner = runScript();
  return blocksOf(page)
    .filter(({ kind }) => kind === 'script')
    .map(({ text }) => {
      if (opensTable(text)) runner = runScript();
      return play(runner, text);
    });
}

const withAnswers = (page: string, answers: readonly string[]): string => {
  let next = 0;
  return page.replace(FENCE, (block, isAnswers) =>
    isAnswers === undefined ? block : `\`\`\`jsonl answers\n${answers[next++]}\`\`\``,
  );
};

describe('docs/scripts.md', () => {
  const path = 'docs/scripts.md';
  if (isUpdating) {
    const tables = withVerbTables(read(path));
    writeFileSync(join(project, path), withAnswers(tables, playPage(tables)));
  }
  const page = read(path);

  test('every script is followed by its answers', () => {
    const kinds = blocksOf(page).map(({ kind }) => kind);
    expect(kinds.length).toBeGreaterThan(16);
    expect(kinds).toEqual(kinds.map((_, index) => (index % 2 === 0 ? 'script' : 'answers')));
  });

  test('every script gets the answers shown', () => {
    const shown = blocksOf(page).filter(({ kind }) => kind === 'answers');
    expect(shown.map(({ text }) => text)).toEqual(playPage(page));
  });

  test('the program gives the same answers', () => {
    const blocks = blocksOf(page);
    const { out } = boxperson(['run', '-'], { input: blocks[0]?.text as string });
    expect(out).toBe(blocks[1]?.text);
  });

  const cellsOf = (heading: string): string[] => {
    const section = page.slice(page.indexOf(`## ${heading}`)).split(/\n## /)[0] as string;
    return [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) =>
      [...(cell as string).matchAll(/`([^`]+)`/g)].map(([, code]) => code as string),
    );
  };

  test('it lists every wager id', () => {
    expect(cellsOf('Wager ids').sort()).toEqual([...WAGER_IDS].sort());
  });

  test('it lists the refusal codes of the game layer in their order', () => {
    const known: readonly string[] = REFUSAL_CODES.slice(0, REFUSAL_CODES.indexOf('insufficient') + 1);
    expect(cellsOf('Refusals').filter((code) => known.includes(code))).toEqual(known);
  });

  test('it and the help of the command name every verb and rulebook', () => {
    const { out: help } = boxperson(['run', '--help']);
    for (const verb of ['open', 'sit', 'bet', 'take', 'call', 'roll', 'no-roll', 'layout']) {
      expect(page).toContain(`### ${verb}\n`);
      expect(help).toMatch(new RegExp(`^  ${verb}\\b`, 'm'));
    }
    for (const id of RULEBOOK_IDS) expect(page).toContain(`\`${id}\``);
  });
});

describe('boxperson --help', () => {
  test('every example works', () => {
    const { out: help } = boxperson(['--help']);
    const all = [...help.matchAll(/^ {2}\$ boxperson (.*?) {2}/gm)].map(([, args]) => args as string);
    // These need a house, open or with a record: their own tests have one.
    const ofHouse = ['serve', 'bots', 'verify', 'export', 'draw'];
    const examples = all.filter((example) => !ofHouse.some((command) => example.startsWith(command)));
    expect(examples.length).toBeGreaterThan(3);
    for (const example of examples) {
      const [args = '', file] = example.split(' < ');
      const input = file === undefined ? '' : readExample('star');
      const { code, out, err } = boxperson(args.split(' '), { input });
      expect({ example, code, err, isSilent: out === '' }).toEqual({
        example,
        // A sign with leaks is bad news, and the one in the examples has some to show.
        code: example.startsWith('sign check') ? 1 : 0,
        err: '',
        isSilent: false,
      });
    }
  });
});

describe('examples', () => {
  test('there is one for every rulebook', () => {
    expect([...exampleNames].sort()).toEqual([...RULEBOOK_IDS].sort());
  });

  test.each(exampleNames)('%s: a whole hand, read without fault', (name) => {
    const { code, out } = boxperson(['run', join('examples', `${name}.jsonl`)]);
    const answers = parseLines(out);
    const codes = answers.flatMap(({ refused }) => (refused as { code: string } | undefined)?.code ?? []);
    expect(code).toBe(0);
    expect(answers[0]).toMatchObject({ ok: true, rulebook: name });
    expect(answers.at(-1)).toMatchObject({ ok: true, call: 'seven-out' });
    expect(codes.length).toBeGreaterThan(0);
    expect(codes).not.toContain('bad-input');
  });

  test.each(exampleNames)(
    '%s: line wagers, odds, come odds, a place, a hardway and a one-roll wager are decided',
    (name) => {
      const runner = runScript();
      const decided = readExample(name)
        .split('\n')
        .flatMap((line) => {
          const happened = runner.play(line)?.happened;
          return happened?.did === 'roll' ? happened.rolled.settled.map(({ spot }) => spot.wager) : [];
        });
      expect(decided).toEqual(
        expect.arrayContaining(['pass', 'dont-pass', 'come', 'pass-odds', 'come-odds', 'place', 'hardway']),
      );
      expect(decided.some((wager) => /^(?:field|any-|craps|eleven|horn|world|hop)/.test(wager))).toBe(true);
    },
  );
});

describe('docs/glossary.md', () => {
  const path = 'docs/glossary.md';
  const START = '<!-- from the rulebooks -->\n';
  const END = '<!-- end -->';

  const nameIn = (book: RulebookId, wager: (typeof WAGER_IDS)[number]): string =>
    RULEBOOKS[book].wagers[wager]?.name ?? '–';

  /** Books that use the same words throughout share a column. */
  const columns = (): RulebookId[][] => {
    const byWords = new Map<string, RulebookId[]>();
    for (const id of RULEBOOK_IDS) {
      const words = WAGER_IDS.map((wager) => nameIn(id, wager)).join('|');
      byWords.set(words, [...(byWords.get(words) ?? []), id]);
    }
    return [...byWords.values()];
  };

  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const code = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ');

  const made = (): string => {
    const books = columns();
    const wagers = WAGER_IDS.map((wager) =>
      row([code([wager]), ...books.map(([book]) => nameIn(book as RulebookId, wager))]),
    );
    const people = RULEBOOK_IDS.map((id) =>
      row([code([id]), RULEBOOKS[id].roles.map(({ title }) => title).join(', ')]),
    );
    return [
      '## Wagers\n\n',
      row(['id', ...books.map(code)]),
      row(['---', ...books.map(() => '---')]),
      ...wagers,
      '\n– the rulebook does not have it.\n\n## People\n\nLowest rank first; a higher one may do what a lower one may.\n\n',
      row(['rulebook', 'roles']),
      row(['---', '---']),
      ...people,
    ].join('');
  };

  const madePart = (page: string): string =>
    page.slice(page.indexOf(START) + START.length, page.indexOf(END));

  if (isUpdating) {
    const page = read(path);
    writeFileSync(
      join(project, path),
      page.replace(START + madePart(page), () => START + made()),
    );
  }

  test('it is what the rulebooks say', () => {
    expect(read(path)).toContain(START);
    expect(madePart(read(path))).toBe(made());
  });
});

describe('README.md', () => {
  const page = read('README.md');
  const fences = (language: string): string[] =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
      ([, text]) => text as string,
    );

  const inProject = <T>(work: (folder: string) => T): T => {
    const cache = join(project, 'node_modules', '.cache', 'boxperson');
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'readme-'));
    try {
      return work(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  const node = (args: readonly string[], cwd: string) =>
    spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });

  test('the library example runs as it stands, and prints what it says', () => {
    const [example] = fences('ts');
    const said = [...(example as string).matchAll(/\/\/ → (.*)$/gm)].map(([, text]) => text);
    const { stdout, stderr } = inProject((folder) => {
      writeFileSync(join(folder, 'example.mjs'), example as string);
      return node(['example.mjs'], folder);
    });
    expect(stderr).toBe('');
    expect(said.length).toBeGreaterThan(0);
    expect(stdout).toBe(`${said.join('\n')}\n`);
  });

  test('the library example is typed throughout', () => {
    const [example] = fences('ts');
    const options = { module: 'NodeNext', target: 'ES2023', strict: true, noEmit: true, types: ['node'] };
    const { stdout, status } = inProject((folder) => {
      writeFileSync(join(folder, 'example.mts'), example as string);
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: options, files: ['example.mts'] }),
      );
      return node([join(project, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder], folder);
    });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  test('the script example is at most ten lines, and every line is accepted', () => {
    const [script] = fences('jsonl');
    const { code, out } = boxperson(['run', '-'], { input: script as string });
    const answers = parseLines(out);
    expect(code).toBe(0);
    expect(answers.length).toBeGreaterThan(3);
    expect(answers.length).toBeLessThanOrEqual(10);
    expect(answers.every(({ ok }) => ok)).toBe(true);
  });

  test('the account shown is the account it gets', () => {
    const [script] = fences('jsonl');
    const [account] = fences('text');
    const { out } = boxperson(['run', '-', '--pretty'], { input: script as string });
    expect(out).toBe(account);
  });
});
