import { z } from 'zod';
import { type Limit, MINUTE } from '../wire/limits.js';
import { type Route, route, sayNo } from '../wire/route.js';
import type { SealedRecord } from './record.js';

// Anybody may ask: a checkpoint is of use only when it leaves the house.

const count = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);
const consistencyQuery = z.strictObject({ from: count, to: count.optional() });
const inclusionQuery = z.strictObject({ seq: count, size: count.optional() });

const hash = z.string();
const size = z.number().int();
const consistencyAnswer = z.strictObject({ from: size, to: size, path: z.array(hash) });
const inclusionAnswer = z.strictObject({ seq: size, size, leaf: hash, path: z.array(hash) });

/** Proofs are read from the store: one address cannot keep it busy. */
const PROOFS: readonly Limit[] = [{ per: 'address', most: 120, ms: MINUTE, of: 'proofs for one address' }];
const TAG = 'Record';

const text = (hashes: readonly Buffer[]): readonly string[] => hashes.map((one) => one.toString('base64'));

/** The newest checkpoint, or why there is none. */
const latestOf = (record: SealedRecord) =>
  record.latestCheckpoint() ??
  sayNo('unavailable', record.broken ?? record.doubt ?? 'Nothing has been signed yet.');

export const recordRoutes = (record: SealedRecord): readonly Route[] => [
  route({
    method: 'GET',
    url: '/api/record/checkpoint',
    summary: 'The newest signed checkpoint of the record',
    tag: TAG,
    for: 'everybody',
    plain: true,
    answers: z.string(),
    act: async () => latestOf(record).note,
  }),
  route({
    method: 'GET',
    url: '/api/record/key',
    summary: 'The key that checkpoints are signed with',
    tag: TAG,
    for: 'everybody',
    plain: true,
    answers: z.string(),
    act: async () => `${record.key.line}\n`,
  }),
  route({
    method: 'GET',
    url: '/api/record/consistency',
    summary: 'Proof that the record only grew from one size to another',
    tag: TAG,
    for: 'everybody',
    query: consistencyQuery,
    answers: consistencyAnswer,
    limits: PROOFS,
    act: async ({ query }) => {
      const latest = latestOf(record).size;
      const { from, to = latest } = query;
      const path = to > latest ? null : await record.consistency(from, to);
      if (path === null)
        return sayNo('bad-input', `from and to: must be sizes from 0 to ${latest}, and from not above to`);
      return { from, to, path: text(path) };
    },
  }),
  route({
    method: 'GET',
    url: '/api/record/inclusion',
    summary: 'Proof that an entry is in the record',
    tag: TAG,
    for: 'everybody',
    query: inclusionQuery,
    answers: inclusionAnswer,
    limits: PROOFS,
    act: async ({ query }) => {
      const latest = latestOf(record).size;
      const { seq, size = latest } = query;
      const found = size > latest ? null : await record.inclusion(seq, size);
      if (found === null)
        return sayNo('bad-input', `seq and size: must be from 1 to ${latest}, and seq not above size`);
      return { seq, size, leaf: found.leaf.toString('base64'), path: text(found.path) };
    },
  }),
];
