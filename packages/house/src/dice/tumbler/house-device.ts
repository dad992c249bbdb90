import type { Dice } from '@boxperson/rules';
import type { HouseSession } from './house-session.js';
import type { TumblerLimits } from './limits.js';
import type { TumblerLog } from './log.js';
import { BUSY, type DeviceMessage, describeReport, isRollId, type Reported, sameReport } from './messages.js';

type Fault = Extract<Reported, { kind: 'fault' }>;

/**
 * What came of asking for a roll. After a fault, `again` says what may be asked next: `same-roll` when the device may
 * still have a result for this id (and will then give that one), `new-roll` when it has said that it never will, or is
 * not believed any more.
 */
export type RollOutcome = Exclude<Reported, Fault> | (Fault & { readonly again: 'same-roll' | 'new-roll' });

/** Makes an outcome durable. The device keeps its report until this is done. */
export type Recorder = (outcome: RollOutcome) => Promise<void>;

export const TUMBLER_STATES = ['offline', 'ready', 'rolling', 'troubled', 'stopped'] as const;
export type TumblerState = (typeof TUMBLER_STATES)[number];

export const TUMBLER_STATUSES = ['connected', 'disconnected', 'faulty', 'stopped', 'reinstated'] as const;
export interface TumblerStatus {
  readonly device: string;
  readonly status: (typeof TUMBLER_STATUSES)[number];
  readonly text: string;
}

export interface DeviceHost {
  readonly limits: TumblerLimits;
  readonly log: TumblerLog;
  tell(status: TumblerStatus): void;
}

/** What is known of a roll id. */
interface Known {
  asked: boolean;
  /** The first thing the device said of it. Anything else it says later is a lie. */
  reported: Reported | null;
  /** The device said so after it was asked. */
  answered: boolean;
  recorded: boolean;
  /** It was reported in two ways, and the device was stopped for it. */
  disputed: boolean;
}

interface Rolling {
  readonly roll: string;
  readonly record: Recorder;
  readonly outcome: Promise<RollOutcome>;
  resolve(outcome: RollOutcome): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout | null;
  delivering: boolean;
}

const ROLLS_KEPT = 1_000;
const UNKNOWN: Known = { asked: false, reported: null, answered: false, recorded: false, disputed: false };

const notYet = (code: string, text: string): RollOutcome => ({
  kind: 'fault',
  code,
  text,
  again: 'same-roll',
});
/** Whatever it says from now on, no roll is decided by it: the table goes on as after a fault. */
const notBelieved = (why: string): RollOutcome => ({
  kind: 'fault',
  code: 'stopped',
  text: why,
  again: 'new-roll',
});
const outcomeOf = (reported: Reported): RollOutcome =>
  reported.kind === 'fault' ? { ...reported, again: 'new-roll' } : reported;

/** A tumbler as the house knows it, connected or not. */
export class TumblerDevice {
  readonly id: string;
  readonly #host: DeviceHost;
  readonly #known = new Map<string, Known>();
  #session: HouseSession | null = null;
  #rolling: Rolling | null = null;
  #trouble: string | null = null;
  #stopped: string | null = null;
  readonly #watchers = new Set<() => void>();

  constructor(id: string, host: DeviceHost) {
    this.id = id;
    this.#host = host;
  }

