// What the three books ask of a promotion, each thing by its clause. A test bears the clauses that it shows.
import {
  account,
  drawFileOf,
  drawFrom,
  entriesOf,
  factsFrom,
  faultsInDraw,
  ladderOf,
  NO_FACTS,
  openingCases,
  optionsAt,
  type Person,
  PROMOTION_RULES,
  PROMOTIONS,
  type Promotion,
  type PromotionBook,
  type RaisedCase,
  raising,
  TELL_WAYS,
  type ToldAlert,
} from '@boxperson/offices';
import { RULEBOOKS } from '@boxperson/rules';
import { clauseOf, registerOf } from '@boxperson/rules/clauses';
import { describe, expect, test } from 'vitest';
import { PEOPLE } from '../world.js';
import { DAY, Desk, drafted, drawn, goodTerms, HOUR, MONEY, running, T0 } from './desk.js';

const BOOKS = ['star', 'star-2024', 'aruze'] as const;

const entryOf = (books: Promotion, id: string) => new Map(entriesOf(books)).get(id);

/** Who will win when a called draw is drawn: it is decided by then. */
function whoWins({ books, checkpoint }: Desk): { readonly entry: string; readonly person: string } {
  const { terms, frozen, calledAt, id } = books;
  const { picked } = drawFrom({
    promotion: id,
    list: frozen?.list ?? [],
    checkpoint: checkpoint(calledAt ?? 0) ?? '',
    contributions: [],
    prizes: (terms?.prizes ?? []).map((one) => ({ prize: one.id, count: one.count })),
    reserves: terms?.reserves ?? 0,
    onePrizeEach: terms?.onePrizeEach ?? true,
  });
  const entry = picked[0]?.entry ?? '';
  return { entry, person: entryOf(books, entry)?.person ?? '' };
}
const REFERENCE = { reference: 'letter 1' };

/** The clause of the chapter in each book's own number, from the one of star. */
const NUMBERS: Readonly<Record<PromotionBook, (ofStar: string) => string>> = {
  star: (number) => number,
  aruze: (number) => number.replace(/^10/, '5'),
  'star-2024': (number) => {
    const moved: Readonly<Record<string, string>> = {
      '10.9': '10.12',
      '10.9.1': '10.12.1',
      '10.10': '10.9',
      '10.10.1': '10.9.1',
      '10.11': '10.10',
      '10.12': '10.11',
    };
    const estate = number.replace(
      /^(10\.7\.11\.4)\((\w+)\)$/,
      (_all, head, n) => `${head}(${['i', 'ii', 'iii', 'iv', 'v', 'vi'].indexOf(n) + 1})`,
    );
    return `11/${moved[number] ?? estate}`;
  },
};

