import assert from 'node:assert/strict';
import {
  type Game,
  onLayout,
  type Player,
  type Rolled,
  tokensInHand,
  tokensOn,
  tokensOnLayout,
  type Wager,
} from '../src/game/index.js';
import { type Played, runScript } from '../src/script/run.js';
import { type Spot, spotOf } from '../src/wager.js';

/** All the money at the table: it changes only when somebody sits down. */
export const allMoney = (game: Game): number =>
  game.house + game.players.reduce((sum, player) => sum + player.balance + onLayout(player), 0);

/** All the promotional tokens at the table: more only by a voucher, fewer only by what is taken or pays commission. */
export const allTokens = (game: Game): number =>
  game.players.reduce((sum, player) => sum + tokensInHand(player) + tokensOnLayout(player), 0);

/** What a line did to the tokens, by its own account. */
function tokensMade(happened: NonNullable<Played['happened']>): number {
  if (happened.did === 'exchange') return happened.exchanged.holding.amount;
  if (happened.did === 'bet') return 0 - (happened.placed.tokens?.commission ?? 0);
  if (happened.did !== 'roll') return 0;
  return happened.rolled.settled.reduce((sum, { tokens }) => sum - (tokens?.taken ?? 0), 0);
}

/** Commission paid and not given back, per player and spot, kept apart from what the game itself remembers. */
type Paid = Map<string, number>;
const keyOf = (player: string, spot: Spot): string => `${player}/${spot.index}`;

export interface Watched {
  readonly game: Game;
  /** Exactly what the program would print. */
  readonly bytes: string;
  readonly paid: ReadonlyMap<string, number>;
}

/** Plays a script and asserts on every line what must hold whatever happens. */
export function watchScript(lines: readonly string[]): Watched {
  const runner = runScript();
  const paid: Paid = new Map();
  let bytes = '';
  for (const [at, text] of lines.entries()) {
    const before = runner.game;
    const played = runner.play(text);
    if (played === null) continue;
    bytes += `${JSON.stringify(played.answer)}\n`;
    try {
      watchLine(before, played, paid);
    } catch (error) {
      throw new Error(`line ${at + 1}: ${(error as Error).message}\n${lines.slice(0, at + 1).join('\n')}`);
    }
  }
  return { game: runner.game as Game, bytes, paid };
}

function watchLine(before: Game | null, played: Played, paid: Paid): void {
  const { game, happened } = played;
  if (happened === null) {
    assert.equal(game, before, 'a refused line changed the game');
    assert.equal(played.answer['ok'], false);
    return;
  }
  assert.ok(game);
  freeze(game);
  watchOrder(game);
  if (happened.did === 'sit' || before === null) return;
  assert.equal(allMoney(game), allMoney(before), 'money was made or lost');
  assert.equal(allTokens(game), allTokens(before) + tokensMade(happened), 'tokens were made or lost');
  if (happened.did === 'bet') {
    const { player, spot, commission } = happened.placed;
    paid.set(keyOf(player, spot), paidOn(paid, player, spot) + commission);
  }
  if (happened.did === 'take') watchTake(before, happened.taken, paid);
  if (happened.did === 'roll') watchRoll(before, happened.rolled, paid);
  assert.deepEqual(paid, commissionsOf(game), 'the commission on the layout is not what was paid');
}

/** A game is never changed: writing to one that came out of the rules throws. */
function freeze(game: Game): void {
  Object.freeze(game);
  Object.freeze(game.players);
  for (const player of game.players) {
    Object.freeze(player);
    Object.freeze(player.wagers);
    for (const wager of player.wagers) Object.freeze(wager);
  }
}

const isRising = (values: readonly number[]): boolean =>
  values.every((value, i) => i === 0 || value > values[i - 1]!);

/** R17, R18: players in seat order, one wager per spot in the order of settlement, every amount a whole number. */
function watchOrder(game: Game): void {
  assert.ok(isRising(game.players.map(({ seat }) => seat)));
  for (const { wagers, balance } of game.players) {
    assert.ok(isRising(wagers.map(({ spot }) => spot.index)));
    assert.ok(Number.isSafeInteger(balance) && balance >= 0);
    for (const { tokens = [] } of game.players)
      for (const { amount } of tokens) assert.ok(Number.isSafeInteger(amount) && amount >= 0);
    for (const { amount, added, commission, tokens } of wagers) {
      if (tokens) assert.ok(tokens.amount > 0 && tokens.amount <= amount);
      assert.ok(Number.isSafeInteger(amount) && amount > 0);
      assert.ok(added >= 0 && added <= amount);
      assert.ok(Number.isSafeInteger(commission) && commission >= 0);
    }
  }
}

const paidOn = (paid: Paid, player: string, spot: Spot): number => paid.get(keyOf(player, spot)) ?? 0;

function commissionsOf(game: Game): Paid {
  const standing = game.players.flatMap((player) => player.wagers.map((wager) => [player, wager] as const));
  return new Map(standing.map(([player, wager]) => [keyOf(player.name, wager.spot), wager.commission]));
}

