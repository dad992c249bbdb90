import type { LobbyTable } from '@boxperson/house';
import type { Person } from '@boxperson/offices';
import type { Rulebook, Table } from '@boxperson/rules';
import type { TableModel, TableState } from '../model.js';
import { Frame } from '../staff/Frame.js';
import { useStaff } from '../staff/staff.js';
import { go } from '../ui/go.js';
import { sayList } from '../ui/words.js';
import { useCrewNames } from './names.js';
import {
  CONSOLE_TITLES,
  type ConsoleName,
  consolesOf,
  dutyOf,
  roleAt,
  rolesToStandAt,
  standingAt,
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

/** On duty: who is where, which place is empty, and how to come. */
export function Duty({ about, model, state, table, chosen }: DutyProps) {
  const { person } = useStaff();
  const { rulebook } = table.game;
  const nameOf = useCrewNames(about.id, table.staff);
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
      <ul className="crew-places">
        {consolesOf(rulebook).map((place) => (
          <Place
            key={place}
            place={place}
            isAsked={place === chosen}
            id={about.id}
            table={table}
            person={person}
            nameOf={nameOf}
            onCome={(role) => void come(model, table, person, about.id, place, role)}
          />
        ))}
      </ul>
    </Frame>
  );
}

interface PlaceProps {
  readonly place: ConsoleName;
  readonly isAsked: boolean;
  readonly id: string;
  readonly table: Table;
  readonly person: Person;
  readonly nameOf: (id: string) => string;
  readonly onCome: (role: string) => void;
}

function Place({ place, isAsked, id, table, person, nameOf, onCome }: PlaceProps) {
  const { rulebook } = table.game;
  const there = standingAt(table, place);
  const role = rolesToStandAt(person, rulebook, place, id)[0];
  return (
    <li className={`panel crew-place${isAsked ? ' asked' : ''}`} data-place={place}>
      <div>
        <h2>{CONSOLE_TITLES[place]}</h2>
        <p className={there.length === 0 ? 'crew-empty' : 'quiet'}>
          {there.length === 0
            ? 'Nobody is here: this position is empty.'
            : sayList(there.map((staff) => nameOf(staff.person)))}
        </p>
      </div>
      {role === undefined ? (
        <p className="quiet crew-why">{sayWhyNot(rulebook, place)}</p>
      ) : (
        <button type="button" className="main" onClick={() => onCome(role)}>
          Stand here
          <small>as {titleOf(rulebook, role)}</small>
        </button>
      )}
    </li>
  );
}

const sayWhyNot = (book: Rulebook, place: ConsoleName): string =>
  `Takes a ${titleOf(book, roleAt(book, place))} or above: you are none here.`;

/** On duty in the role, unless they are in one that is as good already; then to the console. */
async function come(
  model: TableModel,
  table: Table,
  person: Person,
  id: string,
  place: ConsoleName,
  role: string,
): Promise<void> {
  const isHere = table.staff.some((staff) => staff.person === person.id && staff.role === role);
  const isBetter = dutyOf(table, person) !== null && !isHere;
  if (!isHere && !isBetter) {
    const done = await model.do({ do: 'staff', person: person.id, role });
    if (!done.ok) return;
  }
  go(`/crew/${encodeURIComponent(id)}/${place}`);
}
