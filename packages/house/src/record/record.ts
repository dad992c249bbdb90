import { Journal } from '../journal.js';
import { isLastingDamage, type Run, reasonOf } from '../store/database.js';
import { insideOf } from '../store/sql-store.js';
import { type LogEntry, type Store, type StoredEntry, StoreError } from '../store/store.js';
import { GrownTree } from './grown.js';
import { leafHashOf } from './leaf.js';
import {
  type Checkpoint,
  type PublicKey,
  parsePublicKey,
  peekCheckpoint,
  readCheckpoint,
  type SigningKey,
  signCheckpoint,
} from './note.js';
import { consistencyPath, inclusionPath } from './proof.js';
import { parseTile, readTileRoots, TILE_LEAVES, type Tile, tileColumns } from './tiles.js';
import { rootOf } from './tree.js';

/** The stream in which the record says with which keys it is signed. */
export const RECORD_STREAM = 'record';
export const KEY_EVENT = 'record-key-used';
export const DAMAGE_EVENT = 'damage-found';
/** All was looked at, and of the damage up to a place of this stream nothing was found any more. */
export const SOUND_EVENT = 'found-sound';

export interface RecordOptions {
  readonly key: SigningKey;
  readonly now?: () => number;
  /** At the latest so long after something happened. */
  readonly everyMs?: number;
  /** Not oftener than this: rolls at many tables share a checkpoint. */
  readonly leastMs?: number;
  readonly onError?: (error: unknown) => void;
  /** Something that somebody must hear of, in a sentence. */
  readonly onAlarm?: (text: string) => void;
  /** Was the key made just now, because there was none? */
  readonly keyIsNew?: boolean;
  /** Where nodes share the work one of them signs, and the others follow; left out: it is ours. */
  readonly keeper?: RecordKeeper;
}

export interface RecordKeeper {
  isOurs(): boolean;
  /** Writes only if it still is. */
  readonly write: Run;
}

/** What is not as it was written. */
export interface Damage {
  readonly what: 'log' | 'ledger' | 'files';
  readonly message: string;
  /** The entry of the log, where it is one. */
  readonly seq?: number;
}

export interface Inclusion {
  readonly seq: number;
  readonly size: number;
  readonly leaf: Buffer;
  readonly path: readonly Buffer[];
}

const BEGUN_TRIES = 100;
const BEGUN_MS = 100;
const EVERY_MS = 10_000;
const LEAST_MS = 1_000;
const READ_AT_ONCE = 2_000;
const HASH_AT_ONCE = 256;
/** More than this does not wait in memory for the next checkpoint. */
const WAITING_MOST = 1_024;
const TILES_KEPT = 64;

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const isRoll = ({ stream, body }: LogEntry): boolean =>
  stream.startsWith('table/') && body.includes('"event":"rolled"');

const KEEP = `
with kept as (
  insert into house.tiles as t (nr, root, leaves)
  select * from unnest($3::bigint[], $4::text[], $5::text[])
  on conflict (nr) do update set root = excluded.root, leaves = excluded.leaves
)
insert into house.checkpoints (size, note) values ($1::bigint, $2::text) on conflict (size) do nothing returning size`;

/** The record does not agree with what was signed before: from here on nothing is. */
export class RecordBroken extends Error {
  readonly why: string;

  constructor(why: string) {
    super(`The record is not what was signed: ${why}. Nothing more is signed; run \`boxperson verify\`.`);
    this.name = 'RecordBroken';
    this.why = why;
  }
}

type Own = Readonly<Record<string, unknown>> & { readonly position: number };

/** An entry of the record's own stream; a body that is none says nothing. */
const readOwn = ({ body, position }: StoredEntry): Own => {
  try {
    return { ...Object(JSON.parse(body)), position };
  } catch {
    return { position };
  }
};

/** Damage on record of which nobody has found since that it is gone. */
const unmendedIn = (own: readonly Own[]): readonly Own[] => {
  const sound = own.filter(({ event }) => event === SOUND_EVENT).map(({ upTo }) => Number(upTo) || 0);
  const upTo = Math.max(0, ...sound);
  return own.filter(({ event, position }) => event === DAMAGE_EVENT && position > upTo);
};

/** Damage that was found before this house opened, and is not to be found at a start. */
interface Doubt {
  readonly message: string;
  /** The last place of the stream that tells of any. */
  readonly upTo: number;
}

const doubtText = ({ message }: Doubt): string =>
  `Damage was found before: ${message}. Nothing is signed until all of the data has been looked at again.`;

