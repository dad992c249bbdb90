import assert from 'node:assert/strict';
import { bet, call, type Game, type Player, type SpotOptions, take } from '../src/game/index.js';
import { partsOf } from '../src/game/limits.js';
import { optionsOn } from '../src/game/options.js';
import type { Refusal, RefusalCode, Result } from '../src/result.js';
import { SPOTS, type Spot } from '../src/wager.js';
import { selectionOf } from './arbitraries.js';

/** Codes that speak of the time and the layout, not of the amount: with one of them no amount is accepted. */
const STATE_CODES: readonly RefusalCode[] = [
  'not-offered',
  'not-now',
  'contract',
  'no-replacing',
  'no-flat-wager',
  'not-callable',
  'no-such-wager',
];

const named = (player: Player, spot: Spot) => ({ player: player.name, ...selectionOf(spot) });

/** The answer to every amount from 1 up: what was accepted, and the refusals of the rest. */
interface Tried {
  readonly accepted: readonly number[];
  readonly refused: ReadonlyMap<number, Refusal>;
}

function tryAll(game: Game, upTo: number, ask: (amount: number) => Result<{ readonly game: Game }>): Tried {
  const accepted: number[] = [];
  const refused = new Map<number, Refusal>();
  for (let amount = 1; amount <= upTo; amount++) {
    const result = ask(amount);
    if (result.ok) accepted.push(amount);
    else refused.set(amount, result.refused);
    if (result.ok) assert.notEqual(result.value.game, game);
  }
  return { accepted, refused };
}

/** `nearest` is accepted, nothing nearer is, and of two as near it is the lower; left out only when nothing is accepted. */
function checkNearest({ accepted, refused }: Tried): void {
  for (const [asked, refusal] of refused) {
    if (STATE_CODES.includes(refusal.code) && refusal.nearest === undefined) continue;
    const best = accepted.reduce<number | undefined>(
      (near, amount) =>
        near === undefined || Math.abs(amount - asked) < Math.abs(near - asked) ? amount : near,
      undefined,
    );
    assert.equal(refusal.nearest, best, `nearest to ${asked} (${refusal.code})`);
  }
}

/** Between `least` and `most` in steps, and nowhere else; every step where there are no gaps. */
function checkAmounts(
  amounts: { least: number; most: number; step: number; gaps: boolean },
  accepted: readonly number[],
): void {
  assert.equal(accepted[0], amounts.least, 'least');
  assert.equal(accepted.at(-1), amounts.most, 'most');
  for (const amount of accepted)
    assert.equal((amount - amounts.least) % amounts.step, 0, `${amount} is off the steps`);
  if (!amounts.gaps)
    assert.equal(
      accepted.length,
      (amounts.most - amounts.least) / amounts.step + 1,
      'gaps where none were told',
    );
}

function checkBet(game: Game, player: Player, { spot, bet: option }: SpotOptions, upTo: number): void {
  const tried = tryAll(game, upTo, (amount) => bet(game, { ...named(player, spot), amount }));
  checkNearest(tried);
  if (option.may) {
    checkAmounts(option.amounts, tried.accepted);
    return;
  }
  assert.deepEqual(tried.accepted, [], 'accepted although it may not');
  if (!STATE_CODES.includes(option.why.code)) return;
  for (const { code } of tried.refused.values()) assert.equal(code, option.why.code);
}

/** R11: chips that were found are held to less; what is suggested for them must be accepted as found. */
function checkFound(game: Game, player: Player, { spot }: SpotOptions, upTo: number): void {
  checkNearest(tryAll(game, upTo, (amount) => bet(game, { ...named(player, spot), amount, found: true })));
}

function checkTake(game: Game, player: Player, { spot, stands, take: option }: SpotOptions): void {
  const tried = tryAll(game, stands + 3, (amount) => take(game, { ...named(player, spot), amount }));
  checkNearest(tried);
  const all = take(game, named(player, spot));
  assert.equal(all.ok, option.may && option.all, 'all');
  const parts = tried.accepted.filter((amount) => amount < stands);
  if (!option.may) {
    assert.deepEqual(tried.accepted, []);
    assert.equal(all.ok ? null : all.refused.code, option.why.code);
    return;
  }
  assert.equal(tried.accepted.includes(stands), option.all);
  if (option.part) checkAmounts(option.part, parts);
  else assert.deepEqual(parts, []);
}

/** Tokens alone: the least and the most that are offered are accepted, and what is not theirs to lie on is refused. */
function checkTokens(game: Game, player: Player, { spot, tokens }: SpotOptions): void {
  for (const offer of tokens?.offers ?? []) {
    const { voucher } = offer;
    const tried = (amount: number) => bet(game, { ...named(player, spot), amount, tokens: amount, voucher });
    if (offer.may) assert.ok(tried(offer.amounts.least).ok, 'the least in tokens is refused');
    if (offer.may && partsOf(game, spot) === 1) {
      assert.ok(tried(offer.amounts.most).ok, 'the most in tokens is refused');
      assert.ok(!tried(offer.amounts.most + offer.amounts.step).ok, 'more in tokens is accepted');
    }
    if (!offer.may && offer.why.code === 'not-eligible')
      for (let amount = 1; amount < 20; amount++)
        assert.ok(!tried(amount).ok, 'tokens where they may not lie');
  }
}

function checkCall(game: Game, player: Player, { spot, call: option }: SpotOptions): void {
  for (const to of ['on', 'off'] as const) {
    const { wager, number } = spot;
    const result = call(game, { player: player.name, wager, ...(number && { number }), to });
    assert.equal(result.ok, option.may);
    if (!option.may && !result.ok) assert.equal(result.refused.code, option.why.code);
  }
}

/** All that stands, and of every id one spot or another. */
const spotsToCheck = (player: Player, n: number): readonly Spot[] =>
  SPOTS.filter(
    (spot) => player.wagers.some((wager) => wager.spot === spot) || (spot.index * 7 + n) % 5 === 0,
  );

/** What `options` says of a spot is what placing, taking and calling do, for every amount there is. */
export function checkOptions(game: Game, player: Player, n: number): void {
  const upTo = player.balance + 3; // nobody puts up more than they have
  for (const spot of spotsToCheck(player, n)) {
    const option = optionsOn(game, player, spot);
    try {
      checkBet(game, player, option, upTo);
      checkFound(game, player, option, upTo);
      checkTake(game, player, option);
      checkTokens(game, player, option);
      if (spot.high === undefined && spot.dice === undefined) checkCall(game, player, option);
    } catch (error) {
      throw new Error(`${JSON.stringify(named(player, spot))}: ${(error as Error).message}`);
    }
  }
}
