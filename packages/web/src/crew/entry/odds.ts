import {
  type By,
  isFlatId,
  nameOf,
  type Player,
  playsChips,
  type Spot,
  type Table,
  tableOptions,
} from '@boxperson/rules';
import { useMemo, useState } from 'react';
import { nearestIn, oddsSpotFor } from '../../felt/actions.js';
import { feltSpot } from '../../felt/layout/names.js';
import { useCrew } from '../crew.js';
import type { Seat } from './seats.js';

/** A wager that could have odds and has none: somebody asks. */
export interface OddsAsk {
  readonly key: string;
  readonly seat: number;
  readonly player: string;
  readonly flat: Spot;
  readonly odds: Spot;
  readonly says: string;
  /** As the felt has it. */
  readonly short: string;
  readonly most: number;
  /** What is usually said: as much as the wager, twice that, all that is allowed. */
  readonly amounts: readonly number[];
}

/** What may be asked, and who has said no. */
export interface OddsAsks {
  readonly asks: readonly OddsAsk[];
  /** Whoever wants none is not asked again on this point. */
  readonly decline: (key: string) => void;
}

/** For each seat of chips what odds may be asked for now, by the options of the table. */
export function useOddsAsks(seats: readonly Seat[]): OddsAsks {
  const { table, by } = useCrew();
  const [declined, setDeclined] = useState<readonly string[]>([]);
  const all = useMemo(
    () =>
      seats.flatMap(({ player }) =>
        player && playsChips(table, player.name) ? asksOf(table, player, by) : [],
      ),
    [table, seats, by],
  );
  return {
    asks: all.filter(({ key }) => !declined.includes(key)),
    decline: (key) => setDeclined((before) => [...before, key]),
  };
}

function asksOf(table: Table, player: Player, by: By): readonly OddsAsk[] {
  const bare = player.wagers.flatMap(({ spot, amount }) => {
    const odds = isFlatId(spot.wager) ? oddsSpotFor(spot) : null;
    return odds && player.wagers.every((other) => other.spot !== odds) ? [{ flat: spot, amount, odds }] : [];
  });
  if (bare.length === 0) return [];
  const { spots } = tableOptions(table, { player: player.name, by });
  return bare.flatMap(({ flat, amount, odds }) => {
    const bet = spots?.[odds.index]?.bet;
    if (!bet?.may) return [];
    const { amounts } = bet;
    return [
      {
        key: `${player.name}/${odds.index}/${table.game.point}`,
        seat: player.seat,
        player: player.name,
        flat,
        odds,
        says: nameOf(table.game.rulebook, flat),
        short: feltSpot(table.game.rulebook, flat),
        most: amounts.most,
        amounts: [...new Set([nearestIn(amounts, amount), nearestIn(amounts, 2 * amount), amounts.most])],
      },
    ];
  });
}
