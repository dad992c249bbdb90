import { OFFICES } from '@boxperson/offices';
import { describe, expect, test } from 'vitest';
import { clusterConfig } from '../../src/cluster/config.js';
import { LogFollower } from '../../src/cluster/follower.js';
import { HOUSE_UNITS } from '../../src/cluster/housed.js';
import { homeOf, isApart, type LiveNode, planFor, type Unit } from '../../src/cluster/rendezvous.js';
import { unitOf } from '../../src/cluster/units.js';
import type { StoredEntry } from '../../src/store/types.js';

const node = (name: string, state: LiveNode['state'] = 'up', hears = 3): LiveNode => ({
  run: `${name}-1`,
  name,
  state,
  hears,
});
const TABLES = Array.from({ length: 90 }, (_, n) => `table/t${n}`);
const keptBy = (owner: (unit: string) => string | null): Unit[] =>
  TABLES.map((unit) => ({ unit, owner: owner(unit), epoch: 1 }));

describe('where units belong', () => {
  const three = [node('a'), node('b'), node('c')];

  test('everybody works out the same, and everything is claimed by one', () => {
    const claims = three.map(
      ({ run }) =>
        planFor(
          run,
          three,
          keptBy(() => null),
        ).claim,
    );
    expect(claims.flat().sort()).toEqual([...TABLES].sort());
    for (const claim of claims) expect(claim.length).toBeGreaterThan(TABLES.length / 5);
  });

  test('what the dead kept goes to those who are there, and nothing else moves', () => {
    const home = (unit: string) => homeOf(unit, three)?.run ?? null;
    const two = three.slice(0, 2);
    const plans = two.map(({ run }) => planFor(run, two, keptBy(home)));
    expect(plans.flatMap(({ claim }) => claim).sort()).toEqual(
      TABLES.filter((unit) => home(unit) === 'c-1').sort(),
    );
    for (const { handOver } of plans) expect(handOver).toEqual([]);
  });

  test('whoever has come is given a few at a time, until everybody has their share', () => {
    const two = [node('a'), node('b')];
    let units = keptBy(() => 'a-1');
    for (let rounds = 0; rounds < 100; rounds += 1) {
      const moves = new Map(planFor('a-1', two, units).handOver.map(({ unit, to }) => [unit, to]));
      expect(moves.size).toBeLessThanOrEqual(2);
      units = units.map((unit) => ({ ...unit, owner: moves.get(unit.unit) ?? unit.owner }));
    }
    const kept = units.filter(({ owner }) => owner === 'a-1').length;
    expect(kept).toBeGreaterThanOrEqual(45);
    expect(kept).toBeLessThan(60);
  });

  test('nobody is given anything while they join or drain; who drains gives everything away', () => {
    const joining = [node('a'), node('b', 'joining')];
    expect(
      planFor(
        'a-1',
        joining,
        keptBy(() => 'a-1'),
      ).handOver,
    ).toEqual([]);
    expect(
      planFor(
        'b-1',
        joining,
        keptBy(() => null),
      ).claim,
    ).toEqual([]);
    const draining = [node('a', 'draining'), node('b')];
    const { handOver } = planFor(
      'a-1',
      draining,
      keptBy(() => 'a-1'),
    );
    expect(handOver.length).toBeGreaterThan(0);
    expect(handOver.every(({ to }) => to === 'b-1')).toBe(true);
    // Alone there is nobody to give it to.
    expect(
      planFor(
        'a-1',
        [node('a', 'draining')],
        keptBy(() => 'a-1'),
      ).handOver,
    ).toEqual([]);
  });

  test('who is cut off from others that hear each other gives everything to them; with no bus at all nothing moves', () => {
    const cut = [node('a', 'up', 1), node('b', 'up', 2), node('c', 'up', 2)];
    const kept = keptBy(() => 'a-1');
    const { handOver } = planFor('a-1', cut, kept);
    expect(handOver.length).toBeGreaterThan(0);
    expect(handOver.every(({ to }) => to !== 'a-1')).toBe(true);
    const free = keptBy(() => null);
    expect(planFor('a-1', cut, free).claim).toEqual([]);
    expect([planFor('b-1', cut, free), planFor('c-1', cut, free)].flatMap(({ claim }) => claim)).toHaveLength(
      90,
    );
    expect([isApart('a-1', cut), isApart('b-1', cut)]).toEqual([true, false]);
    const deaf = ['a', 'b', 'c'].map((name) => node(name, 'up', 1));
    const home = (unit: string) => homeOf(unit, deaf)?.run ?? null;
    for (const { run } of deaf) {
      expect(planFor(run, deaf, keptBy(home))).toEqual({ claim: [], handOver: [] });
      expect(isApart(run, deaf)).toBe(false);
    }
    // Of two nobody hears more than the other.
    const two = [node('a', 'up', 1), node('b', 'up', 1)];
    expect(two.map(({ run }) => isApart(run, two))).toEqual([false, false]);
  });

  test('the first of all takes everything, though it has not read it yet', () => {
    expect(
      planFor(
        'a-1',
        [node('a', 'joining')],
        keptBy(() => null),
      ).claim,
    ).toEqual(TABLES);
  });
});

