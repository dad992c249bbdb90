import { makePay, type Pay, RULEBOOKS, type RulebookId, WAGER_IDS } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { GAMES } from './support/house.mjs';
import { openGround, until } from './support/pages.js';

const ground = openGround();
const BOOKS = GAMES as readonly RulebookId[];

/** What each book calls it, by hand from the texts. */
const WORDS: Readonly<Record<RulebookId, string>> = {
  star: 'Sign § 7.1',
  'star-2024': 'Sign § 7.1',
  crown: 'Table limit sign § 4.4',
  'crown-mini': 'Table limit sign § 4.4',
  adelaide: 'Notice § 5(f)',
  aruze: 'Sign § 3.1',
};
const TOP: Readonly<Record<string, string>> = {
  star: 'gaming-manager',
  crown: 'area-manager',
  'crown-mini': 'higher-duties-dealer',
};
const MINUTE = 60_000;

const hang = async (page: Page, book: string): Promise<void> => {
  await page.goto(`${ground.house().url}/display/${book}`);
  await page.locator('.display-plates').waitFor();
};
const fact = (page: Page, name: string) => page.locator(`[data-fact="${name}"] dd`).innerText();
const tell = async (table: string, command: object): Promise<void> => {
  const role = TOP[table];
  const by = role === undefined || 'player' in command ? {} : { by: { role, id: `auto-${role}` } };
  const done = await ground.house().ask('do', { table, command: { ...by, ...command } });
  expect(done, JSON.stringify(command)).toMatchObject({ ok: true });
};
const seat = async (table: string, player: string, at: number): Promise<void> => {
  await ground.house().ask('fund', { person: `g-${player}`, amount: 100_000 });
  await tell(table, { do: 'sit', player, seat: at, bankroll: 50_000, person: `g-${player}` });
};

/** Whoever reads from five metres reads all of it: nothing is cut off, nothing is small. */
async function looksRight(page: Page, what: string): Promise<void> {
  const { innerWidth: width, innerHeight: height } = await page.evaluate(() => ({ innerWidth, innerHeight }));
  const unit = Math.min(width / 100, (height * 1.7778) / 100);
  const faults = await page.evaluate(
    ({ least, right, bottom }) =>
      [...document.querySelectorAll('.display *')].flatMap((element) => {
        const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
        if (!text) return [];
        const box = element.getBoundingClientRect();
        const size = Number.parseFloat(getComputedStyle(element).fontSize);
        const isOut =
          box.bottom > bottom || box.right > right || element.scrollWidth > element.clientWidth + 2;
        const isInline = getComputedStyle(element).display === 'inline';
        if (size >= least && (!isOut || (isInline && box.bottom <= bottom && box.right <= right))) return [];
        return [
          `${element.textContent?.slice(0, 30)}: ${size}px, ${Math.round(box.right)} ${Math.round(box.bottom)}`,
        ];
      }),
    { least: 1.49 * unit, right: width, bottom: height },
  );
  expect(faults, what).toEqual([]);
}

