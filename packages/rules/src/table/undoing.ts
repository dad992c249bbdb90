import { impossible } from '../game/apply.js';
import { whyNotNow } from '../game/bet.js';
import { makeSelection, type Selection } from '../game/save.js';
import { findPlayer, type Game, type Player, type Wager, wagerAt, withWager } from '../game/state.js';
import type { Cents } from '../money.js';
import { spotOf } from '../wager.js';
import { pairOf, takeAllBack } from './dice.js';
import type { EventBodies, EventOf, Happened, MovedWager, PersonsMoney, ReturnedWager } from './event.js';
import type { MoneyAfter } from './fields.js';
import { chipsOf, hadName, rollOf, spotAt, tokensOf, withRoll } from './past.js';
import { backTo, giveBack, tokensGivenBack } from './returning.js';
import { wageringOpened } from './round.js';
import { isExcluded, NO_SHOOTER } from './shooter.js';
import type { LastRoll, PastRoll, PastSettled, Phase, Table } from './state.js';
import { need } from './verb.js';

type Invalidated = EventBodies['outcome-invalidated'];
type Money = Pick<Required<Invalidated>, 'refunded' | 'forfeited' | 'adjusted' | 'claims' | 'owed'> &
  Pick<Invalidated, 'tokensBack'>;

/** Until dice are thrown again a roll can be taken out of the game; after that only its money is put right (R36, R37). */
const BEFORE_THE_THROW: readonly Phase[] = ['settling', 'offering', 'betting', 'wagering', 'shooting'];
export const isUndoable = (table: Table, roll: PastRoll): boolean =>
  table.last !== null && BEFORE_THE_THROW.includes(table.phase) && table.past?.at(-1) === roll;

/** R36: point, moved wagers and shooter as before the roll; what was placed since stands where it could be placed. */
export function undone(
  table: Table,
  roll: PastRoll,
  money: MoneyAfter,
  forfeit: readonly string[],
): Omit<Invalidated, 'ground'> {
  const last = table.last ?? impossible('no roll to undo');
  const returned = table.game.players.flatMap((player) => unableToStand(table, last, roll, player));
  return {
    money,
    how: 'undone',
    throw: roll.throw,
    point: last.before.point,
    returned,
    travelledBack: table.game.players.flatMap((player) => movedBy(last, roll, player)),
    ...(mayThrowAgain(table, last) ? {} : { offeredAnew: true as const }),
    ...moneyOf(table, roll, money, forfeit, returned),
  };
}

/** A roll taken out of the game; at an electronic table whose period had closed a new one opens. */
export function undoneUnder(
  table: Table,
  roll: PastRoll,
  ground: { readonly id: string; readonly clause: string },
  money: MoneyAfter = 'refunded',
  forfeit: readonly string[] = [],
): readonly Happened[] {
  const event: Happened = {
    event: 'outcome-invalidated',
    ground: ground.id,
    ...undone(table, roll, money, forfeit),
    clause: ground.clause,
    ruling: 'R36',
  };
  return table.phase === 'shooting' ? [event, wageringOpened(table, table.at)] : [event];
}

/** R37: the money of the roll alone; point, wagers and shooter are as later rolls left them. */
export const refundedOnly = (
  table: Table,
  roll: PastRoll,
  forfeit: readonly string[],
): Omit<Invalidated, 'ground'> => ({
  money: 'refunded',
  how: 'refunded',
  throw: roll.throw,
  point: table.game.point,
  ...moneyOf(table, roll, 'refunded', forfeit, []),
});

const mine = (name: string) => (one: { readonly player: string }) => one.player === name;

/** Whoever came after the roll has no part in it, though somebody of the same name may have had. */
const partOf = <Part extends { readonly player: string }>(
  last: LastRoll,
  name: string,
  parts: readonly Part[],
): readonly Part[] => (hadName(last, name) ? parts.filter(mine(name)) : []);

/** Wagers of this player that the roll moved and that stand there still. */
const movedBy = (last: LastRoll, { travelled }: PastRoll, player: Player): readonly MovedWager[] =>
  partOf(last, player.name, travelled).flatMap(({ spot }) => {
    const wager = wagerAt(player, spotAt(spot));
    return wager ? [{ player: player.name, ...makeSelection(wager.spot), amount: wager.amount }] : [];
  });