test('what is committed together is owned together', () => {
  const beside = ['table/quay', 'dice/quay', 'float/quay', 'terminal/quay'];
  expect(new Set(beside.map(unitOf))).toEqual(new Set(['table/quay']));
  expect(unitOf('people')).toBe('people');
  expect(unitOf('record')).toBe('record');
  const offices = ['people', 'proposals', 'cage', 'record', 'cases', 'promises'];
  expect(HOUSE_UNITS).toEqual(expect.arrayContaining(offices));
  expect(new Set(HOUSE_UNITS).size).toBe(HOUSE_UNITS.length);
  // Where one person's promises are counted together, one node counts them all.
  const promising = OFFICES.filter(({ verbs }) =>
    Object.values(verbs).some(({ turn }) => turn === 'promises'),
  );
  expect(promising.map(({ name }) => name)).toEqual(['promotions', 'tournaments']);
  for (const { name } of promising) expect(unitOf(`${name}/spring`)).toBe('promises');
});

describe('following the log', () => {
  const entry = (seq: number): StoredEntry => ({ seq, stream: 's', position: seq, at: seq, body: `${seq}` });
  const LOG = Array.from({ length: 50 }, (_, n) => entry(n + 1));

  const follow = () => {
    const told: number[] = [];
    const reads: number[] = [];
    let length = LOG.length;
    const store = {
      readLog: async (after: number, limit: number) => {
        reads.push(after);
        return LOG.slice(after, Math.min(after + limit, length));
      },
    };
    const follower = new LogFollower({ store, from: 0 });
    follower.listen((entries) => told.push(...entries.map(({ seq }) => seq)));
    const hear = (...seqs: number[]) =>
      follower.hear(
        seqs.map((seq) => entry(seq)),
        seqs,
      );
    const grow = (to: number) => {
      length = to;
    };
    return { follower, told, reads, hear, grow };
  };
  const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

  test('messages in any order and twice are told once and in order', () => {
    const { told, hear, reads } = follow();
    hear(1, 2);
    hear(4);
    hear(2, 3);
    hear(5, 4);
    expect(told).toEqual([1, 2, 3, 4, 5]);
    expect(reads).toEqual([]);
  });

  test('what was lost is read from the store, and nothing is told twice', async () => {
    const { told, hear, reads, follower } = follow();
    hear(1);
    hear(5, 6);
    expect(told).toEqual([1]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(told).toEqual(upTo(50));
    expect(reads).toEqual([1]);
    expect(follower.filled).toBe(49);
    hear(7, 8);
    expect(told).toEqual(upTo(50));
  });

  test('with no bus at all looking is enough', async () => {
    const { told, follower, grow } = follow();
    grow(20);
    await follower.catchUp();
    expect(told).toEqual(upTo(20));
    grow(50);
    await follower.catchUp();
    expect(told).toEqual(upTo(50));
  });
});

test.each([
  ['another field', { nodes: 3 }, 'nodes'],
  ['no bus', { bus: [] }, 'bus'],
  ['an address that is none', { database: 'db.example' }, 'database'],
  ['a name with spaces', { node: 'my node' }, 'node'],
  ['TLS for some', { bus: ['nats://bus:4222', 'tls://bus-2:4222'] }, 'bus'],
  ['TLS to a number', { bus: ['tls://192.0.2.1:4222'] }, 'bus'],
  ['two logins', { bus: ['nats://a:b@bus:4222', 'nats://c:d@bus-2:4222'] }, 'bus'],
  ['a login in two places', { bus: ['nats://a:b@bus:4222'], busLogin: { token: 'x' } }, 'busLogin'],
  ['half a login', { busLogin: { user: 'house' } }, 'busLogin'],
  ['half a certificate', { busTls: { certificate: 'node.pem' } }, 'busTls'],
  ['a lease that nobody could keep', { leaseMs: 5 }, 'leaseMs'],
])('a configuration that cannot work is refused by its field: %s', (_, over, field) => {
  const good = { name: 'corner', node: 'a', database: 'postgres://db/house', bus: ['nats://bus:4222'] };
  expect(clusterConfig.safeParse(good).success).toBe(true);
  const { error } = clusterConfig.safeParse({ ...good, ...over });
  const issue = error?.issues[0];
  expect(issue?.path[0] ?? (issue as { keys?: string[] } | undefined)?.keys?.[0]).toBe(field);
});
