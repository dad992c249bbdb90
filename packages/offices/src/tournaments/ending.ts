import { type Cents, makeChips } from '@boxperson/rules';
import { z } from 'zod';
import { no, yes } from '../codes.js';
import type { Facts, Needs } from '../facts.js';
import * as text from '../text.js';
import {
  byOf,
  CASHIERS,
  type Decided,
  DIRECTORS,
  NO_ENTRY,
  NO_TERMS,
  type No,
  noBy,
  OWNERS,
  ownerOf,
  PLANNERS,
  running,
  type TournamentVerb,
  verb,
  whyNotDirector,
  whyNotOpen,
} from './acting.js';
import { CONDUCTS } from './events.js';
import { backOf, PAID_ALONE_MOST, whyWrongMoney } from './money.js';
import { goingOn, ordered, type Prize, prizesFor, type Standing } from './placing.js';
import {
  bankOf,
  type Entrant,
  entrantOf,
  lastRound,
  NOTHING_PAID,
  type Round,
  standingsIn,
  type Tournament,
  termsOf,
} from './state.js';
import type { Terms } from './terms.js';

const entry = text.id.meta({ title: 'Entry' });

/** Somebody who still plays, or why there is none. */
function player(state: Tournament, number: string): Entrant | null {
  const found = entrantOf(state, number);
  return found && ['in', 'out'].includes(found.stands) ? found : null;
}

const penalise = verb({
  help: 'Take chips from a player as a penalty',
  clause: 'crown 8.4.8(a)(i)',
  who: DIRECTORS,
  body: z.strictObject({
    entry,
    chips: z.number().int().positive().max(1e12).meta({ title: 'Chips', chips: true }),
    ground: text.line.meta({ title: 'Why' }),
  }),
  decide: (state, asked): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const why = whyNotDirector(state, asked.by);
    if (why) return why;
    if (!player(state, asked.body.entry) || !now.round.players.includes(asked.body.entry)) return NO_ENTRY;
    const most = now.terms.penalties.chips;
    if (asked.body.chips > most)
      return no('above-maximum', `chips: the terms take ${makeChips(most)} at most at once.`, {
        clause: '8.4.8(a)(i)',
        nearest: most,
      });
    return yes([{ event: 'penalised' as const, ...asked.body, by: byOf(asked) }]);
  },
});

function disqualifies(state: Tournament, number: string, ground: string, by: string) {
  const found = entrantOf(state, number) as Entrant;
  const isBack = termsOf(state)?.disqualified.fee === 'returned';
  const back = backOf(found, (paid) => (isBack ? paid : NOTHING_PAID));
  const person = found.person ?? '';
  return { event: 'disqualified' as const, entry: number, person, ground, ...back, by };
}

/** The terms say what follows, the first time and the second (crown 8.4.8(b)(i)–(iii)). */
const noteConduct = verb({
  help: 'Somebody came late, is away or uses a phone: what the terms say follows',
  clause: 'crown 8.4.8(b)',
  who: DIRECTORS,
  body: z.strictObject({ entry, what: z.enum(CONDUCTS).meta({ title: 'What' }) }),
  decide: (state, asked): Decided => {
    const why = whyNotDirector(state, asked.by);
    if (why) return why;
    const terms = termsOf(state);
    const { entry: number, what } = asked.body;
    const found = player(state, number);
    if (!terms || found?.stands !== 'in' || state.rounds.length === 0) return NO_ENTRY;
    const rule = terms[what];
    const follows = (found.noted[what] ?? 0) === 0 ? rule.first : rule.again;
    const chips = follows === 'chips-taken' ? rule.chips : 0;
    const by = byOf(asked);
    const noted = { event: 'conduct-noted' as const, entry: number, what, follows, chips, by };
    return yes(follows === 'disqualified' ? [noted, disqualifies(state, number, what, by)] : [noted]);
  },
});

const disqualify = verb({
  help: 'Disqualify a player',
  clause: 'crown 8.4.8(a)(ii)',
  who: DIRECTORS,
  body: z.strictObject({ entry, ground: text.line.meta({ title: 'Why' }) }),
  decide: (state, asked): Decided => {
    const why = whyNotDirector(state, asked.by);
    if (why) return why;
    const { entry: number, ground } = asked.body;
    if (!player(state, number) || state.rounds.length === 0) return NO_ENTRY;
    return yes([disqualifies(state, number, ground, byOf(asked))]);
  },
});

