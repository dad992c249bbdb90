import {
  ANYBODY,
  type AnyOffice,
  type OfficeEvent,
  type Person,
  parted,
  seesAsCrew,
  seesBooks,
  shown,
  type TablePlace,
  type Viewer,
} from '@boxperson/offices';
import { onLayout, type Table, type TableEvent } from '@boxperson/rules';
import type { House } from '../house.js';
import type { OfficeHost } from '../office/office-host.js';
import type { StreamHost } from '../stream/host.js';
import { type TableHost, tableIn } from '../tables/host.js';
import { aliasOf, type Earlier, isForAll, namesOf, redact, viewerAt, viewOf } from '../tables/view.js';
import type { Lens, Show } from './news.js';
import type { Own, ServerMessage } from './protocol.js';

/** Chips that others put down and take up. */
const QUIET: readonly string[] = ['wagered', 'took', 'called'];

/** A stream as somebody watches it: what is sent at first, how its events look, and what of it is their own. */
export interface Watched<State = unknown, Event extends { readonly at: number } = { readonly at: number }> {
  readonly host: StreamHost<State, Event>;
  readonly lens: Lens<Event>;
  whole(state: State, n: number): ServerMessage;
  show(state: State, earlier: Earlier | null): Show<Event>;
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
  return mayWatch(host.office, person(), place) ? watchedOffice(host, person, place) : null;
}

/** Where books stand that accompany a table; null for all others. */
export const placeBeside = (house: House, { office, stream }: OfficeHost): TablePlace | null =>
  office.accompanies ? house.placeOf(parted(stream)[1] ?? '') : null;

const TABLE_LENS: Lens<TableEvent> = { isForAll, isQuiet: ({ event }) => QUIET.includes(event) };

const watchedTable = (host: TableHost, person: () => Person | null): Watched<Table, TableEvent> => ({
  host,
  lens: TABLE_LENS,
  whole: (table, n) => {
    const viewer = viewerAt(host, table, person());
    return {
      t: 'table',
      at: host.stream,
      view: viewOf(table, n, viewer),
      own: ownAt(table, person()),
      sees: viewer.sees(['crew'], false) ? 'all' : 'own',
    };
  },
  show: (table, earlier) => {
    const viewer = viewerAt(host, table, person(), earlier);
    return (event, n) => redact(event, n, viewer);
  },
  own: (table) => ownAt(table, person()),
  players: (table) => namesOf(table, person()),
});

/** Somebody's own money at a table, under every name they play there. */
export function ownAt(table: Table, person: Person | null): readonly Own[] {
  const names = namesOf(table, person);
  if (names.length === 0) return [];
  return table.game.players
    .filter(({ name }) => names.includes(name))
    .map((player) => ({
      player: player.name,
      seat: player.seat,
      balance: player.balance,
      onLayout: onLayout(player),
    }));
}

const OFFICE_LENS: Lens<OfficeEvent> = { isForAll: () => false, isQuiet: () => false };

/** Open to those to whom a post opens them; books beside a table to its crew, too. */
const isEntitled = (office: AnyOffice, person: Person | null, place: TablePlace | null): boolean =>
  seesBooks(person, office.name, place) || (place !== null && seesAsCrew(person, place));

/** The books of an office are for those who are entitled to them; parts of them for whom they are about. */
const mayWatch = (office: AnyOffice, person: Person | null, place: TablePlace | null): boolean =>
  isEntitled(office, person, place) || (person !== null && office.view !== undefined);

const watchedOffice = (
  host: OfficeHost,
  person: () => Person | null,
  place: TablePlace | null,
): Watched<unknown, OfficeEvent> => ({
  host,
  lens: OFFICE_LENS,
  whole: (state, n) => ({
    t: 'books',
    at: host.stream,
    n,
    books: booksFor(host.office, state, person(), place),
  }),
  show: () => {
    const who = person();
    const viewer = officeViewer(host.office, who, place);
    return (event) =>
      shown(host.office.audience, event, viewer, who !== null && host.office.subject?.(event) === who.id);
  },
  own: () => [],
  players: () => [],
});

/** The books as somebody may see them. */
export const booksFor = (
  office: AnyOffice,
  state: unknown,
  person: Person | null,
  place: TablePlace | null = null,
): unknown => (isEntitled(office, person, place) ? state : (office.view?.(state, person) ?? null));

/** Whoever a post entitles to an office's books sees what is in them; others what is about them, or for everybody. */
function officeViewer(office: AnyOffice, person: Person | null, place: TablePlace | null): Viewer {
  const mayAll = isEntitled(office, person, place);
  return {
    sees: (seers, isSubject) =>
      mayAll || ANYBODY.sees(seers, isSubject) || (isSubject && seers.includes('subject')),
    alias: aliasOf,
  };
}
