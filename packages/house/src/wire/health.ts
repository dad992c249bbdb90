import { statfs } from 'node:fs/promises';
import { officeOf, parted } from '@boxperson/offices';
import { z } from 'zod';
import type { House } from '../house.js';

/** What may be wrong with a house: a closed list. */
export const AILMENTS = [
  'store-unreachable',
  'tables-stopped',
  'record-broken',
  'disk-full',
  'lease-lost',
  'draining',
  'cut-off',
] as const;
export type Ailment = (typeof AILMENTS)[number];

export const health = z.strictObject({
  ok: z.boolean(),
  store: z.enum(['embedded', 'server']),
  /** Tables and books that stand still, or could not be read; of matters the office and how many, as `cases (2)`. */
  stopped: z.array(z.string()),
  wrong: z.array(z.enum(AILMENTS)),
  /** Of a node of a cluster: how it stands there. A bus that is split or down makes things slow, and nothing wrong. */
  node: z
    .strictObject({
      name: z.string(),
      state: z.enum(['joining', 'up', 'draining']),
      /** `split`: its servers are there, but not all other nodes are heard. */
      bus: z.enum(['up', 'split', 'down']),
      /** It hears too few of the others, who hear each other: they keep everything. */
      apart: z.boolean(),
      lease: z.enum(['held', 'lost']),
      /** How many streams, with what goes with them, it keeps. */
      keeps: z.int(),
      /** The last place of the log that it has heard of. */
      seq: z.int(),
    })
    .optional(),
});
export type NodeHealth = NonNullable<HealthReport['node']>;
export type HealthReport = z.infer<typeof health>;

export interface HealthOptions {
  /** Why nothing is signed any more, if so. */
  readonly recordBroken?: () => string | null;
  /** The folder whose disk must not be full; null where the data is elsewhere. */
  readonly data?: string | null;
  readonly node?: () => NodeHealth;
  readonly patienceMs?: number;
  /** After this long a look that did not end is given up, and somebody looks afresh. */
  readonly giveUpMs?: number;
  readonly freeLeastBytes?: number;
}

const PATIENCE_MS = 800;
const GIVE_UP_MS = 5_000;
/** With less than this the next write may fail. */
const FREE_LEAST = 64 * 1024 * 1024;

/** Anybody reads this, and a matter may be somebody's own affair: which ones they are stands in the alerts. */
const isMatter = (stream: string): boolean => officeOf(stream)?.begins !== undefined;

/** Of matters the office, and how many: `cases (2)`. */
function mattersOf(streams: readonly string[]): readonly string[] {
  const names = streams.map((stream) => parted(stream)[0]);
  return [...new Set(names)].map((name) => `${name} (${names.filter((one) => one === name).length})`);
}

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
    // A node is not taken out of service, with all its tables, for one that waits for a tumbler.
    const answering = this.#house.stopped().filter(({ answers }) => answers).length;
    const node = this.#options.node?.();
    const [answers, room] = await Promise.all([
      this.#look('store-unreachable', async () => (await store.health()).ok),
      this.#look('disk-full', () => this.#hasRoom()),
    ]);
    const isWell: Readonly<Record<Ailment, boolean>> = {
      'store-unreachable': answers,
      'tables-stopped': stopped.length === answering,
      'record-broken': (this.#options.recordBroken?.() ?? null) === null,
      'disk-full': room,
      'lease-lost': node?.lease !== 'lost',
      draining: node?.state !== 'draining',
      'cut-off': node?.apart !== true,
    };
    const wrong = AILMENTS.filter((ailment) => !isWell[ailment]);
    return { ok: wrong.length === 0, store: store.kind, stopped, wrong, ...(node ? { node } : {}) };
  }

  #stopped(): string[] {
    const offices = this.#house.offices.hosts().filter((host) => host.stopped !== null);
    const tables = this.#house.stopped().map(({ id }) => id);
    const books = [...offices.map(({ stream }) => stream), ...this.#house.unread().keys()];
    return [...tables, ...books.filter((stream) => !isMatter(stream)), ...mattersOf(books.filter(isMatter))];
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
