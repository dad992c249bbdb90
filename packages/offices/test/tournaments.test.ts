import { createHash } from 'node:crypto';
import {
  type AnyOffice,
  account,
  bankOf,
  type DraftTerms,
  ITEMS,
  itemsFor,
  leftAt,
  lockOf,
  missingIn,
  OFFERS,
  OPTIONAL_TEMPLATE,
  type Person,
  type PostName,
  prizesOf,
  type Round,
  readSealed,
  SOMEBODY_ELSE,
  seesBooks,
  seesWhole,
  shares,
  type Terms,
  TOURNAMENTS,
  tablesFor,
  tellTerms,
  template,
  viewFor,
  whyNotVerb,
} from '@boxperson/offices';
import { RULEBOOKS, type RulebookId } from '@boxperson/rules';
import { registerOf } from '@boxperson/rules/clauses';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lotsElsewhere, shuffledElsewhere } from '../../../test/support/lots.js';
import {
  CASHIER,
  counts,
  DEPUTY,
  DIRECTOR,
  ENTER,
  entered,
  MANAGER,
  opened,
  playerOf,
  Run,
  STAFF_PLAYER,
  STARTS,
  started,
  T0,
  tablesOf,
} from './tournament-run.js';
import { tableFact } from './world.js';

const BASE = template(STARTS);
/** Everything on offer: all 48 items apply. */
const FULL: DraftTerms = { ...BASE, ...OPTIONAL_TEMPLATE, kind: 'charity', offers: [...OFFERS] };

function drafted(terms: DraftTerms): Run {
  const run = new Run();
  run.do('plan', DIRECTOR, { name: 'The cup' });
  run.do('draft-terms', DIRECTOR, { terms });
  return run;
}

const top = (book: RulebookId): Person => ({
  id: `s-top-${book}`,
  kind: 'staff',
  name: book,
  createdAt: 0,
  roles: [{ rulebook: book, role: RULEBOOKS[book].roles.at(-1)?.id as string }],
});
const takes = (book: RulebookId) => `That takes a manager of ${RULEBOOKS[book].title}.`;
const named = (...books: string[]) => ({ terms: { tablesPerRound: { seats: 8, books } } });

describe('a tournament of some books', () => {
  test('crown 8.2.2(a): is for those who manage all of them to promise, to change and to call off', () => {
    const run = new Run(tablesOf(8));
    run.do('plan', top('star'), { name: 'The cup' });
    // Of no book yet, it is any manager's.
    run.do('draft-terms', top('crown'), { terms: { ...BASE, ...named('crown').terms } });
    expect(run.no('draft-terms', top('star'), named('star')).message).toBe(takes('crown'));
    expect(run.no('publish-terms', top('star')).message).toBe(takes('crown'));
    run.do('publish-terms', top('crown'));
    const whom = { person: DIRECTOR.id };
    expect(run.no('name-director', top('star'), whom).message).toBe(takes('crown'));
    run.do('name-director', top('crown'), whom);
    const tables = ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'];
    expect(run.no('designate-tables', top('star'), { tables }).message).toBe(takes('crown'));
    run.do('designate-tables', top('crown'), { tables });
    expect(run.no('cancel', top('star'), { reason: 'not mine' }).message).toBe(takes('crown'));
    expect(run.no('cancel', CASHIER, { reason: 'not mine' }).message).toBe(
      'That takes a tournament director.',
    );
    run.do('advise-inspectorate', DIRECTOR, { inspector: 'Inspector Day', how: 'in person' });
    run.do('open-entries', top('crown'));
    run.do('cancel', top('crown'), { reason: 'too few' });
  });

  test('no manager brings in another book; who manages both does, and a director', () => {
    const run = new Run(new Map([...tablesOf(1), ['s1', tableFact('star', { tournament: true })]]));
    run.do('plan', top('crown'), { name: 'The cup', startsAt: STARTS });
    // The usual terms name crown and its smaller game: a manager of one begins with theirs.
    expect(run.state.draft?.tablesPerRound?.books).toEqual(['crown']);
    expect(run.no('draft-terms', top('crown'), named('crown', 'star')).message).toBe(takes('star'));
    expect(run.no('designate-tables', top('crown'), { tables: ['t1', 's1'] }).message).toBe(takes('star'));
    const both = { ...top('crown'), roles: [...(top('crown').roles ?? []), ...(top('star').roles ?? [])] };
    run.do('draft-terms', both, named('crown', 'star'));
    expect(run.no('advise-inspectorate', top('crown'), { inspector: 'Day', how: 'told' }).message).toBe(
      takes('star'),
    );
    expect(TOURNAMENTS.ofBooks?.(run.state)).toEqual(['star', 'crown']);
    run.do('designate-tables', both, { tables: ['t1'] });
    // Where it is played tells it from then on.
    expect(TOURNAMENTS.ofBooks?.(run.state)).toEqual(['crown']);
    expect(run.no('publish-terms', top('crown')).message).toBe(takes('star'));
    run.do('draft-terms', DIRECTOR, named('crown', 'adelaide'));
    expect(run.no('publish-terms', top('crown')).message).toBe(takes('adelaide'));
    run.do('draft-terms', top('crown'), named('crown'));
    run.do('publish-terms', top('crown'));
  });

  /** At tables of crown, with terms that promise more than one person does alone. */
  function promising(...books: RulebookId[]): Run {
    const run = new Run(tablesOf(1));
    run.do('plan', DIRECTOR, { name: 'The cup' });
    run.do('designate-tables', DIRECTOR, { tables: ['t1'] });
    const pool = { guaranteed: 5_000_000, share: 100 };
    run.do('draft-terms', DIRECTOR, { terms: { ...BASE, pool, ...named(...books).terms } });
    return run;
  }
  const managing = (...books: RulebookId[]): Person => ({
    ...top('crown'),
    id: `s-top-${books.join('-')}`,
    roles: books.flatMap((book) => top(book).roles ?? []),
  });

  test('crown 8.2.2(a): nobody agrees to terms in the name of a book that is not theirs', () => {
    const run = promising('crown', 'star');
    const read = { draft: 1 };
    const whyNotSecond = (person: Person) =>
      whyNotVerb(
        TOURNAMENTS,
        TOURNAMENTS.verbs['publish-terms'] as never,
        run.state,
        read,
        person,
        () => null,
      );
    // Asked before they agree, so that what waits goes on waiting for somebody who may; and when it is done.
    expect(whyNotSecond(top('crown'))).toBe(takes('star'));
    expect(whyNotSecond(managing('crown', 'star'))).toBeNull();
    expect(whyNotSecond(DEPUTY)).toBeNull();
    run.second = top('crown');
    for (const by of [DIRECTOR, managing('crown', 'star')])
      expect(run.no('publish-terms', by, read)).toMatchObject({
        code: 'not-allowed',
        message: takes('star'),
      });
    // Who will agree is not known where it is only asked whether it would go.
    const asking = Object.assign(new Run(run.tables), { state: run.state, second: SOMEBODY_ELSE });
    asking.do('publish-terms', DIRECTOR, read);
    run.second = managing('crown', 'star');
    run.do('publish-terms', DIRECTOR, read);
    // What brings in no other book is theirs to agree to.
    const own = promising('crown');
    own.second = top('crown');
    own.do('publish-terms', DIRECTOR, read);
  });

  test('crown 8.2.2(a): terms in force bind it to the books that they name, wherever it is played', () => {
    const run = promising('crown', 'star');
    const [both, sees] = [
      managing('crown', 'star'),
      (person: Person) => seesWhole(TOURNAMENTS as AnyOffice, run.state, person),
    ];
    // What is only drafted binds nobody.
    expect(TOURNAMENTS.ofBooks?.(run.state)).toEqual(['crown']);
    run.second = DEPUTY;
    run.do('publish-terms', DIRECTOR, { draft: 1 });
    run.second = null;
    expect(TOURNAMENTS.ofBooks?.(run.state)).toEqual(['star', 'crown']);
    expect([top('crown'), top('star'), both, MANAGER].map(sees)).toEqual([false, false, true, true]);
    const less = { terms: { pool: { guaranteed: 0, share: 100 } } };
    // What is promised in the name of star is not for crown alone to change or to call off.
    expect(run.no('draft-terms', top('crown'), less).message).toBe(takes('star'));
    expect(run.no('cancel', top('crown'), { reason: 'mine' }).message).toBe(takes('star'));
    run.do('draft-terms', both, { terms: { ...less.terms, ...named('crown').terms } });
    run.do('publish-terms', both, { told: ['the regulator'] });
    expect(TOURNAMENTS.ofBooks?.(run.state)).toEqual(['crown']);
    run.do('cancel', top('crown'), { reason: 'mine' });
  });

  test('is seen whole by those who manage all of them, by the cage, directors and inspectors', () => {
    const run = opened({ ...BASE, ...named('crown').terms });
    const at1 = (post: PostName): Person => ({ ...MANAGER, posts: [{ post, tables: ['t1'] }] });
    const sees = (person: Person) => seesWhole(TOURNAMENTS as AnyOffice, run.state, person);
    const whole = [MANAGER, CASHIER, DIRECTOR, top('crown'), at1('cashier'), at1('tournament-director')];
    for (const person of [...whole, at1('inspector')]) expect(sees(person), person.id).toBe(true);
    for (const person of [top('star'), top('crown-mini'), at1('manager'), at1('surveillance'), playerOf(1)])
      expect(sees(person), person.id).toBe(false);
  });
});

