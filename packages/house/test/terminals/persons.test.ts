// What belongs to a person goes with the person: tickets, rounds, payments by hand. And what somebody may ask for too often.
import type { Alerts, Person } from '@boxperson/offices';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { account, type HouseClient, houseConfig, type Store } from '../../src/index.js';
import type { OfficeHost } from '../../src/office/office-host.js';
import { Floor } from '../../src/terminals/floor.js';
import { makeTicketNumber } from '../../src/terminals/tickets.js';
import { makeAskers, staffOf, topOf } from '../support/askers.js';
import { comeAsGuest, connectTo, look, until } from '../support/client.js';
import { openTestHouse, SIX, type TestHouse } from '../support/house.js';
import { type Answered, call } from '../support/http.js';
import { deskOf } from '../support/people.js';

const aruze = SIX.tables.find(({ id }) => id === 'aruze');
const tableOf = (id: string, wageringMs: number) => ({
  ...aruze,
  id,
  settings: { ...aruze?.settings, wageringMs },
});
// Nothing rolls at the quiet ones.
const config = houseConfig.parse({
  ...SIX,
  tables: [...['quiet', 'calm', 'still'].map((id) => tableOf(id, 300_000)), tableOf('quick', 1_000)],
});

let house: TestHouse;
const clients: HouseClient[] = [];
beforeAll(async () => {
  house = await openTestHouse({ config });
});
afterAll(async () => {
  for (const client of clients) client.close();
  await house.remove();
});

let said = 0;
const id = () => `persons-test-${++said}`;
const get = (path: string, token: string | null) =>
  call(house.url, 'GET', `/api/terminal/${path}`, { token });
const ask = (path: string, token: string | null, body: object): Promise<Answered> =>
  call(house.url, 'POST', `/api/terminal/${path}`, { token, body: { id: id(), ...body } });

interface Sitter {
  readonly token: string;
  readonly id: string;
  readonly player: string;
  readonly seat: number;
  leave(): Promise<void>;
  readonly client: HouseClient;
}

async function sit(table: string, seat: number, bankroll = 0): Promise<Sitter> {
  const guest = await comeAsGuest(house.url);
  const client = connectTo(() => house.url, guest.token);
  clients.push(client);
  look(client, table);
  expect(await client.do(table, { do: 'sit', seat, bankroll })).toMatchObject({ kind: 'done' });
  const leave = async () => {
    expect(await client.do(table, { do: 'leave', player: guest.name })).toMatchObject({ kind: 'done' });
  };
  return { ...guest, player: guest.name, seat, leave, client };
}

const attendants: string[] = [];
const attendant = async (which = 0): Promise<string> => {
  while (attendants.length <= which)
    attendants.push((await staffOf(house, 'aruze', topOf('aruze'), {})).token);
  return attendants[which] as string;
};
let central: { readonly token: string | null } | undefined;
const device = async (): Promise<string | null> => {
  central ??= (await makeAskers(house, 'aruze')).find(({ kind }) => kind === 'device');
  return central?.token ?? null;
};
const deviceFor = async (tables: readonly string[]): Promise<string> => {
  const made = await deskOf(house).registerDevice({ name: 'Other', limits: { tables, most: 1_000 } });
  const came = made.kind === 'ok' ? await house.people.signInDevice(made.key, '127.0.0.1') : made;
  if (came.kind !== 'ok') throw new Error(came.kind);
  return came.token;
};

const creditAt = async (table: string, { seat, token }: Sitter): Promise<number> =>
  (await get(`${table}/${seat}`, token)).body.credit;

