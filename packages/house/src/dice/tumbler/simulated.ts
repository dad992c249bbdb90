import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { drawDice } from '../random.js';
import { DeviceSession } from './device-session.js';
import { LIMITS, type TumblerLimits } from './limits.js';
import { silent, type TumblerLog, type TumblerLogEntry } from './log.js';
import { type LastRoll, type TumblerMemory, volatileMemory } from './memory.js';
import {
  BUSY,
  describeReport,
  type HouseMessage,
  isDeviceId,
  KEY_BYTES_MIN,
  type Reported,
} from './messages.js';

export interface SimulatedTumblerOptions {
  readonly port: number;
  readonly host?: string;
  readonly id: string;
  readonly key: Uint8Array;
  readonly memory?: TumblerMemory;
  /** What a tumble ends in; by default a fair throw. */
  readonly tumble?: () => Reported;
  /** How long the dice tumble. */
  readonly delayMs?: number;
  /** The first pause before it connects again, and the longest. */
  readonly backOffMs?: readonly [least: number, most: number];
  readonly log?: TumblerLog;
  readonly limits?: Partial<TumblerLimits>;
}

/** How often a simulated device fails, as a share of its rolls. */
export interface Mishaps {
  readonly cocked: number;
  readonly fault: number;
}

const INTERRUPTED: Reported = { kind: 'fault', code: 'interrupted', text: 'the power went while tumbling' };
const JAMMED: Reported = { kind: 'fault', code: 'jam', text: 'the dice did not come to rest' };

const CHANCE_STEPS = 2 ** 40;
const chance = (): number => randomInt(CHANCE_STEPS) / CHANCE_STEPS;

/** Fair throws, some of them cocked and some that fail. */
export const tumbleWith = ({ cocked, fault }: Mishaps, draw: () => number = chance): (() => Reported) => {
  if (!(cocked >= 0 && fault >= 0 && cocked + fault <= 1))
    throw new RangeError('chances are between 0 and 1');
  return () => {
    const drawn = draw();
    if (drawn < fault) return JAMMED;
    return drawn < fault + cocked ? { kind: 'cocked' } : { kind: 'result', dice: drawDice() };
  };
};

/** A device made of nothing: it keeps to docs/tumbler.md as one with real dice would. */
export class SimulatedTumbler {
  readonly #options: SimulatedTumblerOptions;
  readonly #limits: TumblerLimits;
  readonly #memory: TumblerMemory;
  readonly #log: TumblerLog;
  readonly #backOff: readonly [least: number, most: number];
  #last: LastRoll | null;
  #session: DeviceSession | null = null;
  #isOpen = false;
  #isRunning = false;
  #failures = 0;
  #connectTimer: NodeJS.Timeout | null = null;
  #tumbleTimer: NodeJS.Timeout | null = null;
  #repeatTimer: NodeJS.Timeout | null = null;

  constructor(options: SimulatedTumblerOptions) {
    if (!isDeviceId(options.id)) throw new RangeError(`${JSON.stringify(options.id)} cannot name a device`);
    if (options.key.length < KEY_BYTES_MIN) throw new RangeError(`a key has ${KEY_BYTES_MIN} bytes or more`);
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#memory = options.memory ?? volatileMemory();
    this.#log = options.log ?? silent;
    this.#backOff = options.backOffMs ?? [250, 10_000];
    this.#last = this.#memory.load();
  }

  get isConnected(): boolean {
    return this.#isOpen;
  }

