// The small print of promotional tokens (star 1.1, 6.2): what is refused and in which words, what cannot have happened,
// what is offered, and how stakes and commission come out of tokens and chips. What they are for: conformance/star/1.1.
import { describe, expect, test } from 'vitest';
import { gameAt, playAt, puts, refusalAt, type Setting, takes, throws } from '../../test/play.js';
import { checkRecords } from '../../test/record.js';
import { must } from '../must.js';
import type { RulebookId } from '../rulebook.js';
import { spotOf, type WagerId } from '../wager.js';
import { applyPlaced, applyReturned, applyRolled, giveTokens, type RolledFact } from './apply.js';
import { bet, type Placed } from './bet.js';
import { commissionBack } from './commission.js';
import type { Fields } from './input.js';
import { options, optionsOn, type SpotTokens } from './options.js';
import { settle } from './roll.js';
import { type Game, nothingOn, type Player, type Wager, wagerAt } from './state.js';
import type { Taken } from './take.js';
import {
  chipsStaked,
  exchange,
  fateOf,
  isSameTerms,
  sayAreas,
  TERMS_FIELDS,
  USUAL_TERMS,
  withTokens,
  withTokensLeft,
} from './tokens.js';

const star: Setting = { book: 'star' };
const poor: Setting = { book: 'star', bankroll: 0 };
const gaps: Setting = {
  book: 'star',
  sign: { chips: [200, 500], limits: { default: { min: 500, max: 10_000 } } },
};
const wide: Setting = { book: 'star', sign: { limits: { default: { min: 500, max: 100_000 } } } };

/** Ann changes a voucher of $20 for tokens, unless it says otherwise. */
const changes = (more: Fields = {}): Fields => ({
  do: 'exchange',
  player: 'ann',
  voucher: 'V-1',
  amount: 2_000,
  ...more,
});
const second = (more: Fields = {}): Fields => changes({ voucher: 'V-2', ...more });
/** A bet with so much of it in tokens. */
const tokenBet = (wager: WagerId, amount: number, tokens: number, more: Fields = {}): Fields =>
  puts(wager, amount, { tokens, ...more });

const ann = (game: Game): Player => game.players[0] as Player;
const wagerOn = (game: Game, wager: WagerId, number?: 4 | 6): Wager | undefined =>
  wagerAt(ann(game), spotOf(wager, number));
const inHand = (game: Game): readonly number[] => (ann(game).tokens ?? []).map(({ amount }) => amount);

function placedAt(setting: Setting, ...lines: readonly Fields[]): Placed {
  const { happened, refused } = playAt(setting, ...lines);
  if (happened?.did !== 'bet') throw new Error(refused?.message ?? 'the last line is no bet');
  return happened.placed;
}
function takenAt(setting: Setting, ...lines: readonly Fields[]): Taken {
  const { happened, refused } = playAt(setting, ...lines);
  if (happened?.did !== 'take') throw new Error(refused?.message ?? 'the last line is no take');
  return happened.taken;
}

describe('a voucher written wrong', () => {
  test.each<[Fields, string]>([
    [{ x: 1 }, 'unknown field "x" in exchange'],
    [{ player: 'bob' }, 'player "bob" is not at the table'],
    [{ player: 5 }, 'player 5 is not at the table'],
    [{ voucher: '' }, 'voucher must be the number of a voucher'],
    [{ amount: 0 }, 'amount must be a positive whole number of cents, at most 10^12'],
    [{ wagers: 'field' }, 'wagers must be a list of wager ids'],
    [{ wagers: [] }, 'wagers must be a list of wager ids'],
    [{ wagers: ['pass', 'feild'] }, 'wagers: wager "feild" is not a wager id; did you mean field?'],
    [{ wagers: ['pass-odds'] }, 'wagers: pass-odds are odds, and odds is not true'],
    [{ odds: 'yes' }, 'odds must be true or false'],
    [{ commission: 1 }, 'commission must be true or false'],
    [{ win: 'doubled' }, 'win must be one of taken, returned'],
    [{ loss: null }, 'loss must be one of taken, returned'],
    [{ push: 0 }, 'push must be one of taken, returned'],
    [
      { wagers: ['pass', 'world'] },
      'wagers: world is not among the wagers of The Star Sydney, Craps (earlier rules): pass, dont-pass, come, dont-come, pass-odds, dont-pass-odds, come-odds, dont-come-odds, place, place-lose, buy, lay, hardway, big-6, big-8, field, any-seven, any-craps, craps-2, craps-3, craps-12, eleven, craps-eleven, horn, horn-high',
    ],
  ])('%j: %s', (fields, message) => {
    expect(refusalAt(star, changes(fields))).toEqual({ code: 'bad-input', clause: null, message });
  });

  test('no voucher at all', () => {
    expect(exchange(gameAt(star), 5 as never)).toMatchObject({
      refused: { code: 'bad-input', message: 'an exchange must be an object' },
    });
  });
});

