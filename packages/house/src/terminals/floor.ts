import {
  type Audited,
  bareNumber,
  type Claim,
  type Disagreement,
  FRESH_TICKET,
  type FreshTicket,
  factsFrom,
  faultInNumber,
  type Guesses,
  lookAtTicket,
  NO_FACTS,
  type OfficeEvent,
  type Outcome,
  type Payable,
  REFERENCE_TAKEN,
  type Reference,
  type Refused,
  type TerminalConfig,
  type TicketStanding,
  ticketNeeds,
  ticketStanding,
} from '@boxperson/offices';
import { type Command, personOf } from '@boxperson/rules';
import type { Clock } from '../clock.js';
import type { CompanionHost } from '../office/companion-host.js';
import { holdingsIn } from '../office/facts.js';
import type { Keeper, Wanted } from '../office/office-host.js';
import type { Bytes } from '../random.js';
import type { Store } from '../store/store.js';
import type { Submitted } from '../stream/host.js';
import type { TableHost } from '../tables/host.js';
import { WrongNumbers } from './guesses.js';
import { claimReference } from './references.js';
import { auditBefore, type Terminals } from './terminals.js';
import { makeTicketNumber } from './tickets.js';

/** An electronic table with its terminals. */
export interface ElectronicTable {
  readonly id: string;
  readonly host: TableHost;
  readonly books: CompanionHost;
  readonly terminals: Terminals;
  readonly config: TerminalConfig;
}

/** Who sits under a name, and where: the next one of that name is somebody else. */
interface Place {
  readonly seat: number;
  readonly person: string;
}

/** The audit of a round, of whom it was, and whether it is over and nothing was found. */
interface AuditOfRound {
  readonly person: string;
  readonly round: number;
  readonly found: Promise<Disagreement | null>;
  isClean: boolean;
}

type Played = Submitted<unknown>;

/** Events with which value leaves a terminal, or is promised to. */
const PAYOUTS: readonly string[] = ['ticket-out', 'hand-pay-asked', 'hand-paid'];

/**
 * What only the house can do for the terminals: audit them before play and payout and hold those that do not add up,
 * make numbers that nobody can guess, and slow down whoever tries to.
 */
export class Floor {
  readonly #store: Store;
  readonly #checkpoint: () => string | null;
  readonly #bytes: Bytes | undefined;
  readonly #wrong: WrongNumbers;
  readonly #tables = new Map<string, ElectronicTable>();
  /** By seat: names are made up by whoever sits down, and there is no end of them. */
  readonly #audited = new WeakMap<Terminals, Map<number, AuditOfRound>>();

  constructor(store: Store, checkpoint: () => string | null, clock: Clock, bytes?: Bytes) {
    this.#store = store;
    this.#checkpoint = checkpoint;
    this.#bytes = bytes;
    this.#wrong = new WrongNumbers(() => clock.elapsed());
  }

  /** Knows the terminals of a table that another node keeps. */
  know(at: ElectronicTable): void {
    this.#tables.set(at.id, at);
  }

  /** Takes the terminals of a table in; every one audits itself before anybody plays on. */
  async take(at: ElectronicTable): Promise<void> {
    this.#tables.set(at.id, at);
    // One that comes back as it was plays on.
    for (const { name } of at.host.table.game.players) await this.#audit(at, name, 'payout');
  }

  electronic(table: string): ElectronicTable | null {
    return this.#tables.get(table) ?? null;
  }

  /** Whatever a player does at a terminal passes here: a locked one does nothing, and an audit comes first. */
  play(at: ElectronicTable, command: Command, submit: () => Promise<Played>): Promise<Played> {
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
    const place = placeOf(host, player);
    const audited = place && this.#audited.get(terminals)?.get(place.seat);
    return (
      audited?.isClean === true &&
      audited.person === place?.person &&
      audited.round === host.table.throws &&
      terminals.auditMeters(player) === null
    );
  }

