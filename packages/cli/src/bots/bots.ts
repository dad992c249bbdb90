import type { LobbyTable } from '@boxperson/house';
import { HouseApi, HouseSaysNo } from '@boxperson/house/client';
import { makeStrategy, type SessionPlan, type Strategy, type StrategyFile } from '@boxperson/odds';
import { makeDollars, type TableSign } from '@boxperson/rules';
import type { Command } from 'commander';
import { coloursFor } from '../colours.js';
import { parseMoney } from '../money.js';
import { parseChoice, parseCount, parseStrategyFile } from '../odds/input.js';
import { plain } from '../pretty/text.js';
import { orNearest, stop, typed } from '../typed.js';
import { Bot, type BotEnd, type BotNews } from './bot.js';
import { whyNotAt } from './fits.js';
import { PACE_NAMES, PACES, seeded } from './pace.js';

export interface BotsOptions {
  readonly table?: string;
  readonly strategy?: string;
  readonly count: string;
  readonly url: string;
  readonly bankroll?: string;
  readonly pace: string;
  readonly rounds?: string;
  readonly stopWin?: string;
  readonly stopLoss?: string;
  readonly seed: string;
  readonly json?: boolean;
}

const COUNT_MOST = 16;
const BANKROLL = 50_000;
const FETCH_MS = 10_000;
/** As the option has it where nobody names a house. */
const USUAL_URL = 'http://localhost:8080';

function parseUrl(text: string, command: Command): string {
  try {
    const { protocol, origin } = new URL(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
    if (protocol === 'http:' || protocol === 'https:') return origin;
  } catch {
    // Said below.
  }
  return stop(
    command,
    `--url must be the address of a house, such as http://localhost:8080, not "${typed(text)}"`,
  );
}

const apiOf = (url: string, token: string | null = null): HouseApi =>
  new HouseApi({ url, token: () => token, timeoutMs: FETCH_MS });

/** Asks the house over HTTP; a house that does not answer ends the command. */
async function ask<T>(url: string, asked: Promise<T>, command: Command): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof HouseSaysNo))
      return stop(
        command,
        `there is no house at ${url}: open one with "boxperson serve", or name it with --url`,
      );
    // A house that cannot now says so with a status of its own.
    const isHouse = error.status >= 500 || error.refused.code !== 'unavailable';
    return stop(
      command,
      `${url}: ${isHouse ? plain(error.message) : `answers ${error.status}, so it is not a house`}`,
    );
  }
}

interface Come {
  readonly token: string;
  readonly person: { readonly id: string; readonly name: string };
}

const comeIn = (url: string, command: Command): Promise<Come> =>
  ask(url, apiOf(url).post<Come>('/api/guest', { bot: true }), command);

async function findTable(url: string, name: string | undefined, command: Command): Promise<LobbyTable> {
  const tables = await ask(url, apiOf(url).get<readonly LobbyTable[]>('/api/tables'), command);
  if (!Array.isArray(tables)) return stop(command, `${url} is not a house`);
  const ids = tables.map(({ id }) => id);
  if (name === undefined) return stop(command, `name a table with --table: ${ids.join(', ')}`);
  return tables.find(({ id }) => id === name) ?? stop(command, orNearest('table', name, ids));
}

function checkFits(file: StrategyFile, table: LobbyTable, command: Command): void {
  const no = whyNotAt(file, table.rulebook, table.sign as TableSign);
  if (!no) return;
  const from = [no.clause, no.ruling].filter(Boolean).join(', ');
  stop(command, `${file.name} at ${table.name}: ${plain(no.message)}${from === '' ? '' : ` [${from}]`}`);
}

/** The plan of the file, with what the command line says in its place. */
function planOf(file: StrategyFile, options: BotsOptions, command: Command): SessionPlan {
  const { rounds, stopWin, stopLoss } = options;
  return {
    ...file.session,
    ...(rounds === undefined ? {} : { rolls: parseCount('--rounds', rounds, 1, 1_000_000, command) }),
    ...(stopWin === undefined ? {} : { stopWin: parseMoney('--stop-win', stopWin, command) }),
    ...(stopLoss === undefined ? {} : { stopLoss: parseMoney('--stop-loss', stopLoss, command) }),
  };
}

/** Everything that can be checked without a house first, so that a slip is told at once. */
function parse(options: BotsOptions, command: Command) {
  const file = parseStrategyFile(options.strategy, command);
  return {
    file,
    url: parseUrl(options.url, command),
    count: parseCount('--count', options.count, 1, COUNT_MOST, command),
    pace: PACES[parseChoice('pace', options.pace, PACE_NAMES, command)],
    seed: parseCount('--seed', options.seed, 0, 2 ** 32 - 1, command),
    plan: planOf(file, options, command),
    bankroll:
      options.bankroll === undefined
        ? (file.session?.bankroll ?? BANKROLL)
        : parseMoney('--bankroll', options.bankroll, command),
  };
}

