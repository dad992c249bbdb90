// Clocks that are set: what happens in the house, and what is told of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLOCK_JUMP_MS, type HouseBooks } from '@boxperson/offices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../src/clock.js';
import { ClockWatch, HouseClock, type Readings } from '../src/house-clock.js';
import { comeAsGuest, until } from './support/client.js';
import { SetClock } from './support/clock.js';
import { openTestHouse, SIX, type TestHouse } from './support/house.js';
import { call, Line, settleIn } from './support/http.js';

const HOUR = 3_600_000;

/** A machine whose time passes when we say so. */
class ByHand implements Clock {
  wall = 1_790_000_000_000;
  passed = 0;
  readonly timers = new Map<object, { readonly at: number; readonly act: () => void }>();
  now = () => this.wall;
  elapsed = () => this.passed;
  setTimeout = (act: () => void, ms: number) => {
    const timer = {};
    this.timers.set(timer, { at: this.passed + ms, act });
    return timer;
  };
  clearTimeout = (timer: object) => void this.timers.delete(timer);

  /** `rate`: how quickly its own clock goes meanwhile. */
  pass(ms: number, rate = 1): void {
    for (let left = ms; left > 0; left -= 100) {
      this.passed += 100;
      this.wall += 100 * rate;
      for (const [timer, { at, act }] of this.timers)
        if (at <= this.passed && this.timers.delete(timer)) act();
    }
  }
}

describe('the clock of a house', () => {
  it('hears of what it was to do and failed, and goes on', () => {
    const machine = new ByHand();
    const faults: unknown[] = [];
    const clock = new HouseClock(machine, 0, (error) => void faults.push(error));
    clock.setTimeout(() => {
      throw new Error('planted');
    }, 100);
    machine.pass(1_000);
    expect(faults).toMatchObject([{ message: 'planted' }]);
  });

  const watched = (machine: ByHand, from?: number) => {
    const told: Readings[] = [];
    const clock = new HouseClock(machine, from);
    const watch = new ClockWatch(clock, (readings) => void told.push(readings));
    return { clock, watch, told };
  };

  it.each([-HOUR, HOUR, -CLOCK_JUMP_MS - 200, 365 * 24 * HOUR])(
    'goes on when the machine is set by %i ms, and says so once with both readings',
    (set) => {
      const machine = new ByHand();
      const { clock, told } = watched(machine);
      const before = clock.now();
      machine.pass(5_000);
      machine.wall += set;
      machine.pass(20 * 60_000);
      expect(clock.now() - before).toBe(20 * 60_000 + 5_000);
      expect(told).toHaveLength(1);
      expect(told[0]?.wall).toBe((told[0]?.house ?? 0) + set);
      machine.wall -= set;
      machine.pass(2_000);
      expect(told[1]?.wall).toBe(told[1]?.house);
    },
  );

  it('follows a machine that is drawn to the right time, slowly and never back', () => {
    const machine = new ByHand();
    const { clock, told } = watched(machine);
    for (const step of [600, -600]) {
      machine.wall += step;
      let last = clock.now();
      for (let second = 0; second < 1_300; second++) {
        machine.pass(1_000);
        const passed = clock.now() - last;
        expect(passed).toBeGreaterThanOrEqual(999);
        expect(passed).toBeLessThanOrEqual(1_001);
        last = clock.now();
      }
      expect(Math.abs(clock.now() - machine.wall)).toBeLessThanOrEqual(2);
    }
    expect(told).toEqual([]);
  });

  it('tells of a machine that runs at another pace as soon as that has led far apart', () => {
    const machine = new ByHand();
    const { told } = watched(machine);
    machine.pass(60_000, 1.1);
    expect(told.length).toBeGreaterThan(0);
  });

  it('goes on from what is on record when the machine starts earlier, and says so', () => {
    const machine = new ByHand();
    const last = machine.wall + HOUR;
    const { clock, told } = watched(machine, last);
    expect(clock.now()).toBe(last);
    expect(told).toEqual([{ house: last, wall: machine.wall }]);
    machine.pass(1_000);
    expect(clock.now()).toBe(last + 1_000);
  });
});

