// An evening at every table: two people and three bots at each of the six games, for so many minutes, over the wire.
// Nobody may wait without a screen being able to say what for and until when: what every screen counts down (`nextOf`)
// is asked twice a second. Now and then somebody's line goes dead. `node bench/evening.mjs [minutes]`
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMONSTRATION, dial, HouseClient, startHouse } from '@boxperson/house';
import { afterShown, tableFrom } from '@boxperson/house/client';
import { libraryFile, makeStrategy } from '@boxperson/odds';
import { nextOf } from '@boxperson/rules';
import { Bot } from '../packages/cli/dist/bots/bot.js';
import { seeded } from '../packages/cli/dist/bots/pace.js';
import { sendBots } from '../packages/cli/dist/bots/send.js';

const MINUTES = Number(process.argv[2] ?? 60);
const SECOND = 1_000;
/** What is due is done within this, on a machine that has other work, too. */
const LATE = 5 * SECOND;
/** Slower than bots: people read, talk and think. */
const PERSON = {
  act: [800, 4_000],
  dice: [1_500, 6_000],
  throw: [2_000, 8_000],
  comeOut: [4_000, 12_000],
  hold: 25_000,
};
const WAYS = ['pass-odds', 'dont-odds'];

const data = mkdtempSync(join(tmpdir(), 'evening-'));
const tables = DEMONSTRATION.tables.filter(
  ({ practice, crew = 'automatic' }) => !practice && crew === 'automatic',
);
const started = await startHouse({ data, port: 0, config: { ...DEMONSTRATION, tables }, bots: sendBots() });
const { url, people, house } = started;

/** What somebody who looks on sees at a table: whether there is always something to wait for, and whether it comes. */
function lookOn(id) {
  const seen = { rolls: 0, unsaid: 0, overdue: 0, longest: 0, away: 0, waits: new Map() };
  let table = null;
  let pace = {};
  let ahead = 0;
  let since = null;
  const client = new HouseClient({ connect: () => dial(url) });
  const told = (event) => {
    table = afterShown(table, event, []);
    if (event.event === 'rolled') seen.rolls += 1;
    if (event.event === 'went-away') seen.away += 1;
  };
  client.watch(id, {
    table: ({ view, own }) => {
      table = tableFrom(view, own);
    },
    events: (_n, events) => {
      for (const event of events) if (event && table) told(event);
    },
    pace: (kept, now) => {
      pace = kept;
      ahead = Date.now() - now;
    },
    own: () => {},
  });
  const look = () => {
    if (!table || table.game.players.length === 0) return;
    const now = Date.now() - ahead;
    const next = nextOf({ ...table, at: Math.max(table.at, now) }, pace);
    const what = next?.what ?? 'nothing';
    seen.waits.set(what, (seen.waits.get(what) ?? 0) + 1);
    const isSaid = next !== null && (next.at !== null || next.who !== null || next.what === 'bet');
    const late = next?.at != null ? now - next.at : 0;
    seen.overdue = Math.max(seen.overdue, late);
    seen.longest = Math.max(seen.longest, next?.at != null ? next.at - now : 0);
    if (isSaid && late < LATE) since = null;
    else {
      since ??= now;
      seen.unsaid = Math.max(seen.unsaid, now - since);
    }
  };
  const timer = setInterval(look, 500);
  const close = () => {
    clearInterval(timer);
    client.close();
  };
  return { id, seen, close };
}

let seed = 1;
/** Somebody who plays there until the evening is over, comes back when broke, and sometimes loses the line. */
async function comeTo(table, way) {
  while (!over) {
    const { token, person } = await people.createGuest();
    await house.grantPlayMoney(person.id, 10_000_000);
    const random = seeded(++seed);
    const bot = new Bot({
      url,
      token,
      table: table.id,
      strategy: makeStrategy(libraryFile(way)),
      bankroll: 100_000,
      pace: PERSON,
      random,
    });
    const vanishing = setTimeout(() => void bot.hangUp('the line is dead'), (4 + 8 * random()) * 60 * SECOND);
    leaving.add(bot);
    await bot.ended;
    leaving.delete(bot);
    clearTimeout(vanishing);
    if (!over) await new Promise((resolve) => setTimeout(resolve, 3 * SECOND));
  }
}

let over = false;
const leaving = new Set();
const looks = tables.map(({ id }) => lookOn(id));
const { token } = await people.createGuest();
for (const { id } of tables)
  await fetch(`${url}/api/bots/want`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: `want-three-at-${id}`, table: id, count: 3 }),
  }).then(async (answer) => answer.ok || console.error(id, await answer.text()));
const evenings = tables.flatMap((table) => WAYS.map((way) => comeTo(table, way)));
await new Promise((resolve) => setTimeout(resolve, MINUTES * 60 * SECOND));
over = true;
for (const bot of leaving) void bot.hangUp('good night');
await Promise.race([Promise.all(evenings), new Promise((resolve) => setTimeout(resolve, 20 * SECOND))]);

const seconds = (ms) => `${(ms / SECOND).toFixed(1)} s`;
console.log(
  `| table | game | rolls | went away | without a word, at most | after its time, at most | longest countdown |`,
);
console.log('|---|---|--:|--:|--:|--:|--:|');
let worst = 0;
for (const { id, seen, close } of looks) {
  const { settings } = tables.find((one) => one.id === id);
  console.log(
    `| ${id} | ${settings.rulebook} | ${seen.rolls} | ${seen.away} | ${seconds(seen.unsaid)} | ${seconds(seen.overdue)} | ${seconds(seen.longest)} |`,
  );
  worst = Math.max(worst, seen.unsaid);
  close();
}
await started.close();
rmSync(data, { recursive: true, force: true });
process.exitCode = worst > LATE ? 1 : 0;
process.exit();
