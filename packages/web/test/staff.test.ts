/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { few } from '../../../test/support/few.js';
import { faultsInThemes, overflow, smallTargets } from './support/access.js';
import { openGround, until } from './support/pages.js';

const ground = openGround();
const url = (path: string): string => `${ground.house().url}${path}`;

/** Passwords of their own, by login. */
const OWN = {
  manager: 'seven come eleven',
  mara: 'hard eight, easy six',
  noor: 'boxcars at midnight',
  cy: 'little joe from kokomo',
} as const;
type Login = keyof typeof OWN;

async function comeIn(page: Page, login: Login, password: string, path = '/staff'): Promise<void> {
  await page.goto(url(path));
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

/** Signs in with a password that somebody was handed, and sets their own. */
async function settleIn(page: Page, login: Login, handed: string, path = '/staff'): Promise<void> {
  await comeIn(page, login, handed, path);
  await page.getByRole('heading', { name: 'Set a password of your own' }).waitFor();
  await page.getByLabel('New password', { exact: true }).fill(OWN[login]);
  await page.getByLabel('New password again').fill(OWN[login]);
  await page.keyboard.press('Enter');
}

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
const at = (page: Page, place: string) => page.locator(`[data-place="${place}"]`);

/** Registers somebody at a post; the password that is shown once. */
async function register(page: Page, name: string, login: Login, post: string): Promise<string> {
  await page.goto(url('/staff/manager/people/register-staff'));
  const filled = form(page, 'Register staff');
  await filled.getByLabel('Name').fill(name);
  await filled.getByLabel('Login').fill(login);
  await filled.getByRole('button', { name: 'Add post' }).click();
  await at(page, 'posts.0.post').getByRole('button').click();
  await page.getByRole('option', { name: post }).click();
  await filled.getByRole('button', { name: 'Register staff' }).click();
  return (await page.locator('[data-secret="password"]').textContent()) as string;
}

/** Fills in a correction from the house to somebody's wallet, the amount last. */
async function fillCorrection(page: Page, to: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'From account' }).fill('house/corrections');
  await page.keyboard.press('Tab');
  await at(page, 'to').getByRole('button').click();
  await page.getByRole('option', { name: to }).click();
  await form(page, 'Correct').getByLabel('Reason').fill('A ticket was paid twice.');
}

const handed: Partial<Record<Login, string>> = {};

