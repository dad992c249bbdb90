import { StringDecoder } from 'node:string_decoder';

/** Longer lines are answered as unreadable and passed over: no script needs one, and no memory is spent on it. */
export const LINE_LENGTH_MAX = 16 * 1024 * 1024;

/** A line of text without its end, or null for one that was too long to hold. */
export type Line = string | null;

/**
 * Splits a stream of bytes into lines without ever holding more than one of them and one chunk. What counts as a
 * line does not depend on how the bytes were cut into chunks. A byte order mark at the start is passed over.
 */
export async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  let pending: Line = '';
  for await (const text of decoded(stream)) {
    const pieces = text.split('\n');
    const lines = pieces.map((piece, index) => joined(index === 0 ? pending : '', piece));
    pending = lines.pop() as Line;
    if (lines.length > 0) yield lines;
  }
  if (pending !== '') yield [pending];
}

const joined = (start: Line, end: string): Line =>
  start === null || start.length + end.length > LINE_LENGTH_MAX ? null : start + end;

const BYTE_ORDER_MARK = '\ufeff';

async function* decoded(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let isStart = true;
  for await (const chunk of stream) {
    const text = decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (text === '') continue;
    yield isStart && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    isStart = false;
  }
  yield decoder.end();
}
