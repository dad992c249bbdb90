import { nearestName } from '@boxperson/rules';
import type { Command } from 'commander';
import { fit, plain } from './pretty/text.js';

// What people typed, told back to them. Anything wrong ends the command with one line and exit code 2.

const EXIT_USAGE = 2;
const TYPED_MAX = 60;

export const typed = (text: string): string => fit(plain(text), TYPED_MAX);

export const stop = (command: Command, message: string): never =>
  command.error(`error: ${message}`, { exitCode: EXIT_USAGE, code: 'boxperson.badInput' });

/** So many names are told; of more it is said where to find them. */
const NAMES_TOLD = 12;

/** What is not there, with the nearest that is; where nothing is near, with all there are or where they are listed. */
export function orNearest(what: string, name: string, names: readonly string[], listed?: string): string {
  const near = nearestName(name, names);
  const told = names.length <= NAMES_TOLD || listed === undefined ? names.join(', ') : `see ${listed}`;
  const rest = near === undefined ? `: ${told}` : `; the nearest is "${near}"`;
  return `there is no ${what} "${typed(name)}"${rest}`;
}
