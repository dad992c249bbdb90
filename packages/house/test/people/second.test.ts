import { type Command, decide, type Table, VERBS } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import type { Person } from '../../src/people/person.js';
import { judgeCommand, needsSecondDealer, needsSecondPerson, Pending } from '../../src/people/second.js';
import { Memory, makeClock } from './memory.js';
import { apply, guest, staffOf, tableOf } from './tables.js';

const MINUTE = 60_000;

describe('which commands take two people', () => {
  test.each([
    [{ do: 'resolve-malfunction', adjustment: 500 }, true],
    [{ do: 'resolve-malfunction', adjustment: -500 }, true],
    [{ do: 'resolve-malfunction', adjustment: '500' }, true],
    [{ do: 'resolve-malfunction', adjustment: null }, true],
    [{ do: 'resolve-malfunction', adjustment: 0 }, false],
    [{ do: 'resolve-malfunction' }, false],
    [{ do: 'find-invalid', player: 'gus' }, true],
    [{ do: 'invalidate', ground: 'fraud' }, true],
    [{ do: 'invalidate', ground: 'fraud', money: 'refunded' }, true],
    [{ do: 'invalidate', ground: 'fraud', money: 'STANDS' }, true],
    [{ do: 'invalidate', ground: 'fraud', money: 'stands' }, false],
    [{ do: 'invalidate', ground: 'fraud', money: 'stands', forfeit: ['gus'] }, true],
  ] as [Command, boolean][])('%j: %s', (command, needs) => {
    expect(needsSecondPerson(command)).toBe(needs);
  });

  test('no other verb', () => {
    const two = Object.keys(VERBS).filter((verb) => needsSecondPerson({ do: verb }));
    expect(two).toEqual(['invalidate', 'find-invalid']);
  });

  test('oral wagers at crown, where one announces and another confirms (3.3.1)', () => {
    const by = { role: 'dealer', id: 's-dealer' };
    const oral = { do: 'bet', player: 'gus', wager: 'pass', amount: 1_000, oral: true, by };
    const { oral: _oral, ...late } = oral;
    const thrown = (table: Table): Table => ({ ...table, phase: 'thrown' });
    expect(needsSecondDealer(tableOf('crown'), oral)).toBe(true);
    expect(needsSecondDealer(tableOf('star'), oral)).toBe(false);
    expect(needsSecondDealer(thrown(tableOf('crown-mini')), late)).toBe(true);
    expect(needsSecondDealer(thrown(tableOf('crown')), late)).toBe(false);
    expect(needsSecondDealer(thrown(tableOf('crown-mini')), { ...late, found: true })).toBe(false);
    expect(needsSecondDealer(tableOf('crown'), { do: 'settle', by })).toBe(false);
  });
});

/** An electronic table where the terminal of `gus` malfunctioned; attendant and two managers are on duty. */
function setUp() {
  const store = new Memory();
  const clock = makeClock();
  const manager = staffOf('s-manager', 'aruze', 'assistant-gaming-manager');
  const second = staffOf('s-second', '*', 'assistant-gaming-manager', 'electronic-gaming-attendant');
  const attendant = staffOf('s-dealer', 'aruze', 'electronic-gaming-attendant');
  const staff = new Map<string, Person>([manager, second, attendant].map((person) => [person.id, person]));
  const by = { role: 'assistant-gaming-manager', id: 's-manager' };
  const table = apply(
    tableOf('aruze'),
    { do: 'staff', person: 's-second', role: 'assistant-gaming-manager', by },
    { do: 'staff', person: 's-second', role: 'electronic-gaming-attendant', by },
    { do: 'malfunction', player: 'gus', ground: groundOf(tableOf('aruze')), by },
  );
  const restart = () => new Pending(store, clock.now, async (id) => staff.get(id) ?? null);
  const command = {
    do: 'resolve-malfunction',
    player: 'gus',
    how: 'confirmed',
    adjustment: 2_500,
    reason: 'the meter missed a note',
    by,
  };
  return {
    ...{ store, clock, manager, second, attendant, staff, command, restart },
    pending: restart(),
    now: { id: 't1', table },
  };
}

const groundOf = (table: Table): string => table.game.rulebook.conduct.round?.malfunctions[0]?.id as string;
const AGM = 'assistant-gaming-manager';

