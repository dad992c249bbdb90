import type { Conduct } from '../conduct.js';
import { applyCalled, applyHeld, applyPlaced } from '../game/apply.js';
import { bet, call, type Placed, take } from '../game/index.js';
import { type Fields, isWord, readSpot } from '../game/input.js';
import { countedOf, flatSpotOf, limitFor } from '../game/limits.js';
import { makeSelection, type Selection, spotFrom } from '../game/save.js';
import {
  type Called,
  type FoundMarks,
  findPlayer,
  type Game,
  type Player,
  stakesOf,
  wagerAt,
  withPlayer,
} from '../game/state.js';
import type { WagerTokens } from '../game/tokens.js';
import { type Cents, isStake, makeDollars } from '../money.js';
import { type Refusal, type RefusalCode, refuse } from '../result.js';
import type { Power } from '../rulebook.js';
import type { Spot } from '../wager.js';
import type { By, EventOf, Happened } from './event.js';
import { type FieldsOf, SELECTION } from './fields.js';
import { giveBackTo, giveOneBack, makeReturned } from './returning.js';
import { exclusion, isExcluded, isOneTooMany, lacksLine } from './shooter.js';
import { guestOf, playsChips, type Table } from './state.js';
import { whyNotTurn } from './turns.js';
import {
  type Authority,
  bad,
  type Evolvers,
  happened,
  heldTerminal,
  isSum,
  need,
  no,
  readBy,
  under,
  type Verb,
  verb,
  whyNotAllowed,
  whyNotOnDuty,
} from './verb.js';

/** A bet as the game layer reads it. */
const BET = {
  player: 'player',
  ...SELECTION,
  amount: 'amount',
  stay: 'stay?',
  found: 'flag?',
  tokens: 'tokens?',
  voucher: 'known?',
} as const;
type BetFields = FieldsOf<typeof BET>;

/** How a wager reaches the layout. */
export interface Manner {
  readonly found: boolean;
  readonly oral: boolean;
  /** Why a strict close would be unfair (aruze 3.3.8). */
  readonly unfair: string | null;
  /** The crew who confirm it. */
  readonly by: By | null;
  readonly second: By | null;
  /** For whom, where it is for somebody else (R49). */
  readonly owner?: string | null;
}

const otherThan = (table: Table, player: string, owner: string | undefined): string | null =>
  owner === undefined || owner === player || owner === guestOf(table, player)?.person ? null : owner;

/** star-2024 10.1: a wager for another person is invalid, whatever agency is claimed (R49). */
function whyNotForAnother({ game }: Table, { owner }: Manner): Refusal | null {
  const { card } = game.rulebook.conduct.wagers;
  if (owner == null || card.value === 'none') return null;
  return no('no-card', card, `A wager for ${owner} is ${owner}'s to place, with a card of their own.`);
}

export const bets = verb({
  fields: { ...BET, oral: 'flag?', confirmed: 'by?', unfair: 'text?', for: 'person?' },
  run: (table, asked) => {
    const { oral, confirmed, unfair, for: owner, ...fields } = asked.fields;
    const second = confirmed === undefined ? null : readBy(confirmed);
    if (typeof second === 'string') return bad(`confirmed: ${second}`);
    const manner: Manner = {
      found: fields.found === true,
      oral: oral === true,
      unfair: unfair ?? null,
      by: asked.by,
      second,
      owner: otherThan(table, fields.player, owner),
    };
    return betIn(table, fields, manner);
  },
});

/** A bet, or why not with the nearest amount that would be taken: nothing names an amount that another rule refuses. */
function betIn(table: Table, fields: BetFields, manner: Manner): ReturnType<Verb['run']> {
  const result = tryBet(table, fields, manner);
  if (result.ok || !SIZES.includes(result.refused.code)) return result;
  const isTaken = (amount: Cents) => tryBet(table, { ...fields, amount }, manner).ok;
  const nearest = nearestOf(table, fields, result.refused).find(isTaken);
  return refuse(restated(result.refused, nearest));
}

/** Refusals that another amount may lift. */
const SIZES: readonly RefusalCode[] = [
  'not-in-chips',
  'indivisible',
  'below-minimum',
  'off-unit',
  'above-maximum',
  'above-odds-limit',
  'insufficient',
];

