import {
  type AnyOffice,
  type Asked,
  decideIn,
  type Facts,
  type Needs,
  no,
  type OfficeDue,
  type OfficeEvent,
  type Outcome,
  type Person,
  parted,
  type Refused,
  readBody,
  SOMEBODY_ELSE,
  type Turn,
  takesSecond,
  type Verb,
  verbIn,
  yes,
} from '@boxperson/offices';
import type { Clock } from '../clock.js';
import { type Bytes, choices, SYSTEM_BYTES } from '../random.js';
import type { Store } from '../store/store.js';
import {
  type CommandKey,
  Elsewhere,
  loadStream,
  type Machine,
  type Perform,
  SHORT_OF_MONEY,
  StreamHost,
  type Submitted,
} from '../stream/host.js';
import { booksIn, savedBooks } from './saved.js';

/** Fetches the facts that a decision asks for. */
export type FetchFacts = (needs: Needs) => Promise<Facts>;

/** What somebody wants of an office: a verb, and what is said with it. */
export interface Wanted {
  readonly do: string;
  readonly body: unknown;
  /** Null: the house itself. */
  readonly by: Person | null;
  readonly second?: Person | null;
  /** Where it came from, for whoever keeps secrets: no part of what is said. */
  readonly origin?: Origin;
}

/** The address from which, and the session in which, something is asked. */
export interface Origin {
  readonly from: string;
  readonly token: string;
}

/** Under which id it is done, and what was prepared for it. */
export interface Under {
  readonly key: CommandKey | null;
  readonly prepared: unknown;
}

type No = Extract<Submitted<never>, { ok: false }>;

/**
 * What the house does outside the log because of an office's events: secrets, which are never in it, and what runs.
 * Before they are committed, and after.
 */
export interface Keeper {
  /** The books are open. */
  opened?(host: OfficeHost): Promise<void>;
  /** Slow work, while others go on deciding: what would happen as things stand. What it answers, `before` is given. */
  prepare?(events: readonly OfficeEvent[], wanted: Wanted, key: CommandKey | null): Promise<Outcome<unknown>>;
  /** Throws nothing; a refusal stops the command before it is committed. */
  before?(events: readonly OfficeEvent[], wanted: Wanted, prepared: unknown): Promise<No | null>;
  after?(events: readonly OfficeEvent[], wanted: Wanted): Promise<void>;
  /** Hears of what was refused, and leaves no trace in the books. */
  refused?(wanted: Wanted, refused: Refused): void;
}

/** An office's books as a stream. Its state is plain JSON. */
export const officeMachine = (office: AnyOffice, stream: string): Machine<unknown, OfficeEvent> => ({
  stream,
  start: office.start,
  evolve: (state, event) => office.evolve(state, event),
  read: (body) => {
    const kept: unknown = JSON.parse(body);
    return office.read ? office.read(kept) : (kept as OfficeEvent);
  },
  entries: (before, event, after) => office.entries(before, event, after),
  save: (state) => JSON.stringify(savedBooks(office, state)),
  restore: (body) => booksIn(office, JSON.parse(body)),
});

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const makeFresh = (bytes: Bytes): string =>
  choices(16, LETTERS.length, bytes)
    .map((place) => LETTERS[place])
    .join('');

const NOTHING_PREPARED: Outcome<unknown> = { ok: true, value: null };

/** Somebody else emptied an account between the facts and the commit: asked again, the facts say so. */
const TRIES_MOST = 3;

/** A verb, and what was said with it as its schema reads it. */
interface ReadVerb {
  readonly verb: Verb<unknown, OfficeEvent>;
  readonly wanted: Wanted;
}

/** One writer for one stream of an office. */
export class OfficeHost extends StreamHost<unknown, OfficeEvent> {
  readonly office: AnyOffice;
  protected readonly fetch: FetchFacts;
  protected readonly keeper: Keeper;
  readonly #bytes: Bytes;
  readonly #turnsOf: OfficeAround['turnsOf'];

