import type { Game, Player, Rolled } from '@boxperson/rules';
import type { Scene } from './notes.js';
import { type Colours, cite, passage, row, rule } from './page.js';
import { cellsOf, type Item, itemsOf, switched, type Widths, widthsOf } from './settlement.js';
import { nameFor, pointWords, type Score, scoreRows, standing, worthOf } from './standing.js';
import { stickCall } from './stick.js';
import { listed, plain } from './text.js';

/** A player whose wagers met the roll. */
interface Told extends Scene {
  readonly after: Player;
  readonly items: readonly Item[];
}

/** Players who had something on the layout; the others have nothing to hear. */
const castOf = (before: Game, rolled: Rolled): readonly Told[] =>
  before.players.flatMap((player, index) => {
    if (player.wagers.length === 0) return [];
    const scene: Scene = { before, player, rolled };
    return [{ ...scene, after: rolled.game.players[index] as Player, items: itemsOf(scene) }];
  });

const scoreOf = ({ player, after }: Told): Score => ({
  name: nameFor(player.name),
  net: worthOf(after) - worthOf(player),
  words: standing(after),
});

/** One throw: the stick's call, then player by player what was decided, why, and what it comes to. */
export function tellRoll(
  before: Game,
  rolled: Rolled,
  count: number,
  line: number,
  colours: Colours,
): string {
  const cast = castOf(before, rolled);
  const widths = widthsOf(cast.flatMap(({ items }) => items));
  const headings = scoreRows(cast.map(scoreOf), colours);
  return [
    rule(`Roll ${count}, ${pointWords(before)}`, `line ${line}`, colours),
    passage(3, stickCall(rolled), colours.bold),
    ...cast.map((told, index) => headings[index] + details(told, widths, colours)),
  ].join('');
}

const details = (told: Told, widths: Widths, colours: Colours): string =>
  [
    ...told.items.map((item) => row(5, cellsOf(item, widths, colours)) + notes(item.notes, colours)),
    ...asides(told).map((text) => passage(5, text, colours.dim)),
    ...warning(told).map((text) => passage(5, text, colours.yellow)),
  ].join('');

const notes = (texts: readonly string[], { dim }: Colours): string =>
  texts.map((text) => passage(9, text, dim)).join('');

function asides(told: Told): readonly string[] {
  const off = switched(told, 'off');
  const on = switched(told, 'on');
  const { inactiveOnComeOut } = told.before.rulebook.calls;
  return [
    ...(off.length > 0 ? [cite(`off for the come out: ${listed(off)}`, inactiveOnComeOut)] : []),
    ...(on.length > 0 ? [`working from here on: ${listed(on)}`] : []),
  ];
}

function warning({ player, rolled, before }: Told): readonly string[] {
  if (!rolled.warned.includes(player.name)) return [];
  const text = 'warned: from now on a wager found under the minimum comes back, whatever the roll';
  return [cite(text, before.rulebook.found.underMinimum)];
}

export const tellNoRoll = (reason: string | null, line: number, colours: Colours): string =>
  rule('No roll', `line ${line}`, colours) + passage(3, plain(reason ?? '').trim() || 'nothing changes');
