import { createHash } from 'node:crypto';
import type { StoredEntry } from '../store/store.js';
import { leafHashOf } from './leaf.js';
import { type Checkpoint, type PublicKey, peekCheckpoint, readBase64, readCheckpoint } from './note.js';
import { Rebuilder } from './rebuild.js';
import { type Fault, Findings, type Report } from './report.js';
import type { RecordSource } from './source.js';
import { Frontier, HASH_BYTES, hashNode, type Subtree } from './tree.js';

// A bundle is a stretch of one table's record with everything that it takes to check it against a signed checkpoint,
// and nothing else of the log. The bundle of a case has that case's own stream as well, from its opening on, and no table
// where it names no roll. JSON Lines, each exactly as JSON.stringify writes it:
//
//   {"boxperson":"bundle","format":1,"table":"wharf","from":1,"to":120,"size":20852,"checkpoint":"…","key":"…"}
//   ["hash",3,"…"]                        the next 2^3 entries of the log are not shown; this is their subtree's hash
//   ["entry",9,"table/wharf",1,176…,"{…}"]  an entry of the table, to the letter
//   …
//   {"lines":41,"sha256":"…"}
//
// That of a case begins {"boxperson":"bundle","format":2,"table":"wharf","from":88,"to":93,"case":"c-1","events":7,…}.

const FORMAT = 1;
const OF_CASE = 2;

/** Which events of a table: by their place in its stream, or by time. Both ends belong to it. */
export interface Stretch {
  readonly table: string;
  readonly from: Bound;
  readonly to: Bound;
}
export type Bound = { readonly position: number } | { readonly at: number };

/** Something that was asked for and is not there. */
export class NothingToExport extends Error {}

const isAfter = (entry: StoredEntry, bound: Bound): boolean =>
  'at' in bound ? entry.at >= bound.at : entry.position >= bound.position;
const isBefore = (entry: StoredEntry, bound: Bound): boolean =>
  'at' in bound ? entry.at <= bound.at : entry.position <= bound.position;

interface Run extends Subtree {
  readonly first: number;
}

/** Leaves that are not shown, as the fewest whole subtrees. */
class Hidden {
  readonly #runs: Run[] = [];

  add(leaf: number, leafHash: Buffer): void {
    let top: Run = { first: leaf, level: 0, hash: leafHash };
    for (;;) {
      const left = this.#runs.at(-1);
      if (left?.level !== top.level || left.first % 2 ** (top.level + 1) !== 0) break;
      this.#runs.pop();
      top = { first: left.first, level: top.level + 1, hash: hashNode(left.hash, top.hash) };
    }
    this.#runs.push(top);
  }

  take(): string[] {
    return this.#runs
      .splice(0)
      .map(({ level, hash }) => JSON.stringify(['hash', level, hash.toString('base64')]));
  }
}

/** All that a bundle is made from. */
type BundleSource = Pick<RecordSource, 'log' | 'checkpoints'>;

const latestOf = async (source: BundleSource): Promise<Checkpoint> => {
  let note: string | null = null;
  for await (const page of source.checkpoints()) note = page.at(-1)?.note ?? note;
  const latest = note === null ? null : peekCheckpoint(note);
  if (latest === null) throw new NothingToExport('The record has no checkpoint yet: open the house once.');
  return latest;
};

export interface ExportOptions {
  /** Null for a case that names no roll. */
  readonly stretch: Stretch | null;
  /** A case whose own stream goes along, by its name. */
  readonly case?: string;
  /** A checkpoint of the bundle's reader: the bundle will show that the log went on from there. */
  readonly since?: Pick<Checkpoint, 'size'>;
}

interface Chosen {
  readonly checkpoint: Checkpoint;
  readonly lines: readonly string[];
  /** Places in the stream of the table, and in that of the case. */
  readonly positions: readonly number[];
  readonly ofCase: readonly number[];
  readonly keys: readonly PublicKey[];
}

const tableStream = (table: string): string => `table/${table}`;
const caseStream = (name: string): string => `cases/${name}`;

const isIn = (entry: StoredEntry, { table, from, to }: Stretch): boolean =>
  entry.stream === tableStream(table) && isAfter(entry, from) && isBefore(entry, to);

const lineOf = ({ seq, stream, position, at, body }: StoredEntry): string =>
  JSON.stringify(['entry', seq, stream, position, at, body]);

