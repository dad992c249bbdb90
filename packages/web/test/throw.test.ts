/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Dice } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { few } from '../../../test/support/few.js';
import { PATIENT, sixTables } from './support/house.mjs';
import { openGround, until } from './support/pages.js';
import { at, Seat } from './support/seat.js';

// The dice are drawn half a second after they are thrown: whatever a page says until then tells nothing of them.
// Every test has a table of its own: nobody finds a point that somebody else left.
const TABLES = 6;
const games = sixTables() as readonly { readonly id: string }[];
const ofBook = (id: string) => games.find((game) => game.id === id) as object;
const tables = Array.from({ length: TABLES }, (_, at) => ({ ...ofBook('star'), id: `star-${at}` }));
const ground = openGround({
  tables: [...tables, ofBook('aruze')],
  pace: { ...PATIENT, roll: 500 },
});
let opened = 0;

const PASS = at({ wager: 'pass' });
const FIELD = at({ wager: 'field' });
const TWELVE = at({ wager: 'craps-12' });

/** What a page said while dice were out, frame by frame. */
interface Watched {
  /** Everything that stood in the page before the dice were drawn, and while they were not. */
  readonly before: Set<string>;
  /** What a frame said that nothing before had said, with the dice still in the air. */
  readonly early: Set<string>;
  /** What the drawn dice themselves have to say in words. */
  readonly onDice: Set<string>;
  /** Said aloud, and whether the dice lay. */
  readonly spoken: { readonly text: string; readonly flying: boolean }[];
  frames: number;
  /** Did a frame of it all show the table after the roll? */
  after: string;
  tones: number;
}
declare global {
  interface Window {
    watched: Watched;
    /** From a press to dice that lie. */
    tookMs: number | null;
  }
}

/** In the page, from its beginning: hears what is said and played. */
function listen(): void {
  const watched: Watched = {
    before: new Set(),
    early: new Set(),
    onDice: new Set(),
    spoken: [],
    frames: 0,
    after: '',
    tones: 0,
  };
  window.watched = watched;
  const isFlying = (): boolean => document.querySelector('.throw.flying') !== null;
  speechSynthesis.speak = ({ text }: SpeechSynthesisUtterance) => {
    watched.spoken.push({ text, flying: isFlying() });
  };
  const create = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    if (!isFlying()) watched.tones += 1;
    return create.call(this);
  };
}

/** In the page: looks at the whole document at every frame, at every text and every attribute. */
function watch(): void {
  const { watched } = window;
  watched.before.clear();
  watched.early.clear();
  watched.onDice.clear();
  watched.frames = 0;
  watched.after = '';
  const saidBy = (element: Element): string[] => {
    const attributes = [...element.attributes].map(
      ({ name, value }) => `${element.tagName} ${name}=${value}`,
    );
    const texts = [...element.childNodes].flatMap((node) =>
      node.nodeType === Node.TEXT_NODE && node.nodeValue ? [`“${node.nodeValue}”`] : [],
    );
    return [...attributes, ...texts];
  };
  const all = (): readonly string[] => [
    document.title,
    ...[...document.querySelectorAll('body *')].filter((one) => !one.closest('.throw')).flatMap(saidBy),
  ];
  const look = (): void => {
    const layer = document.querySelector('.throw');
    const isFlying = layer?.classList.contains('flying') === true;
    if (isFlying && layer) {
      watched.frames += 1;
      // Where it is laid over the felt says nothing of the dice in it, and neither die may differ from the other.
      const [one, two] = [...layer.querySelectorAll('.throw-die')].map((die) => die.outerHTML);
      if (one !== two) watched.onDice.add('one die is not like the other');
      if (layer.textContent) watched.onDice.add(layer.textContent);
      for (const said of all()) if (!watched.before.has(said)) watched.early.add(said);
    } else if (watched.frames === 0) for (const said of all()) watched.before.add(said);
    else {
      watched.after = document.body.innerText;
      return;
    }
    requestAnimationFrame(look);
  };
  look();
}

/** In the page: stops dice in mid-air as soon as they are there, and takes the time from a press to their rest. */
function cutShort(): void {
  window.tookMs = null;
  let pressed: number | null = null;
  let stopped = false;
  const press = (): void => {
    pressed ??= performance.now();
  };
  const look = (): void => {
    const isFlying = document.querySelector('.throw.flying') !== null;
    if (isFlying && !stopped) {
      stopped = true;
      for (const kind of ['keydown', 'pointerdown'])
        addEventListener(kind, press, { capture: true, once: true });
      for (const one of document.getAnimations()) one.pause();
    }
    if (stopped && !isFlying) window.tookMs = pressed === null ? Number.NaN : performance.now() - pressed;
    else requestAnimationFrame(look);
  };
  look();
}

