import type { SavedTable, Table, TableEvent } from '@boxperson/rules';
import { saveTable } from '@boxperson/rules';

/** Who looks: somebody playing under these names, staff, or anybody. */
export interface Viewer {
  readonly players: readonly string[];
  readonly staff: boolean;
}

export const ANYBODY: Viewer = { players: [], staff: false };

/** How a table looks to somebody: other people's money, cards and names of persons are their own. */
export type TableView = Omit<SavedTable, 'last' | 'past' | 'excluded' | 'terminalsMost'> & {
  readonly n: number;
};

const HIDDEN = 0;

export function viewOf(table: Table, n: number, viewer: Viewer): TableView {
  const { last: _last, past: _past, excluded: _excluded, terminalsMost: _terms, ...saved } = saveTable(table);
  if (viewer.staff) return { ...saved, n };
  const sees = (player: string) => viewer.players.includes(player);
  return {
    ...saved,
    n,
    game: {
      ...saved.game,
      house: HIDDEN,
      players: saved.game.players.map((player) =>
        sees(player.name) ? player : { ...player, balance: HIDDEN, warned: false, dontComeHeld: false },
      ),
    },
    guests: saved.guests.map((guest) =>
      sees(guest.player) ? guest : { ...guest, person: guest.player, card: null, idleRounds: 0 },
    ),
  };
}

/** An event as this viewer may see it; null for one that is not for their eyes. */
export function redact(event: TableEvent, viewer: Viewer): TableEvent | null {
  if (viewer.staff) return event;
  const own = 'player' in event && event.player !== null && viewer.players.includes(event.player);
  const ownOf = <T extends { readonly player: string }>(all: readonly T[] = []): readonly T[] =>
    all.filter(({ player }) => viewer.players.includes(player));
  switch (event.event) {
    case 'sat':
      return own ? event : { ...event, person: event.player, bankroll: HIDDEN };
    case 'left':
      return own ? event : { ...event, paid: HIDDEN };
    case 'chips-bought':
    case 'credits-collected':
    case 'card-presented':
      return own ? event : null;
    case 'terminals-limited':
      return null;
    case 'outcome-invalidated':
      return { ...event, claims: ownOf(event.claims), owed: ownOf(event.owed) };
    case 'player-excluded':
      return own ? event : { ...event, person: event.player };
    default:
      return event;
  }
}
