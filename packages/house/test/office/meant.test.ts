import { type Person, PROPOSALS, type Proposals, shown } from '@boxperson/offices';
import {
  type Command,
  findPlayer,
  guestOf,
  openTable,
  type RulebookId,
  type TableEvent,
} from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Admission } from '../../src/office/admission.js';
import { officeCounter } from '../../src/office/counter.js';
import { makeFetch } from '../../src/office/facts.js';
import type { OfficeHost } from '../../src/office/office-host.js';
import { Offices } from '../../src/office/offices.js';
import { Once } from '../../src/office/once.js';
import { openEmbeddedStore, type Store } from '../../src/store/store.js';
import { type TableAround, tableCounter } from '../../src/tables/counter.js';
import { TableHost, tableIn } from '../../src/tables/host.js';
import { booksFor } from '../../src/wire/watching.js';
import { staffOf } from '../people/tables.js';
import { removeFolders, storeFolder } from '../store/folders.js';
import { clockOf } from '../support/clock.js';

let store: Store;
beforeAll(async () => {
  store = await openEmbeddedStore(storeFolder());
});
afterAll(async () => {
  await store.close();
  removeFolders();
});

const START = 1_790_000_000_000;
let made = 0;
let said = 0;

/** A table with two of the crew, who may both do everything, and Dot, who plays with chips and has the dice. */
async function crewed(book: RulebookId, role: string) {
  const id = `m${++made}`;
  const at = `table/${id}`;
  const clock = { now: START + made * 86_400_000 };
  const now = () => clock.now;
  const [one, other] = [staffOf(`s-one-${id}`, '*', role), staffOf(`s-other-${id}`, '*', role)];
  const person = async (who: string) => [one, other].find(({ id: its }) => its === who) ?? null;
  const opened = openTable({ rulebook: book, limits: { default: { min: 500, max: 100_000 } } }, clock.now);
  if (!opened.ok) throw new Error(opened.refused.message);
  const host = await TableHost.open(id, store, clockOf(now), opened.value);
  const offices = await Offices.open({
    store,
    clock: clockOf(now),
    fetch: makeFetch({ store, person, table: () => null, books: async () => null }),
  });
  const proposals = offices.host('proposals') as OfficeHost;
  /** What happens at the table's own node before what was agreed has its turn there. */
  const meanwhile: { happens: (() => Promise<void>) | null } = { happens: null };
  const play: TableAround['play'] = async (...asked) => {
    const { happens } = meanwhile;
    meanwhile.happens = null;
    await happens?.();
    return host.submit(...asked);
  };
  const counter = tableCounter({ host, dice: 'called', person, play });
  const admission = new Admission({
    once: new Once(store),
    now,
    person,
    proposals,
    counter: (where) => {
      const books = tableIn(where) === id ? null : offices.host(where);
      return books ? officeCounter(books, () => null) : counter;
    },
    audit: () => {},
  });
  const by = { role, id: one.id };
  const nextId = () => `meant-${++said}-said`;
  const says = (command: Command, call = nextId()) =>
    admission.submit(one, { id: call, at, command: { by, ...command } });
  const does = async (command: Command) => {
    const done = await says(command);
    if (!done.ok) throw new Error(`${JSON.stringify(command)}: ${done.refused.message}`);
    return done;
  };
  const proposes = async (command: Command): Promise<string> =>
    ((await does(command)) as { answer: { proposal: string } }).answer.proposal;
  const agrees = (proposal: string, who: Person = other) =>
    admission.submit(who, { id: nextId(), at: 'proposals', command: { do: 'confirm', proposal, role } });
  const rolls = async (dice: readonly [number, number]) => {
    await does({ do: 'throw', player: 'Dot' });
    if (book === 'crown-mini') await does({ do: 'no-more-bets' });
    await does({ do: 'roll', dice });
    await does({ do: 'settle' });
  };
  const sits = (seat: number, more: Command = {}) =>
    does({ do: 'sit', seat, bankroll: 10_000, chips: true, ...more });
  for (const { id: staff } of [one, other]) await host.submit({ do: 'staff', person: staff, role });
  await sits(8, { player: 'Dot', card: 'k-dot' });
  await does({ do: 'bet', player: 'Dot', wager: 'pass', amount: 1_000 });
  await does({ do: 'offer' });
  await does({ do: 'accept', player: 'Dot', dice: ['1a', '1b'] });
  return {
    id,
    host,
    proposals,
    admission,
    counter,
    by,
    one,
    other,
    says,
    does,
    proposes,
    agrees,
    rolls,
    sits,
    meanwhile,
  };
}
type Crewed = Awaited<ReturnType<typeof crewed>>;

