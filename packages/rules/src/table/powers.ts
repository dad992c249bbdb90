import type { Ground } from '../conduct.js';
import { impossible } from '../game/apply.js';
import { take } from '../game/index.js';
import { readSpot, show } from '../game/input.js';
import { makeSelection, type Selection, spotFrom } from '../game/save.js';
import { findPlayer, type Game, type Player, type Wager, withPlayer } from '../game/state.js';
import { type Cents, makeDollars } from '../money.js';
import { accept, type Result, refuse } from '../result.js';
import { SPOTS, type Spot } from '../wager.js';
import type { EventBodies, EventOf, Happened, ReturnedWager, VoidedWager } from './event.js';
import {
  INVALID_REASONS,
  isOneOf,
  MEASURES,
  type Measure,
  MONEY_AFTER,
  type MoneyAfter,
  SELECTION,
} from './fields.js';
import { withoutLinesOf } from './open-lines.js';
import { lastRoll, netOf, rollOf, spotAt, tokensOf, withoutPlayer, withRoll } from './past.js';
import { groundOf } from './people.js';
import { allOf, backTo, giveBackTo, makeReturned, tokensGivenBack } from './returning.js';
import {
  guestOf,
  type LastRoll,
  type PastRoll,
  PHASE_WORDS,
  PHASES,
  type Phase,
  personOf,
  type Table,
  withGuest,
} from './state.js';
import { evolveInvalidated, isUndoable, refundedOnly, undoneUnder } from './undoing.js';
import {
  bad,
  type Evolvers,
  happened,
  isSum,
  type Moment,
  need,
  no,
  refused,
  ruleOf,
  under,
  verb,
  whyNotAllowed,
} from './verb.js';

const playerIn = (table: Table, { player }: { readonly player: string }): Player =>
  findPlayer(table.game, player) as Player;

const refusesWager = verb({
  fields: { player: 'player', ...SELECTION, reason: 'text' },
  power: 'refuse-wager',
  act: 'refuse a wager',
  phases: ['offering', 'betting'],
  run: (table, asked) => {
    const { reason, ...fields } = asked.fields;
    const read = readSpot(fields);
    if ('fault' in read) return bad(read.fault);
    const unbarred = whyNotBarred(table, fields.player);
    if (unbarred) return unbarred;
    const taken = take(table.game, fields);
    if (!taken.ok) return taken;
    const { player, spot, taken: amount, tokens, commissionReturned, alsoReturned } = taken.value;
    const down = { spot, amount, ...(tokens === undefined ? {} : { tokens }) };
    return happened({
      event: 'wager-refused',
      player,
      reason,
      returned: [
        makeReturned(player, down, commissionReturned),
        ...alsoReturned.map((odds) => makeReturned(player, odds)),
      ],
      ...under(table.game.rulebook.powers['refuse-wager']),
    });
  },
});

/** adelaide 14(b) speaks of further wagers: what stands comes down only when those are refused (R44). */
function whyNotBarred(table: Table, player: string): Result<never> | null {
  const { breaches } = table.game.rulebook.conduct.people;
  if (!breaches.some(({ bars }) => bars) || guestOf(table, player)?.barred !== undefined) return null;
  const rule = ruleOf(table, 'refuse-wager');
  return refused('not-allowed', rule, `Further wagers of ${player} are not refused.`);
}

const barsWagers = verb({
  fields: { player: 'player', ground: 'name' },
  power: 'refuse-wager',
  act: 'refuse further wagers',
  run: (table, asked) => {
    const { player, ground } = asked.fields;
    const grounds = table.game.rulebook.conduct.people.breaches.filter(({ bars }) => bars);
    const rule = ruleOf(table, 'refuse-wager');
    if (grounds.length === 0)
      return refused('not-allowed', rule, 'This book refuses single wagers, not those to come.');
    const found = grounds.find(({ id }) => id === ground);
    if (!found) return bad(`ground must be one of ${grounds.map(({ id }) => id).join(', ')}`);
    const person = personOf(table, player);
    if (guestOf(table, player)?.barred !== undefined)
      return refused('nothing-to-do', found, `Further wagers of ${player} are refused already.`);
    return happened({ event: 'wagers-barred', player, person, ground, clause: found.clause, ruling: 'R44' });
  },
});

