// The tumbler protocol over real sockets: docs/tumbler.md says what both sides must do.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type Reported,
  SimulatedTumbler,
  type SimulatedTumblerOptions,
  TUMBLER_LIMITS,
  type TumblerLimits,
  tumbleWith,
  volatileMemory,
} from '../../src/dice/tumbler/index.js';
import { Wire } from '../../src/dice/tumbler/wire.js';
import {
  keyFor,
  openHouse,
  pause,
  RawDevice,
  seeded,
  type Tapped,
  type TestHouse,
  tap,
  until,
} from './tumbler.helper.js';

const QUICK: Partial<TumblerLimits> = { repeatMs: 50 };
const FIVE_TWO = { kind: 'result', dice: [5, 2] } as const;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function house(options: Parameters<typeof openHouse>[0] = {}): Promise<TestHouse> {
  const opened = await openHouse(options);
  cleanups.push(() => opened.hub.close());
  return opened;
}

async function tapped(port: number): Promise<Tapped> {
  const made = await tap(port);
  cleanups.push(() => made.close());
  return made;
}

function simulate(port: number, options: Partial<SimulatedTumblerOptions> = {}): SimulatedTumbler {
  const device = new SimulatedTumbler({
    port,
    id: 't1',
    key: keyFor(options.id ?? 't1'),
    delayMs: 5,
    backOffMs: [10, 50],
    limits: QUICK,
    ...options,
  });
  device.start();
  cleanups.push(() => device.stop());
  return device;
}

async function raw(port: number, id = 't1', key = keyFor(id)): Promise<RawDevice> {
  const device = await RawDevice.open(port, id, key);
  cleanups.push(() => device.socket.destroy());
  return device;
}

/** A tumble that counts how often the dice really moved. */
function counting(reported: Reported = FIVE_TWO): { tumble: () => Reported; count: () => number } {
  let count = 0;
  return {
    tumble: () => {
      count += 1;
      return reported;
    },
    count: () => count,
  };
}

const ready = ({ hub }: TestHouse, id = 't1') =>
  until(() => hub.deviceFor(id).state === 'ready', `${id} is ready`);

