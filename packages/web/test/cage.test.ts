/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The cage and those who may not play, in real browsers: a shift that balances, a ticket paid, an exclusion that bites
// at another table within a second, and a report that adds up.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsInThemes, overflow, smallTargets } from './support/access.js';
import { openGround, until } from './support/pages.js';

const ground = openGround();
const url = (path: string): string => `${ground.house().url}${path}`;

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
const at = (page: Page, place: string) => page.locator(`[data-place="${place}"]`);

interface Somebody {
  readonly token: string;
  readonly id: string;
}

type Tables = readonly string[] | '*';

const hire = async (name: string, login: string, post: string, tables: Tables = '*'): Promise<Somebody> => {
  const posts = [{ post, tables }];
  const { token, person } = await ground.house().ask('staff', { name, login, posts });
  return { token, id: person.id };
};

let said = 0;

/** One call as any program could make it. */
async function call(path: string, token: string, body?: object) {
  said += 1;
  const response = await fetch(url(path), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify({ id: `cage-test-${said}-${Date.now()}`, ...body }) } : {}),
  });
  return (await response.json()) as Record<string, unknown> & { refused?: { code: string } };
}

/** At a screen of their own, signed in. */
async function screenOf({ token }: Somebody, path: string, viewport = { width: 1280, height: 800 }) {
  const page = await ground.newPage({ reducedMotion: 'reduce', viewport });
  await page.addInitScript((known) => localStorage.setItem('boxperson.staff', known), token);
  await page.goto(url(path));
  return page;
}

/** Counts so many notes of one kind. */
async function count(page: Page, name: string, note: string, many: number): Promise<void> {
  const filled = form(page, name);
  await filled.getByRole('button', { name: 'Add kind of cash' }).click();
  await at(page, 'cash.0.note').getByRole('textbox').fill(note);
  await at(page, 'cash.0.count').getByRole('textbox').fill(String(many));
  await filled.getByRole('button', { name, exact: true }).click();
  await page.getByText('it waits for a second person until').waitFor();
}

/** The other cashier agrees. */
async function agree({ token }: Somebody): Promise<void> {
  const waiting = (await call('/api/proposals', token)) as unknown as { id: string }[];
  for (const { id } of waiting) {
    const done = await call('/api/proposals/confirm', token, { proposal: id });
    expect(done.refused).toBeUndefined();
  }
}

const part = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Part' }).getByText(name, { exact: true });

const people: Record<string, Somebody> = {};

async function enrol(name: string, card: string): Promise<Somebody> {
  const pin = '582946';
  const { person } = await ground.house().ask('player', { name, card, pin });
  const { token } = await signIn(card, pin);
  return { id: person.id, token: token as string };
}

async function signIn(card: string, pin: string): Promise<Record<string, unknown>> {
  const response = await fetch(url('/api/sign-in'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card, pin }),
  });
  return (await response.json()) as Record<string, unknown>;
}

