import {
  type Command,
  type Refusal,
  type Result,
  type Table,
  type TableEvent,
  tableOptions,
} from '@boxperson/rules';
import type { House } from '../house.js';
import type { DiceOrigin } from '../people/access.js';
import type { Person } from '../people/person.js';
import type { Confirmed, Judged, Proposal } from '../people/second.js';
import { isRevokedBy, type OpenSession, type Revoked } from '../people/sessions.js';
import { streamOf } from '../tables/host.js';
import { redact, type Viewer, viewOf } from '../tables/view.js';
import type { Newsroom, Reader, TableNews } from './news.js';
import {
  type ClientMessage,
  clientMessage,
  type ErrorCode,
  faultIn,
  PROTOCOL_VERSION,
  type ServerMessage,
  type WirePerson,
} from './protocol.js';
import type { Teller, Telling } from './teller.js';

/** Who is at the other end, and what they may ask for: the door knows people, the session only asks. */
export interface Door {
  open(token: string): Promise<OpenSession | null>;
  /** What becomes of a command before a table sees it. */
  judge(person: Person, at: AtTable, command: Command): Promise<Judged>;
  propose(person: Person, at: AtTable, command: Command): Promise<Result<Proposal>>;
  /** `said` is the id under which the second person agrees, and under which the table does it. */
  confirm(
    proposal: string,
    person: Person,
    role: string,
    at: AtTable,
    said: string,
  ): Promise<Result<Confirmed>>;
}

/** A table as the door needs to know it. */
export interface AtTable {
  readonly id: string;
  readonly table: Table;
  readonly dice: DiceOrigin;
}

/** A connection, whatever carries it. */
export interface Pipe {
  send(data: string): void;
  /** Everything sent in here may leave in one piece. */
  together(act: () => void): void;
  /** Bytes that wait to be sent: a reader who does not read is let go. */
  waiting(): number;
  close(code: number, reason: string): void;
}

const REPLAY_MOST = 2_000;
const WAITING_MOST = 4 * 1024 * 1024;
/** Messages a second that a connection may send, and how many it may save up. */
const RATE = 50;
const BURST = 200;

/** A table that is watched: how far it has been told, and what was said last of one's own money there. */
interface Watching {
  readonly unwatch: () => void;
  readonly news: TableNews;
  n: number;
  own: string;
  /** Not yet while what was missed is still being read. */
  live: boolean;
}

/** What all connections share. */
export interface Tidings {
  readonly teller: Teller;
  readonly newsroom: Newsroom;
}

/** One connection: what it watches, and what it asks for. */
export class Session implements Reader, Telling {
  readonly #house: House;
  readonly #door: Door;
  readonly #pipe: Pipe;
  readonly #now: () => number;
  readonly #tidings: Tidings;
  #outbox: string[] = [];
  readonly #watching = new Map<string, Watching>();
  #signedIn: OpenSession | null = null;
  #token: string | undefined;
  #greeted = false;
  #tokens = BURST;
  #refilled: number;
  #closed = false;
  #chain: Promise<void> = Promise.resolve();

  constructor(house: House, door: Door, pipe: Pipe, tidings: Tidings, now: () => number = Date.now) {
    this.#tidings = tidings;
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
    this.tell();
    this.close();
    this.#pipe.close(4001, 'signed out');
  }

