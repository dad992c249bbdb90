import { describe, expect, test } from 'vitest';
import { clauseOf } from '../clauses/index.js';
import { HARD_NUMBERS, NUMBERS, TOTALS } from '../dice.js';
import { hashRulebook } from '../hash.js';
import type { Pay } from '../odds.js';
import { POWERS, RULEBOOK_IDS, type Rulebook, type RulebookId } from '../rulebook.js';
import { RULINGS } from '../rulings.js';
import { WAGER_IDS, type WagerId } from '../wager.js';
import { sayPays } from '../words.js';
import { RULEBOOKS, rulebook } from './index.js';

// Entered from the five texts by hand, apart from the literals: winnings to stake, by what is thrown.
type Pays = Readonly<Record<string, string>>;

const TAKING = { 4: '2:1', 5: '3:2', 6: '6:5', 8: '6:5', 9: '3:2', 10: '2:1' };
const LAYING = { 4: '1:2', 5: '2:3', 6: '5:6', 8: '5:6', 9: '2:3', 10: '1:2' };
const EVEN = { '*': '1:1' };

const EVERYWHERE: Partial<Record<WagerId, Pays>> = {
  pass: EVEN,
  'dont-pass': EVEN,
  come: EVEN,
  'dont-come': EVEN,
  'big-6': EVEN,
  'big-8': EVEN,
  'pass-odds': TAKING,
  'come-odds': TAKING,
  buy: TAKING,
  'dont-pass-odds': LAYING,
  'dont-come-odds': LAYING,
  lay: LAYING,
  place: { 4: '9:5', 5: '7:5', 6: '7:6', 8: '7:6', 9: '7:5', 10: '9:5' },
  'place-lose': { 4: '5:11', 5: '5:8', 6: '4:5', 8: '4:5', 9: '5:8', 10: '5:11' },
  field: { 2: '2:1', 3: '1:1', 4: '1:1', 9: '1:1', 10: '1:1', 11: '1:1', 12: '2:1' },
};

const STAR: Partial<Record<WagerId, Pays>> = {
  hardway: { 4: '15:2', 6: '19:2', 8: '19:2', 10: '15:2' },
  'any-craps': { 2: '15:2', 3: '15:2', 12: '15:2' },
  'craps-2': { 2: '33:1' },
  'craps-3': { 3: '16:1' },
  'craps-12': { 12: '33:1' },
  eleven: { 11: '16:1' },
  'any-seven': { 7: '4:1' },
  horn: { 2: '33:1', 3: '16:1', 11: '16:1', 12: '33:1' },
  'horn-high': { 2: '33:1', 3: '16:1', 11: '16:1', 12: '33:1' },
  'craps-eleven': { 2: '15:2', 3: '15:2', 11: '16:1', 12: '15:2' },
};

const { 'craps-eleven': _notAtCrown, ...CROWN } = STAR;

const ADELAIDE: Partial<Record<WagerId, Pays>> = {
  hardway: { 4: '7:1', 6: '9:1', 8: '9:1', 10: '7:1' },
  'any-craps': { 2: '7:1', 3: '7:1', 12: '7:1' },
  'craps-2': { 2: '32:1' },
  'craps-3': { 3: '15:1' },
  'craps-12': { 12: '32:1' },
  eleven: { 11: '15:1' },
  'any-seven': { 7: '4:1' },
  horn: { 2: '32:1', 3: '15:1', 11: '15:1', 12: '32:1' },
  'craps-eleven': { 2: '7:1', 3: '7:1', 11: '15:1', 12: '7:1' },
  world: { 2: '32:1', 3: '15:1', 7: '4:1', 11: '15:1', 12: '32:1' },
};

const ARUZE: Partial<Record<WagerId, Pays>> = {
  hardway: { 4: '15:2', 6: '9:1', 8: '9:1', 10: '15:2' },
  'any-craps': { 2: '15:2', 3: '15:2', 12: '15:2' },
  craps: { 2: '15:2', 3: '15:2', 12: '15:2' },
  eleven: { 11: '16:1' },
  'any-seven': { 7: '9:2' },
  horn: { 2: '33:1', 3: '16:1', 11: '16:1', 12: '33:1' },
  'craps-eleven': { 2: '13:4', 3: '13:4', 11: '15:2', 12: '13:4' },
  hop: { hard: '33:1', easy: '16:1' },
};

