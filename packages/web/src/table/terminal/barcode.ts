/** Interleaved 2 of 5: each digit five bars or spaces, two of them wide; pairs of digits share bars and spaces. */
const PATTERNS = [
  '00110',
  '10001',
  '01001',
  '11000',
  '00101',
  '10100',
  '01100',
  '00011',
  '10010',
  '01010',
] as const;
const NARROW = 1;
const WIDE = 3;

export interface Bar {
  readonly x: number;
  readonly width: number;
}

/** The bars of an even number of digits, in units of the narrowest, and how wide all of it is. */
export function barsOf(digits: string): { readonly bars: readonly Bar[]; readonly width: number } {
  const widths = [NARROW, NARROW, NARROW, NARROW, ...pairs(digits).flatMap(interleave), WIDE, NARROW, NARROW];
  const bars: Bar[] = [];
  let x = 0;
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) bars.push({ x, width });
    x += width;
  }
  return { bars, width: x };
}

const pairs = (digits: string): readonly (readonly [number, number])[] =>
  Array.from({ length: digits.length / 2 }, (_, index) => [
    Number(digits[index * 2]),
    Number(digits[index * 2 + 1]),
  ]);

const widthOf = (mark: string | undefined): number => (mark === '1' ? WIDE : NARROW);

/** The first digit in bars, the second in the spaces between them. */
const interleave = ([first, second]: readonly [number, number]): readonly number[] =>
  [...(PATTERNS[first] as string)].flatMap((mark, place) => [
    widthOf(mark),
    widthOf(PATTERNS[second]?.[place]),
  ]);
