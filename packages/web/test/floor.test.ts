/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// An evening on the floor as one story, in real browsers: trays counted open by two, a fill through four hands and one
// made void, a minimum raised by the book with a restart in between, a player with limits of their own, an exclusion
// that bites at another table, a ticket paid at the cage, a credit, closing, and reports that balance.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsInThemes, overflow, smallTargets } from './support/access.js';
import { Crews, dealtTable } from './support/crew.js';
import { openGround, until } from './support/pages.js';
import { Seat, at as spotOf } from './support/seat.js';

const MINUTE = 60_000;
const LIMITS = { default: { min: 500, max: 100_000 } };
const EXTRA = Array.from({ length: 9 }, (_, n) => ({
  id: `t${n + 1}`,
  name: `Table ${n + 1}`,
  settings: { rulebook: 'star', seats: 16, limits: LIMITS },
}));
const ground = openGround({
  tables: [
    { ...dealtTable('quay', 'star', 16, LIMITS), name: 'Quay' },
    { ...dealtTable('pier', 'crown', 16, LIMITS), name: 'Pier' },
    {
      id: 'tumbler',
      name: 'Tumbler',
      dice: 'scripted',
      settings: { rulebook: 'aruze', seats: 10, limits: LIMITS, wageringMs: 600_000 },
    },
    ...EXTRA,
  ],
});
const crews = new Crews(ground);
const url = (path: string): string => `${ground.house().url}${path}`;

const BOXES = [
  { rulebook: 'star', role: 'boxperson' },
  { rulebook: 'crown', role: 'area-manager' },
];
const PIT = [{ post: 'pit-supervisor', tables: '*' as const }];
const CAGE = [{ post: 'cashier', tables: '*' as const }];
const RUNS = [{ post: 'runner', tables: '*' as const }];
const MANAGES = [{ post: 'manager', tables: '*' as const }];
const FIELD = spotOf({ wager: 'field' });

async function comeTo(login: string, roles: typeof BOXES, posts: typeof PIT, path: string) {
  const name = login.charAt(0).toUpperCase() + login.slice(1);
  const hired = await ground.house().ask('staff', { name, login, roles, posts });
  const page = await crews.browserOf(hired.token);
  await page.goto(url(path));
  return { page, ...hired };
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true });

/** Types a count and hands it in; whoever counted along agrees. */
async function countTogether(one: Page, other: Page, name: string, chips: Readonly<Record<string, string>>) {
  for (const [chip, count] of Object.entries(chips))
    await form(one, name).getByLabel(`Chips of ${chip}`, { exact: true }).fill(count);
  await form(one, name)
    .getByRole('button', { name: /^Counted/ })
    .click();
  await one.getByText('it waits for a second person until').waitFor();
  await other.getByRole('button', { name: /^Confirm: Float/ }).click();
  await press(other, 'Confirm it');
  await other.getByRole('heading', { name: /^Confirmed/ }).waitFor();
}

const mustHold = (page: Page, sum: string) =>
  page.locator('.thing-pair', { hasText: 'Must hold now' }).getByText(sum, { exact: true }).waitFor();

