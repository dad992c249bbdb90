import { type Fields, isObject, show, unknownField } from '../game/input.js';
import { accept, badInput, type Result, refuse } from '../result.js';
import {
  decide,
  due,
  evolve,
  openTable,
  type Table,
  type TableEvent,
  tableOptions,
  type Who,
} from '../table/index.js';
import { isInstant } from '../table/state.js';
import { readBy } from '../table/verb.js';
import { type Answer, answerBalances, answerLayout } from './answers.js';

/** A line of the table layer, played: what happened and how the table stands. */
export interface TableStep {
  readonly table: Table;
  readonly events: readonly TableEvent[];
  readonly answer: Answer;
}

const step = (table: Table, events: readonly TableEvent[]): TableStep => ({
  table,
  events,
  answer: { phase: table.phase, point: table.game.point, events, ...answerBalances(table.game) },
});

/** `open` with `conduct: true`. */
export function openConduct(fields: Fields): Result<TableStep> {
  const { conduct: _conduct, at = 0, by, ...settings } = fields;
  if (!isInstant(at)) return refuse(badInput('at must be a time in milliseconds'));
  const person = by === undefined ? null : readBy(by);
  if (typeof person === 'string') return refuse(badInput(person));
  const opened = openTable(settings, at, person);
  if (!opened.ok) return opened;
  const table = opened.value.reduce<Table | null>(evolve, null) as Table;
  const { rulebook } = table.game;
  return accept({
    table,
    events: opened.value,
    answer: { rulebook: rulebook.id, title: rulebook.title, phase: table.phase, events: opened.value },
  });
}

/** Any other line: a verb of the table, or one of the questions that only scripts ask. */
export function playConduct(table: Table, line: Fields): Result<TableStep> {
  switch (line['do']) {
    case 'layout':
      return ask(table, line, [], answerTable);
    case 'tick':
      return tick(table, line);
    case 'options':
      return askOptions(table, line);
    default:
      return playVerb(table, line);
  }
}

function playVerb(table: Table, command: Fields): Result<TableStep> {
  const decided = decide(table, command);
  return decided.ok ? accept(step(decided.value.reduce(evolve, table), decided.value)) : decided;
}

/** A question: asked by anybody, at its time, it changes nothing but the hour. */
function ask(
  table: Table,
  line: Fields,
  known: readonly string[],
  answer: (table: Table) => Answer,
): Result<TableStep> {
  const fault = faultInQuestion(table, line, known);
  if (fault !== null) return refuse(badInput(fault));
  const asked = { ...table, at: (line['at'] as number | undefined) ?? table.at };
  return accept({ table: asked, events: [], answer: answer(asked) });
}

/** Every line of a script may say when and by whom. */
function faultInQuestion(table: Table, line: Fields, known: readonly string[]): string | null {
  const stranger = unknownField(line, ['do', 'at', 'by', ...known]);
  if (stranger !== null) return `unknown field ${show(stranger)} in ${String(line['do'])}`;
  const { at = table.at, by } = line;
  if (!isInstant(at) || at < table.at) return `at must be a time in milliseconds, not before ${table.at}`;
  const person = by === undefined ? null : readBy(by);
  return typeof person === 'string' ? person : null;
}

const answerTable = (table: Table): Answer => ({
  ...answerLayout(table.game),
  phase: table.phase,
  shooter: table.shooter.stick ? 'stickperson' : table.shooter.shooter,
  offeredTo: table.shooter.offeredTo,
  dice: table.dice,
  due: due(table, table.at),
  ...answerBalances(table.game),
});

/** The clock runs to `at`: everything it must do on the way is done, each at its own time. */
function tick(table: Table, line: Fields): Result<TableStep> {
  const fault =
    line['at'] === undefined
      ? 'at must say how far the clock runs, in milliseconds'
      : faultInQuestion(table, line, []);
  if (fault !== null) return refuse(badInput(fault));
  const at = line['at'] as number;
  const events: TableEvent[] = [];
  let now = table;
  for (let next = due(now, at); next?.needs === 'clock' && next.at <= at; next = due(now, at)) {
    const decided = decide(now, { ...next.command, at: next.at });
    if (!decided.ok) return decided;
    now = decided.value.reduce<Table>(evolve, now);
    events.push(...decided.value);
  }
  return accept(step({ ...now, at }, events));
}

function askOptions(table: Table, line: Fields): Result<TableStep> {
  const who = whoOf(line);
  if (typeof who === 'string') return refuse(badInput(who));
  return ask(table, line, ['player'], (asked) => answerOptions(asked, who));
}

function whoOf({ player, by }: Fields): Who | string {
  const staff = isObject(by) ? readBy(by) : null;
  if (typeof staff === 'string') return staff;
  if (typeof player === 'string') return staff ? { player, by: staff } : { player };
  return staff ? { staff } : 'options asks for a player or for by';
}

function answerOptions(table: Table, who: Who): Answer {
  const { acts, spots } = tableOptions(table, who);
  return {
    acts: acts.map(({ command, may, why }) => (may ? { command, may } : { command, may, why })),
    ...(spots === null
      ? {}
      : { spots: spots.map(({ spot: { index: _index, ...spot }, ...rest }) => ({ ...spot, ...rest })) }),
  };
}