describe('a voucher', () => {
  const termsOf = (more: Fields) => ann(gameAt(star, changes(more))).tokens?.[0]?.terms;

  test('R91: is as usual where it says nothing', () => {
    expect(termsOf({})).toEqual({
      wagers: null,
      odds: false,
      commission: false,
      win: 'taken',
      loss: 'taken',
      push: 'returned',
    });
    expect(USUAL_TERMS).toEqual(termsOf({}));
  });

  test('may name odds that it is for', () => {
    const terms = { wagers: ['pass-odds'], odds: true };
    expect(termsOf(terms)).toMatchObject(terms);
  });

  test('is known again by all of its conditions', () => {
    const others = { wagers: ['pass'], odds: true, commission: true, win: 'returned', loss: 'returned' };
    const all = { ...others, push: 'taken' } as const;
    expect(isSameTerms(USUAL_TERMS, { ...USUAL_TERMS })).toBe(true);
    for (const field of TERMS_FIELDS)
      expect(isSameTerms(USUAL_TERMS, { ...USUAL_TERMS, [field]: all[field] })).toBe(false);
  });

  test('R94: is good once', () => {
    expect(refusalAt(star, changes(), changes())).toEqual({
      code: 'nothing-to-do',
      clause: '6.2',
      ruling: 'R94',
      message: 'Voucher V-1 has been exchanged: it is good once.',
    });
  });

  test.each([
    [550, { nearest: 500 }, '$5.50'],
    [50, {}, '$0.50'],
  ])('star 6.2: of %d cents is in no tokens of the table', (amount, nearest, dollars) => {
    expect(refusalAt(star, changes({ amount }))).toEqual({
      code: 'not-in-chips',
      clause: '6.2',
      ruling: 'R92',
      message: `Voucher V-1 of ${dollars} cannot be made in this table's tokens, which are of the value of its chips.`,
      ...nearest,
    });
  });

  test.each<[RulebookId, string, string]>([
    [
      'crown',
      '3.3.2',
      'Tokens and vouchers are changed into chips at once: buy chips with the voucher, and wager those.',
    ],
    ['adelaide', '5(b)', 'Wagers are made in chips alone: there are no tokens here.'],
    ['aruze', '3.3.3', 'A terminal takes credits: there are no tokens here.'],
  ])('is no tokens at %s (%s)', (book, clause, message) => {
    const refused = { code: 'not-allowed', clause, message };
    expect(refusalAt({ book }, changes())).toEqual(refused);
    expect(refusalAt({ book }, tokenBet('field', 500, 500))).toEqual(refused);
  });

  test('says its areas in the words of the book', () => {
    const game = gameAt(star);
    expect(sayAreas(game, { ...USUAL_TERMS, wagers: ['pass', 'world'] })).toBe('Win Line, world');
    expect(sayAreas(game, USUAL_TERMS)).toBe('');
  });

  test('stays exchanged through bets and rolls, and nobody has any who brought none', () => {
    const played = [puts('field', 500), throws(1, 2)];
    expect(gameAt(star, changes(), ...played.slice(0, 1)).vouchers).toEqual(['V-1']);
    expect(gameAt(star, changes(), ...played).vouchers).toEqual(['V-1']);
    expect(gameAt(star, ...played.slice(0, 1))).not.toHaveProperty('vouchers');
    expect(gameAt(star, ...played)).not.toHaveProperty('vouchers');
  });
});

