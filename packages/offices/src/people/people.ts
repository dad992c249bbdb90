import type { Audience } from '../audience.js';
import { type Office, office } from '../office.js';
import { NO_ENTRIES } from '../postings.js';
import { dueExclusion } from './exclusions.js';
import { evolvePeople, knownIn, type PeopleBodies, type PeopleBooks, type PeopleEvent } from './state.js';
import { PEOPLE_VERBS } from './verbs.js';

const MANAGERS = ['manager'] as const;
const OWN = ['subject', 'manager'] as const;
const KEEPERS = ['subject', 'manager', 'pit-supervisor', 'surveillance'] as const;
/** Who did it is for managers; that it was done, for whom it was done to, too. */
const DONE = { person: OWN, by: MANAGERS, second: MANAGERS } as const;
const audience: Audience<PeopleBodies> = {
  'staff-registered': { hears: OWN, fields: { ...DONE, name: OWN, login: OWN, roles: OWN, posts: OWN } },
  'player-registered': { hears: OWN, fields: { ...DONE, name: OWN, card: OWN } },
  'device-registered': { hears: OWN, fields: { ...DONE, name: OWN, limits: OWN } },
  'card-lost': { hears: OWN, fields: { ...DONE, card: OWN } },
  'card-replaced': { hears: OWN, fields: { ...DONE, card: OWN, was: OWN } },
  // That somebody is excluded is for them, and for whoever has to keep them out.
  'person-excluded': {
    hears: KEEPERS,
    fields: {
      exclusion: KEEPERS,
      person: KEEPERS,
      from: KEEPERS,
      reason: OWN,
      until: KEEPERS,
      clause: KEEPERS,
      by: MANAGERS,
    },
  },
  'exclusion-lifted': {
    hears: KEEPERS,
    fields: { exclusion: KEEPERS, person: KEEPERS, reason: OWN, by: MANAGERS },
  },
  'exclusion-ended': { hears: KEEPERS, fields: { exclusion: KEEPERS, person: KEEPERS } },
  'exclusion-recommended': {
    hears: MANAGERS,
    fields: {
      recommendation: MANAGERS,
      person: MANAGERS,
      reason: MANAGERS,
      clause: MANAGERS,
      by: MANAGERS,
    },
  },
  'recommendation-declined': {
    hears: MANAGERS,
    fields: { recommendation: MANAGERS, person: MANAGERS, reason: MANAGERS, by: MANAGERS },
  },
  'roles-changed': { hears: OWN, fields: { ...DONE, roles: OWN } },
  'posts-changed': { hears: OWN, fields: { ...DONE, posts: OWN } },
  'secret-changed': { hears: OWN, fields: DONE },
  'secret-reset': { hears: OWN, fields: DONE },
  'sessions-revoked': { hears: OWN, fields: DONE },
  'person-disabled': { hears: OWN, fields: DONE },
  'person-enabled': { hears: OWN, fields: DONE },
  'person-kept': { hears: MANAGERS, fields: { person: MANAGERS, known: MANAGERS } },
};

/** Who works here, who plays with a card, and which devices move money. Guests are not in here. */
export const PEOPLE: Office<PeopleBooks, PeopleEvent> = office({
  name: 'people',
  title: 'People',
  streams: 'one',
  version: 2,
  start: { persons: {}, others: {} },
  verbs: PEOPLE_VERBS,
  evolve: evolvePeople,
  entries: () => NO_ENTRIES,
  audience,
  due: dueExclusion,
  subject: ({ person }) => person,
  view: (state, person) => {
    const known = person && knownIn(state, person.id);
    return known && { person: known.person };
  },
  counts: ({ exclusions = {} }) => ({ exclusions: Object.keys(exclusions).length }),
});
