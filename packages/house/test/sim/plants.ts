import {
  type AnyOffice,
  account,
  OFFICES,
  type OfficeEvent,
  office,
  officeOf,
  TABLE_AUDIENCE,
  text,
  yes,
} from '@boxperson/offices';
import { z } from 'zod';
import type { Clock } from '../../src/clock.js';
import { HouseClock } from '../../src/house-clock.js';
import { Admission } from '../../src/office/admission.js';
import { Once } from '../../src/office/once.js';
import type { Store, Work } from '../../src/store/types.js';
import { StreamHost } from '../../src/stream/host.js';
import { TableHost } from '../../src/tables/host.js';
import type { Chance } from './chance.js';
import type { Asking, Sort } from './people.js';
import type { Disk } from './store.js';
import type { WorldOptions } from './world.js';

// Faults that are put into a house on purpose: a simulation that does not find them finds nothing. None of this is in
// the house itself: stores in between, methods that are replaced for a while, an office of our own.

/** A fault, how a world is made with it, and how it is taken out again. */
export interface Planted {
  /** How the finding must read. */
  readonly found: RegExp;
  readonly world?: Partial<WorldOptions>;
  /** Puts it in; the answer takes it out. */
  plant(): () => void;
}

const NOTHING = () => () => {};

type Method = (...all: unknown[]) => unknown;
type Run = (key: { readonly id: string; readonly hash: string }) => Promise<unknown>;

/** Replaces a method for a while. */
function replaced(of: object, name: string, by: (before: Method) => unknown): () => void {
  const methods = of as Record<string, unknown>;
  const before = methods[name] as Method;
  methods[name] = by(before);
  return () => {
    methods[name] = before;
  };
}

/** Acknowledges what waits to be written. */
const hasty = (store: Store, disk: Disk): Store =>
  between(store, {
    append: async (work: Work) => {
      const seqs = work.events.map((_event, index) => disk.log.length + index + 1);
      store.append(work).catch(() => {});
      return { seqs };
    },
  });

/** A store with some of its answers given by another. */
function between(store: Store, instead: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const own = (instead as Record<string | symbol, unknown>)[name];
      const value = own ?? (target as unknown as Record<string | symbol, unknown>)[name];
      return typeof value === 'function' && !own ? value.bind(target) : value;
    },
  });
}

interface Paid extends OfficeEvent {
  readonly period: number;
}
const PERIOD_MS = 4_000;

/** Pays the house a cent every so often, from one of its accounts to another; what has been paid it must know again. */
const allowance = (isPaid: (state: { readonly paid: number }, period: number) => boolean): AnyOffice =>
  office<{ readonly paid: number }, Paid>({
    name: 'allowance',
    title: 'Allowance',
    streams: 'one',
    version: 1,
    start: { paid: 0 },
    verbs: {
      pay: {
        help: 'Pay what is due',
        clause: null,
        who: 'house',
        body: z.strictObject({ period: z.number() }),
        decide: (_state, { body }) => {
          const { period } = body as { readonly period: number };
          memory.paid = period;
          return yes([{ event: 'paid', period }]);
        },
      },
    },
    evolve: ({ paid }, { period }) => ({ paid: Math.max(paid, period) }),
    entries: () => [
      {
        reason: 'paid',
        postings: [
          { account: account.play, amount: -1 },
          { account: account.corrections, amount: 1 },
        ],
      },
    ],
    audience: { paid: { hears: ['manager'], fields: { period: ['manager'] } } },
    due: (state, now) => {
      const period = Math.floor(now / PERIOD_MS);
      const at = isPaid(state, period) ? (period + 1) * PERIOD_MS : period * PERIOD_MS;
      return { at, do: 'pay', body: { period: Math.floor(at / PERIOD_MS) } };
    },
  }) as AnyOffice;

/** What an office must not do: remember outside its books. */
const memory = { paid: 0 };
const forgetting = (store: Store): Store => {
  memory.paid = 0;
  return store;
};

/** Every period once. */
const paidOnce = (disk: Disk): string | null => {
  const periods = disk.stream('allowance').map(({ body }) => (JSON.parse(body) as Paid).period);
  const twice = periods.find((period, index) => periods.indexOf(period) !== index);
  return twice === undefined ? null : `period ${twice} was paid twice`;
};

/** Goes by the clock on the wall, as houses did once. */
class WallClock extends HouseClock {
  readonly #wall: Clock;

  constructor(machine: Clock) {
    super(machine);
    this.#wall = machine;
  }

  override now(): number {
    return this.#wall.now();
  }
}

type Schema = { readonly _zod: object };

/** Lets every text pass for what the schema asks for. */
const blind = (schema: unknown): (() => void) =>
  replaced((schema as Schema)._zod, 'run', () => (payload: unknown) => payload);

interface Terminals {
  readonly seats: readonly (object | null)[];
}
type Evolve = (state: Terminals, event: OfficeEvent & { readonly seat?: number }) => Terminals;

/** Of a terminal something stays as it was when this happens. */
const stays = (field: string, event: string): (() => void) =>
  replaced(officeOf('terminal/any') as object, 'evolve', (before) => {
    const evolve = before as Evolve;
    const kept: Evolve = (state, happened) => {
      const after = evolve(state, happened);
      if (happened.event !== event) return after;
      const was = state.seats[happened.seat ?? 0] as Record<string, unknown>;
      const seats = [...after.seats];
      seats[happened.seat ?? 0] = { ...seats[happened.seat ?? 0], [field]: was[field] };
      return { ...after, seats };
    };
    return kept;
  });

