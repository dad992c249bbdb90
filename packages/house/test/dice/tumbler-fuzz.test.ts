// Garbage at the tumblers' door: nothing of it is taken, and a device that keeps to the protocol is not disturbed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SimulatedTumbler } from '../../src/dice/tumbler/index.js';
import { LineCutter } from '../../src/dice/tumbler/lines.js';
import {
  type DeviceMessage,
  type HouseMessage,
  LINE_LENGTH_MAX,
  makeDeviceMessage,
  makeHouseMessage,
  parseDeviceMessage,
  parseHouseMessage,
  parseOpening,
} from '../../src/dice/tumbler/messages.js';
import { Opener, Sealer } from '../../src/dice/tumbler/seal.js';
import { keyFor, openHouse, RawDevice, seeded, type TestHouse, until } from './tumbler.helper.js';

const LINES = 10_000;
const AT_ONCE = 25;

const HEX = 'a1'.repeat(32);
const TRUE_LINES = [
  `BOXPERSON-TUMBLER 1 ${HEX}`,
  `DEVICE t2 ${HEX} ${HEX}`,
  `HOUSE ${HEX}`,
  'REFUSED credentials',
  `1 RESULT r1 6 6 ${HEX}`,
  `1 COCKED r1 ${HEX}`,
  `2 FAULT - jam stuck ${HEX}`,
  `1 PONG ${HEX}`,
  `1 ACK r1 ${HEX}`,
];

type Random = () => number;
const below = (random: Random, most: number): number => Math.floor(random() * most);
const pick = <T>(random: Random, from: readonly T[]): T => from[below(random, from.length)] as T;
const noise = (random: Random, length: number): string =>
  String.fromCharCode(...Array.from({ length }, () => below(random, 256)));

/** A line of noise, or a line that was true once with something changed. */
function garbage(random: Random): string {
  if (random() < 0.3) return noise(random, 1 + below(random, 300));
  const line = pick(random, TRUE_LINES);
  const at = below(random, line.length);
  const changes = [
    () => line,
    () => line.slice(0, at),
    () => line.slice(at),
    () => line.slice(0, at) + noise(random, 1) + line.slice(at + 1),
    () => line.slice(0, at) + pick(random, [' ', '\0', '\r', '\n', '-', '0']) + line.slice(at),
    () => `${line}${line}`,
    () => line.toLowerCase(),
  ];
  return pick(random, changes)();
}

describe('garbage over sockets', () => {
  let open: TestHouse;
  let good: SimulatedTumbler;
  beforeAll(async () => {
    open = await openHouse();
    good = new SimulatedTumbler({ port: open.port, id: 't1', key: keyFor('t1'), delayMs: 0 });
    good.start();
    await until(() => open.hub.deviceFor('t1').state === 'ready', 'the good device');
  });
  afterAll(async () => {
    good.stop();
    await open.hub.close();
  });

  /** Sends one line as a stranger, or within a session of `t2` that is opened for it. */
  async function throwAt(random: Random, line: string, id: string): Promise<void> {
    const device = random() < 0.1 ? await RawDevice.open(open.port, id) : new RawDevice(open.port, id);
    device.raw(line);
    device.socket.end();
    await device.closed();
  }

  test(`${LINES} lines: no session, no result, and the good device goes on rolling`, async () => {
    let left = LINES;
    let rolls = 0;
    const thrower = async (random: Random, id: string): Promise<void> => {
      for (; left > 0; left -= 1) await throwAt(random, garbage(random), id);
    };
    const throwers = Array.from({ length: AT_ONCE }, (_, index) =>
      thrower(seeded(index + 1), `t-fuzz${index}`),
    );
    const done = Promise.all(throwers).then(() => true);
    for (let over = false; !over; rolls += 1) {
      const outcome = await open.hub.deviceFor('t1').roll(`r${rolls}`);
      expect(outcome.kind).toBe('result');
      over = await Promise.race([done, new Promise<boolean>((yes) => setTimeout(() => yes(false), 20))]);
    }
    expect(rolls).toBeGreaterThan(10);
    const taken = open.logged.filter(
      ({ event, device }) => device !== 't1' && /reported|late|unasked|trouble/.test(event),
    );
    expect(taken).toEqual([]);
    expect(open.statuses.filter(({ device }) => device === 't1')).toHaveLength(1);
    expect(open.logged.filter(({ event }) => event === 'breach').length).toBeGreaterThan(500);
  });
});

