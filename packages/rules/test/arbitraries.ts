import fc from 'fast-check';
import { chipSet } from '../src/chips.js';
import { FACES } from '../src/dice.js';
import type { Amounts } from '../src/game/amounts.js';
import type { Game, Limit, Player } from '../src/game/index.js';
import type { Fields } from '../src/game/input.js';
import { partsOf } from '../src/game/limits.js';
import { optionsOn } from '../src/game/options.js';
import { isStake } from '../src/money.js';
import type { RulebookId } from '../src/rulebook.js';
import { rulebook } from '../src/rulebooks/index.js';
import { runScript } from '../src/script/run.js';
import { isOddsId, SPOTS, type Spot, STAY_IDS, WAGER_IDS, type WagerId } from '../src/wager.js';

/** Chips with and without gaps, small enough that every amount up to a maximum can be tried. */
export const SMALL_CHIPS = [[1], [5], [2, 5], [3, 5, 7], [4, 6, 9], [6, 10, 15], [2, 8], [7, 3]] as const;
const FELT_CHIPS = [[100, 500, 2500], [200, 500], [300, 700], [250, 1000], [50, 200, 500], [100]] as const;

export interface Plan {
  readonly open: Fields;
  readonly acts: readonly Act[];
}

/** How large a bet or a take is, told before it is known what is allowed. */
interface Size {
  readonly kind: 'least' | 'most' | 'between' | 'small' | 'large' | 'all';
  readonly n: number;
}
type Lean = 'any' | 'open' | 'odds' | 'line' | 'standing';

/** Something that somebody does. What it means is worked out when the table stands as it does then. */
type Act =
  | { readonly do: 'roll'; readonly dice: readonly [number, number] }
  | {
      readonly do: 'bet';
      readonly who: number;
      readonly lean: Lean;
      readonly n: number;
      readonly size: Size;
      readonly stay: boolean | null;
      readonly found: boolean;
      /** Of what is bet, so much is tokens: none, some, all, or more than there is. */
      readonly tokens: number;
    }
  | {
      readonly do: 'take';
      readonly who: number;
      readonly lean: Lean;
      readonly n: number;
      readonly size: Size;
    }
  | {
      readonly do: 'call';
      readonly who: number;
      readonly n: number;
      readonly to: 'on' | 'off';
      readonly named: boolean;
    }
  | {
      readonly do: 'exchange';
      readonly who: number;
      readonly voucher: string;
      readonly amount: number;
      readonly terms: Fields;
    }
  | { readonly do: 'layout' | 'no-roll' }
  | { readonly do: 'sit'; readonly player: string; readonly seat: number; readonly bankroll: number };

const faces = fc.constantFrom(...FACES);
const dice = fc.tuple(faces, faces);
const sizes: fc.Arbitrary<Size> = fc.record({
  kind: fc.constantFrom('least', 'most', 'between', 'between', 'small', 'large', 'all'),
  n: fc.nat(5000),
});
const leans = fc.constantFrom<Lean>('any', 'open', 'open', 'odds', 'odds', 'line', 'line', 'standing');

const rolls = fc.record({ do: fc.constant('roll' as const), dice });
const bets = fc.record({
  do: fc.constant('bet' as const),
  who: fc.nat(2),
  lean: leans,
  n: fc.nat(999),
  size: sizes,
  stay: fc.constantFrom(null, null, true, false),
  found: fc.nat(5).map((n) => n === 5),
  tokens: fc.nat(11),
});
const fates = fc.constantFrom(undefined, undefined, 'taken', 'returned');
const areas = fc.constantFrom(
  undefined,
  undefined,
  undefined,
  ['pass', 'field'],
  ['place', 'buy', 'horn'],
  [],
);
/** Vouchers, some of them seen before, on conditions of all kinds. */
const exchanges = (scale: number) =>
  fc.record({
    do: fc.constant('exchange' as const),
    who: fc.nat(2),
    voucher: fc.nat(9).map((n) => `V-${n}`),
    amount: fc.nat(60).map((n) => n * scale),
    terms: fc.record({
      wagers: areas,
      odds: fc.constantFrom(undefined, true),
      commission: fc.constantFrom(undefined, true),
      win: fates,
      loss: fates,
      push: fates,
    }),
  });
const takes = fc.record({
  do: fc.constant('take' as const),
  who: fc.nat(2),
  lean: fc.constantFrom<Lean>('standing', 'standing', 'standing', 'any'),
  n: fc.nat(999),
  size: sizes,
});
const calls = fc.record({
  do: fc.constant('call' as const),
  who: fc.nat(2),
  n: fc.nat(999),
  to: fc.constantFrom('on' as const, 'off' as const),
  named: fc.boolean(),
});
const others = fc.record({ do: fc.constantFrom('layout' as const, 'no-roll' as const) });
const sits = (scale: number) =>
  fc.record({
    do: fc.constant('sit' as const),
    player: fc.constantFrom('ann', 'bob', 'cy', '__proto__'),
    seat: fc.integer({ min: 1, max: 5 }),
    bankroll: fc.nat(150).map((n) => n * scale),
  });

