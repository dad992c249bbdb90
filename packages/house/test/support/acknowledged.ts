import { evolve, saveTable, type Table, type TableEvent } from '@boxperson/rules';
import { expect } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import type { Store } from '../../src/index.js';
import { TableHost } from '../../src/tables/host.js';

/** What players were told is done. */
export type Acknowledged = readonly {
  readonly table: string;
  readonly n: number;
  readonly command: object;
}[];

/** Nothing acknowledged is lost, nothing is there twice, and the table follows from its record. */
export async function checkTable(store: Store, id: string, acknowledged: Acknowledged): Promise<void> {
  const events = await recordOf(store, id);
  expect(events.length).toBeGreaterThan(0);
  const mine = acknowledged.filter(({ table }) => table === id);
  // Every acknowledged command is at the place that was told, and no place was given to two.
  expect(new Set(mine.map(({ n }) => n)).size).toBe(mine.length);
  for (const { n, command } of mine)
    expect(events[n - 1], JSON.stringify(command)).toSatisfy((event: TableEvent) => fits(event, command));
  const replayed = events.reduce<Table | null>(evolve, null) as Table;
  // Point, wagers, on and off, shooter, seats: as a house that opens again has them, snapshots and all.
  const { table, n } = await TableHost.load(id, store, SYSTEM_CLOCK);
  expect(n).toBe(events.length);
  expect(saveTable(table)).toEqual(saveTable(replayed));
  await checkDraws(store, id, events);
}

/** Is this the event that such a command makes? */
function fits(event: TableEvent, command: object): boolean {
  const { do: verb, wager, amount } = command as { do: string; wager?: string; amount?: number };
  const kinds: Record<string, readonly string[]> = {
    bet: ['wagered'],
    take: ['took'],
    call: ['called'],
    sit: ['sat'],
    card: ['card-presented'],
    accept: ['dice-accepted'],
    throw: ['dice-thrown'],
    shoot: ['shot'],
    leave: ['left'],
  };
  if (!kinds[verb]?.includes(event.event)) return false;
  return event.event !== 'wagered' || (event.wager === wager && event.amount === amount);
}

async function recordOf(store: Store, id: string): Promise<readonly TableEvent[]> {
  const entries = await store.readStream(`table/${id}`, 0, 1_000_000);
  expect(entries.map(({ position }) => position)).toEqual(entries.map((_entry, index) => index + 1));
  return entries.map(({ body }) => JSON.parse(body) as TableEvent);
}

/** Each throw was drawn once at most, and every roll shows what was drawn for it. */
async function checkDraws(store: Store, id: string, events: readonly TableEvent[]): Promise<void> {
  const draws = (await store.readStream(`dice/${id}`, 0, 1_000_000)).map(
    ({ body }) => JSON.parse(body) as { roll: number; dice: number[] },
  );
  const drawn = new Map(draws.map(({ roll, dice }) => [roll, dice]));
  expect(drawn.size).toBe(draws.length);
  let throws = 0;
  for (const event of events) {
    if (event.event === 'dice-thrown' || event.event === 'shot') throws++;
    if (event.event !== 'rolled') continue;
    expect(drawn.get(throws)).toEqual(event.dice);
  }
}
