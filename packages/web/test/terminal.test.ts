import { makeDollars } from '@boxperson/rules';
import { expect, it } from 'vitest';
import { faultsInThemes, smallTargets } from './support/access.js';
import { openGround, until } from './support/pages.js';
import { at, Seat } from './support/seat.js';

const ground = openGround();

const PASS = at({ wager: 'pass' });
const FIELD = at({ wager: 'field' });

const creditIs = (seat: Seat, cents: number) =>
  until(
    () => seat.meter('credit'),
    (credit) => credit === cents,
    `credit ${cents}`,
  );

it('takes a note, gives a ticket, takes it back, and shows the round again', async () => {
  const page = await ground.newPage({ reducedMotion: 'reduce', viewport: { width: 1920, height: 1080 } });
  const seat = await Seat.fromLobby(page, ground.house(), 'aruze');
  await seat.bet(PASS, 1_000);
  await seat.bet(FIELD, 500);
  const roll = await seat.roll([6, 5]);
  expect(roll.total).toBe(11);
  const credit = await seat.meterAgrees();

  const dialog = (title: string) => page.getByRole('dialog', { name: title });
  await page.getByRole('button', { name: 'Money' }).first().click();
  const money = dialog('Money');
  await money.getByRole('button', { name: '$50', exact: true }).click();
  await creditIs(seat, credit + 5_000);
  expect(await faultsInThemes(page, 'money')).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);

  // A number that cannot be is told apart from one that is not there.
  const number = money.getByLabel(/Ticket number/);
  await number.fill('123');
  await money.getByRole('button', { name: 'Put in' }).click();
  await money.getByText(/18 digits; this one has 3/).waitFor();

  // Out: a paper with its number, value and the record's checkpoint, and nothing left on the meter.
  await money.getByRole('button', { name: `Ticket for ${makeDollars(credit + 5_000)}` }).click();
  const paper = dialog('Your ticket').locator('.ticket-paper');
  await paper.waitFor();
  const digits = (await paper.locator('.ticket-number').innerText()).replace(/\D/g, '');
  expect(digits).toMatch(/^\d{18}$/);
  expect(await paper.locator('.ticket-amount').innerText()).toBe(makeDollars(credit + 5_000));
  expect(await paper.locator('.ticket-checkpoint').innerText()).toMatch(/boxperson\//);
  expect(await faultsInThemes(page, 'ticket')).toEqual([]);
  await creditIs(seat, 0);

  // A reload before it is printed shows it again; then it is put in, once.
  await page.reload();
  await page.getByRole('button', { name: 'Money' }).first().click();
  await dialog('Your ticket').getByText(digits.slice(0, 3)).first().waitFor();
  await dialog('Your ticket').getByRole('button', { name: 'I have it' }).click();
  await dialog('Money')
    .getByLabel(/Ticket number/)
    .fill(digits);
  await dialog('Money').getByRole('button', { name: 'Put in' }).click();
  await creditIs(seat, credit + 5_000);
  await dialog('Money').getByRole('button', { name: 'Put in' }).click();
  await dialog('Money').getByText('This ticket has been paid already.').waitFor();

  // The round as it was, wager by wager.
  await dialog('Money').getByRole('button', { name: 'Last rounds' }).click();
  const rounds = dialog('Last rounds');
  await rounds.getByText('6 and 5: 11').waitFor();
  expect(await rounds.getByRole('row').count()).toBe(3);
  expect(await faultsInThemes(page, 'recall')).toEqual([]);
}, 240_000);
