import { type Store, StoreError } from './types.js';

export type Row = Readonly<Record<string, unknown>>;

/** A statement with a name is prepared once per connection. Parameters are always cast in the text. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly name?: string;
}

export type Run = (statement: Statement) => Promise<readonly Row[]>;

/** The little that both homes of the store must offer. */
export interface Database {
  readonly kind: Store['kind'];
  /** On the one connection that writes; one statement is one transaction. */
  readonly write: Run;
  /** Never inside somebody else's transaction. */
  readonly read: Run;
  /** Several statements on the writing connection, nothing of others between them. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /** After a lost connection: resolves once we alone can write again, rejects if we cannot. */
  recover(): Promise<void>;
  /** What was wrong with its files when it was opened, in words. */
  readonly damage: readonly string[];
  close(): Promise<void>;
}

/** Our own numbers and positions are out of date for good: whoever opens the store anew reads the right ones. */
export class Overtaken extends Error {
  constructor() {
    super('another process has written to the records');
  }
}

export const STOPPED = 'the embedded database has stopped; start the house again';

/** An embedded database that has stopped does not come back. */
export const noRecovery = async (): Promise<never> => {
  throw new Error(STOPPED);
};

/** Whether the last that was asked for has been done nobody knows. */
export const unavailable = (why: string, cause?: unknown): StoreError =>
  new StoreError({ kind: 'unavailable', why }, { cause });

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Lets one task after another pass. */
export const makeTurnstile = (): (<T>(task: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task);
    last = mine.catch(() => undefined);
    return mine;
  };
};

export const inTransaction = async <T>(run: Run, work: (run: Run) => Promise<T>): Promise<T> => {
  await run({ text: 'begin' });
  try {
    const result = await work(run);
    await run({ text: 'commit' });
    return result;
  } catch (error) {
    await run({ text: 'rollback' }).catch(() => undefined);
    throw error;
  }
};

/** A number that nobody ever wrote; other errors of range are mistakes of ours. */
export class NoNumber extends RangeError {
  constructor(value: unknown) {
    super(`${String(value)} is not an exact whole number`);
    this.name = 'NoNumber';
  }
}

/** int8 and numeric arrive as text; money and counts must still be exact as numbers. */
export const exact = (value: unknown): number => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new NoNumber(value);
  return number;
};

// EPIPE has five letters too, but no class of SQLSTATE begins with E.
const SQLSTATE = /^[0-9FHPX][0-9A-Z]{4}$/;

/** The SQLSTATE of an error that the database itself reported; nothing for a socket's. */
export const sqlState = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && SQLSTATE.test(code) ? code : '';
};

/** Errors that blame the statement or its values, not the database: classes 22 and 23. */
export const isRefusal = (error: unknown): boolean => /^2[23]/.test(sqlState(error));

// Severities after which the database is gone, as when the disk is full: it would answer nobody any more.
const LAST_WORDS: readonly unknown[] = ['FATAL', 'PANIC'];

export const isLastWord = (error: unknown): boolean =>
  LAST_WORDS.includes((error as { severity?: unknown } | null)?.severity);

// Not as it was written, as far as the database can tell (XX000, XX001, XX002); a page that the disk did not give
// (58030); a file that is gone (58P01).
const DAMAGE = /^(?:XX00[0-2]|58030|58P01)$/;

/**
 * What is not as it was written or cannot be read, or a number that nobody ever wrote: it blames what was touched. A store
 * that is merely away says none of this.
 */
export const isDamage = (error: unknown): boolean =>
  error instanceof NoNumber || DAMAGE.test(sqlState(error));

/**
 * Damage that may be put on record. What a database says as its last word is none: a pooler that has no connection left
 * says it so (FATAL, XX000).
 */
export const isLastingDamage = (error: unknown): boolean => isDamage(error) && !isLastWord(error);

/** Of this the page alone is to blame; of a disk that gives errors nobody knows whether it takes anything. */
export const isBadPage = (error: unknown): boolean => /^XX00[12]$/.test(sqlState(error));

/** Connection exceptions, a server that goes down, or no answer of a database at all. */
export const isLoss = (error: unknown): boolean => /^(?:|08...|57P0[1-5]|25P0[34])$/.test(sqlState(error));

export const constraintOf = (error: unknown): string =>
  String((error as { constraint?: unknown } | null)?.constraint ?? '');
