// How smoothly dice fly and winnings come, in a real browser on the built house: `node bench/throw.mjs [throws] [slower]`.
// The browser draws without a graphics card, and `slower` holds back its script as a weak laptop would (4 times).
import { readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { BROWSER_ARGS, ensureBrowser } from '../packages/web/test/support/browser.mjs';
import { openHouse, PATIENT, sixTables } from '../packages/web/test/support/house.mjs';

const THROWS = Number(process.argv[2] ?? 5);
const SLOWER = Number(process.argv[3] ?? 4);
const TABLE = 'star';
const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'blink.user_timing',
  'toplevel',
  'cc',
  'benchmark',
];

const house = await openHouse({ tables: sixTables(), pace: { ...PATIENT, roll: 300 } });
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...BROWSER_ARGS] });
const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
await page.goto(`${house.url}/table/${TABLE}`);
await page.getByRole('button', { name: /^Sit down/ }).click();
/** Bets the chosen chip, by key: the felt says when it may be. */
const bet = async (wager) => {
  const place = page.locator(`[data-spot][data-wager="${wager}"][data-may="bet"]`);
  await place.focus();
  await page.keyboard.press('Enter');
};
await bet('pass');
await page.getByRole('button', { name: 'Take the dice' }).click();

/** In the page: marks when dice are in the air, when they lie, and when all that was won has come. */
await page.evaluate(() => {
  let was = '';
  new MutationObserver(() => {
    const stage = document.querySelector('.throw.flying')
      ? 'flight'
      : document.querySelector('.joy')
        ? 'joy'
        : '';
    if (stage === was) return;
    performance.mark(`${stage || 'rest'}-begins`);
    was = stage;
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
});
const cdp = await page.context().newCDPSession(page);
await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });

const trace = join(tmpdir(), `throw-${process.pid}.json`);
await browser.startTracing(page, { path: trace, categories: CATEGORIES });
const shoot = page.locator('.shoot .main:enabled', { hasText: 'THROW' });
for (let one = 0; one < THROWS; one++) {
  await shoot.waitFor();
  await bet('field');
  await house.ask('dice', { table: TABLE, dice: [one === 0 ? [5, 4] : [2, 2]] });
  await shoot.click();
  await page.locator('.throw.flying').waitFor({ state: 'attached' });
  await page.locator('.joy').waitFor({ state: 'attached' });
  await page.locator('.joy').waitFor({ state: 'detached' });
}
await browser.stopTracing();

const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8'));
rmSync(trace);
const events = traceEvents.filter(({ ts }) => ts > 0).sort((a, b) => a.ts - b.ts);
const marks = events.filter(({ cat, name }) => cat === 'blink.user_timing' && /-begins$/.test(name));
const spansOf = (stage) =>
  marks.flatMap(({ name, ts }, index) =>
    name === `${stage}-begins` && marks[index + 1] ? [{ from: ts, to: marks[index + 1].ts }] : [],
  );
const main = marks[0];
const isMain = ({ pid, tid }) => pid === main.pid && tid === main.tid;

/**
 * What became of every frame that was begun, as the browser itself tells it: shown, dropped though something moves, or
 * not wanted, where nothing does. One that is told of twice (the page's part and the compositor's) is shown if either is.
 */
const IS_SHOWN = { STATE_PRESENTED_ALL: true, STATE_PRESENTED_PARTIAL: true };
const frames = new Map();
for (const { args, ts, pid, ph } of events) {
  const told = args?.frame_reporter;
  if (!told || ph !== 'b' || pid !== main.pid) continue;
  const frame = frames.get(told.frame_sequence) ?? { ts, shown: false, dropped: false };
  frame.shown ||= told.state in IS_SHOWN;
  frame.dropped ||= told.state === 'STATE_DROPPED' && told.affects_smoothness;
  frames.set(told.frame_sequence, frame);
}

function report(says, stage) {
  const spans = spansOf(stage);
  const within = ({ ts }) => spans.some(({ from, to }) => ts >= from && ts < to);
  const seconds = spans.reduce((sum, { from, to }) => sum + (to - from), 0) / 1e6;
  const wanted = [...frames.values()].filter((frame) => within(frame) && (frame.shown || frame.dropped));
  const shown = wanted.filter((frame) => frame.shown).length;
  const tasks = events.filter(
    (event) =>
      event.ph === 'X' && event.name === 'ThreadControllerImpl::RunTask' && isMain(event) && within(event),
  );
  const busy = tasks.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1e6;
  const longest = Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1000));
  console.log(
    `${says.padEnd(24)} of 60 frames ${((60 * shown) / Math.max(1, wanted.length)).toFixed(1)} shown, ` +
      `${wanted.length - shown} of ${wanted.length} dropped in ${seconds.toFixed(1)} s; ` +
      `script busy ${((100 * busy) / seconds).toFixed(0)} %, longest ${longest.toFixed(0)} ms`,
  );
}
console.log(`${THROWS} throws, script held back ${SLOWER} times, load ${loadavg()[0]?.toFixed(1)}`);
report('dice in the air', 'flight');
report('winnings come', 'joy');
await browser.close();
await house.close();
process.exit(0);
