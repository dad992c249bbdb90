import {
  type AnyOffice,
  knownIn,
  officeOf,
  type PeopleBooks,
  type Person,
  type Proposal,
  rolesAt,
  seesBooks,
  verbIn,
  whyNot,
  whyNotTwo,
} from '@boxperson/offices';
import { isVerbName, RULEBOOKS, type RulebookId, VERB_HELP } from '@boxperson/rules';
import { useCallback, useEffect, useState } from 'react';
import { api } from './session.js';
import { type Staff, useShelf, useStaff } from './staff.js';

const TABLE = 'table/';
const POLL_MS = 5_000;

/** What waits for a second person, as far as it is for these eyes; null until the house has said so. */
export function useProposals(): readonly [readonly Proposal[] | null, look: () => void] {
  const { person } = useStaff();
  const isOpen = seesBooks(person, 'proposals');
  const shelf = useShelf(isOpen ? 'proposals' : null);
  const n = shelf.kind === 'open' ? shelf.n : 0;
  const [waiting, setWaiting] = useState<readonly Proposal[] | null>(null);
  const look = useCallback(() => {
    api.get<readonly Proposal[]>('/api/proposals').then(setWaiting, () => {});
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever happens in the books is looked at
  useEffect(look, [look, n]);
  useEffect(() => {
    if (isOpen) return;
    const timer = setInterval(look, POLL_MS);
    return () => clearInterval(timer);
  }, [isOpen, look]);
  return [waiting, look];
}

/** What is proposed, in words: where, and which act. */
export interface Told {
  readonly office: AnyOffice | null;
  readonly table: Staff['tables'][number] | null;
  readonly verb: string;
  readonly help: string;
}

export function tellProposal({ to, wanted }: Proposal, tables: Staff['tables']): Told {
  const verb = String(wanted['do']);
  const office = officeOf(to);
  const table = to.startsWith(TABLE) ? (tables.find(({ id }) => `${TABLE}${id}` === to) ?? null) : null;
  const help = office ? verbIn(office, verb)?.help : isVerbName(verb) ? VERB_HELP[verb] : undefined;
  return { office, table, verb, help: help ?? verb };
}

/** The roles in which somebody could agree at a table; none where it is no table, or not one of theirs. */
export function rolesFor(person: Person, told: Told): readonly (readonly [id: string, title: string])[] {
  if (!told.table) return [];
  const book = told.table.rulebook as RulebookId;
  const titleOf = (role: string) => RULEBOOKS[book].roles.find(({ id }) => id === role)?.title ?? role;
  return [...rolesAt(person, book)].reverse().map((role) => [role, titleOf(role)] as const);
}

const moneyIn = ({ wanted: { amount, adjustment } }: Proposal): number =>
  Math.abs(typeof amount === 'number' ? amount : typeof adjustment === 'number' ? adjustment : 0);

/** Why this person cannot agree, as far as it can be told from here; null when they may try. The house decides. */
export function whyNotAgree(
  person: Person,
  proposal: Proposal,
  told: Told,
  people: PeopleBooks | null,
): string | null {
  const first = people && knownIn(people, proposal.by.id)?.person;
  const two = first ? whyNotTwo(first, person, Date.now(), moneyIn(proposal)) : null;
  if (two) return two;
  if (told.table) return rolesFor(person, told).length > 0 ? null : 'That takes the crew of this table.';
  const verb = told.office && verbIn(told.office, told.verb);
  return verb ? whyNot(verb.who, person, { owner: null, table: null }) : null;
}