/** Amounts to try: the game's own, the nearest in what the sign leaves of a sum, and what a player's sum asks for. */
function nearestOf(counted: Table, fields: BetFields, { nearest }: Refusal): readonly Cents[] {
  const table = withRail(counted, fields.player);
  const player = findPlayer(table.game, fields.player) as Player;
  const read = readSpot(fields);
  if ('fault' in read) return [];
  const inRoom = bet(withinRoom(table, player, read.spot), fields);
  const least = (table.sign.perPlayer?.min ?? 0) - stakesOf(player);
  const all = [nearest, inRoom.ok ? undefined : inRoom.refused.nearest, least];
  return all.filter((amount): amount is Cents => amount !== undefined && isStake(amount));
}

/** Odds have no maximum that room could lower, and cost no commission: what is in hand is as good a bound for them. */
function withinRoom(table: Table, player: Player, spot: Spot): Game {
  const { game } = table;
  if (limitFor(game, player, spot.wager) !== null) return withRoom(table, player, spot);
  const balance = Math.min(player.balance, Math.max(0, roomFor(table, player, spot)));
  return { ...game, players: withPlayer(game, { ...player, balance }) };
}

const nearestWords = (amount: Cents): string => ` Nearest: ${makeDollars(amount)}.`;

function restated({ nearest: old, message, ...refusal }: Refusal, nearest: Cents | undefined): Refusal {
  const words = old === undefined ? '' : nearestWords(old);
  const bare = message.endsWith(words) ? message.slice(0, message.length - words.length) : message;
  return nearest === undefined
    ? { ...refusal, message: bare }
    : { ...refusal, message: `${bare}${nearestWords(nearest)}`, nearest };
}

/** More than anybody brings to a table, and still countable to the cent. */
const RAIL = 1e15;

/** R53: what is in a rail nobody has counted, so that no wager of chips is beyond it. */
export function withRail(table: Table, name: string): Table {
  const player = findPlayer(table.game, name);
  if (!player || !playsChips(table, name)) return table;
  const players = withPlayer(table.game, { ...player, balance: RAIL });
  return { ...table, game: { ...table.game, players } };
}

/** R53: chips put down beyond what the player is known to hold were brought. */
function broughtFor(table: Table, name: string, cost: Cents): readonly Happened[] {
  const short = cost - (findPlayer(table.game, name)?.balance ?? 0);
  if (!playsChips(table, name) || short <= 0) return [];
  const { assisted } = table.game.rulebook.conduct.wagers;
  return [
    {
      event: 'chips-bought',
      player: name,
      amount: short,
      with: 'brought',
      ...under(assisted),
      ruling: 'R53',
    },
  ];
}

function tryBet(counted: Table, fields: BetFields, manner: Manner): ReturnType<Verb['run']> {
  const read = readSpot(fields);
  if ('fault' in read) return bad(read.fault);
  const table = withRail(counted, fields.player);
  const player = findPlayer(table.game, fields.player) as Player;
  const rescue = isRescueFor(table, player, read.spot);
  // The book's own "no" counts before the table's: what cannot be bet at all is said first.
  const game = manner.found ? withRoom(table, player, read.spot) : table.game;
  const placed = rescue ? betRescue(table, fields, player, read.spot) : bet(game, fields);
  if (!placed.ok && placed.refused.code === 'bad-input') return placed;
  const barred =
    whyNotPlay(table, player.name) ?? whyNotForAnother(table, manner) ?? whyNotBetNow(table, manner);
  if (barred) return refuse(barred);
  if (!placed.ok) return refuse(whyNoOdds(table, player, read.spot, placed.refused));
  const amount = fields.amount as Cents;
  const excess = manner.found || rescue ? null : whyAboveTable(table, player, read.spot, amount);
  if (excess) return refuse(excess);
  const placement = { table, player, spot: read.spot, placed: placed.value, rescue };
  const isPlain = !rescue && fields.stay === undefined && isPlainManner(table, manner);
  const { tokens } = placed.value;
  const cost = amount - (tokens?.amount ?? 0) + placed.value.commission;
  return happened(...broughtFor(counted, player.name, cost), {
    event: 'wagered',
    player: player.name,
    ...makeSelection(read.spot),
    amount,
    whole: placed.value.amount,
    commission: placed.value.commission,
    ...(tokens ? { tokens } : {}),
    ...(isPlain ? placed.value.marks : particulars(placement, fields, manner)),
    ...(rescue
      ? under(table.game.rulebook.conduct.shooter.withoutLine)
      : { clause: table.game.rulebook.wagers[read.spot.wager]?.clause ?? null }),
  });
}