const NAMES: Readonly<Record<'star' | 'crown' | 'adelaide' | 'aruze', string>> = {
  star: `Win Line|Don't Win|Come|Don't Come|Behind the Win Line|Behind the Don't Win|Behind the Come|Behind the Don't Come|Place Bet to Win|Place Bet to Lose|Buy|Lay|Hardways|Big 6|Big 8|Field|Any Seven|Any Craps|Craps Two|Craps Three|Craps Twelve|Eleven|-|Crap-Eleven|Horn|Horn High|-|-`,
  crown: `Win Line|Don't Win Line|Come|Don't Come|Win Line Odds|Lay Odds behind the Don't Win Line|Come Bet Odds|Lay Odds on the Don't Come|Place Bet|Don't Place Bet|Buy Bet|Lay Bet|Hardways|Big 6|Big 8|Field|Any Seven|Any Craps|Two Crap|Three Crap|Twelve Crap|Eleven|-|-|Horn Bet|Horn High Bet|-|-`,
  adelaide: `Pass Bet|Don't Pass Bet|Come Bet|Don't Come Bet|Taking Odds (Pass)|Laying Odds (Don't Pass)|Taking Odds (Come)|Laying Odds (Don't Come)|Place Bet to Win|Place Bet to Lose|Buy Bet to Win|Buy Bet to Lose|Four/Six/Eight/Ten the Hardway|Big 6|Big 8|Field Bet|Any Seven|Any Craps|Craps Two|Craps Three|Craps Twelve|11 in One Roll|-|Craps Eleven|Horn Bet|-|World Bet|-`,
  aruze: `Pass Line|Don't Pass Line|Come|Don't Come|Odds|Don't Odds|Come Odds|Don't Come Odds|Place|Place to Lose|Buy|Lay|Hardways|Big 6|Big 8|Field|Any Seven|Any Craps|-|-|-|E (Eleven)|C (Craps)|C&E (Craps & Eleven)|Horn Bet|-|-|Hop Bets`,
};

interface Expected {
  readonly title: string;
  readonly names: string;
  readonly pays: Partial<Record<WagerId, Pays>>;
  readonly parts: Partial<Record<WagerId, number>>;
  readonly barred: string;
  readonly inactive: string;
  readonly odds: string;
  readonly commissionBack: string;
  readonly found: string;
  readonly limits: string;
  readonly roles: string;
}

const OFF = 'come-odds place buy hardway';
const STAR_ROLES = 'dealer stickperson boxperson gaming-supervisor assistant-gaming-manager gaming-manager';

const EXPECTED: Readonly<Record<RulebookId, Expected>> = {
  star: {
    title: 'The Star Sydney, Craps (earlier rules)',
    names: NAMES.star,
    pays: STAR,
    parts: { horn: 4, 'horn-high': 5, 'craps-eleven': 2 },
    barred: '2 void',
    inactive: OFF,
    odds: 'book 2',
    commissionBack: 'never',
    found: 'valid/to-maximum',
    limits: 'wager/above-maximum/may',
    roles: STAR_ROLES,
  },
  'star-2024': {
    title: 'The Star Sydney, Craps as amended 16 August 2024',
    names: NAMES.star,
    pays: STAR,
    parts: { horn: 4, 'horn-high': 5, 'craps-eleven': 2 },
    barred: '2 void',
    inactive: OFF,
    odds: 'book 2',
    commissionBack: 'never',
    found: 'valid/to-maximum',
    limits: 'wager player area/above-maximum/may',
    roles: STAR_ROLES,
  },
  crown: {
    title: 'Crown Melbourne, Craps',
    names: NAMES.crown,
    pays: CROWN,
    parts: { horn: 4, 'horn-high': 5 },
    barred: '2 stands',
    inactive: OFF,
    odds: 'sign 1-',
    commissionBack: 'never',
    found: 'warned-then-returned/to-maximum',
    limits: 'wager player area/any/may',
    roles: 'dealer stickperson boxperson higher-duties-dealer area-manager assistant-casino-manager',
  },
  'crown-mini': {
    title: 'Crown Melbourne, Mini Craps',
    names: NAMES.crown,
    pays: CROWN,
    parts: { horn: 4, 'horn-high': 5 },
    barred: '2 stands',
    inactive: OFF,
    odds: 'sign 1-',
    commissionBack: 'never',
    found: 'warned-then-returned/to-maximum',
    limits: 'wager player area/any/may',
    roles: 'dealer stickperson higher-duties-dealer area-manager assistant-casino-manager',
  },
  adelaide: {
    title: 'SkyCity Adelaide, Craps',
    names: NAMES.adelaide,
    pays: ADELAIDE,
    parts: { horn: 4, world: 5, 'craps-eleven': 2 },
    barred: '12 stands',
    inactive: OFF,
    odds: 'sign 1-10',
    commissionBack: 'on-removal',
    found: 'warned-then-returned/to-maximum',
    limits: 'wager/none/no',
    roles: 'dealer stickman boxman house',
  },
  aruze: {
    title: 'The Star Sydney, Aruze Craps Electronic Table Game, 2 June 2016',
    names: NAMES.aruze,
    pays: ARUZE,
    parts: { horn: 4, 'craps-eleven': 1 },
    barred: '12 stands',
    inactive: '',
    odds: 'book 2',
    commissionBack: 'before-a-roll',
    found: 'refused/refused',
    limits: 'wager/none/may',
    roles: 'electronic-gaming-attendant assistant-gaming-manager',
  },
};

