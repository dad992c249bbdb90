import { impossible } from '../game/apply.js';
import { take } from '../game/index.js';
import { readSpot, show } from '../game/input.js';
import { makeSelection, type Selection, spotFrom } from '../game/save.js';
import { findPlayer, type Game, type Player, type Wager, withPlayer } from '../game/state.js';
import { type Cents, makeDollars } from '../money.js';
import { accept, type Result, refuse } from '../result.js';
import { SPOTS, type Spot } from '../wager.js';
import { type EventBodies, type EventOf, INVALID_REASONS, type InvalidReason } from './event.js';
import { groundOf } from './people.js';
import { allOf, giveBackTo } from './returning.js';
import { guestOf, type LastRoll, type Table, withGuest } from './state.js';
import {
  type Asked,
  bad,
  type Evolvers,
  happened,
  isSum,
  need,
  no,
  refused,
  under,
  type Verb,
  type Verbs,
  whyNotAllowed,
} from './verb.js';

const playerIn = (table: Table, fields: { readonly [field: string]: unknown }): Player =>
  findPlayer(table.game, fields['player'] as string) as Player;

const refusesWager: Verb = {
  help: 'refuse a wager on reasonable grounds; it comes down only as its owner could take it down',
  fields: { player: 'player', wager: 'any', number: 'any?', high: 'any?', dice: 'any?', reason: 'text' },
  power: 'refuse-wager',
  phases: ['offering', 'betting'],
  run: (table, asked) => {
    const { reason, ...fields } = asked.fields;
    const read = readSpot(fields);
    if ('fault' in read) return bad(read.fault);
    const taken = take(table.game, fields);
    if (!taken.ok) return taken;
    const { player, spot, taken: amount, commissionReturned, alsoReturned } = taken.value;
    const back = (of: Spot, chips: Cents, commission: Cents) => ({
      player,
      ...makeSelection(of),
      amount: chips,
      commission,
    });
    return happened({
      event: 'wager-refused',
      player,
      reason: reason as string,
      returned: [
        back(spot, amount, commissionReturned),
        ...alsoReturned.map((odds) => back(odds.spot, odds.amount, 0)),
      ],
      ...under(table.game.rulebook.powers['refuse-wager']),
    });
  },
};

const voidsWagers: Verb = {
  help: 'declare the wagers of a person who broke the rules void',
  fields: { player: 'player', ground: 'name' },
  power: 'void-wagers',
  phases: ['offering', 'betting', 'wagering', 'settling'],
  run: (table, asked) => {
    const player = playerIn(table, asked.fields);
    const ground = groundOf(table, asked.fields['ground'] as string);
    if (!ground.ok) return ground;
    return happened({
      event: 'wagers-voided',
      player: player.name,
      ground: asked.fields['ground'] as string,
      returned: allOf(player),
      ...under(table.game.rulebook.powers['void-wagers']),
      ruling: 'R20',
    });
  },
};

const invalidates: Verb = {
  help: 'invalidate the outcome of the last roll; `forfeit` names a fraudulent player, `money: "stands"` leaves it as it fell',
  fields: { ground: 'name', money: 'name?', forfeit: 'names?' },
  power: 'invalidate-outcome',
  phases: ['settling', 'offering', 'betting', 'wagering'],
  run: (table, asked) => {
    const {
      ground,
      money = 'refunded',
      forfeit = [],
    } = asked.fields as { ground: string; money?: string; forfeit?: readonly string[] };
    const { disruption, fraud, refund, forfeit: rule } = table.game.rulebook.conduct.invalidation;
    const found = [...disruption, ...fraud].find(({ id }) => id === ground);
    if (!found)
      return bad(`ground must be one of ${[...disruption, ...fraud].map(({ id }) => id).join(', ')}`);
    if (money !== 'refunded' && money !== 'stands') return bad('money must be "refunded" or "stands"');
    if (money === 'stands' && refund.value === 'will')
      return refused('not-allowed', refund, 'All wagers of an invalidated roll are refunded.');
    if (forfeit.length > 0 && money === 'stands') return bad('forfeit does not go with money that stands');
    if (forfeit.length > 0 && (rule.value === 'nobody' || !fraud.includes(found))) {
      return refused('not-allowed', rule, 'Nobody forfeits a wager on this ground.');
    }
    return (
      whyNotUndo(table, found.clause) ??
      whyNotForfeit(table, asked, forfeit) ??
      happened(invalidated(table.last as LastRoll, found, money, forfeit))
    );
  },
};

function whyNotForfeit(table: Table, { by }: Asked, names: readonly string[]): Result<never> | null {
  const stranger = names.find((name) => !findPlayer(table.game, name));
  if (stranger !== undefined) return bad(`forfeit: ${show(stranger)} is not at the table`);
  const why = names.length === 0 ? null : whyNotAllowed(table, 'forfeit-wagers', by, 'forfeit wagers');
  return why && refuse(why);
}

