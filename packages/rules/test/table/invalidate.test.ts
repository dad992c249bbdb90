import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saveGame } from '../../src/game/save.js';
import {
  decide,
  evolve,
  findPlayer,
  onLayout,
  type Player,
  RULEBOOK_IDS,
  RULEBOOKS,
  type RulebookId,
  type Table,
  type TableEvent,
} from '../../src/index.js';
import { type Command, replay } from '../../src/table/index.js';
import { moneyAt, playCrowd, seeds } from './crowd.js';
import { byFor, sitDown, staffedTable, type Told, tell } from './people.js';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 16);
const isElectronic = (id: RulebookId) => RULEBOOKS[id].conduct.run.value === 'electronic';

/** Three players, the first with the dice: at an electronic table nobody has them before the period ends. */
function seated(id: RulebookId): Told {
  const told = ['p1', 'p2', 'p3'].reduce(
    (at, player, index) => sitDown(at, player, index + 1),
    staffedTable(id),
  );
  if (isElectronic(id)) return told;
  const by = byFor(RULEBOOKS[id], 'offer-dice');
  return [
    { do: 'offer', by },
    { do: 'accept', player: 'p1', dice: ['1a', '1b'] },
  ].reduce(tell, told);
}

/** Throws, and stops where the result has just been called. */
function thrown(told: Told, dice: readonly [number, number]): Told {
  const { table } = told;
  const { id } = table.game.rulebook;
  const by = byFor(RULEBOOKS[id], 'call-total');
  const steps: readonly Command[] = isElectronic(id)
    ? [
        { do: 'close-wagering', at: table.deadline },
        { do: 'shoot', player: 'p1' },
        { do: 'roll', dice },
      ]
    : [
        { do: 'throw', player: 'p1' },
        { do: 'roll', dice, by },
      ];
  return steps.reduce(tell, told);
}

/** The same and settled, so that wagering goes on. */
function rolled(told: Told, dice: readonly [number, number]): Told {
  const after = thrown(told, dice);
  const { id } = after.table.game.rulebook;
  return isElectronic(id) ? after : tell(after, { do: 'settle', by: byFor(RULEBOOKS[id], 'settle-wagers') });
}

/** Somebody leaves, and another sits down there under the same name. */
const replaced = (told: Told, player: string, seat: number): Told => {
  const other = { person: `other-${player}`, bankroll: 50_000 };
  const sat = [
    { do: 'leave', player },
    { do: 'sit', player, seat, ...other },
  ].reduce(tell, told);
  const { card } = sat.table.game.rulebook.conduct.wagers;
  const own = { do: 'card', player, card: 'card-other', holder: other.person };
  return card.value === 'own-card' ? tell(sat, own) : sat;
};

const bet = (player: string, wager: string, amount: number, more: object = {}): Command => ({
  do: 'bet',
  player,
  wager,
  amount,
  ...more,
});
const groundsOf = (id: RulebookId) => RULEBOOKS[id].conduct.invalidation;
const invalidate = (id: RulebookId, more: object = {}): Command => ({
  do: 'invalidate',
  ground: groundsOf(id).disruption[0]?.id,
  by: byFor(RULEBOOKS[id], 'invalidate-outcome'),
  ...more,
});
const fraud = (id: RulebookId): object => ({ ground: groundsOf(id).fraud[0]?.id });

const balances = ({ table }: Told) => table.game.players.map(({ balance }) => balance);
const wagersOf = ({ table }: Told, name: string) =>
  (findPlayer(table.game, name) as Player).wagers.map(({ spot, amount }) => [
    spot.wager,
    spot.number,
    amount,
  ]);
const lastEvent = ({ events }: Told) => events.at(-1) as TableEvent;

