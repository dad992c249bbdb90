// What the books say in passing, each once: found by changing the engine and seeing that no test noticed.
import { describe, expect, test } from 'vitest';
import { gameAt, playAt, puts, refusalAt, rolledAt, type Setting, takes, throws } from '../../test/play.js';
import { checkRecords } from '../../test/record.js';
import { chipSet } from '../chips.js';
import type { Dice } from '../dice.js';
import { rulebook } from '../rulebooks/index.js';
import { findSpot, type Spot, spotOf } from '../wager.js';
import { applyHeld, applyRolled, type RolledFact } from './apply.js';
import { whyNotNow } from './bet.js';
import { whyNotCallable } from './call.js';
import { commissionDue } from './commission.js';
import { decisionsOf } from './decisions.js';
import { amountsOf } from './fit.js';
import { bet, type Game, type Player, roll, take, type Wager } from './index.js';
import type { Fields } from './input.js';
import { oddsLimit, oddsSpotOf } from './limits.js';
import { nameOf } from './names.js';
import { optionsOn } from './options.js';
import { makeSelection, restoreGame, saveGame } from './save.js';
import { movedTo, nothingOn } from './state.js';

const ann = (game: Game): Player => game.players[0] as Player;
const lastWager = (setting: Setting, ...lines: readonly Fields[]): Wager =>
  ann(gameAt(setting, ...lines)).wagers.at(-1) as Wager;
const star: Setting = { book: 'star' };
const crown: Setting = { book: 'crown' };
const adelaide: Setting = { book: 'adelaide' };

/** The same game, with limits of ann's own. */
const withOwnLimits = (game: Game): Game => ({
  ...game,
  players: game.players.map((player) => ({ ...player, limit: { min: 1_000, max: 200_000 } })),
});
const asked = (wager: 'field' | 'pass-odds', amount: number) => ({ player: 'ann', wager, amount });

describe('small print', () => {
  test('crown 4.4: what is added to a wager keeps it on the unit of the sign, wherever it stands', () => {
    const sign = { limits: { default: { min: 500, max: 5_000, unit: 300 } } };
    expect(refusalAt({ book: 'crown', sign }, puts('field', 500), puts('field', 400))).toMatchObject({
      code: 'off-unit',
      clause: '4.4',
      nearest: 300,
    });
    expect(refusalAt({ book: 'crown', sign }, puts('field', 800), puts('field', 500))).toMatchObject({
      nearest: 600,
    });
  });

  test('adelaide 4(m), 4(n): without Big 6 and Big 8 everything else is on the layout', () => {
    const setting = { book: 'adelaide', sign: { big68: false } } as const;
    expect(refusalAt(setting, puts('field', 500))).toBeNull();
    expect(refusalAt(setting, puts('place', 600, { number: 6 }))).toBeNull();
  });

  test('crown 4.3: limits of a player’s own bind the wagers that the sign limits, and odds as little as it does', () => {
    const game = withOwnLimits(gameAt({ book: 'crown' }, puts('pass', 1_000), throws(2, 2)));
    expect(bet(game, asked('field', 500))).toMatchObject({
      ok: false,
      refused: { code: 'below-minimum', clause: '4.3', nearest: 1_000 },
    });
    expect(bet(game, asked('pass-odds', 500))).toMatchObject({ ok: true });
  });
});

describe('names', () => {
  test('adelaide 4(k): a hardway is called by its one number', () => {
    expect(nameOf(rulebook('adelaide'), spotOf('hardway', 8))).toBe('Hardway 8');
  });

  test('a wager that the book has not is called by its id', () => {
    expect(nameOf(rulebook('star'), spotOf('world'))).toBe('world');
  });

  test('a name of just the length that is shown is shown whole', () => {
    const name = 'x'.repeat(38);
    expect(refusalAt(star, puts('field', 500, { player: name }))?.message).toBe(
      `player "${name}" is not at the table`,
    );
  });

  test('the numbers of a come wager are told, and not its box', () => {
    expect(refusalAt(star, puts('come', 500, { number: 7 }))?.message).toBe(
      'number 7 does not fit come: one of 4, 5, 6, 8, 9, 10',
    );
  });
});

