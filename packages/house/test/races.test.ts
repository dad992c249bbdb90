import type { TableEvent } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { ServerMessage } from '../src/index.js';
import { comeAsGuest } from './support/client.js';
import { openTestHouse, type TestHouse } from './support/house.js';
import { deskOf } from './support/people.js';

const CONNECTIONS = 100;
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 20);

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.remove());

/** A bare connection: no client that repeats or waits, just messages. */
class Line {
  readonly #socket: WebSocket;
  readonly #answers = new Map<string, (message: ServerMessage) => void>();
  readonly ready: Promise<void>;

  constructor(url: string, token: string) {
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/wire`);
    this.ready = new Promise((resolve) => {
      this.#socket.on('open', () => this.#socket.send(JSON.stringify({ t: 'hello', v: 2, token })));
      this.#socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.t === 'welcome') resolve();
        if ('id' in message && message.id !== undefined) this.#answers.get(message.id)?.(message);
      });
    });
  }

  ask(id: string, table: string, command: object): Promise<ServerMessage> {
    return this.askAt(id, `table/${table}`, command);
  }

  askAt(id: string, at: string, command: object): Promise<ServerMessage> {
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#socket.send(JSON.stringify({ t: 'do', id, at, command }));
    });
  }

  close(): void {
    this.#socket.close();
  }
}

const isDone = (message: ServerMessage): boolean => message.t === 'done';

async function linesFor(tokens: readonly string[]): Promise<readonly Line[]> {
  const lines = tokens.map((token) => new Line(house.url, token));
  await Promise.all(lines.map((line) => line.ready));
  return lines;
}

/** Somebody with a card: guests do not ask for so much at once. */
async function comeWithCard(name: string) {
  const [card, pin] = [`C-${name}`, '471147'];
  await deskOf(house).registerPlayer({ name, card, pin });
  const came = await house.people.signInPlayer(card, pin, '127.0.0.1');
  if (came.kind !== 'ok') throw new Error(came.kind);
  await house.house.grantPlayMoney(came.person.id, 100_000);
  return { token: came.token, id: came.person.id, name };
}

const eventsOf = async (table: string): Promise<readonly TableEvent[]> =>
  (await house.house.store.readStream(`table/${table}`, 0, 1_000_000)).map(
    ({ body }) => JSON.parse(body) as TableEvent,
  );

describe(`${CONNECTIONS} connections at once, ${ROUNDS} times`, () => {
  it(
    'one seat is taken by one',
    async () => {
      const guests = [];
      for (let index = 0; index < CONNECTIONS; index++) guests.push(await house.people.createGuest());
      const people = guests
        .map((guest) => (guest.kind === 'ok' ? guest : null))
        .filter((guest) => guest !== null);
      for (const { person } of people) await house.house.grantPlayMoney(person.id, 10_000);
      const lines = await linesFor(people.map(({ token }) => token));
      for (let round = 0; round < ROUNDS; round++) {
        const answers = await Promise.all(
          lines.map((line, index) =>
            line.ask(`seat-${round}-${index}-xx`, 'star', { do: 'sit', seat: 1, bankroll: 1_000 }),
          ),
        );
        expect(answers.filter(isDone)).toHaveLength(1);
        const winner = answers.findIndex(isDone);
        const player = people[winner]?.person.name as string;
        const left = await (lines[winner] as Line).ask(`leave-${round}-xxxx`, 'star', {
          do: 'leave',
          player,
        });
        expect(left.t).toBe('done');
      }
      for (const line of lines) line.close();
    },
    60_000 + ROUNDS * 3_000,
  );

  it(
    'one balance is spent once',
    async () => {
      const { token, id, name } = await comeWithCard('Spender');
      const lines = await linesFor(Array.from({ length: CONNECTIONS }, () => token));
      const seated = await (lines[0] as Line).ask('sit-for-balance', 'adelaide', {
        do: 'sit',
        seat: 5,
        bankroll: 1_000,
      });
      expect(seated.t).toBe('done');
      for (let round = 0; round < ROUNDS; round++) {
        const wallet = await house.house.wallet(id);
        expect(wallet).toBeGreaterThan(0);
        const answers = await Promise.all(
          lines.map((line, index) =>
            line.ask(`spend-${round}-${index}-x`, 'adelaide', { do: 'chips', player: name, amount: wallet }),
          ),
        );
        expect(answers.filter(isDone)).toHaveLength(1);
        expect(await house.house.wallet(id)).toBe(0);
        await house.house.grantPlayMoney(id, 5_000);
      }
      for (const line of lines) line.close();
    },
    60_000 + ROUNDS * 3_000,
  );

  it(
    'one command id is done once, and everybody hears the same',
    async () => {
      const { token, name } = await comeWithCard('Repeater');
      const lines = await linesFor(Array.from({ length: CONNECTIONS }, () => token));
      await (lines[0] as Line).ask('sit-for-one-id', 'crown', { do: 'sit', seat: 7, bankroll: 100_000 });
      const before = (await eventsOf('crown')).filter(({ event }) => event === 'wagered').length;
      for (let round = 0; round < ROUNDS; round++) {
        const command = { do: 'bet', player: name, wager: 'field', amount: 500 };
        const answers = await Promise.all(
          lines.map((line) => line.ask(`once-${round}-xxxx`, 'crown', command)),
        );
        const told = new Set(answers.map((answer) => JSON.stringify(answer)));
        expect(told.size).toBe(1);
        expect(isDone(answers[0] as ServerMessage)).toBe(true);
        const other = await (lines[1] as Line).ask(`once-${round}-xxxx`, 'crown', {
          ...command,
          amount: 1_000,
        });
        expect(other).toMatchObject({ t: 'refused', refused: { code: 'same-id-other-body' } });
      }
      const after = (await eventsOf('crown')).filter(({ event }) => event === 'wagered').length;
      expect(after - before).toBe(ROUNDS);
      for (const line of lines) line.close();
    },
    60_000 + ROUNDS * 3_000,
  );

  it('play money that one who ran low asks for comes once', async () => {
    const { token, id } = await comeAsGuest(house.url);
    const lines = await linesFor(Array.from({ length: 30 }, () => token));
    const sitting = { do: 'sit', seat: 8, bankroll: await house.house.wallet(id) };
    expect(await (lines[0] as Line).ask('sit-to-run-low', 'crown', sitting)).toMatchObject({ t: 'done' });
    expect(await house.house.wallet(id)).toBe(0);
    const answers = await Promise.all(
      lines.map((line, index) => line.askAt(`low-${index}-xxxxx`, 'cage', { do: 'more-play-money' })),
    );
    expect(answers.filter(isDone)).toHaveLength(1);
    expect(await house.house.wallet(id)).toBe(house.house.config.playMoney);
    for (const line of lines) line.close();
  });

  it('no bet is taken after the close, however near', async () => {
    const { token, name } = await comeAsGuest(house.url);
    const [line] = await linesFor([token]);
    await (line as Line).ask('sit-for-the-close', 'aruze', { do: 'sit', seat: 2, bankroll: 100_000 });
    let asked = 0;
    for (let close = 0; close < 5; close++) {
      const host = house.house.host('aruze');
      const deadline = host?.table.phase === 'wagering' ? (host.table.deadline ?? 0) : Date.now() + 500;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, deadline - Date.now() - 50)));
      while (Date.now() < deadline + 50) {
        await (line as Line).ask(`close-${asked++}-xxxxx`, 'aruze', {
          do: 'bet',
          player: name,
          wager: 'place',
          number: 6,
          amount: 500,
        });
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
    let open = false;
    for (const event of await eventsOf('aruze')) {
      if (event.event === 'wagering-opened') open = true;
      if (event.event === 'wagering-closed') open = false;
      if (event.event === 'wagered') expect(open).toBe(true);
    }
    expect(asked).toBeGreaterThan(5);
    (line as Line).close();
  }, 60_000);
});