describe('rolling', () => {
  test('a device rolls when asked and the house has its result', async () => {
    const open = await house();
    simulate(open.port, { tumble: () => FIVE_TWO });
    await ready(open);
    expect(await open.hub.deviceFor('t1').roll('star/1')).toEqual(FIVE_TWO);
    expect(open.statuses).toEqual([{ device: 't1', status: 'connected', text: 'connected' }]);
  });

  test('what is said on the wire, and in what order', async () => {
    const { hub, port } = await house();
    const device = await raw(port);
    const outcome = hub.deviceFor('t1').roll('star/1');
    expect(await device.hear()).toBe('ROLL star/1');
    device.say('TUMBLING star/1');
    device.say('RESULT star/1 6 1');
    expect(await device.hear()).toBe('ACK star/1');
    expect(await outcome).toEqual({ kind: 'result', dice: [6, 1] });
  });

  test.each<[string, string, object]>([
    ['cocked dice', 'COCKED r1', { kind: 'cocked' }],
    [
      'a fault',
      'FAULT r1 jam a die stuck to the wall',
      { kind: 'fault', code: 'jam', text: 'a die stuck to the wall', again: 'new-roll' },
    ],
  ])('%s end a roll and are acknowledged', async (_, said, outcome) => {
    const { hub, port } = await house();
    const device = await raw(port);
    const rolled = hub.deviceFor('t1').roll('r1');
    await device.hear();
    device.say(said);
    expect(await device.hear()).toBe('ACK r1');
    expect(await rolled).toEqual(outcome);
    expect(await hub.deviceFor('t1').roll('r1')).toEqual(outcome);
  });

  test('a hundred rolls, one after another, with mishaps', async () => {
    const open = await house();
    simulate(open.port, { delayMs: 0, tumble: tumbleWith({ cocked: 0.2, fault: 0.1 }, seeded(5)) });
    await ready(open);
    const kinds = new Set<string>();
    for (let roll = 1; roll <= 100; roll += 1) {
      const outcome = await open.hub.deviceFor('t1').roll(`r${roll}`);
      kinds.add(outcome.kind === 'fault' ? outcome.code : outcome.kind);
    }
    expect([...kinds].sort()).toEqual(['cocked', 'jam', 'result']);
  });

  test('the same roll asked twice at once is rolled once; another one must wait', async () => {
    const open = await house();
    const { tumble, count } = counting();
    simulate(open.port, { tumble, delayMs: 50 });
    await ready(open);
    const device = open.hub.deviceFor('t1');
    const both = Promise.all([device.roll('r1'), device.roll('r1')]);
    expect(await device.roll('r2')).toMatchObject({ kind: 'fault', code: 'busy', again: 'same-roll' });
    expect(await both).toEqual([FIVE_TWO, FIVE_TWO]);
    expect(await device.roll('r1')).toEqual(FIVE_TWO);
    expect(count()).toBe(1);
  });

  test('nothing is acknowledged before it is on record; a record that fails can be tried again', async () => {
    const { hub, port } = await house();
    const device = await raw(port);
    let fail = (_: Error) => {};
    const failing = hub.deviceFor('t1').roll('r1', () => new Promise((_, no) => (fail = no)));
    await device.hear();
    device.say('RESULT r1 3 3');
    device.say('RESULT r1 3 3');
    await pause(50);
    expect(device.lines).toEqual([]);
    fail(new Error('no room'));
    await expect(failing).rejects.toThrow('no room');
    const kept: unknown[] = [];
    const again = await hub.deviceFor('t1').roll('r1', async (outcome) => void kept.push(outcome));
    expect(again).toEqual({ kind: 'result', dice: [3, 3] });
    expect(kept).toEqual([again]);
    expect(await device.hear()).toBe('ACK r1');
  });

  test('a device that is not there, or in trouble, is not asked', async () => {
    const { hub, port, statuses } = await house();
    const device = hub.deviceFor('t1');
    expect(await device.roll('r1')).toMatchObject({ code: 'offline', again: 'same-roll' });
    const connection = await raw(port);
    connection.say('FAULT - lid the lid is open');
    await until(() => device.state === 'troubled', 'the trouble is known');
    expect(await device.roll('r1')).toMatchObject({ code: 'trouble', text: 'lid: the lid is open' });
    expect(connection.lines).toEqual([]);
    connection.socket.destroy();
    await until(() => device.state === 'offline', 'the device is gone');
    await raw(port);
    expect(device.state).toBe('ready');
    expect(statuses.map(({ status }) => status)).toEqual([
      'connected',
      'faulty',
      'disconnected',
      'connected',
    ]);
  });

  test('whoever holds rounds for it hears when it can roll, and when not and why', async () => {
    const { hub, port } = await house();
    const device = hub.deviceFor('t1');
    const heard: (string | null)[] = [device.unable];
    const unwatch = device.watch(() => void heard.push(device.unable));
    const connection = await raw(port);
    await until(() => heard.length === 2, 'it is there');
    connection.say('FAULT - lid the lid is open');
    await until(() => heard.length === 3, 'it is in trouble');
    connection.socket.destroy();
    await until(() => heard.length === 4, 'it is gone');
    const offline = 'the device is not connected';
    expect(heard).toEqual([offline, null, 'lid: the lid is open', offline]);
    device.stop('it lies');
    device.reinstate();
    expect(heard.slice(4)).toEqual(['it lies', offline]);
    unwatch();
    await raw(port);
    expect([heard.length, device.unable]).toEqual([6, null]);
  });

  test('ids that would break a line are our own bug', async () => {
    const { hub } = await house();
    for (const id of ['', 'a b', 'a\nACK a', '-', 'x'.repeat(49)]) {
      await expect(hub.deviceFor('t1').roll(id)).rejects.toThrow(RangeError);
      expect(() => hub.deviceFor(`${id} `)).toThrow(RangeError);
    }
  });
});

