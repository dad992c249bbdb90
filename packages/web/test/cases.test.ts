/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// A patron disputes a payout from their own screen, is heard rung by rung, is advised, and the money is put right by two
// people; an inspector reviews it, and asks for the table at that time. A wrong payment that a tape shows a day later
// ends in the report of the month.
import { mkdirSync } from 'node:fs';
import { endOfMonth, monthOf } from '@boxperson/offices';
import type { Command, RulebookId } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { few } from '../../../test/support/few.js';
import { faultsInThemes, overflow } from './support/access.js';
import { Crews, dealtTable } from './support/crew.js';
import { openGround } from './support/pages.js';
import { at, Seat } from './support/seat.js';

const LIMITS = { default: { min: 500, max: 1_000_000 } };

/** Each book with the rungs below its inspector. */
const BOOKS: readonly { book: RulebookId; box: string; rungs: readonly string[]; rights: string }[] = [
  {
    book: 'star-2024',
    box: 'boxperson',
    rungs: ['boxperson', 'gaming-supervisor', 'gaming-manager'],
    rights: 'section 33',
  },
  {
    book: 'star',
    box: 'boxperson',
    rungs: ['boxperson', 'gaming-supervisor', 'gaming-manager'],
    rights: 'section 33',
  },
  { book: 'crown', box: 'boxperson', rungs: ['area-manager'], rights: 'VCGLR' },
  { book: 'adelaide', box: 'boxman', rungs: ['house'], rights: 'Government Casino Inspector' },
  {
    book: 'aruze',
    box: '',
    rungs: ['electronic-gaming-attendant', 'assistant-gaming-manager', 'manager'],
    rights: 'section 33',
  },
];
/** A book with all rungs; `npm run soak -- case-stories` tells the others. */
const STORIES = few(1, BOOKS);
const SHOTS = process.env['CASE_SHOTS'];

/** A story that is told once more is told at another table, by other people. */
const tableFor = (book: RulebookId, told: number): string => (told === 0 ? book : `${book}-${told + 1}`);

const tableOf = (book: RulebookId, id: string) =>
  book === 'aruze'
    ? {
        id,
        name: `Table ${id}`,
        settings: { rulebook: book, seats: 10, limits: LIMITS, wageringMs: 600_000 },
        dice: 'scripted',
      }
    : dealtTable(id, book, 8, LIMITS);

const ground = openGround({
  tables: [
    ...[...new Set([...STORIES.map(({ book }) => book), 'aruze' as const])].flatMap((book) =>
      [0, 1].map((told) => tableOf(book, tableFor(book, told))),
    ),
    dealtTable('tape', 'star-2024', 8, LIMITS),
    dealtTable('taps', 'star', 8, LIMITS),
  ],
});
const crews = new Crews(ground);
const url = (path: string): string => `${ground.house().url}${path}`;

async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [1920, 1080],
    ...(name.startsWith('own') ? [[390, 844] as const] : []),
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${SHOTS}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A player with a card, signed in on a page of their own. */
async function player(name: string, card: string): Promise<{ page: Page; id: string }> {
  const made = await ground.house().ask('player', { name, card, pin: '582946' });
  const answer = await fetch(url('/api/sign-in'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card, pin: '582946' }),
  });
  const { token } = (await answer.json()) as { token: string };
  const page = await ground.newPage({ reducedMotion: 'reduce' });
  await page.addInitScript((own) => localStorage.setItem('boxperson.token', own), token);
  await ground.house().ask('fund', { person: made.person.id, amount: 5_000_000 });
  return { page, id: made.person.id };
}

/** Wins $500 on the field; who was in the box, and the line. */
async function wins(table: string, book: string, box: string, person: string, card: string) {
  const { by } = await crews.onDuty(table, book, box);
  const cards: readonly Command[] =
    book === 'star-2024' ? [{ do: 'card', player: 'Pia', card, holder: person }] : [];
  const said: readonly Command[] = [
    { do: 'sit', player: 'Pia', seat: 1, bankroll: 2_000_000, person },
    ...cards,
    { do: 'bet', player: 'Pia', wager: 'pass', amount: 1_000 },
    { do: 'bet', player: 'Pia', wager: 'field', amount: 50_000 },
    { do: 'offer', by },
    { do: 'accept', player: 'Pia' },
    { do: 'choose', player: 'Pia', dice: ['1a', '1b'] },
    { do: 'throw', player: 'Pia' },
    { do: 'roll', dice: [5, 4], by },
  ];
  for (const one of said) await crews.say(table, one);
  const [rolled] = await crews.told(table, 'rolled', 1);
  return { by, line: `${rolled?.throw}/field/Pia` };
}

