import { applyReturned, giveTokens } from '../game/apply.js';
import { commissionDue } from '../game/commission.js';
import { countedOf } from '../game/limits.js';
import { makeSelection, spotFrom } from '../game/save.js';
import { findPlayer, type Game, type Player, type Wager, wagerAt, withPlayer } from '../game/state.js';
import { tokensIn } from '../game/tokens.js';
import type { Cents } from '../money.js';
import type { Spot } from '../wager.js';
import type { ReturnedWager, TokensHeld } from './event.js';
import { isSum, need } from './verb.js';

/** Chips that go back to their owners, as the record says. */
export const giveBack = (game: Game, returned: readonly ReturnedWager[]): Game =>
  returned.reduce(giveOneBack, game);

export function giveOneBack(
  game: Game,
  { player: name, amount, commission, tokens, ...selection }: ReturnedWager,
): Game {
  const spot = spotFrom(makeSelection({ index: 0, ...selection }));
  const player = findPlayer(game, name);
  const paid = player && wagerAt(player, spot)?.commission;
  need(isSum(amount) && amount > 0, 'nothing went back');
  need(isSum(commission) && commission <= (paid ?? 0), 'more commission went back than was paid');
  need(tokens === undefined || (isSum(tokens) && tokens > 0), 'no tokens went back');
  const back = { player: name, amount, commission, spot };
  return applyReturned(game, tokens === undefined ? back : { ...back, tokens });
}

/** Tokens that a roll had taken and that are the player's again (R95). */
export function tokensGivenBack(
  game: Game,
  { player: name, voucher, amount }: TokensHeld & { readonly player: string },
): Game {
  const player = findPlayer(game, name);
  need(player !== undefined && isSum(amount) && amount > 0, `no tokens for ${name}`);
  return { ...game, players: withPlayer(game, giveTokens(player, voucher, amount)) };
}

/** The same where nothing is left on the layout. */
export function clearedBy(game: Game, returned: readonly ReturnedWager[]): Game {
  const cleared = giveBack(game, returned);
  need(
    cleared.players.every(({ wagers }) => wagers.length === 0),
    'wagers left behind',
  );
  return cleared;
}

/** The same where all of it is one player's. */
export function giveBackTo(game: Game, player: string, returned: readonly ReturnedWager[]): Game {
  need(findPlayer(game, player) !== undefined, `${player} is not at the table`);
  need(
    returned.every((wager) => wager.player === player),
    `wagers of others than ${player}`,
  );
  return giveBack(game, returned);
}

/** Some of a wager, or all, back to its owner; the tokens in it as tokens. */
export function backTo(player: Player, wager: Wager, amount: number, commission: number): ReturnedWager {
  const tokens = tokensIn(wager, amount);
  const back = { player: player.name, ...makeSelection(wager.spot), amount, commission };
  return tokens === 0 ? back : { ...back, tokens };
}

/** What a take brings down, as the record has it. */
export const makeReturned = (
  player: string,
  { spot, ...rest }: { readonly spot: Spot; readonly amount: Cents; readonly tokens?: Cents },
  commission: Cents = 0,
): ReturnedWager => ({ player, ...makeSelection(spot), ...rest, commission });

/** R20: all of a player's wagers, without commission. */
export const allOf = (player: Player): readonly ReturnedWager[] =>
  player.wagers.map((wager) => backTo(player, wager, wager.amount, 0));

export const allOnLayout = (game: Game): readonly ReturnedWager[] => game.players.flatMap(allOf);

/** R13: what was put down since the last roll, with the commission paid on it. */
export const placedSinceRoll = (game: Game): readonly ReturnedWager[] =>
  game.players.flatMap((player) =>
    player.wagers
      .filter((wager) => wager.added > 0)
      .map((wager) => {
        const due = commissionDue(game, wager.spot, countedOf(wager, wager.amount - wager.added));
        return backTo(player, wager, wager.added, Math.max(0, wager.commission - due));
      }),
  );