  get state(): TumblerState {
    if (this.#stopped !== null) return 'stopped';
    if (this.#session === null) return 'offline';
    if (this.#trouble !== null) return 'troubled';
    return this.#rolling ? 'rolling' : 'ready';
  }
  /** Why it is not believed any more; null while it is. */
  get stopped(): string | null {
    return this.#stopped;
  }
  /** Why nothing can be asked of it just now; null while it can roll, or does. */
  get unable(): string | null {
    const unable = this.#unable();
    return unable?.kind === 'fault' ? unable.text : null;
  }
  get session(): HouseSession | null {
    return this.#session;
  }

  /**
   * Rolls the dice for an id, once however often it is asked, and answers when `record` has kept the outcome; only
   * then does the device learn that it may forget it. Rejects when `record` does: ask again with the same id.
   */
  async roll(roll: string, record: Recorder = async () => {}): Promise<RollOutcome> {
    if (!isRollId(roll)) throw new RangeError(`${JSON.stringify(roll)} cannot name a roll`);
    if (this.#rolling?.roll === roll) return this.#rolling.outcome;
    if (this.#rolling) return notYet(BUSY, `roll ${this.#rolling.roll} is not over`);
    const known = this.#known.get(roll);
    if (known?.reported && known.recorded) return outcomeOf(known.reported);
    if (known?.reported && known.answered) {
      const rolling = this.#begin(roll, record);
      void this.#deliver(rolling, known.reported);
      return rolling.outcome;
    }
    return this.#unable() ?? this.#ask(roll, record);
  }

  /** What is on record of a roll from before we were here: anything else that it says of that is a lie. */
  remember(roll: string, dice: Dice): void {
    const known = this.#recall(roll);
    known.asked = known.answered = known.recorded = true;
    const said = known.reported;
    known.reported = { kind: 'result', dice };
    // It may have been quicker than whoever reads the record.
    if (said) this.#take(roll, said, null);
  }

  /** Hears when `unable` may have changed. The answer takes the watcher off again. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Takes a stopped device back into service: for people who have looked at it. */
  reinstate(): void {
    this.#stopped = null;
    this.#log('warn', 'reinstated');
    this.#host.tell({ device: this.id, status: 'reinstated', text: 'reinstated' });
    this.#ring();
  }

  #unable(): RollOutcome | null {
    if (this.#stopped !== null) return notBelieved(this.#stopped);
    if (this.#session === null) return notYet('offline', 'the device is not connected');
    return this.#trouble === null ? null : notYet('trouble', this.#trouble);
  }

  #ask(roll: string, record: Recorder): Promise<RollOutcome> {
    const rolling = this.#begin(roll, record);
    this.#recall(roll).asked = true;
    rolling.timer = setTimeout(() => this.#timeOut(rolling), this.#host.limits.tumbleMs);
    this.#log('info', 'roll-asked', roll);
    this.#session?.send({ message: 'roll', roll });
    return rolling.outcome;
  }

  #begin(roll: string, record: Recorder): Rolling {
    const { promise, resolve, reject } = makePromise<RollOutcome>();
    this.#rolling = { roll, record, outcome: promise, resolve, reject, timer: null, delivering: false };
    return this.#rolling;
  }

  #recall(roll: string): Known {
    const known = this.#known.get(roll) ?? { ...UNKNOWN };
    // Put back last: the oldest are forgotten first.
    this.#known.delete(roll);
    this.#known.set(roll, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > ROLLS_KEPT) this.#known.delete(oldest as string);
    return known;
  }

  #timeOut(rolling: Rolling): void {
    const text = `no report within ${this.#host.limits.tumbleMs} ms`;
    this.#log('error', 'roll-timed-out', rolling.roll);
    this.#finish(rolling, notYet('timeout', text));
    this.#host.tell({ device: this.id, status: 'faulty', text: `roll ${rolling.roll}: ${text}` });
  }

  #finish(rolling: Rolling, outcome: RollOutcome): void {
    if (this.#rolling === rolling) this.#rolling = null;
    if (rolling.timer) clearTimeout(rolling.timer);
    rolling.resolve(outcome);
  }

  attach(session: HouseSession): void {
    this.#session = session;
    this.#trouble = null;
    this.#host.tell({ device: this.id, status: 'connected', text: 'connected' });
    const rolling = this.#rolling;
    if (rolling && !rolling.delivering) session.send({ message: 'roll', roll: rolling.roll });
    this.#ring();
  }

  detach(why: string): void {
    this.#session = null;
    this.#host.tell({ device: this.id, status: 'disconnected', text: why });
    this.#ring();
  }

  /** The house closes: what is not answered now can be asked again when it opens. */
  close(): void {
    const rolling = this.#rolling;
    if (rolling && !rolling.delivering) this.#finish(rolling, notYet('closed', 'the house is closing'));
    this.#session?.end('the house is closing');
  }

  receive(message: DeviceMessage): void {
    switch (message.message) {
      case 'pong':
        break;
      case 'tumbling':
        this.#log('info', 'tumbling', message.roll);
        break;
      case 'trouble':
        this.#troubled(`${message.code}: ${message.text}`);
        break;
      case 'report':
        this.#report(message.roll, message.reported);
        break;
    }
  }

  /** Out of service until it opens a new session. */
  #troubled(text: string): void {
    this.#trouble = text;
    this.#log('error', 'trouble', undefined, text);
    this.#host.tell({ device: this.id, status: 'faulty', text });
    this.#ring();
  }

  #report(roll: string, reported: Reported): void {
    const rolling = this.#rolling?.roll === roll ? this.#rolling : null;
    if (reported.kind === 'fault' && reported.code === BUSY) this.#busy(rolling, reported);
    else this.#take(roll, reported, rolling);
  }

  #take(roll: string, reported: Reported, rolling: Rolling | null): void {
    const known = this.#recall(roll);
    if (known.disputed) return this.#letGo(roll, reported);
    known.reported ??= reported;
    if (sameReport(known.reported, reported)) return this.#believe(roll, known, rolling);
    known.disputed = true;
    this.stop(`two different reports for roll ${roll}`);
  }

