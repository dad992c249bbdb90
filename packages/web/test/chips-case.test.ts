// crown 8.4.4(a): a case about a tournament's table is about chips, and no screen of it writes them like money.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults } from './support/access.js';
import { openGround, until } from './support/pages.js';

const ground = openGround({
  tables: [
    {
      id: 'cup-1',
      name: 'Cup one',
      dice: 'scripted',
      settings: {
        rulebook: 'crown',
        seats: 8,
        limits: { default: { min: 500, max: 100_000 } },
        tournament: true,
      },
    },
  ],
});
const url = (path: string): string => `${ground.house().url}${path}`;

const shots = process.env['SHOTS'];
async function shoot(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1920, 1080],
    [1280, 800],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (shots) await page.screenshot({ path: `${shots}/${name}-${width}.png`, fullPage: true });
  }
}

async function rollOnce(): Promise<void> {
  const house = ground.house();
  const act = (command: { do: string }) => house.ask('do', { table: 'cup-1', command });
  const did = async (command: { do: string }) => expect(await act(command)).toMatchObject({ ok: true });
  await did({ do: 'sit', player: 'Ann #1', person: 'g-ann', seat: 1, bankroll: 100_000 } as never);
  await did({ do: 'bet', player: 'Ann #1', wager: 'pass', amount: 500 } as never);
  await did({ do: 'bet', player: 'Ann #1', wager: 'field', amount: 2_500 } as never);
  const isRolled = async () => {
    for (const verb of ['accept', 'throw']) await act({ do: verb, player: 'Ann #1' } as never);
    const record = await house.ask('record', { table: 'cup-1' });
    return record.some(({ event }) => event.event === 'settled') ? true : null;
  };
  await until(isRolled, (value) => value === true, 'a roll');
}

/** What is written like money on a page, in words that are read and in those that are heard. */
const moneyOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [
      ...document.body.innerText.split('\n'),
      ...[...document.querySelectorAll('svg text')].map(({ textContent }) => textContent ?? ''),
      ...[...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label') ?? ''),
    ].filter((text) => /\$\d|in dollars/.test(text)),
  );

it('crown 8.4.4(a): the rolls of a tournament’s table, and a case about one, are told in chips', async () => {
  await rollOnce();
  const posts = [{ post: 'manager', tables: '*' as const }];
  const { token } = await ground.house().ask('staff', { name: 'Max', login: 'max', posts });
  const desk = await ground.newPage();
  await desk.addInitScript((held) => localStorage.setItem('boxperson.staff', held), token);
  await desk.goto(url('/staff/manager/cases?table=cup-1'));
  const line = desk.locator('.case-moment-lines li').filter({ hasText: '25 chips' });
  await line.waitFor();
  await desk.getByText('On the felt').first().click();
  await desk.locator('.replay-felt svg').first().waitFor();
  expect(await moneyOn(desk)).toEqual([]);
  await shoot(desk, 'chips-desk');

  await line.getByRole('link').first().click();
  await desk.getByRole('button', { name: 'Open', exact: true }).click();
  await desk.getByText('Open: done.').waitFor();
  const listed = await fetch(url('/api/matters/cases'), { headers: { authorization: `Bearer ${token}` } });
  const { matters } = (await listed.json()) as { matters: readonly { matter: string }[] };
  await desk.goto(url(`/staff/manager/cases/${matters[0]?.matter}`));
  await desk.locator('.replay-felt svg').first().waitFor();
  await desk.getByText('25 chips').first().waitFor();
  expect(await moneyOn(desk)).toEqual([]);
  await shoot(desk, 'chips-case');
  expect(await axeFaults(desk)).toEqual([]);
}, 240_000);

it('money is money again for whoever comes from a tournament’s table', async () => {
  const posts = [{ post: 'manager', tables: '*' as const }];
  const { token } = await ground.house().ask('staff', { name: 'Mia', login: 'mia', posts });
  const planned = await fetch(url('/api/tournaments/spring/plan'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ id: 'chips-case-plan', name: 'The spring cup' }),
  });
  expect(planned.status).toBe(200);
  for (const from of ['/crew/cup-1', '/display/cup-1']) {
    const page = await ground.newPage();
    await page.addInitScript((held) => localStorage.setItem('boxperson.staff', held), token);
    await page.goto(url(from));
    await page.getByText('Cup one').first().waitFor();
    await page.getByText('chips').first().waitFor({ state: 'attached' });
    // Within the page, as its own links lead.
    await page.evaluate(() => {
      history.pushState(null, '', '/staff/manager/tournaments/spring');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    const pool = page.locator('.director-head dl div').filter({ hasText: 'In the pool' }).locator('dd');
    await pool.waitFor();
    expect(await pool.innerText(), from).toBe('$0');
  }
}, 120_000);
