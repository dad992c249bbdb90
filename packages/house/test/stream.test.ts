import { DICE, factsFrom, impossible, NO_FACTS, TERMINAL, TOURNAMENTS } from '@boxperson/offices';
import { openTable, type TableEvent } from '@boxperson/rules';
import { describe, expect, it, test } from 'vitest';
import { type Receipt, type Store, StoreError, type Work } from '../src/index.js';
import { CompanionHost, type Lead } from '../src/office/companion-host.js';
import { OfficeHost, officeMachine } from '../src/office/office-host.js';
import { Rebuilder } from '../src/record/rebuild.js';
import { NoNumber } from '../src/store/database.js';
import { loadStream, REPLAY_MOST } from '../src/stream/host.js';
import { TableHost } from '../src/tables/host.js';
import { clockOf } from './support/clock.js';

/** A store whose works wait until the test says what became of them. */
class HandStore {
  readonly works: { work: Work; done(receipt: Receipt): void; refuse(error: unknown): void }[] = [];
  append = (work: Work): Promise<Receipt> =>
    new Promise((done, refuse) => {
      this.works.push({ work, done, refuse });
    });
  readStream = async () => [];
  getSnapshot = async () => null;
}

const UNKNOWN = new StoreError({ kind: 'unavailable', why: 'the line was cut' });
const OVERDRAWN = new StoreError({ kind: 'overdrawn', account: 'player/p1' });
const receiptOf = ({ events }: Work): Receipt => ({ seqs: events.map((_, index) => index + 1) });
const asStore = (hand: HandStore): Store => hand as unknown as Store;
const settle = () => new Promise((resolve) => setImmediate(resolve));

const CLOCK = clockOf(() => 1);
const SETTINGS = { rulebook: 'star', seats: 4, limits: { default: { min: 500, max: 50_000 } }, chips: [100] };
const COMES = { do: 'staff', person: 'auto-manager', role: 'casino-duty-manager' };
const SITS = { do: 'sit', player: 'Pat', person: 'p1', seat: 1, bankroll: 5_000 };

const SAT = { v: 1, event: 'sat', player: 'Pat', person: 'p1', seat: 1, bankroll: 5_000 };

async function openHost() {
  const hand = new HandStore();
  const opened = openTable(SETTINGS, 1);
  if (!opened.ok) throw new Error(opened.refused.message);
  const opening = TableHost.open('t', asStore(hand), CLOCK, opened.value);
  hand.works.shift()?.done({ seqs: [1] });
  return { hand, host: await opening };
}

/** Somebody comes on duty, and behind them somebody sits down: both are on their way. */
async function twoOnTheirWay() {
  const { hand, host } = await openHost();
  const role = host.table.game.rulebook.roles.at(-1)?.id as string;
  const came = host.submit({ ...COMES, role }).catch((error: Error) => error);
  const sat = host.submit(SITS).catch((error: Error) => error);
  await settle();
  const [first, second] = hand.works;
  if (!first || !second) throw new Error('both should be on their way');
  return { host, came, sat, first, second };
}

test('books that were saved in an earlier form are made from the record again', async () => {
  const entered = { v: 1, event: 'tournament-planned', at: 1, name: 'Cup', by: 's-1', books: 'cup' } as never;
  const told = TOURNAMENTS.evolve(TOURNAMENTS.start, entered);
  const load = (body: string) => {
    const record = [JSON.stringify(entered)].map((text, n) => ({ position: n + 1, body: text }));
    const store = {
      getSnapshot: async () => ({ position: 1, body }),
      readStream: async (_stream: string, after: number) => record.slice(after),
    } as unknown as Store;
    return loadStream(store, officeMachine(TOURNAMENTS, 'tournaments/cup'));
  };
  const saved = officeMachine(TOURNAMENTS, 'tournaments/cup').save({ ...(told as object), name: 'As saved' });
  expect(await load(saved)).toMatchObject({ n: 1, state: { name: 'As saved' } });
  expect((await load(saved)).state).not.toHaveProperty('shape');
  const earlier = JSON.stringify({ ...(told as object), name: 'As saved' });
  expect(await load(earlier)).toMatchObject({ n: 1, state: { name: 'Cup' } });
  // One that nobody can read keeps no stream closed.
  expect(await load('{"name":')).toMatchObject({ n: 1, state: { name: 'Cup' } });
  // Whoever verifies compares it with the record where the house goes by it.
  const rebuilder = new Rebuilder();
  rebuilder.take({ seq: 1, stream: 'tournaments/cup', position: 1, at: 1, body: JSON.stringify(entered) });
  const machine = officeMachine(TOURNAMENTS, 'tournaments/cup');
  expect(
    [machine.save(told), saved, earlier].map((body) => rebuilder.matches('tournaments/cup', body)),
  ).toEqual([true, false, true]);
});

