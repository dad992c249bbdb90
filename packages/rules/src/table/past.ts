import { makeSelection, type Selection, spotFrom } from '../game/save.js';
import { findPlayer, type Game } from '../game/state.js';
import type { Cents } from '../money.js';
import { SPOTS, type Spot } from '../wager.js';
import type { RollOutcome, SettledWager, TokensHeld } from './event.js';
import { type LastRoll, type PastRoll, type PastSettled, personOf, type Table } from './state.js';

/** So many rolls are remembered, the latest last: a result found wanting later is put right in money (R37). */
export const PAST_ROLLS = 20;

const spotIndex = (selection: Selection): number => spotFrom(makeSelection({ index: 0, ...selection })).index;
export const spotAt = (index: number): Spot => SPOTS[index] as Spot;

/** R9: commission comes back if the wager was placed since the roll before. */
const refundable = (before: Game, player: string, spot: number): Cents => {
  const wager = findPlayer(before, player)?.wagers.find((one) => one.spot.index === spot);
  return wager && !wager.rolled ? wager.commission : 0;
};

function pastOf(table: Table, before: Game, settled: SettledWager): PastSettled {
  const { player, stake, winnings, returned, commissionReturned = 0, tokens } = settled;
  const spot = spotIndex(settled);
  const person = personOf(table, player);
  const got = returned + winnings + commissionReturned;
  const past = { player, person, spot, stake, commission: refundable(before, player, spot), winnings, got };
  if (tokens === undefined) return past;
  const { voucher, taken } = tokens;
  return { ...past, tokens: { voucher, stake: taken + tokens.returned, taken } };
}

/** The rolls remembered when this one has been called; a roll of that number called before is read anew. */
export function remember(
  table: Table,
  before: Game,
  number: number,
  outcome: RollOutcome,
): readonly PastRoll[] {
  const moved = (all: readonly (Selection & { readonly player: string })[]) =>
    all.map((wager) => ({ player: wager.player, spot: spotIndex(wager) }));
  const roll: PastRoll = {
    throw: number,
    settled: outcome.settled.map((settled) => pastOf(table, before, settled)),
    travelled: moved(outcome.travelled),
    replaced: moved(outcome.replaced),
  };
  return [...forget(table.past ?? [], number), roll].slice(-PAST_ROLLS);
}

/** The rolls remembered without the one of that number: its throw was void. */
export const forget = (past: readonly PastRoll[], number: number): readonly PastRoll[] =>
  past.filter((roll) => roll.throw !== number);

export const rollOf = (table: Table, number: number): PastRoll | undefined =>
  table.past?.find((roll) => roll.throw === number);

/** Had somebody that name at the last roll, when it comes to undoing it? */
export const hadName = (last: LastRoll | null, name: string): boolean =>
  last !== null && findPlayer(last.before, name) !== undefined;

/** Whoever had that name has left, and it is another's now: of the roll nothing comes back to it (R36). */
export const withoutName = (last: LastRoll | null, name: string): LastRoll | null =>
  last && {
    ...last,
    before: { ...last.before, players: last.before.players.filter((player) => player.name !== name) },
  };

/** The last roll that was called, if it is remembered. */
export const lastRoll = (table: Table): PastRoll | undefined => table.past?.at(-1);

/** The rolls remembered, one of them changed. */
export const withRoll = (
  table: Table,
  number: number,
  change: (roll: PastRoll) => PastRoll,
): readonly PastRoll[] => (table.past ?? []).map((roll) => (roll.throw === number ? change(roll) : roll));

/** What a roll decided without what it decided for this player: that has no result any more. */
export const withoutPlayer =
  (name: string) =>
  (roll: PastRoll): PastRoll => ({
    ...roll,
    settled: roll.settled.filter(({ player }) => player !== name),
  });

/** The chips of a stake. */
export const chipsOf = ({ stake, tokens }: PastSettled): Cents => stake - (tokens?.stake ?? 0);

/** What the player has the less, or the more, when this wager is without result. */
export const netOf = (one: PastSettled): Cents => chipsOf(one) - one.got;

/** Tokens that come back when this wager is without result (R95). */
export const tokensOf = ({ tokens }: PastSettled): { readonly tokens?: TokensHeld } =>
  tokens === undefined || tokens.taken === 0
    ? {}
    : { tokens: { voucher: tokens.voucher, amount: tokens.taken } };
