import { assemble, type Code, i32, type Local, repeat, v128, when, whilst } from './assemble.js';
import { mappingFor } from './random.js';
import type { Reel } from './reel.js';
import { drawsPerStretch, LANES } from './roller.js';

// The inner loop as WebAssembly, written byte by byte. Random numbers, money, drawdown and hands of the four lanes
// are vectors; the look-ups are four chains of loads that do not wait for each other.

/** Where things are in the memory of the module. */
export interface Plan {
  readonly columns: number;
  readonly next: number;
  readonly steps: number;
  /** From one lane's counters to the next lane's; 0 where all share them. */
  readonly stepsApart: number;
  readonly first: number;
  /** 0 where both changes of a step fit into one word. */
  readonly second: number;
  readonly out: number;
  readonly bytes: number;
}

/** Kept from call to call, by address. */
export const STATE = {
  a: 0,
  b: 16,
  c: 32,
  k: 48,
  length: 64,
  longest: 80,
  rows: 96,
  spare: 112,
  drawn: 128,
  low: 160,
  high: 176,
} as const;
const COLUMNS_AT = 1024;
const TABLES_AT = 4096;
/** Bytes written for each stretch: four results and four drawdowns. */
export const OUT_BYTES = 32;

/** Both changes of a step as signed numbers of this many bits, with the four bits of the hand, make one word. */
const NARROW_BITS = 14;
export const isNarrow = ({ largest }: Reel): boolean => largest < 2 ** (NARROW_BITS - 1);
/** Below this, lanes would often count the same cell at once and wait for each other. */
const SHARED_BYTES_MIN = 16_384;

const aligned = (bytes: number): number => Math.ceil(bytes / 64) * 64;

export function planFor(reel: Reel, stretches: number): Plan {
  const table = aligned(reel.cells * 4);
  const stepsApart = table < SHARED_BYTES_MIN ? table : 0;
  const steps = TABLES_AT + table;
  const first = steps + (stepsApart === 0 ? table : LANES * table);
  const second = isNarrow(reel) ? 0 : first + table;
  const out = (second === 0 ? first : second) + table;
  return {
    columns: COLUMNS_AT,
    next: TABLES_AT,
    steps,
    stepsApart,
    first,
    second,
    out,
    bytes: out + stretches * OUT_BYTES,
  };
}

/** Writes the tables into the memory: rows and columns as byte offsets, ready to be added. */
export function writeTables(reel: Reel, plan: Plan, memory: ArrayBuffer): void {
  const rowBytes = reel.columns * 4;
  new Uint16Array(memory, plan.columns, reel.outcomes).set(reel.columnOf.map((column) => column * 4));
  new Int32Array(memory, plan.next, reel.cells).set(reel.next.map((row) => row * rowBytes));
  const first = new Int32Array(memory, plan.first, reel.cells);
  const second = plan.second === 0 ? null : new Int32Array(memory, plan.second, reel.cells);
  for (let cell = 0; cell < reel.cells; cell++) {
    const [one, two, hand] = [
      reel.first[cell] as number,
      reel.second[cell] as number,
      reel.hand[cell] as number,
    ];
    if (second) second[cell] = two;
    first[cell] = second ? (one << 4) | hand : (one << 18) | ((two & 0x3fff) << 4) | hand;
  }
}

type Locals = Readonly<Record<string, Local>>;
const LANE_NUMBERS = [0, 1, 2, 3] as const;
const at = (locals: Locals, name: string): Local => locals[name] as Local;

/** sfc32 in four lanes: `word` is what is drawn. */
function drawWords(locals: Locals): Code {
  const [a, b, c, k, word] = ['a', 'b', 'c', 'k', 'word'].map((each) => at(locals, each)) as [
    Local,
    Local,
    Local,
    Local,
    Local,
  ];
  return [
    [a.get, b.get, v128.add, k.get, v128.add, word.set],
    [k.get, v128.all(1), v128.add, k.set],
    [b.get, b.get, i32.const(9), v128.shru, v128.xor, a.set],
    [c.get, c.get, i32.const(3), v128.shl, v128.add, b.set],
    [c.get, i32.const(21), v128.shl, c.get, i32.const(11), v128.shru, v128.or, word.get, v128.add, c.set],
  ];
}

