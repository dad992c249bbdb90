import { type Cents, onLayout, type Player, playsChips, type Table } from '@boxperson/rules';
import type { Audience } from '../audience.js';
import { type EventsOf, evolveBy, without } from '../kit.js';
import { type CompanionEvent, need, type TableStep } from '../office.js';
import { type Chips, needChips, worthOf } from './chips.js';
import { mayTake } from './exposure.js';

/** Chips that two people counted. */
interface Counted {
  readonly chips: Chips;
  readonly total: Cents;
  readonly by: string;
  readonly second: string;
}

/** Chips to the table, or from it to the cage. */
export type SlipKind = 'fill' | 'credit';

interface Bodies {
  /** `expected`: what the last ones who closed it counted; null for a tray that nobody has closed. */
  'float-opened': Counted & { readonly expected: Cents | null };
  /** `expected`: what must be there by the opening count, slips, buy-ins and play. */
  'float-closed': Counted & { readonly expected: Cents };
  'close-undone': { readonly reason: string; readonly by: string };
  'slip-requested': {
    readonly slip: string;
    readonly kind: SlipKind;
    readonly chips: Chips;
    readonly total: Cents;
    readonly by: string;
  };
  /** The chips are counted out: at the cage for a fill, at the table for a credit. */
  'slip-prepared': { readonly slip: string; readonly by: string };
  /** On their way in the hands of somebody who neither gives nor takes them. */
  'slip-carried': { readonly slip: string; readonly by: string };
  'slip-received': { readonly slip: string; readonly by: string };
  'slip-voided': {
    readonly slip: string;
    readonly reason: string;
    readonly by: string;
  };
  /** The drop box goes to be counted, and another takes its place. */
  'box-taken': {
    readonly box: string;
    readonly cash: Cents;
    readonly vouchers: Cents;
    readonly by: string;
    readonly second: string;
  };
  'box-counted': {
    readonly box: string;
    readonly cash: Cents;
    readonly vouchers: Cents;
    readonly by: string;
    readonly second: string;
    /** What went into it; left out in counts that were entered before it was kept. */
    readonly expected?: Dropped;
  };
  /** star-2024 2.5.1: a table that runs cashless may do without its box, and has it again. */
  'box-removed': { readonly by: string; readonly second: string };
  'box-attached': { readonly by: string; readonly second: string };
  /** What lies on the layout may come to more than the tray holds: noted before the dice are thrown. */
  'float-short': { readonly most: Cents; readonly holds: Cents };
  'float-enough': { readonly most: Cents; readonly holds: Cents };
}
export type FloatEvent = EventsOf<Bodies> & Pick<CompanionEvent, 'n'>;

const SEERS = ['crew', 'pit-supervisor', 'cashier', 'runner', 'manager', 'surveillance'] as const;
const COUNTED = { chips: SEERS, total: SEERS, by: SEERS, second: SEERS } as const;
const SLIP = { slip: SEERS, by: SEERS } as const;
const BOX = { box: SEERS, cash: SEERS, vouchers: SEERS, by: SEERS, second: SEERS } as const;

export const FLOAT_AUDIENCE: Audience<Bodies> = {
  'float-opened': { hears: SEERS, fields: { ...COUNTED, expected: SEERS } },
  'float-closed': { hears: SEERS, fields: { ...COUNTED, expected: SEERS } },
  'close-undone': { hears: SEERS, fields: { reason: SEERS, by: SEERS } },
  'slip-requested': { hears: SEERS, fields: { ...SLIP, kind: SEERS, chips: SEERS, total: SEERS } },
  'slip-prepared': { hears: SEERS, fields: SLIP },
  'slip-carried': { hears: SEERS, fields: SLIP },
  'slip-received': { hears: SEERS, fields: SLIP },
  'slip-voided': { hears: SEERS, fields: { ...SLIP, reason: SEERS } },
  'box-taken': { hears: SEERS, fields: BOX },
  'box-counted': { hears: SEERS, fields: { ...BOX, expected: SEERS } },
  'box-removed': { hears: SEERS, fields: { by: SEERS, second: SEERS } },
  'box-attached': { hears: SEERS, fields: { by: SEERS, second: SEERS } },
  'float-short': { hears: SEERS, fields: { most: SEERS, holds: SEERS } },
  'float-enough': { hears: SEERS, fields: { most: SEERS, holds: SEERS } },
};

