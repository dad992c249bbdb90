// Betting in turn and chips of a tournament (R110, R112), at the table itself.
import {
  areTurnsToCome,
  type Command,
  decide,
  due,
  evolve,
  findPlayer,
  hasTurn,
  nextOf,
  openTable,
  replay,
  restoreTable,
  saveTable,
  type Table,
  tableOptions,
  turnOf,
  turnsNow,
} from '@boxperson/rules';
import { describe, expect, it } from 'vitest';

const limits = { default: { min: 500, max: 100_000 } };

function opened(tournament: boolean): Table {
  const made = openTable({ rulebook: 'crown', limits, seats: 8, ...(tournament ? { tournament } : {}) }, 0);
  if (!made.ok) throw new Error(made.refused.message);
  const open = replay(made.value);
  return ['ann', 'bo', 'cy'].reduce(
    (table, player, at) => does(table, { do: 'sit', player, seat: at + 1, bankroll: 50_000 }),
    open,
  );
}

function does(table: Table, command: Command): Table {
  const decided = decide(table, command);
  if (!decided.ok) throw new Error(`${String(command['do'])}: ${decided.refused.message}`);
  return decided.value.reduce<Table>(evolve, table);
}

function refused(table: Table, command: Command) {
  const decided = decide(table, command);
  if (decided.ok) throw new Error(`${String(command['do'])} was accepted`);
  return decided.refused;
}

const STICK = { role: 'stickperson', id: 'st' } as const;

/** Ann has the dice and a line wager, and in the middle of it betting in turn was ordered. */
function inTurn(): Table {
  const commands: readonly Command[] = [
    line('ann'),
    { do: 'staff', person: 'st', role: 'stickperson' },
    { do: 'offer', by: STICK },
    { do: 'accept', player: 'ann' },
    { do: 'choose', player: 'ann', dice: ['1a', '1b'] },
    { do: 'order-betting', how: 'in-turn' },
  ];
  return commands.reduce(does, opened(true));
}
const allReady = (table: Table): Table =>
  ['bo', 'cy', 'ann'].reduce((so, player) => does(so, { do: 'ready', player }), table);

const line = (player: string, amount = 500): Command => ({ do: 'bet', player, wager: 'pass', amount });
const TURNS = { do: 'open-turns', players: ['bo', 'cy', 'ann'], ms: 10_000 } as const;
const turns = (least?: number): Table =>
  does(opened(true), { ...TURNS, at: 1_000, ...(least === undefined ? {} : { least }) });

