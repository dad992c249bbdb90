// Wrong payments and withheld ones: what must have been done before such a case may end, and what the month's report says.
import { type Duties, dutiesOf, endOfMonth, monthOf, REPORT_MS, reportText } from '@boxperson/offices';
import { RULEBOOKS } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { codeOf, Desk, momentAt } from './desk.js';

const HOUR = 3_600_000;
const BOX = 'boxperson-1-at-star-2024';
const [ONE, TWO] = ['gaming-manager-1-at-star-2024', 'gaming-manager-2-at-star-2024'];
const CLOSE = { says: 'done' };

/** Somebody was paid so much where nothing, or $500, is owed. */
function mispaid(kind: 'overpayment' | 'underpayment', person: string | null = 'ann'): Desk {
  const desk = new Desk();
  const line = { person, paid: kind === 'overpayment' ? 170_000 : 0 };
  desk.moments.set('star-2024', momentAt('star-2024', line));
  desk.do('w-1', 'raise', { kind, table: 'star-2024', roll: 7, line: '1/pass/Annie', says: 'differs' }, null);
  return desk;
}
const enquired = (desk: Desk, finds: 'not-intentional' | 'suspected' = 'not-intentional') =>
  desk.do('w-1', 'enquire', { finds, says: 'asked the crew, looked at the tape' }, BOX);
const tried = (desk: Desk, what: string, succeeded = false) =>
  desk.do('w-1', 'attempt', { what, says: 'by telephone', succeeded }, BOX);
const notYet = (desk: Desk) => codeOf(desk.refusal('w-1', 'close', CLOSE, ONE));

describe('star-2024 9.1, 9.1.1, 9.1.2: a wrong payment that was not intended', () => {
  test('star-2024 9.1.1: ends only after an enquiry whether it was intended', () => {
    const desk = mispaid('underpayment');
    expect(notYet(desk)).toEqual(['not-eligible', '9.1.1']);
    expect(
      codeOf(desk.refusal('w-1', 'put-right', { amount: 50_000, how: 'account', reason: 'x' }, ONE, TWO)),
    ).toEqual(['not-eligible', '9.1.1']);
  });

  test('star-2024 9.1.2: put right, or tried, or told to the commission', () => {
    const right = mispaid('underpayment');
    enquired(right);
    expect(notYet(right)).toEqual(['not-eligible', '9.1.2']);
    right.do('w-1', 'put-right', { amount: 50_000, how: 'account', reason: 'underpaid' }, ONE, TWO);
    right.do('w-1', 'close', CLOSE, ONE);
    expect(right.balances.get('player/ann')).toBe(10_050_000);
    expect(right.balances.get('house/corrections')).toBe(-50_000);

    const told = mispaid('underpayment');
    enquired(told);
    told.do('w-1', 'tell', { whom: 'NICC', how: 'letter 12' }, ONE);
    told.do('w-1', 'close', CLOSE, ONE);
  });

  test('star-2024 9.3, 9.3.1, 9.3.1.1: too little: an attempt to reach the patron and to reimburse them', () => {
    const desk = mispaid('underpayment');
    enquired(desk);
    tried(desk, 'contact');
    tried(desk, 'demand');
    expect(notYet(desk)).toEqual(['not-eligible', '9.1.2']);
    tried(desk, 'reimburse');
    desk.do('w-1', 'close', CLOSE, ONE);
  });

  test('star-2024 9.3.1.2: too much: an attempt to ask for it back; taken from an account only what is there', () => {
    const desk = mispaid('overpayment');
    enquired(desk);
    tried(desk, 'reimburse');
    expect(notYet(desk)).toEqual(['not-eligible', '9.1.2']);
    desk.balances.set('player/ann', 100);
    const back = { amount: 120_000, how: 'account', reason: 'overpaid' };
    expect(codeOf(desk.refusal('w-1', 'put-right', back, ONE, TWO))).toEqual(['insufficient', '9.3.1.2']);
    tried(desk, 'demand');
    desk.do('w-1', 'close', CLOSE, ONE);
  });
});

test('star-2024 9.2, 9.2.1, 9.2.2: suspected intent: find out who, and put it right; telling is not enough', () => {
  const desk = mispaid('overpayment', null);
  enquired(desk, 'suspected');
  desk.do('w-1', 'tell', { whom: 'NICC', how: 'letter 12' }, ONE);
  expect(notYet(desk)).toEqual(['not-eligible', '9.2.2']);
  tried(desk, 'identify', true);
  expect(notYet(desk)).toEqual(['not-eligible', '9.2.1']);
  desk.do('w-1', 'identify', { patron: 'ann', says: 'by her card' }, BOX);
  desk.do('w-1', 'put-right', { amount: 120_000, how: 'account', reason: 'overpaid' }, ONE, TWO);
  desk.do('w-1', 'close', CLOSE, ONE);
  expect(desk.balances.get('player/ann')).toBe(9_880_000);
});

