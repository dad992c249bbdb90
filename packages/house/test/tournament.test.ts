// A whole tournament in a running house: three tables, people who bet, the automatic crew, a crash in the middle of a
// round, the books and the ledger afterwards.
import { randomBytes } from 'node:crypto';
import { account, lockOf, type Person, type Tournament, template } from '@boxperson/offices';
import type { Command } from '@boxperson/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseConfig } from '../src/index.js';
import { QuickCup } from '../src/tournaments/quick.js';
import { openTestHouse, type TestHouse } from './support/house.js';
import { call } from './support/http.js';
import { deskOf } from './support/people.js';

const LIMITS = { default: { min: 500, max: 100_000 } };
const CUPS = ['cup-1', 'cup-2', 'cup-3'];
const config = houseConfig.parse({
  tables: CUPS.map((id) => ({
    id,
    name: id,
    settings: { rulebook: 'crown', seats: 8, limits: LIMITS, tournament: true },
  })),
});

let house: TestHouse;
let director: Person;
let manager: Person;
let cashier: Person;
const guests: Person[] = [];
let asked = 0;

const AT = 'tournaments/autumn';
const ask = (by: Person, at: string, command: Command) =>
  house.house.admission.submit(by, { id: `tournament-${++asked}`, at, command });

async function must(by: Person, command: Command, at = AT): Promise<void> {
  const done = await ask(by, at, command);
  if (!done.ok) throw new Error(`${String(command['do'])}: ${JSON.stringify(done.refused)}`);
}

const books = (): Tournament => house.house.offices.host(AT)?.told.state as Tournament;
const tableOf = (id: string) =>
  house.house.host(id)?.table as NonNullable<ReturnType<TestHouse['house']['host']>>['table'];

async function staff(name: string, post: 'tournament-director' | 'manager' | 'cashier'): Promise<Person> {
  const made = await deskOf(house).registerStaff({
    name,
    login: name.toLowerCase(),
    password: 'hard eight easy six',
    roles: [],
    posts: [{ post, tables: '*' }],
  });
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  return made.person as Person;
}

const STARTS = Date.now() + 86_400_000;
const TERMS = {
  ...template(STARTS),
  fees: { entry: 1_000, buyIn: 5_000, reBuy: 0, addOn: 0, money: 'play' },
  players: { fewest: 2, most: 12 },
  rounds: { ...template(STARTS).rounds, rolls: 3 },
  tablesPerRound: { seats: 4, books: ['crown'] },
  offers: ['secret'],
  secret: { perRound: 1, unopened: 0, says: 'On your own screen.' },
};

beforeAll(async () => {
  house = await openTestHouse({ config });
  director = await staff('Irene', 'tournament-director');
  manager = await staff('Max', 'manager');
  cashier = await staff('Cleo', 'cashier');
  for (let n = 0; n < 9; n += 1) {
    const guest = await house.people.createGuest();
    if (guest.kind !== 'ok') throw new Error(guest.kind);
    guests.push(guest.person as Person);
  }
  for (const guest of guests) await must(guest, { do: 'more-play-money' }, 'cage');
}, 240_000);
afterAll(() => house.remove());

/** Everybody at the tables bets, and whoever has the dice throws them: until the round is over or so many were thrown. */
async function play(until: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000 && !until(); turn += 1) {
    for (const id of CUPS) {
      for (const { person, player } of tableOf(id).guests) {
        const by = guests.find((guest) => guest.id === person) as Person;
        for (const act of ['bet', 'accept', 'choose', 'throw'])
          await ask(by, `table/${id}`, {
            do: act,
            player,
            ...(act === 'bet' ? { wager: 'pass', amount: 500 } : {}),
            ...(act === 'choose' ? { dice: ['1a', '1b'] } : {}),
          });
      }
    }
    await new Promise((wake) => setTimeout(wake, 10));
  }
  expect(until()).toBe(true);
}

const until = async (fact: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 1_000 && !fact(); turn += 1) await new Promise((wake) => setTimeout(wake, 10));
  expect(fact()).toBe(true);
};

