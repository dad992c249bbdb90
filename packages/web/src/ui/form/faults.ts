import type * as z from 'zod';
import { dollars } from '../money.js';
import type { Field } from './shape.js';
import { type Fault, fieldAt, type Path, pathText, readPath, type Typed, type TypedWays } from './typed.js';

// What is said beside a field: what Zod finds, in our words, and what the house refuses.

type Issue = z.core.$ZodIssue;

/** A refusal as the house tells it: the field in front of the message, or by itself. */
export interface FormRefusal {
  readonly message: string;
  readonly field?: string | null | undefined;
  readonly clause?: string | null | undefined;
  /** The nearest amount that would be taken, in cents. */
  readonly nearest?: number | null | undefined;
}

/** The words of somebody who wrote a check; Zod's own are for programmers. */
const ownWords = ({ message }: Issue): string | null =>
  /^(?:Too (?:small|big)|Invalid|Unrecognized)/.test(message) ? null : message;

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** A bound in the measure of its field. */
function sayBound(field: Field, bound: number): string {
  const { kind } = field.shape;
  if (kind === 'money') return dollars(bound);
  if (kind === 'text') return many(bound, 'letter');
  if (kind === 'list') return `${bound} of them`;
  return new Intl.NumberFormat('en').format(bound);
}

type Sized = Issue & {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly inclusive?: boolean;
};

function sayTooSmall(field: Field, { minimum = 0, inclusive = true }: Sized): string {
  if (field.shape.kind === 'text' && minimum === 1) return 'This is needed.';
  return `${inclusive ? 'At least' : 'More than'} ${sayBound(field, minimum)}.`;
}

const sayTooBig = (field: Field, { maximum = 0, inclusive = true }: Sized): string =>
  `${inclusive ? 'At most' : 'Less than'} ${sayBound(field, maximum)}.`;

const sayNeeded = ({ shape }: Field): string => {
  if (shape.kind === 'choice' || shape.kind === 'ways') return 'Choose one.';
  return shape.kind === 'number' ? 'A whole number is needed.' : 'This is needed.';
};

const SAYERS: Readonly<Partial<Record<Issue['code'], (field: Field, issue: Issue) => string>>> = {
  too_small: (field, issue) => sayTooSmall(field, issue as Sized),
  too_big: (field, issue) => sayTooBig(field, issue as Sized),
  invalid_type: sayNeeded,
  invalid_value: ({ shape }) => (shape.kind === 'tick' ? 'This must be ticked.' : 'Choose one.'),
  invalid_format: () => 'This is not written as it should be.',
  not_multiple_of: (field, issue) =>
    `In steps of ${sayBound(field, Number((issue as { divisor?: unknown }).divisor))}.`,
};

const sayIssue = (field: Field, issue: Issue): string =>
  ownWords(issue) ?? SAYERS[issue.code]?.(field, issue) ?? issue.message;

/** Of a union's faults only those of the way that was chosen. */
function unfolded(field: Field, typed: Typed, issues: readonly Issue[], base: Path = []): readonly Issue[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path] as (string | number)[];
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path } as Issue];
    const chosen = wayAt(field, typed, path);
    return unfolded(field, typed, issue.errors[chosen] ?? issue.errors[0] ?? [], path);
  });
}

/** Which way is chosen at a place. */
function wayAt(field: Field, typed: Typed, path: Path): number {
  if (path.length === 0) return field.shape.kind === 'ways' ? (typed as TypedWays).way : 0;
  const { shape } = field;
  const [first, ...rest] = path;
  if (shape.kind === 'ways') {
    const { way, ways } = typed as TypedWays;
    return wayAt(shape.ways[way] as Field, ways[way] as Typed, path);
  }
  if (shape.kind === 'list')
    return wayAt(shape.each, (typed as readonly Typed[])[Number(first)] as Typed, rest);
  if (shape.kind !== 'group') return 0;
  const inner = shape.fields.find(({ name }) => name === first);
  const fields = (typed as { readonly fields: Readonly<Record<string, Typed>> }).fields;
  return inner ? wayAt(inner, fields[inner.name] as Typed, rest) : 0;
}

/** What Zod finds wrong, each at the field that is meant; at the form where there is no such field. */
export function faultsOf(field: Field, typed: Typed, issues: readonly Issue[]): readonly Fault[] {
  return unfolded(field, typed, issues).map((issue) => {
    const path = issue.path as Path;
    const at = fieldAt(field, typed, path);
    return at ? { path, says: sayIssue(at, issue) } : { path: [], says: sayIssue(field, issue) };
  });
}

/** One fault a place is enough: what cannot be read is not also measured. */
export function firstOfEach(faults: readonly Fault[]): readonly Fault[] {
  const places = new Set<string>();
  return faults.filter(({ path }) => {
    const place = pathText(path);
    if (place !== '' && places.has(place)) return false;
    places.add(place);
    return true;
  });
}

const NAMED = /^([A-Za-z_][\w.[\]-]*): (.+)$/s;

/** A refusal of the house, at the field it names; at the form where it names none of ours. */
export function refusalFault(field: Field, typed: Typed, refusal: FormRefusal): Fault {
  const named = NAMED.exec(refusal.message);
  const name = refusal.field ?? named?.[1];
  const path = name === undefined ? [] : readPath(name);
  const known = path.length > 0 && fieldAt(field, typed, path) !== null;
  const says = known && named && named[1] === name ? (named[2] as string) : refusal.message;
  return {
    path: known ? path : [],
    says,
    ...(refusal.clause == null ? {} : { clause: refusal.clause }),
    ...(refusal.nearest == null ? {} : { nearest: refusal.nearest }),
  };
}
