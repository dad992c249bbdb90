import { z } from 'zod';
import type { Audience } from '../audience.js';
import { no, yes } from '../codes.js';
import { type EventsOf, evolveBy, own, without } from '../kit.js';
import { need, type Office, office, verbOf } from '../office.js';
import type { Person } from '../person.js';
import { NO_ENTRIES } from '../postings.js';
import * as text from '../text.js';

/** Who said something, and in which role of the book where it takes one. */
export interface Said {
  readonly id: string;
  readonly role: string | null;
}

/**
 * What it is about beside what was said, for while it waits play goes on: the person behind the player's name, and the
 * last roll that had been called (for wagers found invalid the last that was settled), 0 for none. Neither is told
 * anybody.
 */
export interface About {
  readonly person?: string | undefined;
  readonly roll?: number | undefined;
}

/** Something that waits for a second person. */
export interface Proposal {
  readonly id: string;
  /** The stream it is for. */
  readonly to: string;
  /** What is to be done there, as it was said, complete. */
  readonly wanted: Readonly<Record<string, unknown>>;
  readonly by: Said;
  readonly at: number;
  readonly lapsesAt: number;
  /** Who agreed: from here on it is carried out, whatever happens to the house in between. */
  readonly agreed?: Said;
}

/** What became of it once it was agreed to. */
export interface Carried {
  readonly ok: boolean;
  readonly n?: number;
  readonly answer?: object;
  readonly refused?: object;
}

interface Bodies {
  proposed: Omit<Proposal, 'id' | 'agreed' | 'at'> & {
    readonly proposal: string;
    readonly about?: About | undefined;
  };
  agreed: { readonly proposal: string; readonly confirmedBy: Said };
  carried: { readonly proposal: string; readonly outcome: Carried };
  withdrawn: { readonly proposal: string; readonly by: string };
  refused: { readonly proposal: string; readonly refusedBy: Said };
  lapsed: { readonly proposal: string };
}
export type ProposalEvent = EventsOf<Bodies>;

/** `to`: the stream that it was for; absent in books that were kept before it was noted. */
interface Ended {
  readonly id: string;
  readonly to?: string;
  readonly outcome: Carried;
}

export interface Proposals {
  readonly waiting: Readonly<Record<string, Proposal>>;
  /** What they are about, apart from what others see of them; absent in books that were kept before it was noted. */
  readonly about?: Readonly<Record<string, About>>;
  /** What became of the last ones, for whoever asks again. */
  readonly ended: readonly Ended[];
}

const ENDED_KEPT = 200;
const WAITING_MOST = 500;

/** What waits under that id. */
export const proposalIn = ({ waiting }: Proposals, id: string): Proposal | undefined => own(waiting, id);

/** What that is about; nothing where nothing was noted. */
export const aboutIn = ({ about = {} }: Proposals, id: string): About => own(about, id) ?? {};

const live = (state: Proposals, id: string): Proposal => {
  const proposal = proposalIn(state, id);
  need(proposal !== undefined, `there is no proposal ${id}`);
  return proposal;
};

const ended = ({ about, ...state }: Proposals, id: string): Proposals => ({
  ...state,
  waiting: without(state.waiting, id),
  ...(about && { about: without(about, id) }),
});

const evolve = evolveBy<Proposals, Bodies>({
  proposed: (state, { v: _v, event: _event, proposal: id, about, ...rest }) => {
    need(proposalIn(state, id) === undefined, `there are two proposals ${id}`);
    return {
      ...state,
      waiting: { ...state.waiting, [id]: { id, ...rest } },
      ...(about && { about: { ...state.about, [id]: about } }),
    };
  },
  agreed: (state, { proposal, confirmedBy }) => {
    const waiting = live(state, proposal);
    need(!waiting.agreed && waiting.by.id !== confirmedBy.id, `${proposal} takes another person, once`);
    return { ...state, waiting: { ...state.waiting, [proposal]: { ...waiting, agreed: confirmedBy } } };
  },
  carried: (state, { proposal: id, outcome }) => {
    const { agreed, to } = live(state, id);
    need(agreed !== undefined, `${id} was carried out and nobody had agreed`);
    return { ...ended(state, id), ended: [...state.ended, { id, to, outcome }].slice(-ENDED_KEPT) };
  },
  withdrawn: (state, { proposal, by }) => {
    need(live(state, proposal).by.id === by, `${proposal} was withdrawn by somebody else`);
    return ended(state, proposal);
  },
  refused: (state, { proposal, refusedBy }) => {
    const waiting = live(state, proposal);
    need(!waiting.agreed && waiting.by.id !== refusedBy.id, `${proposal} is another's to refuse, once`);
    return ended(state, proposal);
  },
  lapsed: (state, { proposal }) => {
    need(live(state, proposal).agreed === undefined, `${proposal} lapsed after it was agreed to`);
    return ended(state, proposal);
  },
});

