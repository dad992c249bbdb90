// Whoever has signed in is heard at once; strangers take turns in a part of the house's time.
import { EventEmitter } from 'node:events';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Clock } from '../../src/clock.js';
import { type Caller, Doorway } from '../../src/wire/doorway.js';
import { watchOver } from '../../src/wire/sockets.js';
import { Tally } from '../../src/wire/tally.js';
import { Trickle } from '../../src/wire/trickle.js';

/** A clock that stands until somebody moves it, and what waits for it. */
let elapsed = 0;
let timers: { readonly at: number; readonly act: () => void }[] = [];
let rounds: (() => void)[] = [];
const clock: Clock = {
  now: () => elapsed,
  elapsed: () => elapsed,
  setTimeout: (act, ms) => {
    const timer = { at: elapsed + ms, act };
    timers.push(timer);
    return timer;
  },
  clearTimeout: () => {},
};

let heard: string[] = [];
/** How long the house takes for whatever it hears. */
let takes = 0;
let door: Doorway;
beforeEach(() => {
  [elapsed, takes, timers, rounds, heard] = [0, 0, [], [], []];
  door = new Doorway(clock, (act) => void rounds.push(act));
});

/** One round of the loop. */
function turn(): void {
  const due = rounds;
  rounds = [];
  for (const act of due) act();
}

/** Everything that follows without the clock. */
function settle(): void {
  while (rounds.length > 0) turn();
}

function pass(ms: number): void {
  elapsed += ms;
  const due = timers.filter(({ at }) => at <= elapsed);
  timers = timers.filter(({ at }) => at > elapsed);
  for (const { act } of due) act();
  settle();
}

function comes(place: string, more: Partial<Caller> = {}) {
  return door.visitor({
    place,
    isAtOnce: () => false,
    hear: (text) => {
      heard.push(text);
      elapsed += takes;
    },
    unread: () => 0,
    whenRead: () => {},
    pause: () => {},
    resume: () => {},
    ...more,
  });
}

test('whoever has signed in does not wait for anybody', () => {
  const strangers = ['a', 'b', 'c'].map((place) => comes(place));
  for (const stranger of strangers) for (let n = 0; n < 10; n++) stranger.says('stranger');
  comes('p', { isAtOnce: () => true }).says('bet');
  expect(heard).toEqual(['bet']);
});

test('what is dear of a guest waits with the strangers of their place, and what is plain does not', () => {
  const isAtOnce = (text: string) => text !== 'watch';
  const crowd = Array.from({ length: 50 }, () => comes('crowd', { isAtOnce }));
  for (const guest of crowd) guest.says('bet');
  expect(heard).toHaveLength(50);
  for (const guest of crowd) guest.says('watch');
  expect(heard).toHaveLength(50);
  comes('alone').says('alone');
  comes('crowd', { isAtOnce }).says('bet');
  settle();
  expect(heard.slice(50, 53)).toEqual(['bet', 'watch', 'alone']);
});

test('what somebody says is heard in order, also when they sign in meanwhile', () => {
  let isKnown = false;
  const visitor = comes('a', { isAtOnce: () => isKnown });
  visitor.says('1');
  visitor.says('2');
  isKnown = true;
  visitor.says('3');
  settle();
  visitor.says('4');
  expect(heard).toEqual(['1', '2', '3', '4']);
});

test.each([
  ['says nothing', () => false, 1],
  ['has spoken and waits to be heard', () => true, 6],
])('whoever %s is let go after so many times what a greeting may take', (_, waits, times) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const close = vi.fn();
  const ws = Object.assign(new EventEmitter(), { close, terminate: vi.fn(), ping: vi.fn() });
  const patience = { greeting: 10_000, silence: 3_600_000 };
  const watch = watchOver(
    { ...ws, on: ws.on.bind(ws) as never, readyState: 1, OPEN: 1 },
    { isOver: () => false, waits },
    patience,
  );
  vi.advanceTimersByTime(times * 10_000 - 1);
  expect(close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(close).toHaveBeenCalledWith(4003, 'say hello');
  watch.end();
});

test('whoever has not been heard yet is known to wait', () => {
  const visitor = comes('a');
  visitor.says('hello');
  expect(visitor.waits).toBe(true);
  settle();
  expect(visitor.waits).toBe(false);
});

test('places take turns: many connections of one gain nothing', () => {
  for (let n = 0; n < 50; n++) comes('crowd').says('crowd');
  comes('alone').says('alone');
  settle();
  expect(heard.indexOf('alone')).toBe(1);
});

test('neighbourhoods take turns: a line with many places gains nothing', () => {
  const crowd = Array.from({ length: 50 }, (_, n) => comes(`2001:db8:1:${n}`));
  for (const one of crowd) one.says('crowd');
  comes('2001:db8:2:0').says('alone');
  settle();
  expect(heard.indexOf('alone')).toBe(1);
  for (const one of crowd) one.says('once more');
  for (const one of crowd.slice(1)) one.leave();
  for (let n = 0; n < 20; n++) pass(1_000);
  expect(heard.filter((text) => text === 'once more')).toEqual(['once more']);
});