describe('a snapshot that the store does not give', () => {
  const entered = { v: 1, event: 'tournament-planned', at: 1, name: 'Cup', by: 's-1', books: 'cup' };
  const storeSaying = (error: Error): Store =>
    ({
      getSnapshot: () => Promise.reject(error),
      readStream: async (stream: string, after: number) =>
        stream === 'tournaments/cup' ? [{ position: 1, body: JSON.stringify(entered) }].slice(after) : [],
    }) as unknown as Store;
  const load = (error: Error) =>
    loadStream(storeSaying(error), officeMachine(TOURNAMENTS, 'tournaments/cup'));
  const beside = (error: Error) =>
    CompanionHost.beside(TERMINAL, {
      store: storeSaying(error),
      clock: CLOCK,
      lead: { id: 't', stream: 'table/t', n: 0, accompany: () => {} } as unknown as Lead,
      fact: () => impossible('nobody decides here'),
      fetch: async () => factsFrom(NO_FACTS),
    });

  it.each(['XX001', 'XX002', '58030', '58P01'])(
    'because its page is damaged (%s) keeps nothing closed whose record is whole',
    async (code) => {
      const error = Object.assign(new Error('invalid page in block 0 of relation base/5/10'), { code });
      expect(await load(error)).toMatchObject({ n: 1, state: { name: 'Cup' } });
      expect((await beside(error)).state).toEqual(TERMINAL.start);
    },
  );

  it('because a number in it is none keeps nothing closed either', async () => {
    expect(await load(new NoNumber('1e400'))).toMatchObject({ n: 1 });
  });

  it('because it is away is asked for again', async () => {
    await expect(load(UNKNOWN)).rejects.toBe(UNKNOWN);
    await expect(beside(UNKNOWN)).rejects.toBe(UNKNOWN);
  });
});

describe('a stream that lost a commit', () => {
  it('decides nothing more: how it stands may never have happened', async () => {
    const hand = new HandStore();
    const around = { store: asStore(hand), clock: CLOCK, fetch: async () => factsFrom(NO_FACTS) };
    const host = await OfficeHost.load(DICE, 'dice/t', around);
    const draw = () =>
      host.submit({ do: 'draw', body: { roll: 1, dice: [3, 4], source: 'random' }, by: null });
    const first = draw();
    await settle();
    hand.works[0]?.refuse(UNKNOWN);
    await expect(first).rejects.toThrow('not available');
    await expect(draw()).rejects.toThrow('is stopped');
    await expect(host.tryOut({ do: 'draw', body: {}, by: null })).rejects.toThrow('is stopped');
  });

  it('stays stopped when the next command is taken back', async () => {
    const { host, came, sat, first, second } = await twoOnTheirWay();
    first.refuse(UNKNOWN);
    second.refuse(OVERDRAWN);
    expect(await came).toBe(UNKNOWN);
    expect(await sat).toMatchObject({ ok: false, refused: { code: 'insufficient' } });
    expect(host.stopped).toMatch('not available');
  });

  it('tells nobody of what came after it', async () => {
    const { host, came, sat, first, second } = await twoOnTheirWay();
    const told: TableEvent[] = [];
    host.listen(({ events }) => told.push(...events));
    first.refuse(UNKNOWN);
    second.done(receiptOf(second.work));
    expect(await came).toBe(UNKNOWN);
    // It is stored, so whoever asked may know; the others hear of it in its turn, when the record has been read.
    expect(await sat).toMatchObject({ ok: true });
    expect(told).toEqual([]);
    expect(host.told.n).toBe(1);
  });
});

