import { findSpot, type Spot, type WagerId } from '../wager.js';
import type { DealtWager } from './line.js';
import { type Place, placeOf, type Station } from './places.js';
import { type DealingProfile, payOrder, takeOrder } from './profile.js';
import { type DealtResult, isCentre, type Section } from './sections.js';

/** Sections that are gone through number by number, from 4 to 10, before seat by seat. */
const BY_NUMBER: readonly Section[] = ['come-points', 'place-buy', 'against-numbers'];
/** Against one number: don't come, then lay, then place to lose. */
const AGAINST: { readonly [Id in WagerId]?: number } = { lay: 1, 'place-lose': 2 };
const ENDS: readonly Station[] = ['left', 'right'];

export interface Dealing {
  readonly result: DealtResult;
  readonly seats: number;
  readonly crew: 'single' | 'ends';
  readonly profile: DealingProfile;
}

/** Whose line it is: the centre is the stick's to take, and to pay or direct as the house has it. */
export function stationOf({ crew, profile }: Dealing, { section, stage, action, end }: DealtWager): Station {
  if (crew === 'single' || !isCentre(section)) return end;
  return stage === 'take' || action === 'stand' || profile.centrePaidBy === 'stick' ? 'stick' : end;
}

/** A wager with its station, in its place on that station's sheet. */
export interface Ordered {
  readonly dealt: DealtWager;
  readonly station: Station;
  readonly order: number;
}

interface Ranked {
  readonly dealt: DealtWager;
  readonly station: Station;
  readonly rank: readonly number[];
}

/** Everything once, station by station, each in the order of the profile. */
export function ordered(dealing: Dealing, wagers: readonly DealtWager[]): readonly Ordered[] {
  const sections = {
    take: takeOrder(dealing.profile, dealing.result),
    pay: payOrder(dealing.profile, dealing.result),
  };
  const ranked = wagers.map((dealt): Ranked => {
    const station = stationOf(dealing, dealt);
    return { dealt, station, rank: rankOf(dealing, sections[dealt.stage], dealt, station) };
  });
  ranked.sort(byRank);
  const counts = new Map<Station, number>();
  return ranked.map(({ dealt, station }) => {
    const order = (counts.get(station) ?? 0) + 1;
    counts.set(station, order);
    return { dealt, station, order };
  });
}

function byRank({ rank: a }: Ranked, { rank: b }: Ranked): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number);
  return 0;
}

/** Take before pay, section by section, number by number, seat by seat, a flat wager before its odds. */
function rankOf(
  dealing: Dealing,
  sections: readonly Section[],
  dealt: DealtWager,
  station: Station,
): readonly number[] {
  const { section, stage, selection } = dealt;
  const spot = findSpot(selection) as Spot;
  const isByNumber = BY_NUMBER.includes(section);
  return [
    stage === 'take' ? 0 : 1,
    sections.indexOf(section),
    isByNumber ? (spot.number ?? 0) : 0,
    section === 'against-numbers' ? (AGAINST[spot.wager] ?? 0) : 0,
    station === 'stick' ? ENDS.indexOf(dealt.end) : 0,
    seatRank(dealing, dealt),
    spot.index,
  ];
}

function seatRank({ seats, crew, profile }: Dealing, { seat, stage, section }: DealtWager): number {
  if (crew === 'single') return seat;
  const place: Place = placeOf(seat, seats, crew);
  const direction = profile.directions[stage === 'take' ? 'taking' : section];
  return direction === 'dealer-to-stick' ? place.fromDealer : place.fromStick;
}