export interface Count {
  readonly chips: Chips;
  readonly total: Cents;
  readonly at: number;
  readonly by: readonly [string, string];
}

/** What went into the drop box and has not been taken away, as the table took it. */
export interface Dropped {
  readonly cash: Cents;
  readonly vouchers: Cents;
}

/** A tray that is open: what was counted, and what has gone in and out since. */
export interface Tray {
  readonly opening: Count;
  readonly filled: Cents;
  readonly credited: Cents;
  /** Chips that came into it from the layout and rails, less those that went there: play and buy-ins. */
  readonly played: Cents;
  /** Bought with cash, with vouchers, from accounts. */
  readonly sold: Dropped & { readonly cashless: Cents };
}

/** A shift of a tray from count to count. */
export interface Shift extends Tray {
  readonly closing: Count;
  readonly expected: Cents;
}

export interface Slip {
  readonly kind: SlipKind;
  readonly chips: Chips;
  readonly total: Cents;
  readonly requestedBy: string;
  readonly requestedAt: number;
  readonly preparedBy: string | null;
  /** Left out until somebody carries them; slips of earlier houses went without. */
  readonly carriedBy?: string;
}

/** A box on its way to the count. */
export interface Box extends Dropped {
  readonly takenAt: number;
  readonly takenBy: readonly [string, string];
}

export interface Float {
  readonly tray: Tray | null;
  /** The last shift: whoever closes is the next opener's measure. */
  readonly last: Shift | null;
  /** How many slips there have been; a number is used once, voided or not. */
  readonly serial: number;
  readonly slips: Readonly<Record<string, Slip>>;
  readonly box: Dropped;
  readonly boxes: number;
  readonly uncounted: Readonly<Record<string, Box>>;
  /** The table runs cashless, without its box. */
  readonly boxOff?: true;
  /** The most that the next roll may take out of the tray; left out where nothing lies on the layout. */
  readonly mayTake?: Cents;
  /** It is on record that the tray cannot pay that. */
  readonly short?: true;
}

const EMPTY: Dropped = { cash: 0, vouchers: 0 };
export const NO_FLOAT: Float = {
  tray: null,
  last: null,
  serial: 0,
  slips: {},
  box: EMPTY,
  boxes: 0,
  uncounted: {},
};

/** What must be in the tray now. */
export const expectedIn = ({ opening, filled, credited, played }: Tray): Cents =>
  opening.total + filled - credited + played;

/** What the table won by its chips: the same whoever counts it. */
export const wonIn = ({ played, sold }: Pick<Tray, 'played' | 'sold'>): Cents =>
  played + sold.cash + sold.vouchers + sold.cashless;

/** The same from two counts, slips and what was sold: it differs by what the closing count was over or short. */
export const wonByCount = ({ opening, closing, filled, credited, sold }: Shift): Cents =>
  closing.total - opening.total - filled + credited + sold.cash + sold.vouchers + sold.cashless;

/** Does more lie on the layout than the tray could pay? */
export const isShort = ({ tray, mayTake: most = 0 }: Float): boolean =>
  tray !== null && most > expectedIn(tray);

const isAmount = (amount: unknown): amount is Cents =>
  typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0;

function countOf({ chips, total, at, by, second }: Counted & { readonly at: number }): Count {
  needChips(chips);
  need(worthOf(chips) === total, 'the chips do not come to their total');
  need(by !== second && by !== '' && second !== '', 'two people count');
  return { chips, total, at, by: [by, second] };
}

function openTray(state: Float): Tray {
  need(state.tray !== null, 'the float is closed');
  return state.tray;
}