/** Clocks go on whatever the dice do. */
const isClock = (said: string): boolean => /after|^“\d\d”$|^“:”$/.test(said);

const seenOf = (page: Page) =>
  page.evaluate(() => {
    const { early, onDice, spoken, frames, after, tones } = window.watched;
    return { early: [...early], onDice: [...onDice], spoken, frames, after, tones };
  });

async function seated(id: 'star' | 'aruze', options: object = {}): Promise<Seat> {
  const page = await ground.newPage(options);
  await page.addInitScript(listen);
  await page.addInitScript(() =>
    localStorage.setItem('boxperson.settings', '{"calls":"spoken","felt":"whole"}'),
  );
  return Seat.atTable(page, ground.house(), id === 'star' ? `star-${opened++}` : id, id);
}

/** Puts the dice in the air and waits for nothing. */
async function throwDice(seat: Seat, dice: Dice): Promise<void> {
  await ground.house().ask('dice', { table: seat.id, dice: [dice] });
  await seat.shoot();
}
const flying = (page: Page) => page.locator('.throw.flying').waitFor({ state: 'attached' });
const lies = (page: Page) => page.locator('.throw.lying').waitFor({ state: 'attached' });

async function watchedThrow(seat: Seat, dice: Dice) {
  await seat.page.evaluate(watch);
  await throwDice(seat, dice);
  return until(
    () => seenOf(seat.page),
    ({ after }) => after !== '',
    'the dice lie',
  );
}

describe('nothing is told before the dice lie', () => {
  it.each(
    few(1, [
      ['star', 'felt'],
      ['star', 'words'],
      ['aruze', 'felt'],
    ] as const),
  )('%s, on the %s, frame by frame', async (id, view) => {
    const seat = await seated(id);
    await seat.bet(PASS, 1_000);
    await seat.bet(FIELD, 500);
    if (id === 'star') await seat.takeDice();
    if (view === 'words') await seat.page.keyboard.press('v');
    // A point, then what loses everything: each changes all there is to change.
    for (const [dice, told] of [
      [[3, 3], /The point is 6/],
      [[3, 4], /Come out roll/],
    ] as const) {
      const seen = await watchedThrow(seat, dice);
      expect(seen.early.filter((said) => !isClock(said))).toEqual([]);
      expect(seen.onDice).toEqual([]);
      expect(seen.after).toMatch(told);
      expect(seen.frames).toBeGreaterThan(5);
      if (view === 'words') await seat.page.keyboard.press('v');
      await seat.atRest();
      if (view === 'words') await seat.page.keyboard.press('v');
    }
    const { spoken } = await seenOf(seat.page);
    expect(spoken.map(({ flying: tooSoon }) => tooSoon)).toEqual([false, false]);
    expect(spoken[0]?.text).toMatch(/^Six the hard way, the point is six\. You lose .*Field/);
  });
});