/** Chips lie on the layout, or a roll is being settled: also while dice are in the air (R43). */
const IN_PLAY: readonly Phase[] = PHASES.filter((phase) => phase !== 'stopped' && phase !== 'closed');

const voidsWagers = verb({
  fields: { player: 'player', ground: 'name' },
  power: 'void-wagers',
  phases: IN_PLAY,
  run: (table, asked) => {
    const player = playerIn(table, asked.fields);
    const ground = groundOf(table, asked.fields.ground);
    if (!ground.ok) return ground;
    const decided = decidedOf(table, player.name);
    const rule = ruleOf(table, 'void-wagers');
    if (player.wagers.length + decided.length === 0)
      return refused('no-such-wager', rule, `${player.name} has no wager that could be void.`);
    return happened({
      event: 'wagers-voided',
      player: player.name,
      ground: asked.fields.ground,
      returned: decided.length === 0 ? allOf(player) : returnedWith(table, player),
      ...(decided.length === 0 ? {} : { decided }),
      ...under(rule),
      ruling: 'R20',
    });
  },
});

/** What the roll that is being settled decided for this player: void, it has no result (star 1.1, R20). */
function decidedOf(table: Table, name: string): readonly VoidedWager[] {
  const roll = table.phase === 'settling' ? rollOf(table, table.throws) : undefined;
  return (roll?.settled ?? [])
    .filter(({ player }) => player === name)
    .map((one) => ({
      player: name,
      ...makeSelection(spotAt(one.spot)),
      stake: one.stake,
      change: netOf(one),
      ...tokensOf(one),
    }));
}

/** All that stands; what that roll placed again was never placed, and its commission comes back. */
const returnedWith = (table: Table, player: Player): readonly ReturnedWager[] =>
  player.wagers.map((wager) =>
    backTo(player, wager, wager.amount, isPlacedAgain(table, player, wager.spot) ? wager.commission : 0),
  );

const isPlacedAgain = (table: Table, { name }: Player, spot: Spot): boolean =>
  rollOf(table, table.throws)?.replaced.some((one) => one.player === name && one.spot === spot.index) ===
  true;

const invalidates = verb({
  fields: { ground: 'name', money: 'money?', forfeit: 'names?', throw: 'count?' },
  power: 'invalidate-outcome',
  act: 'invalidate an outcome',
  phases: PHASES,
  run: (table, asked) => {
    const { ground, money = 'refunded', forfeit = [], throw: number } = asked.fields;
    const { disruption, fraud, refund, forfeit: rule } = table.game.rulebook.conduct.invalidation;
    const found = [...disruption, ...fraud].find(({ id }) => id === ground);
    if (!found)
      return bad(`ground must be one of ${[...disruption, ...fraud].map(({ id }) => id).join(', ')}`);
    if (!isOneOf(MONEY_AFTER, money)) return bad('money must be "refunded" or "stands"');
    if (money === 'stands' && refund.value === 'will')
      return refused('not-allowed', refund, 'All wagers of an invalidated roll are refunded.');
    if (forfeit.length > 0 && money === 'stands') return bad('forfeit does not go with money that stands');
    if (forfeit.length > 0 && (rule.value === 'nobody' || !fraud.includes(found))) {
      return refused('not-allowed', rule, 'Nobody forfeits a wager on this ground.');
    }
    const roll = number === undefined ? lastRoll(table) : rollOf(table, number);
    return (
      whyNotInvalidate(table, found.clause, roll, number) ??
      whyNotForfeit(table, asked, forfeit) ??
      invalidatedRoll(table, found, roll, money, forfeit)
    );
  },
});

