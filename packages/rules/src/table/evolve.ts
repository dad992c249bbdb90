import { impossible } from '../game/apply.js';
import { diceEvents } from './dice.js';
import { EVENT_VERSION, type EventName, type TableEvent } from './event.js';
import { houseEvents } from './house-decides.js';
import { keptOutEvents } from './kept-out.js';
import { roomEvents } from './making-room.js';
import { noticeEvents } from './notices.js';
import { evolveOpened } from './open.js';
import { withoutSheet } from './open-lines.js';
import { peopleEvents } from './people.js';
import { powerEvents } from './powers.js';
import { presenceEvents } from './presence.js';
import { roundEvents } from './round.js';
import { sheetEvents } from './sheet.js';
import { shooterEvents } from './shooter.js';
import { timesAfter } from './since.js';
import { isInstant, PHASE_WORDS, PHASES, type Phase, type Table } from './state.js';
import { takingDownEvents } from './taking-down.js';
import { throwingEvents } from './throwing.js';
import { tokenEvents } from './tokens.js';
import { turnEvents, turnsAfter } from './turns.js';
import type { Evolvers } from './verb.js';
import { wageringEvents } from './wagering.js';

const EVOLVERS: Evolvers<Exclude<EventName, 'opened'>> = {
  ...peopleEvents,
  ...presenceEvents,
  ...turnEvents,
  ...keptOutEvents,
  ...diceEvents,
  ...shooterEvents,
  ...throwingEvents,
  ...sheetEvents,
  ...wageringEvents,
  ...noticeEvents,
  ...powerEvents,
  ...roundEvents,
  ...roomEvents,
  ...takingDownEvents,
  ...houseEvents,
  ...tokenEvents,
};
export const EVENT_NAMES = ['opened', ...Object.keys(EVOLVERS)] as readonly EventName[];

/** What changes money or wagers, after which a roll can no longer be undone as if nothing had been (R14). */
const TOUCHING: readonly EventName[] = [
  'left',
  'released',
  'credits-collected',
  'chips-taken',
  'wagered',
  'took',
  'called',
  'wager-refused',
  'wagers-voided',
  'wagers-found-invalid',
  'outcome-invalidated',
  'malfunction-resolved',
  'round-voided',
  'limits-changed',
  'personal-limits-set',
  'pays-raised',
];

const BETWEEN_ROLLS = ['offering', 'betting', 'wagering'] as const;
/** When each event can happen; what is not listed can in any phase but `closed`. */
const WHEN: Readonly<Partial<Record<EventName, readonly Phase[]>>> = {
  'staff-came': PHASES,
  'staff-left': PHASES,
  left: [...BETWEEN_ROLLS, 'stopped', 'closed'],
  released: [...BETWEEN_ROLLS, 'stopped', 'closed'],
  'said-ready': ['offering', 'betting'],
  'turns-opened': ['offering', 'betting'],
  'turn-passed': ['offering', 'betting'],
  'pays-raised': BETWEEN_ROLLS,
  'credits-collected': ['wagering', 'stopped', 'closed'],
  'dice-offered': ['offering'],
  'dice-declined': ['offering'],
  'dice-accepted': ['offering'],
  'nobody-took-dice': ['offering'],
  'point-lapsed': ['offering'],
  'dice-chosen': ['betting'],
  'thrower-authorised': ['betting'],
  'dice-passed': [...BETWEEN_ROLLS, 'settling', 'stopped'],
  'line-wager-asked': ['betting'],
  'game-voided': ['betting'],
  'no-more-bets': ['betting', 'thrown'],
  'dice-thrown': ['betting'],
  wagered: [...BETWEEN_ROLLS, 'thrown', 'shooting'],
  took: [...BETWEEN_ROLLS, 'thrown', 'shooting'],
  called: [...BETWEEN_ROLLS, 'thrown'],
  rolled: ['thrown', 'rolling'],
  'no-roll': ['thrown'],
  'face-decided': ['settling'],
  'call-corrected': ['settling'],
  'throw-voided': ['settling'],
  settled: ['settling'],
  'lines-dealt': ['settling'],
  'line-differs': ['settling'],
  'sheet-waved': ['settling'],
  closed: [...BETWEEN_ROLLS, 'stopped'],
  'wager-refused': BETWEEN_ROLLS,
  'wagers-voided': [...BETWEEN_ROLLS, 'thrown', 'settling', 'shooting', 'rolling'],
  'wagers-found-invalid': [...BETWEEN_ROLLS, 'thrown', 'settling'],
  'outcome-invalidated': PHASES,
  'wagering-opened': ['wagering', 'settling', 'shooting', 'rolling', 'stopped'],
  'wagering-closed': ['wagering'],
  shot: ['shooting'],
  'round-voided': ['rolling'],
  'malfunction-resolved': ['wagering', 'shooting', 'rolling', 'stopped', 'closed'],
  'system-malfunctioned': ['wagering', 'shooting', 'rolling'],
  'system-restored': ['stopped'],
};

const canHappen = ({ phase }: Table, event: EventName): boolean =>
  WHEN[event]?.includes(phase) ?? phase !== 'closed';

/** The table after an event. Throws on an event that cannot have happened there. */
export function evolve(table: Table | null, event: TableEvent): Table {
  if (event.v !== EVENT_VERSION) impossible(`version ${event.v} of the record is not known`);
  if (event.event === 'opened')
    return table === null ? evolveOpened(event) : impossible('a table opened twice');
  if (table === null) return impossible('something before the table opened');
  if (!isInstant(event.at) || event.at < table.at) impossible('time went back');
  const evolver = Object.hasOwn(EVOLVERS, event.event)
    ? EVOLVERS[event.event]
    : impossible(`no event ${event.event}`);
  if (!canHappen(table, event.event)) impossible(`${event.event} while ${PHASE_WORDS[table.phase]}`);
  // The map pairs every event with its own evolver; the compiler cannot follow that through a union of events.
  const evolved = turnsAfter((evolver as (table: Table, event: TableEvent) => Table)(table, event), event);
  // A roll that is settled, or undone, has no sheet any more.
  const next = evolved.sheet && evolved.phase !== 'settling' ? withoutSheet(evolved) : evolved;
  const touched =
    next.last !== null && TOUCHING.includes(event.event) ? { ...next.last, touched: true } : next.last;
  return { ...next, at: event.at, last: touched, ...timesAfter(table, next, event) };
}

/** A table rebuilt from its record. */
export function replay(events: readonly TableEvent[]): Table {
  return (
    events.reduce<Table | null>((table, event) => evolve(table, event), null) ?? impossible('an empty record')
  );
}