  close(): void {
    this.#closed = true;
    for (const { unwatch } of this.#watching.values()) unwatch();
    this.#watching.clear();
    this.#outbox = [];
  }

  receive(text: string): void {
    if (this.#closed) return;
    if (!this.#mayPass()) return this.#error('too-fast', `At most ${RATE} messages a second.`);
    const message = readMessage(text);
    if (typeof message === 'string') return this.#error('bad-message', message);
    // Greeting and watching keep their order; commands run side by side, the table orders them.
    if (message.t === 'do') this.#answered(message.id, this.#do(message));
    else if (message.t === 'confirm') this.#answered(message.id, this.#confirm(message));
    else
      this.#chain = this.#chain
        .then(() => this.#handle(message))
        .catch(() => this.#error('unavailable', 'Try again.'));
  }

  /** Whatever goes wrong inside, the sender is told to ask again with the same id. */
  #answered(id: string, work: Promise<void>): void {
    void work.catch(() => this.#error('unavailable', 'Try again.', id));
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

  async #handle(message: Exclude<ClientMessage, { t: 'do' | 'confirm' }>): Promise<void> {
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
        return this.#send({
          t: 'pong',
          now: this.#now(),
          ...(message.n === undefined ? {} : { n: message.n }),
        });
    }
  }

  async #hello(token: string | undefined): Promise<void> {
    this.#token = token;
    this.#signedIn = token === undefined ? null : await this.#door.open(token);
    // A session that was ended while we looked it up told nobody: from here on we hear of it, so look once more.
    if (token !== undefined && this.#signedIn) this.#signedIn = await this.#door.open(token);
    this.#greeted = true;
    if (token !== undefined && !this.#person)
      this.#error('not-signed-in', 'That session is over: sign in again.');
    this.#send({
      t: 'welcome',
      v: PROTOCOL_VERSION,
      epoch: this.#house.dedupe.epoch,
      now: this.#now(),
      person: wirePerson(this.#person),
    });
  }

  #viewer(table: Table): Viewer {
    const id = this.#person?.id;
    const players =
      id === undefined ? [] : table.guests.filter(({ person }) => person === id).map(({ player }) => player);
    return { players, staff: this.#person?.kind === 'staff' };
  }

  async #watch(id: string, after: number | undefined): Promise<void> {
    const host = this.#house.host(id);
    if (!host) return this.#error('unknown-table', `There is no table ${id}.`);
    this.#unwatch(id);
    // From here on everything committed reaches this connection; what it gets twice it can tell by the numbers.
    const news = this.#tidings.newsroom.of(id, host);
    const { table, n } = news;
    const isNear = after !== undefined && after <= n && n - after <= REPLAY_MOST;
    const own = this.#own(table);
    const watching = {
      unwatch: news.addReader(this),
      news,
      n: isNear ? after : n,
      own: JSON.stringify(own),
      live: !isNear,
    };
    if (isNear) {
      this.#watching.set(id, watching);
      return this.#catchUp(id, watching);
    }
    this.#send({ t: 'table', table: id, view: viewOf(table, n, this.#viewer(table)), own });
    this.#watching.set(id, watching);
  }

  /** What was missed, from the record; what happens meanwhile waits in the record, too. */
  async #catchUp(id: string, watching: Watching): Promise<void> {
    watching.live = false;
    const { news } = watching;
    while (watching.n < news.n && this.#watching.get(id) === watching) {
      const missed = await this.#house.store.readStream(streamOf(id), watching.n, REPLAY_MOST);
      const viewer = this.#viewer(news.table);
      const events = missed
        .filter(({ position }) => position <= news.n)
        .map(({ body }) => redact(JSON.parse(body) as TableEvent, viewer));
      this.#send({ t: 'events', table: id, n: watching.n + 1, events });
      watching.n += events.length;
    }
    watching.live = true;
    const own = this.#own(news.table);
    this.#send({ t: 'own', table: id, n: watching.n, own });
    watching.own = JSON.stringify(own);
  }

