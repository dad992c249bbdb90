// A table where some positions are people's and the others the automatic crew's, with chips on the felt; over the wire.
import { type Command, openTable, RULEBOOKS, replay, type Table } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account, BRISK, houseConfig, openSource, readEmbeddedStore, verifyRecord } from '../src/index.js';
import { type Crew, crewStep, missingCrew, paceKept } from '../src/tables/crew.js';
import { removeFolders, storeFolder } from './store/folders.js';
import { AtTable } from './support/at-table.js';
import { comeAsGuest, until } from './support/client.js';
import { openTestHouse, type TestHouse } from './support/house.js';
import { call } from './support/http.js';
import { deskOf } from './support/people.js';

const LIMITS = { default: { min: 500, max: 100_000 } };

describe('the automatic crew does only what its positions do', () => {
  const start = openTable({ rulebook: 'star', limits: LIMITS });
  if (!start.ok) throw new Error(start.refused.message);
  const empty = replay(start.value);
  const rolesOf = (table: Table) => table.staff.map(({ role }) => role).sort();

  /** Everybody who comes by themselves has come. */
  function manned(crew: Crew, table: Table = empty): Table {
    const coming = missingCrew(table, crew);
    if (!coming) return table;
    const { person, role } = coming as unknown as { person: string; role: string };
    return manned(crew, { ...table, staff: [...table.staff, { person, role }] });
  }
  const seated = (table: Table): Table => ({
    ...table,
    game: {
      ...table.game,
      players: [
        { name: 'ann', seat: 1, balance: 0, wagers: [], warned: false, dontComeHeld: false },
      ] as unknown as Table['game']['players'],
    },
    guests: [
      {
        player: 'ann',
        person: 'ann',
        card: null,
        excluded: false,
        idleRounds: 0,
        malfunction: null,
        personalLimit: null,
        chips: true,
      },
    ],
  });
  const step = (crew: Crew, change: Partial<Table>) =>
    crewStep({ ...seated(manned(crew)), ...change }, paceKept(RULEBOOKS.star, BRISK, crew), crew);
  const open = [{ id: '1/field/ann', player: 'ann', spot: 9, owed: 500 }];

  test('it comes to the positions that are left to it, and to no other', () => {
    const all = RULEBOOKS.star.roles.map(({ id }) => id).sort();
    expect(rolesOf(manned('automatic'))).toEqual(all);
    expect(rolesOf(manned({ stickperson: 'people' }))).toEqual(all.filter((role) => role !== 'stickperson'));
    expect(rolesOf(manned('people'))).toEqual([]);
  });

  test('a person at the stick offers, calls and takes dice back; the automatic dealer deals', () => {
    const crew: Crew = { stickperson: 'people' };
    expect(step(crew, { phase: 'offering' })).toBeNull();
    expect(step(crew, { phase: 'thrown' })).toBeNull();
    expect(step(crew, { phase: 'settling', sheet: { open, differs: [] } })).toMatchObject({
      command: { do: 'deal-lines', lines: ['1/field/ann'], by: { role: 'dealer' } },
    });
    expect(step(crew, { phase: 'settling' })).toMatchObject({ command: { do: 'settle' } });
  });

  test('people who deal are left alone with the sheet; the automatic stick goes on', () => {
    const crew: Crew = { dealer: 'people' };
    expect(step(crew, { phase: 'settling', sheet: { open, differs: [] } })).toBeNull();
    expect(step(crew, { phase: 'thrown' })).toMatchObject({ draw: true });
    const { shooter } = empty;
    // Somebody with chips on the felt says no through the crew.
    expect(step(crew, { phase: 'offering', shooter: { ...shooter, offeredTo: 'ann' } })).toMatchObject({
      command: { do: 'decline', player: 'ann', by: { role: 'stickperson' } },
    });
    expect(step('people', { phase: 'offering' })).toBeNull();
  });
});

const PASSWORD = 'stick and bowl 7';
let house: TestHouse;
beforeAll(async () => {
  const table = (id: string, rulebook: string, more: object) => ({
    id,
    name: id,
    settings: { rulebook, limits: LIMITS },
    ...more,
  });
  const config = houseConfig.parse({
    tables: [
      table('training', 'star', { crew: { dealer: 'people' } }),
      table('short', 'star-2024', { crew: { stickperson: 'people' }, dice: 'called' }),
      table('strange', 'star', { crew: { croupier: 'people' } }),
      table('drawn', 'star', { crew: { stickperson: 'people' } }),
    ],
  });
  house = await openTestHouse({ config, data: storeFolder(), onError: () => {} });
});
afterAll(removeFolders);

let hired = 0;
async function hire(table: string, rulebook: 'star' | 'star-2024', role: string) {
  const login = `short${++hired}`;
  const made = await deskOf(house).registerStaff({
    name: login,
    login,
    password: PASSWORD,
    roles: [{ rulebook, role }],
  });
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  const { body } = await call(house.url, 'POST', '/api/sign-in', { body: { login, password: PASSWORD } });
  const at = await AtTable.come(house.url, table, { id: made.person.id, token: body.token as string });
  await at.must({ do: 'staff', person: made.person.id, role });
  const by = { role, id: made.person.id };
  return {
    at,
    does: (command: Command) => at.must({ ...command, by }),
    tries: (command: Command) => at.do({ ...command, by }),
  };
}
const tableAt = (id: string): Table => house.house.host(id)?.table as Table;
const balance = (name: string) => house.house.store.balance(name);

