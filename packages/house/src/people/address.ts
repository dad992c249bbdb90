import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** One household or one rented machine has a whole /64 to itself: its addresses count as one. */
const NETWORK_GROUPS = 4;
/** `::ffff:0:0/96`: how an IPv4 address is told by a socket that takes both kinds. */
const MAPPED = ['0', '0', '0', '0', '0', 'ffff'];

/** Longer is no address, and nobody makes the house keep it. */
const LONGEST = 64;

/** What of an address tells one sender from another. A place is its own place: whoever holds either may ask. */
export function placeOf(address: string): string {
  const [bare = ''] = address.toLowerCase().slice(0, LONGEST).split('%');
  const said = bare.trim();
  if (!isIPv6(said)) return said;
  const groups = groupsOf(said);
  return mappedIn(groups) ?? groups.slice(0, NETWORK_GROUPS).join(':');
}

/** A line may have many networks: those of one /48, or the addresses of an IPv4 /24, are neighbours. */
const WIDE_GROUPS = 3;
const IPV4_PLACE = /^(\d+\.\d+\.\d+)\.\d+$/;

/**
 * Where an address or a place is: whose neighbours wait give way sooner. Nobody is refused for what a neighbour does but
 * guests, where there is so much for all of them together.
 */
export function widePlaceOf(address: string): string {
  const place = placeOf(address);
  const groups = place.split(':');
  if (groups.length === NETWORK_GROUPS) return groups.slice(0, WIDE_GROUPS).join(':');
  return IPV4_PLACE.exec(place)?.[1] ?? place;
}

function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const split = (part: string) => (part === '' ? [] : part.split(':').flatMap(asGroups));
  const before = split(head);
  const after = tail === undefined ? [] : split(tail);
  const missing = Math.max(0, GROUPS - before.length - after.length);
  const zeros = tail === undefined ? [] : Array.from({ length: missing }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}

/** An address may end as those of the old kind are written: that is two groups of it. */
function asGroups(part: string): readonly string[] {
  if (!part.includes('.')) return [part];
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
  return [a * 256 + b, c * 256 + d].map((group) => group.toString(16));
}

/** An address of the old kind in the clothes of the new, however it is written; null for any other. */
function mappedIn(groups: readonly string[]): string | null {
  if (groups.slice(0, MAPPED.length).join(':') !== MAPPED.join(':')) return null;
  const halves = groups.slice(MAPPED.length).map((group) => Number.parseInt(group, 16));
  return halves.flatMap((half) => [half >> 8, half & 255]).join('.');
}
