// Makes packages/odds/src/plot/inter.ts, the letters of pictures, from two WOFF files of the typeface Inter:
//   npm pack @fontsource/inter && tar xzf fontsource-inter-*.tgz
//   node scripts/letters.mjs package/files/inter-latin-400-normal.woff package/files/inter-latin-600-normal.woff
//   npm run format
// Only needed to take in other letters or a newer release; nothing else reads a font.
import { readFileSync, writeFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const LETTERS =
  ' ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;-–—−+=/%$¢€£()[]\'"’‘“”!?&#*<>×÷·…°½_@|éèêëàáâäãåçñöôóòøüûúùíìîïßæœÄÖÜÉÈÅÆØ';
/** Units to an em: a quarter of a pixel at the largest size drawn. */
const EM = 512;

/** The tables of a WOFF file. */
function readTables(file) {
  const font = readFileSync(file);
  const tables = {};
  for (let i = 0; i < font.readUInt16BE(12); i++) {
    const at = 44 + i * 20;
    const [offset, packed, length] = [4, 8, 12].map((field) => font.readUInt32BE(at + field));
    const body = font.subarray(offset, offset + packed);
    tables[font.toString('latin1', at, at + 4)] = packed < length ? inflateSync(body) : body;
  }
  return tables;
}

/** Character to glyph, from a table of format 4. */
function glyphIndex(cmap) {
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const at = cmap.readUInt32BE(4 + i * 8 + 4);
    if (cmap.readUInt16BE(at) !== 4) continue;
    const twice = cmap.readUInt16BE(at + 6);
    const [ends, starts] = [at + 14, at + 16 + twice];
    return (code) => {
      for (let segment = 0; segment < twice; segment += 2) {
        if (code > cmap.readUInt16BE(ends + segment)) continue;
        const start = cmap.readUInt16BE(starts + segment);
        if (code < start) return 0;
        const delta = cmap.readUInt16BE(starts + twice + segment);
        const slot = starts + 2 * twice + segment;
        const range = cmap.readUInt16BE(slot);
        if (range === 0) return (code + delta) & 0xffff;
        const glyph = cmap.readUInt16BE(slot + range + 2 * (code - start));
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      }
      return 0;
    };
  }
  throw new Error('no table of characters that can be read');
}

/** The contours of a glyph: points [x, y, is on the curve]. */
function contoursOf(tables, glyph) {
  const isLong = tables.head.readInt16BE(50) === 1;
  const offsetOf = (index) =>
    isLong ? tables.loca.readUInt32BE(index * 4) : 2 * tables.loca.readUInt16BE(index * 2);
  const [from, to] = [offsetOf(glyph), offsetOf(glyph + 1)];
  if (from === to) return [];
  const data = tables.glyf.subarray(from, to);
  const count = data.readInt16BE(0);
  return count < 0 ? composite(tables, data) : simple(data, count);
}

function simple(data, count) {
  const ends = Array.from({ length: count }, (_, i) => data.readUInt16BE(10 + 2 * i));
  let at = 10 + 2 * count;
  at += 2 + data.readUInt16BE(at);
  const points = ends.at(-1) + 1;
  const flags = [];
  while (flags.length < points) {
    const flag = data[at++];
    flags.push(flag);
    if (flag & 8) for (let again = data[at++]; again > 0; again--) flags.push(flag);
  }
  const read = (short, same) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? data[at++] : -data[at++];
      else if (!(flag & same)) {
        value += data.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = read(2, 16);
  const ys = read(4, 32);
  return ends.map((end, i) => {
    const first = i === 0 ? 0 : ends[i - 1] + 1;
    return flags.slice(first, end + 1).map((flag, j) => [xs[first + j], ys[first + j], (flag & 1) === 1]);
  });
}

/** A glyph put together from others, each moved (and, rarely, scaled). */
function composite(tables, data) {
  const all = [];
  for (let at = 10; ; ) {
    const [flags, glyph] = [data.readUInt16BE(at), data.readUInt16BE(at + 2)];
    const isWide = flags & 1;
    const [dx, dy] = isWide
      ? [data.readInt16BE(at + 4), data.readInt16BE(at + 6)]
      : [data.readInt8(at + 4), data.readInt8(at + 5)];
    at += isWide ? 8 : 6;
    let [a, b, c, d] = [1, 0, 0, 1];
    const scale = () => {
      at += 2;
      return data.readInt16BE(at - 2) / 16384;
    };
    if (flags & 8) a = d = scale();
    else if (flags & 0x40) [a, d] = [scale(), scale()];
    else if (flags & 0x80) [a, b, c, d] = [scale(), scale(), scale(), scale()];
    for (const contour of contoursOf(tables, glyph))
      all.push(contour.map(([x, y, on]) => [a * x + c * y + dx, b * x + d * y + dy, on]));
    if (!(flags & 0x20)) return all;
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A whole number in groups of five bits, the sign first. */
function vlq(value) {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += DIGITS[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}

/** Advance and contours: steps from point to point, twice the step across with 1 more where it is off the curve. */
function encoded(tables, letter, glyph) {
  const em = tables.head.readUInt16BE(18);
  const metrics = tables.hhea.readUInt16BE(34);
  const advance = tables.hmtx.readUInt16BE(4 * Math.min(glyph, metrics - 1));
  const unit = (value) => Math.round((value * EM) / em);
  if (glyph === 0) throw new Error(`the typeface has no ${letter}`);
  const contours = contoursOf(tables, glyph).map((points) => {
    let [x, y] = [0, 0];
    return points
      .map(([px, py, on]) => {
        const [nx, ny] = [unit(px), -unit(py)];
        const text = vlq(2 * (nx - x) + (on ? 0 : 1)) + vlq(ny - y);
        [x, y] = [nx, ny];
        return text;
      })
      .join('');
  });
  return [vlq(unit(advance)), ...contours].join(' ');
}

function faceOf(file) {
  const tables = readTables(file);
  const indexOf = glyphIndex(tables.cmap);
  return [...LETTERS].map((letter) => [letter, encoded(tables, letter, indexOf(letter.codePointAt(0)))]);
}

const [regular, bold] = process.argv.slice(2);
if (!regular || !bold) throw new Error('usage: node scripts/letters.mjs regular.woff semibold.woff');
const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const table = (name, rows) =>
  `export const ${name}: Readonly<Record<string, string>> = {\n${rows.map(([letter, code]) => `  ${quoted(letter)}: ${quoted(code)},`).join('\n')}\n};\n`;
writeFileSync(
  new URL('../packages/odds/src/plot/inter.ts', import.meta.url),
  `/*!
 * The outlines of the typeface Inter, as far as pictures need them; made by scripts/letters.mjs.
 * Copyright 2016 The Inter Project Authors, under the SIL Open Font License, Version 1.1: OFL.txt beside this file.
 */

/** Units to an em. */
export const EM = ${EM};

${table('REGULAR', faceOf(regular))}
${table('SEMIBOLD', faceOf(bold))}`,
);
