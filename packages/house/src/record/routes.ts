import { faultIn } from '@boxperson/offices';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { perAddress } from '../wire/per-address.js';
import type { SealedRecord } from './record.js';

// Anybody may ask: a checkpoint is of use only when it leaves the house.

const count = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);
export const consistencyQuery = z.strictObject({ from: count, to: count.optional() });
export const inclusionQuery = z.strictObject({ seq: count, size: count.optional() });

const ASKED_MOST = 120;
const STRETCH_MS = 60_000;

const text = (hashes: readonly Buffer[]): readonly string[] => hashes.map((hash) => hash.toString('base64'));

export function addRecordRoutes(app: FastifyInstance, record: SealedRecord): void {
  // Proofs are read from the store: one address cannot keep it busy.
  const mayAsk = perAddress(ASKED_MOST, STRETCH_MS);
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    prove: (size: number) => Promise<object | string>,
  ): Promise<FastifyReply> => {
    if (!mayAsk(request.ip))
      return reply.status(429).send({ error: 'Too many proofs from here: wait a minute.' });
    const latest = record.latestCheckpoint();
    if (latest === null) return reply.status(503).send({ error: 'Nothing has been signed yet.' });
    const proof = await prove(latest.size);
    return typeof proof === 'string' ? reply.status(400).send({ error: proof }) : reply.send(proof);
  };

  app.get('/api/record/checkpoint', async (_request, reply) => {
    const latest = record.latestCheckpoint();
    if (latest === null)
      return reply.status(503).send({ error: record.broken ?? 'Nothing has been signed yet.' });
    return reply.type('text/plain; charset=utf-8').send(latest.note);
  });
  app.get('/api/record/key', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`${record.key.line}\n`),
  );
  app.get('/api/record/consistency', (request, reply) =>
    answer(request, reply, async (latest) => {
      const query = consistencyQuery.safeParse(request.query);
      if (!query.success) return faultIn(query.error);
      const { from, to = latest } = query.data;
      const path = to > latest ? null : await record.consistency(from, to);
      return path === null
        ? `from and to: must be sizes from 0 to ${latest}, and from not above to`
        : { from, to, path: text(path) };
    }),
  );
  app.get('/api/record/inclusion', (request, reply) =>
    answer(request, reply, async (latest) => {
      const query = inclusionQuery.safeParse(request.query);
      if (!query.success) return faultIn(query.error);
      const { seq, size = latest } = query.data;
      const found = size > latest ? null : await record.inclusion(seq, size);
      return found === null
        ? `seq and size: must be from 1 to ${latest}, and seq not above size`
        : { seq, size, leaf: found.leaf.toString('base64'), path: text(found.path) };
    }),
  );
}
