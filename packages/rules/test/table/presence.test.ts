// Who is there, and what a table waits for: rulings R57, R58 and R59 as the table keeps them.
import { describe, expect, it } from 'vitest';
import {
  type Command,
  decide,
  due,
  evolve,
  findPlayer,
  guestOf,
  isHurried,
  nextOf,
  type Pace,
  type Player,
  releaseNext,
  replay,
  restoreTable,
  saveTable,
  seatedGuests,
  type Table,
  type TableEvent,
  windowEnd,
} from '../../src/index.js';
import { byFor, sitDown, staffedTable, type Told, tell } from './people.js';

const PACE: Pace = {
  offer: 600,
  answer: 20_000,
  choose: 800,
  relieve: 25_000,
  window: 12_000,
  throw: 30_000,
  stickThrow: 8_000,
  noMoreBets: 500,
  roll: 1_400,
  settle: 1_600,
  away: 300_000,
};
const refused = (table: Table, command: Command) => {
  const decided = decide(table, command);
  if (decided.ok) throw new Error(`${String(command['do'])} was accepted`);
  return decided.refused;
};
const noWagers = (player: Player): Player => ({ ...player, wagers: [] });
const play = (told: Told, ...commands: readonly Command[]): Told => commands.reduce(tell, told);

/** Ann has the dice and a line wager, Bo a line wager, from 10 s on. */
function atComeOut(book: 'star' | 'crown' = 'star'): Told {
  const open = sitDown(sitDown(staffedTable(book), 'ann', 1), 'bo', 2);
  const stick = byFor(open.table.game.rulebook, 'offer-dice');
  return play(
    open,
    { do: 'offer', by: stick, at: 10_000 },
    { do: 'accept', player: 'ann', dice: ['1a', '1b'], at: 11_000 },
    { do: 'bet', player: 'ann', wager: 'pass', amount: 1_000, at: 12_000 },
    { do: 'bet', player: 'bo', wager: 'pass', amount: 500, at: 13_000 },
  );
}

/** The same with the point on, from 23 s on. */
function withPoint(book: 'star' | 'crown' = 'star'): Told {
  const told = atComeOut(book);
  const { rulebook } = told.table.game;
  return play(
    told,
    { do: 'throw', player: 'ann', at: 20_000 },
    { do: 'roll', dice: [2, 4], by: byFor(rulebook, 'call-total'), at: 21_000 },
    { do: 'settle', by: byFor(rulebook, 'settle-wagers'), at: 23_000 },
  );
}

describe('since when a table stands as it does', () => {
  it('begins with what changes the wait, and not with a wager', () => {
    const { table } = atComeOut();
    expect(table.since).toBe(11_000);
    expect(table.wagersSince).toBe(0);
    const { table: point } = withPoint();
    expect([point.since, point.wagersSince]).toEqual([23_000, 23_000]);
  });

  it('is what a record leads to, and a save from before there was one goes on from its last event', () => {
    const { events } = withPoint();
    expect(replay(events).since).toBe(23_000);
    const { since: _since, wagersSince: _open, ...older } = saveTable(withPoint().table);
    const restored = restoreTable(older);
    expect(nextOf(restored, PACE)?.at).toBe(53_000);
    const bet = must(restored, { do: 'bet', player: 'bo', wager: 'field', amount: 500, at: 40_000 });
    expect([bet.since, bet.wagersSince]).toEqual([23_000, 23_000]);
  });

  it('opens wagers anew when a game is void (crown 5.2.2(b)), and not when a throw was no roll', () => {
    const told = play(withPoint('crown'), { do: 'pass', player: 'ann', at: 30_000 });
    expect(told.table.wagersSince).toBe(30_000);
    const { rulebook } = withPoint().table.game;
    const again = play(
      withPoint(),
      { do: 'throw', player: 'ann', at: 30_000 },
      { do: 'no-roll', ground: 'on-top', by: byFor(rulebook, 'no-roll'), at: 31_000 },
    );
    expect([again.table.since, again.table.wagersSince]).toEqual([31_000, 23_000]);
  });
});

function must(table: Table, command: Command): Table {
  const decided = decide(table, command);
  if (!decided.ok) throw new Error(decided.refused.message);
  return decided.value.reduce<Table>(evolve, table);
}

