import {
  CENTS_MAX,
  type Cents,
  FLAT_OF,
  type Game,
  isOddsId,
  type OpenSettings,
  options,
  type Rulebook,
  type Spot,
  type SpotOptions,
  settle,
  spotOf,
  THROWS,
} from '@boxperson/rules';
import {
  type Alone,
  type Choice,
  fineTable,
  lcm,
  PLAYER,
  standUp,
  tableFor,
  wholeStake,
} from '../exact/alone.js';
import { type Chain, type Moment, walk } from '../exact/chain.js';
import { type Figures, figuresOf } from '../exact/figures.js';
import { lcmOf, mul, type Rational, rational, sum } from '../rational.js';

// What every stake that a sign allows is worth, with winnings and commission rounded as the book says. Played by the
// game layer for as long as rounding is irregular; from there on stakes a period apart differ by unrounded money.

/** A way to end, and throws that lead there from the moment the wager was put down. */
interface Ending {
  /** Chance over the common denominator. */
  readonly weight: number;
  readonly throws: readonly number[];
}

/** Stakes that the table takes on a choice. */
export interface Allowed {
  readonly least: Cents;
  readonly most: Cents;
  readonly step: Cents;
}

/** The worth of stakes on one choice at a table with a sign. */
export interface Stakes {
  readonly choice: Choice;
  readonly allowed: Allowed;
  /** Stakes this far apart are rounded alike. */
  readonly period: Cents;
  readonly figures: Figures;
  /** Stakes that tell all: those that are rounded irregularly, and one period of the others. */
  telling(): Iterable<Cents>;
  /** Does the table take this stake? */
  takes(stake: Cents): boolean;
  /** What the player gets on average for a stake, in cents. */
  worth(stake: Cents): Rational;
  /** The same without any rounding. */
  fair(stake: Cents): Rational;
  /** Stake and commission. */
  putUp(stake: Cents): Cents;
  /** Above this, rounding repeats itself every period. */
  readonly regularFrom: Cents;
}

/** One path of throws to every result that differs in money, found on the table where nothing is rounded. */
function endingsOf(chain: Chain, figures: Figures): { endings: readonly Ending[]; denominator: number } {
  const denominator = Number(figures.results.reduce((all, { chance }) => lcmOf(all, chance.d), 1n));
  const putUp = rational(chain.stake + chain.commission);
  const paths = pathsTo(chain);
  const endings = figures.results.map(({ net, chance }) => {
    const cents = mul(net, putUp);
    const throws = paths.get(Number(cents.n / cents.d)) as readonly number[];
    return { weight: Number(chance.n) * (denominator / Number(chance.d)), throws };
  });
  return { endings, denominator };
}

/** For each result in cents, the shortest way there. */
function pathsTo({ moments }: Chain): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  const ways = new Map<number, readonly number[]>([[0, []]]);
  for (const [at, way] of ways)
    for (const [thrown, { to, end }] of (moments[at] as Moment).steps.entries()) {
      if (end && !found.has(end.net)) found.set(end.net, [...way, thrown]);
      if (to !== undefined && !ways.has(to)) ways.set(to, [...way, thrown]);
    }
  return found;
}

/** What the player is better off by when a wager goes this way, commission counted. */
function netAlong({ game, spot, stake, commission }: Alone, throws: readonly number[]): Cents {
  let [table, at]: [Game, Spot] = [game, spot];
  for (const thrown of throws) {
    const rolled = settle(table, THROWS[thrown] as (typeof THROWS)[number]);
    const settlement = rolled.settled.find((settled) => settled.spot === at);
    if (settlement)
      return (
        settlement.returned + settlement.winnings + (settlement.commissionReturned ?? 0) - stake - commission
      );
    at = rolled.travelled.find((travel) => travel.spot.wager === at.wager)?.spot ?? at;
    table = rolled.game;
  }
  throw new Error('the wager was not decided on its way');
}

const optionsOn = (game: Game, spot: Spot): SpotOptions =>
  (options(game, PLAYER) as readonly SpotOptions[])[spot.index] as SpotOptions;

/** The most that may stand under odds: what the sign takes on the flat wager. */
function mostFlat(settings: OpenSettings, { spot }: Choice): Cents | null {
  if (!isOddsId(spot.wager)) return 0;
  const flat = spotOf(FLAT_OF[spot.wager]);
  const { bet } = optionsOn(tableFor(settings, { spot: flat }, 0), flat);
  if (!bet.may) return null;
  const { least, most, step } = bet.amounts;
  // Enough must be left in hand for the odds.
  return Math.min(most, least + Math.max(0, Math.floor((FLAT_MAX - least) / step)) * step);
}
const FLAT_MAX: Cents = CENTS_MAX / 1000;

