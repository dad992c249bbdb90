import type { HashOf } from './proof.js';
import { TILE_LEAVES, TILE_LEVEL, type Tile } from './tiles.js';
import { Frontier, hashNode, rootOf, splitOf } from './tree.js';

/**
 * The tree as it grows, with what proofs need: the hash of every whole subtree from a tile upwards, and the leaves of
 * the tile that is not full yet. A quarter of a byte an entry; what lies inside a full tile is read when it is asked for.
 */
export class GrownTree {
  readonly #frontier = new Frontier();
  /** By level above the tile: `#levels[0]` are tiles, `#levels[1]` pairs of them … */
  readonly #levels: Buffer[][] = [];
  #tail: Buffer[] = [];

  get size(): number {
    return this.#frontier.size;
  }

  /** The hashes of the leaves after the last full tile. */
  get tail(): readonly Buffer[] {
    return [...this.#tail];
  }

  root(): Buffer {
    return this.#frontier.root();
  }

  /** The tile that this leaf completes, if it does. */
  addLeaf(hash: Buffer): Tile | null {
    this.#frontier.addLeaf(hash);
    this.#tail.push(hash);
    if (this.#tail.length < TILE_LEAVES) return null;
    const tile = { nr: this.size / TILE_LEAVES - 1, root: rootOf(this.#tail), leaves: this.#tail };
    this.#tail = [];
    this.#keep(tile.root, 0);
    return tile;
  }

  /** A full tile of which only the root is known. */
  addTileRoot(root: Buffer): void {
    this.#frontier.addSubtree(TILE_LEVEL, root);
    this.#keep(root, 0);
  }

  tileRoot(nr: number): Buffer {
    const root = this.#levels[0]?.[nr];
    if (root === undefined) throw new RangeError(`there is no tile ${nr}`);
    return root;
  }

  #keep(hash: Buffer, level: number): void {
    const kept = this.#levels[level] ?? [];
    this.#levels[level] = kept;
    kept.push(hash);
    if (kept.length % 2 === 0) this.#keep(hashNode(kept.at(-2) as Buffer, hash), level + 1);
  }

  /** Hashes of any part of the tree, given the leaves of the tiles that it cuts through. */
  hashOf(tiles: ReadonlyMap<number, readonly Buffer[]>): HashOf {
    const leafOf = (leaf: number): Buffer => {
      const nr = Math.floor(leaf / TILE_LEAVES);
      const found = nr === Math.floor(this.size / TILE_LEAVES) ? this.#tail : tiles.get(nr);
      const hash = found?.[leaf % TILE_LEAVES];
      if (hash === undefined) throw new RangeError(`the hash of leaf ${leaf} is not at hand`);
      return hash;
    };
    const hashOf: HashOf = (first, end) => {
      const leaves = end - first;
      if (leaves === 1) return leafOf(first);
      const level = Math.log2(leaves) - TILE_LEVEL;
      const kept = Number.isInteger(level) ? this.#levels[level]?.[first / leaves] : undefined;
      if (kept !== undefined) return kept;
      const middle = first + splitOf(leaves);
      return hashNode(hashOf(first, middle), hashOf(middle, end));
    };
    return hashOf;
  }
}
