import { seatedGuests, type Table } from '@boxperson/rules';
import { z } from 'zod';
import type { Audience } from '../audience.js';
import { no, yes } from '../codes.js';
import type { FloorFact } from '../house/house.js';
import { type EventsOf, evolveBy, own, without } from '../kit.js';
import { need, type Office, office, type Verb, verbOf } from '../office.js';
import { NO_ENTRIES } from '../postings.js';
import * as text from '../text.js';
import type { Who } from '../who.js';

/** At one table, and in the whole house. */
export const BOTS_MOST = 4;
/** Whoever practises needs more of them to look after; the house itself sends them there. */
export const PRACTICE_BOTS = 6;
const HOUSE_MOST = 24;
/** Places that are left to people. */
const PLACES_LEFT = 2;
const MINUTE = 60_000;

interface Bodies {
  /** So many bots are asked for at a table from now on. */
  'bots-wanted': { readonly table: string; readonly count: number; readonly person: string | null };
  /** A bot was sent: on record before it sits down, so that a house that stops in between knows its own again. */
  'bot-sent': { readonly person: string; readonly table: string };
  'bot-gone': { readonly person: string };
}
export type BotsEvent = EventsOf<Bodies>;

/** How many are wanted at a table, and since when. */
export interface BotsWanted {
  readonly count: number;
  readonly at: number;
}

export interface Bots {
  readonly wanted: Readonly<Record<string, BotsWanted>>;
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

export const botsWantedAt = ({ wanted }: Bots, table: string): number => own(wanted, table)?.count ?? 0;

/** How many bots there is room for at a table: all places but two that stay free for people. */
export function roomForBots(table: Table, isBot: (person: string) => boolean): number {
  if (table.phase === 'closed') return 0;
  const places = Math.min(table.settings.seats, table.playersMost ?? table.settings.seats);
  const people = seatedGuests(table).filter(({ person }) => !isBot(person)).length;
  return Math.max(0, places - PLACES_LEFT - people);
}

const verb = verbOf<Bots, BotsEvent>();

interface Wish {
  readonly help: string;
  readonly who: Who;
  readonly most: number;
  readonly often?: Verb<Bots, BotsEvent>['often'];
}

const wanting = (most: number) =>
  z.strictObject({
    table: text.name,
    count: z.number().int().min(0, 'from 0 on').max(most, `at most ${most}`),
  });

/** So many from now on, as far as there is room: anybody's wish, or the house's own. */
const wish = ({ help, who, most, often }: Wish) =>
  verb({
    help,
    clause: null,
    who,
    ...(often ? { often } : {}),
    body: wanting(most),
    needs: (_state, { table }) => ({ tables: [table], books: ['floor'] }),
    decide: (state, { by, body }, facts) => {
      const { table: id } = body;
      const at = facts.table(id);
      const now = botsWantedAt(state, id);
      // A table that is gone is asked for nothing any more.
      if (!at && (body.count > 0 || now === 0)) return no('not-found', `table: there is no table ${id}.`);
      if (by && facts.books<FloorFact>('floor')?.bots === false)
        return no('not-allowed', 'This house has no bots of its own.');
      const elsewhere = Object.values(without(state.wanted, id)).reduce((sum, { count }) => sum + count, 0);
      const room = at ? roomForBots(at.table, (person) => Object.hasOwn(state.out, person)) : 0;
      const count = Math.max(0, Math.min(body.count, room, HOUSE_MOST - elsewhere));
      if (count === now && count < body.count)
        return no('taken', 'There is no room for more: people come first.');
      if (count === now) return no('used-up', `There are ${now} already.`);
      return yes([{ event: 'bots-wanted' as const, table: id, count, person: by?.id ?? null }]);
    },
    answer: (_state, [event]) => (event?.event === 'bots-wanted' ? { count: event.count } : {}),
  });

const want = wish({
  help: 'Ask for so many bots at a table, as far as there is room',
  who: 'anybody',
  most: BOTS_MOST,
  often: { mine: 12, all: 120, ms: MINUTE },
});

const company = wish({
  help: 'Say how many bots there are to be at a table: more where somebody practises, fewer when people come',
  who: 'house',
  most: PRACTICE_BOTS,
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
    own(out, body.person) === undefined
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
  verbs: { want, company, send, gone },
  evolve: evolveBy<Bots, Bodies>({
    'bots-wanted': (state, { table, count, at }) => {
      need(Number.isInteger(count) && count >= 0, 'count is not a whole number');
      const wanted = { ...state.wanted, [table]: { count, at } };
      return { ...state, wanted: count === 0 ? without(state.wanted, table) : wanted };
    },
    'bot-sent': (state, { person, table }) => ({ ...state, out: { ...state.out, [person]: table } }),
    'bot-gone': (state, { person }) => ({ ...state, out: without(state.out, person) }),
  }),
  entries: () => NO_ENTRIES,
  audience,
  /** How many are wanted where is no secret: the lobby shows it. */
  view: ({ wanted }) => ({
    wanted: Object.fromEntries(Object.entries(wanted).map(([table, { count }]) => [table, count])),
  }),
});
