// The house's memory: an append-only log, a double-entry ledger, and what else must survive. Two homes, one behaviour.
export { type BackupCounts, backupStore, restoreStore } from './backup.js';
export { type EmbeddedOptions, openEmbeddedStore, type Reading, readEmbeddedStore } from './embedded.js';
export { openServerStore, readServerStore } from './server.js';
export * from './types.js';
