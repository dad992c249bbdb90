import type { Refused } from '@boxperson/offices';
import { isOddsId, type Spot, type SpotOptions } from '@boxperson/rules';
import { type Acted, didOnly, leftOnly, together } from './acted.js';
import type { Desk, Step } from './desk.js';
import { inWaves, isTravelled, nearestIn, oddsSpotFor, plain, type Stake, shareOf } from './stake.js';

/** Several bets as one act: each with the amount nearest to the wish; what is refused is told. */
export async function putAll(desk: Desk, stakes: readonly Stake[], says: string): Promise<Acted> {
  const { round } = desk;
  const made = await inWaves(
    stakes,
    ({ spot }) => spot,
    async (stake) => ({ stake, step: await putNearest(desk, stake) }),
  );
  const steps = made.flatMap(({ step }) => ('code' in step ? [] : [step]));
  desk.push(steps, says, round);
  return together(
    made.map(({ stake: { spot, amount }, step }) =>
      'code' in step ? leftOnly(`${desk.say(spot, amount)}: ${plain(step)}`) : didOnly(step.says),
    ),
  );
}

/** Chips with gaps may want another amount than the step says: the house names it, and it is asked for once. */
async function putNearest(desk: Desk, { spot, amount }: Stake): Promise<Step | Refused> {
  const bet = desk.spots[spot.index]?.bet;
  if (!bet?.may)
    return bet?.why ?? { code: 'not-offered', clause: null, message: 'It is not on this layout.' };
  const put = (cents: number) => desk.step(desk.bet(spot, cents), desk.say(spot, cents), 'quiet');
  const made = await put(nearestIn(bet.amounts, amount));
  return 'code' in made && made.nearest !== undefined ? put(made.nearest) : made;
}

async function takeAll(
  desk: Desk,
  wanted: readonly Spot[],
  share: 'all' | 'half',
  says: string,
): Promise<Acted> {
  const { round } = desk;
  const made = await inWaves(
    wanted,
    (spot) => spot,
    async (spot): Promise<TakenShare> => {
      const option = desk.spots[spot.index];
      // Odds may have come down with their wager.
      return option && option.stands > 0 ? takeShare(desk, option, share) : { acted: didOnly() };
    },
  );
  desk.push(
    made.flatMap(({ step }) => (step ? [step] : [])),
    says,
    round,
  );
  return together(made.map(({ acted }) => acted));
}

interface TakenShare {
  readonly acted: Acted;
  readonly step?: Step;
}

async function takeShare(desk: Desk, option: SpotOptions, share: 'all' | 'half'): Promise<TakenShare> {
  const { spot, stands, take } = option;
  const stays = (amount: number, why: string) => leftOnly(`${desk.say(spot, amount)} stays: ${why}`);
  const amount = shareOf(option, share);
  if (amount === null)
    return { acted: stays(stands, take.may ? 'there is no amount between.' : plain(take.why)) };
  const made = await desk.step(desk.take(spot, amount === stands ? undefined : amount), '', 'quiet');
  if ('code' in made) return { acted: stays(stands, plain(made)) };
  const did = didOnly(desk.say(spot, amount));
  const rest = desk.standsOn(spot);
  if (share === 'half' || rest === 0) return { acted: did, step: made };
  const why = desk.whyNot([desk.take(spot)]);
  return { acted: together([did, stays(rest, why ? plain(why.refused) : '')]), step: made };
}

/** Odds first: they may come down where the wager they back may not. */
export async function clear(desk: Desk): Promise<Acted> {
  const spots = desk.wagers.map(({ spot }) => spot);
  if (spots.length === 0) return desk.told('You have nothing on the layout.');
  const isOdds = ({ wager }: Spot) => isOddsId(wager);
  const order = [...spots.filter(isOdds), ...spots.filter((spot) => !isOdds(spot))];
  const acted = await takeAll(desk, order, 'all', 'clearing');
  return desk.tell(acted.did.length > 0 ? 'Cleared, but for these' : 'Nothing could be taken', acted);
}

export async function half(desk: Desk): Promise<Acted> {
  const spots = desk.wagers.map(({ spot }) => spot);
  if (spots.length === 0) return desk.told('There is nothing to halve.');
  return desk.tell('Halved, but for these', await takeAll(desk, spots, 'half', 'halving'));
}

export async function repeat(desk: Desk): Promise<Acted> {
  const missing = desk.lastRound
    .map(({ spot, amount }) => ({ spot, amount: amount - desk.standsOn(spot) }))
    .filter(({ amount }) => amount > 0);
  if (desk.lastRound.length === 0) return desk.told('There is no earlier round to repeat yet.');
  if (missing.length === 0) return desk.told('Everything from the last round is still there.');
  const placed = missing.filter(({ spot }) => !isTravelled(spot));
  const came = missing.filter(({ spot }) => isTravelled(spot));
  const acted = await putAll(desk, placed, 'repeating');
  const left = came.map(({ spot, amount }) =>
    leftOnly(`${desk.say(spot, amount)}: the dice bring a wager there, nobody places it.`),
  );
  return desk.tell('Repeated, but for these', together([acted, ...left]));
}

/** Wagers come in the order of settlement: flat ones before the odds that they allow. */
export async function double(desk: Desk): Promise<Acted> {
  const stakes = desk.wagers.map(({ spot, amount }) => ({ spot, amount }));
  if (stakes.length === 0) return desk.told('There is nothing to double.');
  return desk.tell('Doubled, but for these', await putAll(desk, stakes, 'doubling'));
}

export async function maxOdds(desk: Desk): Promise<Acted> {
  const wanted = desk.wagers.flatMap(({ spot }) => {
    const odds = isOddsId(spot.wager) ? null : oddsSpotFor(spot);
    return odds ? [odds] : [];
  });
  const bets = desk.spots.filter(({ spot }) => wanted.includes(spot)).map(({ spot, bet }) => ({ spot, bet }));
  const room = bets.flatMap(({ spot, bet }) => (bet.may ? [{ spot, amount: bet.amounts.most }] : []));
  if (room.length > 0) return desk.tell('Odds, but for these', await putAll(desk, room, 'odds'));
  const why = bets.find(({ bet }) => !bet.may)?.bet;
  return desk.told(
    why && !why.may ? plain(why.why) : 'Odds go behind a line or come wager that has its point.',
  );
}
