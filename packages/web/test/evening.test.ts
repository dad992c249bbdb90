import { type RulebookId, rulebook } from '@boxperson/rules';
import { describe, expect, it } from 'vitest';
import { few } from '../../../test/support/few.js';
import { GAMES } from './support/house.mjs';
import { openGround } from './support/pages.js';
import { at, Seat } from './support/seat.js';

const ground = openGround();

const PASS = at({ wager: 'pass' });
const PASS_ODDS = at({ wager: 'pass-odds' });
const COME = at({ wager: 'come' });
const COME_5 = at({ wager: 'come', number: 5 });
const COME_ODDS_5 = at({ wager: 'come-odds', number: 5 });
const PLACE_8 = at({ wager: 'place', number: 8 });
const HARD_8 = at({ wager: 'hardway', number: 8 });
const FIELD = at({ wager: 'field' });
const ANY_SEVEN = at({ wager: 'any-seven' });

/** A whole evening by mouse, from the lobby to leaving; the meter is checked to the cent after every roll. */
async function evening(seat: Seat): Promise<void> {
  const { page } = seat;
  const callable = rulebook(seat.book).calls.inactiveOnComeOut.value.includes('place');

  // Come out: a line bet in two taps, taken back and put there again.
  await seat.bet(PASS, 1_000);
  await seat.press(/Undo$/);
  await seat.standing(PASS, 500);
  await seat.press(/Redo$/);
  await seat.standing(PASS, 1_000);

  // A refusal names the clause and the nearest amount, and one tap does that instead.
  await seat.chip(100);
  await seat.tap(FIELD);
  const card = await seat.refusal();
  expect(await card.innerText()).toMatch(/minimum/i);
  await card.getByRole('button', { name: /^Bet \$5 instead/ }).click();
  await seat.standing(FIELD, 500);

  if (!seat.isElectronic) await seat.takeDice();
  expect(await seat.roll([3, 3])).toMatchObject({ call: 'point-set' });
  await page.getByRole('img', { name: 'Puck on 6' }).waitFor();

  // The point is on: odds, a come wager, a place and a hardway.
  const odds = seat.wager(PASS).getByRole('button', { name: /^Odds \$/ });
  const cap = Number(/^Odds \$(\d+)$/.exec(await odds.innerText())?.[1]) * 100;
  expect(cap).toBeGreaterThanOrEqual(1_000);
  await odds.click();
  await seat.standing(PASS_ODDS, cap);
  await seat.bet(COME, 500);
  await seat.bet(PLACE_8, 600);
  await seat.bet(HARD_8, 100);
  expect(await seat.roll([4, 1])).toMatchObject({ call: 'no-decision' });
  await seat.wager(COME_5).waitFor();

  // Odds on the come wager, which has travelled; the place bet is off for a roll that would have lost nothing of it.
  await seat
    .wager(COME_5)
    .getByRole('button', { name: /^Odds \$/ })
    .click();
  await seat.wager(COME_ODDS_5).waitFor();
  await seat.bet(ANY_SEVEN, 500);
  if (callable) {
    await seat
      .wager(PLACE_8)
      .getByRole('button', { name: `${seat.name(PLACE_8)} is on` })
      .click();
    await seat
      .wager(PLACE_8)
      .getByRole('button', { name: `${seat.name(PLACE_8)} is off` })
      .waitFor();
    const off = await seat.roll([6, 2]);
    expect(off.settled.some(({ wager }) => wager === 'place')).toBe(false);
    await seat
      .wager(PLACE_8)
      .getByRole('button', { name: `${seat.name(PLACE_8)} is off` })
      .click();
    await seat
      .wager(PLACE_8)
      .getByRole('button', { name: `${seat.name(PLACE_8)} is on` })
      .waitFor();
    await seat.bet(HARD_8, 100);
  }
  const hard = await seat.roll([4, 4]);
  expect(hard.settled.filter(({ outcome }) => outcome === 'won').map(({ wager }) => wager)).toEqual(
    expect.arrayContaining(['place', 'hardway']),
  );
  expect(await seat.roll([2, 3])).toMatchObject({ total: 5 });
  expect(await seat.roll([2, 4])).toMatchObject({ call: 'point-made' });
  await page.getByRole('img', { name: 'Puck off' }).waitFor();

  // The same again for the next come out; then the shooter sevens out and everything is decided.
  await seat.press(/Repeat$/);
  await seat.standing(PASS, 1_000);
  await page.keyboard.press('Escape');
  await seat.atRest();
  if (!seat.isElectronic && (await page.getByRole('button', { name: 'Take the dice' }).isVisible()))
    await seat.takeDice();
  expect(await seat.roll([5, 4])).toMatchObject({ call: 'point-set' });
  expect(await seat.roll([3, 4])).toMatchObject({ call: 'seven-out' });

  await seat.metersHold([
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]);
  // Home with what the meter says.
  const { credit, wagers } = await seat.owned();
  expect(wagers).toEqual([]);
  expect(await seat.meter('credit')).toBe(credit);
  const person = await page.evaluate(async () => {
    const token = localStorage.getItem('boxperson.token');
    const answer = await fetch('/api/me', { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as { person: { id: string }; wallet: number };
  });
  await seat.leave();
  expect(await seat.house.ask('wallet', { person: person.person.id })).toBe(person.wallet + credit);
}

describe('an evening from the lobby to leaving', () => {
  it.each(few(1, GAMES).map((id) => [id]))(
    '%s',
    async (id: RulebookId) => {
      const page = await ground.newPage({ reducedMotion: 'reduce', viewport: { width: 1920, height: 1080 } });
      await evening(await Seat.fromLobby(page, ground.house(), id));
    },
    240_000,
  );
});
