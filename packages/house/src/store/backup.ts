import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { exact, isRefusal, type Row, type Run } from './database.js';
import { fsyncFolder } from './durable-fs.js';
import { SCHEMA } from './migrations.js';
import { insideOf } from './sql-store.js';
import type { Store } from './types.js';

// A backup is one file for both homes of the store: JSON Lines, gzipped. A head, a line per record, and at the end
// the number of lines and a hash of them all. `["log", seq, stream, position, at, body]` and so on.

const FORMAT = 1;
const PAGE = 200;
const LETTERS_MOST = 4_000_000;

/** How many records of each kind a backup holds. */
export type BackupCounts = Readonly<Record<Kind, number>>;

const KINDS = ['log', 'command', 'entry', 'checkpoint', 'snapshot', 'document'] as const;
type Kind = (typeof KINDS)[number];
type Item = readonly [Kind, ...unknown[]];

interface Section {
  readonly kind: Kind;
  /** The page after a key; $1 … are the key, then come the ends of log, entries and commands at one instant. */
  readonly page: string;
  readonly firstKey: readonly unknown[];
  readonly keyOf: (row: Row) => readonly unknown[];
  readonly cellsOf: (row: Row) => readonly unknown[];
  /** Takes in many items at once, each a JSON array. */
  readonly insert: string;
}

const LOG: Section = {
  kind: 'log',
  page: `select * from house.log where seq > $1::bigint and seq <= $2::bigint order by seq limit ${PAGE}`,
  firstKey: [0],
  keyOf: (row) => [row['seq']],
  cellsOf: (row) => [exact(row['seq']), row['stream'], exact(row['position']), exact(row['at']), row['body']],
  insert: `insert into house.log (seq, stream, position, at, body)
    select (i->>1)::bigint, i->>2, (i->>3)::bigint, (i->>4)::bigint, i->>5
      from json_array_elements($1::text::json) as i`,
};

const COMMANDS: Section = {
  kind: 'command',
  page: `select * from house.commands where nr > $1::bigint and nr <= $4::bigint order by nr limit ${PAGE}`,
  firstKey: [0],
  keyOf: (row) => [row['nr']],
  cellsOf: (row) => [exact(row['nr']), row['id'], row['hash'], row['answer']],
  insert: `insert into house.commands (nr, id, hash, answer)
    select (i->>1)::bigint, i->>2, i->>3, i->>4 from json_array_elements($1::text::json) as i`,
};

const ENTRIES: Section = {
  kind: 'entry',
  page: `select e.*, p.postings
    from (select * from house.entries where id > $1::bigint and id <= $3::bigint order by id limit ${PAGE}) e
    left join lateral (select json_agg(json_build_array(account, amount) order by line) as postings
                         from house.postings where entry = e.id) p on true
   order by e.id`,
  firstKey: [0],
  keyOf: (row) => [row['id']],
  cellsOf: (row) => [
    exact(row['id']),
    row['seq'] === null ? null : exact(row['seq']),
    row['reason'],
    row['note'],
    row['postings'],
  ],
  insert: `with items as (select i from json_array_elements($1::text::json) as i),
    heads as (
      insert into house.entries (id, seq, reason, note)
      select (i->>1)::bigint, (i->>2)::bigint, i->>3, i->>4 from items)
    insert into house.postings (entry, line, account, amount)
    select (i->>1)::bigint, p.line, p.posting->>0, (p.posting->>1)::bigint
      from items, json_array_elements(i->5) with ordinality as p(posting, line)`,
};

// Signed after the commit of what they vouch for: those of the log up to its end are all that belong to it.
const CHECKPOINTS: Section = {
  kind: 'checkpoint',
  page: `select * from house.checkpoints where size > $1::bigint and size <= $2::bigint order by size limit ${PAGE}`,
  firstKey: [0],
  keyOf: (row) => [row['size']],
  cellsOf: (row) => [exact(row['size']), row['note']],
  insert: `insert into house.checkpoints (size, note)
    select (i->>1)::bigint, i->>2 from json_array_elements($1::text::json) as i`,
};

