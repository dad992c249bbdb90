// The books of duties, promotions and tournaments: all of them for whoever reads the whole house, and for whoever manages one book, or
// holds a post at certain tables, what is of those: asked for, in the list, and as it happens.
import { rmSync } from 'node:fs';
import type { Duties, HeldRole, OfficeEvent } from '@boxperson/offices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HouseClient, houseConfig } from '../../src/index.js';
import { watchedAt } from '../../src/wire/watching.js';
import { connectTo, until } from '../support/client.js';
import { SetClock } from '../support/clock.js';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { call } from '../support/http.js';
import { staffAt } from '../support/staff.js';

const DAY = 86_400_000;
const BOOKS = { wharf: 'crown', yarra: 'star-2024' } as const;
const TOP: Readonly<Record<keyof typeof BOOKS, HeldRole>> = {
  wharf: { rulebook: 'crown', role: 'assistant-casino-manager' },
  yarra: { rulebook: 'star-2024', role: 'gaming-manager' },
};
const config = houseConfig.parse({
  tables: Object.entries(BOOKS).map(([id, rulebook]) => ({
    id,
    name: id,
    settings: { rulebook, limits: { default: { min: 500, max: 100_000 } } },
    crew: 'people',
    dice: 'called',
  })),
});

const clock = new SetClock();
let house: TestHouse;
const { tokens, ids, hire, asks } = staffAt(() => house);
const gets = (who: string | null, path: string) =>
  call(house.url, 'GET', path, { token: who === null ? null : (tokens[who] ?? null) });

async function must(who: string, verb: string, body: object = {}) {
  const done = await asks(who, verb, body);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return done.body;
}

/** What somebody is sent of a stream. */
class Watching {
  books: unknown;
  n = 0;
  readonly heard: OfficeEvent[] = [];
  readonly client: HouseClient;

  constructor(who: string, at: string) {
    this.client = connectTo(() => house.url, tokens[who] ?? '');
    this.client.follow(at, {
      books: ({ books, n }) => Object.assign(this, { books, n }),
      events: (n, events) => {
        this.n = n + events.length - 1;
        this.heard.push(...events.flatMap((event) => event ?? []));
      },
    });
  }
}
const opened: Watching[] = [];
async function watches(who: string, at: string): Promise<Watching> {
  const watching = new Watching(who, at);
  opened.push(watching);
  await until(() => watching.books !== undefined, `${who} watches ${at}`, 10_000);
  return watching;
}

beforeAll(async () => {
  // Opened long ago, so that the report of a month is due.
  clock.set = -40 * DAY;
  house = await openTestHouse({ config, clock });
  await house.close();
  clock.set = 0;
  house = await openTestHouse({ config, clock, data: house.data });
  await hire('boss', [], [{ post: 'manager', tables: '*' }]);
  await hire('ida', [], [{ post: 'inspector', tables: '*' }]);
  await hire('watch', [], [{ post: 'surveillance', tables: '*' }]);
  await hire('near', [], [{ post: 'surveillance', tables: ['wharf'] }]);
  await hire('pit', [], [{ post: 'pit-supervisor', tables: ['yarra'] }]);
  await hire('sam', [], [{ post: 'scrutineer', tables: ['wharf'] }]);
  await hire('cage', [], [{ post: 'cashier', tables: ['wharf'] }]);
  await hire('dora', [], [{ post: 'tournament-director', tables: ['wharf'] }]);
  await hire('crown', [TOP.wharf]);
  await hire('star', [TOP.yarra]);
}, 120_000);
afterAll(async () => {
  for (const { client } of opened) client.close();
  await house.close();
  rmSync(house.data, { recursive: true, force: true });
});

const WHOLE = ['boss', 'ida', 'watch'];

