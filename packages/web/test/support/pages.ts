/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { BROWSER_ARGS, ensureBrowser } from './browser.mjs';
import { type OpenedHouse, openHouse } from './house.mjs';

/** Nothing here waits for a time; this is only how long a slow machine may take for a condition to come true. */
export const PATIENCE = Number(process.env['BROWSER_PATIENCE'] ?? 45_000);

export interface Ground {
  readonly house: () => OpenedHouse;
  /** A browser of its own: own storage, own person. What a page complains of ends the test. */
  newPage(options?: PageOptions): Promise<Page>;
}

interface PageOptions extends BrowserContextOptions {
  /** Which felt somebody has chosen; the whole one, unless a test is about a newcomer's. */
  readonly felt?: 'easy' | 'whole';
  /**
   * Whether pages for reading may be kept for a time without a network; only in tests about that: in a new browser all of
   * them are loaded and kept anew, which takes longer than many a test.
   */
  readonly serviceWorkers?: 'allow' | 'block';
}

let shared: Promise<Browser> | undefined;
/** Files that one process runs share a browser: to start one takes as long as many a test. It ends with the process. */
async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected())
    shared = chromium.launch({ executablePath: ensureBrowser(), args: [...BROWSER_ARGS] });
  return shared as Promise<Browser>;
}

/** A house for a test file, and a browser. */
export function openGround(options: Parameters<typeof openHouse>[0] = {}): Ground {
  let browser: Browser | undefined;
  let house: OpenedHouse | undefined;
  beforeAll(async () => {
    house = await openHouse(options);
    browser = await sharedBrowser();
  }, 300_000);
  afterAll(() => house?.close(), 60_000);
  const opened = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('it is not open yet');
    return thing;
  };
  return {
    house: () => opened(house),
    newPage: async ({ felt = 'whole', ...asked } = {}) => {
      const context = await opened(browser).newContext({
        viewport: { width: 1280, height: 800 },
        serviceWorkers: 'block',
        ...asked,
      });
      context.setDefaultTimeout(PATIENCE);
      await context.addInitScript(chosen, felt);
      const page = await context.newPage();
      const faults = complaintsOf(page);
      onTestFinished(async () => {
        await context.close();
        if (faults.length > 0) throw new Error(`the page complained: ${faults.join('\n')}`);
      });
      return page;
    },
  };
}

/** In the page, before anything else: a felt that was chosen earlier. */
function chosen(felt: string): void {
  try {
    if (localStorage.getItem('boxperson.settings') === null)
      localStorage.setItem('boxperson.settings', JSON.stringify({ felt }));
  } catch {
    // A page that is none keeps nothing.
  }
}

/** A house that is away, and a page that looks for it, are no fault of the page. */
const EXPECTED =
  /WebSocket connection to|Failed to load resource|net::ERR_|401 \(Unauthorized\)|409 \(Conflict\)/;

export function complaintsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(message.text());
  });
  return faults;
}

/** Waits until something holds, asking again and again. */
export async function until<T>(
  what: () => Promise<T>,
  holds: (value: T) => boolean,
  why: string,
  ms = PATIENCE,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await what();
    if (holds(value)) return value;
    if (Date.now() > end) throw new Error(`waited in vain: ${why} (last: ${JSON.stringify(value)})`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
