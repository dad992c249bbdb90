import { type DealingProfile, USUAL } from '../dealing/profile.js';
import { type DealtEvent, dealingSheet } from '../dealing/sheet.js';
import { type Dice, isPointNumber, type PointNumber } from '../dice.js';
import { isObject, show, unknownField } from '../game/input.js';
import { makeSelection, type Selection } from '../game/save.js';
import { nothingOn, type Player, type Wager } from '../game/state.js';
import type { HigherPay } from '../higher-pays.js';
import { type Cents, isStake } from '../money.js';
import { didYouMean } from '../nearest.js';
import { accept, badInput, type Result, refuse } from '../result.js';
import type { RulebookId } from '../rulebook.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import { openTable, type Table, type TableSign } from '../table/index.js';
import { FLAT_OF, findSpot, isOddsId, type Spot, WAGER_IDS } from '../wager.js';
import { MockTable, PLAYERS } from './mock-table.js';
import { DEALT_BOOKS, type WholeRoll } from './whole-roll.js';

// A roll that was laid out, on a felt or from the record: the chips as they lay and the dice. Whose they were is not in it.

/** Chips of one player on one spot. */
export type LaidWager = Selection & {
  readonly amount: Cents;
  /** Stays up when it wins. */
  readonly stay?: true;
  readonly called?: 'on' | 'off';
  readonly commission?: Cents;
  /** Found after the throw; so much of it counts, or in such multiples (R11, R35). */
  readonly found?: true;
  readonly counts?: Cents;
  readonly multiple?: Cents;
};

export interface LaidPlayer {
  readonly seat: number;
  readonly wagers: readonly LaidWager[];
}

/** A layout and a throw, as plain JSON. */
export interface LaidRoll {
  readonly sign: TableSign;
  readonly seats: number;
  readonly higherPays?: readonly HigherPay[];
  readonly point: PointNumber | null;
  readonly players: readonly LaidPlayer[];
  readonly dice: Dice;
}

const layWager = ({ spot, amount, stay, called, commission, found, counts, multiple }: Wager): LaidWager => ({
  ...makeSelection(spot),
  amount,
  ...(stay ? { stay } : {}),
  ...(called === null ? {} : { called }),
  ...(commission > 0 ? { commission } : {}),
  ...(found ? { found } : {}),
  ...(counts === undefined ? {} : { counts }),
  ...(multiple === undefined ? {} : { multiple }),
});

/** What lay on a table when its dice fell so, without a name. */
export const layRoll = ({ settings, sign, game }: Table, dice: Dice): LaidRoll => ({
  sign,
  seats: settings.seats,
  ...(settings.higherPays === undefined ? {} : { higherPays: settings.higherPays }),
  point: game.point,
  players: game.players
    .filter(({ wagers }) => wagers.length > 0)
    .map(({ seat, wagers }) => ({ seat, wagers: wagers.map(layWager) })),
  dice,
});

const FIELDS = ['sign', 'seats', 'higherPays', 'point', 'players', 'dice'];
const PLAYER_FIELDS = ['seat', 'wagers'];
const WAGER_FIELDS = [
  'wager',
  'number',
  'dice',
  'high',
  'amount',
  'stay',
  'called',
  'commission',
  'found',
  'counts',
  'multiple',
];
/** So much lies on no layout. */
const WAGERS_MOST = 400;

const strangerIn = (at: string, told: object, known: readonly string[]): string | null => {
  const stranger = unknownField(told, known);
  return stranger === null ? null : `${at} has no field ${show(stranger)}${didYouMean(stranger, known)}`;
};

const isFace = (value: unknown): boolean => [1, 2, 3, 4, 5, 6].includes(value as number);

const spotIn = ({ wager, number, dice, high }: LaidWager): Spot | undefined =>
  findSpot(makeSelection({ index: 0, wager, ...given({ number, dice, high }) }));

const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

const centsFault = (at: string, value: unknown): string | null =>
  value === undefined || isStake(value)
    ? null
    : `${at} ${show(value)} must be a positive whole number of cents`;

function faultInWager(book: RulebookId, at: string, told: unknown): string | null {
  if (!isObject(told)) return `${at} must be an object`;
  const stranger = strangerIn(at, told, WAGER_FIELDS);
  if (stranger !== null) return stranger;
  const laid = told as unknown as LaidWager;
  const known = WAGER_IDS.filter((id) => RULEBOOKS[book].wagers[id]);
  if (!known.includes(laid.wager))
    return `${at}.wager ${show(laid.wager)} is no wager of ${book}${didYouMean(laid.wager, known)}`;
  if (spotIn(laid) === undefined) return `${at}: there is no such spot as ${show(makeSpot(laid))}`;
  if (!isStake(laid.amount))
    return `${at}.amount ${show(laid.amount)} must be a positive whole number of cents`;
  if (laid.called !== undefined && laid.called !== 'on' && laid.called !== 'off')
    return `${at}.called ${show(laid.called)} must be on or off`;
  return (
    centsFault(`${at}.commission`, laid.commission) ??
    centsFault(`${at}.counts`, laid.counts) ??
    centsFault(`${at}.multiple`, laid.multiple)
  );
}

const makeSpot = ({ wager, number, dice, high }: LaidWager): object => given({ wager, number, dice, high });

