/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type RulebookId, rulebook } from '@boxperson/rules';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sixTables } from './support/house.mjs';
import { openGround, until } from './support/pages.js';
import { at, Seat } from './support/seat.js';

const SIX = sixTables().map((table: object) => ({ ...table, tellsHand: true }));
const ground = openGround({ tables: [...SIX, { ...SIX[0], id: 'late', name: 'Table late' }] });

const PASS = at({ wager: 'pass' });
const PASS_ODDS = at({ wager: 'pass-odds' });
const FIELD = at({ wager: 'field' });
const PLACE_6 = at({ wager: 'place', number: 6 });
const PLACE_8 = at({ wager: 'place', number: 8 });
const HARD_8 = at({ wager: 'hardway', number: 8 });
const still = { reducedMotion: 'reduce' } as const;

/**
 * In the page: where every place of the felt lies, to a hundredth of a pixel. A phone's felt is scrolled by a finger, as
 * a click does here: that moves nothing.
 */
const places = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.felt [data-spot]:not([data-wager$="come-odds"])')].map((place) => {
        const { left, top, width, height } = place.getBoundingClientRect();
        const scrolled = place.closest('.phone-stage')?.scrollTop ?? 0;
        const figures = [left, top + scrolled, width, height].map((one) => one.toFixed(2));
        return [place.getAttribute('data-spot'), figures.join(' ')];
      }),
    ),
  );

/** Watches the felt from now on, frame by frame, and tells what moved. */
async function watchFelt(page: Page): Promise<() => Promise<readonly string[]>> {
  const before = await places(page);
  await page.evaluate((was) => {
    const moved = new Set<string>();
    Object.assign(globalThis, { moved });
    const look = () => {
      for (const place of document.querySelectorAll('.felt [data-spot]')) {
        const { left, top, width, height } = place.getBoundingClientRect();
        const scrolled = place.closest('.phone-stage')?.scrollTop ?? 0;
        const now = [left, top + scrolled, width, height].map((one) => one.toFixed(2)).join(' ');
        const then = was[place.getAttribute('data-spot') ?? ''];
        if (then !== undefined && then !== now)
          moved.add(`${place.getAttribute('aria-label')}: ${then} → ${now}`);
      }
      requestAnimationFrame(look);
    };
    look();
  }, before);
  return () => page.evaluate(() => [...(globalThis as unknown as { moved: Set<string> }).moved]);
}

const inView = async (card: Locator): Promise<boolean> => {
  const box = await card.boundingBox();
  const size = card.page().viewportSize();
  if (!box || !size) return false;
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height;
};
const focusName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);

/** A higher minimum in half an hour. */
async function post(id: RulebookId): Promise<void> {
  const role = rulebook(id).powers['show-sign']?.role;
  const limits = { default: { min: 2_500, max: 100_000 } };
  const from = Date.now() + 30 * 60_000;
  const command = { do: 'post-sign', limits, from, by: { role, id: `auto-${role}` } };
  expect(await ground.house().ask('do', { table: id, command })).toMatchObject({ ok: true });
}

describe('the felt stands still', () => {
  it.each([
    ['star', { width: 1280, height: 800 }],
    ['crown', { width: 390, height: 844 }],
  ] as const)(
    'over a whole hand at %s: offers, hints, refusals, a notice that counts down, a shooter who changes',
    async (id, viewport) => {
      const page = await ground.newPage({ ...still, viewport });
      await page.goto(`${ground.house().url}/table/${id}`);
      await page.getByRole('button', { name: /^Sit down/ }).waitFor();
      await page.getByRole('group', { name: 'Layout' }).waitFor();
      const moved = await watchFelt(page);
      const seat = new Seat(page, ground.house(), id);
      await seat.sitDown();
      await seat.bet(PASS, 500);
      await seat.takeDice();
      await seat.roll([3, 3]);
      await seat.chip(100);
      await seat.tap(FIELD);
      const card = await seat.refusal();
      expect(await inView(card)).toBe(true);
      await page.keyboard.press('Escape');
      await card.waitFor({ state: 'detached' });
      await seat.bet(PLACE_8, 600);
      await post(id);
      await page.locator('[data-banner="posted"]').waitFor();
      // On a phone it lies over the last roll, until there is another: `roll` opens what that came to.
      await seat.roll([2, 4]);
      // No line wager, and still the shooter: the reason stands in the button.
      await page.locator('#shoot-why').getByText('Bet on either line to throw').waitFor();
      await seat.bet(PASS, 500);
      await seat.roll([4, 5]);
      await seat.roll([3, 4]);
      await page.getByRole('button', { name: 'Take the dice' }).or(seat.shootButton()).first().waitFor();
      expect(await moved()).toEqual([]);
    },
    120_000,
  );
});

