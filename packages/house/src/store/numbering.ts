import { batchStatement, type Heads, headsAfter, sameHeads, singleStatement } from './batch.js';
import { type Database, exact, Overtaken, type Row, type Statement } from './database.js';
import type { Receipt, StoreFault, Work } from './types.js';

/** Who gives out the numbers of the log, the ledger and the commands, and puts works into a statement with them. */
export interface Numbering {
  /** Reads where the records end. */
  read(): Promise<void>;
  statement(works: readonly Work[]): Statement;
  /** Of works that are committed, with what their statement answered. */
  took(works: readonly Work[], rows: readonly Row[]): readonly Receipt[];
  /** After a lost connection: what the statement would have answered, or null when nothing was committed. */
  wasCommitted(works: readonly Work[]): Promise<readonly Row[] | null>;
  /** Constraints whose breach says that somebody else writes where we alone do. */
  readonly outOfStep: readonly string[];
  /** Why a work alone was refused, if it is a matter of who may write. */
  whyRefused(work: Work, error: unknown): StoreFault | null;
}

// The numbers that the writer gives out itself: when one is taken, somebody else writes too.
const OUT_OF_STEP = ['log_pkey', 'log_seq_no_gap', 'entries_pkey', 'commands_pkey', 'postings_pkey'];

export const readHeads = async ({ write }: Pick<Database, 'write'>): Promise<Heads> => {
  const [row] = await write({
    text: `select coalesce((select max(seq) from house.log), 0) as seq,
                  coalesce((select max(id) from house.entries), 0) as entry,
                  coalesce((select max(nr) from house.commands), 0) as command`,
  });
  return { seq: exact(row?.['seq']), entry: exact(row?.['entry']), command: exact(row?.['command']) };
};

/** The places of works in the log when the last place before them is known. */
export const receiptsAfter = (before: number, works: readonly Work[]): Receipt[] => {
  let seq = before;
  return works.map(({ events }) => ({
    seqs: events.map(() => {
      seq += 1;
      return seq;
    }),
  }));
};

const NOTHING: readonly Row[] = [];

/** One process writes, and counts by itself. */
export const inMemory = (database: Database): Numbering => {
  let heads: Heads = { seq: 0, entry: 0, command: 0 };
  return {
    read: async () => {
      heads = await readHeads(database);
    },
    statement: (works) => {
      const single = works.length === 1 ? singleStatement(heads, works[0] as Work) : null;
      return single ?? batchStatement(heads, works);
    },
    took: (works) => {
      const receipts = receiptsAfter(heads.seq, works);
      heads = headsAfter(heads, works);
      return receipts;
    },
    wasCommitted: async (works) => {
      const found = await readHeads(database);
      if (sameHeads(found, heads)) return null;
      if (sameHeads(found, headsAfter(heads, works))) return NOTHING;
      throw new Overtaken();
    },
    outOfStep: OUT_OF_STEP,
    whyRefused: () => null,
  };
};
