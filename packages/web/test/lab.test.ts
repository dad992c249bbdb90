/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIBRARY } from '@boxperson/odds';
import { RULEBOOK_IDS } from '@boxperson/rules';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { few } from '../../../test/support/few.js';
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
  it('are those of the command line, for every wager of a book', async () => {
    const page = await ground.newPage();
    for (const book of few(3, RULEBOOK_IDS)) {
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
    await until(
      () => page.locator('.side-by-side td', { hasText: '…' }).count(),
      (waiting) => waiting === 0,
      'the figures of all books',
    );
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
      await page.getByRole('heading', { level: 2, name: `${name.replaceAll('-', ' ')} at Star` }).waitFor();
      await add.click();
    }
    expect(await add.isDisabled()).toBe(true);
    const compared = page.getByRole('region', { name: 'Strategies compared' });
    await compared.waitFor();
    await until(
      () => compared.getByRole('row').count(),
      (rows) => rows === 5,
      'four strategies compared',
    );
    await page.getByRole('img', { name: /The same dice for all/ }).waitFor();
    const png = await Promise.all([
      page.waitForEvent('download') as Promise<Download>,
      page.locator('.compare-strategies').getByRole('button', { name: 'PNG' }).click(),
    ]).then(async ([download]) => readFileSync(await download.path()));
    expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  });
});

/** All that the comparison shows: who plays, the settings, the figures. */
async function comparedOn(page: Page) {
  const part = page.locator('.compare-strategies[aria-busy="false"]');
  await part.getByRole('row').nth(1).waitFor();
  return {
    names: await part.locator('.lab-keys li').allInnerTexts(),
    rolls: await part.getByLabel('Rolls in an evening').inputValue(),
    caption: await part.locator('figcaption').first().innerText(),
    rows: await part.getByRole('row').allInnerTexts(),
    drawn: await part.locator('.picture polyline').evaluateAll((all) => all.map((one) => one.outerHTML)),
  };
}

