import type { StoredEntry } from '../store/store.js';
import { Cursor } from './cursor.js';
import { leafHashOf } from './leaf.js';
import { type Checkpoint, type PublicKey, peekCheckpoint, readCheckpoint } from './note.js';
import type { Fault, Findings } from './report.js';
import type { CheckpointRow, RecordSource, TileRow } from './source.js';
import { parseTile, TILE_LEAVES, type Tile } from './tiles.js';
import { Frontier, rootOf } from './tree.js';

type Place = Pick<Fault, 'seq' | 'stream' | 'position'>;

/** A checkpoint that its holder brought, and what the log has to say about it. */
interface Held {
  readonly checkpoint: Checkpoint;
  compared: boolean;
  /** The note that the house keeps for that size. */
  kept: string | null;
}

/** A root that did not come out, and what we know about the reason. */
interface Mismatch {
  readonly area: 'log' | 'yours';
  readonly size: number;
  readonly from: number;
  readonly suspect: Place | null;
  /** A later checkpoint agreed with the log after all: then it is this one that was wrong. */
  refuted: boolean;
}

/**
 * Grows the tree from the entries themselves and compares its root with every checkpoint as it passes that size. The
 * kept tiles are only a hint: where they lead to a signed root and the log does not, they show which entry was changed.
 */
export class TreeCheck {
  readonly #findings: Findings;
  readonly #keys: () => readonly PublicKey[];
  readonly #checkpoints: Cursor<CheckpointRow>;
  readonly #tiles: Cursor<TileRow>;
  readonly #held: readonly Held[];
  readonly #tree = new Frontier();
  /** The tree as the tiles tell it, from where it first differs. */
  #told: Frontier | null = null;
  #suspect: Place | null = null;
  #tile: Tile | null = null;
  /** The latest size at which the log agrees, with the checkpoints that are kept and with those that were brought. */
  readonly #good = { log: 0, yours: 0 };
  #lastAt = 0;
  #sound = 0;
  readonly #mismatches: Mismatch[] = [];

  constructor(
    source: RecordSource,
    findings: Findings,
    { keys, held }: { keys: () => readonly PublicKey[]; held: readonly Checkpoint[] },
  ) {
    this.#findings = findings;
    this.#keys = keys;
    this.#checkpoints = new Cursor(source.checkpoints());
    this.#tiles = new Cursor(source.tiles());
    this.#held = held.map((checkpoint) => ({ checkpoint, compared: false, kept: null }));
  }

