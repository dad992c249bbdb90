/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  type Dice,
  type EventOf,
  findPlayer,
  findSpot,
  makeDollars,
  nameOf,
  type RulebookId,
  replay,
  rulebook,
  type Spot,
  type Table,
} from '@boxperson/rules';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { OpenedHouse } from './house.mjs';
import { until } from './pages.js';

/** Chips in the tray, as the test house's tables have them. */
const CHIPS = [50_000, 10_000, 2_500, 500, 100];

export const at = (selection: Omit<Spot, 'index'>): Spot => findSpot(selection) as Spot;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Taps a place on the felt: somewhere inside its shape, which need not be the middle of its box. */
export async function tapInside(region: Locator): Promise<void> {
  await region.waitFor();
  await region.scrollIntoViewIfNeeded();
  const point = await region.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const hits = (x: number, y: number) => element.contains(document.elementFromPoint(x, y));
    for (const grid of [3, 9, 33]) {
      for (let row = 0; row < grid; row++) {
        for (let column = 0; column < grid; column++) {
          const x = box.left + (box.width * (column + 0.5)) / grid;
          const y = box.top + (box.height * (row + 0.5)) / grid;
          // A little room around the point: fingers are no needles.
          if (hits(x, y) && hits(x - 3, y) && hits(x + 3, y) && hits(x, y - 3) && hits(x, y + 3))
            return { x, y };
        }
      }
    }
    return null;
  });
  if (!point) throw new Error(`${await region.getAttribute('aria-label')} cannot be tapped anywhere`);
  await region.page().mouse.click(point.x, point.y);
}

/**
 * A player at a table, seen and handled as a person would: by the names and roles that the page gives its things.
 *
 * It relies on: a button for every place on the felt, named "<wager>, …"; radios named "$5 chip"; buttons Undo, Redo,
 * Repeat, Clear, Double, More; "Take the dice", THROW or SHOOT; an alert dialog "Not accepted" with "Bet $x instead";
 * and on figures in cents beside the ones that people read (`data-cents`, `data-net`, `data-credit`).
 */
export class Seat {
  readonly page: Page;
  readonly house: OpenedHouse;
  readonly id: string;
  readonly book: RulebookId;

  constructor(page: Page, house: OpenedHouse, id: string, book = id as RulebookId) {
    this.page = page;
    this.house = house;
    this.id = id;
    this.book = book;
  }

  /** From the lobby to a place at the table, in one click. */
  static async fromLobby(page: Page, house: OpenedHouse, id: string, book = id as RulebookId): Promise<Seat> {
    const seat = new Seat(page, house, id, book);
    await page.goto(house.url);
    await page.getByRole('link', { name: `Sit at Table ${id}`, exact: true }).click();
    await seat.seated();
    return seat;
  }

  async sitDown(): Promise<void> {
    await this.page.getByRole('button', { name: /^Sit down/ }).click();
    await this.seated();
  }

  /** Has a place, and where the book asks for a card (star-2024 10.1) the one that the house lends. */
  async seated(): Promise<void> {
    const refused = this.page.getByRole('alertdialog', { name: 'Not accepted' });
    const credit = this.page.locator('[data-meter="credit"]');
    await credit.or(refused).first().waitFor();
    // A place that is refused is no matter of waiting: the house has said why.
    if (await refused.isVisible()) throw new Error(`no place: ${await refused.innerText()}`);
    const { card } = rulebook(this.book).conduct.wagers;
    if (card.value === 'own-card') {
      await this.button(/^Show a demonstration card/)
        .first()
        .click();
      await this.page.locator('[data-banner="card"]').waitFor({ state: 'detached' });
    }
    await this.atRest();
  }

  name(spot: Spot): string {
    return nameOf(rulebook(this.book), spot);
  }

  /** The table as the house has it: its record, replayed. */
  async table(): Promise<Table> {
    const record = await this.house.ask('record', { table: this.id });
    return replay(record.map(({ event }) => event));
  }

  async player(): Promise<string> {
    const seats = await this.page.evaluate(async () => {
      const token = localStorage.getItem('boxperson.token');
      const answer = await fetch('/api/me', { headers: { authorization: `Bearer ${token}` } });
      return (await answer.json()) as { person: { id: string } };
    });
    const { guests } = await this.table();
    const guest = guests.find(({ person }) => person === seats.person.id);
    if (!guest) throw new Error('nobody of this browser sits there');
    return guest.player;
  }

