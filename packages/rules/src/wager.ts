import { type Dice, FACES, HARD_NUMBERS, makePair, NUMBERS, type PointNumber } from './dice.js';

/** Wager ids in the order of settlement (R18). What a person reads is the rulebook's own name. */
export const WAGER_IDS = [
  'pass',
  'dont-pass',
  'come',
  'dont-come',
  'pass-odds',
  'dont-pass-odds',
  'come-odds',
  'dont-come-odds',
  'place',
  'place-lose',
  'buy',
  'lay',
  'hardway',
  'big-6',
  'big-8',
  'field',
  'any-seven',
  'any-craps',
  'craps-2',
  'craps-3',
  'craps-12',
  'eleven',
  'craps',
  'craps-eleven',
  'horn',
  'horn-high',
  'world',
  'hop',
] as const;
export type WagerId = (typeof WAGER_IDS)[number];

export const HORN_TOTALS = [2, 3, 11, 12] as const;
export type HornTotal = (typeof HORN_TOTALS)[number];

/** The wagers that back a flat wager, and the flat wager each backs. */
export const FLAT_OF = {
  'pass-odds': 'pass',
  'dont-pass-odds': 'dont-pass',
  'come-odds': 'come',
  'dont-come-odds': 'dont-come',
} as const;
export type OddsId = keyof typeof FLAT_OF;
export type FlatId = (typeof FLAT_OF)[OddsId];
export const isOddsId = (id: WagerId): id is OddsId => Object.hasOwn(FLAT_OF, id);
export const ODDS_OF = {
  pass: 'pass-odds',
  'dont-pass': 'dont-pass-odds',
  come: 'come-odds',
  'dont-come': 'dont-come-odds',
} as const satisfies Record<FlatId, OddsId>;
export const isFlatId = (id: WagerId): id is FlatId => Object.hasOwn(ODDS_OF, id);

/** R1: the wagers a player may ask to stay up. */
export const STAY_IDS: readonly WagerId[] = [
  'place',
  'place-lose',
  'buy',
  'lay',
  'hardway',
  'big-6',
  'big-8',
];

/**
 * One place on the felt where a player's chips can stand: an id and what it is about (R17: one spot, one wager).
 * `come` without a number is the Come box, with one the travelled wager.
 */
export interface Spot {
  /** Place in the order of settlement (R18), 0 and up. */
  readonly index: number;
  readonly wager: WagerId;
  readonly number?: PointNumber;
  readonly high?: HornTotal;
  readonly dice?: Dice;
}

type Selection = Omit<Spot, 'index'>;

const selectionsOf = (wager: WagerId): readonly Selection[] => {
  const byNumber = NUMBERS.map((number) => ({ wager, number }));
  switch (wager) {
    case 'come':
    case 'dont-come':
      return [{ wager }, ...byNumber];
    case 'come-odds':
    case 'dont-come-odds':
    case 'place':
    case 'place-lose':
    case 'buy':
    case 'lay':
      return byNumber;
    case 'hardway':
      return HARD_NUMBERS.map((number) => ({ wager, number }));
    case 'horn-high':
      return HORN_TOTALS.map((high) => ({ wager, high }));
    case 'hop':
      return FACES.flatMap((a) => FACES.filter((b) => b >= a).map((b) => ({ wager, dice: [a, b] as const })));
    default:
      return [{ wager }];
  }
};

/** Every spot there is, in the order of settlement. */
export const SPOTS: readonly Spot[] = WAGER_IDS.flatMap(selectionsOf).map((selection, index) => ({
  index,
  ...selection,
}));

const spotsById = Object.fromEntries(
  WAGER_IDS.map((id) => [id, SPOTS.filter((spot) => spot.wager === id)]),
) as unknown as Readonly<Record<WagerId, readonly Spot[]>>;
export const spotsOf = (wager: WagerId): readonly Spot[] => spotsById[wager];

/** Where a selection has its place among the spots of its id: a number, a high total, a pair as two digits. */
const slotOf = ({ number, high, dice }: Selection): number => {
  const pair = dice && makePair(dice);
  return number ?? high ?? (pair ? 10 * pair[0] + pair[1] : 0);
};
const slots = new Map<WagerId, Spot[]>(WAGER_IDS.map((id) => [id, []]));
for (const spot of SPOTS) (slots.get(spot.wager) as Spot[])[slotOf(spot)] = spot;

/** The spot for an id and a selection; undefined when the selection does not fit the id. */
export function findSpot(selection: Selection): Spot | undefined {
  const spot = slots.get(selection.wager)?.[slotOf(selection)];
  // A hop of 1-1 has the place that a high of 11 would have.
  const fits =
    spot?.number === selection.number && spot?.high === selection.high && !spot?.dice === !selection.dice;
  return fits ? spot : undefined;
}

/** The spot of an id that needs no selection, or of an id with a number. The caller knows that it exists. */
export const spotOf = (wager: WagerId, number?: PointNumber): Spot =>
  (slots.get(wager) as Spot[])[number ?? 0] as Spot;

/** Every spot by its index, as lines of a dealing sheet and of the record have it: `come-odds-6`. */
export const PLACES: readonly string[] = SPOTS.map(({ wager, number, high, dice }) =>
  [wager, number ?? high ?? dice?.join('-') ?? []].flat().join('-'),
);
