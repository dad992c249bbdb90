import {
  type Dice,
  type HornTotal,
  NUMBERS,
  nameOf,
  type PointNumber,
  type Rulebook,
  type Spot,
  settle,
  THROWS,
  type WagerId,
} from '@boxperson/rules';
import { makeRational, type Rational, rational } from '../rational.js';
import { type Alone, type Choice, choicesOf, fineTable, standUp, wholeStake } from './alone.js';
import { type Chain, walk } from './chain.js';
import { drawMoments, explain, explainMixture, type MomentGrid } from './explain.js';
import { type Figures, figuresOf } from './figures.js';

/** One line of a book's figures: a wager, what it is about, and all there is to know of it. */
export interface WagerFigures extends Figures {
  readonly wager: WagerId;
  /** The number it is about; for odds behind the line the point they back. */
  readonly number?: PointNumber;
  readonly high?: HornTotal;
  readonly dice?: Dice;
  readonly spot: Spot;
  /** What the rulebook calls it. */
  readonly name: string;
  /** The way to these figures, a sentence each; written when it is asked for. */
  derivation(): readonly string[];
  /** What the 36 throws do, moment by moment; for odds on whatever point comes, point by point. */
  moments(): readonly MomentGrid[];
}

/** The life of a chosen wager at a table where nothing is rounded. */
function chainOf(book: Rulebook, choice: Choice): Chain {
  const stake = wholeStake(book, choice.spot);
  return walk(standUp(fineTable(book), choice, stake) as Alone);
}

const selectionOf = ({ spot: { number, high, dice }, point }: Choice) => ({
  ...((number ?? point) === undefined ? {} : { number: (number ?? point) as PointNumber }),
  ...(high === undefined ? {} : { high }),
  ...(dice === undefined ? {} : { dice }),
});

function figuresFor(book: Rulebook, choice: Choice): WagerFigures {
  const { spot, point } = choice;
  const chain = chainOf(book, choice);
  const figures = figuresOf([[chain, rational(1)]]);
  const name = point === undefined ? nameOf(book, spot) : `${nameOf(book, spot)} ${point}`;
  return {
    wager: spot.wager,
    ...selectionOf(choice),
    spot,
    name,
    ...figures,
    derivation: () => explain(chain, figures),
    moments: () => drawMoments(chain),
  };
}

/** How often each number becomes the point, of all come outs that set one; asked of the game, throw by throw. */
function pointWeights(book: Rulebook): ReadonlyMap<PointNumber, Rational> {
  const { game } = standUp(
    fineTable(book),
    { spot: lineSpot(book) },
    wholeStake(book, lineSpot(book)),
  ) as Alone;
  const points = THROWS.map((dice) => settle(game, dice).game.point).filter((point) => point !== null);
  const share = (number: PointNumber): Rational =>
    rational(points.filter((point) => point === number).length, points.length);
  return new Map(NUMBERS.map((number) => [number, share(number)]));
}
const lineSpot = (book: Rulebook): Spot =>
  (choicesOf(book).find(({ spot }) => spot.wager === 'pass') as Choice).spot;

/** Odds behind the line on whatever point comes. */
function anyPoint(book: Rulebook, each: readonly WagerFigures[]): WagerFigures {
  const { spot, wager } = each[0] as WagerFigures;
  const weights = pointWeights(book);
  const weightOf = (number: PointNumber): Rational => weights.get(number) as Rational;
  const figures = figuresOf(NUMBERS.map((point) => [chainOf(book, { spot, point }), weightOf(point)]));
  const parts = each.map((row) => {
    const point = row.number as PointNumber;
    return { point, weight: weightOf(point), figures: row };
  });
  return {
    wager,
    spot,
    name: nameOf(book, spot),
    ...figures,
    derivation: () => explainMixture(parts, figures),
    moments: () =>
      each.flatMap((row) => row.moments().map((moment) => ({ ...moment, goal: row.number ?? null }))),
  };
}

const isLineOdds = (wager: WagerId): boolean => wager === 'pass-odds' || wager === 'dont-pass-odds';

function* rowsOf(book: Rulebook): Generator<WagerFigures> {
  const rows = choicesOf(book).map((choice) => figuresFor(book, choice));
  for (const row of rows) {
    if (isLineOdds(row.wager) && row.number === NUMBERS[0])
      yield anyPoint(
        book,
        rows.filter(({ wager }) => wager === row.wager),
      );
    yield row;
  }
}

const known = new WeakMap<Rulebook, readonly WagerFigures[]>();

/** The exact figures of every wager and selection that a rulebook offers, in the order of settlement. */
export function bookFigures(book: Rulebook): readonly WagerFigures[] {
  const rows = known.get(book) ?? [...rowsOf(book)];
  known.set(book, rows);
  return rows;
}

/** The same as plain data, fractions in lowest terms. */
export const makeFigures = (row: WagerFigures) => ({
  wager: row.wager,
  ...(row.number === undefined ? {} : { number: row.number }),
  ...(row.high === undefined ? {} : { high: row.high }),
  ...(row.dice === undefined ? {} : { dice: row.dice }),
  name: row.name,
  win: makeRational(row.win),
  lose: makeRational(row.lose),
  push: makeRational(row.push),
  edge: makeRational(row.edge),
  rolls: makeRational(row.rolls),
  edgePerRoll: makeRational(row.edgePerRoll),
  sd: row.sd,
  variance: makeRational(row.variance),
  commission: makeRational(row.commission),
  results: row.results.map(({ net, chance }) => ({ net: makeRational(net), chance: makeRational(chance) })),
  lengths: row.lengths().map(makeRational),
  derivation: row.derivation(),
});
