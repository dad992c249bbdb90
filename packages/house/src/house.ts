import {
  type AnyOffice,
  account,
  CASES,
  type Cage,
  type Case,
  casesAtIn,
  type EarnedPoints,
  exhibitIn,
  type FloorFact,
  type FormFact,
  faultInCrew,
  faultInPractice,
  formIn,
  type HouseBooks,
  type HouseEvent,
  holderOf,
  isDealt,
  laidIn,
  type Moment,
  mattersIn,
  momentIn,
  OFFICES,
  type OfficeEvent,
  officeOf,
  openlySaid,
  type PeopleBooks,
  type Person,
  type Proposals,
  parted,
  peoplesRoles,
  playersAccount,
  pointsOf,
  type Refused,
  type Replay,
  readCard,
  replayIn,
  satAtIn,
  seesAsCrew,
  seesWhole,
  type TableConfig,
  type TableFact,
  type TablePlace,
  TERMINAL,
  TOURNAMENTS,
  type Tournament,
  text,
  tumblerIn,
  voucherIn,
} from '@boxperson/offices';
import {
  type Command,
  DISPLAY,
  isGone,
  type KeptPace,
  openTable,
  RULEBOOKS,
  type Rulebook,
  type RulebookId,
  type Table,
} from '@boxperson/rules';
import { type Clock, pause, SYSTEM_CLOCK } from './clock.js';
import { type AnyHost, HOUSE_UNITS, type Parts, Streams, unitOfTable } from './cluster/housed.js';
import type { Seat } from './cluster/seat.js';
import { PROMISES, unitOf } from './cluster/units.js';
import { Draws } from './dice/draws.js';
import { drawDice } from './dice/random.js';
import { entryAt, formFor } from './figures/forms.js';
import { Admission, type Call, type Counter } from './office/admission.js';
import { CompanionHost } from './office/companion-host.js';
import { beginningCounter, officeCounter } from './office/counter.js';
import { asFact, readExhibit } from './office/exhibits.js';
import { type FactSources, makeFetch } from './office/facts.js';
import type { Keeper, OfficeHost } from './office/office-host.js';
import { Offices } from './office/offices.js';
import { hashCommand, Once } from './office/once.js';
import { takeOverProposals } from './office/takeover.js';
import { Exclusions } from './people/exclusions.js';
import { type Bytes, SYSTEM_BYTES } from './random.js';
import { type Store, StoreError } from './store/store.js';
import { type CommandKey, Elsewhere, type Forward, StreamStopped, type Submitted } from './stream/host.js';
import type { DiceOrigin } from './tables/access.js';
import type { HouseConfig } from './tables/config.js';
import { type HeldVoucher, tableCounter } from './tables/counter.js';
import type { Pace } from './tables/crew.js';
import { dealerAt, heldBack, isAutomaticPerson, paceOf, withCrewsWord } from './tables/crew.js';
import { streamOf, TableHost, tableIn } from './tables/host.js';
import { type OwnRound, TableMemory, type TableRolls } from './tables/memory.js';
import { readLaid, readMoment, readMoments, readReplay } from './tables/moment.js';
import { Attendance } from './tables/practice.js';
import { Presence } from './tables/presence.js';
import { handIn } from './tables/rolls.js';
import { type DiceSource, type RollingDevice, TableRunner } from './tables/runner.js';
import { ownAt } from './tables/view.js';
import { type ElectronicTable, Floor } from './terminals/floor.js';
import { Terminals } from './terminals/terminals.js';
import { TournamentFloor } from './tournaments/floor.js';
import type { LobbyTable } from './wire/protocol.js';

export interface HouseOptions {
  readonly store: Store;
  readonly config: HouseConfig;
  /** Left out: the machine's own. */
  readonly clock?: Clock;
  /** Where dice, tickets and ids come from; left out: the operating system's generator. */
  readonly bytes?: Bytes;
  readonly pace?: Pace;
  readonly onError?: (error: unknown, table: string) => void;
  /** Hears what somebody should look at. */
  readonly onAlarm?: (text: string) => void;
  /** Hears when a table or books stop, or go on again: `stopped` and `standstill` say which. */
  readonly onStanding?: () => void;
  /** Tumblers, by their device ids. */
  readonly tumblers?: ReadonlyMap<string, RollingDevice>;
  /** Somebody by their id. */
  readonly person: (id: string) => Promise<Person | null>;
  /** What is done outside the log because of an office's events, by the office's name. */
  readonly keepers?: Readonly<Record<string, Keeper>>;
  /** Secrets that are shown once, added to the answer of the command that asked for them. */
  readonly reveal?: (command: string, answer: object) => object;
  readonly isBot?: (person: string) => boolean;
  /** The record's last signed checkpoint, for tickets. */
  readonly checkpoint?: () => string | null;
  /** The first checkpoint that was signed at a moment or after it, for draws; null when there is none yet. */
  readonly checkpointSince?: (at: number) => Promise<string | null>;
  /** The whole points that somebody has earned, by the record (R121). */
  readonly points?: (person: string) => number;
  /** Its place in a cluster; left out, it keeps everything by itself. */
  readonly seat?: Seat;
}

interface Running {
  readonly config: TableConfig;
  readonly host: TableHost;
  readonly counter: Counter;
  /** Books beside it. */
  readonly companions: readonly CompanionHost[];
  readonly runner: TableRunner;
  readonly memory: TableMemory;
  readonly play: Play;
}

type Play = (
  command: Command,
  key: CommandKey | null,
  owner: string | null,
  roll?: number,
) => Promise<Submitted<unknown>>;

