import type { Cited, Clause, RulingId } from './clause.js';
import type { Ground } from './conduct.js';
import { CRAPS_TOTALS, TOTALS } from './dice.js';
import { makePay, type Pay } from './odds.js';
import type {
  DontRule,
  HardwayRule,
  LineRule,
  NumberRule,
  OddsMultipleRule,
  OddsRule,
  OneRollRule,
  Power,
  Rulebook,
  WagerRules,
} from './rulebook.js';
import { FLAT_OF, type FlatId, type OddsId, WAGER_IDS, type WagerId } from './wager.js';

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
export const wagerName = (book: Rulebook, id: WagerId): string => book.wagers[id]?.name ?? id;

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

/** The parts of a rulebook's policies, in the order they are told. */
export const POLICY_GROUPS = [
  'the layout',
  'placing',
  'after the point is set',
  'inactive wagers',
  'odds',
  'commission',
  'money',
  'limits',
  'wagers found after the throw',
  'the dice',
  'the shooter',
  'the throw',
  'taking wagers',
  'notices',
  'people',
  'invalidated outcomes',
  'the terminal',
] as const;
export type PolicyGroup = (typeof POLICY_GROUPS)[number];

/** A choice that a rulebook makes: where it stands in the literal and how to say it. */
export interface Policy {
  readonly path: string;
  readonly group: PolicyGroup;
  readonly label: string;
  /** Null where the book has no such thing. */
  readonly read: (book: Rulebook) => Cited<unknown> | null;
  readonly say: (book: Rulebook) => string;
}

const policy = <T>(
  group: PolicyGroup,
  path: string,
  label: string,
  read: (book: Rulebook) => Cited<T> | null,
  say: (value: T, book: Rulebook) => string,
): Policy => ({
  group,
  path,
  label,
  read,
  say: (book) => {
    const cited = read(book);
    return cited === null ? 'no such thing' : say(cited.value, book);
  },
});

const from =
  <K extends string | number>(words: Readonly<Record<K, string>>) =>
  (value: K): string =>
    words[value];

const sayIds = (ids: readonly WagerId[], book: Rulebook): string =>
  ids.length === 0
    ? 'none, nothing is ever off'
    : makeList(WAGER_IDS.filter((id) => ids.includes(id)).map((id) => wagerName(book, id)));

const sayMultiple = (rule: OddsMultipleRule): string => {
  if (rule.from === 'book') return `${rule.multiple} times the flat wager, by the book`;
  const range = rule.most === null ? `${rule.least} or more` : `${rule.least} to ${rule.most}`;
  return `the multiple on the sign, ${range}, one for all numbers or one per number`;
};

const sayRate = ([part, whole]: Pay): string => `${(part * 100) / whole}%`;

const FROM_COME_OUT = { 'come-out': 'before a come out roll' };
const FROM_POINT = { 'point-on': 'while a point is on', 'any-roll': 'before any roll' };
const CONTRACT = {
  fixed: 'a contract: not taken down, reduced or increased',
  'may-add': 'may be added to; only what was added since the last roll may be taken again',
};
const OFFERED = { everybody: 'every player in turn', 'line-bettors': 'players with a line wager, in turn' };
const NEEDED = { 'line-wager': 'a line wager', 'shooting-value': 'a line wager of the shooting value' };
const sayMinutes = ({ minutes }: { readonly minutes: number }): string =>
  minutes === 0 ? 'for no set time' : `for ${minutes} minutes first`;
const sayIdle = (idle: { readonly rounds: number; readonly whenFull: boolean } | null): string => {
  if (idle === null) return 'never';
  const after = idle.rounds === 0 ? 'when found not to play' : `after ${idle.rounds} rounds without a wager`;
  return idle.whenFull ? `${after}, at a full table` : after;
};
const SCOPE = { wager: 'per wager', player: 'per player', area: 'per playing area' };

