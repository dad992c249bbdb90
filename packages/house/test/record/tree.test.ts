import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GrownTree } from '../../src/record/grown.js';
import {
  consistencyPath,
  type HashOf,
  inclusionPath,
  isConsistent,
  isIncluded,
} from '../../src/record/proof.js';
import { TILE_LEAVES } from '../../src/record/tiles.js';
import { EMPTY_ROOT, Frontier, hashLeaf, hashNode, rootOf } from '../../src/record/tree.js';

// The definitions of RFC 6962 section 2.1, word for word and without a thought for speed: what the code is held against.

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

const splitBelow = (n: number): number => {
  let k = 1;
  while (k << 1 < n) k <<= 1;
  return k;
};

const naiveRoot = (leaves: readonly Buffer[]): Buffer => {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.of(0), leaves[0] as Buffer);
  const k = splitBelow(leaves.length);
  return sha256(Buffer.of(1), naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
};

const naivePath = (m: number, leaves: readonly Buffer[]): Buffer[] => {
  if (leaves.length === 1) return [];
  const k = splitBelow(leaves.length);
  return m < k
    ? [...naivePath(m, leaves.slice(0, k)), naiveRoot(leaves.slice(k))]
    : [...naivePath(m - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))];
};

const naiveSubproof = (m: number, leaves: readonly Buffer[], b: boolean): Buffer[] => {
  if (m === leaves.length) return b ? [] : [naiveRoot(leaves)];
  const k = splitBelow(leaves.length);
  return m <= k
    ? [...naiveSubproof(m, leaves.slice(0, k), b), naiveRoot(leaves.slice(k))]
    : [...naiveSubproof(m - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))];
};

const texts = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `leaf ${n} ${'x'.repeat(n % 7)}`);
const bytes = (all: readonly string[]): Buffer[] => all.map((text) => Buffer.from(text));

/** Hashes of any stretch, straight from the definition. */
const naiveHashOf =
  (leaves: readonly Buffer[]): HashOf =>
  (first, end) =>
    naiveRoot(leaves.slice(first, end));

describe('known trees', () => {
  // The eight leaves that implementations of the RFC are commonly checked with, and their roots.
  const LEAVES = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ];
  const ROOTS = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];

  test('the empty tree', () => {
    expect(EMPTY_ROOT.toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(new Frontier().root()).toEqual(EMPTY_ROOT);
  });

  test.each(ROOTS.map((root, n) => [n + 1, root] as const))('%i leaves', (size, root) => {
    const leaves = LEAVES.slice(0, size).map((hex) => Buffer.from(hex, 'hex').toString('latin1'));
    expect(rootOf(leaves.map(hashLeaf)).toString('hex')).toBe(root);
  });
});