/** R36, R37: taken out of the game while that can be done, put right in money after that. */
function invalidatedRoll(
  table: Table,
  ground: Ground,
  roll: PastRoll | undefined,
  money: MoneyAfter,
  forfeit: readonly string[],
): Result<readonly Happened[]> {
  if (roll === undefined) return happened(invalidated(table.last as LastRoll, ground, money, forfeit));
  if (isUndoable(table, roll)) return happened(...undoneUnder(table, roll, ground, money, forfeit));
  if (money === 'stands')
    return refused(
      'not-allowed',
      { clause: ground.clause },
      'Dice have been thrown since: nothing is left to invalidate but the money.',
    );
  return happened({
    event: 'outcome-invalidated',
    ground: ground.id,
    ...refundedOnly(table, roll, forfeit),
    clause: ground.clause,
    ruling: 'R37',
  });
}

function whyNotInvalidate(
  table: Table,
  clause: string,
  roll: PastRoll | undefined,
  number: number | undefined,
): Result<never> | null {
  if (roll?.invalidated)
    return refused('nothing-to-do', { clause }, 'The outcome of that roll has been invalidated.');
  if (roll) return null;
  return number === undefined
    ? whyNotUndo(table, clause)
    : refused('nothing-to-do', { clause }, `No roll of throw ${number} is remembered here.`);
}

function whyNotForfeit(table: Table, { by }: Moment, names: readonly string[]): Result<never> | null {
  const isThere = (name: string) =>
    !!findPlayer(table.game, name) ||
    table.past?.some(({ settled }) => settled.some(({ player }) => player === name));
  const stranger = names.find((name) => !isThere(name));
  if (stranger !== undefined) return bad(`forfeit: ${show(stranger)} is not at the table`);
  const why = names.length === 0 ? null : whyNotAllowed(table, 'forfeit-wagers', by, 'forfeit wagers');
  return why && refuse(why);
}

/** A roll that the record does not number: undone as long as nothing was touched since (R33). */
function whyNotUndo(table: Table, clause: string): Result<never> | null {
  if (!table.last) return refused('nothing-to-do', { clause }, 'There is no roll to invalidate.');
  if (!table.last.touched) return null;
  return refused(
    'out-of-phase',
    { clause },
    'Wagers have been placed, taken or called since: that roll can no longer be undone.',
  );
}

/** R14: the wagers it decided go back to their owners, save a fraudster's where the book lets them be forfeited. */
function invalidated(
  last: LastRoll,
  ground: { readonly id: string; readonly clause: string },
  money: MoneyAfter,
  forfeit: readonly string[],
): {
  readonly event: 'outcome-invalidated';
  readonly clause: string;
  readonly ruling: 'R14';
} & EventBodies['outcome-invalidated'] {
  const decided = money === 'stands' ? [] : last.settled;
  const lost = decided.filter(({ player, stake }) => forfeit.includes(player) && stake > 0);
  return {
    event: 'outcome-invalidated',
    ground: ground.id,
    money,
    point: last.before.point,
    refunded: decided
      .filter((settled) => !lost.includes(settled))
      .map((settled) => refundOf(last.before, settled)),
    forfeited: lost.map(({ player, spot, stake }) => ({
      player,
      ...makeSelection(SPOTS[spot] as Spot),
      stake,
    })),
    clause: ground.clause,
    ruling: 'R14',
  };
}

const wagerBefore = (before: Game, player: string, spot: number): Wager | undefined =>
  findPlayer(before, player)?.wagers.find((wager) => wager.spot.index === spot);

/** R9: commission comes back if the wager was placed since the roll before. */
function refundOf(before: Game, { player, spot, stake }: LastRoll['settled'][number]) {
  const wager = wagerBefore(before, player, spot);
  const commission = wager && !wager.rolled ? wager.commission : 0;
  return { player, ...makeSelection(SPOTS[spot] as Spot), stake, commission };
}

