import { availableParallelism } from 'node:os';
import { hasSession, type SessionPlan, type StrategyFile } from '@boxperson/odds';
import type { OpenSettings, RulebookId } from '@boxperson/rules';
import type { Command } from 'commander';
import { parseMoney } from '../money.js';
import {
  parseChoice,
  parseCount,
  parsePicture,
  parseRulebook,
  parseSign,
  parseStrategyFile,
} from '../odds/input.js';
import { stop } from '../typed.js';

export interface SimOptions {
  readonly rulebook?: string;
  readonly strategy?: string;
  readonly sign?: string;
  readonly rolls?: string;
  readonly threads?: string;
  readonly seed: string;
  readonly pace: string;
  readonly statesMax: string;
  readonly direct?: boolean;
  readonly sessions?: string;
  readonly sessionRolls?: string;
  readonly shooters?: string;
  readonly bankroll?: string;
  readonly stopWin?: string;
  readonly stopLoss?: string;
  readonly csv?: string;
  readonly progress?: boolean;
  readonly json?: boolean;
  readonly chart?: boolean;
  readonly plot?: string;
  readonly picture?: string;
}

const ROLLS_MAX = 1e13;
const DEFAULT_ROLLS = 10_000_000;
const SESSIONS_MAX = 10_000_000;
const THREADS_MAX = 256;
export const PICTURES = ['fan', 'histogram'] as const;
export type Picture = (typeof PICTURES)[number];

/** Progress over one line of a terminal, on lines of their own, or not at all. */
export type Reporting = 'line' | 'lines' | 'none';

/** Everything that was asked for, checked. */
export interface Asked {
  readonly book: RulebookId;
  readonly file: StrategyFile;
  readonly sign: OpenSettings;
  readonly plan: SessionPlan;
  readonly rolls: number;
  /** Without a session, or when asked for: rolls without an end. */
  readonly wantsRolls: boolean;
  readonly sessions: number | null;
  readonly threads: number;
  readonly seed: number;
  readonly pace: number;
  readonly statesMax: number;
  readonly csv: string | undefined;
  readonly progress: Reporting;
  readonly plot: string | undefined;
  readonly picture: Picture | undefined;
}

export function readAsked(options: SimOptions, command: Command): Asked {
  const counted = (
    name: string,
    text: string | undefined,
    least: number,
    most: number,
  ): number | undefined => (text === undefined ? undefined : parseCount(name, text, least, most, command));
  const book = parseRulebook(options.rulebook, command);
  const file = parseStrategyFile(options.strategy, command);
  const plan = readPlan(options, file, command);
  if ((options.sessions !== undefined || options.csv !== undefined) && !hasSession(plan))
    return stop(
      command,
      'sessions need an end: give --session-rolls, --shooters, --bankroll or --stop-loss; the nearest is --session-rolls',
    );
  return {
    book,
    file,
    sign: parseSign(options.sign, book, command),
    plan,
    rolls: counted('--rolls', options.rolls, 1, ROLLS_MAX) ?? DEFAULT_ROLLS,
    wantsRolls: options.rolls !== undefined || !hasSession(plan),
    sessions: counted('--sessions', options.sessions, 1, SESSIONS_MAX) ?? null,
    threads: counted('--threads', options.threads, 1, THREADS_MAX) ?? availableParallelism(),
    seed: parseCount('--seed', options.seed, 0, Number.MAX_SAFE_INTEGER, command),
    pace: parseCount('--pace', options.pace, 1, 100_000, command),
    statesMax: parseCount('--states-max', options.statesMax, 1, 10_000_000, command),
    csv: options.csv,
    progress: process.stderr.isTTY ? 'line' : options.progress ? 'lines' : 'none',
    plot: options.plot === undefined ? undefined : parsePicture(options.plot, command),
    picture:
      options.picture === undefined ? undefined : parseChoice('picture', options.picture, PICTURES, command),
  };
}

/** What the command line says of the session goes before what the strategy says. */
function readPlan(options: SimOptions, file: StrategyFile, command: Command): SessionPlan {
  const plan: { -readonly [Field in keyof SessionPlan]: SessionPlan[Field] } = { ...file.session };
  const { bankroll, stopWin, stopLoss, sessionRolls, shooters } = options;
  if (bankroll !== undefined) plan.bankroll = parseMoney('--bankroll', bankroll, command);
  if (stopWin !== undefined) plan.stopWin = parseMoney('--stop-win', stopWin, command);
  if (stopLoss !== undefined) plan.stopLoss = parseMoney('--stop-loss', stopLoss, command);
  if (sessionRolls !== undefined)
    plan.rolls = parseCount('--session-rolls', sessionRolls, 1, SESSIONS_MAX, command);
  if (shooters !== undefined) plan.shooters = parseCount('--shooters', shooters, 1, 10_000, command);
  return plan;
}
