import type { Command } from 'commander';
import type { StrategiesOptions } from '../odds/strategies.js';
import type { Register } from './command.js';

const HELP = `
A strategy says what should stand on the layout; the rules work out bets, take-downs and calls. Write your own as JSON,
starting from one of these: docs/simulator.md has every field.

Examples:
  $ boxperson strategies                                       the library
  $ boxperson strategies show iron-cross > mine.json           a file to start from
  $ boxperson strategies check mine.json --rulebook crown      its states and exact figures

Exit code: 0, or 2 when a strategy was not understood or the rulebook does not allow it.`;

const load = () => import('../odds/strategies.js');

export const registerStrategies: Register = (program) => {
  const strategies = program
    .command('strategies')
    .description('the library of strategies, and exact figures for any')
    .option('--json', 'print as JSON')
    .addHelpText('afterAll', HELP)
    .allowExcessArguments()
    .action(async (options: StrategiesOptions, command: Command) =>
      (await load()).listCommand(options, command),
    );
  strategies
    .command('show')
    .description('print a strategy as a file')
    .argument('<strategy>', 'a name of the library, or a file')
    .action(async (name: string, options: StrategiesOptions, command: Command) =>
      (await load()).showCommand(name, options, command),
    );
  strategies
    .command('check')
    .description('compile a strategy under a rulebook and print its exact figures')
    .argument('<strategy>', 'a name of the library, or a file')
    .option('-r, --rulebook <id>', 'the rulebook')
    .option('--sign <file>', 'the sign of the table, as JSON (default: $1 chips, $5 to $1,000, double odds)')
    .option('--states-max <count>', 'give up beyond so many states (default: 20000)')
    .option('--pace <rolls>', 'rolls an hour (default: 100)')
    .option('--json', 'print as JSON')
    .action(async (name: string, _options: StrategiesOptions, command: Command) =>
      (await load()).checkCommand(name, command.optsWithGlobals<StrategiesOptions>(), command),
    );
};
