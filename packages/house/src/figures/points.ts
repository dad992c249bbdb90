import {
  add,
  div,
  makeRational,
  mul,
  parseRational,
  type Rational,
  rational,
  signOf,
  ZERO,
} from '@boxperson/odds';
import {
  type DecidedWager,
  type LogLine,
  type Projection,
  parted,
  REWARDS,
  type RewardEvent,
  SETTLING_EVENTS,
  type SeenTable,
  seeTable,
  tellsNoneOf,
  UNSEEN,
} from '@boxperson/offices';
import { type Cents, chipsStaked, RULEBOOKS, type Rulebook, withHigherPays } from '@boxperson/rules';
import { edgeOn } from './edges.js';

// Points for play (R121): of each decided wager, its stake times the book's exact edge, by what made a point just then.
// Nothing is rounded until somebody asks how many whole points they have.

export interface Points {
  every: Cents | null;
  readonly tables: Map<string, SeenTable>;
  /** In points, exactly. */
  readonly earned: Map<string, Rational>;
}

/** What a table pays is its book, or its book with what the house pays beyond it. */
const raised = new Map<string, Rulebook>();
function bookOf({ rulebook, pays }: SeenTable): Rulebook | null {
  if (rulebook === null) return null;
  if (pays.length === 0) return RULEBOOKS[rulebook];
  const key = `${rulebook} ${JSON.stringify(pays)}`;
  const known = raised.get(key) ?? withHigherPays(RULEBOOKS[rulebook], pays);
  raised.set(key, known);
  return known;
}

function count(state: Points, seen: SeenTable, { person, wager }: DecidedWager): void {
  const book = bookOf(seen);
  if (book === null || state.every === null) return;
  const points = div(mul(rational(chipsStaked(wager)), edgeOn(book, wager)), rational(state.every));
  if (signOf(points) > 0) state.earned.set(person, add(state.earned.get(person) ?? ZERO, points));
}

const isIdle = tellsNoneOf(SETTLING_EVENTS);
const TABLE = 'table/';

/** Only whoever has a card earns points: of everybody else nothing is kept. */
const hasCard = (person: string): boolean => person.startsWith('p-');

function atTable(state: Points, line: LogLine): void {
  const table = parted(line.stream)[1] ?? '';
  const { seen, decided } = seeTable(state.tables.get(table) ?? UNSEEN, line);
  state.tables.set(table, seen);
  for (const wager of decided) if (hasCard(wager.person)) count(state, seen, wager);
}

interface SavedPoints {
  readonly every: Cents | null;
  readonly tables: Readonly<Record<string, SeenTable>>;
  readonly earned: Readonly<Record<string, string>>;
}

function readPoints(text: string): Rational {
  const found = parseRational(text);
  if (!found) throw new Error(`${text} is no number of points`);
  return found;
}

/** Who has earned how many points? */
export const earningPoints: Projection<Points> = {
  name: 'points',
  // 2: what a table has settled of late is remembered, too. 3: chips of tournaments earn nothing.
  version: 3,
  reads: (stream) => stream === REWARDS.name || stream.startsWith(TABLE),
  skips: (stream, body) => stream.startsWith(TABLE) && isIdle(body),
  start: () => ({ every: null, tables: new Map(), earned: new Map() }),
  fold: (state, line) => {
    const event = line.event as RewardEvent;
    if (line.stream !== REWARDS.name) atTable(state, line);
    else if (event.event === 'rewards-set') state.every = event.every;
    return state;
  },
  save: ({ every, tables, earned }): SavedPoints => ({
    every,
    tables: Object.fromEntries(tables),
    earned: Object.fromEntries([...earned].map(([person, points]) => [person, makeRational(points)])),
  }),
  restore: (saved) => {
    const { every, tables, earned } = saved as SavedPoints;
    return {
      every,
      tables: new Map(Object.entries(tables)),
      earned: new Map(Object.entries(earned).map(([person, points]) => [person, readPoints(points)])),
    };
  },
};

/** Whole points: what is left over waits for the next wager. */
export function wholePoints({ earned }: Points, person: string): number {
  const { n, d } = earned.get(person) ?? ZERO;
  return Number(n / d);
}