describe.each(BOOKS)('%s', (book) => {
  const clause = NUMBERS[book];
  const rules = PROMOTION_RULES[book];

  test('cites clauses that its text has, and every one of the chapter', () => {
    const chapter = { star: '10', 'star-2024': '11', aruze: '5' }[book];
    const cited = new Set(
      JSON.stringify(rules)
        .match(/"(?:11\/)?\d+(?:\.\d+)+(?:\(\w+\))?"/g)
        ?.map((one) => one.slice(1, -1)),
    );
    for (const one of cited) expect(clauseOf(book, one), one).toBeDefined();
    const heads = [
      chapter,
      clause('10.7.11.1'),
      clause('10.7.11.2'),
      clause('10.7.11.3'),
      clause('10.7.11.4'),
    ];
    const missing = registerOf(book)
      .map(({ id }) => id)
      .filter((id) => id.split(/[./]/)[0] === chapter && !cited.has(id) && !heads.includes(id));
    expect(missing).toEqual([]);
  });

  const regulator = { star: 'Authority', 'star-2024': 'NICC', aruze: 'Authority' }[book];
  test(`1.1 ${regulator.toLowerCase()}: the terms go to it by name`, () => {
    const events = running(book).events.filter(({ event }) => event === 'submitted');
    expect(events).toMatchObject([{ to: regulator, reference: 'letter 1' }]);
  });

  test('1.1 promotional prize, promotional prize(s): given by chance, to patrons alone', () => {
    const desk = drawn(book, { prizes: [{ ...MONEY, count: 3 }], reserves: 0 });
    expect(Object.values(desk.books.awards).map(({ entry }) => entry)).toEqual(
      desk.books.draw?.result.picked.map(({ entry }) => entry),
    );
    expect(running(book).why('s-cashier', 'enter-for', { person: 's-pit', reason: 'a regular' })).toContain(
      `not-eligible ${clause('10.7.3')}`,
    );
  });

  test(`${clause('10.1')}: a promotion goes from its draft to the archive`, () => {
    const desk = drawn(book);
    desk.done('s-manager', 'publish', { where: 'on the board' });
    const [id, award] = Object.entries(desk.books.awards)[0] ?? [];
    desk.done('s-cashier', 'attempt', { award: id, way: 'telephone', reached: true, note: 'glad' });
    const { claim } = desk.done(award?.person ?? '', 'claim', {
      award: id,
      name: 'A. Winner',
      address: '1 Quay St',
      ways: [{ way: 'transfer', amount: 50_000 }],
    })[0] as { claim: string };
    expect(PROMOTIONS.overAt?.(desk.books)).toBe(null);
    desk.done('s-cashier', 'pay', { claim });
    // Nothing is left to draw, to claim or to pay: it is over, and stays so.
    const over = desk.at;
    expect(PROMOTIONS.overAt?.(desk.books)).toBe(over);
    // Books of earlier versions do not say when that was.
    const { endedAt: _endedAt, ...early } = desk.books;
    expect(PROMOTIONS.overAt?.(early)).toBe(desk.books.draw?.at);
    desk.until(desk.at + DAY);
    desk.done('s-manager', 'archive');
    expect(desk.books.stage).toBe('archived');
    expect(PROMOTIONS.overAt?.(desk.books)).toBe(over);
    expect(PROMOTIONS.overAt?.({ ...early, stage: 'archived' })).toBe(desk.books.draw?.at);
    expect(desk.books.missed).toEqual([]);
    expect(desk.why('ann', 'enter')).toContain('in the archive');
  });

  test(`${clause('10.9')}, ${clause('10.9.1')}: what is of ${book} is for its managers to promise and to change`, () => {
    const other = BOOKS.find((one) => one !== book) ?? book;
    const why = `not-allowed null: That takes a manager of ${RULEBOOKS[book].title}.`;
    const terms = goodTerms();
    const desk = drafted(book);
    expect(desk.why(`s-top-${other}`, 'redraft', { title: 'Mine', terms })).toBe(why);
    expect(desk.why(`s-top-${other}`, 'submit', { ...REFERENCE, version: 1 })).toBe(why);
    desk.done(`s-top-${book}`, 'submit', { ...REFERENCE, version: 1 });
    desk.until(T0 + 2 * DAY);
    desk.done('ann', 'enter');
    const amended = { terms, reason: 'clearer', approval: 'letter 2', submission: 'letter 3' };
    expect(desk.why(`s-top-${other}`, 'amend', amended)).toBe(why);
    expect(desk.why(`s-top-${other}`, 'strike', { entry: 'E-1', reason: 'not mine' })).toBe(why);
    expect(desk.why(`s-top-${other}`, 'cancel', { reason: 'not mine' })).toBe(why);
    // The cage pays for all books, and takes entries down for all.
    desk.done('s-cashier', 'enter-for', { person: 'bob', reason: 'a regular' });
    desk.done(`s-top-${book}`, 'strike', { entry: 'E-1', reason: 'written twice' });
  });

  const TEXTS = [
    ['awarded', '10.7.1'],
    ['awardedWhere', '10.7.2'],
    ['eligibility', '10.7.3'],
    ['nature', '10.7.5'],
    ['place', '10.7.7'],
    ['claiming', '10.7.8'],
    ['notified', '10.7.9'],
    ['published', '10.7.10'],
    ['marketing', '10.6'],
  ] as const;
  test.each(TEXTS.map(([field, number]) => [clause(number), field]))(
    '%s: terms without %s go to nobody',
    (number, field) => {
      const desk = drafted(book, { [field]: ' ' });
      expect(desk.why('s-manager', 'submit', REFERENCE)).toContain(`${number}: terms.${field}: `);
      // Nothing typed is lost, and what was missing is put in.
      expect(desk.books.terms?.awardedWhere).toBe(goodTerms({ [field]: ' ' }).awardedWhere);
      desk.done('s-manager', 'redraft', { title: 'Spring', terms: goodTerms() });
      expect(desk.why('s-manager', 'submit', REFERENCE)).toBe('done');
    },
  );

  test(`${clause('10.7')}: times and prizes are items too (${clause('10.7.6')}, ${clause('10.7.7')}, ${clause('10.7.11')})`, () => {
    const faults = [
      [{ closesAt: null }, '10.7.6', 'closesAt'],
      [{ startsAt: null }, '10.7.7', 'startsAt'],
      [{ drawAt: null }, '10.7.7', 'drawAt'],
      [{ prizes: [] }, '10.7.11', 'prizes'],
      [{ prizes: [{ ...MONEY, value: 0 }] }, '10.7.11', 'prizes.0.value'],
      [{ prizes: [{ ...MONEY, name: '' }] }, '10.7.11', 'prizes.0.name'],
      [{ closesAt: T0 + 2 * DAY }, '10.7', 'closesAt'],
    ] as const;
    for (const [change, number, field] of faults)
      expect(drafted(book, change).why('s-manager', 'submit', REFERENCE)).toContain(
        `${clause(number)}: terms.${field}: `,
      );
    expect(drafted(book, { drawAt: T0 + 9 * DAY }).why('s-manager', 'submit', REFERENCE)).toContain(
      'terms.drawAt',
    );
  });

  test(`${clause('10.7.4')}: a smallest wager is stated where there is one, and only there`, () => {
    const rule = { id: 'r', kind: 'staked', every: 10_000 };
    const silent = drafted(book, { minimumWager: '', rules: [rule] });
    expect(silent.why('s-manager', 'submit', REFERENCE)).toContain(`${clause('10.7.4')}: terms.minimumWager`);
    const none = drafted(book, { minimumWager: '', rules: [{ id: 'c', kind: 'card' }] });
    expect(none.why('s-manager', 'submit', REFERENCE)).toBe('done');
  });

  const PARTICULARS = [
    ['appliance', '10.7.11.1', ['make', 'model', 'accessories']],
    ['vehicle', '10.7.11.2', ['make', 'model', 'accessories', 'onRoad']],
    ['travel', '10.7.11.3', ['persons', 'included', 'restrictions', 'spendingMoney']],
    ['real-estate', '10.7.11.4', ['dwelling', 'plans', 'contract', 'easement', 'address', 'included']],
  ] as const;
  const numbersOf = (number: string, fields: readonly string[]) =>
    fields.map((_field, n) => clause(`${number}(${['i', 'ii', 'iii', 'iv', 'v', 'vi'][n]})`));
  test.each(
    PARTICULARS.map(
      ([kind, number, fields]) => [clause(number), kind, numbersOf(number, fields), fields] as const,
    ),
  )(
    '%s: a prize that is %s is told in full, and what is missing is missed (%j)',
    (_head, kind, numbers, fields) => {
      const full = Object.fromEntries(fields.map((field) => [field, 'said']));
      const offer = (particulars: object) =>
        drafted(book, { prizes: [{ ...MONEY, kind, particulars }] }).why('s-manager', 'submit', REFERENCE);
      expect(offer(full)).toBe('done');
      for (const [n, field] of fields.entries()) {
        expect(offer({ ...full, [field]: '' })).toContain(
          `${numbers[n]}: terms.prizes.0.particulars.${field}: `,
        );
      }
    },
  );

  const FORBIDDEN = [
    ['10.5.1', { kind: 'tobacco', name: 'Cigars' }],
    ['10.5.2', { kind: 'firearm', name: 'A starting pistol' }],
    ['10.5.3', { kind: 'weapon', name: 'A flick knife' }],
    ['10.5.4', { kind: 'liquor', name: 'Wine', litres: 20.5 }],
    ['10.5.4', { kind: 'liquor', name: 'Wine', litres: 11, count: 2 }],
    ['10.5.4', { kind: 'goods', name: 'A hamper', litres: 21 }],
    ['10.5.5', { kind: 'prescribed', name: 'A service' }],
    ['10.5.5', { kind: 'goods', name: 'A fine Cosmetic Procedure' }],
  ] as const;
  test.each(FORBIDDEN.map(([number, prize]) => [clause(number), prize] as const))(
    `%s: %j is never a prize (${clause('10.5')})`,
    (number, prize) => {
      const desk = drafted(book, { prizes: [{ ...MONEY, ...prize }] });
      desk.prescribed = ['cosmetic procedure'];
      expect(desk.why('s-manager', 'submit', REFERENCE)).toContain(`${number}: terms.prizes.0.kind`);
    },
  );

  test(`${clause('10.5.4')}: twenty litres are not more than twenty, and prizes count together`, () => {
    const wine = (id: string, litres: number) => ({ ...MONEY, id, kind: 'liquor', name: 'Wine', litres });
    const offer = (...prizes: object[]) => drafted(book, { prizes }).why('s-manager', 'submit', REFERENCE);
    expect(offer(wine('a', 20))).toBe('done');
    expect(offer(wine('a', 12), wine('b', 9))).toContain(`${clause('10.5.4')}: terms.prizes: `);
    const { litres: _none, ...unsaid } = wine('a', 1);
    expect(offer(unsaid)).toContain('terms.prizes.0.litres');
  });

  test(`${clause('10.6')}: the advertising refers to the terms, and anybody can read them`, () => {
    const desk = drafted(book, { marketing: 'Win big!' });
    expect(desk.why('s-manager', 'submit', REFERENCE)).toContain(`${clause('10.6')}: terms.marketing`);
    expect(desk.seen('nobody-in-particular')).toBeNull();
    const open = running(book).seen(null);
    expect(open?.terms?.awarded).toContain('draw');
    expect(open?.own).toBeNull();
  });

  test(`${clause('10.9')}: terms are with the ${rules.regulator} 24 hours before the start, or it does not start`, () => {
    const late = drafted(book);
    late.at = T0 + DAY + 1;
    const why = late.why('s-manager', 'submit', REFERENCE);
    expect(why).toContain(`${clause('10.9')}: terms.startsAt: the ${rules.regulator}`);
    expect(why).toContain('2026-09-2');
    late.until(T0 + 3 * DAY);
    expect(late.names()).toEqual(['drafted', 'not-started']);
    expect(late.why('ann', 'enter')).toContain('draft');
    const inTime = drafted(book);
    inTime.at = T0 + DAY;
    inTime.done('s-manager', 'submit', REFERENCE);
    inTime.until(T0 + 2 * DAY - 1);
    expect(inTime.books.stage).toBe('submitted');
    inTime.until(T0 + 2 * DAY);
    expect(inTime.books.stage).toBe('running');
    // Written anew, they go there again.
    const again = drafted(book);
    again.done('s-manager', 'submit', REFERENCE);
    again.done('s-manager', 'redraft', { title: 'Spring', terms: goodTerms({ nature: 'Other' }) });
    again.until(T0 + 3 * DAY);
    expect(again.books.stage).toBe('draft');
  });

  test(`${clause('10.9.1')}: terms of a running promotion change only as the book has it`, () => {
    const desk = running(book);
    const changed = { terms: goodTerms({ nature: 'Money, and a dinner' }), reason: 'a dinner more' };
    const [right, wrong] = book === 'star-2024' ? ['submission', 'approval'] : ['approval', 'submission'];
    expect(desk.why('s-manager', 'amend', changed)).toContain(clause('10.9.1'));
    expect(desk.why('s-manager', 'amend', { ...changed, [wrong as string]: 'L-2' })).toContain(
      clause('10.9.1'),
    );
    expect(desk.why('s-manager', 'amend', { ...changed, [right as string]: 'L-2' })).toBe('done');
    expect(desk.books.terms?.nature).toBe('Money, and a dinner');
    const early = { ...changed, terms: goodTerms({ startsAt: T0 + DAY }), [right as string]: 'L-3' };
    expect(desk.why('s-manager', 'amend', early)).toContain('it has started');
    const worse = { ...changed, terms: goodTerms({ awarded: '' }), [right as string]: 'L-3' };
    expect(desk.why('s-manager', 'amend', worse)).toContain(clause('10.7.1'));
    // More money is set aside with the change.
    const richer = {
      ...changed,
      terms: goodTerms({ prizes: [{ ...MONEY, count: 2 }] }),
      [right as string]: 'L-4',
    };
    desk.done('s-manager', 'amend', richer);
    expect(desk.held(`prize/${desk.books.id}`)).toBe(100_000);
  });

  const large = (value: number) => ({ prizes: [{ ...MONEY, value }] });
  test(`${clause('10.2')}: a scrutineer watches a draw with a single prize over $10,000, strictly`, () => {
    expect(drawn(book, { prizes: [{ ...MONEY, value: 1_000_000, count: 5 }] }).books.stage).toBe('drawn');
    const desk = running(book, large(1_000_001));
    for (const one of ['ann', 'bob']) desk.done(one, 'enter');
    desk.until(T0 + 20 * DAY);
    expect(desk.books.stage).toBe('frozen');
    expect(desk.why(null, 'call')).toContain(clause('10.2'));
    expect(desk.why('s-manager', 'nominate', { scrutineer: 's-cashier' })).toContain(clause('10.2'));
    desk.letIn = { 's-scrutineer': 's-manager' };
    expect(desk.why('s-manager', 'nominate', { scrutineer: 's-scrutineer' })).toContain('let the other in');
    desk.letIn = {};
    desk.done('s-manager', 'nominate', { scrutineer: 's-scrutineer' });
    const sign = { hash: desk.books.frozen?.hash, seal: '0'.repeat(64) };
    expect(desk.why('s-scrutineer', 'sign-before', { ...sign, hash: '1'.repeat(64) })).toContain(
      'hash: the list',
    );
    expect(desk.why('s-manager', 'sign-before', sign)).toContain('scrutineer');
  });

  test(`${clause('10.2')}: nothing comes of such a draw before the scrutineer has signed for it`, () => {
    const desk = drawn(book, large(1_000_001));
    const claim = { award: 'A-1', name: 'Ann', address: '1 Quay St' };
    for (const [who, verb, body] of [
      ['s-manager', 'publish', { where: 'the board' }],
      ['s-cashier', 'attempt', { award: 'A-1', way: 'mail', reached: false, note: 'posted' }],
      ['ann', 'claim', claim],
    ] as const)
      expect(desk.why(who, verb, body)).toContain(clause('10.2'));
    const view = desk.seen(null);
    expect(desk.why('s-scrutineer', 'sign-after', { hash: '2'.repeat(64) })).toContain(
      'hash: what was drawn',
    );
    desk.done('s-scrutineer', 'sign-after', { hash: view?.resultHash });
    expect(desk.why('s-manager', 'publish', { where: 'the board' })).toBe('done');
  });

  const car = (change: object = {}) => ({
    ...MONEY,
    kind: 'vehicle',
    name: 'A car',
    value: 900_000,
    particulars: { make: 'M', model: 'T', accessories: 'none', onRoad: 'paid' },
    ...change,
  });
  const claimFor = (desk: Desk, more: object) =>
    desk.why(desk.books.awards['A-1']?.person ?? '', 'claim', {
      award: 'A-1',
      name: 'N',
      address: 'A',
      ...more,
    });

  test(`${clause('10.3')}: money instead of a prize, as the book allows it`, () => {
    const bank = (amount: number) => ({ alternative: true, ways: [{ way: 'transfer', amount }] });
    const stated = drawn(book, { prizes: [car({ alternative: 800_000 })] });
    expect(claimFor(stated, bank(800_000))).toBe('done');
    const unstated = drawn(book, { prizes: [car()] });
    const said = claimFor(unstated, bank(900_000));
    if (book === 'star-2024') expect(said).toBe('done');
    else expect(said).toContain(clause('10.3'));
    for (const [kind, isAllowed] of [
      ['casino-dollars', false],
      ['slots-dollars', book === 'star-2024'],
    ] as const) {
      const offer = drafted(book, { prizes: [{ ...MONEY, kind, alternative: 1_000 }] });
      const why = offer.why('s-manager', 'submit', REFERENCE);
      if (isAllowed) expect(why).toBe('done');
      else expect(why).toContain(`${clause('10.3')}: terms.prizes.0.alternative`);
    }
  });

  test(`${clause('10.4')}: money is paid as the book has it`, () => {
    const paidBy = (...ways: readonly [string, number][]) => ({
      ways: ways.map(([way, amount]) => ({ way, amount })),
    });
    const desk = drawn(book);
    const inCash = claimFor(desk, paidBy(['cash', 50_000]));
    if (book === 'star-2024') expect(inCash).toContain(clause('10.4'));
    else expect(inCash).toBe('done');
    expect(claimFor(desk, paidBy(['cheque', 20_000], ['transfer', 30_000]))).toBe('done');
    expect(claimFor(desk, paidBy(['cheque', 20_000]))).toContain('they come to $200, and the prize is $500');
    const cash = drafted(book, { paidBy: ['cash'] }).why('s-manager', 'submit', REFERENCE);
    expect(cash).toContain(book === 'star-2024' ? clause('10.4') : 'done');
    // Above the figure nobody narrows the winner's choice; up to it the terms do (R85).
    const narrow = drafted(book, { ...large(1_000_001), paidBy: ['transfer'] }).why('s-manager', 'submit', {
      ...REFERENCE,
      version: 1,
    });
    if (book === 'star-2024') expect(narrow).toBe('done');
    else expect(narrow).toContain(clause('10.4'));
    const small = drawn(book, { paidBy: ['transfer'] });
    expect(claimFor(small, paidBy(['cheque', 50_000]))).toContain(clause('10.4'));
  });

  test(`${clause('10.8')}: an absent winner is told within 2 days, and the clock speaks before`, () => {
    const desk = drawn(book);
    const at = desk.at;
    desk.until(at + DAY - 1);
    expect(desk.names()).not.toContain('reminded');
    desk.until(at + DAY);
    expect(desk.names()).toContain('reminded');
    desk.restart();
    desk.until(at + 2 * DAY - 1);
    expect(desk.books.missed).toEqual([]);
    desk.until(at + 2 * DAY);
    expect(desk.events.at(-1)).toMatchObject({ event: 'deadline-missed', clause: clause('10.8') });
    desk.until(at + 9 * DAY);
    expect(desk.books.missed).toEqual(['winner/A-1']);
    const there = drawn(book, { mustBePresent: true });
    there.until(there.at + 9 * DAY);
    expect(there.books.missed).toEqual([]);
  });

  test.each(TELL_WAYS.map((way, n) => [clause(`10.8.${n + 1}`), way] as const))(
    '%s: %s is a way to reach a winner',
    (number, way) => {
      expect(rules.tellWays[way]).toBe(number);
      const desk = drawn(book);
      desk.done('s-cashier', 'attempt', { award: 'A-1', way, reached: false, note: 'no answer' });
      desk.until(desk.at + 9 * DAY);
      expect(desk.books.missed).toEqual([]);
      expect(
        desk.why('s-cashier', 'attempt', { award: 'A-1', way: 'pigeon', reached: false, note: 'x' }),
      ).toContain('way');
    },
  );

  test(`${clause('10.10')}: a refused claimant is told why (${clause('10.10.1')}: over $100 it is kept with name and address)`, () => {
    for (const [value, kept] of [
      [10_000, false],
      [10_001, true],
    ] as const) {
      const desk = drawn(book, large(value));
      const stranger = entriesOf(desk.books)
        .map(([, one]) => one)
        .find(({ person }) => person !== desk.books.awards['A-1']?.person);
      const ways = [{ way: 'transfer', amount: value }];
      const said = { award: 'A-1', name: 'Mo Stranger', address: '2 Quay St', ways };
      desk.done(stranger?.person ?? '', 'claim', said);
      expect(desk.why('s-cashier', 'pay', { claim: 'C-1' })).toContain(clause('10.10'));
      expect(desk.why('s-manager', 'refuse-claim', { claim: 'C-1', reason: ' ' })).toContain('reason');
      desk.done('s-manager', 'refuse-claim', { claim: 'C-1', reason: 'another entry was drawn' });
      const refusal = desk.books.claims['C-1'];
      expect(refusal).toMatchObject({
        name: 'Mo Stranger',
        address: '2 Quay St',
        refusal: { kept, reason: 'another entry was drawn' },
      });
      desk.done('s-cashier', 'attempt', { award: 'A-1', way: 'mail', reached: true, note: 'posted' });
      desk.until(desk.at + 2 * DAY);
      expect(desk.events.at(-1)).toMatchObject({
        event: 'deadline-missed',
        of: 'reason',
        clause: clause('10.10'),
      });
      desk.done('s-cashier', 'tell-reason', { claim: 'C-1', way: 'mail' });
      expect(desk.why('s-cashier', 'tell-reason', { claim: 'C-1', way: 'mail' })).toContain('no reason left');
    }
  });

  test(`${clause('10.11')}: a dispute is a case of the operator’s, with the right to complain`, () => {
    const desk = drawn(book);
    const [event] = desk.done('bob', 'dispute', { about: 'my entries were more' });
    const { dispute, case: name } = event as { dispute: string; case: string };
    // What opens the case by itself, and what the book's ladder then is.
    const raised: RaisedCase[] = [];
    const line = { seq: 9, stream: 'promotions/spring', position: 1, at: desk.at, event };
    openingCases.fold(null, line, (one) => raised.push(one));
    expect(openingCases.reads(line.stream)).toBe(true);
    expect(raised).toMatchObject([
      {
        case: name,
        body: { kind: 'promotion', rulebook: book, patron: 'bob', says: 'spring: my entries were more' },
      },
    ]);
    // The floor hears that it waits, and not what it says: not everybody there may open cases.
    const alerts: ToldAlert[] = [];
    raising.fold(null, line, (one) => alerts.push(one));
    expect(alerts).toMatchObject([
      { do: 'raise', body: { table: null, says: `spring: Dispute ${dispute} waits to be decided.` } },
    ]);
    const { rungs, rights } = ladderOf(book, 'promotion');
    expect(rungs.map(({ id, clause: by }) => [id, by])).toEqual([
      ['operator', clause('10.11')],
      ['inspector', clause('10.11')],
    ]);
    expect(rights.clause).toBe(clause('10.11'));
    // Nothing goes into the archive before it is.
    desk.until(desk.at + 60 * DAY);
    desk.done('s-manager', 'redraw', { award: 'A-1', why: 'ineligible', note: 'a copy' });
    while (desk.books.awards['A-1']?.became === 'open')
      desk.done('s-manager', 'redraw', { award: 'A-1', why: 'ineligible', note: 'a copy' });
    expect(desk.why('s-manager', 'archive')).toContain(`${dispute} is the case ${name}`);
    desk.closed = [name];
    expect(desk.why('s-manager', 'archive')).toBe('done');
  });

  test(`${clause('10.11')}: disputes of an earlier version, decided and not, stand as they were`, () => {
    const desk = drawn(book);
    const old = { v: 1, at: desk.at, dispute: 'D-1', person: 'bob' } as const;
    desk.take({ ...old, event: 'disputed', about: 'my entries' });
    expect(desk.tasks()).toContain('manager: Dispute D-1: my entries');
    desk.take({
      ...old,
      event: 'dispute-answered',
      decision: 'The list shows one.',
      advised: 'mail',
      by: 's-manager',
    });
    expect(desk.seen('bob')?.own?.disputes['D-1']?.decision).toBe('The list shows one.');
    expect(desk.tasks().join()).not.toContain('Dispute');
  });

  test(`${clause('10.7.3')} (R120): whoever is excluded is not entered, is struck from the list, and wins nothing`, () => {
    const desk = running(book, { reserves: 3 });
    for (const one of ['ann', 'bob', 'cy', 'dee']) desk.done(one, 'enter');
    desk.excluded = ['bob'];
    expect(desk.why('bob', 'enter')).toContain(`excluded ${clause('10.7.3')}`);
    expect(desk.why('s-cashier', 'enter-for', { person: 'bob', reason: 'a form' })).toContain('excluded');
    desk.until(T0 + 9 * DAY + HOUR);
    expect(entryOf(desk.books, 'E-2')).toMatchObject({ struck: 'Excluded from the casino.' });
    expect(desk.books.frozen?.list.map(([entry]) => entry)).toEqual(['E-1', 'E-3', 'E-4']);
    // Excluded since then: the draw stands as it was drawn, and the first of the reserves comes next.
    const winner = whoWins(desk);
    desk.excluded = ['bob', winner.person];
    desk.done('s-manager', 'draw');
    expect(desk.books.draw?.result.picked[0]).toMatchObject({ entry: winner.entry });
    expect(desk.events.at(-1)).toMatchObject({ event: 'award-passed', award: 'A-1', why: 'ineligible' });
    expect(desk.books.awards['A-1']?.entry).toBe(desk.books.draw?.result.picked[1]?.entry);
    const file = drawFileOf(desk.books);
    expect(file && faultsInDraw(file)).toEqual([]);
  });

  test(`${clause('10.4')} (R122): cash comes out of an open drawer, and not from whoever took the claim down`, () => {
    if (book === 'star-2024') return expect(rules.paying.value.ways).not.toContain('cash');
    const desk = drawn(book);
    const person = desk.books.awards['A-1']?.person;
    const said = { award: 'A-1', name: 'N', address: 'A', person, ways: [{ way: 'cash', amount: 50_000 }] };
    desk.done('s-cashier', 'claim', said);
    expect(desk.why('s-cashier', 'pay', { claim: 'C-1' })).toContain('another cashier');
    desk.done('s-manager', 'refuse-claim', { claim: 'C-1', reason: 'taken down twice' });
    desk.done('s-manager', 'claim', said);
    desk.letIn = { 's-cashier': 's-manager' };
    expect(desk.why('s-cashier', 'pay', { claim: 'C-2' })).toContain('let the other in');
    desk.letIn = {};
    for (const [drawers, why] of [
      [{}, 'drawer is closed'],
      [{ 's-cashier': 40_000 }, 'The drawer holds $400'],
    ] as const) {
      desk.drawers = drawers;
      expect(desk.why('s-cashier', 'pay', { claim: 'C-2' })).toContain(why);
    }
    desk.drawers = { 's-cashier': 50_000 };
    desk.done('s-cashier', 'pay', { claim: 'C-2' });
    expect(desk.held(account.drawer('s-cashier'))).toBe(50_000);
    expect(desk.held(account.cashOut)).toBe(0);
  });

  /** Entered by hand by somebody of the desk, drawn, and claimed by the winner. */
  function wonByHand(prizes: readonly object[], hand: string): Desk {
    const desk = running(book, { prizes, onePrizeEach: false });
    for (let n = 0; n < 3; n++) desk.done(hand, 'enter-for', { person: 'ann', reason: 'a form on paper' });
    desk.until(T0 + 9 * DAY + HOUR);
    desk.done('s-manager', 'draw');
    const amount = desk.books.awards['A-1']?.prize.value;
    const ways = [{ way: 'transfer', amount }];
    desk.done('ann', 'claim', { award: 'A-1', name: 'Ann', address: '1 Quay St', ways });
    return desk;
  }

  test(`${clause('10.4')} (R122): nor does whoever entered the winner by hand pay, nor whom they let in`, () => {
    const own = wonByHand([MONEY], 's-cashier');
    expect(own.why('s-cashier', 'pay', { claim: 'C-1' })).toContain('second-person null: claim: Another');
    const desk = wonByHand([MONEY], 's-manager');
    desk.letIn = { 's-cashier': 's-manager' };
    expect(desk.why('s-cashier', 'pay', { claim: 'C-1' })).toContain('let the other in');
    desk.letInAgo = 31 * DAY;
    expect(desk.why('s-cashier', 'pay', { claim: 'C-1' })).toBe('done');
  });

  test(`${clause('10.4')} (R122): nor whom somebody let in who submitted, changed, drew it or passed it on`, () => {
    const pays = (hand: string, change: (desk: Desk) => void = () => {}) => {
      const desk = drawn(book);
      change(desk);
      const { person } = desk.books.awards['A-1'] ?? { person: '' };
      const ways = [{ way: 'transfer', amount: 50_000 }];
      desk.done(person, 'claim', { award: 'A-1', name: 'A. Winner', address: '1 Quay St', ways });
      desk.letIn = { 's-cashier': hand };
      desk.restart();
      return desk.why('s-cashier', 'pay', { claim: 'C-1' });
    };
    expect(pays('s-manager')).toContain('let the other in');
    expect(pays('s-all')).toBe('done');
    const pass = { award: 'A-1', why: 'ineligible', note: 'a copy' };
    expect(pays('s-all', (desk) => desk.done('s-all', 'redraw', pass))).toContain('let the other in');
    // Of the first version nothing was noted: its record comes to the same books as it did then.
    const made = drawn(book);
    const desk = new Desk();
    desk.at = made.at;
    for (const event of made.events) desk.take({ ...event, v: 1 });
    expect(desk.books).not.toHaveProperty('hands');
    const { person } = desk.books.awards['A-1'] ?? { person: '' };
    const ways = [{ way: 'transfer', amount: 50_000 }];
    desk.done(person, 'claim', { award: 'A-1', name: 'A. Winner', address: '1 Quay St', ways });
    desk.letIn = { 's-cashier': 's-manager' };
    expect(desk.why('s-cashier', 'pay', { claim: 'C-1' })).toBe('done');
  });

  test(`${clause('10.9.1')}: whoever changed the terms, and whoever drew, had a hand in it; who submitted others has none`, () => {
    const desk = drafted(book);
    desk.done('s-all', 'submit', REFERENCE);
    desk.done('s-all', 'redraft', { title: 'Spring', terms: goodTerms() });
    desk.done('s-manager', 'submit', REFERENCE);
    expect(desk.books.hands).toEqual(['s-manager']);
    desk.until(T0 + 2 * DAY);
    const changed = {
      terms: goodTerms({ nature: 'Money' }),
      reason: 'clearer',
      [rules.amending.value]: 'L-2',
    };
    desk.done('s-all-2', 'amend', changed);
    desk.done('ann', 'enter');
    desk.until(T0 + 9 * DAY + HOUR);
    desk.done('s-manager', 'draw');
    expect(desk.books.hands).toEqual(['s-manager', 's-all-2']);
  });

  test(`${clause('10.4')} (R122): for much money never, in however many prizes`, () => {
    const won = (value: number, count: number) => {
      const desk = wonByHand([{ ...MONEY, value, count }], 's-manager');
      Object.assign(desk, { letIn: { 's-cashier': 's-manager' }, letInAgo: 31 * DAY });
      const ways = [{ way: 'transfer', amount: value }];
      for (let n = 2; n <= Math.min(count, 3); n++)
        desk.done('ann', 'claim', { award: `A-${n}`, name: 'Ann', address: '1 Quay St', ways });
      return desk;
    };
    const pays = (desk: Desk, who: string, n: number) => desk.why(who, 'pay', { claim: `C-${n}` });
    // What is promised in all keeps nobody from paying one of six hundred prizes of $20.
    expect(pays(won(2_000, 600), 's-cashier', 1)).toBe('done');
    // What somebody has paid already counts with what they pay next: it is not cut up.
    const desk = won(400_000, 3);
    expect([1, 2, 3].map((n) => pays(desk, 's-cashier', n))).toEqual([
      'done',
      'done',
      expect.stringContaining('for so much money'),
    ]);
    desk.restart();
    expect(pays(desk, 's-cashier', 3)).toContain('for so much money');
    // Books that were kept before it was noted who had paid: it may have been the same.
    const { claims } = desk.books;
    const early = Object.entries(claims).map(([id, { paidBy: _paidBy, ...claim }]) => [id, claim]);
    desk.books = { ...desk.books, claims: Object.fromEntries(early) };
    expect(pays(desk, 's-cashier', 3)).toContain('for so much money');
    desk.books = { ...desk.books, claims };
    desk.letIn = {};
    expect(pays(desk, 's-cashier', 3)).toBe('done');
  });

  test(`${clause('10.9')}: more than $10,000 in all is promised by two, in however many prizes`, () => {
    const submits = (...prizes: readonly object[]) => {
      const desk = drafted(book, { prizes });
      desk.second = null;
      return desk.why('s-manager', 'submit', REFERENCE);
    };
    const takesTwo = 'second-person null: It takes a second person.';
    expect(submits({ ...MONEY, value: 1_000_000 })).toBe('done');
    expect(submits({ ...MONEY, value: 1_000_000, count: 1_000 })).toBe(takesTwo);
    expect(submits({ ...MONEY, value: 1_000_000 }, { ...MONEY, id: 'second', value: 1 })).toBe(takesTwo);
    // Money that may be had instead is money: by the terms, or where the book gives it by itself.
    expect(submits(car({ alternative: 500_000, count: 2 }))).toBe('done');
    expect(submits(car({ alternative: 500_001, count: 2 }))).toBe(takesTwo);
    expect(submits(car({ count: 2 }))).toBe(book === 'star-2024' ? takesTwo : 'done');
  });

  describe(`${clause('10.9')}: what one promises alone counts together`, () => {
    const takesTwo = 'second-person null: It takes a second person.';
    const half = (count: number) => ({ prizes: [{ ...MONEY, value: 500_000, count }] });
    const other = (who: string, count: number, change: object = {}) => {
      const desk = drafted(book, { ...half(count), ...change });
      desk.done(who, 'submit', { ...REFERENCE, version: 1 });
      return desk;
    };
    /** What a manager hears who submits so much, alone, beside these. */
    const submits = (count: number, ...others: readonly Desk[]) => {
      const desk = drafted(book, half(count));
      Object.assign(desk, { second: null, others: others.map(({ books }) => books) });
      return desk.why('s-manager', 'submit', REFERENCE);
    };

    test('over all promotions', () => {
      const one = other('s-manager', 1);
      expect(submits(1)).toBe('done');
      expect(submits(1, one)).toBe('done');
      expect(submits(2, one)).toBe(takesTwo);
      expect(submits(1, one, one)).toBe(takesTwo);
      one.restart();
      expect(submits(2, one)).toBe(takesTwo);
    });

    test('not what others promised, what two did, or what is with nobody any more', () => {
      expect(submits(2, other('s-all', 2))).toBe('done');
      expect(submits(2, other('s-manager', 3))).toBe('done');
      const taken = other('s-manager', 2);
      taken.done('s-manager', 'redraft', { title: 'Spring', terms: goodTerms() });
      expect(submits(2, taken)).toBe('done');
    });

    test('for thirty days', () => {
      const one = other('s-manager', 2);
      const after = (ms: number) => {
        const later = { startsAt: T0 + 40 * DAY, closesAt: T0 + 41 * DAY, drawAt: T0 + 42 * DAY };
        const desk = drafted(book, { ...half(1), ...later });
        Object.assign(desk, { second: null, others: [one.books], at: one.at + ms });
        return desk.why('s-manager', 'submit', REFERENCE);
      };
      expect(after(30 * DAY - 1)).toBe(takesTwo);
      expect(after(30 * DAY)).toBe('done');
    });

    test('what two agree on is on record with both, and read by both', () => {
      const desk = drafted(book, half(1));
      desk.others = [other('s-manager', 2).books];
      expect(desk.why('s-manager', 'submit', REFERENCE)).toContain('version: it takes two');
      desk.done('s-manager', 'submit', { ...REFERENCE, version: 1 });
      expect(desk.events.at(-1)).toMatchObject({ event: 'submitted', by: 's-manager', second: 's-all-2' });
      expect(desk.books.alone).toBeUndefined();
    });

    test('changed terms by what they promise more', () => {
      const changed = (count: number) => ({
        terms: goodTerms(half(count)),
        reason: 'other prizes',
        [rules.amending.value]: 'L-2',
      });
      const desk = drafted(book, half(1));
      desk.done('s-manager', 'submit', REFERENCE);
      desk.until(T0 + 2 * DAY);
      Object.assign(desk, { second: null, others: [other('s-manager', 1).books] });
      expect(desk.why('s-manager', 'amend', changed(1))).toBe('done');
      expect(desk.why('s-manager', 'amend', changed(2))).toBe(takesTwo);
      expect(desk.why('s-all', 'amend', changed(2))).toBe('done');
      desk.second = 's-all-2';
      desk.done('s-manager', 'amend', changed(3));
      expect(desk.events.at(-1)).toMatchObject({ event: 'amended', second: 's-all-2' });
      expect(desk.books.alone).toBeUndefined();
    });

    test('what is offered to one alone is what is accepted', () => {
      const desk = drafted(book, half(1));
      const offered = (others: readonly Promotion[]) => {
        const person = PEOPLE.find(({ id }) => id === 's-manager') as Person;
        const found = new Map<string, unknown>([
          ['matters/promotions', others],
          ['matters/tournaments', []],
        ]);
        const facts = factsFrom({ ...NO_FACTS, books: found.set('promoting', null) });
        const around = { at: desk.at, facts, placeOf: () => null };
        const trial = { do: 'submit', body: REFERENCE };
        const [option] = optionsAt(PROMOTIONS, desk.books, person, [trial], around);
        return [option?.second, option?.refused?.code];
      };
      expect(offered([])).toEqual([false, undefined]);
      expect(offered([other('s-manager', 2).books])).toEqual([true, 'bad-input']);
    });

    test('records of before say nothing of it', () => {
      const old = drafted(book, half(2));
      old.take({ v: 2, event: 'submitted', at: T0, to: 'x', reference: 'L', version: 1, by: 's-manager' });
      expect(old.books.alone).toBeUndefined();
      expect(submits(2, old)).toBe('done');
    });
  });

  test(`${clause('10.9')}: what two agree on is what both have read`, () => {
    const desk = drafted(book, { prizes: [{ ...MONEY, value: 1_000_000, count: 2 }] });
    expect(desk.why('s-manager', 'submit', REFERENCE)).toContain('bad-input null: version: it takes two');
    const more = goodTerms({ prizes: [{ ...MONEY, value: 1_000_000, count: 1_000 }] });
    desk.done('s-manager', 'redraft', { title: 'Spring', terms: more });
    const read = (version: number) => desk.why('s-manager', 'submit', { ...REFERENCE, version });
    expect(read(1)).toContain('does-not-match null: version: 1 was read, and now the terms are version 2');
    expect(read(2)).toBe('done');
  });

  test(`${clause('10.9.1')}: so are terms that come to more than that when they are changed`, () => {
    const desk = running(book);
    const changed = (count: number) => ({
      terms: goodTerms({ prizes: [{ ...MONEY, value: 500_000, count }] }),
      reason: 'more prizes',
      [rules.amending.value]: 'L-2',
    });
    desk.second = null;
    expect(desk.why('s-manager', 'amend', changed(3))).toContain('It takes a second person');
    expect(desk.why('s-manager', 'amend', changed(2))).toBe('done');
    desk.second = 's-all-2';
    expect(desk.why('s-manager', 'amend', changed(3))).toBe('done');
  });

  test(`${clause('10.7.8')}: a prize that nobody claims in its days is told of once, and passed on`, () => {
    const desk = drawn(book, { claimDays: 5 });
    const { at } = desk;
    desk.done('s-cashier', 'attempt', { award: 'A-1', way: 'mail', reached: true, note: 'told' });
    const pass = { award: 'A-1', why: 'unclaimed', note: 'five days have passed' };
    desk.until(at + 5 * DAY - 1);
    expect(desk.names()).not.toContain('reminded');
    expect(desk.why('s-manager', 'redraw', pass)).toContain(
      `${clause('10.7.8')}: why: it can be claimed until`,
    );
    desk.until(at + 5 * DAY);
    expect(desk.events.at(-1)).toMatchObject({ event: 'reminded', of: 'unclaimed', which: 'A-1' });
    desk.until(at + 9 * DAY);
    expect(desk.books.missed).toEqual([]);
    desk.done('s-manager', 'redraw', pass);
    // For the next winner everything begins anew: two days to be told, five to claim.
    desk.until(desk.at + 2 * DAY);
    expect(desk.books.missed).toEqual(['winner/A-1']);
    const { person } = desk.books.awards['A-1'] ?? { person: '' };
    const ways = [{ way: 'transfer', amount: 50_000 }];
    desk.done(person, 'claim', { award: 'A-1', name: 'N', address: 'A', ways });
    desk.until(desk.at + 9 * DAY);
    expect(desk.why('s-manager', 'redraw', pass)).toContain('has claimed it (C-1)');
    desk.done('s-manager', 'redraw', { ...pass, why: 'ineligible' });
    expect(desk.books.missed).toEqual([expect.stringMatching(/^winner\/A-1 E-\d$/)]);
  });

  test(`${clause('10.12')}: integrity in doubt is postponed or cancelled, and the inspectorate told in time`, () => {
    const desk = running(book);
    desk.done('ann', 'enter');
    const said = { what: 'draw', measure: 'postpone', reason: 'a list was copied' };
    const told = { whom: 'I. Inspector', how: 'by telephone' };
    if (book === 'star-2024') {
      desk.done('s-manager', 'doubt', said);
      const at = desk.at;
      expect(desk.why('s-manager', 'validate', { reason: 'counted again' })).toContain(clause('10.12'));
      desk.until(at + 48 * HOUR - 1);
      expect(desk.books.missed).toEqual([]);
      const missing = new Desk();
      Object.assign(missing, { books: desk.books, at: desk.at });
      missing.until(at + 48 * HOUR);
      expect(missing.books.missed).toEqual(['doubt/it']);
      desk.done('s-manager', 'tell-inspectorate', told);
    } else {
      expect(desk.why('s-manager', 'doubt', said)).toContain(`${clause('10.12')}: told`);
      desk.done('s-manager', 'doubt', { ...said, told });
    }
    for (const [who, verb] of [
      ['bob', 'enter'],
      [null, 'freeze'],
    ] as const)
      expect(desk.why(who, verb)).toContain(clause('10.12'));
    desk.until(T0 + 20 * DAY);
    expect(desk.books.stage).toBe('running');
    expect(desk.why('s-manager', 'validate', { reason: 'counted again' })).toContain('say when the draw is');
    desk.done('s-manager', 'validate', { reason: 'counted again', drawAt: T0 + 21 * DAY });
    desk.until(T0 + 21 * DAY);
    expect(desk.books.stage).toBe('called');
    desk.done('s-manager', 'doubt', { ...said, measure: 'cancel', told });
    expect(desk.books.stage).toBe('cancelled');
    expect(desk.held(`prize/${desk.books.id}`)).toBe(0);
    expect(desk.why('s-manager', 'draw')).toContain('cancelled');
  });
});

