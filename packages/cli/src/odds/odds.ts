import {
  barChart,
  bookFigures,
  makeFigures,
  makeRational,
  type Scene,
  textBars,
  toNumber,
  type WagerFigures,
} from '@boxperson/odds';
import { RULEBOOK_IDS, type Rulebook, rulebook, WAGER_IDS, type WagerId } from '@boxperson/rules';
import type { Command } from 'commander';
import { coloursFor } from '../colours.js';
import { drawTo } from '../picture.js';
import { listed, wrap } from '../pretty/text.js';
import { stop } from '../typed.js';
import {
  makeJson,
  noMoreWords,
  parseChoice,
  parseCount,
  parsePicture,
  parseRulebook,
  print,
} from './input.js';
import { percent, saySelection, table } from './page.js';

export interface OddsOptions {
  readonly rulebook?: string;
  readonly wager?: string;
  readonly number?: string;
  readonly json?: boolean;
  readonly chart?: boolean;
  readonly plot?: string;
}

type Colours = ReturnType<typeof coloursFor>;

const parseWager = (name: string, command: Command): WagerId =>
  parseChoice('wager', name, WAGER_IDS, command, '"boxperson odds compare"');

/** Only the wager asked for, and of it only the number. */
function chosen(
  rows: readonly WagerFigures[],
  { wager, number }: OddsOptions,
  command: Command,
): readonly WagerFigures[] {
  const id = wager === undefined ? undefined : parseWager(wager, command);
  const about = number === undefined ? undefined : parseCount('--number', number, 2, 12, command);
  const found = rows.filter(
    (row) =>
      (id === undefined || row.wager === id) && (about === undefined || (row.number ?? row.high) === about),
  );
  if (found.length > 0) return found;
  const numbers = [
    ...new Set(rows.filter((row) => row.wager === id).flatMap((row) => row.number ?? row.high ?? [])),
  ];
  if (numbers.length === 0) return stop(command, `this rulebook does not offer ${id ?? 'that'}`);
  const near = numbers.sort((a, b) => Math.abs(a - (about as number)) - Math.abs(b - (about as number)))[0];
  return stop(command, `there is no ${id ?? 'wager'} on ${about}; the nearest is ${near}`);
}

const HEADS = ['wager', 'wins', 'loses', 'even', 'edge', '', 'rolls', 'edge a roll', 'spread'];

const rowOf = (row: WagerFigures): readonly string[] => [
  row.name,
  makeRational(row.win),
  makeRational(row.lose),
  makeRational(row.push),
  makeRational(row.edge),
  percent(toNumber(row.edge)),
  makeRational(row.rolls),
  percent(toNumber(row.edgePerRoll)),
  row.sd.toFixed(3),
];

function figuresText(
  book: Rulebook,
  rows: readonly WagerFigures[],
  { bold, dim }: Colours,
): readonly string[] {
  return [
    bold(book.title),
    dim(
      'The edge is for each dollar put up, commission with it, before rounding to chips; every wager working.',
    ),
    '',
    ...table(HEADS, rows.map(rowOf), dim),
  ];
}

const LENGTHS_SHOWN = 6;