  /** People have looked at it: what it still says of that roll counts for nothing, and it may forget it. */
  #letGo(roll: string, reported: Reported): void {
    this.#log('warn', 'disputed', roll, describeReport(reported));
    this.#session?.send({ message: 'ack', roll });
  }

  #believe(roll: string, known: Known, rolling: Rolling | null): void {
    const reported = known.reported as Reported;
    known.answered ||= known.asked;
    if (rolling && !rolling.delivering) void this.#deliver(rolling, reported);
    else if (known.recorded) this.#session?.send({ message: 'ack', roll });
    // Not acknowledged: the device keeps it until the house asks for this roll, or for another.
    else if (!rolling) this.#log('warn', known.asked ? 'late' : 'unasked', roll, describeReport(reported));
  }

  #busy(rolling: Rolling | null, { text }: Fault): void {
    this.#log('warn', 'busy', rolling?.roll, text);
    if (rolling && !rolling.delivering) this.#finish(rolling, notYet(BUSY, text));
  }

  /** Never rejects: whoever asked for the roll hears of it. */
  async #deliver(rolling: Rolling, reported: Reported): Promise<void> {
    rolling.delivering = true;
    if (rolling.timer) clearTimeout(rolling.timer);
    const { roll } = rolling;
    const outcome = outcomeOf(reported);
    this.#log(reported.kind === 'fault' ? 'error' : 'info', 'reported', roll, describeReport(reported));
    try {
      await rolling.record(outcome);
    } catch (error) {
      this.#log('error', 'not-recorded', roll, String(error));
      this.#rolling = null;
      rolling.reject(error);
      return;
    }
    this.#recall(roll).recorded = true;
    this.#session?.send({ message: 'ack', roll });
    this.#finish(rolling, outcome);
    if (reported.kind !== 'fault') return;
    this.#host.tell({ device: this.id, status: 'faulty', text: `roll ${roll}: ${describeReport(reported)}` });
  }

  /** A device that contradicts itself is not believed again until people say so. */
  stop(why: string): void {
    this.#stopped = why;
    this.#log('error', 'stopped', undefined, why);
    const rolling = this.#rolling;
    if (rolling && !rolling.delivering) this.#finish(rolling, notBelieved(why));
    this.#session?.end(why);
    this.#host.tell({ device: this.id, status: 'stopped', text: why });
    this.#ring();
  }

  #ring(): void {
    for (const watcher of this.#watchers) watcher();
  }

  #log(level: 'info' | 'warn' | 'error', event: string, roll?: string, text?: string): void {
    const about = { ...(roll === undefined ? {} : { roll }), ...(text === undefined ? {} : { text }) };
    this.#host.log({ level, event, device: this.id, ...about });
  }
}

function makePromise<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
