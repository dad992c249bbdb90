// What the books say of a table in passing, each once: found by changing the engine and seeing that no test noticed.
import { describe, expect, it } from 'vitest';
import {
  decide,
  type EventOf,
  evolve,
  RULEBOOKS,
  type RulebookId,
  replay,
  restoreTable,
  saveTable,
  type Table,
  type TableEvent,
  tableOptions,
} from '../../src/index.js';
import { isDieName } from '../../src/table/choosing.js';
import type { Command } from '../../src/table/index.js';
import { byFor, crewOf, sitDown, sitWithChips, staffedTable, type Told, tell } from './people.js';

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

const signAt = (id: RulebookId, from: number): Command => ({
  do: 'post-sign',
  limits: { default: { min: 500, max: 50_000 } },
  from,
  by: by(id),
});

/** One round of a terminal, to where the dice roll. */
const shot = (told: Told): Told => {
  const closed = tell(told, { do: 'close-wagering', at: told.table.deadline });
  return closed.table.phase === 'rolling' ? closed : tell(closed, { do: 'shoot', player: 'p1' });
};

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
      message: 'This book knows no refusal: the place is to be vacated.',
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

  it('star 3.5: a die has the number of its set and its letter; nothing else is a die of the table', () => {
    const { table } = staffedTable('star');
    const later = { ...table, dice: { ...table.dice, set: 12 } };
    for (const die of ['1a', '1e', '9c', '12e']) expect(isDieName(later, die), die).toBe(true);
    for (const die of ['13a', '0a', '01a', '1f', 'a', '1', 'a1', '1ab', ' 1a', '1a ', ''])
      expect(isDieName(later, die), die).toBe(false);
    expect(isDieName(staffedTable('aruze').table, '1b')).toBe(true);
    expect(isDieName(staffedTable('aruze').table, '1c')).toBe(false);
    expect(refusedAt({ table, events: [] }, { do: 'find-die', die: '2a' })).toMatchObject({
      code: 'bad-input',
    });
  });

  it('R31: a table does not close under dice in the air, and whoever would close it is told so in words', () => {
    const thrown = tell(shooting('star'), { do: 'throw', player: 'p1' });
    expect(refusedAt(thrown, { do: 'close', by: by('star') })).toMatchObject({
      code: 'out-of-phase',
      message: expect.stringMatching(
        /^To close the table does not fit now: the dice are in the air\. It fits while nobody has the dice or /,
      ),
    });
  });

  it('star 3.5.1: a found die goes back to a shooter who has room for it, and to nobody else', () => {
    const { noRoll } = RULEBOOKS.star.conduct;
    const ground = noRoll.shall.find(({ diceOff }) => diceOff)?.id;
    const found = [
      { do: 'throw', player: 'p1' },
      { do: 'no-roll', ground, dice: ['1a'], by: by('star') },
      { do: 'find-die', die: '1a' },
    ].reduce(tell, shooting('star'));
    const check = { do: 'check-die', die: '1a', sound: true, toShooter: true, by: by('star') };
    const back = tell(found, check);
    expect(back.table.dice.hand).toEqual(['1b', '1a']);
    const given = lastOf<'die-checked'>(back);
    const two = tell(found, { do: 'choose', player: 'p1', dice: ['1b', '1c'] });
    expect(() => evolve(two.table, given)).toThrow(/for no shooter/);
    const passed = tell(found, { do: 'pass', player: 'p1' });
    expect(() => evolve(passed.table, given)).toThrow(/for no shooter/);
    expect(refusedAt(passed, check)).toMatchObject({ code: 'out-of-phase', clause: '3.4.2' });
    const thrown = tell(two, { do: 'throw', player: 'p1' });
    expect(refusedAt(thrown, check)).toMatchObject({ code: 'out-of-phase', clause: '3.4.2' });
    expect(refusedAt(found, { ...check, instead: '1b' })).toMatchObject({ code: 'bad-input' });
  });

  it('R14: money that comes to the table after a roll stays there when the roll is read anew', () => {
    const called4 = called(
      shooting('star', { do: 'bet', player: 'p2', wager: 'field', amount: 500 }),
      [1, 3],
    );
    const richer = tell(called4, { do: 'chips', player: 'p2', amount: 700 });
    const anew = tell(richer, { do: 'decide-face', dice: [2, 3], by: by('star') });
    expect(anew.table.game.players[1]?.balance).toBe(100_000 - 500 + 700);
  });

  it('adelaide 14(b), R39: nothing is placed again for a player whose further wagers are refused', () => {
    const id = 'adelaide';
    const six = (player: string) => ({
      do: 'bet',
      player,
      wager: 'place',
      number: 6,
      amount: 600,
      stay: true,
    });
    const placed = [six('p1'), six('p2')].reduce<Told>(tell, rolled(shooting(id), [2, 2]));
    const ground = RULEBOOKS[id].conduct.people.breaches.find(({ bars }) => bars)?.id;
    const barred = tell(placed, { do: 'bar-wagers', player: 'p2', ground, by: by(id) });
    const again = (told: Told) => lastOf<'rolled'>(called(told, [3, 3])).replaced.map(({ player }) => player);
    expect(again(placed)).toEqual(['p1', 'p2']);
    expect(again(barred)).toEqual(['p1']);
  });

  it('star-2024 10.1: dice are thrown with a card of one’s own', () => {
    const id = 'star-2024';
    const found = { do: 'find-invalid', player: 'p1', why: 'card', by: by(id) };
    const without = tell(shooting(id), found);
    const line = { do: 'bet', player: 'p1', wager: 'pass', amount: 500 };
    expect(refusedAt(without, line)).toMatchObject({ code: 'no-card' });
    expect(refusedAt(without, { do: 'throw', player: 'p1' })).toMatchObject({
      code: 'no-card',
      clause: '10.1',
    });
  });

  it('crown 3.4.3, R36: a don’t come taken down since holds a fresh one back though the roll is undone', () => {
    const id = 'crown';
    const dontCome = (more: object) => ({ player: 'p2', wager: 'dont-come', ...more });
    const onFive = rolled(
      tell(rolled(shooting(id), [3, 3]), { do: 'bet', ...dontCome({ amount: 1_000 }) }),
      [2, 3],
    );
    const ground = RULEBOOKS[id].conduct.invalidation.disruption[0]?.id;
    const fresh = { do: 'bet', ...dontCome({ amount: 500 }) };
    const after = (...since: readonly Command[]) =>
      refusedAt(
        [...since, { do: 'invalidate', ground, by: by(id) }].reduce(tell, rolled(onFive, [5, 6])),
        fresh,
      );
    expect(after()).toMatchObject([{ event: 'wagered' }]);
    const takes = { do: 'take', ...dontCome({ number: 5 }) };
    expect(after(takes)).toMatchObject({ code: 'no-replacing', clause: '3.4.3' });
    expect(after({ ...takes, amount: 500 })).toMatchObject({ code: 'no-replacing', clause: '3.4.3' });
    const decided = rolled(onFive, [1, 4]);
    const undone = tell(decided, { do: 'invalidate', ground, by: by(id) });
    expect(refusedAt(undone, fresh)).toMatchObject([{ event: 'wagered' }]);
  });

  it('R37: the last twenty rolls are remembered, and none before', () => {
    const start = shooting('star', { do: 'bet', player: 'p2', wager: 'place', number: 6, amount: 600 });
    const rolls = Array.from({ length: 20 }, () => [1, 2] as [number, number]);
    const long = rolls.reduce<Told>(rolled, rolled(start, [2, 2]));
    const ground = RULEBOOKS.star.conduct.invalidation.disruption[0]?.id;
    const invalidate = { do: 'invalidate', ground, by: by('star') };
    expect(refusedAt(long, { ...invalidate, throw: 1 })).toMatchObject({ code: 'nothing-to-do' });
    expect(refusedAt(long, { ...invalidate, throw: 2 })).toMatchObject([{ throw: 2, how: 'refunded' }]);
    expect(refusedAt(long, { ...invalidate, throw: 21 })).toMatchObject([{ throw: 21, how: 'undone' }]);
  });

  it('star 9.3.2: the dice of a shooter excluded while they were in the air are taken when they come back', () => {
    const id = 'star';
    const { noRoll, people } = RULEBOOKS[id].conduct;
    const back = [
      { do: 'throw', player: 'p1' },
      { do: 'exclude', player: 'p1', ground: people.breaches[0]?.id, by: by(id) },
      { do: 'no-roll', ground: noRoll.shall.find(({ diceOff }) => !diceOff)?.id, by: by(id) },
    ].reduce(tell, shooting(id));
    expect(back.table).toMatchObject({ phase: 'betting', shooter: { shooter: 'p1' } });
    expect(refusedAt(back, { do: 'throw', player: 'p1' })).toMatchObject({
      code: 'excluded',
      clause: '9.3.2',
    });
    expect(refusedAt(back, { do: 'relieve', by: by(id) })).toMatchObject([
      { event: 'dice-passed', player: 'p1', how: 'excluded', clause: '9.3.2' },
    ]);
  });

  it('R54: a line of the sheet is done once, and nobody gives back more than they have', () => {
    const start = sitDown(sitDown(staffedTable('crown', { dealt: true }), 'p1', 1), 'p2', 2, 500);
    const won = [
      { do: 'offer', by: by('crown') },
      { do: 'accept', player: 'p1', dice: ['1a', '1b'] },
      { do: 'bet', player: 'p1', wager: 'pass', amount: 500 },
      { do: 'bet', player: 'p1', wager: 'field', amount: 500 },
      { do: 'bet', player: 'p2', wager: 'field', amount: 500 },
      { do: 'throw', player: 'p1' },
      { do: 'roll', dice: [1, 3], by: by('crown') },
    ].reduce(tell, start);
    const differs = {
      do: 'deal-differently',
      line: '1/field/p2',
      paid: 700,
      note: 'too many',
      by: by('crown'),
    };
    expect(refusedAt(won, { do: 'deal-lines', lines: [], by: by('crown') })).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('at least one'),
    });
    const done = tell(won, differs);
    expect(refusedAt(done, differs)).toMatchObject({
      code: 'nothing-to-do',
      message: expect.stringContaining('otherwise than owed'),
    });
    expect(refusedAt(done, { ...differs, line: '1/field/p1', paid: 500 })).toMatchObject({
      code: 'nothing-to-do',
    });
    const seize = { measure: 'seize-winnings', note: 'cheating', amount: 1_000, by: by('crown') };
    const poor = tell(won, { do: 'record-measure', player: 'p2', ...seize });
    expect(refusedAt(poor, { ...differs, paid: 0 })).toMatchObject({
      code: 'insufficient',
      message: expect.stringContaining('p2'),
    });
  });

  it('aruze 7.1: a person held to two terminals is told of two', () => {
    const one = sitDown(staffedTable('aruze'), 'p1', 1);
    const two = [
      { do: 'limit-terminals', person: 'p1', most: 2, by: by('aruze') },
      { do: 'sit', player: 'p2', person: 'p1', seat: 2, bankroll: 0 },
    ].reduce(tell, one);
    expect(refusedAt(two, { do: 'sit', player: 'p3', person: 'p1', seat: 3, bankroll: 0 })).toMatchObject({
      code: 'table-full',
      clause: '7.1',
      message: 'p1 may hold 2 places here.',
    });
  });

  it('nobody comes twice in one role, and a seat is one that the table has', () => {
    const told = staffedTable('star', { seats: 2 });
    const again = { do: 'staff', person: 'x-dealer', role: 'dealer', by: by('star') };
    expect(refusedAt(told, again)).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('already'),
    });
    const sit = { do: 'sit', player: 'p1', seat: 3, bankroll: 0 };
    expect(refusedAt(told, sit)).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('1 to 2'),
    });
    expect(refusedAt(told, { ...sit, seat: 2 })).toMatchObject([{ event: 'sat' }]);
  });

  it('R53: chips have no place at a terminal, and at a felt the crew gives it', () => {
    const sit = { do: 'sit', player: 'p1', seat: 1, bankroll: 0, chips: true };
    expect(refusedAt(staffedTable('aruze'), { ...sit, by: by('aruze') })).toMatchObject({
      code: 'not-allowed',
    });
    expect(refusedAt(staffedTable('star'), sit)).toMatchObject({ code: 'not-allowed', clause: '6.8' });
  });

  it('star-2024 10.1, 6.10: a card is one person’s and an area one player’s; at crown neither is asked for', () => {
    const two = (id: RulebookId) => sitDown(sitDown(staffedTable(id), 'p1', 1), 'p2', 2);
    const card = { do: 'card', player: 'p2', card: 'card-p1', holder: 'p2' };
    expect(refusedAt(two('star-2024'), card)).toMatchObject({ code: 'no-card', clause: '10.1' });
    const shown = tell(two('crown'), { do: 'card', player: 'p1', card: 'card-p1', holder: 'p1' });
    expect(refusedAt(shown, card)).toMatchObject([{ event: 'card-presented' }]);
    const limit = { do: 'limit-players', onePerArea: true, by: by('star-2024') };
    const sit = { do: 'sit', player: 'p3', seat: 2, bankroll: 0 };
    expect(refusedAt(tell(two('star-2024'), limit), sit)).toMatchObject({
      code: 'table-full',
      ruling: 'R48',
    });
  });

  it('money beyond what can be counted to the cent is not taken', () => {
    const { table } = sitDown(staffedTable('star'), 'p1', 1);
    const players = table.game.players.map((player) => ({
      ...player,
      balance: Number.MAX_SAFE_INTEGER - 500,
    }));
    const rich: Told = { table: { ...table, game: { ...table.game, players } }, events: [] };
    const chips = { do: 'chips', player: 'p1', amount: 501 };
    expect(refusedAt(rich, chips)).toMatchObject({
      code: 'bad-input',
      message: 'amount is more than can be counted to the cent',
    });
    expect(refusedAt(rich, { ...chips, amount: 500 })).toMatchObject([{ event: 'chips-bought' }]);
  });

  it('what is said of a person or a saved table and nobody knows is refused by name', () => {
    const told = staffedTable('star');
    const said = { code: 'bad-input', message: 'by has an unknown field "rank"' };
    expect(refusedAt(told, { do: 'offer', by: { ...by('star'), rank: 1 } })).toMatchObject(said);
    const saved = { ...saveTable(told.table), v: 9 } as unknown as ReturnType<typeof saveTable>;
    expect(() => restoreTable(saved)).toThrow(/version 9 of a saved table/);
    expect(() => replay([])).toThrow(/empty record/);
  });

  it('star 7.5: a sign that is up is not put up again', () => {
    const told = tell(staffedTable('star'), signAt('star', 2_000));
    expect(refusedAt(told, signAt('star', 2_000))).toMatchObject({
      code: 'nothing-to-do',
      message: 'That sign is up.',
    });
    expect(refusedAt(told, signAt('star', 3_000))).toMatchObject([{ event: 'sign-posted', from: 3_000 }]);
    const other = { ...signAt('star', 2_000), limits: { default: { min: 500, max: 60_000 } } };
    expect(refusedAt(told, other)).toMatchObject([{ event: 'sign-posted', from: 2_000 }]);
  });

  it('star 9.5, R37: somebody who has left since may be named as fraudulent, a stranger not', () => {
    const id = 'star';
    const field = { do: 'bet', player: 'p2', wager: 'field', amount: 500 };
    const left = tell(rolled(shooting(id, field), [2, 3]), { do: 'leave', player: 'p2' });
    const ground = RULEBOOKS[id].conduct.invalidation.fraud[0]?.id;
    const invalidate = { do: 'invalidate', ground, by: by(id) };
    expect(refusedAt(left, { ...invalidate, forfeit: ['p9'] })).toMatchObject({ code: 'bad-input' });
    expect(refusedAt(left, { ...invalidate, forfeit: ['p2'] })).toMatchObject([
      {
        event: 'outcome-invalidated',
        refunded: [],
        forfeited: [{ player: 'p2', wager: 'field', stake: 500 }],
      },
    ]);
  });

  it('star 9.3.1, R20: void, a wager placed again by the roll gives back its commission, one that stood does not', () => {
    const buy = (number: number) => ({
      do: 'bet',
      player: 'p2',
      wager: 'buy',
      number,
      amount: 4_000,
      stay: true,
    });
    const other = { do: 'bet', player: 'p1', wager: 'buy', number: 4, amount: 4_000, stay: true };
    const placed = [buy(4), buy(10), other].reduce<Told>(tell, rolled(shooting('star'), [3, 3]));
    const ground = RULEBOOKS.star.conduct.people.breaches[0]?.id;
    const voided = tell(called(placed, [1, 3]), { do: 'void-wagers', player: 'p2', ground, by: by('star') });
    expect(lastOf<'wagers-voided'>(voided).returned).toMatchObject([
      { number: 4, amount: 4_000, commission: 200 },
      { number: 10, amount: 4_000, commission: 0 },
    ]);
  });

  it('crown 5.1.1(b)(i): who throws for the shooter and leaves throws no more, whoever else leaves', () => {
    const start = tell(shooting('crown'), { do: 'authorise', player: 'p1', thrower: 'p2' });
    expect(start.table.shooter.thrower).toBe('p2');
    expect(tell(start, { do: 'leave', player: 'p2' }).table.shooter).toMatchObject({
      shooter: 'p1',
      thrower: null,
    });
    const three = [
      { do: 'offer', by: by('crown') },
      { do: 'accept', player: 'p1', dice: ['1a', '1b'] },
      { do: 'authorise', player: 'p1', thrower: 'p2' },
    ].reduce(
      tell,
      ['p1', 'p2', 'p3'].reduce(
        (told, player, index) => sitDown(told, player, index + 1),
        staffedTable('crown'),
      ),
    );
    const left = tell(three, { do: 'leave', player: 'p3' });
    expect(left.table.shooter.thrower).toBe('p2');
    const leaves = { ...lastOf<'left'>(left), player: 'p1' };
    expect(() => evolve(three.table, leaves)).toThrow(/left with the dice/);
  });

  it('adelaide 14(b), R39: of two whose wagers are refused one is readmitted, and who never was is not', () => {
    const id = 'adelaide';
    const ground = RULEBOOKS[id].conduct.people.breaches.find(({ bars }) => bars)?.id;
    const bar = (player: string) => ({ do: 'bar-wagers', player, ground, by: by(id) });
    const readmit = (person: string) => ({ do: 'readmit', person, reason: 'settled', by: by(id) });
    const one = tell(shooting(id), bar('p2'));
    expect(refusedAt(one, readmit('p1'))).toMatchObject({ code: 'nothing-to-do' });
    const both = [bar('p1'), readmit('p1')].reduce<Told>(tell, one);
    expect(both.table.guests.map(({ barred }) => barred)).toEqual([undefined, ground]);
  });

  it('aruze 6.4, R13: a void round gives back what was added and the commission on that alone', () => {
    const buy = { do: 'bet', player: 'p1', wager: 'buy', number: 4, amount: 4_000 };
    const start = sitDown(staffedTable('aruze'), 'p1', 1);
    const once = tell(shot(tell(start, buy)), { do: 'roll', dice: [3, 3] });
    const paid = once.table.game.players[0]?.wagers[0]?.commission;
    const twice = shot(tell(once, buy));
    const ground = RULEBOOKS.aruze.conduct.round?.voids[0]?.id;
    const voided = tell(twice, { do: 'void-round', ground, by: by('aruze') });
    expect(voided.table.game.players[0]?.wagers).toMatchObject([{ amount: 4_000, commission: paid }]);
    expect(voided.table.game.house).toBe(once.table.game.house);
  });

  it('aruze 6.4.2: a round that is void is not void again', () => {
    const start = sitDown(staffedTable('aruze'), 'p1', 1);
    const read = [
      { do: 'bet', player: 'p1', wager: 'field', amount: 500 },
      { do: 'close-wagering', at: start.table.deadline },
      { do: 'roll', dice: [1, 2] },
    ].reduce(tell, start);
    const ground = RULEBOOKS.aruze.conduct.round?.voids[0]?.id;
    const undone = { do: 'void-round', ground, by: by('aruze') };
    expect(refusedAt(tell(read, undone), undone)).toMatchObject({ code: 'nothing-to-do' });
    expect(refusedAt(start, undone)).toMatchObject({ code: 'nothing-to-do' });
  });

  it('R53: what a player with chips may do is offered to who enters it', () => {
    const { table } = sitWithChips(staffedTable('star'), 'p1', 1, 5_000);
    const may = (more: object) =>
      tableOptions(table, { player: 'p1', ...more }).spots?.filter(({ bet }) => bet.may).length;
    expect(may({})).toBe(0);
    expect(may({ by: by('star') })).toBeGreaterThan(10);
    expect(tableOptions(table, { player: 'nobody' }).spots).toBeNull();
    expect(
      refusedAt({ table, events: [] }, { do: 'sit', player: 'p2', seat: 2, bankroll: 0, card: 'c' }),
    ).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('card goes with chips'),
    });
  });

  it('time does not go back, and a correction is in whole cents', () => {
    const told = tell(staffedTable('aruze'), { do: 'sit', player: 'p1', seat: 1, bankroll: 0, at: 500 });
    expect(refusedAt(told, { do: 'leave', player: 'p1', at: 499 })).toMatchObject({ code: 'bad-input' });
    expect(refusedAt(told, { do: 'leave', player: 'p1', at: 500 })).toMatchObject([{ event: 'left' }]);
    const resolve = {
      do: 'resolve-malfunction',
      player: 'p1',
      how: 'confirmed',
      reason: 'x',
      by: by('aruze'),
    };
    for (const adjustment of ['1', 0.5, -0.5, null])
      expect(refusedAt(told, { ...resolve, adjustment })).toMatchObject({
        code: 'bad-input',
        message: 'adjustment must be a whole number of cents',
      });
    expect(refusedAt(told, { ...resolve, adjustment: -5 })).toMatchObject({ code: 'nothing-to-do' });
    expect(refusedAt(told, { ...resolve, how: 'ignored' })).toMatchObject({ code: 'bad-input' });
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
