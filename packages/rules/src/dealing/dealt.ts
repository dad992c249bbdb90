import type { Clause } from '../clause.js';
import { type PointNumber, totalOf } from '../dice.js';
import { decisionsFor } from '../game/decisions.js';
import { countedOf, oddsLimit, oddsSpotOf } from '../game/limits.js';
import { nameOf } from '../game/names.js';
import { makeSelection, type Selection, spotFrom } from '../game/save.js';
import { findPlayer, type Game, type Player, type Wager, wagerAt } from '../game/state.js';
import type { Cents } from '../money.js';
import { invariant } from '../result.js';
import type { MovedWager, RollOutcome, SettledWager } from '../table/event.js';
import { type Spot, spotOf } from '../wager.js';
import type { Decision } from '../wagers/index.js';
import { type Exact, makeExact, minus } from './exact.js';
import { type Key, keyFor } from './keys.js';
import type { DealingAction, DealtTokens, DealtWager, Moved, Rounding } from './line.js';
import { handsOf, lineIdOf } from './owed.js';
import { placeOf } from './places.js';
import { sectionOf } from './sections.js';

/** A roll as the crew finds it: the game that it was thrown in, what the engine made of it, and the game after. */
export interface Roll {
  /** `12`, or `12r` where its faces were read anew: another sheet than the first. */
  readonly id: string;
  readonly before: Game;
  readonly after: Game;
  readonly outcome: RollOutcome;
  readonly seats: number;
  readonly crew: 'single' | 'ends';
}

/** Nothing is decided here: every figure comes from the event, and those beside it only explain how it came about. */
export function dealtBy(roll: Roll): readonly DealtWager[] {
  const again = new Map(roll.outcome.replaced.map((one) => [keyOf(one.player, spotIn(one)), one]));
  const players = new Map(roll.before.players.map((player) => [player.name, player]));
  const playerOf = (name: string): Player => players.get(name) ?? strange(name);
  return [
    ...roll.outcome.settled.map((one) =>
      settled(roll, playerOf(one.player), one, again.get(keyOf(one.player, spotIn(one)))),
    ),
    ...roll.outcome.travelled.map((one) => moved(roll, playerOf(one.player), one)),
    ...standing(roll),
  ];
}

function strange(name: string): never {
  throw new Error(`broken invariant: ${name} was not at the table when the dice were thrown`);
}

const spotIn = (one: Selection): Spot => spotFrom(one);
const keyOf = (player: string, spot: Spot): string => `${spot.index}/${player}`;

/** What happened to a wager; what is left out is nothing. */
type Facts = Pick<DealtWager, 'stage' | 'action' | 'stake' | 'up'> &
  Partial<Omit<DealtWager, 'id' | 'player' | 'seat' | 'end' | 'selection' | 'spot' | 'section'>>;

const STILL: Moved = { rail: 0, layout: 0, house: 0 };

/** Whose it is, where it lay, what happened. Spelled out, not spread: a full table makes two hundred of them at once. */
const makeDealt = (roll: Roll, player: Player, spot: Spot, facts: Facts): DealtWager => ({
  id: lineIdOf(roll.id, player.name, spot),
  player: player.name,
  seat: player.seat,
  end: placeOf(player.seat, roll.seats, roll.crew).end,
  selection: makeSelection(spot),
  spot: nameOf(roll.before.rulebook, spot),
  section: sectionOf(spot),
  stage: facts.stage,
  action: facts.action,
  outcome: facts.outcome ?? null,
  stake: facts.stake,
  odds: facts.odds ?? null,
  exact: facts.exact ?? null,
  rounding: facts.rounding ?? null,
  paid: facts.paid ?? 0,
  taken: facts.taken ?? 0,
  back: facts.back ?? 0,
  commission: facts.commission ?? 0,
  commissionBack: facts.commissionBack ?? 0,
  up: facts.up,
  hands: facts.hands ?? 0,
  moved: facts.moved ?? STILL,
  to: facts.to ?? null,
  oddsUpTo: facts.oddsUpTo ?? null,
  because: facts.because ?? null,
  key: facts.key ?? null,
  clause: facts.clause ?? null,
  ...(facts.tokens === undefined ? {} : { tokens: facts.tokens }),
});

type Again = RollOutcome['replaced'][number];

function settled(roll: Roll, player: Player, one: SettledWager, again: Again | undefined): DealtWager {
  const spot = spotIn(one);
  const wager = wagerAt(player, spot);
  invariant(wager !== undefined, 'a wager settled that did not stand');
  const { exact, rounding, key } = winsOf(roll, wager, one);
  const commission = again?.commission ?? 0;
  const up = again?.amount ?? 0;
  return makeDealt(roll, player, spot, {
    stage: isTaken(roll, one) ? 'take' : 'pay',
    action: actionOf(one, spot, again),
    outcome: one.outcome,
    stake: one.stake,
    odds: one.pay,
    exact,
    rounding,
    paid: one.winnings,
    taken: one.collected,
    back: one.returned,
    commission,
    commissionBack: one.commissionReturned ?? 0,
    up,
    hands: handsOf(one, commission),
    moved: movedBy(one, commission, up - (again?.tokens ?? 0)),
    key,
    clause: one.clause,
    ...tokensIn(one, again),
  });
}

function tokensIn({ tokens }: SettledWager, again: Again | undefined): { readonly tokens?: DealtTokens } {
  if (tokens === undefined) return {};
  const { voucher, returned, taken } = tokens;
  const up = again?.tokens ?? 0;
  return { tokens: { voucher, lay: returned + taken, taken, back: returned - up, up } };
}

