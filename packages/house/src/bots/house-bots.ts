import { type Bots, botsWantedAt, roomForBots } from '@boxperson/offices';
import { findPlayer, type RulebookId, seatedGuests, type Table } from '@boxperson/rules';
import type { House } from '../house.js';
import type { OfficeHost } from '../office/office-host.js';
import type { People, SignedIn } from '../people/people.js';
import { takeOverOldBots } from './take-over.js';

// Bots that keep people company. How they play is not known here: whoever starts the house brings it along, and they
// come in by the same door and sit at the same wire as everybody else.

/** What a bot is told when it is sent to a table. */
export interface BotAsked {
  readonly url: string;
  readonly token: string;
  readonly table: string;
  readonly rulebook: RulebookId;
  readonly sign: Table['sign'];
  /** How those already there play: the newcomer should differ. */
  readonly beside: readonly string[];
  /** It sits there already, from before: it only sees its wagers decided and goes. */
  readonly leaving: boolean;
  /** Its place is a tournament's: it has one already, and never leaves by itself. */
  readonly stays?: true;
}

/** A bot that was sent to a table. */
export interface SentBot {
  /** How it plays. */
  readonly strategy: string;
  /** When it is neither at the table nor connected any more. */
  readonly gone: Promise<void>;
  /** Politely: wagers that cannot come down are decided first. At once: it goes if it can, and hangs up. */
  leave(manner: 'politely' | 'at-once'): void;
}

/** Sends a bot to a table; null when no way to play fits it. */
export type SendBot = (asked: BotAsked) => SentBot | null;

export interface BotsOptions {
  readonly house: House;
  readonly people: People;
  readonly send: SendBot;
  readonly url: string;
  /** A new bot has come in. */
  readonly welcome: (person: string) => void;
  readonly isBot: (person: string) => boolean;
  readonly patience?: Partial<BotPatience>;
  readonly onError?: (error: unknown) => void;
}

/** How long bots are waited for, in milliseconds. */
export interface BotPatience {
  /** How often somebody looks. */
  readonly look: number;
  /** A bot that has the dice, or is offered them, and does nothing is taken to be away. */
  readonly dice: number;
  /** A bot without a wager gives its place to somebody else. */
  readonly idle: number;
  /** After this long without a word from anybody they go home, so that no empty house plays on for ever. */
  readonly stay: number;
  /** How long a house that closes waits for its bots. */
  readonly close: number;
}
const PATIENT: BotPatience = { look: 2_000, dice: 40_000, idle: 180_000, stay: 7_200_000, close: 1_000 };

interface Sent {
  readonly person: string;
  readonly bot: SentBot;
  leaving: boolean;
}

interface Seat {
  readonly table: string;
  readonly player: string;
  readonly person: string;
}

