import {
  diffRulebooks,
  hashRulebook,
  idsOf,
  RULEBOOK_IDS,
  type RulebookId,
  rulebook,
} from '@boxperson/rules';
import type { Command } from 'commander';
import { coloursFor } from '../colours.js';
import { countCoverage, coverageText } from '../rules/coverage.js';
import { diffText } from '../rules/diff.js';
import { entries } from '../rules/page.js';
import { idsText, showText } from '../rules/show.js';
import { orNearest, stop } from '../typed.js';
import type { Register } from './command.js';

interface Options {
  readonly json?: boolean;
  readonly clauses?: boolean;
  readonly ids?: boolean;
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const makeJson = (value: unknown): string => JSON.stringify(value, null, 2);

const isRulebookId = (name: string): name is RulebookId => (RULEBOOK_IDS as readonly string[]).includes(name);

/** The rulebook's id; anything else ends the command with one line and the nearest name. */
const parseId = (name: string, command: Command): RulebookId => {
  if (isRulebookId(name)) return name;
  return stop(command, orNearest('rulebook', name, RULEBOOK_IDS));
};

const list = ({ json }: Options): void => {
  const books = RULEBOOK_IDS.map(rulebook);
  const facts = books.map((book) => ({
    id: book.id,
    title: book.title,
    edition: book.edition,
    hash: hashRulebook(book),
  }));
  print(
    json
      ? makeJson(facts)
      : entries(
          books.map(({ id, title }) => [id, title]),
          0,
        ).join('\n'),
  );
};

const show = (name: string, { json, ids }: Options, command: Command): void => {
  const book = rulebook(parseId(name, command));
  const told = ids ? idsOf(book) : book;
  const text = (): string => (ids ? idsText : showText)(book, coloursFor(process.stdout));
  print(json ? makeJson(told) : text());
};

const diff = (left: string, right: string, { json, ...options }: Options, command: Command): void => {
  const [a, b] = [rulebook(parseId(left, command)), rulebook(parseId(right, command))];
  const differences = diffRulebooks(a, b);
  const text = (): string => diffText([a, b], differences, options, coloursFor(process.stdout));
  print(json ? makeJson({ a: a.id, b: b.id, differences }) : text());
};

const showCoverage = ({ json }: Options): void => {
  const lines = countCoverage();
  print(json ? makeJson(lines) : coverageText(lines, coloursFor(process.stdout)));
};

const HELP = `
Rulebooks: ${RULEBOOK_IDS.join(', ')}

Examples:
  $ boxperson rules list                    the rulebooks and their titles
  $ boxperson rules show crown              one in our words, with clause numbers
  $ boxperson rules show crown --ids        the roles and grounds that a script may name
  $ boxperson rules diff star star-2024     what the amendment changed
  $ boxperson rules coverage                how many clauses are kept, and by what

Exit code: 0, or 2 when there is no such rulebook.`;

export const registerRules: Register = (program) => {
  const rules = program
    .command('rules')
    .description('show a rulebook, what differs between two, and what is covered')
    .addHelpText('afterAll', HELP);
  rules
    .command('list')
    .description('list the rulebooks')
    .option('--json', 'print as JSON, with content hashes')
    .action(list);
  rules
    .command('show')
    .description('print a rulebook in our words, with clause numbers')
    .argument('<book>', 'a rulebook, as "rules list" names it')
    .option('--ids', 'only the ids of roles, grounds and measures that commands may name')
    .option('--json', 'print the rulebook as it is')
    .action(show);
  rules
    .command('diff')
    .description('print what differs between two rulebooks')
    .argument('<a>', 'a rulebook')
    .argument('<b>', 'another')
    .option('--clauses', 'list every value that only stands under another clause')
    .option('--json', 'print the differences as JSON')
    .action(diff);
  rules
    .command('coverage')
    .description('count the clauses of each rulebook by what keeps them')
    .option('--json', 'print as JSON')
    .action(showCoverage);
};
