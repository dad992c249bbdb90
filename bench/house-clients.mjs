// The other side of bench/house.mjs, in a process of its own: terminals that bet and listen.
import { WebSocket } from 'ws';

process.once('message', async ({ url, tables, seats, seconds, tokens }) => {
  const betTimes = [];
  const resultTimes = [];
  const terminals = [];
  let bets = 0;
  let counting = false;
  const connect = (index) =>
    new Promise((resolve) => {
      const table = `t${index % tables}`;
      const { token, name } = tokens[index];
      const socket = new WebSocket(`${url.replace('http', 'ws')}/wire`, { perMessageDeflate: false });
      const waiting = new Map();
      let count = 0;
      let epoch = '';
      const terminal = {
        ask: (command) =>
          new Promise((answer) => {
            const id = `${epoch}-${index}-${++count}-xx`;
            waiting.set(id, answer);
            socket.send(JSON.stringify({ t: 'do', id, table, command }));
          }),
        name,
        wagering: false,
      };
      socket.on('open', () => socket.send(JSON.stringify({ t: 'hello', v: 1, token })));
      socket.on('message', (data) => {
        const message = JSON.parse(data);
        if (message.t === 'welcome') {
          epoch = message.epoch;
          socket.send(JSON.stringify({ t: 'watch', table }));
          return resolve(terminal);
        }
        if (message.t === 'done' || message.t === 'refused' || message.t === 'error') {
          waiting.get(message.id)?.(message);
          waiting.delete(message.id);
        }
        if (message.t === 'events') {
          for (const event of message.events) {
            // The server stamps a roll when it decides it: what has passed since is commit and delivery.
            if (event?.event === 'rolled' && counting) resultTimes.push(Date.now() - event.at);
          }
        }
      });
      terminals.push(terminal);
    });
  for (let index = 0; index < tables * seats; index++) await connect(index);
  for (const [index, terminal] of terminals.entries())
    await terminal.ask({ do: 'sit', seat: 1 + Math.floor(index / tables), bankroll: 50_000_000 });
  counting = true;
  const end = Date.now() + seconds * 1000;
  // A person at every terminal: about one bet in ten seconds.
  const person = async (terminal) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10_000));
    while (Date.now() < end) {
      const start = performance.now();
      const answer = await terminal.ask({
        do: 'bet',
        player: terminal.name,
        wager: 'place',
        number: 6,
        amount: 100,
      });
      if (answer.t === 'done') {
        betTimes.push(performance.now() - start);
        bets++;
      }
      await new Promise((resolve) => setTimeout(resolve, 5_000 + Math.random() * 10_000));
    }
  };
  await Promise.all(terminals.map(person));
  counting = false;
  // As fast as it goes: a few connections a table, each waiting for its answer. The limit a connection is 50 a second.
  let done = 0;
  const stop = Date.now() + 5_000;
  const storm = async (terminal) => {
    while (Date.now() < stop) {
      const answer = await terminal.ask({
        do: 'bet',
        player: terminal.name,
        wager: 'place',
        number: 8,
        amount: 100,
      });
      if (answer.t === 'done') done++;
    }
  };
  await Promise.all(terminals.map(storm));
  process.send({ bets, betTimes, resultTimes, saturated: done / 5 });
  process.exit(0);
});
