/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Somebody who sits an audition as base dealer: deals what lies there by the sheet, at the speed of a hand, and slips now
// and then. What they did is graded here as well, so that the report can be held against it.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RulebookId } from '@boxperson/rules';
import { fewestChips, type Station, USUAL, uncounted } from '@boxperson/rules/dealing';
import {
  callQuestion,
  type Done,
  dealtRight,
  gradeRoll,
  judge,
  linesToDeal,
  type Mark,
  makeRoll,
  nextShooterQuestion,
  type Situation,
  situationsOf,
  type WholeRoll,
} from '@boxperson/rules/school';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const CONFORMANCE = fileURLToPath(new URL('../../../../conformance/', import.meta.url));

const situationsIn = (book: RulebookId): readonly Situation[] =>
  situationsOf(
    book,
    readdirSync(`${CONFORMANCE}${book}`)
      .filter((name) => !name.endsWith('.expected.jsonl'))
      .map((name) => ({ name, text: readFileSync(`${CONFORMANCE}${book}/${name}`, 'utf8') })),
  );

/** The chips of an amount, one after the other. */
export const chipsFor = (amount: number, kinds: readonly number[]): readonly number[] =>
  (fewestChips(amount, uncounted(kinds)) ?? []).flatMap(({ chip, count }) => Array<number>(count).fill(chip));

const ACT_NAMES = { take: /^Take/, pay: /^Pay/, return: /^Back/, move: /^Move/ } as const;
const ACT_KEYS = { take: 't', pay: 'p', return: 'b', move: 'm' } as const;

/** In milliseconds: before a stack is found, before each chip, before the act, before an answer. */
export interface Pace {
  readonly look: number;
  readonly chip: number;
  readonly act: number;
  readonly think: number;
}
export const AT_ONCE: Pace = { look: 0, chip: 0, act: 0, think: 0 };
export const BY_HAND: Pace = { look: 900, chip: 250, act: 350, think: 4_000 };

/** In the page, before anything else: what the school draws its lessons by, known to the test; by chance unless one is given. */
function keepDraws(first: number | null): void {
  const around = globalThis as unknown as { drawn: number[] };
  around.drawn = [];
  const draw = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = <T extends ArrayBufferView | null>(into: T): T => {
    const filled = draw(into as never) as T;
    if (!(filled instanceof Uint32Array && filled.length === 1)) return filled;
    if (first !== null) filled[0] = first + 1_009 * around.drawn.length;
    around.drawn.push(filled[0] as number);
    return filled;
  };
}

/** How somebody sits: how fast, at which payments they slip, and by which lessons; null for whatever comes. */
export interface Sitting {
  readonly pace: Pace;
  readonly slips: (payment: number) => boolean;
  readonly first: number | null;
}

export class Auditioned {
  readonly marks: Mark[] = [];
  readonly #page: Page;
  readonly #book: RulebookId;
  readonly #sitting: Sitting;
  readonly #situations: readonly Situation[];
  #payments = 0;

  private constructor(page: Page, book: RulebookId, sitting: Sitting) {
    this.#page = page;
    this.#book = book;
    this.#sitting = sitting;
    this.#situations = situationsIn(book);
  }

  static async begin(page: Page, url: string, book: RulebookId, sitting: Sitting): Promise<Auditioned> {
    await page.addInitScript(keepDraws, sitting.first);
    await page.goto(`${url}/school/${book}/audition`);
    await page.getByRole('radio', { name: 'Base dealer' }).check();
    await page.getByRole('button', { name: 'Begin the audition' }).tap();
    return new Auditioned(page, book, sitting);
  }

  isOver(): Promise<boolean> {
    return this.#page.locator('.audition-score').isVisible();
  }

