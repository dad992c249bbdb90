import {
  bet,
  call,
  type Dice,
  findPlayer,
  type Game,
  isWorking,
  makeDollars,
  makePay,
  nameOf,
  onLayout,
  type Refusal,
  type Rolled,
  type Rulebook,
  roll,
  type Settlement,
  type Spot,
  take,
  type Wager,
} from '@boxperson/rules';
import { ONE, openFelt } from './may.js';

// The little felt: the game layer with one player, every act answered by the engine and kept in a list.

/** One line of what happened. */
export interface Line {
  readonly tone: 'won' | 'lost' | 'even' | 'plain' | 'refused';
  readonly text: string;
  readonly clause: string | null;
  readonly ruling?: string | undefined;
  /** The nearest amount that would be taken. */
  readonly nearest?: number | undefined;
}
export interface Happening {
  readonly id: number;
  readonly title: string;
  readonly dice: Dice | null;
  readonly lines: readonly Line[];
}
export interface FeltState {
  readonly game: Game;
  readonly happenings: readonly Happening[];
}

export const newFelt = (book: Rulebook): FeltState => ({ game: openFelt(book), happenings: [] });

export const wagersOn = ({ game }: FeltState): readonly Wager[] => findPlayer(game, ONE)?.wagers ?? [];
export const balanceOf = ({ game }: FeltState): number => findPlayer(game, ONE)?.balance ?? 0;
export const standingOf = ({ game }: FeltState): number => {
  const player = findPlayer(game, ONE);
  return player ? onLayout(player) : 0;
};
export const works = ({ game }: FeltState, wager: Wager): boolean => isWorking(game, wager);

const HAPPENINGS_KEPT = 40;

const then = (
  state: FeltState,
  game: Game,
  title: string,
  dice: Dice | null,
  lines: readonly Line[],
): FeltState => ({
  game,
  happenings: [{ id: (state.happenings[0]?.id ?? 0) + 1, title, dice, lines }, ...state.happenings].slice(
    0,
    HAPPENINGS_KEPT,
  ),
});

const refusedLine = ({ message, clause, ruling, nearest }: Refusal): Line => ({
  tone: 'refused',
  text: message,
  clause,
  ruling,
  nearest,
});

const selection = ({ wager, number, high, dice }: Spot) => ({
  player: ONE,
  wager,
  ...(number && { number }),
  ...(high && { high }),
  ...(dice && { dice }),
});

export function placeOn(state: FeltState, spot: Spot, amount: number): FeltState {
  const { game } = state;
  const name = nameOf(game.rulebook, spot);
  const placed = bet(game, { ...selection(spot), amount });
  if (!placed.ok)
    return then(state, game, `Not accepted: ${makeDollars(amount)} on ${name}`, null, [
      refusedLine(placed.refused),
    ]);
  const { commission } = placed.value;
  const paid = commission === 0 ? '' : `, with ${makeDollars(commission)} commission`;
  const clause = game.rulebook.wagers[spot.wager]?.clause ?? null;
  return then(state, placed.value.game, `${makeDollars(amount)} on ${name}`, null, [
    { tone: 'plain', text: `Placed${paid}.`, clause },
  ]);
}

export function takeFrom(state: FeltState, spot: Spot): FeltState {
  const { game } = state;
  const name = nameOf(game.rulebook, spot);
  const taken = take(game, selection(spot));
  if (!taken.ok)
    return then(state, game, `Not accepted: taking ${name} down`, null, [refusedLine(taken.refused)]);
  const { taken: amount, commissionReturned, alsoReturned } = taken.value;
  const back = commissionReturned === 0 ? '' : ` and ${makeDollars(commissionReturned)} commission`;
  const also = alsoReturned.map(
    (one): Line => ({
      tone: 'plain',
      text: `${nameOf(game.rulebook, one.spot)} ${makeDollars(one.amount)} comes down with it.`,
      clause: null,
    }),
  );
  return then(state, taken.value.game, `${name} taken down`, null, [
    { tone: 'plain', text: `${makeDollars(amount)}${back} back in hand.`, clause: null },
    ...also,
  ]);
}

