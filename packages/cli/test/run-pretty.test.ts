import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RULEBOOK_IDS, runScript } from '@boxperson/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coloursFor } from '../src/colours.js';
import { makeAccount } from '../src/pretty/index.js';
import { columnsOf, fit, listed, PAGE_WIDTH, plain, wrap } from '../src/pretty/text.js';
import { boxperson, exampleNames, isUpdating, readExample } from './run.helper.js';

const PLAIN = coloursFor({}, {});
const COLOURED = coloursFor({}, { FORCE_COLOR: '1' });

function account(script: string, colours = PLAIN): string {
  const runner = runScript();
  const { tell, end } = makeAccount(colours);
  const told = script.split('\n').map((line) => {
    const played = runner.play(line);
    return played === null ? '' : tell(played, line);
  });
  return told.join('') + end();
}

const openWith = (rulebook: string, more: object = {}): object => ({
  do: 'open',
  rulebook,
  limits: { default: { min: 500, max: 50000 } },
  ...more,
});
const told = (...lines: readonly object[]): string =>
  account(lines.map((line) => JSON.stringify(line)).join('\n'));
const sit = (player: string, seat = 1): object => ({ do: 'sit', player, seat, bankroll: 100_000 });
const bet = (wager: string, amount: number, more: object = {}): object => ({
  do: 'bet',
  player: 'Ann',
  wager,
  amount,
  ...more,
});
const roll = (a: number, b: number): object => ({ do: 'roll', dice: [a, b] });

const golden = (name: string): string => fileURLToPath(new URL(`golden/${name}.txt`, import.meta.url));

/** Compares with the text kept in golden/; UPDATE_DOCS=1 keeps the new one. Read what changed before committing it. */
function expectGolden(name: string, text: string): void {
  if (isUpdating) writeFileSync(golden(name), text);
  expect(existsSync(golden(name))).toBe(true);
  expect(text).toBe(readFileSync(golden(name), 'utf8'));
}

describe('the account of a hand', () => {
  test.each(exampleNames)('%s is the one in golden/', (name) => {
    expectGolden(name, account(readExample(name)));
  });

  test('in colour', () => {
    const text = account(readExample('star'), COLOURED);
    expectGolden('star.colour', text);
    expect(withoutColours(text)).toBe(account(readExample('star')));
  });

  test('the program prints it, plain where there is no terminal', () => {
    const { code, out, err } = boxperson(['run', '-', '--pretty'], { input: readExample('aruze') });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(account(readExample('aruze')));
  });

  test('the program prints it in colour when that is asked for', () => {
    const { out } = boxperson(['run', '-', '--pretty'], {
      input: readExample('star'),
      env: { FORCE_COLOR: '1' },
    });
    expect(out).toBe(account(readExample('star'), COLOURED));
  });

  test('unreadable lines are told too, and the program still exits 2', () => {
    const { code, out } = boxperson(['run', '-', '--pretty'], { input: 'nonsense\n' });
    expect(code).toBe(2);
    expect(out).toContain('refused: the line is not JSON');
    expect(out).toContain('1 line, 0 rolls, 1 refused');
  });
});

const ESCAPE = String.fromCharCode(27);
const withoutColours = (text: string): string => text.replaceAll(new RegExp(`${ESCAPE}\\[\\d+m`, 'g'), '');