describe.each(RULEBOOK_IDS)('%s: an invalidated outcome (R14)', (id) => {
  const withPoint = () => rolled(tell(seated(id), bet('p1', 'pass', 1_000)), [2, 2]);

  it('a point that was set is off again, and the line wager is as it was', () => {
    const before = tell(seated(id), bet('p1', 'pass', 1_000));
    const undone = tell(thrown(before, [3, 3]), invalidate(id));
    expect(undone.table.game.point).toBeNull();
    expect(saveGame(undone.table.game)).toEqual(saveGame(before.table.game));
    expect(lastEvent(undone)).toMatchObject({
      event: 'outcome-invalidated',
      ruling: 'R36',
      how: 'undone',
      clause: groundsOf(id).disruption[0]?.clause,
      money: 'refunded',
      point: null,
      refunded: [],
      forfeited: [],
    });
  });

  it('point, shooter and travelled wagers are as before; what was decided is refunded and off the layout', () => {
    const before = [
      bet('p2', 'come', 500),
      bet('p3', 'field', 500),
      bet('p1', 'place', 600, { number: 6 }),
    ].reduce(tell, withPoint());
    const after = thrown(before, [5, 1]);
    expect(wagersOf(after, 'p2')).toEqual([['come', 6, 500]]);
    const undone = tell(after, invalidate(id));
    expect(undone.table.game.point).toBe(4);
    expect(undone.table.shooter.shooter).toBe('p1');
    expect(wagersOf(undone, 'p1')).toEqual([['pass', undefined, 1_000]]);
    expect(wagersOf(undone, 'p2')).toEqual([['come', undefined, 500]]);
    expect(wagersOf(undone, 'p3')).toEqual([]);
    expect(balances(undone)).toEqual(balances(before).map((balance, seat) => balance + [600, 0, 500][seat]!));
    expect(undone.table.game.house).toBe(before.table.game.house);
    expect(lastEvent(undone)).toMatchObject({
      point: 4,
      refunded: [
        { player: 'p1', wager: 'place', number: 6, stake: 600, commission: 0 },
        { player: 'p3', wager: 'field', stake: 500, commission: 0 },
      ],
    });
  });

  it('after a seven out the dice are the shooter’s again, and the line is refunded', () => {
    const before = withPoint();
    const undone = tell(rolled(before, [3, 4]), invalidate(id));
    expect(undone.table.game.point).toBe(4);
    expect(undone.table.shooter.shooter).toBe('p1');
    expect(wagersOf(undone, 'p1')).toEqual([]);
    expect(balances(undone)[0]).toBe((balances(before)[0] as number) + 1_000);
  });

  it('commission comes back with a wager placed since the roll before, not with one that had been through a roll (R9)', () => {
    const buys = [bet('p2', 'buy', 4_000, { number: 9 }), bet('p3', 'lay', 4_000, { number: 10 })];
    const start = withPoint();
    const placed = buys.reduce(tell, start);
    const paid = (told: Told) => told.table.game.house - start.table.game.house;
    expect(paid(placed)).toBe(200 + 100);
    const fresh = tell(thrown(placed, [4, 5]), invalidate(id));
    expect(lastEvent(fresh)).toMatchObject({ refunded: [{ player: 'p2', stake: 4_000, commission: 200 }] });
    expect(paid(fresh)).toBe(100);
    const carried = tell(thrown(rolled(placed, [5, 1]), [4, 5]), invalidate(id));
    expect(lastEvent(carried)).toMatchObject({ refunded: [{ player: 'p2', stake: 4_000, commission: 0 }] });
    expect(paid(carried)).toBe(300);
    expect(balances(carried)[1]).toBe((balances(start)[1] as number) - 200);
  });

  it('a wager that stayed up is not placed again after all, and its second commission comes back', () => {
    const start = withPoint();
    const placed = tell(start, bet('p2', 'buy', 4_000, { number: 9, stay: true }));
    const after = thrown(placed, [4, 5]);
    expect(wagersOf(after, 'p2')).toEqual([['buy', 9, 4_000]]);
    expect(after.table.game.house).toBe(start.table.game.house + 400 - 6_000);
    const undone = tell(after, invalidate(id));
    expect(wagersOf(undone, 'p2')).toEqual([]);
    expect(balances(undone)[1]).toBe(balances(start)[1]);
    expect(undone.table.game.house).toBe(start.table.game.house);
  });

  const mayForfeit = groundsOf(id).forfeit.value === 'fraudster';
  it(
    mayForfeit ? 'who committed a fraud may forfeit, nobody else and on no other ground' : 'nobody forfeits',
    () => {
      const before = [bet('p2', 'field', 500), bet('p3', 'field', 1_000)].reduce(tell, withPoint());
      const after = thrown(before, [5, 4]);
      const refusal = { ok: false, refused: { code: 'not-allowed', clause: groundsOf(id).forfeit.clause } };
      expect(decide(after.table, invalidate(id, { forfeit: ['p2'] }))).toMatchObject(refusal);
      if (!mayForfeit) {
        if (groundsOf(id).fraud.length > 0)
          expect(decide(after.table, invalidate(id, { ...fraud(id), forfeit: ['p2'] }))).toMatchObject(
            refusal,
          );
        return;
      }
      const undone = tell(after, invalidate(id, { ...fraud(id), forfeit: ['p2'] }));
      expect(lastEvent(undone)).toMatchObject({
        refunded: [{ player: 'p3', wager: 'field', stake: 1_000 }],
        forfeited: [{ player: 'p2', wager: 'field', stake: 500 }],
      });
      expect(balances(undone)[1]).toBe(balances(before)[1]);
      expect(balances(undone)[2]).toBe((balances(before)[2] as number) + 1_000);
      expect(undone.table.game.house).toBe(before.table.game.house + 500);
      expect(wagersOf(undone, 'p2')).toEqual([]);
    },
  );

  const mayStand = groundsOf(id).refund.value === 'may';
  it(mayStand ? 'the money may be left as it fell' : 'the money never stays as it fell', () => {
    const before = [
      bet('p2', 'come', 500),
      bet('p2', 'place', 600, { number: 6, stay: true }),
      bet('p3', 'any-seven', 500),
    ].reduce(tell, withPoint());
    const after = thrown(before, [5, 1]);
    const command = invalidate(id, { money: 'stands' });
    if (!mayStand) {
      expect(decide(after.table, command)).toMatchObject({
        ok: false,
        refused: { code: 'not-allowed', clause: groundsOf(id).refund.clause },
      });
      return;
    }
    const undone = tell(after, command);
    expect(undone.table.game.point).toBe(4);
    expect(wagersOf(undone, 'p2')).toEqual([['come', undefined, 500]]);
    expect(balances(undone)[1]).toBe((balances(before)[1] as number) + 600 + 700);
    expect(balances(undone)[2]).toBe(balances(before)[2]);
    expect(lastEvent(undone)).toMatchObject({ money: 'stands', refunded: [], forfeited: [] });
    expect(moneyAt(undone.table)).toBe(moneyAt(before.table));
    expect(decide(after.table, { ...command, forfeit: ['p2'], ...fraud(id) })).toMatchObject({
      ok: false,
      refused: { code: 'bad-input' },
    });
  });

  const holds = RULEBOOKS[id].afterPoint.freshDontCome.value === 'after-result';
  if (holds)
    it('a don’t come that was held back before the roll is held back again', () => {
      const travelled = rolled(tell(withPoint(), bet('p2', 'dont-come', 500)), [5, 4]);
      const taken = tell(travelled, { do: 'take', player: 'p2', wager: 'dont-come', number: 9 });
      const sevenOut = thrown(taken, [3, 4]);
      expect(findPlayer(sevenOut.table.game, 'p2')?.dontComeHeld).toBe(false);
      const undone = tell(sevenOut, invalidate(id));
      expect(decide(undone.table, bet('p2', 'dont-come', 500))).toMatchObject({
        ok: false,
        refused: { code: 'no-replacing' },
      });
    });

  it('happens to a roll that was, and once', () => {
    const late = { ok: false, refused: { code: 'nothing-to-do' } };
    expect(decide(seated(id).table, invalidate(id))).toMatchObject(late);
    const after = withPoint();
    expect(decide(after.table, invalidate(id))).toMatchObject({ ok: true });
    const undone = tell(after, invalidate(id));
    expect(decide(undone.table, invalidate(id))).toMatchObject(late);
    expect(decide(undone.table, invalidate(id, { throw: 1 }))).toMatchObject(late);
    expect(decide(after.table, invalidate(id, { throw: 2 }))).toMatchObject(late);
  });

  it('whatever was placed or taken since: what can stand without the roll stands, the rest goes back (R36)', () => {
    const before = [bet('p2', 'place', 600, { number: 6 }), bet('p3', 'field', 500)].reduce(
      tell,
      tell(seated(id), bet('p1', 'pass', 1_000)),
    );
    const since = [
      bet('p1', 'pass-odds', 2_000),
      bet('p2', 'dont-come', 500),
      bet('p3', 'place', 600, { number: 8 }),
      { do: 'take', player: 'p2', wager: 'place', number: 6 },
    ].reduce(tell, rolled(before, [5, 4]));
    const undone = tell(since, invalidate(id));
    expect(undone.table.game.point).toBeNull();
    expect(wagersOf(undone, 'p1')).toEqual([['pass', undefined, 1_000]]);
    expect(wagersOf(undone, 'p2')).toEqual([]);
    expect(wagersOf(undone, 'p3')).toEqual([['place', 8, 600]]);
    expect(balances(undone)).toEqual([99_000, 100_000, 99_400]);
    expect(lastEvent(undone)).toMatchObject({
      how: 'undone',
      refunded: [{ player: 'p3', wager: 'field', stake: 500 }],
      adjusted: [{ player: 'p3', amount: -500 }],
      returned: [
        { player: 'p1', wager: 'pass-odds', amount: 2_000 },
        { player: 'p2', wager: 'dont-come', amount: 500 },
      ],
      claims: [],
      owed: [],
    });
    expect(moneyAt(undone.table)).toBe(300_000);
  });

  it('a moved wager goes back to its box, and one put there since goes back to its owner (R36)', () => {
    const before = tell(withPoint(), bet('p2', 'come', 500));
    const since = [bet('p2', 'come', 1_000), bet('p2', 'come-odds', 500, { number: 9 })].reduce(
      tell,
      rolled(before, [5, 4]),
    );
    const undone = tell(since, invalidate(id));
    expect(wagersOf(undone, 'p2')).toEqual([['come', undefined, 500]]);
    expect(saveGame(undone.table.game).players).toEqual(saveGame(before.table.game).players);
  });

  it('a line wager for a new come out goes back when the point is on again, and the shooter has the dice (R36)', () => {
    const sevenOut = rolled(withPoint(), [3, 4]);
    const undone = tell(tell(sevenOut, bet('p2', 'pass', 500)), invalidate(id));
    expect(undone.table.game.point).toBe(4);
    expect(undone.table.shooter.shooter).toBe('p1');
    expect(wagersOf(undone, 'p2')).toEqual([]);
  });

  it('after the next throw the money is put right and nothing else (R37)', () => {
    const before = tell(withPoint(), bet('p3', 'field', 1_000));
    const point = rolled(tell(rolled(before, [5, 4]), bet('p2', 'place', 600, { number: 6 })), [5, 3]);
    const put = tell(point, invalidate(id, { throw: 2 }));
    expect(lastEvent(put)).toMatchObject({
      how: 'refunded',
      throw: 2,
      point: 4,
      adjusted: [{ player: 'p3', amount: -1_000 }],
      refunded: [{ player: 'p3', wager: 'field', stake: 1_000 }],
    });
    expect(balances(put)[2]).toBe(100_000);
    expect(wagersOf(put, 'p2')).toEqual([['place', 6, 600]]);
    expect(decide(put.table, invalidate(id, { throw: 2 }))).toMatchObject({ ok: false });
    expect(decide(put.table, invalidate(id))).toMatchObject({ ok: true });
    if (groundsOf(id).refund.value === 'may')
      expect(decide(point.table, invalidate(id, { throw: 2, money: 'stands' }))).toMatchObject({
        ok: false,
        refused: { code: 'not-allowed' },
      });
  });

  it('who has left is owed a lost stake, and owes winnings that went with them (R37)', () => {
    const bets = [bet('p2', 'field', 500), bet('p3', 'any-seven', 500)];
    const after = rolled(bets.reduce(tell, withPoint()), [5, 4]);
    const gone = [
      { do: 'leave', player: 'p2' },
      { do: 'leave', player: 'p3' },
    ].reduce(tell, after);
    const undone = tell(gone, invalidate(id));
    expect(lastEvent(undone)).toMatchObject({
      adjusted: [],
      claims: [{ player: 'p2', person: 'p2', amount: 500 }],
      owed: [{ player: 'p3', person: 'p3', amount: 500 }],
    });
    expect(moneyAt(undone.table)).toBe(moneyAt(gone.table));
  });

  it('winnings are taken as far as the money goes, and the rest is a claim (R37)', () => {
    const after = rolled(tell(withPoint(), bet('p2', 'field', 60_000)), [5, 4]);
    const staked = [bet('p2', 'place', 90_000, { number: 6 }), bet('p2', 'place', 60_000, { number: 8 })];
    const undone = tell(rolled(staked.reduce(tell, after), [1, 3]), invalidate(id, { throw: 2 }));
    expect(lastEvent(undone)).toMatchObject({
      adjusted: [{ player: 'p2', amount: -10_000 }],
      claims: [{ player: 'p2', person: 'p2', amount: 50_000 }],
    });
    expect(balances(undone)[1]).toBe(0);
  });

  it('money that came to the table since stays: chips bought, a player who sat down', () => {
    const before = tell(withPoint(), bet('p2', 'field', 500));
    const after = [
      { do: 'chips', player: 'p2', amount: 7_000 },
      { do: 'sit', player: 'p4', seat: 4, bankroll: 9_000 },
    ].reduce(tell, thrown(before, [5, 1]));
    const undone = tell(after, invalidate(id));
    expect(balances(undone)[1]).toBe((balances(before)[1] as number) + 500 + 7_000);
    expect(balances(undone)[3]).toBe(9_000);
    expect(moneyAt(undone.table)).toBe(moneyAt(before.table) + 16_000);
  });

  it('another who sat down under the shooter’s name has not the dice: they are offered anew (R36)', () => {
    const after = rolled(tell(seated(id), bet('p1', 'pass', 1_000)), [3, 4]);
    const undone = tell(replaced(after, 'p1', 1), invalidate(id));
    expect(undone.events.findLast(({ event }) => event === 'outcome-invalidated')).toMatchObject({
      offeredAnew: true,
      claims: [{ player: 'p1', person: 'p1', amount: 1_000 }],
    });
    expect(undone.table.shooter).toMatchObject({ shooter: null, thrower: null });
    if (!isElectronic(id)) expect(undone.table.phase).toBe('offering');
    expect(balances(undone)[0]).toBe(50_000);
  });

  it('older records do not say that a name is another’s, and are read as they were (R36)', () => {
    const { events } = replaced(rolled(tell(seated(id), bet('p1', 'pass', 1_000)), [3, 4]), 'p1', 1);
    const sat = events.filter(({ event }) => event === 'sat');
    expect(sat.map((event) => 'namesake' in event)).toEqual([false, false, false, true]);
    const older = events.map(({ namesake: _said, ...event }: TableEvent & { namesake?: true }) => event);
    const table = replay(older as readonly TableEvent[]);
    expect(tell({ table, events: [] }, invalidate(id)).table.shooter.shooter).toBe('p1');
    // Nor is anybody the namesake of somebody who was not there.
    const [first] = sat;
    const wrong = { ...first, player: 'p9', person: 'p9', seat: 4, namesake: true, at: table.at };
    expect(() => evolve(table, wrong as TableEvent)).toThrow('nobody was called p9');
    expect(() => evolve(table, { ...wrong, namesake: 1 } as unknown as TableEvent)).toThrow('in part');
  });

  it('a wager of another who sat down under a name is new, and stands (R36)', () => {
    const sixes = tell(withPoint(), bet('p2', 'place', 600, { number: 6 }));
    const stayed = tell(rolled(sixes, [1, 2]), bet('p2', 'buy', 4_000, { number: 9, stay: true }));
    const left = [
      { do: 'take', player: 'p2', wager: 'place', number: 6 },
      { do: 'take', player: 'p2', wager: 'buy', number: 9 },
    ].reduce(tell, rolled(stayed, [4, 5]));
    const since = [bet('p2', 'place', 600, { number: 6 }), bet('p2', 'buy', 4_000, { number: 9 })].reduce(
      tell,
      replaced(left, 'p2', 2),
    );
    const theirs = (findPlayer(since.table.game, 'p2') as Player).wagers;
    expect(theirs.map(({ rolled: been }) => been)).toEqual([false, false]);
    const undone = tell(since, invalidate(id));
    expect(lastEvent(undone)).toMatchObject({ returned: [] });
    expect((findPlayer(undone.table.game, 'p2') as Player).wagers).toEqual(theirs);
  });

  if (RULEBOOKS[id].conduct.shooter.mayAuthorise.value !== 'nobody')
    it('another who sat down under the name of who threw for the shooter does not throw for them (R36)', () => {
      const authorised = tell(tell(seated(id), bet('p1', 'pass', 1_000)), {
        do: 'authorise',
        player: 'p1',
        thrower: 'p2',
      });
      const after = [
        { do: 'throw', player: 'p2' },
        { do: 'roll', dice: [2, 2], by: byFor(RULEBOOKS[id], 'call-total') },
        { do: 'settle', by: byFor(RULEBOOKS[id], 'settle-wagers') },
      ].reduce(tell, authorised);
      expect(tell(after, invalidate(id)).table.shooter).toMatchObject({ shooter: 'p1', thrower: 'p2' });
      const undone = tell(replaced(after, 'p2', 2), invalidate(id));
      expect(undone.table.shooter).toMatchObject({ shooter: 'p1', thrower: null });
    });

  it('names a ground of the book, players who are there, and money as the book knows it', () => {
    const { table } = withPoint();
    for (const [more, field] of [
      [{ ground: 'boredom' }, 'ground'],
      [{ money: 'halved' }, 'money'],
      ...(mayForfeit ? [[{ ...fraud(id), forfeit: ['p9'] }, 'forfeit']] : []),
    ] as [object, string][]) {
      const decided = decide(table, invalidate(id, more));
      expect(decided).toMatchObject({ ok: false, refused: { code: 'bad-input' } });
      expect(decided.ok || decided.refused.message).toContain(field);
    }
  });
});

