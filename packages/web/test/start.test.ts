import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BROWSER_ARGS, ensureBrowser } from './support/browser.mjs';
import { PATIENCE } from './support/pages.js';

/** What `npm start` starts: the program itself, with its demonstration house and its random dice. */
const PROGRAM = fileURLToPath(new URL('../../cli/bin/boxperson.js', import.meta.url));

let data: string;
let house: ChildProcess;
let url: string;
/** All that the program says as it opens. */
let greeting = '';
let browser: Browser;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'boxperson-start-'));
  const { DATABASE_URL: _none, ...env } = process.env;
  house = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--data', data], {
    env: { ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  url = await new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      greeting += String(chunk);
      const found = / is open at (\S+)[\s\S]*Stop with Ctrl-C/.exec(greeting);
      if (found) resolve(found[1] as string);
    };
    house.stdout?.on('data', hear);
    house.stderr?.on('data', hear);
    house.once('exit', (code) => reject(new Error(`the house did not open (exit ${code}): ${greeting}`)));
  });
  browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...BROWSER_ARGS] });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  if (house && house.exitCode === null) {
    house.kill('SIGTERM');
    await once(house, 'exit');
  }
  rmSync(data, { recursive: true, force: true });
}, 60_000);

it('one address, one click, a seat with play money; company comes when it is asked for', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(url);
  const cards = page.getByRole('article');
  await cards.first().waitFor();
  expect(await cards.count()).toBe(8);
  const name = 'Parklands';
  const card = page.getByRole('article', { name, exact: true });
  await card.getByRole('button', { name: `One bot more at ${name}` }).click();
  await card.getByText(/1 bot · /).waitFor();
  await card.getByRole('link', { name: `Sit at ${name}` }).click();
  await page.locator('[data-meter="credit"]').waitFor();
  await page.goBack();
  await card.getByText(/1 player and 1 bot · /).waitFor();
  // It leaves when its wagers are decided, which takes as long as it takes: here it is only asked to.
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/bots/want')),
    card.getByRole('button', { name: `One bot fewer at ${name}` }).click(),
  ]);
  expect([answer.status(), await answer.json()]).toMatchObject([200, { ok: true, count: 0 }]);
}, 180_000);

it('sends pages pressed to whoever takes them so, and plain to others', async () => {
  const page = await (await fetch(url)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  const sent = async (takes: string) => {
    const response = await fetch(`${url}${script}`, { headers: { 'accept-encoding': takes } });
    return { as: response.headers.get('content-encoding'), text: await response.text() };
  };
  const [plain, pressed, older] = await Promise.all([sent('identity'), sent('gzip, br'), sent('gzip')]);
  expect([plain.as, pressed.as, older.as]).toEqual([null, 'br', 'gzip']);
  expect(pressed.text).toBe(plain.text);
  expect(older.text).toBe(plain.text);
}, 60_000);

it('from the lobby to the stick of a table full of bots in three clicks, and the first call', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(url);
  await page.getByRole('link', { name: 'Be the crew', exact: true }).click();
  await page.getByRole('button', { name: 'Take the stick' }).click();
  const coach = page.getByRole('complementary', { name: 'What to do now' });
  await coach.getByText(/Wait for the players|Touch Offer/).waitFor();
  const offer = page.getByRole('button', { name: 'Offer', exact: true });
  const keypad = page.getByRole('region', { name: 'What do the dice show?' });
  // Bots decline when they have no line wager: the dice are offered on.
  await page.addLocatorHandler(offer, () => offer.click({ timeout: 1_000 }).catch(() => {}), {
    noWaitAfter: true,
  });
  await keypad.waitFor({ timeout: 2 * PATIENCE });
  await coach.getByText('Read the dice').waitFor();
  expect(await page.locator('.shooters li').count()).toBeGreaterThanOrEqual(3);
  await page.keyboard.press('3');
  await page.keyboard.press('4');
  await page.getByRole('button', { name: 'Call it' }).click();
  await page.getByRole('region', { name: 'The call' }).getByText('Seven', { exact: false }).waitFor();
  await coach.getByText('Say the call').waitFor();
  await coach.getByRole('button', { name: 'I know' }).click();
  await page.getByRole('button', { name: 'What do I do now?' }).waitFor();
  // A second newcomer is told, and may watch.
  const other = await (await browser.newContext()).newPage();
  other.setDefaultTimeout(PATIENCE);
  await other.goto(`${url}/be-the-crew`);
  await other.getByText('Somebody is at it now.').waitFor();
  await other.getByRole('button', { name: 'Take the stick' }).click();
  await other.getByRole('alert').getByText('Somebody stands there now').waitFor();
  await other.context().close();
  // Back after a reload; off duty, the next one may come.
  await page.reload();
  await page.getByRole('heading', { name: 'Rehearsal Stick' }).waitFor();
  await page.getByRole('button', { name: 'On duty' }).click();
  await page.getByRole('button', { name: 'Go off duty' }).click();
  await page.locator('[data-place="stick"]').getByText('this position is empty').waitFor();
}, 240_000);

