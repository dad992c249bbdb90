import { mul, type Rational, rational } from '@boxperson/odds';
import {
  type DrawerEvent,
  type FloatEvent,
  type KnownPerson,
  type LogLine,
  type PeopleEvent,
  parted,
  type TerminalEvent,
  type TicketEvent,
} from '@boxperson/offices';
import {
  type Cents,
  chipsStaked,
  type EventOf,
  evolve,
  guestOf,
  onLayout,
  type RulebookId,
  type Table,
  type TableEvent,
} from '@boxperson/rules';
import { isAutomaticPerson } from '../tables/crew.js';
import { edgeOn } from './edges.js';

/** From when to when: the end is not part of it. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Hears what each event adds to which figure. */
export interface Sink {
  add(figure: string, amount: number, seq: number): void;
  /** What the house wins of it on average: exact, so that sums of it are. */
  theo(figure: string, amount: Rational, seq: number): void;
}

/** Who stood where, in which role, from when to when. */
export interface Duty {
  readonly table: string;
  readonly person: string;
  readonly role: string;
  readonly station: string | null;
  readonly from: number;
  readonly to: number;
}

/** A count that is not what it should be, or a payment: where, when and by how much. */
export interface Difference {
  readonly where: string;
  readonly at: number;
  readonly seq: number;
  readonly what: 'opening' | 'closing' | 'drop-box' | 'drawer' | 'payment';
  /** Counted less expected; paid less owed. */
  readonly amount: Cents;
  readonly by: readonly string[];
}

/** A ticket that nobody has brought back. */
export interface OpenTicket {
  readonly number: string;
  readonly amount: Cents;
  readonly at: number;
  readonly seq: number;
  readonly table: string;
}

interface Standing {
  readonly person: string;
  readonly role: string;
  readonly station: string | null;
  readonly since: number;
}

interface Seen {
  table: Table | null;
  /** Since when each name is taken, and by whom. */
  readonly sits: Map<string, { readonly person: string; readonly since: number }>;
  standing: Standing[];
  /** What the last roll decided: a call that was wrong takes it back. */
  last: readonly SettledWager[];
}

/** What the log came to before a period began: a report of that period, or of a later one, goes on from there. */
export interface Beginning {
  readonly from: number;
  readonly last: { readonly seq: number; readonly at: number };
  readonly names: ReadonlyMap<string, string>;
  readonly books: ReadonlyMap<string, RulebookId>;
  readonly tickets: ReadonlyMap<string, OpenTicket>;
  readonly tables: ReadonlyMap<string, Seen>;
  readonly slips: ReadonlyMap<string, Slip>;
  readonly boxes: ReadonlyMap<string, Box>;
}

interface Slip {
  readonly kind: string;
  readonly total: Cents;
}

interface Box {
  readonly cash: Cents;
  readonly vouchers: Cents;
}

/** What is seen of tables goes on changing: each report has its own. */
const copied = (tables: ReadonlyMap<string, Seen>): Map<string, Seen> =>
  new Map([...tables].map(([id, seen]) => [id, { ...seen, sits: new Map(seen.sits) }]));

type Player = Table['game']['players'][number];
type SettledWager = EventOf<'rolled'>['settled'][number];

const worthOf = (player: Player | undefined): Cents => (player ? player.balance + onLayout(player) : 0);

/** Wagers that were won, lost or drawn; what merely came back was not decided. */
const DECIDED: readonly SettledWager['outcome'][] = ['won', 'lost', 'void'];

/** Money that comes to the table with this player, less what goes with them: no part of what they win. */
function broughtIn(event: TableEvent): { readonly player: string; readonly amount: Cents } | null {
  switch (event.event) {
    case 'sat':
      return { player: event.player, amount: event.bankroll };
    case 'chips-bought':
      return { player: event.player, amount: event.amount };
    case 'credits-collected':
    case 'chips-taken':
      return { player: event.player, amount: 0 - event.amount };
    case 'left':
    case 'released':
      return { player: event.player, amount: 0 - event.paid };
    default:
      return null;
  }
}

/**
 * Reads the log from its beginning and says of every event in a period what it adds to which figure. It knows nothing
 * but the log: read again, it says the same.
 */
