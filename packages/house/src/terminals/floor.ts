import type { Person } from '@boxperson/offices';
import {
  type Claim,
  factsFrom,
  type Outcome as Looked,
  lookAtTicket,
  NO_FACTS,
  type Payable,
  type Refused,
  type TerminalConfig,
  type TicketStanding,
  ticketNeeds,
  ticketStanding,
} from '@boxperson/offices';
import { type Cents, type Command, makeDollars, type Refusal } from '@boxperson/rules';
import { personOf } from '../ledger/entries.js';
import { type Done as Answered, hashCommand, type Once } from '../office/once.js';
import type { CommandKey, Submitted } from '../office/stream-host.js';
import type { Store } from '../store/store.js';
import type { TableHost } from '../tables/host.js';
import type { Ticket } from './state.js';
import { auditBefore, type Disagreement, type Source, type Terminals } from './terminals.js';
import { makeTicketNumber } from './tickets.js';

type Outcome = Submitted<unknown>;

/** An electronic table with its terminals. */
export interface ElectronicTable {
  readonly id: string;
  readonly host: TableHost;
  readonly terminals: Terminals;
  readonly config: TerminalConfig;
}

/** Who sits at a terminal. */
export interface Sitting {
  readonly at: ElectronicTable;
  readonly seat: number;
  readonly player: string;
  readonly person: string;
  readonly credit: Cents;
}

/** A terminal with somebody at it, and which kind of money is played there. */
export interface Place extends Sitting {
  readonly play: boolean;
}

export type Done<T = object> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly refused: Refused };

const no = (code: Refusal['code'], clause: string | null, message: string, nearest?: Cents) => ({
  ok: false as const,
  refused: { code, clause, message, ...(nearest === undefined ? {} : { nearest }) },
});

/** Said once, done once: by whom, and under which id. */
export interface Asked {
  readonly by: Person;
  readonly id: string;
}

/** The audit of a round, and whether it is over and nothing was found. */
interface Audited {
  readonly round: number;
  readonly found: Promise<Disagreement | null>;
  isClean: boolean;
}

const nearestTo = (amount: Cents, offered: readonly Cents[]): Cents | undefined =>
  [...offered].sort((a, b) => Math.abs(a - amount) - Math.abs(b - amount))[0];

/**
 * The money side of the terminals: notes, tickets, transfers, payments by hand. Each is one command at the table and
 * one event of the terminal in one commit: the value is on the meter or where it came from, never on both, never lost.
 */
export class Floor {
  readonly #store: Store;
  readonly #once: Once;
  readonly #checkpoint: () => string | null;
  readonly #now: () => number;
  readonly #audited = new WeakMap<Terminals, Map<string, Audited>>();

  constructor(store: Store, once: Once, checkpoint: () => string | null, now: () => number) {
    this.#store = store;
    this.#once = once;
    this.#checkpoint = checkpoint;
    this.#now = now;
  }

