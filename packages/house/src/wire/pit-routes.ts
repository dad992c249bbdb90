import {
  ALERTS,
  type Alert,
  type Alerts,
  expectedIn,
  type Float,
  figuresAt,
  gapsAt,
  handsOf,
  holdsPostEverywhere,
  isShort,
  knownIn,
  type PeopleBooks,
  type Person,
  type PitFigures,
  POST_NAMES,
  POSTS,
  type PostName,
  seesAsCrew,
  seesBooks,
  type TableConfig,
} from '@boxperson/offices';
import type { Table } from '@boxperson/rules';
import { z } from 'zod';
import type { House } from '../house.js';
import { isAutomaticPerson } from '../tables/crew.js';
import { lobbyTable } from './answers.js';
import type { LobbyTable } from './protocol.js';
import { type Route, route, sayNo } from './route.js';

const cents = z.number().int();
const count = z.number().int();

/** A table as the pit sees it: who stands there and who is missing, how it goes, what its tray holds. */
const pitTable = lobbyTable.extend({
  /** Since when it stands as it does. */
  since: z.number().int().nullable(),
  crew: z.array(
    z.strictObject({
      person: z.string(),
      name: z.string(),
      role: z.string(),
      station: z.string().optional(),
      automatic: z.literal(true).optional(),
    }),
  ),
  gaps: z.array(z.string()),
  figures: z.strictObject({ rolls: count, turnover: cents, won: cents, rollsAnHour: count }),
  /** Left out where a table has none. */
  float: z
    .strictObject({ open: z.boolean(), holds: cents, slips: z.array(z.string()), short: z.boolean() })
    .optional(),
});
const pitAnswer = z.strictObject({
  at: z.number().int(),
  tables: z.array(pitTable),
  /** Whoever counted or asked for chips at the trays that are open to you, by name. */
  names: z.record(z.string(), z.string()),
});
export type PitTable = z.infer<typeof pitTable>;
export type Pit = z.infer<typeof pitAnswer>;

function crewOf({ staff }: Table, people: PeopleBooks): PitTable['crew'] {
  return staff.map(({ person, role, station }) => ({
    person,
    name: isAutomaticPerson(person) ? 'automatic' : (knownIn(people, person)?.person.name ?? person),
    role,
    ...(station ? { station } : {}),
    ...(isAutomaticPerson(person) ? { automatic: true as const } : {}),
  }));
}

function floatOf(float: Float | undefined): Pick<PitTable, 'float'> {
  if (!float) return {};
  const { tray, slips } = float;
  const holds = tray ? expectedIn(tray) : 0;
  return { float: { open: tray !== null, holds, slips: Object.keys(slips), short: isShort(float) } };
}

function pitTableOf(house: House, shown: LobbyTable, figures: PitFigures, at: number): PitTable {
  const { table } = house.host(shown.id) as { readonly table: Table };
  const { crew } = house.configOf(shown.id) as TableConfig;
  return {
    ...shown,
    since: table.since ?? null,
    crew: crewOf(table, house.offices.host('people')?.told.state as PeopleBooks),
    gaps: [...gapsAt(table, crew)],
    figures: figuresAt(figures, shown.id, at),
    ...floatOf(house.offices.host(`float/${shown.id}`)?.told.state as Float | undefined),
  } as PitTable;
}

/** Whoever has the floats of a table before them has its figures too. */
const seesPit = (person: Person, table: LobbyTable): boolean =>
  seesAsCrew(person, table) && seesBooks(person, 'float', table);

const handsIn = ({ tray, last, slips }: Float): readonly (string | null)[] => [
  ...(tray?.opening.by ?? []),
  ...(last ? [...last.opening.by, ...last.closing.by] : []),
  ...Object.values(slips).flatMap(handsOf),
];

/** Posts to which the alerts are open. */
const ALERTED: readonly PostName[] = POST_NAMES.filter(
  (post) => POSTS[post].books === '*' || POSTS[post].books.includes(ALERTS.name),
);

/** An alert of a table is for whoever looks after it; one of the whole house for those whose post is for all of it. */
function seesAlert(house: House, person: Person, { table }: Alert): boolean {
  if (ALERTED.some((post) => holdsPostEverywhere(person, post))) return true;
  const place = table === null ? null : house.placeOf(table);
  return place !== null && seesBooks(person, ALERTS.name, place);
}

/** Words of an alert that may be somebody's id: only those who are known are named. */
function inAlerts(house: House, person: Person): readonly string[] {
  const books = house.offices.host(ALERTS.name)?.told.state as Alerts | undefined;
  return Object.values(books?.waiting ?? {})
    .filter((alert) => seesAlert(house, person, alert))
    .flatMap(({ says }) => says.match(/[\w-]{4,}/g) ?? []);
}

/** Who had a hand in the trays that somebody may look into, and who is named in what waits to be seen to. */
function namesFor(house: House, person: Person): Pit['names'] {
  const people = house.offices.host('people')?.told.state as PeopleBooks;
  const hands = house
    .lobby(person)
    .filter((table) => seesBooks(person, 'float', table))
    .flatMap(({ id }) => {
      const float = house.offices.host(`float/${id}`)?.told.state as Float | undefined;
      return float ? handsIn(float) : [];
    });
  const ids = [...hands, ...inAlerts(house, person)];
  return Object.fromEntries(
    [...new Set(ids)].flatMap((id) => {
      const found = id === null ? null : knownIn(people, id);
      return id !== null && found ? [[id, found.person.name] as const] : [];
    }),
  );
}

/** What the pit asks about its tables, beside their own record. */
export const pitRoutes = (house: House, figures: () => PitFigures): readonly Route[] => [
  route({
    method: 'GET',
    url: '/api/pit',
    summary:
      'The pit at a glance: every table of yours with its crew and gaps, figures of the last hours, and float',
    tag: 'The house',
    for: 'signed-in',
    answers: pitAnswer,
    codes: ['not-allowed'],
    act: async ({ person }) => {
      if (!seesBooks(person, 'float')) sayNo('not-allowed', 'That takes a pit supervisor.');
      const at = house.clock.now();
      const tables = house.lobby(person).filter((table) => seesPit(person, table));
      return {
        at,
        tables: tables.map((table) => pitTableOf(house, table, figures(), at)),
        names: namesFor(house, person),
      };
    },
  }),
];
