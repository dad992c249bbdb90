import {
  exclusionInWords,
  exclusionOf,
  type OfficeEvent,
  type PeopleBooks,
  type PeopleEvent,
  type Refused,
} from '@boxperson/offices';
import { type Command, guestOf, type Table, type TableEvent } from '@boxperson/rules';
import type { TableHost } from '../tables/host.js';

export interface Doors {
  /** As decided: whoever is excluded is so before it is written down. */
  readonly books: () => PeopleBooks;
  readonly tables: () => readonly TableHost[];
  readonly onError: (error: unknown, table: string) => void;
}

/** What somebody excluded does no more (R39); wagers that stand they may take down, and their money is their own. */
const STOPPED: readonly unknown[] = [
  'sit',
  'chips',
  'bet',
  'move',
  'call',
  'accept',
  'choose',
  'authorise',
  'throw',
  'shoot',
];

/** Whose play a command is: of whoever sits down, or whoever has the place. */
function playerOf(table: Table, { do: verb, player, person }: Command, asker: string): string {
  if (verb === 'sit') return typeof person === 'string' ? person : asker;
  return (typeof player === 'string' ? guestOf(table, player)?.person : undefined) ?? asker;
}

const ENDS: readonly string[] = ['exclusion-lifted', 'exclusion-ended'];

/** Keeps at every table what the people's office has decided about who may play (R63). */
export class Exclusions {
  readonly #doors: Doors;

  constructor(doors: Doors) {
    this.#doors = doors;
  }

  #of(person: string, { table }: Pick<TableHost, 'table'>) {
    return exclusionOf(this.#doors.books(), person, table.settings.rulebook);
  }

  /** Asked at the door of a table, before anything else. */
  whyNot(host: TableHost, command: Command, asker: string): Refused | null {
    if (!STOPPED.includes(command['do'])) return null;
    const found = this.#of(playerOf(host.table, command, asker), host);
    if (!found) return null;
    // The clause is that of the book by which they were excluded; here it is our ruling that counts.
    return { code: 'excluded', clause: null, ruling: 'R63', message: exclusionInWords(found) };
  }

  /** Tells every table where they are. */
  async after(events: readonly OfficeEvent[]): Promise<void> {
    for (const event of events as readonly PeopleEvent[]) {
      const isOver = ENDS.includes(event.event);
      if (isOver || event.event === 'person-excluded') await this.#tellAll(event.person);
    }
  }

  async #tellAll(person: string): Promise<void> {
    await Promise.all(this.#doors.tables().map((host) => this.#tell(host, person)));
  }

  /** The people's books are back, and may not say what they said before. */
  putAllRight(): void {
    for (const host of this.#doors.tables()) this.#putRight(host);
  }

  #putRight(host: TableHost): void {
    for (const person of new Set(host.table.guests.map((guest) => guest.person)))
      void this.#tell(host, person);
  }

  /** A table that is opened, or comes back, is put right; whoever slips in at the last moment is stopped there. */
  watch(host: TableHost): void {
    this.#putRight(host);
    host.watch(() => {
      if (host.stopped === null && !host.isElsewhere) this.#putRight(host);
    });
    host.listen(({ events }) => {
      for (const event of events as readonly TableEvent[])
        if (event.event === 'sat' && this.#of(event.person, host)) void this.#tell(host, event.person);
    });
  }

  /** What the table has to be told about somebody who is there; one that stands still is told when it is back. */
  async #tell(host: TableHost, person: string): Promise<void> {
    const command = this.#owed(host, person);
    if (!command || host.stopped !== null) return;
    try {
      const done = await host.submit(command);
      if (!done.ok && done.refused.code !== 'nothing-to-do') throw new Error(done.refused.message);
      // While it waited for its turn the house may have decided otherwise.
      if (done.ok) await this.#tell(host, person);
    } catch (error) {
      this.#doors.onError(error, host.id);
    }
  }

  #owed(host: TableHost, person: string): Command | null {
    const { guests, excluded } = host.table;
    const places = guests.filter((guest) => guest.person === person);
    if (places.length === 0) return null;
    const found = this.#of(person, host);
    if (found)
      return places.every((guest) => guest.excluded)
        ? null
        : { do: 'keep-out', person, reason: exclusionInWords(found) };
    const isKept = !excluded.includes(person) && places.some((guest) => guest.excluded);
    return isKept ? { do: 'let-in', person, reason: 'The house has lifted it.' } : null;
  }
}
