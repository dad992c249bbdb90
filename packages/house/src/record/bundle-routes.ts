import { type Case, isOfCase, seesAsCrew, text } from '@boxperson/offices';
import { z } from 'zod';
import type { House } from '../house.js';
import { Turns } from '../people/turns.js';
import type { Store } from '../store/store.js';
import { type Limit, MINUTE } from '../wire/limits.js';
import { type Route, route, sayNo } from '../wire/route.js';
import { type ExportOptions, exportBundle, NothingToExport, type Stretch } from './bundle.js';
import type { SealedRecord } from './record.js';
import type { RecordSource } from './source.js';

// Evidence that leaves the house: a stretch of a table's record that anybody can verify elsewhere.

const count = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);
/** The size of a checkpoint that the reader holds: the bundle will show that the log went on from there. */
const since = count.optional();
const query = z.strictObject({
  table: text.name,
  from: count,
  to: count,
  since,
});

/** The whole log is read for it: one after another, and so many for each. */
const BUNDLES: readonly Limit[] = [{ per: 'person', most: 12, ms: MINUTE, of: 'bundles' }];
const READ_AT_ONCE = 2_000;

/** The record of a house that is open, as far as a bundle needs it. */
const liveSource = (store: Store, record: SealedRecord): Pick<RecordSource, 'log' | 'checkpoints'> => ({
  async *log() {
    for (let after = 0; ; ) {
      const page = await store.readLog(after, READ_AT_ONCE);
      yield page;
      if (page.length < READ_AT_ONCE) return;
      after = page.at(-1)?.seq ?? after;
    }
  },
  async *checkpoints() {
    const latest = record.latestCheckpoint();
    if (latest) yield [{ size: latest.size, note: latest.note }];
  },
});

/** The roll that a case is about, as far as it was dealt. */
const stretchOf = ({ opened }: Case): Stretch | null =>
  opened?.moment
    ? {
        table: opened.moment.table,
        from: { position: opened.moment.n },
        to: { position: opened.moment.to },
      }
    : null;

export const bundleRoutes = (house: House, record: SealedRecord): readonly Route[] => {
  const turns = new Turns();
  const bundleOf = async (asked: ExportOptions, size: number | undefined): Promise<string> => {
    const options = size === undefined ? asked : { ...asked, since: { size } };
    try {
      return await turns.take(
        'bundle',
        async () => (await exportBundle(liveSource(house.store, record), options)).text,
      );
    } catch (error) {
      if (error instanceof NothingToExport) return sayNo('not-found', error.message);
      throw error;
    }
  };
  /** What was entered last is signed for as well: nobody need roll before a roll, or a case, can be taken away. */
  const signed = () => record.checkpointNow();
  return [
    route({
      method: 'GET',
      url: '/api/record/bundle',
      summary:
        'A stretch of a table’s record with its proofs, for boxperson verify: for its crew and inspectors',
      tag: 'Record',
      for: 'signed-in',
      plain: true,
      query,
      answers: z.string(),
      limits: BUNDLES,
      codes: ['not-allowed'],
      act: async ({ person, query: { table, from, to, since: size } }) => {
        const place = house.placeOf(table);
        if (!place) return sayNo('not-found', `There is no table/${table}.`);
        if (!seesAsCrew(person, place))
          return sayNo('not-allowed', 'That is for the crew of this table, and inspectors.');
        // Anybody is one who says so, and an inspector would wait behind them.
        if (person.practice) return sayNo('not-allowed', 'A trainee takes nothing away from the record.');
        await signed();
        return bundleOf({ stretch: { table, from: { position: from }, to: { position: to } } }, size);
      },
    }),
    route({
      method: 'GET',
      url: '/api/cases/:case/bundle',
      summary:
        'A case with its proofs, for boxperson verify: everything entered in it, and the roll it is about; for its people',
      tag: 'Record',
      for: 'signed-in',
      plain: true,
      query: z.strictObject({ since }),
      answers: z.string(),
      limits: BUNDLES,
      act: async ({ person, params, query: asked }) => {
        const name = String(params['case']);
        const host = house.offices.host(`cases/${name}`);
        const state = host?.told.state as Case | undefined;
        if (!host || !state || !isOfCase(state, person))
          return sayNo('not-found', `There is no cases/${name}.`);
        house.noteLook(person, host);
        await signed();
        return bundleOf({ stretch: stretchOf(state), case: name }, asked.since);
      },
    }),
  ];
};
