import { rmSync } from 'node:fs';
import type { Projection } from '@boxperson/offices';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openEmbeddedStore, type Store } from '../../src/index.js';
import { LogPages } from '../../src/office/log-pages.js';
import { PROJECTION_KIND, Projector } from '../../src/office/projector.js';
import { insideOf } from '../../src/store/sql-store.js';
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
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0));
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
