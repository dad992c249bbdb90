// One kind of money in a tournament, whatever moves; and terms that two people publish are those that both have read.
import {
  type DraftTerms,
  draftNow,
  OPTIONAL_TEMPLATE,
  openDraft,
  type Person,
  TOURNAMENTS,
  template,
  viewFor,
} from '@boxperson/offices';
import { describe, expect, test } from 'vitest';
import {
  CASHIER,
  counts,
  DEPUTY,
  DIRECTOR,
  ENTER,
  entered,
  guestOf,
  MANAGER,
  opened,
  playerOf,
  Run,
  STARTS,
  started,
  T0,
} from './tournament-run.js';

const BASE = template(STARTS);
const FREE = { entry: 0, buyIn: 0, reBuy: 0, addOn: 0 };
const NO_VALUE = { ...BASE.chipsAfter, centsPerDollar: 0, says: 'Handed in.' };
const CASHED = { centsPerDollar: 100, says: 'A dollar of chips is a dollar.' };
const TOLD = { told: ['the regulator', 'all entrants'] };

/** Terms by which one thing alone moves money, for one kind of it. */
const MOVES: Readonly<Record<string, (money: string) => object>> = {
  entry: (money) => ({ fees: { ...FREE, entry: 1, money } }),
  buyIn: (money) => ({ fees: { ...FREE, buyIn: 1, money } }),
  reBuy: (money) => ({ fees: { ...FREE, reBuy: 1, money } }),
  addOn: (money) => ({ fees: { ...FREE, addOn: 1, money } }),
  buyBack: (money) => ({
    fees: { ...FREE, money },
    offers: ['buyBack'],
    buyBack: { ...OPTIONAL_TEMPLATE.buyBack, price: 1 },
  }),
  guaranteed: (money) => ({ fees: { ...FREE, money }, pool: { guaranteed: 1, share: 100 } }),
  centsPerDollar: (money) => ({ fees: { ...FREE, money }, chipsAfter: { ...NO_VALUE, centsPerDollar: 1 } }),
};
const NOTHING_MOVES = { ...BASE, fees: { ...FREE, money: 'play' }, chipsAfter: NO_VALUE };

/** Between entries, another version of the terms. */
function publishes(run: Run, terms: object): { readonly clause: string | null; readonly message: string } {
  run.do('draft-terms', DIRECTOR, { terms });
  return run.no('publish-terms', DIRECTOR, TOLD);
}

/** Four at one table to the end of the only round. */
function played(run: Run, bank: (entry: string) => number): void {
  run.do('close-entries', DIRECTOR);
  run.do('brief', DIRECTOR, { understood: true });
  started(run);
  for (let roll = 1; roll <= 25; roll += 1) counts(run, 't1', roll, bank);
  run.do('cut', DIRECTOR);
  run.do('finish', DIRECTOR);
}