describe('terms and conditions', () => {
  test('crown 8.4 asks for 48 items, each under a clause of its own', () => {
    expect(ITEMS).toHaveLength(48);
    expect(new Set(ITEMS.map(({ clause }) => clause)).size).toBe(48);
    expect(new Set(ITEMS.map(({ field }) => field)).size).toBe(48);
    expect(itemsFor(FULL)).toHaveLength(48);
    expect(missingIn(FULL)).toEqual([]);
  });

  test.each(ITEMS.map(({ clause, field }) => [clause, field] as const))(
    'crown %s left out (%s) blocks publication by its clause, and with it entries',
    (clause, field) => {
      const { [field]: _gone, ...rest } = FULL;
      const run = drafted(rest as DraftTerms);
      const { clause: says, message } = run.no('publish-terms', DIRECTOR);
      expect(says).toBe(clause);
      expect(message).toContain(`${field}: `);
      expect(run.no('open-entries', DIRECTOR).clause).toBe('8.2.2(a)');
      // Said, it goes.
      run.do('draft-terms', DIRECTOR, { terms: { [field]: FULL[field] } });
      run.do('publish-terms', DIRECTOR);
    },
  );

  test.each(ITEMS.filter(({ standard }) => standard).map(({ clause, field }) => [clause, field] as const))(
    'crown %s: a statement that says nothing is missing',
    (clause, field) => {
      const value = FULL[field];
      const empty = typeof value === 'string' ? ' ' : { ...(value as object), says: '' };
      expect(drafted({ ...FULL, [field]: empty } as DraftTerms).no('publish-terms', DIRECTOR).clause).toBe(
        clause,
      );
    },
  );

  /** Clauses that open a list: everything under them is asked for. */
  const HEADS = registerOf('crown')
    .map(({ id }) => id)
    .filter(
      (id) =>
        id.startsWith('8.4') &&
        !ITEMS.some(({ clause }) => clause === id || (id.startsWith('8.4.8(d)') && clause === '8.4.8(d)')),
    );
  test.each(HEADS.map((id) => [id] as const))('crown %s opens a list, and all of it is asked for', (head) => {
    const below = ITEMS.filter(({ clause }) => clause.startsWith(head) && clause !== head);
    expect(below.length).toBeGreaterThan(0);
    const bare = Object.fromEntries(
      Object.entries(FULL).filter(([field]) => !below.some((item) => item.field === field)),
    );
    const { message } = drafted(bare as unknown as DraftTerms).no('publish-terms', DIRECTOR);
    // Where the rounds themselves are missing, nobody knows whether anybody goes on.
    const asked = below.filter(
      ({ field }) => field !== 'progression' || below.every((one) => one.field !== 'rounds'),
    );
    for (const { clause } of asked) expect(message).toContain(`${clause} `);
  });

  test.each([
    ['8.4.2(a)(iii)', 'refusal'],
    ['8.4.2(a)(iv)', 'criteria'],
    ['8.4.2(b)(iii)', 'signature'],
    ['8.4.3(a)(iv)', 'buyBack'],
    ['8.4.3(a)(v)', 'repechage'],
    ['8.4.4(b)', 'minimum'],
    ['8.4.4(c)', 'secret'],
  ] as const)('crown %s is asked for only where there is any (%s)', (clause, offer) => {
    expect(itemsFor(FULL).some((item) => item.clause === clause)).toBe(true);
    const without = { ...FULL, offers: OFFERS.filter((one) => one !== offer) };
    expect(itemsFor(without).some((item) => item.clause === clause)).toBe(false);
  });

  test('crown 8.4.2(a)(v) is asked for at charity and media events, 8.4.3(a)(iii) where there are several rounds', () => {
    const clauses = (terms: DraftTerms) => itemsFor(terms).map(({ clause }) => clause);
    expect(clauses({ ...FULL, kind: 'media' })).toContain('8.4.2(a)(v)');
    expect(clauses({ ...FULL, kind: 'ordinary' })).not.toContain('8.4.2(a)(v)');
    const once = { ...FULL, rounds: { ...(FULL.rounds as NonNullable<typeof FULL.rounds>), most: 1 } };
    expect(clauses(once)).not.toContain('8.4.3(a)(iii)');
  });

  test('crown 8.4.1(c): a change says what changed and who was told, and makes a version', () => {
    const run = drafted(FULL);
    run.do('publish-terms', DIRECTOR);
    run.do('draft-terms', DIRECTOR, { terms: { place: 'The other pit' } });
    expect(run.no('publish-terms', DIRECTOR).clause).toBe('8.4.1(c)');
    run.do('publish-terms', DIRECTOR, { told: ['the regulator', 'all entrants'] });
    expect(run.state.versions.map(({ version }) => version)).toEqual([1, 2]);
    expect(run.state.versions[1]).toMatchObject({
      changed: ['8.4.1(a)(iv) Where'],
      told: ['the regulator', 'all entrants'],
    });
    expect(run.no('publish-terms', DIRECTOR, { told: ['x'] }).message).toContain('say the same');
  });

  test('terms that contradict themselves are not published, by the clause that they miss', () => {
    const bad = (change: object) => drafted({ ...FULL, ...change }).no('publish-terms', DIRECTOR).clause;
    expect(bad({ players: { fewest: 9, most: 8 } })).toBe('8.4.1(a)(iii)');
    expect(bad({ distribution: [5_000, 4_000] })).toBe('8.4.7(b)');
    expect(bad({ minimum: { kind: 'minimum', chips: 10_000_000, short: 0 } })).toBe('8.4.4(b)');
    expect(bad({ entryTerms: { freeUntil: STARTS + 1, substituteUntil: STARTS } })).toBe('8.4.2(d)');
    expect(bad({ starts: { at: STARTS, entriesUntil: STARTS + 1 } })).toBe('8.4.1(a)(i)');
    expect(bad({ progression: { how: 'best-of-table', count: 8 } })).toBe('8.4.3(a)(ii)');
  });

  test('the text that people read has a line for each item, in words', () => {
    const lines = tellTerms(FULL);
    expect(lines).toHaveLength(48);
    const says = (clause: string) => lines.find((line) => line.clause === clause)?.says;
    expect(says('8.4.1(a)(ii)')).toContain('Entry fee: $10');
    expect(says('8.4.3(b)')).toContain('Starting bank: 1,000 chips');
    expect(says('8.4.1(a)(i)')).toContain('UTC');
    for (const { says: said } of lines) expect(said).not.toMatch(/undefined|\[object/);
  });
});

describe('before entries', () => {
  test('crown 8.2, 8.2.1, 8.2.2, 8.2.2(a), 8.2.2(b), 8.2.3, 8.2.4: no entry before all is done, each refused by its clause', () => {
    const run = new Run(tablesOf(8));
    run.do('plan', DIRECTOR, { name: 'The cup', startsAt: STARTS });
    const step = (clause: string, act: () => void) => {
      expect(run.no('open-entries', DIRECTOR).clause).toBe(clause);
      act();
    };
    expect(run.no('enter', playerOf(1), ENTER).clause).toBe('8.2.1');
    step('8.2.2(a)', () => run.do('publish-terms', DIRECTOR));
    step('8.2.2(b)', () => run.do('advise-inspectorate', DIRECTOR, { inspector: 'Day', how: 'by phone' }));
    step('8.2.3', () => run.do('name-director', MANAGER, { person: DIRECTOR.id }));
    step('8.2.4', () => run.do('designate-tables', DIRECTOR, { tables: [...run.tables.keys()] }));
    expect(run.no('enter', playerOf(1), ENTER).clause).toBe('8.2.2');
    run.do('open-entries', DIRECTOR);
    run.do('enter', playerOf(1), ENTER);
  });

  test('crown 8.2.2(a): anybody may read the terms, and nothing of entrants but the name they play under', () => {
    const run = opened(BASE);
    entered(run, 2);
    const seen = viewFor(run.state, playerOf(1));
    expect(seen.versions).toEqual(run.state.versions);
    expect(seen.entries['1']?.person).toBe('p1');
    expect(seen.entries['2']).toMatchObject({ name: 'Player 2', paid: { entry: 0, buyIn: 0 } });
    expect(seen.entries['2']?.person).toBeUndefined();
    expect(JSON.stringify(seen)).not.toContain('"p2"');
    expect(JSON.stringify(seen)).not.toContain(DIRECTOR.id);
    expect(seesBooks(DIRECTOR, 'tournaments')).toBe(true);
  });

  test('crown 8.2.2(a): whatever else is kept of a tournament one day is for nobody until it is said', () => {
    const run = opened(BASE);
    entered(run, 2);
    const later = { ...run.state.entries['2'], medical: 'not yours' };
    const state = { ...run.state, notes: 'not yours', entries: { ...run.state.entries, 2: later } };
    expect(JSON.stringify(state)).toContain('not yours');
    for (const viewer of [null, playerOf(1)])
      expect(JSON.stringify(viewFor(state as typeof run.state, viewer))).not.toContain('not yours');
  });

  test('crown 8.2.3: nothing goes on without a director who is there, and none leaves while a round runs', () => {
    const run = opened(BASE);
    entered(run, 8);
    run.do('close-entries', DIRECTOR);
    run.do('go', DIRECTOR);
    expect(run.no('prepare-round', DIRECTOR).clause).toBe('8.2.3');
    expect(run.no('brief', DIRECTOR, { understood: true }).clause).toBe('8.2.3');
    run.do('come', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    expect(run.no('go', DIRECTOR).clause).toBe('8.2.3');
    expect(run.no('cut', MANAGER).message).toContain('tournament director');
    expect(run.no('stop-clock', DEPUTY, { reason: 'x' }).clause).toBe('8.2.3');
  });

  test('crown 8.2.3(a): the director names deputies, who then act', () => {
    const run = opened(BASE);
    entered(run, 8);
    expect(run.no('name-deputy', DEPUTY, { person: DEPUTY.id }).clause).toBe('8.2.3(a)');
    expect(run.no('name-deputy', DIRECTOR, { person: CASHIER.id }).clause).toBe('8.2.3(a)');
    run.do('name-deputy', DIRECTOR, { person: DEPUTY.id });
    run.do('come', DEPUTY);
    run.do('go', DIRECTOR);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DEPUTY, { understood: true });
    run.do('prepare-round', DEPUTY, { kind: 'round' });
    run.do('release-deputy', DIRECTOR, { person: DEPUTY.id });
    expect(run.no('draw-lots', DEPUTY, { faces: '1652431563' }).clause).toBe('8.2.3');
  });

  test('crown 8.2.5: only tables that are kept for tournaments, with nobody at them', () => {
    const run = new Run(new Map([['open', { ...tableFact('crown'), id: 'open' }]]));
    run.do('plan', DIRECTOR, { name: 'The cup', startsAt: STARTS });
    expect(run.no('designate-tables', DIRECTOR, { tables: ['open'] }).clause).toBe('8.2.5');
  });

  test('crown 8.2.4: only tables that exist are designated, and enough of them', () => {
    const run = new Run(tablesOf(2));
    run.do('plan', DIRECTOR, { name: 'The cup', startsAt: STARTS });
    expect(run.no('designate-tables', DIRECTOR, { tables: ['t1', 'nowhere'] }).clause).toBe('8.2.4');
    run.do('designate-tables', DIRECTOR, { tables: ['t1', 't2'] });
    run.do('publish-terms', DIRECTOR);
    run.do('advise-inspectorate', DIRECTOR, { inspector: 'Day', how: 'by phone' });
    run.do('name-director', MANAGER, { person: DIRECTOR.id });
    expect(run.no('open-entries', DIRECTOR).message).toContain('hold 16 players');
  });

  test('crown 8.1: any variation that the terms name, and no other', () => {
    const small = { ...BASE, players: { fewest: 2, most: 8 } };
    opened(small, tablesOf(1, 'crown-mini'));
    expect(() => opened(small, tablesOf(1, 'star'))).toThrow('8.1');
    opened({ ...small, tablesPerRound: { seats: 8, books: ['star'] } }, tablesOf(1, 'star'));
  });

  test('crown 8.4.2(a)(v): staff enter charity and media events alone, approved first, and are passed over', () => {
    expect(opened(BASE).no('enter', STAFF_PLAYER, ENTER).clause).toBe('8.4.2(a)(v)');
    const charity = {
      ...BASE,
      kind: 'charity',
      staffEvent: OPTIONAL_TEMPLATE.staffEvent,
      fees: { ...BASE.fees, entry: 0, buyIn: 0 },
      pool: { guaranteed: 30_000, share: 100 },
    };
    const unapproved = new Run();
    unapproved.do('plan', DIRECTOR, { name: 'x', startsAt: STARTS });
    expect(unapproved.no('approve-staff', MANAGER, { officer: 'chief-executive', name: 'x' }).clause).toBe(
      '8.4.2(a)(v)',
    );
    const run = opened(charity);
    run.do('enter', STAFF_PLAYER, ENTER);
    entered(run, 3);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    for (let roll = 1; roll <= 25; roll += 1)
      counts(run, 't1', roll, (entry) => (5 - Number(entry)) * 10_000);
    run.do('cut', DIRECTOR);
    run.do('finish', DIRECTOR);
    expect(run.state.places).toEqual(['1', '2', '3', '4']);
    expect(run.state.prizes.map(({ player, place, amount }) => [player, place, amount])).toEqual([
      ['2', 2, 15_000],
      ['3', 3, 9_000],
      ['4', 4, 6_000],
    ]);
    expect(run.no('pay-prize', CASHIER, { entry: '1' }).clause).toBe('8.4.7(b)');
  });
});

describe('entries', () => {
  test('crown 8.4.1(a)(ii): fee to the house, buy-in to the pool, under accounts of the tournament', () => {
    const run = opened(BASE);
    entered(run, 3);
    const { books } = run.state;
    expect(run.ledger.get(account.tournament(books, 'fees'))).toBe(3_000);
    expect(run.ledger.get(account.tournament(books, 'pool'))).toBe(15_000);
    expect(run.ledger.get('player/p1')).toBe(-6_000);
    run.ledger.set('player/p9', -100_000_000 + 5_999);
    expect(run.no('enter', playerOf(9), ENTER)).toMatchObject({
      code: 'insufficient',
      clause: '8.4.1(a)(ii)',
      nearest: 5_999,
    });
  });

  test('crown 8.4.2(a)(i), (b)(iii): whoever enters accepts the version in force, and signs where it is asked', () => {
    const run = opened({ ...BASE, offers: ['signature'], signature: OPTIONAL_TEMPLATE.signature });
    expect(run.no('enter', playerOf(1), { ...ENTER, accept: false }).message).toContain('accept');
    expect(run.no('enter', playerOf(1), { ...ENTER, version: 2 }).clause).toBe('8.4.2(a)(i)');
    expect(run.no('enter', playerOf(1), { ...ENTER, signature: undefined }).clause).toBe('8.4.2(b)(iii)');
    run.do('enter', playerOf(1), ENTER);
    expect(run.state.entries['1']).toMatchObject({ version: 1, signature: 'signed' });
    expect(run.no('enter', playerOf(1), ENTER).message).toContain('entered already');
  });

  test('crown 8.4.2(a)(ii), (iii): who may not gamble is not let in, and turning down wants the terms', () => {
    const run = opened(BASE);
    expect(run.no('enter', { ...playerOf(1), kind: 'device' }, ENTER).clause).toBe('8.4.2(a)(ii)');
    entered(run, 1);
    expect(run.no('refuse-entry', DIRECTOR, { entry: '1', reason: 'x' }).clause).toBe('8.4.2(a)(iii)');
    const reserved = opened({ ...BASE, offers: ['refusal'], mayRefuse: OPTIONAL_TEMPLATE.mayRefuse });
    entered(reserved, 1);
    reserved.do('refuse-entry', DIRECTOR, { entry: '1', reason: 'barred next door' });
    expect(reserved.ledger.get('player/p1')).toBe(0);
    expect(reserved.no('enter', playerOf(1), ENTER).clause).toBe('8.4.2(a)(iii)');
  });

  test('crown 8.4.1(a)(iii): fewest and most; who comes later waits and takes a place that is free', () => {
    const run = opened({
      ...BASE,
      players: { fewest: 3, most: 3 },
      tablesPerRound: { seats: 4, books: ['crown'] },
    });
    entered(run, 2);
    expect(run.no('close-entries', DIRECTOR).clause).toBe('8.4.1(a)(iii)');
    entered(run, 3, 3);
    expect(run.state.entries['4']?.stands).toBe('waits');
    expect(run.ledger.get('player/p4') ?? 0).toBe(0);
    expect(run.no('take-place', playerOf(4), { entry: '4' }).clause).toBe('8.4.1(a)(iii)');
    run.do('withdraw', playerOf(1), { entry: '1' });
    expect(run.no('take-place', playerOf(5), { entry: '5' }).message).toContain('4 waits longer');
    run.do('take-place', playerOf(4), { entry: '4' });
    expect(run.ledger.get('player/p4')).toBe(-6_000);
  });

  test('crown 8.4.2(d), 8.4.8(a)(iv): in time all comes back, later what the terms say', () => {
    const run = opened(BASE);
    entered(run, 2);
    run.do('withdraw', playerOf(1), { entry: '1' });
    run.at = (BASE.entryTerms?.freeUntil as number) + 1;
    run.do('withdraw', playerOf(2), { entry: '2' });
    expect([run.ledger.get('player/p1'), run.ledger.get('player/p2')]).toEqual([0, -1_000]);
  });

  test('crown 8.4.8(a)(iii), (b)(iv): a substitute has the entry, in time and where the terms allow', () => {
    const run = opened(BASE, tablesOf(30), [playerOf(7)]);
    entered(run, 2);
    run.second = DEPUTY;
    run.do('substitute', DIRECTOR, { entry: '1', person: 'p7', instead: 'p1' });
    expect(run.state.entries['1']).toMatchObject({
      person: 'p7',
      paid: { entry: 1_000, buyIn: 5_000 },
      briefed: false,
    });
    expect(run.no('withdraw', playerOf(1), { entry: '1' }).message).toContain('not yours');
    run.at = (BASE.entryTerms?.substituteUntil as number) + 1;
    expect(run.no('substitute', DIRECTOR, { entry: '2', person: 'p1' }).clause).toBe('8.4.2(d)');
    const never = opened({ ...BASE, substitution: { allowed: false, says: 'No.' } }, tablesOf(30), [
      playerOf(7),
    ]);
    entered(never, 1);
    never.second = DEPUTY;
    expect(never.no('substitute', DIRECTOR, { entry: '1', person: 'p7' }).clause).toBe('8.4.8(a)(iii)');
  });

  test('crown 8.3, 8.3.1, 8.3.2: nobody starts who was not briefed; practice rolls count for nothing', () => {
    const run = opened(BASE);
    entered(run, 8);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { entries: ['1', '2', '3', '4', '5', '6', '7'], understood: true });
    run.do('practise', DIRECTOR, { entry: '8', rolls: 12 });
    run.do('prepare-round', DIRECTOR);
    run.do('draw-lots', DIRECTOR, { faces: '1652431563' });
    expect(run.no('start-round', DIRECTOR)).toMatchObject({
      clause: '8.3.1',
      message: expect.stringContaining('Entry 8'),
    });
    run.do('brief', DIRECTOR, { understood: true });
    run.do('start-round', DIRECTOR);
    expect(run.state.entries['8']?.practised).toBe(12);
    expect(run.state.rounds[0]?.banks['8']).toBe(100_000);
    expect(run.state.rounds[0]?.counts).toEqual({});
    expect(run.no('practise', DIRECTOR, { entry: '8', rolls: 1 }).clause).toBe('8.3.2');
  });

  test('crown 8.4.8(a)(iii): a director puts another into an entry, and where it is paid for another person agrees', () => {
    const run = opened(BASE, tablesOf(30), [playerOf(7), playerOf(8)]);
    entered(run, 2);
    const swap = { entry: '1', person: 'p7', instead: 'p1' };
    // Whoever is put there has to accept the terms, and sign: neither a player nor anybody else does that for them.
    for (const by of [playerOf(1), playerOf(2), MANAGER])
      expect(run.no('substitute', by, swap)).toMatchObject({ code: 'not-allowed' });
    expect(run.no('substitute', DIRECTOR, swap)).toMatchObject({ code: 'second-person' });
    expect(TOURNAMENTS.verbs['substitute']?.money?.(run.state, swap as never)).toBe(6_000);
    run.second = DIRECTOR;
    expect(run.no('substitute', DIRECTOR, swap)).toMatchObject({ code: 'second-person' });
    run.second = DEPUTY;
    run.do('substitute', DIRECTOR, swap);
    expect(run.state.entries['1']).toMatchObject({ person: 'p7', signature: null, publicity: false });
    // Where nothing was paid, nothing of anybody's plays for somebody else.
    const fees = { entry: 0, buyIn: 0, reBuy: 0, addOn: 0, money: 'real' };
    const free = opened({ ...BASE, fees }, tablesOf(30), [playerOf(7)]);
    entered(free, 1);
    free.do('substitute', DIRECTOR, { entry: '1', person: 'p7' });
  });

  test('crown 8.4.8(a)(iii): two people mean the same who gives way, and nobody who came since does', () => {
    const run = opened(BASE, tablesOf(30), [playerOf(7), playerOf(9)]);
    entered(run, 1);
    run.second = DEPUTY;
    const waits = { entry: '1', person: 'p7', instead: 'p1' };
    // While that one waits for its second person, another is agreed on.
    run.do('substitute', DIRECTOR, { entry: '1', person: 'p9', instead: 'p1' });
    expect(run.no('substitute', DIRECTOR, waits)).toMatchObject({
      code: 'does-not-match',
      clause: '8.4.8(a)(iii)',
      message: 'instead: p1 was to give way, and now Player 9 (p9) is in entry 1: name them.',
    });
    // One of an earlier version names nobody.
    expect(run.no('substitute', DIRECTOR, { entry: '1', person: 'p7' })).toMatchObject({
      code: 'bad-input',
      clause: '8.4.8(a)(iii)',
      message: 'instead: it takes two, and both mean the same: say who gives way, now Player 9 (p9).',
    });
    run.do('substitute', DIRECTOR, { ...waits, instead: 'p9' });
    expect(run.state.entries['1']?.person).toBe('p7');
    // Where one is enough nobody need be named, and who is named is still meant.
    const fees = { entry: 0, buyIn: 0, reBuy: 0, addOn: 0, money: 'real' };
    const free = opened({ ...BASE, fees }, tablesOf(30), [playerOf(7), playerOf(9)]);
    entered(free, 1);
    free.do('substitute', DIRECTOR, { entry: '1', person: 'p9' });
    expect(free.no('substitute', DIRECTOR, waits)).toMatchObject({ code: 'does-not-match' });
  });

  test('a cancelled tournament pays everything back', () => {
    const run = opened(BASE);
    entered(run, 5);
    run.do('cancel', MANAGER, { reason: 'too few' });
    expect([...run.ledger.values()].every((amount) => amount === 0)).toBe(true);
  });
});

