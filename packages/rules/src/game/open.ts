import { type Fault, loadForm } from '../load.js';
import { isCents } from '../money.js';
import { accept, badInput, type Result, refuse } from '../result.js';
import { RULEBOOK_IDS, type Rulebook, type RulebookId } from '../rulebook.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import { decisionsOf } from './decisions.js';
import { cut, type Fields, isName, isObject, show, unknownField } from './input.js';
import { checkSign, SIGN_FIELDS, type SignSettings } from './sign.js';
import type { Game, Player } from './state.js';

export interface OpenSettings extends SignSettings {
  readonly rulebook: RulebookId | Rulebook;
}

/** Opens a game under one of the rulebooks, or under one of their form: `loadRulebook` checks its citations too. */
export function openGame(asked: OpenSettings | Fields): Result<Game> {
  if (!isObject(asked)) return refuse(badInput('the settings of a game must be an object'));
  const settings = asked as Fields;
  const stranger = unknownField(settings, ['rulebook', ...SIGN_FIELDS]);
  if (stranger !== null) return refuse(badInput(`unknown field ${show(stranger)} in open`));
  const book = bookOf(settings['rulebook']);
  if (!book.ok) return book;
  const checked = checkSign(book.value, settings);
  if ('fault' in checked) return refuse(badInput(checked.fault));
  return accept({
    rulebook: book.value,
    decisions: decisionsOf(book.value),
    sign: checked.sign,
    point: null,
    players: [],
    freed: false,
    house: 0,
  });
}

/** One of ours by its id or itself; any other is checked as if it came from a file. */
function bookOf(asked: unknown): Result<Rulebook> {
  const ours = Object.values(RULEBOOKS).find((book) => book === asked || book.id === asked);
  if (ours) return accept(ours);
  if (!isObject(asked))
    return refuse(badInput(`rulebook ${show(asked)} is not one of ${RULEBOOK_IDS.join(', ')}`));
  const loaded = loadForm(asked);
  if (loaded.ok) return accept(loaded.rulebook);
  const { path, fault } = loaded.faults[0] as Fault;
  return refuse(badInput(`rulebook: ${cut(path, 80)} ${cut(fault, 80)}`));
}

export interface Sit {
  readonly player: string;
  /** 1 and up, clockwise from the boxperson's left. */
  readonly seat: number;
  readonly bankroll: number;
}

export interface Seated {
  readonly game: Game;
  readonly player: string;
}

export function sit(game: Game, asked: Sit | Fields): Result<Seated> {
  const fault = faultInSit(game, asked);
  if (fault !== null) return refuse(badInput(fault));
  const { player: name, seat, bankroll } = asked as Sit;
  // JSON knows a zero below zero; money does not.
  const balance = bankroll + 0;
  const player: Player = { name, seat, balance, wagers: [], warned: false, dontComeHeld: false };
  const players = [...game.players, player].sort((a, b) => a.seat - b.seat);
  return accept({ game: { ...game, players }, player: name });
}

function faultInSit(game: Game, asked: unknown): string | null {
  if (!isObject(asked)) return 'a sit must be an object';
  const stranger = unknownField(asked, ['player', 'seat', 'bankroll']);
  if (stranger !== null) return `unknown field ${show(stranger)} in sit`;
  const { player, seat, bankroll } = asked;
  if (!isName(player)) return 'player must be a name';
  if (!Number.isSafeInteger(seat) || (seat as number) < 1) return 'seat must be a whole number from 1';
  if (!isCents(bankroll)) return 'bankroll must be a whole number of cents from 0 to 10^12';
  if (game.players.some((other) => other.name === player))
    return `player ${show(player)} is at the table already`;
  return game.players.some((other) => other.seat === seat) ? `seat ${seat} is taken` : null;
}