const playerIn = (game: Game, name: string): Player =>
  game.players.find((player) => player.name === name) as Player;
const wagerIn = (game: Game, name: string, spot: Spot): Wager | undefined =>
  playerIn(game, name).wagers.find((wager) => wager.spot === spot);

/** What came off the layout, commission with it, is what the player has more. */
function watchTake(
  before: Game,
  taken: Extract<Played['happened'], { did: 'take' }>['taken'],
  paid: Paid,
): void {
  const { game, player, spot, commissionReturned, tokens = 0, alsoReturned } = taken;
  const also = alsoReturned.reduce((sum, { amount, tokens = 0 }) => sum + amount - tokens, 0);
  const more = playerIn(game, player).balance - playerIn(before, player).balance;
  assert.equal(more, taken.taken - tokens + commissionReturned + also);
  for (const { spot: down, amount } of [{ spot, amount: taken.taken }, ...alsoReturned]) {
    const left = wagerIn(game, player, down);
    assert.equal(left?.amount ?? 0, (wagerIn(before, player, down)?.amount ?? 0) - amount);
    if (!left) paid.delete(keyOf(player, down));
    else if (down === spot) paid.set(keyOf(player, down), paidOn(paid, player, down) - commissionReturned);
  }
}

function watchRoll(before: Game, rolled: Rolled, paid: Paid): void {
  for (const { player, spot, stake, returned, collected, winnings, outcome, tokens } of rolled.settled) {
    const inTokens = tokens ? tokens.returned + tokens.taken : 0;
    assert.equal(stake, returned + collected + inTokens, 'stake = returned + collected, and tokens');
    assert.equal(inTokens, tokensOn(wagerIn(before, player, spot)), 'other tokens settled than lay there');
    assert.ok(returned >= 0 && collected >= 0 && winnings >= 0);
    if (tokens) assert.ok(tokens.returned >= 0 && tokens.taken >= 0);
    if (outcome !== 'won') assert.equal(winnings, 0);
    if (outcome === 'void' || outcome === 'returned') assert.equal(collected, 0);
    if (outcome === 'returned') assert.equal(tokens?.taken ?? 0, 0, 'tokens taken without a decision');
  }
  for (const player of before.players) watchPlayer(before, player, rolled);
  for (const { player, spot } of rolled.settled) paid.delete(keyOf(player, spot));
  for (const { player, spot, amount } of rolled.travelled) {
    assert.equal(spot.number, rolled.total);
    assert.equal(wagerIn(rolled.game, player, spot)?.amount, amount);
    paid.delete(keyOf(player, spotOf(spot.wager)));
    paid.set(keyOf(player, spot), 0);
  }
  for (const { player, spot, commission } of rolled.replaced) paid.set(keyOf(player, spot), commission);
}

const isBoxOf = (wager: Wager, travelled: Spot): boolean =>
  wager.spot.wager === travelled.wager && wager.spot.number === undefined;

/** Every wager that stood goes exactly one way: it is settled, it travels, or it stands on as it was. */
function watchPlayer(before: Game, player: Player, rolled: Rolled): void {
  const after = playerIn(rolled.game, player.name);
  const mine = <T extends { readonly player: string }>(list: readonly T[]): readonly T[] =>
    list.filter((entry) => entry.player === player.name);
  const [settled, travelled, replaced] = [
    mine(rolled.settled),
    mine(rolled.travelled),
    mine(rolled.replaced),
  ];
  for (const wager of player.wagers) {
    const decided = settled.filter(({ spot }) => spot === wager.spot);
    const moved = travelled.filter(({ spot }) => isBoxOf(wager, spot));
    const again = replaced.filter(({ spot }) => spot === wager.spot);
    const stands = after.wagers.filter(
      ({ spot }) => spot === wager.spot && !travelled.some((one) => one.spot === spot),
    );
    assert.equal(
      decided.length + moved.length + stands.length - again.length,
      1,
      `${wager.spot.wager} went not one way`,
    );
    for (const one of [...decided.map(({ stake }) => stake), ...moved.map(({ amount }) => amount)])
      assert.equal(one, wager.amount);
    for (const one of stands) assert.equal(one.amount, wager.amount);
    for (const one of stands) assert.equal(tokensOn(one), tokensOn(wager), 'tokens came or went');
    if (again.length > 0)
      assert.ok(wager.stay && decided[0]?.outcome === 'won', 'placed again without having won');
  }
  assert.equal(
    after.wagers.length,
    player.wagers.length - settled.length + replaced.length,
    'a wager came from nowhere',
  );
  const paidOut = settled.reduce(
    (sum, one) => sum + one.returned + one.winnings + (one.commissionReturned ?? 0),
    0,
  );
  const putUp = replaced.reduce((sum, one) => sum + one.amount - (one.tokens ?? 0) + one.commission, 0);
  assert.equal(
    after.balance,
    player.balance + paidOut - putUp,
    'the balance does not follow from the settlements',
  );
  assert.equal(playerIn(before, player.name), player);
}
