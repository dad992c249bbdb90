// A promotion in a real house: drafted, submitted, played for, drawn by a checkpoint of the record before a scrutineer,
// won, told, claimed and paid; with the house shut and opened again on the way, days later each time.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  account,
  type DrawFile,
  faultsInDraw,
  type HeldPost,
  type Promotion,
  readDrawFile,
  sealOf,
} from '@boxperson/offices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openSource,
  parsePublicKey,
  readCheckpoint,
  readEmbeddedStore,
  tidyNote,
  verifyRecord,
} from '../../src/index.js';
import { comeAsGuest, until } from '../support/client.js';
import { SetClock } from '../support/clock.js';
import { openTestHouse, SIX, type TestHouse } from '../support/house.js';
import { call, command } from '../support/http.js';
import { deskOf } from '../support/people.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const PASSWORD = 'hard eight easy six';
const AT = 'promotions/spring';

const clock = new SetClock();
let house: TestHouse;
const tokens: Record<string, string> = {};
const ids: Record<string, string> = {};

const open = async (data?: string) => {
  house = await openTestHouse({
    clock,
    config: { ...SIX, promotions: { prescribed: ['fireworks'] } },
    ...(data ? { data } : {}),
  });
};
/** Shut, and opened again so much later. */
async function later(ms: number): Promise<void> {
  const { data } = house;
  await house.close();
  clock.set += ms;
  await open(data);
  for (const login of Object.keys(ids)) await signIn(login);
}

async function signIn(login: string): Promise<void> {
  const { body } = await call(house.url, 'POST', '/api/sign-in', { body: { login, password: PASSWORD } });
  tokens[login] = body.token as string;
}
async function hire(login: string, post: HeldPost['post']) {
  const posts: readonly HeldPost[] = [{ post, tables: '*' }];
  const made = await deskOf(house).registerStaff({
    name: login,
    login,
    password: PASSWORD,
    roles: [],
    posts,
  });
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  ids[login] = made.person.id;
  await signIn(login);
}

const asks = (who: string, verb: string, body: object = {}) =>
  command(house.url, tokens[who] ?? null, `${AT}/${verb}`, body);