/** A wager that was taken, on its way into the record. */
interface Placement {
  readonly table: Table;
  readonly player: Player;
  readonly spot: Spot;
  readonly placed: Placed;
  readonly rescue: boolean;
}

/** As most wagers come: in time, by the player, with nobody's word asked for. */
const isPlainManner = ({ phase }: Table, { found, oral, unfair, by, second, owner }: Manner): boolean =>
  phase !== 'thrown' && !found && !oral && unfair === null && by === null && second === null && owner == null;

/** What else is to be said of how it came to stand there. */
const particulars = (
  { table, player, spot, placed, rescue }: Placement,
  { stay }: BetFields,
  manner: Manner,
) => ({
  ...(stay === undefined ? {} : { stay: stay as boolean }),
  ...(manner.found ? { found: true as const } : {}),
  ...placed.marks,
  ...(manner.found ? countsInRoom(table, player, spot, placed) : {}),
  ...(rescue ? { rescue: true as const } : {}),
  ...(table.phase === 'thrown' && !manner.found ? { late: true as const } : {}),
  ...(manner.oral ? { oral: true as const } : {}),
  ...(manner.unfair === null ? {} : { unfair: manner.unfair }),
  ...(isMereEntry(table, player.name, manner) ? {} : confirmations(manner)),
  ...(manner.owner == null ? {} : { for: manner.owner }),
});

/** R53: chips entered in time for a player who has them on the felt; nobody needs to confirm that. */
const isMereEntry = (table: Table, player: string, { found, oral, unfair }: Manner): boolean =>
  playsChips(table, player) && table.phase !== 'thrown' && !found && !oral && unfair === null;

const confirmations = ({ by, second }: Manner) => {
  const confirmed = [by, second].filter((person): person is By => person !== null);
  return confirmed.length === 0 ? {} : { confirmed };
};

export const whyExcluded = (table: Table, player: string): Refusal | null =>
  isExcluded(table, player)
    ? no('excluded', exclusion(table), `${player} is excluded from this game.`)
    : null;

/** adelaide 14(b), 14(c): further wagers of this player are refused. */
function whyBarred(table: Table, player: string): Refusal | null {
  const barred = guestOf(table, player)?.barred;
  const ground = table.game.rulebook.conduct.people.breaches.find(({ id }) => id === barred);
  return ground
    ? no('not-allowed', ground, `Further wagers of ${player} are refused: ${ground.text}.`)
    : null;
}

/** aruze 7.1: held to fewer terminals, a person plays at those they took first. */
function whyTooManyPlaces(table: Table, player: string): Refusal | null {
  if (!isOneTooMany(table, player)) return null;
  const { severalPlaces } = table.game.rulebook.conduct.people;
  return no('table-full', severalPlaces, 'You have been told to play fewer terminals than you hold.');
}

/** Somebody who may not play here at all. */
export function whyNotPlay(table: Table, player: string): Refusal | null {
  const guest = guestOf(table, player);
  const { card } = table.game.rulebook.conduct.wagers;
  const out = whyExcluded(table, player) ?? whyBarred(table, player) ?? whyTooManyPlaces(table, player);
  if (out) return out;
  if (guest?.malfunction) return heldTerminal(table);
  const early = whyNotTurn(table, player);
  if (early) return early;
  if (card.value === 'own-card' && !guest?.card)
    return no('no-card', card, 'Present your player card before you play.');
  return null;
}

/** R19, R21: is a wager taken at this moment, and with whose word? */
export function whyNotBetNow(table: Table, manner: Manner): Refusal | null {
  if (manner.found) return whyNotFound(table, manner);
  if (manner.oral && table.game.rulebook.conduct.wagers.oral.value === 'no') return whyNotOral(table, manner);
  switch (table.phase) {
    case 'offering':
    case 'betting':
      return table.noMoreBets ? announced(table) : manner.oral ? whyNotOral(table, manner) : null;
    case 'thrown':
      return whyNotLate(table, manner);
    case 'settling':
      return no(
        'after-close',
        table.game.rulebook.conduct.wagers.handsOff,
        'Wagers wait until the last roll is settled.',
      );
    case 'wagering':
      return isPeriodOver(table) ? whyNotRelaxed(table, manner) : null;
    case 'shooting':
      return whyNotRelaxed(table, manner);
    default:
      return closedNow(table);
  }
}