describe('one kind of money in a tournament', () => {
  test.each(Object.keys(MOVES))(
    'crown 8.4.1(a)(ii): where %s alone moves money, guests play for play money and nobody else does',
    (what) => {
      const terms = (money: string) => ({ ...BASE, ...MOVES[what]?.(money) });
      const refused = { code: 'not-allowed', clause: '8.4.1(a)(ii)' };
      const [real, play] = [opened(terms('real')), opened(terms('play'))];
      expect(real.no('enter', guestOf(1), ENTER)).toMatchObject({
        ...refused,
        message: expect.stringContaining('fees: this tournament is played for real money'),
      });
      expect(play.no('enter', playerOf(1), ENTER)).toMatchObject(refused);
      real.do('enter', playerOf(1), ENTER);
      play.do('enter', guestOf(1), ENTER);
      // Nor does anybody else play in their stead.
      real.people.set('g2', guestOf(2));
      real.second = DEPUTY;
      expect(real.no('substitute', DIRECTOR, { entry: '1', person: 'g2', instead: 'p1' })).toMatchObject(
        refused,
      );
    },
  );

  test('crown 8.4.1(a)(ii): where nothing of money moves, anybody enters', () => {
    const run = opened(NOTHING_MOVES);
    run.do('enter', guestOf(1), ENTER);
    run.do('enter', playerOf(1), ENTER);
    expect([...run.ledger.values()].every((amount) => amount === 0)).toBe(true);
  });

  test('crown 8.4.1(a)(ii): re-buys of guests are in no pool that pays a player', () => {
    const run = opened({ ...BASE, fees: { ...FREE, reBuy: 5_000, money: 'real' } });
    run.no('enter', guestOf(1), ENTER);
    entered(run, 4);
    run.do('close-entries', DIRECTOR);
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    counts(run, 't1', 1, (entry) => (entry === '1' ? 0 : 100_000));
    // Books of an earlier version let a guest in: their money goes nowhere from here.
    run.people.set('p1', { ...playerOf(1), kind: 'guest' });
    expect(run.no('re-buy', { ...playerOf(1), kind: 'guest' }, { entry: '1' }).clause).toBe('8.4.1(a)(ii)');
    expect(run.state.pool).toBe(0);
  });

  test('crown 8.4.3(c), 8.4.7(b): chips and prizes of play money are paid to no player, whoever was let in before', () => {
    const terms = {
      ...BASE,
      fees: { ...FREE, money: 'play' },
      pool: { guaranteed: 10_000, share: 100 },
      chipsAfter: CASHED,
    };
    const run = opened(terms);
    for (let n = 1; n <= 4; n += 1) run.do('enter', guestOf(n), ENTER);
    played(run, (entry) => Number(entry) * 1_000_000);
    // As a house of an earlier version would have let them in.
    const card: Person = { ...guestOf(4), kind: 'player', card: 'C-4' };
    run.people.set(card.id, card);
    for (const verb of ['cash-chips', 'pay-prize'])
      expect(run.no(verb, CASHIER, { entry: '4' })).toMatchObject({
        code: 'not-allowed',
        clause: '8.4.1(a)(ii)',
      });
    run.do('cash-chips', CASHIER, { entry: '3' });
    run.do('pay-prize', CASHIER, { entry: '3' });
    expect(run.ledger.get('player/g3')).toBe(3_000_000 + 3_000);
    expect(run.ledger.get('player/g4') ?? 0).toBe(0);
  });

  test('crown 8.4.1(c): once somebody has entered, another version has the same money, or none where there was none', () => {
    const play = opened({ ...BASE, fees: { ...FREE, buyIn: 5_000, money: 'play' } });
    play.do('enter', guestOf(1), ENTER);
    const real = publishes(play, { fees: { ...FREE, buyIn: 5_000, money: 'real' } });
    expect(real.clause).toBe('8.4.1(a)(ii)');
    expect(real.message).toContain('fees: people have entered for play money');
    // What is in the pool is not shared out among whoever comes where nothing moves.
    expect(publishes(play, { fees: { ...FREE, money: 'play' } }).clause).toBe('8.4.1(a)(ii)');
    play.do('withdraw', guestOf(1), { entry: '1' });
    expect(publishes(play, { fees: { ...FREE, buyIn: 5_000, money: 'real' } }).clause).toBe('8.4.1(a)(ii)');
    // More or less of the same is the terms' own matter.
    play.do('draft-terms', DIRECTOR, { terms: { fees: { ...FREE, buyIn: 2_500, money: 'play' } } });
    play.do('publish-terms', DIRECTOR, TOLD);
    expect(play.state.versions).toHaveLength(2);
  });

  test.each(Object.keys(MOVES))('crown 8.4.1(c): nor does %s begin to move it where none moved', (what) => {
    const run = opened(NOTHING_MOVES);
    const terms = { ...BASE, chipsAfter: NO_VALUE, ...MOVES[what]?.('play') };
    // Before anybody has entered it is for the house to say.
    run.do('draft-terms', DIRECTOR, { terms });
    run.do('publish-terms', DIRECTOR, TOLD);
    const { pool, buyBack: _none, offers } = NOTHING_MOVES;
    run.do('draft-terms', DIRECTOR, {
      terms: { fees: NOTHING_MOVES.fees, chipsAfter: NO_VALUE, pool, offers },
    });
    run.do('publish-terms', DIRECTOR, TOLD);
    run.do('enter', playerOf(1), { ...ENTER, version: 3 });
    expect(publishes(run, terms)).toMatchObject({
      clause: '8.4.1(a)(ii)',
      message: expect.stringContaining('no money moves'),
    });
  });

  test('crown 8.4.1(a)(ii): an old record is read as it was, whatever its terms let happen', () => {
    const run = opened({ ...BASE, fees: { ...FREE, buyIn: 5_000, money: 'play' } });
    run.do('enter', guestOf(1), ENTER);
    const [before] = run.state.versions;
    const changed = { ...before?.terms, fees: { ...FREE, buyIn: 5_000, money: 'real' } };
    const event = { v: 1, event: 'terms-published', at: T0, version: 2, terms: changed, changed: [], by: '' };
    const after = TOURNAMENTS.evolve(run.state, { ...event, told: ['all'] } as never);
    expect(after.versions.at(-1)?.terms.fees.money).toBe('real');
    const drafted = { v: 1, event: 'terms-drafted', at: T0, terms: BASE, by: '' };
    const old = TOURNAMENTS.evolve(TOURNAMENTS.start, drafted as never);
    expect(old).toEqual({ ...TOURNAMENTS.start, draft: BASE });
  });
});

