// One tournament from its terms to its prizes, at tables of a house whose power goes at any moment: people bet, seal
// wagers, let their turns go by and buy again; the director makes mistakes and undoes them.
import {
  lockOf,
  OPTIONAL_TEMPLATE,
  type Person,
  type Round,
  type Tournament,
  template,
} from '@boxperson/offices';
import { type Command, hasTurn, type Table } from '@boxperson/rules';
import { House } from '../../src/house.js';
import { HouseClock } from '../../src/house-clock.js';
import { type HouseConfig, houseConfig } from '../../src/tables/config.js';
import type { Pace } from '../../src/tables/crew.js';
import { Chance } from './chance.js';
import { type LivingClock, SimClock } from './clock.js';
import { CupWitness } from './cup-witness.js';
import { Disk, SimStore, SOUND } from './store.js';

export interface CupOptions {
  readonly seed: number;
  /** Entrants at most; 8 at the least. */
  readonly most: number;
}

/** What a tournament has seen. */
export interface CupEnded {
  readonly players: number;
  readonly rounds: number;
  readonly crashes: number;
  readonly undone: number;
  readonly seals: number;
  readonly turns: number;
}

const AT = 'tournaments/cup';
const BOOKS = ['crown', 'crown', 'crown-mini'] as const;
const SEATS = 8;
const DAY = 86_400_000;
const PLAY_MONEY = 500_000;
/** A round that does not come to its end stands still. */
const STEPS_MOST = 6_000;
const PATIENCE = 120_000;
const OPEN_MOST = 120_000;

const PACE: Pace = {
  offer: 100,
  answer: 2_000,
  choose: 50,
  relieve: 2_000,
  window: 300,
  throw: 2_000,
  stickThrow: 800,
  noMoreBets: 50,
  roll: 100,
  settle: 100,
  away: 5_000,
};

const staff = (id: string, post: 'tournament-director' | 'manager' | 'cashier'): Person => ({
  id,
  kind: 'staff',
  name: id,
  createdAt: 0,
  posts: [{ post, tables: '*' }],
});
const DIRECTOR = staff('irene', 'tournament-director');
const MANAGER = staff('max', 'manager');
const CASHIER = staff('cleo', 'cashier');
const guest = (n: number): Person => ({ id: `guest-${n}`, kind: 'guest', name: `Pat ${n}`, createdAt: 0 });

/** Everything that terms may turn on and off, at random. */
function makeTerms(chance: Chance, startsAt: number, players: number): object {
  const base = template(startsAt);
  const offers = (['buyBack', 'repechage', 'minimum', 'secret'] as const).filter(() => chance.is(0.5));
  const how = chance.pick(['best-of-table', 'best-overall'] as const);
  const isInTurn = chance.is(0.4);
  return {
    ...base,
    ...OPTIONAL_TEMPLATE,
    offers,
    fees: { entry: 500, buyIn: 2_500, reBuy: chance.pick([0, 1_000]), addOn: 0, money: 'play' },
    players: { fewest: 2, most: Math.max(8, players) },
    tablesPerRound: { seats: SEATS, books: ['crown', 'crown-mini'] },
    rounds: {
      ...base.rounds,
      most: 6,
      rolls: chance.between(2, 5),
      minutes: 1,
      by: chance.pick(['rolls', 'rolls', 'time']),
      banks: chance.pick(['fresh', 'carried']),
      layoutAtEnd: chance.pick(['counted', 'returned', 'void']),
      lastShooter: chance.is(0.5),
      turnSeconds: isInTurn ? chance.between(1, 5) : 0,
      silence: offers.includes('minimum') && chance.is(0.5) ? 'least-wager' : 'no-wager',
      ends: chance.pick(['one-after-another', 'both-at-once']),
    },
    progression: { how, count: how === 'best-of-table' ? chance.between(1, 3) : chance.between(3, 8) },
    winners: { ties: chance.pick(['last-count', 'lot']), says: 'The largest bank.' },
    elimination: { noChips: chance.is(0.5), says: 'By the cut.' },
    pool: { guaranteed: chance.pick([0, 123_457]), share: chance.pick([100, 90, 0]) },
    secret: { ...OPTIONAL_TEMPLATE.secret, perRound: 2 },
    penalties: { ...base.penalties, chips: 100_000 },
  };
}

interface Life {
  readonly house: House;
  readonly clock: LivingClock;
}