const balanceOf = ({ host }: Crewed, player: string) => findPlayer(host.table.game, player)?.balance;
const wagersOf = ({ host }: Crewed, player: string) => findPlayer(host.table.game, player)?.wagers.length;
const personOf = ({ host }: Crewed, player: string) => guestOf(host.table, player)?.person;
const lastEvent = async ({ host }: Crewed): Promise<TableEvent | undefined> =>
  (await host.read(host.n - 1, 1))[0]?.event;

describe('while a second person is waited for play goes on', () => {
  const INVALIDATE = { do: 'invalidate', ground: 'fire' };

  test('star 9.4: it is the roll that was meant which is undone, not the last when it is confirmed', async () => {
    const around = await crewed('star', 'boxperson');
    const { proposes, agrees, rolls, sits, does } = around;
    await sits(3);
    await does({ do: 'bet', player: 'Seat 3', wager: 'field', amount: 1_000 });
    // The field loses on this one, and wins on the next but one.
    await rolls([3, 3]);
    const proposal = await proposes(INVALIDATE);
    await rolls([4, 4]);
    await does({ do: 'bet', player: 'Seat 3', wager: 'field', amount: 2_000 });
    await rolls([2, 1]);
    expect(balanceOf(around, 'Seat 3')).toBe(11_000);
    expect(await agrees(proposal)).toMatchObject({ ok: true });
    expect(await lastEvent(around)).toMatchObject({ event: 'outcome-invalidated', throw: 1 });
    expect(balanceOf(around, 'Seat 3')).toBe(12_000);
  });

  test('and whoever confirms reads which one it is', async () => {
    const { proposals, proposes, rolls } = await crewed('star', 'boxperson');
    await rolls([3, 3]);
    const proposal = await proposes(INVALIDATE);
    expect((proposals.state as Proposals).waiting[proposal]?.wanted).toMatchObject({ throw: 1 });
  });

  test('star-2024 9.4: wagers found invalid are those of the person who was meant, whoever sits there later', async () => {
    const around = await crewed('star-2024', 'boxperson');
    const { proposes, agrees, sits, does } = around;
    await sits(3, { card: 'k-first' });
    await does({ do: 'bet', player: 'Seat 3', wager: 'field', amount: 1_000 });
    const proposal = await proposes({ do: 'find-invalid', player: 'Seat 3' });
    await does({ do: 'take', player: 'Seat 3', wager: 'field' });
    await does({ do: 'leave', player: 'Seat 3' });
    await sits(3, { card: 'k-second' });
    await does({ do: 'bet', player: 'Seat 3', wager: 'field', amount: 2_000 });
    expect(await agrees(proposal)).toMatchObject({
      ok: false,
      refused: { code: 'not-found', message: expect.stringContaining('player: Seat 3 is somebody else now') },
    });
    expect(wagersOf(around, 'Seat 3')).toBe(1);
    // What became of it is on record, and it waits no more.
    expect((around.proposals.state as Proposals).waiting[proposal]).toBeUndefined();
    expect((around.proposals.state as Proposals).about?.[proposal]).toBeUndefined();
  });

  test('star-2024 9.4.3: and those of the rolls that were not settled when it was proposed, not what is bet anew', async () => {
    const around = await crewed('star-2024', 'boxperson');
    const { proposes, agrees, sits, does, rolls } = around;
    const bet = { do: 'bet', player: 'Seat 3', wager: 'field', amount: 1_000 };
    const found = { do: 'find-invalid', player: 'Seat 3', why: 'card' };
    await sits(3, { card: 'k-first' });
    await does(bet);
    const proposal = await proposes(found);
    // The field loses, which stands; the same person bets the same again.
    await rolls([3, 3]);
    await does(bet);
    expect(await agrees(proposal)).toMatchObject({
      ok: false,
      refused: { code: 'out-of-phase', clause: '9.4.3', message: expect.stringContaining('settled since') },
    });
    expect(wagersOf(around, 'Seat 3')).toBe(1);
    expect((around.proposals.state as Proposals).waiting[proposal]).toBeUndefined();
    // Said anew, it is about what lies there now.
    expect(await agrees(await proposes(found))).toMatchObject({ ok: true });
    expect(wagersOf(around, 'Seat 3')).toBe(0);
  });

  test('star-2024 9.4.3: also where a roll is settled when it is their turn, as at a node that follows the table', async () => {
    const around = await crewed('star-2024', 'boxperson');
    const { proposes, agrees, sits, does, rolls, meanwhile } = around;
    const bet = { do: 'bet', player: 'Seat 3', wager: 'field', amount: 1_000 };
    await sits(3, { card: 'k-first' });
    await does(bet);
    const proposal = await proposes({ do: 'find-invalid', player: 'Seat 3', why: 'card' });
    meanwhile.happens = async () => {
      await rolls([3, 3]);
      await does(bet);
    };
    expect(await agrees(proposal)).toMatchObject({ ok: false, refused: { clause: '9.4.3' } });
    expect(wagersOf(around, 'Seat 3')).toBe(1);
  });

  test('crown 3.3.1: and no wager is put down for the roll after the one that it was said before', async () => {
    const around = await crewed('crown', 'area-manager');
    const { proposes, agrees, rolls, meanwhile } = around;
    const oral = { do: 'bet', player: 'Dot', wager: 'field', amount: 1_000, oral: true };
    const proposal = await proposes(oral);
    meanwhile.happens = () => rolls([3, 3]);
    expect(await agrees(proposal)).toMatchObject({ ok: false, refused: { code: 'out-of-phase' } });
    expect(wagersOf(around, 'Dot')).toBe(1);
  });

  test('star-2024 9.4.2: a roll that is called and not settled is the one that the wagers were made for', async () => {
    const around = await crewed('star-2024', 'boxperson');
    const { proposes, agrees, sits, does } = around;
    const found = { do: 'find-invalid', player: 'Seat 3', why: 'card' };
    await sits(3, { card: 'k-first' });
    await does({ do: 'bet', player: 'Seat 3', wager: 'field', amount: 1_000 });
    const before = await proposes(found);
    await does({ do: 'throw', player: 'Dot' });
    await does({ do: 'roll', dice: [2, 2] });
    const during = await proposes(found);
    expect(await agrees(before)).toMatchObject({ ok: true });
    expect(await lastEvent(around)).toMatchObject({ when: 'during-result', winningsTaken: 1_000 });
    await does({ do: 'settle' });
    // That one is settled: whatever comes after it was not meant.
    await does({ do: 'card', player: 'Seat 3', card: 'k-first', holder: personOf(around, 'Seat 3') });
    await does({ do: 'bet', player: 'Seat 3', wager: 'field', amount: 1_000 });
    expect(await agrees(during)).toMatchObject({ ok: false, refused: { clause: '9.4.3' } });
    expect(wagersOf(around, 'Seat 3')).toBe(1);
  });

  test('crown 3.3.1: an oral wager is put down for whoever said it, and with nobody else’s chips', async () => {
    const around = await crewed('crown', 'area-manager');
    const { proposes, agrees, sits, does } = around;
    const oral = { do: 'bet', player: 'Seat 3', wager: 'field', amount: 1_000, oral: true };
    await sits(3);
    const proposal = await proposes(oral);
    await does({ do: 'leave', player: 'Seat 3' });
    expect(await agrees(await proposes({ ...oral, player: 'Dot' }))).toMatchObject({ ok: true });
    await sits(3);
    expect(await agrees(proposal)).toMatchObject({ ok: false, refused: { code: 'not-found' } });
    expect(balanceOf(around, 'Seat 3')).toBe(10_000);
  });

  test('crown 3.3.1: and for the roll that it was said before', async () => {
    const around = await crewed('crown', 'area-manager');
    const { proposes, agrees, rolls } = around;
    const oral = { do: 'bet', player: 'Dot', wager: 'field', amount: 1_000, oral: true };
    const proposal = await proposes(oral);
    await rolls([3, 3]);
    expect(await agrees(proposal)).toMatchObject({ ok: false, refused: { code: 'out-of-phase' } });
    expect(wagersOf(around, 'Dot')).toBe(1);
    expect(await agrees(await proposes(oral))).toMatchObject({ ok: true });
    expect(wagersOf(around, 'Dot')).toBe(2);
  });

  test('crown 3.3.1: nothing is put to a second dealer, or on record, that the table would not take from both', async () => {
    const around = await crewed('crown', 'area-manager');
    const { says, proposals, proposes, host, other } = around;
    const oral = { do: 'bet', player: 'Dot', wager: 'field', amount: 1_000, oral: true };
    const n = proposals.n;
    for (const more of [
      { note: 'x'.repeat(9_000) },
      { wager: 'nowhere' },
      { amount: '1,000' },
      { player: 'Nobody' },
    ])
      expect(await says({ ...oral, ...more })).toMatchObject({ ok: false, refused: { code: 'bad-input' } });
    expect(await says({ ...oral, amount: 300_000 })).toMatchObject({
      ok: false,
      refused: { code: 'above-maximum', nearest: 100_000 },
    });
    expect(proposals.n).toBe(n);
    // Whoever will confirm it may still be on their way to the table.
    await host.submit({ do: 'staff-leave', person: other.id });
    expect(await proposes(oral)).toMatch(/^prop-/);
  });

  test('whom it is about is told nobody, in books or events', async () => {
    const { proposals, proposes, sits, does, one } = await crewed('star-2024', 'boxperson');
    await sits(3, { card: 'k-first' });
    await does({ do: 'bet', player: 'Seat 3', wager: 'field', amount: 1_000 });
    const proposal = await proposes({ do: 'find-invalid', player: 'Seat 3' });
    const kept = (proposals.state as Proposals).about?.[proposal];
    expect(kept).toEqual({ person: expect.stringMatching(/^chips-/), roll: 0 });
    const boss: Person = { ...one, posts: [{ post: 'manager', tables: '*' }] };
    const sees = { place: null, sees: () => true };
    const books = booksFor(PROPOSALS, proposals.state, boss, sees) as Proposals;
    expect(books.waiting[proposal]).toBeDefined();
    expect(JSON.stringify(books)).not.toContain(kept?.person);
    const [event] = (await proposals.read(proposals.n - 1, 1)).map((line) => line.event);
    expect(JSON.stringify(event)).toContain(kept?.person);
    const all = {
      sees: (seers: readonly string[]) => !seers.includes('subject'),
      alias: (who: string) => who,
    };
    const seen = shown(PROPOSALS.audience, event as { event: string }, all, false);
    expect(seen).toMatchObject({ event: 'proposed', proposal });
    expect(JSON.stringify(seen)).not.toContain(kept?.person);
  });

  test('what was proposed before any of this was noted is carried out as it was said', async () => {
    const around = await crewed('star', 'boxperson');
    const { proposals, by, agrees, rolls, host, id } = around;
    await rolls([3, 3]);
    const body = {
      proposal: `prop-old-${id}`,
      to: `table/${id}`,
      wanted: { ...INVALIDATE, by },
      by,
      lapsesAt: host.at() + 60_000,
    };
    expect(await proposals.submit({ do: 'propose', body, by: null })).toMatchObject({ ok: true });
    await rolls([4, 4]);
    expect(await agrees(body.proposal)).toMatchObject({ ok: true });
    expect(await lastEvent(around)).toMatchObject({ event: 'outcome-invalidated', throw: 2 });
  });

  test('nor is anything found invalid held to a roll that was not noted with it', async () => {
    const around = await crewed('star-2024', 'boxperson');
    const { proposals, by, agrees, rolls, sits, does, host, id } = around;
    await sits(3, { card: 'k-first' });
    const body = {
      proposal: `prop-old-${id}`,
      to: `table/${id}`,
      wanted: { do: 'find-invalid', player: 'Seat 3', by },
      by,
      lapsesAt: host.at() + 60_000,
      about: { person: personOf(around, 'Seat 3') as string },
    };
    expect(await proposals.submit({ do: 'propose', body, by: null })).toMatchObject({ ok: true });
    await rolls([3, 3]);
    await does({ do: 'bet', player: 'Seat 3', wager: 'field', amount: 1_000 });
    expect(await agrees(body.proposal)).toMatchObject({ ok: true });
    expect(wagersOf(around, 'Seat 3')).toBe(0);
  });
});

