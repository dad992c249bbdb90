import {
  ordersOf,
  type ReadSealed,
  type Round,
  readSealed,
  type Seal,
  type Tournament,
  termsOf,
} from '@boxperson/offices';
import { type Command, findPlayer, isGone, type Table } from '@boxperson/rules';
import type { Keeper, OfficeHost } from '../office/office-host.js';
import type { Done } from '../office/once.js';
import type { CommandKey } from '../stream/host.js';
import type { TableHost } from '../tables/host.js';
import { countOf, type Found, type RoundSeat, seatsOf, shortAt, Track } from './track.js';
import { orderFor, turnsFor } from './turns.js';

export { playersName } from './track.js';

/** What a tournament's rounds need of the house around them. */
export interface TournamentAround {
  table(id: string): TableHost | null;
  /** Once, whatever happens in between. */
  once(id: string, command: Command, run: (key: CommandKey) => Promise<Done>): Promise<Done>;
  /** After so long, unless the house is closed by then. */
  later(act: () => void, ms: number): void;
  onError?(error: unknown, stream: string): void;
}

const READ_AT_ONCE = 500;
/** How long after a failure it is looked again: soon, and then less and less often. */
const AGAIN_FIRST_MS = 500;
const AGAIN_MOST_MS = 60_000;
const WAGERS_OPEN: readonly Table['phase'][] = ['offering', 'betting'];

const areWagersOpen = ({ phase, noMoreBets }: Table): boolean => WAGERS_OPEN.includes(phase) && !noMoreBets;

const stateOf = (host: OfficeHost): Tournament => host.told.state as Tournament;
const roundOf = (host: OfficeHost): Round => stateOf(host).rounds.at(-1) as Round;
const isOver = ({ stage }: Tournament): boolean => stage === 'over' || stage === 'cancelled';

/**
 * Brings the tables of a tournament into line with its books: whoever was drawn sits there with their bank, every roll
 * is counted, chips come and go as the books say, opened wagers are put down, turns to bet are given, and when play has
 * ended everybody leaves. It looks at what is, never at what was told: after a crash it goes on where the two records
 * stand.
 */
export class TournamentFloor {
  readonly #around: TournamentAround;
  readonly #hosts = new Map<string, OfficeHost>();
  readonly #tracks = new Map<string, Track>();
  /** What ends the hearing of a table, by tournament and table. */
  readonly #heard = new Map<string, () => void>();
  readonly #looking = new Map<string, 'once' | 'again'>();
  /** How often it could not be looked at since it last could, by tournament. */
  readonly #failures = new Map<string, number>();
  /** What looks again after a failure, by tournament: one at a time. */
  readonly #again = new Map<string, object>();
  #isOpen = false;

  constructor(around: TournamentAround) {
    this.#around = around;
  }

  readonly keeper: Keeper = {
    opened: async (host) => {
      this.#hosts.set(host.stream, host);
      host.listen(() => this.look(host));
      this.look(host);
    },
  };