  get size(): number {
    return this.#tree.size;
  }
  get root(): Buffer {
    return this.#tree.root();
  }
  /** Checkpoints with a good signature over the root that the log leads to. */
  get sound(): number {
    return this.#sound;
  }
  /** The size of the latest checkpoint that agrees with the log. */
  get signedUpTo(): number {
    return Math.max(this.#good.log, this.#good.yours);
  }
  get taken(): { readonly checkpoints: number; readonly tiles: number } {
    return { checkpoints: this.#checkpoints.taken, tiles: this.#tiles.taken };
  }

  async take(entry: StoredEntry): Promise<void> {
    if (this.size % TILE_LEAVES === 0) await this.#openTile();
    this.#addLeaf(entry);
    for (const held of this.#held) if (held.checkpoint.size === this.size) this.#compareHeld(held);
    await this.#passCheckpoints();
  }

  async end(): Promise<void> {
    await this.#passCheckpoints();
    for (let row = await this.#nextCheckpoint(); row !== undefined; row = await this.#nextCheckpoint()) {
      const why = `a checkpoint is signed for ${row.size} entries, but the log ends at ${this.size}`;
      this.#findings.add({ area: 'log', message: why, from: this.size + 1, to: row.size });
    }
    await this.#tiles.ready();
    const beyond = this.#tiles.peek();
    if (beyond !== undefined && beyond.nr < this.size / TILE_LEAVES)
      this.#foundTile(`tile ${beyond.nr} is there twice or out of order`);
    else if (beyond !== undefined)
      this.#foundTile(`tile ${beyond.nr} is of entries that the log does not have`);
    this.#endSuspicion();
    for (const mismatch of this.#mismatches) this.#findings.add(explain(mismatch));
    for (const held of this.#held) this.#judgeHeld(held);
  }

  #addLeaf(entry: StoredEntry): void {
    const leaf = leafHashOf(entry);
    const told = this.#tile?.leaves[this.size % TILE_LEAVES] ?? leaf;
    if (this.#told === null && !told.equals(leaf)) {
      this.#told = this.#tree.copy();
      this.#suspect = { seq: entry.seq, stream: entry.stream, position: entry.position };
    }
    this.#told?.addLeaf(told);
    this.#tree.addLeaf(leaf);
  }

  async #openTile(): Promise<void> {
    this.#tile = null;
    if (this.#tiles.isDry) await this.#tiles.ready();
    const nr = this.size / TILE_LEAVES;
    if (this.#tiles.peek()?.nr !== nr) return;
    const row = this.#tiles.take() as TileRow;
    this.#tile = parseTile(nr, row.root, row.leaves);
    if (this.#tile === null) this.#foundTile(`tile ${nr} cannot be read`);
    else if (!rootOf(this.#tile.leaves).equals(this.#tile.root))
      this.#foundTile(`the root of tile ${nr} is not that of its leaves`);
  }

  #foundTile(message: string): void {
    this.#findings.add({ area: 'tree', message });
  }

  async #nextCheckpoint(): Promise<CheckpointRow | undefined> {
    if (this.#checkpoints.isDry) await this.#checkpoints.ready();
    return this.#checkpoints.take();
  }

  async #passCheckpoints(): Promise<void> {
    for (;;) {
      if (this.#checkpoints.isDry) await this.#checkpoints.ready();
      const next = this.#checkpoints.peek();
      if (next === undefined || next.size > this.size) return;
      this.#checkpoints.take();
      this.#checkStored(next);
    }
  }

  #checkStored({ size, note }: CheckpointRow): void {
    const fail = (why: string): void =>
      this.#findings.add({ area: 'checkpoint', message: `the checkpoint of size ${size} ${why}` });
    if (size !== this.size) return fail('is of a size that no log has');
    for (const held of this.#held) if (held.checkpoint.size === size) held.kept = note;
    const read = readCheckpoint(note, this.#keys());
    if (!read.ok) return fail(read.why);
    if (read.value.size !== size) return fail(`says that its size is ${read.value.size}`);
    if (read.value.at < this.#lastAt) fail('is older than the one before it');
    this.#lastAt = Math.max(this.#lastAt, read.value.at);
    if (this.#compareRoot(read.value, 'log')) this.#sound += 1;
  }

  /** One that we cannot be sure is the house's says nothing against the log; what is wrong with it is told at the end. */
  #compareHeld(held: Held): void {
    held.compared = true;
    if (readCheckpoint(held.checkpoint.note, this.#keys()).ok) this.#compareRoot(held.checkpoint, 'yours');
  }

  #compareRoot({ root, size }: Checkpoint, area: 'log' | 'yours'): boolean {
    if (this.#tree.root().equals(root)) {
      this.#good[area] = size;
      this.#endSuspicion();
      // What the house keeps itself cannot speak against what somebody took away.
      for (const mismatch of this.#mismatches) mismatch.refuted ||= mismatch.area === 'log';
      return true;
    }
    // One bad entry spoils every root after it: only the first is told.
    if (!this.#mismatches.some((one) => one.area === area && !one.refuted)) {
      const suspect = this.#told?.root().equals(root) ? this.#suspect : null;
      this.#mismatches.push({ area, size, from: this.#good[area] + 1, suspect, refuted: false });
    }
    return false;
  }

  /** A signed root came out although a tile tells otherwise, or nobody signed so far: the tile stands alone. */
  #endSuspicion(): void {
    if (this.#suspect === null) return;
    const blamed = this.#mismatches.some(({ suspect, refuted }) => suspect !== null && !refuted);
    if (!blamed) {
      const { seq } = this.#suspect;
      const message = `the tree keeps another hash for entry ${seq} than the log leads to`;
      this.#findings.add({ area: 'tree', message, ...this.#suspect });
    }
    this.#suspect = null;
    this.#told = null;
  }

  #judgeHeld({ checkpoint, compared, kept }: Held): void {
    const { size, note } = checkpoint;
    const fail = (why: string, place: Partial<Fault> = {}): void =>
      this.#findings.add({ area: 'yours', message: `your checkpoint of size ${size} ${why}`, ...place });
    const read = readCheckpoint(note, this.#keys());
    if (!read.ok) fail(read.why);
    if (!compared && size > 0) {
      return fail(`cannot be reached: the log ends at ${this.size}`, { from: this.size + 1, to: size });
    }
    if (kept === null) return fail('is not among those that the house keeps: it was taken away');
    if (kept !== note && peekCheckpoint(kept)?.root.equals(checkpoint.root) !== true)
      fail('is not the one that the house keeps for that size: two were signed');
  }
}

const explain = ({ area, size, from, suspect, refuted }: Mismatch): Fault => {
  const whose = area === 'yours' ? `your checkpoint of size ${size}` : `the checkpoint of size ${size}`;
  if (refuted) return { area: 'checkpoint', message: `${whose} has a root that the log never had` };
  if (suspect !== null)
    return { area: 'log', message: `it is not the entry that ${whose} was signed for`, ...suspect };
  const stretch = from === size ? `entry ${size}` : `an entry from ${from} to ${size}`;
  return {
    area: 'log',
    message: `${stretch} was changed, taken out, put in or moved: ${whose} was signed for another log`,
    ...(from === size ? { seq: size } : {}),
    from,
    to: size,
  };
};
