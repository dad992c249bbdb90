import { impossible } from '../game/apply.js';
import { findPlayer, type Game, withPlayer } from '../game/state.js';
import { type Cents, isStake } from '../money.js';
import type { Refusal, RefusalCode, Result } from '../result.js';
import type { Happened, TableEvent } from './event.js';
import { BETTING_ORDERS } from './fields.js';
import { lacksLine } from './shooter.js';
import { guestOf, type Instant, isGone, type Phase, type Table, type TurnsAtEnd } from './state.js';
import { type Evolvers, happened, need, no } from './verb.js';

// At a table that is kept for a tournament: betting in turn (R110), and chips that go back to the tournament (R112).
// Who bets after whom the tournament says; that nobody bets out of turn is the table's to see to.

export const WAGERS_OPEN: readonly Phase[] = ['offering', 'betting'];
export const R110 = { clause: null, ruling: 'R110' } as const;
export const R111 = { clause: null, ruling: 'R111' } as const;
export const R112 = { clause: null, ruling: 'R112' } as const;

export const noBy = (
  code: RefusalCode,
  ruling: typeof R110 | typeof R111 | typeof R112,
  message: string,
): Refusal => ({
  ...no(code, ruling, message),
  ...ruling,
});

export const isHere = (table: Table, player: string): boolean =>
  guestOf(table, player) !== undefined && !isGone(table, player);

/** Somebody's turn to bet, and until when. */
interface Turn {
  readonly player: string;
  readonly until: Instant;
}

const turnAt = (table: Table, { order, next, until }: TurnsAtEnd): readonly Turn[] => {
  const player = order.slice(next).find((one) => isHere(table, one));
  return player === undefined ? [] : [{ player, until }];
};

/** Whose turn it is to bet: one player, or one at each end, and the first whose time is over first. */
export function turnsNow(table: Table): readonly Turn[] {
  const { turns, phase } = table;
  if (!turns || !WAGERS_OPEN.includes(phase)) return [];
  const ends = turns.otherEnd ? [turns, turns.otherEnd] : [turns];
  return ends.flatMap((end) => turnAt(table, end)).sort((one, other) => one.until - other.until);
}

/** Whose turn it is to bet; null where nobody's is, because all bet at once or all have bet. */
export const turnOf = (table: Table): string | null => turnsNow(table)[0]?.player ?? null;

/** Is it this player's turn to bet? */
export const hasTurn = (table: Table, player: string): boolean =>
  turnsNow(table).some((turn) => turn.player === player);

/** Are the turns before the next roll still to be opened? From the moment the last one is settled (R110). */
export const areTurnsToCome = ({ inTurn, turns, phase }: Table): boolean =>
  inTurn === true && !turns && WAGERS_OPEN.includes(phase);

/** The table as if all bet at once. */
export function atOnce({ inTurn: _inTurn, turns: _turns, ...table }: Table): Table {
  return table;
}

/** Whoever bets in turn and needs no more time ends their turn by saying so: the dice wait for others (R110). */
export const endsTurn = (table: Table, player: string): Result<readonly Happened[]> | null =>
  hasTurn(table, player) ? happened({ event: 'turn-passed', player, ...R110 }) : null;

const TURNS_COME = 'Players bet in turn at this table, and the turns of this roll are not open yet.';

/** Why somebody does not touch the layout now, where players bet in turn (R110). */
export function whyNotTurn(table: Table, player: string): Refusal | null {
  if (areTurnsToCome(table)) return noBy('out-of-phase', R110, TURNS_COME);
  if (!table.turns || !WAGERS_OPEN.includes(table.phase) || hasTurn(table, player)) return null;
  const turns = turnsNow(table).map((turn) => turn.player);
  if (turns.length > 0) return noBy('out-of-phase', R110, `It is ${turns.join('’s and ')}’s turn to bet.`);
  // Without a line wager the dice would not go: whoever has them may still make one.
  if (table.shooter.shooter === player && lacksLine(table)) return null;
  return noBy('out-of-phase', R110, 'Everybody has had their turn to bet: the dice go now.');
}

