import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BROWSER_ARGS, ensureBrowser } from './support/browser.mjs';
import { PATIENCE } from './support/pages.js';

/** What `npm start` starts: the program itself, with its demonstration house and its random dice. */
const PROGRAM = fileURLToPath(new URL('../../cli/bin/boxperson.js', import.meta.url));

let data: string;
let house: ChildProcess;
let url: string;
let browser: Browser;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'boxperson-start-'));
  const { DATABASE_URL: _none, ...env } = process.env;
  house = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--data', data], {
    env: { ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  url = await new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += String(chunk);
      const found = / is open at (\S+)/.exec(said);
      if (found) resolve(found[1] as string);
    };
    house.stdout?.on('data', hear);
    house.stderr?.on('data', hear);
    house.once('exit', (code) => reject(new Error(`the house did not open (exit ${code}): ${said}`)));
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
  expect(await cards.count()).toBe(7);
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
