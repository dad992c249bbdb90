/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  diffRulebooks,
  nameOf,
  RULEBOOK_IDS,
  rulebook,
  sayOutcomes,
  sayPays,
  spotOf,
  WAGER_IDS,
} from '@boxperson/rules';
import { registerOf } from '@boxperson/rules/clauses';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { GENERAL } from '../src/reading/names.js';
import { axeFaults, overflow, smallTargets } from './support/access.js';
import { openGround } from './support/pages.js';

const ground = openGround();
const PHONE = { viewport: { width: 390, height: 844 } };

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${ground.house().url}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Letters twice as large, as the settings have them. */
const enlarge = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset['text'] = '200';
  });

/** Links within a sentence may be smaller than a finger (WCAG 2.5.8); everything else may not. */
const small = async (page: Page): Promise<readonly string[]> =>
  (await smallTargets(page)).filter((found) => !/^(?:§|R\d|#\d)/.test(found));

describe('a rulebook', () => {
  it('is told clause by clause, and wager by wager under its own name, with what it pays', async () => {
    const page = await ground.newPage();
    for (const id of RULEBOOK_IDS) {
      await open(page, `/rules/${id}`);
      const rows = await page
        .locator('.clause-row')
        .evaluateAll((all) =>
          all.map((row) => [
            (row as HTMLElement).dataset['place'] ?? '',
            row.querySelector('.clause-says')?.textContent ?? '',
            row.querySelector('.kept')?.textContent ?? '',
          ]),
        );
      const register = registerOf(id);
      expect(rows.map(([place]) => place)).toEqual(register.map((entry) => entry.id));
      for (const [at, entry] of register.entries()) {
        expect(rows[at]?.[1]).toBe(entry.summary.replace(/^Section: /, ''));
        expect(rows[at]?.[2]).not.toBe('');
      }
      const book = rulebook(id);
      const cards = await page
        .locator('.wager-card')
        .evaluateAll((all) =>
          all.map((card) => [card.getAttribute('aria-label'), card.textContent ?? ''] as const),
        );
      const offered = WAGER_IDS.filter((wager) => book.wagers[wager] !== null);
      expect(cards.map(([name]) => name)).toEqual(offered.map((wager) => book.wagers[wager]?.name));
      for (const [at, wager] of offered.entries()) {
        const text = cards[at]?.[1] as string;
        const pays = sayPays(book.wagers[wager]?.pays.value as never);
        expect(text).toContain(pays);
        for (const said of sayOutcomes(book, wager)?.wins ?? [])
          expect(text.toLowerCase()).toContain(said.says.toLowerCase());
      }
    }
  });

  it('is linkable to a clause and to a ruling of ours', async () => {
    const page = await ground.newPage();
    await open(page, '/rules/crown#3.6.5');
    const target = page.locator('.clause-row.target');
    await target.waitFor();
    expect(await target.getAttribute('data-place')).toBe('3.6.5');
    await expect
      .poll(() =>
        target.evaluate(
          (row) => row.getBoundingClientRect().top > 0 && row.getBoundingClientRect().bottom < innerHeight,
        ),
      )
      .toBe(true);
    // A definition has a name with spaces in it.
    await open(page, `/rules/crown#${encodeURIComponent('1.1 come-out roll')}`);
    await page.locator('.clause-row.target[data-place="1.1 come-out roll"]').waitFor();
    await page
      .getByRole('article', { name: 'Win Line', exact: true })
      .getByRole('link', { name: 'R7' })
      .click();
    await page.locator('.ruling-list .target').filter({ hasText: 'R7' }).waitFor();
  });

  it('says when a link is broken, and offers the nearest clause', async () => {
    const page = await ground.newPage();
    await open(page, '/rules/crown#3.6.5(z)');
    const alert = page.getByRole('alert');
    await alert.getByText('has no clause 3.6.5(z)').waitFor();
    expect(await alert.evaluate((element) => element.getBoundingClientRect().top >= 0)).toBe(true);
    await alert.getByRole('link', { name: '3.6.5', exact: true }).click();
    await page.locator('.clause-row.target[data-place="3.6.5"]').waitFor();
    await alert.waitFor({ state: 'detached' });
    await open(page, '/rules/crwn');
    await page.getByRole('alert').getByRole('link', { name: 'Crown', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: rulebook('crown').title }).waitFor();
    await open(page, '/rules/wager/hardwy');
    await page.getByRole('alert').getByRole('link', { name: 'Hardway', exact: true }).waitFor();
    await open(page, '/rules/compare?books=crown,stra');
    await page.getByRole('alert').getByText('There is no rulebook “stra”; the nearest is Star.').waitFor();
  });

  it('says when an address leads nowhere, and where it might have led', async () => {
    const page = await ground.newPage();
    await open(page, '/rules/star/more');
    await page.getByRole('heading', { level: 1, name: 'No such page of the rules' }).waitFor();
    await open(page, '/table/star/more');
    await page.getByRole('heading', { level: 1, name: 'No such page' }).waitFor();
    await page.getByRole('alert').getByText('There is no page “/table/star/more”.').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'The tables' }).click();
    await page.getByRole('list', { name: 'Tables' }).waitFor();
  });

  it('has a hair between the brackets of a clause’s number, which stays the book’s own', async () => {
    const page = await ground.newPage();
    await open(page, '/rules/crown#3.6.5(a)(i)');
    const number = page.locator('.clause-row.target .clause-number');
    expect(await number.innerText()).toBe('3.6.5(a)(i)');
    const parts = await number
      .locator('.clause-part')
      .evaluateAll((all) => all.map((part) => part.getBoundingClientRect()));
    expect((parts[1]?.left ?? 0) - (parts[0]?.right ?? 0)).toBeGreaterThan(1);
  });

  it('can be searched', async () => {
    const page = await ground.newPage();
    await open(page, '/rules/adelaide');
    await page.getByLabel('Search this book').fill('stands off');
    const wanted = registerOf('adelaide').filter(({ summary }) =>
      summary.toLowerCase().includes('stands off'),
    );
    expect(wanted.length).toBeGreaterThan(0);
    await expect.poll(() => page.locator('.clause-row').count()).toBe(wanted.length);
    expect(await page.locator('.clause-row mark').first().innerText()).toMatch(/stands off/i);
    await page.getByLabel('Search this book').fill('xyzzy');
    await page.getByText('No clause matches.').waitFor();
  });
});

