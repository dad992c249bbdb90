import {
  bet,
  CENTS_MAX,
  type Cents,
  call,
  type Dice,
  decideWager,
  findSpot,
  type Game,
  isWorking,
  must,
  type OpenSettings,
  onLayout,
  openGame,
  type Placed,
  type Player,
  type PointNumber,
  type Refusal,
  type Result,
  type Rolled,
  type Rulebook,
  refuse,
  type Spot,
  settle,
  sit,
  spotOf,
  type Taken,
  take,
  type Wager,
  wagerAt,
} from '@boxperson/rules';
import {
  type LastThrow,
  type Standing,
  type Strategy,
  selectionOf,
  type View,
  type Want,
} from './strategy.js';

// A strategy at a table: what it wants becomes bets, take-downs and calls, which the game layer accepts or refuses.

export const PLAYER = 'one';

/** The refusal of a want, with the place in the strategy that asked for it. */
export interface WantRefused extends Refusal {
  readonly from?: string;
}

/** Somebody who plays a strategy, before a throw. */
export interface Seat<Memory = unknown> {
  readonly game: Game;
  readonly memory: Memory;
}

/** What happened at the table in one go: the throw, and what the strategy did after it. */
export interface Played<Memory = unknown> {
  readonly seat: Seat<Memory>;
  readonly rolled: Rolled | null;
  readonly placed: readonly Put[];
  readonly taken: readonly Taken[];
  readonly handOver: boolean;
}

/** A bet that was accepted: what it added to the spot, and what it paid on top. */
export interface Put {
  readonly spot: Spot;
  readonly amount: Cents;
  readonly commission: Cents;
}

export const playerOf = (game: Game): Player => game.players[0] as Player;
/** What the player has in hand and on the layout. */
export const wealthOf = (game: Game): Cents => playerOf(game).balance + onLayout(playerOf(game));

/** More than any strategy can lose before somebody counts, and still exact to the cent. */
export const BANK: Cents = CENTS_MAX;

/** Is this the shooter's last throw? A shooter on the pass line, where the book asks what became of the line wager. */
export function endsHand(
  book: Rulebook,
  point: PointNumber | null,
  rolled: Pick<Rolled, 'call' | 'dice'>,
): boolean {
  const { givesUpOn } = book.conduct.shooter;
  if (givesUpOn.value === 'seven-out') return rolled.call === 'seven-out';
  return decideWager(book, spotOf('pass'), rolled.dice, point)?.verdict === 'loses';
}

/** Made for every wager of every state: spelled out, not spread, which takes a tenth of the time. */
const standingOf =
  (game: Game) =>
  (wager: Wager): Standing => {
    const { number, high, dice } = wager.spot;
    const { amount, called, stay } = wager;
    const working = isWorking(game, wager);
    return { wager: wager.spot.wager, number, high, dice, amount, working, called, stay } as Standing;
  };

export const viewOf = <Memory>(game: Game, memory: Memory, last: LastThrow | null): View<Memory> => ({
  rulebook: game.rulebook,
  sign: game.sign,
  point: game.point,
  layout: playerOf(game).wagers.map(standingOf(game)),
  last,
  memory,
  takes: (selection, amount) => bet(game, { player: PLAYER, ...selectionOf(selection), amount }).ok,
});

/** Opens a table, sits down and puts up what the strategy wants before the first throw. */
export function sitDown<Memory>(
  strategy: Strategy<Memory>,
  settings: OpenSettings,
  bankroll: Cents = BANK,
): Result<Played<Memory>> {
  const opened = openGame(settings);
  if (!opened.ok) return opened;
  const { game } = must(sit(opened.value, { player: PLAYER, seat: 1, bankroll }));
  return answer(strategy, { game, memory: strategy.start }, null, false);
}

/** One throw, and what the strategy puts up after it. */
export function playThrow<Memory>(
  strategy: Strategy<Memory>,
  { game, memory }: Seat<Memory>,
  dice: Dice,
): Result<Played<Memory>> {
  const rolled = settle(game, dice);
  const handOver = endsHand(game.rulebook, game.point, rolled);
  return answer(strategy, { game: rolled.game, memory }, rolled, handOver);
}

function answer<Memory>(
  strategy: Strategy<Memory>,
  { game, memory }: Seat<Memory>,
  rolled: Rolled | null,
  handOver: boolean,
): Result<Played<Memory>> {
  const last = rolled && { ...rolled, handOver };
  const wish = strategy.wants(viewOf(game, memory, last));
  const hand: Hand = { game, placed: [], taken: [] };
  const no = arrange(hand, wish.layout);
  if (no) return refuse(no);
  const { placed, taken } = hand;
  const seat = { game: hand.game, memory: wish.memory };
  return { ok: true, value: { seat, rolled, placed, taken, handOver } };
}

