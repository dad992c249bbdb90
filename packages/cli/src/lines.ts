import { StringDecoder } from 'node:string_decoder';

/** Longer lines are answered as unreadable and passed over: no script needs one, and no memory is spent on it. */
export const LINE_LENGTH_MAX = 16 * 1024 * 1024;

/** A line of text, or null for one that was too long to hold. */
export type Line = string | null;

/** Splits a stream of bytes into lines without ever holding more than one of them and one chunk. */
export async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  const decoder = new StringDecoder('utf8');
  let pending = '';
  let tooLong = false;
  for await (const chunk of stream) {
    const pieces = decoder.write(Buffer.from(chunk)).split('\n');
    const last = pieces.pop() as string;
    const lines: Line[] = pieces.map((piece, index) => {
      if (index > 0) return piece;
      const whole = tooLong ? null : pending + piece;
      pending = '';
      tooLong = false;
      return whole;
    });
    pending = tooLong ? '' : pending + last;
    if (pending.length > LINE_LENGTH_MAX) {
      pending = '';
      tooLong = true;
    }
    if (lines.length > 0) yield lines;
  }
  pending += decoder.end();
  if (tooLong || pending !== '') yield [tooLong ? null : pending];
}
