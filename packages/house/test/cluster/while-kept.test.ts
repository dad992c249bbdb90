// What runs at the node that keeps a stream, when a take-over meets a moment in which the database does not answer.
import { expect, test } from 'vitest';
import { type BotsOptions, HouseBots } from '../../src/bots/house-bots.js';
import type { Seat } from '../../src/cluster/seat.js';
import { WhileKept } from '../../src/cluster/while-kept.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const AWAY = new Error('the database does not answer');

/** As much of a seat as it needs; the test says what is kept. */
const makeSeat = () => {
  const told: unknown[] = [];
  const state = { isOurs: true };
  const node = { listen: () => {}, failed: (error: unknown) => void told.push(error) };
  const seat = { node, owns: () => state.isOurs } as unknown as Seat;
  return { seat, told, state };
};

test('what could not be opened is told of, and opened when the moment is over', async () => {
  const { seat, told } = makeSeat();
  let tries = 0;
  let closed = 0;
  const bots = new WhileKept(seat, 'bots', async () => {
    tries += 1;
    if (tries === 1) throw AWAY;
    return {
      close: () => {
        closed += 1;
      },
    };
  });
  await expect.poll(() => tries, { timeout: 5_000 }).toBe(2);
  expect(told).toEqual([AWAY]);
  await bots.close();
  expect(closed).toBe(1);
});

test('it is not tried again once another node keeps it, or it is closed', async () => {
  const { seat, state } = makeSeat();
  let tries = 0;
  const open = async () => {
    tries += 1;
    throw AWAY;
  };
  const bots = new WhileKept(seat, 'bots', open);
  const closed = new WhileKept(seat, 'bots', open);
  await pause(10);
  expect(tries).toBe(2);
  await closed.close();
  state.isOurs = false;
  await pause(1_300);
  expect(tries).toBe(2);
  await bots.close();
});

test('what fails to close is told of, and can be opened again', async () => {
  const { seat, told } = makeSeat();
  let opened = 0;
  const bots = new WhileKept(seat, 'bots', async () => {
    opened += 1;
    return { close: () => (opened === 1 ? Promise.reject(AWAY) : undefined) };
  });
  bots.lost('bots');
  bots.gained('bots');
  await pause(10);
  await bots.close();
  expect([opened, told]).toEqual([2, [AWAY]]);
});

test('bots that could not be taken up leave nobody behind who looks after them', async () => {
  const listeners = new Set<unknown>();
  let looks = 0;
  const books = {
    state: { out: { p: {} }, wanted: {} },
    listen: (listener: unknown) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    submit: () => Promise.reject(AWAY),
  };
  const house = {
    store: { listDocuments: async () => [] },
    offices: { host: () => books },
    tables: () => {
      looks += 1;
      return [];
    },
  };
  const patience = { look: 10, close: 10 };
  const options = { house, patience, isBot: () => true } as unknown as BotsOptions;
  await expect(HouseBots.open(options)).rejects.toBe(AWAY);
  expect(listeners.size).toBe(0);
  const looked = looks;
  await pause(100);
  expect(looks).toBe(looked);
});