test('found on tape a day later: what was owed stays the engine’s, and the house knows of it from then on', () => {
  const desk = new Desk(endOfMonth('Sydney', '2026-01') - 12 * HOUR);
  desk.moments.set('star-2024', momentAt('star-2024', { paid: 50_000 }));
  const about = { kind: 'overpayment', table: 'star-2024', roll: 7, line: '1/pass/Annie', says: 'a look' };
  desk.duty('begin-reporting', { month: '2026-01' }, null);
  desk.do('w-1', 'open', about, 'surveillance-1');
  desk.until(desk.at + 24 * HOUR);
  desk.do('w-1', 'see-payment', { paid: 170_000, says: 'camera 4' }, 'surveillance-1');
  expect(desk.case('w-1').seen).toMatchObject({ owed: 50_000, paid: 170_000 });
  desk.until(endOfMonth('Sydney', '2026-02'));
  expect(desk.duties.months['2026-01']?.payments).toEqual([]);
  expect(desk.duties.months['2026-02']?.payments).toMatchObject([{ case: 'w-1', amount: 120_000 }]);
});

test('play money stays play money: it is never cash, nor does it go to the account of a player', () => {
  const right = (how: 'account' | 'cash') => ({ amount: 50_000, how, reason: 'underpaid' });
  const refused = (desk: Desk, how: 'account' | 'cash') =>
    desk.refusal('w-1', 'put-right', right(how), ONE, TWO);
  const desk = mispaid('underpayment', 'gil');
  enquired(desk);
  expect(refused(desk, 'cash')).toMatchObject({ code: 'not-eligible' });
  expect(refused(desk, 'cash').message).toContain('play money');
  // Whoever it is said to be: the wager was what it was.
  desk.do('w-1', 'identify', { patron: 'ann', says: 'by her looks' }, ONE);
  for (const how of ['cash', 'account'] as const) expect(refused(desk, how).message).toContain('play money');
  desk.do('w-1', 'identify', { patron: 'gil', says: 'no, him' }, ONE);
  desk.do('w-1', 'put-right', right('account'), ONE, TWO);
  expect(desk.balances.get('player/gil')).toBe(50_000);
  expect(desk.balances.get('house/corrections')).toBeUndefined();

  const real = mispaid('underpayment');
  enquired(real);
  real.do('w-1', 'identify', { patron: 'gil', says: 'by his looks' }, ONE);
  for (const how of ['cash', 'account'] as const) expect(refused(real, how).message).toContain('play money');

  // The house forgets its guests, and nobody else.
  const gone = mispaid('underpayment', 'g-forgotten');
  enquired(gone);
  expect(refused(gone, 'cash').message).toContain('play money');
  const nobody = mispaid('underpayment', null);
  enquired(nobody);
  nobody.do('w-1', 'put-right', right('cash'), ONE, TWO);
});

test('two cases about one line put it right once: the other counts what the first has moved', () => {
  const desk = mispaid('underpayment');
  const said = { table: 'star-2024', roll: 7, line: '1/pass/Annie', says: 'I won' };
  desk.do('c-1', 'dispute', said, 'ann');
  enquired(desk);
  const right = { amount: 50_000, how: 'account', reason: 'underpaid' };
  desk.do('w-1', 'put-right', right, ONE, TWO);
  desk.do('c-1', 'decide', { finds: 'upheld', reasons: 'the record' }, BOX);
  expect(desk.refusal('c-1', 'put-right', right, ONE, TWO)).toMatchObject({ code: 'used-up' });
  expect(desk.refusal('c-1', 'count-elsewhere', { case: 'w-9' }, ONE).message).toContain('w-1 has');
  desk.do('c-1', 'count-elsewhere', { case: 'w-1' }, ONE);
  expect(desk.refusal('c-1', 'put-right', right, ONE, TWO).message).toContain('Nothing is owed');
  desk.do('c-1', 'advise', { how: 'in person' }, ONE);
  desk.do('c-1', 'close', CLOSE, ONE);
  expect(desk.balances.get('player/ann')).toBe(10_050_000);
});