describe('a ticket that was made and not printed', () => {
  it('is its person’s: whoever sits there next neither reads it nor takes it', async () => {
    const ann = await sit('quiet', 1);
    await ask('quiet/note', ann.token, { seat: 1, amount: 10_000 });
    const out = await ask('quiet/ticket-out', ann.token, { seat: 1 });
    const { number } = out.body.ticket;
    await ann.leave();

    const bea = await sit('quiet', 1);
    const heard: unknown[] = [];
    bea.client.follow('terminal/quiet', {
      books: (message) => heard.push(message),
      events: (_n, events) => heard.push(events),
    });
    const seen = (await get('quiet/1', bea.token)).body;
    expect(seen).toMatchObject({ player: bea.player, unprinted: null });
    expect((await get('quiet/1', await device())).body.unprinted).toBeNull();
    expect((await get('quiet', bea.token)).body).toEqual({ seats: [1], unprinted: [] });
    expect((await ask('quiet/printed', bea.token, { ticket: number })).status).toBe(403);

    // Its own person has it still, and so do those who serve the terminals.
    expect((await get('quiet', ann.token)).body).toMatchObject({ seats: [], unprinted: [{ number }] });
    expect((await get('quiet/1', ann.token)).status).toBe(403);
    const served = (await get('quiet/1', await attendant())).body;
    expect(served.tickets).toMatchObject([{ number, person: ann.id, seat: 1, table: 'quiet' }]);
    expect((await ask('quiet/printed', ann.token, { ticket: number })).body).toMatchObject({ ok: true });
    expect((await get('quiet', ann.token)).body.unprinted).toEqual([]);

    await ask('quiet/note', bea.token, { seat: 1, amount: 500 });
    await until(() => JSON.stringify(heard).includes('note-in'), 'her own note');
    expect(JSON.stringify([seen, heard])).not.toContain(number);
    expect(JSON.stringify(heard)).not.toContain(ann.id);
  });
});

describe('the rounds of a terminal', () => {
  it('are shown to who sat there, not to who is called the same', async () => {
    const first = await sit('quick', 1, 10_000);
    const host = house.house.host('quick');
    const rounds = async (token: string) => (await get('quick/1/recall', token)).body.rounds;
    await until(() => host?.table.phase === 'wagering', 'wagering', 30_000);
    const bet = { do: 'bet', player: first.player, wager: 'place', number: 6, amount: 600 };
    while ((await first.client.do('quick', bet)).kind !== 'done')
      await until(() => host?.table.phase === 'wagering', 'wagering', 30_000);
    const { throws } = host?.table ?? { throws: 0 };
    const told = () => host?.told.state;
    await until(() => (told()?.throws ?? 0) > throws && told()?.phase === 'wagering', 'a round', 30_000);
    expect((await rounds(first.token)).length).toBeGreaterThan(0);
    for (;;) {
      await until(() => host?.table.phase === 'wagering', 'wagering', 30_000);
      const left = await first.client.do('quick', { do: 'leave', player: first.player });
      if (left.kind === 'done') break;
    }
    // Names come and go: somebody else sits there under this one.
    const second = await comeAsGuest(house.url);
    const { player } = first;
    const sat = await host?.submit({ do: 'sit', player, person: second.id, seat: 1, bankroll: 10_000 });
    expect(sat).toMatchObject({ ok: true });
    expect(await rounds(second.token)).toEqual([]);
    expect((await get('quick/1/recall', first.token)).status).toBe(403);
    expect((await rounds(await attendant())).length).toBeGreaterThan(0);
  }, 120_000);
});