describe('a bet in tokens that is written wrong', () => {
  test.each<[Fields, string]>([
    [{ voucher: 'V-1' }, 'voucher goes with tokens'],
    [{ tokens: 0 }, 'tokens must be a positive whole number of cents'],
    [{ tokens: 600 }, 'tokens are a part of amount: they cannot be more'],
    [{ tokens: 500, voucher: '' }, 'voucher must be the number of a voucher'],
    [{ tokens: 500 }, 'voucher must say which tokens: V-1, V-2'],
  ])('%j: %s', (fields, message) => {
    expect(refusalAt(star, changes(), second(), puts('field', 500, fields))).toEqual({
      code: 'bad-input',
      clause: null,
      message,
    });
  });
});

describe('which tokens are meant', () => {
  const voucherOf = (...lines: readonly Fields[]) => placedAt(star, ...lines).tokens?.voucher;

  test('the only ones that may lie there', () => {
    const lines = [changes({ wagers: ['pass'] }), second({ wagers: ['field'] })];
    expect(voucherOf(...lines, tokenBet('field', 500, 500))).toBe('V-2');
    expect(voucherOf(...lines, tokenBet('pass', 500, 500))).toBe('V-1');
  });

  test('the only ones that are left', () => {
    const spent = tokenBet('field', 2_000, 2_000, { voucher: 'V-1' });
    expect(voucherOf(changes(), second(), spent, tokenBet('pass', 500, 500))).toBe('V-2');
  });

  test('those that lie there', () => {
    const lies = tokenBet('field', 500, 500, { voucher: 'V-2' });
    expect(voucherOf(changes(), second(), lies, tokenBet('field', 500, 500))).toBe('V-2');
  });
});

describe('tokens that may not be put there (R92)', () => {
  const pass = [puts('pass', 1_000), throws(2, 2)];
  const come = [...pass, puts('come', 1_000), throws(3, 3)];

  test.each<[code: string, message: string, lines: readonly Fields[]]>([
    [
      'insufficient',
      'ann holds no tokens: a voucher is exchanged first.',
      [puts('field', 500), tokenBet('field', 500, 500)],
    ],
    [
      'insufficient',
      'ann holds no tokens of voucher V-9: a voucher is exchanged first.',
      [changes(), tokenBet('field', 500, 500, { voucher: 'V-9' })],
    ],
    [
      'insufficient',
      'ann holds no tokens of voucher V-1: a voucher is exchanged first.',
      [changes(), tokenBet('field', 2_000, 2_000), tokenBet('field', 500, 500, { voucher: 'V-1' })],
    ],
    [
      'insufficient',
      '$25 in tokens is more than the $20 held of voucher V-1.',
      [changes(), tokenBet('field', 2_500, 2_500)],
    ],
    [
      'not-eligible',
      'Field: the tokens of voucher V-1 are for Win Line, Horn only.',
      [changes({ wagers: ['pass', 'horn'] }), tokenBet('field', 500, 500)],
    ],
    [
      'not-eligible',
      'Field: the tokens of voucher V-1 are for Win Line only.',
      [changes({ wagers: ['pass'], odds: true }), tokenBet('field', 500, 500)],
    ],
    [
      'not-eligible',
      'Behind the Win Line: the tokens of voucher V-1 are not for odds; put chips there.',
      [changes(), ...pass, tokenBet('pass-odds', 500, 500)],
    ],
    [
      'not-eligible',
      'Behind the Come 6: the tokens of voucher V-1 are for Win Line only.',
      [changes({ wagers: ['pass'], odds: true }), ...come, tokenBet('come-odds', 500, 500, { number: 6 })],
    ],
    [
      'not-eligible',
      'Field: tokens of voucher V-1 lie there; add those, or chips.',
      [
        changes(),
        second(),
        tokenBet('field', 500, 500, { voucher: 'V-1' }),
        tokenBet('field', 500, 500, { voucher: 'V-2' }),
      ],
    ],
    [
      'not-in-chips',
      'Field: $10.50 in tokens cannot be made.',
      [changes(), tokenBet('field', 500, 500), tokenBet('field', 1_000, 550)],
    ],
    [
      'indivisible',
      'Horn: $5 in tokens cannot be made in 4 equal shares.',
      [changes(), tokenBet('horn', 800, 500)],
    ],
  ])('%s: %s', (code, message, lines) => {
    expect(refusalAt(star, ...lines)).toEqual({ code, clause: '6.2', ruling: 'R92', message });
  });

  test('odds may be in tokens of a voucher for the wager that they back', () => {
    const lines = [changes({ wagers: ['come'], odds: true }), ...come];
    expect(placedAt(star, ...lines, tokenBet('come-odds', 500, 500, { number: 6 })).tokens).toEqual({
      voucher: 'V-1',
      amount: 500,
    });
  });

  test('what chips cannot make, tokens cannot', () => {
    expect(refusalAt(gaps, changes(), tokenBet('field', 900, 300))).toMatchObject({
      code: 'not-in-chips',
      message: 'Field: $3 in tokens cannot be made.',
    });
  });
});