describe('the sign', () => {
  it.each(BOOKS)('%s: its word, limits, multiple, and every wager at the odds of the book', async (book) => {
    const page = await ground.newPage({ viewport: { width: 1920, height: 1080 } });
    await hang(page, book);
    const rulebook = RULEBOOKS[book];
    expect(await page.locator('.display-sign h2').innerText()).toBe(WORDS[book]);
    expect([await fact(page, 'min'), await fact(page, 'max')]).toEqual(['$5', '$1,000']);
    const multiple = rulebook.oddsMultiple.value;
    if (multiple.from === 'book') expect(await fact(page, 'odds')).toBe(`${multiple.multiple}×`);
    const hardway = rulebook.wagers.hardway?.name ?? '';
    expect(await page.locator('.display-others').innerText()).toContain(`${hardway} $1 to $200`);
    const offered = WAGER_IDS.filter((id) => rulebook.wagers[id]);
    for (const id of offered) {
      const rule = rulebook.wagers[id];
      if (!rule) continue;
      const line = await page.locator(`[data-pays~="${id}"]`).innerText();
      expect(line, id).toContain(rule.name);
      const pays = Array.isArray(rule.pays.value) ? [rule.pays.value] : Object.values(rule.pays.value);
      for (const pay of pays) expect(line, id).toContain(makePay(pay as Pay));
    }
    const shown = await page
      .locator('[data-pays]')
      .evaluateAll((lines) =>
        lines.flatMap((line) => (line as HTMLElement).dataset['pays']?.split(' ') ?? []),
      );
    expect(shown.sort()).toEqual([...offered].sort());
    await looksRight(page, `${book} 1920×1080`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await looksRight(page, `${book} 1280×800`);
  });
});

it('adelaide 6(a): odds are said with to, nowhere with for', async () => {
  const page = await ground.newPage();
  await hang(page, 'adelaide');
  expect(await page.locator('body').innerText()).not.toMatch(/\d (?:for|:) \d/);
});

describe('what is announced', () => {
  it('star 7.5, 9.8: a higher minimum and a closing time, each with its countdown; nothing is pushed off', async () => {
    const page = await ground.newPage({ viewport: { width: 1920, height: 1080 } });
    await hang(page, 'star');
    await seat('star', 'Cid', 4);
    await tell('star', { do: 'bet', player: 'Cid', wager: 'pass', amount: 500 });
    await page.getByText('is offered the dice').waitFor();
    const from = Date.now() + 25 * MINUTE;
    await tell('star', { do: 'post-sign', limits: { default: { min: 2_500, max: 200_000 } }, from });
    const posted = page.locator('[data-notice="posted"]');
    await posted.getByText('Minimum $25, maximum $2,000').waitFor();
    const left = posted.getByLabel('Time left');
    const first = await left.innerText();
    expect(first).toMatch(/^2[45]:\d\d$/);
    await until(
      () => left.innerText(),
      (now) => now < first,
      'it counts down',
    );
    await tell('star', { do: 'announce-closing', from });
    await page.locator('[data-notice="closing"]').getByText('This table closes').waitFor();
    expect(await page.locator('[data-notice="closing"]').innerText()).toMatch(/§ 9\.8[\s\S]*2[45]:\d\d/);
    await looksRight(page, 'two notices');
  });

  it('crown 4.3, 9.7: a marker for personal limits, and the last shooter', async () => {
    await seat('crown', 'Ann', 3);
    const page = await ground.newPage({ viewport: { width: 1920, height: 1080 } });
    await hang(page, 'crown');
    const by = { role: 'area-manager', id: 'auto-area-manager' };
    await tell('crown', { do: 'personal-limits', player: 'Ann', min: 10_000, max: 500_000, by });
    const marker = page.getByRole('list', { name: 'Personal limits: Distinctive marker' });
    await marker.getByText('$100 to $5,000').waitFor();
    expect((await marker.innerText()).replaceAll('\n', ' ')).toBe('3 $100 to $5,000');
    expect(await page.locator('.display-markers h2').innerText()).toBe('Distinctive marker § 4.3');
    await tell('crown', { do: 'announce-closing', by });
    await page.locator('[data-notice="closing"]').getByText('Last shooter').waitFor();
    await looksRight(page, 'a marker and a notice');
  });
});

describe('the game', () => {
  it('point, shooter and the last rolls as they fell; at crown (R56) the last call and nothing older', async () => {
    const pages = new Map<string, Page>();
    for (const book of ['star-2024', 'crown-mini'] as const) {
      const page = await ground.newPage();
      pages.set(book, page);
      await hang(page, book);
      await page.locator('[data-point="off"]').waitFor();
      await seat(book, 'Bea', 5);
      if (book === 'star-2024') await tell(book, { do: 'card', player: 'Bea', card: 'B-1', holder: 'g-Bea' });
      await tell(book, { do: 'bet', player: 'Bea', wager: 'pass', amount: 500 });
      await page.getByText('is offered the dice').waitFor();
      await tell(book, { do: 'accept', player: 'Bea' });
      await ground.house().ask('dice', {
        table: book,
        dice: [
          [4, 4],
          [5, 6],
        ],
      });
      for (const point of ['8', '8']) {
        await until(
          () => ground.house().ask('do', { table: book, command: { do: 'throw', player: 'Bea' } }),
          (done) => (done as { ok: boolean }).ok,
          'the dice are thrown',
        );
        await page.locator(`[data-point="${point}"]`).waitFor();
      }
      expect((await page.locator('.display-shooter').innerText()).split('\n')).toEqual([
        'Shooter',
        '5',
        'Bea',
      ]);
    }
    const star = pages.get('star-2024') as Page;
    const rolls = star.getByRole('list', { name: 'Last rolls, the latest first' }).getByRole('listitem');
    await until(
      () => rolls.allInnerTexts(),
      (texts) => texts.join() === '11,8',
      'both rolls',
    );
    // A display that was hung up later knows them, too.
    await star.reload();
    await until(
      () => rolls.allInnerTexts(),
      (texts) => texts.join() === '11,8',
      'both rolls again',
    );
    const mini = pages.get('crown-mini') as Page;
    await mini.locator('[data-shows="call"]').getByText('Eleven', { exact: true }).waitFor();
    expect(await mini.getByRole('list', { name: /Last rolls/ }).count()).toBe(0);
    expect(await mini.locator('.display-now').innerText()).not.toMatch(/eight/i);
  });
});

it('an address that leads to no table says so and names the nearest', async () => {
  const page = await ground.newPage();
  await page.goto(`${ground.house().url}/display/addelaide`);
  await page.getByRole('alert').getByText('There is no table “addelaide”').waitFor();
  await page.getByRole('link', { name: 'Table adelaide' }).click();
  await page.getByRole('heading', { name: 'Table adelaide' }).waitFor();
});

it('a lost line is said, and comes back by itself with what happened meanwhile', async () => {
  const page = await ground.newPage();
  await hang(page, 'adelaide');
  expect(await page.getByRole('alert').count()).toBe(0);
  await ground.house().kill();
  await page.getByRole('alert').getByText('The line to the house is lost.').waitFor();
  expect(await fact(page, 'max')).toBe('$1,000');
  await ground.house().again();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  const by = { role: 'house', id: 'auto-house' };
  const limits = { default: { min: 500, max: 300_000 }, hardway: { min: 100, max: 20_000 } };
  await tell('adelaide', { do: 'change-limits', limits, by });
  await until(
    () => fact(page, 'max'),
    (max) => max === '$3,000',
    'the new maximum',
  );
}, 180_000);
