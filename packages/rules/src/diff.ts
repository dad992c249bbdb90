import type { Cited, Clause, RulingId } from './clause.js';
import { makeCanonical } from './hash.js';
import { GROUND_LISTS, type GroundList, POLICIES } from './policies.js';
import type { PolicyGroup } from './policy.js';
import { POWERS, type Role, type Rulebook } from './rulebook.js';
import { WAGER_IDS, type WagerId } from './wager.js';
import { type AnyRule, makeSource, POWER_WORDS, sayHolder, sayParts, sayPays, wagerName } from './words.js';

/** What one of the two books has: the value, what it is in words, and where the book says so. */
export interface Side {
  readonly value: unknown;
  readonly says: string;
  readonly clause: Clause | null;
  readonly ruling?: RulingId;
}

/** `value`: the rules differ. `name`: the same thing, called otherwise. `clause`: the same rule, said elsewhere. */
export const DIFFERENCE_KINDS = ['value', 'name', 'clause'] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface Difference {
  readonly kind: DifferenceKind;
  /** Where in the rulebook: `wagers.hardway.pays`. */
  readonly path: string;
  /** What it is about, in words. */
  readonly about: string;
  /** One plain sentence. */
  readonly says: string;
  readonly a: Side;
  readonly b: Side;
}

interface Two {
  readonly a: Rulebook;
  readonly b: Rulebook;
}
interface Topic {
  readonly path: string;
  readonly about: string;
}
type Source =
  | { readonly clause: Clause | null; readonly ruling?: RulingId | null | undefined }
  | null
  | undefined;

const makeSide = (value: unknown, says: string, source: Source): Side => {
  const side = { value, says, clause: source?.clause ?? null };
  return source?.ruling ? { ...side, ruling: source.ruling } : side;
};

const sayBoth = ({ a, b }: Two, about: string, left: Side, right: Side): string =>
  `${about}: ${left.says} at ${a.id}, ${right.says} at ${b.id}.`;
const sayMoved = (about: string, left: Side, right: Side): string =>
  `${about}: ${makeSource(left) || 'nowhere'} became ${makeSource(right) || 'nowhere'}.`;

const same = (a: unknown, b: unknown): boolean => makeCanonical(a) === makeCanonical(b);

/** The one comparison: another value, the same from another source, or nothing to say. */
const compare = (
  two: Two,
  { path, about }: Topic,
  of: (book: Rulebook) => Side,
  kind: 'value' | 'name' = 'value',
): readonly Difference[] => {
  const [a, b] = [of(two.a), of(two.b)];
  if (!same(a.value, b.value)) return [{ kind, path, about, says: sayBoth(two, about, a, b), a, b }];
  if (makeSource(a) === makeSource(b)) return [];
  return [{ kind: 'clause', path, about, says: sayMoved(about, a, b), a, b }];
};

const compareCited = (
  two: Two,
  topic: Topic,
  read: (book: Rulebook) => Cited<unknown> | null,
  say: (book: Rulebook) => string,
): readonly Difference[] =>
  compare(two, topic, (book) => makeSide(read(book)?.value ?? null, say(book), read(book)));

const compareClause = (
  two: Two,
  topic: Topic,
  clause: (book: Rulebook) => Clause | null,
): readonly Difference[] =>
  compare(two, topic, (book) => makeSide(null, clause(book) ?? 'nowhere', { clause: clause(book) }));

/** Only what it is called: where it is said is compared with the thing itself. */
const compareName = (two: Two, topic: Topic, name: (book: Rulebook) => string): readonly Difference[] =>
  compare(two, topic, (book) => makeSide(name(book), `"${name(book)}"`, null), 'name');

/** The clauses of a rule that stand beside its values: where it is defined, won, lost, barred, limited. */
const ruleClauses = (rule: AnyRule): ReadonlyMap<string, Clause> => {
  const found = new Map<string, Clause>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') found.set(path, value);
    else for (const [key, member] of Object.entries(value as object)) visit(member, `${path}.${key}`);
  };
  for (const [key, value] of Object.entries(rule)) {
    if (!['name', 'pays', 'parts'].includes(key)) visit(value, key);
  }
  return found;
};

const partsOf = (rule: AnyRule) => ('parts' in rule ? rule.parts : null);

const sayPaysOf = (rule: AnyRule): string => {
  const parts = partsOf(rule);
  return parts ? `${sayPays(rule.pays.value)} (${sayParts(parts.value)})` : sayPays(rule.pays.value);
};

const compareOffered = (two: Two, id: WagerId): readonly Difference[] =>
  compare(two, { path: `wagers.${id}`, about: id }, ({ wagers, permissible }) => {
    const rule = wagers[id];
    if (rule === null) return makeSide(null, 'not offered', { clause: permissible });
    return makeSide(rule.name, `offered as "${rule.name}"`, rule);
  });

const compareRule = (two: Two, id: WagerId, rule: (book: Rulebook) => AnyRule): readonly Difference[] => {
  const topic = (key: string, about: string): Topic => ({ path: `wagers.${id}.${key}`, about });
  const name = wagerName(two.a, id);
  const clauses = [...ruleClauses(rule(two.a)).keys()].flatMap((key) =>
    compareClause(
      two,
      topic(key, `${name}, ${key.replaceAll('.', ' ')}`),
      (book) => ruleClauses(rule(book)).get(key) ?? null,
    ),
  );
  const sayParted = (book: Rulebook): string => sayParts(partsOf(rule(book))?.value ?? 1);
  return [
    ...compareName(two, topic('name', id), (book) => rule(book).name),
    ...compareCited(
      two,
      topic('pays', `${name} pays`),
      (book) => rule(book).pays,
      (book) => sayPaysOf(rule(book)),
    ),
    ...compareCited(two, topic('parts', `${name} is`), (book) => partsOf(rule(book)), sayParted),
    ...clauses,
  ];
};

