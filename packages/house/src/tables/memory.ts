import { type LaidWager, type RecalledWager, recallWager } from '@boxperson/offices';
import { type Cents, evolve, type RollOutcome, type Table, type TableEvent } from '@boxperson/rules';
import { REPLAY_MOST } from '../stream/host.js';
import type { TableHost } from './host.js';
import type { CalledRoll } from './rolls.js';

// What a table remembers for those who come to it, and for those who play at it. Nothing here is a record of its own:
// it follows from the table's, and is made from that again when the house opens.

/** A round of somebody's own: the wagers as they stood, the throw, and what it did to each. */
export interface OwnRound {
  readonly n: number;
  readonly at: number;
  readonly round: number;
  readonly dice: readonly [number, number] | null;
  readonly total: number | null;
  readonly point: number | null;
  /** It did not count after all. */
  readonly void?: string;
  readonly wagers: readonly RecalledWager[];
  readonly creditBefore: Cents;
  readonly creditAfter: Cents;
}

const ROLLS_MOST = 120;
/** So many rounds of each person are shown again: 50 at least, as at a terminal. */
const ROUNDS_MOST = 60;
/** Those who have gone are forgotten when there are more than can sit at any table. */
const PERSONS_MOST = 64;
const READ_AT_ONCE = 500;

/** What a table tells of its past to whoever comes to it, and how much of it: the latest last. */
export interface TableRolls {
  readonly tells: 'last-call' | 'hand' | 'past-rolls';
  readonly rolls: readonly CalledRoll[];
}

type Game = Table['game'];
type Player = Game['players'][number];

const laid = ({ spot: { index: _index, ...selection }, amount }: Player['wagers'][number]): LaidWager => ({
  ...selection,
  amount,
});

/** What came to the credit of a player: stakes and winnings, less what was placed again. */
function creditBy({ settled, replaced }: RollOutcome, name: string): Cents {
  const mine = <T extends { readonly player: string }>(all: readonly T[]) =>
    all.filter(({ player }) => player === name);
  const back = mine(settled).reduce(
    (sum, one) => sum + one.winnings + one.returned + (one.commissionReturned ?? 0),
    0,
  );
  return mine(replaced).reduce((sum, one) => sum - one.amount - one.commission, back);
}

const asCalled = ({ dice, total, hard, call }: RollOutcome, at: number, n: number): CalledRoll => ({
  n,
  at,
  dice,
  total,
  hard,
  call,
});

/** The rolls of a table after an event: one more, the last one called otherwise, or the last one gone. */
function rollsAfter(rolls: readonly CalledRoll[], event: TableEvent, n: number): readonly CalledRoll[] {
  switch (event.event) {
    case 'rolled':
      return [...rolls, asCalled(event, event.at, n)].slice(-ROLLS_MOST);
    case 'face-decided':
    case 'call-corrected':
      return [...rolls.slice(0, -1), asCalled(event.outcome, event.at, n)];
    case 'throw-voided':
    case 'outcome-invalidated':
      return rolls.slice(0, -1);
    default:
      return rolls;
  }
}

/** The rolls of a table, and everybody's own rounds, as its events tell them. */
class Remembered {
  rolls: readonly CalledRoll[] = [];
  readonly #rounds = new Map<string, readonly OwnRound[]>();

  of(person: string): readonly OwnRound[] {
    return this.#rounds.get(person) ?? [];
  }

  take(event: TableEvent, n: number, after: Table): void {
    this.rolls = rollsAfter(this.rolls, event, n);
    switch (event.event) {
      case 'rolled':
        return this.#round(event, { at: event.at, n }, after);
      // The same throw, read or called otherwise.
      case 'face-decided':
      case 'call-corrected':
        return this.#round(event.outcome, { at: event.at, n }, after);
      case 'throw-voided':
        return this.#void(after.throws, 'thrown again');
      case 'outcome-invalidated':
        return this.#void(event.throw ?? after.throws, 'declared invalid');
    }
  }

