import type { BotAsked, SentBot } from '@boxperson/house';
import { libraryFile, makeStrategy, type Strategy, type StrategyFile } from '@boxperson/odds';
import { Bot } from './bot.js';
import { whyNotAt } from './fits.js';
import { type BotPace, PACES, seeded } from './pace.js';

/** Who is sent first: somebody with a line wager must be there, or nobody would take the dice. */
const PREFERRED = [
  'pass-odds',
  'three-point-molly',
  'dont-odds',
  'one-come-a-shooter',
  'iron-cross',
  'inside',
  'pass-flat',
] as const;

const BANKROLL = 50_000;
/** For one that only has its last wagers decided. */
const PLAIN = 'pass-flat';

const SEEDS = 2 ** 32;

/** A way to play that the table allows, other than those that are there already. */
export function pickStrategy({ rulebook, sign, beside, leaving }: BotAsked): StrategyFile | null {
  const names = leaving ? [PLAIN] : [...PREFERRED];
  const fresh = names.filter((name) => !beside.includes(name));
  for (const name of [...fresh, ...names]) {
    const file = libraryFile(name);
    if (file && (leaving || whyNotAt(file, rulebook, sign) === null)) return file;
  }
  return null;
}

/** Sends bots of the library to tables of the house that runs in this process; they play over its wire all the same. */
export const sendBots =
  (pace: BotPace = PACES.human, seed = Date.now() % SEEDS) =>
  (asked: BotAsked): SentBot | null => {
    const file = pickStrategy(asked);
    if (!file) return null;
    const { url, token, table, leaving, stays = false } = asked;
    seed = (seed + 1) % SEEDS;
    const bot = new Bot({
      url,
      token,
      table,
      leaving,
      stays,
      strategy: makeStrategy(file) as Strategy,
      bankroll: BANKROLL,
      pace,
      random: seeded(seed),
    });
    return {
      strategy: file.name,
      gone: bot.ended.then(() => {}),
      leave: (manner) => {
        if (manner === 'politely') bot.leave('is not needed any more');
        else void bot.hangUp('the house closes');
      },
    };
  };