  region(spot: Spot): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^${escaped(this.name(spot))}, `) });
  }

  async tap(spot: Spot): Promise<void> {
    await tapInside(this.region(spot));
  }

  async chip(cents: number): Promise<void> {
    const chip = this.page.getByRole('radio', { name: `${makeDollars(cents)} chip`, exact: true });
    await chip.click();
    await expect.poll(() => chip.getAttribute('aria-checked')).toBe('true');
  }

  /** Puts chips on a place, largest first, and waits until the felt says that they are there. */
  async bet(spot: Spot, cents: number): Promise<void> {
    let stands = await this.stands(spot);
    let left = cents;
    for (const chip of CHIPS) {
      const count = Math.floor(left / chip);
      if (count === 0) continue;
      await this.chip(chip);
      for (let tap = 0; tap < count; tap++) {
        await this.tap(spot);
        stands += chip;
        await this.standing(spot, stands);
      }
      left -= count * chip;
    }
  }

  /** What the page says stands on a place, in cents. */
  async stands(spot: Spot): Promise<number> {
    const label = (await this.region(spot).getAttribute('aria-label')) ?? '';
    const said = /^\$([\d,]+)(?:\.(\d\d))?$/.exec(
      label.slice(this.name(spot).length + 2).split(', ')[0] ?? '',
    );
    return said ? Number((said[1] as string).replaceAll(',', '')) * 100 + Number(said[2] ?? 0) : 0;
  }

  async standing(spot: Spot, cents: number): Promise<void> {
    await until(
      () => this.stands(spot),
      (stands) => stands === cents,
      `${makeDollars(cents)} on ${this.name(spot)}`,
    );
  }

  /** A wager of one's own in the list beside the felt, with everything that can be done to it. */
  wager(spot: Spot): Locator {
    return this.page
      .getByRole('region', { name: 'Your wagers' })
      .getByRole('listitem')
      .filter({
        has: this.page.getByRole('button', { name: new RegExp(`^${escaped(this.name(spot))} \\$`) }),
      });
  }

  private button(name: string | RegExp): Locator {
    return this.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }

  /** Presses a button; a phone has some of them under More. */
  async press(name: string | RegExp): Promise<void> {
    const more = this.button(/More$/);
    const isPhone = (this.page.viewportSize()?.width ?? 0) < 760;
    if (isPhone && !(await this.button(name).first().isVisible())) await more.click();
    await this.button(name).first().click();
  }

  async meter(name: 'credit' | 'risk'): Promise<number> {
    return Number(await this.page.locator(`[data-meter="${name}"]`).first().getAttribute('data-cents'));
  }

  /** What the house says this player has: on the meter and on the layout. */
  async owned(): Promise<{ readonly credit: number; readonly wagers: readonly string[] }> {
    const table = await this.table();
    const player = findPlayer(table.game, await this.player());
    if (!player) throw new Error('the player is not at the table');
    const wagers = player.wagers.map(({ spot, amount }) => `${this.name(spot)} ${makeDollars(amount)}`);
    return { credit: player.balance, wagers };
  }

  /** The meter shows what the house has, to the cent. */
  async meterAgrees(): Promise<number> {
    const { credit } = await this.owned();
    await until(
      () => this.meter('credit'),
      (shown) => shown === credit,
      `the meter shows ${makeDollars(credit)}`,
    );
    return credit;
  }

  /** Every figure stands within its meter, whatever the size of the window. */
  async metersHold(sizes: readonly { readonly width: number; readonly height: number }[]): Promise<void> {
    const before = this.page.viewportSize();
    for (const size of sizes) {
      await this.page.setViewportSize(size);
      await until(
        () => this.page.locator('.meter').evaluateAll(runOver),
        (texts) => texts.length === 0,
        `no figure runs out of its meter at ${size.width}×${size.height}`,
      );
    }
    if (before) await this.page.setViewportSize(before);
  }

  async takeDice(): Promise<void> {
    await this.button('Take the dice').click();
    await this.shootButton().waitFor();
  }

  /** Lets the dice go by when they are offered here first. */
  async declineIfOffered(): Promise<void> {
    const { shooter } = await this.table();
    if (shooter.offeredTo === (await this.player())) await this.button('Not now').click();
  }

  shootButton(): Locator {
    return this.page.getByRole('button', { name: /^(THROW|SHOOT)/ });
  }

  private async rolls(): Promise<readonly EventOf<'rolled'>[]> {
    const record = await this.house.ask('record', { table: this.id });
    return record.flatMap(({ event }) => (event.event === 'rolled' ? [event] : []));
  }

  /** Nothing is under way: bets are open and the dice lie still. */
  async atRest(): Promise<void> {
    await this.page
      .locator('[data-phase="betting"], [data-phase="wagering"], [data-phase="offering"]')
      .first()
      .waitFor();
  }

  /** One roll, with the meter checked to the cent against the house's record and against the lines on the screen. */
  async roll(dice: Dice, throwing: () => Promise<void> = () => this.shoot()): Promise<EventOf<'rolled'>> {
    const player = await this.player();
    const before = await this.meterAgrees();
    const count = (await this.rolls()).length;
    await this.house.ask('dice', { table: this.id, dice: [dice] });
    await throwing();
    const rolls = await until(
      () => this.rolls(),
      (all) => all.length > count,
      `the house rolls ${dice.join('-')}`,
    );
    const event = rolls[count] as EventOf<'rolled'>;
    expect(event.dice).toEqual(dice);
    await this.atRest();
    const after = await this.meterAgrees();
    const own = <T extends { player: string }>(all: readonly T[]) =>
      all.filter((one) => one.player === player);
    const paid = own(event.settled).reduce(
      (sum, one) => sum + one.winnings + one.returned + (one.commissionReturned ?? 0),
      0,
    );
    const placed = own(event.replaced).reduce((sum, one) => sum + one.amount + one.commission, 0);
    expect(after - before, `credit after ${dice.join('-')}`).toBe(paid - placed);
    await this.linesAgree(event, player);
    return event;
  }

  /** Every line of the settlement is there, and they add up. */
  private async linesAgree(event: EventOf<'rolled'>, player: string): Promise<void> {
    const settled = event.settled.filter((one) => one.player === player);
    const moved = event.travelled.filter((one) => one.player === player);
    const again = event.replaced.filter((one) => one.player === player);
    const count = settled.length + moved.length + again.length;
    if (count === 0) return;
    // A phone has no room for the lines: they are one tap away.
    const details = this.page.getByRole('button', { name: /details$/ });
    const shown = this.page.locator('.settlement').first();
    await shown.or(details).first().waitFor();
    const isApart = !(await shown.isVisible());
    if (isApart) await details.click();
    const read = () =>
      shown.evaluate((element) => ({
        lines: [...element.querySelectorAll('[data-line-net]')].map((line) =>
          Number((line as HTMLElement).dataset['lineNet']),
        ),
        net: Number((element as HTMLElement).dataset['net']),
      }));
    await shown.waitFor();
    const { lines, net } = await until(read, (one) => one.lines.length === count, `${count} lines`);
    expect(lines.reduce((sum, line) => sum + line, 0)).toBe(net);
    const expected = settled.reduce(
      (sum, one) => sum + one.winnings - one.collected + (one.commissionReturned ?? 0),
      0,
    );
    expect(net).toBe(expected - again.reduce((sum, one) => sum + one.commission, 0));
    if (isApart) await this.page.keyboard.press('Escape');
  }

  get isElectronic(): boolean {
    return this.book === 'aruze';
  }

  /** Throws, or lets the wagering period end and shoots. */
  async shoot(): Promise<void> {
    if (!this.isElectronic) return this.shootButton().click();
    await this.house.ask('clock', { table: this.id });
    await this.pressShoot();
  }

  /** aruze 3.11.1: ten seconds to press, then the machine shoots; a slow machine may be too late, and that is fine. */
  async pressShoot(): Promise<void> {
    await this.shootButton()
      .click({ timeout: 9_000 })
      .catch(() => {});
  }

  async refusal(): Promise<Locator> {
    const card = this.page.getByRole('alertdialog', { name: 'Not accepted' });
    await card.waitFor();
    return card;
  }

  /** Opens a table by its address and sits down. */
  static async atTable(page: Page, house: OpenedHouse, id: string, book = id as RulebookId): Promise<Seat> {
    const seat = new Seat(page, house, id, book);
    await page.goto(`${house.url}/table/${id}`);
    await seat.sitDown();
    return seat;
  }

  async leave(): Promise<void> {
    const leave = this.page.getByRole('button', { name: /^Leave/ });
    const menu = this.page.getByRole('button', { name: /^Menu$|More$/ });
    await leave.or(menu).first().waitFor();
    if (!(await leave.first().isVisible())) await menu.first().click();
    await leave.first().click();
    await this.page.getByRole('list', { name: 'Tables' }).waitFor();
  }
}

/** In the page: the meters whose text would go over their edge with a good evening's figures. */
function runOver(meters: readonly Element[]): readonly string[] {
  return meters.flatMap((meter) => {
    const figure = meter.querySelector('dd[data-cents], dd.won, dd.lost') ?? meter.querySelector('dd');
    const text = figure?.lastChild;
    const shown = text?.nodeValue;
    // What React wrote is put back before it can look.
    if (text && shown) text.nodeValue = '+$1,234.56';
    const range = document.createRange();
    range.selectNodeContents(meter);
    const [inside, box] = [range.getBoundingClientRect(), meter.getBoundingClientRect()];
    if (text && shown) text.nodeValue = shown;
    return inside.right > box.right + 0.5 || inside.left < box.left - 0.5 ? [meter.textContent ?? ''] : [];
  });
}
