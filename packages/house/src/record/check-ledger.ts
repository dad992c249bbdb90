import { isGuarded, type LedgerEntry, type Posting, type StoredEntry } from '../store/store.js';
import { Cursor } from './cursor.js';
import type { Findings } from './report.js';
import type { LedgerRow, PostingRow, RecordSource } from './source.js';

interface Expected {
  readonly event: StoredEntry;
  readonly entry: LedgerEntry;
}

type Place = Pick<StoredEntry, 'seq' | 'stream' | 'position'>;

const placeOf = ({ seq, stream, position }: StoredEntry): Place => ({ seq, stream, position });

const tell = ({ account, amount }: Posting): string => `${account} ${amount}`;

/** After so many in a row that differ, the rest is out of step and says nothing. */
const DIFFERENT_MOST = 5;

/** Compares the ledger as it is kept with the one that follows from the log, line by line. */
export class LedgerCheck {
  readonly #findings: Findings;
  readonly #entries: Cursor<LedgerRow>;
  readonly #postings: Cursor<PostingRow>;
  readonly #source: RecordSource;
  readonly #balances = new Map<string, number>();
  #waiting: Expected[] = [];
  #compared = 0;
  #different = 0;
  #stopped = false;
  #accounts = 0;

  constructor(source: RecordSource, findings: Findings) {
    this.#source = source;
    this.#findings = findings;
    this.#entries = new Cursor(source.entries());
    this.#postings = new Cursor(source.postings());
  }

  get compared(): number {
    return this.#compared;
  }
  /** Balances that were compared. */
  get accounts(): number {
    return this.#accounts;
  }
  get taken(): { readonly entries: number; readonly postings: number } {
    return { entries: this.#entries.taken, postings: this.#postings.taken };
  }

  expect(event: StoredEntry, entries: readonly LedgerEntry[]): void {
    for (const entry of entries) this.#waiting.push({ event, entry });
  }

  /** What follows cannot be compared any more, and why is told already. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#findings.notes.push(
      `The ledger was compared up to its entry ${this.#compared} only, because of what was found before.`,
    );
  }

  async compare(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const expected of waiting) {
      if (this.#stopped) break;
      await this.#compareNext(expected);
    }
  }

  async end(): Promise<void> {
    await this.compare();
    if (this.#stopped) return;
    await this.#entries.ready();
    const extra = this.#entries.peek();
    if (extra !== undefined) {
      this.#findings.add({
        area: 'ledger',
        message: `ledger entry ${extra.id} (${extra.reason}) comes from no event`,
        ...(extra.seq === null ? {} : { seq: extra.seq }),
      });
      return this.stop();
    }
    await this.#postings.ready();
    const orphan = this.#postings.peek();
    if (orphan !== undefined) this.#orphan(orphan);
    await this.#compareBalances();
  }

  #fail(message: string, event: StoredEntry): void {
    this.#findings.add({ area: 'ledger', message, ...placeOf(event) });
  }

  #orphan({ entry, line }: PostingRow): void {
    this.#findings.add({
      area: 'ledger',
      message: `line ${line} of ledger entry ${entry} belongs to no entry`,
    });
  }

  async #compareNext(expected: Expected): Promise<void> {
    const { event, entry } = expected;
    if (this.#entries.isDry) await this.#entries.ready();
    const row = this.#entries.take();
    const id = this.#compared + 1;
    if (row === undefined || row.id !== id) {
      this.#fail(`ledger entry ${id} (${entry.reason}) is missing`, event);
      return this.stop();
    }
    this.#compared = id;
    const postings = await this.#postingsOf(id);
    const why = differenceIn(row, postings, entry);
    if (why !== null) this.#fail(`ledger entry ${id} ${why}`, event);
    this.#different = why === null ? 0 : this.#different + 1;
    this.#checkSeq(row, event);
    this.#apply(expected, id);
    if (this.#different >= DIFFERENT_MOST) this.stop();
  }

  async #postingsOf(id: number): Promise<PostingRow[]> {
    const found: PostingRow[] = [];
    for (;;) {
      if (this.#postings.isDry) await this.#postings.ready();
      const next = this.#postings.peek();
      if (next === undefined || next.entry > id) return found;
      this.#postings.take();
      if (next.entry < id) this.#orphan(next);
      else found.push(next);
    }
  }

  /** An entry names the event that moved the money. */
  #checkSeq({ id, seq }: LedgerRow, event: StoredEntry): void {
    if (seq !== event.seq)
      this.#fail(`ledger entry ${id} names entry ${seq}, but follows from entry ${event.seq}`, event);
  }

  #apply({ event, entry }: Expected, id: number): void {
    for (const { account, amount } of entry.postings)
      this.#balances.set(account, (this.#balances.get(account) ?? 0) + amount);
    const short = entry.postings.find(
      ({ account }) => isGuarded(account) && (this.#balances.get(account) ?? 0) < 0,
    );
    if (short) this.#fail(`ledger entry ${id} leaves ${short.account} below nothing`, event);
  }

  async #compareBalances(): Promise<void> {
    const rest = new Map(this.#balances);
    const fail = (message: string): void => this.#findings.add({ area: 'balance', message });
    for await (const page of this.#source.balances()) {
      this.#accounts += page.length;
      for (const { account, amount } of page) {
        const rebuilt = rest.get(account);
        rest.delete(account);
        if (rebuilt !== amount)
          fail(`${account} is kept with ${amount}; the log leads to ${rebuilt ?? 'no such account'}`);
      }
    }
    for (const [account, amount] of rest) fail(`${account} is not kept; the log leads to ${amount}`);
  }
}

function differenceIn(
  row: LedgerRow,
  kept: readonly PostingRow[],
  { reason, note, postings }: LedgerEntry,
): string | null {
  if (row.reason !== reason) return `is kept as “${row.reason}”; the log leads to “${reason}”`;
  if (row.note !== (note ?? null)) return `has the note ${row.note}; the log leads to ${note ?? 'none'}`;
  if (kept.length !== postings.length) return `has ${kept.length} lines; the log leads to ${postings.length}`;
  for (const [n, wanted] of postings.entries()) {
    const line = kept[n] as PostingRow;
    if (line.line !== n + 1) return `has a line ${line.line} where line ${n + 1} belongs`;
    if (line.account !== wanted.account || line.amount !== wanted.amount)
      return `moves ${tell(line)} in line ${n + 1}; the log leads to ${tell(wanted)}`;
  }
  return null;
}
