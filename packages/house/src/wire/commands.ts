import { type AnyOffice, CODES, OFFICES, tellWho, text, type Verb } from '@boxperson/offices';
import { VERB_HELP, VERB_NAMES, VERBS, type VerbName } from '@boxperson/rules';
import { z } from 'zod';
import type { Admission } from '../office/admission.js';
import type { Origin } from '../office/office-host.js';
import { doneAnswer } from './answers.js';
import { type Route, route, SaysNo } from './route.js';

const { commandId: id } = text;

/** The fields of a verb's body with the id that its sender makes. Fields are checked by the one way in. */
const withId = z.looseObject({ id });

/** What is told of a body: the verb's own fields, and the id. */
function toldBody(body: z.ZodType): z.ZodType {
  if (body instanceof z.ZodObject) return body.safeExtend({ id });
  if (body instanceof z.ZodUnion) return z.union((body.options as z.ZodType[]).map(toldBody));
  return withId;
}

/** Commands over HTTP: a route for each verb of each office, made from what the office says of it. */
export const commandRoutes = (admission: Admission): readonly Route[] => [
  ...OFFICES.flatMap((office) =>
    Object.entries(office.verbs)
      .filter(([, verb]) => (verb as Verb<unknown, never>).who !== 'house')
      .map(([name, verb]) => verbRoute(admission, office, name, verb as Verb<unknown, never>)),
  ),
  ...VERB_NAMES.map((name) => tableRoute(admission, name)),
];

function verbRoute(
  admission: Admission,
  office: AnyOffice,
  name: string,
  { help, clause, who, body, second }: Verb<unknown, never>,
): Route {
  const matter = office.streams === 'many' ? '/:matter' : '';
  return route({
    method: 'POST',
    url: `/api/${office.name}${matter}/${name}`,
    summary: help,
    tag: office.title,
    clause,
    for: 'with-any-password',
    more: `For: ${tellWho(who)}.${second ? ' It may take a second person.' : ''}`,
    body: withId,
    tellsBody: toldBody(body),
    answers: doneAnswer,
    codes: CODES,
    act: async ({ person, body, params, from, token }) => {
      const at = office.streams === 'many' ? `${office.name}/${params['matter']}` : office.name;
      return submit(admission, person, { at, verb: name, origin: { from, token } }, body);
    },
  });
}

/** What a field of a table's command holds, as far as the page tells it. */
const FIELDS: Readonly<Record<string, z.ZodType>> = {
  name: text.name,
  person: z.string().min(1).max(100),
  known: z.string().min(1),
  player: text.name,
  text: text.reason,
  cents: z.number().int().nonnegative(),
  stake: text.cents,
  signed: z.number().int(),
  count: z.number().int().positive(),
  instant: text.instant,
  flag: z.boolean(),
  dice: z.array(z.number().int().min(1).max(6)).length(2),
  names: z.array(z.string().min(1)),
  object: z.looseObject({}),
};
/** Filled in by the house from who asks, where they are left out. */
const FROM_CALLER: readonly string[] = ['player', 'person', 'holder', 'card'];
/** In which role of the book staff do it. */
const by = z.looseObject({ role: text.name }).optional();

function toldFields(fields: Readonly<Record<string, string>>): z.ZodType {
  const told = Object.entries(fields).map(([name, kind]) => {
    const schema = FIELDS[kind.replace('?', '')] ?? z.unknown();
    return [name, kind.endsWith('?') || FROM_CALLER.includes(name) ? schema.optional() : schema] as const;
  });
  return z.strictObject({ id, ...Object.fromEntries(told), by });
}

function tableRoute(admission: Admission, name: VerbName): Route {
  const { fields, power } = VERBS[name];
  return route({
    method: 'POST',
    url: `/api/table/:matter/${name}`,
    summary: VERB_HELP[name],
    tag: 'Tables',
    for: 'with-any-password',
    more: power ? `For: whoever the table's book gives the power "${power}".` : 'For: whoever plays there.',
    body: withId,
    tellsBody: toldFields(fields),
    answers: doneAnswer,
    codes: CODES,
    act: async ({ person, body, params, from, token }) => {
      const at = `table/${params['matter']}`;
      return submit(admission, person, { at, verb: name, origin: { from, token } }, body);
    },
  });
}

async function submit(
  admission: Admission,
  person: Parameters<Admission['submit']>[0],
  { at, verb, origin }: { readonly at: string; readonly verb: string; readonly origin: Origin },
  { id: said, ...fields }: z.infer<typeof withId>,
): Promise<object> {
  const command = { ...fields, do: verb };
  const done = await admission.submit(person, { id: said, at, command, origin, from: origin.from });
  if (!done.ok) throw new SaysNo(done.refused);
  return { ok: true, n: done.n, ...done.answer };
}