describe('garbage in memory', () => {
  test('a cutter never holds more than a line, however the bytes are cut', () => {
    const random = seeded(7);
    for (let round = 0; round < 300; round += 1) {
      const lines = Array.from({ length: 5 }, () => 'x'.repeat(below(random, LINE_LENGTH_MAX + 1)));
      const bytes = Buffer.from(`${lines.join('\n')}\n`);
      const cutter = new LineCutter();
      const cut: string[] = [];
      for (let at = 0; at < bytes.length; ) {
        const next = at + 1 + below(random, 90);
        const fed = cutter.feed(bytes.subarray(at, next));
        if (!fed.ok) throw new Error(fed.why);
        cut.push(...fed.lines);
        at = next;
      }
      expect(cut).toEqual(lines);
      expect(cutter.isHalfway).toBe(false);
    }
    expect(new LineCutter().feed(Buffer.alloc(LINE_LENGTH_MAX + 1, 'x'))).toEqual({
      ok: false,
      why: 'too long',
    });
    for (const byte of [0, 9, 13, 31, 127, 128, 255]) {
      expect(new LineCutter().feed(Buffer.from([byte]))).toEqual({ ok: false, why: 'not text' });
    }
  });

  test('what is made is read, and what is read is made again to the letter', () => {
    const house: HouseMessage[] = [
      { message: 'roll', roll: 'a/1:2.3-4_' },
      { message: 'ack', roll: 'r' },
      { message: 'ping' },
    ];
    for (const message of house) expect(parseHouseMessage(makeHouseMessage(message))).toEqual(message);
    const device: DeviceMessage[] = [
      { message: 'tumbling', roll: 'r' },
      { message: 'report', roll: 'r', reported: { kind: 'result', dice: [1, 6] } },
      { message: 'report', roll: 'r', reported: { kind: 'cocked' } },
      { message: 'report', roll: 'r', reported: { kind: 'fault', code: 'x9-', text: 'a  b' } },
      { message: 'trouble', code: 'lid', text: '!' },
      { message: 'pong' },
    ];
    for (const message of device) expect(parseDeviceMessage(makeDeviceMessage(message))).toEqual(message);
    const random = seeded(11);
    for (let round = 0; round < 20_000; round += 1) {
      const text = garbage(random).replace(/^\d+ | [0-9a-f]{64}$/g, '');
      const read = parseDeviceMessage(text);
      if (read) expect(makeDeviceMessage(read)).toBe(text);
      const heard = parseHouseMessage(text);
      if (heard) expect(makeHouseMessage(heard)).toBe(text);
    }
    expect(parseOpening('BOXPERSON-TUMBLER 1 zz')).toBeNull();
  });

  test('the longest fault fits a line', () => {
    const text = makeDeviceMessage({
      message: 'report',
      roll: 'r'.repeat(48),
      reported: { kind: 'fault', code: 'c'.repeat(16), text: 't'.repeat(50) },
    });
    expect(parseDeviceMessage(text)).not.toBeNull();
    expect(parseDeviceMessage(`${text}t`)).toBeNull();
    // A number of ten digits, two blanks and a signature around it.
    expect(10 + 1 + text.length + 1 + 64).toBeLessThanOrEqual(LINE_LENGTH_MAX);
  });

  test('any one character changed in a sealed line is noticed', () => {
    const key = keyFor('t1');
    const line = new Sealer(key).seal('RESULT r1 6 1');
    expect(new Opener(key).open(line)).toEqual({ ok: true, message: 'RESULT r1 6 1' });
    for (let at = 0; at < line.length; at += 1) {
      for (const other of ['0', '1', 'f', 'Z', ' ']) {
        if (line[at] === other) continue;
        expect(new Opener(key).open(line.slice(0, at) + other + line.slice(at + 1)).ok).toBe(false);
      }
    }
  });
});