describe('the stick', () => {
  const calls = (...dice: [number, number][]): string[] => {
    const text = told(openWith('star'), ...dice.map(([a, b]) => roll(a, b)));
    return [...text.matchAll(/^ {3}\d and \d: (.*)$/gm)].map(([, call]) => call as string);
  };

  test.each<[[number, number][], string]>([
    [[[4, 2]], 'six, the point is six'],
    [[[4, 4]], 'eight the hard way, the point is eight'],
    [[[3, 4]], 'seven, a natural, the line wins'],
    [[[5, 6]], 'eleven, a natural, the line wins'],
    [[[1, 1]], 'craps two, line away'],
    [[[6, 6]], 'craps twelve, line away'],
    [
      [
        [5, 4],
        [4, 4],
      ],
      'eight the hard way, the point is still nine',
    ],
    [
      [
        [5, 4],
        [6, 2],
      ],
      'easy eight, the point is still nine',
    ],
    [
      [
        [5, 4],
        [1, 1],
      ],
      'two, craps, the point is still nine',
    ],
    [
      [
        [5, 4],
        [6, 5],
      ],
      'eleven, the point is still nine',
    ],
    [
      [
        [5, 5],
        [6, 4],
      ],
      'easy ten, the point is made',
    ],
    [
      [
        [5, 5],
        [5, 5],
      ],
      'ten the hard way, the point is made',
    ],
    [
      [
        [5, 4],
        [3, 6],
      ],
      'nine, the point is made',
    ],
    [
      [
        [5, 4],
        [1, 6],
      ],
      'seven out, line away',
    ],
  ])('%j: %s', (dice, call) => {
    expect(calls(...dice).at(-1)).toBe(call);
  });
});

describe('why it is that much', () => {
  test('R10 rounded up to chips, with the clause of the book', () => {
    expect(
      told(openWith('crown'), sit('Ann'), bet('hardway', 500, { number: 8 }), roll(4, 1), roll(4, 4)),
    ).toContain('rounded up from $47.50 to what chips can make (§ 4.2.3)');
  });

  test('R10 nothing is said where nothing was rounded', () => {
    expect(told(openWith('crown'), sit('Ann'), bet('field', 500), roll(4, 5))).not.toContain('rounded');
  });

  test('adelaide 14(h) paid as the lower multiple, or rounded down under the minimum', () => {
    const table = openWith('adelaide', { chips: [250, 500], multiplesOfMinimum: true });
    const off = told(
      table,
      sit('Ann'),
      roll(4, 1),
      bet('place', 750, { number: 9, found: true }),
      roll(4, 5),
    );
    expect(off).toContain('$10.50 cannot be made in chips: paid as $5, rounded up (§ 14(h))');
    const under = told(
      table,
      sit('Ann'),
      roll(4, 1),
      bet('place', 250, { number: 9, found: true }),
      roll(4, 5),
    );
    expect(under).toContain('$3.50 cannot be made in chips: under the minimum, rounded down (§ 14(h))');
  });

  test('R11 over the maximum, for a whole and for a split wager', () => {
    expect(told(openWith('star'), sit('Ann'), bet('field', 60_000, { found: true }), roll(4, 4))).toContain(
      'over the maximum: $500 counts, $100 back (§ 7.3)',
    );
    const horn = told(openWith('star'), sit('Ann'), bet('horn', 60_000, { found: true }), roll(6, 5));
    expect(horn).toContain('over the maximum: $500 counts, $100 back (§ 7.3)');
    expect(horn).toContain('paid on one of four parts, $125; $375 collected');
  });

  test('R1 stays up, or is down when the money does not reach', () => {
    const lay = (bankroll: number): string =>
      told(
        openWith('aruze'),
        { do: 'sit', player: 'Ann', seat: 1, bankroll },
        bet('place', 500, { number: 6, stay: true }),
        bet('buy', 1000, { number: 4, stay: true }),
        roll(1, 3),
      );
    expect(lay(2000)).toContain('stays up: $10 placed again, commission $0.50');
    const broke = told(
      openWith('star', { limits: { default: { min: 500, max: 50000 }, place: { min: 500, max: 500 } } }),
      sit('Ann'),
      roll(4, 1),
      bet('place', 600, { number: 6, stay: true, found: true }),
      roll(4, 2),
    );
    expect(broke).toContain('not placed again: balance or limits do not allow it (R1)');
  });

  test('R2 the barred total: void at star, stands at crown', () => {
    expect(told(openWith('star'), sit('Ann'), bet('dont-pass', 500), roll(1, 1))).toMatch(
      /Don't Win +\$5 +void +two is barred, stake back +§ 6\.1\.2\.3\n/,
    );
    expect(told(openWith('crown'), sit('Ann'), bet('dont-pass', 500), roll(1, 1))).toMatch(
      /Don't Win Line +\$5 +stands +two is barred +§ 3\.6\.3\(c\)\(i\)\n/,
    );
  });

  test('R9 commission, and what of it comes back', () => {
    const text = told(
      openWith('adelaide'),
      sit('Ann'),
      bet('buy', 4000, { number: 4 }),
      { do: 'take', player: 'Ann', wager: 'buy', number: 4, amount: 2000 },
      { do: 'take', player: 'Ann', wager: 'buy', number: 4 },
    );
    expect(text).toContain('bets $40 on Buy Bet to Win 4, $2 commission (§ 7(a))');
    expect(text).toContain('takes $20 from Buy Bet to Win 4, $20 stays, $1 commission back (§ 7(c))');
    expect(text).toContain('takes down Buy Bet to Win 4, $20 back, $1 commission back (§ 7(c))');
    expect(text).toMatch(/the house +even\n$/);
  });

  test('R8 odds that come down with a reduced wager', () => {
    const text = told(
      openWith('star'),
      sit('Ann'),
      bet('dont-pass', 1000),
      roll(2, 2),
      bet('dont-pass-odds', 4000),
      { do: 'take', player: 'Ann', wager: 'dont-pass', amount: 500 },
    );
    expect(text).toContain(
      "takes $5 from Don't Win, $5 stays; $20 of Behind the Don't Win comes down with it (R8)",
    );
  });

  test('a refusal names who asked, the clause, the ruling and the nearest amount once', () => {
    const text = told(openWith('star'), sit('Ann'), bet('field', 400), bet('come', 500), {
      do: 'bet',
      player: 'Zed',
    });
    expect(text).toMatch(
      /refused: Field: \$4 is below the minimum of \$5\.\n +below-minimum · § 7\.1 · nearest \$5 · line 3\n/,
    );
    expect(text.match(/nearest/gi)).toHaveLength(1);
    expect(text).toContain('line 5   refused: player "Zed" is not at the table');
  });
});