/** The period ends with its time, whether or not the clock has said so yet. */
const isPeriodOver = ({ deadline, at }: Table): boolean => deadline !== null && at >= deadline;

const announced = (table: Table): Refusal =>
  no(
    'after-close',
    table.game.rulebook.conduct.wagers.noMoreBets,
    'No more bets: nothing is touched until the result.',
  );

const closedNow = (table: Table): Refusal =>
  no('after-close', table.game.rulebook.conduct.wagers.lateUntil, 'Wagering is closed.');

function whyNotFound(table: Table, manner: Manner): Refusal | null {
  const { underMinimum } = table.game.rulebook.found;
  if (underMinimum.value === 'refused') return closedNow(table);
  if (table.phase !== 'thrown')
    return no(
      'out-of-phase',
      underMinimum,
      'Chips are found once the dice are thrown and before the result.',
    );
  return whyNotAllowed(table, 'settle-wagers', manner.by, 'say what was found on the layout');
}

function whyNotLate(table: Table, manner: Manner): Refusal | null {
  const { lateUntil, lateConfirmations } = table.game.rulebook.conduct.wagers;
  if (lateUntil.value === 'not-late')
    return no('after-close', lateUntil, 'Wagers are made before the dice are thrown.');
  if (table.noMoreBets) return announced(table);
  if (lateUntil.value === 'no-more-bets' && !manner.oral) {
    return no('after-close', lateUntil, 'Once the dice are thrown only oral wagers are taken here.');
  }
  return manner.oral
    ? whyNotOral(table, manner)
    : whyNotConfirmed(table, 'confirm-late-wager', manner, lateConfirmations);
}

function whyNotOral(table: Table, manner: Manner): Refusal | null {
  const { oral, oralConfirmations } = table.game.rulebook.conduct.wagers;
  if (oral.value === 'no') return no('not-allowed', oral, 'Oral wagers are not taken here.');
  const hasSecond = table.staff.some(({ role }) => role === 'stickperson');
  if (oral.value === 'second-dealer-only' && !hasSecond) {
    return no('not-allowed', oral, 'Oral wagers are taken only when a second dealer acts as stickperson.');
  }
  return whyNotConfirmed(table, 'confirm-oral-wager', manner, oralConfirmations);
}

function whyNotConfirmed(
  table: Table,
  power: Power,
  { by, second }: Manner,
  rule: Conduct['wagers']['lateConfirmations'],
): Refusal | null {
  const why = whyNotAllowed(table, power, by, 'confirm a wager');
  if (why || rule.value < 2) return why;
  if (!second)
    return no(
      'not-allowed',
      { clause: rule.clause },
      'One dealer announces such a wager and another confirms it.',
    );
  if (second.id === by?.id)
    return no(
      'not-allowed',
      { clause: rule.clause },
      'The one who confirms must be another than the one who announces.',
    );
  return whyNotOnDuty(table, second);
}

/** aruze 3.3.8: after the close a supervisor may still allow what it would be unfair to refuse. */
function whyNotRelaxed(table: Table, { unfair, by }: Manner): Refusal | null {
  if (unfair === null) return closedNow(table);
  return whyNotAllowed(table, 'relax-close', by, 'relax the close of wagering');
}

/** crown 5.1.1(c): the shooter, found without a line wager with the point on, places one of the table minimum. */
export function isRescueFor(table: Table, player: Player, spot: Spot): boolean {
  const { withoutLine } = table.game.rulebook.conduct.shooter;
  const isLine = spot.wager === 'pass' || spot.wager === 'dont-pass';
  return (
    isLine &&
    withoutLine.value === 'rescue-wager' &&
    table.game.point !== null &&
    table.shooter.asked &&
    table.shooter.shooter === player.name &&
    lacksLine(table)
  );
}