export class Cup {
  readonly #chance: Chance;
  readonly #clock = new SimClock();
  readonly #disk = new Disk();
  readonly #config: HouseConfig;
  readonly #people = new Map<string, Person>();
  readonly #guests: readonly Person[];
  readonly #keys = new Map<string, { readonly wager: string; readonly key: string }>();
  readonly #witness: CupWitness;
  readonly #crash: number;
  #life: Life | null = null;
  #asked = 0;
  readonly #seen = { crashes: 0, undone: 0 };

  constructor({ seed, most }: CupOptions) {
    const chance = new Chance(seed);
    this.#chance = chance;
    this.#crash = chance.pick([0.005, 0.02, 0.05]);
    this.#guests = Array.from({ length: chance.between(8, most) }, (_, n) => guest(n + 1));
    for (const person of [DIRECTOR, MANAGER, CASHIER, ...this.#guests]) this.#people.set(person.id, person);
    const tables = Array.from({ length: Math.ceil(this.#guests.length / SEATS) + 1 }, (_, n) => ({
      id: `cup-${n + 1}`,
      name: `cup-${n + 1}`,
      settings: {
        rulebook: chance.pick(BOOKS),
        seats: SEATS,
        limits: { default: { min: 500, max: 100_000 } },
        chips: [100, 500, 2_500],
        tournament: true,
      },
    }));
    this.#config = houseConfig.parse({ tables, playMoney: PLAY_MONEY });
    this.#witness = new CupWitness(this.#disk);
  }

  async run(): Promise<CupEnded> {
    await this.#open();
    const { house } = this.#now;
    for (const { id } of this.#guests)
      await this.#clock.until(house.grantPlayMoney(id, PLAY_MONEY), OPEN_MOST);
    await this.#prepare();
    for (let round = 0; round < 8; round += 1) {
      await this.#round(round === 1 && this.#mayRepechage() ? 'repechage' : 'round');
      const done = await this.#ask(DIRECTOR, AT, { do: 'finish' });
      if (done.ok) break;
      if (round === 0) await this.#buysBack();
    }
    if (this.#state.stage !== 'over') throw new Error(`it does not end: ${this.#state.rounds.length} rounds`);
    for (const { player } of this.#state.prizes)
      await this.#must(CASHIER, AT, { do: 'pay-prize', entry: player });
    await this.#must(DIRECTOR, AT, { do: 'publish-results' });
    this.#witness.ended(this.#state);
    return {
      ...this.#seen,
      ...this.#witness.seen,
      players: this.#guests.length,
      rounds: this.#state.rounds.length,
    };
  }

  get #now(): Life {
    if (!this.#life) throw new Error('the house is not open');
    return this.#life;
  }

  get #state(): Tournament {
    return this.#now.house.offices.host(AT)?.told.state as Tournament;
  }

  get #roundNow(): Round {
    return this.#state.rounds.at(-1) as Round;
  }

  #table(id: string): Table {
    return this.#now.house.host(id)?.table as Table;
  }

  // ---- the house ----

  async #open(): Promise<void> {
    const clock = this.#clock.life();
    const store = new SimStore(this.#disk, clock, this.#chance, () => SOUND);
    const last = Math.max(0, ...this.#disk.log.slice(-100).map(({ at }) => at));
    const opening = House.open({
      store,
      config: this.#config,
      clock: new HouseClock(clock, last),
      bytes: (count) => this.#chance.bytes(count),
      pace: PACE,
      person: async (id) => this.#people.get(id) ?? null,
      onError: (error) => {
        throw error;
      },
    });
    this.#life = { house: await this.#clock.until(opening, OPEN_MOST), clock };
  }

  /** The power goes: what is not durable is lost, and nobody says goodbye. */
  async #powerGoes(): Promise<void> {
    this.#seen.crashes += 1;
    this.#now.clock.end();
    await this.#clock.pass(this.#chance.below(500));
    await this.#open();
    this.#witness.looked(this.#state);
  }

  async #pass(ms: number): Promise<void> {
    await this.#clock.pass(ms);
    if (this.#chance.is(this.#crash)) await this.#powerGoes();
  }

  // ---- asking ----

  /** Whoever is not answered asks again under the same id, and it is done once. */
  async #ask(by: Person, at: string, command: Command): Promise<{ readonly ok: boolean; refused?: unknown }> {
    const id = `cup-${++this.#asked}`;
    for (let waited = 0; waited < PATIENCE; ) {
      let done: { readonly ok: boolean } | null = null;
      const life = this.#now;
      void life.house.admission.submit(by, { id, at, command }).then((answer) => {
        done = answer;
      });
      while (done === null && life === this.#life && waited < PATIENCE) {
        waited += 10;
        await this.#pass(10);
      }
      if (done !== null) return done;
    }
    throw new Error(`${String(command['do'])} was never answered`);
  }

  async #must(by: Person, at: string, command: Command): Promise<void> {
    const done = await this.#ask(by, at, command);
    if (!done.ok) throw new Error(`${JSON.stringify(command).slice(0, 200)}: ${JSON.stringify(done)}`);
  }

