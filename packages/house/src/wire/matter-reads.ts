import { no, OFFICES, type Person, seesAsCrew, text } from '@boxperson/offices';
import { z } from 'zod';
import type { House } from '../house.js';
import { Often } from '../office/often.js';
import { Turns } from '../people/turns.js';
import { booksAnswer, mattersAnswer, momentsAnswer, replayAnswer } from './answers.js';
import { type Limit, MINUTE } from './limits.js';
import { GOING_MOST, MatterLists, OVER_MOST, seenOf } from './matter-list.js';
import { type Route, route } from './route.js';
import { sayNo } from './says-no.js';

const notThere = (at: string) => sayNo('not-found', no('not-found', `There is no ${at}.`).refused.message);

/** Thousands of events may be played again for one answer. */
const MOMENTS: readonly Limit[] = [
  { per: 'address', most: 240, ms: MINUTE, of: 'looks at the record from here' },
  { per: 'person', most: 60, ms: MINUTE, of: 'looks at the record' },
];
/** Screens ask again every few seconds, and a whole hall of them may have one address. */
const LISTS: readonly Limit[] = [{ per: 'address', most: 3_000, ms: MINUTE, of: 'looks at lists from here' }];
/** Anybody can be a trainee, without an account: all of them together cost the house a few looks, and no crew any. */
const OF_TRAINEES = { mine: 10, all: 30, ms: MINUTE, of: 'moments' } as const;

/** Whoever practises looks seldom, and one after another: what the first had to go through, the next need not. */
class Looks {
  readonly #often: Often;
  readonly #turns = new Turns();

  constructor(elapsed: () => number) {
    this.#often = new Often(elapsed);
  }

  async take<T>(person: Person, table: string, look: () => Promise<T>): Promise<T> {
    if (!person.practice) return look();
    // Whatever comes of it, it was a look.
    const done = await this.#often.during('look', person, OF_TRAINEES, async () => ({ ok: true }));
    if ('wait' in done)
      sayNo('too-fast', `Too many looks at the record: wait ${done.wait} seconds.`, {
        retryAfter: done.wait,
      });
    return this.#turns.take(table, look);
  }
}

/** The table that is meant, for somebody of its crew, or an inspector. */
function tableFor(house: House, person: Person, params: Readonly<Record<string, unknown>>): string {
  const table = String(params['table']);
  const place = house.placeOf(table);
  if (!place) throw notThere(`table/${table}`);
  if (!seesAsCrew(person, place)) sayNo('not-allowed', 'That is for the crew of this table, and inspectors.');
  return table;
}

const matterListRead = (house: House): Route => {
  const lists = new MatterLists(house);
  return route({
    method: 'GET',
    url: '/api/matters/:office',
    summary:
      'The matters of an office of which anything is for your eyes: promotions, tournaments, your own cases',
    more: `Those that go on, ${GOING_MOST} at a time, and behind the last of them the newest ${OVER_MOST} that are over, newest first. \`older\` names the last that is told of where there are more: asked for \`before\` it, the next come.`,
    tag: 'The house',
    for: 'everybody',
    query: z.strictObject({ before: text.id.optional() }),
    answers: mattersAnswer,
    limits: LISTS,
    act: async ({ person, params, query }) => {
      const office = OFFICES.find(({ name, begins }) => name === params['office'] && begins);
      if (!office) throw notThere(String(params['office']));
      const matters = lists.of(office);
      if (query.before === undefined) return matters.list(person);
      const found = matters.before(query.before, person);
      if (!found) throw notThere(`${office.name}/${query.before}`);
      return found;
    },
  });
};

/** Offices with a stream for each matter that somebody begins: what there is of them, and one of them. */
const booksReads = (house: House): readonly Route[] => [
  matterListRead(house),
  route({
    method: 'GET',
    url: '/api/matters/:office/:matter',
    summary:
      'The books of one matter, as far as they are for your eyes; where it is somebody’s own affair, that you looked is kept',
    tag: 'The house',
    for: 'everybody',
    answers: booksAnswer,
    act: async ({ person, params }) => {
      const at = `${params['office']}/${params['matter']}`;
      const host = house.offices.host(at);
      const books = host?.office.begins ? seenOf(host, person) : null;
      if (!host || books === null) throw notThere(at);
      if (person) house.noteLook(person, host);
      return { n: host.told.n, books };
    },
  }),
];

/** What the record says of the rolls of a table. */
const momentReads = (house: House): readonly Route[] => {
  const looks = new Looks(() => house.clock.elapsed());
  return [
    route({
      method: 'GET',
      url: '/api/moments/:table',
      summary: 'What the record says of a table at a time: the rolls around it, for its crew and inspectors',
      tag: 'The house',
      for: 'signed-in',
      query: z.strictObject({
        at: z
          .string()
          .regex(/^\d{1,15}$/, 'must be a time in milliseconds')
          .transform(Number),
      }),
      answers: momentsAnswer,
      limits: MOMENTS,
      codes: ['not-allowed'],
      act: async ({ person, params, query }) => {
        const table = tableFor(house, person, params);
        const around = () => house.momentsAround(table, query.at);
        return { moments: await looks.take(person, table, around) };
      },
    }),
    route({
      method: 'GET',
      url: '/api/moments/:table/:n',
      summary:
        'A roll to be played again: the table before it, what the engine made of the dice, what was paid; for its crew and inspectors',
      tag: 'The house',
      for: 'signed-in',
      answers: replayAnswer,
      limits: MOMENTS,
      codes: ['not-allowed'],
      act: async ({ person, params }) => {
        const table = tableFor(house, person, params);
        const n = String(params['n']);
        const replay = () => house.replayAt(table, Number(n));
        const found = /^\d{1,15}$/.test(n) ? await looks.take(person, table, replay) : null;
        if (!found) throw notThere(`roll of ${table} at ${n}`);
        return { ...found };
      },
    }),
  ];
};

export const matterReads = (house: House): readonly Route[] => [...booksReads(house), ...momentReads(house)];
