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
} from './check.js';
import { payCheck } from './check-pay.js';
import { CRAPS_TOTALS, HARD_NUMBERS, NUMBERS, TOTALS } from './dice.js';
import { hashRulebook } from './hash.js';
import { POLICY_TABLE } from './policies.js';
import { checkOfTable } from './policy.js';
import { POWERS, RULEBOOK_IDS, type Rulebook, type RulebookId } from './rulebook.js';
import { FLAT_OF, HORN_TOTALS, type WagerId } from './wager.js';

export type { Fault } from './check.js';
export { hashRulebook } from './hash.js';

export type LoadedRulebook =
  | { readonly ok: true; readonly rulebook: Rulebook; readonly hash: string }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** What may be cited. The registers are large: they are no part of the game, and come from an entry of their own. */
export interface Citable {
  readonly clauses: (id: RulebookId) => ReadonlySet<string>;
  readonly rulings: ReadonlySet<string>;
}

/** One of our rulings; anything numbered like one where the list is not at hand. */
const makeRuling =
  (known: ReadonlySet<string> | undefined): Check =>
  (value, path, report) => {
    const fits = known ? known.has(value as string) : typeof value === 'string' && /^R[1-9]\d*$/.test(value);
    if (!fits) report(path, 'is no ruling of ours');
  };

/** A clause of the book whose register is given; any text where there is no register. */
const makeClause =
  (known: ReadonlySet<string> | undefined): Check =>
  (value, path, report) => {
    if (!isText(value)) return text(value, path, report);
    if (known && !known.has(value)) report(path, `"${value}" is no clause of this rulebook`);
  };

/** Some of the totals, at least one, each with its pay. */
const paysOnSome: Check = (value, path, report) => {
  const totals = TOTALS.map(String);
  fields({}, Object.fromEntries(totals.map((total) => [total, payCheck])))(value, path, report);
  if (totals.every((total) => readField(value, total) === undefined)) report(path, 'pays on no total');
};

const source = (clause: Check, ruling: Check): Check =>
  all(fields({ role: text, clause: orNull(clause) }, { ruling }), (value, path, report) => {
    if (readField(value, 'clause') === null && readField(value, 'ruling') === undefined) {
      report(path, 'has neither a clause nor a ruling');
    }
  });

const makeStated =
  (clause: Check, ruling: Check) =>
  (value: Check): Check =>
    fields({ value, clause }, { ruling });

const makeCited =
  (clause: Check, ruling: Check) =>
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
  const byNumber = stated(each(NUMBERS, payCheck));
  const oneRoll = (totals: readonly number[]): Fields => ({
    ...outcomes,
    pays: stated(each(totals, payCheck)),
  });
  const split = (totals: readonly number[], parts: readonly number[]): Check =>
    fields({ ...oneRoll(totals), parts: stated(oneOf(parts)) });
  const line = fields({
    ...named,
    pays: stated(payCheck),
    wins: fields({ natural: clause, point: clause }),
    loses: fields({ craps: clause, point: clause }),
  });
  const dont = fields({
    ...named,
    pays: stated(payCheck),
    wins: fields({ craps: clause, point: clause }),
    loses: fields({ natural: clause, point: clause }),
    bar: clause,
  });
  const odds = fields({ ...outcomes, pays: byNumber, limit: clause });
  const number = fields({ ...outcomes, pays: byNumber });
  const big = fields({ ...outcomes, pays: stated(payCheck) });
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
      pays: stated(each(HARD_NUMBERS, payCheck)),
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
    hop: fields({ ...outcomes, pays: stated(fields({ hard: payCheck, easy: payCheck })) }),
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

const noRollAgrees: Check = (book, _, report) =>
  noRollGroundsDiffer(valueAt(book, 'conduct', 'noRoll'), 'conduct.noRoll', report);

const makeNote = (clause: Check, ruling: Check): Check =>
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

const makeCheck = (id: RulebookId | undefined, citable: Citable | undefined): Check => {
  const clause = makeClause(id && citable?.clauses(id));
  const ruling = makeRuling(citable?.rulings);
  const [stated, cited] = [makeStated(clause, ruling), makeCited(clause, ruling)];
  const wagers = Object.entries(makeWagers(clause, stated)).map(
    ([id, check]) => [id, orNull(check)] as const,
  );
  const shape = fields({
    id: oneOf(RULEBOOK_IDS),
    title: text,
    edition: text,
    permissible: clause,
    wagers: all(fields(Object.fromEntries(wagers)), flatWagersOffered),
    ...checkOfTable(POLICY_TABLE, { stated, cited, clause }),
    roles: all(
      listOf(fields({ id: text, title: text, clause: orNull(clause) })),
      unique((role) => readField(role, 'id')),
    ),
    powers: each(POWERS, orNull(source(clause, ruling))),
    notes: listOf(makeNote(clause, ruling)),
  });
  return all(shape, noRollAgrees, moneyAgrees, roundsAgree, inactiveOffered, powersHaveRoles);
};

const isRulebookId = (value: unknown): value is RulebookId =>
  (RULEBOOK_IDS as readonly unknown[]).includes(value);

// A check is made once per rulebook: it holds every clause of the book's register.
const checks = new Map<Citable | undefined, Map<RulebookId | undefined, Check>>();
const checkOf = (id: RulebookId | undefined, citable: Citable | undefined): Check => {
  const made = checks.get(citable) ?? new Map<RulebookId | undefined, Check>();
  checks.set(citable, made);
  const check = made.get(id) ?? makeCheck(id, citable);
  made.set(id, check);
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

/** Makes a rulebook of something from outside, or says everything that is wrong with its form, or its citations. */
export const loadForm = (candidate: unknown, citable?: Citable): LoadedRulebook => {
  const id = readField(candidate, 'id');
  const check = checkOf(isRulebookId(id) ? id : undefined, citable);
  const faults = runCheck(check, candidate).map(({ path, fault }) => ({ path: path || WHOLE, fault }));
  if (faults.length > 0) return { ok: false, faults };
  const rulebook = freeze(candidate as Rulebook);
  return { ok: true, rulebook, hash: hashRulebook(rulebook) };
};