// A snapshot of what came later is left out: it can be made again at any time.
const SNAPSHOTS: Section = {
  kind: 'snapshot',
  page: `select s.* from house.snapshots s
    where s.stream > $1::text
      and s.position <= (select max(position) from house.log l where l.stream = s.stream and l.seq <= $2::bigint)
    order by s.stream limit 20`,
  firstKey: [''],
  keyOf: (row) => [row['stream']],
  cellsOf: (row) => [row['stream'], exact(row['position']), row['body']],
  insert: `insert into house.snapshots (stream, position, body)
    select i->>1, (i->>2)::bigint, i->>3 from json_array_elements($1::text::json) as i`,
};

// Evidence of cases has megabytes each: a page is full when so much is in it. How long a document is the database knows
// without reading it, and it reads one only for the page.
const DOCUMENTS: Section = {
  kind: 'document',
  page: `select kind, id, (select d.body from house.documents d where d.kind = p.kind and d.id = p.id) as body
    from (select kind, id, sum(bytes) over (order by kind, id) - bytes as before
            from (select kind, id, octet_length(body) as bytes from house.documents
                   where (kind, id) > ($1::text, $5::text) order by kind, id limit ${PAGE}) n) p
   where before < ${LETTERS_MOST} order by kind, id`,
  firstKey: ['', ''],
  keyOf: (row) => [row['kind'], row['id']],
  cellsOf: (row) => [row['kind'], row['id'], row['body']],
  insert: `insert into house.documents (kind, id, body)
    select i->>1, i->>2, i->>3 from json_array_elements($1::text::json) as i`,
};

// The documents last: whoever the log speaks of has been written down by then.
const SECTIONS: readonly Section[] = [LOG, COMMANDS, ENTRIES, CHECKPOINTS, SNAPSHOTS, DOCUMENTS];

const noCounts = (): Record<Kind, number> => ({
  log: 0,
  command: 0,
  entry: 0,
  checkpoint: 0,
  snapshot: 0,
  document: 0,
});

const readEnds = async (read: Run): Promise<readonly number[]> => {
  const [row] = await read({
    text: `select (select max(seq) from house.log) as seq, (select max(id) from house.entries) as entry,
                  (select max(nr) from house.commands) as command`,
  });
  return ['seq', 'entry', 'command'].map((name) => exact(row?.[name] ?? 0));
};

/** Only the parameters that the page mentions may be given. */
const pageOf = ({ page }: Section, [first, second]: readonly unknown[], ends: readonly number[]) => {
  const all = [first, ...ends, second];
  const values: unknown[] = [];
  const text = page.replace(/\$(\d)/g, (_, digit) => `$${values.push(all[Number(digit) - 1])}`);
  return { text, values };
};

async function* rowsOf(read: Run, section: Section, ends: readonly number[]): AsyncGenerator<Row> {
  let key = section.firstKey;
  for (;;) {
    const rows = await read(pageOf(section, key, ends));
    if (rows.length === 0) return;
    yield* rows;
    key = section.keyOf(rows.at(-1) as Row);
  }
}

async function* itemsOf(store: Store, counts: Record<Kind, number>): AsyncGenerator<unknown> {
  const { read } = insideOf(store).database;
  const ends = await readEnds(read);
  yield { boxperson: 'backup', format: FORMAT, schema: SCHEMA, at: new Date().toISOString() };
  for (const section of SECTIONS) {
    for await (const row of rowsOf(read, section, ends)) {
      counts[section.kind] += 1;
      yield [section.kind, ...section.cellsOf(row)];
    }
  }
}

async function* sealed(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let lines = 0;
  for await (const item of items) {
    const line = `${JSON.stringify(item)}\n`;
    hash.update(line);
    lines += 1;
    yield line;
  }
  yield `${JSON.stringify({ lines, sha256: hash.digest('hex') })}\n`;
}

const flush = (path: string): void => {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
};

/** All records of one instant in one file; the store can be in use. The file has its name only when it is whole. */
export const backupStore = async (store: Store, file: string): Promise<BackupCounts> => {
  const counts = noCounts();
  const part = `${file}.part`;
  try {
    const out = createWriteStream(part, { mode: 0o600 });
    await pipeline(Readable.from(sealed(itemsOf(store, counts))), createGzip({ level: 6 }), out);
    flush(part);
    renameSync(part, file);
    fsyncFolder(dirname(resolve(file)));
  } finally {
    rmSync(part, { force: true });
  }
  return counts;
};

const damaged = (file: string, what: string): Error => new Error(`The backup ${file} is damaged: ${what}.`);