function whyNotUndo(table: Table, clause: string): Result<never> | null {
  if (!table.last) return refused('out-of-phase', { clause }, 'There is no roll to invalidate.');
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
  money: 'refunded' | 'stands',
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

const findsInvalid: Verb = {
  help: 'wagers found invalid because the player may not play, or not with that card; `why`: `card` or `for-another`',
  fields: { player: 'player', why: 'name?' },
  phases: ['offering', 'betting', 'settling'],
  run: (table, asked) => {
    const rule = table.game.rulebook.conduct.invalidWagers;
    if (rule.value === 'none')
      return refused('not-allowed', rule, 'This book has no invalid wagers of that kind.');
    // The clause names nobody: whoever may declare wagers void may find them invalid.
    const why = whyNotAllowed(table, 'void-wagers', asked.by, 'find wagers invalid');
    if (why) return refuse({ ...why, clause: why.clause && rule.clause });
    const reason = asked.fields['why'];
    if (reason !== undefined && !isInvalidReason(reason))
      return bad(`why must be one of ${INVALID_REASONS.join(', ')}`);
    const player = playerIn(table, asked.fields);
    const during = table.phase === 'settling';
    return happened({
      event: 'wagers-found-invalid',
      player: player.name,
      when: during ? 'during-result' : 'before-roll',
      returned: allOf(player),
      winningsTaken: during ? winningsOf(table.last, player.name) : 0,
      ...(reason === undefined ? {} : { why: reason }),
      clause: during ? '9.4.2' : '9.4.1',
      ruling: 'R20',
    });
  },
};

const isInvalidReason = (value: unknown): value is InvalidReason =>
  (INVALID_REASONS as readonly unknown[]).includes(value);

/** What may be done to a person beyond the game: the table writes it down. */
const MEASURES = ['seize-winnings', 'confiscate-device', 'detain', 'recommend-exclusion'] as const;
export type Measure = (typeof MEASURES)[number];
const isMeasure = (value: unknown): value is Measure => (MEASURES as readonly unknown[]).includes(value);

/** Those that the book of this table knows. */
export const measuresOf = (table: Table): readonly Measure[] =>
  MEASURES.filter((measure) => table.game.rulebook.powers[measure] !== null);

const recordsMeasure: Verb = {
  help: `record a measure against a person: ${MEASURES.join(', ')}; winnings are seized to the \`amount\` named`,
  fields: { player: 'player', measure: 'name', note: 'text', amount: 'stake?' },
  run: (table, asked) => {
    const { player, measure, note } = asked.fields as { player: string; measure: string; note: string };
    if (!isMeasure(measure)) return bad(`measure must be one of ${MEASURES.join(', ')}`);
    const why = whyNotAllowed(table, measure, asked.by, measure.replaceAll('-', ' '));
    if (why) return refuse(why);
    const seized = readSeized(table, playerIn(table, asked.fields), measure, asked.fields['amount']);
    if (!seized.ok) return seized;
    const person = guestOf(table, player)?.person ?? player;
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
};

/** crown 9.2.3, R85: what was won is seized as money, as far as it is there; no other measure takes any. */
function readSeized(
  table: Table,
  { name, balance }: Player,
  measure: Measure,
  amount: unknown,
): Result<{ readonly seized?: Cents; readonly ruling?: 'R85' }> {
  if (measure !== 'seize-winnings')
    return amount === undefined ? accept({}) : bad('amount goes with seize-winnings only');
  if (amount === undefined) return bad('amount must say how much is seized, in cents');
  if ((amount as Cents) <= balance) return accept({ seized: amount as Cents, ruling: 'R85' });
  const rule = table.game.rulebook.powers['seize-winnings'] ?? { clause: null };
  const message = `${name} has ${makeDollars(balance)} that is not on the layout.`;
  const refusal = no('insufficient', rule, message);
  return refuse(balance > 0 ? { ...refusal, nearest: balance } : refusal);
}

export const powerVerbs: Verbs = {
  'refuse-wager': refusesWager,
  'void-wagers': voidsWagers,
  invalidate: invalidates,
  'find-invalid': findsInvalid,
  'record-measure': recordsMeasure,
};

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

const winningsOf = (last: LastRoll | null, name: string): Cents =>
  (last?.settled ?? []).reduce((sum, { player, winnings }) => sum + (player === name ? winnings : 0), 0);

export const powerEvents: Evolvers<
  'wager-refused' | 'wagers-voided' | 'outcome-invalidated' | 'wagers-found-invalid' | 'measure-recorded'
> = {
  'measure-recorded': (table, { player, person, measure, seized }) => {
    need(isMeasure(measure), `no measure ${measure}`);
    need(guestOf(table, player)?.person === person, `${person} is not ${player}`);
    if (seized === undefined) return table;
    need(isSum(seized) && seized > 0 && measure === 'seize-winnings', 'money seized by another measure');
    // What was seized does not come back with a roll that is undone.
    const last = table.last && { ...table.last, touched: true };
    return { ...table, game: takeWinnings(table.game, player, seized), last };
  },
  'wager-refused': evolveReturned,
  'wagers-voided': evolveReturned,
  'outcome-invalidated': (table, event) => {
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
    };
  },
};
