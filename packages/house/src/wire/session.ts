import { faultIn, type HouseCode, type Person, type Refused } from '@boxperson/offices';
import { tableOptions } from '@boxperson/rules';
import type { Clock } from '../clock.js';
import type { House } from '../house.js';
import { NOT_SIGNED_IN } from '../office/admission.js';
import { isRevokedBy, type OpenSession, type Revoked } from '../people/sessions.js';
import { REPLAY_MOST } from '../stream/host.js';
import { tableIn } from '../tables/host.js';
import { namesOf } from '../tables/view.js';
import { Allowance, type Allowances, RATE } from './allowance.js';
import { isTooDeep, TOO_DEEP } from './nesting.js';
import type { AnyNews, Newsroom, Reader } from './news.js';
import {
  type ClientMessage,
  clientMessage,
  type Own,
  PROTOCOL_VERSION,
  type ServerMessage,
  type WirePerson,
} from './protocol.js';
import type { Teller, Telling } from './teller.js';
import { type AnyWatched, watchedAt } from './watching.js';

/** A connection, whatever carries it. */
export interface Pipe {
  send(data: string): void;
  /** Everything sent in here may leave in one piece. */
  together(act: () => void): void;
  /** Bytes that wait to be sent: a reader who does not read is let go. */
  waiting(): number;
  close(code: number, reason: string): void;
}

const WAITING_MOST = 4 * 1024 * 1024;
/** What each message counts: what makes the house work hard counts for more. */
const COSTS: Readonly<Record<ClientMessage['t'], number>> = {
  hello: 5,
  watch: 5,
  unwatch: 1,
  do: 1,
  options: 5,
  ping: 1,
};
/** Of a guest's own allowance, which is for what keeps the house busy, these take nothing. */
const FREE: readonly ClientMessage['t'][] = ['unwatch', 'ping'];
/** A command under an id that is not of this run of the house is looked up first. */
const LOOKED_UP = 5;
/** A guest's command that is longer waits at the door: nobody's wagers are. */
const PLAIN_LENGTH_MOST = 1_000;
/** So many events that somebody missed count for as much as one message. */
const REPLAYED_FOR_ONE = 40;
/** Whoever has not signed in and has missed more than this is shown the whole instead, which is the same for all. */
const STRANGERS_REPLAY_MOST = 100;
/** Commands of one connection that are under way at once. */
const UNDER_WAY_MOST = 500;
/** The same for a guest, over all of their connections. */
const GUESTS_UNDER_WAY_MOST = 100;
const OVER = 'That session is over: sign in again.';

/** A stream that is watched: how far it has been told, and what was said last of one's own money there. */
interface Watching {
  readonly watched: AnyWatched;
  readonly news: AnyNews;
  readonly unwatch: () => void;
  n: number;
  own: readonly Own[];
  /** The names under which its reader played there after event `n`. */
  players: readonly string[];
  /** Not yet while what was missed is still being read. */
  live: boolean;
}

/** What all connections share: when news is told, and what it is. */
export interface Telegraph {
  readonly teller: Teller;
  readonly newsroom: Newsroom;
}

export interface SessionOptions {
  readonly house: House;
  /** The session of a token. */
  readonly open: (token: string) => Promise<OpenSession | null>;
  readonly pipe: Pipe;
  readonly telegraph: Telegraph;
  /** Left out: that of the house. */
  readonly clock?: Clock;
  /** Whoever may come as often as they like has one for all of their connections. */
  readonly allowances?: Allowances;
  /** What all guests of one place say that is heard at once; more of it waits for its turn. Left out: however much. */
  readonly hall?: Allowance;
  /** Where its other end is. */
  readonly from?: string;
  /** After so long a session that is used is looked up again: the word that it ended may be lost. Left out: it is not. */
  readonly lookAgainMs?: number;
  /** Hears of faults of ours. */
  readonly onError?: (error: unknown) => void;
}

/** One connection: what it watches, and what it asks for. */
export class Session implements Reader, Telling {
  readonly #house: House;
  readonly #open: SessionOptions['open'];
  readonly #pipe: Pipe;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #telegraph: Telegraph;
  readonly #lookAgainMs: number;
  readonly #allowances: Allowances | undefined;
  readonly #hall: Allowance | undefined;
  readonly #from: { readonly from?: string };
  /** When it was last looked up whose session this is, by elapsed time. */
  #lookedAt = 0;
  #outbox: string[] = [];
  /** What became of commands: told behind the news, which tells of what they did. */
  #answers: string[] = [];
  readonly #watching = new Map<string, Watching>();
  #signedIn: OpenSession | null = null;
  #token: string | undefined;
  #greeted = false;
  readonly #allowance: Allowance;
  /** What was heard last, so that what is looked at before it is heard is read once. */
  #heard: { readonly text: string; readonly message: ClientMessage | string } | null = null;
  #underWay = 0;
  #closed = false;
  #chain: Promise<void> = Promise.resolve();
  #renewing = false;