/** The products of both halves of the word with the outcomes; where the mapping rejects one, it is drawn again. */
function drawOutcomes(locals: Locals, outcomes: number, rejected: number): Code {
  const [word, low, high] = [at(locals, 'word'), at(locals, 'low'), at(locals, 'high')];
  const isRejected = (product: Local): Code => [
    product.get,
    v128.all(0xffff),
    v128.and,
    v128.all(rejected),
    v128.lts,
  ];
  // The upper half of the product, times the two bytes of a column: by way of memory, which is faster than taking
  // four numbers out of a vector.
  const keep = (product: Local, address: number): Code => [
    [i32.const(0), product.get, i32.const(15), v128.shru, v128.all(0xfffffffe), v128.and],
    v128.store(address),
  ];
  return [
    [word.get, v128.all(0xffff), v128.and, v128.all(outcomes), v128.mul, low.set],
    [word.get, i32.const(16), v128.shru, v128.all(outcomes), v128.mul, high.set],
    when(
      [isRejected(low), isRejected(high), v128.or, v128.anyTrue],
      [
        [
          i32.const(0),
          low.get,
          v128.store(STATE.drawn),
          i32.const(0),
          high.get,
          v128.store(STATE.drawn + 16),
        ],
        drawAgain(locals, outcomes, rejected),
        [i32.const(0), v128.load(STATE.drawn), low.set, i32.const(0), v128.load(STATE.drawn + 16), high.set],
      ],
    ),
    keep(low, STATE.low),
    keep(high, STATE.high),
  ];
}

/** Goes through the eight products and replaces every rejected one from the spare stream until it is accepted. */
function drawAgain(locals: Locals, outcomes: number, rejected: number): Code {
  const here = at(locals, 'cell');
  const product: Code = [here.get, i32.load(STATE.drawn)];
  return [
    [i32.const(0), here.set],
    repeat(
      [
        whilst(
          [product, i32.const(0xffff), i32.and, i32.const(rejected), i32.ltu],
          [
            here.get,
            drawSpare(locals),
            i32.const(16),
            i32.shru,
            i32.const(outcomes),
            i32.mul,
            i32.store(STATE.drawn),
          ],
        ),
        [here.get, i32.const(4), i32.add, here.set],
      ],
      [here.get, i32.const(32), i32.ltu],
    ),
  ];
}

/** sfc32 once more, from memory: it is needed for one draw in ninety. Leaves the word on the stack. */
function drawSpare(locals: Locals): Code {
  const spare = at(locals, 'spare');
  const word = (index: number): Code => [i32.const(0), i32.load(STATE.spare + 4 * index)];
  const put = (index: number, value: Code): Code => [i32.const(0), value, i32.store(STATE.spare + 4 * index)];
  return [
    [word(0), word(1), i32.add, word(3), i32.add, spare.set],
    put(3, [word(3), i32.const(1), i32.add]),
    put(0, [word(1), word(1), i32.const(9), i32.shru, i32.xor]),
    put(1, [word(2), word(2), i32.const(3), i32.shl, i32.add]),
    put(2, [word(2), i32.const(21), i32.rotl, spare.get, i32.add]),
    spare.get,
  ];
}

/** One lane's step: the cell is row and column; count it, note what happened, go on to the next row. */
function step(locals: Locals, plan: Plan, outcomes: number, lane: number): Code {
  const [row, cell] = [at(locals, `row${lane}`), at(locals, 'cell')];
  const counter = plan.steps + lane * plan.stepsApart;
  const note = (name: string, table: number): Code => {
    const into = at(locals, name);
    return [cell.get, into.get, v128.load32lane(table, lane), into.set];
  };
  return [
    [i32.const(0), i32.load(outcomes + 4 * lane), i32.load16u(plan.columns)],
    [row.get, i32.add, cell.tee, i32.load(plan.next), row.set],
    [cell.get, cell.get, i32.load(counter), i32.const(1), i32.add, i32.store(counter)],
    note('first', plan.first),
    plan.second === 0 ? [] : note('second', plan.second),
  ];
}

