import { describe, expect, test } from 'vitest';
import { Guard, type GuardOptions } from '../../src/people/guard.js';
import { makeClock } from './memory.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function setUp(options: GuardOptions = {}) {
  const clock = makeClock();
  const guard = new Guard(clock.now, options);
  /** Tries and is wrong; the seconds to wait where there was no leave to try. */
  const fail = (account: string, address: string, lane: 'known' | 'unknown' = 'unknown'): number => {
    const admitted = guard.admit(account, address, lane, null);
    if (admitted.kind === 'wait') return admitted.seconds;
    admitted.done('wrong');
    return 0;
  };
  const succeed = (account: string, address: string, lane: 'known' | 'unknown' = 'unknown'): number => {
    const admitted = guard.admit(account, address, lane, null);
    if (admitted.kind === 'wait') return admitted.seconds;
    admitted.done('right');
    return 0;
  };
  return { clock, guard, fail, succeed };
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('one account from one address', () => {
  test('five wrong tries are free, then waits double from a second to a quarter of an hour', () => {
    const { clock, fail } = setUp({ perAccount: [{ tries: 1000, ms: DAY }] });
    expect(times(5).map(() => fail('ann', 'a'))).toEqual([0, 0, 0, 0, 0]);
    const waits: number[] = [];
    for (let tries = 0; tries < 13; tries++) {
      const seconds = fail('ann', 'a');
      waits.push(seconds);
      clock.pass(seconds * SECOND - 1);
      expect(fail('ann', 'a')).toBe(1);
      clock.pass(1);
      expect(fail('ann', 'a')).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  test('the right secret clears it', () => {
    const { fail, succeed } = setUp();
    for (const _ of times(4)) fail('ann', 'a');
    expect(succeed('ann', 'a')).toBe(0);
    expect(times(5).map(() => fail('ann', 'a'))).toEqual([0, 0, 0, 0, 0]);
    expect(fail('ann', 'a')).toBe(1);
  });

  test('a quiet day clears it', () => {
    const { clock, fail } = setUp();
    for (const _ of times(5)) fail('ann', 'a');
    expect(fail('ann', 'a')).toBe(1);
    clock.pass(DAY);
    expect(times(5).map(() => fail('ann', 'a'))).toEqual([0, 0, 0, 0, 0]);
  });

  test('waiting does not lengthen the wait', () => {
    const { fail } = setUp();
    for (const _ of times(5)) fail('ann', 'a');
    expect(times(50).map(() => fail('ann', 'a'))).toEqual(times(50).map(() => 1));
  });

  test('trying many at once gains nothing: a try counts until it is known to be right', () => {
    const { guard } = setUp();
    const kinds = times(20).map(() => guard.admit('ann', 'a', 'unknown', null).kind);
    expect(kinds.filter((kind) => kind === 'go')).toHaveLength(5);
  });

  test('a try that came to nothing because the house was busy is not held against anybody', () => {
    const { guard, fail } = setUp();
    for (const _ of times(200)) {
      const admitted = guard.admit('ann', 'a', 'unknown', null);
      expect(admitted.kind).toBe('go');
      if (admitted.kind === 'go') admitted.done('untried');
    }
    expect(guard.size).toBe(0);
    expect(times(6).map(() => fail('ann', 'a'))).toEqual([0, 0, 0, 0, 0, 1]);
  });

  test('a try is decided once', () => {
    const { guard, fail } = setUp();
    for (const _ of times(5)) {
      const admitted = guard.admit('ann', 'a', 'unknown', null);
      if (admitted.kind !== 'go') throw new Error('expected leave to try');
      admitted.done('wrong');
      admitted.done('right');
    }
    expect(fail('ann', 'a')).toBe(1);
  });
});

describe('no handle for a denial of service', () => {
  test('failures at one address leave the account open at another', () => {
    const { fail, succeed } = setUp();
    for (const _ of times(100)) fail('ann', 'attacker');
    expect(fail('ann', 'attacker')).toBeGreaterThan(0);
    expect(succeed('ann', 'home')).toBe(0);
  });

  test('a thousand addresses against one account: its owner is welcome where they signed in before', () => {
    const { fail, succeed } = setUp();
    for (const index of times(1_000)) fail('ann', `bot-${index}`);
    expect(fail('ann', 'another')).toBeGreaterThan(0);
    expect(succeed('ann', 'home', 'known')).toBe(0);
  });

  test('an address that spent its budget keeps those out who are new to it, and nobody else', () => {
    const { fail, succeed } = setUp();
    for (const index of times(200)) fail(`card-${index}`, 'casino');
    expect(succeed('ann', 'casino')).toBeGreaterThan(0);
    expect(succeed('ann', 'casino', 'known')).toBe(0);
    expect(succeed('ann', 'home')).toBe(0);
  });

  test('an address that signed in before is bound by its own failures', () => {
    const { fail } = setUp();
    expect(times(6).map(() => fail('ann', 'home', 'known'))).toEqual([0, 0, 0, 0, 0, 1]);
  });
});

describe('guessing', () => {
  /** So many tries as an attacker gets who always comes from a new address, every so often. */
  function distributed(forMs: number, everyMs: number): number {
    const { clock, fail } = setUp();
    let tried = 0;
    for (let at = 0; at < forMs; at += everyMs) {
      if (fail('ann', `bot-${at}`) === 0) tried += 1;
      clock.pass(everyMs);
    }
    return tried;
  }

  test('a distributed guess at one PIN gets 10 tries in an hour, 30 in a day, 100 in 30 days', () => {
    expect(distributed(HOUR, SECOND)).toBe(10);
    expect(distributed(DAY, MINUTE)).toBe(30);
    // Of 10,000 PINs: one chance in a hundred for a month's work.
    expect(distributed(30 * DAY, 20 * MINUTE)).toBe(100);
  });

  test('one PIN tried on all cards from one address gets 30 tries in 10 minutes and 300 in a day', () => {
    const { clock, fail } = setUp();
    const count = (tries: number, everyMs: number) =>
      times(tries).filter((index) => {
        clock.pass(everyMs);
        return fail(`card-${index}-${clock.now()}`, 'a') === 0;
      }).length;
    expect(count(599, SECOND)).toBe(30);
    clock.pass(DAY);
    expect(count(DAY / MINUTE - 1, MINUTE)).toBe(300);
  });

  test('budgets are windows that slide: what is old makes room', () => {
    const { clock, fail } = setUp();
    for (const index of times(10)) {
      expect(fail('ann', `bot-${index}`)).toBe(0);
      clock.pass(MINUTE);
    }
    // The first try was 10 minutes ago and leaves the hour in 50.
    expect(fail('ann', 'bot')).toBe(50 * 60);
    clock.pass(50 * MINUTE);
    expect(fail('ann', 'bot')).toBe(0);
    expect(fail('ann', 'bot-x')).toBe(60);
  });

  test('right tries take nothing from the budgets', () => {
    const { succeed, fail } = setUp();
    expect(times(500).every((index) => succeed('ann', `home-${index}`) === 0)).toBe(true);
    expect(times(500).every((index) => succeed(`card-${index}`, 'casino') === 0)).toBe(true);
    expect(fail('ann', 'casino')).toBe(0);
  });
});

describe('memory', () => {
  test('is bounded, however many names and addresses come', () => {
    const { guard } = setUp({ remembered: 100 });
    for (const index of times(20_000))
      guard.admit(`${'x'.repeat(5_000)}${index}`, `bot-${index}`, 'unknown', null);
    expect(guard.size).toBe(300);
  });

  test('names that are made up push out each other, and no account that there is', () => {
    const { guard, fail } = setUp({ remembered: 20 });
    const atAnn = (index: number) => guard.admit('ann', `bot-${index}`, 'unknown', []).kind;
    expect(times(11).map(atAnn)).toEqual([...times(10).map(() => 'go'), 'wait']);
    for (const index of times(11)) fail('nobody', `bot-${index}`);
    for (const index of times(20)) fail(`card-${index}`, `other-${index}`);
    expect(atAnn(12)).toBe('wait');
    expect(fail('nobody', 'bot-12')).toBe(0);
  });

  test('what is too old to count is forgotten, of accounts that there are too, and nothing sooner', () => {
    const { clock, guard } = setUp({ remembered: 1, perAccount: [{ tries: 1, ms: 30 * DAY }] });
    const at = (account: string) => guard.admit(account, `bot at ${account}`, 'unknown', []).kind;
    for (const index of times(1_000)) expect(at(`card-${index}`)).toBe('go');
    clock.pass(30 * DAY - 1);
    expect(at('ann')).toBe('go');
    for (const index of times(1_000)) expect(at(`card-${index}`)).toBe('wait');
    clock.pass(1);
    for (const index of times(10)) expect(at(`card-${index}`)).toBe('go');
    expect(at('ann')).toBe('wait');
    clock.pass(DAY);
    expect(at('bo')).toBe('go');
    // Ann, ten cards and Bo; a pair and an address.
    expect(guard.size).toBe(12 + 2);
    clock.pass(31 * DAY);
    expect(at('ann')).toBe('go');
    expect(guard.size).toBe(1 + 2);
  });

  test('a clock that was wrong for a while leaves nothing behind that keeps anybody out', () => {
    const { clock, guard } = setUp({ remembered: 1 });
    const at = (index: number) => guard.admit('ann', `bot-${index}`, 'unknown', []).kind;
    clock.pass(365 * DAY);
    expect(times(11).map(at).at(-1)).toBe('wait');
    clock.pass(-365 * DAY);
    expect(at(12)).toBe('go');
  });

  test('two long names are two accounts', () => {
    const { fail } = setUp();
    const long = 'x'.repeat(500);
    for (const _ of times(5)) fail(`${long}1`, 'a');
    expect(fail(`${long}1`, 'a')).toBe(1);
    expect(fail(`${long}2`, 'a')).toBe(0);
  });
});

describe('what is on paper', () => {
  const admit = (guard: Guard, kept: readonly number[]) => guard.admit('ann', 'new', 'unknown', kept);

  test('counts like what is remembered, and what is both counts once', () => {
    const { guard, clock } = setUp();
    let kept: readonly number[] = [];
    for (const index of times(10)) {
      const admitted = guard.admit('ann', `bot-${index}`, 'unknown', kept);
      if (admitted.kind !== 'go') throw new Error(`${index} of 10 had to wait`);
      admitted.done('wrong');
      kept = guard.keep(kept, admitted.at);
    }
    expect(kept).toEqual(times(10).map(() => clock.now()));
    expect(admit(new Guard(clock.now), kept)).toEqual({ kind: 'wait', seconds: 3600 });
    clock.pass(HOUR);
    expect(admit(new Guard(clock.now), kept).kind).toBe('go');
  });

  test('is no more than counts, in its order', () => {
    const { guard, clock } = setUp();
    clock.pass(60 * DAY);
    const now = clock.now();
    // Another node is a little ahead.
    expect(guard.keep([now - 30 * DAY, now + 2], now)).toEqual([now, now + 2]);
    expect(
      guard.keep(
        times(100).map(() => now),
        now,
      ),
    ).toHaveLength(100);
  });

  test('a clock that was wrong for a while shuts nobody out for ever', () => {
    const { guard, clock } = setUp();
    const ahead = times(100).map(() => clock.now() + 365 * DAY);
    expect(admit(guard, ahead).kind).toBe('go');
    expect(guard.keep(ahead, clock.now())).toEqual([clock.now()]);
  });
});
