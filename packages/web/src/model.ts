import type { Own, ServerMessage } from '@boxperson/house';
import { afterShown, type HouseClient, type Known, tableFrom, withOwn } from '@boxperson/house/client';
import type { Refused } from '@boxperson/offices';
import type { Command, EventOf, KeptPace, Refusal, Table, TableEvent } from '@boxperson/rules';

export interface Told {
  readonly n: number;
  readonly event: TableEvent;
}

/** A command on its way to the house: shown as waiting, never counted. */
export interface Pending {
  readonly id: number;
  readonly command: Command;
}

/** A few words to the player: what a larger act did, what it left and why. */
export interface Notice {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface TableState {
  readonly online: boolean;
  readonly table: Table | null;
  readonly own: Own | null;
  readonly told: readonly Told[];
  /** The house's last "no", until it is closed or something else is asked. */
  readonly refused: { readonly refused: Refused; readonly command: Command } | null;
  readonly pending: readonly Pending[];
  readonly notice: Notice | null;
  /** What is brought to the table less what is taken away, since the player sat down. */
  readonly session: Session | null;
  /** A roll whose dice still tumble. All else here is as it was before it: nothing is told before they lie. */
  readonly flight: Flight | null;
  /** How long the waits of the automatic crew last: with the table it says what is next, and when. */
  readonly pace: KeptPace;
}

/** Dice on their way. Only what draws them may look at what they will show. */
export interface Flight {
  readonly n: number;
  readonly event: EventOf<'rolled'>;
}

/** What a roll changes: kept as it was until its dice lie. */
type Held = Pick<TableState, 'table' | 'own' | 'told' | 'session' | 'flight'>;

/** One's evening at this table, as this browser saw it. */
export interface Session {
  readonly player: string;
  readonly since: number;
  readonly brought: number;
}

export const NOTHING_KNOWN: TableState = {
  online: true,
  table: null,
  own: null,
  told: [],
  refused: null,
  pending: [],
  notice: null,
  session: null,
  flight: null,
  pace: {},
};

/** What became of a command. */
export type Done = { readonly ok: true } | { readonly ok: false; readonly refused: Refused };

const TOLD_MOST = 400;
/** Said, and not done before another agrees. */
export const TAKES_TWO: Refused = {
  code: 'not-allowed',
  clause: null,
  message: 'It takes a second person.',
};
export const OFFLINE: Refusal = {
  code: 'out-of-phase',
  clause: null,
  message: 'Not connected: nothing was sent. Try again when the connection is back.',
};

type EventListener = (event: TableEvent, before: Table, after: Table) => void;

/** Whoever speaks for a table: a house over the wire, or a table of one's own. */
export type TableClient = Pick<HouseClient, 'watch' | 'do'>;

/** What somebody wants who comes to a table. */
interface Coming {
  /** So many of the last events, for whoever has to know how it came to stand so. */
  readonly last?: number;
}

/**
 * The table as this browser knows it: the house's own record, applied by the rules' own `evolve`. Nothing is decided
 * here, and no bet counts before the house has it.
 */
export class TableModel {
  readonly #client: TableClient;
  readonly #id: string;
  readonly #listeners = new Set<() => void>();
  readonly #events = new Set<EventListener>();
  readonly #unwatch: () => void;
  #waiting: { readonly n: number; readonly go: () => void }[] = [];
  /** All that is known here: for what decides and sends. */
  #state: TableState = NOTHING_KNOWN;
  /** What was known before the dice that still tumble; null while they lie. */
  #held: Held | null = null;
  /** What may be seen and heard. */
  #shown: TableState = NOTHING_KNOWN;
  /** The crew sees everybody's money; others know their own. */
  #sees: 'all' | 'own' = 'own';
  #n = 0;
  #count = 0;
  #skew: number | null = null;
  #landed: ReturnType<typeof setTimeout> | undefined;
  /** The longest that dice may tumble before what they did is shown; 0 for those who want no movement. */
  flightMs: () => number = () => 0;