describe('star-2024 9.3.2: the report at the end of every month', () => {
  const start = () => {
    const desk = new Desk(endOfMonth('Sydney', '2026-02'));
    desk.duty('begin-reporting', { month: '2026-03' }, null);
    return desk;
  };
  const pay = (desk: Desk, name: string, paid: number) => {
    desk.moments.set('star-2024', momentAt('star-2024', { owed: 0, paid }));
    const about = { table: 'star-2024', roll: 7, line: '1/pass/Annie', says: 'differs' };
    desk.do(name, 'raise', { kind: 'overpayment', ...about }, null);
  };
  const report = (desk: Desk, month: string) => (desk.duties as Duties).months[month];
  const END = endOfMonth('Sydney', '2026-03');

  test('strictly over $1,000, drafted by itself when the month is over in Sydney, not a moment before', () => {
    const desk = start();
    pay(desk, 'a', 100_000);
    pay(desk, 'b', 100_001);
    desk.until(END - 1);
    expect(report(desk, '2026-03')).toBeUndefined();
    expect(desk.duty('draft-report', { month: '2026-03' }, null)).toMatchObject({ clause: '9.3.2' });
    desk.until(END);
    expect(report(desk, '2026-03')?.payments.map((one) => one.case)).toEqual(['b']);
    expect(desk.duties.owed['report-2026-03']).toMatchObject({ clause: '9.3.2', by: END + REPORT_MS });
  });

  test('what was wrong in the chips of a tournament is no payment', () => {
    const desk = start();
    pay(desk, 'a', 150_000);
    desk.moments.set('star-2024', {
      ...momentAt('star-2024', { owed: 0, paid: 150_000 }),
      unit: 'chips' as const,
    });
    const about = { table: 'star-2024', roll: 7, line: '1/pass/Annie', says: 'differs' };
    desk.do('b', 'raise', { kind: 'overpayment', ...about }, null);
    desk.until(END);
    expect(report(desk, '2026-03')?.payments.map((one) => one.case)).toEqual(['a']);
  });

  test('reviewed, then sent, with a number; a month without any says so; overdue when nobody sends it', () => {
    const desk = start();
    desk.until(END);
    expect(desk.duty('send-report', { month: '2026-03', how: 'mail' }, ONE)).toMatchObject({
      clause: '9.3.2',
    });
    expect(desk.duty('review-report', { month: '2026-03' }, 'house-1-at-adelaide')).toMatchObject({
      code: 'not-allowed',
      clause: '9.3.2',
    });
    expect(desk.duty('review-report', { month: '2026-03' }, ONE)).toBeNull();
    expect(desk.duty('send-report', { month: '2026-03', how: 'mail' }, ONE)).toBeNull();
    expect(desk.duties.notices['N-1']?.says).toContain('no over- or underpayment above $1,000');
    expect(desk.duty('acknowledge', { number: 'N-1' }, 'inspector-1')).toBeNull();
    expect(desk.duties.done['report-2026-03']?.late).toBe(false);
    desk.until(endOfMonth('Sydney', '2026-04') + REPORT_MS);
    expect(desk.duties.owed['report-2026-04']?.overdueAt).toBe(endOfMonth('Sydney', '2026-04') + REPORT_MS);
  });

  test('what is known later, or otherwise, is corrected by an addendum', () => {
    const desk = start();
    pay(desk, 'a', 150_000);
    desk.until(END);
    desk.duty('review-report', { month: '2026-03' }, ONE);
    desk.duty('send-report', { month: '2026-03', how: 'mail' }, ONE);
    const late = { case: 'a', table: 'star-2024', amount: 160_000, awareAt: END - HOUR };
    expect(desk.duty('note-payment', late, null)).toBeNull();
    expect(Object.keys(desk.duties.owed)).toContain('addendum-2026-03-1');
    expect(desk.duty('addendum', { month: '2026-03', says: 'a second tape' }, ONE)).toBeNull();
    expect(report(desk, '2026-03')?.addenda[0]?.payments).toMatchObject([{ amount: 160_000 }]);
    expect(Object.keys(desk.duties.owed)).not.toContain('addendum-2026-03-1');
  });

  test('the text names every payment with its case', () => {
    const payments = [{ case: 'b', table: 'wharf', amount: -150_000, awareAt: END - HOUR }];
    expect(reportText({ month: '2026-03', payments })).toContain('case b at wharf, $1,500 underpaid');
    expect(monthOf('Sydney', END - 1)).toBe('2026-03');
  });
});

