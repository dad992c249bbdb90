import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { House } from '../house.js';
import type { Metrics } from '../metrics.js';
import { placeOf } from '../people/address.js';
import type { People } from '../people/people.js';
import { addressOf, type IsProxy } from '../people/proxies.js';
import { Allowances } from './allowance.js';
import { type Caller, Doorway } from './doorway.js';
import { Newsroom } from './news.js';
import { MESSAGE_BYTES_MAX } from './protocol.js';
import { type Pipe, Session, type SessionOptions } from './session.js';
import { Tally } from './tally.js';
import { Teller } from './teller.js';
import { Trickle } from './trickle.js';

/** How long connections are waited for, in milliseconds. */
export interface SocketPatience {
  /** Until somebody greets. */
  readonly greeting: number;
  /** Until somebody says anything, or answers a ping. */
  readonly silence: number;
  /** Until somebody who was let go has hung up. */
  readonly goodbye: number;
}
const PATIENT: SocketPatience = { greeting: 10_000, silence: 60_000, goodbye: 2_000 };

export interface SocketOptions {
  readonly house: House;
  readonly people: People;
  readonly metrics: Metrics;
  readonly isProxy: IsProxy;
  readonly isOwnHost: (host: string | undefined) => boolean;
  readonly patience?: Partial<SocketPatience>;
  readonly lookAgainMs?: SessionOptions['lookAgainMs'];
  /** Hears of faults of ours. */
  readonly onError?: (error: unknown) => void;
}

/** How long whoever is connected has to say goodbye when the house closes. */
const HANG_UP_MS = 500;
/** Connections of any kind for one that stays open: a browser has a few beside it. */
const PLAIN_FOR_EACH = 4;
/** Whoever has opened as many as they may have at once opens as many again within this time, and not sooner. */
const OPEN_AGAIN_S = 20;
/** For each socket that a place may have, its guests together are heard at once so often in a second. */
const PLAYED = 5;
/** And so often where they said nothing for a while. */
const PLAYED_AT_ONCE = 20;

/** Pages of other sites must not talk to us in a visitor's name. */
const isOwnOrigin = (origin: string | undefined, host: string | undefined): boolean => {
  if (origin === undefined) return true; // not a browser
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
};

/** The address comes from outside, and may be none. */
const isWirePath = (url: string | undefined): boolean => /^\/wire(?:\?|$)/.test(url ?? '');

function turnAway(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  // Whoever was turned away and does not go is not waited for.
  setTimeout(() => socket.destroy(), PATIENT.goodbye).unref();
}

/** Why a connection is not let in; null when it is. */
function whyNot({ url, headers }: IncomingMessage, isOwnHost: SocketOptions['isOwnHost']): string | null {
  if (!isWirePath(url)) return '404 Not Found';
  const isOurs = isOwnHost(headers.host) && isOwnOrigin(headers.origin, headers.host);
  return isOurs ? null : '403 Forbidden';
}

/** WebSockets beside the HTTP of a server. The answer hangs up on everybody. */
export function addSockets(server: HttpServer, options: SocketOptions): () => void {
  const { house, people, metrics, isProxy, isOwnHost, onError = () => {} } = options;
  const { sockets: most, connections } = house.config.limits;
  const patience = { ...PATIENT, ...options.patience };
  const looks = options.lookAgainMs === undefined ? {} : { lookAgainMs: options.lookAgainMs };
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
  });
  const sessions = new Set<Session>();
  const teller = new Teller();
  const telegraph = { teller, newsroom: new Newsroom(teller) };
  const door = new Doorway();
  const allowances = new Allowances(house.clock);
  const halls = new Allowances(house.clock, { rate: most * PLAYED, burst: most * PLAYED_AT_ONCE });
  people.sessions.onRevoked((revoked) => {
    for (const session of sessions) session.revoke(revoked);
  });
  const tally = new Tally(most, connections);
  const plain = most * PLAIN_FOR_EACH;
  limitConnections(server, isProxy, {
    tally: new Tally(plain, connections),
    trickle: new Trickle(plain, plain / OPEN_AGAIN_S, house.clock),
  });

  const welcome = (ws: WebSocket, socket: Duplex, place: string): void => {
    const pipe = pipeOf(ws, socket, patience);
    // Whoever waits for their turn is not read meanwhile, pongs included: they are there all the same.
    const hear = (text: string): Promise<void> | undefined => {
      watch.hear();
      return session.receive(text);
    };
    const isAtOnce = (text: string): boolean => session.isAtOnce(text);
    const visitor = door.visitor({ ...callerOf(ws, socket, place), hear, isAtOnce });
    const open = (token: string) => people.openSession(token);
    const hall = halls.of(place);
    const session = new Session({
      house,
      open,
      pipe,
      telegraph,
      allowances,
      hall,
      from: place,
      onError,
      ...looks,
    });
    sessions.add(session);
    metrics.connections++;
    const greeting = { isOver: () => session.greeted, waits: () => visitor.waits };
    const watch = watchOver(ws, greeting, patience);
    ws.on('message', (data, isBinary) => {
      metrics.messages++;
      if (isBinary) return ws.close(1003, 'text only');
      visitor.says(data.toString());
    });
    ws.on('close', () => {
      watch.end();
      visitor.leave();
      session.close();
      sessions.delete(session);
      metrics.connections--;
    });
  };

  server.on('upgrade', (request, socket, head) => {
    // Whoever is turned away may hang up before they have heard it.
    socket.on('error', () => socket.destroy());
    const why = whyNot(request, isOwnHost);
    if (why !== null) return turnAway(socket, why);
    const place = placeOf(addressOf(request, isProxy));
    if (!tally.take(place)) return turnAway(socket, '429 Too Many Requests');
    socket.once('close', () => tally.giveBack(place));
    sockets.handleUpgrade(request, socket, head, (ws) => {
      ws.on('error', () => ws.terminate());
      welcome(ws, socket, place);
    });
  });
  return () => hangUp(sockets);
}

