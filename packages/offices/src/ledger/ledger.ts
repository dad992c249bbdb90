import type { Cents } from '@boxperson/rules';
import { z } from 'zod';
import { account } from '../accounts.js';
import type { Audience } from '../audience.js';
import { no, type Refused, yes } from '../codes.js';
import type { Facts } from '../facts.js';
import { type EventsOf, evolveBy } from '../kit.js';
import { need, type Office, office, verbOf } from '../office.js';
import { isGuarded, transfer } from '../postings.js';
import * as text from '../text.js';
import { hasPlayMoney } from './play-money.js';

interface Bodies {
  'ledger-corrected': {
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly amount: Cents;
    readonly reason: string;
    readonly by: string;
    readonly confirmedBy: string;
    /** When it was proposed. */
    readonly proposedAt?: number;
  };
}
export type LedgerEvent = EventsOf<Bodies>;

export interface Corrections {
  readonly made: number;
}

const SEERS = ['manager', 'cashier', 'surveillance'] as const;
const audience: Audience<Bodies> = {
  'ledger-corrected': {
    hears: SEERS,
    fields: {
      id: SEERS,
      from: SEERS,
      to: SEERS,
      amount: SEERS,
      reason: SEERS,
      by: SEERS,
      confirmedBy: SEERS,
      proposedAt: SEERS,
    },
  },
};

/** Accounts that belong to nobody and no table. */
export const HOUSE_ACCOUNTS: readonly string[] = [
  account.play,
  account.cashIn,
  account.cashOut,
  account.corrections,
  account.overShort,
];
/** Money at a table is in its record, which the ledger follows: it is corrected there, by the rules. */
const TABLE_ACCOUNT = /^(player\/at|escrow|float|commission|chips|drop|vouchers)\//;
const WALLET = account.wallet('');
const accountName = text.account.meta({ of: 'account' });

const holderOf = (name: string): string | null =>
  name.startsWith(WALLET) && !TABLE_ACCOUNT.test(name) ? name.slice(WALLET.length) : null;

/** Why an account cannot be corrected; null when it can. */
function faultInAccount(field: 'from' | 'to', name: string, facts: Facts): Refused | null {
  if (TABLE_ACCOUNT.test(name))
    return {
      code: 'bad-input',
      clause: null,
      message: `${field}: money at a table is corrected at the table, by its rules; wait until it has left`,
    };
  const holder = holderOf(name);
  if (HOUSE_ACCOUNTS.includes(name) || (holder !== null && facts.person(holder))) return null;
  const known = [`${WALLET}… with the id of a person`, ...HOUSE_ACCOUNTS].join(', ');
  const message = `${field}: there is no account ${JSON.stringify(name)}; there are ${known}`;
  return { code: 'bad-input', clause: null, message };
}

const isOfPlayMoney = (name: string, facts: Facts): boolean => {
  const holder = holderOf(name);
  return holder === null ? name === account.play : hasPlayMoney(holder, facts);
};

/** Play money is worth nothing: a correction that mixed it with the other would make money of it, or of money nothing. */
function faultInKinds(from: string, to: string, facts: Facts): Refused | null {
  const isPlay = isOfPlayMoney(from, facts);
  if (isPlay === isOfPlayMoney(to, facts)) return null;
  const [play, real] = isPlay ? [from, to] : [to, from];
  const message = `to: ${play} holds play money and ${real} does not: play money stays play money.`;
  return { code: 'not-eligible', clause: null, message };
}

const verb = verbOf<Corrections, LedgerEvent>();

/** Nothing is ever changed: a new balanced entry says what was wrong. One manager proposes, another confirms. */
const correct = verb({
  help: 'Correct the ledger: so much from one account to another, because something was wrong',
  clause: null,
  who: { post: 'manager' },
  body: z.strictObject({
    from: accountName.meta({ title: 'From account' }),
    to: accountName.meta({ title: 'To account' }),
    amount: text.cents,
    reason: text.reason,
  }),
  second: () => true,
  needs: (_state, { from, to }) => ({
    balances: [from],
    persons: [from, to].flatMap((name) => holderOf(name) ?? []),
  }),
  decide: (_state, { by, second, fresh, body }, facts) => {
    if (!by || !second) return no('second-person', 'It takes two people.');
    const { from, to, amount } = body;
    if (from === to) return no('bad-input', 'to: must be another account than from');
    const fault =
      faultInAccount('from', from, facts) ?? faultInAccount('to', to, facts) ?? faultInKinds(from, to, facts);
    if (fault) return { ok: false, refused: fault };
    const holds = facts.balance(from) ?? 0;
    if (isGuarded(from) && holds < amount)
      return no('insufficient', `from: ${from} does not hold that much.`, { nearest: holds });
    const people = { by: by.id, confirmedBy: second.id };
    return yes([{ event: 'ledger-corrected' as const, id: fresh, ...body, ...people }]);
  },
  answer: (_state, [event]) => ({ id: event?.id ?? '', confirmedBy: event?.confirmedBy ?? '' }),
});

/** Corrections of the ledger. */
export const LEDGER: Office<Corrections, LedgerEvent> = office({
  name: 'ledger',
  title: 'Corrections of the ledger',
  streams: 'one',
  version: 1,
  start: { made: 0 },
  verbs: { correct },
  evolve: evolveBy<Corrections, Bodies>({
    'ledger-corrected': ({ made }, { amount, by, confirmedBy }) => {
      need(Number.isSafeInteger(amount) && amount > 0, 'amount is not a positive number of cents');
      need(by !== '' && by !== confirmedBy && confirmedBy !== '', 'a correction takes two people');
      return { made: made + 1 };
    },
  }),
  entries: (_before, { event, id, from, to, amount, reason, by, confirmedBy }) => [
    { ...transfer(event, from, to, amount), note: JSON.stringify({ id, reason, by, confirmedBy }) },
  ],
  audience,
});