const packedLink = (value: unknown): string =>
  `#s=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;

describe('a link to a comparison', () => {
  it('shows the same strategies in the same order on the same dice', async () => {
    const page = await ground.newPage();
    await open(page, '/lab/strategies');
    await page.getByLabel('Seed').fill('42');
    const add = page.getByRole('button', { name: 'Add to comparison' });
    const figures = (book: string) => page.locator(`[data-figures="${book}"]`).waitFor();
    await page.getByLabel('Start from').selectOption('inside-regress');
    await page.getByLabel('Rulebook').selectOption('crown');
    await figures('crown');
    await add.click();
    await page.getByText('The table’s sign').click();
    const sign = '{ "limits": { "default": { "min": 100, "max": 50000 } } }';
    await page.getByLabel(/^Sign as JSON/).fill(sign);
    await page.getByLabel('Start from').selectOption('pass-flat');
    await page.getByLabel('Rulebook').selectOption('aruze');
    await page.getByLabel('Amount $').fill('3');
    await figures('aruze');
    await add.click();
    await page.getByLabel('Rolls in an evening').fill('120');
    await page.getByRole('button', { name: 'Another evening' }).click();
    await page.getByText('Evening 2, 120 rolls, seed 42').waitFor();
    const before = await comparedOn(page);
    expect(before.names.map((name) => name.replace(/\s+/g, ' '))).toEqual([
      expect.stringContaining('Inside regress at Crown'),
      expect.stringContaining('Pass flat at Aruze'),
    ]);
    expect(before.drawn.length).toBeGreaterThanOrEqual(2);
    await page.getByRole('button', { name: 'Share by link' }).click();
    await page.getByText(/The link is in the/).waitFor();
    const link = page.url();
    const other = await ground.newPage();
    await other.goto(link);
    await other.getByText('Evening 2, 120 rolls, seed 42').waitFor();
    expect(await comparedOn(other)).toEqual(before);
    expect(await other.getByRole('alert').count()).toBe(0);
    expect(await other.getByLabel('Amount $').inputValue()).toBe('3');
    // Another link on the open page: a broken one changes nothing, a good one everything.
    const goTo = (hash: string) =>
      other.evaluate((next) => {
        location.hash = next;
      }, hash);
    await goTo('#s=rubbish');
    await other.getByRole('alert').getByText('What was here before stays.').waitFor();
    expect(await comparedOn(other)).toEqual(before);
    const pass = { name: 'mine', wagers: [{ wager: 'pass', amount: 1000 }] };
    const greedy = { name: 'greedy', wagers: [{ wager: 'pass', amount: 1000, odds: 50 }] };
    const rows = [pass, { ...pass, wagers: [] }, greedy, { ...pass, name: 'mine too' }];
    await goTo(
      packedLink({
        text: JSON.stringify(pass),
        book: 'star',
        sign: '',
        seed: '1',
        rolls: '10',
        compare: { rows: rows.map((file) => ({ book: 'star', file })), rolls: '50', evening: 1 },
      }),
    );
    await other
      .getByRole('alert')
      .getByText(/^Strategy 2 of the comparison is left out: .*wagers: must be a list of at least one/)
      .waitFor();
    // Refused by the table: it is told, and the others still play.
    await other
      .getByRole('alert')
      .getByText(/^2\. greedy at Star does not play: wagers\[0\]\.odds: /)
      .waitFor();
    await other.getByRole('rowheader', { name: '1. mine at Star', exact: true }).waitFor();
    await other.getByRole('rowheader', { name: '3. mine too at Star', exact: true }).waitFor();
  });

  it('leaves the comparison out of a link that would be too long, and says so', async () => {
    const page = await ground.newPage();
    const text = JSON.stringify({
      name: 'long',
      about: 'x'.repeat(13_000),
      wagers: [{ wager: 'pass', amount: 1000 }],
    });
    const setup = { text, book: 'star', sign: '', seed: '1', rolls: '10' };
    const rows = [{ book: 'star', file: JSON.parse(text) }];
    await open(
      page,
      `/lab/strategies${packedLink({ ...setup, compare: { rows, rolls: '50', evening: 1 } })}`,
    );
    await page.getByRole('rowheader', { name: '1. long at Star', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Share by link' }).click();
    await page
      .getByRole('status')
      .getByText(/It is without the comparison, .* a link holds 32,000/)
      .waitFor();
    const packed = page.url().split('#s=')[1] ?? '';
    expect(JSON.parse(Buffer.from(packed, 'base64url').toString())).toEqual(setup);
  });
});

/** What stands in the text, then the form again. */
async function textOf(page: Page): Promise<unknown> {
  await page.getByRole('radio', { name: 'JSON' }).check({ force: true });
  const text = await page.getByLabel('Strategy, money in cents').inputValue();
  await page.getByRole('radio', { name: 'Form' }).check({ force: true });
  return JSON.parse(text);
}

async function typeText(page: Page, value: unknown): Promise<void> {
  await page.getByRole('radio', { name: 'JSON' }).check({ force: true });
  await page.getByLabel('Strategy, money in cents').fill(JSON.stringify(value));
  await page.getByRole('radio', { name: 'Form' }).check({ force: true });
}

/** What is said against a field, by what the field itself names. */
const saidTo = (field: Locator): Promise<string> =>
  field.evaluate((element) => {
    const said = document.getElementById(element.getAttribute('aria-describedby') ?? '');
    return `${element.getAttribute('aria-invalid')}: ${said?.textContent ?? ''}`;
  });

describe('the form of a strategy', () => {
  it('says progressions, shooter limits and amounts by number, by keyboard, and is refused beside the field', async () => {
    const page = await ground.newPage();
    await open(page, '/lab/strategies');
    await typeText(page, { name: 'mine', wagers: [{ wager: 'place', numbers: [6, 8], amount: 1200 }] });
    const rule = page.getByRole('group', { name: 'Wager 1', exact: true });
    const wagers = async () => ((await textOf(page)) as { wagers: unknown[] }).wagers;
    const press = async (field: Locator, key: string) => {
      await field.focus();
      await page.keyboard.press(key);
    };
    const choose = (name: string, value: string) =>
      rule.getByLabel(name, { exact: true }).selectOption(value);
    const fill = (name: string, text: string) => rule.getByLabel(name, { exact: true }).fill(text);
    // Amounts by number.
    await press(rule.getByLabel('A different amount on each number'), 'Space');
    await fill('On 8', '18');
    await press(rule.getByRole('checkbox', { name: '9', exact: true }).first(), 'Space');
    await rule.getByText('Amount: says nothing for 9').waitFor();
    await fill('On 9', '15');
    const amounts = { wager: 'place', numbers: [6, 8, 9], amount: { 6: 1200, 8: 1800, 9: 1500 } };
    expect(await wagers()).toEqual([amounts]);
    // A progression, and what does not go with amounts by number.
    await press(rule.locator('summary', { hasText: 'Progression' }), 'Enter');
    await choose('How the bet changes', 'press');
    expect(await saidTo(rule.getByLabel('How the bet changes'))).toBe(
      'true: does not go with an amount for each number; use progression with times',
    );
    await choose('How the bet changes', 'progression');
    await fill('Bets in the row', '1, 2, x');
    expect(await saidTo(rule.getByLabel('Bets in the row'))).toBe(
      'true: number 3 of the row: "x" is not a whole number from 1 to 1000',
    );
    await page.getByText('The figures come back when the strategy can be read.').waitFor();
    // What was typed wrong is in the text, too, and comes back from it.
    expect(await wagers()).toMatchObject([{ progression: { times: [1, 2, 'x'] } }]);
    expect(await rule.getByLabel('Bets in the row').inputValue()).toBe('1, 2, x');
    await fill('Bets in the row', '1, 2, 3');
    await choose('After a win', 'next');
    await choose('After a loss', 'previous');
    await choose('After the last bet', 'first');
    await choose('With a new shooter', 'shooter');
    await choose('Numbers go', 'all');
    await press(rule.locator('summary', { hasText: 'Shooter and point limits' }), 'Enter');
    await fill('Bets at most', '4');
    await fill('Down after wins', '0');
    expect(await saidTo(rule.getByLabel('Down after wins'))).toBe('true: 0 is not a whole number from 1');
    await fill('Down after wins', '2');
    await fill('Down after losses', '3');
    await fill('Not before roll', '5');
    const points = rule.getByRole('group', { name: 'Only while the point is' });
    await press(points.getByRole('checkbox', { name: '4', exact: true }), 'Space');
    await press(rule.getByLabel('Not on the number that is the point'), 'Space');
    expect(await wagers()).toEqual([
      {
        ...amounts,
        progression: {
          times: [1, 2, 3],
          onWin: 'next',
          onLoss: 'previous',
          past: 'first',
          reset: 'shooter',
          share: 'all',
        },
        shooter: { bets: 4, wins: 2, losses: 3, fromRoll: 5 },
        points: [4],
        skipPoint: true,
      },
    ]);
    await page.locator('[data-figures="star"]').waitFor();
    // Press and regress of one amount; a row in dollars is the same row.
    await press(rule.getByLabel('A different amount on each number'), 'Space');
    await choose('The row is in', 'amounts');
    expect(await wagers()).toMatchObject([{ amount: 1200, progression: { amounts: [1200, 2400, 3600] } }]);
    await choose('The row is in', 'times');
    expect(await wagers()).toMatchObject([{ progression: { times: [1, 2, 3] } }]);
    await choose('How the bet changes', 'press');
    await fill('Press by $', '6');
    await fill('Up to $', 'a lot');
    expect(await saidTo(rule.getByLabel('Up to $'))).toBe(
      'true: "a lot" is not an amount in whole cents above 0. Type dollars, like 10 or 2.50.',
    );
    await fill('Up to $', '30');
    expect(await wagers()).toMatchObject([{ press: { by: 600, most: 3000 } }]);
    await choose('How the bet changes', 'regress');
    await fill('Down to $', '6');
    await fill('After wins', '2');
    const [regressed] = (await wagers()) as [Record<string, unknown>];
    expect(regressed).toMatchObject({ regress: { to: 600, after: 2 } });
    expect(Object.keys(regressed)).not.toContain('press');
    // Refused by the book, not by the reader: beside its field as well.
    await choose('How the bet changes', '');
    await fill('Amount $', '4');
    await until(
      () => saidTo(rule.getByLabel('Amount $')),
      (said) => /^true: .*\$4 .*Nearest: \$/.test(said),
      'the book says no beside the amount',
    );
  });

  it('loses nothing on the way to the text and back, and names what it does not show', async () => {
    const page = await ground.newPage();
    await open(page, '/lab/strategies');
    const value = {
      name: 'all of it',
      about: 'every field there is',
      wagers: [
        {
          wager: 'place',
          numbers: [6, 8],
          amount: { 5: 1500, 6: 1200, 8: 1800 },
          points: [4, 10],
          skipPoint: true,
          when: 'point-on',
          progression: {
            times: [1, 2],
            onWin: 'next',
            onLoss: 'first',
            past: 'stay',
            share: 'all',
            reset: 'shooter',
          },
          shooter: { bets: 9, wins: 2, losses: 3, fromRoll: 2 },
        },
        { wager: 'hardway', number: 8, amount: 600, press: { by: 300, most: 1200 }, working: 'on' },
        { wager: 'hop', dice: [2, 5], amount: 500 },
        { wager: 'horn-high', high: 3, amount: 500, regress: { to: 500, after: 2 } },
        { wager: 'come', amount: 1000, upTo: 2, odds: { 4: 1, 5: 2, 6: 2, 8: 2, 9: 2, 10: 1 } },
      ],
      session: { bankroll: 50_000, stopWin: 25_000, stopLoss: 20_000, rolls: 300, shooters: 9 },
    };
    // At a table that cannot be read nothing is worked out: this is about the fields alone.
    await page.getByText('The table’s sign').click();
    await page.getByLabel(/^Sign as JSON/).fill('{');
    await typeText(page, value);
    expect(await textOf(page)).toEqual(value);
    await page.getByText('Kept in the text, not shown here: 5.').waitFor();
    const form = page.locator('.strategy-form');
    // Every field is touched and put back; the text is the same each time but where one field replaces others.
    await form.locator('details:not([open]) summary').evaluateAll((all) => {
      for (const summary of all) (summary as HTMLElement).click();
    });
    await form.locator('details:not([open])').first().waitFor({ state: 'detached' });
    const inputs = form.locator('input:not([type="checkbox"])');
    expect(await inputs.count()).toBeGreaterThan(30);
    for (const input of await inputs.all()) {
      const shown = await input.inputValue();
      await input.fill(`${shown}1`);
      await input.fill(shown);
    }
    expect(await textOf(page)).toEqual(value);
    const REPLACING = ['Wager', 'How the bet changes', 'Odds behind it', 'The row is in'];
    const selects = form.locator('select');
    for (const select of await selects.all()) {
      const [name, chosen, other] = await select.evaluate((element) => {
        const { labels, value: now, options } = element as HTMLSelectElement;
        return [labels[0]?.textContent, now, [...options].find((one) => one.value !== now)?.value] as const;
      });
      if (REPLACING.includes(name ?? '')) continue;
      await select.selectOption(other ?? '');
      await select.selectOption(chosen);
    }
    expect(await textOf(page)).toEqual(value);
    // Fields that no form knows, and values that no field can hold.
    const odd = {
      name: 'odd',
      wagers: [
        { wager: 'pass', amount: 1000, presss: 3, progression: 'double', shooter: { wins: 1, beer: 2 } },
        'field',
        { wager: 'place', numbers: 6, amount: 1200 },
      ],
      mood: 'good',
    };
    await typeText(page, odd);
    for (const kept of ['presss', 'progression, "double"', 'beer', 'wager 2, "field"', 'numbers, 6', 'mood'])
      await form.getByText(`Kept in the text, not shown here: ${kept}.`).waitFor();
    await form.getByText('there is no such field; did you mean press?').waitFor();
    await form.getByLabel('Name').fill('odder');
    await form.getByLabel('Down after wins').first().fill('2');
    const [first, ...others] = odd.wagers;
    expect(await textOf(page)).toEqual({
      ...odd,
      name: 'odder',
      wagers: [{ ...(first as object), shooter: { wins: 2, beer: 2 } }, ...others],
    });
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

/** With every part of the form open, something wrong in it, and strategies compared. */
const FULL = {
  text: JSON.stringify({
    name: 'full',
    wagers: [
      {
        wager: 'place',
        numbers: [5, 6, 8],
        amount: { 5: 1000, 6: 1200, 8: 1200 },
        progression: { times: [1, 2, 4], onWin: 'next', onLoss: 'first' },
        shooter: { wins: 3 },
        points: [4, 10],
      },
      { wager: 'pass', amount: 1000, odds: { 4: 1, 5: 1, 6: 50, 8: 1, 9: 1, 10: 1 } },
    ],
  }),
  book: 'star',
  sign: '',
  seed: '1',
  rolls: '10',
  compare: {
    rows: ['pass', 'dont-pass'].map((wager) => ({
      book: 'star',
      file: { name: wager, wagers: [{ wager, amount: 1000 }] },
    })),
    rolls: '50',
    evening: 1,
  },
};

describe('for everybody', () => {
  const PAGES = [
    ['/lab', 'main'],
    ['/lab/odds?book=aruze&wager=hardway&show=hardway%206', 'dialog .throw-square'],
    ['/lab/odds?view=all&wager=field', '.side-by-side'],
    ['/lab/sign', '[data-checked="yes"]'],
    [`/lab/strategies${packedLink(FULL)}`, 'main:has(.results .fault):has(.compare-strategies .picture svg)'],
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
      for (const [path, ready] of few(3, theme === 'night' ? PAGES.slice(1) : PAGES.slice(4, 6))) {
        await open(page, path);
        await page.locator(ready).first().waitFor();
        expect(await axeFaults(page), `${path} ${theme}`).toEqual([]);
      }
    }
  });

  it('works on a phone: nothing sticks out, everything can be hit', async () => {
    const page = await ground.newPage(PHONE);
    for (const [path, ready] of few(4, PAGES)) {
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
