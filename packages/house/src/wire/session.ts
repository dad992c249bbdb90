import { type Command, type Refusal, type Table, type TableEvent, tableOptions } from '@boxperson/rules';
import type { House } from '../house.js';
import type { Person } from '../people/person.js';
import { isRevokedBy, type OpenSession, type Revoked } from '../people/sessions.js';
import { redact, type Viewer, viewOf } from '../tables/view.js';
import { streamOf } from '../tables/host.js';
import { type ClientMessage, clientMessage, type ErrorCode, faultIn, PROTOCOL_VERSION, type ServerMessage, type WirePerson } from './protocol.js';

/** Who is at the other end; the door checks tokens, the session only asks. */
export interface Door {
  open(token: string): Promise<OpenSession | null>;
  /** Fills in what a client does not say about itself: who sits, whose card it is. */
  complete(person: Person, table: Table, command: Command): Command;
  /** Why this person may not give this command; null when they may. */
  whyNot(person: Person, table: Table, command: Command): Refusal | null;
}

/** A connection, whatever carries it. */
export interface Pipe {
  send(data: string): void;
  /** Bytes that wait to be sent: a reader who does not read is let go. */
  waiting(): number;
  close(code: number, reason: string): void;
}

const REPLAY_MOST = 2_000;
const WAITING_MOST = 4 * 1024 * 1024;
/** Messages a second that a connection may send, and how many it may save up. */
const RATE = 50;
const BURST = 200;

/** One connection: what it watches, and what it asks for. */
export class Session {
  readonly #house: House;
  readonly #door: Door;
  readonly #pipe: Pipe;
  readonly #now: () => number;
  readonly #watching = new Map<string, () => void>();
  #signedIn: OpenSession | null = null;
  #greeted = false;
  #tokens = BURST;
  #refilled: number;
  #closed = false;
  #chain: Promise<void> = Promise.resolve();

  constructor(house: House, door: Door, pipe: Pipe, now: () => number = Date.now) {
    this.#house = house;
    this.#door = door;
    this.#pipe = pipe;
    this.#now = now;
    this.#refilled = now();
  }

