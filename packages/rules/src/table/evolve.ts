import { impossible } from '../game/apply.js';
import { diceEvents } from './dice.js';
import { EVENT_VERSION, type EventName, type TableEvent } from './event.js';
import { noticeEvents } from './notices.js';
import { evolveOpened } from './open.js';
import { peopleEvents } from './people.js';
import { powerEvents } from './powers.js';
import { roundEvents } from './round.js';
import { shooterEvents } from './shooter.js';
import type { Table } from './state.js';
import { throwingEvents } from './throwing.js';
import type { Evolvers } from './verb.js';
import { wageringEvents } from './wagering.js';

const EVOLVERS: Evolvers<Exclude<EventName, 'opened'>> = {
  ...peopleEvents,
  ...diceEvents,
  ...shooterEvents,
  ...throwingEvents,
  ...wageringEvents,
  ...noticeEvents,
  ...powerEvents,
  ...roundEvents,
};

/** What changes money or wagers, after which a roll can no longer be undone as if nothing had been (R14). */
const TOUCHING: readonly EventName[] = [
  'left',
  'chips-bought',
  'wagered',
  'took',
  'called',
  'wager-refused',
  'wagers-voided',
  'wagers-found-invalid',
  'malfunction-resolved',
  'round-voided',
  'limits-changed',
  'personal-limits-set',
];

/** The table after an event. Throws on an event that cannot have happened there. */
export function evolve(table: Table | null, event: TableEvent): Table {
  if (event.v !== EVENT_VERSION) impossible(`version ${event.v} of the record is not known`);
  if (event.event === 'opened')
    return table === null ? evolveOpened(event) : impossible('a table opened twice');
  if (table === null) return impossible('something before the table opened');
  if (event.at < table.at) impossible('time went back');
  const evolver = Object.hasOwn(EVOLVERS, event.event)
    ? EVOLVERS[event.event]
    : impossible(`no event ${event.event}`);
  // The map pairs every event with its own evolver; the compiler cannot follow that through a union of events.
  const next = (evolver as (table: Table, event: TableEvent) => Table)(table, event);
  const touched =
    next.last !== null && TOUCHING.includes(event.event) ? { ...next.last, touched: true } : next.last;
  return { ...next, at: event.at, last: touched };
}

/** A table rebuilt from its record. */
export function replay(events: readonly TableEvent[]): Table {
  return (
    events.reduce<Table | null>((table, event) => evolve(table, event), null) ?? impossible('an empty record')
  );
}
