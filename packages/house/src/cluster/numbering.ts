import { columnsOf, type Heads } from '../store/batch.js';
import { constraintOf, type Database, exact, type Row, type Statement } from '../store/database.js';
import { type Numbering, receiptsAfter } from '../store/numbering.js';
import { StoreError, type Work } from '../store/types.js';
import { STALE_OWNER } from './schema.js';
import { unitOf } from './units.js';

/** What this node keeps, as it believes: the database has the last word. */
export interface Keeping {
  readonly run: string;
  /** The epoch in which this node keeps a unit; null when it does not. */
  epochOf(unit: string): number | null;
}

// All works that wait, in one statement, as in store/batch.ts; but the numbers come from a row that all nodes share, and
// with them the word that this node still keeps every stream it writes to.
const BATCH = `
with head as materialized (
  select seq, entry, command from house.cluster_numbers(
    $1::text, $2::text[], $3::bigint[], $4::integer, $5::integer, $6::integer)
), new_commands as (
  insert into house.commands (nr, id, hash, answer)
  select head.command + t.nr, t.id, t.hash, t.answer
    from head, unnest($7::text[], $8::text[], $9::text[]) with ordinality as t(id, hash, answer, nr)
), new_log as (
  insert into house.log (seq, stream, position, at, body)
  select head.seq + t.nr, t.stream, t.position, t.at, t.body
    from head, unnest($10::text[], $11::bigint[], $12::bigint[], $13::text[]) with ordinality
      as t(stream, position, at, body, nr)
), new_entries as (
  insert into house.entries (id, seq, reason, note)
  select head.entry + t.nr, head.seq + t.seq, t.reason, t.note
    from head, unnest($14::bigint[], $15::text[], $16::text[]) with ordinality as t(seq, reason, note, nr)
), new_postings as (
  insert into house.postings (entry, line, account, amount)
  select head.entry + t.entry, t.line, t.account, t.amount
    from head, unnest($17::integer[], $18::integer[], $19::text[], $20::bigint[])
      as t(entry, line, account, amount)
)
select seq from head`;

const FROM_NOTHING: Heads = { seq: 0, entry: 0, command: 0 };

const unitsOf = (works: readonly Work[]): readonly string[] => [
  ...new Set(works.flatMap(({ events }) => events.map(({ stream }) => unitOf(stream)))),
];

/** An epoch that no unit ever has: a statement with it is refused. */
const NEVER = -1;

/** In which epochs we keep what works write to, as we believe just now. */
const epochsOf = (keeping: Keeping, works: readonly Work[]): ReadonlyMap<string, number> =>
  new Map(unitsOf(works).map((unit) => [unit, keeping.epochOf(unit) ?? NEVER]));

function fencedStatement(
  run: string,
  epochs: ReadonlyMap<string, number>,
  works: readonly Work[],
): Statement {
  const { commands, log, entries, postings } = columnsOf(FROM_NOTHING, works);
  return {
    name: 'fenced',
    text: BATCH,
    values: [
      ...[run, [...epochs.keys()], [...epochs.values()]],
      ...[log.stream.length, entries.reason.length, commands.id.length],
      ...[commands.id, commands.hash, commands.answer],
      ...[log.stream, log.position, log.at, log.body],
      ...[entries.seq, entries.reason, entries.note],
      ...[postings.entry, postings.line, postings.account, postings.amount],
    ],
  };
}

const seqIn = (rows: readonly Row[]): number => exact(rows[0]?.['seq']);

/** Several nodes write; the database counts, and refuses whoever does not keep what they write to. */
export const fenced = (database: Database, keeping: Keeping): Numbering => {
  /** Those of the last statement: what we have come to keep since is no word about what became of it. */
  let epochs: ReadonlyMap<string, number> = new Map();
  /** We alone write in our epoch: what stands at our place is ours, or the epoch is over. */
  const placeOf = async (works: readonly Work[]): Promise<readonly Row[] | null> => {
    const index = works.findIndex(({ events }) => events.length > 0);
    const event = works[index]?.events[0];
    if (event === undefined) return null;
    const unit = unitOf(event.stream);
    const rows = await database.write({
      text: `select l.seq - 1 as seq, u.unit is not null as kept
               from (select) one
               left join house.log l on l.stream = $1::text and l.position = $2::bigint
               left join house.cluster_units u on u.unit = $3::text and u.owner = $4::text and u.epoch = $5::bigint`,
      values: [event.stream, event.position, unit, keeping.run, epochs.get(unit) ?? NEVER],
    });
    if (rows[0]?.['kept'] !== true)
      throw new StoreError({ kind: 'unavailable', why: 'another node has taken over meanwhile' });
    return rows[0]['seq'] === null ? null : rows;
  };
  return {
    read: async () => {},
    statement: (works) => {
      epochs = epochsOf(keeping, works);
      return fencedStatement(keeping.run, epochs, works);
    },
    took: (works, rows) => receiptsAfter(rows.length === 0 ? 0 : seqIn(rows), works),
    wasCommitted: placeOf,
    outOfStep: ['log_pkey', 'log_seq_no_gap', 'entries_pkey', 'commands_pkey', 'postings_pkey'],
    whyRefused: ({ events }, error) =>
      constraintOf(error) === STALE_OWNER ? { kind: 'elsewhere', stream: events[0]?.stream ?? '' } : null,
  };
};
