import { type Command, evolve, onLayout, openTable, type Table } from '@boxperson/rules';
import { Dedupe, hashCommand } from './dedupe.js';
import { DRAWS_PREFIX, type DrawListener, Draws } from './dice/draws.js';
import { account } from './ledger/accounts.js';
import { houseEntriesFor } from './ledger/house-entries.js';
import type { DiceOrigin } from './people/access.js';
import type { Store } from './store/store.js';
import { type HouseConfig, type TableConfig, tableConfig } from './tables/config.js';
import type { Pace } from './tables/crew.js';
import { CALM, withCrewsWord } from './tables/crew.js';
import { type CommandKey, type Outcome, streamOf, TableHost } from './tables/host.js';
import { type DiceSource, type RollingDevice, TableRunner } from './tables/runner.js';
import { type ElectronicTable, Floor } from './terminals/floor.js';
import { Terminals } from './terminals/terminals.js';
import { TicketsDesk } from './terminals/tickets-desk.js';
import type { LobbyTable, Own } from './wire/protocol.js';

export interface HouseOptions {
  readonly store: Store;
  readonly config: HouseConfig;
  readonly now?: () => number;
  readonly pace?: Pace;
  readonly onError?: (error: unknown, table: string) => void;
  /** A tumbler by its device id. */
  readonly tumbler?: (device: string) => RollingDevice | null;
  readonly isBot?: (person: string) => boolean;
  /** The record's last signed checkpoint, for tickets. */
  readonly checkpoint?: () => string | null;
  /** Hears of every draw of dice. */
  readonly onDraw?: DrawListener;
}

interface Running {
  readonly config: TableConfig;
  readonly host: TableHost;
  /** An electronic table's. */
  readonly electronic: ElectronicTable | null;
  readonly runner: TableRunner;
}

export type Answered =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'unknown-table' }
  | { readonly kind: 'other-body' };

const CAGE = 'cage';
const TUMBLER = 'tumbler:';
const TABLES_MOST = 500;

const deviceIn = ({ dice }: TableConfig): string | null =>
  dice.startsWith(TUMBLER) ? dice.slice(TUMBLER.length) : null;

/** Closed for good, and nobody is left: of no interest to anybody who looks for a table. */
const isGone = ({ table }: TableHost): boolean => table.phase === 'closed' && table.game.players.length === 0;

/** The running house: its tables, their clocks and crews, and the money that comes and goes. */
export class House {
  readonly store: Store;
  readonly config: HouseConfig;
  readonly dedupe: Dedupe;
  readonly tickets: TicketsDesk;
  readonly floor: Floor;
  readonly #options: HouseOptions;
  readonly #now: () => number;
  readonly #tables = new Map<string, Running>();
  readonly #broken = new Map<string, string>();
  readonly #opening = new Set<string>();
  #cage = 0;
  #granting: Promise<void> = Promise.resolve();

