// What could not be told, or read, while a store was away is told and read when it is back: notices of the projections,
// tables that stood still, and matters whose books could not be opened.
import type {
  Alerts,
  HouseBooks,
  PeopleBooks,
  Person,
  PostName,
  Promotion,
  Proposals,
} from '@boxperson/offices';
import { findPlayer, guestOf, type Table } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { HOUSE_UNITS } from '../src/cluster/housed.js';
import type { Housed, Seat } from '../src/cluster/seat.js';
import { House } from '../src/house.js';
import { HouseClock } from '../src/house-clock.js';
import { StandingWatch } from '../src/office/standing.js';
import { closeProjections, openProjections, type Projections } from '../src/projections.js';
import type { Receipt, Store, Work } from '../src/store/types.js';
import { StoreError } from '../src/store/types.js';
import { type Forwarded, StreamStopped } from '../src/stream/host.js';
import { houseConfig } from '../src/tables/config.js';
import { Alarms } from '../src/watches.js';
import { Health } from '../src/wire/health.js';
import { Chance } from './sim/chance.js';
import { type LivingClock, SimClock } from './sim/clock.js';
import { Disk, SimStore, SOUND } from './sim/store.js';

const SOON = 60_000;
const DAY = 86_400_000;
const settings = { seats: 4, limits: { default: { min: 500, max: 100_000 } } };
const tableOf = (id: string, rulebook: string) => ({ id, name: id, settings: { ...settings, rulebook } });
const CONFIG = houseConfig.parse({
  tables: [
    tableOf('wharf', 'star'),
    tableOf('park', 'adelaide'),
    tableOf('lane', 'adelaide'),
    tableOf('quay', 'star-2024'),
  ],
});

const staff = (id: string, post: PostName): Person => ({
  id,
  kind: 'staff',
  name: id,
  posts: [{ post, tables: '*' }],
  createdAt: 0,
});
const player = (id: string): Person => ({ id, kind: 'player', name: id, card: `card-${id}`, createdAt: 0 });
const BOSS = staff('boss', 'manager');
const OTHER = staff('other', 'manager');
const PEOPLE = new Map([BOSS, OTHER, player('ann')].map((person) => [person.id, person]));

/** Works that write nothing: a stream that was away asks with one whether the store is there. */
const ASKING = '';
const gone = () => new StoreError({ kind: 'unavailable', why: 'gone' });

/** A house on a disk from which single streams can be taken away. */
class Shaky {
  readonly disk = new Disk();
  readonly sim = new SimClock();
  /** Streams that cannot be written. */
  readonly away = new Set<string>();
  /** Streams that cannot be read, and how. */
  readonly unread = new Map<string, () => Error>();
  readonly errors: string[] = [];
  readonly alarms: string[] = [];
  house!: House;
  health!: Health;
  #projections!: Projections;
  #life!: LivingClock;
  #standing: StandingWatch | null = null;

