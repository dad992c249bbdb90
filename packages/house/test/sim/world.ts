import { createHash, type Hash } from 'node:crypto';
import { exclusionOf, type HouseBooks, officeOf, type PeopleBooks, type Person } from '@boxperson/offices';
import type { Table } from '@boxperson/rules';
import type { Clock } from '../../src/clock.js';
import { House } from '../../src/house.js';
import { HouseClock } from '../../src/house-clock.js';
import type { OpenSession } from '../../src/people/sessions.js';
import type { Store } from '../../src/store/types.js';
import { type HouseConfig, houseConfig } from '../../src/tables/config.js';
import { crewStep, type Pace } from '../../src/tables/crew.js';
import { Newsroom } from '../../src/wire/news.js';
import type { ServerMessage } from '../../src/wire/protocol.js';
import { type Pipe, Session } from '../../src/wire/session.js';
import { Teller } from '../../src/wire/teller.js';
import { Chance } from './chance.js';
import { type LivingClock, SimClock, WORLD_BEGINS } from './clock.js';
import { Witness } from './invariants.js';
import { type Answering, CALM_NET, Line, type NetFaults } from './network.js';
import { type Asking, act, type Kind, makeAll, type Sort } from './people.js';
import { Somebody, tokenOf } from './somebody.js';
import { Disk, type DiskFaults, SimStore, SOUND } from './store.js';

/** What somebody puts into a world on purpose, to see that it is found. */
export interface Plant {
  /** Stands between the house and its store. */
  store?(store: Store, disk: Disk): Store;
  /** The clock that a house goes by. */
  clock?(machine: Clock): HouseClock;
  /** What the house takes a session for. */
  session?(session: OpenSession): OpenSession;
  /** What the house knows of a person. */
  person?(person: Person): Person;
}

export interface WorldOptions {
  readonly seed: number;
  readonly steps?: number;
  readonly plant?: Plant;
  /** What is wrong with the disk; left out, chance decides. */
  readonly disk?: DiskFaults;
  /** Wanted: a hash of all that was said and done. */
  readonly hashed?: true;
  /** What people may ask for beside all that they know already, for trying out a new office. */
  readonly acts?: (who: Sort, chance: Chance) => Asking | null;
  /** What must hold in the end beside everything else: what is wrong, or null. */
  readonly check?: (disk: Disk) => string | null;
}

/** How a world went. */
export interface Ended {
  readonly seed: number;
  /** Of all that was said, if it was asked for: the same for the same seed. */
  readonly hash: string | null;
  readonly events: number;
  readonly acknowledged: number;
  readonly crashes: number;
}

/** Something is wrong: with the seed that shows it again. */
export class WorldBroke extends Error {
  readonly seed: number;

  constructor(seed: number, why: string, trail: readonly string[]) {
    super(
      `seed ${seed}: ${why}\nagain: SIM_SEED=${seed} npx vitest run packages/house/test/sim/sim.test.ts\n${trail.join('\n')}`,
    );
    this.name = 'WorldBroke';
    this.seed = seed;
  }
}

/** How long a world lasts, by its seed: most faults need few steps and some need many. */
const STEPS = [15, 15, 15, 30, 30, 90] as const;
const TRAIL = Number(process.env['SIM_TRAIL'] ?? 40);
/** How often everything is compared with what the record leads to: that is dear. */
const LOOK_CLOSELY = 0.15;
const FOR_EVER = 8_640_000_000_000;
const PLAY_MONEY = 500_000;
/** How long a house may take to open, with a disk that is sound. */
const OPEN_MOST = 60_000;

/** What stands still because its store failed comes back by itself within this time. */
const COME_BACK_MOST = 15_000;
/** Everybody who lost their line dials again and has their answers within this time. */
const ANSWERED_MOST = 10_000;
/** A table whose crew has work to do goes on within this time. */
const GO_ON_MOST = 6_000;
/** How long it takes at most until whatever was on its way in the storm has come or is lost. */
const LATE_MOST = 5_000;
/** How often it is looked whether all is well again. */
const LOOK_EVERY = 250;
/** As many as a house that opens looks at to know how late it is. */
const LOOK_BACK = 100;
const PACE: Pace = {
  offer: 150,
  answer: 3_000,
  choose: 100,
  relieve: 3_000,
  window: 400,
  throw: 3_000,
  stickThrow: 1_500,
  noMoreBets: 80,
  roll: 250,
  settle: 250,
  away: 5_000,
};

