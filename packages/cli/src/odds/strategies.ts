import { exactFigures, LIBRARY, type Machine, type StrategyFile } from '@boxperson/odds';
import type { Command } from 'commander';
import { coloursFor } from '../colours.js';
import { wrap } from '../pretty/text.js';
import { compileOrStop } from './compile.js';
import {
  makeJson,
  noMoreWords,
  parseCount,
  parseRulebook,
  parseSign,
  parseStrategyFile,
  print,
} from './input.js';
import { count, dollars, percent, saySelection, table } from './page.js';

export interface StrategiesOptions {
  readonly json?: boolean;
  readonly rulebook?: string;
  readonly sign?: string;
  readonly statesMax?: string;
  readonly pace?: string;
}

export function listCommand({ json }: StrategiesOptions, command: Command): void {
  noMoreWords(command);
  print(json ? makeJson(LIBRARY) : listText());
}

function listText(): string {
  const width = Math.max(...LIBRARY.map(({ name }) => name.length)) + 2;
  const { green } = coloursFor(process.stdout);
  const lines = LIBRARY.flatMap(({ name, about }) =>
    wrap(about, 96 - width).map(
      (line, at) => `${at === 0 ? green(name.padEnd(width)) : ' '.repeat(width)}${line}`,
    ),
  );
  return lines.join('\n');
}

/** The strategy as a file would hold it: a start for one's own. */
export function showCommand(name: string, _options: StrategiesOptions, command: Command): void {
  print(makeJson(parseStrategyFile(name, command)));
}

export const DEFAULT_STATES = '20000';
export const DEFAULT_PACE = '100';

function figuresText(file: StrategyFile, machine: Machine, pace: number): string {
  const { bold, dim } = coloursFor(process.stdout);
  const found = exactFigures(machine, pace);
  const exact =
    found.meanPerRollExact === null || found.meanPerRollExact.length > 60
      ? ''
      : ` (${found.meanPerRollExact} cents)`;
  const rows = found.wagers.map((line) => [
    saySelection(line),
    (line.bets ?? 0).toFixed(4),
    dollars(line.putUp ?? 0, 4),
    dollars(line.net ?? 0, 5),
    percent(line.putUp ? -(line.net ?? 0) / line.putUp : 0),
  ]);
  return [
    `${bold(file.name)} under ${machine.book.title}`,
    file.about,
    '',
    `${count(found.walked)} states, ${count(found.states)} of them different; the 36 throws fall into ${found.symbols} kinds.`,
    `Per roll     ${dollars(found.meanPerRoll, 5)}${exact}, give or take ${dollars(found.sdLongRun)} times the root of the rolls`,
    `Per hour     ${dollars(found.meanPerHour)} at ${count(pace)} rolls, give or take ${dollars(found.sdPerHour)}`,
    `Per hand     ${dollars(found.meanPerHand, 4)} in ${found.rollsPerHand.toFixed(4)} rolls`,
    `Put up       ${dollars(found.putUpPerRoll, 4)} a roll, of which the house keeps ${percent(found.edge)}`,
    `On the felt  ${dollars(found.onLayout)} when the dice are thrown, on average`,
    '',
    ...table(['wager', 'bets a roll', 'put up', 'net a roll', 'edge'], rows, dim),
  ].join('\n');
}

export function checkCommand(name: string, options: StrategiesOptions, command: Command): void {
  const book = parseRulebook(options.rulebook, command);
  const file = parseStrategyFile(name, command);
  const sign = parseSign(options.sign, book, command);
  const statesMax = parseCount('--states-max', options.statesMax ?? DEFAULT_STATES, 1, 10_000_000, command);
  const pace = parseCount('--pace', options.pace ?? DEFAULT_PACE, 1, 100_000, command);
  const machine = compileOrStop(file, sign, statesMax, command);
  const asJson = (): string =>
    makeJson({ strategy: file.name, rulebook: book, ...exactFigures(machine, pace) });
  print(options.json ? asJson() : figuresText(file, machine, pace));
}
