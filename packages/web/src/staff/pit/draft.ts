import { NUMBERS, type TableSign, WAGER_IDS, type WagerId } from '@boxperson/rules';
import { readDollars } from '../../ui/money.js';

// A sign as somebody types it: text, field by field, until the engine is asked.

export interface LimitTyped {
  readonly min: string;
  readonly max: string;
  readonly unit: string;
}

export interface SignTyped {
  readonly limits: Readonly<Record<string, LimitTyped>>;
  readonly odds: string;
  readonly multiples: boolean;
  readonly big68: boolean;
  readonly playerMin: string;
  readonly playerMax: string;
  readonly areaMax: string;
}

export const NO_LIMIT: LimitTyped = { min: '', max: '', unit: '' };
export const ALL = 'default';

const typed = (cents: number | undefined): string =>
  cents === undefined ? '' : cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);

const typedOdds = ({ oddsMultiple }: TableSign): string => {
  if (oddsMultiple === undefined) return '';
  if (typeof oddsMultiple === 'number') return String(oddsMultiple);
  const each = NUMBERS.map((number) => oddsMultiple[number]);
  return new Set(each).size === 1 ? String(each[0]) : each.join('-');
};

export function typedSign(sign: TableSign): SignTyped {
  return {
    limits: Object.fromEntries(
      Object.entries(sign.limits).map(([id, { min, max, unit }]) => [
        id,
        { min: typed(min), max: typed(max), unit: typed(unit) },
      ]),
    ),
    odds: typedOdds(sign),
    multiples: sign.multiplesOfMinimum === true,
    big68: sign.big68 === true,
    playerMin: typed(sign.perPlayer?.min),
    playerMax: typed(sign.perPlayer?.max),
    areaMax: typed(sign.perArea?.max),
  };
}

/** What is typed in no money, by its path: it stands beside its field. */
export type Faults = Readonly<Record<string, string>>;
const NO_MONEY = 'is not an amount of dollars';

class Reading {
  readonly faults: Record<string, string> = {};

  money(path: string, text: string): number | undefined {
    if (text.trim() === '') return undefined;
    const cents = readDollars(text);
    if (cents === null) this.faults[path] = NO_MONEY;
    return cents ?? undefined;
  }

  need(path: string, text: string): number {
    const cents = this.money(path, text);
    if (cents === undefined && !this.faults[path]) this.faults[path] = 'is needed';
    return cents ?? 0;
  }

  limit(id: string, { min, max, unit }: LimitTyped) {
    const steps = this.money(`limits.${id}.unit`, unit);
    return {
      min: this.need(`limits.${id}.min`, min),
      max: this.need(`limits.${id}.max`, max),
      ...(steps === undefined ? {} : { unit: steps }),
    };
  }

  /** `3`, or one for each number from 4 to 10: `3-4-5-5-4-3`. */
  odds(text: string): TableSign['oddsMultiple'] {
    if (text.trim() === '') return undefined;
    const parts = text.split(/[\s,–-]+/).map(Number);
    if (parts.length === 1 && Number.isInteger(parts[0])) return parts[0];
    if (parts.length === NUMBERS.length && parts.every(Number.isInteger))
      return Object.fromEntries(
        NUMBERS.map((number, at) => [number, parts[at]]),
      ) as TableSign['oddsMultiple'];
    this.faults['oddsMultiple'] = 'is a whole number, or one for each of 4, 5, 6, 8, 9 and 10';
    return undefined;
  }
}

interface Read {
  readonly sign: TableSign;
  readonly faults: Faults;
}

/** The sign that is typed. Fields of the old one that nobody typed into stay as they were written. */
export function readSign(said: SignTyped, now: TableSign): Read {
  const reading = new Reading();
  const limits = Object.fromEntries(
    Object.entries(said.limits).map(([id, limit]) => [id, reading.limit(id, limit)]),
  ) as unknown as TableSign['limits'];
  const odds = said.odds === typedOdds(now) ? now.oddsMultiple : reading.odds(said.odds);
  const perPlayer = scopeOf(reading, said);
  const area = reading.money('perArea.max', said.areaMax);
  const sign: TableSign = {
    ...(now.chips ? { chips: now.chips } : {}),
    limits,
    ...(odds === undefined ? {} : { oddsMultiple: odds }),
    ...flag('multiplesOfMinimum', said.multiples, now.multiplesOfMinimum),
    ...flag('big68', said.big68, now.big68),
    ...perPlayer,
    ...(area === undefined ? {} : { perArea: { max: area } }),
  };
  return { sign, faults: reading.faults };
}

const flag = (name: string, said: boolean, now: boolean | undefined): object =>
  said || now !== undefined ? { [name]: said } : {};

function scopeOf(reading: Reading, { playerMin, playerMax }: SignTyped): Pick<TableSign, 'perPlayer'> {
  const min = reading.money('perPlayer.min', playerMin);
  const max =
    min === undefined ? reading.money('perPlayer.max', playerMax) : reading.need('perPlayer.max', playerMax);
  return max === undefined ? {} : { perPlayer: { ...(min === undefined ? {} : { min }), max } };
}

/** Wagers without limits of their own, which may be given some. */
export const wagersLeft = (said: SignTyped, offered: (id: WagerId) => boolean): readonly WagerId[] =>
  WAGER_IDS.filter((id) => !Object.hasOwn(said.limits, id) && offered(id));
