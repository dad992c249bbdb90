export const FACES = [1, 2, 3, 4, 5, 6] as const;
export type Die = (typeof FACES)[number];
/** Two dice in the order read. */
export type Dice = readonly [Die, Die];

export const TOTALS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
export type Total = (typeof TOTALS)[number];

/** The numbers that can become a point. */
export const NUMBERS = [4, 5, 6, 8, 9, 10] as const;
export type PointNumber = (typeof NUMBERS)[number];
export type ByNumber<T> = Readonly<Record<PointNumber, T>>;

export const HARD_NUMBERS = [4, 6, 8, 10] as const;
export type HardNumber = (typeof HARD_NUMBERS)[number];

/** The totals that are called craps. */
export const CRAPS_TOTALS = [2, 3, 12] as const;

export const isDie = (value: unknown): value is Die =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 6;
export const isPointNumber = (value: unknown): value is PointNumber =>
  (NUMBERS as readonly unknown[]).includes(value);

export const isCraps = (total: Total): boolean => (CRAPS_TOTALS as readonly Total[]).includes(total);
/** Two and twelve are pairs too, but there is no other way to throw them. */
export const hasHardWay = (total: Total): boolean => (HARD_NUMBERS as readonly Total[]).includes(total);

export const totalOf = (dice: Dice): Total => (dice[0] + dice[1]) as Total;
/** Both dice the same. */
export const isHard = (dice: Dice): boolean => dice[0] === dice[1];

/** All 36 throws in order: 1-1, 1-2, … 6-6. */
export const THROWS: readonly Dice[] = FACES.flatMap((a) => FACES.map((b): Dice => [a, b]));
export const throwIndex = (dice: Dice): number => (dice[0] - 1) * 6 + dice[1] - 1;

/** A pair without order, low first. */
export const makePair = (dice: Dice): Dice => (dice[0] <= dice[1] ? dice : [dice[1], dice[0]]);
