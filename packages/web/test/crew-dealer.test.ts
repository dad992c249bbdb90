/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Command, TableEvent } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cutOff, faultsInThemes, overflow, smallTargets } from './support/access.js';
import { openGround, until } from './support/pages.js';

const LIMITS = { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } };
const peoples = (id: string, rulebook: string, seats: number) => ({
  id,
  name: `Table ${id}`,
  settings: { rulebook, seats, chips: [100, 500, 2_500, 10_000, 50_000], limits: LIMITS },
  crew: 'people',
  dice: 'called',
});
const ground = openGround({
  tables: [peoples('evening', 'star', 16), peoples('full', 'crown', 16), peoples('small', 'crown-mini', 8)],
});

type By = { readonly role: string; readonly id: string };
type Do = (command: Command) => Promise<void>;

/** Says something at a table as the house itself does, which must be taken. */
const doer =
  (table: string, by?: By): Do =>
  async (command) => {
    const done = await ground.house().ask('do', { table, command: by ? { by, ...command } : command });
    if (!done.ok) throw new Error(`${String(command['do'])}: ${done.refused.message}`);
  };

let people = 0;

/** Somebody of the staff who is on duty at a table. */
async function onDuty(
  table: string,
  rulebook: string,
  role: string,
): Promise<{ readonly by: By; readonly token: string }> {
  people += 1;
  const login = `${table}-${role}-${people}`;
  const { token, person } = await ground
    .house()
    .ask('staff', { name: login, login, roles: [{ rulebook, role }] });
  await doer(table)({ do: 'staff', person: person.id, role });
  return { by: { role, id: person.id }, token };
}

async function consoleAt(table: string, place: string, token: string): Promise<Page> {
  const page = await ground.newPage();
  await page.addInitScript((own) => localStorage.setItem('boxperson.staff', own), token);
  await page.goto(`${ground.house().url}/crew/${table}/${place}`);
  await page.locator('.entry').waitFor();
  return page;
}

