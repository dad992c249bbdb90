import type { Clause, RulingId } from '../clause.js';
import { isObject } from '../game/input.js';
import type { Refusal } from '../result.js';
import { type Command, decide } from './decide.js';
import type { By } from './event.js';
import type { Instant, Table, TableSign } from './state.js';

// What a change of a sign comes to, for whoever thinks about one: everything is put to `decide` on a copy of the table,
// so that nobody is told anything else than what would be accepted.

/** When a change counts, by which clause; or why it never does. */
export type SignVerdict =
  | { readonly counts: 'now'; readonly clause: Clause | null; readonly ruling?: RulingId }
  | {
      readonly counts: 'later';
      /** The earliest time that a sign may name. */
      readonly from: Instant;
      readonly clause: Clause | null;
      readonly ruling?: RulingId;
    }
  | { readonly counts: 'never'; readonly why: Refusal };

/** One field of a sign that a new one changes, by its path (`limits.default.min`), and what that comes to by itself. */
export interface SignChange {
  readonly path: string;
  readonly verdict: SignVerdict;
}

export interface Asking {
  readonly at: Instant;
  readonly by: By;
}

const MINUTE = 60_000;

/** As if they stood there: whoever may come to the table may ask before they do. */
const asIfOnDuty = (table: Table, { id, role }: By): Table =>
  table.staff.some((staff) => staff.person === id && staff.role === role)
    ? table
    : { ...table, staff: [...table.staff, { person: id, role }] };

/** What `decide` would say to them, on duty here or on their way. */
export const decideAs = (table: Table, command: Command, { at, by }: Asking) =>
  decide(asIfOnDuty(table, by), { ...command, at: Math.max(at, table.at), by });

const cited = ({
  clause = null,
  ruling,
}: {
  readonly clause?: Clause | null;
  readonly ruling?: RulingId;
}) => ({
  clause,
  ...(ruling === undefined ? {} : { ruling }),
});

/** What a whole new sign comes to: at once, after its notice, or not at all. */
export function whenSignCounts(table: Table, sign: TableSign, asking: Asking): SignVerdict {
  const changed = decideAs(table, { do: 'change-limits', ...sign }, asking);
  if (changed.ok) return { counts: 'now', ...cited(changed.value[0] ?? {}) };
  if (changed.refused.code !== 'too-early') return { counts: 'never', why: changed.refused };
  return afterNotice(table, sign, asking);
}

/** The time of a sign that is up and says just that; null where none does. */
const fromSign = (table: Table, sign: TableSign, { by }: Asking): Instant | null =>
  table.posted && decideAs(table, { do: 'change-limits', ...sign }, { at: table.posted.from, by }).ok
    ? table.posted.from
    : null;

/** A sign that is up counts from the time that it says; another from the earliest that its notice allows. */
function afterNotice(table: Table, sign: TableSign, asking: Asking): SignVerdict {
  const { raiseMinimum } = table.game.rulebook.conduct.notices;
  const stands = fromSign(table, sign, asking);
  if (stands !== null) return { counts: 'later', from: stands, ...cited(raiseMinimum) };
  const from = Math.max(asking.at, table.at) + raiseMinimum.value.minutes * MINUTE;
  const posted = decideAs(table, { do: 'post-sign', ...sign, from }, asking);
  return posted.ok
    ? { counts: 'later', from, ...cited(posted.value[0] ?? {}) }
    : { counts: 'never', why: posted.refused };
}

type Fields = Readonly<Record<string, unknown>>;
type Path = readonly string[];

/** The paths of all that is different, down to what is no object. */
function pathsApart(one: unknown, other: unknown, at: Path = []): readonly Path[] {
  if (!isObject(one) || !isObject(other)) return JSON.stringify(one) === JSON.stringify(other) ? [] : [at];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.flatMap((key) => pathsApart(one[key], other[key], [...at, key]));
}

/** The same with what stands at a path in another; without it where the other has none. */
function withPath(fields: Fields, other: Fields, [key = '', ...rest]: Path): Fields {
  const { [key]: mine, ...others } = fields;
  const theirs = other[key];
  if (rest.length > 0 && isObject(mine) && isObject(theirs))
    return { ...others, [key]: withPath(mine, theirs, rest) };
  return theirs === undefined ? others : { ...others, [key]: theirs };
}

/** By itself; together with what stands beside it where it makes no sense alone, like a minimum above the old maximum. */
function verdictOn(table: Table, sign: TableSign, path: Path, asking: Asking): SignVerdict {
  const only = (at: Path) =>
    withPath(table.sign as unknown as Fields, sign as unknown as Fields, at) as unknown as TableSign;
  const alone = whenSignCounts(table, only(path), asking);
  const isOdd = alone.counts === 'never' && alone.why.code === 'bad-input' && path.length > 1;
  return isOdd ? whenSignCounts(table, only(path.slice(0, -1)), asking) : alone;
}

/** What each change of a new sign comes to by itself. */
export const signChanges = (table: Table, sign: TableSign, asking: Asking): readonly SignChange[] =>
  pathsApart(table.sign, sign).map((path) => ({
    path: path.join('.'),
    verdict: verdictOn(table, sign, path, asking),
  }));