/** What is made when it is asked for, like the books of an office. */
const FLOOR = 'floor';
const DICE = 'dice/';
const PROMOTING = 'promoting';
const CHECKPOINT = 'checkpoint/';
const POINTS = pointsOf('');

/** How long after a store failed a table, or a matter, that was to open it is tried again. */
const START_AGAIN_MS = 1_000;

const isUnavailable = (error: unknown): boolean =>
  error instanceof StoreError && error.fault.kind === 'unavailable';

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What the house noticed before is on record already. */
const ON_RECORD: readonly string[] = ['taken'];

/** Of a house that has kept many cases, so many books are opened at a time. */
const MATTERS_AT_ONCE = 64;

/** How long a table that another node opens is waited for before it is looked for again. */
const OPENS_WITHIN_MS = 5_000;
const LOOK_FOR_MS = 50;

/** Closed for good, and nobody is left: of no interest to anybody who looks for a table. */
const isOver = ({ table }: TableHost): boolean => table.phase === 'closed' && table.game.players.length === 0;

export interface StoppedTable {
  readonly id: string;
  readonly why: string;
  /** Whoever asks is answered: it waits for a device, or fails to do by itself what is due. */
  readonly answers: boolean;
}

/** The running house: its tables with their clocks and crews, its offices, and the one way in to all of them. */
export class House {
  readonly store: Store;
  readonly config: HouseConfig;
  readonly once: Once;
  readonly offices: Offices;
  readonly admission: Admission;
  readonly floor: Floor;
  /** When whoever practises last asked for something. */
  readonly attendance: Attendance;
  /** Who has a connection that follows a table. */
  readonly presence: Presence;
  readonly #exclusions: Exclusions;
  readonly #options: HouseOptions;
  readonly clock: Clock;
  readonly #bytes: Bytes;
  readonly #tables = new Map<string, Running>();
  readonly #broken = new Map<string, string>();
  /** Matters whose books could not be read, by their streams, and why. */
  readonly #unread = new Map<string, string>();
  /** Those of them that are read again by themselves. */
  readonly #late = new Set<string>();
  readonly #starting = new Set<string>();
  /** Every table and every matter is opened, or it is known why not. */
  #isOpen = false;
  #closed = false;
  /** The last place in use of every stream that was there when the house opened. */
  readonly #streams: ReadonlyMap<string, number>;

  readonly #sources: FactSources;
  /** What of it this node of a cluster keeps, and what it follows. */
  readonly #shared: Streams | null;

