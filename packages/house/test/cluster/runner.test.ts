import { openTable } from '@boxperson/rules';
import { expect, test } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { Draws } from '../../src/dice/draws.js';
import type { OfficeHost } from '../../src/office/office-host.js';
import {
  type Store,
  type StoredEntry,
  StoreError,
  type StoreFault,
  type Work,
} from '../../src/store/store.js';
import { Elsewhere } from '../../src/stream/host.js';
import { BRISK } from '../../src/tables/crew.js';
import { TableHost } from '../../src/tables/host.js';
import { TableRunner } from '../../src/tables/runner.js';
import { until } from '../support/client.js';

const LIMITS = { default: { min: 500, max: 50_000 } };

/** Keeps what it is given, unless the test says why not. */
class OneStream {
  readonly log: StoredEntry[] = [];
  fault: StoreFault | null = null;
  append = async ({ events }: Work) => {
    if (this.fault) throw new StoreError(this.fault);
    for (const event of events) this.log.push({ seq: this.log.length + 1, ...event });
    return { seqs: events.map(({ position }) => position) };
  };
  readStream = async (_stream: string, after: number) => this.log.slice(after);
}

const openWharf = async (store: Store): Promise<TableHost> => {
  const opened = openTable({ rulebook: 'star', seats: 4, chips: [100], limits: LIMITS }, Date.now());
  if (!opened.ok) throw new Error(opened.refused.message);
  const host = await TableHost.open('t', store, SYSTEM_CLOCK, opened.value);
  host.forward = () => Promise.reject(new Error('nobody asks'));
  return host;
};

const runnerOf = (host: TableHost): TableRunner =>
  new TableRunner(host, new Draws({} as OfficeHost), {
    crew: 'automatic',
    pace: BRISK,
    source: { kind: 'random' },
    clock: SYSTEM_CLOCK,
    onError: () => {},
  });

test.each<[string, StoreFault]>([
  ['was another node’s for a moment', { kind: 'elsewhere', stream: 'table/t' }],
  ['had lost its store for a moment', { kind: 'unavailable', why: 'gone' }],
])('the crew of a table that %s goes on at once when it is ours again', async (_why, fault) => {
  const kept = new OneStream();
  const store = kept as unknown as Store;
  const host = await openWharf(store);
  const { n } = host;
  let failed = 0;
  const isFailing = () => {
    failed += kept.fault ? 1 : 0;
  };
  host.watch(isFailing);
  kept.fault = fault;
  const runner = runnerOf(host);
  await until(() => failed > 0, 'refused');
  await new Promise((resolve) => setTimeout(resolve, 20));
  kept.fault = null;
  const since = performance.now();
  await host.lead();
  await until(() => host.told.n > n, 'its next step');
  expect(performance.now() - since).toBeLessThan(3_000);
  runner.close();
  host.retire();
});

test('a table that is ours and whose dice are held to be another’s has that looked into', async () => {
  const host = await openWharf(new OneStream() as unknown as Store);
  let doubts = 0;
  host.onRefused = () => {
    doubts += 1;
  };
  host.submit = () => Promise.reject(new Elsewhere('dice/t'));
  const runner = runnerOf(host);
  await until(() => doubts > 0, 'a doubt');
  expect(host.isElsewhere).toBe(false);
  runner.close();
  host.retire();
});