describe('a payment by hand', () => {
  const pay = async (seat: number, which: number) =>
    ask('quiet/hand-pay', await attendant(which), { seat, signedBy: 'Eve' });
  const asked = async (seat: number): Promise<Sitter> => {
    const eve = await sit('quiet', seat, 495_000);
    await ask('quiet/note', eve.token, { seat, amount: 10_000 });
    expect((await ask('quiet/ticket-out', eve.token, { seat })).body).toMatchObject({ handPay: 505_000 });
    return eve;
  };

  it('is paid once, by three attendants at once', async () => {
    const eve = await asked(2);
    await ask('quiet/note', await device(), { seat: 2, amount: 10_000 });
    await attendant(2);
    const answers = await Promise.all([0, 1, 2].map((which) => pay(2, which)));
    expect(answers.filter(({ body }) => body.ok)).toHaveLength(1);
    const no = answers.filter(({ body }) => !body.ok);
    for (const { body } of no) expect(body.refused).toMatchObject({ code: 'not-eligible', clause: '4.1' });
    expect(await creditAt('quiet', eve)).toBe(10_000);
    const paid = (await house.house.store.ledger(0, 100_000)).filter(({ reason }) => reason === 'hand-paid');
    expect(paid).toHaveLength(1);
  });

  it('is never paid from the credit of whoever sits there next', async () => {
    const eve = await asked(3);
    expect((await get('quiet/3', eve.token)).body.handPay).toBe(505_000);
    await eve.leave();
    expect(await house.house.wallet(eve.id)).toBe(510_000);
    const fay = await sit('quiet', 3, 495_000);
    await ask('quiet/note', fay.token, { seat: 3, amount: 10_000 });
    expect((await get('quiet/3', fay.token)).body).toMatchObject({ handPay: null, attendant: null });
    expect((await pay(3, 0)).body).toMatchObject({ ok: false, refused: { clause: '4.1' } });
    expect(await creditAt('quiet', fay)).toBe(505_000);
  });

  it('that waits is asked for once; another amount takes its place', async () => {
    const gus = await asked(4);
    expect((await ask('quiet/ticket-out', gus.token, { seat: 4 })).body).toMatchObject({
      ok: false,
      refused: { code: 'used-up', clause: '4.1' },
    });
    const less = await ask('quiet/ticket-out', gus.token, { seat: 4, amount: 502_000 });
    expect(less.body).toMatchObject({ ok: true, handPay: 502_000 });
    expect((await pay(4, 0)).body).toMatchObject({ ok: true, amount: 502_000 });
  });
});

describe('a transfer of the central system', () => {
  it('is made once for each reference, whatever the id, the terminal and the table', async () => {
    const [hal, ida] = [await sit('quiet', 5), await sit('calm', 5)];
    const body = { seat: 5, amount: 2_500, reference: 'CS/7001' };
    const by = await device();
    const all = await Promise.all([1, 2, 3].map(() => ask('quiet/transfer', by, body)));
    expect(all.filter((one) => one.body.ok)).toHaveLength(1);
    for (const at of ['quiet', 'calm']) {
      const again = await ask(`${at}/transfer`, by, body);
      expect(again.body).toMatchObject({ ok: false, refused: { code: 'taken' } });
      expect(again.body.refused.message).toContain('reference');
    }
    expect([await creditAt('quiet', hal), await creditAt('calm', ida)]).toEqual([2_500, 0]);
    expect((await ask('calm/transfer', by, { ...body, reference: 'CS/7002' })).body).toMatchObject({
      ok: true,
    });
    expect(await house.house.store.balance(account.central)).toBe(-5_000);
  });

  it('is made once for each reference that two tables are sent at the same moment', async () => {
    const [pia, quin] = [await sit('quiet', 7), await sit('calm', 8)];
    const by = await device();
    const sent = (reference: string) =>
      Promise.all([
        ask('quiet/transfer', by, { seat: 7, amount: 1_000, reference }),
        ask('calm/transfer', by, { seat: 8, amount: 1_000, reference }),
      ]);
    for (const reference of ['CS/7101', 'CS/7102', 'constructor']) {
      const all = await sent(reference);
      expect(all.filter((one) => one.body.ok)).toHaveLength(1);
      const refused = all.find((one) => !one.body.ok)?.body.refused;
      expect(refused).toMatchObject({ code: 'taken', message: expect.stringContaining('reference') });
      expect((await sent(reference)).filter((one) => one.body.ok)).toHaveLength(0);
    }
    expect((await creditAt('quiet', pia)) + (await creditAt('calm', quin))).toBe(3_000);
  });

  it('that a table did not take can be sent to it again', async () => {
    const by = await device();
    const body = { seat: 8, amount: 1_000, reference: 'CS/7103' };
    const none = await ask('quiet/transfer', by, { ...body, seat: 8 });
    expect(none.body).toMatchObject({ ok: false });
    expect(none.body.refused.code).not.toBe('taken');
    expect((await ask('calm/transfer', by, body)).body).toMatchObject({ ok: true });
  });

  it('obeys what the device may move, and where', async () => {
    const jan = await sit('calm', 6);
    const books = house.house.offices.host('terminal/calm');
    const by = (limits: object): Person =>
      ({ id: 'd-1', kind: 'device', name: 'D', createdAt: 0, limits }) as unknown as Person;
    const move = (limits: object, verb = 'transfer') =>
      books?.submit({
        do: verb,
        body: { seat: 6, amount: 5_000, ...(verb === 'transfer' ? { reference: id() } : {}) },
        by: by(limits),
      });
    const tooMuch = { ok: false, refused: { code: 'above-maximum', nearest: 4_999 } };
    expect(await move({ tables: ['calm'], most: 4_999 })).toMatchObject(tooMuch);
    expect(await move({ tables: ['calm'], most: 4_999 }, 'note')).toMatchObject(tooMuch);
    expect(await move({ tables: ['quiet'] })).toMatchObject({ ok: false, refused: { code: 'not-allowed' } });
    expect(await creditAt('calm', jan)).toBe(0);
    expect(await move({ tables: ['quiet', 'calm'], most: 5_000 })).toMatchObject({ ok: true });
    expect(await creditAt('calm', jan)).toBe(5_000);
  });
});