/** Why what was found is no bundle of what was asked for. */
function whyNothing(options: ExportOptions, found: Chosen, tables: ReadonlySet<string>): string | null {
  const { stretch, case: name } = options;
  if (stretch && !tables.has(stretch.table))
    return `There is no table ${stretch.table} in the record; there are ${[...tables].sort().join(', ') || 'none'}.`;
  if (stretch && found.positions.length === 0)
    return `Table ${stretch.table} has no signed event in that stretch.`;
  if (name !== undefined && found.ofCase.length === 0)
    return `The record has no signed entry of a case ${name}.`;
  return null;
}

async function choose(source: BundleSource, options: ExportOptions): Promise<Chosen> {
  const { stretch, case: name, since } = options;
  const checkpoint = await latestOf(source);
  if (since && since.size > checkpoint.size)
    throw new NothingToExport(
      `The record has ${checkpoint.size} signed entries, fewer than your checkpoint's ${since.size}.`,
    );
  const hidden = new Hidden();
  const tree = new Frontier();
  const rebuilder = new Rebuilder();
  const lines: string[] = [];
  const positions: number[] = [];
  const ofCase: number[] = [];
  const tables = new Set<string>();
  for await (const page of source.log()) {
    for (const entry of page) {
      if (tree.size === checkpoint.size) break;
      if (entry.stream === 'record') rebuilder.take(entry);
      if (entry.stream.startsWith('table/')) tables.add(entry.stream.slice('table/'.length));
      const leaf = leafHashOf(entry);
      const isOfTable = stretch !== null && isIn(entry, stretch);
      const isOfCase = name !== undefined && entry.stream === caseStream(name);
      if (isOfTable) positions.push(entry.position);
      if (isOfCase) ofCase.push(entry.position);
      if (isOfTable || isOfCase) lines.push(...hidden.take(), lineOf(entry));
      else hidden.add(tree.size, leaf);
      tree.addLeaf(leaf);
      if (tree.size === since?.size) lines.push(...hidden.take());
    }
  }
  lines.push(...hidden.take());
  const found = { checkpoint, lines, positions, ofCase, keys: rebuilder.keys };
  const why = whyNothing(options, found, tables);
  if (why !== null) throw new NothingToExport(why);
  if (!tree.root().equals(checkpoint.root))
    throw new NothingToExport(
      'The log is not the one that its newest checkpoint was signed for: run boxperson verify.',
    );
  return found;
}

/** Which entries it has, as its first line says. */
function shownIn({ stretch, case: name }: ExportOptions, { positions, ofCase }: Chosen): object {
  const table = { table: stretch?.table ?? null, from: positions[0] ?? null, to: positions.at(-1) ?? null };
  if (name === undefined) return { format: FORMAT, ...table };
  return { format: OF_CASE, ...table, case: name, events: ofCase.length };
}

/** The lines of a bundle, each with its end. */
export async function exportBundle(
  source: BundleSource,
  options: ExportOptions,
): Promise<{ text: string; entries: number }> {
  const found = await choose(source, options);
  const { checkpoint, lines, positions, ofCase, keys } = found;
  const key = keys.find((one) => readCheckpoint(checkpoint.note, [one]).ok);
  if (key === undefined)
    throw new NothingToExport(
      'The newest checkpoint is not signed with a key of this record: run boxperson verify.',
    );
  const head = {
    boxperson: 'bundle',
    ...shownIn(options, found),
    size: checkpoint.size,
    checkpoint: checkpoint.note,
    key: key.line,
  };
  const all = [JSON.stringify(head), ...lines];
  const hash = createHash('sha256');
  for (const line of all) hash.update(`${line}\n`);
  const seal = JSON.stringify({ lines: all.length, sha256: hash.digest('hex') });
  return { text: `${[...all, seal].join('\n')}\n`, entries: positions.length + ofCase.length };
}

/** The first line of a bundle, if this is one. */
export const isBundle = (start: string): boolean => start.startsWith('{"boxperson":"bundle"');

class BadBundle extends Error {}

const parseLine = (line: string, number: number): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new BadBundle(`line ${number} is not JSON`);
  }
  // One way to write it, so that no byte can be changed unseen.
  if (JSON.stringify(value) !== line) throw new BadBundle(`line ${number} is not written as it was made`);
  return value;
};

interface Head {
  readonly table: string | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly case?: string;
  readonly events?: number;
  readonly size: number;
  readonly checkpoint: string;
  readonly key: string;
}

const SHOWN = ['table', 'from', 'to'];
const OF_LOG = ['size', 'checkpoint', 'key'];
const FIELDS: Readonly<Record<number, string>> = {
  [FORMAT]: ['boxperson', 'format', ...SHOWN, ...OF_LOG].join(),
  [OF_CASE]: ['boxperson', 'format', ...SHOWN, 'case', 'events', ...OF_LOG].join(),
};