const STAFF = ['manager', 'crew'] as const;
/** No proposal has a subject: for the house alone, whatever post opens these books. */
const NOBODY = ['subject'] as const;
const audience: Audience<Bodies> = {
  proposed: {
    hears: STAFF,
    fields: { proposal: STAFF, to: STAFF, wanted: STAFF, by: STAFF, lapsesAt: STAFF, about: NOBODY },
  },
  agreed: { hears: STAFF, fields: { proposal: STAFF, confirmedBy: STAFF } },
  carried: { hears: STAFF, fields: { proposal: STAFF, outcome: STAFF } },
  withdrawn: { hears: STAFF, fields: { proposal: STAFF, by: STAFF } },
  refused: { hears: STAFF, fields: { proposal: STAFF, refusedBy: STAFF } },
  lapsed: { hears: STAFF, fields: { proposal: STAFF } },
};

const verb = verbOf<Proposals, ProposalEvent>();

const GONE = 'There is no such proposal, or its time is over.';
const said = z.strictObject({ id: text.id, role: text.name.nullable() });

/** Not agreed to, and not over. */
const waitingNow = (state: Proposals, id: string, at: number): Proposal | null => {
  const proposal = proposalIn(state, id);
  return proposal && !proposal.agreed && at < proposal.lapsesAt ? proposal : null;
};

const propose = verb({
  help: 'Put something to a second person',
  clause: null,
  who: 'house',
  body: z.strictObject({
    proposal: text.id,
    to: text.name,
    wanted: z.record(z.string(), z.unknown()),
    by: said,
    lapsesAt: text.instant,
    about: z
      .strictObject({ person: z.string().optional(), roll: z.number().int().nonnegative().optional() })
      .optional(),
  }),
  decide: (state, { body }) => {
    if (proposalIn(state, body.proposal)) return no('taken', 'That waits for a second person already.');
    return Object.keys(state.waiting).length >= WAITING_MOST
      ? no('used-up', 'Too much waits for a second person already.')
      : yes([{ event: 'proposed' as const, ...body }]);
  },
  answer: (_state, [event]) =>
    event?.event === 'proposed' ? { proposal: event.proposal, lapsesAt: event.lapsesAt } : {},
});

/** Whether the second person may is asked of where the proposal goes to, before it comes here. */
const confirm = verb({
  help: 'Agree to what another proposed',
  clause: null,
  who: 'staff',
  body: z.strictObject({ proposal: text.id, role: text.name.optional() }),
  decide: (state, { by, at, body: { proposal: id, role } }) => {
    const proposal = waitingNow(state, id, at);
    if (!proposal || !by) return no('not-found', GONE);
    if (proposal.by.id === by.id) return no('second-person', 'Another person must confirm it.');
    return yes([{ event: 'agreed' as const, proposal: id, confirmedBy: { id: by.id, role: role ?? null } }]);
  },
});

/** Whoever could have agreed says no: nothing is done, and nobody waits for it any more. */
const refuse = verb({
  help: 'Say no to what another proposed',
  clause: null,
  who: 'staff',
  body: z.strictObject({ proposal: text.id, role: text.name.optional() }),
  decide: (state, { by, at, body: { proposal: id, role } }) => {
    const proposal = waitingNow(state, id, at);
    if (!proposal || !by) return no('not-found', GONE);
    if (proposal.by.id === by.id)
      return no('second-person', 'It is another person who refuses it: withdraw it instead.');
    return yes([{ event: 'refused' as const, proposal: id, refusedBy: { id: by.id, role: role ?? null } }]);
  },
});

const carry = verb({
  help: 'Say what became of what was agreed',
  clause: null,
  who: 'house',
  body: z.strictObject({ proposal: text.id, outcome: z.custom<Carried>() }),
  decide: (state, { body }) =>
    proposalIn(state, body.proposal)?.agreed
      ? yes([{ event: 'carried' as const, ...body }])
      : no('not-found', GONE),
});