  #unwatch(id: string): void {
    this.#watching.get(id)?.unwatch();
    this.#watching.delete(id);
  }

  #own(table: Table) {
    return this.#person ? this.#house.ownAt(table, this.#person.id) : [];
  }

  /** There is news at a table, and nothing of ours that it could go with. */
  read(): void {
    if (this.#pipe.waiting() > WAITING_MOST) {
      this.close();
      return this.#pipe.close(4002, 'too slow');
    }
    this.tell();
  }

  /** Sends all that waits, the news included. */
  tell(): void {
    this.#collect();
    const texts = this.#outbox;
    if (texts.length === 0) return;
    this.#outbox = [];
    this.#pipe.together(() => {
      for (const text of texts) this.#pipe.send(text);
    });
  }

  /** What has happened where we watch, before anything is said that came after it. */
  #collect(): void {
    for (const [id, watching] of this.#watching) {
      const { news, n, live } = watching;
      if (!live || n === news.n) continue;
      const text = news.since(n, () => this.#viewer(news.table));
      if (text === null) {
        this.#chain = this.#chain.then(() => this.#catchUp(id, watching)).catch(() => this.#unwatch(id));
        watching.live = false;
        continue;
      }
      watching.n = news.n;
      this.#outbox.push(text);
      this.#collectOwn(id, watching);
    }
  }

  #collectOwn(id: string, watching: Watching): void {
    const own = JSON.stringify(this.#own(watching.news.table));
    if (own === watching.own) return;
    watching.own = own;
    this.#outbox.push(`{"t":"own","table":${JSON.stringify(id)},"n":${watching.n},"own":${own}}`);
  }

  async #do({ id, table, command }: Extract<ClientMessage, { t: 'do' }>): Promise<void> {
    const here = await this.#placeFor(id, table);
    if (!here) return;
    const { person, at } = here;
    const judged = await this.#door.judge(person, at, command);
    if (judged.kind === 'refused') return this.#refuse(id, table, judged.refused);
    if (judged.kind === 'go') return this.#submit(id, table, person, judged.command);
    const proposed = await this.#door.propose(person, at, command);
    if (!proposed.ok) return this.#refuse(id, table, proposed.refused);
    this.#send({ t: 'proposed', id, table, proposal: proposed.value.id, lapsesAt: proposed.value.lapsesAt });
  }

  async #confirm({ id, table, proposal, role }: Extract<ClientMessage, { t: 'confirm' }>): Promise<void> {
    const here = await this.#placeFor(id, table);
    if (!here) return;
    const confirmed = await this.#door.confirm(proposal, here.person, role, here.at, id);
    if (!confirmed.ok) return this.#refuse(id, table, confirmed.refused);
    return this.#submit(id, table, here.person, confirmed.value.command);
  }

  /** Who asks, and at which table; answers for itself when there is nobody or no table. */
  async #placeFor(id: string, tableId: string): Promise<{ person: Person; at: AtTable } | null> {
    await this.#chain; // a greeting on its way says who this is
    if (this.#signedIn && this.#signedIn.expiresAt <= this.#now()) await this.#hello(this.#token);
    const person = this.#person;
    const host = this.#house.host(tableId);
    if (!this.#greeted || !person) this.#error('not-signed-in', 'Sign in, or come as a guest, to play.', id);
    else if (!host) this.#error('unknown-table', `There is no table ${tableId}.`, id);
    else return { person, at: { id: tableId, table: host.table, dice: this.#house.diceAt(tableId) } };
    return null;
  }

  async #submit(id: string, table: string, person: Person, command: Command): Promise<void> {
    const answered = await this.#house.submit(person.id, table, command, id);
    if (answered.kind === 'unknown-table')
      return this.#error('unknown-table', `There is no table ${table}.`, id);
    if (answered.kind === 'other-body')
      return this.#error('same-id-other-body', 'That id was used for another command.', id);
    const { outcome } = answered;
    if (outcome.ok) this.#send({ t: 'done', id, table, n: outcome.n });
    else this.#refuse(id, table, outcome.refused);
  }

  #refuse(id: string, table: string, refused: Refusal): void {
    this.#send({ t: 'refused', id, table, refused });
  }

  #options(id: string, player: string): void {
    const host = this.#house.host(id);
    if (!host) return this.#error('unknown-table', `There is no table ${id}.`);
    const { table, n } = host.told;
    const { players } = this.#viewer(table);
    if (!players.includes(player)) return this.#error('not-yours', 'You may ask for your own place only.');
    this.#send({ t: 'options', table: id, player, n, options: tableOptions(table, { player }) });
  }

  #error(code: ErrorCode, message: string, id?: string): void {
    this.#send({ t: 'error', code, message, ...(id === undefined ? {} : { id }) });
  }

  #send(message: ServerMessage): void {
    if (this.#closed) return;
    this.#collect();
    this.#outbox.push(JSON.stringify(message));
    this.#tidings.teller.soon(this);
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
