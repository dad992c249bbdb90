import { no, type Outcome, type Person, type Refused, rolesAt, yes } from '@boxperson/offices';
import { type Command, decide, findPlayer, guestOf, type Table } from '@boxperson/rules';
import type { Counter } from '../office/admission.js';
import type { CommandKey, Submitted } from '../stream/host.js';
import { completeCommand, type DiceOrigin, otherNamed, whyNotCommand } from './access.js';
import type { TableHost } from './host.js';
import {
  type InRole,
  needsSecondDealer,
  needsSecondPerson,
  whyNotDuty,
  whyRankTooLow,
  withSecond,
} from './second.js';

/** What the counter of a table needs to know of the house around it. */
export interface TableAround {
  readonly host: TableHost;
  readonly dice: DiceOrigin;
  /** Is it a table for practice? */
  readonly practice?: boolean;
  /** Hears who asks something here, whatever becomes of it. */
  readonly asks?: (person: Person) => void;
  readonly person: (id: string) => Promise<Person | null>;
  /** Whose player card that is; left out, nobody's. */
  readonly cardHolder?: (card: string) => Person | null;
  /** Plays it: the terminals of an electronic table have their say first. */
  readonly play: (command: Command, key: CommandKey) => Promise<Submitted<unknown>>;
}

/** Whoever can agree stands at the table. */
const LAPSE_MS = 10 * 60_000;

/** Where calls for a table are answered. Whether a command goes, the rules say; here it counts who asks. */
export function tableCounter(around: TableAround): Counter {
  const { host, dice, practice = false, person: find, cardHolder, play, asks } = around;
  return {
    lapseMs: LAPSE_MS,
    judge: (person, told) => {
      host.mustRun();
      asks?.(person);
      const command = person.kind === 'staff' ? withHolder(host.table, told, cardHolder) : told;
      const named = otherNamed(person, command);
      const judge = (other: Person | null) =>
        judged(person, host.table, command, { dice, other, id: host.id, practice });
      return named === null ? judge(null) : find(named).then(judge);
    },
    takesTwo: (command) => needsSecondPerson(command) || needsSecondDealer(host.table, command),
    whyNotPropose: async (_person, command) => whyNotPropose(host.table, command, host.at()),
    whyNotSecond: ({ person, role }, { wanted }) => whyNotSecond(host.table, person, role, wanted),
    moneyIn: ({ adjustment }) => (typeof adjustment === 'number' ? Math.abs(adjustment) : 0),
    roleIn: (command) => (command['by'] as InRole | undefined)?.role ?? null,
    submit: (_person, command, key, second) =>
      play(second ? withSecond(command, { id: second.person.id, role: second.role ?? '' }) : command, key),
  };
}

function judged(
  person: Person,
  table: Table,
  command: Command,
  around: Parameters<typeof whyNotCommand>[3],
): Outcome<Command> {
  const whole = withGuestCard(person, command);
  const named = withName(whole, table, command);
  const refused = whyNotCommand(whole, table, named, around);
  return refused ? { ok: false, refused } : yes(completeCommand(whole, named));
}

/** Nobody is asked to agree to what the table would not do anyway. (A wager is not complete without the second.) */
function whyNotPropose(table: Table, command: Command, at: number): Refused | null {
  const by = command['by'] as InRole;
  const why = whyNotDuty(table, by) ?? whyRankTooLow(table, command, by.role);
  if (why || command['do'] === 'bet') return why;
  const decided = decide(table, { ...command, at });
  return decided.ok ? null : decided.refused;
}

function whyNotSecond(table: Table, person: Person, role: string | null, wanted: Command): Refused | null {
  if (person.kind !== 'staff') return no('not-allowed', 'Only staff may confirm.').refused;
  if (role === null || !rolesAt(person, table.settings.rulebook).includes(role))
    return no('not-allowed', 'That is not a role of yours at this table.').refused;
  return whyNotDuty(table, { role, id: person.id }) ?? whyRankTooLow(table, wanted, role);
}

/** Where a card is shown: sitting down, and later. */
const SHOWS_CARD: readonly unknown[] = ['sit', 'card'];

/** A demonstration house lends its guests a card, so that they may see the book that asks for one (star-2024 10.1). */
const withGuestCard = (person: Person, command: Command): Person =>
  person.kind === 'guest' && person.card === undefined && SHOWS_CARD.includes(command['do'])
    ? { ...person, card: `guest-${person.id}` }
    : person;

/**
 * Whoever sits down sits under their own name: that of the wagers they left there (R59), or with the seat where it is
 * taken, as by one who holds several places.
 */
function withName(person: Person, table: Table, command: Command): Command {
  if (command['do'] !== 'sit') return command;
  if (person.kind === 'staff')
    return { ...command, player: command['player'] ?? `Seat ${String(command['seat'])}` };
  const left = leftBy(person, table, command['seat']);
  if (left !== undefined) return { ...command, player: left };
  const taken = table.game.players.some(({ name }) => name === person.name);
  return { ...command, player: taken ? `${person.name} (${String(command['seat'])})` : person.name };
}

/** The name under which somebody left wagers to play out: anywhere at a felt, at the terminal they are on. */
function leftBy({ id }: Person, table: Table, seat: unknown): string | undefined {
  const isFelt = table.game.rulebook.conduct.run.value === 'staffed';
  const isThere = (player: string) => findPlayer(table.game, player)?.seat === seat;
  return table.guests.find(({ gone, person, player }) => gone && person === id && (isFelt || isThere(player)))
    ?.player;
}

/**
 * Whoever the crew sits down is the person to whom the card was issued, by whose name they go; without a card of this
 * house they are nobody whose money it could touch.
 */
function withHolder(table: Table, command: Command, find: TableAround['cardHolder']): Command {
  const { do: verb, card, person: _person, ...rest } = command;
  const holder = typeof card === 'string' ? (find?.(card) ?? null) : null;
  if (verb === 'sit')
    return {
      ...(holder && { player: holder.name }),
      ...rest,
      do: verb,
      ...(card !== undefined && { card }),
      ...(holder && { person: holder.id }),
    };
  if (verb !== 'card') return command;
  const player = command['player'];
  const seated = typeof player === 'string' ? guestOf(table, player)?.person : undefined;
  return { ...command, holder: holder?.id ?? seated };
}