/** R39: whom the shooter authorised, unless excluded since. */
const throwerAfter = ({ guests }: Table, { shooter: { thrower } }: Table): string | null =>
  guests.some(({ player, excluded }) => excluded && player === thrower) ? null : thrower;

const worth = (player: Player | undefined): number => (player ? player.balance + onLayout(player) : 0);

describe.each(RULEBOOK_IDS)('%s: whatever was on the layout', (id) => {
  it('undoing a roll leaves everybody with what they had, but for commission that comes back', () => {
    let undone = 0;
    const check = (before: Table, after: Table): void => {
      const decided = decide(after, invalidate(id));
      if (!decided.ok) return;
      const back = decided.value.reduce<Table>(evolve, after);
      const [event] = decided.value;
      if (event?.event !== 'outcome-invalidated') throw new Error('another event');
      undone++;
      expect(back.game.point).toBe(before.game.point);
      // R36: dice do not go back to somebody who may not throw any more.
      const isOut = after.guests.some(
        ({ player, excluded }) => excluded && player === before.shooter.shooter,
      );
      if (isOut) expect(back.shooter.shooter).toBeNull();
      else expect(back.shooter).toEqual({ ...before.shooter, thrower: throwerAfter(after, before) });
      for (const player of before.game.players) {
        const now = findPlayer(back.game, player.name) as Player;
        const refunds = event.refunded.filter((refund) => refund.player === player.name);
        const commission = refunds.reduce((sum, refund) => sum + refund.commission, 0);
        expect(worth(now)).toBe(worth(player) + commission);
        expect(now.dontComeHeld).toBe(player.dontComeHeld);
        const kept = player.wagers.filter(({ spot }) => now.wagers.some((wager) => wager.spot === spot));
        expect(now.wagers).toEqual(kept);
        expect(refunds.length).toBe(player.wagers.length - kept.length);
      }
      expect(moneyAt(back)).toBe(moneyAt(after));
    };
    fc.assert(
      fc.property(seeds(), (list) => {
        playCrowd(id, list, ({ before, after, events }) => {
          if (events.some(({ event }) => event === 'rolled')) check(before, after);
        });
      }),
      { numRuns: RUNS },
    );
    expect(undone).toBeGreaterThan(RUNS / 4);
  });
});