  protected constructor(
    office: AnyOffice,
    machine: Machine<unknown, OfficeEvent>,
    around: OfficeAround,
    standing: { state: unknown; n: number },
  ) {
    super(machine, around.store, around.clock, standing);
    this.office = office;
    this.fetch = around.fetch;
    this.keeper = around.keeper ?? {};
    this.#bytes = around.bytes ?? SYSTEM_BYTES;
    this.#turnsOf = around.turnsOf;
  }

  static async load(
    office: AnyOffice,
    stream: string,
    around: OfficeAround,
    last?: number,
  ): Promise<OfficeHost> {
    const machine = officeMachine(office, stream);
    // Where nothing counts but the last event, nothing else is read.
    const from = office.remembers === 'last' && last !== undefined && last > 0 ? last - 1 : 0;
    return new OfficeHost(office, machine, around, await loadStream(around.store, machine, from));
  }

  /** What the clock must do next. */
  due(): OfficeDue | null {
    return this.stopped === null ? (this.office.due?.(this.state, this.clock.now()) ?? null) : null;
  }

  #read(wanted: Wanted): Outcome<ReadVerb> {
    const verb = verbIn(this.office, wanted.do);
    if (!verb) return no('bad-input', `do: ${this.office.title} knows no ${wanted.do}.`);
    const body = readBody(verb as Verb<never, never>, wanted.body);
    return body.ok ? yes({ verb, wanted: { ...wanted, body: body.value } }) : body;
  }

  /** What would become of it: decided like any other, and not done. */
  async tryOut(said: Wanted): Promise<Outcome<readonly OfficeEvent[]>> {
    this.mustRun();
    const read = this.#read({ second: SOMEBODY_ELSE, ...said });
    return read.ok ? this.#wouldBe(read.value.verb, read.value.wanted) : read;
  }

  /** How much money would move by it, as things stand; nothing when it would be refused. */
  async wouldMove(said: Wanted): Promise<number> {
    const tried = await this.tryOut(said);
    // What accompanies a table is decided with it: its entries are told by both together.
    return tried.ok && !this.office.accompanies ? this.wouldBook(tried.value) : 0;
  }

  /** How much money it is about, as its office says, whatever would become of it now. */
  async isAbout(said: Wanted): Promise<number> {
    const read = this.#read(said);
    if (!read.ok) return 0;
    const { verb, wanted } = read.value;
    const money = verb.money?.(this.state, wanted.body) ?? 0;
    if (!verb.alone) return money;
    const facts = await this.#facts(verb, wanted);
    return Math.max(money, verb.alone.sum(this.state, this.asked(wanted), facts));
  }

  #facts(verb: Verb<unknown, OfficeEvent>, { body, by }: Wanted): Promise<Facts> {
    return this.fetch(verb.needs?.(this.state, body, by) ?? {});
  }

  async #wouldBe(verb: Verb<unknown, OfficeEvent>, wanted: Wanted): Promise<Outcome<readonly OfficeEvent[]>> {
    const facts = await this.#facts(verb, wanted);
    return decideIn(this.office, verb, this.state, this.asked(wanted), facts);
  }

  /** Complete, with the time and an id that nobody else has. */
  protected asked({ by, second = null, body }: Wanted): Asked {
    const [, matter] = parted(this.stream);
    const asked = { by, second, at: this.clock.now(), fresh: makeFresh(this.#bytes), body };
    return matter === null ? asked : { ...asked, matter };
  }

  /** One after another, each with the facts as they are when its turn has come. */
  async submit(said: Wanted, key: CommandKey | null = null): Promise<Submitted<OfficeEvent>> {
    if (this.isElsewhere && this.forward) return this.forward({ said, key });
    this.mustRun();
    const read = this.#read(said);
    if (!read.ok) return read;
    const { verb, wanted } = read.value;
    const prepared = this.keeper.prepare ? await this.#prepare(verb, wanted, key) : NOTHING_PREPARED;
    if (!prepared.ok) return prepared;
    const done = await this.carryOut(verb, wanted, { key, prepared: prepared.value });
    if (done.ok) await this.keeper.after?.(done.events, wanted);
    else this.keeper.refused?.(wanted, done.refused);
    return done;
  }

  protected carryOut(
    verb: Verb<unknown, OfficeEvent>,
    wanted: Wanted,
    under: Under,
  ): Promise<Submitted<OfficeEvent>> {
    const act = () => this.alone((perform) => whileShort(() => this.#decide(verb, wanted, under, perform)));
    const turns = verb.turn && this.#turnsOf?.(verb.turn);
    return turns ? turns.take(act) : act();
  }

  /** Only for what would be done as things stand: whatever is refused anyway costs nothing. */
  async #prepare(
    verb: Verb<unknown, OfficeEvent>,
    wanted: Wanted,
    key: CommandKey | null,
  ): Promise<Outcome<unknown>> {
    const decided = await this.#wouldBe(verb, wanted);
    if (!decided.ok) return decided;
    return this.keeper.prepare?.(decided.value, wanted, key) ?? NOTHING_PREPARED;
  }

  /** As after a restart: what goes with the events is done, whoever asked for them. */
  protected override found(events: readonly OfficeEvent[]): void {
    if (events.length === 0) return;
    // What cannot be done now is done by the books at the next start.
    this.keeper.after?.(events, { do: '', body: {}, by: null }).catch(() => {});
  }

  /** Does it take a second person? Asked of what was said as its schema reads it: what was left out counts, too. */
  async takesTwo(said: Wanted): Promise<boolean> {
    const read = this.#read(said);
    if (!read.ok) return false;
    const { verb, wanted } = read.value;
    if (!verb.alone) return verb.second?.(this.state, wanted.body, this.clock.now()) ?? false;
    const facts = await this.#facts(verb, wanted);
    return takesSecond(verb, this.state, this.asked(wanted), facts);
  }

  async #decide(
    verb: Verb<unknown, OfficeEvent>,
    wanted: Wanted,
    { key, prepared }: Under,
    perform: Perform<unknown, OfficeEvent>,
  ): Promise<Submitted<OfficeEvent>> {
    const facts = await this.#facts(verb, wanted);
    const asked = this.asked(wanted);
    const decided = decideIn(this.office, verb, this.state, asked, facts);
    if (!decided.ok) return decided;
    // While it was prepared the books may have gone to another node: what is done beside them is done there.
    if (this.isElsewhere) throw new Elsewhere(this.stream);
    const why = await this.keeper.before?.(decided.value, wanted, prepared);
    if (why) return why;
    const { answer } = verb;
    return perform(() => decided, {
      key,
      drawsOnMoney: true,
      ...(answer ? { answer: (state, events) => answer.call(verb, state, events, asked) } : {}),
    });
  }
}

/** Asked again with new facts, as long as somebody else is quicker. */
export async function whileShort(
  act: () => Promise<Submitted<OfficeEvent>>,
): Promise<Submitted<OfficeEvent>> {
  for (let tries = 1; ; tries++) {
    const done = await act();
    const isShort = !done.ok && done.refused === SHORT_OF_MONEY;
    if (!isShort || tries === TRIES_MOST) return done;
  }
}

export interface OfficeAround {
  readonly store: Store;
  readonly clock: Clock;
  readonly fetch: FetchFacts;
  readonly keeper?: Keeper | undefined;
  /** Left out: the operating system's. */
  readonly bytes?: Bytes | undefined;
  /** For books that read each other: all of them are kept by one node. */
  readonly turnsOf?: ((turn: Turn) => Turns) | undefined;
}

/** One after another, whatever became of the one before. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(act: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(act, act);
    this.#last = mine.catch(() => {});
    return mine;
  }
}
