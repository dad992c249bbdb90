import type { HouseClient } from '@boxperson/house/client';
import { useEffect, useState } from 'react';
import { makeActions, type TableActions } from '../felt/actions.js';
import { connect, me } from '../house.js';
import { TableModel } from '../model.js';
import { wantsStill } from '../settings/settings.js';

/** Whatever draws the dice says when they lie; a page that draws none, or not now, does not wait for ever. */
const FLIGHT_MOST_MS = 4_000;

export interface Connected {
  /** The table's id in this house. */
  readonly id: string;
  readonly client: HouseClient;
  readonly model: TableModel;
  readonly actions: TableActions;
  readonly token: string;
}

function sitDownAt(id: string, token: string): Connected {
  let model: TableModel | null = null;
  const client = connect(token, (online) => model?.online(online));
  model = new TableModel(client, id);
  model.flightMs = () => (wantsStill() ? 0 : FLIGHT_MOST_MS);
  return { id, client, model, actions: makeActions(model), token };
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
