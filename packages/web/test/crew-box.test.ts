/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Command, RULEBOOKS, type TableEvent } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { few } from '../../../test/support/few.js';
import { STAFFED_BOOKS, type StaffedBook } from '../src/crew/book/by-the-book.js';
import { type ConsoleName, roleAt } from '../src/crew/stations.js';
import { faultsInThemes, overflow, smallTargets } from './support/access.js';
import { openGround, until } from './support/pages.js';

const LIMITS = { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } };
const peoples = (id: string, rulebook: string) => ({
  id,
  name: `Table ${id}`,
  settings: {
    rulebook,
    seats: rulebook === 'crown-mini' ? 8 : 16,
    chips: [100, 500, 2_500, 10_000],
    limits: LIMITS,
  },
  crew: 'people',
  dice: 'called',
});
const ground = openGround({
  tables: [
    ...STAFFED_BOOKS.map((book) => peoples(book, book)),
    ...['evening', 'looks'].map((id) => peoples(id, 'star')),
    ...['voices', 'void'].map((id) => peoples(id, 'crown')),
  ],
});

interface Standing {
  readonly page: Page;
  readonly by: { readonly role: string; readonly id: string };
  readonly token: string;
  readonly name: string;
}

/** Says something at a table as the house itself does, which must be taken. */
async function say(table: string, command: Command): Promise<void> {
  const done = await ground.house().ask('do', { table, command });
  if (!done.ok) throw new Error(`${String(command['do'])}: ${done.refused.message}`);
}

const record = async (table: string): Promise<readonly TableEvent[]> =>
  (await ground.house().ask('record', { table })).map(({ event }) => event);
const last = async <Name extends TableEvent['event']>(table: string, name: Name) =>
  (await record(table)).findLast((event) => event.event === name) as Extract<TableEvent, { event: Name }>;

/** A message from the house waits while the page is told to hold it: what it shows is then of a moment ago. */
const holdable = (): void => {
  const held: (() => void)[] = [];
  const around = globalThis as unknown as { hold: boolean; release: () => void };
  around.hold = false;
  around.release = () => {
    around.hold = false;
    for (const go of held.splice(0)) go();
  };
  const native = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage') as PropertyDescriptor;
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    ...native,
    set(listener: (event: MessageEvent) => void) {
      native.set?.call(this, (event: MessageEvent) =>
        around.hold ? held.push(() => listener(event)) : listener(event),
      );
    },
  });
};

let people = 0;
/** Somebody with the role of a place, at its console; on duty there unless they come by the page. */
async function standAt(
  table: string,
  book: StaffedBook,
  place: ConsoleName,
  comes: 'stands' | 'by-the-page' = 'stands',
): Promise<Standing> {
  const role = roleAt(RULEBOOKS[book], place);
  const login = `${table}-${place}-${++people}`;
  const staff = { name: `Crew ${people}`, login, roles: [{ rulebook: book, role }] };
  const { token, person } = await ground.house().ask('staff', staff);
  if (comes === 'stands') await say(table, { do: 'staff', person: person.id, role, station: place });
  const page = await ground.newPage();
  await page.addInitScript(holdable);
  await page.addInitScript((own) => localStorage.setItem('boxperson.staff', own), token);
  await page.goto(`${ground.house().url}/crew/${table}/${place}`);
  await page.locator(comes === 'stands' ? '.crew' : '.crew-places').waitFor();
  return { page, by: { role, id: person.id }, token, name: staff.name };
}

const at = (page: Page, phase: string) => page.locator(`.crew[data-phase="${phase}"]`).waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Ann shoots with a wager on the line and Bob has chips about. */
async function seated(table: string, by: Standing['by'], wagers: readonly Command[] = []): Promise<void> {
  for (const [index, player] of ['Ann', 'Bob'].entries())
    await say(table, { do: 'sit', player, seat: index + 1, bankroll: 0, chips: true, card: `c${index}`, by });
  await say(table, { do: 'bet', player: 'Ann', wager: 'pass', amount: 1_000, by });
  for (const wager of wagers) await say(table, { do: 'bet', player: 'Bob', ...wager, by });
  await say(table, { do: 'offer', by });
  await say(table, { do: 'accept', player: 'Ann', dice: ['1a', '1b'], by });
}

