import { type Guest, type Player, seatedGuests } from '@boxperson/rules';
import type { Clock, Timer } from '../clock.js';
import type { TableHost } from './host.js';

// Who is at the tables: whoever has an open connection that follows theirs. The table hears of those who went away and
// came back, from here and from nobody else (R58).

/** How long whoever lost their line is waited for, in milliseconds. */
export interface PresencePatience {
  /** How often somebody looks. */
  readonly look: number;
  /** Without a connection for so long somebody is away. */
  readonly grace: number;
  /** Whoever asks for something without following the table is there for so long. */
  readonly word: number;
}
export const ATTENTIVE: PresencePatience = { look: 1_000, grace: 10_000, word: 60_000 };

export interface PresenceOptions {
  readonly tables: () => readonly { readonly id: string; readonly host: TableHost }[];
  readonly clock: Clock;
  readonly onError: (error: unknown, table: string) => void;
}

const keyOf = (table: string, person: string): string => `${table}\n${person}`;

/** Keeps count of connections by table and person; after a restart everybody is waited for anew. */
export class Presence {
  readonly #options: PresenceOptions;
  /** How many connections of somebody follow a table. */
  readonly #open = new Map<string, number>();
  /** Until when, in elapsed time, nobody is missed who is not connected. */
  readonly #until = new Map<string, number>();
  #patience: PresencePatience | null = null;
  #timer: Timer | null = null;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** From now on somebody looks. A house that nobody connects to does not miss anybody. */
  start(patience: PresencePatience = ATTENTIVE): void {
    this.#patience = patience;
    this.#again();
  }

  close(): void {
    this.#patience = null;
    if (this.#timer) this.#options.clock.clearTimeout(this.#timer);
  }

  /** A connection of somebody follows a table, until the answer is called. */
  follows(table: string, person: string): () => void {
    const key = keyOf(table, person);
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    this.#until.delete(key);
    this.#welcome(table, person);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    };
  }

  /** Somebody asked for something at a table: over a connection that follows it, or without one. */
  heard(table: string, person: string): void {
    const key = keyOf(table, person);
    if (this.#patience === null || this.#open.has(key)) return;
    this.#until.set(key, this.#options.clock.elapsed() + this.#patience.word);
    this.#welcome(table, person);
  }

  /** Who follows which table here, for whoever keeps those tables. */
  following(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** Who follows which table at another node. */
  heardOf(keys: readonly string[]): void {
    for (const key of keys) {
      const [table = '', person = ''] = key.split('\n');
      if (this.#patience === null || this.#open.has(key)) continue;
      this.#until.set(key, this.#options.clock.elapsed() + this.#patience.grace);
      this.#welcome(table, person);
    }
  }

  /** Not waited for: whoever is back sees it. */
  #welcome(table: string, person: string): void {
    const host = this.#options.tables().find(({ id }) => id === table)?.host;
    const guest = host?.table.guests.find((one) => one.person === person && one.away !== undefined);
    if (host && guest && this.#patience) this.#tell(host, 'back', guest.player);
  }

  #tell(host: TableHost, verb: 'away' | 'back', player: Player['name']): void {
    // Whoever keeps the table misses people there.
    if (host.stopped !== null || host.isElsewhere || host.table.phase === 'closed') return;
    host.submit({ do: verb, player }).catch((error: unknown) => this.#options.onError(error, host.id));
  }

  #again(): void {
    if (this.#patience === null) return;
    this.#timer = this.#options.clock.setTimeout(() => {
      this.#again();
      this.#look();
    }, this.#patience.look);
  }

  #look(): void {
    const seated = new Set<string>();
    for (const { id, host } of this.#options.tables())
      for (const guest of seatedGuests(host.table)) {
        // The crew sees who stands there with chips (R53).
        if (guest.chips) continue;
        seated.add(keyOf(id, guest.person));
        this.#lookAfter(id, host, guest);
      }
    for (const key of this.#until.keys()) if (!seated.has(key)) this.#until.delete(key);
  }

  #lookAfter(table: string, host: TableHost, { person, player, away }: Guest): void {
    const isHere = this.#isHere(keyOf(table, person));
    if (isHere && away !== undefined) this.#tell(host, 'back', player);
    if (!isHere && away === undefined) this.#tell(host, 'away', player);
  }

  #isHere(key: string): boolean {
    if (this.#open.has(key)) return true;
    const now = this.#options.clock.elapsed();
    const until = this.#until.get(key) ?? now + (this.#patience?.grace ?? 0);
    this.#until.set(key, until);
    return now < until;
  }
}
