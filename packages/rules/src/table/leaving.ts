import { impossible } from '../game/apply.js';
import type { Sit } from '../game/index.js';
import { makeSelection } from '../game/save.js';
import { findPlayer, type Game, type Player, type Wager, withPlayer } from '../game/state.js';
import { isCents } from '../money.js';
import { accept, type Result, refuse } from '../result.js';
import { EVENT_VERSION, type Happened, type TableEvent, type TokensHeld } from './event.js';
import { givesUpDice, shooterEvents } from './shooter.js';
import { guestOf, personOf, type Table } from './state.js';
import { atOnce } from './turns.js';
import { heldTerminal, type Moment, need, no } from './verb.js';
import { takes, wageringEvents } from './wagering.js';

// How a place at the table becomes free: with nothing on the layout, or with wagers that are left to play out (R59).

export const holdsDice = ({ shooter }: Table, player: string): boolean =>
  shooter.shooter === player || shooter.offeredTo === player;

export const isHeld = (table: Table, { name }: Player): boolean => guestOf(table, name)?.malfunction != null;

export const leavesWith = (player: Player, why: 'by-choice' | 'vacated' | 'away'): Happened => ({
  event: 'left',
  player: player.name,
  paid: player.balance,
  returned: [],
  why,
  ...tokensAlong(player),
});

/** R94: tokens go with whoever has them, as tokens. */
export function tokensAlong({ tokens = [] }: Player): { readonly tokens?: readonly TokensHeld[] } {
  const held = tokens.flatMap(({ voucher, amount }) => (amount > 0 ? [{ voucher, amount }] : []));
  return held.length === 0 ? {} : { tokens: held };
}

/** The tokens that the record says went along are those that there were. */
export const needAlong = (player: Player, tokens: readonly TokensHeld[] | undefined): void =>
  need(
    JSON.stringify(tokens) === JSON.stringify(tokensAlong(player).tokens),
    `${player.name} left with other tokens`,
  );

/** Dice do not leave with a player. */
export const whenShooterLeaves = (table: Table, player: string): readonly Happened[] =>
  holdsDice(table, player) && table.phase !== 'closed' ? givesUpDice(table, player, 'left') : [];

/** R59: the dice go on, what can be taken down is, the money is paid out; the rest plays out without its owner. */
export function leavesStanding(
  table: Table,
  { name }: Player,
  why: 'by-choice' | 'away',
  moment: Moment,
): Result<readonly Happened[]> {
  if (table.noMoreBets)
    return refuse(
      no(
        'out-of-phase',
        table.game.rulebook.conduct.wagers.noMoreBets,
        'No more bets has been announced: nothing is touched until the result.',
      ),
    );
  const passed = whenShooterLeaves(table, name);
  // Whoever goes bets nothing: they wait for no turn (R110).
  const { taken, after } = takenDown(atOnce(passed.reduce(afterwards, table)), name, moment);
  const player = findPlayer(after.game, name) ?? impossible(`${name} is not at the table`);
  const goes: Happened =
    player.wagers.length === 0
      ? leavesWith(player, why)
      : {
          event: 'released',
          player: name,
          paid: player.balance,
          why,
          ...tokensAlong(player),
          clause: null,
          ruling: 'R59',
        };
  return accept([...passed, ...taken, goes]);
}

/** The table after what has just been decided: the dice passed on, a game that is void by it, a wager taken down. */
function afterwards(table: Table, body: Happened): Table {
  const event = { v: EVENT_VERSION, at: table.at, ...body } as TableEvent;
  switch (event.event) {
    case 'dice-passed':
      return shooterEvents['dice-passed'](table, event);
    case 'game-voided':
      return shooterEvents['game-voided'](table, event);
    case 'took':
      return wageringEvents.took(table, event);
    default:
      return impossible(`${event.event} on the way out`);
  }
}

/** Takes down one wager after another as the player could, and what stays is what could not come down. */
function takenDown(table: Table, name: string, moment: Moment) {
  const taken: Happened[] = [];
  let after = table;
  for (const { spot } of findPlayer(table.game, name)?.wagers ?? []) {
    const wager = findPlayer(after.game, name)?.wagers.find((other) => other.spot === spot);
    if (!wager || isKept(after.game, wager)) continue;
    const down = takes.run(after, { ...moment, fields: { player: name, ...makeSelection(spot) } });
    if (!down.ok) continue;
    taken.push(...down.value);
    after = down.value.reduce(afterwards, after);
  }
  return { taken, after };
}

/** A don't wager past its come out may come down and never be put back: that is for its owner to do, not for the house. */
const isKept = ({ point }: Game, { spot }: Wager): boolean =>
  (spot.wager === 'dont-pass' && point !== null) || (spot.wager === 'dont-come' && spot.number !== undefined);

/** Whoever has left wagers to play out has no place at the felt; a terminal stays as it is until they are decided. */
export function parked(table: Table, player: Player): Game {
  const { run } = table.game.rulebook.conduct;
  if (run.value === 'electronic') return { ...table.game, players: withPlayer(table.game, player) };
  const seats = table.game.players.map(({ seat }) => seat);
  return moved(table.game, { ...player, seat: Math.max(table.settings.seats, ...seats) + 1 });
}

const moved = (game: Game, player: Player): Game => ({
  ...game,
  players: [...game.players.filter(({ name }) => name !== player.name), player].sort(
    (one, other) => one.seat - other.seat,
  ),
});

/** R59: back at a place, with the wagers that were left. */
export function satAgain(
  table: Table,
  { player: name, seat, bankroll, person }: Sit & { readonly person: string },
): Table {
  need(personOf(table, name) === person && guestOf(table, name)?.gone === true, `${name} had not gone`);
  need(isCents(bankroll) && Number.isSafeInteger(seat) && seat >= 1, `no money or no seat for ${name}`);
  need(
    table.game.players.every((other) => other.name === name || other.seat !== seat),
    `seat ${seat} is taken`,
  );
  const back = (game: Game): Game => {
    const player = findPlayer(game, name);
    return player ? moved(game, { ...player, seat, balance: player.balance + bankroll }) : game;
  };
  const { last } = table;
  return {
    ...table,
    guests: table.guests.map(({ gone, ...guest }) =>
      guest.player === name || gone === undefined ? guest : { ...guest, gone },
    ),
    game: back(table.game),
    last: last === null || last.touched ? last : { ...last, before: back(last.before) },
  };
}

/** aruze 6.1: a terminal that is held stays as it is. */
export const whyHeldHere = (table: Table, player: Player): Result<never> | null =>
  isHeld(table, player) ? refuse(heldTerminal(table)) : null;
