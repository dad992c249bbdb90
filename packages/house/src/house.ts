import {
  type AnyOffice,
  account,
  type FloorFact,
  faultInCrew,
  faultInPractice,
  type HouseBooks,
  type HouseEvent,
  holderOf,
  isDealt,
  OFFICES,
  type OfficeEvent,
  officeOf,
  openlySaid,
  type PeopleBooks,
  type Person,
  type Proposals,
  playersAccount,
  type Refused,
  readCard,
  seesAsCrew,
  type TableConfig,
  type TableFact,
  type TablePlace,
  TERMINAL,
  tumblerIn,
} from '@boxperson/offices';
import {
  DISPLAY,
  isGone,
  type KeptPace,
  openTable,
  RULEBOOKS,
  type Rulebook,
  type RulebookId,
  type Table,
} from '@boxperson/rules';
import { type Clock, SYSTEM_CLOCK } from './clock.js';
import { Draws } from './dice/draws.js';
import { drawDice } from './dice/random.js';
import { Admission, type Call, type Counter } from './office/admission.js';
import { CompanionHost } from './office/companion-host.js';
import { officeCounter } from './office/counter.js';
import { type FactSources, makeFetch } from './office/facts.js';
import type { Keeper, OfficeHost } from './office/office-host.js';
import { Offices } from './office/offices.js';
import { Once } from './office/once.js';
import { takeOverProposals } from './office/takeover.js';
import { type Bytes, SYSTEM_BYTES } from './random.js';
import { type Store, StoreError } from './store/store.js';
import type { DiceOrigin } from './tables/access.js';
import type { HouseConfig } from './tables/config.js';
import { tableCounter } from './tables/counter.js';
import type { Pace } from './tables/crew.js';
import { heldBack, isAutomaticPerson, paceOf, withCrewsWord } from './tables/crew.js';
import { streamOf, TableHost, tableIn } from './tables/host.js';
import { type OwnRound, TableMemory, type TableRolls } from './tables/memory.js';
import { Attendance } from './tables/practice.js';
import { Presence } from './tables/presence.js';
import { handIn } from './tables/rolls.js';
import { type DiceSource, type RollingDevice, TableRunner } from './tables/runner.js';
import { ownAt } from './tables/view.js';
import { type ElectronicTable, Floor } from './terminals/floor.js';
import { Terminals } from './terminals/terminals.js';
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
}

interface Running {
  readonly config: TableConfig;
  readonly host: TableHost;
  readonly counter: Counter;
  /** Books beside it. */
  readonly companions: readonly CompanionHost[];
  readonly runner: TableRunner;
  readonly memory: TableMemory;
}

/** What is made when it is asked for, like the books of an office. */
const FLOOR = 'floor';
const DICE = 'dice/';

/** How long after a store failed a table that was to open it is tried again. */
const START_AGAIN_MS = 1_000;

