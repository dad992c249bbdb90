import { evolve as evolveTable, openTable, RULEBOOKS, type RulebookId, type Table } from '@boxperson/rules';
import { z } from 'zod';
import type { Audience } from '../audience.js';
import { no, type Outcome, type Refused, yes } from '../codes.js';
import { type EventsOf, evolveBy, own } from '../kit.js';
import { need, type Office, office, verbOf } from '../office.js';
import type { Person } from '../person.js';
import { NO_ENTRIES } from '../postings.js';
import { manages } from '../posts.js';
import * as text from '../text.js';
import { faultInCrew, faultInPractice, type TableConfig, tableConfig, tumblerIn } from './config.js';
import { PAYS_AUDIENCE, PAYS_VERBS, type Pays, type PaysBodies, paysChanges } from './pays.js';
import {
  TROUBLE_AUDIENCE,
  TROUBLE_VERBS,
  type TroubleBodies,
  type Troubles,
  troubleChanges,
} from './troubles.js';

interface Bodies extends TroubleBodies, PaysBodies {
  'table-opened': { readonly table: TableConfig; readonly by: string };
  'dice-alarm-raised': AlarmBody;
  'dice-alarm-cleared': AlarmBody;
  /** Of the first version, which kept agreements of second persons here. */
  agreed: {
    readonly proposal: string;
    readonly table: string;
    readonly wanted: object;
    readonly by: object;
    readonly confirmedBy: object;
    readonly command: string;
  };
}
/** Which source of dice, after how many rolls, and the figures behind it. */
interface AlarmBody {
  readonly source: string;
  readonly roll: number;
  readonly test?: string;
  readonly window?: string;
  readonly statistic?: number;
  readonly p?: number;
  readonly freedom?: number;
}
export type HouseEvent = EventsOf<Bodies>;

export interface HouseBooks extends Troubles, Pays {
  /** Tables that were opened by somebody, beside those of the configuration. */
  readonly tables: Readonly<Record<string, TableConfig>>;
  /** Sources of dice that do not look fair. */
  readonly alarms: readonly string[];
  /** Changes of alarms that are on record: by name, so that none is written twice. */
  readonly noted: readonly string[];
}

const STAFF = ['manager', 'pit-supervisor', 'surveillance'] as const;
const ALARM = {
  source: STAFF,
  roll: STAFF,
  test: STAFF,
  window: STAFF,
  statistic: STAFF,
  p: STAFF,
  freedom: STAFF,
} as const;
const audience: Audience<Bodies> = {
  ...TROUBLE_AUDIENCE,
  ...PAYS_AUDIENCE,
  'table-opened': { hears: STAFF, fields: { table: STAFF, by: STAFF } },
  'dice-alarm-raised': { hears: STAFF, fields: ALARM },
  'dice-alarm-cleared': { hears: STAFF, fields: ALARM },
  agreed: {
    hears: STAFF,
    fields: { proposal: STAFF, table: STAFF, wanted: STAFF, by: STAFF, confirmedBy: STAFF, command: STAFF },
  },
};

const TABLES_MOST = 500;
const NOTED_KEPT = 200;

const refusal = (code: Refused['code'], message: string): Refused => ({ code, clause: null, message });

/** Why a table cannot be opened by this person; null when it can. */
function whyNotBook({ settings: { rulebook } }: TableConfig, by: Person | null): Refused | null {
  if (typeof rulebook !== 'string' || !Object.hasOwn(RULEBOOKS, rulebook))
    return refusal('bad-input', `settings: rulebook must be one of ${Object.keys(RULEBOOKS).join(', ')}`);
  const book = rulebook as RulebookId;
  return by && !manages(by, book)
    ? refusal('not-allowed', `That takes a manager of ${RULEBOOKS[book].title}.`)
    : null;
}

/** Whether the rules would open a table like that. */
function whyNotSettings(config: TableConfig, at: number): Refused | null {
  const { settings, dice } = config;
  const opened = openTable(settings, at);
  if (!opened.ok) return refusal('bad-input', `settings: ${opened.refused.message}`);
  const table = opened.value.reduce<Table | null>(evolveTable, null) as Table;
  const { rulebook } = table.game;
  const crew = faultInCrew(config, rulebook) ?? faultInPractice(config, rulebook);
  if (crew !== null) return refusal('bad-input', crew);
  const isElectronic = rulebook.conduct.run.value === 'electronic';
  return isElectronic && dice === 'called'
    ? refusal('bad-input', 'dice: nobody calls the dice of an electronic table: random, or a tumbler')
    : null;
}

/** adelaide 6(b): what one table pays all of them do, so that no table has odds of its own. */
function whyNotUniform({ settings }: TableConfig, decided: HouseBooks['pays']): Refused | null {
  const { rulebook, higherPays } = settings as { rulebook: RulebookId; higherPays?: unknown };
  if (higherPays === undefined) return null;
  const known = decided?.[rulebook]?.pays;
  if (JSON.stringify(known) === JSON.stringify(higherPays)) return null;
  const { clause } = RULEBOOKS[rulebook].money.higherPays;
  return {
    code: 'bad-input',
    clause,
    message: 'settings: higherPays are decided for the whole house at once: leave them out, and raise-pays',
  };
}

