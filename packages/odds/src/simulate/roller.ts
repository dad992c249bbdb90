import type { Reel } from './reel.js';

/** Rolls in a stretch: the piece of play whose result, drawdown and so on are counted. */
export const STRETCH = 1000;
/** Tables that are rolled side by side, so that each waits for nothing but itself. */
export const LANES = 4;
/** Stretches of each lane in a full chunk, and the rolls of one. */
export const CHUNK_STRETCHES = 250;
export const CHUNK_ROLLS = LANES * CHUNK_STRETCHES * STRETCH;

/** The streams of random numbers of one chunk: four lanes, one for what is drawn again, one for a rest. */
const STREAMS = 8;
export const laneStream = (chunk: number, lane: number): number => chunk * STREAMS + lane;
export const spareStream = (chunk: number): number => chunk * STREAMS + LANES;
export const restStream = (chunk: number): number => chunk * STREAMS + LANES + 1;

/** Something that rolls a reel, chunk by chunk. All kinds give the same numbers to the bit. */
export interface Roller {
  readonly kind: 'wasm' | 'plain';
  readonly reel: Reel;
  /**
   * Rolls one chunk: four lanes, each from the start of the machine, so many stretches one after another. The results
   * of the stretches (four, one of each lane, then the next four) stand in `money` and `drawdown` until the next call.
   */
  roll(seed: number, chunk: number, stretches: number): void;
  /** In units. */
  readonly money: Int32Array | Float64Array;
  readonly drawdown: Int32Array | Float64Array;
  /** The longest hand of the chunk. */
  longest(): number;
  /** How often each cell was visited since the last time this was asked. */
  takeSteps(): Float64Array;
}

/** A draw of 32 bits makes two steps. */
export const drawsPerStretch = ({ throwsPerStep }: Reel): number => STRETCH / (2 * throwsPerStep);
