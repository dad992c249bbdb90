import {
  CASES,
  no,
  type OfficeEvent,
  office,
  type Person,
  type Proposals,
  verbOf,
  yes,
} from '@boxperson/offices';
import { type Command, openTable, type RulebookId, type Table, VERBS } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Admission } from '../../src/office/admission.js';
import { beginningCounter, officeCounter } from '../../src/office/counter.js';
import { makeFetch } from '../../src/office/facts.js';
import type { OfficeHost } from '../../src/office/office-host.js';
import { Offices } from '../../src/office/offices.js';
import { Once } from '../../src/office/once.js';
import { openEmbeddedStore, type Store } from '../../src/store/store.js';
import type { CommandKey } from '../../src/stream/host.js';
import { tableCounter } from '../../src/tables/counter.js';
import { TableHost, tableIn } from '../../src/tables/host.js';
import { needsSecondDealer, needsSecondPerson } from '../../src/tables/second.js';
import { guest, staffOf, tableOf } from '../people/tables.js';
import { removeFolders, storeFolder } from '../store/folders.js';
import { clockOf } from '../support/clock.js';

const MINUTE = 60_000;

describe('which commands take two people', () => {
  test.each([
    [{ do: 'resolve-malfunction', adjustment: 500 }, true],
    [{ do: 'resolve-malfunction', adjustment: -500 }, true],
    [{ do: 'resolve-malfunction', adjustment: '500' }, true],
    [{ do: 'resolve-malfunction', adjustment: null }, true],
    [{ do: 'resolve-malfunction', adjustment: 0 }, false],
    [{ do: 'resolve-malfunction' }, false],
    [{ do: 'find-invalid', player: 'gus' }, true],
    [{ do: 'invalidate', ground: 'fraud' }, true],
    [{ do: 'invalidate', ground: 'fraud', money: 'refunded' }, true],
    [{ do: 'invalidate', ground: 'fraud', money: 'STANDS' }, true],
    [{ do: 'invalidate', ground: 'fraud', money: 'stands' }, false],
    [{ do: 'invalidate', ground: 'fraud', money: 'stands', forfeit: ['gus'] }, true],
  ] as [Command, boolean][])('%j: %s', (command, needs) => {
    expect(needsSecondPerson(command)).toBe(needs);
  });

  test('no other verb', () => {
    const two = Object.keys(VERBS).filter((verb) => needsSecondPerson({ do: verb }));
    expect(two).toEqual(['invalidate', 'find-invalid']);
  });

  test('oral wagers at crown, where one announces and another confirms (3.3.1)', () => {
    const by = { role: 'dealer', id: 's-dealer' };
    const oral = { do: 'bet', player: 'gus', wager: 'pass', amount: 1_000, oral: true, by };
    const { oral: _oral, ...late } = oral;
    const thrown = (table: Table): Table => ({ ...table, phase: 'thrown' });
    expect(needsSecondDealer(tableOf('crown'), oral)).toBe(true);
    expect(needsSecondDealer(tableOf('star'), oral)).toBe(false);
    expect(needsSecondDealer(thrown(tableOf('crown-mini')), late)).toBe(true);
    expect(needsSecondDealer(thrown(tableOf('crown')), late)).toBe(false);
    expect(needsSecondDealer(thrown(tableOf('crown-mini')), { ...late, found: true })).toBe(false);
    expect(needsSecondDealer(tableOf('crown'), { do: 'settle', by })).toBe(false);
  });
});

let store: Store;
beforeAll(async () => {
  store = await openEmbeddedStore(storeFolder());
});
afterAll(async () => {
  await store.close();
  removeFolders();
});

const AGM = 'assistant-gaming-manager';
const LOW = 'electronic-gaming-attendant';
const by = { role: AGM, id: 's-manager' };
const START = 1_790_000_000_000;
let made = 0;