/** Lines that are cut come back sooner than that, or not. */
const PRESENCE = { look: 400, grace: 1_200, word: 3_000 };

const LIMITS = { default: { min: 500, max: 100_000 } };
const BOOKS = ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide'] as const;

/** One of the games as it is run here. */
const table = (rulebook: string) => ({
  id: rulebook,
  name: rulebook,
  terminals: { handPayAbove: 20_000 },
  settings:
    rulebook === 'aruze'
      ? { rulebook, seats: 4, limits: LIMITS, wageringMs: 3_000 }
      : { rulebook, seats: 4, limits: LIMITS, chips: [100, 500, 2_500, 10_000] },
});

function makeConfig(chance: Chance): HouseConfig {
  const count = chance.pick([1, 1, 1, 2, 2, 3]);
  const books = new Set<string>();
  while (books.size < count) books.add(chance.is(0.5) ? 'aruze' : chance.pick(BOOKS));
  return houseConfig.parse({ tables: [...books].map(table), playMoney: PLAY_MONEY });
}

/** Who comes together: a few at a time, so that many worlds can be tried. */
const COMPANIES: readonly (readonly Kind[])[] = [
  ['guest', 'guest'],
  ['guest', 'guest', 'stranger'],
  ['guest', 'player', 'guest'],
  ['guest', 'guest', 'dealer'],
  ['guest', 'manager', 'manager'],
  ['guest', 'guest', 'cashier', 'device'],
  ['guest', 'player', 'manager', 'manager', 'stranger'],
  ['guest', 'guest', 'guest', 'dealer', 'device'],
];

/** When somebody's session is over. */
const expiryOf = ({ signedInFor }: Sort): number =>
  signedInFor === undefined ? FOR_EVER : WORLD_BEGINS + signedInFor;

/** A house that runs, with everything that ends when it does. */
interface Life {
  readonly house: House;
  readonly clock: LivingClock;
  readonly store: SimStore;
  readonly teller: Teller;
  readonly newsroom: Newsroom;
  readonly sessions: Set<Session>;
}

/** How rough a world is. */
interface Weather {
  readonly disk: DiskFaults;
  readonly net: NetFaults;
  readonly crash: number;
  readonly jump: number;
}

function makeWeather(chance: Chance): Weather {
  const some = (share: number, most: number) => (chance.is(share) ? chance.next() * most : 0);
  return {
    disk: { slow: some(0.5, 0.2), lost: some(0.35, 0.02), unread: some(0.3, 0.02) },
    net: { lost: some(0.3, 0.1), twice: some(0.5, 0.2), overtakes: some(0.3, 0.3), cut: some(0.4, 0.02) },
    crash: some(0.6, 0.03),
    jump: some(0.3, 0.02),
  };
}
const FAIR: Weather = { disk: SOUND, net: CALM_NET, crash: 0, jump: 0 };

