/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIBRARY } from '@boxperson/odds';
import { RULEBOOK_IDS } from '@boxperson/rules';
import type { Download, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { axeFaults, overflow, smallTargets } from './support/access.js';
import { openGround, until } from './support/pages.js';

const ground = openGround();
const PHONE = { viewport: { width: 390, height: 844 } };
const PROGRAM = fileURLToPath(new URL('../../cli/bin/boxperson.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'boxperson-lab-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the command line prints; a sign that leaks is told with exit code 1. */
const program = (...args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [PROGRAM, ...args], { maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      if (error && error.code !== 1) reject(new Error(stderr));
      else resolve(stdout);
    });
  });
const json = async (...args: readonly string[]) => JSON.parse(await program(...args, '--json'));

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${ground.house().url}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** A file that the page gives. */
async function fileFrom(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    page.getByRole('button', { name: button, exact: true }).first().click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

const number = (fraction: string): number => {
  const [n = 0, d = 1] = fraction.split('/').map(Number);
  return n / d;
};
const percent = (fraction: string): string => `${(100 * number(fraction)).toFixed(3)} %`;
/** A figure as the table shows it: the fraction, and what it is in per cent. */
const both = (fraction: string): string => `${fraction} ${percent(fraction)}`;

interface Figure {
  readonly wager: string;
  readonly number?: number;
  readonly high?: number;
  readonly dice?: readonly number[];
  readonly name: string;
  readonly win: string;
  readonly lose: string;
  readonly push: string;
  readonly edge: string;
  readonly rolls: string;
  readonly edgePerRoll: string;
  readonly sd: number;
  readonly derivation: readonly string[];
}
const keyOf = ({ wager, number: about, high, dice }: Figure): string =>
  [wager, about ?? high ?? dice?.join('-') ?? ''].join(' ').trim();

describe('exact odds', () => {
  it('are those of the command line, for every wager of every book', async () => {
    const page = await ground.newPage();
    for (const book of RULEBOOK_IDS) {
      const expected: readonly Figure[] = await json('odds', '--rulebook', book);
      await open(page, `/lab/odds?book=${book}`);
      await page.locator(`table[data-book="${book}"]`).waitFor();
      const rows = await page
        .locator('table.figures tbody tr')
        .evaluateAll((all) =>
          all.map((row) => [
            (row as HTMLElement).dataset['key'] ?? '',
            ...[...row.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').trim()),
          ]),
        );
      const shown = expected.map((figure) => [
        keyOf(figure),
        figure.name,
        both(figure.edge),
        both(figure.win),
        both(figure.lose),
        figure.push === '0' ? '0' : both(figure.push),
        figure.rolls.includes('/') ? `${figure.rolls} ${number(figure.rolls).toFixed(3)}` : figure.rolls,
        both(figure.edgePerRoll),
        figure.sd.toFixed(3),
      ]);
      expect(rows).toEqual(shown);
      if (book !== 'star' && book !== 'crown') continue;
      // The way to one of them: every sentence of the derivation is on the page.
      const one = expected.find(({ wager }) => wager === 'dont-pass') as Figure;
      await page.getByRole('button', { name: one.name, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      const text = await dialog.innerText();
      for (const sentence of one.derivation) expect(text).toContain(sentence);
      expect(await dialog.locator('.throw-square').count()).toBe(7);
      expect(await dialog.locator('.throw-square .throw-cell').count()).toBe(7 * 36);
    }
  });

  it('stand side by side, and can be sorted', async () => {
    const page = await ground.newPage();
    await open(page, '/lab/odds?view=all');
    const compared: readonly (Figure & { books: Record<string, Figure | null> })[] = await json(
      'odds',
      'compare',
    );
    await expect.poll(() => page.locator('.side-by-side td', { hasText: '…' }).count()).toBe(0);
    const rows = await page
      .locator('.side-by-side tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [
          (row as HTMLElement).dataset['key'] ?? '',
          ...[...row.querySelectorAll('td')].map(
            (cell) => cell.querySelector('.fraction')?.textContent ?? 'not offered',
          ),
        ]),
      );
    expect(rows.length).toBe(compared.length);
    for (const one of compared) {
      const row = rows.find(([key]) => key === keyOf(one));
      expect(row?.slice(1), keyOf(one)).toEqual(
        RULEBOOK_IDS.map((id) => one.books[id]?.edge ?? 'not offered'),
      );
    }
    await page.getByRole('button', { name: 'Aruze' }).click();
    await page.getByRole('button', { name: 'Aruze' }).click();
    const aruze = await page.locator('.side-by-side tbody td:last-child').allTextContents();
    const offered = aruze.filter((text) => text !== 'not offered').map((text) => Number.parseFloat(text));
    expect(offered).toEqual([...offered].sort((x, y) => y - x));
    expect(aruze.slice(0, offered.length)).not.toContain('not offered');
    await open(page, '/lab/odds?book=crown&show=place%207');
    await page.getByRole('alert').getByText('Crown has no “place 7”').waitFor();
    await open(page, '/lab/odds?book=crown');
    await page.getByRole('button', { name: 'Edge', exact: false }).first().click();
    const edges = await page.locator('table.figures tbody td:nth-child(2) .fraction').allTextContents();
    expect(edges.length).toBeGreaterThan(50);
    expect(edges.map(number)).toEqual(edges.map(number).sort((a, b) => a - b));
    expect(await page.locator('th[aria-sort="ascending"]').innerText()).toContain('Edge');
  });
});

const SIMULATED = { rolls: '2003456', seed: '7' };

/** What differs from run to run: the clock, and how fast this machine is. */
function timeless(text: string): unknown {
  const { seconds, rollsPerSecond, compileSeconds, ...run } = JSON.parse(text);
  expect([seconds, rollsPerSecond, compileSeconds].every((value) => typeof value === 'number')).toBe(true);
  return run;
}

describe('the sign checker', () => {
  it('finds what the command line finds, stops the leaks, and keeps what was typed wrong', async () => {
    const page = await ground.newPage();
    await open(page, '/lab/sign');
    await page.locator('[data-checked="yes"]').waitFor();
    const sign = join(folder, 'sign.json');
    writeFileSync(sign, await fileFrom(page, 'Sign as JSON'));
    const expected = await json('sign', 'check', sign);
    expect(JSON.parse(await fileFrom(page, 'Report as JSON'))).toEqual(expected);
    const lines: readonly {
      name: string;
      edge: string;
      best: { stake: number; edge: string };
      leakCount: number;
    }[] = expected.lines;
    const rows = await page.locator('.sign-lines tbody tr').evaluateAll((all) =>
      all.map((row) => ({
        name: row.querySelector('th')?.textContent,
        fractions: [...row.querySelectorAll('.fraction')].map((cell) => cell.textContent),
        leaks: row.classList.contains('leaks'),
        says: row.querySelector('td:last-child')?.textContent,
      })),
    );
    expect(rows).toEqual(
      lines.map(({ name, edge, best, leakCount }) => ({
        name,
        fractions: [edge, best.edge],
        leaks: leakCount > 0,
        says: leakCount > 0 ? `▲ ${leakCount.toLocaleString('en')}` : 'none',
      })),
    );
    await page.getByRole('button', { name: 'Put these on the sign' }).click();
    await page.getByText('No leak.').waitFor();
    await page.getByLabel('All wagers: minimum in dollars').fill('five');
    await page
      .getByRole('alert')
      .getByText('All wagers, minimum: “five” is not an amount of dollars')
      .waitFor();
    expect(await page.getByLabel('All wagers: minimum in dollars').inputValue()).toBe('five');
    await page.getByLabel('All wagers: minimum in dollars').fill('5000');
    await page
      .getByRole('alert')
      .getByText('limits.default.min must not be above limits.default.max')
      .waitFor();
    await page.getByRole('button', { name: 'Share by link' }).click();
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    expect(await page.getByLabel('All wagers: minimum in dollars').inputValue()).toBe('5000');
    await open(page, '/lab/sign?sign=rubbish');
    await page.getByRole('alert').getByText('This link holds no sign that can be read').waitFor();
  });
});

describe('strategies', () => {
  it('simulate as the command line does: the same seed, the same numbers to the byte', async () => {
    const page = await ground.newPage();
    await open(page, '/lab/strategies');
    await page.getByLabel('Start from').selectOption('iron-cross');
    await page.getByLabel('Seed').fill(SIMULATED.seed);
    await page.getByLabel('Rolls to simulate').fill(SIMULATED.rolls);
    await page.locator('[data-figures="star"]').waitFor();
    const file = join(folder, 'strategy.json');
    writeFileSync(file, await fileFrom(page, 'Strategy as JSON'));
    await page.getByRole('radio', { name: 'Simulate' }).check({ force: true });
    await page.getByRole('button', { name: 'Roll 2,003,456 times' }).click();
    await page.locator('.simulator[data-phase="done"]').waitFor();
    const run = timeless(await fileFrom(page, 'Run as JSON'));
    const args = ['--rolls', SIMULATED.rolls, '--seed', SIMULATED.seed, '--threads', '1'];
    expect(run).toEqual(timeless(await program('sim', '-r', 'star', '-s', file, ...args, '--json')));
    // The exact figures on the page are those of the program, too.
    const exact = await json('strategies', 'check', file, '--rulebook', 'star');
    const tiles = await page.locator('.tiles').innerText();
    expect(tiles).toContain(`${(100 * exact.edge).toFixed(3)} %`);
    expect(tiles).toContain(`exactly ${exact.meanPerRollExact} cents`);
    // And so are sessions, line by line.
    await page.getByRole('radio', { name: 'A session' }).check({ force: true });
    await page.getByRole('button', { name: /^Play 20,000/ }).click();
    await page.getByRole('cell', { name: /…/ }).first().waitFor();
    const csv = join(folder, 'sessions.csv');
    await program('sim', '-r', 'star', '-s', file, '--seed', SIMULATED.seed, '--threads', '1', '--csv', csv);
    expect(await fileFrom(page, 'Sessions as CSV')).toBe(readFileSync(csv, 'utf8'));
  });

  it('roll a billion without holding up the page; pause, go on, cancel', async () => {
    const page = await ground.newPage();
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { longTasks: tasks });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      }).observe({ type: 'longtask' });
    });
    await open(page, '/lab/strategies');
    await page.getByLabel('Rolls to simulate').fill('1e12');
    await page.locator('[data-figures="star"]').waitFor();
    await page.getByRole('radio', { name: 'Simulate' }).check({ force: true });
    const start = page.getByRole('button', { name: 'Roll 1,000,000,000,000 times' });
    await start.waitFor();
    // Loading and drawing the page itself is not what is watched.
    await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0));
    await start.click();
    const done = async (): Promise<number> =>
      Number(await page.locator('.simulator progress').getAttribute('value', { timeout: 45_000 }));
    await until(done, (rolls) => rolls >= 1e9, 'a billion rolls');
    // The page answers while the worker rolls: a frame is drawn, a field takes a letter.
    const frames = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let count = 0;
          const next = () => (++count === 10 ? resolve(count) : requestAnimationFrame(next));
          requestAnimationFrame(next);
        }),
    );
    expect(frames).toBe(10);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('.simulator[data-phase="paused"]').waitFor();
    const paused = await done();
    const longest = await page.evaluate(() =>
      Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks),
    );
    // Fifty milliseconds are meant; a busy machine may take the processor away for longer than that.
    expect(longest).toBeLessThan(400);
    await page.getByRole('button', { name: 'Go on' }).click();
    await until(done, (rolls) => rolls > paused, 'more rolls');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('cancelled: this is what was rolled').waitFor();
    expect(await done()).toBeGreaterThan(paused);
    await page.getByRole('rowheader', { name: 'mean a roll' }).waitFor();
  });

  it('say what is wrong and where, and keep what was typed', async () => {
    const page = await ground.newPage();
    await open(page, '/lab/strategies');
    await page.getByRole('radio', { name: 'JSON' }).check({ force: true });
    const text = page.getByLabel('Strategy, money in cents');
    const broken = '{\n  "name": "mine",\n  "wagers": [ { "wager": "pass", amount: 1000 } ]\n}';
    await text.fill(broken);
    await page
      .getByRole('alert')
      .getByText(/This is not JSON at line 3, column \d+/)
      .waitFor();
    expect(await text.inputValue()).toBe(broken);
    await text.fill(
      '{ "name": "mine", "wagers": [{ "wager": "pas", "amount": 1000 }, { "wager": "place", "amount": 5 }] }',
    );
    const alert = page.getByRole('alert');
    await alert.getByText(/wagers\[0\]\.wager: "pas" is not one of .* did you mean pass\?/).waitFor();
    await alert.getByText('wagers[1]: place asks for numbers').waitFor();
    // Right by itself, refused by the book: with the clause, which is a link.
    await text.fill('{ "name": "greedy", "wagers": [{ "wager": "pass", "amount": 1000, "odds": 5 }] }');
    await alert.getByText(/greedy: wagers\[0\]\.odds: .*is more than the \$20/).waitFor();
    expect(await alert.getByRole('link', { name: '§ 6.1.5.1' }).getAttribute('href')).toBe(
      '/rules/star#6.1.5.1',
    );
    await page.getByText('The table’s sign').click();
    await page.getByLabel(/^Sign as JSON/).fill('{ "limits": { "default": { "min": 900, "max": 500 } } }');
    await page.getByText('limits.default.min must not be above limits.default.max').waitFor();
    await open(page, '/lab/strategies#s=rubbish');
    await page.getByRole('alert').getByText('This link holds no strategy that can be read').waitFor();
    await open(page, '/lab/stratgies');
    await page.getByRole('alert').getByRole('link', { name: 'Strategies' }).waitFor();
  });

  it('are built by a form that writes the text, shared by a link, stepped through and compared', async () => {
    const page = await ground.newPage();
    await open(page, '/lab/strategies');
    await page.getByLabel('Start from').selectOption('pass-flat');
    await page.getByRole('button', { name: 'Add a wager' }).click();
    const second = page.getByRole('group', { name: 'Wager 2', exact: true });
    await second.getByRole('combobox', { name: 'Wager', exact: true }).selectOption('hardway');
    await second.getByLabel('Amount $').fill('2.50');
    await second.getByLabel('Amount $').fill('2');
    await page.getByRole('radio', { name: 'JSON' }).check({ force: true });
    const text = await page.getByLabel('Strategy, money in cents').inputValue();
    expect(JSON.parse(text).wagers).toEqual([
      { wager: 'pass', amount: 1000 },
      { wager: 'hardway', amount: 200, when: 'point-on', numbers: [6, 8] },
    ]);
    await page.getByRole('button', { name: 'Share by link' }).click();
    await page.getByText(/The link is in the/).waitFor();
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    await page.locator('[data-figures="star"]').waitFor();
    await page.getByRole('radio', { name: 'JSON' }).check({ force: true });
    expect(await page.getByLabel('Strategy, money in cents').inputValue()).toBe(text);
    await page.getByRole('radio', { name: 'Roll by roll' }).check({ force: true });
    await page.getByRole('button', { name: 'First die: 5' }).click();
    await page.getByRole('button', { name: 'Second die: 2' }).click();
    await page.getByRole('button', { name: 'Roll 5-2 as picked' }).click();
    await page.getByText('Roll 1: +$10').waitFor();
    await page.getByText('1 roll, $10.00 since sitting down').waitFor();
    const add = page.getByRole('button', { name: 'Add to comparison' });
    await add.click();
    for (const name of ['martingale', 'three-point-molly', 'iron-cross']) {
      expect(LIBRARY.some((file) => file.name === name)).toBe(true);
      await page.getByLabel('Start from').selectOption(name);
      await page.getByRole('heading', { level: 2, name: `${name} at Star` }).waitFor();
      await add.click();
    }
    expect(await add.isDisabled()).toBe(true);
    const compared = page.getByRole('region', { name: 'Strategies compared' });
    await compared.waitFor();
    await expect.poll(() => compared.getByRole('row').count()).toBe(5);
    await page.getByRole('img', { name: /The same dice for all/ }).waitFor();
    const png = await Promise.all([
      page.waitForEvent('download') as Promise<Download>,
      page.locator('.compare-strategies').getByRole('button', { name: 'PNG' }).click(),
    ]).then(async ([download]) => readFileSync(await download.path()));
    expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  });
});