test('crown and adelaide have no such chapter, and no promotions', () => {
  const desk = new Desk();
  for (const book of ['crown', 'adelaide'])
    expect(desk.why('s-manager', 'draft', { title: 'Spring', book, terms: {} })).toContain('book');
});

test('R123 the house strikes an entry whose play was invalidated, once, and it may be earned anew', () => {
  const rules = [{ id: 'r', kind: 'decisions', every: 1, most: 1 }];
  const desk = running('star', { rules });
  const earn = (nth: number) => ({ person: 'ann', rule: 'r', nth, earnedAt: desk.at, events: [nth] });
  desk.done(null, 'earn', earn(1));
  expect(desk.why(null, 'earn', earn(2))).toContain('used-up');
  const unearn = { person: 'ann', rule: 'r', nth: 1, undone: 7 };
  expect(desk.why('s-manager', 'unearn', unearn)).toContain('not-allowed');
  desk.done(null, 'unearn', unearn);
  expect(desk.seen('ann')?.own?.entries).toMatchObject([
    { entry: 'E-1', struck: 'An outcome that counted for it was invalidated (place 7 in the record).' },
  ]);
  // Told again after a restart: neither of them happens twice.
  desk.restart();
  expect(desk.why(null, 'unearn', unearn)).toContain('taken');
  expect(desk.why(null, 'earn', earn(1))).toContain('taken');
  desk.done(null, 'earn', earn(2));
  expect(desk.why(null, 'earn', earn(3))).toContain('used-up');
  desk.until(T0 + 9 * DAY + HOUR - 1);
  expect(desk.books.frozen?.list).toEqual([['E-2', 1]]);
  expect(desk.why(null, 'unearn', { ...unearn, nth: 2 })).toContain('frozen');
});