/** Players ask for what is paid by hand, and attendants pay, more often than they would otherwise. */
function byHand({ kind }: Sort, chance: Chance): Asking | null {
  if (chance.is(0.6)) return null;
  const [at, seat] = ['terminal/aruze', chance.between(1, 4)];
  if (kind === 'dealer') return { at, command: { do: 'hand-pay', seat, signedBy: 'Pat' } };
  return kind === 'guest' ? { at, command: { do: 'ticket-out', seat, amount: 20_500 } } : null;
}

/** An office among the others, for a while. */
export function withOffice(one: AnyOffice): () => void {
  const all = OFFICES as AnyOffice[];
  all.push(one);
  return () => void all.splice(all.indexOf(one), 1);
}

/** As it should be: what is paid stands in the books. */
export const ALLOWANCE: Planted = {
  found: /never/,
  world: { check: paidOnce },
  plant: () => withOffice(allowance(({ paid }, period) => paid >= period)),
};

export const PLANTS: Readonly<Record<string, Planted>> = {
  'acknowledging before durable': {
    found: /not durable|are durable|before it was durable/,
    world: { plant: { store: hasty } },
    plant: NOTHING,
  },
  'forgetting an id in flight': {
    found: /has been done already|was answered|stopped/,
    plant: () => {
      const inFlight = new Set<string>();
      return replaced(
        Once.prototype,
        'once',
        (before) =>
          function (this: Once, id: string, hash: string, run: Run, older?: () => string) {
            if (inFlight.has(id)) return run({ id, hash });
            inFlight.add(id);
            const done = before.call(this, id, hash, run, older) as Promise<unknown>;
            return done.finally(() => inFlight.delete(id));
          },
      );
    },
  },
  'an audience leak: a field shown to everybody': {
    found: /was told/,
    plant: () => {
      const { sat } = TABLE_AUDIENCE as unknown as Record<string, { fields: Record<string, unknown> }>;
      const fields = (sat as { fields: Record<string, unknown> }).fields;
      const before = fields['bankroll'];
      fields['bankroll'] = ['everybody'];
      return () => {
        fields['bankroll'] = before;
      };
    },
  },
  'an audience leak: names stand for people': {
    found: /was told/,
    plant: () => replaced(TableHost.prototype, 'heldSince', () => () => 0),
  },
  'money created on a retry': {
    found: /which nobody gave/,
    plant: () => {
      const known = new WeakMap<object, Set<string>>();
      return replaced(
        Admission.prototype,
        'submit',
        (before) =>
          function (this: Admission, person: unknown, call: { readonly id: string }) {
            const ids = known.get(this) ?? new Set<string>();
            known.set(this, ids);
            // Answered as before; behind that it is done once more.
            if (ids.has(call.id))
              void (before.call(this, person, { ...call, id: `${call.id}-again` }) as Promise<unknown>).catch(
                () => {},
              );
            ids.add(call.id);
            return before.call(this, person, call);
          },
      );
    },
  },
  'a due that fires twice after a restart': {
    found: /paid twice/,
    world: { check: paidOnce, plant: { store: forgetting } },
    // What was paid is remembered beside the books: whoever opens them again does not know it.
    plant: () => withOffice(allowance((_state, period) => memory.paid >= period)),
  },
  'a lost take-back': {
    found: /nothing of it is on its way|does not go on|stopped/,
    plant: () =>
      replaced(
        StreamHost.prototype,
        'moveTo',
        (before) =>
          function (this: StreamHost<unknown, never>, standing: { readonly n: number }) {
            if (standing.n >= this.n) before.call(this, standing);
          },
      ),
  },
  'text that no database keeps': {
    found: /foul/,
    plant: () => blind(text.commandId),
  },
  'a payment by hand that is made again': {
    found: /paid by hand and not asked for/,
    world: { acts: byHand },
    plant: () => stays('handPay', 'hand-paid'),
  },
  'one who lets another in, and is two': {
    found: /one alone/,
    world: { plant: { person: ({ made: _made, ...person }) => person } },
    plant: NOTHING,
  },
  'a session that is over and goes on': {
    found: /a stranger was told/,
    world: { plant: { session: (session) => ({ ...session, expiresAt: Number.MAX_SAFE_INTEGER }) } },
    plant: NOTHING,
  },
  'a clock that can be set': {
    found: /time (?:went back|leapt)|stands? still|never answered/,
    world: { plant: { clock: (machine) => new WallClock(machine) } },
    plant: NOTHING,
  },
  'a stream that does not come back': {
    found: /stands? still|never answered|nothing came of it/,
    // Streams stop where the disk fails, and in few worlds by chance.
    world: { disk: { slow: 0.1, lost: 0.03, unread: 0.02 } },
    plant: () =>
      replaced(
        StreamHost.prototype,
        'settled',
        (before) =>
          function (this: StreamHost<unknown, never>) {
            return this.stopped === null ? before.call(this) : new Promise(() => {});
          },
      ),
  },
  'an event that a browser cannot follow': {
    found: /sees|Error/,
    plant: () => {
      const { left } = TABLE_AUDIENCE as unknown as Record<string, { fields: Record<string, unknown> }>;
      const { fields } = left as { fields: Record<string, unknown> };
      const before = fields['player'];
      fields['player'] = ['crew'];
      return () => {
        fields['player'] = before;
      };
    },
  },
};
