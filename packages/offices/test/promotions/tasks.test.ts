// The desk of a promotion: at every moment it says what somebody has to do, and whoever does just that, and nothing else,
// gets a promotion from the draft to the archive without missing a deadline.
import { promotionStep, promotionTasks, sealOf, tellRule } from '@boxperson/offices';
import { expect, test } from 'vitest';
import { DAY, Desk, drawn, goodTerms, HOUR, MONEY, running, T0 } from './desk.js';

const BOOKS = ['star', 'star-2024', 'aruze'] as const;

/** Somebody who holds the post, and does what the desk says with what it has filled in. */
const HANDS = { manager: 's-manager', cashier: 's-cashier', scrutineer: 's-scrutineer' } as const;

function said(desk: Desk, verb: string): object {
  switch (verb) {
    case 'redraft':
      return { title: 'Spring', terms: goodTerms(LARGE) };
    case 'submit':
      return { reference: 'letter 1', version: desk.books.version };
    case 'nominate':
      return { scrutineer: 's-scrutineer' };
    case 'sign-before':
      return { hash: desk.books.frozen?.hash, seal: sealOf('magpie') };
    case 'open-seal':
      return { word: 'magpie' };
    case 'sign-after':
      return { hash: desk.seen(null)?.resultHash };
    case 'publish':
      return { where: 'on the board' };
    case 'attempt':
      return { way: 'mail', reached: false, note: 'a letter' };
    case 'redraw':
      return { note: 'nobody came' };
    default:
      return {};
  }
}
const LARGE = {
  prizes: [
    { ...MONEY, value: 1_500_000 },
    { ...MONEY, id: 'second', count: 2 },
  ],
};

test.each(BOOKS)('whoever does what the desk says brings a promotion of %s into the archive', (book) => {
  const desk = new Desk();
  desk.done('s-manager', 'draft', { title: 'Spring', book, terms: goodTerms({ ...LARGE, awarded: '' }) });
  let claimed = false;
  for (let step = 0; step < 1_000 && desk.books.stage !== 'archived'; step++) {
    const [task] = promotionTasks(desk.books, desk.at).filter((one) => one.do !== null);
    if (task?.do) {
      const hands = HANDS[task.who[0] as keyof typeof HANDS];
      const body = { ...said(desk, task.do), ...task.body };
      expect(desk.why(hands, task.do, body), `${task.do} ${JSON.stringify(body)}`).toBe('done');
      continue;
    }
    if (desk.books.stage === 'running' && desk.books.entries.count === 0)
      for (const one of ['ann', 'bob', 'cy', 'dee', 'eli', 'flo']) desk.ask(one, 'enter');
    if (desk.books.stage === 'drawn' && !claimed) {
      claimed = true;
      const { person } = desk.books.awards['A-1'] ?? { person: '' };
      const ways = [{ way: 'transfer', amount: 1_500_000 }];
      desk.done(person, 'claim', { award: 'A-1', name: 'Ann', address: '1 Quay St', ways });
      continue;
    }
    desk.until(desk.at + HOUR);
    if (promotionTasks(desk.books, desk.at).length === 0 && desk.books.stage === 'drawn')
      desk.until(desk.at + 29 * DAY);
  }
  expect(desk.books.stage).toBe('archived');
  expect(desk.books.missed).toEqual([]);
  expect(desk.books.paid).toBe(1_500_000);
});

test('what has a deadline comes first, and says by when and by which clause', () => {
  const desk = drawn('star');
  const [first] = promotionTasks(desk.books, desk.at);
  expect(first).toMatchObject({
    says: 'Reach the winner of Five hundred dollars (A-1)',
    do: 'attempt',
    body: { award: 'A-1' },
    who: ['cashier', 'manager'],
    by: desk.at + 2 * DAY,
    clause: '10.8',
  });
  desk.done('s-manager', 'doubt', {
    what: 'draw',
    measure: 'postpone',
    reason: 'a copy',
    told: { whom: 'I. I.', how: 'by telephone' },
  });
  expect(desk.tasks()[0]).toBe('manager: Validate it, or cancel it');
});

test('what the house does by itself, and when', () => {
  const desk = running('star');
  expect(promotionStep(desk.books)).toEqual({
    says: 'Entries close; a minute later the list is frozen',
    at: T0 + 9 * DAY,
  });
  desk.until(T0 + 9 * DAY + 60_000);
  expect(promotionStep(desk.books)).toEqual({ says: 'The draw is called', at: T0 + 9 * DAY + HOUR });
  desk.until(T0 + 9 * DAY + HOUR);
  expect(promotionStep(desk.books)).toBeNull();
});

test('a claim of somebody else’s is to be refused, and its reason told', () => {
  const desk = drawn('aruze');
  const winner = desk.books.awards['A-1']?.person;
  const other = ['ann', 'bob'].find((one) => one !== winner) ?? '';
  const ways = [{ way: 'transfer', amount: 50_000 }];
  desk.done(other, 'claim', { award: 'A-1', name: 'Mo', address: '2 Quay St', ways });
  expect(desk.tasks().join()).toContain('manager: Mo claims A-1 and has not won it');
  desk.done('s-manager', 'refuse-claim', { claim: 'C-1', reason: 'another entry was drawn' });
  expect(desk.tasks().join()).toContain('cashier or manager: Tell Mo why C-1 was refused');
});

test('rules in words', () => {
  const rule = { id: 'r', tables: [], most: 3 };
  expect(tellRule({ ...rule, kind: 'staked', every: 10_000 })).toBe(
    'One entry for every $100 of wagers that were decided; 3 times at most.',
  );
  expect(
    tellRule({ ...rule, kind: 'wager', wager: 'any-craps', atLeast: 500, tables: ['wharf'], most: 1 }),
  ).toBe('One entry for each decided wager on any craps of $5 or more at the table wharf; once at most.');
});
