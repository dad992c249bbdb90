// For more than $10,000 nobody agrees to what was proposed by whoever let them in, however long ago: also where no
// amount is said and nothing is booked yet, as for terms that promise it, and beside a table, where its books book nothing.
import type { Person, PostName, Promotion, Tournament } from '@boxperson/offices';
import { TOURNAMENTS } from '@boxperson/offices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { House } from '../../src/house.js';
import { houseConfig } from '../../src/index.js';
import type { Done } from '../../src/office/once.js';
import { openEmbeddedStore, type Store } from '../../src/store/store.js';
import { removeFolders, storeFolder } from '../store/folders.js';

const DAY = 86_400_000;
const POSTS: readonly PostName[] = ['manager', 'pit-supervisor', 'cashier'];
const staff = (id: string, letInBy?: string): Person => ({
  id,
  kind: 'staff',
  name: id,
  posts: POSTS.map((post) => ({ post, tables: '*' as const })),
  createdAt: 0,
  ...(letInBy === undefined ? {} : { made: { by: [letInBy], at: Date.now() - 31 * DAY } }),
});
const PEOPLE = new Map(
  [staff('ann'), staff('xan', 'ann'), staff('bob'), staff('cid')].map((person) => [person.id, person]),
);

let store: Store;
let house: House;
beforeAll(async () => {
  store = await openEmbeddedStore(storeFolder());
  house = await House.open({
    store,
    config: houseConfig.parse({
      tables: [
        {
          id: 'quay',
          name: 'Quay',
          settings: { rulebook: 'star', limits: { default: { min: 500, max: 100_000 } } },
          crew: 'people',
          dice: 'called',
        },
      ],
    }),
    person: async (id) => PEOPLE.get(id) ?? null,
  });
}, 120_000);
afterAll(async () => {
  await house.close();
  removeFolders();
});

const booksOf = <Books>(at: string): Books => house.offices.host(at)?.state as Books;

let asked = 0;
const asks = (who: string, at: string, verb: string, body: object = {}): Promise<Done> =>
  house.admission.submit(PEOPLE.get(who) as Person, {
    id: `second-money-${++asked}`,
    at,
    command: { do: verb, ...body },
  });
async function done(who: string, at: string, verb: string, body: object = {}): Promise<object> {
  const answer = await asks(who, at, verb, body);
  if (!answer.ok) throw new Error(`${at} ${verb}: ${JSON.stringify(answer.refused)}`);
  return answer.answer ?? {};
}

/** Proposed by Ann; what is said to whoever agrees. Of more than $10,000 Xan never may, and Bob may. */
async function proposes(at: string, verb: string, body: object = {}) {
  const { proposal } = (await done('ann', at, verb, body)) as { proposal?: string };
  expect(proposal, `${at} ${verb} takes two`).toBeDefined();
  return (who: string) => asks(who, 'proposals', 'confirm', { proposal });
}
async function isMuch(at: string, verb: string, body: object = {}): Promise<void> {
  const agrees = await proposes(at, verb, body);
  expect(await agrees('xan'), `${at} ${verb}`).toMatchObject({
    ok: false,
    refused: { code: 'second-person', message: expect.stringContaining('for so much money') },
  });
  expect(await agrees('bob'), `${at} ${verb}`).toMatchObject({ ok: true });
}
async function isLittle(at: string, verb: string, body: object = {}): Promise<void> {
  const agrees = await proposes(at, verb, body);
  expect(await agrees('xan'), `${at} ${verb}`).toMatchObject({ ok: true });
}

const chips = (count: number) => ({ chips: [{ chip: 10_000, count }] });

test('what is counted into a tray and out of it, and what should have been there', async () => {
  const float = 'float/quay';
  await isLittle(float, 'open', chips(100));
  await isLittle(float, 'close', chips(100));
  await isLittle(float, 'undo-close', { reason: 'a slip' });
  await isLittle(float, 'close', chips(100));
  await isMuch(float, 'open', chips(101));
  // Too little is counted: what is missing is as much.
  await isMuch(float, 'close', chips(1));
  await isMuch(float, 'undo-close', { reason: 'counted wrong' });
  await isMuch(float, 'close', chips(101));
});

test('what is found in a drop box', async () => {
  const float = 'float/quay';
  for (const _box of ['B-1', 'B-2']) await isLittle(float, 'take-box');
  await isLittle(float, 'count-box', { box: 'B-1', cash: 600_000, vouchers: 400_000 });
  await isMuch(float, 'count-box', { box: 'B-2', cash: 600_000, vouchers: 400_001 });
});

test('what the terms of a tournament promise', async () => {
  const at = 'tournaments/cup';
  await done('ann', at, 'plan', { name: 'Cup', startsAt: Date.now() + 30 * DAY });
  const { draft: made } = booksOf<Tournament>(at);
  const pool = { ...made?.pool, guaranteed: 100_000_000 };
  await done('ann', at, 'draft-terms', { terms: { pool, fees: { ...made?.fees, money: 'real' } } });
  const { standing } = TOURNAMENTS.verbs['publish-terms'] ?? {};
  await isMuch(at, 'publish-terms', standing?.(booksOf<Tournament>(at)) ?? {});
});

