import { findPlayer, type RulebookId, type Table } from '@boxperson/rules';
import type { House } from './house.js';
import type { People, SignedIn } from './people/people.js';

// Bots that keep people company. How they play is not known here: whoever starts the house brings it along, and they
// come in by the same door and sit at the same wire as everybody else.

/** What a bot is told when it is sent to a table. */
export interface CompanyAsked {
  readonly url: string;
  readonly token: string;
  readonly table: string;
  readonly rulebook: RulebookId;
  readonly sign: Table['sign'];
  /** How those already there play: the newcomer should differ. */
  readonly beside: readonly string[];
  /** It sits there already, from before: it only sees its wagers decided and goes. */
  readonly leaving: boolean;
}

export interface Companion {
  /** How it plays. */
  readonly strategy: string;
  /** When it is neither at the table nor connected any more. */
  readonly gone: Promise<void>;
  /** Politely: wagers that cannot come down are decided first. At once: it goes if it can, and hangs up. */
  leave(manner: 'politely' | 'at-once'): void;
}

/** Sends a bot to a table; null when no way to play fits it. */
export type SendCompany = (asked: CompanyAsked) => Companion | null;

export interface CompanyOptions {
  readonly house: House;
  readonly people: People;
  readonly send: SendCompany;
  readonly url: string;
  /** A new bot has come in. */
  readonly welcome: (person: string) => void;
  readonly isBot: (person: string) => boolean;
  readonly patience?: Partial<Patience>;
}

/** How long bots are waited for, in milliseconds. */
export interface Patience {
  /** How often somebody looks. */
  readonly look: number;
  /** A bot that has the dice, or is offered them, and does nothing is taken to be away. */
  readonly dice: number;
  /** A bot without a wager gives its place to somebody else. */
  readonly idle: number;
  /** After this long without a word from anybody the company goes home, so that no empty house plays on for ever. */
  readonly stay: number;
  /** How long a house that closes waits for its bots. */
  readonly close: number;
}
const PATIENT: Patience = { look: 2_000, dice: 40_000, idle: 180_000, stay: 7_200_000, close: 1_000 };

/** At one table, and in the whole house. */
export const COMPANY_MOST = 4;
const HOUSE_MOST = 24;
/** Places that are left to people. */
const PLACES_LEFT = 2;
const BOT = 'company';

interface Sent {
  readonly person: string;
  readonly companion: Companion;
  leaving: boolean;
}

interface Seat {
  readonly table: string;
  readonly player: string;
  readonly person: string;
}

