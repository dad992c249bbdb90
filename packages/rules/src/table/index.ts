export { diceOffered, pairOffered } from './choosing.js';
export {
  type AboutVerb,
  aboutVerb,
  type Command,
  decide,
  isVerbName,
  type TableCommand,
  VERB_NAMES,
  VERBS,
  type VerbName,
} from './decide.js';
export { type Due, due, dues } from './due.js';
export {
  type By,
  EVENT_VERSION,
  type EventBodies,
  type EventName,
  type EventOf,
  type ReturnedWager,
  type RollOutcome,
  type TableEvent,
  type TokensHeld,
} from './event.js';
export { EVENT_NAMES, evolve, replay } from './evolve.js';
export {
  BETTING_ORDERS,
  type BettingOrder,
  BOUGHT_WITH,
  type BoughtWith,
  CREW_STATIONS,
  type CrewStation,
  type FieldSpec,
  type Measure,
} from './fields.js';
export { VERB_HELP } from './help.js';
export { openTable } from './open.js';
export { type ActOption, type PersonOptions, tableOptions, type Who } from './options.js';
export {
  isHurried,
  type KeptPace,
  type Next,
  nextOf,
  type Pace,
  releaseNext,
  WAITS,
  type Wait,
  windowEnd,
} from './pace.js';
export { ACTS_OF_PLAYERS } from './presence.js';
export { restoreTable, type SavedTable, saveTable } from './save.js';
export { clockwise, delayGround, hasLineWager, nextToOffer, throwerOf } from './shooter.js';
export {
  type Asking,
  decideAs,
  type SignChange,
  type SignVerdict,
  signChanges,
  whenSignCounts,
} from './sign-changes.js';
export * from './state.js';
export { areTurnsToCome, hasTurn, turnOf, turnsNow } from './turns.js';
export type { Verb } from './verb.js';
