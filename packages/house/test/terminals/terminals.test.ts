import { creditOf, METER_NAMES, type Meters, withCheckDigits } from '@boxperson/offices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, type HouseClient } from '../../src/index.js';
import { makeTicketNumber } from '../../src/terminals/tickets.js';
import { staffOf, topOf } from '../support/askers.js';
import { comeAsGuest, connectTo, look, until } from '../support/client.js';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { RandomPlayer } from '../support/player.js';
import { moveBalance } from './tamper.js';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.remove());

const clients: HouseClient[] = [];
afterAll(() => {
  for (const client of clients) client.close();
});

interface Player {
  readonly token: string;
  readonly id: string;
  readonly player: string;
  readonly seat: number;
  readonly client: HouseClient;
}

const seated: Player[] = [];
let said = 0;
const command = () => `terminal-test-${++said}`;

async function post(path: string, token: string, body: object = {}) {
  const response = await fetch(`${house.url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
async function get(path: string, token: string) {
  const response = await fetch(`${house.url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}

async function sitAt(seat: number, bankroll = 0): Promise<Player> {
  const { token, id, name } = await comeAsGuest(house.url);
  const client = connectTo(() => house.url, token);
  clients.push(client);
  look(client, 'aruze');
  const answer = await client.do('aruze', { do: 'sit', seat, bankroll });
  expect(answer.kind).toBe('done');
  const player = { token, id, player: name, seat, client };
  seated.push(player);
  return player;
}

const creditAt = async ({ seat, token }: Player): Promise<number> =>
  (await get(`terminal/aruze/${seat}`, token)).body.credit;

const note = (player: Player, amount: number, id = command()) =>
  post('terminal/aruze/note', player.token, { id, seat: player.seat, amount });

const open = () => {
  const host = house.house.host('aruze');
  return until(() => host?.table.phase === 'wagering' && host.n === host.told.n, 'wagering', 60_000);
};
const ticketOut = async (player: Player, body: object = {}) => {
  for (;;) {
    await open();
    const answer = await post('terminal/aruze/ticket-out', player.token, {
      id: command(),
      seat: player.seat,
      ...body,
    });
    if (answer.body.ok || answer.body.refused?.code !== 'out-of-phase') return answer;
  }
};

describe('notes and tickets at a terminal', () => {
  it('credits a note once, however often it is said, and refuses what is no note', async () => {
    const ann = await sitAt(1);
    const id = command();
    const answers = await Promise.all(Array.from({ length: 10 }, () => note(ann, 2_000, id)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await creditAt(ann)).toBe(2_000);
    expect((await note(ann, 1_234)).body).toMatchObject({
      ok: false,
      refused: { code: 'bad-input', clause: '3.4.1', nearest: 1_000 },
    });
    expect((await note(ann, 5_000, id)).body).toMatchObject({
      ok: false,
      refused: { code: 'same-id-other-body' },
    });
    expect(await creditAt(ann)).toBe(2_000);
    const stranger = await comeAsGuest(house.url);
    const ask = (at: string, token: string, seat: number) =>
      post(`terminal/${at}/note`, token, { id: command(), seat, amount: 500 });
    expect((await ask('aruze', stranger.token, 1)).status).toBe(403);
    expect((await ask('aruze', ann.token, 99)).status).toBe(403);
    expect((await ask('star', ann.token, 1)).status).toBe(404);
  });

  it('turns credit into a ticket and the ticket into credit elsewhere, once', async () => {
    const ben = await sitAt(2);
    const cyd = await sitAt(3);
    await note(ben, 10_000);
    const out = await ticketOut(ben);
    expect(out.body).toMatchObject({ ok: true, ticket: { amount: 10_000, seat: 2, table: 'aruze' } });
    expect(await creditAt(ben)).toBe(0);
    const { number } = out.body.ticket;
    const into = (amount?: number) =>
      post('terminal/aruze/ticket-in', cyd.token, {
        id: command(),
        seat: 3,
        number,
        ...(amount === undefined ? {} : { amount }),
      });
    expect((await into(10_001)).body).toMatchObject({ ok: false, refused: { message: /another amount/ } });
    expect((await into(10_000)).body).toMatchObject({ ok: true });
    expect((await into()).body).toMatchObject({ ok: false, refused: { message: /paid already/ } });
    const never = makeTicketNumber();
    const unknown = await post('terminal/aruze/ticket-in', cyd.token, {
      id: command(),
      seat: 3,
      number: never,
    });
    expect(unknown.body).toMatchObject({ ok: false, refused: { message: /no such ticket/ } });
    expect(await creditAt(cyd)).toBe(10_000);
    expect(await house.house.store.balance(account.ticket(number, 'play'))).toBe(0);
  });

  it('shows a ticket again until it is printed, and pays nothing twice for one command', async () => {
    const dot = await sitAt(4);
    await note(dot, 5_000);
    await open();
    const id = command();
    const ask = () => post('terminal/aruze/ticket-out', dot.token, { id, seat: 4, amount: 3_000 });
    const first = await ask();
    if (!first.body.ok) return expect(first.body.refused.code).toBe('out-of-phase');
    expect((await ask()).body).toEqual(first.body);
    expect(await creditAt(dot)).toBe(2_000);
    const { ticket } = first.body;
    expect((await get('terminal/aruze/4', dot.token)).body.unprinted).toEqual(ticket);
    await post('terminal/aruze/printed', dot.token, { id: command(), ticket: ticket.number });
    expect((await get('terminal/aruze/4', dot.token)).body.unprinted).toBeNull();
  });

  it('pays more than the limit by hand, against a signature (4.1)', async () => {
    const eve = await sitAt(5, 495_000);
    await note(eve, 10_000);
    const out = await ticketOut(eve);
    expect(out.body).toMatchObject({ ok: true, handPay: 505_000 });
    expect((await ticketOut(eve)).body).toMatchObject({ ok: false, refused: { clause: '4.1' } });
    expect((await get('terminal/aruze/5', eve.token)).body.handPay).toBe(505_000);
    const staff = await attendant();
    const pay = (token: string) =>
      post('terminal/aruze/hand-pay', token, {
        id: command(),
        seat: 5,
        signedBy: 'Eve',
        paidIn: 'cheque',
        identification: 'passport',
      });
    expect((await pay(eve.token)).status).toBe(403);
    const delay = (until: number) =>
      post('terminal/aruze/delay', staff, {
        id: command(),
        seat: 5,
        until,
        reason: 'The papers are checked first.',
      });
    expect((await delay(Date.now() + 3_600_000)).body).toMatchObject({ ok: true });
    expect((await pay(staff)).body).toMatchObject({ ok: false, refused: { clause: '4.3.1' } });
    await delay(Date.now() - 1);
    await open();
    const paid = await pay(staff);
    expect(paid.body).toMatchObject({ ok: true, amount: 505_000 });
    expect(await creditAt(eve)).toBe(0);
    expect((await pay(staff)).body).toMatchObject({ ok: false, refused: { clause: '4.1' } });
  });
});

let somebody: Awaited<ReturnType<typeof staffOf>> | null = null;
/** Somebody of the staff with the highest role at the electronic table. */
async function attendant(): Promise<string> {
  somebody ??= await staffOf(house, 'aruze', topOf('aruze'), {});
  return somebody.token;
}

describe('the cage', () => {
  it('pays a ticket once among a hundred who ask at once, here and at terminals', async () => {
    const staff = await attendant();
    const fay = await sitAt(6);
    const gus = await sitAt(7);
    const rounds = Number(process.env['TICKET_ROUNDS'] ?? 6);
    let paid = 0;
    for (let round = 0; round < rounds; round++) {
      await note(fay, 500);
      const { body } = await ticketOut(fay);
      const { number } = body.ticket;
      const before = await creditAt(gus);
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          index % 2 === 0
            ? post('tickets/redeem', staff, { id: command(), number })
            : post('terminal/aruze/ticket-in', gus.token, { id: command(), seat: 7, number }),
        ),
      );
      const winners = answers.filter((answer) => answer.body.ok);
      expect(winners).toHaveLength(1);
      const credited = (await creditAt(gus)) - before;
      expect(credited === 500 || credited === 0).toBe(true);
      if (credited === 0) paid += 500;
      expect(await house.house.store.balance(account.ticket(number, 'play'))).toBe(0);
    }
    expect(paid).toBeLessThanOrEqual(rounds * 500);
    expect(await house.house.store.checkMoney()).toEqual({ sum: 0, faults: [] });
  });

  const guesses = Number(process.env['TICKET_GUESSES'] ?? 1_000);
  it(`pays none of ${guesses} numbers that were never issued, random ones and near misses`, async () => {
    const staff = await attendant();
    const eve = seated.find(({ seat }) => seat === 5) as Player;
    await note(eve, 500);
    const { number } = (await ticketOut(eve)).body.ticket;
    const { floor } = house.house;
    const digits = () => String(Math.floor(Math.random() * 10));
    for (let guess = 0; guess < guesses; guess++) {
      // Every second one differs from a real ticket in a few digits, its check digits made to fit.
      const near = [...number.slice(0, 16)].map((digit) => (Math.random() < 0.2 ? digits() : digit)).join('');
      const asked = guess % 2 === 0 ? makeTicketNumber() : withCheckDigits(near);
      if (asked === number) continue;
      const looked = await floor.look({ number: asked });
      if (looked.ok) expect.fail(`${asked} is worth ${looked.value.amount}`);
    }
    const answer = await post('tickets/redeem', staff, { id: command(), number: makeTicketNumber() });
    expect(answer.body).toMatchObject({ ok: false, refused: { message: 'There is no such ticket.' } });
  });

  it('withholds a ticket with word to an inspector, and releases it (4.2)', async () => {
    const staff = await attendant();
    const hal = await sitAt(8);
    await note(hal, 2_000);
    const { number } = (await ticketOut(hal)).body.ticket;
    const why = { reason: 'Two people claim it.', inspector: 'Inspector R. Ng, told by telephone' };
    const ask = (verb: string, body: object = {}) =>
      post(`tickets/${verb}`, staff, { id: command(), number, ...body });
    expect((await ask('withhold')).status).toBe(400);
    expect((await ask('withhold', why)).body).toMatchObject({
      ok: true,
      amount: 2_000,
    });
    const redeem = () => ask('redeem', { amount: 2_000 });
    expect((await redeem()).body).toMatchObject({ ok: false, refused: { clause: '4.2' } });
    expect((await get(`tickets/${number}`, staff)).body).toMatchObject({ kind: 'withheld', amount: 2_000 });
    expect((await ask('release', { reason: 'Settled.' })).body).toMatchObject({ ok: true });
    expect((await redeem()).body).toMatchObject({ ok: true, amount: 2_000 });
    expect((await redeem()).body).toMatchObject({ ok: false, refused: { message: /paid already/ } });
  });
});

describe('meters, audit and recall', () => {
  it('meters agree with credit and ledger after random play; the last rounds can be seen again', async () => {
    const players = await Promise.all(
      [9, 10].map(async (seat) => {
        const { token } = await comeAsGuest(house.url);
        const client = connectTo(() => house.url, token);
        clients.push(client);
        return { token, seat, random: new RandomPlayer(client, 'aruze', seat, 77 + seat) };
      }),
    );
    const host = house.house.host('aruze');
    const first = host?.table.throws ?? 0;
    await until(() => (host?.table.throws ?? 0) > first + 3, 'some rounds', 60_000);
    await Promise.all(players.map(({ random }) => random.stop()));
    const terminals = house.house.electronic('aruze')?.terminals;
    await host?.exclusively(async () => {
      for (const { name, seat, balance } of host.table.game.players) {
        expect(creditOf(terminals?.at(seat).meters as Meters)).toBe(balance);
        expect(await house.house.store.balance(account.seat('aruze', name))).toBe(balance);
      }
    });
    const rounds = await terminals?.recall(9, 50);
    expect(rounds?.length).toBeGreaterThan(0);
    for (const { wagers, creditBefore, creditAfter } of rounds ?? []) {
      const paid = wagers.reduce((sum, wager) => sum + wager.paid, 0);
      // Wagers that stay up are put up again from the meter.
      expect(creditAfter).toBeLessThanOrEqual(creditBefore + paid);
      expect(wagers.length).toBeGreaterThan(0);
    }
  });

  it('sums up over all terminals to what the ledger says, by source', async () => {
    const at = house.house.electronic('aruze');
    await at?.host.exclusively(async () => {
      const all = (at?.terminals.seats() ?? []).map(([, { meters }]) => meters);
      const sum = (name: keyof Omit<Meters, 'notes'>) =>
        all.reduce((total, meters) => total + meters[name], 0);
      const ledger = new Map<string, number>();
      for (const entry of await house.house.store.ledger(0, 1_000_000)) {
        for (const { amount } of entry.postings.filter(({ amount: one }) => one > 0))
          ledger.set(entry.reason, (ledger.get(entry.reason) ?? 0) + amount);
      }
      expect(sum('noteIn')).toBe(ledger.get('note-in') ?? 0);
      expect(sum('ticketIn')).toBe(ledger.get('ticket-in') ?? 0);
      expect(sum('ticketOut')).toBe(ledger.get('ticket-out') ?? 0);
      expect(sum('cancelled')).toBe(ledger.get('hand-paid') ?? 0);
      expect(sum('noteIn')).toBeGreaterThan(0);
    });
  });

  it.each([...METER_NAMES, 'notes', 'ledger'] as const)(
    'one cent too much on %s locks the terminal before the next play or payout, and staff are told',
    async (where) => {
      const at = house.house.electronic('aruze');
      if (!at) throw new Error('no electronic table');
      const staff = await attendant();
      const seat = 1;
      const [sits] = at.host.table.game.players.filter((player) => player.seat === seat);
      const ann = clients[0] as HouseClient;
      const player = sits?.name as string;
      // The ledger is asked before the first wager of a round: any other meter before every wager.
      const { throws } = at.host.table;
      if (where === 'ledger') await until(() => at.host.table.throws > throws, 'the next round', 30_000);
      await open();
      await inject(where, seat, player);
      const answer =
        where === 'wins'
          ? await ann.do('aruze', { do: 'collect', player })
          : await ann.do('aruze', { do: 'bet', player, wager: 'field', amount: 500 });
      expect(answer).toMatchObject({ kind: 'refused', refused: { clause: '6.5' } });
      const { body } = await get(`terminal/aruze/${seat}`, staff);
      expect(body.locked).toMatch(/meter|ledger|notes/);
      expect(body.attendant).toBe(body.locked);
      const again = await ann.do('aruze', { do: 'leave', player });
      expect(again).toMatchObject({ kind: 'refused', refused: { clause: '6.5' } });
      await undo(where, player);
      const decided = await post('terminal/aruze/decide', staff, {
        id: command(),
        seat,
        how: 'recalculate',
        reason: 'Read again from the record.',
      });
      expect(decided.body).toMatchObject({ ok: true, opened: true });
      expect((await get(`terminal/aruze/${seat}`, staff)).body.locked).toBeNull();
    },
  );

  it('is held by staff with word to an inspector, and opened again by a manager (6.5)', async () => {
    const staff = await attendant();
    const { seat, client, player } = seated[0] as Player;
    const ask = (verb: string, body: object) =>
      post(`terminal/aruze/${verb}`, staff, { id: command(), seat, ...body });
    expect((await ask('hold', { reason: 'Under review.' })).status).toBe(400);
    const told = { reason: 'Under review.', inspector: 'Inspector R. Ng' };
    expect((await ask('hold', told)).body).toMatchObject({ ok: true });
    expect((await ask('hold', told)).body).toMatchObject({ ok: false, refused: { clause: '6.5' } });
    const bet = await client.do('aruze', { do: 'bet', player, wager: 'field', amount: 500 });
    expect(bet).toMatchObject({ kind: 'refused', refused: { clause: '6.5' } });
    const decided = await ask('decide', { how: 'recalculate', reason: 'All is well.' });
    expect(decided.body).toMatchObject({ ok: true, opened: true });
  });

  it('voids what stands at a terminal that is held, and opens it in the same breath (6.3)', async () => {
    const staff = await attendant();
    const at = house.house.electronic('aruze');
    await at?.host.submit({ do: 'staff', person: somebody?.id, role: topOf('aruze') });
    const { seat, client, player } = seated[0] as Player;
    const ask = (verb: string, body: object) =>
      post(`terminal/aruze/${verb}`, staff, { id: command(), seat, ...body });
    const sits = () => at?.host.table.game.players.find((one) => one.name === player);
    await until(() => at?.host.table.phase === 'wagering', 'wagering');
    const before = sits()?.balance ?? 0;
    for (;;) {
      await open();
      const bet = await client.do('aruze', { do: 'bet', player, wager: 'place', number: 6, amount: 600 });
      if (bet.kind === 'done') break;
    }
    expect((await ask('hold', { reason: 'It froze.', inspector: 'R. Ng' })).body).toMatchObject({ ok: true });
    const staked = sits()?.wagers.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
    const decided = await ask('decide', { how: 'void', reason: 'It froze.' });
    expect(decided.body).toMatchObject({ ok: true, opened: true });
    expect(sits()?.wagers).toEqual([]);
    // Unless the dice were quicker, the stake is back.
    if (staked > 0) expect(sits()?.balance).toBe(before);
    expect(at?.terminals.auditMeters(player)).toBeNull();
  });

  it('calls an attendant, reports a fault, and somebody comes', async () => {
    const staff = await attendant();
    const { seat, token } = seated[0] as Player;
    const ask = (verb: string, by: string, body: object = {}) =>
      post(`terminal/aruze/${verb}`, by, { id: command(), seat, ...body });
    expect((await ask('fault', token, { what: 'The screen flickers.' })).body).toMatchObject({ ok: true });
    expect((await get(`terminal/aruze/${seat}`, staff)).body.attendant).toBe('The screen flickers.');
    expect((await ask('came', staff)).body).toMatchObject({ ok: true });
    expect((await get(`terminal/aruze/${seat}`, staff)).body.attendant).toBeNull();
  });
});

/** A fault of memory or of the database, as the self-audit must find it. */
async function inject(where: string, seat: number, player: string): Promise<void> {
  const at = house.house.electronic('aruze');
  if (!at) throw new Error('no electronic table');
  if (where === 'ledger') return moveBalance(house, player, 1);
  const meters = at.terminals.at(seat).meters as { -readonly [Name in keyof Meters]: Meters[Name] };
  if (where === 'notes') meters.notes = { ...meters.notes, '1': 1 };
  else meters[where as keyof Omit<Meters, 'notes'>] += 1;
}

async function undo(where: string, player: string): Promise<void> {
  if (where === 'ledger') await moveBalance(house, player, -1);
}
