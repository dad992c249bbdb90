import { type CompileRefused, compile, type Machine, type StrategyFile } from '@boxperson/odds';
import type { OpenSettings } from '@boxperson/rules';
import type { Command } from 'commander';
import { plain } from '../pretty/text.js';
import { stop } from '../typed.js';
import { makeOne } from './input.js';

const cite = (why: Extract<CompileRefused, { why: 'refused' }>): string => {
  const { clause, ruling } = why.refused;
  const from = [clause, ruling].filter(Boolean).join(', ');
  return from === '' ? '' : ` [${from}]`;
};

/** The table of states, or the end of the command: with the clause and the place, or with the count reached. */
export function compileOrStop(
  file: StrategyFile,
  table: OpenSettings,
  statesMax: number,
  command: Command,
  progress?: (known: number, walked: number) => void,
): Machine {
  const made = compile(makeOne(file), table, { statesMax, ...(progress ? { progress } : {}) });
  if (made.ok) return made.machine;
  if (made.why.why === 'refused')
    return stop(command, `${file.name}: ${plain(made.why.message)}${cite(made.why)}`);
  return stop(
    command,
    `${file.name}: ${made.why.message}; raise --states-max, or play it without a table with --direct`,
  );
}
