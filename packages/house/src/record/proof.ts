import { hashNode, splitOf } from './tree.js';

/** The hash of the subtree over leaves `first` (from 0) up to but without `end`, as the tree splits. */
export type HashOf = (first: number, end: number) => Buffer;

/** RFC 6962 section 2.1.1: the siblings from a leaf up to the root of a tree of `size`. */
export const inclusionPath = (hashOf: HashOf, leaf: number, size: number): Buffer[] => {
  const path: Buffer[] = [];
  const walk = (first: number, end: number): void => {
    if (end - first === 1) return;
    const middle = first + splitOf(end - first);
    if (leaf < middle) {
      walk(first, middle);
      path.push(hashOf(middle, end));
    } else {
      walk(middle, end);
      path.push(hashOf(first, middle));
    }
  };
  walk(0, size);
  return path;
};

/** RFC 6962 section 2.1.2: what it takes to see that the tree of `from` leaves is the beginning of that of `to`. */
export const consistencyPath = (hashOf: HashOf, from: number, to: number): Buffer[] => {
  if (from === 0 || from === to) return [];
  const path: Buffer[] = [];
  // `whole`: the old tree is exactly this subtree, whose hash the reader has as the old root.
  const walk = (first: number, end: number, whole: boolean): void => {
    if (from === end) {
      if (!whole) path.push(hashOf(first, end));
      return;
    }
    const middle = first + splitOf(end - first);
    if (from <= middle) {
      walk(first, middle, whole);
      path.push(hashOf(middle, end));
    } else {
      walk(middle, end, false);
      path.push(hashOf(first, middle));
    }
  };
  walk(0, to, true);
  return path;
};

const isCount = (n: number): boolean => Number.isSafeInteger(n) && n >= 0;
const half = (n: number): number => Math.floor(n / 2);
const isOdd = (n: number): boolean => n % 2 === 1;

/** The root that a leaf and its path lead to; null when the path has not exactly the length that it must have. */
export const rootFromInclusion = (
  leafHash: Buffer,
  leaf: number,
  size: number,
  path: readonly Buffer[],
): Buffer | null => {
  if (!isCount(leaf) || !isCount(size) || leaf >= size) return null;
  let [node, last, root] = [leaf, size - 1, leafHash];
  let next = 0;
  for (; last > 0; node = half(node), last = half(last)) {
    // The last node of a level without a sibling goes up as it is.
    if (!isOdd(node) && node === last) continue;
    const sibling = path[next];
    if (sibling === undefined) return null;
    next += 1;
    root = isOdd(node) ? hashNode(sibling, root) : hashNode(root, sibling);
  }
  return next === path.length ? root : null;
};

export const isIncluded = (
  leafHash: Buffer,
  leaf: number,
  { size, root }: { readonly size: number; readonly root: Buffer },
  path: readonly Buffer[],
): boolean => rootFromInclusion(leafHash, leaf, size, path)?.equals(root) ?? false;

interface Tree {
  readonly size: number;
  readonly root: Buffer;
}

/** Does the later tree begin with all of the earlier one? Both roots are built from the path, and both must come out. */
export const isConsistent = (from: Tree, to: Tree, path: readonly Buffer[]): boolean => {
  if (!isCount(from.size) || !isCount(to.size) || from.size > to.size) return false;
  if (from.size === to.size) return path.length === 0 && from.root.equals(to.root);
  // Every tree begins with the empty one; the caller has checked what an empty tree's root is.
  if (from.size === 0) return path.length === 0;
  let [node, last] = [from.size - 1, to.size - 1];
  for (; isOdd(node); node = half(node)) last = half(last);
  const rest = [...path];
  // A power of two: the old root itself is the first node.
  const start = node === 0 ? from.root : rest.shift();
  if (start === undefined) return false;
  let [old, now] = [start, start];
  for (; last > 0; node = half(node), last = half(last)) {
    if (!isOdd(node) && node === last) continue;
    const sibling = rest.shift();
    if (sibling === undefined) return false;
    if (isOdd(node)) old = hashNode(sibling, old);
    now = isOdd(node) ? hashNode(sibling, now) : hashNode(now, sibling);
  }
  return rest.length === 0 && old.equals(from.root) && now.equals(to.root);
};