describe('a command that is taken back', () => {
  it('does not stop its stream for a moment', async () => {
    const { host, came, sat, first, second } = await twoOnTheirWay();
    first.done(receiptOf(first.work));
    second.refuse(OVERDRAWN);
    for (let turn = 0; turn < 30; turn++) {
      expect(host.stopped).toBeNull();
      await Promise.resolve();
    }
    expect(await came).toMatchObject({ ok: true });
    expect(await sat).toMatchObject({ ok: false, refused: { code: 'insufficient' } });
    expect(host.n).toBe(host.told.n);
  });

  it('leaves nothing that was asked for that seat to whoever sits there next under the same name', async () => {
    const { hand, host } = await openHost();
    const sits = host.submit(SITS);
    const other = host.submit({ ...SITS, person: 'p2', seat: 2 });
    await settle();
    // Both had their turn to wait; the first, who has too little, asks for more as if the seat were theirs.
    const [asked] = hand.works.splice(0);
    const leaves = host.submit({ do: 'leave', player: 'Pat' }, null, 'p1');
    asked?.refuse(OVERDRAWN);
    expect(await sits).toMatchObject({ ok: false, refused: { code: 'insufficient' } });
    await settle();
    const [next] = hand.works.splice(0);
    next?.done(receiptOf(next.work));
    expect(await other).toMatchObject({ ok: true });
    expect(await leaves).toMatchObject({ ok: false, refused: { code: 'not-yours' } });
    expect(host.table.guests).toMatchObject([{ player: 'Pat', person: 'p2' }]);
    // Their own is theirs, and the crew may do it for them.
    const own = host.submit({ do: 'leave', player: 'Pat' }, null, 'p2');
    await settle();
    const [last] = hand.works.splice(0);
    last?.done(receiptOf(last.work));
    expect(await own).toMatchObject({ ok: true });
  });
});

describe('a table that is opened again', () => {
  it('knows since when each of its places is held', async () => {
    const { hand, host } = await openHost();
    const sitting = host.submit(SITS);
    await settle();
    hand.works.shift()?.done({ seqs: [2] });
    await sitting;
    const opening = openTable(SETTINGS, 1);
    const sat = { ...SAT, at: 1 };
    const events = [...(opening.ok ? opening.value : []), sat];
    const kept = events.map((event, index) => ({ position: index + 1, body: JSON.stringify(event) }));
    const store = { ...hand, readStream: async (_stream: string, after: number) => kept.slice(after) };
    const again = await TableHost.load('t', store as unknown as Store, CLOCK);
    expect(again.heldSince('Pat')).toBe(2);
    expect(again.heldSince('Pat')).toBe(host.heldSince('Pat'));
  });

  it('forgets names of those who have gone when nobody is told of them again, and none of those who sit there', async () => {
    const hand = new HandStore();
    const opened = openTable(SETTINGS, 1);
    if (!opened.ok) throw new Error(opened.refused.message);
    const quick = { ...hand, append: async () => ({ seqs: [1] }) } as unknown as Store;
    const host = await TableHost.open('t', quick, CLOCK, opened.value);
    const since = host.n + 1;
    await host.submit({ ...SITS, player: 'Stays', person: 'p-stays', seat: 2 });
    for (let nr = 1; host.n < REPLAY_MOST + 20; nr += 1) {
      await host.submit({ ...SITS, player: `Pat ${nr}`, person: `p-${nr}` });
      await host.submit({ do: 'leave', player: `Pat ${nr}` });
    }
    expect(host.heldSince('Stays')).toBe(since);
    // As if nobody had ever had that name, who reads so far back is shown the whole.
    expect(host.heldSince('Pat 1')).toBe(0);
    expect(host.heldSince('Pat 100')).toBe(since + 1 + 2 * 99);
    expect(['p-stays', 'p-1', 'p-100', 'p-0'].map((one) => host.hasSat(one))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
