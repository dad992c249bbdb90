import type { LobbyTable } from '@boxperson/house';
import type { Table } from '@boxperson/rules';
import { useMemo } from 'react';
import type { TableModel, TableState } from '../model.js';
import { Frame } from '../staff/Frame.js';
import { useStaff } from '../staff/staff.js';
import { Lost } from '../ui/Lost.js';
import { useCountAt } from '../ui/money.js';
import { nearest } from '../ui/nearest.js';
import { Console } from './Console.js';
import { type Crew, InCrew, useAct, useCrewModel, useModelState } from './crew.js';
import { Duty } from './Duty.js';
import { type ConsoleName, consolesOf, dutyOf, isConsole } from './stations.js';

interface AtTableProps {
  readonly id: string;
  /** As it stands in the address. */
  readonly console: string | undefined;
}

/** At a table: at a console, or before one is chosen. */
export function AtTable({ id, console }: AtTableProps) {
  const { tables } = useStaff();
  const model = useCrewModel(id);
  const state = useModelState(model);
  useCountAt(state.table);
  const about = tables.find((table) => table.id === id);
  if (tables.length > 0 && !about) return <NoSuchTable id={id} />;
  if (!model || !about || !state.table) return <p className="loading">Walking to the table…</p>;
  return <Here model={model} state={state} table={state.table} about={about} console={console} />;
}

const NEAR_MOST = 5;

function NoSuchTable({ id }: { id: string }) {
  const { tables } = useStaff();
  const near = nearest(
    id,
    tables.map((table) => table.id),
    NEAR_MOST,
  );
  return (
    <Frame title="Not here" place={null} here="">
      <Lost
        what="table"
        typed={id}
        near={near.map((one) => [`/crew/${one}`, tables.find((table) => table.id === one)?.name ?? one])}
      />
    </Frame>
  );
}

/** `duty` is no place: it asks who is where. Where there is one place only, it need not be named. */
function placeAsked(asked: string | undefined, places: readonly ConsoleName[]): ConsoleName | null {
  if (isConsole(asked) && places.includes(asked)) return asked;
  return asked === undefined && places.length === 1 ? (places[0] ?? null) : null;
}

interface HereProps {
  readonly model: TableModel;
  readonly state: TableState;
  readonly table: Table;
  readonly about: LobbyTable;
  readonly console: string | undefined;
}

function Here({ model, state, table, about, console }: HereProps) {
  const { person, client } = useStaff();
  const duty = dutyOf(table, person);
  const role = duty?.role ?? null;
  const by = useMemo(() => (role === null ? null : { role, id: person.id }), [role, person.id]);
  const act = useAct(model, by);
  const places = consolesOf(table.game.rulebook);
  const chosen = placeAsked(console, places);
  if (!chosen || !by || !client)
    return <Duty about={about} model={model} state={state} table={table} chosen={chosen} />;
  const crew: Crew = { id: about.id, about, console: chosen, person, by, client, model, state, table, act };
  return (
    <InCrew value={crew}>
      <Console />
    </InCrew>
  );
}
