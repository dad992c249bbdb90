// Practice tables: anybody may have the dice there, nobody anything else, and no money but play money.
import { faultInPractice, OFFICES, type Person, seesAsCrew, whyNot } from '@boxperson/offices';
import { type Command, RULEBOOK_IDS, RULEBOOKS, type Table, VERBS } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clock, SYSTEM_CLOCK } from '../src/clock.js';
import { account, DEMONSTRATION, houseConfig } from '../src/index.js';
import { LASTING } from '../src/people/sessions.js';
import { COMING_VERBS } from '../src/tables/access.js';
import { Attendance } from '../src/tables/practice.js';
import { AtTable } from './support/at-table.js';
import { comeAsGuest, until } from './support/client.js';
import { openTestHouse, type TestHouse } from './support/house.js';
import { call, Line } from './support/http.js';
import { deskOf } from './support/people.js';

const LIMITS = { default: { min: 500, max: 100_000 } };
const PRACTICE = { crew: { stickperson: 'people' }, dice: 'called', practice: true } as const;
const table = (id: string, rulebook: string, more: object = {}) => ({
  id,
  name: id,
  settings: { rulebook, seats: 8, limits: LIMITS },
  ...more,
});

test('whoever asks on after they were relieved is forgotten when they cannot be a trainee any more', () => {
  let elapsed = 0;
  const attendance = new Attendance({ ...SYSTEM_CLOCK, elapsed: () => elapsed });
  const heard = (id: string) => attendance.heard({ id, kind: 'trainee' });
  heard('t-1');
  attendance.forget('t-1');
  heard('t-1');
  elapsed = LASTING.trainee.ms / 2;
  heard('t-2');
  elapsed = LASTING.trainee.ms + 1;
  heard('t-3');
  expect(attendance.silence('t-2')).toBe(LASTING.trainee.ms / 2 + 1);
  // As if nobody had ever heard of them.
  expect(attendance.silence('t-1')).toBe(0);
});

describe('which table may be for practice', () => {
  const fault = (book: keyof typeof RULEBOOKS, crew: object | string, dice: string) =>
    faultInPractice({ practice: true, crew: crew as never, dice }, RULEBOOKS[book]);

  test('one with called dice, where a person calls the total and nobody has more in hand', () => {
    expect(fault('star', { stickperson: 'people' }, 'called')).toBeNull();
    expect(fault('star', { stickperson: 'people', dealer: 'people' }, 'called')).toBeNull();
    expect(fault('crown-mini', { dealer: 'people' }, 'called')).toBeNull();
    expect(fault('adelaide', { stickman: 'people' }, 'called')).toBeNull();
    expect(fault('star', { stickperson: 'people' }, 'random')).toContain('dice must be called');
    expect(fault('star', { dealer: 'people' }, 'called')).toContain('{"stickperson": "people"}');
    expect(fault('star', 'people', 'called')).toContain('by position');
    expect(fault('star', { stickperson: 'people', boxperson: 'people' }, 'called')).toContain(
      'a boxperson may',
    );
    expect(fault('aruze', { 'electronic-gaming-attendant': 'people' }, 'called')).toContain('no crew to be');
    expect(faultInPractice({ practice: false, crew: 'people', dice: 'random' }, RULEBOOKS.star)).toBeNull();
  });

  test('the demonstration house has one, and a manager opens no other kind', async () => {
    const practice = DEMONSTRATION.tables.filter((one) => one.practice);
    expect(practice.map(({ id }) => id)).toEqual(['rehearsal']);
    for (const { crew, dice, settings } of practice)
      expect(
        faultInPractice({ practice: true, crew, dice }, RULEBOOKS[settings['rulebook'] as 'star']),
      ).toBeNull();
  });
});

let house: TestHouse;
/** The house's clock runs ahead of the world's: nobody waits. */
let ahead = 0;
const clock: Clock = {
  ...SYSTEM_CLOCK,
  now: () => SYSTEM_CLOCK.now() + ahead,
  elapsed: () => SYSTEM_CLOCK.elapsed() + ahead,
};
const MINUTE = 60_000;
beforeAll(async () => {
  const config = houseConfig.parse({
    tables: [
      table('practice', 'star', PRACTICE),
      table('second', 'star', PRACTICE),
      table('resting', 'adelaide', { ...PRACTICE, crew: { stickman: 'people' } }),
      table('real', 'star', { crew: { stickperson: 'people' }, dice: 'called' }),
      table('strange', 'star', { ...PRACTICE, dice: 'random', crew: 'automatic' }),
    ],
  });
  // Nobody looks but the test.
  house = await openTestHouse({ config, clock, practice: { look: 3_600_000 }, onError: () => {} });
});
afterAll(() => house.remove());

