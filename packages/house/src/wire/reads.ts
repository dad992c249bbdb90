import {
  bareNumber,
  directoryOf,
  knownIn,
  NO_MATTER,
  no,
  officeOf,
  ownTerminals,
  type PeopleBooks,
  type Person,
  type Proposal,
  parted,
  postsOf,
  rolesAt,
  rolesHere,
  servedTerminal,
  type TablePlace,
  TERMINAL,
  terminalView,
  text,
  verbIn,
  whyDeviceNotHere,
  whyNot,
  withinLimits,
} from '@boxperson/offices';
import { z } from 'zod';
import type { House } from '../house.js';
import { tableIn } from '../tables/host.js';
import {
  booksAnswer,
  crewAnswer,
  houseAnswer,
  lobbyAnswer,
  meAnswer,
  ownTerminalsAnswer,
  peopleAnswer,
  proposalsAnswer,
  recallAnswer,
  rollsAnswer,
  terminalAnswer,
  ticketAnswer,
} from './answers.js';
import { type Limit, MINUTE } from './limits.js';
import { matterReads } from './matter-reads.js';
import { type Route, route, sayNo } from './route.js';
import { wirePerson } from './session.js';
import { booksFor, seesStream, watchedAt } from './watching.js';

/** What everybody may know of a house. */
const publicReads = (house: House): readonly Route[] => [
  route({
    method: 'GET',
    url: '/api/house',
    summary: 'The name of the house, and whether there are guests and bots',
    tag: 'The house',
    for: 'everybody',
    answers: houseAnswer,
    act: async () => ({
      name: house.config.name,
      guests: house.config.guests,
      bots: house.config.bots,
      ...(house.config.quickCup && house.config.bots ? { quickCup: true } : {}),
    }),
  }),
  route({
    method: 'GET',
    url: '/api/tables',
    summary:
      'The lobby: every table with its game, sign, notices, phase, seats and shooter; for its crew what is wrong',
    tag: 'The house',
    for: 'everybody',
    answers: lobbyAnswer,
    act: async ({ person }) => house.lobby(person),
  }),
  route({
    method: 'GET',
    url: '/api/tables/:table/rolls',
    summary:
      'What a table tells whoever comes: an electronic one its past rolls, a crew the last call, or this hand',
    tag: 'The house',
    for: 'everybody',
    answers: rollsAnswer,
    act: async ({ params }) => {
      const table = String(params['table']);
      return (await house.rollsAt(table)) ?? notThere(`table/${table}`);
    },
  }),
];

/** Whoever asks. */
const ownReads = (house: House): readonly Route[] => [
  route({
    method: 'GET',
    url: '/api/me',
    summary: 'Who am I, what is in my account, and for staff my roles and posts',
    tag: 'People',
    for: 'signed-in',
    answers: meAnswer,
    act: async ({ person }) => ({
      person: wirePerson(person),
      wallet: await house.wallet(person.id),
      ...(person.kind === 'staff' ? { roles: person.roles ?? [], posts: postsOf(person) } : {}),
      ...(person.practice ? { practice: person.practice } : {}),
    }),
  }),
  route({
    method: 'GET',
    url: '/api/tables/:table/recall',
    summary: 'Your own last rounds at a table, newest first: wagers as they stood, the throw, what it did',
    tag: 'The house',
    for: 'signed-in',
    answers: recallAnswer,
    act: async ({ person, params }) => {
      const table = String(params['table']);
      return { rounds: (await house.recallAt(table, person.id)) ?? notThere(`table/${table}`) };
    },
  }),
];

/** A proposal is for whoever may be the second person; of books beside a table, for those whose table it is. */
function maySee(house: House, person: Person, { to, wanted }: Proposal): boolean {
  const table = tableIn(to);
  const place: TablePlace | null = table === null ? null : house.placeOf(table);
  if (place) return rolesAt(person, place.rulebook).length > 0;
  return seesStream(house, person, to) || mayDo(house, person, to, String(wanted['do']));
}

