import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { commands, examples } from './commands/index.js';
import { orNearest, stop } from './typed.js';

const version = (): string => {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
};

const examplesText = (): string => {
  const width = Math.max(...examples.map(([commandLine]) => commandLine.length));
  const lines = examples.map(([commandLine, what]) => `  $ ${commandLine.padEnd(width)}  ${what}`);
  return ['', 'Examples:', ...lines].join('\n');
};

/** Exit code of a command line that could not be understood. */
export const EXIT_USAGE = 2;

/** A guess only where one makes sense; else where to look. */
function noSuchCommand(program: Command, name: string): void {
  const names = program.commands.map((each) => each.name());
  stop(program, orNearest('command', name, names, '"boxperson --help"'));
}

export const makeProgram = (): Command => {
  const program = new Command('boxperson')
    .description('Craps by the book: approved rulebooks as data, one exact engine.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of one command')
    .showSuggestionAfterError()
    .exitOverride()
    .addHelpText('after', examplesText());
  for (const register of commands) register(program);
  program.on('command:*', ([name]: readonly string[]) => noSuchCommand(program, name ?? ''));
  return program;
};

const usageError = (error: CommanderError): boolean => error.exitCode !== 0;

/** Runs one command line. Only a line that could not be understood sets the exit code here. */
export const runProgram = async (args: readonly string[]): Promise<void> => {
  try {
    await makeProgram().parseAsync(args.length > 0 ? args : ['--help'], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (usageError(error)) process.exitCode = EXIT_USAGE;
  }
};
