import { z } from 'zod';
import { no, type Refused, yes } from '../codes.js';
import type { Facts } from '../facts.js';
import { exclusionInWords } from '../people/exclusions.js';
import { handNeeds, whyNotOther } from '../people/two.js';
import { holdsPost } from '../posts.js';
import * as text from '../text.js';
import {
  byHand,
  byOf,
  type Decided,
  type Happened,
  isScrutinised,
  keptOut,
  managers,
  PEOPLE_LIST,
  refused,
  scrutineers,
  verb,
  whyDoubtful,
  whyNotAt,
} from './asking.js';
import {
  type Contribution,
  type DrawInput,
  type DrawResult,
  drawFrom,
  hashResult,
  sealOf,
  timeOfCheckpoint,
} from './draw.js';
import { entryIn, type Promotion, rulesOf, termsOf } from './state.js';
import { OPEN_LIST_MS, promisedIn } from './terms.js';

/** More words than these add nothing but length. */
const SEALS_MOST = 100;
/** So long those who sealed a word have to open it. */
export const OPEN_WORDS_MS = 60_000;

const seal = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of your word, 64 hexadecimal digits')
  .meta({ title: 'SHA-256 of your word' });

const nominate = byHand({
  help: 'Nominate the scrutineer of the draw',
  clause: 'star 10.2',
  who: managers,
  body: z.strictObject({ scrutineer: text.id.meta({ title: 'Scrutineer', of: 'person' }) }),
  needs: (_state, { scrutineer }) => handNeeds([scrutineer]),
  decide: (state, asked, facts): Decided => {
    const { scrutineer } = asked.body;
    const why = whyNotAt(state, 'draft', 'submitted', 'running', 'frozen');
    if (why) return refused(why);
    const person = facts.person(scrutineer);
    if (!person || !holdsPost(person, 'scrutineer', null))
      return no('not-eligible', 'scrutineer: that takes somebody who holds the post of a scrutineer.', {
        clause: rulesOf(state).scrutineerAbove.clause,
      });
    // Else one and the same would run the draw and sign for it.
    const one = whyNotOther([scrutineer], asked, facts, promisedIn(rulesOf(state), termsOf(state)));
    if (one !== null) return no('second-person', `scrutineer: ${one}`);
    if (state.scrutineer === scrutineer) return no('taken', 'They are nominated already.');
    return yes([{ event: 'scrutineer-nominated' as const, scrutineer, by: byOf(asked) }]);
  },
});

const whyNotScrutineer = (state: Promotion, by: string): Refused | null =>
  state.scrutineer === by
    ? null
    : no('not-allowed', 'That is for the scrutineer who was nominated for this draw.', {
        clause: rulesOf(state).scrutineerAbove.clause,
      }).refused;

/** For the list as it is frozen, with a word of their own that nobody can know yet. */
const signBefore = byHand({
  help: 'Sign for the frozen list, and seal a word for the draw',
  clause: 'star 10.2',
  who: scrutineers,
  body: z.strictObject({ hash: seal.meta({ title: 'Hash of the list' }), seal }),
  decide: (state, asked): Decided => {
    const by = byOf(asked);
    const why = whyNotAt(state, 'frozen') ?? whyNotScrutineer(state, by) ?? whyDoubtful(state);
    if (why) return refused(why);
    if (state.signed.before) return no('used-up', 'You have signed for the list.');
    if (asked.body.hash !== state.frozen?.hash)
      return no('bad-input', `hash: the list that is frozen has the hash ${state.frozen?.hash}.`);
    const mine = state.seals.some(({ person }) => person === by);
    return yes([
      { event: 'scrutinised' as const, when: 'before' as const, over: asked.body.hash, by },
      ...(mine ? [] : [{ event: 'sealed' as const, person: by, seal: asked.body.seal }]),
    ]);
  },
});