/** Eight at one table, counted to the last roll but one. */
function atLastRoll(terms: object = {}): Run {
  const run = opened({ ...BASE, ...terms });
  entered(run, 8);
  run.do('close-entries', DIRECTOR);
  run.do('brief', DIRECTOR, { understood: true });
  started(run);
  for (let roll = 1; roll < 25; roll += 1) counts(run, 't1', roll, (entry) => Number(entry) * 10_000);
  return run;
}

describe('play', () => {
  test('crown 8.4.3(a)(i), 8.4.3(b): so many rolls, and the same bank for all', () => {
    const run = atLastRoll();
    expect(new Set(Object.values(run.state.rounds[0]?.banks ?? {}))).toEqual(new Set([100_000]));
    expect(run.no('cut', DIRECTOR).message).toContain('goes on at t1');
    expect(run.no('end-table', DIRECTOR, { table: 't1' }).clause).toBe('8.4.8(d)');
    expect(run.no('count', null, { table: 't1', roll: 26, banks: {} }).message).toContain(
      'next one there is 25',
    );
    counts(run, 't1', 25, (entry) => Number(entry) * 10_000);
    expect(run.state.rounds[0]?.ended).toEqual({ t1: 'in-time' });
    run.do('cut', DIRECTOR);
    expect(run.state.rounds[0]?.through).toEqual(['8', '7']);
  });

  test('crown 8.4.3(a)(i): the clock is the house’s, per table or for all, stopped, gone on and with time added', () => {
    const run = opened({ ...BASE, rounds: { ...BASE.rounds, by: 'time', minutes: 10 } });
    entered(run, 12);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    const due = () => TOURNAMENTS.due?.(run.state, run.at) ?? null;
    const minute = 60_000;
    const left = (table: string) =>
      leftAt(run.state.versions[0]?.terms as Terms, run.state.rounds[0] as Round, table, run.at);
    expect(due()).toEqual({ at: T0 + 10 * minute, do: 'call-time', body: { table: 't1' } });
    run.at += minute;
    run.do('stop-clock', DIRECTOR, { table: 't1', reason: 'a die is lost' });
    expect(due()?.body).toEqual({ table: 't2' });
    expect(left('t1')).toBe('9:00 (stopped)');
    expect(left('t2')).toBe('9:00');
    run.at += 5 * minute;
    run.do('resume-clock', DIRECTOR, { table: 't1' });
    run.do('add-time', DIRECTOR, { table: 't2', minutes: 10 });
    expect(due()).toEqual({ at: T0 + 15 * minute, do: 'call-time', body: { table: 't1' } });
    expect(run.no('call-time', null, { table: 't1' }).message).toContain('not over');
    run.at = T0 + 15 * minute;
    run.do('call-time', null, { table: 't1' });
    expect(left('t1')).toBe('last shooter');
    // The last shooter finishes, and only then it is over.
    expect(run.state.rounds[0]?.ended).toEqual({});
    run.do('end-table', DIRECTOR, { table: 't1' });
    expect(run.state.rounds[0]?.ended).toEqual({ t1: 'in-time' });
    expect(due()?.at).toBe(T0 + 20 * minute);
  });

  test('crown 8.4.4(b): who has less than the least wager on the layout loses what the terms say', () => {
    const run = opened({
      ...BASE,
      offers: ['minimum'],
      minimum: { kind: 'minimum', chips: 500, short: 700 },
    });
    entered(run, 4);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    counts(run, 't1', 1, () => 50_000, ['3']);
    counts(run, 't1', 2, () => 50_000, ['3', '4']);
    expect(run.state.rounds[0]?.taken).toEqual({ 3: 1_400, 4: 700 });
  });

  test('crown 8.4.4(c), R78: sealed wagers are counted, opened together, bound by their lock, and cost something unopened', () => {
    const run = opened({
      ...BASE,
      offers: ['secret'],
      secret: { perRound: 1, unopened: 5_000, says: 'On your screen.' },
    });
    entered(run, 4);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    const [wager, key] = ['pass 10000', createHash('sha256').update('a nonce').digest('hex')];
    const lock = createHash('sha256').update(`${wager}\n${key}`).digest('hex');
    expect(lockOf(wager, key)).toBe(lock);
    run.do('seal', playerOf(1), { entry: '1', lock });
    run.do('seal', playerOf(2), { entry: '2', lock: lockOf('field 500', key) });
    expect(run.no('seal', playerOf(1), { entry: '1', lock: 'ab'.repeat(32) }).clause).toBe('8.4.4(c)');
    // Nobody else seals for them, and the record holds the lock alone.
    expect(run.no('seal', DIRECTOR, { entry: '3', lock }).message).toBeTruthy();
    expect(JSON.stringify([run.events, run.state])).not.toContain(wager);
    expect(run.no('unseal', playerOf(1), { entry: '1', wager, key }).message).toContain('together');
    run.do('call-seals', DIRECTOR, { table: 't1' });
    expect(run.no('unseal', playerOf(1), { entry: '1', wager: 'pass 20000', key }).clause).toBe('8.4.4(c)');
    const called = run.state;
    run.do('unseal', playerOf(1), { entry: '1', wager, key });
    expect(run.state.rounds[0]?.taken).toEqual({ 1: 0, 2: 5_000 });
    expect(run.no('unseal', playerOf(1), { entry: '1', wager, key }).clause).toBe('8.4.4(c)');
    expect(run.no('call-seals', DIRECTOR, { table: 't1' }).message).toContain('wait');

    // R111: open, and not shown before the others are: to nobody but its owner, whatever post somebody holds.
    expect(run.state.rounds[0]?.seals['1']?.[0]).toMatchObject({ wager: null, called: true });
    for (const other of [null, playerOf(2), DIRECTOR, MANAGER])
      expect(
        JSON.stringify([viewFor(run.state, other), TOURNAMENTS.covered?.(run.state, other)]),
      ).not.toMatch(new RegExp(`${wager}|${key}`));
    expect(JSON.stringify(viewFor(run.state, playerOf(1)))).toContain(wager);
    const unlocked = run.events.at(-1);
    expect(unlocked).toMatchObject({ event: 'unlocked', lock });
    const { wager: seen, key: seenKey } = TOURNAMENTS.audience['unlocked']?.fields ?? {};
    expect([seen, seenKey]).toEqual([['subject'], ['subject']]);
    // A record that says something else than what was locked is none.
    expect(() => TOURNAMENTS.evolve(called, { ...unlocked, wager: 'pass 1' } as never)).toThrow('lock');

    // Its time over, what is open is shown; what is not has cost its chips, and is never a wager.
    expect(run.no('open-seals', null, { table: 't1' }).message).toContain('now');
    expect(TOURNAMENTS.due?.(run.state, run.at)).toEqual({
      at: run.at + 30_000,
      do: 'open-seals',
      body: { table: 't1' },
    });
    run.at += 30_000;
    run.do('open-seals', null, { table: 't1' });
    expect(run.events.at(-1)).toMatchObject({
      opened: [{ entry: '1', lock, wager, key }],
      unopened: ['2'],
    });
    expect(run.state.rounds[0]?.seals['1']?.[0]).toMatchObject({ wager, put: 'waits' });
    expect(TOURNAMENTS.due?.(run.state, run.at)).toBe(null);
    expect(run.no('unseal', playerOf(2), { entry: '2', wager: 'field 500', key }).message).toContain('over');
    run.do('place-seal', null, { entry: '1', lock, placed: false, why: 'above the maximum' });
    expect(run.state.rounds[0]?.seals['1']?.[0]).toMatchObject({ put: 'refused', why: 'above the maximum' });
    expect(run.no('place-seal', null, { entry: '1', lock, placed: true, why: null }).message).toBeTruthy();
    expect(
      run.no('place-seal', DIRECTOR, { entry: '1', lock, placed: true, why: null }).message,
    ).toBeTruthy();
  });

  test('crown 8.4.4(c), R111: once the last is open all are shown at once', () => {
    const run = opened({ ...BASE, offers: ['secret'], secret: OPTIONAL_TEMPLATE.secret });
    entered(run, 2, 1);
    entered(run, 2, 3);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    const key = hash('another nonce');
    for (const [n, wager] of ['pass 50', 'place 6 60'].entries())
      run.do('seal', playerOf(n + 1), { entry: String(n + 1), lock: lockOf(wager, key) });
    run.do('call-seals', DIRECTOR, { table: 't1' });
    expect(run.do('unseal', playerOf(1), { entry: '1', wager: 'pass 50', key })).toHaveLength(1);
    const [, shown] = run.do('unseal', playerOf(2), { entry: '2', wager: 'place 6 60', key });
    expect(shown).toMatchObject({
      event: 'seals-opened',
      unopened: [],
      opened: [{ entry: '1' }, { entry: '2' }],
    });
    expect(run.state.rounds[0]?.taken).toEqual({ 1: 0, 2: 0 });
  });

  test.each([
    ['pass 50', { wager: 'pass', amount: 5_000 }],
    ['  Place  6 60 ', { wager: 'place', number: 6, amount: 6_000 }],
    ['hardway 8 5', { wager: 'hardway', number: 8, amount: 500 }],
  ])('R111: a sealed wager is read as “%s”', (text, bet) => {
    expect(readSealed(text)).toEqual({ ok: true, bet });
  });
  test.each([['all of it'], ['pass'], ['pass 0'], ['place 60'], ['place 7 60'], ['luck 50'], ['pass 50.5']])(
    'R111: “%s” is no wager, and says why',
    (text) => {
      expect(readSealed(text)).toMatchObject({ ok: false, why: expect.stringContaining('wager: ') });
    },
  );

  test('crown 8.4.1(a)(ii), R112: a re-buy is on the table at once, once a round, with fresh banks too', () => {
    const run = opened({ ...BASE, fees: { ...(BASE.fees as object), reBuy: 5_000 } });
    entered(run, 4);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    expect(run.no('re-buy', playerOf(1), { entry: '1' }).clause).toBe('8.4.1(a)(ii)');
    counts(run, 't1', 1, (entry) => (entry === '1' ? 0 : 120_000));
    run.do('re-buy', playerOf(1), { entry: '1' });
    const bank = () => bankOf(run.state.rounds.at(-1) as Round, '1');
    expect(bank()).toBe(100_000);
    expect(run.state.entries['1']?.chips).toBe(0);
    // The next count has them in it, and says so.
    const banks = { 1: 90_000, 2: 1, 3: 1, 4: 1 };
    run.do('count', null, { table: 't1', roll: 2, banks, included: { 1: 100_000 }, upTo: 40 });
    expect(bank()).toBe(90_000);
    // One from before they came does not.
    run.do('count', null, { table: 't1', roll: 3, banks: { ...banks, 1: 0 }, upTo: 50 });
    expect(bank()).toBe(100_000);
    run.do('count', null, { table: 't1', roll: 4, banks: { ...banks, 1: 0 }, included: { 1: 100_000 } });
    expect(run.no('re-buy', playerOf(1), { entry: '1' }).message).toContain('Once in each round');
  });

  test('R112: a penalty that is gone from the table is not taken from the count a second time', () => {
    const run = opened(BASE);
    entered(run, 4);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    counts(run, 't1', 1, () => 100_000);
    run.do('penalise', DIRECTOR, { entry: '1', chips: 10_000, ground: 'late bets' });
    const bank = () => bankOf(run.state.rounds.at(-1) as Round, '1');
    expect(bank()).toBe(90_000);
    const banks = { 1: 90_000, 2: 1, 3: 1, 4: 1 };
    run.do('count', null, { table: 't1', roll: 2, banks, included: { 1: -10_000 } });
    expect(bank()).toBe(90_000);
  });

  test('R113: a roll that is void after its count is none of the round', () => {
    const run = opened(BASE);
    entered(run, 4);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    counts(run, 't1', 1, () => 100_000);
    counts(run, 't1', 2, () => 50_000);
    const banks = { 1: 100_000, 2: 100_000, 3: 100_000, 4: 100_000 };
    const said = { table: 't1', roll: 1, banks, included: {}, upTo: 9 };
    expect(run.no('correct-count', null, { ...said, roll: 0 }).message).toContain('last');
    expect(run.no('correct-count', DIRECTOR, said).message).toBeTruthy();
    run.do('correct-count', null, said);
    expect(run.state.rounds[0]?.counts['t1']).toMatchObject({ roll: 1, banks, upTo: 9 });
    counts(run, 't1', 2, () => 70_000);
  });

  test('crown 8.4.3(a)(i), R113: what lies on the layout when play ends early is void where the terms say so', () => {
    const run = opened({ ...BASE, rounds: { ...BASE.rounds, layoutAtEnd: 'void' } });
    entered(run, 4);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    counts(run, 't1', 1, (entry) => (Number(entry) > 2 ? 0 : 100_000));
    const banks = { 1: 60_000, 2: 80_000, 3: 0, 4: 0 };
    expect(run.no('close-count', null, { table: 't1', banks }).message).toContain('goes on');
    run.do('end-table', DIRECTOR, { table: 't1', early: 'decided' });
    expect(run.no('cut', DIRECTOR).clause).toBe('8.4.3(a)(i)');
    run.do('close-count', null, { table: 't1', banks });
    expect(run.no('close-count', null, { table: 't1', banks }).message).toContain('counted');
    run.do('cut', DIRECTOR);
    expect(run.state.rounds[0]?.order.map(({ player, bank }) => [player, bank]).slice(0, 2)).toEqual([
      ['2', 80_000],
      ['1', 60_000],
    ]);
  });

  test('crown 8.4.6(a): by the counts money is paid, and nobody says what came out, not even the director', () => {
    const run = opened({ ...BASE, rounds: { ...BASE.rounds, layoutAtEnd: 'void' } });
    entered(run, 4);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    const banks = { 1: 1e12, 2: 0, 3: 0, 4: 0 };
    for (const who of [DIRECTOR, MANAGER])
      for (const [verb, said] of [
        ['count', { table: 't1', roll: 1, banks }],
        ['close-count', { table: 't1', banks }],
      ] as const)
        expect(run.no(verb, who, said).message).toContain('does that itself');
  });

  test('crown 8.4.7(b), 8.4.3(c): more than 10,000 dollars are paid by two people, as a prize or for chips', () => {
    const run = opened(BASE);
    entered(run, 4);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    counts(run, 't1', 1, (entry) => (entry === '1' ? 1_000_100 : 1_000_000));
    const [{ terms, ...version } = { terms: null }] = run.state.versions;
    const valued = {
      ...version,
      terms: { ...terms, chipsAfter: { ...terms?.chipsAfter, centsPerDollar: 100 } },
    };
    const prizes = [
      { player: '1', amount: 1_000_001 },
      { player: '2', amount: 1_000_000 },
    ];
    const state = { ...run.state, versions: [valued], prizes } as unknown as typeof run.state;
    for (const verb of ['pay-prize', 'cash-chips'])
      expect(
        ['1', '2', '9'].map((entry) => TOURNAMENTS.verbs[verb]?.second?.(state, { entry } as never, 0)),
      ).toEqual([true, false, false]);
  });

  test('crown 8.4.4(b), R110: terms in which silence bets the least wager have one', () => {
    const run = drafted({
      ...FULL,
      offers: [],
      rounds: { ...(FULL.rounds as NonNullable<typeof FULL.rounds>), silence: 'least-wager' },
    });
    expect(run.no('publish-terms', DIRECTOR)).toMatchObject({ clause: '8.4.4(b)' });
    run.do('draft-terms', DIRECTOR, { terms: { offers: ['minimum'] } });
    run.do('publish-terms', DIRECTOR);
  });

  test('crown 8.4.8(a)(i), (ii), (b)(i)–(iii), (v), (vi): penalties and conduct by the terms', () => {
    const run = atLastRoll();
    expect(run.no('penalise', DIRECTOR, { entry: '8', chips: 10_001, ground: 'x' })).toMatchObject({
      clause: '8.4.8(a)(i)',
      nearest: 10_000,
    });
    run.do('penalise', DIRECTOR, { entry: '8', chips: 10_000, ground: 'held the game up' });
    run.do('note-conduct', DIRECTOR, { entry: '7', what: 'late' });
    run.do('note-conduct', DIRECTOR, { entry: '6', what: 'absence' });
    run.do('note-conduct', DIRECTOR, { entry: '5', what: 'phone' });
    expect(run.state.rounds[0]?.taken).toEqual({ 8: 10_000, 7: 5_000, 6: 5_000 });
    run.do('note-conduct', DIRECTOR, { entry: '5', what: 'phone' });
    run.do('disqualify', DIRECTOR, { entry: '4', ground: 'collusion' });
    run.do('retire', playerOf(8), { entry: '8' });
    counts(run, 't1', 25, (entry) => Number(entry) * 10_000);
    run.do('cut', DIRECTOR);
    expect(run.state.rounds[0]?.order.map(({ player, bank }) => [player, bank])).toEqual([
      ['7', 65_000],
      ['6', 55_000],
      ['3', 30_000],
      ['2', 20_000],
      ['1', 10_000],
    ]);
    run.do('finish', DIRECTOR);
    // Who left is behind those who played on, who was disqualified behind all.
    expect(run.state.places).toEqual(['7', '6', '3', '2', '1', '8', '4', '5']);
    expect(run.ledger.get('player/p4')).toBe(-6_000);
  });

  test('crown 8.4.8(b)(v): chips of whoever is disqualified are out of play; the fee comes back where the terms say so', () => {
    const run = atLastRoll({ disqualified: { fee: 'returned', says: 'Paid back.' } });
    run.do('disqualify', DIRECTOR, { entry: '4', ground: 'collusion' });
    expect(run.ledger.get('player/p4')).toBe(0);
    counts(run, 't1', 25, () => 1);
    run.do('cut', DIRECTOR);
    expect(run.state.rounds[0]?.order.map(({ player }) => player)).not.toContain('4');
  });

  test('crown 8.4.8(d), (d)(i): a table ends early once it is certain who goes on, and no sooner', () => {
    const run = atLastRoll();
    expect(run.no('end-table', DIRECTOR, { table: 't1', early: 'decided' }).clause).toBe('8.4.8(d)(i)');
    const two = opened(BASE);
    entered(two, 8);
    two.do('close-entries', DIRECTOR);
    two.do('brief', DIRECTOR, { understood: true });
    started(two);
    counts(two, 't1', 1, (entry) => (Number(entry) > 6 ? 1_000 : 0));
    two.do('end-table', DIRECTOR, { table: 't1', early: 'decided' });
    two.do('cut', DIRECTOR);
    expect([...(two.state.rounds[0]?.through ?? [])].sort()).toEqual(['7', '8']);
  });

  test('crown 8.4.8(d)(ii), 8.4.3(c): all agree, where chips are cashed; and cashed they are', () => {
    expect(atLastRoll().no('end-table', DIRECTOR, { table: 't1', early: 'all-agree' }).clause).toBe(
      '8.4.8(d)(ii)',
    );
    const run = atLastRoll({ chipsAfter: { centsPerDollar: 2, says: 'Two cents a dollar.' } });
    for (let n = 1; n <= 7; n += 1) run.do('agree-to-end', playerOf(n), { entry: String(n) });
    expect(run.no('end-table', DIRECTOR, { table: 't1', early: 'all-agree' }).message).toContain('Entry 8');
    expect(run.no('agree-to-end', playerOf(7), { entry: '8' }).message).toContain('not yours');
    run.do('agree-to-end', playerOf(8), { entry: '8' });
    run.do('end-table', DIRECTOR, { table: 't1', early: 'all-agree' });
    run.do('cut', DIRECTOR);
    run.do('finish', DIRECTOR);
    const before = run.balance('player/p3');
    run.do('cash-chips', CASHIER, { entry: '3' });
    expect(run.balance('player/p3') - before).toBe(600);
    expect(run.no('cash-chips', CASHIER, { entry: '3' }).message).toContain('already');
    const none = atLastRoll();
    counts(none, 't1', 25, () => 100);
    none.do('cut', DIRECTOR);
    none.do('finish', DIRECTOR);
    expect(none.no('cash-chips', CASHIER, { entry: '3' }).clause).toBe('8.4.3(c)');
  });
});