describe('the nearest amount, tokens with it', () => {
  const nearly = [changes(), puts('field', 9_500)];

  test('is told where it would be taken', () => {
    expect(refusalAt(star, ...nearly, tokenBet('field', 600, 500))).toMatchObject({
      code: 'above-maximum',
      nearest: 500,
      message: 'Field: $101 is above the maximum of $100. Nearest: $5.',
    });
  });

  test('is not told where it is less than the tokens put down', () => {
    expect(refusalAt(star, ...nearly, tokenBet('field', 600, 600))).toStrictEqual({
      code: 'above-maximum',
      clause: '7.1',
      message: 'Field: $101 is above the maximum of $100.',
    });
  });

  test('nor where there is none', () => {
    expect(refusalAt(poor, changes({ amount: 300 }), tokenBet('field', 500, 300))).toStrictEqual({
      code: 'insufficient',
      clause: null,
      message: 'Field: $5 is more than the $3 you have.',
    });
  });
});

describe('a stake of tokens', () => {
  test('takes no money, and chips may be added to it', () => {
    const { game, tokens, amount } = placedAt(poor, changes(), tokenBet('field', 500, 500));
    expect([tokens, amount]).toEqual([{ voucher: 'V-1', amount: 500 }, 500]);
    expect([ann(game).balance, inHand(game)]).toEqual([0, [1_500]]);
    const both = gameAt(star, changes(), tokenBet('field', 500, 500), puts('field', 700));
    expect(wagerOn(both, 'field')).toMatchObject({ amount: 1_200, tokens: { voucher: 'V-1', amount: 500 } });
    expect(placedAt(star, changes(), puts('field', 500))).not.toHaveProperty('tokens');
  });

  test('star 7.2: may be found under the minimum', () => {
    expect(refusalAt(star, changes(), tokenBet('field', 300, 300))?.code).toBe('below-minimum');
    expect(refusalAt(star, changes(), tokenBet('field', 300, 300, { found: true }))).toBeNull();
  });

  test('R1: goes up again when its tokens come back, without a cent of the player’s', () => {
    const lines = [
      changes({ win: 'returned' }),
      puts('dont-pass', 500),
      throws(2, 2),
      takes('dont-pass'),
      tokenBet('place', 1_200, 1_200, { number: 6, stay: true }),
    ];
    const down = gameAt({ ...poor, bankroll: 500 }, ...lines);
    const none = { ...down, players: [{ ...ann(down), balance: 0 }] };
    const { game, replaced } = settle(none, [3, 3]);
    expect(replaced).toEqual([
      { player: 'ann', spot: spotOf('place', 6), amount: 1_200, commission: 0, tokens: 1_200 },
    ]);
    expect([ann(game).balance, inHand(game)]).toEqual([1_400, [800]]);
    expect(wagerOn(game, 'place', 6)?.tokens).toEqual({ voucher: 'V-1', amount: 1_200 });
  });

  test('R91: what a push does is not done when it wins or loses', () => {
    const terms = { push: 'taken', win: 'returned', loss: 'returned' };
    const after = (...dice: [number, number]) =>
      inHand(gameAt(star, changes(terms), tokenBet('dont-pass', 500, 500), throws(...dice)));
    expect([after(1, 1), after(1, 2), after(5, 6)]).toEqual([[1_500], [2_000], [2_000]]);
  });

  test('of a voucher that nobody knows goes as usual (R91)', () => {
    const player = ann(gameAt(star));
    const lie = { voucher: 'V-9', amount: 500 };
    expect(fateOf(player, lie, 'won', 500, 0)).toEqual({ voucher: 'V-9', returned: 0, taken: 500 });
    expect(fateOf(player, lie, 'void', 500, 0)).toEqual({ voucher: 'V-9', returned: 500, taken: 0 });
    expect(withTokens(player, 'V-9', 500).tokens).toEqual([]);
  });

  test('is no money in what is said of money', () => {
    expect(chipsStaked({ stake: 1_000 })).toBe(1_000);
    const tokens = { voucher: 'V-1', returned: 300, taken: 200 };
    expect(chipsStaked({ stake: 1_000, tokens })).toBe(500);
  });
});

