// A house with promotions on a simulated disk: its clock goes on by hours and is set by hand, it is shut and opened, and
// its power goes. Everything that is asked of it comes in by the one way in.
import {
  type Case,
  type Person,
  type PostName,
  type Promotion,
  type PromotionBook,
  type PromotionTask,
  promotionTasks,
  sealOf,
  viewPromotion,
} from '@boxperson/offices';
import { House } from '../../src/house.js';
import { HouseClock } from '../../src/house-clock.js';
import type { Done } from '../../src/office/once.js';
import { closeProjections, openProjections, type Projections } from '../../src/projections.js';
import { houseConfig } from '../../src/tables/config.js';
import { Alarms } from '../../src/watches.js';
import { Chance } from '../sim/chance.js';
import { type LivingClock, SimClock } from '../sim/clock.js';
import { Disk, SimStore, SOUND } from '../sim/store.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SOON = 60_000;
const AT_TABLE = 'table/wharf';

export const YEAR_BOOKS: readonly PromotionBook[] = ['star', 'star-2024', 'aruze'];
const WAYS = ['face-to-face', 'mail', 'telephone', 'email'];
/** Where nobody is, nothing goes on: a terminal would roll every few seconds all year. */
const CONFIG = houseConfig.parse({
  tables: [
    {
      id: 'wharf',
      name: 'wharf',
      settings: {
        rulebook: 'star',
        seats: 4,
        limits: { default: { min: 500, max: 100_000 } },
        chips: [100, 500, 2_500, 10_000],
      },
    },
  ],
});

const staff = (id: string, post: PostName): Person => ({
  id,
  kind: 'staff',
  name: id,
  posts: [{ post, tables: '*' }],
  createdAt: 0,
});
const PLAYERS: readonly Person[] = ['ann', 'bob', 'cy', 'dee', 'eli', 'flo', 'gus', 'hal'].map((id) => ({
  id,
  kind: 'player',
  name: id,
  card: `card-${id}`,
  createdAt: 0,
}));
/** Never come for what they won. */
const ABSENT = ['ann', 'bob'];
const PEOPLE = new Map(
  [
    staff('boss', 'manager'),
    staff('chief', 'manager'),
    staff('cage', 'cashier'),
    staff('relief', 'cashier'),
    staff('eye', 'scrutineer'),
    ...PLAYERS,
  ].map((person) => [person.id, person]),
);
const HANDS: Readonly<Partial<Record<PostName, string>>> = {
  manager: 'boss',
  cashier: 'cage',
  scrutineer: 'eye',
};

/** What a promotion has promised, as its terms say. */
export interface Promised {
  readonly matter: string;
  readonly book: PromotionBook;
  readonly money: number;
}

interface Life {
  readonly house: House;
  readonly clock: LivingClock;
  readonly projections: Projections;
}

export class PromotionYear {
  readonly disk = new Disk();
  readonly promised: Promised[] = [];
  readonly faults: string[] = [];
  restarts = 0;
  readonly #sim = new SimClock();
  readonly #chance: Chance;
  /** Signed once, and there for good: when each was. */
  readonly #signed: number[] = [];
  #life: Life | null = null;
  #asked = 0;

  constructor(seed: number) {
    this.#chance = new Chance(seed);
  }

  get house(): House {
    return (this.#life as Life).house;
  }

  books(matter: string): Promotion {
    return this.house.offices.host(`promotions/${matter}`)?.state as Promotion;
  }

  async open(): Promise<void> {
    const clock = this.#sim.life();
    const store = new SimStore(this.disk, clock, this.#chance, () => SOUND);
    const houseClock = new HouseClock(clock, this.disk.log.at(-1)?.at ?? 0);
    const onError = (error: unknown, where: string) => void this.faults.push(`${where}: ${String(error)}`);
    let tell = (_house: House): void => {};
    const opened = new Promise<House>((resolve) => {
      tell = resolve;
    });
    const projections = openProjections({
      store,
      clock: houseClock,
      alarms: new Alarms(undefined),
      opened,
      onError,
    });
    const opening = House.open({
      store,
      config: CONFIG,
      clock: houseClock,
      bytes: (count) => this.#chance.bytes(count),
      person: async (id) => PEOPLE.get(id) ?? null,
      checkpointSince: async (at) => this.#checkpointSince(at),
      onError,
    });
    const house = await this.#sim.until(opening, SOON);
    tell(house);
    this.#life = { house, clock, projections };
    await this.#pass(MINUTE);
  }

  /** As the record signs them; the first of that moment or a later one. */
  #checkpointSince(at: number): string | null {
    const signed = this.#signed.find((one) => one >= at);
    return signed === undefined
      ? null
      : `house\n12\n${sealOf(`${signed}`)}\n${new Date(signed).toISOString()}\n\n— house sig\n`;
  }

  async #pass(ms: number): Promise<void> {
    await this.#sim.pass(ms);
    if (this.#life) this.#signed.push(this.house.clock.now());
  }

  /** Shut as it should be, or by the plug; either way opened again when some time has passed. */
  async #restart(away: number): Promise<void> {
    const { house, clock, projections } = this.#life as Life;
    if (this.#chance.is(0.5)) {
      // What is written down beside an answer, as of what was refused, is still on its way.
      await this.#pass(MINUTE);
      await this.#sim.until(closeProjections(projections), SOON);
      await this.#sim.until(house.close(), SOON);
    }
    clock.end();
    this.#life = null;
    this.restarts += 1;
    await this.#pass(away);
    await this.open();
  }

