import {
  all,
  type Check,
  each,
  type Fault,
  type Fields,
  fields,
  isText,
  listOf,
  oneOf,
  orNull,
  readField,
  runCheck,
  text,
  unique,
  wholeFrom,
} from './check.js';
import { registerOf } from './clauses/index.js';
import { CRAPS_TOTALS, HARD_NUMBERS, NUMBERS, TOTALS } from './dice.js';
import { hashRulebook } from './hash.js';
import { POWERS, RULEBOOK_IDS, type Rulebook, type RulebookId } from './rulebook.js';
import { RULINGS } from './rulings.js';
import { FLAT_OF, HORN_TOTALS, WAGER_IDS, type WagerId } from './wager.js';

export type { Fault } from './check.js';
export { hashRulebook } from './hash.js';

export type LoadedRulebook =
  | { readonly ok: true; readonly rulebook: Rulebook; readonly hash: string }
  | { readonly ok: false; readonly faults: readonly Fault[] };

const ruling: Check = (value, path, report) => {
  if (!RULINGS.some(({ id }) => id === value)) report(path, 'is no ruling of ours');
};

/** A clause of the book whose register is given; any text where there is no register. */
const makeClause =
  (known: ReadonlySet<string> | undefined): Check =>
  (value, path, report) => {
    if (!isText(value)) return text(value, path, report);
    if (known && !known.has(value)) report(path, `"${value}" is no clause of this rulebook`);
  };

const commonFactor = (a: number, b: number): number => (b === 0 ? a : commonFactor(b, a % b));

const pay: Check = (value, path, report) => {
  const before = runCheck(listOf(wholeFrom(1)), value);
  for (const { path: at, fault } of before) report(path + at, fault);
  if (before.length > 0) return;
  const [winnings = 0, stake = 0, ...more] = value as number[];
  if (stake === 0 || more.length > 0) return report(path, 'is not two numbers, winnings to stake');
  if (commonFactor(winnings, stake) > 1) report(path, `${winnings} to ${stake} is not in lowest terms`);
};

/** Some of the totals, at least one, each with its pay. */
const paysOnSome: Check = (value, path, report) => {
  const totals = TOTALS.map(String);
  fields({}, Object.fromEntries(totals.map((total) => [total, pay])))(value, path, report);
  if (totals.every((total) => readField(value, total) === undefined)) report(path, 'pays on no total');
};

const source = (clause: Check): Check =>
  all(fields({ role: text, clause: orNull(clause) }, { ruling }), (value, path, report) => {
    if (readField(value, 'clause') === null && readField(value, 'ruling') === undefined) {
      report(path, 'has neither a clause nor a ruling');
    }
  });

const makeStated =
  (clause: Check) =>
  (value: Check): Check =>
    fields({ value, clause }, { ruling });

const makeCited =
  (clause: Check) =>
  (value: Check): Check =>
    all(fields({ value, clause: orNull(clause) }, { ruling }), (cited, path, report) => {
      if (readField(cited, 'clause') === null && readField(cited, 'ruling') === undefined) {
        report(path, 'has neither a clause nor a ruling');
      }
    });

type Wrap = ReturnType<typeof makeStated>;

const WORLD_TOTALS = [2, 3, 7, 11, 12] as const;

