import { OUT_BYTES, type Plan, planFor, STATE, writeKernel, writeTables } from './kernel.js';
import { openStream } from './random.js';
import type { Reel } from './reel.js';
import { CHUNK_STRETCHES, LANES, laneStream, type Roller, STRETCH, spareStream } from './roller.js';

/** What is needed of the engine's own WebAssembly; no library of the page or of Node is loaded for it. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

const PAGE = 65_536;
/** Counters are 32 bits: they are emptied before a cell can overflow. */
const STEPS_HELD_MAX = 2 ** 31;

/** Money is counted in 32 bits within a stretch. */
export const fitsKernel = ({ largest }: Reel): boolean => largest * STRETCH < 2 ** 31 && largest < 2 ** 27;

/** A roller that runs the kernel; null where there is no WebAssembly with vectors, or amounts are too large for it. */
export function openWasm(reel: Reel): Roller | null {
  if (!fitsKernel(reel) || typeof WebAssembly === 'undefined') return null;
  const plan = planFor(reel, CHUNK_STRETCHES);
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(plan.bytes / PAGE) });
    const module = new WebAssembly.Module(writeKernel(reel, plan));
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    writeTables(reel, plan, memory.buffer);
    return rollerOn(reel, plan, memory.buffer, exports['run'] as (stretches: number) => void);
  } catch {
    return null;
  }
}

function rollerOn(reel: Reel, plan: Plan, memory: ArrayBuffer, run: (stretches: number) => void): Roller {
  const words = new Int32Array(memory);
  const money = new Int32Array(CHUNK_STRETCHES * LANES);
  const drawdown = new Int32Array(CHUNK_STRETCHES * LANES);
  const total = new Float64Array(reel.cells);
  let held = 0;
  const empty = (): void => {
    emptyCounters(words, plan, total);
    held = 0;
  };
  return {
    kind: 'wasm',
    reel,
    money,
    drawdown,
    roll(seed, chunk, stretches) {
      if (held > STEPS_HELD_MAX) empty();
      writeStart(reel, words, seed, chunk);
      run(stretches);
      readStretches(words, plan, stretches, money, drawdown);
      held += stretches * LANES * STRETCH;
    },
    longest: () => Math.max(...words.subarray(STATE.longest / 4, STATE.longest / 4 + LANES)),
    takeSteps() {
      empty();
      const steps = total.slice();
      total.fill(0);
      return steps;
    },
  };
}

/** Every chunk starts afresh: its own streams, the start of the machine, a new hand. */
function writeStart({ start, columns }: Reel, words: Int32Array, seed: number, chunk: number): void {
  for (let lane = 0; lane < LANES; lane++) {
    const { a, b, c, k } = openStream(seed, laneStream(chunk, lane));
    words[STATE.a / 4 + lane] = a;
    words[STATE.b / 4 + lane] = b;
    words[STATE.c / 4 + lane] = c;
    words[STATE.k / 4 + lane] = k;
    words[STATE.length / 4 + lane] = 1;
    words[STATE.longest / 4 + lane] = 0;
    words[STATE.rows / 4 + lane] = start * columns * 4;
  }
  const { a, b, c, k } = openStream(seed, spareStream(chunk));
  words.set([a, b, c, k], STATE.spare / 4);
}

function readStretches(
  words: Int32Array,
  plan: Plan,
  stretches: number,
  money: Int32Array,
  drawdown: Int32Array,
): void {
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = (plan.out + stretch * OUT_BYTES) / 4;
    for (let lane = 0; lane < LANES; lane++) {
      money[stretch * LANES + lane] = words[from + lane] as number;
      drawdown[stretch * LANES + lane] = words[from + LANES + lane] as number;
    }
  }
}

function emptyCounters(words: Int32Array, { steps, stepsApart }: Plan, total: Float64Array): void {
  const copies = stepsApart === 0 ? 1 : LANES;
  for (let copy = 0; copy < copies; copy++) {
    const from = (steps + copy * stepsApart) / 4;
    for (let cell = 0; cell < total.length; cell++) {
      total[cell] = (total[cell] as number) + ((words[from + cell] as number) >>> 0);
      words[from + cell] = 0;
    }
  }
}