describe('what a table waits for (R57)', () => {
  it('the shooter, not before the time to bet is over; alone without a time', () => {
    const { table } = withPoint();
    expect(nextOf(table, PACE)).toEqual({ what: 'throw', who: 'ann', at: 53_000, from: 35_000 });
    const alone = must(table, { do: 'away', player: 'bo', at: 24_000 });
    expect(nextOf(alone, { ...PACE, away: undefined } as never)).toMatchObject({ what: 'throw', at: null });
  });

  it('nobody who is there once all have said so; bots and those who are away are not asked', () => {
    const { table } = withPoint();
    expect(isHurried(table)).toBe(false);
    const bo = must(table, { do: 'ready', player: 'bo', at: 24_000 });
    expect(isHurried(bo)).toBe(false);
    expect(isHurried(bo, 'ann')).toBe(true);
    expect(windowEnd(bo, PACE)).toBe(35_000);
    expect(windowEnd(bo, PACE, 'ann')).toBe(23_000);
    expect(refused(bo, { do: 'ready', player: 'bo', at: 25_000 }).code).toBe('nothing-to-do');
    const all = must(bo, { do: 'ready', player: 'ann', at: 25_000 });
    expect(nextOf(all, PACE)).toEqual({ what: 'thrown', who: 'ann', at: 23_000 });
    const thrown = must(all, { do: 'throw', player: 'ann', at: 25_000 });
    expect(thrown.guests.some(({ ready }) => ready)).toBe(false);
    const away = must(must(table, { do: 'away', player: 'ann', at: 24_000 }), {
      do: 'away',
      player: 'bo',
      at: 24_000,
    });
    expect(isHurried(away)).toBe(false);
    const bot = {
      ...table,
      guests: table.guests.map((guest) => ({ ...guest, player: `${guest.player} (bot)` })),
    };
    expect(isHurried(bot)).toBe(true);
  });

  it('what is left to people has no time', () => {
    expect(nextOf(withPoint().table, {})).toMatchObject({ what: 'throw', at: null, from: 23_000 });
    expect(nextOf(withPoint().table, { ...PACE, notBefore: 90_000 })).toMatchObject({ at: 90_000 });
  });

  it('a shooter who is away has a moment to come back', () => {
    const away = must(withPoint().table, { do: 'away', player: 'ann', at: 50_000 });
    expect(nextOf(away, PACE)).toMatchObject({ what: 'throw', who: 'ann', at: 70_000 });
  });

  it('dice not thrown in time: given up at crown, ordered on elsewhere (star 3.7.2)', () => {
    const { table } = withPoint('crown');
    const by = byFor(table.game.rulebook, 'offer-dice');
    const after = must(table, { do: 'relieve', late: true, by, at: 60_000 });
    expect([after.phase, after.game.point]).toEqual(['offering', null]);
    const star = withPoint().table;
    const why = refused(star, {
      do: 'relieve',
      late: true,
      by: byFor(star.game.rulebook, 'offer-dice'),
      at: 60_000,
    });
    expect(why).toMatchObject({ code: 'not-allowed', clause: '3.7.2' });
  });
});

describe('what is waited for, all through a hand', () => {
  const waits = ({ table }: Told) => nextOf(table, PACE);

  it('at a dealt table: offer, answer, dice, line, throw, result, payment', () => {
    const seated = tell(sitDown(sitDown(staffedTable('star'), 'ann', 1), 'bo', 2), {
      do: 'bet',
      player: 'ann',
      wager: 'field',
      amount: 500,
      at: 9_000,
    });
    const { rulebook } = seated.table.game;
    expect(waits(seated)).toMatchObject({ what: 'offer', who: 'ann' });
    const offered = tell(seated, { do: 'offer', by: byFor(rulebook, 'offer-dice'), at: 10_000 });
    expect(waits(offered)).toEqual({ what: 'answer', who: 'ann', at: 30_000 });
    expect(nextOf(offered.table, {})).toEqual({ what: 'answer', who: 'ann', at: null });
    expect(nextOf(offered.table, { ...PACE, notBefore: 45_000 })).toMatchObject({ at: 45_000 });
    const gone = tell(offered, { do: 'away', player: 'ann', at: 12_000 });
    expect(waits(gone)).toMatchObject({ what: 'answer', at: 12_000 });
    const accepted = tell(offered, { do: 'accept', player: 'ann', at: 11_000 });
    expect(waits(accepted)).toEqual({ what: 'choose', who: 'ann', at: 11_800 });
    const chosen = tell(accepted, { do: 'choose', player: 'ann', dice: ['1a', '1b'], at: 12_000 });
    expect(waits(chosen)).toEqual({ what: 'line', who: 'ann', at: 37_000 });
    expect(nextOf(chosen.table, {})).toMatchObject({ what: 'line', at: null });
    const thrown = play(
      chosen,
      { do: 'bet', player: 'ann', wager: 'pass', amount: 500, at: 13_000 },
      { do: 'throw', player: 'ann', at: 20_000 },
    );
    expect(waits(thrown)).toEqual({ what: 'roll', who: null, at: 21_400 });
    const called = tell(thrown, {
      do: 'roll',
      dice: [2, 4],
      by: byFor(rulebook, 'call-total'),
      at: 21_000,
    });
    expect(waits(called)).toEqual({ what: 'settle', who: null, at: 22_600 });
  });

  it('crown 5.1.1(c): a shooter without the line wager with the point on is asked for it first', () => {
    const { table } = withPoint('crown');
    const without = { ...table, game: { ...table.game, players: table.game.players.map(noWagers) } };
    expect(nextOf(without, PACE)).toEqual({ what: 'ask-line', who: 'ann', at: 23_800 });
    const asked = { ...without, shooter: { ...without.shooter, asked: true } };
    expect(nextOf(asked, PACE)).toEqual({ what: 'line', who: 'ann', at: 48_000 });
  });

  it('at an electronic table: until wagers close, the shot, the dice', () => {
    const open = sitDown(staffedTable('aruze', { wageringMs: 30_000 }), 'ann', 1);
    const bet = tell(open, { do: 'bet', player: 'ann', wager: 'pass', amount: 500, at: 1_000 });
    const { deadline } = bet.table;
    expect(waits(bet)).toMatchObject({ what: 'wagering', at: deadline });
    const closed = tell(bet, { do: 'close-wagering', at: deadline });
    expect(waits(closed)).toEqual({ what: 'shoot', who: 'ann', at: closed.table.deadline });
    const shot = tell(closed, { do: 'shoot', player: 'ann', at: closed.table.at + 1_000 });
    expect(waits(shot)).toEqual({ what: 'roll', who: null, at: shot.table.at + 1_400 });
  });
});