/** The crew pays nothing of it. */
async function unpaid(table: string, book: string, box: string, person: string, card: string): Promise<void> {
  const { by, line } = await wins(table, book, box, person, card);
  await crews.say(table, { do: 'deal-differently', line, paid: 0, note: 'overlooked', by });
}

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
/** What the page says instead is what one wants to know where it does not come. */
const done = (page: Page, act: string) =>
  page
    .getByText(`${act}: done.`)
    .waitFor()
    .catch(async (error: Error) => {
      throw new Error(`${error.message}\n${await page.locator('body').innerText()}`);
    });

/** Somebody of the house does something with a case, by its form. */
async function act(page: Page, address: string, name: string, fill: () => Promise<void>): Promise<void> {
  await page.goto(url(address));
  await form(page, name).waitFor();
  await fill();
  await form(page, name).getByRole('button', { name, exact: true }).click();
}

async function choose(page: Page, place: string, option: string): Promise<void> {
  await page.locator(`[data-place="${place}"]`).getByText(option, { exact: true }).click();
}

/** Raises it from the last rounds; the name of the case. */
async function dispute(page: Page, book: string, table: string): Promise<string> {
  await page.goto(url(`/table/${table}`));
  await page
    .getByRole('button', { name: book === 'aruze' ? 'Money' : 'My last rounds' })
    .first()
    .click();
  if (book === 'aruze') await page.getByRole('button', { name: 'Last rounds' }).click();
  await page.getByRole('button', { name: 'Dispute this' }).click();
  const which = page.getByLabel('Which wager?');
  if ((await which.count()) > 0) await which.selectOption('field');
  await page.getByLabel('What is not right?').fill('The field was not paid.');
  await page.getByRole('button', { name: 'Raise the dispute' }).click();
  const told = await page.getByText(/Raised as case (d-\w+)/).textContent();
  return /case (d-\w+)/.exec(told ?? '')?.[1] as string;
}

/** Somebody on a rung, in a browser of their own, and where they work. */
async function onRung(
  book: RulebookId,
  rung: string,
  of: string = book,
): Promise<{ desk: Page; place: string }> {
  const isPost = rung === 'manager' || rung === 'inspector';
  const login = `${rung}-of-${of}`;
  const { token } = isPost
    ? await ground.house().ask('staff', { name: login, login, posts: [{ post: rung, tables: '*' as const }] })
    : await crews.hire(login, [{ rulebook: book, role: rung }]);
  return { desk: await crews.browserOf(token), place: isPost ? rung : `${book}.${rung}` };
}

const REASONS = 'Reasons, as the patron will read them';

/** One rung decides; half of it written, the page is loaded again, and nothing is lost. */
async function decide(
  book: RulebookId,
  rung: string,
  name: string,
  finds: string,
  table: string,
  reading?: number,
): Promise<Page> {
  const { desk, place } = await onRung(book, rung, table);
  if (reading !== undefined) await readOtherwise(desk, place, name);
  await act(desk, `/staff/${place}/cases/${name}/decide`, 'Decide', async () => {
    await choose(desk, 'finds', finds);
    await desk.getByLabel(REASONS).fill('By the record of the roll.');
    await desk.reload();
    await form(desk, 'Decide').waitFor();
    expect(await desk.getByLabel(REASONS).inputValue()).toBe('By the record of the roll.');
    if (reading !== undefined) await desk.getByLabel(/in reading number/).fill(String(reading));
  });
  await done(desk, 'Decide');
  return desk;
}

/** The roll on the felt, with other faces: what the engine makes of it is kept in the case. */
async function readOtherwise(desk: Page, place: string, name: string): Promise<void> {
  await desk.goto(url(`/staff/${place}/cases/${name}`));
  await desk.getByLabel('One die').selectOption('5');
  await desk.getByLabel('The other die').selectOption('4');
  await desk.getByRole('figure', { name: 'Read otherwise' }).waitFor();
  await shot(desk, `otherwise-${name.slice(0, 2)}`);
  await desk.getByRole('link', { name: 'Keep this reading in the case' }).click();
  await form(desk, 'Try reading').waitFor();
  await desk.getByLabel('Who says so, and why').fill('The tape shows a nine.');
  await form(desk, 'Try reading').getByRole('button', { name: 'Try reading', exact: true }).click();
  await done(desk, 'Try reading');
}