export class ReportFold {
  readonly names: Map<string, string>;
  readonly books: Map<string, RulebookId>;
  readonly duties: Duty[] = [];
  readonly differences: Difference[] = [];
  readonly tickets: Map<string, OpenTicket>;
  /** What tickets were worth that were out there when the period began. */
  ticketsBefore: Cents = 0;
  /** The last entry that was read, and when it happened. */
  last: Beginning['last'];
  /** How it stood before the period; null while that is still being read. */
  beginning: Beginning | null = null;
  readonly #period: Period;
  readonly #sink: Sink;
  readonly #tables: Map<string, Seen>;
  readonly #slips: Map<string, Slip>;
  readonly #boxes: Map<string, Box>;

  /** `past`: of a period that began no later. */
  constructor(period: Period, sink: Sink, past: Beginning | null = null) {
    this.#period = period;
    this.#sink = sink;
    this.names = new Map(past?.names);
    this.books = new Map(past?.books);
    this.tickets = new Map(past?.tickets);
    this.last = past?.last ?? { seq: 0, at: 0 };
    this.#tables = copied(past?.tables ?? new Map());
    this.#slips = new Map(past?.slips);
    this.#boxes = new Map(past?.boxes);
  }

  take(line: LogLine): void {
    if (!this.beginning && line.at >= this.#period.from) this.#begin();
    if (line.at >= this.#period.to) return;
    const [office, matter] = parted(line.stream);
    this.last = { seq: line.seq, at: Math.max(this.last.at, line.at) };
    switch (office) {
      case 'table':
        return this.#atTable(matter ?? '', line.event as TableEvent, line);
      case 'people':
        return this.#name(line.event as PeopleEvent);
      case 'float':
        return this.#inFloat(matter ?? '', line.event as FloatEvent, line);
      case 'terminal':
        return this.#atTerminals(matter ?? '', line.event as TerminalEvent, line);
      case 'tickets':
        return this.#ticket(line.event as TicketEvent, line);
      case 'drawers':
        return this.#inDrawer(line.event as DrawerEvent, line);
    }
  }

  /** What is open when the period ends, or with it the log, lasts until then. */
  end(until: number): void {
    if (!this.beginning) this.#begin();
    for (const [id, seen] of this.#tables) {
      for (const { person, since } of seen.sits.values()) this.#played(id, person, since, until);
      for (const one of seen.standing) this.#stood(id, one, until);
    }
  }

  #begin(): void {
    this.ticketsBefore = this.#outstanding();
    this.beginning = {
      from: this.#period.from,
      last: this.last,
      names: new Map(this.names),
      books: new Map(this.books),
      tickets: new Map(this.tickets),
      tables: copied(this.#tables),
      slips: new Map(this.#slips),
      boxes: new Map(this.#boxes),
    };
  }

  #outstanding(): Cents {
    return [...this.tickets.values()].reduce((sum, { amount }) => sum + amount, 0);
  }

  #isIn({ at }: { readonly at: number }): boolean {
    return at >= this.#period.from && at < this.#period.to;
  }

  #add(figure: string, amount: number, line: LogLine): void {
    if (amount !== 0 && this.#isIn(line)) this.#sink.add(figure, amount, line.seq);
  }

  #seen(id: string): Seen {
    const seen = this.#tables.get(id) ?? { table: null, sits: new Map(), standing: [], last: [] };
    this.#tables.set(id, seen);
    return seen;
  }

  #atTable(id: string, event: TableEvent, line: LogLine): void {
    const seen = this.#seen(id);
    const before = seen.table;
    const after = evolve(before, event);
    seen.table = after;
    // crown 8.4.4(a): tournament chips are no money, and in no figure of it.
    if (after.settings.tournament) return;
    if (!before) this.books.set(id, after.settings.rulebook);
    // Before the period the table is played through, and nothing of it is counted.
    else if (this.#isIn(line)) this.#money(id, before, event, after, line);
    this.#people(id, seen, event);
    this.#rolls(id, seen, event, line);
    if (this.#isIn(line)) this.#boughtAt(id, before ?? after, event, line);
  }

  /** What everybody has the more or the less by an event, and the house by it. */
  #money(id: string, before: Table, event: TableEvent, after: Table, line: LogLine): void {
    this.#add(`tables/${id}/result`, after.game.house - before.game.house, line);
    const brought = broughtIn(event);
    const names = new Set([...before.game.players, ...after.game.players].map(({ name }) => name));
    for (const name of names) {
      const was = before.game.players.find((player) => player.name === name);
      const is = after.game.players.find((player) => player.name === name);
      if (was === is) continue;
      const won = worthOf(is) - worthOf(was) - (brought?.player === name ? brought.amount : 0);
      const person = guestOf(after, name)?.person ?? guestOf(before, name)?.person ?? name;
      this.#add(`players/${person}/result`, won, line);
    }
  }

  #people(id: string, seen: Seen, event: TableEvent): void {
    switch (event.event) {
      case 'sat':
        seen.sits.set(event.player, { person: event.person, since: event.at });
        // A guest is in nobody's books: the table knows what they are called.
        if (!this.names.has(event.person)) this.names.set(event.person, event.player);
        return;
      case 'left':
      case 'released': {
        const sat = seen.sits.get(event.player);
        if (sat) this.#played(id, sat.person, sat.since, event.at);
        seen.sits.delete(event.player);
        return;
      }
      case 'staff-came': {
        const { person, role, station = null, at } = event;
        const isSame = (one: Standing) => one.person === person && one.role === role;
        for (const one of seen.standing.filter(isSame)) this.#stood(id, one, at);
        seen.standing = [
          ...seen.standing.filter((one) => !isSame(one)),
          { person, role, station, since: at },
        ];
        return;
      }
      case 'staff-left': {
        const gone = seen.standing.filter(({ person }) => person === event.person);
        for (const one of gone) this.#stood(id, one, event.at);
        seen.standing = seen.standing.filter(({ person }) => person !== event.person);
      }
    }
  }

