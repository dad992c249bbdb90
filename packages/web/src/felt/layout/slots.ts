import { LEAST_TYPE, widthOf } from './measure.js';
import type { Box } from './shape.js';
import { clamp } from './units.js';

/** Chips of one wager: what they come to, as it is written on them. */
export interface Chips {
  readonly key: string;
  readonly amount: number;
  readonly text: string;
  /** How much of it is promotional tokens. */
  readonly tokens?: number;
}
/** What one seat has in a box: the wager, and its odds beside it. */
export interface Holding {
  readonly seat: number;
  readonly chips: readonly Chips[];
}

/** Where a stack stands and how much of the felt is its own: no other slot shares any of it. */
export interface Slot {
  readonly seat: number;
  readonly chips: Chips;
  readonly box: Box;
}
/** Other people's chips where there is no room for each: how many people, and what all of it comes to. */
export interface Pile {
  readonly box: Box;
  readonly seats: readonly number[];
  readonly amount: number;
  readonly lines: readonly string[];
}
export interface Slots {
  readonly own: readonly Slot[];
  readonly others: readonly Slot[];
  readonly pile: Pile | null;
}

/** Rows are never lower than an amount over the number of its seat. */
export const ROW_LEAST = 27;
const ROW_MOST = 50;
const GAP = 2;
const PLATE_PAD = 6;
const PILE_PAD = 4;

interface Grid {
  readonly rows: number;
  readonly tall: number;
}
/** How high rows may be, the highest first: the first that everything fits into is taken. */
const TALLS = [ROW_MOST, 44, 38, 33, 29, ROW_LEAST] as const;
const gridsIn = (height: number, most = ROW_MOST): readonly Grid[] => {
  const talls = TALLS.filter((tall) => tall <= Math.min(height, most) + 0.01);
  return (talls.length > 0 ? talls : [height]).map((tall) => ({ rows: Math.floor(height / tall), tall }));
};

/** The size of amounts in a row of this height. */
export const typeIn = (tall: number, own: boolean): number =>
  clamp(tall * (own ? 0.42 : 0.36), LEAST_TYPE, own ? 17 : 14);

/** How wide a stack is: a chip as large as the row allows, or its amount. */
export const stackWidth = (text: string, tall: number, own: boolean): number =>
  Math.max(radiusIn(tall, own) * 2 + 2, widthOf(text, 'amount') * typeIn(tall, own) + PLATE_PAD);

/** One's own chips are the largest. */
export const radiusIn = (tall: number, own: boolean): number =>
  clamp(tall * (own ? 0.43 : 0.37), own ? 10.5 : 9.5, own ? 22 : 17);

/** Puts boxes of given widths into rows, from the left, in the middle of the height; null when they do not fit. */
function flow(room: Box, { rows, tall }: Grid, widths: readonly number[]): readonly Box[] | null {
  const placed: Box[] = [];
  let [x, row] = [0, 0];
  for (const width of widths) {
    if (x > 0 && x + width > room.width) [x, row] = [0, row + 1];
    if (row >= rows || width > room.width) return null;
    placed.push({ x: room.x + x, y: row * tall, width, height: tall });
    x += width + GAP;
  }
  const top = room.y + (room.height - (row + 1) * tall) / 2;
  return placed.map((box) => ({ ...box, y: box.y + top }));
}

const slotsOf = (holdings: readonly Holding[], boxes: readonly Box[]): readonly Slot[] =>
  holdings
    .flatMap(({ seat, chips }) => chips.map((one) => ({ seat, chips: one })))
    .map((one, at) => ({ ...one, box: boxes[at] as Box }));

const widthsOf = (holdings: readonly Holding[], tall: number, own: boolean): readonly number[] =>
  holdings.flatMap(({ chips }) => chips.map(({ text }) => stackWidth(text, tall, own)));

const sumOf = (holdings: readonly Holding[]): number =>
  holdings.reduce((sum, { chips }) => sum + chips.reduce((all, { amount }) => all + amount, 0), 0);

export type SayAmount = (cents: number) => string;

