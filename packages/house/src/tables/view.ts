import { createHash } from 'node:crypto';
import {
  isWhole,
  type Person,
  type Seers,
  seesAsCrew,
  shown,
  TABLE_AUDIENCE,
  type Viewer,
} from '@boxperson/offices';
import {
  type Guest,
  isGone,
  onLayout,
  type PastRoll,
  type PastSettled,
  type Player,
  type SavedTable,
  saveTable,
  type Table,
  type TableEvent,
} from '@boxperson/rules';
import type { Own } from '../wire/protocol.js';

/** Somebody who looks at a table. */
export interface TableViewer extends Viewer {
  /** Was this player theirs when the `n`th event happened? Names come and go; it counts who sat there. */
  owns(player: string, n: number): boolean;
  /** Was this player theirs when the last roll was called? */
  ownedThen(player: string): boolean;
  /** Is this person they? */
  is(person: string): boolean;
}

/** How a table looks to somebody: other people's money, cards and persons are their own. */
export type TableView = Omit<SavedTable, 'excluded' | 'terminalsMost'> & { readonly n: number };

/** A name that says nothing of whose it is, the same every time. Ids of ours are long and random. */
export const aliasOf = (id: string): string =>
  `staff-${createHash('sha256').update(id).digest('hex').slice(0, 8)}`;

const seesFor =
  (isCrew: boolean) =>
  (seers: Seers, isSubject: boolean): boolean =>
    seers.includes('everybody') ||
    (isSubject && seers.includes('subject')) ||
    (isCrew && seers.includes('crew'));

/** Where a table is known under its id, and since when each of its places is held by whoever holds it. */
export interface Seating {
  readonly id: string;
  heldSince(player: string): number;
  /** The place of the last roll; left out, nobody is held to have been there then. */
  readonly rolledAt?: number;
}

/** Which players were theirs at a place of the stream that they have read already. */
export interface Earlier {
  readonly n: number;
  readonly players: readonly string[];
}

/** Somebody's eyes at a table: what they may see follows from who they are, and from who sat there when. */
export function viewerAt(
  seating: Seating,
  table: Table,
  person: Person | null,
  earlier: Earlier | null = null,
): TableViewer {
  const mine = namesOf(table, person);
  const isCrew = seesAsCrew(person, { id: seating.id, rulebook: table.settings.rulebook });
  return {
    sees: seesFor(isCrew),
    alias: aliasOf,
    is: (id) => person?.id === id,
    ownedThen: (player) =>
      seating.rolledAt !== undefined &&
      mine.includes(player) &&
      seating.rolledAt >= seating.heldSince(player),
    owns: (player, n) => {
      const since = seating.heldSince(player);
      if (mine.includes(player)) return n >= since;
      if (!earlier?.players.includes(player)) return false;
      // Gone meanwhile: theirs until somebody else sat down under that name.
      return since <= earlier.n || n < since;
    },
  };
}

/** The names under which somebody plays at a table now. */
export const namesOf = ({ guests }: Table, person: Person | null): readonly string[] =>
  person === null ? [] : guests.filter((guest) => guest.person === person.id).map(({ player }) => player);

export const ownOf = (player: Player): Own => ({
  player: player.name,
  seat: player.seat,
  balance: player.balance,
  onLayout: onLayout(player),
});

/** Somebody's own money at a table, under every name they play there. */
export function ownAt(table: Table, person: Person | null): readonly Own[] {
  const names = namesOf(table, person);
  return table.game.players.filter(({ name }) => names.includes(name) && !isGone(table, name)).map(ownOf);
}

const HIDDEN = 0;
type Game = SavedTable['game'];

/** Chips on the layout are for everybody to see; what is in somebody's hand is not. */
const shownGame = (game: Game, sees: (player: string) => boolean): Game => ({
  ...game,
  house: HIDDEN,
  players: game.players.map((player) =>
    sees(player.name) ? player : { ...player, balance: HIDDEN, warned: false, dontComeHeld: false },
  ),
});

