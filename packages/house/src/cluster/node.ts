import { randomBytes } from 'node:crypto';
import type { Bus } from './bus.js';
import { Hearing } from './hearing.js';
import type { Keeping } from './numbering.js';
import type { Registry } from './registry.js';
import { isApart, type LiveNode, type NodeState, planFor, type Unit } from './rendezvous.js';
import { unitOf } from './units.js';

/** Hears what this node keeps from now on, and what it must let go of. */
export interface UnitListener {
  /** It is ours: nobody else can write to it any more. */
  gained(unit: string): void;
  /** It is not ours, or we cannot be sure: what was decided and is not on record is forgotten. */
  lost(unit: string): void;
  /** It shall be another's: resolves once nothing is under way. */
  letGo(unit: string): Promise<void>;
}

export interface NodeOptions {
  readonly run: string;
  readonly registry: Registry;
  readonly bus: Bus;
  /** The last place of the log that this node has heard of. */
  readonly seq: () => number;
  readonly onError?: (error: unknown) => void;
}

const BEATS_IN_LEASE = 6;
/** Who cannot renew stops this long before others may take over. */
const MARGIN = 1 / 4;
const LOOK_EVERY_MS = 50;
/** While it is still being found out whose it is, for so long nobody is told that it is nobody's. */
const PAUSE_MS = 25;

export const makeRun = (name: string): string => `${name}-${randomBytes(5).toString('hex')}`;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * This process as a node of its cluster: keeps its lease, learns what it owns, takes what the dead have left and gives
 * away what others should have. It decides nothing about safety: the fence in every append does.
 */
export class ClusterNode implements Keeping {
  readonly run: string;
  readonly #options: NodeOptions;
  readonly #epochs = new Map<string, number>();
  #units: ReadonlyMap<string, Unit> = new Map();
  #nodes: readonly LiveNode[] = [];
  readonly #listeners = new Set<UnitListener>();
  /** Being given away: ours by the database, and no more by us. */
  readonly #leaving = new Set<string>();
  readonly hearing: Hearing;
  #validUntil = 0;
  #state: NodeState = 'joining';
  #onDrained: () => void = () => {};
  #beating: Promise<void> | null = null;
  #again = false;
  #timer: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #closed = false;
  /** Has the house opened? */
  #isReady = false;

  constructor(options: NodeOptions) {
    this.run = options.run;
    this.#options = options;
    this.hearing = new Hearing(options.bus);
    options.bus.listen((_from, message) => {
      if ((message as { t?: unknown }).t === 'moved') void this.beat();
    });
  }

  /** Registers, and keeps its lease from now on. A name whose last bearer was killed is free when its lease is over. */
  async open(): Promise<void> {
    const { registry } = this.#options;
    for (const until = performance.now() + registry.leaseMs + 1_000; ; ) {
      try {
        await registry.register();
        break;
      } catch (error) {
        if (performance.now() > until) throw error;
        await pause(200);
      }
    }
    await this.beat();
    this.#watch = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#next();
  }

  listen(listener: UnitListener): void {
    this.#listeners.add(listener);
  }

  /** What runs at this node failed with nobody to catch it. */
  failed(error: unknown): void {
    this.#options.onError?.(error);
  }

  /** Does it believe that it may answer for what it keeps? */
  get isSure(): boolean {
    return !this.#closed && performance.now() < this.#validUntil;
  }

  get state(): NodeState {
    return this.#state;
  }

  get nodes(): readonly LiveNode[] {
    return this.#nodes;
  }

