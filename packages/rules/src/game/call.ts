import { citation } from '../clause.js';
import { isPointNumber } from '../dice.js';
import { accept, badInput, type Refusal, type Result, refuse } from '../result.js';
import { findSpot, type Spot, spotsOf, type WagerId } from '../wager.js';
import { knownPlayer, nothingThere, whyNotOffered } from './bet.js';
import { type Fields, isObject, isWagerId, notAWager, show, unknownField } from './input.js';
import type { Called, Game, Player, Wager } from './state.js';
import { withPlayer } from './state.js';

export interface Call {
  readonly player: string;
  readonly wager: WagerId;
  /** Every wager of that id when left out. */
  readonly number?: number;
  readonly to: Called;
}

export interface CalledWagers {
  readonly game: Game;
  readonly player: string;
  readonly called: readonly Spot[];
}

const CALL_FIELDS = ['player', 'wager', 'number', 'to'];

export function call(game: Game, asked: Call | Fields): Result<CalledWagers> {
  if (!isObject(asked)) return refuse(badInput('a call must be an object'));
  const stranger = unknownField(asked, CALL_FIELDS);
  if (stranger !== null) return refuse(badInput(`unknown field ${show(stranger)} in a call`));
  const player = knownPlayer(game, asked['player']);
  if (!player.ok) return player;
  const { wager, number, to } = asked;
  if (!isWagerId(wager)) return refuse(badInput(notAWager(wager)));
  if (to !== 'on' && to !== 'off') return refuse(badInput('to must be "on" or "off"'));
  const spot = spotToCall(wager, number);
  if (spot === undefined) return refuse(badInput(`number ${show(number)} does not fit ${wager}`));
  return callSpots(game, player.value, wager, spot, to);
}

/** The one spot that was named, null for all of the id, undefined when the number does not fit. */
function spotToCall(wager: WagerId, number: unknown): Spot | null | undefined {
  if (number === undefined) return null;
  return isPointNumber(number) ? findSpot({ wager, number }) : undefined;
}

function callSpots(
  game: Game,
  player: Player,
  wager: WagerId,
  spot: Spot | null,
  to: Called,
): Result<CalledWagers> {
  const any: Spot = spot ?? { index: (spotsOf(wager)[0] as Spot).index, wager };
  const no = whyNotOffered(game, any) ?? whyNotCallable(game, wager);
  if (no) return refuse(no);
  const covered = player.wagers.filter((other) => (spot ? other.spot === spot : other.spot.wager === wager));
  if (covered.length === 0) return refuse(nothingThere(game, any));
  const wagers = player.wagers.map((other) => (covered.includes(other) ? calledTo(game, other, to) : other));
  const players = withPlayer(game, { ...player, wagers });
  return accept({
    game: { ...game, players },
    player: player.name,
    called: covered.map((other) => other.spot),
  });
}

/** R4: only wagers that a come out roll leaves alone can be called, and none at `aruze`. */
export function whyNotCallable(game: Game, wager: WagerId): Refusal | null {
  const { inactiveOnComeOut, covers } = game.rulebook.calls;
  const name = game.rulebook.wagers[wager]?.name ?? wager;
  if (inactiveOnComeOut.value.includes(wager))
    return covers.value === 'nothing'
      ? { code: 'not-callable', ...citation(covers), message: `${name} is never called on or off here.` }
      : null;
  return {
    code: 'not-callable',
    ...citation(inactiveOnComeOut),
    message: `${name} is always working and cannot be called on or off.`,
  };
}

/** R4: `on` with the point on only ends an `off`; before a come out roll it keeps the wager working until called off. */
function calledTo(game: Game, wager: Wager, to: Called): Wager {
  if (to === 'off') return { ...wager, called: 'off' };
  if (game.point === null) return { ...wager, called: 'on' };
  return wager.called === 'off' ? { ...wager, called: null } : wager;
}