/** Tokens are known to some of the books; the others are asked for them now and then. */
const acts = (book: RulebookId, scale: number): fc.Arbitrary<Act> =>
  fc.oneof(
    { arbitrary: exchanges(scale), weight: takesTokens(book) ? 3 : 1 },
    { arbitrary: bets, weight: 10 },
    { arbitrary: rolls, weight: 5 },
    { arbitrary: takes, weight: 2 },
    { arbitrary: calls, weight: 1 },
    { arbitrary: others, weight: 1 },
    { arbitrary: sits(scale), weight: 1 },
  );

const takesTokens = (book: RulebookId): boolean => rulebook(book).conduct.wagers.tokens.value === 'as-chips';

const limits = (book: RulebookId, chips: readonly number[], scale: number): fc.Arbitrary<Limit> => {
  const set = chipSet(book === 'aruze' ? [1] : chips);
  const unit = rulebook(book).limits.unit.value === 'no' ? fc.constant(0) : fc.constantFrom(0, 0, 1, 2, 3, 5);
  return fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(40), unit).map(([low, room, unit]) => {
    const min = set.atLeast(low * scale);
    const max = set.atLeast(min + room * scale);
    return unit === 0 ? { min, max } : { min, max, unit: unit * scale };
  });
};

const multiples = (book: RulebookId): fc.Arbitrary<unknown> => {
  if (rulebook(book).oddsMultiple.value.from === 'book') return fc.constantFrom(undefined, 2);
  const multiple = fc.integer({ min: 1, max: 10 });
  const byNumber = fc.record({
    4: multiple,
    5: multiple,
    6: multiple,
    8: multiple,
    9: multiple,
    10: multiple,
  });
  return fc.oneof(fc.constant(undefined), multiple, byNumber);
};

/** What an `open` line may say; every field that is undefined is left out of the line. */
const opens = (book: RulebookId, chips: readonly number[], scale: number): fc.Arbitrary<Fields> => {
  const limit = limits(book, chips, scale);
  const named = fc.dictionary(fc.constantFrom(...WAGER_IDS), limit, { maxKeys: 4, noNullPrototype: true });
  return fc.record({
    rulebook: fc.constant(book),
    chips: fc.constant(chips),
    limits: fc.tuple(limit, named).map(([standard, others]) => ({ default: standard, ...others })),
    oddsMultiple: multiples(book),
    multiplesOfMinimum: fc.constantFrom(undefined, undefined, true),
    big68: book === 'adelaide' ? fc.constantFrom(undefined, true, false) : fc.constant(undefined),
  });
};

const plansWith = (book: RulebookId, chips: readonly number[], scale: number): fc.Arbitrary<Plan> =>
  fc.record({
    open: opens(book, chips, scale),
    acts: fc.array(acts(book, scale), { maxLength: 80, size: 'max' }),
  });

/** A table with small amounts, and what happens at it. */
export const smallPlans = (book: RulebookId): fc.Arbitrary<Plan> =>
  fc.constantFrom<readonly number[]>(...SMALL_CHIPS).chain((chips) => plansWith(book, chips, 1));

/** The same with chips as they are on a felt. */
export const plans = (book: RulebookId): fc.Arbitrary<Plan> =>
  fc.oneof(
    smallPlans(book),
    fc.constantFrom<readonly number[]>(...FELT_CHIPS).chain((chips) => plansWith(book, chips, 100)),
  );

const CROWD = [
  { do: 'sit', player: 'ann', seat: 2, bankroll: 120 },
  { do: 'sit', player: 'bob', seat: 1, bankroll: 60 },
] as const;

/** The lines of the plan's script: it is played as it is written, so that most of what is asked for makes sense. */
export function writeScript(plan: Plan): readonly string[] {
  const runner = runScript();
  const lines: string[] = [];
  const write = (line: Fields) => {
    const text = JSON.stringify(line);
    lines.push(text);
    runner.play(text);
  };
  write({ do: 'open', ...plan.open });
  const scale = isStake(plan.open['chips'])
    ? 1
    : (plan.open['chips'] as readonly number[])[0]! >= 50
      ? 100
      : 1;
  for (const line of CROWD) write({ ...line, bankroll: line.bankroll * scale });
  for (const act of plan.acts) write(lineFor(runner.game as Game, act));
  return lines;
}

function lineFor(game: Game, act: Act): Fields {
  if (act.do === 'bet') return betFor(game, act);
  if (act.do === 'take') return takeFor(game, act);
  if (act.do === 'exchange') {
    const { who, terms, ...line } = act;
    return { ...line, player: playerFor(game, who).name, ...terms };
  }
  return act.do === 'call' ? callFor(game, act) : act;
}

