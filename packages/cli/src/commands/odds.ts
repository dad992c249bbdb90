import { RULEBOOK_IDS } from '@boxperson/rules';
import type { Command } from 'commander';
import type { OddsOptions } from '../odds/odds.js';
import type { Register } from './command.js';

const HELP = `
Every figure is derived by rolling the wager on all 36 throws with the rules themselves, in exact fractions: chances of
ending ahead, behind and even (by money, commission counted), the edge for each unit put up, expected rolls.

Rulebooks: ${RULEBOOK_IDS.join(', ')}

Examples:
  $ boxperson odds --rulebook crown                       every wager of a rulebook
  $ boxperson odds --rulebook star --wager place          with the derivation, step by step
  $ boxperson odds --rulebook aruze --json                as JSON: fractions in lowest terms
  $ boxperson odds --rulebook adelaide --plot edges.png   bars as a picture (.png or .svg)
  $ boxperson odds compare                                all rulebooks side by side

Exit code: 0, or 2 when something was not understood.`;

// The laboratory is only loaded by whoever needs it.
const load = () => import('../odds/odds.js');

export const registerOdds: Register = (program) => {
  const odds = program
    .command('odds')
    .description('exact figures for every wager of a rulebook')
    .option('-r, --rulebook <id>', 'the rulebook')
    .option('-w, --wager <id>', 'only this wager, with its derivation')
    .option('-n, --number <number>', 'only on this number')
    .option('--json', 'print as JSON')
    .option('--chart', 'draw the edges as text')
    .option('--plot <file>', 'draw the edges as a picture, .svg or .png')
    .addHelpText('afterAll', HELP)
    .allowExcessArguments()
    .action(async (options: OddsOptions, command: Command) => (await load()).oddsCommand(options, command));
  odds
    .command('compare')
    .description('the edge of every wager in all rulebooks, side by side')
    .option('-w, --wager <id>', 'only this wager')
    .option('--json', 'print as JSON')
    .action(async (_options: OddsOptions, command: Command) =>
      (await load()).compareCommand(command.optsWithGlobals<OddsOptions>(), command),
    );
};
