import { numbersFrom, shuffled } from './lots.js';

/** Somebody's place in a round. */
export interface Place {
  readonly player: string;
  readonly table: string;
  readonly seat: number;
}

export interface Seating {
  readonly places: readonly Place[];
  /** Who has the dice first, by table. */
  readonly shooters: Readonly<Record<string, string>>;
}

/** As few tables as hold them: tables are collapsed before they are balanced (R79). */
export const tablesFor = (players: number, seats: number): number => Math.max(1, Math.ceil(players / seats));

/** How many sit at each of so many tables: never more than one apart (R79). */
export const shares = (players: number, tables: number): readonly number[] =>
  Array.from({ length: tables }, (_, at) => Math.floor((players + tables - 1 - at) / tables));

/** Seats and first shooters by lot: players in the order of the seed, dealt to the tables in theirs. */
export function seatingFrom(players: readonly string[], tables: readonly string[], seed: string): Seating {
  const order = shuffled(players, seed);
  const places: Place[] = [];
  let next = 0;
  shares(order.length, tables.length).forEach((share, at) => {
    for (let seat = 1; seat <= share; seat += 1)
      places.push({ player: order[next++] as string, table: tables[at] as string, seat });
  });
  const shooters = shootersFrom(places, tables, seed);
  return { places: places.map((place) => turned(place, places, shooters)), shooters };
}

/** The dice go round from the first seat: whoever has them first by lot sits there, and the others as they follow. */
function turned(place: Place, places: readonly Place[], shooters: Seating['shooters']): Place {
  const here = places.filter(({ table }) => table === place.table);
  const first = here.find(({ player }) => player === shooters[place.table])?.seat ?? 1;
  return { ...place, seat: ((place.seat - first + here.length) % here.length) + 1 };
}

/** From numbers of their own, so that seats and dice have nothing to do with each other. */
function shootersFrom(
  places: readonly Place[],
  tables: readonly string[],
  seed: string,
): Readonly<Record<string, string>> {
  const below = numbersFrom(`${seed}:shooter`);
  return Object.fromEntries(
    tables.flatMap((table) => {
      const here = places.filter((place) => place.table === table);
      return here.length === 0 ? [] : [[table, here[below(here.length)]?.player as string]];
    }),
  );
}

/** Moves that bring tables within one of each other: from the fullest, the one whose seat is highest (R79). */
export function balanced(
  places: readonly Place[],
  tables: readonly string[],
  seats: number,
): readonly Place[] {
  const open = tables.slice(0, tablesFor(places.length, seats));
  const wanted = new Map(shares(places.length, open.length).map((share, at) => [open[at] as string, share]));
  const at = (table: string) => stay.filter((place) => place.table === table);
  const stay: Place[] = [];
  const moving: Place[] = [];
  for (const place of [...places].sort((one, other) => one.seat - other.seat)) {
    if (at(place.table).length < (wanted.get(place.table) ?? 0)) stay.push(place);
    else moving.push(place);
  }
  for (const { player } of moving) {
    const table = open.find((one) => at(one).length < (wanted.get(one) ?? 0)) as string;
    const taken = new Set(at(table).map(({ seat }) => seat));
    let seat = 1;
    while (taken.has(seat)) seat += 1;
    stay.push({ player, table, seat });
  }
  return stay;
}
