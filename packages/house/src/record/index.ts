export {
  type Bound,
  type ExportOptions,
  exportBundle,
  isBundle,
  NothingToExport,
  verifyBundle,
} from './bundle.js';
export { keyFileIn, loadOrMakeKey } from './key-file.js';
export {
  type Checkpoint,
  type PublicKey,
  parsePublicKey,
  peekCheckpoint,
  readCheckpoint,
  type SigningKey,
  tidyNote,
} from './note.js';
export { Patrol, type PatrolOptions } from './patrol.js';
export { isConsistent, isIncluded } from './proof.js';
export { type Damage, type RecordOptions, SealedRecord } from './record.js';
export type { Fault, Report } from './report.js';
export { openSource, type RecordSource } from './source.js';
export { type VerifyOptions, verifyRecord } from './verify.js';
