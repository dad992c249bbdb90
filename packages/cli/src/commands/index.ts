import type { Example, Register } from './command.js';
import { registerConformance } from './conformance.js';
import { registerRules } from './rules.js';
import { registerRun } from './run.js';
import { registerWelcome } from './welcome.js';

/** Every command of the program, in the order `--help` lists them. */
export const commands: readonly Register[] = [
  registerRun,
  registerRules,
  registerConformance,
  registerWelcome,
];

/** Shown below `--help`: a command line and what it does. */
export const examples: readonly Example[] = [
  ['boxperson rules show crown', 'a rulebook in our words, with clause numbers'],
  ['boxperson rules diff star star-2024', 'what an amendment changed'],
  ['boxperson welcome', 'what there is so far'],
  ['boxperson help welcome', 'what one command does'],
];
