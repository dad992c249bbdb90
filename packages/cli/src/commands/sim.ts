import type { Command } from 'commander';
import type { SimOptions } from '../sim/options.js';
import type { Register } from './command.js';

const HELP = `
The strategy is compiled into a table of states by the rules themselves, and that table is rolled: hundreds of millions
of rolls a second, whatever the number of wagers. The same seed gives the same counts, whatever the number of threads.
Ctrl-C stops and prints what was rolled so far. Money is in dollars as people write it, 500, $500 or 12.50; in JSON it is
in whole cents.

A session (--session-rolls, --shooters, --bankroll, --stop-win, --stop-loss) is worked out exactly where that is
feasible, and played as well with --sessions.

Examples:
  $ boxperson sim --rulebook star --strategy three-point-molly --rolls 1e9
  $ boxperson sim -r crown -s mine.json --rolls 1e8 --threads 1 --seed 7 --json
  $ boxperson sim -r star -s pass-flat --session-rolls 1000 --bankroll 500
  $ boxperson sim -r star -s martingale --sessions 100000 --csv sessions.csv
  $ boxperson sim -r aruze -s iron-cross --session-rolls 300 --plot fan.png

Exit code: 0; 2 when something was not understood or not allowed; 130 when it was stopped.`;

export const registerSim: Register = (program) => {
  program
    .command('sim')
    .description('simulate a strategy under a rulebook, with the exact figures beside it')
    .option('-r, --rulebook <id>', 'the rulebook')
    .option('-s, --strategy <name>', 'a strategy of the library, or a JSON file')
    .option('--sign <file>', 'the sign of the table, as JSON (default: $1 chips, $5 to $1,000, double odds)')
    .option('--rolls <count>', 'how many rolls (default: 1e7)')
    .option('--threads <count>', 'how many threads (default: as many as there are cores)')
    .option('--seed <number>', 'a whole number; the same seed rolls the same dice', '1')
    .option('--pace <rolls>', 'rolls an hour', '100')
    .option('--session-rolls <count>', 'a session ends after so many rolls')
    .option('--shooters <count>', 'a session ends after so many shooters')
    .option(
      '--bankroll <money>',
      'a session starts with this much, and ends when the next wagers cannot be put up',
    )
    .option('--stop-win <money>', 'a session ends when ahead by this much')
    .option('--stop-loss <money>', 'a session ends when behind by this much')
    .option('--sessions <count>', 'play so many sessions as well')
    .option('--csv <file>', 'write the sessions played, a line each')
    .option('--states-max <count>', 'give up beyond so many states', '20000')
    .option(
      '--direct',
      'play on the game layer, without a table of states: slow, for strategies with too many',
    )
    .option('--progress', 'tell how far it is on the error output, also where that is no terminal')
    .option('--json', 'print as JSON')
    .option('--chart', 'draw a fan or a histogram as text')
    .option('--plot <file>', 'draw it as a picture, .svg or .png')
    .option('--picture <kind>', 'which picture: fan or histogram')
    .addHelpText('after', HELP)
    .action(async (options: SimOptions, command: Command) =>
      (await import('../sim/sim.js')).simCommand(options, command),
    );
};