const readHead = (value: unknown): Head => {
  const head = value as Record<string, unknown>;
  if (head?.['boxperson'] !== 'bundle') throw new BadBundle('it does not begin as a bundle does');
  const fields = FIELDS[head['format'] as number];
  if (fields === undefined)
    throw new BadBundle(
      `its format is ${String(head['format'])}; this version reads ${Object.keys(FIELDS).join(' and ')}`,
    );
  if (Object.keys(head).join() !== fields)
    throw new BadBundle('its first line has other fields than a bundle has');
  return head as unknown as Head;
};

const checkSeal = (lines: readonly string[], last: string): void => {
  const seal = parseLine(last, lines.length + 1) as { lines?: unknown; sha256?: unknown };
  const hash = createHash('sha256');
  for (const line of lines) hash.update(`${line}\n`);
  const wanted = JSON.stringify({ lines: lines.length, sha256: hash.digest('hex') });
  if (JSON.stringify(seal) !== wanted)
    throw new BadBundle('its lines do not match its checksum: it was changed or cut off');
};

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

const readEntry = (cells: readonly unknown[], number: number): StoredEntry => {
  const [, seq, stream, position, at, body] = cells;
  if (
    cells.length !== 6 ||
    ![seq, position, at].every(isWhole) ||
    typeof stream !== 'string' ||
    typeof body !== 'string'
  )
    throw new BadBundle(`line ${number} is not an entry`);
  return { seq, stream, position, at, body } as StoredEntry;
};

const readHash = (cells: readonly unknown[], number: number): Subtree => {
  const [, level, text] = cells;
  const found = cells.length === 3 && typeof text === 'string' ? readBase64(text, HASH_BYTES) : null;
  if (found === null || !isWhole(level) || level < 0 || level > 52)
    throw new BadBundle(`line ${number} is not a hash`);
  return { level, hash: found };
};

/** Grows the tree from what is shown and what is not, and hands out what is shown. */
class BundleTree {
  readonly tree = new Frontier();
  readonly entries: StoredEntry[] = [];
  readonly #roots = new Map<number, Buffer>();
  readonly #wanted: ReadonlySet<number>;

  constructor(wanted: ReadonlySet<number>) {
    this.#wanted = wanted;
  }

  take(value: unknown, number: number): void {
    if (!Array.isArray(value)) throw new BadBundle(`line ${number} is neither an entry nor a hash`);
    if (value[0] === 'entry') this.#entry(readEntry(value, number), number);
    else if (value[0] === 'hash') this.#hidden(readHash(value, number), number);
    else throw new BadBundle(`line ${number} is neither an entry nor a hash`);
    if (this.#wanted.has(this.tree.size)) this.#roots.set(this.tree.size, this.tree.root());
  }

  rootAt(size: number): Buffer | undefined {
    return this.#roots.get(size);
  }

  #entry(entry: StoredEntry, number: number): void {
    if (entry.seq !== this.tree.size + 1)
      throw new BadBundle(`line ${number} has entry ${entry.seq} where ${this.tree.size + 1} belongs`);
    this.tree.addLeaf(leafHashOf(entry));
    this.entries.push(entry);
  }

  #hidden({ level, hash }: Subtree, number: number): void {
    if (this.tree.size % 2 ** level !== 0)
      throw new BadBundle(`line ${number} has a hash that does not fit there`);
    this.tree.addSubtree(level, hash);
  }
}

/** What a bundle says that it shows: of each stream one stretch. */
function saidIn({ table, from, to, case: name, events }: Head): readonly Said[] {
  const ofTable = table === null ? [] : [{ stream: tableStream(table), from, to, of: 'the table' }];
  const ofCase =
    name === undefined ? [] : [{ stream: caseStream(name), from: 1, to: events, of: 'the case' }];
  return [...ofTable, ...ofCase];
}

interface Said {
  readonly stream: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly of: string;
}

/** One stretch, nothing left out. */
function checkStretch({ stream, from, to, of }: Said, entries: readonly StoredEntry[]): Fault | null {
  for (const [n, { seq, position }] of entries.entries()) {
    const due = Number(from) + n;
    if (position !== due)
      return {
        area: 'bundle',
        message: `event ${due} of ${of} is left out before it`,
        seq,
        stream,
        position,
      };
  }
  if (entries.length === 0) return { area: 'bundle', message: 'it shows no event' };
  return entries.at(-1)?.position === to
    ? null
    : { area: 'bundle', message: `it says that it goes up to event ${String(to)} and does not` };
}

