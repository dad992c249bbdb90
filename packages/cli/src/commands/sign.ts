import type { Command } from 'commander';
import type { SignOptions } from '../odds/sign.js';
import type { Register } from './command.js';

const HELP = `
A sign is what "open" takes in a script, as a file: the rulebook, the limits, the chips, the odds multiple.

  {"rulebook":"star","chips":[100,500,2500],"limits":{"default":{"min":100,"max":10000}}}

Winnings are rounded up to what the chips can make and commission down, so that small stakes can have the house at a
disadvantage: with $1 chips a $1 place on 6 pays $2. The report lists those stakes, the best stake of every wager, what
rounding costs, and the smallest change of limits that stops the leaks.

Examples:
  $ boxperson sign check sign.json
  $ boxperson sign check sign.json --rulebook crown    the same sign under another book
  $ boxperson sign check sign.json --json

Exit code: 0 when no stake leaks, 1 when some do, 2 when the sign was not understood or is not allowed.`;

export const registerSign: Register = (program) => {
  const sign = program
    .command('sign')
    .description("look at a table's sign through the house's eyes")
    .addHelpText('afterAll', HELP);
  sign
    .command('check')
    .description('the true edge of every stake that a sign allows, with all rounding')
    .argument('<file>', 'the sign, as JSON')
    .option('-r, --rulebook <id>', 'the rulebook, if the sign does not name it')
    .option('--json', 'print as JSON')
    .option('--plot <file>', 'draw the edges as a picture, .svg or .png')
    .action(async (file: string, options: SignOptions, command: Command) =>
      (await import('../odds/sign.js')).signCommand(file, options, command),
    );
};
