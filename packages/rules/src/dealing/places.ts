import type { Rulebook } from '../rulebook.js';
import type { DealingProfile } from './profile.js';

/** Whose sheet a line is on: a base dealer's by the hand of the box, the stick's, or the one dealer's. */
export const STATIONS = ['left', 'right', 'stick', 'single'] as const;
export type Station = (typeof STATIONS)[number];
export type End = Exclude<Station, 'stick'>;

/** Where a seat is, for whoever must find it without looking for a number. */
export interface Place {
  readonly end: End;
  readonly seat: number;
  /** 1 beside the stick; with a single dealer 1 at the dealer's left. */
  readonly fromStick: number;
  /** 1 beside the base dealer; with a single dealer 1 at the dealer's right. */
  readonly fromDealer: number;
}

/** crown 7.3.1(b): where the lowest of the crew decides the faces, that dealer stands alone. */
const hasSingleDealer = (book: Rulebook): boolean => book.powers['decide-face']?.role === book.roles[0]?.id;

export const isSingle = (book: Rulebook, { crew }: DealingProfile): boolean =>
  crew === 'single' || hasSingleDealer(book);

/** Seats go clockwise from the left of the box (star 3.2), so those of the first end come to the stick last. */
export function placeOf(seat: number, seats: number, crew: 'single' | 'ends'): Place {
  if (crew === 'single') return { end: 'single', seat, fromStick: seat, fromDealer: seats - seat + 1 };
  const left = Math.ceil(seats / 2);
  return seat <= left
    ? { end: 'left', seat, fromStick: left - seat + 1, fromDealer: seat }
    : { end: 'right', seat, fromStick: seat - left, fromDealer: seats - seat + 1 };
}

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const SUFFIXES: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
const isTeen = (count: number): boolean => count % 100 > 10 && count % 100 < 14;
const ordinal = (count: number): string =>
  ORDINALS[count - 1] ?? `${count}${(isTeen(count) ? undefined : SUFFIXES[count % 10]) ?? 'th'}`;

const besideMe = (count: number): string => (count === 1 ? 'next to me' : `my ${ordinal(count)}`);
const beside = (whom: string, count: number): string =>
  count === 1 ? `next to the ${whom}` : `the ${whom}'s ${ordinal(count)}`;

/** A seat as the base dealer of its end says it, by whoever of dealer and stick is nearer. */
const fromDealer = (place: Place): string =>
  place.fromDealer < place.fromStick ? besideMe(place.fromDealer) : beside('stick', place.fromStick);

/** The stick faces the box: what is left of the box is at the stick's right hand. */
const HANDS: Readonly<Record<'left' | 'right', string>> = { left: 'on my right', right: 'on my left' };

const fromStick = (place: Place & { readonly end: 'left' | 'right' }): string => {
  const where =
    place.fromStick <= place.fromDealer ? besideMe(place.fromStick) : beside('dealer', place.fromDealer);
  return `${where}, ${HANDS[place.end]}`;
};

const fromSingle = ({ fromStick: left, fromDealer: right }: Place): string =>
  left <= right ? `${ordinal(left)} on my left` : `${ordinal(right)} on my right`;

/** How a seat is named by distance. */
export function sayPlace(place: Place, by: 'stick' | 'dealer'): string {
  if (place.end === 'single') return fromSingle(place);
  return by === 'dealer' ? fromDealer(place) : fromStick(place as Place & { end: 'left' | 'right' });
}
