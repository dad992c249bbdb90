// A roll at a tournament's table in a case: what it owes is chips, and no case makes money of them.
import { letterOf, type Moment, ownCase, summaryOf } from '@boxperson/offices';
import { expect, test } from 'vitest';
import { codeOf, Desk, holder, momentAt, PATRONS } from './desk.js';

const LINE = '1/pass/Annie';
const DECIDER = holder('crown', 'decide-dispute');
const [ONE, TWO] = ['manager-1', 'manager-2'];

/** As the house reads it: what a table was played with stands in it. */
const momentOf = (table: string) => ({
  ...momentAt('crown'),
  table,
  ...(table === 'cup-1' ? { unit: 'chips' as const, sign: '5 chips to 1,000 chips' } : {}),
});

/** Ann disputed her line of a roll, which paid nothing, and it was found for her. */
function upheld(table: string, moment: Moment = momentOf(table), decider = DECIDER): Desk {
  const desk = new Desk();
  desk.moments.set(table, moment);
  desk.do('c-1', 'dispute', { table, roll: 7, line: LINE, says: 'I won' }, 'ann');
  desk.do('c-1', 'decide', { finds: 'upheld', reasons: 'the record' }, decider);
  desk.do('c-1', 'advise', { how: 'in person' }, ONE);
  return desk;
}
const right = (how: 'account' | 'cash') => ({ amount: 50_000, how, reason: 'decided' });

test('crown 8.4.4(a): tournament chips are no money, and none is put right with it', () => {
  const desk = upheld('cup-1');
  const before = new Map(desk.balances);
  for (const how of ['account', 'cash'] as const) {
    const refused = desk.refusal('c-1', 'put-right', right(how), ONE, TWO);
    expect(codeOf(refused)).toEqual(['not-eligible', '8.4.4(a)']);
    expect(refused.message).toMatch(/^amount: .*at the table/);
  }
  expect(desk.balances).toEqual(before);
  // Where people play for money it is put right as ever.
  const money = upheld('crown');
  money.do('c-1', 'put-right', right('account'), ONE, TWO);
  expect(money.balances.get('player/ann')).toBe(10_050_000);
});

test('crown 8.4.4(a): such a case ends when somebody has written down that the chips were put right at the table', () => {
  const desk = upheld('cup-1');
  const refused = desk.refusal('c-1', 'close', { says: 'done' }, ONE);
  expect(refused).toMatchObject({ code: 'not-eligible', nearest: 50_000 });
  expect(refused.message).toContain('500 chips of the tournament');
  desk.do('c-1', 'attempt', { what: 'reimburse', says: 'by the director', succeeded: true }, ONE);
  desk.do('c-1', 'close', { says: 'done' }, ONE);
  // Money that is owed is not written off like that.
  const money = upheld('crown');
  money.do('c-1', 'attempt', { what: 'reimburse', says: 'not there', succeeded: false }, ONE);
  expect(money.refusal('c-1', 'close', { says: 'done' }, ONE).message).toContain('put that right first');
});

test('crown 8.4.4(a): whose table is not there tells by its roll what it is about, or nothing is moved', () => {
  const desk = upheld('cup-1');
  const before = new Map(desk.balances);
  desk.away.add('cup-1');
  const refused = desk.refusal('c-1', 'put-right', right('cash'), ONE, TWO);
  expect(codeOf(refused)).toEqual(['not-eligible', '8.4.4(a)']);
  expect(desk.refusal('c-1', 'close', { says: 'done' }, ONE).message).toContain(
    '500 chips of the tournament',
  );
  // A roll that was frozen by an earlier version does not say.
  const early = upheld('cup-1', { ...momentAt('crown'), table: 'cup-1' });
  early.away.add('cup-1');
  for (const how of ['account', 'cash'] as const) {
    const unknown = early.refusal('c-1', 'put-right', right(how), ONE, TWO);
    expect(unknown).toMatchObject({ code: 'not-eligible', message: expect.stringContaining('table cup-1') });
  }
  expect(early.refusal('c-1', 'close', { says: 'done' }, ONE).message).not.toMatch(/\$\d/);
  // It may never come back: the case ends when it is on record what was done.
  early.do('c-1', 'attempt', { what: 'reimburse', says: 'the table is gone', succeeded: false }, ONE);
  early.do('c-1', 'close', { says: 'done' }, ONE);
  for (const one of [desk, early]) expect(one.balances).toEqual(before);
  // Of money it is said from now on, whatever became of the table.
  const money = upheld('crown', { ...momentAt('crown'), unit: 'money' });
  money.away.add('crown');
  money.do('c-1', 'put-right', right('account'), ONE, TWO);
  expect(money.balances.get('player/ann')).toBe(10_050_000);
  // At electronic tables nobody plays a tournament.
  const terminal = upheld('aruze', momentAt('aruze'), holder('aruze', 'decide-dispute'));
  terminal.away.add('aruze');
  terminal.do('c-1', 'put-right', right('account'), ONE, TWO);
  expect(terminal.balances.get('player/ann')).toBe(10_050_000);
});

test('crown 8.4.4(a): nothing in the words of such a case is written like money', () => {
  const desk = new Desk();
  desk.moments.set('cup-1', momentOf('cup-1'));
  desk.do('c-1', 'dispute', { table: 'cup-1', roll: 7, line: LINE, says: 'I won' }, 'ann');
  desk.do('c-1', 'try-reading', { stake: 60_000, says: 'by the tape' }, ONE);
  desk.do('c-1', 'decide', { finds: 'upheld', reasons: 'the tape', reading: 1 }, DECIDER);
  const state = desk.case('c-1');
  const letter = letterOf(state) ?? '';
  expect(letter).toContain('of 500 chips at');
  expect(letter).toContain('By the rules 500 chips was to be paid besides the stake; 0 chips was paid.');
  expect(letter).toContain('that 600 chips stood there: by the rules 600 chips more');
  for (const text of [letter, JSON.stringify(ownCase(state, PATRONS.get('ann') ?? null))])
    expect(text).not.toMatch(/\$\d/);
  expect(summaryOf(state)).toMatchObject({ difference: -60_000, unit: 'chips' });
  // Where people play for money it is money.
  const money = upheld('crown').case('c-1');
  expect(letterOf(money)).toContain('By the rules $500 was to be paid');
  expect(summaryOf(money)).toMatchObject({ unit: 'money' });
});

test('crown 8.4.4(a): a case that opens itself about a tournament’s table tells of chips', () => {
  for (const [table, said] of [
    ['cup-1', '300 chips was paid where 500 chips is owed: a stack too few'],
    ['crown', '$300 was paid where $500 is owed: a stack too few'],
  ] as const) {
    const desk = new Desk();
    desk.moments.set(table, momentOf(table));
    const says = '$300 was paid where $500 is owed: a stack too few';
    desk.do('r-7', 'raise', { kind: 'underpayment', says, table, roll: 7, line: LINE }, null);
    expect(desk.case('r-7').opened.says).toBe(said);
  }
});
