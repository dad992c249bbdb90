import { type Cents, makeDollars } from '@boxperson/rules';
import { z } from 'zod';
import { account } from '../accounts.js';
import type { Audience } from '../audience.js';
import { no, yes } from '../codes.js';
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

/** Up to what play money is filled up, unless the house says otherwise. */
const verb = verbOf<Cage, CageEvent>();

/** Play money for a guest: up to so much in the wallet and no more, however often it is asked for. */
const grant = verb({
  help: 'Fill up the play money of a guest',
  clause: null,
  who: 'house',
  body: z.strictObject({ person: text.id, amount: text.cents, upTo: text.cents.optional() }),
  needs: (_state, { person }) => ({ balances: [account.wallet(person)] }),
  decide: (_state, { body: { person, amount, upTo } }, facts) => {
    const holds = facts.balance(account.wallet(person)) ?? 0;
    if (upTo !== undefined && holds >= upTo)
      return no('used-up', `You have plenty: ${makeDollars(holds)}.`, { nearest: 0 });
    return yes([{ event: 'play-money-granted' as const, person, amount }]);
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
  verbs: { 'grant-play-money': grant },
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
