import { rmSync } from 'node:fs';
import {
  BRISK,
  type HouseConfig,
  houseConfig,
  type Pace,
  type Started,
  type StartOptions,
  startHouse,
} from '@boxperson/house';
import { libraryFile, makeStrategy, readStrategy, type Strategy, type StrategyFile } from '@boxperson/odds';
import type { TableEvent } from '@boxperson/rules';
import { makeStoreFolder } from '../../../test/support/empty-store.mjs';
import { Bot, type BotNews, type BotOptions } from '../src/bots/bot.js';
import { PACES, seeded } from '../src/bots/pace.js';

export const STAFFED = ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide'] as const;
export const GAMES = [...STAFFED, 'aruze'] as const;
const LIMITS = { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } };

/** As fast as can be, but with time for whoever has or is offered the dice. */
export const READY: Pace = { ...BRISK, answer: 20_000, relieve: 20_000, stickThrow: 100 };

export const tableOf = (id: string, rulebook: string, more: object = {}) => ({
  id,
  name: id,
  settings: {
    rulebook,
    seats: 8,
    limits: LIMITS,
    ...(rulebook === 'aruze' ? { wageringMs: 1_000 } : {}),
    ...more,
  },
});
/** A table of each game, and others where a bot is alone. */
export const SIX: HouseConfig = houseConfig.parse({
  tables: [
    ...GAMES.map((book) => tableOf(book, book)),
    ...STAFFED.map((book) => tableOf(`${book}-alone`, book)),
    tableOf('star-mixed', 'star'),
    tableOf('star-hold', 'star'),
  ],
});

export interface TestHouse extends Started {
  readonly data: string;
  remove(): Promise<void>;
}

export async function openHouse(options: Partial<StartOptions> = {}): Promise<TestHouse> {
  const data = options.data ?? makeStoreFolder('bots-');
  const started = await startHouse({ data, port: 0, config: SIX, pace: READY, ...options });
  const remove = async () => {
    await started.close();
    rmSync(data, { recursive: true, force: true });
  };
  return { ...started, data, remove };
}

export interface Come {
  readonly token: string;
  readonly person: { readonly id: string; readonly name: string; readonly bot?: boolean };
}

export async function post<T>(url: string, path: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as object) } as T;
}
export const comeIn = (url: string, body: object = { bot: true }): Promise<Come> =>
  post<Come>(url, '/api/guest', body);

export const strategyOf = (file: StrategyFile | string): Strategy =>
  makeStrategy(typeof file === 'string' ? (libraryFile(file) as StrategyFile) : file) as Strategy;

export function readFile(value: unknown): StrategyFile {
  const read = readStrategy(value);
  if (!read.ok) throw new Error(read.faults.join());
  return read.file;
}

/** A bot with what it told. */
export async function seat(
  url: string,
  table: string,
  strategy: StrategyFile | string,
  more: Partial<BotOptions> = {},
): Promise<Come & { readonly bot: Bot; readonly news: BotNews[] }> {
  const come = await comeIn(url);
  const news: BotNews[] = [];
  const bot = new Bot({
    url,
    token: come.token,
    table,
    strategy: strategyOf(strategy),
    bankroll: 200_000,
    // Nothing is left out on a slow machine.
    pace: { ...PACES.brisk, hold: 60_000 },
    random: seeded(7),
    tell: (one) => news.push(one),
    ...more,
  });
  return { ...come, bot, news };
}

export async function eventsOf({ house }: Started, table: string): Promise<readonly TableEvent[]> {
  const entries = await house.store.readStream(`table/${table}`, 0, 1_000_000);
  return entries.map(({ body }) => JSON.parse(body) as TableEvent);
}

export async function until(what: () => boolean | Promise<boolean>, why: string, ms = 30_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await what())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${why}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
