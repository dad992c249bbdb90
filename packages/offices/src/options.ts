import type { Refused } from './codes.js';
import { decideIn, whyNotVerb } from './decide.js';
import type { Facts } from './facts.js';
import type { AnyOffice, OfficeEvent, Verb } from './office.js';
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

/**
 * What somebody may do with the books as they stand: every trial is put to `decide` itself, so what is offered and what
 * is accepted cannot differ. Verbs that are not theirs are not offered at all.
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
  },
): readonly OfficeOption[] {
  return trials.flatMap((trial) => {
    const verb = office.verbs[trial.do] as Verb<unknown, OfficeEvent> | undefined;
    if (!verb || whyNotVerb(verb as Verb<unknown, never>, state, trial.body, person, around.placeOf) !== null)
      return [];
    const asked = { by: person, second: SOMEBODY_ELSE, at: around.at, fresh: 'fresh', body: trial.body };
    const decided = decideIn(office, verb, state, asked, around.facts);
    const second = verb.second?.(state, trial.body, around.at) ?? false;
    const { help, clause } = verb;
    return [{ ...trial, help, clause, second, refused: decided.ok ? null : decided.refused }];
  });
}