const retire = verb({
  help: 'Retire from the tournament',
  clause: 'crown 8.4.8(b)(vi)',
  who: OWNERS,
  owner: ownerOf,
  body: z.strictObject({ entry }),
  decide: (state, asked): Decided => {
    const closed = whyNotOpen(state);
    if (closed) return closed;
    if (player(state, asked.body.entry)?.stands !== 'in' || state.rounds.length === 0) return NO_ENTRY;
    return yes([{ event: 'retired' as const, entry: asked.body.entry, by: byOf(asked) }]);
  },
});

function whyNotEnded(round: Round, terms: Terms): No | null {
  const played = round.tables.filter((id) => round.places.some(({ table }) => table === id));
  const open = played.find((id) => !Object.hasOwn(round.ended, id));
  if (open !== undefined) return no('out-of-phase', `Play goes on at ${open}.`);
  // With its last roll a table is counted; when it ends between two, what lies there is worth nothing (R113).
  const isCounted = (id: string) =>
    round.counts[id]?.isClosed ||
    (terms.rounds.by === 'rolls' && round.counts[id]?.roll === terms.rounds.rolls);
  const waits = terms.rounds.layoutAtEnd === 'void' ? played.find((id) => !isCounted(id)) : undefined;
  return waits === undefined
    ? null
    : noBy('8.4.3(a)(i)', `What lies on the layout of ${waits} is void by the terms: count it first.`);
}

/** Who goes on: by the terms, whatever the round. */
export function throughOf(order: readonly Standing[], terms: Terms, kind: Round['kind']): readonly string[] {
  if (kind === 'round') return goingOn(order, terms);
  const alive = order.filter(({ bank }) => bank > 0 || !terms.elimination.noChips);
  return alive.slice(0, terms.repechage?.places ?? 0).map((one) => one.player);
}

const cut = verb({
  help: 'Make the cut: who goes on from the round, and who is out',
  clause: 'crown 8.4.5(a)',
  who: DIRECTORS,
  body: z.strictObject({}),
  decide: (state, asked): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const why = whyNotDirector(state, asked.by) ?? whyNotEnded(now.round, now.terms);
    if (why) return why;
    const order = ordered(standingsIn(state, now.round), now.terms.winners.ties, now.round.seed as string);
    const through = throughOf(order, now.terms, now.round.kind);
    const out = order.map((one) => one.player).filter((one) => !through.includes(one));
    return yes([{ event: 'cut-made' as const, round: now.at, order, through, out, by: byOf(asked) }]);
  },
  answer: (_state, [event]) =>
    event?.event === 'cut-made' ? { through: event.through, out: event.out } : {},
});

const undoCut = verb({
  help: 'Undo a wrong cut',
  clause: 'crown 8.4.8(h)',
  who: DIRECTORS,
  body: z.strictObject({ reason: text.reason.meta({ title: 'Why' }) }),
  decide: (state, asked): Decided => {
    const why = whyNotDirector(state, asked.by);
    if (why) return why;
    const round = lastRound(state);
    if (round?.phase !== 'cut') return no('out-of-phase', 'The last thing done was no cut.');
    const back = round.out.find((one) => entrantOf(state, one)?.stands === 'in');
    if (back !== undefined)
      return noBy('8.4.3(a)(iv)', `Entry ${back} has bought back since: that is not undone with the cut.`);
    const left = round.order.find((one) => !player(state, one.player));
    if (left) return no('not-eligible', `Entry ${left.player} has left since the cut.`);
    const { reason } = asked.body;
    return yes([{ event: 'cut-undone' as const, round: state.rounds.length, reason, by: byOf(asked) }]);
  },
});

