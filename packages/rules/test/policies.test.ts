import { describe, expect, it } from 'vitest';
import { decisionsOf } from '../src/game/decisions.js';
import { checkSign } from '../src/game/sign.js';
import {
  bet,
  call,
  decide,
  due,
  faultInHigherPays,
  findPlayer,
  type Game,
  hashRulebook,
  must,
  openGame,
  options,
  POLICIES,
  type Policy,
  RULEBOOKS,
  type Rulebook,
  type RulebookId,
  roll,
  sit,
  take,
} from '../src/index.js';
import type { Command } from '../src/table/index.js';
import { byFor, crewOf, sitDown, staffedTable, type Told, tell } from './table/people.js';

// Every policy with more than one possible value changes what the engine does: each is flipped in some book, and what
// the engine then says or does must differ. A policy that nobody reads would fail here, and so does a new one that has
// no witness.

const LIMITS = { default: { min: 500, max: 100_000 } };

const replaced = (part: object, [name = '', ...rest]: readonly string[], value: unknown): object => ({
  ...part,
  [name]: rest.length === 0 ? value : replaced((part as Record<string, object>)[name] as object, rest, value),
});

/** The book with another value for that policy, cited as before. */
const flipped = (book: Rulebook, { path, read }: Policy, to: unknown): Rulebook =>
  replaced(book, path.split('.'), { ...read(book), value: to }) as Rulebook;

/** A game that goes on under another book: for what a book of that form could not open with. */
const under = (game: Game, book: Rulebook): Game => ({
  ...game,
  rulebook: book,
  decisions: decisionsOf(book),
});
const tableUnder = (told: Told, book: Rulebook): Told => ({
  ...told,
  table: { ...told.table, game: under(told.table.game, book) },
});

const opened = (book: Rulebook, sign: object = {}): Game => {
  const game = under(must(openGame({ rulebook: book.id, limits: LIMITS, ...sign })), book);
  return must(sit(game, { player: 'a', seat: 1, bankroll: 1_000_000 })).game;
};

/** What comes of it: how it went, or why not; never the words of the book itself. */
const said = (result: { ok: boolean; value?: unknown; refused?: unknown }): unknown =>
  result.ok ? 'ok' : result.refused;

type Act = (game: Game) => Game;
const puts =
  (wager: string, amount: number, more: object = {}): Act =>
  (game) =>
    must(bet(game, { player: 'a', wager, amount, ...more })).game;
const rolls =
  (...dice: readonly [number, number]): Act =>
  (game) =>
    must(roll(game, { dice })).game;
const plays = (book: Rulebook, ...acts: readonly Act[]): Game =>
  acts.reduce((game, act) => act(game), opened(book));
const balanceOf = (game: Game): unknown => findPlayer(game, 'a')?.balance;
const layoutOf = (game: Game): unknown =>
  findPlayer(game, 'a')?.wagers.map(({ spot, amount }) => [spot.index, amount]);

/** A table with its crew and two players, then the commands given; what is refused on the way stops the test. */
const plainTable = (book: Rulebook): Told =>
  tableUnder(sitDown(sitDown(staffedTable(book.id), 'a', 1), 'b', 2), book);
const after = (book: Rulebook, ...commands: readonly Command[]): Told =>
  commands.reduce(tell, plainTable(book));
const asks = ({ table }: Told, command: Command): unknown => {
  const decided = decide(table, command);
  return decided.ok ? decided.value : decided.refused;
};

const stick = (book: Rulebook) => byFor(book, 'offer-dice');
const line = (book: Rulebook, wager = 'pass', amount = 500): readonly Command[] => [
  { do: 'offer', by: stick(book) },
  { do: 'accept', player: 'a', dice: ['1a', '1b'] },
  { do: 'bet', player: 'a', wager, amount },
];
const throws = (book: Rulebook, dice: readonly [number, number]): readonly Command[] => [
  { do: 'throw', player: 'a' },
  { do: 'roll', dice, by: byFor(book, 'call-total') },
  { do: 'settle', by: byFor(book, 'settle-wagers') },
];
const offTable = (book: Rulebook, dice: readonly string[]): readonly Command[] => [
  { do: 'throw', player: 'a' },
  {
    do: 'no-roll',
    ground: book.conduct.noRoll.shall.find(({ diceOff }) => diceOff)?.id,
    dice,
    by: byFor(book, 'no-roll'),
  },
];
const loses = (book: Rulebook, die: string): Command => ({ do: 'lose-die', die, by: stick(book) });
const top = (book: Rulebook) => crewOf(book).at(-1);