export const POLICIES: readonly Policy[] = [
  policy(
    'the layout',
    'big68',
    'Big 6 and Big 8',
    (b) => b.big68,
    from({
      always: 'on every layout',
      'where-available': 'where the table has them',
    }),
  ),
  policy('the layout', 'bar.total', "total barred to don't wagers", (b) => b.bar.total, String),
  policy(
    'the layout',
    'bar.wager',
    "a barred don't wager",
    (b) => b.bar.wager,
    from({
      void: 'is void and goes back to the player',
      stands: 'stays where it is for the next roll',
    }),
  ),
  policy('placing', 'placing.pass', 'pass', (b) => b.placing.pass, from(FROM_COME_OUT)),
  policy('placing', 'placing.dontPass', "don't pass", (b) => b.placing.dontPass, from(FROM_COME_OUT)),
  policy('placing', 'placing.come', 'come', (b) => b.placing.come, from(FROM_POINT)),
  policy('placing', 'placing.dontCome', "don't come", (b) => b.placing.dontCome, from(FROM_POINT)),
  policy('after the point is set', 'afterPoint.pass', 'pass', (b) => b.afterPoint.pass, from(CONTRACT)),
  policy('after the point is set', 'afterPoint.come', 'come', (b) => b.afterPoint.come, from(CONTRACT)),
  policy(
    'after the point is set',
    'afterPoint.dontIncrease',
    "don't wagers",
    (b) => b.afterPoint.dontIncrease,
    from({
      never: 'may go down at any time, never up',
    }),
  ),
  policy(
    'after the point is set',
    'afterPoint.freshDontCome',
    "a fresh don't come after one went down",
    (b) => b.afterPoint.freshDontCome,
    from({
      accepted: 'is a new wager and accepted',
      'after-result': 'waits until the point in play has a result',
    }),
  ),
  policy(
    'inactive wagers',
    'calls.inactiveOnComeOut',
    'off on a come out unless called on',
    (b) => b.calls.inactiveOnComeOut,
    sayIds,
  ),
  policy(
    'inactive wagers',
    'calls.covers',
    'a call covers',
    (b) => b.calls.covers,
    from({
      nothing: 'nothing, there is no calling',
      named: 'the wager it names, or each of that kind when it names no number',
      'all-similar': "all the player's wagers of that kind unless a number is named",
    }),
  ),
  policy('odds', 'oddsMultiple', 'odds at most', (b) => b.oddsMultiple, sayMultiple),
  policy(
    'commission',
    'commission.buy',
    'buy',
    (b) => b.commission.buy,
    (v) => `${sayRate(v.rate)} of the stake`,
  ),
  policy(
    'commission',
    'commission.lay',
    'lay',
    (b) => b.commission.lay,
    (v) => `${sayRate(v.rate)} of what it would win`,
  ),
  policy(
    'commission',
    'commission.rounded',
    'rounded',
    (b) => b.commission.rounded,
    from({
      'down-to-chips': 'down to what chips can make',
      'down-to-cent': 'down to the cent',
    }),
  ),
  policy(
    'commission',
    'commission.returned',
    'returned when the player takes the wager down',
    (b) => b.commission.returned,
    from({
      never: 'no',
      'on-removal': 'yes',
      'before-a-roll': 'if the wager has not been through a roll',
    }),
  ),
  policy(
    'money',
    'money.counts',
    'wagers are made in',
    (b) => b.money.counts,
    from({
      chips: 'chips',
      cents: 'cents on a meter',
    }),
  ),
  policy(
    'money',
    'money.rounded',
    'winnings are rounded',
    (b) => b.money.rounded,
    from({
      'up-to-chips': 'up to the next sum that chips can make',
      'up-to-cent': 'up to the cent',
    }),
  ),
  policy(
    'money',
    'money.offMultiple',
    'a wager off the multiple where the sign asks for multiples',
    (b) => b.money.offMultiple,
    from({
      'as-usual': 'is paid like any other',
      'lower-multiple': 'is paid on the next lower multiple when chips cannot pay it',
    }),
  ),
  policy(
    'money',
    'money.higherPays',
    'the house may pay more than the odds listed',
    (b) => b.money.higherPays,
    from({
      no: 'no',
      uniformly: 'yes, alike at all its tables',
    }),
  ),
  policy(
    'limits',
    'limits.sign',
    'the sign limits',
    (b) => b.limits.sign,
    (v) => makeList(v.map(from(SCOPE))),
  ),
  policy(
    'limits',
    'limits.unit',
    'a unit above the minimum',
    (b) => b.limits.unit,
    from({
      may: 'the sign may give one',
      no: 'none',
    }),
  ),
  policy(
    'limits',
    'limits.multiples',
    'multiples of the minimum',
    (b) => b.limits.multiples,
    from({
      'where-the-sign-says': 'where the sign says so',
    }),
  ),
  policy(
    'limits',
    'limits.personal',
    'personal limits',
    (b) => b.limits.personal,
    from({
      any: 'any, by agreement',
      'above-maximum': 'only above the maximum',
      none: 'none',
    }),
  ),
  policy(
    'wagers found after the throw',
    'found.underMinimum',
    'under the minimum',
    (b) => b.found.underMinimum,
    from({
      valid: 'valid',
      'warned-then-returned': 'settled once with a warning, later ones are returned',
      refused: 'refused',
    }),
  ),
  policy(
    'wagers found after the throw',
    'found.overMaximum',
    'over the maximum',
    (b) => b.found.overMaximum,
    from({
      'to-maximum': 'settled to the maximum, the rest is returned',
      refused: 'refused',
    }),
  ),
  policy(
    'the dice',
    'conduct.run',
    'the game is run by',
    (b) => b.conduct.run,
    from({
      staffed: 'a crew, with dice on the felt',
      electronic: 'terminals around a tumbler',
    }),
  ),
  policy('the dice', 'conduct.dice.set', 'dice in a set', (b) => b.conduct.dice.set, String),
  policy(
    'the dice',
    'conduct.dice.faceMm',
    'a face measures at least',
    (b) => b.conduct.dice.faceMm,
    (v) => (v === null ? 'no size is given' : `${v} mm square`),
  ),
  policy(
    'the dice',
    'conduct.dice.choice',
    'the two that are thrown',
    (b) => b.conduct.dice.choice,
    from({
      'shooter-takes-two': 'the shooter chooses them',
      none: 'are the two there are',
    }),
  ),
  policy(
    'the dice',
    'conduct.dice.newSetAfter',
    'lost dice that bring a new set',
    (b) => b.conduct.dice.newSetAfter,
    (v) => (v === null ? 'none, the dice are sealed' : String(v)),
  ),
  policy(
    'the dice',
    'conduct.dice.oldSet',
    'the shooter goes on with the old set',
    (b) => b.conduct.dice.oldSet,
    from({
      'while-shooter': 'while shooting',
      'until-seven-out': 'until a 7 out',
      none: 'not at all',
    }),
  ),
  policy(
    'the dice',
    'conduct.dice.sameDiceBack',
    'the same dice again',
    (b) => b.conduct.dice.sameDiceBack,
    from({
      'on-request': 'on request',
      'if-recovered-at-once': 'if recovered at once and checked',
      none: 'no',
    }),
  ),
  policy(
    'the shooter',
    'conduct.shooter.firstOffer',
    'the dice are first offered to',
    (b) => b.conduct.shooter.firstOffer,
    from(OFFERED),
  ),
  policy(
    'the shooter',
    'conduct.shooter.laterOffer',
    'given up, they are offered to',
    (b) => b.conduct.shooter.laterOffer,
    from(OFFERED),
  ),
  policy(
    'the shooter',
    'conduct.shooter.offered',
    'what is offered is',
    (b) => b.conduct.shooter.offered,
    from({
      'complete-set': 'the complete set',
      'what-is-there': 'the dice that are there',
    }),
  ),
  policy(
    'the shooter',
    'conduct.shooter.toThrow',
    'to throw a player needs',
    (b) => b.conduct.shooter.toThrow,
    from(NEEDED),
  ),
  policy(
    'the shooter',
    'conduct.shooter.toKeepThrowing',
    'to go on throwing a player needs',
    (b) => b.conduct.shooter.toKeepThrowing,
    from(NEEDED),
  ),
  policy(
    'the shooter',
    'conduct.shooter.mayAuthorise',
    'may let throw in their place',
    (b) => b.conduct.shooter.mayAuthorise,
    from({
      anybody: 'anybody at the table',
      nobody: 'nobody',
    }),
  ),
  policy(
    'the shooter',
    'conduct.shooter.withoutLine',
    'found without a line wager, the shooter',
    (b) => b.conduct.shooter.withoutLine,
    from({
      passes: 'passes the dice',
      'rescue-wager': 'is asked for a line wager of no more than the minimum, without odds',
    }),
  ),
  policy(
    'the shooter',
    'conduct.shooter.refusesLine',
    'if none is placed',
    (b) => b.conduct.shooter.refusesLine,
    from({
      passes: 'the dice pass',
      'game-void': 'the game is void and the point cancelled',
    }),
  ),
  policy(
    'the shooter',
    'conduct.shooter.passMidPoint',
    'dice passed with the point on',
    (b) => b.conduct.shooter.passMidPoint,
    from({
      'point-stands': 'the next shooter throws for the same point',
      'game-void': 'the game is void and the point cancelled',
      never: 'cannot be',
    }),
  ),
  policy(
    'the shooter',
    'conduct.shooter.givesUpOn',
    'the dice move on',
    (b) => b.conduct.shooter.givesUpOn,
    from({
      'seven-out': 'on a 7 out',
      'line-wager-lost': "when the shooter's pass loses or don't pass wins",
    }),
  ),
  policy(
    'the shooter',
    'conduct.shooter.nobodyTakes',
    'when nobody takes the dice',
    (b) => b.conduct.shooter.nobodyTakes,
    from({
      'stickperson-throws': 'the stick throws while an undetermined wager remains',
      'offered-again': 'they are offered until somebody does',
      'machine-shoots': 'the machine shoots',
    }),
  ),
  policy(
    'the throw',
    'conduct.face',
    'which face is up',
    (b) => b.conduct.face,
    from({
      'box-decides': 'the box decides',
      'box-decides-or-rethrow': 'the box decides, or has the dice thrown again',
      sensors: 'the sensors read it',
    }),
  ),
  policy(
    'taking wagers',
    'conduct.wagers.lateUntil',
    'late wagers are taken',
    (b) => b.conduct.wagers.lateUntil,
    from({
      'dice-at-rest': 'until the dice rest',
      'result-called': 'until the result is called',
      'not-late': 'never',
      'no-more-bets': 'until no more bets is called',
      'period-end': 'never, the wagering period ends first',
    }),
  ),
  policy(
    'taking wagers',
    'conduct.wagers.lateConfirmations',
    'confirmations of a late wager',
    (b) => b.conduct.wagers.lateConfirmations,
    String,
  ),
  policy(
    'taking wagers',
    'conduct.wagers.oral',
    'oral wagers',
    (b) => b.conduct.wagers.oral,
    from({
      'with-chips': 'with chips',
      'second-dealer-only': 'only when a second dealer acts as stickperson',
      no: 'none',
    }),
  ),
  policy(
    'taking wagers',
    'conduct.wagers.oralConfirmations',
    'confirmations of an oral wager',
    (b) => b.conduct.wagers.oralConfirmations,
    String,
  ),
  policy(
    'taking wagers',
    'conduct.wagers.noMoreBets',
    'no more bets',
    (b) => b.conduct.wagers.noMoreBets,
    from({
      announced: 'is announced, and then nothing is touched',
      no: 'is not announced',
    }),
  ),
  policy(
    'taking wagers',
    'conduct.wagers.settleFirst',
    'decided wagers are settled',
    (b) => b.conduct.wagers.settleFirst,
    from({
      'before-next-throw': 'before the next throw',
    }),
  ),
  policy(
    'taking wagers',
    'conduct.wagers.handsOff',
    'players touch no wager',
    (b) => b.conduct.wagers.handsOff,
    from({
      'until-settled': 'until all are settled',
    }),
  ),
  policy(
    'taking wagers',
    'conduct.wagers.removalEnds',
    'wagers may be taken down until',
    (b) => b.conduct.wagers.removalEnds,
    from({
      'at-the-throw': 'the dice leave the hand',
      'at-the-result': 'the result is called',
      'period-end': 'the wagering period ends',
    }),
  ),
  policy(
    'taking wagers',
    'conduct.wagers.tokens',
    'tokens and vouchers',
    (b) => b.conduct.wagers.tokens,
    from({
      'as-chips': 'promotional tokens count as chips',
      converted: 'are changed into chips at once',
      'chips-only': 'chips only',
      credits: 'credits from notes, tickets and transfers',
    }),
  ),
  policy(
    'taking wagers',
    'conduct.wagers.card',
    'player card',
    (b) => b.conduct.wagers.card,
    from({
      'own-card': "the player's own, at the start of play",
      none: 'none asked for',
    }),
  ),
  policy(
    'notices',
    'conduct.notices.raiseMinimum',
    'a higher minimum is signed',
    (b) => b.conduct.notices.raiseMinimum,
    sayMinutes,
  ),
  policy(
    'notices',
    'conduct.notices.closing',
    'a table is closed with',
    (b) => b.conduct.notices.closing,
    from({
      sign: 'a sign that gives the time',
      'last-shooter': 'notice of the last shooter',
      'inspector-told': 'an inspector told first',
      'close-of-play': 'a close of play warning, and credits cleared',
    }),
  ),
  policy(
    'notices',
    'conduct.notices.closingMinutes',
    'notice of closing stands',
    (b) => b.conduct.notices.closingMinutes,
    sayMinutes,
  ),
  policy(
    'people',
    'conduct.people.limitPlayers',
    'the number of players',
    (b) => b.conduct.people.limitPlayers,
    from({
      supervisor: 'a supervisor may limit it',
      no: 'is not limited',
    }),
  ),
  policy(
    'people',
    'conduct.people.idleRounds',
    'an idle player is asked to leave',
    (b) => b.conduct.people.idleRounds,
    sayIdle,
  ),
  policy(
    'people',
    'conduct.people.severalPlaces',
    'one player may hold several places',
    (b) => b.conduct.people.severalPlaces,
    from({
      yes: 'yes',
      no: 'no',
    }),
  ),
  policy(
    'people',
    'conduct.invalidWagers',
    'wagers of somebody who may not play',
    (b) => b.conduct.invalidWagers,
    from({
      'returned-or-collected': 'returned before the roll; after it a win is returned bare, a loss collected',
      none: 'no rule',
    }),
  ),
  policy(
    'invalidated outcomes',
    'conduct.invalidation.refund',
    'the wagers decided by it',
    (b) => b.conduct.invalidation.refund,
    from({
      may: 'may be refunded',
      will: 'are refunded',
    }),
  ),
  policy(
    'invalidated outcomes',
    'conduct.invalidation.forfeit',
    'wagers forfeited',
    (b) => b.conduct.invalidation.forfeit,
    from({
      fraudster: "the fraudster's, if so directed",
      nobody: 'none',
    }),
  ),
  policy(
    'the terminal',
    'conduct.round.shootSeconds',
    'the dice are shot by themselves after',
    (b) => b.conduct.round?.shootSeconds ?? null,
    (v) => `${v} seconds`,
  ),
  policy(
    'the terminal',
    'conduct.round.machineShoots',
    'the machine shoots',
    (b) => b.conduct.round?.machineShoots ?? null,
    from({
      'nobody-qualifies': 'when nobody qualifies',
    }),
  ),
  policy(
    'the terminal',
    'conduct.round.relaxClose',
    'the close of wagering is relaxed',
    (b) => b.conduct.round?.relaxClose ?? null,
    from({
      'if-unfair': 'if it would be unfair',
    }),
  ),
];

