import type { Tournament } from '@boxperson/offices';
import { useEffect, useState } from 'react';
import { connectAs, whoAmI } from '../house.js';

export interface Watched {
  readonly state: Tournament | null;
  readonly missing: boolean;
  readonly online: boolean;
  /** The clock of the house. */
  readonly now: () => number;
}

const NOTHING: Watched = { state: null, missing: false, online: true, now: Date.now };
/** Counts of several tables come close together: they are asked for together. */
const TOGETHER_MS = 80;

/** Follows a tournament for as long as somebody looks: whoever this browser is, or anybody. */
function openLine(
  matter: string,
  token: string | null,
  show: (change: Partial<Watched>) => void,
): () => void {
  const at = `tournaments/${matter}`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const client = connectAs({
    ...(token === null ? {} : { token }),
    status: (online) => show({ online }),
    welcome: (_person, now) => {
      const ahead = Date.now() - now;
      show({ now: () => Date.now() - ahead });
    },
    error: (code) => code === 'not-found' && show({ missing: true }),
  });
  // What others paid and who they are is not told: the books as they may be seen are asked for as a whole.
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(follow, TOGETHER_MS);
  };
  const follow = () => {
    stop();
    stop = client.follow(at, {
      last: 0,
      books: ({ books }) => show({ state: books as Tournament }),
      events: (_n, events) => events.length > 0 && again(),
    });
  };
  follow();
  return () => {
    clearTimeout(timer);
    client.close();
  };
}

/** `as`: as whoever this browser is, or as anybody, for a screen on a wall. */
export function useTournament(matter: string, as: 'myself' | 'anybody'): Watched {
  const [watched, setWatched] = useState(NOTHING);
  useEffect(() => {
    let close = () => {};
    let gone = false;
    const show = (change: Partial<Watched>) => !gone && setWatched((before) => ({ ...before, ...change }));
    const open = (token: string | null) => {
      if (!gone) close = openLine(matter, token, show);
    };
    if (as === 'anybody') open(null);
    else
      whoAmI().then(
        (known) => open(known?.token ?? null),
        () => open(null),
      );
    return () => {
      gone = true;
      close();
    };
  }, [matter, as]);
  return watched;
}

/** Read again while something counts down. */
export function useSeconds(now: () => number): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    setAt(now());
    const timer = setInterval(() => setAt(now()), 250);
    return () => clearInterval(timer);
  }, [now]);
  return at;
}