const shots = process.env['SHOTS'];
/** A whole tournament takes some minutes: `npm run soak -- quick-cup` plays it to the end. */
const isWhole = process.env['QUICK_CUP'] === 'whole';

it('two clicks from the lobby into a tournament against bots', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  const shoot = async (name: string) => shots && page.screenshot({ path: `${shots}/${name}.png` });
  await page.goto(url);
  const began = Date.now();
  await page.getByRole('link', { name: 'A tournament in ten minutes' }).click();
  await shoot('quick-entrance');
  await page.getByRole('button', { name: 'Accept the terms and play' }).click();
  // The page leads to the table by itself.
  await page.waitForURL(/\/table\/cup-/);
  const strip = page.locator('.cup-strip');
  await strip.getByText('8 rolls left').waitFor();
  await strip.getByText('Bank 1,000 chips').waitFor();
  await page.getByRole('button', { name: 'Ready' }).waitFor();
  await shoot('quick-at-table');
  await strip.getByText('7 rolls left').waitFor({ timeout: 3 * PATIENCE });
  if (isWhole) {
    await playToTheEnd(page, shoot);
    expect(Date.now() - began).toBeLessThan(600_000);
  }
}, 700_000);

/** Bets on the line whenever it goes, says ready, takes and throws the dice: what a newcomer does. */
async function playToTheEnd(page: Page, shoot: (name: string) => Promise<unknown>): Promise<void> {
  const over = page.locator('.cup-strip').getByRole('link', { name: 'Results' });
  let seen = '';
  while (!(await over.isVisible())) {
    for (const name of ['Take the dice', 'Throw', 'Ready']) {
      const button = page.getByRole('button', { name, exact: true });
      if (await button.isEnabled({ timeout: 200 }).catch(() => false))
        await button.click({ timeout: 500 }).catch(() => {});
    }
    const says = await page
      .locator('.cup-strip')
      .innerText()
      .catch(() => '');
    if (says !== seen) await shoot(`quick-${says.replaceAll(/\W+/g, '-').slice(0, 60)}`);
    seen = says;
    await page.waitForTimeout(1_500);
  }
  await shoot('quick-over');
  await over.click();
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  await shoot('quick-results');
}

it('a first start names somebody for every post, each with a password that is good once', async () => {
  const staff = [...greeting.matchAll(/^ {4}(\w+) +((?:\w{4}-){3}\w{4}) {3}/gm)];
  expect(staff).toHaveLength(15);
  for (const [, login, password] of staff.filter(([, login]) =>
    ['stick', 'inspector'].includes(login ?? ''),
  )) {
    const body = JSON.stringify({ login, password });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/sign-in`, { method: 'POST', headers, body });
    expect([login, answer.status, await answer.json()]).toMatchObject([login, 200, { setPassword: true }]);
  }
}, 60_000);
