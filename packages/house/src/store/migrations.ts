import { type Database, exact, inTransaction, type Run } from './database.js';

interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
}

/** Tables that only grow. */
const GROWING = ['log', 'commands', 'entries', 'postings', 'openings'] as const;

const onlyGrows = (table: string): string[] => [
  `create trigger only_grows before update or delete or truncate on house.${table}
     for each statement execute function house.refuse_change()`,
  // Always: also for a session that plays a replica.
  `alter table house.${table} enable always trigger only_grows`,
];

// What a function asks is planned once and kept. A plan made while a table was small would read all of it when it has
// grown: look-ups are written so that only the index can answer them, and joins are planned each time (execute).
const FIXED = 'set search_path = pg_catalog, pg_temp';

/** Per account, what the new entries change, and the least they leave it on the way, counted from nothing. */
const MOVES = `select account, sum(amount)::bigint as change, min(running)::bigint as low
  from (select account, amount, sum(amount) over (partition by account order by entry) as running from added) steps
 group by account`;

const FIRST: Migration = {
  name: 'log, commands, ledger, snapshots, documents',
  statements: [
    `create table house.log (
       seq bigint primary key,
       stream text collate "C" not null,
       position bigint not null,
       at bigint not null,
       body text not null,
       constraint log_place unique (stream, position),
       constraint log_counts check (seq > 0 and position > 0)
     )`,
    // The number is for backups: what was there at one instant are all numbers up to one.
    `create table house.commands (
       nr bigint primary key,
       id text collate "C" not null constraint command_once unique,
       hash text not null,
       answer text not null
     )`,
    'create table house.entries (id bigint primary key, seq bigint, reason text not null, note text)',
    `create table house.postings (
       entry bigint not null,
       line integer not null,
       account text collate "C" not null,
       amount bigint not null,
       primary key (entry, line)
     )`,
    // low: the least the account held in the course of the last batch. Entries count one after another, so that
    // a batch refuses what its works would have been refused alone.
    `create table house.balances (
       account text collate "C" primary key,
       amount bigint not null,
       low bigint not null,
       constraint not_overdrawn check (low >= 0 or account !~ '^(player|terminal|escrow|ticket)/')
     ) with (fillfactor = 70)`,
    `create table house.snapshots (stream text collate "C" primary key, position bigint not null, body text not null)`,
    `create table house.documents (
       kind text collate "C", id text collate "C", body text not null, primary key (kind, id)
     )`,

    // Who comes back after a lost connection sees here whether another house was open meanwhile.
    'create table house.openings (nr bigint primary key, at timestamptz not null default now())',

    `create function house.refuse_change() returns trigger language plpgsql as $$
     begin
       raise exception '% of house.% refused: what is recorded stays', tg_op, tg_table_name
         using errcode = 'insufficient_privilege';
     end $$`,
    ...GROWING.flatMap(onlyGrows),

    `create function house.log_goes_on() returns trigger language plpgsql ${FIXED} set enable_seqscan = off as $$
     declare
       head bigint;
       gap text;
     begin
       select min(seq) into head from added;
       if head > 1 and not exists (select from house.log where seq = head - 1) then
         raise exception 'the log does not go on at %', head
           using errcode = 'check_violation', constraint = 'log_seq_no_gap';
       end if;
       select s.stream into gap
         from (select stream, min(position) as low, max(position) as high, count(*) as n
                 from added group by stream) s
        where s.high - s.low + 1 <> s.n
           or (s.low > 1 and
                (select l.position from house.log l where l.stream = s.stream and l.position = s.low - 1) is null)
        limit 1;
       if found then
         raise exception 'the stream % has a gap', gap
           using errcode = 'check_violation', constraint = 'log_no_gap';
       end if;
       return null;
     end $$`,
    `create trigger goes_on after insert on house.log referencing new table as added
       for each statement execute function house.log_goes_on()`,

    // Balances move with entries and in no other way: the caller needs no right to touch them.
    `create function house.post() returns trigger language plpgsql security definer ${FIXED} as $$
     declare
       lopsided bigint;
       moved bigint;
       named bigint;
     begin
       select entry into lopsided from added group by entry having sum(amount) <> 0 limit 1;
       if found then
         raise exception 'the entry % does not sum to zero', lopsided
           using errcode = 'check_violation', constraint = 'entry_balanced';
       end if;
       execute 'update house.balances b set amount = b.amount + s.change, low = b.amount + s.low
         from (${MOVES}) s where b.account = s.account';
       get diagnostics moved = row_count;
       select count(distinct account) into named from added;
       if moved < named then -- accounts that are new
         execute 'insert into house.balances (account, amount, low)
           select s.account, s.change, s.low from (${MOVES}) s
            where not exists (select from house.balances b where b.account = s.account)';
       end if;
       return null;
     end $$`,
    `create trigger post after insert on house.postings referencing new table as added
       for each statement execute function house.post()`,
    `create function house.only_with_entries() returns trigger language plpgsql as $$
     begin
       if pg_trigger_depth() < 2 then
         raise exception '% of house.% refused: balances change with entries', tg_op, tg_table_name
           using errcode = 'insufficient_privilege';
       end if;
       return null;
     end $$`,
    `create trigger only_with_entries before insert or update or delete or truncate on house.balances
       for each statement execute function house.only_with_entries()`,
    'alter table house.balances enable always trigger only_with_entries',
    'alter table house.postings enable always trigger post',
    'alter table house.log enable always trigger goes_on',
  ],
};

const SECOND: Migration = {
  name: 'checkpoints of the record, tiles of its tree',
  statements: [
    // A signed note for each size of the tree that was ever vouched for.
    'create table house.checkpoints (size bigint primary key, note text not null)',
    ...onlyGrows('checkpoints'),
    // Disposable: they spare a rehash, and can be made again from the log. Leaf hashes of 256 entries, and their root.
    'create table house.tiles (nr bigint primary key, root text not null, leaves text not null)',
  ],
};

const MIGRATIONS: readonly Migration[] = [FIRST, SECOND];

/** The number of the newest migration that this code knows. */
export const SCHEMA = MIGRATIONS.length;

const schemaOf = async (run: Run): Promise<number> => {
  const [row] = await run({ text: 'select coalesce(max(number), 0) as newest from house.migrations' });
  return exact(row?.['newest']);
};

const prepare = (run: Run): Promise<void> =>
  inTransaction(run, async () => {
    const [row] = await run({ text: "select to_regclass('house.migrations') is not null as there" });
    if (row?.['there'] === true) return;
    await run({ text: 'create schema if not exists house' });
    await run({
      text: `create table house.migrations
        (number integer primary key, name text not null, at timestamptz not null default now())`,
    });
  });

const migrateOne = (run: Run, number: number): Promise<void> =>
  inTransaction(run, async () => {
    const { name, statements } = MIGRATIONS[number - 1] as Migration;
    for (const text of statements) await run({ text });
    await run({
      text: 'insert into house.migrations (number, name) values ($1::integer, $2::text)',
      values: [number, name],
    });
  });

/** Brings the tables up to date, one numbered step after another, each whole or not at all. */
export const migrate = async ({ write }: Pick<Database, 'write'>): Promise<void> => {
  await prepare(write);
  const found = await schemaOf(write);
  if (found > SCHEMA) {
    throw new Error(
      `These records have schema ${found}; this version of Boxperson knows ${SCHEMA}. Update it.`,
    );
  }
  for (let number = found + 1; number <= SCHEMA; number += 1) await migrateOne(write, number);
};