const makeWagers = (clause: Check, stated: Wrap): Readonly<Record<WagerId, Check>> => {
  const named = { name: text, clause };
  const outcomes = { ...named, wins: clause, loses: clause };
  const byNumber = stated(each(NUMBERS, pay));
  const oneRoll = (totals: readonly number[]): Fields => ({ ...outcomes, pays: stated(each(totals, pay)) });
  const split = (totals: readonly number[], parts: readonly number[]): Check =>
    fields({ ...oneRoll(totals), parts: stated(oneOf(parts)) });
  const line = fields({
    ...named,
    pays: stated(pay),
    wins: fields({ natural: clause, point: clause }),
    loses: fields({ craps: clause, point: clause }),
  });
  const dont = fields({
    ...named,
    pays: stated(pay),
    wins: fields({ craps: clause, point: clause }),
    loses: fields({ natural: clause, point: clause }),
    bar: clause,
  });
  const odds = fields({ ...outcomes, pays: byNumber, limit: clause });
  const number = fields({ ...outcomes, pays: byNumber });
  const big = fields({ ...outcomes, pays: stated(pay) });
  return {
    pass: line,
    'dont-pass': dont,
    come: line,
    'dont-come': dont,
    'pass-odds': odds,
    'dont-pass-odds': odds,
    'come-odds': odds,
    'dont-come-odds': odds,
    place: number,
    'place-lose': number,
    buy: number,
    lay: number,
    hardway: fields({
      ...named,
      pays: stated(each(HARD_NUMBERS, pay)),
      wins: each(HARD_NUMBERS, clause),
      loses: each(HARD_NUMBERS, clause),
    }),
    'big-6': big,
    'big-8': big,
    field: fields({ ...outcomes, pays: stated(paysOnSome) }),
    'any-seven': fields(oneRoll([7])),
    'any-craps': fields(oneRoll(CRAPS_TOTALS)),
    'craps-2': fields(oneRoll([2])),
    'craps-3': fields(oneRoll([3])),
    'craps-12': fields(oneRoll([12])),
    eleven: fields(oneRoll([11])),
    craps: fields(oneRoll(CRAPS_TOTALS)),
    // R3: a part for each total, one more for the nominated one; craps-eleven in halves or whole (aruze 3.10).
    'craps-eleven': split(HORN_TOTALS, [1, 2]),
    horn: split(HORN_TOTALS, [4]),
    'horn-high': split(HORN_TOTALS, [5]),
    world: split(WORLD_TOTALS, [5]),
    hop: fields({ ...outcomes, pays: stated(fields({ hard: pay, easy: pay })) }),
  };
};

/** Odds back a flat wager: a book that offers them offers that too. */
const flatWagersOffered: Check = (value, path, report) => {
  for (const [odds, flat] of Object.entries(FLAT_OF)) {
    if (readField(value, odds) && readField(value, flat) === null) {
      report(`${path}.${odds}`, `backs "${flat}", which the book does not offer`);
    }
  }
};

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

/** A part of the stake, never more than all of it. */
const rate: Check = all(pay, (value, path, report) => {
  if (Array.isArray(value) && value[0] > value[1]) report(path, 'is more than the whole');
});

const commission = (on: string): Check => fields({ rate, on: oneOf([on]) });

const choice = (wrap: Wrap, ...choices: readonly (string | number | null)[]): Check => wrap(oneOf(choices));

const makePolicies = (stated: Wrap, cited: Wrap): Fields => ({
  big68: choice(stated, 'always', 'where-available'),
  bar: fields({ total: choice(stated, 2, 12), wager: choice(stated, 'void', 'stands') }),
  placing: fields({
    pass: choice(cited, 'come-out'),
    dontPass: choice(cited, 'come-out'),
    come: choice(cited, 'point-on', 'any-roll'),
    dontCome: choice(cited, 'point-on'),
  }),
  afterPoint: fields({
    pass: choice(cited, 'fixed', 'may-add'),
    come: choice(cited, 'fixed', 'may-add'),
    dontIncrease: choice(cited, 'never'),
    freshDontCome: choice(cited, 'accepted', 'after-result'),
  }),
  calls: fields({
    inactiveOnComeOut: cited(
      all(
        listOf(oneOf(WAGER_IDS)),
        unique((id) => id),
      ),
    ),
    covers: choice(cited, 'nothing', 'named', 'all-similar'),
  }),
  oddsMultiple: cited(oddsMultiple),
  commission: fields({
    buy: stated(commission('stake')),
    lay: stated(commission('win')),
    rounded: choice(cited, 'down-to-chips', 'down-to-cent'),
    returned: choice(cited, 'never', 'on-removal', 'before-a-roll'),
  }),
  money: fields({
    counts: choice(stated, 'chips', 'cents'),
    rounded: choice(cited, 'up-to-chips', 'up-to-cent'),
    offMultiple: choice(cited, 'as-usual', 'lower-multiple'),
    higherPays: choice(cited, 'no', 'uniformly'),
  }),
  limits: fields({
    sign: stated(
      all(
        listOf(oneOf(['wager', 'player', 'area'])),
        unique((scope) => scope),
      ),
    ),
    unit: choice(cited, 'may', 'no'),
    multiples: choice(stated, 'where-the-sign-says'),
    personal: choice(cited, 'any', 'above-maximum', 'none'),
  }),
  found: fields({
    underMinimum: choice(cited, 'valid', 'warned-then-returned', 'refused'),
    overMaximum: choice(cited, 'to-maximum', 'refused'),
  }),
});

/** A throw is called off by one ground, so none may stand in both lists. */
const noRollGroundsDiffer: Check = (value, path, report) => {
  const idsOf = (key: string): readonly unknown[] => {
    const grounds = readField(value, key);
    return Array.isArray(grounds) ? grounds.map((ground) => readField(ground, 'id')) : [];
  };
  const shall = idsOf('shall');
  idsOf('may').forEach((id, index) => {
    if (shall.includes(id)) report(`${path}.may[${index}]`, `repeats ${JSON.stringify(id)}`);
  });
};