async function askAgain(page: Page): Promise<void> {
  await page.goto(url('/cases'));
  await page.getByLabel(/Not satisfied/).fill('I am not.');
  await page.reload();
  await expect.poll(() => page.getByLabel(/Not satisfied/).inputValue()).toBe('I am not.');
  await page.getByRole('button', { name: 'Ask for a review' }).click();
  await page.getByText('A review is asked for').waitFor();
}

async function managersOf(book: string): Promise<readonly [Page, Page]> {
  const pages: Page[] = [];
  for (const login of [`m1-${book}`, `m2-${book}`]) {
    const posts = [{ post: 'manager', tables: '*' as const }];
    const { token } = await ground.house().ask('staff', { name: login, login, posts });
    pages.push(await crews.browserOf(token));
  }
  return pages as unknown as readonly [Page, Page];
}

/** Proposed by one and confirmed by another; an amount that is not the engine's is refused with the one that is. */
async function putRight([one, two]: readonly [Page, Page], name: string, dollars: number): Promise<void> {
  const amount = () => form(one, 'Put right').getByLabel('Amount, as the engine has it');
  await act(one, `/staff/manager/cases/${name}/put-right`, 'Put right', async () => {
    await amount().fill(String(dollars - 1));
    await choose(one, 'how', 'Account');
    await form(one, 'Put right').getByLabel('Reason').fill('Decided.');
  });
  await one.getByText(`by the engine it is $${dollars.toLocaleString('en')}`).waitFor();
  await amount().fill(String(dollars));
  await form(one, 'Put right').getByRole('button', { name: 'Put right', exact: true }).click();
  await confirm(two);
}

async function confirm(two: Page): Promise<void> {
  await two.goto(url('/staff/manager'));
  await two
    .getByRole('button', { name: /^Confirm/ })
    .first()
    .click();
  await two.getByRole('button', { name: 'Confirm it' }).click();
}

async function advise(desk: Page, name: string): Promise<void> {
  await act(desk, `/staff/manager/cases/${name}/advise`, 'Advise', async () => {
    await desk.getByLabel('How they were told').fill('In person, and by letter.');
  });
  await done(desk, 'Advise');
}

async function close(desk: Page, name: string): Promise<void> {
  await act(desk, `/staff/manager/cases/${name}/close`, 'Close', async () => {
    await desk.getByLabel('How it ended').fill('Put right.');
  });
}

/** At a terminal the sensors read a seven where the patron saw a nine: $5 on the field lost. */
async function misread(page: Page, table: string): Promise<void> {
  const seat = await Seat.fromLobby(page, ground.house(), table, 'aruze');
  await seat.bet(at({ wager: 'pass' }), 500);
  await seat.bet(at({ wager: 'field' }), 500);
  await seat.roll([4, 3]);
}