async function* linesOf(file: string): AsyncGenerator<string> {
  const unzipped = createGunzip();
  const source = createReadStream(file);
  source.on('error', (error) => unzipped.destroy(error));
  source.pipe(unzipped).setEncoding('utf8');
  let rest = '';
  for await (const chunk of unzipped as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

const parseLine = (file: string, line: string, number: number): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw damaged(file, `line ${number} is not JSON`);
  }
};

const checkHead = (file: string, line: string): void => {
  let head: Record<string, unknown> = {};
  try {
    head = JSON.parse(line);
  } catch {}
  if (head?.['boxperson'] !== 'backup') throw new Error(`The file ${file} is not a backup of Boxperson.`);
  if (Number(head['format']) > FORMAT || Number(head['schema']) > SCHEMA) {
    throw new Error(`The backup ${file} was made by a newer version of Boxperson. Update this one.`);
  }
};

const checkItem = (file: string, item: unknown, number: number): void => {
  const kind = Array.isArray(item) ? item[0] : undefined;
  if (!KINDS.includes(kind)) throw damaged(file, `line ${number} is no record that we know`);
};

const checkSeal = (file: string, last: string, lines: number, sha256: string): void => {
  const seal = parseLine(file, last, lines + 1) as { lines?: unknown; sha256?: unknown };
  if (typeof seal.sha256 !== 'string') throw damaged(file, 'its last line is missing');
  if (seal.lines !== lines) throw damaged(file, `it has ${lines} lines and says ${String(seal.lines)}`);
  if (seal.sha256 !== sha256) throw damaged(file, 'its records do not match its checksum');
};

const checkLines = async (file: string): Promise<void> => {
  const hash = createHash('sha256');
  let lines = 0;
  let last: string | undefined;
  for await (const line of linesOf(file)) {
    if (last !== undefined) {
      lines += 1;
      if (lines === 1) checkHead(file, last);
      else checkItem(file, parseLine(file, last, lines), lines);
      hash.update(`${last}\n`);
    }
    last = line;
  }
  if (lines === 0) checkHead(file, last ?? '');
  checkSeal(file, last as string, lines, hash.digest('hex'));
};

/** Reads the whole file once and names what is wrong with it. */
const checkFile = async (file: string): Promise<void> => {
  try {
    await checkLines(file);
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    if (code === 'Z_BUF_ERROR') throw damaged(file, 'it ends too early');
    if (code === 'Z_DATA_ERROR') throw damaged(file, `it cannot be unpacked (${(error as Error).message})`);
    throw error;
  }
};

const isEmpty = async (run: Run): Promise<boolean> => {
  const tables = ['log', 'commands', 'entries', 'postings', 'checkpoints', 'snapshots', 'documents'];
  const any = tables.map((table) => `exists (select from house.${table})`).join(' or ');
  return (await run({ text: `select ${any} as any` }))[0]?.['any'] === false;
};

const insertOf = (kind: Kind): string =>
  (SECTIONS.find((section) => section.kind === kind) as Section).insert;

/** Runs of items of one kind, not too long. */
async function* runsOf(file: string): AsyncGenerator<readonly Item[]> {
  let items: Item[] = [];
  let letters = 0;
  const isFull = (): boolean => items.length === PAGE || letters > LETTERS_MOST;
  for await (const line of linesOf(file)) {
    const item = JSON.parse(line) as Item;
    if (!Array.isArray(item)) continue;
    if (items.length > 0 && (isFull() || items[0]?.[0] !== item[0])) {
      yield items;
      items = [];
      letters = 0;
    }
    items.push(item);
    letters += line.length;
  }
  if (items.length > 0) yield items;
}

const insertAll = async (run: Run, file: string): Promise<BackupCounts> => {
  if (!(await isEmpty(run))) throw new Error('A backup can only be restored into an empty store.');
  const counts = noCounts();
  for await (const items of runsOf(file)) {
    const kind = (items[0] as Item)[0];
    await run({ text: insertOf(kind), values: [JSON.stringify(items)] });
    counts[kind] += items.length;
  }
  return counts;
};

/** Puts a backup into an empty store: all of it, or nothing if anything about the file or its money is wrong. */
export const restoreStore = async (file: string, store: Store): Promise<BackupCounts> => {
  const { database, writer } = insideOf(store);
  await checkFile(file);
  const counts = await database
    .transaction((run) => insertAll(run, file))
    .catch((error) => {
      throw isRefusal(error) ? damaged(file, (error as Error).message) : error;
    });
  await writer.resume();
  return counts;
};
