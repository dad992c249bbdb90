// How the golden data of version 0.1.0 was made: one evening of a house, with everything in it that a house does.
//
//   node make.mjs PROJECT OUT        PROJECT: a built copy of version 0.1.0; OUT: an empty folder
//
// Everything is done over HTTP and the wire, as people and devices do it; only what somebody would see on the felt is
// read from the tables themselves. Players and bots are seeded; dice, ids, keys and tickets are the operating system's,
// so no two evenings are the same. What came of it is in expected.json.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [project, out] = process.argv.slice(2).map((path) => resolve(path));
const load = (path) => import(pathToFileURL(join(project, path)).href);
const house = await load('packages/house/dist/index.js');
const { RULEBOOK_IDS, RULEBOOKS, SPOTS, saveTable } = await load('packages/rules/dist/index.js');
const { sendCompany } = await load('packages/cli/dist/bots/company.js');
const { PACES } = await load('packages/cli/dist/bots/pace.js');
const { Terminals } = await load('packages/house/dist/terminals/terminals.js');
const { WebSocket } = createRequire(join(project, 'packages/house/package.json'))('ws');

const SEED = 20_261_116;
const ROLLS = 62;
const MINUTE = 60_000;

// ---- The clock: the evening begins half an hour ago, so that a sign can stand its twenty minutes. ----

const realNow = Date.now;
let behind = 30 * MINUTE;
Date.now = () => realNow() - behind;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function seeded(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

async function until(what, why, ms = 120_000) {
  const end = realNow() + ms;
  while (!(await what())) {
    if (realNow() > end) throw new Error(`waited in vain: ${why}`);
    await pause(20);
  }
}

const begun = realNow();
const say = (text) => process.stdout.write(`${Math.round((realNow() - begun) / 1_000)} s ${text}\n`);

// ---- The house ----

const CHIPS = [100, 500, 2_500, 10_000];
const LIMITS = { default: { min: 500, max: 100_000 } };
const STAFFED = ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide'];
const RAW_CONFIG = {
  name: 'The Golden House',
  bots: true,
  tables: [
    ...STAFFED.map((rulebook) => ({
      id: rulebook,
      name: rulebook,
      settings: { rulebook, seats: 16, chips: CHIPS, limits: LIMITS },
    })),
    {
      id: 'aruze',
      name: 'aruze',
      settings: { rulebook: 'aruze', seats: 10, limits: LIMITS, wageringMs: 1_000 },
      terminals: { notes: [500, 1_000, 2_000, 5_000, 10_000], handPayAbove: 20_000 },
    },
    {
      id: 'pit',
      name: 'Pit',
      settings: { rulebook: 'crown', limits: LIMITS, oddsMultiple: 3 },
      crew: 'people',
      dice: 'called',
    },
  ],
};
const LATER_TABLES = [
  {
    id: 'annex',
    name: 'Annex',
    settings: { rulebook: 'adelaide', seats: 12, chips: CHIPS, limits: LIMITS, oddsMultiple: 5 },
  },
  { id: 'attic', name: 'Attic', settings: { rulebook: 'star', seats: 8, chips: CHIPS, limits: LIMITS } },
  { id: 'cellar', name: 'Cellar', settings: { rulebook: 'star', seats: 8, chips: CHIPS, limits: LIMITS } },
];

const data = join(out, 'data');
mkdirSync(data, { recursive: true });
const started = await house.startHouse({
  data,
  port: 0,
  config: house.houseConfig.parse(RAW_CONFIG),
  // As brisk as it goes, but whoever is offered the dice has time to take them, and a round can be voided.
  pace: { ...house.BRISK, answer: 500, relieve: 700, stickThrow: 300, roll: 20 },
  // Passwords as cheap as they get, as in tests: a house with the usual cost hashes them again at the next sign-in.
  people: { secrets: { cost: { logN: 10, r: 8, p: 1 } } },
  company: sendCompany(PACES.brisk, SEED),
  onError: (error, table) => say(`! ${table}: ${error}`),
});
const { url } = started;
const tableOf = (id) => started.house.host(id).table;

// ---- Asking ----

async function http(method, path, { token, body } = {}) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text };
}

/** A call that must succeed. */
async function must(method, path, asked) {
  const { status, body } = await http(method, path, asked);
  if (status !== 200 || body?.ok === false)
    throw new Error(`${method} ${path} ${JSON.stringify(asked?.body)}: ${status} ${JSON.stringify(body)}`);
  return body;
}

let said = 0;
const newId = () => `golden-${String(++said).padStart(6, '0')}`;

/** Somebody's connection. */
class Line {
  #waiting = new Map();