  #round(outcome: RollOutcome, { at, n }: Pick<OwnRound, 'at' | 'n'>, after: Table): void {
    const { dice, total } = outcome;
    const before = after.last?.before;
    if (!before) return;
    for (const player of before.players) {
      const person = after.guests.find((guest) => guest.player === player.name)?.person;
      if (person === undefined || player.wagers.length === 0) continue;
      this.#add(person, {
        n,
        at,
        round: after.throws,
        dice,
        total,
        point: before.point,
        wagers: player.wagers.map((wager) => recallWager(laid(wager), player.name, outcome)),
        creditBefore: player.balance,
        creditAfter: player.balance + creditBy(outcome, player.name),
      });
    }
    this.#forget(after);
  }

  #add(person: string, round: OwnRound): void {
    const earlier = this.of(person).filter((one) => one.round !== round.round);
    this.#rounds.set(person, [...earlier, round].slice(-ROUNDS_MOST));
  }

  #void(round: number, why: string): void {
    for (const [person, rounds] of this.#rounds)
      this.#rounds.set(
        person,
        rounds.map((one) => (one.round === round ? { ...one, void: why } : one)),
      );
  }

  #forget({ guests }: Table): void {
    if (this.#rounds.size <= PERSONS_MOST) return;
    for (const person of this.#rounds.keys())
      if (!guests.some((guest) => guest.person === person)) this.#rounds.delete(person);
  }
}

export class TableMemory {
  readonly #host: TableHost;
  /** What was there when the house opened. */
  readonly #from: number;
  readonly #live = new Remembered();
  #rolls: Promise<readonly CalledRoll[]> | null = null;
  #earlier: Promise<Remembered> | null = null;

  constructor(host: TableHost) {
    this.#host = host;
    this.#from = host.n;
    host.listen(({ first, events, state }) => {
      for (const [index, event] of events.entries()) this.#live.take(event, first + index, state);
    });
  }

  /** The rolls of the table, the latest last: as many as the last events of its record hold. */
  async rolls(): Promise<readonly CalledRoll[]> {
    this.#rolls ??= this.#readRolls();
    const earlier = await this.#rolls.catch((error: unknown) => {
      this.#rolls = null;
      throw error;
    });
    return [...earlier, ...this.#live.rolls].slice(-ROLLS_MOST);
  }

  async #readRolls(): Promise<readonly CalledRoll[]> {
    const start = Math.max(0, this.#from - REPLAY_MOST);
    const past = await this.#host.read(start, this.#from - start);
    return past.reduce<readonly CalledRoll[]>((rolls, { event, n }) => rollsAfter(rolls, event, n), []);
  }

  /** Somebody's own rounds, newest first: by the person who played, never by a name. */
  async recall(person: string): Promise<readonly OwnRound[]> {
    const live = this.#live.of(person);
    // What was played before the house opened is read again once, by whoever asks for it first.
    const earlier = live.length >= ROUNDS_MOST ? [] : (await this.#replayed()).of(person);
    return [...earlier, ...live].slice(-ROUNDS_MOST).toReversed();
  }

  #replayed(): Promise<Remembered> {
    this.#earlier ??= this.#replay();
    return this.#earlier.catch((error: unknown) => {
      this.#earlier = null;
      throw error;
    });
  }

  /** From the beginning, a little at a time: tables go on meanwhile. */
  async #replay(): Promise<Remembered> {
    const remembered = new Remembered();
    let table: Table | null = null;
    for (let n = 0; n < this.#from; ) {
      const past = await this.#host.read(n, Math.min(READ_AT_ONCE, this.#from - n));
      if (past.length === 0) break;
      for (const { event, n: place } of past) {
        table = evolve(table, event);
        remembered.take(event, place, table);
      }
      n += past.length;
    }
    return remembered;
  }
}