describe('names from strangers', () => {
  const DOWN = '\u001b[2J\u001b]0;owned\u0007\u009b31m';
  const NASTY = [
    DOWN,
    '\u202eevil\u2066',
    'a\nb\r\tc',
    '\u0000\u007f\u0085\u2028\u2029\ufeff\u00ad',
    '\ud800',
    `Z${'\u0300\u0301\u0302\u0303'.repeat(200)}`,
    '👩‍🚀',
    '名前'.repeat(40),
    'x'.repeat(1 << 20),
    '__proto__',
    ' ',
  ];

  test.each(NASTY.map((name) => [name.slice(0, 12), name]))('%j cannot mess up the terminal', (_, player) => {
    const text = told(
      openWith('star'),
      sit(player),
      { do: 'bet', player, wager: 'pass', amount: 500 },
      { do: 'bet', player, wager: 'pass', amount: 1 },
      sit(player, 2),
      roll(4, 2),
      { do: 'layout' },
      { do: 'no-roll', reason: player },
      { do: player },
      { do: 'roll', [player]: 1 },
      { do: 'bet', player: `${player}!`, wager: player, amount: 1 },
    );
    expectHarmless(text);
  });

  test('what cannot be seen is spelled out, letters stay', () => {
    expect(plain('Zoë 李 \u001b[31m')).toBe('Zoë 李 \\u{1b}[31m');
    expect(plain('👩‍🚀')).toBe('👩🚀');
    expect(plain('\ud800')).toBe('\\u{d800}');
  });
});

const UNWANTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

function expectHarmless(text: string): void {
  for (const line of text.split('\n')) {
    expect(UNWANTED.test(line)).toBe(false);
    expect(columnsOf(line)).toBeLessThanOrEqual(PAGE_WIDTH);
    expect(line).toBe(line.trimEnd());
  }
}

