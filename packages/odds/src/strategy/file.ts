import {
  type Called,
  type Cents,
  type Dice,
  didYouMean,
  type HornTotal,
  isDie,
  isOddsId,
  isPointNumber,
  isStake,
  type PointNumber,
  STAY_IDS,
  spotsOf,
  WAGER_IDS,
  type WagerId,
} from '@boxperson/rules';
import type { SessionPlan } from './strategy.js';

// A strategy as a file: plain JSON, every field checked, every fault with its place.

export type Move = 'first' | 'next' | 'previous' | 'stay';
export const MOVES: readonly Move[] = ['first', 'next', 'previous', 'stay'];

/** How the amount changes with results: a row of amounts, and where to go in it. */
export interface Progression {
  /** Times the amount, or amounts in cents. */
  readonly times?: readonly number[];
  readonly amounts?: readonly Cents[];
  readonly onWin: Move;
  readonly onLoss: Move;
  /** Where `next` leads from the last. */
  readonly past: 'first' | 'stay';
  /** Every number has its own place in the row, or all share one. */
  readonly share: 'each' | 'all';
  /** A new shooter starts again at the first. */
  readonly reset: 'never' | 'shooter';
}

export interface ShooterLimits {
  /** At most so many wagers of this rule are made for one shooter. */
  readonly bets?: number;
  /** After so many wins the wagers of this rule come down until the next shooter. */
  readonly wins?: number;
  readonly losses?: number;
  /** Nothing is bet before this throw of the shooter; the first is 1. */
  readonly fromRoll?: number;
}

export type AmountByNumber = Readonly<Partial<Record<PointNumber, Cents>>>;
export type Odds = number | 'max' | Readonly<Record<PointNumber, number>>;

/** One line of a strategy: a wager, or the same wager on several numbers. */
export interface WagerRule {
  readonly wager: WagerId;
  readonly amount: Cents | AmountByNumber;
  readonly numbers?: readonly PointNumber[];
  readonly high?: HornTotal;
  readonly dice?: Dice;
  /** Behind a flat wager: taken, so many times the flat amount; laid, enough to win that many times it. */
  readonly odds?: Odds;
  /** Come and don't come: at most so many at a time. */
  readonly upTo?: number;
  /** When a new one is put down; what stands stays. */
  readonly when?: 'come-out' | 'point-on' | 'always';
  /** Only while one of these is the point. */
  readonly points?: readonly PointNumber[];
  /** Leave out the number that is the point. */
  readonly skipPoint?: boolean;
  readonly stay?: boolean;
  readonly working?: Called;
  readonly progression?: Progression;
  readonly shooter?: ShooterLimits;
}

export interface StrategyFile {
  readonly name: string;
  readonly about: string;
  readonly wagers: readonly WagerRule[];
  readonly session?: SessionPlan;
}

export type FileRead =
  | { readonly ok: true; readonly file: StrategyFile }
  | { readonly ok: false; readonly faults: readonly string[] };

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A place in the file and the list in which its faults are noted. */
interface Place {
  readonly path: string;
  readonly faults: string[];
}
const at = ({ path, faults }: Place, field: string | number): Place => ({
  path: typeof field === 'number' ? `${path}[${field}]` : path === '' ? field : `${path}.${field}`,
  faults,
});
const note = ({ path, faults }: Place, fault: string): undefined => {
  faults.push(path === '' ? fault : `${path}: ${fault}`);
  return undefined;
};

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
};

/** Reads one value at a place; notes what is wrong with it and answers undefined. */
type Reader<T> = (value: unknown, place: Place) => T | undefined;

const oneOf =
  <T extends string>(names: readonly T[]): Reader<T> =>
  (value, place) =>
    names.includes(value as T) ? (value as T) : note(place, noneOf(value, names));

/** Whoever slipped wants the one name that was meant; whoever did not know wants all of them. */
const noneOf = (value: unknown, names: readonly string[]): string => {
  const guess = didYouMean(value, names);
  return guess === ''
    ? `${show(value)} is not one of ${names.join(', ')}`
    : `${show(value)} is not one of the ${names.length} that there are${guess}`;
};

const whole =
  (least: number, most: number, what: string): Reader<number> =>
  (value, place) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? (value as number)
      : note(place, `${show(value)} is not ${what}`);

const stake: Reader<Cents> = (value, place) =>
  isStake(value) ? value : note(place, `${show(value)} is not an amount in whole cents above 0`);
const flag: Reader<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : note(place, `${show(value)} is neither true nor false`);
const text: Reader<string> = (value, place) =>
  typeof value === 'string' && value.trim() !== '' ? value : note(place, 'must be a text');