const compareWager = (two: Two, id: WagerId): readonly Difference[] =>
  two.a.wagers[id] && two.b.wagers[id]
    ? compareRule(two, id, (book) => book.wagers[id] as AnyRule)
    : compareOffered(two, id);

/** Groups whose labels say too little without them. */
const TOLD_WITH_GROUP: readonly PolicyGroup[] = [
  'placing',
  'after the point is set',
  'commission',
  'wagers found after the throw',
  'invalidated outcomes',
];

const comparePolicies = (two: Two): readonly Difference[] =>
  POLICIES.flatMap(({ path, group, label, read, say }) => {
    const about = TOLD_WITH_GROUP.includes(group) ? `${group}, ${label}` : label;
    return compareCited(two, { path, about }, read, say);
  });

const compareRole = (two: Two, id: string): readonly Difference[] => {
  const role = (book: Rulebook): Role => book.roles.find((one) => one.id === id) as Role;
  const topic = { path: `roles.${id}`, about: role(two.a).title };
  return [
    ...compareName(two, topic, (book) => role(book).title),
    ...compareClause(two, topic, (book) => role(book).clause),
  ];
};

const compareRoles = (two: Two): readonly Difference[] => {
  const ids = (book: Rulebook): readonly string[] => book.roles.map(({ id }) => id);
  const titles = (book: Rulebook): string => book.roles.map(({ title }) => title).join(', ');
  const ranks = compare(two, { path: 'roles', about: 'roles, lowest first' }, (book) =>
    makeSide(ids(book), titles(book), null),
  );
  const shared = ids(two.a).filter((id) => ids(two.b).includes(id));
  return [...ranks, ...shared.flatMap((id) => compareRole(two, id))];
};

const comparePowers = (two: Two): readonly Difference[] =>
  POWERS.flatMap((power) =>
    compare(two, { path: `powers.${power}`, about: `who ${POWER_WORDS[power]}` }, (book) => {
      const held = book.powers[power];
      return makeSide(held?.role ?? null, held ? sayHolder(book, held.role) : 'nobody', held);
    }),
  );

/** The grounds of a list, by id: one that only one book has, or the same ground of another clause. */
const compareGrounds = (two: Two, { path, label, read }: GroundList): readonly Difference[] => {
  const grounds = [...read(two.a), ...read(two.b)];
  return [...new Set(grounds.map(({ id }) => id))].flatMap((id) => {
    const text = grounds.find((ground) => ground.id === id)?.text;
    return compare(two, { path: `${path}.${id}`, about: `${label}: ${text}` }, (book) => {
      const ground = read(book).find((one) => one.id === id);
      return makeSide(ground ? id : null, ground ? 'listed' : 'not listed', ground);
    });
  });
};

/** Our readings: one that only one book needs, or the same reading of another clause. */
const compareNotes = (two: Two): readonly Difference[] => {
  const readings = new Set([...two.a.notes, ...two.b.notes].map((note) => note.reading));
  return [...readings].flatMap((reading) =>
    compare(two, { path: 'notes', about: reading.replace(/\.$/, '') }, (book) => {
      const note = book.notes.find((one) => one.reading === reading);
      return makeSide(note ? reading : null, note ? 'read so' : 'not needed', note);
    }),
  );
};

/** Everything in which two rulebooks differ, in the order of the rulebook. */
export const diffRulebooks = (a: Rulebook, b: Rulebook): readonly Difference[] => {
  const two = { a, b };
  return [
    ...compareName(two, { path: 'title', about: 'title' }, (book) => book.title),
    ...compareName(two, { path: 'edition', about: 'edition' }, (book) => book.edition),
    ...compareClause(
      two,
      { path: 'permissible', about: 'the permissible wagers' },
      (book) => book.permissible,
    ),
    ...WAGER_IDS.flatMap((id) => compareWager(two, id)),
    ...comparePolicies(two),
    ...GROUND_LISTS.flatMap((list) => compareGrounds(two, list)),
    ...compareRoles(two),
    ...comparePowers(two),
    ...compareNotes(two),
  ];
};

export interface Renumbering {
  /** The part of the number that changed: `6.1.x`, or a whole clause. */
  readonly from: string;
  readonly to: string;
  /** How many clauses moved so. */
  readonly clauses: number;
}

/** `6.1.3.2` → `6.2.3.2` moved as `6.1` → `6.2`: what both end with says nothing new. */
const movedPart = (from: Clause, to: Clause): readonly [string, string] => {
  const [left, right] = [from.split('.'), to.split('.')];
  while (left.length > 1 && right.length > 1 && left.at(-1) === right.at(-1)) {
    left.pop();
    right.pop();
  }
  return [left.join('.'), right.join('.')];
};

/** The moves of whole groups of clauses behind the differences that are only in numbering. */
export const findRenumberings = (differences: readonly Difference[]): readonly Renumbering[] => {
  const moves = new Map<string, Set<Clause>>();
  for (const { kind, a, b } of differences) {
    if (kind !== 'clause' || a.clause === null || b.clause === null || a.clause === b.clause) continue;
    const key = movedPart(a.clause, b.clause).join(' → ');
    moves.set(key, (moves.get(key) ?? new Set()).add(a.clause));
  }
  const inOrder = [...moves].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  return inOrder.map(([key, clauses]) => {
    const [from = '', to = ''] = key.split(' → ');
    const below = [...clauses].some((clause) => clause !== from) ? '.x' : '';
    return { from: from + below, to: to + below, clauses: clauses.size };
  });
};
