// SHA-256 (FIPS 180-4), written out because this package has neither Node nor the browser to ask.

/** The first 32 bits of the fractional part of a root, as the standard derives its constants. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 0x1_0000_0000) | 0;

const isPrime = (n: number): boolean => {
  for (let d = 2; d * d <= n; d += 1) if (n % d === 0) return false;
  return true;
};
const firstPrimes = (count: number): number[] => {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (isPrime(n)) primes.push(n);
  return primes;
};

const PRIMES = firstPrimes(64);
const ROUND = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** UTF-8; half a surrogate pair becomes U+FFFD, as TextEncoder has it. */
export const utf8 = (text: string): number[] => {
  const bytes: number[] = [];
  for (const character of text) {
    const read = character.codePointAt(0) as number;
    const code = read >= 0xd800 && read <= 0xdfff ? 0xfffd : read;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x1_0000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      );
  }
  return bytes;
};

/** The message with its closing bit, zeros and length, as whole blocks of 16 words. */
const pad = (bytes: readonly number[]): Int32Array => {
  const words = new Int32Array(Math.ceil((bytes.length + 9) / 64) * 16);
  const put = (byte: number, at: number): void => {
    words[at >> 2]! |= byte << (24 - (at & 3) * 8);
  };
  bytes.forEach(put);
  put(0x80, bytes.length);
  words[words.length - 2] = Math.floor(bytes.length / 0x2000_0000);
  words[words.length - 1] = bytes.length << 3;
  return words;
};

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

const schedule = (block: Int32Array): Int32Array => {
  const words = new Int32Array(64);
  words.set(block);
  for (let i = 16; i < 64; i += 1) {
    const early = words[i - 15]!;
    const late = words[i - 2]!;
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + first + words[i - 7]! + second;
  }
  return words;
};

const compress = (state: Int32Array, block: Int32Array): void => {
  const words = schedule(block);
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i += 1) {
    const choose = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choose + ROUND[i]! + words[i]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i]! += word;
  });
};

const makeHex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export const sha256 = (text: string): string => {
  const words = pad(utf8(text));
  const state = Int32Array.from(START);
  for (let at = 0; at < words.length; at += 16) compress(state, words.subarray(at, at + 16));
  return Array.from(state, makeHex).join('');
};
