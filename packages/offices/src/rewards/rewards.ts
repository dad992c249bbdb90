import type { Cents } from '@boxperson/rules';
import { z } from 'zod';
import type { Audience } from '../audience.js';
import { no, type Outcome, yes } from '../codes.js';
import type { Facts } from '../facts.js';
import { type EventsOf, evolveBy } from '../kit.js';
import { need, type Office, office, verbOf } from '../office.js';
import type { Person } from '../person.js';
import { NO_ENTRIES } from '../postings.js';
import * as text from '../text.js';
import type { Who } from '../who.js';

// Player rewards, which the chapter's title names and no clause of it defines (R121). What a point is, is a setting of
// the house; who has how many follows from the record, exactly; what somebody got for them is written down here.

interface Bodies {
  /** So much of theoretical win is a point from now on; null: nobody earns any. */
  'rewards-set': { readonly every: Cents | null; readonly reason: string; readonly by: string };
  'points-redeemed': {
    readonly person: string;
    readonly points: number;
    readonly for: string;
    readonly by: string;
  };
}
export type RewardEvent = EventsOf<Bodies>;

export interface Redeemed {
  readonly person: string;
  readonly points: number;
  readonly for: string;
  readonly at: number;
  readonly by: string;
}

export interface Rewards {
  /** Null, as in the beginning: off. */
  readonly every: Cents | null;
  readonly since: number | null;
  /** Points that everybody has had something for. */
  readonly redeemed: Readonly<Record<string, number>>;
  readonly latest: readonly Redeemed[];
}

/** The whole points that somebody has earned so far, by the record. */
export const pointsOf = (person: string): string => `points/${person}`;
export interface EarnedPoints {
  readonly points: number;
}

const STAFF = ['manager', 'cashier', 'surveillance'] as const;
const OWN = ['subject', ...STAFF] as const;
const ALL = ['everybody'] as const;
const audience: Audience<Bodies> = {
  'rewards-set': { hears: ALL, fields: { every: ALL, reason: STAFF, by: STAFF } },
  'points-redeemed': { hears: OWN, fields: { person: OWN, points: OWN, for: OWN, by: STAFF } },
};

const LATEST_KEPT = 50;
/** A thousand dollars of theoretical win for one point is more than any house asks. */
const EVERY_MOST = 100_000;
const verb = verbOf<Rewards, RewardEvent>();
const managers: Who = { post: 'manager' };
const desk: Who = { either: [{ post: 'manager' }, { post: 'cashier' }] };
const SOMEBODYS = no('not-allowed', 'That is done by people, and under their names.');

const set = verb({
  help: 'Say of how much theoretical win a point is made, or that nobody earns any',
  clause: null,
  who: managers,
  body: z.strictObject({
    every: z.number().int().positive().max(EVERY_MOST).nullable().default(null).meta({
      money: true,
      title: 'Theoretical win for one point',
      description: 'Left empty: points are off.',
    }),
    reason: text.reason,
  }),
  standing: ({ every }) => (every === null ? null : { every }),
  decide: ({ every: now }, { by, body }) => {
    if (!by) return SOMEBODYS;
    if (now === body.every)
      return no('used-up', now === null ? 'every: points are off already.' : 'every: that is what it is.');
    return yes([{ event: 'rewards-set' as const, ...body, by: by.id }]);
  },
});

const leftOf = ({ redeemed }: Rewards, person: string, facts: Facts): number =>
  (facts.books<EarnedPoints>(pointsOf(person))?.points ?? 0) - (redeemed[person] ?? 0);

/** Play money earns nothing: points are for players with a card. */
function holderIn(facts: Facts, id: string): Outcome<Person> {
  const found = facts.person(id);
  if (!found) return no('not-found', 'person: there is nobody of that id.');
  return found.kind === 'player'
    ? yes(found)
    : no('not-eligible', 'person: points are for players with a card.', { ruling: 'R121' });
}

const redeem = verb({
  help: 'Take points from somebody for what they get for them',
  clause: null,
  who: desk,
  body: z.strictObject({
    person: text.id.meta({ title: 'Person', of: 'person' }),
    points: z.number().int().positive().max(1e9).meta({ title: 'Points' }),
    for: text.line.meta({ title: 'What they get for them' }),
  }),
  needs: (_state, { person }) => ({ persons: [person], books: [pointsOf(person)] }),
  decide: (state, { by, body }, facts) => {
    if (!by) return SOMEBODYS;
    const holder = holderIn(facts, body.person);
    if (!holder.ok) return holder;
    const left = leftOf(state, body.person, facts);
    if (left < body.points)
      return no('insufficient', `points: ${holder.value.name} has ${left}.`, { ruling: 'R121' });
    return yes([{ event: 'points-redeemed' as const, ...body, by: by.id }]);
  },
});

/** What somebody sees of it who works at no desk: what a point is, and what they had for theirs. */
export interface OwnRewards {
  readonly every: Cents | null;
  readonly redeemed: number;
}

export const REWARDS: Office<Rewards, RewardEvent> = office<Rewards, RewardEvent>({
  name: 'rewards',
  title: 'Player rewards',
  streams: 'one',
  version: 1,
  start: { every: null, since: null, redeemed: {}, latest: [] },
  verbs: { set, redeem },
  evolve: evolveBy<Rewards, Bodies>({
    'rewards-set': (state, { every, at }) => {
      need(every === null || (Number.isSafeInteger(every) && every > 0), 'a point is made of money');
      return { ...state, every, since: every === null ? null : at };
    },
    'points-redeemed': (state, { person, points, for: what, at, by }) => {
      need(Number.isSafeInteger(points) && points > 0, 'points are counted whole');
      const redeemed = { ...state.redeemed, [person]: (state.redeemed[person] ?? 0) + points };
      const latest = [{ person, points, for: what, at, by }, ...state.latest].slice(0, LATEST_KEPT);
      return { ...state, redeemed, latest };
    },
  }),
  entries: () => NO_ENTRIES,
  audience,
  subject: (event) => ('person' in event ? event.person : null),
  view: ({ every, redeemed }, person): OwnRewards | null =>
    person && { every, redeemed: redeemed[person.id] ?? 0 },
});