/** A house with its store, its network and its people, all of it from one seed. */
export class World {
  readonly #options: WorldOptions;
  readonly #chance: Chance;
  readonly #clock = new SimClock();
  readonly #disk = new Disk();
  readonly #config: HouseConfig;
  readonly #steps: number;
  readonly #sorts: readonly Sort[];
  readonly #people = new Map<string, Person>();
  readonly #witness: Witness;
  readonly #somebodies: Somebody[] = [];
  readonly #lines = new Set<Line>();
  readonly #tickets: string[] = [];
  readonly #trail: string[] = [];
  readonly #hash: Hash | null;
  #weather: Weather;
  #life: Life | null = null;
  #asked = 0;
  #answered = 0;
  #crashes = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.#chance = new Chance(options.seed);
    this.#hash = options.hashed ? createHash('sha256') : null;
    this.#config = makeConfig(this.#chance);
    const weather = makeWeather(this.#chance);
    this.#weather = { ...weather, disk: options.disk ?? weather.disk };
    this.#steps = this.#chance.pick(STEPS);
    this.#sorts = makeAll(this.#chance.pick(COMPANIES), this.#chance);
    for (const { person } of this.#sorts) if (person) this.#people.set(person.id, person);
    this.#witness = new Witness(this.#disk, [...this.#people.values()], () => this.#clock.elapsed);
  }

  /** Runs the world to its end. Throws `WorldBroke` when something is wrong. */
  async run(): Promise<Ended> {
    try {
      return await this.#run();
    } catch (error) {
      if (error instanceof WorldBroke) throw error;
      throw new WorldBroke(
        this.#options.seed,
        error instanceof Error ? (error.stack ?? '') : String(error),
        this.#trail,
      );
    }
  }

  async #run(): Promise<Ended> {
    const storm = this.#weather;
    this.#weather = FAIR;
    await this.#open();
    await this.#welcome();
    this.#weather = storm;
    this.#note(JSON.stringify(storm));
    const { steps = this.#steps } = this.#options;
    for (let step = 0; step < steps; step++) await this.#step();
    await this.#calmDown();
    await this.#witness.end();
    const wrong = this.#options.check?.(this.#disk);
    if (wrong) this.#witness.fail(wrong);
    this.#judge();
    return {
      seed: this.#options.seed,
      hash: this.#hash?.digest('hex') ?? null,
      events: this.#disk.log.length,
      acknowledged: this.#witness.acknowledged,
      crashes: this.#crashes,
    };
  }

  // ---- the house ----

  /** Opens a house on what is durable; one that cannot open is tried again. */
  async #open(): Promise<void> {
    for (;;) {
      this.#witness.newLife();
      const clock = this.#clock.life();
      const store = new SimStore(this.#disk, clock, this.#chance, () => this.#weather.disk);
      const life = await this.#tryOpen(clock, store);
      if (life) {
        this.#life = life;
        break;
      }
      clock.end();
      await this.#clock.pass(500);
    }
    this.#note('the house opens');
  }

  async #tryOpen(clock: LivingClock, bare: SimStore): Promise<Life | null> {
    const store = this.#options.plant?.store?.(bare, this.#disk) ?? bare;
    const last = Math.max(0, ...this.#disk.log.slice(-LOOK_BACK).map(({ at }) => at));
    const houseClock = this.#options.plant?.clock?.(clock) ?? new HouseClock(clock, last);
    const opening = House.open({
      store,
      config: this.#config,
      clock: houseClock,
      bytes: (count) => this.#chance.bytes(count),
      pace: PACE,
      person: async (id) => this.#known(this.#people.get(id) ?? null),
      onError: (error, where) => this.#fault(error, where),
    });
    try {
      const house = await this.#clock.until(opening, OPEN_MOST);
      const [broken] = house.stopped();
      if (broken) throw new Error(broken.why);
      house.presence.start(PRESENCE);
      const teller = new Teller(clock, (act) => void clock.setTimeout(act, 0));
      const newsroom = new Newsroom(teller);
      return { house, clock, store: bare, teller, newsroom, sessions: new Set() };
    } catch (error) {
      this.#fault(error, 'opening');
      return null;
    }
  }

  /** What goes wrong inside: only the store may be to blame. */
  #fault(error: unknown, where: string): void {
    const text = error instanceof Error ? error.message : String(error);
    this.#note(`${where}: ${text}`);
    const isStore = /not available|no answer/.test(text);
    if (!isStore) this.#witness.fail(`${where}: ${error instanceof Error ? error.stack : text}`);
  }

  /** The power goes: what is not durable is lost, and nobody says goodbye. */
  async #crash(): Promise<void> {
    this.#note('the power goes');
    this.#crashes += 1;
    this.#life?.clock.end();
    this.#life = null;
    for (const line of this.#lines) line.drop();
    this.#lines.clear();
    await this.#clock.pass(this.#chance.below(1_500));
    await this.#open();
  }

  /** The house is closed and opened as it should be. */
  async #close(): Promise<void> {
    this.#note('the house closes');
    const { house } = this.#life as Life;
    const closing = house.close().catch((error: unknown) => this.#fault(error, 'closing'));
    await this.#clock.until(closing, OPEN_MOST);
    await this.#crash();
  }