interface Came {
  readonly token: string;
  readonly person: { readonly id: string; readonly kind: string; readonly name: string };
  readonly practice: { readonly table: string; readonly roles: readonly string[] };
  readonly expiresAt: number;
}
const come = (id: string) => call(house.url, 'POST', '/api/practice', { body: { table: id } });
const tableAt = (id: string): Table => house.house.host(id)?.table as Table;
const onDuty = (id: string) => tableAt(id).staff.filter(({ person }) => !person.startsWith('auto-'));

/** Somebody who practises, at the other end of a connection. */
async function trainee(id: string) {
  const { status, body } = await come(id);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const came = body as Came;
  const at = await AtTable.come(house.url, id, { id: came.person.id, token: came.token });
  const by = { role: came.practice.roles[0] as string, id: came.person.id };
  return { ...came, at, by, tries: (command: Command) => at.do({ by, ...command }) };
}
type Trainee = Awaited<ReturnType<typeof trainee>>;
let stick: Trainee;

test('a table that cannot be for practice does not open, and says why', () => {
  expect(house.house.stopped().find(({ id }) => id === 'strange')?.why).toContain('dice must be called');
});

test('a newcomer is at the stick with one call: a name that says what they are, an end, nothing else', async () => {
  stick = await trainee('practice');
  expect(stick.person).toMatchObject({ kind: 'trainee', name: expect.stringMatching(/ \(trainee\)$/) });
  expect(stick.practice).toEqual({ table: 'practice', roles: ['stickperson'] });
  expect(stick.expiresAt - clock.now()).toBeLessThanOrEqual(LASTING.trainee.ms);
  expect(onDuty('practice')).toEqual([{ person: stick.person.id, role: 'stickperson' }]);
  const { body } = await call(house.url, 'GET', '/api/me', { token: stick.token });
  expect(body).toMatchObject({ wallet: 0, practice: stick.practice });
  expect(body).not.toHaveProperty('roles');
  const lobby = (await call(house.url, 'GET', '/api/tables')).body as { id: string; practice?: object }[];
  expect(lobby.map(({ id, practice }) => [id, practice])).toEqual([
    ['practice', { taken: true }],
    ['second', { taken: false }],
    ['resting', { taken: false }],
    ['real', undefined],
  ]);
});

test('there is one at a time; other tables are no practice tables, and the nearest is named', async () => {
  expect(await come('practice')).toMatchObject({ status: 409, body: { refused: { code: 'taken' } } });
  for (const id of ['real', '../house']) {
    const { status, body } = await come(id);
    expect([status, body.refused.message]).toEqual([
      404,
      expect.stringContaining('there is practice, second'),
    ]);
  }
  expect((await call(house.url, 'POST', '/api/practice', { body: {} })).body.refused.message).toContain(
    'table',
  );
});

test('they run a hand: offer, call; the automatic dealers settle it', { timeout: 30_000 }, async () => {
  const guest = await comeAsGuest(house.url, 'Gus');
  const gus = await AtTable.come(house.url, 'practice', guest);
  await gus.must({ do: 'sit', seat: 1, bankroll: 10_000 });
  await gus.must({ do: 'bet', player: 'Gus', wager: 'pass', amount: 500 });
  await stick.at.must({ do: 'offer', by: stick.by });
  await gus.must({ do: 'accept', player: 'Gus', dice: ['1a', '1b'] });
  await gus.must({ do: 'throw', player: 'Gus' });
  await stick.at.must({ do: 'roll', dice: [3, 4], by: stick.by });
  await until(() => tableAt('practice').phase === 'betting', 'settled by the automatic dealers');
  await gus.must({ do: 'pass', player: 'Gus' });
  gus.line.close();
});