  /** All books are open: before that nobody knows which tournament a table is kept for now. */
  open(): void {
    this.#isOpen = true;
    for (const host of this.#hosts.values()) this.look(host);
  }

  /** Once at a time; whatever happens meanwhile is looked at afterwards. */
  look(host: OfficeHost): void {
    const { stream } = host;
    if (!this.#isOpen || host.isElsewhere) return;
    if (this.#looking.has(stream)) {
      this.#looking.set(stream, 'again');
      return;
    }
    this.#looking.set(stream, 'once');
    void this.#lookAt(host)
      .then(() => this.#succeeded(stream))
      .catch((error: unknown) => this.#failed(host, error))
      .finally(() => {
        const again = this.#looking.get(stream) === 'again';
        this.#looking.delete(stream);
        if (again) this.look(host);
      });
  }

  /** What was in the way may leave no event behind when it is gone: nobody would look again. */
  #failed(host: OfficeHost, error: unknown): void {
    const { stream } = host;
    this.#around.onError?.(error, stream);
    if (this.#again.has(stream)) return;
    const failures = this.#failures.get(stream) ?? 0;
    this.#failures.set(stream, failures + 1);
    const again = {};
    this.#again.set(stream, again);
    this.#around.later(
      () => {
        if (this.#again.get(stream) !== again) return;
        this.#again.delete(stream);
        this.look(host);
      },
      Math.min(AGAIN_FIRST_MS * 2 ** failures, AGAIN_MOST_MS),
    );
  }

  /** Whatever fails after this begins anew: it is not kept waiting for what failed before. */
  #succeeded(stream: string): void {
    this.#failures.delete(stream);
    this.#again.delete(stream);
  }

  async #lookAt(host: OfficeHost): Promise<void> {
    const state = stateOf(host);
    const round = state.rounds.at(-1);
    if (!round) return;
    for (const { id } of state.tables) {
      const table = this.#around.table(id);
      if (table && !(isOver(state) && this.#isOthers(host, id))) await this.#lookAtTable(host, table);
      // One after another at the same tables: those that are over hear and keep nothing more of them.
      else this.#letGo(host, id);
    }
  }

  async #lookAtTable(host: OfficeHost, table: TableHost): Promise<void> {
    this.#hear(host, table);
    if (isPlayed(stateOf(host), table.id)) return this.#play(host, table);
    const isLeft = await this.#ended(host, table);
    if (isLeft && isOver(stateOf(host))) this.#letGo(host, table.id);
  }

  /** Is the table kept for a tournament that is not over? */
  #isOthers(host: OfficeHost, table: string): boolean {
    const others = [...this.#hosts.values()].filter((one) => one !== host);
    return others.some((one) => !isOver(stateOf(one)) && stateOf(one).tables.some(({ id }) => id === table));
  }

  #hear(host: OfficeHost, table: TableHost): void {
    const name = `${host.stream} ${table.id}`;
    if (!this.#heard.has(name))
      this.#heard.set(
        name,
        table.listen(() => this.look(host)),
      );
  }

  #letGo(host: OfficeHost, table: string): void {
    const name = `${host.stream} ${table}`;
    this.#heard.get(name)?.();
    this.#heard.delete(name);
    this.#tracks.delete(name);
  }

  async #play(host: OfficeHost, table: TableHost): Promise<void> {
    await this.#begin(host, table);
    if (!(await this.#isCleared(host, table))) return;
    const round = roundOf(host);
    const order = orderFor(stateOf(host), table.table);
    if (order) await table.submit(order);
    for (const { entry, entrant, name, seat, plays } of this.#seatsAt(host, table.id)) {
      const isThere = findPlayer(table.table.game, name) !== undefined && !isGone(table.table, name);
      const bankroll = round.banks[entry] ?? 0;
      if (plays && !isThere && round.counts[table.id] === undefined && entrant.person !== undefined)
        await table.submit({ do: 'sit', player: name, person: entrant.person, seat, bankroll });
      if (!plays && isThere) await leaves(table, name);
    }
    await this.#read(host, table);
    if (!isPlayed(stateOf(host), table.id)) return;
    await this.#bringChips(host, table);
    await this.#placeSeals(host, table);
    await this.#giveTurns(host, table);
  }

  /** Whoever stayed from an earlier round leaves before anybody of this one sits down: their seats are needed. */
  async #isCleared(host: OfficeHost, table: TableHost): Promise<boolean> {
    return clear(
      table,
      this.#seatsAt(host, table.id).map(({ name }) => name),
    );
  }

  /** Everybody leaves who can; who cannot yet does when the table goes on. Answers whether nobody is left. */
  async #ended(host: OfficeHost, table: TableHost): Promise<boolean> {
    const { phase, ended } = roundOf(host);
    if (!table.table.settings.tournament || phase === 'prepared' || phase === 'drawn') return true;
    if (phase === 'running' && Object.hasOwn(ended, table.id)) await this.#closeCount(host, table);
    return clear(table, []);
  }