describe('R110: betting in turn', () => {
  it('nobody touches the layout out of turn, and everything that is offered says so', () => {
    const table = turns();
    expect(turnOf(table)).toBe('bo');
    expect(refused(table, line('ann'))).toMatchObject({ code: 'out-of-phase', ruling: 'R110' });
    expect(refused(table, { do: 'ready', player: 'ann' }).ruling).toBe('R110');
    const spots = (player: string) => tableOptions(table, { player }).spots ?? [];
    expect(spots('ann').some(({ bet, take }) => bet.may || take.may)).toBe(false);
    expect(spots('bo').some(({ bet }) => bet.may)).toBe(true);
  });

  it('whoever has bet says so, and the dice wait for the last', () => {
    const bo = does(does(turns(), line('bo')), { do: 'ready', player: 'bo', at: 2_000 });
    expect(turnOf(bo)).toBe('cy');
    expect(bo.guests.some(({ ready }) => ready)).toBe(false);
    expect(nextOf(bo, {})).toEqual({ what: 'turn', at: 12_000, who: 'cy' });
    expect(refused(bo, line('bo')).ruling).toBe('R110');
    const cy = does(bo, { do: 'ready', player: 'cy', at: 3_000 });
    const over = does(cy, { do: 'ready', player: 'ann', at: 4_000 });
    expect(turnOf(over)).toBe(null);
    expect(refused(over, line('ann')).message).toContain('the dice go now');
  });

  it('with the dice in hand nobody throws before all have had their turn', () => {
    let table = does(opened(true), line('ann'));
    table = does(table, { do: 'staff', person: 'st', role: 'stickperson' });
    const by = { role: 'stickperson', id: 'st' };
    table = does(table, { do: 'offer', by });
    table = does(table, { do: 'accept', player: 'ann' });
    table = does(table, { do: 'choose', player: 'ann', dice: table.dice.bowl.slice(0, 2) });
    const waits = does(table, { ...TURNS, at: 1_000 });
    expect(refused(waits, { do: 'throw', player: 'ann' })).toMatchObject({
      code: 'out-of-phase',
      ruling: 'R110',
      message: 'The dice wait: bo bets now.',
    });
    const all = ['bo', 'cy', 'ann'].reduce((so, player) => does(so, { do: 'ready', player }), waits);
    const thrown = does(all, { do: 'throw', player: 'ann' });
    const called = does(thrown, { do: 'roll', dice: [2, 2], by });
    // The next roll has turns of its own.
    expect(called.turns).toBeUndefined();
  });

  it('from the settled roll on nobody bets, takes, says ready or throws before the turns are open', () => {
    const rolls = [
      { do: 'throw', player: 'ann' },
      { do: 'roll', dice: [2, 2], by: STICK },
    ] as const;
    const before = inTurn();
    const rolled = rolls.reduce<Table>(does, allReady(does(before, { ...TURNS, at: 1_000 })));
    const settled = does(rolled, { do: 'settle', by: STICK });
    expect([before, rolled, settled].map(areTurnsToCome)).toEqual([true, false, true]);
    for (const table of [before, settled, restoreTable(JSON.parse(JSON.stringify(saveTable(settled))))]) {
      for (const player of ['ann', 'bo', 'cy']) {
        const field = { player, wager: 'field', amount: 500 };
        for (const command of [
          { do: 'bet', ...field },
          { do: 'ready', player },
          { do: 'throw', player },
        ])
          expect(refused(table, command), JSON.stringify(command)).toMatchObject({
            code: 'out-of-phase',
            ruling: 'R110',
          });
        const { spots } = tableOptions(table, { player });
        expect(spots?.some(({ bet, take }) => bet.may || take.may)).toBe(false);
      }
      // Neither crew nor clock has anything to do: the house opens the turns.
      expect(nextOf(table, { offer: 0, window: 0, throw: 0, choose: 0 })).toEqual({
        what: 'turn',
        at: null,
        who: null,
      });
      expect(turnOf(does(table, { ...TURNS, at: 2_000 }))).toBe('bo');
    }
    const mini = { ...settled, turns: undefined, inTurn: undefined } as never as Table;
    expect(decide(mini, { do: 'throw', player: 'ann' }).ok, 'all at once').toBe(true);
  });

  it('a game that is void and a roll that is taken out of it have turns of their own', () => {
    const open = allReady(does(inTurn(), { ...TURNS, at: 1_000 }));
    const called = does(does(open, { do: 'throw', player: 'ann' }), { do: 'roll', dice: [6, 5], by: STICK });
    const over = allReady(does(does(called, { do: 'settle', by: STICK }), { ...TURNS, at: 2_000 }));
    expect(areTurnsToCome(over)).toBe(false);
    const manager = does(over, { do: 'staff', person: 'am', role: 'area-manager' });
    const undone = { do: 'invalidate', ground: 'fire', by: { role: 'area-manager', id: 'am' } };
    expect(areTurnsToCome(does(manager, undone))).toBe(true);
  });

  it('whoever leaves waits for no turn: what can come down does', () => {
    const bets = does(does(inTurn(), { ...TURNS, at: 1_000 }), {
      do: 'bet',
      player: 'bo',
      wager: 'field',
      amount: 1_000,
    });
    const next = does(bets, { do: 'ready', player: 'bo' });
    const left = does(next, { do: 'leave', player: 'bo', standing: true });
    expect(left.guests.some(({ player }) => player === 'bo')).toBe(false);
  });

  it('is ordered at tables of tournaments alone, and ended in the same way', () => {
    const order = (how: string) => ({ do: 'order-betting', how });
    expect(refused(opened(false), order('in-turn'))).toMatchObject({ code: 'not-allowed', ruling: 'R110' });
    expect(refused(opened(true), order('backwards')).code).toBe('bad-input');
    expect(refused(opened(true), order('at-once')).code).toBe('nothing-to-do');
    expect(refused(inTurn(), order('in-turn')).code).toBe('nothing-to-do');
    expect(decide(does(inTurn(), order('at-once')), { do: 'throw', player: 'ann' }).ok).toBe(true);
  });

  it('both ends bet at the same time where the terms say so, each by its own clock', () => {
    const table = does(inTurn(), { ...TURNS, players: ['bo', 'ann'], otherEnd: ['cy'], at: 1_000 });
    expect(['ann', 'bo', 'cy'].filter((player) => hasTurn(table, player))).toEqual(['bo', 'cy']);
    expect(refused(table, line('ann')).message).toBe('It is bo’s and cy’s turn to bet.');
    const bo = does(does(table, { ...line('cy') }), { do: 'ready', player: 'bo', at: 4_000 });
    expect(due(bo, 0)).toMatchObject({ at: 11_000, command: { player: 'cy' } });
    expect(refused(bo, { do: 'pass-turn', player: 'ann', at: 11_000 }).code).toBe('too-early');
    const cy = does(bo, { do: 'pass-turn', player: 'cy', at: 11_000 });
    expect(turnsNow(cy)).toEqual([{ player: 'ann', until: 14_000 }]);
    expect(refused(cy, { do: 'throw', player: 'ann' }).ruling).toBe('R110');
    const all = does(cy, { do: 'ready', player: 'ann' });
    expect(decide(all, { do: 'throw', player: 'ann' }).ok).toBe(true);
    expect(refused(inTurn(), { ...TURNS, otherEnd: ['bo'] }).code).toBe('bad-input');
    expect(refused(inTurn(), { ...TURNS, otherEnd: [] }).code).toBe('bad-input');
  });

  it('a turn is over at its time, before and after a restart, and passes over who has left', () => {
    const table = turns();
    expect(due(table, 0)).toEqual({
      at: 11_000,
      command: { do: 'pass-turn', player: 'bo' },
      needs: 'clock',
    });
    const again = restoreTable(JSON.parse(JSON.stringify(saveTable(table))));
    expect(due(again, 0)).toEqual(due(table, 0));
    expect(refused(again, { do: 'pass-turn', player: 'bo', at: 10_999 }).code).toBe('too-early');
    const left = does(again, { do: 'leave', player: 'cy', at: 5_000 });
    const passed = does(left, { do: 'pass-turn', player: 'bo', at: 11_000 });
    expect(turnOf(passed)).toBe('ann');
    expect(passed.turns?.until).toBe(21_000);
    expect(refused(passed, { do: 'pass-turn', player: 'bo', at: 40_000 }).code).toBe('nothing-to-do');
  });

  it('silence bets what the terms ask for at the least, or nothing', () => {
    const nothing = does(turns(), { do: 'pass-turn', player: 'bo', at: 11_000 });
    expect(nothing.game.players.find(({ name }) => name === 'bo')?.balance).toBe(50_000);
    const least = does(turns(1_500), { do: 'pass-turn', player: 'bo', at: 11_000 });
    expect(least.game.players.find(({ name }) => name === 'bo')?.wagers).toMatchObject([
      { spot: { wager: 'pass' }, amount: 1_500 },
    ]);
    // What lies there already counts.
    const some = does(does(turns(1_500), line('bo', 1_000)), { do: 'pass-turn', player: 'bo', at: 11_000 });
    expect(some.game.players.find(({ name }) => name === 'bo')?.balance).toBe(48_500);
  });

  it('is for tables that are kept for a tournament, and for those who are there', () => {
    expect(refused(opened(false), TURNS)).toMatchObject({ code: 'not-allowed', ruling: 'R110' });
    expect(refused(opened(true), { ...TURNS, players: ['bo', 'bo'] }).code).toBe('bad-input');
    expect(refused(opened(true), { ...TURNS, players: ['dee'] }).code).toBe('bad-input');
    expect(refused(opened(true), { ...TURNS, players: [] }).code).toBe('bad-input');
    expect(refused(turns(), TURNS).code).toBe('nothing-to-do');
  });
});

