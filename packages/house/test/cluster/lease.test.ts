import { expect, test } from 'vitest';
import type { Bus } from '../../src/cluster/bus.js';
import { Hearing } from '../../src/cluster/hearing.js';
import { ClusterNode } from '../../src/cluster/node.js';
import type { Registry } from '../../src/cluster/registry.js';

const RUN = 'a-1';
const LEASE_MS = 80;

const DEAF: Bus = { isUp: true, send: () => {}, listen: () => {}, close: async () => {} };

/** The processor is somebody else's: no timer of ours runs. */
const starve = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

test('whoever was unsure of its lease for a moment takes up anew all that somebody may have let go of', async () => {
  const heard: string[] = [];
  let isStarved = false;
  let wasSure = true;
  const registry = {
    leaseMs: LEASE_MS,
    register: async () => {},
    renew: async () => {
      if (isStarved) starve(LEASE_MS);
      wasSure = node.owns('table/t');
      return 'up';
    },
    read: async () => ({
      nodes: [{ run: RUN, name: 'a', state: 'up', hears: 1, alive: true }],
      units: [{ unit: 'table/t', owner: RUN, epoch: 1 }],
    }),
    leave: async () => {},
  } as unknown as Registry;
  const node = new ClusterNode({ run: RUN, registry, bus: DEAF, seq: () => 0 });
  node.listen({
    gained: (unit) => heard.push(`gained ${unit}`),
    lost: (unit) => heard.push(`lost ${unit}`),
    letGo: async () => {},
  });
  await node.open();
  expect(heard).toEqual(['gained table/t']);
  isStarved = true;
  await node.beat();
  // Whoever asked in between was told that it is not ours, though nobody else had come to keep it.
  expect(wasSure).toBe(false);
  expect(heard).toEqual(['gained table/t', 'lost table/t', 'gained table/t']);
  await node.close();
});

test('a node that was struck off while its machine slept is registered anew, and up as it was', async () => {
  const said: string[] = [];
  let state: string | null = null;
  const registry = {
    leaseMs: 60_000,
    register: async () => {
      said.push('registers');
      state = 'joining';
    },
    say: async (what: string) => {
      said.push(what);
      state = what;
    },
    renew: async () => state,
    read: async () => ({ nodes: [{ run: RUN, name: 'a', state, hears: 1, alive: true }], units: [] }),
    leave: async () => {},
  } as unknown as Registry;
  const node = new ClusterNode({ run: RUN, registry, bus: DEAF, seq: () => 0 });
  await node.open();
  await node.ready();
  expect([node.state, said]).toEqual(['up', ['registers', 'up']]);
  state = null;
  await node.beat();
  expect([node.state, node.isSure, said]).toEqual(['up', true, ['registers', 'up', 'registers', 'up']]);
  await node.close();
});

test('who says nothing for seconds is not heard; who slept through what was said believes nothing bad of the others', () => {
  let now = 0;
  const listeners: Parameters<Bus['listen']>[0][] = [];
  const bus: Bus = { ...DEAF, listen: (listener) => void listeners.push(listener) };
  const heard = (from: string): void => {
    for (const listener of listeners) listener(from, {});
  };
  const hearing = new Hearing(bus, () => now);
  const awake = (ms: number): void => {
    for (const until = now + ms; now < until; now += 500) hearing.say();
  };
  heard('b-1');
  awake(1_000);
  expect(hearing.hears('b-1')).toBe(true);
  now += 20_000;
  expect(hearing.hears('b-1')).toBe(true);
  hearing.say();
  expect(hearing.hears('b-1')).toBe(true);
  awake(2_000);
  expect(hearing.hears('b-1')).toBe(false);
  heard('b-1');
  expect(hearing.hears('b-1')).toBe(true);
  hearing.close();
});
