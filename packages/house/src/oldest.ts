/** Of how many one goes at a time: a map of less than a thousand loses one, of half a million five hundred. */
const ONE_OF = 1_000;

/**
 * Takes the oldest out of a map that has become larger than it may be, some at a time, and says which. From its beginning
 * a map passes by all that was taken out of it since it was last made anew: for half a million that is most of a
 * millisecond, too much to pay for each. An iterator that stays where it was would not pass by them, but as long as
 * somebody holds one, the map keeps every table that it ever had.
 */
export function takeOldest<K, V>(map: Map<K, V>, most: number): readonly (readonly [K, V])[] {
  if (map.size <= most) return [];
  const taken: [K, V][] = [];
  const left = most - Math.floor(most / ONE_OF);
  for (const oldest of map) {
    if (map.size <= left) break;
    map.delete(oldest[0]);
    taken.push(oldest);
  }
  return taken;
}