describe('no roll', () => {
  it.each(few(2, STAFFED_BOOKS))(
    '%s: only the grounds of the book, each with what it does before it counts',
    async (book) => {
      const place = book === 'crown-mini' ? 'single' : 'stick';
      const { page, by } = await standAt(book, book, place);
      await seated(book, by);
      const { shall, may } = RULEBOOKS[book].conduct.noRoll;
      const role = RULEBOOKS[book].roles.find(({ id }) => id === by.role)?.title as string;
      for (const { id, diceOff } of [...shall, ...may]) {
        await say(book, { do: 'throw', player: 'Ann', by });
        await at(page, 'thrown');
        await button(page, 'No roll…').click();
        const listed = page.locator('[data-ground]');
        expect(await listed.evaluateAll((all) => all.map((one) => one.getAttribute('data-ground')))).toEqual(
          [...shall, ...may].map((one) => one.id),
        );
        await page.getByText(`${role} or above`).waitFor();
        expect(await button(page, 'Call no roll').isDisabled()).toBe(true);
        await page.locator(`[data-ground="${id}"]`).click();
        if (diceOff) await button(page, 'Die A').click();
        await page.locator('.no-roll-effect', { hasText: 'does not count and every wager stays' }).waitFor();
        await button(page, 'Call no roll').click();
        await at(page, 'betting');
        expect(await last(book, 'no-roll')).toMatchObject({ ground: id, diceOff: diceOff ? ['1a'] : [] });
        if (!diceOff) continue;
        // The die is found; whoever the book names checks it, and the shooter has it back.
        await page.locator('[data-where="off"]').getByRole('button', { name: 'Die A: Found' }).click();
        await page.locator('[data-where="found"]').waitFor();
        const checks = RULEBOOKS[book].powers['check-found-die']?.role as string;
        if (checks !== by.role) {
          await page.getByText(/^checked by the/).waitFor();
          await say(book, { do: 'staff', person: 'checker', role: checks });
          await say(book, {
            do: 'check-die',
            die: '1a',
            sound: true,
            toShooter: true,
            by: { role: checks, id: 'checker' },
          });
          await say(book, { do: 'staff-leave', person: 'checker' });
        } else await button(page, 'Die A: Sound: shooter').click();
        await until(
          async () => (await record(book)).at(-1)?.event,
          (name) => name !== 'die-found',
          'the die to be checked',
        );
      }
    },
    180_000,
  );
});

