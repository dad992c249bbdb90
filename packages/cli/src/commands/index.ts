import { registerBackup } from './backup.js';
import { registerBots } from './bots.js';
import { registerCluster } from './cluster.js';
import type { Example, Register } from './command.js';
import { registerConformance } from './conformance.js';
import { registerDraw } from './draw.js';
import { registerExport } from './export.js';
import { registerHands } from './hands.js';
import { registerOdds } from './odds.js';
import { registerRules } from './rules.js';
import { registerRun } from './run.js';
import { registerServe } from './serve.js';
import { registerSign } from './sign.js';
import { registerSim } from './sim.js';
import { registerStrategies } from './strategies.js';
import { registerTumbler } from './tumbler.js';
import { registerVerify } from './verify.js';
import { registerWelcome } from './welcome.js';

/** Every command of the program, in the order `--help` lists them. */
export const commands: readonly Register[] = [
  registerServe,
  registerCluster,
  registerBackup,
  registerVerify,
  registerExport,
  registerDraw,
  registerBots,
  registerRun,
  registerRules,
  registerConformance,
  registerOdds,
  registerSim,
  registerStrategies,
  registerHands,
  registerSign,
  registerTumbler,
  registerWelcome,
];

/** Shown below `--help`: a command line and what it does. */
export const examples: readonly Example[] = [
  ['boxperson serve', 'open a house with a table of each game'],
  ['boxperson verify --checkpoint mine.txt', 'is the record what the house once signed?'],
  ['boxperson draw verify draw.json --key house.pub', 'did the right entries win?'],
  ['boxperson run examples/star.jsonl', 'play a script, an answer per line'],
  ['boxperson run examples/star.jsonl --pretty', 'the same hand, told to a person'],
  ['boxperson run - < hand.jsonl', 'from standard input'],
  ['boxperson rules show crown', 'a rulebook in our words, with clause numbers'],
  ['boxperson rules diff star star-2024', 'what an amendment changed'],
  ['boxperson rules coverage', 'which clauses are kept, and by what'],
  ['boxperson conformance aruze/3.9.10', 'play the scripts of one clause'],
  ['boxperson odds --rulebook crown', 'exact figures for every wager'],
  ['boxperson sim -r star -s three-point-molly --rolls 1e7', 'ten million rolls, with the exact figures'],
  ['boxperson bots --table wharf --strategy iron-cross', 'a bot at a table of a running house'],
  ['boxperson sign check examples/sign.json', 'the stakes on which a sign loses money'],
  ['boxperson help run', 'what one command does, with examples'],
];
