import type { LobbyTable } from '@boxperson/house';
import type { HouseClient } from '@boxperson/house/client';
import type { Person } from '@boxperson/offices';
import type { Table } from '@boxperson/rules';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Crew, InCrew, useAct, useModelState } from '../../crew/crew.js';
import { type ConsoleName, roleAt } from '../../crew/stations.js';
import { TableModel } from '../../model.js';
import type { Library } from '../../staff/library.js';
import { InStaff, type Staff } from '../../staff/staff.js';
import { SchoolTable } from './school-table.js';
import '../../crew/styles/crew.css';

const ID = 'school';

/** Whoever learns: nobody of the house. */
const personAs = (role: string): Person => ({
  id: `${ID}-${role}`,
  kind: 'trainee',
  name: 'You',
  createdAt: 0,
});

/** A mock table has no house behind it: what would ask one is not at the school's consoles. */
const NO_HOUSE = null as unknown as HouseClient;

const aboutOf = ({ game, phase, settings }: Table): LobbyTable => ({
  id: ID,
  name: 'School',
  rulebook: game.rulebook.id,
  title: game.rulebook.title,
  run: 'staffed',
  phase,
  point: game.point,
  seats: settings.seats,
  taken: [],
  shooter: null,
  sign: null,
  posted: null,
  closing: null,
  stopped: false,
});

interface Stands {
  readonly table: Table;
  readonly console: ConsoleName;
}

/** A model of a mock table; another table is another model. */
function useSchoolModel(table: Table): TableModel | null {
  const [model, setModel] = useState<TableModel | null>(null);
  useEffect(() => {
    const made = new TableModel(new SchoolTable(table), ID);
    setModel(made);
    return () => {
      setModel(null);
      made.close();
    };
  }, [table]);
  return model;
}

/** What stands here stands at a console of a mock table: the very parts that crews work with. */
export function AtConsole({ table, console, children }: Stands & { readonly children: ReactNode }) {
  const model = useSchoolModel(table);
  const state = useModelState(model);
  const role = roleAt(table.game.rulebook, console);
  const person = useMemo(() => personAs(role), [role]);
  const by = useMemo(() => ({ role, id: person.id }), [role, person]);
  const act = useAct(model, by);
  const staff = useMemo(() => staffFor(person), [person]);
  if (!model || !state.table) return null;
  const about = aboutOf(state.table);
  const crew: Crew = {
    id: ID,
    about,
    console,
    person,
    by,
    client: NO_HOUSE,
    model,
    state,
    table: state.table,
    act,
  };
  return (
    <InStaff value={staff}>
      <InCrew value={crew}>{children}</InCrew>
    </InStaff>
  );
}

const staffFor = (person: Person): Staff => ({
  person,
  client: null,
  library: null as unknown as Library,
  online: true,
  tables: [],
  now: Date.now,
});
