import { badInput, type Cents, makeDollars, type Refusal } from '@boxperson/rules';
import { Journal } from '../journal.js';
import { account } from '../ledger/accounts.js';
import { houseEntriesFor } from '../ledger/house-entries.js';
import { type Store, StoreError } from '../store/store.js';
import { bareNumber, faultInNumber } from './tickets.js';

/** A ticket as the ledger has it. */
export type TicketStanding =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'paid'; readonly play: boolean }
  | { readonly kind: 'valid' | 'withheld'; readonly amount: Cents; readonly play: boolean };

export interface Claim {
  readonly number: string;
  /** What the paper says, where somebody has read it. */
  readonly amount?: Cents | undefined;
}

export type Looked =
  | { readonly ok: true; readonly number: string; readonly amount: Cents; readonly play: boolean }
  | { readonly ok: false; readonly refused: Refusal };

const no = (refused: Refusal): Looked => ({ ok: false, refused });
const refusal = (code: Refusal['code'], clause: string | null, message: string): Refusal => ({
  code,
  clause,
  message,
});

const TICKETS_STREAM = 'tickets';

/** Redeemable tickets: worth what their account in the ledger holds, and paid by emptying it, once. */
export class TicketsDesk {
  readonly #store: Store;
  readonly #journal: Journal;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#journal = new Journal(store, TICKETS_STREAM, now);
  }

  async standing(number: string): Promise<TicketStanding> {
    for (const money of ['real', 'play'] as const) {
      const play = money === 'play';
      const valid = await this.#holding(account.ticket(number, money));
      if (valid === null) continue;
      if (valid > 0) return { kind: 'valid', amount: valid, play };
      const withheld = await this.#holding(account.withheld(number, money));
      return withheld ? { kind: 'withheld', amount: withheld, play } : { kind: 'paid', play };
    }
    return { kind: 'not-found' };
  }

  /** What an account holds; null when there has never been one. */
  async #holding(name: string): Promise<Cents | null> {
    const found = await this.#store.balances(name);
    return found.find((balance) => balance.account === name)?.amount ?? null;
  }

  /** A ticket that can be paid now, or why not: not found, already paid, withheld and another amount told apart. */
  async look({ number: text, amount }: Claim): Promise<Looked> {
    const fault = faultInNumber(text);
    if (fault) return no(badInput(`number: ${fault}`));
    const number = bareNumber(text);
    const standing = await this.standing(number);
    switch (standing.kind) {
      case 'not-found':
        return no(refusal('not-eligible', null, 'There is no such ticket.'));
      case 'paid':
        return no(refusal('not-eligible', null, 'This ticket has been paid already.'));
      case 'withheld':
        return no(
          refusal('not-allowed', '4.2', 'This ticket is withheld while it is looked into: ask at the cage.'),
        );
      default:
        return amount !== undefined && amount !== standing.amount
          ? no(
              refusal(
                'not-eligible',
                null,
                `The ticket is not for ${makeDollars(amount)}: its record says another amount.`,
              ),
            )
          : { ok: true, number, amount: standing.amount, play: standing.play };
    }
  }

  /** Paid at the cage. The same `id` again gives the same answer and no second payment. */
  redeem(claim: Claim, by: string, id: string): Promise<Looked> {
    return this.#move('ticket-redeemed', claim, { by }, `redeem-${bareNumber(claim.number)}-${id}`);
  }

  /** aruze 4.2: withheld, an inspector told, until it has been looked into. */
  withhold(claim: Claim, why: { readonly by: string; readonly reason: string; readonly inspector: string }) {
    return this.#move('ticket-withheld', claim, why, undefined);
  }

  async release(text: string, why: { readonly by: string; readonly reason: string }): Promise<Looked> {
    const number = bareNumber(text);
    const standing = await this.standing(number);
    if (standing.kind !== 'withheld')
      return no(refusal('not-eligible', null, 'That ticket is not withheld.'));
    return this.#write('ticket-released', { ...standing, number }, why, undefined);
  }

  async #move(event: string, claim: Claim, more: object, once: string | undefined): Promise<Looked> {
    const done = once === undefined ? null : await this.#store.findCommand(once);
    if (done) return JSON.parse(done.answer) as Looked;
    const looked = await this.look(claim);
    return looked.ok ? this.#write(event, looked, more, once) : looked;
  }

  async #write(
    event: string,
    { number, amount, play }: { readonly number: string; readonly amount: Cents; readonly play: boolean },
    more: object,
    once: string | undefined,
  ): Promise<Looked> {
    const body = { ticket: number, amount, play, ...more };
    const answer: Looked = { ok: true, number, amount, play };
    const asOnce = once === undefined ? {} : { once, answer: JSON.stringify(answer) };
    try {
      // Written already by the same id a moment ago: the same answer.
      await this.#journal.write(event, body, { entries: houseEntriesFor({ event, ...body }), ...asOnce });
      return answer;
    } catch (error) {
      // Somebody else was faster: the account is empty.
      if (error instanceof StoreError && error.fault.kind === 'overdrawn') return this.look({ number });
      throw error;
    }
  }
}
