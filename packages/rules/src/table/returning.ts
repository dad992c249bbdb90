import { applyReturned } from '../game/apply.js';
import { commissionDue } from '../game/commission.js';
import { makeSelection, spotFrom } from '../game/save.js';
import type { Game, Player, Wager } from '../game/state.js';
import type { ReturnedWager } from './event.js';

/** Chips that go back to their owners, as the record says. */
export const giveBack = (game: Game, returned: readonly ReturnedWager[]): Game =>
  returned.reduce(
    (before, { player, amount, commission, ...selection }) =>
      applyReturned(before, {
        player,
        amount,
        commission,
        spot: spotFrom(makeSelection({ index: 0, ...selection })),
      }),
    game,
  );

const backTo = (player: Player, wager: Wager, amount: number, commission: number): ReturnedWager => ({
  player: player.name,
  ...makeSelection(wager.spot),
  amount,
  commission,
});

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
        const due = commissionDue(game, player, wager.spot, wager.amount - wager.added);
        return backTo(player, wager, wager.added, Math.max(0, wager.commission - due));
      }),
  );