describe.each(BOOKS)('%s: entries', (book) => {
  const clause = PROMOTION_RULES[book].items[5]?.clause ?? '';

  test(`${clause}: they close at that very moment, by form and by hand; what was played in time may be heard of later`, () => {
    const rules = [{ id: 'r', kind: 'decisions', every: 1, most: 9 }];
    const desk = running(book, { rules });
    const closes = T0 + 9 * DAY;
    const earn = (nth: number, earnedAt: number) => ({
      person: 'ann',
      rule: 'r',
      nth,
      earnedAt,
      events: [nth],
    });
    desk.at = closes - 1;
    desk.done('ann', 'enter');
    desk.done('s-cashier', 'enter-for', { person: 'bob', reason: 'the form was wet' });
    desk.at = closes;
    const closed = `not-eligible ${clause}: Entries closed`;
    expect(desk.why('cy', 'enter')).toContain(closed);
    expect(desk.why('s-cashier', 'enter-for', { person: 'cy', reason: 'came late' })).toContain(closed);
    desk.done(null, 'earn', earn(1, closes - 1));
    expect(desk.why(null, 'earn', earn(2, closes))).toContain(closed);
    expect(desk.why(null, 'earn', earn(2, T0 + 2 * DAY - 1))).toContain('before the start');
    desk.until(closes + 60_000);
    expect(desk.books.frozen?.list.map(([entry]) => entry)).toEqual(['E-1', 'E-2', 'E-3']);
  });
});
