// What happens at the tables of a tournament that runs: betting in turn, sealed wagers that the house puts down, chips
// that are bought and taken, the clock by time, rolls that are void; each over a house that is closed and opened.
import { randomBytes } from 'node:crypto';
import { bankOf, lockOf, type Person, type Round, type Tournament, template } from '@boxperson/offices';
import { type Command, findPlayer, onLayout, type TableEvent, turnOf } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Clock } from '../src/clock.js';
import { houseConfig } from '../src/index.js';
import type { OfficeHost } from '../src/office/office-host.js';
import { StreamStopped } from '../src/stream/host.js';
import { clockOf } from './support/clock.js';
import { openTestHouse, type TestHouse } from './support/house.js';
import { deskOf } from './support/people.js';

const LIMITS = { default: { min: 500, max: 100_000 } };
const CUPS = ['cup-1', 'cup-2', 'cup-3', 'cup-4', 'cup-5'];
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
const guests: Person[] = [];
let asked = 0;

const ask = (by: Person, at: string, command: Command) =>
  house.house.admission.submit(by, { id: `play-${++asked}`, at, command });

async function must(by: Person, at: string, command: Command): Promise<void> {
  const done = await ask(by, at, command);
  if (!done.ok) throw new Error(`${String(command['do'])}: ${JSON.stringify(done.refused)}`);
}
async function refusal(by: Person, at: string, command: Command) {
  const done = await ask(by, at, command);
  if (done.ok) throw new Error(`${String(command['do'])} was accepted`);
  return done.refused;
}

const books = (name: string) => house.house.offices.host(`tournaments/${name}`)?.told.state as Tournament;
const round = (name: string) => books(name).rounds.at(-1) as Round;
const tableOf = (id: string) =>
  house.house.host(id)?.table as NonNullable<ReturnType<TestHouse['house']['host']>>['table'];

async function until(fact: () => boolean, what: string, ms = 20_000): Promise<void> {
  for (let waited = 0; waited < ms && !fact(); waited += 10)
    await new Promise((wake) => setTimeout(wake, 10));
  expect(fact(), what).toBe(true);
}

/** By how much the machine's clock is ahead: nobody here waits a minute. */
let ahead = 0;

async function again(passed = 0): Promise<void> {
  const { data } = house;
  await house.close();
  ahead += passed;
  house = await openTestHouse({ config, data, clock: clockOf(() => Date.now() + ahead) });
}

beforeAll(async () => {
  house = await openTestHouse({ config });
  const staff = async (name: string, post: 'tournament-director' | 'manager') => {
    const made = await deskOf(house).registerStaff({
      name,
      login: name.toLowerCase(),
      password: 'hard eight easy six',
      roles: [],
      posts: [{ post, tables: '*' }],
    });
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    return made.person as Person;
  };
  director = await staff('Irene', 'tournament-director');
  manager = await staff('Max', 'manager');
  for (let n = 0; n < 3; n += 1) {
    const guest = await house.people.createGuest();
    if (guest.kind !== 'ok') throw new Error(guest.kind);
    guests.push(guest.person as Person);
    await must(guest.person as Person, 'cage', { do: 'more-play-money' });
  }
}, 240_000);
afterAll(() => house.remove());

const STARTS = Date.now() + 86_400_000;
const BASE = template(STARTS);