describe.each(STORIES)('$book', ({ book, box, rungs, rights }) => {
  it('a payout is disputed, heard rung by rung, put right by two people, reviewed by an inspector, and closed with the rights told', async ({
    task,
  }) => {
    const table = tableFor(book, task.result?.retryCount ?? 0);
    const card = `CARD-${table}`;
    const { page, id } = await player(`Pia ${table}`, card);
    const isTerminal = book === 'aruze';
    await (isTerminal ? misread(page, table) : unpaid(table, book, box, id, card));
    const name = await dispute(page, book, table);
    for (const [place, rung] of rungs.entries()) {
      const isLast = place === rungs.length - 1;
      const finds = isLast ? 'Upheld' : 'Dismissed';
      await decide(book, rung, name, finds, table, isTerminal && isLast ? 1 : undefined);
      if (!isLast) await askAgain(page);
    }
    const managers = await managersOf(table);
    const [one] = managers;
    // Not before the patron was told of their rights.
    await close(one, name);
    await one.getByText(/still owed|Still owed/).waitFor();
    const before = await ground.house().ask('wallet', { person: id });
    const dollars = isTerminal ? 10 : 500;
    await putRight(managers, name, dollars);
    await expect
      .poll(() => ground.house().ask('wallet', { person: id }), { timeout: 30_000 })
      .toBe(before + dollars * 100);
    await advise(one, name);
    // Above the house: an inspector reviews it, and changes nothing else.
    await askAgain(page);
    const inspector = await decide(book, 'inspector', name, 'Upheld', table);
    await inspector.goto(url(`/staff/inspector/cases/${name}`));
    expect(await inspector.getByRole('link', { name: /^Put right/ }).count()).toBe(0);
    await advise(one, name);
    await one.goto(url(`/staff/manager/cases/${name}`));
    await one.getByRole('heading', { name: 'Who decides' }).waitFor();
    expect(await one.locator('.case-letter').textContent()).toContain(rights);
    await one.getByRole('figure', { name: 'As it should have been' }).locator('svg').first().waitFor();
    await shot(one, `case-${book}`);
    expect(await overflow(one)).toBe(0);
    expect(await faultsInThemes(one, `the case at ${book}`)).toEqual([]);
    await close(one, name);
    await done(one, 'Close');
    await page.goto(url('/cases'));
    await page.getByText(rights, { exact: false }).first().waitFor();
    await page.getByText(`$${dollars} has been paid to you.`).first().waitFor();
    const letter = page.waitForEvent('download');
    await page.getByText('The letter', { exact: true }).click();
    await page.getByRole('button', { name: 'Letter as PDF' }).click();
    expect((await letter).suggestedFilename()).toBe(`letter-${name}.pdf`);
    await shot(page, `own-${book}`);
  }, 480_000);
});

it('an inspector asks for a table at a time in three clicks, sees the mispay that became a case, and duties in red', async () => {
  const posts = [{ post: 'inspector', tables: '*' as const }];
  const { token } = await ground.house().ask('staff', { name: 'Ida', login: 'ida', posts });
  const desk = await crews.browserOf(token);
  await desk.goto(url('/staff/inspector/cases'));
  await desk.locator('label', { hasText: 'Table' }).locator('select').first().selectOption('star-2024');
  await desk.getByRole('button', { name: 'Show the rolls' }).click();
  await desk.locator('.case-moments').getByText('owed', { exact: false }).first().waitFor();
  // Nothing is offered that is not an inspector's.
  expect(await desk.getByRole('link', { name: 'Open a case' }).count()).toBe(0);
  await desk.getByText('Paid too little').first().waitFor();
  await shot(desk, 'inspector');
  expect(await overflow(desk)).toBe(0);
  expect(await faultsInThemes(desk, 'the desk of an inspector')).toEqual([]);
  await desk.goto(url('/staff/inspector/duties'));
  await desk.getByRole('heading', { name: 'Notices', exact: true }).waitFor();
  await shot(desk, 'duties');
}, 120_000);

