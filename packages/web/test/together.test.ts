import { makeDollars } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openGround, until } from './support/pages.js';
import { at, Seat } from './support/seat.js';
import { isShut } from './support/states.js';

const ground = openGround();

const PASS = at({ wager: 'pass' });
const PASS_ODDS = at({ wager: 'pass-odds' });
const PLACE_6 = at({ wager: 'place', number: 6 });
const PLACE_8 = at({ wager: 'place', number: 8 });
const HARD_8 = at({ wager: 'hardway', number: 8 });
const FIELD = at({ wager: 'field' });

const still = { reducedMotion: 'reduce' } as const;

describe('two browsers at one table', () => {
  it('see each other’s chips, and money of their own only', async () => {
    const ann = await Seat.atTable(await ground.newPage(still), ground.house(), 'star');
    const bob = await Seat.atTable(await ground.newPage(still), ground.house(), 'star');
    const chips = (page: Page) => page.locator('.chips-on-felt > *');
    await ann.bet(PASS, 1_000);
    await until(
      () => chips(bob.page).count(),
      (count) => count === 1,
      'Bob sees a stack',
    );
    await bob.bet(FIELD, 500);
    await until(
      () => chips(ann.page).count(),
      (count) => count === 2,
      'Ann sees two stacks',
    );
    // Bob's own place holds nothing of Ann's.
    expect(await bob.stands(PASS)).toBe(0);
    expect(await ann.meter('credit')).toBe(99_000);
    expect(await bob.meter('credit')).toBe(99_500);
    await ann.takeDice();
    await ann.roll([6, 5]);
    await bob.meterAgrees();
    await until(
      () => chips(bob.page).count(),
      (count) => count === 0,
      'everything was decided',
    );
    await bob.page
      .getByRole('region', { name: 'Last roll' })
      .getByText(/eleven/i)
      .waitFor();
  }, 120_000);
});

/** The same hand, told in rolls: what it leaves must not depend on how it was played. */
const HAND = [
  [3, 3],
  [4, 4],
  [5, 5],
  [2, 4],
] as const;

/** Pass $10, then odds, place 8 and hard 8; the point is made. By mouse. */
async function byMouse(seat: Seat): Promise<number> {
  await seat.bet(PASS, 1_000);
  await seat.takeDice();
  await seat.roll(HAND[0]);
  await seat.bet(PASS_ODDS, 1_000);
  await seat.bet(PLACE_8, 600);
  await seat.bet(HARD_8, 500);
  await seat.press(/Undo$/);
  await seat.standing(HARD_8, 0);
  await seat.press(/Redo$/);
  await seat.standing(HARD_8, 500);
  for (const dice of HAND.slice(1)) await seat.roll(dice);
  return seat.meterAgrees();
}

/**
 * Moves along the felt with the arrows until the place has the focus, as somebody would who sees where it is: the way
 * it lies first, and another way where that one was tried already.
 */
async function arrowsTo(seat: Seat, label: RegExp): Promise<void> {
  const { page } = seat;
  const target = page.getByRole('button', { name: label });
  const tried = new Set<string>();
  for (let step = 0; step < 60; step++) {
    const look = await target.evaluate((wanted) => {
      const from = document.activeElement ?? document.body;
      const middle = (element: Element) => {
        const box = element.getBoundingClientRect();
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      };
      const [a, b] = [middle(from), middle(wanted)];
      const across = b.x > a.x ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
      const along = b.y > a.y ? ['ArrowDown', 'ArrowUp'] : ['ArrowUp', 'ArrowDown'];
      const [first, second] = Math.abs(b.x - a.x) > Math.abs(b.y - a.y) ? [across, along] : [along, across];
      const ways = [first[0], second[0], second[1], first[1]] as string[];
      return { here: from.getAttribute('data-spot') ?? '', there: from === wanted, ways };
    });
    if (look.there) return;
    const way = look.ways.find((one) => !tried.has(`${look.here} ${one}`)) ?? look.ways[0];
    tried.add(`${look.here} ${way}`);
    await page.keyboard.press(way as string);
  }
  throw new Error(`the arrows do not lead to ${label}`);
}

const labelOf = (seat: Seat, spot: Parameters<Seat['name']>[0]): RegExp =>
  new RegExp(`^${seat.name(spot).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}, `);

