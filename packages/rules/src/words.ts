import type { Clause, RulingId } from './clause.js';
import { CRAPS_TOTALS, TOTALS } from './dice.js';
import { makePay, type Pay } from './odds.js';
import type { Naming } from './policy.js';
import type {
  DontRule,
  HardwayRule,
  LineRule,
  NumberRule,
  OddsRule,
  OneRollRule,
  Power,
  Rulebook,
  WagerRules,
} from './rulebook.js';
import { FLAT_OF, type FlatId, type OddsId, type WagerId } from './wager.js';

// A rulebook in our own words: what a person reads instead of the literals.

export const makeList = (items: readonly (string | number)[], last = 'and'): string => {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
};

/** `7.1`, `7.1, R12` or `R12`: where a value comes from. */
export const makeSource = (from: {
  readonly clause: Clause | null;
  readonly ruling?: RulingId | null | undefined;
}): string => [from.clause, from.ruling].filter(Boolean).join(', ');

export type AnyRule = NonNullable<WagerRules[WagerId]>;
export type AnyPays = AnyRule['pays']['value'];

const isPay = (pays: AnyPays): pays is Pay => Array.isArray(pays);

/** Odds in "to" form, what pays alike said together: `2 to 1 on 2 and 12; 1 to 1 on 3`. */
export const sayPays = (pays: AnyPays): string => {
  if (isPay(pays)) return makePay(pays);
  const byOdds = new Map<string, string[]>();
  for (const [on, pay] of Object.entries(pays)) {
    const odds = makePay(pay as Pay);
    byOdds.set(odds, [...(byOdds.get(odds) ?? []), on]);
  }
  const [only] = byOdds.keys();
  if (byOdds.size === 1 && only !== undefined) return only;
  return [...byOdds].map(([odds, on]) => `${odds} on ${makeList(on)}`).join('; ');
};

export const sayParts = (parts: number): string =>
  parts === 1 ? 'one wager on the whole stake' : `${parts} equal wagers, paid on the part`;

/** The name a person reads; the id where the book does not offer the wager. */
export const wagerName = (book: Naming, id: WagerId): string => book.wagers[id]?.name ?? id;

/** A thing said in our words, and the clauses that say it. */
export interface Said {
  readonly says: string;
  readonly clauses: readonly Clause[];
}

export interface Outcomes {
  readonly wins: readonly Said[];
  readonly loses: readonly Said[];
  /** What else can happen to it: the barred total. */
  readonly bar?: Said;
}

const said = (says: string, ...clauses: readonly Clause[]): Said => ({
  says,
  clauses: [...new Set(clauses)],
});

const FIRST_ROLL: Readonly<Record<FlatId, string>> = {
  pass: 'the come out',
  'dont-pass': 'the come out',
  come: 'its first roll',
  'dont-come': 'its first roll',
};

const lineOutcomes = ({ wins, loses }: LineRule, first: string): Outcomes => ({
  wins: [said(`7 or 11 on ${first}`, wins.natural), said('its point before a 7', wins.point)],
  loses: [
    said(`${makeList(CRAPS_TOTALS, 'or')} on ${first}`, loses.craps),
    said('a 7 before its point', loses.point),
  ],
});

const dontOutcomes = ({ wins, loses, bar }: DontRule, first: string, book: Rulebook): Outcomes => {
  const barred = book.bar.total.value;
  const craps = CRAPS_TOTALS.filter((total) => total !== barred);
  const fate = book.bar.wager.value === 'void' ? 'it is void and goes back' : 'it stays for the next roll';
  return {
    wins: [
      said(`${makeList(craps, 'or')} on ${first}`, wins.craps),
      said('a 7 before its point', wins.point),
    ],
    loses: [said(`7 or 11 on ${first}`, loses.natural), said('its point before a 7', loses.point)],
    bar: said(`on a ${barred} on ${first} ${fate}`, bar),
  };
};

const plainOutcomes = (
  rule: { readonly wins: Clause; readonly loses: Clause },
  wins: string,
  loses: string,
): Outcomes => ({ wins: [said(wins, rule.wins)], loses: [said(loses, rule.loses)] });

const oneRollOutcomes = (rule: OneRollRule): Outcomes => {
  const totals = Object.keys(rule.pays.value).map(Number);
  const others = TOTALS.filter((total) => !totals.includes(total));
  const loses = others.length > 4 ? 'any other total' : makeList(others, 'or');
  return plainOutcomes(rule, `${makeList(totals, 'or')} on the next roll`, loses);
};

const hardwayOutcomes = ({ wins, loses }: HardwayRule): Outcomes => ({
  wins: [said('its pair, both dice alike', ...Object.values(wins))],
  loses: [said('its total any other way, or a 7', ...Object.values(loses))],
});

type Tell = { readonly [Id in WagerId]: (rule: WagerRules[Id], book: Rulebook) => Outcomes };

