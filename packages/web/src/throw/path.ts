import { heightOf, lying, type Turn, turnAfter, turnBy, type Vector } from '../ui/turn.js';

/** Where somebody stands who throws, seen from the player: at the near rail, or beyond one of the ends. */
export type Side = 'near' | 'left' | 'right';

export interface Area {
  readonly width: number;
  readonly height: number;
}

/** A die at one moment: its middle on the felt, how high above where it would lie, and how it is turned. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly turn: Turn;
}

/** Something that is heard. */
export interface Hit {
  readonly at: number;
  readonly on: 'felt' | 'wall';
  /** From 0 to 1. */
  readonly loud: number;
}

export interface Flown {
  readonly ms: number;
  readonly dice: readonly [readonly Frame[], readonly Frame[]];
  readonly hits: readonly Hit[];
}

export const FRAMES_A_SECOND = 60;

/** Chance for the eye alone: the same for the same throw, wherever it is shown. */
function chances(seed: number): () => number {
  let state = (seed * 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One leg of a die's way: how far along and across, how high, how fast it turns about what. */
interface Leg {
  readonly seconds: number;
  readonly along: readonly [from: number, to: number];
  readonly across: readonly [from: number, to: number];
  readonly height: (part: number) => number;
  /** Radians a second. */
  readonly spin: number;
  readonly axis: Vector;
  readonly ends: Hit['on'] | null;
}

/** A hop from `from` to `to` that rises by `rise` between them. */
const hop =
  (from: number, to: number, rise: number) =>
  (part: number): number =>
    from + (to - from) * part + 4 * rise * part * (1 - part);

/** From the hand to the wall, to the felt and to rest, in sizes of a die and parts of the way. */
const LEGS = [
  { seconds: 0.4, to: 0.6, spin: 15, wobble: 0.5, height: hop(0.9, 0, 0.95), ends: 'felt' },
  { seconds: 0.25, to: 1, spin: 21, wobble: 0.5, height: hop(0, 0.5, 0.3), ends: 'wall' },
  { seconds: 0.2, to: -0.34, spin: 15, wobble: 0.4, height: hop(0.5, 0, 0.12), ends: 'felt' },
  { seconds: 0.24, to: -0.64, spin: 11, wobble: 0.2, height: hop(0, 0, 0.24), ends: 'felt' },
  { seconds: 0.16, to: -0.8, spin: 8, wobble: 0, height: hop(0, 0, 0.08), ends: 'felt' },
  { seconds: 0.3, to: -1, spin: 5, wobble: 0, height: hop(0, 0, 0), ends: null },
] as const;

interface Way {
  readonly size: number;
  /** How far the wall is, and how far from it the die comes to rest. */
  readonly wall: number;
  readonly back: number;
  readonly across: readonly [hand: number, wall: number, rest: number];
  readonly pace: number;
}

/** To the wall a part is a part of the way there; a negative one is a part of the way back from it. */
const alongAt = ({ wall, back }: Way, part: number): number => (part < 0 ? wall + part * back : part * wall);
const acrossAt = ({ across: [hand, wall, rest] }: Way, part: number): number =>
  part < 0 ? wall + (rest - wall) * -part : hand + (wall - hand) * part;

function legsOf(way: Way, forward: Vector, chance: () => number): readonly Leg[] {
  let before = 0;
  return LEGS.map(({ seconds, to, spin, wobble, height, ends }): Leg => {
    const from = before;
    before = to;
    const sense = to > 0 ? 1 : -1;
    const jitter = (): number => (chance() - 0.5) * 2 * wobble;
    const [dx, dy] = [forward[0] * sense, forward[1] * sense];
    return {
      seconds: seconds * way.pace,
      along: [alongAt(way, from), alongAt(way, to)],
      across: [acrossAt(way, from), acrossAt(way, to)],
      height: (part) => height(part) * way.size,
      spin,
      axis: [-dy + jitter(), dx + jitter(), jitter()],
      ends,
    };
  });
}

/** The leg of a moment and how much of it has passed. */
function legAt(legs: readonly Leg[], second: number): readonly [Leg, number] {
  let left = second;
  for (const leg of legs) {
    if (left < leg.seconds) return [leg, left / leg.seconds];
    left -= leg.seconds;
  }
  return [legs.at(-1) as Leg, 1];
}

const length = (legs: readonly Leg[]): number => legs.reduce((sum, { seconds }) => sum + seconds, 0);

/** Where along and across is on the felt of this size, for somebody at this side. */
function placed(side: Side, { width, height }: Area, size: number, along: number, across: number) {
  const start = 0.45 * size;
  if (side === 'near') return { x: width / 2 + across, y: height - start - along };
  return { x: side === 'left' ? start + along : width - start - along, y: height / 2 + across };
}

const FORWARD: Readonly<Record<Side, Vector>> = { near: [0, -1, 0], left: [1, 0, 0], right: [-1, 0, 0] };

interface Thrown {
  readonly seed: number;
  readonly dice: readonly [number, number];
  readonly area: Area;
  readonly size: number;
  readonly side: Side;
}

function wayOf({ area, size, side }: Thrown, which: -1 | 1, lane: number, chance: () => number): Way {
  const [long, wide] = side === 'near' ? [area.height, area.width] : [area.width, area.height];
  // A die that hits the wall is in the air: seen from the near rail it stands higher than where it is.
  const wall = long - 0.45 * size - (side === 'near' ? 0.9 : 0.62) * size;
  // Mid felt for those who throw across; towards the far end for those who throw along.
  const back = Math.max(1.2 * size, long * (side === 'near' ? 0.36 : 0.24)) + which * 0.16 * size;
  const most = wide / 2 - 0.8 * size;
  const inside = (value: number): number => Math.max(-most, Math.min(most, value));
  const apart = which * size * (0.72 + 0.22 * chance());
  return {
    size,
    wall,
    back: Math.min(back, wall - 0.6 * size),
    across: [which * 0.5 * size, inside(lane * 1.3 + apart * 1.2), inside(lane + apart)],
    pace: which < 0 ? 1 : 1.06,
  };
}

/** The way of one die. Turned back from how it lies, so that it always comes to what was thrown. */
function dieOf(thrown: Thrown, which: -1 | 1, legs: readonly Leg[], frames: number, yaw: number): Frame[] {
  const { area, size, side, dice } = thrown;
  const step = 1 / FRAMES_A_SECOND;
  const whole = length(legs);
  let turn = lying(dice[which < 0 ? 0 : 1] as number, yaw);
  const found: Frame[] = [];
  for (let frame = frames; frame >= 0; frame--) {
    const second = Math.min(whole, frame * step);
    const [leg, part] = legAt(legs, second);
    // It comes to rest little by little, and only on the last leg.
    const gone = leg.ends === null ? 1 - (1 - part) ** 2 : part;
    const along = leg.along[0] + (leg.along[1] - leg.along[0]) * gone;
    const across = leg.across[0] + (leg.across[1] - leg.across[0]) * gone;
    const z = leg.height(part) + (heightOf(turn) - 0.5) * size;
    found.push({ ...placed(side, area, size, along, across), z, turn });
    const [earlier] = legAt(legs, second - step / 2);
    if (second > 0 && frame * step <= whole + step)
      turn = turnAfter(turnBy(earlier.axis, -earlier.spin * step), turn);
  }
  return found.reverse();
}

/** What is heard of a die: louder the harder it hits. */
function hitsOf(legs: readonly Leg[]): readonly Hit[] {
  let at = 0;
  return legs.flatMap(({ seconds, ends }, index): readonly Hit[] => {
    at += seconds;
    return ends ? [{ at: at * 1000, on: ends, loud: Math.max(0.15, 1 - index * 0.2) }] : [];
  });
}

/** The way of two dice across the felt to the faces that were thrown: it is told the faces, never finds them. */
export function fly(thrown: Thrown): Flown {
  const chance = chances(thrown.seed);
  const wide = thrown.side === 'near' ? thrown.area.width : thrown.area.height;
  const lane = (chance() - 0.5) * 0.22 * wide;
  const ways = ([-1, 1] as const).map((which) => {
    const way = wayOf(thrown, which, lane, chance);
    return { which, legs: legsOf(way, FORWARD[thrown.side], chance), yaw: (chance() - 0.5) * 1.1 };
  });
  const seconds = Math.max(...ways.map(({ legs }) => length(legs)));
  const frames = Math.ceil(seconds * FRAMES_A_SECOND);
  const [first, second] = ways.map(({ which, legs, yaw }) => dieOf(thrown, which, legs, frames, yaw));
  return {
    ms: (frames / FRAMES_A_SECOND) * 1000,
    dice: [first as Frame[], second as Frame[]],
    hits: ways.flatMap(({ legs }) => hitsOf(legs)).sort((a, b) => a.at - b.at),
  };
}