describe('somebody who is away, or says nothing (R58)', () => {
  it('goes and comes back once at a time', () => {
    const { table } = withPoint();
    expect(refused(table, { do: 'back', player: 'bo', at: 24_000 }).code).toBe('nothing-to-do');
    const away = must(table, { do: 'away', player: 'bo', at: 24_000 });
    expect(guestOf(away, 'bo')?.away).toBe(24_000);
    expect(refused(away, { do: 'away', player: 'bo', at: 25_000 }).code).toBe('nothing-to-do');
    expect(guestOf(must(away, { do: 'back', player: 'bo', at: 26_000 }), 'bo')).not.toHaveProperty('away');
  });

  it('is silent until a bet, a word or a return', () => {
    const open = sitDown(staffedTable('crown'), 'ann', 1);
    const by = byFor(open.table.game.rulebook, 'offer-dice');
    const told = play(
      open,
      { do: 'offer', by, at: 1_000 },
      { do: 'no-answer', player: 'ann', by, at: 21_000 },
    );
    expect(guestOf(told.table, 'ann')?.silent).toBe(true);
    const over = play(told, { do: 'offer', by, at: 22_000 });
    expect(over.events.at(-1)).toMatchObject({ event: 'nobody-took-dice', throws: 'nobody' });
    expect(refused(over.table, { do: 'offer', by, at: 23_000 }).message).toContain('R58');
    expect(nextOf(over.table, PACE)).toEqual({ what: 'bet', at: null, who: null });
    for (const deed of [
      { do: 'bet', player: 'ann', wager: 'field', amount: 500 },
      { do: 'ready', player: 'ann' },
    ]) {
      const spoken = must(over.table, { ...deed, at: 24_000 });
      expect(guestOf(spoken, 'ann')).not.toHaveProperty('silent');
      expect(nextOf(spoken, PACE)).toMatchObject({ what: 'offer', who: 'ann' });
    }
  });
});