const seated = (): number =>
  CUPS.reduce((sum, id) => sum + tableOf(id).guests.filter(({ gone }) => !gone).length, 0);

test('crown 8.2.5: nobody sits down at a table that is kept for tournaments', async () => {
  const done = await ask(guests[0] as Person, 'table/cup-1', { do: 'sit', seat: 1, bankroll: 5_000 });
  expect(done).toMatchObject({ ok: false, refused: { code: 'not-allowed', clause: '8.2.5' } });
});

test('crown 8.4.3, 8.4.4(a), 8.2.5: nine people, three tables, a crash, a final: chips and money each in their accounts', async () => {
  const wallets = () => Promise.all(guests.map(({ id }) => house.house.store.balance(account.wallet(id))));
  const before = await wallets();
  await must(director, { do: 'plan', name: 'The autumn cup', startsAt: STARTS });
  await must(director, { do: 'draft-terms', terms: TERMS });
  await must(director, { do: 'publish-terms' });
  await must(director, { do: 'advise-inspectorate', inspector: 'Day', how: 'in person' });
  await must(manager, { do: 'name-director', person: director.id });
  await must(director, { do: 'designate-tables', tables: CUPS });
  await must(director, { do: 'open-entries' });
  for (const guest of guests) await must(guest, { do: 'enter', accept: true, version: 1 });
  expect(await call(house.url, 'GET', '/api/matters/tournaments', {})).toMatchObject({
    body: {
      matters: [
        { matter: 'autumn', books: { name: 'The autumn cup', stage: 'entries', players: 9, most: 12 } },
      ],
    },
  });
  await must(director, { do: 'close-entries' });
  await must(director, { do: 'come' });
  await must(director, { do: 'brief', understood: true });
  await must(director, { do: 'prepare-round' });
  await must(director, { do: 'draw-lots', faces: '1652431563' });
  await must(director, { do: 'start-round' });
  await until(() => seated() === 9);
  for (const id of CUPS) for (const { balance } of tableOf(id).game.players) expect(balance).toBe(100_000);
  // Their money is where it was: chips are no money.
  expect(await wallets()).toEqual(before.map((held) => held - 6_000));
  expect(await house.house.store.balance(account.tournamentChips('issued/cup-1'))).toBe(-300_000);

  const key = randomBytes(32).toString('hex');
  const lock = lockOf('pass 5000', key);
  await must(guests[0] as Person, { do: 'seal', entry: '1', lock });
  await must(director, {
    do: 'call-seals',
    table: books().rounds[0]?.places.find(({ player }) => player === '1')?.table,
  });
  await must(guests[0] as Person, { do: 'unseal', entry: '1', wager: 'pass 5000', key });

  await play(() => Object.values(books().rounds[0]?.counts ?? {}).some(({ roll }) => roll >= 1));
  const { data } = house;
  const wasCounted = Object.entries(books().rounds[0]?.counts ?? {});
  await house.close();
  house = await openTestHouse({ config, data });
  // Nothing is counted anew; a roll that was under way when the house closed may have been counted since.
  for (const [id, was] of wasCounted) {
    const count = books().rounds[0]?.counts[id];
    expect(count?.roll).toBeGreaterThanOrEqual(was.roll);
    if (count?.roll === was.roll) expect(count).toMatchObject(was);
  }
  expect(seated()).toBe(9);

  await play(() => Object.keys(books().rounds[0]?.ended ?? {}).length === 3);
  for (const id of CUPS) expect(books().rounds[0]?.counts[id]?.roll).toBe(3);
  await until(() => seated() === 0);
  await must(director, { do: 'cut' });
  expect(books().rounds[0]?.through).toHaveLength(6);

  // Six are left: two tables of three, and then the final.
  for (let guard = 0; guard < 3 && books().stage !== 'over'; guard += 1) {
    const round = books().rounds.length;
    await must(director, { do: 'prepare-round' });
    await must(director, { do: 'draw-lots', faces: '2222222222' });
    await must(director, { do: 'start-round' });
    await play(
      () => Object.keys(books().rounds[round]?.ended ?? {}).length === books().rounds[round]?.tables.length,
    );
    await must(director, { do: 'cut' });
    await until(() => seated() === 0);
    await ask(director, AT, { do: 'finish' });
  }
  expect(books().stage).toBe('over');
  expect([...books().places].sort()).toEqual(guests.map((_guest, at) => String(at + 1)));
  for (const { player } of books().prizes) await must(cashier, { do: 'pay-prize', entry: player });
  expect(books().prizes.reduce((sum, { amount }) => sum + amount, 0)).toBe(45_000);
  expect(await house.house.store.balance(account.tournament(books().books, 'pool'))).toBe(0);
  expect(await house.house.store.balance(account.tournament(books().books, 'fees'))).toBe(9_000);
  const chips = await house.house.store.balances('tournament/chips/');
  expect(chips.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect((await wallets()).reduce((sum, held) => sum + held, 0)).toBe(
    before.reduce((sum, held) => sum + held, 0) - 9_000,
  );
}, 240_000);

test('whoever enters and withdraws again and again is told to wait, others enter', async () => {
  const at = 'tournaments/spring';
  const [guest, other] = guests as [Person, Person];
  await must(director, { do: 'plan', name: 'The spring cup', startsAt: STARTS }, at);
  await must(director, { do: 'draft-terms', terms: TERMS }, at);
  await must(director, { do: 'publish-terms' }, at);
  await must(director, { do: 'advise-inspectorate', inspector: 'Day', how: 'in person' }, at);
  await must(manager, { do: 'name-director', person: director.id }, at);
  await must(director, { do: 'designate-tables', tables: CUPS }, at);
  await must(director, { do: 'open-entries' }, at);
  const enter = { do: 'enter', accept: true, version: 1 };
  for (let n = 1; n <= 10; n += 1) {
    await must(guest, enter, at);
    await must(guest, { do: 'withdraw', entry: String(n) }, at);
  }
  expect(await ask(guest, at, enter)).toMatchObject({ ok: false, refused: { code: 'too-fast' } });
  await must(other, enter, at);
});

test('crown 8.2.1, 8.2.2(a): what a second person agrees to publish is the draft that was put to them', async () => {
  const at = 'tournaments/winter';
  const winter = () => house.house.offices.host(at)?.told.state as Tournament;
  const versions = () => winter().versions.map(({ terms }) => terms.pool.guaranteed);
  const guaranteed = (amount: number) => ({ pool: { guaranteed: amount, share: 100 } });
  const drafts = (terms: object) => must(director, { do: 'draft-terms', terms }, at);
  const propose = async (draft?: number): Promise<string> => {
    const done = await ask(director, at, { do: 'publish-terms', ...(draft === undefined ? {} : { draft }) });
    if (!done.ok) throw new Error(done.refused.message);
    return (done.answer as { proposal: string }).proposal;
  };
  await must(director, { do: 'plan', name: 'The winter cup', startsAt: STARTS }, at);
  await drafts(guaranteed(2_000_000));
  await expect(propose()).rejects.toThrow('draft: it takes two');
  const proposal = await propose(2);
  // Between the two of them, one writes something else.
  await drafts(guaranteed(90_000_000));
  const confirm = { do: 'confirm', proposal };
  expect(await ask(manager, 'proposals', confirm)).toMatchObject({
    ok: false,
    refused: { code: 'does-not-match', clause: '8.2.1' },
  });
  expect(versions()).toEqual([]);
  await must(manager, { do: 'confirm', proposal: await propose(3) }, 'proposals');
  expect(versions()).toEqual([90_000_000]);
});

test('crown 8.4.8(a)(iii), (iv): no director alone puts somebody in another’s place, and what was paid goes back to who paid', async () => {
  const at = 'tournaments/summer';
  const [donor, friend, other] = guests as [Person, Person, Person];
  const wallet = ({ id }: Person) => house.house.store.balance(account.wallet(id));
  await must(manager, { do: 'cancel', reason: 'its tables are needed' }, 'tournaments/spring');
  await must(director, { do: 'plan', name: 'The summer cup', startsAt: STARTS }, at);
  await must(director, { do: 'draft-terms', terms: TERMS }, at);
  await must(director, { do: 'publish-terms' }, at);
  await must(director, { do: 'advise-inspectorate', inspector: 'Day', how: 'in person' }, at);
  await must(manager, { do: 'name-director', person: director.id }, at);
  await must(director, { do: 'designate-tables', tables: CUPS }, at);
  await must(director, { do: 'open-entries' }, at);
  const before = await Promise.all([donor, friend].map(wallet));
  await must(director, { do: 'enter-for', person: donor.id, accept: true, version: 1 }, at);
  const waits = async (body: object): Promise<string> => {
    const done = await ask(director, at, { do: 'substitute', entry: '1', ...body });
    expect(done).toMatchObject({ ok: true, answer: { proposal: expect.any(String) } });
    return done.ok ? (done.answer as { proposal: string }).proposal : '';
  };
  const proposal = await waits({ person: friend.id, instead: donor.id });
  const stale = await waits({ person: other.id, instead: donor.id });
  expect(await ask(director, at, { do: 'substitute', entry: '1', person: other.id })).toMatchObject({
    ok: false,
    refused: { code: 'bad-input', message: expect.stringContaining('instead: it takes two') },
  });
  // Whoever agrees is of those who may do it themselves.
  for (const [who, code] of [
    [director, 'second-person'],
    [manager, 'not-allowed'],
    [friend, 'not-allowed'],
  ] as const)
    expect(await ask(who, 'proposals', { do: 'confirm', proposal })).toMatchObject({ refused: { code } });
  const second = await staff('Dora', 'tournament-director');
  await must(second, { do: 'confirm', proposal }, 'proposals');
  // It was said of the donor, who gave way already: whoever plays now stays.
  expect(await ask(second, 'proposals', { do: 'confirm', proposal: stale })).toMatchObject({
    ok: false,
    refused: { code: 'does-not-match', clause: '8.4.8(a)(iii)' },
  });
  await must(friend, { do: 'withdraw', entry: '1' }, at);
  expect(await Promise.all([donor, friend].map(wallet))).toEqual(before);
  // Nobody is put into a tournament by another player: they accept its terms before a director.
  await must(donor, { do: 'enter', accept: true, version: 1 }, at);
  const named = { do: 'substitute', entry: '2', person: other.id };
  expect(await ask(donor, at, named)).toMatchObject({ ok: false, refused: { code: 'not-allowed' } });
});

test('the director of the quick cup is whom the house made one, and nobody else of that name or login', async () => {
  const { people, url } = house;
  const namesake = await deskOf(house).registerStaff({
    name: 'Cup Director',
    login: 'cup-director',
    password: 'hard eight easy six',
    roles: [],
    posts: [{ post: 'tournament-director', tables: '*' }],
  });
  if (namesake.kind !== 'ok') throw new Error(JSON.stringify(namesake));
  const cup = () =>
    new QuickCup({
      house: house.house,
      people,
      url,
      send: () => null,
      isBot: () => false,
      tables: [],
      lookMs: 3_600_000,
    });
  const quick = () => house.house.offices.host('tournaments/quick-1');
  const directs = () => (quick()?.state as Tournament | undefined)?.director;
  const cups = [cup(), cup()];
  for (let looks = 0; looks < 2; looks += 1) await cups[0]?.look();
  const ours = directs();
  expect(await people.get(ours ?? '')).toMatchObject({ name: 'Cup Director', kind: 'staff' });
  expect(ours).not.toBe(namesake.person.id);
  // An earlier version took whoever had the name: what goes on is the house's own again, and it is the same one.
  const body = { person: namesake.person.id };
  expect(await quick()?.submit({ do: 'name-director', body, by: null })).toMatchObject({ ok: true });
  await cups[1]?.look();
  expect(directs()).toBe(ours);
  for (const one of cups) await one.close();
});
