/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { mkdirSync } from 'node:fs';
import type { RulebookId } from '@boxperson/rules';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { few } from '../../../test/support/few.js';
import { Crowd } from './support/crowd.js';
import { GAMES, sixTables } from './support/house.mjs';
import { openGround } from './support/pages.js';
import { Seat } from './support/seat.js';

/** A full table with every wager on, in a real browser, at every size: what is drawn can be read and lies on nothing else. */
const [first] = sixTables();
/** The games, and a table that nobody fills. */
const ground = openGround({ tables: [...sixTables(), { ...first, id: 'quay', name: 'Quay' }] });
const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;
/** Pictures of what is tested, for whoever wants to look: a folder. */
const PICTURES = process.env['FELT_PICTURES'];

interface Drawn {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** In the page: the boxes of everything that matches, letters without the empty part of their line. */
const drawn = (page: Page, selector: string): Promise<readonly Drawn[]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const text = element.textContent?.trim() ?? '';
      const isText = element.tagName === 'text';
      if (right - left < 0.5 || (isText && text === '')) return [];
      const empty = isText ? (bottom - top) * 0.24 : 0;
      return [{ text, left, right, top: top + empty, bottom: bottom - empty }];
    }),
  );

const HAIR = 0.75;
const cover = (a: Drawn, b: Drawn): boolean =>
  a.left < b.right - HAIR && b.left < a.right - HAIR && a.top < b.bottom - HAIR && b.top < a.bottom - HAIR;
const said = ({ text, left, top }: Drawn): string => `${text} at ${Math.round(left)},${Math.round(top)}`;

const coveredAmong = (all: readonly Drawn[]): readonly string[] =>
  all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter((other) => cover(one, other))
      .map((other) => `${said(one)} / ${said(other)}`),
  );
const coveredBy = (all: readonly Drawn[], over: readonly Drawn[]): readonly string[] =>
  all.flatMap((one) =>
    over.filter((other) => cover(one, other)).map((other) => `${said(one)} under ${said(other)}`),
  );

const AMOUNTS = '.plate text, .pile text, .seat-tag text, .lammer text';
const CHIPS =
  '.stack .disc path, .stack .plate rect, .stack .seat-tag rect, .pile rect, .felt-puck .puck-rim';

/** Nothing lies on anything that is to be read. */
async function isClear(page: Page, what: string): Promise<void> {
  const [amounts, prints, chips] = await Promise.all(
    [AMOUNTS, '.felt .print', CHIPS].map((selector) => drawn(page, selector)),
  );
  expect(amounts?.length, what).toBeGreaterThan(4);
  expect(
    {
      amounts: coveredAmong(amounts ?? []),
      prints: coveredAmong(prints ?? []),
      under: coveredBy(prints ?? [], chips ?? []),
    },
    what,
  ).toEqual({ amounts: [], prints: [], under: [] });
}

/** Letters under 12 pixels of the screen, with what they say. */
const smallLetters = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isShown = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility === 'visible';
    };
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!text || !isShown(element) || element.closest('.unseen, script, style')) return [];
      const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * Math.abs(scale || 1);
      return size < 11.95 ? [`${element.textContent?.slice(0, 30)}: ${size.toFixed(1)} px`] : [];
    });
  });