describe('hands and myths', () => {
  it('has the figures of the command line, and dice without memory', async () => {
    const page = await ground.newPage();
    await open(page, '/lab/hands');
    await page.getByLabel('Longest of so many hands').fill('5000');
    const expected: readonly {
      rulebook: string;
      mean: string;
      meanThrows: number;
      longest: { median: number };
    }[] = await json('hands', '--hands', '5000');
    for (const book of ['star', 'aruze']) {
      const found = expected.find(({ rulebook }) => rulebook === book);
      const hand = page.locator(`[data-hand="${book}"]`);
      await hand.getByText(`Of 5,000 hands the longest has ${found?.longest.median} throws`).waitFor();
      const text = await hand.innerText();
      expect(text).toContain(found?.mean);
      expect(text).toContain(found?.meanThrows.toFixed(4));
    }
    await page.getByLabel('Longest of so many hands').fill('many');
    await page.getByRole('alert').getByText('“many” is not a whole number').waitFor();
    await page.getByRole('button', { name: 'Throw 100,000 times' }).click();
    await page.getByText('100,000 throws so far').waitFor();
    const rows = await page
      .getByRole('region', { name: 'The next total' })
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
      );
    const counted = rows.map(([, times]) => Number(times?.replaceAll(',', '')));
    const all = Number(rows[0]?.[0]?.replaceAll(',', ''));
    expect(counted.reduce((sum, each) => sum + each, 0)).toBe(all);
    // A seven follows a seven a sixth of the time: five standard errors leave one run in two million.
    const share = (counted[5] as number) / all;
    expect(Math.abs(share - 1 / 6)).toBeLessThan(5 * Math.sqrt(5 / 36 / all));
  });
});