  /** One thing after the other: a roll at an end, a call, a situation. */
  async task(nth: number): Promise<void> {
    const at = this.#page.locator(`[data-nth="${nth}"]`);
    await at.waitFor();
    const kind = await at.getAttribute('data-task');
    const seed = await this.#page.evaluate(
      () => (globalThis as unknown as { drawn: number[] }).drawn.at(-1) as number,
    );
    if (kind === 'roll') await this.#roll(seed, nth);
    else
      await this.#answer(kind === 'call' ? this.#call(seed, nth) : await this.#situation(), kind as 'call');
  }

  async #roll(seed: number, nth: number): Promise<void> {
    const station: Station = nth % 2 === 0 ? 'left' : 'right';
    const roll = rollFrom(this.#book, seed, station);
    const kinds = roll.before.game.sign.chips.chips;
    await this.#page.locator(`.school-console[data-roll="${roll.sheet.roll}"]`).waitFor();
    const done = dealtRight(roll, station).map((one) => this.#slipped(one, kinds));
    // Every other roll by keys.
    for (const one of done) await (nth % 2 === 0 ? this.#touch(one, kinds) : this.#key(one, kinds));
    await this.#wait('act');
    await this.#page.getByRole('button', { name: 'Dice go' }).tap();
    const { right, of, inOrder, faults } = gradeRoll(roll, done, station);
    this.marks.push({ kind: 'roll', right, of, inOrder, ms: 0, faults });
  }

  /** A chip too many, as happens to anybody. */
  #slipped(done: Done, kinds: readonly number[]): Done {
    if (done.act !== 'pay' || !this.#sitting.slips(++this.#payments)) return done;
    return { ...done, amount: done.amount + (kinds[0] as number) };
  }

  async #touch({ player, spot, act, amount }: Done, kinds: readonly number[]): Promise<void> {
    await this.#wait('look');
    await this.#page.locator(`[data-stack="${spot}/${player}"]`).tap();
    for (const chip of act === 'pay' ? chipsFor(amount, kinds) : []) {
      await this.#wait('chip');
      await this.#page.getByRole('button', { name: `Chip of $${chip / 100}`, exact: true }).tap();
    }
    await this.#wait('act');
    await this.#page.locator('.deal-acts').getByRole('button', { name: ACT_NAMES[act] }).tap();
  }

  async #key({ player, spot, act, amount }: Done, kinds: readonly number[]): Promise<void> {
    await this.#wait('look');
    await this.#page.locator(`[data-stack="${spot}/${player}"]`).focus();
    await this.#page.keyboard.press('Enter');
    for (const chip of act === 'pay' ? chipsFor(amount, kinds) : []) {
      await this.#wait('chip');
      await this.#page.keyboard.press(String(kinds.indexOf(chip) + 1));
    }
    await this.#wait('act');
    await this.#page.keyboard.press(ACT_KEYS[act]);
  }

  #call(seed: number, nth: number): number {
    return (nth % 4 === 3 ? nextShooterQuestion(this.#book, seed) : callQuestion(this.#book, seed)).right;
  }

  /** Found again by what it says. */
  async #situation(): Promise<number> {
    const shown = (await this.#page.locator('.situation').textContent()) ?? '';
    const answers = await this.#page.locator('.school-answers button').allTextContents();
    const found = this.#situations.find(
      ({ asked, choices, stands }) =>
        shown.includes(`${asked}.`) &&
        choices.every(({ say }, i) => answers[i]?.endsWith(say)) &&
        stands.every((say) => shown.includes(say)),
    );
    expect(found, shown).toBeDefined();
    return found?.choices.findIndex(({ verdict }) => judge(found, verdict).right) ?? 0;
  }

  async #answer(right: number, kind: 'call' | 'situation'): Promise<void> {
    await this.#wait('think');
    await this.#page.locator('.school-answers button').nth(right).tap();
    this.marks.push({ kind, right: 1, of: 1, inOrder: 0, ms: 0, faults: [] });
  }

  async #wait(what: keyof Pace): Promise<void> {
    const ms = this.#sitting.pace[what];
    if (ms > 0) await this.#page.waitForTimeout(ms);
  }
}

/** The roll that the school deals by a seed at an end: the next one that has something to do there. */
function rollFrom(book: RulebookId, seed: number, station: Station): WholeRoll {
  for (let nth = 0; ; nth++) {
    const roll = makeRoll(book, (seed + nth) >>> 0, { level: 'busy', profile: USUAL });
    if (linesToDeal(roll, station).length > 0) return roll;
  }
}
