import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256, utf8 } from './sha256.js';

const reference = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

// FIPS 180-4, examples of the standard.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('the standard’s own example %#', (text, hash) => expect(sha256(text)).toBe(hash));

test('every length around the block boundaries', () => {
  for (let length = 0; length <= 200; length += 1) {
    const text = 'x7'.repeat(length).slice(0, length);
    expect(sha256(text)).toBe(reference(text));
  }
});

test('UTF-8 of one to four bytes, and half a surrogate pair', () => {
  const text = 'Don’t Win · 7½ → 🎲\ud83c.\udfb2';
  expect(utf8(text)).toEqual([...new TextEncoder().encode(text)]);
  expect(sha256(text)).toBe(reference(text));
});
