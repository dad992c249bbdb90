import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RulebookId } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { Crews, dealtTable, roleAt } from './support/crew.js';
import { GAMES, sixTables } from './support/house.mjs';
import { openGround } from './support/pages.js';
import { at, Seat } from './support/seat.js';
import { HELD, reachState, stateTables, TERMINAL_STATES } from './support/states.js';

/** Not tests: pictures, to be looked at. `npm run gallery` runs this file and nothing else does. */
const FOLDER = process.env['GALLERY'] ?? 'gallery';
const SIZES = [
  ['1920x1080', { width: 1920, height: 1080 }],
  ['1280x800', { width: 1280, height: 800 }],
  ['1024x768', { width: 1024, height: 768 }],
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

const DEALT = { default: { min: 500, max: 100_000 } };
/** Tables with real dice and a crew of people, and a pit of them. */
const dealtFloor = (): readonly object[] => [
  { ...dealtTable('deck', 'star', 16, DEALT), name: 'Deck' },
  { ...dealtTable('kiosk', 'crown-mini', 8, DEALT), name: 'Kiosk' },
  ...sixTables().map((table, at) => ({ ...table, name: NAMES[at] })),
];
const AT_DECK = ['stick', 'left', 'box'] as const;
const CHIPS_ON = [
  { wager: 'pass', amount: 1_000 },
  { wager: 'field', amount: 500 },
  { wager: 'place', number: 6, amount: 1_200 },
  { wager: 'place', number: 8, amount: 1_200 },
  { wager: 'hardway', number: 8, amount: 500 },
];

/** Chooses a setting as another tab would: the page follows in all it does, not in its styles alone. */
const set = (page: Page, name: string, value: string): Promise<void> =>
  page.evaluate(
    ([setting, to]) => {
      const key = 'boxperson.settings';
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
      const newValue = JSON.stringify({ ...kept, [setting as string]: to });
      localStorage.setItem(key, newValue);
      dispatchEvent(new StorageEvent('storage', { key, newValue }));
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
  ['school', '/school', '.school-book'],
  ['school-key', '/school/star/keys/place', '.pay-desk'],
  ['school-roll', '/school/star/rolls', '.lying-stack'],
  ['school-now', '/school/crown/what-now', '[data-situation]'],
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
    await guide.getByText('Step 1 of 8').waitFor();
    await shot('guide-1');
    // A place is taken by hand: what a step asks for moves it on.
    await page.getByRole('button', { name: /^Sit down/ }).click();
    for (let step = 2; step <= 8; step++) {
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

  describe('the crew and the floor', () => {
    const dealt = openGround({ name: 'The Demonstration House', tables: dealtFloor() });
    const crews = new Crews(dealt);
    const screen = async (token: string, path: string): Promise<Page> => {
      const page = await dealt.newPage({ viewport, reducedMotion: 'reduce', hasTouch: isPhone });
      await page.addInitScript((own) => localStorage.setItem('boxperson.staff', own), token);
      await page.goto(`${dealt.house().url}${path}`);
      return page;
    };

    it('consoles', async () => {
      const { by } = await crews.onDuty('deck', 'star', roleAt('star', 'box'));
      const say = (command: { readonly do: string }) => crews.say('deck', { by, ...command });
      const pages = new Map<string, Page>();
      for (const place of AT_DECK) {
        const { token } = await crews.onDuty('deck', 'star', roleAt('star', place));
        const page = await screen(token, `/crew/deck/${place}`);
        await page.locator('.crew').waitFor();
        pages.set(place, page);
      }
      const all = async (when: string) => {
        for (const [place, page] of pages) await shots(page)(`crew-${place}-${when}`);
      };
      for (const [at, player] of ['Ann', 'Bo', 'Cho', 'Dee', 'Eve'].entries())
        await say({ do: 'sit', player, seat: at * 3 + 1, bankroll: 0, chips: true } as never);
      for (const player of ['Ann', 'Bo', 'Cho', 'Dee', 'Eve'])
        for (const wager of CHIPS_ON) await say({ do: 'bet', player, ...wager } as never);
      await all('1-offering');
      await say({ do: 'offer' });
      await say({ do: 'accept', player: 'Ann' } as never);
      await say({ do: 'choose', player: 'Ann', dice: ['1a', '1b'] } as never);
      await all('2-betting');
      await say({ do: 'throw', player: 'Ann' } as never);
      await all('3-dice-out');
      await say({ do: 'roll', dice: [4, 4] } as never);
      await all('4-dealing');
      const mini = await crews.onDuty('kiosk', 'crown-mini', roleAt('crown-mini', 'single'));
      const single = await screen(mini.token, '/crew/kiosk/single');
      await single.locator('.crew').waitFor();
      await shots(single)('crew-single');
      const duty = await screen(mini.token, '/crew/deck/duty');
      await duty.getByRole('main').waitFor();
      await shots(duty)('crew-duty');
      const open = await dealt.newPage({ viewport, reducedMotion: 'reduce' });
      for (const [name, path] of [
        ['display', '/display/deck'],
        ['be-the-crew', '/be-the-crew'],
      ] as const) {
        await open.goto(`${dealt.house().url}${path}`);
        await open.getByRole('heading').first().waitFor();
        await shots(open)(name);
      }
    });

    it('pit and cage', async () => {
      const posts = ['pit-supervisor', 'cashier', 'runner', 'manager'].map((post) => ({
        post,
        tables: '*' as const,
      }));
      const roles = [{ rulebook: 'star', role: 'boxperson' }];
      const { token } = await dealt
        .house()
        .ask('staff', { name: 'Pat Pit', login: `pat-${size}`, roles, posts });
      for (const [name, path, ready] of [
        ['pit', '/staff/pit-supervisor', '.pit-card'],
        ['pit-sign', '/staff/pit-supervisor/pit/deck/sign', '.pit-editor'],
        ['float', '/staff/pit-supervisor/float/deck', '.float'],
        ['drawers', '/staff/cashier/drawers', '.cage-drawer'],
        ['tickets', '/staff/cashier/tickets', '.staff-look'],
        ['people', '/staff/manager/people', '[role="grid"]'],
        ['reports', '/staff/manager/reports', '.figure-checks'],
        ['reports-tables', '/staff/manager/reports?part=tables', '[role="grid"]'],
      ] as const) {
        const page = await screen(token, path);
        await page.locator(ready).first().waitFor();
        await shots(page)(name, { fullPage: true });
        await page.close();
      }
    });
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
