import { type CaseEvent, officeOf, parted } from '@boxperson/offices';
import { EXHIBIT_KIND, exhibitId, isIntact } from '../office/exhibits.js';
import { isDamage } from '../store/database.js';
import type { StoredEntry } from '../store/store.js';
import { tableIn } from '../tables/host.js';
import { LedgerCheck } from './check-ledger.js';
import { TreeCheck } from './check-tree.js';
import type { Checkpoint, PublicKey } from './note.js';
import { Rebuilder } from './rebuild.js';
import { Findings, type Report } from './report.js';
import { type RecordSource, type SnapshotRow, UnreadableRow } from './source.js';

export interface VerifyOptions {
  /** Keys that the holder brought. Without any, the keys that the log itself names are used. */
  readonly keys?: readonly PublicKey[];
  /** Checkpoints that the holder brought. */
  readonly held?: readonly Checkpoint[];
  /** Told now and then how many entries have been read. */
  readonly onProgress?: (entries: number) => void;
}

/** Snapshots spare the house a replay, and so they must be what a replay would have come to. */
class SnapshotCheck {
  readonly #findings: Findings;
  readonly #waiting = new Map<string, SnapshotRow>();
  taken = 0;
  compared = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  async load(source: RecordSource): Promise<void> {
    for await (const page of source.snapshots()) {
      this.taken += page.length;
      for (const row of page) if (isKept(row.stream)) this.#waiting.set(row.stream, row);
    }
  }

  at(entry: StoredEntry, rebuilder: Rebuilder): void {
    if (this.#waiting.size === 0) return;
    for (const stream of rebuilder.movedBy(entry.stream)) {
      const saved = this.#waiting.get(stream);
      if (saved && rebuilder.isAt(stream, saved.position, saved.body)) this.#compare(saved, entry, rebuilder);
    }
  }

  #compare(
    { stream, position, body }: SnapshotRow,
    { seq, ...entry }: StoredEntry,
    rebuilder: Rebuilder,
  ): void {
    this.#waiting.delete(stream);
    // What is wrong with the stream has been told.
    if (rebuilder.isLost(stream) || rebuilder.isLost(entry.stream)) return;
    this.compared += 1;
    if (rebuilder.matches(stream, body)) return;
    const message = 'the snapshot of its stream is not how that stood after it';
    this.#findings.add({ area: 'snapshot', message, seq, stream, position });
  }

  end(rebuilder: Rebuilder): void {
    for (const { stream, position, body } of this.#waiting.values())
      if (!rebuilder.isAhead(stream, body))
        this.#findings.add({
          area: 'snapshot',
          message: `a snapshot of ${stream} is of event ${position}, which it does not have`,
        });
  }
}

const CASES = 'cases/';

/** What was laid before a case and kept by the house must be there, and be what its digest in the log says. */
class ExhibitCheck {
  readonly #kept: { readonly stream: string; readonly sha256: string }[] = [];

  take({ stream, body }: StoredEntry): void {
    if (!stream.startsWith(CASES) || !body.includes('"evidence-added"')) return;
    const event = JSON.parse(body) as CaseEvent;
    if (event.event === 'evidence-added' && event.kept && event.sha256 !== undefined)
      this.#kept.push({ stream, sha256: event.sha256 });
  }

  async end(source: RecordSource, findings: Findings): Promise<void> {
    for (const { stream, sha256 } of this.#kept) {
      const body = await source.document(EXHIBIT_KIND, exhibitId(String(parted(stream)[1]), sha256));
      const why = body === null ? 'missing' : 'not what was laid before it';
      if (body === null || !isIntact(body, sha256))
        findings.add({ area: 'exhibit', message: `the exhibit ${sha256} of ${stream} is ${why}`, stream });
    }
  }
}

/** Of tables and offices; the first houses had readings of their own, which nobody reads any more. */
const isKept = (stream: string): boolean => tableIn(stream) !== null || officeOf(stream) !== null;

const noteWhatWasNotBrought = ({ notes }: Findings, { keys = [], held = [] }: VerifyOptions): void => {
  if (keys.length === 0)
    notes.push('No key was brought: signatures were checked with the keys that the log itself names.');
  if (held.length === 0)
    notes.push(
      'No earlier checkpoint was brought: whoever has the key could have rebuilt all of this. Somebody who holds one can tell.',
    );
};