describe('against the definition', () => {
  test('the root at every size up to 300, grown leaf by leaf', () => {
    const all = texts(300);
    const frontier = new Frontier();
    const grown = new GrownTree();
    for (const [n, text] of all.entries()) {
      frontier.addLeaf(hashLeaf(text));
      grown.addLeaf(hashLeaf(text));
      const wanted = naiveRoot(bytes(all.slice(0, n + 1)));
      expect(frontier.root()).toEqual(wanted);
      expect(grown.root()).toEqual(wanted);
    }
  });

  test('every inclusion and consistency path up to 40 leaves', () => {
    for (let size = 1; size <= 40; size += 1) {
      const all = texts(size);
      const leaves = bytes(all);
      const hashOf = naiveHashOf(leaves);
      const tree = { size, root: naiveRoot(leaves) };
      for (let n = 0; n < size; n += 1) {
        const path = inclusionPath(hashOf, n, size);
        expect(path).toEqual(naivePath(n, leaves));
        expect(isIncluded(hashLeaf(all[n] as string), n, tree, path)).toBe(true);
      }
      for (let from = 1; from <= size; from += 1) {
        const path = consistencyPath(hashOf, from, size);
        expect(path).toEqual(from === size ? [] : naiveSubproof(from, leaves, true));
        expect(isConsistent({ size: from, root: naiveRoot(leaves.slice(0, from)) }, tree, path)).toBe(true);
      }
    }
  });

  test('the grown tree proves from tiles what the definition says, at random sizes', () => {
    const all = texts(2_000);
    const leaves = bytes(all);
    const hashes = all.map(hashLeaf);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.nat(),
        fc.nat(),
        fc.nat(8),
        (grownTo, a, b, roots) => {
          const grown = new GrownTree();
          // The first tiles may be known by their roots alone, as after a restart.
          const known = Math.min(roots, Math.floor(grownTo / TILE_LEAVES));
          for (let nr = 0; nr < known; nr += 1)
            grown.addTileRoot(rootOf(hashes.slice(nr * TILE_LEAVES, (nr + 1) * TILE_LEAVES)));
          for (const hash of hashes.slice(known * TILE_LEAVES, grownTo)) grown.addLeaf(hash);
          expect(grown.root()).toEqual(rootOf(hashes.slice(0, grownTo)));
          const size = 1 + (a % grownTo);
          const leaf = b % size;
          const tileOf = (n: number) => Math.floor(n / TILE_LEAVES);
          const tiles = new Map(
            [leaf, size - 1].map((n) => [
              tileOf(n),
              hashes.slice(tileOf(n) * TILE_LEAVES, (tileOf(n) + 1) * TILE_LEAVES),
            ]),
          );
          const path = inclusionPath(grown.hashOf(tiles), leaf, size);
          expect(path).toEqual(naivePath(leaf, leaves.slice(0, size)));
          const proof = consistencyPath(grown.hashOf(tiles), leaf + 1, size);
          expect(proof).toEqual(
            leaf + 1 === size ? [] : naiveSubproof(leaf + 1, leaves.slice(0, size), true),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a subtree fits only where one can begin', () => {
    const frontier = new Frontier();
    frontier.addLeaf(hashLeaf('a'));
    expect(() => frontier.addSubtree(1, hashLeaf('b'))).toThrow(RangeError);
  });

  test('leaves and nodes cannot pass for each other', () => {
    const [left, right] = [hashLeaf('a'), hashLeaf('b')];
    const joined = Buffer.concat([left, right]).toString('latin1');
    expect(hashNode(left, right)).not.toEqual(sha256(Buffer.concat([left, right])));
    expect(hashLeaf('a')).toEqual(sha256(Buffer.of(0), Buffer.from('a')));
    expect(hashNode(left, right)).toEqual(sha256(Buffer.of(1), left, right));
    expect(hashLeaf(joined)).not.toEqual(hashNode(left, right));
  });
});

describe('proofs of liars', () => {
  const SIZES = [1, 2, 3, 5, 6, 7, 8, 11, 16, 17, 25, 32, 33];
  const all = texts(40);
  const hashes = all.map(hashLeaf);
  const rootAt = (size: number): Buffer => rootOf(hashes.slice(0, size));
  const hashOf: HashOf = (first, end) => rootOf(hashes.slice(first, end));
  const stranger = hashLeaf('a stranger');

  /** Every small way to spoil a list of hashes. */
  const spoiled = (path: readonly Buffer[]): Buffer[][] => [
    ...path.map((_, n) => path.toSpliced(n, 1)),
    ...Array.from({ length: path.length + 1 }, (_, n) => path.toSpliced(n, 0, stranger)),
    ...path.map((_, n) => path.with(n, stranger)),
    ...path.map((hash, n) => path.with(n, flip(hash))),
    ...path.slice(1).map((hash, n) => path.with(n, hash).with(n + 1, path[n] as Buffer)),
    ...(path.length > 0 ? [[...path, path.at(-1) as Buffer]] : []),
  ];
  const flip = (hash: Buffer): Buffer => {
    const other = Buffer.from(hash);
    other[7] = (other[7] as number) ^ 16;
    return other;
  };

  test('inclusion: another leaf, place, size, root or path is refused', () => {
    for (const size of SIZES) {
      const tree = { size, root: rootAt(size) };
      for (let leaf = 0; leaf < size; leaf += 1) {
        const path = inclusionPath(hashOf, leaf, size);
        const hash = hashes[leaf] as Buffer;
        expect(isIncluded(hash, leaf, tree, path)).toBe(true);
        expect(isIncluded(stranger, leaf, tree, path)).toBe(false);
        expect(isIncluded(hash, leaf, { size, root: stranger }, path)).toBe(false);
        for (const wrong of spoiled(path)) expect(isIncluded(hash, leaf, tree, wrong)).toBe(false);
        for (let other = 0; other < size; other += 1)
          if (other !== leaf) expect(isIncluded(hash, other, tree, path)).toBe(false);
        for (const bad of [-1, size, 0.5, Number.NaN, 2 ** 53])
          expect(isIncluded(hash, bad, tree, path)).toBe(false);
      }
    }
  });

  test('inclusion: a path for one size is none for another tree', () => {
    for (const size of SIZES) {
      for (const other of SIZES.filter((one) => one !== size)) {
        const path = inclusionPath(hashOf, 0, size);
        expect(isIncluded(hashes[0] as Buffer, 0, { size: other, root: rootAt(other) }, path)).toBe(false);
      }
    }
  });

  test('inclusion: a node does not pass for a leaf', () => {
    // The pair of the first two leaves, shown as the "leaf" of a smaller tree.
    const path = inclusionPath(hashOf, 0, 4);
    expect(
      isIncluded(
        hashNode(hashes[0] as Buffer, hashes[1] as Buffer),
        0,
        { size: 4, root: rootAt(4) },
        path.slice(1),
      ),
    ).toBe(false);
  });

  test('consistency: other sizes, roots or paths are refused', () => {
    for (const to of SIZES) {
      for (let from = 1; from <= to; from += 1) {
        const [old, now] = [
          { size: from, root: rootAt(from) },
          { size: to, root: rootAt(to) },
        ];
        const path = consistencyPath(hashOf, from, to);
        expect(isConsistent(old, now, path)).toBe(true);
        for (const wrong of spoiled(path)) expect(isConsistent(old, now, wrong), `${from} ${to}`).toBe(false);
        expect(isConsistent({ ...old, root: stranger }, now, path)).toBe(false);
        expect(isConsistent(old, { ...now, root: stranger }, path)).toBe(false);
        for (let other = 1; other <= to; other += 1) {
          if (other === from) continue;
          expect(isConsistent({ size: other, root: rootAt(other) }, now, path)).toBe(false);
          expect(isConsistent({ size: other, root: rootAt(from) }, now, path)).toBe(false);
        }
        if (from < to) expect(isConsistent(now, old, path)).toBe(false);
      }
    }
  });

  test('consistency: sizes alone prove nothing, and neither do honest ends', () => {
    const forged = hashes.with(3, stranger);
    const forgedOf: HashOf = (first, end) => rootOf(forged.slice(first, end));
    for (const [from, to] of [
      [5, 9],
      [8, 16],
      [4, 7],
      [6, 33],
    ] as const) {
      const [old, now] = [
        { size: from, root: rootAt(from) },
        { size: to, root: rootOf(forged.slice(0, to)) },
      ];
      expect(isConsistent(old, now, [])).toBe(false);
      expect(isConsistent(old, now, consistencyPath(forgedOf, from, to))).toBe(false);
      expect(isConsistent(old, now, consistencyPath(hashOf, from, to))).toBe(false);
    }
  });

  test('consistency with the empty tree, and with itself', () => {
    const tree = { size: 5, root: rootAt(5) };
    expect(isConsistent({ size: 0, root: EMPTY_ROOT }, tree, [])).toBe(true);
    expect(isConsistent({ size: 0, root: EMPTY_ROOT }, tree, [stranger])).toBe(false);
    expect(isConsistent(tree, tree, [])).toBe(true);
    expect(isConsistent(tree, { size: 5, root: stranger }, [])).toBe(false);
    expect(isConsistent(tree, tree, [stranger])).toBe(false);
  });
});
