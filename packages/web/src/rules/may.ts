import {
  bet,
  CENTS_MAX,
  type Clause,
  FLAT_OF,
  type Game,
  isFlatId,
  isOddsId,
  must,
  NUMBERS,
  openGame,
  options,
  type PointNumber,
  type Refusal,
  type Rulebook,
  type SignSettings,
  type Spot,
  settle,
  sit,
  spotOf,
  spotsOf,
  THROWS,
  totalOf,
  type WagerId,
} from '@boxperson/rules';

// What may be done with a wager and when: asked of the engine itself, which answers with the clause.

export const ONE = 'you';

/** The sign of the little felt: what a house might show. */
export const FELT_SIGN: SignSettings = {
  limits: { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } },
};

export function openFelt(book: Rulebook, bankroll = 100_000): Game {
  const game = must(openGame({ rulebook: book, ...FELT_SIGN }));
  return must(sit(game, { player: ONE, seat: 1, bankroll })).game;
}

export interface MayDo {
  readonly does: 'placed' | 'added to' | 'taken down' | 'called on or off';
  readonly may: boolean;
  /** Why not, or by which clause. */
  readonly why: string;
  readonly clause: Clause | null;
  readonly ruling?: string | undefined;
}
export interface MayMoment {
  readonly when: string;
  readonly acts: readonly MayDo[];
}

const thrown = (game: Game, total: number): Game =>
  settle(game, THROWS.find((dice) => totalOf(dice) === total) as (typeof THROWS)[number]).game;

const put = (game: Game, spot: Spot, amount: number): Game | null => {
  const { wager, number, high, dice } = spot;
  const asked = {
    player: ONE,
    wager,
    amount,
    ...(number && { number }),
    ...(high && { high }),
    ...(dice && { dice }),
  };
  const placed = bet(game, asked);
  if (placed.ok) return placed.value.game;
  const near = placed.refused.nearest;
  const again = near === undefined ? null : bet(game, { ...asked, amount: near });
  return again?.ok ? again.value.game : null;
};

/** Where a wager can be put down: come wagers get to their numbers by the dice alone. */
export const placesOf = (wager: WagerId): readonly Spot[] =>
  isFlatId(wager) ? spotsOf(wager).slice(0, 1) : spotsOf(wager);

/** The place of a wager that somebody would take as an example. */
export const exampleSpot = (wager: WagerId): Spot =>
  placesOf(wager).find(({ number }) => number === 6) ?? (placesOf(wager)[0] as Spot);

const yes = (does: MayDo['does']): MayDo => ({ does, may: true, why: '', clause: null });
const no = (does: MayDo['does'], { message, clause, ruling }: Refusal): MayDo => ({
  does,
  may: false,
  why: message,
  clause,
  ruling,
});

function actsOn(game: Game, spot: Spot): readonly MayDo[] {
  const option = options(game, ONE)?.[spot.index];
  if (!option) return [];
  const { stands } = option;
  const putting = stands > 0 ? 'added to' : 'placed';
  const first = option.bet.may ? yes(putting) : no(putting, option.bet.why);
  if (stands === 0) return [first];
  const takes = option.take.may ? yes('taken down') : no('taken down', option.take.why);
  const part = option.take.may && !option.take.all ? { ...takes, why: 'In part only.' } : takes;
  const calls = option.call.may ? yes('called on or off') : no('called on or off', option.call.why);
  return [first, part, calls];
}

const AMOUNT = 6_000;
const POINT: PointNumber = 8;

/** Moments for wagers that have no point of their own. */
function plainMoments(game: Game, spot: Spot): readonly MayMoment[] {
  const on = thrown(game, POINT);
  const standing = put(game, spot, AMOUNT);
  return [
    { when: 'Before a come out roll, nothing there', acts: actsOn(game, spot) },
    { when: 'While a point is on, nothing there', acts: actsOn(on, spot) },
    ...(standing ? [{ when: 'Before a come out roll, standing', acts: actsOn(standing, spot) }] : []),
    ...(standing && lasts(spot)
      ? [{ when: 'While a point is on, standing', acts: actsOn(thrown(standing, POINT), spot) }]
      : []),
  ];
}

/** Is it still there after a roll that does not concern it? */
const lasts = (spot: Spot): boolean => {
  const others: readonly WagerId[] = ['place', 'place-lose', 'buy', 'lay', 'hardway', 'big-6', 'big-8'];
  return others.includes(spot.wager);
};

function flatMoments(game: Game, wager: 'pass' | 'dont-pass' | 'come' | 'dont-come'): readonly MayMoment[] {
  const isLine = wager === 'pass' || wager === 'dont-pass';
  const box = spotOf(wager);
  const on = thrown(game, POINT);
  const before = isLine ? game : on;
  const standing = put(before, box, AMOUNT);
  if (!standing) return [];
  const number: PointNumber = NUMBERS.find((each) => each !== POINT) as PointNumber;
  const after = isLine
    ? actsOn(thrown(standing, POINT), box)
    : actsOn(thrown(standing, number), spotOf(wager, number));
  return [
    { when: 'Before a come out roll, nothing there', acts: actsOn(game, box) },
    { when: 'While a point is on, nothing there', acts: actsOn(on, box) },
    {
      when: isLine ? 'Placed, before the come out roll' : 'Placed, before its first roll',
      acts: actsOn(standing, box),
    },
    { when: isLine ? 'Once the point is set' : 'Once it has its number', acts: after },
  ];
}

function oddsMoments(game: Game, spot: Spot, flat: WagerId): readonly MayMoment[] {
  const isLine = flat === 'pass' || flat === 'dont-pass';
  const without = { when: 'Without a flat wager on its point', acts: actsOn(thrown(game, POINT), spot) };
  const number = spot.number ?? POINT;
  const put1 = put(isLine ? game : thrown(game, number === POINT ? 6 : POINT), spotOf(flat), AMOUNT);
  const ready = put1 && thrown(put1, number);
  const standing = ready && put(ready, spot, AMOUNT);
  return [
    without,
    ...(ready ? [{ when: 'Behind a flat wager that has its point', acts: actsOn(ready, spot) }] : []),
    ...(standing ? [{ when: 'Standing', acts: actsOn(standing, spot) }] : []),
  ];
}

/** When a wager may be placed, added to, taken down and called, as the engine has it. */
export function whenItMay(book: Rulebook, wager: WagerId): readonly MayMoment[] {
  if (book.wagers[wager] === null) return [];
  const game = openFelt(book, CENTS_MAX);
  if (isFlatId(wager)) return flatMoments(game, wager);
  const spot = exampleSpot(wager);
  return isOddsId(wager) ? oddsMoments(game, spot, FLAT_OF[wager]) : plainMoments(game, spot);
}
