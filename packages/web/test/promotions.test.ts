/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// A promotion in real browsers, from the first word of its draft to the prize in the winner's hands: written by a manager
// with what it lacks beside the field, read by everybody, played for beside bots at a table, drawn before a scrutineer,
// drawn again by whoever looks, told, claimed and paid out of a drawer; and disputed, which is a case.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { faultsInThemes, overflow, smallTargets } from './support/access.js';
import { openGround, until } from './support/pages.js';
import { Seat } from './support/seat.js';

const ground = openGround();
const url = (path: string): string => `${ground.house().url}${path}`;
const AT = 'promotions/spring';
const PASSWORD = 'seven come eleven';
const MINUTE = 60_000;
const DAY = 86_400_000;
const CLI = fileURLToPath(new URL('../../cli/bin/boxperson.js', import.meta.url));

let asked = 0;
async function call(path: string, token: string | null, body?: object): Promise<Record<string, never>> {
  const response = await fetch(url(path), {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as Record<string, never>;
  expect(response.ok, `${path}: ${JSON.stringify(answer)}`).toBe(true);
  return answer;
}
/** Said as somebody, and done. */
const says = (token: string, verb: string, body: object = {}) =>
  call(`/api/${verb}`, token, { id: `promotions-${++asked}`, ...body });

const hire = (name: string, login: string, post: string): Promise<unknown> =>
  ground.house().ask('staff', { name, login, posts: [{ post, tables: '*' }] } as never);
/** Sessions of the staff end with the day. */
const signedIn = async (login: string): Promise<string> =>
  (await call('/api/sign-in', null, { login, password: PASSWORD }))['token'] as unknown as string;

/** A screen at which somebody of the staff is signed in. */
const SIZE = { width: 1280, height: 800 };
async function screenOf(login: string, path: string): Promise<Page> {
  const page = await ground.newPage({ reducedMotion: 'reduce', viewport: SIZE });
  await page.goto(url('/staff'));
  await comeBack(page, login, path);
  return page;
}
/** After a day: signed in again, on the same screen with what its browser kept. */
async function comeBack(page: Page, login: string, path: string): Promise<void> {
  const token = await signedIn(login);
  await page.evaluate((known) => localStorage.setItem('boxperson.staff', known), token);
  await page.goto(url(path));
}

const hasten = (ms: number) => ground.house().ask('hasten', { at: AT, ms });
const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
const place = (page: Page, name: string) => page.locator(`[data-place="${name}"]`);

/** What the desk says is to be done, pressed; the form behind it, filled in and sent. */
async function does(page: Page, task: string | RegExp, verb: string, fill?: () => Promise<void>) {
  const item = page.getByRole('listitem').filter({ hasText: task });
  await item.getByRole('link', { name: 'Do it' }).click();
  await form(page, verb).waitFor();
  await fill?.();
  await form(page, verb).getByRole('button', { name: verb, exact: true }).click();
  await page.getByText(`${verb}: done.`).waitFor();
  await page.getByRole('link', { name: 'Back to Promotions' }).click();
  await page.getByRole('heading', { name: 'What is to be done' }).waitFor();
}

const PRIZE = 1_500_000;
const terms = (startsAt: number) => ({
  awarded: 'By a draw from all entries.',
  awardedWhere: 'On the main floor, on the evening of the draw.',
  eligibility: 'Everybody who plays here.',
  minimumWager: 'The smallest wager of the table.',
  nature: 'Money, without reservation.',
  place: 'The main floor.',
  startsAt,
  closesAt: startsAt + 60 * MINUTE,
  drawAt: startsAt + 70 * MINUTE,
  claiming: 'Here or at the cage. Nobody has to be there.',
  notified: 'By telephone.',
  published: 'On the board at the cage, and here.',
  marketing: 'Three times fifteen thousand dollars. Terms and conditions at the cage.',
  // As many as there are people: whoever plays wins one.
  prizes: [{ id: 'first', name: 'Fifteen thousand dollars', kind: 'money', value: PRIZE, count: 3 }],
  open: 'players-and-guests',
  byForm: true,
  rules: [{ id: 'played', kind: 'decisions', every: 2, most: 3, tables: ['star'] }],
});

const SIZES = [
  [1920, 1080],
  [1280, 800],
  [1024, 768],
  [390, 844],
] as const;

/** Fits at every size, with targets for a thumb; and pictures of it for whoever wants to look. */
async function looksRight(page: Page, name: string, sizes = SIZES as readonly (readonly [number, number])[]) {
  const folder = process.env['PROMOTION_SHOTS'];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    expect(await overflow(page), `${name} at ${width}`).toBeLessThanOrEqual(0);
    expect(await smallTargets(page), `${name} at ${width}`).toEqual([]);
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
  expect(await faultsInThemes(page, name)).toEqual([]);
  await page.setViewportSize(SIZE);
}
const STAFF_SIZES = [
  [1920, 1080],
  [1280, 800],
  [1024, 768],
] as const;

/** Begun under a name, drafted, and told field by field what it lacks, with nothing lost. */
async function draftIt(desk: Page): Promise<void> {
  const begin = form(desk, 'Begin a new one');
  await begin.getByLabel('Name of a new one').fill('Spring!');
  await begin.getByRole('button', { name: 'Begin' }).click();
  await begin.getByText('like spring-draw').waitFor();
  await begin.getByLabel('Name of a new one').fill('spring');
  await begin.getByRole('button', { name: 'Begin' }).click();
  const draft = form(desk, 'Draft');
  await draft.getByLabel('Title').fill('Spring draw');
  await place(desk, 'book').getByText('Star', { exact: true }).click();
  await draft.getByRole('button', { name: 'Draft', exact: true }).click();
  await desk.getByText('Draft: done.').waitFor();

  await desk.goto(url('/staff/manager/promotions/spring'));
  await desk.getByRole('heading', { name: 'Before the Authority can have it' }).waitFor();
  await desk.getByText('§ 10.7.11', { exact: true }).first().waitFor();
  await looksRight(desk, 'desk-draft', STAFF_SIZES);
  await desk.getByRole('link', { name: 'Write it' }).click();
  const redraft = form(desk, 'Redraft');
  expect(await redraft.getByLabel('Title').inputValue()).toBe('Spring draw');
  await redraft.getByLabel('How a prize is claimed').fill('At the cage.');
  await redraft.getByRole('button', { name: 'Redraft', exact: true }).click();
  await place(desk, 'terms.awarded').getByText('§ 10.7.1').waitFor();
  expect(await place(desk, 'terms.claiming').getByText('§').count()).toBe(0);
  expect(await redraft.getByLabel('How a prize is claimed').inputValue()).toBe('At the cage.');
  await looksRight(desk, 'terms', STAFF_SIZES);
}

/** Somebody else agrees to what waits for them. */
async function agreeAs(login: string): Promise<void> {
  const token = await signedIn(login);
  for (const { id } of (await call('/api/proposals', token)) as unknown as { id: string }[])
    await says(token, 'proposals/confirm', { proposal: id });
}

/** A drawer with cash in it, counted by two, and some of it turned into a player's money and back. */
async function openDrawer(cash: number): Promise<void> {
  const cay = await signedIn('cay');
  await says(cay, 'drawers/open', { cash: [{ note: 10_000, count: cash / 10_000 }] });
  await agreeAs('bea');
}

/** Somebody with a card, in a browser of their own. */
async function player(name: string, card: string): Promise<{ page: Page; id: string; token: string }> {
  const pin = '582946';
  const { person } = (await ground.house().ask('player', { name, card, pin } as never)) as {
    person: { id: string };
  };
  const { token } = (await call('/api/sign-in', null, { card, pin })) as unknown as { token: string };
  const page = await ground.newPage({ reducedMotion: 'reduce', viewport: SIZE });
  await page.goto(url('/promotions'));
  await page.evaluate((known) => localStorage.setItem('boxperson.token', known), token);
  return { page, id: person.id, token };
}

/** Two bots of the command line at the table, until a roll has been seen. */
function bots(): Promise<string> {
  const args = ['bots', '--url', ground.house().url, '--table', 'star', '--strategy', 'pass-flat'];
  const child = spawn(process.execPath, [CLI, ...args, '--count', '2', '--pace', 'brisk', '--rounds', '2']);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  return new Promise((resolve) => child.once('exit', () => resolve(said)));
}

const guest = async (): Promise<string> => (await call('/api/guest', null, {}))['token'] as unknown as string;

it('goes from the draft to the prize in the winner’s hands', async () => {
  await hire('Mara Manager', 'mara', 'manager');
  await hire('Max Manager', 'max', 'manager');
  await hire('Sol Scrutineer', 'sol', 'scrutineer');
  await hire('Cay Cashier', 'cay', 'cashier');
  await hire('Bea Cashier', 'bea', 'cashier');
  const desk = await screenOf('mara', '/staff/manager/promotions');
  await draftIt(desk);

  const startsAt = Date.now() + DAY + 5 * MINUTE;
  await says(await signedIn('mara'), `${AT}/redraft`, { title: 'Spring draw', terms: terms(startsAt) });
  await desk.goto(url('/staff/manager/promotions/spring'));
  await does(desk, 'Send the terms to the Authority', 'Submit', () =>
    form(desk, 'Submit').getByLabel('Reference').fill('letter 12'),
  );
  // So much is promised by two.
  await agreeAs('max');
  await desk.getByRole('listitem').filter({ hasText: 'Nominate a scrutineer' }).waitFor();

  // Anybody reads the terms.
  const reader = await ground.newPage();
  await reader.goto(url('/promotions'));
  await reader.getByRole('link', { name: /Spring draw/ }).click();
  await reader.getByRole('heading', { name: 'Terms and conditions' }).waitFor();
  await reader.getByRole('link', { name: 'Sit down at a table' }).waitFor();

  // Played for at a table, with money from the cage, beside bots: the record earns her entries, and points.
  await hasten(DAY + 6 * MINUTE);
  const { page: pia, id: piaId, token } = await player('Pia Player', 'CARD-1');
  await openDrawer(2_000_000);
  await says(await signedIn('cay'), 'drawers/cash-in', { person: piaId, amount: 50_000 });
  await says(await signedIn('mara'), 'rewards/set', { every: 10, reason: 'spring' });
  const seat = await Seat.atTable(pia, ground.house(), 'star');
  await seat.bet({ wager: 'pass' } as never, 1_000);
  await seat.takeDice();
  const company = bots();
  await until(
    async () => (await seat.table()).guests.length,
    (all) => all === 3,
    'two bots sit down',
  );
  for (let roll = 0; roll < 2; roll++) {
    await seat.bet({ wager: 'field' } as never, 1_000 - (await seat.stands({ wager: 'field' } as never)));
    await seat.bet({ wager: 'pass' } as never, 1_000 - (await seat.stands({ wager: 'pass' } as never)));
    await seat.roll([5, 6]);
  }
  expect(await company).toContain('(bot)');
  const own = async () =>
    (
      (await call(`/api/matters/${AT}`, token)) as unknown as {
        books: { entries: number; own: { entries: readonly { how: string }[] } };
      }
    ).books;
  await until(own, ({ own: mine }) => mine.entries.length === 2, 'two entries by play');
  expect((await own()).entries).toBe(2); // The bots have none (R93).
  for (let n = 0; n < 2; n++) await says(await guest(), `${AT}/enter`);
  await pia.goto(url('/promotions/spring'));
  await pia.getByText('One entry for every 2 decided wagers at the table star; 3 times at most.').waitFor();
  await pia.getByText('earned by play').first().waitFor();
  await looksRight(pia, 'public-running');
  await pia.goto(url('/promotions'));
  await pia.getByRole('heading', { name: 'Your points' }).waitFor();
  await looksRight(pia, 'public-all');

  await reader.goto(url('/'));
  await reader.getByRole('list', { name: 'Promotions' }).getByText('Spring draw').waitFor();
  await looksRight(reader, 'lobby');

  // The list is frozen; a scrutineer signs for it, and words are sealed.
  await hasten(62 * MINUTE);
  await comeBack(desk, 'mara', '/staff/manager/promotions/spring');
  await does(desk, 'Nominate a scrutineer', 'Nominate', async () => {
    await place(desk, 'scrutineer').getByRole('button').click();
    await desk.getByRole('option', { name: /Sol Scrutineer/ }).click();
  });
  const sol = await screenOf('sol', '/staff/scrutineer/promotions/spring');
  const signs = form(sol, 'Sign for the list');
  await signs.getByLabel('A word of yours').fill('magpie');
  await looksRight(sol, 'desk-scrutineer', STAFF_SIZES);
  await signs.getByRole('button', { name: 'Sign for the list' }).click();
  await sol.getByText('✓ signed for').waitFor();
  await pia.goto(url('/promotions/spring'));
  await form(pia, 'Your word in the draw').getByRole('textbox').fill('kookaburra');
  await pia.getByRole('button', { name: 'Seal it' }).click();
  await pia.getByText('Your word is sealed').waitFor();

  // Called, opened, drawn, signed for.
  await hasten(10 * MINUTE);
  await pia.getByRole('button', { name: 'Open my word' }).click();
  await form(sol, 'Open your word').getByRole('button', { name: 'Open your word' }).click();
  await desk.getByRole('listitem').filter({ hasText: 'Draw' }).getByRole('link', { name: 'Do it' }).waitFor();
  // Open, a word stays in nobody's browser.
  for (const one of [pia, sol])
    expect(await one.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('word')))).toEqual(
      [],
    );
  await hasten(2 * MINUTE);
  await does(desk, /^Draw(?!n)/, 'Draw');
  await sol.getByRole('button', { name: 'Sign for the result' }).click();
  await sol.getByText('✓ signed for').nth(1).waitFor();
  await does(desk, 'Make the results public', 'Publish', () =>
    form(desk, 'Publish').getByLabel('Where').fill('on the board'),
  );
  // What was said aloud while it was sent is gone with the page.
  await desk.reload();
  await desk.getByRole('heading', { name: 'Awards' }).waitFor();
  await looksRight(desk, 'desk-drawn', STAFF_SIZES);

  // Whoever looks draws again, and finds their line.
  await pia.reload();
  await pia.getByRole('button', { name: 'Draw again here' }).click();
  await pia.getByText('Drawn again from 4 entries: the same.').waitFor();
  await pia.getByText('signed for the list and for the result').waitFor();
  await pia.getByLabel('Find an entry on the list').fill('e-1');
  await pia.getByText('E-1 is line 1 of 4').waitFor();

  // Told by the cashier, claimed by the winner, paid out of the drawer and by transfer.
  const cage = await screenOf('cay', '/staff/cashier/promotions/spring');
  const won = (await call(`/api/matters/${AT}`, token)) as unknown as {
    books: { own: { awards: readonly { award: string }[] } };
  };
  const award = won.books.own.awards[0]?.award as string;
  await does(cage, `(${award})`, 'Attempt', async () => {
    await place(cage, 'way').getByText('Telephone', { exact: true }).click();
    await place(cage, 'reached').getByText('Reached').click();
    await form(cage, 'Attempt').getByLabel('What was said').fill('glad');
  });
  const claim = form(pia, `Claim ${award}`);
  await claim.getByLabel('Your name').fill('Pia Player');
  await claim.getByLabel('Your address').fill('1 Quay St');
  await claim.getByText('Some of each').click();
  await claim.getByLabel('Cash, in dollars').fill('5,000');
  await claim.getByRole('button', { name: 'Claim it' }).click();
  await claim.getByText('they come to $5,000, and the prize is $15,000').waitFor();
  await claim.getByLabel('Transfer to my account, in dollars').fill('10,000');
  await looksRight(pia, 'public-won');
  await claim.getByRole('button', { name: 'Claim it' }).click();
  await pia.getByText('Your claim C-1 is at the cage').waitFor();
  await cage.reload();
  await cage.getByText('Pay Pia Player').waitFor();
  await looksRight(cage, 'desk-cashier', STAFF_SIZES);
  await does(cage, 'Pay Pia Player: $5,000 by cash and $10,000 by transfer', 'Pay');
  await pia.getByText('It has been paid.').waitFor();
  const drawer = (await call('/api/cage/drawer', await signedIn('cay'))) as unknown as { cash: number };
  expect(drawer.cash).toBe(2_000_000 + 50_000 - 500_000);

  // Something is not right: a case, with the right to complain.
  await pia.getByText('Is something not right?').click();
  await pia.getByRole('textbox', { name: /Say what it is/ }).fill('I had more entries');
  await pia.getByRole('button', { name: 'Dispute it' }).click();
  await pia.getByRole('link', { name: /^Case p-/ }).waitFor();
  await until(
    () => call('/api/matters/cases', token) as unknown as Promise<{ matters: readonly unknown[] }>,
    ({ matters }) => matters.length === 1,
    'a case of her own',
  );
  await pia.getByRole('link', { name: /^Case p-/ }).click();
  await pia.getByText('spring: I had more entries').waitFor();
  await desk.goto(url('/staff/manager/promotions/spring'));
  await desk.getByRole('link', { name: 'To the case' }).click();
  // In the case itself, and in the entry that opened it.
  await desk.getByText(/^Word for word, as the log has them/).click();
  for (const name of ['The books', 'Latest entries'])
    await desk.getByRole('region', { name, exact: true }).getByText('spring: I had more entries').waitFor();
}, 600_000);