describe('a device that serves other tables', () => {
  it('reads no terminal of this one: neither credit nor a ticket that is not printed', async () => {
    const lea = await sit('quiet', 6);
    await ask('quiet/note', lea.token, { seat: 6, amount: 10_000 });
    const { number } = (await ask('quiet/ticket-out', lea.token, { seat: 6 })).body.ticket;
    const here = await get('quiet/6', await device());
    expect(here.body.unprinted).toMatchObject({ number });
    const elsewhere = await get('quiet/6', await deviceFor(['calm']));
    expect([elsewhere.status, JSON.stringify(elsewhere.body).includes(number)]).toEqual([403, false]);
    expect((await get('calm/6', await deviceFor(['calm']))).status).toBe(200);
  });
});

describe('a device that may move so much at once', () => {
  const most = 1_000;
  let small: string;
  beforeAll(async () => {
    small = await deviceFor(['still']);
  });
  const tooMuch = { ok: false, refused: { code: 'above-maximum' } };

  it('takes no more than that off a meter, and names what it may; whoever sits there takes it all', async () => {
    const mia = await sit('still', 1);
    await ask('still/note', mia.token, { seat: 1, amount: 10_000 });
    const out = (amount?: number) =>
      ask('still/ticket-out', small, { seat: 1, ...(amount === undefined ? {} : { amount }) });
    for (const amount of [undefined, 1_001, 10_000, 20_000]) {
      const { body } = await out(amount);
      expect(body).toMatchObject({ ...tooMuch, refused: { code: 'above-maximum', nearest: most } });
      expect(body.refused.message).toContain('Whoever sits there can take all of it off');
    }
    expect(await creditAt('still', mia)).toBe(10_000);
    expect((await out(most)).body).toMatchObject({ ok: true, ticket: { amount: most } });
    expect((await ask('still/ticket-out', mia.token, { seat: 1, amount: 8_500 })).body.ok).toBe(true);
    // Less is left than it may move: the nearest is what is there.
    expect((await out(5_000)).body).toMatchObject({ ok: false, refused: { nearest: 500 } });
    expect((await out()).body).toMatchObject({ ok: true, ticket: { amount: 500 } });
  });

  it('asks for no payment by hand above it', async () => {
    const nan = await sit('still', 2, 495_000);
    await ask('still/note', nan.token, { seat: 2, amount: 10_000 });
    expect((await ask('still/ticket-out', small, { seat: 2 })).body).toMatchObject(tooMuch);
    expect((await get('still/2', nan.token)).body.handPay).toBeNull();
    // One that the house has set no bounds of its own, as before.
    const any = await ask('still/ticket-out', await device(), { seat: 2 });
    expect(any.body).toMatchObject({ ok: true, handPay: 505_000 });
  });

  it('neither takes a larger ticket in nor is told its number', async () => {
    const ola = await sit('still', 3);
    await ask('still/note', ola.token, { seat: 3, amount: 10_000 });
    const { number } = (await ask('still/ticket-out', ola.token, { seat: 3, amount: 9_000 })).body.ticket;
    const seen = await get('still/3', small);
    expect([seen.status, seen.body.credit, seen.body.unprinted]).toEqual([200, 1_000, null]);
    expect((await get('still/3', await device())).body.unprinted).toMatchObject({ number });
    const put = (token: string) => ask('still/ticket-in', token, { seat: 3, number });
    const { body } = await put(small);
    expect(body).toMatchObject(tooMuch);
    // A ticket goes in whole: there is no nearer amount.
    expect(body.refused.nearest).toBeUndefined();
    expect(body.refused.message).toMatch(/up to \$10\. Whoever sits there .* the cage/);
    expect((await put(ola.token)).body).toMatchObject({ ok: true, amount: 9_000 });
    const own = (await ask('still/ticket-out', ola.token, { seat: 3, amount: most })).body.ticket;
    expect((await get('still/3', small)).body.unprinted).toMatchObject({ number: own.number });
    expect((await ask('still/ticket-in', small, { seat: 3, number: own.number })).body).toMatchObject({
      ok: true,
      amount: most,
    });
  });

  it('says of no other table that a ticket is printed', async () => {
    const pip = await sit('still', 4);
    await ask('still/note', pip.token, { seat: 4, amount: 500 });
    const { number } = (await ask('still/ticket-out', pip.token, { seat: 4 })).body.ticket;
    const printed = async (token: string) =>
      (await ask('still/printed', token, { ticket: number })).body as { ok: boolean; refused?: object };
    expect(await printed(await deviceFor(['calm']))).toMatchObject({
      ok: false,
      refused: { code: 'not-allowed', message: expect.stringContaining('other tables') },
    });
    expect((await get('still/4', pip.token)).body.unprinted).toMatchObject({ number });
    expect(await printed(small)).toMatchObject({ ok: true });
  });
});

