import {
  type AnyPays,
  type Cents,
  type Dice,
  type Game,
  type Pay,
  type Player,
  playsChips,
  type Rulebook,
  settle,
  type Table,
  type WagerId,
} from '@boxperson/rules';

// How much of a tray the next roll may take. The engine is asked about every throw; nothing is reckoned here.

const FACES = [1, 2, 3, 4, 5, 6] as const;
const THROWS: readonly Dice[] = FACES.flatMap((one) =>
  FACES.filter((other) => other >= one).map((other): Dice => [one, other]),
);

const timesOf = ([winnings, stake]: Pay): number => winnings / stake;

/** The best odds that a wager is ever paid at. */
function bestOdds(pays: AnyPays): number {
  if (Array.isArray(pays)) return timesOf(pays as unknown as Pay);
  return Math.max(...Object.values(pays as Readonly<Record<string, Pay>>).map(timesOf));
}

const BEST = new WeakMap<Rulebook, Partial<Record<WagerId, number>>>();

function bestOf(book: Rulebook, id: WagerId): number {
  const known = BEST.get(book) ?? {};
  BEST.set(book, known);
  const rule = book.wagers[id];
  known[id] ??= rule ? bestOdds(rule.pays.value) : 0;
  return known[id];
}

const ofChips = (table: Table): readonly Player[] =>
  table.game.players.filter(({ name, wagers }) => wagers.length > 0 && playsChips(table, name));

/** No roll pays more than if every wager won at its best, the commission back and rounded up. */
const bound = (book: Rulebook, players: readonly Player[]): Cents =>
  players.reduce(
    (sum, { wagers }) =>
      wagers.reduce(
        (all, { spot, amount, commission }) =>
          all + Math.ceil(amount * bestOf(book, spot.wager)) + commission + ROUNDING,
        sum,
      ),
    0,
  );
const ROUNDING = 100;

const heldBy = (players: readonly Player[]): Cents =>
  players.reduce(
    (sum, { balance, wagers }) => wagers.reduce((all, { amount }) => all + amount, sum + balance),
    0,
  );

/** Losers are taken before winners are paid: what counts is what the roll comes to. */
function paidBy(game: Game, players: readonly Player[], dice: Dice): Cents {
  const alone = { ...game, players };
  return heldBy(settle(alone, dice).game.players) - heldBy(players);
}

/**
 * The most that the next roll may take out of a tray that holds so much, for those who play with chips. Where even a
 * generous bound is far below that, the bound: nobody needs to know it better.
 */
export function mayTake(table: Table, holds: Cents): Cents {
  const players = ofChips(table);
  if (players.length === 0) return 0;
  const most = bound(table.game.rulebook, players);
  if (most <= holds / 2) return most;
  return Math.max(0, ...THROWS.map((dice) => paidBy(table.game, players, dice)));
}
