import { expect, test } from 'vitest';
import { Patrol } from '../../src/record/patrol.js';
import type { SealedRecord } from '../../src/record/record.js';
import type { Store } from '../../src/store/store.js';

const STEP_MS = 40;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A log of many tiles, each of which takes its time. */
const slowRecord = (steps: number[]): SealedRecord =>
  ({
    lastTile: 1_000_000,
    checkTile: async () => {
      steps.push(performance.now());
      await pause(STEP_MS);
      return [];
    },
  }) as unknown as SealedRecord;

test('rests for so long after a step that nobody at a table feels it: a fiftieth of the time at most', async () => {
  const steps: number[] = [];
  const patrol = new Patrol({ record: slowRecord(steps), store: {} as Store, data: null });
  await pause(2_900);
  await patrol.close();
  expect(steps.length).toBeGreaterThanOrEqual(1);
  expect(steps.length).toBeLessThanOrEqual(2);
  for (const [n, at] of steps.entries())
    if (n > 0) expect(at - (steps[n - 1] as number)).toBeGreaterThan(STEP_MS * 45);
});

test('goes as often as it is told to', async () => {
  const steps: number[] = [];
  const patrol = new Patrol({ record: slowRecord(steps), store: {} as Store, data: null, everyMs: 1 });
  const began = performance.now();
  while (steps.length < 4 && performance.now() - began < 20_000) await pause(20);
  await patrol.close();
  expect(steps.length).toBeGreaterThanOrEqual(4);
});
