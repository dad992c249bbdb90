import { dealtBy } from '../dealing/dealt.js';
import type { DealtWager } from '../dealing/line.js';
import { type Dice, NUMBERS, type PointNumber, THROWS, totalOf } from '../dice.js';
import {
  bet,
  DEFAULT_CHIPS,
  type Game,
  nameOf,
  openGame,
  roll,
  type SignSettings,
  sit,
} from '../game/index.js';
import type { Fields } from '../game/input.js';
import { makeSelection } from '../game/save.js';
import type { Cents } from '../money.js';
import { must } from '../must.js';
import { invariant } from '../result.js';
import type { Rulebook, RulebookId } from '../rulebook.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import { outcomeOf } from '../table/throwing.js';
import { FLAT_OF, isOddsId, type Spot, STAY_IDS, spotOf } from '../wager.js';
import { decide } from '../wagers/index.js';
import { type Chance, chanceFrom } from './chance.js';
import { spotNameOf, spotsIn, type TopicId, topicOf } from './topics.js';

/** How hard the stakes are: whole units of the key, whatever chips make, and large ones. */
export const DRILL_LEVELS = ['units', 'any', 'large'] as const;
export type DrillLevel = (typeof DRILL_LEVELS)[number];

/** One payment to make: chips on a spot, a throw that decides them, and what the crew hands over for it. */
export interface Drill {
  readonly book: RulebookId;
  readonly topic: TopicId;
  readonly seed: number;
  readonly level: DrillLevel;
  /** What comes back until it sits: a wager on its number with its result. */
  readonly card: string;
  /** The whole story as lines of a script, the throw in question last: whoever doubts it plays it. */
  readonly script: readonly Fields[];
  readonly spot: Spot;
  /** In the words of the book. */
  readonly name: string;
  readonly stake: Cents;
  readonly stays: boolean;
  readonly point: PointNumber | null;
  readonly dice: Dice;
  readonly chips: readonly Cents[];
  /** The line of the dealing sheet that answers it. */
  readonly line: DealtWager;
  /** What is handed over besides the stake. */
  readonly owed: Cents;
}

const CENTRE = { min: 100, max: 50_000 };

/** The sign of the school's own table; a house puts its own there. */
export const SCHOOL_SIGN: SignSettings = {
  chips: DEFAULT_CHIPS,
  limits: {
    default: { min: 500, max: 200_000 },
    hardway: CENTRE,
    'any-seven': CENTRE,
    'any-craps': CENTRE,
    'craps-2': CENTRE,
    'craps-3': CENTRE,
    'craps-12': CENTRE,
    eleven: CENTRE,
    craps: CENTRE,
    'craps-eleven': { min: 200, max: 50_000 },
    horn: { min: 400, max: 50_000 },
  },
};

const LEARNER = 'player';

/** What happens at the table before the throw in question: bets by spot, throws by total. */
type Move = { readonly bet: Spot } | { readonly total: number };

/** The numbers that a wager is not about: a point that leaves it alone. */
const otherThan = (number: number | undefined, chance: Chance): PointNumber =>
  chance.pick(NUMBERS.filter((one) => one !== number));

/** How a wager comes to stand where the next throw can win it. */
function storyOf(spot: Spot, chance: Chance): readonly Move[] {
  const { wager, number } = spot;
  const point = otherThan(number, chance);
  if (wager === 'pass-odds' || wager === 'dont-pass-odds')
    return [{ bet: spotOf(FLAT_OF[wager]) }, { total: point }, { bet: spot }];
  if (isOddsId(wager) && number)
    return [{ total: point }, { bet: spotOf(FLAT_OF[wager]) }, { total: number }, { bet: spot }];
  if (wager === 'pass' || wager === 'dont-pass')
    return chance.below(2) === 0 ? [{ bet: spot }] : [{ bet: spot }, { total: point }];
  if ((wager === 'come' || wager === 'dont-come') && number)
    return [{ total: point }, { bet: spotOf(wager) }, { total: number }];
  return [{ total: point }, { bet: spot }];
}

const throwsOf = (total: number): readonly Dice[] => THROWS.filter((dice) => totalOf(dice) === total);

/** A throw that wins it, every total as likely as another. */
function winningThrow(book: Rulebook, spot: Spot, point: PointNumber | null, chance: Chance): Dice {
  const winning = THROWS.filter((dice) => decide(book, spot, dice, point)?.verdict === 'wins');
  const total = chance.pick([...new Set(winning.map(totalOf))]);
  return chance.pick(winning.filter((dice) => totalOf(dice) === total));
}

const MOST: Readonly<Record<DrillLevel, number>> = { units: 10, any: 120, large: 900 };

/** What somebody puts down: whole units of the pay, or so many dollars. */
function stakeFor(book: Rulebook, spot: Spot, level: DrillLevel, chance: Chance): Cents {
  const dollars = 1 + chance.below(MOST[level]);
  if (level !== 'units') return dollars * 100;
  const unit = unitOf(book, spot);
  return dollars * (unit < 500 ? unit * 5 : unit);
}

