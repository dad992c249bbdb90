// What the books say of a table in passing, each once: found by changing the engine and seeing that no test noticed.
import { describe, expect, it } from 'vitest';
import {
  decide,
  type EventOf,
  evolve,
  RULEBOOKS,
  type RulebookId,
  type Table,
  type TableEvent,
} from '../../src/index.js';
import type { Command } from '../../src/table/index.js';
import { byFor, crewOf, sitDown, staffedTable, type Told, tell } from './people.js';

const by = (id: RulebookId) => crewOf(RULEBOOKS[id]).at(-1);
const refusedAt = ({ table }: Told, command: Command) => {
  const decided = decide(table, command);
  return decided.ok ? decided.value : decided.refused;
};

/** p1 has the dice, p2 sits beside: every place is taken. */
const shooting = (id: RulebookId, ...more: readonly Command[]): Told =>
  [
    { do: 'offer', by: by(id) },
    { do: 'accept', player: 'p1', dice: ['1a', '1b'] },
    { do: 'bet', player: 'p1', wager: 'pass', amount: 500 },
    ...more,
  ].reduce(tell, sitDown(sitDown(staffedTable(id, { seats: 2 }), 'p1', 1), 'p2', 2));

const called = (told: Told, dice: readonly [number, number]): Told =>
  [
    { do: 'throw', player: 'p1' },
    { do: 'roll', dice, by: by(told.table.game.rulebook.id) },
  ].reduce(tell, told);
const rolled = (told: Told, dice: readonly [number, number]): Told =>
  tell(called(told, dice), { do: 'settle', by: by(told.table.game.rulebook.id) });
const lastOf = <Name extends TableEvent['event']>({ events }: Told) => events.at(-1) as EventOf<Name>;

