import { add as addTo, makeRational, type Rational, toNumber, ZERO } from '@boxperson/odds';
import type { LogLine } from '@boxperson/offices';
import { type Beginning, type Difference, type Duty, type Period, ReportFold, type Sink } from './fold.js';

export type Unit = 'money' | 'count' | 'time';

/** A figure of a report, and how many events are behind it. */
export interface ReportFigure {
  /** Its name in every report: by it the events behind it are found. */
  readonly key: string;
  readonly title: string;
  readonly unit: Unit;
  readonly value: number;
  readonly events: number;
  /** The same as a fraction of cents, where it is not whole. */
  readonly exact?: string;
}

/** One table, player or drawer. */
export interface ReportSection {
  readonly id: string;
  readonly name: string;
  readonly figures: readonly ReportFigure[];
}

/** Two ways to the same sum. */
export interface ReportCheck {
  readonly says: string;
  readonly left: number;
  readonly right: number;
  readonly ok: boolean;
}

export interface UnclaimedTicket {
  /** Without the digits by which it could be paid. */
  readonly ends: string;
  readonly amount: number;
  readonly at: number;
  readonly table: string;
  readonly seq: number;
}

export interface FloorReport {
  readonly from: number;
  readonly to: number;
  /** The last entry of the log that it knows of. */
  readonly upTo: number;
  /** Is the period over, as far as the log says? */
  readonly complete: boolean;
  /** It tells of these tables alone: its reader holds no post for the whole house. */
  readonly only?: readonly string[];
  readonly tables: readonly ReportSection[];
  readonly players: readonly ReportSection[];
  readonly drawers: readonly ReportSection[];
  readonly cage: readonly ReportFigure[];
  readonly duties: readonly (Duty & { readonly name: string })[];
  readonly differences: readonly (Difference & { readonly names: readonly string[] })[];
  readonly unclaimed: readonly UnclaimedTicket[];
  readonly checks: readonly ReportCheck[];
}

/** In the order in which they are shown. */
const TITLES: Readonly<Record<string, readonly [title: string, unit: Unit]>> = {
  rolls: ['Rolls', 'count'],
  decisions: ['Decisions', 'count'],
  time: ['Time played', 'time'],
  'player-time': ['Time played', 'time'],
  turnover: ['Turnover', 'money'],
  theo: ['Theoretical win', 'money'],
  result: ['Result', 'money'],
  opened: ['Opening count', 'money'],
  fills: ['Fills', 'money'],
  credits: ['Credits', 'money'],
  closed: ['Closing count', 'money'],
  cash: ['Chips for cash', 'money'],
  vouchers: ['Chips for vouchers', 'money'],
  cashless: ['Chips from accounts', 'money'],
  brought: ['Chips brought', 'money'],
  'carried-away': ['Chips carried away', 'money'],
  'screens-in': ['To screens from accounts', 'money'],
  'screens-out': ['From screens to accounts', 'money'],
  'box-cash': ['Cash in drop boxes', 'money'],
  'box-vouchers': ['Vouchers in drop boxes', 'money'],
  'notes-in': ['Notes into terminals', 'money'],
  'transfers-in': ['Transfers to terminals', 'money'],
  'tickets-issued': ['Tickets issued', 'money'],
  'tickets-in': ['Tickets into terminals', 'money'],
  'tickets-paid': ['Tickets paid', 'money'],
  'hand-paid': ['Paid by hand', 'money'],
  'from-vault': ['From the vault', 'money'],
  'to-vault': ['To the vault', 'money'],
  'cash-deposited': ['Cash into accounts', 'money'],
  'cash-withdrawn': ['Cash from accounts', 'money'],
  'chips-sold': ['Chips sold', 'money'],
  'chips-cashed': ['Chips cashed', 'money'],
  tickets: ['Tickets paid', 'money'],
  'over-short': ['Over or short', 'money'],
};
const ORDER = Object.keys(TITLES);

/** Sums, and how many events made them. */
class Sums implements Sink {
  readonly #whole = new Map<string, { value: number; events: number }>();
  readonly #theo = new Map<string, { value: Rational; events: number }>();