describe('at most once', () => {
  test.each([
    ['before the roll arrives', (from: string, line: string) => from === 'house' && / ROLL /.test(line)],
    ['while the dice tumble', (from: string, line: string) => from === 'device' && / TUMBLING /.test(line)],
    [
      'with the result on its way',
      (from: string, line: string) => from === 'device' && / RESULT /.test(line),
    ],
    [
      'with the acknowledgement on its way',
      (from: string, line: string) => from === 'house' && / ACK /.test(line),
    ],
  ])('a connection lost %s: the same result, rolled once', async (_, isLost) => {
    const open = await house();
    const between = await tapped(open.port);
    const { tumble, count } = counting();
    let lost = 0;
    between.tamper = (from, line) => {
      if (lost > 0 || !isLost(from, line)) return [line];
      lost += 1;
      return null;
    };
    simulate(between.port, { tumble, delayMs: 30 });
    await ready(open);
    const records: unknown[] = [];
    const device = open.hub.deviceFor('t1');
    expect(await device.roll('r1', async (outcome) => void records.push(outcome))).toEqual(FIVE_TWO);
    await until(() => between.seen.at(-1)?.line.includes(' ACK r1 ') === true, 'the acknowledgement');
    await pause(120);
    expect(lost).toBe(1);
    expect(count()).toBe(1);
    expect(records).toEqual([FIVE_TWO]);
    expect(open.statuses.map(({ status }) => status)).toEqual(['connected', 'disconnected', 'connected']);
    // Acknowledged, so it is quiet, and still knows the roll when it is asked again.
    expect(between.seen.at(-1)?.line).toContain(' ACK r1 ');
  });

  test('a house that forgot everything gets the same result for the same id', async () => {
    const first = await openHouse();
    const { tumble, count } = counting();
    const memory = volatileMemory();
    simulate(first.port, { tumble, memory });
    await ready(first);
    await first.hub.deviceFor('t1').roll('r1');
    await first.hub.close();
    const second = await house({ port: first.port });
    await ready(second);
    expect(await second.hub.deviceFor('t1').roll('r1')).toEqual(FIVE_TWO);
    expect(count()).toBe(1);
    expect(await second.hub.deviceFor('t1').roll('r2')).toEqual(FIVE_TWO);
    expect(count()).toBe(2);
  });

  test('a result nobody asked for is neither acknowledged nor taken until its roll is asked for', async () => {
    const { hub, port, events } = await house();
    const device = await raw(port);
    device.say('RESULT r9 1 1');
    await until(() => events().includes('unasked'), 'it is logged');
    expect(device.lines).toEqual([]);
    const rolled = hub.deviceFor('t1').roll('r9');
    expect(await device.hear()).toBe('ROLL r9');
    device.say('RESULT r9 1 1');
    expect(await rolled).toEqual({ kind: 'result', dice: [1, 1] });
  });

  test('switched off while tumbling, the roll is spent: interrupted, not rolled again', async () => {
    const open = await house();
    const { tumble, count } = counting();
    const memory = volatileMemory();
    const before = simulate(open.port, { tumble, memory, delayMs: 60_000 });
    await ready(open);
    const rolled = open.hub.deviceFor('t1').roll('r1');
    await until(() => open.events().includes('tumbling'), 'it tumbles');
    before.stop();
    simulate(open.port, { tumble, memory });
    expect(await rolled).toMatchObject({ kind: 'fault', code: 'interrupted', again: 'new-roll' });
    expect(count()).toBe(0);
    expect(await open.hub.deviceFor('t1').roll('r2')).toEqual(FIVE_TWO);
  });

  test('a device that cannot remember does not roll', async () => {
    const open = await house();
    const { tumble, count } = counting();
    const memory = {
      load: () => null,
      save: () => {
        throw new Error('the disk is full');
      },
    };
    simulate(open.port, { tumble, memory });
    await ready(open);
    void open.hub.deviceFor('t1').roll('r1');
    await until(() => open.hub.deviceFor('t1').state === 'troubled', 'it says so');
    expect(count()).toBe(0);
  });

  test('still tumbling for another roll: busy, and that ends nothing', async () => {
    const open = await house({ limits: { tumbleMs: 60 } });
    const { tumble, count } = counting();
    simulate(open.port, { tumble, delayMs: 200 });
    await ready(open);
    const device = open.hub.deviceFor('t1');
    expect(await device.roll('r1')).toMatchObject({ code: 'timeout', again: 'same-roll' });
    expect(await device.roll('r2')).toMatchObject({ code: 'busy', again: 'same-roll' });
    await until(() => open.events().includes('late'), 'the late result');
    expect(await device.roll('r1')).toEqual(FIVE_TWO);
    expect(count()).toBe(1);
  });
});

