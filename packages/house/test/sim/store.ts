import type {
  CheckpointRow,
  LedgerRow,
  PostingRow,
  RecordSource,
  SnapshotRow,
  TileRow,
} from '../../src/record/source.js';
import { checkDocument, checkSnapshot, checkWork } from '../../src/store/check.js';
import {
  type AppendedListener,
  isGuarded,
  type Posting,
  type Receipt,
  type Store,
  type StoredEntry,
  type StoredLedgerEntry,
  StoreError,
  type StoreFault,
  type Work,
} from '../../src/store/types.js';
import type { Chance } from './chance.js';
import type { LivingClock } from './clock.js';

type Kept = NonNullable<Work['command']>;

/** What has become durable with a work. */
export interface Written {
  readonly work: Work;
  readonly entries: readonly StoredEntry[];
  readonly ledger: readonly StoredLedgerEntry[];
}

/** What survives everything: the content of a store. */
export class Disk {
  readonly log: StoredEntry[] = [];
  readonly ledger: StoredLedgerEntry[] = [];
  readonly commands = new Map<string, Kept>();
  readonly balances = new Map<string, number>();
  readonly snapshots = new Map<string, SnapshotRow>();
  readonly documents = new Map<string, Map<string, string>>();
  readonly #streams = new Map<string, StoredEntry[]>();
  /** Hears of everything that becomes durable. */
  onWritten: (written: Written) => void = () => {};

  streams(): readonly { readonly stream: string; readonly last: number }[] {
    return [...this.#streams]
      .map(([stream, entries]) => ({ stream, last: entries.length }))
      .sort((one, other) => (one.stream < other.stream ? -1 : 1));
  }

  stream(name: string): readonly StoredEntry[] {
    return this.#streams.get(name) ?? [];
  }

  /** Why a work is refused, in the order in which a store finds out; null when it is not. */
  fault({ command, events, entries }: Work): StoreFault | null {
    const known = command && this.commands.get(command.id);
    if (known) return { kind: 'duplicate', ...known };
    return this.#conflict(events) ?? this.#overdrawn(entries);
  }

  #conflict(events: Work['events']): StoreFault | null {
    const last = new Map<string, number>();
    for (const { stream, position } of events) {
      if (position !== (last.get(stream) ?? this.stream(stream).length) + 1)
        return { kind: 'conflict', stream };
      last.set(stream, position);
    }
    return null;
  }

