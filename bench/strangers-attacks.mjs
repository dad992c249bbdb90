// What strangers do in bench/strangers.mjs, in a process of their own that gives way to the others: what is measured is
// how the house takes it, not how busy the attackers keep the machine.
import { request } from 'node:http';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { WebSocket } from 'ws';

/** Addresses of this machine that are not the players'. Where there are none but one, all come from that. */
const ADDRESSES = process.platform === 'linux' ? [2, 3, 4, 5].map((n) => `127.0.0.${n}`) : ['127.0.0.1'];
const PLAYER = 'Somebody';
let sent = 0;
let next = 0;
const from = () => ADDRESSES[next++ % ADDRESSES.length];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const times = (n, act) => Array.from({ length: n }, (_, i) => act(i));

/** Over and over, also when it fails, and never quicker than the loop can turn. */
async function forever(ms, act) {
  for (;;) {
    sent++;
    await Promise.resolve(act()).catch(() => {});
    await pause(ms);
  }
}

const wire = (url, begin, { token, address = from() } = {}) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/wire`, { localAddress: address });
  socket.on('error', () => {});
  socket.on('open', () => {
    socket.send(JSON.stringify({ t: 'hello', v: 2, token }));
    begin(socket);
  });
  // Whoever is let go comes back.
  socket.on('close', () => setTimeout(() => wire(url, begin, { token, address }), 1_000));
};

const tell = (socket, message) => {
  if (socket.readyState !== socket.OPEN) return;
  sent++;
  socket.send(typeof message === 'string' ? message : JSON.stringify(message));
};

const flood = (url, sockets, everyMs, message, who) =>
  times(sockets, () =>
    wire(
      url,
      (socket) => {
        const timer = setInterval(() => tell(socket, message()), everyMs);
        socket.on('close', () => clearInterval(timer));
      },
      who,
    ),
  );

const post = (url, path, body, address = from()) =>
  new Promise((resolve) => {
    const asked = request(
      `${url}${path}`,
      { method: 'POST', localAddress: address, headers: { 'content-type': 'application/json' } },
      (response) => {
        let answer = '';
        response.on('data', (data) => {
          answer += data;
        });
        response.on('end', () => resolve(answer));
      },
    );
    // Whoever asks too often is hung up on.
    asked.on('error', () => resolve(''));
    asked.end(body);
  });

/** One call makes anybody a guest. */
async function guestsFrom(url, address, many) {
  const guests = [];
  for (let n = 0; n < many; n++) {
    const { token } = JSON.parse((await post(url, '/api/guest', '{}', address)) || '{}');
    if (token) guests.push({ token, address });
  }
  return guests;
}

const raw = (url, text) =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), localAddress: from() });
    socket.on('error', () => {});
    socket.on('close', resolve);
    socket.write(text);
    setTimeout(() => socket.resetAndDestroy(), 200);
  });

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n';
const BET = {
  t: 'do',
  at: 'table/t0',
  command: { do: 'bet', player: PLAYER, wager: 'place', number: 6, amount: 100 },
};
const NONSENSE = [
  '{',
  '\ud800',
  '{"t":"do","id":"\\u0000","at":"table/t0","command":{}}',
  `{"t":"watch","at":${'['.repeat(4_000)}`,
  JSON.stringify({ t: 'do', id: 'x'.repeat(12), at: 'table/t0', command: { do: '__proto__' } }),
];

export const ATTACKS = {
  'sockets that never read': (url) =>
    times(40, () =>
      wire(url, (socket) => {
        socket._socket.pause();
        const timer = setInterval(() => tell(socket, { t: 'watch', at: 'table/t0' }), 20);
        socket.on('close', () => clearInterval(timer));
        setTimeout(() => socket.terminate(), 8_000).unref();
      }),
    ),
  'forty sockets asking to watch': (url) =>
    flood(url, 40, 20, () => ({ t: 'watch', at: `table/t${next++ % 4}` })),
  'asking for options': (url) => flood(url, 40, 20, () => ({ t: 'options', at: 'table/t0', player: PLAYER })),
  'signing in with guesses': (url) =>
    times(20, (n) =>
      forever(5, () =>
        post(url, '/api/sign-in', JSON.stringify({ login: `manager${n % 3}`, password: 'a guess or two' })),
      ),
    ),
  'bodies that never end': (url) =>
    times(100, () =>
      forever(50, () =>
        raw(
          url,
          'POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
        ),
      ),
    ),
  'guests who bet under ids of their own': async (url) => {
    for (const address of ADDRESSES)
      for (const guest of await guestsFrom(url, address, 4))
        flood(url, 20, 10, () => ({ ...BET, id: `of-our-own-${process.pid}-${next++}` }), guest);
  },
  'a crowd of guests asking to watch': async (url) => {
    for (const guest of await guestsFrom(url, ADDRESSES[0], 50))
      flood(url, 1, 10, () => ({ t: 'watch', at: `table/t${next++ % 4}` }), guest);
  },
  nonsense: (url) => {
    flood(url, 20, 20, () => NONSENSE[next++ % NONSENSE.length]);
    times(10, () => forever(20, () => raw(url, `GET // HTTP/1.1\r\nHost: 127.0.0.1\r\n${UPGRADE}\r\n`)));
  },
};

if (process.send) {
  setPriority(19);
  process.on('message', (message) => {
    if (message === 'enough') return process.send(sent);
    const { url, attack } = message;
    for (const [name, begin] of Object.entries(ATTACKS))
      if (name === attack || !(attack in ATTACKS)) begin(url);
    setTimeout(() => process.send('begun'), 1_000);
  });
}
