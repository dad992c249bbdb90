/** From and to, in milliseconds. */
export type Span = readonly [least: number, most: number];

/** How long a bot takes over things. */
export interface BotPace {
  /** Between one bet, take-down or call and the next. */
  readonly act: Span;
  /** To answer an offer of the dice, and to choose two. */
  readonly dice: Span;
  /** To throw. On the come out people want time for their own wagers. */
  readonly throw: Span;
  readonly comeOut: Span;
  /** Whoever has the dice this long throws, whatever else there is to do: others are waiting. */
  readonly hold: number;
}

export const PACES = {
  human: {
    act: [600, 3_000],
    dice: [900, 2_500],
    throw: [1_500, 3_500],
    comeOut: [3_000, 6_000],
    hold: 15_000,
  },
  brisk: { act: [0, 4], dice: [2, 8], throw: [5, 15], comeOut: [5, 15], hold: 2_000 },
} as const satisfies Record<string, BotPace>;
export type PaceName = keyof typeof PACES;
export const PACE_NAMES = Object.keys(PACES) as readonly PaceName[];

/** Numbers from 0 up to 1, the same for the same seed: a bot can be watched twice. */
export function seeded(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const within = ([least, most]: Span, random: () => number): number =>
  Math.round(least + (most - least) * random());
