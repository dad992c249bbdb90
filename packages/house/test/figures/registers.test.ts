// Registers and notices name people: whoever holds a post for certain tables, or manages one book, reads of those alone.
import { rmSync } from 'node:fs';
import type { Duties, HeldPost, HeldRole, Promotion } from '@boxperson/offices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partOf } from '../../src/figures/part.js';
import { makeRegister, postsFor } from '../../src/figures/registers.js';
import { houseConfig } from '../../src/index.js';
import { until } from '../support/client.js';
import { SetClock } from '../support/clock.js';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { call } from '../support/http.js';
import { deskOf } from '../support/people.js';
import { staffAt } from '../support/staff.js';

const BOOKS = { wharf: 'crown', yarra: 'star-2024' } as const;
const TOP: Readonly<Record<string, HeldRole>> = {
  wharf: { rulebook: 'crown', role: 'assistant-casino-manager' },
  yarra: { rulebook: 'star-2024', role: 'gaming-manager' },
  aruze: { rulebook: 'aruze', role: 'assistant-gaming-manager' },
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

const NEAR_AND_PIT: readonly HeldPost[] = [
  { post: 'surveillance', tables: ['wharf'] },
  { post: 'pit-supervisor', tables: '*' },
];

const MONTH_AND_MORE = 40 * 86_400_000;
const clock = new SetClock();
let house: TestHouse;
const { tokens, ids, hire, asks } = staffAt(() => house);

const gets = (who: string, path: string) => call(house.url, 'GET', path, { token: tokens[who] ?? null });
const duties = () => house.house.offices.host('duties')?.state as Duties;

async function enrol(name: string, card: string): Promise<void> {
  const made = await deskOf(house).registerPlayer({ name, card, pin: '471147' });
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  ids[name] = made.person.id;
}

/** Somebody is detained and excluded at a table by whoever manages it. */
async function breachAt(table: keyof typeof BOOKS, manager: string, player: string): Promise<void> {
  const host = house.house.host(table);
  const by = { id: ids[manager] as string, role: TOP[table]?.role };
  const ground = host?.table.game.rulebook.conduct.people.breaches[0]?.id;
  for (const said of [
    { do: 'staff', person: by.id, role: by.role },
    { do: 'sit', player, seat: 1, bankroll: 0, chips: true, person: ids[player], by },
    { do: 'record-measure', player, measure: 'detain', note: `held at ${table}`, by },
    { do: 'exclude', player, ground, by },
  ]) {
    const done = await host?.submit(said as never);
    expect(done?.ok, JSON.stringify([said, done])).toBe(true);
  }
}

async function must(who: string, verb: string, body: object) {
  const done = await asks(who, verb, body);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return done.body;
}

beforeAll(async () => {
  // Opened long ago, so that the report of a month is due.
  clock.set = -MONTH_AND_MORE;
  house = await openTestHouse({ config, clock });
  await house.close();
  clock.set = 0;
  house = await openTestHouse({ config, clock, data: house.data });
  await hire('boss', [], [{ post: 'manager', tables: '*' }]);
  await hire('ida', [], [{ post: 'inspector', tables: '*' }]);
  await hire('watch', [], [{ post: 'surveillance', tables: '*' }]);
  await hire('near', [], [{ post: 'surveillance', tables: ['wharf'] }]);
  await hire('visitor', [], [{ post: 'inspector', tables: ['wharf'] }]);
  // A post that does not open a register widens nothing of it.
  await hire('mixed', [], NEAR_AND_PIT);
  await hire('crown', [TOP['wharf'] as HeldRole]);
  await hire('crown-two', [TOP['wharf'] as HeldRole]);
  await hire('star', [TOP['yarra'] as HeldRole]);
  await hire('agm', [TOP['aruze'] as HeldRole]);
  for (const [index, name] of ['Wim', 'Yan', 'Zoe'].entries()) await enrol(name, `K-${1001 + index}`);
  await breachAt('wharf', 'crown', 'Wim');
  await breachAt('yarra', 'star', 'Yan');
  await must('crown', 'people/exclude', { person: ids['Wim'], from: 'crown', reason: 'a secret of crown' });
  const { exclusion } = await must('star', 'people/exclude', {
    person: ids['Yan'],
    from: 'star-2024',
    reason: 'a secret of star',
  });
  await must('star', 'people/readmit', { exclusion, reason: 'a secret kindness' });
  await must('boss', 'people/exclude', { person: ids['Zoe'], from: 'casino', reason: 'a secret of all' });
  await must('agm', 'people/recommend-exclusion', { person: ids['Wim'], reason: 'a secret thought' });
}, 120_000);
afterAll(async () => {
  await house.close();
  rmSync(house.data, { recursive: true, force: true });
});

const rowsOf = async (who: string, register: string): Promise<readonly (readonly string[])[]> => {
  const { status, body } = await gets(who, `/api/registers/${register}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows;
};

test.each([
  [
    ['boss', 'ida', 'watch'],
    ['table wharf', 'table yarra'],
  ],
  [['near', 'mixed', 'visitor', 'crown'], ['table wharf']],
  [['star'], ['table yarra']],
  [['agm'], []],
])('measures at tables, for %j: %j', async (readers, where) => {
  for (const who of readers) {
    const rows = await rowsOf(who, 'measures');
    expect(rows.map((row) => row[1]).sort(), who).toEqual(where);
    const csv = (await gets(who, '/api/registers/measures/csv')).body as string;
    for (const table of Object.keys(BOOKS))
      expect(csv.includes(`held at ${table}`), `${who} ${table}`).toBe(where.includes(`table ${table}`));
  }
});

const AT_WHARF = ['Wim', 'excluded', 'The game at wharf'];
const AT_YARRA = ['Yan', 'excluded', 'The game at yarra'];
const FROM_CROWN = ['Wim', 'excluded', 'The game: crown'];
const FROM_STAR = ['Yan', 'excluded', 'The game: star-2024'];
const LIFTED = ['Yan', 'lifted', ''];
const FROM_CASINO = ['Zoe', 'excluded', 'The casino'];
const RECOMMENDED = ['Wim', 'recommended', 'The casino'];
const KEPT = [AT_WHARF, AT_YARRA, FROM_CROWN, FROM_STAR, LIFTED, FROM_CASINO];

test.each([
  [
    ['boss', 'ida'],
    [...KEPT, RECOMMENDED],
  ],
  [['watch'], KEPT],
  [['near', 'mixed', 'visitor'], [AT_WHARF]],
  [['crown'], [AT_WHARF, FROM_CROWN]],
  [['star'], [AT_YARRA, FROM_STAR, LIFTED]],
  [['agm'], []],
])('exclusions, for %j: %j', async (readers, expected) => {
  for (const who of readers) {
    const rows = await rowsOf(who, 'exclusions');
    expect(
      rows.map((row) => row.slice(1, 4)),
      who,
    ).toEqual(expected);
  }
});

test('why somebody was excluded and by whom is for those to whom the people’s books are open', async () => {
  const why = async (who: string) =>
    (await rowsOf(who, 'exclusions'))
      .filter((row) => !String(row[3]).startsWith('The game at'))
      .map((row) => [row[4], row[6]]);
  expect(await why('watch')).toEqual([
    ['', ''],
    ['', ''],
    ['', ''],
    ['', ''],
  ]);
  expect(await why('crown')).toEqual([['a secret of crown', 'crown']]);
  expect(await why('star')).toEqual([
    ['a secret of star', 'star'],
    ['a secret kindness', 'star'],
  ]);
  expect(await why('ida')).toContainEqual(['a secret thought', 'agm']);
  // What happened at a table its watchers saw.
  const [atWharf] = await rowsOf('near', 'exclusions');
  expect(atWharf?.[4]).not.toBe('');
  expect(atWharf?.[6]).toBe('crown');
});

test('star 10.10.1: refused claims are for those who manage the book of the promotion', async () => {
  const promotion = (book: string, name: string) => ({
    title: book,
    book,
    claims: {
      'C-1': {
        name,
        address: `where ${name} lives`,
        value: 50_000,
        refusal: { kept: true, at: 1_790_000_000_000, reason: 'passed on', by: ids['boss'] },
      },
    },
  });
  const promotions = { spring: promotion('star-2024', 'Sal'), autumn: promotion('aruze', 'Ari') };
  const claimants = async (who: string) => {
    const reader = await house.people.get(ids[who] as string);
    if (!reader) throw new Error(`no ${who}`);
    const { rows } = await makeRegister('denied-claims', {
      reader,
      part: partOf(house.house, reader, postsFor('denied-claims')),
      matters: <State>() =>
        Object.entries(promotions as unknown as Record<string, Promotion>) as unknown as [string, State][],
      log: async function* () {},
      nameOf: (id) => id,
      bookOf: () => null,
    });
    return rows.map((row) => row[3]);
  };
  expect(await claimants('boss')).toEqual(['Sal', 'Ari']);
  expect(await claimants('ida')).toEqual(['Sal', 'Ari']);
  expect(await claimants('star')).toEqual(['Sal']);
  expect(await claimants('agm')).toEqual(['Ari']);
  expect(await claimants('crown')).toEqual([]);
  expect(await claimants('visitor')).toEqual([]);
});

test('a notice is for who wrote it, who manages its book, and who reads all of the house', async () => {
  const notice = { to: 'NICC', about: 'a device', says: 'found at the rail' };
  const houses = (await must('boss', 'duties/notify', notice)).number as string;
  const crowns = (await must('crown', 'duties/notify', notice)).number as string;
  await until(() => Object.keys(duties().months).length > 0, 'a report of a month', 20_000);
  const [month] = Object.keys(duties().months);
  await must('boss', 'duties/review-report', { month });
  const report = (await must('boss', 'duties/send-report', { month, how: 'by mail' })).number as string;

  const readable = async (who: string) => {
    const found: string[] = [];
    for (const number of [houses, crowns, report]) {
      const { status, body } = await gets(who, `/api/notices/${number}`);
      if (status === 200) found.push(number);
      else expect([status, body.refused.message], who).toEqual([403, expect.stringMatching(/^number: /)]);
    }
    return found;
  };
  for (const who of ['boss', 'ida']) expect(await readable(who), who).toEqual([houses, crowns, report]);
  for (const who of ['crown', 'crown-two']) expect(await readable(who), who).toEqual([crowns]);
  expect(await readable('star')).toEqual([report]);
  for (const who of ['agm', 'visitor']) expect(await readable(who), who).toEqual([]);
  expect((await gets('crown', '/api/notices/N-99')).status).toBe(404);
});
