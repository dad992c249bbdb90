import type { Game, Rolled } from '../src/game/index.js';
import type { Fields } from '../src/game/input.js';
import type { Refusal } from '../src/result.js';
import type { RulebookId } from '../src/rulebook.js';
import { type Played, runScript } from '../src/script/run.js';
import type { WagerId } from '../src/wager.js';

// Short words for the lines of a script. Everything is by ann, unless it says otherwise.

export const LIMITS = { default: { min: 500, max: 10_000 }, hardway: { min: 100, max: 2000 } } as const;

export const puts = (wager: WagerId, amount: number, more: Fields = {}): Fields => ({
  do: 'bet',
  player: 'ann',
  wager,
  amount,
  ...more,
});
export const takes = (wager: WagerId, more: Fields = {}): Fields => ({
  do: 'take',
  player: 'ann',
  wager,
  ...more,
});
export const calls = (wager: WagerId, to: 'on' | 'off', more: Fields = {}): Fields => ({
  do: 'call',
  player: 'ann',
  wager,
  to,
  ...more,
});
export const throws = (...dice: [number, number]): Fields => ({ do: 'roll', dice });

/** A table under a book with ann at it, with $500 unless the settings say otherwise. */
export interface Setting {
  readonly book: RulebookId;
  readonly sign?: Fields;
  readonly bankroll?: number;
}

/** Plays the lines and gives what the last one came to; every line before it must be accepted. */
export function playAt({ book, sign = {}, bankroll = 50_000 }: Setting, ...lines: readonly Fields[]): Played {
  const runner = runScript();
  const opening = [
    { do: 'open', rulebook: book, limits: LIMITS, ...sign },
    { do: 'sit', player: 'ann', seat: 1, bankroll },
  ];
  const played = [...opening, ...lines].map((line) => runner.play(JSON.stringify(line)) as Played);
  const stopped = played.slice(0, -1).find(({ refused }) => refused !== null);
  if (stopped) throw new Error(`line ${stopped.line}: ${stopped.refused?.message}`);
  return played.at(-1) as Played;
}

export const refusalAt = (setting: Setting, ...lines: readonly Fields[]): Refusal | null =>
  playAt(setting, ...lines).refused;

export const gameAt = (setting: Setting, ...lines: readonly Fields[]): Game => {
  const { refused, game } = playAt(setting, ...lines);
  if (refused) throw new Error(refused.message);
  return game as Game;
};

/** The last line is a throw: everything that it did. */
export function rolledAt(setting: Setting, ...lines: readonly Fields[]): Rolled {
  const { happened, refused } = playAt(setting, ...lines);
  if (happened?.did !== 'roll') throw new Error(refused?.message ?? 'the last line is no throw');
  return happened.rolled;
}
