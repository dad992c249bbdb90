import type { Own, ServerMessage } from '@boxperson/house';
import type { HouseClient } from '@boxperson/house/client';
import {
  type Command,
  evolve,
  type Refusal,
  restoreTable,
  type SavedTable,
  type Table,
  type TableEvent,
} from '@boxperson/rules';

/** Other people's money is not told; it must only never run out here. */
const PLENTY = 1e12;

export interface Told {
  readonly n: number;
  readonly event: TableEvent;
}

export interface TableState {
  readonly online: boolean;
  readonly table: Table | null;
  readonly own: Own | null;
  readonly told: readonly Told[];
  readonly refused: { readonly refused: Refusal; readonly command: Command } | null;
  readonly pending: number;
}

const TOLD_MOST = 200;

/**
 * The table as this browser knows it: the house's own record, applied by the rules' own `evolve`. Nothing is decided
 * here, and no bet is shown before the house has it.
 */
export class TableModel {
  readonly #client: HouseClient;
  readonly #id: string;
  readonly #listeners = new Set<() => void>();
  readonly #unwatch: () => void;
  #state: TableState = { online: true, table: null, own: null, told: [], refused: null, pending: 0 };

  constructor(client: HouseClient, id: string) {
    this.#client = client;
    this.#id = id;
    this.#unwatch = client.watch(id, {
      table: (message) => this.#whole(message),
      events: (n, events) => this.#events(n, events),
      own: (own) => this.#own(own),
    });
  }

  get state(): TableState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): TableState => this.#state;

  close(): void {
    this.#unwatch();
  }

  online(online: boolean): void {
    this.#set({ online });
  }

  async do(command: Command): Promise<boolean> {
    this.#set({ pending: this.#state.pending + 1, refused: null });
    const answer = await this.#client.do(this.#id, command);
    this.#set({ pending: this.#state.pending - 1 });
    if (answer.kind === 'refused') this.#set({ refused: { refused: answer.refused, command } });
    if (answer.kind === 'error') {
      this.#set({
        refused: { refused: { code: 'bad-input', clause: null, message: answer.message }, command },
      });
    }
    return answer.kind === 'done';
  }

  dismiss(): void {
    this.#set({ refused: null });
  }

  #set(change: Partial<TableState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #whole({ view, own }: Extract<ServerMessage, { t: 'table' }>): void {
    const { n: _n, ...saved } = view;
    const mine = own[0] ?? null;
    const full = { ...saved, last: null, excluded: [], terminalsMost: [] } as unknown as SavedTable;
    this.#set({ table: withMoney(restoreTable(full), mine), own: mine });
  }

  #events(n: number, events: readonly (TableEvent | null)[]): void {
    let { table } = this.#state;
    const told: Told[] = [];
    for (const [index, event] of events.entries()) {
      if (!event || !table) continue;
      table = evolve(table, fitted(table, event));
      told.push({ n: n + index, event });
    }
    this.#set({ table, told: [...this.#state.told, ...told].slice(-TOLD_MOST) });
  }

  #own(own: readonly Own[]): void {
    const mine = own[0] ?? null;
    const { table } = this.#state;
    this.#set({ own: mine, table: table && withMoney(table, mine) });
  }
}

/** Amounts that the house does not tell are made to fit: they are nobody's business and decide nothing. */
function fitted(table: Table, event: TableEvent): TableEvent {
  if (event.event === 'sat' && event.bankroll === 0) return { ...event, bankroll: PLENTY };
  if (event.event !== 'left') return event;
  const balance = table.game.players.find(({ name }) => name === event.player)?.balance ?? event.paid;
  return { ...event, paid: balance };
}

const withMoney = (table: Table, own: Own | null): Table => ({
  ...table,
  game: {
    ...table.game,
    players: table.game.players.map((player) => ({
      ...player,
      balance: player.name === own?.player ? own.balance : PLENTY,
    })),
  },
});
