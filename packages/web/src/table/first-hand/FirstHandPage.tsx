import { useEffect, useState, useSyncExternalStore } from 'react';
import { makeActions } from '../../felt/actions.js';
import { TableModel } from '../../model.js';
import { wantsStill } from '../../settings/settings.js';
import { type Connected, FLIGHT_MOST_MS, standUpFrom } from '../connection.js';
import { AtTable } from '../TablePage.js';
import { OwnTable } from './own-table.js';

const ID = 'first-hand';

function sitDown(): Connected {
  const client = new OwnTable();
  const model = new TableModel(client, ID);
  model.flightMs = () => (wantsStill() ? 0 : FLIGHT_MOST_MS);
  return {
    id: ID,
    name: 'Your first hand',
    client,
    model,
    actions: makeActions(model),
    token: '',
    guest: true,
    learning: true,
    past: async () => ({ tells: 'last-call', rolls: [] }),
    rounds: null,
  };
}

/** A guided hand at a table of one's own: nobody waits, no clock runs, and nothing of it reaches the house. */
export function FirstHandPage() {
  const [connected, setConnected] = useState<Connected | null>(null);
  useEffect(() => {
    const here = sitDown();
    setConnected(here);
    return () => standUpFrom(here);
  }, []);
  return connected && <AtOwnTable connected={connected} />;
}

function AtOwnTable({ connected }: { connected: Connected }) {
  const state = useSyncExternalStore(connected.model.subscribe, connected.model.snapshot);
  return state.table && <AtTable connected={connected} state={state} table={state.table} />;
}