const prize = { id: 'first', name: 'Money', kind: 'money', value: 1_000_000 };
const termsWith = (prizes: readonly object[]) => {
  const startsAt = Date.now() + DAY + 60_000;
  return {
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
    prizes,
  };
};

test('and those of a promotion, submitted and changed, in however many prizes', async () => {
  const at = 'promotions/spring';
  const terms = termsWith([{ ...prize, count: 1_000 }]);
  await done('ann', at, 'draft', { title: 'Spring', book: 'star', terms });
  await isMuch(at, 'submit', { reference: 'L-1', version: 1 });
  expect(booksOf<Promotion>(at).stage).toBe('submitted');
  // What is left out of a body is what its schema says: one of each, here.
  const host = house.offices.host(at);
  const prizes = [prize, { ...prize, id: 'second' }];
  const body = { terms: { ...terms, prizes }, reason: 'two of them' };
  const amends = (said: object) => ({ do: 'amend', body: said, by: null });
  expect(await host?.takesTwo(amends(body))).toBe(true);
  expect(await host?.isAbout(amends(body))).toBe(2_000_000);
  const one = { ...body, terms: { ...terms, prizes: [prize] } };
  expect(await host?.takesTwo(amends(one))).toBe(false);
});

test('in however many promotions: what one person promised alone counts together', async () => {
  const names = ['east', 'west', 'north'].map((name) => `promotions/${name}`);
  for (const at of names)
    await done('ann', at, 'draft', { title: at, book: 'star', terms: termsWith([prize]) });
  const stages = () => names.map((at) => booksOf<Promotion>(at).stage);
  // Asked for at once, one of them is the first.
  const asked = await Promise.all(
    names.slice(0, 2).map((at) => asks('ann', at, 'submit', { reference: 'L-1', version: 1 })),
  );
  expect(stages().sort()).toEqual(['draft', 'draft', 'submitted']);
  for (const answer of asked) if (!answer.ok) expect(answer.refused).toMatchObject({ code: 'second-person' });
  await isMuch('promotions/north', 'submit', { reference: 'L-1', version: 1 });
  const left = names.find((at) => booksOf<Promotion>(at).stage === 'draft') ?? '';
  await isMuch(left, 'submit', { reference: 'L-1', version: 1 });
  expect(stages()).toEqual(['submitted', 'submitted', 'submitted']);
  const alone = names.flatMap((at) => booksOf<Promotion>(at).alone ?? []);
  expect(alone).toMatchObject([{ by: 'ann', amount: 1_000_000 }]);
});

/** Drafts terms that promise so much in a tournament; how they are published. */
async function drafted(who: string, name: string, guaranteed: number) {
  const at = `tournaments/${name}`;
  await done(who, at, 'plan', { name, startsAt: Date.now() + 30 * DAY });
  const { draft: made } = booksOf<Tournament>(at);
  const terms = { pool: { ...made?.pool, guaranteed }, fees: { ...made?.fees, money: 'real' } };
  await done(who, at, 'draft-terms', { terms });
  return [at, 'publish-terms', { draft: booksOf<Tournament>(at).drafted }] as const;
}

test('and in tournaments beside them', async () => {
  // Ann has promised as much as one person does, in promotions.
  await isMuch(...(await drafted('ann', 'small', 100)));
  expect(booksOf<Tournament>('tournaments/small').alone).toBeUndefined();
  expect(await done('bob', ...(await drafted('bob', 'first', 600_000)))).toMatchObject({ version: 1 });
  expect(booksOf<Tournament>('tournaments/first').alone).toMatchObject([{ by: 'bob', amount: 600_000 }]);
  expect(await done('bob', ...(await drafted('bob', 'second', 400_000)))).toMatchObject({ version: 1 });
  const [at, verb, body] = await drafted('bob', 'third', 1);
  expect(await done('bob', at, verb, body)).toHaveProperty('proposal');
  expect(booksOf<Tournament>(at).versions).toEqual([]);
});

test('also where both are asked for at once: each is decided when the other is stored', async () => {
  const summer = 'promotions/summer';
  const terms = termsWith([{ ...prize, value: 900_000 }]);
  await done('cid', summer, 'draft', { title: 'Summer', book: 'star', terms });
  const publish = await drafted('cid', 'fourth', 900_000);
  await Promise.all([
    asks('cid', summer, 'submit', { reference: 'L-1', version: 1 }),
    asks('cid', ...publish),
  ]);
  const alone = [
    ...(booksOf<Promotion>(summer).alone ?? []),
    ...(booksOf<Tournament>(publish[0]).alone ?? []),
  ];
  expect(alone).toMatchObject([{ by: 'cid', amount: 900_000 }]);
});
