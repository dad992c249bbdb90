import { readFileSync } from 'node:fs';
import {
  LIBRARY,
  libraryFile,
  makeStrategy,
  readStrategy,
  type Strategy,
  type StrategyFile,
  signSource,
  usualTable,
} from '@boxperson/odds';
import { isPictureName } from '@boxperson/odds/node';
import {
  rulebook as bookOf,
  type OpenSettings,
  openGame,
  RULEBOOK_IDS,
  type RulebookId,
} from '@boxperson/rules';
import type { Command } from 'commander';
import { plain } from '../pretty/text.js';
import { orNearest, stop, typed } from '../typed.js';

// What people type for the odds laboratory, checked. Anything wrong ends the command with one line and exit code 2.

/** A word after a command that takes none was meant for one of its commands. */
export function noMoreWords(command: Command): void {
  const [word] = command.args;
  if (word === undefined) return;
  stop(
    command,
    orNearest(
      `command "${command.name()}"`,
      word,
      command.commands.map((each) => each.name()),
    ).replace('" "', ' '),
  );
}

export function parseRulebook(name: string | undefined, command: Command): RulebookId {
  if (name === undefined) return stop(command, `name a rulebook with --rulebook: ${RULEBOOK_IDS.join(', ')}`);
  if ((RULEBOOK_IDS as readonly string[]).includes(name)) return name as RulebookId;
  return stop(command, orNearest('rulebook', name, RULEBOOK_IDS));
}

export function parseChoice<T extends string>(
  what: string,
  name: string,
  names: readonly T[],
  command: Command,
  listed?: string,
): T {
  return (names as readonly string[]).includes(name)
    ? (name as T)
    : stop(command, orNearest(what, name, names, listed));
}

/** A whole number such as 1000, 1e9, 10_000 or 10,000, within bounds. */
export function parseCount(
  option: string,
  text: string,
  least: number,
  most: number,
  command: Command,
): number {
  const value = /^-?[\d_,]*\.?\d+(?:e\+?\d+)?$/i.test(text) ? Number(text.replace(/[_,]/g, '')) : Number.NaN;
  if (Number.isNaN(value)) return stop(command, `${option} must be a whole number, not "${typed(text)}"`);
  const nearest = Math.min(most, Math.max(least, Math.round(value)));
  if (Number.isInteger(value) && value === nearest) return value;
  const range = `${option} must be a whole number from ${least} to ${most.toLocaleString('en')}`;
  return stop(command, `${range}; the nearest is ${nearest}`);
}

export function parsePicture(file: string, command: Command): string {
  if (isPictureName(file)) return file;
  return stop(
    command,
    `--plot writes .svg and .png files; the nearest is "${typed(file.replace(/\.[^./]*$/, ''))}.png"`,
  );
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'reading it is not allowed',
};

export function readJson(file: string, command: Command): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return stop(command, `cannot read ${typed(file)}: ${UNREADABLE[code] ?? plain(message)}`);
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return stop(command, `${typed(file)} is not JSON: ${plain((error as Error).message)}`);
  }
}

const isFileName = (name: string): boolean => /[./\\]/.test(name);

/** A strategy by its name in the library, or from a file. */
export function parseStrategyFile(name: string | undefined, command: Command): StrategyFile {
  const names = LIBRARY.map((file) => file.name);
  if (name === undefined) return stop(command, 'name a strategy with --strategy: see "boxperson strategies"');
  const known = libraryFile(name);
  if (known) return known;
  if (!isFileName(name)) return stop(command, orNearest('strategy', name, names, '"boxperson strategies"'));
  const read = readStrategy(readJson(name, command));
  if (read.ok) return read.file;
  const [first, ...more] = read.faults;
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return stop(command, `${typed(name)}: ${plain(first ?? 'not a strategy')}${rest}`);
}

export const makeOne = (file: StrategyFile): Strategy => makeStrategy(file) as Strategy;

/** A sign from a file, which may name the rulebook; without one the usual table. */
export function parseSign(file: string | undefined, rulebook: RulebookId, command: Command): OpenSettings {
  if (file === undefined) return usualTable(rulebook);
  return checkedSign(readSign(file, command), rulebook, file, command);
}

export function readSign(file: string, command: Command): Readonly<Record<string, unknown>> {
  const value = readJson(file, command);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return stop(command, `${typed(file)}: a sign is an object with limits`);
  return value as Readonly<Record<string, unknown>>;
}

export function checkedSign(
  sign: Readonly<Record<string, unknown>>,
  rulebook: RulebookId,
  file: string,
  command: Command,
): OpenSettings {
  const settings = { ...sign, rulebook } as unknown as OpenSettings;
  const opened = openGame(settings);
  if (opened.ok) return settings;
  const { message } = opened.refused;
  const source = signSource(bookOf(rulebook), message);
  return stop(command, `${typed(file)}: ${plain(message)}${source === '' ? '' : ` [${source}]`}`);
}

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
export const makeJson = (value: unknown): string => JSON.stringify(value, null, 2);