describe('commission in tokens (R92)', () => {
  const pays = (amount: number): Fields => changes({ amount, commission: true });
  const buys = (amount: number, tokens = amount, more: Fields = {}): Fields =>
    tokenBet('buy', amount, tokens, { number: 6, ...more });

  test('is paid where the voucher says so, as far as tokens are left', () => {
    const all = placedAt({ ...wide, bankroll: 0 }, pays(4_200), buys(4_000));
    expect(all).toMatchObject({
      commission: 0,
      tokens: { voucher: 'V-1', amount: 4_000, commission: 200 },
    });
    expect([ann(all.game).balance, all.game.house, inHand(all.game)]).toEqual([0, 0, [0]]);
    const some = placedAt(wide, pays(4_100), buys(4_000));
    expect(some).toMatchObject({ commission: 100, tokens: { commission: 100 } });
    expect([ann(some.game).balance, inHand(some.game)]).toEqual([49_900, [0]]);
    const none = placedAt(wide, pays(4_000), buys(4_000));
    expect(none).toMatchObject({ commission: 200, tokens: { voucher: 'V-1', amount: 4_000 } });
    expect(none.tokens).not.toHaveProperty('commission');
  });

  test('counts as paid when more is bought, in tokens or in chips', () => {
    const twice = placedAt({ ...wide, bankroll: 0 }, pays(4_200), buys(2_000), buys(2_000));
    expect(twice.tokens).toEqual({ voucher: 'V-1', amount: 2_000, commission: 100 });
    expect(wagerOn(twice.game, 'buy', 6)).toMatchObject({
      amount: 4_000,
      commission: 0,
      tokens: { amount: 4_000, commission: 200 },
    });
    const plain = placedAt(
      { ...wide, bankroll: 2_100 },
      pays(2_100),
      buys(2_000),
      puts('buy', 2_000, { number: 6 }),
    );
    expect([plain.commission, ann(plain.game).balance]).toEqual([100, 0]);
  });

  test('is on the whole wager when little is added', () => {
    // 5% of $19 is in no chips; of $20 it is $1.
    const { tokens } = placedAt({ ...wide, bankroll: 0 }, pays(2_100), buys(1_900), buys(100));
    expect(tokens).toEqual({ voucher: 'V-1', amount: 100, commission: 100 });
  });

  test('star 7.3: is on what counts of a wager found over the maximum', () => {
    // $5 on $100, not $10 on $200: tokens pay those $5 and none of the stake.
    const lines = [pays(21_000), buys(20_000, 19_500, { found: true })];
    expect(refusalAt({ ...star, bankroll: 499 }, ...lines)).toMatchObject({ code: 'insufficient' });
    expect(placedAt({ ...star, bankroll: 500 }, ...lines)).toMatchObject({
      commission: 0,
      marks: { counts: 10_000 },
      tokens: { commission: 500 },
    });
  });

  test('is used up: at a book that gives commission back it counts towards what is due on the rest', () => {
    const wager: Wager = {
      ...nothingOn(spotOf('buy', 6)),
      amount: 4_000,
      commission: 100,
      tokens: { voucher: 'V-1', amount: 500, commission: 100 },
    };
    const back = (rest: number) => commissionBack(gameAt({ book: 'adelaide' }), wager, rest);
    expect([back(4_000), back(2_000), back(0)]).toEqual([0, 100, 100]);
  });
});

