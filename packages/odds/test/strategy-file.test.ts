import { describe, expect, test } from 'vitest';
import { compile, LIBRARY, makeStrategy, readStrategy, usualTable } from '../src/index.js';

const faults = (value: unknown): readonly string[] => {
  const read = readStrategy(value);
  return read.ok ? [] : read.faults;
};
const withRule = (rule: object) => ({ name: 'x', wagers: [rule] });

describe('a strategy as a file', () => {
  test('every strategy of the library could be one', () => {
    for (const file of LIBRARY)
      expect(readStrategy(JSON.parse(JSON.stringify(file)))).toEqual({ ok: true, file });
  });

  test.each([
    [[], 'must be an object'],
    [{ name: 'x' }, 'wagers: is missing'],
    [{ name: '', wagers: [{ wager: 'pass', amount: 1 }] }, 'name: must be a text'],
    [{ name: 'x', wagers: [] }, 'wagers: must be a list of at least one'],
    [
      { name: 'x', wagers: [{ wager: 'pass', amount: 1 }], sesion: {} },
      'sesion: there is no such field; did you mean session?',
    ],
    [withRule({ wager: 'pas', amount: 1000 }), 'did you mean pass?'],
    [withRule({ wager: 'pass', amount: -5 }), 'wagers[0].amount: -5 is not an amount in whole cents above 0'],
    [withRule({ wager: 'pass', amount: 0.5 }), 'wagers[0].amount: 0.5'],
    [withRule({ wager: 'place', amount: 600 }), 'wagers[0]: place asks for numbers'],
    [
      withRule({ wager: 'place', numbers: [7], amount: 600 }),
      'wagers[0].numbers[0]: 7 is not one of 4, 5, 6, 8, 9, 10',
    ],
    [
      withRule({ wager: 'hardway', numbers: [5], amount: 600 }),
      'wagers[0].numbers: there is no hardway on 5',
    ],
    [withRule({ wager: 'pass', numbers: [6], amount: 600 }), 'wagers[0]: numbers do not go with pass'],
    [withRule({ wager: 'hop', amount: 600 }), 'wagers[0]: hop asks for dice'],
    [withRule({ wager: 'pass-odds', amount: 600 }), 'odds are asked for by the field "odds"'],
    [withRule({ wager: 'field', amount: 600, odds: 2 }), 'wagers[0].odds: there are no odds behind field'],
    [withRule({ wager: 'pass', amount: 600, odds: { 4: 3 } }), 'wagers[0].odds: must name all'],
    [withRule({ wager: 'pass', amount: 600, upTo: 2 }), 'wagers[0].upTo'],
    [
      withRule({ wager: 'field', amount: 600, stay: true }),
      'wagers[0].stay: field cannot be told to stay up',
    ],
    [
      withRule({ wager: 'place', numbers: [4, 6], amount: { 6: 600 } }),
      'wagers[0].amount: says nothing for 4',
    ],
    [
      withRule({ wager: 'pass', amount: 600, progression: { onWin: 'next' } }),
      'must have either times or amounts',
    ],
    [
      withRule({ wager: 'pass', amount: 600, progression: { times: [1], onWin: 'nxt' } }),
      'did you mean next?',
    ],
    [
      withRule({
        wager: 'place',
        number: 6,
        amount: 600,
        press: { by: 600, most: 1200 },
        regress: { to: 600 },
      }),
      'press and regress do not go together',
    ],
  ])('%j is refused: %s', (value, words) => {
    expect(faults(value).join('; ')).toContain(words);
  });

  test('all faults are told at once', () => {
    expect(faults(withRule({ wager: 'plac', amount: 0, nmber: 6 }))).toHaveLength(3);
  });

  test('press and regress are progressions', () => {
    const read = readStrategy(
      withRule({ wager: 'place', number: 6, amount: 600, press: { by: 600, most: 1900 } }),
    );
    expect(read.ok && read.file.wagers[0]?.progression?.amounts).toEqual([600, 1200, 1800]);
    const regressed = readStrategy(
      withRule({ wager: 'place', number: 6, amount: 3000, regress: { to: 600, after: 2 } }),
    );
    expect(regressed.ok && regressed.file.wagers[0]?.progression?.amounts).toEqual([3000, 3000, 600]);
  });
});

describe('what a rulebook does not allow', () => {
  const refusal = (rule: object, book: 'star' | 'crown' | 'aruze' = 'star') => {
    const read = readStrategy(withRule(rule));
    if (!read.ok) throw new Error(read.faults.join());
    const made = compile(makeStrategy(read.file), usualTable(book));
    return made.ok || made.why.why !== 'refused' ? null : made.why.refused;
  };

  test.each([
    [{ wager: 'pass', amount: 1000, odds: 3 }, 'star', '6.1.5.1', 'wagers[0].odds'],
    [{ wager: 'world', amount: 1000 }, 'star', '6.1', 'wagers[0].wager'],
    [{ wager: 'place', number: 6, amount: 100 }, 'star', '7.1', 'wagers[0].amount'],
    [{ wager: 'place', number: 6, amount: 650 }, 'crown', null, 'wagers[0].amount'],
    [{ wager: 'hardway', number: 6, amount: 500, working: 'off' }, 'aruze', undefined, 'wagers[0].amount'],
  ] as const)('%j at %s is refused with clause and place', (rule, book, clause, place) => {
    const refused = refusal(rule, book);
    expect(refused?.from).toBe(place);
    expect(refused?.message).toContain(place);
    if (clause) expect(refused?.clause).toBe(clause);
  });

  test('calling on where everything works anyway is no fault', () => {
    expect(refusal({ wager: 'hardway', number: 6, amount: 500, working: 'on' }, 'aruze')).toBeNull();
  });

  test('a sign that is no sign is refused too', () => {
    const made = compile(makeStrategy(LIBRARY[0] as never), {
      rulebook: 'star',
      limits: { default: { min: 5, max: 1 } },
    });
    expect(made.ok).toBe(false);
  });
});
