import {
  decide,
  evolve,
  openTable,
  RULEBOOKS,
  type Rulebook,
  type RulebookId,
  type Table,
  type TableEvent,
} from '../../src/index.js';
import { must } from '../../src/must.js';
import type { Command } from '../../src/table/index.js';

/** One of the staff for every role of a book: `x-boxperson` is there as boxperson. */
export const crewOf = (book: Rulebook) => book.roles.map(({ id }) => ({ role: id, id: `x-${id}` }));

/** Somebody who may do it, or the highest in rank where nobody may. */
export function byFor(book: Rulebook, power: keyof Rulebook['powers']) {
  const role = book.powers[power]?.role ?? (book.roles.at(-1)?.id as string);
  return { role, id: `x-${role}` };
}

export interface Told {
  readonly table: Table;
  readonly events: readonly TableEvent[];
}

export const tell = ({ table, events }: Told, command: Command): Told => {
  const decided = must(decide(table, command));
  return { table: decided.reduce(evolve, table), events: [...events, ...decided] };
};

/** An open table of that book with its whole crew on duty. */
export function staffedTable(id: RulebookId, settings: Command = {}): Told {
  const opened = must(
    openTable({
      rulebook: id,
      limits: { default: { min: 500, max: 100_000 } },
      ...settings,
    }),
  );
  const book = RULEBOOKS[id];
  const start: Told = { table: opened.reduce<Table | null>(evolve, null) as Table, events: opened };
  const crew = crewOf(book);
  const top = crew.at(-1) as { role: string; id: string };
  // The highest first: at a mini table an area manager allows the stickperson.
  return [...crew]
    .reverse()
    .reduce(
      (told, { role, id: person }) =>
        tell(told, { do: 'staff', person, role, ...(role === top.role ? {} : { by: top }) }),
      start,
    );
}

export const sitDown = (told: Told, player: string, seat: number, bankroll = 100_000): Told => {
  const seated = tell(told, { do: 'sit', player, seat, bankroll });
  const needsCard = seated.table.game.rulebook.conduct.wagers.card.value === 'own-card';
  return needsCard ? tell(seated, { do: 'card', player, card: `card-${player}`, holder: player }) : seated;
};

/** Somebody with chips on the felt: the lowest of the crew sits them down and enters what they do. */
export const sitWithChips = (told: Told, player: string, seat: number, bankroll = 0): Told => {
  const by = crewOf(told.table.game.rulebook)[0];
  return tell(told, { do: 'sit', player, seat, bankroll, chips: true, card: `card-${player}`, by });
};

/** Nobody sits down under these today, and there are people at tables who did (`plain.ts`). */
export const OLDER_NAMES = ['x'.repeat(200), 'a\n', 'x\ud83c'] as const;

/** Somebody with chips on the felt of whom the crew knows a name alone, by a record of any age. */
export function cameWithChips({ table, events }: Told, player: string, seat: number): Told {
  const sat = {
    event: 'sat',
    player,
    person: `chips:${player}`,
    seat,
    bankroll: 10_000,
    chips: true,
  } as const;
  const event = { v: 1, at: table.at, ...sat, clause: null } as const;
  return { table: evolve(table, event), events: [...events, event] };
}

/** A player as whoever acts for them: at a seat of chips somebody of the crew does. */
export const asPlayer = ({ guests, game }: Table, player: string) => {
  const isChips = guests.some((guest) => guest.player === player && guest.chips);
  return isChips ? { player, by: crewOf(game.rulebook).at(-1) as { role: string; id: string } } : { player };
};
