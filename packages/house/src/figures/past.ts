import { setImmediate } from 'node:timers/promises';
import type { LogLine } from '@boxperson/offices';
import type { Store, StoredEntry } from '../store/store.js';
import type { Beginning, Period } from './fold.js';
import { type Earlier, eventsBehind, type FloorReport, makeReport } from './report.js';

const READ_AT_ONCE = 250;
/** Of these nothing is asked. */
const SKIPPED = /^(audit|proposals|alerts|bots|dice\/)/;
/** A month, a week, a day and a shift, as somebody looks at them in turn. */
const KEPT_MOST = 4;

/** An entry as a report reads it: what it says is looked at only if somebody asks. */
class Line implements LogLine {
  readonly seq: number;
  readonly stream: string;
  readonly position: number;
  readonly at: number;
  readonly #body: string;

  constructor({ seq, stream, position, at, body }: StoredEntry) {
    this.seq = seq;
    this.stream = stream;
    this.position = position;
    this.at = at;
    this.#body = body;
  }

  get event(): unknown {
    return JSON.parse(this.#body);
  }
}

/** The log after an entry of it, as reports and registers read it. */
export async function* logLines(store: Pick<Store, 'readLog'>, after = 0): AsyncGenerator<LogLine> {
  for (let last = after; ; ) {
    const entries = await store.readLog(last, READ_AT_ONCE);
    for (const entry of entries) {
      last = entry.seq;
      if (!SKIPPED.test(entry.stream)) yield new Line(entry);
    }
    if (entries.length < READ_AT_ONCE) return;
    // Whoever plays meanwhile does not wait for it.
    await setImmediate();
  }
}

/**
 * The log as reports read it. What it came to before the periods that were asked for last is remembered, while the house
 * runs: a log only grows, so a report of the same period or a later one goes on from there and says the same.
 */
export class Past {
  readonly #store: Pick<Store, 'readLog'>;
  /** The one that was of use last stands last. */
  #known: Beginning[] = [];

  constructor(store: Pick<Store, 'readLog'>) {
    this.#store = store;
  }

  report(period: Period): Promise<FloorReport> {
    return this.#goOn(period, (log, earlier) => makeReport(period, log, earlier));
  }

  behind(period: Period, figure: string): ReturnType<typeof eventsBehind> {
    return this.#goOn(period, (log, earlier) => eventsBehind(period, figure, log, earlier));
  }

  #goOn<T>(period: Period, read: (log: AsyncIterable<LogLine>, earlier: Earlier) => T): T {
    const past = this.#before(period);
    return read(logLines(this.#store, past?.last.seq), { past, keep: (beginning) => this.#keep(beginning) });
  }

  /** The latest that is known from before a period; null when the log has to be read from its beginning. */
  #before({ from }: Period): Beginning | null {
    const found = this.#known
      .filter((one) => one.from <= from)
      .reduce<Beginning | null>((best, one) => (best && best.from > one.from ? best : one), null);
    if (found) this.#keep(found);
    return found;
  }

  #keep(beginning: Beginning | null): void {
    if (!beginning) return;
    const others = this.#known.filter(({ from }) => from !== beginning.from);
    this.#known = [...others, beginning].slice(-KEPT_MOST);
  }
}
