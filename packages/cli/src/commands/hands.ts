import type { Command } from 'commander';
import type { HandsOptions } from '../odds/hands.js';
import type { Register } from './command.js';

const HELP = `
A hand runs from a shooter's first come out roll to the throw after which the dice move on. Where a book moves the dice
when the shooter's line wager is lost, --line says on which line the shooter bets.

Examples:
  $ boxperson hands                                  each kind of hand there is in the rulebooks
  $ boxperson hands --rulebook aruze                 where a lost come out moves the dice too
  $ boxperson hands --rulebook star --json           lengths as fractions, chances, repeaters
  $ boxperson hands --plot hands.svg --throws 80     curves as a picture

Exit code: 0, or 2 when something was not understood.`;

export const registerHands: Register = (program) => {
  program
    .command('hands')
    .description("how long a shooter's hand lasts, and what it brings, exactly")
    .option('-r, --rulebook <id>', 'one rulebook (default: all)')
    .option('--line <line>', 'the line the shooter bets on: pass or dont-pass', 'pass')
    .option('--throws <count>', 'how far to follow the length', '60')
    .option('--hands <count>', 'for the longest of so many hands', '1000000')
    .option('--json', 'print as JSON')
    .option('--chart', 'draw the curve as text')
    .option('--plot <file>', 'draw the curves as a picture, .svg or .png')
    .addHelpText('after', HELP)
    .action(async (options: HandsOptions, command: Command) =>
      (await import('../odds/hands.js')).handsCommand(options, command),
    );
};