const findsInvalid = verb({
  fields: { player: 'player', why: 'invalid?' },
  phases: ['offering', 'betting', 'thrown', 'settling'],
  run: (table, asked) => {
    const rule = table.game.rulebook.conduct.invalidWagers;
    if (rule.value === 'none')
      return refused('not-allowed', rule, 'This book has no invalid wagers of that kind.');
    // The clause names nobody: whoever may declare wagers void may find them invalid.
    const why = whyNotAllowed(table, 'void-wagers', asked.by, 'find wagers invalid');
    if (why) return refuse({ ...why, clause: why.clause && rule.clause });
    const reason = asked.fields.why;
    if (reason !== undefined && !isOneOf(INVALID_REASONS, reason))
      return bad(`why must be one of ${INVALID_REASONS.join(', ')}`);
    const player = playerIn(table, asked.fields);
    const during = table.phase === 'settling';
    const winnings = during ? winningsOf(table.last, player.name) : 0;
    if (player.wagers.length === 0 && winnings === 0 && !guestOf(table, player.name)?.card)
      return refused('no-such-wager', rule, `${player.name} has no wager that could be invalid.`);
    return happened({
      event: 'wagers-found-invalid',
      player: player.name,
      when: during ? 'during-result' : 'before-roll',
      returned: allOf(player),
      winningsTaken: winnings,
      ...(reason === undefined ? {} : { why: reason }),
      clause: during ? '9.4.2' : '9.4.1',
      ruling: 'R20',
    });
  },
});

/** Those that the book of this table knows. */
export const measuresOf = (table: Table): readonly Measure[] =>
  MEASURES.filter((measure) => table.game.rulebook.powers[measure] !== null);

const recordsMeasure = verb({
  fields: { player: 'player', measure: 'measure', note: 'text', amount: 'stake?' },
  run: (table, asked) => {
    const { player, measure, note } = asked.fields;
    if (!isOneOf(MEASURES, measure)) return bad(`measure must be one of ${MEASURES.join(', ')}`);
    const why = whyNotAllowed(table, measure, asked.by, measure.replaceAll('-', ' '));
    if (why) return refuse(why);
    const seized = readSeized(table, playerIn(table, asked.fields), measure, asked.fields.amount);
    if (!seized.ok) return seized;
    const person = personOf(table, player);
    const rule = table.game.rulebook.powers[measure];
    return happened({
      event: 'measure-recorded',
      player,
      person,
      measure,
      note,
      ...under(rule),
      ...seized.value,
    });
  },
});

/** crown 9.2.3, R50: what was won is seized as money, as far as it is there; no other measure takes any. */
function readSeized(
  table: Table,
  { name, balance }: Player,
  measure: Measure,
  amount: Cents | undefined,
): Result<{ readonly seized?: Cents; readonly ruling?: 'R50' }> {
  if (measure !== 'seize-winnings')
    return amount === undefined ? accept({}) : bad('amount goes with seize-winnings only');
  if (amount === undefined) return bad('amount must say how much is seized, in cents');
  if (amount <= balance) return accept({ seized: amount, ruling: 'R50' });
  const rule = ruleOf(table, 'seize-winnings');
  const message = `${name} has ${makeDollars(balance)} that is not on the layout.`;
  const refusal = no('insufficient', rule, message);
  return refuse(balance > 0 ? { ...refusal, nearest: balance } : refusal);
}

export const powerVerbs = {
  'refuse-wager': refusesWager,
  'bar-wagers': barsWagers,
  'void-wagers': voidsWagers,
  invalidate: invalidates,
  'find-invalid': findsInvalid,
  'record-measure': recordsMeasure,
} as const;

