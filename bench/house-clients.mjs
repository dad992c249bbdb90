// The other side of bench/house.mjs, in a process of its own: terminals that bet and listen.
import { WebSocket } from 'ws';

const STORM_MS = 8_000;
const REPEATED = [
  ...[4, 5, 6, 8, 9, 10].map((number) => ({ wager: 'place', number })),
  { wager: 'field' },
  { wager: 'any-craps' },
];

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
            socket.send(JSON.stringify({ t: 'do', id, at: `table/${table}`, command }));
          }),
        name,
        /** Called when wagering opens; a terminal that found it closed waits for that. */
        open: () => {},
      };
      socket.on('open', () => socket.send(JSON.stringify({ t: 'hello', v: 2, token })));
      socket.on('message', (data) => {
        // Other people's chips are of no interest here, and not worth the time of the machine that is measured.
        if (data.indexOf('{"t":"events"') === 0 && !data.includes('"rolled"') && !data.includes('-opened"'))
          return;
        const message = JSON.parse(data);
        if (message.t === 'welcome') {
          epoch = message.epoch;
          socket.send(JSON.stringify({ t: 'watch', at: `table/${table}` }));
          return resolve(terminal);
        }
        if (message.t === 'done' || message.t === 'refused' || message.t === 'error') {
          waiting.get(message.id)?.(message);
          waiting.delete(message.id);
        }
        if (message.t === 'events') {
          for (const event of message.events) {
            // The server stamps a roll when it decides it: what has passed since is commit and delivery.
            if (event?.event === 'wagering-opened') terminal.open();
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
  if (seconds > 0) await Promise.all(terminals.map(person));
  counting = false;
  // As fast as it goes: everybody puts the same eight wagers up again, over and over, as "repeat" does, each time when
  // all eight are acknowledged, and waits while wagering is closed. The limit a connection is 50 messages a second.
  // Begun when wagering opens: what is asked is how many bets a second become durable, not how often it is too late.
  await Promise.all(
    terminals.map(
      (terminal) =>
        new Promise((resolve) => {
          terminal.open = resolve;
        }),
    ),
  );
  process.send('storm');
  let done = 0;
  let closed = 0;
  const strange = new Set();
  const begun = Date.now();
  const stop = begun + STORM_MS;
  const storm = async (terminal) => {
    while (Date.now() < stop) {
      const answers = await Promise.all(
        REPEATED.map((spot) => terminal.ask({ do: 'bet', player: terminal.name, ...spot, amount: 100 })),
      );
      const taken = answers.filter(({ t }) => t === 'done').length;
      done += taken;
      closed += answers.length - taken;
      const odd = answers.find((answer) => answer.t !== 'done' && answer.refused?.code !== 'out-of-phase');
      if (odd && !strange.has(JSON.stringify(odd.refused ?? odd.code))) {
        strange.add(JSON.stringify(odd.refused ?? odd.code));
        if (strange.size < 5) console.log(`unexpected: ${JSON.stringify(odd)}`);
      }
      if (taken < answers.length) {
        await new Promise((resolve) => {
          terminal.open = resolve;
          setTimeout(resolve, Math.max(0, stop - Date.now()));
        });
      }
    }
  };
  await Promise.all(terminals.map(storm));
  const took = (Date.now() - begun) / 1000;
  const result = { bets, betTimes, resultTimes, saturated: done / took, stormBets: done, closed };
  process.send(result, () => process.exit(0));
});
