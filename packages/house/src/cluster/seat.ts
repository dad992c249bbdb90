import type { Person } from '@boxperson/offices';
import type { Call } from '../office/admission.js';
import type { Done } from '../office/once.js';
import type { Revoked } from '../people/sessions.js';
import { insideOf } from '../store/sql-store.js';
import { type LogEntry, type Store, type StoredEntry, StoreError } from '../store/types.js';
import { type Forwarded, StreamStopped, type Submitted, saysElsewhere } from '../stream/host.js';
import type { Bus } from './bus.js';
import type { LogFollower } from './follower.js';
import type { ClusterNode, UnitListener } from './node.js';
import { AskElsewhere, NoAnswer, Questions } from './questions.js';
import { unitOf } from './units.js';

/** What a house is to the cluster. */
export interface Housed extends UnitListener {
  hear(entries: readonly StoredEntry[]): void;
  /** A call from another node, for what is kept here. */
  call(person: Person, call: Call): Promise<Done>;
  /** What another node's house wants of a stream that is kept here. */
  submitTo(stream: string, what: Forwarded): Promise<Submitted<unknown>>;
  /** What this node's own house wants of a stream that it keeps after all. */
  submitHere(stream: string, what: Forwarded): Promise<Submitted<unknown>>;
  /** Resolves once what is told here of a stream has come so far, or soon after. */
  heardUpTo(stream: string, n: number): Promise<void>;
  /** Who follows which table at this node, and at another. */
  following(): readonly string[];
  heardOf(keys: readonly string[]): void;
}

type Wanted =
  | { readonly do: 'call'; readonly person: Person; readonly call: Call }
  | { readonly do: 'submit'; readonly stream: string; readonly what: Forwarded };

interface EventsTold {
  readonly t: 'events';
  readonly seqs: readonly number[];
  readonly events: readonly LogEntry[];
}

/** Longer than it takes until a stream has another owner, and until a busy one has made a secret. */
const PATIENCE_MS = 20_000;
/** Without a bus nobody can be asked: whoever wants something of another node's is told so soon. */
const WITHOUT_BUS_MS = 3_000;
const AGAIN_MS = 60;
/** The oldest that anything here can be: with the bus, and without it. */
const POLL_MS = { up: 1_000, split: 150, down: 150 } as const;
export type Reach = keyof typeof POLL_MS;
const PRESENCE_MS = 2_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** It may be done by somebody else, or later; its id sees to it that it is done once. */
const mayTryAgain = (error: unknown): boolean =>
  saysElsewhere(error) ||
  error instanceof AskElsewhere ||
  error instanceof NoAnswer ||
  error instanceof StreamStopped ||
  (error instanceof StoreError && error.fault.kind === 'unavailable');

/** It was certainly not done. */
const wasNotDone = (error: unknown): boolean => saysElsewhere(error) || error instanceof AskElsewhere;

export interface SeatOptions {
  readonly store: Store;
  readonly node: ClusterNode;
  readonly bus: Bus;
  readonly follower: LogFollower;
  readonly patienceMs?: number;
}

