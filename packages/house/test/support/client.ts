import { WebSocket } from 'ws';
import { type Clock, SYSTEM_CLOCK } from '../../src/clock.js';
import { HouseClient, type Own, type SocketLike } from '../../src/index.js';

/** Comes in as a guest over HTTP, the way a browser does. */
export async function comeAsGuest(
  url: string,
  name?: string,
): Promise<{ token: string; id: string; name: string }> {
  const response = await fetch(`${url}/api/guest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(name === undefined ? {} : { name }),
  });
  if (!response.ok) throw new Error(`guest: ${response.status} ${await response.text()}`);
  const { token, person } = (await response.json()) as {
    token: string;
    person: { id: string; name: string };
  };
  return { token, id: person.id, name: person.name };
}

export const connectTo = (url: () => string, token: string, clock: Clock = SYSTEM_CLOCK): HouseClient =>
  new HouseClient({
    token,
    clock,
    connect: () => new WebSocket(`${url().replace('http', 'ws')}/wire`) as unknown as SocketLike,
  });

/** People who dial again at once, however long they have tried: nobody waits for them when the house is back. */
export const IMPATIENT: Clock = {
  ...SYSTEM_CLOCK,
  setTimeout: (act, ms) => SYSTEM_CLOCK.setTimeout(act, Math.min(ms, 25)),
};

/** What a test knows of one table through one connection. */
export interface Seen {
  n: number;
  phase: string;
  events: string[];
  own: readonly Own[];
  shooter: string | null;
  offeredTo: string | null;
}

/** Watches a table and keeps what a player must know to act. */
export function look(client: HouseClient, table: string): Seen {
  const seen: Seen = { n: 0, phase: '', events: [], own: [], shooter: null, offeredTo: null };
  client.watch(table, {
    table: ({ view, own }) => {
      seen.n = view.n;
      seen.phase = view.phase;
      seen.own = own;
      seen.shooter = view.shooter.shooter;
      seen.offeredTo = view.shooter.offeredTo;
    },
    events: (n, events) => {
      seen.n = n + events.length - 1;
      for (const event of events) {
        if (!event) continue;
        seen.events.push(event.event);
        if (event.event === 'dice-offered') seen.offeredTo = event.player;
        if (event.event === 'dice-accepted') seen.shooter = event.player;
        if (event.event === 'dice-passed') seen.shooter = null;
      }
    },
    own: (own) => {
      seen.own = own;
    },
  });
  return seen;
}

export const until = async (what: () => boolean, why: string, ms = 10_000): Promise<void> => {
  const end = Date.now() + ms;
  while (!what()) {
    if (Date.now() > end) throw new Error(`waited in vain: ${why}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
