import { RULEBOOK_IDS, rulebook, WAGER_IDS } from '@boxperson/rules';
import { CLAUSE_KINDS, registerOf } from '@boxperson/rules/clauses';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runProgram } from '../src/program.js';

interface Ran {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

/** Runs a command line in this process, on the sources. */
const boxperson = async (...args: readonly string[]): Promise<Ran> => {
  const written = { out: '', err: '' };
  const keep = (to: 'out' | 'err') => (chunk: unknown) => {
    written[to] += String(chunk);
    return true;
  };
  vi.stubEnv('NO_COLOR', '1');
  vi.spyOn(process.stdout, 'write').mockImplementation(keep('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'));
  const before = process.exitCode;
  process.exitCode = 0;
  await runProgram(args);
  const code = Number(process.exitCode);
  process.exitCode = before;
  vi.restoreAllMocks();
  return { ...written, code };
};

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('rules list', () => {
  test('names every rulebook with its title', async () => {
    const { out, code } = await boxperson('rules', 'list');
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(RULEBOOK_IDS.length);
    for (const id of RULEBOOK_IDS) expect(out).toMatch(new RegExp(`^${id} +`, 'm'));
    expect(out).toContain('SkyCity Adelaide, Craps');
  });

  test('--json has a hash for each', async () => {
    const books = JSON.parse((await boxperson('rules', 'list', '--json')).out);
    expect(books.map(({ id }: { id: string }) => id)).toEqual(RULEBOOK_IDS);
    for (const { hash } of books) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('rules show', () => {
  test.each(RULEBOOK_IDS)('%s: every wager by its own name, every reading with its reason', async (id) => {
    const { out, code } = await boxperson('rules', 'show', id);
    const book = rulebook(id);
    const flowing = out.replace(/\s+/g, ' ');
    expect(code).toBe(0);
    expect(out.startsWith(`${book.title}\n`)).toBe(true);
    for (const wager of WAGER_IDS) {
      const rule = book.wagers[wager];
      if (rule) expect(flowing).toContain(`${rule.name} · ${wager} [${rule.clause}]`);
      else expect(flowing).toMatch(new RegExp(`Not offered:[^.[]* ?${wager}\\b`));
    }
    for (const note of book.notes) expect(flowing).toContain(`because: ${note.reason}`);
    for (const role of book.roles) expect(flowing).toContain(role.title);
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    expect(out).not.toContain('undefined');
  });

  test.each([
    [
      'star',
      "Don't Win · dont-pass [6.1.2] wins 3 or 12 on the come out [6.1.2.1.1]; a 7 before its point [6.1.2.1.2]",
    ],
    ['star', 'barred on a 2 on the come out it is void and goes back [6.1.2.3]'],
    ['star', 'limit may win at most 2 times the flat wager, by the book [6.1.6.1]'],
    ['crown', 'barred on a 2 on the come out it stays for the next roll [3.6.3(c)(i)]'],
    ['crown', 'pays 15 to 2 on 4 and 10; 19 to 2 on 6 and 8 [6.1]'],
    ['crown', 'Placing pass: before a come out roll [R7]'],
    ['crown-mini', 'confirms an oral wager Dealer or above [3.3.1]'],
    ['adelaide', 'wins 2 or 3 on the come out [4(b) win (i)]; a 7 before its point [4(b) win (ii)]'],
    ['adelaide', 'pays 1 to 2 on 4 and 10; 2 to 3 on 5 and 9; 5 to 6 on 6 and 8 [6(c), R23]'],
    ['adelaide', 'returned when the player takes the wager down: yes [7(c)]'],
    ['adelaide', 'closes the table The House [14(i)]'],
    ['aruze', 'pays 33 to 1 on hard; 16 to 1 on easy [3.10]'],
    ['aruze', 'split one wager on the whole stake [3.10, R3]'],
    ['aruze', 'off on a come out unless called on: none, nothing is ever off [R4]'],
  ])('%s: %s', async (id, says) => {
    const { out } = await boxperson('rules', 'show', id);
    expect(out.replace(/\s+/g, ' ')).toContain(says);
  });

  test('--json is the literal', async () => {
    const { out } = await boxperson('rules', 'show', 'crown-mini', '--json');
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(rulebook('crown-mini'))));
  });
});

describe('rules diff', () => {
  test('star star-2024: wagers and pays are the same, 6.1.x became 6.2.x', async () => {
    const { out, code } = await boxperson('rules', 'diff', 'star', 'star-2024');
    const flowing = out.replace(/\s+/g, ' ');
    expect(code).toBe(0);
    expect(flowing).toContain('Same in both: wagers, names, pays, the layout, placing');
    expect(flowing).toContain(
      'the sign limits star per wager [7.1] star-2024 per wager, per player and per playing area [7.1]',
    );
    expect(out).toMatch(/^ {2}6\.1\.x → 6\.2\.x +\d+ clauses$/m);
    expect(out).toMatch(/^ {2}9\.9 → 10\.10$/m);
    expect(out).not.toContain('Called otherwise');
  });

  test('crown adelaide: pays, names and wagers of one alone', async () => {
    const { out } = await boxperson('rules', 'diff', 'crown', 'adelaide');
    const flowing = out.replace(/\s+/g, ' ');
    expect(flowing).toContain('Any Craps pays crown 15 to 2 [6.1] adelaide 7 to 1 [6(c)]');
    expect(flowing).toContain('world crown not offered [3.6] adelaide offered as "World Bet" [4(x)]');
    expect(flowing).toContain('pass crown "Win Line" adelaide "Pass Bet"');
    expect(flowing).toContain('--clauses lists them');
  });

  test('--clauses lists each move', async () => {
    const { out } = await boxperson('rules', 'diff', 'crown', 'adelaide', '--clauses');
    expect(out).toContain('Win Line, wins natural: 3.6.1(a)(i) became 4(a) win (i).');
  });

  test('a book does not differ from itself', async () => {
    expect((await boxperson('rules', 'diff', 'aruze', 'aruze')).out).toContain('They do not differ.');
  });

  test('--json has both sides', async () => {
    const { a, b, differences } = JSON.parse(
      (await boxperson('rules', 'diff', 'star', 'star-2024', '--json')).out,
    );
    expect([a, b]).toEqual(['star', 'star-2024']);
    expect(differences).toContainEqual(
      expect.objectContaining({
        kind: 'value',
        path: 'powers.limit-players',
        a: { value: null, says: 'nobody', clause: null },
        b: { value: 'boxperson', says: 'Boxperson or above', clause: '6.10' },
      }),
    );
  });
});

describe('rules coverage', () => {
  test('counts every clause of every register', async () => {
    const lines = JSON.parse((await boxperson('rules', 'coverage', '--json')).out);
    expect(lines.flatMap(({ books }: { books: string[] }) => books).sort()).toEqual([...RULEBOOK_IDS].sort());
    for (const { books, counts, total } of lines) {
      const register = registerOf(books[0]);
      expect(total).toBe(register.length);
      for (const kind of CLAUSE_KINDS) {
        expect(counts[kind]).toBe(register.filter((entry) => entry.kind === kind).length);
      }
    }
  });

  test('prints them as a table that adds up', async () => {
    const { out } = await boxperson('rules', 'coverage');
    const row = (name: string): number[] =>
      (new RegExp(`^${name} +([\\d ]+)$`, 'm').exec(out)?.[1] ?? '').trim().split(/ +/).map(Number);
    const books = ['star', 'star-2024', 'crown, crown-mini', 'adelaide', 'aruze'].map(row);
    for (const counts of [...books, row('all')]) {
      expect(counts).toHaveLength(CLAUSE_KINDS.length + 1);
      expect(counts.slice(0, -1).reduce((a, b) => a + b, 0)).toBe(counts.at(-1));
    }
    expect(books.reduce((sum, counts) => sum + (counts.at(-1) as number), 0)).toBe(row('all').at(-1));
  });
});

describe('a name that is no rulebook', () => {
  test.each([
    [['rules', 'show', 'stra'], 'error: there is no rulebook "stra"; the nearest is "star"\n'],
    [
      ['rules', 'diff', 'star', 'star2024'],
      'error: there is no rulebook "star2024"; the nearest is "star-2024"\n',
    ],
    [
      ['rules', 'show', 'Crown-Mimi'],
      'error: there is no rulebook "Crown-Mimi"; the nearest is "crown-mini"\n',
    ],
    [
      ['rules', 'show', '__proto__'],
      expect.stringMatching(/^error: there is no rulebook "__proto__": star, [^\n]*\n$/),
    ],
  ])('%j: one line on the error output, exit 2', async (args, err) => {
    expect(await boxperson(...args)).toEqual({ out: '', err, code: 2 });
  });

  test('what it held for the terminal is spelled out', async () => {
    const { err, code } = await boxperson('rules', 'show', '\u001b[2J\nx');
    expect(code).toBe(2);
    expect(err).not.toContain('\u001b');
    expect(err.trimEnd()).not.toContain('\n');
  });

  test.each([
    [['rules', 'shwo', 'star'], 'Did you mean show?'],
    [['rules', 'show', 'star', '--jsno'], 'Did you mean --json?'],
    [['rules', 'show'], "missing required argument 'book'"],
  ])('%j: exit 2', async (args, hint) => {
    const { out, err, code } = await boxperson(...args);
    expect([out, code]).toEqual(['', 2]);
    expect(err).toContain(hint);
  });
});

test('rules without more says how, with examples', async () => {
  const { out, err } = await boxperson('rules', '--help');
  expect(out + err).toContain('$ boxperson rules diff star star-2024');
});
