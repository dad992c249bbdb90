import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PATIENT } from './support/house.mjs';
import { openGround, until } from './support/pages.js';
import { at, Seat } from './support/seat.js';

/** Long enough to be seen, short enough to be waited for. */
const PACE = { ...PATIENT, window: 90_000, throw: 150_000, answer: 60_000, stickThrow: 60_000, away: 4_000 };
const ground = openGround({ pace: PACE });
const still = { reducedMotion: 'reduce' } as const;
const PASS = at({ wager: 'pass' });

/** With SHOTS a folder for pictures to look at. */
const SIZES = [
  [1920, 1080],
  [1024, 768],
  [390, 844],
  [1280, 800],
] as const;
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SHOTS'];
  if (!folder) return;
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${folder}/${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};
const waits = (page: Page) => page.locator('.countdown').getAttribute('data-wait');
const untilWaits = (page: Page, wait: string) =>
  until(
    () => waits(page).catch(() => null),
    (now) => now === wait,
    `a countdown of ${wait}`,
  );

describe('everybody sees what the table waits for, and until when', () => {
  it('the time to bet, the shooter, somebody who vanishes', async () => {
    const [annPage, bobPage] = [await ground.newPage(still), await ground.newPage(still)];
    const ann = await Seat.atTable(annPage, ground.house(), 'star');
    await ann.bet(PASS, 1_000);
    await ann.takeDice();
    const bob = await Seat.atTable(bobPage, ground.house(), 'star');
    await bob.bet(PASS, 500);
    const name = await ann.player();
    // Ann is not alone any more: her time counts down for both.
    for (const page of [annPage, bobPage])
      await until(
        () => waits(page),
        (now) => now !== null,
        'a clock',
      );
    const said = () => bobPage.getByRole('timer').getAttribute('aria-label');
    expect(await said()).toMatch(/^\d+ seconds (to bet|for .+ to throw)$/);
    await shot(bobPage, 'window');
    // A throw that is asked for waits for Bob, who says that he is ready.
    await ann.roll([2, 4], async () => {
      await annPage.getByRole('button', { name: 'THROW' }).click();
      await annPage.getByText('Thrown when the time to bet is over').waitFor();
      expect((await ann.table()).phase).toBe('betting');
      await shot(annPage, 'asked');
      await bobPage.getByRole('button', { name: 'Ready', exact: true }).click();
    });
    await untilWaits(bobPage, 'window');
    // She closes the page: away for all to see, then her place is free and her wager plays out.
    await annPage.close();
    const players = bobPage.getByRole('region', { name: 'At the table' });
    await players.getByText('away').waitFor({ timeout: 25_000 });
    await shot(bobPage, 'away');
    await players.getByText('left, bets play out').waitFor({ timeout: 25_000 });
    await shot(bobPage, 'left');
    expect(await players.getByText(name).count()).toBe(1);
  }, 240_000);
});