test('no money but play money: no player of the house, no chips for cash, whoever asks', async () => {
  const pia = await deskOf(house).registerPlayer({ name: 'Pia', card: 'C-1001', pin: '471147' });
  if (pia.kind !== 'ok') throw new Error(JSON.stringify(pia));
  const signedIn = await house.people.signInPlayer('C-1001', '471147', '127.0.0.1');
  if (signedIn.kind !== 'ok') throw new Error('no Pia');
  const at = await AtTable.come(house.url, 'practice', { id: pia.person.id, token: signedIn.token });
  expect(await at.do({ do: 'sit', seat: 2, bankroll: 0 })).toMatchObject({
    t: 'refused',
    refused: { code: 'not-allowed', message: expect.stringContaining('play money') },
  });
  at.line.close();
  const chips = { do: 'sit', seat: 2, bankroll: 0, chips: true, card: 'C-1001' };
  expect(await stick.tries(chips)).toMatchObject({ t: 'refused', refused: { code: 'not-allowed' } });
  const staff = await deskOf(house).registerStaff({
    name: 'Sam',
    login: 'sam',
    password: 'stick and bowl 7',
    roles: [{ rulebook: 'star', role: 'boxperson' }],
  });
  if (staff.kind !== 'ok') throw new Error('no Sam');
  const sam = await house.people.signInStaff('sam', 'stick and bowl 7', '127.0.0.1');
  if (sam.kind !== 'ok') throw new Error('no Sam');
  const box = await AtTable.come(house.url, 'practice', { id: sam.person.id, token: sam.token });
  await box.must({ do: 'staff', person: sam.person.id, role: 'boxperson' });
  const by = { role: 'boxperson', id: sam.person.id };
  expect(await box.do({ ...chips, by })).toMatchObject({
    t: 'refused',
    refused: { message: expect.stringContaining('practice') },
  });
  await box.must({ do: 'staff-leave', person: sam.person.id });
  box.line.close();
  for (const name of [account.drop('practice'), account.chips('practice'), account.wallet(pia.person.id)])
    expect(await house.house.store.balance(name)).toBe(0);
});

describe('nobody who practises has any other power', () => {
  const FIELDS: Readonly<Record<string, Command>> = {
    staff: { role: 'stickperson' },
    roll: { dice: [1, 2] },
    bet: { player: 'Gus', wager: 'pass', amount: 500, oral: true },
    call: { player: 'Gus', wager: 'place', number: 6, to: 'on' },
    'no-answer': { player: 'Gus' },
    'find-die': { die: '1a' },
    'check-die': { die: '1a', sound: true },
    'lose-die': { die: '1a' },
    'no-roll': { ground: 'on-top' },
    'deal-lines': { lines: ['1/pass/Gus'] },
  };
  const AWAY = ['not-allowed', 'not-signed-in'];
  /** By hand, not from the code: the dice and the sheet. */
  const THEIRS = [
    'offer',
    'no-answer',
    'ask-line',
    'relieve',
    'find-die',
    'check-die',
    'lose-die',
    'no-more-bets',
    'roll',
    'correct-call',
    'no-roll',
    'settle',
    'deal-lines',
    'throw',
  ];

  test('at their table: the dice and the sheet, and no wager, sign or person', async () => {
    const allowed: string[] = [];
    for (const verb of Object.keys(VERBS)) {
      if (COMING_VERBS.includes(verb)) continue;
      const reply = await stick.tries({ do: verb, ...FIELDS[verb] });
      const isAway =
        reply.t === 'refused' && AWAY.includes(reply.refused.code) && reply.refused.clause === null;
      if (!isAway) allowed.push(verb);
    }
    expect(allowed.sort()).toEqual([...THEIRS].sort());
  });

  test('in no other role, for nobody else, at no other table, and with nothing of the crew’s to see there', async () => {
    const { id } = stick.person;
    expect(await stick.at.do({ do: 'staff', person: id, role: 'boxperson' })).toMatchObject({ t: 'refused' });
    expect(await stick.at.do({ do: 'offer', by: { role: 'gaming-manager', id } })).toMatchObject({
      t: 'refused',
    });
    expect(await stick.at.do({ do: 'staff-leave', person: 'auto-dealer', by: stick.by })).toMatchObject({
      t: 'refused',
    });
    for (const other of ['real', 'second', 'resting']) {
      const at = await AtTable.come(house.url, other, { id, token: stick.token });
      for (const command of [
        { do: 'staff', person: id, role: 'stickperson' },
        { do: 'offer', by: stick.by },
        { do: 'sit', seat: 1, bankroll: 0 },
      ])
        expect(await at.do(command), other).toMatchObject({
          t: 'refused',
          refused: { code: 'not-allowed', message: expect.stringContaining('another table') },
        });
      at.line.close();
    }
    const line = await Line.open(house.url, stick.token);
    const sees = async (name: string) => {
      await line.say({ t: 'watch', at: `table/${name}` });
      return (await line.hear(
        (message) => message.t === 'table' && message.at === `table/${name}`,
      )) as unknown as { sees: string };
    };
    expect((await sees('practice')).sees).toBe('all');
    expect((await sees('second')).sees).toBe('own');
    line.close();
  });

  test('in no office: not one verb, and no books', async () => {
    const person = (await house.people.get(stick.person.id)) as Person;
    const may = OFFICES.flatMap(({ name, verbs }) =>
      Object.entries(verbs).flatMap(([verb, { who }]) =>
        whyNot(who, person, { owner: person.id, table: { id: 'practice', rulebook: 'star' } }) === null
          ? [`${name} ${verb}`]
          : [],
      ),
    );
    expect(may).toEqual([]);
    for (const rulebook of RULEBOOK_IDS)
      expect(seesAsCrew(person, { id: 'real', rulebook }), rulebook).toBe(false);
    const asks = ['/api/people?kind=staff', '/api/proposals', '/api/tickets/1'];
    for (const path of asks)
      expect((await call(house.url, 'GET', path, { token: stick.token })).status, path).toBe(403);
    for (const [at, body] of [
      ['bots/want', { table: 'real', count: 1 }],
      ['cage/more-play-money', {}],
      ['people/sign-out', {}],
      ['people/set-password', { old: 'a', next: 'b' }],
    ] as const) {
      const answer = await call(house.url, 'POST', `/api/${at}`, {
        token: stick.token,
        body: { id: `no-${at.replace('/', '-')}`, ...body },
      });
      expect(answer.body.refused?.code, at).toBe('not-allowed');
    }
  });
});

