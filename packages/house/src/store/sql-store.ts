import { checkDocument, checkSnapshot, checkWork } from './check.js';
import {
  type Database,
  exact,
  isLoss,
  type Row,
  type Run,
  reasonOf,
  type Statement,
  unavailable,
} from './database.js';
import {
  type AppendedListener,
  NOTHING,
  type Posting,
  type Store,
  type StoredEntry,
  type StoredLedgerEntry,
} from './types.js';
import type { Writer } from './writer.js';

/** What backup, restore and the record need beyond the interface. */
export interface Inside {
  readonly database: Database;
  readonly writer: Writer;
  /** The database with one more try after a lost connection. */
  readonly read: Run;
  readonly write: Run;
  readonly transaction: Database['transaction'];
  readonly listeners: Set<AppendedListener>;
}

const INSIDES = new WeakMap<Store, Inside>();

export const insideOf = (store: Store): Inside => {
  const inside = INSIDES.get(store);
  if (inside === undefined) throw new TypeError('This store was not opened here.');
  return inside;
};

const LOG = 'select seq, stream, position, at, body from house.log';

const entryOf = (row: Row): StoredEntry => ({
  seq: exact(row['seq']),
  stream: String(row['stream']),
  position: exact(row['position']),
  at: exact(row['at']),
  body: String(row['body']),
});

const balanceOf = (row: Row): Posting => ({ account: String(row['account']), amount: exact(row['amount']) });

const ledgerOf = (row: Row): StoredLedgerEntry => ({
  id: exact(row['id']),
  seq: row['seq'] === null ? null : exact(row['seq']),
  reason: String(row['reason']),
  note: row['note'] === null ? null : String(row['note']),
  postings: (row['postings'] as [string, string][]).map(([account, amount]) => ({
    account,
    amount: exact(amount),
  })),
});

const LAST_LETTER = 0x10_ffff;
const LAST_BEFORE_SURROGATES = 0xd7ff;
const FIRST_AFTER_SURROGATES = 0xe000;

/** The first text behind all that begin with this one, by the order of the index; null when there is none. */
const endOf = (prefix: string): string | null => {
  const letters = [...prefix];
  for (let last = letters.pop(); last !== undefined; last = letters.pop()) {
    const code = last.codePointAt(0) as number;
    if (code === LAST_LETTER) continue;
    const next = code === LAST_BEFORE_SURROGATES ? FIRST_AFTER_SURROGATES : code + 1;
    return letters.join('') + String.fromCodePoint(next);
  }
  return null;
};

// From stream to stream along the index: as quick with a million events as with none.
const STREAMS = `
with recursive found as (
  (select stream, position from house.log order by stream desc, position desc limit 1)
  union all
  select next.stream, next.position
    from found cross join lateral
      (select l.stream, l.position from house.log l where l.stream < found.stream
        order by l.stream desc, l.position desc limit 1) next
)
select stream, position as last from found order by stream`;

const LEDGER = `
select e.id, e.seq, e.reason, e.note, coalesce(p.postings, '[]') as postings
  from (select * from house.entries where id > $1::bigint order by id limit $2::integer) e
  left join lateral (
    select json_agg(json_build_array(account, amount::text) order by line) as postings
      from house.postings where entry = e.id) p on true
 order by e.id`;

// One statement, so that it looks at one instant.
const MONEY = `
with posted as materialized (select account, sum(amount) as amount from house.postings group by account),
faults as (
  select 'entry ' || entry || ' sums to ' || sum(amount) as fault
    from house.postings group by entry having sum(amount) <> 0
  union all
  select 'entry ' || p.entry || ' has postings but no head'
    from house.postings p left join house.entries e on e.id = p.entry where e.id is null
  union all
  select 'entry ' || e.id || ' has no postings'
    from house.entries e left join house.postings p on p.entry = e.id where p.entry is null
  union all
  select 'account ' || coalesce(b.account, p.account) || ' holds ' || coalesce(b.amount, 0)
         || ', its entries say ' || coalesce(p.amount, 0)
    from house.balances b full join posted p on p.account = b.account
   where coalesce(b.amount, 0) <> coalesce(p.amount, 0)
  union all
  select 'account ' || account || ' is below zero: ' || amount
    from house.balances where amount < 0 and account ~ '^(player|terminal|escrow|ticket)/'
)
select (select coalesce(sum(amount), 0) from posted) as sum,
       (select coalesce(json_agg(fault order by fault), '[]') from (select fault from faults limit 100) f) as faults`;

const PUT_SNAPSHOT = `
insert into house.snapshots as s (stream, position, body) values ($1::text, $2::bigint, $3::text)
on conflict (stream) do update set position = excluded.position, body = excluded.body`;

const PUT_DOCUMENT = `
insert into house.documents as d (kind, id, body) values ($1::text, $2::text, $3::text)
on conflict (kind, id) do update set body = excluded.body`;

/** A lost database is `unavailable` to whoever asks; once more after a new connection, for these can be repeated. */
const recovering = async <T>(database: Database, act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (error) {
    if (!isLoss(error)) throw error;
  }
  try {
    await database.recover();
    return await act();
  } catch (cause) {
    throw isLoss(cause) ? unavailable(reasonOf(cause), cause) : cause;
  }
};

