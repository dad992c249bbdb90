import type { Projector } from '../office/projector.js';
import type { People } from '../people/people.js';
import type { RecordKeeper } from '../record/record.js';
import { exact, type Statement } from '../store/database.js';
import { insideOf } from '../store/sql-store.js';
import type { Store } from '../store/types.js';
import type { NodeHealth } from '../wire/health.js';
import type { Seat } from './seat.js';
import { PROJECTIONS, RECORD } from './units.js';

const KEEPS = 'select house.cluster_keeps($1::text, $2::text[], $3::bigint[])';

/** The tree and its checkpoints have one keeper: whoever is not it any more signs nothing. */
export const recordKeeper = (store: Store, { node }: Seat): RecordKeeper => ({
  isOurs: () => node.owns(RECORD),
  write: (statement: Statement) =>
    insideOf(store).transaction(async (run) => {
      await run({ text: KEEPS, values: [node.run, [RECORD], [node.epochOf(RECORD) ?? -1]] });
      return run(statement);
    }),
});

/** The time of day that all nodes go by when they open, in milliseconds since 1970. */
export const sharedTime = async (store: Store): Promise<number> => {
  const text = 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now';
  return exact((await insideOf(store).read({ text }))[0]?.['now']);
};

// biome-ignore lint/suspicious/noExplicitAny: what is folded is its own business
type AnyProjector = Projector<any, any>;

/** Whoever comes to keep them goes on from what was saved. */
export function keepProjections({ node }: Seat, projectors: readonly AnyProjector[]): void {
  node.listen({
    gained: (unit) => {
      if (unit === PROJECTIONS) for (const projector of projectors) projector.again();
    },
    lost: () => {},
    letGo: async () => {},
  });
}

/** Sessions end at all nodes at once. */
export function shareRevocations(seat: Seat, { sessions }: People): void {
  let isTold = false;
  sessions.onRevoked((revoked) => {
    // All sessions of a person end by what is on record, which every node hears of.
    if (!isTold && revoked.session !== null) seat.tellRevoked(revoked);
  });
  seat.onRevoked((revoked) => {
    isTold = true;
    sessions.heardRevoked(revoked);
    isTold = false;
  });
}

export const nodeHealth = (name: string, seat: Seat) => (): NodeHealth => ({
  name,
  state: seat.node.state,
  bus: seat.reach,
  apart: seat.node.isApart,
  lease: seat.node.isSure ? 'held' : 'lost',
  keeps: seat.node.kept().length,
  seq: seat.follower.seq,
});
