// crown 8.2.1: two people publish the terms that both have read. The director's console says which draft that is.
import { template } from '@boxperson/offices';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults, overflow } from './support/access.js';
import { openGround } from './support/pages.js';

const ground = openGround();
const url = (path: string): string => `${ground.house().url}${path}`;
let asked = 0;

async function say(token: string, verb: string, body: object = {}): Promise<Record<string, unknown>> {
  const answer = await fetch(url(`/api/tournaments/winter/${verb}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ id: `tournament-draft-${++asked}`, ...body }),
  });
  const said = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${verb}: ${JSON.stringify(said)}`);
  return said;
}

const STARTS = Date.now() + 30 * 86_400_000;
/** More than one person promises alone. */
const MUCH = { guaranteed: 2_000_000, share: 100 };
const SIZES = [
  [1920, 1080],
  [1280, 800],
  [1024, 768],
] as const;

const shots = process.env['SHOTS'];
async function shoot(page: Page, name: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    expect(await overflow(page), `${name} at ${width}`).toBeLessThanOrEqual(0);
    if (shots) await page.screenshot({ path: `${shots}/${name}-${width}.png` });
  }
}

it('crown 8.2.1: the draft on the screen has its number, and that one is published', async () => {
  const posts = [{ post: 'tournament-director', tables: '*' as const }];
  const { token } = await ground.house().ask('staff', { name: 'Irene', login: 'irene', posts });
  await say(token, 'plan', { name: 'The winter cup', startsAt: STARTS });
  await say(token, 'draft-terms', { terms: { ...template(STARTS), pool: MUCH } });
  await say(token, 'draft-terms', { terms: { place: 'The long room' } });

  const desk = await ground.newPage();
  await desk.addInitScript((held) => localStorage.setItem('boxperson.staff', held), token);
  await desk.goto(url('/staff/tournament-director/tournaments/winter'));
  await desk.locator('.director-steps').getByText('draft 3').waitFor();
  const sheet = desk.getByRole('region', { name: 'Draft 3 of the terms' });
  await sheet.getByText('The long room').waitFor();
  await shoot(desk, 'draft-steps');
  await sheet.scrollIntoViewIfNeeded();
  await shoot(desk, 'draft-text');
  expect(await axeFaults(desk)).toEqual([]);

  // Somebody writes another while this one is read: what is published is what was on the screen, and that is refused.
  const form = await sheet.getByRole('link', { name: 'Publish draft 3' }).getAttribute('href');
  await say(token, 'draft-terms', { terms: { place: 'The short room' } });
  await desk.goto(url(form ?? ''));
  const number = desk.getByLabel('Number of the draft that was read');
  expect(await number.inputValue()).toBe('3');
  await shoot(desk, 'draft-form');
  await desk.getByRole('button', { name: 'Publish terms' }).click();
  await desk.getByText('3 was read, and now it is draft 4').first().waitFor();

  await desk.goto(url('/staff/tournament-director/tournaments/winter'));
  await desk.getByRole('link', { name: 'Publish draft 4' }).click();
  expect(await number.inputValue()).toBe('4');
  await desk.getByRole('button', { name: 'Publish terms' }).click();
  await desk
    .getByText(/second/i)
    .first()
    .waitFor();
}, 240_000);