  /** Whatever a player does at a terminal passes here: a locked one does nothing, and an audit comes first. */
  play(at: ElectronicTable, command: Command, submit: () => Promise<Outcome>): Promise<Outcome> {
    const player = typeof command['player'] === 'string' && !command['by'] ? command['player'] : null;
    if (player === null) return submit();
    const refused = at.terminals.whyLocked(player);
    if (refused) return Promise.resolve({ ok: false, refused });
    const before = auditBefore(command);
    if (before === null || (before === 'play' && this.#isClean(at, player))) return submit();
    return this.#audit(at, player, before).then((why) => (why ? { ok: false, refused: why } : submit()));
  }

  /** The ledger has been asked this round, and the meters agree: nothing to wait for. */
  #isClean({ terminals, host }: ElectronicTable, player: string): boolean {
    const audited = this.#audited.get(terminals)?.get(player);
    return (
      audited?.isClean === true &&
      audited.round === host.table.throws &&
      terminals.auditMeters(player) === null
    );
  }

  /** At the first wager of a round the ledger is asked as well, before the others the meters alone. */
  async #audit(at: ElectronicTable, player: string, before: 'play' | 'payout'): Promise<Refusal | null> {
    const { terminals } = at;
    const disagreement =
      before === 'payout'
        ? await terminals.audit(player, 'with-ledger')
        : ((await this.#firstOfRound(at, player)) ?? terminals.auditMeters(player));
    if (disagreement === null) return null;
    await terminals.lock(player, disagreement);
    await this.#freezeIfSeveral(at);
    return terminals.whyLocked(player);
  }

  /** Asked once a round; wagers that come meanwhile wait for the answer. */
  #firstOfRound({ terminals, host }: ElectronicTable, player: string): Promise<Disagreement | null> {
    const rounds = this.#audited.get(terminals) ?? new Map<string, Audited>();
    this.#audited.set(terminals, rounds);
    const { throws } = host.table;
    const known = rounds.get(player);
    if (known?.round === throws) return known.found;
    const found = terminals.audit(player, 'at-start');
    const audited = { round: throws, found, isClean: false };
    rounds.set(player, audited);
    // What was found is dealt with by whoever asked first; a question that failed is asked again.
    found.catch(() => rounds.delete(player));
    return found.then((disagreement) => {
      if (disagreement) rounds.delete(player);
      else audited.isClean = true;
      return disagreement;
    });
  }

  /** aruze 6.6.1.1: the same error at several terminals is a malfunction of the system; nobody plays on. */
  async #freezeIfSeveral({ terminals, host }: ElectronicTable): Promise<void> {
    const locked = host.table.game.players.filter(({ seat }) => terminals.at(seat).locked !== null);
    if (locked.length < 2) return;
    for (const { name } of host.table.game.players)
      await terminals.lock(name, { why: 'several terminals show the same error', figures: {} });
  }

  /** After a restart every terminal audits itself; one that comes back as it was plays on. */
  async auditAll(at: ElectronicTable): Promise<void> {
    for (const { name } of at.host.table.game.players) await this.#audit(at, name, 'payout');
  }

