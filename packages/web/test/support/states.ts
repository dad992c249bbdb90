import { type Command, rulebook } from '@boxperson/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { OpenedHouse } from './house.mjs';
import { at, Seat } from './seat.js';

/** A crew that never calls the dice: what is under way stays under way. */
export const HELD = {
  offer: 0,
  answer: 3_600_000,
  choose: 0,
  relieve: 3_600_000,
  stickThrow: 3_600_000,
  noMoreBets: 0,
  roll: 3_600_000,
  settle: 0,
};

const PASS = at({ wager: 'pass' });
const PLACE_6 = at({ wager: 'place', number: 6 });

const manager = (): Command => {
  const role = rulebook('aruze').powers['void-round']?.role as string;
  return { by: { role, id: `auto-${role}` } };
};

export interface StateSpec {
  readonly name: string;
  /** From a seat with nothing on the layout to the state. */
  reach(seat: Seat): Promise<void>;
  /** Something that the page must say or show in this state, after a reload and after a restart too. */
  readonly shows: (page: Page) => Promise<unknown>;
}

const staff = async (seat: Seat, command: Command): Promise<void> => {
  const answer = await seat.house.ask('do', { table: seat.id, command: { ...command, ...manager() } });
  expect(answer, JSON.stringify(command)).toMatchObject({ ok: true });
};
const bets = async (seat: Seat): Promise<void> => {
  await seat.bet(PASS, 1_000);
  await seat.bet(PLACE_6, 600);
};
const closes = (seat: Seat, leaves = 0) => seat.house.ask('clock', { table: seat.id, leaves });
const phase =
  (...phases: readonly string[]) =>
  (page: Page) =>
    page
      .locator(phases.map((one) => `[data-phase="${one}"]`).join(', '))
      .first()
      .waitFor();
const says = (words: RegExp) => (page: Page) => page.getByText(words).first().waitFor();
/** Nothing can be played: no seconds to bet, and what is on the rail is shut and says why. */
export const isShut = async (page: Page, why: string): Promise<void> => {
  await page.locator('.shoot .main[aria-disabled]').waitFor();
  for (const name of ['Undo', 'Take', 'Repeat', 'Max odds']) {
    const act = page.locator('.acts').getByRole('button', { name });
    expect(await act.getAttribute('aria-disabled'), name).toBe('true');
    expect(await act.getAttribute('title'), name).toBe(why);
  }
  expect(await page.locator('#shoot-why').innerText()).toBe(why);
  expect(await page.locator('.countdown').count()).toBe(0);
};
const held = (words: RegExp, why: string) => async (page: Page) => {
  await says(words)(page);
  await isShut(page, why);
};

/**
 * The states of an electronic terminal; each is reached at a table of its own. The clock is moved from the end of one
 * table's wagering period to the end of the next, so these come in the order of their periods.
 */
export const TERMINAL_STATES: readonly StateSpec[] = [
  { name: 'open', reach: bets, shows: phase('wagering') },
  {
    name: 'shooting',
    reach: async (seat) => {
      await bets(seat);
      await closes(seat);
      await seat.shootButton().waitFor();
    },
    shows: phase('shooting', 'rolling'),
  },
  {
    name: 'rolling',
    reach: async (seat) => {
      await bets(seat);
      await closes(seat);
      await seat.pressShoot();
      await phase('rolling')(seat.page);
    },
    shows: phase('rolling'),
  },
  {
    name: 'void',
    reach: async (seat) => {
      await bets(seat);
      await closes(seat);
      await seat.pressShoot();
      await phase('rolling')(seat.page);
      await staff(seat, { do: 'void-round', ground: 'cocked' });
      await says(/Round void/)(seat.page);
    },
    shows: phase('wagering'),
  },
  {
    name: 'closing',
    reach: async (seat) => {
      await seat.bet(PASS, 1_000);
      await closes(seat, 4_500);
      await seat.page.reload();
    },
    // Time goes on: by the time it is looked at again, the bets may be closed and the dice out.
    shows: phase('wagering', 'shooting', 'rolling'),
  },
  {
    name: 'malfunction',
    reach: async (seat) => {
      await bets(seat);
      await staff(seat, { do: 'malfunction', player: await seat.player(), ground: 'interrupted' });
    },
    shows: held(/terminal is held/, 'This terminal waits for an attendant'),
  },
  {
    name: 'stopped',
    reach: async (seat) => {
      await bets(seat);
      await staff(seat, { do: 'system-malfunction', ground: 'same-error' });
    },
    shows: phase('stopped'),
  },
  {
    name: 'close-of-play',
    reach: async (seat) => {
      await bets(seat);
      await staff(seat, { do: 'announce-closing' });
    },
    shows: says(/Close of play/),
  },
  {
    name: 'no-credit',
    reach: async (seat) => {
      await seat.bet(PASS, 100_000);
    },
    shows: says(/No credit left/),
  },
  {
    name: 'not-eligible',
    reach: async (seat) => {
      await seat.bet(PLACE_6, 600);
    },
    shows: says(/makes you a shooter/),
  },
  {
    name: 'locked',
    reach: async (seat) => {
      await bets(seat);
      await staff(seat, { do: 'exclude', player: await seat.player(), ground: 'tampering' });
    },
    shows: held(/You cannot play here/, 'Play is locked'),
  },
];

const LIMITS = { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } };

/** Periods that end one after the other, and long after the others' beginning. */
const PERIODS: Readonly<Record<string, number>> = {
  shooting: 100_000,
  rolling: 200_000,
  void: 300_000,
  closing: 400_000,
};

/** An electronic table for each of its states. */
export const stateTables = (): readonly object[] =>
  TERMINAL_STATES.map(({ name }) => ({
    id: name,
    name: `Table ${name}`,
    dice: 'scripted',
    settings: { rulebook: 'aruze', seats: 10, limits: LIMITS, wageringMs: PERIODS[name] ?? 600_000 },
  }));

export async function reachState(page: Page, house: OpenedHouse, state: StateSpec): Promise<Seat> {
  const seat = await Seat.atTable(page, house, state.name, 'aruze');
  await state.reach(seat);
  await state.shows(page);
  return seat;
}
