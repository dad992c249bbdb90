import { evolve, restoreTable, type SavedTable, type Table, type TableEvent } from '@boxperson/rules';
import type { TableView } from '../tables/view.js';
import type { Own } from './protocol.js';

// A table as somebody at the other end of the wire knows it: the house's events, applied by the rules' own `evolve`.
// Other people's money is not told. It decides nothing here; it must only never run out.

const PLENTY = 1e12;
/** Lent to ourselves: the most that anybody brings must still hold it. */
const LOAN = PLENTY / 2;

/** What somebody knows of the money at a table: their own, or, as the crew, all of it. */
export type Known = readonly Own[] | 'all';

type Game = Table['game'];

/** Everybody's money as far as it is known: one's own, and plenty for the others. */
const fitGame = (game: Game, own: Known): Game =>
  own === 'all'
    ? game
    : {
        ...game,
        players: game.players.map((player) => ({
          ...player,
          balance: own.find((mine) => mine.player === player.name)?.balance ?? PLENTY,
        })),
      };

/** The table with one's own money as the house tells it. */
export const withOwn = (table: Table, own: Known): Table => ({
  ...table,
  game: fitGame(table.game, own),
});

/** The table as it comes as a whole. */
export function tableFrom({ n: _n, ...view }: TableView, own: Known): Table {
  const saved: SavedTable = { ...view, excluded: [], terminalsMost: [] };
  const table = restoreTable(saved);
  const last = table.last && { ...table.last, before: fitGame(table.last.before, own) };
  return { ...withOwn(table, own), last };
}

/** What takes a roll back puts money back to where it was, as far as that was known. */
const UNDOING: readonly string[] = [
  'outcome-invalidated',
  'face-decided',
  'call-corrected',
  'throw-voided',
  'wagers-voided',
];

/** The table after an event as it was shown; null: it was not for our eyes, and nothing of it shows. */
export function afterShown(table: Table, event: TableEvent | null, own: Known): Table {
  // Money can have been seized without our hearing of it; what is our own the house tells.
  if (event === null) return withOwn(table, own);
  if (own === 'all') return evolve(knowing(table, event), event);
  const lent = lend(table, own, LOAN);
  const after = evolve(knowing(lent, event), fitted(lent, event, own));
  return UNDOING.includes(event.event) ? withOwn(after, own) : lend(after, own, -LOAN);
}

/**
 * Our own money may be out of date while we are told what we missed: chips that we bought before the house opened, or
 * before we left and sat down again, are not shown. It must not run out either, until the house says how much it is.
 */
const lend = (table: Table, own: readonly Own[], amount: number): Table => ({
  ...table,
  game: {
    ...table.game,
    players: table.game.players.map((player) =>
      own.some((mine) => mine.player === player.name)
        ? { ...player, balance: Math.max(0, player.balance + amount) }
        : player,
    ),
  },
});

/** Who is excluded does not come with the table: whoever is let play again was, and whom they threw for throws. */
function knowing(table: Table, event: TableEvent): Table {
  if (event.event === 'person-readmitted') return { ...table, excluded: [...table.excluded, event.person] };
  if (event.event !== 'dice-thrown' || event.thrower !== event.shooter) return table;
  return { ...table, shooter: { ...table.shooter, thrower: null } };
}

/** Amounts that are not told are made to fit. */
function fitted(lent: Table, event: TableEvent, own: readonly Own[]): TableEvent {
  if (event.event === 'sat') {
    const isOwn = own.some(({ player }) => player === event.player);
    return { ...event, bankroll: isOwn ? Math.min(PLENTY, event.bankroll + LOAN) : PLENTY };
  }
  if (event.event !== 'left' && event.event !== 'released') return event;
  const balance = lent.game.players.find(({ name }) => name === event.player)?.balance ?? event.paid;
  return { ...event, paid: balance };
}