  /** Time goes on; the clock on the wall is set, which counts from the next opening on; the house is away for a while. */
  async step(): Promise<void> {
    const chance = this.#chance;
    if (chance.is(0.1)) this.#sim.jump(chance.pick([-3 * HOUR, -MINUTE, MINUTE, 5 * HOUR, 11 * HOUR]));
    if (chance.is(0.25)) await this.#restart(chance.pick([0, MINUTE, HOUR, 9 * HOUR]));
    else await this.#pass(chance.pick([HOUR, 3 * HOUR, 11 * HOUR]));
    for (const { matter } of this.promised) await this.#work(matter);
  }

  /** Asked once, or again under the same id as somebody does who heard nothing. */
  async ask(who: string, at: string, verb: string, body: object = {}): Promise<Done> {
    const call = { id: `command-${++this.#asked}`, at, command: { do: verb, ...body } };
    const person = PEOPLE.get(who) as Person;
    const times = this.#chance.is(0.1) ? 2 : 1;
    const all = Array.from({ length: times }, () => this.house.admission.submit(person, call));
    const done = await this.#sim.until(Promise.all(all), SOON);
    return done[0] as Done;
  }

  async #done(who: string, at: string, verb: string, body: object = {}): Promise<Done & { ok: true }> {
    const done = await this.ask(who, at, verb, body);
    if (!done.ok) throw new Error(`${at} ${verb}: ${JSON.stringify(done.refused)}`);
    return done;
  }

  /** Cash for prizes, counted by two. */
  async openDrawer(): Promise<void> {
    await this.ask('cage', 'drawers', 'open', { cash: [{ note: 10_000, count: 900_000 }] });
    const [proposal] = Object.keys(this.house.waiting());
    await this.#done('relief', 'proposals', 'confirm', { proposal });
    for (const { id } of PLAYERS) await this.#sim.until(this.house.grantPlayMoney(id, 5_000_000), SOON);
  }

  async draft(matter: string, book: PromotionBook): Promise<void> {
    const chance = this.#chance;
    const startsAt = this.house.clock.now() + DAY + MINUTE + chance.below(DAY);
    const closesAt = startsAt + chance.between(2, 6) * DAY;
    const first = { id: 'first', name: 'Money', kind: 'money', value: chance.pick([90_000, 1_500_000]) };
    const second = { ...first, id: 'second', value: 20_000, count: chance.between(1, 3) };
    const terms = {
      awarded: 'By a draw from all entries',
      awardedWhere: 'On the main floor',
      eligibility: 'Players with a card',
      minimumWager: 'None',
      nature: 'Money, without reservation',
      place: 'The main floor',
      startsAt,
      closesAt,
      drawAt: closesAt + HOUR,
      claiming: 'At the cage',
      notified: 'By telephone',
      published: 'On the board',
      marketing: 'Terms and conditions at the cage.',
      prizes: [first, second],
      claimDays: 5,
      byForm: true,
      rules: [{ id: 'played', kind: 'decisions', every: 1, most: 2 }],
    };
    await this.#done('boss', `promotions/${matter}`, 'draft', { title: matter, book, terms });
    // At once: a day before the start the regulator has it, wherever the clock jumps.
    const letter = { reference: 'letter', version: 1 };
    const sent = await this.#done('boss', `promotions/${matter}`, 'submit', letter);
    await this.#agree(sent);
    this.promised.push({ matter, book, money: first.value + second.value * second.count });
  }

  /** More than $10,000 in all is promised by two. */
  async #agree({ answer }: Done & { ok: true }): Promise<void> {
    const { proposal } = (answer ?? {}) as { readonly proposal?: string };
    if (proposal !== undefined) await this.#done('chief', 'proposals', 'confirm', { proposal });
  }

  async #work(matter: string): Promise<void> {
    const at = `promotions/${matter}`;
    await this.#players(matter, at);
    for (let acts = 0; acts < 100; acts++) {
      const [task] = promotionTasks(this.books(matter), this.house.clock.now()).filter((one) => one.do);
      if (!task?.do) break;
      const done = await this.ask(
        HANDS[task.who[0] as PostName] ?? '',
        at,
        task.do,
        this.#said(matter, task),
      );
      if (!done.ok) break;
      if (task.do === 'draw') await this.#twice(at);
    }
    await this.#hear(matter);
  }

  /** Whoever asks for a draw that is done gets no other one. */
  async #twice(at: string): Promise<void> {
    const again = await this.ask('boss', at, 'draw');
    if (again.ok) this.faults.push(`${at} was drawn again`);
  }

  #said(matter: string, { do: verb, body }: PromotionTask): object {
    const said: Readonly<Record<string, object>> = {
      nominate: { scrutineer: 'eye' },
      'sign-before': { hash: this.books(matter).frozen?.hash, seal: sealOf('magpie') },
      'open-seal': { word: 'magpie' },
      'sign-after': { hash: viewPromotion(this.books(matter), null)?.resultHash },
      publish: { where: 'on the board' },
      attempt: { way: this.#chance.pick(WAYS), reached: true, note: 'told' },
      redraw: { note: 'nobody came' },
      'refuse-claim': { reason: 'it was passed on' },
      'tell-reason': { way: 'mail' },
      'tell-inspectorate': { whom: 'I. Inspector', how: 'by letter' },
      validate: { reason: 'counted again', drawAt: this.#drawAgainAt(matter) },
    };
    return { ...said[verb ?? ''], ...body };
  }

  #drawAgainAt(matter: string): number | null {
    const { stage, terms } = this.books(matter);
    const now = this.house.clock.now();
    return stage === 'called' || stage === 'drawn' ? null : Math.max(now + DAY, terms?.drawAt ?? 0);
  }

  async #players(matter: string, at: string): Promise<void> {
    const chance = this.#chance;
    const { stage, book } = this.books(matter);
    if (stage === 'running') {
      await this.ask(chance.pick(PLAYERS).id, at, 'enter');
      if (chance.is(0.3)) await this.#play(chance.pick(PLAYERS).id);
      if (chance.is(0.05)) await this.ask(chance.pick(PLAYERS).id, at, 'dispute', { about: 'my entries' });
      const told = { whom: 'I. Inspector', how: 'by telephone' };
      const doubt = { what: 'promotion', measure: 'postpone', reason: 'a form was copied' };
      if (chance.is(0.03))
        await this.ask('boss', at, 'doubt', book === 'star-2024' ? doubt : { ...doubt, told });
    }
    if (stage === 'drawn') await this.#claim(matter, at);
  }

  /** A while at the table: what is decided there earns entries by the record. */
  async #play(who: string): Promise<void> {
    const sat = await this.ask(who, AT_TABLE, 'sit', { seat: 1, bankroll: 50_000 });
    const player = this.house.host('wharf')?.table.game.players[0]?.name;
    if (!sat.ok || player === undefined) return;
    await this.ask(who, AT_TABLE, 'bet', { player, wager: 'pass', amount: 500 });
    for (let rolls = 0; rolls < 3; rolls++) {
      await this.ask(who, AT_TABLE, 'bet', { player, wager: 'field', amount: 500 });
      await this.#pass(MINUTE);
    }
    // A line wager that has its point is played out.
    for (let minutes = 0; this.house.host('wharf')?.table.game.players.length !== 0; minutes++) {
      const left = await this.ask(who, AT_TABLE, 'leave', { player });
      if (minutes > 600) throw new Error(`nobody lets ${who} go: ${JSON.stringify(left)}`);
      await this.#pass(MINUTE);
    }
  }

  async #claim(matter: string, at: string): Promise<void> {
    const { awards, book } = this.books(matter);
    for (const [award, { person, prize, became }] of Object.entries(awards)) {
      if (became !== 'open' || ABSENT.includes(person) || this.#chance.is(0.5)) continue;
      const ways = [
        { way: book === 'star-2024' ? 'cheque' : 'cash', amount: 1_000 },
        { way: 'transfer', amount: prize.value - 1_000 },
      ];
      await this.ask(person, at, 'claim', { award, name: person, address: '1 Quay St', ways });
    }
  }

  /** Cases about it are heard, and nothing is archived before. */
  async #hear(matter: string): Promise<void> {
    for (const { case: name } of Object.values(this.books(matter).disputes)) {
      const at = `cases/${name}`;
      const open = this.house.offices.host(at)?.state as Case | undefined;
      if (!open || open.closed) continue;
      await this.ask('boss', at, 'decide', { finds: 'dismissed', reasons: 'The record shows all of them.' });
      await this.ask('boss', at, 'advise', { how: 'by letter' });
      await this.ask('boss', at, 'close', { says: 'heard' });
    }
  }
}