describe('the throw', () => {
  it('is of a decent size, crosses the felt to the far wall, and moves nothing but transforms and opacity', async () => {
    const seat = await seated('star', { viewport: { width: 1_280, height: 800 } });
    const { page } = seat;
    await seat.bet(PASS, 1_000);
    await seat.takeDice();
    await throwDice(seat, [5, 4]);
    await flying(page);
    const drawn = await page.evaluate(() => {
      const layer = document.querySelector('.throw') as HTMLElement;
      const mine = document.getAnimations().filter(({ effect }) => {
        const { target } = effect as KeyframeEffect;
        return target instanceof Element && layer.contains(target);
      });
      const moved = new Set(
        mine.flatMap(({ effect }) =>
          (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame)),
        ),
      );
      for (const name of ['offset', 'computedOffset', 'easing', 'composite']) moved.delete(name);
      const felt = document.querySelector('.felt-at')?.getBoundingClientRect() as DOMRect;
      const dies = [...layer.querySelectorAll('.throw-die')];
      const highest = (): number =>
        Math.min(...dies.map((die) => die.getBoundingClientRect().top)) - felt.top;
      const at = (ms: number): number => {
        for (const one of mine) {
          one.pause();
          one.currentTime = ms;
        }
        return highest();
      };
      const heights = [0, 150, 300, 450, 600, 650, 700, 1_000].map(at);
      for (const one of mine) one.play();
      return { moved: [...moved], size: dies[0]?.clientWidth ?? 0, heights, felt: felt.height };
    });
    expect(drawn.moved.sort()).toEqual(['opacity', 'transform']);
    expect(drawn.size).toBeGreaterThanOrEqual(90);
    expect(drawn.size).toBeLessThanOrEqual(120);
    expect(drawn.heights[0]).toBeGreaterThan(drawn.felt / 2);
    expect(Math.min(...drawn.heights)).toBeLessThan(drawn.felt / 10);
    await lies(page);
    expect(await page.locator('.throw-call').innerText()).toBe('Nine, the point is nine');
    await page.getByRole('img', { name: 'Dice show 5 and 4' }).waitFor();
    await page.locator('.throw').waitFor({ state: 'detached' });
  });

  it('is cut short by Escape, by a key that would throw and by a tap, and nothing is bet or thrown by that', async () => {
    const seat = await seated('star', { viewport: { width: 1_024, height: 768 } });
    const { page } = seat;
    await seat.bet(PASS, 1_000);
    await seat.takeDice();
    for (const [how, dice] of [
      ['Escape', [5, 4]],
      ['s', [5, 1]],
      ['tap', [4, 4]],
    ] as const) {
      await page.evaluate(cutShort);
      await throwDice(seat, dice);
      await flying(page);
      const box = await page.locator('.felt-at').boundingBox();
      if (how !== 'tap') await page.keyboard.press(how);
      else if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.6);
      const took = await until(
        () => page.evaluate(() => window.tookMs),
        (ms) => ms !== null,
        'the dice lie',
      );
      // They stood still in the air: without the key they would have lain only when nobody waits any more.
      expect(took, how).toBeLessThan(1_000);
      await seat.atRest();
    }
    const { game, throws } = await seat.table();
    expect(throws).toBe(3);
    expect(game.players[0]?.wagers.map(({ amount }) => amount)).toEqual([1_000]);
  });

  it('is no throw for those who want no movement: the result is there at once', async () => {
    const seat = await seated('star', { reducedMotion: 'reduce' });
    await seat.bet(PASS, 1_000);
    await seat.takeDice();
    await seat.page.evaluate(() => {
      const seen = new MutationObserver(() => {
        if (document.querySelector('.throw, .joy')) window.watched.onDice.add('moved');
      });
      seen.observe(document.body, { childList: true, subtree: true });
    });
    await seat.roll([6, 1]);
    await seat.page.locator('.float-tell.won').waitFor();
    expect((await seenOf(seat.page)).onDice).toEqual([]);
  });
});

describe('winning feels like it, and losing is quiet', () => {
  it('long odds count up to the cent and are heard; what is lost makes no sound; m silences everything', async () => {
    const seat = await seated('star');
    const { page } = seat;
    const tones = async (): Promise<number> => (await seenOf(page)).tones;
    /** Throws, and answers how many tones there were once the dice lay. */
    const heard = async (dice: Dice): Promise<number> => {
      const before = await tones();
      await throwDice(seat, dice);
      await flying(page);
      await lies(page);
      await page.locator('.throw').waitFor({ state: 'detached' });
      return (await tones()) - before;
    };
    await seat.bet(PASS, 1_000);
    await seat.takeDice();
    await heard([5, 4]);
    await seat.bet(TWELVE, 2_500);
    await throwDice(seat, [6, 6]);
    const party = page.locator('.joy[data-grade="long"]');
    await party.waitFor({ state: 'attached' });
    await party.locator('.joy-banner').getByText('33 to 1').waitFor();
    await party.locator('.joy-plate .count').getByText('+$825', { exact: true }).waitFor();
    expect(await tones()).toBeGreaterThan(0);
    await party.waitFor({ state: 'detached' });

    await seat.bet(FIELD, 500);
    expect(await heard([4, 1])).toBe(0);
    await seat.bet(FIELD, 500);
    expect(await heard([3, 1])).toBeGreaterThan(0);
    await page.keyboard.press('m');
    await page.getByRole('status').getByText('Sound is off').waitFor();
    await seat.bet(FIELD, 500);
    const { spoken } = await seenOf(page);
    expect(await heard([3, 1])).toBe(0);
    expect((await seenOf(page)).spoken).toEqual(spoken);
  });
});