export function callTo(state: FeltState, spot: Spot, to: 'on' | 'off'): FeltState {
  const { game } = state;
  const name = nameOf(game.rulebook, spot);
  const called = call(game, {
    player: ONE,
    wager: spot.wager,
    ...(spot.number && { number: spot.number }),
    to,
  });
  if (!called.ok)
    return then(state, game, `Not accepted: calling ${name} ${to}`, null, [refusedLine(called.refused)]);
  const { clause, ruling } = game.rulebook.calls.covers;
  return then(state, called.value.game, `${name} called ${to}`, null, [
    {
      tone: 'plain',
      text: `${called.value.called.map((one) => nameOf(game.rulebook, one)).join(', ')}: ${to}.`,
      clause,
      ruling,
    },
  ]);
}

function settledLine(
  book: Rulebook,
  { spot, stake, outcome, winnings, returned, collected, pay, clause }: Settlement,
): Line {
  const name = `${nameOf(book, spot)} ${makeDollars(stake)}`;
  if (outcome === 'lost') return { tone: 'lost', text: `${name} loses: −${makeDollars(collected)}.`, clause };
  if (outcome === 'won') {
    const odds = pay ? ` at ${makePay(pay)}` : '';
    const rest = collected === 0 ? '' : `, ${makeDollars(collected)} of it collected`;
    const net = winnings - collected;
    const tone = net > 0 ? 'won' : net < 0 ? 'lost' : 'even';
    return { tone, text: `${name} wins ${makeDollars(winnings)}${odds}${rest}.`, clause };
  }
  const why = outcome === 'void' ? 'is void' : 'comes back';
  return { tone: 'even', text: `${name} ${why}: ${makeDollars(returned)} returned.`, clause };
}

const CALLS: Readonly<Record<Rolled['call'], string>> = {
  natural: 'a natural',
  craps: 'craps',
  'point-set': 'the point is set',
  'point-made': 'the point is made',
  'seven-out': 'seven out',
  'no-decision': 'no decision on the line',
};

function linesOf(book: Rulebook, before: FeltState, rolled: Rolled): readonly Line[] {
  const settled = rolled.settled.map((one) => settledLine(book, one));
  const moved = rolled.travelled.map(
    ({ spot, amount }): Line => ({
      tone: 'plain',
      text: `${makeDollars(amount)} moves to ${nameOf(book, spot)}.`,
      clause: book.wagers[spot.wager]?.clause ?? null,
    }),
  );
  const gone = new Set(rolled.settled.map(({ spot }) => spot));
  const left = wagersOn(before).filter(
    ({ spot }) =>
      !gone.has(spot) && !rolled.travelled.some((one) => one.spot.wager === spot.wager && !spot.number),
  );
  const stays = left.map((wager): Line => {
    const name = nameOf(book, wager.spot);
    const off = isWorking(before.game, wager) ? null : book.calls.inactiveOnComeOut;
    return off
      ? {
          tone: 'plain',
          text: `${name} is off: the roll does not touch it.`,
          clause: off.clause,
          ruling: off.ruling,
        }
      : { tone: 'plain', text: `${name} stands.`, clause: null };
  });
  return [...settled, ...moved, ...stays];
}

export function throwDice(state: FeltState, dice: Dice): FeltState {
  const { game } = state;
  const rolled = roll(game, { dice });
  if (!rolled.ok) return then(state, game, 'Not accepted', dice, [refusedLine(rolled.refused)]);
  const { total, hard, call: called } = rolled.value;
  const way = hard ? ', a pair' : '';
  const lines = linesOf(game.rulebook, state, rolled.value);
  const none: Line = { tone: 'plain', text: 'Nothing of yours was on the layout.', clause: null };
  return then(
    state,
    rolled.value.game,
    `${total}${way}: ${CALLS[called]}`,
    dice,
    lines.length === 0 ? [none] : lines,
  );
}
