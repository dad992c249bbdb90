import { type Fault, loadForm } from '../load.js';
import { isCents } from '../money.js';
import { A_NAME, isName } from '../plain.js';
import { accept, badInput, type Result, refuse } from '../result.js';
import { RULEBOOK_IDS, type Rulebook, type RulebookId } from '../rulebook.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import { impossible } from './apply.js';
import { decisionsOf } from './decisions.js';
import { cut, type Fields, isObject, isWord, show, unknownField } from './input.js';
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
  const fault = faultInSit(asked) ?? faultInSeat(game, asked as Fields);
  if (fault !== null) return refuse(badInput(fault));
  const seat = asked as Sit;
  return accept({ game: seatedIn(game, seat), player: seat.player });
}

/** What whoever comes today is asked beyond what a record must show: names were once less closely looked at. */
function faultInSit(asked: unknown): string | null {
  if (!isObject(asked)) return 'a sit must be an object';
  const stranger = unknownField(asked, ['player', 'seat', 'bankroll']);
  if (stranger !== null) return `unknown field ${show(stranger)} in sit`;
  return isName(asked['player']) ? null : `player must be ${A_NAME}`;
}

function faultInSeat(game: Game, { player, seat, bankroll }: Fields): string | null {
  if (!Number.isSafeInteger(seat) || (seat as number) < 1) return 'seat must be a whole number from 1';
  if (!isCents(bankroll)) return 'bankroll must be a whole number of cents from 0 to 10^12';
  if (game.players.some((other) => other.name === player))
    return `player ${show(player)} is at the table already`;
  return game.players.some((other) => other.seat === seat) ? `seat ${seat} is taken` : null;
}

function seatedIn(game: Game, { player: name, seat, bankroll }: Sit): Game {
  // JSON knows a zero below zero; money does not.
  const balance = bankroll + 0;
  const player: Player = { name, seat, balance, wagers: [], warned: false, dontComeHeld: false };
  return { ...game, players: [...game.players, player].sort((a, b) => a.seat - b.seat) };
}

/** The game after somebody sat down, by its record; what cannot have happened throws. */
export function applySat(game: Game, seat: Sit): Game {
  const fault = isWord(seat.player) ? faultInSeat(game, { ...seat }) : 'a player of no name';
  return fault === null ? seatedIn(game, seat) : impossible(fault);
}
