import {
  type AnyOffice,
  BOTS,
  type Bots,
  CAGE,
  OFFICES,
  type Office,
  type OfficeEvent,
  PROPOSALS,
  TERMINAL,
  TICKETS,
  type Verb,
} from '@boxperson/offices';
import { describe, expect, test } from 'vitest';
import { faultsIn } from './contract.js';
import { LISTED } from './listed.js';
import type { Listed } from './world.js';

test('every office is listed', () => {
  expect(LISTED.map(({ office }) => office.name).sort()).toEqual(OFFICES.map(({ name }) => name).sort());
  for (const { office, bodies } of LISTED)
    expect(Object.keys(bodies).sort(), office.name).toEqual(Object.keys(office.verbs).sort());
});

describe.each(LISTED.map((listed) => [listed.office.name, listed] as const))('%s', (_name, listed) => {
  test('keeps the contract of an office', () => {
    expect(faultsIn(listed)).toEqual([]);
  });
});

/** The suite must bite: an office with a fault of each kind is found out. */
describe('planted faults are found', () => {
  const listedAs = (name: string): Listed => LISTED.find(({ office }) => office.name === name) as Listed;
  const broken = (name: string, change: Partial<AnyOffice>): Listed => {
    const listed = listedAs(name);
    return { ...listed, office: { ...listed.office, ...change } as AnyOffice };
  };
  const verbs = (office: AnyOffice, name: string, change: Partial<Verb<unknown, OfficeEvent>>) => ({
    verbs: { ...office.verbs, [name]: { ...office.verbs[name], ...change } as Verb<unknown, OfficeEvent> },
  });
  /** A fault that is found in some lives is found in more: they begin with the same. */
  const FEW = 8;
  const foundIn = (listed: Listed, runs: number): string => faultsIn(listed, runs).join('\n');
  const found = (listed: Listed): string => foundIn(listed, FEW);

  test('books that depend on more than their events', () => {
    let count = 0;
    const evolve: AnyOffice['evolve'] = (state, event) => ({ ...CAGE.evolve(state, event), count: ++count });
    expect(found(broken('cage', { evolve }))).toContain('replayed, the books are not the same');
  });

  test('books that are changed in place', () => {
    const evolve: AnyOffice['evolve'] = (state, { amount }) => {
      state.granted += amount;
      return state;
    };
    expect(() => found(broken('cage', { evolve }))).toThrow(/read only/);
  });

  test('somebody let in who is not meant', () => {
    // Whoever checks is told that it is open to anybody, and whoever asks again hears the truth.
    const withhold = TICKETS.verbs['withhold'] as Verb<unknown, OfficeEvent>;
    let asked = 0;
    const leaky = Object.defineProperty({ ...withhold }, 'who', {
      get: () => (++asked % 2 === 0 ? withhold.who : 'anybody'),
    });
    expect(found(broken('tickets', { verbs: { ...TICKETS.verbs, withhold: leaky } }))).toContain(
      'against its own word',
    );
  });

  test('a word that every object has, found in the books', () => {
    const { needs } = BOTS.verbs['want'] as Verb<unknown, OfficeEvent>;
    const careless: typeof needs = (state, body, by) => {
      const { table } = body as { readonly table: string };
      (state as Bots).wanted[table]?.count.toFixed();
      return needs?.(state, body, by) ?? {};
    };
    expect(found(broken('bots', verbs(BOTS, 'want', { needs: careless })))).toContain(
      'with table constructor it throws',
    );
  });

  test('an entry that does not balance', () => {
    const entries: AnyOffice['entries'] = (before, event, after) =>
      CAGE.entries(before, event, after).map((entry) => ({
        ...entry,
        postings: entry.postings.map((posting, n) => (n === 0 ? { ...posting, amount: 1 } : posting)),
      }));
    expect(found(broken('cage', { entries }))).toContain('does not balance');
  });

  test('an event, or a field, without an audience', () => {
    const { 'ticket-withheld': _gone, ...audience } = TICKETS.audience;
    expect(found(broken('tickets', { audience }))).toContain('ticket-withheld: has no audience');
    const rule = TICKETS.audience['ticket-redeemed'] as NonNullable<Office['audience'][string]>;
    const { by: _by, ...fields } = rule.fields;
    const narrow = { ...TICKETS.audience, 'ticket-redeemed': { ...rule, fields } };
    expect(found(broken('tickets', { audience: narrow }))).toContain('its field by has no audience');
  });

  test('something due that is never over, or comes too early', () => {
    const due: AnyOffice['due'] = (state, now) => {
      const next = PROPOSALS.due?.(state, now);
      return next ? { ...next, at: next.at - 1_000 } : null;
    };
    expect(found(broken('proposals', { due }))).toContain('lapse: due and refused');
    const evolve: AnyOffice['evolve'] = (state, event) =>
      event.event === 'lapsed' ? state : PROPOSALS.evolve(state, event);
    expect(found(broken('proposals', { evolve }))).toContain('lapse: due again after it was done');
  });

  test('something accepted that did nothing', () => {
    const nothing = { decide: () => ({ ok: true as const, value: [] }) };
    const idle = broken('cage', verbs(CAGE as AnyOffice, 'grant-play-money', nothing as never));
    expect(faultsIn(idle).join('\n')).toContain(
      'grant-play-money: nothing that was said with it was ever accepted',
    );
  });

  type Along = NonNullable<AnyOffice['accompanies']>;
  const { follow, evolve: take } = { ...(TERMINAL.accompanies as Along), evolve: TERMINAL.evolve };
  const along = (change: Partial<Along>): Listed =>
    broken('terminal', { accompanies: { ...(TERMINAL.accompanies as Along), ...change } });

  test('books that miss a step of the table that they go along with', () => {
    const deaf = along({
      follow: (state, step) => (step.event.event === 'credits-collected' ? state : follow(state, step)),
    });
    expect(foundIn(deaf, FEW)).toContain('ticket-out: the books cannot stand beside the table');
  });

  test('books that follow a table otherwise from the record, or do not join it', () => {
    let count = 0;
    const fickle = along({ follow: (state, step) => ({ ...follow(state, step), count: ++count }) });
    expect(foundIn(fickle, 1)).toContain('replayed, the books are not the same');
    expect(foundIn(along({ joins: () => false }), 1)).toContain('does not join the table');
    const { beside, ...alone } = listedAs('terminal');
    expect(foundIn({ ...listedAs('cage'), ...(beside && { beside }) }, 1)).toContain('listed with a table');
    expect(() => foundIn(alone, 1)).toThrow('terminals without a table');
  });

  test('a remark that anybody can make, or that is not known as one', () => {
    expect(foundIn(along({ isRemark: () => true }), 1)).toContain('says what only the table brings about');
    expect(foundIn(along({ isRemark: () => false }), FEW)).toContain('its remark is not known as one');
  });

  test('an event ahead of the table that counts on what comes behind it', () => {
    const late: AnyOffice['evolve'] = (state, event) =>
      event.event === 'note-in' && !(state.seats[event.seat].meters.accountIn % 10_000)
        ? state
        : take(state, event);
    expect(foundIn(broken('terminal', { evolve: late }), FEW)).toContain('note: it stands ahead');
  });

  test('something meant for the table that never gets there', () => {
    const atTable = { own: 'ahead' as const, commands: () => [] };
    const idle = broken('terminal', verbs(TERMINAL as AnyOffice, 'note', { atTable }));
    expect(foundIn(listedAs('terminal'), FEW)).not.toContain('note: ');
    expect(foundIn(idle, FEW)).toContain('note: it never did anything at the table');
  });

  test('a body that nobody can say', () => {
    const listed = listedAs('tickets');
    const mute = { ...listed, bodies: { ...listed.bodies, redeem: listed.bodies['release'] as never } };
    expect(faultsIn(mute).join('\n')).toContain('redeem: nothing that was said with it was ever accepted');
  });
});