describe('whatever the script', () => {
  const names = fc.constantFrom(
    'Ann',
    'Bo',
    'a name that is much longer than any column',
    '名前名前名前名前名前名前',
    '\u001b[1m',
  );
  const amounts = fc.oneof(
    fc.integer({ min: 1, max: 40 }).map((units) => units * 500),
    fc.constantFrom(1e12, 123_456_789_012, 7),
  );
  const number = fc.constantFrom(4, 5, 6, 8, 9, 10);
  const flag = fc.boolean();
  const numbered = fc.constantFrom(
    'place',
    'place-lose',
    'buy',
    'lay',
    'hardway',
    'come-odds',
    'dont-come-odds',
  );
  const unnumbered = fc.constantFrom(
    'pass',
    'dont-pass',
    'come',
    'dont-come',
    'pass-odds',
    'dont-pass-odds',
    'field',
    'horn',
    'world',
  );
  const die = fc.integer({ min: 1, max: 6 });
  const lines = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(die, die).map(([a, b]) => roll(a, b)) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('bet'), player: names, wager: unnumbered, amount: amounts }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('bet'),
        player: names,
        wager: numbered,
        number,
        amount: amounts,
        found: flag,
      }),
    },
    fc.record({
      do: fc.constant('bet'),
      player: names,
      wager: fc.constant('place'),
      number,
      amount: amounts,
      stay: flag,
    }),
    fc.record({ do: fc.constant('take'), player: names, wager: numbered, number }),
    fc.record({ do: fc.constant('call'), player: names, wager: numbered, to: fc.constantFrom('on', 'off') }),
    fc.constant({ do: 'layout' }),
    fc.anything().map((value) => ({ do: value })),
  );
  const seats = [
    'Ann',
    'Bo',
    'a name that is much longer than any column',
    '名前名前名前名前名前名前',
    '\u001b[1m',
  ];

  test.each(RULEBOOK_IDS)(
    '%s: no line is too wide, nothing escapes, colours change no letter',
    (rulebook) => {
      fc.assert(
        fc.property(fc.array(lines, { minLength: 10, maxLength: 60 }), (some) => {
          const limits = { default: { min: 500, max: 1e12 }, field: { min: 500, max: 5000 } };
          const sits = seats.map((player, index) => ({ do: 'sit', player, seat: index + 1, bankroll: 1e12 }));
          const script = [{ do: 'open', rulebook, limits }, ...sits, ...some]
            .map((line) => JSON.stringify(line))
            .join('\n');
          const text = account(script);
          expectHarmless(text);
          expect(withoutColours(account(script, COLOURED))).toBe(text);
        }),
        { numRuns: 60 },
      );
    },
  );

  test('the end adds up: what the players won the house has lost', () => {
    for (const name of exampleNames) {
      const end = account(readExample(name)).split('── The end')[1] as string;
      const nets = [...end.matchAll(/^ {3}.*? {2,}(even|[+-]\$[\d.,]+)/gm)].map(([, net]) =>
        cents(net as string),
      );
      expect(nets).toHaveLength(3);
      expect(nets.reduce((sum, net) => sum + net, 0)).toBe(0);
    }
  });

  const cents = (net: string): number => {
    if (net === 'even') return 0;
    const [, sign, dollars, rest = '0'] = /^([+-])\$([\d,]+)(?:\.(\d\d))?$/.exec(net) as RegExpExecArray;
    return (sign === '-' ? -1 : 1) * (Number(dollars?.replaceAll(',', '')) * 100 + Number(rest));
  };
});

describe('text', () => {
  test('columns: wide signs take two, marks none, colours none', () => {
    expect(columnsOf('abc')).toBe(3);
    expect(columnsOf('李🎲')).toBe(4);
    expect(columnsOf('e\u0301')).toBe(1);
    expect(columnsOf(COLOURED.red('abc'))).toBe(3);
  });

  test('cut to fit, with a mark', () => {
    expect(fit('abcdef', 6)).toBe('abcdef');
    expect(fit('abcdefg', 6)).toBe('abcde…');
    expect(fit('李李李', 5)).toBe('李李…');
  });

  test('wrapped at words', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('', 7)).toEqual(['']);
    expect(wrap('abcdefghij k', 5)).toEqual(['abcd…', 'k']);
  });

  test('listed', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toEqual(['', 'a', 'a and b', 'a, b and c']);
  });
});