const makePays = (pays: unknown): Pays => {
  if (Array.isArray(pays)) return { '*': pays.join(':') };
  return Object.fromEntries(
    Object.entries(pays as Record<string, Pay>).map(([on, pay]) => [on, pay.join(':')]),
  );
};

const oddsOf = ({ oddsMultiple: { value } }: Rulebook): string =>
  value.from === 'book' ? `book ${value.multiple}` : `sign ${value.least}-${value.most ?? ''}`;

/** Every clause and every ruling that a rulebook cites, with its place. */
const citations = (book: Rulebook): readonly [path: string, cited: string][] => {
  const found: [string, string][] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') found.push([path, value]);
    else if (value && typeof value === 'object') {
      for (const [key, member] of Object.entries(value)) visit(member, `${path}/${key}`);
    }
  };
  visit(book, '');
  const isCitation =
    /\/(?:clause|permissible|bar|limit|ruling|wins|loses)(?:\/(?:natural|craps|point|\d+))?$/;
  return found.filter(([path]) => isCitation.test(path));
};

describe.each(RULEBOOK_IDS)('%s', (id) => {
  const book = rulebook(id);
  const expected = EXPECTED[id];

  test('is itself, by its title', () => {
    expect(book.id).toBe(id);
    expect(book.title).toBe(expected.title);
    expect(RULEBOOKS[id]).toBe(book);
  });

  test('calls its wagers by its own names, and leaves out what it does not list', () => {
    expect(WAGER_IDS.map((wager) => book.wagers[wager]?.name ?? '-').join('|')).toBe(expected.names);
  });

  test.each(WAGER_IDS)('pays %s as its table says', (wager) => {
    const rule = book.wagers[wager];
    const pays = expected.pays[wager] ?? EVERYWHERE[wager];
    expect(rule ? makePays(rule.pays.value) : undefined).toEqual(pays);
  });

  test('splits what it splits', () => {
    const parts = WAGER_IDS.flatMap((wager) => {
      const rule = book.wagers[wager];
      return rule && 'parts' in rule ? [[wager, rule.parts.value]] : [];
    });
    expect(Object.fromEntries(parts)).toEqual(expected.parts);
  });

  test('makes the choices its text makes', () => {
    expect(`${book.bar.total.value} ${book.bar.wager.value}`).toBe(expected.barred);
    expect(book.calls.inactiveOnComeOut.value.join(' ')).toBe(expected.inactive);
    expect(oddsOf(book)).toBe(expected.odds);
    expect(book.commission.returned.value).toBe(expected.commissionBack);
    expect(`${book.found.underMinimum.value}/${book.found.overMaximum.value}`).toBe(expected.found);
    expect(
      `${book.limits.sign.value.join(' ')}/${book.limits.personal.value}/${book.limits.unit.value}`,
    ).toBe(expected.limits);
    expect(book.commission.buy.value.rate).toEqual([1, 20]);
    expect(book.commission.lay.value.rate).toEqual([1, 20]);
    expect(book.roles.map((role) => role.id).join(' ')).toBe(expected.roles);
  });

  test('cites only clauses that its text has, and rulings that we have made', () => {
    const cited = citations(book);
    expect(cited.length).toBeGreaterThan(100);
    const known = (reference: string): boolean =>
      RULINGS.some((ruling) => ruling.id === reference) || clauseOf(id, reference) !== undefined;
    expect(cited.filter(([, reference]) => !known(reference))).toEqual([]);
  });

  test('gives powers to roles it has', () => {
    const roles = book.roles.map((role) => role.id);
    for (const power of POWERS) {
      const held = book.powers[power];
      if (held) expect(roles, power).toContain(held.role);
    }
  });

  test('has a reason for every reading', () => {
    for (const note of book.notes) {
      expect(note.clause ?? note.ruling, note.reading).not.toBeNull();
      expect(note.reason.length).toBeGreaterThan(20);
    }
  });
});