describe('an evening in the pit', () => {
  it('trays, a fill, a higher minimum by the book, limits of one player, closing', async () => {
    const pat = await comeTo('pat', BOXES, PIT, '/staff/pit-supervisor/float/quay');
    const bo = await comeTo('bo', BOXES, PIT, '/staff/pit-supervisor/float/quay');
    const cy = await comeTo('cy', [], CAGE, '/staff/cashier/float/quay');

    // Opened by two, at both tables; what is no number stands beside its field.
    await form(pat.page, 'Opening count').getByLabel('Chips of $5', { exact: true }).fill('lots');
    await pat.page.getByText('is no number of chips').waitFor();
    await countTogether(pat.page, bo.page, 'Opening count', { $5: '200', $25: '40' });
    await mustHold(pat.page, '$2,000');
    expect(await faultsInThemes(pat.page, 'float', ['night'])).toEqual([]);
    await pat.page.goto(url('/staff/pit-supervisor/float/pier'));
    await bo.page.goto(url('/staff/pit-supervisor/float/pier'));
    await countTogether(pat.page, bo.page, 'Opening count', { $5: '100' });
    await mustHold(bo.page, '$500');

    // A fill through four hands (R130), each another person's; and one that nobody needs any more.
    await pat.page.goto(url('/staff/pit-supervisor/float/quay'));
    await bo.page.goto(url('/staff/pit-supervisor/float/quay'));
    const rue = await comeTo('rue', [], RUNS, '/staff/runner/float/quay');
    await askFor(pat.page, 'Fill', { $100: '5' });
    await slip(pat.page, 'F-1').getByText('to be counted out').waitFor();
    await press(cy.page, 'F-1 is counted out');
    await slip(pat.page, 'F-1').getByText('Another person lends the next hand').waitFor();
    await slip(cy.page, 'F-1').getByText('Another person lends the next hand').waitFor();
    await press(rue.page, 'I carry F-1');
    await slip(bo.page, 'F-1').getByText('carried by Rue').waitFor();
    await press(bo.page, 'F-1 has come');
    await mustHold(pat.page, '$2,500');
    await askFor(pat.page, 'Fill', { $5: '20' });
    await press(cy.page, 'Make F-2 void…');
    await form(cy.page, 'Make F-2 void').getByRole('button').click();
    await slip(cy.page, 'F-2').getByRole('alert').waitFor();
    await form(cy.page, 'Make F-2 void').getByLabel('Why').fill('Asked for twice.');
    await form(cy.page, 'Make F-2 void').getByRole('button').click();
    await slip(pat.page, 'F-2').waitFor({ state: 'detached' });
    await pat.page.getByText('Asked for twice.').waitFor();
    await mustHold(pat.page, '$2,500');

    await openDrawer(cy, (await comeTo('di', [], CAGE, '/staff/cashier/proposals')).page);
    await signByTheBook(pat, bo.page);
    await playAtQuay(pat);
    await payTicket(cy.page);
    const max = await comeTo('max', [], MANAGES, '/staff/manager/people?kind=player');
    await keepOut(max.page);

    // A credit, the other way round: the number of the void slip is not used again.
    await bo.page.goto(url('/staff/pit-supervisor/float/quay'));
    await pat.page.goto(url('/staff/pit-supervisor/float/quay'));
    await cy.page.goto(url('/staff/cashier/float/quay'));
    await askFor(bo.page, 'Credit', { $25: '20' });
    await press(pat.page, 'C-3 is counted out');
    await press(rue.page, 'I carry C-3');
    await press(cy.page, 'C-3 has come');
    // 2,500 and $25 that Cho lost, less 300 in chips that were sold and 500 to the cage.
    await mustHold(pat.page, '$1,725');

    await closePier(pat.page, bo.page);
    await closeQuay(pat.page, bo.page);
    await closeDrawer(cy.page, bo.page);
    await takeBack(max, pat.page, bo.page);
    await balances(max.page);
  }, 400_000);

  it('the odd one among twelve is named within five seconds, and an alert ends with a word and a name', async () => {
    const { page, token } = await comeTo('quin', BOXES, PIT, '/staff/pit-supervisor');
    await page.locator('.pit-card').nth(10).waitFor();
    await openAgain(token, (await crews.hire('Ria', BOXES)).token);
    // Somebody sits down where nobody deals.
    await crews.say('t7', { do: 'sit', player: 'Ann', seat: 3, bankroll: 0, person: 'p-ann' });
    const by = await onDuty('quay');
    await crews.say('quay', { do: 'sit', player: 'Dov', seat: 2, bankroll: 0, chips: true, by });
    await crews.say('quay', { do: 'bet', player: 'Dov', wager: 'craps-12', amount: 10_000, by });
    const since = Date.now();
    const odd = page.getByRole('list', { name: 'What stands out' }).getByRole('link').first();
    await odd.getByText('Quay').waitFor();
    await page.locator('[data-table="quay"][data-level="alert"]').waitFor();
    expect(Date.now() - since).toBeLessThan(5_000);
    expect(await page.locator('[data-table="t7"]').getAttribute('data-level')).toBe('calm');
    // The tray cannot pay boxcars: it is said before the dice are thrown, until somebody has seen to it.
    const low = page.locator('.pit-alert[data-kind="low"]');
    await low.getByRole('button').press('Enter');
    await low.getByLabel('What was done').fill('A fill is on its way.');
    await page.keyboard.press('Enter');
    await low.waitFor({ state: 'detached' });
    expect(await faultsInThemes(page, 'pit')).toEqual([]);
    expect(await smallTargets(page, 24)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    // By its game's name, as everywhere else: the id is for the record.
    expect(await page.locator('[data-table="quay"] .pit-state').innerText()).toMatch(/^Star · /);
    // One tap to the table, its sign, its float and its crew.
    await page.locator('[data-table="quay"]').getByRole('link', { name: 'Record' }).click();
    await page.getByRole('heading', { name: 'The record' }).waitFor();
    expect(await page.getByRole('link', { name: 'Crew' }).getAttribute('href')).toBe('/crew/quay/duty');
  }, 240_000);
});

/** Somebody who has the box of a table. */
async function onDuty(table: string) {
  const all = await ground.house().ask('record', { table });
  const came = all.flatMap(({ event }) => (event.event === 'staff-came' ? [event] : [])).at(-1);
  return { id: came?.person as string, role: came?.role as string };
}

type Somebody = Awaited<ReturnType<typeof comeTo>>;

/** 19:59 refused, 20:00 taken, with a restart in between; players and displays see it count down. */
async function signByTheBook({ page, person }: Somebody, display: Page): Promise<void> {
  await page.goto(url('/staff/pit-supervisor/pit/quay/sign'));
  const all = page.getByRole('group', { name: 'All wagers' });
  await all.getByLabel('Minimum, $').fill('25');
  await all.getByLabel('Maximum, $').fill('2000');
  const verdict = (path: string) => page.locator(`[data-path="${path}"]`);
  await verdict('limits.default.min')
    .getByText(/^counts from/)
    .waitFor();
  await verdict('limits.default.min').getByRole('button', { name: '§ 7.5' }).waitFor();
  await verdict('limits.default.max').getByText('counts at once').waitFor();
  expect(await faultsInThemes(page, 'sign')).toEqual([]);
  await page.getByRole('button', { name: /^Put up the sign for/ }).press('Enter');
  const [posted] = await crews.told('quay', 'sign-posted', 1);
  expect(posted?.by).toMatchObject({ id: person.id, role: 'boxperson' });
  await display.goto(url('/display/quay'));
  await display.locator('[data-notice="posted"]').getByText('Minimum $25').waitFor();

  const change = page
    .getByRole('region', { name: 'The sign that is up' })
    .getByRole('button', { name: 'Change the limits', exact: true });
  await change.waitFor();
  expect(await change.isDisabled()).toBe(true);
  await page
    .getByText(/The minimum rises in/)
    .first()
    .waitFor();
  const by = { id: person.id, role: 'boxperson' };
  const from = posted?.from as number;
  const sign = { do: 'change-limits', ...posted?.sign, by };
  const leave = async (ms: number) =>
    ground.house().ask('pass', { ms: Math.max(0, from - ms - (await houseTime())) });
  await leave(MINUTE);
  const early = await ground.house().ask('do', { table: 'quay', command: sign });
  expect(early).toMatchObject({ ok: false, refused: { code: 'too-early', clause: '7.5' } });
  await ground.house().kill();
  await ground.house().again();
  await leave(0);
  await until(
    () => change.isEnabled(),
    (enabled) => enabled,
    'the time of the sign',
  );
  await change.click();
  const [changed] = await crews.told('quay', 'limits-changed', 1);
  expect(changed?.sign.limits.default).toEqual({ min: 2_500, max: 200_000 });
  expect(changed?.at).toBeGreaterThanOrEqual(from);

  // A player with limits of their own.
  await crews.say('quay', { do: 'sit', player: 'Cho', seat: 1, bankroll: 0, chips: true, by });
  const personal = page.getByRole('region', { name: 'Limits of one player' });
  await personal.getByLabel('Player').selectOption('Cho');
  await personal.getByLabel('Minimum, $').fill('25');
  await personal.getByLabel('Maximum, $').fill('1000');
  await personal.getByText(/own maximum is above the table/).waitFor();
  await personal.getByLabel('Maximum, $').fill('5000');
  await press(page, 'Set these limits');
  await personal.getByText('$25 to $5,000').waitFor();
}

const slip = (page: Page, number: string) => page.locator(`[data-slip="${number}"]`);

/** Chips to the table or from it: asked for in the form of that name. */
async function askFor(page: Page, name: 'Fill' | 'Credit', chips: Readonly<Record<string, string>>) {
  if (!(await form(page, name).isVisible())) await page.getByText('Ask for chips, or give some back').click();
  for (const [chip, count] of Object.entries(chips))
    await form(page, name).getByLabel(`Chips of ${chip}`, { exact: true }).fill(count);
  await press(page, `Ask for a ${name.toLowerCase()}`);
}

/** Counts notes of $50 in a form of the drawer; the second cashier agrees. */
async function countCash(page: Page, second: Page, name: 'Open' | 'Close', notes: number): Promise<void> {
  await page.goto(url(`/staff/cashier/drawers/${name.toLowerCase()}`));
  await press(page, 'Add kind of cash');
  await page.locator('[data-place="cash.0.note"]').getByRole('textbox').fill('50');
  await page.locator('[data-place="cash.0.count"]').getByRole('textbox').fill(String(notes));
  await form(page, name).getByRole('button', { name, exact: true }).click();
  await page.getByText('it waits for a second person until').waitFor();
  await second.goto(url('/staff/cashier/proposals'));
  await second.getByRole('button', { name: `Confirm: Cash drawers: ${name.toLowerCase()}` }).click();
  await press(second, 'Confirm it');
  await second.getByRole('heading', { name: /^Confirmed/ }).waitFor();
}

let seconds: Page;
async function openDrawer(cy: Somebody, di: Page): Promise<void> {
  seconds = di;
  await countCash(cy.page, di, 'Open', 40);
}

/** Cho buys chips for cash, and loses $25 on the line. */
async function playAtQuay({ person }: Somebody): Promise<void> {
  const by = { id: person.id, role: 'boxperson' };
  for (const command of [
    { do: 'chips', player: 'Cho', amount: 30_000, with: 'cash', by },
    { do: 'bet', player: 'Cho', wager: 'pass', amount: 2_500, by },
    { do: 'offer', by },
    { do: 'accept', player: 'Cho', by },
    { do: 'choose', player: 'Cho', dice: ['1a', '1b'], by },
    { do: 'throw', player: 'Cho', by },
    { do: 'roll', dice: [1, 2], by },
    { do: 'wave-through', reason: 'All is paid.', by },
  ])
    await crews.say('quay', command);
}

const tokens: Record<string, string> = {};
async function enrol(name: string, card: string): Promise<void> {
  await ground.house().ask('player', { name, card, pin: '582946' });
  const answer = await fetch(url('/api/sign-in'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card, pin: '582946' }),
  });
  tokens[name] = ((await answer.json()) as { token: string }).token;
}