const makeConduct = (clause: Check, cited: Wrap): Check => {
  const ground = { id: text, text, clause };
  const listed = (check: Check): Check =>
    all(
      listOf(check),
      unique((one) => readField(one, 'id')),
    );
  const grounds = listed(fields(ground));
  const noRoll = listed(fields(ground, { diceOff: oneOf([true]), afterCall: oneOf([true]) }));
  const breaches = listed(fields(ground, { bars: oneOf([true]) }));
  const line = choice(cited, 'line-wager', 'shooting-value');
  const offer = choice(cited, 'everybody', 'line-bettors');
  const confirmations = choice(cited, 0, 1, 2);
  const minutes = cited(fields({ minutes: wholeFrom(0) }));
  return fields({
    run: choice(cited, 'staffed', 'electronic'),
    dice: fields({
      set: choice(cited, 5, 2),
      faceMm: cited(orNull(wholeFrom(1))),
      choice: choice(cited, 'shooter-takes-two', 'none'),
      newSetAfter: choice(cited, 1, 2, null),
      oldSet: choice(cited, 'while-shooter', 'until-seven-out', 'none'),
      sameDiceBack: choice(cited, 'on-request', 'if-recovered-at-once', 'none'),
    }),
    shooter: fields({
      firstOffer: offer,
      laterOffer: offer,
      offered: choice(cited, 'complete-set', 'what-is-there'),
      toThrow: line,
      toKeepThrowing: line,
      mayAuthorise: choice(cited, 'anybody', 'nobody'),
      withoutLine: choice(cited, 'passes', 'rescue-wager'),
      refusesLine: choice(cited, 'passes', 'game-void'),
      passMidPoint: choice(cited, 'point-stands', 'game-void', 'never'),
      givesUpOn: choice(cited, 'seven-out', 'line-wager-lost'),
      nobodyTakes: choice(cited, 'stickperson-throws', 'offered-again', 'machine-shoots'),
      orderGrounds: grounds,
    }),
    noRoll: all(fields({ shall: noRoll, may: noRoll }), noRollGroundsDiffer),
    face: choice(cited, 'box-decides', 'box-decides-or-rethrow', 'sensors'),
    wagers: fields({
      lateUntil: choice(cited, 'dice-at-rest', 'result-called', 'not-late', 'no-more-bets', 'period-end'),
      lateConfirmations: confirmations,
      oral: choice(cited, 'with-chips', 'second-dealer-only', 'no'),
      oralConfirmations: confirmations,
      noMoreBets: choice(cited, 'announced', 'no'),
      settleFirst: choice(cited, 'before-next-throw'),
      handsOff: choice(cited, 'until-settled'),
      removalEnds: choice(cited, 'at-the-throw', 'at-the-result', 'period-end'),
      tokens: choice(cited, 'as-chips', 'converted', 'chips-only', 'credits'),
      card: choice(cited, 'own-card', 'none'),
    }),
    notices: fields({
      raiseMinimum: minutes,
      closing: choice(cited, 'sign', 'last-shooter', 'inspector-told', 'close-of-play'),
      closingMinutes: minutes,
    }),
    people: fields({
      limitPlayers: choice(cited, 'supervisor', 'no'),
      idleRounds: cited(orNull(fields({ rounds: wholeFrom(0), whenFull: oneOf([true, false]) }))),
      severalPlaces: choice(cited, 'yes', 'no'),
      breaches,
    }),
    invalidation: fields({
      disruption: grounds,
      fraud: grounds,
      refund: choice(cited, 'may', 'will'),
      forfeit: choice(cited, 'fraudster', 'nobody'),
    }),
    invalidWagers: choice(cited, 'returned-or-collected', 'none'),
    round: orNull(
      fields({
        shootSeconds: cited(wholeFrom(1)),
        machineShoots: choice(cited, 'nobody-qualifies'),
        relaxClose: choice(cited, 'if-unfair'),
        malfunctions: grounds,
        systemMalfunctions: grounds,
        voids: grounds,
      }),
    ),
  });
};

const makeNote = (clause: Check): Check =>
  all(
    fields({ clause: orNull(clause), ruling: orNull(ruling), reading: text, reason: text }),
    (value, path, report) => {
      if (readField(value, 'clause') === null && readField(value, 'ruling') === null) {
        report(path, 'has neither a clause nor a ruling');
      }
    },
  );