describe('a device that contradicts itself', () => {
  test.each([
    ['other dice', 'RESULT r1 4 3'],
    ['the same dice the other way round', 'RESULT r1 4 2'],
    ['cocked after a result', 'COCKED r1'],
    ['a fault after a result', 'FAULT r1 jam stuck'],
  ])('%s: the first result stands and the device is stopped', async (_, second) => {
    const { hub, port, statuses } = await house();
    const device = await raw(port);
    const rolled = hub.deviceFor('t1').roll('r1');
    await device.hear();
    device.say('RESULT r1 2 4');
    expect(await rolled).toEqual({ kind: 'result', dice: [2, 4] });
    device.say('RESULT r1 2 4');
    expect([await device.hear(), await device.hear()]).toEqual(['ACK r1', 'ACK r1']);
    device.say(second);
    await device.closed();
    expect(hub.deviceFor('t1').state).toBe('stopped');
    expect(statuses.at(-1)).toMatchObject({ device: 't1', status: 'stopped' });
    expect(await hub.deviceFor('t1').roll('r1')).toEqual({ kind: 'result', dice: [2, 4] });
    expect(await hub.deviceFor('t1').roll('r2')).toMatchObject({ code: 'stopped', again: 'new-roll' });
    await expect(RawDevice.open(port)).rejects.toThrow('REFUSED stopped');
    hub.deviceFor('t1').reinstate();
    const again = await raw(port);
    expect(hub.deviceFor('t1').state).toBe('ready');
    // It has not forgotten: nothing follows from it any more, and it is told that it may.
    again.say(second);
    expect(await again.hear()).toBe('ACK r1');
    expect(await hub.deviceFor('t1').roll('r1')).toEqual({ kind: 'result', dice: [2, 4] });
    expect(hub.deviceFor('t1').state).toBe('ready');
  });

  test('while the first is being recorded: the first stands', async () => {
    const { hub, port } = await house();
    const device = await raw(port);
    let kept = () => {};
    const rolled = hub.deviceFor('t1').roll('r1', () => new Promise((yes) => (kept = yes)));
    await device.hear();
    device.say('RESULT r1 2 4');
    device.say('RESULT r1 6 6');
    await device.closed();
    kept();
    expect(await rolled).toEqual({ kind: 'result', dice: [2, 4] });
    expect(hub.deviceFor('t1').state).toBe('stopped');
  });

  test('before it is asked: nothing is taken', async () => {
    const { hub, port, events } = await house();
    const device = await raw(port);
    device.say('RESULT r1 2 4');
    await until(() => events().includes('unasked'), 'it is logged');
    const rolled = hub.deviceFor('t1').roll('r1');
    await device.hear();
    device.say('RESULT r1 6 6');
    expect(await rolled).toMatchObject({ kind: 'fault', code: 'stopped' });
  });
});

