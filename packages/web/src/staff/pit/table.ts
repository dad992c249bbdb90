import { rolesHere } from '@boxperson/offices';
import { type By, type Command, decideAs, type Power, type Refusal, type Table } from '@boxperson/rules';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { type Done, NOTHING_KNOWN, TableModel, type TableState } from '../../model.js';
import { useStaff } from '../staff.js';

const LAST = 60;
const noSubscription = () => () => {};

/** A table that somebody in the pit looks at, followed as long as they do. */
export function useTable(id: string): { readonly model: TableModel | null; readonly state: TableState } {
  const { client, online } = useStaff();
  const [model, setModel] = useState<TableModel | null>(null);
  useEffect(() => {
    if (!client) return;
    const followed = new TableModel(client, id, { last: LAST });
    setModel(followed);
    return () => {
      setModel(null);
      followed.close();
    };
  }, [client, id]);
  useEffect(() => model?.online(online), [model, online]);
  const state = useSyncExternalStore(
    model?.subscribe ?? noSubscription,
    model?.snapshot ?? (() => NOTHING_KNOWN),
  );
  return { model, state };
}

/** What somebody in the pit has before them when they act at a table. */
export interface AtPit {
  readonly id: string;
  readonly table: Table;
  readonly model: TableModel;
  /** The clock of the house, to the second. */
  readonly at: number;
}

/** In which role somebody would do what takes a power: on duty already, or the lowest that is enough; null: in none. */
export function useRole({ id, table }: Pick<AtPit, 'id' | 'table'>, power: Power): By | null {
  const { person } = useStaff();
  const { rulebook } = table.game;
  const rank = (role: string) => rulebook.roles.findIndex((one) => one.id === role);
  const least = rulebook.powers[power]?.role;
  if (least === undefined) return null;
  const enough = (role: string): boolean => rank(role) >= rank(least);
  const here = table.staff.find((staff) => staff.person === person.id && enough(staff.role));
  const role = here?.role ?? rolesHere(person, { id, rulebook: rulebook.id }).find(enough);
  return role === undefined ? null : { id: person.id, role };
}

/** Comes to the table, where they are not there yet, and does it. */
export function useAct({ model, table }: AtPit): (command: Command, by: By) => Promise<Done> {
  return useCallback(
    async (command, by) => {
      const isHere = table.staff.some(({ person, role }) => person === by.id && role === by.role);
      if (!isHere) {
        const came = await model.quietly({ do: 'staff', person: by.id, role: by.role });
        if (!came.ok) return came;
      }
      return model.quietly({ ...command, by });
    },
    [model, table],
  );
}

/** Why the engine would refuse it now; null when it would not. */
export function whyNotNow({ table, at }: AtPit, command: Command, by: By | null): Refusal | null {
  if (!by) return null;
  const decided = decideAs(table, command, { at, by });
  return decided.ok ? null : decided.refused;
}
