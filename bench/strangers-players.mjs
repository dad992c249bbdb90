// The players of bench/strangers.mjs, in a process of their own: each bets twice a second and waits for the answer.
import { WebSocket } from 'ws';

const EVERY_MS = 500;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function come(url, { token, name, table, seat }) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/wire`, { perMessageDeflate: false });
  const waiting = new Map();
  let count = 0;
  const ask = (command) =>
    new Promise((resolve) => {
      const id = `${name}-${++count}-xxxxxxxx`.replaceAll(' ', '-');
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ t: 'do', id, at: `table/${table}`, command }));
    });
  return new Promise((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ t: 'hello', v: 2, token })));
    socket.on('message', (data) => {
      const message = JSON.parse(data);
      if (message.t === 'welcome') {
        socket.send(JSON.stringify({ t: 'watch', at: `table/${table}` }));
        return ask({ do: 'sit', seat, bankroll: 50_000_000 }).then(() => resolve({ ask, name }));
      }
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    });
  });
}

/** What every bet took that was taken; one that came while wagering was closed is put up again later. */
async function bet({ ask, name }, until, times) {
  await pause(Math.random() * EVERY_MS);
  while (Date.now() < until) {
    const start = performance.now();
    const { t } = await ask({ do: 'bet', player: name, wager: 'place', number: 6, amount: 100 });
    if (t === 'done') times.push(performance.now() - start);
    await pause(EVERY_MS);
  }
}

let seated = [];
process.on('message', async ({ url, tokens, seconds }) => {
  if (url) {
    for (const token of tokens) seated = [...seated, await come(url, token)];
    return process.send('seated');
  }
  const times = [];
  await Promise.all(seated.map((one) => bet(one, Date.now() + seconds * 1_000, times)));
  process.send(times);
});