/** How a pile may be put, the fullest way first. */
function pileForms({ others: holdings, say, they }: Ask): readonly (readonly string[])[] {
  const count = holdings.length;
  const amount = say(sumOf(holdings));
  const others = count === 1 ? `1 ${they}` : `${count} ${they}s`;
  return [[`${others} ${amount}`], [others, amount], [`+${count}`, amount], [`+${count}`]];
}

/** How wide a pile is with these lines. */
const pileWidth = (lines: readonly string[], tall: number): number =>
  Math.max(...lines.map((line) => widthOf(line, 'amount'))) * pileType(lines, tall) + PILE_PAD;
export const pileType = (lines: readonly string[], tall: number): number =>
  clamp(tall / (lines.length * 1.12) - 1, LEAST_TYPE, 14);

interface Ask {
  readonly room: Box;
  readonly own: Holding | null;
  readonly others: readonly Holding[];
  readonly say: SayAmount;
  /** The other seats of the table, taken or not. */
  readonly seats: readonly number[];
  readonly they: They;
}
/** What those in a pile are called: others to whoever sits there too, seats to whoever stands inside. */
export type They = 'other' | 'seat';

/** The stack that an empty slot is made for. */
const USUAL = '$100';

/** One's own chips on the left in one row, and what is left of the room for the others; null when they do not fit. */
function ownFirst({ room, own }: Ask, tall: number, spare: 'kept' | 'none') {
  const mine = own ? [own] : [];
  const widths = own ? widthsOf(mine, tall, true) : spare === 'kept' ? [stackWidth(USUAL, tall, true)] : [];
  const boxes = flow(room, { rows: 1, tall }, widths);
  if (!boxes) return null;
  const taken = widths.reduce((sum, width) => sum + width + GAP, 0);
  const rest = { ...room, x: room.x + taken, width: room.width - taken };
  return { own: slotsOf(mine, boxes), rest };
}

/** The first answer that is one, of those tried in turn. */
function firstOf<A, T>(all: readonly A[], tried: (one: A) => T | null): T | null {
  for (const one of all) {
    const found = tried(one);
    if (found !== null) return found;
  }
  return null;
}

/** So many boxes of one width in rows of the same length; null when they do not fit. */
function even(room: Box, grid: Grid, cell: number, count: number): readonly Box[] | null {
  const most = Math.floor((room.width + GAP) / (cell + GAP));
  const rows = Math.ceil(count / Math.max(1, most));
  const width = Math.ceil(count / rows) * (cell + GAP);
  return flow(
    { ...room, width: Math.min(room.width, width) },
    grid,
    Array.from({ length: count }, () => cell),
  );
}

/** A slot for every seat of the table, the same whoever bets; null where there is no room for all. */
function seated(ask: Ask, tall: number): Slots | null {
  const { others, seats } = ask;
  if (seats.length === 0 || others.some(({ chips }) => chips.length > 1)) return null;
  const first = ownFirst(ask, tall, 'kept');
  if (!first) return null;
  const texts = [USUAL, ...others.flatMap(({ chips }) => chips.map(({ text }) => text))];
  return firstOf(gridsIn(first.rest.height, tall), (grid) => {
    const cell = Math.max(...texts.map((text) => stackWidth(text, grid.tall, false)));
    const boxes = even(first.rest, grid, cell, seats.length);
    if (!boxes) return null;
    const boxOf = (seat: number): Box => boxes[seats.indexOf(seat)] as Box;
    const placed = others.map(({ seat, chips }) => ({ seat, chips: chips[0] as Chips, box: boxOf(seat) }));
    return { own: first.own, others: placed, pile: null };
  });
}

/** Everybody's chips, each in a slot of its own; null where the room is too small for that. */
function apart(ask: Ask, tall: number): Slots | null {
  const first = ownFirst(ask, tall, 'none');
  if (!first) return null;
  const { own, rest } = first;
  if (ask.others.length === 0) return { own, others: [], pile: null };
  return firstOf(gridsIn(rest.height, tall), (grid) => {
    const boxes = flow(rest, grid, widthsOf(ask.others, grid.tall, false));
    return boxes && { own, others: slotsOf(ask.others, boxes), pile: null };
  });
}

