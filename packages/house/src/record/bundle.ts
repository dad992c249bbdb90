import { createHash } from 'node:crypto';
import type { StoredEntry } from '../store/store.js';
import { leafHashOf } from './leaf.js';
import { type Checkpoint, type PublicKey, peekCheckpoint, readBase64, readCheckpoint } from './note.js';
import { Rebuilder } from './rebuild.js';
import { type Fault, Findings, type Report } from './report.js';
import type { RecordSource } from './source.js';
import { Frontier, HASH_BYTES, hashNode, type Subtree } from './tree.js';

// A bundle is a stretch of one table's record with everything that it takes to check it against a signed checkpoint,
// and nothing else of the log. JSON Lines, each exactly as JSON.stringify writes it:
//
//   {"boxperson":"bundle","format":1,"table":"wharf","from":1,"to":120,"size":20852,"checkpoint":"…","key":"…"}
//   ["hash",3,"…"]                        the next 2^3 entries of the log are not shown; this is their subtree's hash
//   ["entry",9,"table/wharf",1,176…,"{…}"]  an entry of the table, to the letter
//   …
//   {"lines":41,"sha256":"…"}

const FORMAT = 1;

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

const latestOf = async (source: RecordSource): Promise<Checkpoint> => {
  let note: string | null = null;
  for await (const page of source.checkpoints()) note = page.at(-1)?.note ?? note;
  const latest = note === null ? null : peekCheckpoint(note);
  if (latest === null) throw new NothingToExport('The record has no checkpoint yet: open the house once.');
  return latest;
};

export interface ExportOptions extends Stretch {
  /** A checkpoint of the bundle's reader: the bundle will show that the log went on from there. */
  readonly since?: Checkpoint;
}

interface Chosen {
  readonly checkpoint: Checkpoint;
  readonly lines: readonly string[];
  readonly positions: readonly number[];
  readonly keys: readonly PublicKey[];
}

async function choose(source: RecordSource, { table, from, to, since }: ExportOptions): Promise<Chosen> {
  const checkpoint = await latestOf(source);
  if (since && since.size > checkpoint.size)
    throw new NothingToExport(
      `The record has ${checkpoint.size} signed entries, fewer than your checkpoint's ${since.size}.`,
    );
  const stream = `table/${table}`;
  const hidden = new Hidden();
  const tree = new Frontier();
  const rebuilder = new Rebuilder();
  const lines: string[] = [];
  const positions: number[] = [];
  const tables = new Set<string>();
  for await (const page of source.log()) {
    for (const entry of page) {
      if (tree.size === checkpoint.size) break;
      if (entry.stream === 'record') rebuilder.take(entry);
      if (entry.stream.startsWith('table/')) tables.add(entry.stream.slice('table/'.length));
      const leaf = leafHashOf(entry);
      if (entry.stream === stream && isAfter(entry, from) && isBefore(entry, to)) {
        lines.push(
          ...hidden.take(),
          JSON.stringify(['entry', entry.seq, stream, entry.position, entry.at, entry.body]),
        );
        positions.push(entry.position);
      } else hidden.add(tree.size, leaf);
      tree.addLeaf(leaf);
      if (tree.size === since?.size) lines.push(...hidden.take());
    }
  }
  lines.push(...hidden.take());
  if (!tables.has(table))
    throw new NothingToExport(
      `There is no table ${table} in the record; there are ${[...tables].sort().join(', ') || 'none'}.`,
    );
  if (positions.length === 0)
    throw new NothingToExport(`Table ${table} has no signed event in that stretch.`);
  if (!tree.root().equals(checkpoint.root))
    throw new NothingToExport(
      'The log is not the one that its newest checkpoint was signed for: run boxperson verify.',
    );
  return { checkpoint, lines, positions, keys: rebuilder.keys };
}

/** The lines of a bundle, each with its end. */
export async function exportBundle(
  source: RecordSource,
  options: ExportOptions,
): Promise<{ text: string; entries: number }> {
  const { checkpoint, lines, positions, keys } = await choose(source, options);
  const key = keys.find((one) => readCheckpoint(checkpoint.note, [one]).ok);
  if (key === undefined)
    throw new NothingToExport(
      'The newest checkpoint is not signed with a key of this record: run boxperson verify.',
    );
  const head = {
    boxperson: 'bundle',
    format: FORMAT,
    table: options.table,
    from: positions[0],
    to: positions.at(-1),
    size: checkpoint.size,
    checkpoint: checkpoint.note,
    key: key.line,
  };
  const all = [JSON.stringify(head), ...lines];
  const hash = createHash('sha256');
  for (const line of all) hash.update(`${line}\n`);
  const seal = JSON.stringify({ lines: all.length, sha256: hash.digest('hex') });
  return { text: `${[...all, seal].join('\n')}\n`, entries: positions.length };
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
  readonly table: string;
  readonly from: number;
  readonly to: number;
  readonly size: number;
  readonly checkpoint: string;
  readonly key: string;
}

const HEAD_FIELDS = ['boxperson', 'format', 'table', 'from', 'to', 'size', 'checkpoint', 'key'].join();

const readHead = (value: unknown): Head => {
  const head = value as Record<string, unknown>;
  if (head?.['boxperson'] !== 'bundle') throw new BadBundle('it does not begin as a bundle does');
  if (head['format'] !== FORMAT)
    throw new BadBundle(`its format is ${String(head['format'])}; this version reads ${FORMAT}`);
  if (Object.keys(head).join() !== HEAD_FIELDS)
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

/** One table, one stretch, nothing left out. */
const checkStretch = ({ table, from, to }: Head, entries: readonly StoredEntry[]): Fault | null => {
  const stream = `table/${table}`;
  for (const [n, { seq, stream: of, position }] of entries.entries()) {
    if (of !== stream)
      return { area: 'bundle', message: `it is of ${of}, not of ${stream}`, seq, stream: of, position };
    if (position !== from + n)
      return {
        area: 'bundle',
        message: `event ${from + n} of the table is left out before it`,
        seq,
        stream: of,
        position,
      };
  }
  if (entries.length === 0) return { area: 'bundle', message: 'it shows no event' };
  return entries.at(-1)?.position === to
    ? null
    : { area: 'bundle', message: `it says that it goes up to event ${to} and does not` };
};

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
  const fault = checkStretch(head, shown.entries);
  if (fault) findings.add(fault);
  else replay(shown.entries, findings);
}