/** One call as any program could make it. */
async function post(token: string, path: string, body: object) {
  const answer = await fetch(url(path), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: `floor-${path}-${Date.now()}`, ...body }),
  });
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}

const says = (path: string, body: object) => post(tokens['Pam'] as string, path, body);

/** The tray as it was closed, counted open by two. */
async function openAgain(one: string, other: string): Promise<void> {
  const chips = [
    { chip: 500, count: 145 },
    { chip: 2_500, count: 20 },
    { chip: 10_000, count: 5 },
  ];
  const { proposal } = await post(one, '/api/float/quay/open', { chips });
  expect(await post(other, '/api/proposals/confirm', { proposal })).toMatchObject({ difference: 0 });
}

/** Cash for Pam's account; and aruze 3.7: a ticket that a terminal printed, looked at and paid out of the drawer. */
async function payTicket(page: Page): Promise<void> {
  await enrol('Pam', 'CARD-1001');
  await page.goto(url('/staff/cashier/drawers'));
  await form(page, 'Find a player').getByLabel('Player’s card').fill('CARD-1001');
  await press(page, 'Find');
  await form(page, 'Cash for Pam').getByText('Into the account').click();
  await form(page, 'Cash for Pam').getByLabel('Amount').fill('1000');
  await press(page, 'Book it');
  await page.getByRole('status').getByText('$1,000').waitFor();
  await says('/api/table/tumbler/sit', { seat: 1, bankroll: 30_000 });
  const out = await says('/api/terminal/tumbler/ticket-out', { seat: 1 });
  const { number } = out['ticket'] as { number: string };
  await page.goto(url('/staff/cashier/tickets'));
  await form(page, 'Look at a ticket').getByLabel('Ticket number').fill(number);
  await press(page, 'Look at it');
  await page.getByRole('status').getByRole('link', { name: 'Redeem' }).click();
  await form(page, 'Redeem').getByRole('button', { name: 'Redeem' }).click();
  await page.getByText('Redeem: done.').waitFor();
}

