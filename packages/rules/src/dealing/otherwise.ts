import { type Dice, THROWS } from '../dice.js';
import { decisionsOf } from '../game/decisions.js';
import { partsOf } from '../game/limits.js';
import { spotFrom } from '../game/save.js';
import { type Called, type Game, type Player, type Wager, withPlayer, withWager } from '../game/state.js';
import { chipsStaked } from '../game/tokens.js';
import { type Cents, isStake } from '../money.js';
import { POLICIES, type Policy } from '../policies.js';
import { accept, badInput, type Result, refuse } from '../result.js';
import type { Rulebook } from '../rulebook.js';
import { deviating } from '../rulebooks/deviation.js';
import type { RollOutcome } from '../table/event.js';
import type { Table } from '../table/state.js';
import { outcomeOf, withoutStays } from '../table/throwing.js';
import { lineIdOf } from './owed.js';

// A roll read otherwise than it was: the same table, the same engine, one thing taken another way. Whoever disputes a
// payout says what that is; what would have been paid is never said by anybody, but asked here (R100).

/** How else a roll may be read. What is left out is as the record has it. */
export interface Otherwise {
  /** Other faces. */
  readonly dice?: Dice;
  /** The wager of the line was called on, or off. */
  readonly called?: Called;
  /** So much stood on the line. */
  readonly stake?: Cents;
  /** Of what stood there no more than this counts: another maximum. */
  readonly counts?: Cents;
  /** A policy of the book, by its path, taken the other way. */
  readonly policy?: { readonly path: string; readonly value: string | number };
}

/** The policies that say what a roll does to a wager that stands: another value of another one changes no payout. */
const SETTLING: readonly string[] = [
  'bar.total',
  'bar.wager',
  'money.rounded',
  'money.offMultiple',
  'found.underMinimum',
];

/** What of a book may be read otherwise, with what else it may be. */
export const readingsOf = (book: Rulebook): readonly (Policy & { readonly others: readonly unknown[] })[] =>
  POLICIES.flatMap((policy) => {
    const here = SETTLING.includes(policy.path) ? policy.read(book) : null;
    const others = (policy.values ?? []).filter((value) => value !== here?.value);
    return here === null || others.length === 0 ? [] : [{ ...policy, others }];
  });

const nested = (path: readonly string[], value: unknown): object =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;

/** The book with one policy taken the other way; its clause stays the one that is read otherwise. */
export function readAnotherWay(
  book: Rulebook,
  { path, value }: NonNullable<Otherwise['policy']>,
): Result<Rulebook> {
  const all = readingsOf(book);
  const policy = all.find((one) => one.path === path);
  if (!policy)
    return refuse(
      badInput(`policy ${path} decides no payout at ${book.id}: ${all.map((one) => one.path).join(', ')} do`),
    );
  if (!policy.others.includes(value))
    return refuse(
      badInput(`policy ${path} may be read as ${policy.others.join(' or ')}, not as ${String(value)}`),
    );
  const says = nested(path.split('.'), { ...policy.read(book), value });
  return accept(deviating(book, [{ clause: policy.read(book)?.clause ?? '', says }]));
}

interface OnFelt {
  readonly player: Player;
  readonly wager: Wager;
}

/** The wager that a line of the sheet is about, as it stood before the roll. */
export function wagerOfLine({ players }: Game, line: string): OnFelt | null {
  const roll = line.slice(0, line.indexOf('/'));
  for (const player of players)
    for (const wager of player.wagers)
      if (lineIdOf(roll, player.name, wager.spot) === line) return { player, wager };
  return null;
}

const isThrow = (dice: unknown): boolean =>
  Array.isArray(dice) &&
  THROWS.some(([one, other]) => one === dice[0] && other === dice[1] && dice.length === 2);

function faultIn({ dice, stake, counts, called }: Otherwise): string | null {
  if (dice !== undefined && !isThrow(dice)) return 'dice must be two faces from 1 to 6';
  if (called !== undefined && called !== 'on' && called !== 'off') return 'called must be on or off';
  for (const [name, amount] of [
    ['stake', stake],
    ['counts', counts],
  ] as const)
    if (amount !== undefined && !isStake(amount)) return `${name} must be a positive whole number of cents`;
  return null;
}

/** Another stake; tokens that lay there are tokens still, as far as it goes (R92). */
const stakeOf = ({ tokens }: Wager, amount: Cents): Pick<Wager, 'amount' | 'tokens'> =>
  tokens === undefined
    ? { amount }
    : { amount, tokens: { ...tokens, amount: Math.min(amount, tokens.amount) } };

/** The game with the line's wager as it is said to have been. */
function withLine(game: Game, line: string, { called, stake, counts }: Otherwise): Result<Game> {
  if (called === undefined && stake === undefined && counts === undefined) return accept(game);
  const found = wagerOfLine(game, line);
  if (!found) return refuse(badInput(`no wager of line ${line} stood before the roll`));
  const { player, wager } = found;
  const parts = partsOf(game, wager.spot);
  if (stake !== undefined && stake % parts !== 0)
    return refuse(badInput(`stake must divide into ${parts} equal parts`));
  const tokens = wager.tokens?.amount ?? 0;
  if (stake !== undefined && stake < tokens)
    return refuse(badInput(`stake must be at least ${tokens} cents: so much of it is tokens`));
  const read: Wager = {
    ...wager,
    ...(called === undefined ? {} : { called }),
    ...(stake === undefined ? {} : stakeOf(wager, stake)),
    ...(counts === undefined ? {} : { counts: Math.floor(counts / parts) * parts }),
  };
  return accept({
    ...game,
    players: withPlayer(game, { ...player, wagers: withWager(player.wagers, wager.spot, read) }),
  });
}

/** What the engine makes of a roll that is read otherwise: the table as it stood before it, and the faces as they were called. */
export function readOtherwise(
  before: Table,
  dice: Dice,
  line: string,
  otherwise: Otherwise,
): Result<RollOutcome> {
  const fault = faultIn(otherwise);
  if (fault !== null) return refuse(badInput(fault));
  const { rulebook } = before.game;
  const book = otherwise.policy ? readAnotherWay(rulebook, otherwise.policy) : accept(rulebook);
  if (!book.ok) return book;
  const read = { ...before.game, rulebook: book.value, decisions: decisionsOf(book.value) };
  const game = withLine(read, line, otherwise);
  return game.ok ? accept(outcomeOf(withoutStays(before, game.value), otherwise.dice ?? dice)) : game;
}

/** What a line has its player the more, or the less, by a roll: a wager that stands or travels nothing. */
export function netOf({ settled, replaced }: RollOutcome, line: string): Cents {
  const roll = line.slice(0, line.indexOf('/'));
  const isOf = (one: RollOutcome['settled'][number] | RollOutcome['replaced'][number]): boolean =>
    lineIdOf(roll, one.player, spotFrom(one)) === line;
  const found = settled.find(isOf);
  if (!found) return 0;
  const { winnings, returned, commissionReturned = 0 } = found;
  return (
    winnings + returned + commissionReturned - chipsStaked(found) - (replaced.find(isOf)?.commission ?? 0)
  );
}
