/**
 * `@boxperson/rules/dealing`: what a crew does after a roll, in order, in chips and in words. Players never load it.
 */

export { type Exact, sayExact } from './exact.js';
export { type ChipCount, fewestChips, makeStock, type Stock, uncounted } from './fewest.js';
export { type BookKey, type Key, keysOf } from './keys.js';
export {
  ACTIONS,
  type ChipWay,
  type DealingAction,
  type Moved,
  type Rounding,
  type SheetLine,
} from './line.js';
export {
  netOf,
  type Otherwise,
  readAnotherWay,
  readingsOf,
  readOtherwise,
  wagerOfLine,
} from './otherwise.js';
export { lineIdOf, type OwedLine, owedBy, sheetIdOf } from './owed.js';
export { nameOfPlace } from './place-name.js';
export { type End, isSingle, type Place, placeOf, STATIONS, type Station, sayPlace } from './places.js';
export {
  CENTRE_FIRST,
  CHIP_PREFERENCES,
  type ChipPreference,
  DEALING_PROFILES,
  type DealingProfile,
  type DealingRow,
  DIRECTIONS,
  type Direction,
  faultsInProfile,
  type LoadedProfile,
  loadProfile,
  payOrder,
  SMALL_TABLE,
  takeOrder,
  USUAL,
} from './profile.js';
export { type DealtResult, RESULTS, resultOf, SECTIONS, type Section, sectionOf } from './sections.js';
export {
  type BoxTotals,
  beforeRoll,
  type DealingSheet,
  type DealtEvent,
  dealingSheet,
  type FloatChange,
  type PlayerFoot,
  type StationSheet,
} from './sheet.js';
export { TOGETHER, type Together } from './together.js';