/** The bots of a house as they run: they follow the books of the office, and those whom nobody plays are looked after. */
export class HouseBots {
  readonly #options: BotsOptions;
  readonly #books: OfficeHost;
  readonly #patience: BotPatience;
  readonly #sent = new Map<string, Sent[]>();
  /** Since when something about a seat has been as it is. */
  readonly #since = new Map<string, { readonly state: string; readonly at: number }>();
  /** Bots that are out and may be sent again. */
  readonly #resting: string[] = [];
  readonly #timer: NodeJS.Timeout;
  readonly #unlisten: () => void;
  #turn: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(options: BotsOptions, books: OfficeHost) {
    this.#options = options;
    this.#books = books;
    this.#patience = { ...PATIENT, ...options.patience };
    this.#timer = setInterval(() => void this.#look().catch(this.#fault), this.#patience.look);
    this.#timer.unref();
    this.#unlisten = books.listen(({ events }) => {
      for (const event of events)
        if (event.event === 'bots-wanted') this.#settle((event as unknown as { table: string }).table);
    });
  }

  /** Bots that were sent before a restart and still have a place are taken up again, to leave. */
  static async open(options: BotsOptions): Promise<HouseBots> {
    const books = options.house.offices.host('bots') as OfficeHost;
    await takeOverOldBots(options.house.store, books);
    const bots = new HouseBots(options, books);
    try {
      await bots.#takeUpAll();
    } catch (error) {
      // Nobody holds it: it must not go on looking after bots beside the next one.
      await bots.close();
      throw error;
    }
    for (const table of Object.keys(bots.#state.wanted)) bots.#settle(table);
    return bots;
  }

  async #takeUpAll(): Promise<void> {
    for (const person of Object.keys(this.#state.out)) {
      const seat = this.#seats().find((one) => one.person === person);
      if (seat) await this.#takeUp(seat);
      else await this.#note('gone', { person });
    }
  }

  readonly #fault = (error: unknown): void => this.#options.onError?.(error);

  get #state(): Bots {
    return this.#books.state as Bots;
  }

  /** Puts on record what the house itself does with its bots. */
  async #note(verb: 'company' | 'send' | 'gone', body: object): Promise<void> {
    await this.#books.submit({ do: verb, body, by: null });
  }

  /** How many bots may sit at a table now: whoever is leaving still has a place. */
  #roomNow(id: string): number {
    const table = this.#options.house.host(id)?.table;
    const staying = this.#staying(id).map(({ person }) => person);
    return table ? roomForBots(table, (person) => staying.includes(person)) : 0;
  }

  #staying(table: string): readonly Sent[] {
    return (this.#sent.get(table) ?? []).filter(({ leaving }) => !leaving);
  }

  /** Brings those who stay to the number wanted; one call after another. */
  #settle(table: string): Promise<void> {
    this.#turn = this.#turn.then(() => this.#settleNow(table)).catch(this.#fault);
    return this.#turn;
  }

  async #settleNow(table: string): Promise<void> {
    const wanted = botsWantedAt(this.#state, table);
    for (const sent of [...this.#staying(table)].slice(wanted).reverse()) this.#dismiss(sent);
    while (!this.#closed && this.#staying(table).length < wanted) {
      // As long as somebody who is leaving has the place, nobody is sent: the next look will see.
      if (this.#staying(table).length >= this.#roomNow(table)) return;
      if (await this.#sendOne(table)) continue;
      await this.#note('company', { table, count: this.#staying(table).length });
      return;
    }
  }

  #dismiss(sent: Sent): void {
    sent.leaving = true;
    sent.bot.leave('politely');
  }

  async #sendOne(table: string): Promise<boolean> {
    const { house } = this.#options;
    const come = await this.#comeIn();
    if (!come) return false;
    const { person, token } = come;
    const missing = house.config.playMoney - (await house.wallet(person.id));
    if (missing > 0) await house.grantPlayMoney(person.id, missing);
    // On record before it sits down: a house that stops in between knows its own bots again.
    await this.#note('send', { person: person.id, table });
    const isSent = this.#introduce(table, person.id, token, false);
    if (!isSent && !this.#closed) await this.#note('gone', { person: person.id });
    return isSent;
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
    const beside = this.#staying(id).map(({ bot }) => bot.strategy);
    const { rulebook } = table.settings;
    const bot = send({ url, token, table: id, rulebook, sign: table.sign, beside, leaving });
    if (!bot) return false;
    const sent: Sent = { person, bot, leaving };
    this.#sent.set(id, [...(this.#sent.get(id) ?? []), sent]);
    void bot.gone.then(() => this.#gone(id, sent)).catch(this.#fault);
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
    await this.#note('gone', { person: sent.person });
  }

  /** A bot that nobody plays is played again, until it can leave. */
  async #takeUp({ table, person }: Seat): Promise<void> {
    const signedIn = await this.#options.people.resumeBot(person);
    if (signedIn) this.#introduce(table, person, signedIn.token, true);
  }

  #seats(): readonly Seat[] {
    const { house, isBot } = this.#options;
    // Places at a tournament's tables are the tournament's: nobody takes a bot away from there.
    const open = house.tables().filter(({ host }) => !host.table.settings.tournament);
    return open.flatMap(({ id, host }) =>
      seatedGuests(host.table)
        .filter(({ person }) => isBot(person))
        .map(({ player, person }) => ({ table: id, player, person })),
    );
  }

  async #look(): Promise<void> {
    if (this.#closed) return;
    for (const table of Object.keys(this.#state.wanted)) {
      await this.#makeRoom(table);
      await this.#settle(table);
    }
    for (const seat of this.#seats()) await this.#lookAfter(seat).catch(this.#fault);
    await this.#strikeOff();
  }

  /** Those who are neither on their way nor at a table are not out any more. */
  async #strikeOff(): Promise<void> {
    const sent = [...this.#sent.values()].flat();
    const there = new Set([...sent, ...this.#seats()].map(({ person }) => person));
    for (const person of Object.keys(this.#state.out))
      if (!there.has(person) && !this.#closed) await this.#note('gone', { person });
  }

  /** Somebody came, and the last free places are theirs; nobody said a word for long, and they go home. */
  async #makeRoom(id: string): Promise<void> {
    const { count, at } = this.#state.wanted[id] ?? { count: 0, at: 0 };
    const isOver = this.#options.house.clock.now() - at > this.#patience.stay;
    const most = isOver ? 0 : this.#roomSoon(id);
    if (most < count) await this.#note('company', { table: id, count: most });
  }

  /** How many may sit there when those who are leaving have left. */
  #roomSoon(id: string): number {
    const table = this.#options.house.host(id)?.table;
    return table ? roomForBots(table, (person) => Object.hasOwn(this.#state.out, person)) : 0;
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
    const now = this.#options.house.clock.elapsed();
    if (before?.state === state) return now - before.at;
    if (this.#since.size > 10_000) this.#since.clear();
    this.#since.set(what, { state, at: now });
    return 0;
  }

  /** All go who can; a wager that is not decided yet is seen to after the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#unlisten();
    await this.#turn;
    const all = [...this.#sent.values()].flat();
    for (const { bot } of all) bot.leave('at-once');
    const late = new Promise((resolve) => setTimeout(resolve, this.#patience.close).unref());
    await Promise.race([Promise.allSettled(all.map(({ bot }) => bot.gone)), late]);
  }
}

/** What a player has to do with the dice now; null when nothing. */
function diceState({ phase, shooter, throws }: Table, player: string): string | null {
  if (phase === 'offering' && shooter.offeredTo === player) return `offered ${throws}`;
  return phase === 'betting' && shooter.shooter === player ? `has them ${throws}` : null;
}