describe('the staff entrance', () => {
  it('a new house: the first manager sets a password and lets two others in; two of them correct the ledger', async () => {
    const { login, password } = await ground.house().ask('first');
    const first = await ground.newPage();
    await comeIn(first, 'manager', 'not the right one');
    await first.getByRole('alert').getByText('That does not match.').waitFor();
    await settleIn(first, login as Login, password);
    await first.getByRole('link', { name: 'Manager', exact: true }).click();
    await first.getByText('Nothing waits for a second person like you.').waitFor();
    const mara = await register(first, 'Mara Lind', 'mara', 'Manager');
    const noor = await register(first, 'Noor Aziz', 'noor', 'Manager');
    handed.cy = await register(first, 'Cy Cash', 'cy', 'Cashier');
    const pia = await ground.house().ask('player', { name: 'Pia', card: 'CARD-1001', pin: '582946' });
    const wallet = () => ground.house().ask('wallet', { person: pia.person.id });

    // The other one is at home already: what is proposed comes to her by itself.
    const second = await ground.newPage();
    await settleIn(second, 'noor', noor, '/staff/manager');
    await second.getByText('Nothing waits for a second person like you.').waitFor();

    const proposer = await ground.newPage();
    await settleIn(proposer, 'mara', mara, '/staff/manager/ledger/correct');
    await fillCorrection(proposer, /Pia/);
    // What is wrong stands beside its field, and nothing was sent.
    await form(proposer, 'Correct').getByLabel('Amount').fill('lots');
    await proposer.getByRole('button', { name: 'Correct', exact: true }).click();
    await at(proposer, 'amount').getByText('is not an amount of dollars').waitFor();
    expect(
      await proposer.evaluate(() =>
        document.activeElement?.closest('[data-place]')?.getAttribute('data-place'),
      ),
    ).toBe('amount');
    // What was typed and where it was outlive a reload.
    await proposer.reload();
    expect(await form(proposer, 'Correct').getByLabel('Amount').inputValue()).toBe('lots');
    expect(new URL(proposer.url()).pathname).toBe('/staff/manager/ledger/correct');
    await form(proposer, 'Correct').getByLabel('Amount').fill('50');
    await proposer.getByRole('button', { name: 'Correct', exact: true }).click();
    await proposer.getByText('it waits for a second person until').waitFor();
    expect(await wallet()).toBe(0);

    // Whoever let her in is not a second person for her, and is told so.
    await first.goto(url('/staff/manager'));
    await first
      .getByRole('list', { name: 'Waits for somebody else' })
      .getByText(/let the other in/)
      .waitFor();
    // Herself she can only take it back.
    await proposer.goto(url('/staff/manager'));
    const own = proposer.getByRole('list', { name: 'You proposed' });
    await own.getByRole('button', { name: /^Withdraw/ }).waitFor();
    expect(await proposer.getByRole('button', { name: /^Confirm/ }).count()).toBe(0);

    const waits = second.getByRole('list', { name: 'Waits for you' });
    await waits.getByText('Wallet of Pia').waitFor();
    await waits.getByText('Mara Lind').waitFor();
    await waits.getByRole('button', { name: /^Confirm/ }).click();
    await second.getByRole('alertdialog').getByText('$50').waitFor();
    await second.getByRole('button', { name: 'Confirm it' }).click();
    await second.getByRole('heading', { name: /^Confirmed/ }).waitFor();
    expect(await wallet()).toBe(5_000);
    await own.waitFor({ state: 'detached' });
    await second.goto(url('/staff/manager/ledger'));
    await second.getByText('Ledger corrected').waitFor();
  }, 240_000);

  it('a cashier sees and may do only a cashier’s things', async () => {
    const page = await ground.newPage();
    await settleIn(page, 'cy', handed.cy as string);
    await page.getByRole('heading', { name: 'Where do you work today?' }).waitFor();
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Cashier']);
    await page.getByRole('link', { name: 'Cashier' }).click();
    const places = page.getByRole('navigation', { name: 'Places of the cashier' });
    expect(await places.getByRole('link').allTextContents()).toEqual([
      'Home',
      'Alerts',
      'Cage',
      'Cases',
      'Cash drawers',
      'Float',
      'People',
      'Promotions',
      'Second persons',
      'Player rewards',
      'Tickets',
      'Tournaments',
    ]);
    await page.goto(url('/staff/cashier/tickets'));
    const acts = page.getByRole('region', { name: 'What you may do' });
    await acts.waitFor();
    expect(await acts.getByRole('link').count()).toBe(1);
    await acts.getByRole('link', { name: /Redeem/ }).click();
    // A wrong digit: the house says what, at the field.
    await form(page, 'Redeem').getByLabel('Ticket number').fill('163322763159448113');
    await page.getByRole('button', { name: 'Redeem' }).click();
    await at(page, 'number').getByText('The check digits do not fit').waitFor();
    for (const [path, says] of [
      ['/staff/manager', 'There is no post or role of yours “manager”'],
      ['/staff/cashier/house', 'There is no office open to the cashier “house”'],
      ['/staff/cashier/cellar', 'There is no office “cellar”'],
      ['/staff/cashier/tickets/withhold', 'There is no act at Tickets “withhold”'],
    ] as const) {
      await page.goto(url(path));
      await page.getByText(says).waitFor();
    }
  }, 120_000);

  it('signing out everywhere, or ending one’s session there, ends the other browser’s at once', async () => {
    const here = await ground.newPage();
    const elsewhere = await ground.newPage();
    await comeIn(elsewhere, 'noor', OWN.noor, '/staff/manager/tickets');
    await elsewhere.getByRole('heading', { name: 'Withheld' }).waitFor();
    await comeIn(here, 'noor', OWN.noor, '/staff/account');
    // One by one first: the other, and not this one.
    const sessions = here.getByRole('grid', { name: 'Your sessions' });
    await sessions.getByText('this one').waitFor();
    while ((await sessions.getByRole('button', { name: 'End' }).count()) > 0) {
      const left = await sessions.getByRole('button', { name: 'End' }).count();
      await sessions.getByRole('button', { name: 'End' }).first().click();
      await expect.poll(() => sessions.getByRole('button', { name: 'End' }).count()).toBe(left - 1);
    }
    await elsewhere.getByText('Your session has ended.').waitFor();
    await comeIn(elsewhere, 'noor', OWN.noor, '/staff/manager/tickets');
    await elsewhere.getByRole('heading', { name: 'Withheld' }).waitFor();
    await here.getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.getByLabel('Login').waitFor();
    await elsewhere.getByText('Your session has ended.').waitFor();
    // The place waits for whoever comes in again.
    await elsewhere.getByLabel('Login').fill('noor');
    await elsewhere.getByLabel('Password').fill(OWN.noor);
    await elsewhere.keyboard.press('Enter');
    await elsewhere.getByRole('heading', { name: 'Withheld' }).waitFor();
    await elsewhere.getByRole('button', { name: 'Sign out' }).click();
    await elsewhere.getByLabel('Login').waitFor();
    expect(
      await elsewhere.evaluate(() => [localStorage.getItem('boxperson.staff'), sessionStorage.length]),
    ).toEqual([null, 0]);
  }, 120_000);

  it.each(
    few(2, [
      ['any theme', 1280, 800],
      ['the night', 1920, 1080],
      ['the night', 1024, 768],
      ['the night', 390, 844],
    ] as const),
  )(
    'has no fault of access in %s at %i×%i',
    async (theme, width, height) => {
      const page = await ground.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
      const faults: string[] = [];
      const look = async (what: string): Promise<void> => {
        faults.push(...(await faultsInThemes(page, what, theme === 'the night' ? ['night'] : undefined)));
        faults.push(...(await smallTargets(page)).map((small) => `${what}: ${small}`));
        if ((await overflow(page)) > 0) faults.push(`${what}: wider than the window`);
      };
      await page.goto(url('/staff'));
      await page.getByLabel('Login').waitFor();
      await look('sign in');
      await comeIn(page, 'manager', OWN.manager);
      await page.getByRole('heading', { name: 'Where do you work today?' }).waitFor();
      await look('posts');
      for (const [path, ready] of [
        ['/staff/manager', 'Waits for you'],
        ['/staff/manager/people', 'Latest entries'],
        ['/staff/manager/ledger', 'Latest entries'],
        ['/staff/manager/house/open-table', 'Open table'],
        ['/staff/account', 'Your password'],
      ] as const) {
        await page.goto(url(path));
        await page.getByRole('heading', { name: ready }).waitFor();
        await until(
          () => page.getByText('Connecting to the house').count(),
          (count) => count === 0,
          'a line',
        );
        await look(path);
      }
      expect(faults).toEqual([]);
    },
    240_000,
  );
});