describe('what a wager remembers', () => {
  test('placed it is not found, and within the sign it has no marks', () => {
    expect(lastWager(star, puts('field', 500))).toStrictEqual({
      ...nothingOn(spotOf('field')),
      amount: 500,
      added: 500,
      found: false,
    });
    const multiples = { ...adelaide, sign: { multiplesOfMinimum: true } };
    expect(lastWager(multiples, puts('field', 500))).not.toHaveProperty('multiple');
  });

  test('star 7.3: found at the maximum all of it counts', () => {
    const found = { found: true };
    expect(lastWager(star, puts('field', 10_000, found))).not.toHaveProperty('counts');
    expect(lastWager(star, puts('field', 10_100, found))).toMatchObject({ counts: 10_000 });
  });

  test('crown 5.1.1(c): one that came to the rescue has no other marks', () => {
    const rescue = { ...nothingOn(spotOf('come')), rescue: true } as const;
    expect(movedTo(spotOf('come', 4), rescue)).not.toHaveProperty('counts');
  });

  test('R12: a player with limits of their own has no tokens by that', () => {
    const game = withOwnLimits(gameAt(crown));
    expect(bet(game, asked('field', 1_000))).not.toHaveProperty('value.game.players.0.tokens');
    expect(bet(game, asked('field', 1_000))).toHaveProperty('value.game.players.0.limit');
  });
});

describe('what is told and kept', () => {
  const hop = findSpot({ wager: 'hop', dice: [2, 5] }) as Spot;
  const high = findSpot({ wager: 'horn-high', high: 12 }) as Spot;

  test.each([
    [spotOf('pass'), { wager: 'pass' }],
    [spotOf('place', 6), { wager: 'place', number: 6 }],
    [hop, { wager: 'hop', dice: [2, 5] }],
    [high, { wager: 'horn-high', high: 12 }],
  ])('a spot by its id and what it is about, and no more: %#', (spot, selection) => {
    expect(makeSelection(spot)).toStrictEqual(selection);
    expect(makeSelection(spot)).toBe(makeSelection(spot));
    expect(makeSelection({ ...spot })).toStrictEqual(selection);
  });

  test('a game without vouchers is kept without', () => {
    const game = gameAt(star);
    expect(saveGame(game)).not.toHaveProperty('vouchers');
    expect(restoreGame(game.rulebook, game.sign, saveGame(game))).not.toHaveProperty('vouchers');
  });

  test('the decisions of a book are worked out once', () => {
    expect(decisionsOf(rulebook('star'))).toBe(decisionsOf(rulebook('star')));
  });
});

describe('a record leads to the same game', () => {
  const found = { found: true };
  const LINES: Readonly<Record<string, readonly [Setting, readonly Fields[]]>> = {
    'adelaide 7(c): commission comes back for a part': [
      adelaide,
      [puts('buy', 4_000, { number: 6 }), takes('buy', { number: 6, amount: 1_000 })],
    ],
    'crown 4.2.1: commission comes back with what was found twice under the minimum': [
      { ...crown, sign: { limits: { default: { min: 4_000, max: 10_000 } } } },
      [puts('field', 1_000, found), throws(1, 2), puts('buy', 2_000, { number: 4, ...found }), throws(1, 2)],
    ],
    'star 6.6: called on, it is so when it is placed again': [
      star,
      [
        puts('place', 1_200, { number: 6, stay: true }),
        { do: 'call', player: 'ann', wager: 'place', to: 'on' },
        throws(3, 3),
      ],
    ],
  };

  test.each(Object.entries(LINES))('%s', (_name, [{ book, sign = {} }, lines]) => {
    const limits = { default: { min: 500, max: 10_000 } };
    const opening = [
      { do: 'open', rulebook: book, limits, ...sign },
      { do: 'sit', player: 'ann', seat: 1, bankroll: 50_000 },
    ];
    expect(playAt({ book, sign }, ...lines).refused).toBeNull();
    checkRecords([...opening, ...lines].map((line) => JSON.stringify(line)));
  });

  const nothing: RolledFact = {
    call: 'no-decision',
    point: 6,
    settled: [],
    travelled: [],
    replaced: [],
    warned: [],
  };

  test.each([
    ['point-made', false],
    ['seven-out', false],
    ['no-decision', true],
  ] as const)('R7: a fresh don’t come is held back until the point has a result: %s', (call, held) => {
    const game = applyHeld(gameAt(crown, throws(3, 3)), 'ann');
    expect(ann(game).dontComeHeld).toBe(true);
    expect(ann(applyRolled(game, { ...nothing, call })).dontComeHeld).toBe(held);
  });

  test('a settlement of a stake that does not lie there is impossible, however it adds up', () => {
    const lost = {
      player: 'ann',
      spot: spotOf('field'),
      stake: 900,
      winnings: 0,
      returned: 0,
      collected: 900,
    };
    expect(() => applyRolled(gameAt(star, puts('field', 1_000)), { ...nothing, settled: [lost] })).toThrow(
      'impossible event: a settlement of another stake',
    );
  });
});

