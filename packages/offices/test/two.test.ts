// What moves money to somebody, or gives somebody power, takes two people who are two, or stands here with a reason why
// one is enough. A verb that is new and in neither fails: somebody has to think about it.

import { describe, expect, test } from 'vitest';
import { factsFrom, NO_FACTS } from '../src/facts.js';
import {
  type AnyOffice,
  CAGE,
  type Cage,
  FLOAT,
  MADE_MS,
  PEOPLE,
  type Person,
  PROMOTIONS,
  raising,
  TOURNAMENTS,
  type ToldAlert,
  whyNotOther,
} from '../src/index.js';
import { OFFICES } from '../src/offices.js';

/** One person is enough for these, and why. */
const ALONE: Readonly<Record<string, readonly string[]>> = {
  'a house must be able to begin; else it takes two where it makes a manager (and `made` binds whoever did it)':
    ['people/new-password'],
  'lets in somebody without money, whose PIN is theirs to change': ['people/register-player'],
  'takes power away, or holds money back: urgent, and on record': [
    'people/report-card-lost',
    'people/exclude',
    'people/recommend-exclusion',
    'people/decline-exclusion',
    'people/revoke-device',
    'people/disable',
    'cage/void-voucher',
    'tickets/withhold',
    'terminal/hold',
    'terminal/delay',
  ],
  'lets somebody play with their own money again, by whoever has the power to keep them out': [
    'people/readmit',
  ],
  'one’s own session and secret': ['people/sign-out', 'people/set-password'],
  'play money, which never becomes anything else': ['cage/more-play-money'],
  'over the counter: cash or chips for money of the same worth, in a drawer that two count open and closed': [
    'drawers/cash-in',
    'drawers/cash-out',
    'drawers/cash-chips',
    'drawers/sell-chips',
  ],
  'what its account holds and no more, once: the ledger keeps it from going below nothing': [
    'cage/exchange-voucher',
    'tickets/redeem',
    'tickets/release',
    'terminal/note',
    'terminal/ticket-in',
    'terminal/ticket-out',
    'terminal/hand-pay',
    'terminal/decide',
  ],
  'a device that two registered, within its tables and its amount, once by its reference': [
    'terminal/transfer',
  ],
  'one’s own money, into a tournament and back by its terms': [
    'tournaments/enter',
    'tournaments/enter-for',
    'tournaments/take-place',
    'tournaments/withdraw',
    'tournaments/refuse-entry',
    'tournaments/cancel',
    'tournaments/disqualify',
    'tournaments/note-conduct',
    'tournaments/re-buy',
    'tournaments/add-on',
    'tournaments/buy-back',
  ],
  'what the terms and the play have decided: nobody says an amount, and two publish terms that promise much':
    ['tournaments/finish'],
  'a prize of terms that went to the regulator, by two where they promise much; a large one with a scrutineer':
    [
      'promotions/nominate',
      'promotions/enter-for',
      'promotions/redraw',
      'promotions/draw',
      'promotions/doubt',
      'promotions/cancel',
      'promotions/archive',
    ],
  'the winner’s claim, paid by another than all of the staff who made it come to this': [
    'promotions/claim',
    'promotions/pay',
  ],
  'names one who holds the post already': ['tournaments/name-director', 'tournaments/name-deputy'],
  'a table plays by its book, whoever opens it': ['house/open-table'],
};

/** Nothing is booked by these, and nobody may more than before. */
const NOTHING: Readonly<Record<string, string>> = {
  cage: '',
  cases:
    'open dispute add-evidence see-payment try-reading identify decide ask-review advise enquire attempt tell ' +
    'count-elsewhere measure close direct acknowledge',
  house: '',
  people: '',
  promotions:
    'draft redraft enter strike sign-before seal open-seal sign-after publish attempt refuse-claim tell-reason ' +
    'tell-inspectorate validate dispute',
  terminal: 'printed attendant fault came',
  tournaments:
    'plan draft-terms advise-inspectorate release-deputy come go designate-tables approve-staff open-entries ' +
    'close-entries brief practise prepare-round draw-lots balance-tables start-round stop-clock ' +
    'resume-clock add-time agree-to-end end-table seal call-seals unseal penalise retire cut ' +
    'undo-cut publish-results',
};

/** These offices never book anything, and give nobody power; a float’s slips go through hands (see below). */
const NO_MONEY = ['alerts', 'audit', 'bots', 'dice', 'duties', 'float', 'proposals', 'rewards', 'school'];

