import type { Dice, Total } from '../dice.js';
import type { RollCall } from '../game/index.js';
import { type Cents, inChips, type Unit } from '../money.js';
import { invariant } from '../result.js';
import type { EventOf } from '../table/event.js';
import type { Table } from '../table/state.js';
import { dealtBy, type Roll } from './dealt.js';
import { type ChipCount, makeStock, uncounted } from './fewest.js';
import { type Handing, handingOf } from './handing.js';
import type { SheetLine } from './line.js';
import { type Ordered, ordered } from './order.js';
import { sheetIdOf } from './owed.js';
import { type End, isSingle, placeOf, STATIONS, type Station } from './places.js';
import { type DealingProfile, USUAL } from './profile.js';
import { type DealtResult, isCentre, resultOf } from './sections.js';
import { type Joined, joinedIn, type Together } from './together.js';
import { sayCall, sayLine, sayPuck } from './words.js';

/** One person's part of the work. */
export interface StationSheet {
  readonly station: Station;
  readonly lines: readonly SheetLine[];
  /** Lines of other sheets that the stick directs, in order. */
  readonly directs: readonly string[];
  readonly taken: Cents;
  readonly paid: Cents;
}

/** What a player has by the roll: won less lost, and what came to or left the rail. */
export interface PlayerFoot {
  readonly player: string;
  readonly seat: number;
  readonly end: End;
  readonly net: Cents;
  readonly rail: Cents;
}

/** What the box looks at. */
export interface BoxTotals {
  readonly taken: Cents;
  readonly paid: Cents;
  readonly commission: Cents;
  readonly commissionBack: Cents;
  /** What the house has more. */
  readonly house: Cents;
  /** Null where nobody counts the float. */
  readonly float: FloatChange | null;
  /** Promotional tokens, which no sum of money has in it; left out where no wager had any. */
  readonly tokens?: { readonly taken: Cents; readonly back: Cents };
}

export interface FloatChange {
  readonly before: readonly ChipCount[];
  readonly after: readonly ChipCount[];
  /** What moved and is in none of these chips: see `short`. */
  readonly loose: Cents;
}

export interface DealingSheet {
  /** The number of the throw; with an `r` where its faces were read anew. */
  readonly roll: string;
  readonly profile: string;
  /** What everything on it is in: tournament chips are no money (crown 8.4.4(a)). */
  readonly unit: Unit;
  readonly dice: Dice;
  readonly total: Total;
  readonly call: RollCall;
  readonly result: DealtResult;
  /** What the stick calls. */
  readonly say: string;
  readonly puck: string | null;
  /** A seven out sends the dice on, so many of them offered. */
  readonly diceOn: number | null;
  /** Where box and stick look while it is paid: the end that the dice came from, and the other. */
  readonly watch: { readonly box: End; readonly stick: End } | null;
  readonly sheets: readonly StationSheet[];
  readonly together: readonly Together[];
  readonly players: readonly PlayerFoot[];
  readonly box: BoxTotals;
}

/** What makes a sheet: a call, one that was corrected, or faces that were decided. */
export type DealtEvent = EventOf<'rolled'> | EventOf<'face-decided'> | EventOf<'call-corrected'>;

/**
 * What a crew does after a roll: what to take, pay, move and leave, by whom and in what order, in chips and in words.
 * A view of what the engine did: it decides nothing and works out no payment. `before` is the table that the event
 * happened to, `after` the table after it.
 */
export function dealingSheet(
  before: Table,
  event: DealtEvent,
  after: Table,
  profile: DealingProfile = USUAL,
  float: readonly ChipCount[] | null = null,
): DealingSheet {
  const roll = rollOf(before, event, after, profile);
  const unit: Unit = before.settings.tournament ? 'chips' : 'money';
  const dealing = { result: resultOf(roll.outcome), seats: roll.seats, crew: roll.crew, profile };
  const all = ordered(dealing, dealtBy(roll));
  const kinds = roll.before.sign.chips.chips;
  const joined = joinedIn(profile, all, uncounted(kinds), unit);
  const stock = float ? makeStock(float) : uncounted(kinds);
  const handing = handingOf(profile, all, joined, stock, kinds);
  const lines = all.map((one) => lineOf(roll, one, handing, unit));
  const { dice, total, call, point } = roll.outcome;
  return {
    roll: roll.id,
    profile: profile.id,
    unit,
    dice,
    total,
    call,
    result: dealing.result,
    say: sayCall(roll.before.rulebook, roll.outcome),
    puck: sayPuck(roll.before.point, point),
    diceOn: call === 'seven-out' ? roll.before.rulebook.conduct.dice.set.value : null,
    watch: watchOf(before, roll),
    sheets: stationsOf(roll).map((station) => sheetOf(station, lines)),
    together: joined.map((one) => ({ ...one, ...handedTogether(one, handing) })),
    players: footsOf(lines),
    box: boxOf(lines, float && { before: stock, after: handing.after, loose: handing.loose }),
  };
}

/**
 * The table before the roll that is being settled, for whoever comes to it late, with a record or after a reload: with
 * the event it gives the same sheet. Null where no roll can be dealt any more.
 */
export const beforeRoll = (table: Table): Table | null =>
  table.last && { ...table, game: table.last.before, shooter: table.last.shooter };