/** Whoever may do the same at that table, whether the books are open to them or not: its crew, for one. */
function mayDo(house: House, person: Person, to: string, name: string): boolean {
  const office = officeOf(to);
  const verb = office?.accompanies ? verbIn(office, name) : null;
  const table = house.placeOf(parted(to)[1] ?? '');
  return verb !== null && table !== null && whyNot(verb.who, person, { owner: null, table }) === null;
}

const proposalsFor = (house: House, person: Person, to: string | undefined) =>
  Object.values(house.waiting()).filter(
    (one) =>
      !one.agreed &&
      (to === undefined || one.to === to) &&
      (one.by.id === person.id || maySee(house, person, one)),
  );

const LISTED = ['staff', 'player', 'device'] as const;

/** Names of those who are on duty at a table: for whoever works there too. */
function crewAt(house: House, person: Person, table: string) {
  const place = house.placeOf(table);
  if (!place) throw notThere(`table/${table}`);
  if (rolesHere(person, place).length === 0) sayNo('not-allowed', 'That is for the crew of this table.');
  const books = house.offices.host('people')?.told.state as PeopleBooks;
  const here = new Set(house.host(table)?.table.staff.map((one) => one.person));
  return [...here].flatMap((id) => {
    const found = knownIn(books, id);
    return found ? [{ id, name: found.person.name }] : [];
  });
}

const officeReads = (house: House): readonly Route[] => [
  route({
    method: 'GET',
    url: '/api/tables/:table/crew',
    summary: 'Who is on duty at a table, by name: for its crew',
    tag: 'The house',
    for: 'signed-in',
    answers: crewAnswer,
    codes: ['not-allowed'],
    act: async ({ person, params }) => crewAt(house, person, String(params['table'])),
  }),
  route({
    method: 'GET',
    url: '/api/people',
    summary: 'Everybody of the staff, every player with a card, or every device',
    tag: 'People',
    for: 'signed-in',
    query: z.strictObject({ kind: z.enum(LISTED) }),
    answers: peopleAnswer,
    codes: ['not-allowed'],
    act: async ({ person, query }) => {
      const why = whyNot({ post: 'manager' }, person, NO_MATTER);
      if (why !== null) sayNo('not-allowed', why);
      return directoryOf(house.offices.host('people')?.told.state as PeopleBooks, query.kind);
    },
  }),
  route({
    method: 'GET',
    url: '/api/proposals',
    summary: 'What waits for a second person, as far as you may be one',
    tag: 'Second persons',
    for: 'signed-in',
    query: z.strictObject({ to: text.name.optional() }),
    answers: proposalsAnswer,
    codes: ['not-allowed'],
    act: async ({ person, query }) => {
      if (person.kind !== 'staff') sayNo('not-allowed', 'That is for staff.');
      return proposalsFor(house, person, query.to);
    },
  }),
  route({
    method: 'GET',
    url: '/api/tickets/:number',
    summary: 'How a ticket stands',
    tag: 'Tickets',
    for: 'signed-in',
    answers: ticketAnswer,
    codes: ['not-allowed'],
    act: async ({ person, params }) => {
      const why = whyNot({ either: [{ crewOf: 'aruze' }, { post: 'cashier' }] }, person, {
        owner: null,
        table: null,
      });
      if (why !== null) sayNo('not-allowed', why);
      const number = bareNumber(String(params['number']));
      return { number, ...(await house.floor.standing(number)) };
    },
  }),
  route({
    method: 'GET',
    url: '/api/books/:office',
    summary: 'The books of an office, as far as they are for your eyes',
    tag: 'The house',
    for: 'signed-in',
    answers: booksAnswer,
    act: async ({ person, params }) => booksAt(house, person, String(params['office'])),
  }),
];

/** The books of one stream, as far as they are for whoever asks; that they looked may be kept. */
function booksAt(house: House, person: Person, at: string) {
  const host = house.offices.host(at);
  if (!host || !watchedAt(house, at, () => person)) throw notThere(at);
  house.noteLook(person, host);
  const { state, n } = host.told;
  const sees = (stream: string) => seesStream(house, person, stream);
  return { n, books: booksFor(host.office, state, person, { place: null, sees }) };
}