  async open(seat?: Seat): Promise<this> {
    this.#life = this.sim.life();
    const clock = new HouseClock(this.#life, this.disk.log.at(-1)?.at ?? 0);
    const store = this.#store();
    const onError = (error: unknown, where: string) => void this.errors.push(`${where}: ${String(error)}`);
    let tell = (_house: House): void => {};
    const opened = new Promise<House>((resolve) => {
      tell = resolve;
    });
    this.#projections = openProjections({ store, clock, alarms: new Alarms(undefined), opened, onError });
    const chance = new Chance(2);
    const opening = House.open({
      store,
      config: CONFIG,
      clock,
      bytes: (count) => chance.bytes(count),
      person: async (id) => PEOPLE.get(id) ?? null,
      onStanding: () => this.#standing?.changed(),
      onError,
      ...(seat ? { seat } : {}),
    });
    this.house = await this.sim.until(opening, SOON);
    tell(this.house);
    this.health = new Health(this.house);
    const alarm = (text: string) => void this.alarms.push(text);
    const notes = { write: () => {} } as never;
    this.#standing = new StandingWatch({ house: this.house, notes, clock, alarm });
    await this.sim.pass(1_000);
    return this;
  }

  #store(): Store {
    const store = new SimStore(this.disk, this.#life, new Chance(1), () => SOUND);
    const { append, readStream } = store;
    store.append = (work: Work): Promise<Receipt> => {
      const touched = work.events.length === 0 ? [ASKING] : work.events.map(({ stream }) => stream);
      return touched.some((one) => this.away.has(one)) ? Promise.reject(gone()) : append.call(store, work);
    };
    store.readStream = (stream, after, limit) => {
      const why = this.unread.get(stream);
      return why ? Promise.reject(why()) : readStream.call(store, stream, after, limit);
    };
    return store;
  }

  async close(): Promise<void> {
    await this.sim.until(closeProjections(this.#projections), SOON);
    await this.sim.until(this.house.close(), SOON);
    this.#life.end();
  }

  books<T>(stream: string): T {
    return this.house.offices.host(stream)?.state as T;
  }
  table(id: string): Table {
    return this.house.host(id)?.table as Table;
  }

  async says(stream: string, verb: string, body: object, by: Person | null = null): Promise<unknown> {
    const second = by && OTHER;
    const host = this.house.offices.host(stream);
    return this.sim.until(
      host?.submit({ do: verb, body, by, second }) ?? Promise.reject(new Error(stream)),
      SOON,
    );
  }
  async does(id: string, command: { readonly do: string } & Readonly<Record<string, unknown>>) {
    return this.sim.until(this.house.host(id)?.submit(command) ?? Promise.reject(new Error(id)), SOON);
  }

  async sits(who: string): Promise<void> {
    await this.sim.until(this.house.grantPlayMoney(who, 100_000), SOON);
    await this.does('wharf', { do: 'sit', player: who, person: who, seat: 1, bankroll: 20_000 });
  }

  /** The store is away for a table, and the table stands still. */
  async stop(id: string): Promise<void> {
    for (const one of [`table/${id}`, ASKING]) this.away.add(one);
    const role = this.table(id).game.rulebook.roles.at(-1)?.id;
    const command = { do: 'staff', person: 'somebody', role };
    await expect(this.does(id, command)).rejects.toThrow('gone');
    expect(this.house.host(id)?.stopped).not.toBeNull();
  }
  async comesBack(): Promise<void> {
    this.away.clear();
    await this.sim.pass(20_000);
    expect([...this.house.standstill()]).toEqual([]);
  }
}

const noteClock = (world: Shaky) => {
  const now = world.house.clock.now();
  return world.says('house', 'note-clock', { house: now, wall: now + 60_000 });
};
const alertsIn = (world: Shaky) =>
  Object.values(world.books<Alerts>('alerts').waiting).filter(({ kind }) => kind === 'clock');

describe('a notice of a projection', () => {
  test('for books that stand still is told when they are back, once', async () => {
    const world = await new Shaky().open();
    for (const one of ['alerts', ASKING]) world.away.add(one);
    await noteClock(world);
    await world.sim.pass(30_000);
    await world.comesBack();
    expect(alertsIn(world)).toHaveLength(1);
    expect(world.errors.filter((text) => text.startsWith('alerts'))).toHaveLength(1);
    await world.close();
    await world.open();
    expect(alertsIn(world)).toHaveLength(1);
  });

  test('that was not told when the house closed is told when it opens again', async () => {
    const world = await new Shaky().open();
    for (const one of ['alerts', ASKING]) world.away.add(one);
    await noteClock(world);
    await world.sim.pass(5_000);
    const before = world.sim.elapsed;
    await world.close();
    expect(world.sim.elapsed - before).toBeLessThan(1_000);
    world.away.clear();
    await world.open();
    await world.sim.pass(5_000);
    expect(alertsIn(world)).toHaveLength(1);
  });
});

test('an alarm about dice that went on record although nobody could tell us is heard all the same', async () => {
  const sim = new SimClock();
  const disk = new Disk();
  const faces = (roll: number) => (roll % 3 === 0 ? [6, 6] : [(roll % 6) + 1, ((roll * 5) % 6) + 1]);
  const draws = Array.from({ length: 1_250 }, (_, n) => ({
    roll: n + 1,
    dice: faces(n + 1),
    source: 'random',
  }));
  const events = draws.map((draw) => ({
    stream: 'dice/wharf',
    position: draw.roll,
    at: draw.roll,
    body: JSON.stringify(draw),
  }));
  disk.write({ command: null, events, entries: [] });
  const life = sim.life();
  let tries = 0;
  const raise = async (at: string) => {
    if (at === 'house' && ++tries === 1) throw gone();
    return false;
  };
  const heard: string[] = [];
  const projections = openProjections({
    store: new SimStore(disk, life, new Chance(1), () => SOUND),
    clock: life,
    alarms: new Alarms((text) => void heard.push(text)),
    opened: Promise.resolve({ raise } as unknown as House),
  });
  await sim.pass(5_000);
  expect([tries, heard]).toEqual([2, [expect.stringContaining('dice')]]);
  await sim.until(closeProjections(projections), SOON);
});

const SPRING = 'promotions/spring';
const LETTER = { reference: 'letter' };

/** A promotion that is drafted, and will give an entry to whoever shows their card. */
async function drafting(value: number): Promise<Shaky> {
  const world = await new Shaky().open();
  await drafts(world, SPRING, value);
  return world;
}

async function drafts(world: Shaky, at: string, value: number): Promise<void> {
  const startsAt = world.house.clock.now() + DAY + 60_000;
  const terms = {
    awarded: 'By a draw from all entries',
    awardedWhere: 'On the main floor',
    eligibility: 'Players with a card',
    minimumWager: 'None',
    nature: 'Money, without reservation',
    place: 'The main floor',
    startsAt,
    closesAt: startsAt + 5 * DAY,
    drawAt: startsAt + 6 * DAY,
    claiming: 'At the cage',
    notified: 'By telephone',
    published: 'On the board',
    marketing: 'Terms and conditions at the cage.',
    prizes: [{ id: 'first', name: 'Money', kind: 'money', value }],
    rules: [{ id: 'shown', kind: 'card', most: 2 }],
  };
  await world.sim.until(world.house.offices.open(at), SOON);
  expect(await world.says(at, 'draft', { title: 'Spring', book: 'star', terms }, BOSS)).toMatchObject({
    ok: true,
  });
}

async function promoting(): Promise<Shaky> {
  const world = await drafting(90_000);
  expect(await world.says(SPRING, 'submit', LETTER, BOSS)).toMatchObject({ ok: true });
  await world.sim.pass(DAY + 120_000);
  expect(world.books<Promotion>(SPRING).stage).toBe('running');
  return world;
}

const showCard = async (world: Shaky, who: string) => {
  await world.sits(who);
  const shown = await world.does('wharf', { do: 'card', player: who, card: `card-${who}`, holder: who });
  expect(shown).toMatchObject({ ok: true });
};

test('star 10.7.4: an entry that was earned while the books of the promotion stood still is given afterwards', async () => {
  const world = await promoting();
  for (const one of [SPRING, ASKING]) world.away.add(one);
  await showCard(world, 'ann');
  await world.sim.pass(10_000);
  await world.comesBack();
  expect(world.books<Promotion>(SPRING).entries.count).toBe(1);
});

describe('a matter whose books cannot be read at the start', () => {
  test('is named and alarmed, its verbs say so, and with its store it is back, with what it missed', async () => {
    const world = await promoting();
    await world.close();
    world.unread.set(SPRING, gone);
    await world.open();
    expect([...world.house.standstill().keys()]).toEqual([SPRING]);
    expect(await world.health.report()).toMatchObject({ ok: false, stopped: ['promotions (1)'] });
    expect(world.alarms).toEqual([expect.stringContaining(`Stands still: ${SPRING}`)]);
    const call = { id: 'freeze-1', at: SPRING, command: { do: 'freeze' } };
    await expect(world.sim.until(world.house.admission.submit(BOSS, call), SOON)).rejects.toThrow(
      StreamStopped,
    );
    await showCard(world, 'ann');
    await world.sim.pass(5_000);
    world.unread.clear();
    await world.sim.pass(20_000);
    expect([...world.house.standstill()]).toEqual([]);
    expect(await world.health.report()).toMatchObject({ ok: true, stopped: [] });
    expect(world.alarms.at(-1)).toBe(`Goes on again: ${SPRING}.`);
    expect(world.books<Promotion>(SPRING).entries.count).toBe(1);
    // What is due in it is done.
    await world.sim.pass(7 * DAY);
    expect(world.books<Promotion>(SPRING).stage).not.toBe('running');
  });

  test('star 10.9: while it is away nobody promises alone what would count with it, and afterwards it does', async () => {
    const summer = 'promotions/summer';
    const world = await drafting(600_000);
    const submits = (id: string, at: string) => {
      const call = { id, at, command: { do: 'submit', ...LETTER, version: 1 } };
      return world.sim.until(world.house.admission.submit(BOSS, call), SOON);
    };
    expect(await submits('alone-1', SPRING)).toMatchObject({ ok: true });
    expect(world.books<Promotion>(SPRING).alone).toHaveLength(1);
    await world.close();
    world.unread.set(SPRING, gone);
    await world.open();
    await drafts(world, summer, 600_000);
    await expect(submits('alone-2', summer)).rejects.toThrow('promotions spring is stopped');
    expect(world.books<Promotion>(summer).stage).toBe('draft');
    world.unread.clear();
    await world.sim.pass(20_000);
    expect(await submits('alone-3', summer)).toMatchObject({ ok: true });
    expect(world.books<Promotion>(summer).stage).toBe('draft');
    expect(Object.keys(world.house.waiting())).toHaveLength(1);
  });

  test('for another reason than its store stays so, and what is for it is kept until it is read', async () => {
    const world = await promoting();
    await world.close();
    world.unread.set(SPRING, () => new Error('damaged'));
    await world.open();
    await showCard(world, 'ann');
    await world.sim.pass(30_000);
    expect([...world.house.standstill()]).toEqual([[SPRING, 'damaged']]);
    expect(world.errors.filter((text) => text.startsWith(SPRING))).toHaveLength(1);
    await world.close();
    world.unread.clear();
    await world.open();
    await world.sim.pass(5_000);
    expect(world.books<Promotion>(SPRING).entries.count).toBe(1);
  });

  test('star 10.9: what two agreed for it waits for it, and ends as nothing else', async () => {
    const world = await drafting(1_500_000);
    const asks = (who: Person, at: string, command: { readonly do: string; readonly proposal?: string }) =>
      world.sim.until(world.house.admission.submit(who, { id: `${who.id}-1`, at, command }), SOON);
    const read = { ...LETTER, version: 1 };
    expect(await asks(BOSS, SPRING, { do: 'submit', ...read })).toMatchObject({ ok: true });
    const [proposal = ''] = Object.keys(world.house.waiting());
    for (const one of [SPRING, ASKING]) world.away.add(one);
    await expect(asks(OTHER, 'proposals', { do: 'confirm', proposal })).rejects.toThrow('gone');
    await world.close();
    world.away.clear();
    world.unread.set(SPRING, gone);
    await world.open();
    expect(Object.keys(world.house.waiting())).toEqual([proposal]);
    world.unread.clear();
    await world.sim.pass(10_000);
    expect(world.books<Promotion>(SPRING).stage).toBe('submitted');
    expect(world.house.waiting()).toEqual({});
  });
});

/** A place in a cluster whose other nodes keep what is named, and are asked nothing that would be answered. */
const seatIn = (others: readonly string[], asked: Forwarded[], attach: (housed: Housed) => void = () => {}) =>
  ({
    need: async () => {},
    owns: (unit: string) => !others.includes(unit),
    attach,
    node: { kept: () => HOUSE_UNITS },
    bring: (_person: Person, _call: object, here: () => Promise<unknown>) => here(),
    refused: () => {},
    forward: async (_stream: string, what: Forwarded) => {
      asked.push(what);
      return { ok: false, refused: { code: 'not-found', clause: null, message: '' } };
    },
  }) as unknown as Seat;

describe('what two agreed for a table', () => {
  const PROPOSAL = 'prop-invalid';
  const role = 'boxperson';
  const wagers = (world: Shaky) => findPlayer(world.table('quay').game, 'ann')?.wagers.length;

  /** Ann's wager is found invalid: agreed on record, and nothing more, as if the house had ended in between. */
  async function agreed(): Promise<Shaky> {
    const world = await new Shaky().open();
    await world.sim.until(world.house.grantPlayMoney('ann', 100_000), SOON);
    await world.does('quay', { do: 'staff', person: BOSS.id, role });
    await world.does('quay', { do: 'sit', player: 'ann', person: 'ann', seat: 1, bankroll: 20_000 });
    await world.does('quay', { do: 'card', player: 'ann', card: 'card-ann', holder: 'ann' });
    const bet = { do: 'bet', player: 'ann', wager: 'pass', amount: 1_000 };
    expect(await world.does('quay', bet)).toMatchObject({ ok: true });
    const wanted = { do: 'find-invalid', player: 'ann', by: { role, id: BOSS.id } };
    const by = { role, id: BOSS.id };
    const lapsesAt = world.house.clock.now() + DAY;
    const about = { person: 'ann', roll: 0 };
    const body = { proposal: PROPOSAL, to: 'table/quay', wanted, by, lapsesAt, about };
    expect(await world.says('proposals', 'propose', body)).toMatchObject({ ok: true });
    expect(await world.says('proposals', 'confirm', { proposal: PROPOSAL, role }, OTHER)).toMatchObject({
      ok: true,
    });
    await world.close();
    return world;
  }
  const outcome = (world: Shaky) =>
    world.books<Proposals>('proposals').ended.find(({ id }) => id === PROPOSAL)?.outcome;

  test('star-2024 9.4: waits for the table while that cannot be read, and ends as nothing else', async () => {
    const world = await agreed();
    world.unread.set('table/quay', gone);
    await world.open();
    await world.sim.pass(3_000);
    expect(Object.keys(world.house.waiting())).toEqual([PROPOSAL]);
    const call = { id: 'late-bet', at: 'table/quay', command: { do: 'ready', player: 'ann' } };
    await expect(world.sim.until(world.house.admission.submit(BOSS, call), SOON)).rejects.toThrow(
      StreamStopped,
    );
    world.unread.clear();
    // With the table, and not only when it is tried again some day.
    await world.sim.pass(2_000);
    expect(outcome(world)).toMatchObject({ ok: true });
    expect([world.house.waiting(), wagers(world)]).toEqual([{}, 0]);
  });

  test('is carried out when all is open, at a node that keeps what waits before it has read its tables', async () => {
    const world = await agreed();
    await world.open(seatIn([], []));
    await world.sim.pass(2_000);
    expect(outcome(world)).toMatchObject({ ok: true });
    expect(wagers(world)).toBe(0);
    expect(world.errors).toEqual([]);
  });

  test('star-2024 9.4.3: whoever keeps the table hears after which roll it was said, and holds it to that', async () => {
    const world = await agreed();
    const asked: Forwarded[] = [];
    await world.open(seatIn(['table/quay'], asked));
    await world.sim.pass(2_000);
    expect(asked).toMatchObject([{ command: { do: 'find-invalid' }, plays: true, owner: 'ann', roll: 0 }]);
    await world.close();
    const houses: Housed[] = [];
    await world.open(seatIn([], [], (one) => void houses.push(one)));
    const submit = (plays: { readonly plays?: true }) => {
      const command = { do: 'find-invalid', player: 'ann', by: { role, id: BOSS.id } };
      const what = { command, key: null, owner: 'ann', roll: -1, ...plays };
      return world.sim.until((houses[0] as Housed).submitHere('table/quay', what), SOON);
    };
    const late = { ok: false, refused: { clause: '9.4.3' } };
    expect([await submit({ plays: true }), await submit({})]).toMatchObject([late, late]);
    expect(wagers(world)).toBe(1);
  });
});

describe('a table that stood still', () => {
  const excluded = (world: Shaky, who: string) => guestOf(world.table('wharf'), who)?.excluded;
  const exclude = (world: Shaky) =>
    world.says('people', 'exclude', { person: 'ann', from: 'casino', reason: 'a bent coin' }, BOSS);
  const exclusionIn = (world: Shaky) =>
    Object.keys(world.books<PeopleBooks>('people').exclusions ?? {})[0] as string;

  test('R63: hears who was excluded, and who was readmitted, when it is back', async () => {
    const world = await new Shaky().open();
    await world.sits('ann');
    await world.stop('wharf');
    expect(await exclude(world)).toMatchObject({ ok: true });
    await world.comesBack();
    expect(excluded(world, 'ann')).toBe(true);
    await world.stop('wharf');
    const body = { exclusion: exclusionIn(world), reason: 'the coin was straight' };
    expect(await world.says('people', 'readmit', body, BOSS)).toMatchObject({ ok: true });
    await world.comesBack();
    expect(excluded(world, 'ann')).toBe(false);
  });

  test('R63: an exclusion that never came about keeps nobody out', async () => {
    const world = await new Shaky().open();
    for (const one of ['people', ASKING]) world.away.add(one);
    await expect(exclude(world)).rejects.toThrow('gone');
    await world.sits('ann');
    await world.sim.pass(1_000);
    expect(excluded(world, 'ann')).toBe(true);
    await world.comesBack();
    expect(world.books<PeopleBooks>('people').exclusions ?? {}).toEqual({});
    expect(excluded(world, 'ann')).toBe(false);
  });

  test('adelaide 6(b): hears what the house pays when it is back, and all others at once', async () => {
    const world = await new Shaky().open();
    await world.stop('park');
    const pays = [{ wager: 'any-seven', pay: [5, 1] }];
    const body = { rulebook: 'adelaide', pays, from: world.house.clock.now() + 2_000 };
    expect(await world.says('house', 'raise-pays', body, BOSS)).toMatchObject({ ok: true });
    const known = (id: string) => world.table(id).settings.higherPays ?? world.table(id).pays?.higherPays;
    expect(known('lane')).toEqual(pays);
    expect(known('park')).toBeUndefined();
    await world.comesBack();
    expect(known('park')).toEqual(pays);
    expect(world.books<HouseBooks>('house').pays?.adelaide?.pays).toEqual(pays);
  });
});
