import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RulebookId } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { GAMES, sixTables } from './support/house.mjs';
import { openGround } from './support/pages.js';
import { at, Seat } from './support/seat.js';
import { HELD, reachState, stateTables, TERMINAL_STATES } from './support/states.js';

/** Not tests: pictures, to be looked at. `npm run gallery` runs this file and nothing else does. */
const FOLDER = process.env['GALLERY'] ?? 'gallery';
const SIZES = [
  ['1920x1080', { width: 1920, height: 1080 }],
  ['1280x800', { width: 1280, height: 800 }],
  ['390x844', { width: 390, height: 844 }],
] as const;
const THEMES = ['day', 'contrast', 'safe'];

const PASS = at({ wager: 'pass' });
const PASS_ODDS = at({ wager: 'pass-odds' });
const DONT_COME = at({ wager: 'dont-come' });
const COME = at({ wager: 'come' });
const FIELD = at({ wager: 'field' });
const PLACES = ([5, 6, 8] as const).map((number) => at({ wager: 'place', number }));
const LAY_4 = at({ wager: 'lay', number: 4 });
const HARD_8 = at({ wager: 'hardway', number: 8 });

const NAMES = ['Wharf', 'Harbour', 'Yarra', 'Laneway Mini', 'Parklands', 'Tumbler'];
/** The games under the names of a house, and one table more where there is company for the lobby's pictures. */
const floor = (): readonly object[] => {
  const tables = sixTables().map((table, at) => ({ ...table, name: NAMES[at] }));
  return [...tables, { ...tables[0], id: 'quay', name: 'Quay' }];
};

const set = (page: Page, name: string, value: string): Promise<void> =>
  page.evaluate(
    ([setting, to]) => {
      document.documentElement.dataset[setting as string] = to;
    },
    [name, value],
  );

/** Pages for reading: a name, an address, and what shows that it is there. */
const READING = [
  ['rules', '/rules', '.book-card'],
  ['rules-book', '/rules/crown', '.wager-card'],
  ['rules-clause', '/rules/crown#3.6.5', '.clause-row.target'],
  ['rules-broken-link', '/rules/crown#3.6.5(z)', '.broken'],
  ['rules-wager', '/rules/wager/place?book=adelaide', '.little-felt'],
  ['rules-compare', '/rules/compare?books=crown,star,aruze', '.compare'],
  ['lab', '/lab', '.book-card'],
  ['lab-odds', '/lab/odds?book=crown', 'table[data-book="crown"]'],
  ['lab-odds-all', '/lab/odds?view=all', '.side-by-side .cell'],
  ['lab-odds-derivation', '/lab/odds?book=crown&show=pass', 'dialog .throw-square'],
  ['lab-sign', '/lab/sign', '[data-checked="yes"]'],
  ['lab-strategies', '/lab/strategies', '.session .picture svg'],
  ['lab-hands', '/lab/hands', '.hand'],
] as const;

