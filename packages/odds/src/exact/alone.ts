import {
  bet,
  CENTS_MAX,
  type Cents,
  call,
  type Dice,
  FLAT_OF,
  type Game,
  gcd,
  isOddsId,
  must,
  NUMBERS,
  type OpenSettings,
  openGame,
  type PointNumber,
  type Rulebook,
  SPOTS,
  type Spot,
  settle,
  sit,
  THROWS,
  totalOf,
} from '@boxperson/rules';
import { selectionOf } from '../strategy/strategy.js';

/** A wager as somebody chooses it: a spot and, for odds behind the line, the point that they back. */
export interface Choice {
  readonly spot: Spot;
  readonly point?: PointNumber;
}

/** One wager on the layout, working, before the next throw; beside it nothing but the flat wager that odds need. */
export interface Alone {
  readonly game: Game;
  readonly spot: Spot;
  readonly stake: Cents;
  /** Paid on top of the stake (R9). */
  readonly commission: Cents;
}

export const PLAYER = 'one';

/** What can be put down at all: a travelled come wager only gets to its number by the dice. */
const isPlaceable = ({ wager, number }: Spot): boolean =>
  number === undefined || (wager !== 'come' && wager !== 'dont-come');

const isLineOdds = ({ wager }: Spot): boolean => wager === 'pass-odds' || wager === 'dont-pass-odds';

/** Every choice that a rulebook offers, in the order of settlement; odds behind the line once for each point. */
export const choicesOf = (book: Rulebook): readonly Choice[] =>
  SPOTS.filter((spot) => book.wagers[spot.wager] !== null && isPlaceable(spot)).flatMap((spot) =>
    isLineOdds(spot) ? NUMBERS.map((point) => ({ spot, point })) : [{ spot }],
  );

const fineTables = new WeakMap<Rulebook, OpenSettings>();
/** A table on which every cent is a chip and nearly any amount may be bet, so that nothing is ever rounded. */
export function fineTable(book: Rulebook): OpenSettings {
  const known = fineTables.get(book) ?? {
    rulebook: book,
    chips: [1],
    limits: { default: { min: 1, max: CENTS_MAX } },
  };
  fineTables.set(book, known);
  return known;
}

export const lcm = (a: number, b: number): number => (a / gcd(a, b)) * b;

/** By what a stake on the spot must be divisible for every payment and every commission to come out in whole cents. */
export function wholeStake(book: Rulebook, spot: Spot): Cents {
  const { buy, lay } = book.commission;
  const rate = spot.wager === 'buy' ? buy.value.rate[1] : spot.wager === 'lay' ? lay.value.rate[1] : 1;
  let stake = 1;
  for (const throws of openSeat(fineTable(book)).decisions)
    for (const decisions of throws) {
      const decision = decisions[spot.index];
      if (decision?.verdict === 'wins') stake = lcm(stake, decision.pay[1] * decision.parts);
      else if (decision?.verdict === 'loses') stake = lcm(stake, decision.parts);
    }
  return stake * rate;
}

export const throwOf = (total: number): Dice => THROWS.find((dice) => totalOf(dice) === total) as Dice;
const thrown = (game: Game, total: number): Game => settle(game, throwOf(total)).game;
const other = (number: PointNumber): PointNumber => (number === 4 ? 5 : 4);

const seats = new WeakMap<OpenSettings, Game>();
/** A table with one player; a game never changes, so one of each is enough. */
function openSeat(settings: OpenSettings): Game {
  const known = seats.get(settings) ?? sitAlone(must(openGame(settings)));
  seats.set(settings, known);
  return known;
}
const sitAlone = (game: Game): Game => must(sit(game, { player: PLAYER, seat: 1, bankroll: CENTS_MAX })).game;

/** The table at the moment when the wager can be put down; for odds with their flat wager on its point. */
export function tableFor(settings: OpenSettings, { spot, point }: Choice, flat: Cents): Game {
  const game = openSeat(settings);
  if (spot.wager === 'come' || spot.wager === 'dont-come') return thrown(game, NUMBERS[0]);
  if (!isOddsId(spot.wager)) return game;
  const wager = FLAT_OF[spot.wager];
  const put = (table: Game): Game => must(bet(table, { player: PLAYER, wager, amount: flat })).game;
  if (point !== undefined) return thrown(put(game), point);
  // Travelled with another point on, which is then made: odds can be called on before a come out roll only.
  const number = spot.number as PointNumber;
  return thrown(thrown(put(thrown(game, other(number))), number), other(number));
}

/** R4: working on every roll, come out rolls too; wagers that are never off need no call. */
function calledOn(game: Game, { wager, number }: Spot): Game {
  const called = call(game, { player: PLAYER, wager, ...(number === undefined ? {} : { number }), to: 'on' });
  return called.ok ? called.value.game : game;
}

/** Puts a stake on a choice at a table with this sign, with `flat` under odds; null when the table does not take it. */
export function standUp(settings: OpenSettings, choice: Choice, stake: Cents, flat = stake): Alone | null {
  const { spot } = choice;
  const placed = bet(tableFor(settings, choice, flat), {
    player: PLAYER,
    ...selectionOf(spot),
    amount: stake,
  });
  if (!placed.ok) return null;
  const { game, commission } = placed.value;
  return { game: calledOn(game, spot), spot, stake, commission };
}