describe('R53: strangers who give no name are as many people as they are', () => {
  test('what the one before staked and lost is owed to them, and does not come to the next one there', async () => {
    const around = await crewed('star', 'boxperson');
    const { proposes, agrees, rolls, sits, does } = around;
    await sits(3);
    const first = personOf(around, 'Seat 3');
    await does({ do: 'bet', player: 'Seat 3', wager: 'field', amount: 1_000 });
    await rolls([3, 3]);
    await does({ do: 'leave', player: 'Seat 3' });
    await sits(3);
    expect(personOf(around, 'Seat 3')).not.toBe(first);
    await agrees(await proposes({ do: 'invalidate', ground: 'fire', throw: 1 }));
    expect(await lastEvent(around)).toMatchObject({
      event: 'outcome-invalidated',
      owed: [{ player: 'Seat 3', person: first, amount: 1_000 }],
    });
    expect(balanceOf(around, 'Seat 3')).toBe(10_000);
  });

  test('R59: what the one before left standing is not before the next; it is theirs when the crew says so', async () => {
    const around = await crewed('star', 'boxperson');
    const { host, rolls, sits, does } = around;
    await sits(3);
    const first = personOf(around, 'Seat 3');
    await does({ do: 'bet', player: 'Seat 3', wager: 'pass', amount: 1_000 });
    await rolls([3, 3]);
    await does({ do: 'leave', player: 'Seat 3', standing: true });
    // The console says the seat for a name, as does the house.
    await sits(3, { player: 'Seat 3' });
    expect(wagersOf(around, 'Seat 3 (2)')).toBe(0);
    expect(personOf(around, 'Seat 3 (2)')).toMatch(/^chips-/);
    expect(personOf(around, 'Seat 3 (2)')).not.toBe(first);
    expect(guestOf(host.table, 'Seat 3')).toMatchObject({ person: first, gone: true });
    await sits(5, { person: first as string });
    expect(guestOf(host.table, 'Seat 3')).toMatchObject({ person: first });
    expect(guestOf(host.table, 'Seat 3')?.gone).toBeUndefined();
    expect(findPlayer(host.table.game, 'Seat 3')).toMatchObject({ seat: 5, wagers: [{ amount: 1_000 }] });
  });

  test('the crew says of nobody else who they are: neither of one who gave a name nor of one who is there', async () => {
    const around = await crewed('star', 'boxperson');
    const { rolls, sits, does } = around;
    await sits(2, { player: 'Ann' });
    await sits(3);
    await does({ do: 'bet', player: 'Ann', wager: 'pass', amount: 1_000 });
    await rolls([3, 3]);
    await does({ do: 'leave', player: 'Ann', standing: true });
    await sits(4, { person: personOf(around, 'Ann') as string });
    await sits(5, { person: personOf(around, 'Seat 3') as string });
    await sits(6, { person: 'p-somebody' });
    const people = ['Seat 3', 'Seat 4', 'Seat 5', 'Seat 6'].map((name) => personOf(around, name));
    expect(new Set(people).size).toBe(4);
    for (const person of people) expect(person).toMatch(/^chips-[0-9a-f]{20}$/);
    // R59: by their name people come back as ever.
    await sits(1, { player: 'Ann' });
    expect(wagersOf(around, 'Ann')).toBe(1);
  });

  test('star 9.3.2: one is excluded, and who comes after them is not', async () => {
    const around = await crewed('star', 'boxperson');
    const { sits, does } = around;
    await sits(3);
    await does({ do: 'exclude', player: 'Seat 3', ground: 'device' });
    await does({ do: 'leave', player: 'Seat 3' });
    await sits(3);
    expect(guestOf(around.host.table, 'Seat 3')).toMatchObject({ excluded: false });
  });

  test('said again under the same id it is the same stranger', async () => {
    const around = await crewed('star', 'boxperson');
    const command = { do: 'sit', seat: 3, bankroll: 0, chips: true };
    const done = await around.says(command, `same-${around.id}-id`);
    const n = around.host.n;
    expect(await around.says(command, `same-${around.id}-id`)).toEqual(done);
    expect(around.host.n).toBe(n);
    const first = personOf(around, 'Seat 3');
    await around.does({ do: 'leave', player: 'Seat 3' });
    // As after a crash before the answer: decided anew, from the same words.
    const judged = await around.counter.judge(around.one, { ...command, by: around.by });
    if (!judged.ok) throw new Error(judged.refused.message);
    const key = { id: `same-${around.id}-id`, hash: 'x' };
    const again: Command[] = [];
    const { host } = around;
    await tableCounter({
      host,
      dice: 'called',
      person: async () => null,
      play: async (one) => {
        again.push(one);
        return { ok: true, n: 0, events: [] };
      },
    }).submit(around.one, judged.value, key, null);
    expect(again).toMatchObject([{ do: 'sit', player: 'Seat 3', person: first }]);
  });

  test('whoever was seated before this, by the name of their seat, comes back as before', async () => {
    const around = await crewed('star', 'boxperson');
    const { host, by, rolls, sits, does } = around;
    await host.submit({
      do: 'sit',
      player: 'Seat 3',
      person: 'chips:Seat 3',
      seat: 3,
      bankroll: 5_000,
      chips: true,
      by,
    });
    await does({ do: 'bet', player: 'Seat 3', wager: 'pass', amount: 1_000 });
    await rolls([3, 3]);
    await does({ do: 'leave', player: 'Seat 3', standing: true });
    await sits(3);
    expect(wagersOf(around, 'Seat 3 (2)')).toBe(0);
    await sits(4, { person: 'chips:Seat 3' });
    expect(findPlayer(host.table.game, 'Seat 3')).toMatchObject({ seat: 4, wagers: [{ amount: 1_000 }] });
  });
});
