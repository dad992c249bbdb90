import {
  account,
  type Cage,
  type Drawers,
  drawerOf,
  holdsPost,
  holdsPostEverywhere,
  knownIn,
  NO_MATTER,
  type PeopleBooks,
  type Person,
  text,
  type Who,
  whyNoForm,
  whyNot,
} from '@boxperson/offices';
import { z } from 'zod';
import type { House } from '../house.js';
import type { StoredEntry } from '../store/store.js';
import { type Limit, MINUTE } from '../wire/limits.js';
import { asFile, type Route, route, sayNo } from '../wire/route.js';
import { reportCsv } from './csv.js';
import type { Period } from './fold.js';
import { entryAt, formFor } from './forms.js';
import { paperOf } from './papers.js';
import { hasFigure, partly, partOf, READERS } from './part.js';
import { Past } from './past.js';
import { type Paper, paperPdf, reportPdf } from './pdf.js';
import type { FloorReport } from './report.js';

const TAG = 'Reports';
/** Much of the log may be read for it. */
const READS: readonly Limit[] = [{ per: 'address', most: 60, ms: MINUTE, of: 'reports from here' }];
const AT_CAGE: Who = {
  either: [
    { post: 'cashier' },
    { post: 'manager' },
    { post: 'pit-supervisor' },
    { post: 'surveillance' },
    { crewOf: 'aruze' },
  ],
};

const instant = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a time in milliseconds')
  .transform(Number);
const periodQuery = z
  .strictObject({ from: instant, to: instant })
  .refine(({ from, to }) => from < to, { message: 'must be later than from', path: ['to'] });
const behindQuery = z.strictObject({ from: instant, to: instant, figure: text.line });

const anything = z.looseObject({});

function mustBe(who: Who, person: Person): void {
  const why = whyNot(who, person, NO_MATTER);
  if (why !== null) sayNo('not-allowed', why);
}

/** Accounts and tickets are the whole house's: a cashier pays them all, a manager of one book has nothing to do with them. */
const isAtDesk = (person: Person): boolean =>
  holdsPost(person, 'cashier', null) || holdsPostEverywhere(person, 'manager');

const titleOf = (house: House): string => `${house.config.name}: report`;

const reportRoutes = (house: House): readonly Route[] => {
  const past = new Past(house.store);
  const made = async (person: Person, period: Period): Promise<FloorReport> => {
    mustBe(READERS, person);
    return partly(await past.report(period), partOf(house, person));
  };
  const common = {
    method: 'GET',
    tag: TAG,
    for: 'signed-in',
    limits: READS,
    codes: ['not-allowed'],
  } as const;
  return [
    route({
      ...common,
      url: '/api/reports',
      summary: 'A report of a period, from the log alone: tables, players, cage, drawers, who stood where',
      query: periodQuery,
      answers: anything,
      act: async ({ person, query }) => made(person, query),
    }),
    route({
      ...common,
      url: '/api/reports/csv',
      summary: 'The same as a table for a spreadsheet',
      query: periodQuery,
      plain: true,
      answers: z.string(),
      act: async ({ person, query, reply }) => {
        const text = reportCsv(await made(person, query));
        asFile(reply, 'text/csv; charset=utf-8', 'report.csv');
        return text;
      },
    }),
    route({
      ...common,
      url: '/api/reports/pdf',
      summary: 'The same on paper',
      query: periodQuery,
      plain: true,
      answers: z.string(),
      act: async ({ person, query, reply }) => {
        const paper = await reportPdf(await made(person, query), titleOf(house));
        asFile(reply, 'application/pdf', 'report.pdf');
        return paper;
      },
    }),
    route({
      ...common,
      url: '/api/reports/events',
      summary: 'The events behind one figure of a report, the latest last',
      query: behindQuery,
      answers: anything,
      act: async ({ person, query: { figure, ...period } }) => {
        mustBe(READERS, person);
        if (!hasFigure(partOf(house, person), figure))
          sayNo('not-allowed', 'figure: your post is for certain tables, and that is not of one of them.');
        return past.behind(period, figure);
      },
    }),
    route({
      ...common,
      url: '/api/cage/unclaimed',
      summary: 'Tickets that nobody has brought back, without the digits by which they could be paid',
      answers: anything,
      act: async ({ person }) => {
        mustBe({ either: [{ post: 'cashier' }, { post: 'manager' }] }, person);
        const now = house.clock.now() + 1;
        const { unclaimed } = await past.report({ from: now - 1, to: now });
        const { has } = partOf(house, person);
        return { unclaimed: isAtDesk(person) ? unclaimed : unclaimed.filter(({ table }) => has(table)) };
      },
    }),
  ];
};

