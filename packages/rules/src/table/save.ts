import { impossible } from '../game/apply.js';
import type { Fields } from '../game/input.js';
import { restoreGame, type SavedGame, saveGame } from '../game/save.js';
import type { Rulebook } from '../rulebook.js';
import { readSign } from './notices.js';
import { bookOf } from './open.js';
import type { LastRoll, Table, TableSign } from './state.js';

export const SAVE_VERSION = 1;

/** A table as plain JSON: a snapshot to start from instead of the whole record. */
export type SavedTable = Omit<Table, 'game' | 'last'> & {
  readonly v: typeof SAVE_VERSION;
  readonly game: SavedGame;
  readonly last: (Omit<LastRoll, 'before'> & { readonly before: SavedGame; readonly sign: TableSign }) | null;
};

export const saveTable = ({ game, last, ...rest }: Table): SavedTable => ({
  v: SAVE_VERSION,
  ...rest,
  game: saveGame(game),
  last: last && { ...last, before: saveGame(last.before), sign: rest.sign },
});

function gameFrom(book: Rulebook, sign: TableSign, saved: SavedGame) {
  const checked = readSign(book, sign as unknown as Fields);
  return 'fault' in checked ? impossible(checked.fault) : restoreGame(book, checked.sign, saved);
}

export function restoreTable({ v, game, last, ...rest }: SavedTable): Table {
  if (v !== SAVE_VERSION) impossible(`version ${v} of a saved table is not known`);
  const rulebook = bookOf(rest.settings);
  return {
    ...rest,
    game: gameFrom(rulebook, rest.sign, game),
    last: last && restoreLast(rulebook, last),
  };
}

function restoreLast(
  rulebook: Rulebook,
  { before, sign, ...last }: NonNullable<SavedTable['last']>,
): LastRoll {
  return { ...last, before: gameFrom(rulebook, sign, before) };
}
