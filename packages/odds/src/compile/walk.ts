import {
  type Cents,
  type Game,
  type OpenSettings,
  type Rulebook,
  THROWS,
  type Wager,
} from '@boxperson/rules';
import type { Strategy } from '../strategy/strategy.js';
import {
  BANK,
  playerOf,
  playThrow,
  type Seat,
  sitDown,
  type WantRefused,
  wealthOf,
} from '../strategy/table.js';
import { openAccount } from './effects.js';
import type { Effect } from './machine.js';

/** More states than this are refused unless asked for: the table would take minutes and gigabytes. */
export const STATES_MAX = 20_000;

/** A state before it is known which others have the same future. Cells are state × 36 + throw. */
export interface Walked {
  readonly book: Rulebook;
  readonly states: number;
  readonly next: Int32Array;
  readonly delta: Float64Array;
  readonly handOver: Uint8Array;
  readonly effectOf: Int32Array;
  readonly effects: readonly (readonly Effect[])[];
  readonly onLayout: Float64Array;
  readonly opening: { readonly delta: Cents; readonly effects: readonly Effect[] };
  readonly lines: ReturnType<typeof openAccount>['lines'];
  readonly says: readonly string[];
}

/** Why a strategy was not compiled. */
export type CompileRefused =
  | { readonly why: 'refused'; readonly refused: WantRefused; readonly message: string }
  | { readonly why: 'too-many-states'; readonly reached: number; readonly message: string };

export type WalkResult =
  | { readonly ok: true; readonly value: Walked }
  | { readonly ok: false; readonly why: CompileRefused };

/**
 * Two tables before a throw are the same state when nothing tells them apart afterwards. A throw ages every wager, so
 * how much was added since the last one leaves no trace; money in hand is no part of it.
 */
const keyOf = ({ game, memory }: Seat): string => {
  const { wagers, dontComeHeld, warned } = playerOf(game);
  let key = `${game.point} ${dontComeHeld} ${warned} ${JSON.stringify(memory)}`;
  for (const { spot, amount, commission, called, stay } of wagers)
    key += ` ${spot.index}:${amount}:${commission}:${called}:${stay}`;
  return key;
};

/** The same table with the bank full again: how much was won so far must not tell states apart. */
function refilled({ game, memory }: Seat): Seat {
  const player = playerOf(game);
  return { game: { ...game, house: 0, players: [{ ...player, balance: BANK }] }, memory };
}

const sayWager = ({ spot, amount }: Wager): string =>
  `${spot.wager}${spot.number ?? spot.high ?? spot.dice?.join('-') ?? ''} ${amount / 100}`;
const sayState = (game: Game): string =>
  `${game.point === null ? 'come out' : `point ${game.point}`}: ${playerOf(game).wagers.map(sayWager).join(', ') || 'nothing'}`;

/** Numbers that grow as they are needed. */
function growing<T extends Int32Array | Float64Array | Uint8Array>(make: (length: number) => T) {
  let values = make(36 * 64);
  return {
    set(at: number, value: number): void {
      if (at >= values.length) {
        const larger = make(values.length * 2);
        larger.set(values);
        values = larger;
      }
      values[at] = value;
    },
    done: (length: number): T => values.slice(0, length) as T,
  };
}

export interface WalkLimits {
  readonly statesMax?: number;
  /** Called now and then with how many states are known and how many were walked. */
  readonly progress?: (known: number, walked: number) => void;
}

/** The table while it is written, cell by cell. */
interface Sheet {
  readonly account: ReturnType<typeof openAccount>;
  readonly lists: ReturnType<typeof interner>;
  readonly seats: Seat[];
  readonly known: Map<string, number>;
  readonly next: ReturnType<typeof growing<Int32Array>>;
  readonly delta: ReturnType<typeof growing<Float64Array>>;
  readonly hand: ReturnType<typeof growing<Uint8Array>>;
  readonly effectOf: ReturnType<typeof growing<Int32Array>>;
}

