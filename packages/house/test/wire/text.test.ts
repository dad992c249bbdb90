// Whatever of a call is text is well-formed, without control characters and of a bounded length: of every verb and route.
import { OFFICES, text, type Verb } from '@boxperson/offices';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { papersRoutes } from '../../src/figures/register-routes.js';
import { reportsRoutes } from '../../src/figures/routes.js';
import type { House } from '../../src/house.js';
import { exhibitRoutes } from '../../src/office/exhibit-routes.js';
import { bundleRoutes } from '../../src/record/bundle-routes.js';
import { recordRoutes } from '../../src/record/routes.js';
import { comingRoutes } from '../../src/wire/coming.js';
import { commandRoutes } from '../../src/wire/commands.js';
import { pitRoutes } from '../../src/wire/pit-routes.js';
import { practiceRoutes } from '../../src/wire/practice-routes.js';
import { clientMessage } from '../../src/wire/protocol.js';
import { readRoutes } from '../../src/wire/reads.js';
import { rewardRoutes } from '../../src/wire/reward-routes.js';
import type { Route } from '../../src/wire/route.js';

const FOUL = ['a\u0000b', 'a\u001bb', 'a\ud800', '\udc00a'];
const LONG = 'x'.repeat(20_000);
const FIT = 'fit-for-an-id';

// biome-ignore lint/suspicious/noExplicitAny: every kind of schema has a definition of its own
type Def = any;
const defOf = (schema: z.ZodType): Def => schema._zod.def;

const isBounded = ({ checks = [] }: Def): boolean =>
  checks.some((one: { _zod: { def: { check: string } } }) =>
    ['max_length', 'length_equals'].includes(one._zod.def.check),
  );

const takes = (schema: z.ZodType, value: string): boolean => {
  try {
    return schema.safeParse(value).success;
  } catch {
    return true;
  }
};

/** What of a schema takes text that is not clean or has no end. */
function* faultsIn(
  schema: z.ZodType,
  at: string,
  seen: ReadonlySet<z.ZodType> = new Set(),
): Generator<string> {
  if (seen.has(schema)) return;
  const below = new Set([...seen, schema]);
  const def = defOf(schema);
  const within = (inner: z.ZodType, name: string) => faultsIn(inner, `${at}${name}`, below);
  switch (def.type) {
    case 'string':
      for (const foul of FOUL) if (takes(schema, foul)) yield `${at} takes ${JSON.stringify(foul)}`;
      if (!isBounded(def) && takes(schema, LONG)) yield `${at} takes text without an end`;
      return;
    case 'object':
      for (const [name, inner] of Object.entries(def.shape)) yield* within(inner as z.ZodType, `.${name}`);
      if (def.catchall && defOf(def.catchall).type !== 'never') yield `${at} takes any other field`;
      return;
    case 'record':
      yield* within(def.keyType, '{key}');
      return yield* within(def.valueType, '{}');
    case 'array':
      if (!isBounded(def)) yield `${at} is a list without an end`;
      return yield* within(def.element, '[]');
    case 'tuple':
      for (const item of def.items) yield* within(item, '[]');
      return;
    case 'union':
      for (const one of def.options) yield* within(one, '');
      return;
    case 'intersection':
      yield* within(def.left, '');
      return yield* within(def.right, '');
    case 'lazy':
      return yield* within(def.getter(), '');
    case 'pipe':
      return yield* within(def.in, '');
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return yield* within(def.innerType, '');
    case 'unknown':
    case 'any':
    case 'custom':
      yield `${at} takes anything`;
  }
}

/** Settings of a table are checked by the rules, and a roll that is laid out by the school. */
const FURTHER_IN = [
  'house open-table.table.settings{} takes anything',
  'school set-work.roll{} takes anything',
];

test('text of every verb that somebody may give is clean and bounded, lists too', () => {
  const faults = OFFICES.flatMap((office) =>
    Object.entries(office.verbs)
      .filter(([, { who }]) => who !== 'house')
      .flatMap(([name, { body }]) => [
        ...faultsIn(body as Verb<unknown, never>['body'] as z.ZodType, `${office.name} ${name}`),
      ]),
  );
  expect(faults.filter((fault) => !FURTHER_IN.includes(fault))).toEqual([]);
});

/** Bodies of commands are checked by the one way in; here there is their id. */
const COMMANDS = /^\/api\/[\w-]+(?:\/:matter)?\/[\w-]+: body takes any other field$/;

test('text of every route and of every message is clean and bounded, lists too', () => {
  const none = {} as never;
  const house = {} as House;
  const routes: readonly Route[] = [
    ...comingRoutes(house, none),
    ...readRoutes(house),
    ...commandRoutes(none),
    ...recordRoutes(none),
    ...bundleRoutes(house, none),
    ...exhibitRoutes(house),
    ...practiceRoutes(none),
    ...pitRoutes(house, none),
    ...rewardRoutes(house, none),
    ...reportsRoutes(house),
    ...papersRoutes(house),
  ];
  const faults = routes.flatMap(({ url, body, query }) => [
    ...(body ? faultsIn(body, `${url}: body`) : []),
    ...(query ? faultsIn(query, `${url}: query`) : []),
  ]);
  expect(faults.filter((fault) => !COMMANDS.test(fault))).toEqual([]);
  // The fields of a command are checked by the one way in.
  const said = [...faultsIn(clientMessage, 'message')];
  expect(said.filter((fault) => !fault.startsWith('message.command{'))).toEqual([]);
});

test('an id is no word that every object has', () => {
  expect(text.id.safeParse(FIT).success).toBe(true);
  for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    expect(text.id.safeParse(word).success, word).toBe(false);
});
