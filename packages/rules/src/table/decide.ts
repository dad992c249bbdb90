import { type Fields, isObject, show } from '../game/input.js';
import { accept, badInput, type Refusal, type Result, refuse } from '../result.js';
import { diceVerbs } from './dice.js';
import { type By, EVENT_VERSION, type Happened, type TableEvent } from './event.js';
import { whyOutOfPhase } from './fits.js';
import { roomVerbs } from './making-room.js';
import { movingVerbs } from './moving.js';
import { noticeVerbs } from './notices.js';
import { peopleVerbs } from './people.js';
import { powerVerbs } from './powers.js';
import { roundVerbs } from './round.js';
import { shooterVerbs } from './shooter.js';
import { isInstant, type Table } from './state.js';
import { takingDownVerbs } from './taking-down.js';
import { throwingVerbs } from './throwing.js';
import {
  type Asked,
  faultInFields,
  readBy,
  type Verb,
  type Verbs,
  whyNotAllowed,
  whyNotOnDuty,
} from './verb.js';
import { wageringVerbs } from './wagering.js';

/** Everything that can be asked of a table. */
export const VERBS: Verbs = {
  ...peopleVerbs,
  ...shooterVerbs,
  ...diceVerbs,
  ...wageringVerbs,
  ...movingVerbs,
  ...throwingVerbs,
  ...noticeVerbs,
  ...takingDownVerbs,
  ...powerVerbs,
  ...roundVerbs,
  ...roomVerbs,
};

/** A command as it comes from outside: a verb, its fields, the time, and for staff who does it. */
export type Command = Fields;

/** What happens at the table when this is asked, or why it is refused. The table itself is not changed. */
export function decide(table: Table, command: Command): Result<readonly TableEvent[]> {
  const read = readCommand(table, command);
  if (!read.ok) return read;
  const { name, verb, asked } = read.value;
  const why = whyNotBy(table, name, verb, asked) ?? whyOutOfPhase(table, name, verb);
  if (why) return refuse(why);
  const result = verb.run({ ...table, at: asked.at }, asked);
  return result.ok ? accept(result.value.map((body) => stamp(body, asked))) : result;
}

interface ReadCommand {
  readonly name: string;
  readonly verb: Verb;
  readonly asked: Asked;
}

function readCommand(table: Table, command: unknown): Result<ReadCommand> {
  if (!isObject(command)) return refuse(badInput('a command must be an object'));
  const { do: name, at = table.at, by, ...fields } = command;
  if (typeof name !== 'string' || !Object.hasOwn(VERBS, name))
    return refuse(badInput(`do ${show(name)} is not something a table knows`));
  if (!isInstant(at) || at < table.at)
    return refuse(badInput(`at must be a time in milliseconds, not before ${table.at}`));
  const person = by === undefined ? null : readBy(by);
  if (typeof person === 'string') return refuse(badInput(person));
  const verb = VERBS[name] as Verb;
  const fault = faultInFields(table, name, verb.fields, fields);
  if (fault !== null) return refuse(badInput(fault));
  return accept({ name, verb, asked: { fields, at, by: person } });
}

/** What a verb asks leave for, where the verb alone would not read well. */
const ACTS: Readonly<Record<string, string>> = {
  offer: 'offer the dice',
  'order-pass': 'order the shooter to pass the dice',
  'ask-line': 'ask the shooter for a line wager',
  relieve: 'take the dice from the shooter',
  'check-die': 'check a found die',
  'lose-die': 'give up a die for lost',
  'no-roll': 'call no roll',
  'no-more-bets': 'announce no more bets',
  'decide-face': 'decide the faces',
  settle: 'settle a roll',
  'post-sign': 'put up a sign',
  'personal-limits': 'set personal limits',
  close: 'close the table',
  'refuse-wager': 'refuse a wager',
  invalidate: 'invalidate an outcome',
  exclude: 'exclude a player',
  vacate: 'ask a player to vacate',
  'clear-area': 'tell a person to make room',
  'answer-report': 'answer a report of a fault',
  'void-round': 'void a round',
  malfunction: 'declare a malfunction',
  'resolve-malfunction': 'resolve a malfunction',
  'system-malfunction': 'declare a system malfunction',
  'restore-system': 'restore the system',
};

/** Who asks: a power needs somebody of the rank; whoever is named must be here. */
function whyNotBy(table: Table, name: string, verb: Verb, { by }: Asked): Refusal | null {
  if (verb.power) return whyNotAllowed(table, verb.power, by, ACTS[name] ?? name.replaceAll('-', ' '));
  return by && name !== 'staff' ? whyNotOnDuty(table, by) : null;
}

const stamp = (body: Happened, { at, by }: Asked): TableEvent =>
  ({ v: EVENT_VERSION, at, ...(by ? { by: by as By } : {}), ...body }) as TableEvent;