const withRecovery =
  (database: Database, run: Run): Run =>
  (statement) =>
    recovering(database, () => run(statement));

const readers = (read: Run) => {
  const one = async (statement: Statement): Promise<Row | undefined> => (await read(statement))[0];
  return {
    findCommand: async (id: string) => {
      const row = await one({
        text: 'select hash, answer from house.commands where id = $1::text',
        values: [id],
      });
      return row ? { hash: String(row['hash']), answer: String(row['answer']) } : null;
    },
    readStream: async (stream: string, after: number, limit: number) =>
      (
        await read({
          text: `${LOG} where stream = $1::text and position > $2::bigint order by position limit $3::integer`,
          values: [stream, after, limit],
        })
      ).map(entryOf),
    readLog: async (afterSeq: number, limit: number) =>
      (
        await read({
          text: `${LOG} where seq > $1::bigint order by seq limit $2::integer`,
          values: [afterSeq, limit],
        })
      ).map(entryOf),
    streams: async () =>
      (await read({ text: STREAMS })).map((row) => ({
        stream: String(row['stream']),
        last: exact(row['last']),
      })),
    balance: async (account: string) => {
      const text = 'select amount from house.balances where account = $1::text';
      return exact((await one({ text, values: [account] }))?.['amount'] ?? 0);
    },
    balances: async (prefix: string) => {
      const end = endOf(prefix);
      const upTo = end === null ? '' : ' and account < $2::text';
      const text = `select account, amount from house.balances where account >= $1::text${upTo} order by account`;
      return (await read({ text, values: end === null ? [prefix] : [prefix, end] })).map(balanceOf);
    },
    holdings: async (accounts: readonly string[]) => {
      const text =
        'select account, amount from house.balances where account = any($1::text[]) order by account';
      return (await read({ text, values: [accounts] })).map(balanceOf);
    },
    ledger: async (afterId: number, limit: number) =>
      (await read({ text: LEDGER, values: [afterId, limit] })).map(ledgerOf),
    checkMoney: async () => {
      const row = await one({ text: MONEY });
      return { sum: exact(row?.['sum']), faults: row?.['faults'] as string[] };
    },
    getSnapshot: async (stream: string) => {
      const row = await one({
        text: 'select position, body from house.snapshots where stream = $1::text',
        values: [stream],
      });
      return row ? { position: exact(row['position']), body: String(row['body']) } : null;
    },
    getDocument: async (kind: string, id: string) => {
      const row = await one({
        text: 'select body from house.documents where kind = $1::text and id = $2::text',
        values: [kind, id],
      });
      return row ? String(row['body']) : null;
    },
    listDocuments: async (kind: string) =>
      (
        await read({
          text: 'select id, body from house.documents where kind = $1::text order by id',
          values: [kind],
        })
      ).map((row) => ({ id: String(row['id']), body: String(row['body']) })),
  };
};

const mutators = (write: Run) => ({
  putSnapshot: async (stream: string, position: number, body: string) => {
    checkSnapshot(stream, position, body);
    await write({ text: PUT_SNAPSHOT, values: [stream, position, body] });
  },
  putDocument: async (kind: string, id: string, body: string) => {
    checkDocument(kind, id, body);
    await write({ text: PUT_DOCUMENT, values: [kind, id, body] });
  },
  deleteDocument: async (kind: string, id: string) => {
    const text = 'delete from house.documents where kind = $1::text and id = $2::text';
    await write({ text, values: [kind, id] });
  },
});

/** What no store can keep does not get as far as a writer. */
const checked =
  (append: Writer['append']): Store['append'] =>
  (work) => {
    try {
      checkWork(work);
    } catch (error) {
      return Promise.reject(error);
    }
    return append(work);
  };

/** Listeners hear of it beside the answer: whoever waits for the commit does not wait for them. */
const withListeners =
  (append: Store['append'], listeners: ReadonlySet<AppendedListener>): Store['append'] =>
  (work) => {
    const appended = append(work);
    if (listeners.size > 0 && work.events.length > 0) {
      appended.then(
        ({ seqs }) => {
          for (const listener of listeners) listener(work.events, seqs);
        },
        () => undefined,
      );
    }
    return appended;
  };

/** The store on a database whose tables are up to date. */
export const makeStore = <Extra extends object>(
  database: Database,
  writer: Writer,
  extra: Extra,
): Store & Extra => {
  const read = withRecovery(database, database.read);
  const write = withRecovery(database, database.write);
  const listeners = new Set<AppendedListener>();
  const store: Store & Extra = {
    kind: database.kind,
    append: withListeners(checked(writer.append), listeners),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...readers(read),
    ...mutators(write),
    health: async () => {
      // Whoever can be read and not be written to is not well, and nobody may be writing any more that would tell.
      const look: Promise<unknown> = writer.isStuck() ? writer.append(NOTHING) : read({ text: 'select 1' });
      const answers = look.then(
        () => true,
        () => false,
      );
      return { ok: !writer.isDead() && (await answers), ...writer.counts() };
    },
    close: async () => {
      // Whatever has become of the works, the database is let go of.
      await writer.close().finally(() => database.close());
    },
    ...extra,
  };
  const transaction: Database['transaction'] = (work) =>
    recovering(database, () => database.transaction(work));
  INSIDES.set(store, { database, writer, read, write, transaction, listeners });
  return store;
};
