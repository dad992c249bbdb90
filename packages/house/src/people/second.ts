import {
  aboutVerb,
  type By,
  type Command,
  decide,
  type Refusal,
  type Result,
  type Table,
} from '@boxperson/rules';
import { type Around, completeCommand, rankAt, whyNotCommand } from './access.js';
import type { Documents } from './documents.js';
import { makeId } from './names.js';
import { type Person, rolesAt } from './person.js';
import { Turns } from './turns.js';

/** Corrections of money take two people: one who proposes, another who confirms. */
export function needsSecondPerson(command: Command): boolean {
  switch (command['do']) {
    case 'resolve-malfunction':
      return command['adjustment'] !== undefined && command['adjustment'] !== 0;
    case 'find-invalid':
      return true;
    case 'invalidate':
      return command['money'] !== 'stands' || command['forfeit'] !== undefined;
    default:
      return false;
  }
}

/** Wagers that one of the crew announces and another confirms, where the book asks for two (crown 3.3.1). */
export function needsSecondDealer(table: Table, command: Command): boolean {
  if (command['do'] !== 'bet' || command['by'] === undefined || command['found'] === true) return false;
  const { oralConfirmations, lateConfirmations } = table.game.rulebook.conduct.wagers;
  if (command['oral'] === true) return oralConfirmations.value === 2;
  return table.phase === 'thrown' && lateConfirmations.value === 2;
}

export type Judged =
  | { readonly kind: 'refused'; readonly refused: Refusal }
  /** Complete, and the table's to decide. */
  | { readonly kind: 'go'; readonly command: Command }
  /** Complete, but another person must confirm it first: propose it. */
  | { readonly kind: 'second'; readonly command: Command };

/** What becomes of a command from outside before a table sees it. */
export function judgeCommand(
  person: Person | null,
  table: Table,
  command: Command,
  around: Around = {},
): Judged {
  const refused = whyNotCommand(person, table, command, around);
  if (refused || !person) return { kind: 'refused', refused: refused as Refusal };
  const complete = completeCommand(person, command);
  const kind = needsSecondPerson(complete) || needsSecondDealer(table, complete) ? 'second' : 'go';
  return { kind, command: complete };
}

/** Something that waits for a second person. */
export interface Proposal {
  readonly id: string;
  readonly table: string;
  readonly command: Command;
  readonly by: By;
  readonly at: number;
  readonly lapsesAt: number;
  /** Who agreed, in which role, and under which id they said so. */
  readonly agreed?: { readonly by: By; readonly id: string };
}

/** A proposal that a second person confirmed: the command as the table is to get it. */
export interface Confirmed {
  readonly proposal: Proposal;
  readonly command: Command;
  readonly confirmedBy: By;
}

/** A table by its id, as it stands. */
export interface TableNow {
  readonly id: string;
  readonly table: Table;
}

const KIND = 'proposal';
const LAPSE_MS = 10 * 60_000;

const no = (message: string, code: Refusal['code'] = 'not-allowed'): { ok: false; refused: Refusal } => ({
  ok: false,
  refused: { code, clause: null, message },
});

/** Proposals that wait for a second person. They outlive a restart and lapse by themselves. */
export class Pending {
  readonly #store: Documents;
  readonly #now: () => number;
  readonly #find: (person: string) => Promise<Person | null>;
  readonly #lapseMs: number;
  readonly #turns = new Turns();

  constructor(
    store: Documents,
    now: () => number,
    find: (person: string) => Promise<Person | null>,
    { lapseMs = LAPSE_MS }: { readonly lapseMs?: number } = {},
  ) {
    this.#store = store;
    this.#now = now;
    this.#find = find;
    this.#lapseMs = lapseMs;
  }

