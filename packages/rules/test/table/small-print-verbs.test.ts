// More small print, verb by verb: who sits, who throws, what is put down, and what no record can say of it.
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
import { byFor, crewOf, sitDown, sitWithChips, staffedTable, type Told, tell } from './people.js';

const by = (id: RulebookId) => crewOf(RULEBOOKS[id]).at(-1);
const asked = ({ table }: Told, command: Command) => {
  const decided = decide(table, command);
  return decided.ok ? decided.value : decided.refused;
};
const lastOf = <Name extends TableEvent['event']>({ events }: Told) => events.at(-1) as EventOf<Name>;
/** A record told otherwise. */
const told = (table: Table, event: TableEvent, change: object) => () =>
  evolve(table, { ...event, ...change } as TableEvent);
/** The same table under a book that says otherwise of people. */
const withPeople = ({ table, events }: Told, change: object): Told => {
  const { rulebook } = table.game;
  const conduct = { ...rulebook.conduct, people: { ...rulebook.conduct.people, ...change } };
  return { table: { ...table, game: { ...table.game, rulebook: { ...rulebook, conduct } } }, events };
};

const seated = (id: RulebookId, settings: Command = {}): Told =>
  sitDown(sitDown(staffedTable(id, settings), 'p1', 1), 'p2', 2);
/** p1 has the dice and that line wager. */
const shooting = (id: RulebookId, settings: Command = {}, line = 'pass', amount = 500): Told =>
  [
    { do: 'offer', by: by(id) },
    { do: 'accept', player: 'p1', dice: ['1a', '1b'] },
    { do: 'bet', player: 'p1', wager: line, amount },
  ].reduce(tell, seated(id, settings));
/** A terminal between rounds: p1 has the dice, and a line wager that waits for a four. */
const terminalWithPoint = (): Told => {
  const start = seated('aruze');
  return [
    { do: 'bet', player: 'p1', wager: 'pass', amount: 500 },
    { do: 'close-wagering', at: start.table.deadline },
    { do: 'shoot', player: 'p1' },
    { do: 'roll', dice: [2, 2] },
  ].reduce(tell, start);
};
const thrown = (start: Told): Told => tell(start, { do: 'throw', player: 'p1' });
const called = (start: Told, dice: readonly [number, number]): Told =>
  tell(thrown(start), { do: 'roll', dice, by: by(start.table.game.rulebook.id) });
const rolled = (start: Told, dice: readonly [number, number]): Told =>
  tell(called(start, dice), { do: 'settle', by: by(start.table.game.rulebook.id) });
const bets = (start: Told, bet: object): Told => tell(start, { do: 'bet', player: 'p2', ...bet });
const buy4 = { wager: 'buy', number: 4, amount: 4_000 };

const withBalance = (start: Told, balance: number): Told => {
  const { table } = start;
  const players = table.game.players.map((player) => ({ ...player, balance }));
  return { ...start, table: { ...table, game: { ...table.game, players } } };
};

/** p2 has tokens of a voucher, beside chips. */
const withTokens = (): Told =>
  tell(shooting('star'), { do: 'exchange', player: 'p2', voucher: 'V-1', amount: 2_000, by: by('star') });
const exclude = (id: RulebookId, player = 'p1'): Command => ({
  do: 'exclude',
  player,
  ground: RULEBOOKS[id].conduct.people.breaches[0]?.id,
  by: by(id),
});