  private constructor(
    options: HouseOptions,
    offices: Offices,
    streams: ReadonlyMap<string, number>,
    sources: FactSources,
  ) {
    this.#options = options;
    this.#sources = sources;
    this.#streams = streams;
    this.store = options.store;
    this.config = options.config;
    this.offices = offices;
    this.clock = options.clock ?? SYSTEM_CLOCK;
    this.#bytes = options.bytes ?? SYSTEM_BYTES;
    this.attendance = new Attendance(this.clock);
    this.presence = new Presence({
      tables: () => this.tables(),
      clock: this.clock,
      onError: (error, table) => options.onError?.(error, table),
    });
    this.#exclusions = new Exclusions({
      books: () => this.offices.host('people')?.state as PeopleBooks,
      tables: () => this.tables().map(({ host }) => host),
      onError: (error, table) => options.onError?.(error, table),
    });
    this.once = new Once(options.store, undefined, this.#bytes, options.seat ? 'node' : 'house');
    this.floor = new Floor(options.store, () => options.checkpoint?.() ?? null, this.clock, this.#bytes);
    this.admission = new Admission({
      once: this.once,
      now: () => this.clock.now(),
      elapsed: () => this.clock.elapsed(),
      person: options.person,
      people: () => (this.offices.host('people')?.state as PeopleBooks | undefined) ?? null,
      counter: (at) => this.#counter(at),
      proposals: offices.host('proposals') as OfficeHost,
      audit: (person, call, refused) => this.#audit(person, call, refused),
      withoutSecrets: ({ at, command }) => openlySaid(officeOf(at), command),
      later: (act, ms) => this.#later(act, ms),
      onError: (error) => options.onError?.(error, 'proposals'),
      ...(options.reveal ? { reveal: options.reveal } : {}),
      ...(options.seat ? { bring: options.seat.bring.bind(options.seat) } : {}),
    });
    this.#shared = options.seat
      ? new Streams(
          this.#parts(),
          (error, at) => options.onError?.(error, at),
          () => options.onStanding?.(),
        )
      : null;
  }

  /** Opens the offices, and every table that the configuration names or somebody opened; those with a record go on. */
  static async open(options: HouseOptions): Promise<House> {
    const { store, clock = SYSTEM_CLOCK, bytes, onError, onAlarm, onStanding, seat } = options;
    await seat?.need(HOUSE_UNITS);
    const streams = lastPlaces(await store.streams());
    // Facts and keepers are asked for when the house is there.
    let house: House | null = null;
    const here = (): House => {
      if (!house) throw new Error('the house is not open yet');
      return house;
    };
    const sources: FactSources = {
      store,
      person: options.person,
      table: (id) => here().#tableFact(id),
      books: async (stream) => here().#books(stream),
    };
    const fetch = makeFetch(sources);
    const tournaments = new TournamentFloor({
      table: (id) => here().host(id),
      once: (name, command, run) => here().once.own(name, hashCommand('house', name, command), run),
      later: (act, ms) => here().#later(act, ms),
      ...(onError ? { onError } : {}),
    });
    const keepers = {
      house: { after: (events) => here().#opened(events) },
      tournaments: tournaments.keeper,
      ...options.keepers,
      people: {
        ...options.keepers?.['people'],
        after: async (events, wanted) => {
          await options.keepers?.['people']?.after?.(events, wanted);
          if (house) await house.#exclusions.after(events);
        },
      },
    } satisfies Record<string, Keeper>;
    const offices = await Offices.open({
      store,
      clock,
      bytes,
      fetch,
      keepers,
      ...(onError ? { onError } : {}),
      ...(onAlarm ? { onAlarm } : {}),
      ...(onStanding ? { onStanding } : {}),
      ...(seat
        ? {
            onLoaded: (host: OfficeHost) => follow(host, seat),
            onOpened: async (host: OfficeHost) => {
              if (house) await house.#takeMatter(host);
            },
          }
        : {}),
    });
    house = new House(options, offices, streams, sources);
    try {
      await house.#begin(tournaments);
    } catch (error) {
      // Whoever brought the store closes it: nobody here may work on it then.
      house.#rest();
      throw error;
    }
    return house;
  }

  /** The offices are open: everything else comes after them. */
  async #begin(tournaments: TournamentFloor): Promise<void> {
    const { store, seat } = this.#options;
    if (seat) await this.#join(seat);
    this.#watchPeople();
    const proposals = this.offices.host('proposals') as OfficeHost;
    if (!proposals.isElsewhere) await takeOverProposals(store, proposals, this.clock.now());
    await this.#openTables();
    await this.#openMatters();
    tournaments.open();
    this.#isOpen = true;
    await this.#carryAll();
  }

  /** What two people agreed on and nobody has done yet: whatever it waited for may be there now. */
  async #carryAll(): Promise<void> {
    // Before all is open nobody knows what is there: what it is for would seem to be gone for good.
    if (!this.#isOpen || this.#closed || this.offices.host('proposals')?.isElsewhere) return;
    await this.admission.carryAll();
  }

  /** After so long, unless the house is closed by then. */
  #later(act: () => void, ms: number): void {
    this.clock.setTimeout(() => {
      if (!this.#closed) act();
    }, ms);
  }

  /** From here on it hears of what it keeps, and of all that others commit. */
  async #join(seat: Seat): Promise<void> {
    const shared = this.#shared as Streams;
    const take = (unit: string) => shared.take(unit, () => seat.owns(unit));
    seat.attach({
      gained: (unit) => void take(unit),
      lost: (unit) => shared.drop(unit),
      letGo: (unit) => shared.letGo(unit),
      hear: (entries) => shared.hear(entries),
      call: (person, call) => this.admission.submitHere(person, call),
      submitTo: (stream, what) => shared.submitTo(stream, what),
      submitHere: (stream, what) => shared.submitHere(stream, what),
      heardUpTo: (stream, n) => shared.heardUpTo(stream, n),
      following: () => this.presence.following(),
      heardOf: (keys) => this.presence.heardOf(keys),
    });
    await Promise.all(seat.node.kept().map(take));
  }

  #parts(): Parts {
    return {
      table: (id) => this.#tables.get(id) ?? null,
      offices: () => this.offices.hosts(),
      open: async (stream) => {
        if (officeOf(stream)?.begins) await this.#openMatter(stream);
      },
      hold: (stream, act) => this.offices.hold(stream, act),
      taken: (unit) => this.#taken(unit),
      play: (table, { command, key, owner = null, roll }) => {
        const running = this.#tables.get(table);
        if (!running) throw new Elsewhere(streamOf(table));
        return running.play(command as Command, key, owner, roll);
      },
      once: this.once,
      found: async ({ id, hash }) => {
        const stored = await this.store.findCommand(id);
        return stored?.hash === hash ? JSON.parse(stored.answer) : null;
      },
    };
  }

  /** As after a restart: what was agreed is carried out, terminals audit themselves. */
  async #taken(unit: string): Promise<void> {
    if (unit === 'proposals') await this.#carryAll();
    const electronic = this.floor.electronic(tableIn(unit) ?? '');
    if (electronic) await this.floor.take(electronic);
  }

  async #openTables(): Promise<void> {
    const { tables, tumblers = {} } = (this.offices.host('house') as OfficeHost).state as HouseBooks;
    for (const [device, why] of Object.entries(tumblers)) this.#options.tumblers?.get(device)?.stop?.(why);
    for (const config of [...Object.values(tables), ...this.config.tables])
      if (!this.#isKnown(config.id)) await this.#start(config);
  }

  /** Books of matters that stand by themselves: what is due in them is due whether or not somebody looks. */
  async #openMatters(): Promise<void> {
    // Of what began at another node since this one looked, it is told from when it joined: in between the record tells.
    const streams = this.#options.seat ? lastPlaces(await this.store.streams()) : this.#streams;
    const matters = [...streams].filter(([stream]) => officeOf(stream)?.begins);
    // Side by side: what is asked of the store in one turn travels together.
    for (let n = 0; n < matters.length; n += MATTERS_AT_ONCE)
      await Promise.all(
        matters.slice(n, n + MATTERS_AT_ONCE).map(([stream, last]) => this.#openMatter(stream, last)),
      );
  }

  /** Books that cannot be read are kept for inspection; the others open. */
  async #openMatter(stream: string, last?: number): Promise<void> {
    try {
      await this.offices.open(stream, last);
      this.#unread.delete(stream);
      this.#late.delete(stream);
    } catch (error) {
      if (!this.#unread.has(stream)) this.#options.onError?.(error, stream);
      this.#unread.set(stream, whyOf(error));
      this.#options.onStanding?.();
      if (isUnavailable(error)) this.#openMatterLater(stream);
      else this.#late.delete(stream);
    }
  }

  /** Its store was away: whatever is due in it, or waits for it, waits no longer than the store does. */
  #openMatterLater(stream: string): void {
    this.#late.add(stream);
    this.clock.setTimeout(() => {
      if (this.#closed) return;
      void this.#openMatter(stream).then(() => this.#readAgain(stream));
    }, START_AGAIN_MS);
  }

  async #readAgain(stream: string): Promise<void> {
    if (this.#unread.has(stream) || this.#closed) return;
    this.#options.onStanding?.();
    // Where it is ours it is taken over already: whatever is opened is.
    await this.#carryAll();
  }

  /** Books that could not be read, or taken over from another node, so far: by their streams, and why. */
  unread(): ReadonlyMap<string, string> {
    const untaken = [...this.#untaken].filter(([stream]) => tableIn(stream) === null);
    return new Map([...this.#unread, ...untaken]);
  }

  get #untaken(): ReadonlyMap<string, string> {
    return this.#shared?.untaken() ?? new Map();
  }

  /** What the house notices goes on record once, in a matter of its own or among others; answers whether it is new. */
  async raise(at: string, verb: string, body: object, known = ON_RECORD): Promise<boolean> {
    const done = await this.offices.hold(at, async () =>
      (await this.#booksAt(at)).submit({ do: verb, body, by: null }),
    );
    if (!done.ok && !known.includes(done.refused.code)) throw new Error(done.refused.message);
    return done.ok;
  }

  /** Books that are there and cannot be read stand still; what is not there yet begins. */
  async #booksAt(at: string): Promise<OfficeHost> {
    try {
      const host = await this.offices.open(at);
      if (this.#unread.delete(at)) this.#options.onStanding?.();
      return host;
    } catch (error) {
      throw this.#unread.has(at) ? new StreamStopped(at, whyOf(error)) : error;
    }
  }

  /** Somebody looks at books that are somebody else's own affair. */
  noteLook(person: Person, { office, stream, told }: OfficeHost): void {
    if (office.looks === 'on-record' && seesWhole(office, told.state, person))
      this.noteLooked(person, stream);
  }

  /** Somebody has read what names other people, and where. */
  noteLooked(person: Person, to: string): void {
    this.#note('looked', { person: person.id, to });
  }

  #isKnown(id: string): boolean {
    return this.#tables.has(id) || this.#broken.has(id);
  }

  /** Tables that somebody opened run from now on; tumblers that were taken back roll. */
  async #opened(events: readonly OfficeEvent[]): Promise<void> {
    for (const event of events as readonly HouseEvent[]) {
      if (event.event === 'table-opened') await this.#startOnce(event.table);
      if (event.event === 'pays-decided')
        await Promise.all(this.tables().map(({ host }) => this.#tellPays(host)));
      if (event.event === 'tumbler-reinstated') this.#options.tumblers?.get(event.device)?.reinstate?.();
    }
  }

  /** adelaide 6(b): every table of the book hears what the house pays, also one that opens later or comes back. */
  async #tellPays(host: TableHost): Promise<void> {
    // As it is on record: what was only decided may never have come about.
    const { pays } = (this.offices.host('house') as OfficeHost).told.state as HouseBooks;
    const decided = pays?.[host.table.settings.rulebook];
    if (!decided || isOver(host) || host.stopped !== null) return;
    try {
      const done = await host.submit({ do: 'post-pays', higherPays: decided.pays, from: decided.from });
      if (!done.ok && done.refused.code !== 'nothing-to-do') throw new Error(done.refused.message);
    } catch (error) {
      // The other tables hear of it all the same, and this one when it is back.
      this.#options.onError?.(error, host.id);
    }
  }

  /** Whoever keeps a table that is back, here or from another node, tells it what it missed. */
  #watchTable(host: TableHost): void {
    host.watch(() => {
      this.#options.onStanding?.();
      if (host.stopped === null && !host.isElsewhere) void this.#tellPays(host);
    });
    this.#exclusions.watch(host);
  }

  /** Tables are told what is decided before it is written down: what of it never came about is put right again. */
  #watchPeople(): void {
    const people = this.offices.host('people');
    people?.watch(() => {
      if (people.stopped === null && !people.isElsewhere) this.#exclusions.putAllRight();
    });
  }

  #tableFact(id: string): TableFact | null {
    const host = this.#tables.get(id)?.host;
    // As far as it is on record: what was only decided may never have come about.
    return host ? { ...factOf(host), n: host.told.n, keptFor: this.#tournamentsAt(id) } : null;
  }

  /** Tournaments that have designated a table and are not over. */
  #tournamentsAt(table: string): readonly string[] {
    return this.offices.hosts().flatMap(({ office, stream, state }) => {
      if (office.name !== TOURNAMENTS.name) return [];
      const { stage, tables } = state as Tournament;
      const isKept = stage !== 'over' && stage !== 'cancelled' && tables.some(({ id }) => id === table);
      return isKept ? [parted(stream)[1] ?? ''] : [];
    });
  }

  #books(stream: string): unknown {
    const at = casesAtIn(stream);
    if (at !== null) return this.#casesAt(at);
    const office = mattersIn(stream);
    if (office !== null) return this.#mattersOf(office);
    const sat = satAtIn(stream);
    if (sat) return this.host(sat.table)?.hasSat(sat.person) ?? false;
    const moment = momentIn(stream);
    if (moment) return this.momentAt(moment.table, moment.n);
    const replay = replayIn(stream);
    if (replay) return this.replayAt(replay.table, replay.n);
    const exhibit = exhibitIn(stream);
    if (exhibit) return readExhibit(this.store, exhibit.matter, exhibit.sha256).then(asFact);
    const form = formIn(stream);
    if (form) return this.#formFor(form.seq, form.person);
    const laid = laidIn(stream);
    if (laid) return readLaid(this.store, laid.table, laid.n);
    if (stream === FLOOR) return this.#floorFact();
    if (stream === PROMOTING) return this.config.promotions;
    if (stream.startsWith(CHECKPOINT))
      return this.#options.checkpointSince?.(Number(stream.slice(CHECKPOINT.length))) ?? null;
    if (stream.startsWith(POINTS)) return this.#points(stream.slice(POINTS.length));
    return this.offices.host(stream)?.state ?? null;
  }

  /** How the form of an entry stands for somebody: to whom it is open changes, so it is looked at each time. */
  async #formFor(seq: number, person: string): Promise<FormFact> {
    const who = await this.#options.person(person);
    return who ? formFor(this, who, await entryAt(this, seq)) : 'closed';
  }

  #points(person: string): EarnedPoints {
    return { points: this.#options.points?.(person) ?? 0 };
  }

  /** What one person promises counts over all of these: of one that is not here yet nobody knows what it comes to. */
  #mattersOf(name: string): readonly unknown[] {
    const missing = unitOf(name) === PROMISES ? this.#notHereYet(name) : undefined;
    if (missing !== undefined)
      throw new StreamStopped(missing, 'it is not here yet; what counts with it waits');
    return this.offices.hosts().flatMap(({ office, state }) => (office.name === name ? [state] : []));
  }

  /**
   * A matter of an office that is ours to decide, and about to be taken over or to be read. What cannot be read for good
   * is named to the staff, and keeps nobody from going on with the others.
   */
  #notHereYet(name: string): string | undefined {
    const isOf = (stream: string) => parted(stream)[0] === name;
    const shared = this.#options.seat?.owns(PROMISES) ? this.#shared : null;
    const onItsWay =
      shared && this.offices.hosts().find((host) => isOf(host.stream) && shared.comesSoon(host));
    return onItsWay?.stream ?? [...this.#late].find(isOf);
  }

  #casesAt(table: string): readonly unknown[] {
    return this.#mattersOf(CASES.name).filter((state) => (state as Case).opened?.table === table);
  }

  /** What the record says of a place in a table's stream: the roll there, and what belongs to it. */
  momentAt(table: string, n: number): Promise<Moment | null> {
    return readMoment({ store: this.store, person: this.#options.person }, table, n);
  }

  #floorFact(): FloorFact {
    const used = [...this.#streams.keys()].flatMap((stream) => tableIn(stream) ?? []);
    return {
      open: this.lobby().length,
      used: [...used, ...this.#broken.keys()],
      tumblers: [...(this.#options.tumblers?.keys() ?? [])],
      playMoney: this.config.playMoney,
      bots: this.config.bots,
    };
  }

  /** What the table tells whoever comes to it of its past: an electronic one its rolls, a crew its last call, or this hand. */
  async rollsAt(id: string): Promise<TableRolls | null> {
    const running = this.#tables.get(id);
    if (!running) return null;
    const { memory, config, host } = running;
    const rolls = await memory.rolls();
    if (host.table.game.rulebook.conduct.run.value === 'electronic') return { tells: 'past-rolls', rolls };
    // crown 9.1 excepts nobody from what may not be recorded (R56): the crew says its call, and nothing older.
    const mayTell = DISPLAY[host.table.game.rulebook.id].outcomes.value === 'rolls';
    const tells = mayTell && config.tellsHand ? 'hand' : 'last-call';
    return { tells, rolls: tells === 'hand' ? handIn(rolls) : rolls.slice(-1) };
  }

  /** Somebody's own rounds at a table, newest first; null where there is no such table. */
  async recallAt(id: string, person: string): Promise<readonly OwnRound[] | null> {
    const running = this.#tables.get(id);
    return running ? running.memory.recall(person) : null;
  }

  /** A roll with the table before it, to be played again. */
  replayAt(table: string, n: number): Promise<Replay | null> {
    return readReplay({ store: this.store, person: this.#options.person }, table, n);
  }

  /** The rolls of a table around a time, as the record has them. */
  momentsAround(table: string, at: number): Promise<readonly Moment[]> {
    return readMoments({ store: this.store, person: this.#options.person }, table, at);
  }

  /** Where a table is, for posts that are held at some tables. */
  placeOf(table: string): TablePlace | null {
    const host = this.host(table);
    return host && { id: table, rulebook: host.table.settings.rulebook };
  }

  /** What waits for a second person. */
  waiting(): Proposals['waiting'] {
    return ((this.offices.host('proposals') as OfficeHost).state as Proposals).waiting;
  }

  /** Where calls for a stream are answered; null when there is no such stream. */
  #counter(at: string): Counter | null {
    const table = tableIn(at);
    if (table !== null) return this.#tableCounter(table);
    const host = this.offices.begun(at);
    const why = this.#untaken.get(at) ?? (host ? undefined : this.#unread.get(at));
    if (why !== undefined) throw new StreamStopped(at, why);
    const placeOf = (id: string) => this.placeOf(id);
    return host ? officeCounter(host, placeOf) : beginningCounter(this.offices, at, placeOf);
  }

  #tableCounter(id: string): Counter | null {
    const running = this.#tables.get(id);
    const untaken = this.#untaken.get(streamOf(id));
    if (running && untaken === undefined) return running.counter;
    const why = untaken ?? this.#whyNotThere(id);
    if (why !== null) throw new StreamStopped(streamOf(id), why);
    return null;
  }

  /** Why a table that belongs to the house is not there just now; null where there is none of that id. */
  #whyNotThere(id: string): string | null {
    const { tables } = (this.offices.host('house') as OfficeHost).state as HouseBooks;
    const isOurs = Object.hasOwn(tables, id) || this.config.tables.some((config) => config.id === id);
    return this.#broken.get(id) ?? (isOurs || this.#starting.has(id) ? 'it is not open yet' : null);
  }

  /** Not waited for: whoever asked has their answer. */
  #audit(person: Person, { at, command }: Call, { code, clause, message }: Refused): void {
    // Said by somebody who may send anything: whatever it was, that they tried is on record.
    const verb = text.cleaned(String(command['do']), 40) || '?';
    const to = text.cleaned(at, 80) || '?';
    this.#note('refused', { person: person.id, to, verb, code, clause, message: text.cleaned(message, 500) });
  }

  /** What the audit does not take is not on record, and that is a fault of ours. */
  #note(verb: string, body: object): void {
    const failed = (error: unknown) => this.#options.onError?.(error, 'audit');
    this.offices
      .host('audit')
      ?.submit({ do: verb, body, by: null })
      .then((done) => {
        if (!done.ok) failed(new Error(`${verb}: ${done.refused.message}`));
      })
      .catch(failed);
  }

  /** However often it is heard of. */
  async #startOnce(config: TableConfig): Promise<void> {
    if (this.#isKnown(config.id) || this.#starting.has(config.id)) return;
    this.#starting.add(config.id);
    await this.#start(config).finally(() => this.#starting.delete(config.id));
  }

  async #isOnRecord(id: string): Promise<boolean> {
    const stream = streamOf(id);
    return this.#streams.has(stream) || (await this.store.readStream(stream, 0, 1)).length > 0;
  }

  /** A store that was away comes back, and the table with it. */
  #startLater(config: TableConfig): void {
    this.clock.setTimeout(() => {
      if (this.#closed) return;
      this.#broken.delete(config.id);
      void this.#startOnce(config)
        .finally(() => this.#options.onStanding?.())
        .then(() => this.#carryAll());
    }, START_AGAIN_MS);
  }

  /** Of several nodes the one that keeps a new table opens it; the others find it on record. */
  async #loadOrOpen(config: TableConfig): Promise<TableHost> {
    const { id } = config;
    const { seat } = this.#options;
    await seat?.need([unitOfTable(id)]);
    for (const until = performance.now() + OPENS_WITHIN_MS; ; await pause(this.clock, LOOK_FOR_MS)) {
      if (await this.#isOnRecord(id)) return TableHost.load(id, this.store, this.clock);
      if (!seat || seat.owns(streamOf(id))) return this.#openNew(config);
      if (performance.now() > until)
        throw new StoreError({ kind: 'unavailable', why: `another node has not opened ${id} yet` });
    }
  }

  /** One table that cannot be rebuilt is kept for inspection; the others open. */
  async #start(config: TableConfig): Promise<void> {
    const { id } = config;
    try {
      mustFitPractice(config);
      const host = await this.#loadOrOpen(config);
      if (this.#options.seat) follow(host, this.#options.seat);
      const companions = await this.#accompany(config, host);
      const device = tumblerIn(config);
      const books = await this.offices.open(`${DICE}${id}`, this.#streams.get(`${DICE}${id}`) ?? 0);
      const draws = new Draws(books, device, () => drawDice(this.#bytes));
      const runner = new TableRunner(host, draws, {
        crew: config.crew,
        pace: this.#options.pace ?? paceOf(config),
        source: this.#sourceOf(config),
        clock: this.clock,
        onError: (error) => this.#options.onError?.(error, id),
        onStanding: () => this.#options.onStanding?.(),
      });
      const play = this.#playAt(config, host);
      const counter = this.#counterOf(config, host, play);
      this.#tables.set(id, {
        config,
        host,
        counter,
        companions,
        runner,
        memory: new TableMemory(host),
        play,
      });
      this.#watchTable(host);
      await this.#tellPays(host);
      await this.#takeIfOurs(streamOf(id));
    } catch (error) {
      this.#broken.set(id, whyOf(error));
      this.#options.onError?.(error, id);
      this.#options.onStanding?.();
      if (isUnavailable(error)) this.#startLater(config);
    }
  }

  async #takeIfOurs(unit: string): Promise<void> {
    const { seat } = this.#options;
    if (seat) await this.#shared?.take(unit, () => seat.owns(unit));
  }

  /** Books that stand by themselves may be opened at any time, long after their unit was taken over. */
  async #takeMatter(host: OfficeHost): Promise<void> {
    const { seat } = this.#options;
    if (!seat || !host.office.begins) return;
    const unit = unitOf(host.stream);
    await this.#shared?.take(unit, () => seat.owns(unit), host);
    // What was committed while they were read was told to nobody here.
    if (host.isElsewhere) await host.catchUp();
  }

  /** What somebody does at a table, where it is kept. */
  #playAt({ id, crew }: TableConfig, host: TableHost): Play {
    const { floor } = this;
    const electronic = floor.electronic(id);
    return (command, key, owner, roll) => {
      if (host.isElsewhere && host.forward) return host.forward({ command, key, plays: true, owner, roll });
      const pace = this.#tables.get(id)?.runner.pace ?? {};
      const kept = heldBack(host.table, pace, command, host.at());
      const said = withCrewsWord(host.table, kept, crew);
      const submit = () => host.submit(said, key, owner, roll);
      return electronic ? floor.play(electronic, command, submit) : submit();
    };
  }

  #counterOf(config: TableConfig, host: TableHost, play: Play): Counter {
    return tableCounter({
      host,
      dice: originOf(config),
      practice: config.practice,
      asks: (person) => {
        this.attendance.heard(person);
        this.presence.heard(config.id, person.id);
      },
      person: this.#options.person,
      cardHolder: (card) => this.cardHolder(card),
      oldCard: (card) => this.#isOldCard(card),
      excluded: (command, asker) => this.#exclusions.whyNot(host, command, asker),
      dealer: () => dealerAt(host.table, config.crew),
      voucher: (number) => this.#voucher(number),
      play,
    });
  }

  /** A promotional voucher, and what the ledger says is left of it (R94). */
  async #voucher(number: string): Promise<HeldVoucher | null> {
    const cage = this.offices.host('cage')?.state as Cage | undefined;
    const voucher = cage ? voucherIn(cage, number) : null;
    if (!voucher) return null;
    const [paper, out] = await Promise.all([
      this.store.balance(account.voucher(number)),
      this.store.balance(account.tokensOut(number)),
    ]);
    return { voucher, paper, out };
  }

  /** Whose player card that is. */
  cardHolder(told: string): Person | null {
    const books = this.offices.host('people')?.told.state as PeopleBooks | undefined;
    const card = readCard(told);
    return books && card !== null ? (holderOf(books, playersAccount(card))?.person ?? null) : null;
  }

  /** A card that was lost or replaced is nobody's (star-2024 10.1). */
  #isOldCard(told: string): boolean {
    const { oldCards = {} } = (this.offices.host('people')?.state ?? {}) as Partial<PeopleBooks>;
    return Object.hasOwn(oldCards, readCard(told) ?? '');
  }

  /** Books beside a table come back with it, each as its office says. */
  async #accompany(config: TableConfig, host: TableHost): Promise<readonly CompanionHost[]> {
    const joining = OFFICES.filter(({ accompanies }) => accompanies?.joins(host.table));
    const companions: CompanionHost[] = [];
    for (const office of joining) companions.push(await this.#beside(office, config, host));
    for (const books of companions) {
      books.forward = host.forward && this.#forwardTo(books);
      this.offices.add(books);
    }
    const terminals = companions.find(({ office }) => office === TERMINAL);
    if (terminals) await this.#takeTerminals(config, host, terminals);
    return companions;
  }

  #forwardTo({ stream }: CompanionHost): Forward {
    return (what) => (this.#options.seat as Seat).forward(stream, what);
  }

  #beside(office: AnyOffice, config: TableConfig, host: TableHost): Promise<CompanionHost> {
    const { id } = config;
    const books = async (name: string) => (await this.floor.find(id, name)) ?? this.#books(name);
    return CompanionHost.beside(office, {
      store: this.store,
      clock: this.clock,
      bytes: this.#bytes,
      lead: host,
      fact: () => ({ ...factOf(host), config }),
      fetch: makeFetch({ ...this.#sources, books }),
      keeper: office === TERMINAL ? this.floor.keeperFor(id) : this.#options.keepers?.[office.name],
    });
  }

  async #takeTerminals({ id, terminals: config }: TableConfig, host: TableHost, books: CompanionHost) {
    const terminals = new Terminals(this.store, host, books, this.clock);
    const at = { id, host, books, terminals, config };
    // Where another node keeps the table, that one audits.
    if (host.isElsewhere) this.floor.know(at);
    else await this.floor.take(at);
  }

  async #openNew(config: TableConfig): Promise<TableHost> {
    const fault = faultInPeople(config);
    if (fault !== null) throw new Error(`table ${config.id}: ${fault}`);
    const opened = openTable(settingsOf(config), this.clock.now());
    if (!opened.ok) throw new Error(`table ${config.id}: ${opened.refused.message}`);
    return TableHost.open(config.id, this.store, this.clock, opened.value);
  }

  #sourceOf(config: TableConfig): DiceSource {
    const { dice } = config;
    if (dice === 'random' || dice === 'called') return { kind: dice };
    const device = this.#options.tumblers?.get(tumblerIn(config) ?? '');
    if (!device) throw new Error(`there is no tumbler for dice ${dice}`);
    return { kind: 'tumbler', device };
  }

  host(id: string): TableHost | null {
    return this.#tables.get(id)?.host ?? null;
  }

  /** The pace of what is automatic at a table: by it everybody knows what it waits for. */
  paceAt(id: string): KeptPace | null {
    return this.#tables.get(id)?.runner.pace ?? null;
  }

  electronic(id: string): ElectronicTable | null {
    return this.floor.electronic(id);
  }

  configOf(id: string): TableConfig | null {
    return this.#tables.get(id)?.config ?? null;
  }

  tables(): readonly { readonly id: string; readonly host: TableHost }[] {
    return [...this.#tables].map(([id, { host }]) => ({ id, host }));
  }

  /** Tables that stand still, and why. Those that only cannot go on by themselves answer whoever asks all the same. */
  stopped(): readonly StoppedTable[] {
    const running = [...this.#tables].flatMap(([id, { host, runner }]) => {
      const kept = host.stopped ?? this.#untaken.get(streamOf(id)) ?? null;
      const why = kept ?? runner.standstill;
      return why === null ? [] : [{ id, why, answers: kept === null }];
    });
    return [...running, ...[...this.#broken].map(([id, why]) => ({ id, why, answers: false }))];
  }

  /** Every table and every book that stands still, by its stream, and why. */
  standstill(): ReadonlyMap<string, string> {
    const tables = this.stopped().map(({ id, why }) => [streamOf(id), why] as const);
    // Books beside a table stand still because it does.
    const offices = this.offices
      .hosts()
      .filter(({ office, stopped }) => !office.accompanies && stopped !== null)
      .map(({ stream, stopped }) => [stream, String(stopped)] as const);
    return new Map([...tables, ...offices, ...this.unread()]);
  }

  /** A table of ours of which nobody knows yet whether it goes on: it was only just opened, or taken over. */
  isUnproven(stream: string): boolean {
    const id = tableIn(stream) ?? '';
    const running = this.#tables.get(id);
    if (!running) return this.#starting.has(id);
    return !running.host.isElsewhere && !running.runner.isProven;
  }

  /** Play money for a person's wallet, from the account that says how much of it there is. */
  async grantPlayMoney(person: string, amount: number): Promise<void> {
    const cage = this.offices.host('cage') as OfficeHost;
    const done = await cage.submit({ do: 'grant-play-money', body: { person, amount }, by: null });
    if (!done.ok) throw new Error(done.refused.message);
  }

  async wallet(person: string): Promise<number> {
    return this.store.balance(account.wallet(person));
  }

  /** For those who see a table as its crew does also what is wrong with it. */
  lobby(person: Person | null = null): readonly LobbyTable[] {
    return [...this.#tables]
      .filter(([, { host }]) => !isOver(host))
      .map(([id, { config, host, runner }]) => {
        const shown = this.#lobbyTable(id, config, host);
        const trouble = seesAsCrew(person, shown) ? this.#troubleAt(config, host, runner) : null;
        const [mine] = ownAt(host.told.state, person);
        const own = mine && { seat: mine.seat, balance: mine.balance, onLayout: mine.onLayout };
        return { ...shown, ...(own ? { own } : {}), ...(trouble === null ? {} : { trouble }) };
      });
  }

  #troubleAt(config: TableConfig, { stopped }: TableHost, { standstill }: TableRunner): string | null {
    const device = tumblerIn(config) ?? '';
    const { tumblers = {} } = (this.offices.host('house') as OfficeHost).state as HouseBooks;
    const isStopped = Object.hasOwn(tumblers, device);
    return stopped ?? (isStopped ? `Its tumbler ${device} is stopped.` : standstill);
  }

  #lobbyTable(id: string, config: TableConfig, { table, stopped }: TableHost): LobbyTable {
    const { rulebook } = table.game;
    const isBot = (player: string) =>
      this.#options.isBot?.(table.guests.find((guest) => guest.player === player)?.person ?? '') ?? false;
    return {
      id,
      name: config.name,
      rulebook: rulebook.id,
      title: rulebook.title,
      run: rulebook.conduct.run.value,
      phase: table.phase,
      point: table.game.point,
      seats: table.settings.seats,
      taken: table.game.players
        .filter(({ name }) => !isGone(table, name))
        .map(({ seat, name }) => ({ seat, player: name, bot: isBot(name) })),
      shooter: table.shooter.shooter,
      sign: table.sign,
      posted: table.posted && { from: table.posted.from, sign: table.posted.sign },
      closing: table.closing && { kind: table.closing.kind, at: table.closing.at },
      stopped: stopped !== null,
      ...(table.settings.tournament ? { tournament: true as const } : {}),
      ...crewOf(config, table),
    };
  }

  /** Nothing is done by itself any more. */
  #rest(): void {
    this.#closed = true;
    this.#shared?.close();
    this.presence.close();
    this.offices.close();
    for (const { runner, host } of this.#tables.values()) {
      runner.close();
      host.retire();
    }
  }

  async close(): Promise<void> {
    this.#rest();
    for (const { companions } of this.#tables.values())
      for (const books of companions) await books.takeReading();
    await this.store.close();
  }
}