const valueAt = (book: unknown, ...keys: readonly string[]): unknown => keys.reduce(readField, book);

/** A meter that counts cents rounds to the cent, chips to chips. */
const moneyAgrees: Check = (book, _, report) => {
  const counts = valueAt(book, 'money', 'counts', 'value');
  const want = counts === 'cents' ? 'cent' : 'chips';
  if (counts !== 'cents' && counts !== 'chips') return;
  for (const section of ['money', 'commission'] as const) {
    const rounded = valueAt(book, section, 'rounded', 'value');
    if (typeof rounded === 'string' && !rounded.endsWith(want)) {
      report(`${section}.rounded.value`, `is "${rounded}" where money counts in ${counts}`);
    }
  }
};

/** Rounds that a machine runs belong to a table of terminals, and to no other. */
const roundsAgree: Check = (book, _, report) => {
  const run = valueAt(book, 'conduct', 'run', 'value');
  const round = valueAt(book, 'conduct', 'round');
  if (run === 'electronic' && round === null) report('conduct.round', 'is missing at an electronic table');
  if (run === 'staffed' && round !== null) report('conduct.round', 'is of no use at a staffed table');
};

const inactiveOffered: Check = (book, _, report) => {
  const ids = valueAt(book, 'calls', 'inactiveOnComeOut', 'value');
  if (!Array.isArray(ids)) return;
  ids.forEach((id, index) => {
    if (valueAt(book, 'wagers', String(id)) !== null) return;
    report(`calls.inactiveOnComeOut.value[${index}]`, `"${id}" is not offered by the book`);
  });
};

const powersHaveRoles: Check = (book, _, report) => {
  const roles = readField(book, 'roles');
  if (!Array.isArray(roles)) return;
  const ids = roles.map((role) => readField(role, 'id'));
  for (const power of POWERS) {
    const role = valueAt(book, 'powers', power, 'role');
    if (typeof role === 'string' && !ids.includes(role)) {
      report(`powers.${power}.role`, `"${role}" is no role of the book`);
    }
  }
};

const makeCheck = (known: ReadonlySet<string> | undefined): Check => {
  const clause = makeClause(known);
  const [stated, cited] = [makeStated(clause), makeCited(clause)];
  const wagers = Object.entries(makeWagers(clause, stated)).map(
    ([id, check]) => [id, orNull(check)] as const,
  );
  const shape = fields({
    id: oneOf(RULEBOOK_IDS),
    title: text,
    edition: text,
    permissible: clause,
    wagers: all(fields(Object.fromEntries(wagers)), flatWagersOffered),
    ...makePolicies(stated, cited),
    conduct: makeConduct(clause, cited),
    roles: all(
      listOf(fields({ id: text, title: text, clause: orNull(clause) })),
      unique((role) => readField(role, 'id')),
    ),
    powers: each(POWERS, orNull(source(clause))),
    notes: listOf(makeNote(clause)),
  });
  return all(shape, moneyAgrees, roundsAgree, inactiveOffered, powersHaveRoles);
};

const isRulebookId = (value: unknown): value is RulebookId =>
  (RULEBOOK_IDS as readonly unknown[]).includes(value);

const clauseIds = (id: RulebookId): ReadonlySet<string> => new Set(registerOf(id).map((entry) => entry.id));

// A check is made once per rulebook: it holds every clause of the book's register.
const checks = new Map<RulebookId | undefined, Check>();
const checkOf = (id: RulebookId | undefined): Check => {
  const check = checks.get(id) ?? makeCheck(id && clauseIds(id));
  checks.set(id, check);
  return check;
};

/** A copy of its own that nobody can change. The check has been: there are only lists, objects and plain values. */
const freeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  const copy = Array.isArray(value)
    ? value.map(freeze)
    : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, freeze(member)]));
  return Object.freeze(copy) as T;
};

/** The path of a fault of the rulebook as a whole. */
const WHOLE = '(rulebook)';

/** Makes a rulebook of something from outside, or says everything that is wrong with it. */
export const loadRulebook = (candidate: unknown): LoadedRulebook => {
  const id = readField(candidate, 'id');
  const faults = runCheck(checkOf(isRulebookId(id) ? id : undefined), candidate).map(({ path, fault }) => ({
    path: path || WHOLE,
    fault,
  }));
  if (faults.length > 0) return { ok: false, faults };
  const rulebook = freeze(candidate as Rulebook);
  return { ok: true, rulebook, hash: hashRulebook(rulebook) };
};
