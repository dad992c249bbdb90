import {
  type Cents,
  type Decision,
  type Game,
  type PointNumber,
  type Settlement,
  type Spot,
  settle,
  spotsOf,
  THROWS,
  type WagerId,
} from '@boxperson/rules';
import type { Alone } from './alone.js';

/** What one throw does to a wager that is watched: it is decided, or it goes on in some state. */
export type Step =
  | { readonly to: number; readonly end?: never }
  | { readonly to?: never; readonly end: Ending };

/** How a wager ended, in money. */
export interface Ending {
  /** What the player is better off by, commission counted. */
  readonly net: Cents;
  readonly settlement: Settlement;
}

/** A moment in the life of a wager: the point, and the spot on which it stands. */
export interface Moment {
  readonly point: PointNumber | null;
  readonly spot: Spot;
  /** By throw, in the order of THROWS. */
  readonly steps: readonly Step[];
}

/** Every moment that a wager can come to, the first being where it starts. */
export interface Chain {
  readonly stake: Cents;
  readonly commission: Cents;
  readonly moments: readonly Moment[];
}

interface Open {
  readonly game: Game;
  readonly spot: Spot;
}

/** Where the point makes no difference to a wager, moments that differ by it alone are the same. */
const keyOf = ({ game, spot }: Open): number =>
  (ignoresPoint(game.decisions, spot.wager) ? 0 : (game.point ?? 1)) + 16 * spot.index;

type Decisions = Game['decisions'];
const ignoring = new WeakMap<Decisions, Map<WagerId, boolean>>();

/** Does every throw decide the wagers of this id alike, whatever the point? Asked of the engine's own decisions. */
function ignoresPoint(decisions: Decisions, wager: WagerId): boolean {
  const known = ignoring.get(decisions) ?? new Map<WagerId, boolean>();
  ignoring.set(decisions, known);
  if (!known.has(wager))
    known.set(
      wager,
      spotsOf(wager).every((spot) => isAlike(decisions, spot)),
    );
  return known.get(wager) as boolean;
}

const isAlike = ([comeOut, ...points]: Decisions, { index }: Spot): boolean =>
  THROWS.every((_, thrown) =>
    points.every((throws) => isSame(comeOut?.[thrown]?.[index], throws[thrown]?.[index])),
  );

function isSame(a: Decision | null | undefined, b: Decision | null | undefined): boolean {
  if (!a || !b || a.verdict !== b.verdict) return a === b;
  if (a.verdict === 'travels' && b.verdict === 'travels') return a.to === b.to;
  if (a.verdict !== 'wins' || b.verdict !== 'wins') return true;
  return a.pay[0] === b.pay[0] && a.pay[1] === b.pay[1] && a.parts === b.parts && a.winning === b.winning;
}

/** Rolls a wager on all 36 throws from every moment it can come to, by the game layer itself. */
export function walk({ game, spot, stake, commission }: Alone): Chain {
  const open: Open[] = [{ game, spot }];
  const known = new Map([[keyOf(open[0] as Open), 0]]);
  const moments: Moment[] = [];
  const find = (next: Open): number => {
    const key = keyOf(next);
    const at = known.get(key) ?? open.push(next) - 1;
    known.set(key, at);
    return at;
  };
  for (let at = 0; at < open.length; at++) {
    const from = open[at] as Open;
    const steps = THROWS.map((dice) => stepOf(from, settle(from.game, dice), stake + commission, find));
    moments.push({ point: from.game.point, spot: from.spot, steps });
  }
  return { stake, commission, moments };
}

function stepOf(
  { spot }: Open,
  rolled: ReturnType<typeof settle>,
  putUp: Cents,
  find: (next: Open) => number,
): Step {
  const settlement = rolled.settled.find((settled) => settled.spot === spot);
  if (settlement) {
    const { returned, winnings, commissionReturned = 0 } = settlement;
    return { end: { net: returned + winnings + commissionReturned - putUp, settlement } };
  }
  const moved = rolled.travelled.find((travel) => travel.spot.wager === spot.wager);
  return { to: find({ game: rolled.game, spot: moved ? moved.spot : spot }) };
}
