import { type DirectSummary, playDirect } from '@boxperson/odds';
import type { Command } from 'commander';
import { coloursFor } from '../colours.js';
import { makeJson, makeOne } from '../odds/input.js';
import { count, dollars, saySelection, table } from '../odds/page.js';
import { plain } from '../pretty/text.js';
import { stop } from '../typed.js';
import type { Asked } from './options.js';

/** Without a table of states, on the game layer itself. */
export function playOnGame(asked: Asked, json: boolean | undefined, command: Command): string {
  const before = process.hrtime.bigint();
  const { file, sign, rolls, seed, book } = asked;
  const played = playDirect(makeOne(file), sign, { rolls, seed });
  if (!played.ok) {
    const { message, clause } = played.refused;
    return stop(command, `${file.name}: ${plain(message)}${clause === null ? '' : ` [${clause}]`}`);
  }
  const seconds = Number(process.hrtime.bigint() - before) / 1e9;
  const { summary } = played;
  const rollsPerSecond = summary.rolls / seconds;
  return json
    ? makeJson({
        strategy: file.name,
        rulebook: book,
        seed,
        direct: true,
        ...summary,
        seconds,
        rollsPerSecond,
      })
    : directText(summary, rollsPerSecond, asked);
}

function directText(summary: DirectSummary, rollsPerSecond: number, { file, book }: Asked): string {
  const { bold, dim } = coloursFor(process.stdout);
  const between = summary.confidence95.map((value) => dollars(value, 4)).join(' … ');
  const wagers = summary.wagers.map((line) => [
    saySelection(line),
    ...[line.bets, line.wins, line.losses, line.pushes].map(count),
    dollars(line.net, 0),
  ]);
  return [
    `${bold(file.name)} under ${book}, on the game layer`,
    dim(`${count(summary.rolls)} rolls, ${count(rollsPerSecond)} a second`),
    `mean a roll ${dollars(summary.meanPerRoll, 4)}, 95 % of the time between ${between}; longest hand ${summary.longestHand}`,
    '',
    ...table(['wager', 'bets', 'won', 'lost', 'even', 'net'], wagers, dim),
  ].join('\n');
}