/** The tokens of a wager that stays on the layout. */
const tokensUp = ({ tokens }: Wager): { readonly tokens?: DealtTokens } =>
  tokens === undefined
    ? {}
    : { tokens: { voucher: tokens.voucher, lay: tokens.amount, taken: 0, back: 0, up: tokens.amount } };

/** R5: odds that are off go back with their come wager, which a 7 takes. */
const isTaken = (roll: Roll, { outcome, wager }: SettledWager): boolean =>
  outcome === 'lost' || (outcome === 'returned' && wager === 'come-odds' && roll.outcome.total === 7);

const PICKED_UP = ['line', 'dont-line', 'come-box', 'dont-come-box', 'field', 'big'];

function actionOf({ outcome }: SettledWager, spot: Spot, again: Again | undefined): DealingAction {
  if (outcome === 'lost') return 'take';
  if (outcome !== 'won') return 'return';
  if (again) return 'pay-and-leave-up';
  return PICKED_UP.includes(sectionOf(spot)) ? 'pay' : 'down';
}

/** In chips alone, what of them stands again with it. */
function movedBy(
  { returned, winnings, collected, commissionReturned = 0 }: SettledWager,
  commission: Cents,
  up: Cents,
): Moved {
  const rail = returned + winnings + commissionReturned - up - commission;
  const house = collected - winnings - commissionReturned + commission;
  return { rail, layout: up - returned - collected, house };
}

interface Wins {
  readonly exact: Exact | null;
  readonly rounding: Rounding | null;
  readonly key: Key | null;
}

const NO_WINS: Wins = { exact: null, rounding: null, key: null };

/** How the winnings come about: the part of the stake that won, at the odds. */
function winsOf({ before, outcome }: Roll, wager: Wager, one: SettledWager): Wins {
  if (one.pay === null) return NO_WINS;
  const counted = countedOf(wager, one.stake);
  const decision = decisionsFor(before.decisions, before.point, outcome.dice)[wager.spot.index];
  const [parts, winning] = decision?.verdict === 'wins' ? [decision.parts, decision.winning] : [1, 1];
  const exact = makeExact((counted / parts) * winning * one.pay[0], one.pay[1]);
  return { exact, rounding: roundingOf(before, exact, one.winnings), key: keyFor(one.pay, parts, winning) };
}

/** star 6.7 and the like: up to what chips can make; adelaide 14(h): down, off the multiple that a notice asked for. */
function roundingOf({ rulebook: { money } }: Game, exact: Exact, paid: Cents): Rounding | null {
  const by = minus(paid, exact);
  if (by[0] === 0) return null;
  const rule: { readonly clause: Clause | null } = by[0] > 0 ? money.rounded : money.offMultiple;
  return { way: by[0] > 0 ? 'up' : 'down', by, clause: rule.clause };
}

const moved = (roll: Roll, player: Player, one: MovedWager): DealtWager =>
  makeDealt(roll, player, spotOf(one.wager), {
    stage: 'pay',
    action: 'move',
    stake: one.amount,
    up: one.amount,
    to: one.number as PointNumber,
    oddsUpTo: oddsUpTo(roll, player, one),
    ...tokensUp(wagerAt(player, spotOf(one.wager)) ?? strange(one.player)),
  });

/** "Odds?" is asked with the most that may be put there; what the player has is no business of the dealer's. */
function oddsUpTo({ after }: Roll, { name }: Player, one: MovedWager): Cents | null {
  const flat = spotOf(one.wager, one.number);
  const odds = oddsSpotOf(flat);
  const player = findPlayer(after, name);
  const wager = player && wagerAt(player, flat);
  return odds && wager ? oddsLimit(after, odds, countedOf(wager, wager.amount)) : null;
}

/** Wagers that the dice would have decided but for the bar, or for being off: a dealer leaves them alone. */
function standing(roll: Roll): readonly DealtWager[] {
  const { before, outcome } = roll;
  const decisions = decisionsFor(before.decisions, before.point, outcome.dice);
  const gone = new Set(outcome.settled.map((one) => keyOf(one.player, spotIn(one))));
  return before.players.flatMap((player) =>
    player.wagers.flatMap((wager) => {
      const because = whyItStands(roll, wager, decisions[wager.spot.index] as Decision);
      return because === null || gone.has(keyOf(player.name, wager.spot))
        ? []
        : [stands(roll, player, wager, because)];
    }),
  );
}

function whyItStands(
  { before, outcome }: Roll,
  { spot }: Wager,
  { verdict }: Decision,
): 'barred' | 'off' | null {
  if (verdict === 'wins' || verdict === 'loses') return 'off';
  const isFirst =
    spot.wager === 'dont-pass' ? before.point === null : spot.wager === 'dont-come' && !spot.number;
  return isFirst && totalOf(outcome.dice) === before.rulebook.bar.total.value ? 'barred' : null;
}

const stands = (roll: Roll, player: Player, wager: Wager, because: 'barred' | 'off'): DealtWager =>
  makeDealt(roll, player, wager.spot, {
    stage: 'pay',
    action: 'stand',
    stake: wager.amount,
    up: wager.amount,
    because,
    clause: clauseOf(roll.before, wager, because),
    ...tokensUp(wager),
  });

function clauseOf({ rulebook }: Game, { spot }: Wager, because: 'barred' | 'off'): Clause | null {
  if (because === 'off') return rulebook.calls.inactiveOnComeOut.clause;
  const rule = rulebook.wagers[spot.wager];
  return rule && 'bar' in rule ? rule.bar : null;
}
