import type { HouseClient } from '@boxperson/house/client';
import { useEffect, useState } from 'react';
import { makeActions, type TableActions } from '../felt/actions.js';
import { connect, me, type OwnRound, ownRounds, pastRolls, type TableRolls } from '../house.js';
import { TableModel } from '../model.js';
import { wantsStill } from '../settings/settings.js';

/** How long dice tumble before chips and meters change. */
const LANDING_MS = 950;

export interface Connected {
  /** The table's id in this house. */
  readonly id: string;
  readonly client: HouseClient;
  readonly model: TableModel;
  readonly actions: TableActions;
  readonly token: string;
  /** What the table tells of its past to whoever comes. */
  readonly past: () => Promise<TableRolls>;
  /** One's own last rounds there, newest first. */
  readonly rounds: () => Promise<readonly OwnRound[]>;
}

function sitDownAt(id: string, token: string): Connected {
  let model: TableModel | null = null;
  const client = connect(token, (online) => model?.online(online));
  model = new TableModel(client, id);
  model.landingMs = () => (wantsStill() ? 0 : LANDING_MS);
  return {
    id,
    client,
    model,
    actions: makeActions(model),
    token,
    past: () => pastRolls(id),
    rounds: () => ownRounds(id),
  };
}

function standUpFrom({ actions, model, client }: Connected): void {
  actions.close();
  model.close();
  client.close();
}

/** Comes in, connects and watches the table. */
export function useTable(id: string): { connected: Connected | null; fault: string | null } {
  const [connected, setConnected] = useState<Connected | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let here: Connected | null = null;
    let stopped = false;
    me().then(
      ({ token }) => {
        if (stopped) return;
        here = sitDownAt(id, token);
        setConnected(here);
      },
      (error: Error) => setFault(error.message),
    );
    return () => {
      stopped = true;
      if (here) standUpFrom(here);
    };
  }, [id]);
  return { connected, fault };
}