describe('an evening at one table', () => {
  const crew = {} as Record<'stick' | 'left' | 'box', Standing>;

  it('a place where nobody is says so on every console, until somebody comes', async () => {
    const stick = await standAt('evening', 'star', 'stick');
    const box = await standAt('evening', 'star', 'box');
    const ends = [stick, box].map(({ page }) => page.getByRole('button', { name: 'Left end' }));
    for (const end of ends) await end.getByText('empty').waitFor();
    const left = await standAt('evening', 'star', 'left', 'by-the-page');
    await left.page.locator('[data-place="stick"]', { hasText: stick.name }).waitFor();
    await left.page.locator('[data-place="right"]', { hasText: 'this position is empty' }).waitFor();
    // Names are for this table's crew. Whoever works at another is told what stands there, and who they are themselves.
    const stranger = await standAt('evening', 'crown', 'left', 'by-the-page');
    const there = stranger.page.locator('[data-place="stick"]');
    await there.getByText('a Stickperson', { exact: true }).waitFor();
    expect(await there.innerText()).not.toContain(stick.name);
    await left.page
      .locator('[data-place="left"]')
      .getByRole('button', { name: /Stand here/ })
      .click();
    await left.page.locator('.crew').waitFor();
    for (const end of ends) await end.getByText('empty').waitFor({ state: 'detached' });
    await box.page.getByRole('button', { name: 'Right end' }).getByText('empty').waitFor();
    expect(await last('evening', 'staff-came')).toMatchObject({ role: 'dealer', station: 'left' });
    // The next one comes to the same place: whoever is there is told, and goes.
    const relief = await standAt('evening', 'star', 'left');
    await left.page.getByText(`${relief.name} has come to relieve you.`).waitFor();
    await left.page.getByRole('button', { name: /go off duty/ }).click();
    await left.page.getByRole('heading', { name: 'Which table?' }).waitFor();
    expect(await last('evening', 'staff-left')).toBeTruthy();
  }, 120_000);

  it('runs a hand: a half entry fades, a wrong call is held and corrected, differences and waves are the box’s', async () => {
    for (const place of ['stick', 'left', 'box'] as const)
      crew[place] = await standAt('evening', 'star', place);
    const { stick, left, box } = crew;
    await seated('evening', box.by, [
      { wager: 'field', amount: 500 },
      { wager: 'any-seven', amount: 500 },
    ]);
    await button(stick.page, /^Dice are out/).click();
    await at(stick.page, 'thrown');
    await stick.page.keyboard.press('4');
    await stick.page.locator('.keypad-shows.half').waitFor();
    await stick.page.locator('.keypad-shows.half').waitFor({ state: 'detached', timeout: 4_000 });
    await stick.page.keyboard.press('4');
    await stick.page.keyboard.press('5');
    await stick.page.getByText('Nine: the point is 9.').waitFor();
    await stick.page.keyboard.press('Enter');
    await stick.page.locator('.called').waitFor();

    // A touch in passing takes nothing back; held, the faces are keyed anew.
    await stick.page.getByRole('button', { name: /^Wrong call/ }).click();
    await stick.page.waitForTimeout(800);
    expect(await stick.page.locator('.correction').count()).toBe(0);
    await stick.page.keyboard.down('Backspace');
    await stick.page.locator('.correction').waitFor();
    await stick.page.keyboard.up('Backspace');
    await stick.page.keyboard.press('4');
    await stick.page.keyboard.press('6');
    await stick.page.keyboard.press('Enter');
    await stick.page.locator('.called', { hasText: 'Ten: the point is 10.' }).waitFor();
    expect(await last('evening', 'call-corrected')).toMatchObject({ was: [4, 5], reason: 'A wrong key' });

    // Paid otherwise: the box sees by how much and by whom, before the dice go.
    const line = left.page.locator('[data-line="1c1/field/Bob"]');
    await line.locator('.crew-line-main').click();
    await line.getByLabel('Really paid').fill('7');
    await button(left.page, 'Paid too much').click();
    await button(left.page, 'Put on record').click();
    const differs = box.page.locator('[data-decision="differs"]');
    await differs.getByText('Seat 2, Bob, Field: overpaid $2').waitFor();
    await differs.getByText(`by ${left.name}: Paid too much`).waitFor();
    // Somebody has dealt by it: now the call is the box's to correct.
    await stick.page.getByText('takes a Boxperson or above').waitFor();
    await box.page.getByRole('button', { name: /^Wrong call/ }).waitFor();

    // The dice wait for the last line; the box lets them go, for a reason.
    await button(box.page, 'Wave the dice through…').click();
    expect(await button(box.page, 'Wave through').isDisabled()).toBe(true);
    await button(box.page, 'The float is being filled').click();
    await button(box.page, 'Wave through').click();
    await at(stick.page, 'betting');
    expect(await last('evening', 'sheet-waved')).toMatchObject({
      open: ['1c1/any-seven/Bob'],
      reason: 'The float is being filled',
    });
    await box.page.locator('[data-decision="waved"]', { hasText: 'Waved through with 1 open' }).waitFor();
  }, 180_000);

  it('faces in dispute are the box’s, once; another console’s tick is told calmly', async () => {
    for (const place of ['stick', 'left', 'box'] as const)
      crew[place] = await standAt('evening', 'star', place);
    const { stick, left, box } = crew;
    for (const wager of ['field', 'any-craps'])
      await say('evening', { do: 'bet', player: 'Bob', wager, amount: 500, by: box.by });
    await say('evening', { do: 'throw', player: 'Ann', by: box.by });
    await say('evening', { do: 'roll', dice: [2, 6], by: box.by });
    await button(box.page, 'Faces in dispute…').click();
    await box.page.getByText('Called as 2 and 6.').waitFor();
    await box.page.keyboard.press('3');
    await box.page.keyboard.press('6');
    await box.page.keyboard.press('Enter');
    await stick.page.getByText('Nine', { exact: false }).first().waitFor();
    expect(await last('evening', 'face-decided')).toMatchObject({ was: [2, 6], by: box.by });
    await button(box.page, 'Faces in dispute…').waitFor({ state: 'detached' });

    // What the left end shows is of a moment ago when it ticks the line.
    const id = (await record('evening')).filter(({ event }) => event === 'dice-thrown').length;
    await left.page.locator(`[data-line="${id}r/field/Bob"]`).waitFor();
    await left.page.evaluate(() => {
      (globalThis as unknown as { hold: boolean }).hold = true;
    });
    await say('evening', { do: 'deal-lines', lines: [`${id}r/field/Bob`], by: box.by });
    await left.page.locator(`[data-line="${id}r/field/Bob"] .crew-tick`).click();
    await left.page.waitForTimeout(300);
    await left.page.evaluate(() => (globalThis as unknown as { release: () => void }).release());
    await left.page.getByRole('status').getByText('Somebody else was quicker.').waitFor();
    expect(await left.page.getByRole('alert').count()).toBe(0);
    const ticks = (await record('evening')).filter(
      (event) => event.event === 'lines-dealt' && event.lines.includes(`${id}r/field/Bob`),
    );
    expect(ticks).toHaveLength(1);
    await button(stick.page, /Done: .*Any Craps/i).click();
    await at(box.page, 'betting');
  }, 180_000);

  it('the box decides about people and dice, and sees what it does first', async () => {
    const { page, by } = await standAt('evening', 'star', 'box');
    await say('evening', { do: 'bet', player: 'Bob', wager: 'place', number: 6, amount: 600, by });
    await page.locator('[data-power="void-wagers"]').click();
    await page.getByRole('group', { name: 'Whose?' }).getByRole('button', { name: /Bob/ }).click();
    await page.locator('[data-choice="device"]').click();
    await page.locator('.no-roll-effect', { hasText: '1 wager, $6, goes back to Seat 2, Bob' }).waitFor();
    await page
      .getByRole('complementary', { name: 'By the book, on a breach' })
      .locator('[data-clause="9.3.4"]')
      .waitFor();
    await page.locator('.box-act').getByRole('button', { name: 'Void wagers' }).click();
    await page.locator('.box-act').waitFor({ state: 'detached' });
    expect(await last('evening', 'wagers-voided')).toMatchObject({ player: 'Bob', ground: 'device', by });
    await page.locator('[data-power="order-pass"]').click();
    await page.locator('[data-choice="delay"]').click();
    await page.getByText('The dice go on to the next in line.').waitFor();
    await page.locator('.box-act').getByRole('button', { name: 'Order the dice on' }).click();
    await at(page, 'offering');
    expect(await last('evening', 'dice-passed')).toMatchObject({ how: 'ordered', ground: 'delay' });
  }, 120_000);

  it('a console that lost its line says so in red and does nothing; then everything is as it was', async () => {
    const { page, by } = await standAt('evening', 'star', 'stick');
    for (const command of [
      { do: 'offer' },
      { do: 'accept', player: 'Ann', dice: ['1a', '1b'] },
      { do: 'throw', player: 'Ann' },
    ])
      await say('evening', { ...command, by });
    await at(page, 'thrown');
    const before = (await record('evening')).length;
    await ground.house().kill();
    await page.getByRole('alert').getByText('The line to the house is lost.').waitFor();
    for (const key of ['3', '4', 'Enter']) await page.keyboard.press(key);
    expect(await page.locator('.keypad-die svg').count()).toBe(0);
    expect(await page.locator('main').getAttribute('inert')).not.toBeNull();
    await ground.house().again();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await at(page, 'thrown');
    expect((await record('evening')).length).toBe(before);
    await page.keyboard.press('3');
    await page.keyboard.press('4');
    await page.keyboard.press('Enter');
    await page.locator('.called').waitFor();
  }, 120_000);
});