  constructor(options: SessionOptions) {
    const { house, open, pipe, telegraph, clock = house.clock, lookAgainMs, onError } = options;
    this.#house = house;
    this.#lookAgainMs = lookAgainMs ?? Number.POSITIVE_INFINITY;
    this.#allowances = options.allowances;
    this.#hall = options.hall;
    this.#from = options.from === undefined ? {} : { from: options.from };
    this.#open = open;
    this.#pipe = pipe;
    this.#telegraph = telegraph;
    this.#onError = onError ?? (() => {});
    this.#clock = clock;
    this.#allowance = new Allowance(clock);
  }

  /** Whoever is at the other end; nobody from the moment at which their session is over. */
  get #person(): Person | null {
    return this.#signedIn && this.#signedIn.expiresAt > this.#clock.now() ? this.#signedIn.person : null;
  }

  /** What all lines of somebody have together who came without an account: they may come as often as they like. */
  get #shared(): Allowance | null {
    const person = this.#person;
    const isCasual = person?.kind === 'guest' || person?.practice !== undefined;
    return person && isCasual ? (this.#allowances?.of(person.id) ?? null) : null;
  }

  /** Has somebody said hello? It may still be looked up who. */
  get greeted(): boolean {
    return this.#greeted || this.#token !== undefined;
  }

  /** Signed out elsewhere: nothing more is sent. */
  revoke(revoked: Revoked): void {
    const mine = this.#signedIn;
    if (!mine || !isRevokedBy(revoked, { personId: mine.person.id, sessionId: mine.id })) return;
    this.#signOut('You have been signed out.');
  }

  /** Whoever knows more than strangers do cannot follow what strangers are told: they begin anew, on another line. */
  #signOut(message: string): void {
    if (this.#closed) return;
    for (const at of [...this.#watching.keys()]) this.#unwatch(at);
    this.#signedIn = null;
    this.#outbox = [];
    this.#error('signed-out', message);
    this.tell();
    // Whatever became of the words.
    this.close();
    this.#pipe.close(4001, 'signed out');
  }

  /** Their time is over, or it is long ago that we looked: unless it has been made longer since, this line ends. */
  #renew(): void {
    if (this.#renewing) return;
    this.#renewing = true;
    this.#chain = this.#chain
      .then(async () => {
        if (await this.#isRenewed()) this.tell();
        else this.#signOut(OVER);
      })
      .catch(() => this.#signOut(OVER))
      .finally(() => {
        this.#renewing = false;
      });
  }

  /** Is it still them, as their session is kept now? Until their time is over nobody is held to be gone who cannot be looked up. */
  async #isRenewed(): Promise<boolean> {
    if (!(this.#isPast || this.#isLongAgo) || this.#token === undefined) return true;
    const found = await this.#openOwn(this.#token).catch((error: unknown) => {
      if (this.#isPast) throw error;
      return this.#signedIn;
    });
    this.#signedIn = found ?? this.#signedIn;
    return found !== null && !this.#isPast;
  }

  get #isPast(): boolean {
    return this.#signedIn !== null && this.#person === null;
  }

  get #isLongAgo(): boolean {
    return this.#signedIn !== null && this.#clock.elapsed() - this.#lookedAt >= this.#lookAgainMs;
  }

  close(): void {
    this.#closed = true;
    for (const { unwatch } of this.#watching.values()) unwatch();
    this.#watching.clear();
    this.#outbox = [];
    this.#answers = [];
  }

  /** A fault of ours ends this connection and no other: whoever was here comes again and asks for what is missing. */
  #safely(act: () => void): void {
    if (this.#closed) return;
    try {
      act();
    } catch (error) {
      this.#onError(error);
      this.close();
      this.#pipe.close(1011, 'something went wrong here');
    }
  }

  /** May it be heard while strangers wait? Of a guest what is plain may, as far as their allowance goes. */
  isAtOnce(text: string): boolean {
    let isAtOnce = false;
    this.#safely(() => {
      isAtOnce = this.#isPlain(text);
    });
    return isAtOnce;
  }

  #isPlain(text: string): boolean {
    const shared = this.#shared;
    if (shared === null) return this.#person !== null;
    if (text.length > PLAIN_LENGTH_MOST) return false;
    const cost = this.#sharedCostOf(this.#read(text));
    return cost <= 1 && shared.has(cost) && (this.#hall?.take(cost) ?? true);
  }

  /** A promise where the store must be asked for it: it ends when that is over, and never fails. */
  receive(text: string): Promise<void> | undefined {
    let look: Promise<void> | undefined;
    this.#safely(() => {
      look = this.#hear(text);
    });
    return look;
  }

  #read(text: string): ClientMessage | string {
    if (this.#heard?.text !== text) this.#heard = { text, message: readMessage(text) };
    return this.#heard.message;
  }

  #hear(text: string): Promise<void> | undefined {
    const message = this.#read(text);
    this.#heard = null;
    if (!this.#allowance.take(typeof message === 'string' ? 1 : COSTS[message.t]))
      return void this.#tooFast(message);
    if (typeof message === 'string') return void this.#error('bad-message', message);
    // Greeting and watching keep their order; commands run side by side, the stream orders them.
    if (message.t === 'do') return void this.#underway(message);
    this.#chain = this.#chain
      // Whoever has gone meanwhile watches nothing any more.
      .then(() => (this.#closed ? undefined : this.#handle(message)))
      .catch(() => this.#error('unavailable', 'Try again.'));
    return isLookedUp(message) ? this.#chain : undefined;
  }

  #tooFast(message: ClientMessage | string): void {
    const refused: Refused = {
      code: 'too-fast',
      clause: null,
      message: `At most ${RATE} messages a second.`,
      retryAfter: 1,
    };
    if (typeof message === 'object' && message.t === 'do')
      return this.#answer({ t: 'refused', id: message.id, at: message.at, refused });
    this.#error(refused.code as HouseCode, refused.message);
  }

  /** How much it takes of what all of a guest's lines have together. */
  #sharedCostOf(message: ClientMessage | string): number {
    if (typeof message === 'string') return 1;
    if (FREE.includes(message.t)) return 0;
    return message.t === 'do' && !this.#isOfThisRun(message.id) ? LOOKED_UP : COSTS[message.t];
  }

  #isOfThisRun(id: string): boolean {
    return id.startsWith(`${this.#house.admission.epoch}-`);
  }

  /** Asked when it is its turn: only then is it known who asks, however early they said it. */
  #mayAsk(message: ClientMessage): boolean {
    return this.#shared?.take(this.#sharedCostOf(message)) ?? true;
  }

  #mayDo(message: ClientMessage): boolean {
    return (this.#shared?.underWay ?? 0) < GUESTS_UNDER_WAY_MOST && this.#mayAsk(message);
  }

  /** How much is told again counts beside the asking. */
  #mayReplay(missed: number): boolean {
    const cost = Math.floor(missed / REPLAYED_FOR_ONE);
    return this.#allowance.take(cost) && (this.#shared?.take(cost) ?? true);
  }

  /** How many events would be told again to somebody who knows a stream up to there; null: they are shown the whole. */
  #missed(at: string, after: number | undefined): number | null {
    const host = this.#house.host(tableIn(at) ?? '') ?? this.#house.offices.host(at);
    const missed = host && after !== undefined ? host.told.n - after : -1;
    const most = this.#person === null ? STRANGERS_REPLAY_MOST : REPLAY_MOST;
    return missed >= 0 && missed <= most ? missed : null;
  }

  async #handle(message: Exclude<ClientMessage, { t: 'do' }>): Promise<void> {
    if (!this.#mayAsk(message)) return this.#tooFast(message);
    switch (message.t) {
      case 'hello':
        return this.#hello(message.token);
      case 'watch':
        return this.#watch(message.at, message.after);
      case 'unwatch':
        return this.#unwatch(message.at);
      case 'options':
        return this.#options(message.at, message.player);
      case 'ping':
        return this.#send({
          t: 'pong',
          now: this.#clock.now(),
          ...(message.n === undefined ? {} : { n: message.n }),
        });
    }
  }

  async #hello(token: string | undefined): Promise<void> {
    this.#token = token;
    this.#signedIn = token === undefined ? null : await this.#openOwn(token);
    // A session that was ended while we looked it up told nobody: from here on we hear of it, so look once more.
    if (token !== undefined && this.#signedIn) this.#signedIn = await this.#openOwn(token);
    this.#greeted = true;
    const person = this.#person;
    if (token !== undefined && !this.#person) this.#error('not-signed-in', OVER);
    this.#send({
      t: 'welcome',
      v: PROTOCOL_VERSION,
      epoch: this.#house.admission.epoch,
      now: this.#clock.now(),
      person: wirePerson(person),
    });
  }

  /** A password made by the house lets nobody in: it must be changed first. */
  async #openOwn(token: string): Promise<OpenSession | null> {
    this.#lookedAt = this.#clock.elapsed();
    const session = await this.#open(token);
    return session?.person.oneTime ? null : session;
  }

  async #watch(at: string, after: number | undefined): Promise<void> {
    const watched = watchedAt(this.#house, at, () => this.#person);
    if (!watched) return this.#error('not-found', `There is no ${at}.`);
    this.#unwatch(at);
    // From here on everything committed reaches this connection; what it gets twice it can tell by the numbers.
    const news = this.#telegraph.newsroom.of(watched.host, watched.lens) as AnyNews;
    const { state, n } = news;
    const missed = this.#missed(at, after);
    const isNear = after !== undefined && missed !== null && this.#mayReplay(missed);
    const unread = news.addReader(this);
    const unfollow = this.#follow(at);
    const watching: Watching = {
      watched,
      news,
      unwatch: () => {
        unread();
        unfollow();
      },
      n: isNear ? after : n,
      own: watched.own(state),
      players: isNear ? [] : watched.players(state),
      live: !isNear,
    };
    this.#watching.set(at, watching);
    const books = this.#house.offices.host(at);
    if (books && this.#person) this.#house.noteLook(this.#person, books);
    if (isNear) await this.#catchUp(at, watching);
    else this.#push(watched.whole(state, n));
    this.#tellPace(at);
  }

  /** Whoever follows a table is there. */
  #follow(at: string): () => void {
    const table = tableIn(at);
    const person = this.#person;
    return table === null || person === null ? () => {} : this.#house.presence.follows(table, person.id);
  }

  /** By the pace everybody knows what a table waits for; it is as it is while the house runs. */
  #tellPace(at: string): void {
    const table = tableIn(at);
    const pace = table === null ? null : this.#house.paceAt(table);
    const now = this.#clock.now();
    if (pace) this.#push(JSON.stringify({ t: 'pace', at, pace, now } satisfies ServerMessage));
  }

  /** What was missed, from the record; what happens meanwhile waits in the record, too. */
  async #catchUp(at: string, watching: Watching): Promise<void> {
    watching.live = false;
    const { news, watched } = watching;
    while (watching.n < news.n && this.#watching.get(at) === watching) {
      const missed = await watched.host.read(watching.n, REPLAY_MOST);
      const show = watched.show(news.state, null);
      const events = missed.filter(({ n }) => n <= news.n).map(({ event, n }) => show(event, n));
      this.#send({ t: 'events', at, n: watching.n + 1, events });
      watching.n += events.length;
    }
    watching.live = true;
    watching.own = watched.own(news.state);
    watching.players = watched.players(news.state);
    this.#send({ t: 'own', at, n: watching.n, own: watching.own });
  }

  #unwatch(at: string): void {
    this.#watching.get(at)?.unwatch();
    this.#watching.delete(at);
  }

  /** There is news somewhere, and nothing of ours that it could go with. */
  read(): void {
    this.tell();
  }

  /** Whoever does not read what is sent is let go, whatever it was. */
  #isSlow(): boolean {
    if (this.#closed || this.#pipe.waiting() <= WAITING_MOST) return this.#closed;
    this.close();
    this.#pipe.close(4002, 'too slow');
    return true;
  }

  /** Sends all that waits, the news included. */
  tell(): void {
    this.#safely(() => this.#tellNow());
  }

  #tellNow(): void {
    if (this.#isSlow()) return;
    if (this.#isPast) return this.#renew();
    // Meanwhile they are told what they were told so far.
    if (this.#isLongAgo) this.#renew();
    this.#collect();
    const [texts, answers] = [this.#outbox, this.#answers];
    if (texts.length + answers.length === 0) return;
    this.#outbox = [];
    this.#answers = [];
    this.#pipe.together(() => {
      for (const text of texts) this.#pipe.send(text);
      for (const answer of answers) this.#pipe.send(answer);
    });
  }

  /** What has happened where we watch, before anything is said that came after it. */
  #collect(): void {
    for (const [at, watching] of this.#watching) {
      const { news, watched, n, live, players } = watching;
      if (!live || n === news.n) continue;
      const text = news.since(n, () => watched.show(news.state, { n, players }));
      if (text === null) {
        this.#chain = this.#chain.then(() => this.#catchUp(at, watching)).catch(() => this.#unwatch(at));
        watching.live = false;
        continue;
      }
      watching.n = news.n;
      watching.players = watched.players(news.state);
      this.#outbox.push(text);
      this.#collectOwn(at, watching);
    }
  }

  #collectOwn(at: string, watching: Watching): void {
    const own = watching.watched.own(watching.news.state);
    if (own === watching.own) return;
    watching.own = own;
    this.#outbox.push(JSON.stringify({ t: 'own', at, n: watching.n, own } satisfies ServerMessage));
  }

  /** Whatever goes wrong inside, the sender is told to ask again with the same id. */
  #underway(message: Extract<ClientMessage, { t: 'do' }>): void {
    if (this.#underWay >= UNDER_WAY_MOST) return this.#tooFast(message);
    const { id, at } = message;
    const refused: Refused = { code: 'unavailable', clause: null, message: 'Try again.', retryAfter: 1 };
    this.#underWay += 1;
    void this.#do(message)
      .catch(() => this.#answer({ t: 'refused', id, at, refused }))
      .finally(() => {
        this.#underWay -= 1;
      });
  }

  async #do(message: Extract<ClientMessage, { t: 'do' }>): Promise<void> {
    const { id, at, command } = message;
    await this.#chain; // a greeting on its way says who this is
    if (!(await this.#isRenewed())) return this.#refuseAndEnd(id, at);
    if (!this.#mayDo(message)) return this.#tooFast(message);
    const person = this.#greeted ? this.#person : null;
    const submit = () => this.#house.admission.submit(person, { id, at, command, ...this.#from });
    const done = await (this.#shared?.during(submit) ?? submit());
    if (!done.ok) return this.#answer({ t: 'refused', id, at, refused: done.refused });
    const { n, answer } = done;
    const waits = answer as { readonly proposal?: string; readonly lapsesAt?: number } | undefined;
    if (waits?.proposal !== undefined && waits.lapsesAt !== undefined)
      return this.#answer({ t: 'proposed', id, at, proposal: waits.proposal, lapsesAt: waits.lapsesAt });
    this.#answer({ t: 'done', id, at, n, ...(answer === undefined ? {} : { answer }) });
  }

  #refuseAndEnd(id: string, at: string): void {
    this.#answer({ t: 'refused', id, at, refused: NOT_SIGNED_IN });
    this.#signOut(OVER);
  }

  #options(at: string, player: string): void {
    const table = tableIn(at);
    const host = table === null ? null : this.#house.host(table);
    if (!host) return this.#error('not-found', `There is no ${at}.`);
    const { state, n } = host.told;
    if (!namesOf(state, this.#person).includes(player))
      return this.#error('not-yours', 'You may ask for your own place only.');
    this.#send({ t: 'options', at, player, n, options: tableOptions(state, { player }) });
  }

  #error(code: HouseCode, message: string): void {
    this.#send({ t: 'error', code, message });
  }

  #send(message: ServerMessage): void {
    this.#safely(() => {
      if (this.#isSlow()) return;
      if (!this.#isPast) this.#collect();
      this.#push(JSON.stringify(message));
    });
  }

  /** What became of a command. The news is asked for once, however many are answered together. */
  #answer(message: Extract<ServerMessage, { t: 'done' | 'refused' | 'proposed' }>): void {
    this.#safely(() => {
      if (this.#isSlow()) return;
      this.#answers.push(JSON.stringify(message));
      this.#telegraph.teller.soon(this);
    });
  }

  #push(text: string): void {
    this.#outbox.push(text);
    this.#telegraph.teller.soon(this);
  }
}

/** Whose token it is, and what was missed, the store may have to say. */
const isLookedUp = (message: ClientMessage): boolean =>
  (message.t === 'hello' && message.token !== undefined) ||
  (message.t === 'watch' && message.after !== undefined);

export const wirePerson = (person: Person | null): WirePerson | null =>
  person && { id: person.id, kind: person.kind, name: person.name, ...(person.bot ? { bot: true } : {}) };

function readMessage(text: string): ClientMessage | string {
  let value: unknown;
  if (isTooDeep(text)) return TOO_DEEP;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not JSON';
  }
  const read = clientMessage.safeParse(value);
  return read.success ? read.data : faultIn(read.error);
}