const verb = verbOf<HouseBooks, HouseEvent>();

const openTableVerb = verb({
  help: 'Open a table',
  clause: null,
  who: { post: 'manager' },
  body: z.strictObject({ table: tableConfig }),
  needs: (_state, { table }) => ({ tables: [table.id], books: ['floor'] }),
  decide: ({ tables, pays }, { by, at, body: { table } }, facts): Outcome<readonly Opened[]> => {
    const why = whyNotBook(table, by);
    if (why) return { ok: false, refused: why };
    const floor = facts.books<FloorFact>('floor');
    if (own(tables, table.id) || facts.table(table.id))
      return no('taken', `id: there is a table ${table.id} already`);
    if (floor?.used.includes(table.id))
      return no('taken', `id: there was a table ${table.id} before, and its record stays: choose another id`);
    if ((floor?.open ?? 0) >= TABLES_MOST) return no('used-up', `a house has at most ${TABLES_MOST} tables`);
    const fault = whyNotSettings(table, at) ?? whyNotUniform(table, pays);
    if (fault) return { ok: false, refused: fault };
    const tumbler = tumblerIn(table);
    if (tumbler !== null && !floor?.tumblers.includes(tumbler))
      return no('bad-input', `dice: there is no tumbler for dice ${table.dice}`);
    return yes([{ event: 'table-opened' as const, table, by: by?.id ?? '' }]);
  },
  answer: (_state, [event]) => (event?.event === 'table-opened' ? { id: event.table.id } : {}),
});
type Opened = Omit<Extract<HouseEvent, { event: 'table-opened' }>, 'v' | 'at'>;

/** What the house knows of its own floor: books that nobody keeps, made when they are asked for. */
export interface FloorFact {
  /** How many tables are open. */
  readonly open: number;
  /** Ids of tables that are or were in use. */
  readonly used: readonly string[];
  readonly tumblers: readonly string[];
  /** How much play money a guest is given. */
  readonly playMoney: number;
  /** Has the house bots of its own? */
  readonly bots?: boolean;
}

const alarmBody = z.strictObject({
  change: z.enum(['raised', 'cleared']),
  source: text.name,
  roll: z.number().int().nonnegative(),
  test: z.string().optional(),
  window: z.string().optional(),
  statistic: z.number().optional(),
  p: z.number().optional(),
  freedom: z.number().optional(),
});

const nameOf = (event: string, { source, roll }: Pick<AlarmBody, 'source' | 'roll'>): string =>
  `${event}-${source}-${roll}`;

/** The count of rolls names the change: read again from the record after a crash, it is the same one. */
const noteDice = verb({
  help: 'Put on record that the dice of a source do not look fair, or look fair again',
  clause: null,
  who: 'house',
  body: alarmBody,
  decide: ({ noted }, { body: { change, ...body } }) => {
    const event = `dice-alarm-${change}` as const;
    if (noted.includes(nameOf(event, body))) return no('taken', 'That is on record already.');
    return yes([{ event, ...(body as AlarmBody) }]);
  },
});

const noted = (
  state: HouseBooks,
  { event, source, roll }: { event: string } & AlarmBody,
): readonly string[] => [...state.noted, nameOf(event, { source, roll })].slice(-NOTED_KEPT);

/** What concerns the house as a whole: tables that were opened, alarms, and what the house notices about itself. */
export const HOUSE: Office<HouseBooks, HouseEvent> = office<HouseBooks, HouseEvent>({
  name: 'house',
  title: 'The house',
  streams: 'one',
  version: 1,
  start: { tables: {}, alarms: [], noted: [] },
  verbs: {
    'open-table': openTableVerb,
    'note-dice': noteDice,
    ...TROUBLE_VERBS,
    ...PAYS_VERBS,
  },
  evolve: evolveBy<HouseBooks, Bodies>({
    'table-opened': (state, { table }) => {
      need(own(state.tables, table.id) === undefined, `the table ${table.id} was opened twice`);
      return { ...state, tables: { ...state.tables, [table.id]: table } };
    },
    'dice-alarm-raised': (state, event) => ({
      ...state,
      alarms: [...state.alarms.filter((one) => one !== event.source), event.source],
      noted: noted(state, event),
    }),
    'dice-alarm-cleared': (state, event) => ({
      ...state,
      alarms: state.alarms.filter((one) => one !== event.source),
      noted: noted(state, event),
    }),
    agreed: (state) => state,
    ...troubleChanges<HouseBooks>(),
    ...paysChanges<HouseBooks>(),
  }),
  entries: () => NO_ENTRIES,
  audience,
});
