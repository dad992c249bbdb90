import { statfs } from 'node:fs/promises';
import { z } from 'zod';
import type { House } from '../house.js';

/** What may be wrong with a house: a closed list. */
export const AILMENTS = ['store-unreachable', 'tables-stopped', 'record-broken', 'disk-full'] as const;
export type Ailment = (typeof AILMENTS)[number];

export const health = z.strictObject({
  ok: z.boolean(),
  store: z.enum(['embedded', 'server']),
  /** Tables and offices that are kept for inspection. */
  stopped: z.array(z.string()),
  wrong: z.array(z.enum(AILMENTS)),
});
export type HealthReport = z.infer<typeof health>;

export interface HealthOptions {
  /** Why nothing is signed any more, if so. */
  readonly recordBroken?: () => string | null;
  /** The folder whose disk must not be full; null where the data is elsewhere. */
  readonly data?: string | null;
  readonly patienceMs?: number;
  /** After this long a look that did not end is given up, and somebody looks afresh. */
  readonly giveUpMs?: number;
  readonly freeLeastBytes?: number;
}

const PATIENCE_MS = 800;
const GIVE_UP_MS = 5_000;
/** With less than this the next write may fail. */
const FREE_LEAST = 64 * 1024 * 1024;

interface Looking {
  readonly since: number;
  readonly isWell: Promise<boolean>;
}

/** Tells within a second how the house is, also when the store does not answer. */
export class Health {
  readonly #house: House;
  readonly #options: HealthOptions;
  /** Looks that are under way are shared: asking often does not make a slow store slower. */
  readonly #looking = new Map<Ailment, Looking>();

  constructor(house: House, options: HealthOptions = {}) {
    this.#house = house;
    this.#options = options;
  }

  async report(): Promise<HealthReport> {
    const { store } = this.#house;
    const stopped = this.#stopped();
    const [answers, room] = await Promise.all([
      this.#look('store-unreachable', async () => (await store.health()).ok),
      this.#look('disk-full', () => this.#hasRoom()),
    ]);
    const isWell: Readonly<Record<Ailment, boolean>> = {
      'store-unreachable': answers,
      'tables-stopped': stopped.length === 0,
      'record-broken': (this.#options.recordBroken?.() ?? null) === null,
      'disk-full': room,
    };
    const wrong = AILMENTS.filter((ailment) => !isWell[ailment]);
    return { ok: wrong.length === 0, store: store.kind, stopped, wrong };
  }

  #stopped(): string[] {
    const offices = this.#house.offices.hosts().filter((host) => host.stopped !== null);
    return [...this.#house.stopped().map(({ id }) => id), ...offices.map(({ stream }) => stream)];
  }

  /** What does not answer in time is not well. */
  async #look(what: Ailment, look: () => Promise<boolean>): Promise<boolean> {
    const { isWell } = this.#underWay(what) ?? this.#begin(what, look);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), this.#options.patienceMs ?? PATIENCE_MS);
    });
    return Promise.race([isWell, late]).finally(() => clearTimeout(timer));
  }

  #underWay(what: Ailment): Looking | null {
    const looking = this.#looking.get(what);
    const isFresh = looking && performance.now() - looking.since < (this.#options.giveUpMs ?? GIVE_UP_MS);
    return isFresh ? looking : null;
  }

  #begin(what: Ailment, look: () => Promise<boolean>): Looking {
    const isWell = look().catch(() => false);
    const looking = { since: performance.now(), isWell };
    this.#looking.set(what, looking);
    void isWell.then(() => this.#looking.get(what) === looking && this.#looking.delete(what));
    return looking;
  }

  async #hasRoom(): Promise<boolean> {
    const { data = null, freeLeastBytes = FREE_LEAST } = this.#options;
    if (data === null) return true;
    const { bavail, bsize } = await statfs(data);
    return bavail * bsize >= freeLeastBytes;
  }
}