  /** Play ended between two rolls, and by the terms what lies there is void (R113). */
  async #closeCount(host: OfficeHost, table: TableHost): Promise<void> {
    const track = await this.#read(host, table);
    const state = stateOf(host);
    const { rounds } = termsOf(state) ?? {};
    const count = roundOf(host).counts[table.id];
    const isLastRoll = rounds?.by === 'rolls' && count?.roll === rounds.rolls;
    if (rounds?.layoutAtEnd !== 'void' || count?.isClosed || isLastRoll) return;
    const body = { table: table.id, ...countOf(state, table.id, track, true) };
    await host.submit({ do: 'close-count', body, by: null });
  }

  #trackOf(host: OfficeHost, id: string): Track {
    const name = `${host.stream} ${id}`;
    const { startedAt, after } = roundOf(host);
    const known = this.#tracks.get(name);
    if (known?.startedAt === (startedAt ?? 0)) return known;
    const track = new Track(startedAt ?? 0, after?.[id] ?? null);
    this.#tracks.set(name, track);
    return track;
  }

  #seatsAt(host: OfficeHost, id: string): readonly RoundSeat[] {
    return seatsOf(stateOf(host), id, this.#trackOf(host, id));
  }

  /** Up to where the round began, before anybody of it is called by a name: who had one there is known then. */
  async #begin(host: OfficeHost, table: TableHost): Promise<void> {
    const track = this.#trackOf(host, table.id);
    while (!track.isBegun) {
      const read = await table.read(track.n, READ_AT_ONCE);
      const before = read.filter(({ event, n }) => track.isBefore(event, n));
      for (const { event, n } of before) track.take(event, n);
      track.isBegun = before.length < READ_AT_ONCE;
    }
  }

  /** From the table's own record: no roll is forgotten, and none counted twice. */
  async #read(host: OfficeHost, table: TableHost): Promise<Track> {
    try {
      return await this.#readOn(host, table, this.#trackOf(host, table.id));
    } catch (error) {
      // What was found and could not be put on record is found again: by `upTo` nothing of it counts twice.
      this.#tracks.delete(`${host.stream} ${table.id}`);
      throw error;
    }
  }

  async #readOn(host: OfficeHost, table: TableHost, track: Track): Promise<Track> {
    for (;;) {
      const read = await table.read(track.n, READ_AT_ONCE);
      for (const { event, n } of read) {
        const isKnown = n <= (roundOf(host).counts[table.id]?.upTo ?? 0);
        for (const found of track.take(event, n))
          await this.#found(host, table.id, track, found, isKnown, event.at);
      }
      if (read.length < READ_AT_ONCE) return track;
    }
  }

  async #found(
    host: OfficeHost,
    id: string,
    track: Track,
    found: Found,
    isKnown: boolean,
    at: number,
  ): Promise<void> {
    if (found.what === 'settled') track.rolls += 1;
    if (found.what === 'undone') track.rolls -= 1;
    if (!isPlayed(host.state as Tournament, id)) return;
    if (found.what === 'hand-over') await this.#lastShooter(host, id, at);
    if (isKnown) return;
    if (found.what === 'settled') await this.#tell(host, id, track, found.before);
    if (found.what === 'undone') await this.#correct(host, id, track);
  }

  /** The count after a roll, as the terms have it. */
  async #tell(host: OfficeHost, id: string, track: Track, before: Table): Promise<void> {
    const state = host.state as Tournament;
    const { rounds } = termsOf(state) ?? {};
    const last = state.rounds.at(-1)?.counts[id];
    if (!isOfRound(seatsOf(state, id, track), before)) return;
    // Books of an earlier version know the number of the roll alone.
    if (last && last.upTo === undefined && track.rolls <= last.roll) return;
    const roll = (last?.roll ?? 0) + 1;
    const isVoid = rounds?.by === 'rolls' && roll === rounds.rolls && rounds.layoutAtEnd === 'void';
    const count = countOf(state, id, track, isVoid);
    const short = shortAt(state, id, track, before, count.banks);
    const body = { table: id, roll, ...count, short, upTo: track.n };
    const done = await host.submit({ do: 'count', body, by: null });
    if (!done.ok && done.refused.code !== 'taken') throw new Error(`${id}: ${done.refused.message}`);
  }

  async #correct(host: OfficeHost, id: string, track: Track): Promise<void> {
    const state = host.state as Tournament;
    const last = state.rounds.at(-1)?.counts[id];
    if (!last || last.roll === 0) return;
    const body = { table: id, roll: last.roll - 1, ...countOf(state, id, track, false), upTo: track.n };
    await host.submit({ do: 'correct-count', body, by: null });
  }

  /** When time was called, play ends with the hand (crown 8.4.3(a)(i)). */
  async #lastShooter(host: OfficeHost, id: string, at: number): Promise<void> {
    const clock = (host.state as Tournament).rounds.at(-1)?.clocks[id];
    if (!clock?.called || at < (clock.calledAt ?? Number.POSITIVE_INFINITY)) return;
    await host.submit({ do: 'end-table', body: { table: id }, by: null });
  }

  /** Chips that were bought come to the table, those that were taken go: as the books and the table differ (R112). */
  async #bringChips(host: OfficeHost, table: TableHost): Promise<void> {
    const round = roundOf(host);
    const track = await this.#read(host, table);
    for (const { entry, name, plays } of this.#seatsAt(host, table.id)) {
      const player = findPlayer(table.table.game, name);
      const issued = track.issued.get(name);
      if (!plays || !player || issued === undefined || isGone(table.table, name)) continue;
      const differs = (round.banks[entry] ?? 0) + ordersOf(round, entry) - issued;
      if (differs > 0) await table.submit({ do: 'chips', player: name, amount: differs });
      const amount = Math.min(-differs, player.balance);
      if (amount > 0) await table.submit({ do: 'take-chips', player: name, amount });
    }
  }

  /** What was sealed and is open goes on the layout before anybody bets in turn (R111). */
  async #placeSeals(host: OfficeHost, table: TableHost): Promise<void> {
    for (const seat of this.#seatsAt(host, table.id))
      for (const seal of roundOf(host).seals[seat.entry] ?? [])
        if (seal.put === 'waits' && areWagersOpen(table.table) && !table.table.turns)
          await this.#placeSeal(host, table, seat, seal);
  }

  async #placeSeal(host: OfficeHost, table: TableHost, seat: RoundSeat, seal: Seal): Promise<void> {
    const why = await this.#put(table, seat, seal.lock, readSealed(seal.wager ?? ''));
    const body = { entry: seat.entry, lock: seal.lock, placed: why === null, why };
    await host.submit({ do: 'place-seal', body, by: null });
  }

  /** By a typed command, and once: a crash between the two records puts nothing down twice. */
  async #put(table: TableHost, seat: RoundSeat, lock: string, read: ReadSealed): Promise<string | null> {
    if (!read.ok) return read.why;
    const command = { do: 'put-sealed', player: seat.name, ...read.bet };
    const done = await this.#around.once(`sealed-${lock.slice(0, 32)}`, command, (key) =>
      table.submit(command, key),
    );
    return done.ok ? null : done.refused.message;
  }

  /** Betting in turn, where the terms say so: by seats, the first of them one further at every roll (R110). */
  async #giveTurns(host: OfficeHost, at: TableHost): Promise<void> {
    // A roll that is settled and not counted yet would leave the start where it was: the next look has it.
    if (this.#trackOf(host, at.id).n < at.n) return;
    const turns = turnsFor(stateOf(host), at.table, at.id, this.#seatsAt(host, at.id));
    if (turns) await at.submit(turns);
  }
}

/** Is play going on there by the books? */
function isPlayed({ stage, rounds }: Tournament, id: string): boolean {
  const round = rounds.at(-1);
  if (stage !== 'closed' || round?.phase !== 'running') return false;
  return round.tables.includes(id) && !Object.hasOwn(round.ended, id);
}

/** A roll of those who were left from the round before is none of this one. */
const isOfRound = (seats: readonly RoundSeat[], { game }: Table): boolean =>
  seats.some(({ name }) => findPlayer(game, name) !== undefined);

/** Everybody leaves who can, save those who stay. Answers whether nobody else is left. */
async function clear(table: TableHost, stay: readonly string[]): Promise<boolean> {
  const others = () =>
    table.table.guests.filter(({ player }) => !stay.includes(player) && !isGone(table.table, player));
  for (const { player } of others()) await leaves(table, player);
  return others().length === 0;
}

const leaves = async (table: TableHost, player: string): Promise<void> => {
  const hasWagers = (findPlayer(table.table.game, player)?.wagers.length ?? 0) > 0;
  await table.submit({ do: 'leave', player, ...(hasWagers ? { standing: true } : {}) });
};