test('those of one neighbourhood have a part of all there is, and nobody else waits for theirs', () => {
  const tally = new Tally(10, 100);
  const taken = Array.from({ length: 4 }, (_, n) => `2001:db8:1:${n}`).flatMap((place) =>
    Array.from({ length: 11 }, () => tally.take(place)),
  );
  expect(taken.filter(Boolean)).toHaveLength(25);
  expect(tally.take('2001:db8:2:0')).toBe(true);
  tally.giveBack('2001:db8:1:0');
  expect([tally.take('2001:db8:1:9'), tally.take('2001:db8:1:9')]).toEqual([true, false]);
  // Where one place may have more than that, its neighbourhood may.
  const wide = new Tally(100, 100);
  expect(Array.from({ length: 101 }, () => wide.take('10.0.0.1')).filter(Boolean)).toHaveLength(100);
});

test('a turn is short, and three times as long passes before the next, but never very long', () => {
  const visitors = Array.from({ length: 20 }, (_, n) => comes(`place ${n}`));
  takes = 0.5;
  for (const visitor of visitors) visitor.says('x');
  settle();
  expect(heard).toHaveLength(8);
  pass(11);
  expect(heard).toHaveLength(8);
  takes = 100;
  pass(1);
  expect(heard).toHaveLength(16);
  pass(20);
  expect(heard).toHaveLength(20);
});

test('what is looked up for somebody counts, though nobody waits long for a store that does not answer', async () => {
  const answers: (() => void)[] = [];
  const hear = (text: string) => {
    heard.push(text);
    return new Promise<void>((answer) => void answers.push(answer));
  };
  for (let n = 0; n < 40; n++) comes(`place ${n}`, { hear }).says('hello');
  const settleAll = async () => {
    for (let round = 0; round < 20; round++) await Promise.resolve();
    settle();
  };
  await settleAll();
  expect(heard).toHaveLength(8);
  pass(100);
  await settleAll();
  expect(heard).toHaveLength(8);
  for (const answer of answers.splice(0)) answer();
  await settleAll();
  pass(20);
  expect(heard).toHaveLength(16);
  pass(250);
  await settleAll();
  pass(20);
  expect(heard).toHaveLength(24);
  // An answer that comes too late changes nothing.
  for (const answer of answers.splice(0)) answer();
  await settleAll();
  pass(0);
  expect(heard).toHaveLength(32);
});

test('where the house comes late to everything strangers wait until it does not, but never very long', () => {
  for (let n = 0; n < 40; n++) comes(`place ${n}`).says('x');
  takes = 1;
  settle();
  expect(heard).toHaveLength(8);
  // Every timer comes 30 ms after its time: others keep the house busy.
  pass(20 + 30);
  expect(heard).toHaveLength(8);
  pass(30 + 30);
  pass(30 + 30);
  pass(30 + 30);
  expect(heard).toHaveLength(8);
  pass(30);
  expect(heard).toHaveLength(16);
  // Late once, and then on time.
  pass(20 + 30);
  expect(heard).toHaveLength(16);
  pass(30);
  expect(heard).toHaveLength(24);
});

test('whoever says more than is heard is read no further until it is', () => {
  const done: string[] = [];
  const visitor = comes('a', { pause: () => done.push('pause'), resume: () => done.push('resume') });
  for (let n = 0; n < 30; n++) visitor.says(String(n));
  expect(done).toEqual(['pause']);
  for (let n = 0; n < 10; n++) {
    settle();
    pass(20);
  }
  expect(done).toEqual(['pause', 'resume']);
  expect(heard).toEqual(Array.from({ length: 30 }, (_, n) => String(n)));
});

test('whoever does not read is not heard until they do, and holds up nobody', () => {
  let unread = 1_000_000;
  let read = () => {};
  const visitor = comes('a', {
    unread: () => unread,
    whenRead: (tell) => {
      read = tell;
    },
  });
  visitor.says('more');
  comes('a').says('other');
  settle();
  pass(20);
  expect(heard).toEqual(['other']);
  unread = 0;
  read();
  settle();
  pass(20);
  expect(heard).toEqual(['other', 'more']);
});

test('signed in or not: whoever says more than a hundred things in a second waits with the strangers', () => {
  const player = comes('p', { isAtOnce: () => true });
  for (let n = 0; n < 130; n++) player.says(String(n));
  expect(heard).toHaveLength(100);
  for (let n = 0; n < 10; n++) {
    settle();
    pass(20);
  }
  expect(heard).toHaveLength(130);
  pass(1_000);
  player.says('bet');
  expect(heard.at(-1)).toBe('bet');
});

test('nothing is heard of whoever has gone', () => {
  const visitor = comes('a');
  visitor.says('1');
  visitor.leave();
  comes('a').says('2');
  settle();
  expect(heard).toEqual(['2']);
});

test('each comes so many times at once, and then so many times a second', () => {
  const trickle = new Trickle(5, 2, clock);
  const comesOften = (times: number) =>
    Array.from({ length: times }, () => trickle.take('a')).filter(Boolean).length;
  expect(comesOften(8)).toBe(5);
  expect(trickle.take('b')).toBe(true);
  elapsed += 1_500;
  expect(comesOften(8)).toBe(3);
  elapsed += 60_000;
  expect(comesOften(8)).toBe(5);
});
