import { type Cents, makeDollars } from '@boxperson/rules';
import { z } from 'zod';
import { account } from '../accounts.js';
import type { Audience } from '../audience.js';
import { no, yes } from '../codes.js';
import type { FloorFact } from '../house/house.js';
import { type EventsOf, evolveBy } from '../kit.js';
import { need, type Office, office, verbOf } from '../office.js';
import { transfer } from '../postings.js';
import * as text from '../text.js';

interface Bodies {
  'play-money-granted': { readonly person: string; readonly amount: Cents };
}
export type CageEvent = EventsOf<Bodies>;

export interface Cage {
  /** Play money given out so far. */
  readonly granted: Cents;
}

const OWN = ['subject', 'cashier', 'manager', 'surveillance'] as const;
const audience: Audience<Bodies> = {
  'play-money-granted': { hears: OWN, fields: { person: OWN, amount: OWN } },
};

const verb = verbOf<Cage, CageEvent>();

const grant = verb({
  help: 'Give somebody play money',
  clause: null,
  who: 'house',
  body: z.strictObject({ person: text.id, amount: text.cents }),
  decide: (_state, { body }) => yes([{ event: 'play-money-granted' as const, ...body }]),
});

/** Only for a guest who ran low: however often it is asked for, the wallet is looked at first. */
const more = verb({
  help: 'More play money for a guest who ran low',
  clause: null,
  who: 'players',
  body: z.strictObject({}),
  needs: (_state, _body, by) => ({ balances: by ? [account.wallet(by.id)] : [], books: ['floor'] }),
  decide: (_state, { by }, facts) => {
    if (by?.kind !== 'guest') return no('not-allowed', 'Play money is for guests.');
    const { playMoney } = facts.books<FloorFact>('floor') ?? { playMoney: 0 };
    const holds = facts.balance(account.wallet(by.id)) ?? 0;
    if (holds >= playMoney) return no('used-up', `You have plenty: ${makeDollars(holds)}.`);
    return yes([{ event: 'play-money-granted' as const, person: by.id, amount: playMoney }]);
  },
  answer: (_state, [event]) => ({ amount: event?.amount ?? 0 }),
});

/** The cage: money between the house and the world outside. */
export const CAGE: Office<Cage, CageEvent> = office({
  name: 'cage',
  title: 'Cage',
  streams: 'one',
  version: 1,
  start: { granted: 0 },
  verbs: { 'grant-play-money': grant, 'more-play-money': more },
  evolve: evolveBy<Cage, Bodies>({
    'play-money-granted': ({ granted }, { amount, person }) => {
      need(Number.isSafeInteger(amount) && amount > 0, 'amount is not a positive number of cents');
      need(typeof person === 'string' && person !== '', 'person is not a text');
      return { granted: granted + amount };
    },
  }),
  entries: (_before, { event, person, amount }) => [
    transfer(event, account.play, account.wallet(person), amount),
  ],
  audience,
  subject: ({ person }) => person,
});
