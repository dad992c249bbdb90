import {
  no,
  type Outcome,
  type Person,
  PRACTICE_BOTS,
  peoplesRoles,
  type Refused,
  yes,
} from '@boxperson/offices';
import type { Command, Table } from '@boxperson/rules';
import type { Clock, Timer } from '../clock.js';
import type { House } from '../house.js';
import type { People, SignedIn } from '../people/people.js';
import { LASTING } from '../people/sessions.js';
import { Turns } from '../people/turns.js';
import { isAutomaticPerson } from './crew.js';
import { streamOf } from './host.js';

// Tables where anybody may be the crew, to see how it is. They come without an account, stand at one table and nowhere
// else, and go by themselves; bots keep them company.

/** When whoever practises last asked for something at their table. */
export class Attendance {
  readonly #clock: Clock;
  readonly #heard = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  heard({ id, kind }: Pick<Person, 'id' | 'kind'>): void {
    if (kind !== 'trainee') return;
    const now = this.#clock.elapsed();
    // Heard last, they stand last.
    this.#heard.delete(id);
    this.#heard.set(id, now);
    this.#forgetBefore(now - LASTING.trainee.ms);
  }

  /** Who was relieved may ask on: nobody else forgets them, and after so long they cannot be a trainee any more. */
  #forgetBefore(since: number): void {
    for (const [id, last] of this.#heard) {
      if (last >= since) return;
      this.#heard.delete(id);
    }
  }

  /** For how long nothing was heard of somebody; counted from the first time that it is asked. */
  silence(id: string): number {
    const now = this.#clock.elapsed();
    const last = this.#heard.get(id) ?? now;
    this.#heard.set(id, last);
    return now - last;
  }

  forget(id: string): void {
    this.#heard.delete(id);
  }
}

/** How long whoever practises is waited for, in milliseconds. */
export interface PracticePatience {
  /** How often somebody looks. */
  readonly look: number;
  /** Whoever does nothing for so long has gone, and the position is free for the next. */
  readonly idle: number;
}
const PATIENT: PracticePatience = { look: 5_000, idle: 5 * 60_000 };

export interface PracticeOptions {
  readonly house: House;
  readonly people: People;
  readonly patience?: Partial<PracticePatience>;
  readonly onError?: (error: unknown) => void;
}

/** The practice tables of a house: who comes to them, and what becomes of those who have gone. */
export class PracticeFloor {
  readonly #options: PracticeOptions;
  readonly #patience: PracticePatience;
  readonly #turns = new Turns();
  #timer: Timer | null = null;
  #closed = false;

  constructor(options: PracticeOptions) {
    this.#options = options;
    this.#patience = { ...PATIENT, ...options.patience };
    this.#lookSoon();
  }

  /** Somebody who stands at the dice of that table from now on, or why not. One after another at each table. */
  come(table: string): Promise<Outcome<SignedIn>> {
    return this.#turns.take(table, () => this.#come(table));
  }

  async #come(id: string): Promise<Outcome<SignedIn>> {
    const { house, people } = this.#options;
    const config = house.configOf(id);
    const table = house.host(id)?.table;
    if (!config?.practice || !table) return no('not-found', this.#sayNone(id));
    if (!house.config.guests)
      return no('not-allowed', 'This house has no guests: whoever works here signs in as staff.');
    if (house.host(id)?.stopped !== null || table.phase === 'closed')
      return no('not-allowed', 'This table is not open.');
    if (hasPeople(table))
      return no('taken', 'Somebody stands there now. Watch them, or come back when they have gone.');
    const { rulebook } = table.game;
    const came = await people.createTrainee({ table: id, roles: peoplesRoles(config.crew, rulebook) });
    // faultInPractice: whoever calls the total is a person there.
    const role = rulebook.powers['call-total']?.role as string;
    const refused = await this.#stand(came.person, id, { do: 'staff', person: came.person.id, role });
    if (refused) {
      await people.revoke(came.token);
      return { ok: false, refused };
    }
    await this.#wantBots(id, PRACTICE_BOTS);
    return yes(came);
  }

  /** They come on duty by the one way in, like everybody. */
  async #stand(person: Person, table: string, command: Command): Promise<Refused | null> {
    const { house } = this.#options;
    const id = `practice-${person.id}`;
    const done = await house.admission.submit(person, { id, at: streamOf(table), command });
    return done.ok ? null : done.refused;
  }

  #sayNone(id: string): string {
    const near = this.#tables().map(({ id: other }) => other);
    const instead = near.length === 0 ? 'this house has none' : `there is ${near.join(', ')}`;
    return `table: ${JSON.stringify(id.slice(0, 40))} is no table for practice: ${instead}.`;
  }

  #tables(): readonly { readonly id: string; readonly table: Table }[] {
    const { house } = this.#options;
    return house
      .tables()
      .filter(({ id, host }) => house.configOf(id)?.practice && host.stopped === null)
      .map(({ id, host }) => ({ id, table: host.table }));
  }

  /** As many as there is room for; that as many are there already is no fault. */
  async #wantBots(table: string, count: number): Promise<void> {
    const { house } = this.#options;
    if (!house.config.bots) return;
    await house.offices.host('bots')?.submit({ do: 'company', body: { table, count }, by: null });
  }

  #lookSoon(): void {
    if (this.#closed) return;
    const { house, onError } = this.#options;
    this.#timer = house.clock.setTimeout(() => {
      void this.look()
        .catch((error: unknown) => onError?.(error))
        .finally(() => this.#lookSoon());
    }, this.#patience.look);
  }

  /** Who has gone is relieved; a table that nobody stands at rests as it is, and its bots go home. */
  async look(): Promise<void> {
    for (const { id, table } of this.#tables()) {
      if (this.#options.house.host(id)?.isElsewhere) continue;
      const trainees = table.staff.filter(({ person }) => isTraineesId(person));
      for (const { person } of trainees) if (await this.#hasGone(person)) await this.#relieve(id, person);
      const now = this.#options.house.host(id)?.table;
      if (now && hasPeople(now)) await this.#wantBots(id, PRACTICE_BOTS);
      else if (trainees.length > 0) await this.#wantBots(id, 0);
    }
  }

  async #hasGone(id: string): Promise<boolean> {
    const { house, people } = this.#options;
    const person = await people.get(id);
    if (!person || person.inactive) return true;
    const isOver = house.clock.now() >= person.createdAt + LASTING.trainee.ms;
    return isOver || house.attendance.silence(id) > this.#patience.idle;
  }

  async #relieve(table: string, person: string): Promise<void> {
    const { house } = this.#options;
    await house.host(table)?.submit({ do: 'staff-leave', person });
    house.attendance.forget(person);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) this.#options.house.clock.clearTimeout(this.#timer);
  }
}

const TRAINEE = 't-';
const isTraineesId = (person: string): boolean => person.startsWith(TRAINEE);

const hasPeople = ({ staff }: Table): boolean => staff.some(({ person }) => !isAutomaticPerson(person));