/** Who went out last is placed before who went out earlier; who left is behind all of their round (R77). */
export function placesOf(state: Tournament): readonly string[] {
  const { rounds } = state;
  const last = rounds.at(-1) as Round;
  const places = last.order.map((one) => one.player);
  for (let at = rounds.length; at >= 1; at -= 1) {
    const round = rounds[at - 1] as Round;
    const outHere = round.order
      .map((one) => one.player)
      .filter((one) => entrantOf(state, one)?.stands === 'out' && entrantOf(state, one)?.outAt === at);
    const leftHere = Object.keys(state.entries).filter(
      (one) => isLeft(state, one) && entrantOf(state, one)?.outAt === at,
    );
    places.push(...[...outHere, ...leftHere].filter((one) => !places.includes(one)));
  }
  return places;
}

const isLeft = (state: Tournament, one: string): boolean =>
  ['retired', 'disqualified'].includes(entrantOf(state, one)?.stands ?? '');

/** crown 8.4.8(b)(v): whoever is disqualified has no place that wins. */
const placedLast = (state: Tournament, places: readonly string[]): readonly string[] => {
  const isOut = (one: string) => entrantOf(state, one)?.stands === 'disqualified';
  return [...places.filter((one) => !isOut(one)), ...places.filter(isOut)];
};

export interface Purse {
  readonly pool: Cents;
  readonly added: Cents;
  readonly kept: Cents;
}

/** The pool of the terms from what was paid (crown 8.4.7(a)). */
export function purseOf(terms: Terms, paidIn: Cents): Purse {
  const share = Math.floor((paidIn * terms.pool.share) / 100);
  const pool = Math.max(share, terms.pool.guaranteed);
  return { pool, added: Math.max(0, pool - paidIn), kept: Math.max(0, paidIn - pool) };
}

const mayWin = (state: Tournament) => (one: string) => {
  const found = entrantOf(state, one);
  return found?.staff === true || found?.stands === 'disqualified';
};

/** Is the last round over, and was it the last? */
function whyNotFinal(state: Tournament, terms: Terms): No | null {
  const round = lastRound(state);
  if (round?.phase !== 'cut') return no('out-of-phase', 'Make the cut of the last round first.');
  const isLast =
    round.kind === 'round' &&
    (round.tables.length === 1 ||
      state.rounds.filter(({ kind }) => kind === 'round').length >= terms.rounds.most);
  const left = Object.values(state.entries).filter(({ stands }) => stands === 'in').length;
  return isLast || left < 2
    ? null
    : noBy('8.4.6(a)', 'That was not the last round: all who are left play at one table in it.');
}

const finish = verb({
  help: 'Place everybody and share the prize pool out',
  clause: 'crown 8.4.6(a)',
  who: DIRECTORS,
  body: z.strictObject({}),
  decide: (state, asked): Decided => {
    const why = whyNotDirector(state, asked.by);
    if (why) return why;
    const terms = termsOf(state);
    if (!terms) return NO_TERMS;
    const unfit = whyNotFinal(state, terms);
    if (unfit) return unfit;
    const places = placedLast(state, placesOf(state));
    const { pool, added, kept } = purseOf(terms, state.pool);
    const prizes: readonly Prize[] = prizesFor(places, mayWin(state), pool, terms.distribution).filter(
      ({ amount }) => amount > 0,
    );
    return yes([{ event: 'finished' as const, places, prizes, pool, added, kept, by: byOf(asked) }]);
  },
  answer: (_state, [event]) =>
    event?.event === 'finished' ? { places: event.places, prizes: event.prizes } : {},
});

/** Whom an entry pays: of which kind they are says which money is theirs. */
const paidTo = (state: Tournament, body: { readonly entry: string }): Needs => {
  const person = ownerOf(state, body);
  return person === null ? {} : { persons: [person] };
};

/** Books of an earlier version let people in whose money is another: what they won is not paid in it. */
function whyNotPaid(terms: Terms, person: string, facts: Facts): No | null {
  const found = facts.person(person);
  return found && whyWrongMoney(terms, found);
}

interface Entry {
  readonly entry: string;
}

const prizeOf = ({ prizes }: Tournament, { entry: number }: Entry): Cents =>
  prizes.find(({ player }) => player === number)?.amount ?? 0;

/** The last round that an entry played. */
const roundOf = ({ rounds }: Tournament, { entry: number }: Entry): Round | undefined =>
  rounds.findLast(({ players }) => players.includes(number));

