import { type Fields, isObject, show } from '../game/input.js';
import { inChips } from '../money.js';
import { accept, badInput, type Refusal, type Result, refuse } from '../result.js';
import { diceVerbs } from './dice.js';
import { type By, EVENT_VERSION, type Happened, type TableEvent } from './event.js';
import { readFields, type ToldFields } from './fields.js';
import { whyOutOfPhase } from './fits.js';
import { houseVerbs } from './house-decides.js';
import { keptOutVerbs } from './kept-out.js';
import { roomVerbs } from './making-room.js';
import { movingVerbs } from './moving.js';
import { noticeVerbs } from './notices.js';
import { peopleVerbs } from './people.js';
import { powerVerbs } from './powers.js';
import { presenceVerbs, whyGone } from './presence.js';
import { roundVerbs } from './round.js';
import { sheetVerbs } from './sheet.js';
import { shooterVerbs } from './shooter.js';
import { type Instant, isInstant, playsChips, type Table } from './state.js';
import { takingDownVerbs } from './taking-down.js';
import { throwingVerbs } from './throwing.js';
import { tokenVerbs } from './tokens.js';
import { tournamentVerbs } from './tournament.js';
import { type Moment, no, readBy, type Verb, whyNotAllowed, whyNotOnDuty } from './verb.js';
import { wageringVerbs } from './wagering.js';

const all = {
  ...peopleVerbs,
  ...presenceVerbs,
  ...tournamentVerbs,
  ...keptOutVerbs,
  ...shooterVerbs,
  ...diceVerbs,
  ...wageringVerbs,
  ...movingVerbs,
  ...throwingVerbs,
  ...sheetVerbs,
  ...noticeVerbs,
  ...takingDownVerbs,
  ...houseVerbs,
  ...powerVerbs,
  ...roundVerbs,
  ...roomVerbs,
  ...tokenVerbs,
} as const;
type Specs = { readonly [Name in keyof typeof all]: (typeof all)[Name]['fields'] };

export type VerbName = keyof Specs;
/** Everything that can be asked of a table, and nothing else: what it takes, who may, when. */
export const VERBS: { readonly [Name in VerbName]: Verb<Specs[Name]> } = all;
export const VERB_NAMES = Object.keys(VERBS) as readonly VerbName[];
export const isVerbName = (value: unknown): value is VerbName =>
  typeof value === 'string' && Object.hasOwn(VERBS, value);

/** What there is to know of a verb besides doing it: fields, the power it takes, its phases. */
export type AboutVerb = Omit<Verb, 'run'>;
/** The same by a name from outside; undefined where a table knows no such verb. */
export const aboutVerb = (name: unknown): AboutVerb | undefined =>
  isVerbName(name) ? VERBS[name] : undefined;

/** A command as it comes from outside: a verb, its fields, the time, and for staff who does it. */
export type Command = Fields;

/** A sound command: its verb, the fields of that verb by the verb's own list, the time, and for staff who does it. */
export type TableCommand<Names extends VerbName = VerbName> = {
  readonly [Name in Names]: { readonly do: Name; readonly at?: Instant; readonly by?: By } & ToldFields<
    Specs[Name]
  >;
}[Names];

/** What happens at the table when this is asked, or why it is refused. The table itself is not changed. */
export function decide(table: Table, command: Command): Result<readonly TableEvent[]> {
  if (!isObject(command)) return refuse(badInput('a command must be an object'));
  const { do: name, at = table.at, by, ...fields } = command;
  if (!isVerbName(name)) return refuse(badInput(`do ${show(name)} is not something a table knows`));
  const moment = readMoment(table, at, by);
  return moment.ok ? inUnit(table, decideVerb(table, name, fields, moment.value)) : moment;
}

/** crown 8.4.4(a): chips of a tournament are no money, and are not written like it. */
const inUnit = <Value>({ settings }: Table, result: Result<Value>): Result<Value> =>
  result.ok || !settings.tournament
    ? result
    : refuse({ ...result.refused, message: inChips(result.refused.message) });

function readMoment(table: Table, at: unknown, by: unknown): Result<Moment> {
  if (!isInstant(at) || at < table.at)
    return refuse(badInput(`at must be a time in milliseconds, not before ${table.at}`));
  const person = by === undefined ? null : readBy(by);
  return typeof person === 'string' ? refuse(badInput(person)) : accept({ at, by: person });
}

/** One verb of the union, with the fields of that verb: the compiler holds the two together. */
function decideVerb<Name extends VerbName>(
  table: Table,
  name: Name,
  told: Fields,
  moment: Moment,
): Result<readonly TableEvent[]> {
  const verb = VERBS[name];
  const read = readFields(table, name, verb.fields, told);
  if ('fault' in read) return refuse(badInput(read.fault));
  const why =
    whyNotBy(table, name, verb, moment) ??
    whyNotEntered(table, told, moment) ??
    whyGone(table, name, told) ??
    whyOutOfPhase(table, name, verb);
  if (why) return refuse(why);
  const { at, by } = moment;
  // Most of what is asked together is asked at one moment: such a table is not made anew.
  const result = verb.run(at === table.at ? table : { ...table, at }, { at, by, fields: read.fields });
  return result.ok ? accept(result.value.map((body) => stamp(body, moment))) : result;
}

/** Who asks: a power needs somebody of the rank; whoever is named must be here. */
function whyNotBy(table: Table, name: VerbName, verb: AboutVerb, { by }: Moment): Refusal | null {
  if (verb.power) return whyNotAllowed(table, verb.power, by, verb.act ?? name.replaceAll('-', ' '));
  return by && name !== 'staff' ? whyNotOnDuty(table, by) : null;
}

/** R53: chips on the felt are entered by the crew; a rail that nobody counts is not for the player to add to. */
export function whyNotEntered(table: Table, { player }: Fields, { by }: Pick<Moment, 'by'>): Refusal | null {
  if (by || typeof player !== 'string' || !playsChips(table, player)) return null;
  const { assisted } = table.game.rulebook.conduct.wagers;
  return no(
    'not-allowed',
    assisted,
    `${player} plays with chips on the felt: say who of the crew enters it.`,
  );
}

const stamp = (body: Happened, { at, by }: Moment): TableEvent =>
  ({ v: EVENT_VERSION, at, ...(by ? { by } : {}), ...body }) as TableEvent;
