import { isExcluded, lacksLine, nextToOffer, nobodyTakes, throwerOf, whyNotOffer } from './shooter.js';
import { type Guest, guestOf, type Instant, isPresent, type Table } from './state.js';
import { whyNotThrow } from './throwing.js';
import { areTurnsToCome, turnsNow } from './turns.js';

// What a table waits for, until when and for whom, from the table and its pace alone: what the crew acts by, and what
// every screen counts down.

/** How quickly an automatic crew works and how long it waits for people, in milliseconds. */
export interface Pace {
  readonly offer: number;
  /** A player who does not answer an offer of the dice is taken to decline (R58). */
  readonly answer: number;
  readonly choose: number;
  /** How long a shooter has to place the line wager that a throw needs. */
  readonly relieve: number;
  /** The least time to bet before a throw, unless everybody has said that they need no more (R57). */
  readonly window: number;
  /** How long a shooter has to throw while others wait (R57). */
  readonly throw: number;
  /** How long the stickperson waits before throwing for want of a shooter. */
  readonly stickThrow: number;
  readonly noMoreBets: number;
  readonly roll: number;
  readonly settle: number;
  /** How long the place of somebody who is away is kept (R59). */
  readonly away: number;
}

/** The pace of what is left to the automatic crew: what people do has no time of its own. */
export type KeptPace = Partial<Pace> & {
  /** Nobody's time is up before: a house that has just opened waits until people can be back. */
  readonly notBefore?: Instant;
};

/** What a table can wait for. */
export const WAITS = [
  'turn',
  'offer',
  'answer',
  'choose',
  'ask-line',
  'line',
  'throw',
  'thrown',
  'stick',
  'no-more-bets',
  'roll',
  'settle',
  'wagering',
  'shoot',
  'release',
  'bet',
] as const;
export type Wait = (typeof WAITS)[number];

/**
 * What is next. `line`: a shooter without the wager that a throw needs. `throw`: the shooter's, who must not before
 * `from`; `thrown`: the same, asked for already and done at its time. `bet`: nothing goes on before somebody bets.
 * `turn` of nobody: the turns to bet are still to be opened (R110).
 */
export interface Next {
  readonly what: Wait;
  /** Null: no time is set. */
  readonly at: Instant | null;
  /** The player it waits for, or is about. */
  readonly who: string | null;
  readonly from?: Instant;
}

/** Bots say so in their names, which no person can. */
const BOT = ' (bot)';
const isBot = ({ player }: Guest): boolean => player.endsWith(BOT);

/** Does nobody who is there need more time, `but` set aside? Bots need none; where nobody is, nobody has said so. */
export function isHurried({ guests }: Table, but: string | null = null): boolean {
  const present = guests.filter(isPresent);
  return present.length > 0 && present.every((guest) => guest.ready || isBot(guest) || guest.player === but);
}

const sinceOf = ({ since, at }: Table): Instant => since ?? at;

/** When the time to bet before the next throw is over, should `player` want to throw (R57). */
export function windowEnd(table: Table, { window }: KeptPace, player: string | null = null): Instant {
  const { wagersSince = table.at } = table;
  // Where everybody has had their turn, nobody needs more time (R110).
  return window === undefined || table.turns || isHurried(table, player)
    ? sinceOf(table)
    : wagersSince + window;
}

const later = (one: Instant, by: number | undefined): Instant | null => (by === undefined ? null : one + by);

/** What the table waits for; null where nobody plays and nothing is due. */
export function nextOf(table: Table, pace: KeptPace): Next | null {
  const next = gameNext(table, pace);
  if (next?.at != null) return next;
  return releaseNext(table, pace) ?? next;
}

function gameNext(table: Table, pace: KeptPace): Next | null {
  const since = sinceOf(table);
  const [turn] = turnsNow(table);
  if (turn) return { what: 'turn', at: turn.until, who: turn.player };
  if (areTurnsToCome(table)) return { what: 'turn', at: null, who: null };
  switch (table.phase) {
    case 'offering':
      return offeringNext(table, pace);
    case 'betting':
      return bettingNext(table, pace);
    case 'thrown':
      return thrownNext(table, pace);
    case 'settling':
      return { what: 'settle', at: later(since, pace.settle), who: null };
    case 'rolling':
      return { what: 'roll', at: later(since, pace.roll), who: null };
    case 'wagering':
    case 'shooting': {
      const what = table.phase === 'wagering' ? 'wagering' : 'shoot';
      return { what, at: table.deadline, who: table.shooter.shooter };
    }
    default:
      return null;
  }
}

const notBefore = (at: Instant, { notBefore: earliest = 0 }: KeptPace): Instant => Math.max(at, earliest);