/** The player's wagers that are older than the roll and that it neither decided nor moved away. */
function carriedBy({ before }: LastRoll, roll: PastRoll, { name, wagers }: Player): readonly Wager[] {
  const was = findPlayer(before, name);
  const gone = [
    ...roll.settled.filter(mine(name)).map(({ spot }) => spot),
    ...roll.travelled.filter(mine(name)).map(({ spot }) => spotOf(spotAt(spot).wager).index),
  ];
  return was ? wagers.filter(({ spot }) => wagerAt(was, spot) && !gone.includes(spot.index)) : [];
}

/** The player as the undone roll leaves them, with nothing placed since. */
function playerWithout(last: LastRoll, roll: PastRoll, player: Player): Player {
  const carried = carriedBy(last, roll, player).map((wager) => asBefore(last, player.name, wager));
  const back = movedBy(last, roll, player).map((moved) => backInBox(last, player, moved));
  const wagers = back.reduce<readonly Wager[]>((all, wager) => withWager(all, wager.spot, wager), carried);
  return { ...player, wagers, dontComeHeld: isHeld(last, roll, player) };
}

/** A wager with what it had been through before the roll; chips added or taken since are added or taken. */
function asBefore({ before }: LastRoll, name: string, wager: Wager): Wager {
  const player = findPlayer(before, name);
  const was = player && wagerAt(player, wager.spot);
  if (!was) return wager;
  const added = Math.max(0, was.added + wager.amount - was.amount);
  return { ...wager, added, found: was.found, rolled: was.rolled };
}

function backInBox(last: LastRoll, player: Player, moved: Selection): Wager {
  const spot = spotOf(moved.wager, moved.number);
  const wager = wagerAt(player, spot) ?? impossible(`${player.name} has no ${moved.wager} wager there`);
  return asBefore(last, player.name, { ...wager, spot: spotOf(moved.wager) });
}

/** R7: held back before the roll, or since by a don't come that had its point before it. */
function isHeld(last: LastRoll, roll: PastRoll, player: Player): boolean {
  const was = findPlayer(last.before, player.name);
  const settled = roll.settled.filter(mine(player.name)).map(({ spot }) => spot);
  const lessened = was?.wagers.some(
    ({ spot, amount }) =>
      spot.wager === 'dont-come' &&
      spot.number !== undefined &&
      !settled.includes(spot.index) &&
      (wagerAt(player, spot)?.amount ?? 0) < amount,
  );
  const { freshDontCome } = last.before.rulebook.afterPoint;
  const holds = freshDontCome.value === 'after-result' && last.before.point !== null;
  return (was?.dontComeHeld ?? false) || (holds && lessened === true);
}

/** What was placed since and could not be placed without the roll, and what the roll itself placed again. */
function unableToStand(
  table: Table,
  last: LastRoll,
  roll: PastRoll,
  player: Player,
): readonly ReturnedWager[] {
  const without = playerWithout(last, roll, player);
  const game: Game = { ...table.game, point: last.before.point, freed: last.before.freed };
  const moved = movedBy(last, roll, player).map((wager) => spotOf(wager.wager, wager.number));
  const carried = carriedBy(last, roll, player);
  const again = partOf(last, player.name, roll.replaced).map(({ spot }) => spot);
  return player.wagers
    .filter((wager) => !carried.includes(wager) && !moved.includes(wager.spot))
    .filter(
      ({ spot }) =>
        again.includes(spot.index) || wagerAt(without, spot) || whyNotNow(game, without, spot, false),
    )
    .map((wager) => backTo(player, wager, wager.amount, wager.commission));
}

/** Who gets or gives what for the wagers that the roll decided (R14), as far as there is money at the table. */
function moneyOf(
  table: Table,
  { settled }: PastRoll,
  money: MoneyAfter,
  forfeit: readonly string[],
  returned: readonly ReturnedWager[],
): Money {
  const decided = money === 'stands' ? [] : settled;
  const isForfeit = ({ player }: PastSettled) => forfeit.includes(player);
  const due = (one: PastSettled): Cents => (isForfeit(one) ? 0 : chipsOf(one) + one.commission) - one.got;
  const shares = [...new Set(decided.map(({ player }) => player))].map((player) =>
    shareOf(table, decided.filter(mine(player)), due, returned),
  );
  return {
    refunded: decided
      .filter((one) => !isForfeit(one))
      .map(({ stake, commission, ...one }) => ({ ...wagerOf(one), stake, commission })),
    forfeited: decided.filter(isForfeit).map(({ stake, ...one }) => ({ ...wagerOf(one), stake })),
    adjusted: shares.flatMap(({ adjusted }) => adjusted),
    claims: shares.flatMap(({ claims }) => claims),
    owed: shares.flatMap(({ owed }) => owed),
    ...tokensDue(
      table,
      decided.filter((one) => !isForfeit(one)),
    ),
  };
}