describe('taking down what is tokens in part (R92)', () => {
  const wrong = { code: 'bad-input', message: 'tokens must say how much of amount is tokens, in cents' };
  const half = [changes(), tokenBet('field', 2_000, 1_500)];

  test.each<Fields>([
    { amount: 500, tokens: 'all' },
    { amount: 500, tokens: -1 },
    { tokens: 500 },
    { amount: 500, tokens: 501 },
  ])('is written wrong: %j', (fields) => {
    expect(refusalAt(star, ...half, takes('field', fields))).toMatchObject(wrong);
  });

  test.each<Fields>([
    { amount: 1_600, tokens: 0 },
    { amount: 1_600, tokens: 1_600 },
  ])('is more than lies there: %j', (fields) => {
    expect(refusalAt(star, changes(), tokenBet('field', 3_000, 1_500), takes('field', fields))).toEqual({
      code: 'no-such-wager',
      clause: null,
      message: 'Field: of its $30, $15 is tokens.',
    });
  });

  test('chips come down first, unless it is said how many tokens', () => {
    const first = takenAt(star, ...half, takes('field', { amount: 700 }));
    expect(first).toMatchObject({ taken: 700, tokens: 200 });
    expect(wagerOn(first.game, 'field')).toMatchObject({ amount: 1_300, tokens: { amount: 1_300 } });
    const said = takenAt(star, ...half, takes('field', { amount: 700, tokens: 700 }));
    expect([ann(said.game).balance, inHand(said.game)]).toEqual([49_500, [1_200]]);
    const chips = takenAt(star, ...half, takes('field', { amount: 500, tokens: 0 }));
    expect(chips).not.toHaveProperty('tokens');
  });

  test('nothing is left of tokens that have all come down', () => {
    const lines = [...half, takes('field', { amount: 1_500, tokens: 1_500 })];
    expect(wagerOn(gameAt(star, ...lines), 'field')).not.toHaveProperty('tokens');
    const bare = nothingOn(spotOf('field'));
    expect(withTokensLeft(bare, 0)).toEqual(bare);
  });

  test('what stays must be tokens that can be made', () => {
    const left = (dollars: string, name: string) => ({
      code: 'indivisible',
      clause: null,
      ruling: 'R92',
      message: `${name}: ${dollars} in tokens cannot be left there. Take all of it.`,
    });
    const horn = [changes(), tokenBet('horn', 1_600, 800)];
    expect(refusalAt(star, ...horn, takes('horn', { amount: 800, tokens: 300 }))).toEqual(left('$5', 'Horn'));
    expect(refusalAt(star, ...horn, takes('horn', { amount: 800, tokens: 400 }))).toBeNull();
    expect(refusalAt(star, ...horn, takes('horn', { amount: 800, tokens: 800 }))).toBeNull();
    const field = [changes(), tokenBet('field', 1_600, 800)];
    expect(refusalAt(gaps, ...field, takes('field', { amount: 800, tokens: 500 }))).toEqual(
      left('$3', 'Field'),
    );
  });

  test('odds that come down with their wager come down in tokens too (R8)', () => {
    const lines = [
      changes({ odds: true }),
      puts('dont-pass', 1_000),
      throws(3, 3),
      tokenBet('dont-pass-odds', 1_200, 500),
    ];
    const taken = takenAt(star, ...lines, takes('dont-pass'));
    expect(taken.alsoReturned).toEqual([{ spot: spotOf('dont-pass-odds'), amount: 1_200, tokens: 500 }]);
    expect([ann(taken.game).balance, inHand(taken.game)]).toEqual([50_000, [2_000]]);
    const chips = takenAt(star, ...lines.slice(1, 3), puts('dont-pass-odds', 1_200), takes('dont-pass'));
    expect(chips.alsoReturned).toEqual([{ spot: spotOf('dont-pass-odds'), amount: 1_200 }]);
  });
});