  static async open(token) {
    const line = new Line();
    line.socket = new WebSocket(`${url.replace('http', 'ws')}/wire`);
    await new Promise((done, failed) => {
      line.socket.on('error', failed);
      line.socket.on('open', () => line.socket.send(JSON.stringify({ t: 'hello', v: 1, token })));
      line.socket.on('message', (text) => {
        const message = JSON.parse(String(text));
        if (message.t === 'welcome') return done();
        const answer = Line.isAnswer(message) ? line.#waiting.get(message.id) : undefined;
        line.#waiting.delete(message.id);
        answer?.(message);
      });
    });
    return line;
  }
  static isAnswer({ t }) {
    return ['done', 'refused', 'proposed', 'error'].includes(t);
  }
  #say(message) {
    return new Promise((done, failed) => {
      const late = setTimeout(() => failed(new Error(`no answer: ${JSON.stringify(message)}`)), 30_000);
      this.#waiting.set(message.id, (answer) => {
        clearTimeout(late);
        done(answer);
      });
      this.socket.send(JSON.stringify(message));
    });
  }
  do(table, command, id = newId()) {
    return this.#say({ t: 'do', id, table, command });
  }
  confirm(table, proposal, role, id = newId()) {
    return this.#say({ t: 'confirm', id, table, proposal, role });
  }
  async must(table, command, id) {
    const answer = await this.do(table, command, id);
    if (answer.t !== 'done')
      throw new Error(`${table} ${JSON.stringify(command)}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

// ---- People ----

/** Everybody with what they come in with, for expected.json. */
const secrets = { staff: {}, players: {}, devices: {}, guests: {} };
const passwordOf = (login) => `seven come eleven ${login.length} ${login[0]}`;

const signIn = (body) => must('POST', '/api/sign-in', { body });

/** Signs in with a password made by the house and sets one of their own. */
async function settleIn(login, oneTime) {
  const { token, person } = await signIn({ login, password: oneTime });
  await must('POST', '/api/password', { token, body: { old: oneTime, next: passwordOf(login) } });
  secrets.staff[login] = { id: person.id, password: passwordOf(login) };
  return { id: person.id, token, login };
}

const manager = await settleIn(started.firstStaff.login, started.firstStaff.password);
const asManager = { token: manager.token };

async function hire(name, login, roles, by = manager) {
  const { person, password } = await must('POST', '/api/staff', {
    token: by.token,
    body: { name, login, roles },
  });
  secrets.staff[login] = { id: person.id, password, oneTime: true };
  return { id: person.id, login, password };
}
const employ = async (name, login, roles, by) =>
  settleIn(login, (await hire(name, login, roles, by)).password);

const held = (books, role) => books.map((rulebook) => ({ rulebook, role }));
const EVERY_ROLE = RULEBOOK_IDS.flatMap((rulebook) =>
  RULEBOOKS[rulebook].roles.map(({ id: role }) => ({ rulebook, role })),
);

say('people');
const mara = await employ('Mara', 'mara', EVERY_ROLE);
const gus = await employ('Gus', 'gus', [{ rulebook: '*', role: 'gaming-manager' }]);
const crew = {
  bo: await employ('Bo', 'bo', held(['star', 'star-2024'], 'boxperson'), gus),
  bea: await employ('Bea', 'bea', held(['star', 'star-2024'], 'boxperson'), gus),
  del: await employ('Del', 'del', held(['crown'], 'dealer')),
  stu: await employ('Stu', 'stu', held(['crown'], 'stickperson')),
  box: await employ('Boxy', 'boxy', held(['crown'], 'boxperson')),
  ari: await employ('Ari', 'ari', held(['crown', 'crown-mini'], 'area-manager')),
  avi: await employ('Avi', 'avi', held(['crown', 'crown-mini'], 'area-manager')),
  ace: await employ('Ace', 'ace', held(['crown'], 'assistant-casino-manager')),
  hal: await employ('Hal', 'hal', held(['adelaide'], 'house')),
  ega: await employ('Ega', 'ega', held(['aruze'], 'electronic-gaming-attendant')),
  agm: await employ('Agm', 'agm', held(['aruze'], 'assistant-gaming-manager')),
  agn: await employ('Agnes', 'agnes', held(['aruze'], 'assistant-gaming-manager')),
};
// Roles changed: Rob was a dealer, became a boxperson, and signed in again.
const rob = await employ('Rob', 'rob', held(['star'], 'dealer'), gus);
await must('PUT', `/api/staff/${rob.id}/roles`, {
  token: gus.token,
  body: {
    roles: [...held(['star', 'star-2024'], 'boxperson'), { rulebook: '*', role: 'dealer' }].slice(0, 2),
  },
});
await signIn({ login: 'rob', password: passwordOf('rob') });
// A new one-time password for somebody who forgot theirs.
const fay = await employ('Fay', 'fay', held(['crown'], 'dealer'));
const { password: again } = await must('POST', `/api/staff/${fay.id}/password`, asManager);
const back = await signIn({ login: 'fay', password: again });
await must('POST', '/api/password', {
  token: back.token,
  body: { old: again, next: 'hard way the easy way' },
});
secrets.staff.fay.password = 'hard way the easy way';
// One who has not come yet: the password of the house still holds.
await hire('Nia', 'nia', held(['crown'], 'dealer'));
// Kept out; kept out and let in again; signed out everywhere.
const out1 = await employ('Otto', 'otto', held(['star'], 'dealer'));
await must('POST', `/api/people/${out1.id}/disable`, asManager);
secrets.staff.otto.disabled = true;
const in1 = await employ('Ines', 'ines', held(['star'], 'dealer'));
await must('POST', `/api/people/${in1.id}/disable`, asManager);
await must('POST', `/api/people/${in1.id}/enable`, asManager);
const sid = await employ('Sid', 'sid', held(['star'], 'dealer'));
await must('POST', `/api/people/${sid.id}/sign-out`, asManager);
secrets.staff.sid.signedOutToken = sid.token;

const registerPlayer = async (name, card, pin) => {
  const { person } = await must('POST', '/api/players', { ...asManager, body: { name, card, pin } });
  secrets.players[name] = { id: person.id, card, pin };
  return person;
};
await registerPlayer('Pia', 'M-4711', '295847');
await registerPlayer('Per', 'M-4712', '846205');
await must('POST', `/api/players/${secrets.players.Per.id}/pin`, { ...asManager, body: { pin: '730164' } });
secrets.players.Per.pin = '730164';
const pia = await signIn({ card: 'M-4711', pin: '295847' });
await must('POST', '/api/password', { token: pia.token, body: { old: '295847', next: '602915' } });
secrets.players.Pia.pin = '602915';
pia.id = pia.person.id;
pia.name = pia.person.name;
const per = await signIn({ card: 'M-4712', pin: '730164' });
await must('POST', '/api/sign-out', { token: per.token });

const registerDevice = async (name) => {
  const { person, key } = await must('POST', '/api/devices', { ...asManager, body: { name } });
  secrets.devices[name] = { id: person.id, key };
  return person;
};
await registerDevice('Central system');
await registerDevice('Old kiosk');
const kiosk = await signIn({ key: secrets.devices['Old kiosk'].key });
await must('DELETE', `/api/devices/${kiosk.person.id}`, asManager);
secrets.devices['Old kiosk'].revoked = true;
const device = await signIn({ key: secrets.devices['Central system'].key });

async function guest(name, more = {}) {
  const { person, token } = await must('POST', '/api/guest', {
    body: { ...(name ? { name } : {}), ...more },
  });
  secrets.guests[person.name] = { id: person.id, token };
  return { id: person.id, name: person.name, token };
}
const lone = await guest(undefined);
await guest('Robby', { bot: true });
const gone = await guest('Gone');
await must('POST', '/api/sign-out', { token: gone.token });
secrets.guests.Gone.signedOut = true;
const barred = await guest('Barred');
await must('POST', `/api/people/${barred.id}/disable`, asManager);
secrets.guests.Barred.disabled = true;

// ---- Money of the ledger: real money for Pia, by two managers; one taken back. ----

const correct = (token, from, to, amount, reason) =>
  must('POST', '/api/corrections', { token, body: { from, to, amount, reason } });
const bought = await correct(manager.token, 'cash/in', `player/${pia.id}`, 400_000, 'Paid in at the cage.');
await must('POST', `/api/corrections/${bought.id}/confirm`, { token: mara.token });
const twice = await correct(
  mara.token,
  `player/${pia.id}`,
  'house/corrections',
  12_300,
  'Paid twice at the cage.',
);
await must('POST', `/api/corrections/${twice.id}/confirm`, { token: manager.token });
const mistaken = await correct(gus.token, 'house/corrections', `player/${pia.id}`, 500, 'A mistake.');
await must('DELETE', `/api/corrections/${mistaken.id}`, { token: gus.token });

// ---- Players ----

const AMOUNTS = [500, 1_000, 1_000, 1_500, 2_000, 2_500, 3_000, 5_000, 6_000];
const LINES = ['pass', 'dont-pass'];
const FAVOURITES = SPOTS.filter(({ wager }) =>
  ['come', 'dont-come', 'pass-odds', 'dont-pass-odds', 'come-odds', 'place', 'buy', 'lay', 'field'].includes(
    wager,
  ),
);
const selectionOf = ({ wager, number, high, dice }) => ({
  wager,
  ...(number == null ? {} : { number }),
  ...(high == null ? {} : { high }),
  ...(dice == null ? {} : { dice }),
});

let seeds = SEED;
/** Plays at random at one table, sees the felt as everybody does, and takes the dice when they come. */
class Player {
  constructor(who, table, seat) {
    Object.assign(this, { who, table, seat, random: seeded(++seeds), comings: 0 });
  }
  static async come(who, table, seat) {
    const player = new Player(who, table, seat);
    player.line = await Line.open(who.token);
    await player.sit();
    return player;
  }
  get me() {
    const name = tableOf(this.table).guests.find(({ person }) => person === this.who.id)?.player;
    return tableOf(this.table).game.players.find((player) => player.name === name) ?? null;
  }
  do(command) {
    return this.line.do(this.table, { ...command, player: this.me?.name });
  }
  must(command) {
    return this.line.must(this.table, { ...command, player: this.me?.name });
  }
  async sit(bankroll = 100_000) {
    const taken = tableOf(this.table).game.players.map(({ seat }) => seat);
    const seat = this.seat === 0 || taken.includes(this.seat) ? this.free(taken) : this.seat;
    const sat = await this.line.do(this.table, { do: 'sit', seat, bankroll });
    if (sat.t !== 'done') return false;
    this.comings += 1;
    if (tableOf(this.table).settings.rulebook === 'star-2024') await this.do({ do: 'card' });
    return true;
  }
  free(taken) {
    for (let seat = tableOf(this.table).settings.seats; seat > 0; seat--)
      if (!taken.includes(seat)) return seat;
    throw new Error(`no seat at ${this.table}`);
  }
  pick(from) {
    return from[Math.floor(this.random() * from.length)];
  }
  hasLine() {
    return this.me?.wagers.some(({ spot }) => LINES.includes(spot.wager)) ?? false;
  }
  betLine() {
    return this.do({
      do: 'bet',
      wager: this.random() < 0.75 ? 'pass' : 'dont-pass',
      amount: this.pick(AMOUNTS),
    });
  }
  /** More from the account, and play money when that is short. */
  async fetchMoney() {
    const bought = await this.do({ do: 'chips', amount: 60_000 });
    if (bought.t !== 'done') await http('POST', '/api/play-money', { token: this.who.token });
  }
  async step() {
    const table = tableOf(this.table);
    const { me } = this;
    if (!me) return this.sit();
    if (me.balance < 6_000) return this.fetchMoney();
    if (table.shooter.offeredTo === me.name) {
      if (this.random() < 0.1) return this.do({ do: 'decline' });
      if (!this.hasLine()) await this.betLine();
      return this.do({ do: 'accept' });
    }
    if (table.phase === 'shooting' && table.shooter.shooter === me.name) return this.do({ do: 'shoot' });
    const mine = table.shooter.thrower ?? table.shooter.shooter;
    const throws = table.phase === 'betting' && mine === me.name && table.dice.hand.length === 2;
    if (throws && this.random() < 0.4) return this.shoot(table);
    return this.wager(table);
  }
  async shoot(table) {
    if (table.shooter.shooter === this.who.name) {
      if (!this.hasLine()) return this.betLine();
      const choice = this.random();
      if (choice < 0.03) return this.do({ do: 'pass' });
      const other = this.pick(table.game.players).name;
      if (choice < 0.08) return this.do({ do: 'authorise', thrower: other });
    }
    return this.do({ do: 'throw' });
  }
  wager({ game }) {
    const choice = this.random();
    if (game.point === null && !this.hasLine() && choice < 0.4) return this.betLine();
    if (choice < 0.7) {
      const spot = this.pick(choice < 0.45 ? FAVOURITES : SPOTS);
      const stay = ['place', 'buy'].includes(spot.wager) && this.random() < 0.2 ? { stay: true } : {};
      return this.do({ do: 'bet', ...selectionOf(spot), amount: this.pick(AMOUNTS), ...stay });
    }
    if (choice < 0.82 && this.me.wagers.length > 0)
      return this.do({ do: 'take', ...selectionOf(this.pick(this.me.wagers).spot) });
    if (choice < 0.92) return this.do({ do: 'call', wager: 'place', to: this.random() < 0.5 ? 'on' : 'off' });
    return choice < 0.97 ? pause(10) : this.goAway();
  }
  /** Takes down what comes down; where nothing is left, leaves, to come again under the same name. */
  async goAway() {
    await this.takeDown();
    const left = await this.do({ do: 'leave' });
    if (left.t === 'done') this.seat = 0;
  }
  async takeDown() {
    for (const { spot } of this.me?.wagers ?? []) await this.do({ do: 'take', ...selectionOf(spot) });
  }
  /** Plays what cannot come down, throwing if need be, and leaves. */
  async leaveForGood() {
    await until(
      async () => {
        if (!this.me) return true;
        await this.goAway();
        await this.do({ do: 'throw' });
        return !this.me;
      },
      `${this.who.name} leaves`,
      60_000,
    );
  }
}

/** Somebody with a line wager holds the dice and a point is on: as long as nobody throws, nothing more happens. */
function rests(id) {
  const { phase, shooter, game } = tableOf(id);
  if (tableOf(id).settings.rulebook === 'aruze') return phase === 'wagering';
  const holder = game.players.find(({ name }) => name === shooter.shooter);
  const isBot = started.house
    .lobby()
    .find((table) => table.id === id)
    ?.taken.find(({ player }) => player === holder?.name)?.bot;
  return (
    phase === 'betting' &&
    game.point !== null &&
    tableOf(id).dice.hand.length === 2 &&
    !isBot &&
    holder?.wagers.some(({ spot }) => LINES.includes(spot.wager))
  );
}

/** Plays until there were so many rolls and the table is at rest. */
async function playOn(id, players, rolls, also = () => true) {
  const target = tableOf(id).throws + rolls;
  const isOver = () => tableOf(id).throws >= target && rests(id) && also();
  let over = false;
  let seen = { throws: -1, at: 0 };
  const watch = () => {
    const { throws, phase, shooter, dice, game } = tableOf(id);
    if (throws !== seen.throws) seen = { throws, at: realNow() };
    if (realNow() - seen.at < 40_000) return;
    const held = game.players
      .map(({ name, balance, wagers }) => `${name} ${balance} ${wagers.length}`)
      .join(', ');
    throw new Error(
      `${id} stands still: ${phase} ${game.point} ${JSON.stringify({ shooter, dice })} ${held}`,
    );
  };
  const play = async (player) => {
    while (!over) {
      over ||= isOver();
      if (over) return;
      watch();
      await player.step();
      await pause((id === 'aruze' ? 60 : 10) + Math.floor(player.random() * 40));
    }
  };
  do {
    over = false;
    await Promise.all(players.map(play));
    await pause(200);
  } while (!isOver());
  say(`  ${id}: ${tableOf(id).throws} rolls, ${started.house.host(id).n} events`);
}

// ---- The crew at a table ----

class Crew {
  constructor(person, table, role, line) {
    Object.assign(this, { person, table, role, line });
  }
  static async come(person, table, role, sender) {
    const line = await Line.open(person.token);
    const crew = new Crew(person, table, role, line);
    const coming = { do: 'staff', person: person.id, role };
    if (sender) await sender.does(coming);
    else await line.must(table, coming);
    return crew;
  }
  get by() {
    return { role: this.role, id: this.person.id };
  }
  does(command, id) {
    return this.line.must(this.table, { ...command, by: this.by }, id);
  }
  tries(command) {
    return this.line.do(this.table, { ...command, by: this.by });
  }
  /** As soon as the table lets it. */
  async soon(command, why = command.do) {
    let last;
    await until(
      async () => {
        last = await this.tries(command);
        return last.t !== 'refused';
      },
      `${this.table} ${why}`,
      20_000,
    ).catch((error) => {
      throw new Error(`${error.message} ${JSON.stringify(last)}`);
    });
    return last;
  }
  async proposes(command) {
    const answer = await this.soon(command);
    if (answer.t !== 'proposed') throw new Error(`${JSON.stringify(command)}: ${JSON.stringify(answer)}`);
    return answer;
  }
  async confirms({ proposal }, id) {
    const answer = await this.line.confirm(this.table, proposal, this.role, id);
    if (answer.t !== 'done') throw new Error(`confirm: ${JSON.stringify(answer)}`);
    return answer;
  }
}

/** Commands that were answered: sent again with the same id, also after a restart, they are answered the same. */
const repeated = [];

// ---- Later tables, opened by managers ----

say('tables opened over HTTP');
await must('POST', '/api/tables', { token: mara.token, body: LATER_TABLES[0] });
await must('POST', '/api/tables', { token: gus.token, body: LATER_TABLES[1] });
await must('POST', '/api/tables', { token: gus.token, body: LATER_TABLES[2] });

// ---- Play: three at each table, bots of the house at one ----

say('play');
const NAMES = {
  star: ['Ann', 'Bob', 'Cy', 'Sten'],
  'star-2024': ['Dot', 'Eve', 'Finn'],
  crown: ['Gil', 'Hana', 'Ivo'],
  'crown-mini': ['Jo', 'Kim', 'Lou'],
  adelaide: ['Max', 'Nell', 'Oz'],
  annex: ['Quin', 'Ria', 'Sam'],
  attic: ['Uma', 'Vic', 'Wes'],
  cellar: ['Leo', 'Mia'],
  aruze: ['Tia', 'Tom', 'Tess', 'Tau'],
  pit: ['Xia', 'Yan', 'Zoe'],
};
const at = {};
for (const [table, names] of Object.entries(NAMES)) {
  at[table] = [];
  for (const [index, name] of names.entries())
    at[table].push(await Player.come(await guest(name), table, index + 1));
}
const early = { n: 0, note: '' };

async function playStaffed() {
  for (const group of [
    ['annex', 'star', 'crown'],
    ['star-2024', 'crown-mini', 'attic'],
    ['adelaide', 'cellar'],
  ]) {
    await Promise.all(group.map((id) => playOn(id, at[id], id === 'cellar' ? 12 : ROLLS)));
    if (early.note === '') early.note = await must('GET', '/api/record/checkpoint');
  }
}

/** People run a table: the stick offers and calls, the dealer settles, the box decides. */
async function playPit() {
  const random = seeded(SEED + 7);
  const face = () => 1 + Math.floor(random() * 6);
  const phase = () => tableOf('pit').phase;
  const ace = await Crew.come(crew.ace, 'pit', 'assistant-casino-manager');
  const ari = await Crew.come(crew.ari, 'pit', 'area-manager');
  const avi = await Crew.come(crew.avi, 'pit', 'area-manager');
  const dealer = await Crew.come(crew.del, 'pit', 'dealer');
  const stick = await Crew.come(crew.stu, 'pit', 'stickperson', ari);
  const box = await Crew.come(crew.box, 'pit', 'boxperson', ari);
  const shooterNow = () => at.pit.find(({ me }) => me?.name === tableOf('pit').shooter.shooter);

  const offering = async () => {
    if (tableOf('pit').game.point === null)
      for (const player of at.pit) if (player.me && !player.hasLine()) await player.betLine();
    const { offeredTo } = tableOf('pit').shooter;
    if (offeredTo === null) {
      const offered = await stick.tries({ do: 'offer' });
      // Nobody has a wager on either line, and none can be placed: the point lapses when nothing depends on it (R30).
      if (offered.t === 'refused') for (const player of at.pit) if (player.me) await player.takeDown();
      return offered;
    }
    const player = at.pit.find(({ me }) => me?.name === offeredTo);
    return player.do(random() < 0.15 ? { do: 'decline' } : { do: 'accept' });
  };
  const betting = async () => {
    const shooter = shooterNow();
    if (!shooter.hasLine()) {
      const placed = await shooter.betLine();
      if (placed.t === 'refused') {
        await stick.tries({ do: 'ask-line' });
        await shooter.do({ do: 'bet', wager: 'pass', amount: 500 });
        if (!shooter.hasLine()) await stick.tries({ do: 'relieve' });
      }
      return;
    }
    for (const player of at.pit) {
      if (!player.me || player.me.balance < 6_000) await player.step();
      else await player.wager(tableOf('pit'));
    }
    if (phase() !== 'betting' || !shooterNow()) return;
    const { hand, bowl, old } = tableOf('pit').dice;
    if (hand.length < 2)
      await shooterNow().do({ do: 'choose', dice: [...hand, ...bowl, ...old].slice(0, 2) });
    await shooterNow().do({ do: 'throw' });
  };
  let calls = 0;
  const off = async (how) => {
    const [die] = tableOf('pit').dice.hand;
    await stick.does({ do: 'no-roll', ground: 'off-table', dice: [die] });
    if (how === 'lost') return stick.does({ do: 'lose-die', die });
    await dealer.does({ do: 'find-die', die });
    await box.does({
      do: 'check-die',
      die,
      sound: how === 'sound',
      ...(how === 'sound' ? { toShooter: true } : {}),
    });
  };
  const thrown = async () => {
    calls += 1;
    if (calls === 4) return off('sound');
    if (calls === 9) return off('unsound');
    if (calls === 14) return off('lost');
    if (calls === 17) return stick.does({ do: 'no-roll', ground: 'on-top' });
    if (calls % 10 === 5) {
      const player = at.pit.find(({ me }) => me)?.me.name;
      await dealer.tries({ do: 'bet', player, wager: 'field', amount: 1_000 });
    }
    await stick.does({ do: 'roll', dice: [face(), face()] });
    if (calls === 27) await box.tries({ do: 'decide-face', rethrow: true });
    if (calls === 20) await box.does({ do: 'decide-face', dice: [face(), face()] });
  };
  const settling = async () => {
    // An outcome invalidated by two people, once while the result is being paid.
    if (calls === 24) {
      const proposed = await ari.proposes({ do: 'invalidate', ground: 'fire' });
      const waiting = await must('GET', '/api/tables/pit/proposals', { token: crew.avi.token });
      if (waiting.length !== 1) throw new Error('the proposal is not listed');
      await avi.confirms(proposed);
      calls += 1;
      return;
    }
    await dealer.does({ do: 'settle' });
  };
  const steps = { offering, betting, thrown, settling };
  const special = {
    10: async () => {
      // A wager by word of mouth takes two of the crew (crown 3.3.1).
      const { name } = at.pit.find(({ me }) => me).me;
      const oral = { do: 'bet', player: name, wager: 'field', amount: 1_000, oral: true };
      await box.confirms(await dealer.proposes(oral));
    },
    22: async () => {
      const { name } = at.pit.find(({ me }) => me).me;
      await ari.does({ do: 'personal-limits', player: name, min: 500, max: 200_000 });
      await ace.does({
        do: 'record-measure',
        player: name,
        measure: 'confiscate-device',
        note: 'A counting clicker.',
      });
      await at.pit.find(({ me }) => me).must({ do: 'bet', wager: 'place', number: 9, amount: 1_000 });
      await dealer.does({ do: 'call', player: name, wager: 'place', number: 9, to: 'off' });
    },
    30: async () => {
      const bad = await Player.come(await guest('Mallory'), 'pit', 9);
      await bad.do({ do: 'bet', wager: 'field', amount: 2_500 });
      await ace.does({ do: 'void-wagers', player: bad.me.name, ground: 'device' });
      await ace.does({ do: 'exclude', player: bad.me.name, ground: 'other-breach' });
      await ace.does({
        do: 'record-measure',
        player: bad.me.name,
        measure: 'detain',
        note: 'Until the police came.',
      });
      await bad.must({ do: 'leave' });
    },
    35: () =>
      ari.does({ do: 'change-limits', limits: { default: { min: 500, max: 150_000 } }, oddsMultiple: 3 }),
    40: async () => {
      await box.line.must('pit', { do: 'staff-leave', person: box.person.id });
      await ari.does({ do: 'staff', person: box.person.id, role: 'boxperson' });
    },
  };
  const done = new Set();
  while (tableOf('pit').throws < ROLLS || !rests('pit')) {
    const due = Object.keys(special).find((roll) => !done.has(roll) && tableOf('pit').throws >= Number(roll));
    if (due !== undefined && phase() === 'betting') {
      done.add(due);
      await special[due]();
    }
    await steps[phase()]();
    await pause(25);
  }
  if (done.size !== Object.keys(special).length) throw new Error('not everything happened at the pit');
  say(`  pit: ${tableOf('pit').throws} rolls, ${started.house.host('pit').n} events`);
  return { dealer, box };
}

// A switch in the lobby: two bots of the house, playing along from the beginning.
const BOTS_AT = 'star';
await must('POST', `/api/tables/${BOTS_AT}/bots`, { token: lone.token, body: { count: 2 } });
const [pitCrew] = await Promise.all([playPit(), playStaffed(), playOn('aruze', at.aruze, ROLLS)]);

// More play money, asked for by somebody who ran low.
await must('POST', '/api/play-money', { token: at.star[0].who.token });

// ---- Staff at tables that run by themselves ----

say('staff at the tables');
const bo = await Crew.come(crew.bo, 'star', 'boxperson');
const hal = await Crew.come(crew.hal, 'adelaide', 'house');
const boAttic = await Crew.come(crew.bo, 'attic', 'boxperson');
const boCellar = await Crew.come(crew.bo, 'cellar', 'boxperson');
const bo24 = await Crew.come(crew.bo, 'star-2024', 'boxperson');
const bea24 = await Crew.come(crew.bea, 'star-2024', 'boxperson');

const ann = at.star.find(({ me }) => me);
await bo.does({ do: 'personal-limits', player: ann.me.name, min: 500, max: 250_000 });
await bo.does({
  do: 'record-measure',
  player: ann.me.name,
  measure: 'recommend-exclusion',
  note: 'Bets on the dealer.',
});
const rude = await Player.come(await guest('Rude'), 'star', 12);
await rude.must({ do: 'bet', wager: 'field', amount: 1_500 });
await bo.does({
  do: 'refuse-wager',
  player: rude.me.name,
  wager: 'field',
  reason: 'Thrown across the table.',
});
await bo.does({ do: 'exclude', player: rude.me.name, ground: 'device' });
await bo.soon({ do: 'order-pass', ground: 'delay' });
const raised = { default: { min: 1_000, max: 100_000 } };
await bo.does({ do: 'post-sign', limits: raised, chips: CHIPS, from: Date.now() + 21 * MINUTE });
await hal.does({ do: 'post-sign', limits: raised, chips: CHIPS, from: Date.now() + 24 * 60 * MINUTE });
await boAttic.does({ do: 'announce-closing', from: Date.now() + 21 * MINUTE });
await boCellar.does({ do: 'announce-closing', from: Date.now() + 21 * MINUTE });

const carded = at['star-2024'].find(({ me }) => me);
await bea24.confirms(await bo24.proposes({ do: 'find-invalid', player: carded.me.name }));
await carded.must({ do: 'card' });
await bo24.does({ do: 'limit-players', most: 14 });

// ---- Half an hour later ----

say('half an hour later');
behind = 0;
await bo.does({ do: 'change-limits', limits: raised, chips: CHIPS });
// The cellar closes with somebody there: what stands goes back, but nobody leaves a table that is closed.
await boCellar.soon({ do: 'close' });
// The attic closes when everybody has gone, and is gone from the lobby.
await Promise.all(at.attic.map((player) => player.leaveForGood()));
await boAttic.soon({ do: 'close' });

await Promise.all([
  playOn('star-2024', at['star-2024'], 3),
  playOn('star', at.star, 3, () => tableOf('star').guests.length > 0),
]);

// ---- Terminals ----

say('terminals');
const [tia, tom, tess, tau] = at.aruze;
const terminal = (player) => `/api/terminals/aruze.${player.me.seat}`;
const ask = (player, what, body, token = player.who.token) =>
  http('POST', `${terminal(player)}/${what}`, { token, body });

/** Again until the table lets it: money leaves in a wagering period only. Each try under an id of its own. */
async function askSoon(player, what, body, token) {
  let answer;
  let command;
  await until(
    async () => {
      command = newId();
      answer = await ask(player, what, { command, ...body }, token);
      return answer.status === 200 && answer.body.ok !== false;
    },
    `${what} at ${player.who.name}`,
    20_000,
  ).catch((error) => {
    throw new Error(`${error.message} ${JSON.stringify(answer)}`);
  });
  return { ...answer.body, command };
}
for (const player of at.aruze) if (!player.me) await player.sit(40_000);

const piaAt = await Player.come(pia, 'aruze', 6);
const agm = await Crew.come(crew.agm, 'aruze', 'assistant-gaming-manager');
const agn = await Crew.come(crew.agn, 'aruze', 'assistant-gaming-manager');
const attendant = crew.ega.token;
const tickets = {};
const ticketOut = async (label, player, amount) => {
  const { ticket, command } = await askSoon(player, 'ticket-out', { amount });
  tickets[label] = {
    number: ticket.number,
    amount,
    by: player.who.name,
    command,
    terminal: terminal(player).slice(15),
  };
  return ticket.number;
};

// Notes: by a guest on the demonstration floor, by a device for whoever sits there.
await askSoon(tia, 'note', { amount: 5_000 });
await askSoon(piaAt, 'note', { amount: 10_000 }, device.token);
await askSoon(piaAt, 'transfer', { amount: 25_000, reference: 'central-0001' }, device.token);

// Tickets of play money: printed and put in again at another terminal; printed and paid at the cage.
const played = await ticketOut('playIn', tia, 3_000);
await must('POST', `${terminal(tia)}/printed`, { token: tia.who.token, body: { ticket: played } });
await askSoon(tom, 'ticket-in', { number: played, amount: 3_000 });
await ticketOut('playValid', tom, 1_500);
await must('POST', `${terminal(tom)}/printed`, {
  token: tom.who.token,
  body: { ticket: tickets.playValid.number },
});

// Tickets of real money: redeemed, withheld and released, withheld, valid.
for (const [label, amount] of [
  ['redeemed', 4_000],
  ['released', 4_500],
  ['releasedAndRedeemed', 2_500],
  ['withheld', 5_500],
  ['valid', 6_500],
]) {
  const ticket = await ticketOut(label, piaAt, amount);
  await must('POST', `${terminal(piaAt)}/printed`, { token: pia.token, body: { ticket } });
}
const redeem = async (label) => {
  const command = newId();
  const { number, amount } = tickets[label];
  await must('POST', `/api/tickets/${number}/redeem`, { token: attendant, body: { command, amount } });
  repeated.push({ t: 'redeem', by: 'ega', ticket: number, amount, command });
};
await redeem('redeemed');
const withhold = (label) =>
  must('POST', `/api/tickets/${tickets[label].number}/withhold`, {
    token: crew.agm.token,
    body: { reason: 'The paper looks odd.', inspector: 'Inspector Ng' },
  });
for (const label of ['released', 'releasedAndRedeemed', 'withheld']) await withhold(label);
for (const label of ['released', 'releasedAndRedeemed'])
  await must('POST', `/api/tickets/${tickets[label].number}/release`, {
    token: crew.agm.token,
    body: { reason: 'It is genuine.' },
  });
await redeem('releasedAndRedeemed');

// A payment by hand: asked for, put off, paid against a signature.
const askByHand = async (player) => {
  await player.do({ do: 'chips', amount: 60_000 });
  const { body } = await ask(player, 'ticket-out', { command: newId(), amount: 25_000 });
  if (body.refused?.clause !== '4.1') throw new Error(`hand pay: ${JSON.stringify(body)}`);
};
await askByHand(tess);
await must('POST', `${terminal(tess)}/delay`, {
  token: attendant,
  body: { until: Date.now() + 1_500, reason: 'The cage fetches cash.' },
});
await pause(1_600);
const handPaid = await askSoon(
  tess,
  'hand-pay',
  { signedBy: 'Tess', identification: 'a licence' },
  attendant,
);
if (handPaid.amount !== 25_000) throw new Error('another amount paid by hand');
await askByHand(piaAt);
await askSoon(piaAt, 'hand-pay', { signedBy: 'Pia', paidIn: 'cheque' }, attendant);

// Held and opened again: from the record, and with the wagers void.
const hold = (player) =>
  must('POST', `${terminal(player)}/hold`, {
    token: crew.agm.token,
    body: { reason: 'Something rattles.', inspector: 'Inspector Ng' },
  });
await hold(tom);
await must('POST', `${terminal(tom)}/decide`, {
  token: crew.agm.token,
  body: { how: 'recalculate', reason: 'Read again.' },
});
await hold(tess);
await until(
  async () => {
    const { body } = await http('POST', `${terminal(tess)}/decide`, {
      token: crew.agm.token,
      body: { how: 'void', reason: 'A stuck button.' },
    });
    // A malfunction that was declared in a try before is resolved by hand.
    if (body.ok === false && body.refused) {
      const player = tess.me.name;
      await agm.tries({ do: 'resolve-malfunction', player, how: 'voided', reason: 'A stuck button.' });
    }
    return body.ok === true;
  },
  'a terminal opened again',
  20_000,
);

// Somebody called and came; a fault reported; a meter adjusted by two people; the system down and up again.
await must('POST', `${terminal(tom)}/attendant`, { token: tom.who.token, body: { reason: 'A drink.' } });
await must('POST', `${terminal(tom)}/came`, { token: attendant });
await must('POST', `${terminal(tom)}/fault`, {
  token: tom.who.token,
  body: { what: 'The screen flickers.' },
});
await must('POST', `${terminal(tom)}/came`, { token: attendant });
await agm.does({ do: 'malfunction', player: tom.me.name, ground: 'wrong-credits' });
const adjust = {
  do: 'resolve-malfunction',
  player: tom.me.name,
  how: 'confirmed',
  adjustment: 700,
  reason: 'A note read twice.',
};
await until(
  async () => {
    const proposed = await agm.soon(adjust);
    return (await agn.line.confirm('aruze', proposed.proposal, agn.role)).t === 'done';
  },
  'a meter adjusted',
  20_000,
);
await agm.does({ do: 'limit-terminals', person: tau.who.id, most: 2 });
await until(
  async () => {
    while (tableOf('aruze').phase !== 'rolling') await pause(1);
    return (await agm.tries({ do: 'void-round', ground: 'cocked' })).t === 'done';
  },
  'a round voided',
  60_000,
);
await agm.soon({ do: 'system-malfunction', ground: 'system-doubted' });
await agm.does({ do: 'restore-system' });
await playOn('aruze', at.aruze, 4);

// Left as they are: an unprinted ticket, a payment that waits, a terminal that is held, somebody who calls.
for (const player of at.aruze) if (!player.me) await player.sit(40_000);
const leaveUnprinted = async () => {
  await ticketOut('unprinted', tia, 1_200);
  const { number, amount, command, terminal: id } = tickets.unprinted;
  repeated.push({ t: 'ticket-out', by: tia.who.name, terminal: id, command, amount, ticket: number });
};
await leaveUnprinted();
await askByHand(tess);
await hold(tau);
await must('POST', `${terminal(tom)}/attendant`, { token: tom.who.token, body: {} });

// ---- What is left standing ----

say('what is left');
await playOn(BOTS_AT, at[BOTS_AT], 2, () =>
  tableOf(BOTS_AT).game.players.some(({ name, wagers }) => name.endsWith('(bot)') && wagers.length > 0),
);
for (const id of ['star-2024', 'crown', 'crown-mini', 'adelaide', 'annex'])
  if (!rests(id)) await playOn(id, at[id], 1);
const xia = at.pit.find(({ me }) => me);
const spoken = await pitCrew.dealer.proposes({
  do: 'bet',
  player: xia.me.name,
  wager: 'field',
  amount: 1_000,
  oral: true,
});
const spokenId = newId();
const { n: spokenAt } = await pitCrew.box.confirms(spoken, spokenId);
repeated.push({
  t: 'confirm',
  by: 'boxy',
  id: spokenId,
  table: 'pit',
  proposal: spoken.proposal,
  role: 'boxperson',
  n: spokenAt,
});
const bet = { do: 'bet', player: xia.me.name, wager: 'field', amount: 500 };
const betId = newId();
const { n: betAt } = await xia.line.must('pit', bet, betId);
repeated.push({ t: 'do', by: xia.who.name, id: betId, table: 'pit', command: bet, n: betAt });
const waitsAtPit = await pitCrew.dealer.proposes({
  do: 'bet',
  player: xia.me.name,
  wager: 'any-seven',
  amount: 1_000,
  oral: true,
});
const waiting = await correct(
  manager.token,
  `player/${pia.id}`,
  'house/corrections',
  700,
  'Waits for a second manager.',
);

const tokens = {
  guest: { name: xia.who.name, id: xia.who.id, token: xia.who.token },
  player: { name: 'Pia', id: pia.id, token: pia.token },
  staff: { login: 'mara', id: mara.id, token: mara.token },
  device: { name: 'Central system', id: device.person.id, token: device.token },
};
for (const { token } of Object.values(tokens)) {
  const { status } = await http('GET', '/api/me', { token });
  if (status !== 200) throw new Error('a session that is over');
}
// Wagers stand at two terminals, too: of play money and of real money.
for (const player of [tom, piaAt])
  for (const number of [4, 6, 9])
    await until(
      async () => (await player.do({ do: 'bet', wager: 'place', number, amount: 600 })).t === 'done',
      'a place wager',
      20_000,
    );
const keyLine = await must('GET', '/api/record/key');
const lobby = await must('GET', '/api/tables');
const statistics = started.statistics.reports();

// ---- The end of the evening ----

say('closing');
const hosts = started.house.tables();
const madeAt = Date.now();
await started.close();
const closedAt = Date.now();
const inMemory = Object.fromEntries(
  hosts.map(({ id, host }) => [id, JSON.stringify([host.n, saveTable(host.table)])]),
);

const program = (...args) =>
  execFileSync(process.execPath, [join(project, 'packages/cli/bin/boxperson.js'), ...args], {
    encoding: 'utf8',
  });
say(program('backup', join(out, 'house.bak'), '--data', data).replaceAll(`${out}/`, ''));

const source = await house.openSource(await house.readEmbeddedStore(data));
const report = await house.verifyRecord(source).finally(() => source.close());
if (!report.ok) throw new Error(JSON.stringify(report.faults));

const store = await house.openEmbeddedStore(data);
const tables = {};
const terminals = {};
const recalled = {};
for (const { id, host: before } of hosts) {
  const host = await house.TableHost.load(id, store, Date.now);
  const saved = saveTable(host.table);
  if (JSON.stringify([host.n, saved]) !== inMemory[id]) throw new Error(`${id} does not load as it was`);
  tables[id] = { n: host.n, throws: saved.throws, stopped: before.stopped, saved };
  if (saved.settings.rulebook !== 'aruze') continue;
  const all = await Terminals.load(id, store, host, Date.now, { from: 'record' });
  terminals[id] = all.seats();
  recalled[id] = Object.fromEntries(
    await Promise.all(saved.game.players.map(async ({ seat }) => [seat, await all.recall(seat, 5)])),
  );
}
const documents = async (kind) =>
  (await store.listDocuments(kind)).map(({ id, body }) => ({ id, body: JSON.parse(body) }));
const people = (await documents('person')).map(({ body: { person, account } }) => ({
  ...person,
  ...(person.kind === 'staff' ? { login: account.slice('staff:'.length) } : {}),
}));
const ofKind = (kind) => people.filter((person) => person.kind === kind);
const expected = {
  version: '0.1.0',
  madeAt,
  closedAt,
  tables,
  streams: await store.streams(),
  balances: await store.balances(''),
  people: {
    staff: ofKind('staff'),
    players: ofKind('player'),
    devices: ofKind('device'),
    guests: ofKind('guest'),
  },
  secrets,
  tokens,
  tickets: await Promise.all(
    Object.entries(tickets).map(async ([label, ticket]) => ({
      label,
      ...ticket,
      standing: await standingOf(store, ticket.number),
    })),
  ),
  terminals,
  recalled,
  waiting: {
    proposals: (await documents('proposal')).map(({ body }) => body),
    corrections: (await documents('correction')).map(({ body }) => body),
    proposalAtPit: waitsAtPit.proposal,
    correction: waiting.id,
  },
  company: await documents('company'),
  openedTables: await documents('table'),
  documents: {},
  snapshots: {},
  diceStatistics: statistics,
  repeated,
  lobby,
  verify: { ok: report.ok, size: report.size, root: report.root, counts: report.counts, notes: report.notes },
  recordKey: keyLine.trim(),
};
async function standingOf(store, number) {
  const { TicketsDesk } = await load('packages/house/dist/terminals/tickets-desk.js');
  return new TicketsDesk(store, Date.now).standing(number);
}
const KINDS = [
  'person',
  'credential',
  'device-key',
  'guest-name',
  'session',
  'proposal',
  'correction',
  'company',
  'table',
  'dice-statistics',
];
for (const kind of KINDS) expected.documents[kind] = (await store.listDocuments(kind)).length;
for (const stream of [...expected.streams.map((one) => one.stream), 'meters/aruze']) {
  const snapshot = await store.getSnapshot(stream);
  if (snapshot) expected.snapshots[stream] = snapshot.position;
}
const money = await store.checkMoney();
if (money.sum !== 0 || money.faults.length > 0) throw new Error(JSON.stringify(money));
await store.close();

// What must be there, or the evening was not what it should have been.
const assert = (what, why) => {
  if (!what) throw new Error(`not as it should be: ${why}`);
};
for (const [id, { throws }] of Object.entries(tables))
  assert(throws >= 60 || id === 'cellar', `${throws} rolls at ${id}`);
assert(
  tables.attic.saved.phase === 'closed' && tables.attic.saved.guests.length === 0,
  'the attic is closed',
);
assert(
  tables.cellar.saved.phase === 'closed' && tables.cellar.saved.guests.length > 0,
  'the cellar is closed',
);
assert(expected.company.length > 0, 'no bot is left');
assert(
  expected.company.every(({ id, body }) =>
    tables[body.table].saved.guests.some(({ person }) => person === id),
  ),
  'a bot without a seat',
);
assert(
  expected.waiting.proposals.some(({ id, agreed }) => id === waitsAtPit.proposal && !agreed),
  'no proposal waits',
);
assert(expected.waiting.corrections.length === 1, 'one correction waits');
assert(
  ['Tom', 'Pia'].every(
    (name) => tables.aruze.saved.game.players.find((player) => player.name === name)?.wagers.length,
  ),
  'wagers stand at terminals',
);
assert(tables.adelaide.saved.posted !== null, 'a sign is up at adelaide');
const seats = Object.values(Object.fromEntries(terminals.aruze));
for (const field of ['locked', 'attendant', 'unprinted', 'handPay'])
  assert(
    seats.some((seat) => seat[field] !== null),
    field,
  );
const standings = Object.fromEntries(expected.tickets.map(({ label, standing }) => [label, standing.kind]));
assert(
  standings.redeemed === 'paid' && standings.released === 'valid' && standings.valid === 'valid',
  'tickets',
);
assert(
  standings.withheld === 'withheld' && standings.playIn === 'paid' && standings.unprinted === 'valid',
  'tickets',
);
assert(
  Object.keys(expected.snapshots).some((stream) => stream.startsWith('table/')),
  'a snapshot',
);

writeFileSync(join(out, 'expected.json'), `${JSON.stringify(expected, null, 1)}\n`);
writeFileSync(join(out, 'config.json'), `${JSON.stringify(RAW_CONFIG, null, 2)}\n`);
writeFileSync(join(out, 'record.key'), readFileSync(join(data, 'record.key')));
writeFileSync(join(out, 'record.pub'), keyLine);
writeFileSync(join(out, 'checkpoint-early.txt'), early.note);

say(
  program('export', '--table', 'pit', '--data', data, '--out', join(out, 'pit.jsonl')).replaceAll(
    `${out}/`,
    '',
  ),
);
const stretch = ['--from', '100', '--to', '220', '--checkpoint', join(out, 'checkpoint-early.txt')];
say(
  program(
    'export',
    '--table',
    'star',
    ...stretch,
    '--data',
    data,
    '--out',
    join(out, 'star-stretch.jsonl'),
  ).replaceAll(`${out}/`, ''),
);
const [head] = readFileSync(join(out, 'pit.jsonl'), 'utf8').split('\n', 1);
writeFileSync(join(out, 'checkpoint.txt'), JSON.parse(head).checkpoint);

execFileSync('tar', ['czf', join(out, 'data.tar.gz'), '--owner=0', '--group=0', '-C', out, 'data']);
const bytes = statSync(join(out, 'data.tar.gz')).size;
say(`the data folder: ${(bytes / 1e6).toFixed(2)} MB`);
if (bytes > 8e6) rmSync(join(out, 'data.tar.gz'));
rmSync(data, { recursive: true });
say('done');
process.exit(0);