/** Tab to something, as often as it takes. */
async function tabTo(page: Page, is: () => Promise<boolean>, what: string): Promise<void> {
  for (let tab = 0; tab < 60; tab++) {
    if (await is()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${what}`);
}
const focused = (page: Page, name: RegExp) => () =>
  page.evaluate((source) => {
    const element = document.activeElement as HTMLElement | null;
    const said = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    return new RegExp(source).test(said);
  }, name.source);
const onFelt = (page: Page) => () =>
  page.evaluate(() => document.activeElement?.closest('svg')?.getAttribute('aria-label') === 'Layout');

async function byKeyboard(page: Page): Promise<number> {
  await page.goto(ground.house().url);
  await page.getByRole('list', { name: 'Tables' }).waitFor();
  await tabTo(page, focused(page, /^Sit at Table adelaide$/), 'the table');
  await page.keyboard.press('Enter');
  const seat = new Seat(page, ground.house(), 'adelaide');
  await seat.seated();
  // Whoever sits has their hands on the felt: no Tab leads there, none is needed.
  expect(await onFelt(page)()).toBe(true);

  /** Chips are 1, 2, 3 …: $1, $5, $25. */
  const put = async (spot: typeof PASS, keys: string, cents: number) => {
    await arrowsTo(seat, labelOf(seat, spot));
    for (const key of keys) await page.keyboard.press(key === '!' ? 'Enter' : key);
    await seat.standing(spot, cents);
  };
  await put(PASS, '2!', 500);
  await put(PASS, '+', 1_000);
  await page.getByRole('button', { name: 'Take the dice' }).waitFor();
  await page.keyboard.press('s');
  await until(() => seat.shootButton().isEnabled(), Boolean, 'the dice are ours');
  await seat.roll(HAND[0], () => page.keyboard.press('s'));
  await put(PASS_ODDS, '2!', 500);
  await put(PASS_ODDS, '!', 1_000);
  await put(PLACE_8, '2!', 500);
  await put(PLACE_8, '1!', 600);
  await put(HARD_8, '2!', 500);
  await page.keyboard.press('u');
  await seat.standing(HARD_8, 0);
  await page.keyboard.press('y');
  await seat.standing(HARD_8, 500);
  for (const dice of HAND.slice(1)) {
    await until(() => seat.shootButton().isEnabled(), Boolean, 'the next throw');
    await seat.roll(dice, () => page.keyboard.press('s'));
  }
  return seat.meterAgrees();
}

async function byText(seat: Seat): Promise<number> {
  const { page } = seat;
  await page.keyboard.press('v');
  const box = page.getByRole('textbox', { name: 'Command' });
  await box.waitFor();
  const log = page.getByRole('log', { name: 'What happened' });
  const say = async (line: string, answer: RegExp) => {
    const before = await log.getByText(answer).count();
    await box.fill(line);
    await page.keyboard.press('Enter');
    await until(
      () => log.getByText(answer).count(),
      (count) => count > before,
      `${line} is answered`,
    );
  };
  const credit = async () => (await seat.owned()).credit;
  /** The lines of the settlement stand in the log here; the credit is in the summary. */
  const roll = async (dice: (typeof HAND)[number]) => {
    await seat.house.ask('dice', { table: seat.id, dice: [dice] });
    await say('shoot', new RegExp(`${dice.join(' and ')}: `));
    await seat.atRest();
    const shown = makeDollars(await credit());
    await page
      .getByRole('region', { name: 'The table in words' })
      .getByText(shown, { exact: true })
      .waitFor();
  };
  await say('10 pas', /“pas” is not understood/);
  await page.getByRole('button', { name: 'Do instead: 10 pass' }).click();
  await until(
    async () => (await seat.owned()).wagers.length,
    (count) => count === 1,
    'the bet is on',
  );
  await say('accept', /You have the dice/);
  await roll(HAND[0]);
  await say('odds 10', /Odds behind/);
  await say('6 place 8', /Place Bet.* 8: \$6 is on/);
  await say('1 field', /Not accepted: .*minimum/i);
  await say('5 hard 8', /8: \$5 is on/);
  await say('undo', /Undone/);
  await say('redo', /Done again/);
  await say('off place', /off/);
  await say('on place', /on/);
  for (const dice of HAND.slice(1)) await roll(dice);
  await say('wagers', /You have no wagers|you may/);
  return credit();
}

describe('the same hand', () => {
  it('by mouse, by keyboard alone and in the text view leaves the same credit', async () => {
    const mouse = await Seat.fromLobby(await ground.newPage(still), ground.house(), 'adelaide');
    const left = await byMouse(mouse);
    await mouse.leave();
    const keyboard = await ground.newPage(still);
    expect(await byKeyboard(keyboard)).toBe(left);
    await new Seat(keyboard, ground.house(), 'adelaide').leave();
    const text = await Seat.fromLobby(await ground.newPage(still), ground.house(), 'adelaide');
    expect(await byText(text)).toBe(left);
  }, 240_000);
});

describe('on a phone', () => {
  it.each([['crown-mini'], ['aruze']] as const)(
    'a hand at %s',
    async (id) => {
      const page = await ground.newPage({
        ...still,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      const seat = await Seat.fromLobby(page, ground.house(), id);
      await seat.bet(PASS, 500);
      if (!seat.isElectronic) await seat.takeDice();
      await seat.roll([3, 3]);
      await seat.bet(PLACE_6, 600);
      await seat.bet(PASS_ODDS, 500);
      await page.getByRole('tab', { name: /Hardways/ }).click();
      await seat.bet(HARD_8, 500);
      await seat.roll([4, 4]);
      await page.getByRole('tab', { name: /Line/ }).click();
      await seat.roll([3, 4]);
      expect((await seat.owned()).wagers).toEqual([]);
      await seat.leave();
    },
    120_000,
  );
});

describe('after a lost connection', () => {
  it('a page says so, pretends no bet, and comes back with the same wagers and credit', async () => {
    const page = await ground.newPage(still);
    const seat = await Seat.atTable(page, ground.house(), 'star-2024');
    await seat.bet(PASS, 1_000);
    await seat.bet(FIELD, 500);
    const had = await seat.owned();
    await ground.house().kill();
    const cut = page.getByRole('alert').filter({ hasText: 'safe with the house' });
    await cut.waitFor();
    await isShut(page, 'Not connected');
    await seat.tap(FIELD);
    await seat.standing(FIELD, 500);
    await ground.house().again();
    await cut.waitFor({ state: 'detached' });
    expect(await seat.owned()).toEqual(had);
    await seat.standing(FIELD, 500);
    await seat.bet(FIELD, 500);
    await seat.meterAgrees();
    await page.reload();
    await page.locator('[data-meter="credit"]').waitFor();
    await seat.standing(PASS, 1_000);
    await seat.standing(FIELD, 1_000);
    await seat.meterAgrees();
  }, 120_000);
});
