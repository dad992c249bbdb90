import {
  type BookKey,
  DEALING_PROFILES,
  type DealtResult,
  keysOf,
  payOrder,
  RESULTS,
  type Section,
  takeOrder,
  USUAL,
} from '../../src/dealing/index.js';
import { isFlatId, type RulebookId, rulebook } from '../../src/index.js';
import { STAFFED } from './tables.js';

// The tables of docs/dealing.md, made from what they tell.

const makeTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const RESULT_WORDS: Readonly<Record<DealtResult, string>> = {
  'come-out-7': 'come-out 7',
  'come-out-11': 'come-out 11',
  'come-out-craps': 'come-out 2, 3, 12',
  'point-set': 'point set',
  'point-made': 'point made',
  number: 'another number',
  'craps-or-eleven': '2, 3, 11, 12 with the point on',
  'seven-out': 'seven out',
};

/** What the profile's row names, in the order in which it comes out. */
const listed = (named: readonly Section[], order: readonly Section[]): string =>
  order.filter((section) => named.includes(section)).join(', ');

export const makeOrderTable = (): string =>
  makeTable(
    ['result', 'take', 'then pay, move, hand back'],
    RESULTS.map((result) => [
      RESULT_WORDS[result],
      listed(USUAL.rows[result].take, takeOrder(USUAL, result)),
      listed(USUAL.rows[result].pay, payOrder(USUAL, result)),
    ]),
  );

export const makeProfileTable = (): string =>
  makeTable(
    ['', ...DEALING_PROFILES.map(({ id }) => `\`${id}\``)],
    (['crew', 'centre', 'centrePaidBy', 'numbers', 'take', 'totalling', 'chips'] as const).map((name) => [
      `\`${name}\``,
      ...DEALING_PROFILES.map((profile) => profile[name]),
    ]),
  );

/** `4`, or `12 on 2` where a wager names one total and another was thrown. */
function whereOf({ spot, name, on }: BookKey): readonly string[] {
  if (spot.wager === 'pass-odds' || spot.wager === 'dont-pass-odds')
    return [name.split(' ').at(-1) as string];
  if (spot.high !== undefined) return on.map((total) => `${spot.high} on ${total}`);
  if (spot.number !== undefined) return [String(spot.number)];
  return on.length > 1 || ['horn', 'world', 'craps-eleven'].includes(spot.wager) ? on.map(String) : [''];
}

const keysAt = (book: RulebookId): ReadonlyMap<string, string> =>
  new Map(
    keysOf(rulebook(book))
      .filter(({ spot }) => !isFlatId(spot.wager))
      .flatMap((key) => whereOf(key).map((where) => [`${key.spot.wager}/${where}`, key.say] as const)),
  );

/** Wagers and numbers that are paid alike in every book stand in one row. */
export function makeKeysTable(): string {
  const books = STAFFED.map(keysAt);
  const rows = new Map<string, string[]>();
  for (const place of new Set(books.flatMap((keys) => [...keys.keys()]))) {
    const [wager, where] = place.split('/') as [string, string];
    const row = [wager, ...books.map((keys) => keys.get(place) ?? '–')].join('|');
    rows.set(row, [...(rows.get(row) ?? []), where]);
  }
  return makeTable(
    ['wager', 'on', ...STAFFED.map((book) => `\`${book}\``)],
    [...rows].map(([row, wheres]) => {
      const [wager, ...keys] = row.split('|') as [string, ...string[]];
      return [`\`${wager}\``, [...new Set(wheres)].filter(Boolean).join(', '), ...keys];
    }),
  );
}