const count = whole(1, 1e9, 'a whole number from 1');
const pointNumber: Reader<PointNumber> = (value, place) =>
  isPointNumber(value) ? value : note(place, `${show(value)} is not one of 4, 5, 6, 8, 9, 10`);

const listOf =
  <T>(read: Reader<T>): Reader<readonly T[]> =>
  (value, place) => {
    if (!Array.isArray(value) || value.length === 0) return note(place, 'must be a list of at least one');
    const items = value.map((item, index) => read(item, at(place, index)));
    return items.includes(undefined) ? undefined : (items as T[]);
  };

type Shape<T> = { readonly [Field in keyof Required<T>]: Reader<NonNullable<T[Field]>> };

/** An object with these fields and no others; `required` must be there. */
const object =
  <T>(shape: Shape<T>, required: readonly (keyof T & string)[]): Reader<T> =>
  (value, place) => {
    if (!isObject(value)) return note(place, 'must be an object');
    const before = place.faults.length;
    const names = Object.keys(shape);
    for (const name of Object.keys(value))
      if (!names.includes(name)) note(at(place, name), `there is no such field${didYouMean(name, names)}`);
    for (const name of required) if (value[name] === undefined) note(at(place, name), 'is missing');
    const read: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(shape) as [string, Reader<unknown>][])
      if (value[name] !== undefined) read[name] = field(value[name], at(place, name));
    return place.faults.length > before ? undefined : (read as T);
  };

const byNumber =
  <T>(read: Reader<T>): Reader<Readonly<Partial<Record<PointNumber, T>>>> =>
  (value, place) => {
    if (!isObject(value)) return note(place, 'must be an object with numbers for names');
    const entries = Object.entries(value).map(([name, item]) => {
      const number = pointNumber(Number(name), place);
      return [number, read(item, at(place, name))] as const;
    });
    return entries.some((entry) => entry.includes(undefined)) ? undefined : Object.fromEntries(entries);
  };

const amount: Reader<Cents | AmountByNumber> = (value, place) =>
  isObject(value) ? byNumber(stake)(value, place) : stake(value, place);

const times = whole(1, 1000, 'a whole number from 1 to 1000');
const odds: Reader<Odds> = (value, place) => {
  if (value === 'max') return value;
  if (!isObject(value)) return times(value, place) ?? undefined;
  const each = byNumber(times)(value, place);
  const all = each && Object.keys(each).length === 6;
  return all ? (each as Odds) : note(place, 'must name all of 4, 5, 6, 8, 9, 10, or be one number, or "max"');
};

const dice: Reader<Dice> = (value, place) =>
  Array.isArray(value) && value.length === 2 && value.every(isDie)
    ? (value as unknown as Dice)
    : note(place, 'must be two whole numbers from 1 to 6');

const high: Reader<HornTotal> = (value, place) =>
  [2, 3, 11, 12].includes(value as number)
    ? (value as HornTotal)
    : note(place, `${show(value)} is not one of 2, 3, 11, 12`);

const steps = { times: listOf(times), amounts: listOf(stake) };

const progression: Reader<Progression> = (value, place) => {
  const read = object<Partial<Progression>>(
    {
      ...steps,
      onWin: oneOf(MOVES),
      onLoss: oneOf(MOVES),
      past: oneOf(['first', 'stay']),
      share: oneOf(['each', 'all']),
      reset: oneOf(['never', 'shooter']),
    },
    [],
  )(value, place);
  if (!read) return undefined;
  if ((read.times === undefined) === (read.amounts === undefined))
    return note(place, 'must have either times or amounts');
  return { onWin: 'stay', onLoss: 'stay', past: 'stay', share: 'each', reset: 'never', ...read };
};

/** `press`: after a win so much more, up to a limit. `regress`: after so many wins down to a smaller amount. */
interface Press {
  readonly by: Cents;
  readonly most: Cents;
}
interface Regress {
  readonly to: Cents;
  readonly after?: number;
}

const shooterLimits = object<ShooterLimits>({ bets: count, wins: count, losses: count, fromRoll: count }, []);

type RuleFile = WagerRule & {
  readonly number?: PointNumber;
  readonly press?: Press;
  readonly regress?: Regress;
};

const ruleShape = object<RuleFile>(
  {
    wager: oneOf(WAGER_IDS),
    amount,
    number: pointNumber,
    numbers: listOf(pointNumber),
    high,
    dice,
    odds,
    upTo: whole(1, 6, 'a whole number from 1 to 6'),
    when: oneOf(['come-out', 'point-on', 'always']),
    points: listOf(pointNumber),
    skipPoint: flag,
    stay: flag,
    working: oneOf(['on', 'off']),
    progression,
    press: object<Press>({ by: stake, most: stake }, ['by', 'most']),
    regress: object<Regress>({ to: stake, after: count }, ['to']),
    shooter: shooterLimits,
  },
  ['wager', 'amount'],
);