/** Of the streams that it names, and of nothing else. */
function checkShown(head: Head, entries: readonly StoredEntry[]): Fault | null {
  const said = saidIn(head);
  const stranger = entries.find(({ stream }) => !said.some((one) => one.stream === stream));
  if (stranger) {
    const { seq, stream, position } = stranger;
    const names = said.map((one) => one.stream).join(' and ');
    return { area: 'bundle', message: `it is of ${stream}, not of ${names}`, seq, stream, position };
  }
  if (said.length === 0) return { area: 'bundle', message: 'it shows no event' };
  for (const one of said) {
    const fault = checkStretch(
      one,
      entries.filter(({ stream }) => stream === one.stream),
    );
    if (fault) return fault;
  }
  return null;
}

const ofTables = (entries: readonly StoredEntry[]): readonly StoredEntry[] =>
  entries.filter(({ stream }) => stream.startsWith('table/'));

/** From the opening of a table on, the rules themselves can be asked whether it can have happened. */
const replay = (entries: readonly StoredEntry[], findings: Findings): void => {
  if (entries[0]?.position !== 1) {
    findings.notes.push(
      'The bundle does not begin with the opening of the table: its events were not replayed.',
    );
    return;
  }
  const rebuilder = new Rebuilder();
  for (const entry of entries) {
    const taken = rebuilder.take(entry);
    const { seq, stream, position } = entry;
    if (!taken.ok) findings.add({ area: 'log', message: taken.why, seq, stream, position });
  }
};

const compareHeld = (
  shown: BundleTree,
  held: readonly Checkpoint[],
  keys: readonly PublicKey[],
  findings: Findings,
): void => {
  for (const { size, root, note } of held) {
    const fail = (why: string): void =>
      findings.add({ area: 'yours', message: `your checkpoint of size ${size} ${why}` });
    const read = readCheckpoint(note, keys);
    const found = shown.rootAt(size);
    if (!read.ok) fail(read.why);
    else if (size > shown.tree.size) fail(`is of a longer log than this bundle's ${shown.tree.size} entries`);
    else if (found === undefined)
      fail('cannot be compared with this bundle: ask for one that is exported with --checkpoint');
    else if (!found.equals(root)) fail('was signed for another log than this bundle is from');
  }
};

export interface VerifyBundleOptions {
  readonly keys: readonly PublicKey[];
  readonly held?: readonly Checkpoint[];
}

/** Checks a bundle with nothing but the house's key. */
export function verifyBundle(text: string, { keys, held = [] }: VerifyBundleOptions): Report {
  const began = performance.now();
  const findings = new Findings();
  const shown = new BundleTree(new Set(held.map(({ size }) => size)));
  try {
    checkBundle(text, shown, keys, findings);
    compareHeld(shown, held, keys, findings);
  } catch (error) {
    if (!(error instanceof BadBundle)) throw error;
    findings.add({ area: 'bundle', message: error.message });
  }
  return findings.report({
    size: shown.tree.size,
    root: shown.tree.root().toString('base64'),
    counts: { entries: shown.entries.length },
    milliseconds: performance.now() - began,
  });
}

function checkBundle(text: string, shown: BundleTree, keys: readonly PublicKey[], findings: Findings): void {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new BadBundle('it does not end with a line');
  const last = lines.pop();
  if (last === undefined || lines.length === 0) throw new BadBundle('it ends too early');
  const head = readHead(parseLine(lines[0] as string, 1));
  for (const [n, line] of lines.slice(1).entries()) shown.take(parseLine(line, n + 2), n + 2);
  checkSeal(lines, last);
  const checkpoint = readCheckpoint(head.checkpoint, keys);
  if (!checkpoint.ok) throw new BadBundle(`its checkpoint ${checkpoint.why}`);
  const key = keys.find((one) => readCheckpoint(head.checkpoint, [one]).ok);
  if (head.key !== key?.line)
    throw new BadBundle('the key that it names is not the one that its checkpoint is signed with');
  if (head.size !== checkpoint.value.size || shown.tree.size !== head.size)
    throw new BadBundle(
      `it has ${shown.tree.size} entries, shown or not; its checkpoint is of ${checkpoint.value.size}`,
    );
  if (!shown.tree.root().equals(checkpoint.value.root))
    throw new BadBundle('its entries do not have the root that its checkpoint was signed for');
  const fault = checkShown(head, shown.entries);
  if (fault) findings.add(fault);
  else if (head.table !== null) replay(ofTables(shown.entries), findings);
}