describe('who comes in', () => {
  test.each([
    ['a wrong key', 't1', keyFor('t2')],
    ['an unknown device', 'x1', keyFor('x1')],
  ])('%s is refused, with the same word', async (_, id, key) => {
    const { port, hub } = await house();
    await expect(RawDevice.open(port, id, key)).rejects.toThrow(/^REFUSED credentials$/);
    expect(hub.deviceFor(id).state).toBe('offline');
  });

  test('a key too short to be one, or one that cannot be looked up', async () => {
    const short = await house({ keyOf: async () => Buffer.from('short') });
    await expect(RawDevice.open(short.port, 't1', Buffer.from('short'))).rejects.toThrow(
      'REFUSED credentials',
    );
    expect(short.events()).toContain('key-too-short');
    const failing = await house({ keyOf: () => Promise.reject(new Error('no store')) });
    await expect(RawDevice.open(failing.port)).rejects.toThrow('CLOSED');
    expect(failing.events()).toContain('key-lookup-failed');
  });

  test('no key and no proof is ever logged', async () => {
    const open = await house();
    const between = await tapped(open.port);
    simulate(between.port);
    await ready(open);
    await open.hub.deviceFor('t1').roll('r1');
    const secrets = between.seen.flatMap(({ line }) => line.match(/[0-9a-f]{64}/g) ?? []);
    expect(secrets.length).toBeGreaterThan(5);
    const text = JSON.stringify(open.logged);
    for (const secret of [...secrets, keyFor('t1').toString('hex')]) expect(text).not.toContain(secret);
    expect(between.seen.map(({ line }) => line).join()).not.toContain(keyFor('t1').toString('hex'));
  });

  test('a device rolls for nobody who does not have its key', async () => {
    const impostor = await house({ keyOf: async () => keyFor('t2') });
    const { tumble, count } = counting();
    const logged: string[] = [];
    simulate(impostor.port, { tumble, log: ({ text = '' }) => logged.push(text) });
    await until(() => logged.includes('refused: credentials'), 'the impostor knows no key');
    const between = await tapped((await house()).port);
    // It shows what it has seen the device show, or anything else.
    between.tamper = (from, line) =>
      from === 'house' && line.startsWith('HOUSE ') ? [`HOUSE ${'0'.repeat(64)}`] : [line];
    simulate(between.port, { tumble, log: ({ text = '' }) => logged.push(text) });
    await until(() => logged.includes('not the house'), 'the proof is checked');
    expect(count()).toBe(0);
  });

  test('a second connection of a device is refused; the first goes on', async () => {
    const { hub, port } = await house();
    const first = await raw(port);
    await expect(RawDevice.open(port)).rejects.toThrow('REFUSED busy');
    expect(await first.hear()).toBe('PING');
    first.say('PONG');
    const rolled = hub.deviceFor('t1').roll('r1');
    expect(await first.hear()).toBe('ROLL r1');
    first.say('RESULT r1 1 2');
    expect(await rolled).toEqual({ kind: 'result', dice: [1, 2] });
  });

  test('a first connection that shows no sign of life gives way', async () => {
    const { port, hub } = await house({ limits: { probeMs: 50 } });
    const dead = await raw(port);
    await expect(RawDevice.open(port)).rejects.toThrow('REFUSED busy');
    await dead.closed();
    await raw(port);
    expect(hub.deviceFor('t1').state).toBe('ready');
  });

  test('it does so, too, where the timer fires a moment before its time', async () => {
    const { port } = await house({ limits: { probeMs: 50 } });
    const dead = await raw(port);
    const stands = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    cleanups.push(() => stands.mockRestore());
    await expect(RawDevice.open(port)).rejects.toThrow('REFUSED busy');
    await dead.closed();
  });

  test('devices do not disturb one another', async () => {
    const open = await house();
    const ids = Array.from({ length: 12 }, (_, index) => `t${index}`);
    for (const id of ids) simulate(open.port, { id, tumble: () => ({ kind: 'result', dice: [1, 6] }) });
    await Promise.all(ids.map((id) => ready(open, id)));
    const outcomes = await Promise.all(ids.map((id) => open.hub.deviceFor(id).roll('r1')));
    expect(outcomes).toEqual(ids.map(() => ({ kind: 'result', dice: [1, 6] })));
  });

  test('strangers who say nothing do not keep a device out', async () => {
    const open = await house({ limits: { strangersMax: 8 } });
    const strangers = Array.from({ length: 40 }, () => new RawDevice(open.port));
    cleanups.push(() => {
      for (const { socket } of strangers) socket.destroy();
    });
    await until(() => strangers.filter(({ isClosed }) => isClosed).length === 32, 'all but eight are gone');
    await raw(open.port);
    expect(open.events()).toContain('ended');
  });

  test('it listens on this machine alone unless told otherwise', async () => {
    const { hub } = await house();
    const other = await openHouse();
    cleanups.push(() => other.hub.close());
    expect(other.logged[0]).toMatchObject({ event: 'listening', text: `127.0.0.1:${other.port}` });
    await expect(hub.listen(other.port)).rejects.toThrow();
  });
});