describe('deadlines, to the millisecond', () => {
  const DAY = 24 * HOUR;
  /** A day before the clocks go on in Sydney: the day after has 23 hours. */
  const BEFORE = Date.UTC(2026, 9, 3, 2);
  const owed = (desk: Desk, what: string) => desk.duties.owed[`c-1/${what}`]?.by;

  test('R68: 24 hours to decide and to advise, the 7th day for a review, the 56th for the end', () => {
    const desk = new Desk(BEFORE);
    desk.do('c-1', 'open', { kind: 'complaint', table: 'star', patron: 'ann', says: 'x' }, 'manager-1');
    expect(owed(desk, 'decide')).toBe(BEFORE + DAY);
    // Midnight in Sydney, an hour earlier by the clock of the world than before the change.
    expect(owed(desk, 'end')).toBe(Date.UTC(2026, 10, 28, 13));
    desk.until(BEFORE + DAY - 1);
    expect(desk.duties.owed['c-1/decide']?.overdueAt).toBeNull();
    desk.until(BEFORE + DAY);
    expect(desk.duties.owed['c-1/decide']?.overdueAt).toBe(BEFORE + DAY);
    desk.until(BEFORE + 2 * DAY);
    expect(desk.duties.owed['c-1/decide']).toMatchObject({ owner: 'manager', escalatedAt: BEFORE + 2 * DAY });
    desk.do('c-1', 'decide', { finds: 'dismissed', reasons: 'x' }, 'boxperson-1-at-star');
    expect(owed(desk, 'advise-first')).toBe(desk.at + DAY);
    expect(desk.duties.done['c-1/decide']).toEqual({ at: desk.at, late: true });
    desk.do('c-1', 'ask-review', { says: 'x' }, 'ann');
    expect(owed(desk, 'review-review')).toBe(Date.UTC(2026, 9, 12, 13));
  });

  test('R66: the 14th day to put a payment right, in Adelaide by its own half hour', () => {
    const desk = new Desk(BEFORE);
    desk.moments.set('adelaide', momentAt('adelaide'));
    const about = { table: 'adelaide', roll: 7, line: '1/pass/Annie', says: 'x' };
    desk.do('c-1', 'raise', { kind: 'underpayment', ...about }, null);
    expect(owed(desk, 'rectify')).toBe(Date.UTC(2026, 9, 17, 13, 30));
    expect(desk.duties.owed['c-1/rectify']?.clause).toBeNull();
  });
});

describe('aruze 4.2, 6.5: money withheld', () => {
  const AGM = ['assistant-gaming-manager-1-at-aruze', 'assistant-gaming-manager-2-at-aruze'] as const;
  const withheld = () => {
    const desk = new Desk();
    const about = { kind: 'withheld', table: 'aruze', patron: 'ann', says: 'a meter in doubt' };
    desk.do('h-1', 'open', about, AGM[0]);
    desk.do('h-1', 'withhold', { amount: 80_000, reason: 'looked into' }, ...AGM);
    return desk;
  };

  test('aruze 4.2: set aside, an inspector told within the time, decided, then given out', () => {
    const desk = withheld();
    expect(desk.balances.get('escrow/case/h-1')).toBe(80_000);
    const end = { how: 'released', reason: 'in order' };
    expect(codeOf(desk.refusal('h-1', 'end-withholding', end, ...AGM))).toEqual(['not-eligible', '4.2']);
    expect(desk.duties.owed['h-1/tell-inspector']).toMatchObject({ clause: '4.2', ruling: 'R67' });
    desk.until(desk.at + HOUR);
    expect(desk.duties.owed['h-1/tell-inspector']?.overdueAt).toBe(desk.at);
    desk.do('h-1', 'tell', { whom: 'Ida', how: 'telephone' }, AGM[0]);
    expect(desk.duties.done['h-1/tell-inspector']).toEqual({ at: desk.at, late: false });
    desk.do('h-1', 'decide', { finds: 'upheld', reasons: 'the meter was right' }, AGM[0]);
    desk.do('h-1', 'end-withholding', end, ...AGM);
    expect([desk.balances.get('escrow/case/h-1'), desk.balances.get('player/ann')]).toEqual([0, 10_000_000]);
  });

  test('aruze 4.2: the house keeps it only after an inspector’s review (R67)', () => {
    const desk = withheld();
    desk.do('h-1', 'tell', { whom: 'Ida', how: 'telephone' }, AGM[0]);
    desk.do('h-1', 'decide', { finds: 'dismissed', reasons: 'the meter was wrong' }, AGM[0]);
    const keep = { how: 'returned', reason: 'never won' };
    expect(codeOf(desk.refusal('h-1', 'end-withholding', keep, ...AGM))).toEqual(['not-eligible', '4.2']);
    expect(codeOf(desk.refusal('h-1', 'close', CLOSE, AGM[0]))).toEqual(['not-eligible', '4.2']);
    desk.do('h-1', 'acknowledge', {}, 'inspector-1');
    desk.do('h-1', 'end-withholding', keep, ...AGM);
    expect(desk.balances.get('house/corrections')).toBe(80_000);
  });

  test('books that give nobody that power refuse it; crown 9.2.3 lets winnings be seized', () => {
    const desk = new Desk();
    desk.do('h-1', 'open', { kind: 'withheld', table: 'star', patron: 'ann', says: 'x' }, 'manager-1');
    const said = { amount: 100, reason: 'x' };
    expect(desk.refusal('h-1', 'withhold', said, 'manager-1', 'manager-2').message).toContain(
      RULEBOOKS.star.title,
    );
    desk.do('h-2', 'open', { kind: 'device', table: 'crown', patron: 'ann', says: 'x' }, 'manager-1');
    const pair = ['assistant-casino-manager-1-at-crown', 'assistant-casino-manager-2-at-crown'] as const;
    desk.do('h-2', 'withhold', said, ...pair);
    expect(desk.case('h-2').withheld?.clause).toBe('9.2.3');
  });
});