describe('a wager', () => {
  it('is shown across all books, every one of them', async () => {
    const page = await ground.newPage();
    await open(page, '/rules/wager/pass');
    for (const wager of WAGER_IDS) {
      const link = page.locator(`.wager-nav a[href^="/rules/wager/${wager}?"]`);
      await link.click();
      await page.locator(`.wager-nav a[href^="/rules/wager/${wager}?"][aria-current="page"]`).waitFor();
      const offering = RULEBOOK_IDS.map(rulebook).filter((book) => book.wagers[wager] !== null);
      const heads = await page.locator('.across thead th').allTextContents();
      expect(heads.length - 1).toBe(offering.length);
      const pays = await page
        .locator('.across tbody tr')
        .filter({ hasText: /^Pays/ })
        .locator('td')
        .allTextContents();
      for (const [at, book] of offering.entries()) {
        expect(heads[at + 1]).toContain(book.wagers[wager]?.name);
        expect(pays[at]).toContain(sayPays(book.wagers[wager]?.pays.value as never));
      }
      expect(await page.locator('.may-moment').count(), wager).toBeGreaterThan(1);
    }
  });

  it('is played on the little felt by the engine, which cites the clause', async () => {
    const page = await ground.newPage();
    await open(page, '/rules/wager/place?book=crown');
    const book = rulebook('crown');
    const felt = page.getByRole('region', { name: /^A little felt/ });
    const name = nameOf(book, spotOf('place', 6));
    await felt.getByLabel('Amount in dollars').fill('3');
    await felt.getByRole('button', { name: 'Place it' }).click();
    await felt.getByText('Not accepted: $3').waitFor();
    await felt.getByRole('button', { name: 'Use $5' }).click();
    await felt.getByLabel('Amount in dollars').fill('12');
    await felt.getByRole('button', { name: 'Place it' }).click();
    await felt
      .getByText(`${name} $12 working`)
      .or(felt.getByText(`${name} $12 off`))
      .first()
      .waitFor();
    const throwAs = async (a: number, b: number) => {
      await felt.getByRole('button', { name: `First die: ${a}` }).click();
      await felt.getByRole('button', { name: `Second die: ${b}` }).click();
      await felt.getByRole('button', { name: `Roll ${a}-${b} as picked` }).click();
    };
    // On a come out it is off: a 6 does not touch it, and becomes the point.
    await throwAs(3, 3);
    await felt.getByText(`${name} is off: the roll does not touch it.`).waitFor();
    await felt.getByText('The point is 6').waitFor();
    await throwAs(2, 4);
    const won = felt.getByText(`${name} $12 wins $14 at 7 to 6.`);
    await won.waitFor();
    const clause = (book.wagers.place as { wins: string }).wins;
    expect(await felt.locator('.tone-won .cite').first().innerText()).toBe(`§ ${clause}`);
    expect(await felt.getByText('In hand $1,014').count()).toBe(1);
    await felt.getByLabel('Amount in dollars').fill('a lot');
    await felt.getByRole('alert').getByText('“a lot” is not an amount of dollars').waitFor();
    expect(await felt.getByLabel('Amount in dollars').inputValue()).toBe('a lot');
  });
});