const pileOf = (others: readonly Holding[], box: Box, lines: readonly string[]): Pile => ({
  box,
  seats: others.map(({ seat }) => seat),
  amount: sumOf(others),
  lines,
});

/** One's own chips in their slots, all others' beside them in one pile. */
function gathered(ask: Ask, tall: number, forms: readonly (readonly string[])[]): Slots | null {
  const first = ownFirst(ask, tall, 'none');
  if (!first) return null;
  const { own, rest } = first;
  const talls = [Math.min(rest.height, ROW_MOST), Math.min(rest.height, ROW_LEAST)];
  return firstOf(forms, (lines) =>
    firstOf(talls, (high) => {
      const boxes = flow(rest, { rows: 1, tall: high }, [pileWidth(lines, high)]);
      return boxes && { own, others: [], pile: pileOf(ask.others, boxes[0] as Box, lines) };
    }),
  );
}

/** The same in several rows, where one's own alone fill the first. */
function wrapped(ask: Ask, grid: Grid): Slots | null {
  const { room, own, others } = ask;
  const mine = own ? [own] : [];
  const widths = widthsOf(mine, grid.tall, true);
  if (others.length === 0) {
    const boxes = flow(room, grid, widths);
    return boxes && { own: slotsOf(mine, boxes), others: [], pile: null };
  }
  return firstOf(pileForms(ask), (lines) => {
    const boxes = flow(room, grid, [...widths, pileWidth(lines, grid.tall)]);
    return (
      boxes && { own: slotsOf(mine, boxes), others: [], pile: pileOf(others, boxes.at(-1) as Box, lines) }
    );
  });
}

/** Where there is no room for two stacks they are one, whose plate says both: `$10+20`. */
const merged = (own: Holding, say: SayAmount): Holding => {
  const texts = own.chips.filter(({ amount }) => amount > 0).map(({ amount }) => say(amount));
  const text = texts.map((one, at) => (at === 0 ? one : one.replace('$', ''))).join('+');
  return { seat: own.seat, chips: [{ key: own.chips[0]?.key ?? '', amount: sumOf([own]), text }] };
};

/**
 * Where everybody's chips stand in a room: one's own first, then a slot for each seat in the order of the seats; where
 * the room is too small for all, the others gather into one pile that says how many they are and what it comes to.
 * No two of the boxes share anything and none leaves the room.
 */
export function slotsIn(
  room: Box,
  own: Holding | null,
  others: readonly Holding[],
  say: SayAmount,
  seats: readonly number[] = [],
  they: They = 'other',
): Slots {
  const inOrder = [...others].sort((a, b) => a.seat - b.seat);
  const ask: Ask = { room, own, others: inOrder, say, seats, they };
  return fitting(ask) ?? (own && fitting({ ...ask, own: merged(own, say) })) ?? squeezed(ask);
}

/** From a slot for each seat, through chips side by side, to a pile: the first that fits. */
function fitting(ask: Ask): Slots | null {
  const grids = gridsIn(ask.room.height);
  const talls = grids.map(({ tall }) => tall);
  const forms = pileForms(ask);
  const [count] = forms.slice(-1);
  return (
    seated(ask, talls[0] as number) ??
    firstOf(talls, (tall) => apart(ask, tall)) ??
    firstOf(talls, (tall) => gathered(ask, tall, forms.slice(0, -1))) ??
    firstOf(grids, (grid) => wrapped(ask, grid)) ??
    firstOf(talls, (tall) => gathered(ask, tall, count ? [count] : []))
  );
}

/** The last resort of a room that is smaller than any felt has: own chips beside the count of the others. */
function squeezed({ room, own, others, say }: Ask): Slots {
  const mine = own ? [merged(own, say)] : [];
  const width = others.length > 0 && own ? room.width / 2 : room.width;
  const box = { ...room, x: room.x + room.width - width, width };
  const pile = pileOf(others, box, [`+${others.length}`]);
  return { own: slotsOf(mine, [{ ...room, width }]), others: [], pile: others.length > 0 ? pile : null };
}