/** Up to a round that runs, with the three at one table. */
async function started(name: string, table: string, terms: object): Promise<string> {
  const at = `tournaments/${name}`;
  await must(director, at, { do: 'plan', name, startsAt: STARTS });
  const usual = {
    ...BASE,
    fees: { entry: 0, buyIn: 0, reBuy: 1_000, addOn: 0, money: 'play' },
    players: { fewest: 2, most: 4 },
    tablesPerRound: { seats: 4, books: ['crown'] },
  };
  await must(director, at, { do: 'draft-terms', terms: { ...usual, ...terms } });
  await must(director, at, { do: 'publish-terms' });
  await must(director, at, { do: 'advise-inspectorate', inspector: 'Day', how: 'in person' });
  await must(manager, at, { do: 'name-director', person: director.id });
  await must(director, at, { do: 'designate-tables', tables: [table] });
  await must(director, at, { do: 'open-entries' });
  for (const guest of guests) await must(guest, at, { do: 'enter', accept: true, version: 1 });
  await must(director, at, { do: 'close-entries' });
  await must(director, at, { do: 'come' });
  await must(director, at, { do: 'brief', understood: true });
  await must(director, at, { do: 'prepare-round' });
  await must(director, at, { do: 'draw-lots', faces: '1652431563' });
  await must(director, at, { do: 'start-round' });
  await until(() => seatedAt(table).length === 3, 'all sit');
  return at;
}

/** Not those who have left wagers there. */
const seatedAt = (table: string) => tableOf(table).guests.filter(({ gone }) => !gone);
const playerAt = (table: string, person: Person): string =>
  seatedAt(table).find((guest) => guest.person === person.id)?.player as string;
const personAt = (table: string, player: string): Person =>
  guests.find(({ id }) =>
    tableOf(table).guests.some((one) => one.player === player && one.person === id),
  ) as Person;
const balanceOf = (table: string, player: string): number => {
  const found = findPlayer(tableOf(table).game, player);
  return found ? found.balance + onLayout(found) : 0;
};

/** Whoever has the dice throws them, until so many rolls are counted. */
async function rolls(name: string, table: string, count: number): Promise<void> {
  const counted = () => round(name).counts[table]?.roll ?? 0;
  const isDone = () => counted() >= count || table in round(name).ended;
  for (let turn = 0; turn < 3_000 && !isDone(); turn += 1) {
    for (const { player } of tableOf(table).guests) {
      // Whoever comes after the one who threw has nothing to say to the next roll.
      if (isDone()) break;
      const by = personAt(table, player);
      for (const act of ['bet', 'ready', 'accept', 'throw'])
        await ask(by, `table/${table}`, {
          do: act,
          player,
          ...(act === 'bet' ? { wager: 'pass', amount: 500 } : {}),
        });
    }
    await new Promise((wake) => setTimeout(wake, 5));
  }
  expect(counted()).toBeGreaterThanOrEqual(count);
}

/** From the record, which no clock outruns: with whom the turns before each roll began, and what came before them. */
async function turnsAt(table: string) {
  const kept = await house.house.store.readStream(`table/${table}`, 0, 10_000);
  const begun: string[] = [];
  const early: string[] = [];
  let isOpen = false;
  for (const event of kept.map(({ body }) => JSON.parse(body) as TableEvent)) {
    if (event.event === 'turns-opened' && !isOpen) begun.push(event.order[0] as string);
    if (event.event === 'turns-opened') isOpen = true;
    if (event.event === 'rolled') isOpen = false;
    if (!isOpen && ['wagered', 'dice-thrown'].includes(event.event)) early.push(event.event);
  }
  return { begun, early };
}

/** The books of a tournament refuse these for a moment, as when their store has gone; answers how often they did. */
function booksAway(name: string, verb: string): () => number {
  const host = house.house.offices.host(`tournaments/${name}`) as OfficeHost;
  const submit = host.submit.bind(host);
  let [times, since] = [0, 0];
  vi.spyOn(host, 'submit').mockImplementation((asked, key) => {
    if (asked.do !== verb || (times > 0 && performance.now() - since > AWAY_MS)) return submit(asked, key);
    if (times === 0) since = performance.now();
    times += 1;
    return Promise.reject(new StreamStopped(host.stream, 'the store is not available'));
  });
  return () => times;
}

/** By then nothing happens at the table any more: nobody bets before the roll is counted. */
const AWAY_MS = 400;