const tellOdds =
  (id: OddsId) =>
  (rule: OddsRule, book: Rulebook): Outcomes => {
    const flat = wagerName(book, FLAT_OF[id]);
    return plainOutcomes(rule, `when the ${flat} wins`, `when the ${flat} loses`);
  };
const tellWith = (rule: NumberRule): Outcomes =>
  plainOutcomes(rule, 'its number before a 7', 'a 7 before its number');
const tellAgainst = (rule: NumberRule): Outcomes =>
  plainOutcomes(rule, 'a 7 before its number', 'its number before a 7');

const TELL: Tell = {
  pass: (rule) => lineOutcomes(rule, FIRST_ROLL.pass),
  'dont-pass': (rule, book) => dontOutcomes(rule, FIRST_ROLL['dont-pass'], book),
  come: (rule) => lineOutcomes(rule, FIRST_ROLL.come),
  'dont-come': (rule, book) => dontOutcomes(rule, FIRST_ROLL['dont-come'], book),
  'pass-odds': tellOdds('pass-odds'),
  'dont-pass-odds': tellOdds('dont-pass-odds'),
  'come-odds': tellOdds('come-odds'),
  'dont-come-odds': tellOdds('dont-come-odds'),
  place: tellWith,
  'place-lose': tellAgainst,
  buy: tellWith,
  lay: tellAgainst,
  hardway: hardwayOutcomes,
  'big-6': (rule) => plainOutcomes(rule, 'a 6 before a 7', 'a 7 before a 6'),
  'big-8': (rule) => plainOutcomes(rule, 'an 8 before a 7', 'a 7 before an 8'),
  field: oneRollOutcomes,
  'any-seven': oneRollOutcomes,
  'any-craps': oneRollOutcomes,
  'craps-2': oneRollOutcomes,
  'craps-3': oneRollOutcomes,
  'craps-12': oneRollOutcomes,
  eleven: oneRollOutcomes,
  craps: oneRollOutcomes,
  'craps-eleven': oneRollOutcomes,
  horn: oneRollOutcomes,
  'horn-high': oneRollOutcomes,
  world: oneRollOutcomes,
  hop: (rule) => plainOutcomes(rule, 'the pair chosen, in either order, on the next roll', 'any other throw'),
};

/** What wins and loses a wager, in our words; undefined when the book does not offer it. */
export const sayOutcomes = <Id extends WagerId>(book: Rulebook, id: Id): Outcomes | undefined => {
  const rule: WagerRules[Id] | null = book.wagers[id];
  return rule === null ? undefined : TELL[id](rule, book);
};

export const POWER_WORDS: Readonly<Record<Power, string>> = {
  'offer-dice': 'offers the dice',
  'call-total': 'calls the total',
  'no-roll': 'calls no roll',
  'decide-face': 'decides which face is up',
  'check-found-die': 'checks a die that was found',
  'order-pass': 'orders the shooter to pass the dice',
  'throw-for-nobody': 'throws when nobody takes the dice',
  'confirm-late-wager': 'confirms a late wager',
  'confirm-oral-wager': 'confirms an oral wager',
  'confirm-call': 'confirms a call of on',
  'confirm-call-off': 'confirms a call of off',
  'settle-wagers': 'settle what a roll decided',
  'wave-through': 'waves a roll through that is not dealt to the end',
  'show-sign': 'shows the sign',
  'change-limits': 'changes the limits',
  'set-personal-limits': 'sets personal limits',
  'limit-players': 'limits the number of players',
  'refuse-wager': 'refuses a wager',
  'void-wagers': 'declares wagers void',
  'exclude-player': 'excludes a player from the game',
  'seize-winnings': 'seizes winnings',
  'confiscate-device': 'confiscates a device',
  detain: 'has a person detained',
  'recommend-exclusion': 'excludes from the casino, or recommends it',
  'invalidate-outcome': 'invalidates an outcome',
  'forfeit-wagers': 'forfeits wagers after fraud',
  'vacate-idle': 'asks an idle player to vacate',
  'close-table': 'closes the table',
  'decide-dispute': 'decides a dispute',
  'review-dispute': 'reviews that decision',
  'add-stickperson': 'adds a stickperson',
  'relax-close': 'relaxes the close of wagering',
  'confirm-malfunction': 'settles a malfunction',
  'void-round': 'declares a round void',
  'withhold-payment': 'withholds a payment',
  'limit-terminals': 'limits the terminals one player holds',
};

export const roleTitle = (book: Rulebook, id: string): string =>
  book.roles.find((role) => role.id === id)?.title ?? id;

/** Who holds a power: the lowest role, and everyone above it. */
export const sayHolder = (book: Rulebook, id: string): string =>
  book.roles.at(-1)?.id === id ? roleTitle(book, id) : `${roleTitle(book, id)} or above`;
