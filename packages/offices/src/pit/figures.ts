import {
  type Cents,
  chipsStaked,
  type EventOf,
  type ReturnedWager,
  type RollOutcome,
  type TableEvent,
} from '@boxperson/rules';
import { type LogLine, type Projection, tellsNoneOf } from '../projection.js';

// What a pit asks of every table: how often it rolls, what is decided there, what the house wins. Read off the events
// alone: the rules have said what each of them moved, and nothing is worked out here.

/** What something that happened adds to the figures of its table. */
export interface Figures {
  readonly rolls: number;
  /** Stakes that were decided. */
  readonly turnover: Cents;
  /** What the house won by it, commission included; less than nothing when it paid. */
  readonly won: Cents;
}

export const NO_FIGURES: Figures = { rolls: 0, turnover: 0, won: 0 };

const plus = (one: Figures, other: Figures): Figures => ({
  rolls: one.rolls + other.rolls,
  turnover: one.turnover + other.turnover,
  won: one.won + other.won,
});
const less = ({ rolls, turnover, won }: Figures): Figures => ({
  rolls: -rolls,
  turnover: -turnover,
  won: -won,
});

const sum = <T>(all: readonly T[], of: (one: T) => Cents): Cents =>
  all.reduce((total, one) => total + of(one), 0);

function ofRoll({ settled, replaced }: RollOutcome): Figures {
  const decided = settled.filter(({ winnings, collected }) => winnings > 0 || collected > 0);
  const commission = sum(replaced, (one) => one.commission);
  return {
    rolls: 1,
    turnover: sum(decided, chipsStaked),
    won:
      commission +
      sum(
        settled,
        ({ winnings, collected, commissionReturned = 0 }) => collected - winnings - commissionReturned,
      ),
  };
}

const commissionOf = (returned: readonly ReturnedWager[]): Cents =>
  sum(returned, ({ commission }) => commission);

const won = (amount: Cents): Figures => ({ ...NO_FIGURES, won: amount });

/** Figures by the quarter hour, and the last roll: what is found wrong with it later is taken back. */
interface AtTable {
  /** The oldest first: when each began, and its figures. */
  readonly quarters: readonly Quarter[];
  readonly last: Figures;
}
type Quarter = readonly [from: number, rolls: number, turnover: Cents, won: Cents];

function invalidated(
  { how, adjusted, returned = [] }: EventOf<'outcome-invalidated'>,
  last: Figures,
): Figures {
  // Earlier records do not say what every balance gained: the roll is undone with its money.
  if (adjusted === undefined) return less(last);
  const money = won(-sum(adjusted, ({ amount }) => amount) - commissionOf(returned));
  return how === 'undone' ? { ...money, rolls: -last.rolls, turnover: -last.turnover } : money;
}

/** What an event adds to the figures of a table whose last roll came to `last`. */
export function figuresOf(event: TableEvent, last: Figures): Figures {
  switch (event.event) {
    case 'rolled':
      return ofRoll(event);
    case 'face-decided':
    case 'call-corrected':
      return plus(ofRoll(event.outcome), less(last));
    case 'throw-voided':
      return less(last);
    case 'outcome-invalidated':
      return invalidated(event, last);
    case 'wagered':
      return won(event.commission);
    case 'took':
      return won(-event.commissionReturned - commissionOf(event.alsoReturned));
    case 'line-differs':
      return won(event.owed - event.paid);
    case 'wagers-voided':
      return won(-commissionOf(event.returned) - sum(event.decided ?? [], ({ change }) => change));
    case 'wagers-found-invalid':
      return won(event.winningsTaken - commissionOf(event.returned));
    case 'measure-recorded':
      return won(event.seized ?? 0);
    case 'malfunction-resolved':
      return won(-event.adjustment - commissionOf(event.returned));
    default:
      return 'returned' in event ? won(-commissionOf(event.returned)) : NO_FIGURES;
  }
}

/** The roll that may still be found wrong, after this event. */
function lastAfter(event: TableEvent, last: Figures): Figures {
  switch (event.event) {
    case 'rolled':
      return ofRoll(event);
    case 'face-decided':
    case 'call-corrected':
      return ofRoll(event.outcome);
    case 'throw-voided':
    case 'outcome-invalidated':
      return NO_FIGURES;
    default:
      return last;
  }
}

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 4 * QUARTER_MS;
/** A shift: so long the figures of a table are kept. */
export const PIT_HOURS = 8;

const withFigures = (quarters: readonly Quarter[], at: number, more: Figures): readonly Quarter[] => {
  const from = at - (at % QUARTER_MS);
  const kept = quarters.filter(([start]) => start > from - PIT_HOURS * HOUR_MS);
  const [, rolls = 0, turnover = 0, house = 0] = kept.find(([start]) => start === from) ?? [from];
  const now = plus({ rolls, turnover, won: house }, more);
  return [...kept.filter(([start]) => start !== from), [from, now.rolls, now.turnover, now.won]];
};

/** The figures of every table, by its id. */
export type PitFigures = Readonly<Record<string, AtTable>>;

const TABLE = 'table/';
const NOTHING_YET: AtTable = { quarters: [], last: NO_FIGURES };

/** Of a table there is much to read: chips that cost no commission change nothing here. */
const countsNothing = tellsNoneOf([
  'rolled',
  'face-decided',
  'call-corrected',
  'throw-voided',
  'outcome-invalidated',
  'line-differs',
  'wagers-voided',
  'wagers-found-invalid',
  'measure-recorded',
  'malfunction-resolved',
]);
const COSTS = /"commission(?:Returned)?":-?[1-9]/;
const isIdle = (body: string): boolean => countsNothing(body) && !COSTS.test(body);

function fold(state: PitFigures, { stream, at, event }: LogLine): PitFigures {
  const id = stream.slice(TABLE.length);
  const { quarters, last } = state[id] ?? NOTHING_YET;
  const more = figuresOf(event as TableEvent, last);
  const after = lastAfter(event as TableEvent, last);
  return { ...state, [id]: { quarters: withFigures(quarters, at, more), last: after } };
}

/** What the tables rolled, turned over and won of late. */
export const pitFigures: Projection<PitFigures> = {
  name: 'pit',
  version: 1,
  reads: (stream) => stream.startsWith(TABLE),
  skips: (_stream, body) => isIdle(body),
  start: () => ({}),
  fold,
  save: (state) => state,
  restore: (saved) => saved as PitFigures,
};

export interface PitAnswer extends Figures {
  /** Rolls in an hour, by the last hour; what began later is reckoned by the time since. */
  readonly rollsAnHour: number;
}

/** The figures of one table at that time: of the last hours, and how quickly it rolls. */
export function figuresAt(state: PitFigures, id: string, at: number): PitAnswer {
  const { quarters } = state[id] ?? NOTHING_YET;
  const recent = quarters.filter(([from]) => from > at - PIT_HOURS * HOUR_MS);
  const figures = recent.reduce<Figures>(
    (all, [, rolls, turnover, house]) => plus(all, { rolls, turnover, won: house }),
    NO_FIGURES,
  );
  return { ...figures, rollsAnHour: paceOf(recent, at) };
}

function paceOf(quarters: readonly Quarter[], at: number): number {
  const hour = quarters.filter(([from]) => from > at - HOUR_MS);
  const [first] = hour;
  if (!first) return 0;
  const since = Math.max(QUARTER_MS, Math.min(HOUR_MS, at - first[0]));
  return Math.round((sum(hour, ([, rolls]) => rolls) * HOUR_MS) / since);
}
