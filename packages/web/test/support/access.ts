/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}
interface Axe {
  run(what: unknown, options: unknown): Promise<{ readonly violations: readonly AxeViolation[] }>;
}

/** What axe-core finds on a page, each with the piece of the page it is about. Contrast is among its rules. */
export async function axeFaults(page: Page, only: readonly string[] = []): Promise<readonly string[]> {
  await settled(page);
  // The page's own policy forbids foreign scripts: the tool comes in by the debugger, not as a script of the page; once,
  // for it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // Every rule that is not an experiment of its makers, their advice on good practice among them.
    const { violations: found } = await axe.run(document, {
      resultTypes: ['violations'],
      ...(rules.length > 0 ? { runOnly: { type: 'rule', values: rules } } : {}),
    });
    return found.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`),
    }));
  }, only);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.join(' | ')}`);
}

/** Colours are judged when nothing moves any more. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((animation) => {
      const timing = animation.effect?.getComputedTiming();
      return timing?.iterations !== Number.POSITIVE_INFINITY;
    });
    await Promise.allSettled(running.map((animation) => animation.finished));
  });
}

/** Whatever can be pressed and is smaller than a finger. Links within a sentence are not meant (WCAG 2.5.8). */
export const smallTargets = (page: Page, least = 44): Promise<readonly string[]> =>
  page.evaluate((size) => {
    const pressed = 'button, a[href], input, select, summary, [role="button"], [role="radio"], [role="tab"]';
    return [...document.querySelectorAll(pressed)].flatMap((element) => {
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const hidden = box.width === 0 || box.height === 0 || style.visibility === 'hidden';
      const inactive = element.closest('[inert], [hidden]') !== null;
      const unseen = element.classList.contains('skip-link') || element.classList.contains('unseen');
      // What is cut away to nothing is pressed by its label.
      const cut = (one: Element | null): boolean =>
        one !== null && (getComputedStyle(one).clipPath === 'inset(50%)' || cut(one.parentElement));
      if (hidden || inactive || unseen || cut(element)) return [];
      // Half a pixel is rounding.
      if (box.width + 0.5 >= size && box.height + 0.5 >= size) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent ?? element.tagName;
      return [`${name.trim().slice(0, 50)}: ${Math.round(box.width)}×${Math.round(box.height)}`];
    });
  }, least);

/** How far a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Text that is cut off by the box it stands in. */
export const cutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a, p, h1, h2, dt, dd, label, legend, span')].flatMap((element) => {
      const style = getComputedStyle(element);
      const clips = style.overflowX === 'hidden' || style.overflowX === 'clip';
      const unseen = element.closest('.unseen') !== null || style.clipPath !== 'none';
      if (!clips || unseen || element.scrollWidth <= element.clientWidth + 1) return [];
      return [(element.textContent ?? '').trim().slice(0, 60)];
    }),
  );

export const THEMES = ['night', 'day', 'contrast', 'safe'] as const;

/** Chooses a setting as the settings do it. */
export const choose = (page: Page, name: string, value: string): Promise<void> =>
  page.evaluate(
    ([setting, to]) => {
      document.documentElement.dataset[setting as string] = to;
    },
    [name, value],
  );

/** A theme is colours and nothing else: the others are asked about those. */
const OF_THEMES = ['color-contrast'];

/** What axe-core finds on a page in every theme. */
export async function faultsInThemes(
  page: Page,
  what: string,
  themes: readonly (typeof THEMES)[number][] = THEMES,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const theme of themes) {
    await choose(page, 'theme', theme);
    const rules = theme === 'night' ? [] : OF_THEMES;
    faults.push(...(await axeFaults(page, rules)).map((fault) => `${what}, ${theme}: ${fault}`));
  }
  await choose(page, 'theme', 'night');
  return faults;
}
