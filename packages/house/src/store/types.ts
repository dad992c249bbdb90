/** One event of a stream. `body` is JSON text, kept to the letter; `position` counts 1, 2, 3 … per stream. */
export interface LogEntry {
  readonly stream: string;
  readonly position: number;
  readonly at: number;
  readonly body: string;
}

/** `seq` is the place in the whole log: 1, 2, 3 … without gaps. */
export interface StoredEntry extends LogEntry {
  readonly seq: number;
}

/** Signed integer cents. */
export interface Posting {
  readonly account: string;
  readonly amount: number;
}

/** The postings of an entry sum to zero. */
export interface LedgerEntry {
  readonly reason: string;
  readonly postings: readonly Posting[];
  readonly note?: string;
  /** Which of the work's events moved the money, counted from 0; the last one when it is left out. */
  readonly of?: number;
}

/** What one command leaves behind: all of it becomes durable, or none of it. */
export interface Work {
  readonly command: { readonly id: string; readonly hash: string; readonly answer: string } | null;
  readonly events: readonly LogEntry[];
  readonly entries: readonly LedgerEntry[];
}

/** The places of the work's events in the whole log. */
export interface Receipt {
  readonly seqs: readonly number[];
}

export type StoreFault =
  | { readonly kind: 'conflict'; readonly stream: string }
  | { readonly kind: 'duplicate'; readonly id: string; readonly hash: string; readonly answer: string }
  | { readonly kind: 'overdrawn'; readonly account: string }
  /** Another node of the cluster keeps the stream: nothing was done. */
  | { readonly kind: 'elsewhere'; readonly stream: string }
  | { readonly kind: 'unavailable'; readonly why: string };

const describe = (fault: StoreFault): string => {
  switch (fault.kind) {
    case 'conflict':
      return `The stream ${fault.stream} does not go on at this position.`;
    case 'duplicate':
      return `The command ${fault.id} has been done already.`;
    case 'overdrawn':
      return `The account ${fault.account} does not hold that much.`;
    case 'elsewhere':
      return `The stream ${fault.stream} is kept by another node.`;
    case 'unavailable':
      return `The store is not available: ${fault.why}`;
  }
};

/** A work that the store refused. After `unavailable` alone it is unknown whether the work was done. */
export class StoreError extends Error {
  readonly fault: StoreFault;

  constructor(fault: StoreFault, options?: ErrorOptions) {
    super(describe(fault), options);
    this.name = 'StoreError';
    this.fault = fault;
  }
}

export interface StoredLedgerEntry {
  readonly id: number;
  /** The event that moved the money. */
  readonly seq: number | null;
  readonly reason: string;
  readonly note: string | null;
  readonly postings: readonly Posting[];
}

/** Told of a work's events once they are durable, in the order of the log. */
export type AppendedListener = (events: readonly LogEntry[], seqs: readonly number[]) => void;

export interface Store {
  readonly kind: 'embedded' | 'server';
  /** Queued, and committed together with whatever else waits; resolves only when durable. */
  append(work: Work): Promise<Receipt>;
  /** Hears of every work's events once they are durable, in the order of the log; answers how to stop that. */
  listen(listener: AppendedListener): () => void;
  findCommand(id: string): Promise<{ readonly hash: string; readonly answer: string } | null>;
  readStream(stream: string, after: number, limit: number): Promise<readonly StoredEntry[]>;
  readLog(afterSeq: number, limit: number): Promise<readonly StoredEntry[]>;
  streams(): Promise<readonly { readonly stream: string; readonly last: number }[]>;
  balance(account: string): Promise<number>;
  /** All that begin so, however many there have ever been: never for one account. */
  balances(prefix: string): Promise<readonly Posting[]>;
  /** What these accounts hold, by their whole names; one that has never been is left out. */
  holdings(accounts: readonly string[]): Promise<readonly Posting[]>;
  ledger(afterId: number, limit: number): Promise<readonly StoredLedgerEntry[]>;
  /** Entries sum to zero, balances equal the entries, no guarded account is below zero. */
  checkMoney(): Promise<{ readonly sum: number; readonly faults: readonly string[] }>;
  putSnapshot(stream: string, position: number, body: string): Promise<void>;
  getSnapshot(stream: string): Promise<{ readonly position: number; readonly body: string } | null>;
  /** Documents can change and are not money: people, sessions, devices, settings. */
  putDocument(kind: string, id: string, body: string): Promise<void>;
  getDocument(kind: string, id: string): Promise<string | null>;
  deleteDocument(kind: string, id: string): Promise<void>;
  listDocuments(kind: string): Promise<readonly { readonly id: string; readonly body: string }[]>;
  /** `batches` are commits of works since the store was opened, `commands` the works in them. */
  health(): Promise<{ readonly ok: boolean; readonly batches: number; readonly commands: number }>;
  close(): Promise<void>;
}

/** Stored like any other: when it is, the store has made up its mind about all that came before, and can write. */
export const NOTHING: Work = { command: null, events: [], entries: [] };

/** Accounts that never go below zero. The database checks the same prefixes (migration 1). */
export const GUARDED_PREFIXES = ['player/', 'terminal/', 'escrow/', 'ticket/'] as const;

export const isGuarded = (account: string): boolean =>
  GUARDED_PREFIXES.some((prefix) => account.startsWith(prefix));