const lastPlaces = (streams: Awaited<ReturnType<Store['streams']>>): ReadonlyMap<string, number> =>
  new Map(streams.map(({ stream, last }) => [stream, last]));

/** Followed until it turns out to be kept here. */
function follow(host: AnyHost, seat: Seat): void {
  host.drop();
  host.forward = (what) => seat.forward(host.stream, what);
  host.onRefused = () => seat.refused(host.stream);
}

const bookOf = ({ settings: { rulebook } }: TableConfig): Rulebook | null =>
  typeof rulebook === 'string' && Object.hasOwn(RULEBOOKS, rulebook)
    ? RULEBOOKS[rulebook as RulebookId]
    : null;

const faultInPeople = (config: TableConfig): string | null => {
  const book = bookOf(config);
  return book && faultInCrew(config, book);
};

/** A table on record becomes one for practice only if it could be opened as one. */
function mustFitPractice(config: TableConfig): void {
  const book = bookOf(config);
  const fault = book && faultInPractice(config, book);
  if (fault) throw new Error(`table ${config.id}: ${fault}`);
}

const hasPeople = (staff: Table['staff']): boolean => staff.some(({ person }) => !isAutomaticPerson(person));

/** Who deals there, where it is not the automatic crew alone. */
function crewOf(
  { crew, practice }: TableConfig,
  { staff, game }: Table,
): Pick<LobbyTable, 'practice' | 'dealers'> {
  if (practice) return { practice: { taken: hasPeople(staff) } };
  return peoplesRoles(crew, game.rulebook).length > 0 ? { dealers: { onDuty: hasPeople(staff) } } : {};
}

/** Where people deal, the dice wait for the sheet, unless the settings say otherwise (R54). */
function settingsOf(config: TableConfig): TableConfig['settings'] {
  const book = bookOf(config);
  return book && isDealt(config.crew, book) ? { dealt: true, ...config.settings } : config.settings;
}

/** Where a table's dice come from. */
const originOf = ({ dice }: TableConfig): DiceOrigin =>
  dice === 'random' || dice === 'called' ? dice : 'tumbler';

const factOf = ({ id, table, n, stopped }: TableHost): TableFact => ({
  id,
  table,
  n,
  stopped: stopped !== null,
});
