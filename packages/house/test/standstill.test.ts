// Tables that cannot go on: rounds that are held for a tumbler, what is tried in vain, and who is told.
import { EVERY_ROLE, type HouseBooks, type Person } from '@boxperson/offices';
import type { Table } from '@boxperson/rules';
import { afterEach, describe, expect, test } from 'vitest';
import { House } from '../src/house.js';
import { HouseClock } from '../src/house-clock.js';
import { Notes } from '../src/office/notes.js';
import type { OfficeHost } from '../src/office/office-host.js';
import { StandingWatch } from '../src/office/standing.js';
import { houseConfig } from '../src/tables/config.js';
import { BRISK } from '../src/tables/crew.js';
import type { TableHost } from '../src/tables/host.js';
import type { Rolling, RollingDevice } from '../src/tables/runner.js';
import { Health } from '../src/wire/health.js';
import { Chance } from './sim/chance.js';
import { type LivingClock, SimClock } from './sim/clock.js';
import { Disk, SimStore, SOUND } from './sim/store.js';

const SOON = 60_000;
const WAGERING = 5_000;
/** As the real one: docs/tumbler.md. */
const REPORT_WITHIN = 15_000;
const limits = { default: { min: 100, max: 10_000 } };
const CONFIG = houseConfig.parse({
  tumblers: { port: 1, devices: [{ id: 't1', key: 'ab'.repeat(32) }] },
  tables: [
    {
      id: 'glass',
      name: 'Glass',
      settings: { rulebook: 'aruze', limits, wageringMs: WAGERING },
      dice: 'tumbler:t1',
    },
    { id: 'wharf', name: 'Wharf', settings: { rulebook: 'aruze', limits, wageringMs: WAGERING } },
  ],
});

const BOSS: Person = {
  id: 'boss',
  kind: 'staff',
  name: 'boss',
  roles: EVERY_ROLE,
  posts: [{ post: 'manager', tables: '*' }],
  createdAt: 0,
};
const ANN: Person = { id: 'ann', kind: 'player', name: 'ann', card: 'card-ann', createdAt: 0 };

/** A tumbler of which the test says how it is. */
class Device implements RollingDevice {
  unable: string | null = null;
  hangs = false;
  readonly asked: string[] = [];
  readonly #clock: LivingClock;
  readonly #watchers = new Set<() => void>();

  constructor(clock: LivingClock) {
    this.#clock = clock;
  }