/** The events of one kind, once so many are there. */
async function told<K extends TableEvent['event']>(table: string, event: K, count: number) {
  const all = await until(
    () => ground.house().ask('record', { table }),
    (record) => record.filter((one) => one.event.event === event).length >= count,
    `${count} of ${event}`,
  );
  return all.map((one) => one.event).filter((one) => one.event === event) as Extract<
    TableEvent,
    { event: K }
  >[];
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const chip = (page: Page, dollars: number) => button(page, `Chip of $${dollars}`).click();
const spot = (page: Page, wager: string, number?: number) =>
  page.locator(`[data-wager="${wager}"]${number === undefined ? '' : `[data-number="${number}"]`}`).first();
/** The line turns a corner: its middle is not on it. */
async function onLine(page: Page): Promise<void> {
  const box = (await spot(page, 'pass').boundingBox()) as { width: number; height: number };
  await spot(page, 'pass').click({ position: { x: box.width / 3, y: box.height - 15 } });
}
const seat = (page: Page, number: number) => page.locator(`[data-seat="${number}"]`);

describe('a base dealer', () => {
  it('seats somebody, takes their wagers, deals the roll and lets them go', async () => {
    const dealer = await onDuty('evening', 'star', 'dealer');
    const stick = await onDuty('evening', 'star', 'stickperson');
    const say = doer('evening', stick.by);
    const page = await consoleAt('evening', 'left', dealer.token);

    await seat(page, 3).click();
    await page.getByLabel('Name, if they give one').fill('Ann');
    await button(page, 'Sits down with chips').click();
    const [sat] = await told('evening', 'sat', 1);
    expect(sat).toMatchObject({ player: 'Ann', seat: 3, chips: true, by: dealer.by });
    await page.locator('[data-seat="3"][data-kind="chips"]').waitFor();

    await button(page, 'Buy in').click();
    await button(page, '$200').click();
    await button(page, 'Chips for $200').click();
    const [bought] = await told('evening', 'chips-bought', 1);
    expect(bought).toMatchObject({ player: 'Ann', amount: 20_000, with: 'cash', by: dealer.by });

    // Chips make the amount; the same goes on the next spot.
    await chip(page, 5);
    await chip(page, 5);
    expect(await page.getByLabel('In hand').textContent()).toContain('$10');
    await onLine(page);
    await chip(page, 5);
    for (const value of [5, 1, 1]) await chip(page, value);
    await spot(page, 'place', 6).click();
    const wagers = await told('evening', 'wagered', 2);
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
    expect((await told('evening', 'wagered', 3))[2]).toMatchObject({ wager: 'field', amount: 500 });

    await button(page, 'Press Place Bet to Win 6').click();
    expect((await told('evening', 'wagered', 4))[3]).toMatchObject({ wager: 'place', whole: 2_400 });
    await button(page, 'Down Field').click();
    expect((await told('evening', 'took', 1))[0]).toMatchObject({ wager: 'field', amount: 500 });
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
    await button(page, 'Nothing is open: the dice may go').click();

    // The point is on: the dealer asks, with what the options allow.
    await page.getByRole('region', { name: 'Odds?' }).waitFor();
    await button(page, /^\$20 most: odds on Win Line for Ann/).click();
    expect((await told('evening', 'wagered', 6))[5]).toMatchObject({
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
    expect(await told('evening', 'called', 2)).toMatchObject([{ to: 'off' }, { to: 'on' }]);

    await chip(page, 5);
    await spot(page, 'field').click();
    await told('evening', 'wagered', 7);
    await say({ do: 'throw', player: 'Ann' });
    await say({ do: 'roll', dice: [4, 2] });

    // The sheet of the end: one line ticked, the other paid otherwise.
    const field = page.locator('[data-line*="field"]');
    const place = page.locator('[data-line*="place-6"]');
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
    const [differs] = await told('evening', 'line-differs', 1);
    expect(differs).toMatchObject({ player: 'Ann', owed: 2_800, paid: 3_000, by: dealer.by });

    await seat(page, 3).click();
    await button(page, 'Same Place Bet to Win 6').click();
    expect((await told('evening', 'wagered', 8))[7]).toMatchObject({
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
    expect((await told('evening', 'left', 1))[0]).toMatchObject({ player: 'Ann', by: dealer.by });
    await page.locator('[data-seat="3"].free').waitFor();
  });

  it('two consoles that do the same at once have one effect', async () => {
    const [one, two] = [await onDuty('evening', 'star', 'dealer'), await onDuty('evening', 'star', 'dealer')];
    const pages = [
      await consoleAt('evening', 'left', one.token),
      await consoleAt('evening', 'left', two.token),
    ];
    const both = (act: (page: Page) => Promise<void>) => Promise.all(pages.map(act));
    const before = (await told('evening', 'sat', 0)).length;
    await both((page) => seat(page, 5).click());
    // At the same moment, by the clock that both read.
    const moment = Date.now() + 400;
    await both((page) =>
      page.evaluate(
        (at) =>
          new Promise<void>((done) => {
            const press = () => {
              document.querySelector<HTMLElement>('.sit-down .main')?.click();
              done();
            };
            setTimeout(press, at - Date.now());
          }),
        moment,
      ),
    );
    await both((page) => page.locator('[data-seat="5"][data-kind="chips"]').waitFor());
    expect(await told('evening', 'sat', before + 1)).toHaveLength(before + 1);
    const stick = await onDuty('evening', 'star', 'stickperson');
    const say = doer('evening', stick.by);
    for (const command of [
      { do: 'bet', wager: 'pass', amount: 500 },
      { do: 'bet', wager: 'field', amount: 500 },
    ])
      await say({ ...command, player: 'Seat 5' });
    await say({ do: 'offer' });
    for (const command of [{ do: 'accept' }, { do: 'choose', dice: ['1a', '1b'] }, { do: 'throw' }])
      await say({ ...command, player: 'Seat 5' });
    const dealt = (await told('evening', 'lines-dealt', 0)).length;
    await say({ do: 'roll', dice: [2, 3] });
    await both((page) => page.locator('[data-line*="field"][data-state="open"]').waitFor());
    await both((page) => page.locator('.crew-tick').dispatchEvent('click'));
    await both((page) => page.locator('.entry-felt').waitFor());
    expect(await told('evening', 'lines-dealt', dealt + 1)).toHaveLength(dealt + 1);
  });

  it('is for a thumb, and for everybody: a full table at every size', async () => {
    const box = await onDuty('full', 'crown', 'boxperson');
    const dealer = await onDuty('full', 'crown', 'dealer');
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
    const { by, token } = await onDuty('small', 'crown-mini', 'dealer');
    const page = await consoleAt('small', 'single', token);
    await seat(page, 1).click();
    await button(page, 'Sits down with chips').click();
    await page.locator('[data-seat="1"][data-kind="chips"]').waitFor();
    // By keys: the second chip twice, then the line.
    await page.keyboard.press('2');
    await page.keyboard.press('2');
    await spot(page, 'pass').focus();
    await page.keyboard.press('Enter');
    expect((await told('small', 'wagered', 1))[0]).toMatchObject({ wager: 'pass', amount: 1_000, by });
    await button(page, 'Offer').click();
    await button(page, 'Takes the dice').click();
    await button(page, 'Die A').click();
    await button(page, 'Die B').click();
    const throws = async (dice: readonly [number, number], throwNo: number): Promise<void> => {
      await button(page, 'Dice are out').click();
      await page.locator('.keypad').waitFor();
      for (const face of dice) await page.keyboard.press(String(face));
      await page.keyboard.press('Enter');
      expect((await told('small', 'rolled', throwNo)).at(-1)).toMatchObject({ dice, by });
    };
    await throws([2, 4], 1);
    await button(page, 'Nothing is open: the dice may go').click();
    await button(page, /^\$20 most: odds on/).click();
    await throws([4, 2], 2);
    expect(await page.locator('.dealer-sheet').evaluate((it) => it.scrollHeight <= it.clientHeight + 1)).toBe(
      true,
    );
    await button(page, /^Everything here is done/).click();
    const dealt = await told('small', 'lines-dealt', 1);
    expect(dealt[0]).toMatchObject({ by });
    await seat(page, 1).click();
    await button(page, /^Same Win Line$/).click();
    await told('small', 'wagered', 3);
    await throws([2, 2], 3);
    await button(page, 'Nothing is open: the dice may go').click();
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