/** Money goes by a change; a new peak, or a deeper fall from the last one. */
function change(locals: Locals, by: Code): Code {
  const [money, peak, fall] = [at(locals, 'money'), at(locals, 'peak'), at(locals, 'fall')];
  return [
    [money.get, by, v128.add, money.tee, peak.get, v128.max, peak.set],
    [fall.get, peak.get, money.get, v128.sub, v128.max, fall.set],
  ];
}

/** What the step did to all four lanes, see `handBits`. */
function account(locals: Locals, plan: Plan, throwsPerStep: number): Code {
  const [first, second, length, longest] = ['first', 'second', 'length', 'longest'].map((each) =>
    at(locals, each),
  ) as [Local, Local, Local, Local];
  const narrow = plan.second === 0;
  const byFirst: Code = [first.get, i32.const(narrow ? 18 : 4), v128.shrs];
  const bySecond: Code = narrow ? [first.get, i32.const(14), v128.shl, i32.const(18), v128.shrs] : second.get;
  return [
    change(locals, byFirst),
    throwsPerStep === 1 ? [] : change(locals, bySecond),
    [longest.get, length.get, first.get, v128.all(1), v128.and, v128.add, v128.max, longest.set],
    [length.get, first.get, i32.const(28), v128.shl, i32.const(31), v128.shrs, v128.and],
    [first.get, i32.const(1), v128.shru, v128.all(3), v128.and, v128.add, length.set],
  ];
}

const KEPT = ['a', 'b', 'c', 'k', 'length', 'longest'] as const;

/** The module for a reel: `run(stretches)` goes on from the state in memory. */
export function writeKernel(reel: Reel, plan: Plan): Uint8Array {
  const { outcomes, rejected } = mappingFor(reel.outcomes);
  const names = {
    params: ['stretches'],
    whole: ['draws', 'cell', 'spare', 'out', 'row0', 'row1', 'row2', 'row3'],
    vectors: [
      'a',
      'b',
      'c',
      'k',
      'word',
      'low',
      'high',
      'first',
      'second',
      'money',
      'peak',
      'fall',
      'length',
      'longest',
    ],
  };
  return assemble(names, (locals) => {
    const get = (name: string): Code => at(locals, name).get;
    const set = (name: string): Code => at(locals, name).set;
    const both = [STATE.low, STATE.high].map((outcomes) => [
      LANE_NUMBERS.map((lane) => step(locals, plan, outcomes, lane)),
      account(locals, plan, reel.throwsPerStep),
    ]);
    const countDown = (name: string): Code => [get(name), i32.const(1), i32.sub, at(locals, name).tee];
    const stretch: Code = [
      ['money', 'peak', 'fall'].map((name) => [v128.all(0), set(name)]),
      [i32.const(drawsPerStretch(reel)), set('draws')],
      repeat([drawWords(locals), drawOutcomes(locals, outcomes, rejected), both], countDown('draws')),
      [get('out'), get('money'), v128.store(0), get('out'), get('fall'), v128.store(16)],
      [get('out'), i32.const(OUT_BYTES), i32.add, set('out')],
    ];
    return [
      KEPT.map((name) => [i32.const(0), v128.load(STATE[name]), set(name)]),
      LANE_NUMBERS.map((lane) => [i32.const(0), i32.load(STATE.rows + 4 * lane), set(`row${lane}`)]),
      [i32.const(plan.out), set('out')],
      repeat(stretch, countDown('stretches')),
      KEPT.map((name) => [i32.const(0), get(name), v128.store(STATE[name])]),
      LANE_NUMBERS.map((lane) => [i32.const(0), get(`row${lane}`), i32.store(STATE.rows + 4 * lane)]),
    ];
  });
}
