import type { SpotOptions, Table } from '@boxperson/rules';
import { oddsSpotFor } from '../../felt/actions.js';

/** What may still be added as odds behind one's own wagers, by the rules' own options. */
export function oddsRoom({ game }: Table, player: string, options: readonly SpotOptions[]): number {
  const wagers = game.players.find(({ name }) => name === player)?.wagers ?? [];
  return wagers.reduce((sum, { spot }) => {
    const odds = oddsSpotFor(spot);
    const bet = odds && odds !== spot ? options[odds.index]?.bet : undefined;
    return sum + (bet?.may ? bet.amounts.most : 0);
  }, 0);
}
