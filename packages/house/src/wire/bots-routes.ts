import { faultIn } from '@boxperson/offices';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { COMPANY_MOST, type Company } from '../company.js';
import type { House } from '../house.js';
import type { OpenSession } from '../people/sessions.js';

export const botsBody = z.strictObject({
  count: z.number().int().min(0, 'from 0 on').max(COMPANY_MOST, `at most ${COMPANY_MOST}`),
});

export interface BotsOptions {
  readonly house: House;
  /** Null where the house has no bots of its own. */
  readonly company: () => Company | null;
  readonly open: (token: string) => Promise<OpenSession | null>;
}

/** How often one person may turn the switch, and everybody together. */
const MINE = 12;
const ALL = 120;
const STRETCH_MS = 60_000;

/** The switch in the lobby: so many bots at a table. */
export function addBotsRoutes(app: FastifyInstance, { house, company, open }: BotsOptions): void {
  const may = limited();
  app.get<{ Params: { id: string } }>('/api/tables/:id/bots', async ({ params: { id } }, reply) =>
    house.host(id) ? { count: company()?.count(id) ?? 0 } : reply.status(404).send(noTable(id)),
  );
  app.post<{ Params: { id: string } }>('/api/tables/:id/bots', async (request, reply) => {
    const bots = company();
    if (!house.config.bots || !bots)
      return reply.status(403).send({ error: 'This house has no bots of its own.' });
    const header = request.headers.authorization ?? '';
    const session = header.startsWith('Bearer ') ? await open(header.slice('Bearer '.length)) : null;
    if (!session) return reply.status(401).send({ error: 'Sign in, or come as a guest, first.' });
    const { id } = request.params;
    if (!house.host(id)) return reply.status(404).send(noTable(id));
    const body = botsBody.safeParse(request.body);
    if (!body.success) return reply.status(400).send({ error: faultIn(body.error) });
    if (!may(session.person.id))
      return reply.status(429).header('retry-after', 60).send({ error: 'Too often: wait a minute.' });
    return { count: await bots.want(id, body.data.count) };
  });
}

const noTable = (id: string) => ({ error: `There is no table ${id.slice(0, 40)}.` });

function limited(): (person: string) => boolean {
  let until = 0;
  let all = 0;
  const seen = new Map<string, number>();
  return (person) => {
    if (until < Date.now()) {
      until = Date.now() + STRETCH_MS;
      all = 0;
      seen.clear();
    }
    const mine = (seen.get(person) ?? 0) + 1;
    if (mine > MINE || all >= ALL) return false;
    seen.set(person, mine);
    all += 1;
    return true;
  };
}
