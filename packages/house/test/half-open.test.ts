// A house that opens half-way and fails leaves nobody behind who still works on its store.
import { afterEach, expect, test, vi } from 'vitest';
import { House } from '../src/house.js';
import { Admission } from '../src/office/admission.js';
import { type Store, StoreError } from '../src/store/types.js';
import { houseConfig } from '../src/tables/config.js';
import { BRISK } from '../src/tables/crew.js';
import { Chance } from './sim/chance.js';
import { SimClock } from './sim/clock.js';
import { Disk, SimStore, SOUND } from './sim/store.js';

const SOON = 60_000;
const limits = { default: { min: 100, max: 10_000 } };
const settings = { rulebook: 'aruze', limits, wageringMs: 5_000 };
const CONFIG = houseConfig.parse({ tables: [{ id: 'wharf', name: 'Wharf', settings }] });

afterEach(() => vi.restoreAllMocks());

/** A house on a disk, that counts what its store is asked. */
class World {
  readonly sim = new SimClock();
  readonly #disk = new Disk();
  readonly #life = this.sim.life();
  readonly errors: unknown[] = [];
  asked = 0;

  /** `unread`: books that the store does not give. */
  async open(unread: string | null = null): Promise<House> {
    const chance = new Chance(2);
    const opening = House.open({
      store: this.#store(unread),
      config: CONFIG,
      clock: this.#life,
      bytes: (count) => chance.bytes(count),
      pace: BRISK,
      person: async () => null,
      onError: (error) => void this.errors.push(error),
    });
    return this.sim.until(opening, SOON);
  }

  #store(unread: string | null): Store {
    const store = new SimStore(this.#disk, this.#life, new Chance(1), () => SOUND);
    const { append, readStream } = store;
    store.append = (work) => {
      this.asked += 1;
      return append.call(store, work);
    };
    store.readStream = async (stream, after, limit) => {
      this.asked += 1;
      if (stream === unread) throw new StoreError({ kind: 'unavailable', why: 'planted' });
      // The books beside it come a little later.
      await new Promise<void>((resolve) => void this.#life.setTimeout(resolve, 10));
      return readStream.call(store, stream, after, limit);
    };
    return store;
  }

  /** How often its store is asked in a while that comes a little later. */
  async asksIn(ms: number): Promise<number> {
    await this.sim.pass(1_000);
    const { asked } = this;
    await this.sim.pass(ms);
    return this.asked - asked;
  }
}

test('by an error when all its tables run already: they run no more', async () => {
  const world = new World();
  const carries = vi.spyOn(Admission.prototype, 'carryAll').mockRejectedValueOnce(new Error('planted'));
  await expect(world.open()).rejects.toThrow('planted');
  expect(await world.asksIn(60_000)).toBe(0);
  carries.mockRestore();
  await world.open();
  expect(await world.asksIn(60_000)).toBeGreaterThan(0);
});

test('by books that cannot be read: the others do nothing that is due in them', async () => {
  const world = new World();
  const house = await world.open();
  // Due every month.
  await world.sim.until(house.raise('duties', 'begin-reporting', { month: '2026-09' }), SOON);
  await world.sim.until(house.close(), SOON);
  await expect(world.open('people')).rejects.toThrow('planted');
  expect(await world.asksIn(70 * 86_400_000)).toBe(0);
  expect(world.errors).toEqual([]);
});
