import { all, type Check, fields, listOf, oneOf, orNull, readField, unique, wholeFrom } from './check.js';
import { payCheck } from './check-pay.js';
import type { Cited } from './clause.js';
import { CONDUCT } from './conduct.js';
import type { Pay } from './odds.js';
import {
  cited,
  entriesOf,
  fitting,
  type Ground,
  type Naming,
  numbers,
  type Placed,
  type PoliciesOf,
  type PolicyGroup,
  stated,
  words,
} from './policy.js';
import type { Rulebook } from './rulebook.js';
import { WAGER_IDS, type WagerId } from './wager.js';
import { makeList, wagerName } from './words.js';

/** How large odds may be: twice the flat wager, or a multiple that the sign gives (R8). */
export type OddsMultipleRule =
  | { readonly from: 'book'; readonly multiple: number }
  | { readonly from: 'sign'; readonly least: number; readonly most: number | null; readonly perNumber: true };

const oddsMultiple: Check = (value, path, report) => {
  if (readField(value, 'from') === 'book') {
    return fields({ from: oneOf(['book']), multiple: wholeFrom(1) })(value, path, report);
  }
  fields({
    from: oneOf(['book', 'sign']),
    least: wholeFrom(1),
    most: orNull(wholeFrom(1)),
    perNumber: oneOf([true]),
  })(value, path, report);
  const [least, most] = [readField(value, 'least'), readField(value, 'most')];
  if (typeof least === 'number' && typeof most === 'number' && most < least) {
    report(`${path}.most`, 'is less than the least');
  }
};

const sayMultiple = (rule: OddsMultipleRule): string => {
  if (rule.from === 'book') return `${rule.multiple} times the flat wager, by the book`;
  const range = rule.most === null ? `${rule.least} or more` : `${rule.least} to ${rule.most}`;
  return `the multiple on the sign, ${range}, one for all numbers or one per number`;
};

/** A part of the stake, never more than all of it. */
const rate: Check = all(payCheck, (value, path, report) => {
  if (Array.isArray(value) && value[0] > value[1]) report(path, 'is more than the whole');
});

const commission = <On extends string>(on: On, what: string) =>
  fitting<{ readonly rate: Pay; readonly on: On }>(
    fields({ rate, on: oneOf([on]) }),
    ({ rate: [part, whole] }) => `${(part * 100) / whole}% of ${what}`,
  );

/** Some of these, each once. */
const someOf = (names: readonly string[]): Check =>
  all(
    listOf(oneOf(names)),
    unique((name) => name),
  );

const sayIds = (ids: readonly WagerId[], book: Naming): string =>
  ids.length === 0
    ? 'none, nothing is ever off'
    : makeList(WAGER_IDS.filter((id) => ids.includes(id)).map((id) => wagerName(book, id)));

const SCOPE = { wager: 'per wager', player: 'per player', area: 'per playing area' };
type Scope = keyof typeof SCOPE;

const COME_OUT = 'before a come out roll';
const POINT_ON = 'while a point is on';
const contract = words({
  fixed: 'a contract: not taken down, reduced or increased',
  'may-add': 'may be added to; only what was added since the last roll may be taken again',
});