  /** At the first wager of a round the ledger is asked as well, before the others the meters alone. */
  async #audit(at: ElectronicTable, player: string, before: 'play' | 'payout'): Promise<Refused | null> {
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
    const place = placeOf(host, player);
    // Whoever sits nowhere has nothing that could disagree.
    if (!place) return Promise.resolve(null);
    const { seat, person } = place;
    const rounds = this.#audited.get(terminals) ?? new Map<number, AuditOfRound>();
    this.#audited.set(terminals, rounds);
    const { throws } = host.table;
    const known = rounds.get(seat);
    if (known?.round === throws && known.person === person) return known.found;
    const found = terminals.audit(player, 'at-start');
    const audited = { person, round: throws, found, isClean: false };
    rounds.set(seat, audited);
    const forget = () => rounds.get(seat) === audited && rounds.delete(seat);
    // What was found is dealt with by whoever asked first; a question that failed is asked again.
    found.catch(forget);
    return found.then((disagreement) => {
      if (disagreement) forget();
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

  /** Watches over the books beside a table: an audit before value leaves, and wrong numbers counted. */
  keeperFor(table: string): Keeper {
    return {
      before: async (events) => {
        const refused = (await this.#whyNotPay(table, events)) ?? (await this.#whyNotClaim(table, events));
        return refused && { ok: false, refused };
      },
      refused: (wanted, refused) => this.#noteWrong(table, wanted, refused),
    };
  }

  async #whyNotPay(table: string, events: readonly OfficeEvent[]): Promise<Refused | null> {
    const at = this.#tables.get(table);
    const paid = events.find(({ event }) => PAYOUTS.includes(event)) as
      | { readonly player?: string }
      | undefined;
    return at && paid?.player !== undefined ? this.#audit(at, paid.player, 'payout') : null;
  }

  /** Two tables may be sent the same transfer at the same moment, at different nodes: the store says whose it is. */
  async #whyNotClaim(table: string, events: readonly OfficeEvent[]): Promise<Refused | null> {
    const made = events.find(({ event }) => event === 'transfer-in') as
      | { readonly reference: string }
      | undefined;
    if (!made) return null;
    return (await claimReference(this.#store, table, made.reference)) ? null : REFERENCE_TAKEN.refused;
  }

  #noteWrong(table: string, { do: verb, body }: Wanted, { code }: Refused): void {
    if (verb !== 'ticket-in') return;
    const { seat, number } = body as { readonly seat: number; readonly number: string };
    // What cannot be a number at all is a guess like any other; the table says bad input of other things, too.
    const isWrong = code === 'not-eligible' || (code === 'bad-input' && faultInNumber(number) !== null);
    if (!isWrong) return;
    const sits = this.#tables.get(table)?.terminals.at(seat).sits;
    if (sits) this.#wrong.add(sits.person, bareNumber(number));
  }

  /** What the books beside a table ask for that only the house knows; undefined for anything else. */
  async find(table: string, name: string): Promise<unknown> {
    const [what, which = ''] = parts(name);
    switch (what) {
      case FRESH_TICKET:
        return {
          number: makeTicketNumber(this.#bytes),
          checkpoint: this.#checkpoint(),
        } satisfies FreshTicket;
      case 'guesses':
        return { waitMs: this.#wrong.waitMs(which) } satisfies Guesses;
      case 'reference':
        return { taken: this.#isTaken(which) } satisfies Reference;
      case 'audit':
        return { disagreement: await this.#readAgain(table, Number(which)) } satisfies Audited;
      default:
        return undefined;
    }
  }

  /** At any table: the central system knows nothing of tables. */
  #isTaken(reference: string): boolean {
    return [...this.#tables.values()].some(({ terminals }) => terminals.books.references.includes(reference));
  }

  async #readAgain(table: string, seat: number): Promise<Disagreement | null> {
    return (await this.#tables.get(table)?.terminals.readAgain(seat)) ?? null;
  }

  async #facts(number: string) {
    const balances = await holdingsIn(this.#store, ticketNeeds(number).balances);
    return factsFrom({ ...NO_FACTS, balances });
  }

  async look(claim: Claim): Promise<Outcome<Payable>> {
    return lookAtTicket(claim, await this.#facts(claim.number));
  }

  async standing(number: string): Promise<TicketStanding> {
    return ticketStanding(number, await this.#facts(number));
  }
}

function placeOf({ table }: ElectronicTable['host'], player: string): Place | null {
  const at = table.game.players.find(({ name }) => name === player);
  return at ? { seat: at.seat, person: personOf(table, player) } : null;
}

/** The word before the first slash, and what is after it. */
const parts = (name: string): readonly [string, string?] => {
  const slash = name.indexOf('/');
  return slash < 0 ? [name] : [name.slice(0, slash), name.slice(slash + 1)];
};