  constructor(client: TableClient, id: string, { last = 0 }: Coming = {}) {
    this.#client = client;
    this.#id = id;
    this.#unwatch = client.watch(id, {
      last,
      table: (message) => this.#whole(message),
      events: (n, events) => this.#told(n, events),
      own: (own) => this.#own(own),
      pace: (pace, now) => {
        this.#tick(now);
        this.#set({ pace });
      },
    });
  }

  get id(): string {
    return this.#id;
  }

  /** The newest, for what decides and sends: a page shows the `snapshot`. */
  get state(): TableState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** What a page may show: it lags while dice tumble. */
  readonly snapshot = (): TableState => this.#shown;

  /** The dice lie, or nobody waits for them any longer: what they did is shown. */
  readonly land = (): void => {
    clearTimeout(this.#landed);
    if (!this.#held) return;
    this.#held = null;
    this.#set({});
  };

  /** Hears every event with the table before and after it. */
  onEvent(listener: EventListener): () => void {
    this.#events.add(listener);
    return () => this.#events.delete(listener);
  }

  /** The house's clock, as well as its events tell it. */
  now(): number {
    return Date.now() - (this.#skew ?? 0);
  }

  close(): void {
    clearTimeout(this.#landed);
    this.#unwatch();
  }

  online(online: boolean): void {
    this.#set({ online });
  }

  /** Gives a command; resolves when the table here shows what it did. A refusal is shown to the player. */
  async do(command: Command): Promise<Done> {
    const done = await this.quietly(command);
    if (!done.ok) this.refuse(done.refused, command);
    return done;
  }

  /** The same without showing a refusal: for acts of several commands, which tell what they could not do. */
  async quietly(command: Command): Promise<Done> {
    if (!this.#state.online) return { ok: false, refused: OFFLINE };
    // Whoever acts goes by the table as it is, and has to see it.
    this.land();
    const pending = { id: ++this.#count, command };
    this.#set({ pending: [...this.#state.pending, pending], refused: null, notice: null });
    const answer = await this.#client.do(this.#id, command);
    if (answer.kind === 'done') await this.#until(answer.n);
    this.#set({ pending: this.#state.pending.filter(({ id }) => id !== pending.id) });
    if (answer.kind === 'refused') return { ok: false, refused: answer.refused };
    if (answer.kind === 'proposed') return { ok: false, refused: TAKES_TWO };
    return { ok: true };
  }

  /** When nothing is on its way any more, and whoever waited for an answer has dealt with it. */
  idle(): Promise<void> {
    return new Promise((go) => {
      const look = (): void => {
        if (this.#state.pending.length > 0) return;
        unsubscribe();
        setTimeout(go, 0);
      };
      const unsubscribe = this.subscribe(look);
      look();
    });
  }

  refuse(refused: Refused, command: Command): void {
    this.#set({ refused: { refused, command } });
  }

  tell(notice: Notice | null): void {
    this.#set({ notice });
  }

  dismiss(): void {
    this.#set({ refused: null, notice: null });
  }

  #set(change: Partial<TableState>): void {
    this.#state = { ...this.#state, ...change };
    this.#shown = this.#held ? { ...this.#state, ...this.#held } : this.#state;
    for (const listener of this.#listeners) listener();
  }

  #until(n: number): Promise<void> {
    if (this.#n >= n) return Promise.resolve();
    return new Promise((go) => this.#waiting.push({ n, go }));
  }

  #arrived(n: number): void {
    this.#n = Math.max(this.#n, n);
    const ready = this.#waiting.filter((one) => one.n <= this.#n);
    this.#waiting = this.#waiting.filter((one) => one.n > this.#n);
    for (const { go } of ready) go();
  }

  #whole({ view, own, sees }: Extract<ServerMessage, { t: 'table' }>): void {
    const { n } = view;
    const mine = own[0] ?? null;
    this.#sees = sees;
    const told = this.#state.told.length > 0 ? this.#state.told : readRolls(this.#id, n);
    const { session: known } = this.#state;
    // Of whoever sat there before they signed out nothing is kept here any longer.
    const session = known && known.player === mine?.player ? known : readSession(this.#id, mine);
    this.#held = null;
    this.#set({ table: tableFrom(view, this.#known(own)), own: mine, told, session });
    this.#arrived(n);
  }

  #told(n: number, events: readonly (TableEvent | null)[]): void {
    let { table, session } = this.#state;
    // What came before the table as a whole is in it: it is only remembered.
    const past = Math.max(0, this.#n + 1 - n);
    const earlier = past > 0 ? [] : this.#state.told;
    const told: Told[] = asTold(n, events.slice(0, past));
    for (const [index, event] of events.entries()) {
      if (!event || !table || index < past) continue;
      this.#tick(event.at);
      const before: Table = table;
      if (isRolled(event)) {
        const { own } = this.#state;
        const flight = { n: n + index, event };
        this.#fly({ table: before, own, told: [...earlier, ...told], session, flight });
      }
      const after: Table = afterShown(before, event, this.#known(this.#mine()));
      table = after;
      session = sessionAfter(session, event, this.#state.own?.player ?? null);
      told.push({ n: n + index, event });
      for (const listener of this.#events) listener(event, before, after);
    }
    const all = [...earlier, ...told].slice(-TOLD_MOST);
    this.#set({ table, told: all, session });
    const last = n + events.length - 1;
    keepRolls(this.#id, last, all);
    keepSession(this.#id, session);
    this.#arrived(last);
  }

  /** What is known here of the money at the table: one's own. */
  #mine(): readonly Own[] {
    return this.#state.own ? [this.#state.own] : [];
  }

  #known(own: readonly Own[]): Known {
    return this.#sees === 'all' ? 'all' : own;
  }

  #fly(held: Held): void {
    const most = this.flightMs();
    if (most === 0) return;
    clearTimeout(this.#landed);
    this.#held = held;
    this.#landed = setTimeout(this.land, most);
  }

  /** Events that were long under way say nothing about the clock. */
  #tick(at: number): void {
    const skew = Date.now() - at;
    if (Math.abs(skew) > 3_600_000 && this.#skew === null) this.#skew = skew;
    else if (skew < (this.#skew ?? 1_500)) this.#skew = skew;
  }

  #own(own: readonly Own[]): void {
    const mine = own[0] ?? null;
    const { table, session } = this.#state;
    const started = session ?? newSession(mine);
    this.#set({ own: mine, session: mine && started, table: table && withOwn(table, this.#known(own)) });
    keepSession(this.#id, mine && started);
  }
}

const asTold = (n: number, events: readonly (TableEvent | null)[]): Told[] =>
  events.flatMap((event, index) => (event ? [{ n: n + index, event }] : []));

const newSession = (own: Own | null): Session | null =>
  own && { player: own.player, since: Date.now(), brought: own.balance + own.onLayout };

/** Money that is brought and taken away is neither won nor lost. */
function sessionAfter(session: Session | null, event: TableEvent, player: string | null): Session | null {
  if (!session || !('player' in event) || event.player !== player) return session;
  if (event.event === 'chips-bought') return { ...session, brought: session.brought + event.amount };
  if (event.event === 'credits-collected') return { ...session, brought: session.brought - event.amount };
  return event.event === 'left' || event.event === 'released' ? null : session;
}

/** What a reload should not forget. A browser that keeps nothing forgets it. */
function kept<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
export function keep(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: it lasts as long as the page.
  }
}
export { kept };

const sessionKey = (table: string): string => `boxperson.session.${table}`;
const keepSession = (table: string, session: Session | null): void => keep(sessionKey(table), session);
function readSession(table: string, own: Own | null): Session | null {
  const read = kept<Session>(sessionKey(table));
  return own && read?.player === own.player ? read : newSession(own);
}

const ROLLS_MOST = 60;
const rollsKey = (table: string): string => `boxperson.rolls.${table}`;
interface KeptRolls {
  readonly n: number;
  readonly rolls: readonly Told[];
}

export const isRolled = (event: TableEvent): event is EventOf<'rolled'> => event.event === 'rolled';

const keepRolls = (table: string, n: number, told: readonly Told[]): void =>
  keep(rollsKey(table), { n, rolls: told.filter(({ event }) => isRolled(event)).slice(-ROLLS_MOST) });

/** Rolls from before a reload; none when the table has rolled since and there would be a hole. */
function readRolls(table: string, n: number): readonly Told[] {
  const read = kept<KeptRolls>(rollsKey(table));
  return read && read.n <= n && n - read.n < ROLLS_MOST ? read.rolls : [];
}
