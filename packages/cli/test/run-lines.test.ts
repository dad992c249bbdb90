import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LINE_LENGTH_MAX, type Line, readLines } from '../src/lines.js';

async function* inPieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const sorted = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const to of [...sorted, bytes.length]) {
    yield bytes.subarray(from, to);
    from = to;
  }
}

async function allLines(bytes: Uint8Array, cuts: readonly number[] = []): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const some of readLines(inPieces(bytes, cuts))) lines.push(...some);
  return lines;
}

/** What lines are, said another way. */
const expected = (text: string): string[] => {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};

test('however the bytes are cut, the lines are the same', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', 'é', '€', '🎲', '\ufeff', ' ') });
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(200)), async (content, cuts) => {
      expect(await allLines(Buffer.from(content), cuts)).toEqual(expected(content));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['just short enough', LINE_LENGTH_MAX, 'held'],
  ['one too many', LINE_LENGTH_MAX + 1, 'passed over'],
])('a line that is %s is %s, however it is cut', async (_, length, what) => {
  const bytes = Buffer.from(`first\n${'x'.repeat(length)}\nlast`);
  for (const cuts of [[], [7], [length], [length + 6], [length + 7], [7, length, length + 6]]) {
    const [first, long, last, ...more] = await allLines(bytes, cuts);
    expect([first, long === null ? 'passed over' : 'held', last, more]).toEqual(['first', what, 'last', []]);
  }
});

test('a line too long at the very end is there too', async () => {
  expect(await allLines(Buffer.from('x'.repeat(LINE_LENGTH_MAX + 1)))).toEqual([null]);
});
