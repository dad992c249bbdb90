import type {
  CalledWagers,
  Exchanged,
  Game,
  Placed,
  Replacement,
  Rolled,
  Settlement,
  Taken,
  Travel,
} from '../game/index.js';
import { findPlayer, isWorking, type WagerTokens, wagerAt } from '../game/index.js';
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

/** Tokens in hand, by player and voucher; said only where somebody has some, for they are no money. */
export function makeTokens(game: Game): { readonly tokens?: Readonly<Record<string, unknown>> } {
  if (game.players.every(({ tokens }) => tokens === undefined)) return {};
  const tokens: Record<string, unknown> = Object.create(null);
  for (const { name, tokens: held = [] } of game.players)
    if (held.length > 0)
      tokens[name] = Object.fromEntries(held.map(({ voucher, amount }) => [voucher, amount]));
  return { tokens };
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

export const answerBalances = (game: Game): Answer => ({ balances: makeBalances(game), ...makeTokens(game) });

export const answerExchange = ({ game, player, holding: { voucher, terms } }: Exchanged): Answer => ({
  exchanged: { player, voucher, terms },
  ...answerBalances(game),
});

export const answerBet = ({ game, player, spot, amount, commission }: Placed): Answer => ({
  placed: { player, ...makeSelection(spot), amount, ...tokensThere(game, player, spot) },
  commission,
  ...answerBalances(game),
});

/** The part of a wager that is tokens, where it has one. */
function tokensThere(game: Game, name: string, spot: Spot): { readonly tokens?: WagerTokens } {
  const player = findPlayer(game, name);
  const tokens = player && wagerAt(player, spot)?.tokens;
  return tokens ? { tokens } : {};
}

export const answerTake = ({ game, taken, commissionReturned, tokens, alsoReturned }: Taken): Answer => ({
  taken,
  ...(tokens === undefined ? {} : { inTokens: tokens }),
  commissionReturned,
  alsoReturned: alsoReturned.map(({ spot, ...rest }) => ({ ...makeSelection(spot), ...rest })),
  ...answerBalances(game),
});

export const answerCall = ({ player, called }: CalledWagers): Answer => ({
  called: called.map((spot) => ({ player, ...makeSelection(spot) })),
});

const makeSettlement = (settlement: Settlement): Answer => {
  const { player, spot, stake, outcome, winnings, returned, collected, tokens, commissionReturned } =
    settlement;
  const chips = { player, ...makeSelection(spot), stake, outcome, winnings, returned, collected };
  const base = tokens === undefined ? chips : { ...chips, tokens };
  return commissionReturned === undefined ? base : { ...base, commissionReturned };
};

const makeTravel = ({ player, spot, amount }: Travel): Answer => ({ player, ...makeSelection(spot), amount });

const makeReplacement = (replacement: Replacement): Answer => ({
  ...makeTravel(replacement),
  ...(replacement.tokens === undefined ? {} : { tokens: replacement.tokens }),
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
  ...answerBalances(rolled.game),
});

export const answerLayout = (game: Game): Answer => ({
  point: game.point,
  wagers: game.players.flatMap((player) =>
    player.wagers.map((wager) => ({
      player: player.name,
      ...makeSelection(wager.spot),
      amount: wager.amount,
      ...(wager.tokens === undefined ? {} : { tokens: wager.tokens }),
      working: isWorking(game, wager),
      called: wager.called,
      stay: wager.stay,
    })),
  ),
});
