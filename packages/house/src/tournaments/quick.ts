import { randomBytes, randomInt } from 'node:crypto';
import { type Person, type Tournament, template } from '@boxperson/offices';
import { type Command, seatedGuests } from '@boxperson/rules';
import type { SendBot, SentBot } from '../bots/house-bots.js';
import type { Timer } from '../clock.js';
import type { House } from '../house.js';
import type { OfficeHost } from '../office/office-host.js';
import { type Done, hashCommand } from '../office/once.js';
import type { People } from '../people/people.js';
import type { CommandKey } from '../stream/host.js';

// A tournament for whoever comes by: one is always open, bots fill it as soon as somebody has entered, and the house
// directs it by the same verbs as any other. What comes next follows from the books alone: a restart changes nothing.

export interface QuickOptions {
  readonly house: House;
  readonly people: People;
  readonly send: SendBot;
  readonly url: string;
  readonly isBot: (person: string) => boolean;
  /** The tables that are kept for it. */
  readonly tables: readonly string[];
  readonly lookMs?: number;
  readonly onError?: (error: unknown) => void;
}

/** Its books: `tournaments/quick-1`, `-2` … */
export const QUICK = 'quick-';
const PREFIX = `tournaments/${QUICK}`;
const LOOK_MS = 700;
const DAY = 86_400_000;
const FACES = 12;
const ROLLS = 8;
const AT_A_TABLE = 4;
const DIRECTOR = {
  name: 'Cup Director',
  login: 'cup-director',
  roles: [],
  posts: [{ post: 'tournament-director', tables: '*' }],
};
/** By which command the house registered them, in whatever version: a name, or a login, may be anybody's. */
const REGISTERS = 'house-quick-director';

/** Free of charge, two tables and a final: ten minutes. */
const termsFor = (startsAt: number, tables: number) => {
  const usual = template(startsAt);
  return {
    ...usual,
    fees: { entry: 0, buyIn: 0, reBuy: 0, addOn: 0, money: 'play' },
    players: { fewest: 2, most: tables * AT_A_TABLE },
    place: 'On your screen',
    rounds: { ...usual.rounds, most: 2, rolls: ROLLS },
    tablesPerRound: { seats: AT_A_TABLE, books: ['crown'] },
    progression: { how: 'best-of-table', count: 2 },
    pool: { guaranteed: 100_000, share: 100 },
  };
};

const stateOf = (host: OfficeHost): Tournament => host.told.state as Tournament;
const numberOf = ({ stream }: OfficeHost): number => Number(stream.slice(PREFIX.length));