describe('small print of people', () => {
  it('whoever has a station is here, said without one too; who has none is written down without one', () => {
    const staff = { do: 'staff', person: 'ann', role: 'dealer', by: by('star') };
    const came = tell(staffedTable('star'), staff);
    expect(lastOf(came)).not.toHaveProperty('station');
    expect(came.table.staff.at(-1)).toStrictEqual({ person: 'ann', role: 'dealer' });
    const left = tell(came, { ...staff, station: 'left' });
    expect(left.table.staff.at(-1)).toStrictEqual({ person: 'ann', role: 'dealer', station: 'left' });
    expect(asked(left, staff)).toMatchObject({
      code: 'bad-input',
      message: 'person ann is here in the role of dealer already',
    });
    expect(asked(left, { do: 'staff-leave', person: 'ann' })).toMatchObject([{ event: 'staff-left' }]);
    expect(told(left.table, lastOf(left), {})).toThrow(/ann came twice/);
    expect(told(left.table, lastOf(left), { role: 'cook' })).toThrow(/no role cook/);
    expect(told(left.table, lastOf(left), { station: 'bar' })).toThrow(/no station bar/);
  });

  it('R59: back at a felt, whoever left wagers takes any place that is free', () => {
    const left = tell(rolled(shooting('star'), [2, 2]), { do: 'leave', player: 'p1', standing: true });
    expect(lastOf(left)).toMatchObject({ event: 'released' });
    const sit = { do: 'sit', player: 'p1', seat: 2, bankroll: 0 };
    expect(asked(left, sit)).toMatchObject({ code: 'bad-input', message: 'seat 2 is taken' });
    const [sat] = asked(left, { ...sit, seat: 3 }) as readonly TableEvent[];
    expect(sat).toMatchObject({ event: 'sat', seat: 3, again: true, clause: null, ruling: 'R59' });
    expect(sat).not.toHaveProperty('chips');
  });

  it('R59: back at a terminal, whoever left wagers sits where they are', () => {
    const left = tell(terminalWithPoint(), { do: 'leave', player: 'p1', standing: true });
    const sit = { do: 'sit', player: 'p1', seat: 3, bankroll: 0 };
    expect(asked(left, sit)).toMatchObject({
      code: 'bad-input',
      message: 'seat must be 1: what p1 left is on that terminal',
    });
    expect(asked(left, { ...sit, seat: 1 })).toMatchObject([{ event: 'sat', seat: 1, again: true }]);
  });

  it('R59, R53: a seat of chips is one again', () => {
    const start = sitWithChips(shooting('star'), 'p3', 3, 5_000);
    const line = { do: 'bet', player: 'p3', wager: 'pass', amount: 500, by: by('star') };
    const left = tell(rolled(tell(start, line), [2, 2]), {
      do: 'leave',
      player: 'p3',
      standing: true,
      by: by('star'),
    });
    const sit = { do: 'sit', player: 'p3', seat: 3, bankroll: 0, by: by('star') };
    expect(asked(left, { ...sit, chips: true })).toMatchObject([{ chips: true, again: true, ruling: 'R59' }]);
    expect(asked(left, sit)).toMatchObject({
      code: 'bad-input',
      message: 'player p3 has wagers of another kind of seat here',
    });
  });

  it('star-2024 10.1: one’s own card is good at another place of one’s own', () => {
    const id = 'star-2024';
    const left = tell(rolled(shooting(id), [2, 2]), { do: 'leave', player: 'p1', standing: true });
    const other = tell(left, { do: 'sit', player: 'p3', person: 'p1', seat: 3, bankroll: 500 });
    const card = { do: 'card', player: 'p3', card: 'card-p1', holder: 'p1' };
    expect(asked(other, card)).toMatchObject([{ event: 'card-presented', holder: 'p1', clause: '10.1' }]);
    expect(asked(other, { ...card, card: 'card-p2' })).toMatchObject({
      code: 'no-card',
      clause: '10.1',
      message: 'Card card-p2 was presented by p2: play is with your own card only.',
    });
  });

  it('star-2024 2.5: without a drop box no cash and no voucher is taken, and chips may be brought', () => {
    const id = 'star-2024';
    const start = tell(sitWithChips(staffedTable(id), 'p1', 1), { do: 'run-cashless', on: true, by: by(id) });
    const buys = (how: string) =>
      asked(start, { do: 'chips', player: 'p1', amount: 500, with: how, by: by(id) });
    for (const how of ['cash', 'voucher'])
      expect(buys(how)).toMatchObject({
        code: 'not-allowed',
        clause: RULEBOOKS[id].conduct.wagers.cashless.clause,
        message: 'This table runs cashless, without a drop box: chips are bought at its terminal.',
      });
    for (const how of ['brought', 'cashless'])
      expect(buys(how)).toMatchObject([{ event: 'chips-bought', with: how }]);
  });

  it('where a book limits no players and lets everybody sit idle, whoever asks is told so', () => {
    const rule = { value: 'no', clause: '6.10' };
    const unlimited = withPeople(seated('star-2024'), { limitPlayers: rule });
    expect(asked(unlimited, { do: 'limit-players', most: 2, by: by('star-2024') })).toMatchObject({
      code: 'not-allowed',
      clause: '6.10',
      message: 'The number of players is not limited here.',
    });
    const idle = withPeople(seated('star'), { idleRounds: { value: null, clause: '9.9' } });
    expect(
      asked(idle, { do: 'vacate', player: 'p2', by: byFor(RULEBOOKS.star, 'vacate-idle') }),
    ).toMatchObject({
      code: 'not-allowed',
      clause: '9.9',
      message: 'The book does not ask idle players to vacate.',
    });
  });

  it('star 9.3.2: whoever is excluded between rolls gives up the dice, offered or taken, and in a roll not yet', () => {
    const events = (start: Told) =>
      (asked(start, exclude('star')) as readonly TableEvent[]).map((e) => e.event);
    const offered = tell(seated('star'), { do: 'offer', by: by('star') });
    expect(events(seated('star'))).toEqual(['player-excluded']);
    expect(events(offered)).toEqual(['player-excluded', 'dice-passed']);
    expect(events(shooting('star'))).toEqual(['player-excluded', 'dice-passed']);
    expect(events(thrown(shooting('star')))).toEqual(['player-excluded']);
    expect(events(called(shooting('star'), [2, 2]))).toEqual(['player-excluded']);
  });

  it('aruze 7.7.2: at a terminal they are given up between rounds', () => {
    const excluded = tell(terminalWithPoint(), exclude('aruze'));
    expect(lastOf(excluded)).toMatchObject({ event: 'dice-passed', how: 'excluded', clause: '7.7.2' });
  });

  it('nobody leaves with wagers on the layout, whatever the record says', () => {
    const left = tell(seated('star'), { do: 'leave', player: 'p2' });
    const standing = bets(seated('star'), { wager: 'field', amount: 500 });
    expect(told(standing.table, lastOf(left), { paid: 99_500 })).toThrow(/p2 left with other money/);
    expect(told(left.table, lastOf(left), {})).toThrow(/p2 is not at the table/);
  });
});