const sealWord = byHand({
  help: 'Seal a word of yours for the draw',
  clause: null,
  who: 'players',
  often: { mine: 10, all: 1_000, ms: 60_000 },
  body: z.strictObject({ seal }),
  decide: (state, asked): Decided => {
    const by = byOf(asked);
    const why = whyNotAt(state, 'running', 'frozen') ?? whyDoubtful(state);
    if (why) return refused(why);
    if (state.seals.some(({ person }) => person === by)) return no('used-up', 'You have sealed a word.');
    if (state.seals.length >= SEALS_MOST) return no('used-up', `${SEALS_MOST} words are enough for a draw.`);
    return yes([{ event: 'sealed' as const, person: by, seal: asked.body.seal }]);
  },
});

/** The moment from which the first checkpoint counts: nobody knows it yet (R89). */
const call = verb({
  help: 'Call the draw at its time',
  clause: 'star 10.7.7',
  who: 'house',
  body: z.strictObject({}),
  decide: (state, { at }): Decided => {
    const why = whyNotAt(state, 'frozen') ?? whyDoubtful(state);
    if (why) return refused(why);
    if (at < callableAt(state)) return no('not-eligible', 'Its time has not come.');
    if (isScrutinised(state) && !state.signed.before)
      return no('not-eligible', 'The scrutineer signs for the list first.', {
        clause: rulesOf(state).scrutineerAbove.clause,
      });
    return yes([{ event: 'called' as const, hash: state.frozen?.hash ?? '' }]);
  },
});

export const callableAt = (state: Promotion): number =>
  Math.max(termsOf(state).drawAt ?? 0, (state.frozen?.at ?? 0) + OPEN_LIST_MS);

const openSeal = byHand({
  help: 'Open the word that you sealed',
  clause: null,
  who: { either: ['players', scrutineers] },
  body: z.strictObject({ word: text.line.meta({ title: 'Your word' }) }),
  decide: (state, asked): Decided => {
    const why = whyNotAt(state, 'called');
    if (why) return refused(why);
    const by = byOf(asked);
    const mine = state.seals.find(({ person }) => person === by);
    if (!mine) return no('not-found', 'You have sealed no word for this draw.');
    if (mine.word !== null) return no('used-up', 'Your word is open.');
    const { word } = asked.body;
    if (sealOf(word) !== mine.seal) return no('does-not-match', 'word: that is not what you sealed.');
    return yes([{ event: 'unsealed' as const, person: by, seal: mine.seal, word }]);
  },
});

/** Whose word is still to come. The scrutineer's is waited for; others' for a while. */
function whyWait(state: Promotion, at: number): Refused | null {
  const shut = state.seals.filter(({ word }) => word === null);
  if (shut.some(({ person }) => person === state.scrutineer))
    return no('not-eligible', 'The scrutineer opens their word first.', {
      clause: rulesOf(state).scrutineerAbove.clause,
    }).refused;
  const until = (state.calledAt ?? 0) + OPEN_WORDS_MS;
  if (shut.length === 0 || at >= until) return null;
  const retryAfter = Math.ceil((until - at) / 1_000);
  return no('not-eligible', `${shut.length} words are not open yet: wait ${retryAfter} seconds.`, {
    retryAfter,
  }).refused;
}

/** The first signed checkpoint from a moment on. */
export const checkpointSince = (at: number): string => `checkpoint/${at}`;

/** All that the result follows from, as it stands. */
export function inputOf(
  state: Promotion,
  checkpoint: string,
  contributions: readonly Contribution[],
): DrawInput {
  const { prizes, reserves, onePrizeEach } = termsOf(state);
  return {
    promotion: state.id,
    list: state.frozen?.list ?? [],
    checkpoint,
    contributions,
    prizes: prizes.map(({ id, count }) => ({ prize: id, count })),
    reserves,
    onePrizeEach,
  };
}

/** An award that an entry holds by now, and the reserves that are left: used up one after another. */
interface Holding {
  readonly award: string;
  readonly entry: string | null;
  readonly reserves: string[];
}

