import type * as z from 'zod';

// What a form has to ask for, read off a schema. Zod itself is not needed for it: the schemas bring it along.

export type Fixed = string | number | boolean | null;

export interface Limits {
  readonly least?: number;
  readonly most?: number;
}

export type Shape =
  | ({ readonly kind: 'text'; readonly look: 'line' | 'lines' | 'secret' } & Limits)
  | ({ readonly kind: 'money' | 'number' } & Limits)
  | { readonly kind: 'time' | 'tick' }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | { readonly kind: 'fixed'; readonly value: Fixed }
  | { readonly kind: 'group'; readonly fields: readonly Field[] }
  | ({ readonly kind: 'list'; readonly each: Field } & Limits)
  | { readonly kind: 'ways'; readonly ways: readonly Field[] }
  /** What there is no field for: written as JSON. */
  | { readonly kind: 'json' };

export interface Option {
  readonly value: Fixed;
  readonly says: string;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** What is sent for a field that was left empty: nothing, null, or the field must be filled. */
  readonly empty: 'needed' | 'left-out' | 'null';
  readonly usual?: unknown;
  /** What a line is the name of, where it is not what the field is called: a `table`, a `person`. */
  readonly of?: string;
  /** What a line may well be, with what it is called. */
  readonly says?: Readonly<Record<string, string>>;
  readonly shape: Shape;
}

/** What schemas say to forms by `.meta({ … })`, beside `title` and `description`. */
interface Meta {
  readonly title?: string;
  readonly description?: string;
  /** Whole cents, typed in dollars. */
  readonly money?: boolean;
  /** Milliseconds since 1970, typed as date and time. */
  readonly time?: boolean;
  /** Several lines. */
  readonly long?: boolean;
  /** Not shown, and never kept for later. */
  readonly secret?: boolean;
  /** What a line is the name of: a `table`, a `person`. */
  readonly of?: string;
  /** What the choices are called, by their value; of a line, what it may well be. */
  readonly says?: Readonly<Record<string, string>>;
}

/** The parts of Zod's definitions that are read here. */
interface Def {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly defaultValue?: unknown;
  readonly values?: readonly Fixed[];
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly discriminator?: string;
  readonly checks?: readonly z.core.$ZodCheck[];
}

const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;
const metaOf = (schema: z.ZodType): Meta => (schema.meta?.() ?? {}) as Meta;

/** `playerName`, `player-name` and `player_name` are all “Player name”. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .trim();
  const said = words.replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
  return said === '' ? '' : said.charAt(0).toUpperCase() + said.slice(1);
}

/** A schema without its wrappers, and what they said. */
interface Bare {
  readonly schema: z.ZodType;
  readonly meta: Meta;
  readonly empty: Field['empty'];
  readonly usual?: unknown;
}

const EMPTY_OF: Readonly<Record<string, Field['empty']>> = {
  optional: 'left-out',
  default: 'left-out',
  prefault: 'left-out',
  catch: 'left-out',
  nullable: 'null',
};

/** Takes the wrappers off. What an outer one says goes before what an inner one says. */
function bareOf(schema: z.ZodType): Bare {
  const def = defOf(schema);
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : def.type === 'lazy' ? def.getter?.() : null);
  if (!inner) return { schema, meta: metaOf(schema), empty: 'needed' };
  const bare = bareOf(inner);
  return {
    schema: bare.schema,
    meta: { ...bare.meta, ...metaOf(schema) },
    empty: EMPTY_OF[def.type] ?? bare.empty,
    ...('usual' in bare ? { usual: bare.usual } : {}),
    ...(def.defaultValue === undefined ? {} : { usual: def.defaultValue }),
  };
}

/** What a check of Zod says about size. */
interface Check {
  readonly check: string;
  readonly value?: number;
  readonly inclusive?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly length?: number;
}

/** Whole numbers all the way: more than 0 is at least 1. */
const leastBy = ({ check, value = 0, inclusive, minimum, length }: Check): number | undefined =>
  check === 'greater_than' ? value + (inclusive ? 0 : 1) : (minimum ?? length);
const mostBy = ({ check, value = 0, inclusive, maximum, length }: Check): number | undefined =>
  check === 'less_than' ? value - (inclusive ? 0 : 1) : (maximum ?? length);

const isSaid = (value: number | undefined): value is number => value !== undefined;