describe('somebody in between', () => {
  test.each<[string, (line: string, seen: Tapped['seen']) => readonly string[], string]>([
    ['changes a result', (line) => [line.replace(/RESULT r1 5 2/, 'RESULT r1 6 6')], 'signature'],
    ['repeats a result', (line) => [line, line], 'sequence'],
    [
      'sends an old line first',
      (line, seen) => [seen.find((each) => / PONG /.test(each.line))?.line ?? '', line],
      'sequence',
    ],
    ['swallows the line before', (line) => (/ TUMBLING /.test(line) ? [] : [line]), 'sequence'],
    ['makes one up', (line) => [`3 RESULT r1 6 6 ${'0'.repeat(64)}`, line], 'signature'],
    ['sends unsigned text', (line) => ['RESULT r1 6 6', line], 'malformed'],
  ])('%s: the session ends, and the true result is the only one taken', async (_, change, why) => {
    const open = await house({ limits: { pingMs: 20 } });
    const between = await tapped(open.port);
    const { tumble, count } = counting();
    let changed = false;
    between.tamper = (from, line) => {
      if (changed || from !== 'device' || !/ (?:TUMBLING|RESULT) r1 /.test(line)) return [line];
      const lines = change(line, between.seen);
      if (lines.length !== 1 || lines[0] !== line) changed = true;
      return lines;
    };
    simulate(between.port, { tumble });
    await ready(open);
    await until(() => between.seen.some(({ line }) => / PONG /.test(line)), 'a line to repeat');
    expect(await open.hub.deviceFor('t1').roll('r1')).toEqual(FIVE_TWO);
    await until(() => open.events().includes('breach'), 'the breach is noticed');
    expect(open.logged.find(({ event }) => event === 'breach')?.text).toBe(why);
    expect(changed).toBe(true);
    expect(count()).toBe(1);
    expect(open.hub.deviceFor('t1').state).not.toBe('stopped');
  });

  test('a whole session played again gets nowhere', async () => {
    const open = await house();
    const between = await tapped(open.port);
    const device = simulate(between.port);
    await ready(open);
    await open.hub.deviceFor('t1').roll('r1');
    device.stop();
    await until(() => open.hub.deviceFor('t1').state === 'offline', 'the device is gone');
    const replay = new RawDevice(open.port);
    await replay.next();
    for (const { from, line } of between.seen) if (from === 'device') replay.raw(line);
    await replay.closed();
    expect(open.hub.deviceFor('t1').state).toBe('offline');
    expect(replay.lines.every((line) => line === 'REFUSED credentials')).toBe(true);
  });

  test('lines of a session are worth nothing in the next, nor sent back to their sender', async () => {
    const open = await house();
    const first = await raw(open.port);
    const old = first.sealed('RESULT r1 6 6');
    first.socket.destroy();
    await until(() => open.hub.deviceFor('t1').state === 'offline', 'the first is gone');
    const second = await raw(open.port);
    const rolled = open.hub.deviceFor('t1').roll('r1');
    second.raw(old);
    await second.closed();
    const third = await raw(open.port);
    third.raw(await third.next());
    await third.closed();
    const fourth = await raw(open.port);
    await fourth.hear();
    fourth.say('RESULT r1 1 2');
    expect(await rolled).toEqual({ kind: 'result', dice: [1, 2] });
    expect(open.logged.filter(({ event }) => event === 'breach').map(({ text }) => text)).toEqual([
      'signature',
      'signature',
    ]);
  });
});