/** Pam sits at one table; the manager excludes her from the casino, and her next wager there is refused at once. */
async function keepOut(manager: Page): Promise<void> {
  const page = await ground.newPage({ reducedMotion: 'reduce' });
  await page.addInitScript((own) => localStorage.setItem('boxperson.token', own), tokens['Pam'] as string);
  const seat = await Seat.atTable(page, ground.house(), 't2', 'star');
  await seat.bet(FIELD, 500);
  await manager.getByRole('row', { name: /Pam/ }).click();
  await manager
    .getByRole('dialog', { name: 'Pam' })
    .getByRole('link', { name: 'Exclude', exact: true })
    .click();
  await manager.locator('[data-place="from"]').getByRole('button').click();
  await manager.getByRole('option', { name: 'The casino' }).click();
  await form(manager, 'Exclude').getByLabel('Reason').fill('Left the tumbler in anger.');
  await form(manager, 'Exclude').getByRole('button', { name: 'Exclude', exact: true }).click();
  await manager.getByText('Exclude: done.').waitFor();
  const asked = Date.now();
  // She is told at her table without doing anything; what stands there stays hers, and nothing can be added.
  await page.getByRole('alert').getByText('Play is locked').waitFor();
  expect(Date.now() - asked).toBeLessThan(1_000);
  const bet = { player: await seat.player(), wager: 'field', amount: 500 };
  expect(await says('/api/table/t2/bet', bet)).toMatchObject({ refused: { code: 'excluded' } });
  expect(await says('/api/table/t3/sit', { seat: 1, bankroll: 500 })).toMatchObject({
    refused: { code: 'excluded' },
  });
  await seat.standing(FIELD, 500);
}