/** The least and the most that all checks of a schema let through. */
function limitsOf(schema: z.ZodType): Limits {
  const checks = (defOf(schema).checks ?? []).map((check) => check._zod.def as unknown as Check);
  const least = checks.map(leastBy).filter(isSaid);
  const most = checks.map(mostBy).filter(isSaid);
  return {
    ...(least.length === 0 ? {} : { least: Math.max(...least) }),
    ...(most.length === 0 ? {} : { most: Math.min(...most) }),
  };
}

const optionsOf = (values: readonly Fixed[], { says }: Meta): readonly Option[] =>
  values.map((value) => ({ value, says: says?.[String(value)] ?? wordsOf(String(value)) }));

const LONG = 200;

function textShape(schema: z.ZodType, { long, secret }: Meta): Shape {
  const limits = limitsOf(schema);
  const isLong = long ?? (limits.most ?? 0) > LONG;
  return { kind: 'text', look: secret ? 'secret' : isLong ? 'lines' : 'line', ...limits };
}

function numberShape(schema: z.ZodType, { money, time }: Meta): Shape {
  if (time) return { kind: 'time' };
  return { kind: money ? 'money' : 'number', ...limitsOf(schema) };
}

/** A choice of literals is a choice; of anything else, ways to fill in the form. */
function unionShape(options: readonly z.ZodType[], meta: Meta, by: string | undefined): Shape {
  const shapes = options.map((option) => wayOf(option, by));
  const fixed = shapes.flatMap(({ shape }) => (shape.kind === 'fixed' ? [shape.value] : []));
  if (fixed.length === shapes.length) return { kind: 'choice', options: optionsOf(fixed, meta) };
  return { kind: 'ways', ways: shapes };
}

/** A way is called by its title, else by what tells it from the others. */
function wayOf(option: z.ZodType, by: string | undefined): Field {
  const field = fieldOf('', option);
  if (field.label !== '') return field;
  const told = field.shape.kind === 'group' ? field.shape.fields : [];
  const mark = told.find(({ name, shape }) => shape.kind === 'fixed' && (by === undefined || name === by));
  if (mark?.shape.kind === 'fixed') return { ...field, label: wordsOf(String(mark.shape.value)) };
  return { ...field, label: told[0]?.label ?? wordsOf(field.shape.kind) };
}

const NO_FIELDS: Readonly<Record<string, z.ZodType>> = {};

type Shaper = (schema: z.ZodType, def: Def, meta: Meta) => Shape;

const SHAPERS: Readonly<Record<string, Shaper>> = {
  string: (schema, _, meta) => textShape(schema, meta),
  number: (schema, _, meta) => numberShape(schema, meta),
  int: (schema, _, meta) => numberShape(schema, meta),
  boolean: () => ({ kind: 'tick' }),
  // A literal true is a promise: it is ticked, not taken for granted.
  literal: (_, { values = [] }, meta) =>
    values.length === 1 && values[0] === true
      ? { kind: 'tick' }
      : values.length === 1
        ? { kind: 'fixed', value: values[0] as Fixed }
        : { kind: 'choice', options: optionsOf(values, meta) },
  enum: (_, { entries = {} }, meta) => ({ kind: 'choice', options: optionsOf(Object.values(entries), meta) }),
  null: () => ({ kind: 'fixed', value: null }),
  object: (_, { shape = NO_FIELDS }) => ({
    kind: 'group',
    fields: Object.entries(shape).map(([name, schema]) => fieldOf(name, schema)),
  }),
  array: (schema, { element }) => ({
    kind: 'list',
    each: fieldOf('', element as z.ZodType),
    ...limitsOf(schema),
  }),
  union: (_, { options = [], discriminator }, meta) => unionShape(options, meta, discriminator),
};

/** What a form asks for, for a schema that stands under a name. */
export function fieldOf(name: string, schema: z.ZodType): Field {
  const { schema: bare, meta, empty, ...rest } = bareOf(schema);
  const def = defOf(bare);
  return {
    name,
    label: meta.title ?? wordsOf(name),
    ...(meta.description === undefined ? {} : { help: meta.description }),
    empty,
    ...(meta.of === undefined ? {} : { of: meta.of }),
    ...(meta.says === undefined ? {} : { says: meta.says }),
    ...rest,
    shape: SHAPERS[def.type]?.(bare, def, meta) ?? { kind: 'json' },
  };
}