/** Why the dice wait (R110). */
export const whyDiceWait = (table: Table): Refusal | null => {
  if (areTurnsToCome(table)) return noBy('out-of-phase', R110, TURNS_COME);
  const turn = turnOf(table);
  return turn === null ? null : noBy('out-of-phase', R110, `The dice wait: ${turn} bets now.`);
};

const withMoney = (game: Game, name: string, amount: Cents): Game => {
  const player = findPlayer(game, name) ?? impossible(`${name} is not at the table`);
  need(isStake(amount) && amount <= player.balance, `${name} has fewer chips than were taken`);
  return { ...game, players: withPlayer(game, { ...player, balance: player.balance - amount }) };
};

export const turnEvents: Evolvers<'betting-ordered' | 'turns-opened' | 'turn-passed' | 'chips-taken'> = {
  'betting-ordered': (table, { how }) => {
    need(table.settings.tournament === true, 'turns at a table that is not kept for a tournament');
    need(BETTING_ORDERS.includes(how), `no order of betting ${how}`);
    need((how === 'in-turn') !== (table.inTurn === true), 'betting as before');
    const { inTurn: _inTurn, ...rest } = table;
    return how === 'in-turn' ? { ...rest, inTurn: true } : rest;
  },
  'turns-opened': (table, { order, otherEnd, ms, least, at }) => {
    need(table.settings.tournament === true, 'turns at a table that is not kept for a tournament');
    const all = [...order, ...(otherEnd ?? [])];
    need(order.length > 0 && otherEnd?.length !== 0, 'an end without turns');
    need(new Set(all).size === all.length, 'somebody has two turns');
    need(
      all.every((player) => isHere(table, player)),
      'a turn of somebody who is not there',
    );
    need(Number.isSafeInteger(ms) && ms > 0, 'turns without a time');
    need(least === undefined || isStake(least), 'a least wager of nothing');
    const silent = least === undefined ? {} : { least };
    const begin = { next: 0, until: at + ms };
    const beside = otherEnd === undefined ? {} : { otherEnd: { order: otherEnd, ...begin } };
    return { ...table, turns: { order, ...begin, ms, ...silent, ...beside } };
  },
  'turn-passed': (table, { player, at }) => {
    const { turns } = table;
    need(turns !== undefined && hasTurn(table, player), `it was not the turn of ${player}`);
    const passed = <End extends TurnsAtEnd>(end: End): End => ({
      ...end,
      next: end.order.indexOf(player) + 1,
      until: at + turns.ms,
    });
    const { otherEnd } = turns;
    const isOther = otherEnd?.order.includes(player) === true;
    return { ...table, turns: isOther ? { ...turns, otherEnd: passed(otherEnd) } : passed(turns) };
  },
  'chips-taken': (table, { player, amount }) => ({ ...table, game: withMoney(table.game, player, amount) }),
};

/** A void game lets wagers come down, and a roll that is taken out of the game is played again: not before new turns. */
const isBegunAnew = (event: TableEvent): boolean =>
  event.event === 'game-voided' || (event.event === 'outcome-invalidated' && event.how !== 'refunded');

/** Somebody sits down where all who had a turn have left: another round begins, with turns of its own. */
const isNewRound = (table: Table, event: TableEvent): boolean =>
  event.event === 'sat' &&
  ![...(table.turns?.order ?? []), ...(table.turns?.otherEnd?.order ?? [])].some((one) => isHere(table, one));

/** Turns are of one roll: the next has its own. */
export function turnsAfter(table: Table, event: TableEvent): Table {
  const isOver =
    event.event === 'rolled' || (table.inTurn === true && (isBegunAnew(event) || isNewRound(table, event)));
  if (!isOver || !table.turns) return table;
  const { turns: _turns, ...rest } = table;
  return rest;
}
