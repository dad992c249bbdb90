import {
  type Cited,
  type Clause,
  isOddsId,
  POLICIES,
  type Rulebook,
  type RulingId,
  type Said,
  sayOutcomes,
  sayParts,
  sayPays,
  type WagerId,
} from '@boxperson/rules';
import type { ClauseKind } from '@boxperson/rules/clauses';

// What the pages tell of a rulebook. Every word of rules comes from @boxperson/rules; here it is only put in order.

/** A thing said, and where the book or we say it. */
export interface Saying {
  readonly says: string;
  readonly clauses: readonly Clause[];
  readonly ruling?: RulingId | undefined;
}
export interface Fact {
  readonly label: string;
  readonly said: readonly Saying[];
}

export const KIND_WORDS: Readonly<Record<ClauseKind, readonly [short: string, long: string]>> = {
  data: ['a value', 'A value in the rulebook as data: the engine reads it.'],
  game: ['the game', 'Kept by the game layer: wagers, the point and the dice.'],
  table: ['the table', 'Kept by the table layer: seats, shooters, phases, roles.'],
  house: ['the house', 'Kept by the house: records, notices, powers.'],
  person: ['a person', 'Only a person can do it: shown, not enforced.'],
  open: ['not yet', 'Not built yet.'],
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const fromSaid = ({ says, clauses }: Said): Saying => ({ says: capital(says), clauses });
const fromCited = (says: string, cited: Cited<unknown>): Saying => ({
  says: capital(says),
  clauses: cited.clause === null ? [] : [cited.clause],
  ruling: cited.ruling,
});

/** A policy of the book by its path, in the words of the rules. */
export function policySaying(book: Rulebook, path: string): Saying | null {
  const policy = POLICIES.find((one) => one.path === path);
  const cited = policy?.read(book);
  return policy && cited ? fromCited(policy.say(book), cited) : null;
}

const PLACING: Partial<Record<WagerId, string>> = {
  pass: 'placing.pass',
  'dont-pass': 'placing.dontPass',
  come: 'placing.come',
  'dont-come': 'placing.dontCome',
};
const AFTER: Partial<Record<WagerId, string>> = {
  pass: 'afterPoint.pass',
  come: 'afterPoint.come',
  'dont-pass': 'afterPoint.dontIncrease',
  'dont-come': 'afterPoint.dontIncrease',
};

const fact = (label: string, ...said: readonly (Saying | null)[]): readonly Fact[] => {
  const told = said.filter((one) => one !== null);
  return told.length === 0 ? [] : [{ label, said: told }];
};

function limitFact(book: Rulebook, id: WagerId): readonly Fact[] {
  const rule = book.wagers[id];
  const most = policySaying(book, 'oddsMultiple');
  if (!isOddsId(id) || !rule || !('limit' in rule) || !most) return [];
  const lead = id.startsWith('dont') ? 'May win at most ' : 'At most ';
  return fact('Limit', {
    ...most,
    says: `${lead}${most.says.charAt(0).toLowerCase()}${most.says.slice(1)}`,
    clauses: [rule.limit],
  });
}

function worksFact(book: Rulebook, id: WagerId): readonly Fact[] {
  const inactive = book.calls.inactiveOnComeOut;
  return inactive.value.includes(id)
    ? fact('Works', fromCited('on every roll but a come out roll, unless called on', inactive))
    : fact(
        'Works',
        inactive.value.length === 0
          ? fromCited('on every roll', inactive)
          : { says: 'On every roll', clauses: [] },
      );
}

function commissionFact(book: Rulebook, id: WagerId): readonly Fact[] {
  if (id !== 'buy' && id !== 'lay') return [];
  const [rate, rounded, returned] = [`commission.${id}`, 'commission.rounded', 'commission.returned'].map(
    (path) => policySaying(book, path),
  );
  return fact(
    'Commission',
    rate ?? null,
    rounded ? { ...rounded, says: `Rounded ${rounded.says.toLowerCase()}` } : null,
    returned
      ? { ...returned, says: `Given back when it is taken down: ${returned.says.toLowerCase()}` }
      : null,
  );
}

/** All that a book says of one wager; nothing where it does not offer it. */
export function wagerFacts(book: Rulebook, id: WagerId): readonly Fact[] {
  const rule = book.wagers[id];
  const outcomes = sayOutcomes(book, id);
  if (!rule || !outcomes) return [];
  return [
    ...fact('Wins', ...outcomes.wins.map(fromSaid)),
    ...fact('Loses', ...outcomes.loses.map(fromSaid)),
    ...(outcomes.bar ? fact('Barred', fromSaid(outcomes.bar)) : []),
    ...fact('Pays', fromCited(sayPays(rule.pays.value), rule.pays)),
    ...('parts' in rule ? fact('Split', fromCited(sayParts(rule.parts.value), rule.parts)) : []),
    ...limitFact(book, id),
    ...commissionFact(book, id),
    ...fact('Placed', PLACING[id] === undefined ? null : policySaying(book, PLACING[id])),
    ...fact('After its point', AFTER[id] === undefined ? null : policySaying(book, AFTER[id])),
    ...worksFact(book, id),
  ];
}

export { rulingsOf } from '@boxperson/rules/clauses';