const withdraw = verb({
  help: 'Take back what you proposed',
  clause: null,
  who: 'staff',
  body: z.strictObject({ proposal: text.id }),
  decide: (state, { by, at, body: { proposal: id } }) => {
    const proposal = waitingNow(state, id, at);
    if (!proposal || !by) return no('not-found', GONE);
    if (proposal.by.id !== by.id) return no('not-yours', 'Only whoever proposed it may take it back.');
    return yes([{ event: 'withdrawn' as const, proposal: id, by: by.id }]);
  },
});

const lapse = verb({
  help: 'Let a proposal lapse whose time is over',
  clause: null,
  who: 'house',
  body: z.strictObject({ proposal: text.id }),
  decide: (state, { at, body: { proposal: id } }) => {
    const proposal = proposalIn(state, id);
    return proposal && !proposal.agreed && at >= proposal.lapsesAt
      ? yes([{ event: 'lapsed' as const, proposal: id }])
      : no('too-early', 'Its time is not over.');
  },
});

const soonest = ({ waiting }: Proposals): Proposal | null =>
  Object.values(waiting)
    .filter(({ agreed }) => !agreed)
    .reduce<Proposal | null>((first, one) => (first && first.lapsesAt <= one.lapsesAt ? first : one), null);

/** Where nobody knows any more what it was for: for those alone to whom all books are open. */
const FORGOTTEN = '';

/** What is proposed, and what became of it, says as much as what it is for: reasons, people, sums. */
function streamOfEvent({ ended: over }: Proposals, event: ProposalEvent): string | null {
  if (event.event === 'proposed') return event.to;
  if (event.event !== 'carried') return null;
  return over.find(({ id }) => id === event.proposal)?.to ?? FORGOTTEN;
}

/** Nor does anybody see in the books what they are about. */
const withoutOthers = (state: Proposals, sees: (stream: string) => boolean): Proposals => ({
  waiting: Object.fromEntries(Object.entries(state.waiting).filter(([, { to }]) => sees(to))),
  ended: state.ended.filter(({ to }) => to !== undefined && sees(to)),
});

/** What waits for a second person: proposed, then agreed to by another, withdrawn, or lapsed. */
export const PROPOSALS: Office<Proposals, ProposalEvent> = office({
  name: 'proposals',
  title: 'Second persons',
  streams: 'one',
  version: 1,
  start: { waiting: {}, ended: [] },
  verbs: { propose, confirm, refuse, carry, withdraw, lapse },
  evolve,
  entries: () => NO_ENTRIES,
  audience,
  speaksOf: streamOfEvent,
  without: withoutOthers,
  due: (state) => {
    const next = soonest(state);
    return next && { at: next.lapsesAt, do: 'lapse', body: { proposal: next.id } };
  },
});

/** For how long whoever was let in by somebody is no second person for them. */
export const MADE_MS = 30 * 24 * 3_600_000;
/** Above this nobody who was let in by the other is one, ever: cents. */
export const MADE_MONEY_MOST = 1_000_000;

const madeBy = ({ made }: Person, other: string): { readonly at: number } | null =>
  made?.by.includes(other) ? made : null;

/** Two people are two people: not one and somebody whom they let in themselves. Null when they are. */
export function whyNotTwo(first: Person, second: Person, at: number, money: number): string | null {
  if (first.id === second.id) return 'Another person must confirm it.';
  const made = madeBy(second, first.id) ?? madeBy(first, second.id);
  if (!made) return null;
  if (money > MADE_MONEY_MOST)
    return 'One of you let the other in: for so much money it takes somebody else.';
  return at - made.at < MADE_MS
    ? 'One of you let the other in less than 30 days ago: it takes somebody else.'
    : null;
}

/** Who may be behind somebody: they themselves, and for a while whoever let them in or gave them their secret. */
export const behind = ({ id, made }: Pick<Person, 'id' | 'made'>, at: number): readonly string[] =>
  made && at - made.at < MADE_MS ? [id, ...made.by] : [id];

/** Nor are two whom the same one let in a little while ago: both may be that one. Null when nobody is behind both. */
export function whyNotApart(first: Person, second: Person, at: number): string | null {
  const one = behind(first, at);
  return behind(second, at).some((id) => one.includes(id))
    ? 'The same person let both of you in less than 30 days ago: it takes somebody else.'
    : null;
}