describe('a roll', () => {
  const onFive = [throws(4, 2), puts('dont-come', 1_000), throws(2, 3), takes('dont-come', { number: 5 })];

  test('crown 4.2.1: warns a player who is held back, and holds on', () => {
    const { game, warned } = rolledAt(crown, ...onFive, puts('field', 300, { found: true }), throws(1, 2));
    expect(warned).toEqual(['ann']);
    expect(ann(game)).toMatchObject({ warned: true, dontComeHeld: true });
  });

  test('crown 3.4.3: holds nobody back after a result, and warns nobody by that', () => {
    const { game } = rolledAt(crown, ...onFive, throws(3, 4));
    expect(ann(game)).toMatchObject({ warned: false, dontComeHeld: false });
  });

  test('adelaide 14(h): a wager found at the multiple is paid up to the chip', () => {
    // 7 to 6 on $5 is $5.83.
    const setting = { ...adelaide, sign: { multiplesOfMinimum: true } };
    const found = puts('place', 500, { number: 6, found: true });
    expect(rolledAt(setting, throws(2, 2), found, throws(3, 3)).settled).toMatchObject([{ winnings: 600 }]);
  });

  test.each<Dice>([
    [1, 3],
    [1, 1],
  ])('that pays more than can be counted is refused: %d and %d', (...dice) => {
    const game = gameAt({ book: 'aruze' }, puts('field', 502));
    const rich = { ...ann(game), balance: Number.MAX_SAFE_INTEGER };
    const bob = { ...ann(game), name: 'bob', seat: 2, wagers: [] };
    expect(roll({ ...game, players: [rich, bob] }, { dice })).toEqual({
      ok: false,
      refused: {
        code: 'bad-input',
        clause: null,
        message: 'the dice would pay more money than can be counted to the cent',
      },
    });
  });
});

describe('amounts', () => {
  test('the only one that fits may be the highest there is', () => {
    const chips = chipSet([500, 700]);
    const grid = { residue: 200, modulus: 500 };
    expect(amountsOf({ chips, stands: 0, parts: 1, grid, from: 1, to: 700 })).toMatchObject({
      least: 700,
      most: 700,
    });
  });

  test.each([
    [1e12, 1e12],
    [1e12 + 100, 1e12 - 400],
  ])('the nearest to take is one that may be named: of %d, %d', (amount, nearest) => {
    const game = gameAt(star);
    const wagers = [{ ...nothingOn(spotOf('field')), amount }];
    const rich = { ...game, players: [{ ...ann(game), wagers }] };
    expect(take(rich, { player: 'ann', wager: 'field', amount: amount - 150 })).toMatchObject({
      refused: { code: 'not-in-chips', nearest },
    });
  });

  test('R8: odds have no limit but nothing while there is no point', () => {
    expect(oddsLimit(gameAt(star), spotOf('pass-odds'), 1_000)).toBe(0);
    expect(oddsSpotOf(spotOf('come'))).toBeNull();
    expect(oddsSpotOf(spotOf('come', 6))).toBe(spotOf('come-odds', 6));
  });

  test('R8: laid odds without end are not worked out to the cent', () => {
    const game = gameAt({ ...crown, sign: { oddsMultiple: 1e12 } }, throws(3, 3));
    expect(oddsLimit(game, spotOf('dont-pass-odds'), 1e12)).toBe(1e24);
    expect(oddsLimit(game, spotOf('dont-pass-odds'), 100)).toBe(1.2e14);
  });

  test('R9: commission is at the rate of the book, and on what the book offers', () => {
    const game = gameAt(star);
    const { commission } = game.rulebook;
    const lay = { ...commission.lay, value: { ...commission.lay.value, rate: [2, 40] } } as const;
    const twice = { ...game, rulebook: { ...game.rulebook, commission: { ...commission, lay } } };
    expect(commissionDue(game, spotOf('lay', 6), 12_000)).toBe(500);
    expect(commissionDue(twice, spotOf('lay', 6), 12_000)).toBe(500);
    const wagers = { ...game.rulebook.wagers, lay: null };
    const without = { ...game, rulebook: { ...game.rulebook, wagers } };
    expect(commissionDue(without, spotOf('lay', 6), 12_000)).toBe(0);
  });
});

describe('what may be done', () => {
  test('aruze 3.3.6: a terminal offers wagers before the period has closed', () => {
    const game = gameAt({ book: 'aruze' });
    expect(optionsOn(game, ann(game), spotOf('field')).bet).toMatchObject({ may: true });
    expect(whyNotNow(game, ann(game), spotOf('field'), false)).toBeNull();
  });

  test('R4: where nothing is called, what a come out roll leaves alone is not either', () => {
    const game = gameAt(star);
    const { calls } = game.rulebook;
    const covers = { value: 'nothing', clause: '6.6.1' } as const;
    const silent = { ...game, rulebook: { ...game.rulebook, calls: { ...calls, covers } } };
    expect(whyNotCallable(game, 'place')).toBeNull();
    expect(whyNotCallable(silent, 'place')).toEqual({
      code: 'not-callable',
      clause: '6.6.1',
      message: 'Place Bet to Win is never called on or off here.',
    });
  });
});