  add(key: string, amount: number): void {
    const sum = this.#whole.get(key) ?? { value: 0, events: 0 };
    this.#whole.set(key, { value: sum.value + amount, events: sum.events + 1 });
  }

  theo(key: string, amount: Rational): void {
    const sum = this.#theo.get(key) ?? { value: ZERO, events: 0 };
    this.#theo.set(key, { value: addTo(sum.value, amount), events: sum.events + 1 });
  }

  value(key: string): number {
    return this.#whole.get(key)?.value ?? 0;
  }

  /** Everything under a place, in the order in which it is shown. */
  under(place: string): readonly ReportFigure[] {
    return ORDER.flatMap((name) => this.#figure(`${place}/${name}`, name) ?? []);
  }

  #figure(key: string, name: string): ReportFigure | null {
    const [title, unit] = TITLES[name] as readonly [string, Unit];
    const whole = this.#whole.get(key);
    if (whole) return { key, title, unit, ...whole };
    const theo = this.#theo.get(key);
    if (!theo) return null;
    const value = Math.round(toNumber(theo.value));
    return { key, title, unit, value, events: theo.events, exact: makeRational(theo.value) };
  }

  ids(section: string): readonly string[] {
    const all = [...this.#whole.keys(), ...this.#theo.keys()].flatMap((key) => {
      const [of, id] = key.split('/');
      return of === section && id !== undefined ? [id] : [];
    });
    return [...new Set(all)].sort();
  }
}

const totalOf = (sums: Sums, section: string, figure: string): number =>
  sums.ids(section).reduce((sum, id) => sum + sums.value(`${section}/${id}/${figure}`), 0);

const check = (says: string, left: number, right: number): ReportCheck => ({
  says,
  left,
  right,
  ok: left === right,
});

const CASH_IN: readonly string[] = ['opened', 'from-vault', 'cash-deposited', 'chips-sold'];
const CASH_OUT: readonly string[] = ['to-vault', 'cash-withdrawn', 'chips-cashed', 'tickets'];

/** A drawer that was counted open and closed within the period must hold what went in less what went out. */
function drawerChecks(sums: Sums, nameOf: (id: string) => string): readonly ReportCheck[] {
  return sums.ids('drawers').flatMap((id) => {
    const at = (figure: string) => sums.value(`drawers/${id}/${figure}`);
    if (at('opened') === 0 || at('closed') === 0) return [];
    const held =
      CASH_IN.reduce((sum, one) => sum + at(one), 0) - CASH_OUT.reduce((sum, one) => sum + at(one), 0);
    const says = `Drawer of ${nameOf(id)}: opening count and cash in, less cash out, is the closing count less what was over or short`;
    return [check(says, held, at('closed') - at('over-short'))];
  });
}

function checksOf(sums: Sums, fold: ReportFold, nameOf: (id: string) => string): readonly ReportCheck[] {
  const out = [...fold.tickets.values()].reduce((sum, { amount }) => sum + amount, 0);
  const at = (figure: string) => sums.value(`cage/${figure}`);
  return [
    check(
      'What players lost is what the tables won',
      0 - totalOf(sums, 'players', 'result'),
      totalOf(sums, 'tables', 'result'),
    ),
    check(
      'Tickets out before, and issued, less those that came back, are the tickets out now',
      fold.ticketsBefore + at('tickets-issued') - at('tickets-in') - at('tickets-paid'),
      out,
    ),
    check(
      'Turnover of the players is turnover of the tables',
      totalOf(sums, 'players', 'turnover'),
      totalOf(sums, 'tables', 'turnover'),
    ),
    ...drawerChecks(sums, nameOf),
  ];
}

const SHOWN_DIGITS = 4;

/** Events that were committed together may stand a little out of their order in time, and a clock may have been wrong. */
const SURELY_BEYOND_MS = 24 * 3_600_000;