// What only one book or some of them do, by clause.
test.each<[string, RulebookId[], (book: Rulebook) => boolean]>([
  [
    'adelaide 4(m): Big 6 and Big 8 where available',
    ['adelaide'],
    (b) => b.big68.value === 'where-available',
  ],
  ['adelaide 6(b): the house may pay more', ['adelaide'], (b) => b.money.higherPays.value === 'uniformly'],
  ['adelaide 14(h): lower multiples', ['adelaide'], (b) => b.money.offMultiple.value === 'lower-multiple'],
  ['aruze 3.3.3: cents', ['aruze'], (b) => b.money.counts.value === 'cents'],
  ['aruze 3.9.3: come before the come out', ['aruze'], (b) => b.placing.come.value === 'any-roll'],
  ['aruze 3.9.1: pass may be added to', ['aruze'], (b) => b.afterPoint.pass.value === 'may-add'],
  [
    'crown 3.4.3, adelaide 5(d): no fresh don’t come',
    ['crown', 'crown-mini', 'adelaide'],
    (b) => b.afterPoint.freshDontCome.value === 'after-result',
  ],
  [
    'crown 3.5.1(b), adelaide 5(e): one call for all',
    ['crown', 'crown-mini', 'adelaide'],
    (b) => b.calls.covers.value === 'all-similar',
  ],
  ['crown 9.2.3: winnings are seized', ['crown', 'crown-mini'], (b) => b.powers['seize-winnings'] !== null],
  ['crown 7.3.3: a second dealer', ['crown-mini'], (b) => b.powers['add-stickperson'] !== null],
  ['star-2024 6.10: players are limited', ['star-2024'], (b) => b.powers['limit-players'] !== null],
  [
    'star 9.5, star-2024 10.6, aruze 7.9: forfeiture',
    ['star', 'star-2024', 'aruze'],
    (b) => b.powers['forfeit-wagers'] !== null,
  ],
  ['adelaide 9(d)(iv): one die lost', ['adelaide'], (b) => b.conduct.dice.newSetAfter.value === 1],
  ['aruze 2.2.4: two dice', ['aruze'], (b) => b.conduct.dice.set.value === 2],
  [
    'star 2.3, crown 2.2, adelaide 3: five dice',
    ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide'],
    (b) => b.conduct.dice.set.value === 5,
  ],
  [
    'star 9.9, star-2024 10.10: three rounds at a full table; aruze 7.13: no count',
    ['star', 'star-2024'],
    ({ conduct: { people } }) => people.idleRounds.value?.rounds === 3 && people.idleRounds.value.whenFull,
  ],
  [
    'crown 2.2.2, adelaide 3: faces of 19 mm',
    ['crown', 'crown-mini', 'adelaide'],
    (b) => b.conduct.dice.faceMm.value === 19,
  ],
  ['no size of dice elsewhere', ['star', 'star-2024', 'aruze'], (b) => b.conduct.dice.faceMm.value === null],
  [
    'adelaide 13(b): the complete set is offered',
    ['adelaide'],
    (b) => b.conduct.shooter.offered.value === 'complete-set',
  ],
  [
    'crown 3.5.2(a): a call of off is confirmed',
    ['crown', 'crown-mini'],
    (b) => b.powers['confirm-call-off'] !== null,
  ],
  [
    'star 6.6.1, crown 3.5.1(a), adelaide 5(e): a call of on is confirmed',
    ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide'],
    (b) => b.powers['confirm-call'] !== null,
  ],
  [
    'crown 5.1.1(b)(i), (c), 5.2.2(b): another throws, a rescue wager, a void game',
    ['crown', 'crown-mini'],
    ({ conduct: { shooter } }) =>
      shooter.mayAuthorise.value === 'anybody' &&
      shooter.withoutLine.value === 'rescue-wager' &&
      shooter.passMidPoint.value === 'game-void',
  ],
  [
    'star 3.7.2, adelaide 13(a)(ii): ordered to pass',
    ['star', 'star-2024', 'adelaide'],
    (b) => b.conduct.shooter.orderGrounds.length === 3,
  ],
  [
    'star 3.9, adelaide R27: the stick throws',
    ['star', 'star-2024', 'adelaide'],
    (b) => b.conduct.shooter.nobodyTakes.value === 'stickperson-throws',
  ],
  [
    'star 9.8: twenty minutes to close',
    ['star', 'star-2024'],
    (b) => b.conduct.notices.closingMinutes.value.minutes === 20,
  ],
  [
    'twenty minutes to a higher minimum',
    [...RULEBOOK_IDS],
    (b) => b.conduct.notices.raiseMinimum.value.minutes === 20,
  ],
  [
    'adelaide 14(a)(i): no robbery',
    ['adelaide'],
    (b) => !b.conduct.invalidation.disruption.some(({ id }) => id === 'robbery'),
  ],
  [
    'crown 9.4, adelaide R14: all is refunded, nothing forfeited',
    ['crown', 'crown-mini', 'adelaide'],
    ({ conduct: { invalidation } }) =>
      invalidation.refund.value === 'will' && invalidation.forfeit.value === 'nobody',
  ],
  ['star-2024 10.1: own card', ['star-2024'], (b) => b.conduct.wagers.card.value === 'own-card'],
])('%s', (_, ids, holds) => {
  expect(RULEBOOK_IDS.filter((id) => holds(rulebook(id)))).toEqual(ids);
});

