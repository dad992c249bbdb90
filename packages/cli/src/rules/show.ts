import {
  GROUND_LISTS,
  hashRulebook,
  idsOf,
  isOddsId,
  makeSource,
  POLICIES,
  POLICY_GROUPS,
  POWER_WORDS,
  POWERS,
  type Rulebook,
  type Said,
  sayHolder,
  sayOutcomes,
  sayParts,
  sayPays,
  WAGER_IDS,
  type WagerId,
} from '@boxperson/rules';
import { rulingsOf } from '@boxperson/rules/clauses';
import { type Colours, cite, entries, entry, section } from './page.js';

const citeAll = (said: readonly Said[], colours: Colours): string =>
  said.map(({ says, clauses }) => cite(says, clauses.join(', '), colours)).join('; ');

const limitLines = (book: Rulebook, id: WagerId, colours: Colours): [string, string][] => {
  const rule = book.wagers[id];
  const multiple = POLICIES.find(({ path }) => path === 'oddsMultiple');
  if (!isOddsId(id) || !rule || !('limit' in rule) || !multiple) return [];
  const wins = id.startsWith('dont') ? 'may win at most ' : 'at most ';
  return [['limit', cite(wins + multiple.say(book), rule.limit, colours)]];
};

const workLines = (book: Rulebook, id: WagerId, colours: Colours): [string, string][] => {
  const inactive = book.calls.inactiveOnComeOut;
  if (!inactive.value.includes(id)) return [];
  return [['works', cite('not on a come out roll unless called on', makeSource(inactive), colours)]];
};

const wagerLines = (book: Rulebook, id: WagerId, colours: Colours): readonly string[] => {
  const rule = book.wagers[id];
  const outcomes = sayOutcomes(book, id);
  if (!rule || !outcomes) return [];
  const pairs: [string, string][] = [
    ['wins', citeAll(outcomes.wins, colours)],
    ['loses', citeAll(outcomes.loses, colours)],
    ...(outcomes.bar ? [['barred', citeAll([outcomes.bar], colours)] as [string, string]] : []),
    ['pays', cite(sayPays(rule.pays.value), makeSource(rule.pays), colours)],
    ...('parts' in rule
      ? [['split', cite(sayParts(rule.parts.value), makeSource(rule.parts), colours)] as [string, string]]
      : []),
    ...limitLines(book, id, colours),
    ...workLines(book, id, colours),
  ];
  const name = cite(`${colours.cyan(rule.name)} · ${id}`, rule.clause, colours);
  return ['', ...entry('', name), ...entries(pairs, 2)];
};

const notOffered = (book: Rulebook): readonly string[] => {
  const missing = WAGER_IDS.filter((id) => book.wagers[id] === null);
  return missing.length === 0 ? [] : ['', ...entry('Not offered: ', missing.join(', '))];
};

const policySections = (book: Rulebook, colours: Colours): readonly string[] =>
  POLICY_GROUPS.flatMap((group) => {
    const pairs = POLICIES.filter((policy) => policy.group === group).flatMap(({ label, read, say }) => {
      const cited = read(book);
      return cited ? entry('', `${label}: ${cite(say(book), makeSource(cited), colours)}`) : [];
    });
    return section(group.charAt(0).toUpperCase() + group.slice(1), pairs, colours);
  });

const groundLines = (book: Rulebook, colours: Colours): readonly string[] =>
  GROUND_LISTS.flatMap(({ label, read }) => {
    const grounds = read(book).flatMap(({ text, clause }) => entry('- ', cite(text, clause, colours), 2));
    return grounds.length === 0 ? [] : [...entry('', label), ...grounds];
  });

const powerLines = (book: Rulebook, colours: Colours): readonly string[] => {
  const held = POWERS.flatMap((power): [string, string][] => {
    const holder = book.powers[power];
    if (holder === null) return [];
    const who = cite(sayHolder(book, holder.role), makeSource(holder), colours);
    return [[POWER_WORDS[power], who]];
  });
  const unknown = POWERS.filter((power) => book.powers[power] === null).map((power) => POWER_WORDS[power]);
  return [
    ...entries(held),
    ...(unknown.length === 0 ? [] : ['', ...entry('Nobody here: ', `${unknown.join('; ')}.`)]),
  ];
};

const noteLines = (book: Rulebook, colours: Colours): readonly string[] =>
  book.notes.flatMap((note) => [
    ...entry('- ', cite(note.reading, makeSource(note), colours)),
    ...entry('  ', colours.dim(`because: ${note.reason}`)),
  ]);

const rulingLines = (book: Rulebook, colours: Colours): readonly string[] =>
  rulingsOf(book).flatMap(({ id, title, text, reason }) => [
    ...entry(`${id} `, colours.cyan(title)),
    ...entry('', text, 2),
    ...entry('', colours.dim(`because: ${reason}`), 2),
  ]);

/** The words that commands at tables of this book may name: roles, grounds, measures. */
export const idsText = (book: Rulebook, colours: Colours): string =>
  [
    colours.bold(book.title),
    ...idsOf(book).flatMap(({ what, field, verbs, ids }) =>
      section(
        `${what} (${field} of ${verbs.join(', ')})`,
        entries(ids.map(({ id, text, clause }) => [id, cite(text, clause ?? '', colours)])),
        colours,
      ),
    ),
  ].join('\n');

/** A rulebook in our words, every value with its clause. */
export const showText = (book: Rulebook, colours: Colours): string =>
  [
    colours.bold(book.title),
    ...entry('', `${book.id}, ${book.edition}; hash ${hashRulebook(book).slice(0, 16)}`, 0),
    ...entry(
      '',
      'In our words. The rulebook’s clause stands in brackets, R and a number is a ruling of ours.',
      0,
    ),
    ...section(
      cite('Wagers: these and no others', book.permissible, colours),
      [...WAGER_IDS.flatMap((id) => wagerLines(book, id, colours)), ...notOffered(book)],
      colours,
    ),
    ...policySections(book, colours),
    ...section('Grounds', groundLines(book, colours), colours),
    ...section(
      'Roles, lowest first',
      entries(book.roles.map(({ title, clause }) => [title, clause ? colours.dim(`[${clause}]`) : ''])),
      colours,
    ),
    ...section('Powers: the lowest who may', powerLines(book, colours), colours),
    ...section('Our readings of this book', noteLines(book, colours), colours),
    ...section('Rulings it relies on', rulingLines(book, colours), colours),
  ].join('\n');