/** A house's place in a cluster: what it keeps, what others keep, and the way there and back. */
export class Seat {
  readonly node: ClusterNode;
  readonly bus: Bus;
  readonly follower: LogFollower;
  readonly #options: SeatOptions;
  readonly #questions: Questions;
  readonly #revoked = new Set<(revoked: Revoked) => void>();
  /** What is being asked for after a refusal. */
  readonly #doubted = new Set<string>();
  #house: Housed | null = null;
  #poll: NodeJS.Timeout | null = null;
  #presence: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: SeatOptions) {
    const { node, bus, follower, store } = options;
    this.#options = options;
    this.node = node;
    this.bus = bus;
    this.follower = follower;
    this.#questions = new Questions(bus, (what) => this.#answer(what as Wanted));
    // Told once they are durable, never before.
    insideOf(store).listeners.add((events, seqs) => {
      bus.send(null, { t: 'events', seqs, events } satisfies EventsTold);
      follower.hear(events, seqs);
    });
    bus.listen((_from, message) => this.#hear(message));
    follower.listen((entries) => this.#house?.hear(entries));
    this.#pollSoon();
  }

  /** The house is there: it learns what it keeps, and of all that is committed anywhere. */
  attach(house: Housed): void {
    this.#house = house;
    this.node.listen(house);
    for (const unit of this.node.kept()) house.gained(unit);
    this.#presence = setInterval(() => this.#tellPresence(), PRESENCE_MS);
  }

  owns(stream: string): boolean {
    return this.node.owns(stream);
  }

  need(units: readonly string[]): Promise<void> {
    return this.node.need(units);
  }

  /** The fence refused something: it is another's, or it was ours in another epoch, and is again. */
  refused(stream: string): void {
    const unit = unitOf(stream);
    if (this.#doubted.has(unit)) return;
    this.#doubted.add(unit);
    void pause(AGAIN_MS)
      .then(() => this.node.beat())
      .finally(() => {
        this.#doubted.delete(unit);
        if (!this.#closed && this.owns(unit)) this.#house?.gained(unit);
      });
  }

  #pollSoon(): void {
    if (this.#closed) return;
    this.#poll = setTimeout(
      () => void this.follower.catchUp().finally(() => this.#pollSoon()),
      POLL_MS[this.reach],
    );
  }

  /** How far this node's word goes: to all others, to some of them, or to nobody. */
  get reach(): Reach {
    if (!this.bus.isUp) return 'down';
    return this.node.hearsAll ? 'up' : 'split';
  }

  #tellPresence(): void {
    const keys = this.#house?.following() ?? [];
    if (keys.length > 0) this.bus.send(null, { t: 'present', keys });
  }

  #hear(message: unknown): void {
    const { t } = message as { readonly t?: unknown };
    if (t === 'events') {
      const { events, seqs } = message as EventsTold;
      this.follower.hear(events, seqs);
    }
    if (t === 'present') this.#house?.heardOf((message as { readonly keys: readonly string[] }).keys);
    if (t === 'revoked')
      for (const listener of this.#revoked) listener((message as { readonly revoked: Revoked }).revoked);
  }

  /** A session ended here: whoever has its connections ends them. */
  tellRevoked(revoked: Revoked): void {
    this.bus.send(null, { t: 'revoked', revoked });
  }

  onRevoked(listener: (revoked: Revoked) => void): void {
    this.#revoked.add(listener);
  }

  async #answer(wanted: Wanted): Promise<unknown> {
    const house = this.#house;
    const at = wanted.do === 'call' ? wanted.call.at : wanted.stream;
    if (!house || !this.owns(at)) throw new AskElsewhere();
    try {
      return await (wanted.do === 'call'
        ? house.call(wanted.person, wanted.call)
        : house.submitTo(wanted.stream, wanted.what));
    } catch (error) {
      throw wasNotDone(error) ? new AskElsewhere() : error;
    }
  }

  /** A call for any stream: decided where it is kept, told here before it is answered. */
  async bring(person: Person, call: Call, here: () => Promise<Done>): Promise<Done> {
    const done = (await this.#whereKept(call.at, here, { do: 'call', person, call }, mayTryAgain)) as Done;
    if (done.ok && !this.owns(call.at)) await this.#house?.heardUpTo(call.at, done.n);
    return done;
  }

  /** What the house itself wants of a stream that another keeps; without an id it is asked once. */
  async forward(stream: string, what: Forwarded): Promise<Submitted<never>> {
    const may = what.key === null ? wasNotDone : mayTryAgain;
    const here = async () => (await this.#house?.submitHere(stream, what)) as Submitted<never>;
    return (await this.#whereKept(stream, here, { do: 'submit', stream, what }, may)) as Submitted<never>;
  }

  /** Asks whoever keeps it, again while it moves. */
  async #whereKept(
    stream: string,
    here: () => Promise<unknown>,
    wanted: Wanted,
    mayAgain: (error: unknown) => boolean,
  ): Promise<unknown> {
    const since = performance.now();
    const isTime = () => performance.now() - since > this.#patienceFor(this.node.ownerOf(stream));
    for (;;) {
      const owner = this.node.ownerOf(stream);
      try {
        if (owner === this.node.run) return await here();
        if (owner !== null) return await this.#questions.ask(owner, wanted);
      } catch (error) {
        if (!mayAgain(error) || isTime()) throw error;
        this.node.doubt();
      }
      if (isTime()) throw new NoAnswer(`nobody keeps ${stream} just now`);
      await pause(AGAIN_MS);
    }
  }

  /** Nobody is kept waiting for somebody who does not hear us. */
  #patienceFor(owner: string | null): number {
    const isHeard = owner === null || owner === this.node.run || this.node.hearing.hears(owner);
    return this.bus.isUp && isHeard ? (this.#options.patienceMs ?? PATIENCE_MS) : WITHOUT_BUS_MS;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#poll) clearTimeout(this.#poll);
    if (this.#presence) clearInterval(this.#presence);
    this.follower.close();
    await this.node.close();
    await this.bus.close();
  }
}
