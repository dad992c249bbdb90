import { type Command, decide, evolve, type Table } from '@boxperson/rules';
import type { Refused } from './codes.js';
import { decideIn, takesSecond, whyNotVerb } from './decide.js';
import type { Facts, LeadFact } from './facts.js';
import type { AnyOffice, Asked, OfficeEvent, Verb } from './office.js';
import { type Person, SOMEBODY_ELSE } from './person.js';
import type { TablePlace } from './posts.js';

/** Something that might be asked: a verb, and what would be said with it. */
export interface Trial {
  readonly do: string;
  readonly body: unknown;
}

export interface OfficeOption extends Trial {
  readonly help: string;
  readonly clause: string | null;
  readonly second: boolean;
  /** Why not now; null when it would be accepted. */
  readonly refused: Refused | null;
}

/** Why the table says no to what a verb does there; null when it goes along. */
function whyNotAtTable(
  { table, at }: Pick<Asked, 'table' | 'at'>,
  commands: readonly Command[],
): Refused | null {
  let state = table?.table;
  for (const command of commands) {
    if (!state) return null;
    const decided = decide(state, { ...command, at: Math.max(at, state.at) });
    if (!decided.ok) return decided.refused;
    state = decided.value.reduce<Table>(evolve, state);
  }
  return null;
}

/** Why not: first the books, then the table that they accompany. */
function whyRefused(
  office: AnyOffice,
  verb: Verb<unknown, OfficeEvent>,
  state: unknown,
  asked: Asked,
  facts: Facts,
): Refused | null {
  const decided = decideIn(office, verb, state, asked, facts);
  if (!decided.ok) return decided.refused;
  return whyNotAtTable(asked, verb.atTable?.commands(decided.value, asked) ?? []);
}

/**
 * What somebody may do with the books as they stand: every trial is put to `decide` itself, and to the table's where it
 * does something there, so what is offered and what is accepted cannot differ. Verbs that are not theirs are not offered
 * at all.
 */
export function optionsAt(
  office: AnyOffice,
  state: unknown,
  person: Person,
  trials: readonly Trial[],
  around: {
    readonly at: number;
    readonly facts: Facts;
    readonly placeOf: (table: string) => TablePlace | null;
    /** For an office that accompanies a table. */
    readonly table?: LeadFact | null;
  },
): readonly OfficeOption[] {
  return trials.flatMap((trial) => {
    const verb = office.verbs[trial.do] as Verb<unknown, OfficeEvent> | undefined;
    const here = around.table?.id ?? null;
    const { placeOf } = around;
    if (!verb) return [];
    const given = verb as Verb<unknown, never>;
    if (whyNotVerb(office, given, state, trial.body, person, placeOf, here) !== null) return [];
    const table = around.table ? { table: around.table } : {};
    const { at, facts } = around;
    const asked = { by: person, second: SOMEBODY_ELSE, at, fresh: 'fresh', ...table, body: trial.body };
    const refused = whyRefused(office, verb, state, asked, facts);
    const second = takesSecond(verb, state, asked, facts);
    const { help, clause } = verb;
    return [{ ...trial, help, clause, second, refused }];
  });
}
