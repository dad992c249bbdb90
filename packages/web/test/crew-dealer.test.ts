/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Command } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ConsoleName } from '../src/crew/stations.js';
import { cutOff, faultsInThemes, overflow, smallTargets } from './support/access.js';
import { type By, button, Crews, chip, dealtTable, putOn, seat, spot } from './support/crew.js';
import { openGround, until } from './support/pages.js';

const LIMITS = { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } };
const ground = openGround({
  tables: [
    dealtTable('evening', 'star', 16, LIMITS),
    dealtTable('twice', 'star', 16, LIMITS),
    dealtTable('back', 'star', 16, LIMITS),
    dealtTable('full', 'crown', 16, LIMITS),
    dealtTable('small', 'crown-mini', 8, LIMITS),
  ],
});
const crews = new Crews(ground);

/** Says something at a table as one of its crew. */
const doer = (table: string, by: By) => (command: Command) => crews.say(table, { by, ...command });

async function consoleAt(table: string, place: ConsoleName, token: string): Promise<Page> {
  const page = await crews.browserOf(token);
  await page.goto(crews.address(table, place));
  await page.locator('.entry').waitFor();
  return page;
}

/** The same is pressed on several screens at one moment, by the clock that they all read; gone, it is not there to press. */
async function atOnce(pages: readonly Page[], selector: string): Promise<void> {
  const moment = Date.now() + 400;
  const press = ([at, wanted]: readonly [number, string]) =>
    new Promise<void>((done) => {
      setTimeout(() => {
        document.querySelector<HTMLElement>(wanted)?.click();
        done();
      }, at - Date.now());
    });
  await Promise.all(pages.map((page) => page.evaluate(press, [moment, selector] as const)));
}

