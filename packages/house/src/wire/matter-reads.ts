import { no, OFFICES, type Person, parted, seesAsCrew, seesWhole } from '@boxperson/offices';
import { z } from 'zod';
import type { House } from '../house.js';
import type { OfficeHost } from '../office/office-host.js';
import { booksAnswer, mattersAnswer, momentsAnswer, replayAnswer } from './answers.js';
import { type Route, route } from './route.js';
import { sayNo } from './says-no.js';
import { booksFor } from './watching.js';

/** What somebody sees of one matter; null when that is nothing, and then nothing tells that there is one. */
const seenOf = ({ office, told }: OfficeHost, person: Person | null): unknown =>
  told.n === 0 ? null : booksFor(office, told.state, person);

/** In a list whoever sees a matter whole is told in short what it is about. */
function listedOf(host: OfficeHost, person: Person | null): unknown {
  const { office, told } = host;
  if (office.summary && seesWhole(office, told.state, person)) return office.summary(told.state);
  return office.tells ? office.tells(told.state) : seenOf(host, person);
}

const mattersFor = (house: House, office: string, person: Person | null) =>
  house.offices
    .hosts()
    .filter((host) => parted(host.stream)[0] === office && seenOf(host, person) !== null)
    .map((host) => ({
      at: host.stream,
      matter: parted(host.stream)[1] ?? '',
      books: listedOf(host, person),
    }));

const notThere = (at: string) => sayNo('not-found', no('not-found', `There is no ${at}.`).refused.message);

/** The table that is meant, for somebody of its crew, or an inspector. */
function tableFor(house: House, person: Person, params: Readonly<Record<string, unknown>>): string {
  const table = String(params['table']);
  const place = house.placeOf(table);
  if (!place) throw notThere(`table/${table}`);
  if (!seesAsCrew(person, place)) sayNo('not-allowed', 'That is for the crew of this table, and inspectors.');
  return table;
}

/** Offices with a stream for each matter that somebody begins: what there is of them, and one of them. */
export const matterReads = (house: House): readonly Route[] => [
  route({
    method: 'GET',
    url: '/api/matters/:office',
    summary:
      'The matters of an office of which anything is for your eyes: promotions, tournaments, your own cases',
    tag: 'The house',
    for: 'everybody',
    answers: mattersAnswer,
    act: async ({ person, params }) => {
      const office = String(params['office']);
      if (!OFFICES.some(({ name, begins }) => name === office && begins)) throw notThere(office);
      return { matters: mattersFor(house, office, person) };
    },
  }),
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
    codes: ['not-allowed'],
    act: async ({ person, params, query }) => {
      const table = tableFor(house, person, params);
      return { moments: await house.momentsAround(table, query.at) };
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
    codes: ['not-allowed'],
    act: async ({ person, params }) => {
      const table = tableFor(house, person, params);
      const n = String(params['n']);
      const found = /^\d{1,15}$/.test(n) ? await house.replayAt(table, Number(n)) : null;
      if (!found) throw notThere(`roll of ${table} at ${n}`);
      return { ...found };
    },
  }),
];
