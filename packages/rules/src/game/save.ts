import type { PointNumber } from '../dice.js';
import type { Cents } from '../money.js';
import type { Rulebook } from '../rulebook.js';
import { findSpot, SPOTS, type Spot } from '../wager.js';
import { impossible } from './apply.js';
import { decisionsOf } from './decisions.js';
import type { Sign } from './sign.js';
import type { Game, Player, Wager } from './state.js';

/** What a spot is called in a record: an id and its selection. */
export type Selection = Omit<Spot, 'index'>;
const selectionOf = ({ wager, number, dice, high }: Spot): Selection => ({
  wager,
  ...(number === undefined ? {} : { number }),
  ...(dice === undefined ? {} : { dice }),
  ...(high === undefined ? {} : { high }),
});
/** Every spot of the felt is told so often that its selection is made once. */
const SELECTIONS: readonly Selection[] = SPOTS.map(selectionOf);
export const makeSelection = (spot: Spot): Selection =>
  spot === SPOTS[spot.index] ? (SELECTIONS[spot.index] as Selection) : selectionOf(spot);
export const spotFrom = (selection: Selection): Spot =>
  findSpot(selection) ?? impossible(`no such spot as ${JSON.stringify(selection)}`);

export type SavedWager = Selection & Omit<Wager, 'spot'>;
export type SavedPlayer = Omit<Player, 'wagers'> & { readonly wagers: readonly SavedWager[] };
/** A game without what can be made again: plain JSON. */
export interface SavedGame {
  readonly point: PointNumber | null;
  readonly freed: boolean;
  readonly house: Cents;
  readonly players: readonly SavedPlayer[];
  readonly vouchers?: readonly string[];
}

const saveWager = ({ spot, ...rest }: Wager): SavedWager => ({ ...makeSelection(spot), ...rest });

export const saveGame = ({ point, freed, house, players, vouchers }: Game): SavedGame => ({
  point,
  freed,
  house,
  players: players.map((player) => ({ ...player, wagers: player.wagers.map(saveWager) })),
  ...(vouchers === undefined ? {} : { vouchers }),
});

function restoreWager({ wager, number, dice, high, ...rest }: SavedWager): Wager {
  const selection = makeSelection({ index: 0, wager, ...pick({ number, dice, high }) });
  return { spot: spotFrom(selection), ...rest };
}

const pick = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

export const restoreGame = (
  rulebook: Rulebook,
  sign: Sign,
  { point, freed, house, players, vouchers }: SavedGame,
): Game => ({
  rulebook,
  decisions: decisionsOf(rulebook),
  sign,
  point,
  freed,
  house,
  players: players.map((player) => ({ ...player, wagers: player.wagers.map(restoreWager) })),
  ...(vouchers === undefined ? {} : { vouchers }),
});