describe('what is offered in tokens', () => {
  const offeredAt = (wager: WagerId, ...lines: readonly Fields[]): SpotTokens | undefined => {
    const game = gameAt(star, ...lines);
    return optionsOn(game, ann(game), spotOf(wager)).tokens;
  };

  test('what each voucher makes, and what lies there', () => {
    expect(offeredAt('field', changes(), second({ wagers: ['pass'] }), tokenBet('field', 600, 500))).toEqual({
      stands: 500,
      offers: [
        { voucher: 'V-1', may: true, amounts: { least: 100, most: 1_500, step: 100, gaps: false } },
        {
          voucher: 'V-2',
          may: false,
          why: {
            code: 'not-eligible',
            clause: '6.2',
            ruling: 'R92',
            message: 'Field: the tokens of voucher V-2 are for Win Line only.',
          },
        },
      ],
    });
  });

  test('nothing out of time, below the minimum or of a voucher that is used up', () => {
    expect(offeredAt('come', changes())).toMatchObject({
      offers: [{ may: false, why: { code: 'not-now' } }],
    });
    expect(offeredAt('world', changes())).toMatchObject({ offers: [{ why: { code: 'not-offered' } }] });
    expect(offeredAt('field', changes({ amount: 400 }))).toMatchObject({
      stands: 0,
      offers: [{ voucher: 'V-1', may: false, why: { code: 'below-minimum' } }],
    });
    expect(offeredAt('field', changes(), tokenBet('pass', 2_000, 2_000))).toEqual({ stands: 0, offers: [] });
  });

  const offersOnBuy = (setting: Setting, ...lines: readonly Fields[]) => {
    const game = gameAt(setting, ...lines);
    return optionsOn(game, ann(game), spotOf('buy', 6)).tokens?.offers;
  };

  test('chips pay the commission, and only what they cannot pay makes it less', () => {
    expect(offersOnBuy(star, changes())).toMatchObject([{ may: true, amounts: { most: 2_000 } }]);
    expect(offersOnBuy(poor, changes())).toMatchObject([{ may: true, amounts: { most: 1_900 } }]);
    expect(offersOnBuy(poor, changes({ commission: true }))).toMatchObject([
      { may: true, amounts: { most: 1_900 } },
    ]);
    // A dollar beside $19 of chips is due a dollar of commission: chips pay it, no token could.
    const one = offersOnBuy(star, changes({ amount: 100 }), puts('buy', 1_900, { number: 6 }));
    expect(one).toMatchObject([{ may: true, amounts: { least: 100, most: 100 } }]);
  });

  test('what is not on the layout, or not now, is told as it is of chips', () => {
    const codes = ['not-offered', 'not-now', 'no-flat-wager', 'no-such-wager'];
    const closed = (options(gameAt(star, changes({ odds: true })), 'ann') ?? []).filter(
      ({ bet: put }) => !put.may && codes.includes(put.why.code),
    );
    expect(closed.length).toBeGreaterThan(20);
    for (const { bet: put, tokens } of closed) expect(tokens?.offers).toEqual([{ voucher: 'V-1', ...put }]);
  });

  test('nothing is said of tokens to who has none', () => {
    const game = gameAt(star);
    expect(optionsOn(game, ann(game), spotOf('field'))).not.toHaveProperty('tokens');
  });
});

