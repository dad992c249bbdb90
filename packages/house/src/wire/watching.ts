import {
  ANYBODY,
  type AnyOffice,
  type OfficeEvent,
  type Person,
  parted,
  type Seers,
  seesAsCrew,
  seesBooks,
  seesPartNamed,
  seesWhole,
  shown,
  type TablePlace,
  type Viewer,
} from '@boxperson/offices';
import { isGone, type Player, type Table, type TableEvent } from '@boxperson/rules';
import type { House } from '../house.js';
import type { OfficeHost } from '../office/office-host.js';
import type { StreamHost } from '../stream/host.js';
import { type TableHost, tableIn } from '../tables/host.js';
import {
  aliasOf,
  type Earlier,
  isForAll,
  namesOf,
  ownAt,
  ownOf,
  redact,
  viewerAt,
  viewOf,
} from '../tables/view.js';
import type { Lens, Show } from './news.js';
import type { Own, ServerMessage } from './protocol.js';

/** Chips that others put down and take up. */
const QUIET: readonly string[] = ['wagered', 'took', 'called'];

/** A stream as somebody watches it: what is sent at first, how its events look, and what of it is their own. */
export interface Watched<State = unknown, Event extends { readonly at: number } = { readonly at: number }> {
  readonly host: StreamHost<State, Event>;
  readonly lens: Lens<Event>;
  /** The message with all of it. */
  whole(state: State, n: number): string;
  show(state: State, earlier: Earlier | null): Show<Event>;
  /** The very same while nothing of it has changed. */
  own(state: State): readonly Own[];
  /** The names under which they play there. */
  players(state: State): readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: what is in a stream is its own business
export type AnyWatched = Watched<any, any>;

/** What somebody may watch under that name; null when there is no such stream, or none for them. */
export function watchedAt(house: House, at: string, person: () => Person | null): AnyWatched | null {
  const table = tableIn(at);
  if (table !== null) {
    const host = house.host(table);
    return host && watchedTable(host, person);
  }
  const host = house.offices.host(at);
  if (!host) return null;
  const place = placeBeside(house, host);
  const sees = (stream: string) => seesStream(house, person(), stream);
  return mayWatch(host, person(), place) ? watchedOffice(host, person, { place, sees }) : null;
}

/** Is what others speak of somebody's to see: a table as its crew, books, and parts of them, as those to whom they are open? */
export function seesStream(house: House, person: Person | null, stream: string): boolean {
  const part = seesPartNamed(person, stream);
  if (part !== null) return part;
  const table = tableIn(stream);
  const at = table === null ? null : house.placeOf(table);
  if (at) return seesAsCrew(person, at);
  const host = house.offices.host(stream);
  if (!host) return seesBooks(person, parted(stream)[0]);
  return isEntitled(host.office, host.told.state, person, placeBeside(house, host));
}

/** What else counts for what somebody sees of books: the table beside which they stand, and streams they speak of. */
interface Around {
  readonly place: TablePlace | null;
  readonly sees: (stream: string) => boolean;
}
/** Of other streams nobody hears where nobody has asked. */
const NOTHING_ELSE: Around = { place: null, sees: () => false };

/** Where books stand that accompany a table; null for all others. */
export const placeBeside = (house: House, { office, stream }: OfficeHost): TablePlace | null =>
  office.accompanies ? house.placeOf(parted(stream)[1] ?? '') : null;

const TABLE_LENS: Lens<TableEvent> = { isForAll, isQuiet: ({ event }) => QUIET.includes(event) };

/** A table in words, as it was after its `n`th event. */
interface Words {
  readonly table: Table;
  readonly n: number;
  readonly text: string;
}

/** Tables as they look to whoever has not signed in: the same to all of them, and put into words once. */
const forStrangers = new WeakMap<TableHost, Words>();

function wholeTable(host: TableHost, table: Table, n: number, person: Person | null): string {
  const viewer = viewerAt(host, table, person);
  return JSON.stringify({
    t: 'table',
    at: host.stream,
    view: viewOf(table, n, viewer),
    own: ownAt(table, person),
    sees: viewer.sees(['crew'], false) ? 'all' : 'own',
  } satisfies ServerMessage);
}

function tableForStrangers(host: TableHost, table: Table, n: number): string {
  const known = forStrangers.get(host);
  if (known?.table === table && known.n === n) return known.text;
  const text = wholeTable(host, table, n, null);
  forStrangers.set(host, { table, n, text });
  return text;
}

function watchedTable(host: TableHost, person: () => Person | null): Watched<Table, TableEvent> {
  const mine = new OwnAt(person);
  return {
    host,
    lens: TABLE_LENS,
    whole: (table, n) => {
      const who = person();
      return who === null ? tableForStrangers(host, table, n) : wholeTable(host, table, n, who);
    },
    show: (table, earlier) => {
      const viewer = viewerAt(host, table, person(), earlier);
      return (event, n) => redact(event, n, viewer);
    },
    own: (table) => mine.own(table),
    players: (table) => mine.names(table),
  };
}

const NOTHING_OWN: readonly Own[] = [];
const isSameOwn = (one: Own, other: Own): boolean =>
  one.player === other.player &&
  one.seat === other.seat &&
  one.balance === other.balance &&
  one.onLayout === other.onLayout;

/**
 * `ownAt` for somebody who is told all that happens: others' chips change none of it, and what nobody has touched is not
 * looked at again.
 */
class OwnAt {
  readonly #person: () => Person | null;
  #who: Person | null = null;
  #guests: Table['guests'] = [];
  #names: readonly string[] = [];
  #players: readonly Player[] = [];
  #own: readonly Own[] = NOTHING_OWN;