/** The least stake on which the winnings come out whole. */
function unitOf(book: Rulebook, spot: Spot): Cents {
  const points = spot.wager.endsWith('pass-odds') ? NUMBERS : [null, 4 as const];
  const wins = points.flatMap((point) =>
    THROWS.flatMap((dice) => {
      const decision = decide(book, spot, dice, point);
      return decision?.verdict === 'wins' ? [decision.pay[1] * decision.parts * 100] : [];
    }),
  );
  return Math.max(...wins);
}

/** A game that remembers how it was told. */
class Telling {
  readonly script: Fields[] = [];
  game: Game;

  constructor(book: Rulebook, sign: SignSettings) {
    const open = { rulebook: book.id, ...sign };
    const sits = { player: LEARNER, seat: 1, bankroll: 1_000_000_000 };
    this.game = must(sit(must(openGame(open)), sits)).game;
    this.script.push({ do: 'open', ...open }, { do: 'sit', ...sits });
  }

  /** The amount wished for, or the nearest that may be put there. */
  bet(spot: Spot, wished: Cents, stays: boolean): void {
    const asked = {
      player: LEARNER,
      ...makeSelection(spot),
      amount: wished,
      ...(stays ? { stay: true } : {}),
    };
    const first = bet(this.game, asked);
    const nearest = first.ok ? wished : first.refused.nearest;
    invariant(nearest !== undefined, `a drill whose wager is refused: ${first.ok || first.refused.message}`);
    const amount = nearest as Cents;
    this.game = must(bet(this.game, { ...asked, amount })).game;
    this.script.push({ do: 'bet', ...asked, amount });
  }

  roll(dice: Dice): void {
    this.game = must(roll(this.game, { dice })).game;
    this.script.push({ do: 'roll', dice });
  }
}

/** Up to four times the flat wager where odds shall fit behind it. */
const isFlatFor = (move: Spot, spot: Spot): boolean => move.index !== spot.index && isOddsId(spot.wager);

/**
 * One drill of a topic of a book, or of one wager of it alone. The engine plays it; the sheet says what is handed over.
 */
export function makeDrill(
  book: RulebookId,
  topic: TopicId,
  seed: number,
  level: DrillLevel = 'any',
  sign: SignSettings = SCHOOL_SIGN,
  only: string | null = null,
): Drill {
  const rulebook = RULEBOOKS[book];
  const chance = chanceFrom(seed);
  const spots = spotsIn(rulebook, topicOf(topic)).filter((one) => only === null || spotNameOf(one) === only);
  invariant(spots.length > 0, `${book} has no wager of the topic ${topic}`);
  const spot = chance.pick(spots);
  const wished = stakeFor(rulebook, spot, level, chance);
  const stays = STAY_IDS.includes(spot.wager) && chance.below(2) === 0;
  const telling = new Telling(rulebook, sign);
  for (const move of storyOf(spot, chance)) {
    if ('total' in move) telling.roll(chance.pick(throwsOf(move.total)));
    else if (isFlatFor(move.bet, spot)) telling.bet(move.bet, wished, false);
    else telling.bet(move.bet, wished, stays && move.bet === spot);
  }
  const before = telling.game;
  const dice = winningThrow(rulebook, spot, before.point, chance);
  telling.roll(dice);
  const line = lineOf(before, telling.game, dice, spot);
  return {
    book,
    topic,
    seed,
    level,
    card: cardOf(line, spot),
    script: telling.script,
    spot,
    name: nameOf(rulebook, spot),
    stake: line.stake,
    stays: line.action === 'pay-and-leave-up',
    point: before.point,
    dice,
    chips: before.sign.chips.chips,
    line,
    owed: line.hands,
  };
}

function lineOf(before: Game, after: Game, dice: Dice, spot: Spot): DealtWager {
  const outcome = outcomeOf(before, dice);
  const lines = dealtBy({ id: '1', before, after, outcome, seats: 16, crew: 'ends' });
  const line = lines.find(
    ({ selection: { wager, number, high, dice: pair } }) =>
      wager === spot.wager &&
      number === spot.number &&
      high === spot.high &&
      String(pair ?? '') === String(spot.dice ?? ''),
  );
  invariant(line !== undefined, 'a drill without a payment');
  return line as DealtWager;
}

/** `place/6/7:6`: the same key again, whatever the stake. */
const cardOf = ({ key }: DealtWager, { wager, number, high, dice }: Spot): string =>
  [wager, number ?? high ?? dice?.join('-') ?? '', key?.up.join(':') ?? ''].join('/');

const OWED_TRIES = 1_500;

/** A drill of a wager on which so much is handed over, as it was at a table; any of that wager where none is found. */
export function drillOwing(book: RulebookId, topic: TopicId, only: string, owed: Cents): Drill {
  const levels = owed > 60_000 ? (['large', 'any'] as const) : (['units', 'any'] as const);
  for (let seed = 0; seed < OWED_TRIES; seed++) {
    const drill = makeDrill(book, topic, seed, levels[seed % 2], SCHOOL_SIGN, only);
    if (drill.owed === owed) return drill;
  }
  return makeDrill(book, topic, 0, 'any', SCHOOL_SIGN, only);
}
