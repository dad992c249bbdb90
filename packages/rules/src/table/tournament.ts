import { impossible } from '../game/apply.js';
import { cut } from '../game/input.js';
import { findPlayer, onLayout } from '../game/state.js';
import { type Cents, makeDollars } from '../money.js';
import { type Result, refuse } from '../result.js';
import type { Happened } from './event.js';
import { BETTING_ORDERS, isOneOf, SELECTION } from './fields.js';
import type { Table } from './state.js';
import { atOnce, isHere, noBy, R110, R111, R112, turnOf, turnsNow, WAGERS_OPEN } from './turns.js';
import { bad, happened, type Moment, verb } from './verb.js';
import { bets } from './wagering.js';

// What the house does at a table that it keeps for a tournament.

const NO_TOURNAMENT = 'This table is not kept for a tournament.';
const refusedBy = (...why: Parameters<typeof noBy>): Result<never> => refuse(noBy(...why));

/** Said once: from then on nobody bets and no dice go between a roll that is settled and the turns of the next. */
const ordersBetting = verb({
  fields: { how: 'name' },
  run: (table, { fields: { how } }): Result<readonly Happened[]> => {
    if (!table.settings.tournament) return refusedBy('not-allowed', R110, NO_TOURNAMENT);
    if (!isOneOf(BETTING_ORDERS, how)) return bad(`how must be one of ${BETTING_ORDERS.join(', ')}`);
    if ((how === 'in-turn') === (table.inTurn === true))
      return refusedBy('nothing-to-do', R110, 'So they bet already.');
    return happened({ event: 'betting-ordered', how, ...R110 });
  },
});

const opensTurns = verb({
  fields: { players: 'names', otherEnd: 'names?', ms: 'count', least: 'stake?' },
  phases: WAGERS_OPEN,
  run: (table, { fields: { players, otherEnd, ms, least } }): Result<readonly Happened[]> => {
    if (!table.settings.tournament) return refusedBy('not-allowed', R110, NO_TOURNAMENT);
    const all = [...players, ...(otherEnd ?? [])];
    const strange = all.find((player) => !isHere(table, player));
    if (strange !== undefined) return bad(`players: ${cut(strange, 80)} is not at the table`);
    if (players.length === 0 || otherEnd?.length === 0 || new Set(all).size < all.length)
      return bad('players must name everybody once');
    if (turnOf(table) !== null) return refusedBy('nothing-to-do', R110, 'They bet in turn already.');
    const silent = least === undefined ? {} : { least };
    const beside = otherEnd === undefined ? {} : { otherEnd };
    return happened({ event: 'turns-opened', order: players, ...beside, ms, ...silent, ...R110 });
  },
});

/** What was sealed is nobody's turn: it is put down before the turns of a roll, by the rules of any other bet. */
const putsSealed = verb({
  fields: { player: 'player', ...SELECTION, amount: 'amount' },
  phases: WAGERS_OPEN,
  run: (table, asked): Result<readonly Happened[]> => {
    if (!table.settings.tournament) return refusedBy('not-allowed', R111, NO_TOURNAMENT);
    if (table.turns) return refusedBy('out-of-phase', R111, 'The turns to bet before this roll are open.');
    return bets.run(atOnce(table), asked);
  },
});

/** A turn that nobody ends is over at its time, whatever the clock says. */
const passesTurn = verb({
  fields: { player: 'player' },
  phases: WAGERS_OPEN,
  run: (table, asked): Result<readonly Happened[]> => {
    const { player } = asked.fields;
    const turn = turnsNow(table).find((one) => one.player === player);
    if (!turn) return refusedBy('nothing-to-do', R110, `It is not ${player}’s turn.`);
    if (asked.at < turn.until)
      return refusedBy('too-early', R110, `${player} has time until the turn is over.`);
    return happened(...leastFor(table, player, asked), {
      event: 'turn-passed',
      player,
      silent: true,
      ...R110,
    });
  },
});

/** Where a least wager goes whose owner says nothing: on the line before a point, then as if it were one, else for one roll. */
const SILENT_WAGERS = ['pass', 'come', 'field'] as const;

/** R110: what is missing of the least wager, on the first of these that takes it; nothing where none does. */
function leastFor(table: Table, player: string, moment: Moment): readonly Happened[] {
  const missing = (table.turns?.least ?? 0) - stakedBy(table, player);
  if (missing <= 0) return [];
  for (const wager of SILENT_WAGERS)
    for (const amount of [missing, nearestTo(table, { player, wager, amount: missing }, moment)]) {
      const placed =
        amount === null ? null : bets.run(table, { ...moment, fields: { player, wager, amount } });
      if (placed?.ok) return placed.value;
    }
  return [];
}

const stakedBy = (table: Table, name: string): Cents => {
  const player = findPlayer(table.game, name);
  return player ? onLayout(player) : 0;
};

function nearestTo(
  table: Table,
  fields: { readonly player: string; readonly wager: string; readonly amount: Cents },
  moment: Moment,
): Cents | null {
  const tried = bets.run(table, { ...moment, fields });
  return tried.ok ? null : (tried.refused.nearest ?? null);
}

/** Chips that a tournament takes as a penalty, as far as they are not on the layout. */
const takesChips = verb({
  fields: { player: 'player', amount: 'stake' },
  run: (table, { fields: { player, amount } }): Result<readonly Happened[]> => {
    if (!table.settings.tournament) return refusedBy('not-allowed', R112, NO_TOURNAMENT);
    const { balance } = findPlayer(table.game, player) ?? impossible(`${player} is not at the table`);
    if (amount > balance)
      return refuse({
        ...noBy('insufficient', R112, `Beside the layout ${player} has ${makeDollars(balance)}.`),
        ...(balance > 0 ? { nearest: balance } : {}),
      });
    return happened({ event: 'chips-taken', player, amount, ...R112 });
  },
});

export const tournamentVerbs = {
  'order-betting': ordersBetting,
  'put-sealed': putsSealed,
  'open-turns': opensTurns,
  'pass-turn': passesTurn,
  'take-chips': takesChips,
} as const;
