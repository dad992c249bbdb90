import { z } from 'zod';
import type { Audience } from '../audience.js';
import { no, yes } from '../codes.js';
import { type EventsOf, evolveBy, without } from '../kit.js';
import { need, type Office, type OfficeDue, office, verbOf } from '../office.js';
import { NO_ENTRIES } from '../postings.js';
import * as text from '../text.js';

/** What somebody on the floor has to look at. */
export const ALERT_KINDS = [
  'attendant',
  'clock',
  'dice',
  'drawer',
  'duty',
  'fault',
  'float',
  'low',
  'mispay',
  'notice',
  'promotion',
  'proposal',
  'slip',
  'stopped',
  'terminal',
  'tumbler',
  'waved',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export interface Alert {
  readonly kind: AlertKind;
  /** Where; null for what concerns the whole house. */
  readonly table: string | null;
  readonly says: string;
  /** When what it is about happened. */
  readonly since: number;
}

/** `about`: the one thing to look at, like `tumbler/3/hand-pay/p-1`; while it waits, there is no second alert about it. */
export interface WaitingAlert extends Alert {
  readonly about?: string;
}

/** Somebody will have to look at it when its time comes, unless it is done by then. */
export interface Expected extends Alert {
  readonly alert: string;
}

interface Bodies {
  'alert-raised': WaitingAlert & { readonly alert: string };
  /** `what`: the one thing that is waited for, like `quay/sign`; the next of that name takes its place. */
  'alert-expected': Expected & { readonly what: string };
  /** It was done, or taken back, in time. */
  'alert-called-off': { readonly alert: string; readonly what: readonly string[] };
  'alert-acknowledged': { readonly alert: string; readonly note: string; readonly by: string };
}
export type AlertEvent = EventsOf<Bodies>;

export interface Alerts {
  /** Until a named person acknowledges them, by the place in the log of what they are about. */
  readonly waiting: Readonly<Record<string, WaitingAlert>>;
  /** What becomes an alert when its time comes; absent in books that were kept before there were such things. */
  readonly expected?: Readonly<Record<string, Expected>>;
  /** The last place in the log that raised one: read again, the log raises none twice. */
  readonly raisedUpTo: number;
  readonly acknowledged: number;
}

const SEERS = ['pit-supervisor', 'manager', 'surveillance', 'cashier'] as const;
const ALERT = { alert: SEERS, kind: SEERS, table: SEERS, says: SEERS, since: SEERS } as const;
const audience: Audience<Bodies> = {
  'alert-raised': { hears: SEERS, fields: { ...ALERT, about: SEERS } },
  'alert-expected': { hears: SEERS, fields: { ...ALERT, what: SEERS } },
  'alert-called-off': { hears: SEERS, fields: { alert: SEERS, what: SEERS } },
  'alert-acknowledged': { hears: SEERS, fields: { alert: SEERS, note: SEERS, by: SEERS } },
};

const verb = verbOf<Alerts, AlertEvent>();

/** The place in the whole log, and the name under which an alert is known. */
const alert = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the number of an alert')
  .meta({ title: 'Alert' });

const ON_RECORD = no('taken', 'That is on record already.');

const raised = z.strictObject({
  alert,
  kind: z.enum(ALERT_KINDS),
  table: text.name.nullable(),
  says: text.reason,
  since: text.instant,
});
const what = text.name;
/** A table, a seat and a person: longer than a name. */
const thing = text.line;

const aboutOf = (about: string | undefined) => (about === undefined ? {} : { about });

/** Whoever asks for the same thing again and again drowns what others wait for, and is seen to no sooner. */
const waitsAlready = ({ waiting }: Alerts, about: string | undefined): boolean =>
  about !== undefined && Object.values(waiting).some((one) => one.about === about);

const raise = verb({
  help: 'Raise an alert',
  clause: null,
  who: 'house',
  body: raised.extend({ about: thing.optional() }),
  decide: (state, { body: { about, ...body } }) =>
    Number(body.alert) <= state.raisedUpTo || waitsAlready(state, about)
      ? ON_RECORD
      : yes([{ event: 'alert-raised' as const, ...body, ...aboutOf(about) }]),
});

const expect = verb({
  help: 'Note what somebody has to do by a certain time',
  clause: null,
  who: 'house',
  body: raised.extend({ what }),
  decide: ({ raisedUpTo }, { body }) =>
    Number(body.alert) <= raisedUpTo ? ON_RECORD : yes([{ event: 'alert-expected' as const, ...body }]),
});

const callOff = verb({
  help: 'Note that it was done in time, or is not to be done any more',
  clause: null,
  who: 'house',
  body: z.strictObject({ alert, what: z.array(what).min(1).max(10) }),
  decide: ({ expected = {}, raisedUpTo }, { body }) => {
    const off = body.what.filter((one) => Object.hasOwn(expected, one));
    return Number(body.alert) <= raisedUpTo || off.length === 0
      ? ON_RECORD
      : yes([{ event: 'alert-called-off' as const, alert: body.alert, what: off }]);
  },
});

/** Its time has come and nobody has done it. */
const fallDue = verb({
  help: 'Raise an alert about what was to be done by now',
  clause: null,
  who: 'house',
  body: z.strictObject({ what }),
  decide: ({ expected = {} }, { at, body }) => {
    const found = Object.hasOwn(expected, body.what) ? expected[body.what] : undefined;
    return found && found.since <= at ? yes([{ event: 'alert-raised' as const, ...found }]) : ON_RECORD;
  },
});

const acknowledge = verb({
  help: 'Say that you have seen to an alert',
  clause: null,
  who: { either: [{ post: 'pit-supervisor' }, { post: 'manager' }, { post: 'cashier' }] },
  table: ({ waiting }, body) =>
    (Object.hasOwn(waiting, body.alert) ? waiting[body.alert]?.table : null) ?? null,
  body: z.strictObject({ alert, note: text.line.meta({ title: 'What was done' }) }),
  decide: ({ waiting }, { by, body }) => {
    if (!Object.hasOwn(waiting, body.alert)) {
      const [nearest] = Object.keys(waiting);
      return no('not-found', `alert: no such alert waits.${nearest ? ` ${nearest} does.` : ''}`);
    }
    // A named person: the house cannot see to anything.
    if (!by) return no('not-allowed', 'A person acknowledges an alert.');
    return yes([{ event: 'alert-acknowledged' as const, ...body, by: by.id }]);
  },
});

/** Every place in the log says at most one thing, and in order. */
function nextPlace({ raisedUpTo }: Alerts, name: string): number {
  const place = Number(name);
  need(Number.isSafeInteger(place) && place > raisedUpTo, 'an alert is raised once, in order');
  return place;
}

const firstDue = ({ expected = {} }: Alerts): OfficeDue | null =>
  Object.entries(expected).reduce<OfficeDue | null>(
    (first, [key, { since }]) =>
      first && first.at <= since ? first : { at: since, do: 'fall-due', body: { what: key } },
    null,
  );

/** What somebody on the floor has to look at, until a named person has. */
export const ALERTS: Office<Alerts, AlertEvent> = office({
  name: 'alerts',
  title: 'Alerts',
  streams: 'one',
  version: 1,
  start: { waiting: {}, raisedUpTo: 0, acknowledged: 0 },
  verbs: { raise, expect, 'call-off': callOff, 'fall-due': fallDue, acknowledge },
  evolve: evolveBy<Alerts, Bodies>({
    'alert-raised': (state, { alert: name, kind, table, says, since, about }) => {
      const waiting = { ...state.waiting, [name]: { kind, table, says, since, ...aboutOf(about) } };
      const due = Object.entries(state.expected ?? {}).find(([, one]) => one.alert === name);
      if (due) return { ...state, waiting, expected: without(state.expected ?? {}, due[0]) };
      return { ...state, waiting, raisedUpTo: nextPlace(state, name) };
    },
    'alert-expected': (state, { alert: name, what: key, kind, table, says, since }) => ({
      ...state,
      expected: { ...state.expected, [key]: { alert: name, kind, table, says, since } },
      raisedUpTo: nextPlace(state, name),
    }),
    'alert-called-off': (state, { alert: name, what: keys }) => {
      for (const key of keys) need(state.expected?.[key] !== undefined, `nothing is expected of ${key}`);
      return {
        ...state,
        expected: keys.reduce(without, state.expected ?? {}),
        raisedUpTo: nextPlace(state, name),
      };
    },
    'alert-acknowledged': (state, { alert: name, by }) => {
      need(Object.hasOwn(state.waiting, name), `no alert ${name} waits`);
      need(by !== '', 'somebody acknowledges an alert');
      return { ...state, waiting: without(state.waiting, name), acknowledged: state.acknowledged + 1 };
    },
  }),
  entries: () => NO_ENTRIES,
  audience,
  due: firstDue,
  counts: ({ waiting, acknowledged }) => ({ waiting: Object.keys(waiting).length, acknowledged }),
});
