import { account } from '@boxperson/offices';
import {
  type Cents,
  type Command,
  type Refusal,
  saveTable,
  type Table,
  type TableEvent,
} from '@boxperson/rules';
import { houseEntriesFor } from '../ledger/house-entries.js';
import type { Beside, Companion, Step, WorkPart } from '../office/stream-host.js';
import type { LogEntry, Store } from '../store/store.js';
import type { TableHost } from '../tables/host.js';
import {
  type RecalledTerminal,
  TERMINAL_VERSION,
  type TerminalEvent,
  type TerminalHappened,
  terminalStream,
} from './events.js';
import { creditOf, faultInMeters } from './meters.js';
import { type Reading, type Replayed, readingStream, replayTerminals } from './replay.js';
import { roundEnded } from './rounds.js';
import {
  afterTerminalEvent,
  entriesOf,
  meterEvent,
  type SeatEntry,
  type Seats,
  stateAt,
  type TerminalState,
  type Ticket,
  ticketOf,
  withState,
} from './state.js';

/** Where money at a terminal comes from or goes to, said by whoever moves it. */
export type Source = Extract<
  TerminalHappened,
  { event: 'note-in' | 'ticket-in' | 'transfer-in' | 'ticket-out' | 'hand-paid' }
>;

/** What else goes on record with a command: money of a terminal, or something that happened there. */
export const isIncoming = ({ event }: { readonly event: string }): boolean =>
  event === 'note-in' || event === 'ticket-in' || event === 'transfer-in';

const READ_AT_ONCE = 5_000;
const READING_EVERY = 1_000;
/** What is on its way to the disk arrives in a moment. */
const LOOK_AGAIN_MS = 4;

/**
 * The terminals of one electronic table: their meters, what waits at them, and the rounds as they were. Everything that
 * happens at them is in the record, in one stream a table, committed with what it belongs to.
 */
export class Terminals implements Companion<Table, TableEvent> {
  readonly #table: string;
  readonly #store: Store;
  readonly #host: TableHost;
  readonly #now: () => number;
  #seats: Seats;
  #position: number;
  #read = 0;
  #ledger: { readonly round: number; readonly read: Promise<LedgerRead> } | null = null;

  private constructor(table: string, store: Store, host: TableHost, now: () => number, replayed: Replayed) {
    this.#table = table;
    this.#store = store;
    this.#host = host;
    this.#now = now;
    this.#seats = replayed.seats;
    this.#position = replayed.position;
  }

  /** From the last reading and what came after it; from the beginning where there is none. */
  static async load(
    table: string,
    store: Store,
    host: TableHost,
    now: () => number,
    { from = 'reading' }: { readonly from?: 'reading' | 'record' } = {},
  ): Promise<Terminals> {
    const replayed = await replayTerminals(table, store, from);
    const terminals = new Terminals(table, store, host, now, replayed);
    host.accompany(terminals);
    // Whatever had to be read now need not be read again.
    if (replayed.read > READING_EVERY) await terminals.takeReading();
    return terminals;
  }

