// People who vanish, in every phase and in every book: the table says what it waits for and until when, and goes on.
import { account, type Person } from '@boxperson/offices';
import {
  type Command,
  type Dice,
  findPlayer,
  guestOf,
  nextOf,
  RULEBOOK_IDS,
  type RulebookId,
  saveTable,
  type Table,
  type TableEvent,
  THROWS,
} from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { House, houseConfig } from '../src/index.js';
import { Chance } from './sim/chance.js';
import { type LivingClock, SimClock } from './sim/clock.js';
import { Disk, SimStore, SOUND } from './sim/store.js';

const STAFFED = RULEBOOK_IDS.filter((id) => id !== 'aruze');
const SECOND = 1_000;
const MONEY = 500_000;
const BROUGHT = 50_000;
/** A place is kept for a minute here, and a throw waited for as by default. */
const PACE = { away: 60 };
/** Nobody waits longer for a roll: away after 10 s, the shooter's 30 s, an offer's 20 s, the time to bet. */
const ROLL_MOST = 100;

const SIX: Dice = [2, 4];
const SEVEN: Dice = [3, 4];

/** A house on a clock that is told to go on, with one table and people who are there as long as they are connected. */
class Evening {
  readonly time = new SimClock();
  readonly disk = new Disk();
  readonly #people = new Map<string, Person>();
  readonly #lines = new Map<string, () => void>();
  readonly #chance = new Chance(7);
  readonly errors: unknown[] = [];
  dice: Dice = SIX;
  house!: House;
  #life!: LivingClock;
  #asked = 0;

  constructor(readonly book: RulebookId) {}