/** Rounds that a terminal shows again, at least (aruze 3.3.7). */
const RECALLED = 50;
/** They are looked for in the record, and whoever has wagered little is looked for long. */
const RECALLS: readonly Limit[] = [
  { per: 'address', most: 240, ms: MINUTE, of: 'recalls from here' },
  { per: 'person', most: 30, ms: MINUTE, of: 'recalls' },
];

/** A terminal that there is, who sits there, and whether whoever asks serves the terminals. */
function terminalFor(house: House, person: Person, params: Readonly<Record<string, string>>) {
  const { matter = '', seat: said = '' } = params;
  const at = house.electronic(matter);
  const seat = Number(said);
  if (!at || !Number.isInteger(seat) || seat < 1 || seat > at.host.table.settings.seats)
    return sayNo('not-found', `There is no terminal ${said} at ${matter}.`);
  const { sits } = at.terminals.at(seat);
  return { at, seat, sits, isStaff: whyNot({ crewOf: TERMINALS_BOOK }, person, NO_MATTER) === null };
}
const TERMINALS_BOOK = 'aruze';
const NOT_YOURS = 'That is not your terminal.';

const terminalReads = (house: House): readonly Route[] => [
  route({
    method: 'GET',
    url: '/api/terminal/:matter',
    summary: 'What is yours at the terminals of a table: where you sit, and tickets that are not printed yet',
    tag: TERMINAL.title,
    for: 'signed-in',
    answers: ownTerminalsAnswer,
    act: async ({ person, params }) => {
      const at = house.electronic(String(params['matter']));
      if (!at) throw notThere(`terminal/${params['matter']}`);
      return ownTerminals(at.terminals.books, person);
    },
  }),
  route({
    method: 'GET',
    url: '/api/terminal/:matter/:seat',
    summary: 'A terminal: credit, notes it takes, what waits there; meters for staff',
    tag: TERMINAL.title,
    for: 'signed-in',
    answers: terminalAnswer,
    codes: ['not-allowed'],
    act: async ({ person, params }) => {
      const { at, seat, sits, isStaff } = terminalFor(house, person, params);
      if (sits?.person !== person.id && !isStaff && person.kind !== 'device') sayNo('not-yours', NOT_YOURS);
      const elsewhere = whyDeviceNotHere(person, at.id);
      if (elsewhere) sayNo('not-allowed', elsewhere.message);
      const player = sits?.player ?? null;
      const credit = at.host.table.game.players.find(({ name }) => name === player)?.balance ?? 0;
      const shows = isStaff ? servedTerminal : terminalView;
      const shown = withinLimits(shows(at.terminals.books, at.id, seat), person);
      return { table: at.id, seat, player, credit, ...at.config, ...shown };
    },
  }),
  route({
    method: 'GET',
    url: '/api/terminal/:matter/:seat/recall',
    summary: 'The last rounds of a terminal, newest first: your own since you sat down, for staff all',
    tag: TERMINAL.title,
    clause: 'aruze 3.3.7',
    for: 'signed-in',
    answers: recallAnswer,
    limits: RECALLS,
    act: async ({ person, params }) => {
      const { at, seat, sits, isStaff } = terminalFor(house, person, params);
      if (isStaff) return { rounds: await at.terminals.recall(seat, RECALLED) };
      if (sits?.person !== person.id) return sayNo('not-yours', NOT_YOURS);
      // Whoever sat there before is nobody's business, whatever they were called.
      return { rounds: await at.terminals.recall(seat, RECALLED, sits.since) };
    },
  }),
];

const notThere = (at: string) => sayNo('not-found', no('not-found', `There is no ${at}.`).refused.message);

/** Everything that is read over HTTP and changes nothing. */
export const readRoutes = (house: House): readonly Route[] => [
  ...publicReads(house),
  ...ownReads(house),
  ...officeReads(house),
  ...matterReads(house),
  ...terminalReads(house),
];