describe('asked for too often', () => {
  it('one call for an attendant that waits is enough, and three faults are', async () => {
    const kay = await sit('calm', 1);
    const books = house.house.offices.host('terminal/calm');
    const before = books?.n ?? 0;
    const call20 = await Promise.all(
      Array.from({ length: 20 }, () => ask('calm/attendant', kay.token, { seat: 1 })),
    );
    expect(call20.filter(({ body }) => body.ok)).toHaveLength(1);
    const refused = call20.find(({ body }) => !body.ok)?.body.refused;
    expect(refused).toMatchObject({ code: 'used-up', message: expect.stringContaining('on the way') });
    for (let n = 0; n < 5; n++) await ask('calm/fault', kay.token, { seat: 1, what: `It hums ${n}.` });
    expect((books?.n ?? 0) - before).toBe(4);
    expect((await ask('calm/came', await attendant(), { seat: 1 })).body).toMatchObject({ ok: true });
    expect((await ask('calm/attendant', kay.token, { seat: 1 })).body).toMatchObject({ ok: true });
  });

  it('what somebody told the attendant is not told to whoever sits there next', async () => {
    const lee = await sit('calm', 2);
    await ask('calm/fault', lee.token, { seat: 2, what: 'I was robbed by my brother.' });
    await lee.leave();
    const mia = await sit('calm', 2);
    expect((await get('calm/2', mia.token)).body.attendant).toBe('An attendant has been called.');
    expect((await get('calm/2', await attendant())).body.attendant).toContain('robbed');
  });

  it('whoever gives wrong ticket numbers waits, and nobody else does', async () => {
    const [ned, oli] = [await sit('calm', 3), await sit('calm', 4)];
    await ask('calm/note', ned.token, { seat: 3, amount: 1_000 });
    await ask('calm/note', oli.token, { seat: 4, amount: 1_000 });
    const put = (sitter: Sitter, number: string) =>
      ask('calm/ticket-in', sitter.token, { seat: sitter.seat, number });
    const wrong = makeTicketNumber();
    // The same slip again and again is one.
    for (let n = 0; n < 6; n++)
      expect((await put(ned, wrong)).body.refused).toMatchObject({ message: 'There is no such ticket.' });
    for (let n = 0; n < 4; n++)
      expect((await put(ned, makeTicketNumber())).body.refused.code).toBe('not-eligible');
    const slowed = await put(ned, makeTicketNumber());
    expect(slowed.status).toBe(429);
    expect(slowed.body.refused).toMatchObject({ code: 'too-fast' });
    expect(slowed.body.refused.retryAfter).toBeGreaterThan(500);
    expect(slowed.body.refused.retryAfter).toBeLessThanOrEqual(600);
    // A right number is not told from a wrong one meanwhile, nor at another terminal.
    const { ticket } = (await ask('calm/ticket-out', oli.token, { seat: 4, amount: 400 })).body;
    expect((await put(ned, ticket.number)).body.refused.code).toBe('too-fast');
    expect((await put(oli, ticket.number)).body).toMatchObject({ ok: true, amount: 400 });
  });

  it('a number that cannot be one is not looked for, and is a guess like any other', async () => {
    const uma = await sit('calm', 10);
    const { store } = house.house;
    const [byPrefix, whole] = [vi.spyOn(store, 'balances'), vi.spyOn(store, 'holdings')];
    const put = (number: string) => ask('calm/ticket-in', uma.token, { seat: 10, number });
    for (const number of ['-', ' - ', '1', '123', 'x'])
      expect((await put(number)).body.refused).toMatchObject({ code: 'bad-input' });
    const looked = whole.mock.calls.flat(2).filter((name) => name.startsWith('ticket/'));
    expect(looked).toEqual([]);
    const number = makeTicketNumber();
    expect((await put(number)).body.refused).toMatchObject({ code: 'not-eligible' });
    const kinds = ['real', 'play'] as const;
    const accounts = kinds.flatMap((kind) => [account.ticket(number, kind), account.withheld(number, kind)]);
    expect(whole).toHaveBeenCalledWith(accounts);
    expect(byPrefix).not.toHaveBeenCalled();
    for (const spy of [byPrefix, whole]) spy.mockRestore();
    expect((await put('5')).body.refused).toMatchObject({ code: 'too-fast' });
  });
});

