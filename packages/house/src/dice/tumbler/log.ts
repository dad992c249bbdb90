/** One thing that happened, for whoever keeps the log. Keys and proofs are never in it. */
export interface TumblerLogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly device?: string;
  readonly roll?: string;
  readonly remote?: string;
  readonly text?: string;
}

export type TumblerLog = (entry: TumblerLogEntry) => void;

/** What to do with messages when nobody asked for them. */
export const silent: TumblerLog = () => {};