/** crown 5.1.1(c): what was placed to go on throwing carries no odds, and that is why there is nothing to back. */
export function whyNoOdds(table: Table, player: Player, spot: Spot, why: Refusal): Refusal {
  if (why.code !== 'no-flat-wager' || !wagerAt(player, flatSpotOf(spot))?.rescue) return why;
  const { withoutLine } = table.game.rulebook.conduct.shooter;
  return no('no-flat-wager', withoutLine, 'A wager placed to go on throwing carries no odds.');
}

/** The game in which a rescue wager is placed: as before a come out roll, and by the minimum of the table (R40). */
export const rescueGame = ({ game }: Table, { limit: _limit, ...player }: Player): Game => ({
  ...game,
  point: null,
  players: withPlayer(game, player),
});

function betRescue(table: Table, fields: Fields, player: Player, spot: Spot): ReturnType<typeof bet> {
  const placed = bet(rescueGame(table, player), fields);
  const min = table.game.sign.limits[spot.wager]?.min ?? 0;
  if (placed.ok && placed.value.amount <= min) return placed;
  const { withoutLine } = table.game.rulebook.conduct.shooter;
  const text = `A wager to go on throwing is no greater than the minimum of ${makeDollars(min)}.`;
  const { nearest: _nearest, ...why } = placed.ok ? no('above-maximum', withoutLine, text) : placed.refused;
  return refuse(player.balance < min || why.code === 'bad-input' ? why : { ...why, nearest: min });
}

/** R12: limits on the sum of a player's wagers and on an area of the layout. */
export function whyAboveTable(table: Table, player: Player, spot: Spot, amount: Cents): Refusal | null {
  const { perPlayer, perArea } = table.sign;
  const { sign } = table.game.rulebook.limits;
  const whole = stakesOf(player) + amount;
  if (perPlayer && whole > perPlayer.max) {
    return no(
      'above-maximum',
      sign,
      `Your wagers together would be ${makeDollars(whole)}; the sign allows ${makeDollars(perPlayer.max)} a player.`,
    );
  }
  if (perPlayer?.min !== undefined && whole < perPlayer.min) {
    return no(
      'below-minimum',
      sign,
      `Your wagers together would be ${makeDollars(whole)}; the sign asks for ${makeDollars(perPlayer.min)} a player.`,
    );
  }
  const area = areaTotal(table, spot) + amount;
  if (!perArea || area <= perArea.max) return null;
  return no(
    'above-maximum',
    sign,
    `All wagers there would be ${makeDollars(area)}; the sign allows ${makeDollars(perArea.max)} an area.`,
  );
}

export const areaTotal = (table: Table, spot: Spot): Cents =>
  table.game.players.reduce((sum, player) => sum + (wagerAt(player, spot)?.amount ?? 0), 0);

/** What the sign leaves a player for this spot, beyond what stands: of their sum and of the area. */
export function roomFor(table: Table, player: Player, spot: Spot): Cents {
  const { perPlayer, perArea } = table.sign;
  const own = perPlayer ? perPlayer.max - stakesOf(player) : Number.POSITIVE_INFINITY;
  const area = perArea ? perArea.max - areaTotal(table, spot) : Number.POSITIVE_INFINITY;
  return Math.min(own, area);
}

/** The most of a wager on this spot that can count: what counted before, and as much more as the sign has room for. */
function mostInRoom(table: Table, player: Player, spot: Spot): Cents {
  const stands = wagerAt(player, spot);
  return (stands ? countedOf(stands, stands.amount) : 0) + Math.max(0, roomFor(table, player, spot));
}

/** R35: chips found over the sum of a player or of an area are judged as over a maximum of the wager. */
function withRoom({ game, ...table }: Table, player: Player, spot: Spot): Game {
  const limit = limitFor(game, player, spot.wager);
  const most = mostInRoom({ game, ...table }, player, spot);
  if (limit === null || most >= limit.max) return game;
  const less = { ...limit, max: most };
  // Whichever of the two limits it keeps its rule: the sign's, or that on a player's own.
  return player.limit
    ? { ...game, players: withPlayer(game, { ...player, limit: less }) }
    : { ...game, sign: { ...game.sign, limits: { ...game.sign.limits, [spot.wager]: less } } };
}