/** The game as before the roll, with what it decided off the layout and the money where the record puts it. */
function undo(table: Table, event: EventOf<'outcome-invalidated'>): Game {
  const last = table.last ?? impossible('no roll to invalidate');
  const decided = (player: Player, wager: Wager) =>
    last.settled.some((settled) => settled.player === player.name && settled.spot === wager.spot.index);
  const back = (name: string): Cents =>
    event.refunded.reduce(
      (sum, refund) => (refund.player === name ? sum + refund.stake + refund.commission : sum),
      0,
    );
  const players = table.game.players.map((now): Player => {
    const player = findPlayer(last.before, now.name);
    if (!player) return now; // came after the roll
    const wagers = player.wagers.filter((wager) => !decided(player, wager));
    const balance =
      event.money === 'stands' ? standingBalance(last, now, wagers) : player.balance + back(player.name);
    return { ...player, wagers, balance, warned: now.warned };
  });
  const stands = { ...last.before, players };
  return { ...stands, house: houseBetween(table.game, stands) };
}

/** Money as it fell, with wagers placed again by that roll undone: what is no longer on the layout is the player's. */
const standingBalance = (last: LastRoll, now: Player, wagers: readonly Wager[]): Cents => {
  const onLayoutNow = now.wagers.reduce((sum, wager) => sum + wager.amount, 0);
  const onLayoutThen = wagers.reduce((sum, wager) => sum + wager.amount, 0);
  return now.balance + onLayoutNow - onLayoutThen + commissionOfReplaced(last, now);
};

/** Commission that wagers placed again by the roll paid: they are new, and they stand where something was decided. */
const commissionOfReplaced = (last: LastRoll, now: Player): Cents =>
  now.wagers
    .filter(
      (wager) =>
        !wager.rolled &&
        last.settled.some(({ player, spot }) => player === now.name && spot === wager.spot.index),
    )
    .reduce((sum, wager) => sum + wager.commission, 0);

/** Money is conserved: what the players no longer have, the house has. */
function houseBetween(before: Game, after: Game): Cents {
  const sum = (game: Game) =>
    game.players.reduce(
      (total, player) => total + player.balance + player.wagers.reduce((all, wager) => all + wager.amount, 0),
      0,
    );
  return before.house + sum(before) - sum(after);
}

function takeWinnings(game: Game, name: string, amount: Cents): Game {
  const player = findPlayer(game, name) ?? impossible(`${name} is not at the table`);
  if (player.balance < amount) impossible(`${name} has less than the winnings to be taken`);
  return {
    ...game,
    players: withPlayer(game, { ...player, balance: player.balance - amount }),
    house: game.house + amount,
  };
}

const evolveReturned = (
  table: Table,
  { player, returned }: Pick<EventOf<'wagers-voided'>, 'player' | 'returned'>,
): Table => ({
  ...table,
  game: giveBackTo(table.game, player, returned),
});

function evolveVoided(table: Table, event: EventOf<'wagers-voided'>): Table {
  const { player, decided = [] } = event;
  const back = { ...evolveReturned(table, event), ...withoutLinesOf(table, player) };
  if (decided.length === 0) return back;
  const known = decidedOf(table, player);
  const changes = (all: readonly VoidedWager[]) =>
    all.map(({ change, tokens }) => `${change}${tokens ? `/${tokens.amount}/${tokens.voucher}` : ''}`).join();
  need(changes(decided) === changes(known), 'other wagers void than the roll decided');
  const change = decided.reduce((sum, wager) => sum + wager.change, 0);
  const past = withRoll(table, table.throws, withoutPlayer(player));
  const game = decided.reduce(
    (now, { tokens }) => (tokens ? tokensGivenBack(now, { player, ...tokens }) : now),
    takeWinnings(back.game, player, -change),
  );
  return { ...back, game, past };
}

/** When a roll could be undone before rolls were numbered. */
const BEFORE_MORE: readonly Phase[] = ['offering', 'betting', 'wagering', 'settling'];

