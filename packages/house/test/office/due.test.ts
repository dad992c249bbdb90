import { type AnyOffice, no, type OfficeEvent, office, yes } from '@boxperson/offices';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { OfficeHost } from '../../src/office/office-host.js';
import { Offices } from '../../src/office/offices.js';
import { Chance } from '../sim/chance.js';
import { SimClock } from '../sim/clock.js';
import { Disk, SimStore, SOUND } from '../sim/store.js';

interface Alarm extends OfficeEvent {
  readonly for: number | null;
}

/** Alarm clocks, one in each matter. `looked` counts how often one is asked when it rings; one set for `BROKEN` never does. */
const BROKEN = 1;
const ALARMS = (looked: { count: number; rung?: number }): AnyOffice => {
  const told = { hears: ['manager'] as const, fields: { for: ['manager'] as const } };
  return office<{ readonly for: number | null }, Alarm>({
    name: 'alarms',
    title: 'Alarm clocks',
    streams: 'many',
    version: 1,
    start: { for: null },
    verbs: {
      set: {
        help: 'Set it',
        clause: null,
        who: 'house',
        body: z.strictObject({ for: z.number() }),
        decide: (_state, { body }) => yes([{ event: 'set', for: (body as { readonly for: number }).for }]),
      },
      ring: {
        help: 'Ring',
        clause: null,
        who: 'house',
        body: z.strictObject({}),
        decide: (state) => {
          if (state.for !== BROKEN) return yes([{ event: 'rang', for: null }]);
          looked.rung = (looked.rung ?? 0) + 1;
          return no('not-eligible', 'It is broken.');
        },
      },
    },
    evolve: (_state, event) => ({ for: event.for }),
    entries: () => [],
    audience: { set: told, rang: told },
    due: (state) => {
      looked.count += 1;
      return state.for === null ? null : { at: state.for, do: 'ring', body: {} };
    },
  }) as AnyOffice;
};

test('of many books with something due, one that changes does not have all the others looked at; each rings at its time', async () => {
  const looked = { count: 0 };
  const clock = new SimClock();
  const life = clock.life();
  const store = new SimStore(new Disk(), life, new Chance(1), () => SOUND);
  const offices = await clock.until(
    Offices.open({ store, clock: life, fetch: async () => ({}) as never, offices: [ALARMS(looked)] }),
    1_000,
  );
  const begun = clock.now();
  const MATTERS = 200;
  const set = async (n: number, at: number) => {
    const host = await clock.until(offices.open(`alarms/a-${n}`), 1_000);
    await clock.until(host.submit({ do: 'set', body: { for: at }, by: null }), 1_000);
  };
  for (let n = 0; n < MATTERS; n++) await set(n, begun + 600_000 + n * 1_000);
  // Each was looked at a few times, and not once for every other.
  expect(looked.count).toBeLessThan(MATTERS * 10);
  looked.count = 0;
  // Later than the first: of no interest to the others. Earlier than all: the next to ring.
  await set(50, begun + 900_000);
  expect(looked.count).toBeLessThan(10);
  await set(60, begun + 300_000);
  const isSet = (n: number) =>
    (offices.host(`alarms/a-${n}`) as OfficeHost & { state: { for: number | null } }).state.for !== null;
  const passTo = (at: number) => clock.pass(at - clock.now() + 100);
  await passTo(begun + 299_000);
  expect(isSet(60)).toBe(true);
  await passTo(begun + 300_000);
  expect([isSet(60), isSet(0)]).toEqual([false, true]);
  // The one that is set for next is taken away: the one after it rings at its time.
  await set(0, begun + 950_000);
  await passTo(begun + 601_000);
  expect([isSet(0), isSet(1), isSet(2)]).toEqual([true, false, true]);
  await passTo(begun + 1_000_000);
  expect(Array.from({ length: MATTERS }, (_, n) => n).filter(isSet)).toEqual([]);
  offices.close();
});

test('what is refused for ever when it is due holds up nothing else: told once, and tried again after longer and longer', async () => {
  const looked = { count: 0, rung: 0 };
  const clock = new SimClock();
  const life = clock.life();
  const store = new SimStore(new Disk(), life, new Chance(1), () => SOUND);
  const [errors, alarms]: [string[], string[]] = [[], []];
  const offices = await clock.until(
    Offices.open({
      store,
      clock: life,
      fetch: async () => ({}) as never,
      offices: [ALARMS(looked)],
      onError: (_error, stream) => errors.push(stream),
      onAlarm: (text) => alarms.push(text),
    }),
    1_000,
  );
  const set = async (name: string, at: number) => {
    const host = await clock.until(offices.open(`alarms/${name}`), 1_000);
    await clock.until(host.submit({ do: 'set', body: { for: at }, by: null }), 1_000);
    return () => (host.state as { readonly for: number | null }).for !== null;
  };
  const isBroken = await set('broken', BROKEN);
  const isSet = await set('whole', clock.now() + 20_000);
  await clock.pass(21_000);
  expect([isBroken(), isSet()]).toEqual([true, false]);
  await clock.pass(3_600_000);
  // At first after seconds, then every ten minutes.
  expect(looked.rung).toBeGreaterThan(8);
  expect(looked.rung).toBeLessThan(20);
  expect(errors).toEqual(['alarms/broken']);
  expect(alarms).toEqual([
    'alarms/broken: ring was due: It is broken. It is tried again, and all else goes on.',
  ]);
  // Set right, it rings at its time.
  const isRight = await set('broken', clock.now() + 1_000);
  await clock.pass(2_000);
  expect(isRight()).toBe(false);
  offices.close();
});