describe('a base dealer', () => {
  it('seats somebody, takes their wagers, deals the roll and lets them go', async () => {
    const dealer = await crews.onDuty('evening', 'star', 'dealer');
    const stick = await crews.onDuty('evening', 'star', 'stickperson');
    const say = doer('evening', stick.by);
    const page = await consoleAt('evening', 'left', dealer.token);

    await seat(page, 3).click();
    await page.getByLabel('Name, if they give one').fill('Ann');
    await button(page, 'Sits down with chips').click();
    const [sat] = await crews.told('evening', 'sat', 1);
    expect(sat).toMatchObject({ player: 'Ann', seat: 3, chips: true, by: dealer.by });
    await page.locator('[data-seat="3"][data-kind="chips"]').waitFor();

    await button(page, 'Buy in').click();
    await button(page, '$200').click();
    await button(page, 'Chips for $200').click();
    const [bought] = await crews.told('evening', 'chips-bought', 1);
    expect(bought).toMatchObject({ player: 'Ann', amount: 20_000, with: 'cash', by: dealer.by });

    // Chips make the amount; the same goes on the next spot.
    await chip(page, 5);
    await chip(page, 5);
    expect(await page.getByLabel('In hand').textContent()).toContain('$10');
    await putOn(page, 'pass');
    await chip(page, 5);
    for (const value of [5, 1, 1]) await chip(page, value);
    await spot(page, 'place', 6).click();
    const wagers = await crews.told('evening', 'wagered', 2);
    expect(wagers).toMatchObject([
      { player: 'Ann', wager: 'pass', amount: 1_000, by: dealer.by },
      { player: 'Ann', wager: 'place', number: 6, amount: 1_200, by: dealer.by },
    ]);

    // Under the minimum: why, by which clause, and the nearest one touch away.
    await chip(page, 1);
    await spot(page, 'field').click();
    const no = page.getByRole('alert');
    expect(await no.textContent()).toMatch(/below the minimum of \$5.*§ 7\.1/);
    expect(await page.locator('[data-refused]').getAttribute('data-refused')).toBe('Field');
    await no.getByRole('button', { name: '$5 instead' }).click();
    expect((await crews.told('evening', 'wagered', 3))[2]).toMatchObject({ wager: 'field', amount: 500 });

    await button(page, 'Press Place Bet to Win 6').click();
    expect((await crews.told('evening', 'wagered', 4))[3]).toMatchObject({ wager: 'place', whole: 2_400 });
    await button(page, 'Down Field').click();
    expect((await crews.told('evening', 'took', 1))[0]).toMatchObject({ wager: 'field', amount: 500 });
    await button(page, /^Undo/).click();
    await until(
      () => page.locator('.wager-row').count(),
      (rows) => rows === 3,
      'the field is up again',
    );
    await button(page, 'Down Field').click();

    await say({ do: 'offer' });
    for (const command of [{ do: 'accept' }, { do: 'choose', dice: ['1a', '1b'] }, { do: 'throw' }])
      await say({ ...command, player: 'Ann' });
    await say({ do: 'roll', dice: [5, 3] });
    await button(page, 'Nothing is open: go on').click();

    // The point is on: the dealer asks, with what the options allow.
    await page.getByRole('region', { name: 'Odds?' }).waitFor();
    await button(page, /^\$20 most: odds on Win Line for Ann/).click();
    expect((await crews.told('evening', 'wagered', 6))[5]).toMatchObject({
      wager: 'pass-odds',
      amount: 2_000,
      by: dealer.by,
    });

    await seat(page, 3).click();
    await button(page, 'Off Place Bet to Win 6').click();
    await page.locator('.wager-row [data-marker="off"]').waitFor();
    await seat(page, 3).locator('[data-marker="off"]').waitFor();
    await button(page, 'On Place Bet to Win 6').click();
    await page.locator('.wager-row [data-marker="off"]').waitFor({ state: 'detached' });
    expect(await crews.told('evening', 'called', 2)).toMatchObject([{ to: 'off' }, { to: 'on' }]);

    // With the dice out: late by the dealer's word (6.3), and chips found under the minimum (7.2).
    await say({ do: 'throw', player: 'Ann' });
    await button(page, 'Found').waitFor();
    await chip(page, 5);
    await spot(page, 'field').click();
    await crews.told('evening', 'wagered', 7);
    await button(page, 'Found').click();
    await chip(page, 1);
    await spot(page, 'place', 9).click();
    expect((await crews.told('evening', 'wagered', 8)).slice(6)).toMatchObject([
      { wager: 'field', amount: 500, late: true, confirmed: [dealer.by] },
      { wager: 'place', number: 9, amount: 100, found: true, by: dealer.by },
    ]);
    await say({ do: 'roll', dice: [4, 2] });

    // The sheet of the end: one line ticked, the other paid otherwise.
    const field = page.locator('[data-line*="field"]');
    const place = page.locator('[data-line*="place-6"]');
    // What to say stands on a line of its own under what to do, and the tick at the hand.
    const [main, words, tick] = await Promise.all(
      ['.crew-line-main', '.crew-words', '.crew-tick'].map((one) => place.locator(one).boundingBox()),
    );
    expect(words?.y).toBeGreaterThan((main?.y ?? 0) + (main?.height ?? 0) - 12);
    expect(words?.height).toBeLessThan(32);
    expect(tick?.x).toBeGreaterThanOrEqual((main?.x ?? 0) + (main?.width ?? 0));
    await field.getByRole('button', { name: /^Done/ }).click();
    await until(
      () => field.getAttribute('data-state'),
      (state) => state === 'done',
      'ticked off',
    );
    await place.locator('.crew-line-main').click();
    await page.getByLabel('Really paid').fill('30');
    await button(page, 'Paid too much').click();
    await button(page, 'Put on record').click();
    const [differs] = await crews.told('evening', 'line-differs', 1);
    expect(differs).toMatchObject({ player: 'Ann', owed: 2_800, paid: 3_000, by: dealer.by });

    await seat(page, 3).click();
    await button(page, 'Same Place Bet to Win 6').click();
    expect((await crews.told('evening', 'wagered', 9))[8]).toMatchObject({
      wager: 'place',
      number: 6,
      amount: 2_400,
    });

    // With wagers up nobody leaves; after a seven they do.
    await button(page, 'Leaves').click();
    await button(page, 'Goodbye').click();
    await page.getByRole('alert').getByText('before you leave').waitFor();
    await say({ do: 'throw', player: 'Ann' });
    await say({ do: 'roll', dice: [3, 4] });
    await button(page, /^Everything here is done/).click();
    await seat(page, 3).click();
    await button(page, 'Leaves').click();
    await button(page, 'Goodbye').click();
    expect((await crews.told('evening', 'left', 1))[0]).toMatchObject({ player: 'Ann', by: dealer.by });
    await page.locator('[data-seat="3"].free').waitFor();
  });

  it('R59: knows again who left wagers standing and gave no name, and takes nobody for them unasked', async () => {
    const dealer = await crews.onDuty('back', 'star', 'dealer');
    const stick = await crews.onDuty('back', 'star', 'stickperson');
    const say = doer('back', stick.by);
    const page = await consoleAt('back', 'left', dealer.token);
    const sitsAt = async (place: number): Promise<void> => {
      await button(page, 'Sits down with chips').click();
      await page.locator(`[data-seat="${place}"][data-kind="chips"]`).waitFor();
    };
    await seat(page, 3).click();
    expect(await page.locator('.sit-who').count()).toBe(0);
    await sitsAt(3);
    await say({ do: 'bet', player: 'Seat 3', wager: 'pass', amount: 1_000 });
    await say({ do: 'offer' });
    for (const command of [{ do: 'accept' }, { do: 'choose', dice: ['1a', '1b'] }, { do: 'throw' }])
      await say({ ...command, player: 'Seat 3' });
    await say({ do: 'roll', dice: [5, 3] });
    await button(page, 'Nothing is open: go on').click();
    await seat(page, 3).click();
    await button(page, 'Leaves').click();
    await button(page, 'Goodbye, wagers stand').click();

    await page.locator('[data-seat="3"].free').waitFor();
    const same = button(page, 'The same Seat 3 who left (wagers of $10 stand)');
    await same.waitFor();
    expect(await button(page, 'Somebody new').getAttribute('aria-pressed')).toBe('true');
    const faults: string[] = [];
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      faults.push(...(await smallTargets(page)), ...(await cutOff(page)));
    }
    faults.push(...(await faultsInThemes(page, 'who sits down', ['night'])));
    expect(faults).toEqual([]);
    await sitsAt(3);
    await seat(page, 5).click();
    await same.click();
    expect(await page.getByLabel('Name, if they give one').count()).toBe(0);
    await sitsAt(5);
    const [first, another, again] = await crews.told('back', 'sat', 3);
    expect(first?.person).toMatch(/^chips-/);
    expect(another).toMatchObject({ player: 'Seat 3 (2)', seat: 3, by: dealer.by });
    expect(another?.person).not.toBe(first?.person);
    expect(again).toMatchObject({ player: 'Seat 3', person: first?.person, seat: 5, again: true });
    await page.locator('.wager-row').getByText('$10').waitFor();
    // Nobody is left to be known again.
    await seat(page, 4).click();
    expect(await page.locator('.sit-who').count()).toBe(0);
  });

  it('two consoles that do the same at once have one effect', async () => {
    const [one, two] = [
      await crews.onDuty('twice', 'star', 'dealer'),
      await crews.onDuty('twice', 'star', 'dealer'),
    ];
    const pages = [await consoleAt('twice', 'left', one.token), await consoleAt('twice', 'left', two.token)];
    const both = (act: (page: Page) => Promise<void>) => Promise.all(pages.map(act));
    const before = (await crews.told('twice', 'sat', 0)).length;
    await both((page) => seat(page, 5).click());
    await atOnce(pages, '.sit-down .main');
    await both((page) => page.locator('[data-seat="5"][data-kind="chips"]').waitFor());
    expect(await crews.told('twice', 'sat', before + 1)).toHaveLength(before + 1);
    const stick = await crews.onDuty('twice', 'star', 'stickperson');
    const say = doer('twice', stick.by);
    for (const command of [
      { do: 'bet', wager: 'pass', amount: 500 },
      { do: 'bet', wager: 'field', amount: 500 },
    ])
      await say({ ...command, player: 'Seat 5' });
    await say({ do: 'offer' });
    for (const command of [{ do: 'accept' }, { do: 'choose', dice: ['1a', '1b'] }, { do: 'throw' }])
      await say({ ...command, player: 'Seat 5' });
    const dealt = (await crews.told('twice', 'lines-dealt', 0)).length;
    await say({ do: 'roll', dice: [2, 3] });
    await both((page) => page.locator('[data-line*="field"][data-state="open"]').waitFor());
    await atOnce(pages, '.crew-tick');
    await both((page) => page.locator('.entry-felt').waitFor());
    expect(await crews.told('twice', 'lines-dealt', dealt + 1)).toHaveLength(dealt + 1);
  });

  it('is for a thumb, and for everybody: a full table at every size', async () => {
    const box = await crews.onDuty('full', 'crown', 'boxperson');
    const dealer = await crews.onDuty('full', 'crown', 'dealer');
    const say = doer('full', box.by);
    for (let place = 1; place <= 8; place++) {
      const player = `P${place}`;
      await say({ do: 'sit', player, seat: place, bankroll: 0, chips: true });
      for (const [wager, number, amount] of [
        ['pass', undefined, 1_000],
        ['field', undefined, 500],
        ['place', 5, 1_000],
        ['place', 8, 1_200],
        ['buy', 10, 2_000],
        ['lay', 4, 4_000],
      ] as const)
        await say({ do: 'bet', player, wager, ...(number ? { number } : {}), amount });
    }
    await say({ do: 'call', player: 'P2', wager: 'place', to: 'on' });
    const page = await consoleAt('full', 'left', dealer.token);
    await seat(page, 2).click();
    // crown 3.5.1(b): one marker speaks for all similar wagers.
    expect(await page.locator('.wager-row [data-marker="on"]').count()).toBe(1);
    await chip(page, 1);
    await spot(page, 'come').click({ force: true });
    await page.getByRole('alert').waitFor();
    const faults: string[] = [];
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      faults.push(...(await smallTargets(page)), ...(await cutOff(page)));
      if ((await overflow(page)) > 0) faults.push(`wider than ${width}`);
    }
    faults.push(...(await faultsInThemes(page, 'base dealer')));
    expect(faults).toEqual([]);
  });
});