/** R95: tokens that the roll took come back to whoever is still there; nobody is owed any, for they are no money. */
function tokensDue(table: Table, decided: readonly PastSettled[]): Pick<Invalidated, 'tokensBack'> {
  const tokensBack = decided.flatMap((one) => {
    const { tokens } = tokensOf(one);
    return tokens && isSeated(table, one) ? [{ player: one.player, ...tokens }] : [];
  });
  return tokensBack.length === 0 ? {} : { tokensBack };
}

/** Still at the place where the conditions of those tokens are known. */
const isSeated = (table: Table, { player, person, tokens }: PastSettled): boolean =>
  table.guests.some((guest) => guest.player === player && guest.person === person) &&
  findPlayer(table.game, player)?.tokens?.some(({ voucher }) => voucher === tokens?.voucher) === true;

const wagerOf = ({ player, spot }: Pick<PastSettled, 'player' | 'spot'>) => ({
  player,
  ...makeSelection(spotAt(spot)),
});

/** One player's share: to or from their seat, and what is wanting there on record. */
function shareOf(
  table: Table,
  decided: readonly PastSettled[],
  due: (one: PastSettled) => Cents,
  returned: readonly ReturnedWager[],
): Pick<Money, 'adjusted' | 'claims' | 'owed'> {
  const { player, person } = decided[0] as PastSettled;
  const sum = decided.reduce((all, one) => all + due(one), 0);
  const seat = seatOfPerson(table, player, person);
  const back = returned
    .filter(mine(seat?.name ?? ''))
    .reduce((all, { amount, commission, tokens = 0 }) => all + amount - tokens + commission, 0);
  const has = seat === undefined ? 0 : seat.balance + back;
  const taken = Math.max(sum, -has);
  const paid = seat === undefined ? 0 : taken;
  const on = (amount: Cents): readonly PersonsMoney[] => (amount > 0 ? [{ player, person, amount }] : []);
  return {
    adjusted: seat && paid !== 0 ? [{ player: seat.name, amount: paid }] : [],
    claims: on(paid - sum),
    owed: on(sum - paid),
  };
}

/** Where the person is now: at the same place, or at another. */
function seatOfPerson(table: Table, player: string, person: string): Player | undefined {
  const theirs = table.guests.filter((guest) => guest.person === person);
  const guest = theirs.find((one) => one.player === player) ?? theirs[0];
  return guest && findPlayer(table.game, guest.player);
}

/** The table after its last roll was taken out of the game, or put right in money, as the record says. */
export function evolveInvalidated(table: Table, event: EventOf<'outcome-invalidated'>): Table {
  const number = event.throw ?? impossible('a roll invalidated without its number');
  const roll = rollOf(table, number) ?? impossible(`no roll ${number} to invalidate`);
  need(roll.invalidated !== true, `roll ${number} invalidated twice`);
  needDecided(roll, event);
  need(event.how === 'undone' || event.point === table.game.point, 'another point than is on');
  const changed = event.how === 'undone' ? withoutRoll(table, roll, event) : table;
  const game = (event.tokensBack ?? []).reduce(
    tokensGivenBack,
    adjustAll(changed.game, event.adjusted ?? []),
  );
  const past = withRoll(table, number, (one) => ({ ...one, invalidated: true }));
  return { ...changed, game, past };
}

/** What the record refunds and forfeits is what the roll decided, each wager once; nothing where the money stands. */
function needDecided({ settled }: PastRoll, { money, refunded, forfeited }: Invalidated): void {
  const key = (one: Selection & { readonly player: string; readonly stake: Cents }) =>
    JSON.stringify([one.player, one.wager, one.number, one.high, one.dice, one.stake]);
  const decided = money === 'stands' ? [] : settled;
  const paid = new Map(
    decided.map(({ commission, ...one }) => [key({ ...wagerOf(one), ...one }), commission]),
  );
  const told = [...refunded, ...forfeited].map(key);
  need(told.sort().join() === [...paid.keys()].sort().join(), 'other wagers refunded than were decided');
  for (const refund of refunded)
    need(paid.get(key(refund)) === refund.commission, 'other commission refunded than was paid');
}

