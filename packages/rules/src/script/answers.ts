import type {
  CalledWagers,
  Game,
  Placed,
  Replacement,
  Rolled,
  Settlement,
  Taken,
  Travel,
} from '../game/index.js';
import { isWorking } from '../game/index.js';
import type { Cents } from '../money.js';
import type { Spot } from '../wager.js';

/** What comes back for each verb, apart from `line` and `ok`. Exactly the fields of the script format. */
export type Answer = Readonly<Record<string, unknown>>;

/** A balance for every player, in seat order. No prototype: a player may have any name. */
export function makeBalances(game: Game): Readonly<Record<string, Cents>> {
  const balances: Record<string, Cents> = Object.create(null);
  for (const { name, balance } of game.players) balances[name] = balance;
  return balances;
}

const makeSelection = ({ wager, number, dice, high }: Spot): Answer => ({
  wager,
  ...(number === undefined ? {} : { number }),
  ...(dice === undefined ? {} : { dice }),
  ...(high === undefined ? {} : { high }),
});

export const answerOpen = (game: Game): Answer => ({
  rulebook: game.rulebook.id,
  title: game.rulebook.title,
});

export const answerBalances = (game: Game): Answer => ({ balances: makeBalances(game) });

export const answerBet = ({ game, player, spot, amount, commission }: Placed): Answer => ({
  placed: { player, ...makeSelection(spot), amount },
  commission,
  balances: makeBalances(game),
});

export const answerTake = ({ game, taken, commissionReturned, alsoReturned }: Taken): Answer => ({
  taken,
  commissionReturned,
  alsoReturned: alsoReturned.map(({ spot, amount }) => ({ ...makeSelection(spot), amount })),
  balances: makeBalances(game),
});

export const answerCall = ({ player, called }: CalledWagers): Answer => ({
  called: called.map((spot) => ({ player, ...makeSelection(spot) })),
});

const makeSettlement = (settlement: Settlement): Answer => {
  const { player, spot, stake, outcome, winnings, returned, collected, commissionReturned } = settlement;
  const base = { player, ...makeSelection(spot), stake, outcome, winnings, returned, collected };
  return commissionReturned === undefined ? base : { ...base, commissionReturned };
};

const makeTravel = ({ player, spot, amount }: Travel): Answer => ({ player, ...makeSelection(spot), amount });

const makeReplacement = (replacement: Replacement): Answer => ({
  ...makeTravel(replacement),
  commission: replacement.commission,
});

export const answerRoll = (rolled: Rolled): Answer => ({
  total: rolled.total,
  hard: rolled.hard,
  call: rolled.call,
  point: rolled.game.point,
  settled: rolled.settled.map(makeSettlement),
  travelled: rolled.travelled.map(makeTravel),
  replaced: rolled.replaced.map(makeReplacement),
  warned: rolled.warned,
  balances: makeBalances(rolled.game),
});

export const answerLayout = (game: Game): Answer => ({
  point: game.point,
  wagers: game.players.flatMap((player) =>
    player.wagers.map((wager) => ({
      player: player.name,
      ...makeSelection(wager.spot),
      amount: wager.amount,
      working: isWorking(game, wager),
      called: wager.called,
      stay: wager.stay,
    })),
  ),
});
