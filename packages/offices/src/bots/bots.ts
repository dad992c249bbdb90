import { z } from 'zod';
import type { Audience } from '../audience.js';
import { no, yes } from '../codes.js';
import { type EventsOf, evolveBy, without } from '../kit.js';
import { type Office, office, verbOf } from '../office.js';
import { NO_ENTRIES } from '../postings.js';
import * as text from '../text.js';

/** At one table. */
export const BOTS_MOST = 4;

interface Bodies {
  /** So many bots are asked for at a table from now on. */
  'bots-wanted': { readonly table: string; readonly count: number; readonly person: string | null };
  /** A bot was sent: on record before it sits down, so that a house that stops in between knows its own again. */
  'bot-sent': { readonly person: string; readonly table: string };
  'bot-gone': { readonly person: string };
}
export type BotsEvent = EventsOf<Bodies>;

export interface Bots {
  readonly wanted: Readonly<Record<string, number>>;
  /** Bots that are out, and at which table. */
  readonly out: Readonly<Record<string, string>>;
}

const ALL = ['everybody'] as const;
const HOUSE = ['manager'] as const;
const audience: Audience<Bodies> = {
  'bots-wanted': { hears: ALL, fields: { table: ALL, count: ALL, person: HOUSE } },
  'bot-sent': { hears: HOUSE, fields: { person: HOUSE, table: HOUSE } },
  'bot-gone': { hears: HOUSE, fields: { person: HOUSE } },
};

const verb = verbOf<Bots, BotsEvent>();

const want = verb({
  help: 'Ask for so many bots at a table, as far as there is room',
  clause: null,
  who: 'anybody',
  body: z.strictObject({
    table: text.name,
    count: z.number().int().min(0, 'from 0 on').max(BOTS_MOST, `at most ${BOTS_MOST}`),
  }),
  needs: (_state, { table }) => ({ tables: [table] }),
  decide: ({ wanted }, { by, body: { table, count } }, facts) => {
    if (!facts.table(table)) return no('not-found', `table: there is no table ${table}.`);
    if ((wanted[table] ?? 0) === count)
      return no('used-up', `There are ${count} already.`, { nearest: count });
    return yes([{ event: 'bots-wanted' as const, table, count, person: by?.id ?? null }]);
  },
});

const send = verb({
  help: 'Put on record that a bot goes to a table',
  clause: null,
  who: 'house',
  body: z.strictObject({ person: text.id, table: text.name }),
  decide: (_state, { body }) => yes([{ event: 'bot-sent' as const, ...body }]),
});

const gone = verb({
  help: 'Put on record that a bot is out again',
  clause: null,
  who: 'house',
  body: z.strictObject({ person: text.id }),
  decide: ({ out }, { body }) =>
    out[body.person] === undefined
      ? no('not-found', 'That bot is not out.')
      : yes([{ event: 'bot-gone' as const, ...body }]),
});

/** Bots that keep people company: how many are wanted where, and which are out. */
export const BOTS: Office<Bots, BotsEvent> = office({
  name: 'bots',
  title: 'Bots',
  streams: 'one',
  version: 1,
  start: { wanted: {}, out: {} },
  verbs: { want, send, gone },
  evolve: evolveBy<Bots, Bodies>({
    'bots-wanted': (state, { table, count }) => ({
      ...state,
      wanted: count === 0 ? without(state.wanted, table) : { ...state.wanted, [table]: count },
    }),
    'bot-sent': (state, { person, table }) => ({ ...state, out: { ...state.out, [person]: table } }),
    'bot-gone': (state, { person }) => ({ ...state, out: without(state.out, person) }),
  }),
  entries: () => NO_ENTRIES,
  audience,
});