/** Odds have no maximum of their own on most signs; the sum of a player binds them all the same. */
function countsInRoom(
  table: Table,
  player: Player,
  spot: Spot,
  { amount, marks }: Placed,
): { readonly counts?: Cents } {
  const most = Math.min(marks.counts ?? amount, mostInRoom(table, player, spot));
  return most < amount ? { counts: most } : {};
}

/** What may be touched now: before the throw, or until the wagering period ends. */
export function whyNotTouch(
  table: Table,
  player: string,
  unfair: string | null,
  by: By | null,
): Refusal | null {
  const { removalEnds, handsOff } = table.game.rulebook.conduct.wagers;
  if (guestOf(table, player)?.malfunction) return heldTerminal(table);
  switch (table.phase) {
    case 'offering':
    case 'betting':
      return table.noMoreBets ? announced(table) : whyNotTurn(table, player);
    case 'thrown':
      return whyNotTouchThrown(table);
    case 'settling':
      return no('after-close', handsOff, 'Wagers are not touched until the last roll is settled.');
    case 'wagering':
    case 'shooting': {
      const open = table.phase === 'wagering' && !isPeriodOver(table);
      return open ? null : whyNotRelaxed(table, { unfair, by, found: false, oral: false, second: null });
    }
    default:
      return no('after-close', removalEnds, 'Once the dice are in play nothing is taken or called.');
  }
}

/** crown 3.4 counts to the result of the roll; elsewhere nothing is touched once the dice have left the hand (R26). */
function whyNotTouchThrown(table: Table): Refusal | null {
  const { removalEnds } = table.game.rulebook.conduct.wagers;
  if (table.noMoreBets) return announced(table);
  if (removalEnds.value === 'at-the-result') return null;
  return no('after-close', removalEnds, 'Once the dice are in play nothing is taken or called.');
}

export const takes = verb({
  fields: { player: 'player', ...SELECTION, amount: 'amount?', tokens: 'tokens?', unfair: 'text?' },
  run: (table, asked) => {
    const { unfair, ...fields } = asked.fields;
    const taken = take(table.game, fields);
    if (!taken.ok && taken.refused.code === 'bad-input') return taken;
    const why = whyNotTouch(table, fields.player, unfair ?? null, asked.by);
    if (why) return refuse(why);
    if (!taken.ok) return taken;
    const { spot, taken: amount, commissionReturned, tokens, alsoReturned } = taken.value;
    const after = findPlayer(taken.value.game, taken.value.player);
    const before = findPlayer(table.game, taken.value.player);
    return happened({
      event: 'took',
      player: taken.value.player,
      ...makeSelection(spot),
      amount,
      ...(tokens === undefined ? {} : { tokens }),
      commissionReturned,
      alsoReturned: alsoReturned.map((odds) => makeReturned(taken.value.player, odds)),
      holdsDontCome: after?.dontComeHeld === true && before?.dontComeHeld === false,
      ...(unfair === undefined ? {} : { unfair }),
      ...under(takeRule(table, unfair)),
    });
  },
});

/** aruze 3.3.8 lets it come down where 3.8.1 would not. */
const takeRule = ({ game }: Table, unfair: string | undefined): Authority => {
  const { wagers, round } = game.rulebook.conduct;
  return unfair === undefined || round === null ? wagers.removalEnds : round.relaxClose;
};

const calls = verb({
  fields: { player: 'player', wager: 'wager', number: 'number?', to: 'call' },
  run: (table, asked) => {
    const result = call(table.game, asked.fields);
    if (!result.ok && result.refused.code === 'bad-input') return result;
    const name = asked.fields.player;
    const why = whyExcluded(table, name) ?? whyNotTouch(table, name, null, null);
    if (why) return refuse(why);
    if (!result.ok) return result;
    const unconfirmed = whyCallUnconfirmed(table, asked.fields.to, asked.by);
    if (unconfirmed) return refuse(unconfirmed);
    const after = findPlayer(result.value.game, result.value.player) as Player;
    const rule = callRule(table, asked.fields.to as Called);
    if (result.value.called.every((spot) => isCalledSo(table, after, spot)))
      return refuse(
        no('nothing-to-do', rule, `That is how they work already: nothing to call ${asked.fields.to}.`),
      );
    return happened({
      event: 'called',
      player: after.name,
      to: asked.fields.to as 'on' | 'off',
      wagers: result.value.called.map((spot) => ({
        ...makeSelection(spot),
        called: wagerAt(after, spot)?.called ?? null,
      })),
      ...under(rule),
    });
  },
});