/** Cho goes with $275 in chips; what is in the tray is what must be, and both ways say the same. */
async function closeQuay(page: Page, other: Page): Promise<void> {
  await crews.say('quay', { do: 'leave', player: 'Cho', by: await onDuty('quay') });
  await page.goto(url('/staff/pit-supervisor/float/quay'));
  await other.goto(url('/staff/pit-supervisor/float/quay'));
  await countTogether(page, other, 'Closing count', { $5: '145', $25: '20', $100: '5' });
  await page.getByText('Both agree to the cent.').waitFor();
}

/** $2,000 and $1,000, less a ticket of $300 and a note that is not there: it is told, and raised where somebody sees to it. */
async function closeDrawer(page: Page, pit: Page): Promise<void> {
  await countCash(page, seconds, 'Close', 53);
  await page.goto(url('/staff/cashier/drawers'));
  await page.getByRole('grid', { name: 'Closed shifts' }).getByText('$50 short').waitFor();
  // Its form, once; again only with a second person, and it says so.
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Form of Drawer closed/ }).click();
  await coming;
  await press(page, 'Reprint…');
  await page.getByText('A reprint waits for a second person.').waitFor();
  await seconds.goto(url('/staff/cashier/proposals'));
  await seconds.getByRole('button', { name: 'Confirm: Cage: print paper' }).click();
  await press(seconds, 'Confirm it');
  await seconds.getByRole('heading', { name: /^Confirmed/ }).waitFor();
  await page.getByRole('button', { name: /^Form of Drawer closed/ }).click();
  await page.getByRole('button', { name: 'Copy 2', exact: true }).waitFor();
  await pit.goto(url('/staff/pit-supervisor'));
  const alert = pit.locator('.pit-alert[data-kind="drawer"]');
  await alert.getByText('The drawer of Cy closed $50 short, counted with Di.').waitFor();
}