describe('small print of throws', () => {
  it('R110: no more bets is not announced while somebody has a turn to bet', () => {
    const id = 'crown-mini';
    const start = tell(shooting(id, { tournament: true }), { do: 'order-betting', how: 'in-turn' });
    const announce = { do: 'no-more-bets', by: by(id) };
    expect(asked(start, announce)).toMatchObject({ code: 'out-of-phase', ruling: 'R110' });
    const turns = tell(start, { do: 'open-turns', players: ['p2'], ms: 10_000 });
    expect(asked(turns, announce)).toMatchObject({
      code: 'out-of-phase',
      message: 'The dice wait: p2 bets now.',
    });
    const all = tell(turns, { do: 'ready', player: 'p2' });
    expect(asked(all, announce)).toMatchObject([{ event: 'no-more-bets' }]);
    const throws = lastOf(thrown(shooting(id)));
    expect(told(start.table, throws, {})).toThrow(/a throw before the turns to bet/);
  });

  it('star 3.7.1, 4.1: the throw and the dice that go on after a 7 out are under their clauses', () => {
    const { toThrow, toKeepThrowing } = RULEBOOKS.star.conduct.shooter;
    expect(lastOf(thrown(shooting('star')))).toMatchObject({ event: 'dice-thrown', clause: toThrow.clause });
    const point = rolled(shooting('star'), [2, 2]);
    expect(lastOf(thrown(point))).toMatchObject({ clause: toKeepThrowing.clause });
    expect(lastOf(rolled(point, [3, 4]))).toMatchObject({
      event: 'dice-passed',
      player: 'p1',
      clause: '3.7.1',
    });
    expect(lastOf(rolled(point, [3, 3]))).toMatchObject({ event: 'settled' });
  });

  it('R37: a roll read anew is remembered as it was read, and one that is void is forgotten', () => {
    const start = called(bets(shooting('star'), { wager: 'field', amount: 500 }), [2, 3]);
    const anew = tell(start, { do: 'decide-face', dice: [1, 2], by: by('star') });
    const won = (told: Told) =>
      told.table.past?.map(({ settled }) => settled.map(({ winnings }) => winnings));
    expect([won(start), won(anew)]).toEqual([[[0]], [[0, 500]]]);
    const ground = RULEBOOKS.star.conduct.noRoll.shall.find(({ afterCall }) => afterCall)?.id;
    expect(won(tell(start, { do: 'no-roll', ground, by: by('star') }))).toEqual([]);
  });

  it('no record tells of a throw of other than two dice', () => {
    const start = shooting('star');
    const one = { ...start.table, dice: { ...start.table.dice, hand: ['1a'] } };
    expect(told(one, lastOf(thrown(start)), {})).toThrow(/a throw of other than two dice/);
  });

  it('a roll that pays beyond what can be counted to the cent is not called', () => {
    const start = thrown(bets(shooting('star'), { wager: 'field', amount: 500 }));
    const rich = withBalance(start, Number.MAX_SAFE_INTEGER - 500);
    const roll = { do: 'roll', dice: [1, 3], by: by('star') };
    expect(asked(rich, roll)).toMatchObject({ code: 'bad-input' });
    expect(asked(rich, { do: 'decide-face', dice: [1, 3], by: by('star') })).toMatchObject({
      code: 'bad-input',
    });
    expect(asked(rich, { ...roll, dice: [3, 2] })).toMatchObject([{ event: 'rolled' }]);
  });

  it('star 5.3.7, R42: a roll with a cheating device gives back the commission that it took', () => {
    const won = called(bets(rolled(shooting('star'), [3, 3]), { ...buy4, stay: true }), [1, 3]);
    expect(lastOf<'rolled'>(won).replaced[0]).not.toHaveProperty('tokens');
    const ground = RULEBOOKS.star.conduct.noRoll.shall.find(({ afterCall }) => afterCall)?.id;
    const off = tell(won, { do: 'no-roll', ground, by: by('star') });
    expect(lastOf(off)).toMatchObject({ event: 'throw-voided', commission: -200, ruling: 'R42' });
    expect(told(won.table, lastOf(off), { commission: 200 })).toThrow(/commission that a roll did not move/);
  });

  it('adelaide 12(a): a throw whose faces are in dispute after the call gives back the commission that it took', () => {
    const id = 'adelaide';
    const won = called(bets(rolled(shooting(id), [3, 3]), { ...buy4, stay: true }), [1, 3]);
    const { commission } = won.table.last as { readonly commission?: number };
    expect(commission).toBeGreaterThan(0);
    const voided = tell(won, { do: 'decide-face', rethrow: true, by: by(id) });
    expect(lastOf(voided)).toMatchObject({
      event: 'throw-voided',
      commission: -(commission ?? 0),
      clause: '12(a)',
    });
  });

  it('crown 4.2.1, R9: commission that a roll sends back is no more than was paid, and is taken again when it is void', () => {
    const limits = { default: { min: 5_000, max: 10_000 }, field: { min: 500, max: 1_000 } };
    const found = (start: Told, bet: object) => bets(thrown(start), { ...bet, found: true, by: by('crown') });
    const call = (start: Told, dice: readonly [number, number]) =>
      tell(start, { do: 'roll', dice, by: by('crown') });
    const start = shooting('crown', { limits }, 'pass', 5_000);
    const warned = tell(call(found(start, { wager: 'field', amount: 200 }), [4, 5]), {
      do: 'settle',
      by: by('crown'),
    });
    const before = found(warned, { wager: 'buy', number: 6, amount: 4_000 });
    const back = call(before, [1, 2]);
    const event = lastOf<'rolled'>(back);
    expect(event.settled).toMatchObject([{ outcome: 'returned', returned: 4_000, commissionReturned: 200 }]);
    expect(back.table.last).toMatchObject({ commission: -200 });
    const more = event.settled.map((settled) => ({ ...settled, commissionReturned: 201 }));
    expect(told(before.table, event, { settled: more })).toThrow(/more commission went back than was paid/);
    const ground = RULEBOOKS.crown.conduct.noRoll.shall.find(({ afterCall }) => afterCall)?.id;
    const voided = tell(back, { do: 'no-roll', ground, by: by('crown') });
    expect(lastOf(voided)).toMatchObject({ event: 'throw-voided', commission: 200 });
    expect(voided.table.game.house).toBe(before.table.game.house);
  });

  it('R55: a call stands once wagers were declared void', () => {
    const start = called(bets(shooting('star'), { wager: 'field', amount: 500 }), [2, 3]);
    const { ground } = exclude('star');
    const voided = tell(start, { do: 'void-wagers', player: 'p2', ground, by: by('star') });
    const correct = { do: 'correct-call', dice: [2, 2], reason: 'a wrong key', by: by('star') };
    const { clause } = RULEBOOKS.star.powers['call-total'] ?? {};
    expect(asked(voided, correct)).toStrictEqual({
      code: 'out-of-phase',
      clause,
      message: 'Wagers were declared void since: the call stands as it is.',
    });
  });

  it('faces are read anew of a roll that is there, that nobody touched, and once', () => {
    const start = called(bets(shooting('star'), { wager: 'field', amount: 500 }), [2, 3]);
    const anew = tell(start, { do: 'decide-face', dice: [2, 2], by: by('star') });
    const { ground } = exclude('star');
    const voided = tell(start, { do: 'void-wagers', player: 'p2', ground, by: by('star') });
    const nothing = /no roll whose faces could be read anew/;
    expect(told({ ...start.table, last: null }, lastOf(anew), {})).toThrow(nothing);
    expect(told(voided.table, lastOf(anew), {})).toThrow(nothing);
    expect(told(anew.table, lastOf(anew), { was: [2, 2] })).toThrow(nothing);
  });

  it('a table that settles has a roll to settle: another is a fault of ours', () => {
    const { table } = called(shooting('star'), [2, 2]);
    const none: Table = { ...table, last: null };
    for (const command of [
      { do: 'settle' },
      { do: 'decide-face', dice: [1, 2] },
      { do: 'correct-call', dice: [1, 2], reason: 'a wrong key' },
    ])
      expect(() => decide(none, { ...command, by: by('star') })).toThrow(/settling without a roll/);
  });

  it('star 1.1, R94: tokens are not taken of a wager that goes back, whatever the record says', () => {
    const start = withTokens();
    const before = thrown(bets(start, { wager: 'field', amount: 500, tokens: 500 }));
    const lost = lastOf<'rolled'>(tell(before, { do: 'roll', dice: [2, 3], by: by('star') }));
    expect(lost.settled).toMatchObject([
      { outcome: 'lost', collected: 0, tokens: { returned: 0, taken: 500 } },
    ]);
    const back = lost.settled.map((settled) => ({ ...settled, outcome: 'returned' }));
    expect(told(before.table, lost, { settled: back })).toThrow(
      /tokens taken of a wager that was not decided/,
    );
  });

  it('crown 5.1.1(b)(i): a shooter who throws instead of somebody excluded throws on', () => {
    const start = [{ do: 'authorise', player: 'p1', thrower: 'p2' }, exclude('crown', 'p2')].reduce<Told>(
      tell,
      shooting('crown'),
    );
    expect(start.table.shooter.thrower).toBe('p2');
    expect(thrown(start).table.shooter).toMatchObject({ shooter: 'p1', thrower: null });
  });

  it('R54: a sheet has the number of its throw, in older records too, and is dealt before the roll is settled', () => {
    const before = thrown(bets(shooting('star', { dealt: true }), { wager: 'field', amount: 500 }));
    const after = tell(before, { do: 'roll', dice: [2, 3], by: by('star') });
    const { throw: _number, ...older } = lastOf<'rolled'>(after);
    expect(after.table.sheet?.open).toMatchObject([{ id: '1/field/p2' }]);
    expect(evolve(before.table, older as TableEvent).sheet).toEqual(after.table.sheet);
    const settled = lastOf(rolled(shooting('star'), [2, 3]));
    expect(told(after.table, settled, {})).toThrow(/settled with lines of the sheet open/);
  });
});