describe('a refusal', () => {
  it('stands at the hand, gives the focus back, and goes when its cause is gone', async () => {
    const page = await ground.newPage(still);
    const seat = await Seat.atTable(page, ground.house(), 'adelaide');
    await seat.chip(100);
    await seat.region(FIELD).focus();
    await page.keyboard.press('Enter');
    let card = await seat.refusal();
    const [said, place] = [await card.boundingBox(), await seat.region(FIELD).boundingBox()];
    if (!said || !place) throw new Error('nothing to measure');
    // Beside the place that it speaks of, not on it and not somewhere else.
    const above = place.y - (said.y + said.height);
    const below = said.y - (place.y + place.height);
    expect(Math.max(above, below)).toBeGreaterThanOrEqual(0);
    expect(Math.max(above, below)).toBeLessThan(40);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    expect(await focusName(page)).toMatch(new RegExp(`^${seat.name(FIELD)}, `));
    await page.keyboard.press('Enter');
    card = await seat.refusal();
    await card.getByRole('button', { name: 'Close' }).press('Enter');
    expect(await focusName(page)).toMatch(new RegExp(`^${seat.name(FIELD)}, `));

    // The table moves on, and nobody has to close anything.
    await page.keyboard.press('Escape');
    await seat.bet(PASS, 500);
    await seat.takeDice();
    await seat.chip(100);
    await seat.tap(FIELD);
    card = await seat.refusal();
    await ground.house().ask('dice', { table: 'adelaide', dice: [[3, 3]] });
    // Without a word to the page: another hand throws.
    const player = await seat.player();
    await ground.house().ask('do', { table: 'adelaide', command: { do: 'throw', player } });
    await card.waitFor({ state: 'detached' });
  }, 90_000);

  it('for want of a card offers the one that the house lends (star-2024 10.1)', async () => {
    const page = await ground.newPage(still);
    const seat = new Seat(page, ground.house(), 'star-2024');
    await page.goto(`${ground.house().url}/table/star-2024?sit`);
    await page.locator('[data-banner="card"]').getByText('You need a Player Card here.').waitFor();
    await seat.chip(500);
    await seat.tap(PASS);
    const card = await seat.refusal();
    await card.getByRole('button', { name: 'Show a demonstration card' }).click();
    await card.waitFor({ state: 'detached' });
    await page.locator('[data-banner="card"]').waitFor({ state: 'detached' });
    await seat.tap(PASS);
    await seat.standing(PASS, 500);
  }, 60_000);
});

