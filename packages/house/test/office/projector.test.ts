import { rmSync } from 'node:fs';
import type { Projection } from '@boxperson/offices';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NoAnswer } from '../../src/cluster/questions.js';
import { openEmbeddedStore, type Store } from '../../src/index.js';
import { LogPages } from '../../src/office/log-pages.js';
import { PROJECTION_KIND, Projector } from '../../src/office/projector.js';
import { unavailable } from '../../src/store/database.js';
import { insideOf } from '../../src/store/sql-store.js';
import { StreamStopped } from '../../src/stream/host.js';
import { storeFolder } from '../store/folders.js';

const data = storeFolder();
let store: Store;
let next = 1;
beforeAll(async () => {
  store = await openEmbeddedStore(data);
});
afterAll(async () => {
  await store.close();
  rmSync(data, { recursive: true, force: true });
});

/** Adds up what `sums/…` says, and tells of every round hundred. */
const sums = (version = 1): Projection<{ readonly sum: number; readonly lines: number }, number> => ({
  name: 'sums',
  version,
  reads: (stream) => stream === 'sums/a',
  start: () => ({ sum: 0, lines: 0 }),
  fold: ({ sum, lines }, { event }, tell) => {
    const now = sum + (event as { readonly add: number }).add;
    if (now % 100 === 0) tell(now);
    return { sum: now, lines: lines + 1 };
  },
  save: (state) => state,
  restore: (saved) => saved as { readonly sum: number; readonly lines: number },
});

const never = (): never => {
  throw new Error('that was never saved');
};

const say = (add: number | string, stream = 'sums/a') =>
  store.append({
    command: null,
    events: [
      { stream, position: next++, at: 1, body: typeof add === 'string' ? add : JSON.stringify({ add }) },
    ],
    entries: [],
  });

test('follows the log, its own streams alone, and goes on where it was', async () => {
  await say(40);
  const told: number[] = [];
  const first = new Projector(store, sums(), { notice: async (sum) => void told.push(sum) });
  // Said while the past is read, and after it.
  await say(10);
  await first.settled();
  await say(50);
  next = 1;
  await say(7, 'sums/b');
  next = 4;
  await first.settled();
  expect(first.state).toEqual({ sum: 100, lines: 3 });
  expect(told).toEqual([100]);
  await first.close();
  await say(11);
  expect(first.state.sum).toBe(100);

  const again = new Projector(store, sums(), { notice: async (sum) => void told.push(sum) });
  await again.settled();
  expect(again.state).toEqual({ sum: 111, lines: 4 });
  expect(told).toEqual([100]);
  await again.close();
});

test.each(['', '{"version":1,', '{"version":1,"seq":4,"state":null}'])(
  'what was saved as %j is made anew from the log, and what comes after is folded',
  async (body) => {
    const picky = {
      ...sums(),
      restore: (saved: unknown) => (saved === null ? never() : sums().restore(saved)),
    };
    const kept = (await store.getDocument(PROJECTION_KIND, 'sums')) as string;
    await store.putDocument(PROJECTION_KIND, 'sums', body);
    const projector = new Projector(store, picky);
    await projector.settled();
    expect(projector.state).toEqual({ sum: 111, lines: 4 });
    await store.putDocument(PROJECTION_KIND, 'sums', kept);
  },
);

test('a store that is away when the past is to be read is asked again, and nothing is missed', async () => {
  const { getDocument } = store;
  let away = true;
  const held = {
    ...store,
    getDocument: (kind: string, id: string) =>
      away ? Promise.reject(new Error('gone')) : getDocument(kind, id),
  };
  const errors: unknown[] = [];
  const projector = new Projector(held, sums(), { onError: (error) => void errors.push(error) });
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  away = false;
  await projector.settled();
  expect(projector.state).toEqual({ sum: 111, lines: 4 });
});

