import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** One household or one rented machine has a whole /64 to itself: its addresses count as one. */
const NETWORK_GROUPS = 4;

/** What of an address tells one sender from another. */
export function placeOf(address: string): string {
  const bare = (address.split('%')[0] ?? '').trim().toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return bare.slice(0, 64);
  return groupsOf(bare).slice(0, NETWORK_GROUPS).join(':');
}

/** A line may have many networks: those of one /48, or the addresses of an IPv4 /24, are neighbours. */
const WIDE_GROUPS = 3;
const IPV4_PLACE = /^(\d+\.\d+\.\d+)\.\d+$/;

/**
 * Where a place is: whose neighbours wait give way sooner. Nobody is refused for what a neighbour does but guests, where
 * there is so much for all of them together.
 */
export function widePlaceOf(place: string): string {
  const groups = place.split(':');
  if (groups.length === NETWORK_GROUPS) return groups.slice(0, WIDE_GROUPS).join(':');
  return IPV4_PLACE.exec(place)?.[1] ?? place;
}

function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const split = (part: string) => (part === '' ? [] : part.split(':'));
  const before = split(head);
  const after = tail === undefined ? [] : split(tail);
  const missing = Math.max(0, GROUPS - before.length - after.length);
  const zeros = tail === undefined ? [] : Array.from({ length: missing }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}
