// Discretion: a case is for its own people, and no letter to a patron bears the name of anybody else.
import { GUESTS_A_DAY, isOfCase, letterOf, ownCase, type Person, withoutNames } from '@boxperson/offices';
import { nameOf, RULEBOOKS, spotOf } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { BOOKS, Desk, momentAt, PATRONS, STAFF } from './desk.js';

/** Everybody whom a letter must not name, as a careless writer would write them. */
const CARELESS =
  'Bobby (bob) saw it, BOBBY said so; Cyrus Dealer paid, Cyrus or dealer-1-at-BOOK was tired. Doris stood by. ' +
  'Wanda Witness saw it too; Manager-2 Staff agreed. Annie won.';
const NEVER = [/bobby/i, /\bbob\b/i, /cyrus/i, /dealer-1-at/i, /doris/i, /wanda/i, /manager-2/i];

const FIRST: Readonly<Record<(typeof BOOKS)[number], string>> = {
  star: 'boxperson-1-at-star',
  'star-2024': 'boxperson-1-at-star-2024',
  crown: 'area-manager-1-at-crown',
  adelaide: 'house-1-at-adelaide',
  aruze: 'electronic-gaming-attendant-1-at-aruze',
};

function written(rulebook: (typeof BOOKS)[number]): Desk {
  const desk = new Desk();
  // Doris had chips on the layout, and the roll decided nothing of hers.
  const doris = { player: 'Doris', seat: 3, wagers: [{ wager: 'place-6', amount: 600, called: null }] };
  const before = { point: null, shooter: 'Annie', players: [doris] };
  desk.moments.set(rulebook, { ...momentAt(rulebook), before, after: before });
  const says = CARELESS.replace('BOOK', rulebook);
  desk.do('c-1', 'dispute', { table: rulebook, roll: 7, line: '1/pass/Annie', says }, 'ann');
  desk.do('c-1', 'add-evidence', { kind: 'statement', says, source: 'Wanda Witness' }, FIRST[rulebook]);
  desk.do('c-1', 'tell', { whom: 'Ida', how: 'telephone' }, 'manager-2');
  desk.do('c-1', 'decide', { finds: 'dismissed', reasons: says }, FIRST[rulebook]);
  return desk;
}

test.each(BOOKS)('%s: no letter and no view of a patron’s names anybody else', (rulebook) => {
  const desk = written(rulebook);
  const own = ownCase(desk.case('c-1'), PATRONS.get('ann') as Person);
  const letter = letterOf(desk.case('c-1')) as string;
  for (const text of [letter, JSON.stringify(own)])
    for (const name of [...NEVER, ...[...STAFF.keys()].map((id) => new RegExp(id))])
      expect(text).not.toMatch(name);
  expect(letter).toContain('another player');
  // What stands in the place of a name stands there once.
  expect(letter).not.toMatch(/\b(?:the the|a a)\b/i);
  expect(letter).toContain('a member of the staff agreed');
  expect(letter).toContain('Annie won.');
  // The wager by its name on the felt.
  expect(letter).toContain(`your wager on ${nameOf(RULEBOOKS[rulebook], spotOf('pass'))} of `);
  expect(own?.moment?.lines.map(({ player }) => player)).toEqual(['Annie']);
});

test('a name inside another word is left alone, and one with signs is taken out', () => {
  const desk = new Desk();
  const moment = momentAt('star');
  const lines = [
    ...moment.lines,
    { ...moment.lines[1], line: '1/field/J.(x)', player: 'J.(x)', person: null },
  ];
  desk.moments.set('star', { ...moment, lines: lines as typeof moment.lines });
  desk.do('c-1', 'dispute', { table: 'star', roll: 7, line: '1/pass/Annie', says: 'x' }, 'ann');
  expect(withoutNames(desk.case('c-1'), 'bobbysocks, J.(x)!')).toBe('bobbysocks, another player!');
});

test('a case is seen by its people alone', () => {
  const desk = written('star');
  const sees = [...STAFF.values()].filter((person) => isOfCase(desk.case('c-1'), person)).map(({ id }) => id);
  // Whoever stands on a rung of star, manages, or looks after its table; nobody of another book, no dealer.
  const right = [...STAFF.keys()].filter(
    (id) =>
      /^(boxperson|gaming-supervisor|assistant-gaming-manager|gaming-manager)-\d-at-star$/.test(id) ||
      /^(manager|inspector|surveillance|pit-supervisor)-\d$/.test(id),
  );
  expect(sees.sort()).toEqual(right.sort());
  for (const other of ['bob', 'cat']) {
    expect(ownCase(desk.case('c-1'), PATRONS.get(other) as Person)).toBeNull();
    expect(desk.refusal('c-1', 'add-evidence', { kind: 'note', says: 'x', source: 'me' }, other).code).toBe(
      'not-allowed',
    );
  }
});