/** The table while a wish is being carried out. */
export interface Hand {
  game: Game;
  readonly placed: Put[];
  readonly taken: Taken[];
}

/** Refusals that only say "not at this time": the want waits. Any other is a fault of the strategy. */
const WAITING: readonly string[] = ['not-now', 'contract', 'no-flat-wager', 'no-replacing'];
const isWaiting = (refused: Refusal): boolean => WAITING.includes(refused.code);

export interface Aim {
  readonly spot: Spot;
  readonly want: Want;
}

/** First what comes down, then what goes up, then the calls. */
function arrange(hand: Hand, wants: readonly Want[]): WantRefused | null {
  const aims: Aim[] = [];
  for (const want of wants) {
    const spot = findSpot(want);
    if (!spot) return blame(noSuchSpot(want), want);
    aims.push({ spot, want });
  }
  return (
    lower(hand, aims) ??
    firstFault(aims, (aim) => raise(hand, aim)) ??
    firstFault(aims, (aim) => callTo(hand, aim))
  );
}

function firstFault(aims: readonly Aim[], act: (aim: Aim) => Refusal | null): WantRefused | null {
  for (const aim of aims) {
    const no = act(aim);
    if (no) return blame(no, aim.want);
  }
  return null;
}

/** The refusal with the place that asked for it; a wager that is not offered is the fault of its name. */
export function blame(refused: Refusal, { from }: Want): WantRefused {
  if (from === undefined) return refused;
  const place = refused.code === 'not-offered' ? from.replace(/\.\w+$/, '.wager') : from;
  return { ...refused, message: `${place}: ${refused.message}`, from: place };
}

export const noSuchSpot = ({ wager, number }: Want): Refusal => ({
  code: 'bad-input',
  clause: null,
  message: `there is no ${wager}${number === undefined ? '' : ` ${number}`} to bet on`,
});

/** Takes down what is not wanted, and what is too much; a contract wager stays as it is. */
export function lower(hand: Hand, aims: readonly Aim[]): WantRefused | null {
  for (const { spot, amount } of playerOf(hand.game).wagers) {
    const aim = aims.find((other) => other.spot === spot);
    if (aim?.want.amount === 'max' || (aim !== undefined && aim.want.amount >= amount)) continue;
    // Odds may have come down with their flat wager a moment ago.
    if (!wagerAt(playerOf(hand.game), spot)) continue;
    const excess = aim === undefined ? undefined : amount - (aim.want.amount as Cents);
    const taken = take(hand.game, {
      player: PLAYER,
      ...selectionOf(spot),
      ...(excess === undefined ? {} : { amount: excess }),
    });
    if (taken.ok) {
      hand.taken.push(taken.value);
      hand.game = taken.value.game;
    } else if (!isWaiting(taken.refused)) return aim ? blame(taken.refused, aim.want) : taken.refused;
  }
  return null;
}

export function raise(hand: Hand, { spot, want }: Aim): Refusal | null {
  const stands = wagerAt(playerOf(hand.game), spot);
  const missing = want.amount === 'max' ? CENTS_MAX : want.amount - (stands?.amount ?? 0);
  if (missing <= 0) return null;
  const { wager, number, high, dice } = spot;
  const asked = { player: PLAYER, wager, number, high, dice, stay: want.stay || undefined };
  const placed = bet(hand.game, { ...asked, amount: missing });
  if (placed.ok) return put(hand, placed.value, missing);
  if (want.amount !== 'max' || isWaiting(placed.refused))
    return isWaiting(placed.refused) ? null : placed.refused;
  // The refusal of too much names the most that is accepted.
  const { nearest } = placed.refused;
  return nearest === undefined
    ? null
    : put(hand, must(bet(hand.game, { ...asked, amount: nearest })), nearest);
}

function put(hand: Hand, { game, spot, commission }: Placed, amount: Cents): null {
  hand.placed.push({ spot, amount, commission });
  hand.game = game;
  return null;
}

/** Calls a wager on or off. Where it works anyway, being told that calls are unknown is no fault. */
export function callTo(hand: Hand, { spot, want }: Aim): Refusal | null {
  const stands = wagerAt(playerOf(hand.game), spot);
  if (want.working === undefined || !stands || stands.called === want.working) return null;
  const { wager, number } = selectionOf(spot);
  const called = call(hand.game, {
    player: PLAYER,
    wager,
    ...(number === undefined ? {} : { number }),
    to: want.working,
  });
  if (called.ok) {
    hand.game = called.value.game;
    return null;
  }
  const works = want.working === 'on' && isWorking(hand.game, stands);
  return works ? null : called.refused;
}
