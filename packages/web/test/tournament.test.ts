// A tournament in real browsers: a director, a player who enters on the page, the wall, and a house that falls over in
// the middle of a round.
import { template } from '@boxperson/offices';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults, overflow } from './support/access.js';
import { openGround, until as waitFor } from './support/pages.js';

const CUPS = ['cup-1', 'cup-2', 'cup-3'];
const LIMITS = { default: { min: 500, max: 100_000 } };
const ground = openGround({
  tables: CUPS.map((id) => ({
    id,
    name: id,
    dice: 'scripted',
    settings: { rulebook: 'crown', seats: 8, limits: LIMITS, tournament: true },
  })),
});

const url = (path: string): string => `${ground.house().url}${path}`;
let asked = 0;

async function post(token: string | null, path: string, body: object = {}): Promise<Record<string, unknown>> {
  const answer = await fetch(url(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(token ? { id: `tournament-${++asked}`, ...body } : body),
  });
  const said = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(said)}`);
  return said;
}
const say = (token: string, verb: string, body: object = {}) =>
  post(token, `/api/tournaments/autumn/${verb}`, body);

const STARTS = Date.now() + 86_400_000;
const TERMS = {
  ...template(STARTS),
  fees: { entry: 0, buyIn: 0, reBuy: 0, addOn: 0, money: 'play' },
  pool: { guaranteed: 30_000, share: 100 },
  players: { fewest: 2, most: 12 },
  rounds: { ...template(STARTS).rounds, rolls: 6 },
  tablesPerRound: { seats: 4, books: ['crown'] },
  // The best of each of the three play the final.
  progression: { how: 'best-of-table', count: 1 },
  offers: ['secret'],
  secret: { perRound: 1, unopened: 5_000, says: 'Made on your own screen, opened with all others.' },
};

/** Says what stands there instead, where it waits in vain. */
const until = (fact: () => Promise<true | string | null>): Promise<unknown> =>
  waitFor(fact, (value) => value === true, 'something at a table');

async function seatedAt(table: string): Promise<readonly string[]> {
  const record = await ground.house().ask('record', { table });
  const there = new Set<string>();
  for (const { event } of record) {
    if (event.event === 'sat') there.add(event.player);
    if (event.event === 'left' || event.event === 'released') there.delete(event.player);
  }
  return [...there];
}

/** One roll at a table: everybody bets, and whoever has the dice throws. */
async function roll(table: string, amounts: (at: number) => number): Promise<void> {
  const players = await seatedAt(table);
  const told = async () => (await ground.house().ask('record', { table })).map(({ event }) => event.event);
  const rolls = (events: readonly string[]) => events.filter((event) => event === 'rolled').length;
  const before = rolls(await told());
  const act = (command: object) => ground.house().ask('do', { table, command: command as { do: string } });
  for (const [at, player] of players.entries())
    await act({ do: 'bet', player, wager: 'field', amount: amounts(at) });
  for (const player of players) await act({ do: 'bet', player, wager: 'pass', amount: 500 });
  await until(async () => {
    const events = await told();
    if (rolls(events) > before) return true;
    // Dice that are in the air are waited for.
    const over = Math.max(
      ...['rolled', 'no-roll', 'throw-voided'].map((name) => events.lastIndexOf(name as never)),
    );
    if (events.lastIndexOf('dice-thrown') > over) return `${table}: the dice are in the air`;
    const refused: string[] = [];
    for (const player of players) {
      await act({ do: 'accept', player });
      const done = await act({ do: 'throw', player });
      if (done.ok) break;
      refused.push(done.refused.message);
    }
    return `${table}: ${refused.join(' ')}`;
  });
}

/** So many rolls at each of the tables, which wait for nobody but their own players. */
const rollAll = (tables: readonly string[], count: number): Promise<unknown> =>
  Promise.all(
    tables.map(async (table) => {
      for (let n = 0; n < count; n += 1) await roll(table, (at) => 500 * (at + 1));
    }),
  );

const shots = process.env['SHOTS'];
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
};

/** Nothing on the wall is too small for ten metres, or cut off. */
async function readsWell(page: Page): Promise<void> {
  const faults = await page.evaluate(() => {
    const unit = Math.min(innerWidth / 100, (innerHeight * 1.7778) / 100);
    return [...document.querySelectorAll('.wall *')].flatMap((element) => {
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!text) return [];
      const box = element.getBoundingClientRect();
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      const isFine = size >= 2.39 * unit && box.bottom <= innerHeight && box.right <= innerWidth;
      return isFine ? [] : [`${element.textContent}: ${size}px, ${Math.round(box.bottom)}`];
    });
  });
  expect(faults).toEqual([]);
}

it('crown 8: planned, entered, drawn, played at three tables over a crash, cut and won', async () => {
  const house = ground.house();
  const post1 = (post: string) => [{ post, tables: '*' as const }];
  const director = await house.ask('staff', {
    name: 'Irene',
    login: 'irene',
    posts: post1('tournament-director'),
  });
  const manager = await house.ask('staff', { name: 'Max', login: 'max', posts: post1('manager') });
  const { token } = director;
  await say(token, 'plan', { name: 'The autumn cup', startsAt: STARTS });
  const desk = await ground.newPage();
  await desk.addInitScript((held) => localStorage.setItem('boxperson.staff', held), token);
  await desk.goto(url('/staff/tournament-director/tournaments'));
  await desk.getByRole('link', { name: 'The autumn cup' }).click();
  await desk.locator('.director-steps li[data-done="false"]').nth(3).waitFor();
  await shoot(desk, 'director-before');
  expect(await axeFaults(desk)).toEqual([]);
  await say(token, 'draft-terms', { terms: TERMS });
  await say(token, 'publish-terms');
  await say(token, 'advise-inspectorate', { inspector: 'Inspector Day', how: 'in person' });
  await say(manager.token, 'name-director', { person: director.person.id });
  await say(token, 'designate-tables', { tables: CUPS });
  await desk.getByText('told: Inspector Day').waitFor();
  await desk.getByRole('button', { name: 'Open entries' }).click();
  await desk.getByText('Entries are open').waitFor();

  const player = await ground.newPage();
  await player.goto(url('/tournaments'));
  await player.getByRole('link', { name: 'The autumn cup' }).click();
  await player.getByText('§ 8.4.8(j)').waitFor();
  await player.getByLabel('I have read the terms').check();
  await shoot(player, 'entrance');
  expect(await axeFaults(player)).toEqual([]);
  await player.getByRole('button', { name: 'Enter' }).click();
  await player.getByText('You are in. Entry 1.').waitFor();
  for (let n = 0; n < 8; n += 1) {
    const guest = (await post(null, '/api/guest')) as { token: string };
    await say(guest.token, 'enter', { accept: true, version: 1 });
  }
  // crown 8.4.8(a)(iii): the form for a substitute says who gives way, as the screen says it.
  const form = await desk
    .getByRole('link', { name: 'Put another in for entry 2', exact: true })
    .getAttribute('href');
  const guest = new URLSearchParams(form?.split('?')[1]).get('instead') ?? '';
  const other = await ground.newPage();
  await other.addInitScript((held) => localStorage.setItem('boxperson.staff', held), token);
  await other.goto(url(form ?? ''));
  expect(guest).not.toBe('');
  expect(await other.getByLabel('Entry', { exact: true }).inputValue()).toBe('2');
  expect(await other.getByLabel('Who gives way').inputValue()).toBe(guest);
  await other.close();
  // What the director presses, from here to the cut.
  const press = (name: string | RegExp) => desk.getByRole('button', { name, exact: true }).click();
  await press('Close entries');
  await press('I am here and direct it');
  await press(/^All are briefed/);
  await press('Publish the list of the next round');
  await press('Draw the lots…');
  expect(await desk.getByLabel('Faces of ten dice or more').inputValue()).toMatch(/^[1-6]{12}$/);
  await desk.getByLabel('Faces of ten dice or more').fill('12');
  await press('Draw the lots');
  await desk.getByRole('alert').getByText('faces of ten dice').waitFor();
  await desk.getByLabel('Faces of ten dice or more').fill('1652431563');
  await press('Draw the lots');
  await press('Start the round');

  const wall = await ground.newPage({ viewport: { width: 1920, height: 1080 } });
  await wall.goto(url('/tournaments/autumn/wall'));
  await wall.getByText('6 rolls left').first().waitFor();
  for (const table of CUPS) await until(async () => ((await seatedAt(table)).length === 3 ? true : null));
  await player
    .getByText(/^Table/)
    .first()
    .waitFor();
  await rollAll(CUPS, 1);
  await wall.getByText('Five left').nth(2).waitFor();

  // A sealed wager: made on the page, its key never leaves it.
  await player.getByLabel('Wager', { exact: true }).fill('luck 50');
  await player.getByRole('button', { name: 'Seal it' }).click();
  await player.getByText('there is no wager luck').waitFor();
  await player.getByLabel('Wager', { exact: true }).fill('field 50');
  await player.getByRole('button', { name: 'Seal it' }).click();
  await player.locator('.cup-seals code').first().waitFor();
  const kept = await player.evaluate(() => localStorage.getItem('boxperson.seals.autumn.1.1'));
  const [{ key }] = JSON.parse(kept ?? '[]') as [{ key: string }];

  await house.kill();
  await wall.getByText('The line to the house is lost').waitFor();
  await house.again();
  await wall.getByText('The line to the house is lost').waitFor({ state: 'hidden' });
  await rollAll(CUPS, 2);
  await wall.getByText('3 rolls left').nth(2).waitFor();
  await shoot(wall, 'wall');
  await readsWell(wall);
  const before = JSON.stringify(await (await fetch(url('/api/matters/tournaments'))).json());
  expect(before).not.toContain(key);
  await shoot(desk, 'director-running');
  expect(await axeFaults(desk)).toEqual([]);
  // Called for, it opens by itself, and the house puts it down.
  await press('Call for 1 sealed');
  await player.getByText('is on the layout').waitFor();
  await desk.getByText('“field 50” is on the layout').waitFor();
  await shoot(player, 'own-place');
  expect(await axeFaults(player)).toEqual([]);
  await player.getByRole('link', { name: 'To the table' }).click();
  await player.locator('.cup-strip').getByText(/place/).waitFor();
  await shoot(player, 'at-table');
  // crown 8.4.4(a): chips are no money, and nothing at this table is written like it.
  const written = await player.evaluate(() => [
    document.body.innerText,
    ...[...document.querySelectorAll('[aria-label], [title]')].map(
      (element) => `${element.getAttribute('aria-label') ?? ''} ${element.getAttribute('title') ?? ''}`,
    ),
  ]);
  expect(written.filter((text) => /\$\d/.test(text))).toEqual([]);
  expect(written.join(' ')).toContain('chips');

  await rollAll(CUPS, 3);
  await wall.getByText('over').nth(2).waitFor();
  await press('Make the cut');
  await desk.getByText('Round 1: cut').first().waitFor();
  // A mistake, and its undoing with a reason.
  await press('Undo the cut…');
  await desk.getByLabel('Why it was wrong').fill('a stack was overlooked');
  await press('Undo the cut');
  await press('Make the cut');
  await desk.getByText('Round 1: cut').first().waitFor();
  await shoot(desk, 'director');
  const inspector = await house.ask('staff', { name: 'Ida', login: 'ida', posts: post1('inspector') });
  const eyes = await ground.newPage();
  await eyes.addInitScript((held) => localStorage.setItem('boxperson.staff', held), inspector.token);
  await eyes.goto(url('/staff/inspector/tournaments/autumn'));
  await eyes.getByText('Round 1: cut').first().waitFor();
  expect(await eyes.locator('.director-presses button').count()).toBe(0);
  await shoot(eyes, 'inspector');
  expect(await overflow(desk)).toBeLessThanOrEqual(0);
  await say(token, 'prepare-round');
  await say(token, 'draw-lots', { faces: '6666666666' });
  await say(token, 'start-round');
  await until(async () => ((await seatedAt('cup-1')).length === 3 ? true : null));
  await rollAll(['cup-1'], 6);
  await until(() =>
    say(token, 'cut').then(
      () => true,
      () => null,
    ),
  );
  await say(token, 'finish');
  await wall.locator('.wall-results li').nth(2).waitFor();
  await shoot(wall, 'wall-results');
  await desk.getByRole('heading', { name: 'Prizes' }).waitFor();
}, 600_000);