describe('a house whose machine is set', () => {
  const machine = new SetClock();
  const alarms: string[] = [];
  const data = mkdtempSync(join(tmpdir(), 'clock-'));
  const config = { ...SIX, tables: SIX.tables.filter(({ id }) => id === 'aruze' || id === 'star') };
  const open = () =>
    openTestHouse({ data, config, clock: machine, onAlarm: (text) => void alarms.push(text) });
  let house: TestHouse;
  let staff: string;

  beforeAll(async () => {
    house = await open();
    staff = await settleIn(house.url, 'manager', house.firstStaff?.password ?? '');
  }, 120_000);
  afterAll(async () => {
    await house.close();
    rmSync(data, { recursive: true, force: true });
  });

  const clockEvents = async () =>
    (await house.house.store.readStream('house', 0, 1_000))
      .map(({ body }) => JSON.parse(body))
      .filter(({ event }) => event.startsWith('clock-'));
  const books = () => house.house.offices.host('house')?.told.state as HouseBooks;

  async function playsOn(): Promise<void> {
    const table = () => house.house.host('aruze')?.table;
    const before = table()?.throws ?? 0;
    await until(() => (table()?.throws ?? 0) >= before + 2, 'two more throws', 15_000);
  }

  async function answersMany(): Promise<void> {
    const { token } = await comeAsGuest(house.url);
    const line = await Line.open(house.url, token);
    for (let n = 0; n < 300; n++) {
      await line.say({ t: 'ping', n });
      if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 700));
    }
    await line.hear((heard) => heard.t === 'pong' && heard.n === 299);
    line.close();
  }

  it('back an hour: rounds and sockets go on, and it is on record and alarmed', async () => {
    await playsOn();
    machine.set = -HOUR;
    await until(() => alarms.length > 0, 'an alarm');
    expect(alarms[0]).toContain('60.0 minutes behind');
    await Promise.all([playsOn(), answersMany()]);
    const [jumped] = await clockEvents();
    expect(jumped).toMatchObject({ event: 'clock-jumped' });
    expect(Math.round((jumped.wall - jumped.house) / 1_000)).toBe(-3_600);
    expect(books().clock).toMatchObject({ wall: jumped.wall });
  }, 60_000);

  it('and right again: that is on record, too', async () => {
    machine.set = 0;
    await until(() => books().clock === null, 'clocks that agree');
    expect(alarms.at(-1)).toContain('agrees');
  }, 30_000);

  it('forward: no notice ends early, no session, and nobody is let in sooner', async () => {
    const host = house.house.host('star');
    const by = { role: 'gaming-manager', id: 'auto-gaming-manager' };
    await until(() => (host?.table.staff.length ?? 0) >= 5, 'a crew');
    const announced = await host?.submit({ do: 'announce-closing', from: host.at() + 30 * 60_000, by });
    expect(announced).toMatchObject({ ok: true });
    machine.set = 9 * HOUR;
    await until(() => alarms.at(-1)?.includes('ahead') ?? false, 'an alarm');
    expect(await host?.submit({ do: 'close', by })).toMatchObject({ ok: false });
    expect((await call(house.url, 'GET', '/api/me', { token: staff })).status).toBe(200);
    await playsOn();
  }, 60_000);

  it('a start before the last that is on record: time goes on from there, told and on record', async () => {
    const last = Math.max(...(await house.house.store.readLog(0, 100_000)).map(({ at }) => at));
    await house.close();
    machine.set = -2 * HOUR;
    const alarmed = alarms.length;
    house = await open();
    expect(alarms.slice(alarmed)[0]).toContain('behind');
    await playsOn();
    expect(house.house.clock.now()).toBeGreaterThanOrEqual(last);
    const jumped = (await clockEvents()).at(-1);
    expect(jumped).toMatchObject({ event: 'clock-jumped' });
    expect(jumped.house).toBeGreaterThanOrEqual(last);
    const times = (await house.house.store.readStream('table/aruze', 0, 100_000)).map(({ at }) => at);
    expect(times).toEqual([...times].sort((one, other) => one - other));
  }, 60_000);

  it('a start at a time that is ahead takes it over, and the clocks agree', async () => {
    await house.close();
    machine.set = 30 * 24 * HOUR;
    house = await open();
    await until(() => books().clock === null, 'clocks that agree');
    expect(Math.abs(house.house.clock.now() - machine.now())).toBeLessThan(1_000);
  }, 60_000);
});
