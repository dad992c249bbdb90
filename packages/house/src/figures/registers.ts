import {
  type Case,
  type CaseEvent,
  type CaseKind,
  difference,
  isOfCase,
  isOpened,
  KINDS,
  type LogLine,
  type OpenedCase,
  type PeopleEvent,
  type Person,
  type Promotion,
  parted,
  tellLocal,
  tellTime,
  type Who,
  ZONE_OF,
} from '@boxperson/offices';
import { makeDollars, RULEBOOKS, type RulebookId, type TableEvent } from '@boxperson/rules';

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
  matters<State>(office: string): readonly (readonly [matter: string, state: State])[];
  log(): AsyncIterable<LogLine>;
  nameOf(id: string): string;
  bookOf(table: string): RulebookId | null;
}

interface AboutRegister {
  readonly title: string;
  readonly who: Who;
  readonly columns: readonly string[];
  read(sources: RegisterSources): Promise<readonly (readonly Cell[])[]>;
}

const LOOKERS: readonly Who[] = [{ post: 'manager' }, { post: 'inspector' }];

const localTime = (book: RulebookId | null, at: number): string =>
  book === null ? tellTime(at) : tellLocal(ZONE_OF[book], at);

/** star 10.10.1, star-2024 11/10.9.1, aruze 5.10.1: refused claims over the figure, with name, address and reason. */
async function deniedClaims({ matters, nameOf }: RegisterSources): Promise<readonly (readonly Cell[])[]> {
  return matters<Promotion>('promotions').flatMap(([, { title, book, claims }]) =>
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
    ),
  );
}

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
      : `${makeDollars(Math.abs(apart))} ${apart > 0 ? 'too much' : 'too little'}`,
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

type Reads<Event> = (event: Event, line: LogLine, matter: string | null) => readonly Cell[] | null;

/** The rows that events of some offices make, in the order of the log. */
async function rowsOf<Event>(
  { log }: RegisterSources,
  offices: readonly string[],
  read: Reads<Event>,
): Promise<readonly (readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = [];
  for await (const line of log()) {
    const [office, matter] = parted(line.stream);
    const row = offices.includes(office) ? read(line.event as Event, line, matter ?? null) : null;
    if (row) rows.push(row);
  }
  return rows;
}

const placeIn = (from: string): string => (from === 'casino' ? 'The casino' : `The game: ${from}`);

function exclusions(sources: RegisterSources): Promise<readonly (readonly Cell[])[]> {
  const { nameOf, bookOf } = sources;
  return rowsOf<PeopleEvent | TableEvent>(sources, ['people', 'table'], (event, { at }, matter) => {
    const book = matter === null ? null : bookOf(matter);
    const row = (
      who: string,
      what: string,
      where: string,
      why: string,
      until: string,
      by: string,
      clause: string,
    ) => [localTime(book, at), who, what, where, why, until, by, clause];
    switch (event.event) {
      case 'person-excluded': {
        const until = event.until === null ? 'until it is lifted' : tellTime(event.until);
        return row(
          nameOf(event.person),
          'excluded',
          placeIn(event.from),
          event.reason,
          until,
          nameOf(event.by),
          event.clause ?? '',
        );
      }
      case 'exclusion-lifted':
        return row(nameOf(event.person), 'lifted', '', event.reason, '', nameOf(event.by), '');
      case 'exclusion-ended':
        return row(nameOf(event.person), 'ended', '', 'its time is over', '', 'the clock', '');
      case 'exclusion-recommended':
        return row(
          nameOf(event.person),
          'recommended',
          'The casino',
          event.reason,
          '',
          nameOf(event.by),
          event.clause ?? '',
        );
      case 'recommendation-declined':
        return row(
          nameOf(event.person),
          'not excluded',
          'The casino',
          event.reason,
          '',
          nameOf(event.by),
          '',
        );
      case 'player-excluded':
        return row(
          nameOf(event.person),
          'excluded',
          `The game at ${matter}`,
          event.ground,
          '',
          byOf(event, nameOf),
          '',
        );
      default:
        return null;
    }
  });
}

const byOf = (
  event: { readonly by?: { readonly id: string } | null },
  nameOf: (id: string) => string,
): string => (event.by ? nameOf(event.by.id) : '');

function measures(sources: RegisterSources): Promise<readonly (readonly Cell[])[]> {
  const { nameOf, bookOf, matters, reader } = sources;
  const cases = new Map(matters<Case>('cases'));
  return rowsOf<CaseEvent | TableEvent>(sources, ['cases', 'table'], (event, { at }, matter) => {
    if (event.event === 'measure-recorded')
      return [
        localTime(bookOf(matter ?? ''), at),
        `table ${matter}`,
        nameOf(event.person),
        event.measure,
        event.note,
        byOf(event as never, nameOf),
        '',
      ];
    const found = event.event === 'measure-taken' ? cases.get(matter ?? '') : undefined;
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
  });
}

const ABOUT: Readonly<Record<RegisterName, AboutRegister>> = {
  'denied-claims': {
    title: 'Register of denied claims',
    who: { either: LOOKERS },
    columns: ['Refused', 'Promotion', 'Claim', 'Name', 'Address', 'Worth', 'Reason', 'By', 'Patron told'],
    read: deniedClaims,
  },
  incidents: {
    title: 'Register of incidents',
    who: { either: [...LOOKERS, { post: 'surveillance' }, { post: 'pit-supervisor' }] },
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
    who: { either: [...LOOKERS, { post: 'surveillance' }] },
    columns: ['When', 'Who', 'What', 'From where', 'Why', 'Until', 'By', 'Clause'],
    read: exclusions,
  },
  measures: {
    title: 'Register of measures',
    who: { either: [...LOOKERS, { post: 'surveillance' }] },
    columns: ['When', 'Where', 'Against', 'Measure', 'Why', 'By', 'Clause'],
    read: measures,
  },
};

export const whoReads = (register: RegisterName): Who => ABOUT[register].who;

export async function makeRegister(register: RegisterName, sources: RegisterSources): Promise<Register> {
  const { title, columns, read } = ABOUT[register];
  return { register, title, columns, rows: await read(sources) };
}
