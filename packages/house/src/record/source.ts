import { exact, type Row, type Run } from '../store/database.js';
import type { Posting, Reading, StoredEntry } from '../store/store.js';

// What the verifier reads, at one instant, with nothing but SELECT. Everything comes as it is stored: whoever owns the
// database may have dropped keys and checks, so nothing is taken for granted, not even that a number is one.

export interface LedgerRow {
  readonly id: number;
  readonly seq: number | null;
  readonly reason: string;
  readonly note: string | null;
}

export interface PostingRow extends Posting {
  readonly entry: number;
  readonly line: number;
}

export interface CheckpointRow {
  readonly size: number;
  readonly note: string;
}

export interface TileRow {
  readonly nr: number;
  readonly root: string;
  readonly leaves: string;
}

export interface SnapshotRow {
  readonly stream: string;
  readonly position: number;
  readonly body: string;
}

/** How many rows each table says it has. */
export type Counts = Readonly<Record<Table, number>>;
type Table = 'log' | 'entries' | 'postings' | 'balances' | 'checkpoints' | 'tiles' | 'snapshots';

/** Rows in the order of their key, a page at a time. */
export type Pages<T> = AsyncGenerator<readonly T[]>;

export interface RecordSource {
  counts(): Promise<Counts>;
  log(): Pages<StoredEntry>;
  entries(): Pages<LedgerRow>;
  postings(): Pages<PostingRow>;
  balances(): Pages<Posting>;
  checkpoints(): Pages<CheckpointRow>;
  tiles(): Pages<TileRow>;
  snapshots(): Pages<SnapshotRow>;
  /** A document as it is kept; null when there is none. */
  document(kind: string, id: string): Promise<string | null>;
  /** What is wrong with the files that all this is in, in words. */
  readonly damage: readonly string[];
  close(): Promise<void>;
}

const TABLES: readonly Table[] = [
  'log',
  'entries',
  'postings',
  'balances',
  'checkpoints',
  'tiles',
  'snapshots',
];
/** Tables that came with a later migration: a record from before has none. */
const LATER: readonly Table[] = ['checkpoints', 'tiles'];

const LEAST = '-9223372036854775808';

interface Section<T> {
  readonly table: Table;
  readonly columns: string;
  /** What the rows are ordered by; together it must be unique. */
  readonly key: readonly string[];
  readonly types: readonly string[];
  readonly first: readonly unknown[];
  readonly page: number;
  readonly read: (row: Row) => T;
}

const whole = (value: unknown, what: string): number => {
  try {
    return exact(value);
  } catch {
    throw new UnreadableRow(`${what} is ${String(value)}, which is no number that we keep`);
  }
};

/** A row that no house ever wrote. */
export class UnreadableRow extends Error {}

const LOG: Section<StoredEntry> = {
  table: 'log',
  columns: 'seq, stream, position, at, body',
  key: ['seq'],
  types: ['bigint'],
  first: [LEAST],
  page: 4_096,
  read: (row) => ({
    seq: whole(row['seq'], 'a seq in the log'),
    stream: String(row['stream']),
    position: whole(row['position'], `the position of entry ${row['seq']}`),
    at: whole(row['at'], `the time of entry ${row['seq']}`),
    body: String(row['body']),
  }),
};

const ENTRIES: Section<LedgerRow> = {
  table: 'entries',
  columns: 'id, seq, reason, note',
  key: ['id'],
  types: ['bigint'],
  first: [LEAST],
  page: 10_000,
  read: (row) => ({
    id: whole(row['id'], 'an id in the ledger'),
    seq: row['seq'] === null ? null : whole(row['seq'], `the seq of ledger entry ${row['id']}`),
    reason: String(row['reason']),
    note: row['note'] === null ? null : String(row['note']),
  }),
};

const POSTINGS: Section<PostingRow> = {
  table: 'postings',
  columns: 'entry, line, account, amount',
  key: ['entry', 'line'],
  types: ['bigint', 'integer'],
  first: [LEAST, 0],
  page: 20_000,
  read: (row) => ({
    entry: whole(row['entry'], 'the entry of a posting'),
    line: whole(row['line'], `a line of ledger entry ${row['entry']}`),
    account: String(row['account']),
    amount: whole(row['amount'], `an amount of ledger entry ${row['entry']}`),
  }),
};

