import { z } from 'zod';
import { no, type Refused, yes } from '../codes.js';
import type { Facts } from '../facts.js';
import { exclusionInWords } from '../people/exclusions.js';
import type { Person } from '../person.js';
import * as text from '../text.js';
import { tellTime } from '../time.js';
import {
  byHand,
  byOf,
  type Decided,
  desk,
  keptOut,
  managers,
  PEOPLE_LIST,
  refused,
  verb,
  whyDoubtful,
  whyIneligible,
  whyNotAt,
} from './asking.js';
import { hashList } from './draw.js';
import { inParts } from './parts.js';
import {
  type Earnt,
  earnedKey,
  entriesOf,
  listOf,
  type Promotion,
  rulesOf,
  termsOf,
  undoneBy,
} from './state.js';
import { FREEZE_AFTER_MS } from './terms.js';

const nextEntry = ({ entries }: Promotion): string => `E-${entries.count + 1}`;

const ownOf = ({ entrants }: Promotion, person: string): number => inParts(entrants, person)?.standing ?? 0;

/** Closed at that very moment, whether the clock has spoken or not. */
function whyClosed(state: Promotion, at: number): Refused | null {
  const { closesAt } = termsOf(state);
  if (closesAt === null || at < closesAt) return null;
  const clause = rulesOf(state).items[5]?.clause ?? null;
  return no('not-eligible', `Entries closed at ${tellTime(closesAt)}.`, { clause }).refused;
}

function whyFull(state: Promotion, person: string): Refused | null {
  const { most } = termsOf(state);
  return ownOf(state, person) < most
    ? null
    : no('used-up', `${most} entries each are the most.`, { clause: rulesOf(state).items[2]?.clause ?? null })
        .refused;
}

const whyNotEnter = (state: Promotion, person: Person | null, at: number, facts: Facts): Refused | null =>
  whyNotAt(state, 'running') ??
  whyDoubtful(state) ??
  whyClosed(state, at) ??
  whyIneligible(state, person, facts) ??
  whyFull(state, person?.id ?? '');

const enter = byHand({
  help: 'Enter by form',
  clause: 'star 10.7.3',
  who: 'players',
  often: { mine: 30, all: 3_000, ms: 60_000 },
  body: z.strictObject({}),
  needs: () => ({ books: [PEOPLE_LIST] }),
  decide: (state, { by, at }, facts): Decided => {
    const why = whyNotEnter(state, by, at, facts);
    if (why) return refused(why);
    if (!termsOf(state).byForm) return no('not-eligible', 'Entries to this promotion are earned by play.');
    return yes([
      { event: 'entered' as const, entry: nextEntry(state), person: by?.id ?? '', how: 'form' as const },
    ]);
  },
  answer: (_state, [event]) => (event?.event === 'entered' ? { entry: event.entry } : {}),
});

/** By hand it takes a reason, and the name of whoever gave it. */
const enterFor = byHand({
  help: 'Enter somebody by hand, with a reason',
  clause: 'star 10.7.3',
  who: desk,
  body: z.strictObject({ person: text.id.meta({ title: 'Person', of: 'person' }), reason: text.reason }),
  needs: (_state, { person }) => ({ persons: [person], books: [PEOPLE_LIST] }),
  decide: (state, asked, facts): Decided => {
    const { person, reason } = asked.body;
    const why = whyNotEnter(state, facts.person(person), asked.at, facts);
    if (why) return refused(why);
    return yes([
      {
        event: 'entered' as const,
        entry: nextEntry(state),
        person,
        how: 'hand' as const,
        reason,
        by: byOf(asked),
      },
    ]);
  },
  answer: (_state, [event]) => (event?.event === 'entered' ? { entry: event.entry } : {}),
});

/** What was earned in time counts although it is heard of later, as long as the list is not frozen. */
function whyNotEarnt(state: Promotion, { rule, nth, earnedAt }: Earnt, person: string): Refused | null {
  const { rules, startsAt } = termsOf(state);
  const known = rules.find(({ id }) => id === rule);
  if (!known) return no('not-found', `rule: there is no rule ${rule}.`).refused;
  if (nth <= (inParts(state.earned, earnedKey(rule, person)) ?? 0))
    return no('taken', 'That is on record already.').refused;
  if (nth - undoneBy(state, rule, person) > known.most)
    return no('used-up', `rule: ${known.most} are the most by ${rule}.`).refused;
  if (earnedAt < (startsAt ?? 0)) return no('not-eligible', 'earnedAt: that was before the start.').refused;
  return whyClosed(state, earnedAt);
}

