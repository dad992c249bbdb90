import { z } from 'zod';
import type { Audience } from '../audience.js';
import { no, yes } from '../codes.js';
import { type EventsOf, evolveBy, without } from '../kit.js';
import { need, type Office, office, verbOf } from '../office.js';
import { NO_ENTRIES } from '../postings.js';
import * as text from '../text.js';

/** What somebody on the floor has to look at. */
export const ALERT_KINDS = [
  'attendant',
  'clock',
  'dice',
  'fault',
  'float',
  'mispay',
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

interface Bodies {
  'alert-raised': Alert & { readonly alert: string };
  'alert-acknowledged': { readonly alert: string; readonly note: string; readonly by: string };
}
export type AlertEvent = EventsOf<Bodies>;

export interface Alerts {
  /** Until a named person acknowledges them, by the place in the log of what they are about. */
  readonly waiting: Readonly<Record<string, Alert>>;
  /** The last place in the log that raised one: read again, the log raises none twice. */
  readonly raisedUpTo: number;
  readonly acknowledged: number;
}

const SEERS = ['pit-supervisor', 'manager', 'surveillance', 'cashier'] as const;
const audience: Audience<Bodies> = {
  'alert-raised': {
    hears: SEERS,
    fields: { alert: SEERS, kind: SEERS, table: SEERS, says: SEERS, since: SEERS },
  },
  'alert-acknowledged': { hears: SEERS, fields: { alert: SEERS, note: SEERS, by: SEERS } },
};

const verb = verbOf<Alerts, AlertEvent>();

/** The place in the whole log, and the name under which an alert is known. */
const alert = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the number of an alert')
  .meta({ title: 'Alert' });

const ON_RECORD = no('taken', 'That is on record already.');

const raise = verb({
  help: 'Raise an alert',
  clause: null,
  who: 'house',
  body: z.strictObject({
    alert,
    kind: z.enum(ALERT_KINDS),
    table: text.name.nullable(),
    says: text.reason,
    since: text.instant,
  }),
  decide: ({ raisedUpTo }, { body }) =>
    Number(body.alert) <= raisedUpTo ? ON_RECORD : yes([{ event: 'alert-raised' as const, ...body }]),
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

/** What somebody on the floor has to look at, until a named person has. */
export const ALERTS: Office<Alerts, AlertEvent> = office({
  name: 'alerts',
  title: 'Alerts',
  streams: 'one',
  version: 1,
  start: { waiting: {}, raisedUpTo: 0, acknowledged: 0 },
  verbs: { raise, acknowledge },
  evolve: evolveBy<Alerts, Bodies>({
    'alert-raised': (state, { alert: name, kind, table, says, since }) => {
      const place = Number(name);
      need(Number.isSafeInteger(place) && place > state.raisedUpTo, 'an alert is raised once, in order');
      return {
        ...state,
        waiting: { ...state.waiting, [name]: { kind, table, says, since } },
        raisedUpTo: place,
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
  counts: ({ waiting, acknowledged }) => ({ waiting: Object.keys(waiting).length, acknowledged }),
});