describe.each(SIZES)('%s', (size, viewport) => {
  const ground = openGround({ name: 'The Demonstration House', tables: floor() });
  const isPhone = viewport.width < 760;
  const shots =
    (page: Page) =>
    async (name: string, options: { fullPage?: boolean } = {}) => {
      mkdirSync(join(FOLDER, size), { recursive: true });
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(FOLDER, size, `${name}.png`), ...options });
    };
  const newPage = () => ground.newPage({ viewport, reducedMotion: 'reduce', hasTouch: isPhone });
  /** On a phone the centre of the felt is on a page of its own. */
  const centre = async (page: Page, what: () => Promise<void>) => {
    if (isPhone) await page.getByRole('tab', { name: /Hardways/ }).click();
    await what();
    if (isPhone) await page.getByRole('tab', { name: /Line/ }).click();
  };

  it('lobby', async () => {
    const by = { role: 'gaming-manager', id: 'auto-gaming-manager' };
    const page = await newPage();
    const shot = shots(page);
    await page.goto(ground.house().url);
    await page.getByRole('list', { name: 'Tables' }).waitFor();
    await shot('lobby-quiet', { fullPage: true });
    const soon = Date.now() + 30 * 60_000;
    await ground.house().ask('do', {
      table: 'star',
      command: { do: 'post-sign', limits: { default: { min: 2_500, max: 100_000 } }, from: soon, by },
    });
    await ground
      .house()
      .ask('do', { table: 'star-2024', command: { do: 'announce-closing', from: soon, by } });
    const shooter = await Seat.atTable(await newPage(), ground.house(), 'quay', 'star');
    await Seat.atTable(await newPage(), ground.house(), 'quay', 'star');
    await shooter.bet(PASS, 1_000);
    await shooter.takeDice();
    await shooter.roll([5, 4]);
    await page.getByText('2 players').waitFor();
    await shot('lobby', { fullPage: true });
    for (const theme of THEMES) {
      await set(page, 'theme', theme);
      await shot(`lobby-${theme}`);
    }
    await set(page, 'theme', 'night');
    await set(page, 'text', '200');
    await shot('lobby-text-200');
    await set(page, 'text', '100');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').waitFor();
    await shot('settings');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have a card' }).click();
    await page.getByRole('dialog').waitFor();
    await shot('sign-in');
    await page.route('**/api/tables', (route) => route.abort());
    await page.keyboard.press('Escape');
    await page.getByRole('alert').waitFor();
    await shot('lobby-away');
  });

  it.each(GAMES.map((id) => [id]))('a hand at %s', async (id: RulebookId) => {
    const page = await newPage();
    const shot = shots(page);
    const other = await Seat.atTable(await newPage(), ground.house(), id);
    await other.bet(FIELD, 2_500);
    await page.goto(`${ground.house().url}/table/${id}`);
    await page.getByRole('button', { name: /^Sit down/ }).waitFor();
    await shot(`${id}-1-watching`);
    const seat = new Seat(page, ground.house(), id);
    await seat.sitDown();
    await shot(`${id}-2-seated`);
    await seat.bet(PASS, 3_000);
    await shot(`${id}-3-come-out`);
    await other.declineIfOffered();
    if (!seat.isElectronic) await seat.takeDice();
    await seat.roll([3, 3]);
    await seat.bet(PASS_ODDS, 3_000);
    await seat.bet(COME, 1_000);
    await seat.bet(DONT_COME, 500);
    for (const place of PLACES) await seat.bet(place, 1_200);
    await seat.bet(LAY_4, 2_500);
    await centre(page, () => seat.bet(HARD_8, 500));
    await other.bet(PLACES[0] as typeof PASS, 1_000);
    await shot(`${id}-4-point-on`);
    await seat.roll([4, 4]);
    await shot(`${id}-5-result`);
    await seat.chip(100);
    await seat.tap(FIELD);
    await seat.refusal();
    await shot(`${id}-6-refused`);
    await page.keyboard.press('Escape');
    for (const theme of THEMES) {
      await set(page, 'theme', theme);
      await shot(`${id}-7-${theme}`);
    }
    await set(page, 'theme', 'night');
    await set(page, 'hand', 'left');
    await shot(`${id}-8-left-hand`);
    await set(page, 'hand', 'right');
    await set(page, 'text', '200');
    await shot(`${id}-8-text-200`);
    await set(page, 'text', '100');
    await seat.press(/More$/);
    await page.getByRole('dialog').waitFor();
    await shot(`${id}-9-more`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await shot(`${id}-9-help`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('v');
    const box = page.getByRole('textbox', { name: 'Command' });
    for (const line of ['12 plase 6', '6 place 6', 'wagers']) {
      await box.fill(line);
      await page.keyboard.press('Enter');
    }
    await shot(`${id}-9-in-words`);
  });

  it('the guided hand', async () => {
    const page = await newPage();
    const shot = shots(page);
    await page.goto(ground.house().url);
    await page.getByRole('button', { name: /guided/ }).click();
    const guide = page.getByRole('region', { name: 'Guided first hand' });
    await guide.waitFor();
    for (let step = 1; step <= 8; step++) {
      await guide.getByText(`Step ${step} of 8`).waitFor();
      await shot(`guide-${step}`);
      await guide.getByRole('button', { name: step === 8 ? 'Done' : 'Next' }).click();
    }
  });

  it('rules and laboratory', async () => {
    const page = await newPage();
    for (const [name, path, ready] of READING) {
      await page.goto(`${ground.house().url}${path}`);
      await page.locator(ready).first().waitFor();
      // A book is long: what a screen shows of it is enough.
      await shots(page)(name, { fullPage: !/book|clause|broken|derivation|odds/.test(name) });
    }
  });

  describe('the terminal', () => {
    const held = openGround({ tables: stateTables(), pace: HELD });
    it.each(TERMINAL_STATES.map((state) => [state.name, state] as const))('%s', async (name, state) => {
      const page = await held.newPage({ viewport, reducedMotion: 'reduce', hasTouch: isPhone });
      await reachState(page, held.house(), state);
      await shots(page)(`terminal-${name}`);
    });
    it('offline', async () => {
      const page = await held.newPage({ viewport, reducedMotion: 'reduce', hasTouch: isPhone });
      await Seat.atTable(page, held.house(), 'open', 'aruze');
      await held.house().kill();
      await page.getByRole('alert').first().waitFor();
      await shots(page)('terminal-offline');
      await held.house().again();
    });
  });
});