it('a form stays where it is while the line to the house is made', async () => {
  const tops: (number | undefined)[] = [];
  for (const isHeld of [true, false]) {
    const page = await ground.newPage({ reducedMotion: 'reduce' });
    // Nobody answers on it.
    if (isHeld) await page.routeWebSocket(/\/wire/, () => {});
    await page.goto(url('/staff'));
    await comeIn(page, 'manager', OWN.manager);
    await page.getByRole('heading', { name: 'Where do you work today?' }).waitFor();
    await page.goto(url('/staff/manager/house/open-table'));
    const button = page.getByRole('form').getByRole('button', { name: 'Open table', exact: true });
    await button.waitFor();
    const note = page.getByText('Connecting to the house');
    await note.waitFor({ state: isHeld ? 'visible' : 'detached' });
    tops.push((await button.boundingBox())?.y);
  }
  expect(tops[0]).toBeGreaterThan(0);
  expect(tops[1]).toBe(tops[0]);
});

describe('addresses', () => {
  it('a page for whoever looks, whatever the address; JSON for whoever asks', async () => {
    const ask = (path: string, accept?: string) => fetch(url(path), { headers: accept ? { accept } : {} });
    const kinds = async (path: string, accept?: string) => {
      const { status, headers } = await ask(path, accept);
      return [status, (headers.get('content-type') ?? '').split(';')[0]];
    };
    expect(await kinds('/staff/manager/people')).toEqual([200, 'text/html']);
    expect(await kinds('/nowhere', 'text/html')).toEqual([404, 'text/html']);
    expect(await kinds('/nowhere')).toEqual([404, 'application/json']);
    expect(await kinds('/api/nowhere', 'text/html')).toEqual([404, 'application/json']);
    const page = await ground.newPage();
    await page.goto(url('/staf'));
    await page.getByRole('link', { name: 'Staff entrance' }).waitFor();
  }, 60_000);
});
