import type { Clock } from '../clock.js';
import { Rounds, unfelt } from '../rounds.js';
import { insideOf } from '../store/sql-store.js';
import type { Store } from '../store/store.js';
import { type KeptSession, SESSION_KIND, type Sessions } from './sessions.js';

// Whoever comes as a guest leaves a session behind, and nobody signs out of most others. While the house runs, somebody
// goes through them and takes away what is over; a little at a time, so that nobody at a table feels it.

export interface SweepOptions {
  readonly sessions: Pick<Sessions, 'sweep' | 'allListed'>;
  /** The next few sessions behind that name, in the order of their names; none after the last. */
  readonly page: (after: string) => Promise<readonly KeptSession[]>;
  readonly clock: Clock;
  readonly onError?: (error: unknown) => void;
}

type Walk = AsyncGenerator<number>;

const EVERY_MS = 500;
/** What was over for so long at most is there still. */
const ROUND_MS = 3_600_000;
/** A store that was away has other things to do first. */
const AWAY_MS = 60_000;

const NEXT = `
select id, body from house.documents where kind = '${SESSION_KIND}' and id > $1::text order by id limit 100`;

/** Sessions as a store keeps them, a hundred at a time. */
export const pagesOf =
  (store: Store): SweepOptions['page'] =>
  async (after) => {
    const rows = await insideOf(store).read({ text: NEXT, values: [after] });
    return rows.map(({ id, body }) => ({ id: String(id), body: String(body) }));
  };

/** Each step says how many were taken away. */
async function* walk({ sessions, page }: SweepOptions): Walk {
  for (let after = ''; ; ) {
    const kept = await page(after);
    const last = kept.at(-1);
    if (!last) return sessions.allListed();
    yield await sessions.sweep(kept);
    after = last.id;
  }
}

/** Round after round. Several nodes may do it at once: each looks again before it takes anything away. */
export class Sweep extends Rounds<number> {
  constructor(options: SweepOptions) {
    const { clock, onError } = options;
    super({
      walk: () => walk(options),
      restMs: unfelt(EVERY_MS),
      betweenMs: ROUND_MS,
      awayMs: AWAY_MS,
      clock,
      onError,
    });
  }
}