/** Two stacks on one spot, or odds behind nothing: what no dealer ever sees. */
function faultTogether(at: string, wagers: readonly LaidWager[]): string | null {
  const spots = wagers.map((wager) => spotIn(wager) as Spot);
  for (const [i, spot] of spots.entries()) {
    if (spots.indexOf(spot) < i) return `${at}.wagers[${i}] lies where wagers[${spots.indexOf(spot)}] lies`;
    if (!isOddsId(spot.wager)) continue;
    const flat = FLAT_OF[spot.wager];
    if (!spots.some(({ wager, number }) => wager === flat && number === spot.number))
      return `${at}.wagers[${i}] are odds without the ${flat} wager that they back`;
  }
  return null;
}

function faultInPlayer(book: RulebookId, at: string, told: unknown, seats: number): string | null {
  if (!isObject(told)) return `${at} must be an object`;
  const stranger = strangerIn(at, told, PLAYER_FIELDS);
  if (stranger !== null) return stranger;
  const { seat, wagers } = told;
  if (!Number.isInteger(seat) || (seat as number) < 1 || (seat as number) > seats)
    return `${at}.seat ${show(seat)} must be a whole number from 1 to ${seats}`;
  if (!Array.isArray(wagers)) return `${at}.wagers must be a list`;
  for (const [i, wager] of wagers.entries()) {
    const fault = faultInWager(book, `${at}.wagers[${i}]`, wager);
    if (fault !== null) return fault;
  }
  return faultTogether(at, wagers as readonly LaidWager[]);
}

function faultInPlayers(book: RulebookId, { players, seats }: LaidRoll): string | null {
  if (!Array.isArray(players) || players.length === 0) return 'roll.players must be a list of players';
  for (const [i, player] of players.entries()) {
    const fault = faultInPlayer(book, `roll.players[${i}]`, player, seats);
    if (fault !== null) return fault;
  }
  const all = players as readonly LaidPlayer[];
  const twice = all.findIndex(({ seat }, i) => all.findIndex((one) => one.seat === seat) < i);
  if (twice >= 0) return `roll.players[${twice}].seat ${all[twice]?.seat} is taken`;
  const many = all.reduce((sum, { wagers }) => sum + wagers.length, 0);
  return many > WAGERS_MOST ? `roll.players has ${many} wagers; ${WAGERS_MOST} are the most` : null;
}

/** What is wrong with a laid roll, and where; null where it can be dealt. */
export function faultInLaid(book: RulebookId, told: unknown): string | null {
  if (!DEALT_BOOKS.includes(book)) return `book ${book} has no crew: there are no rolls to deal`;
  if (!isObject(told)) return 'roll must be an object';
  const stranger = strangerIn('roll', told, FIELDS);
  if (stranger !== null) return stranger;
  const { point, dice } = told;
  if (point !== null && !isPointNumber(point as number))
    return `roll.point ${show(point)} must be null or one of 4, 5, 6, 8, 9, 10`;
  if (!Array.isArray(dice) || dice.length !== 2 || !dice.every(isFace))
    return `roll.dice ${show(dice)} must be two faces from 1 to 6`;
  const opened = openTable(settingsOf(book, told as unknown as LaidRoll));
  if (!opened.ok) return `roll: ${opened.refused.message}`;
  return faultInPlayers(book, told as unknown as LaidRoll);
}

const settingsOf = (book: RulebookId, { sign, seats, higherPays }: LaidRoll) => ({
  ...(isObject(sign) ? sign : {}),
  rulebook: book,
  seats,
  ...(higherPays === undefined ? {} : { higherPays }),
});

/** A laid roll as it is dealt: the table's own rules throw and decide it. */
export function openLaid(
  book: RulebookId,
  told: unknown,
  profile: DealingProfile = USUAL,
): Result<WholeRoll> {
  const fault = faultInLaid(book, told);
  if (fault !== null) return refuse(badInput(fault));
  const laid = told as LaidRoll;
  const felt = new MockTable(book, settingsOf(book, laid));
  const players = laid.players.toSorted((a, b) => a.seat - b.seat);
  players.forEach(({ seat }, i) => {
    felt.sit(nameAt(i), seat, 'chips');
  });
  felt.throw();
  const before = withLayout(felt.table, laid, players);
  felt.table = before;
  const event = felt.call(laid.dice) as DealtEvent;
  const after = felt.table;
  const sheet = dealingSheet(before, event, after, profile);
  return accept({ book, seed: 0, level: 'steady', before, event, after, sheet });
}

const nameAt = (nth: number): string => PLAYERS[nth] ?? `Player ${nth + 1}`;

/** The chips as they lay, in the place of what the mock table's shooter put down to be allowed to throw. */
function withLayout(table: Table, { point }: LaidRoll, players: readonly LaidPlayer[]): Table {
  const laid = (player: Player): Player => ({
    ...player,
    wagers: orderedBySpot(players.find(({ seat }) => seat === player.seat)?.wagers ?? []),
  });
  return { ...table, game: { ...table.game, point, players: table.game.players.map(laid) } };
}

const orderedBySpot = (wagers: readonly LaidWager[]): readonly Wager[] =>
  wagers.map(restore).toSorted((a, b) => a.spot.index - b.spot.index);

function restore(laid: LaidWager): Wager {
  const { amount, stay = false, called = null, commission = 0, found = false, counts, multiple } = laid;
  const spot = spotIn(laid) as Spot;
  return {
    ...nothingOn(spot),
    amount,
    stay,
    called,
    commission,
    found,
    rolled: true,
    ...given({ counts, multiple }),
  };
}
