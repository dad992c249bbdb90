import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { makePixels, makeSvg, type Pixels, type Scene } from '../index.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** The bytes of a PNG file: eight bits of red, green, blue and opacity, every line unfiltered. */
export function encodePng({ width, height, bytes }: Pixels): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const lines = Buffer.alloc(height * (width * 4 + 1));
  for (let row = 0; row < height; row++)
    lines.set(bytes.subarray(row * width * 4, (row + 1) * width * 4), row * (width * 4 + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const PICTURE_KINDS = ['.svg', '.png'] as const;
export const isPictureName = (file: string): boolean =>
  (PICTURE_KINDS as readonly string[]).includes(extname(file).toLowerCase());

/** Writes a picture as its name asks: SVG or PNG. */
export function writePicture(scene: Scene, file: string): void {
  const isPng = extname(file).toLowerCase() === '.png';
  writeFileSync(file, isPng ? encodePng(makePixels(scene)) : makeSvg(scene));
}