  /** Whoever does not wait for an answer. */
  #say(by: Person, at: string, command: Command): void {
    void this.#now.house.admission.submit(by, { id: `cup-${++this.#asked}`, at, command });
  }

  // ---- the tournament ----

  async #prepare(): Promise<void> {
    const startsAt = this.#clock.now() + DAY;
    const terms = makeTerms(this.#chance, startsAt, this.#guests.length);
    await this.#must(DIRECTOR, AT, { do: 'plan', name: 'The cup', startsAt });
    await this.#must(DIRECTOR, AT, { do: 'draft-terms', terms });
    await this.#must(DIRECTOR, AT, { do: 'publish-terms' });
    await this.#must(DIRECTOR, AT, { do: 'advise-inspectorate', inspector: 'Day', how: 'in person' });
    await this.#must(MANAGER, AT, { do: 'name-director', person: DIRECTOR.id });
    await this.#must(DIRECTOR, AT, {
      do: 'designate-tables',
      tables: this.#config.tables.map(({ id }) => id),
    });
    await this.#must(DIRECTOR, AT, { do: 'open-entries' });
    for (const person of this.#guests)
      await this.#must(person, AT, { do: 'enter', accept: true, version: 1 });
    await this.#must(DIRECTOR, AT, { do: 'close-entries' });
    await this.#must(DIRECTOR, AT, { do: 'come' });
    await this.#must(DIRECTOR, AT, { do: 'brief', understood: true });
  }

  #mayRepechage(): boolean {
    const { entries, rounds, versions } = this.#state;
    const out = Object.values(entries).filter((one) => one.stands === 'out' && one.outAt === rounds.length);
    return out.length >= 2 && versions.at(-1)?.terms.offers.includes('repechage') === true;
  }

  async #round(kind: 'round' | 'repechage'): Promise<void> {
    const faces = Array.from({ length: 12 }, () => this.#chance.between(1, 6)).join('');
    await this.#must(DIRECTOR, AT, { do: 'prepare-round', kind });
    await this.#must(DIRECTOR, AT, { do: 'draw-lots', faces });
    this.#witness.drawn(this.#state);
    await this.#must(DIRECTOR, AT, { do: 'start-round' });
    await this.#play();
    this.#witness.played(this.#state);
    await this.#cuts();
  }

  /** A cut that is wrong is taken back, and made again. */
  async #cuts(): Promise<void> {
    await this.#untilCut();
    if (!this.#chance.is(0.5)) return;
    await this.#must(DIRECTOR, AT, { do: 'undo-cut', reason: 'a stack was overlooked' });
    this.#seen.undone += 1;
    const somebody = this.#chance.pick(this.#roundNow.players);
    if (this.#chance.is(0.3))
      await this.#ask(DIRECTOR, AT, { do: 'disqualify', entry: somebody, ground: 'abuse' });
    await this.#untilCut();
  }

  /** What was counted last may still be on its way from the table to the books. */
  async #untilCut(): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await this.#ask(DIRECTOR, AT, { do: 'cut' })).ok) return;
      await this.#pass(100);
    }
    await this.#must(DIRECTOR, AT, { do: 'cut' });
  }

  async #buysBack(): Promise<void> {
    const [entry] = this.#roundNow.out;
    const person = this.#people.get(this.#state.entries[entry ?? '']?.person ?? '');
    if (entry !== undefined && person) await this.#ask(person, AT, { do: 'buy-back', entry });
  }

  // ---- play ----

  async #play(): Promise<void> {
    const isOver = () => this.#roundNow.tables.every((id) => Object.hasOwn(this.#roundNow.ended, id));
    for (let step = 0; !isOver(); step += 1) {
      if (step > STEPS_MOST) throw new Error(`a round stands still: ${this.#whereItStands()}`);
      for (const id of this.#roundNow.tables)
        if (!Object.hasOwn(this.#roundNow.ended, id)) this.#atTable(id, step);
      if (this.#chance.is(0.1)) this.#director();
      if (this.#chance.is(0.3)) this.#books();
      await this.#pass(this.#chance.below(400));
    }
  }

  #whereItStands(): string {
    return this.#roundNow.tables
      .map((id) => {
        const { phase, turns, guests, shooter } = this.#table(id);
        return `${id} ${phase} ${JSON.stringify({ turns, guests: guests.length, shooter })} ${JSON.stringify(this.#roundNow.counts[id])}`;
      })
      .join('; ');
  }

  /** Somebody bets, in turn or not; whoever has the dice throws. */
  #atTable(id: string, step: number): void {
    const table = this.#table(id);
    const here = table.guests.filter(({ gone }) => !gone);
    // Where nobody plays or can bet any more the director ends it, or tries to.
    if (step > 200 && this.#chance.is(0.02))
      this.#say(DIRECTOR, AT, { do: 'end-table', table: id, early: 'decided' });
    if (here.length === 0) return;
    const { player, person } = this.#chance.pick(here);
    const by = this.#people.get(person) as Person;
    const at = `table/${id}`;
    if (this.#chance.is(0.8)) this.#say(by, at, { do: 'bet', player, ...this.#bet() });
    if (hasTurn(table, player) ? this.#chance.is(0.7) : this.#chance.is(0.1))
      this.#say(by, at, { do: 'ready', player });
    for (const act of ['accept', 'throw']) if (this.#chance.is(0.6)) this.#say(by, at, { do: act, player });
  }

  #bet(): object {
    const amount = this.#chance.between(1, 10) * this.#chance.pick([500, 500, 2_500]);
    const number = this.#chance.pick([4, 5, 6, 8, 9, 10]);
    return this.#chance.pick([
      { wager: 'pass', amount },
      { wager: 'pass', amount },
      { wager: 'dont-pass', amount },
      { wager: 'field', amount },
      { wager: 'come', amount },
      { wager: 'place', number, amount },
    ]);
  }

  /** What a director does while a round runs, right or wrong. */
  #director(): void {
    const entry = this.#chance.pick(this.#roundNow.players);
    const table = this.#chance.pick(this.#roundNow.tables);
    const acts: readonly Command[] = [
      { do: 'cut' },
      { do: 'penalise', entry, chips: this.#chance.pick([2_500, 100_000]), ground: 'late bets' },
      { do: 'note-conduct', entry, what: 'phone' },
      { do: 'stop-clock', table, reason: 'a dispute' },
      { do: 'resume-clock', table },
      { do: 'resume-clock', table },
      { do: 'call-seals', table },
      { do: 'draw-lots', faces: '1234561234' },
      { do: 'prepare-round' },
      { do: 'go' },
    ];
    this.#say(DIRECTOR, AT, this.#chance.pick(acts));
    // A clock that stands still for ever would be no mistake of ours.
    if (this.#chance.is(0.3)) this.#say(DIRECTOR, AT, { do: 'resume-clock', table });
  }

  /** What players do in the books: seal and open, buy again, retire. */
  #books(): void {
    const entry = this.#chance.pick(this.#roundNow.players);
    const by = this.#people.get(this.#state.entries[entry]?.person ?? '');
    if (!by) return;
    const sealed = this.#keys.get(entry);
    const kind = this.#chance.weighed({ seal: 4, unseal: 6, buy: 3, retire: 0.1 });
    if (kind === 'seal' && !sealed) this.#seals(by, entry);
    if (kind === 'unseal' && sealed) this.#unseals(by, entry, sealed);
    if (kind === 'buy') this.#say(by, AT, { do: 're-buy', entry });
    if (kind === 'retire') this.#say(by, AT, { do: 'retire', entry });
  }

  #seals(by: Person, entry: string): void {
    const wager = `pass ${this.#chance.between(1, 40) * 5}`;
    const key = Buffer.from(this.#chance.bytes(32)).toString('hex');
    this.#keys.set(entry, { wager, key });
    this.#say(by, AT, { do: 'seal', entry, lock: lockOf(wager, key) });
  }

  #unseals(by: Person, entry: string, { wager, key }: { wager: string; key: string }): void {
    this.#say(by, AT, { do: 'unseal', entry, wager, key });
    const lock = lockOf(wager, key);
    const seal = this.#roundNow.seals[entry]?.find((one) => one.lock === lock);
    if (seal?.wager != null || seal === undefined) this.#keys.delete(entry);
  }
}

export const runCup = (options: CupOptions): Promise<CupEnded> => new Cup(options).run();