test.each([
  ['star', '10.12', HOUR / 4],
  ['star-2024', '11/10.11', 48 * HOUR],
  ['aruze', '5.12', HOUR / 4],
] as const)('%s %s: the inspectorate is told of a draw in doubt in time', (rulebook, clause, ms) => {
  const desk = new Desk();
  desk.do('d-1', 'open', { kind: 'draw', rulebook, says: 'a torn slip' }, 'manager-1');
  expect(desk.duties.owed['d-1/tell-inspectorate']).toMatchObject({ clause, by: desk.at + ms });
  expect(codeOf(desk.refusal('d-1', 'close', CLOSE, 'manager-1'))).toEqual(['not-eligible', clause]);
  desk.until(desk.at + ms - 1);
  expect(desk.duties.owed['d-1/tell-inspectorate']?.overdueAt).toBeNull();
  desk.do('d-1', 'tell', { whom: 'the inspectorate', how: 'telephone' }, 'manager-1');
  desk.do('d-1', 'close', CLOSE, 'manager-1');
});

test('star-2024 9.1.2: a case opened before the tape was counted owes nothing but the enquiry; from the tape on, the rest', () => {
  const desk = new Desk();
  desk.moments.set('star-2024', momentAt('star-2024', { paid: 50_000 }));
  const about = {
    kind: 'overpayment',
    table: 'star-2024',
    roll: 7,
    line: '1/pass/Annie',
    says: 'seen on tape',
  };
  desk.do('c-1', 'open', about, 'surveillance-1');
  expect(dutiesOf(desk.case('c-1')).map(({ what }) => what)).toEqual(['enquire']);
  desk.until(desk.at + 3_600_000);
  const seenAt = desk.at;
  desk.do('c-1', 'see-payment', { paid: 170_000, says: 'counted twice' }, 'surveillance-1');
  const rectify = () => dutiesOf(desk.case('c-1')).find(({ what }) => what === 'rectify');
  expect([rectify()?.from, rectify()?.doneAt]).toEqual([seenAt, null]);
  expect(desk.duties.owed['c-1/rectify']).toMatchObject({ from: seenAt });
  desk.do('c-1', 'enquire', { finds: 'not-intentional', says: 'a slip' }, 'manager-1');
  expect(desk.refusal('c-1', 'close', { says: 'x' }, 'manager-1').clause).toBe('9.1.2');
  desk.do('c-1', 'put-right', { amount: 120_000, how: 'account', reason: 'x' }, 'manager-1', 'manager-2');
  expect(rectify()?.doneAt).toBe(desk.at);
  desk.do('c-1', 'close', { says: 'put right' }, 'manager-1');
  expect(Object.keys(desk.duties.owed)).toEqual([]);
});

test('star-2024 9.1: looked into, and nothing differs: the case ends', () => {
  const desk = new Desk();
  desk.moments.set('star-2024', momentAt('star-2024', { paid: 50_000 }));
  const about = {
    kind: 'overpayment',
    table: 'star-2024',
    roll: 7,
    line: '1/pass/Annie',
    says: 'looked like it',
  };
  desk.do('c-1', 'open', about, 'surveillance-1');
  expect(desk.refusal('c-1', 'close', { says: 'x' }, 'manager-1').clause).toBe('9.1.1');
  desk.do('c-1', 'enquire', { finds: 'not-intentional', says: 'the tape shows what was owed' }, 'manager-1');
  desk.do('c-1', 'close', { says: 'nothing was wrong' }, 'manager-1');
});