  /** Connects, and connects again whenever the connection is lost. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    // The dice may have come to rest with nobody looking: this roll is spent, and is not rolled again.
    if (this.#last?.reported === null) {
      this.#last = { ...this.#last, reported: INTERRUPTED };
      this.#memory.save(this.#last);
    }
    this.#connect();
  }

  stop(): void {
    this.#isRunning = false;
    for (const timer of [this.#connectTimer, this.#tumbleTimer, this.#repeatTimer]) {
      if (timer) clearTimeout(timer);
    }
    this.#session?.end('switched off');
  }

  #connect(): void {
    const { host = '127.0.0.1', port, id, key } = this.#options;
    this.#session = new DeviceSession(connect({ host, port }), {
      id,
      key,
      limits: this.#limits,
      opened: () => this.#opened(),
      received: (message) => this.#received(message),
      ended: (why) => this.#ended(why),
    });
  }

  #opened(): void {
    this.#isOpen = true;
    this.#failures = 0;
    this.#tell('info', 'connected');
    if (this.#last?.acknowledged === false) this.#repeat();
  }

  #ended(why: string): void {
    this.#session = null;
    this.#isOpen = false;
    this.#tell('warn', 'disconnected', { text: why });
    if (!this.#isRunning) return;
    this.#connectTimer = setTimeout(() => this.#connect(), this.#pause());
    this.#failures += 1;
  }

  /** Twice as long after each failure, and never quite as long as another device would wait. */
  #pause(): number {
    const [least, most] = this.#backOff;
    return Math.min(most, least * 2 ** Math.min(this.#failures, 20)) * (0.5 + chance() / 2);
  }

  #received(message: HouseMessage): void {
    if (message.message === 'roll') this.#roll(message.roll);
    else if (message.message === 'ack') this.#acknowledge(message.roll);
  }

  /** Never twice for one id: what is known of it is said again. */
  #roll(roll: string): void {
    if (this.#last?.roll === roll) this.#repeat();
    else if (this.#last?.reported === null) this.#refuse(roll, this.#last.roll);
    else this.#tumble(roll);
  }

  #refuse(roll: string, tumbling: string): void {
    const reported: Reported = { kind: 'fault', code: BUSY, text: `tumbling for ${tumbling}`.slice(0, 50) };
    this.#session?.send({ message: 'report', roll, reported });
  }

  /** The roll is on record before the dice move, and its report before anybody hears of it. */
  #tumble(roll: string): void {
    if (!this.#keep({ roll, reported: null, acknowledged: false })) return;
    this.#tell('info', 'tumbling', { roll });
    this.#session?.send({ message: 'tumbling', roll });
    this.#tumbleTimer = setTimeout(() => {
      const reported = (this.#options.tumble ?? tumbleWith({ cocked: 0, fault: 0 }))();
      if (!this.#keep({ roll, reported, acknowledged: false })) return;
      this.#tell('info', 'rolled', { roll, text: describeReport(reported) });
      this.#repeat();
    }, this.#options.delayMs ?? 1_000);
  }

  #acknowledge(roll: string): void {
    if (this.#last?.roll !== roll || this.#last.reported === null || this.#last.acknowledged) return;
    this.#keep({ ...this.#last, acknowledged: true });
    this.#tell('info', 'acknowledged', { roll });
  }

  /** Says how the last roll ended, again and again until it is acknowledged. */
  #repeat(): void {
    if (!this.#last || !this.#isOpen) return;
    if (this.#repeatTimer) clearTimeout(this.#repeatTimer);
    const { roll, reported } = this.#last;
    if (reported === null) {
      this.#session?.send({ message: 'tumbling', roll });
      return;
    }
    this.#session?.send({ message: 'report', roll, reported });
    this.#repeatTimer = setTimeout(() => {
      if (this.#last?.acknowledged === false) this.#repeat();
    }, this.#limits.repeatMs);
  }

  /** Without a memory that works it must not roll: it could not keep its word. */
  #keep(last: LastRoll): boolean {
    try {
      this.#memory.save(last);
    } catch (error) {
      this.#tell('error', 'memory-failed', { text: String(error) });
      this.#session?.send({ message: 'trouble', code: 'memory', text: 'the last roll cannot be stored' });
      return false;
    }
    this.#last = last;
    return true;
  }

  #tell(level: TumblerLogEntry['level'], event: string, about: Partial<TumblerLogEntry> = {}): void {
    this.#log({ level, event, device: this.#options.id, ...about });
  }
}