  #overdrawn(entries: Work['entries']): StoreFault | null {
    const holds = new Map<string, number>();
    const held = (account: string) => holds.get(account) ?? this.balances.get(account) ?? 0;
    for (const { postings } of entries) {
      for (const { account, amount } of postings) holds.set(account, held(account) + amount);
      const short = postings.find(({ account }) => isGuarded(account) && held(account) < 0);
      if (short) return { kind: 'overdrawn', account: short.account };
    }
    return null;
  }

  /** All of it, or none of it. */
  write(work: Work): Receipt {
    const fault = this.fault(work);
    if (fault) throw new StoreError(fault);
    const before = this.log.length;
    const entries = work.events.map((event, index) => ({ ...event, seq: before + index + 1 }));
    for (const entry of entries) this.#add(entry);
    const ledger = work.entries.map((entry): StoredLedgerEntry => {
      const { reason, postings, note = null, of } = entry;
      const seq = entries[of ?? entries.length - 1]?.seq ?? null;
      return this.#post({ id: this.ledger.length + 1, seq, reason, note, postings });
    });
    if (work.command) this.commands.set(work.command.id, work.command);
    this.onWritten({ work, entries, ledger });
    return { seqs: entries.map(({ seq }) => seq) };
  }

  #add(entry: StoredEntry): void {
    this.log.push(entry);
    const entries = this.#streams.get(entry.stream);
    if (entries) entries.push(entry);
    else this.#streams.set(entry.stream, [entry]);
  }

  #post(entry: StoredLedgerEntry): StoredLedgerEntry {
    this.ledger.push(entry);
    for (const { account, amount } of entry.postings)
      this.balances.set(account, (this.balances.get(account) ?? 0) + amount);
    return entry;
  }

  balancesOf(prefix: string): readonly Posting[] {
    return this.#balancesBy((account) => account.startsWith(prefix));
  }

  holdingsOf(accounts: readonly string[]): readonly Posting[] {
    return this.#balancesBy((account) => accounts.includes(account));
  }

  #balancesBy(isWanted: (account: string) => boolean): readonly Posting[] {
    return [...this.balances]
      .filter(([account]) => isWanted(account))
      .map(([account, amount]) => ({ account, amount }))
      .sort((one, other) => (one.account < other.account ? -1 : 1));
  }

  /** Sums from the entries themselves, as the SQL does. */
  checkMoney(): { readonly sum: number; readonly faults: readonly string[] } {
    const faults: string[] = [];
    const posted = new Map<string, number>();
    for (const { id, postings } of this.ledger) {
      const sum = postings.reduce((total, { amount }) => total + amount, 0);
      if (sum !== 0) faults.push(`entry ${id} sums to ${sum}`);
      for (const { account, amount } of postings) posted.set(account, (posted.get(account) ?? 0) + amount);
    }
    for (const account of new Set([...posted.keys(), ...this.balances.keys()])) {
      const [holds, says] = [this.balances.get(account) ?? 0, posted.get(account) ?? 0];
      if (holds !== says) faults.push(`account ${account} holds ${holds}, its entries say ${says}`);
      if (isGuarded(account) && holds < 0) faults.push(`account ${account} is below zero: ${holds}`);
    }
    return { sum: [...posted.values()].reduce((sum, amount) => sum + amount, 0), faults };
  }

  documentsOf(kind: string): Map<string, string> {
    const known = this.documents.get(kind) ?? new Map<string, string>();
    this.documents.set(kind, known);
    return known;
  }

  /** For the verifier: one page of each. Nothing is signed here. */
  source(): RecordSource {
    const page = async function* <T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
      if (rows.length > 0) yield rows;
    };
    const entries: LedgerRow[] = this.ledger.map(({ postings: _postings, ...entry }) => entry);
    const postings: PostingRow[] = this.ledger.flatMap(({ id, postings: all }) =>
      all.map((posting, index) => ({ ...posting, entry: id, line: index + 1 })),
    );
    const balances = this.balancesOf('');
    const snapshots = [...this.snapshots.values()].sort((one, other) => (one.stream < other.stream ? -1 : 1));
    return {
      counts: async () => ({
        log: this.log.length,
        entries: entries.length,
        postings: postings.length,
        balances: balances.length,
        snapshots: snapshots.length,
        checkpoints: 0,
        tiles: 0,
      }),
      log: () => page(this.log),
      entries: () => page(entries),
      postings: () => page(postings),
      balances: () => page(balances),
      checkpoints: () => page<CheckpointRow>([]),
      tiles: () => page<TileRow>([]),
      document: async (kind, id) => this.documentsOf(kind).get(id) ?? null,
      snapshots: () => page(snapshots),
      damage: [],
      close: async () => {},
    };
  }
}

/** How badly a disk behaves: shares of one. */
export interface DiskFaults {
  /** A commit that takes long. */
  readonly slow: number;
  /** A batch of which nobody learns whether it was done. */
  readonly lost: number;
  /** A question that is not answered. */
  readonly unread: number;
}
export const SOUND: DiskFaults = { slow: 0, lost: 0, unread: 0 };

interface Waiting {
  readonly work: Work;
  done(receipt: Receipt): void;
  refuse(error: unknown): void;
}

const GONE = 'the connection is gone for good';
const unavailable = (why: string): StoreError => new StoreError({ kind: 'unavailable', why });

/** Answers of a batch, to be given when it is known to be durable. */
type Answer = () => void;

/** A store on a disk, for one life of a house: commits together what waits, and dies with the house. */
export class SimStore implements Store {
  readonly kind = 'embedded';
  readonly #disk: Disk;
  readonly #clock: LivingClock;
  readonly #chance: Chance;
  readonly #faults: () => DiskFaults;
  readonly #listeners = new Set<AppendedListener>();
  #queue: Waiting[] = [];
  #busy = false;
  #closed: string | null = null;
  #batches = 0;
  #commands = 0;

  constructor(disk: Disk, clock: LivingClock, chance: Chance, faults: () => DiskFaults) {
    this.#disk = disk;
    this.#clock = clock;
    this.#chance = chance;
    this.#faults = faults;
  }

  /** Nothing is on its way to the disk. */
  get idle(): boolean {
    return !this.#busy && this.#queue.length === 0;
  }

  /** Of no more use to anybody. */
  get isGone(): boolean {
    return this.#closed === GONE;
  }

  append(work: Work): Promise<Receipt> {
    return new Promise((done, refuse) => {
      checkWork(work);
      if (this.#closed !== null) throw unavailable(this.#closed);
      this.#queue.push({ work, done, refuse });
      this.#commitSoon();
    });
  }

  #commitSoon(): void {
    if (this.#busy || this.#queue.length === 0) return;
    this.#busy = true;
    this.#clock.setTimeout(() => this.#commit(), this.#latency());
  }

  #latency(): number {
    const { slow } = this.#faults();
    return this.#chance.is(slow) ? this.#chance.between(50, 4_000) : this.#chance.below(6);
  }