  private constructor(options: HouseOptions) {
    this.#options = options;
    this.store = options.store;
    this.config = options.config;
    this.#now = options.now ?? Date.now;
    this.dedupe = new Dedupe(options.store);
    this.tickets = new TicketsDesk(options.store, this.#now);
    this.floor = new Floor(this.dedupe, this.tickets, () => options.checkpoint?.() ?? null, this.#now);
  }

  /** Opens every table that the configuration names; those with a record go on where they were. */
  static async open(options: HouseOptions): Promise<House> {
    const house = new House(options);
    const streams = new Map((await options.store.streams()).map(({ stream, last }) => [stream, last]));
    house.#cage = streams.get(CAGE) ?? 0;
    const drawn = (id: string) => streams.get(`${DRAWS_PREFIX}${id}`) ?? 0;
    for (const { id, body } of await options.store.listDocuments('table')) {
      await house.#start(tableConfig.parse(JSON.parse(body)), streams.has(streamOf(id)), drawn(id));
    }
    for (const config of options.config.tables) {
      if (house.#tables.has(config.id) || house.#broken.has(config.id)) continue;
      await house.#start(config, streams.has(streamOf(config.id)), drawn(config.id));
    }
    return house;
  }

  /** Opens a table that is not in the configuration; answers why not, with the field, or null when it is open. */
  async openTable(
    config: TableConfig,
    note: () => Promise<unknown> = async () => {},
  ): Promise<string | null> {
    const { id } = config;
    if (this.#opening.has(id)) return `id: there is a table ${id} already`;
    this.#opening.add(id);
    try {
      const why = await this.#whyNotOpen(config);
      if (why !== null) return why;
      await note();
      await this.store.putDocument('table', id, JSON.stringify(config));
      await this.#start(config, false, 0);
      return null;
    } finally {
      this.#opening.delete(id);
    }
  }

  async #whyNotOpen(config: TableConfig): Promise<string | null> {
    const { id, settings, dice } = config;
    if (this.#tables.has(id) || this.#broken.has(id)) return `id: there is a table ${id} already`;
    if ((await this.store.readStream(streamOf(id), 0, 1)).length > 0)
      return `id: there was a table ${id} before, and its record stays: choose another id`;
    if (this.lobby().length >= TABLES_MOST) return `a house has at most ${TABLES_MOST} tables`;
    const opened = openTable(settings, this.#now());
    if (!opened.ok) return `settings: ${opened.refused.message}`;
    const table = opened.value.reduce<Table | null>(evolve, null) as Table;
    if (dice === 'called' && table.game.rulebook.conduct.run.value === 'electronic')
      return 'dice: nobody calls the dice of an electronic table: random, or a tumbler';
    try {
      this.#sourceOf(config);
      return null;
    } catch (error) {
      return `dice: ${(error as Error).message}`;
    }
  }

  /** One table that cannot be rebuilt is kept for inspection; the others open. */
  async #start(config: TableConfig, exists: boolean, drawn: number): Promise<void> {
    try {
      const host = exists
        ? await TableHost.load(config.id, this.store, this.#now)
        : await this.#openNew(config);
      const electronic = await this.#electronic(config, host);
      const { onDraw } = this.#options;
      const device = deviceIn(config);
      const draws = await Draws.load(this.store, config.id, {
        last: drawn,
        ...(device === null ? {} : { device }),
        ...(onDraw ? { onDraw } : {}),
      });
      const runner = new TableRunner(host, draws, {
        crew: config.crew,
        pace: this.#options.pace ?? CALM,
        source: this.#sourceOf(config),
        now: this.#now,
        onError: (error) => this.#options.onError?.(error, config.id),
      });
      this.#tables.set(config.id, { config, host, electronic, runner });
    } catch (error) {
      this.#broken.set(config.id, error instanceof Error ? error.message : String(error));
      this.#options.onError?.(error, config.id);
    }
  }

  /** Terminals come back with their meters, and audit themselves before anybody plays on. */
  async #electronic(
    { id, terminals: config }: TableConfig,
    host: TableHost,
  ): Promise<ElectronicTable | null> {
    if (host.table.game.rulebook.conduct.run.value !== 'electronic') return null;
    const terminals = await Terminals.load(id, this.store, host, this.#now);
    const table = { id, host, terminals, config };
    await this.floor.auditAll(table);
    return table;
  }

  async #openNew(config: TableConfig): Promise<TableHost> {
    const opened = openTable(config.settings, this.#now());
    if (!opened.ok) throw new Error(`table ${config.id}: ${opened.refused.message}`);
    return TableHost.open(config.id, this.store, this.#now, opened.value);
  }

  #sourceOf({ dice }: TableConfig): DiceSource {
    if (dice === 'random' || dice === 'called') return { kind: dice };
    const device = this.#options.tumbler?.(dice.slice(TUMBLER.length));
    if (!device) throw new Error(`there is no tumbler for dice ${dice}`);
    return { kind: 'tumbler', device };
  }

  host(id: string): TableHost | null {
    return this.#tables.get(id)?.host ?? null;
  }

  electronic(id: string): ElectronicTable | null {
    return this.#tables.get(id)?.electronic ?? null;
  }

  /** Where a table's dice come from. */
  diceAt(id: string): DiceOrigin {
    const dice = this.#tables.get(id)?.config.dice ?? 'random';
    return dice === 'random' || dice === 'called' ? dice : 'tumbler';
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

  /** A command from outside, with the id that its sender made. */
  async submit(person: string, tableId: string, command: Command, id: string | null): Promise<Answered> {
    const running = this.#tables.get(tableId);
    if (!running) return { kind: 'unknown-table' };
    const { host, config, electronic } = running;
    const said = () => (config.crew === 'automatic' ? withCrewsWord(host.table, command) : command);
    const act = (key: CommandKey | null) => {
      const submit = () => host.submit(said(), key);
      return electronic ? this.floor.play(electronic, command, submit) : submit();
    };
    if (id === null) return { kind: 'outcome', outcome: await act(null) };
    return this.dedupe.once(id, hashCommand(person, tableId, command), act);
  }

  /** Play money for a person's wallet, from the account that says how much of it there is. */
  async grantPlayMoney(person: string, amount: number): Promise<void> {
    const granted = this.#granting.then(() => this.#grant(person, amount));
    // One after another, so that the cage's record has no gaps; a failed grant does not hold up the next.
    this.#granting = granted.catch(() => {});
    return granted;
  }

  async #grant(person: string, amount: number): Promise<void> {
    const position = this.#cage + 1;
    const at = this.#now();
    const event = { v: 1, event: 'play-money-granted', person, amount, at };
    await this.store.append({
      command: null,
      events: [{ stream: CAGE, position, at, body: JSON.stringify(event) }],
      // From the event alone: whoever verifies the record comes to the same.
      entries: houseEntriesFor(event),
    });
    this.#cage = position;
  }

  async wallet(person: string): Promise<number> {
    return this.store.balance(account.wallet(person));
  }

  /** Somebody's own money at a table, under every name they play there. */
  ownAt(table: Table, person: string): readonly Own[] {
    const names = table.guests.filter((guest) => guest.person === person).map(({ player }) => player);
    return table.game.players
      .filter(({ name }) => names.includes(name))
      .map((player) => ({
        player: player.name,
        seat: player.seat,
        balance: player.balance,
        onLayout: onLayout(player),
      }));
  }

  lobby(): readonly LobbyTable[] {
    return [...this.#tables]
      .filter(([, { host }]) => !isGone(host))
      .map(([id, { config, host }]) => this.#lobbyTable(id, config, host));
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
      taken: table.game.players.map(({ seat, name }) => ({ seat, player: name, bot: isBot(name) })),
      shooter: table.shooter.shooter,
      sign: table.sign,
      posted: table.posted && { from: table.posted.from, sign: table.posted.sign },
      closing: table.closing && { kind: table.closing.kind, at: table.closing.at },
      stopped: stopped !== null,
    };
  }

  async close(): Promise<void> {
    for (const { runner } of this.#tables.values()) runner.close();
    for (const { electronic } of this.#tables.values()) await electronic?.terminals.takeReading();
    await this.store.close();
  }
}
