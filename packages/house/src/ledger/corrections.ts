import type { Journal } from '../journal.js';
import { isManager } from '../people/managers.js';
import { makeId } from '../people/names.js';
import type { Person } from '../people/person.js';
import { Turns } from '../people/turns.js';
import { isGuarded, type Store, StoreError } from '../store/store.js';
import { account } from './accounts.js';
import { houseEntriesFor } from './house-entries.js';

/** Money that is to go from one account to another because something was wrong. */
export interface Asked {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly reason: string;
}

/** A correction that waits for a second person. */
export interface Correction extends Asked {
  readonly id: string;
  readonly by: string;
  readonly at: number;
  readonly lapsesAt: number;
}

export interface No {
  readonly kind: 'refused';
  readonly status: 400 | 403 | 404 | 409;
  readonly message: string;
}
export type Proposed = { readonly kind: 'ok'; readonly correction: Correction } | No;
export type Corrected =
  | { readonly kind: 'ok'; readonly correction: Correction; readonly confirmedBy: string }
  | No;

const KIND = 'correction';
const CORRECTED = 'ledger-corrected';
/** A second manager may be on another shift. */
const LAPSE_MS = 24 * 3_600_000;

/** Accounts that belong to nobody and no table. */
const HOUSE_ACCOUNTS: readonly string[] = [
  account.play,
  account.cashIn,
  account.cashOut,
  account.corrections,
];
/** Money at a table is in its record, which the ledger follows: it is corrected there, by the rules. */
const TABLE_ACCOUNT = /^(player\/at|escrow|float|commission)\//;
const WALLET = account.wallet('');

const no = (status: No['status'], message: string): No => ({ kind: 'refused', status, message });

/**
 * Corrections of the ledger: nothing is ever changed, a new balanced entry says what was wrong. One manager proposes,
 * another confirms; the entry and the event that names both are one transaction.
 */
export class Corrections {
  readonly #store: Store;
  readonly #journal: Journal;
  readonly #now: () => number;
  readonly #find: (person: string) => Promise<Person | null>;
  readonly #turns = new Turns();

  constructor(
    store: Store,
    journal: Journal,
    find: (person: string) => Promise<Person | null>,
    now: () => number = Date.now,
  ) {
    this.#store = store;
    this.#journal = journal;
    this.#find = find;
    this.#now = now;
  }

  async propose(person: Person, asked: Asked): Promise<Proposed> {
    if (!isManager(person)) return no(403, 'Corrections take a manager.');
    const why = faultIn(asked) ?? (await this.#faultInAccounts(asked)) ?? (await this.#whyShort(asked));
    if (why) return why;
    const { from, to, amount, reason } = asked;
    const at = this.#now();
    const by = person.id;
    const correction = {
      id: makeId('corr'),
      ...{ from, to, amount, reason, by, at },
      lapsesAt: at + LAPSE_MS,
    };
    await this.#store.putDocument(KIND, correction.id, JSON.stringify(correction));
    return { kind: 'ok', correction };
  }

  /** By another person, once. Asked again after it was done, the same person hears the same. */
  confirm(id: string, person: Person): Promise<Corrected> {
    return this.#turns.take(id, async () => {
      const correction = await this.#live(id);
      if (!correction) return no(404, 'There is no such correction, or its time is over.');
      const why = await this.#whyNotConfirm(correction, person);
      if (why) return why;
      const done = await this.#post(correction, person.id);
      if (done.kind === 'ok') await this.#store.deleteDocument(KIND, id);
      return done;
    });
  }

  async #whyNotConfirm({ by }: Correction, person: Person): Promise<No | null> {
    if (!isManager(person)) return no(403, 'Corrections take a manager.');
    if (person.id === by) return no(403, 'Another person must confirm it.');
    const first = await this.#find(by);
    return first && isManager(first) ? null : no(409, 'Whoever proposed it is no manager any more.');
  }

  async #post(correction: Correction, confirmedBy: string): Promise<Corrected> {
    const { id, from, to, amount, reason, by, at } = correction;
    const body = { id, from, to, amount, reason, by, confirmedBy, proposedAt: at };
    try {
      // Under an id of its own: should we be cut off before the proposal is cleared away, it still happens once.
      await this.#journal.write(CORRECTED, body, {
        entries: houseEntriesFor({ event: CORRECTED, ...body }),
        once: `correction-${id}`,
      });
    } catch (error) {
      const fault = error instanceof StoreError ? error.fault : null;
      if (fault?.kind === 'overdrawn') return short(fault.account);
      throw error;
    }
    return { kind: 'ok', correction, confirmedBy };
  }

  /** Taken back by whoever proposed it. */
  withdraw(id: string, person: Person): Promise<Proposed> {
    return this.#turns.take(id, async () => {
      const correction = await this.#live(id);
      if (!correction) return no(404, 'There is no such correction, or its time is over.');
      if (correction.by !== person.id) return no(403, 'Only whoever proposed it may take it back.');
      await this.#store.deleteDocument(KIND, id);
      return { kind: 'ok', correction };
    });
  }

  /** What waits for a second person, oldest first. */
  async list(): Promise<readonly Correction[]> {
    const all = await this.#store.listDocuments(KIND);
    return all
      .map(({ body }) => JSON.parse(body) as Correction)
      .filter(({ lapsesAt }) => this.#now() < lapsesAt)
      .sort((one, other) => one.at - other.at);
  }

  async #live(id: string): Promise<Correction | null> {
    const body = await this.#store.getDocument(KIND, id);
    const correction = body === null ? null : (JSON.parse(body) as Correction);
    return correction && this.#now() < correction.lapsesAt ? correction : null;
  }

  async #faultInAccounts({ from, to }: Asked): Promise<No | null> {
    if (from === to) return no(400, 'to: must be another account than from');
    return (await this.#faultInAccount('from', from)) ?? this.#faultInAccount('to', to);
  }

  async #faultInAccount(field: 'from' | 'to', name: string): Promise<No | null> {
    if (TABLE_ACCOUNT.test(name))
      return no(
        400,
        `${field}: money at a table is corrected at the table, by its rules; wait until it has left`,
      );
    if (HOUSE_ACCOUNTS.includes(name)) return null;
    const holder = name.startsWith(WALLET) ? await this.#find(name.slice(WALLET.length)) : null;
    if (holder) return null;
    const known = [`${WALLET}… with the id of a person`, ...HOUSE_ACCOUNTS].join(', ');
    return no(400, `${field}: there is no account ${JSON.stringify(name)}; there are ${known}`);
  }

  async #whyShort({ from, amount }: Asked): Promise<No | null> {
    return isGuarded(from) && (await this.#store.balance(from)) < amount ? short(from) : null;
  }
}

const short = (name: string): No => no(409, `from: ${name} does not hold that much.`);

function faultIn({ amount, reason }: Asked): No | null {
  if (!Number.isSafeInteger(amount) || amount < 1)
    return no(400, 'amount: must be a positive whole number of cents');
  return reason.trim() === '' ? no(400, 'reason: say why') : null;
}
