// A tumbler that contradicts itself: who is told, how the table goes on, and who takes it back.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVERY_ROLE, type HouseBooks } from '@boxperson/offices';
import type { TableEvent } from '@boxperson/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { houseConfig } from '../src/index.js';
import { keyFor, RawDevice } from './dice/tumbler.helper.js';
import { until } from './support/client.js';
import { openTestHouse, type TestHouse } from './support/house.js';
import { call, command } from './support/http.js';
import { deskOf } from './support/people.js';
import { freePort } from './support/process.js';

const data = mkdtempSync(join(tmpdir(), 'stopped-tumbler-'));
const alarms: string[] = [];
let port: number;
let house: TestHouse;
/** The roll that came to nothing. */
let voided: string;

const open = () =>
  openTestHouse({
    data,
    onAlarm: (text) => void alarms.push(text),
    config: houseConfig.parse({
      tumblers: { port, devices: [{ id: 't1', key: keyFor('t1').toString('hex') }] },
      tables: [
        {
          id: 'glass',
          name: 'Glass',
          settings: { rulebook: 'aruze', limits: { default: { min: 100, max: 10_000 } }, wageringMs: 1_000 },
          dice: 'tumbler:t1',
        },
      ],
    }),
  });

beforeAll(async () => {
  port = await freePort();
  house = await open();
}, 120_000);
afterAll(async () => {
  await house.close();
  rmSync(data, { recursive: true, force: true });
});

const events = async (stream = 'table/glass'): Promise<readonly TableEvent[]> =>
  (await house.house.store.readStream(stream, 0, 10_000)).map(({ body }) => JSON.parse(body));
const books = () => house.house.offices.host('house')?.told.state as HouseBooks;
const table = () => house.house.host('glass')?.table;

/** The roll that the house asks for next. */
async function asked(device: RawDevice): Promise<string> {
  for (;;) {
    const [message, roll] = (await device.hear()).split(' ');
    if (message === 'ROLL' && roll !== undefined) return roll;
  }
}

/** Somebody of the staff who has a password of their own. */
async function staff(login: string, roles: typeof EVERY_ROLE): Promise<string> {
  const password = 'hard eight easy six';
  const made = await deskOf(house).registerStaff({ name: login, login, password, roles });
  if (made.kind !== 'ok') throw new Error(`${login}: ${made.kind}`);
  return (await call(house.url, 'POST', '/api/sign-in', { body: { login, password } })).body.token;
}

const isStill = async (): Promise<void> => {
  const before = house.house.host('glass')?.n;
  await new Promise((resolve) => setTimeout(resolve, 1_600));
  expect(house.house.host('glass')?.n).toBe(before);
};

it('is told, on record and shown; the round is void (aruze 6.4.2), and none is closed for it', async () => {
  const device = await RawDevice.open(port);
  const first = await asked(device);
  device.say(`RESULT ${first} 2 3`);
  const second = await asked(device);
  device.say(`RESULT ${first} 6 6`);
  await device.closed();
  await until(() => Object.hasOwn(books().tumblers ?? {}, 't1'), 'it is on record');
  expect(alarms.join()).toContain(`The tumbler t1 is stopped: two different reports for roll ${first}`);
  expect(await events('house')).toContainEqual(
    expect.objectContaining({ event: 'tumbler-stopped', device: 't1' }),
  );
  await until(() => table()?.phase === 'wagering', 'the next round');
  voided = second;
  const record = await events();
  expect(record.filter(({ event }) => event === 'rolled')).toMatchObject([{ dice: [2, 3] }]);
  expect(record.filter(({ event }) => event === 'round-voided')).toMatchObject([
    { ground: 'tumbler', clause: '6.4.2' },
  ]);
  await isStill();
  await expect(RawDevice.open(port)).rejects.toThrow('REFUSED stopped');
}, 60_000);

it('stays stopped over a restart, and says so again', async () => {
  await house.close();
  alarms.length = 0;
  house = await open();
  expect(alarms.join()).toContain('The tumbler t1 is stopped');
  await expect(RawDevice.open(port)).rejects.toThrow('REFUSED stopped');
  await isStill();
}, 60_000);

it('is taken back by two people with a reason, and the table goes on', async () => {
  const [one, other] = [await staff('ada', EVERY_ROLE), await staff('bo', EVERY_ROLE)];
  const dealer = await staff('cy', [{ rulebook: 'star', role: 'dealer' }]);
  const lobby = async (token?: string) =>
    (await call(house.url, 'GET', '/api/tables', token === undefined ? {} : { token })).body[0];
  expect((await lobby(one)).trouble).toBe('Its tumbler t1 is stopped.');
  expect(await lobby()).not.toHaveProperty('trouble');

  const reinstate = (token: string, body: object) =>
    command(house.url, token, 'house/reinstate-tumbler', body);
  const body = { device: 't1', reason: 'A loose sensor, replaced.' };
  expect((await reinstate(dealer, body)).status).toBe(403);
  expect((await reinstate(one, { device: 't1' })).body.refused.message).toMatch(/^reason: /);
  expect((await reinstate(one, { ...body, device: 't9' })).body.refused.code).toBe('not-found');
  const { proposal } = (await reinstate(one, body)).body;
  const confirm = (token: string) => command(house.url, token, 'proposals/confirm', { proposal });
  expect((await confirm(one)).body.refused.code).toBe('second-person');
  expect(books().tumblers).toHaveProperty('t1');
  expect((await confirm(other)).body).toMatchObject({ ok: true });
  expect(books().tumblers).toEqual({});
  expect(await events('house')).toContainEqual(
    expect.objectContaining({ event: 'tumbler-reinstated', ...body }),
  );

  // Taken back and not there yet: the round is closed for it when it is.
  expect(table()?.phase).toBe('wagering');
  const device = await RawDevice.open(port);
  const roll = await asked(device);
  const throws = table()?.throws ?? 0;
  expect(roll).not.toBe(voided);
  device.say(`RESULT ${roll} 4 4`);
  await until(() => (table()?.throws ?? 0) > throws, 'a throw');
  expect((await events()).filter(({ event }) => event === 'rolled').at(-1)).toMatchObject({ dice: [4, 4] });
  expect(await lobby(one)).not.toHaveProperty('trouble');
  device.socket.destroy();
}, 60_000);

it('is stopped, too, when it says something else after a restart than what is on record', async () => {
  const [last] = (await events('dice/glass')).slice(-1) as unknown as readonly { readonly roll: number }[];
  await house.close();
  alarms.length = 0;
  house = await open();
  // As it was: it has not heard that it was kept.
  const honest = await RawDevice.open(port);
  honest.say(`RESULT glass:${last?.roll} 4 4`);
  while ((await honest.hear()) !== `ACK glass:${last?.roll}`);
  expect(alarms).toEqual([]);
  honest.say(`RESULT glass:${last?.roll} 6 6`);
  await honest.closed();
  await until(() => Object.hasOwn(books().tumblers ?? {}, 't1'), 'it is on record');
  expect(alarms.join()).toContain(`two different reports for roll glass:${last?.roll}`);
}, 60_000);