const BALANCES: Section<Posting> = {
  table: 'balances',
  columns: 'account, amount',
  key: ['account'],
  types: ['text'],
  first: [''],
  page: 10_000,
  read: (row) => ({
    account: String(row['account']),
    amount: whole(row['amount'], `the balance of ${row['account']}`),
  }),
};

const CHECKPOINTS: Section<CheckpointRow> = {
  table: 'checkpoints',
  columns: 'size, note',
  key: ['size'],
  types: ['bigint'],
  first: [LEAST],
  page: 2_000,
  read: (row) => ({ size: whole(row['size'], 'the size of a checkpoint'), note: String(row['note']) }),
};

const TILES: Section<TileRow> = {
  table: 'tiles',
  columns: 'nr, root, leaves',
  key: ['nr'],
  types: ['bigint'],
  first: [LEAST],
  page: 64,
  read: (row) => ({
    nr: whole(row['nr'], 'the number of a tile'),
    root: String(row['root']),
    leaves: String(row['leaves']),
  }),
};

const SNAPSHOTS: Section<SnapshotRow> = {
  table: 'snapshots',
  columns: 'stream, position, body',
  key: ['stream'],
  types: ['text'],
  first: [''],
  page: 50,
  read: (row) => ({
    stream: String(row['stream']),
    position: whole(row['position'], `the position of the snapshot of ${row['stream']}`),
    body: String(row['body']),
  }),
};

const statementFor = ({ table, columns, key, types, page }: Section<unknown>): string => {
  const after = types.map((type, n) => `$${n + 1}::${type}`).join(', ');
  return `select ${columns} from house.${table} where (${key.join(', ')}) > (${after}) order by ${key.join(', ')} limit ${page}`;
};

const isThere = async (run: Run, table: Table): Promise<boolean> =>
  (await run({ text: `select to_regclass('house.${table}') is not null as there` }))[0]?.['there'] === true;

async function* pagesOf<T>(run: Run, section: Section<T>): Pages<T> {
  if (LATER.includes(section.table) && !(await isThere(run, section.table))) return;
  const text = statementFor(section);
  let after = section.first;
  for (;;) {
    const rows = await run({ text, values: after });
    if (rows.length === 0) return;
    yield rows.map(section.read);
    const last = rows.at(-1) as Row;
    after = section.key.map((name) => last[name]);
  }
}

const countOf = async (run: Run, table: Table): Promise<number> => {
  if (!(await isThere(run, table))) return 0;
  return exact((await run({ text: `select count(*) as n from house.${table}` }))[0]?.['n']);
};

/** The records as a source, frozen at this instant. */
export const openSource = async ({ run, damage = [], close }: Reading): Promise<RecordSource> => {
  await run({ text: 'set search_path = pg_catalog' });
  // A session that may not write, whatever we or somebody's trigger or view would do.
  await run({ text: 'begin isolation level repeatable read read only' });
  if (!(await isThere(run, 'log'))) {
    await close();
    throw new Error('There are no records of a house here.');
  }
  return {
    counts: async () => {
      const counts: Partial<Record<Table, number>> = {};
      for (const table of TABLES) counts[table] = await countOf(run, table);
      return counts as Counts;
    },
    log: () => pagesOf(run, LOG),
    entries: () => pagesOf(run, ENTRIES),
    postings: () => pagesOf(run, POSTINGS),
    balances: () => pagesOf(run, BALANCES),
    checkpoints: () => pagesOf(run, CHECKPOINTS),
    tiles: () => pagesOf(run, TILES),
    snapshots: () => pagesOf(run, SNAPSHOTS),
    document: async (kind, id) => {
      const text = 'select body from house.documents where kind = $1::text and id = $2::text';
      const [row] = await run({ text, values: [kind, id] });
      return row === undefined ? null : String(row['body']);
    },
    damage,
    close,
  };
};
