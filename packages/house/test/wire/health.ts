// Health tells the truth, and within a second.
import { expect, test } from 'vitest';
import { Health, type HealthOptions } from '../../src/wire/health.js';
import type { TestHouse } from '../support/house.js';
import { call } from '../support/http.js';

/** Puts something in the place of a method for as long as the act takes. */
async function instead<T extends object, R>(
  object: T,
  name: keyof T,
  value: unknown,
  act: () => Promise<R>,
): Promise<R> {
  const before = object[name];
  (object as Record<keyof T, unknown>)[name] = value;
  return act().finally(() => {
    (object as Record<keyof T, unknown>)[name] = before;
  });
}

export function describeHealth(open: () => TestHouse): void {
  const health = () => call(open().url, 'GET', '/health');
  const WELL = { ok: true, store: 'embedded', stopped: [], wrong: [] };

  test('a house that is well says so', async () => {
    expect(await health()).toEqual({ status: 200, body: WELL });
  });

  test('a store that hangs is told within a second, however often it is asked', async () => {
    let looks = 0;
    const hangs = () => {
      looks += 1;
      return new Promise(() => {});
    };
    const began = performance.now();
    const answers = await instead(open().house.store, 'health', hangs, () =>
      Promise.all(Array.from({ length: 20 }, health)),
    );
    expect(performance.now() - began).toBeLessThan(3_000);
    for (const answer of answers)
      expect(answer).toEqual({ status: 503, body: { ...WELL, ok: false, wrong: ['store-unreachable'] } });
    expect(looks).toBe(1);
  });

  test('a look that never ends is given up, and a store that is back is well again', async () => {
    const looking = new Health(open().house, { patienceMs: 20, giveUpMs: 50 });
    const hung = await instead(
      open().house.store,
      'health',
      () => new Promise(() => {}),
      () => looking.report(),
    );
    expect(hung.ok).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 60));
    const back = await instead(
      open().house.store,
      'health',
      async () => ({ ok: true }),
      () => looking.report(),
    );
    expect(back.ok).toBe(true);
  });

  const reportOf = (options: HealthOptions) => new Health(open().house, options).report();

  test('a store that cannot write, or fails when it is asked', async () => {
    for (const answer of [async () => ({ ok: false }), () => Promise.reject(new Error('gone'))])
      expect(await instead(open().house.store, 'health', answer, () => reportOf({}))).toMatchObject({
        ok: false,
        wrong: ['store-unreachable'],
      });
  });

  test('a record that is broken, and a disk that is full or not there', async () => {
    expect(await reportOf({ recordBroken: () => 'its tree does not fit' })).toMatchObject({
      wrong: ['record-broken'],
    });
    const { data } = open();
    expect(await reportOf({ data, freeLeastBytes: 1 })).toEqual(WELL);
    expect(await reportOf({ data, freeLeastBytes: Number.MAX_VALUE })).toMatchObject({
      wrong: ['disk-full'],
    });
    expect(await reportOf({ data: `${data}/none` })).toMatchObject({ wrong: ['disk-full'] });
  });

  test('a table that is kept for inspection', async () => {
    const stopped = () => [{ id: 'star', why: 'its record jumps' }];
    const report = await instead(open().house, 'stopped', stopped, () => reportOf({}));
    expect(report).toEqual({ ...WELL, ok: false, stopped: ['star'], wrong: ['tables-stopped'] });
  });

  test('of matters no more than how many: their names are those of somebody’s own affair', async () => {
    const unread = () =>
      new Map(
        ['cases/d-1', 'tickets', 'cases/d-2', 'promotions/spring'].map((at) => [at, 'planted'] as const),
      );
    const report = await instead(open().house, 'unread', unread, () => reportOf({}));
    expect(report.stopped).toEqual(['tickets', 'cases (2)', 'promotions (1)']);
    expect(report.wrong).toEqual(['tables-stopped']);
  });
}
