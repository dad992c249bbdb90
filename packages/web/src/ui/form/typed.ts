import { readDollars } from '../money.js';
import type { Field, Shape } from './shape.js';

// What stands in a form while it is filled in, as it was typed: nothing is lost that cannot be read yet.

export type Typed = string | boolean | readonly Typed[] | TypedGroup | TypedWays;
export interface TypedGroup {
  readonly fields: Readonly<Record<string, Typed>>;
}
/** Which way is chosen, and what was typed in each of them. */
export interface TypedWays {
  readonly way: number;
  readonly ways: readonly Typed[];
}

export type Path = readonly (string | number)[];

/** What is wrong, and where. A refusal of the house may name its clause and the nearest that it takes. */
export interface Fault {
  readonly path: Path;
  readonly says: string;
  readonly clause?: string;
  readonly nearest?: number;
}

export const pathText = (path: Path): string => path.join('.');

/** `lines[0].amount` and `lines.0.amount`: the same place. */
export const readPath = (text: string): Path =>
  text
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

type Of<Kind extends Shape['kind']> = Extract<Shape, { readonly kind: Kind }>;

const dollarsTyped = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);

const two = (value: number): string => String(value).padStart(2, '0');

/** A moment as it is typed here: `2026-11-16T18:30`, by the clock on this wall. */
export function typedTime(at: number): string {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The option that a value is, as it is typed: its place among them. */
const typedChoice = ({ options }: Of<'choice'>, value: unknown): string => {
  const at = options.findIndex((option) => option.value === value);
  return at < 0 ? '' : String(at);
};

/** Does a value look as if it was meant for a way? */
function fits({ shape }: Field, value: unknown): boolean {
  if (shape.kind === 'group')
    return (
      isRecord(value) &&
      shape.fields.every(({ name, shape: own }) => own.kind !== 'fixed' || value[name] === own.value)
    );
  if (shape.kind === 'list') return Array.isArray(value);
  if (shape.kind === 'fixed') return value === shape.value;
  return !isRecord(value) && !Array.isArray(value);
}

function typedWays({ ways }: Of<'ways'>, value: unknown): TypedWays {
  const way =
    value === undefined
      ? 0
      : Math.max(
          0,
          ways.findIndex((one) => fits(one, value)),
        );
  return { way, ways: ways.map((one, at) => typedOf(one, at === way ? value : undefined)) };
}

const typedList = ({ each, least = 0 }: Of<'list'>, value: unknown): readonly Typed[] => {
  const given = Array.isArray(value) ? value : [];
  const missing = Array.from({ length: Math.max(0, least - given.length) }, () => undefined);
  return [...given, ...missing].map((one) => typedOf(each, one));
};

const typedGroup = ({ fields }: Of<'group'>, value: unknown): TypedGroup => ({
  fields: Object.fromEntries(
    fields.map((field) => [field.name, typedOf(field, isRecord(value) ? value[field.name] : undefined)]),
  ),
});

/** How a value stands in the form; what is not given stands as usual, or empty. */
export function typedOf(field: Field, given?: unknown): Typed {
  const { shape } = field;
  const value = given ?? field.usual;
  switch (shape.kind) {
    case 'group':
      return typedGroup(shape, value);
    case 'list':
      return typedList(shape, value);
    case 'ways':
      return typedWays(shape, value);
    case 'choice':
      return typedChoice(shape, value);
    case 'tick':
      return value === true;
    case 'money':
      return typeof value === 'number' ? dollarsTyped(value) : '';
    case 'time':
      return typeof value === 'number' ? typedTime(value) : '';
    case 'json':
      return value === undefined ? '' : JSON.stringify(value, null, 2);
    default:
      return value === undefined || value === null ? '' : String(value);
  }
}

/** What was read: a value (undefined where nothing is sent), or what is wrong with what was typed. */
interface Read {
  readonly value?: unknown;
  readonly faults: readonly Fault[];
}

const good = (value: unknown): Read => ({ value, faults: [] });
const bad = (path: Path, says: string): Read => ({ faults: [{ path, says }] });
const emptyOf = ({ empty }: Field): Read => good(empty === 'null' ? null : undefined);

function readMoney(text: string, path: Path): Read {
  const cents = readDollars(text);
  if (cents !== null) return good(cents);
  return bad(path, `“${text}” is not an amount of dollars. Type it like 500 or 12.50.`);
}

function readNumber(text: string, path: Path): Read {
  const plain = text.trim().replaceAll(',', '');
  if (/^-?\d+(?:\.\d+)?$/.test(plain)) return good(Number(plain));
  return bad(path, `“${text}” is not a number. Type it like 12.`);
}

function readTime(text: string, path: Path): Read {
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? bad(path, `“${text}” is not a date and a time.`) : good(at);
}

function readJson(text: string, path: Path): Read {
  try {
    return good(JSON.parse(text));
  } catch {
    return bad(path, 'This cannot be read as JSON.');
  }
}

const READERS = { money: readMoney, number: readNumber, time: readTime, json: readJson } as const;

function readLine(field: Field, text: string, path: Path): Read {
  const { kind } = field.shape;
  if (text.trim() === '' && (kind !== 'text' || field.empty !== 'needed')) return emptyOf(field);
  return kind in READERS ? READERS[kind as keyof typeof READERS](text, path) : good(text);
}

const readChoice = (field: Field, options: Of<'choice'>['options'], typed: string): Read =>
  typed === '' ? emptyOf(field) : good(options[Number(typed)]?.value);

/** Has nothing been filled in? A tick and a fixed value are no answer by themselves. */
export function isBlank({ shape }: Field, typed: Typed): boolean {
  switch (shape.kind) {
    case 'group':
      return shape.fields.every((field) => isBlank(field, (typed as TypedGroup).fields[field.name] as Typed));
    case 'list':
      return (typed as readonly Typed[]).length === 0;
    case 'ways': {
      const { way, ways } = typed as TypedWays;
      return isBlank(shape.ways[way] as Field, ways[way] as Typed);
    }
    case 'fixed':
      return true;
    case 'tick':
      return typed === false;
    default:
      return typed === '';
  }
}

function readGroup(fields: readonly Field[], { fields: typed }: TypedGroup, path: Path): Read {
  const read = fields.map(
    (field) => [field.name, readTyped(field, typed[field.name] as Typed, [...path, field.name])] as const,
  );
  const given = read.filter(([, { value }]) => value !== undefined);
  return {
    value: Object.fromEntries(given.map(([name, { value }]) => [name, value])),
    faults: read.flatMap(([, { faults }]) => faults),
  };
}

function readList({ each }: Of<'list'>, typed: readonly Typed[], path: Path): Read {
  const read = typed.map((one, at) => readTyped(each, one, [...path, at]));
  return { value: read.map(({ value }) => value), faults: read.flatMap(({ faults }) => faults) };
}

/** What would be sent for what was typed, and what of it cannot be read. */
export function readTyped(field: Field, typed: Typed, path: Path = []): Read {
  const { shape } = field;
  const isOpen = path.length > 0 && field.empty !== 'needed';
  switch (shape.kind) {
    case 'fixed':
      return good(shape.value);
    case 'tick':
      return good(typed);
    case 'choice':
      return readChoice(field, shape.options, typed as string);
    case 'group':
      if (isOpen && isBlank(field, typed)) return emptyOf(field);
      return readGroup(shape.fields, typed as TypedGroup, path);
    case 'list':
      if (isOpen && isBlank(field, typed)) return emptyOf(field);
      return readList(shape, typed as readonly Typed[], path);
    case 'ways': {
      if (isOpen && isBlank(field, typed)) return emptyOf(field);
      const { way, ways } = typed as TypedWays;
      return readTyped(shape.ways[way] as Field, ways[way] as Typed, path);
    }
    default:
      return readLine(field, typed as string, path);
  }
}

const fitsAll = (fields: readonly Field[], typed: readonly unknown[]): typed is readonly Typed[] =>
  fields.length === typed.length && fields.every((field, at) => isTyped(field, typed[at]));

/** Could this have been typed into this form? A draft may be older than the form. */
export function isTyped({ shape }: Field, typed: unknown): typed is Typed {
  switch (shape.kind) {
    case 'group': {
      const fields = isRecord(typed) ? typed['fields'] : null;
      return (
        isRecord(fields) &&
        Object.keys(fields).length === shape.fields.length &&
        shape.fields.every((field) => isTyped(field, fields[field.name]))
      );
    }
    case 'list':
      return Array.isArray(typed) && typed.every((one) => isTyped(shape.each, one));
    case 'ways':
      return (
        isRecord(typed) &&
        Number.isInteger(typed['way']) &&
        (typed['way'] as number) in shape.ways &&
        Array.isArray(typed['ways']) &&
        fitsAll(shape.ways, typed['ways'])
      );
    case 'tick':
      return typeof typed === 'boolean';
    case 'choice':
      return typed === '' || (typeof typed === 'string' && Number(typed) in shape.options);
    default:
      return typeof typed === 'string';
  }
}

/** The form without what must not be kept: secrets are typed again. */
export function withoutSecrets(field: Field, typed: Typed): Typed {
  const { shape } = field;
  switch (shape.kind) {
    case 'group': {
      const { fields } = typed as TypedGroup;
      const kept = shape.fields.map((one) => [one.name, withoutSecrets(one, fields[one.name] as Typed)]);
      return { fields: Object.fromEntries(kept) };
    }
    case 'list':
      return (typed as readonly Typed[]).map((one) => withoutSecrets(shape.each, one));
    case 'ways': {
      const { way, ways } = typed as TypedWays;
      return { way, ways: ways.map((one, at) => withoutSecrets(shape.ways[at] as Field, one)) };
    }
    case 'text':
      return shape.look === 'secret' ? '' : typed;
    default:
      return typed;
  }
}

/** The field at a place of the form as it stands; null where there is none. */
export function fieldAt(field: Field, typed: Typed, path: Path): Field | null {
  const { shape } = field;
  if (shape.kind === 'ways') {
    const { way, ways } = typed as TypedWays;
    return fieldAt(shape.ways[way] as Field, ways[way] as Typed, path);
  }
  const [first, ...rest] = path;
  if (first === undefined) return field;
  if (shape.kind === 'group') {
    const inner = shape.fields.find(({ name }) => name === first);
    return inner ? fieldAt(inner, (typed as TypedGroup).fields[inner.name] as Typed, rest) : null;
  }
  const one = shape.kind === 'list' ? (typed as readonly Typed[])[Number(first)] : undefined;
  return shape.kind === 'list' && one !== undefined ? fieldAt(shape.each, one, rest) : null;
}
