/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readdirSync, readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { few } from '../../../test/support/few.js';
import { axeFaults, overflow, smallTargets } from './support/access.js';
import { BROWSER_ARGS, ensureBrowser } from './support/browser.mjs';
import { KIT_MARKS } from './support/marks.js';
import { complaintsOf, PATIENCE } from './support/pages.js';
import { openSample } from './support/sample.mjs';

let browser: Browser;
let sample: Awaited<ReturnType<typeof openSample>>;

beforeAll(async () => {
  sample = await openSample();
  browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...BROWSER_ARGS] });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await sample?.close();
}, 60_000);

async function open(viewport = { width: 1280, height: 800 }): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', locale: 'en-AU' });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const faults = complaintsOf(page);
  onTestFinished(async () => {
    await context.close();
    expect(faults).toEqual([]);
  });
  await page.goto(sample.url);
  await page.getByRole('heading', { name: 'The kit' }).waitFor();
  return page;
}

interface Sent {
  readonly id: string;
  readonly body: Record<string, unknown>;
}
const sent = (page: Page): Promise<readonly Sent[]> =>
  page.evaluate(() => (globalThis as unknown as { SENT: Sent[] }).SENT);

const form = (page: Page) => page.getByRole('form', { name: 'A fill' });
const at = (page: Page, place: string) => page.locator(`[data-place="${place}"]`);
const press = (page: Page) => form(page).getByRole('button', { name: 'Send the fill' }).click();

/** By keyboard alone, from the first field to the last; the focus says where we are. */
async function fillIn(page: Page, amount: string): Promise<void> {
  const type = async (text: string) => page.keyboard.type(text);
  const next = async () => page.keyboard.press('Tab');
  await form(page).getByLabel('Player').focus();
  await type('Ada');
  await next();
  await type(amount);
  await next();
  await page.keyboard.press('Space'); // The first reason.
  await next();
  await page.keyboard.press('Enter'); // The list of tables opens.
  await page.getByRole('listbox').waitFor();
  await type('Crown m');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await next();
  await page.keyboard.press('ControlOrMeta+a');
  await type('7');
  await next();
  await type('161120261830'); // Each part goes on to the next by itself.
  await next();
  await type('Two words');
  await next();
  await type('1234');
  await next();
  await page.keyboard.press('Space'); // Counted.
  await next();
  await type('$25');
  await next();
  await type('20');
  await next(); // Past the button that removes it.
  await next();
  await page.keyboard.press('Enter'); // A stack more: the focus is in it.
  await type('5');
  await next();
  await type('4');
  await next();
  await next();
  await next();
  await page.keyboard.press('ArrowRight'); // By ticket.
  await next();
  await type('123456789012345678');
}

