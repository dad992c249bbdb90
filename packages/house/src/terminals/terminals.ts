import type { Refused } from '@boxperson/offices';
import {
  account,
  type Terminals as Books,
  creditOf,
  type Disagreement,
  faultInMeters,
  type RecalledTerminal,
  type Terminal,
  type TerminalEvent,
  terminalAt,
  terminalsIn,
  whyHeld,
} from '@boxperson/offices';
import type { Cents, Command, Table } from '@boxperson/rules';
import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import type { CompanionHost } from '../office/companion-host.js';
import { holdingsIn } from '../office/facts.js';
import type { Store } from '../store/store.js';
import type { TableHost } from '../tables/host.js';

/** Most have wagered of late: what they ask for is in the last page or two. */
const READ_AT_ONCE = 100;
/** What is on its way to the disk arrives in a moment. */
const LOOK_AGAIN_MS = 4;

/**
 * The terminals of one electronic table as the house watches over them: the credit must follow from the meters and be
 * what the ledger says, and where it does not, nothing more is done there.
 */
export class Terminals {
  readonly #store: Store;
  readonly #host: TableHost;
  readonly #books: CompanionHost;
  readonly #clock: Pick<Clock, 'setTimeout'>;
  #ledger: { readonly round: number; readonly read: Promise<LedgerRead> } | null = null;

  constructor(
    store: Store,
    host: TableHost,
    books: CompanionHost,
    clock: Pick<Clock, 'setTimeout'> = SYSTEM_CLOCK,
  ) {
    this.#store = store;
    this.#host = host;
    this.#books = books;
    this.#clock = clock;
  }

  get books(): Books {
    return this.#books.state as Books;
  }

  at(seat: number): Terminal {
    return terminalAt(this.books, seat);
  }

  seats(): readonly (readonly [seat: number, terminal: Terminal])[] {
    return terminalsIn(this.books);
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
    if (this.#ledger?.round !== throws) this.#ledger = this.#readLedgerOf(throws);
    const asked = this.#ledger;
    const read = await asked.read;
    if (this.#agrees(read, player)) return true;
    // Read while the roll was on its way, it says nothing of those whom the roll moved: once more, for all of them.
    if (read.settled.has(player) || this.#settledCredit(player) === null) return false;
    if (this.#ledger === asked) this.#ledger = this.#readLedgerOf(throws);
    return this.#agrees(await this.#ledger.read, player);
  }

  #agrees({ settled, balances }: LedgerRead, player: string): boolean {
    const before = settled.get(player);
    return (
      before !== undefined &&
      before === this.#settledCredit(player) &&
      balances.get(account.seat(this.#host.id, player)) === before.balance
    );
  }

  /** A question that failed is asked again by whoever comes next, not answered the same until the next roll. */
  #readLedgerOf(round: number) {
    const asked = { round, read: this.#readLedger() };
    asked.read.catch(() => {
      if (this.#ledger === asked) this.#ledger = null;
    });
    return asked;
  }

  async #readLedger(): Promise<LedgerRead> {
    const settled = new Map(
      this.#host.table.game.players.flatMap(({ name }) => {
        const player = this.#settledCredit(name);
        return player ? [[name, player] as const] : [];
      }),
    );
    // Those who sit here, and not everybody who ever did: their accounts stay for ever.
    const accounts = [...settled.keys()].map((name) => account.seat(this.#host.id, name));
    return { settled, balances: await holdingsIn(this.#store, accounts) };
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
      // What is on its way to a table that is stopped never arrives.
      this.#host.mustRun();
      const before = this.#settledCredit(player);
      const ledger = before && (await this.#store.balance(account.seat(this.#host.id, player)));
      if (before === null || before !== this.#settledCredit(player)) {
        await new Promise<void>((resolve) => this.#clock.setTimeout(resolve, LOOK_AGAIN_MS));
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
    // Refused only when somebody else has locked it meanwhile.
    await this.#books.submit({ do: 'lock', body: { seat: at.seat, why, figures }, by: null });
  }

  /** Reads the meters again from the whole record, and audits the terminal with them. */
  async readAgain(seat: number): Promise<Disagreement | null> {
    await this.#books.readAgain();
    const player = this.#host.table.game.players.find((one) => one.seat === seat);
    return player ? this.audit(player.name, 'with-ledger') : null;
  }

  /** Why nothing may be done at a player's terminal; null when it may. */
  whyLocked(player: string): Refused | null {
    const at = this.#placeOf(player);
    return at && whyHeld(this.at(at.seat));
  }

  /**
   * The last rounds of a terminal, newest first, with the wagers as they stood (aruze 3.3.7). `since`: only those from
   * that event of the table on, when whoever asks sat down.
   */
  async recall(seat: number, most: number, since = 0): Promise<readonly Recalled[]> {
    const found: Recalled[] = [];
    let end = this.#books.told.n;
    let isOlder = false;
    while (end > 0 && found.length < most && !isOlder) {
      const start = Math.max(0, end - READ_AT_ONCE);
      for (const { event } of (await this.#books.read(start, end - start)).toReversed()) {
        const round = roundAt(event as TerminalEvent, seat);
        isOlder ||= (event as TerminalEvent).n < since;
        if (round && !isOlder && found.length < most) found.push(round);
      }
      end = start;
    }
    return found;
  }
}

/** What a round was for one terminal; null when nothing was wagered there, and for any other event. */
function roundAt(event: TerminalEvent, seat: number): Recalled | null {
  if (event.event !== 'round') return null;
  const { terminals, v: _v, event: _event, ...round } = event;
  const mine = terminals.find((one) => one.seat === seat);
  return mine ? { ...round, ...mine } : null;
}

/** The ledger's word on all terminals of a table, and the players as they stood before it was asked. */
interface LedgerRead {
  readonly settled: ReadonlyMap<string, Table['game']['players'][number]>;
  /** By account. */
  readonly balances: ReadonlyMap<string, Cents | null>;
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