/** A table of its own with people around it, and the one way in to it. */
async function openAround(book: RulebookId) {
  const id = `t${++made}`;
  const clock = { now: START + made * 10 * 86_400_000 };
  const now = () => clock.now;
  const staff = new Map<string, Person>();
  const opened = openTable({ rulebook: book, limits: { default: { min: 500, max: 100_000 } } }, clock.now);
  if (!opened.ok) throw new Error(opened.refused.message);
  const host = await TableHost.open(id, store, clockOf(now), opened.value);
  const must = async (command: Command) => {
    const done = await host.submit(command);
    if (!done.ok) throw new Error(`${JSON.stringify(command)}: ${done.refused.message}`);
  };
  const person = async (one: string) => staff.get(one) ?? null;
  /** While it is away nothing can be done at the table; what is to be tried again waits here. */
  const trouble: { isAway: boolean; later: (() => void)[] } = { isAway: false, later: [] };
  const play = async (one: Command, key: CommandKey) => {
    if (trouble.isAway) throw new Error('the table is away');
    return host.submit(one, key);
  };
  /** As after a restart: nothing is remembered but what the store has. */
  const restart = async () => {
    const offices = await Offices.open({
      store,
      clock: clockOf(now),
      fetch: makeFetch({ store, person, table: () => null, books: async () => null }),
    });
    const proposals = offices.host('proposals') as OfficeHost;
    const admission = new Admission({
      once: new Once(store),
      now,
      person,
      proposals,
      counter: (at) => {
        if (tableIn(at) === id) return tableCounter({ host, dice: 'called', person, play });
        const books = offices.host(at);
        return books && officeCounter(books, () => null);
      },
      audit: () => {},
      later: (act) => void trouble.later.push(act),
    });
    const waiting = () =>
      Object.values((proposals.state as Proposals).waiting).filter(({ to, agreed }) => to === at && !agreed);
    return { admission, waiting, offices };
  };
  const at = `table/${id}`;
  return { id, at, clock, staff, host, must, restart, trouble, ...(await restart()) };
}
type Around = Awaited<ReturnType<typeof openAround>>;

let said = 0;
const say = ({ admission, at }: Around, who: Person, command: Command, id = `said-${++said}-${made}`) =>
  admission.submit(who, { id, at, command });
const agree = (
  { admission }: Around,
  who: Person,
  proposal: string,
  role: string,
  id = `yes-${++said}-${made}`,
) => admission.submit(who, { id, at: 'proposals', command: { do: 'confirm', proposal, role } });
const withdraw = ({ admission }: Around, who: Person, proposal: string) =>
  admission.submit(who, {
    id: `no-${++said}-${made}-x`,
    at: 'proposals',
    command: { do: 'withdraw', proposal },
  });

/** An electronic table where the terminal of `gus` malfunctioned; attendant and two managers are on duty. */
async function setUp() {
  const around = await openAround('aruze');
  const manager = staffOf('s-manager', 'aruze', AGM);
  const second = staffOf('s-second', '*', AGM, LOW);
  const attendant = staffOf('s-dealer', 'aruze', LOW);
  for (const one of [manager, second, attendant]) around.staff.set(one.id, one);
  const ground = tableOf('aruze').game.rulebook.conduct.round?.malfunctions[0]?.id as string;
  await around.must({ do: 'staff', person: 's-manager', role: AGM });
  await around.must({ do: 'staff', person: 's-dealer', role: LOW, by });
  await around.must({ do: 'staff', person: 's-second', role: AGM, by });
  await around.must({ do: 'staff', person: 's-second', role: LOW, by });
  await around.must({ do: 'sit', player: 'gus', seat: 1, bankroll: 0, person: guest.id });
  await around.must({ do: 'malfunction', player: 'gus', ground, by });
  const reason = 'the meter missed a note';
  const command = {
    do: 'resolve-malfunction',
    player: 'gus',
    how: 'confirmed',
    adjustment: 2_500,
    reason,
    by,
  };
  return { ...around, manager, second, attendant, command };
}

async function proposed() {
  const around = await setUp();
  const done = await say(around, around.manager, around.command, `first-${made}-id`);
  if (!done.ok) throw new Error(done.refused.message);
  const { proposal } = done.answer as { proposal: string };
  return { ...around, proposal };
}
const balanceOf = ({ host }: Around): number | undefined => host.table.game.players[0]?.balance;