describe('whoever presses without end', () => {
  it.each([
    ['note', 9],
    ['ticket-out', 10],
  ])('is heard so often in a minute with %s', async (verb, seat) => {
    const vic = await sit('quiet', seat);
    const answers: string[] = [];
    for (let nr = 0; nr < 121; nr++)
      answers.push((await ask(`quiet/${verb}`, vic.token, { seat, amount: 7 })).body.refused.code);
    expect([answers.slice(0, 120).includes('too-fast'), answers[120]]).toEqual([false, 'too-fast']);
  });
});

describe('whoever has plenty of play money', () => {
  it('is given no more of it by the note', async () => {
    const sue = await sit('calm', 9, 495_000);
    const note = () => ask('calm/note', sue.token, { seat: 9, amount: 10_000 });
    expect((await note()).body).toMatchObject({ ok: true });
    expect((await note()).body).toMatchObject({
      ok: false,
      refused: { code: 'used-up', message: expect.stringContaining('$5,050') },
    });
    expect(await creditAt('calm', sue)).toBe(505_000);
    // Notes that a reader takes are somebody's.
    expect((await ask('calm/note', await device(), { seat: 9, amount: 10_000 })).body).toMatchObject({
      ok: true,
    });
    await sue.leave();
  });

  it('asks for attention once, however often the amount changes; whoever sits there next asks for theirs', async () => {
    const sue = await sit('calm', 9, 495_000);
    await ask('calm/note', await device(), { seat: 9, amount: 10_000 });
    const books = house.house.offices.host('alerts') as OfficeHost;
    const alerts = () =>
      Object.values((books.state as Alerts).waiting).filter(({ says }) => says.startsWith('Terminal 9:'));
    for (const amount of [500_001, 500_002, 500_001, 500_002])
      expect((await ask('calm/ticket-out', sue.token, { seat: 9, amount })).body.handPay).toBe(amount);
    await sue.leave();
    const tom = await sit('calm', 9);
    await ask('calm/attendant', tom.token, { seat: 9, reason: 'The last of them.' });
    await until(() => alerts().some(({ says }) => says.includes('The last')), 'the last alert', 10_000);
    expect(alerts().map(({ says }) => says)).toEqual([
      'Terminal 9: $5,000.01 to be paid by hand.',
      'Terminal 9: The last of them.',
    ]);
    await tom.leave();
    // Somebody else's money is another thing to look at, though nobody has seen to the first.
    const una = await sit('calm', 9, 495_000);
    await ask('calm/note', await device(), { seat: 9, amount: 10_000 });
    for (const amount of [500_003, 500_004])
      expect((await ask('calm/ticket-out', una.token, { seat: 9, amount })).body.handPay).toBe(amount);
    const byHand = () => alerts().filter(({ says }) => says.includes('by hand'));
    await until(() => byHand().length > 1, 'her alert', 10_000);
    expect(byHand().map(({ says }) => says)).toEqual([
      'Terminal 9: $5,000.01 to be paid by hand.',
      'Terminal 9: $5,000.03 to be paid by hand.',
    ]);
    await una.leave();
  });
});

