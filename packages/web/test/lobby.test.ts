import type { LobbyTable } from '@boxperson/house';
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

  it('seats somebody in one click, as a guest with play money; then it says so and leads back', async () => {
    const page = await ground.newPage();
    await open(page);
    await page.getByRole('link', { name: 'Sit at Table crown', exact: true }).click();
    await until(
      () => page.evaluate(async () => (await fetch('/api/tables')).json() as Promise<LobbyTable[]>),
      (tables) => tables.find(({ id }) => id === 'crown')?.taken.length === 1,
      'somebody sits at crown',
    );
    const seat = new Seat(page, ground.house(), 'crown');
    await seat.seated();
    // The hands are on the felt, and the wish to sit is no part of the address any more.
    expect(
      await page.evaluate(() => document.activeElement?.closest('svg')?.getAttribute('aria-label')),
    ).toBe('Layout');
    expect(new URL(page.url()).search).toBe('');
    await seat.bet(at({ wager: 'field' }), 500);
    await page.getByRole('link', { name: 'Back to the lobby: your seat and $1,000 stay here' }).click();
    await card(page, 'Table crown').getByText('You sit here, $1,000 · seat 1 · $5 on the felt').waitFor();
    await page.getByText('$5,000 play money, of it $1,000 at Table crown').waitFor();
    expect(await card(page, 'Table crown').getByRole('link', { name: /^Sit/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to your seat at Table crown' }).click();
    await seat.standing(at({ wager: 'field' }), 500);
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
    // What she half wrote, here and in another window, goes with her.
    const windows = [page, await page.context().newPage()];
    await windows[1]?.goto(ground.house().url);
    await windows[1]?.getByText('Ada').waitFor();
    for (const one of windows)
      await one.evaluate(() => sessionStorage.setItem('boxperson.said.dispute/star/3', 'The field'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'I have a card' }).waitFor();
    for (const one of windows) await expect.poll(() => one.evaluate(() => sessionStorage.length)).toBe(0);
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
  it('is played at a table of one’s own: no clock, no house, and it goes on where it was', async () => {
    const page = await ground.newPage({ reducedMotion: 'reduce', felt: 'easy' });
    await open(page);
    await page.getByRole('button', { name: /guided/ }).click();
    const guide = page.getByRole('region', { name: 'Guided first hand' });
    const step = (number: number) => guide.getByText(`Step ${number} of 8`).waitFor();
    const next = () => guide.getByRole('button', { name: 'Next' }).click();
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await step(1);
    await button(/^Sit down/).click();
    await step(2);
    await next();
    await step(3);
    await next();
    await step(4);
    const seat = new Seat(page, ground.house(), 'star');
    await seat.tap(at({ wager: 'pass' }));
    await step(5);
    // Nothing that is pointed at or played with lies under the words.
    const covered = await guide.evaluate((card) => {
      const words = card.getBoundingClientRect();
      return [...document.querySelectorAll('.felt, .rail, .tray')].filter((other) => {
        const box = other.getBoundingClientRect();
        return (
          box.left < words.right && words.left < box.right && box.top < words.bottom && words.top < box.bottom
        );
      }).length;
    });
    expect(covered).toBe(0);
    await button('Take the dice').click();
    await step(6);
    await page.reload();
    await step(6);
    await button(/^THROW/).click();
    await step(7);
    await guide.getByText(/ on the come out: the Win Line|is the point now/).waitFor();
    await guide.getByRole('button', { name: 'Not now' }).click();
    await guide.getByText('nobody waits for you').waitFor();
    await guide.getByRole('button', { name: 'To the tables' }).click();
    await page.getByRole('list', { name: 'Tables' }).waitFor();
    // Nobody came to the house for it.
    expect(await page.evaluate(() => localStorage.getItem('boxperson.token'))).toBeNull();
    await page.getByRole('button', { name: 'Go on with the guided hand' }).click();
    await step(7);
    await next();
    await step(8);
    await guide.getByRole('button', { name: 'Done' }).click();
    // Nothing is left behind.
    await page.getByRole('button', { name: 'First time? A guided hand' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('boxperson.first-hand'))).toBeNull();
  }, 120_000);
});
