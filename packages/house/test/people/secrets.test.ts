import { describe, expect, test, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { HashTurns } from '../../src/people/hash-turns.js';
import { FULL_COST, Secrets } from '../../src/people/secrets.js';
import { CHEAP } from './memory.js';

const encode = async (secrets: Secrets, secret: string): Promise<string> => {
  const hashed = await secrets.hash(secret);
  if (hashed.kind !== 'ok') throw new Error(hashed.kind);
  return hashed.encoded;
};

describe('hashing', () => {
  test('the full cost is what the house promises, and works on this machine', async () => {
    expect(FULL_COST).toEqual({ logN: 17, r: 8, p: 1 });
    const secrets = new Secrets();
    const encoded = await encode(secrets, 'correct horse');
    expect(encoded).toMatch(/^bp1:scrypt:17:8:1:[\w-]{22}:[\w-]{43}$/);
    expect(await secrets.check('correct horse', encoded)).toEqual({ kind: 'right', stale: false });
    expect(await secrets.check('correct horsf', encoded)).toEqual({ kind: 'wrong' });
  });

  test('the same secret never hashes to the same text', async () => {
    const secrets = new Secrets(CHEAP);
    expect(await encode(secrets, '4711')).not.toBe(await encode(secrets, '4711'));
  });

  test('what was hashed at another cost is right, and stale', async () => {
    const encoded = await encode(new Secrets(CHEAP), '4711');
    const dearer = new Secrets({ cost: { logN: 5, r: 1, p: 1 } });
    expect(await dearer.check('4711', encoded)).toEqual({ kind: 'right', stale: true });
  });

  test('a letter typed in two ways is one letter', async () => {
    const secrets = new Secrets(CHEAP);
    const encoded = await encode(secrets, 'caf\u00e9 caf\u00e9');
    expect((await secrets.check('cafe\u0301 cafe\u0301', encoded)).kind).toBe('right');
  });

  test.each([
    'bp2:scrypt:4:1:1:AAAAAAAAAAAAAAAAAAAAAA:AAAA',
    'bp1:scrypt:40:8:1:AAAAAAAAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'bp1:scrypt:4:1:1:AAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'bp1:scrypt:x:1:1:AAAAAAAAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '',
  ])('a damaged hash %j is wrong, at the usual cost', async (encoded) => {
    const secrets = new Secrets(CHEAP);
    expect(await secrets.check('', encoded)).toEqual({ kind: 'wrong' });
    expect(secrets.runs).toBe(1);
  });
});

describe('unknown names', () => {
  test('cost one hash, like known ones', async () => {
    const secrets = new Secrets(CHEAP);
    const encoded = await encode(secrets, '4711');
    const runs = async (stored: string | null) => {
      const before = secrets.runs;
      expect((await secrets.check('0815', stored)).kind).toBe('wrong');
      return secrets.runs - before;
    };
    expect(await runs(encoded)).toBe(1);
    expect(await runs(null)).toBe(1);
  });

  test('take as much of the processor as known ones', async () => {
    const secrets = new Secrets({ cost: { logN: 13, r: 8, p: 1 } });
    const encoded = await encode(secrets, '4711');
    // Not the clock on the wall, which counts whatever else the machine does.
    const timed = async (stored: string | null) => {
      const before = process.cpuUsage();
      await secrets.check('0815', stored);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const spent = { known: 0, unknown: 0 };
    for (let tries = 0; tries < 16; tries++) {
      spent.known += await timed(encoded);
      spent.unknown += await timed(null);
    }
    expect(spent.unknown / spent.known).toBeGreaterThan(0.5);
    expect(spent.unknown / spent.known).toBeLessThan(2);
  });
});

describe('a few at a time', () => {
  /** Slow enough that all of them are there before the first is done. */
  const SLOW = { cost: { logN: 12, r: 8, p: 1 } } as const;

  test('beyond the queue the answer is busy, and nothing is worked out for it', async () => {
    const secrets = new Secrets({ ...SLOW, atOnce: 2, waitingMost: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => secrets.check('x', null)));
    // Strangers go one at a time, whatever else there is room for.
    expect(answers.map(({ kind }) => kind)).toEqual([
      ...['wrong', 'wrong', 'wrong', 'wrong'],
      ...['busy', 'busy', 'busy', 'busy'],
    ]);
    expect(secrets.runs).toBe(4);
    expect((await secrets.check('x', null)).kind).toBe('wrong');
  });

  test('a place that is handed on is not free', async () => {
    const secrets = new Secrets({ ...SLOW, atOnce: 1, waitingMost: 1 });
    const first = secrets.check('x', null, 'known');
    const second = secrets.check('x', null, 'known');
    await first;
    const kinds = await Promise.all([
      secrets.check('x', null, 'known'),
      secrets.check('x', null, 'known'),
      second,
    ]);
    expect(kinds.map(({ kind }) => kind)).toEqual(['wrong', 'busy', 'wrong']);
  });

  test('strangers who fill their queue leave room for those who were here before, who go first', async () => {
    const secrets = new Secrets({ ...SLOW, atOnce: 1, waitingMost: 2 });
    const order: string[] = [];
    const ask = async (name: string, lane: 'known' | 'unknown') => {
      const { kind } = await secrets.check('x', null, lane);
      order.push(`${name} ${kind}`);
    };
    await Promise.all([
      ask('first', 'unknown'),
      ask('second', 'unknown'),
      ask('third', 'unknown'),
      ask('fourth', 'unknown'),
      ask('owner', 'known'),
    ]);
    expect(order).toEqual(['fourth busy', 'first wrong', 'owner wrong', 'second wrong', 'third wrong']);
  });

  test('a place that guesses keeps another waiting for one of its guesses, however many it has there', async () => {
    const secrets = new Secrets({ ...SLOW, waitingMost: 4 });
    const right = await encode(secrets, '4711');
    const order: string[] = [];
    const ask = async (name: string, secret: string, place: string) => {
      const { kind } = await secrets.check(secret, right, 'unknown', place);
      order.push(`${name} ${kind}`);
    };
    const guesses = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ask(name, '0815', 'siege'));
    await Promise.all([...guesses, ask('newcomer', '4711', 'elsewhere')]);
    // The queue was full: the place with most there made room.
    expect(order.filter((one) => one.endsWith('busy'))).toEqual(['f busy', 'e busy']);
    expect(order.slice(2, 5)).toEqual(['a wrong', 'b wrong', 'newcomer right']);
  });

  test('a line with many places keeps another waiting for one of its guesses, and makes room for it', async () => {
    const turns = new HashTurns({ atOnce: 1, waitingMost: 16 });
    const order: string[] = [];
    const ask = async (place: string) => {
      const turn = await turns.take('unknown', place);
      order.push(turn ? place : `${place} turned away`);
      turn?.over('right');
    };
    const engaged = await turns.take('unknown', '198.51.100.1');
    // One guess from each of its own, all that the queue holds.
    const siege = Array.from({ length: 16 }, (_, n) => ask(`2001:db8:7:${n.toString(16)}`));
    const [newcomer, other, late] = [ask('2001:db8:8:1'), ask('203.0.113.7'), ask('2001:db8:7:ff')];
    await late;
    // The last of them gave way, and nobody gives way to one more of theirs.
    const away = ['2001:db8:7:f', '2001:db8:7:e', '2001:db8:7:ff'];
    expect(order).toEqual(away.map((place) => `${place} turned away`));
    engaged?.over('right');
    await Promise.all([...siege, newcomer, other]);
    expect(order.slice(3, 6)).toEqual(['2001:db8:7:0', '2001:db8:8:1', '203.0.113.7']);
  });

  test('a neighbour of a place that guesses is no worse off than anybody', async () => {
    const turns = new HashTurns({ atOnce: 1, waitingMost: 4 });
    const engaged = await turns.take('unknown', '198.51.100.1');
    const siege = Array.from({ length: 4 }, () => turns.take('unknown', '203.0.113.7'));
    const neighbour = turns.take('unknown', '203.0.113.8');
    expect(await siege[3]).toBeNull();
    engaged?.over('right');
    (await siege[0])?.over('right');
    expect(await neighbour).not.toBeNull();
  });

  // On a clock that the test turns: a busy machine makes hashes as long as rests.
  test('guesses rest between each other, three times as long as they took; what is right does not', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    try {
      const turns = new HashTurns({ atOnce: 1, waitingMost: 4 });
      const guess = async (tookMs: number, was: 'right' | 'wrong') => {
        const turn = await turns.take('unknown', 'siege');
        await vi.advanceTimersByTimeAsync(tookMs);
        turn?.over(was);
      };
      const waitOfNext = async () => {
        const began = performance.now();
        const next = turns.take('unknown', 'siege').then((turn) => ({ turn, ms: performance.now() - began }));
        await vi.advanceTimersByTimeAsync(10_000);
        const { turn, ms } = await next;
        turn?.over('right');
        return ms;
      };
      await guess(100, 'wrong');
      expect(await waitOfNext()).toBe(300);
      await guess(100, 'right');
      expect(await waitOfNext()).toBe(0);
      await guess(5_000, 'wrong');
      expect(await waitOfNext()).toBe(2_000);
    } finally {
      vi.useRealTimers();
    }
  });

  test('where the house comes late to everything guesses rest until it does not', async () => {
    let elapsed = 0;
    const timers: { readonly act: () => void; readonly at: number }[] = [];
    const setTimeout = (act: () => void, ms: number) => {
      const timer = { act, at: elapsed + ms };
      timers.push(timer);
      return timer;
    };
    const clock = { ...SYSTEM_CLOCK, elapsed: () => elapsed, setTimeout };
    const turns = new HashTurns({ atOnce: 1, waitingMost: 4, clock });
    const turn = await turns.take('unknown', 'siege');
    elapsed += 100;
    turn?.over('wrong');
    let next = 0;
    const waiting = turns.take('unknown', 'siege').then(() => {
      next = elapsed;
    });
    for (const late of [400, 200, 0]) {
      const timer = timers.pop();
      elapsed = (timer?.at ?? 0) + late;
      timer?.act();
    }
    await waiting;
    expect(next).toBe(100 + 300 + 400 + 400 + 200 + 200);
  });

  test('while strangers rest, those who were here before do not wait', async () => {
    const secrets = new Secrets({ cost: { logN: 15, r: 8, p: 1 }, atOnce: 1 });
    await secrets.check('0815', null, 'unknown');
    const order: string[] = [];
    await Promise.all([
      secrets.check('0815', null, 'unknown').then(() => order.push('stranger')),
      secrets.check('0815', null, 'known').then(() => order.push('known')),
    ]);
    expect(order).toEqual(['known', 'stranger']);
  });
});
