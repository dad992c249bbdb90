import { gcd } from '@boxperson/rules';
import type { Machine } from '../compile/machine.js';

/**
 * A machine laid out for speed: one look-up for two throws. A row for each state, a column for each pair of symbols;
 * a cell says which row comes next and what happened on the way.
 */
export interface Reel {
  readonly states: number;
  readonly symbols: number;
  readonly start: number;
  /** The machine's own table, for single throws. */
  readonly singles: Int32Array;
  readonly symbolOf: readonly number[];
  /** 2, or 1 where pairs would make the table too large. */
  readonly throwsPerStep: 1 | 2;
  /** Outcomes of one draw: 36 or 36². */
  readonly outcomes: number;
  readonly columns: number;
  /** The column of each outcome. */
  readonly columnOf: Uint16Array;
  readonly cells: number;
  /** By cell: the row that follows. */
  readonly next: Int32Array;
  /** By cell: change of money by the first throw and by the second, in units. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** By cell: what the step does to the length of the hand, see `handBits`. */
  readonly hand: Uint8Array;
  /** All changes of money are multiples of this many cents. */
  readonly unit: number;
  /** The largest change by one throw, in units. */
  readonly largest: number;
}

/** Tables up to this many cells are made for two throws at a step. */
const PAIR_CELLS_MAX = 1 << 20;

/**
 * The bits of a step: bit 0, throws to the first end of the hand less one (or all of the step's); bits 1 and 2, what
 * is added to the length afterwards; bit 3, set where the hand goes on. Lengths are kept one too high, so that the
 * throw that ends a hand counts.
 */
export function handBits(ends: readonly number[]): number {
  const firstEnd = ends.indexOf(1);
  if (firstEnd < 0) return 8 | (ends.length << 1) | (ends.length - 1);
  const since = ends.length - 1 - ends.lastIndexOf(1);
  return ((1 + since) << 1) | firstEnd;
}

const unitOf = (delta: Float64Array): number => {
  let unit = 0;
  for (const cents of delta) unit = gcd(unit, Math.abs(cents));
  return unit === 0 ? 1 : unit;
};

export function makeReel(machine: Machine, asked?: 1 | 2): Reel {
  const { states, symbols, delta } = machine;
  const throwsPerStep = asked ?? (states * symbols ** 2 <= PAIR_CELLS_MAX ? 2 : 1);
  const unit = unitOf(delta);
  const columns = symbols ** throwsPerStep;
  const cells = states * columns;
  const reel: Reel = {
    states,
    symbols,
    start: machine.start,
    singles: machine.next,
    symbolOf: machine.symbolOf,
    throwsPerStep,
    outcomes: 36 ** throwsPerStep,
    columns,
    columnOf: columnsOf(machine, throwsPerStep),
    cells,
    next: new Int32Array(cells),
    first: new Int32Array(cells),
    second: new Int32Array(cells),
    hand: new Uint8Array(cells),
    unit,
    largest: delta.reduce((most, cents) => Math.max(most, Math.abs(cents)), 0) / unit,
  };
  for (let state = 0; state < states; state++)
    for (let symbol = 0; symbol < symbols; symbol++) {
      if (throwsPerStep === 1) fillOne(machine, reel, state * symbols + symbol);
      else for (let then = 0; then < symbols; then++) fillTwo(machine, reel, state, symbol, then);
    }
  return reel;
}

function columnsOf({ symbols, symbolOf }: Machine, throwsPerStep: 1 | 2): Uint16Array {
  if (throwsPerStep === 1) return Uint16Array.from(symbolOf);
  return Uint16Array.from({ length: 36 * 36 }, (_, outcome) => {
    const [first, second] = [Math.floor(outcome / 36), outcome % 36];
    return (symbolOf[first] as number) * symbols + (symbolOf[second] as number);
  });
}

function fillOne(machine: Machine, { next, first, hand, unit }: Reel, cell: number): void {
  next[cell] = machine.next[cell] as number;
  first[cell] = (machine.delta[cell] as number) / unit;
  hand[cell] = handBits([machine.handOver[cell] as number]);
}

function fillTwo(machine: Machine, reel: Reel, state: number, symbol: number, then: number): void {
  const { columns, unit } = reel;
  const before = state * machine.symbols + symbol;
  const after = (machine.next[before] as number) * machine.symbols + then;
  const cell = state * columns + symbol * machine.symbols + then;
  reel.next[cell] = machine.next[after] as number;
  reel.first[cell] = (machine.delta[before] as number) / unit;
  reel.second[cell] = (machine.delta[after] as number) / unit;
  reel.hand[cell] = handBits([machine.handOver[before] as number, machine.handOver[after] as number]);
}

/** How often each state met each symbol, from how often each step was taken. */
export function visitsOf(reel: Reel, steps: Float64Array): Float64Array {
  const { states, symbols, singles, throwsPerStep } = reel;
  if (throwsPerStep === 1) return Float64Array.from(steps);
  const visits = new Float64Array(states * symbols);
  for (let before = 0; before < visits.length; before++) {
    const row = (singles[before] as number) * symbols;
    for (let then = 0; then < symbols; then++) {
      const count = steps[before * symbols + then] as number;
      visits[before] = (visits[before] as number) + count;
      visits[row + then] = (visits[row + then] as number) + count;
    }
  }
  return visits;
}
