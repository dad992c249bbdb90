/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Command, RULEBOOKS, type RulebookId, type TableEvent } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { type ConsoleName, roleAt as roleInBook } from '../../src/crew/stations.js';
import { type Ground, until } from './pages.js';
import { tapInside } from './seat.js';

export type By = { readonly role: string; readonly id: string };

/** A table with real dice and a crew of people. */
export const dealtTable = (id: string, rulebook: string, seats: number, limits: object) => ({
  id,
  name: `Table ${id}`,
  settings: { rulebook, seats, chips: [100, 500, 2_500, 10_000, 50_000], limits },
  crew: 'people',
  dice: 'called',
});

export const roleAt = (book: RulebookId, place: ConsoleName): string => roleInBook(RULEBOOKS[book], place);

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const chip = (page: Page, dollars: number) => button(page, `Chip of $${dollars}`).click();
export const spot = (page: Page, wager: string, number?: number) =>
  page.locator(`[data-wager="${wager}"]${number === undefined ? '' : `[data-number="${number}"]`}`).first();
export const seat = (page: Page, number: number) => page.locator(`[data-seat="${number}"]`);

/** Puts what is in hand on a spot of the felt. */
export const putOn = (page: Page, wager: string, number?: number): Promise<void> =>
  tapInside(spot(page, wager, number));

/** The staff of a ground: whoever works at its tables, and what its record says of them. */
export class Crews {
  readonly #ground: Ground;
  #people = 0;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** Somebody of the staff with roles of some books. */
  async hire(name: string, roles: readonly { readonly rulebook: string; readonly role: string }[]) {
    this.#people += 1;
    return this.#ground.house().ask('staff', { name, login: `${name}-${this.#people}`.toLowerCase(), roles });
  }

  /** Says something at a table as the house itself does, which must be taken. */
  async say(table: string, command: Command): Promise<void> {
    const done = await this.#ground.house().ask('do', { table, command });
    if (!done.ok) throw new Error(`${String(command['do'])}: ${done.refused.message}`);
  }

  /** Somebody of the staff who is on duty at a table. */
  async onDuty(
    table: string,
    rulebook: string,
    role: string,
  ): Promise<{ readonly by: By; readonly token: string }> {
    const { token, person } = await this.hire(`${table}-${role}`, [{ rulebook, role }]);
    await this.say(table, { do: 'staff', person: person.id, role });
    return { by: { role, id: person.id }, token };
  }

  async browserOf(token: string): Promise<Page> {
    const page = await this.#ground.newPage({ reducedMotion: 'reduce' });
    await page.addInitScript((own) => localStorage.setItem('boxperson.staff', own), token);
    return page;
  }

  address(table: string, place: ConsoleName): string {
    return `${this.#ground.house().url}/crew/${table}/${place}`;
  }

  /** The events of one kind, once so many are there. */
  async told<K extends TableEvent['event']>(table: string, event: K, count: number) {
    const all = await until(
      () => this.#ground.house().ask('record', { table }),
      (record) => record.filter((one) => one.event.event === event).length >= count,
      `${count} of ${event}`,
    );
    return all.map((one) => one.event).filter((one) => one.event === event) as Extract<
      TableEvent,
      { event: K }
    >[];
  }
}