test('a promotion is open to those who manage its book, and to those who read the whole house', async () => {
  const at = 'promotions/spring';
  const startsAt = clock.now() + 2 * DAY;
  const terms = {
    awarded: 'By a draw from all entries',
    awardedWhere: 'On the main floor',
    eligibility: 'Players with a card',
    minimumWager: 'None',
    nature: 'Money, without reservation',
    place: 'The main floor',
    startsAt,
    closesAt: startsAt + DAY,
    drawAt: startsAt + 2 * DAY,
    claiming: 'At the cage',
    notified: 'By telephone',
    published: 'On the board',
    marketing: 'Terms and conditions at the cage.',
    prizes: [{ id: 'first', name: 'Money', kind: 'money', value: 90_000 }],
  };
  const draft = { title: 'Spring', book: 'star-2024', terms };
  // Nobody writes what they may not read.
  for (const [who, body, says] of [
    ['crown', draft, 'book: you manage none of the books that have promotions'],
    ['star', { ...draft, book: 'aruze' }, 'book: you manage star-2024'],
  ] as const) {
    const { refused } = (await asks(who, `${at}/draft`, body)).body;
    expect(refused, who).toMatchObject({ code: 'not-allowed', message: expect.stringContaining(says) });
  }
  await must('star', `${at}/draft`, draft);
  const listed = async (who: string | null) => (await gets(who, '/api/matters/promotions')).body.matters;
  // The cage is no table's: whoever pays there sees what there is to pay.
  for (const who of [...WHOLE, 'star', 'cage']) {
    expect((await gets(who, `/api/matters/${at}`)).body.books.stage, who).toBe('draft');
    expect(await listed(who), who).toMatchObject([{ matter: 'spring', books: { setAside: 0 } }]);
  }
  // A draft is nobody's but those of its book.
  for (const who of ['crown', 'near']) {
    expect((await gets(who, `/api/matters/${at}`)).status, who).toBe(404);
    expect(await listed(who), who).toEqual([]);
  }
  expect(watchedAt(house.house, at, () => null)).toBeNull();
  await must('star', `${at}/submit`, { reference: 'a secret letter', version: 1 });
  // From then on they see what everybody sees.
  const seen = await gets('crown', `/api/matters/${at}`);
  expect(seen.body.books).toEqual({
    ...(await gets(null, `/api/matters/${at}`)).body.books,
    own: expect.anything(),
  });
  expect(Object.keys(seen.body.books)).not.toContain('claims');
  expect(await listed('crown')).toEqual(await listed(null));
  expect(await listed('near')).toEqual(await listed(null));
  expect((await gets('sam', `/api/matters/${at}`)).body.books.hands).toBeUndefined();
  const [star, crown] = [await watches('star', at), await watches('crown', at)];
  expect(Object.keys(crown.books as object)).not.toContain('claims');
  await must('star', `${at}/nominate`, { scrutineer: ids['sam'] });
  await until(() => star.heard.length > 0 && crown.n === star.n, 'both are told', 10_000);
  expect(star.heard).toMatchObject([{ event: 'scrutineer-nominated', scrutineer: ids['sam'] }]);
  expect(crown.heard).toEqual([]);
  // Whoever is nominated sees it, at whatever tables they hold their post.
  expect((await gets('sam', `/api/matters/${at}`)).body.books.hands).toEqual([ids['star']]);
});

test('a tournament is for those who manage the books it is of, and open to those who serve the whole house', async () => {
  const at = 'tournaments/yarra-cup';
  await must('star', `${at}/plan`, { name: 'The Yarra cup', startsAt: clock.now() + 30 * DAY });
  const draftOf = async (who: string | null) => (await gets(who, `/api/matters/${at}`)).body.books.draft;
  expect(await draftOf('star')).toMatchObject({ tablesPerRound: { books: ['star-2024'] } });
  // A director and an inspector at whatever tables, and the cage, which is no table's.
  for (const who of ['boss', 'ida', 'cage', 'dora'])
    expect(await draftOf(who), who).toEqual(await draftOf('star'));
  for (const who of ['crown', 'near', null]) expect(await draftOf(who), String(who)).toBeNull();
  const [star, crown] = [await watches('star', at), await watches('crown', at)];
  const [theirs, others] = [
    { tablesPerRound: { seats: 8, books: ['star-2024'] } },
    'That takes a manager of ',
  ];
  await must('star', `${at}/draft-terms`, { terms: theirs });
  await until(() => star.heard.length > 0 && crown.n === star.n, 'both are told', 10_000);
  expect(star.heard).toMatchObject([{ event: 'terms-drafted', terms: theirs }]);
  expect(crown.heard).toEqual([]);
  const nothing = { reason: 'not mine' };
  for (const [verb, body] of [
    ['draft-terms', { terms: theirs }],
    ['publish-terms', {}],
    ['name-director', { person: ids['dora'] }],
    ['approve-staff', { officer: 'chief-executive', name: 'The chief' }],
    ['refuse-entry', { entry: '1', ...nothing }],
    ['cancel', nothing],
  ] as const) {
    const { refused } = (await asks('crown', `${at}/${verb}`, body)).body;
    expect(refused, verb).toMatchObject({ code: 'not-allowed', message: expect.stringContaining(others) });
  }
  await must('star', `${at}/name-director`, { person: ids['dora'] });
  await must('star', `${at}/cancel`, nothing);
});

