import { managersRole } from '@boxperson/offices';
import { type Command, RULEBOOKS, type RulebookId, type TableEvent } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { houseConfig } from '../src/index.js';
import { AtTable } from './support/at-table.js';
import { comeAsGuest } from './support/client.js';
import { openTestHouse, type TestHouse } from './support/house.js';
import { call } from './support/http.js';
import { deskOf } from './support/people.js';

/** Who does what at the tables of each staffed book. */
const CREWS = {
  star: { stick: 'stickperson', dealer: 'dealer', box: 'boxperson' },
  'star-2024': { stick: 'stickperson', dealer: 'dealer', box: 'boxperson' },
  crown: { stick: 'stickperson', dealer: 'dealer', box: 'boxperson' },
  // A mini table has one dealer for everything (crown 7.3.1).
  'crown-mini': { stick: 'dealer', dealer: 'dealer', box: 'higher-duties-dealer' },
  adelaide: { stick: 'stickman', dealer: 'dealer', box: 'boxman' },
} as const satisfies Partial<Record<RulebookId, { stick: string; dealer: string; box: string }>>;
type Book = keyof typeof CREWS;
const BOOKS = Object.keys(CREWS) as Book[];

const PASSWORD = 'stick and bowl 7';
let house: TestHouse;
beforeAll(async () => {
  const config = houseConfig.parse({
    tables: BOOKS.map((rulebook) => ({
      id: rulebook,
      name: rulebook,
      settings: { rulebook, limits: { default: { min: 500, max: 100_000 } } },
      crew: 'people',
      dice: 'called',
    })),
  });
  house = await openTestHouse({ config });
});
afterAll(() => house.remove());

let hired = 0;
class Crew {
  readonly at: AtTable;
  readonly role: string;
  readonly token: string;

  private constructor(at: AtTable, role: string, token: string) {
    this.at = at;
    this.role = role;
    this.token = token;
  }

  /** Registered, signed in over HTTP, connected, and on duty. */
  static async hire(book: Book, role: string, sender?: Crew): Promise<Crew> {
    const login = `crew${++hired}`;
    const made = await deskOf(house).registerStaff({
      name: `Crew ${hired}`,
      login,
      password: PASSWORD,
      roles: [{ rulebook: book, role }],
    });
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    const { body } = await call(house.url, 'POST', '/api/sign-in', { body: { login, password: PASSWORD } });
    const at = await AtTable.come(house.url, book, { id: made.person.id, token: body.token as string });
    const crew = new Crew(at, role, body.token as string);
    const coming = { do: 'staff', person: made.person.id, role };
    if (sender) await sender.does(coming);
    else await at.must(coming);
    return crew;
  }

  get by() {
    return { role: this.role, id: this.at.id };
  }
  does(command: Command): Promise<void> {
    return this.at.must({ ...command, by: this.by });
  }
  tries(command: Command) {
    return this.at.do({ ...command, by: this.by });
  }
}

/** A guest with a seat. */
async function sits(book: Book, name: string, seat: number): Promise<{ at: AtTable; player: string }> {
  const guest = await comeAsGuest(house.url, name);
  const at = await AtTable.come(house.url, book, guest);
  await at.must({ do: 'sit', seat, bankroll: 100_000 });
  if (book === 'star-2024') await at.must({ do: 'card', player: guest.name });
  return { at, player: guest.name };
}

const hostOf = (book: Book) => {
  const host = house.house.host(book);
  if (!host) throw new Error(`no table ${book}`);
  return host;
};
const balanceOf = (book: Book, player: string): number =>
  hostOf(book).table.game.players.find(({ name }) => name === player)?.balance ?? Number.NaN;
const recordOf = async (book: Book): Promise<readonly TableEvent[]> =>
  (await house.house.store.readStream(`table/${book}`, 0, 10_000)).map(
    ({ body }) => JSON.parse(body) as TableEvent,
  );