/** What the record refunds and forfeits is what the roll decided, each wager once; nothing where the money stands. */
function needDecided(last: LastRoll, { money, refunded, forfeited }: EventOf<'outcome-invalidated'>): void {
  const decided = money === 'stands' ? [] : last.settled;
  const keys = (all: readonly { player: string; index: number; stake: Cents }[]) =>
    all.map(({ player, index, stake }) => `${index}/${stake}/${player}`).sort();
  const told = [...refunded, ...forfeited].map((wager) => ({ ...wager, index: spotOfRecord(wager).index }));
  const known = decided.map((wager) => ({ ...wager, index: wager.spot }));
  need(keys(told).join() === keys(known).join(), 'other wagers refunded than were decided');
  for (const { player, commission, ...selection } of refunded) {
    const paid = wagerBefore(last.before, player, spotOfRecord(selection).index)?.commission ?? 0;
    need(isSum(commission) && commission <= paid, 'more commission refunded than was paid');
  }
}

const spotOfRecord = (selection: Selection): Spot => spotFrom(makeSelection({ index: 0, ...selection }));

/** Winnings that were taken back are not there to be taken again. */
const withoutWinnings = (last: LastRoll, name: string): LastRoll => ({
  ...last,
  settled: last.settled.map((settled) => (settled.player === name ? { ...settled, winnings: 0 } : settled)),
});

const withoutPaid =
  (name: string) =>
  (roll: PastRoll): PastRoll => ({
    ...roll,
    settled: roll.settled.map((one) =>
      one.player === name ? { ...one, winnings: 0, got: one.got - one.winnings } : one,
    ),
  });

const winningsOf = (last: LastRoll | null, name: string): Cents =>
  (last?.settled ?? []).reduce((sum, { player, winnings }) => sum + (player === name ? winnings : 0), 0);

export const powerEvents: Evolvers<
  | 'wager-refused'
  | 'wagers-barred'
  | 'wagers-voided'
  | 'outcome-invalidated'
  | 'wagers-found-invalid'
  | 'measure-recorded'
> = {
  'measure-recorded': (table, { player, person, measure, seized }) => {
    need(isOneOf(MEASURES, measure), `no measure ${measure}`);
    need(guestOf(table, player)?.person === person, `${person} is not ${player}`);
    if (seized === undefined) return table;
    need(isSum(seized) && seized > 0 && measure === 'seize-winnings', 'money seized by another measure');
    // What was seized does not come back with a roll that is undone.
    const last = table.last && { ...table.last, touched: true };
    return { ...table, game: takeWinnings(table.game, player, seized), last };
  },
  'wager-refused': evolveReturned,
  'wagers-barred': (table, { player, ground }) => withGuest(table, player, { barred: ground }),
  'wagers-voided': evolveVoided,
  'outcome-invalidated': (table, event) => {
    if (event.how !== undefined) return evolveInvalidated(table, event);
    need(BEFORE_MORE.includes(table.phase), `a roll undone while ${PHASE_WORDS[table.phase]}`);
    const last = table.last ?? impossible('no roll to invalidate');
    need(!last.touched, 'a roll invalidated after wagers were touched');
    need(event.point === last.before.point, 'another point than before the roll');
    needDecided(last, event);
    const staffed = table.game.rulebook.conduct.run.value === 'staffed';
    const phase = staffed ? 'betting' : table.phase;
    const hasDice = last.shooter.shooter !== null || last.shooter.stick;
    return {
      ...table,
      game: undo(table, event),
      shooter: last.shooter,
      last: null,
      phase: staffed && !hasDice ? 'offering' : phase,
    };
  },
  'wagers-found-invalid': (table, { player, returned, when, winningsTaken }) => {
    const owed = when === 'during-result' ? winningsOf(table.last, player) : 0;
    need(winningsTaken === owed, 'other winnings taken than the roll paid');
    // Play goes on with a card of one's own, presented anew (star-2024 10.1).
    return {
      ...withGuest(table, player, { card: null }),
      game: takeWinnings(giveBackTo(table.game, player, returned), player, winningsTaken),
      last: table.last && withoutWinnings(table.last, player),
      ...withoutLinesOf(table, player),
      ...(table.past && owed > 0 ? { past: withRoll(table, table.throws, withoutPaid(player)) } : {}),
    };
  },
};