/** What the chips that an entry was left with are worth by the terms. */
function cashOf(state: Tournament, body: Entry): Cents {
  const [terms, round] = [termsOf(state), roundOf(state, body)];
  return terms && round ? worthOfChips(terms, bankOf(round, body.entry)) : 0;
}

/** More than one person pays alone; play money buys nothing. */
const isMuch = (state: Tournament, amount: Cents): boolean =>
  termsOf(state)?.fees.money === 'real' && amount > PAID_ALONE_MOST;

const payPrize = verb({
  help: 'Pay a prize to its winner; two people where it is more than $10,000',
  clause: 'crown 8.4.7(b)',
  who: CASHIERS,
  second: (state, body) => isMuch(state, prizeOf(state, body)),
  money: prizeOf,
  body: z.strictObject({ entry }),
  needs: paidTo,
  decide: (state, asked, facts): Decided => {
    const { entry: number } = asked.body;
    const terms = termsOf(state);
    const prize = state.prizes.find((one) => one.player === number);
    const person = entrantOf(state, number)?.person;
    if (!terms || state.stage !== 'over' || !prize || person === undefined)
      return noBy('8.4.7(b)', 'entry: there is no prize for that entry.', 'not-found');
    if (state.paid.includes(number)) return no('used-up', 'That prize was paid already.');
    const why = whyNotPaid(terms, person, facts);
    if (why) return why;
    return yes([
      { event: 'prize-paid' as const, entry: number, person, amount: prize.amount, by: byOf(asked) },
    ]);
  },
  answer: (_state, [event]) => (event?.event === 'prize-paid' ? { amount: event.amount } : {}),
});

/** Cents of money for so many chips, by the terms; rounded down to whole cents. */
export const worthOfChips = ({ chipsAfter }: Terms, chips: Cents): Cents =>
  Math.floor(chips / 100) * chipsAfter.centsPerDollar;

const cashChips = verb({
  help: 'Cash the tournament chips of a player, where the terms give them a value; two people above $10,000',
  clause: 'crown 8.4.3(c)',
  who: CASHIERS,
  second: (state, body) => isMuch(state, cashOf(state, body)),
  money: cashOf,
  body: z.strictObject({ entry }),
  needs: paidTo,
  decide: (state, asked, facts): Decided => {
    const terms = termsOf(state);
    const { entry: number } = asked.body;
    const person = entrantOf(state, number)?.person;
    const round = roundOf(state, asked.body);
    if (!terms || state.stage !== 'over' || person === undefined || !round) return NO_ENTRY;
    if (terms.chipsAfter.centsPerDollar === 0)
      return noBy('8.4.3(c)', 'By the terms these chips have no value: they are handed in.');
    if (mayWin(state)(number)) return noBy('8.4.2(a)(v)', 'Staff, and who was disqualified, win nothing.');
    if (state.cashed.includes(number)) return no('used-up', 'Their chips were cashed already.');
    const why = whyNotPaid(terms, person, facts);
    if (why) return why;
    const [chips, amount] = [bankOf(round, number), cashOf(state, asked.body)];
    if (amount === 0) return no('nothing-to-do', 'They have no chips.');
    const cashed = { event: 'chips-cashed' as const, entry: number, person, chips, amount };
    return yes([{ ...cashed, by: byOf(asked) }]);
  },
});

const publishResults = verb({
  help: 'Publish the results',
  clause: 'crown 8.4.6(a)',
  who: PLANNERS,
  body: z.strictObject({}),
  decide: (state, asked): Decided => {
    if (state.stage !== 'over') return no('out-of-phase', 'There are no results yet.');
    if (state.isPublished) return no('nothing-to-do', 'The results are published.');
    return yes([{ event: 'results-published' as const, by: byOf(asked) }]);
  },
});

export const ENDING: Readonly<Record<string, TournamentVerb>> = {
  penalise,
  'note-conduct': noteConduct,
  disqualify,
  retire,
  cut,
  'undo-cut': undoCut,
  finish,
  'pay-prize': payPrize,
  'cash-chips': cashChips,
  'publish-results': publishResults,
};
