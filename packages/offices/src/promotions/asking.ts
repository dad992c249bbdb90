import type { Clause } from '@boxperson/rules';
import { no, type Outcome, type Refused } from '../codes.js';
import type { Facts } from '../facts.js';
import { type Asked, type HappenedOf, type Verb, verbOf } from '../office.js';
import { type Exclusion, exclusionInWords, exclusionOf } from '../people/exclusions.js';
import type { PeopleBooks } from '../people/state.js';
import type { Person } from '../person.js';
import type { Who } from '../who.js';
import {
  type Award,
  type Claim,
  type Promotion,
  type PromotionEvent,
  rulesOf,
  type Stage,
  termsOf,
} from './state.js';
import { NO_LIST, needsScrutineer, type PromotionHouse } from './terms.js';

export type Happened = HappenedOf<PromotionEvent>;
export type Decided = Outcome<readonly Happened[]>;

export const verb = verbOf<Promotion, PromotionEvent>();

const SOMEBODYS = no('not-allowed', 'That is done by people, and under their names.');

/** What only people do: the house signs for nothing. */
export const byHand = <Body>(made: Verb<Promotion, PromotionEvent, Body>): Verb<Promotion, PromotionEvent> =>
  verb<Body>({
    ...made,
    decide: (state, asked, facts) => (asked.by ? made.decide(state, asked, facts) : SOMEBODYS),
  });

export const managers: Who = { post: 'manager' };
export const desk: Who = { either: [{ post: 'manager' }, { post: 'cashier' }] };
export const scrutineers: Who = { post: 'scrutineer' };

export const byOf = ({ by }: Asked): string => by?.id ?? '';

/** The list that the house keeps of what regulations forbid. */
export const HOUSE_LIST = 'promoting';
export const houseIn = (facts: Facts): PromotionHouse => facts.books<PromotionHouse>(HOUSE_LIST) ?? NO_LIST;

const IN_WORDS: Readonly<Record<Stage, string>> = {
  none: 'There is no such promotion.',
  draft: 'This promotion is a draft.',
  submitted: 'This promotion has not started.',
  running: 'This promotion is running.',
  frozen: 'The list of this promotion is frozen.',
  called: 'The draw of this promotion has been called.',
  drawn: 'This promotion has been drawn.',
  cancelled: 'This promotion is cancelled.',
  archived: 'This promotion is in the archive.',
};

/** Why it does not go at this stage; null when it does. */
export const whyNotAt = ({ stage }: Promotion, ...stages: readonly Stage[]): Refused | null =>
  stages.includes(stage)
    ? null
    : no(stage === 'none' ? 'not-found' : 'not-eligible', IN_WORDS[stage]).refused;

/** Nothing goes on while it is in doubt. */
export const whyDoubtful = (state: Promotion): Refused | null =>
  state.doubt === null
    ? null
    : no('not-eligible', 'Its integrity is in doubt: it is validated or cancelled first.', {
        clause: rulesOf(state).doubtWithinMs.clause,
      }).refused;

export const refused = (why: Refused): { readonly ok: false; readonly refused: Refused } => ({
  ok: false,
  refused: why,
});

export const noClause = (clause: Clause, message: string) => no('not-eligible', message, { clause });

export const isScrutinised = (state: Promotion): boolean => needsScrutineer(rulesOf(state), termsOf(state));

/** The people's office knows who is kept out. */
export const PEOPLE_LIST = 'people';

/** What keeps somebody from the casino, or from the game of the promotion's book; null when nothing does (R120). */
export function keptOut({ book }: Promotion, person: string, facts: Facts): Exclusion | null {
  const people = facts.books<PeopleBooks>(PEOPLE_LIST);
  return people && exclusionOf(people, person, book);
}

const whyKeptOut = (state: Promotion, { id }: Person, facts: Facts): Refused | null => {
  const found = keptOut(state, id, facts);
  const clause = rulesOf(state).items[2]?.clause ?? null;
  return found && no('excluded', exclusionInWords(found), { clause, ruling: 'R120' }).refused;
};

/** Why somebody takes no part; null when they may (R93, R120). */
export function whyIneligible(state: Promotion, person: Person | null, facts: Facts): Refused | null {
  const clause = rulesOf(state).items[2]?.clause ?? null;
  const isOpen = termsOf(state).open === 'players-and-guests';
  if (!person || person.inactive) return no('not-found', 'person: there is nobody by that name.').refused;
  if (person.kind === 'player' || (isOpen && person.kind === 'guest' && !person.bot))
    return whyKeptOut(state, person, facts);
  const whom = isOpen ? 'players and guests' : 'players with a card';
  return no('not-eligible', `This promotion is for ${whom}.`, { clause, ruling: 'R93' }).refused;
}

const nearest = (all: object, start: string): string => {
  const [one] = Object.keys(all);
  return one === undefined ? '' : ` ${one} ${start}.`;
};

export function awardIn({ awards }: Promotion, id: string): Outcome<Award> {
  const one = Object.hasOwn(awards, id) ? awards[id] : undefined;
  if (one?.became === 'open') return { ok: true, value: one };
  return one
    ? no('used-up', `award: ${id} is ${one.became}.`)
    : no('not-found', `award: there is no such award.${nearest(awards, 'is one')}`);
}

export function claimIn({ claims }: Promotion, id: string): Outcome<Claim> {
  const one = Object.hasOwn(claims, id) ? claims[id] : undefined;
  return one
    ? { ok: true, value: one }
    : no('not-found', `claim: there is no such claim.${nearest(claims, 'is one')}`);
}