async function lookAt(page: Page, id: string, name: string): Promise<void> {
  const what = `${id} ${name}`;
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}/${what.replaceAll(' ', '-')}.png` });
  }
  await isClear(page, what);
  expect(await smallLetters(page), what).toEqual([]);
  expect(await withoutPay(page), what).toEqual([]);
  expect(await isCut(page.locator('.top .phase span')), what).toBe(false);
}

/** In the page: places of the numbers that may be bet and do not say what they pay, whoever has chips there. */
const withoutPay = (page: Page): Promise<readonly (string | null)[]> =>
  page
    .locator(
      ['lay', 'place-lose', 'buy', 'place', 'big-6', 'big-8']
        .map((wager) => `.region[data-may="bet"][data-wager="${wager}"]`)
        .join(', '),
    )
    .evaluateAll((places) =>
      places
        .filter(
          (place) => !/\d to \d/.test(place.nextElementSibling?.querySelector('.sub')?.textContent ?? ''),
        )
        .map((place) => place.getAttribute('aria-label')),
    );

/** Is a line of what it says, or the end of one, out of sight? */
const isCut = (text: Locator): Promise<boolean> =>
  text.evaluate((one) => one.scrollHeight > one.clientHeight + 8 || one.scrollWidth > one.clientWidth + 1);

/** The felt is drawn for the window and with its own letters. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  });

describe('text at 200 %', () => {
  it.each([
    ['a laptop', { width: 1280, height: 800 }],
    ['a phone', { width: 390, height: 844 }],
  ])(
    '%s shows chips and the throw, and the felt grows',
    async (_, viewport) => {
      const page = await ground.newPage({ viewport, reducedMotion: 'reduce' });
      await page.goto(ground.house().url);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog').getByRole('radio', { name: '200 %' }).check();
      const seat = await Seat.atTable(page, ground.house(), 'crown-mini');
      await page.locator('.phone-felt .felt').waitFor();
      const inSight = (selector: string): Promise<boolean> =>
        page.locator(selector).evaluateAll((all) =>
          all.every((one) => {
            const { top, bottom, left, right } = one.getBoundingClientRect();
            const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return (
              top >= 0 && bottom <= innerHeight && hit !== null && (one.contains(hit) || hit.contains(one))
            );
          }),
        );
      expect(await seat.page.locator('.rail .chip').count()).toBeGreaterThan(3);
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/text-200-${viewport.width}.png` });
      await expect.poll(() => inSight('.rail .chip, .rail .shoot .main')).toBe(true);
      expect(await smallLetters(page)).toEqual([]);
      // What the stage is stays in its bar, word by word: letters one below the other ran down over the chips once.
      const stage = await page.locator('.top .phase').evaluate((phase) => {
        const bottom = (element: Element | null) => element?.getBoundingClientRect().bottom ?? 0;
        const range = document.createRange();
        range.selectNodeContents(phase);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8)));
        return { lines: lines.size, over: bottom(phase) - bottom(phase.closest('.top')) };
      });
      expect(stage.over).toBeLessThanOrEqual(0);
      expect(stage.lines).toBeLessThanOrEqual(4);
      // The felt fills the width that there is.
      const free = await page
        .locator('.phone-felt-at')
        .evaluate(
          (room) => room.clientWidth - (room.querySelector('.felt')?.getBoundingClientRect().width ?? 0),
        );
      expect(Math.abs(free)).toBeLessThan(2);
      const scale = await page
        .locator('.felt')
        .evaluate((felt) => (felt as SVGSVGElement).getScreenCTM()?.a ?? 0);
      expect(scale).toBeGreaterThan(viewport.width > 760 ? 1.9 : 1);
    },
    60_000,
  );
});

describe.each(few(2, GAMES).map((id) => [id]))('%s, everybody there and every wager on', (id: RulebookId) => {
  it('no amount, name or numeral is covered, and no letter is under 12 pixels', async () => {
    const page = await ground.newPage({ viewport: SIZES[0], reducedMotion: 'reduce' });
    await Seat.atTable(page, ground.house(), id);
    const crowd = new Crowd(ground.house(), id);
    await crowd.sit();
    await crowd.everything();
    const { game } = await crowd.table();
    const own = game.players.find(({ seat }) => seat === 1);
    expect(own?.wagers.length).toBeGreaterThan(30);
    await expect.poll(() => page.locator('.chips-on-felt .stack.own').count()).toBeGreaterThan(30);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.locator(size.width < 760 ? '.phone-felt .felt' : '.felt-at .felt').waitFor();
      await settled(page);
      await lookAt(page, id, `${size.width}`);
      if (size.width > 760) continue;
      // From the last roll down to the line: nobody scrolls to see how their hand stands.
      const hidden = await page.locator('.region[data-wager="pass"]').evaluate((line) => {
        const stage = line.closest('.phone-stage') as HTMLElement;
        stage.scrollTop = 0;
        return line.getBoundingClientRect().bottom - stage.getBoundingClientRect().bottom;
      });
      expect(hidden, id).toBeLessThanOrEqual(0);
      for (const tab of ['centre', 'hop']) {
        const other = page.locator(`[data-tab="${tab}"]`);
        if ((await other.count()) === 0) continue;
        await other.click();
        await settled(page);
        await lookAt(page, id, `${size.width} ${tab}`);
      }
    }
  }, 180_000);
});
