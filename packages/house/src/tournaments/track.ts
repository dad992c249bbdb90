import { type Entrant, type Round, type Tournament, termsOf } from '@boxperson/offices';
import {
  type Cents,
  evolve,
  findPlayer,
  isGone,
  onLayout,
  type Table,
  type TableEvent,
} from '@boxperson/rules';

/** The name under which an entry plays: another in each round, so that what was left on a layout is nobody's in the next. */
export const playersName = ({ name }: Entrant, entry: string, round: number): string =>
  round === 1 ? `${name} #${entry}` : `${name} #${entry}.${round}`;

/** Somebody's place at a table of the round that runs. */
export interface RoundSeat {
  readonly entry: string;
  readonly seat: number;
  readonly entrant: Entrant;
  readonly name: string;
  /** Are they still of the round? */
  readonly plays: boolean;
}

/**
 * A name that nobody at the table had when the round began: whoever left wagers there in an earlier tournament may have
 * been the same entry under the same name, and neither has what is the other's.
 */
function freeName(name: string, stood: ReadonlySet<string>): string {
  let free = name;
  for (let at = 2; stood.has(free); at += 1) free = `${name} (${at})`;
  return free;
}

export function seatsOf(
  state: Tournament,
  table: string,
  { stood }: Pick<Track, 'stood'>,
): readonly RoundSeat[] {
  const round = state.rounds.at(-1) as Round;
  return round.places
    .filter((place) => place.table === table)
    .map(({ player, seat }) => {
      const entrant = state.entries[player] as Entrant;
      const name = freeName(playersName(entrant, player, state.rounds.length), stood);
      return { entry: player, seat, entrant, name, plays: ['in', 'out'].includes(entrant.stands) };
    });
}

/** What a table's record says that a tournament must know of. */
export type Found =
  | { readonly what: 'settled'; readonly before: Table }
  /** A roll that was settled is taken out of the game. */
  | { readonly what: 'undone' }
  /** The hand of a shooter is over. */
  | { readonly what: 'hand-over' };

/**
 * A table's record, read from its beginning: the table as it stood after each event, and since the round began chips that
 * came to each place and went from it, and rolls that count. What was there before is of another round, or of another
 * tournament in which somebody had the same name. A roll counts once it is settled: until then its call may be put right
 * (R113).
 */
export class Track {
  readonly startedAt: number;
  readonly #after: number | null;
  /** Is all read that was before the round? */
  isBegun = false;
  table: Table | null = null;
  n = 0;
  /** Rolls of the round, as older books number them. */
  rolls = 0;
  /** Chips given out to each name, less those that were taken. */
  readonly issued = new Map<string, Cents>();
  /** What each name has left the table with. */
  readonly left = new Map<string, Cents>();
  /** The table when the round began. */
  #eve: Table | null = null;
  /** The table before a roll that is not settled yet. */
  #rolled: Table | null = null;
  /** The dice have gone from a shooter. */
  #passed = false;

  /** `after`: where the table's record stood when the round began; null where that was not noted yet. */
  constructor(startedAt: number, after: number | null = null) {
    this.startedAt = startedAt;
    this.#after = after;
  }

  /** Takes the next event in. */
  take(event: TableEvent, n: number): readonly Found[] {
    const before = this.table;
    this.table = evolve(before, event);
    this.n = n;
    if (this.isBefore(event, n)) {
      this.#eve = this.table;
      return [];
    }
    this.#chips(event);
    return before ? this.#found(before, event) : [];
  }

  /** Its table may be another node's, which goes by another clock: times tell only where nothing better does. */
  isBefore({ at }: TableEvent, n: number): boolean {
    return this.#after === null ? at < this.startedAt : n <= this.#after;
  }

  /** Who was at the table when the round began, seated or with wagers that they left. */
  get stood(): ReadonlySet<string> {
    return new Set(this.#eve?.guests.map(({ player }) => player));
  }

  #chips(event: TableEvent): void {
    const add = (to: Map<string, Cents>, player: string, amount: Cents) =>
      to.set(player, (to.get(player) ?? 0) + amount);
    if (event.event === 'sat') add(this.issued, event.player, event.bankroll);
    if (event.event === 'chips-bought') add(this.issued, event.player, event.amount);
    if (event.event === 'chips-taken') add(this.issued, event.player, -event.amount);
    if (event.event === 'left' || event.event === 'released') add(this.left, event.player, event.paid);
  }

  #found(before: Table, event: TableEvent): readonly Found[] {
    const found: Found[] = [];
    if (event.event === 'rolled') this.#rolled = before;
    if (event.event === 'throw-voided') {
      this.#rolled = null;
      this.#passed = false;
    }
    if (event.event === 'outcome-invalidated' && event.how !== 'refunded') {
      if (this.#rolled === null) found.push({ what: 'undone' });
      this.#rolled = null;
    }
    if (this.#rolled && before.phase === 'settling' && this.table?.phase !== 'settling') {
      found.push({ what: 'settled', before: this.#rolled });
      this.#rolled = null;
    }
    // The roll that ended a hand is counted before the hand is over.
    this.#passed ||= before.shooter.shooter !== null && this.table?.shooter.shooter == null;
    if (this.#passed && this.table?.phase !== 'settling') {
      this.#passed = false;
      found.push({ what: 'hand-over' });
    }
    return found;
  }

  /** All that somebody has: in front of them, on the layout unless that is void, and what they left with. */
  worthOf(name: string, isVoid: boolean): Cents {
    const table = this.table as Table;
    const player = findPlayer(table.game, name);
    const left = this.left.get(name) ?? 0;
    if (!player) return left;
    return player.balance + (isVoid ? 0 : onLayout(player)) + (isGone(table, name) ? left : 0);
  }
}

/** What a count of a table says: everybody's chips, and what of them was bought or taken during the round. */
export function countOf(state: Tournament, table: string, track: Track, isVoid: boolean) {
  const round = state.rounds.at(-1) as Round;
  const seats = seatsOf(state, table, track);
  const banks = Object.fromEntries(seats.map(({ entry, name }) => [entry, track.worthOf(name, isVoid)]));
  const included = Object.fromEntries(
    seats.map(({ entry, name }) => [
      entry,
      track.issued.has(name) ? (track.issued.get(name) ?? 0) - (round.banks[entry] ?? 0) : 0,
    ]),
  );
  return { banks, included };
}

/** Who had less than the least wager of the terms on the layout. Who has nothing left to bet owes no wager. */
export function shortAt(
  state: Tournament,
  table: string,
  track: Track,
  before: Table,
  banks: Readonly<Record<string, Cents>>,
): readonly string[] {
  const least = termsOf(state)?.minimum?.chips ?? 0;
  const staked = (name: string): Cents => {
    const player = findPlayer(before.game, name);
    return player ? onLayout(player) : 0;
  };
  return seatsOf(state, table, track)
    .filter(({ entry, name, plays }) => plays && staked(name) < least && (banks[entry] ?? 0) > 0)
    .map(({ entry }) => entry);
}