  /** Time at a table, as far as it is in the period. */
  #played(id: string, person: string, since: number, until: number): void {
    const ms = Math.min(until, this.#period.to) - Math.max(since, this.#period.from);
    if (ms <= 0) return;
    this.#sink.add(`players/${person}/time`, ms, this.last.seq);
    this.#sink.add(`tables/${id}/player-time`, ms, this.last.seq);
  }

  #stood(id: string, { person, role, station, since }: Standing, until: number): void {
    const from = Math.max(since, this.#period.from);
    const to = Math.min(until, this.#period.to);
    // Where nobody stands the house deals by itself: that is no shift of anybody's.
    if (to > from && !isAutomaticPerson(person))
      this.duties.push({ table: id, person, role, station, from, to });
  }

  #rolls(id: string, seen: Seen, event: TableEvent, line: LogLine): void {
    switch (event.event) {
      case 'rolled':
        this.#add(`tables/${id}/rolls`, 1, line);
        seen.last = event.settled;
        return this.#decided(id, seen, event.settled, line, 1);
      case 'face-decided':
      case 'call-corrected':
        this.#decided(id, seen, seen.last, line, -1);
        seen.last = event.outcome.settled;
        return this.#decided(id, seen, seen.last, line, 1);
      case 'throw-voided':
        this.#add(`tables/${id}/rolls`, -1, line);
        this.#decided(id, seen, seen.last, line, -1);
        seen.last = [];
        return;
      case 'outcome-invalidated':
        if (event.how === 'refunded') return;
        this.#add(`tables/${id}/rolls`, -1, line);
        this.#decided(id, seen, seen.last, line, -1);
        seen.last = [];
        return;
      case 'line-differs':
        return this.#differs(line, {
          where: id,
          what: 'payment',
          amount: event.paid - event.owed,
          by: event.by ? [event.by.id] : [],
        });
    }
  }

  /** Decisions, not rolls: what was staked on each, and what the house wins of it on average by the book itself. */
  #decided(id: string, seen: Seen, settled: readonly SettledWager[], line: LogLine, sign: 1 | -1): void {
    if (!this.#isIn(line)) return;
    const table = seen.table as Table;
    for (const wager of settled) {
      if (!DECIDED.includes(wager.outcome)) continue;
      const person = guestOf(table, wager.player)?.person ?? wager.player;
      // Promotional tokens are no money: neither staked nor won (R94).
      const staked = chipsStaked(wager);
      const theo = mul(rational(sign * staked), edgeOn(table.game.rulebook, wager));
      for (const place of [`tables/${id}`, `players/${person}`]) {
        this.#add(`${place}/decisions`, sign, line);
        this.#add(`${place}/turnover`, sign * staked, line);
        this.#sink.theo(`${place}/theo`, theo, line.seq);
      }
    }
  }

  /** What chips were bought with, and what people at screens brought and took. */
  #boughtAt(id: string, table: Table, event: TableEvent, line: LogLine): void {
    const add = (figure: string, amount: Cents) => this.#add(`tables/${id}/${figure}`, amount, line);
    switch (event.event) {
      case 'sat':
        return add(event.chips ? 'brought' : 'screens-in', event.bankroll);
      case 'chips-bought':
        return add(boughtWith(event.with, guestOf(table, event.player)?.chips === true), event.amount);
      case 'credits-collected':
        return add('screens-out', event.amount);
      case 'left':
      case 'released':
        return add(guestOf(table, event.player)?.chips ? 'carried-away' : 'screens-out', event.paid);
    }
  }

  #differs(line: LogLine, found: Omit<Difference, 'at' | 'seq'>): void {
    if (found.amount === 0 || !this.#isIn(line)) return;
    this.differences.push({ ...found, at: line.at, seq: line.seq });
  }

  #inFloat(id: string, event: FloatEvent, line: LogLine): void {
    const add = (figure: string, amount: Cents) => this.#add(`tables/${id}/${figure}`, amount, line);
    switch (event.event) {
      case 'float-opened':
      case 'float-closed': {
        const isOpening = event.event === 'float-opened';
        add(isOpening ? 'opened' : 'closed', event.total);
        return this.#differs(line, {
          where: id,
          what: isOpening ? 'opening' : 'closing',
          amount: event.expected === null ? 0 : event.total - event.expected,
          by: [event.by, event.second],
        });
      }
      case 'slip-requested':
        this.#slips.set(`${id} ${event.slip}`, { kind: event.kind, total: event.total });
        return;
      case 'slip-received': {
        const slip = this.#slips.get(`${id} ${event.slip}`);
        return add(slip?.kind === 'credit' ? 'credits' : 'fills', slip?.total ?? 0);
      }
      case 'box-taken':
        this.#boxes.set(`${id} ${event.box}`, event);
        return;
      case 'box-counted': {
        const taken = this.#boxes.get(`${id} ${event.box}`) ?? { cash: 0, vouchers: 0 };
        add('box-cash', event.cash);
        add('box-vouchers', event.vouchers);
        return this.#differs(line, {
          where: id,
          what: 'drop-box',
          amount: event.cash + event.vouchers - taken.cash - taken.vouchers,
          by: [event.by, event.second],
        });
      }
    }
  }

  #atTerminals(id: string, event: TerminalEvent, line: LogLine): void {
    switch (event.event) {
      case 'note-in':
        return event.play ? undefined : this.#add('cage/notes-in', event.amount, line);
      case 'transfer-in':
        return this.#add('cage/transfers-in', event.amount, line);
      case 'hand-paid':
        return event.play ? undefined : this.#add('cage/hand-paid', event.amount, line);
      case 'ticket-out':
        if (event.play) return;
        this.tickets.set(event.ticket, {
          number: event.ticket,
          amount: event.amount,
          at: line.at,
          seq: line.seq,
          table: id,
        });
        return this.#add('cage/tickets-issued', event.amount, line);
      case 'ticket-in':
        if (event.play || !this.tickets.delete(event.ticket)) return;
        return this.#add('cage/tickets-in', event.amount, line);
    }
  }

  #ticket(event: TicketEvent, line: LogLine): void {
    if (event.event !== 'ticket-redeemed' || event.play) return;
    this.tickets.delete(event.ticket);
    this.#add('cage/tickets-paid', event.amount, line);
    if (event.drawer !== undefined) this.#add(`drawers/${event.drawer}/tickets`, event.amount, line);
  }

  #inDrawer(event: DrawerEvent, line: LogLine): void {
    const add = (figure: string, amount: Cents) =>
      this.#add(`drawers/${event.drawer}/${figure}`, amount, line);
    switch (event.event) {
      case 'drawer-opened':
        return add('opened', event.total);
      case 'drawer-closed':
        add('closed', event.total);
        add('over-short', event.total - event.expected);
        return this.#differs(line, {
          where: event.drawer,
          what: 'drawer',
          amount: event.total - event.expected,
          by: [event.drawer, event.second],
        });
      case 'cash-moved':
        return add(event.to === 'drawer' ? 'from-vault' : 'to-vault', event.amount);
      default:
        return add(event.event, event.amount);
    }
  }

  /** What people are called, as the log introduces them. */
  #name(event: PeopleEvent): void {
    if ('name' in event) this.names.set(event.person, event.name);
    if (event.event === 'person-kept') this.names.set(event.person, (event.known as KnownPerson).person.name);
  }
}

function boughtWith(how: string | undefined, isChips: boolean): string {
  if (!isChips) return 'screens-in';
  switch (how) {
    case 'cash':
      return 'cash';
    case 'voucher':
      return 'vouchers';
    case 'brought':
      return 'brought';
    default:
      return 'cashless';
  }
}