  /** Durable first; a little later somebody hears of it. In between the power may go. */
  #commit(): void {
    const batch = this.#queue;
    this.#queue = [];
    const answers = this.#chance.is(this.#faults().lost) ? this.#lose(batch) : this.#write(batch);
    this.#batches += 1;
    this.#clock.setTimeout(() => {
      this.#busy = false;
      for (const answer of answers) answer();
      this.#commitSoon();
    }, this.#chance.below(4));
  }

  #write(batch: readonly Waiting[]): readonly Answer[] {
    return batch.map(({ work, done, refuse }) => {
      try {
        const receipt = this.#disk.write(work);
        this.#commands += 1;
        return () => this.#acknowledge(work, receipt, done);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        return () => refuse(error);
      }
    });
  }

  #acknowledge({ events }: Work, receipt: Receipt, done: Waiting['done']): void {
    done(receipt);
    if (events.length > 0) for (const listener of this.#listeners) listener(events, receipt.seqs);
  }

  /** Done or not, nobody learns it; sometimes the store is of no more use afterwards. */
  #lose(batch: readonly Waiting[]): readonly Answer[] {
    if (this.#chance.is(0.5)) this.#write(batch);
    if (this.#chance.is(0.2)) this.#closed = GONE;
    return batch.map(
      ({ refuse }) =>
        () =>
          refuse(unavailable('the connection was lost')),
    );
  }

  listen(listener: AppendedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Questions take a moment, too, and are answered from what is durable then. */
  async #asked<T>(answer: () => T): Promise<T> {
    const { unread, slow } = this.#faults();
    if (this.#chance.is(0.3))
      await new Promise<void>((resolve) =>
        this.#clock.setTimeout(
          resolve,
          this.#chance.is(slow) ? this.#chance.between(20, 500) : this.#chance.below(4),
        ),
      );
    if (this.#chance.is(unread)) throw unavailable('no answer');
    return answer();
  }

  findCommand(id: string) {
    return this.#asked(() => {
      const known = this.#disk.commands.get(id);
      return known ? { hash: known.hash, answer: known.answer } : null;
    });
  }
  readStream(stream: string, after: number, limit: number) {
    return this.#asked(() => this.#disk.stream(stream).slice(after, after + limit));
  }
  readLog(afterSeq: number, limit: number) {
    return this.#asked(() => this.#disk.log.slice(afterSeq, afterSeq + limit));
  }
  streams() {
    return this.#asked(() => this.#disk.streams());
  }
  balance(account: string) {
    return this.#asked(() => this.#disk.balances.get(account) ?? 0);
  }
  balances(prefix: string) {
    return this.#asked(() => this.#disk.balancesOf(prefix));
  }
  holdings(accounts: readonly string[]) {
    return this.#asked(() => this.#disk.holdingsOf(accounts));
  }
  ledger(afterId: number, limit: number) {
    return this.#asked(() => this.#disk.ledger.slice(afterId, afterId + limit));
  }
  checkMoney() {
    return this.#asked(() => this.#disk.checkMoney());
  }
  async putSnapshot(stream: string, position: number, body: string) {
    checkSnapshot(stream, position, body);
    await this.#asked(() => this.#disk.snapshots.set(stream, { stream, position, body }));
  }
  getSnapshot(stream: string) {
    return this.#asked(() => {
      const kept = this.#disk.snapshots.get(stream);
      return kept ? { position: kept.position, body: kept.body } : null;
    });
  }
  async putDocument(kind: string, id: string, body: string) {
    checkDocument(kind, id, body);
    await this.#asked(() => this.#disk.documentsOf(kind).set(id, body));
  }
  getDocument(kind: string, id: string) {
    return this.#asked(() => this.#disk.documentsOf(kind).get(id) ?? null);
  }
  async deleteDocument(kind: string, id: string) {
    await this.#asked(() => this.#disk.documentsOf(kind).delete(id));
  }
  listDocuments(kind: string) {
    return this.#asked(() =>
      [...this.#disk.documentsOf(kind)]
        .map(([id, body]) => ({ id, body }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
  }
  async health() {
    return { ok: this.#closed === null, batches: this.#batches, commands: this.#commands };
  }
  /** What waits is still written. */
  async close() {
    this.#closed ??= 'it is closed';
    while (this.#busy) await new Promise<void>((resolve) => this.#clock.setTimeout(resolve, 1));
  }
}