test('of another version it is made anew from the log; so it is when the log is another', async () => {
  const kept = JSON.parse((await store.getDocument(PROJECTION_KIND, 'sums')) as string) as object;
  const lie = { ...kept, state: { sum: 1_000_000, lines: 1 } };
  await store.putDocument(PROJECTION_KIND, 'sums', JSON.stringify(lie));
  const errors: unknown[] = [];
  const doubted = new Projector(store, sums(), { onError: (error) => void errors.push(error) });
  await doubted.settled();
  expect([doubted.state.sum, String(errors)]).toEqual([111, expect.stringContaining('is damaged')]);
  // As it was saved before there were sums.
  await store.putDocument(PROJECTION_KIND, 'sums', JSON.stringify({ ...lie, sum: undefined }));
  const believed = new Projector(store, sums());
  await believed.settled();
  expect(believed.state.sum).toBe(1_000_000);
  const newer = new Projector(store, sums(2));
  await newer.settled();
  expect(newer.state).toEqual({ sum: 111, lines: 4 });
  await newer.close();
  await store.putDocument(PROJECTION_KIND, 'sums', JSON.stringify({ ...lie, seq: 1_000 }));
  const other = new Projector(store, sums());
  await other.settled();
  expect(other.state).toEqual({ sum: 111, lines: 4 });
  await other.close();
  await believed.close();
});

test('what is saved is as it was at its place, although it waits for notices while more is folded', async () => {
  const heap: Projection<{ readonly heard: number[] }, number> = {
    name: 'heap',
    version: 1,
    reads: (stream) => stream === 'heap/a',
    start: () => ({ heard: [] }),
    fold: (state, { seq }, tell) => {
      // In place, as whoever folds much does it.
      state.heard.push(seq);
      tell(seq);
      return state;
    },
    save: (state) => state,
    restore: (saved) => saved as { readonly heard: number[] },
  };
  const saves = vi.spyOn(store, 'putDocument');
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const projector = new Projector(store, heap, { notice: () => opened });
  await projector.settled();
  const before = next;
  for (next = 1; next <= 3; ) await say(next, 'heap/a');
  next = before;
  open();
  await projector.close();
  const bodies = saves.mock.calls.map(
    ([, , body]) => JSON.parse(body) as { seq: number; state: { heard: number[] } },
  );
  saves.mockRestore();
  expect(bodies.length).toBeGreaterThan(1);
  for (const { seq, state } of bodies) expect(state.heard.at(-1)).toBe(seq);
});

test('what nobody told it of is read from the log; what cannot be read is told and passed over', async () => {
  const errors: unknown[] = [];
  const one = new Projector(store, sums(3), { onError: (error) => void errors.push(error) });
  await one.settled();
  const { listeners } = insideOf(store);
  const kept = [...listeners];
  listeners.clear();
  await say(5);
  for (const listener of kept) listeners.add(listener);
  await say('no JSON');
  await say(6);
  await one.settled();
  expect(one.state).toEqual({ sum: 122, lines: 6 });
  expect(errors).toHaveLength(1);
  await one.close();
});

test('those that begin together read the log once for all of them, to its end, and follow it each for itself', async () => {
  const many = Array.from({ length: 4_500 }, (_, n) => ({
    stream: 'many',
    position: n + 1,
    at: 1,
    body: JSON.stringify({ add: 1 }),
  }));
  for (let n = 0; n < many.length; n += 500)
    await store.append({ command: null, events: many.slice(n, n + 500), entries: [] });
  let read = 0;
  const pages = new LogPages({
    readLog: (after, limit) => {
      read += 1;
      return store.readLog(after, limit);
    },
  });
  const counting = (name: string) => ({ ...sums(), name, reads: (stream: string) => stream === 'many' });
  const all = ['one', 'two', 'three', 'four', 'five'].map(
    (name) => new Projector(store, counting(name), { pages }),
  );
  for (const one of all) await one.settled();
  expect(all.map(({ state }) => state.lines)).toEqual([4_500, 4_500, 4_500, 4_500, 4_500]);
  // Three pages; the last, which is not full, perhaps once more for each.
  expect(read).toBeLessThanOrEqual(2 + all.length);
  await store.append({
    command: null,
    events: [{ stream: 'many', position: 4_501, at: 1, body: '{"add":1}' }],
    entries: [],
  });
  for (const one of all) await one.settled();
  expect(all.map(({ state }) => state.lines)).toEqual([4_501, 4_501, 4_501, 4_501, 4_501]);
  for (const one of all) await one.close();
  // From where each was: one in the middle of a page reads no more than its rest.
  const again = new Projector(store, counting('three'), { pages });
  await again.settled();
  expect(again.state.lines).toBe(4_501);
  await again.close();
});

