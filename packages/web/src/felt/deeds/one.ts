import type { Refused } from '@boxperson/offices';
import { decide, nameOf, type Spot } from '@boxperson/rules';
import type { Done } from '../../model.js';
import { dollars } from '../../ui/money.js';
import type { Desk, Step } from './desk.js';
import { oddsSpotFor } from './stake.js';

/** How a wager comes to the layout, where the crew says so: by word of mouth, or found there. */
export interface Manner {
  readonly oral?: true;
  readonly found?: true;
}

export const put = (desk: Desk, spot: Spot, amount: number, manner: Manner = {}): Promise<Done> =>
  desk.single({ ...desk.bet(spot, amount), ...manner }, desk.say(spot, amount));

export const take = (desk: Desk, spot: Spot, amount?: number): Promise<Done> =>
  desk.single(desk.take(spot, amount), `taking ${desk.say(spot, amount ?? desk.standsOn(spot))}`);

/** Takes from one place and puts on another; nothing happens unless the rules allow both. */
export async function move(desk: Desk, from: Spot, to: Spot, part?: number): Promise<Done> {
  const amount = part ?? desk.standsOn(from);
  const commands = [desk.take(from, part), desk.bet(to, amount)];
  const no = desk.whyNot(commands);
  if (no) return desk.refuse(no.refused, no.command);
  const { round } = desk;
  const steps: Step[] = [];
  for (const command of commands) {
    const made = await desk.step(command, '', 'loud');
    if ('code' in made) {
      desk.push(steps, `taking ${desk.say(from, amount)}`, round);
      return { ok: false, refused: made };
    }
    steps.push(made);
  }
  desk.push(steps, `moving ${dollars(amount)} to ${nameOf(desk.table.game.rulebook, to)}`, round);
  return { ok: true };
}

const NO_ODDS: Refused = {
  code: 'no-flat-wager',
  clause: null,
  message: 'Odds go behind a line or come wager that has its point.',
};

export async function odds(desk: Desk, flat: Spot, amount: number | 'max'): Promise<Done> {
  const spot = oddsSpotFor(flat);
  if (!spot) return desk.refuse(NO_ODDS, {});
  if (amount !== 'max') return put(desk, spot, amount);
  const bet = desk.spots[spot.index]?.bet;
  if (bet?.may) return put(desk, spot, bet.amounts.most);
  return desk.refuse(bet?.why ?? NO_ODDS, desk.bet(spot, 0));
}

/** What a bet would cost beyond its stake, by the rules. */
export function commission(desk: Desk, spot: Spot, amount: number): number {
  if (!desk.isSeated) return 0;
  const decided = decide(desk.table, desk.bet(spot, amount));
  const wagered = decided.ok ? decided.value.find(({ event }) => event === 'wagered') : undefined;
  return wagered && 'commission' in wagered ? wagered.commission : 0;
}
