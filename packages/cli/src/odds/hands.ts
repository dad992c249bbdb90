import { curveChart, type HandFigures, handFigures, textCurves } from '@boxperson/odds';
import { RULEBOOK_IDS, rulebook } from '@boxperson/rules';
import type { Command } from 'commander';
import { coloursFor } from '../colours.js';
import { drawTo, headingOf } from '../picture.js';
import { makeJson, parseChoice, parseCount, parsePicture, parseRulebook, print } from './input.js';
import { count, percent, table } from './page.js';

export interface HandsOptions {
  readonly rulebook?: string;
  readonly line: string;
  readonly throws: string;
  readonly hands: string;
  readonly json?: boolean;
  readonly chart?: boolean;
  readonly plot?: string;
}

/** `1 in 5,590,264,072`. */
const oneIn = (chance: number): string =>
  `1 in ${(1 / chance).toLocaleString('en', { maximumFractionDigits: chance > 0.01 ? 2 : 0 })}`;

type Figures = HandFigures;

const sayRule = ({ ends, line }: Figures): string =>
  ends.givesUpOn === 'seven-out'
    ? `The shooter keeps the dice until a seven out (${ends.clause}).`
    : `The dice move when the shooter's line wager is ${line === 'pass' ? 'lost' : 'won'}, on a come out too (${ends.clause}); the shooter is on ${line}.`;

function textOf(found: Figures, { bold, dim }: ReturnType<typeof coloursFor>): readonly string[] {
  const { longest } = found;
  const chances = found.milestones.map(({ throws, chance }, at) => [
    `${throws} throws or more`,
    percent(chance, chance < 1e-4 ? 8 : 3),
    oneIn(chance),
    percent(longest.chances[at]?.chance ?? 0, 2),
  ]);
  const repeated = found.repeaters.map((each) => [
    `${each.total}, ${each.times} times`,
    oneIn(each.inHandChance),
    oneIn(each.beforeSevenChance),
  ]);
  const fraction = (text: string): number =>
    text
      .split('/')
      .map(Number)
      .reduce((n, d) => n / d);
  const points = found.pointsMade.map((chance, made) => [
    `${made}`,
    percent(fraction(chance), 2),
    percent(fraction(found.differentPoints[made] ?? '0'), 4),
  ]);
  return [
    bold(rulebook(found.rulebook).title),
    sayRule(found),
    `A hand has ${found.mean} = ${found.meanThrows.toFixed(4)} throws on average, give or take ${found.sd.toFixed(3)}.`,
    `Of ${count(longest.hands)} hands the longest has ${longest.median} throws as likely as not.`,
    '',
    ...table(['length of a hand', 'chance', '', `once in ${count(longest.hands)} hands`], chances, dim),
    '',
    ...table(['points made', 'chance', 'that many different ones'], points, dim),
    '',
    ...table(['total thrown', 'in one hand', 'before a seven'], repeated, dim),
  ];
}

const series = (all: readonly Figures[]) =>
  all.map(({ rulebook: id, atLeast }) => ({
    name: headingOf(id),
    points: atLeast.flatMap((chance, length) => (length === 0 ? [] : [[length, chance] as const])),
  }));

const WORDS = {
  title: 'How long a shooter holds the dice',
  subtitle:
    'The chance of a hand of at least so many throws, exactly. Rulebooks with the same hands share a line.',
  across: 'throws',
  up: 'chance, in powers of ten',
};

export function handsCommand(options: HandsOptions, command: Command): void {
  const ids = options.rulebook === undefined ? RULEBOOK_IDS : [parseRulebook(options.rulebook, command)];
  const line = parseChoice('line', options.line, ['pass', 'dont-pass'] as const, command);
  const throws = parseCount('--throws', options.throws, 1, 100_000, command);
  const hands = parseCount('--hands', options.hands, 1, 1e15, command);
  const file = options.plot === undefined ? undefined : parsePicture(options.plot, command);
  const all = ids.map((id) => handFigures(id, line, throws, hands));
  print(options.json ? makeJson(options.rulebook === undefined ? all : all[0]) : allText(all, options));
  if (file !== undefined)
    drawTo(
      file,
      curveChart(series(all), WORDS, (value) => String(Number(value.toPrecision(1)))),
      command,
    );
}

function allText(all: readonly Figures[], { rulebook: only, chart }: HandsOptions): string {
  const colours = coloursFor(process.stdout);
  const shown = only === undefined ? byRule(all) : all;
  const pages = shown.map((found) => textOf(found, colours).join('\n')).join('\n\n');
  const curves = chart ? textCurves(series(shown), (value) => value.toExponential(1), { log: true }) : [];
  return [pages, ...(chart ? [''] : []), ...curves].join('\n');
}

/** One of the books that have the same hands stands for all of them. */
const byRule = (all: readonly Figures[]): readonly Figures[] =>
  all.filter((found, at) => all.findIndex((other) => other.mean === found.mean) === at);
