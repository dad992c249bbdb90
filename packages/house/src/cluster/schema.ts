import type { Run } from '../store/database.js';
import { readHeads } from '../store/numbering.js';

// What a cluster keeps beside the records: which nodes there are, who keeps what, and the next numbers of the log. None
// of it is truth about money or play; all of it can be made again from nothing while no node runs.

/** The version of what nodes say to each other, of what is owned as one, and of these tables. */
export const PROTOCOL = 4;

/** Raised when somebody writes to a stream that another keeps. */
export const STALE_OWNER = 'stale_owner';

const FIXED = 'set search_path = pg_catalog, pg_temp';

const TABLES: readonly string[] = [
  `create table if not exists house.cluster (
     one boolean primary key default true check (one),
     name text not null,
     protocol integer not null,
     made timestamptz not null default now()
   )`,
  // Two clusters of one name may share a bus: nodes speak under this.
  `alter table house.cluster add column if not exists id text not null default gen_random_uuid()::text`,
  // What they say bears a seal with this, so that whoever reaches the bus and not the database can say nothing.
  `alter table house.cluster add column if not exists
     secret text not null default gen_random_uuid()::text || gen_random_uuid()::text`,
  // One row that every append takes: places in the log have no gaps, and their order is the order of the commits.
  `create table if not exists house.cluster_head (
     one boolean primary key default true check (one),
     seq bigint not null, entry bigint not null, command bigint not null
   ) with (fillfactor = 20)`,
  `create table if not exists house.cluster_nodes (
     run text collate "C" primary key,
     name text collate "C" not null,
     address text not null,
     protocol integer not null,
     state text not null check (state in ('joining', 'up', 'draining')),
     until timestamptz not null,
     since timestamptz not null default clock_timestamp(),
     seq bigint not null default 0
   ) with (fillfactor = 50)`,
  `alter table house.cluster_nodes add column if not exists hears integer not null default 1`,
  `create table if not exists house.cluster_units (
     unit text collate "C" primary key,
     owner text collate "C",
     epoch bigint not null default 0,
     since timestamptz not null default clock_timestamp()
   ) with (fillfactor = 50)`,
];

// The fence. A take-over changes the row and waits for whoever holds it here; whoever comes after it finds another
// epoch, whatever they believe. So no event of a former owner is ever committed after the next one has begun to read.
const KEEPS = `
create or replace function house.cluster_keeps(node text, units text[], epochs bigint[])
returns void language plpgsql ${FIXED} as $$
declare
  kept integer;
begin
  perform 1 from house.cluster_units u
    join unnest(units, epochs) as a(unit, epoch) on u.unit = a.unit and u.epoch = a.epoch
   where u.owner = node order by u.unit for share of u;
  get diagnostics kept = row_count;
  if kept <> cardinality(units) then
    raise exception 'another node keeps one of %', units
      using errcode = 'check_violation', constraint = '${STALE_OWNER}';
  end if;
end $$`;

const NUMBERS = `
create or replace function house.cluster_numbers(
  node text, units text[], epochs bigint[], events integer, entries integer, commands integer,
  out seq bigint, out entry bigint, out command bigint
) language plpgsql ${FIXED} as $$
begin
  perform house.cluster_keeps(node, units, epochs);
  update house.cluster_head h
     set seq = h.seq + events, entry = h.entry + entries, command = h.command + commands
   returning h.seq - events, h.entry - entries, h.command - commands into seq, entry, command;
end $$`;

/** Makes what is not there yet. */
export const makeClusterTables = async (run: Run): Promise<void> => {
  for (const text of [...TABLES, KEEPS, NUMBERS]) await run({ text });
};

/** While no node runs, a house alone may have written: the numbers go on after the last that is in use. */
export const setHead = async (run: Run): Promise<void> => {
  const { seq, entry, command } = await readHeads({ write: run });
  await run({
    text: `insert into house.cluster_head (seq, entry, command) values ($1::bigint, $2::bigint, $3::bigint)
           on conflict (one) do update set seq = excluded.seq, entry = excluded.entry, command = excluded.command`,
    values: [seq, entry, command],
  });
};
