import {
  type Game,
  isWorking,
  ODDS_OF,
  type PointNumber,
  type Spot,
  spotOf,
  tokensOn,
  type Wager,
} from '@boxperson/rules';
import { chipText } from '../ui/chips.js';
import type { Box, FeltLayout, Region } from './layout/shape.js';
import { type Holding, type Slots, slotsIn } from './layout/slots.js';

/** Whoever has chips on the felt, as far as the felt draws them. */
export interface Holder {
  readonly name: string;
  readonly seat: number;
  readonly wagers: readonly Stake[];
}
type Stake = Pick<Wager, 'spot' | 'amount' | 'tokens'>;

/** A wager with whose it is. */
interface Stood {
  readonly owner: Holder;
  readonly wager: Stake;
}

/** One's own chips with those that the house has not confirmed yet: they lie where they will stand. */
export const withPending = (
  players: readonly Holder[],
  player: string | null,
  pending: readonly Stake[],
): readonly Holder[] =>
  players.map((one) =>
    one.name === player ? { ...one, wagers: withOddsPlaces(pending.reduce(added, one.wagers)) } : one,
  );

/** Beside a travelled wager of one's own the place of its odds is kept free, so that nothing moves when they come. */
const withOddsPlaces = (wagers: readonly Stake[]): readonly Stake[] =>
  wagers.flatMap((one): readonly Stake[] => {
    const { wager, number } = one.spot;
    if ((wager !== 'come' && wager !== 'dont-come') || number === undefined) return [one];
    const odds = spotOf(ODDS_OF[wager], number);
    return wagers.some(({ spot }) => spot === odds) ? [one] : [one, { spot: odds, amount: 0 }];
  });

const added = (wagers: readonly Stake[], put: Stake): readonly Stake[] =>
  wagers.some(({ spot }) => spot === put.spot)
    ? wagers.map((one) => (one.spot === put.spot ? together(one, put) : one))
    : [...wagers, put];

const together = (one: Stake, put: Stake): Stake => {
  const tokens = tokensOn(one) + tokensOn(put);
  const voucher = one.tokens?.voucher ?? put.tokens?.voucher ?? '';
  const stake = { spot: one.spot, amount: one.amount + put.amount };
  return tokens > 0 ? { ...stake, tokens: { voucher, amount: tokens } } : stake;
};

/** `$15`; `T$10` where all of it is tokens, `$15 T$5` where some is: a letter, for whoever sees no colours. */
export const stakeText = ({ amount, tokens }: Pick<Wager, 'amount' | 'tokens'>): string => {
  if (amount === 0) return '';
  if (tokens === undefined) return chipText(amount);
  const inTokens = `T${chipText(tokens.amount)}`;
  return tokens.amount === amount ? inTokens : `${chipText(amount)} ${inTokens}`;
};

/** The room on the felt where a wager stands: its own box, or that of the number it was brought to. */
export interface Room {
  readonly key: string;
  readonly box: Box;
}

const isTravelling = (wager: Spot['wager']): 'come' | 'dont-come' | null => {
  if (wager === 'come' || wager === ODDS_OF.come) return 'come';
  return wager === 'dont-come' || wager === ODDS_OF['dont-come'] ? 'dont-come' : null;
};

const hasNumber = ({ regions }: FeltLayout, number: PointNumber): boolean =>
  regions.some(({ spot }) => spot === spotOf('place', number));

/** Null where this felt (a phone's other page, the centre alone) has no such place. */
export function roomOf({ wager, number, index }: Spot, layout: FeltLayout): Room | null {
  const travelling = isTravelling(wager);
  if (travelling && number !== undefined) {
    const box = hasNumber(layout, number) ? layout.travelled(travelling, number) : null;
    return box && { key: `${travelling}-${number}`, box };
  }
  const region = layout.regions.find((one) => one.spot.index === index);
  return region ? { key: `spot-${index}`, box: region.room } : null;
}

export const keyOf = (seat: number, spot: Spot): string => `${seat}/${spot.index}`;

/** A box of the felt with everybody's chips in it. */
export interface Filled {
  readonly room: Room;
  readonly slots: Slots;
}

interface Gathering {
  readonly room: Room;
  readonly stood: Stood[];
}

function gather(players: readonly Holder[], layout: FeltLayout): readonly Gathering[] {
  const rooms = new Map<string, Gathering>();
  for (const owner of players)
    for (const wager of owner.wagers) {
      const room = roomOf(wager.spot, layout);
      if (!room) continue;
      const there = rooms.get(room.key) ?? { room, stood: [] };
      there.stood.push({ owner, wager });
      rooms.set(room.key, there);
    }
  return [...rooms.values()];
}

/** What each seat has in a room: the wager first, then its odds. */
function holdings(stood: readonly Stood[]): readonly Holding[] {
  const seats = [...new Set(stood.map(({ owner }) => owner.seat))];
  const isOdds = ({ wager }: Stood): boolean => wager.spot.wager.endsWith('odds');
  return seats.map((seat) => ({
    seat,
    chips: stood
      .filter(({ owner }) => owner.seat === seat)
      .sort((a, b) => Number(isOdds(a)) - Number(isOdds(b)))
      .map(({ wager }) => ({
        key: keyOf(seat, wager.spot),
        amount: wager.amount,
        text: stakeText(wager),
        ...(wager.tokens ? { tokens: wager.tokens.amount } : {}),
      })),
  }));
}

/** Everybody's chips in the slots of every box, seen by one of them (or by nobody in particular). */
export function fillFelt(
  players: readonly Holder[],
  player: string | null,
  seats: number,
  layout: FeltLayout,
): readonly Filled[] {
  const own = players.find(({ name }) => name === player)?.seat ?? null;
  const places = Array.from({ length: seats }, (_, at) => at + 1).filter((seat) => seat !== own);
  return gather(players, layout).map(({ room, stood }) => {
    const all = holdings(stood);
    const mine = all.find(({ seat }) => seat === own) ?? null;
    const others = all.filter(({ seat }) => seat !== own);
    return {
      room,
      slots: slotsIn(room.box, mine, others, chipText, places, own === null ? 'seat' : 'other'),
    };
  });
}

/** Rooms by the spots whose print gives way to chips. */
export const occupied = (filled: readonly Filled[]): ReadonlySet<string> =>
  new Set(filled.map(({ room }) => room.key));

export const isOccupied = (full: ReadonlySet<string>, { spot }: Region): boolean =>
  full.has(`spot-${spot.index}`);

/** OFF where a wager does not work, ON where it would not by itself; nothing where it goes without saying. */
export function markerOn(game: Game, wager: Wager): 'off' | 'on' | null {
  if (!isWorking(game, wager)) return 'off';
  const callable = game.rulebook.calls.inactiveOnComeOut.value.includes(wager.spot.wager);
  return callable && game.point === null ? 'on' : null;
}