function slipIn(state: Float, slip: string): Slip {
  const found = Object.hasOwn(state.slips, slip) ? state.slips[slip] : undefined;
  need(found !== undefined, `no slip ${slip} waits`);
  return found;
}

/** A fill comes into the tray when it is received; a credit leaves it when it is counted out. */
const withChips = (tray: Tray, { kind, total }: Slip): Tray =>
  kind === 'fill' ? { ...tray, filled: tray.filled + total } : { ...tray, credited: tray.credited + total };

export const evolve = evolveBy<Float, Bodies>({
  'float-opened': (state, event) => {
    need(state.tray === null, 'the float is open already');
    const sold = { cash: 0, vouchers: 0, cashless: 0 };
    return { ...state, tray: { opening: countOf(event), filled: 0, credited: 0, played: 0, sold } };
  },
  'float-closed': (state, event) => {
    const tray = openTray(state);
    need(Number.isSafeInteger(event.expected), 'expected is no amount');
    const last = { ...tray, closing: countOf(event), expected: event.expected };
    const { short: _short, ...closed } = state;
    return { ...closed, tray: null, last };
  },
  'close-undone': (state) => {
    need(state.tray === null && state.last !== null, 'nothing was closed');
    const { closing: _closing, expected: _expected, ...tray } = state.last;
    return { ...state, tray, last: null };
  },
  'slip-requested': (state, { slip, kind, chips, total, by, at }) => {
    openTray(state);
    needChips(chips);
    need(worthOf(chips) === total && total > 0, 'the chips do not come to their total');
    need(!Object.hasOwn(state.slips, slip), 'a number is used once');
    const asked = { kind, chips, total, requestedBy: by, requestedAt: at, preparedBy: null };
    return { ...state, serial: state.serial + 1, slips: { ...state.slips, [slip]: asked } };
  },
  'slip-prepared': (state, { slip, by }) => {
    const found = slipIn(state, slip);
    need(found.preparedBy === null && found.requestedBy !== by, 'a slip is prepared once, by another');
    const tray = openTray(state);
    const slips = { ...state.slips, [slip]: { ...found, preparedBy: by } };
    return { ...state, slips, tray: found.kind === 'credit' ? withChips(tray, found) : tray };
  },
  'slip-carried': (state, { slip, by }) => {
    const found = slipIn(state, slip);
    need(found.preparedBy !== null && found.carriedBy === undefined, 'what is counted out is carried once');
    need(found.preparedBy !== by && found.requestedBy !== by, 'whoever carries has no other hand in it');
    return { ...state, slips: { ...state.slips, [slip]: { ...found, carriedBy: by } } };
  },
  'slip-received': (state, { slip, by }) => {
    const found = slipIn(state, slip);
    need(found.carriedBy !== by, 'whoever carries does not receive');
    need(found.preparedBy !== null && found.preparedBy !== by, 'a slip is received from another');
    need(found.requestedBy !== by, 'whoever asked does not receive');
    const tray = openTray(state);
    const slips = without(state.slips, slip);
    return { ...state, slips, tray: found.kind === 'fill' ? withChips(tray, found) : tray };
  },
  'slip-voided': (state, { slip }) => {
    const found = slipIn(state, slip);
    const isOut = found.kind === 'credit' && found.preparedBy !== null;
    const tray = openTray(state);
    // Chips that were counted out for it go back into the tray.
    const back = isOut ? { ...tray, credited: tray.credited - found.total } : tray;
    return { ...state, slips: without(state.slips, slip), tray: back };
  },
  'box-taken': (state, { box, cash, vouchers, at, by, second }) => {
    need(cash === state.box.cash && vouchers === state.box.vouchers, 'a box holds what went into it');
    const taken = { cash, vouchers, takenAt: at, takenBy: [by, second] as const };
    const uncounted = { ...state.uncounted, [box]: taken };
    return { ...state, box: EMPTY, boxes: state.boxes + 1, uncounted };
  },
  'box-counted': (state, { box, cash, vouchers }) => {
    need(Object.hasOwn(state.uncounted, box), 'no such box waits to be counted');
    need(isAmount(cash) && isAmount(vouchers), 'what was counted is no amount');
    return { ...state, uncounted: without(state.uncounted, box) };
  },
  'box-removed': (state) => {
    need(!state.boxOff && state.box.cash + state.box.vouchers === 0, 'a box comes off once, and empty');
    return { ...state, boxOff: true };
  },
  'box-attached': (state) => {
    need(state.boxOff === true, 'the box is there');
    const { boxOff: _off, ...there } = state;
    return there;
  },
  'float-short': (state) => {
    need(!state.short, 'the tray is known to be short');
    return { ...state, short: true };
  },
  'float-enough': (state) => {
    need(state.short === true, 'the tray was not short');
    const { short: _short, ...enough } = state;
    return enough;
  },
});