describe('going on', () => {
  test('crown 8.4.5(a), 8.4.3(a)(iii), 8.4.8(h): cut by the terms, undone by the director with a reason', () => {
    const run = atLastRoll();
    counts(run, 't1', 25, (entry) => Number(entry) * 10_000);
    run.do('cut', DIRECTOR);
    const after = run.state.rounds[0];
    expect(run.no('undo-cut', DIRECTOR, { reason: ' ' }).message).toContain('reason');
    run.do('undo-cut', DIRECTOR, { reason: 'a stack of 8 was miscounted' });
    expect(Object.values(run.state.entries).every(({ stands }) => stands === 'in')).toBe(true);
    run.do('penalise', DIRECTOR, { entry: '8', chips: 10_000, ground: 'late' });
    run.do('penalise', DIRECTOR, { entry: '8', chips: 10_000, ground: 'late again' });
    run.do('cut', DIRECTOR);
    expect(after?.through).toEqual(['8', '7']);
    expect(run.state.rounds[0]?.through[0]).toBe('7');
  });

  test('crown 8.4.3(a)(iv), (v): buying back and repechage, in their time and as often as the terms say', () => {
    const run = atLastRoll({
      offers: ['buyBack', 'repechage'],
      buyBack: { price: 2_500, throughRound: 1, times: 1 },
      repechage: { afterRound: 1, places: 1, directorDecides: false },
    });
    counts(run, 't1', 25, (entry) => Number(entry) * 10_000);
    run.do('cut', DIRECTOR);
    run.do('buy-back', playerOf(1), { entry: '1' });
    expect(run.ledger.get('player/p1')).toBe(-8_500);
    expect(run.no('undo-cut', DIRECTOR, { reason: 'x' }).clause).toBe('8.4.3(a)(iv)');
    expect(run.no('buy-back', playerOf(8), { entry: '8' }).message).toContain('no such entry');
    started(run, '66666666661', 'repechage');
    expect([...(run.state.rounds[1]?.players ?? [])].sort()).toEqual(['2', '3', '4', '5', '6']);
    for (let roll = 1; roll <= 25; roll += 1) counts(run, 't1', roll, (entry) => 10_000 - Number(entry));
    run.do('cut', DIRECTOR);
    expect(run.state.rounds[1]?.through).toEqual(['2']);
    run.do('undo-cut', DIRECTOR, { reason: 'checked again' });
    expect(run.state.entries['2']).toMatchObject({ stands: 'out', outAt: 1 });
    run.do('cut', DIRECTOR);
    expect(run.no('prepare-round', DIRECTOR, { kind: 'repechage' }).clause).toBe('8.4.3(a)(v)');
    run.do('prepare-round', DIRECTOR);
    expect([...(run.state.rounds[2]?.players ?? [])].sort()).toEqual(['1', '2', '7', '8']);
    expect(run.no('buy-back', playerOf(3), { entry: '3' }).clause).toBe('8.4.3(a)(iv)');
  });

  test('crown 8.4.3(a)(ii), R79: tables are collapsed, then balanced within one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 200 }), fc.integer({ min: 2, max: 16 }), (players, seats) => {
        const tables = tablesFor(players, seats);
        const sizes = shares(players, tables);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(players);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(seats);
        expect(players).toBeGreaterThan((tables - 1) * seats);
      }),
    );
  });

  test('crown 8.4.3(a)(ii): who leaves between draw and play leaves tables that are balanced again', () => {
    const run = opened({
      ...BASE,
      tablesPerRound: { seats: 4, books: ['crown'] },
      players: { fewest: 2, most: 64 },
    });
    entered(run, 12);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    run.do('prepare-round', DIRECTOR);
    run.do('draw-lots', DIRECTOR, { faces: '1652431563' });
    expect(run.no('balance-tables', DIRECTOR).message).toBe('The tables are balanced.');
    const drawn = run.state.rounds[0]?.players ?? [];
    const first = run.state.rounds[0]?.places.filter(({ table }) => table === 't1') ?? [];
    for (const { player } of first) run.do('retire', playerOf(Number(player)), { entry: player });
    expect(run.no('start-round', DIRECTOR).clause).toBe('8.4.3(a)(ii)');
    run.do('balance-tables', DIRECTOR);
    const left = drawn.filter((entry) => !first.some(({ player }) => player === entry));
    expect(run.state.rounds[0]?.players).toEqual(left);
    const places = run.state.rounds[0]?.places ?? [];
    const at = (table: string) => places.filter((place) => place.table === table).length;
    expect([at('t1'), at('t2'), at('t3')]).toEqual([4, 4, 0]);
    run.do('start-round', DIRECTOR);
  });

  test('crown 8.4.6(a), R77: ties by the last count, then by lot: always a strict order', () => {
    const run = opened(BASE);
    entered(run, 4);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    for (let roll = 1; roll <= 24; roll += 1)
      counts(run, 't1', roll, (entry) => (entry === '3' ? 9_000 : 8_000));
    counts(run, 't1', 25, () => 7_000);
    run.do('cut', DIRECTOR);
    const order = run.state.rounds[0]?.order.map(({ player }) => player) ?? [];
    expect(order[0]).toBe('3');
    const seed = run.state.rounds[0]?.seed as string;
    expect(order.slice(1)).toEqual(
      shuffledElsewhere(['1', '2', '3', '4'], `${seed}:ties`).filter((one) => one !== '3'),
    );
  });

  test('crown 8.4.7(a), (b), R80: the pool by the terms, shared to the last cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e12 }),
        fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 30 }),
        (pool, distribution, places) => {
          const prizes = prizesOf(pool, distribution, places);
          expect(prizes.reduce((sum, prize) => sum + prize, 0)).toBe(pool);
        },
      ),
    );
    const run = atLastRoll({ pool: { guaranteed: 0, share: 80 } });
    counts(run, 't1', 25, (entry) => Number(entry) * 10_000);
    run.do('cut', DIRECTOR);
    run.do('finish', DIRECTOR);
    expect(run.state.prizes.map(({ amount }) => amount)).toEqual([16_000, 9_600, 6_400]);
    for (const { player } of run.state.prizes) run.do('pay-prize', CASHIER, { entry: player });
    expect(run.no('pay-prize', CASHIER, { entry: '8' }).message).toContain('already');
    expect(run.ledger.get(account.tournament(run.state.books, 'pool'))).toBe(0);
    expect(run.ledger.get(account.tournaments)).toBe(8_000);
    run.do('publish-results', DIRECTOR);
  });
});

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const MAX = 200;
const optionsArb = fc.record({
  players: fc.integer({ min: 8, max: MAX }),
  seats: fc.integer({ min: 4, max: 16 }),
  through: fc.integer({ min: 1, max: 3 }),
  how: fc.constantFrom('best-of-table' as const, 'best-overall' as const),
  ties: fc.constantFrom('last-count' as const, 'lot' as const),
  banks: fc.constantFrom('fresh' as const, 'carried' as const),
  noChips: fc.boolean(),
  buyBack: fc.boolean(),
  repechage: fc.boolean(),
  share: fc.constantFrom(100, 90, 0),
  guaranteed: fc.constantFrom(0, 123_457),
  mistakes: fc.boolean(),
  by: fc.constantFrom('rolls' as const, 'time' as const),
  layoutAtEnd: fc.constantFrom('counted' as const, 'returned' as const, 'void' as const),
  lastShooter: fc.boolean(),
  minimum: fc.boolean(),
  secret: fc.boolean(),
  reBuy: fc.constantFrom(0, 2_500),
  addOn: fc.constantFrom(0, 1_500),
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
});
type Options = typeof optionsArb extends fc.Arbitrary<infer T> ? T : never;

