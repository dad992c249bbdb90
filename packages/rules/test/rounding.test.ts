import { describe, expect, test } from 'vitest';
import type { PointNumber } from '../src/dice.js';
import { commissionDue } from '../src/game/commission.js';
import { type Game, openGame, type Player, sit } from '../src/game/index.js';
import { marksOf } from '../src/game/limits.js';
import { winningsOn } from '../src/game/winnings.js';
import { must } from '../src/must.js';
import { RULEBOOK_IDS, type RulebookId } from '../src/rulebook.js';
import { RULEBOOKS } from '../src/rulebooks/index.js';
import { SPOTS, type Spot, spotOf, spotsOf } from '../src/wager.js';
import type { Decision } from '../src/wagers/index.js';

// Every stake from 1 cent to $1,000, at every pay of every book, in eight sets of chips, against a slow reference.
const STAKE_MAX = 100_000;
/** Mutation testing takes some stakes only. */
const STAKE_STEP = Number(process.env['ROUNDING_STEP'] ?? 7);

const CHIP_SETS: readonly (readonly number[])[] = [
  [1],
  [100, 500, 2500, 10_000, 50_000],
  [500],
  [50, 200, 500],
  // From here on with gaps.
  [200, 500],
  [300, 500, 700],
  [600, 1000, 1500],
  [250, 900],
];

type Win = Decision & { readonly verdict: 'wins' };

/** What chips make, by trying: an amount can be made when it can be made with one chip less. */
class Sieve {
  readonly #can: Uint8Array;
  readonly #up: Int32Array;
  readonly #down: Int32Array;