const tileOf = (seq: number): number => Math.floor((seq - 1) / TILE_LEAVES);

const entryDamage = (seq: number): Damage => ({
  what: 'log',
  message: `entry ${seq} is not what was committed`,
  seq,
});

const stretchDamage = (first: number): Damage => ({
  what: 'log',
  message: `one of the entries ${first + 1} to ${first + TILE_LEAVES} is not what was committed`,
  seq: first + 1,
});

const newKeyText = (line: string, earlier: string, why: 'lost' | 'changed'): string =>
  `The record is signed with a new key, ${line}: the earlier one, ${earlier}, ${
    why === 'lost' ? 'was not there' : 'is not the one in its file any more'
  }. Whoever holds the earlier key must be told.`;

/** Before the first signature, so many of the newest tiles are compared with the log; the patrol sees to the others. */
const TILES_AT_START = 16;
/** So often in a row nothing could be signed before somebody is called. */
const VAIN_MOST = 6;
/** Where so much is damaged, more of it in the log tells nobody anything. */
const DAMAGE_MOST = 20;

/**
 * The sealed record of a running house: a Merkle tree over the log, grown after each commit and never before, and signed
 * checkpoints of it. Nobody who commits ever waits for it.
 */
export class SealedRecord {
  readonly #store: Store;
  readonly #options: RecordOptions;
  readonly #now: () => number;
  #tree = new GrownTree();
  readonly #waiting = new Map<number, StoredEntry>();
  /** Full tiles that are not in the store yet. */
  #newTiles: Tile[] = [];
  readonly #tiles = new Map<number, readonly Buffer[]>();
  #latest: Checkpoint | null = null;
  readonly #journal: Journal;
  /** Damage that is in the log, in its own words. */
  readonly #noted = new Set<string>();
  /** Damage that somebody has been told of since the house opened. */
  readonly #told = new Set<string>();
  #broken: string | null = null;
  /** Until all has been looked at again nothing is signed, and the tree grows all the same. */
  #doubt: Doubt | null = null;
  /** Whether all was looked at since, and nothing found; whoever keeps the record puts that on it. */
  #foundSound = false;
  #timer: NodeJS.Timeout | null = null;
  #due = Number.POSITIVE_INFINITY;
  /** How often in a row it could not be signed. */
  #vain = 0;
  /** What changes the tree or signs, one after another. */
  #turn: Promise<unknown> = Promise.resolve();
  #draining = false;
  #closed = false;
  #unlisten: () => void = () => {};

  private constructor(store: Store, options: RecordOptions) {
    this.#store = store;
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#journal = new Journal(store, RECORD_STREAM, this.#now);
  }

  /** Reads where the record ends, compares it with the last checkpoint, and goes on from there. */
  static async open(store: Store, options: RecordOptions): Promise<SealedRecord> {
    const record = new SealedRecord(store, options);
    record.#unlisten = store.listen((events, seqs) => record.#hear(events, seqs));
    try {
      await record.#inTurn(() => record.#begin());
    } catch (error) {
      record.#unlisten();
      throw error;
    }
    return record;
  }

