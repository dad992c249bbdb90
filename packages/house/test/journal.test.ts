import { expect, test } from 'vitest';
import { type Store, StoreError, type StoreFault, type Work } from '../src/index.js';
import { Journal } from '../src/journal.js';

/** As much of a store as a journal needs: one stream, commands, and what goes wrong. */
function makeStore() {
  const bodies: string[] = [];
  const commands = new Set<string>();
  const faults: StoreFault[] = [];
  const append = async ({ command, events }: Work) => {
    await new Promise((resolve) => setImmediate(resolve));
    const fault = faults.shift();
    if (fault) throw new StoreError(fault);
    if (command && commands.has(command.id)) throw new StoreError({ kind: 'duplicate', ...command });
    for (const { stream, position, body } of events) {
      if (position !== bodies.length + 1) throw new StoreError({ kind: 'conflict', stream });
      bodies.push(body);
    }
    if (command) commands.add(command.id);
    return { seqs: [] };
  };
  const streams = async () => (bodies.length === 0 ? [] : [{ stream: 'house', last: bodies.length }]);
  const store = { append, streams } as unknown as Store;
  const journal = () => new Journal(store, 'house', () => 7);
  const events = () => bodies.map((body) => (JSON.parse(body) as { event: string }).event);
  return { journal, events, faults, bodies };
}

test('entries follow one another, however many are written at once', async () => {
  const { journal, events, bodies } = makeStore();
  const one = journal();
  expect(await Promise.all(['a', 'b', 'c'].map((name) => one.write(name, { by: 's-1' })))).toEqual([
    true,
    true,
    true,
  ]);
  expect(events()).toEqual(['a', 'b', 'c']);
  expect(JSON.parse(bodies[0] as string)).toEqual({ v: 1, event: 'a', by: 's-1', at: 7 });
});

test('two writers of one stream find their places', async () => {
  const { journal, events } = makeStore();
  const [one, other] = [journal(), journal()];
  for (const name of ['a', 'c']) await Promise.all([one.write(name, {}), other.write(`${name}2`, {})]);
  expect(events().sort()).toEqual(['a', 'a2', 'c', 'c2']);
});

test('what happens once is written once', async () => {
  const { journal, events } = makeStore();
  expect(await journal().write('a', {}, { once: 'a-1' })).toBe(true);
  expect(await journal().write('a', {}, { once: 'a-1' })).toBe(false);
  expect(events()).toEqual(['a']);
});

test('one that fails is told, leaves no gap and does not hold up the next', async () => {
  const { journal, events, faults } = makeStore();
  const one = journal();
  await one.write('a', {});
  faults.push({ kind: 'overdrawn', account: 'player/x' });
  const answers = await Promise.allSettled([one.write('b', {}), one.write('c', {})]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(events()).toEqual(['a', 'c']);
});

test('a stream that never goes on is not tried for ever', async () => {
  const { journal, faults } = makeStore();
  faults.push(...Array.from({ length: 50 }, () => ({ kind: 'conflict', stream: 'house' }) as const));
  await expect(journal().write('a', {})).rejects.toThrow('does not go on');
});
