import { afterEach, expect, test } from 'vitest';
import { type CoreState, makeDistantWriter } from '../../src/store/core-thread.js';
import type { Database } from '../../src/store/database.js';
import { makeStore } from '../../src/store/sql-store.js';
import { startThread, type Thread } from '../../src/store/thread.js';
import { StoreError } from '../../src/store/types.js';
import { event, work } from './works.js';

const FIXTURE = new URL('./thread-fixture.mjs', import.meta.url);

const started: Thread<unknown>[] = [];
const start = async <State = { asked: number }>(data: unknown = null): Promise<Thread<State>> => {
  const thread = await startThread<State>(FIXTURE, data);
  started.push(thread);
  return thread;
};

afterEach(async () => {
  for (const thread of started.splice(0)) await thread.end();
});

test('every question gets its own answer, whichever is ready first', async () => {
  const thread = await start();
  const said = await Promise.all([
    thread.ask('late', 'slow'),
    thread.ask('echo', { deep: [1, null, 'é'] }),
    thread.ask('echo', undefined),
  ]);
  expect(said).toEqual(['slow', { deep: [1, null, 'é'] }, undefined]);
  expect(thread.state()).toEqual({ asked: 2, dead: false });
});

test('a refusal arrives as what it was', async () => {
  const thread = await start();
  const refused = await thread.ask('refuse').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StoreError);
  expect(refused).toMatchObject({ fault: { kind: 'overdrawn', account: 'player/p' } });
  const violated = await thread.ask('violate').catch((error: unknown) => error);
  const blame = { code: '23505', constraint: 'log_pkey', severity: 'FATAL' };
  expect(violated).toMatchObject({ message: 'no', ...blame });
});

test('a thread that cannot make itself ready says why', async () => {
  await expect(start('not ready')).rejects.toThrow('the disk is full');
});

test.each(['throw', 'exit'])('when the thread dies (%s) nobody is left waiting', async (how) => {
  const thread = await start();
  const waiting = [thread.ask('append', 1), thread.ask('append', 2), thread.ask(how)];
  const ends = await Promise.allSettled(waiting.slice(0, 2));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await waiting[2]?.catch(() => undefined);
  await expect(thread.ask('echo', 1)).rejects.toThrow(
    how === 'throw' ? 'out of memory' : 'the embedded database has stopped',
  );
});

test('works that a dying thread had are neither done nor refused: nobody knows', async () => {
  const thread = await start<CoreState>();
  const writer = makeDistantWriter(thread);
  const lost = writer.append(work({ events: [event('t', 1)] })).catch((error: unknown) => error);
  void thread.ask('exit').catch(() => undefined);
  expect(await lost).toMatchObject({ fault: { kind: 'unavailable' } });
  const later = writer.append(work({ events: [event('t', 1)] }));
  await expect(later).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
});

test('what the store can never keep does not reach the thread', async () => {
  const thread = await start<CoreState>();
  const store = makeStore({ kind: 'embedded' } as Database, makeDistantWriter(thread), {});
  await expect(store.append(work({ events: [event('t', 0)] }))).rejects.toThrow('a position is 0');
});