describe('comparing', () => {
  it('lists exactly what the rules find different, and marks it', async () => {
    const page = await ground.newPage();
    for (const [a, b] of [
      ['crown', 'star'],
      ['star', 'star-2024'],
      ['adelaide', 'aruze'],
    ] as const) {
      await open(page, `/rules/compare?books=${a},${b}`);
      const values = diffRulebooks(rulebook(a), rulebook(b)).filter(({ kind }) => kind === 'value');
      const cells = await page
        .locator('.compare tbody tr')
        .evaluateAll((rows) =>
          rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')),
        );
      expect(cells.length).toBe(new Set(values.map(({ path, about }) => `${path} ${about}`)).size);
      for (const one of values) {
        const wager = WAGER_IDS.find((id) => id === one.about);
        const named = wager ? GENERAL[wager] : one.about;
        const row = cells.find(([about, left]) => about === named && left?.startsWith(one.a.says));
        expect(row, one.about).toBeDefined();
        expect(row?.[2]).toMatch(/^differs/);
        expect(row?.[2]).toContain(one.b.says);
      }
    }
  });

  it('takes more books, and books are chosen by hand', async () => {
    const page = await ground.newPage();
    await open(page, '/rules/compare');
    await page.getByRole('checkbox', { name: 'Adelaide' }).check({ force: true });
    await page.locator('.compare thead').first().getByText('Adelaide').waitFor();
    expect(new URL(page.url()).searchParams.get('books')).toBe('crown,star,adelaide');
    // What a book has in common with the first is not said by the first's clause, which is another in this book.
    const same = page.locator('.compare td.same');
    expect(await same.count()).toBeGreaterThan(0);
    expect(new Set(await same.allInnerTexts())).toEqual(new Set(['as Crown']));
  });
});

describe('for everybody', () => {
  const PAGES = [
    '/rules',
    '/rules/aruze#3.9.1',
    '/rules/wager/buy?book=adelaide',
    '/rules/compare?books=crown,star',
    '/rules/nobook',
  ];

  it('axe finds nothing, by night and by day', async () => {
    for (const theme of ['night', 'day']) {
      const page = await ground.newPage();
      await page.addInitScript(
        (name) => localStorage.setItem('boxperson.settings', JSON.stringify({ theme: name })),
        theme,
      );
      for (const path of theme === 'night' ? PAGES : PAGES.slice(2, 3)) {
        await open(page, path);
        expect(await axeFaults(page), `${path} ${theme}`).toEqual([]);
      }
    }
  });

  it('works on a phone: nothing sticks out, everything can be hit', async () => {
    const page = await ground.newPage(PHONE);
    for (const path of PAGES) {
      await open(page, path);
      expect(await overflow(page), path).toBe(0);
      expect(await small(page), path).toEqual([]);
      await enlarge(page);
      expect(await overflow(page), `${path}, large letters`).toBe(0);
    }
  });

  it('is reached from the lobby, which does not load it: star 9.14, star-2024 10.15, crown 9.11, adelaide 14(n), aruze 7.16', async () => {
    const page = await ground.newPage();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto(ground.house().url);
    await page.getByRole('list', { name: 'Tables' }).waitFor();
    expect(loaded.filter((url) => /RulesPage|LabPage|worker/.test(url))).toEqual([]);
    await page.getByRole('link', { name: 'The rules, clause by clause' }).click();
    await page.getByRole('heading', { level: 1, name: 'The rules' }).waitFor();
    await page.getByRole('link', { name: 'To the tables' }).click();
    await page.getByRole('list', { name: 'Tables' }).waitFor();
    await page.getByRole('link', { name: 'The odds laboratory' }).click();
    await page.getByRole('heading', { level: 1, name: 'The odds laboratory' }).waitFor();
  });

  it('goes on without a network once it was loaded, after a reload too', async () => {
    const page = await ground.newPage({ serviceWorkers: 'allow' });
    await open(page, '/rules');
    await page.locator('html[data-kept="yes"]').waitFor({ state: 'attached' });
    await page.context().setOffline(true);
    await page.getByRole('link', { name: /Read Crown$/ }).click();
    await page.getByRole('heading', { level: 1, name: rulebook('crown').title }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: rulebook('crown').title }).waitFor();
    await page.getByRole('link', { name: 'Odds', exact: true }).click();
    await page.locator('table[data-book="star"]').waitFor();
    await page.context().setOffline(false);
  });
});