/** A plain generator for what bots do: the same for the same seed. */
function mulberry(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function termsFor(o: Options): object {
  return {
    ...BASE,
    ...OPTIONAL_TEMPLATE,
    offers: (['buyBack', 'repechage', 'minimum', 'secret'] as const).filter((offer) => o[offer]),
    fees: { ...(BASE.fees as object), reBuy: o.reBuy, addOn: o.addOn },
    players: { fewest: 2, most: MAX },
    tablesPerRound: { seats: o.seats, books: ['crown'] },
    rounds: {
      ...BASE.rounds,
      most: 6,
      rolls: 2,
      minutes: 1,
      by: o.by,
      banks: o.banks,
      layoutAtEnd: o.layoutAtEnd,
      lastShooter: o.lastShooter,
    },
    progression: { how: o.how, count: o.how === 'best-of-table' ? o.through : o.through * 4 },
    winners: { ties: o.ties, says: 'The largest bank.' },
    elimination: { noChips: o.noChips, says: 'By the cut.' },
    pool: { guaranteed: o.guaranteed, share: o.share },
  };
}

/** Counts of a roll: some go broke, some tie, some win; some are short, seal wagers, buy again or are punished. */
function playsRound(run: Run, random: () => number, o: Options): void {
  const round = run.state.rounds.at(-1);
  const bank = () => (random() < 0.2 ? 0 : Math.floor(random() * 20) * 5_000);
  for (const table of round?.tables ?? []) {
    const here = (round?.places ?? []).filter((place) => place.table === table).map(({ player }) => player);
    const [one = '', two = ''] = here;
    counts(run, table, 1, bank, o.minimum && random() < 0.5 ? [one] : []);
    if (o.secret) seals(run, table, [one, two], random);
    if (random() < 0.3) run.do('penalise', DIRECTOR, { entry: two, chips: 10_000, ground: 'late bets' });
    for (const entry of here) {
      const before = bankOf(run.state.rounds.at(-1) as Round, entry);
      const stands = run.state.entries[entry]?.stands;
      const done = run.ask('re-buy', playerOf(Number(entry)), { entry });
      // In a repechage they are out until it is over.
      expect(done.ok, entry).toBe(o.reBuy > 0 && before === 0 && stands === 'in');
    }
    counts(run, table, 2, bank);
    if (o.by === 'time') overByTime(run, table, here, o, bank);
  }
}

/** The clock is the house's; who has the dice finishes where the terms say so; what lies there may be void. */
function overByTime(run: Run, table: string, here: readonly string[], o: Options, bank: () => number): void {
  const due = TOURNAMENTS.due?.(run.state, run.at);
  run.at = Math.max(run.at, run.state.rounds.at(-1)?.clocks[table]?.startedAt ?? 0) + 60_000;
  expect(due?.do).toBe('call-time');
  run.do('call-time', null, { table });
  if (o.lastShooter) run.do('end-table', null, { table });
  if (o.layoutAtEnd !== 'void') return;
  const banks = Object.fromEntries(here.map((entry) => [entry, bank()]));
  run.do('close-count', null, { table, banks });
}

/** Two seal; both are called, and one may forget to open theirs. */
function seals(run: Run, table: string, entries: readonly string[], random: () => number): void {
  const key = hash(`${table} ${random()}`);
  for (const entry of entries)
    run.do('seal', playerOf(Number(entry)), { entry, lock: lockOf(`pass ${entry}`, key) });
  run.do('call-seals', DIRECTOR, { table });
  const opens = random() < 0.5 ? entries : entries.slice(1);
  for (const entry of opens)
    run.do('unseal', playerOf(Number(entry)), { entry, wager: `pass ${entry}`, key });
  if (opens.length === entries.length) return;
  run.at += 30_000;
  run.do('open-seals', null, { table });
}

function checkRound(run: Run, o: Options): void {
  const round = run.state.rounds.at(-1);
  if (!round) throw new Error('no round');
  const names = round.places.map(({ player }) => player);
  expect([...names].sort()).toEqual([...round.players].sort());
  expect(new Set(names).size).toBe(names.length);
  const sizes = round.tables.map((table) => round.places.filter((place) => place.table === table).length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  if (o.banks === 'fresh') expect(new Set(Object.values(round.banks)).size).toBe(1);
  const again = lotsElsewhere({
    players: round.players,
    tables: round.tables,
    round: run.state.rounds.length,
    faces: round.faces as string,
    word: round.word as string,
  });
  expect([again.commitment, again.seed]).toEqual([round.commitment, round.seed]);
  for (const { player, table, seat } of round.places) expect(again.seats[`${table} ${seat}`]).toBe(player);
  for (const [table, player] of Object.entries(round.shooters))
    expect(again.seats[`${table} 1`]).toBe(player);
}

/** What a director may do wrong and put right. */
function cuts(run: Run, o: Options, random: () => number): void {
  run.do('cut', DIRECTOR);
  if (!o.mistakes) return;
  run.do('undo-cut', DIRECTOR, { reason: 'a stack was overlooked' });
  const [somebody] = run.state.rounds.at(-1)?.players ?? [];
  if (random() < 0.5 && run.state.entries[somebody as string]?.stands !== 'out')
    run.do('disqualify', DIRECTOR, { entry: somebody, ground: 'abuse' });
  run.do('cut', DIRECTOR);
}

function plays(o: Options): Run {
  const run = opened(termsFor(o), tablesOf(60));
  const random = mulberry(o.seed);
  entered(run, o.players);
  run.do('close-entries', DIRECTOR);
  run.do('brief', DIRECTOR, { understood: true });
  for (let guard = 0; guard < 6; guard += 1) {
    const faces = Array.from({ length: 12 }, () => 1 + Math.floor(random() * 6)).join('');
    started(run, faces);
    checkRound(run, o);
    playsRound(run, random, o);
    cuts(run, o, random);
    if (o.addOn > 0 && o.banks === 'carried')
      for (const entry of run.state.rounds.at(-1)?.through.slice(0, 2) ?? [])
        run.do('add-on', playerOf(Number(entry)), { entry });
    const [back] = run.state.rounds.at(-1)?.out ?? [];
    if (o.buyBack && guard === 0 && back !== undefined)
      run.do('buy-back', playerOf(Number(back)), { entry: back });
    const outs = Object.values(run.state.entries).filter(
      ({ stands, outAt }) => stands === 'out' && outAt === run.state.rounds.length,
    );
    if (o.repechage && guard === 0 && outs.length >= 2) {
      started(run, faces, 'repechage');
      checkRound(run, o);
      playsRound(run, random, o);
      run.do('cut', DIRECTOR);
    }
    const done = run.ask('finish', DIRECTOR);
    if (done.ok) break;
    expect(done.refused.clause ?? '8.4.6(a)').toBe('8.4.6(a)');
  }
  return run;
}

describe('random tournaments', () => {
  test('crown 8, 8.1: 8 to 200 players: money and places conserved, lots repeat, nobody plays twice or nowhere', () => {
    fc.assert(
      fc.property(optionsArb, (o) => {
        const run = plays(o);
        expect(run.state.stage).toBe('over');
        const { places, prizes, entries } = run.state;
        expect([...places].sort()).toEqual(Object.keys(entries).sort());
        const paidIn = Object.values(entries).reduce((sum, { paid }) => sum + paid.buyIn, 0);
        const pool = Math.max(Math.floor((paidIn * o.share) / 100), o.guaranteed);
        expect(prizes.reduce((sum, { amount }) => sum + amount, 0)).toBe(pool);
        for (const { player } of prizes) run.do('pay-prize', CASHIER, { entry: player });
        expect(run.ledger.get(account.tournament(run.state.books, 'pool')) ?? 0).toBe(0);
        expect([...run.ledger.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
        // From the record alone, crashes or none, it is the same tournament.
        const again = run.events.reduce(
          (state, event) => TOURNAMENTS.evolve(state, event),
          TOURNAMENTS.start,
        );
        expect(again).toEqual(run.state);
      }),
      { numRuns: Number(process.env['TOURNAMENTS'] ?? 60), seed: 19 },
    );
  }, 120_000);

  test('lots that do not follow from the seed are no lots: the record is refused', () => {
    const run = opened(BASE);
    entered(run, 8);
    run.do('close-entries', DIRECTOR);
    run.do('prepare-round', DIRECTOR);
    const before = run.state;
    const [drawn] = run.do('draw-lots', DIRECTOR, { faces: '1652431563' });
    if (drawn?.event !== 'lots-drawn') throw new Error('not drawn');
    const [one, two, ...rest] = drawn.places;
    const swapped = [
      { ...one, player: two?.player },
      { ...two, player: one?.player },
      ...rest,
    ] as typeof drawn.places;
    expect(() => TOURNAMENTS.evolve(before, { ...drawn, places: swapped })).toThrow(
      'do not follow from the seed',
    );
    expect(() => TOURNAMENTS.evolve(before, { ...drawn, seed: hash('mine') })).toThrow('does not follow');
  });
});