describe('the cage', () => {
  it('a cashier’s shift from count to count: cash for an account, a ticket paid, to the cent', async () => {
    people['cy'] = await hire('Cy Cash', 'cy', 'cashier');
    people['di'] = await hire('Di Drawer', 'di', 'cashier');
    const pam = await enrol('Pam', 'CARD-1001');
    people['pam'] = pam;
    const page = await screenOf(people['cy'], '/staff/cashier/drawers');
    await page.getByRole('link', { name: 'Count it open' }).click();
    await count(page, 'Open', '50', 40);
    await agree(people['di']);
    await page.goto(url('/staff/cashier/drawers'));
    const drawer = page.getByRole('region', { name: 'Your drawer' });
    await drawer.getByText('$2,000', { exact: true }).first().waitFor();

    // A player at the counter: what is wrong is said at the field, and nothing typed is lost.
    await form(page, 'Find a player').getByLabel('Player’s card').fill('CARD-9999');
    await form(page, 'Find a player').getByRole('button', { name: 'Find' }).click();
    await at(page, 'card').getByText('nobody holds that card').waitFor();
    await form(page, 'Find a player').getByLabel('Player’s card').fill('CARD-1001');
    await form(page, 'Find a player').getByRole('button', { name: 'Find' }).click();
    const cash = form(page, 'Cash for Pam');
    await cash.getByText('Out of the account').click();
    await cash.getByLabel('Amount').fill('50');
    await cash.getByRole('button', { name: 'Book it' }).click();
    await at(page, 'amount').getByText('the account holds $0').waitFor();
    await cash.getByText('Into the account').click();
    await cash.getByLabel('Amount').fill('500');
    await cash.getByRole('button', { name: 'Book it' }).click();
    await page.getByRole('status').getByText('$500').waitFor();
    await drawer.getByText('$2,500', { exact: true }).first().waitFor();
    const faults = [...(await faultsInThemes(page, 'cage desk', ['night', 'day']))];

    // Her ticket from a terminal, looked at and paid.
    expect(
      (await call('/api/table/aruze/sit', pam.token, { seat: 1, bankroll: 30_000 })).refused,
    ).toBeUndefined();
    const out = await call('/api/terminal/aruze/ticket-out', pam.token, { seat: 1 });
    const { number } = out['ticket'] as { number: string };
    await page.getByRole('link', { name: 'Pay a ticket' }).click();
    await form(page, 'Look at a ticket').getByLabel('Ticket number').fill(number);
    await form(page, 'Look at a ticket').getByRole('button', { name: 'Look at it' }).click();
    await page.getByRole('status').getByText('$300').waitFor();
    await page.getByRole('status').getByRole('link', { name: 'Redeem' }).click();
    await form(page, 'Redeem').getByRole('button', { name: 'Redeem' }).click();
    await page.getByText('Redeem: done.').waitFor();

    await page.goto(url('/staff/cashier/drawers/close'));
    await count(page, 'Close', '50', 44);
    await agree(people['di']);
    await page.goto(url('/staff/cashier/drawers'));
    await page.getByRole('heading', { name: 'Your drawer is closed' }).waitFor();
    await page.getByRole('grid', { name: 'Closed shifts' }).getByText('to the cent').waitFor();
    faults.push(...(await faultsInThemes(page, 'closed shifts', ['night'])));
    expect(faults).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  }, 240_000);

  it('an exclusion from the casino bites at another table within a second', async () => {
    people['boss'] = await hire('Bo Boss', 'bo', 'manager');
    const pam = people['pam'] as Somebody;
    for (const table of ['star', 'adelaide'])
      expect(
        (await call(`/api/table/${table}/sit`, pam.token, { seat: 2, bankroll: 5_000 })).refused,
      ).toBeUndefined();
    const page = await screenOf(people['boss'], '/staff/manager/people?kind=player');
    await page.getByRole('row', { name: /Pam/ }).click();
    await page
      .getByRole('dialog', { name: 'Pam' })
      .getByRole('link', { name: 'Exclude', exact: true })
      .click();
    await at(page, 'from').getByRole('button').click();
    await page.getByRole('option', { name: 'The casino' }).click();
    await form(page, 'Exclude').getByLabel('Reason').fill('A bent coin at the star table.');
    await form(page, 'Exclude').getByRole('button', { name: 'Exclude', exact: true }).click();
    await page.getByText('Exclude: done.').waitFor();
    const asked = performance.now();
    const bet = { player: 'Pam', wager: 'field', amount: 500 };
    expect((await call('/api/table/adelaide/bet', pam.token, bet)).refused?.code).toBe('excluded');
    expect((await call('/api/table/crown/sit', pam.token, { seat: 1, bankroll: 500 })).refused?.code).toBe(
      'excluded',
    );
    expect(performance.now() - asked).toBeLessThan(1_000);

    await page.goto(url('/staff/manager/people?kind=excluded'));
    await page
      .getByRole('grid', { name: 'Exclusions' })
      .getByText('A bent coin at the star table.')
      .waitFor();
    expect(await faultsInThemes(page, 'exclusions', ['night', 'day'])).toEqual([]);
    await page.getByRole('link', { name: 'Lift', exact: true }).click();
    await form(page, 'Readmit').getByLabel('Reason').fill('It was another.');
    await form(page, 'Readmit').getByRole('button', { name: 'Readmit', exact: true }).click();
    await page.getByText('Readmit: done.').waitFor();
    await until(
      () => call('/api/table/adelaide/bet', pam.token, bet),
      ({ refused }) => refused === undefined,
      'play again',
    );
  }, 240_000);

  it('the report of it adds up, opens the events behind a figure, and can be taken along', async () => {
    const page = await screenOf(people['boss'] as Somebody, '/staff/manager/reports', {
      width: 1024,
      height: 768,
    });
    await page.getByText('What players lost is what the tables won').waitFor();
    await page.getByText(/Drawer of Cy Cash/).waitFor();
    expect(await page.getByText('Differs', { exact: true }).count()).toBe(0);
    const faults = [...(await faultsInThemes(page, 'reports', ['night', 'day']))];
    await part(page, 'Cage').click();
    await page.getByRole('button', { name: /Tickets paid of the cage/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Tickets paid of the cage' });
    await dialog.getByText('Ticket redeemed').waitFor();
    await dialog.getByText('$300').first().waitFor();
    faults.push(...(await faultsInThemes(page, 'events behind', ['night'])));
    await page.keyboard.press('Escape');
    await part(page, 'Ratings').click();
    await page.getByRole('rowheader', { name: 'Pam' }).waitFor();
    faults.push(...(await faultsInThemes(page, 'ratings', ['night'])));
    expect(faults).toEqual([]);
    expect(await overflow(page)).toBe(0);
    for (const kind of ['CSV', 'PDF']) {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: kind, exact: true }).click();
      expect((await coming).suggestedFilename()).toMatch(new RegExp(`\\.${kind.toLowerCase()}$`));
    }
  }, 240_000);

  it('whoever looks after certain tables reads of them, and is told what is not theirs', async () => {
    const pit = await hire('Pia Pit', 'pia', 'pit-supervisor', ['adelaide']);
    const page = await screenOf(pit, '/staff/pit-supervisor/reports?part=players');
    await page.getByText('That part is of the whole house').waitFor();
    expect(await page.getByText('Nothing happened.').count()).toBe(0);
    expect(await part(page, 'Ratings').count()).toBe(0);
    await part(page, 'Tables').click();
    await page.getByRole('rowheader').first().waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(1);
  }, 60_000);
});