describe('R110: the next round', () => {
  const left = (): Table =>
    ['ann', 'bo', 'cy'].reduce(
      (table, player) => does(table, { do: 'leave', player, standing: true }),
      does(inTurn(), { ...TURNS, at: 1_000 }),
    );
  const sits = (table: Table, player: string, seat: number): Table =>
    does(table, { do: 'sit', player, seat, bankroll: 50_000 });

  it('has turns of its own, although some were open when the last one ended', () => {
    const next = sits(left(), 'dee', 4);
    expect(areTurnsToCome(next)).toBe(true);
    expect(refused(next, line('dee')).ruling).toBe('R110');
    const again = does(next, { ...TURNS, players: ['dee'], at: 2_000 });
    expect(turnOf(again)).toBe('dee');
    // While anybody is there who has a turn, whoever sits down ends nobody's.
    expect(turnOf(sits(again, 'eve', 5))).toBe('dee');
  });
});

describe('R111: what was sealed', () => {
  const sealed = { do: 'put-sealed', player: 'cy', wager: 'pass', amount: 2_000 } as const;

  it('is put down by the house before the turns, by the rules of any other bet', () => {
    const put = does(inTurn(), sealed);
    expect(findPlayer(put.game, 'cy')?.wagers).toMatchObject([{ spot: { wager: 'pass' }, amount: 2_000 }]);
    expect(areTurnsToCome(put)).toBe(true);
    expect(refused(inTurn(), { ...sealed, amount: 900_000 }).code).toBe('above-maximum');
    expect(refused(does(inTurn(), { ...TURNS, at: 1_000 }), sealed).ruling).toBe('R111');
    expect(refused(opened(false), sealed)).toMatchObject({ code: 'not-allowed', ruling: 'R111' });
  });
});

describe('R112: chips that are taken', () => {
  it('go from what is not on the layout, and no further', () => {
    const table = does(opened(true), line('ann', 20_000));
    const taken = does(table, { do: 'take-chips', player: 'ann', amount: 30_000 });
    expect(taken.game.players.find(({ name }) => name === 'ann')?.balance).toBe(0);
    expect(refused(table, { do: 'take-chips', player: 'ann', amount: 30_001 })).toMatchObject({
      code: 'insufficient',
      nearest: 30_000,
      message: 'Beside the layout ann has 300 chips.',
    });
    expect(refused(opened(false), { do: 'take-chips', player: 'ann', amount: 1 }).code).toBe('not-allowed');
  });
});

describe('crown 8.4.4(a): chips are no money', () => {
  it('a refusal at a table of a tournament writes them without a dollar sign, wherever it is told', () => {
    const table = opened(true);
    const message = refused(table, line('ann', 100)).message;
    expect(message).toContain('5 chips');
    expect(message).not.toContain('$');
    const told = tableOptions(table, { player: 'ann' });
    expect(JSON.stringify(told)).not.toContain('$');
    expect(refused(opened(false), line('ann', 100)).message).toContain('$5');
  });
});
