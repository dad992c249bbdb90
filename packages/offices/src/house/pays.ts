import {
  faultInHigherPays,
  type HigherPay,
  NUMBERS,
  RULEBOOK_IDS,
  RULEBOOKS,
  type RulebookId,
  WAGER_IDS,
} from '@boxperson/rules';
import { z } from 'zod';
import type { Audience } from '../audience.js';
import { no, yes } from '../codes.js';
import type { Changes, EventsOf } from '../kit.js';
import { need, verbOf } from '../office.js';
import { manages } from '../posts.js';
import * as text from '../text.js';

// adelaide 6(b): a house may pay more than the list, uniformly. So it is decided once, for all tables of the book.

export interface PaysBodies {
  'pays-decided': PaysDecided & {
    readonly rulebook: RulebookId;
    readonly by: string;
    readonly second: string;
  };
}

/** What the house pays beyond the list, and from when on. */
export interface PaysDecided {
  readonly pays: readonly HigherPay[];
  readonly from: number;
}

/** Absent in books that were kept before there were such things. */
export interface Pays {
  readonly pays?: Readonly<Partial<Record<RulebookId, PaysDecided>>>;
}

const TOTALS_LEAST = 2;
const TOTALS_MOST = 12;
const part = z.number().int().min(1).max(1_000);

const higherPay = z.strictObject({
  wager: z.enum(WAGER_IDS).meta({ title: 'Wager' }),
  number: z.literal(NUMBERS).optional().meta({ title: 'On the number' }),
  total: z.number().int().min(TOTALS_LEAST).max(TOTALS_MOST).optional().meta({ title: 'On the total' }),
  pay: z.tuple([part.meta({ title: 'Wins' }), part.meta({ title: 'For' })]).meta({ title: 'Odds' }),
});

const verb = verbOf<Pays, EventsOf<PaysBodies>>();

/** Never less than the list: the rules say so, entry by entry. */
const raisePays = verb({
  help: 'Pay higher odds than the list at all tables of a book, from a time on',
  clause: 'adelaide 6(b)',
  who: { post: 'manager' },
  second: () => true,
  body: z.strictObject({
    rulebook: z.enum(RULEBOOK_IDS).meta({ title: 'Rulebook' }),
    pays: z.array(higherPay).min(1).max(60).meta({ title: 'Odds' }),
    from: text.instant.meta({ time: true, title: 'From' }),
  }),
  decide: (_state, { by, second, at, body: { rulebook, pays, from } }) => {
    const book = RULEBOOKS[rulebook];
    if (by && !manages(by, rulebook)) return no('not-allowed', `That takes a manager of ${book.title}.`);
    const fault = faultInHigherPays(book, pays);
    if (fault !== null) return no('bad-input', `pays: ${fault}`, { clause: book.money.higherPays.clause });
    if (from < at) return no('bad-input', 'from: say a time that is still to come.');
    const decided = { rulebook, pays: pays as readonly HigherPay[], from };
    return yes([{ event: 'pays-decided' as const, ...decided, by: by?.id ?? '', second: second?.id ?? '' }]);
  },
});

export const PAYS_VERBS = { 'raise-pays': raisePays };

export const paysChanges = <Books extends Pays>(): Changes<Books, PaysBodies> => ({
  'pays-decided': (state, { rulebook, pays, from }) => {
    need(faultInHigherPays(RULEBOOKS[rulebook], pays) === null, 'odds that no house may pay');
    return { ...state, pays: { ...state.pays, [rulebook]: { pays, from } } };
  },
});

const STAFF = ['manager', 'pit-supervisor', 'surveillance'] as const;

export const PAYS_AUDIENCE: Audience<PaysBodies> = {
  'pays-decided': {
    hears: STAFF,
    fields: { rulebook: STAFF, pays: STAFF, from: STAFF, by: STAFF, second: STAFF },
  },
};
