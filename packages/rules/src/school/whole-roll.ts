import type { SheetLine } from '../dealing/line.js';
import type { Station } from '../dealing/places.js';
import { type DealingProfile, USUAL } from '../dealing/profile.js';
import type { DealtResult } from '../dealing/sections.js';
import { type DealingSheet, type DealtEvent, dealingSheet } from '../dealing/sheet.js';
import { type Dice, FACES, THROWS, totalOf } from '../dice.js';
import { findPlayer, type SignSettings } from '../game/index.js';
import type { RulebookId } from '../rulebook.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import type { Command, Table } from '../table/index.js';
import { SPOTS, type Spot, STAY_IDS } from '../wager.js';
import { type Chance, chanceFrom } from './chance.js';
import { SCHOOL_SIGN } from './drill.js';
import { MockTable, PLAYERS } from './mock-table.js';

/** How full the layout is. */
export const ROLL_LEVELS = ['quiet', 'steady', 'busy'] as const;
export type RollLevel = (typeof ROLL_LEVELS)[number];

/** Where a learner stands at a roll: at one of the sheets, or over all of them at the box. */
export const ROLL_PLACES = ['left', 'right', 'stick', 'single', 'box'] as const;
export type RollPlace = (typeof ROLL_PLACES)[number];

/** The books whose tables have a crew; at the others there is nobody to deal. */
export const DEALT_BOOKS: readonly RulebookId[] = Object.values(RULEBOOKS)
  .filter(({ conduct }) => conduct.run.value === 'staffed')
  .map(({ id }) => id);

interface Crowd {
  readonly players: number;
  readonly bets: number;
  readonly rolls: number;
  /** A lesson has at least so many lines to deal. */
  readonly least: number;
  readonly wagers: RegExp;
}

const CROWDS: Readonly<Record<RollLevel, Crowd>> = {
  quiet: { players: 3, bets: 2, rolls: 2, least: 2, wagers: /^(?:pass|dont-pass|come|place|field)/ },
  steady: { players: 5, bets: 3, rolls: 3, least: 5, wagers: /^(?!horn|world|lay|hop)/ },
  busy: { players: 8, bets: 5, rolls: 4, least: 12, wagers: /./ },
};

/** A roll to deal: the table before it, the call, and the sheet that says how it is dealt. */
export interface WholeRoll {
  readonly book: RulebookId;
  readonly seed: number;
  readonly level: RollLevel;
  readonly before: Table;
  readonly event: DealtEvent;
  readonly after: Table;
  readonly sheet: DealingSheet;
}

export interface RollWish {
  readonly level?: RollLevel;
  readonly profile?: DealingProfile;
  readonly sign?: SignSettings;
  /** Only rolls with such a result. */
  readonly result?: DealtResult;
}

/** A random table of a book and a throw, the same for the same seed. */
export function makeRoll(book: RulebookId, seed: number, wish: RollWish = {}): WholeRoll {
  const { level = 'steady', profile = USUAL } = wish;
  const crowd = CROWDS[level];
  let best: WholeRoll | null = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const dealt = play(book, chanceFrom(seed + attempt * 0x9e37), crowd, wish);
    const sheet = dealingSheet(dealt.before, dealt.event, dealt.after, profile);
    const made = { book, seed, level, ...dealt, sheet };
    const isWished = wish.result === undefined || sheet.result === wish.result;
    if (isWished && linesToDeal(made).length >= crowd.least) return made;
    if (isWished && (best === null || linesToDeal(made).length > linesToDeal(best).length)) best = made;
  }
  if (best) return best;
  throw new Error(`broken invariant: no ${wish.result} in ${ATTEMPTS} tables`);
}

const ATTEMPTS = 60;

/** What somebody at a station, or everybody, has to do; what stands needs nothing. */
export const linesToDeal = ({ sheet }: Pick<WholeRoll, 'sheet'>, station?: Station): readonly SheetLine[] =>
  sheet.sheets
    .filter((one) => station === undefined || one.station === station)
    .flatMap(({ lines }) => lines.filter(({ action }) => action !== 'stand'));

type Dealt = Pick<WholeRoll, 'before' | 'event' | 'after'>;

function play(book: RulebookId, chance: Chance, crowd: Crowd, { sign = SCHOOL_SIGN }: RollWish): Dealt {
  const felt = new MockTable(book, { ...sign });
  const spots = spotsFor(book, crowd);
  const seats = chance
    .shuffled(Array.from({ length: felt.table.settings.seats }, (_, seat) => seat + 1))
    .slice(0, crowd.players)
    .sort((a, b) => a - b);
  const players = seats.map((_, i) => PLAYERS[i % PLAYERS.length] as string);
  seats.forEach((seat, i) => {
    felt.sit(players[i] as string, seat, 'chips');
  });
  for (let rolls = crowd.rolls; ; rolls--) {
    felt.ready();
    for (const player of players) placeSome(felt, player, spots, crowd.bets, chance);
    felt.throw();
    const before = felt.table;
    const event = felt.call(rolls > 1 ? anyThrow(chance) : likelyThrow(before, chance)) as DealtEvent;
    if (rolls <= 1) return { before, event, after: felt.table };
    felt.settle();
  }
}

const spotsFor = (book: RulebookId, { wagers }: Crowd): readonly Spot[] => {
  const offered = SPOTS.filter(
    ({ wager, number }) =>
      RULEBOOKS[book].wagers[wager] && wagers.test(wager) && !(/come$/.test(wager) && number !== undefined),
  );
  const boxes = offered.filter(({ wager }) => /come$/.test(wager));
  const often = offered.filter(({ wager }) => /pass|place$|buy|hardway/.test(wager));
  return [...offered, ...often, ...boxes, ...boxes, ...boxes, ...boxes];
};

const AMOUNTS = [500, 500, 700, 1_000, 1_000, 1_200, 1_500, 2_500, 3_000, 4_000, 11_000];

function placeSome(
  felt: MockTable,
  player: string,
  spots: readonly Spot[],
  bets: number,
  chance: Chance,
): void {
  for (let left = 1 + chance.below(bets); left > 0; left--) {
    const { index: _index, ...spot } = chance.pick(spots);
    const stays = STAY_IDS.includes(spot.wager) && chance.below(2) === 0;
    const amount = chance.pick(AMOUNTS);
    felt.try({ do: 'bet', player, ...spot, amount, ...(stays ? { stay: true } : {}) });
  }
  for (const { spot, amount } of findPlayer(felt.table.game, player)?.wagers ?? [])
    if (spot.wager === 'come' && spot.number && chance.below(2) === 0) felt.try(oddsOn(player, spot, amount));
}

const oddsOn = (player: string, { number }: Spot, amount: number): Command => ({
  do: 'bet',
  player,
  wager: 'come-odds',
  number: number as number,
  amount,
});

const anyThrow = (chance: Chance): Dice => [chance.pick(FACES), chance.pick(FACES)];

/** A lesson is about what stands there: half of the throws hit a number on which something does. */
function likelyThrow({ game: { point, players } }: Table, chance: Chance): Dice {
  const numbers = players.flatMap(({ wagers }) => wagers.flatMap(({ spot }) => spot.number ?? []));
  const wanted = [...numbers, ...(point === null ? [] : [point, 7])];
  if (wanted.length === 0 || chance.below(2) === 0) return anyThrow(chance);
  const total = chance.pick(wanted);
  return chance.pick(THROWS.filter((dice) => totalOf(dice) === total));
}