describe('on and off, odds and halves', () => {
  it('a kind is switched in one tap, the come out is announced, odds and halves are on the rail', async () => {
    const page = await ground.newPage(still);
    const seat = await Seat.atTable(page, ground.house(), 'crown-mini');
    // No minute has gone, and the keys are as many as the chips.
    expect((await page.locator('.meter.session dt').innerText()).trim()).toBe('Net');
    await page.keyboard.press('?');
    await page.getByText(`1 … ${await page.locator('.rail .chip').count()}`, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await seat.bet(PASS, 1_000);
    await seat.takeDice();
    await seat.roll([2, 3]);
    await seat.press(/Max odds$/);
    await until(
      () => seat.stands(PASS_ODDS),
      (stands) => stands >= 1_000,
      'odds are on',
    );
    await seat.bet(PLACE_6, 1_200);
    await seat.bet(PLACE_8, 1_200);
    await seat.bet(HARD_8, 500);
    await seat.press(/Half$/);
    await seat.standing(PLACE_6, 600);
    await page.keyboard.press('Escape');
    const families = page.getByRole('group', { name: 'On and off' });
    await families.getByRole('button', { name: 'Place: on' }).click();
    await families.getByRole('button', { name: 'Place: off' }).waitFor();
    for (const spot of [PLACE_6, PLACE_8])
      await seat
        .wager(spot)
        .getByRole('button', { name: `${seat.name(spot)} is off` })
        .waitFor();
    await families.getByRole('button', { name: 'Place: off' }).click();
    await families.getByRole('button', { name: 'Place: on' }).waitFor();
    // The point is made: what the book takes off for the come out is said, and what comes on again.
    await seat.roll([1, 4]);
    const note = page.locator('.working-note[role="status"]').first();
    await note.getByText(/^Off for the come out: .*Place.*Hard/).waitFor();
    await seat.bet(PASS, 500);
    await seat.roll([4, 5]);
    await note.getByText(/^On again: /).waitFor();
    // Everything is decided: of so many lines it is said how many are below, and the keyboard gets there.
    await seat.bet(FIELD, 500);
    await page.setViewportSize({ width: 1024, height: 600 });
    await seat.roll([3, 4]);
    const lines = page.getByRole('list', { name: 'What the roll did' });
    await page.getByText(/^▾ [1-9] more$/).waitFor();
    await lines.focus();
    await page.keyboard.press('End');
    await page.getByText(/^▾ [1-9] more$/).waitFor({ state: 'detached' });
  }, 120_000);
});

describe('whoever comes', () => {
  it('sees the last roll and the hand, and at the electronic table past rolls with what is even', async () => {
    const page = await ground.newPage(still);
    const seat = await Seat.atTable(page, ground.house(), 'aruze');
    await seat.bet(PASS, 500);
    await seat.roll([3, 3]);
    await seat.roll([6, 2]);
    const other = await ground.newPage(still);
    await other.goto(`${ground.house().url}/table/aruze`);
    await other.getByRole('img', { name: 'Dice show 6 and 2' }).waitFor();
    const past = other.getByRole('list', { name: 'Past rolls, newest first' });
    await until(
      () => past.getByRole('listitem').count(),
      (count) => count === 2,
      'two past rolls',
    );
    await other.getByRole('img', { name: /6: 1, 7: 0, 8: 1.*two fair dice/ }).waitFor();
  }, 90_000);

  it('sees no dice where nobody threw any, and afterwards one’s own rounds again, but nobody else’s', async () => {
    const page = await ground.newPage(still);
    const seat = await Seat.atTable(page, ground.house(), 'late', 'star');
    await page.getByRole('region', { name: 'Last roll' }).getByText('No roll yet').waitFor();
    expect(await page.getByRole('img', { name: /^Dice|^No roll/ }).count()).toBe(0);
    await seat.bet(FIELD, 500);
    await seat.bet(PASS, 500);
    await seat.takeDice();
    await seat.roll([5, 5]);
    await page.getByRole('region', { name: 'The hand so far' }).getByText('10 hard').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'My last rounds' }).click();
    const rounds = page.getByRole('dialog', { name: 'Last rounds' });
    await rounds.getByText('5 and 5: 10').waitFor();
    expect(await rounds.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/Wager/),
      expect.stringMatching(/Win Line\s*\$5\s*• stays/),
      expect.stringMatching(/Field\s*\$5\s*▲ won\s*\$10/),
    ]);
    const other = await Seat.atTable(await ground.newPage(still), ground.house(), 'late', 'star');
    await other.page.getByRole('region', { name: 'Last roll' }).getByText('Ten the hard way').waitFor();
    await other.page.getByRole('button', { name: 'My last rounds' }).click();
    await other.page.getByText('No round of yours has been played here yet.').waitFor();
  }, 90_000);
});

it('an address of a table that is not there says so and leads to those that are', async () => {
  const page = await ground.newPage();
  await page.goto(`${ground.house().url}/table/nothere`);
  await page.getByText('There is no table “nothere”').waitFor();
  await page.getByRole('link', { name: 'Table crown-mini' }).click();
  await page.getByRole('group', { name: 'Layout' }).waitFor();
});

it('a newcomer sees an easy felt, and the whole one is a tap away and stays', async () => {
  const page = await ground.newPage({ ...still, felt: 'easy' });
  const seat = await Seat.atTable(page, ground.house(), 'crown');
  const count = () => page.locator('.felt [data-spot]').count();
  expect(await count()).toBe(10);
  await seat.chip(500);
  await seat.tap(FIELD);
  await seat.standing(FIELD, 500);
  await page.getByRole('button', { name: 'Whole felt' }).click();
  await seat.bet(HARD_8, 500);
  await page.reload();
  await until(count, (places) => places > 40, 'the whole felt');
  await page.getByRole('button', { name: 'Easy felt' }).click();
  await page.getByRole('button', { name: 'Whole felt $5 more there' }).waitFor();
}, 60_000);