const booksOf = <Books>(house: House, stream: string): Books =>
  house.offices.host(stream)?.told.state as Books;

const nameIn = (house: House) => (id: string) =>
  knownIn(booksOf<PeopleBooks>(house, 'people'), id)?.person.name ?? id;

const place = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be the number of an entry')
  .transform(Number);

const paperFor = (house: House, entry: StoredEntry) =>
  paperOf({ ...entry, event: JSON.parse(entry.body) as unknown }, nameIn(house));

/** An entry with a form that whoever asks may read; `field` is where they named it. */
function mustRead(house: House, person: Person, entry: StoredEntry | undefined, field: string): StoredEntry {
  const refused = whyNoForm(formFor(house, person, entry), field);
  if (refused) sayNo(refused.code, refused.message);
  return entry as StoredEntry;
}

const copiesIn = (house: House, paper: string): number => booksOf<Cage>(house, 'cage').printed?.[paper] ?? 0;

const cageRoutes = (house: House): readonly Route[] => [
  route({
    method: 'GET',
    url: '/api/cage/drawer',
    summary: 'Your own cash drawer: since when it is open, and what the ledger says is in it',
    tag: TAG,
    for: 'signed-in',
    answers: anything,
    codes: ['not-allowed'],
    act: async ({ person }) => {
      mustBe({ post: 'cashier' }, person);
      const open = drawerOf(booksOf<Drawers>(house, 'drawers'), person.id);
      return { open, cash: 0 - (await house.store.balance(account.drawer(person.id))) };
    },
  }),
  route({
    method: 'GET',
    url: '/api/cage/player/:card',
    summary: 'Whose card that is, and what their account holds: for the cage',
    tag: TAG,
    for: 'signed-in',
    answers: anything,
    codes: ['not-allowed'],
    act: async ({ person, params }) => {
      if (!isAtDesk(person))
        sayNo('not-allowed', 'That takes a cashier, or somebody who manages the whole house.');
      const holder = house.cardHolder(String(params['card']));
      if (!holder) return sayNo('not-found', 'card: nobody holds that card.');
      const { id, name } = holder;
      return { person: id, name, wallet: await house.wallet(id) };
    },
  }),
  route({
    method: 'GET',
    url: '/api/papers',
    summary: 'Which form belongs to an entry of some books, and how often it was printed',
    tag: TAG,
    for: 'signed-in',
    query: z.strictObject({ at: text.name, n: place }),
    answers: z.strictObject({ paper: z.string(), copies: z.number().int() }),
    codes: ['not-allowed'],
    act: async ({ person, query: { at, n } }) => {
      mustBe(AT_CAGE, person);
      const [found] = await house.store.readStream(at, n - 1, 1);
      const paper = String(mustRead(house, person, found, 'n').seq);
      return { paper, copies: copiesIn(house, paper) };
    },
  }),
  route({
    method: 'GET',
    url: '/api/papers/:seq',
    summary: 'The form that belongs to an entry of the log: a payment by hand, a ticket paid, a count',
    tag: TAG,
    clause: 'aruze 4.1',
    for: 'signed-in',
    plain: true,
    answers: z.string(),
    codes: ['not-allowed'],
    act: async ({ person, params, reply }) => {
      mustBe(AT_CAGE, person);
      const seq = Number(params['seq']);
      const entry = mustRead(house, person, await entryAt(house, seq), 'seq');
      const paper = paperFor(house, entry) as Omit<Paper, 'copy'>;
      const copy = copiesIn(house, paper.number);
      // What is on paper is on record first: else a second print would look like the first.
      if (copy === 0) return sayNo('not-allowed', 'Nobody has printed it yet: print-paper at the cage.');
      asFile(reply, 'application/pdf', `form-${seq}.pdf`);
      return paperPdf({ ...paper, copy });
    },
  }),
];

/** What is drawn from the log, for those who run the house. */
export const reportsRoutes = (house: House): readonly Route[] => [
  ...reportRoutes(house),
  ...cageRoutes(house),
];