describe('proposals', () => {
  test('one proposes, another confirms, and the table takes it', async () => {
    const around = await proposed();
    expect(around.waiting()).toMatchObject([{ id: around.proposal, by: { id: 's-manager', role: AGM } }]);
    expect(balanceOf(around)).toBe(0);
    expect(await agree(around, around.second, around.proposal, AGM)).toMatchObject({ ok: true });
    expect(balanceOf(around)).toBe(2_500);
    expect(around.waiting()).toEqual([]);
  });

  test('nobody confirms their own', async () => {
    const around = await proposed();
    expect(await agree(around, around.manager, around.proposal, AGM)).toMatchObject({
      ok: false,
      refused: { code: 'second-person' },
    });
    expect(around.waiting()).toHaveLength(1);
  });

  test('nor is there one by a word that every object has', async () => {
    const around = await proposed();
    for (const word of ['constructor', 'toString', '__proto__', 'prop-none'])
      for (const verb of ['confirm', 'refuse', 'withdraw']) {
        const call = {
          id: `${verb}-${word}-${made}`,
          at: 'proposals',
          command: { do: verb, proposal: word },
        };
        expect(await around.admission.submit(around.second, call), `${verb} ${word}`).toMatchObject({
          ok: false,
        });
      }
    expect(around.waiting()).toHaveLength(1);
  });

  test('nor has it confirmed by somebody whom they let in themselves', async () => {
    const around = await proposed();
    const lately = { by: ['s-manager'], at: around.clock.now - 29 * 86_400_000 };
    const made = await agree(around, { ...around.second, made: lately }, around.proposal, AGM);
    expect(made).toMatchObject({ ok: false, refused: { code: 'second-person' } });
    around.staff.set('s-manager', { ...around.manager, made: { ...lately, by: ['s-second'] } });
    expect(await agree(around, around.second, around.proposal, AGM)).toMatchObject({ ok: false });
    around.staff.set('s-manager', around.manager);
    const longAgo = { by: ['s-manager'], at: around.clock.now - 31 * 86_400_000 };
    const old = await agree(around, { ...around.second, made: longAgo }, around.proposal, AGM);
    expect(old).toMatchObject({ ok: true });
  });

  test('for much money never, however it is said: cash that is counted out of the vault is money, too', async () => {
    const around = await openAround('star');
    const cashier = (id: string): Person => ({
      ...staffOf(id, 'star'),
      posts: [{ post: 'cashier', tables: '*' }],
    });
    const one = cashier('s-cashier');
    const hired = { ...cashier('s-hired'), made: { by: [one.id], at: around.clock.now - 400 * 86_400_000 } };
    for (const each of [one, hired]) around.staff.set(each.id, each);
    const openWith = async (notes: number) => {
      const command = { do: 'open', cash: [{ note: 10_000, count: notes }] };
      const call = { id: `drawer-${notes}-${made}`, at: 'drawers', command };
      const done = await around.admission.submit(one, call);
      const { proposal } = (done as { answer: { proposal: string } }).answer;
      const yes = {
        id: `drawer-yes-${notes}-${made}`,
        at: 'proposals',
        command: { do: 'confirm', proposal },
      };
      return around.admission.submit(hired, yes);
    };
    expect(await openWith(101)).toMatchObject({ ok: false, refused: { code: 'second-person' } });
    expect(await openWith(100)).toMatchObject({ ok: true });
  });

  test('the second has the rank, in the role they confirm in', async () => {
    const around = await proposed();
    const { attendant, second, proposal } = around;
    const refused = { ok: false, refused: { code: 'not-allowed' } };
    expect(await agree(around, attendant, proposal, LOW)).toMatchObject(refused);
    expect(await agree(around, attendant, proposal, AGM)).toMatchObject(refused);
    expect(await agree(around, second, proposal, LOW)).toMatchObject(refused);
    expect(await agree(around, guest, proposal, AGM)).toMatchObject(refused);
    expect(await agree(around, { ...second, inactive: true }, proposal, AGM)).toMatchObject(refused);
    expect(await agree(around, second, proposal, AGM)).toMatchObject({ ok: true });
  });

  test('the second is on duty at that table', async () => {
    const around = await proposed();
    await around.must({ do: 'staff-leave', person: 's-second' });
    expect(await agree(around, around.second, around.proposal, AGM)).toMatchObject({
      ok: false,
      refused: { code: 'not-on-duty' },
    });
  });

  test('lapse after ten minutes', async () => {
    const around = await proposed();
    around.clock.now += 10 * MINUTE - 1;
    expect(around.waiting()).toHaveLength(1);
    around.clock.now += 1;
    expect(await agree(around, around.second, around.proposal, AGM)).toMatchObject({ ok: false });
    expect(balanceOf(around)).toBe(0);
    // The clock clears it away, on record.
    const { waiting } = await around.restart();
    await expect.poll(() => waiting().length).toBe(0);
  });

  test('confirmed several times at once happen once, and each is answered the same', async () => {
    const around = await proposed();
    const answers = await Promise.all(
      [1, 2, 3].map(() => agree(around, around.second, around.proposal, AGM, `same-${made}-id`)),
    );
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
    const others = await Promise.all([1, 2].map(() => agree(around, around.second, around.proposal, AGM)));
    expect(others.map(({ ok }) => ok)).toEqual([false, false]);
    expect(balanceOf(around)).toBe(2_500);
  });

  test('outlive a restart', async () => {
    const around = await proposed();
    const again = { ...around, ...(await around.restart()) };
    expect(await agree(again, around.second, around.proposal, AGM)).toMatchObject({ ok: true });
    expect(balanceOf(around)).toBe(2_500);
  });

  test('agreed to and not carried out before a crash are carried out after it, once', async () => {
    const around = await proposed();
    // Agreed on record, and nothing more: as if the house had ended in between.
    const books = around.offices.host('proposals') as OfficeHost;
    const body = { proposal: around.proposal, role: AGM };
    expect(await books.submit({ do: 'confirm', body, by: around.second })).toMatchObject({ ok: true });
    expect(balanceOf(around)).toBe(0);
    const again = await around.restart();
    await again.admission.carryAll();
    expect(balanceOf(around)).toBe(2_500);
    await again.admission.carryAll();
    await (await around.restart()).admission.carryAll();
    expect(balanceOf(around)).toBe(2_500);
  });

  test('agreed to while nothing can be done are carried out when it can, whether or not anybody asks again', async () => {
    const around = await proposed();
    const { trouble, second, proposal, restart } = around;
    trouble.isAway = true;
    await expect(agree(around, second, proposal, AGM)).rejects.toThrow('the table is away');
    // It keeps no house from opening, either.
    await (await restart()).admission.carryAll();
    expect(balanceOf(around)).toBe(0);
    trouble.isAway = false;
    for (const act of trouble.later) act();
    await expect.poll(() => balanceOf(around)).toBe(2_500);
  });

  test('agreed to while nothing can be done are tried again by one alone, however often somebody asks', async () => {
    const around = await proposed();
    const { trouble, second, proposal } = around;
    trouble.isAway = true;
    for (let times = 0; times < 3; times += 1)
      await expect(agree(around, second, proposal, AGM, `away-${made}-id`)).rejects.toThrow('away');
    await around.admission.carryAll();
    expect(trouble.later).toHaveLength(1);
    const [again] = trouble.later.splice(0);
    again?.();
    await expect.poll(() => trouble.later.length).toBe(1);
    trouble.isAway = false;
    trouble.later[0]?.();
    await expect.poll(() => balanceOf(around)).toBe(2_500);
    expect(trouble.later).toHaveLength(1);
  });

  test('carried out are answered the same when somebody asks again, also after the books have forgotten them', async () => {
    const around = await proposed();
    const [first, id] = [
      await agree(around, around.second, around.proposal, AGM, 'yes-again-1'),
      'yes-again-1',
    ];
    expect(first).toMatchObject({ ok: true });
    const books = around.offices.host('proposals') as OfficeHost;
    const forgotten = vi
      .spyOn(books, 'state', 'get')
      .mockReturnValue({ ...(books.state as Proposals), ended: [] });
    expect(await agree(around, around.second, around.proposal, AGM, id)).toEqual(first);
    forgotten.mockRestore();
    expect(balanceOf(around)).toBe(2_500);
  });

  test('fall with whoever proposed them', async () => {
    const around = await proposed();
    const { staff, manager, second, proposal } = around;
    staff.set('s-manager', { ...manager, inactive: true });
    expect(await agree(around, second, proposal, AGM)).toMatchObject({ ok: false });
    staff.set('s-manager', { ...manager, roles: [] });
    expect(await agree(around, second, proposal, AGM)).toMatchObject({ ok: false });
    staff.delete('s-manager');
    expect(await agree(around, second, proposal, AGM)).toMatchObject({ ok: false });
    expect(balanceOf(around)).toBe(0);
  });

  test('are taken back by whoever made them and by nobody else', async () => {
    const around = await proposed();
    expect(await withdraw(around, around.second, around.proposal)).toMatchObject({
      ok: false,
      refused: { code: 'not-yours' },
    });
    expect(await withdraw(around, around.manager, around.proposal)).toMatchObject({ ok: true });
    expect(await agree(around, around.second, around.proposal, AGM)).toMatchObject({ ok: false });
  });

  test('are refused by whoever could have agreed, and by nobody else', async () => {
    const around = await proposed();
    const { admission, manager, second, attendant, proposal } = around;
    const refuse = (who: Person, role: string) =>
      admission.submit(who, {
        id: `refuse-${++said}-${made}`,
        at: 'proposals',
        command: { do: 'refuse', proposal, role },
      });
    expect(await refuse(manager, AGM)).toMatchObject({ ok: false, refused: { code: 'second-person' } });
    expect(await refuse(attendant, LOW)).toMatchObject({ ok: false, refused: { code: 'not-allowed' } });
    expect(around.waiting()).toHaveLength(1);
    expect(await refuse(second, AGM)).toMatchObject({ ok: true });
    expect(around.waiting()).toEqual([]);
    expect(await agree(around, second, proposal, AGM)).toMatchObject({ ok: false });
    expect(balanceOf(around)).toBe(0);
  });

  test('are not made by those who may not', async () => {
    const around = await setUp();
    const { manager, attendant, second, command } = around;
    const refusals = [
      await say(around, guest, command),
      await say(around, second, command),
      await say(around, attendant, { ...command, by: { role: LOW, id: 's-dealer' } }),
      await say(around, { ...manager, roles: [] }, command),
    ];
    expect(refusals.map(({ ok }) => ok)).toEqual([false, false, false, false]);
    expect(around.waiting()).toEqual([]);
    // What one person may do takes no second.
    expect(await say(around, manager, { ...command, adjustment: 0 })).toMatchObject({ ok: true });
    expect(around.waiting()).toEqual([]);
  });

  test('are not made of what the table would not do anyway', async () => {
    const around = await setUp();
    await around.must({ ...around.command, adjustment: 0 });
    expect(await say(around, around.manager, around.command)).toMatchObject({ ok: false });
    expect(await say(around, around.manager, { do: 'find-invalid', player: 'gus', by })).toMatchObject({
      ok: false,
    });
    expect(around.waiting()).toEqual([]);
  });

  test('said again under the same id are the same proposal, and answered the same', async () => {
    const around = await proposed();
    const first = await say(around, around.manager, around.command, `first-${made}-id`);
    expect(first).toMatchObject({ ok: true, answer: { proposal: around.proposal } });
    expect(around.waiting()).toHaveLength(1);
    const again = { ...around, ...(await around.restart()) };
    expect(await say(again, around.manager, around.command, `first-${made}-id`)).toEqual(first);
    expect(again.waiting()).toHaveLength(1);
    const done = await agree(around, around.second, around.proposal, AGM, `yes-${made}-id`);
    expect(await agree(around, around.second, around.proposal, AGM, `yes-${made}-id`)).toEqual(done);
    const later = { ...around, ...(await around.restart()) };
    expect(await agree(later, around.second, around.proposal, AGM, `yes-${made}-id`)).toEqual(done);
    expect(await agree(around, around.manager, around.proposal, AGM, `yes-${made}-id`)).toMatchObject({
      ok: false,
      refused: { code: 'same-id-other-body' },
    });
    expect(balanceOf(around)).toBe(2_500);
  });

  test('of an oral wager carry who confirmed it (crown 3.3.1)', async () => {
    const around = await openAround('crown');
    const dealer = staffOf('s-dealer', '*', 'dealer');
    const box = staffOf('s-boxperson', '*', 'higher-duties-dealer');
    for (const one of [dealer, box]) around.staff.set(one.id, one);
    await around.must({ do: 'staff', person: box.id, role: 'higher-duties-dealer' });
    await around.must({ do: 'staff', person: dealer.id, role: 'dealer' });
    await store.append({
      command: null,
      events: [{ stream: `purse/${around.id}`, position: 1, at: around.clock.now, body: '{}' }],
      entries: [
        {
          reason: 'purse',
          postings: [
            { account: 'cash/in', amount: -5_000 },
            { account: `player/${guest.id}`, amount: 5_000 },
          ],
        },
      ],
    });
    await around.must({ do: 'sit', player: 'gus', seat: 1, bankroll: 5_000, person: guest.id });
    const said = { role: 'dealer', id: dealer.id };
    const oral = { do: 'bet', player: 'gus', wager: 'pass', amount: 1_000, oral: true, by: said };
    const done = await say(around, dealer, oral);
    const { proposal } = (done as { answer: { proposal: string } }).answer;
    expect(await agree(around, box, proposal, 'higher-duties-dealer')).toMatchObject({ ok: true });
    const [last] = await around.host.read(around.host.n - 1, 1);
    expect(last?.event).toMatchObject({
      event: 'wagered',
      confirmed: [said, { role: 'higher-duties-dealer', id: box.id }],
    });
  });
});