const FLAT: readonly WagerId[] = ['pass', 'dont-pass', 'come', 'dont-come'];
const COME: readonly WagerId[] = ['come', 'dont-come'];

/** Fields that are right by themselves and still do not go with the wager. */
function faultsBetween(rule: RuleFile, place: Place): void {
  const { wager } = rule;
  const asks = (field: 'number' | 'high' | 'dice'): boolean =>
    !COME.includes(wager) && spotsOf(wager).some((spot) => spot[field] !== undefined);
  const numbers = rule.numbers ?? (rule.number === undefined ? undefined : [rule.number]);
  if (isOddsId(wager)) note(at(place, 'wager'), `odds are asked for by the field "odds" of their flat wager`);
  else if (asks('number') && numbers === undefined) note(place, `${wager} asks for numbers`);
  if (!asks('number') && numbers !== undefined) note(place, `numbers do not go with ${wager}`);
  for (const number of asks('number') ? (numbers ?? []) : [])
    if (!spotsOf(wager).some((spot) => spot.number === number))
      note(at(place, 'numbers'), `there is no ${wager} on ${number}`);
  for (const field of ['high', 'dice'] as const)
    if (asks(field) !== (rule[field] !== undefined))
      note(place, asks(field) ? `${wager} asks for ${field}` : `${field} does not go with ${wager}`);
  if (rule.odds !== undefined && !FLAT.includes(wager))
    note(at(place, 'odds'), `there are no odds behind ${wager}`);
  if (rule.upTo !== undefined && !COME.includes(wager))
    note(at(place, 'upTo'), `goes with come and dont-come only`);
  if (rule.stay && !STAY_IDS.includes(wager)) note(at(place, 'stay'), `${wager} cannot be told to stay up`);
  if (typeof rule.amount === 'object')
    for (const number of numbers ?? [])
      if (rule.amount[number] === undefined) note(at(place, 'amount'), `says nothing for ${number}`);
  faultsInSteps(rule, place);
}

function faultsInSteps(rule: RuleFile, place: Place): void {
  const given = (['progression', 'press', 'regress'] as const).filter((field) => rule[field] !== undefined);
  if (given.length > 1) note(place, `${given.join(' and ')} do not go together`);
  const byNumberAmount = typeof rule.amount === 'object';
  for (const field of given)
    if (byNumberAmount && (field !== 'progression' || rule.progression?.amounts))
      note(at(place, field), 'does not go with an amount for each number; use progression with times');
}

/** `press` and `regress` are progressions with a name. */
function unfold({ number, press, regress, ...rule }: RuleFile): WagerRule {
  const numbers = rule.numbers ?? (number === undefined ? undefined : [number]);
  const row = press
    ? pressed(rule.amount as Cents, press)
    : regress
      ? regressed(rule.amount as Cents, regress)
      : undefined;
  const steps: Progression | undefined = row && {
    amounts: row,
    onWin: 'next',
    onLoss: 'first',
    past: 'stay',
    share: press ? 'each' : 'all',
    reset: 'shooter',
  };
  return { ...rule, ...(numbers ? { numbers } : {}), ...(steps ? { progression: steps } : {}) };
}

function pressed(from: Cents, { by, most }: Press): readonly Cents[] {
  const row = [from];
  while ((row.at(-1) as Cents) + by <= most && row.length < 1000) row.push((row.at(-1) as Cents) + by);
  return row;
}
const regressed = (from: Cents, { to, after = 1 }: Regress): readonly Cents[] => [
  ...Array.from({ length: Math.min(after, 1000) }, () => from),
  to,
];

const wagerRule: Reader<WagerRule> = (value, place) => {
  const rule = ruleShape(value, place);
  if (!rule) return undefined;
  const before = place.faults.length;
  faultsBetween(rule, place);
  return place.faults.length > before ? undefined : unfold(rule);
};

export const readSession: Reader<SessionPlan> = object<SessionPlan>(
  { bankroll: stake, stopWin: stake, stopLoss: stake, rolls: count, shooters: count },
  [],
);

const strategyFile = object<StrategyFile>(
  { name: text, about: text, wagers: listOf(wagerRule), session: readSession },
  ['name', 'wagers'],
);

/** Reads a strategy from what JSON gave; all faults at once, each with its place. */
export function readStrategy(value: unknown): FileRead {
  const faults: string[] = [];
  const file = strategyFile(value, { path: '', faults });
  if (!file || faults.length > 0) return { ok: false, faults };
  return { ok: true, file: { ...file, about: file.about ?? '' } };
}
