/**
 * A plain stroke alphabet of our own, for pictures made of pixels where no font can be relied on. Every letter is a
 * few lines; a point is two hexadecimal digits, across and down. Capitals reach from 0 to c, small letters from 4.
 */
const LETTERS: Readonly<Record<string, string>> = {
  A: '0c408c 1878',
  B: '0c005071755606 56878b6c0c',
  C: '826020020a2c6c8a',
  D: '0c005083895c0c',
  E: '80000c8c 0666',
  F: '80000c 0666',
  G: '826020020a2c6c8a8757',
  H: '000c 808c 0686',
  I: '000c',
  J: '606a4c2c0a',
  K: '000c 8007 348c',
  L: '000c7c',
  M: '0c0046808c',
  N: '0c008c80',
  O: '2060828a6c2c0a0220',
  P: '0c006082856707',
  Q: '2060828a6c2c0a0220 598d',
  R: '0c006082856707 478c',
  S: '82602002042666888a6c2c0a',
  T: '0080 404c',
  U: '000a2c6c8a80',
  V: '004c80',
  W: '002c446c80',
  X: '008c 800c',
  Y: '004680 464c',
  Z: '00800c8c',
  a: '747c 765424060a2c5c7a',
  b: '000c 062454767a5c2c0a',
  c: '765424060a2c5c7a',
  d: '707c 765424060a2c5c7a',
  e: '0878765424060a2c5c7b',
  f: '5030212c 0454',
  g: '747e5f2f0e 765424060a2c5c7a',
  h: '000c 062454767c',
  i: '040c 0001',
  j: '242e1f0f 2021',
  k: '000c 6409 287c',
  l: '000c',
  m: '040c 062434464c 466474868c',
  n: '040c 062454767c',
  o: '2454767a5c2c0a0624',
  p: '040f 062454767a5c2c0a',
  q: '747f 765424060a2c5c7a',
  r: '040c 072454',
  s: '75542405072858797b5c2c0b',
  t: '202a3c5c 0454',
  u: '040a2c5c7a 747c',
  v: '043c74',
  w: '042c456c84',
  x: '047c 740c',
  y: '043c 742f0f',
  z: '04740c7c',
  '0': '2050727a5c2c0a0220',
  '1': '02303c',
  '2': '02205072740c7c',
  '3': '02205072745636 56787a5c2c0a',
  '4': '5c500878',
  '5': '7010062454767a5c2c0a',
  '6': '715020020a2c5c7a77552507',
  '7': '00702c',
  '8': '205072745626040220 26080a2c5c7a7856',
  '9': '0b2c5c7a7250200205275775',
  '.': '0b0c',
  ',': '1b1c0e',
  ':': '0506 0b0c',
  ';': '1516 1b1c0e',
  '-': '0757',
  '–': '0787',
  '+': '0767 343a',
  '=': '0565 0969',
  '/': '0e60',
  '%': '0c80 0030330300 59898c5c59',
  $: '82602002042666888a6c2c0a 404c',
  '(': '2003092c',
  ')': '0023290c',
  "'": '0003',
  '’': '0003',
  '"': '0003 3033',
  '!': '0008 0b0c',
  '?': '02205072743738 3b3c',
  '&': '8c1321404162080a2c5c87',
  '#': '202c 505c 0474 0878',
  '*': '315b 513b 0666',
  '<': '6408 6c08',
  '>': '0468 0c68',
  '×': '056b 650b',
  '·': '0707',
  '…': '0b0c 4b4c 8b8c',
  '≥': '0366 0966 0c6c',
};

/** Height of a capital in the units of the alphabet. */
export const CAPITAL = 12;
const GAP = 3;
const SPACE = 5;

export type Stroke = readonly (readonly [x: number, y: number])[];

const strokesOf = (letter: string): readonly Stroke[] =>
  (LETTERS[letter] ?? LETTERS['?'] ?? '')
    .split(' ')
    .map((stroke) =>
      [...stroke.matchAll(/(.)(.)/g)].map(
        ([, x, y]) => [Number.parseInt(x as string, 16), Number.parseInt(y as string, 16)] as const,
      ),
    );

/** A line of text as strokes from 0 to the right; and how far it reaches. */
export function writeText(text: string): { readonly strokes: readonly Stroke[]; readonly width: number } {
  const strokes: Stroke[] = [];
  let from = 0;
  for (const letter of text) {
    if (letter === ' ') {
      from += SPACE;
      continue;
    }
    const drawn = strokesOf(letter);
    for (const stroke of drawn) strokes.push(stroke.map(([x, y]) => [x + from, y]));
    from += Math.max(...drawn.flat().map(([x]) => x)) + GAP;
  }
  return { strokes, width: Math.max(0, from - GAP) };
}