/** Above this no chip set has gaps in what it pays on the spot, or keeps as commission. */
function regularFrom(game: Game, book: Rulebook, spot: Spot, least: Cents): Cents {
  const { regularFrom: from } = game.sign.chips;
  return from === 0 ? least : Math.max(least, from * wholeStake(book, spot));
}

/** More stakes than this are not looked at one by one. */
export const TELLING_MAX = 200_000;

/** The chips of a sign have so many gaps that rounding hardly ever repeats itself. */
export class TooManyStakes extends Error {
  constructor({ wager }: Spot) {
    super(`the chips leave more than ${TELLING_MAX} different stakes on ${wager} to look at one by one`);
    this.name = 'TooManyStakes';
  }
}

/** What playing a stake showed: its worth over the common denominator, and what was put up. */
interface Looked {
  readonly worth: number;
  readonly putUp: Cents;
}

/** Plays stakes as they are asked for, each once; null for one that the table does not take. */
function looker(
  settings: OpenSettings,
  choice: Choice,
  flat: Cents,
  endings: readonly Ending[],
): (stake: Cents) => Looked | null {
  const known = new Map<Cents, Looked | null>();
  const play = (stake: Cents): Looked | null => {
    const alone = standUp(settings, choice, stake, flat);
    if (!alone) return null;
    const worth = endings.reduce((all, { weight, throws }) => all + weight * netAlong(alone, throws), 0);
    return { worth, putUp: stake + alone.commission };
  };
  return (stake) => {
    const found = known.has(stake) ? (known.get(stake) as Looked | null) : play(stake);
    known.set(stake, found);
    return found;
  };
}

/** The life of the wager where nothing is rounded. */
const unrounded = (book: Rulebook, choice: Choice): Chain =>
  walk(standUp(fineTable(book), choice, wholeStake(book, choice.spot)) as Alone);

export function stakesOn(settings: OpenSettings, book: Rulebook, choice: Choice): Stakes | null {
  const { spot } = choice;
  const flat = mostFlat(settings, choice);
  if (flat === null) return null;
  const game = tableFor(settings, choice, flat);
  const { bet } = optionsOn(game, spot);
  if (!bet.may) return null;
  const { least, most, step, gaps } = bet.amounts;
  const period = lcm(wholeStake(book, spot) * game.sign.chips.step, step);
  const regular = regularFrom(game, book, spot, least);
  if ((Math.min(most, regular + period) - least) / step > TELLING_MAX) throw new TooManyStakes(spot);
  const chain = unrounded(book, choice);
  const figures = figuresOf([[chain, rational(1)]]);
  const { endings, denominator } = endingsOf(chain, figures);
  const look = looker(settings, choice, flat, endings);
  const fair = fairWorth(chain, figures);
  /** The stake like this one that is played, and by how much this one is more: whole periods, rounded alike. */
  const like = (stake: Cents): { base: Cents; more: Cents } => {
    const more = Math.max(0, Math.floor((stake - regular) / period)) * period;
    return { base: stake - more, more };
  };
  const takes = (stake: Cents): boolean =>
    stake >= least &&
    stake <= most &&
    (stake - least) % step === 0 &&
    (!gaps || look(like(stake).base) !== null);
  const played = (stake: Cents): Looked => {
    const looked = look(stake);
    if (!looked) throw new Error(`a stake of ${stake} is not allowed`);
    return looked;
  };
  return {
    choice,
    allowed: { least, most, step },
    period,
    figures,
    regularFrom: regular,
    takes,
    fair,
    *telling() {
      for (let stake = least; stake <= most && stake < regular + period; stake += step)
        if (takes(stake)) yield stake;
    },
    worth(stake) {
      const { base, more } = like(stake);
      const rounded = rational(played(base).worth, denominator);
      return more === 0 ? rounded : sum([rounded, fair(more)]);
    },
    putUp(stake) {
      const { base, more } = like(stake);
      // A period is a stake on which commission comes out in chips.
      return played(base).putUp + more + (more * chain.commission) / chain.stake;
    },
  };
}

/** What a stake is worth to the player without any rounding. */
function fairWorth(chain: Chain, { results }: Figures): (stake: Cents) => Rational {
  const mean = sum(results.map(({ net, chance }) => mul(net, chance)));
  const perStake = mul(mean, rational(chain.stake + chain.commission, chain.stake));
  return (stake) => mul(perStake, rational(stake));
}
