// The house's memory: an append-only log, a double-entry ledger, and what else must survive. Two homes, one behaviour.
export { type BackupCounts, backupStore, restoreStore } from './backup.js';
export { type EmbeddedOptions, openEmbeddedStore } from './embedded.js';
export { openServerStore } from './server.js';
export * from './types.js';