// Grounds by list: no roll shall and may, order to pass, breaches, disruption, fraud.
test.each<[RulebookId, string]>([
  ['star', '8 4 3 1 6 1'],
  ['star-2024', '8 4 3 1 6 1'],
  ['crown', '8 3 0 2 6 1'],
  ['crown-mini', '8 3 0 2 6 1'],
  ['adelaide', '6 4 3 3 5 1'],
  ['aruze', '0 0 0 6 6 1'],
])('%s has as many grounds as its text, short enough for a screen', (id, counts) => {
  const { noRoll, shooter, people, invalidation } = rulebook(id).conduct;
  const { disruption, fraud } = invalidation;
  const lists = [noRoll.shall, noRoll.may, shooter.orderGrounds, people.breaches, disruption, fraud];
  expect(lists.map((list) => list.length).join(' ')).toBe(counts);
  for (const ground of lists.flat()) {
    expect(ground.id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(ground.text.length).toBeLessThan(70);
  }
});

test('the odds of a wager are paid on every number it can stand on', () => {
  for (const id of RULEBOOK_IDS) {
    const { place, hardway, field } = rulebook(id).wagers;
    expect(Object.keys(place?.pays.value ?? {}).map(Number)).toEqual([...NUMBERS]);
    expect(Object.keys(hardway?.pays.value ?? {}).map(Number)).toEqual([...HARD_NUMBERS]);
    expect(Object.keys(field?.pays.value ?? {}).every((total) => TOTALS.includes(Number(total) as 2))).toBe(
      true,
    );
  }
});

test('adelaide 6(a): odds are said with "to", in every book', () => {
  for (const id of RULEBOOK_IDS) {
    const said = WAGER_IDS.flatMap((wager) => {
      const rule = rulebook(id).wagers[wager];
      return rule ? [sayPays(rule.pays.value)] : [];
    });
    expect(said.length).toBeGreaterThan(20);
    for (const odds of said) expect(odds).toMatch(/^\d+ to \d+(?: on [^;]+)?(?:; \d+ to \d+ on [^;]+)*$/);
    expect(said.join(' ')).not.toMatch(/\bfor\b/);
  }
});

test('every rulebook has a hash of its own, the same every time', () => {
  const hashes = RULEBOOK_IDS.map((id) => hashRulebook(rulebook(id)));
  expect(new Set(hashes).size).toBe(RULEBOOK_IDS.length);
  expect(RULEBOOK_IDS.map((id) => hashRulebook(structuredClone(rulebook(id))))).toEqual(hashes);
});

// Numbered on; whoever works beside others takes a range, and a number is never used again.
test('rulings are numbered upwards, and each has its reason', () => {
  const numbers = RULINGS.map(({ id }) => Number(id.slice(1)));
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  for (const { text, reason } of RULINGS) expect(Math.min(text.length, reason.length)).toBeGreaterThan(20);
});
