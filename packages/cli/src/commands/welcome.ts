import type { Command } from 'commander';
import { coloursFor } from '../colours.js';
import type { Register } from './command.js';

type Colours = ReturnType<typeof coloursFor>;
type Line = readonly [command: string, what: string];

// Commands that have not been registered yet stay out: the welcome never promises what is not there.
const TRY: readonly Line[] = [
  ['serve', 'opens a house with a table of each game, at http://127.0.0.1:8080'],
  ['run', 'plays a script of bets and throws and answers every line'],
  ['rules', 'shows a rulebook, what differs between two, and what is covered'],
  ['conformance', 'plays the conformance scripts, named by clause'],
  ['odds', 'exact figures for every wager of a rulebook'],
  ['sim', 'rolls a strategy, hundreds of millions of throws a second'],
];

const NPM: readonly Line[] = [
  ['npm test', 'style, types and every test'],
  ['npx boxperson --help', 'all commands, with examples'],
];

const existing = (program: Command): readonly Line[] =>
  TRY.filter(([name]) => program.commands.some((command) => command.name() === name));

const table = (lines: readonly Line[], colours: Colours): string[] => {
  const width = Math.max(...lines.map(([command]) => command.length));
  return lines.map(([command, what]) => `  ${colours.green(command.padEnd(width))}  ${what}`);
};

/** What there is, for somebody who has just come in. */
export const welcomeText = (program: Command, colours: Colours): string => {
  const offered = existing(program).map(([name, what]): Line => [`npx boxperson ${name}`, what]);
  return [
    '',
    `  ${colours.bold('Boxperson')} ${colours.dim(program.version() ?? '')}`,
    '  Craps by the book: approved rulebooks as data, one exact engine.',
    '',
    ...table([...offered, ...NPM], colours),
    '',
  ].join('\n');
};

const HELP = `
Example:
  $ boxperson welcome   what there is to try, in ten lines`;

export const registerWelcome: Register = (program) => {
  program
    .command('welcome')
    .description('say what Boxperson can do, and how')
    .addHelpText('after', HELP)
    .action(() => {
      process.stdout.write(`${welcomeText(program, coloursFor(process.stdout))}\n`);
    });
};