const PROGRESS_EVERY = 16;

/** Reads a whole record and trusts nothing in it: everything is built up again from the log and compared. */
export async function verifyRecord(source: RecordSource, options: VerifyOptions = {}): Promise<Report> {
  const began = performance.now();
  const findings = new Findings();
  const rebuilder = new Rebuilder();
  const given = options.keys ?? [];
  const tree = new TreeCheck(source, findings, {
    keys: () => (given.length > 0 ? given : rebuilder.keys),
    held: options.held ?? [],
  });
  const ledger = new LedgerCheck(source, findings);
  const snapshots = new SnapshotCheck(findings);
  const exhibits = new ExhibitCheck();
  try {
    await readAll(source, { findings, rebuilder, tree, ledger, snapshots, exhibits, options });
  } catch (error) {
    if (!(error instanceof UnreadableRow) && !isDamage(error)) throw error;
    findings.add({ area: isDamage(error) ? 'files' : 'log', message: (error as Error).message });
  }
  for (const message of source.damage) findings.add({ area: 'files', message });
  findings.notes.push(...rebuilder.toldOfItself);
  if (findings.faults.length === 0 && tree.signedUpTo < tree.size)
    findings.notes.push(
      `The last ${tree.size - tree.signedUpTo} entries came after the newest checkpoint: nobody has signed for them yet.`,
    );
  noteWhatWasNotBrought(findings, options);
  return findings.report({
    size: tree.size,
    root: tree.root.toString('base64'),
    counts: {
      entries: tree.size,
      streams: rebuilder.streams,
      tables: rebuilder.tables,
      ...rebuilder.counts,
      ledger: ledger.compared,
      accounts: ledger.accounts,
      checkpoints: tree.sound,
      tiles: tree.taken.tiles,
      snapshots: snapshots.compared,
    },
    milliseconds: performance.now() - began,
  });
}

interface Checks {
  readonly findings: Findings;
  readonly rebuilder: Rebuilder;
  readonly tree: TreeCheck;
  readonly ledger: LedgerCheck;
  readonly snapshots: SnapshotCheck;
  readonly exhibits: ExhibitCheck;
  readonly options: VerifyOptions;
}

async function readAll(source: RecordSource, checks: Checks): Promise<void> {
  const { findings, tree, ledger, snapshots, exhibits, options } = checks;
  const counts = await source.counts();
  await snapshots.load(source);
  let expected = 1;
  let read = 0;
  let pages = 0;
  for await (const page of source.log()) {
    for (const entry of page) {
      if (entry.seq !== expected) findings.add(gapBefore(entry, expected));
      expected = entry.seq + 1;
      takeEntry(entry, checks);
      await tree.take(entry);
    }
    await ledger.compare();
    read += page.length;
    pages += 1;
    if (pages % PROGRESS_EVERY === 0) options.onProgress?.(read);
  }
  await tree.end();
  await ledger.end();
  snapshots.end(checks.rebuilder);
  await exhibits.end(source, findings);
  const seen = { log: read, snapshots: snapshots.taken, ...tree.taken, ...ledger.taken };
  for (const [table, rows] of Object.entries(seen)) {
    const there = counts[table as keyof typeof counts];
    // Rows that no key leads to, such as two of one number.
    const stoppedEarly = rows < there && findings.faults.length > 0;
    if (there !== rows && !stoppedEarly)
      findings.add({
        area: 'log',
        message: `house.${table} has ${there} rows, but ${rows} can be read in order`,
      });
  }
}

const gapBefore = ({ seq, stream, position }: StoredEntry, expected: number) => ({
  area: 'log' as const,
  seq,
  stream,
  position,
  message:
    seq > expected
      ? `${seq === expected + 1 ? `entry ${expected} is` : `entries ${expected} to ${seq - 1} are`} missing before it`
      : `it comes where entry ${expected} belongs`,
});

function takeEntry(entry: StoredEntry, { findings, rebuilder, ledger, snapshots, exhibits }: Checks): void {
  const { seq, stream, position } = entry;
  const taken = rebuilder.take(entry);
  if (!taken.ok) {
    findings.add({ area: 'log', message: taken.why, seq, stream, position });
    ledger.stop();
  } else exhibits.take(entry);
  ledger.expect(entry, taken.ok ? taken.entries : []);
  snapshots.at(entry, rebuilder);
}