/** The faces of a roll may be read anew: then it is dealt from the game as it was before the first reading. */
function rollOf(before: Table, event: DealtEvent, after: Table, profile: DealingProfile): Roll {
  const { rulebook } = before.game;
  invariant(rulebook.conduct.run.value === 'staffed', 'a dealing sheet for a table without a crew');
  const isFirst = event.event === 'rolled';
  const game = isFirst ? before.game : before.last?.before;
  invariant(game !== undefined, 'faces read anew without a roll');
  const reading = {
    corrections: isFirst ? 0 : (after.last?.corrections ?? 0),
    isAnew: event.event === 'face-decided',
  };
  return {
    id: sheetIdOf(isFirst ? (event.throw ?? before.throws) : before.throws, reading),
    before: game,
    after: after.game,
    outcome: isFirst ? event : event.outcome,
    seats: before.settings.seats,
    crew: isSingle(rulebook, profile) ? 'single' : 'ends',
  };
}

const stationsOf = ({ crew }: Roll): readonly Station[] =>
  STATIONS.filter((station) => (station === 'single') === (crew === 'single'));

/** Spelled out like `makeDealt`: an object that is spread and then added to costs ten times as much. */
function lineOf(roll: Roll, { dealt, station, order }: Ordered, handing: Handing, unit: Unit): SheetLine {
  const place = placeOf(dealt.seat, roll.seats, roll.crew);
  const isDirected = roll.crew === 'ends' && isCentre(dealt.section) && dealt.stage === 'pay';
  const { chips, short } = handing.lines.get(dealt.id) ?? { chips: [], short: false };
  return {
    id: dealt.id,
    player: dealt.player,
    seat: dealt.seat,
    end: dealt.end,
    selection: dealt.selection,
    spot: dealt.spot,
    section: dealt.section,
    stage: dealt.stage,
    action: dealt.action,
    outcome: dealt.outcome,
    stake: dealt.stake,
    odds: dealt.odds,
    exact: dealt.exact,
    rounding: dealt.rounding,
    paid: dealt.paid,
    taken: dealt.taken,
    back: dealt.back,
    commission: dealt.commission,
    commissionBack: dealt.commissionBack,
    up: dealt.up,
    hands: dealt.hands,
    moved: dealt.moved,
    to: dealt.to,
    oddsUpTo: dealt.oddsUpTo,
    because: dealt.because,
    key: dealt.key && unit === 'chips' ? { ...dealt.key, say: inChips(dealt.key.say) } : dealt.key,
    clause: dealt.clause,
    station,
    order,
    words: sayLine(dealt, place, station === 'stick' ? 'stick' : 'dealer', unit),
    directs: isDirected ? sayLine(dealt, place, 'stick', unit) : null,
    chips,
    short,
    ...(dealt.tokens === undefined ? {} : { tokens: dealt.tokens }),
  };
}

function sheetOf(station: Station, all: readonly SheetLine[]): StationSheet {
  const lines = all.filter((line) => line.station === station);
  const directed =
    station === 'stick' ? all.filter((line) => line.directs !== null && line.station !== 'stick') : [];
  return {
    station,
    lines,
    directs: directed.map(({ id }) => id),
    taken: sum(lines, 'taken'),
    paid: sum(lines, 'paid'),
  };
}

type Money = 'taken' | 'paid' | 'commission' | 'commissionBack';
const sum = (lines: readonly SheetLine[], of: Money): Cents => lines.reduce((all, line) => all + line[of], 0);

const handedTogether = (one: Joined, handing: Handing) =>
  handing.totals.get(one) ?? { chips: [], short: false };

function footsOf(lines: readonly SheetLine[]): readonly PlayerFoot[] {
  const foots = new Map<string, PlayerFoot>();
  for (const { player, seat, end, moved } of lines) {
    const { net, rail } = foots.get(player) ?? { net: 0, rail: 0 };
    foots.set(player, { player, seat, end, net: net - moved.house, rail: rail + moved.rail });
  }
  return [...foots.values()].sort((a, b) => a.seat - b.seat);
}

const boxOf = (lines: readonly SheetLine[], float: FloatChange | null): BoxTotals => ({
  taken: sum(lines, 'taken'),
  paid: sum(lines, 'paid'),
  commission: sum(lines, 'commission'),
  commissionBack: sum(lines, 'commissionBack'),
  house: lines.reduce((all, { moved }) => all + moved.house, 0),
  float,
  ...tokensOf(lines),
});

function tokensOf(lines: readonly SheetLine[]): Pick<BoxTotals, 'tokens'> {
  const all = lines.flatMap(({ tokens }) => tokens ?? []);
  if (all.length === 0) return {};
  const taken = all.reduce((sum, tokens) => sum + tokens.taken, 0);
  return { tokens: { taken, back: all.reduce((sum, tokens) => sum + tokens.back, 0) } };
}

const OTHER: Readonly<Record<'left' | 'right', End>> = { left: 'right', right: 'left' };

/** The dice come from the shooter's end and land at the other; the stick's own throws come from neither. */
function watchOf({ shooter }: Table, { before, seats, crew }: Roll): DealingSheet['watch'] {
  const seat = before.players.find(({ name }) => name === shooter.shooter)?.seat;
  if (crew === 'single' || seat === undefined) return null;
  const { end } = placeOf(seat, seats, crew);
  return { box: end, stick: OTHER[end as 'left' | 'right'] };
}