  is(unable: string | null): void {
    this.unable = unable;
    for (const watcher of this.#watchers) watcher();
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  async roll(id: string, record: (rolling: Rolling) => Promise<void>): Promise<Rolling> {
    this.asked.push(id);
    if (this.unable !== null) return { kind: 'fault', text: this.unable, again: 'same-roll' };
    if (this.hangs && (await this.#hangs()))
      return { kind: 'fault', text: 'no report within 15000 ms', again: 'same-roll' };
    const rolling: Rolling = { kind: 'result', dice: [2, 3] };
    await record(rolling);
    return rolling;
  }

  /** Does it hang for all of the time that it has? */
  async #hangs(): Promise<boolean> {
    const until = this.#clock.elapsed() + REPORT_WITHIN;
    while (this.hangs && this.#clock.elapsed() < until)
      await new Promise<void>((resolve) => void this.#clock.setTimeout(resolve, 100));
    return this.hangs;
  }
}

/** A house with a table that rolls with a tumbler and one that does not, and everybody who tells of it. */
class World {
  readonly sim = new SimClock();
  readonly disk = new Disk();
  readonly alarms: string[] = [];
  readonly errors: string[] = [];
  readonly #life = this.sim.life();
  readonly device = new Device(this.#life);
  house!: House;
  #standing: StandingWatch | null = null;
  #notes!: Notes;
  #calls = 0;

  async open(unable: string | null = null): Promise<this> {
    await this.#open(unable);
    worlds.push(this);
    return this;
  }

  /** The same house, opened anew on what it has on record. */
  async reopen(unable: string | null = null): Promise<void> {
    await this.#close();
    this.alarms.length = 0;
    this.#standing = null;
    await this.#open(unable);
  }

  async #open(unable: string | null): Promise<void> {
    this.device.unable = unable;
    const clock = new HouseClock(this.#life, this.disk.log.at(-1)?.at ?? 0);
    const chance = new Chance(2);
    const opening = House.open({
      store: new SimStore(this.disk, this.#life, new Chance(1), () => SOUND),
      config: CONFIG,
      clock,
      bytes: (count) => chance.bytes(count),
      pace: BRISK,
      person: async (id) => [BOSS, ANN].find((one) => one.id === id) ?? null,
      tumblers: new Map([['t1', this.device]]),
      onStanding: () => this.#standing?.changed(),
      onError: (error, where) => void this.errors.push(`${where}: ${String(error)}`),
    });
    this.house = await this.sim.until(opening, SOON);
    const alarm = (text: string) => void this.alarms.push(text);
    this.#notes = new Notes(this.house.offices.host('house') as OfficeHost, clock, () => {});
    this.#standing = new StandingWatch({ house: this.house, notes: this.#notes, clock, alarm });
  }

  async close(): Promise<void> {
    await this.#close();
    this.#life.end();
  }

  async #close(): Promise<void> {
    this.#standing?.close();
    this.#notes.close();
    await this.sim.until(this.house.close(), SOON);
  }

  host(id = 'glass'): TableHost {
    return this.house.host(id) as TableHost;
  }
  get table(): Table {
    return this.host().table;
  }
  /** What is on record as standing still. */
  get noted(): object {
    return ((this.house.offices.host('house') as OfficeHost).told.state as HouseBooks).stopped ?? {};
  }
  trouble(id = 'glass'): string | undefined {
    return this.house.lobby(BOSS).find((one) => one.id === id)?.trouble;
  }

  async until(phase: Table['phase']): Promise<void> {
    for (let n = 0; n < 200 && this.table.phase !== phase; n++) await this.sim.pass(100);
    expect(this.table.phase).toBe(phase);
  }
  /** Says something as whoever it is, like over the wire. */
  async says(person: Person, command: object, at = 'table/glass') {
    const call = { id: `call-number-${++this.#calls}`, at, command: command as { do: string } };
    return this.sim.until(this.house.admission.submit(person, call), SOON);
  }
  async sits(): Promise<void> {
    await this.sim.until(this.house.grantPlayMoney('ann', 100_000), SOON);
    expect(await this.says(ANN, { do: 'sit', seat: 1, bankroll: 20_000 })).toMatchObject({ ok: true });
  }
}

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const OFFLINE = 'the device is not connected';
const NO_ROLL = `Its tumbler does not roll: ${OFFLINE}`;

describe('a round', () => {
  test.each([OFFLINE, 'lid: the lid is open', 'two different reports for one roll'])(
    'is not closed while its tumbler cannot roll (%s), and at once when it can',
    async (why) => {
      const world = await new World().open(why);
      await world.sits();
      await world.sim.pass(10 * WAGERING);
      expect([world.table.phase, world.device.asked]).toEqual(['wagering', []]);
      // Whoever has had enough of waiting takes their credit along.
      expect(await world.says(ANN, { do: 'leave', player: 'ann' })).toMatchObject({ ok: true });
      world.device.is(null);
      await world.sim.pass(200);
      expect(world.table.throws).toBe(1);
    },
  );

  test('that is closed already waits for its dice when the tumbler is gone for a moment', async () => {
    const world = await new World().open();
    world.device.hangs = true;
    await world.until('rolling');
    world.device.is(OFFLINE);
    await world.sim.pass(2_000);
    world.device.is(null);
    await world.sim.pass(2_000);
    const { n } = world.host();
    expect(world.device.asked).toHaveLength(1);
    world.device.hangs = false;
    await world.sim.pass(300);
    expect(world.host().n).toBeGreaterThan(n);
    const said = world.disk.stream('table/glass').map(({ body }) => JSON.parse(body).event);
    expect(said).toContain('rolled');
    expect(said).not.toContain('round-voided');
    expect(world.alarms).toEqual([]);
  });

  test('that is held for ten seconds is told of, until it is closed', async () => {
    const world = await new World().open(OFFLINE);
    await world.sim.pass(WAGERING + 9_000);
    expect(world.house.standstill().size).toBe(0);
    await world.sim.pass(1_500);
    expect([...world.house.standstill()]).toEqual([['table/glass', NO_ROLL]]);
    expect(world.alarms).toEqual([`Stands still: table/glass. ${NO_ROLL}`]);
    world.device.is(null);
    await world.sim.pass(1_000);
    expect(world.alarms.slice(1)).toEqual(['Goes on again: table/glass.']);
    await world.sim.pass(60_000);
    expect(world.alarms).toHaveLength(2);
  });
});

describe('a table whose tumbler is gone when the round is closed', () => {
  const gone = async (): Promise<Rolling> => ({ kind: 'fault', text: OFFLINE, again: 'same-roll' });

  async function rolling(): Promise<World> {
    const world = await new World().open();
    await world.sits();
    world.device.roll = gone;
    await world.until('rolling');
    world.device.is(OFFLINE);
    return world;
  }

  test('is named everywhere after ten seconds, and goes on with the tumbler', async () => {
    const world = await rolling();
    const { house } = world;
    const health = new Health(house);
    await world.sim.pass(8_500);
    expect([house.standstill().size, world.trouble(), world.alarms]).toEqual([0, undefined, []]);
    await world.sim.pass(3_000);
    expect([...house.standstill()]).toEqual([['table/glass', NO_ROLL]]);
    // It is named, and no proxy takes the house out of service for it: everybody is answered.
    expect(await health.report()).toMatchObject({ ok: true, stopped: ['glass'], wrong: [] });
    expect(world.trouble()).toBe(NO_ROLL);
    expect(world.alarms).toEqual([`Stands still: table/glass. ${NO_ROLL}`]);
    expect(world.noted).toEqual({ 'table/glass': NO_ROLL });
    Reflect.deleteProperty(world.device, 'roll');
    world.device.is(null);
    await world.sim.pass(3_000);
    expect([house.standstill().size, world.trouble(), world.noted]).toEqual([0, undefined, {}]);
    expect(world.alarms.slice(1)).toEqual(['Goes on again: table/glass.']);
    expect(await health.report()).toMatchObject({ ok: true, stopped: [] });
    expect(world.errors).toEqual([]);
  });

  test('answers whoever asks (aruze 6.4.2: its crew voids the round, and players may leave)', async () => {
    const world = await rolling();
    await world.sim.pass(20_000);
    expect(world.trouble()).toBe(NO_ROLL);
    expect(world.house.lobby().find(({ id }) => id === 'glass')).toMatchObject({ stopped: false });
    const leave = { do: 'leave', player: 'ann' };
    expect(await world.says(ANN, leave)).toMatchObject({ ok: false, refused: { code: 'out-of-phase' } });
    const role = world.table.game.rulebook.powers['void-round']?.role;
    expect(await world.says(BOSS, { do: 'staff', person: BOSS.id, role })).toMatchObject({ ok: true });
    const voids = { do: 'void-round', ground: 'tumbler', by: { role, id: BOSS.id } };
    expect(await world.says(BOSS, voids)).toMatchObject({ ok: true });
    expect(world.table.phase).toBe('wagering');
    expect(await world.says(ANN, leave)).toMatchObject({ ok: true });
    expect(world.table.game.players).toEqual([]);
  });

  test('is named when what its tumbler showed does not get on record, and nothing fails', async () => {
    const world = await new World().open();
    world.device.roll = () => new Promise(() => {});
    await world.until('rolling');
    await world.sim.pass(REPORT_WITHIN + 9_000);
    expect(world.trouble()).toBeUndefined();
    await world.sim.pass(2_000);
    expect(world.trouble()).toBe('what is due is not done yet: draw');
  });

  test('is named when the tumbler is there and says nothing', async () => {
    const world = await new World().open();
    world.device.hangs = true;
    await world.until('rolling');
    await world.sim.pass(REPORT_WITHIN - 1_000);
    expect(world.trouble()).toBeUndefined();
    await world.sim.pass(2_000);
    expect(world.trouble()).toBe('Its tumbler does not roll: no report within 15000 ms');
    world.device.hangs = false;
    await world.sim.pass(3_000);
    expect(world.trouble()).toBeUndefined();
  });
});

describe('a house that opens again', () => {
  const STILL = { 'table/glass': NO_ROLL };

  test('with the same tumbler gone tells nobody that the table goes on, nor again that it stands still', async () => {
    const world = await new World().open(OFFLINE);
    await world.sim.pass(WAGERING + 12_000);
    expect(world.noted).toEqual(STILL);
    for (let n = 0; n < 2; n++) {
      await world.reopen(OFFLINE);
      await world.sim.pass(30_000);
      expect([world.alarms, world.noted, world.trouble()]).toEqual([[], STILL, NO_ROLL]);
    }
    world.device.is(null);
    await world.sim.pass(3_000);
    expect([world.alarms, world.noted]).toEqual([['Goes on again: table/glass.'], {}]);
  });

  test('tells that a table goes on when it does, though it is there before its tumbler', async () => {
    const world = await new World().open(OFFLINE);
    await world.sim.pass(WAGERING + 12_000);
    await world.reopen(OFFLINE);
    await world.sim.pass(2_000);
    expect([world.alarms, world.noted]).toEqual([[], STILL]);
    world.device.is(null);
    await world.sim.pass(3_000);
    expect([world.alarms, world.noted]).toEqual([['Goes on again: table/glass.'], {}]);
  });

  test('tells at once that a table goes on at which there is nothing to do', async () => {
    const world = await new World().open(OFFLINE);
    await world.sim.pass(WAGERING + 12_000);
    const { table } = world;
    const role = table.game.rulebook.roles.at(-1)?.id;
    await world.sim.until(world.host().submit({ do: 'staff', person: BOSS.id, role }), SOON);
    const closing = world.host().submit({ do: 'close', by: { role, id: BOSS.id } });
    expect(await world.sim.until(closing, SOON)).toMatchObject({ ok: true });
    await world.reopen(OFFLINE);
    await world.sim.pass(1_000);
    expect(world.noted).toEqual({});
  });
});

describe('a table that stands still', () => {
  test('does not go on because its crew voids the round: first it has to do something itself', async () => {
    const world = await new World().open();
    world.device.hangs = true;
    await world.until('rolling');
    await world.sim.pass(REPORT_WITHIN + 2_000);
    const role = world.table.game.rulebook.powers['void-round']?.role;
    world.device.is(OFFLINE);
    await world.sim.until(world.host().submit({ do: 'staff', person: BOSS.id, role }), SOON);
    const voids = { do: 'void-round', ground: 'tumbler', by: { role, id: BOSS.id } };
    expect(await world.sim.until(world.host().submit(voids), SOON)).toMatchObject({ ok: true });
    await world.sim.pass(30_000);
    expect(world.alarms).toHaveLength(1);
  });
});

describe('what is to be done at a table', () => {
  test('and fails again and again is told of after ten seconds, until it is done', async () => {
    const world = await new World().open();
    await world.sim.pass(1_000);
    const host = world.host('wharf');
    const { submit } = host;
    host.submit = () => Promise.reject(new Error('planted'));
    await world.sim.pass(WAGERING + 8_000);
    expect(world.trouble('wharf')).toBeUndefined();
    await world.sim.pass(2_000);
    expect(world.trouble('wharf')).toBe('planted');
    expect(world.alarms).toEqual(['Stands still: table/wharf. planted']);
    host.submit = submit;
    await world.sim.pass(6_000);
    expect(world.alarms.slice(1)).toEqual(['Goes on again: table/wharf.']);
    expect(world.trouble('wharf')).toBeUndefined();
  });

  test('and failed once is told to nobody', async () => {
    const world = await new World().open();
    await world.sim.pass(1_000);
    const host = world.host('wharf');
    const { submit } = host;
    host.submit = () => Promise.reject(new Error('planted'));
    await world.sim.pass(WAGERING);
    host.submit = submit;
    await world.sim.pass(60_000);
    expect([world.errors.length, world.alarms]).toEqual([1, []]);
  });

  test('and is tried without end is told of after ten seconds, until it is done', async () => {
    const world = await new World().open();
    await world.sim.pass(1_000);
    const host = world.host('wharf');
    const { submit } = host;
    let goOn = () => {};
    host.submit = async (...said) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      return submit.apply(host, said);
    };
    await world.sim.pass(WAGERING + 8_000);
    expect(world.trouble('wharf')).toBeUndefined();
    await world.sim.pass(2_000);
    const why = 'what is due is not done yet: close-wagering';
    expect([world.trouble('wharf'), world.alarms]).toEqual([why, [`Stands still: table/wharf. ${why}`]]);
    host.submit = submit;
    goOn();
    await world.sim.pass(1_000);
    expect([world.trouble('wharf'), world.alarms.slice(1)]).toEqual([
      undefined,
      ['Goes on again: table/wharf.'],
    ]);
  });

  test('and was held for a tumbler is not told of for its sake once it is there', async () => {
    const world = await new World().open(OFFLINE);
    await world.sim.pass(WAGERING + 5_000);
    const host = world.host();
    const { submit } = host;
    host.submit = async (...said) => {
      await new Promise<void>((resolve) => void world.sim.clock.setTimeout(resolve, 7_000));
      return submit.apply(host, said);
    };
    world.device.is(null);
    await world.sim.pass(10_000);
    expect([world.trouble(), world.alarms]).toEqual([undefined, []]);
    host.submit = submit;
    expect(world.table.throws).toBe(1);
  });

  test('is looked at again, and told of, when nobody can say what it is', async () => {
    const world = await new World().open();
    const host = world.host('wharf');
    const get = () => {
      throw new Error('planted');
    };
    Object.defineProperty(host, 'table', { get, configurable: true });
    await world.sim.pass(30_000);
    expect(world.errors.length).toBeGreaterThan(2);
    expect(world.errors.length).toBeLessThan(8);
    expect([...world.house.standstill()]).toEqual([['table/wharf', 'planted']]);
    Reflect.deleteProperty(host, 'table');
    const { n } = host;
    await world.sim.pass(20_000);
    expect(host.n).toBeGreaterThan(n);
    expect(world.house.standstill().size).toBe(0);
  });

  /** A table whose next attempt says when it is asked, and answers when the test lets it. */
  async function attempting(): Promise<{ world: World; host: TableHost; answer: () => void }> {
    const world = await new World().open();
    await world.sim.pass(1_000);
    const host = world.host('wharf');
    const { submit } = host;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    host.submit = async (...said) => {
      const done = await submit.apply(host, said);
      await held;
      return done;
    };
    await world.sim.pass(WAGERING);
    return { world, host, answer };
  }

  test('and is heard to be done when the table is another node’s already proves nothing here', async () => {
    const { world, host, answer } = await attempting();
    host.drop();
    answer();
    await world.sim.pass(1_000);
    await world.sim.until(host.lead(), SOON);
    expect(world.house.isUnproven('table/wharf')).toBe(true);
    await world.sim.pass(30_000);
    expect(world.house.isUnproven('table/wharf')).toBe(false);
  });

  test('and hangs while the table goes and comes back is told of ten seconds after that', async () => {
    const { world, host, answer } = await attempting();
    host.drop();
    await world.sim.pass(60_000);
    await world.sim.until(host.lead(), SOON);
    await world.sim.pass(9_000);
    expect(world.trouble('wharf')).toBeUndefined();
    await world.sim.pass(2_000);
    expect(world.trouble('wharf')).toBe('what is due is not done yet: close-wagering');
    answer();
    await world.sim.pass(1_000);
    expect(world.trouble('wharf')).toBeUndefined();
  });

  test('and has long hung when the table comes back has ten seconds from then on to fail', async () => {
    const world = await new World().open();
    await world.sim.pass(1_000);
    const host = world.host('wharf');
    const { submit } = host;
    let fail = () => {};
    host.submit = () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error('planted'));
      });
    await world.sim.pass(WAGERING);
    host.drop();
    await world.sim.pass(60_000);
    await world.sim.until(host.lead(), SOON);
    host.submit = submit;
    fail();
    await world.sim.pass(500);
    expect(world.trouble('wharf')).toBeUndefined();
    await world.sim.pass(30_000);
    expect(world.alarms).toEqual([]);
  });

  test('by the clock is done though a hand of the staff is due before it', async () => {
    const world = await new World().open();
    const host = world.host('wharf');
    const role = host.table.game.rulebook.roles.at(-1)?.id;
    await world.sim.until(host.submit({ do: 'staff', person: BOSS.id, role }), SOON);
    const from = world.house.clock.now() + 31 * 60_000;
    const posted = host.submit({ do: 'post-sign', limits, from, by: { role, id: BOSS.id } });
    expect(await world.sim.until(posted, SOON)).toMatchObject({ ok: true });
    await world.sim.pass(32 * 60_000);
    const { n } = host;
    await world.sim.pass(60_000);
    expect(host.n).toBeGreaterThan(n);
  });
});