describe('limits', () => {
  test('a device that does not answer in time: a fault, and the late result is kept for the same id', async () => {
    const { hub, port, statuses, events } = await house({ limits: { tumbleMs: 60 } });
    const device = await raw(port);
    expect(await hub.deviceFor('t1').roll('r1')).toMatchObject({
      kind: 'fault',
      code: 'timeout',
      again: 'same-roll',
    });
    expect(statuses.at(-1)).toMatchObject({ status: 'faulty' });
    expect(await device.hear()).toBe('ROLL r1');
    device.say('RESULT r1 5 5');
    await until(() => events().includes('late'), 'it comes late');
    expect(device.lines).toEqual([]);
    expect(await hub.deviceFor('t1').roll('r1')).toEqual({ kind: 'result', dice: [5, 5] });
    expect(await device.hear()).toBe('ACK r1');
  });

  test('the tumble may take 15 seconds, and a line 200 characters', async () => {
    expect(TUMBLER_LIMITS.tumbleMs).toBe(15_000);
    const { port, events } = await house();
    const longest = new RawDevice(port);
    longest.raw('x'.repeat(200));
    await longest.closed();
    expect(longest.lines.at(-1)).toBe('REFUSED malformed');
    const longer = new RawDevice(port);
    longer.socket.write('x'.repeat(201));
    await longer.closed();
    expect(longer.lines.at(-1)).not.toContain('REFUSED');
    expect(events().filter((event) => event === 'refused')).toHaveLength(1);
  });

  test('half lines: each byte buys no more time, before and after the handshake', async () => {
    const { port, logged } = await house({ limits: { lineMs: 80, handshakeMs: 5_000 } });
    const known = await raw(port);
    for (const slow of [new RawDevice(port, 't2'), known]) {
      const begun = performance.now();
      const drip = setInterval(() => slow.socket.write('1'), 10);
      await slow.closed();
      clearInterval(drip);
      expect(performance.now() - begun).toBeLessThan(1_000);
    }
    expect(logged.filter(({ text }) => text === 'a line was not finished in time')).toHaveLength(2);
  });

  test('who never introduces itself is cut off', async () => {
    const { port, logged } = await house({ limits: { handshakeMs: 60 } });
    await new RawDevice(port).closed();
    const texts = logged.filter(({ event }) => event === 'ended').map(({ text }) => text);
    expect(texts).toEqual(['no handshake in time']);
  });

  test('who goes quiet is cut off', async () => {
    const { port, logged } = await house({ limits: { pingMs: 20, quietMs: 100 } });
    await (await raw(port)).closed();
    const texts = logged.filter(({ event }) => event === 'ended').map(({ text }) => text);
    expect(texts).toEqual(['quiet for too long']);
  });

  test('a device that answers pings is kept', async () => {
    const open = await house({ limits: { pingMs: 50, quietMs: 700 } });
    simulate(open.port);
    await ready(open);
    await pause(1_500);
    expect(open.statuses).toHaveLength(1);
  });

  test('a device leaves a house that is silent', async () => {
    const open = await house({ limits: { pingMs: 60_000 } });
    simulate(open.port, { limits: { quietMs: 80 } });
    await until(() => open.statuses.length >= 3, 'it comes back');
    expect(open.statuses.map(({ status }) => status).slice(0, 3)).toEqual([
      'connected',
      'disconnected',
      'connected',
    ]);
  });

  test('whoever does not read is cut off', async () => {
    const server = createServer((socket) => socket.pause());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => server.close());
    const socket = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
    let why = '';
    const wire = new Wire(socket, 5_000, {
      line: () => null,
      ended: (text) => {
        why = text;
      },
    });
    await once(socket, 'connect');
    for (let sent = 0; wire.isOpen && sent < 500_000; sent += 100) {
      for (let line = 0; line < 100; line += 1) wire.send('x'.repeat(200));
      await new Promise(setImmediate);
    }
    expect(why).toBe('does not read');
  });

  test('speaking before the house has looked up the key ends it', async () => {
    const { port, logged } = await house({ keyOf: () => pause(200).then(() => keyFor('t1')) });
    const device = new RawDevice(port);
    await device.introduce(keyFor('t1'));
    device.say('RESULT r1 6 6');
    await device.closed();
    expect(logged.at(-1)?.text).toBe('spoke out of turn');
  });

  test.each([
    'HELLO',
    'result r1 1 2',
    'RESULT r1 0 7',
    'RESULT r1 1 2 3',
    'RESULT r1  1 2',
    'ROLL r1',
    'FAULT r1 Jam x',
    'PONG ',
  ])('an unknown message ends the session, signed as it may be: %s', async (message) => {
    const { port, logged } = await house();
    const device = await raw(port);
    device.say(message);
    await device.closed();
    expect(logged.find(({ event }) => event === 'breach')?.text).toMatch(/unknown message|malformed/);
  });

  test('closing ends everything, and a roll under way can be asked again', async () => {
    const open = await openHouse();
    const device = await raw(open.port);
    const rolled = open.hub.deviceFor('t1').roll('r1');
    await device.hear();
    await open.hub.close();
    expect(await rolled).toMatchObject({ code: 'closed', again: 'same-roll' });
    await device.closed();
    const late = connect({ host: '127.0.0.1', port: open.port });
    const refused = await new Promise((done) => late.on('error', done).on('connect', () => done(null)));
    expect(refused).not.toBeNull();
    await open.hub.close();
  });
});