function withoutRoll(table: Table, roll: PastRoll, event: Invalidated): Table {
  const last = table.last ?? impossible('no roll to undo');
  need(isUndoable(table, roll), 'a roll undone after dice were thrown again');
  need(event.point === last.before.point, 'another point than before the roll');
  const given = giveBack(table.game, event.returned ?? []);
  const players = given.players.map((player) =>
    withSince(playerWithout(last, roll, player), last, roll, player),
  );
  const game = { ...given, players, point: last.before.point, freed: last.before.freed };
  return { ...table, ...diceBackFrom(table, last, event), game, last: null, noMoreBets: false };
}

/** What was placed since and stands on. */
const withSince = (without: Player, last: LastRoll, roll: PastRoll, player: Player): Player => {
  const carried = carriedBy(last, roll, player);
  const moved = movedBy(last, roll, player).map((wager) => spotOf(wager.wager, wager.number));
  const since = player.wagers.filter((wager) => !carried.includes(wager) && !moved.includes(wager.spot));
  return {
    ...without,
    wagers: since.reduce<readonly Wager[]>((all, wager) => withWager(all, wager.spot, wager), without.wagers),
  };
};

function adjustAll(game: Game, adjusted: NonNullable<Invalidated['adjusted']>): Game {
  const changeOf = (name: string) => adjusted.filter(mine(name)).reduce((sum, { amount }) => sum + amount, 0);
  for (const { player, amount } of adjusted)
    need(Number.isSafeInteger(amount) && !!findPlayer(game, player), `${player} is not there to be paid`);
  const players = game.players.map((player) => {
    const change = changeOf(player.name);
    need(player.balance + change >= 0, `${player.name} has not got that much`);
    return change === 0 ? player : { ...player, balance: player.balance + change };
  });
  return { ...game, players, house: game.house - adjusted.reduce((sum, { amount }) => sum + amount, 0) };
}

/** The stickperson, or a shooter who is still there and has not been excluded. */
function mayThrowAgain(table: Table, last: LastRoll): boolean {
  const { stick, shooter } = last.shooter;
  return stick || (isStillThere(table, last, shooter) && !isExcluded(table, shooter));
}

/** Whoever took the name of one who left was never offered the dice. */
const isStillThere = (table: Table, last: LastRoll, name: string | null): boolean =>
  name !== null && hadName(last, name) && !!findPlayer(table.game, name);

/** R36: the dice are with whoever threw that roll, if they may still throw; else they are offered anew. */
function diceBackFrom(
  table: Table,
  last: LastRoll,
  { offeredAnew }: Invalidated,
): Pick<Table, 'shooter' | 'phase' | 'dice' | 'closing'> {
  const { closing, dice, phase } = table;
  const had = last.shooter;
  const nobody = { ...NO_SHOOTER, lastSeat: had.lastSeat };
  const thrower = isStillThere(table, last, had.thrower) ? had.thrower : null;
  const shooter = offeredAnew || !mayThrowAgain(table, last) ? nobody : { ...had, thrower };
  if (table.game.rulebook.conduct.run.value === 'electronic') return { shooter, phase, dice, closing };
  if (shooter === nobody) return { shooter, phase: 'offering', dice: takeAllBack(dice), closing };
  const isLast = closing !== null && closing.shooter === had.shooter;
  return {
    shooter,
    phase: 'betting',
    dice: had.stick ? inHand(dice) : dice,
    closing: isLast ? notDone(closing) : closing,
  };
}

/** The stickperson throws with two of the set. */
function inHand(dice: Table['dice']): Table['dice'] {
  if (dice.hand.length === 2) return dice;
  const hand = pairOf(dice);
  return {
    ...dice,
    hand,
    bowl: dice.bowl.filter((die) => !hand.includes(die)),
    old: dice.old.filter((die) => !hand.includes(die)),
  };
}

/** crown 9.7: the last shooter has the dice again. */
function notDone({ done: _done, ...closing }: NonNullable<Table['closing']>): NonNullable<Table['closing']> {
  return closing;
}