describe('for everybody', () => {
  const PAGES = [
    ['/lab', 'main'],
    ['/lab/odds?book=aruze&wager=hardway&show=hardway%206', 'dialog .throw-square'],
    ['/lab/odds?view=all&wager=field', '.side-by-side'],
    ['/lab/sign', '[data-checked="yes"]'],
    ['/lab/strategies', '.session .picture svg'],
    ['/lab/hands', '.hand'],
  ] as const;

  it('axe finds nothing, by night and by day', async () => {
    for (const theme of ['night', 'day']) {
      const page = await ground.newPage();
      await page.addInitScript(
        (name) => localStorage.setItem('boxperson.settings', JSON.stringify({ theme: name })),
        theme,
      );
      for (const [path, ready] of theme === 'night' ? PAGES.slice(1) : PAGES.slice(4, 5)) {
        await open(page, path);
        await page.locator(ready).first().waitFor();
        expect(await axeFaults(page), `${path} ${theme}`).toEqual([]);
      }
    }
  });

  it('works on a phone: nothing sticks out, everything can be hit', async () => {
    const page = await ground.newPage(PHONE);
    for (const [path, ready] of PAGES) {
      await open(page, path);
      await page.locator(ready).first().waitFor();
      expect(await overflow(page), path).toBe(0);
      const small = (await smallTargets(page)).filter((found) => !/^(?:§|R\d|Its rules)/.test(found));
      expect(small, path).toEqual([]);
      await page.evaluate(() => {
        document.documentElement.dataset['text'] = '200';
      });
      expect(await overflow(page), `${path}, large letters`).toBe(0);
    }
  });

  it('is used by keyboard alone', async () => {
    const page = await ground.newPage();
    await open(page, '/lab/odds?book=crown&wager=field');
    await page.locator('table[data-book="crown"]').waitFor();
    const name = page.locator('.row-name').first();
    await name.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
