import { rmSync } from 'node:fs';
import { factsFrom, NO_FACTS } from '@boxperson/offices';
import type { Dice } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { Draws } from '../../src/dice/draws.js';
import { fairnessOf, noteOf, reportsOf } from '../../src/dice/fairness.js';
import {
  DiceStatistics,
  makeTumblerKey,
  openEmbeddedStore,
  parseTumblerKey,
  SimulatedTumbler,
  type Store,
} from '../../src/index.js';
import type { OfficeHost } from '../../src/office/office-host.js';
import { Offices } from '../../src/office/offices.js';
import { Projector } from '../../src/office/projector.js';
import { storeFolder } from '../store/folders.js';
import { comeAsGuest, connectTo, look, until } from '../support/client.js';
import { openTestHouse, SIX, type TestHouse } from '../support/house.js';
import { call } from '../support/http.js';
import { freePort } from '../support/process.js';

const folders: string[] = [];
const folder = () => {
  const made = storeFolder();
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

/** Dice that show a six far too often. */
const loaded = (roll: number): Dice =>
  (roll % 3 === 0 ? [6, 6] : [(roll % 6) + 1, ((roll * 5) % 6) + 1]) as Dice;
const fair = (roll: number): Dice => [(roll % 6) + 1, (Math.floor(roll / 6) % 6) + 1] as unknown as Dice;

/** The draws of a table as the house keeps them. */
const drawsOf = async (store: Store, table: string, device: string | null = null): Promise<Draws> => {
  const offices = await Offices.open({ store, clock: SYSTEM_CLOCK, fetch: async () => factsFrom(NO_FACTS) });
  return new Draws(await offices.open(`dice/${table}`), device);
};

/** The question as the house asks it; what it writes into the log, and whom it tells. */
async function keep(store: Store) {
  const offices = await Offices.open({ store, clock: SYSTEM_CLOCK, fetch: async () => factsFrom(NO_FACTS) });
  const books = offices.host('house') as OfficeHost;
  const told: string[] = [];
  const fairness = new Projector(store, fairnessOf(), {
    notice: async (notice) => {
      const isNew = (await books.submit({ do: 'note-dice', body: noteOf(notice), by: null })).ok;
      if (isNew) told.push(`${notice.source} ${notice.change.change}`);
    },
    onError: (error) => told.push(String(error)),
  });
  return { fairness, told };
}

/** So many rolls on record at once. */
async function rollAll(
  store: Store,
  table: string,
  rolls: number,
  dice: (roll: number) => Dice,
  device?: string,
): Promise<void> {
  const from = device === undefined ? { source: 'random' as const } : { source: 'tumbler' as const, device };
  const draws = Array.from({ length: rolls }, (_, n) => ({ roll: n + 1, dice: dice(n + 1), ...from }));
  const events = draws.map((draw) => ({
    stream: `dice/${table}`,
    position: draw.roll,
    at: draw.roll,
    body: JSON.stringify(draw),
  }));
  await store.append({ command: null, events, entries: [] });
}
const alarms = async (store: Store) =>
  (await store.readStream('house', 0, 1_000)).map(({ body }) => JSON.parse(body) as { event: string });

describe('a running chi-square per source', () => {
  test.each(['after every thousand rolls', 'never'])(
    'raises an alarm once and goes on counting where it was; saved %s',
    async (saves) => {
      const data = folder();
      let store = await openEmbeddedStore(data);
      // A crash between the alarm and its saving leaves all of it to be found in the record of draws.
      const putDocument = async (...what: Parameters<Store['putDocument']>) =>
        saves === 'never' ? undefined : store.putDocument(...what);
      const before = await keep({ ...store, putDocument });
      await before.fairness.settled();
      await rollAll(store, 'wharf', 1_250, loaded);
      await rollAll(store, 'yarra', 30, fair);
      await before.fairness.settled();
      expect(before.told).toEqual(['random raised']);
      expect(await alarms(store)).toMatchObject([
        { event: 'dice-alarm-raised', source: 'random', window: expect.any(String), p: expect.any(Number) },
      ]);
      const saved = reportsOf(before.fairness.state);
      // No goodbye: what was counted since it was last saved is in the record of draws alone.
      await store.close();

      store = await openEmbeddedStore(data);
      const after = await keep(store);
      // A roll before the past has been read.
      const again = await drawsOf(store, 'wharf');
      await again.drawFor(1_251, () => loaded(1_251));
      await after.fairness.settled();
      const [report] = reportsOf(after.fairness.state);
      expect(report).toMatchObject({ source: 'random', rolls: 1_281, alarm: saved[0]?.alarm });
      const whole = new DiceStatistics();
      for (let roll = 1; roll <= 1_251; roll++) whole.add(loaded(roll));
      for (let roll = 1; roll <= 30; roll++) whole.add(fair(roll));
      expect(report?.windows['all']).toEqual(whole.report().all);
      expect(after.told).toEqual([]);
      expect(await alarms(store)).toHaveLength(1);
      await after.fairness.close();
      await store.close();
    },
  );

  test('of one tumbler says nothing of another, nor of random dice', async () => {
    const store = await openEmbeddedStore(folder());
    const { fairness, told } = await keep(store);
    await fairness.settled();
    await rollAll(store, 'at-t1', 1_100, loaded, 't1');
    await rollAll(store, 'at-t2', 1_099, fair, 't2');
    // The last as the house does it.
    const draws = await drawsOf(store, 'at-t2', 't2');
    await draws.recordTumbled(1_100, fair(1_100));
    await fairness.settled();
    expect(told).toEqual(['tumbler:t1 raised']);
    const found = reportsOf(fairness.state).map(({ source, rolls, alarm }) => [
      source,
      rolls,
      alarm !== null,
    ]);
    expect(found.sort()).toEqual([
      ['tumbler:t1', 1_100, true],
      ['tumbler:t2', 1_100, false],
    ]);
    await fairness.close();
    await store.close();
  });
});

describe('in a house', () => {
  let house: TestHouse;
  let device: SimulatedTumbler;
  const heard: string[] = [];
  const metrics = async () => String((await call(house.url, 'GET', '/metrics')).body);
  const figure = async (line: string) =>
    Number(
      (await metrics())
        .split('\n')
        .find((text) => text.startsWith(line))
        ?.split(' ')
        .at(-1),
    );
  const config = (port: number, key: string) => ({
    ...SIX,
    tumblers: { host: '127.0.0.1', port, devices: [{ id: 't1', key }] },
    tables: SIX.tables.map((table) => (table.id === 'star' ? { ...table, dice: 'tumbler:t1' } : table)),
  });

  beforeAll(async () => {
    const port = await freePort();
    const key = makeTumblerKey();
    const options = { config: config(port, key), onAlarm: (text: string) => void heard.push(text) };
    house = await openTestHouse(options);
    device = new SimulatedTumbler({ port, id: 't1', key: parseTumblerKey(key) as Buffer, delayMs: 0 });
    device.start();
  });
  afterAll(async () => {
    await device.stop();
    await house.remove();
  });

  test('every roll at every table is counted for its source, and /metrics shows it', async () => {
    for (const table of ['star', 'crown']) {
      const { token } = await comeAsGuest(house.url);
      const client = connectTo(() => house.url, token);
      const seen = look(client, table);
      await client.do(table, { do: 'sit', seat: 1, bankroll: 100_000 });
      await until(() => seen.own.length > 0, 'a seat');
      const player = seen.own[0]?.player as string;
      const rolls = () => seen.events.filter((event) => event === 'rolled').length;
      for (let tries = 0; rolls() < 5 && tries < 2_000; tries++) {
        await client.do(table, { do: 'bet', player, wager: 'pass', amount: 500 });
        await client.do(table, { do: 'accept', player });
        await client.do(table, { do: 'throw', player });
      }
      expect(rolls()).toBeGreaterThanOrEqual(5);
      await client.do(table, { do: 'leave', player });
      client.close();
    }
    await house.fairness.settled();
    const drawn = async (tables: readonly string[]) => {
      const read = tables.map((table) => house.house.store.readStream(`dice/${table}`, 0, 100_000));
      return (await Promise.all(read)).flat().length;
    };
    const random = SIX.tables.map(({ id }) => id).filter((id) => id !== 'star' && id !== 'aruze');
    // Nothing is drawn while we compare.
    await house.house.host('star')?.exclusively(async () => {
      expect(await figure('boxperson_dice_rolls_total{source="tumbler:t1"}')).toBe(await drawn(['star']));
    });
    const few = await drawn(random);
    expect(await figure('boxperson_dice_rolls_total{source="random"}')).toBeGreaterThanOrEqual(few);
    expect(await figure('boxperson_dice_alarm{source="tumbler:t1"}')).toBe(0);
    expect(
      await figure('boxperson_dice_chance{source="random",window="all",test="throws"}'),
    ).toBeGreaterThanOrEqual(0);
  });

  test('loaded dice on record sound the alarm: in the log, in /metrics and to whoever runs the house', async () => {
    const { store } = house.house;
    await rollAll(store, 'elsewhere', 1_100, loaded, 't9');
    const { data, remove: _remove, ...first } = house;
    await first.close();
    house = await openTestHouse({ data, onAlarm: (text) => void heard.push(text) });
    await house.fairness.settled();
    expect(await figure('boxperson_dice_alarm{source="tumbler:t9"}')).toBe(1);
    expect(await figure('boxperson_dice_alarm{source="random"}')).toBe(0);
    expect(heard).toEqual([expect.stringContaining('tumbler:t9')]);
    expect(await alarms(house.house.store)).toMatchObject([
      { event: 'dice-alarm-raised', source: 'tumbler:t9' },
    ]);
  });
});
