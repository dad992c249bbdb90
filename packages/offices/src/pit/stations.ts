import { CREW_STATIONS, type CrewStation, type Rulebook, type Staff, type Table } from '@boxperson/rules';
import { isSingle, USUAL } from '@boxperson/rules/dealing';
import { isAutomatic, type TableConfig } from '../house/config.js';

/** What a crew of this book has, in the order in which one looks at it. */
export const stationsOf = (book: Rulebook): readonly CrewStation[] =>
  isSingle(book, USUAL) ? ['single'] : CREW_STATIONS.filter((station) => station !== 'single');

const POWERS = {
  stick: 'offer-dice',
  left: 'settle-wagers',
  right: 'settle-wagers',
  single: 'settle-wagers',
  box: 'decide-face',
} as const satisfies Readonly<Record<CrewStation, keyof Rulebook['powers']>>;

/** The lowest role that has what this place takes. */
export const roleAtStation = (book: Rulebook, station: CrewStation): string =>
  book.powers[POWERS[station]]?.role ?? (book.roles[0]?.id as string);

/** Everybody who is there: who came to this place, and who came to none and holds just its role. */
export const standingAtStation = (table: Table, at: CrewStation): readonly Staff[] =>
  table.staff.filter(({ role, station }) =>
    station === undefined ? role === roleAtStation(table.game.rulebook, at) : station === at,
  );

/** Places of people where nobody is: the automatic crew is never missing. */
export function gapsAt(table: Table, crew: TableConfig['crew']): readonly CrewStation[] {
  const { rulebook } = table.game;
  if (rulebook.conduct.run.value === 'electronic') return [];
  return stationsOf(rulebook).filter(
    (station) =>
      !isAutomatic(crew, roleAtStation(rulebook, station)) && standingAtStation(table, station).length === 0,
  );
}
