import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRollId, makeDeviceMessage, parseDeviceMessage, type Reported } from './messages.js';

/** The last roll of a device. Without a report the dice were still tumbling when this was written. */
export interface LastRoll {
  readonly roll: string;
  readonly reported: Reported | null;
  readonly acknowledged: boolean;
}

/** What a device must still know after its power was cut. */
export interface TumblerMemory {
  load(): LastRoll | null;
  /** Durable when it returns. */
  save(last: LastRoll): void;
}

/** Forgets with the process: for tests. */
export function volatileMemory(): TumblerMemory {
  let kept: LastRoll | null = null;
  return {
    load: () => kept,
    save: (last) => {
      kept = last;
    },
  };
}

/** Keeps the last roll in a file: written beside it, synced, and put in its place in one step. */
export const fileMemory = (path: string): TumblerMemory => ({
  load: () => {
    const text = readIfThere(path);
    if (text === null) return null;
    const last = parseLastRoll(text);
    if (last === null) throw new Error(`${path} does not hold the last roll of a tumbler`);
    return last;
  },
  save: (last) => {
    writeSynced(`${path}.new`, `${makeLastRoll(last)}\n`);
    renameSync(`${path}.new`, path);
    syncFolder(dirname(path));
  },
});

export const makeLastRoll = ({ roll, reported, acknowledged }: LastRoll): string => {
  const report = reported && makeDeviceMessage({ message: 'report', roll, reported });
  return JSON.stringify({ roll, report, acknowledged });
};

/** Null for anything that a device did not write whole. */
export function parseLastRoll(text: string): LastRoll | null {
  const { roll, report, acknowledged } = parseObject(text);
  if (typeof roll !== 'string' || !isRollId(roll) || typeof acknowledged !== 'boolean') return null;
  if (report === null) return { roll, reported: null, acknowledged };
  const message = typeof report === 'string' ? parseDeviceMessage(report) : null;
  if (message?.message !== 'report' || message.roll !== roll) return null;
  return { roll, reported: message.reported, acknowledged };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The new name must be on the disk too. Windows cannot sync a folder, and needs not. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