test('those who only look change nothing: surveillance and inspectors do what is theirs', () => {
  const desk = written('star');
  for (const by of ['inspector-1', 'surveillance-1'])
    for (const [verb, body] of [
      ['close', { says: 'x' }],
      ['advise', { how: 'x' }],
      ['put-right', { amount: 50_000, how: 'cash', reason: 'x' }],
      ['enquire', { finds: 'suspected', says: 'x' }],
    ] as const)
      expect(desk.refusal('c-1', verb, body, by, 'manager-1').code, `${by} ${verb}`).toBe('not-allowed');
  desk.do('c-1', 'direct', { says: 'keep the tape' }, 'inspector-1');
  desk.do('c-1', 'add-evidence', { kind: 'picture', says: 'camera 4', source: 'the eye' }, 'surveillance-1');
});

test('a dispute is about one’s own: another’s line, a roll without one, a place where nothing was', () => {
  const desk = new Desk();
  desk.moments.set('star', momentAt('star'));
  const say = (body: object, by: string) =>
    desk.refusal('c-9', 'dispute', { table: 'star', says: 'x', ...body }, by);
  expect(say({ roll: 7, line: '1/field/Bobby' }, 'ann')).toMatchObject({ code: 'not-yours' });
  expect(say({ roll: 7 }, 'cat')).toMatchObject({ code: 'not-yours' });
  expect(say({ roll: 7, line: '1/come/Zoe' }, 'ann').message).toContain('1/pass/Annie is one');
  desk.moments.clear();
  expect(say({ roll: 7 }, 'ann').code).toBe('not-found');
  expect(say({ line: '1/pass/Annie' }, 'ann').message).toContain('roll:');
});

describe('star 9.12: guests are heard as patrons of a table, and no more than somebody can decide', () => {
  const complain = (desk: Desk, matter: string, by = 'gil') =>
    desk.try(matter, 'dispute', { table: 'star', says: 'nobody smiles' }, { by });
  const codeOfTry = (done: ReturnType<typeof complain>) => (done.ok ? null : done.refused.code);

  test('a complaint is of whoever sits there, or sat there', () => {
    const desk = new Desk();
    expect(codeOfTry(complain(desk, 'c-1'))).toBe('not-eligible');
    desk.sat.add('sat-at/crown/gil');
    expect(codeOfTry(complain(desk, 'c-1'))).toBe('not-eligible');
    desk.sat.add('sat-at/star/gil');
    expect(codeOfTry(complain(desk, 'c-1'))).toBe(null);
    // Whoever has a card is known to the house wherever they stand.
    expect(codeOfTry(complain(desk, 'c-2', 'ann'))).toBe(null);
  });

  test('three of one guest’s go on at a time, whether complaints or disputes', () => {
    const desk = new Desk();
    desk.sat.add('sat-at/star/gil');
    desk.moments.set('star', momentAt('star', { person: 'gil' }));
    desk.do('d-1', 'dispute', { table: 'star', roll: 7, says: 'I won' }, 'gil');
    expect(['c-1', 'c-2', 'c-3'].map((one) => codeOfTry(complain(desk, one)))).toEqual([
      null,
      null,
      'used-up',
    ]);
    expect(desk.refusal('d-2', 'dispute', { table: 'star', roll: 7, says: 'x' }, 'gil').code).toBe('used-up');
    desk.cases.set('c-1', { ...desk.case('c-1'), closed: { at: desk.at } as never });
    expect(codeOfTry(complain(desk, 'c-3'))).toBe(null);
  });

  test('all guests together complain so often in a day, and dispute what was theirs all the same', () => {
    const desk = new Desk();
    desk.sat.add('sat-at/star/gil');
    desk.moments.set('star', momentAt('star', { person: 'gil' }));
    const first = desk.at;
    for (let n = 1; n <= GUESTS_A_DAY; n += 1) {
      desk.at = first + n * 1_000;
      expect(codeOfTry(complain(desk, `c-${n}`))).toBe(null);
      desk.cases.set(`c-${n}`, { ...desk.case(`c-${n}`), closed: { at: desk.at } as never });
    }
    expect(complain(desk, 'c-0')).toMatchObject({ refused: { code: 'too-fast', retryAfter: 86_400 - 99 } });
    desk.do('d-1', 'dispute', { table: 'star', roll: 7, says: 'I won' }, 'gil');
    expect(codeOfTry(complain(desk, 'c-ann', 'ann'))).toBe(null);
    desk.at = first + 86_400_000 + 1_000;
    expect(codeOfTry(complain(desk, 'c-0'))).toBe(null);
  });
});