describe('money and power', () => {
  const verbs = OFFICES.filter(({ name }) => !NO_MONEY.includes(name)).flatMap(({ name, verbs: all }) =>
    Object.entries(all).flatMap(([verb, { who, second }]) =>
      who === 'house' ? [] : [{ name: `${name}/${verb}`, two: second !== undefined }],
    ),
  );
  const still = Object.entries(NOTHING).flatMap(([name, all]) =>
    all.split(' ').flatMap((verb) => (verb === '' ? [] : [`${name}/${verb}`])),
  );
  const known = [...Object.values(ALONE).flat(), ...still];

  test('every verb takes two people, or is known with a reason', () => {
    const alone = verbs.flatMap(({ name, two }) => (two ? [] : [name]));
    expect([...known].sort()).toEqual(alone.sort());
  });

  test('offices that are said to book nothing book nothing', () => {
    const silent = OFFICES.filter(({ name }) => NO_MONEY.includes(name));
    expect(silent).toHaveLength(NO_MONEY.length);
    for (const { entries, name } of silent)
      expect(entries({}, { v: 1, at: 0, event: 'anything' }, {}), name).toEqual([]);
  });
});

describe('what the house gives away', () => {
  const DAY = 86_400_000;
  const voucher = (amount: number, at: number) =>
    ({
      v: 1,
      event: 'voucher-issued',
      at,
      voucher: `V-${at}`,
      amount,
      conditions: '',
      until: 9e12,
      person: null,
      by: 's-1',
    }) as const;

  test('vouchers of more than $1,000 a day take two, in however many pieces', () => {
    const takesTwo = (books: Cage, amount: number, at: number) =>
      CAGE.verbs['issue-voucher']?.second?.(books, { amount }, at);
    expect(takesTwo(CAGE.start, 100_000, 0)).toBe(false);
    expect(takesTwo(CAGE.start, 100_001, 0)).toBe(true);
    const some = [1, 2, 3].reduce((books, at) => CAGE.evolve(books, voucher(30_000, at)), CAGE.start);
    expect(takesTwo(some, 10_000, 4)).toBe(false);
    expect(takesTwo(some, 10_001, 4)).toBe(true);
    expect(takesTwo(some, 100_000, 3 + DAY)).toBe(false);
  });

  test('and so do terms by which it promises more than $10,000 of its own', () => {
    const takesTwo = (draft: object) =>
      TOURNAMENTS.verbs['publish-terms']?.second?.({ ...TOURNAMENTS.start, draft } as never, {}, 0);
    expect(takesTwo({ pool: { guaranteed: 1_000_000, share: 100 } })).toBe(false);
    expect(takesTwo({ pool: { guaranteed: 1_000_001, share: 100 } })).toBe(true);
    expect(takesTwo({ pool: { guaranteed: 1_000_001, share: 100 }, fees: { money: 'play' } })).toBe(false);
    const chips = { bank: { chips: 100_000 }, players: { most: 20 } };
    expect(takesTwo({ ...chips, chipsAfter: { centsPerDollar: 50 } })).toBe(false);
    expect(takesTwo({ ...chips, chipsAfter: { centsPerDollar: 100 } })).toBe(true);
  });
});

describe('money that is neither said nor booked', () => {
  const moneyOf = (office: AnyOffice, verb: string, state: object, body: object = {}) =>
    office.verbs[verb]?.money?.({ ...office.start, ...state }, body);
  const chips = [{ chip: 10_000, count: 150 }];
  const less = [{ chip: 10_000, count: 1 }];

  test('of a float is what is counted, or should have been there', () => {
    const last = { closing: { total: 2_000_000 }, expected: 2_500_000 };
    expect(moneyOf(FLOAT, 'open', {}, { chips })).toBe(1_500_000);
    expect(moneyOf(FLOAT, 'open', { last }, { chips: less })).toBe(2_000_000);
    expect(moneyOf(FLOAT, 'undo-close', {})).toBe(0);
    expect(moneyOf(FLOAT, 'undo-close', { last })).toBe(2_500_000);
    const tray = { opening: { total: 1_000_000 }, filled: 300_000, credited: 0, played: 100_000 };
    expect(moneyOf(FLOAT, 'close', { tray }, { chips })).toBe(1_500_000);
    expect(moneyOf(FLOAT, 'close', { tray }, { chips: less })).toBe(1_400_000);
    const taken = { cash: 700_000, vouchers: 400_000 };
    expect(moneyOf(FLOAT, 'take-box', { box: taken })).toBe(1_100_000);
    const uncounted = { 'B-1': taken };
    const count = (box: string, cash: number) =>
      moneyOf(FLOAT, 'count-box', { uncounted }, { box, cash, vouchers: 5 });
    expect(count('B-1', 0)).toBe(1_100_000);
    expect(count('B-1', 1_200_000)).toBe(1_200_005);
    expect(count('B-9', 10)).toBe(15);
  });

  test('of terms is what they promise', () => {
    const terms = { prizes: [{ kind: 'money', value: 1_000_000, count: 1_000 }] };
    expect(moneyOf(PROMOTIONS, 'submit', {})).toBe(0);
    expect(moneyOf(PROMOTIONS, 'submit', { terms })).toBe(1_000_000_000);
    expect(moneyOf(PROMOTIONS, 'amend', {}, { terms })).toBe(1_000_000_000);
    const draft = { pool: { guaranteed: 100_000_000, share: 100 } };
    expect(moneyOf(TOURNAMENTS, 'publish-terms', {})).toBe(0);
    expect(moneyOf(TOURNAMENTS, 'publish-terms', { draft })).toBe(100_000_000);
  });

  test('is told by every verb that two people do with a float, but for boxes that are empty', () => {
    const untold = Object.entries(FLOAT.verbs).flatMap(([name, { second, money }]) =>
      second && !money ? [name] : [],
    );
    expect(untold).toEqual(['remove-box', 'attach-box']);
  });
});

