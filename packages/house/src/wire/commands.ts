import { type AnyOffice, OFFICES, text, type Verb } from '@boxperson/offices';
import { VERBS } from '@boxperson/rules';
import { z } from 'zod';
import type { Admission } from '../office/admission.js';
import type { Origin } from '../office/office-host.js';
import { type Route, route, SaysNo } from './route.js';

/** What every command is answered with: where it stands in its stream, and what its verb says of it. */
const DONE = z.looseObject({ ok: z.literal(true), n: z.number().int() });

const { commandId: id } = text;

/** The fields of a verb's body with the id that its sender makes. Fields are checked by the one way in. */
const withId = z.looseObject({ id });

/** Commands over HTTP: a route for each verb of each office, made from what the office says of it. */
export const commandRoutes = (admission: Admission): readonly Route[] => [
  ...OFFICES.flatMap((office) =>
    Object.entries(office.verbs)
      .filter(([, verb]) => (verb as Verb<unknown, never>).who !== 'house')
      .map(([name, verb]) => verbRoute(admission, office, name, verb as Verb<unknown, never>)),
  ),
  tableRoute(admission),
];

function verbRoute(
  admission: Admission,
  office: AnyOffice,
  name: string,
  { help, clause }: Verb<unknown, never>,
): Route {
  const matter = office.streams === 'many' ? '/:matter' : '';
  return route({
    method: 'POST',
    url: `/api/${office.name}${matter}/${name}`,
    summary: help,
    tag: office.title,
    clause,
    for: 'with-any-password',
    body: withId,
    answers: DONE,
    act: async ({ person, body, params, from, token }) => {
      const at = office.streams === 'many' ? `${office.name}/${params['matter']}` : office.name;
      return submit(admission, person, { at, verb: name, origin: { from, token } }, body);
    },
  });
}

const tableRoute = (admission: Admission): Route =>
  route({
    method: 'POST',
    url: '/api/table/:matter/:verb',
    summary: `Give a command at a table: ${Object.keys(VERBS).join(', ')}`,
    tag: 'Tables',
    for: 'with-any-password',
    body: withId,
    answers: DONE,
    act: async ({ person, body, params, from, token }) => {
      const at = `table/${params['matter']}`;
      return submit(admission, person, { at, verb: String(params['verb']), origin: { from, token } }, body);
    },
  });

async function submit(
  admission: Admission,
  person: Parameters<Admission['submit']>[0],
  { at, verb, origin }: { readonly at: string; readonly verb: string; readonly origin: Origin },
  { id: said, ...fields }: z.infer<typeof withId>,
): Promise<object> {
  const done = await admission.submit(person, { id: said, at, command: { ...fields, do: verb }, origin });
  if (!done.ok) throw new SaysNo(done.refused);
  return { ok: true, n: done.n, ...done.answer };
}