test('a tournament that is of no book yet is before whoever plans it, and other managers', async () => {
  const at = 'tournaments/bare-cup';
  await must('star', `${at}/plan`, { name: 'The bare cup' });
  await must('star', `${at}/draft-terms`, { terms: { place: 'The small room' } });
  const draftOf = async (who: string) => (await gets(who, `/api/matters/${at}`)).body.books.draft;
  for (const who of ['star', 'crown'])
    expect(await draftOf(who), who).toMatchObject({ place: 'The small room' });
  await must('star', `${at}/draft-terms`, { terms: { tablesPerRound: { seats: 8, books: ['star-2024'] } } });
  expect([(await draftOf('star')).place, await draftOf('crown')]).toEqual(['The small room', null]);
});

test('duties, reports and notices are for those of their book and their tables', async () => {
  const duties = () => house.house.offices.host('duties')?.state as Duties;
  await until(() => Object.keys(duties().months).length > 0, 'a report of a month', 20_000);
  const [month = ''] = Object.keys(duties().months);
  const watching = Object.fromEntries(
    await Promise.all(
      ['boss', 'crown', 'star', 'near', 'pit'].map(
        async (who) => [who, await watches(who, 'duties')] as const,
      ),
    ),
  );
  await must('crown', 'cases/c-1/open', { kind: 'dispute', table: 'wharf', says: 'a secret of crown' });
  await must('star', 'cases/s-1/open', { kind: 'dispute', table: 'yarra', says: 'a secret of star' });
  const notice = { to: 'NICC', about: 'a device', says: 'found at the rail' };
  const houses = (await must('boss', 'duties/notify', notice)).number as string;
  const crowns = (await must('crown', 'duties/notify', notice)).number as string;
  await must('star', 'duties/review-report', { month });
  const report = (await must('star', 'duties/send-report', { month, how: 'by mail' })).number as string;
  const casesIn = (books: Duties) => [
    ...new Set(Object.values(books.owed).flatMap(({ case: of }) => of ?? [])),
  ];
  await until(() => casesIn(duties()).length === 2, 'duties of both cases', 20_000);

  const sees = async (who: string) => {
    const { books } = (await gets(who, '/api/books/duties')).body as { books: Duties };
    expect(Object.keys(books).sort(), who).toEqual(Object.keys(duties()).sort());
    return {
      cases: casesIn(books).sort(),
      reports: Object.keys(books.months).length,
      notices: Object.keys(books.notices),
      done: Object.keys(books.done).filter((name) => name.startsWith('report-')).length,
    };
  };
  const all = await sees('boss');
  expect(all).toMatchObject({ cases: ['c-1', 's-1'], notices: [houses, crowns, report], done: 1 });
  for (const who of WHOLE) expect(await sees(who), who).toEqual(all);
  expect(await sees('crown')).toEqual({ cases: ['c-1'], reports: 0, notices: [crowns], done: 0 });
  expect(await sees('star')).toEqual({ ...all, cases: ['s-1'], notices: [report] });
  expect(await sees('near')).toEqual({ cases: ['c-1'], reports: 0, notices: [], done: 0 });
  expect(await sees('pit')).toEqual({ cases: ['s-1'], reports: 0, notices: [], done: 0 });

  // And so it is as it happens.
  await until(() => Object.values(watching).every(({ n }) => n === watching['boss']?.n), 'told', 10_000);
  const heard = (who: string) => {
    const events = watching[who]?.heard ?? [];
    return [...new Set(events.map((event) => ('case' in event ? event.case : event.event)))].sort();
  };
  expect(heard('boss')).toEqual(['c-1', 'notice-sent', 'report-reviewed', 'report-sent', 's-1']);
  expect(heard('crown')).toEqual(['c-1', 'notice-sent']);
  expect(watching['crown']?.heard).not.toContainEqual(expect.objectContaining({ number: houses }));
  expect(heard('star')).toEqual(['report-reviewed', 'report-sent', 's-1']);
  expect(heard('near')).toEqual(['c-1']);
  expect(heard('pit')).toEqual(['s-1']);
});
