// A very small assembler for WebAssembly: only what the simulator's kernel needs. Code is nested lists of bytes.

export type Code = number | readonly Code[];

/** Unsigned and signed numbers in seven-bit groups, as the format writes them. */
function unsigned(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const byte = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? byte : byte | 0x80);
  } while (rest !== 0);
  return bytes;
}

function signed(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value | 0;
  for (;;) {
    const byte = rest & 0x7f;
    rest >>= 7;
    const isLast = (rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0);
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return bytes;
  }
}

const flat = (code: Code): readonly number[] => (typeof code === 'number' ? [code] : code.flatMap(flat));
const vector = (items: readonly Code[]): Code => [unsigned(items.length), items];
const section = (id: number, body: Code): Code => {
  const bytes = flat(body);
  return [id, unsigned(bytes.length), bytes];
};
const name = (text: string): Code => vector([...text].map((letter) => letter.charCodeAt(0)));

const I32 = 0x7f;
const V128 = 0x7b;
const VOID = 0x40;

export const i32 = {
  const: (value: number): Code => [0x41, signed(value)],
  load: (offset: number): Code => [0x28, 2, unsigned(offset)],
  load16u: (offset: number): Code => [0x2f, 1, unsigned(offset)],
  store: (offset: number): Code => [0x36, 2, unsigned(offset)],
  ltu: 0x49,
  add: 0x6a,
  sub: 0x6b,
  mul: 0x6c,
  and: 0x71,
  xor: 0x73,
  shl: 0x74,
  shru: 0x76,
  rotl: 0x77,
} as const;

const simd = (code: number): Code => [0xfd, unsigned(code)];
const lanes = (value: number): readonly number[] =>
  [0, 1, 2, 3].flatMap(() => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255]);

/** Four 32-bit lanes. */
export const v128 = {
  load: (offset: number): Code => [simd(0), 4, unsigned(offset)],
  store: (offset: number): Code => [simd(11), 4, unsigned(offset)],
  /** The same value in every lane. */
  all: (value: number): Code => [simd(12), lanes(value)],
  load32lane: (offset: number, lane: number): Code => [simd(86), 2, unsigned(offset), lane],
  lts: simd(57),
  and: simd(78),
  or: simd(80),
  xor: simd(81),
  anyTrue: simd(83),
  shl: simd(171),
  shrs: simd(172),
  shru: simd(173),
  add: simd(174),
  sub: simd(177),
  mul: simd(181),
  max: simd(184),
} as const;

/** Repeats the body while it leaves something other than 0. */
export const repeat = (body: Code, condition: Code): Code => [0x03, VOID, body, condition, 0x0d, 0, 0x0b];
export const when = (condition: Code, body: Code): Code => [condition, 0x04, VOID, body, 0x0b];
/** Does the body while the condition holds, asked before every round. */
export const whilst = (condition: Code, body: Code): Code => [
  [0x03, VOID, condition, 0x04, VOID, body, 0x0c, 1, 0x0b],
  0x0b,
];

export interface Local {
  readonly get: Code;
  readonly set: Code;
  readonly tee: Code;
}
const local = (index: number): Local => ({
  get: [0x20, unsigned(index)],
  set: [0x21, unsigned(index)],
  tee: [0x22, unsigned(index)],
});

/** Named locals: first the parameters, then whole numbers, then vectors. */
export interface Names {
  readonly params: readonly string[];
  readonly whole: readonly string[];
  readonly vectors: readonly string[];
}

/** A module with one function, exported as `run`, over a memory imported as `env.memory`. */
export function assemble(names: Names, write: (locals: Readonly<Record<string, Local>>) => Code): Uint8Array {
  const all = [...names.params, ...names.whole, ...names.vectors];
  const locals = Object.fromEntries(all.map((each, index) => [each, local(index)]));
  const code = flat([
    vector([
      [unsigned(names.whole.length), I32],
      [unsigned(names.vectors.length), V128],
    ]),
    write(locals),
    0x0b,
  ]);
  return Uint8Array.from(
    flat([
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      section(1, vector([[0x60, vector(names.params.map(() => I32)), vector([])]])),
      section(2, vector([[name('env'), name('memory'), 0x02, 0x00, 0x01]])),
      section(3, vector([0])),
      section(7, vector([[name('run'), 0x00, 0x00]])),
      section(10, vector([[unsigned(code.length), code]])),
    ]),
  );
}
