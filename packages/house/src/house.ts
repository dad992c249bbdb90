import { type Command, onLayout, openTable, type Table } from '@boxperson/rules';
import { Dedupe, hashCommand } from './dedupe.js';
import { Draws } from './dice/draws.js';
import { account } from './ledger/accounts.js';
import type { DiceOrigin } from './people/access.js';
import type { Store } from './store/store.js';
import { type HouseConfig, type TableConfig, tableConfig } from './tables/config.js';
import type { Pace } from './tables/crew.js';
import { CALM, withCrewsWord } from './tables/crew.js';
import { type Outcome, streamOf, TableHost } from './tables/host.js';
import { type DiceSource, type RollingDevice, TableRunner } from './tables/runner.js';
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
}

interface Running {
  readonly config: TableConfig;
  readonly host: TableHost;
  readonly runner: TableRunner;
}

export type Answered =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'unknown-table' }
  | { readonly kind: 'other-body' };

const CAGE = 'cage';

/** The running house: its tables, their clocks and crews, and the money that comes and goes. */
export class House {
  readonly store: Store;
  readonly config: HouseConfig;
  readonly dedupe: Dedupe;
  readonly #options: HouseOptions;
  readonly #now: () => number;
  readonly #tables = new Map<string, Running>();
  readonly #broken = new Map<string, string>();
  #cage = 0;
  #granting: Promise<void> = Promise.resolve();

  private constructor(options: HouseOptions) {
    this.#options = options;
    this.store = options.store;
    this.config = options.config;
    this.#now = options.now ?? Date.now;
    this.dedupe = new Dedupe(options.store);
  }

  /** Opens every table that the configuration names; those with a record go on where they were. */
  static async open(options: HouseOptions): Promise<House> {
    const house = new House(options);
    const streams = new Map((await options.store.streams()).map(({ stream, last }) => [stream, last]));
    house.#cage = streams.get(CAGE) ?? 0;
    for (const { id, body } of await options.store.listDocuments('table')) {
      await house.#start(tableConfig.parse(JSON.parse(body)), streams.has(streamOf(id)));
    }
    for (const config of options.config.tables) {
      if (house.#tables.has(config.id) || house.#broken.has(config.id)) continue;
      await house.#start(config, streams.has(streamOf(config.id)));
    }
    return house;
  }

  /** Opens a table that is not in the configuration. */
  async openTable(config: TableConfig): Promise<void> {
    if (this.#tables.has(config.id)) throw new Error(`there is a table ${config.id} already`);
    await this.store.putDocument('table', config.id, JSON.stringify(config));
    await this.#start(config, false);
  }

  /** One table that cannot be rebuilt is kept for inspection; the others open. */
  async #start(config: TableConfig, exists: boolean): Promise<void> {
    try {
      const host = exists
        ? await TableHost.load(config.id, this.store, this.#now)
        : await this.#openNew(config);
      const draws = await Draws.load(this.store, config.id);
      const runner = new TableRunner(host, draws, {
        crew: config.crew,
        pace: this.#options.pace ?? CALM,
        source: this.#sourceOf(config),
        now: this.#now,
        onError: (error) => this.#options.onError?.(error, config.id),
      });
      this.#tables.set(config.id, { config, host, runner });
    } catch (error) {
      this.#broken.set(config.id, error instanceof Error ? error.message : String(error));
      this.#options.onError?.(error, config.id);
    }
  }

  async #openNew(config: TableConfig): Promise<TableHost> {
    const opened = openTable(config.settings, this.#now());
    if (!opened.ok) throw new Error(`table ${config.id}: ${opened.refused.message}`);
    return TableHost.open(config.id, this.store, this.#now, opened.value);
  }

  #sourceOf({ dice }: TableConfig): DiceSource {
    if (dice === 'random' || dice === 'called') return { kind: dice };
    const device = this.#options.tumbler?.(dice.slice('tumbler:'.length));
    if (!device) throw new Error(`there is no tumbler for dice ${dice}`);
    return { kind: 'tumbler', device };
  }

  host(id: string): TableHost | null {
    return this.#tables.get(id)?.host ?? null;
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
    const { host, config } = running;
    const said = () => (config.crew === 'automatic' ? withCrewsWord(host.table, command) : command);
    if (id === null) return { kind: 'outcome', outcome: await host.submit(said()) };
    const hash = hashCommand(person, tableId, command);
    const deduped = await this.dedupe.once(id, hash, (key) => host.submit(said(), key));
    return deduped.kind === 'answer' ? { kind: 'outcome', outcome: deduped.outcome } : deduped;
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
    const body = JSON.stringify({ v: 1, event: 'play-money-granted', person, amount, at: this.#now() });
    await this.store.append({
      command: null,
      events: [{ stream: CAGE, position, at: this.#now(), body }],
      entries: [
        {
          reason: 'play-money-granted',
          postings: [
            { account: account.play, amount: -amount },
            { account: account.wallet(person), amount },
          ],
        },
      ],
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
    return [...this.#tables].map(([id, { config, host }]) => this.#lobbyTable(id, config, host));
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
    await this.store.close();
  }
}
