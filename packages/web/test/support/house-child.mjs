// A real house in a process of its own, as it is shipped (built), that a test may end without warning. Its dice are
// real tumblers in the eyes of the house: they connect by the tumbler protocol and show what the test told them to.
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  houseConfig,
  makeTumblerKey,
  parseTumblerKey,
  SimulatedTumbler,
  SYSTEM_CLOCK,
  startHouse,
} from '@boxperson/house';

/** Scrypt as cheap as it gets: what is tested here is not how hard a PIN is to guess. */
const CHEAP = { secrets: { cost: { logN: 10, r: 8, p: 1 } } };
/** Wins or loses the line on a come out, decides nothing with the point on, and never makes a point. */
const NEUTRAL = [5, 6];

const asked = JSON.parse(process.argv[2]);

/** The house's clock runs ahead of the world's when a test asks for it: nobody waits for a wagering period. */
let ahead = asked.ahead ?? 0;
const clock = {
  ...SYSTEM_CLOCK,
  now: () => SYSTEM_CLOCK.now() + ahead,
  elapsed: () => SYSTEM_CLOCK.elapsed() + ahead,
};

const queues = new Map();

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const scripted = asked.tables.filter(({ dice }) => dice === 'scripted');
const devices = scripted.map(({ id }) => ({ id, key: makeTumblerKey() }));
const port = await freePort();
const config = houseConfig.parse({
  name: asked.name ?? 'The Test House',
  ...(devices.length > 0 ? { tumblers: { port, devices } } : {}),
  tables: asked.tables.map((table) =>
    table.dice === 'scripted' ? { ...table, dice: `tumbler:${table.id}` } : table,
  ),
});
// Another build can be tried without touching the one that others use.
const web = process.env.BOXPERSON_WEB ?? fileURLToPath(new URL('../../dist', import.meta.url));
const started = await startHouse({
  data: asked.data,
  port: asked.port ?? 0,
  config,
  web,
  pace: asked.pace,
  people: CHEAP,
  clock,
  onError: (error, table) => process.stderr.write(`table ${table}: ${String(error)}\n`),
});

const reportFor = (id) => {
  const next = queues.get(id)?.shift() ?? NEUTRAL;
  return next === 'cocked' ? { kind: 'cocked' } : { kind: 'result', dice: next };
};
const tumblers = devices.map(
  ({ id, key }) =>
    new SimulatedTumbler({
      port,
      id,
      key: parseTumblerKey(key),
      delayMs: 1,
      backOffMs: [20, 100],
      tumble: () => reportFor(id),
    }),
);
for (const tumbler of tumblers) tumbler.start();

const table = (id) => started.house.host(id);

const ANSWERS = {
  dice: ({ table: id, dice }) => {
    queues.set(id, [...(queues.get(id) ?? []), ...dice]);
  },
  do: ({ table: id, command }) => table(id).submit(command),
  /** Moves the clock to so many milliseconds before the end of the period that runs at an electronic table. */
  clock: async ({ table: id, leaves = 0 }) => {
    const { deadline, phase } = table(id).table;
    if (deadline === null) return ahead;
    ahead += Math.max(0, deadline - leaves - started.house.clock.now());
    // A runner that waits by a timer of its own does not feel the jump: it is told.
    if (leaves <= 0)
      await table(id).submit(phase === 'wagering' ? { do: 'close-wagering' } : { do: 'shoot' });
    return ahead;
  },
  /** So much time passes at once. */
  pass: ({ ms }) => {
    ahead += ms;
    return ahead;
  },
  record: async ({ table: id, after = 0 }) =>
    (await started.house.store.readStream(`table/${id}`, after, 100_000)).map(({ position, body }) => ({
      n: position,
      event: JSON.parse(body),
    })),
  /** The login and the one-time password of the first manager. */
  first: () => started.firstStaff,
  wallet: ({ person }) => started.house.wallet(person),
  player: async (body) => {
    const done = await started.house.offices.host('people').submit({ do: 'register-player', body, by: null });
    return done.ok ? { kind: 'ok', ...done.answer } : { kind: 'refused', ...done.refused };
  },
  /** Somebody of the staff who has a password of their own, signed in. */
  staff: async ({ name, login, roles = [], posts = [], password = 'seven come eleven' }) => {
    const office = started.house.offices.host('people');
    const say = async (verb, body, by, origin) => {
      const id = `staff-${login}-${verb}`;
      const done = await office.submit({ do: verb, body, by, second: null, origin }, { id, hash: 'test' });
      if (!done.ok) throw new Error(done.refused.message);
      return done.answer && started.people.reveal(id, done.answer);
    };
    const from = '192.0.2.250';
    const { person, password: old } = await say('register-staff', { name, login, roles, posts }, null);
    const by = await started.people.get(person.id);
    await say('set-password', { old, next: password }, by, { from, token: '' });
    const { token } = await started.people.signInStaff(login, password, from);
    return { token, person };
  },
  /** So much later: what comes due in the books of a stream on the way is done. */
  hasten: async ({ at, ms }) => {
    ahead += ms;
    const books = started.house.offices.host(at);
    for (let due = books.due(); due && due.at <= started.house.clock.now(); due = books.due()) {
      const done = await books.submit({ do: due.do, body: due.body, by: null });
      // The house's own clock may have come first.
      if (!done.ok && done.refused.code !== 'taken') throw new Error(done.refused.message);
    }
    await started.record.checkpointNow();
    return ahead;
  },
  fund: ({ person, amount }) => started.house.grantPlayMoney(person, amount),
  stop: async () => {
    for (const tumbler of tumblers) tumbler.stop();
    await started.close();
  },
};

process.on('message', async ({ id, ask, ...body }) => {
  try {
    const answer = await ANSWERS[ask](body);
    process.send({ id, answer: answer ?? null }, () => {
      if (ask === 'stop') process.exit(0);
    });
  } catch (error) {
    process.send({ id, error: String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
process.send({ open: started.url });
