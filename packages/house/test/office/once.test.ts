// Sent twice, done once, answered the same: what counts beside that, and what the house does once by itself.
import { type Person, text } from '@boxperson/offices';
import { describe, expect, test, vi } from 'vitest';
import { Admission, type Counter } from '../../src/office/admission.js';
import type { OfficeHost } from '../../src/office/office-host.js';
import { type Done, houseId, Once } from '../../src/office/once.js';
import type { Store } from '../../src/store/store.js';
import type { CommandKey } from '../../src/stream/host.js';
import { Memory } from '../people/memory.js';

const DONE: Done = { ok: true, n: 1 };

/** A store, with whatever is done under an id kept there. */
function storeOf() {
  const store = new Memory();
  const runs: string[] = [];
  const keeping =
    (done: Done = DONE) =>
    async ({ id, hash }: CommandKey): Promise<Done> => {
      runs.push(id);
      await store.append({ command: { id, hash, answer: JSON.stringify(done) }, events: [], entries: [] });
      return done;
    };
  return { store: store as unknown as Store, runs, keeping };
}

describe('what the house does once by itself', () => {
  test('has an id that nobody may give to a command', () => {
    expect(text.commandId.safeParse(houseId('sealed-1')).success).toBe(false);
    expect(text.commandId.safeParse('x'.repeat(80)).success).toBe(true);
  });

  test('is done although somebody used its name, and done by an earlier version it is not done again', async () => {
    const { store, runs, keeping } = storeOf();
    const once = new Once(store);
    await once.once('sealed-1', 'a stranger’s', keeping());
    expect(await once.own('sealed-1', 'ours', keeping())).toEqual(DONE);
    expect(runs).toEqual(['sealed-1', houseId('sealed-1')]);
    await once.once('sealed-2', 'ours', keeping({ ok: true, n: 7 }));
    expect(await new Once(store).own('sealed-2', 'ours', keeping())).toEqual({ ok: true, n: 7 });
    expect(runs).toHaveLength(3);
    expect(await new Once(store).recall('sealed-1')).toEqual(DONE);
    expect(await once.recall('sealed-3')).toBeNull();
  });
});

describe('ids of this run that were forgotten', () => {
  const FEW = 10;

  function forgetful() {
    const { store, runs, keeping } = storeOf();
    const once = new Once(store, FEW);
    const find = vi.spyOn(store, 'findCommand');
    const say = (nr: number, done?: Done) => once.once(`${once.epoch}-${nr}`, 'same', keeping(done));
    const fill = async (from: number) => {
      for (let nr = from; nr < from + 2 * FEW; nr++) await say(nr);
    };
    return { once, find, runs, say, fill, keeping };
  }

  test('are looked up and not done again, and others are not looked up for them', async () => {
    const { find, runs, say, fill } = forgetful();
    await fill(1);
    await fill(101);
    expect(find).not.toHaveBeenCalled();
    expect(runs).toHaveLength(4 * FEW);
    expect(await say(1)).toEqual(DONE);
    expect(runs).toHaveLength(4 * FEW);
    expect(find).toHaveBeenCalledTimes(1);
  });

  test('are not looked up where nothing was done: the store knows nothing of them', async () => {
    const { once, find, say, fill } = forgetful();
    const refused: Done = { ok: false, refused: { code: 'not-found', clause: null, message: 'Nowhere.' } };
    await once.once(`${once.epoch}-0`, 'same', async () => refused);
    await fill(1);
    await say(0);
    expect(find).not.toHaveBeenCalled();
  });

  test('are looked up when nobody heard what became of them, however many they are', async () => {
    const { once, find, runs, say, keeping } = forgetful();
    const lost = async (key: CommandKey): Promise<Done> => {
      await keeping()(key);
      throw new Error('the store is away');
    };
    const ids = Array.from({ length: 20 }, (_, nr) => `${once.epoch}-lost-${nr}`);
    for (const id of ids) await once.once(id, 'same', lost).catch(() => {});
    await say(1);
    expect(find).not.toHaveBeenCalled();
    for (const id of ids) expect(await once.once(id, 'same', keeping())).toEqual(DONE);
    expect(runs).toHaveLength(ids.length + 1);
  });
});

test('of several nodes none takes an id for new because it looks like one of its own', async () => {
  const { store, runs, keeping } = storeOf();
  const [one, other] = [new Once(store, 10, undefined, 'node'), new Once(store, 10, undefined, 'node')];
  const id = `${one.epoch}-1`;
  await other.once(id, 'there', keeping());
  expect(await one.once(id, 'here', keeping())).toMatchObject({
    ok: false,
    refused: { code: 'same-id-other-body' },
  });
  expect(await one.once(id, 'there', keeping())).toMatchObject({ ok: false });
  expect(await new Once(store, 10, undefined, 'node').once(id, 'there', keeping())).toEqual(DONE);
  expect(runs).toEqual([id]);
});

describe('how often something may be asked for', () => {
  const guest: Person = { id: 'g-1', kind: 'guest', name: 'Gus', createdAt: 0 };

  function openAdmission() {
    const { store, runs, keeping } = storeOf();
    let elapsed = 0;
    const counter: Counter = {
      judge: (_person, command) => ({ ok: true, value: command }),
      takesTwo: () => false,
      whyNotPropose: async () => null,
      whyNotSecond: () => null,
      moneyIn: async () => 0,
      lapseMs: 1_000,
      often: () => ({ mine: 2, all: 100, ms: 60_000, of: 'cases' }),
      roleIn: () => null,
      submit: async (_person, _command, key) => ({ ...(await keeping()(key)), events: [] }) as never,
    };
    const admission = new Admission({
      once: new Once(store),
      now: () => elapsed,
      elapsed: () => elapsed,
      counter: () => counter,
      person: async () => guest,
      proposals: {} as OfficeHost,
      audit: () => {},
    });
    const say = (id: string) =>
      admission.submit(guest, { id, at: 'cases', command: { do: 'dispute', what: id } });
    const pass = (ms: number) => {
      elapsed += ms;
    };
    return { say, runs, pass };
  }

  test('does not count what was done already: said again it is answered as it was', async () => {
    const { say, runs } = openAdmission();
    for (const id of ['first', 'second']) expect(await say(id)).toMatchObject({ ok: true });
    for (let times = 0; times < 5; times++) expect(await say('second')).toMatchObject({ ok: true, n: 1 });
    expect(await say('third')).toMatchObject({ ok: false, refused: { code: 'too-fast' } });
    expect(runs).toEqual(['first', 'second']);
  });

  test('and what came too soon is done under the same id when its time has come', async () => {
    const { say, pass } = openAdmission();
    for (const id of ['first', 'second', 'third']) await say(id);
    expect(await say('third')).toMatchObject({ ok: false });
    pass(60_001);
    expect(await say('third')).toMatchObject({ ok: true });
  });
});
