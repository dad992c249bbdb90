import { citation } from '../clause.js';
import { impossible } from '../game/apply.js';
import { type Game, openGame } from '../game/index.js';
import { type Fields, isObject, isWord, show, unknownField } from '../game/input.js';
import { hashRulebook } from '../hash.js';
import { faultInHigherPays, withHigherPays } from '../higher-pays.js';
import { isStake } from '../money.js';
import { accept, badInput, type Result, refuse } from '../result.js';
import type { Rulebook, RulebookId } from '../rulebook.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import { newDice } from './dice.js';
import { type By, EVENT_VERSION, type EventOf, type TableEvent } from './event.js';
import { readSign, TABLE_SIGN_FIELDS } from './notices.js';
import { NO_SHOOTER } from './shooter.js';
import { type Instant, isInstant, type Table, type TableSettings, type TableSign } from './state.js';
import { need } from './verb.js';

export const SEATS_MAX = 100;
/** Places at a full table, at a mini table and around an electronic one, unless the settings say otherwise. */
const SEATS: Readonly<Record<RulebookId, number>> = {
  star: 16,
  'star-2024': 16,
  crown: 16,
  'crown-mini': 8,
  adelaide: 16,
  aruze: 10,
};
export const WAGERING_MS_DEFAULT = 30_000;
const WAGERING_MS_MIN = 1_000;
const WAGERING_MS_MAX = 600_000;

/** Opens a table: the events of its opening, or why not. */
export function openTable(
  asked: Fields,
  at: Instant = 0,
  by: By | null = null,
): Result<readonly TableEvent[]> {
  if (!isInstant(at)) return refuse(badInput('at must be a time in milliseconds'));
  if (!isObject(asked)) return refuse(badInput('the settings of a table must be an object'));
  const { seats, wageringMs, shootingValue, rulebook, higherPays, dealt, tournament, ...sign } = asked;
  const stranger = unknownField(sign, TABLE_SIGN_FIELDS);
  if (stranger !== null) return refuse(badInput(`unknown field ${show(stranger)} in open`));
  const opened = openGame({ rulebook, ...gameSign(sign) });
  if (!opened.ok) return opened;
  const book = opened.value.rulebook;
  const checked = readSign(book, sign);
  const fault =
    'fault' in checked
      ? checked.fault
      : (faultInTable(opened.value, { seats, wageringMs, shootingValue, dealt, tournament }) ??
        (higherPays === undefined ? null : faultInHigherPays(book, higherPays)));
  if (fault !== null) return refuse(badInput(fault));
  const settings = {
    rulebook: book.id,
    ...sign,
    seats: seats ?? SEATS[book.id],
    wageringMs: wageringMs ?? WAGERING_MS_DEFAULT,
    shootingValue: shootingValue ?? (sign as unknown as TableSign).limits.default.min,
    ...(higherPays === undefined ? {} : { higherPays }),
    ...(dealt === true ? { dealt } : {}),
    ...(tournament === true ? { tournament } : {}),
  } as unknown as TableSettings;
  const hash = hashOf(book);
  const head = { v: EVENT_VERSION, at, ...(by === null ? {} : { by }) } as const;
  const event: TableEvent = { ...head, event: 'opened', settings, hash };
  if (book.conduct.run.value !== 'electronic') return accept([event]);
  const until = at + settings.wageringMs;
  return accept([
    event,
    { ...head, event: 'wagering-opened', until, ...citation(book.conduct.wagers.lateUntil) },
  ]);
}

/** Books do not change, and many tables open with the same. */
const HASHES = new WeakMap<Rulebook, string>();

function hashOf(book: Rulebook): string {
  const hash = HASHES.get(book) ?? hashRulebook(book);
  HASHES.set(book, hash);
  return hash;
}

const gameSign = ({ perPlayer: _player, perArea: _area, ...rest }: Fields): Fields => rest;

const isCount = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

function faultInTable(
  game: Game,
  { seats, wageringMs, shootingValue, dealt, tournament }: Fields,
): string | null {
  if (seats !== undefined && !isCount(seats, 1, SEATS_MAX))
    return `seats must be a whole number from 1 to ${SEATS_MAX}`;
  const electronic = game.rulebook.conduct.run.value === 'electronic';
  if (dealt !== undefined && typeof dealt !== 'boolean') return 'dealt must be true or false';
  if (electronic && dealt !== undefined) return 'dealt is a setting of tables with a crew';
  if (tournament !== undefined && typeof tournament !== 'boolean') return 'tournament must be true or false';
  if (electronic && tournament === true) return 'tournament is a setting of tables with a crew';
  if (!electronic && wageringMs !== undefined) return 'wageringMs is a setting of electronic tables';
  if (!electronic && shootingValue !== undefined) return 'shootingValue is a setting of electronic tables';
  if (wageringMs !== undefined && !isCount(wageringMs, WAGERING_MS_MIN, WAGERING_MS_MAX)) {
    return `wageringMs must be a whole number from ${WAGERING_MS_MIN} to ${WAGERING_MS_MAX}`;
  }
  return shootingValue === undefined || isStake(shootingValue)
    ? null
    : 'shootingValue must be a positive whole number of cents';
}

/** The rulebook of a table, with the odds of its house where those are higher (adelaide 6(b)). */
export function bookOf({ rulebook, higherPays }: TableSettings): Rulebook {
  const book = RULEBOOKS[rulebook] ?? impossible(`no rulebook ${rulebook}`);
  if (higherPays === undefined) return book;
  const fault = faultInHigherPays(book, higherPays);
  return fault === null ? withHigherPays(book, higherPays) : impossible(fault);
}

/** The table that an `opened` event describes. */
export function evolveOpened(event: EventOf<'opened'>): Table {
  const {
    rulebook: _id,
    seats: _seats,
    wageringMs,
    shootingValue,
    higherPays: _pays,
    dealt,
    tournament,
    ...sign
  } = event.settings;
  const book = bookOf(event.settings);
  const opened = openGame({ rulebook: book, ...gameSign(sign as unknown as Fields) });
  const checked = readSign(book, sign as unknown as Fields);
  if (!opened.ok) return impossible(opened.refused.message);
  need(isInstant(event.at) && isWord(event.hash), 'an opening without time or rules');
  need(isCount(event.settings.seats, 1, SEATS_MAX), 'a table of no seats');
  need(dealt === undefined || dealt === true, 'a table dealt in part');
  need(tournament === undefined || tournament === true, 'a tournament in part');
  need(
    isCount(wageringMs, WAGERING_MS_MIN, WAGERING_MS_MAX) && isStake(shootingValue),
    'rounds of no length',
  );
  if ('fault' in checked) return impossible(checked.fault);
  return {
    settings: event.settings,
    sign: sign as TableSign,
    game: opened.value,
    at: event.at,
    phase: book.conduct.run.value === 'electronic' ? 'wagering' : 'offering',
    since: event.at,
    wagersSince: event.at,
    staff: [],
    guests: [],
    playersMost: null,
    terminalsMost: [],
    excluded: [],
    dice: newDice(1, book.conduct.dice.set.value),
    throws: 0,
    shooter: NO_SHOOTER,
    noMoreBets: false,
    posted: null,
    closing: null,
    deadline: null,
    last: null,
  };
}