  async propose(
    person: Person,
    { id: table, table: now }: TableNow,
    command: Command,
  ): Promise<Result<Proposal>> {
    const judged = judgeCommand(person, now, command);
    if (judged.kind === 'refused') return { ok: false, refused: judged.refused };
    if (judged.kind === 'go') return no('That needs no second person.');
    const by = command['by'] as By;
    const why = whyNotDuty(now, by) ?? whyRankTooLow(now, command, by.role);
    if (why) return why;
    // Nobody is asked to agree to what the table would not do anyway. (A wager is not complete without the second.)
    const decided = command['do'] === 'bet' ? null : decide(now, command);
    if (decided && !decided.ok) return decided;
    const at = this.#now();
    const proposal = { id: makeId('prop'), table, command, by, at, lapsesAt: at + this.#lapseMs };
    await this.#store.putDocument(KIND, proposal.id, JSON.stringify(proposal));
    return { ok: true, value: proposal };
  }

  /**
   * Once and by another. Who says the same again under the same `id` gets the same answer, as after a lost connection;
   * everybody else finds the proposal gone, whatever the table then says to the command.
   */
  confirm(
    id: string,
    person: Person,
    role: string,
    now: TableNow,
    said: string | null = null,
  ): Promise<Result<Confirmed>> {
    return this.#turns.take(id, async () => {
      const proposal = await this.#live(id, now.id);
      const confirmedBy: By = { role, id: person.id };
      if (!proposal || !isFor(proposal, confirmedBy, said))
        return no('There is no such proposal, or its time is over.');
      if (!proposal.agreed) {
        const why = await this.#whyNotConfirm(proposal, person, role, now.table);
        if (why) return why;
        await this.#settle(proposal, confirmedBy, said);
      }
      return {
        ok: true,
        value: { proposal, command: withSecond(proposal.command, confirmedBy), confirmedBy },
      };
    });
  }

  #settle(proposal: Proposal, by: By, said: string | null): Promise<unknown> {
    if (said === null) return this.#store.deleteDocument(KIND, proposal.id);
    const agreed: Proposal = { ...proposal, agreed: { by, id: said } };
    return this.#store.putDocument(KIND, proposal.id, JSON.stringify(agreed));
  }

  async #whyNotConfirm(proposal: Proposal, person: Person, role: string, table: Table) {
    if (person.kind !== 'staff' || person.inactive) return no('Only staff may confirm.');
    if (person.id === proposal.by.id) return no('Another person must confirm it.');
    if (!rolesAt(person, table.settings.rulebook).includes(role))
      return no('That is not a role of yours at this table.');
    const why = whyNotDuty(table, { role, id: person.id }) ?? whyRankTooLow(table, proposal.command, role);
    if (why) return why;
    // Whoever proposed it must still be somebody who may.
    const refused = whyNotCommand(await this.#find(proposal.by.id), table, proposal.command);
    return refused ? { ok: false as const, refused } : null;
  }

  /** Taken back by whoever proposed it. */
  withdraw(id: string, person: Person, table: string): Promise<Result<Proposal>> {
    return this.#turns.take(id, async () => {
      const proposal = await this.#live(id, table);
      if (!proposal || proposal.agreed) return no('There is no such proposal, or its time is over.');
      if (proposal.by.id !== person.id) return no('Only whoever proposed it may take it back.');
      await this.#store.deleteDocument(KIND, id);
      return { ok: true, value: proposal };
    });
  }

  /** What waits at a table, oldest first. Lapsed ones are cleared away. */
  async list(table: string): Promise<readonly Proposal[]> {
    const all = await this.#store.listDocuments(KIND);
    const proposals = all.map(({ body }) => JSON.parse(body) as Proposal);
    const lapsed = proposals.filter((proposal) => !this.#isLive(proposal));
    for (const { id } of lapsed) await this.#turns.take(id, () => this.#store.deleteDocument(KIND, id));
    return proposals
      .filter((proposal) => proposal.table === table && !proposal.agreed && this.#isLive(proposal))
      .sort((one, other) => one.at - other.at);
  }

  async #live(id: string, table: string): Promise<Proposal | null> {
    const body = /^[\w-]{1,80}$/.test(id) ? await this.#store.getDocument(KIND, id) : null;
    const proposal = body === null ? null : (JSON.parse(body) as Proposal);
    return proposal?.table === table && this.#isLive(proposal) ? proposal : null;
  }

  #isLive(proposal: Proposal): boolean {
    return this.#now() < proposal.lapsesAt;
  }
}

/** Not agreed to yet, or by just this person with just these words. */
const isFor = ({ agreed }: Proposal, { id, role }: By, said: string | null): boolean =>
  !agreed || (agreed.id === said && agreed.by.id === id && agreed.by.role === role);

/** The rules record who confirmed a wager; of a correction they know the first person only. */
const withSecond = (command: Command, second: By): Command =>
  command['do'] === 'bet' ? { ...command, confirmed: second } : command;

const whyNotDuty = (table: Table, { role, id }: By) =>
  table.staff.some((staff) => staff.person === id && staff.role === role)
    ? null
    : no(`${id} is not at this table as ${role}.`, 'not-on-duty');

/** The second has the rank that the book asks of the first. */
function whyRankTooLow(table: Table, command: Command, role: string) {
  const power = aboutVerb(command['do'])?.power;
  const rule = power ? table.game.rulebook.powers[power] : null;
  if (!rule || rankAt(table, role) >= rankAt(table, rule.role)) return null;
  const title = table.game.rulebook.roles.find(({ id }) => id === rule.role)?.title ?? rule.role;
  return {
    ok: false as const,
    refused: {
      code: 'not-allowed' as const,
      clause: rule.clause,
      message: `That takes a ${title} or above.`,
    },
  };
}
