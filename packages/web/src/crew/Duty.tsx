import type { LobbyTable } from '@boxperson/house';
import type { Person } from '@boxperson/offices';
import type { By, Rulebook, Staff, Table } from '@boxperson/rules';
import { DEALING_PROFILES } from '@boxperson/rules/dealing';
import type { TableModel, TableState } from '../model.js';
import { Frame } from '../staff/Frame.js';
import { useStaff } from '../staff/staff.js';
import { oneOf } from '../staff/workplace.js';
import { go } from '../ui/go.js';
import { Pick } from '../ui/Pick.js';
import { useKnownCrew } from './names.js';
import { chooseProfile, useProfile } from './sheet/use-sheet.js';
import {
  CONSOLE_TITLES,
  type ConsoleName,
  consolesOf,
  dutyOf,
  isAbove,
  isAutomaticPerson,
  roleAt,
  roleToStandAt,
  standingAt,
  standingNowhere,
  titleOf,
} from './stations.js';

interface DutyProps {
  readonly about: LobbyTable;
  readonly model: TableModel;
  readonly state: TableState;
  readonly table: Table;
  /** The place that the address asks for. */
  readonly chosen: ConsoleName | null;
}

/** On duty: who is where, which place is empty, how to come and how to go. */
export function Duty({ about, model, state, table, chosen }: DutyProps) {
  const { person } = useStaff();
  const { rulebook } = table.game;
  const nameOf = useKnownCrew(about.id, table.staff);
  const by = dutyOf(table, person);
  const path = `/crew/${encodeURIComponent(about.id)}`;
  const leave = (who: string): void =>
    void model.do({ do: 'staff-leave', person: who, ...(who === person.id || !by ? {} : { by }) });
  return (
    <Frame
      title={`On duty at ${about.name}`}
      lead={<p>{rulebook.title}. Choose where you stand; you come on duty with it.</p>}
      place={null}
      here=""
    >
      {state.refused && (
        <p className="crew-refused" role="alert">
          {state.refused.refused.message}
          {state.refused.refused.clause && ` (§ ${state.refused.refused.clause})`}
        </p>
      )}
      <ul className="crew-places" inert={!state.online}>
        {consolesOf(rulebook).map((place) => (
          <Place
            key={place}
            place={place}
            isAsked={place === chosen}
            id={about.id}
            table={table}
            person={person}
            by={by}
            nameOf={nameOf}
            onCome={async (role) => {
              if (await come(model, table, person, place, role)) go(`${path}/${place}`);
            }}
            onLeave={leave}
          />
        ))}
      </ul>
      <Elsewhere table={table} by={by} person={person} nameOf={nameOf} onLeave={leave} />
      <Dealing id={about.id} />
    </Frame>
  );
}

interface PlaceProps {
  readonly place: ConsoleName;
  readonly isAsked: boolean;
  readonly id: string;
  readonly table: Table;
  readonly person: Person;
  readonly by: By | null;
  /** Null where the name is not for these eyes. */
  readonly nameOf: (id: string) => string | null;
  readonly onCome: (role: string) => void;
  readonly onLeave: (person: string) => void;
}

function Place({ place, isAsked, id, table, person, by, nameOf, onCome, onLeave }: PlaceProps) {
  const { rulebook } = table.game;
  const there = standingAt(table, place);
  const role = roleToStandAt(table, person, place, id);
  const isHere = there.some((staff) => staff.person === person.id && staff.station === place);
  return (
    <li className={`panel crew-place${isAsked ? ' asked' : ''}`} data-place={place}>
      <div>
        <h2>{CONSOLE_TITLES[place]}</h2>
        {there.length === 0 && <p className="crew-empty">Nobody is here: this position is empty.</p>}
        <People staff={there} book={rulebook} by={by} person={person} nameOf={nameOf} onLeave={onLeave} />
      </div>
      {role === null ? (
        <p className="quiet crew-why">{sayWhyNot(rulebook, place)}</p>
      ) : (
        <button type="button" className="main" onClick={() => onCome(role)}>
          {isHere ? 'To the console' : there.some(isPerson) ? 'Relieve, stand here' : 'Stand here'}
          <small>as {titleOf(rulebook, role)}</small>
        </button>
      )}
    </li>
  );
}

const isPerson = ({ person }: Staff): boolean => !isAutomaticPerson(person);

interface PeopleProps {
  readonly person: Person;
  readonly by: By | null;
  /** Null where the name is not for these eyes. */
  readonly nameOf: (id: string) => string | null;
  readonly onLeave: (person: string) => void;
  readonly staff: readonly Staff[];
  readonly book: Rulebook;
}

/** Who is there; oneself, and whoever is of a lower role, can be sent off duty. */
function People({ staff, book, by, person, nameOf, onLeave }: PeopleProps) {
  return (
    <ul className="crew-people">
      {staff.map((one) => (
        <li key={`${one.person}-${one.role}`}>
          <Who name={nameOf(one.person)} title={titleOf(book, one.role)} />
          {one.person === person.id && (
            <button type="button" onClick={() => onLeave(one.person)}>
              Go off duty
            </button>
          )}
          {by && isPerson(one) && isAbove(book, by.role, one.role) && (
            <button type="button" onClick={() => onLeave(one.person)}>
              Send off duty
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Whose name is not told is here as something all the same. */
const Who = ({ name, title }: { name: string | null; title: string }) => (
  <span>
    <b>{name ?? oneOf(title)}</b> <small>{name === null ? 'the name is for this table’s crew' : title}</small>
  </span>
);

type ElsewhereProps = Omit<PeopleProps, 'staff' | 'book'> & { readonly table: Table };

/** Those who are on duty here and stand at none of the places. */
function Elsewhere({ table, ...people }: ElsewhereProps) {
  const staff = standingNowhere(table).filter(isPerson);
  if (staff.length === 0) return null;
  return (
    <section className="panel crew-elsewhere" aria-label="Also at the table">
      <h2>Also at the table</h2>
      <People staff={staff} book={table.game.rulebook} {...people} />
    </section>
  );
}

/** How the sheet is dealt at this screen: a house's own order. */
function Dealing({ id }: { id: string }) {
  const { id: chosen } = useProfile(id);
  return (
    <Pick
      label="How this screen deals"
      value={chosen}
      options={DEALING_PROFILES.map((profile) => [profile.id, sayProfile(profile.id)] as const)}
      change={(profile) => chooseProfile(id, profile)}
    />
  );
}

const PROFILE_WORDS: Readonly<Record<string, string>> = {
  usual: 'the usual order, the centre last',
  'centre-first': 'the centre first, paid by the stick',
  'small-table': 'one dealer, smaller chips',
};
const sayProfile = (id: string): string => PROFILE_WORDS[id] ?? id;

const sayWhyNot = (book: Rulebook, place: ConsoleName): string =>
  `Takes ${oneOf(titleOf(book, roleAt(book, place)))} or above: you are none here.`;

/** On duty at this place; true when they are. */
async function come(
  model: TableModel,
  table: Table,
  person: Person,
  place: ConsoleName,
  role: string,
): Promise<boolean> {
  const isHere = table.staff.some(
    (staff) => staff.person === person.id && staff.role === role && staff.station === place,
  );
  if (isHere) return true;
  // Nobody stands at two places.
  const inOtherRole = table.staff.some((staff) => staff.person === person.id && staff.role !== role);
  if (inOtherRole && !(await model.do({ do: 'staff-leave', person: person.id })).ok) return false;
  const done = await model.do({ do: 'staff', person: person.id, role, station: place });
  return done.ok;
}