  at(seat: number): TerminalState {
    return stateAt(this.#seats, seat);
  }

  seats(): readonly SeatEntry[] {
    return entriesOf(this.#seats);
  }

  /** What goes into the record and the ledger with these events, in the same commit. */
  beside(steps: readonly Step<Table, TableEvent>[], n: number, source: unknown): Beside {
    const kept = { seats: this.#seats, position: this.#position };
    const told = source === undefined ? null : (source as Source);
    const first: TerminalHappened[] = told && isIncoming(told) ? [told] : [];
    const last: TerminalHappened[] = told && !isIncoming(told) ? [told] : [];
    for (const [index, { before, event, after }] of steps.entries()) {
      const hasSource = told !== null && index === steps.length - 1;
      this.#seats = meterEvent(this.#seats, before, event, after, hasSource ? 'with-source' : 'by-account');
      const round = roundEnded(before, event, after);
      if (round && round.event === 'round' && round.terminals.length > 0) last.push(round);
    }
    const place = n + steps.length;
    const made = (all: readonly TerminalHappened[]) => all.map((one) => this.#write(one, place));
    const [ahead, behind] = [made(first), made(last)];
    return { ...besideOf(ahead, behind), undo: () => this.#restore(kept) };
  }

  #restore({ seats, position }: Pick<Replayed, 'seats' | 'position'>): void {
    this.#seats = seats;
    this.#position = position;
  }

  /** Puts something into the terminals' stream: its place, and what it changes here. */
  #write(happened: TerminalHappened, n: number): LogEntry {
    const at = this.#now();
    const event = { v: TERMINAL_VERSION, at, n, ...happened } as TerminalEvent;
    this.#position += 1;
    this.#seats = afterTerminalEvent(this.#seats, this.#table, event);
    const stream = terminalStream(this.#table);
    return { stream, position: this.#position, at, body: JSON.stringify(event) };
  }

  /** Something that moves no money: committed by itself. */
  async note(happened: TerminalHappened): Promise<void> {
    await this.#host.exclusively(async () => {
      const kept = { seats: this.#seats, position: this.#position };
      const entry = this.#write(happened, this.#host.n);
      try {
        await this.#store.append({ command: null, events: [entry], entries: [] });
      } catch (error) {
        this.#restore(kept);
        throw error;
      }
    });
  }

  /** After a commit: now and then a reading of all meters, when nothing else is on its way. */
  told(n: number): void {
    if (n - this.#read < READING_EVERY || this.#host.n !== n) return;
    void this.takeReading();
  }

  /** A reading spares the next start to go through the whole record. */
  async takeReading(): Promise<void> {
    const { n, told, table } = this.#host;
    if (n !== told.n || n === this.#read) return;
    this.#read = n;
    const reading: Reading = { position: this.#position, seats: this.seats(), table: saveTable(table) };
    try {
      await this.#store.putSnapshot(readingStream(this.#table), n, JSON.stringify(reading));
    } catch {
      // Disposable: without it everything is read again.
    }
  }

  /**
   * The self-audit: the credit must follow from the meters, and be what the table and the ledger say. Null when all is
   * well. Asked at the start of every play and before any value leaves.
   */
  async audit(player: string, ledger: 'with-ledger' | 'at-start'): Promise<Disagreement | null> {
    const at = this.#placeOf(player);
    if (!at) return null;
    const quick = this.#compare(at);
    if (quick) return quick;
    if (ledger === 'at-start' && (await this.#agreesWithRound(player))) return null;
    return this.#compareLedger(player, at.seat);
  }

  /** What of the audit needs nobody else: the meters among themselves, and the credit by them. */
  auditMeters(player: string): Disagreement | null {
    const at = this.#placeOf(player);
    return at && this.#compare(at);
  }

  /** The ledger of all terminals, read once a round by whoever plays first. One that moved meanwhile is read by itself. */
  async #agreesWithRound(player: string): Promise<boolean> {
    const { throws } = this.#host.table;
    if (this.#ledger?.round !== throws) this.#ledger = { round: throws, read: this.#readLedger() };
    const { settled, balances } = await this.#ledger.read;
    const before = settled.get(player);
    return (
      before !== undefined &&
      before === this.#settledCredit(player) &&
      balances.get(player) === before.balance
    );
  }

  async #readLedger(): Promise<LedgerRead> {
    const settled = new Map(
      this.#host.table.game.players.flatMap(({ name }) => {
        const player = this.#settledCredit(name);
        return player ? [[name, player] as const] : [];
      }),
    );
    const prefix = account.seat(this.#table, '');
    const kept = await this.#store.balances(prefix);
    return {
      settled,
      balances: new Map(kept.map(({ account: name, amount }) => [name.slice(prefix.length), amount])),
    };
  }

  #placeOf(player: string): { readonly seat: number; readonly balance: Cents } | null {
    return this.#host.table.game.players.find(({ name }) => name === player) ?? null;
  }

  #compare({ seat, balance }: { readonly seat: number; readonly balance: Cents }): Disagreement | null {
    const { meters } = this.at(seat);
    const inside = faultInMeters(meters);
    const credit = creditOf(meters);
    if (inside === null && credit === balance) return null;
    return {
      why: inside ?? 'the credit does not follow from the meters',
      figures: { credit: balance, byMeters: credit },
    };
  }

  /** The ledger is read between two looks at the table: only a terminal that did not move meanwhile is compared. */
  async #compareLedger(player: string, seat: number): Promise<Disagreement | null> {
    while (this.#placeOf(player)) {
      const before = this.#settledCredit(player);
      const ledger = before && (await this.#store.balance(account.seat(this.#table, player)));
      if (before === null || before !== this.#settledCredit(player)) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
        continue;
      }
      if (ledger === before.balance) return null;
      const byMeters = creditOf(this.at(seat).meters);
      return {
        why: 'the ledger does not say what the meter says',
        figures: { credit: before.balance, byMeters, ledger: ledger ?? 0 },
      };
    }
    return null;
  }

  /** A player as decided and as committed; null while the two differ. */
  #settledCredit(player: string) {
    const find = (table: Table) => table.game.players.find(({ name }) => name === player);
    const decided = find(this.#host.table);
    return decided !== undefined && decided === find(this.#host.told.state) ? decided : null;
  }

  /** Locks a terminal until staff have looked at it; says why, to them and in the record. */
  async lock(player: string, { why, figures }: Disagreement): Promise<void> {
    const at = this.#placeOf(player);
    if (!at || this.at(at.seat).locked !== null) return;
    await this.note({ event: 'locked', seat: at.seat, player, why, figures });
  }

  /** aruze 6.5: held by staff while something is looked into, and an inspector told. */
  hold(
    seat: number,
    player: string,
    why: { readonly reason: string; readonly by: string; readonly inspector: string },
  ) {
    const { reason, by, inspector } = why;
    return this.note({ event: 'locked', seat, player, why: reason, figures: {}, by, inspector });
  }

  /** Reads the meters again from the whole record; the terminal opens when all agrees then. */
  async recalculate(
    seat: number,
    {
      by,
      reason,
      how,
    }: { readonly by: string; readonly reason: string; readonly how: 'recalculated' | 'voided' },
  ): Promise<Disagreement | null> {
    const player = this.#host.table.game.players.find((one) => one.seat === seat)?.name ?? '';
    const agrees = await this.#host.exclusively(async () => {
      const { seats } = await replayTerminals(this.#table, this.#store, 'record');
      const { meters } = stateAt(seats, seat);
      this.#seats = withState(this.#seats, seat, { ...this.at(seat), meters });
      const at = this.#placeOf(player);
      return at === null ? null : (this.#compare(at) ?? (await this.#compareLedger(player, seat)));
    });
    if (agrees === null) await this.note({ event: 'unlocked', seat, player, by, how, reason });
    return agrees;
  }

  /** Why nothing may be done at a player's terminal; null when it may. */
  whyLocked(player: string): Refusal | null {
    const at = this.#placeOf(player);
    const locked = at && this.at(at.seat).locked;
    if (!locked) return null;
    return {
      code: 'not-allowed',
      clause: '6.5',
      message: 'This terminal is held until it has been looked into. An attendant has been called.',
    };
  }

  /** The last rounds of a terminal, newest first, with the wagers as they stood (aruze 3.3.7). */
  async recall(seat: number, most: number): Promise<readonly Recalled[]> {
    const found: Recalled[] = [];
    let end = this.#position;
    while (end > 0 && found.length < most) {
      const start = Math.max(0, end - READ_AT_ONCE);
      const entries = await this.#store.readStream(terminalStream(this.#table), start, end - start);
      for (const { body } of [...entries].reverse()) {
        const event = JSON.parse(body) as TerminalEvent;
        const mine = event.event === 'round' ? event.terminals.find((one) => one.seat === seat) : undefined;
        if (event.event === 'round' && mine && found.length < most) {
          const { terminals: _all, v: _v, event: _event, ...round } = event;
          found.push({ ...round, ...mine });
        }
      }
      end = start;
    }
    return found;
  }

  /** A ticket that a command issued, by the place that its answer named. */
  async ticketAt(seat: number, n: number): Promise<Ticket | null> {
    const { unprinted } = this.at(seat);
    const tail = await this.#store.readStream(
      terminalStream(this.#table),
      Math.max(0, this.#position - READ_AT_ONCE),
      READ_AT_ONCE,
    );
    const issued = tail
      .map(({ body }) => JSON.parse(body) as TerminalEvent)
      .find((event) => event.event === 'ticket-out' && event.seat === seat && event.n === n);
    return issued?.event === 'ticket-out' ? ticketOf(this.#table, issued) : unprinted;
  }
}

/** The ledger's word on all terminals of a table, and the players as they stood before it was asked. */
interface LedgerRead {
  readonly settled: ReadonlyMap<string, Table['game']['players'][number]>;
  readonly balances: ReadonlyMap<string, Cents>;
}

export interface Disagreement {
  readonly why: string;
  readonly figures: Readonly<Record<string, number>>;
}

export type Recalled = RecalledTerminal & {
  readonly at: number;
  readonly n: number;
  readonly round: number;
  readonly dice: readonly [number, number] | null;
  readonly total: number | null;
  readonly point: number | null;
  readonly void?: string;
};

/** Verbs that put credit at stake, or let it leave: before them a terminal audits itself. */
const PLAYS: readonly unknown[] = ['bet'];
const PAYS: readonly unknown[] = ['collect', 'leave'];
export const auditBefore = ({ do: verb }: Command): 'play' | 'payout' | null =>
  PLAYS.includes(verb) ? 'play' : PAYS.includes(verb) ? 'payout' : null;

function besideOf(ahead: readonly LogEntry[], behind: readonly LogEntry[]): Omit<Beside, 'undo'> {
  return { ahead: withEntries(ahead), behind: withEntries(behind) };
}

const withEntries = (events: readonly LogEntry[]): WorkPart => ({
  events,
  entries: events.flatMap(({ body }, of) =>
    houseEntriesFor(JSON.parse(body) as Record<string, unknown>).map((entry) => ({ ...entry, of })),
  ),
});
