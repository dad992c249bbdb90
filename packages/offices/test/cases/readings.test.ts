// R100: a roll that is found to have been otherwise. The engine says what would have been paid, two people pay exactly
// that, and a decision that goes by no reading goes by the record.
import { letterOf, owing } from '@boxperson/offices';
import { expect, test } from 'vitest';
import { BOOKS, Desk, momentAt } from './desk.js';

const FIRST: Readonly<Record<(typeof BOOKS)[number], string>> = {
  star: 'boxperson-1-at-star',
  'star-2024': 'boxperson-1-at-star-2024',
  crown: 'area-manager-1-at-crown',
  adelaide: 'house-1-at-adelaide',
  aruze: 'electronic-gaming-attendant-1-at-aruze',
};
const LINE = '1/field/Annie';

/** Annie's $50 on the field lost to a seven; she says that it was a nine. */
function lost(rulebook: (typeof BOOKS)[number]): Desk {
  const desk = new Desk();
  const over = { line: LINE, wager: 'field', stake: 5_000, owed: 0, paid: 0 };
  desk.moments.set(rulebook, momentAt(rulebook, over));
  desk.do('c-1', 'dispute', { table: rulebook, roll: 7, line: LINE, says: 'It was five and four.' }, 'ann');
  return desk;
}

test.each(BOOKS)(
  'R100 %s: faces found otherwise are paid as the engine has them, stake included',
  (rulebook) => {
    const desk = lost(rulebook);
    const by = FIRST[rulebook];
    expect(desk.refusal('c-1', 'decide', { finds: 'upheld', reasons: 'x', reading: 1 }, by).message).toMatch(
      /no reading 1/,
    );
    desk.do('c-1', 'try-reading', { first: 5, second: 4, says: 'the tape' }, by);
    expect(desk.case('c-1').readings[0]).toMatchObject({
      was: -5_000,
      would: 5_000,
      otherwise: { dice: [5, 4] },
    });
    // To try a reading decides nothing.
    expect(owing(desk.case('c-1'))).toBe(0);
    desk.do('c-1', 'decide', { finds: 'upheld', reasons: 'The tape shows a nine.', reading: 1 }, by);
    expect(owing(desk.case('c-1'))).toBe(10_000);
    const pay = (amount: number) => ({ amount, how: 'account', reason: 'found on tape' });
    expect(desk.refusal('c-1', 'put-right', pay(5_000), 'manager-1', 'manager-2').nearest).toBe(10_000);
    desk.do('c-1', 'put-right', pay(10_000), 'manager-1', 'manager-2');
    expect(owing(desk.case('c-1'))).toBe(0);
    const letter = letterOf(desk.case('c-1')) as string;
    expect(letter).toContain('the dice showed 5 and 4');
    expect(letter).toContain('$100 more was to come to you');
  },
);

test('R100: a reading is of the dice, the call, the stake, the maximum or a rule, and of nothing else', () => {
  const desk = lost('star');
  const refused = (body: object) =>
    desk.refusal('c-1', 'try-reading', { says: 'x', ...body }, FIRST.star).message;
  expect(refused({})).toMatch(/^Say what is read otherwise/);
  expect(refused({ first: 5 })).toMatch(/^second: two dice/);
  expect(refused({ first: 7, second: 1 })).toMatch(/^first/);
  expect(refused({ policy: 'bar.total' })).toMatch(/^value: /);
  expect(refused({ policy: 'bar.totals', value: '12' })).toMatch(/bar\.total,/);
  expect(refused({ would: 1_000_000, first: 5, second: 4 })).toMatch(/would/);
  expect(refused({ stake: 0 })).toMatch(/^stake/);
  desk.do('c-1', 'try-reading', { stake: 10_000, says: 'more stood there' }, FIRST.star);
  desk.do('c-1', 'try-reading', { policy: 'bar.total', value: '12', says: 'as elsewhere' }, FIRST.star);
  expect(desk.case('c-1').readings.map(({ would }) => would)).toEqual([-10_000, -5_000]);
  expect(
    desk.refusal('c-1', 'decide', { finds: 'dismissed', reasons: 'x', reading: 1 }, FIRST.star).message,
  ).toMatch(/^reading/);
});

test('R100: a case without a line of a roll has nothing to read otherwise; the patron tries none', () => {
  const desk = lost('crown');
  desk.do('c-2', 'open', { kind: 'complaint', table: 'crown', says: 'rude' }, FIRST.crown);
  expect(desk.refusal('c-2', 'try-reading', { called: 'on', says: 'x' }, FIRST.crown).message).toMatch(
    /no line/,
  );
  expect(desk.refusal('c-1', 'try-reading', { first: 5, second: 4, says: 'x' }, 'ann').code).toBe(
    'not-allowed',
  );
});

test('R100: a review that goes by the record again takes the reading back', () => {
  const desk = lost('star');
  desk.do('c-1', 'try-reading', { first: 5, second: 4, says: 'the tape' }, FIRST.star);
  desk.do('c-1', 'decide', { finds: 'upheld', reasons: 'x', reading: 1 }, FIRST.star);
  desk.do('c-1', 'ask-review', { says: 'more is owed' }, 'ann');
  desk.do(
    'c-1',
    'decide',
    { finds: 'dismissed', reasons: 'the tape is of another roll' },
    'gaming-supervisor-1-at-star',
  );
  expect(owing(desk.case('c-1'))).toBe(0);
});
