import {
  type Cents,
  type Game,
  inWords,
  isWorking,
  makeDollars,
  nameOf,
  onLayout,
  type Player,
  type Wager,
} from '@boxperson/rules';
import type { Memory } from './memory.js';
import { type Colours, cell, figure, makeNet, netStyle, passage, row, rule } from './page.js';
import { columnsOf, fit, plain } from './text.js';

const NAME_WIDTH_MAX = 20;

/** A player's name as it may be printed. */
export function nameFor(name: string): string {
  const shown = plain(name);
  const isSeen = shown !== '' && shown === shown.trim();
  return fit(isSeen ? shown : `"${shown}"`, NAME_WIDTH_MAX);
}

/** Everything somebody has, in hand and on the layout. */
export const worthOf = (player: Player): Cents => player.balance + onLayout(player);

export const pointWords = ({ point }: Game): string =>
  point === null ? 'come out' : `the point is ${inWords(point)}`;

/** What somebody has, and where. */
export const standing = (player: Player): string => {
  const stakes = onLayout(player);
  const inHand = `${makeDollars(player.balance)} in hand`;
  return stakes === 0 ? inHand : `${inHand}, ${makeDollars(stakes)} on the layout`;
};

/** Somebody's name, what they are up or down, and a few words. */
export interface Score {
  readonly name: string;
  readonly net: Cents;
  readonly words: string;
}

/** Scores under each other, one row each. */
export function scoreRows(scores: readonly Score[], colours: Colours): readonly string[] {
  const nameWidth = Math.max(0, ...scores.map(({ name }) => columnsOf(name)));
  const netWidth = Math.max(0, ...scores.map(({ net }) => makeNet(net).length));
  return scores.map(({ name, net, words }) =>
    row(3, [
      cell(name, nameWidth, colours.cyan),
      figure(makeNet(net), netWidth, netStyle(net, colours)),
      cell(words),
    ]),
  );
}

export function tellLayout(game: Game, line: number, colours: Colours): string {
  const players = game.players.filter(({ wagers }) => wagers.length > 0);
  const blocks = players.map((player) => {
    const heading = row(3, [cell(nameFor(player.name), 0, colours.cyan), cell(standing(player))]);
    return heading + player.wagers.map((wager) => layoutRow(game, wager, colours)).join('');
  });
  const body = blocks.length === 0 ? passage(3, 'the layout is empty', colours.dim) : blocks.join('');
  return rule(`The layout, ${pointWords(game)}`, `line ${line}`, colours) + body;
}

function layoutRow(game: Game, wager: Wager, { dim }: Colours): string {
  const states = [
    isWorking(game, wager) ? 'working' : 'off',
    ...(wager.called === null ? [] : [`called ${wager.called}`]),
    ...(wager.stay ? ['stays up'] : []),
  ];
  return row(5, [
    cell(nameOf(game.rulebook, wager.spot), 34),
    figure(makeDollars(wager.amount), 8),
    cell(states.join(', '), 0, dim),
  ]);
}

/** How everybody stands when the script is over. */
export function tellEnd(memory: Memory, colours: Colours): string {
  const { game, rolls, accepted, refused } = memory;
  const told = [counted(accepted + refused, 'line'), counted(rolls, 'roll'), `${refused || 'none'} refused`];
  const head = rule('The end', '', colours) + passage(3, told.join(', '));
  return game === null ? head : head + scoreRows(finalScores(memory, game), colours).join('');
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function finalScores({ brought, carried, commission }: Memory, game: Game): readonly Score[] {
  const there = game.players.map((player): Score => {
    const bankroll = brought.get(player.name) ?? 0;
    const away = carried.get(player.name) ?? 0;
    const took = away === 0 ? '' : `took ${makeDollars(away)} away, `;
    const words = `sat down with ${makeDollars(bankroll)}, ${took}has ${standing(player)}`;
    return { name: nameFor(player.name), net: worthOf(player) + away - bankroll, words };
  });
  const gone = [...brought].filter(([name]) => !game.players.some((player) => player.name === name));
  const left = gone.map(([name, bankroll]): Score => {
    const away = carried.get(name) ?? 0;
    const words = `sat down with ${makeDollars(bankroll)}, left with ${makeDollars(away)}`;
    return { name: nameFor(name), net: away - bankroll, words };
  });
  const players = [...there, ...left];
  const words = commission === 0 ? '' : `${makeDollars(commission)} commission among it`;
  return [...players, { name: 'the house', net: game.house, words }];
}
