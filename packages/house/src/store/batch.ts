import type { Statement } from './database.js';
import type { Work } from './types.js';

/** The newest number in use of everything that the writer counts itself, so that failures leave no gaps. */
export interface Heads {
  readonly seq: number;
  readonly entry: number;
  readonly command: number;
}

export const sameHeads = (a: Heads, b: Heads): boolean =>
  a.seq === b.seq && a.entry === b.entry && a.command === b.command;

export const headsAfter = (heads: Heads, works: readonly Work[]): Heads => ({
  seq: works.reduce((sum, { events }) => sum + events.length, heads.seq),
  entry: works.reduce((sum, { entries }) => sum + entries.length, heads.entry),
  command: works.reduce((sum, { command }) => sum + (command === null ? 0 : 1), heads.command),
});

// All works that wait, in one statement: one round trip, one transaction, one flush to the disk.
const BATCH = `
with new_commands as (
  insert into house.commands (nr, id, hash, answer)
  select $1::bigint + t.nr, t.id, t.hash, t.answer
    from unnest($2::text[], $3::text[], $4::text[]) with ordinality as t(id, hash, answer, nr)
), new_log as (
  insert into house.log (seq, stream, position, at, body)
  select $5::bigint + t.nr, t.stream, t.position, t.at, t.body
    from unnest($6::text[], $7::bigint[], $8::bigint[], $9::text[]) with ordinality
      as t(stream, position, at, body, nr)
), new_entries as (
  insert into house.entries (id, seq, reason, note)
  select $10::bigint + t.nr, t.seq, t.reason, t.note
    from unnest($11::bigint[], $12::text[], $13::text[]) with ordinality as t(seq, reason, note, nr)
)
insert into house.postings (entry, line, account, amount)
select $10::bigint + t.entry, t.line, t.account, t.amount
  from unnest($14::integer[], $15::integer[], $16::text[], $17::bigint[]) as t(entry, line, account, amount)`;

export interface Columns {
  readonly commands: { readonly id: string[]; readonly hash: string[]; readonly answer: string[] };
  readonly log: {
    readonly stream: string[];
    readonly position: number[];
    readonly at: number[];
    readonly body: string[];
  };
  readonly entries: {
    readonly seq: (number | null)[];
    readonly reason: string[];
    readonly note: (string | null)[];
  };
  readonly postings: {
    readonly entry: number[];
    readonly line: number[];
    readonly account: string[];
    readonly amount: number[];
  };
}

const emptyColumns = (): Columns => ({
  commands: { id: [], hash: [], answer: [] },
  log: { stream: [], position: [], at: [], body: [] },
  entries: { seq: [], reason: [], note: [] },
  postings: { entry: [], line: [], account: [], amount: [] },
});

const addCommand = ({ commands }: Columns, command: NonNullable<Work['command']>): void => {
  commands.id.push(command.id);
  commands.hash.push(command.hash);
  commands.answer.push(command.answer);
};

const addEvents = ({ log }: Columns, events: Work['events']): void => {
  for (const event of events) {
    log.stream.push(event.stream);
    log.position.push(event.position);
    log.at.push(event.at);
    log.body.push(event.body);
  }
};

/** The seq of the event that an entry of a work follows from; null for one without events. */
const seqOf = (before: number, events: number, { of }: Work['entries'][number]): number | null =>
  events === 0 ? null : before + (of ?? events - 1) + 1;

const addEntries = (
  { entries, postings }: Columns,
  { entries: added, events }: Work,
  before: number,
): void => {
  for (const entry of added) {
    entries.seq.push(seqOf(before, events.length, entry));
    entries.reason.push(entry.reason);
    entries.note.push(entry.note ?? null);
    for (const [line, posting] of entry.postings.entries()) {
      postings.entry.push(entries.reason.length);
      postings.line.push(line + 1);
      postings.account.push(posting.account);
      postings.amount.push(posting.amount);
    }
  }
};

export const columnsOf = (heads: Heads, works: readonly Work[]): Columns => {
  const columns = emptyColumns();
  for (const work of works) {
    if (work.command !== null) addCommand(columns, work.command);
    const before = heads.seq + columns.log.stream.length;
    addEvents(columns, work.events);
    addEntries(columns, work, before);
  }
  return columns;
};

export const batchStatement = (heads: Heads, works: readonly Work[]): Statement => {
  const { commands, log, entries, postings } = columnsOf(heads, works);
  return {
    name: 'batch',
    text: BATCH,
    values: [
      ...[heads.command, commands.id, commands.hash, commands.answer],
      ...[heads.seq, log.stream, log.position, log.at, log.body],
      ...[heads.entry, entries.seq, entries.reason, entries.note],
      ...[postings.entry, postings.line, postings.account, postings.amount],
    ],
  };
};

// Beyond this a work of its own gains nothing by a statement of its own shape.
const SINGLE_ROWS_MOST = 8;

/** `($3::bigint, $4::text), (…)`: rows of values, numbered on from what is there already. */
const makeRows = (
  values: unknown[],
  types: readonly string[],
  rows: readonly (readonly unknown[])[],
): string =>
  rows
    .map((row) => {
      const cells = row.map((value, column) => `$${values.push(value)}::${types[column]}`);
      return `(${cells.join(', ')})`;
    })
    .join(', ');

interface Part {
  readonly table: string;
  readonly columns: string;
  readonly types: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const partsOf = (heads: Heads, { command, events, entries }: Work): Part[] => {
  const parts: Part[] = [
    {
      table: 'commands',
      columns: 'nr, id, hash, answer',
      types: ['bigint', 'text', 'text', 'text'],
      rows: command === null ? [] : [[heads.command + 1, command.id, command.hash, command.answer]],
    },
    {
      table: 'log',
      columns: 'seq, stream, position, at, body',
      types: ['bigint', 'text', 'bigint', 'bigint', 'text'],
      rows: events.map(({ stream, position, at, body }, n) => [
        heads.seq + n + 1,
        stream,
        position,
        at,
        body,
      ]),
    },
    {
      table: 'entries',
      columns: 'id, seq, reason, note',
      types: ['bigint', 'bigint', 'text', 'text'],
      rows: entries.map((entry, n) => [
        heads.entry + n + 1,
        seqOf(heads.seq, events.length, entry),
        entry.reason,
        entry.note ?? null,
      ]),
    },
    {
      table: 'postings',
      columns: 'entry, line, account, amount',
      types: ['bigint', 'integer', 'text', 'bigint'],
      rows: entries.flatMap(({ postings }, n) =>
        postings.map(({ account, amount }, line) => [heads.entry + n + 1, line + 1, account, amount]),
      ),
    },
  ];
  return parts.filter(({ rows }) => rows.length > 0);
};

/** One work alone, as plain rows of values; null when it is too large or empty for that. */
export const singleStatement = (heads: Heads, work: Work): Statement | null => {
  const parts = partsOf(heads, work);
  if (parts.length === 0 || parts.some(({ rows }) => rows.length > SINGLE_ROWS_MOST)) return null;
  const values: unknown[] = [];
  const inserts = parts.map(
    ({ table, columns, types, rows }) =>
      `insert into house.${table} (${columns}) values ${makeRows(values, types, rows)}`,
  );
  const last = inserts.pop() as string;
  const before = inserts.map((insert, n) => `p${n} as (${insert})`);
  const shape = parts.map(({ table, rows }) => `${table}${rows.length}`).join('-');
  return {
    name: `single-${shape}`,
    text: before.length > 0 ? `with ${before.join(', ')} ${last}` : last,
    values,
  };
};
