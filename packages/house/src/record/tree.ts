import { hash } from 'node:crypto';

// A Merkle tree as RFC 6962 section 2.1 defines it: leaves and nodes are hashed under different first bytes, so that
// no node can be passed off as a leaf; a tree that is not full splits at the largest power of two below its size.

const LEAF = '\u0000';
const NODE = 1;
export const HASH_BYTES = 32;

/** What the RFC says of a tree without leaves. */
export const EMPTY_ROOT: Buffer = hash('sha256', '', 'buffer');

export const hashLeaf = (text: string): Buffer => hash('sha256', LEAF + text, 'buffer');

const pair = Buffer.alloc(1 + 2 * HASH_BYTES);
pair[0] = NODE;

export const hashNode = (left: Uint8Array, right: Uint8Array): Buffer => {
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return hash('sha256', pair, 'buffer');
};

/** The largest power of two below a size of at least two. */
export const splitOf = (size: number): number => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

/** A whole subtree: `level` 0 is a leaf, and each level above holds twice as many. */
export interface Subtree {
  readonly level: number;
  readonly hash: Buffer;
}

/**
 * The right edge of a growing tree: the whole subtrees that its size is made of, from the largest to the smallest.
 * That is all it takes to add leaves and to tell the root at every size.
 */
export class Frontier {
  readonly #edge: Subtree[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  copy(): Frontier {
    const other = new Frontier();
    other.#edge.push(...this.#edge);
    other.#size = this.#size;
    return other;
  }

  addLeaf(leafHash: Buffer): void {
    this.addSubtree(0, leafHash);
  }

  /** Adds 2^level leaves at once. They must begin where a subtree of that level can. */
  addSubtree(level: number, subtreeHash: Buffer): void {
    const leaves = 2 ** level;
    if (this.#size % leaves !== 0)
      throw new RangeError(`no subtree of ${leaves} leaves begins at ${this.#size}`);
    let top: Subtree = { level, hash: subtreeHash };
    for (let left = this.#edge.at(-1); left?.level === top.level; left = this.#edge.at(-1)) {
      this.#edge.pop();
      top = { level: top.level + 1, hash: hashNode(left.hash, top.hash) };
    }
    this.#edge.push(top);
    this.#size += leaves;
  }

  root(): Buffer {
    const last = this.#edge.at(-1);
    if (last === undefined) return EMPTY_ROOT;
    let root = last.hash;
    for (let i = this.#edge.length - 2; i >= 0; i -= 1)
      root = hashNode((this.#edge[i] as Subtree).hash, root);
    return root;
  }
}

/** The root of a few leaves. */
export const rootOf = (leaves: Iterable<Buffer>): Buffer => {
  const frontier = new Frontier();
  for (const leaf of leaves) frontier.addLeaf(leaf);
  return frontier.root();
};