describe('a single dealer', () => {
  it('crown-mini: deals a whole hand from one screen', async () => {
    const { by, token } = await crews.onDuty('small', 'crown-mini', 'dealer');
    const page = await consoleAt('small', 'single', token);
    await seat(page, 1).click();
    await button(page, 'Sits down with chips').click();
    await page.locator('[data-seat="1"][data-kind="chips"]').waitFor();
    // By keys: the second chip twice, then the line.
    await page.keyboard.press('2');
    await page.keyboard.press('2');
    await spot(page, 'pass').focus();
    await page.keyboard.press('Enter');
    expect((await crews.told('small', 'wagered', 1))[0]).toMatchObject({ wager: 'pass', amount: 1_000, by });
    await button(page, 'Offer').click();
    await button(page, 'Takes the dice').click();
    await button(page, 'Die A').click();
    await button(page, 'Die B').click();
    const throws = async (dice: readonly [number, number], throwNo: number): Promise<void> => {
      await button(page, 'Dice are out').click();
      await page.locator('.keypad').waitFor();
      for (const face of dice) await page.keyboard.press(String(face));
      await page.keyboard.press('Enter');
      expect((await crews.told('small', 'rolled', throwNo)).at(-1)).toMatchObject({ dice, by });
    };
    await throws([2, 4], 1);
    await button(page, 'Nothing is open: go on').click();
    await button(page, /^\$20 most: odds on/).click();
    await throws([4, 2], 2);
    expect(await page.locator('.dealer-sheet').evaluate((it) => it.scrollHeight <= it.clientHeight + 1)).toBe(
      true,
    );
    await button(page, /^Everything here is done/).click();
    const dealt = await crews.told('small', 'lines-dealt', 1);
    expect(dealt[0]).toMatchObject({ by });
    await seat(page, 1).click();
    await button(page, /^Same Win Line$/).click();
    await crews.told('small', 'wagered', 3);
    await throws([2, 2], 3);
    await button(page, 'Nothing is open: go on').click();
    await throws([3, 4], 4);
    await page.getByRole('button', { name: /^Done/ }).click();
    await button(page, 'Offer').waitFor();
    const faults = [
      ...(await smallTargets(page)),
      ...(await faultsInThemes(page, 'single dealer', ['night'])),
    ];
    expect(faults).toEqual([]);
  });
});
