import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { few } from '../../../test/support/few.js';
import { choose, cutOff, faultsInThemes, overflow, smallTargets } from './support/access.js';
import { openGround } from './support/pages.js';
import { at, Seat } from './support/seat.js';

const ground = openGround();

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;
const still = { reducedMotion: 'reduce' } as const;

const PASS = at({ wager: 'pass' });
const PLACE_6 = at({ wager: 'place', number: 6 });
const FIELD = at({ wager: 'field' });

const lobby = async (page: Page): Promise<void> => {
  await page.goto(ground.house().url);
  await page.getByRole('list', { name: 'Tables' }).waitFor();
};

/** Each theme at one table; the lobby is looked at in all of them. */
const TABLE_THEMES = {
  star: ['night', 'contrast'],
  'crown-mini': ['night', 'safe'],
  aruze: ['night', 'day'],
} as const;

describe('axe-core finds nothing', () => {
  it.each([
    ['a laptop', { width: 1280, height: 800 }],
    ['a phone', { width: 390, height: 844 }],
  ])(
    'in the lobby and its dialogs on %s',
    async (_what, viewport) => {
      const page = await ground.newPage({ ...still, viewport });
      await lobby(page);
      const faults = [...(await faultsInThemes(page, 'lobby'))];
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog', { name: 'Settings' }).waitFor();
      faults.push(...(await faultsInThemes(page, 'settings')));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'I have a card' }).click();
      await page.getByRole('dialog').waitFor();
      await page.getByRole('button', { name: 'Sign in' }).click();
      faults.push(...(await faultsInThemes(page, 'sign in')));
      expect(faults).toEqual([]);
    },
    120_000,
  );

  it('over a table, on the way to be its crew, and at a first hand', async () => {
    const page = await ground.newPage({ ...still, viewport: { width: 1280, height: 800 } });
    const faults: string[] = [];
    await page.goto(`${ground.house().url}/display/star`);
    await page.getByRole('heading', { name: 'Table star' }).waitFor();
    faults.push(...(await faultsInThemes(page, 'display', ['night', 'day'])));
    // A trainee whose session is over has no password: they are led back to where they came from.
    await page.evaluate(() => {
      localStorage.setItem('boxperson.staff', 'over');
      localStorage.setItem('boxperson.trainee', 'star');
    });
    await page.goto(`${ground.house().url}/crew/star/stick`);
    await page.getByRole('heading', { name: 'Be the crew' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/be-the-crew');
    faults.push(...(await faultsInThemes(page, 'be the crew', ['night', 'day'])));
    await page.goto(`${ground.house().url}/first-hand`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('Step 1 of 8').waitFor();
    faults.push(...(await faultsInThemes(page, 'first hand', ['night', 'contrast'])));
    expect(faults).toEqual([]);
  }, 120_000);

  it.each(
    few(2, [
      ['crown-mini', { width: 390, height: 844 }],
      ['star', { width: 1280, height: 800 }],
      ['aruze', { width: 1920, height: 1080 }],
    ] as const),
  )(
    'at %s: watching, seated, betting, refused, with every dialog, in words',
    async (id, viewport) => {
      const page = await ground.newPage({ ...still, viewport });
      const faults: string[] = [];
      const check = async (what: string) => {
        faults.push(...(await faultsInThemes(page, `${id} ${what}`, TABLE_THEMES[id])));
      };
      await page.goto(`${ground.house().url}/table/${id}?watch`);
      await page.getByRole('button', { name: /^Sit down/ }).waitFor();
      await check('watching');
      const seat = new Seat(page, ground.house(), id);
      await seat.sitDown();
      await check('seated');
      await seat.bet(PASS, 1_000);
      if (!seat.isElectronic) await seat.takeDice();
      await seat.roll([3, 3]);
      await seat.bet(PLACE_6, 600);
      await check('the point is on');
      await seat.chip(100);
      await seat.tap(FIELD);
      await seat.refusal();
      await check('refused');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await seat.press(/Clear$/);
      await page
        .getByText(/stays:/)
        .first()
        .waitFor();
      await check('cleared, but for the line');
      await page.keyboard.press('Escape');
      await seat.press(/More$/);
      await page.getByRole('dialog').waitFor();
      await check('more');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await check('help');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('v');
      await page.getByRole('textbox', { name: 'Command' }).fill('help');
      await page.keyboard.press('Enter');
      await page.getByText('What you can type', { exact: true }).waitFor();
      await check('in words');
      expect(faults).toEqual([]);
    },
    240_000,
  );
});

describe('everything that can be pressed is as large as a finger, nothing is wider than the window', () => {
  it.each(few(2, SIZES).map((size) => [`${size.width}×${size.height}`, size] as const))(
    '%s',
    async (_name, viewport) => {
      const page = await ground.newPage({ ...still, viewport });
      await lobby(page);
      expect(await smallTargets(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      for (const id of ['crown', 'crown-mini', 'aruze'] as const) {
        const seat = await Seat.atTable(page, ground.house(), id);
        await seat.bet(FIELD, 500);
        expect(await smallTargets(page), id).toEqual([]);
        expect(await overflow(page), id).toBe(0);
      }
    },
    120_000,
  );
});

describe('text at 200 %', () => {
  it.each([
    ['a laptop', { width: 1280, height: 800 }],
    ['a phone', { width: 390, height: 844 }],
  ])(
    'fits on %s',
    async (_what, viewport) => {
      const page = await ground.newPage({ ...still, viewport });
      await lobby(page);
      await choose(page, 'text', '200');
      expect(await overflow(page)).toBe(0);
      expect(await cutOff(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog', { name: 'Settings' }).waitFor();
      expect(await overflow(page)).toBe(0);
      const seat = await Seat.atTable(page, ground.house(), 'adelaide');
      await choose(page, 'text', '200');
      await seat.bet(FIELD, 500);
      expect(await overflow(page)).toBe(0);
      expect(await cutOff(page)).toEqual([]);
    },
    120_000,
  );
});
