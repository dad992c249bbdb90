import { openPlain } from './plain.js';
import type { Reel } from './reel.js';
import type { Roller } from './roller.js';
import { openWasm } from './wasm.js';

/** The fastest roller that this engine has for a reel. */
export const openRoller = (reel: Reel, kind?: Roller['kind']): Roller =>
  (kind === 'plain' ? null : openWasm(reel)) ?? openPlain(reel);

export { type DirectResult, type DirectSummary, playDirect } from './direct.js';
export type { Interval } from './interval.js';
export { openPlain } from './plain.js';
export { draw, drawBelow, mappingFor, openStream, type Stream } from './random.js';
export { makeReel, type Reel, visitsOf } from './reel.js';
export { CHUNK_ROLLS, CHUNK_STRETCHES, LANES, type Roller, STRETCH } from './roller.js';
export {
  playSession,
  type SessionMachine,
  type SessionOutcome,
  sessionMachine,
  sessionPath,
} from './sessions.js';
export {
  binWidth,
  type Estimate,
  type LineSummary,
  type StretchSummary,
  type Summary,
  summarise,
} from './summary.js';
export { addTally, emptyRoller, openTally, rollChunk, type Tally, type Work, workFor } from './tally.js';
export { openWasm } from './wasm.js';