describe('what was paid for an entry', () => {
  const SPENT = {
    ...BASE.fees,
    entry: 1_000,
    buyIn: 5_000,
    reBuy: 2_000,
    addOn: 3_000,
    money: 'real' as const,
  };
  const TERMS = {
    ...BASE,
    fees: SPENT,
    offers: ['refusal' as const],
    mayRefuse: OPTIONAL_TEMPLATE.mayRefuse,
    rounds: { ...(BASE.rounds as NonNullable<typeof BASE.rounds>), banks: 'carried' as const },
    disqualified: { fee: 'returned' as const, says: 'Paid back.' },
  };
  const [DONOR, FRIEND] = [playerOf(1), playerOf(9)];
  const held = (run: Run) => [run.ledger.get('player/p1') ?? 0, run.ledger.get('player/p9') ?? 0];

  /** A director enters somebody, and puts somebody else into their place: with another person who agrees. */
  function swapped(): Run {
    const run = opened(TERMS, undefined, [DONOR, FRIEND]);
    run.do('enter-for', DIRECTOR, { person: DONOR.id, ...ENTER });
    run.second = DEPUTY;
    run.do('substitute', DIRECTOR, { entry: '1', person: FRIEND.id, instead: DONOR.id });
    run.second = null;
    expect(held(run)).toEqual([-6_000, 0]);
    return run;
  }

  test.each([
    ['withdraws', (run: Run) => run.do('withdraw', FRIEND, { entry: '1' })],
    ['is withdrawn', (run: Run) => run.do('withdraw', DIRECTOR, { entry: '1' })],
    ['is turned down', (run: Run) => run.do('refuse-entry', DIRECTOR, { entry: '1', reason: 'no' })],
    ['is called off with all', (run: Run) => run.do('cancel', MANAGER, { reason: 'too few' })],
  ])('crown 8.4.8(a)(iv): comes back to whoever paid it, where a substitute %s', (_how, ends) => {
    const run = swapped();
    ends(run);
    expect(held(run)).toEqual([0, 0]);
    expect([run.state.pool, run.state.fees]).toEqual([0, 0]);
  });

  test('crown 8.4.8(a)(iv): and late the part of it that comes back by the terms', () => {
    const run = swapped();
    run.at = (BASE.entryTerms?.freeUntil as number) + 1;
    const [withdrew] = run.do('withdraw', FRIEND, { entry: '1' });
    expect(withdrew).toMatchObject({
      person: 'p9',
      refund: { entry: 0, buyIn: 0 },
      refunds: [{ person: 'p1', refund: { entry: 0, buyIn: 5_000 } }],
    });
    expect(held(run)).toEqual([-1_000, 0]);
    const asked = { by: FRIEND, second: null, at: run.at, fresh: 'x', body: { entry: '1' } as never };
    const told = TOURNAMENTS.verbs['withdraw']?.answer?.(run.state, [withdrew as never], asked);
    // Nothing of it is whoever's it was who withdrew.
    expect(told).toEqual({ refund: { entry: 0, buyIn: 0 } });
  });

  test('crown 8.4.8(b)(iv): to each what they paid, however often the entry changed hands', () => {
    const run = swapped();
    entered(run, 3, 2);
    run.do('close-entries', DIRECTOR);
    run.do('add-on', FRIEND, { entry: '1' });
    run.second = DEPUTY;
    for (const [{ id }, { id: instead }] of [
      [DONOR, FRIEND],
      [FRIEND, DONOR],
    ] as const)
      run.do('substitute', DIRECTOR, { entry: '1', person: id, instead });
    run.second = null;
    run.do('brief', DIRECTOR, { understood: true });
    started(run);
    counts(run, 't1', 1, (entry) => (entry === '1' ? 0 : 100_000));
    run.do('re-buy', FRIEND, { entry: '1' });
    expect(held(run)).toEqual([-6_000, -5_000]);
    const off = Object.assign(new Run(), { state: run.state, ledger: new Map(run.ledger), at: run.at });
    run.do('disqualify', DIRECTOR, { entry: '1', ground: 'collusion' });
    expect(held(run)).toEqual([0, 0]);
    off.do('cancel', MANAGER, { reason: 'the room floods' });
    expect([...off.ledger.values()].every((amount) => amount === 0)).toBe(true);
  });

  test('of an earlier record is known from who had the entry, and what was paid back then stays', () => {
    const run = swapped();
    const events = run.events.map(({ event }) => event);
    expect(events).toContain('substituted');
    // Nothing but who it is and who did it stands in the record, as ever.
    expect(Object.keys(run.events.find(({ event }) => event === 'substituted') ?? {}).sort()).toEqual(
      ['v', 'event', 'at', 'entry', 'person', 'name', 'staff', 'by'].sort(),
    );
    const before = { v: 1, event: 'withdrew', at: run.at, entry: '1', person: 'p9', by: 'p9' } as const;
    const [posted] = TOURNAMENTS.entries(
      run.state,
      { ...before, refund: { entry: 0, buyIn: 5_000 } },
      run.state,
    );
    expect(posted?.postings[0]).toEqual({ account: 'player/p9', amount: 5_000 });
  });

  test('is not told to whoever has the entry now', () => {
    const run = swapped();
    const seen = viewFor(run.state, FRIEND).entries['1'];
    expect(seen).toMatchObject({ person: 'p9', paid: { entry: 0, buyIn: 0 } });
    expect(JSON.stringify(seen)).not.toContain('p1');
    expect(viewFor(run.state, DONOR).entries['1']?.person).toBeUndefined();
  });
});

