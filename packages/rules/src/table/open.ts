import { impossible } from '../game/apply.js';
import { type Game, openGame } from '../game/index.js';
import { type Fields, isObject, show, unknownField } from '../game/input.js';
import { hashRulebook } from '../hash.js';
import { isStake } from '../money.js';
import { accept, badInput, type Result, refuse } from '../result.js';
import type { RulebookId } from '../rulebook.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import { newDice } from './dice.js';
import { EVENT_VERSION, type EventOf, type TableEvent } from './event.js';
import { readSign, TABLE_SIGN_FIELDS } from './notices.js';
import { NO_SHOOTER } from './shooter.js';
import type { Table, TableSettings, TableSign } from './state.js';

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
export function openTable(asked: Fields, at = 0): Result<readonly TableEvent[]> {
  if (!isObject(asked)) return refuse(badInput('the settings of a table must be an object'));
  const { seats, wageringMs, shootingValue, rulebook, ...sign } = asked;
  const stranger = unknownField(sign, TABLE_SIGN_FIELDS);
  if (stranger !== null) return refuse(badInput(`unknown field ${show(stranger)} in open`));
  const opened = openGame({ rulebook, ...gameSign(sign) });
  if (!opened.ok) return opened;
  const book = opened.value.rulebook;
  const checked = readSign(book, sign);
  const fault =
    'fault' in checked ? checked.fault : faultInTable(opened.value, { seats, wageringMs, shootingValue });
  if (fault !== null) return refuse(badInput(fault));
  const settings = {
    rulebook: book.id,
    ...sign,
    seats: seats ?? SEATS[book.id],
    wageringMs: wageringMs ?? WAGERING_MS_DEFAULT,
    shootingValue: shootingValue ?? (sign as unknown as TableSign).limits.default.min,
  } as unknown as TableSettings;
  const hash = hashRulebook(book);
  const event: TableEvent = { v: EVENT_VERSION, at, event: 'opened', settings, hash };
  if (book.conduct.run.value !== 'electronic') return accept([event]);
  const until = at + settings.wageringMs;
  return accept([
    event,
    { v: EVENT_VERSION, at, event: 'wagering-opened', until, clause: book.conduct.wagers.lateUntil.clause },
  ]);
}

const gameSign = ({ perPlayer: _player, perArea: _area, ...rest }: Fields): Fields => rest;

function faultInTable(game: Game, { seats, wageringMs, shootingValue }: Fields): string | null {
  const isCount = (value: unknown, least: number, most: number) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
  if (seats !== undefined && !isCount(seats, 1, SEATS_MAX))
    return `seats must be a whole number from 1 to ${SEATS_MAX}`;
  const electronic = game.rulebook.conduct.run.value === 'electronic';
  if (!electronic && wageringMs !== undefined) return 'wageringMs is a setting of electronic tables';
  if (!electronic && shootingValue !== undefined) return 'shootingValue is a setting of electronic tables';
  if (wageringMs !== undefined && !isCount(wageringMs, WAGERING_MS_MIN, WAGERING_MS_MAX)) {
    return `wageringMs must be a whole number from ${WAGERING_MS_MIN} to ${WAGERING_MS_MAX}`;
  }
  return shootingValue === undefined || isStake(shootingValue)
    ? null
    : 'shootingValue must be a positive whole number of cents';
}

/** The table that an `opened` event describes. */
export function evolveOpened(event: EventOf<'opened'>): Table {
  const { rulebook, seats: _seats, wageringMs: _ms, shootingValue: _value, ...sign } = event.settings;
  const book = RULEBOOKS[rulebook] ?? impossible(`no rulebook ${rulebook}`);
  const opened = openGame({ rulebook: book.id, ...gameSign(sign as unknown as Fields) });
  if (!opened.ok) return impossible(opened.refused.message);
  return {
    settings: event.settings,
    sign: sign as TableSign,
    game: opened.value,
    at: event.at,
    phase: book.conduct.run.value === 'electronic' ? 'wagering' : 'offering',
    staff: [],
    guests: [],
    playersMost: null,
    terminalsMost: [],
    excluded: [],
    dice: newDice(1, book.conduct.dice.set.value),
    shooter: NO_SHOOTER,
    noMoreBets: false,
    posted: null,
    closing: null,
    deadline: null,
    last: null,
  };
}
