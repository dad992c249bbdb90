// What is over leaves a list in time; whoever wants it, at a desk or on the public page, has it in one press.
import { expect, it } from 'vitest';
import { axeFaults } from './support/access.js';
import { openGround } from './support/pages.js';

const ground = openGround();
const url = (path: string): string => `${ground.house().url}${path}`;
let asked = 0;

async function say(token: string, matter: string, verb: string, body: object): Promise<void> {
  const answer = await fetch(url(`/api/tournaments/${matter}/${verb}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ id: `matters-older-${++asked}`, ...body }),
  });
  if (!answer.ok) throw new Error(`${verb}: ${await answer.text()}`);
}

const OVER = 52;

it('older tournaments are one press away, for the director and for everybody', async () => {
  const posts = [{ post: 'tournament-director', tables: '*' as const }];
  const { token } = await ground.house().ask('staff', { name: 'Irene', login: 'irene', posts });
  for (let n = 1; n <= OVER; n += 1) {
    await say(token, `cup-${n}`, 'plan', { name: `Cup number ${n}` });
    await say(token, `cup-${n}`, 'cancel', { reason: 'nobody came' });
  }
  await say(token, 'spring', 'plan', { name: 'The spring cup' });
  for (const path of ['/staff/tournament-director/tournaments', '/tournaments']) {
    const page = await ground.newPage();
    await page.addInitScript((held) => localStorage.setItem('boxperson.staff', held), token);
    await page.goto(url(path));
    await page.getByRole('link', { name: 'The spring cup' }).waitFor();
    await page.getByRole('link', { name: 'Cup number 3', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Cup number 2', exact: true }).count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show older ones' }).click();
    for (const n of [2, 1]) await page.getByRole('link', { name: `Cup number ${n}`, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show older ones' }).waitFor({ state: 'hidden' });
  }
}, 240_000);