describe('at the turn', () => {
  it('somebody who sat there when they asked, and not any more, gets nothing', async () => {
    const pam = await sit('calm', 7);
    await ask('calm/note', pam.token, { seat: 7, amount: 1_000 });
    await pam.leave();
    const rob = await sit('calm', 7, 5_000);
    const books = house.house.offices.host('terminal/calm');
    const by: Person = { id: pam.id, kind: 'guest', name: pam.player, createdAt: 0 };
    const late = await books?.submit({ do: 'ticket-out', body: { seat: 7 }, by });
    expect(late).toMatchObject({ ok: false, refused: { code: 'not-yours' } });
    expect(await creditAt('calm', rob)).toBe(5_000);
  });

  it('leaves a sound record and sound money', async () => {
    expect(await house.house.store.checkMoney()).toEqual({ sum: 0, faults: [] });
  });
});

describe('the audit of a round', () => {
  it('counts for whoever was audited at their terminal, and for nobody else of that name', async () => {
    const asked: string[] = [];
    const terminals = {
      whyLocked: () => null,
      auditMeters: () => null,
      audit: async (player: string, ledger: string) => {
        asked.push(`${player} ${ledger}`);
        return null;
      },
    };
    const table = (person: string, seat: number) =>
      ({
        throws: 4,
        game: { players: [{ name: 'Pat', seat }] },
        guests: [{ player: 'Pat', person }],
      }) as never;
    const at = { id: 't', terminals, host: { table: table('p-1', 1) } };
    const floor = new Floor({} as Store, () => null, SYSTEM_CLOCK);
    const bets = () =>
      floor.play(at as never, { do: 'bet', player: 'Pat' }, async () => ({ ok: true }) as never);
    for (const [person, seat] of [
      ['p-1', 1],
      ['p-1', 1],
      ['p-2', 1],
      ['p-2', 2],
      ['p-2', 2],
    ] as const) {
      at.host.table = table(person, seat);
      expect((await bets()).ok).toBe(true);
    }
    expect(asked).toEqual(Array.from({ length: 3 }, () => 'Pat at-start'));
  });
});