describe('small print', () => {
  it('star 7.5: a sign says the same whatever the order of its fields', () => {
    const limits = { default: { max: 100_000, min: 500 } };
    const same = { do: 'change-limits', limits, by: by('star') };
    expect(refusedAt(staffedTable('star'), same)).toMatchObject({ code: 'nothing-to-do', clause: '7.5' });
    const more = { chips: [500, 100], limits, by: by('star') };
    const changed = tell(staffedTable('star'), { do: 'change-limits', ...more });
    expect(
      refusedAt(changed, { do: 'change-limits', ...more, limits: { default: limits.default } }),
    ).toMatchObject({
      code: 'nothing-to-do',
    });
    expect(refusedAt(changed, { do: 'change-limits', ...more, chips: [100, 500] })).toMatchObject([
      { event: 'limits-changed' },
    ]);
  });

  it('star 9.9: whoever sat out three rounds at a full table vacates, and that book knows no refusal', () => {
    const idle = [
      [2, 2],
      [1, 2],
      [1, 2],
    ].reduce<Told>((told, dice) => rolled(told, dice as [number, number]), shooting('star'));
    const vacate = { do: 'vacate', player: 'p2', by: byFor(RULEBOOKS.star, 'vacate-idle') };
    expect(refusedAt(idle, { ...vacate, refuses: true })).toMatchObject({
      code: 'not-allowed',
      clause: '9.9',
    });
    expect(refusedAt(idle, vacate)).toMatchObject([
      { event: 'left', player: 'p2', why: 'vacated', clause: '9.9' },
    ]);
  });

  it('star 4.4.3, R9: faces read anew give back the commission that the roll took, and no other', () => {
    const placed = [{ do: 'bet', player: 'p2', wager: 'buy', number: 4, amount: 4_000, stay: true }];
    const before = [...placed].reduce<Told>(tell, rolled(shooting('star'), [3, 3]));
    const won = called(before, [1, 3]);
    expect(won.table.game.house).toBe(before.table.game.house - 8_000 + 200);
    const anew = tell(won, { do: 'decide-face', dice: [1, 2], by: by('star') });
    expect(lastOf<'face-decided'>(anew)).toMatchObject({ commission: -200, outcome: { total: 3 } });
    expect(anew.table.game.house).toBe(before.table.game.house);
    for (const commission of [0, 200, -201])
      expect(() => evolve(won.table, { ...lastOf<'face-decided'>(anew), commission })).toThrow(/commission/);
    const { commission: _said, ...older } = lastOf<'face-decided'>(anew);
    expect(evolve(won.table, older as TableEvent).game).toEqual(anew.table.game);
  });

  it('star 3.9, R36: a throw of the stickperson that is undone leaves two dice of the set in hand', () => {
    const declined = [
      { do: 'bet', player: 'p1', wager: 'field', amount: 500 },
      { do: 'offer', by: by('star') },
      { do: 'decline', player: 'p1' },
      { do: 'offer', by: by('star') },
      { do: 'throw', by: by('star') },
      { do: 'roll', dice: [3, 1], by: by('star') },
      { do: 'settle', by: by('star') },
    ].reduce(tell, sitDown(staffedTable('star'), 'p1', 1));
    expect(declined.table.dice).toMatchObject({ hand: [], bowl: ['1a', '1b', '1c', '1d', '1e'] });
    const ground = RULEBOOKS.star.conduct.invalidation.disruption[0]?.id;
    const undone = tell(declined, { do: 'invalidate', ground, by: by('star') });
    expect(undone.table).toMatchObject({ phase: 'betting', shooter: { stick: true, shooter: null } });
    expect(undone.table.dice).toMatchObject({ hand: ['1a', '1b'], bowl: ['1c', '1d', '1e'] });
  });

  it('aruze 3.3.8: chips are moved after the close where that is only fair, and the record says why', () => {
    const start = sitDown(staffedTable('aruze', { seats: 2 }), 'p1', 1);
    const placed = [
      { do: 'bet', player: 'p1', wager: 'field', amount: 500 },
      { do: 'bet', player: 'p1', wager: 'pass', amount: 500 },
      { do: 'close-wagering', at: start.table.deadline },
    ].reduce(tell, start);
    const move = { do: 'move', player: 'p1', wager: 'field', to: { wager: 'any-seven' } };
    expect(refusedAt(placed, move)).toMatchObject({ code: 'after-close' });
    const unfair = 'the screen was slow';
    expect(refusedAt(placed, { ...move, unfair, by: by('aruze') })).toMatchObject([
      { event: 'took', wager: 'field', unfair, clause: '3.5.1.2' },
      { event: 'wagered', wager: 'any-seven', unfair, clause: '3.5.1.2' },
    ]);
  });

  it('R53: whoever names somebody of the crew names one who is here, but for who is just coming', () => {
    const told = sitDown(staffedTable('star'), 'p1', 1);
    const stranger = { role: 'dealer', id: 'somebody' };
    const came = { event: 'staff-came', person: 'somebody', role: 'dealer', by: stranger };
    expect(refusedAt(told, { do: 'staff', person: 'somebody', role: 'dealer', by: stranger })).toMatchObject([
      came,
    ]);
    const field = { do: 'bet', player: 'p1', wager: 'field', amount: 500 };
    expect(refusedAt(told, { ...field, by: stranger })).toMatchObject({ code: 'not-on-duty' });
    expect(refusedAt(told, { ...field, do: ['bet'] })).toMatchObject({ code: 'bad-input' });
  });

  it('R45: where a book leaves no dice to choose, the two there are are thrown', () => {
    const { table } = tell(sitDown(staffedTable('star'), 'p1', 1), { do: 'offer', by: by('star') });
    const { conduct } = table.game.rulebook;
    const choice = { value: 'none', clause: '3.3' } as const;
    const rulebook = { ...table.game.rulebook, conduct: { ...conduct, dice: { ...conduct.dice, choice } } };
    const start: Told = { table: { ...table, game: { ...table.game, rulebook } } as Table, events: [] };
    const accept = { do: 'accept', player: 'p1' };
    const said = { code: 'not-allowed', clause: '3.3', message: expect.stringContaining('not chosen') };
    expect(refusedAt(start, { ...accept, dice: ['1a', '1b'] })).toMatchObject(said);
    const taken = tell(start, accept);
    expect(taken.table.dice.hand).toEqual(['1a', '1b']);
    expect(refusedAt(taken, { do: 'choose', player: 'p1', dice: ['1c', '1d'] })).toMatchObject(said);
  });
});