/** Of those who play with chips (R53), so much of each together. */
const amongChips = (table: Table, of: (player: Player) => Cents): Cents =>
  table.game.players.reduce((sum, player) => (playsChips(table, player.name) ? sum + of(player) : sum), 0);

/** Their chips: in front of them and on the layout. */
const heldBy = (table: Table): Cents => amongChips(table, (player) => player.balance + onLayout(player));

const hasChips = ({ guests }: Table): boolean => guests.some(({ chips }) => chips);

/** What came to the table in people's hands, less what left it so. */
function carriedIn({ before, event }: TableStep): Cents {
  switch (event.event) {
    case 'sat':
      return event.chips ? event.bankroll : 0;
    case 'chips-bought':
      return event.with === 'brought' ? event.amount : 0;
    case 'left':
    case 'released':
      return playsChips(before, event.player) ? -event.paid : 0;
    default:
      return 0;
  }
}

const NOTHING_SOLD = { cash: 0, vouchers: 0, cashless: 0 };

function soldIn({ before, event }: TableStep): Tray['sold'] {
  if (event.event !== 'chips-bought' || !playsChips(before, event.player)) return NOTHING_SOLD;
  switch (event.with) {
    case 'cash':
      return { ...NOTHING_SOLD, cash: event.amount };
    case 'voucher':
      return { ...NOTHING_SOLD, vouchers: event.amount };
    case 'brought':
      return NOTHING_SOLD;
    default:
      return { ...NOTHING_SOLD, cashless: event.amount };
  }
}

/** Whatever chips people hold more, and nobody carried in, came out of the tray. */
export function follow(state: Float, step: TableStep): Float {
  const { before, after } = step;
  if (before.game.players === after.game.players || !(hasChips(before) || hasChips(after))) return state;
  return withRisk(withStep(state, step), after);
}

/** What lies on the layout now may have to be paid out of the tray. */
function withRisk(state: Float, table: Table): Float {
  const { mayTake: _before, ...calm } = state;
  const most = state.tray ? mayTake(table, expectedIn(state.tray)) : 0;
  return most > 0 ? { ...calm, mayTake: most } : calm;
}

function withStep(state: Float, step: TableStep): Float {
  const { before, after } = step;
  const played = heldBy(before) + carriedIn(step) - heldBy(after);
  const sold = soldIn(step);
  if (played === 0 && sold === NOTHING_SOLD) return state;
  const box = { cash: state.box.cash + sold.cash, vouchers: state.box.vouchers + sold.vouchers };
  return { ...state, box, tray: state.tray && withPlay(state.tray, played, sold) };
}

const withPlay = (tray: Tray, played: Cents, sold: Tray['sold']): Tray => ({
  ...tray,
  played: tray.played + played,
  sold: {
    cash: tray.sold.cash + sold.cash,
    vouchers: tray.sold.vouchers + sold.vouchers,
    cashless: tray.sold.cashless + sold.cashless,
  },
});

/** Chips of people who play with chips that lie on the layout. */
export const chipsOnLayout = (table: Table): Cents => amongChips(table, onLayout);
