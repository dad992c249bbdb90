import { isDeepStrictEqual } from 'node:util';
import {
  type AnyOffice,
  OFFICES,
  type OfficeDue,
  officeOf,
  parted,
  streamOf,
  type Turn,
} from '@boxperson/offices';
import type { Clock, Timer } from '../clock.js';
import type { Bytes } from '../random.js';
import type { Store } from '../store/store.js';
import { saysElsewhere } from '../stream/host.js';
import { type FetchFacts, type Keeper, OfficeHost, Turns } from './office-host.js';

export interface OfficesOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Left out: the operating system's. */
  readonly bytes?: Bytes | undefined;
  readonly fetch: FetchFacts;
  /** What the house does outside the log because of an office's events, by the office's name. */
  readonly keepers?: Readonly<Record<string, Keeper>>;
  /** Hears when books stop, or go on again. */
  readonly onStanding?: () => void;
  readonly onError?: (error: unknown, stream: string) => void;
  /** Hears once of something that is due and refused. */
  readonly onAlarm?: (text: string) => void;
  /** Books have been read, and nothing has been done with them yet. */
  readonly onLoaded?: (host: OfficeHost) => void;
  /** Books are open: whoever asked for them waits for what follows from that. */
  readonly onOpened?: (host: OfficeHost) => Promise<void>;
  /** Left out: every office there is. */
  readonly offices?: readonly AnyOffice[];
}

/** Timers are capped by the platform; a longer wait is looked at again on the way. */
const WAIT_MAX = 2 ** 31 - 1;

/** When something is due, and where. */
interface Due {
  readonly at: number;
  readonly host: OfficeHost;
  readonly due: OfficeDue;
}

/** What could not be done when it was due: tried again after a pause, while all else goes on. */
interface Aside {
  readonly due: OfficeDue;
  /** By elapsed time. */
  readonly until: number;
  /** How often it was refused. */
  readonly refusals: number;
}

/** The offices of a running house: a writer for each stream, and one clock for all that is due. */
export class Offices {
  readonly #options: OfficesOptions;
  readonly #hosts = new Map<string, OfficeHost>();
  readonly #turns = new Map<string, Turns>();
  readonly #loading = new Map<string, Promise<OfficeHost>>();
  /** How many are about to begin a matter, by its stream. */
  readonly #holding = new Map<string, number>();
  #timer: Timer | null = null;
  /** What the timer is set for; null when it is set for nothing that is due. */
  #armed: Due | null = null;
  readonly #aside = new WeakMap<OfficeHost, Aside>();
  #closed = false;

  private constructor(options: OfficesOptions) {
    this.#options = options;
  }

  /** Opens the books of every office that has one stream; those of single matters when they are asked for. */
  static async open(options: OfficesOptions): Promise<Offices> {
    const offices = new Offices(options);
    const all = (options.offices ?? OFFICES).filter(({ streams }) => streams === 'one');
    try {
      await Promise.all(all.map((one) => offices.open(streamOf(one))));
    } catch (error) {
      offices.close();
      throw error;
    }
    return offices;
  }

  /** The books of a stream that are open; null when there are none. */
  host(stream: string): OfficeHost | null {
    return this.#hosts.get(stream) ?? null;
  }