/** Whoever was kept out since the list was frozen wins nothing: the next reserve comes in at once (R120). */
export function passedOver(
  state: Promotion,
  { award, entry, reserves }: Holding,
  by: string,
  facts: Facts,
): readonly Happened[] {
  const person = entry === null ? null : entryIn(state, entry).person;
  const found = person === null ? null : keptOut(state, person, facts);
  if (person === null || !found) return [];
  const to = reserves.shift() ?? null;
  const note = exclusionInWords(found);
  const passed = { event: 'award-passed' as const, award, person, to, why: 'ineligible' as const, note, by };
  return [passed, ...passedOver(state, { award, entry: to, reserves }, by, facts)];
}

function allPassedOver(state: Promotion, { picked }: DrawResult, by: string, facts: Facts) {
  const reserves = picked.filter(({ prize }) => prize === null).map(({ entry }) => entry);
  const won = picked.filter(({ prize }) => prize !== null);
  return won.flatMap(({ entry }, n) =>
    passedOver(state, { award: `A-${n + 1}`, entry, reserves }, by, facts),
  );
}

const draw = byHand({
  help: 'Draw: whatever comes of it was decided when the checkpoint was signed',
  clause: 'star 10.7.1',
  who: { either: [managers, scrutineers] },
  body: z.strictObject({}),
  needs: ({ calledAt }) => ({
    books: [PEOPLE_LIST, ...(calledAt === null ? [] : [checkpointSince(calledAt)])],
  }),
  decide: (state, asked, facts): Decided => {
    const why = whyNotAt(state, 'called') ?? whyDoubtful(state) ?? whyWait(state, asked.at);
    if (why) return refused(why);
    const calledAt = state.calledAt ?? 0;
    const checkpoint = facts.books<string>(checkpointSince(calledAt));
    const signed = checkpoint === null ? null : timeOfCheckpoint(checkpoint);
    if (checkpoint === null || signed === null || signed < calledAt)
      return no(
        'unavailable',
        'The checkpoint that the draw waits for is not signed yet: ask again in a while.',
        {
          retryAfter: 10,
        },
      );
    const contributions = state.seals.map(({ seal: sealed, word }) => ({ seal: sealed, word }));
    const result = drawFrom(inputOf(state, checkpoint, contributions));
    const by = byOf(asked);
    return yes([
      { event: 'drawn' as const, checkpoint, contributions, result, by },
      ...allPassedOver(state, result, by, facts),
    ]);
  },
});

const signAfter = byHand({
  help: 'Sign for what was drawn',
  clause: 'star 10.2',
  who: scrutineers,
  body: z.strictObject({ hash: seal.meta({ title: 'Hash of the result' }) }),
  decide: (state, asked): Decided => {
    const by = byOf(asked);
    const why = whyNotAt(state, 'drawn') ?? whyNotScrutineer(state, by);
    if (why) return refused(why);
    if (state.signed.after) return no('used-up', 'You have signed for the result.');
    const over = state.draw && hashResult(state.draw.result);
    if (asked.body.hash !== over) return no('bad-input', `hash: what was drawn has the hash ${over}.`);
    return yes([{ event: 'scrutinised' as const, when: 'after' as const, over: asked.body.hash, by }]);
  },
});

/** Why nobody is told, claims or is paid yet; null when they may. */
export const whyUnsigned = (state: Promotion): Refused | null =>
  !isScrutinised(state) || state.signed.after
    ? null
    : no('not-eligible', 'The scrutineer signs for the draw first.', {
        clause: rulesOf(state).scrutineerAbove.clause,
      }).refused;

const publish = byHand({
  help: 'Make the results public as the terms say',
  clause: 'star 10.7.10',
  who: managers,
  body: z.strictObject({ where: text.reason.meta({ title: 'Where' }) }),
  decide: (state, asked): Decided => {
    const why = whyNotAt(state, 'drawn') ?? whyUnsigned(state) ?? whyDoubtful(state);
    if (why) return refused(why);
    if (state.published) return no('used-up', 'The results are public.');
    return yes([{ event: 'published' as const, where: asked.body.where, by: byOf(asked) }]);
  },
});

export const DRAW_VERBS = {
  nominate,
  'sign-before': signBefore,
  seal: sealWord,
  call,
  'open-seal': openSeal,
  draw,
  'sign-after': signAfter,
  publish,
};
