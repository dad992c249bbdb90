export { purseOf, throughOf, worthOfChips } from './ending.js';
export type {
  Bodies as TournamentBodies,
  Conduct,
  Designated,
  Paid,
  RoundKind,
  TournamentEvent,
} from './events.js';
export { commitmentOf, FACES, numbersFrom, seedOf, shuffled } from './lots.js';
export { goingOn, ordered, type Prize, prizesFor, prizesOf, type Standing } from './placing.js';
export { draftNow, openDraft } from './planning.js';
export { leftAt, tellChips } from './playing.js';
export { type ReadSealed, readSealed, type SealedBet } from './sealed.js';
export { balanced, type Place, type Seating, seatingFrom, shares, tablesFor } from './seating.js';
export {
  bankOf,
  type Entrant,
  entryOf,
  lockOf,
  NO_TOURNAMENT,
  ordersOf,
  purposeOf,
  type Round,
  type Seal,
  standingsIn,
  type Tournament,
  termsOf,
} from './state.js';
export {
  type DraftTerms,
  ITEMS,
  type Item,
  itemsFor,
  missingIn,
  OFFERS,
  OPTIONAL_TEMPLATE,
  STANDARD,
  type Terms,
  type TermsLine,
  tellTerms,
  template,
} from './terms.js';
export { TOURNAMENTS, viewFor } from './tournaments.js';