describe('wagers left to play out (R59)', () => {
  const released = (): Told =>
    play(
      withPoint(),
      { do: 'bet', player: 'bo', wager: 'pass-odds', amount: 500, at: 24_000 },
      { do: 'away', player: 'bo', at: 25_000 },
      { do: 'release', player: 'bo', at: 325_000 },
    );

  it('are those that cannot be taken down; the place is free and the money paid out', () => {
    const told = released();
    expect(told.events.slice(-2)).toMatchObject([
      { event: 'took', wager: 'pass-odds', amount: 500 },
      { event: 'released', player: 'bo', paid: 99_500, why: 'away', ruling: 'R59' },
    ]);
    expect(findPlayer(told.table.game, 'bo')).toMatchObject({ balance: 0, wagers: [{ amount: 500 }] });
    expect(findPlayer(told.table.game, 'bo')?.seat).toBeGreaterThan(told.table.settings.seats);
    expect(seatedGuests(told.table).map(({ player }) => player)).toEqual(['ann']);
    expect(due(told.table, 400_000)).toBeNull();
    expect(refused(told.table, { do: 'bet', player: 'bo', wager: 'field', amount: 500 }).ruling).toBe('R59');
    expect(must(told.table, { do: 'sit', player: 'cy', seat: 2, bankroll: 500 })).toBeTruthy();
  });

  it.each<Command>([
    { do: 'leave' },
    { do: 'chips', amount: 500, with: 'cash' },
    { do: 'card', card: 'c-1', holder: 'bo' },
    { do: 'bet', wager: 'field', amount: 500 },
    { do: 'take', wager: 'pass' },
    { do: 'call', wager: 'pass', to: 'off' },
    { do: 'accept' },
    { do: 'decline' },
    { do: 'choose', dice: ['1a', '1b'] },
    { do: 'throw' },
    { do: 'pass' },
    { do: 'ready' },
    { do: 'away' },
    { do: 'back' },
  ])('whoever left them does nothing more before sitting down: $do', (act) => {
    expect(refused(released().table, { ...act, player: 'bo', at: 326_000 })).toMatchObject({
      code: 'not-eligible',
      ruling: 'R59',
      message: 'bo has left the table and what stands plays out: sit down again first.',
    });
  });

  it('are paid out when they are decided, by the clock', () => {
    const { table } = released();
    const { rulebook } = table.game;
    const won = play(
      { table, events: [] },
      { do: 'throw', player: 'ann', at: 330_000 },
      { do: 'roll', dice: [3, 3], by: byFor(rulebook, 'call-total'), at: 331_000 },
      { do: 'settle', by: byFor(rulebook, 'settle-wagers'), at: 332_000 },
    );
    const next = due(won.table, 332_000);
    expect(next).toEqual({ at: 332_000, command: { do: 'release', player: 'bo' }, needs: 'clock' });
    const gone = tell(won, { ...next?.command, at: 332_000 } as Command);
    expect(gone.events.at(-1)).toMatchObject({ event: 'left', player: 'bo', paid: 1_000, why: 'away' });
    expect(due(gone.table, 333_000)).toBeNull();
  });

  it('are before whoever sits down again, who is the same person', () => {
    const { table } = released();
    expect(refused(table, { do: 'sit', player: 'bo', person: 'eve', seat: 3, bankroll: 500 }).code).toBe(
      'bad-input',
    );
    const back = must(table, { do: 'sit', player: 'bo', seat: 3, bankroll: 700, at: 326_000 });
    expect(findPlayer(back.game, 'bo')).toMatchObject({ seat: 3, balance: 700, wagers: [{ amount: 500 }] });
    expect(guestOf(back, 'bo')).not.toHaveProperty('gone');
  });

  it('a don’t wager past its come out stays, which nobody could put back', () => {
    const told = play(
      atComeOut(),
      { do: 'bet', player: 'bo', wager: 'dont-pass', amount: 500, at: 14_000 },
      { do: 'throw', player: 'ann', at: 20_000 },
    );
    const { rulebook } = told.table.game;
    const point = play(
      told,
      { do: 'roll', dice: [2, 4], by: byFor(rulebook, 'call-total'), at: 21_000 },
      { do: 'settle', by: byFor(rulebook, 'settle-wagers'), at: 23_000 },
    );
    const left = must(point.table, { do: 'leave', player: 'bo', standing: true, at: 24_000 });
    const stands = findPlayer(left.game, 'bo')?.wagers.map(({ spot }) => spot.wager);
    expect(stands).toEqual(['pass', 'dont-pass']);
  });

  it('only of somebody away, or by whoever decides the faces; and after so long', () => {
    const { table } = withPoint();
    expect(refused(table, { do: 'release', player: 'bo' }).code).toBe('not-eligible');
    const away = must(table, { do: 'away', player: 'bo', at: 24_000 });
    const stick = byFor(table.game.rulebook, 'call-total');
    expect(refused(away, { do: 'release', player: 'bo', by: stick }).code).toBe('not-allowed');
    expect(releaseNext(away, PACE)).toEqual({ what: 'release', who: 'bo', at: 324_000 });
    const { away: _away, ...people } = PACE;
    expect(releaseNext(away, people)).toBeNull();
  });

  it('a shooter who leaves mid-point at crown takes the odds that the void game returned (5.2.2(b))', () => {
    const told = play(withPoint('crown'), {
      do: 'bet',
      player: 'ann',
      wager: 'pass-odds',
      amount: 1_000,
      at: 24_000,
    });
    const left = tell(told, { do: 'leave', player: 'ann', standing: true, at: 25_000 });
    const names = left.events.slice(told.events.length).map(({ event }: TableEvent) => event);
    expect(names).toEqual(['game-voided', 'dice-passed', 'took', 'left']);
    expect(left.events.at(-1)).toMatchObject({ paid: 100_000 });
  });
});