  hosts(): readonly OfficeHost[] {
    return [...this.#hosts.values()];
  }

  /** Opens the books of a stream, those of a new matter included. `last`: the last place in use, if it is known. */
  open(stream: string, last?: number): Promise<OfficeHost> {
    const known = this.#hosts.get(stream);
    if (known) return Promise.resolve(known);
    const loading = this.#loading.get(stream) ?? this.#load(stream, last);
    this.#loading.set(stream, loading);
    return loading.finally(() => this.#loading.delete(stream));
  }

  /** The books of a stream in which there is something, or that another node keeps; a matter that is none has none. */
  begun(stream: string): OfficeHost | null {
    const host = this.host(stream);
    return host?.office.begins && host.n === 0 && !host.isElsewhere ? null : host;
  }

  /** While somebody is about to begin a matter its books stay; of one of which nothing came, nothing stays. */
  async hold<T>(stream: string, act: () => Promise<T>): Promise<T> {
    this.#holding.set(stream, (this.#holding.get(stream) ?? 0) + 1);
    try {
      return await act();
    } finally {
      this.#leave(stream);
    }
  }

  #leave(stream: string): void {
    const others = (this.#holding.get(stream) ?? 1) - 1;
    if (others > 0) this.#holding.set(stream, others);
    else {
      this.#holding.delete(stream);
      this.#forget(stream);
    }
  }

  /** A matter of which nothing came: its books are opened again when somebody begins it. */
  #forget(stream: string): void {
    const host = this.#hosts.get(stream);
    if (!host?.office.begins || host.n > 0) return;
    host.retire();
    this.#hosts.delete(stream);
  }

  /** Books that are kept elsewhere, beside a table. */
  add(host: OfficeHost): void {
    this.#hosts.set(host.stream, host);
    if (!host.office.due) return;
    host.listen(() => this.#consider(host));
    this.#consider(host);
  }

  async #load(stream: string, last: number | undefined): Promise<OfficeHost> {
    const { store, clock, bytes, fetch, keepers, offices = OFFICES } = this.#options;
    const office = offices.find(({ name }) => name === parted(stream)[0]) ?? officeOf(stream);
    if (!office || office.accompanies) throw new Error(`no office keeps ${stream} by itself`);
    const keeper = keepers?.[office.name];
    const turnsOf = (turn: Turn) => this.#turnsOf(turn === 'office' ? office.name : turn);
    const host = await OfficeHost.load(office, stream, { store, clock, bytes, fetch, keeper, turnsOf }, last);
    this.#options.onLoaded?.(host);
    this.#hosts.set(stream, host);
    // Read while the others were closed already.
    if (this.#closed) host.retire();
    host.watch(() => this.#options.onStanding?.());
    await keeper?.opened?.(host);
    if (office.due) host.listen(() => this.#consider(host));
    if (office.due) this.#consider(host);
    await this.#options.onOpened?.(host);
    return host;
  }

  #turnsOf(name: string): Turns {
    const turns = this.#turns.get(name) ?? new Turns();
    this.#turns.set(name, turns);
    return turns;
  }

  /** Something has changed in one of the books: the others are looked at only if it is now the first. */
  #consider(host: OfficeHost): void {
    const due = this.#dueAt(host);
    const isFirst =
      this.#armed === null || this.#armed.host === host || (due !== null && due.at < this.#armed.at);
    if (isFirst && (due || this.#armed)) this.#arm();
  }

  /** What is due first, of all that is open. */
  #next(): Due | null {
    let first: Due | null = null;
    for (const host of this.#hosts.values()) {
      const next = this.#dueAt(host);
      if (next && (first === null || next.at < first.at)) first = next;
    }
    return first;
  }

  #dueAt(host: OfficeHost): Due | null {
    const due = host.isElsewhere ? null : host.due();
    if (!due) return null;
    const aside = this.#asideOf(host, due);
    const { clock } = this.#options;
    const at = aside ? Math.max(due.at, clock.now() + aside.until - clock.elapsed()) : due.at;
    return { at, host, due };
  }

  /** Only as long as the same is due there. */
  #asideOf(host: OfficeHost, due: OfficeDue): Aside | null {
    const aside = this.#aside.get(host);
    return aside && isDeepStrictEqual(aside.due, due) ? aside : null;
  }

  #arm(): void {
    this.#disarm();
    const next = this.#closed ? null : this.#next();
    if (!next) return;
    this.#armed = next;
    const wait = Math.max(0, Math.min(next.at - this.#options.clock.now(), WAIT_MAX));
    this.#runIn(wait);
  }

  #runIn(ms: number): void {
    const run = () => void this.#run().catch((error) => this.#fail(error));
    this.#timer = this.#options.clock.setTimeout(run, ms);
  }

  #disarm(): void {
    if (this.#timer) this.#options.clock.clearTimeout(this.#timer);
    this.#timer = null;
    this.#armed = null;
  }

  async #run(): Promise<void> {
    if (this.#closed) return;
    const next = this.#next();
    if (next && next.at <= this.#options.clock.now()) await this.#act(next);
    this.#arm();
  }

  async #act({ host, due }: Due): Promise<void> {
    try {
      const done = await host.submit({ do: due.do, body: due.body, by: null });
      if (done.ok || !this.#isStillDue(host, due)) this.#aside.delete(host);
      else this.#refuse(host, due, done.refused.message);
    } catch (error) {
      // Whoever keeps them now sees to it.
      if (saysElsewhere(error)) return;
      this.#options.onError?.(error, host.stream);
      const refusals = this.#asideOf(host, due)?.refusals ?? 0;
      this.#aside.set(host, { due, refusals, until: this.#options.clock.elapsed() + RETRY_MS });
    }
  }

  /** It may be refused for ever: told once, and tried again after longer and longer. */
  #refuse(host: OfficeHost, due: OfficeDue, why: string): void {
    const refusals = this.#asideOf(host, due)?.refusals ?? 0;
    const pause = Math.min(RETRY_MS * 2 ** refusals, PAUSE_MOST_MS);
    const until = this.#options.clock.elapsed() + pause;
    this.#aside.set(host, { due, refusals: refusals + 1, until });
    if (refusals > 0) return;
    const text = `${host.stream}: ${due.do} was due: ${why}`;
    this.#options.onError?.(new Error(text), host.stream);
    this.#options.onAlarm?.(`${text} It is tried again, and all else goes on.`);
  }

  /** Somebody may have seen to it before its turn came, or the clock may have been set back. */
  #isStillDue(host: OfficeHost, was: OfficeDue): boolean {
    const due = host.due();
    return due !== null && due.at <= this.#options.clock.now() && isDeepStrictEqual(due, was);
  }

  /** What cannot be done now is not tried again at once, nor given up. */
  #fail(error: unknown): void {
    this.#options.onError?.(error, 'offices');
    if (this.#closed) return;
    this.#disarm();
    this.#runIn(RETRY_MS);
  }

  close(): void {
    this.#closed = true;
    this.#disarm();
    for (const host of this.#hosts.values()) host.retire();
  }
}

const RETRY_MS = 5_000;
const PAUSE_MOST_MS = 600_000;