/** Reads until surely nothing of the period comes any more; answers whether anything happened after it. */
async function readTo(
  { to }: Period,
  log: AsyncIterable<LogLine>,
  take: (line: LogLine) => void,
): Promise<boolean> {
  let beyond = false;
  for await (const line of log) {
    beyond ||= line.at >= to;
    take(line);
    if (line.at > to + SURELY_BEYOND_MS) return true;
  }
  return beyond;
}

/** What an earlier report has read, where the log that is given goes on from; and who wants to know where this one began. */
export interface Earlier {
  readonly past?: Beginning | null;
  readonly keep?: (beginning: Beginning | null) => void;
}

/** A report of a period from the log and from nothing else. */
export async function makeReport(
  period: Period,
  log: AsyncIterable<LogLine>,
  { past, keep }: Earlier = {},
): Promise<FloorReport> {
  const sums = new Sums();
  const fold = new ReportFold(period, sums, past);
  const beyond = await readTo(period, log, (line) => fold.take(line));
  fold.end(beyond ? period.to : fold.last.at);
  keep?.(fold.beginning);
  const nameOf = (id: string) => fold.names.get(id) ?? id;
  const sections = (section: string): readonly ReportSection[] =>
    sums.ids(section).map((id) => ({ id, name: nameOf(id), figures: sums.under(`${section}/${id}`) }));
  return {
    ...period,
    upTo: fold.last.seq,
    complete: beyond,
    tables: sections('tables'),
    players: sections('players'),
    drawers: sections('drawers'),
    cage: sums.under('cage'),
    duties: [...fold.duties]
      .sort((one, other) => one.from - other.from || one.table.localeCompare(other.table))
      .map((duty) => ({ ...duty, name: nameOf(duty.person) })),
    differences: fold.differences.map((one) => ({ ...one, names: one.by.map(nameOf) })),
    unclaimed: [...fold.tickets.values()].map(({ number, ...rest }) => ({
      ends: number.slice(-SHOWN_DIGITS),
      ...rest,
    })),
    checks: checksOf(sums, fold, nameOf),
  };
}

/** An event behind a figure, and what it adds to it. */
export interface Behind {
  readonly seq: number;
  readonly stream: string;
  readonly position: number;
  readonly at: number;
  readonly amount: number;
  readonly event: unknown;
}

class Finder implements Sink {
  readonly found: { readonly seq: number; readonly amount: number }[] = [];
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  add(key: string, amount: number, seq: number): void {
    if (key === this.#key) this.found.push({ seq, amount });
  }

  theo(key: string, amount: Rational, seq: number): void {
    if (key === this.#key) this.found.push({ seq, amount: toNumber(amount) });
  }
}

const BEHIND_MOST = 500;

/** The events behind one figure of a report, and how many there are in all; found as the report was. */
export async function eventsBehind(
  period: Period,
  key: string,
  log: AsyncIterable<LogLine>,
  { past, keep }: Earlier = {},
): Promise<{ readonly total: number; readonly events: readonly Behind[] }> {
  const finder = new Finder(key);
  const fold = new ReportFold(period, finder, past);
  const events = new Map<number, Behind>();
  await readTo(period, log, (line) => {
    const found = finder.found.length;
    fold.take(line);
    for (const { seq, amount } of finder.found.slice(found)) keepBehind(events, line, seq, amount);
  });
  keep?.(fold.beginning);
  return { total: events.size, events: [...events.values()].slice(-BEHIND_MOST) };
}

/** A ticket is whoever's who knows its number: whoever looks behind a figure is not told it. */
const withoutNumber = (event: unknown): unknown => {
  const { ticket } = event as { readonly ticket?: unknown };
  return typeof ticket === 'string' ? { ...(event as object), ticket: ticket.slice(-SHOWN_DIGITS) } : event;
};

function keepBehind(events: Map<number, Behind>, line: LogLine, seq: number, amount: number): void {
  const { stream, position, at, event } = line;
  const known = events.get(seq);
  const sum = (known?.amount ?? 0) + amount;
  events.set(seq, { seq, stream, position, at, event: withoutNumber(event), amount: sum });
}