function offeringNext(table: Table, pace: KeptPace): Next | null {
  const { offeredTo } = table.shooter;
  const since = sinceOf(table);
  if (offeredTo !== null) {
    const away = guestOf(table, offeredTo)?.away;
    const at = away === undefined ? later(since, pace.answer) : Math.max(since, away);
    return {
      what: 'answer',
      at: pace.answer === undefined || at === null ? null : notBefore(at, pace),
      who: offeredTo,
    };
  }
  if (whyNotOffer(table) === null && (nextToOffer(table) !== null || nobodyTakes(table).ok))
    return { what: 'offer', at: later(since, pace.offer), who: nextToOffer(table)?.name ?? null };
  return table.game.players.length === 0 ? null : { what: 'bet', at: null, who: null };
}

function thrownNext(table: Table, pace: KeptPace): Next {
  const { noMoreBets } = table.game.rulebook.conduct.wagers;
  const since = sinceOf(table);
  return noMoreBets.value === 'announced' && !table.noMoreBets
    ? { what: 'no-more-bets', at: later(since, pace.noMoreBets), who: null }
    : { what: 'roll', at: later(since, pace.roll), who: null };
}

function bettingNext(table: Table, pace: KeptPace): Next | null {
  const { shooter, stick, asked } = table.shooter;
  const since = sinceOf(table);
  if (stick) return { what: 'stick', at: stickAt(table, pace), who: null };
  if (shooter === null) return null;
  if (table.dice.hand.length < 2) return { what: 'choose', at: later(since, pace.choose), who: shooter };
  const { withoutLine } = table.game.rulebook.conduct.shooter;
  const isOut = isExcluded(table, shooter);
  if (!isOut && !lacksLine(table)) return throwNext(table, pace, shooter);
  const isAsked = isOut || table.game.point === null || withoutLine.value !== 'rescue-wager' || asked;
  if (!isAsked) return { what: 'ask-line', at: later(since, pace.choose), who: shooter };
  return { what: 'line', at: lineAt(table, pace, shooter), who: shooter };
}

/** Everybody who has wagers waits for the stick; it waits for those who are betting. */
function stickAt(table: Table, pace: KeptPace): Instant | null {
  const { stickThrow, choose = 0 } = pace;
  if (stickThrow === undefined) return null;
  const since = sinceOf(table);
  return isHurried(table) ? since + choose : Math.max(since + stickThrow, windowEnd(table, pace));
}

/** Nobody else is there to be kept waiting. */
const isAlone = ({ guests }: Table, player: string): boolean =>
  guests.every((guest) => !isPresent(guest) || guest.player === player) &&
  guests.some((guest) => isPresent(guest) && guest.player === player);

/** Time for whoever has the dice: none runs while nobody waits; whoever is away has a moment to come back. */
function untilFor(table: Table, pace: KeptPace, player: string, wait: number): Instant | null {
  if (isAlone(table, player)) return null;
  const away = guestOf(table, player)?.away;
  const gone = away === undefined ? 0 : away + Math.min(wait, pace.answer ?? wait);
  return notBefore(Math.max(sinceOf(table) + wait, gone), pace);
}

/** crown 5.1.1(c): with a point on, a shooter who was asked has the time to put down a line wager, alone or not. */
function lineAt(table: Table, pace: KeptPace, shooter: string): Instant | null {
  if (pace.relieve === undefined) return null;
  const may = table.game.point === null && !isExcluded(table, shooter);
  return may ? untilFor(table, pace, shooter, pace.relieve) : notBefore(sinceOf(table) + pace.relieve, pace);
}

function throwNext(table: Table, pace: KeptPace, shooter: string): Next {
  const thrower = throwerOf(table) ?? shooter;
  const from = windowEnd(table, pace, thrower);
  const isAsked = guestOf(table, thrower)?.ready === true && whyNotThrow(table, thrower, null) === null;
  // Where the window is not ours to keep, nobody's dice are ours to throw.
  if (isAsked && pace.window !== undefined) return { what: 'thrown', at: from, who: thrower };
  const limit = pace.throw === undefined ? null : untilFor(table, pace, thrower, pace.throw);
  return { what: 'throw', at: limit === null ? null : Math.max(limit, from), who: thrower, from };
}

/** R59: the place of whoever has been away longest, where wagers may be touched. */
export function releaseNext(table: Table, pace: KeptPace): Next | null {
  const { away: kept } = pace;
  if (kept === undefined || table.noMoreBets || !RELEASES.includes(table.phase)) return null;
  const [first] = table.guests
    .flatMap(({ away, player, malfunction, chips }) =>
      away === undefined || malfunction !== null || chips ? [] : [{ away, player }],
    )
    .sort((one, other) => one.away - other.away);
  return first ? { what: 'release', at: notBefore(first.away + kept, pace), who: first.player } : null;
}
const RELEASES: readonly string[] = ['offering', 'betting', 'wagering', 'stopped', 'closed'];
