import {
  barChart,
  checkSign,
  makeSignReport,
  type Scene,
  type SignLine,
  type SignReport,
  toNumber,
} from '@boxperson/odds';
import { type Limit, makeDollars, type OpenSettings, rulebook, wagerName } from '@boxperson/rules';
import type { Command } from 'commander';
import { coloursFor } from '../colours.js';
import { drawTo } from '../picture.js';
import { listed, wrap } from '../pretty/text.js';
import { stop, typed } from '../typed.js';
import { checkedSign, makeJson, parsePicture, parseRulebook, print, readSign } from './input.js';
import { count, percent, table } from './page.js';

export interface SignOptions {
  readonly rulebook?: string;
  readonly json?: boolean;
  readonly plot?: string;
}

const EXIT_LEAKS = 1;
const STAKES_SHOWN = 8;

/** `$1, $2, $3 … up to $19 (10 stakes)`. */
function sayLeaks({ leaks, leakCount, lastLeak }: SignLine): string {
  const shown = leaks.slice(0, STAKES_SHOWN).map(makeDollars).join(', ');
  if (leakCount <= STAKES_SHOWN) return shown;
  const end = lastLeak === null ? 'and so on to the maximum' : `… ${makeDollars(lastLeak)}`;
  return `${shown} ${end} (${count(leakCount)} stakes)`;
}

const edge = (line: SignLine): string => percent(toNumber(line.edge), 2);
const best = ({ best: { stake, edge: value } }: SignLine): string =>
  `${makeDollars(stake)} at ${percent(toNumber(value), 2)}`;
const cents = (value: number): string => `${value.toFixed(1)}¢`;

/** Numbers of a wager that leak alike are told together. */
function grouped(report: SignReport): readonly (readonly [name: string, line: SignLine])[] {
  const groups = new Map<string, SignLine[]>();
  for (const line of report.leaking) {
    const key = `${line.wager} ${sayLeaks(line)}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].map((lines) => {
    const [first, ...more] = lines as [SignLine, ...SignLine[]];
    return [[first.name, ...more.map(({ number }) => number)].join(', '), first];
  });
}

function leaksText(report: SignReport, { bold, red }: ReturnType<typeof coloursFor>): readonly string[] {
  if (report.leaking.length === 0) return [bold('The house loses on no stake that this sign allows.')];
  const told = grouped(report).flatMap(([name, line]) =>
    wrap(`${name}: ${sayLeaks(line)}`, 92).map((text, at) => (at === 0 ? `  ${text}` : `      ${text}`)),
  );
  return [
    bold(red(`The house loses on average on some stakes of ${report.leaking.length} wagers:`)),
    ...told,
  ];
}

const sayLimit = ({ min, max, unit }: Limit): string =>
  `${makeDollars(min)} to ${makeDollars(max)}${unit === undefined ? '' : ` in steps of ${makeDollars(unit)}`}`;

function changesText(report: SignReport, { bold, dim }: ReturnType<typeof coloursFor>): readonly string[] {
  if (report.changes.length === 0) return [];
  const book = rulebook(report.rulebook as never);
  const rows = report.changes.map(({ wager, limit, keeps, chip }) => [
    wagerName(book, wager),
    limit === null ? 'no minimum and no unit stops it' : sayLimit(limit),
    limit === null ? '' : `${percent(keeps, 1)} of the stakes are left`,
    chip === null ? '' : `or a chip of ${makeDollars(chip)}`,
  ]);
  const open =
    report.open.length === 0
      ? []
      : wrap(
          `${listed(report.open.map((id) => wagerName(book, id)))}: paid at true odds these have no edge that could bear any rounding.`,
          96,
        );
  return [
    '',
    bold('The smallest changes of the sign that stop it:'),
    ...table(['', '', '', ''], rows, dim, [0, 1, 2, 3])
      .slice(1)
      .map((row) => `  ${row}`),
    ...open,
  ];
}

function reportText(
  report: SignReport,
  settings: OpenSettings,
  colours: ReturnType<typeof coloursFor>,
): string {
  const book = rulebook(report.rulebook as never);
  const { dim, bold } = colours;
  const chips = settings.chips === undefined ? '' : `, chips of ${listed(settings.chips.map(makeDollars))}`;
  const rows = report.lines.map((line) => [
    line.name,
    edge(line),
    best(line),
    cents(line.breakage.average),
    `${cents(line.breakage.most)} at ${makeDollars(line.breakage.at)}`,
    line.leakCount === 0 ? '' : count(line.leakCount),
  ]);
  return [
    bold(`${book.title}: ${sayLimit(settings.limits.default)}${chips}`),
    '',
    ...leaksText(report, colours),
    ...changesText(report, colours),
    '',
    ...table(['wager', 'edge', 'best stake for the player', 'rounding costs', 'at most', 'leaks'], rows, dim),
  ].join('\n');
}

function draw({ lines, rulebook: id }: SignReport): Scene {
  const values = lines.map((line) => ({ name: line.name, value: 100 * toNumber(line.best.edge) }));
  const words = {
    title: 'The edge at the stake that is best for the player',
    subtitle: `${rulebook(id as never).title}. Below nothing the house loses on it.`,
    across: 'per cent of what is put up',
    up: '',
  };
  return barChart(values, words, (value) => `${value.toFixed(2)} %`);
}

export function signCommand(file: string, options: SignOptions, command: Command): void {
  const sign = readSign(file, command);
  const named = options.rulebook ?? sign['rulebook'];
  const book = typeof named === 'string' || named === undefined ? named : JSON.stringify(named);
  const settings = checkedSign(sign, parseRulebook(book, command), file, command);
  const picture = options.plot === undefined ? undefined : parsePicture(options.plot, command);
  const checked = checkSign(settings);
  const report = checked.ok ? checked.report : stop(command, `${typed(file)}: ${checked.refused.message}`);
  print(
    options.json
      ? makeJson(makeSignReport(report))
      : reportText(report, settings, coloursFor(process.stdout)),
  );
  if (picture !== undefined) drawTo(picture, draw(report), command);
  if (report.leaking.length > 0) process.exitCode = EXIT_LEAKS;
}
