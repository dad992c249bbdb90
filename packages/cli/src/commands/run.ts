import { once } from 'node:events';
import { createReadStream, fstatSync } from 'node:fs';
import { type Played, runScript, type ScriptRunner, VERB_HELP, VERB_NAMES, VERBS } from '@boxperson/rules';
import { coloursFor } from '../colours.js';
import { LINE_LENGTH_MAX, type Line, readLines } from '../lines.js';
import { makeAccount } from '../pretty/index.js';
import { PAGE_WIDTH, plain, wrap } from '../pretty/text.js';
import type { Register } from './command.js';

const EXIT_UNREADABLE = 2;

/** A folder as standard input would pass for an empty script: reading it ourselves fails as it should. */
const standardInput = (): AsyncIterable<Uint8Array> =>
  fstatSync(0).isDirectory() ? createReadStream('', { fd: 0 }) : process.stdin;

const inputFor = (file: string): AsyncIterable<Uint8Array> =>
  file === '-' ? standardInput() : createReadStream(file, { highWaterMark: 1 << 18 });

/** How a script is printed: something for every line, and something at the end. */
interface Printer {
  tell(played: Played, text: string): string;
  end(): string;
}

const json: Printer = { tell: ({ answer }) => `${JSON.stringify(answer)}\n`, end: () => '' };

/** A slow reader holds us back: answers never pile up in memory. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

const playLine = (runner: ScriptRunner, line: Line): Played | null =>
  line === null
    ? runner.unreadable(`the line is longer than ${LINE_LENGTH_MAX} characters`)
    : runner.play(line);

/** Plays a script and prints an answer per line, a chunk at a time. True when every line was JSON. */
async function playScript(input: AsyncIterable<Uint8Array>, printer: Printer): Promise<boolean> {
  const runner = runScript();
  let allJson = true;
  for await (const lines of readLines(input)) {
    let out = '';
    for (const line of lines) {
      const played = playLine(runner, line);
      if (played === null) continue;
      allJson &&= played.json;
      out += printer.tell(played, line ?? '');
    }
    await print(out);
  }
  await print(printer.end());
  return allJson;
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'reading it is not allowed',
};

async function run(file: string, { pretty }: { pretty?: boolean }): Promise<void> {
  const printer = pretty ? makeAccount(coloursFor(process.stdout)) : json;
  try {
    if (!(await playScript(inputFor(file), printer))) process.exitCode = EXIT_UNREADABLE;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const what = file === '-' ? 'standard input' : plain(file);
    process.stderr.write(`boxperson run: cannot read ${what}: ${UNREADABLE[code] ?? plain(message)}\n`);
    process.exitCode = EXIT_UNREADABLE;
  }
}

const VERB_COLUMN = 2 + Math.max(...Object.keys(VERBS).map((name) => name.length)) + 2;

/** A verb and what it does, wrapped beside its name. */
const verbHelp = (name: string, text: string): string =>
  wrap(text, PAGE_WIDTH - VERB_COLUMN)
    .map((line, index) => `${index === 0 ? `  ${name}`.padEnd(VERB_COLUMN) : ' '.repeat(VERB_COLUMN)}${line}`)
    .join('\n');

const optional = ([name, kind]: readonly [string, string]): string =>
  kind.endsWith('?') ? `[${name}]` : name;

const fieldList = (fields: readonly (readonly [string, string])[]): string =>
  fields.length === 0 ? '' : ` (${fields.map(optional).join(' ')})`;

const tableVerbs = (): string =>
  [
    ...VERB_NAMES.map((name) =>
      verbHelp(name, `${VERB_HELP[name]}${fieldList(Object.entries(VERBS[name].fields))}`),
    ),
    verbHelp('layout', 'the felt, the dice, who has them and what is due'),
    verbHelp('options', 'what a person may do now (player, or by)'),
    verbHelp('tick', 'let the clock run (at)'),
  ].join('\n');

const HELP = `
A script is a JSON Lines file: what happens at one table, a line each. Every line gets one line of answer.

  {"do":"open","rulebook":"star","limits":{"default":{"min":500,"max":100000}}}
  {"do":"sit","player":"p1","seat":1,"bankroll":50000}
  {"do":"bet","player":"p1","wager":"pass","amount":1000}
  {"do":"roll","dice":[5,6]}

Verbs and their fields; those in brackets may be left out. Money is in whole cents.

  open     rulebook limits [chips oddsMultiple multiplesOfMinimum big68]
  sit      player seat bankroll
  bet      player wager amount [number high dice stay found]
  take     player wager [amount number high dice]
  call     player wager to [number]
  roll     dice
  no-roll  [reason]
  layout

With "conduct":true on the open line the whole table is run: seats, the dice, shooters, phases, roles, notices.
Every line may then say when ("at", in milliseconds) and by whom ("by":{"role","id"}). Verbs and fields:

${tableVerbs()}

docs/scripts.md explains them all, with every answer and every refusal.

Examples:
  $ boxperson run hand.jsonl           answers as JSON Lines
  $ boxperson run hand.jsonl --pretty  a readable account of the hand
  $ cat hand.jsonl | boxperson run -   from standard input

Exit code: 0 when every line was read, whatever was refused; 2 when the file could not be read or a line was not JSON.`;

export const registerRun: Register = (program) => {
  program
    .command('run')
    .description('play a script of bets and throws under its rulebook, and answer every line')
    .argument('<file>', 'the script, or - for standard input')
    .option('--pretty', 'print a readable account of the game instead of JSON')
    .addHelpText('after', HELP)
    .action(run);
};
