import { exact, type Run } from '../store/database.js';
import { readBase64 } from './note.js';
import { HASH_BYTES } from './tree.js';

/** A tile is a whole subtree of so many leaves, kept with the hashes of its leaves. */
export const TILE_LEAVES = 256;
export const TILE_LEVEL = 8;

export interface Tile {
  /** 0 for entries 1 to 256, and so on. */
  readonly nr: number;
  readonly root: Buffer;
  readonly leaves: readonly Buffer[];
}

const split = (all: Buffer): Buffer[] =>
  Array.from({ length: all.length / HASH_BYTES }, (_, n) =>
    all.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
  );

/** Null when it is not 256 hashes and a root. */
export const parseTile = (nr: number, root: unknown, leaves: unknown): Tile | null => {
  const rootHash = readBase64(String(root), HASH_BYTES);
  const all = readBase64(String(leaves), TILE_LEAVES * HASH_BYTES);
  return rootHash && all && { nr, root: rootHash, leaves: split(all) };
};

/** The cells of tiles as columns for `unnest`. */
export const tileColumns = (tiles: readonly Tile[]): readonly [number[], string[], string[]] => [
  tiles.map(({ nr }) => nr),
  tiles.map(({ root }) => root.toString('base64')),
  tiles.map(({ leaves }) => Buffer.concat(leaves).toString('base64')),
];

const PAGE = 10_000;

/** The roots of tiles 0, 1, 2 … as far as they go without a gap. */
export const readTileRoots = async (read: Run): Promise<Buffer[]> => {
  const roots: Buffer[] = [];
  for (;;) {
    const rows = await read({
      text: `select nr, root from house.tiles where nr >= $1::bigint order by nr limit ${PAGE}`,
      values: [roots.length],
    });
    for (const row of rows) {
      const root = readBase64(String(row['root']), HASH_BYTES);
      if (exact(row['nr']) !== roots.length || root === null) return roots;
      roots.push(root);
    }
    if (rows.length < PAGE) return roots;
  }
};