const earn = verb({
  help: 'Enter somebody for what they played',
  clause: 'star 10.7.4',
  who: 'house',
  body: z.strictObject({
    person: text.id,
    rule: text.id,
    nth: z.number().int().positive(),
    earnedAt: text.instant,
    events: z.array(z.number().int().positive()).min(1).max(10_000),
  }),
  needs: (_state, { person }) => ({ persons: [person], books: [PEOPLE_LIST] }),
  decide: (state, { body: { person, ...earnt } }, facts): Decided => {
    const why =
      whyNotAt(state, 'running') ??
      whyNotEarnt(state, earnt, person) ??
      whyIneligible(state, facts.person(person), facts) ??
      whyFull(state, person);
    if (why) return refused(why);
    return yes([{ event: 'entered' as const, entry: nextEntry(state), person, how: 'play' as const, earnt }]);
  },
});

/** What it was earned by was invalidated after it had counted: the house strikes it itself (R123). */
const unearn = verb({
  help: 'Strike an entry that was earned by an outcome that is invalid',
  clause: 'star 10.7.4',
  who: 'house',
  body: z.strictObject({
    person: text.id,
    rule: text.id,
    nth: z.number().int().positive(),
    undone: z.number().int().positive(),
  }),
  decide: (state, { body: { person, rule, nth, undone } }): Decided => {
    const why = whyNotAt(state, 'running');
    if (why) return refused(why);
    const found = entriesOf(state).find(
      ([, { person: of, earnt }]) => of === person && earnt?.rule === rule && earnt.nth === nth,
    );
    if (!found) return no('not-found', 'nth: no such entry was given.');
    const [entry, { struck }] = found;
    if (struck !== undefined) return no('taken', 'That entry does not stand.');
    const reason = `An outcome that counted for it was invalidated (place ${undone} in the record).`;
    return yes([{ event: 'entry-struck' as const, entry, person, reason, undone, by: 'house' }]);
  },
});

const strike = byHand({
  help: 'Strike an entry that does not qualify',
  clause: 'star 10.7.3',
  who: managers,
  body: z.strictObject({ entry: text.id.meta({ title: 'Entry, like E-17' }), reason: text.reason }),
  decide: (state, asked): Decided => {
    const { entry, reason } = asked.body;
    const why = whyNotAt(state, 'running');
    if (why) return refused(why);
    const one = inParts(state.entries, entry);
    if (!one || one.struck !== undefined) return no('not-found', 'entry: no such entry stands.');
    return yes([{ event: 'entry-struck' as const, entry, person: one.person, reason, by: byOf(asked) }]);
  },
});

/** Entries that stand although whoever they are of is kept out by now: the house strikes them itself (R120). */
const struckNow = (state: Promotion, facts: Facts) =>
  entriesOf(state).flatMap(([entry, { person, struck }]) => {
    const found = struck === undefined ? keptOut(state, person, facts) : null;
    const reason = found && exclusionInWords(found);
    return reason ? [{ event: 'entry-struck' as const, entry, person, reason, by: 'house' }] : [];
  });

/** The list as it will be drawn from, and its hash for everybody (R89). */
const freeze = verb({
  help: 'Freeze the list of entries',
  clause: 'star 10.7.6',
  who: 'house',
  body: z.strictObject({}),
  needs: () => ({ books: [PEOPLE_LIST] }),
  decide: (state, { at }, facts): Decided => {
    const why = whyNotAt(state, 'running') ?? whyDoubtful(state);
    if (why) return refused(why);
    const { closesAt } = termsOf(state);
    if (closesAt === null || at < closesAt + FREEZE_AFTER_MS) return no('not-eligible', 'Entries are open.');
    const struck = struckNow(state, facts);
    const out = new Set(struck.map(({ entry }) => entry));
    const list = listOf(state).filter(([entry]) => !out.has(entry));
    return yes([...struck, { event: 'frozen' as const, list, hash: hashList(list) }]);
  },
});

export const ENTRY_VERBS = { enter, 'enter-for': enterFor, earn, unearn, strike, freeze };
