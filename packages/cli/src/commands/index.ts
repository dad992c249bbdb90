import type { Example, Register } from './command.js';
import { registerRun } from './run.js';
import { registerWelcome } from './welcome.js';

/** Every command of the program, in the order `--help` lists them. */
export const commands: readonly Register[] = [registerRun, registerWelcome];

/** Shown below `--help`: a command line and what it does. */
export const examples: readonly Example[] = [
  ['boxperson welcome', 'what there is so far'],
  ['boxperson help welcome', 'what one command does'],
];