interface Taken {
  readonly taken: boolean;
}
const TAKEN = { v: 1, event: 'taken', at: 0 } as const;
const OTHER: Readonly<Record<string, string>> = { 'twins/one': 'twins/two', 'twins/two': 'twins/one' };

/** Two matters of one office, of which one at most may have what there is. */
const TWINS = office<Taken, OfficeEvent>({
  name: 'twins',
  title: 'Twins',
  streams: 'many',
  version: 1,
  start: { taken: false },
  verbs: {
    take: verbOf<Taken, OfficeEvent>()({
      help: 'Take it',
      clause: null,
      who: 'staff',
      body: z.strictObject({ other: z.string() }),
      turn: 'office',
      needs: (_state, { other }) => ({ books: [other] }),
      decide: (_state, { body }, facts) =>
        facts.books<Taken>(body.other)?.taken ? no('used-up', 'It is taken.') : yes([TAKEN]),
    }),
  },
  evolve: () => ({ taken: true }),
  entries: () => [],
  audience: {},
});

test('two matters that read each other do not both do what one of them may: each decides when the other is stored', async () => {
  const both: Offices = await Offices.open({
    store,
    clock: clockOf(() => START),
    offices: [TWINS],
    fetch: makeFetch({
      store,
      person: async () => null,
      table: () => null,
      books: async (stream) => both.host(stream)?.state ?? null,
    }),
  });
  const hosts = await Promise.all(Object.keys(OTHER).map((stream) => both.open(stream)));
  const take = (host: OfficeHost) =>
    host.submit({ do: 'take', body: { other: OTHER[host.stream] }, by: guest });
  const done = await Promise.all(hosts.map(take));
  expect(done.map(({ ok }) => ok)).toEqual([true, false]);
  both.close();
});

test('books of a matter of which nothing came are kept as long as somebody else is about to begin it', async () => {
  const at = 'cases/both';
  const offices: Offices = await Offices.open({
    store,
    clock: clockOf(() => START),
    offices: [CASES],
    fetch: makeFetch({
      store,
      person: async (id) => (id === guest.id ? guest : null),
      table: () => null,
      books: async () => null,
    }),
  });
  const opens = (patron: string) => {
    const command = { do: 'open', kind: 'complaint', rulebook: 'star', patron, says: 'The stick was rude.' };
    const counter = beginningCounter(offices, at, () => null);
    return counter?.submit(
      staffOf('s-manager', 'star', AGM),
      command,
      { id: `by-${patron}`, hash: patron },
      null,
    );
  };
  const done = await Promise.all([opens('nobody'), opens(guest.id)]);
  expect(done.map((one) => one?.ok)).toEqual([false, true]);
  expect(offices.host(at)?.n).toBe(1);
  await opens('nobody');
  expect(offices.host(at)?.n).toBe(1);
  offices.close();
});

test('a wrong payment is put right in its turn among all cases', () => {
  expect(CASES.verbs['put-right']?.turn).toBe('office');
  expect(CASES.verbs['count-elsewhere']?.turn).toBe('office');
});