describe('small print of wagers', () => {
  it('R49: a wager for oneself is one’s own, by the name of the place or of the person', () => {
    const sat = (id: RulebookId) => {
      const start = tell(staffedTable(id), {
        do: 'sit',
        player: 'p2',
        person: 'bo',
        seat: 2,
        bankroll: 5_000,
      });
      return tell(start, { do: 'card', player: 'p2', card: 'card-bo', holder: 'bo' });
    };
    const field = (owner: string) => ({ do: 'bet', player: 'p2', wager: 'field', amount: 500, for: owner });
    for (const id of ['crown', 'star-2024'] as const)
      for (const owner of ['p2', 'bo']) expect(lastOf(tell(sat(id), field(owner)))).not.toHaveProperty('for');
    expect(lastOf(tell(sat('crown'), field('ann')))).toMatchObject({ event: 'wagered', for: 'ann' });
    expect(asked(sat('star-2024'), field('ann'))).toMatchObject({ code: 'no-card', clause: '10.1' });
  });

  it('whoever confirms is named as the crew is', () => {
    const bet = { do: 'bet', player: 'p2', wager: 'field', amount: 500 };
    const said = (confirmed: object) => asked(shooting('crown'), { ...bet, confirmed });
    expect(said({ role: 'dealer' })).toMatchObject({
      code: 'bad-input',
      message: 'confirmed: by must name a role and an id',
    });
    expect(said({ role: 'dealer', id: 'x', rank: 1 })).toMatchObject({
      message: 'confirmed: by has an unknown field "rank"',
    });
  });

  it('what was said of how a wager came is in the record, and nothing else', () => {
    const plain = { wager: 'field', amount: 500 };
    const start = shooting('star');
    const event = (more: object) => lastOf(bets(start, { ...plain, ...more }));
    const manners = [
      'stay',
      'found',
      'rescue',
      'late',
      'oral',
      'unfair',
      'confirmed',
      'for',
      'counts',
      'tokens',
    ];
    for (const field of manners) expect(event({})).not.toHaveProperty(field);
    expect(event({ by: by('star') })).toMatchObject({ confirmed: [by('star')] });
    expect(event({ confirmed: by('star') })).toMatchObject({ confirmed: [by('star')] });
    const unfair = event({ unfair: 'the felt was crowded' });
    expect(unfair).toMatchObject({ unfair: 'the felt was crowded' });
    expect(unfair).not.toHaveProperty('confirmed');
    const late = lastOf(bets(thrown(start), { ...plain, by: by('star') }));
    expect(late).toMatchObject({ late: true, confirmed: [by('star')] });
    const oral = lastOf(bets(thrown(start), { ...plain, oral: true, by: by('star') }));
    expect(oral).toMatchObject({ late: true, oral: true, confirmed: [by('star')] });
    expect(lastOf(bets(thrown(start), { ...plain, found: true, by: by('star') }))).toMatchObject({
      found: true,
    });
  });

  it('R53: who enters chips in time confirms nothing; late, or as only fair, they do', () => {
    const start = sitWithChips(shooting('star'), 'p3', 3, 5_000);
    const bet = { do: 'bet', player: 'p3', wager: 'field', amount: 500, by: by('star') };
    expect(lastOf(tell(start, bet))).not.toHaveProperty('confirmed');
    for (const entered of [tell(thrown(start), bet), tell(start, { ...bet, unfair: 'x' })])
      expect(lastOf(entered)).toMatchObject({ confirmed: [by('star')] });
  });

  it('R53: chips beyond what is known were brought, with the commission, and none where it is enough', () => {
    const start = sitWithChips(rolled(shooting('star'), [3, 3]), 'p3', 3, 4_200);
    const bet = { do: 'bet', player: 'p3', ...buy4, by: by('star') };
    expect(asked(start, bet)).toMatchObject([{ event: 'wagered', amount: 4_000, commission: 200 }]);
    const less = sitWithChips(rolled(shooting('star'), [3, 3]), 'p3', 3, 4_100);
    expect(asked(less, bet)).toMatchObject([
      { event: 'chips-bought', amount: 100, with: 'brought', ruling: 'R53' },
      { event: 'wagered' },
    ]);
  });

  it('what makes no sense is said before who may not play', () => {
    const start = bets(shooting('star'), { wager: 'field', amount: 500 });
    const out = tell(start, exclude('star', 'p2'));
    const said = (command: Command) => asked(out, { player: 'p2', wager: 'field', ...command });
    expect(said({ do: 'bet', amount: 0.5 })).toMatchObject({ code: 'bad-input' });
    expect(said({ do: 'bet', amount: 500 })).toMatchObject({ code: 'excluded', clause: '9.3.2' });
    expect(said({ do: 'call', to: 'sideways' })).toMatchObject({ code: 'bad-input' });
    expect(said({ do: 'call', to: 'off' })).toMatchObject({ code: 'excluded', clause: '9.3.2' });
  });

  it('R12: the nearest amount under a sum of a player is what is missing from it, and one that is taken', () => {
    const start = shooting('crown', { perPlayer: { min: 2_000, max: 3_000 } }, 'pass', 2_000);
    const both = bets(bets(start, { wager: 'field', amount: 2_000 }), { wager: 'pass', amount: 500 });
    const short = rolled(both, [2, 3]);
    expect(asked(short, { do: 'bet', player: 'p2', wager: 'field', amount: 500 })).toMatchObject({
      code: 'below-minimum',
      nearest: 1_500,
    });
    expect(asked(start, { do: 'bet', player: 'p1', wager: 'field', amount: 1_500 })).toMatchObject({
      code: 'above-maximum',
      nearest: 1_000,
      message: 'Your wagers together would be $35; the sign allows $30 a player. Nearest: $10.',
    });
  });

  it('R12: whatever keeps a wager from its size, no amount over the sum of a player is named', () => {
    const limits = { default: { min: 500, max: 100_000 }, field: { min: 500, max: 100_000, unit: 1_000 } };
    const settings = { limits, chips: [250], perPlayer: { max: 2_500 } };
    const start = rolled(bets(shooting('crown', settings), { wager: 'pass', amount: 1_000 }), [2, 2]);
    const said = (wager: string, amount: number) =>
      asked(withBalance(start, 10_000), { do: 'bet', player: 'p2', wager, amount });
    expect(said('any-seven', 5_050)).toMatchObject({ code: 'not-in-chips', nearest: 1_500 });
    expect(said('horn', 4_500)).toMatchObject({ code: 'indivisible', nearest: 1_000 });
    expect(said('field', 6_000)).toMatchObject({ code: 'off-unit', nearest: 1_500 });
    expect(said('any-seven', 10_250)).toMatchObject({ code: 'insufficient', nearest: 1_500 });
    expect(said('pass-odds', 9_000)).toMatchObject({ code: 'above-odds-limit', nearest: 1_500 });
    expect(said('pass-odds', 1_750)).toMatchObject({ code: 'above-maximum', nearest: 1_500 });
    expect(said('pass-odds', 1_500)).toMatchObject([{ event: 'wagered' }]);
  });

  it('crown 5.1.1(c): the nearest to a wager to go on is the minimum, where there is the money', () => {
    const start = rolled(shooting('crown', {}, 'dont-pass'), [2, 2]);
    const asks = [
      { do: 'take', player: 'p1', wager: 'dont-pass' },
      { do: 'ask-line', by: by('crown') },
    ].reduce<Told>(tell, start);
    const bet = (amount: unknown) => ({ do: 'bet', player: 'p1', wager: 'pass', amount });
    expect(asked(asks, bet(1_000))).toMatchObject({
      code: 'above-maximum',
      clause: '5.1.1(c)',
      nearest: 500,
    });
    expect(asked(withBalance(asks, 500), bet(1_000))).toMatchObject({ code: 'insufficient', nearest: 500 });
    expect(asked(withBalance(asks, 499), bet(1_000))).not.toHaveProperty('nearest');
    expect(asked(asks, bet(-5))).toMatchObject({ code: 'bad-input' });
    expect(asked(asks, bet(-5))).not.toHaveProperty('nearest');
  });

  it('crown 5.1.1(c): asked for a line wager, the shooter has been asked until they place one', () => {
    const start = [
      { do: 'take', player: 'p1', wager: 'dont-pass' },
      { do: 'ask-line', by: by('crown') },
    ].reduce<Told>(tell, rolled(shooting('crown', {}, 'dont-pass'), [2, 2]));
    const isAsked = (bet: object) => tell(start, { do: 'bet', amount: 500, ...bet }).table.shooter.asked;
    expect(isAsked({ player: 'p1', wager: 'field' })).toBe(true);
    expect(isAsked({ player: 'p2', wager: 'field' })).toBe(true);
    expect(isAsked({ player: 'p1', wager: 'pass' })).toBe(false);
    const line = lastOf<'wagered'>(tell(start, { do: 'bet', player: 'p1', wager: 'pass', amount: 500 }));
    const others = evolve(start.table, { ...line, player: 'p2' });
    expect(others.shooter.asked).toBe(true);
  });

  it('crown 4.4, R35: odds found over the sum of a player count as far as it goes', () => {
    const settings = { perPlayer: { max: 2_000 } };
    const start = rolled(bets(shooting('crown', settings), { wager: 'pass', amount: 1_000 }), [2, 2]);
    const found = { wager: 'pass-odds', found: true, by: by('crown') };
    const over = bets(thrown(start), { ...found, amount: 1_500 });
    expect(lastOf(over)).toMatchObject({ event: 'wagered', whole: 1_500, counts: 1_000 });
    const within = bets(thrown(start), { ...found, amount: 1_000 });
    expect(lastOf(within)).not.toHaveProperty('counts');
  });

  it('R12: an area holds the wagers of all', () => {
    const start = shooting('crown', { perArea: { max: 1_000 } });
    const pass = { do: 'bet', player: 'p2', wager: 'pass', amount: 1_000 };
    expect(asked(start, pass)).toMatchObject({
      code: 'above-maximum',
      message: 'All wagers there would be $15; the sign allows $10 an area. Nearest: $5.',
      nearest: 500,
    });
    expect(asked(start, { ...pass, wager: 'field' })).toMatchObject([{ event: 'wagered' }]);
  });

  it('crown-mini 7.4.1, aruze 3.3.6: nothing is put down after the announcement, or once the period is over', () => {
    const id = 'crown-mini';
    const field = { do: 'bet', player: 'p2', wager: 'field', amount: 500 };
    const announced = tell(shooting(id), { do: 'no-more-bets', by: by(id) });
    expect(asked(announced, field)).toMatchObject({
      code: 'after-close',
      clause: '7.4.1',
      message: 'No more bets: nothing is touched until the result.',
    });
    const open = seated('aruze');
    const at = open.table.deadline as number;
    expect(asked(open, { ...field, at })).toMatchObject({ code: 'after-close', clause: '3.3.6' });
    expect(asked(open, { ...field, at: at - 1 })).toMatchObject([{ event: 'wagered' }]);
  });

  it('crown 3.5.2: a call of off has a clause of its own', () => {
    const six = { wager: 'place', number: 6 };
    const start = bets(rolled(shooting('crown'), [2, 2]), { ...six, amount: 600 });
    const call = { do: 'call', player: 'p2', ...six, to: 'off', by: by('crown') };
    const { powers, calls } = RULEBOOKS.crown;
    const off = tell(start, call);
    expect(lastOf(off)).toMatchObject({ event: 'called', clause: powers['confirm-call-off']?.clause });
    expect(lastOf(tell(off, { ...call, to: 'on' }))).toMatchObject({ clause: calls.covers.clause });
    expect(powers['confirm-call-off']?.clause).not.toBe(calls.covers.clause);
  });

  it('crown 3.4.3: a don’t come taken down holds a fresh one back, and that is said once', () => {
    const start = bets(rolled(shooting('crown'), [3, 3]), { wager: 'dont-come', amount: 1_000 });
    const take = { do: 'take', player: 'p2', wager: 'dont-come', number: 5 };
    const once = tell(rolled(start, [2, 3]), { ...take, amount: 500 });
    expect(lastOf(once)).toMatchObject({ event: 'took', amount: 500, holdsDontCome: true });
    const twice = tell(once, take);
    expect(lastOf(twice)).toMatchObject({ event: 'took', amount: 500, holdsDontCome: false });
    expect(twice.table.game.players[1]?.dontComeHeld).toBe(true);
  });

  it('no record counts more of a wager than there is, or multiples of nothing', () => {
    const start = thrown(shooting('crown'));
    const after = bets(start, { wager: 'field', amount: 500, found: true, by: by('crown') });
    const event = lastOf(after);
    const stands = (change: object) => told(start.table, event, change)().game.players[1]?.wagers[0];
    for (const counts of [500, 501, -1, 0.5])
      expect(told(start.table, event, { counts })).toThrow(/a wager that counts for more than it is/);
    expect(stands({ counts: 499 })).toMatchObject({ counts: 499 });
    for (const multiple of [0, -1, 0.5])
      expect(told(start.table, event, { multiple })).toThrow(/multiples of no money/);
    expect(stands({ multiple: 100 })).toMatchObject({ multiple: 100 });
    for (const mark of ['counts', 'multiple']) expect(stands({})).not.toHaveProperty(mark);
  });

  it('R94: tokens put down are of a voucher, and pay commission in tokens', () => {
    const start = withTokens();
    const event = lastOf<'wagered'>(bets(start, { wager: 'field', amount: 500, tokens: 500 }));
    const spoilt = (change: object) => told(start.table, event, { tokens: { ...event.tokens, ...change } });
    expect(spoilt({ voucher: '' })).toThrow(/tokens of no voucher/);
    for (const commission of [-1, 0.5]) expect(spoilt({ commission })).toThrow(/a commission in no tokens/);
    expect(spoilt({})).not.toThrow();
  });

  it('every wager of a call is called something', () => {
    const start = [
      { do: 'bet', player: 'p2', wager: 'place', number: 6, amount: 600 },
      { do: 'bet', player: 'p2', wager: 'place', number: 8, amount: 600 },
    ].reduce<Told>(tell, rolled(shooting('star'), [2, 2]));
    const event = lastOf<'called'>(
      tell(start, { do: 'call', player: 'p2', wager: 'place', to: 'off', by: by('star') }),
    );
    expect(event.wagers).toHaveLength(2);
    const wagers = event.wagers.map((wager, at) => (at === 0 ? wager : { ...wager, called: 'maybe' }));
    expect(told(start.table, event, { wagers })).toThrow(/a call of nothing/);
  });
});
