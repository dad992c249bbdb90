import { type Game, isWorking, type Player, type Spot, type Wager } from '@boxperson/rules';

/** What lies on a wager or before a player and is not chips (star-2024 2.4.5, crown 4.3). */
export type MarkerKind = 'on' | 'off' | 'buy' | 'lay' | 'dont' | 'limit';
export interface Marker {
  readonly kind: MarkerKind;
  readonly says: string;
  /** Where many lie side by side. */
  readonly short: string;
}

const KINDS: Partial<Record<Spot['wager'], Marker>> = {
  buy: { kind: 'buy', says: 'BUY', short: 'B' },
  lay: { kind: 'lay', says: 'LAY', short: 'L' },
  'place-lose': { kind: 'dont', says: 'DON’T', short: 'D' },
};
const CALLED: Readonly<Record<'on' | 'off', Marker>> = {
  on: { kind: 'on', says: 'ON', short: 'ON' },
  off: { kind: 'off', says: 'OFF', short: 'OFF' },
};

/** crown 3.5.1(b), adelaide 5(e): one marker speaks for all similar wagers of a player. Else each has its own. */
export const oneMarksAll = ({ rulebook }: Game): boolean => rulebook.calls.covers.value === 'all-similar';

/** Does a marker that lies on an earlier wager speak for this one? */
const isSpokenFor = (game: Game, player: Player, wager: Wager): boolean =>
  oneMarksAll(game) &&
  player.wagers.find(({ spot, called }) => spot.wager === wager.spot.wager && called === wager.called) !==
    wager;

export function markersOn(game: Game, player: Player, wager: Wager): readonly Marker[] {
  const kind = KINDS[wager.spot.wager];
  const called = wager.called === null || isSpokenFor(game, player, wager) ? null : CALLED[wager.called];
  return [...(called ? [called] : []), ...(kind ? [kind] : [])];
}

/** All that is to be seen from afar of one player, each once. */
export function markersOf(game: Game, player: Player): readonly Marker[] {
  const all = player.wagers.flatMap((wager) => markersOn(game, player, wager));
  const limit: readonly Marker[] = player.limit ? [{ kind: 'limit', says: 'LIMIT', short: 'LIM' }] : [];
  return [...limit, ...all].filter(
    ({ kind }, index, list) => list.findIndex((one) => one.kind === kind) === index,
  );
}

/** Off by the come out roll alone, without a word: no marker lies there. */
export const restsNow = (game: Game, wager: Wager): boolean =>
  wager.called === null && !isWorking(game, wager);
