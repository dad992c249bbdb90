import type { LobbyTable } from '@boxperson/house';
import type { HouseClient } from '@boxperson/house/client';
import type { Person, Refused } from '@boxperson/offices';
import { type By, type Command, decide, type Table } from '@boxperson/rules';
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { type Done, NOTHING_KNOWN, TAKES_TWO, TableModel, type TableState } from '../model.js';
import { useStaff } from '../staff/staff.js';
import type { ConsoleName } from './stations.js';

/** Whoever of the crew stands at a console, and what they have before them. */
export interface Crew {
  readonly id: string;
  readonly about: LobbyTable;
  readonly console: ConsoleName;
  readonly person: Person;
  /** As whom they act. */
  readonly by: By;
  readonly client: HouseClient;
  readonly model: TableModel;
  readonly state: TableState;
  readonly table: Table;
  /** Gives a command in one's role. What is refused is shown where the console shows it. */
  readonly act: (command: Command) => Promise<Done>;
}

const CrewContext = createContext<Crew | null>(null);
export const InCrew = CrewContext.Provider;

export function useCrew(): Crew {
  const crew = useContext(CrewContext);
  if (!crew) throw new Error('nobody stands here');
  return crew;
}

/** How the roll came about is among the last events, however many lines were ticked off one by one since. */
const LAST = 600;

/** The table, followed as long as somebody looks at it. */
export function useCrewModel(id: string): TableModel | null {
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
  return model;
}

const noSubscription = () => () => {};

export const useModelState = (model: TableModel | null): TableState =>
  useSyncExternalStore(model?.subscribe ?? noSubscription, model?.snapshot ?? (() => NOTHING_KNOWN));

/** Commands are given in one's role. */
export const useAct = (model: TableModel | null, by: By | null) =>
  useCallback(
    async (command: Command): Promise<Done> => {
      const told = by && command['by'] === undefined ? { ...command, by } : command;
      const house = model as TableModel;
      const seen = house.state.table;
      const done = await house.quietly(told);
      if (!done.ok) tellWhyNot(house, seen, told, done.refused);
      return done;
    },
    [model, by],
  );

const WAITS = {
  title: 'Said, and waits for a second person.',
  lines: ['Another of the crew confirms or refuses it at the box or an end.'],
};
const QUICKER = {
  title: 'Somebody else was quicker.',
  lines: ['It has been done, or the table has moved on: nothing was done twice.'],
};

/** What was right a moment ago was done by another console first: no fault of anybody's. */
function tellWhyNot(model: TableModel, seen: Table | null, command: Command, refused: Refused): void {
  if (refused === TAKES_TWO) return model.tell(WAITS);
  const wasRight = model.state.online && seen !== null && decide(seen, command).ok;
  if (wasRight && OVERTAKEN.includes(refused.code)) model.tell(QUICKER);
  else model.refuse(refused, command);
}
const OVERTAKEN: readonly string[] = [
  'out-of-phase',
  'nothing-to-do',
  'not-eligible',
  'bad-input',
  'no-such-wager',
];