describe('the table rests when nobody stands there', () => {
  test('whoever has gone quiet is relieved, keeps their session and may come again if it is free', async () => {
    const quiet = await trainee('second');
    await house.practice.look();
    ahead += 4 * MINUTE;
    await quiet.tries({ do: 'offer' });
    ahead += 4 * MINUTE;
    await house.practice.look();
    expect(onDuty('second'), 'heard of four minutes ago').toHaveLength(1);
    ahead += 2 * MINUTE;
    await house.practice.look();
    expect(onDuty('second'), 'six minutes without a word').toEqual([]);
    await quiet.at.must({ do: 'staff', person: quiet.person.id, role: 'stickperson' });
    await quiet.at.must({ do: 'staff-leave', person: quiet.person.id });
    const next = await trainee('second');
    expect(
      await quiet.at.do({ do: 'staff', person: quiet.person.id, role: 'stickperson' }),
      'nobody pushes in',
    ).toMatchObject({ t: 'refused', refused: { message: expect.stringContaining('Somebody else') } });
    for (const { at } of [quiet, next]) at.line.close();
  });

  test('a manager keeps one out, and the clock all of them', async () => {
    const one = await trainee('resting');
    await deskOf(house).do('disable', { person: one.person.id });
    expect((await call(house.url, 'GET', '/api/me', { token: one.token })).status).toBe(401);
    await house.practice.look();
    expect(onDuty('resting')).toEqual([]);
    const two = await trainee('resting');
    ahead += LASTING.trainee.ms - MINUTE;
    await two.tries({ do: 'offer' });
    await house.practice.look();
    expect(onDuty('resting')).toHaveLength(1);
    ahead += 2 * MINUTE;
    expect((await call(house.url, 'GET', '/api/me', { token: two.token })).status).toBe(401);
    expect(await two.tries({ do: 'offer' })).toMatchObject({ refused: { code: 'not-signed-in' } });
    await house.practice.look();
    expect(onDuty('resting')).toEqual([]);
    two.at.line.close();
  });

  test('an address gets so many, and is told to wait', async () => {
    const statuses = new Set<number>();
    for (let tries = 0; tries < 12; tries++) statuses.add((await come('nowhere')).status);
    expect(statuses.has(429)).toBe(true);
  });
});