const oneOf = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const playerFor = (game: Game, who: number): Player => oneOf(game.players.slice(0, 3), who);

/** The fields that name a spot. */
export const selectionOf = ({ wager, number, high, dice }: Spot): Fields => ({
  wager,
  ...(number && { number }),
  ...(high && { high }),
  ...(dice && { dice }),
});

function betFor(game: Game, act: Act & { do: 'bet' }): Fields {
  const player = playerFor(game, act.who);
  const spot = spotFor(game, player, act.lean, act.n);
  const { bet } = optionsOn(game, player, spot);
  const amount = act.found
    ? foundFor(game, spot, act.size)
    : amountFor(game, act.size, bet.may ? bet.amounts : null);
  const stay =
    act.stay !== null && (STAY_IDS.includes(spot.wager) || act.n % 50 === 0) ? { stay: act.stay } : {};
  return {
    do: 'bet',
    player: player.name,
    ...selectionOf(spot),
    amount,
    ...stay,
    ...(act.found && { found: true }),
    ...tokensFor(player, amount, act.tokens),
  };
}

/** Tokens of one of the vouchers that the player holds, mostly no more than there are. */
function tokensFor(player: Player, amount: number, n: number): Fields {
  const held = (player.tokens ?? []).filter((one) => one.amount > 0);
  if (held.length === 0) return n === 11 ? { tokens: amount } : {};
  if (n < 4) return {};
  const { voucher, amount: most } = oneOf(held, n);
  const tokens = n === 11 ? amount : Math.min(amount, most, n % 2 === 0 ? most : Math.ceil(amount / 2));
  return { tokens, ...(n % 5 === 0 ? {} : { voucher }) };
}

/** Found chips: around the sign's limits, mostly in chips and in as many parts as the wager is. */
function foundFor(game: Game, spot: Spot, { kind, n }: Size): number {
  if (kind === 'small') return 1 + n;
  const parts = partsOf(game, spot);
  const { min, max } = game.sign.limits[spot.wager] ?? { min: 1, max: 20 };
  const around = kind === 'large' || kind === 'most' ? max + (n % (2 * min)) : n % (min + 2);
  return Math.max(1, parts * game.sign.chips.atLeast(Math.floor(around / parts)));
}

function takeFor(game: Game, act: Act & { do: 'take' }): Fields {
  const player = playerFor(game, act.who);
  const spot = spotFor(game, player, act.lean, act.n);
  const { take } = optionsOn(game, player, spot);
  const line = { do: 'take', player: player.name, ...selectionOf(spot) };
  return act.size.kind === 'all'
    ? line
    : { ...line, amount: amountFor(game, act.size, take.may ? take.part : null) };
}

function callFor(game: Game, act: Act & { do: 'call' }): Fields {
  const player = playerFor(game, act.who);
  const callable = SPOTS.filter((spot) => game.rulebook.calls.inactiveOnComeOut.value.includes(spot.wager));
  const standing = player.wagers.map(({ spot }) => spot);
  const both = standing.filter((spot) => callable.includes(spot));
  const { wager, number } = oneOf(both.length > 0 ? both : standing.length > 0 ? standing : SPOTS, act.n);
  return { do: 'call', player: player.name, wager, ...(act.named && number && { number }), to: act.to };
}

function spotFor(game: Game, player: Player, lean: Lean, n: number): Spot {
  const leanings = [lean, 'line', 'open', 'any'] as const;
  const leaning = leanings.map((one) => spotsLeaning(game, player, one)).find((spots) => spots.length > 0);
  return oneOf(leaning ?? SPOTS, n);
}

const LINES: readonly WagerId[] = ['pass', 'dont-pass', 'come', 'dont-come'];

function spotsLeaning(game: Game, player: Player, lean: Lean): readonly Spot[] {
  if (lean === 'any') return SPOTS;
  if (lean === 'standing') return player.wagers.map(({ spot }) => spot);
  const open = SPOTS.filter((spot) => optionsOn(game, player, spot).bet.may);
  if (lean === 'odds') return open.filter(({ wager }) => isOddsId(wager));
  return lean === 'line' ? open.filter(({ wager }) => LINES.includes(wager)) : open;
}

function amountFor(game: Game, { kind, n }: Size, amounts: Amounts | null): number {
  if (kind === 'small') return 1 + (n % 12);
  if (amounts === null) return game.sign.chips.atLeast(1 + (n % 50));
  if (kind === 'large') return amounts.most + n;
  if (kind === 'least') return amounts.least;
  if (kind === 'most') return amounts.most;
  const steps = Math.floor((amounts.most - amounts.least) / amounts.step) + 1;
  return amounts.least + (n % steps) * amounts.step;
}
