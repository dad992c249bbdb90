import {
  booksOfNotice,
  type Case,
  type Duties,
  isOfCase,
  isOpened,
  knownIn,
  letterOf,
  manages,
  NO_MATTER,
  ownCase,
  type PeopleBooks,
  type Person,
  type PostName,
  parted,
  tellTime,
  whyNot,
} from '@boxperson/offices';
import { RULEBOOK_IDS, type RulebookId } from '@boxperson/rules';
import { z } from 'zod';
import type { House } from '../house.js';
import { type Limit, MINUTE } from '../wire/limits.js';
import { asFile, type Route, route, sayNo } from '../wire/route.js';
import { csvRow } from './csv.js';
import { anyOf, partOf } from './part.js';
import { logLines } from './past.js';
import { letterPdf, registerPdf } from './pdf.js';
import { makeRegister, postsFor, REGISTERS, type Register, type RegisterName } from './registers.js';

const TAG = 'Registers and letters';
/** The whole log may be read for it. */
const READS: readonly Limit[] = [{ per: 'address', most: 60, ms: MINUTE, of: 'registers from here' }];
const NOTICE_READERS: readonly PostName[] = ['manager', 'inspector'];

const booksOf = <Books>(house: House, stream: string): Books =>
  house.offices.host(stream)?.told.state as Books;

const nameIn = (house: House) => (id: string) =>
  knownIn(booksOf<PeopleBooks>(house, 'people'), id)?.person.name ?? id;

function mustHold(posts: readonly PostName[], person: Person): void {
  const why = whyNot(anyOf(posts), person, NO_MATTER);
  if (why !== null) sayNo('not-allowed', why);
}

function registerIn(params: Readonly<Record<string, unknown>>): RegisterName {
  const name = String(params['register']);
  const found = REGISTERS.find((one) => one === name);
  return (
    found ?? sayNo('not-found', `register: there is no register ${name}; there are ${REGISTERS.join(', ')}.`)
  );
}

/** A register names people: whoever reads one has looked, and that is kept. */
async function read(house: House, person: Person, name: RegisterName): Promise<Register> {
  const posts = postsFor(name);
  mustHold(posts, person);
  const made = await makeRegister(name, {
    reader: person,
    part: partOf(house, person, posts),
    matters: <State>(office: string) =>
      house.offices
        .hosts()
        .filter(({ stream }) => parted(stream)[0] === office)
        .map(({ stream, told }) => [parted(stream)[1] ?? '', told.state as State] as const),
    log: () => logLines(house.store),
    nameOf: nameIn(house),
    bookOf: (table) => house.placeOf(table)?.rulebook ?? null,
  });
  house.noteLooked(person, `registers/${name}`);
  return made;
}

const registerCsv = ({ columns, rows }: Register): string =>
  [columns, ...rows].map((cells) => csvRow(...cells)).join('');

const common = { method: 'GET', tag: TAG, for: 'signed-in', limits: READS, codes: ['not-allowed'] } as const;

const registerRoutes = (house: House): readonly Route[] => [
  route({
    ...common,
    url: '/api/registers/:register',
    summary: 'Denied claims, incidents, exclusions or measures, from books and log; that you read it is kept',
    answers: z.looseObject({}),
    act: async ({ person, params }) => ({ ...(await read(house, person, registerIn(params))) }),
  }),
  route({
    ...common,
    url: '/api/registers/:register/csv',
    summary: 'The same as a table for a spreadsheet',
    plain: true,
    answers: z.string(),
    act: async ({ person, params, reply }) => {
      const text = registerCsv(await read(house, person, registerIn(params)));
      asFile(reply, 'text/csv; charset=utf-8', `${registerIn(params)}.csv`);
      return text;
    },
  }),
  route({
    ...common,
    url: '/api/registers/:register/pdf',
    summary: 'The same on paper',
    plain: true,
    answers: z.string(),
    act: async ({ person, params, reply }) => {
      const made = await read(house, person, registerIn(params));
      const paper = await registerPdf(made, house.config.name, house.clock.now());
      asFile(reply, 'application/pdf', `${registerIn(params)}.pdf`);
      return paper;
    },
  }),
];

