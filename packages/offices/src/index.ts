export * from './accounts.js';
export * from './alerts/alerts.js';
export * from './alerts/raising.js';
export * from './audience.js';
export * from './audit/audit.js';
export * from './bots/bots.js';
export * from './cage/cage.js';
export * from './codes.js';
export * from './decide.js';
export * from './dice/dice.js';
export * from './facts.js';
export * from './float/chips.js';
export { FLOAT } from './float/float.js';
export {
  type Box,
  type Count,
  expectedIn,
  type Float,
  type FloatEvent,
  type Shift,
  type Slip,
  type SlipKind,
  type Tray,
  wonIn,
} from './float/state.js';
export * from './house/config.js';
export * from './house/house.js';
export { CLOCK_JUMP_MS, type Troubles } from './house/troubles.js';
export * from './ledger/ledger.js';
export * from './office.js';
export * from './offices.js';
export * from './options.js';
export * from './people/names.js';
export * from './people/people.js';
export * from './people/state.js';
export * from './people/two.js';
export { REVEALED, type Revealed } from './people/verbs.js';
export * from './person.js';
export * from './postings.js';
export * from './posts.js';
export * from './projection.js';
export * from './proposals/proposals.js';
export * from './secrets.js';
export * from './table/audience.js';
export * from './terminal/events.js';
export { creditOf, faultInMeters, METER_NAMES, type Meters, NO_METERS } from './terminal/meters.js';
export {
  FRESH_TICKET,
  type FreshTicket,
  type Guesses,
  guessesOf,
  type Reference,
  referenceOf,
} from './terminal/money.js';
export { whyHeld } from './terminal/place.js';
export { type LaidWager, recallWager } from './terminal/rounds.js';
export { type Audited, auditOf, type Disagreement } from './terminal/service.js';
export { type Sitting, type Terminal, type Terminals, terminalAt, terminalsIn } from './terminal/state.js';
export { TERMINAL } from './terminal/terminal.js';
export * from './terminal/view.js';
export * as text from './text.js';
export * from './tickets/number.js';
export * from './tickets/tickets.js';
export * from './time.js';
export * from './who.js';