async function proposed() {
  const made = setUp();
  const proposal = await made.pending.propose(made.manager, made.now, made.command);
  if (!proposal.ok) throw new Error(proposal.refused.message);
  return { ...made, id: proposal.value.id };
}

describe('proposals', () => {
  test('one proposes, another confirms, and the table takes it', async () => {
    const { pending, second, now, id, command } = await proposed();
    expect((await pending.list('t1')).map((proposal) => proposal.id)).toEqual([id]);
    const confirmed = await pending.confirm(id, second, AGM, now);
    expect(confirmed).toMatchObject({
      ok: true,
      value: { command, confirmedBy: { role: AGM, id: 's-second' } },
    });
    if (!confirmed.ok) return;
    const decided = decide(now.table, confirmed.value.command);
    expect(decided).toMatchObject({
      ok: true,
      value: [{ event: 'malfunction-resolved', adjustment: 2_500 }],
    });
    expect(await pending.list('t1')).toEqual([]);
  });

  test('nobody confirms their own', async () => {
    const { pending, manager, now, id } = await proposed();
    expect(await pending.confirm(id, manager, AGM, now)).toMatchObject({ ok: false });
    expect(await pending.list('t1')).toHaveLength(1);
  });

  test('the second has the rank, in the role they confirm in', async () => {
    const { pending, attendant, second, now, id } = await proposed();
    const low = 'electronic-gaming-attendant';
    expect(await pending.confirm(id, attendant, low, now)).toMatchObject({
      ok: false,
      refused: { code: 'not-allowed' },
    });
    expect(await pending.confirm(id, attendant, AGM, now)).toMatchObject({ ok: false });
    expect(await pending.confirm(id, second, low, now)).toMatchObject({ ok: false });
    expect(await pending.confirm(id, guest, AGM, now)).toMatchObject({ ok: false });
    expect(await pending.confirm(id, { ...second, inactive: true }, AGM, now)).toMatchObject({ ok: false });
    expect(await pending.confirm(id, second, AGM, now)).toMatchObject({ ok: true });
  });

  test('the second is on duty at that table', async () => {
    const { pending, second, now, id } = await proposed();
    const left = { id: 't1', table: apply(now.table, { do: 'staff-leave', person: 's-second' }) };
    expect(await pending.confirm(id, second, AGM, left)).toMatchObject({
      ok: false,
      refused: { code: 'not-on-duty' },
    });
    expect(await pending.confirm(id, second, AGM, { ...now, id: 't2' })).toMatchObject({ ok: false });
  });

  test('lapse after ten minutes', async () => {
    const { pending, second, now, id, clock, store } = await proposed();
    clock.pass(10 * MINUTE - 1);
    expect(await pending.list('t1')).toHaveLength(1);
    clock.pass(1);
    expect(await pending.confirm(id, second, AGM, now)).toMatchObject({ ok: false });
    expect(await pending.list('t1')).toEqual([]);
    expect(store.text).toBe('');
  });

  test('confirmed twice at once happen once', async () => {
    const { pending, second, now, id } = await proposed();
    const answers = await Promise.all([1, 2, 3].map(() => pending.confirm(id, second, AGM, now)));
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, false]);
  });

  test('outlive a restart', async () => {
    const { restart, second, now, id } = await proposed();
    expect(await restart().confirm(id, second, AGM, now)).toMatchObject({ ok: true });
  });

  test('fall with whoever proposed them', async () => {
    const { pending, second, manager, now, id, staff } = await proposed();
    staff.set('s-manager', { ...manager, inactive: true });
    expect(await pending.confirm(id, second, AGM, now)).toMatchObject({ ok: false });
    staff.set('s-manager', { ...manager, roles: [] });
    expect(await pending.confirm(id, second, AGM, now)).toMatchObject({ ok: false });
    staff.delete('s-manager');
    expect(await pending.confirm(id, second, AGM, now)).toMatchObject({ ok: false });
  });

  test('are taken back by whoever made them and by nobody else', async () => {
    const { pending, manager, second, now, id } = await proposed();
    expect(await pending.withdraw(id, second, 't1')).toMatchObject({ ok: false });
    expect(await pending.withdraw(id, manager, 't2')).toMatchObject({ ok: false });
    expect(await pending.withdraw(id, manager, 't1')).toMatchObject({ ok: true });
    expect(await pending.confirm(id, second, AGM, now)).toMatchObject({ ok: false });
  });

  test('are not made by those who may not, nor for what one person may do', async () => {
    const { pending, manager, attendant, second, now, command, store } = setUp();
    const low = { role: 'electronic-gaming-attendant', id: 's-dealer' };
    const refusals = await Promise.all([
      pending.propose(guest, now, command),
      pending.propose(second, now, command),
      pending.propose(attendant, now, { ...command, by: low }),
      pending.propose(manager, now, { ...command, adjustment: 0 }),
      pending.propose(manager, { ...now, table: { ...now.table, staff: [] } }, command),
    ]);
    expect(refusals.map(({ ok }) => ok)).toEqual([false, false, false, false, false]);
    expect(store.text).toBe('');
  });

  test('are not made of what the table would not do anyway', async () => {
    const { pending, manager, now, command, store } = setUp();
    const whole = { ...now, table: apply(now.table, { ...command, adjustment: 0 }) };
    expect(await pending.propose(manager, whole, command)).toMatchObject({ ok: false });
    const nobody = await pending.propose(manager, now, { do: 'find-invalid', player: 'gus', by: command.by });
    expect(nobody).toMatchObject({ ok: false });
    expect(store.text).toBe('');
  });

  test('said again under the same id are answered the same, by the same person alone', async () => {
    const { pending, second, manager, now, id } = await proposed();
    const once = await pending.confirm(id, second, AGM, now, 'said-1');
    expect(once).toMatchObject({ ok: true });
    expect(await pending.confirm(id, second, AGM, now, 'said-1')).toMatchObject({
      ok: true,
      value: { confirmedBy: { role: AGM, id: 's-second' } },
    });
    expect(await pending.confirm(id, second, AGM, now, 'said-2')).toMatchObject({ ok: false });
    expect(await pending.confirm(id, manager, AGM, now, 'said-1')).toMatchObject({ ok: false });
    expect(await pending.withdraw(id, manager, 't1')).toMatchObject({ ok: false });
    expect(await pending.list('t1')).toEqual([]);
  });

  test('of an oral wager carry who confirmed it', async () => {
    const store = new Memory();
    const dealer = staffOf('s-dealer', '*', 'dealer');
    const box = staffOf('s-boxperson', '*', 'higher-duties-dealer');
    const pending = new Pending(
      store,
      () => 1,
      async () => dealer,
    );
    const table = tableOf('crown');
    const by = { role: 'dealer', id: 's-dealer' };
    const oral = { do: 'bet', player: 'gus', wager: 'pass', amount: 1_000, oral: true, by };
    const made = await pending.propose(dealer, { id: 't1', table }, oral);
    if (!made.ok) throw new Error(made.refused.message);
    const confirmed = await pending.confirm(made.value.id, box, 'higher-duties-dealer', { id: 't1', table });
    if (!confirmed.ok) throw new Error(confirmed.refused.message);
    expect(decide(table, oral)).toMatchObject({ ok: false, refused: { clause: '3.3.1' } });
    expect(decide(table, confirmed.value.command)).toMatchObject({
      ok: true,
      value: [{ event: 'wagered', confirmed: [by, { role: 'higher-duties-dealer', id: 's-boxperson' }] }],
    });
  });
});

describe('what becomes of a command', () => {
  const table = tableOf('star');

  test('refused, complete, or to be confirmed first', () => {
    const by = { role: 'gaming-manager', id: 's-manager' };
    const manager = staffOf('s-manager', '*', 'gaming-manager');
    const sit = { do: 'sit', player: 'x', seat: 3, bankroll: 0 };
    const invalidate = { do: 'invalidate', ground: 'fraud', by };
    expect(judgeCommand(guest, table, sit)).toEqual({ kind: 'go', command: { ...sit, person: guest.id } });
    expect(judgeCommand(manager, table, invalidate)).toEqual({ kind: 'second', command: invalidate });
    expect(judgeCommand(guest, table, invalidate)).toMatchObject({ kind: 'refused' });
    expect(judgeCommand(null, table, sit)).toMatchObject({ kind: 'refused' });
    expect(judgeCommand(manager, table, { do: 'settle', by })).toMatchObject({ kind: 'go' });
  });
});