/** What the house has on record of a case. */
const opened = async (token: string, name: string) => {
  const answer = await fetch(url(`/api/matters/cases/${name}`), {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { books: { opened: Record<string, unknown> } }).books.opened;
};

/** The last of three taps: the form has all of it. The name of the case. */
async function thirdTap(page: Page): Promise<string> {
  await form(page, 'Open').getByRole('button', { name: 'Open', exact: true }).click();
  await done(page, 'Open');
  return /cases\/(c-\w+)\/open/.exec(page.url())?.[1] as string;
}

it('from the box’s console a case is three taps away: about a line, a roll, a wager, a player, the table', async () => {
  const { id } = await player('Bea', 'CARD-box');
  const { token, by } = await crews.onDuty('taps', 'star', 'boxperson');
  const { line } = await wins('taps', 'star', 'boxperson', id, 'CARD-box');
  const page = await crews.browserOf(token);
  const box = url('/crew/taps/box');
  const opensFrom = async (second: () => Promise<void>): Promise<Record<string, unknown>> => {
    await page.goto(box);
    await page.getByRole('button', { name: 'Open a case…' }).click();
    await second();
    const name = await thirdTap(page);
    await page.getByRole('link', { name: 'Back to where you were' }).click();
    await page.waitForURL(box);
    return opened(token, name);
  };
  const panel = page.getByRole('region', { name: 'Open a case' });
  // A line while it is dealt, from its own row.
  await page.goto(box);
  await page.locator('[data-line$="/field/Pia"] .crew-line-main').click();
  await page.locator('[data-line$="/field/Pia"]').getByRole('link', { name: 'Open a case' }).click();
  const ofLine = await opened(token, await thirdTap(page));
  expect(ofLine).toMatchObject({ kind: 'dispute', table: 'taps', patron: id, moment: { dice: [5, 4] } });
  expect(ofLine['subject']).toMatchObject({ line: expect.stringMatching(/\/field\/Pia$/), player: 'Pia' });
  await crews.say('taps', { do: 'deal-lines', lines: [line], by });
  const ofRoll = await opensFrom(() =>
    panel.getByRole('link', { name: 'Open a case about the roll' }).first().click(),
  );
  expect(ofRoll).toMatchObject({ kind: 'dispute', moment: { dice: [5, 4] }, subject: {} });
  await shotOf(page, box);
  // A wager that the roll left where it stood is a line of it.
  const ofWager = await opensFrom(() =>
    panel.locator('[data-line$="/pass/Pia"]').getByRole('link', { name: 'Open a case' }).click(),
  );
  expect(ofWager['subject']).toMatchObject({ line: expect.stringMatching(/\/pass\/Pia$/) });
  await crews.say('taps', { do: 'bet', player: 'Pia', wager: 'field', amount: 2_500 });
  const ofFresh = await opensFrom(() => panel.locator('[data-wager]').getByRole('link').click());
  expect(ofFresh).toMatchObject({
    says: expect.stringContaining('Field, $25, of Pia'),
    moment: { dice: [5, 4] },
  });
  const ofPlayer = await opensFrom(() => panel.getByRole('link', { name: 'Seat 1, Pia' }).click());
  expect(ofPlayer['subject']).toEqual({ seat: 1, player: 'Pia' });
  const ofTable = await opensFrom(() => panel.getByRole('link', { name: 'The table' }).click());
  expect(ofTable).toMatchObject({ kind: 'complaint', table: 'taps', subject: {} });
}, 240_000);

/** The box, asked what the case is about. */
async function shotOf(page: Page, box: string): Promise<void> {
  await page.goto(box);
  await page.getByRole('button', { name: 'Open a case…' }).click();
  await page.locator('.case-moments').waitFor();
  await shot(page, 'box-case');
  expect(await overflow(page)).toBe(0);
  expect(await faultsInThemes(page, 'a case from the box')).toEqual([]);
}

it('from one terminal, and with a picture: an attendant opens a case, and lays before it what the camera saw', async () => {
  const { page: guest } = await player('Theo', 'CARD-terminal');
  const seat = await Seat.fromLobby(guest, ground.house(), 'aruze');
  await seat.bet(at({ wager: 'pass' }), 500);
  const { desk, place } = await onRung('aruze', 'electronic-gaming-attendant', 'seats');
  await desk.goto(url(`/staff/${place}/terminal/aruze`));
  await desk.locator('[data-terminal]').first().waitFor();
  await shot(desk, 'terminals');
  expect(await overflow(desk)).toBe(0);
  await desk.locator('[data-terminal]').last().getByRole('link', { name: 'Open a case' }).click();
  const name = await thirdTap(desk);
  await desk.goto(url(`/staff/${place}/cases/${name}`));
  await desk.getByText('Add a picture or a document').click();
  await desk
    .getByLabel(/A PNG, JPEG/)
    .setInputFiles({ name: 'felt.png', mimeType: 'image/png', buffer: PIXEL });
  await desk.getByLabel('What it shows').fill('The screen, frozen.');
  await desk.getByLabel('Where it comes from').fill('Camera 2');
  await desk.getByRole('button', { name: 'Lay it before the case' }).click();
  await desk.getByText('Show the picture').click();
  await desk.locator('.case-picture').waitFor();
  await expect
    .poll(() => desk.locator('.case-picture').evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBe(1);
  await shot(desk, 'picture');
  expect(await faultsInThemes(desk, 'a case with a picture')).toEqual([]);
}, 180_000);
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The end of the month in which the house stands, in Sydney, and an hour more. */
function untilNextMonth(now: number): number {
  return endOfMonth('Sydney', monthOf('Sydney', now)) + 3_600_000 - now;
}

it('star-2024 9: $1,200 too much, found on tape a day later, ends in the report of the month', async () => {
  const DAY = 24 * 3_600_000;
  const { id } = await player('Tara', 'CARD-tape');
  await wins('tape', 'star-2024', 'boxperson', id, 'CARD-tape');
  await ground.house().ask('pass', { ms: DAY });
  const eye = [{ post: 'surveillance', tables: '*' as const }];
  const { token } = await ground.house().ask('staff', { name: 'Sue', login: 'sue', posts: eye });
  const desk = await crews.browserOf(token);
  // Three taps: the table at a time, the line, and the form with all of it filled in.
  await desk.goto(url('/staff/surveillance/cases?table=tape'));
  await desk
    .locator('.case-moments li li', { hasText: 'Field' })
    .getByRole('link', { name: 'Open a case' })
    .last()
    .click();
  await form(desk, 'Open').waitFor();
  const name = /cases\/(c-\w+)\/open/.exec(desk.url())?.[1] as string;
  await desk.locator('[data-place="kind"] select').selectOption({ label: 'Overpayment' });
  await desk.getByLabel('What it is about').fill('On tape: a stack of blacks too many.');
  await form(desk, 'Open').getByRole('button', { name: 'Open', exact: true }).click();
  await done(desk, 'Open');
  await act(desk, `/staff/surveillance/cases/${name}/see-payment`, 'See payment', async () => {
    await desk.getByLabel('What was paid').fill('1700');
    await desk.getByLabel('How that is known').fill('Camera 4, counted twice.');
  });
  await done(desk, 'See payment');
  const managers = await managersOf('tape');
  const [one] = managers;
  await act(one, `/staff/manager/cases/${name}/enquire`, 'Enquire', async () => {
    await choose(one, 'finds', 'Not intentional');
    await one.getByLabel('What was found').fill('The dealer counted wrong.');
  });
  await done(one, 'Enquire');
  await one.goto(url(`/staff/manager/cases/${name}`));
  await one.getByRole('figure', { name: 'As it was paid' }).getByText('+$1,700').first().waitFor();
  await shot(one, 'tape');
  await putRight(managers, name, 1_200);
  await one.goto(url(`/staff/manager/cases/${name}`));
  await one.getByText('Put right', { exact: true }).first().waitFor();
  await close(one, name);
  await done(one, 'Close');
  const now = Date.now() + (await ground.house().ask('pass', { ms: 0 }));
  await ground.house().ask('hasten', { at: 'duties', ms: untilNextMonth(now) });
  await reportMonth(monthOf('Sydney', now), name);
}, 300_000);

/** Drafted by the clock, reviewed and sent by a manager, acknowledged by an inspector, and kept on paper. */
async function reportMonth(month: string, name: string): Promise<void> {
  const { desk } = await onRung('star-2024', 'manager', 'tape');
  for (const [verb, title] of [
    ['review-report', 'Review report'],
    ['send-report', 'Send report'],
  ] as const) {
    await act(desk, `/staff/manager/duties/${verb}`, title, async () => {
      await desk.getByLabel('Month').fill(month);
      if (verb === 'send-report') await desk.getByLabel('How it was sent').fill('By mail.');
    });
    await done(desk, title);
  }
  await desk.goto(url('/staff/manager/duties'));
  await desk.getByText(`case ${name} at tape, $1,200 overpaid`, { exact: false }).first().waitFor();
  await shot(desk, 'reports');
  const inspector = await onRung('star-2024', 'inspector', 'tape');
  await act(inspector.desk, '/staff/inspector/duties/acknowledge', 'Acknowledge', async () => {
    await inspector.desk.getByLabel('Notice').fill('N-1');
  });
  await done(inspector.desk, 'Acknowledge');
  await inspector.desk.goto(url('/staff/inspector/duties'));
  const paper = inspector.desk.waitForEvent('download');
  await inspector.desk.getByRole('button', { name: 'PDF' }).first().click();
  expect((await paper).suggestedFilename()).toBe('N-1.pdf');
  await inspector.desk.goto(url('/staff/inspector/registers?of=incidents'));
  await inspector.desk.getByText('On tape: a stack of blacks too many.').first().waitFor();
  await shot(inspector.desk, 'registers');
  expect(await faultsInThemes(inspector.desk, 'registers')).toEqual([]);
  const csv = inspector.desk.waitForEvent('download');
  await inspector.desk.getByRole('button', { name: 'CSV' }).click();
  expect((await csv).suggestedFilename()).toBe('incidents.csv');
}