/** Every choice that a rulebook makes: what it may be, how that is checked, and how it is said. */
export const POLICY_TABLE = {
  /** `big-6` and `big-8`: always on the layout, or where the table has them. */
  big68: stated(
    'the layout',
    'Big 6 and Big 8',
    words({ always: 'on every layout', 'where-available': 'where the table has them' }),
  ),
  /** The total barred to don't wagers, and what it does to them (R2). */
  bar: {
    total: stated('the layout', "total barred to don't wagers", numbers([2, 12])),
    wager: stated(
      'the layout',
      "a barred don't wager",
      words({ void: 'is void and goes back to the player', stands: 'stays where it is for the next roll' }),
    ),
  },
  /** When line and come wagers may be placed (R6, R7). */
  placing: {
    pass: cited('placing', 'pass', words({ 'come-out': COME_OUT })),
    dontPass: cited('placing', "don't pass", words({ 'come-out': COME_OUT })),
    come: cited('placing', 'come', words({ 'point-on': POINT_ON, 'any-roll': 'before any roll' })),
    dontCome: cited('placing', "don't come", words({ 'point-on': POINT_ON })),
  },
  /** What holds once the point of a line or come wager is set (R7). */
  afterPoint: {
    pass: cited('after the point is set', 'pass', contract),
    come: cited('after the point is set', 'come', contract),
    /** A don't wager may go down at any time; it may never be increased. */
    dontIncrease: cited(
      'after the point is set',
      "don't wagers",
      words({ never: 'may go down at any time, never up' }),
    ),
    /** A fresh `dont-come` after a travelled one was taken down or reduced. */
    freshDontCome: cited(
      'after the point is set',
      "a fresh don't come after one went down",
      words({
        accepted: 'is a new wager and accepted',
        'after-result': 'waits until the point in play has a result',
      }),
    ),
  },
  /** Wagers that a come out roll does not touch, and who may change that (R4). */
  calls: {
    inactiveOnComeOut: cited(
      'inactive wagers',
      'off on a come out unless called on',
      fitting<readonly WagerId[]>(someOf(WAGER_IDS), sayIds),
    ),
    covers: cited(
      'inactive wagers',
      'a call covers',
      words({
        nothing: 'nothing, there is no calling',
        named: 'the wager it names, or each of that kind when it names no number',
        'all-similar': "all the player's wagers of that kind unless a number is named",
      }),
    ),
  },
  oddsMultiple: cited('odds', 'odds at most', fitting<OddsMultipleRule>(oddsMultiple, sayMultiple)),
  commission: {
    buy: stated('commission', 'buy', commission('stake', 'the stake')),
    lay: stated('commission', 'lay', commission('win', 'what it would win')),
    rounded: cited(
      'commission',
      'rounded',
      words({ 'down-to-chips': 'down to what chips can make', 'down-to-cent': 'down to the cent' }),
    ),
    returned: cited(
      'commission',
      'returned when the player takes the wager down',
      words({
        never: 'no',
        'on-removal': 'yes',
        'before-a-roll': 'if the wager has not been through a roll',
      }),
    ),
  },
  money: {
    /** What wagers are made of: chips that the table has, or cents on a meter. */
    counts: stated('money', 'wagers are made in', words({ chips: 'chips', cents: 'cents on a meter' })),
    /** Winnings that chips cannot make (R10). */
    rounded: cited(
      'money',
      'winnings are rounded',
      words({ 'up-to-chips': 'up to the next sum that chips can make', 'up-to-cent': 'up to the cent' }),
    ),
    /** adelaide 14(h): off a multiple of the minimum where the sign asks for multiples. */
    offMultiple: cited(
      'money',
      'a wager off the multiple where the sign asks for multiples',
      words({
        'as-usual': 'is paid like any other',
        'lower-multiple': 'is paid on the next lower multiple when chips cannot pay it',
      }),
    ),
    /** May the house pay more than the odds listed? adelaide 6(b). */
    higherPays: cited(
      'money',
      'the house may pay more than the odds listed',
      words({ no: 'no', uniformly: 'yes, alike at all its tables' }),
    ),
  },
  limits: {
    sign: stated(
      'limits',
      'the sign limits',
      fitting<readonly Scope[]>(someOf(Object.keys(SCOPE)), (scopes) =>
        makeList(scopes.map((scope) => SCOPE[scope])),
      ),
    ),
    unit: cited('limits', 'a unit above the minimum', words({ may: 'the sign may give one', no: 'none' })),
    multiples: stated(
      'limits',
      'multiples of the minimum',
      words({ 'where-the-sign-says': 'where the sign says so' }),
    ),
    personal: cited(
      'limits',
      'personal limits',
      words({ any: 'any, by agreement', 'above-maximum': 'only above the maximum', none: 'none' }),
    ),
  },
  /** Wagers found after the dice were thrown (R11). */
  found: {
    underMinimum: cited(
      'wagers found after the throw',
      'under the minimum',
      words({
        valid: 'valid',
        'warned-then-returned': 'settled once with a warning, later ones are returned',
        refused: 'refused',
      }),
    ),
    overMaximum: cited(
      'wagers found after the throw',
      'over the maximum',
      words({ 'to-maximum': 'settled to the maximum, the rest is returned', refused: 'refused' }),
    ),
  },
  conduct: CONDUCT,
};
export type Policies = PoliciesOf<typeof POLICY_TABLE>;

/** A choice that a rulebook makes: where it stands in the literal and how to say it. */
export interface Policy {
  readonly path: string;
  readonly group: PolicyGroup;
  readonly label: string;
  /** What it may be, where it is one of a few. */
  readonly values: readonly unknown[] | null;
  /** Null where the book has no such thing. */
  readonly read: (book: Rulebook) => Cited<unknown> | null;
  readonly say: (book: Rulebook) => string;
}

/** Grounds that a rulebook lists: for a call, an order, an act against a person or an outcome. */
export interface GroundList {
  readonly path: string;
  readonly label: string;
  readonly read: (book: Rulebook) => readonly Ground[];
}

/** What stands there; null where the book has no such section. */
const reader =
  ({ path }: Placed) =>
  (book: Rulebook): unknown =>
    path.reduce<unknown>(
      (part, name) => (part as Readonly<Record<string, unknown>> | null)?.[name] ?? null,
      book,
    );

const PLACED = entriesOf(POLICY_TABLE);

export const POLICIES: readonly Policy[] = PLACED.flatMap((placed): readonly Policy[] => {
  const { path, entry } = placed;
  if (entry.is === 'grounds') return [];
  const read = reader(placed) as Policy['read'];
  const say = entry.say as (value: unknown, book: Naming) => string;
  return [
    {
      path: path.join('.'),
      group: entry.group,
      label: entry.label,
      values: entry.values ?? null,
      read,
      say: (book) => {
        const found = read(book);
        return found === null ? 'no such thing' : say(found.value, book);
      },
    },
  ];
});

export const GROUND_LISTS: readonly GroundList[] = PLACED.flatMap((placed): readonly GroundList[] => {
  const { path, entry } = placed;
  if (entry.is !== 'grounds') return [];
  const read = reader(placed) as (book: Rulebook) => readonly Ground[] | null;
  return [{ path: path.join('.'), label: entry.label, read: (book) => read(book) ?? [] }];
});
