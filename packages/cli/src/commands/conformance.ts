import { coloursFor } from '../colours.js';
import {
  type ConformanceFault,
  type ConformanceResult,
  type ConformanceScript,
  findConformance,
  isFolder,
  pathOf,
  readConformance,
  runConformance,
} from '../conformance.js';
import type { Register } from './command.js';

const EXIT_FAILED = 1;
const EXIT_NOTHING_TO_RUN = 2;

type Colours = ReturnType<typeof coloursFor>;

interface Options {
  readonly folder?: string;
  readonly json?: boolean;
}

interface Count {
  readonly passed: number;
  readonly failed: number;
}

const count = (results: readonly ConformanceResult[]): Count => {
  const failed = results.filter(({ fault }) => fault !== null).length;
  return { passed: results.length - failed, failed };
};

const rulebooksOf = (results: readonly ConformanceResult[]): string[] => [
  ...new Set(results.map(({ rulebook }) => rulebook)),
];

const countsByRulebook = (results: readonly ConformanceResult[]): Readonly<Record<string, Count>> =>
  Object.fromEntries(
    rulebooksOf(results).map((book) => [book, count(results.filter(({ rulebook }) => rulebook === book))]),
  );

const describeFault = (path: string, fault: ConformanceFault, { red, dim }: Colours): string[] => {
  const where = fault.line === undefined ? '' : ` line ${fault.line}`;
  const what = fault.at ? `${fault.what} at ${fault.at}` : fault.what;
  const details = [
    ['played', fault.played],
    ['expected', fault.expected],
    ['got', fault.got],
  ].filter(([, text]) => text !== undefined);
  return [
    `${red('FAIL')} ${path}${where}: ${what}`,
    ...details.map(([label, text]) => `  ${dim((label as string).padEnd(8))}  ${text}`),
  ];
};

const describe = ({ passed, failed }: Count, { red }: Colours): string =>
  `${passed} passed, ${failed === 0 ? '0 failed' : red(`${failed} failed`)}`;

function textOf(results: readonly ConformanceResult[], colours: Colours): string {
  const faults = results.flatMap(({ path, fault }) => (fault ? describeFault(path, fault, colours) : []));
  const counts = Object.entries(countsByRulebook(results));
  const width = Math.max(...counts.map(([book]) => book.length));
  const books = counts.map(([book, each]) => `${book.padEnd(width)}  ${describe(each, colours)}`);
  return [...faults, ...books, describe(count(results), colours)].join('\n');
}

function jsonOf(results: readonly ConformanceResult[]): string {
  const failures = results.flatMap(({ path, fault }) => (fault ? [{ path, ...fault }] : []));
  return JSON.stringify({ ...count(results), rulebooks: countsByRulebook(results), failures }, null, 2);
}

/** The scripts asked for, or why there are none. */
function chooseScripts(folder: string | undefined, filters: readonly string[]): ConformanceScript[] | string {
  const found = folder ?? findConformance(process.cwd());
  if (found === undefined) return 'no conformance folder here or above; name one with --folder';
  if (!isFolder(found)) return `${found} is not a folder`;
  const wanted = (path: string): boolean =>
    filters.length === 0 || filters.some((filter) => path.includes(filter));
  const scripts = readConformance(found).filter((script) => wanted(pathOf(script)));
  return scripts.length === 0 ? `no script in ${found} matches` : scripts;
}

function conformance(filters: readonly string[], { folder, json }: Options): void {
  const scripts = chooseScripts(folder, filters);
  if (typeof scripts === 'string') {
    process.stderr.write(`boxperson conformance: ${scripts}\n`);
    process.exitCode = EXIT_NOTHING_TO_RUN;
    return;
  }
  const results = runConformance(scripts);
  process.stdout.write(`${json ? jsonOf(results) : textOf(results, coloursFor(process.stdout))}\n`);
  if (count(results).failed > 0) process.exitCode = EXIT_FAILED;
}

const HELP = `
A conformance script is <rulebook>/<clause>-<slug>.jsonl, with its expected answers beside it in
<clause>-<slug>.expected.jsonl. It passes when every line gets the answer expected; the wording of a refusal
is not compared.

Examples:
  $ boxperson conformance                 all scripts
  $ boxperson conformance star/           one rulebook
  $ boxperson conformance aruze/3.9.10    one clause and what is under it

Exit code: 0 when all pass, 1 when one fails, 2 when there is nothing to run.`;

export const registerConformance: Register = (program) => {
  program
    .command('conformance')
    .description('play the conformance scripts, named by clause, and compare the answers')
    .argument('[filter...]', 'only the scripts whose path contains one of these')
    .option('--folder <folder>', 'where the scripts are (default: the nearest conformance folder)')
    .option('--json', 'print the results as JSON')
    .addHelpText('after', HELP)
    .action(conformance);
};