const done = async (who: string, verb: string, body: object = {}) => {
  const answer = await asks(who, verb, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const books = () => house.house.offices.host(AT)?.state as Promotion;
const reads = (token: string | null = null) => call(house.url, 'GET', `/api/matters/${AT}`, { token });
const stageIs = (stage: string) => until(() => books().stage === stage, `stage ${stage}`, 20_000);

beforeAll(async () => {
  await open();
  await hire('boss', 'manager');
  await hire('chief', 'manager');
  await hire('cage', 'cashier');
  await hire('relief', 'cashier');
  await hire('scrutineer', 'scrutineer');
}, 120_000);
afterAll(() => rmSync(house.data, { recursive: true, force: true }));

test('from the draft to the prize in the winner’s hands', async () => {
  const startsAt = clock.now() + DAY + MINUTE;
  const closesAt = startsAt + 2 * DAY;
  const terms = {
    awarded: 'By a draw from all entries',
    awardedWhere: 'On the main floor',
    eligibility: 'Everybody who plays',
    minimumWager: 'Two decided wagers',
    nature: 'A car, or money, without reservation',
    place: 'The main floor',
    startsAt,
    closesAt,
    drawAt: closesAt + 5 * MINUTE,
    claiming: 'At the cage',
    notified: 'By telephone',
    published: 'On the board',
    marketing: 'Win a car. Terms and conditions at the cage.',
    prizes: [{ id: 'first', name: 'Money', kind: 'money', value: 1_500_000 }],
    open: 'players-and-guests',
    rules: [{ id: 'played', kind: 'decisions', every: 2, most: 3, tables: ['aruze'] }],
  };
  // Nobody but a manager begins one, and what is not there cannot be entered.
  expect((await asks('cage', 'draft', { title: 'Spring', book: 'aruze', terms })).body.refused.code).toBe(
    'not-allowed',
  );
  expect((await asks('boss', 'submit', { reference: 'L-1' })).body.refused.code).toBe('not-found');
  const fireworks = [{ ...terms.prizes[0], kind: 'goods', name: 'A box of fireworks' }];
  await done('boss', 'draft', { title: 'Spring', book: 'aruze', terms: { ...terms, prizes: fireworks } });
  expect((await asks('boss', 'draft', { title: 'Spring', book: 'aruze', terms })).body.refused.code).toBe(
    'taken',
  );
  expect((await asks('boss', 'submit', { reference: 'L-1' })).body.refused).toMatchObject({
    clause: '5.5.5',
  });
  expect((await reads()).status).toBe(404);
  await done('boss', 'redraft', { title: 'Spring', terms });
  // More than $10,000 is promised by two, who have read the same.
  const { proposal } = await done('boss', 'submit', { reference: 'L-1', version: 2 });
  expect(books().stage).toBe('draft');
  const agreed = await command(house.url, tokens['chief'] ?? null, 'proposals/confirm', { proposal });
  expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
  expect((await reads()).body.books.terms.awarded).toContain('draw');
  const listed = await call(house.url, 'GET', '/api/matters/promotions');
  expect(listed.body.matters).toMatchObject([{ matter: 'spring', books: { stage: 'submitted' } }]);

  await later(DAY + 2 * MINUTE);
  await stageIs('running');
  expect(await house.house.store.balance(account.prizes(books().id))).toBe(1_500_000);

  // A guest plays at a terminal, and the record earns them entries.
  const guest = await comeAsGuest(house.url);
  const play = (verb: string, body: object) => command(house.url, guest.token, `table/aruze/${verb}`, body);
  const patient = async (what: string, isSo: () => Promise<boolean>) => {
    for (const end = Date.now() + 60_000; !(await isSo()); await sleep(100))
      if (Date.now() > end) throw new Error(`waited for ${what}`);
  };
  await patient('a seat', async () => (await play('sit', { seat: 1, bankroll: 50_000 })).status === 200);
  const player = house.house.host('aruze')?.table.game.players[0]?.name;
  await patient('entries by play', async () => {
    await play('bet', { player, wager: 'field', amount: 500 });
    return books().entries.count >= 2;
  });
  const own = (await reads(guest.token)).body.books.own.entries;
  expect(own[0]).toMatchObject({ entry: 'E-1', how: 'play', earnt: { rule: 'played', nth: 1 } });
  const [seq] = own[0].earnt.events as number[];
  const [line] = await house.house.store.readLog((seq ?? 0) - 1, 1);
  expect(line).toMatchObject({ stream: 'table/aruze' });
  expect(line?.body).toContain('"event":"rolled"');

  await later(3 * DAY);
  await stageIs('frozen');
  expect((await asks('guest', 'enter')).status).not.toBe(200);
  await done('boss', 'nominate', { scrutineer: ids['scrutineer'] });
  await done('scrutineer', 'sign-before', { hash: books().frozen?.hash, seal: sealOf('magpie') });
  await later(2 * MINUTE);
  await stageIs('called');
  expect((await asks('boss', 'draw')).body.refused).toMatchObject({ clause: '5.2' });
  await done('scrutineer', 'open-seal', { word: 'magpie' });
  await house.record.checkpointNow();
  await done('boss', 'draw');
  const draw = (await reads()).body.books.draw as DrawFile;
  expect(faultsInDraw(draw)).toEqual([]);
  // The first one from the call on, although there are later ones by now.
  await house.record.checkpointNow();
  expect(draw.checkpoint).toBe((await house.record.checkpointSince(draw.calledAt))?.note);

  await done('scrutineer', 'sign-after', { hash: (await reads()).body.books.resultHash });
  await done('boss', 'publish', { where: 'on the board' });
  await done('cage', 'attempt', { award: 'A-1', way: 'face-to-face', reached: true, note: 'at the cage' });
  const claim = { award: 'A-1', name: 'Gus Guest', address: '1 Quay St' };
  const ways = [
    { way: 'cash', amount: 500_000 },
    { way: 'transfer', amount: 1_000_000 },
  ];
  const claimed = await command(house.url, guest.token, `${AT}/claim`, { ...claim, ways });
  expect(claimed.body).toMatchObject({ claim: 'C-1' });
  expect((await asks('boss', 'pay', { claim: 'C-1' })).body.refused.code).toBe('not-allowed');
  // Cash comes out of a drawer that two have counted.
  expect((await asks('cage', 'pay', { claim: 'C-1' })).body.refused.message).toContain('drawer is closed');
  await command(house.url, tokens['cage'] ?? null, 'drawers/open', {
    cash: [{ note: 10_000, count: 60 }],
  });
  const [waiting] = (await call(house.url, 'GET', '/api/proposals', { token: tokens['relief'] ?? null }))
    .body;
  await command(house.url, tokens['relief'] ?? null, 'proposals/confirm', { proposal: waiting.id });
  await done('cage', 'pay', { claim: 'C-1' });
  expect(await house.house.store.balance(account.drawer(ids['cage'] ?? ''))).toBe(500_000 - 600_000);
  expect(await house.house.store.balance(account.prizes(books().id))).toBe(0);
  expect(await house.house.store.balance(account.transfers)).toBe(1_000_000);

  // A dispute is a case that opens itself, and the archive waits for it.
  const disputed = await command(house.url, guest.token, `${AT}/dispute`, { about: 'one entry is missing' });
  const name = disputed.body.case as string;
  const hear = (verb: string, body: object) =>
    command(house.url, tokens['boss'] ?? null, `cases/${name}/${verb}`, body);
  await patient('a case', async () => house.house.offices.host(`cases/${name}`) !== null);
  expect((await asks('boss', 'archive')).body.refused.message).toContain(name);
  const theirs = await call(house.url, 'GET', `/api/matters/cases/${name}`, { token: guest.token });
  expect(theirs.body.books).toMatchObject({ title: 'Dispute about a promotion', next: 'Casino operator' });
  expect((await hear('close', { says: 'done' })).body.refused.clause).toBe('5.11');
  await hear('decide', { finds: 'dismissed', reasons: 'The record shows all of them.' });
  expect((await hear('close', { says: 'done' })).body.refused.clause).toBe('5.11');
  await hear('advise', { how: 'by letter' });
  expect((await hear('close', { says: 'heard' })).status).toBe(200);
  await done('boss', 'archive');

  // A stranger with the file and the key: the house signed the checkpoint that decided it.
  const published = readDrawFile((await reads()).body);
  expect(published).toEqual(draw);
  const key = parsePublicKey(((await call(house.url, 'GET', '/api/record/key')).body as string).trim());
  const signed = (note: string) => readCheckpoint(tidyNote(note), key ? [key] : []).ok;
  expect(signed(draw.checkpoint)).toBe(true);
  expect(signed(draw.checkpoint.replace(/\n\d+\n/, '\n999\n'))).toBe(false);

  // And the whole record: what was set aside and paid follows from the events.
  await house.close();
  const source = await openSource(await readEmbeddedStore(house.data));
  const report = await verifyRecord(source).finally(() => source.close());
  expect(report.faults).toEqual([]);
}, 240_000);