/** Closed for good, and nobody is left: of no interest to anybody who looks for a table. */
const isOver = ({ table }: TableHost): boolean => table.phase === 'closed' && table.game.players.length === 0;

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
  readonly #options: HouseOptions;
  readonly clock: Clock;
  readonly #bytes: Bytes;
  readonly #tables = new Map<string, Running>();
  readonly #broken = new Map<string, string>();
  readonly #starting = new Set<string>();
  #closed = false;
  /** The last place in use of every stream that was there when the house opened. */
  readonly #streams: ReadonlyMap<string, number>;

  readonly #sources: FactSources;

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
    this.once = new Once(options.store, undefined, this.#bytes);
    this.floor = new Floor(options.store, () => options.checkpoint?.() ?? null, this.clock, this.#bytes);
    this.admission = new Admission({
      once: this.once,
      now: () => this.clock.now(),
      elapsed: () => this.clock.elapsed(),
      person: options.person,
      counter: (at) => this.#counter(at),
      proposals: offices.host('proposals') as OfficeHost,
      audit: (person, call, refused) => this.#audit(person, call, refused),
      withoutSecrets: ({ at, command }) => openlySaid(officeOf(at), command),
      ...(options.reveal ? { reveal: options.reveal } : {}),
    });
  }

  /** Opens the offices, and every table that the configuration names or somebody opened; those with a record go on. */
  static async open(options: HouseOptions): Promise<House> {
    const { store, clock = SYSTEM_CLOCK, bytes, onError, onStanding } = options;
    const streams = new Map((await store.streams()).map(({ stream, last }) => [stream, last]));
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
    const keepers = {
      house: { after: (events) => here().#opened(events) },
      ...options.keepers,
    } satisfies Record<string, Keeper>;
    const offices = await Offices.open({
      store,
      clock,
      bytes,
      fetch,
      keepers,
      ...(onError ? { onError } : {}),
      ...(onStanding ? { onStanding } : {}),
    });
    house = new House(options, offices, streams, sources);
    await takeOverProposals(store, offices.host('proposals') as OfficeHost, clock.now());
    await house.#openTables();
    await house.admission.carryAll();
    return house;
  }

  async #openTables(): Promise<void> {
    const { tables, tumblers = {} } = (this.offices.host('house') as OfficeHost).state as HouseBooks;
    for (const [device, why] of Object.entries(tumblers)) this.#options.tumblers?.get(device)?.stop?.(why);
    for (const config of [...Object.values(tables), ...this.config.tables])
      if (!this.#isKnown(config.id)) await this.#start(config);
  }

  #isKnown(id: string): boolean {
    return this.#tables.has(id) || this.#broken.has(id);
  }

  /** Tables that somebody opened run from now on; tumblers that were taken back roll. */
  async #opened(events: readonly OfficeEvent[]): Promise<void> {
    for (const event of events as readonly HouseEvent[]) {
      if (event.event === 'table-opened') await this.#startOnce(event.table);
      if (event.event === 'tumbler-reinstated') this.#options.tumblers?.get(event.device)?.reinstate?.();
    }
  }

  #tableFact(id: string): TableFact | null {
    const host = this.#tables.get(id)?.host;
    return host ? factOf(host) : null;
  }

  #books(stream: string): unknown {
    return stream === FLOOR ? this.#floorFact() : (this.offices.host(stream)?.state ?? null);
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
    if (table !== null) return this.#tables.get(table)?.counter ?? null;
    const host = this.offices.host(at);
    return host && officeCounter(host, (id) => this.placeOf(id));
  }

  /** Not waited for: whoever asked has their answer. */
  #audit(person: Person, { at, command }: Call, { code, clause, message }: Refused): void {
    const verb = String(command['do']).slice(0, 40) || '?';
    const body = { person: person.id, to: at, verb, code, clause, message: message.slice(0, 500) };
    this.offices
      .host('audit')
      ?.submit({ do: 'refused', body, by: null })
      .catch((error: unknown) => this.#options.onError?.(error, 'audit'));
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
      void this.#startOnce(config).finally(() => this.#options.onStanding?.());
    }, START_AGAIN_MS);
  }

  /** One table that cannot be rebuilt is kept for inspection; the others open. */
  async #start(config: TableConfig): Promise<void> {
    const { id } = config;
    try {
      mustFitPractice(config);
      const host = (await this.#isOnRecord(id))
        ? await TableHost.load(id, this.store, this.clock)
        : await this.#openNew(config);
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
      });
      const counter = this.#counterOf(config, host);
      this.#tables.set(id, { config, host, counter, companions, runner, memory: new TableMemory(host) });
      host.watch(() => this.#options.onStanding?.());
    } catch (error) {
      this.#broken.set(id, error instanceof Error ? error.message : String(error));
      this.#options.onError?.(error, id);
      this.#options.onStanding?.();
      if (error instanceof StoreError && error.fault.kind === 'unavailable') this.#startLater(config);
    }
  }

  #counterOf(config: TableConfig, host: TableHost): Counter {
    const { floor } = this;
    const electronic = floor.electronic(config.id);
    return tableCounter({
      host,
      dice: originOf(config),
      practice: config.practice,
      asks: (person) => {
        this.attendance.heard(person);
        this.presence.heard(config.id, person.id);
      },
      person: this.#options.person,
      cardHolder: (card) => this.#cardHolder(card),
      play: (command, key) => {
        const pace = this.#tables.get(config.id)?.runner.pace ?? {};
        const kept = heldBack(host.table, pace, command, host.at());
        const said = withCrewsWord(host.table, kept, config.crew);
        const submit = () => host.submit(said, key);
        return electronic ? floor.play(electronic, command, submit) : submit();
      },
    });
  }

  /** Whose player card that is. */
  #cardHolder(told: string): Person | null {
    const books = this.offices.host('people')?.told.state as PeopleBooks | undefined;
    const card = readCard(told);
    return books && card !== null ? (holderOf(books, playersAccount(card))?.person ?? null) : null;
  }

  /** Books beside a table come back with it, each as its office says. */
  async #accompany(config: TableConfig, host: TableHost): Promise<readonly CompanionHost[]> {
    const joining = OFFICES.filter(({ accompanies }) => accompanies?.joins(host.table));
    const companions: CompanionHost[] = [];
    for (const office of joining) companions.push(await this.#beside(office, config, host));
    for (const books of companions) this.offices.add(books);
    const terminals = companions.find(({ office }) => office === TERMINAL);
    if (terminals) await this.#takeTerminals(config, host, terminals);
    return companions;
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
    await this.floor.take({ id, host, books, terminals, config });
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

  /** Tables that are kept for inspection, and why. */
  stopped(): readonly { readonly id: string; readonly why: string }[] {
    const running = [...this.#tables].flatMap(([id, { host }]) =>
      host.stopped === null ? [] : [{ id, why: host.stopped }],
    );
    return [...running, ...[...this.#broken].map(([id, why]) => ({ id, why }))];
  }

  /** Every table and every book that stands still, by its stream, and why. */
  standstill(): ReadonlyMap<string, string> {
    const tables = this.stopped().map(({ id, why }) => [streamOf(id), why] as const);
    // Books beside a table stand still because it does.
    const offices = this.offices
      .hosts()
      .filter(({ office, stopped }) => !office.accompanies && stopped !== null)
      .map(({ stream, stopped }) => [stream, String(stopped)] as const);
    return new Map([...tables, ...offices]);
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
      .map(([id, { config, host }]) => {
        const shown = this.#lobbyTable(id, config, host);
        const trouble = seesAsCrew(person, shown) ? this.#troubleAt(config, host) : null;
        const [mine] = ownAt(host.told.state, person);
        const own = mine && { seat: mine.seat, balance: mine.balance, onLayout: mine.onLayout };
        return { ...shown, ...(own ? { own } : {}), ...(trouble === null ? {} : { trouble }) };
      });
  }

  #troubleAt(config: TableConfig, { stopped }: TableHost): string | null {
    const device = tumblerIn(config) ?? '';
    const { tumblers = {} } = (this.offices.host('house') as OfficeHost).state as HouseBooks;
    return stopped ?? (Object.hasOwn(tumblers, device) ? `Its tumbler ${device} is stopped.` : null);
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
      ...(config.practice ? { practice: { taken: hasPeople(table.staff) } } : {}),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.presence.close();
    this.offices.close();
    for (const { runner, host } of this.#tables.values()) {
      runner.close();
      host.retire();
    }
    for (const { companions } of this.#tables.values())
      for (const books of companions) await books.takeReading();
    await this.store.close();
  }
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
