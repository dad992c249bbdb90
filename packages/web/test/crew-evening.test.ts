/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Command, type Dice, findPlayer, type RulebookId, replay, type Table } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { EVERY, few } from '../../../test/support/few.js';
import type { ConsoleName } from '../src/crew/stations.js';
import { button, Crews, chip, dealtTable, putOn, roleAt, seat } from './support/crew.js';
import { openGround, until } from './support/pages.js';
import { at, Seat } from './support/seat.js';

const BOOKS = ['star', 'star-2024', 'crown', 'adelaide'] as const satisfies readonly RulebookId[];
const LIMITS = { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } };
const PLACES = ['stick', 'left', 'right', 'box'] as const satisfies readonly ConsoleName[];
type Book = (typeof BOOKS)[number];
type Four = Readonly<Record<(typeof PLACES)[number], Page>>;

/** A table of its own for the kills. */
const KILLED = 'killed';
/** An evening that is tried once more is tried at another table: at the first everybody stands and sits already. */
function again(table: string): string {
  return `${table}-again`;
}
const tryOf = (table: string, retries = 0): string => (retries === 0 ? table : again(table));
const ground = openGround({
  tables: [
    ...BOOKS.flatMap((book) => [book, again(book)].map((id) => dealtTable(id, book, 16, LIMITS))),
    ...[KILLED, again(KILLED)].map((id) => dealtTable(id, 'star', 8, LIMITS)),
  ],
});
const crews = new Crews(ground);

const tableOf = async (id: string): Promise<Table> =>
  replay((await ground.house().ask('record', { table: id })).map(({ event }) => event));

/** Four of the staff walk to the table, each to a place of their own. */
async function fourStand(book: Book, table: string = book): Promise<Four> {
  const pages = PLACES.map(async (place) => {
    const { token } = await crews.hire(`${table}-${place}`, [{ rulebook: book, role: roleAt(book, place) }]);
    const page = await crews.browserOf(token);
    await page.goto(crews.address(table, place));
    await page
      .locator(`[data-place="${place}"]`)
      .getByRole('button', { name: /^Stand here/ })
      .click();
    await page.locator(`.crew[data-console="${place}"]`).waitFor();
    return [place, page] as const;
  });
  return Object.fromEntries(await Promise.all(pages)) as Four;
}

/** A dealer seats somebody with chips and sells them some for cash. */
async function chipsPlayer(page: Page, number: number, name: string, card: string): Promise<void> {
  await seat(page, number).click();
  await page.getByLabel('Name, if they give one').fill(name);
  await page.getByLabel(/^Player card/).fill(card);
  await button(page, 'Sits down with chips').click();
  await page.locator(`[data-seat="${number}"][data-kind="chips"]`).waitFor();
  await button(page, 'Buy in').click();
  await button(page, '$200').click();
  await button(page, 'Chips for $200').click();
  await until(
    async () => findPlayer((await tableOf(await bookOf(page))).game, name)?.balance,
    (balance) => balance === 20_000,
    `${name} has chips`,
  );
}

const bookOf = async (page: Page): Promise<string> => new URL(page.url()).pathname.split('/')[2] as string;

/** Whoever is offered the dice and is not to have them lets them go by, at their screen or by word of mouth. */
async function offerTo(four: Four, shooter: Seat, others: readonly Seat[]): Promise<void> {
  const wanted = await shooter.player();
  for (;;) {
    const { shooter: dice, guests } = await shooter.table();
    if (dice.offeredTo === wanted) break;
    const to = dice.offeredTo;
    if (to === null) await button(four.stick, /^Offer/).click();
    else if (guests.find(({ player }) => player === to)?.chips) await button(four.stick, 'Declines').click();
    else for (const other of others) await other.declineIfOffered();
    await until(
      () => shooter.table(),
      (table) => table.shooter.offeredTo !== to,
      'the dice go on',
    );
  }
  await shooter.page.getByRole('button', { name: 'Take the dice' }).click();
  for (const die of ['A', 'B']) await shooter.page.getByRole('button', { name: `Die ${die}` }).click();
  await shooter.shootButton().waitFor();
}

/** Everybody deals what is on their sheet until nothing is open anywhere. */
async function dealAll(four: Four, id: string, past: number): Promise<void> {
  // A throw counts before it is called: dice in the air are not dealt either.
  const isDealt = ({ throws, phase }: Table): boolean =>
    throws >= past && (phase === 'offering' || phase === 'betting');
  while (!isDealt(await tableOf(id)))
    for (const place of ['stick', 'left', 'right'] as const) {
      const page = four[place];
      const everything = page.getByRole('button', { name: /^Everything here is done/ });
      const tick = page.locator('.crew-tick').first();
      const goOn = page.getByRole('button', { name: /^Nothing is open/ });
      for (const one of [everything, tick, goOn]) {
        if (!(await one.first().isVisible())) continue;
        await one
          .first()
          .click({ timeout: 1_000 })
          .catch(() => {});
        break;
      }
    }
}

