import {
  type Difference,
  findRenumberings,
  GROUND_LISTS,
  makeSource,
  POLICIES,
  POLICY_GROUPS,
  type Rulebook,
} from '@boxperson/rules';
import { type Colours, cite, entries, entry, section } from './page.js';

const AREAS = [
  'wagers',
  'names',
  'pays',
  ...POLICY_GROUPS,
  'grounds',
  'roles',
  'powers',
  'our readings',
] as const;
type Area = (typeof AREAS)[number];

/** The part of a rulebook that a difference is about; none for the title page. */
const areaOf = ({ path }: Difference): Area | undefined => {
  const policy = POLICIES.find((one) => one.path === path);
  if (policy) return policy.group;
  if (GROUND_LISTS.some((list) => path.startsWith(`${list.path}.`))) return 'grounds';
  if (path === 'notes') return 'our readings';
  if (path.startsWith('roles')) return 'roles';
  if (path.startsWith('powers')) return 'powers';
  if (!path.startsWith('wagers.')) return undefined;
  if (path.endsWith('.name')) return 'names';
  return /\.(?:pays|parts)$/.test(path) ? 'pays' : 'wagers';
};

const sideLines = (
  [a, b]: readonly [Rulebook, Rulebook],
  one: Difference,
  colours: Colours,
): readonly string[] => [
  ...entry('', one.about),
  ...entries(
    [
      [a.id, cite(one.a.says, makeSource(one.a), colours)],
      [b.id, cite(one.b.says, makeSource(one.b), colours)],
    ],
    2,
  ),
];

/** What one book lists and the other does not, as that book's own list. */
const onlyLines = (
  books: readonly [Rulebook, Rulebook],
  differences: readonly Difference[],
  colours: Colours,
) =>
  books.flatMap(({ id }, index) => {
    const own = differences.map((one) => ({ about: one.about, side: index === 0 ? one.a : one.b }));
    const lines = own
      .filter(({ side }) => side.value !== null)
      .flatMap(({ about, side }) => entry('- ', cite(about, makeSource(side), colours), 2));
    return lines.length === 0 ? [] : [...entry('', `only at ${id}`), ...lines];
  });

const sayLines = (differences: readonly Difference[]): readonly string[] =>
  differences.flatMap(({ says }) => entry('- ', says));

const sameLines = (differences: readonly Difference[]): readonly string[] => {
  const differing = differences.filter(({ kind }) => kind !== 'clause').map(areaOf);
  const same = AREAS.filter((area) => !differing.includes(area));
  return same.length === 0 ? [] : ['', ...entry('Same in both: ', `${same.join(', ')}.`, 0)];
};

/** More moves than this say only that the texts were written apart. */
const MOVES_MAX = 30;

const moveLines = (differences: readonly Difference[]): readonly string[] => {
  const moves = findRenumberings(differences);
  const clauses = differences.filter(({ kind }) => kind === 'clause').length;
  if (clauses === 0) return [];
  if (moves.length > MOVES_MAX) {
    return entry('', `${clauses} values that do not differ stand under other numbers; --clauses lists them.`);
  }
  return entries(
    moves.map(({ from, to, clauses: count }) => [`${from} → ${to}`, count === 1 ? '' : `${count} clauses`]),
  ).map((line) => line.trimEnd());
};

export interface DiffOptions {
  readonly clauses?: boolean;
}

/** What differs between two rulebooks, rules first, numbering last. */
export const diffText = (
  books: readonly [Rulebook, Rulebook],
  differences: readonly Difference[],
  { clauses }: DiffOptions,
  colours: Colours,
): string => {
  const ofKind = (kind: Difference['kind']): readonly Difference[] =>
    differences.filter((one) => one.kind === kind && areaOf(one) !== undefined);
  const values = (...areas: readonly Area[]): readonly Difference[] =>
    ofKind('value').filter((one) => areas.includes(areaOf(one) as Area));
  const [grounds, readings] = [values('grounds'), values('our readings')];
  const rules = ofKind('value').filter((one) => !grounds.includes(one) && !readings.includes(one));
  const names = ofKind('name');
  const renumbered = differences.filter(({ kind }) => kind === 'clause');
  return [
    ...entries(
      books.map(({ id, title }) => [id, title]),
      0,
    ),
    ...(differences.length === 0 ? ['', 'They do not differ.'] : sameLines(differences)),
    ...section(
      `Rules that differ: ${rules.length}`,
      rules.flatMap((one) => sideLines(books, one, colours)),
      colours,
    ),
    ...section(`Grounds that differ: ${grounds.length}`, onlyLines(books, grounds, colours), colours),
    ...section(
      `Called otherwise: ${names.length}`,
      names.flatMap((one) => sideLines(books, one, colours)),
      colours,
    ),
    ...section(
      `Readings of ours that differ: ${readings.length}`,
      onlyLines(books, readings, colours),
      colours,
    ),
    ...section(
      `Same rule, other clause: ${renumbered.length}`,
      clauses ? sayLines(renumbered) : moveLines(differences),
      colours,
    ),
  ].join('\n');
};