/** Who plays under a name, and what the house holds against them, is between the two. */
const shownGuest = ({ barred: _barred, reported: _reported, ...guest }: Guest): Guest => ({
  ...guest,
  person: guest.player,
  card: null,
  idleRounds: 0,
  excluded: false,
});

/** What a roll decided lay on the layout; who it was is theirs. */
const shownRoll = (roll: PastRoll, sees: (settled: PastSettled) => boolean): PastRoll => ({
  ...roll,
  settled: roll.settled.map((one) => (sees(one) ? one : { ...one, person: one.player })),
});

/**
 * The whole table as a viewer may see it after its `n`th event. Every part of a table is named here: one that is new
 * is not sent before somebody has thought about who may see it.
 */
export function viewOf(table: Table, n: number, viewer: TableViewer): TableView {
  const saved = saveTable(table);
  const isCrew = viewer.sees(['crew'], false);
  const sees = (player: string) => isCrew || viewer.owns(player, n);
  return {
    n,
    v: saved.v,
    settings: saved.settings,
    sign: saved.sign,
    game: isCrew ? saved.game : shownGame(saved.game, sees),
    at: saved.at,
    phase: saved.phase,
    ...(saved.since !== undefined && { since: saved.since }),
    ...(saved.wagersSince !== undefined && { wagersSince: saved.wagersSince }),
    staff: saved.staff.map((one) => (isCrew ? one : { ...one, person: aliasOf(one.person) })),
    guests: saved.guests.map((guest) => (sees(guest.player) ? guest : shownGuest(guest))),
    playersMost: saved.playersMost,
    ...(saved.onePerArea !== undefined && { onePerArea: saved.onePerArea }),
    dice: saved.dice,
    throws: saved.throws,
    shooter: saved.shooter,
    noMoreBets: saved.noMoreBets,
    posted: saved.posted,
    closing: saved.closing,
    ...(saved.pays && { pays: saved.pays }),
    ...(saved.cashless && { cashless: saved.cashless }),
    // Whose turn it is to bet everybody at the table must know (R110).
    ...(saved.inTurn && { inTurn: saved.inTurn }),
    ...(saved.turns && { turns: saved.turns }),
    deadline: saved.deadline,
    last: saved.last && {
      ...saved.last,
      // Whoever has a name now need not be who had it then.
      before: isCrew ? saved.last.before : shownGame(saved.last.before, viewer.ownedThen),
    },
    // What lay on the layout and what was paid on it everybody saw.
    ...(saved.sheet && { sheet: saved.sheet }),
    ...(saved.past && {
      past: saved.past.map((roll) =>
        shownRoll(roll, ({ person }: PastSettled) => isCrew || viewer.is(person)),
      ),
    }),
  };
}

/** What a part of a list is about: a person, or whoever plays under a name. */
interface Part {
  readonly player: string;
  readonly person?: string;
}

const isAbout = ({ player, person }: Part, n: number, viewer: TableViewer): boolean =>
  person === undefined ? viewer.owns(player, n) : viewer.is(person);

/** Is the event about whoever looks: about a player of theirs, or, with no player in it, about their person? */
function isSubject(event: TableEvent, n: number, viewer: TableViewer): boolean {
  const player = 'player' in event ? event.player : null;
  if (player !== null) return viewer.owns(player, n);
  return 'person' in event && viewer.is(event.person);
}

/** An event as this viewer may see it; null for one that is not for their eyes. */
export function redact(event: TableEvent, n: number, viewer: TableViewer): TableEvent | null {
  const ownsPart = (part: unknown) => isAbout(part as Part, n, viewer);
  return shown(TABLE_AUDIENCE, event, { ...viewer, ownsPart }, isSubject(event, n, viewer));
}

/** Does everybody see the whole of it? Then it is put into words once for all. */
export const isForAll = (event: TableEvent): boolean => isWhole(TABLE_AUDIENCE, event);