function derivationText(row: WagerFigures, { bold, dim }: Colours): readonly string[] {
  const lengths = row
    .lengths()
    .slice(0, LENGTHS_SHOWN)
    .map((chance, at) => `${at + 1}: ${percent(toNumber(chance), 2)}`);
  return [
    '',
    bold(row.name),
    ...row
      .derivation()
      .flatMap((sentence) => wrap(sentence, 96).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`))),
    dim(`  Decided on roll ${lengths.join(', ')}, …`),
  ];
}

const isEdged = (row: WagerFigures): boolean => row.edge.n !== 0n;
const bars = (rows: readonly WagerFigures[]) =>
  rows.filter(isEdged).map((row) => ({ name: row.name, value: 100 * toNumber(row.edge) }));
const sayPercent = (value: number): string => `${value.toFixed(2)} %`;

function draw(book: Rulebook, rows: readonly WagerFigures[]): Scene {
  const words = {
    title: 'What the house keeps of each wager',
    subtitle: `${book.title}. Exact, before rounding to chips; wagers without an edge are left out.`,
    across: 'per cent of what is put up',
    up: '',
  };
  return barChart(bars(rows), words, sayPercent);
}

export function oddsCommand(options: OddsOptions, command: Command): void {
  noMoreWords(command);
  const book = rulebook(parseRulebook(options.rulebook, command));
  const file = options.plot === undefined ? undefined : parsePicture(options.plot, command);
  const rows = chosen(bookFigures(book), options, command);
  print(options.json ? makeJson(rows.map(makeFigures)) : pageText(book, rows, options));
  if (file !== undefined) drawTo(file, draw(book, rows), command);
}

function pageText(book: Rulebook, rows: readonly WagerFigures[], options: OddsOptions): string {
  const colours = coloursFor(process.stdout);
  const told = options.wager === undefined ? [] : rows.flatMap((row) => derivationText(row, colours));
  const chart = options.chart ? ['', ...textBars(bars(rows), sayPercent)] : [];
  return [...figuresText(book, rows, colours), ...chart, ...told].join('\n');
}

/** The same wager in every book. */
interface Compared {
  readonly key: string;
  readonly books: readonly (WagerFigures | undefined)[];
}

function compareBooks(options: OddsOptions, command: Command): readonly Compared[] {
  const all = RULEBOOK_IDS.map((id) => bookFigures(rulebook(id)));
  const id = options.wager === undefined ? undefined : parseWager(options.wager, command);
  const keys = new Map<string, number>();
  for (const row of all.flat())
    if (id === undefined || row.wager === id)
      keys.set(saySelection(row), row.spot.index * 100 + (row.number ?? 0));
  return [...keys]
    .sort(([, a], [, b]) => a - b)
    .map(([key]) => ({ key, books: all.map((rows) => rows.find((row) => saySelection(row) === key)) }));
}

function compareJson(rows: readonly Compared[]): string {
  return makeJson(
    rows.map(({ books }) => {
      const { wager, number, high, dice } = books.find((row) => row !== undefined) as WagerFigures;
      const selection = { wager, ...(number && { number }), ...(high && { high }), ...(dice && { dice }) };
      const figures = books.map((row, at) => [RULEBOOK_IDS[at], row ? shortFigures(row) : null]);
      return { ...selection, books: Object.fromEntries(figures) };
    }),
  );
}

function shortFigures(row: WagerFigures) {
  const { name, win, lose, push, edge, rolls, edgePerRoll, sd } = makeFigures(row);
  return { name, win, lose, push, edge, rolls, edgePerRoll, sd };
}

export function compareCommand(options: OddsOptions, command: Command): void {
  const rows = compareBooks(options, command);
  print(options.json ? compareJson(rows) : compareText(rows, options.wager));
}

const hasEdge = ({ books }: Compared): boolean => books.some((row) => row !== undefined && isEdged(row));

/** Wagers at true odds in every book say nothing in a comparison, unless somebody asks for one. */
function compareText(all: readonly Compared[], asked: string | undefined): string {
  const { dim, bold } = coloursFor(process.stdout);
  const rows = asked === undefined ? all.filter(hasEdge) : all;
  const fair = new Set(
    all.filter((row) => !rows.includes(row)).map(({ key }) => key.split(' ')[0] as string),
  );
  const left = `Without an edge in any book, and left out: ${listed([...fair])}; --wager shows one of them.`;
  const cells = rows.map(({ key, books }) => {
    const edges = books.map((row) => (row ? percent(toNumber(row.edge)) : '–'));
    // What differs from the first book that has it stands out.
    const first = edges.find((edge) => edge !== '–');
    return [key, ...edges.map((edge) => (edge !== first && edge !== '–' ? bold(edge) : edge))];
  });
  return [
    dim('The edge for each dollar put up, commission with it, before rounding to chips.'),
    '',
    ...table(['wager', ...RULEBOOK_IDS], cells, dim),
    ...(fair.size === 0 ? [] : ['', dim(left)]),
  ].join('\n');
}