const openSheet = (): Sheet => ({
  account: openAccount(),
  lists: interner(),
  seats: [],
  known: new Map(),
  next: growing((length) => new Int32Array(length)),
  delta: growing((length) => new Float64Array(length)),
  hand: growing((length) => new Uint8Array(length)),
  effectOf: growing((length) => new Int32Array(length)),
});

/** The number of a state; a new one goes to the end of those to be walked. */
function numberOf({ seats, known }: Sheet, seat: Seat): number {
  const key = keyOf(seat);
  const at = known.get(key) ?? seats.push(refilled(seat)) - 1;
  known.set(key, at);
  return at;
}

/** All 36 throws from one state. */
function walkFrom(sheet: Sheet, strategy: Strategy, at: number): WantRefused | null {
  const seat = sheet.seats[at] as Seat;
  const before = wealthOf(seat.game);
  for (const [thrown, dice] of THROWS.entries()) {
    const played = playThrow(strategy, seat, dice);
    if (!played.ok) return played.refused;
    const cell = at * 36 + thrown;
    sheet.next.set(cell, numberOf(sheet, played.value.seat));
    sheet.delta.set(cell, wealthOf(played.value.seat.game) - before);
    sheet.hand.set(cell, played.value.handOver ? 1 : 0);
    sheet.effectOf.set(cell, sheet.lists.idOf(sheet.account.effectsOf(played.value)));
  }
  return null;
}

/** Walks every state that a strategy can come to, by playing all 36 throws from each on the game layer. */
export function walkStates(strategy: Strategy, settings: OpenSettings, limits: WalkLimits = {}): WalkResult {
  const opened = sitDown(strategy, settings);
  if (!opened.ok) return refusal(opened.refused);
  const statesMax = limits.statesMax ?? STATES_MAX;
  const sheet = openSheet();
  numberOf(sheet, opened.value.seat);
  const effects = sheet.account.effectsOf(opened.value);
  for (let at = 0; at < sheet.seats.length; at++) {
    const refused = walkFrom(sheet, strategy, at);
    if (refused) return refusal(refused);
    if (sheet.seats.length > statesMax) return tooMany(sheet.seats.length, statesMax, at + 1);
    if (at % 256 === 255) limits.progress?.(sheet.seats.length, at + 1);
  }
  const opening = { delta: wealthOf(opened.value.seat.game) - BANK, effects };
  return { ok: true, value: { ...written(sheet), opening } };
}

function written({ seats, next, delta, hand, effectOf, lists, account }: Sheet): Omit<Walked, 'opening'> {
  const cells = seats.length * 36;
  return {
    book: (seats[0] as Seat).game.rulebook,
    states: seats.length,
    next: next.done(cells),
    delta: delta.done(cells),
    handOver: hand.done(cells),
    effectOf: effectOf.done(cells),
    effects: lists.lists,
    onLayout: Float64Array.from(seats, ({ game }) => wealthOf(game) - BANK),
    lines: account.lines,
    says: seats.map(({ game }) => sayState(game)),
  };
}

/** Lists of effects, each kept once. */
function interner() {
  const ids = new Map<string, number>();
  const lists: (readonly Effect[])[] = [];
  const idOf = (list: readonly Effect[]): number => {
    const key = list.map((effect) => Object.values(effect).join()).join(';');
    const id = ids.get(key) ?? lists.push(list) - 1;
    ids.set(key, id);
    return id;
  };
  return { lists, idOf };
}

const refusal = (refused: WantRefused): WalkResult => ({
  ok: false,
  why: { why: 'refused', refused, message: refused.message },
});

const tooMany = (reached: number, most: number, walked: number): WalkResult => ({
  ok: false,
  why: {
    why: 'too-many-states',
    reached,
    message: `more than ${most} states: ${reached} were reached after walking ${walked} of them`,
  },
});