const rolledAt = async (table: string): Promise<number> => {
  const kept = await house.house.store.readStream(`table/${table}`, 0, 10_000);
  return kept.filter(({ body }) => (JSON.parse(body) as TableEvent).event === 'rolled').length;
};

describe('R110: betting in turn', () => {
  test('each has a turn by seats, the start moves on, silence bets the least wager, the clock is the house’s', async () => {
    const at = await started('turns', 'cup-1', {
      rounds: { ...BASE.rounds, rolls: 6, turnSeconds: 60, silence: 'least-wager' },
      offers: ['minimum'],
      minimum: { kind: 'minimum', chips: 1_000, short: 0 },
    });
    await until(() => turnOf(tableOf('cup-1')) !== null, 'somebody bets');
    const order = tableOf('cup-1').turns?.order ?? [];
    const seats = order.map((player) => findPlayer(tableOf('cup-1').game, player)?.seat);
    expect(seats).toEqual([1, 2, 3]);
    const [first = '', second = ''] = order;
    const bet = (player: string) => ({ do: 'bet', player, wager: 'pass', amount: 2_000 });
    expect(await refusal(personAt('cup-1', second), 'table/cup-1', bet(second))).toMatchObject({
      code: 'out-of-phase',
      ruling: 'R110',
    });
    await must(personAt('cup-1', first), 'table/cup-1', bet(first));
    await must(personAt('cup-1', first), 'table/cup-1', { do: 'ready', player: first });
    expect(turnOf(tableOf('cup-1'))).toBe(second);
    // The house falls over in the middle of a turn: the clock goes on where it was.
    await again();
    expect(tableOf('cup-1').turns?.order).toEqual(order);
    // Nobody says a word: the clock passes both, and puts the least wager down for them.
    await again(61_000);
    await until(() => turnOf(tableOf('cup-1')) === order[2], 'the last of them bets');
    await again(61_000);
    await until(() => turnOf(tableOf('cup-1')) === null, 'the turns are over');
    for (const player of order)
      expect(onLayout(findPlayer(tableOf('cup-1').game, player) as never)).toBeGreaterThanOrEqual(1_000);
    // The books are away when the first roll is to be counted: it counts all the same, a moment later.
    const away = booksAway('turns', 'count');
    await rolls('turns', 'cup-1', 1);
    expect(away()).toBeGreaterThan(0);
    await rolls('turns', 'cup-1', 6);
    expect(await rolledAt('cup-1')).toBe(6);
    const { begun, early } = await turnsAt('cup-1');
    expect(early, 'nobody bets or throws before the turns of a roll are open').toEqual([]);
    const third = order[2] as string;
    expect(begun.slice(0, 6)).toEqual([first, second, third, first, second, third]);
    expect(books('turns').rounds[0]?.ended).toEqual({ 'cup-1': 'in-time' });
    await must(director, at, { do: 'cut' });
  }, 120_000);
});