describe('what two people publish', () => {
  const takesTwo = (draft: Partial<DraftTerms>) =>
    TOURNAMENTS.verbs['publish-terms']?.second?.({ ...TOURNAMENTS.start, draft } as never, {}, 0);

  test('crown 8.4.3(c): banks that are bought again and carried on are promised as well', () => {
    const rounds = { ...(BASE.rounds as NonNullable<typeof BASE.rounds>), most: 4 };
    const terms = {
      fees: { ...FREE, money: 'real' as const },
      rounds,
      players: { fewest: 2, most: 10 },
      bank: { chips: 100_000, says: 'Ten.' },
      chipsAfter: { centsPerDollar: 50, says: 'Half.' },
    };
    expect(takesTwo(terms)).toBe(false);
    // Two banks are the most in one round, and that is $10,000.
    expect(takesTwo({ ...terms, fees: { ...terms.fees, reBuy: 1 } })).toBe(false);
    const eleven = { ...terms, players: { fewest: 2, most: 11 } };
    expect(takesTwo(eleven)).toBe(false);
    expect(takesTwo({ ...eleven, fees: { ...terms.fees, reBuy: 1 } })).toBe(true);
    const carried = { ...terms, rounds: { ...rounds, banks: 'carried' as const } };
    expect(takesTwo(carried)).toBe(false);
    expect(takesTwo({ ...carried, fees: { ...terms.fees, addOn: 1 } })).toBe(true);
  });

  /** More than one person promises. */
  const LARGE = { ...BASE, pool: { guaranteed: 5_000_000, share: 100 } };
  const LARGER = { pool: { guaranteed: 50_000_000, share: 100 } };

  function agreed(): Run {
    const run = new Run();
    run.do('plan', DIRECTOR, { name: 'The cup' });
    run.do('draft-terms', DIRECTOR, { terms: LARGE });
    run.second = MANAGER;
    return run;
  }

  test('crown 8.2.1: has its number, and is to be read as long as nobody has published what it says', () => {
    const run = new Run();
    run.do('plan', DIRECTOR, { name: 'The winter cup' });
    expect(openDraft(run.state)).toBe(null);
    run.do('draft-terms', DIRECTOR, { terms: BASE });
    expect(openDraft(run.state)).toEqual(run.state.draft);
    run.do('publish-terms', DIRECTOR);
    expect(openDraft(run.state)).toBe(null);
    run.do('draft-terms', DIRECTOR, { terms: { place: 'The other pit' } });
    expect([draftNow(run.state), openDraft(run.state)?.place]).toEqual([2, 'The other pit']);
    run.do('cancel', DIRECTOR, { reason: 'nobody came' });
    expect(openDraft(run.state)).toBe(null);
  });

  test('crown 8.2.1, 8.2.2(a): is the draft that both have read: one that was written since is another', () => {
    const run = agreed();
    const { drafted } = run.state;
    expect(drafted).toBe(1);
    run.do('draft-terms', DIRECTOR, { terms: LARGER });
    expect(run.no('publish-terms', DIRECTOR, { draft: drafted })).toMatchObject({
      code: 'does-not-match',
      clause: '8.2.1',
      message: expect.stringContaining('draft: 1 was read'),
    });
    // Written back to what it said: nobody knows which of them was read.
    run.do('draft-terms', DIRECTOR, { terms: { pool: LARGE.pool } });
    expect(run.no('publish-terms', DIRECTOR, { draft: drafted }).clause).toBe('8.2.1');
    run.do('publish-terms', DIRECTOR, { draft: 3 });
    expect(run.state.versions[0]?.terms.pool).toEqual(LARGE.pool);
  });

  test('crown 8.2.1: where it takes two the draft is named, else it need not be', () => {
    const run = agreed();
    expect(run.no('publish-terms', DIRECTOR)).toMatchObject({
      code: 'bad-input',
      clause: '8.2.1',
      message: expect.stringContaining('say which draft, now 1'),
    });
    run.second = null;
    expect(run.no('publish-terms', DIRECTOR, { draft: 1 })).toMatchObject({ code: 'second-person' });
    run.do('draft-terms', DIRECTOR, { terms: { pool: { guaranteed: 0, share: 100 } } });
    expect(run.no('publish-terms', DIRECTOR, { draft: 1 }).clause).toBe('8.2.1');
    run.do('publish-terms', DIRECTOR);
  });

  test('crown 8.2.1: a draft of an earlier version has no number, and is named by none', () => {
    const run = agreed();
    const { drafted: _number, ...old } = run.state;
    run.state = old;
    expect(TOURNAMENTS.verbs['publish-terms']?.standing?.(run.state)).toEqual({ draft: 0 });
    run.do('publish-terms', DIRECTOR, { draft: 0 });
  });
});