/** The bots of a house: how many are wanted where, and what becomes of those whom nobody looks after. */
export class Company {
  readonly #options: CompanyOptions;
  readonly #patience: Patience;
  readonly #wanted = new Map<string, { count: number; until: number }>();
  readonly #sent = new Map<string, Sent[]>();
  /** Since when something about a seat has been as it is. */
  readonly #since = new Map<string, { readonly state: string; readonly at: number }>();
  /** Bots that are out and may be sent again. */
  readonly #resting: string[] = [];
  readonly #timer: NodeJS.Timeout;
  #turn: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(options: CompanyOptions) {
    this.#options = options;
    this.#patience = { ...PATIENT, ...options.patience };
    this.#timer = setInterval(() => void this.#look(), this.#patience.look);
    this.#timer.unref();
  }

  /** Bots that were sent before a restart and still have a place are taken up again, to leave. */
  static async open(options: CompanyOptions): Promise<Company> {
    const company = new Company(options);
    const before = await options.house.store.listDocuments(BOT);
    for (const { id } of before) {
      const seat = company.#seats().find(({ person }) => person === id);
      if (seat) await company.#takeUp(seat);
      else await options.house.store.deleteDocument(BOT, id);
    }
    return company;
  }

  /** How many bots are wanted at a table, and so are on their way or there. */
  count(table: string): number {
    return this.#wanted.get(table)?.count ?? 0;
  }

  /** So many bots at a table from now on, or as many as there is room for; null when there is no such table. */
  async want(table: string, asked: number): Promise<number | null> {
    const { house } = this.#options;
    if (!house.host(table)) return null;
    const elsewhere = [...this.#wanted].reduce(
      (sum, [id, { count }]) => (id === table ? sum : sum + count),
      0,
    );
    const count = Math.max(
      0,
      Math.min(asked, COMPANY_MOST, HOUSE_MOST - elsewhere, this.#room(table, 'now')),
    );
    this.#wanted.set(table, { count, until: Date.now() + this.#patience.stay });
    await this.#settle(table);
    return this.count(table);
  }

  /** How many bots there may be: all places but the last two free ones; soon, when those who are leaving have left. */
  #room(id: string, when: 'now' | 'soon'): number {
    const table = this.#options.house.host(id)?.table;
    if (!table || table.phase === 'closed') return 0;
    const places = Math.min(table.settings.seats, table.playersMost ?? table.settings.seats);
    const sent = when === 'now' ? this.#staying(id) : (this.#sent.get(id) ?? []);
    const mine = sent.map(({ person }) => person);
    const others = table.guests.filter(({ person }) => !mine.includes(person)).length;
    return places - PLACES_LEFT - others;
  }

  #staying(table: string): readonly Sent[] {
    return (this.#sent.get(table) ?? []).filter(({ leaving }) => !leaving);
  }

  /** Brings those who stay to the number wanted; one call after another. */
  #settle(table: string): Promise<void> {
    this.#turn = this.#turn.then(() => this.#settleNow(table)).catch(() => {});
    return this.#turn;
  }

  async #settleNow(table: string): Promise<void> {
    const wanted = this.#wanted.get(table)?.count ?? 0;
    for (const sent of [...this.#staying(table)].slice(wanted).reverse()) this.#dismiss(sent);
    while (!this.#closed && this.#staying(table).length < wanted) {
      // As long as somebody who is leaving has the place, nobody is sent: the next look will see.
      if (this.#staying(table).length >= this.#room(table, 'now')) return;
      if (await this.#sendOne(table)) continue;
      this.#wanted.set(table, { count: this.#staying(table).length, until: Date.now() });
      return;
    }
  }

  #dismiss(sent: Sent): void {
    sent.leaving = true;
    sent.companion.leave('politely');
  }

  async #sendOne(table: string): Promise<boolean> {
    const { house } = this.#options;
    const come = await this.#comeIn();
    if (!come) return false;
    const { person, token } = come;
    const missing = house.config.playMoney - (await house.wallet(person.id));
    if (missing > 0) await house.grantPlayMoney(person.id, missing);
    // On record before it sits down: a house that stops in between knows its own bots again.
    await house.store.putDocument(BOT, person.id, JSON.stringify({ table }));
    return this.#introduce(table, person.id, token, false);
  }

  /** One that was here before comes again; a new one only when all are out. */
  async #comeIn(): Promise<SignedIn | null> {
    const { people, welcome } = this.#options;
    const rested = this.#resting.pop();
    const again = rested === undefined ? null : await people.resumeBot(rested);
    if (again) return again;
    const guest = await people.createGuest(undefined, { bot: true });
    if (guest.kind !== 'ok') return null;
    welcome(guest.person.id);
    return guest;
  }

  /** Sends a bot that is signed in to its table. */
  #introduce(id: string, person: string, token: string, leaving: boolean): boolean {
    const { house, send, url } = this.#options;
    const table = house.host(id)?.table;
    if (!table || this.#closed) return false;
    const beside = this.#staying(id).map(({ companion }) => companion.strategy);
    const { rulebook } = table.settings;
    const companion = send({ url, token, table: id, rulebook, sign: table.sign, beside, leaving });
    if (!companion) return false;
    const sent: Sent = { person, companion, leaving };
    this.#sent.set(id, [...(this.#sent.get(id) ?? []), sent]);
    void companion.gone.then(() => this.#gone(id, sent));
    return true;
  }

  /** One that left of itself (broke, or lucky enough) is replaced at the next look. */
  async #gone(table: string, sent: Sent): Promise<void> {
    this.#sent.set(
      table,
      (this.#sent.get(table) ?? []).filter((other) => other !== sent),
    );
    const sits = this.#seats().some(({ person }) => person === sent.person);
    if (this.#closed || sits) return;
    this.#resting.push(sent.person);
    await this.#options.house.store.deleteDocument(BOT, sent.person).catch(() => {});
  }

  /** A bot that nobody plays is played again, until it can leave. */
  async #takeUp({ table, person }: Seat): Promise<void> {
    const signedIn = await this.#options.people.resumeBot(person);
    if (signedIn) this.#introduce(table, person, signedIn.token, true);
  }

  #seats(): readonly Seat[] {
    const { house, isBot } = this.#options;
    return house
      .tables()
      .flatMap(({ id, host }) =>
        host.table.guests
          .filter(({ person }) => isBot(person))
          .map(({ player, person }) => ({ table: id, player, person })),
      );
  }

  async #look(): Promise<void> {
    if (this.#closed) return;
    for (const [table, wanted] of this.#wanted) {
      if (wanted.until < Date.now()) wanted.count = 0;
      // Somebody came, and the last free places are theirs.
      wanted.count = Math.max(0, Math.min(wanted.count, this.#room(table, 'soon')));
      await this.#settle(table);
    }
    for (const seat of this.#seats()) await this.#lookAfter(seat).catch(() => {});
  }

  async #lookAfter(seat: Seat): Promise<void> {
    const host = this.#options.house.host(seat.table);
    if (!host || host.stopped !== null) return;
    const { table } = host;
    const dice = diceState(table, seat.player);
    const isAway = dice !== null && this.#lasts(`${seat.person} dice`, dice) > this.#patience.dice;
    const mine = this.#sent.get(seat.table)?.some(({ person }) => person === seat.person);
    if (isAway && !mine) return this.#takeUp(seat);
    const wagers = findPlayer(table.game, seat.player)?.wagers.length ?? 0;
    const idles = this.#lasts(`${seat.person} idle`, wagers === 0 ? 'idle' : 'plays');
    if (wagers === 0 && idles > this.#patience.idle) await host.submit({ do: 'leave', player: seat.player });
  }

  /** How long something has been the same, as far as we looked. */
  #lasts(what: string, state: string): number {
    const before = this.#since.get(what);
    const now = Date.now();
    if (before?.state === state) return now - before.at;
    if (this.#since.size > 10_000) this.#since.clear();
    this.#since.set(what, { state, at: now });
    return 0;
  }

  /** All go who can; a wager that is not decided yet is seen to after the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#turn;
    const all = [...this.#sent.values()].flat();
    for (const { companion } of all) companion.leave('at-once');
    const late = new Promise((resolve) => setTimeout(resolve, this.#patience.close).unref());
    await Promise.race([Promise.all(all.map(({ companion }) => companion.gone)), late]);
  }
}

/** What a player has to do with the dice now; null when nothing. */
function diceState({ phase, shooter, throws }: Table, player: string): string | null {
  if (phase === 'offering' && shooter.offeredTo === player) return `offered ${throws}`;
  return phase === 'betting' && shooter.shooter === player ? `has them ${throws}` : null;
}
