// Units that are taken over and given away while the other is still under way.
import { expect, test } from 'vitest';
import { type Parts, Streams } from '../../src/cluster/housed.js';
import { StoreError } from '../../src/index.js';

/** As much of a stream's writer as whoever takes over and lets go needs; it rests when it is told. */
class Host {
  isElsewhere = false;
  #rested: () => void = () => {};
  readonly stream: string;
  resting = false;

  constructor(stream: string) {
    this.stream = stream;
  }

  async lead(): Promise<void> {
    this.isElsewhere = false;
  }
  rest(): Promise<void> {
    this.resting = true;
    return new Promise((resolve) => {
      this.#rested = () => {
        this.isElsewhere = true;
        this.resting = false;
        resolve();
      };
    });
  }
  rested(): void {
    this.#rested();
  }
  drop(): void {
    this.isElsewhere = true;
  }
  reachClock(): void {}
}

const turns = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('a table that is taken up again while it is let go of has its books, too', async () => {
  const [table, draws] = [new Host('table/wharf'), new Host('dice/wharf')];
  const errors: unknown[] = [];
  const parts = {
    table: (id: string) => (id === 'wharf' ? { host: table, companions: [] } : null),
    offices: () => [draws],
    taken: async () => {},
  } as unknown as Parts;
  const streams = new Streams(parts, (error) => errors.push(error));
  const gone = streams.letGo('table/wharf');
  await turns();
  expect([table.resting, draws.resting]).toEqual([true, false]);
  table.rested();
  const taken = streams.take('table/wharf', () => true);
  await turns();
  draws.rested();
  await Promise.all([gone, taken]);
  expect([table.isElsewhere, draws.isElsewhere]).toEqual([false, false]);
  expect(errors).toEqual([]);
});

test('what could not be let go of in good order is taken up again all the same', async () => {
  const table = new Host('table/wharf');
  table.rest = () => Promise.reject(new Error('the store is away'));
  const parts = {
    table: () => ({ host: table, companions: [] }),
    offices: () => [],
    taken: async () => {},
  } as unknown as Parts;
  const streams = new Streams(parts, () => {});
  await expect(streams.letGo('table/wharf')).rejects.toThrow('the store is away');
  table.drop();
  await streams.take('table/wharf', () => true);
  expect(table.isElsewhere).toBe(false);
});

test('a matter that cannot be taken over holds up no other of its unit, is told of once, and is tried again', async () => {
  const [broken, sound] = [new Host('promotions/spring'), new Host('promotions/summer')];
  for (const host of [broken, sound]) host.drop();
  let isRead = false;
  let why = new Error('line 3 cannot be read');
  broken.lead = async () => {
    if (!isRead) throw why;
    broken.isElsewhere = false;
  };
  const errors: unknown[] = [];
  let standings = 0;
  const parts = {
    table: () => null,
    offices: () => [broken, sound],
    taken: async () => {},
  } as unknown as Parts;
  const streams = new Streams(
    parts,
    (error, stream) => errors.push([stream, (error as Error).message]),
    () => standings++,
  );
  await streams.take('promises', () => true);
  expect([broken.isElsewhere, sound.isElsewhere]).toEqual([true, false]);
  // A store that hiccups once is nothing to tell of.
  expect(errors).toEqual([]);
  for (let times = 0; times < 2; times++) await streams.take('promises', () => true);
  expect([...streams.untaken()]).toEqual([['promotions/spring', 'line 3 cannot be read']]);
  expect(errors).toEqual([['promotions/spring', 'line 3 cannot be read']]);
  // Whatever counts with it waits for a store that is away, and not for what is damaged.
  expect([streams.comesSoon(broken), streams.comesSoon(sound)]).toEqual([false, false]);
  why = new StoreError({ kind: 'unavailable', why: 'gone' });
  await streams.take('promises', () => true);
  expect(streams.comesSoon(broken)).toBe(true);
  isRead = true;
  await expect.poll(() => broken.isElsewhere, { timeout: 5_000 }).toBe(false);
  expect([...streams.untaken()]).toEqual([]);
  expect(standings).toBe(2);
  streams.close();
});

test('a table is served while what comes with it is not looked after yet, and that is tried again', async () => {
  const table = new Host('table/wharf');
  table.drop();
  let tries = 0;
  const parts = {
    table: () => ({ host: table, companions: [] }),
    offices: () => [],
    taken: async () => {
      tries += 1;
      if (tries < 3) throw new Error('the store is away');
    },
  } as unknown as Parts;
  const streams = new Streams(parts, () => {});
  await streams.take('table/wharf', () => true);
  expect([table.isElsewhere, tries, [...streams.untaken()]]).toEqual([false, 1, []]);
  await expect.poll(() => tries, { timeout: 5_000 }).toBe(3);
  expect([...streams.untaken()]).toEqual([]);
  streams.close();
});

test('what one stream stumbles over the others of a batch hear of all the same', async () => {
  const [broken, sound] = [new Host('promotions/spring'), new Host('promotions/summer')];
  const heard: string[] = [];
  for (const host of [broken, sound]) {
    host.drop();
    Object.assign(host, {
      hear: () => {
        heard.push(host.stream);
        if (host === broken) throw new Error('nothing is known of an event');
      },
    });
  }
  const errors: unknown[] = [];
  const parts = {
    table: () => null,
    offices: () => [broken, sound],
    taken: async () => {},
  } as unknown as Parts;
  const streams = new Streams(parts, (_error, stream) => errors.push(stream));
  const entry = (stream: string) => ({ seq: 1, stream, position: 1, at: 1, body: '{}' });
  streams.hear([entry('promotions/spring'), entry('promotions/summer')]);
  expect([heard, errors]).toEqual([['promotions/spring', 'promotions/summer'], ['promotions/spring']]);
  streams.close();
});

test('a matter that is on its way from another node is waited for without a word', async () => {
  const host = new Host('promotions/spring');
  host.drop();
  host.lead = async () => {};
  const errors: unknown[] = [];
  const parts = { table: () => null, offices: () => [host], taken: async () => {} } as unknown as Parts;
  const streams = new Streams(parts, (error) => errors.push(error));
  await streams.take('promises', () => true);
  expect([...streams.untaken()]).toEqual([]);
  host.lead = async () => {
    host.isElsewhere = false;
  };
  await expect.poll(() => host.isElsewhere, { timeout: 5_000 }).toBe(false);
  expect(errors).toEqual([]);
  streams.close();
});