  // ---- the people ----

  async #welcome(): Promise<void> {
    const { house } = this.#life as Life;
    for (const sort of this.#sorts) {
      if (sort.kind === 'guest' || sort.kind === 'player') {
        this.#witness.grant();
        await this.#clock.until(house.grantPlayMoney(sort.person?.id as string, PLAY_MONEY), OPEN_MOST);
      }
      this.#somebodies.push(this.#comes(sort));
    }
    await this.#clock.pass(500);
  }

  #comes(sort: Sort): Somebody {
    const somebody = new Somebody(sort, {
      connect: (me) => this.#dial(me),
      clock: this.#clock.clock,
      random: () => this.#chance.word('c'),
    });
    somebody.watch(this.#config.tables.map(({ id }) => id));
    return somebody;
  }

  #dial(somebody: Somebody): Line {
    return new Line({
      clock: this.#clock.clock,
      chance: this.#chance,
      faults: () => this.#weather.net,
      tap: (message, text) => this.#heard(somebody, message, text),
      spoken: (text) => this.#spoken(somebody, text),
      answer: (line, pipe) => this.#answer(line, pipe),
      broken: (why) => this.#witness.fail(`${somebody.name}: ${why}`),
    });
  }

  #answer(line: Line, pipe: Pipe): Answering | null {
    const life = this.#life;
    if (!life) return null;
    const session = new Session({
      house: life.house,
      open: async (token) => this.#openSession(token),
      pipe,
      telegraph: { teller: life.teller, newsroom: life.newsroom },
      clock: life.house.clock,
      onError: (error) => this.#fault(error, 'a session'),
    });
    life.sessions.add(session);
    this.#lines.add(line);
    return {
      receive: (text) => session.receive(text),
      close: () => {
        life.sessions.delete(session);
        session.close();
      },
    };
  }

  #known(person: Person | null): Person | null {
    return person && (this.#options.plant?.person?.(person) ?? person);
  }

  #openSession(token: string): OpenSession | null {
    const sort = this.#sorts.find(({ person }) => person && tokenOf(person.id) === token);
    const person = this.#known(sort?.person ?? null);
    if (!sort || !person || this.#isOver(sort)) return null;
    const session = { id: `session-${person.id}`, person, expiresAt: expiryOf(sort) };
    return this.#options.plant?.session?.(session) ?? session;
  }

  /** By the clock of the house: a session is over for all of it at once. */
  #isOver(sort: Sort): boolean {
    return this.#life !== null && this.#life.house.clock.now() >= expiryOf(sort);
  }

  #spoken({ sort, said }: Somebody, text: string): void {
    const message = JSON.parse(text) as { readonly t: string; readonly id: string } & Asking;
    if (message.t !== 'do' || !sort.person) return;
    const { id, at, command } = message;
    if (!this.#witness.given(id)) said.push(text);
    this.#witness.give(id, { person: sort.person.id, at, command });
  }

  #heard({ sort, name }: Somebody, message: ServerMessage, text: string): void {
    this.#note(`to ${name}: ${text.slice(0, 160)}`);
    this.#witness.said(sort, message, text, this.#isOver(sort));
    const ticket = (message as { readonly answer?: { readonly ticket?: { readonly number: string } } }).answer
      ?.ticket;
    if (ticket && !this.#tickets.includes(ticket.number)) this.#tickets.push(ticket.number);
  }

  // ---- what happens ----

  async #step(): Promise<void> {
    const { crash, jump } = this.#weather;
    if (this.#chance.is(crash)) await this.#crash();
    else if (this.#chance.is(crash / 4)) await this.#close();
    if (this.#chance.is(jump)) this.#jump();
    const somebody = this.#chance.pick(this.#somebodies);
    for (let times = this.#chance.pick([0, 1, 1, 1, 2, 3]); times > 0; times--) this.#acts(somebody);
    if (this.#chance.is(0.15)) this.#again(this.#chance.pick(this.#somebodies));
    if (this.#chance.is(0.1)) this.#lookBack(this.#chance.pick(this.#somebodies));
    if (this.#chance.is(0.05)) this.#foul(this.#chance.pick(this.#somebodies));
    if (this.#chance.is(this.#weather.net.cut)) somebody.line?.cut();
    await this.#pass(this.#chance.below(350));
    if (this.#isStopped() && this.#chance.is(0.1)) await this.#crash();
  }

  #jump(): void {
    const ms = this.#chance.pick([-3_600_000, -5_000, 5_000, 60_000, 1_200_000, 90_000_000]);
    this.#note(`the clock is set by ${ms} ms`);
    this.#clock.jump(ms);
  }

  #acts({ sort, client }: Somebody): void {
    const chance = this.#chance;
    const { house } = this.#life as Life;
    const around = { house, chance, tickets: this.#tickets, people: this.#sorts };
    const own = sort.person && this.#options.acts?.(sort, chance);
    const asking = own ?? act(sort, around);
    if (!asking) return;
    this.#note(`${sort.person?.id} asks ${asking.at} ${JSON.stringify(asking.command)}`);
    this.#asked += 1;
    void client.submit(asking.at, asking.command).then(() => {
      this.#answered += 1;
    });
  }

  /** Somebody who is not sure says it again; now and then something else under the same id. */
  #again({ said, line }: Somebody): void {
    if (said.length === 0 || line?.readyState !== 1) return;
    const text = this.#chance.is(0.6) ? (said.at(-1) as string) : this.#chance.pick(said);
    const message = JSON.parse(text) as { readonly command: object };
    const other = { ...message, command: { ...message.command, amount: 1_234 } };
    line.send(this.#chance.is(0.05) ? JSON.stringify(other) : text);
  }

  /** Somebody says something again with text that no database keeps: in its id, or in one of its words. */
  #foul({ said, line }: Somebody): void {
    if (said.length === 0 || line?.readyState !== 1) return;
    const { command, id, ...message } = JSON.parse(this.#chance.pick(said)) as FoulMessage;
    const foul = this.#chance.pick(['\u0000', '\ud800', '\udfff', '\u0007', '\n']);
    const isId = this.#chance.is(0.5);
    const words = Object.keys(command).filter((name) => name !== 'do' && typeof command[name] === 'string');
    const field = this.#chance.pick([...words, 'note', 'seat']);
    const other = isId ? command : { ...command, [field]: `${String(command[field])}${foul}` };
    const text = JSON.stringify({ ...message, id: isId ? `${id}${foul}` : `${id}-f`, command: other });
    line.send(text);
  }

  /** Somebody says that they have seen nothing since long ago: what happened under their name before is not theirs. */
  #lookBack({ line, client }: Somebody): void {
    const { id, host } = this.#chance.pick((this.#life as Life).house.tables());
    const watch = { t: 'watch', at: `table/${id}`, after: this.#chance.below(host.told.n) };
    if (client.online) line?.send(JSON.stringify(watch));
  }

  async #pass(ms: number): Promise<void> {
    await this.#clock.pass(ms, () => this.#judge());
    const life = this.#life;
    if (life) this.#witness.look(life.house, life.store.idle, this.#chance.is(LOOK_CLOSELY));
    this.#judge();
  }

  /** Lets time pass until all is well, `least` at least and `most` at most. */
  async #passUntil(isWell: () => boolean, least: number, most: number): Promise<void> {
    const began = this.#clock.elapsed;
    const passed = () => this.#clock.elapsed - began;
    await this.#pass(least);
    while (!isWell() && passed() < most) await this.#pass(LOOK_EVERY);
  }

  #isStopped(): boolean {
    const { house } = this.#life as Life;
    return house.stopped().length > 0 || house.offices.hosts().some(({ stopped }) => stopped !== null);
  }

  // ---- the end ----

  /** The weather clears: everything that was asked is answered, everybody sees the same, and the tables go on. */
  async #calmDown(): Promise<void> {
    this.#note('the weather clears');
    this.#weather = FAIR;
    if ((this.#life as Life).store.isGone) await this.#crash();
    await this.#passUntil(() => !this.#isStopped(), LATE_MOST, COME_BACK_MOST);
    if (this.#isStopped()) this.#witness.fail('a table or books stand still in fair weather');
    for (const { line } of this.#somebodies) line?.close();
    await this.#passUntil(() => this.#answered === this.#asked, LATE_MOST, ANSWERED_MOST);
    if (this.#answered !== this.#asked)
      this.#witness.fail(`${this.#asked - this.#answered} of ${this.#asked} commands were never answered`);
    this.#seeAllIsKnown();
    await this.#seeTablesGoOn();
    await this.#seeMirrors();
  }

  /** What somebody was to be told, or was to read, while the store was away, they know by now. */
  #seeAllIsKnown(): void {
    const { house } = this.#life as Life;
    for (const { stream } of this.#disk.streams())
      if (officeOf(stream)?.begins && !house.offices.host(stream))
        this.#witness.fail(`the books of ${stream} are not open`);
    for (const { id, host } of house.tables()) this.#seeTableKnows(id, host.table);
  }

  #seeTableKnows(id: string, { guests, excluded, settings, pays, phase }: Table): void {
    const { house } = this.#life as Life;
    const people = house.offices.host('people')?.state as PeopleBooks;
    for (const guest of guests) {
      const isOut = exclusionOf(people, guest.person, settings.rulebook) !== null;
      if (guest.excluded !== isOut && !(guest.excluded && excluded.includes(guest.person)))
        this.#witness.fail(`${guest.player} is ${isOut ? 'not ' : ''}kept out of ${id}`);
    }
    const books = house.offices.host('house')?.state as HouseBooks;
    const decided = books.pays?.[settings.rulebook]?.pays;
    const known = pays?.higherPays ?? settings.higherPays;
    if (decided && phase !== 'closed' && JSON.stringify(known) !== JSON.stringify(decided))
      this.#witness.fail(`${id} does not pay what the house has decided`);
  }

  async #seeTablesGoOn(): Promise<void> {
    const { house } = this.#life as Life;
    const before = house.tables().map(({ host }) => host.n);
    const still = () =>
      house
        .tables()
        .filter(({ host }, index) => host.n === before[index] && crewStep(host.table, PACE) !== null);
    await this.#passUntil(() => still().length === 0, LOOK_EVERY, GO_ON_MOST);
    for (const { id, host } of still())
      this.#witness.fail(
        `${id} stands still at ${host.n} (${host.table.phase}), and its crew has work to do`,
      );
  }

  /** Until nothing is under way any more: chips of others are told a moment later. */
  async #seeMirrors(): Promise<void> {
    const { house, clock } = this.#life as Life;
    house.offices.close();
    for (let tries = 0; tries < 50; tries++) {
      await this.#pass(97);
      if (house.tables().every(({ id }) => this.#somebodies.every((one) => this.#isUpToDate(one, id)))) break;
    }
    for (const { id } of house.tables()) for (const one of this.#somebodies) this.#compareMirror(one, id);
    clock.end();
  }

  #isUpToDate({ mirrors }: Somebody, id: string): boolean {
    return mirrors.get(id)?.n === this.#life?.house.host(id)?.told.n;
  }

  #compareMirror({ mirrors, name }: Somebody, id: string): void {
    const truth = this.#life?.house.host(id)?.told.state as Table;
    const mirror = mirrors.get(id)?.table;
    const gist = (one: Table | null | undefined) =>
      one &&
      JSON.stringify([
        one.phase,
        one.game.point,
        one.throws,
        one.game.players.map(({ name, seat, wagers }) => [name, seat, wagers]),
      ]);
    if (gist(mirror) !== gist(truth))
      this.#witness.fail(`${name} sees ${gist(mirror)} at ${id}, not ${gist(truth)}`);
  }

  #note(what: string): void {
    this.#hash?.update(what);
    this.#trail.push(`${this.#clock.elapsed} ${what}`);
    if (this.#trail.length > TRAIL) this.#trail.shift();
  }

  #judge(): void {
    const { wrong } = this.#witness;
    if (wrong !== null) throw new WorldBroke(this.#options.seed, wrong, this.#trail);
  }
}

interface FoulMessage {
  readonly id: string;
  readonly command: Readonly<Record<string, unknown>>;
}

export const runWorld = (options: WorldOptions): Promise<Ended> => new World(options).run();
