import {
  type Case,
  type CaseEvent,
  type CaseKind,
  difference,
  type ExcludedFrom,
  holdsPost,
  isOfCase,
  isOpened,
  KINDS,
  type LogLine,
  manages,
  type OpenedCase,
  PEOPLE,
  type PeopleEvent,
  type Person,
  POST_NAMES,
  type PostName,
  type Promotion,
  parted,
  type Seers,
  sayAmount,
  seesBooks,
  shown,
  tellLocal,
  tellTime,
  ZONE_OF,
} from '@boxperson/offices';
import { makeDollars, RULEBOOKS, type RulebookId, type TableEvent } from '@boxperson/rules';
import type { ReportPart } from './part.js';

// Registers that a house must be able to lay before an inspector, drawn from its books and its log. Nothing is kept for
// them: made again, they are the same.

export const REGISTERS = ['denied-claims', 'incidents', 'exclusions', 'measures'] as const;
export type RegisterName = (typeof REGISTERS)[number];

type Cell = string | number;

export interface Register {
  readonly register: RegisterName;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What a register is drawn from: the matters of offices, the log, and what people and tables are called. */
export interface RegisterSources {
  /** Whoever asks: of cases, those that are theirs to see. */
  readonly reader: Person;
  /** Of tables and of the house, what their posts for this register are held for. */
  readonly part: ReportPart;
  matters<State>(office: string): readonly (readonly [matter: string, state: State])[];
  log(): AsyncIterable<LogLine>;
  nameOf(id: string): string;
  bookOf(table: string): RulebookId | null;
}

interface AboutRegister {
  readonly title: string;
  readonly posts: readonly PostName[];
  readonly columns: readonly string[];
  read(sources: RegisterSources): Promise<readonly (readonly Cell[])[]>;
}

const LOOKERS: readonly PostName[] = ['manager', 'inspector'];

const localTime = (book: RulebookId | null, at: number): string =>
  book === null ? tellTime(at) : tellLocal(ZONE_OF[book], at);

/** What is of one book is for those who manage it; of the whole house, for those who read all of it. */
const isOfBook = ({ reader, part }: RegisterSources, book: RulebookId): boolean =>
  part.isAll || manages(reader, book);

const isOfTable = ({ part }: RegisterSources, table: string): boolean => part.isAll || part.has(table);

/** star 10.10.1, star-2024 11/10.9.1, aruze 5.10.1: refused claims over the figure, with name, address and reason. */
async function deniedClaims(sources: RegisterSources): Promise<readonly (readonly Cell[])[]> {
  return sources
    .matters<Promotion>('promotions')
    .filter(([, { book }]) => isOfBook(sources, book))
    .flatMap(([, promotion]) => deniedIn(promotion, sources.nameOf));
}

const deniedIn = (
  { title, book, claims }: Promotion,
  nameOf: (id: string) => string,
): readonly (readonly Cell[])[] =>
  Object.entries(claims).flatMap(([claim, { name, address, value, refusal, toldAt }]) =>
    refusal?.kept
      ? [
          [
            localTime(book, refusal.at),
            title,
            claim,
            name,
            address,
            makeDollars(value),
            refusal.reason,
            nameOf(refusal.by),
            toldAt === undefined ? '' : localTime(book, toldAt),
          ],
        ]
      : [],
  );

/** Whatever was no patron's claim: devices, breaches, faults, invalid wagers, wrong payments, draws in doubt. */
const isIncident = (kind: CaseKind): boolean => !KINDS[kind].isDecided;

function endOf({ opened, closed }: OpenedCase): string {
  return closed ? `${localTime(opened.rulebook, closed.at)}: ${closed.says}` : 'open';
}

function incidentRow(state: OpenedCase, nameOf: (id: string) => string): readonly Cell[] {
  const { opened, measures, patron } = state;
  const apart = difference(state);
  return [
    localTime(opened.rulebook, opened.moment?.at ?? opened.at),
    localTime(opened.rulebook, opened.at),
    opened.case,
    KINDS[opened.kind].title,
    RULEBOOKS[opened.rulebook].title,
    opened.table ?? '',
    patron === null ? 'not known' : nameOf(patron),
    opened.says,
    apart === null || apart === 0
      ? ''
      : `${sayAmount(state, Math.abs(apart))} ${apart > 0 ? 'too much' : 'too little'}`,
    measures.map(({ measure, clause }) => `${measure} (${clause})`).join('; '),
    endOf(state),
  ];
}

async function incidents({
  matters,
  reader,
  nameOf,
}: RegisterSources): Promise<readonly (readonly Cell[])[]> {
  return matters<Case>('cases')
    .map(([, state]) => state)
    .filter(
      (state): state is OpenedCase =>
        isOpened(state) && isIncident(state.opened.kind) && isOfCase(state, reader),
    )
    .sort((one, other) => one.opened.at - other.opened.at)
    .map((state) => incidentRow(state, nameOf));
}

/** What the events of an office are in a register; null for those that are not in it, or not for these eyes. */
type Read<Event> = (event: Event, line: LogLine, matter: string) => readonly Cell[] | null;

/** The rows that events of some offices make, in the order of the log. */
async function rowsOf(
  { log }: RegisterSources,
  reads: Readonly<Record<string, Read<never>>>,
): Promise<readonly (readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = [];
  for await (const line of log()) {
    const [office, matter] = parted(line.stream);
    const read = Object.hasOwn(reads, office) ? reads[office] : undefined;
    const row = read?.(line.event as never, line, matter ?? '');
    if (row) rows.push(row);
  }
  return rows;
}

const placeIn = (from: ExcludedFrom): string => (from === 'casino' ? 'The casino' : `The game: ${from}`);

/** A line of the register of exclusions. What is not for these eyes is not there. */
interface ExclusionLine {
  readonly person: string;
  readonly what: string;
  readonly where?: string;
  readonly reason?: string | undefined;
  readonly until?: string;
  readonly by?: string | undefined;
  readonly clause?: string | null;
}

const exclusionRow = (
  time: string,
  { person, what, where = '', reason = '', until = '', by = '', clause }: ExclusionLine,
  nameOf: (id: string) => string,
): readonly Cell[] => [
  time,
  nameOf(person),
  what,
  where,
  reason,
  until,
  by === '' ? '' : nameOf(by),
  clause ?? '',
];

function lineOf(event: PeopleEvent): ExclusionLine | null {
  switch (event.event) {
    case 'person-excluded': {
      const { person, reason, by, clause } = event;
      const until = event.until === null ? 'until it is lifted' : tellTime(event.until);
      return { person, what: 'excluded', where: placeIn(event.from), reason, until, by, clause };
    }
    case 'exclusion-lifted':
      return { person: event.person, what: 'lifted', reason: event.reason, by: event.by };
    case 'exclusion-ended':
      return { person: event.person, what: 'ended', reason: 'its time is over', by: 'the clock' };
    case 'exclusion-recommended': {
      const { person, reason, by, clause } = event;
      return { person, what: 'recommended', where: placeIn('casino'), reason, by, clause };
    }
    case 'recommendation-declined': {
      const { person, reason, by } = event;
      return { person, what: 'not excluded', where: placeIn('casino'), reason, by };
    }
    default:
      return null;
  }
}

/** All of it for those to whom the people's books are open; for others what each event says is for their post. */
function seenOfPeople(reader: Person, event: PeopleEvent): PeopleEvent | null {
  const isOpen = seesBooks(reader, PEOPLE.name);
  const sees = (seers: Seers): boolean =>
    isOpen || POST_NAMES.some((post) => seers.includes(post) && holdsPost(reader, post, null));
  return shown(PEOPLE.audience, event, { sees, alias: () => '' }, false);
}

/** Tells of each event about whose game it is: an exclusion that is lifted or over names its number alone. */
function excludedFrom(): (event: PeopleEvent) => ExcludedFrom {
  const known = new Map<string, ExcludedFrom>();
  return (event) => {
    if (event.event === 'person-excluded') known.set(event.exclusion, event.from);
    return ('exclusion' in event ? known.get(event.exclusion) : undefined) ?? 'casino';
  };
}

function exclusions(sources: RegisterSources): Promise<readonly (readonly Cell[])[]> {
  const { nameOf, bookOf, part, reader } = sources;
  const fromOf = excludedFrom();
  const isTheirs = (from: ExcludedFrom): boolean =>
    from === 'casino' ? part.isAll : isOfBook(sources, from);
  return rowsOf(sources, {
    people: (event: PeopleEvent, { at }) => {
      const seen = isTheirs(fromOf(event)) ? seenOfPeople(reader, event) : null;
      const line = seen && lineOf(seen);
      return line && exclusionRow(localTime(null, at), line, nameOf);
    },
    table: (event: TableEvent, { at }, table) => {
      if (event.event !== 'player-excluded' || !isOfTable(sources, table)) return null;
      const { person, ground: reason } = event;
      const line = { person, what: 'excluded', where: `The game at ${table}`, reason, by: event.by?.id };
      return exclusionRow(localTime(bookOf(table), at), line, nameOf);
    },
  });
}

function measures(sources: RegisterSources): Promise<readonly (readonly Cell[])[]> {
  const { nameOf, bookOf, matters, reader } = sources;
  const cases = new Map(matters<Case>('cases'));
  return rowsOf(sources, {
    table: (event: TableEvent, { at }, table) => {
      if (event.event !== 'measure-recorded' || !isOfTable(sources, table)) return null;
      const { person, measure, note, by } = event;
      const time = localTime(bookOf(table), at);
      return [time, `table ${table}`, nameOf(person), measure, note, by ? nameOf(by.id) : '', ''];
    },
    cases: (event: CaseEvent, { at }, matter) => {
      const found = event.event === 'measure-taken' ? cases.get(matter) : undefined;
      if (event.event !== 'measure-taken' || !found || !isOpened(found) || !isOfCase(found, reader))
        return null;
      return [
        localTime(found.opened.rulebook, at),
        `case ${matter}`,
        found.patron === null ? 'not known' : nameOf(found.patron),
        event.measure,
        event.says,
        nameOf(event.by),
        event.clause,
      ];
    },
  });
}

const ABOUT: Readonly<Record<RegisterName, AboutRegister>> = {
  'denied-claims': {
    title: 'Register of denied claims',
    posts: LOOKERS,
    columns: ['Refused', 'Promotion', 'Claim', 'Name', 'Address', 'Worth', 'Reason', 'By', 'Patron told'],
    read: deniedClaims,
  },
  incidents: {
    title: 'Register of incidents',
    posts: [...LOOKERS, 'surveillance', 'pit-supervisor'],
    columns: [
      'Happened',
      'Known',
      'Case',
      'Kind',
      'Rules',
      'Table',
      'Patron',
      'What',
      'Differs by',
      'Measures',
      'Ended',
    ],
    read: incidents,
  },
  exclusions: {
    title: 'Register of exclusions',
    posts: [...LOOKERS, 'surveillance'],
    columns: ['When', 'Who', 'What', 'From where', 'Why', 'Until', 'By', 'Clause'],
    read: exclusions,
  },
  measures: {
    title: 'Register of measures',
    posts: [...LOOKERS, 'surveillance'],
    columns: ['When', 'Where', 'Against', 'Measure', 'Why', 'By', 'Clause'],
    read: measures,
  },
};

/** By which posts a register is read. */
export const postsFor = (register: RegisterName): readonly PostName[] => ABOUT[register].posts;

export async function makeRegister(register: RegisterName, sources: RegisterSources): Promise<Register> {
  const { title, columns, read } = ABOUT[register];
  return { register, title, columns, rows: await read(sources) };
}
