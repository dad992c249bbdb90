import { useEffect, useState, useSyncExternalStore } from 'react';
import { connectAs } from '../house.js';
import { NOTHING_KNOWN, TableModel, type TableState } from '../model.js';

/** So many of the last events are asked for: the last rolls are among them. */
const LAST = 400;

export interface Watched {
  readonly state: TableState;
  readonly missing: boolean;
  /** The clock of the house. */
  readonly now: () => number;
}

interface Line {
  readonly model: TableModel;
  readonly now: () => number;
  readonly close: () => void;
}

/** Nobody signs in: a display is anybody who looks. It connects again by itself, for as long as it hangs there. */
function openLine(id: string, onMissing: () => void): Line {
  let model: TableModel | null = null;
  let ahead = 0;
  const client = connectAs({
    status: (online) => model?.online(online),
    welcome: (_person, now) => {
      ahead = Date.now() - now;
    },
    error: (code) => code === 'not-found' && onMissing(),
  });
  model = new TableModel(client, id, { last: LAST });
  const watched = model;
  return {
    model: watched,
    now: () => Date.now() - ahead,
    close: () => {
      watched.close();
      client.close();
    },
  };
}

const noSubscription = () => () => {};

export function useDisplay(id: string): Watched {
  const [line, setLine] = useState<Line | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    const opened = openLine(id, () => setMissing(true));
    setLine(opened);
    return () => opened.close();
  }, [id]);
  const model = line?.model;
  const state = useSyncExternalStore(
    model?.subscribe ?? noSubscription,
    model?.snapshot ?? (() => NOTHING_KNOWN),
  );
  return { state, missing, now: line?.now ?? Date.now };
}

/** Read again every second while something counts down. */
export function useSeconds(now: () => number, counts: boolean): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    setAt(now());
    if (!counts) return;
    const timer = setInterval(() => setAt(now()), 250);
    return () => clearInterval(timer);
  }, [now, counts]);
  return at;
}