export async function botsCommand(options: BotsOptions, command: Command): Promise<void> {
  const { file, url, count, pace, seed, plan, bankroll } = parse(options, command);
  const table = await findTable(url, options.table, command);
  checkFits(file, table, command);
  const free = table.seats - table.taken.length;
  if (count > free) {
    const places = free === 1 ? 'is 1 free place' : `are ${free} free places`;
    stop(command, `there ${places} at ${table.name}; the nearest --count is ${free}`);
  }
  const bots: Bot[] = [];
  const ends: Promise<Ended>[] = [];
  for (let index = 0; index < count; index++) {
    const { token, person } = await comeIn(url, command);
    await checkWallet(url, token, bankroll, command);
    const tell = options.json ? tellJson(person.name) : tellText(person.name, shooterLine(table.id, url));
    const bot = new Bot({
      url,
      token,
      table: table.id,
      strategy: makeStrategy(file) as Strategy,
      bankroll,
      pace,
      plan,
      random: seeded(seed + index),
      tell,
    });
    bots.push(bot);
    ends.push(bot.ended.then((end) => ({ name: person.name, ...end })));
  }
  const release = onInterrupt(bots);
  summarise(await Promise.all(ends), options.json === true);
  release();
}

type Ended = BotEnd & { readonly name: string };

async function checkWallet(url: string, token: string, bankroll: number, command: Command): Promise<void> {
  const { wallet } = await ask(url, apiOf(url, token).get<{ wallet: number }>('/api/me'), command);
  if (wallet >= bankroll) return;
  stop(
    command,
    `a bot has ${makeDollars(wallet)} of play money here, not ${makeDollars(bankroll)}; the nearest --bankroll is ${makeDollars(wallet)}`,
  );
}

/** Ctrl-C: they leave politely; once more: at once. */
function onInterrupt(bots: readonly Bot[]): () => void {
  let asked = false;
  const leave = () => {
    for (const bot of bots) {
      if (asked) void bot.hangUp('was told to go');
      else bot.leave('was told to go');
    }
    asked = true;
  };
  process.on('SIGINT', leave);
  process.on('SIGTERM', leave);
  return () => {
    process.off('SIGINT', leave);
    process.off('SIGTERM', leave);
  };
}

const write = (text: string): void => void process.stdout.write(`${text}\n`);

const tellJson = (name: string) => (news: BotNews) => write(JSON.stringify({ bot: name, ...news }));

/** A command line that sends somebody who throws. */
const shooterLine = (table: string, url: string): string =>
  `boxperson bots --table ${table} --strategy pass-odds${url === USUAL_URL ? '' : ` --url ${url}`}`;

function tellText(name: string, shooter: string): (news: BotNews) => void {
  const { bold, dim, red } = coloursFor(process.stdout);
  return (news) => {
    const words = sayNews(news, shooter);
    const text = news.what === 'refused' ? red(words) : words;
    write(`${dim(new Date().toISOString().slice(11, 19))} ${bold(plain(name))} ${text}`);
  };
}

const SPOT_WORDS = ['wager', 'number', 'high', 'dice', 'to'] as const;

function sayCommand(command: Readonly<Record<string, unknown>>): string {
  const what = SPOT_WORDS.flatMap((field) => (command[field] === undefined ? [] : [String(command[field])]));
  const amount = typeof command['amount'] === 'number' ? [makeDollars(command['amount'])] : [];
  return [String(command['do']), ...what, ...amount].join(' ');
}

/** What a bot tells, in words; `shooter` sends one that throws. */
export function sayNews(news: BotNews, shooter: string): string {
  switch (news.what) {
    case 'sat':
      return `sits down at place ${news.seat} with ${makeDollars(news.bankroll)}`;
    case 'did':
      return sayCommand(news.command);
    case 'refused': {
      const { clause, message } = news.refused;
      return `may not ${sayCommand(news.command)}: ${plain(message)}${clause === null ? '' : ` [${clause}]`}`;
    }
    case 'declines': {
      const why = `declines the dice: ${news.why}, and whoever throws needs one${news.clause === null ? '' : ` [${news.clause}]`}`;
      const help = `so nobody will throw: sit down there and bet on the line, or run "${shooter}"`;
      return news.isAlone ? `${why}. Nobody else is at the table, ${help}` : why;
    }
    case 'leaving':
      return `${news.why} and is leaving`;
    case 'left':
      return `has gone: ${news.why}; ${sayResult(news.result)} after ${news.rolls} rolls`;
    case 'online':
      return 'is connected';
    case 'offline':
      return 'has lost the house and tries again';
  }
}

const sayResult = (result: number): string => `${result < 0 ? '-' : '+'}${makeDollars(Math.abs(result))}`;

function summarise(ends: readonly Ended[], asJson: boolean): void {
  const total = ends.reduce((sum, { result }) => sum + result, 0);
  if (asJson) return write(JSON.stringify({ what: 'summary', result: total, bots: ends }));
  write(`${ends.length === 1 ? '1 bot' : `${ends.length} bots`}, ${sayResult(total)} together`);
}
