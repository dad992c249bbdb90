import {
  type AnyPays,
  DISPLAY,
  makePay,
  NUMBERS,
  type Pay,
  type Rulebook,
  type RulebookId,
  type Table,
  type TableSign,
  WAGER_IDS,
  type WagerId,
  wagerName,
} from '@boxperson/rules';
import { dollars } from '../ui/money.js';

// What a sign over a table says, from the sign and the book of that table. Nothing is worked out here but the order.

/** What the book calls it, and where. */
export const signWord = (book: RulebookId) => DISPLAY[book].sign;

export interface LimitLine {
  readonly names: readonly string[];
  readonly says: string;
}

/** A limit that differs from the default, with all the wagers that have it. */
export function otherLimits(book: Rulebook, { limits }: TableSign): readonly LimitLine[] {
  const { default: _default, ...own } = limits;
  const bySaying = new Map<string, string[]>();
  for (const id of WAGER_IDS) {
    const limit = own[id];
    if (!limit || !book.wagers[id]) continue;
    const unit = limit.unit === undefined ? '' : `, then by ${dollars(limit.unit)}`;
    const says = `${dollars(limit.min)} to ${dollars(limit.max)}${unit}`;
    bySaying.set(says, [...(bySaying.get(says) ?? []), wagerName(book, id)]);
  }
  return [...bySaying].map(([says, names]) => ({ names, says }));
}

/** `2×`, or number by number where they differ: `3–4–5×`. */
export function sayMultiple({ oddsMultiple }: Table['game']['sign']): string {
  const each = NUMBERS.map((number) => oddsMultiple[number]);
  const half = each.slice(0, 3);
  // 4 and 10, 5 and 9, 6 and 8 go together: said once when they agree.
  const mirrored = each.slice(3).every((multiple, place) => multiple === half[2 - place]);
  const said = new Set(each).size === 1 ? [each[0]] : mirrored ? half : each;
  return `${said.join('–')}×`;
}

/** What else the sign says of amounts (R12). */
export function moreLimits({ limits, multiplesOfMinimum, perPlayer, perArea }: TableSign): readonly string[] {
  const { unit } = limits.default;
  return [
    ...(unit === undefined ? [] : [`Above the minimum in steps of ${dollars(unit)}`]),
    ...(multiplesOfMinimum ? ['In multiples of the minimum'] : []),
    ...(perPlayer ? [`All wagers of one player: ${sayRange(perPlayer)}`] : []),
    ...(perArea ? [`All wagers on one area: up to ${dollars(perArea.max)}`] : []),
  ];
}

const sayRange = ({ min, max }: { readonly min?: number; readonly max: number }): string =>
  min === undefined ? `up to ${dollars(max)}` : `${dollars(min)} to ${dollars(max)}`;

/** Odds, and the numbers or totals that they are paid on; none where it is the whole wager. */
export interface PaidOn {
  readonly on: readonly string[];
  /** In "to" form (adelaide 6(a)). */
  readonly pays: string;
}

export interface PayLine {
  readonly ids: readonly WagerId[];
  readonly names: readonly string[];
  readonly paid: readonly PaidOn[];
  /** Paid on so many equal parts of the stake (R3). */
  readonly parts: number;
}

function paidOn(pays: AnyPays): readonly PaidOn[] {
  if (Array.isArray(pays)) return [{ on: [], pays: makePay(pays as unknown as Pay) }];
  const byOdds = new Map<string, string[]>();
  for (const [on, pay] of Object.entries(pays)) {
    const odds = makePay(pay as Pay);
    byOdds.set(odds, [...(byOdds.get(odds) ?? []), on]);
  }
  const all = [...byOdds].map(([says, on]) => ({ on, pays: says }));
  // A wager of one roll that pays the same whatever wins it needs no list of what does.
  return all.length === 1 ? [{ on: [], pays: all[0]?.pays ?? '' }] : all;
}

const onWhat = ({ paid }: PayLine): string => paid.map(({ on }) => on.join(' ')).join();
const BY_NUMBER = '4 10,5 9,6 8';

/** Lines that are paid on the same pairs of numbers make a table of their own. */
export const isByNumber = (line: PayLine): boolean => onWhat(line) === BY_NUMBER;

/** Every wager of the layout with its odds; those that pay alike stand together. */
export function payLines({ rulebook, sign }: Table['game']): readonly PayLine[] {
  const byOdds = new Map<string, PayLine>();
  for (const id of WAGER_IDS) {
    const rule = rulebook.wagers[id];
    if (!rule || ((id === 'big-6' || id === 'big-8') && !sign.big68)) continue;
    const paid = paidOn(rule.pays.value);
    const parts = 'parts' in rule ? rule.parts.value : 1;
    const key = JSON.stringify([paid, parts]);
    const before = byOdds.get(key) ?? { ids: [], names: [], paid, parts };
    byOdds.set(key, {
      ...before,
      ids: [...before.ids, id],
      names: [...before.names, wagerName(rulebook, id)],
    });
  }
  return [...byOdds.values()];
}