describe.each(BOOKS)('people run a table of %s', (book) => {
  const positions = CREWS[book];

  test('a whole hand, from the offer of the dice to the seven out', async () => {
    const top = await Crew.hire(book, managersRole(book));
    const second = await Crew.hire(book, managersRole(book));
    const dealer = await Crew.hire(book, positions.dealer);
    const stick = positions.stick === 'dealer' ? dealer : await Crew.hire(book, positions.stick, top);
    const box = await Crew.hire(book, positions.box, top);
    const ann = await sits(book, `Ann ${book}`, 1);
    const bob = await sits(book, `Bob ${book}`, 2);
    const isMini = book === 'crown-mini';
    const phase = () => hostOf(book).table.phase;

    /** Line by line of the sheet; with the last the roll is settled. */
    const deals = async () => {
      const lines = hostOf(book).table.sheet?.open.map(({ id }) => id) ?? [];
      if (lines.length > 0) expect(await dealer.tries({ do: 'settle' })).toMatchObject({ t: 'refused' });
      for (const line of lines) await dealer.does({ do: 'deal-lines', lines: [line] });
      if (lines.length === 0) await dealer.does({ do: 'settle' });
      expect(phase()).not.toBe('settling');
    };
    /** The shooter throws, the stick calls, the dealer settles. */
    const rolls = async (dice: readonly [number, number]) => {
      await ann.at.must({ do: 'throw', player: ann.player });
      expect(phase()).toBe('thrown');
      if (isMini) await stick.does({ do: 'no-more-bets' });
      await stick.does({ do: 'roll', dice });
      expect(phase()).toBe('settling');
      await deals();
    };

    await ann.at.must({ do: 'bet', player: ann.player, wager: 'pass', amount: 1_000 });
    await bob.at.must({ do: 'bet', player: bob.player, wager: 'pass', amount: 1_000 });
    // Nobody else offers the dice, and nobody accepts for another.
    expect(await ann.at.do({ do: 'offer', by: stick.by })).toMatchObject({ t: 'refused' });
    await stick.does({ do: 'offer' });
    const first = hostOf(book).table.shooter.offeredTo;
    if (first !== ann.player) {
      await bob.at.must({ do: 'decline', player: bob.player });
      await stick.does({ do: 'offer' });
    }
    expect(await bob.at.do({ do: 'accept', player: ann.player })).toMatchObject({ t: 'refused' });
    await ann.at.must({ do: 'accept', player: ann.player });
    const { bowl, hand } = hostOf(book).table.dice;
    if (hand.length < 2) await ann.at.must({ do: 'choose', player: ann.player, dice: bowl.slice(0, 2) });

    // A no roll: nothing is decided, the shooter throws again.
    await ann.at.must({ do: 'throw', player: ann.player });
    await stick.does({ do: 'no-roll', ground: 'on-top' });
    expect(balanceOf(book, ann.player)).toBe(99_000);

    await rolls([4, 2]);
    expect(hostOf(book).table.game.point).toBe(6);
    // The players call a wager on or off; where it takes the dealer's word, the dealer puts it down.
    await bob.at.must({ do: 'bet', player: bob.player, wager: 'place', number: 8, amount: 1_200 });
    const off = { do: 'call', player: bob.player, wager: 'place', number: 8, to: 'off' };
    const own = await bob.at.do(off);
    if (own.t !== 'done') await dealer.does(off);
    await rolls([2, 1]);
    await rolls([3, 3]);
    expect(hostOf(book).table.game.point).toBeNull();
    expect(balanceOf(book, ann.player)).toBe(101_000);

    await ann.at.must({ do: 'bet', player: ann.player, wager: 'pass', amount: 1_000 });
    await rolls([5, 4]);
    // Faces in dispute: the box has the last word, before the dealer pays.
    await ann.at.must({ do: 'throw', player: ann.player });
    if (isMini) await stick.does({ do: 'no-more-bets' });
    await stick.does({ do: 'roll', dice: [5, 4] });
    await box.does({ do: 'decide-face', dice: [6, 4] });
    await deals();
    expect(hostOf(book).table.game.point).toBe(9);
    expect(await dealer.tries({ do: 'close' })).toMatchObject({ t: 'refused' });

    await rolls([4, 3]);
    expect(balanceOf(book, ann.player)).toBe(100_000);
    expect(hostOf(book).table.shooter.shooter).toBeNull();

    // An outcome is invalidated by two people: one proposes, another confirms, and both are on record.
    const invalidation = RULEBOOKS[book].conduct.invalidation;
    const ground = invalidation.disruption[0]?.id ?? invalidation.fraud[0]?.id;
    const proposed = await top.tries({ do: 'invalidate', ground });
    expect(proposed).toMatchObject({ t: 'proposed' });
    const { proposal } = proposed as { proposal: string };
    const waiting = await call(house.url, 'GET', `/api/proposals?to=table/${book}`, { token: second.token });
    expect(waiting.body).toMatchObject([{ id: proposal, by: top.by, wanted: { do: 'invalidate' } }]);
    expect(await top.at.confirm(proposal, top.role)).toMatchObject({ t: 'refused' });
    expect(balanceOf(book, ann.player)).toBe(100_000);
    const said = `second-${book}`;
    const done = await second.at.confirm(proposal, second.role, said);
    expect(done).toMatchObject({ t: 'done' });
    expect(balanceOf(book, ann.player)).toBe(101_000);
    // Said again, as after a lost connection: the same answer, and nothing happens twice.
    expect(await second.at.confirm(proposal, second.role, said)).toEqual(done);
    expect(await top.at.confirm(proposal, top.role)).toMatchObject({ t: 'refused' });
    expect(balanceOf(book, ann.player)).toBe(101_000);
    const noted = (await house.house.store.readStream('proposals', 0, 1_000))
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
      .filter((event) => event['proposal'] === proposal);
    expect(noted).toMatchObject([
      { event: 'proposed', to: `table/${book}`, by: top.by },
      { event: 'agreed', confirmedBy: second.by },
      { event: 'carried', outcome: { ok: true } },
    ]);
    expect(await house.house.store.findCommand(said)).not.toBeNull();

    const record = await recordOf(book);
    const called = record.filter(({ event }) => event === 'rolled');
    expect(called.map((event) => (event as { by?: unknown }).by)).toEqual(called.map(() => stick.by));
    expect(record.some(({ event }) => event === 'outcome-invalidated')).toBe(true);
    expect(await house.house.store.checkMoney()).toEqual({ sum: 0, faults: [] });
    for (const { line } of [top, second, dealer, stick, box].map(({ at }) => at)) line.close();
    ann.at.line.close();
    bob.at.line.close();
  });
});

test('crown: a wager by word of mouth takes two of the crew, and both are in the record (3.3.1)', async () => {
  const dealer = await Crew.hire('crown', 'dealer');
  const other = await Crew.hire('crown', 'boxperson');
  const cy = await sits('crown', 'Cy', 5);
  const oral = { do: 'bet', player: cy.player, wager: 'field', amount: 1_000, oral: true };
  const proposed = await dealer.tries(oral);
  expect(proposed).toMatchObject({ t: 'proposed' });
  const { proposal } = proposed as { proposal: string };
  expect(await dealer.at.confirm(proposal, 'dealer')).toMatchObject({ t: 'refused' });
  expect(await cy.at.confirm(proposal, 'dealer')).toMatchObject({ t: 'refused' });
  expect(await other.at.confirm(proposal, 'boxperson')).toMatchObject({ t: 'done' });
  const wagered = (await recordOf('crown')).at(-1);
  expect(wagered).toMatchObject({ event: 'wagered', confirmed: [dealer.by, other.by] });
});
