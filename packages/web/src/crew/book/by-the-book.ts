import type { Table } from '@boxperson/rules';
import type { ConsoleName } from '../stations.js';

/** What is done only by people has no button: the clause is shown where it matters, when it matters. */
export const MOMENTS = ['opening', 'offering', 'betting', 'thrown', 'settling', 'die-off', 'breach'] as const;
export type Moment = (typeof MOMENTS)[number];

export const STAFFED_BOOKS = ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide'] as const;
export type StaffedBook = (typeof STAFFED_BOOKS)[number];

/** A clause, the consoles that need it, and when. */
export interface Shown {
  readonly clause: string;
  readonly at: readonly ConsoleName[];
  readonly when: readonly Moment[];
}

const STICK = ['stick'] as const;
const BOX = ['box'] as const;
const ENDS = ['left', 'right'] as const;
const SINGLE = ['single'] as const;
const EYES = ['stick', 'box'] as const;
const DEALERS = [...ENDS, 'box'] as const;
const ALL = [...EYES, ...ENDS] as const;

const shown = (clause: string, at: readonly ConsoleName[], ...when: readonly Moment[]): Shown => ({
  clause,
  at,
  when,
});

/** Both books of The Star have these under one number. */
const OF_STAR: readonly Shown[] = [
  shown('2.1', BOX, 'opening'),
  shown('2.2', BOX, 'opening'),
  shown('1.1 float tray', ENDS, 'opening'),
  shown('2.4.4', ENDS, 'opening'),
  shown('2.5', ENDS, 'opening'),
  shown('2.4.1', STICK, 'opening'),
  shown('3.1', EYES, 'opening'),
  shown('2.4.2', STICK, 'offering'),
  shown('3.2', STICK, 'offering'),
  shown('3.4.1', ALL, 'die-off'),
  shown('3.5', EYES, 'die-off'),
  shown('4.2', EYES, 'betting', 'thrown'),
  shown('4.4.1', STICK, 'thrown'),
  shown('4.4.2', EYES, 'thrown'),
  shown('4.5', ALL, 'settling'),
  shown('7.4', DEALERS, 'betting'),
];

/** `crown` and its mini table are one text; there one dealer stands for everybody. */
const ofCrown = (
  stick: readonly ConsoleName[],
  box: readonly ConsoleName[],
  ends: readonly ConsoleName[],
) => [
  shown('1.1 stick (b)', stick, 'opening'),
  shown('2.1', box, 'opening'),
  shown('2.4', stick, 'offering'),
  shown('5.2.1', [...new Set([...stick, ...box])], 'betting', 'thrown'),
  shown('5.2.1(a)(i)/1', [...new Set([...stick, ...box, ...ends])], 'die-off'),
  shown('5.3.1(a)', stick, 'thrown'),
  shown('5.3.1(c)', stick, 'settling'),
  shown('5.3.1(d)', [...new Set([...box, ...ends])], 'settling'),
  shown('9.5', [...new Set([...box, ...ends])], 'offering', 'betting'),
  shown('9.6', ends, 'betting'),
  shown('9.10', box, 'betting', 'breach'),
];

export const BY_THE_BOOK: Readonly<Record<StaffedBook, readonly Shown[]>> = {
  star: [
    ...OF_STAR,
    shown('9.6', DEALERS, 'offering', 'betting'),
    shown('9.7', ENDS, 'betting'),
    shown('9.10', BOX, 'betting', 'breach'),
    shown('9.2', BOX, 'breach'),
    shown('9.3.4', BOX, 'breach'),
  ],
  'star-2024': [
    ...OF_STAR,
    shown('2.5.1', ENDS, 'opening'),
    shown('10.1.2', BOX, 'breach'),
    shown('10.7', DEALERS, 'offering', 'betting'),
    shown('10.8', ENDS, 'betting'),
    shown('10.11', BOX, 'betting', 'breach'),
    shown('10.3', BOX, 'breach'),
    shown('10.4.4', BOX, 'breach'),
  ],
  crown: ofCrown(STICK, BOX, ENDS),
  'crown-mini': [
    ...ofCrown(SINGLE, SINGLE, SINGLE).filter(({ clause }) => clause !== '2.1'),
    shown('7.2.1', SINGLE, 'opening'),
    shown('7.2.2', SINGLE, 'opening'),
    shown('7.3.1(a)', SINGLE, 'opening'),
    shown('7.3.1(c)', SINGLE, 'offering'),
  ],
  adelaide: [
    shown('2', BOX, 'opening'),
    shown('9(a)', STICK, 'opening', 'offering'),
    shown('9(b)', STICK, 'offering'),
    shown('9(d)(i)', ALL, 'die-off'),
    shown('9(d)(iii)', EYES, 'die-off'),
    shown('12(a)', EYES, 'thrown'),
    shown('12(b)', ALL, 'settling'),
    shown('14(b)', DEALERS, 'settling'),
    shown('14(c)', DEALERS, 'betting'),
    shown('14(f)', BOX, 'betting', 'breach'),
    shown('14(m)', BOX, 'betting', 'breach'),
  ],
};

const OF_MINI = 'it is of Mini Craps, which has a table of its own';

/** Kept by people and shown nowhere, with the reason. */
export const NOT_SHOWN: Readonly<Record<StaffedBook, Readonly<Record<string, string>>>> = {
  star: {},
  'star-2024': {},
  crown: {
    '7.2': OF_MINI,
    '7.2.1': OF_MINI,
    '7.2.2': OF_MINI,
    '7.3.1(a)': OF_MINI,
    '7.3.1(c)': OF_MINI,
  },
  'crown-mini': {
    '2.1': '7.2.2 says the same of this table',
    '7.2': 'a heading',
  },
  adelaide: {},
};

const isStaffedBook = (id: string): id is StaffedBook => STAFFED_BOOKS.includes(id as StaffedBook);

/** What of it is so at this table now: the rarest first. */
export function momentsAt({ phase, dice, throws }: Table): readonly Moment[] {
  const now = MOMENTS.find((moment) => moment === phase);
  return [
    ...(dice.off.length + dice.found.length > 0 ? (['die-off'] as const) : []),
    ...(throws === 0 && phase === 'offering' ? (['opening'] as const) : []),
    ...(now ? [now] : []),
  ];
}

/** The clauses to show at a console, the rarest moment first, each once. */
export function clausesFor(
  book: string,
  console: ConsoleName,
  moments: readonly Moment[],
): readonly string[] {
  if (!isStaffedBook(book)) return [];
  const here = BY_THE_BOOK[book].filter(({ at }) => at.includes(console));
  const due = moments.flatMap((moment) => here.filter(({ when }) => when.includes(moment)));
  return [...new Set(due.map(({ clause }) => clause))];
}