describe('a form made from a schema', () => {
  it('is filled in and sent by keyboard alone; money is sent in cents', async () => {
    const page = await open();
    await fillIn(page, '1250.50');
    await page.keyboard.press('Enter');
    await page.getByText('Ada is done.').waitFor();
    const [first] = await sent(page);
    expect(first?.body).toEqual({
      player: 'Ada',
      amount: 125_050,
      reason: 'fill',
      table: 'crown-mini',
      seatNumber: 7,
      at: await page.evaluate(() => new Date(2026, 10, 16, 18, 30).getTime()),
      note: 'Two words',
      pin: '1234',
      counted: true,
      chips: [
        { value: 2_500, count: 20 },
        { value: 500, count: 4 },
      ],
      paid: { by: 'ticket', number: '123456789012345678' },
    });
    // Done: the form is as new.
    expect(await form(page).getByLabel('Player').inputValue()).toBe('');
  }, 120_000);

  it('says what is wrong beside its field, goes to the first, and loses nothing', async () => {
    const page = await open();
    await form(page).getByLabel('Amount').fill('lots');
    await form(page).getByLabel('Note').fill('kept');
    await form(page).getByRole('button', { name: 'Remove Stack 1' }).click();
    await press(page);
    await form(page).getByText('6 fields need another look.').waitFor();
    expect(await at(page, 'player').locator('.form-fault').textContent()).toBe('This is needed.');
    expect(await at(page, 'amount').locator('.form-fault').textContent()).toContain('“lots”');
    expect(await at(page, 'chips').locator('.form-fault').first().textContent()).toBe('At least 1 of them.');
    const focused = await page.evaluate(() =>
      document.activeElement?.closest('[data-place]')?.getAttribute('data-place'),
    );
    expect(focused).toBe('player');
    // Whoever hears the field hears what is wrong with it.
    const described = await form(page)
      .getByLabel('Amount')
      .evaluate((input) =>
        (input.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' '),
      );
    expect(described).toContain('“lots”');
    expect(await form(page).getByLabel('Note').inputValue()).toBe('kept');
    expect(await sent(page)).toEqual([]);
    await form(page).getByLabel('Player').fill('Bo');
    await form(page).getByText('5 fields need another look.').waitFor();
  }, 120_000);

  it('outlives a reload, a house that is away and a refusal, and counts once', async () => {
    const page = await open();
    const lose = (lost: boolean) =>
      page.evaluate((is) => {
        (globalThis as unknown as { HOUSE: { lost: boolean } }).HOUSE.lost = is;
      }, lost);
    await fillIn(page, '9000');
    await page.reload();
    await form(page).waitFor();
    expect(await form(page).getByLabel('Amount').inputValue()).toBe('9000');
    expect(await at(page, 'chips.0.value').getByRole('textbox').inputValue()).toBe('$25');
    expect(await at(page, 'at').textContent()).toContain('2026');
    expect(await form(page).getByRole('radio', { name: 'Ticket' }).isChecked()).toBe(true);
    // Secrets are not kept.
    expect(await form(page).getByLabel('PIN').inputValue()).toBe('');
    const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
    expect(kept).toContain('9000');
    expect(kept).not.toMatch(/1234(?!5)/);
    await form(page).getByLabel('PIN').fill('1234');

    // Nobody answers: sent again it is the same, under the same id.
    await lose(true);
    await press(page);
    await form(page).getByText('The house cannot be reached.').waitFor();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/1234(?!5)/);
    await lose(false);
    await press(page);
    const fault = at(page, 'amount').locator('.form-fault');
    await fault.waitFor();
    expect(await fault.textContent()).toBe('the drawer holds less § 6.6.1');

    // The house says what it would take: a press, and it is another sending.
    await at(page, 'amount').getByRole('button', { name: 'Use $5,000' }).click();
    expect(await form(page).getByLabel('Amount').inputValue()).toBe('5000');
    await press(page);
    await page.getByText('Ada is done.').waitFor();
    const [unheard, refused, done] = await sent(page);
    expect(refused).toEqual(unheard);
    expect([refused?.body['amount'], done?.body['amount']]).toEqual([900_000, 500_000]);
    expect(done?.id).not.toBe(refused?.id);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  }, 180_000);
});

describe('the rest of the kit', () => {
  it('a table is sorted and opened by keyboard; a dialog gives the focus back', async () => {
    const page = await open();
    const table = page.getByRole('grid', { name: 'Cases' });
    const names = () => table.getByRole('rowheader').allTextContents();
    await table.getByRole('columnheader', { name: /Amount/ }).click();
    expect(await names()).toEqual(['Bo', 'Ada', 'Cy']);
    await table.getByRole('row', { name: /Ada/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Case of Ada' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Ada');
    await page.getByRole('button', { name: 'Close the shift' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Leave it');
  }, 120_000);

  it.each(
    few(2, [
      [1920, 1080],
      [1280, 800],
      [1024, 768],
      [390, 844],
    ] as const),
  )(
    'has no fault of access at %i×%i, in any theme',
    async (width, height) => {
      const page = await open({ width, height });
      await press(page);
      await form(page)
        .getByText(/need another look/)
        .waitFor();
      await form(page).getByRole('button', { name: 'Add stack' }).click();
      const faults: string[] = [];
      for (const theme of ['night', 'day', 'contrast', 'safe']) {
        await page.evaluate((name) => {
          document.documentElement.dataset['theme'] = name;
        }, theme);
        faults.push(...(await axeFaults(page)).map((fault) => `${theme}: ${fault}`));
      }
      expect(faults).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    },
    120_000,
  );

  it('bears the marks by which it would be found in a player’s first load', () => {
    const scripts = readdirSync(`${sample.folder}/assets`).filter((file) => file.endsWith('.js'));
    const text = scripts.map((file) => readFileSync(`${sample.folder}/assets/${file}`, 'utf8')).join();
    for (const mark of KIT_MARKS) expect(text).toMatch(mark);
  });
});