interface Witness {
  readonly book: RulebookId;
  readonly to: unknown;
  readonly sees: (book: Rulebook) => unknown;
}
const witness = (book: RulebookId, to: unknown, sees: Witness['sees']): Witness => ({ book, to, sees });

const foundWith = (book: Rulebook, amount: number): unknown =>
  said(bet(opened(book), { player: 'a', wager: 'field', amount, found: true }));
const spots = (game: Game): unknown => options(game, 'a')?.map((spot) => spot.bet.may);
const withComePoint = (book: Rulebook): Game =>
  plays(book, puts('pass', 500), rolls(2, 2), puts('come', 500), rolls(2, 3));
/** A terminal with a line wager when the wagering period ends. */
const wagered = (book: Rulebook): Told =>
  after(book, { do: 'bet', player: 'a', wager: 'pass', amount: 500, at: 0 });
const PERIOD_ENDS: Command = { do: 'close-wagering', at: 30_000 };
const needing = ({ table, events }: Told, shootingValue: number): Told => ({
  events,
  table: { ...table, settings: { ...table.settings, shootingValue } },
});

const WITNESSES: Readonly<Record<string, Witness>> = {
  big68: witness(
    'star',
    'where-available',
    (book) => 'fault' in checkSign(book, { limits: LIMITS, big68: false }),
  ),
  'bar.total': witness('star', 12, (book) => balanceOf(plays(book, puts('dont-pass', 500), rolls(1, 1)))),
  'bar.wager': witness('star', 'stands', (book) =>
    layoutOf(plays(book, puts('dont-pass', 500), rolls(1, 1))),
  ),
  'placing.come': witness('star', 'any-roll', (book) => spots(opened(book))),
  'afterPoint.pass': witness('star', 'may-add', (book) => spots(plays(book, puts('pass', 500), rolls(2, 2)))),
  'afterPoint.come': witness('star', 'may-add', (book) => spots(withComePoint(book))),
  'afterPoint.freshDontCome': witness('crown', 'accepted', (book) => {
    const game = plays(book, puts('pass', 500), rolls(2, 2), puts('dont-come', 500), rolls(2, 3));
    const down = must(take(game, { player: 'a', wager: 'dont-come', number: 5 })).game;
    return said(bet(down, { player: 'a', wager: 'dont-come', amount: 500 }));
  }),
  'calls.inactiveOnComeOut': witness('star', [], (book) =>
    balanceOf(plays(book, puts('place', 500, { number: 5 }), rolls(2, 3))),
  ),
  'calls.covers': witness('star', 'nothing', (book) =>
    said(call(plays(book, puts('place', 500, { number: 5 })), { player: 'a', wager: 'place', to: 'on' })),
  ),
  oddsMultiple: witness(
    'star',
    { from: 'book', multiple: 5 },
    (book) => 'fault' in checkSign(book, { limits: LIMITS, oddsMultiple: 5 }),
  ),
  'commission.buy': witness('star', { rate: [1, 10], on: 'stake' }, (book) =>
    balanceOf(plays(book, puts('buy', 10_000, { number: 4 }))),
  ),
  'commission.lay': witness('star', { rate: [1, 10], on: 'win' }, (book) =>
    balanceOf(plays(book, puts('lay', 10_000, { number: 4 }))),
  ),
  'commission.rounded': witness('star', 'down-to-cent', (book) =>
    balanceOf(plays(book, puts('buy', 2_500, { number: 4 }))),
  ),
  'commission.returned': witness('star', 'on-removal', (book) => {
    const fresh = plays(book, puts('buy', 10_000, { number: 4 }));
    return [fresh, rolls(1, 2)(fresh)].map(
      (game) => must(take(game, { player: 'a', wager: 'buy', number: 4 })).commissionReturned,
    );
  }),
  'money.counts': witness('star', 'cents', (book) => {
    const checked = checkSign(book, { limits: LIMITS });
    return 'sign' in checked && checked.sign.chips.canMake(1);
  }),
  'money.rounded': witness('star', 'up-to-cent', (book) =>
    balanceOf(plays(book, puts('pass', 500), rolls(2, 2), puts('place', 500, { number: 6 }), rolls(3, 3))),
  ),
  'money.offMultiple': witness('adelaide', 'as-usual', (book) => {
    const sign = { limits: { default: { min: 1_000, max: 100_000 } }, multiplesOfMinimum: true };
    const game = puts('field', 1_500, { found: true })(opened(book, { ...sign, chips: [500] }));
    const placed = puts('place', 1_500, { number: 5, found: true })(game);
    const on = must(call(placed, { player: 'a', wager: 'place', to: 'on' })).game;
    return balanceOf(rolls(2, 3)(on));
  }),
  'money.higherPays': witness('adelaide', 'no', (book) =>
    faultInHigherPays(book, [{ wager: 'any-seven', pay: [5, 1] }]),
  ),
  'limits.sign': witness('crown', ['wager'], (book) =>
    asks(plainTable(book), {
      do: 'change-limits',
      limits: LIMITS,
      perPlayer: { max: 50_000 },
      by: byFor(book, 'change-limits'),
    }),
  ),
  'limits.unit': witness(
    'crown',
    'no',
    (book) => 'fault' in checkSign(book, { limits: { default: { min: 500, max: 100_000, unit: 500 } } }),
  ),
  'limits.personal': witness('crown', 'none', (book) =>
    [50_000, 200_000].map((max) =>
      asks(plainTable(book), {
        do: 'personal-limits',
        player: 'a',
        min: 500,
        max,
        by: byFor(book, 'set-personal-limits'),
      }),
    ),
  ),
  'found.underMinimum': witness('star', 'refused', (book) => {
    const placed = bet(opened(book), { player: 'a', wager: 'field', amount: 100, found: true });
    return placed.ok ? must(roll(placed.value.game, { dice: [2, 3] })).warned : placed.refused;
  }),
  'found.overMaximum': witness('star', 'refused', (book) => foundWith(book, 200_000)),
  'conduct.run': witness('aruze', 'staffed', (book) => due(plainTable(book).table, 0)?.command),
  'conduct.dice.set': witness(
    'star',
    2,
    (book) =>
      after(book, ...line(book), ...offTable(book, ['1a', '1b']), loses(book, '1a'), loses(book, '1b')).table
        .dice.bowl,
  ),
  'conduct.dice.choice': witness(
    'star',
    'none',
    (book) =>
      tell(tell(plainTable(book), { do: 'offer', by: stick(book) }), { do: 'accept', player: 'a' }).table.dice
        .hand,
  ),
  'conduct.dice.newSetAfter': witness('star', 1, (book) => {
    const one = after(book, ...line(book), ...offTable(book, ['1a', '1b']), loses(book, '1a'));
    return [one, tell(one, loses(book, '1b'))].map(({ table }) => table.dice.set);
  }),
  'conduct.dice.oldSet': witness('star', 'none', (book) =>
    asks(after(book, ...line(book), ...offTable(book, ['1a', '1b']), loses(book, '1a'), loses(book, '1b')), {
      do: 'choose',
      player: 'a',
      dice: ['1c', '1d'],
    }),
  ),
  'conduct.dice.sameDiceBack': witness('star', 'none', (book) =>
    asks(after(book, ...line(book), ...offTable(book, ['1a']), { do: 'find-die', die: '1a' }), {
      do: 'check-die',
      die: '1a',
      sound: true,
      toShooter: true,
      by: byFor(book, 'check-found-die'),
    }),
  ),
  'conduct.shooter.firstOffer': witness('star', 'line-bettors', (book) =>
    asks(plainTable(book), { do: 'offer', by: stick(book) }),
  ),
  'conduct.shooter.laterOffer': witness('crown', 'line-bettors', (book) =>
    asks(
      after(book, ...line(book), { do: 'pass', player: 'a' }, { do: 'take', player: 'a', wager: 'pass' }),
      {
        do: 'offer',
        by: stick(book),
      },
    ),
  ),
  'conduct.shooter.offered': witness('crown', 'complete-set', (book) =>
    asks(after(book, ...line(book), ...offTable(book, ['1a']), { do: 'pass', player: 'a' }), {
      do: 'offer',
      by: stick(book),
    }),
  ),
  'conduct.shooter.toThrow': witness('aruze', 'line-wager', (book) =>
    asks(needing(wagered(book), 5_000), PERIOD_ENDS),
  ),
  'conduct.shooter.toKeepThrowing': witness('star', 'shooting-value', (book) =>
    asks(needing(after(book, ...line(book), ...throws(book, [2, 2])), 5_000), { do: 'throw', player: 'a' }),
  ),
  'conduct.shooter.mayAuthorise': witness('crown', 'nobody', (book) =>
    asks(after(book, ...line(book)), { do: 'authorise', player: 'a', thrower: 'b' }),
  ),
  'conduct.shooter.withoutLine': witness('crown', 'passes', (book) =>
    asks(after(book, { do: 'offer', by: stick(book) }, { do: 'accept', player: 'a' }), {
      do: 'ask-line',
      by: stick(book),
    }),
  ),
  'conduct.shooter.refusesLine': witness('crown', 'passes', (book) =>
    asks(
      after(
        book,
        ...line(book, 'dont-pass'),
        ...throws(book, [2, 2]),
        { do: 'take', player: 'a', wager: 'dont-pass' },
        { do: 'ask-line', by: stick(book) },
      ),
      { do: 'refuse-line', player: 'a' },
    ),
  ),
  'conduct.shooter.passMidPoint': witness('crown', 'point-stands', (book) =>
    asks(after(book, ...line(book), ...throws(book, [2, 2])), { do: 'pass', player: 'a' }),
  ),
  'conduct.shooter.givesUpOn': witness('star', 'line-wager-lost', (book) =>
    asks(after(book, ...line(book), ...throws(book, [1, 1]).slice(0, 2)), throws(book, [1, 1])[2] as Command),
  ),
  'conduct.shooter.nobodyTakes': witness('star', 'offered-again', (book) =>
    asks(
      after(
        book,
        { do: 'bet', player: 'a', wager: 'field', amount: 500 },
        ...['a', 'b'].flatMap((player) => [
          { do: 'offer', by: stick(book) },
          { do: 'decline', player },
        ]),
      ),
      { do: 'offer', by: stick(book) },
    ),
  ),
  'conduct.face': witness('crown', 'box-decides-or-rethrow', (book) =>
    asks(after(book, ...line(book), { do: 'throw', player: 'a' }), {
      do: 'decide-face',
      rethrow: true,
      by: byFor(book, 'decide-face'),
    }),
  ),
  'conduct.wagers.lateUntil': witness('crown', 'not-late', (book) =>
    asks(after(book, ...line(book), { do: 'throw', player: 'a' }), {
      do: 'bet',
      player: 'b',
      wager: 'field',
      amount: 500,
      by: byFor(book, 'confirm-late-wager'),
    }),
  ),
  'conduct.wagers.lateConfirmations': witness('crown', 2, (book) =>
    asks(after(book, ...line(book), { do: 'throw', player: 'a' }), {
      do: 'bet',
      player: 'b',
      wager: 'field',
      amount: 500,
      by: byFor(book, 'confirm-late-wager'),
    }),
  ),
  'conduct.wagers.oral': witness('crown', 'no', (book) => {
    const full = after(book, ...line(book));
    const alone = tell(full, { do: 'staff-leave', person: 'x-stickperson' });
    return [full, alone].map((told) =>
      asks(told, {
        do: 'bet',
        player: 'b',
        wager: 'field',
        amount: 500,
        oral: true,
        by: byFor(book, 'confirm-oral-wager'),
        confirmed: top(book),
      }),
    );
  }),
  'conduct.wagers.oralConfirmations': witness('crown', 1, (book) =>
    asks(after(book, ...line(book)), {
      do: 'bet',
      player: 'b',
      wager: 'field',
      amount: 500,
      oral: true,
      by: byFor(book, 'confirm-oral-wager'),
    }),
  ),
  'conduct.wagers.noMoreBets': witness('crown', 'announced', (book) =>
    asks(after(book, ...line(book)), { do: 'no-more-bets', by: byFor(book, 'call-total') }),
  ),
  'conduct.wagers.removalEnds': witness('crown', 'at-the-throw', (book) =>
    asks(
      after(
        book,
        ...line(book),
        { do: 'bet', player: 'b', wager: 'field', amount: 500 },
        { do: 'throw', player: 'a' },
      ),
      { do: 'take', player: 'b', wager: 'field' },
    ),
  ),
  'conduct.wagers.tokens': witness('aruze', 'chips-only', (book) =>
    asks(plainTable(book), { do: 'collect', player: 'a' }),
  ),
  'conduct.wagers.cashless': witness('star-2024', 'no', (book) =>
    asks(
      after(book, { do: 'sit', player: 'c', seat: 3, bankroll: 0, chips: true, card: 'k1', by: stick(book) }),
      { do: 'chips', player: 'c', amount: 500, with: 'cashless', by: stick(book) },
    ),
  ),
  'conduct.wagers.card': witness('crown', 'own-card', (book) =>
    asks(plainTable(book), { do: 'bet', player: 'a', wager: 'pass', amount: 500 }),
  ),
  'conduct.notices.raiseMinimum': witness('crown', { minutes: 0 }, (book) =>
    asks(plainTable(book), {
      do: 'post-sign',
      limits: { default: { min: 1_000, max: 100_000 } },
      from: 60_000,
      by: byFor(book, 'show-sign'),
    }),
  ),
  'conduct.notices.closing': witness('crown', 'sign', (book) =>
    asks(plainTable(book), { do: 'announce-closing', by: byFor(book, 'close-table') }),
  ),
  'conduct.notices.closingMinutes': witness('star', { minutes: 0 }, (book) =>
    asks(plainTable(book), { do: 'announce-closing', from: 60_000, by: byFor(book, 'close-table') }),
  ),
  'conduct.people.limitPlayers': witness('star-2024', 'no', (book) =>
    asks(plainTable(book), { do: 'limit-players', most: 5, by: byFor(book, 'limit-players') }),
  ),
  'conduct.people.idleRounds': witness('star', { rounds: 0, whenFull: false }, (book) =>
    asks(plainTable(book), { do: 'vacate', player: 'b', by: byFor(book, 'vacate-idle') }),
  ),
  'conduct.people.severalPlaces': witness('star', 'yes', (book) =>
    asks(plainTable(book), { do: 'sit', player: 'c', person: 'a', seat: 3, bankroll: 0 }),
  ),
  'conduct.invalidWagers': witness('star-2024', 'none', (book) =>
    asks(after(book, { do: 'bet', player: 'a', wager: 'pass', amount: 500 }), {
      do: 'find-invalid',
      player: 'a',
      by: byFor(book, 'void-wagers'),
    }),
  ),
  'conduct.invalidation.refund': witness('crown', 'may', (book) =>
    asks(after(book, ...line(book), ...throws(book, [1, 1])), {
      do: 'invalidate',
      ground: 'fire',
      money: 'stands',
      by: byFor(book, 'invalidate-outcome'),
    }),
  ),
  'conduct.invalidation.forfeit': witness('star', 'nobody', (book) =>
    asks(after(book, ...line(book), ...throws(book, [1, 1])), {
      do: 'invalidate',
      ground: book.conduct.invalidation.fraud[0]?.id,
      forfeit: ['a'],
      by: top(book),
    }),
  ),
  'conduct.round.shootSeconds': witness(
    'aruze',
    3,
    (book) => tell(wagered(book), PERIOD_ENDS).table.deadline,
  ),
};