describe('star-2024: wagers found invalid in the course of a result (R20)', () => {
  const id = 'star-2024';
  const found = { do: 'find-invalid', player: 'p2', by: byFor(RULEBOOKS[id], 'void-wagers') };
  const after = () =>
    thrown(
      [bet('p1', 'pass', 500), bet('p2', 'field', 1_000), bet('p2', 'any-seven', 500)].reduce(
        tell,
        seated(id),
      ),
      [6, 5],
    );

  it('a winning one comes back without winnings, a losing one is collected, and that once', () => {
    const once = tell(after(), found);
    expect(lastEvent(once)).toMatchObject({ when: 'during-result', winningsTaken: 1_000, clause: '9.4.2' });
    expect(balances(once)[1]).toBe(100_000 - 500);
    const again = decide(once.table, found);
    const twice = again.ok ? again.value.reduce<Table>(evolve, once.table) : once.table;
    expect(findPlayer(twice.game, 'p2')?.balance).toBe(100_000 - 500);
  });

  it('after that the roll is not read anew (R33); undone, its winnings are not taken twice', () => {
    const told = tell(after(), found);
    const { table } = told;
    const late = { ok: false, refused: { code: 'out-of-phase' } };
    expect(balances(tell(told, invalidate(id)))).toEqual([100_000, 100_000, 100_000]);
    const faces = { do: 'decide-face', dice: [1, 2], by: byFor(RULEBOOKS[id], 'decide-face') };
    expect(decide(table, faces)).toMatchObject(late);
    expect(decide(after().table, faces)).toMatchObject({ ok: true });
  });
});
