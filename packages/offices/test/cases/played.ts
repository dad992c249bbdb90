// A roll as a house would hand it out to be played again: a real table, real wagers, the engine's own settlement.
import type { Moment, Replay } from '@boxperson/offices';
import { bet, type Game, must, type RulebookId, saveTable, sit } from '@boxperson/rules';
import { readOtherwise } from '@boxperson/rules/dealing';
import { tableFact } from '../world.js';

const seated = (game: Game, player: string, seat: number): Game =>
  must(sit(game, { player, seat, bankroll: 10_000_000 })).game;

/** The wagers of a moment put on the felt of its book, and its dice settled. */
export function playedAgain(rulebook: RulebookId, moment: Pick<Moment, 'lines' | 'dice'>): Replay {
  const { table } = tableFact(rulebook);
  const players = [...new Set(moment.lines.map(({ player }) => player))];
  const sat = players.reduce((game, player, at) => seated(game, player, at + 1), table.game);
  const game = moment.lines.reduce(
    (so, { player, wager, stake }) => must(bet(so, { player, wager: wager as 'pass', amount: stake })).game,
    sat,
  );
  const before = { ...table, game };
  const dice = moment.dice ?? [3, 4];
  const outcome = must(readOtherwise(before, dice, '', {}));
  return { moment: moment as Moment, before: saveTable(before), outcome, previous: null, next: null };
}