function hangUp(sockets: WebSocketServer): void {
  sockets.close();
  for (const ws of sockets.clients) ws.close(1001, 'the house closes');
  setTimeout(() => {
    for (const ws of sockets.clients) ws.terminate();
  }, HANG_UP_MS).unref();
}

interface ConnectionLimits {
  readonly tally: Tally;
  readonly trickle: Trickle;
}

/**
 * One machine, or one line with its many networks, cannot take all the connections there are, nor keep the house busy with
 * opening them: a connection is the dearest thing that a stranger can ask for. A proxy of ours has as many as it needs.
 */
function limitConnections(server: HttpServer, isProxy: IsProxy, { tally, trickle }: ConnectionLimits): void {
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const place = placeOf(address);
    if (!trickle.take(place) || !tally.take(place)) {
      socket.on('error', () => {});
      socket.destroy();
      return;
    }
    socket.once('close', () => tally.giveBack(place));
  });
}

const pipeOf = (ws: WebSocket, socket: Duplex, { goodbye }: SocketPatience): Pipe => ({
  send: (data) => ws.send(data),
  together: (act) => {
    socket.cork();
    act();
    socket.uncork();
  },
  waiting: () => ws.bufferedAmount,
  close: (code, reason) => {
    ws.close(code, reason);
    // Whoever does not read does not hear goodbye either, and what waits for them takes room.
    setTimeout(() => ws.terminate(), goodbye).unref();
  },
});

const callerOf = (ws: WebSocket, socket: Duplex, place: string): Omit<Caller, 'hear' | 'isAtOnce'> => ({
  place,
  unread: () => ws.bufferedAmount,
  whenRead: (tell) => void socket.once('drain', tell),
  pause: () => ws.pause(),
  resume: () => ws.resume(),
});

interface Watch {
  /** There is somebody. */
  hear(): void;
  end(): void;
}

/** So often within the silence that is allowed it is asked whether somebody is there. */
const LOOKS = 2;

/** How far somebody is with saying who they are. */
export interface Greeting {
  isOver(): boolean;
  /** Is something of theirs still to be heard, which may be it? */
  waits(): boolean;
}

/** Where all come back at once, after a restart, a greeting may wait at the door for so many times its due. */
const QUEUES = 6;

/** Lets go of whoever never greets, and of whoever is not there any more. */
export function watchOver(
  ws: Pick<WebSocket, 'on' | 'close' | 'terminate' | 'ping' | 'readyState' | 'OPEN'>,
  greeting: Greeting,
  { greeting: due, silence }: Pick<SocketPatience, 'greeting' | 'silence'>,
): Watch {
  // Looks are counted, not seconds: while the house itself is held up nobody can be heard, and that is not their silence.
  let missed = 0;
  const hear = (): void => {
    missed = 0;
  };
  ws.on('message', hear);
  ws.on('pong', hear);
  let looks = 0;
  const shy = setInterval(() => {
    looks += 1;
    if (!greeting.isOver() && greeting.waits() && looks < QUEUES) return;
    clearInterval(shy);
    if (!greeting.isOver()) ws.close(4003, 'say hello');
  }, due).unref();
  const ping = setInterval(() => {
    if (missed >= LOOKS) return ws.terminate();
    missed += 1;
    if (ws.readyState === ws.OPEN) ws.ping();
  }, silence / LOOKS).unref();
  const end = (): void => {
    clearInterval(shy);
    clearInterval(ping);
  };
  return { hear, end };
}