  #submit(place: Place, { by, id }: Asked, said: object, run: (key: CommandKey) => Promise<Outcome>) {
    return this.#once.once(
      id,
      hashCommand(by.id, place.at.id, { seat: place.seat, ...said }),
      async (key): Promise<Answered> => {
        const why = place.at.terminals.whyLocked(place.player);
        return why ? { ok: false, refused: why } : run(key);
      },
    );
  }

  async #moved(
    place: Place,
    asked: Asked,
    said: object,
    run: (key: CommandKey) => Promise<Outcome>,
  ): Promise<Done<{ n: number }>> {
    const outcome = await this.#submit(place, asked, said, run);
    return outcome.ok ? { ok: true, n: outcome.n } : outcome;
  }

  #head({ seat, player, person, play }: Place, amount: Cents) {
    return { seat, player, person, play, amount };
  }

  #credit(place: Place, key: CommandKey, source: Source): Promise<Outcome> {
    const command = { do: 'chips', player: place.player, amount: source.amount };
    return place.at.host.submit(command, key, source);
  }

  /** aruze 3.4.1: notes that this terminal takes. */
  note(place: Place, amount: Cents, asked: Asked): Promise<Done<{ n: number }>> {
    const { notes } = place.at.config;
    if (!notes.includes(amount)) {
      const taken = notes.map((note) => makeDollars(note)).join(', ');
      const message = `amount: this terminal takes notes of ${taken}.`;
      return Promise.resolve(no('bad-input', '3.4.1', message, nearestTo(amount, notes)));
    }
    return this.#moved(place, asked, { note: amount }, (key) =>
      this.#credit(place, key, { event: 'note-in', ...this.#head(place, amount) }),
    );
  }

  /** aruze 3.4.2: a ticket becomes credit; the one who is first gets it, here or at the cage. */
  ticketIn(place: Place, claim: Claim, asked: Asked): Promise<Done<{ n: number }>> {
    return this.#moved(place, asked, { ticketIn: claim.number }, async (key) => {
      const looked = await this.look(claim);
      if (!looked.ok) return looked;
      const { number: ticket, amount, play } = looked.value;
      if (play !== place.play) return no('not-allowed', null, 'Play money and real money do not mix.');
      const outcome = await this.#credit(place, key, {
        event: 'ticket-in',
        ...this.#head(place, amount),
        ticket,
      });
      // Emptied by somebody else between the look and the commit: say so, and not that an account is short.
      return outcome.ok ? outcome : ((await this.#whyGone(claim)) ?? outcome);
    });
  }

  async #facts(number: string) {
    const balances = new Map<string, number | null>();
    for (const name of ticketNeeds(number).balances ?? []) {
      const found = await this.#store.balances(name);
      balances.set(name, found.find(({ account }) => account === name)?.amount ?? null);
    }
    return factsFrom({ ...NO_FACTS, balances });
  }

  async look(claim: Claim): Promise<Looked<Payable>> {
    return lookAtTicket(claim, await this.#facts(claim.number));
  }

  async standing(number: string): Promise<TicketStanding> {
    return ticketStanding(number, await this.#facts(number));
  }

  async #whyGone(claim: Claim): Promise<Outcome | null> {
    const again = await this.look(claim);
    return again.ok ? null : again;
  }

  /** aruze 3.4.4: the central system gives credits; its reference is used once. */
  transfer(place: Place, amount: Cents, reference: string, asked: Asked): Promise<Done<{ n: number }>> {
    return this.#moved(place, asked, { transfer: amount, reference }, (key) =>
      this.#credit(place, key, { event: 'transfer-in', ...this.#head(place, amount), reference }),
    );
  }

  /** aruze 3.7, 3.8: credits leave as a ticket; large sums are paid by hand (4.1). */
  async ticketOut(place: Place, amount: Cents | undefined, asked: Asked): Promise<Done<{ ticket: Ticket }>> {
    const { at, seat } = place;
    const done = await this.#moved(place, asked, { ticketOut: amount ?? 'all' }, async (key) => {
      const why = await this.#audit(at, place.player, 'payout');
      if (why) return { ok: false, refused: why };
      const value = amount ?? place.credit;
      if (value > at.config.handPayAbove) return this.#askByHand(place, value);
      return this.#pay(place, key, {
        event: 'ticket-out',
        ...this.#head(place, value),
        ticket: makeTicketNumber(),
        checkpoint: this.#checkpoint(),
      });
    });
    if (!done.ok) return done;
    const ticket = await at.terminals.ticketAt(seat, done.n);
    return ticket ? { ok: true, ticket } : no('not-eligible', null, 'That command issued no ticket.');
  }

  #pay(place: Place, key: CommandKey, source: Source): Promise<Outcome> {
    const command = { do: 'collect', player: place.player, amount: source.amount };
    return place.at.host.submit(command, key, source);
  }

  async #askByHand({ at, seat, player }: Place, amount: Cents): Promise<Outcome> {
    await at.terminals.note({ event: 'hand-pay-asked', seat, player, amount });
    const most = makeDollars(at.config.handPayAbove);
    return no('not-allowed', '4.1', `More than ${most} is paid by hand: an attendant is on the way.`);
  }

  /** aruze 4.1: paid by hand, against a signed form. */
  async handPay(place: Place, form: SignedForm, asked: Asked): Promise<Done<{ n: number; amount: Cents }>> {
    const { handPay: amount, handPayFrom } = place.at.terminals.at(place.seat);
    const done = await this.#moved(place, asked, { handPay: form }, async (key) => {
      if (amount === null) return no('not-eligible', '4.1', 'No payment by hand was asked for here.');
      if (handPayFrom !== null && this.#now() < handPayFrom) {
        const time = new Date(handPayFrom).toISOString();
        return no('too-early', '4.3.1', `It was agreed to pay this from ${time} on.`);
      }
      const why = await this.#audit(place.at, place.player, 'payout');
      if (why) return { ok: false, refused: why };
      const number = `${place.at.id}-${place.seat}-${place.at.host.n}`;
      const head = this.#head(place, amount);
      return this.#pay(place, key, { event: 'hand-paid', ...head, form: number, ...form, by: asked.by.id });
    });
    return done.ok ? { ...done, amount: amount ?? 0 } : done;
  }
}

/** What is on the form that a player signs. */
export interface SignedForm {
  readonly signedBy: string;
  readonly paidIn: 'cash' | 'cheque' | 'transfer';
  readonly identification?: string;
}

/** Who sits at a terminal, and with what; null when nobody does. */
export function sittingAt(at: ElectronicTable, seat: number): Sitting | null {
  const sitting = at.host.table.game.players.find((player) => player.seat === seat);
  if (!sitting) return null;
  const person = personOf(at.host.table, sitting.name);
  return { at, seat, player: sitting.name, person, credit: sitting.balance };
}