describe('hands that follow each other', () => {
  const at = 1_790_000_000_000;
  const someone = (id: string, made?: Person['made']): Person => ({
    id,
    kind: 'staff',
    name: id,
    createdAt: 0,
    ...(made ? { made } : {}),
  });
  const by = someone('s-two', { by: ['s-boss'], at: at - 1 });
  const why = (other: Person, now = at, money = 100) => {
    const found = { ...NO_FACTS, persons: new Map([[other.id, other]]), books: new Map([['people', null]]) };
    return whyNotOther([other.id, null, ''], { by, at: now }, factsFrom(found), money);
  };

  test('are of people who are two, as where one proposes and another agrees', () => {
    expect(why(by)).toContain('Another person');
    expect(why(someone('s-boss'))).toContain('let the other in');
    expect(why(someone('s-one', { by: ['s-boss'], at: at - 2 }))).toContain('let both of you in');
    expect(why(someone('s-one', { by: ['s-chief'], at: at - 2 }))).toBeNull();
    expect(why(someone('s-one', { by: ['s-boss'], at: at - 2 }), at + MADE_MS)).toBeNull();
    expect(why(someone('s-boss'), at + MADE_MS)).toBeNull();
    expect(why(someone('s-boss'), at + MADE_MS, 1_000_001)).toContain('so much money');
  });

  test('at an exclusion that was proposed, too: it is declined by another', () => {
    const manager = { ...by, posts: [{ post: 'manager', tables: '*' }] } as Person;
    const state = {
      ...PEOPLE.start,
      recommendations: { 'r-1': { person: 'p-1', reason: 'x', by: 's-boss', at } },
    } as never;
    const verb = PEOPLE.verbs['decline-exclusion'];
    const body = { recommendation: 'r-1', reason: 'no ground' };
    expect(verb?.needs?.(state, body, by)).toEqual({ persons: ['s-boss'], books: ['people'] });
    const decided = (other: Person, now = at) => {
      const persons = new Map([['s-boss', other]]);
      const facts = factsFrom({ ...NO_FACTS, persons, books: new Map([['people', null]]) });
      return verb?.decide(state, { by: manager, second: null, at: now, fresh: 'x', body }, facts);
    };
    const refused = { ok: false, refused: { code: 'second-person' } };
    expect(decided(someone('s-boss'))).toMatchObject(refused);
    expect(decided(someone('s-boss'), at + MADE_MS)).toMatchObject({ ok: true });
  });

  test('at a slip, too', () => {
    const slip = { kind: 'fill', chips: [], total: 100, requestedBy: 's-boss', preparedBy: null };
    const state = { ...FLOAT.start, slips: { 'F-1': slip } } as never;
    const verb = FLOAT.verbs['send-fill'];
    const body = { slip: 'F-1' };
    expect(verb?.needs?.(state, body, by)).toEqual({ persons: ['s-boss'], books: ['people'] });
    const persons = new Map([['s-boss', someone('s-boss')]]);
    const facts = factsFrom({ ...NO_FACTS, persons, books: new Map([['people', null]]) });
    const asked = { by, second: null, at, fresh: 'x', body };
    expect(verb?.decide(state, asked, facts)).toMatchObject({
      ok: false,
      refused: { code: 'second-person' },
    });
    expect(verb?.decide(state, { ...asked, at: at + MADE_MS }, facts)).toMatchObject({ ok: true });
  });
});

test('an alert names the table where something waits for a second person, and of other matters the office alone', () => {
  const alertFor = (to: string) => {
    const told: ToldAlert[] = [];
    const event = { v: 1, at: 5, event: 'proposed', to, wanted: { do: 'agree' } };
    raising.fold(null, { seq: 9, stream: 'proposals', position: 1, at: 5, event }, (one) => told.push(one));
    const [only] = told;
    return only?.do === 'raise' ? [only.body.table, only.body.says] : null;
  };
  expect(alertFor('table/quay')).toEqual(['quay', 'agree at table/quay wants a second person.']);
  expect(alertFor('float/quay')).toEqual(['quay', 'agree at float/quay wants a second person.']);
  expect(alertFor('drawers')).toEqual([null, 'agree at drawers wants a second person.']);
  for (const office of ['cases', 'promotions', 'tournaments'])
    expect(alertFor(`${office}/ann-smith`)).toEqual([null, `agree at ${office} wants a second person.`]);
});