/** The shooter throws from a screen, the stick reads the dice in two keys. */
async function rolls(four: Four, id: string, shooter: Seat, dice: Dice): Promise<void> {
  const { throws } = await tableOf(id);
  await shooter.shootButton().click();
  await four.stick.locator('.keypad').waitFor();
  for (const face of dice) await four.stick.keyboard.press(String(face));
  await four.stick.keyboard.press('Enter');
  await until(
    () => tableOf(id),
    (table) => table.throws > throws,
    `${dice.join('-')} is called`,
  );
  await dealAll(four, id, throws + 1);
  await shooter.meterAgrees();
}

/** What a console says, without what counts seconds. */
const saidAt = (page: Page): Promise<string> => page.locator('.crew').innerText();
/** What a console says once it has stopped changing: the last event may still be on its way to it. */
const restingAt = async (page: Page): Promise<string> => {
  const said: string[] = [];
  await until(
    async () => {
      await page.waitForTimeout(200);
      said.push(await saidAt(page));
      return said.slice(-4);
    },
    (last) => last.length === 4 && new Set(last).size === 1,
    'a console at rest',
  );
  return said.at(-1) as string;
};

describe.each(few(1, BOOKS))('an evening at %s', (book) => {
  it('four of the crew, chips and screens mixed, a whole hand', async ({ task }) => {
    const id = tryOf(book, task.result?.retryCount);
    const four = await fourStand(book, id);
    const ann = await Seat.atTable(
      await ground.newPage({ reducedMotion: 'reduce' }),
      ground.house(),
      id,
      book,
    );
    const bob = await Seat.atTable(
      await ground.newPage({ reducedMotion: 'reduce' }),
      ground.house(),
      id,
      book,
    );
    await chipsPlayer(four.left, 7, 'Cy', `card-${id}-7`);
    await chipsPlayer(four.right, 11, 'Dot', `card-${id}-11`);

    await ann.bet(at({ wager: 'pass' }), 1_000);
    await bob.bet(at({ wager: 'field' }), 500);
    for (const value of [5, 5]) await chip(four.left, value);
    await putOn(four.left, 'pass');
    for (const value of [5, 5]) await chip(four.right, value);
    await putOn(four.right, 'dont-pass');
    // The stick places what goes into the centre.
    await seat(four.stick, 11).click();
    await chip(four.stick, 5);
    await putOn(four.stick, 'hardway', 8);
    await until(
      () => tableOf(id),
      ({ game }) => game.players.reduce((all, { wagers }) => all + wagers.length, 0) === 5,
      'five wagers are up',
    );

    await offerTo(four, ann, [bob]);
    await rolls(four, id, ann, [4, 2]);
    expect((await tableOf(id)).game.point).toBe(6);
    // The dealer asks for odds; the player says the most.
    await button(four.left, /most: odds on .* for Cy/).click();
    await bob.bet(at({ wager: 'come' }), 500);
    await rolls(four, id, ann, [5, 4]);
    await rolls(four, id, ann, [4, 4]);
    await rolls(four, id, ann, [3, 4]);

    const table = await tableOf(id);
    expect(table.game.point).toBeNull();
    expect(table.phase).toBe('offering');
    const wagered = await crews.told(id, 'wagered', 6);
    // Whatever lies on the felt says who entered it; players at screens did so themselves.
    for (const { player, by } of wagered)
      expect(by !== undefined, player).toBe(['Cy', 'Dot'].includes(player));
    await bob.meterAgrees();
  }, 240_000);
});

describe('a house that is killed', () => {
  it('brings every console back as it was, between rolls and over the sheet, and after a reload', async ({
    task,
  }) => {
    const id = tryOf(KILLED, task.result?.retryCount);
    const four = await fourStand('star', id);
    const { by } = await crews.onDuty(id, 'star', roleAt('star', 'box'));
    const say = (command: Command) => crews.say(id, { by, ...command });
    await say({ do: 'sit', player: 'Eve', seat: 3, bankroll: 0, chips: true });
    for (const wager of ['pass', 'field', 'any-craps'])
      await say({ do: 'bet', player: 'Eve', wager, amount: 500 });

    const comesBack = async (phase: Table['phase']): Promise<void> => {
      const pages = PLACES.map((place) => four[place]);
      await Promise.all(pages.map((page) => page.locator(`.crew[data-phase="${phase}"]`).waitFor()));
      const before = await Promise.all(pages.map(restingAt));
      await ground.house().kill();
      await Promise.all(pages.map((page) => page.locator('.crew-cut').waitFor()));
      await ground.house().again();
      await Promise.all(pages.map((page) => page.locator('.crew-cut').waitFor({ state: 'detached' })));
      for (const [index, page] of pages.entries())
        await until(
          () => saidAt(page),
          (said) => said === before[index],
          `${PLACES[index]} while ${phase}`,
        );
      await Promise.all(pages.map((page) => page.reload()));
      for (const [index, page] of pages.entries())
        await until(
          () => saidAt(page),
          (said) => said === before[index],
          `${PLACES[index]} while ${phase}`,
        );
    };

    if (EVERY) await comesBack('offering');
    await say({ do: 'offer' });
    await say({ do: 'accept', player: 'Eve' });
    await say({ do: 'choose', player: 'Eve', dice: ['1a', '1b'] });
    await comesBack('betting');
    await say({ do: 'throw', player: 'Eve' });
    if (EVERY) await comesBack('thrown');
    await say({ do: 'roll', dice: [5, 4] });
    await comesBack('settling');
  }, 240_000);
});