/** A closing count is taken back by two managers; it stays on record, and the tray is counted anew. */
async function takeBack(max: Somebody, page: Page, other: Page): Promise<void> {
  await max.page.goto(url('/staff/manager/float/quay/undo-close'));
  await form(max.page, 'Undo close').getByLabel('Reason').fill('A row was counted twice.');
  await form(max.page, 'Undo close').getByRole('button', { name: 'Undo close', exact: true }).click();
  await max.page.getByText('it waits for a second person until').waitFor();
  const moe = await comeTo('moe', [], MANAGES, '/staff/manager/proposals');
  await press(moe.page, 'Confirm: Float: undo close');
  await press(moe.page, 'Confirm it');
  await moe.page.getByRole('heading', { name: /^Confirmed/ }).waitFor();
  await other.goto(url('/staff/pit-supervisor/float/quay'));
  await countTogether(page, other, 'Closing count', { $5: '145', $25: '20', $100: '5' });
  await page.getByText('A row was counted twice.').waitFor();
}

/** The report of the evening: every sum both ways, the note and the chip that are missing named, figures that open. */
async function balances(page: Page): Promise<void> {
  await page.clock.setSystemTime(await houseTime());
  await page.goto(url('/staff/manager/reports'));
  await page.getByText('What players lost is what the tables won').waitFor();
  await page.getByText('Drawer of Cy:').waitFor();
  expect(await page.getByText('Differs', { exact: true }).count()).toBe(0);
  const differs = (...says: readonly string[]) =>
    says.reduce(
      (rows, hasText) => rows.filter({ hasText }),
      page.getByRole('grid', { name: 'Differences' }).getByRole('row'),
    );
  await differs('Pier', 'Closing', 'Pat and Bo').waitFor();
  await differs('Cy', 'Drawer').waitFor();
  await page.getByRole('radiogroup', { name: 'Part' }).getByText('Tables', { exact: true }).click();
  const opens = async (figure: string, sum: string, event: string) => {
    await page.getByRole('button', { name: new RegExp(`${figure} of Quay`) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(sum).first().waitFor();
    await dialog.getByText(event).first().waitFor();
    await page.keyboard.press('Escape');
  };
  await opens('Fills', '$500', 'Slip received');
  await opens('Credits', '$500', 'Slip received');
  await opens('Result', '$25', 'Rolled');
}

/** The clock of the house, as it tells whoever asks. */
async function houseTime(): Promise<number> {
  const all = await ground.house().ask('pass', { ms: 0 });
  return Date.now() + all;
}

/** crown 9.7: the last shooter is called; an empty table closes then, and its tray is counted. */
async function closePier(page: Page, other: Page): Promise<void> {
  await page.goto(url('/staff/pit-supervisor/pit/pier/sign'));
  // Given, taken down again, and given for good.
  await press(page, 'Give notice of closing');
  await page.getByText('Announced.', { exact: true }).waitFor();
  await press(page, 'Take the notice down');
  await press(page, 'Give notice of closing');
  await page.getByText('Announced.', { exact: true }).waitFor();
  await page.goto(url('/staff/pit-supervisor/float/pier'));
  await other.goto(url('/staff/pit-supervisor/float/pier'));
  await countTogether(page, other, 'Closing count', { $5: '99' });
  await page.getByText('$5 short').first().waitFor();
  await page.getByText(/They differ by what was \$5 short/).waitFor();
  await page.goto(url('/staff/pit-supervisor/pit/pier/sign'));
  await press(page, 'Close the table');
  await crews.told('pier', 'closed', 1);
}