/** crown 3.5.2 has a clause of its own for off; elsewhere one says both. */
const callRule = ({ game }: Table, to: Called): Authority =>
  (to === 'off' ? game.rulebook.powers['confirm-call-off'] : null) ?? game.rulebook.calls.covers;

const isCalledSo = (table: Table, after: Player, spot: Spot): boolean => {
  const before = findPlayer(table.game, after.name) as Player;
  return wagerAt(before, spot)?.called === wagerAt(after, spot)?.called;
};

/** A dealer's word and marker: for both calls at crown 3.5.1(a), 3.5.2(a); for on alone at star 6.6.1, adelaide 5(e). */
function whyCallUnconfirmed(table: Table, to: unknown, by: By | null): Refusal | null {
  const power: Power = to === 'on' ? 'confirm-call' : 'confirm-call-off';
  if (table.game.rulebook.powers[power] === null) return null;
  return whyNotAllowed(table, power, by, 'confirm a call');
}

export const wageringVerbs = { bet: bets, take: takes, call: calls } as const;

const spotOfEvent = (selection: Selection): Spot => spotFrom(makeSelection({ index: 0, ...selection }));

/** What the record says that the wager remembers of being found. */
function marksIn({ counts, multiple, whole }: EventOf<'wagered'>): FoundMarks {
  need(counts === undefined || (isSum(counts) && counts < whole), 'a wager that counts for more than it is');
  need(multiple === undefined || isStake(multiple), 'multiples of no money');
  return { ...(counts === undefined ? {} : { counts }), ...(multiple === undefined ? {} : { multiple }) };
}

/** The tokens that the record says were among what was put down. */
function tokensIn({ tokens, amount }: EventOf<'wagered'>): WagerTokens {
  need(tokens !== undefined && isWord(tokens.voucher), 'tokens of no voucher');
  need(isStake(tokens.amount) && tokens.amount <= amount, 'more tokens than were put down');
  need(isSum(tokens.commission ?? 0), 'a commission in no tokens');
  return tokens;
}

function evolveWagered(table: Table, event: EventOf<'wagered'>): Table {
  const { amount, commission, whole } = event;
  const player = findPlayer(table.game, event.player);
  const stood = (player && wagerAt(player, spotOfEvent(event))?.amount) ?? 0;
  need(isStake(amount) && isSum(commission) && whole === stood + amount, 'a wager of another amount');
  const game = applyPlaced(table.game, {
    player: event.player,
    spot: spotOfEvent(event),
    amount: event.amount,
    commission: event.commission,
    ...(event.stay === undefined ? {} : { stay: event.stay }),
    found: event.found === true,
    rescue: event.rescue === true,
    marks: marksIn(event),
    ...(event.tokens ? { tokens: tokensIn(event) } : {}),
  });
  // Whoever was asked for a line wager has placed one: a later want of one is asked about anew.
  const isShootersLine =
    event.player === table.shooter.shooter && (event.wager === 'pass' || event.wager === 'dont-pass');
  return { ...table, game, shooter: isShootersLine ? { ...table.shooter, asked: false } : table.shooter };
}

const isCall = (called: unknown): boolean => called === null || called === 'on' || called === 'off';

export const wageringEvents: Evolvers<'wagered' | 'took' | 'called'> = {
  wagered: evolveWagered,
  took: (table, event) => {
    const { player, amount, tokens, commissionReturned, alsoReturned, holdsDontCome } = event;
    const selection = makeSelection(spotOfEvent(event));
    const back = { player, ...selection, amount, commission: commissionReturned };
    const taken = giveOneBack(table.game, tokens === undefined ? back : { ...back, tokens });
    const game = giveBackTo(taken, player, alsoReturned);
    return { ...table, game: holdsDontCome ? applyHeld(game, player) : game };
  },
  called: (table, { player, wagers }) => {
    need(wagers.length > 0 && wagers.every(({ called }) => isCall(called)), 'a call of nothing');
    const game = applyCalled(
      table.game,
      player,
      wagers.map((wager) => ({ spot: spotOfEvent(wager), called: wager.called })),
    );
    return { ...table, game };
  },
};