  get #person(): Person | null {
    return this.#signedIn?.person ?? null;
  }

  /** Signed out elsewhere: nothing more is sent. */
  revoke(revoked: Revoked): void {
    const mine = this.#signedIn;
    if (!mine || !isRevokedBy(revoked, { personId: mine.person.id, sessionId: mine.id })) return;
    this.#error('signed-out', 'You have been signed out.');
    this.close();
    this.#pipe.close(4001, 'signed out');
  }

  close(): void {
    this.#closed = true;
    for (const unwatch of this.#watching.values()) unwatch();
    this.#watching.clear();
  }

  receive(text: string): void {
    if (this.#closed) return;
    if (!this.#mayPass()) return this.#error('too-fast', `At most ${RATE} messages a second.`);
    const message = readMessage(text);
    if (typeof message === 'string') return this.#error('bad-message', message);
    // Greeting and watching keep their order; commands run side by side, the table orders them.
    if (message.t === 'do') void this.#do(message).catch(() => this.#error('unavailable', 'Try again.', message.id));
    else this.#chain = this.#chain.then(() => this.#handle(message)).catch(() => this.#error('unavailable', 'Try again.'));
  }

  /** A bucket that fills with time: bursts pass, floods do not. */
  #mayPass(): boolean {
    const now = this.#now();
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#refilled) * RATE) / 1000);
    this.#refilled = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  async #handle(message: Exclude<ClientMessage, { t: 'do' }>): Promise<void> {
    switch (message.t) {
      case 'hello':
        return this.#hello(message.token);
      case 'watch':
        return this.#watch(message.table, message.after);
      case 'unwatch':
        return this.#unwatch(message.table);
      case 'options':
        return this.#options(message.table, message.player);
      case 'ping':
        return this.#send({ t: 'pong', now: this.#now(), ...(message.n === undefined ? {} : { n: message.n }) });
    }
  }

  async #hello(token: string | undefined): Promise<void> {
    this.#signedIn = token === undefined ? null : await this.#door.open(token);
    this.#greeted = true;
    if (token !== undefined && !this.#person) this.#error('not-signed-in', 'That session is over: sign in again.');
    this.#send({ t: 'welcome', v: PROTOCOL_VERSION, epoch: this.#house.dedupe.epoch, now: this.#now(), person: wirePerson(this.#person) });
  }

  #viewer(table: Table): Viewer {
    const id = this.#person?.id;
    const players = id === undefined ? [] : table.guests.filter(({ person }) => person === id).map(({ player }) => player);
    return { players, staff: this.#person?.kind === 'staff' };
  }

  async #watch(id: string, after: number | undefined): Promise<void> {
    const host = this.#house.host(id);
    if (!host) return this.#error('unknown-table', `There is no table ${id}.`);
    this.#unwatch(id);
    // From here on everything committed reaches this connection; what it gets twice it can tell by the numbers.
    this.#watching.set(id, host.listen((first, events, table) => this.#tell(id, first, events, table)));
    if (after !== undefined && after <= host.n && host.n - after <= REPLAY_MOST) return this.#catchUp(id, after);
    this.#send({ t: 'table', table: id, view: viewOf(host.table, host.n, this.#viewer(host.table)), own: this.#own(host.table) });
  }

  async #catchUp(id: string, after: number): Promise<void> {
    const missed = await this.#house.store.readStream(streamOf(id), after, REPLAY_MOST);
    const host = this.#house.host(id);
    if (!host) return;
    const viewer = this.#viewer(host.table);
    const events = missed.map(({ body }) => redact(JSON.parse(body) as TableEvent, viewer));
    this.#send({ t: 'events', table: id, n: after + 1, events });
    this.#send({ t: 'own', table: id, n: after + events.length, own: this.#own(host.table) });
  }

  #unwatch(id: string): void {
    this.#watching.get(id)?.();
    this.#watching.delete(id);
  }

  #own(table: Table) {
    return this.#person ? this.#house.ownAt(table, this.#person.id) : [];
  }

  #tell(id: string, first: number, events: readonly TableEvent[], table: Table): void {
    if (this.#pipe.waiting() > WAITING_MOST) {
      this.close();
      return this.#pipe.close(4002, 'too slow');
    }
    const viewer = this.#viewer(table);
    this.#pipe.send(eventsMessage(id, first, events, viewer));
    const own = this.#own(table);
    if (own.length > 0) this.#send({ t: 'own', table: id, n: first + events.length - 1, own });
  }

  async #do(message: Extract<ClientMessage, { t: 'do' }>): Promise<void> {
    const { id, table: tableId } = message;
    await this.#chain; // a greeting on its way says who this is
    const person = this.#person;
    if (!this.#greeted || !person) return this.#error('not-signed-in', 'Sign in, or come as a guest, to play.', id);
    const host = this.#house.host(tableId);
    if (!host) return this.#error('unknown-table', `There is no table ${tableId}.`, id);
    const command = this.#door.complete(person, host.table, message.command as Command);
    const refused = this.#door.whyNot(person, host.table, command);
    if (refused) return this.#send({ t: 'refused', id, table: tableId, refused });
    const answered = await this.#house.submit(person.id, tableId, command, id);
    if (answered.kind === 'unknown-table') return this.#error('unknown-table', `There is no table ${tableId}.`, id);
    if (answered.kind === 'other-body') return this.#error('same-id-other-body', 'That id was used for another command.', id);
    const { outcome } = answered;
    if (outcome.ok) this.#send({ t: 'done', id, table: tableId, n: outcome.n });
    else this.#send({ t: 'refused', id, table: tableId, refused: outcome.refused });
  }

  #options(id: string, player: string): void {
    const host = this.#house.host(id);
    if (!host) return this.#error('unknown-table', `There is no table ${id}.`);
    const { players } = this.#viewer(host.table);
    if (!players.includes(player)) return this.#error('not-yours', 'You may ask for your own place only.');
    this.#send({ t: 'options', table: id, player, n: host.n, options: tableOptions(host.table, { player }) });
  }

  #error(code: ErrorCode, message: string, id?: string): void {
    this.#send({ t: 'error', code, message, ...(id === undefined ? {} : { id }) });
  }

  #send(message: ServerMessage): void {
    if (!this.#closed) this.#pipe.send(JSON.stringify(message));
  }
}

export const wirePerson = (person: Person | null): WirePerson | null =>
  person && { id: person.id, kind: person.kind, name: person.name, ...(person.bot ? { bot: true } : {}) };

function readMessage(text: string): ClientMessage | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not JSON';
  }
  const read = clientMessage.safeParse(value);
  return read.success ? read.data : faultIn(read.error);
}

/** Made once for everybody who sees the same: most events look the same to all. */
const PRIVATE: readonly string[] = ['sat', 'left', 'chips-bought', 'card-presented', 'terminals-limited', 'player-excluded'];
let lastEvents: readonly TableEvent[] | null = null;
let lastText = '';

function eventsMessage(table: string, n: number, events: readonly TableEvent[], viewer: Viewer): string {
  const isPrivate = !viewer.staff && events.some(({ event }) => PRIVATE.includes(event));
  const make = (shown: readonly (TableEvent | null)[]) => JSON.stringify({ t: 'events', table, n, events: shown } satisfies ServerMessage);
  if (isPrivate) return make(events.map((event) => redact(event, viewer)));
  if (lastEvents !== events) {
    lastEvents = events;
    lastText = make(events);
  }
  return lastText;
}