describe('a record of tokens', () => {
  const LINES: Readonly<Record<string, readonly Fields[]>> = {
    'commission, once and again': [
      changes({ amount: 4_200, commission: true }),
      puts('buy', 2_000, { number: 6, tokens: 2_000 }),
      puts('buy', 2_000, { number: 6, tokens: 2_000 }),
      takes('buy', { number: 6, amount: 1_000 }),
    ],
    'placed again, and still called on': [
      changes({ win: 'returned' }),
      puts('place', 1_200, { number: 6, tokens: 600, stay: true }),
      { do: 'call', player: 'ann', wager: 'place', to: 'on' },
      throws(3, 3),
    ],
    'taken in part and whole': [
      changes(),
      puts('field', 2_000, { tokens: 1_500 }),
      takes('field', { amount: 700, tokens: 700 }),
      takes('field', { amount: 800, tokens: 800 }),
      takes('field'),
    ],
  };
  test.each(Object.entries(LINES))('leads to the same game: %s', (_name, lines) => {
    const opening = [
      { do: 'open', rulebook: 'star', limits: { default: { min: 500, max: 10_000 } } },
      { do: 'sit', player: 'ann', seat: 1, bankroll: 50_000 },
    ];
    const told = [...opening, ...lines].map((line) => JSON.stringify(line));
    expect(refusalAt(star, ...lines)).toBeNull();
    checkRecords(told);
  });

  const spot = spotOf('field');
  const half = (): Game =>
    gameAt(star, changes(), second(), tokenBet('field', 1_000, 500, { voucher: 'V-1' }));
  const put = (voucher: string, amount: number) =>
    applyPlaced(half(), {
      player: 'ann',
      spot,
      amount,
      commission: 0,
      tokens: { voucher, amount },
    });
  const back = (amount: number, tokens: number) =>
    applyReturned(half(), { player: 'ann', spot, amount, commission: 0, tokens });
  const lost = (collected: number, tokens?: { voucher: string; returned: number; taken: number }) =>
    applyRolled(half(), {
      call: 'no-decision',
      point: null,
      settled: [
        {
          player: 'ann',
          spot,
          stake: 1_000,
          winnings: 0,
          returned: 0,
          collected,
          ...(tokens ? { tokens } : {}),
        },
      ],
      travelled: [],
      replaced: [],
      warned: [],
    } satisfies RolledFact);

  test.each<[string, () => unknown]>([
    ['tokens of two vouchers on one spot', () => put('V-2', 500)],
    ['ann has no tokens of V-9', () => giveTokens(ann(half()), 'V-9', 500)],
    ['ann has not got that many tokens', () => put('V-1', 1_600)],
    ['other tokens than lie on field', () => back(600, 600)],
    ['other tokens than lie on field', () => back(600, 0)],
    ['other tokens than lie on field', () => back(100, 200)],
    ['a settlement of other tokens', () => lost(1_000)],
    ['a settlement of other tokens', () => lost(600, { voucher: 'V-1', returned: 0, taken: 400 })],
    ['a settlement of other tokens', () => lost(500, { voucher: 'V-2', returned: 0, taken: 500 })],
  ])('cannot be: %s', (what, apply) => {
    expect(apply).toThrow(`impossible event: ${what}`);
  });

  test('can be: all that there is', () => {
    expect(inHand(put('V-1', 1_500))).toEqual([0, 2_000]);
    expect(inHand(back(500, 500))).toEqual([2_000, 2_000]);
    expect(inHand(lost(500, { voucher: 'V-1', returned: 0, taken: 500 }))).toEqual([1_500, 2_000]);
  });
});

describe('tokens are kept count of, apart from money', () => {
  /** A wager that says it is tokens in part, of a voucher that its player never held. */
  const withStrangeTokens = (wager: WagerId, holdings: Pick<Player, 'tokens'>): Game => {
    const game = must(bet(gameAt(star), { player: 'ann', wager, amount: 1_000 })).game;
    const wagers = ann(game).wagers.map((one) => ({ ...one, tokens: { voucher: 'V-9', amount: 500 } }));
    return { ...game, players: [{ ...ann(game), ...holdings, wagers }] };
  };

  test('none is lost by a roll', () => {
    expect(() => settle(withStrangeTokens('dont-pass', { tokens: [] }), [1, 1])).toThrow(
      'settling a roll made or lost tokens',
    );
  });

  test('nor is money', () => {
    expect(() => settle(withStrangeTokens('field', {}), [3, 2])).toThrow(
      'settling a roll made or lost money',
    );
  });
});