  constructor(person: () => Person | null) {
    this.#person = person;
  }

  names(table: Table): readonly string[] {
    const who = this.#person();
    if (who === this.#who && table.guests === this.#guests) return this.#names;
    this.#who = who;
    this.#guests = table.guests;
    this.#names = namesOf(table, who);
    return this.#names;
  }

  own(table: Table): readonly Own[] {
    const names = this.names(table);
    const { players } = table.game;
    // Whoever has left has no place here, and nothing before them (R59).
    const mine =
      names.length === 0 ? [] : players.filter(({ name }) => names.includes(name) && !isGone(table, name));
    const isTouched =
      mine.length !== this.#players.length || mine.some((player, at) => player !== this.#players[at]);
    if (!isTouched) return this.#own;
    this.#players = mine;
    const own = mine.map(ownOf);
    const before = this.#own;
    const isSame = own.length === before.length && own.every((one, at) => isSameOwn(one, before[at] as Own));
    if (!isSame) this.#own = own;
    return this.#own;
  }
}

const OFFICE_LENS: Lens<OfficeEvent> = { isForAll: () => false, isQuiet: () => false };

/** Open to those to whom a post or the matter itself opens them; books beside a table to its crew, too. */
const isEntitled = (
  office: AnyOffice,
  state: unknown,
  person: Person | null,
  place: TablePlace | null,
): boolean => seesWhole(office, state, person, place) || (place !== null && seesAsCrew(person, place));

/**
 * The books of an office are for those who are entitled to them; parts of them for whom they are about; and what an
 * office tells anybody of its matters, anybody may watch.
 */
function mayWatch({ office, told }: OfficeHost, person: Person | null, place: TablePlace | null): boolean {
  if (isEntitled(office, told.state, person, place)) return true;
  if (office.view === undefined || (person === null && office.tells === undefined)) return false;
  // Of a matter that is nobody's but others', there is nothing to watch, and nothing tells that there is one.
  return office.entitles === undefined || office.view(told.state, person) !== null;
}

const watchedOffice = (
  host: OfficeHost,
  person: () => Person | null,
  around: Around,
): Watched<unknown, OfficeEvent> => ({
  host,
  lens: OFFICE_LENS,
  whole: (state, n) =>
    JSON.stringify({
      t: 'books',
      at: host.stream,
      n,
      books: booksFor(host.office, state, person(), around),
    } satisfies ServerMessage),
  show: () => {
    const who = person();
    const viewer = officeViewer(host, who, around.place);
    return (event) =>
      isUnheard(host, event, around)
        ? null
        : shown(host.office.audience, event, viewer, who !== null && host.office.subject?.(event) === who.id);
  },
  own: () => NOTHING_OWN,
  players: () => [],
});

/** Does it speak of streams of which none is for these eyes? */
function isUnheard({ office, told }: OfficeHost, event: OfficeEvent, { sees }: Around): boolean {
  const spoken = office.speaksOf?.(told.state, event) ?? null;
  if (spoken === null) return false;
  return typeof spoken === 'string' ? !sees(spoken) : !spoken.some(sees);
}

/** The books as somebody may see them. */
export const booksFor = (
  office: AnyOffice,
  state: unknown,
  person: Person | null,
  { place, sees }: Around = NOTHING_ELSE,
): unknown => {
  if (!isEntitled(office, state, person, place)) return office.view?.(state, person) ?? null;
  const own = office.covered?.(state, person) ?? state;
  return office.without?.(own, sees) ?? own;
};

/** What only its owner may see no post opens: a wager that is open and not shown yet (R111). */
const isSubjectsAlone = (seers: Seers): boolean => seers.length === 1 && seers[0] === 'subject';

/** Whoever a post entitles to an office's books sees what is in them; others what is about them, or for everybody. */
function officeViewer({ office, told }: OfficeHost, person: Person | null, place: TablePlace | null): Viewer {
  const mayAll = isEntitled(office, told.state, person, place);
  return {
    sees: (seers, isSubject) =>
      (mayAll && !isSubjectsAlone(seers)) ||
      ANYBODY.sees(seers, isSubject) ||
      (isSubject && seers.includes('subject')),
    alias: aliasOf,
  };
}
