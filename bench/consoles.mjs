// How quick the crew's consoles are, in a real browser on the built house: `node bench/consoles.mjs [rolls]`. The stick
// calls rolls in two keys at a table of 16 players with 12 wagers each, and dealers see what to take and pay.
import { chromium } from 'playwright-core';
import { BROWSER_ARGS, ensureBrowser } from '../packages/web/test/support/browser.mjs';
import { openHouse } from '../packages/web/test/support/house.mjs';

const ROLLS = Number(process.argv[2] ?? 50);
const TABLE = 'bench';
const WAGERS = [
  { wager: 'pass', amount: 1_000 },
  { wager: 'field', amount: 500 },
  { wager: 'any-seven', amount: 500 },
  { wager: 'any-craps', amount: 500 },
  ...[4, 5, 6, 8].map((number) => ({ wager: 'hardway', number: number === 5 ? 10 : number, amount: 500 })),
  ...[4, 5, 9, 10].map((number) => ({ wager: 'place', number, amount: 1_000 })),
];
const SHOWN = 'main .crew-sheet .crew-line';

const house = await openHouse({
  tables: [
    {
      id: TABLE,
      name: 'Bench',
      settings: { rulebook: 'star', seats: 16, limits: { default: { min: 100, max: 1_000_000 } } },
      crew: 'people',
      dice: 'called',
    },
  ],
});
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...BROWSER_ARGS] });

async function comesAs(role, place) {
  const { token, person } = await house.ask('staff', {
    name: place,
    login: place,
    roles: [{ rulebook: 'star', role }],
  });
  await house.ask('do', { table: TABLE, command: { do: 'staff', person: person.id, role } });
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.addInitScript((own) => localStorage.setItem('boxperson.staff', own), token);
  await page.goto(`${house.url}/crew/${TABLE}/${place}`);
  await page.locator('.crew').waitFor();
  return { page, by: { role, id: person.id } };
}

const stick = await comesAs('stickperson', 'stick');
const left = await comesAs('dealer', 'left');
const box = await comesAs('boxperson', 'box');
const say = async (command) => {
  const done = await house.ask('do', { table: TABLE, command: { by: box.by, ...command } });
  if (!done.ok) throw new Error(`${command.do}: ${done.refused.message}`);
};
const players = Array.from({ length: 16 }, (_, index) => `P${index + 1}`);
for (const [index, player] of players.entries())
  await say({ do: 'sit', player, seat: index + 1, bankroll: 0, chips: true });

async function everybodyBets() {
  for (const player of players)
    for (const wager of WAGERS)
      await house.ask('do', { table: TABLE, command: { do: 'bet', player, ...wager, by: box.by } });
}

/** Milliseconds from now until the page shows something, by its own frames. */
const whenShown = (page, selector) =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const look = () =>
          document.querySelector(wanted) ? resolve(Date.now()) : requestAnimationFrame(look);
        look();
      }),
    selector,
  );

/** A wrong call taken back: held, the faces anew, the usual reason; until the call is right on the screen. */
async function takesBack(one, other) {
  const begun = Date.now();
  await stick.page.keyboard.down('Backspace');
  await whenShown(stick.page, '.correction');
  await stick.page.keyboard.up('Backspace');
  for (const key of [String(one), String(other), 'Enter']) await stick.page.keyboard.press(key);
  await whenShown(stick.page, '.called');
  return Date.now() - begun;
}

const entries = [];
const sheets = [];
const undos = [];
for (let roll = 0; roll < ROLLS; roll++) {
  await everybodyBets();
  if (roll === 0) {
    await say({ do: 'offer' });
    await say({ do: 'accept', player: 'P1' });
    await say({ do: 'choose', player: 'P1', dice: ['1a', '1b'] });
  }
  await say({ do: 'throw', player: 'P1' });
  await stick.page.locator('.keypad').waitFor();
  const shown = whenShown(left.page, SHOWN);
  const begun = Date.now();
  const [one, other] =
    roll === 0
      ? [4, 4]
      : [
          [4, 2],
          [1, 2],
          [5, 5],
          [2, 3],
        ][roll % 4];
  await stick.page.keyboard.press(String(one));
  await stick.page.keyboard.press(String(other));
  const called = Date.now();
  await stick.page.keyboard.press('Enter');
  await whenShown(stick.page, '.called');
  entries.push(Date.now() - begun);
  sheets.push((await shown) - called);
  if (roll % 4 === 2) undos.push(await takesBack(6, 4));
  await say({ do: 'wave-through', reason: 'bench' });
  await stick.page.locator('.called').waitFor({ state: 'detached' });
}

const sorted = (times) => times.sort((a, b) => a - b);
const at = (times, share) =>
  `${sorted(times)[Math.min(times.length - 1, Math.floor(times.length * share))]} ms`;
console.log(
  `two keys and one to confirm, ${ROLLS} rolls   p50 ${at(entries, 0.5)}  p95 ${at(entries, 0.95)}  (aim 2 s)`,
);
console.log(
  `from the call to a dealer's sheet         p50 ${at(sheets, 0.5)}  p95 ${at(sheets, 0.95)}  (aim 300 ms)`,
);
console.log(
  `a wrong call held, keyed anew and shown    p50 ${at(undos, 0.5)}  p95 ${at(undos, 0.95)}  (aim 3 s)`,
);
await browser.close();
await house.close();
process.exit(0);
