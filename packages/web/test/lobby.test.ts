import type { LobbyTable } from '@boxperson/house';
import type { RulebookId } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { GAMES } from './support/house.mjs';
import { openGround, until } from './support/pages.js';
import { at, Seat } from './support/seat.js';

const ground = openGround();
const open = async (page: Page): Promise<void> => {
  await page.goto(ground.house().url);
  await page.getByRole('list', { name: 'Tables' }).waitFor();
};
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

describe('the lobby', () => {
  it('shows every table with its game, its sign, its puck, its places', async () => {
    const page = await ground.newPage();
    await open(page);
    expect(await page.getByRole('article').count()).toBe(GAMES.length);
    const star = await card(page, 'Table star').innerText();
    for (const words of [
      'The Star Sydney',
      '$5',
      '$1,000',
      '2×',
      'Hardways $1 to $200',
      '16 of 16 places free',
    ])
      expect(star).toContain(words);
    await card(page, 'Table star')
      .getByRole('img', { name: /Puck off/ })
      .waitFor();
  });

  it('seats somebody in two clicks, as a guest with play money', async () => {
    const page = await ground.newPage();
    await open(page);
    await page.getByRole('link', { name: 'Sit at Table crown', exact: true }).click();
    await page.getByRole('button', { name: /^Sit down/ }).click();
    await until(
      () => page.evaluate(async () => (await fetch('/api/tables')).json() as Promise<LobbyTable[]>),
      (tables) => tables.find(({ id }) => id === 'crown')?.taken.length === 1,
      'somebody sits at crown',
    );
  });

  it('follows what happens at the tables while somebody looks', async () => {
    const page = await ground.newPage();
    await open(page);
    await card(page, 'Table adelaide').getByText('16 of 16 places free').waitFor();
    const player = await ground.newPage();
    await player.goto(`${ground.house().url}/table/adelaide`);
    await player.getByRole('button', { name: /^Sit down/ }).click();
    await card(page, 'Table adelaide').getByText('1 player · 15 of 16 places free').waitFor();
  });

  it('says what a sign announces: a minimum that will rise, a table that closes', async () => {
    const { house } = ground;
    const by = { role: 'gaming-manager', id: 'auto-gaming-manager' };
    const inHalfAnHour = Date.now() + 30 * 60_000;
    const limits = { default: { min: 2_500, max: 100_000 } };
    const posted = await house().ask('do', {
      table: 'star-2024',
      command: { do: 'post-sign', limits, from: inHalfAnHour, by },
    });
    expect(posted).toMatchObject({ ok: true });
    const closing = await house().ask('do', {
      table: 'star',
      command: { do: 'announce-closing', from: inHalfAnHour, by },
    });
    expect(closing).toMatchObject({ ok: true });
    const page = await ground.newPage();
    await open(page);
    await card(page, 'Table star-2024')
      .getByText(/Minimum \$25.* from \d/)
      .waitFor();
    await card(page, 'Table star')
      .getByText(/Closes at \d/)
      .waitFor();
  });

  it('lets a player in by card and PIN, and says when they do not match', async () => {
    const made = await ground.house().ask('player', { name: 'Ada', card: '1000-2000', pin: '8264' });
    expect(made.kind).toBe('ok');
    const page = await ground.newPage();
    await open(page);
    await page.getByRole('button', { name: 'I have a card' }).click();
    await page.getByLabel('Card number').fill('1000-2000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('PIN: type your PIN.').waitFor();
    await page.getByLabel('PIN', { exact: true }).fill('1111');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('That does not match.').waitFor();
    await page.getByLabel('PIN', { exact: true }).fill('8264');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Ada').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'I have a card' }).waitFor();
  });

  it('says when the house is away, and goes on when it is back', async () => {
    const page = await ground.newPage();
    await open(page);
    await page.route('**/api/tables', (route) => route.abort());
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
    await page.unroute('**/api/tables');
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor({ state: 'detached' });
  });
});

describe('settings', () => {
  it('hold at once and stay after a reload', async () => {
    const page = await ground.newPage();
    await open(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    for (const name of ['High contrast', '150 %', 'Large', 'Left hand', 'Off', 'Read aloud', 'Reduced'])
      await page.getByRole('radio', { name, exact: true }).check({ force: true });
    const shown = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
    const expected = {
      theme: 'contrast',
      text: '150',
      chips: 'large',
      hand: 'left',
      sound: 'off',
      calls: 'spoken',
      motion: 'reduced',
    };
    expect(await shown()).toMatchObject(expected);
    await page.reload();
    await page.getByRole('list', { name: 'Tables' }).waitFor();
    expect(await shown()).toMatchObject(expected);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('24px');
  });

  it('close with Escape, and the focus goes back to where it was', async () => {
    const page = await ground.newPage();
    await open(page);
    const button = page.getByRole('button', { name: 'Settings' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('survive rubbish in the browser’s storage', async () => {
    const page = await ground.newPage();
    await page.addInitScript(() => {
      localStorage.setItem('boxperson.settings', '{"theme":"plaid","text":7,"hand":"left"');
      localStorage.setItem('boxperson.guide', 'x');
    });
    await open(page);
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('night');
  });
});

describe('the guided first hand', () => {
  it('follows what is really done, can be put away, and goes on where it was', async () => {
    const page = await ground.newPage({ reducedMotion: 'reduce' });
    await open(page);
    await page.getByRole('button', { name: /guided/ }).click();
    const guide = page.getByRole('region', { name: 'Guided first hand' });
    const step = (number: number) => guide.getByText(`Step ${number} of 8`).waitFor();
    await step(1);
    const id = (/[^/]+$/.exec(new URL(page.url()).pathname) ?? [])[0] as RulebookId;
    const seat = new Seat(page, ground.house(), id);
    await seat.sitDown();
    await step(2);
    await guide.getByRole('button', { name: 'Next' }).click();
    await step(3);
    await guide.getByRole('button', { name: 'Next' }).click();
    await step(4);
    await seat.bet(at({ wager: 'pass' }), 500);
    await step(5);
    await seat.takeDice();
    await step(6);
    await seat.roll([5, 4]);
    await step(7);
    await guide.getByText('9 is the point now').waitFor();
    await guide.getByRole('button', { name: 'Not now' }).click();
    await guide.waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('button', { name: /guided/ }).click();
    await step(7);
    await guide.getByRole('button', { name: 'Next' }).click();
    await step(8);
    await guide.getByRole('button', { name: 'Done' }).click();
    await guide.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('group', { name: 'Layout' }).waitFor();
    expect(await guide.count()).toBe(0);
  }, 120_000);
});
