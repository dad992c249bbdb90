import type { Command } from 'commander';
import type { BotsOptions } from '../bots/bots.js';
import type { Register } from './command.js';

const HELP = `
Each comes in as a guest with play money, is marked as a bot wherever it is shown, and plays the strategy through the
public protocol (docs/protocol.md) at the pace of a person. It takes the dice and throws them when it has a line wager,
and leaves when it is broke, at --stop-win or --stop-loss, or after --rounds rolls. What the table refuses is shown with
its clause, and it goes on. Money is in dollars: 500, $500 or 12.50. Ctrl-C lets them leave politely; once more, at once.

Examples:
  $ boxperson bots --table wharf --strategy three-point-molly
  $ boxperson bots --table yarra --strategy mine.json --count 3 --bankroll 1000
  $ boxperson bots --table tumbler --strategy inside --url http://localhost:9000 --stop-loss 200
  $ boxperson bots --table wharf --strategy pass-odds --pace brisk --rounds 100 --json

Exit code: 0 when all have left; 2 when something was not understood, not allowed or not reachable.`;

export const registerBots: Register = (program) => {
  program
    .command('bots')
    .description('seat strategies at a table of a running house')
    .option('-t, --table <id>', 'the table')
    .option('-s, --strategy <name>', 'a strategy of the library, or a JSON file')
    .option('-n, --count <count>', 'how many', '1')
    .option('--url <address>', 'the house', 'http://localhost:8080')
    .option('--bankroll <money>', 'what each brings to the table (default: the strategy says, or $500)')
    .option('--pace <pace>', 'human, or brisk for tests', 'human')
    .option('--rounds <count>', 'leave after so many rolls')
    .option('--stop-win <money>', 'leave when ahead by so much')
    .option('--stop-loss <money>', 'leave when behind by so much')
    .option('--seed <number>', 'for the pauses: the same number, the same pauses', '1')
    .option('--json', 'print what they do as JSON, a line each')
    .addHelpText('after', HELP)
    .action(async (options: BotsOptions, command: Command) =>
      (await import('../bots/bots.js')).botsCommand(options, command),
    );
};
