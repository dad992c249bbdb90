export * from './accounts.js';
export * from './alerts/alerts.js';
export * from './alerts/raising.js';
export * from './audience.js';
export * from './audit/audit.js';
export * from './bots/bots.js';
export * from './cage/cage.js';
export { type FormFact, formIn, hasForm, whyNoForm } from './cage/forms.js';
export { CASES } from './cases/cases.js';
export { sayAmount, unitIn } from './cases/chips.js';
export {
  ATTEMPTS,
  type CaseEvent,
  EVIDENCE_KINDS,
  FINDINGS,
  type Finding,
  INTENTS,
} from './cases/events.js';
export * from './cases/exhibit.js';
export { GUEST_OPEN_MOST, GUESTS_A_DAY, satAtIn } from './cases/guests.js';
export * from './cases/kinds.js';
export * from './cases/ladder.js';
export * from './cases/moment.js';
export { type CaseDuty, dutiesOf, HOUSE_TIMES } from './cases/owed.js';
export { isOfCase } from './cases/people.js';
export { openingCases, type RaisedCase } from './cases/raising.js';
export { sayOtherwise } from './cases/reading.js';
export {
  type Case,
  type CaseDecision,
  difference,
  figuresIn,
  isAdvised,
  isOpened,
  ladderIn,
  lineIn,
  movedIn,
  NO_CASE,
  nextRung,
  type OpenedCase,
  owing,
  readingIn,
} from './cases/state.js';
export { type CaseSummary, letterOf, type OwnCase, ownCase, summaryOf, withoutNames } from './cases/words.js';
export * from './codes.js';
export * from './decide.js';
export * from './dice/dice.js';
export * from './drawers/cash.js';
export * from './drawers/drawers.js';
export { DUTIES, ESCALATES_MS, reportText } from './duties/duties.js';
export { type CaseNotice, followingCases } from './duties/following.js';
export { booksOfNotice } from './duties/sight.js';
export {
  type Duties,
  type Duty,
  type DutyEvent,
  isReported,
  type MonthReport,
  type Notice as RegulatorNotice,
  REPORT_MS,
  REPORT_ZONE,
  REPORTED,
  type WrongPayment,
} from './duties/state.js';
export * from './facts.js';
export * from './float/chips.js';
export { FLOAT, handsOf } from './float/float.js';
export {
  type Box,
  type Count,
  expectedIn,
  type Float,
  type FloatEvent,
  isShort,
  type Shift,
  type Slip,
  type SlipKind,
  type Tray,
  wonByCount,
  wonIn,
} from './float/state.js';
export * from './house/config.js';
export * from './house/house.js';
export type { Pays, PaysDecided } from './house/pays.js';
export { CLOCK_JUMP_MS, type Troubles } from './house/troubles.js';
export * from './ledger/ledger.js';
export * from './office.js';
export * from './offices.js';
export * from './options.js';
export {
  EXCLUDED_FROM,
  type ExcludedFrom,
  type Exclusion,
  exclusionInWords,
  exclusionOf,
  type Recommendation,
} from './people/exclusions.js';
export * from './people/names.js';
export * from './people/people.js';
export * from './people/state.js';
export * from './people/two.js';
export { REVEALED, type Revealed } from './people/verbs.js';
export * from './person.js';
export * from './pit/figures.js';
export * from './pit/stations.js';
export * from './postings.js';
export * from './posts.js';
export * from './projection.js';
export * from './promotions/books.js';
export * from './promotions/draw.js';
export { checkpointSince } from './promotions/draw-verbs.js';
export { type Earned, type Earning, earning, type Unearned } from './promotions/earning.js';
export * from './promotions/promotions.js';
export {
  type DecidedWager,
  SETTLING_EVENTS,
  type SeenTable,
  seeTable,
  UNSEEN,
} from './promotions/settling.js';
export {
  type Award,
  entriesOf,
  type Promotion,
  type PromotionEvent,
  type Stage,
} from './promotions/state.js';
export * from './promotions/tasks.js';
export {
  faultsInTerms,
  needsScrutineer,
  type Prize as PromotionPrize,
  type PromotionHouse,
  type Rule,
  type Terms as PromotionTerms,
  type TermsFault,
  terms as promotionTerms,
} from './promotions/terms.js';
export { tellRule } from './promotions/words.js';
export * from './proposals/proposals.js';
export * from './rewards/rewards.js';
export { type LaidOfRecord, laidIn, laidOf } from './school/laid.js';
export { mispays } from './school/mispays.js';
export { type OwnSchool, SCHOOL } from './school/school.js';
export type {
  Mispay,
  School,
  SchoolClass,
  SchoolEvent,
  Told,
  Work,
} from './school/state.js';
export * from './secrets.js';
export * from './table/audience.js';
export * from './terminal/events.js';
export { whyDeviceNotHere } from './terminal/limits.js';
export { creditOf, faultInMeters, METER_NAMES, type Meters, NO_METERS } from './terminal/meters.js';
export {
  FRESH_TICKET,
  type FreshTicket,
  type Guesses,
  guessesOf,
  REFERENCE_TAKEN,
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
export * from './tournaments/index.js';
export * from './who.js';
export * from './zone.js';
