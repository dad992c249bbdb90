import { expect, it } from 'vitest';
import { few } from '../../../test/support/few.js';
import { faultsInThemes } from './support/access.js';
import { openGround } from './support/pages.js';
import type { Seat } from './support/seat.js';
import { HELD, reachState, stateTables, TERMINAL_STATES } from './support/states.js';

const ground = openGround({ tables: stateTables(), pace: HELD });

interface Kept {
  readonly seat: Seat;
  readonly shows: (page: Seat['page']) => Promise<unknown>;
  readonly owned: Awaited<ReturnType<Seat['owned']>>;
}

/** Same wagers, same credit, and the page says the same of the table. */
async function isKept({ seat, shows, owned }: Kept): Promise<void> {
  await seat.page.locator('[data-meter="credit"]').first().waitFor();
  await shows(seat.page);
  expect(await seat.owned(), seat.id).toEqual(owned);
  expect(await seat.meter('credit'), seat.id).toBe(owned.credit);
  // The list comes a moment after the felt.
  const list = seat.page.getByRole('region', { name: 'Your wagers' });
  if (owned.wagers.length > 0) await list.getByRole('listitem').first().waitFor();
  const shown = await list.getByRole('listitem').getByRole('button', { name: / \$/ }).allInnerTexts();
  const named = shown
    .filter((text) => !text.startsWith('Odds '))
    .map((text) => text.replace(/\s+/g, ' ').trim());
  expect(named.sort(), seat.id).toEqual([...owned.wagers].sort());
}

it('every state of a terminal is clean for axe-core and survives a reload, and the house being killed', async () => {
  const kept: Kept[] = [];
  const faults: string[] = [];
  for (const state of few(3, TERMINAL_STATES)) {
    const page = await ground.newPage({ reducedMotion: 'reduce' });
    const seat = await reachState(page, ground.house(), state);
    kept.push({ seat, shows: state.shows, owned: await seat.owned() });
    faults.push(...(await faultsInThemes(page, state.name, ['night', 'day'])));
  }
  expect(faults).toEqual([]);
  for (const one of kept) {
    await one.seat.page.reload();
    await isKept(one);
  }
  await ground.house().kill();
  await ground.house().again();
  for (const one of kept) {
    await one.seat.page.reload();
    await isKept(one);
  }
}, 300_000);
