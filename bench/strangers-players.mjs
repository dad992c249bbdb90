// The players of bench/strangers.mjs, in a process of their own: each bets every so often and waits for the answer.
import { WebSocket } from 'ws';

/** A house lets only so many sockets in from one address. Where this machine has but one, all come from that. */
const AT_AN_ADDRESS = 50;
const addressOf = (index) =>
  process.platform === 'linux' ? `127.0.1.${1 + Math.floor(index / AT_AN_ADDRESS)}` : '127.0.0.1';
const ANSWERS = ['welcome', 'done', 'refused', 'error'].map((t) => Buffer.from(`{"t":"${t}"`));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function come(url, { token, name, table, seat }, index) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/wire`, {
    perMessageDeflate: false,
    localAddress: addressOf(index),
  });
  const waiting = new Map();
  let count = 0;
  let epoch = '';
  const ask = (command) =>
    new Promise((resolve) => {
      const id = `${epoch}-${name}-${++count}-xx`.replaceAll(' ', '-');
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ t: 'do', id, at: `table/${table}`, command }));
    });
  return new Promise((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ t: 'hello', v: 2, token })));
    socket.on('message', (data) => {
      // Two thousand people have two thousand machines: this one reads only what it has to, lest it be what is measured.
      if (!ANSWERS.some((answer) => data.subarray(0, answer.length).equals(answer))) return;
      const message = JSON.parse(data);
      if (message.t === 'welcome') {
        epoch = message.epoch;
        socket.send(JSON.stringify({ t: 'watch', at: `table/${table}` }));
        return ask({ do: 'sit', seat, bankroll: 50_000_000 }).then(() => resolve({ ask, name }));
      }
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    });
  });
}

/** What every bet took that was taken, and why others were not; one that came too late is put up again later. */
async function bet({ ask, name }, everyMs, until, told) {
  await pause(Math.random() * everyMs);
  while (Date.now() < until) {
    const start = performance.now();
    const answer = await ask({ do: 'bet', player: name, wager: 'place', number: 6, amount: 100 });
    if (answer.t === 'done') told.times.push(performance.now() - start);
    else {
      const why = answer.refused?.code ?? answer.code;
      told.refused[why] = (told.refused[why] ?? 0) + 1;
    }
    await pause(everyMs);
  }
}

const seated = [];
let everyMs = 500;
process.on('message', async ({ url, tokens, seconds, ...settings }) => {
  if (url) {
    everyMs = settings.everyMs;
    for (const [index, token] of tokens.entries()) seated.push(await come(url, token, index));
    return process.send('seated');
  }
  const told = { times: [], refused: {} };
  const before = process.cpuUsage();
  const start = performance.now();
  await Promise.all(seated.map((one) => bet(one, everyMs, Date.now() + seconds * 1_000, told)));
  const { user, system } = process.cpuUsage(before);
  process.send({ ...told, busy: (user + system) / 1_000 / (performance.now() - start) });
});
