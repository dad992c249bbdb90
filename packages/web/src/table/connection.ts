import type { HouseClient } from '@boxperson/house/client';
import { useEffect, useState } from 'react';
import { makeActions, type TableActions } from '../felt/actions.js';
import { connect, lobby, me, type OwnRound, ownRounds, pastRolls, type TableRolls } from '../house.js';
import { TableModel } from '../model.js';
import { wantsStill } from '../settings/settings.js';

/** Whatever draws the dice says when they lie; a page that draws none, or not now, does not wait for ever. */
export const FLIGHT_MOST_MS = 4_000;

export interface Connected {
  /** The table's id in this house. */
  readonly id: string;
  /** What the house calls it. */
  readonly name: string;
  readonly client: Pick<HouseClient, 'close'>;
  readonly model: TableModel;
  readonly actions: TableActions;
  readonly token: string;
  /** Does whoever plays here play as a guest? */
  readonly guest: boolean;
  /** What the table tells of its past to whoever comes. */
  readonly past: () => Promise<TableRolls>;
  /** One's own last rounds there, newest first; null where nobody keeps them. */
  readonly rounds: (() => Promise<readonly OwnRound[]>) | null;
  /** Is it a table of one's own, to learn at? */
  readonly learning: boolean;
}

interface Coming {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly guest: boolean;
}

function sitDownAt({ id, name, token, guest }: Coming): Connected {
  let model: TableModel | null = null;
  const client = connect(token, (online) => model?.online(online));
  model = new TableModel(client, id);
  model.flightMs = () => (wantsStill() ? 0 : FLIGHT_MOST_MS);
  return {
    id,
    name,
    client,
    model,
    actions: makeActions(model),
    token,
    guest,
    learning: false,
    past: () => pastRolls(id),
    rounds: () => ownRounds(id),
  };
}

export function standUpFrom({ actions, model, client }: Connected): void {
  actions.close();
  model.close();
  client.close();
}

/** The tables of the house, for whoever asked for one that is not there. */
type Tables = Awaited<ReturnType<typeof lobby>>;

export interface Found {
  readonly connected: Connected | null;
  readonly fault: string | null;
  /** There is no such table; these there are. */
  readonly lost: Tables | null;
}

async function find(id: string): Promise<Coming | Tables> {
  const [tables, { token, person }] = await Promise.all([lobby(), me()]);
  const table = tables.find((one) => one.id === id);
  return table ? { id, name: table.name, token, guest: person?.kind === 'guest' } : tables;
}

/** Comes in, connects and watches the table. */
export function useTable(id: string): Found {
  const [found, setFound] = useState<Found>({ connected: null, fault: null, lost: null });
  useEffect(() => {
    let here: Connected | null = null;
    let stopped = false;
    find(id).then(
      (coming) => {
        if (stopped) return;
        if (!('token' in coming)) return setFound({ connected: null, fault: null, lost: coming });
        here = sitDownAt(coming);
        setFound({ connected: here, fault: null, lost: null });
      },
      (error: Error) => setFound({ connected: null, fault: error.message, lost: null }),
    );
    return () => {
      stopped = true;
      if (here) standUpFrom(here);
    };
  }, [id]);
  return found;
}