/** Tells of every line of one stream; the others are not its business. */
const lines = (stream: string): Projection<number, string> => ({
  name: stream,
  version: 1,
  reads: (one) => one === stream,
  start: () => 0,
  fold: (count, { event }, tell) => {
    tell((event as { readonly add: string }).add);
    return count + 1;
  },
  save: (count) => count,
  restore: (saved) => saved as number,
});

/** A stream of its own, in which words are said. */
const wordsIn = (stream: string) => {
  let position = 0;
  return (...words: readonly string[]) =>
    store.append({
      command: null,
      events: words.map((add) => ({ stream, position: ++position, at: 1, body: JSON.stringify({ add }) })),
      entries: [],
    });
};

test.each([
  ['the store is away', () => unavailable('gone')],
  ['the books stand still', () => new StreamStopped('alerts', 'gone')],
  ['another node does not answer', () => new NoAnswer('a does not answer')],
])(
  'a notice for which nobody was there, for %s, is told when somebody is, behind it what goes to the same books, and only then it is saved',
  async (_why, fault) => {
    const stream = `words/${_why}`;
    const say = wordsIn(stream);
    let away = true;
    const [heard, errors, tries]: [string[], unknown[], number[]] = [[], [], []];
    const projector = new Projector(store, lines(stream), {
      where: (word) => word.split('-')[0] as string,
      notice: async (word, failed) => {
        if (word.startsWith('a') && away) throw fault();
        heard.push(word);
        tries.push(failed);
      },
      onError: (error) => void errors.push(error),
    });
    await projector.settled();
    await say('a-1', 'b-1', 'a-2');
    await say('b-2');
    await projector.settled();
    // Nobody else waits, and nothing is held to be told that is not.
    expect(heard).toEqual(['b-1', 'b-2']);
    expect(await store.getDocument(PROJECTION_KIND, stream)).toBeNull();
    away = false;
    await expect.poll(() => heard).toEqual(['b-1', 'b-2', 'a-1', 'a-2']);
    expect(tries).toEqual([0, 0, expect.any(Number), 0]);
    expect(tries[2]).toBeGreaterThan(0);
    expect(errors).toHaveLength(1);
    await projector.settled();
    await expect.poll(() => store.getDocument(PROJECTION_KIND, stream)).not.toBeNull();
    await projector.close();
  },
);

test('what waits for its books holds no closing up, and is told by whoever opens next', async () => {
  const say = wordsIn('words/kept');
  const first = new Projector(store, lines('words/kept'), {
    notice: () => Promise.reject(unavailable('gone')),
  });
  await first.settled();
  await say('one');
  const before = performance.now();
  await first.close();
  expect(performance.now() - before).toBeLessThan(1_000);
  const heard: string[] = [];
  const notice = async (word: string) => void heard.push(word);
  const next = new Projector(store, lines('words/kept'), { notice });
  await next.settled();
  expect(heard).toEqual(['one']);
  await next.close();
});

test('a notice that is refused, or fails by a fault of ours, is told of once and passed over', async () => {
  const say = wordsIn('words/refused');
  const [heard, errors]: [string[], unknown[]] = [[], []];
  const projector = new Projector(store, lines('words/refused'), {
    notice: async (word) => {
      if (word === 'no') throw new Error('There is no such promotion.');
      heard.push(word);
    },
    onError: (error) => void errors.push(error),
  });
  await projector.settled();
  await say('no', 'yes');
  await projector.settled();
  expect([heard, errors.length]).toEqual([['yes'], 1]);
  expect(await store.getDocument(PROJECTION_KIND, 'words/refused')).not.toBeNull();
  await projector.close();
});

test('whoever gives it away while a notice waits tells it no more; whoever comes to keep it does', async () => {
  const say = wordsIn('words/given');
  let [ours, away] = [true, true];
  const heard: string[] = [];
  const projector = new Projector(store, lines('words/given'), {
    isOurs: () => ours,
    notice: async (word) => {
      if (away) throw unavailable('gone');
      heard.push(word);
    },
  });
  await projector.settled();
  await say('one');
  await projector.settled();
  [ours, away] = [false, false];
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(heard).toEqual([]);
  ours = true;
  projector.again();
  await projector.settled();
  expect(heard).toEqual(['one']);
  await projector.close();
});