describe('crown: a second voice', () => {
  it('a spoken wager waits at the box: refused it is no wager, confirmed it names both; others’ powers say whose', async () => {
    const dealer = await standAt('voices', 'crown', 'left');
    const { page, by } = await standAt('voices', 'crown', 'box');
    await seated('voices', by);
    await say('voices', { do: 'throw', player: 'Ann', by });
    await at(page, 'thrown');
    const announce = (id: string) =>
      fetch(`${ground.house().url}/api/table/voices/bet`, {
        method: 'POST',
        headers: { authorization: `Bearer ${dealer.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id, player: 'Bob', wager: 'field', amount: 500, oral: true, by: dealer.by }),
      });
    await announce('late-1-at-voices');
    const voice = page.locator('[data-decision="voice"]');
    await voice.getByText('Seat 2, Bob: $5 on Field, by word of mouth').waitFor();
    await voice.getByText(`announced by ${dealer.name}`).waitFor();
    await button(page, 'Refuse').click();
    await voice.waitFor({ state: 'detached' });
    await announce('late-2-at-voices');
    await button(page, 'Confirm').click();
    await voice.waitFor({ state: 'detached' });
    const wagers = (await record('voices')).filter(
      (event) => event.event === 'wagered' && event.player === 'Bob',
    );
    expect(wagers).toMatchObject([{ wager: 'field', oral: true, confirmed: [dealer.by, by] }]);
    const others = page.locator('.box-powers dl');
    await others.getByText('Invalidate outcome').waitFor();
    await others.getByText('TG Area Manager, § 9.3').waitFor();
    expect(await page.locator('button[data-power="invalidate"]').count()).toBe(0);
  }, 120_000);
});

describe('crown 5.2.2(b): dice given up with a point on', () => {
  it('voids the game only when the stick has been asked and says so again', async () => {
    const { page, by } = await standAt('void', 'crown', 'stick');
    await seated('void', by);
    await say('void', { do: 'throw', player: 'Ann', by });
    await say('void', { do: 'roll', dice: [4, 2], by });
    await say('void', { do: 'settle', by });
    await at(page, 'betting');
    const passed = async () => (await record('void')).filter(({ event }) => event === 'game-voided').length;
    await button(page, 'Passes the dice').click();
    await page.getByText('The game is void: the point 6 goes.').waitFor();
    expect(await passed()).toBe(0);
    await button(page, 'Not so').click();
    await button(page, 'Passes the dice').click();
    await page.getByRole('button', { name: 'Yes: passes the dice' }).click();
    await at(page, 'offering');
    expect(await passed()).toBe(1);
  }, 60_000);
});

describe('access', () => {
  let stick: Standing;
  let box: Standing;
  beforeAll(() => {
    people += 100;
  });

  it('has no fault in any theme, in any phase, on a small tablet', async () => {
    stick = await standAt('looks', 'star', 'stick');
    box = await standAt('looks', 'star', 'box');
    const faults: string[] = [];
    const look = async (who: Standing, what: string, themes?: readonly ['night']): Promise<void> => {
      await who.page.setViewportSize({ width: 1024, height: 768 });
      faults.push(...(await faultsInThemes(who.page, what, themes)));
      faults.push(...(await smallTargets(who.page)).map((small) => `${what}: ${small}`));
      if ((await overflow(who.page)) > 0) faults.push(`${what}: wider than the window`);
    };
    await look(stick, 'stick, opening', ['night']);
    await seated('looks', box.by, [
      { wager: 'field', amount: 500 },
      { wager: 'any-craps', amount: 500 },
    ]);
    await at(stick.page, 'betting');
    await look(box, 'box, betting', ['night']);
    await say('looks', { do: 'throw', player: 'Ann', by: box.by });
    await at(stick.page, 'thrown');
    await look(stick, 'stick, thrown');
    await button(stick.page, 'No roll…').click();
    await look(stick, 'stick, no roll', ['night']);
    await say('looks', { do: 'roll', dice: [4, 5], by: box.by });
    await box.page.locator('.called').waitFor();
    await say('looks', {
      do: 'deal-differently',
      line: '1/field/Bob',
      paid: 700,
      note: 'a chip',
      by: box.by,
    });
    await box.page.locator('[data-decision="differs"]').waitFor();
    await look(box, 'box, settling');
    await button(box.page, 'Wave the dice through…').click();
    await look(box, 'box, waving', ['night']);
    await box.page.goto(`${ground.house().url}/crew/looks/duty`);
    await box.page.locator('.crew-places').waitFor();
    await look(box, 'on duty', ['night']);
    expect(faults).toEqual([]);
  }, 240_000);
});