/** The house's own tournament, over and over. */
export class QuickCup {
  readonly #options: QuickOptions;
  readonly #sent = new Map<string, SentBot>();
  #director: Person | null = null;
  #asked = 0;
  #timer: Timer | null = null;
  #turn: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: QuickOptions) {
    this.#options = options;
    this.#soon();
  }

  #soon(): void {
    if (this.#closed) return;
    const { house, onError, lookMs = LOOK_MS } = this.#options;
    this.#timer = house.clock.setTimeout(() => {
      this.#turn = this.look().catch((error: unknown) => onError?.(error));
      void this.#turn.finally(() => this.#soon());
    }, lookMs);
  }

  /** Does whatever comes next, until somebody else is waited for. */
  async look(): Promise<void> {
    this.#director ??= await this.#findDirector();
    const cups = this.#options.house.offices.hosts().filter(({ stream }) => stream.startsWith(PREFIX));
    const last = cups.sort((one, other) => numberOf(one) - numberOf(other)).at(-1);
    const isDone = last === undefined || ['over', 'cancelled'].includes(stateOf(last).stage);
    if (last) await this.#takeUp(last);
    if (last) await this.#goOn(last);
    if (isDone && this.#areTablesFree()) await this.#plan(last ? numberOf(last) + 1 : 1);
  }

  async #findDirector(): Promise<Person> {
    const { house, people } = this.#options;
    const hash = hashCommand('house', 'people', DIRECTOR);
    const done = await house.once.own(REGISTERS, hash, (key) => this.#register(key));
    const { person } = (done.ok ? done.answer : {}) as { readonly person?: { readonly id: string } };
    const director = person ? await people.get(person.id) : null;
    if (!director) throw new Error(`the quick cup has no director: ${JSON.stringify(done)}`);
    return director;
  }

  async #register(key: CommandKey): Promise<Done> {
    const books = this.#options.house.offices.host('people') as OfficeHost;
    const as = (login: string) =>
      books.submit({ do: 'register-staff', body: { ...DIRECTOR, login }, by: null }, key);
    const done = await as(DIRECTOR.login);
    const isTaken = !done.ok && done.refused.code === 'taken';
    const made = isTaken ? await as(`${DIRECTOR.login}-${randomBytes(6).toString('hex')}`) : done;
    // Thrown, it is tried again at the next look: a refusal would be remembered.
    if (!made.ok) throw new Error(`the director of the quick cup: ${made.refused.message}`);
    return made;
  }

  /** An earlier version took whoever bore the name: what they were to direct is the house's own again. */
  async #takeUp(host: OfficeHost): Promise<void> {
    const { director } = stateOf(host);
    const { id, name } = this.#director as Person;
    if (director === null || director === id) return;
    const other = await this.#options.people.get(director);
    if (other?.name === name) await this.#ask(host.stream, { do: 'name-director', person: id }, null);
  }

  #areTablesFree(): boolean {
    const { house, tables } = this.#options;
    // What was left on a layout plays out, and is nobody's in the next round.
    return tables.every((id) => {
      const table = house.host(id)?.table;
      return table !== undefined && seatedGuests(table).length === 0;
    });
  }

  /** A bot asks by the one way in, the director in the books themselves: nobody ever signs in as one. */
  async #ask(at: string, command: Command, by: Person | null = this.#director): Promise<boolean> {
    const { house } = this.#options;
    if (by?.bot) {
      const id = `${house.once.epoch}-quick-${++this.#asked}`;
      return (await house.admission.submit(by, { id, at, command })).ok;
    }
    const { do: verb, ...body } = command;
    const host = await house.offices.open(at);
    return (await host.submit({ do: String(verb), body, by })).ok;
  }

  async #plan(number: number): Promise<void> {
    const at = `${PREFIX}${number}`;
    const startsAt = this.#options.house.clock.now() + 30 * DAY;
    await this.#ask(at, { do: 'plan', name: `The ten-minute cup ${number}`, startsAt });
  }

  async #goOn(host: OfficeHost): Promise<void> {
    const at = host.stream;
    switch (stateOf(host).stage) {
      case 'planned':
        return this.#open(at);
      case 'entries':
        return this.#gather(host);
      case 'closed':
        return this.#direct(host);
      case 'over':
        return this.#afterwards(host);
    }
  }

  async #open(at: string): Promise<void> {
    const { tables, house } = this.#options;
    const person = (this.#director as Person).id;
    const startsAt = house.clock.now() + 30 * DAY;
    await this.#ask(at, { do: 'draft-terms', terms: termsFor(startsAt, tables.length) });
    await this.#ask(at, { do: 'publish-terms' });
    await this.#ask(at, { do: 'advise-inspectorate', inspector: 'Demonstration', how: 'by its books' });
    await this.#ask(at, { do: 'name-director', person }, null);
    await this.#ask(at, { do: 'designate-tables', tables });
    await this.#ask(at, { do: 'open-entries' });
  }

  /** As soon as somebody has entered, bots take the other places and it begins. */
  async #gather(host: OfficeHost): Promise<void> {
    const { isBot, tables } = this.#options;
    const state = stateOf(host);
    const inNow = Object.values(state.entries).filter(({ stands }) => stands === 'in');
    if (!inNow.some(({ person }) => person !== undefined && !isBot(person))) return;
    const enter = { do: 'enter', accept: true, version: state.versions.length };
    const taken = new Set(inNow.map(({ person }) => person));
    for (let left = tables.length * AT_A_TABLE - inNow.length; left > 0; left -= 1) {
      const bot = await this.#bot(taken);
      if (!bot || !(await this.#ask(host.stream, enter, bot))) break;
      taken.add(bot.id);
    }
    await this.#ask(host.stream, { do: 'close-entries' });
  }

  /** One that played before, or a new one. */
  async #bot(taken: ReadonlySet<string | undefined>): Promise<Person | null> {
    const { house, people, isBot } = this.#options;
    const cups = house.offices.hosts().filter(({ stream }) => stream.startsWith(PREFIX));
    const known = cups.flatMap((cup) =>
      Object.values(stateOf(cup).entries).map(({ person }) => person ?? ''),
    );
    const rested = known.find((person) => isBot(person) && !taken.has(person));
    const again = rested === undefined ? null : await people.get(rested);
    if (again && !again.inactive) return again;
    const made = await people.createGuest(undefined, { bot: true });
    return made.kind === 'ok' ? made.person : null;
  }

  async #direct(host: OfficeHost): Promise<void> {
    const at = host.stream;
    const state = stateOf(host);
    const round = state.rounds.at(-1);
    if (Object.keys(state.present).length === 0) await this.#ask(at, { do: 'come' });
    switch (round?.phase) {
      case undefined:
        await this.#ask(at, { do: 'brief', understood: true });
        return void (await this.#ask(at, { do: 'prepare-round' }));
      case 'prepared': {
        const faces = Array.from({ length: FACES }, () => randomInt(1, 7)).join('');
        return void (await this.#ask(at, { do: 'draw-lots', faces }));
      }
      case 'drawn':
        await this.#ask(at, { do: 'balance-tables' });
        return void (await this.#ask(at, { do: 'start-round' }));
      case 'running':
        return this.#watch(host);
      case 'cut':
        if (!(await this.#ask(at, { do: 'finish' }))) await this.#ask(at, { do: 'prepare-round' });
    }
  }

  /** While a round runs its bots play; when all tables have ended and are clear, it is cut. */
  async #watch(host: OfficeHost): Promise<void> {
    const round = stateOf(host).rounds.at(-1);
    for (const id of this.#options.tables) await this.#sendBots(id);
    const isOver = round?.tables.every((id) => Object.hasOwn(round.ended, id));
    if (isOver && this.#areTablesFree()) await this.#ask(host.stream, { do: 'cut' });
  }

  async #sendBots(id: string): Promise<void> {
    const { house, people, send, url, isBot } = this.#options;
    const table = house.host(id)?.table;
    if (!table) return;
    const { rulebook } = table.settings;
    for (const { person, player } of seatedGuests(table)) {
      const name = `${id} ${player}`;
      if (!isBot(person) || this.#sent.has(name)) continue;
      const signedIn = await people.resumeBot(person);
      if (!signedIn || this.#closed) continue;
      const beside = [...this.#sent].flatMap(([one, bot]) =>
        one.startsWith(`${id} `) ? [bot.strategy] : [],
      );
      const { token } = signedIn;
      const bot = send({
        url,
        token,
        table: id,
        rulebook,
        sign: table.sign,
        beside,
        leaving: false,
        stays: true,
      });
      if (!bot) continue;
      this.#sent.set(name, bot);
      void bot.gone.then(() => this.#sent.delete(name));
    }
  }

  async #afterwards(host: OfficeHost): Promise<void> {
    const { prizes, paid, isPublished } = stateOf(host);
    for (const { player } of prizes)
      if (!paid.includes(player)) await this.#ask(host.stream, { do: 'pay-prize', entry: player });
    if (!isPublished) await this.#ask(host.stream, { do: 'publish-results' });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) this.#options.house.clock.clearTimeout(this.#timer);
    await this.#turn;
    for (const bot of this.#sent.values()) bot.leave('at-once');
  }
}