/** The letter of a case, for its people and for the patron whose it is. */
function letterFor(
  house: House,
  person: Person,
  name: string,
): { readonly text: string; readonly at: number } {
  const host = house.offices.host(`cases/${name}`);
  const state = host?.told.state as Case | undefined;
  const mayRead = state && (isOfCase(state, person) || ownCase(state, person) !== null);
  const text = mayRead ? letterOf(state) : null;
  if (!host || !state || !isOpened(state) || text === null)
    return sayNo('not-found', `There is no letter of a case ${name}.`);
  house.noteLook(person, host);
  return { text, at: state.decisions.at(-1)?.at ?? state.opened.at };
}

/** Of a notice of which the record does not say it: the books that its writer manages. */
const booksOfWriter = (writer: Person | undefined): readonly RulebookId[] =>
  writer ? RULEBOOK_IDS.filter((book) => manages(writer, book)) : [];

/** A notice, for those who read all of the house, for its writer, and for whoever manages the books it is of. */
function noticeFor(house: House, person: Person, number: string): Duties['notices'][string] {
  mustHold(NOTICE_READERS, person);
  const duties = booksOf<Duties>(house, 'duties');
  const found = Object.hasOwn(duties.notices, number) ? duties.notices[number] : undefined;
  if (!found) return sayNo('not-found', `number: there is no notice ${number}.`);
  if (partOf(house, person, NOTICE_READERS).isAll || found.by === person.id) return found;
  const writer = knownIn(booksOf<PeopleBooks>(house, 'people'), found.by)?.person;
  const books = booksOfNotice(duties, number) ?? booksOfWriter(writer);
  const isTheirs = books.length > 0 && books.every((book) => manages(person, book));
  return isTheirs ? found : sayNo('not-allowed', `number: notice ${number} is of books that are not yours.`);
}

const letterRoutes = (house: House): readonly Route[] => [
  route({
    ...common,
    url: '/api/cases/:case/letter',
    summary: 'The letter about a case on paper: decision, reasons and rights; for its people and its patron',
    clause: 'star 9.13',
    plain: true,
    answers: z.string(),
    act: async ({ person, params, reply }) => {
      const { text, at } = letterFor(house, person, String(params['case']));
      asFile(reply, 'application/pdf', `letter-${params['case']}.pdf`);
      return letterPdf({ title: house.config.name, text, at });
    },
  }),
  route({
    ...common,
    url: '/api/notices/:number',
    summary: 'A notice or a report to a regulator on paper: number, text, when it was sent and acknowledged',
    clause: 'star-2024 9.3.2',
    plain: true,
    answers: z.string(),
    act: async ({ person, params, reply }) => {
      const number = String(params['number']);
      const { to, about, says, sentAt, by, acknowledged } = noticeFor(house, person, number);
      const name = nameIn(house);
      const answered = acknowledged
        ? `Acknowledged ${tellTime(acknowledged.at)} by ${name(acknowledged.by)}`
        : 'Not acknowledged yet';
      const text = [
        `To: ${to}`,
        `About: ${about}`,
        '',
        says,
        '',
        `Sent ${tellTime(sentAt)} by ${name(by)}`,
        answered,
      ];
      asFile(reply, 'application/pdf', `notice-${number}.pdf`);
      return letterPdf({
        title: `${house.config.name}: notice ${number}`,
        text: text.join('\n'),
        at: sentAt,
      });
    },
  }),
];

/** What can be laid before an inspector or given to a patron. */
export const papersRoutes = (house: House): readonly Route[] => [
  ...registerRoutes(house),
  ...letterRoutes(house),
];