  async open(): Promise<this> {
    this.#life = this.time.life();
    const settings = { rulebook: this.book, seats: 4, limits: { default: { min: 500, max: 50_000 } } };
    const opening = House.open({
      store: new SimStore(this.disk, this.#life, this.#chance, () => SOUND),
      config: houseConfig.parse({
        playMoney: MONEY,
        tables: [{ id: 't', name: 't', settings, pace: PACE }],
      }),
      clock: this.#life,
      bytes: (count) => (count === 8 ? this.#drawn() : this.#chance.bytes(count)),
      person: async (id) => this.#people.get(id) ?? null,
      onError: (error) => this.errors.push(error),
    });
    this.house = await this.time.until(opening, 60_000);
    this.house.presence.start();
    return this;
  }

  #drawn(): Uint8Array {
    return new Uint8Array(8).fill(THROWS.findIndex(([a, b]) => a === this.dice[0] && b === this.dice[1]));
  }

  /** The power goes, and the house is opened again after a while. */
  async restart(downFor: number): Promise<void> {
    this.#life.end();
    this.#lines.clear();
    await this.time.pass(downFor);
    await this.open();
  }

  get table(): Table {
    return this.house.host('t')?.table as Table;
  }
  get next() {
    return nextOf(this.table, this.house.paceAt('t') ?? {});
  }
  get events(): readonly TableEvent[] {
    return this.disk.stream('table/t').map(({ body }) => JSON.parse(body) as TableEvent);
  }
  count(event: TableEvent['event']): number {
    return this.events.filter((one) => one.event === event).length;
  }

  /** Somebody sits down, with a connection. */
  async comes(name: string, seat: number): Promise<void> {
    const person = { id: `g-${name}`, kind: 'guest', name } as unknown as Person;
    this.#people.set(person.id, person);
    await this.time.until(this.house.grantPlayMoney(person.id, MONEY), 10_000);
    this.connects(name);
    await this.must(name, { do: 'sit', seat, bankroll: BROUGHT });
    if (this.book === 'star-2024') await this.must(name, { do: 'card' });
  }
  connects(name: string): void {
    this.#lines.set(name, this.house.presence.follows('t', `g-${name}`));
  }
  vanishes(name: string): void {
    this.#lines.get(name)?.();
    this.#lines.delete(name);
  }

  async does(name: string, command: Command) {
    const player = command['do'] === 'sit' ? {} : { player: name };
    const call = { id: `evening-${++this.#asked}`, at: 'table/t', command: { ...player, ...command } };
    const person = this.#people.get(`g-${name}`) as Person;
    return this.time.until(this.house.admission.submit(person, call), 60_000);
  }
  async must(name: string, command: Command): Promise<void> {
    const done = await this.does(name, command);
    expect(done, `${name} ${command['do']}`).toMatchObject({ ok: true });
  }

  /** A second passes; whoever is here takes dice that are offered, and throws them. */
  async second(here: readonly string[]): Promise<void> {
    await this.time.pass(SECOND);
    for (const name of here) {
      const { phase, shooter, dice } = this.table;
      if (phase === 'offering' && shooter.offeredTo === name) await this.does(name, { do: 'accept' });
      const isReady = guestOf(this.table, name)?.ready === true;
      if (phase === 'betting' && shooter.shooter === name && dice.hand.length === 2 && !isReady) {
        if (this.table.game.point === null) await this.does(name, { do: 'bet', wager: 'pass', amount: 500 });
        await this.does(name, { do: 'throw' });
      }
    }
    this.looks(here);
  }

  /** Nobody waits without knowing for what and until when. */
  looks(here: readonly string[]): void {
    const { next, table } = this;
    if (table.guests.every(({ gone }) => gone)) return;
    expect(next, `${table.phase}: nothing is next`).not.toBeNull();
    if (next?.at !== null) return;
    // Only the one who is alone with the dice has no time set, and a table on which somebody has yet to bet.
    const mayWait = next.what === 'bet' || (here.length > 0 && here.includes(next.who ?? ''));
    expect(mayWait, `${table.phase} waits for ${next.what} of ${next.who}`).toBe(true);
  }

  async until(fact: () => boolean, here: readonly string[], seconds: number, what: string): Promise<void> {
    for (let passed = 0; !fact(); passed++) {
      if (passed > seconds) throw new Error(`${this.book}: ${what} took more than ${seconds} s`);
      await this.second(here);
    }
  }

  /** What somebody has everywhere, and what rolls said they won and lost. */
  async expectMoney(name: string): Promise<void> {
    const balance = (of: string) => this.house.store.balance(of);
    const player = findPlayer(this.table.game, name);
    const stands = player?.wagers.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
    const [wallet, seat] = await this.time.until(
      Promise.all([balance(account.wallet(`g-${name}`)), balance(account.seat('t', name))]),
      10_000,
    );
    expect(seat).toBe(player?.balance ?? 0);
    expect(wallet + seat + stands, `${name}'s money`).toBe(MONEY + this.#wonBy(name));
    expect(this.disk.checkMoney()).toEqual({ sum: 0, faults: [] });
  }
  #wonBy(name: string): number {
    const settled = this.events.flatMap((event) => (event.event === 'rolled' ? event.settled : []));
    return settled
      .filter(({ player }) => player === name)
      .reduce((sum, { winnings, collected }) => sum + winnings - collected, 0);
  }
}

type Moment = 'offered' | 'no line' | 'come out' | 'point on' | 'thrown' | 'settling';
const MOMENTS: readonly Moment[] = ['offered', 'no line', 'come out', 'point on', 'thrown', 'settling'];

/** Ann and Bob at a table, at the moment at which Ann goes. */
async function eveningAt(book: RulebookId, moment: Moment): Promise<Evening> {
  const evening = await new Evening(book).open();
  await evening.comes('Ann', 1);
  await evening.comes('Bob', 2);
  await evening.until(() => evening.table.shooter.offeredTo === 'Ann', [], 5, 'an offer');
  await evening.must('Bob', { do: 'bet', wager: 'pass', amount: 500 });
  if (moment === 'no line') {
    await evening.must('Ann', { do: 'accept' });
    return evening;
  }
  await evening.must('Ann', { do: 'bet', wager: 'pass', amount: 1_000 });
  if (moment === 'offered') return evening;
  await evening.must('Ann', { do: 'accept' });
  await evening.until(() => evening.table.dice.hand.length === 2, [], 5, 'two dice');
  if (moment === 'come out') return evening;
  await evening.must('Ann', { do: 'throw' });
  await evening.until(() => evening.table.phase === 'thrown', [], 15, 'the throw');
  if (moment === 'thrown') return evening;
  await untilQuickly(evening, 'settling');
  if (moment === 'settling') return evening;
  await untilQuickly(evening, 'betting');
  await evening.must('Ann', { do: 'bet', wager: 'pass-odds', amount: 1_000 });
  await evening.must('Bob', { do: 'bet', wager: 'place', number: 8, amount: 600 });
  return evening;
}

async function untilQuickly(evening: Evening, phase: Table['phase']): Promise<void> {
  for (let tries = 0; evening.table.phase !== phase && tries < 100; tries++) await evening.time.pass(100);
  expect(evening.table.phase).toBe(phase);
}

/** A seven decides what somebody left on the felt; then they are gone. */
async function lastWagerOf(evening: Evening, player: string): Promise<void> {
  evening.dice = SEVEN;
  const isGone = () => findPlayer(evening.table.game, player) === undefined;
  await evening.until(isGone, ['Bob'], 200, `the last wager of ${player}`);
}

describe.each(STAFFED)('%s: a shooter vanishes', (book) => {
  test.each(MOMENTS)('%s: away, passed over, and the others go on', async (moment) => {
    const evening = await eveningAt(book, moment);
    const rolls = evening.count('rolled');
    evening.vanishes('Ann');
    await evening.until(() => guestOf(evening.table, 'Ann')?.away !== undefined, ['Bob'], 13, 'away');
    await evening.until(() => evening.count('rolled') > rolls, ['Bob'], ROLL_MOST, 'the next roll');
    const offers = evening.events.filter((event) => event.event === 'dice-offered');
    await evening.until(
      () => !evening.table.guests.some((g) => g.player === 'Ann' && !g.gone),
      ['Bob'],
      75,
      'the release',
    );
    await lastWagerOf(evening, 'Ann');
    const later = evening.events.filter((event) => event.event === 'dice-offered').slice(offers.length);
    expect(later.filter((event) => 'player' in event && event.player === 'Ann')).toEqual([]);
    await evening.expectMoney('Ann');
    await evening.expectMoney('Bob');
    expect(evening.errors).toEqual([]);
  });

  test('mid-point, in the manner of the book (R57): star 3.7.2, crown 5.2.2(b), adelaide 13(a)(ii)', async () => {
    const evening = await eveningAt(book, 'point on');
    evening.vanishes('Ann');
    await evening.until(() => evening.count('dice-passed') > 0, [], 45, 'the dice passed');
    const isCrown = book.startsWith('crown');
    const passed = evening.events.find((event) => event.event === 'dice-passed');
    expect(passed).toMatchObject(
      isCrown
        ? { player: 'Ann', how: 'late', clause: '5.2.2(b)', ruling: 'R57' }
        : {
            player: 'Ann',
            how: 'ordered',
            ground: 'delay',
            clause: book === 'adelaide' ? '13(a)(ii)' : '3.7.2',
          },
    );
    expect(evening.count('game-voided')).toBe(isCrown ? 1 : 0);
    expect(evening.table.game.point).toBe(isCrown ? null : 6);
    await evening.expectMoney('Ann');
  });

  test('everybody vanishes: nothing waits for ever, and all the money is back in the accounts', async () => {
    const evening = await eveningAt(book, 'point on');
    evening.dice = SEVEN;
    evening.vanishes('Ann');
    evening.vanishes('Bob');
    await evening.until(() => evening.table.guests.length === 0, [], 200, 'an empty table');
    await evening.expectMoney('Ann');
    await evening.expectMoney('Bob');
    expect(evening.errors).toEqual([]);
  });

  test('a house that falls over in the middle goes on: since and next are what they were', async () => {
    const evening = await eveningAt(book, 'point on');
    evening.vanishes('Ann');
    await evening.time.pass(20 * SECOND);
    const before = saveTable(evening.table);
    const next = evening.next;
    await evening.restart(200);
    expect(saveTable(evening.table)).toEqual(before);
    expect(evening.next?.what).toBe(next?.what);
    evening.connects('Bob');
    // Nobody's time was up while nobody could do anything: Bob has the same place, and is not away.
    const rolls = evening.count('rolled');
    await evening.until(() => evening.count('rolled') > rolls, ['Bob'], ROLL_MOST, 'the next roll');
    expect(guestOf(evening.table, 'Bob')?.away).toBeUndefined();
    expect(guestOf(evening.table, 'Ann')?.away ?? -1).toBeGreaterThan(0);
    await evening.expectMoney('Ann');
  });
});

describe('aruze: a terminal that nobody sits at', () => {
  test.each(['wagering', 'shooting', 'rolling'] as const)('%s', async (phase) => {
    const evening = await new Evening('aruze').open();
    await evening.comes('Ann', 1);
    await evening.comes('Bob', 2);
    await evening.must('Ann', { do: 'bet', wager: 'pass', amount: 1_000 });
    await untilPhase(evening, phase);
    const rolls = evening.count('rolled');
    evening.vanishes('Ann');
    await evening.until(() => evening.count('rolled') > rolls, ['Bob'], ROLL_MOST, 'the next roll');
    await evening.until(
      () => guestOf(evening.table, 'Ann')?.gone !== undefined || !guestOf(evening.table, 'Ann'),
      ['Bob'],
      120,
      'the release',
    );
    await lastWagerOf(evening, 'Ann');
    await evening.expectMoney('Ann');
    expect(evening.errors).toEqual([]);
  });
});

async function untilPhase(evening: Evening, phase: Table['phase']): Promise<void> {
  for (let tries = 0; evening.table.phase !== phase && tries < 1_000; tries++) await evening.time.pass(100);
}

describe('the time to bet (R57)', () => {
  test('a throw asked for at once is made when the time is over, and nobody need ask again', async () => {
    const evening = await eveningAt('star', 'point on');
    const { wagersSince = 0 } = evening.table;
    await evening.must('Ann', { do: 'throw' });
    expect(evening.table.phase).toBe('betting');
    expect(evening.next).toEqual({ what: 'thrown', who: 'Ann', at: wagersSince + 12_000 });
    expect((await evening.does('Ann', { do: 'throw' })).ok).toBe(false);
    await evening.until(() => evening.table.phase === 'thrown', [], 13, 'the throw');
    expect(evening.events.findLast(({ event }) => event === 'dice-thrown')?.at).toBe(wagersSince + 12_000);
    expect(evening.table.guests.every(({ ready }) => ready === undefined)).toBe(true);
  });

  test('it is over as soon as everybody who is here has said so', async () => {
    const evening = await eveningAt('star', 'point on');
    await evening.must('Bob', { do: 'ready' });
    await evening.must('Ann', { do: 'throw' });
    expect(evening.table.phase).toBe('thrown');
  });

  test('a shooter who is alone throws when they like, and is never hurried', async () => {
    const evening = await new Evening('crown-mini').open();
    await evening.comes('Ann', 1);
    await evening.until(() => evening.table.shooter.offeredTo === 'Ann', [], 5, 'an offer');
    await evening.must('Ann', { do: 'bet', wager: 'pass', amount: 500 });
    await evening.must('Ann', { do: 'accept' });
    await evening.time.pass(600 * SECOND);
    expect(evening.next).toMatchObject({ what: 'throw', who: 'Ann', at: null });
    await evening.must('Ann', { do: 'throw' });
    expect(evening.table.phase).toBe('thrown');
  });

  test('somebody who does not answer is offered the dice once, and again when they bet (R58)', async () => {
    const evening = await new Evening('crown-mini').open();
    await evening.comes('Ann', 1);
    await evening.time.pass(300 * SECOND);
    expect(evening.count('dice-offered')).toBe(1);
    expect(evening.next).toEqual({ what: 'bet', at: null, who: null });
    await evening.must('Ann', { do: 'bet', wager: 'pass', amount: 500 });
    await evening.time.pass(2 * SECOND);
    expect(evening.table.shooter.offeredTo).toBe('Ann');
  });

  test('who leaves with a contract wager has the money at once and the winnings when it is decided (R59)', async () => {
    const evening = await eveningAt('star', 'point on');
    expect((await evening.does('Ann', { do: 'leave' })).ok).toBe(false);
    await evening.must('Ann', { do: 'leave', standing: true });
    expect(evening.house.lobby()[0]?.taken.map(({ player }) => player)).toEqual(['Bob']);
    expect(findPlayer(evening.table.game, 'Ann')).toMatchObject({ balance: 0, wagers: [{ amount: 1_000 }] });
    await evening.expectMoney('Ann');
    await evening.until(
      () => findPlayer(evening.table.game, 'Ann') === undefined,
      ['Bob'],
      60,
      'her winnings',
    );
    await evening.expectMoney('Ann');
    const wallet = await evening.time.until(evening.house.wallet('g-Ann'), 10_000);
    expect(wallet).toBe(MONEY + 1_000);
  });

  test('who comes back meanwhile sits down to what they left (R59)', async () => {
    const evening = await eveningAt('star', 'point on');
    await evening.must('Ann', { do: 'leave', standing: true });
    expect((await evening.does('Ann', { do: 'bet', wager: 'field', amount: 500 })).ok).toBe(false);
    await evening.must('Ann', { do: 'sit', seat: 3, bankroll: 2_000 });
    expect(findPlayer(evening.table.game, 'Ann')).toMatchObject({
      seat: 3,
      balance: 2_000,
      wagers: [{ amount: 1_000 }],
    });
    await evening.expectMoney('Ann');
  });
});