  #others(): readonly LiveNode[] {
    return this.#nodes.filter(({ run, state }) => run !== this.run && state === 'up');
  }

  /** Are all others heard? */
  get hearsAll(): boolean {
    return this.#others().every(({ run }) => this.hearing.hears(run));
  }

  /** Cut off from the others, who hear each other. */
  get isApart(): boolean {
    return isApart(this.run, this.#nodes);
  }

  /** What this node keeps. */
  kept(): readonly string[] {
    return [...this.#epochs.keys()];
  }

  epochOf(unit: string): number | null {
    return this.#epochs.get(unit) ?? null;
  }

  owns(stream: string): boolean {
    const unit = unitOf(stream);
    return this.isSure && this.#epochs.has(unit) && !this.#leaving.has(unit);
  }

  /** The run of whoever keeps a stream, as far as it is known; null while nobody does. */
  ownerOf(stream: string): string | null {
    if (this.owns(stream)) return this.run;
    const owner = this.#units.get(unitOf(stream))?.owner ?? null;
    return owner !== this.run && this.#nodes.some(({ run }) => run === owner) ? owner : null;
  }

  /** Asks for units to be there, and resolves once each of them has somebody. */
  async need(units: readonly string[]): Promise<void> {
    if (units.every((unit) => this.ownerOf(unit) !== null)) return;
    await this.#options.registry.need(units);
    this.#options.bus.send(null, { t: 'moved' });
    while (!this.#closed) {
      await this.beat();
      if (units.every((unit) => this.ownerOf(unit) !== null)) return;
      await pause(PAUSE_MS);
    }
  }

  #next(): void {
    if (this.#closed) return;
    const every = this.#options.registry.leaseMs / BEATS_IN_LEASE;
    this.#timer = setTimeout(() => void this.beat().finally(() => this.#next()), every);
  }

  /** Renews the lease, learns how things stand, and does what follows. One at a time; asked meanwhile, once more. */
  beat(): Promise<void> {
    if (this.#beating) {
      this.#again = true;
      return this.#beating;
    }
    this.#beating = this.#beatAll()
      .catch((error: unknown) => this.#options.onError?.(error))
      .finally(() => {
        this.#beating = null;
      });
    return this.#beating;
  }

  async #beatAll(): Promise<void> {
    do {
      this.#again = false;
      await this.#beatOnce();
    } while (this.#again && !this.#closed);
  }

  async #beatOnce(): Promise<void> {
    if (this.#closed) return;
    const { registry } = this.#options;
    const asked = performance.now();
    const hears = 1 + this.#others().filter(({ run }) => this.hearing.hears(run)).length;
    const state = await registry.renew(this.#options.seq(), hears);
    if (state === null) return this.#forgotten();
    this.#state = state;
    const { nodes, units } = await registry.read();
    this.#nodes = nodes.filter(({ alive }) => alive);
    this.hearing.forgetAllBut(this.#nodes.map(({ run }) => run));
    // Whoever saw it unsure in between let go: it is taken up anew, and not as if nothing had been.
    this.#look();
    // Counted from before the question: the database cannot have begun earlier.
    this.#validUntil = asked + registry.leaseMs * (1 - MARGIN);
    this.#take(units);
    await this.#follow(units);
    this.#tellDrained();
  }

  /** Somebody has struck this run off: it begins anew, owning nothing. */
  async #forgotten(): Promise<void> {
    const { registry } = this.#options;
    this.#validUntil = 0;
    this.#look();
    await registry.register();
    // Its house is open, and nobody opens it again: as long as it only joins it is given nothing.
    if (this.#isReady) await registry.say('up');
    this.#again = true;
  }

  async #follow(units: readonly Unit[]): Promise<void> {
    const plan = planFor(this.run, this.#nodes, units);
    if (plan.claim.length > 0) {
      const claimed = await this.#options.registry.claim(plan.claim);
      for (const unit of claimed) this.#units = new Map(this.#units).set(unit.unit, unit);
      for (const { unit, epoch } of claimed) this.#gain(unit, epoch);
      if (claimed.length > 0) this.#options.bus.send(null, { t: 'moved' });
    }
    for (const { unit, to } of plan.handOver) this.#giveTo(unit, to);
  }

  /** How the database has it: what is ours in another epoch was another's meanwhile. */
  #take(units: readonly Unit[]): void {
    this.#units = new Map(units.map((unit) => [unit.unit, unit]));
    for (const [unit, epoch] of this.#epochs) {
      const now = this.#units.get(unit);
      if (now?.owner !== this.run || now.epoch !== epoch) this.#lose(unit);
    }
    for (const { unit, owner, epoch } of units)
      if (owner === this.run && !this.#epochs.has(unit)) this.#gain(unit, epoch);
  }

  #gain(unit: string, epoch: number): void {
    this.#epochs.set(unit, epoch);
    for (const listener of this.#listeners) listener.gained(unit);
  }

  #lose(unit: string): void {
    this.#epochs.delete(unit);
    this.#leaving.delete(unit);
    for (const listener of this.#listeners) listener.lost(unit);
  }

  /** Not waited for: the lease goes on being kept meanwhile. */
  #giveTo(unit: string, to: string): void {
    if (this.#leaving.has(unit)) return;
    this.#leaving.add(unit);
    void this.#letGo(unit, to)
      .catch((error: unknown) => {
        this.#options.onError?.(error);
        return false;
      })
      .then((isGiven) => {
        this.#leaving.delete(unit);
        // Still ours, perhaps: whoever let go of it takes it up again.
        if (!isGiven && this.#epochs.has(unit)) for (const listener of this.#listeners) listener.gained(unit);
      });
  }

  /** Answers whether somebody was there to take it. */
  async #letGo(unit: string, to: string): Promise<boolean> {
    for (const listener of this.#listeners) await listener.letGo(unit);
    if (!(await this.#options.registry.handOver(unit, to))) return false;
    await this.beat();
    this.#options.bus.send(null, { t: 'moved' });
    return true;
  }

  /** Something was refused because another keeps it: how do things stand? */
  doubt(): void {
    void this.beat();
  }

  /** A node that cannot renew lets go by itself before others may take over. */
  #look(): void {
    if (this.isSure || this.#epochs.size === 0) return;
    for (const unit of [...this.#epochs.keys()]) this.#lose(unit);
  }

  /** The house is open: from now on others may give it something. */
  async ready(): Promise<void> {
    this.#isReady = true;
    await this.#options.registry.say('up');
    await this.beat();
    this.#options.bus.send(null, { t: 'moved' });
  }

  /** Hears once nothing is left of what it kept, after somebody asked for that. */
  onDrained(listener: () => void): void {
    this.#onDrained = listener;
  }

  #tellDrained(): void {
    const isAlone = this.#others().length === 0;
    if (this.#state !== 'draining' || (this.#epochs.size > 0 && !isAlone)) return;
    const listener = this.#onDrained;
    this.#onDrained = () => {};
    listener();
  }

  /** Gives away all it keeps; resolves when nothing is left, or nobody is there to take it. */
  async drain(withinMs = 15_000): Promise<void> {
    await this.#options.registry.say('draining');
    for (const until = performance.now() + withinMs; performance.now() < until; ) {
      await this.beat();
      const isAlone = this.#others().length === 0;
      if (this.#epochs.size === 0 || isAlone) return;
      await pause(PAUSE_MS);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#watch) clearInterval(this.#watch);
    this.hearing.close();
    await this.#beating;
    await this.#options.registry.leave();
    this.#options.bus.send(null, { t: 'moved' });
  }
}