  constructor(chips: readonly number[], upTo: number) {
    this.#can = new Uint8Array(upTo + 1);
    this.#up = new Int32Array(upTo + 1);
    this.#down = new Int32Array(upTo + 1);
    this.#can[0] = 1;
    for (let amount = 1; amount <= upTo; amount++) {
      if (chips.some((chip) => amount >= chip && this.#can[amount - chip] === 1)) this.#can[amount] = 1;
      this.#down[amount] = this.can(amount) ? amount : this.down(amount - 1);
    }
    for (let amount = upTo; amount > 0; amount--)
      this.#up[amount] = this.can(amount) ? amount : this.up(amount + 1);
  }

  can(amount: number): boolean {
    return this.#can[amount] === 1;
  }

  up(amount: number): number {
    return this.#up[amount] as number;
  }

  down(amount: number): number {
    return this.#down[amount] as number;
  }
}

/** Reaches past the highest winnings there are: 33 to 1 on $1,000, and a gap beyond. */
const SIEVE_MAX = 34 * STAKE_MAX + 4000;
const sieves = new Map<readonly number[], Sieve>();
function sieveOf(chips: readonly number[]): Sieve {
  const sieve = sieves.get(chips) ?? new Sieve(chips, SIEVE_MAX);
  sieves.set(chips, sieve);
  return sieve;
}

function openAt(
  book: RulebookId,
  chips: readonly number[],
  min: number,
  more = {},
): { game: Game; player: Player } {
  const limits = { default: { min, max: Math.max(...chips) * 1e6 } };
  const opened = must(openGame({ rulebook: book, chips, limits, ...more }));
  const game = must(sit(opened, { player: 'ann', seat: 1, bankroll: 0 })).game;
  return { game, player: game.players[0] as Player };
}

/** Every way a wager of the book can win, once: its odds, its parts, and a spot that wins so. */
function winsOf(book: RulebookId): ReadonlyMap<string, { readonly spot: Spot; readonly win: Win }> {
  const { game } = openAt(book, [1], 1);
  const wins = new Map<string, { spot: Spot; win: Win }>();
  for (const decision of game.decisions.flat().flatMap((row) => row.map((one, index) => ({ one, index })))) {
    const { one, index } = decision;
    if (one?.verdict !== 'wins') continue;
    wins.set(`${one.pay.join(':')} ${one.winning}/${one.parts}`, { spot: SPOTS[index] as Spot, win: one });
  }
  return wins;
}

const exactly = (
  stake: number,
  { pay, parts, winning }: Win,
): { readonly over: bigint; readonly won: bigint } => ({
  won: BigInt(stake) * BigInt(pay[0]) * BigInt(winning),
  over: BigInt(pay[1]) * BigInt(parts),
});
const ceil = (won: bigint, over: bigint): number => Number((won + over - 1n) / over);
const floor = (won: bigint, over: bigint): number => Number(won / over);

/** Rounded up to what chips make. */
const reference = (sieve: Sieve, stake: number, win: Win): number => {
  const { won, over } = exactly(stake, win);
  return sieve.up(ceil(won, over));
};

/** adelaide 14(h), word by word: off the multiples and not payable, then lower; under the minimum, rounded down. */
const reference14h = (sieve: Sieve, stake: number, win: Win, min: number): number => {
  const { won, over } = exactly(stake, win);
  const isMultiple = stake % min === 0;
  const isPayable = won % over === 0n && sieve.can(Number(won / over));
  if (isMultiple || isPayable) return reference(sieve, stake, win);
  if (stake < min) return sieve.down(floor(won, over));
  return reference(sieve, Math.floor(stake / min) * min, win);
};

/** The first stake at which the two differ, with both amounts; null when they agree on every stake. */
function firstDifference(ours: (stake: number) => number, theirs: (stake: number) => number): string | null {
  for (let stake = 1; stake <= STAKE_MAX; stake += STAKE_STEP) {
    const [mine, its] = [ours(stake), theirs(stake)];
    if (mine !== its) return `${stake}: ${mine}, not ${its}`;
  }
  return null;
}

/** What a wager of this stake is paid when it is found on the layout now. */
const paidAs = (
  { game, player }: ReturnType<typeof openAt>,
  spot: Spot,
  stake: number,
  win: Parameters<typeof winningsOn>[3],
): number => winningsOn(game, marksOf(game, player, spot, stake), stake, win);

describe('winnings that chips cannot make', () => {
  // The books differ in their pays, not in how a payment is rounded (R10): each pay is tried once, under the first that has it.
  const inChips = RULEBOOK_IDS.filter((book) => book !== 'aruze');
  const allWins = () =>
    new Map(
      inChips
        .toReversed()
        .flatMap((book) => [...winsOf(book)].map(([key, one]) => [key, { book, ...one }] as const)),
    );

  test('every pay of every book is among those tried', () => {
    const all = allWins();
    const round = inChips.map((book) => RULEBOOKS[book].money.rounded.value);
    expect(new Set(round)).toEqual(new Set(['up-to-chips']));
    for (const book of inChips) for (const key of winsOf(book).keys()) expect(all.has(key)).toBe(true);
    expect(all.size).toBeGreaterThan(20);
  });

  test.each(CHIP_SETS.map((chips) => ({ chips })))('are rounded up with chips of $chips', ({ chips }) => {
    const sieve = sieveOf(chips);
    for (const [key, { book, spot, win }] of allWins()) {
      const { game, player } = openAt(book, chips, chips[0] as number);
      const ours = (stake: number) => paidAs({ game, player }, spot, stake, win);
      expect([key, firstDifference(ours, (stake) => reference(sieve, stake, win))]).toEqual([key, null]);
    }
  });

  test('are rounded up to the cent on a meter', () => {
    for (const [key, { spot, win }] of winsOf('aruze')) {
      const { game, player } = openAt('aruze', [500], 1);
      const ours = (stake: number) => paidAs({ game, player }, spot, stake, win);
      const theirs = (stake: number): number => {
        const { won, over } = exactly(stake, win);
        return ceil(won, over);
      };
      expect([key, firstDifference(ours, theirs)]).toEqual([key, null]);
    }
  });
});

describe('adelaide 14(h)', () => {
  test.each(
    CHIP_SETS.map((chips, i) => ({ chips, min: [7, 300, 1500, 250, 1200, 1000, 2500, 1150][i] as number })),
  )('wagers off the multiples of $min, with chips of $chips', ({ chips, min }) => {
    const sieve = sieveOf(chips);
    const { game, player } = openAt('adelaide', chips, min, { multiplesOfMinimum: true });
    for (const [key, { spot, win }] of winsOf('adelaide')) {
      const ours = (stake: number) => paidAs({ game, player }, spot, stake, win);
      expect([key, firstDifference(ours, (stake) => reference14h(sieve, stake, win, min))]).toEqual([
        key,
        null,
      ]);
    }
  });

  test('does not touch odds wagers, nor a table whose sign does not ask for multiples', () => {
    const chips = [200, 500];
    const sieve = sieveOf(CHIP_SETS[4] as readonly number[]);
    const win = { verdict: 'wins', clause: '', pay: [6, 5], parts: 1, winning: 1 } as const;
    const asks = openAt('adelaide', chips, 1000, { multiplesOfMinimum: true });
    const not = openAt('adelaide', chips, 1000);
    const theirs = (stake: number) => reference(sieve, stake, win);
    expect(firstDifference((stake) => paidAs(asks, spotOf('pass-odds'), stake, win), theirs)).toBeNull();
    expect(firstDifference((stake) => paidAs(not, spotOf('buy', 6), stake, win), theirs)).toBeNull();
  });
});

describe('commission', () => {
  const TRUE_ODDS: Readonly<Record<PointNumber, readonly [number, number]>> = {
    4: [1, 2],
    5: [2, 3],
    6: [5, 6],
    8: [5, 6],
    9: [2, 3],
    10: [1, 2],
  };
  /** 5% of the stake for buy, of what it would win at true odds for lay. */
  const due = (spot: Spot, stake: number): number => {
    const [win, on] = spot.wager === 'lay' ? TRUE_ODDS[spot.number as PointNumber] : [1, 1];
    return floor(BigInt(stake) * BigInt(win) * 5n, BigInt(on) * 100n);
  };
  const spots = [spotOf('buy', 9), ...spotsOf('lay').slice(0, 3)];

  test.each(CHIP_SETS.map((chips) => ({ chips })))('is rounded down with chips of $chips', ({ chips }) => {
    const sieve = sieveOf(chips);
    for (const book of RULEBOOK_IDS) {
      const { game } = openAt(book, chips, chips[0] as number);
      const rounded = (cents: number): number => (book === 'aruze' ? cents : sieve.down(cents));
      for (const spot of spots) {
        const theirs = (stake: number) => rounded(due(spot, stake));
        expect(firstDifference((stake) => commissionDue(game, spot, stake), theirs)).toBeNull();
      }
    }
  });

  test('is due on no other wager', () => {
    const { game } = openAt('star', [1], 1);
    const others = SPOTS.filter(({ wager }) => wager !== 'buy' && wager !== 'lay');
    expect(others.filter((spot) => commissionDue(game, spot, 100_000) !== 0)).toEqual([]);
  });
});