  /** In its turn like all that grows the tree: where nodes share a log, others roll while this one still reads. */
  async #begin(): Promise<void> {
    await this.#orBreak(async () => {
      const own = (await this.#readOwnStream()).map(readOwn);
      const before = unmendedIn(own);
      for (const { message } of before) this.#noted.add(String(message));
      const keys = await this.#nameKey(own);
      await this.#orBreak(() => this.#load(keys));
      await this.#lookAgain(before);
    });
    await this.#sign();
  }

  get key(): PublicKey {
    return this.#options.key;
  }

  /** How many entries the tree has; the log may be a moment ahead. */
  get size(): number {
    return this.#tree.size;
  }

  /** Why nothing is signed any more, if so. */
  get broken(): string | null {
    return this.#broken;
  }

  /** Why nothing is signed yet, if so; that ends by itself, and is no ailment of this house. */
  get doubt(): string | null {
    // Where something is found again, no look that finds nothing can end it any more.
    if (this.#broken !== null || this.#foundSound) return null;
    return this.#doubt && doubtText(this.#doubt);
  }

  /** The newest signed checkpoint: for tickets, inspectors and anybody else who wants to hold the house to it. */
  latestCheckpoint(): Checkpoint | null {
    return this.#latest;
  }

  /** Signs what is committed now, without waiting for the next roll. */
  async checkpointNow(): Promise<Checkpoint | null> {
    await this.#inTurn(() => this.#sign());
    return this.#latest;
  }

  /** The first checkpoint that was signed at a moment or after it; null when there is none yet. */
  async checkpointSince(at: number): Promise<Checkpoint | null> {
    if (this.#latest === null || this.#latest.at < at) return null;
    let first = this.#latest;
    for (let below = first.size; ; below = first.size) {
      const earlier = await this.#lastBelow(below);
      if (!earlier || earlier.at < at) return first;
      first = earlier;
    }
  }

  async #lastBelow(size: number): Promise<Checkpoint | null> {
    const text = 'select note from house.checkpoints where size < $1::bigint order by size desc limit 1';
    const [row] = await insideOf(this.#store).read({ text, values: [size] });
    return row === undefined ? null : peekCheckpoint(String(row['note']));
  }

  /** That an entry is in the tree of a size, as a list of hashes. Null when that size has no such entry. */
  async inclusion(seq: number, size: number): Promise<Inclusion | null> {
    if (seq < 1 || seq > size || size > this.size) return null;
    const hashOf = this.#tree.hashOf(await this.#leavesFor([seq - 1, size - 1]));
    return { seq, size, leaf: hashOf(seq - 1, seq), path: inclusionPath(hashOf, seq - 1, size) };
  }

  /** That the tree of a size begins with the one of an earlier size. Null when there are no such trees. */
  async consistency(from: number, to: number): Promise<readonly Buffer[] | null> {
    if (from < 0 || from > to || to > this.size) return null;
    if (from === 0 || from === to) return [];
    return consistencyPath(this.#tree.hashOf(await this.#leavesFor([from - 1, to - 1])), from, to);
  }

  /** The tile that is not full yet. */
  get lastTile(): number {
    return Math.floor(this.size / TILE_LEAVES);
  }

  /** What the log keeps for the entries of a tile, against the tree: that is of what was committed, and is signed. */
  async checkTile(nr: number): Promise<readonly Damage[]> {
    if (nr < 0 || nr > this.lastTile) return [];
    const { tail, size } = this.#tree;
    const first = nr * TILE_LEAVES;
    const entries = await this.#store.readLog(first, Math.min(TILE_LEAVES, size - first));
    const hashes = entries.map(leafHashOf);
    const isTail = first + TILE_LEAVES > size;
    if (!isTail && hashes.length === TILE_LEAVES && rootOf(hashes).equals(this.#tree.tileRoot(nr))) return [];
    const expected = isTail ? tail : await this.#keptLeaves(nr);
    const n = expected?.findIndex((hash, at) => !hashes[at]?.equals(hash)) ?? -1;
    if (n < 0 && isTail) return [];
    return [n < 0 ? stretchDamage(first) : entryDamage(first + n + 1)];
  }

  /** Says what was found: in the log, once, and to whoever listens. Nothing is signed from then on. */
  async report(damage: Damage): Promise<void> {
    if (this.#told.has(damage.message)) return;
    this.#told.add(damage.message);
    const aloud = `The data is damaged: ${damage.message}. Nothing more is signed; run \`boxperson verify\`.`;
    if (this.#broken === null) this.#break(damage.message, aloud);
    else this.#options.onAlarm?.(aloud);
    if (this.#noted.has(damage.message) || this.#noted.size >= DAMAGE_MOST) return;
    this.#noted.add(damage.message);
    await this.#journal.write(DAMAGE_EVENT, damage).catch((error) => this.#options.onError?.(error));
  }

  /**
   * Everything was looked at since the house opened, and nothing was found. Damage that was found before it opened is gone:
   * that is put on record, for the next start, and it is signed again. Damage of this very house ends its signing for good.
   */
  async foundSound(): Promise<void> {
    if (this.#doubt === null || this.#broken !== null) return;
    this.#foundSound = true;
    if (!this.#isOurs) return;
    await this.#inTurn(() => this.#endDoubt()).catch((error) => this.#options.onError?.(error));
    // Where it could not be put on record, the next signing tries again.
    this.#want(this.#now());
  }

  async #endDoubt(): Promise<void> {
    if (this.#doubt === null) return;
    await this.#journal.write(SOUND_EVENT, { upTo: this.#doubt.upTo });
    this.#doubt = null;
    this.#noted.clear();
  }

  /** One last checkpoint. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#unlisten();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#inTurn(() => this.#sign()).catch((error) => this.#options.onError?.(error));
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => {});
    return done;
  }

  get #isOurs(): boolean {
    return this.#options.keeper?.isOurs() ?? true;
  }

  /** Whoever does not keep the record waits until its keeper has begun it. */
  async #readOwnStream(): Promise<readonly StoredEntry[]> {
    for (let tries = 1; ; tries += 1) {
      const own = await this.#store.readStream(RECORD_STREAM, 0, 10_000);
      if (own.length > 0 || this.#isOurs) return own;
      if (tries === BEGUN_TRIES)
        throw new Error('The node that keeps the record has not begun it: start again.');
      await new Promise((resolve) => setTimeout(resolve, BEGUN_MS));
    }
  }

  /** All nodes sign with one key: another would make the record look as if somebody else had taken it over. */
  #mustShareKey(earlier: string | undefined): void {
    const { keeper, key } = this.#options;
    if (keeper && earlier !== undefined && earlier !== key.line)
      throw new Error(
        `The record of this cluster is signed with the key ${earlier}, and this node has another: copy the key file of a node that runs.`,
      );
  }

  /** Puts the key into the log when it is new, and answers every key that the log names. */
  async #nameKey(own: readonly Readonly<Record<string, unknown>>[]): Promise<readonly PublicKey[]> {
    const lines = own.filter(({ event }) => event === KEY_EVENT).map(({ key }) => String(key));
    const { line } = this.#options.key;
    const earlier = lines.at(-1);
    this.#mustShareKey(earlier);
    if (earlier !== line) {
      const why = this.#options.keyIsNew ? 'lost' : 'changed';
      await this.#journal.write(KEY_EVENT, { key: line, ...(earlier === undefined ? {} : { earlier, why }) });
      if (earlier !== undefined) this.#options.onAlarm?.(newKeyText(line, earlier, why));
      lines.push(line);
    }
    return lines.map(parsePublicKey).filter((key) => key !== null);
  }

  /** What is wrong with the files, the newest entries, and where something was found before: before anything is signed. */
  async #lookAgain(before: readonly Own[]): Promise<void> {
    for (const message of insideOf(this.#store).database.damage)
      await this.report({ what: 'files', message });
    if (this.#broken !== null) return;
    const known = before.flatMap(({ seq }) => (typeof seq === 'number' ? [tileOf(seq)] : []));
    const newest = Array.from({ length: TILES_AT_START }, (_, n) => this.lastTile - n);
    for (const nr of new Set([...known, ...newest]))
      for (const damage of await this.checkTile(nr)) await this.report(damage);
    if (this.#broken === null) this.#doubtFor(before);
  }

  /** Where it was an entry of the log, one look has told; of anything else only a round of the patrol can. */
  #doubtFor(before: readonly Own[]): void {
    const last = before.filter(({ seq }) => typeof seq !== 'number').at(-1);
    if (!last) return;
    const message = String(last['message']);
    this.#doubt = { message, upTo: before.at(-1)?.position ?? last.position };
    this.#options.onAlarm?.(doubtText(this.#doubt));
  }

  async #load(keys: readonly PublicKey[]): Promise<void> {
    const { read } = insideOf(this.#store);
    const [row] = await read({ text: 'select size, note from house.checkpoints order by size desc limit 1' });
    const last = row === undefined ? null : readCheckpoint(String(row['note']), keys);
    if (last !== null && !last.ok) {
      this.#break(`the newest checkpoint ${last.why}`);
      return;
    }
    const upTo = last?.value ?? null;
    const roots = await readTileRoots(read);
    // The tiles only spare us the work: when they do not lead to what was signed, the log must.
    if (!(await this.#grow(roots, upTo)) && !(await this.#grow([], upTo))) {
      this.#break(`the first ${upTo?.size} entries do not have the root of the newest checkpoint`);
      return;
    }
    this.#latest = upTo;
  }

  /** Grows the tree anew from tiles and the log; false when it passes the checkpoint's size with another root. */
  async #grow(roots: readonly Buffer[], upTo: Checkpoint | null): Promise<boolean> {
    this.#tree = new GrownTree();
    this.#newTiles = [];
    const limit = upTo?.size ?? 0;
    // Entries after the checkpoint come from the log: nobody has vouched for tiles there.
    for (const root of roots.slice(0, Math.floor(limit / TILE_LEAVES))) this.#tree.addTileRoot(root);
    let agrees = this.#agrees(upTo);
    await this.#readLog((entry) => {
      this.#add(entry);
      agrees &&= this.#agrees(upTo);
    });
    return agrees && this.#tree.size >= limit;
  }

  #agrees(upTo: Checkpoint | null): boolean {
    return upTo === null || this.#tree.size !== upTo.size || this.#tree.root().equals(upTo.root);
  }

  /**
   * A house whose record is broken still opens: those who play there can do nothing for it. Nor for a page that cannot be
   * read; behind it the tree may lack entries, and nothing is signed that it does not have.
   */
  async #orBreak(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (error instanceof RecordBroken) this.#break(error.why);
      else if (isLastingDamage(error)) await this.report({ what: 'files', message: reasonOf(error) });
      else throw error;
    }
  }

  #break(why: string, aloud = new RecordBroken(why).message): void {
    this.#broken = why;
    this.#waiting.clear();
    this.#options.onError?.(new RecordBroken(why));
    this.#options.onAlarm?.(aloud);
  }

  #add(entry: StoredEntry): void {
    const tile = this.#tree.addLeaf(leafHashOf(entry));
    if (tile !== null) this.#newTiles.push(tile);
  }

  async #readLog(each: (entry: StoredEntry) => void): Promise<void> {
    for (;;) {
      const entries = await this.#store.readLog(this.#tree.size, READ_AT_ONCE);
      for (const entry of entries) {
        if (entry.seq !== this.#tree.size + 1)
          throw new RecordBroken(`entry ${this.#tree.size + 1} is missing`);
        each(entry);
      }
      if (entries.length < READ_AT_ONCE) return;
      await breathe();
    }
  }

  #hear(events: readonly LogEntry[], seqs: readonly number[]): void {
    if (this.#broken !== null) return;
    for (const [n, event] of events.entries())
      this.#waiting.set(seqs[n] as number, { seq: seqs[n] as number, ...event });
    this.#want(events.some(isRoll) ? this.#soonest() : this.#now() + (this.#options.everyMs ?? EVERY_MS));
    if (this.#waiting.size > WAITING_MOST && !this.#draining) {
      this.#draining = true;
      void this.#inTurn(() => this.#drain())
        .catch((error) => this.#options.onError?.(error))
        .finally(() => {
          this.#draining = false;
        });
    }
  }

  #soonest(): number {
    const last = this.#latest?.at ?? 0;
    return Math.max(this.#now(), last + (this.#options.leastMs ?? LEAST_MS));
  }

  #want(at: number): void {
    if (this.#closed || at >= this.#due) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#due = at;
    this.#timer = setTimeout(() => this.#signDue(), Math.max(0, at - this.#now()));
    this.#timer.unref();
  }

  #signDue(): void {
    this.#due = Number.POSITIVE_INFINITY;
    this.#inTurn(() => this.#sign()).then(
      () => {
        this.#vain = 0;
      },
      (error: unknown) => this.#signLater(error),
    );
  }

  /** What is found to be broken while the house runs is broken as at a start; else it is tried again, and told in time. */
  #signLater(error: unknown): void {
    if (error instanceof RecordBroken) return this.#break(error.why);
    this.#options.onError?.(error);
    this.#want(this.#now() + (this.#options.everyMs ?? EVERY_MS));
    // Of a store that is away everybody is told already.
    if (error instanceof StoreError && error.fault.kind === 'unavailable') return;
    this.#vain += 1;
    if (this.#vain === VAIN_MOST)
      this.#options.onAlarm?.(
        `The record is not signed any more: ${error instanceof Error ? error.message : error}`,
      );
  }

  /** Hashes what waits, in the order of the log, and lets others on now and then. */
  async #drain(): Promise<void> {
    for (let n = 1; ; n += 1) {
      const next = this.#waiting.get(this.#tree.size + 1);
      if (next === undefined) return;
      this.#waiting.delete(next.seq);
      this.#add(next);
      if (n % HASH_AT_ONCE === 0) await breathe();
    }
  }

  /** Whoever was not told of their commit did not tell us either: such entries come from the log. */
  async #catchUp(): Promise<void> {
    await this.#drain();
    for (const seq of this.#waiting.keys()) if (seq <= this.#tree.size) this.#waiting.delete(seq);
    if (this.#waiting.size === 0) return;
    await this.#readLog((entry) => this.#add(entry));
    for (const seq of this.#waiting.keys()) if (seq <= this.#tree.size) this.#waiting.delete(seq);
  }

  async #sign(): Promise<void> {
    if (this.#broken !== null) return;
    await this.#catchUp();
    if (!this.#isOurs) return this.#followSigned();
    if (this.#foundSound) await this.#endDoubt();
    if (this.#doubt !== null) return;
    const { size } = this.#tree;
    if (size === 0 || size === this.#latest?.size) return;
    if (this.#options.keeper && (await this.#isBehindSigned())) return;
    const at = Math.max(this.#now(), this.#latest?.at ?? 0);
    const checkpoint = signCheckpoint(this.#options.key, { size, root: this.#tree.root(), at });
    const tiles = this.#newTiles;
    const write = this.#options.keeper?.write ?? insideOf(this.#store).write;
    const kept = await write({
      name: 'checkpoint',
      text: KEEP,
      values: [size, checkpoint.note, ...tileColumns(tiles)],
    });
    this.#newTiles = this.#newTiles.slice(tiles.length);
    this.#latest = kept.length > 0 ? checkpoint : await this.#keptAt(size);
  }

  /**
   * Whoever signed before us may have done so since we looked, by a clock that is ahead of ours: a checkpoint is never
   * older than the one before it, nor put in front of one that is there.
   */
  async #isBehindSigned(): Promise<boolean> {
    const text = 'select note from house.checkpoints order by size desc limit 1';
    const [row] = await insideOf(this.#store).read({ text });
    const signed = row === undefined ? null : readCheckpoint(String(row['note']), [this.#options.key]);
    if (!signed?.ok) return false;
    const ahead = signed.value.size - this.#tree.size;
    if (ahead <= 0) this.#latest = signed.value;
    else this.#want(this.#now() + (this.#options.leastMs ?? LEAST_MS));
    return ahead >= 0;
  }

  /** What another node has signed, and its tiles, we need not keep. */
  async #followSigned(): Promise<void> {
    const text = 'select note from house.checkpoints where size <= $1::bigint order by size desc limit 1';
    const [row] = await insideOf(this.#store).read({ text, values: [this.#tree.size] });
    const signed = row === undefined ? null : readCheckpoint(String(row['note']), [this.#options.key]);
    if (!signed?.ok) return;
    this.#latest = signed.value;
    this.#newTiles = this.#newTiles.filter(({ nr }) => (nr + 1) * TILE_LEAVES > signed.value.size);
    // It may have signed a moment after we looked.
    if (this.#tree.size > signed.value.size) this.#want(this.#now() + (this.#options.leastMs ?? LEAST_MS));
  }

  /** One that was written although nobody could tell us so: there are never two of a size. */
  async #keptAt(size: number): Promise<Checkpoint> {
    const text = 'select note from house.checkpoints where size = $1::bigint';
    const [row] = await insideOf(this.#store).read({ text, values: [size] });
    const kept = readCheckpoint(String(row?.['note']), [this.#options.key]);
    if (!kept.ok) throw new RecordBroken(`the checkpoint of size ${size} ${kept.why}`);
    return kept.value;
  }

  /** The leaves of the tiles that some leaves are in: kept, or from the store, or hashed anew. */
  async #leavesFor(leaves: readonly number[]): Promise<ReadonlyMap<number, readonly Buffer[]>> {
    const full = Math.floor(this.size / TILE_LEAVES);
    const numbers = new Set(leaves.map((leaf) => Math.floor(leaf / TILE_LEAVES)).filter((nr) => nr < full));
    const found = new Map<number, readonly Buffer[]>();
    for (const nr of numbers) found.set(nr, await this.#leavesOfTile(nr));
    return found;
  }

  async #leavesOfTile(nr: number): Promise<readonly Buffer[]> {
    const leaves =
      (await this.#keptLeaves(nr)) ??
      (await this.#store.readLog(nr * TILE_LEAVES, TILE_LEAVES)).map((entry) => leafHashOf(entry));
    if (this.#tiles.size >= TILES_KEPT) this.#tiles.delete(this.#tiles.keys().next().value as number);
    this.#tiles.set(nr, leaves);
    return leaves;
  }

  /** As the tree has them, where they are kept; never from the log. */
  async #keptLeaves(nr: number): Promise<readonly Buffer[] | null> {
    const known = this.#tiles.get(nr) ?? this.#newTiles.find((tile) => tile.nr === nr)?.leaves;
    if (known !== undefined) return known;
    const [row] = await insideOf(this.#store).read({
      text: 'select root, leaves from house.tiles where nr = $1::bigint',
      values: [nr],
    });
    const stored = row === undefined ? null : parseTile(nr, row['root'], row['leaves']);
    return stored && rootOf(stored.leaves).equals(this.#tree.tileRoot(nr)) ? stored.leaves : null;
  }
}
