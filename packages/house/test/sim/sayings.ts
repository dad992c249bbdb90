import { type AnyOffice, OFFICES, type Person, streamOf } from '@boxperson/offices';
import { z } from 'zod';
import type { Chance } from './chance.js';
import type { Around, Asking } from './people.js';

// Something said to any office at all, from the schema of its verb: whoever adds an office has it asked here at once.

/** As much of a JSON schema as the bodies of verbs use. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

const SCHEMAS = new WeakMap<object, Schema>();

function schemaOf(body: z.ZodType): Schema {
  const known =
    SCHEMAS.get(body) ?? (z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as Schema);
  SCHEMAS.set(body, known);
  return known;
}

/** Fields that name something; anything else that is text is only text. */
const NAMING = ['person', 'player', 'table', 'proposal', 'number', 'ticket', 'from', 'to'];

/** Words that somebody knows: a player no other person's id, and nobody's ticket. */
function wordFor(field: string, me: Person, { people, house, tickets, chance }: Around): string {
  if (!NAMING.includes(field)) return 'because';
  const known =
    me.kind === 'staff' ? [...people.flatMap(({ person }) => person?.id ?? []), ...tickets] : [me.id];
  return chance.pick([...known, ...house.tables().map(({ id }) => id), ...Object.keys(house.waiting())]);
}

function said(schema: Schema, me: Person, around: Around, field = ''): unknown {
  const { chance } = around;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chance.pick(schema.enum);
  if (schema.anyOf) return said(chance.pick(schema.anyOf), me, around, field);
  switch (schema.type) {
    case 'object':
      return fields(schema, me, around);
    case 'array':
      return chance.is(0.5) ? [] : [said(schema.items ?? {}, me, around, field)];
    case 'integer':
    case 'number':
      return chance.pick([0, 1, 2, 3, 500, 5_000, 1_000_000]);
    case 'boolean':
      return chance.is(0.5);
    case 'null':
      return null;
    default:
      return wordFor(field, me, around);
  }
}

function fields({ properties = {}, required = [] }: Schema, me: Person, around: Around): object {
  const isSaid = (name: string) => required.includes(name) || around.chance.is(0.5);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      isSaid(name) ? [[name, said(schema, me, around, name)]] : [],
    ),
  );
}

const matterOf = (office: AnyOffice, { house, chance }: Around): string =>
  streamOf(office, chance.pick(house.tables()).id);

/** Anything that any office knows, with a body that fits. */
export function anything(me: Person, around: Around): Asking {
  const chance: Chance = around.chance;
  const office = chance.pick(OFFICES);
  const [name, verb] = chance.pick(Object.entries(office.verbs)) as [string, { readonly body: z.ZodType }];
  const body = said(schemaOf(verb.body), me, around) as object;
  return { at: matterOf(office, around), command: { do: name, ...body } };
}
