import { draw, drawBelow, type Mapping, mappingFor, openStream, type Stream } from './random.js';
import type { Reel } from './reel.js';
import { CHUNK_STRETCHES, drawsPerStretch, LANES, laneStream, type Roller, spareStream } from './roller.js';

// The same inner loop in plain JavaScript: where there is no WebAssembly, for amounts that do not fit 32 bits, and to
// check the kernel against.

interface Lane {
  readonly stream: Stream;
  row: number;
  length: number;
  longest: number;
  money: number;
  peak: number;
  fall: number;
}

const openLane = ({ start, columns }: Reel, seed: number, chunk: number, lane: number): Lane => ({
  stream: openStream(seed, laneStream(chunk, lane)),
  row: start * columns,
  length: 1,
  longest: 0,
  money: 0,
  peak: 0,
  fall: 0,
});

function change(lane: Lane, by: number): void {
  lane.money += by;
  if (lane.money > lane.peak) lane.peak = lane.money;
  if (lane.peak - lane.money > lane.fall) lane.fall = lane.peak - lane.money;
}

function step(reel: Reel, steps: Float64Array, lane: Lane, outcome: number): void {
  const cell = lane.row + (reel.columnOf[outcome] as number);
  steps[cell] = (steps[cell] as number) + 1;
  lane.row = (reel.next[cell] as number) * reel.columns;
  change(lane, reel.first[cell] as number);
  if (reel.throwsPerStep === 2) change(lane, reel.second[cell] as number);
  const hand = reel.hand[cell] as number;
  lane.longest = Math.max(lane.longest, lane.length + (hand & 1));
  lane.length = ((hand & 8) === 0 ? 0 : lane.length) + ((hand >> 1) & 3);
}

/** The outcome of 16 bits, drawn again from the spare stream where the mapping rejects them. */
function outcomeOf(bits: number, mapping: Mapping, spare: Stream): number {
  const product = bits * mapping.outcomes;
  return (product & 0xffff) < mapping.rejected ? drawBelow(spare, mapping) : product >>> 16;
}

const outcomes = new Int32Array(2 * LANES);

/** One draw of every lane: the lower halves of all words are looked at before the upper ones. */
function drawAll(lanes: readonly Lane[], mapping: Mapping, spare: Stream): void {
  const words = lanes.map(({ stream }) => draw(stream));
  for (let lane = 0; lane < LANES; lane++)
    outcomes[lane] = outcomeOf((words[lane] as number) & 0xffff, mapping, spare);
  for (let lane = 0; lane < LANES; lane++)
    outcomes[LANES + lane] = outcomeOf((words[lane] as number) >>> 16, mapping, spare);
}

export function openPlain(reel: Reel): Roller {
  const mapping = mappingFor(reel.outcomes);
  const money = new Float64Array(CHUNK_STRETCHES * LANES);
  const drawdown = new Float64Array(CHUNK_STRETCHES * LANES);
  let steps = new Float64Array(reel.cells);
  let longest = 0;
  return {
    kind: 'plain',
    reel,
    money,
    drawdown,
    roll(seed, chunk, stretches) {
      const lanes = Array.from({ length: LANES }, (_, lane) => openLane(reel, seed, chunk, lane));
      const spare = openStream(seed, spareStream(chunk));
      for (let stretch = 0; stretch < stretches; stretch++) {
        for (const lane of lanes) lane.money = lane.peak = lane.fall = 0;
        for (let left = drawsPerStretch(reel); left > 0; left--) {
          drawAll(lanes, mapping, spare);
          for (let at = 0; at < 2 * LANES; at++)
            step(reel, steps, lanes[at % LANES] as Lane, outcomes[at] as number);
        }
        for (const [at, lane] of lanes.entries()) {
          money[stretch * LANES + at] = lane.money;
          drawdown[stretch * LANES + at] = lane.fall;
        }
      }
      longest = Math.max(...lanes.map((lane) => lane.longest));
    },
    longest: () => longest,
    takeSteps() {
      const taken = steps;
      steps = new Float64Array(reel.cells);
      return taken;
    },
  };
}