test('a crew that cannot stand there opens no table, and says why', () => {
  const why = new Map(house.house.stopped().map(({ id, why }) => [id, why]));
  expect(why.get('strange')).toContain('"croupier" is no position of');
  expect(why.get('drawn')).toContain('dice must be called');
});

test('a dealer sits somebody down with chips, enters what they say and deals every roll', {
  timeout: 60_000,
}, async () => {
  const dealer = await hire('training', 'star', 'dealer');
  const guest = await comeAsGuest(house.url, 'Gus');
  const gus = await AtTable.come(house.url, 'training', guest);
  expect(tableAt('training').settings.dealt).toBe(true);
  await dealer.does({ do: 'sit', player: 'Ann', seat: 1, bankroll: 1_000, chips: true });
  await dealer.does({ do: 'sit', seat: 2, bankroll: 0, chips: true });
  expect(tableAt('training').game.players.map(({ name }) => name)).toEqual(['Ann', 'Seat 2']);
  // Nobody at a screen takes such a seat, or speaks for one.
  expect(await gus.do({ do: 'sit', seat: 3, bankroll: 0, chips: true })).toMatchObject({ t: 'refused' });
  expect(await gus.do({ do: 'bet', player: 'Ann', wager: 'pass', amount: 500 })).toMatchObject({
    t: 'refused',
  });
  await dealer.does({ do: 'chips', player: 'Ann', amount: 5_000 });
  await dealer.does({ do: 'bet', player: 'Ann', wager: 'field', amount: 8_000 });
  expect(await balance(account.drop('training'))).toBe(-5_000);
  expect(await balance(account.chips('training'))).toBe(-3_000);
  expect(await balance(account.escrow('training'))).toBe(8_000);
  await until(
    () => tableAt('training').shooter.offeredTo !== null || tableAt('training').phase !== 'offering',
    'an offer',
  );
  // With no waiting the stick may have taken silence for a no before the dealer spoke.
  for (let tries = 0; tries < 50 && tableAt('training').shooter.shooter !== 'Ann'; tries++)
    await dealer.tries({ do: 'accept', player: 'Ann' });
  if (tableAt('training').shooter.shooter === 'Ann') {
    await dealer.does({ do: 'bet', player: 'Ann', wager: 'pass', amount: 500 });
    await until(() => tableAt('training').dice.hand.length === 2, 'two dice');
    await dealer.does({ do: 'throw', player: 'Ann' });
  }
  await until(() => tableAt('training').phase === 'settling', 'the call');
  const sheet = tableAt('training').sheet?.open ?? [];
  expect(sheet.length).toBeGreaterThan(0);
  expect(await dealer.tries({ do: 'settle' })).toMatchObject({
    t: 'refused',
    refused: { code: 'out-of-phase', clause: '4.5' },
  });
  await dealer.does({ do: 'deal-lines', lines: sheet.map(({ id }) => id) });
  expect(tableAt('training').sheet).toBeUndefined();
  expect(await house.house.store.checkMoney()).toEqual({ sum: 0, faults: [] });
  gus.line.close();
  dealer.at.line.close();
});

test('at a short table a person has the stick, with the card that the house issued', {
  timeout: 60_000,
}, async () => {
  const stick = await hire('short', 'star-2024', 'stickperson');
  const pia = await deskOf(house).registerPlayer({ name: 'Pia', card: 'C-1001', pin: '471147' });
  if (pia.kind !== 'ok') throw new Error(JSON.stringify(pia));
  await stick.does({ do: 'sit', seat: 4, bankroll: 0, chips: true, card: 'C-1001', person: 'p-somebody' });
  const [guest] = tableAt('short').guests;
  expect(guest).toMatchObject({ player: 'Pia', person: pia.person.id, chips: true, card: { id: 'C-1001' } });
  // Cashless draws on the person's own money, and there is none.
  expect(await stick.tries({ do: 'chips', player: 'Pia', amount: 500, with: 'cashless' })).toMatchObject({
    t: 'refused',
  });
  await house.house.grantPlayMoney(pia.person.id, 2_000);
  await stick.does({ do: 'chips', player: 'Pia', amount: 500, with: 'cashless' });
  expect(await balance(account.wallet(pia.person.id))).toBe(1_500);
  await stick.does({ do: 'bet', player: 'Pia', wager: 'pass', amount: 500 });
  await stick.does({ do: 'offer' });
  await stick.does({ do: 'accept', player: 'Pia', dice: ['1a', '1b'] });
  await stick.does({ do: 'throw', player: 'Pia' });
  await stick.does({ do: 'roll', dice: [3, 4] });
  // The dealers are the automatic crew: the roll is settled by itself, and nothing was asked of the stick.
  await until(() => tableAt('short').phase === 'betting', 'settled');
  await stick.does({ do: 'pass', player: 'Pia' });
  await stick.does({ do: 'leave', player: 'Pia' });
  expect(await balance(account.chips('short'))).toBe(1_000);
  expect(await balance(account.wallet(pia.person.id))).toBe(1_500);
  stick.at.line.close();
});

test('the record of it verifies: the ledger is rebuilt to the cent', { timeout: 60_000 }, async () => {
  await house.close();
  const source = await openSource(await readEmbeddedStore(house.data));
  const report = await verifyRecord(source).finally(() => source.close());
  expect(report).toMatchObject({ ok: true, faults: [] });
});
