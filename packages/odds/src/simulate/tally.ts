import { drawBelow, mappingFor, openStream } from './random.js';
import { type Reel, visitsOf } from './reel.js';
import { CHUNK_ROLLS, CHUNK_STRETCHES, LANES, type Roller, restStream, STRETCH } from './roller.js';

/** Counts of amounts: exact below a certain width, else in bins of several units. */
export interface Bins {
  /** Units in a bin. */
  readonly width: number;
  /** The bin in the middle holds 0; the first and the last hold all beyond. */
  readonly counts: Float64Array;
}

export const BINS = 4096;
const MIDDLE = BINS / 2;
const openBins = (width: number): Bins => ({ width, counts: new Float64Array(BINS) });

function countIn({ width, counts }: Bins, amount: number): void {
  const bin = Math.min(BINS - 1, Math.max(0, MIDDLE + Math.floor(amount / width)));
  counts[bin] = (counts[bin] as number) + 1;
}

/** Results of many stretches: sums are whole numbers, so that the order of adding them up does not matter. */
export interface StretchTally {
  count: number;
  sum: bigint;
  squares: bigint;
  least: number;
  most: number;
  readonly bins: Bins;
}

/** Everything that is counted while rolling. Two tallies can be added, in any order. */
export interface Tally {
  rolls: number;
  /** How often each state met each symbol. */
  readonly visits: Float64Array;
  longestHand: number;
  /** Money won or lost in a stretch, and the deepest fall from a peak within one, in units. */
  readonly results: StretchTally;
  readonly drawdowns: StretchTally;
}

const openStretches = (width: number): StretchTally => ({
  count: 0,
  sum: 0n,
  squares: 0n,
  least: Number.POSITIVE_INFINITY,
  most: Number.NEGATIVE_INFINITY,
  bins: openBins(width),
});

export const openTally = ({ states, symbols }: Reel, width: number): Tally => ({
  rolls: 0,
  visits: new Float64Array(states * symbols),
  longestHand: 0,
  results: openStretches(width),
  drawdowns: openStretches(width),
});

function addTo(sums: Float64Array, counts: Float64Array): void {
  for (const [at, count] of counts.entries()) sums[at] = (sums[at] as number) + count;
}

function addStretches(into: StretchTally, other: StretchTally): void {
  into.count += other.count;
  into.sum += other.sum;
  into.squares += other.squares;
  into.least = Math.min(into.least, other.least);
  into.most = Math.max(into.most, other.most);
  addTo(into.bins.counts, other.bins.counts);
}

export function addTally(into: Tally, other: Tally): void {
  into.rolls += other.rolls;
  addTo(into.visits, other.visits);
  into.longestHand = Math.max(into.longestHand, other.longestHand);
  addStretches(into.results, other.results);
  addStretches(into.drawdowns, other.drawdowns);
}

function countStretches(tally: StretchTally, amounts: ArrayLike<number>, count: number): void {
  let [sum, squares] = [0, 0];
  for (let at = 0; at < count; at++) {
    const amount = amounts[at] as number;
    sum += amount;
    squares += amount * amount;
    if (amount < tally.least) tally.least = amount;
    if (amount > tally.most) tally.most = amount;
    countIn(tally.bins, amount);
  }
  tally.count += count;
  tally.sum += BigInt(sum);
  tally.squares += BigInt(squares);
}

/** The work of a run: full chunks, a shorter one, and the few rolls that make no round of stretches. */
export interface Work {
  readonly chunks: number;
  readonly rolls: number;
}

const ROUND = LANES * STRETCH;

/** The last chunk is there even if it is empty: it holds the rest. */
export const workFor = (rolls: number): Work => ({ chunks: Math.floor(rolls / CHUNK_ROLLS) + 1, rolls });

/** Rolls one chunk of the work and counts it. Visits are counted when the roller is emptied. */
export function rollChunk(roller: Roller, tally: Tally, work: Work, seed: number, chunk: number): number {
  const isLast = chunk === work.chunks - 1;
  const rolls = isLast ? work.rolls - chunk * CHUNK_ROLLS : CHUNK_ROLLS;
  const stretches = isLast ? Math.floor(rolls / ROUND) : CHUNK_STRETCHES;
  if (stretches > 0) {
    roller.roll(seed, chunk, stretches);
    countStretches(tally.results, roller.money, stretches * LANES);
    countStretches(tally.drawdowns, roller.drawdown, stretches * LANES);
    tally.longestHand = Math.max(tally.longestHand, roller.longest());
  }
  tally.rolls += rolls;
  rollRest(roller.reel, tally, seed, chunk, rolls - stretches * ROUND);
  return rolls;
}

/** A few single rolls from the start. */
function rollRest(reel: Reel, tally: Tally, seed: number, chunk: number, rolls: number): void {
  const stream = openStream(seed, restStream(chunk));
  const mapping = mappingFor(36);
  let state = reel.start;
  for (let roll = 0; roll < rolls; roll++) {
    const cell = state * reel.symbols + (reel.symbolOf[drawBelow(stream, mapping)] as number);
    tally.visits[cell] = (tally.visits[cell] as number) + 1;
    state = reel.singles[cell] as number;
  }
}

/** Takes over what the roller has counted. */
export function emptyRoller(roller: Roller, tally: Tally): void {
  addTo(tally.visits, visitsOf(roller.reel, roller.takeSteps()));
}
