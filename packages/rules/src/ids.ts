import type { Clause } from './clause.js';
import { GROUND_LISTS } from './policies.js';
import type { Rulebook } from './rulebook.js';
import { MEASURES } from './table/fields.js';
import { POWER_WORDS } from './words.js';

/** A word that a command may use at tables of a book, and what it means there. */
export interface KnownId {
  readonly id: string;
  readonly text: string;
  readonly clause: Clause | null;
}

/** The ids of one kind: which field of which verbs takes them. */
export interface IdList {
  readonly what: string;
  readonly field: string;
  readonly verbs: readonly string[];
  readonly ids: readonly KnownId[];
}

/** The verbs that take a ground of each list. */
export const GROUND_VERBS: Readonly<Record<string, readonly string[]>> = {
  'conduct.shooter.orderGrounds': ['order-pass'],
  'conduct.noRoll.shall': ['no-roll'],
  'conduct.noRoll.may': ['no-roll'],
  'conduct.people.breaches': ['void-wagers', 'exclude'],
  'conduct.people.breaches.bars': ['bar-wagers'],
  'conduct.invalidation.disruption': ['invalidate'],
  'conduct.invalidation.fraud': ['invalidate'],
  'conduct.round.malfunctions': ['malfunction'],
  'conduct.round.systemMalfunctions': ['system-malfunction'],
  'conduct.round.voids': ['void-round'],
};

const rolesOf = ({ roles }: Rulebook): IdList => ({
  what: 'roles, lowest first',
  field: 'role',
  verbs: ['staff', 'by'],
  ids: roles.map(({ id, title, clause }) => ({ id, text: title, clause })),
});

const groundsOf = (book: Rulebook): readonly IdList[] =>
  GROUND_LISTS.map(({ path, label, read }) => ({
    what: label,
    field: 'ground',
    verbs: GROUND_VERBS[path] ?? [],
    ids: read(book).map(({ id, text, clause }) => ({ id, text, clause })),
  }));

/** Of the breaches, those for which further wagers may be refused. */
const barringOf = ({ conduct }: Rulebook): IdList => ({
  what: 'breaches for which further wagers are refused',
  field: 'ground',
  verbs: GROUND_VERBS['conduct.people.breaches.bars'] ?? [],
  ids: conduct.people.breaches
    .filter(({ bars }) => bars)
    .map(({ id, text, clause }) => ({ id, text, clause })),
});

const measuresOf = ({ powers }: Rulebook): IdList => ({
  what: 'measures against a person',
  field: 'measure',
  verbs: ['record-measure'],
  ids: MEASURES.flatMap((id) => {
    const holder = powers[id];
    return holder === null ? [] : [{ id, text: POWER_WORDS[id], clause: holder.clause }];
  }),
});

/** Every role, ground and measure that commands at tables of this book may name. */
export const idsOf = (book: Rulebook): readonly IdList[] =>
  [rolesOf(book), ...groundsOf(book), barringOf(book), measuresOf(book)].filter(({ ids }) => ids.length > 0);
