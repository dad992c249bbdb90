import {
  type Called,
  type Cents,
  findSpot,
  type Game,
  type Player,
  type Refusal,
  wagerAt,
} from '@boxperson/rules';
import {
  type LastThrow,
  type Selection,
  type Strategy,
  selectionOf,
  type Want,
  type Wish,
} from './strategy.js';
import {
  type Aim,
  blame,
  callTo,
  type Hand,
  lower,
  noSuchSpot,
  PLAYER,
  playerOf,
  raise,
  viewOf,
  type WantRefused,
} from './table.js';

// A strategy at a table that somebody else runs: wished and arranged as at a table of our own, but what comes out are
// acts to be asked for one by one.

/** One thing to ask for. */
export type Act =
  | (Selection & { readonly do: 'take'; readonly amount?: Cents })
  | (Selection & { readonly do: 'bet'; readonly amount: Cents; readonly stay?: true })
  | (Selection & { readonly do: 'call'; readonly to: Called });

export interface Acts {
  /** What comes down, then what goes up, then the calls. */
  readonly acts: readonly Act[];
  /** Why wants cannot be had as the table stands; what only has to wait is not among them. */
  readonly refused: readonly WantRefused[];
}

/** The game as one player has it: all that a strategy can see. */
const alone = (game: Game, player: Player): Game => ({ ...game, players: [{ ...player, name: PLAYER }] });

/** What a strategy wants to stand before the next throw. To be asked once a throw: the memory moves on with it. */
export const wishAt = <Memory>(
  strategy: Strategy<Memory>,
  game: Game,
  player: Player,
  memory: Memory,
  last: LastThrow | null,
): Wish<Memory> => strategy.wants(viewOf(alone(game, player), memory, last));

/** The acts that lead from the layout as it stands to the one wanted. A want that is refused holds up no other. */
export function actsFor(game: Game, player: Player, wants: readonly Want[]): Acts {
  const refused: WantRefused[] = [];
  const fault = (no: Refusal | null, want: Want | null): void => {
    if (no) refused.push(want ? blame(no, want) : no);
  };
  const hand: Hand = { game: alone(game, player), placed: [], taken: [] };
  const aims: Aim[] = [];
  for (const want of wants) {
    const spot = findSpot(want);
    if (spot) aims.push({ spot, want });
    else fault(noSuchSpot(want), want);
  }
  fault(lower(hand, aims), null);
  for (const aim of aims) fault(raise(hand, aim), aim.want);
  for (const aim of aims) fault(callTo(hand, aim), aim.want);
  return { acts: actsOf(player, hand, aims), refused };
}

function actsOf(player: Player, { game, placed, taken }: Hand, aims: readonly Aim[]): readonly Act[] {
  const takes = taken.map(({ spot, taken: amount }): Act => {
    const isWhole = wagerAt(player, spot)?.amount === amount;
    return { do: 'take', ...selectionOf(spot), ...(isWhole ? {} : { amount }) };
  });
  const bets = placed.map(({ spot, amount }): Act => {
    const stays = aims.some((aim) => aim.spot === spot && aim.want.stay === true);
    return { do: 'bet', ...selectionOf(spot), amount, ...(stays ? { stay: true } : {}) };
  });
  const calls = playerOf(game).wagers.flatMap(({ spot, called }): readonly Act[] =>
    called === null || called === (wagerAt(player, spot)?.called ?? null)
      ? []
      : [{ do: 'call', ...selectionOf(spot), to: called }],
  );
  return [...takes, ...bets, ...calls];
}