/** A fact about things, for people to measure: nothing that an engine could do otherwise. */
const FACTS = ['conduct.dice.faceMm'];

const isOpen = ({ path, values }: Policy): boolean =>
  (values === null || values.length > 1) && !FACTS.includes(path);
const open = POLICIES.filter(isOpen);

const named = open.filter(({ values }) => values !== null);

/** Values that the books word differently and that come to the same, and why. */
const ALIKE: Readonly<Record<string, { readonly values: readonly unknown[]; readonly why: string }>> = {
  'calls.covers': {
    values: ['named', 'all-similar'],
    why: 'R4: a call covers all of that kind, or the numbers named; some books say so, some leave it to the ruling',
  },
  'conduct.dice.oldSet': {
    values: ['while-shooter', 'until-seven-out'],
    why: 'the dice move on with a 7 out, and the next shooter is offered the new set',
  },
  'conduct.dice.sameDiceBack': {
    values: ['on-request', 'if-recovered-at-once'],
    why: 'a die goes back to the shooter who still waits for it; whether that was at once is for the box to see',
  },
  'conduct.shooter.nobodyTakes': {
    values: ['offered-again', 'machine-shoots'],
    why: 'no machine shoots on a felt; at a terminal the round itself says when it does',
  },
  'conduct.face': {
    values: ['box-decides', 'sensors'],
    why: 'what sensors read nobody disputes at the table: no role has the power to decide it there',
  },
  'conduct.wagers.lateUntil': {
    values: ['dice-at-rest', 'result-called', 'period-end'],
    why: 'R19: dice at rest are called at once; a period ends by its own phase, not by a throw from the hand',
  },
  'conduct.wagers.lateConfirmations': {
    values: [0, 1],
    why: 'whoever enters a late wager is its first confirmation',
  },
  'conduct.wagers.oralConfirmations': {
    values: [0, 1],
    why: 'whoever enters an oral wager is its first confirmation',
  },
  'conduct.wagers.removalEnds': {
    values: ['at-the-throw', 'period-end'],
    why: 'a period ends by its own phase, before the dice roll',
  },
  'conduct.wagers.tokens': {
    values: ['as-chips', 'converted', 'chips-only'],
    why: 'what a dealer takes for chips is before the table counts them',
  },
};