/** Grounds that a rulebook lists: for a call, an order, an act against a person or an outcome. */
export interface GroundList {
  readonly path: string;
  readonly label: string;
  readonly read: (book: Rulebook) => readonly Ground[];
}

export const GROUND_LISTS: readonly GroundList[] = [
  {
    path: 'conduct.shooter.orderGrounds',
    label: 'the shooter is ordered to pass',
    read: (b) => b.conduct.shooter.orderGrounds,
  },
  { path: 'conduct.noRoll.shall', label: 'a throw does not count', read: (b) => b.conduct.noRoll.shall },
  { path: 'conduct.noRoll.may', label: 'a throw may be called no roll', read: (b) => b.conduct.noRoll.may },
  { path: 'conduct.people.breaches', label: 'breaches', read: (b) => b.conduct.people.breaches },
  {
    path: 'conduct.invalidation.disruption',
    label: 'an outcome is invalidated for disruption',
    read: (b) => b.conduct.invalidation.disruption,
  },
  {
    path: 'conduct.invalidation.fraud',
    label: 'an outcome is invalidated for fraud',
    read: (b) => b.conduct.invalidation.fraud,
  },
  {
    path: 'conduct.round.malfunctions',
    label: 'a terminal has malfunctioned',
    read: (b) => b.conduct.round?.malfunctions ?? [],
  },
  {
    path: 'conduct.round.systemMalfunctions',
    label: 'the system has malfunctioned',
    read: (b) => b.conduct.round?.systemMalfunctions ?? [],
  },
  { path: 'conduct.round.voids', label: 'a round is void', read: (b) => b.conduct.round?.voids ?? [] },
];

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