describe('R111, R112: sealed wagers, chips that are bought and taken', () => {
  test('the house puts an opened wager down once; a penalty goes from the table, a re-buy comes to it', async () => {
    const at = await started('sealed', 'cup-2', {
      rounds: { ...BASE.rounds, rolls: 5 },
      penalties: { ...BASE.penalties, chips: 100_000 },
      offers: ['secret'],
      secret: { perRound: 2, unopened: 5_000, says: 'On your own screen.' },
    });
    const [one, two] = guests as [Person, Person];
    const names = [playerAt('cup-2', one), playerAt('cup-2', two)] as const;
    const key = randomBytes(32).toString('hex');
    const wagers = ['pass 50', 'pass 9000'] as const;
    await must(one, at, { do: 'seal', entry: '1', lock: lockOf(wagers[0], key) });
    await must(two, at, { do: 'seal', entry: '2', lock: lockOf(wagers[1], key) });
    // Neither the record nor the ledger nor anything that is kept has it.
    const kept = JSON.stringify(await house.house.store.readStream(at, 0, 500));
    expect(kept).not.toContain('pass 50');
    expect(kept).not.toContain(key);
    await must(director, at, { do: 'call-seals', table: 'cup-2' });
    await must(one, at, { do: 'unseal', entry: '1', wager: wagers[0], key });
    expect(findPlayer(tableOf('cup-2').game, names[0])?.wagers).toEqual([]);
    await again();
    await must(two, at, { do: 'unseal', entry: '2', wager: wagers[1], key });
    // Seats are drawn: either may be seen to first.
    const putOf = (entry: string) => round('sealed').seals[entry]?.[0]?.put;
    await until(() => putOf('1') === 'placed' && putOf('2') === 'refused', 'both are seen to');
    expect(round('sealed').seals['1']?.[0]).toMatchObject({ wager: 'pass 50', put: 'placed' });
    expect(round('sealed').seals['2']?.[0]?.why).toContain('chips');
    const placed = () => findPlayer(tableOf('cup-2').game, names[0])?.wagers ?? [];
    expect(placed()).toMatchObject([{ spot: { wager: 'pass' }, amount: 5_000 }]);
    await again();
    await until(() => tableOf('cup-2').guests.length === 3, 'open again');
    expect(placed()).toMatchObject([{ amount: 5_000 }]);

    await must(director, at, { do: 'penalise', entry: '2', chips: 10_000, ground: 'late bets' });
    await until(() => balanceOf('cup-2', names[1]) === 90_000, 'the penalty is gone from the table');
    // Somebody loses everything to a penalty, and buys a bank again: on the table before the next roll.
    const [, , three] = guests as [Person, Person, Person];
    const third = playerAt('cup-2', three);
    await must(director, at, { do: 'penalise', entry: '3', chips: 100_000, ground: 'late bets' });
    await until(() => balanceOf('cup-2', third) === 0, 'nothing is left');
    await must(three, at, { do: 're-buy', entry: '3' });
    await until(() => balanceOf('cup-2', third) === 100_000, 'the chips are there');
    expect(bankOf(round('sealed'), '3')).toBe(100_000);
    await again();
    await until(() => tableOf('cup-2').guests.length === 3, 'open once more');
    expect(balanceOf('cup-2', third)).toBe(100_000);
    expect(balanceOf('cup-2', names[1])).toBe(90_000);
    await rolls('sealed', 'cup-2', 1);
    for (const entry of ['1', '2', '3']) {
      const name = playerAt('cup-2', guests[Number(entry) - 1] as Person);
      await until(() => bankOf(round('sealed'), entry) === balanceOf('cup-2', name), `the count of ${entry}`);
    }

    await rolls('sealed', 'cup-2', 5);
    await must(director, at, { do: 'cut' });
    const chips = await house.house.store.balances('tournament/chips/');
    expect(chips.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  }, 120_000);
});

describe('crown 8.4.3(a)(i), R113: the end of a round', () => {
  test('time is called by the house, the last shooter finishes, and what lies there is void by the terms', async () => {
    const at = await started('clock', 'cup-3', {
      rounds: { ...BASE.rounds, by: 'time', minutes: 1, layoutAtEnd: 'void', lastShooter: true },
    });
    await rolls('clock', 'cup-3', 2);
    const host = house.house.offices.host(at);
    expect(host?.due()).toMatchObject({ do: 'call-time', body: { table: 'cup-3' } });
    expect(round('clock').clocks['cup-3']?.called).toBe(false);
    // The house was closed for most of the minute.
    await again(55_000);
    await until(() => round('clock').clocks['cup-3']?.called === true, 'time is called', 70_000);
    for (let turn = 0; !('cup-3' in round('clock').ended) && turn < 60; turn += 1)
      await rolls('clock', 'cup-3', (round('clock').counts['cup-3']?.roll ?? 0) + 1).catch(() => {});
    expect(round('clock').ended).toEqual({ 'cup-3': 'in-time' });
    await until(() => round('clock').counts['cup-3']?.isClosed === true, 'it is counted');
    await must(director, at, { do: 'cut' });
  }, 180_000);
});

describe('crown 8.2.5, 8.4.3(b): one tournament after another at the same table', () => {
  const TERMS = { rounds: { ...BASE.rounds, most: 1, rolls: 3 } };

  async function finished(name: string, at: string): Promise<void> {
    await until(() => seatedAt('cup-4').length === 0, 'all have left');
    await must(director, at, { do: 'cut' });
    await must(director, at, { do: 'finish' });
    expect(books(name).stage).toBe('over');
  }

  test('the same entries under the same names have the banks of this one, and nothing of the last', async () => {
    const first = await started('first', 'cup-4', { rounds: { ...TERMS.rounds, rolls: 1 } });
    const names = guests.map((guest) => playerAt('cup-4', guest));
    await rolls('first', 'cup-4', 1);
    await finished('first', first);
    // Where a point was thrown, whoever did not throw it has left a line wager (R59).
    const left = tableOf('cup-4').guests.map(({ player }) => player);

    const second = await started('second', 'cup-4', TERMS);
    const now = guests.map((guest) => playerAt('cup-4', guest));
    // What was left is under its own name; whoever left nothing has the usual one.
    expect(now).toEqual(names.map((name) => (left.includes(name) ? `${name} (2)` : name)));
    const banks = () => Object.values(round('second').counts['cup-4']?.banks ?? {});
    // Some line wagers are won and lost, and no bank.
    const areFair = () => banks().every((bank) => Math.abs(bank - 100_000) < 50_000);
    await rolls('second', 'cup-4', 1);
    expect([banks().length, areFair()], JSON.stringify(banks())).toEqual([3, true]);
    await again();
    await until(() => seatedAt('cup-4').length === 3, 'open again');
    expect(guests.map((guest) => playerAt('cup-4', guest))).toEqual(now);
    await rolls('second', 'cup-4', 3);
    expect([banks().length, areFair()], JSON.stringify(banks())).toEqual([3, true]);
    await finished('second', second);

    // Nobody took anything of theirs, and nobody sat down to what another tournament left.
    const kept = await house.house.store.readStream('table/cup-4', 0, 10_000);
    const events = kept.map(({ body }) => JSON.parse(body) as TableEvent);
    expect(events.filter(({ event }) => event === 'chips-taken')).toEqual([]);
    const sat = events.filter((event) => event.event === 'sat');
    expect(sat.map(({ bankroll }) => bankroll)).toEqual(Array.from({ length: 6 }, () => 100_000));
    expect(sat.filter((event) => 'again' in event)).toEqual([]);
    const chips = await house.house.store.balances('tournament/chips/');
    expect(chips.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  }, 120_000);

  test('whoever sits down by a clock that is behind is of the round, has one bank, and keeps it', async () => {
    const host = house.house.host('cup-5') as unknown as { clock: Clock };
    host.clock = clockOf(() => Date.now() + ahead - 60_000);
    await started('behind', 'cup-5', TERMS);
    const names = guests.map((guest) => playerAt('cup-5', guest));
    await rolls('behind', 'cup-5', 1);
    await again();
    await until(() => seatedAt('cup-5').length === 3, 'open again');
    await rolls('behind', 'cup-5', 2);
    expect(guests.map((guest) => playerAt('cup-5', guest))).toEqual(names);
    const kept = await house.house.store.readStream('table/cup-5', 0, 10_000);
    const sat = kept.filter(({ body }) => (JSON.parse(body) as TableEvent).event === 'sat');
    expect(sat).toHaveLength(3);
    expect(sat.every(({ at }) => at < (round('behind').startedAt ?? 0))).toBe(true);
  }, 60_000);
});