describe('every policy that can be otherwise', () => {
  it('has a witness, and every witness a policy', () => {
    expect(Object.keys(WITNESSES).sort()).toEqual(open.map(({ path }) => path).sort());
  });

  it.each(open)('$path changes what the engine does', (policy) => {
    const { book: id, to, sees } = WITNESSES[policy.path] as Witness;
    const book = RULEBOOKS[id];
    const other = flipped(book, policy, to);
    if (policy.values) expect(policy.values).toContain(to);
    expect(hashRulebook(other)).not.toBe(hashRulebook(book));
    expect(sees(other)).not.toEqual(sees(book));
  });

  it.each(named)(
    '$path: each of its values has an effect of its own, but for those said to act alike',
    (policy) => {
      const { book: id, sees } = WITNESSES[policy.path] as Witness;
      const groups = new Map<string, unknown[]>();
      for (const value of policy.values ?? []) {
        const seen = JSON.stringify(sees(flipped(RULEBOOKS[id], policy, value))) ?? 'nothing';
        groups.set(seen, [...(groups.get(seen) ?? []), value]);
      }
      const alike = [...groups.values()].filter((values) => values.length > 1);
      expect(alike).toEqual(ALIKE[policy.path] ? [ALIKE[policy.path]?.values] : []);
    },
  );

  it('only policies there are have values that act alike', () => {
    expect(Object.keys(ALIKE).filter((path) => !named.some((policy) => policy.path === path))).toEqual([]);
  });
});
