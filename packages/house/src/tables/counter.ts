import {
  no,
  type Outcome,
  type Person,
  type Refused,
  rolesAt,
  SOMEBODY_ELSE,
  tellTime,
  type Voucher,
  yes,
} from '@boxperson/offices';
import {
  type By,
  type Cents,
  type Command,
  decide,
  findPlayer,
  guestOf,
  makeDollars,
  type Table,
  type TokenTerms,
  whyNoTokens,
} from '@boxperson/rules';
import type { Counter, Second } from '../office/admission.js';
import type { CommandKey, Submitted } from '../stream/host.js';
import {
  completeCommand,
  type DiceOrigin,
  isStranger,
  otherNamed,
  seatName,
  whyNotCommand,
  withStranger,
} from './access.js';
import { isAutomaticPerson } from './crew.js';
import type { TableHost } from './host.js';
import {
  aboutOf,
  anotherNow,
  type InRole,
  needsSecondDealer,
  needsSecondPerson,
  whyNotDuty,
  whyRankTooLow,
  withSecond,
  withThrow,
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
  /** Is that a card which was lost or replaced? */
  readonly oldCard?: (card: string) => boolean;
  /** Why whoever would play by this command may not play here at all; null when they may. */
  readonly excluded?: (command: Command, asker: string) => Refused | null;
  /** The dealer who takes vouchers where nobody stands there; null where people deal. */
  readonly dealer?: () => By | null;
  /** A promotional voucher by its number, and whether it is still to be exchanged; left out, there is none. */
  readonly voucher?: (number: string) => Promise<HeldVoucher | null>;
  /** Plays it: the terminals of an electronic table have their say first. */
  readonly play: (
    command: Command,
    key: CommandKey,
    owner: string | null,
    roll?: number,
  ) => Promise<Submitted<unknown>>;
}

/** A voucher as the cage has it. */
export interface HeldVoucher {
  readonly voucher: Voucher;
  /** What of it nobody has changed into tokens, and its tokens in people's hands. */
  readonly paper: Cents;
  readonly out: Cents;
}

/** Whoever can agree stands at the table. */
const LAPSE_MS = 10 * 60_000;

/** Where calls for a table are answered. Whether a command goes, the rules say; here it counts who asks. */
export function tableCounter(around: TableAround): Counter {
  const { host, dice, practice = false, person: find, cardHolder, play, asks } = around;
  const whyNotHere = (person: Person, command: Command) =>
    whyOldCard(command, around.oldCard) ?? around.excluded?.(command, person.id) ?? null;
  return {
    lapseMs: LAPSE_MS,
    judge: (person, told) => {
      host.mustRun();
      asks?.(person);
      const command = person.kind === 'staff' ? withHolder(host.table, told, cardHolder) : told;
      const kept = whyNotHere(person, command);
      if (kept) return { ok: false, refused: kept };
      const named = otherNamed(person, command);
      const judge = (other: Person | null) =>
        judged(person, host.table, command, { dice, other, id: host.id, practice });
      if (command['do'] === 'exchange')
        return exchangeJudged(around, command, handedOver(around, person, command) ?? judge(null));
      return named === null ? judge(null) : find(named).then(judge);
    },
    takesTwo: (command) => needsSecondPerson(command) || needsSecondDealer(host.table, command),
    whyNotPropose: async (_person, command) => whyNotPropose(host.table, command, host.at()),
    whyNotSecond: ({ person, role }, { wanted }) => whyNotSecond(host.table, person, role, wanted),
    moneyIn: async (_person, command) => moneyIn(host, command),
    roleIn: (command) => (command['by'] as InRole | undefined)?.role ?? null,
    about: (command) => aboutOf(host.table, command),
    submit: (person, command, key, second) =>
      second
        ? carriedOut(around, command, key, second)
        : play(withStranger(command, key.id), key, ownerOf(person, command)),
  };
}

/** What two people agreed on is done with what it was proposed for, or not at all: the table says so in its turn. */
async function carriedOut(
  { play }: TableAround,
  command: Command,
  key: CommandKey,
  { person, role, about = {} }: Second,
): Promise<Submitted<unknown>> {
  const said = withSecond(command, { id: person.id, role: role ?? '' });
  const done = await play(said, key, about.person ?? null, about.roll);
  return !done.ok && done.refused.code === 'not-yours' ? anotherNow(command) : done;
}

const saidIn = (amount: unknown): Cents => (typeof amount === 'number' ? Math.abs(amount) : 0);

/** What is said, or what would go from one account to another by it: whatever is more. */
function moneyIn(host: TableHost, command: Command): Cents {
  const { table } = host;
  const decided = decide(table, { ...command, at: table.at });
  const moved = decided.ok ? host.wouldBook(decided.value) : 0;
  return Math.max(moved, saidIn(command['adjustment']), saidIn(command['amount']));
}

/** Whose place it must be when it is decided: players ask for their own alone. Whoever sits down has none yet. */
const ownerOf = ({ id, kind }: Person, { do: verb }: Command): string | null =>
  (kind === 'player' || kind === 'guest') && verb !== 'sit' ? id : null;

/**
 * A player at a screen hands a voucher to a dealer who is automatic. Null where it is not a player who asks, or a person
 * deals: then it is for the crew.
 */
function handedOver(
  { host, dealer }: TableAround,
  person: Person,
  command: Command,
): Outcome<Command> | null {
  const by = dealer?.() ?? null;
  if (by === null || (person.kind !== 'player' && person.kind !== 'guest')) return null;
  const { player, voucher, brought, amount } = command;
  const why = whyNotCommand(person, host.table, { do: 'ready', player });
  const told = brought === true ? { brought, amount } : {};
  return why ? { ok: false, refused: why } : yes({ do: 'exchange', player, voucher, ...told, by });
}

const isHandedOver = ({ by }: Command): boolean => isAutomaticPerson((by as By | undefined)?.id ?? '');

/** star 1.1: a dealer changes what the cage has issued, on the conditions that are on it, and nothing else. */
async function exchangeJudged(
  { host, voucher: find, practice }: TableAround,
  command: Command,
  judged: Outcome<Command>,
): Promise<Outcome<Command>> {
  if (!judged.ok) return judged;
  const none = whyNoTokens(host.table.game);
  if (none) return { ok: false, refused: none };
  if (practice) return no('not-allowed', 'This table is for practice: vouchers are exchanged elsewhere.');
  const { voucher: number, player } = command;
  const found = typeof number === 'string' ? await find?.(number) : null;
  const terms = found?.voucher.terms;
  const holder = typeof player === 'string' ? guestOf(host.table, player)?.person : undefined;
  if (!found || !terms) return NONE_SUCH;
  // Nobody looks at the paper: it is made out to whoever hands it over, or it is nobody's to guess (R124).
  if (isHandedOver(judged.value) && found.voucher.person !== holder) return NONE_SUCH;
  const { voucher, paper, out } = found;
  const brought = command['brought'] === true;
  if (voucher.person !== null && voucher.person !== holder)
    return no('not-eligible', 'player: this voucher is for one person only, and not for this one.');
  if (!brought && host.at() > voucher.until)
    return no('not-eligible', `voucher: it was good until ${tellTime(voucher.until)}.`);
  if (!brought && paper < voucher.amount)
    return no('nothing-to-do', 'voucher: it has been exchanged, and is good once.', TWICE);
  const amount = brought ? command['amount'] : voucher.amount;
  if (brought && typeof amount === 'number' && amount > out)
    return no('insufficient', `amount: of that voucher ${makeDollars(out)} in tokens is out.`, {
      ...TWICE,
      ...(out > 0 ? { nearest: out } : {}),
    });
  return yes({ ...judged.value, amount, ...conditionsOf(terms) });
}

const NONE_SUCH = no('not-found', 'voucher: there is none of that number.');
const TWICE = { clause: '1.1', ruling: 'R94' } as const;

/** The conditions as a table is told of them. */
const conditionsOf = ({ wagers, ...others }: TokenTerms): object =>
  wagers === null ? others : { ...others, wagers };

/** star-2024 10.1: play begins with a card that is good. */
const whyOldCard = ({ card }: Command, isOld: TableAround['oldCard']): Refused | null =>
  typeof card === 'string' && isOld?.(card)
    ? no('no-card', 'card: that card was lost or replaced and is good no more.').refused
    : null;

function judged(
  person: Person,
  table: Table,
  command: Command,
  around: Parameters<typeof whyNotCommand>[3],
): Outcome<Command> {
  const kept = whyKept(table, command);
  if (kept) return { ok: false, refused: kept };
  const whole = withGuestCard(person, command);
  const named = withName(whole, table, withThrow(table, command));
  const refused = whyNotCommand(whole, table, named, around);
  return refused ? { ok: false, refused } : yes(completeCommand(whole, named));
}

/** Coming, going and buying at a table that is kept for a tournament are the tournament's (crown 8.2.5). */
const TOURNAMENTS_VERBS: readonly unknown[] = ['sit', 'chips', 'leave'];

const whyKept = ({ settings }: Table, { do: verb }: Command): Refused | null =>
  settings.tournament && TOURNAMENTS_VERBS.includes(verb)
    ? no('not-allowed', 'This table is kept for a tournament: places and chips come from its draw.', {
        clause: '8.2.5',
      }).refused
    : null;

/** Whoever will agree may still be on their way, in whatever role it takes (crown 7.4.2). */
const withSomebodyElse = (table: Table): Table => ({
  ...table,
  staff: [
    ...table.staff,
    ...table.game.rulebook.roles.map(({ id }) => ({ role: id, person: SOMEBODY_ELSE.id })),
  ],
});

/**
 * Nobody is asked to agree to what the table would not do anyway, and nothing of it is put on record. A wager is not
 * complete without the second (crown 3.3.1): it is tried as if somebody else of the crew stood there and agreed.
 */
function whyNotPropose(table: Table, command: Command, at: number): Refused | null {
  const by = command['by'] as InRole;
  const why = whyNotDuty(table, by) ?? whyRankTooLow(table, command, by.role);
  if (why) return why;
  const second = { role: by.role, id: SOMEBODY_ELSE.id };
  const tried = command['do'] === 'bet' ? withSomebodyElse(table) : table;
  const decided = decide(tried, { ...withSecond(command, second), at });
  return decided.ok ? null : decided.refused;
}

function whyNotSecond(table: Table, person: Person, role: string | null, wanted: Command): Refused | null {
  if (person.kind !== 'staff') return no('not-allowed', 'Only staff may confirm.').refused;
  if (role === null || !rolesAt(person, table.settings.rulebook).includes(role))
    return no('not-allowed', 'That is not a role of yours at this table.').refused;
  return whyNotDuty(table, { role, id: person.id }) ?? whyRankTooLow(table, wanted, role);
}

/** R59: one who gave no name sits down again to what they left when the crew says that it is they, and not otherwise. */
const strangerGone = ({ guests }: Table, person: unknown): Table['guests'][number] | undefined =>
  guests.find((guest) => guest.gone && guest.person === person && isStranger(guest));

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
  if (person.kind === 'staff') return withSeatName(table, command);
  const left = leftBy(person, table, command['seat']);
  if (left !== undefined) return { ...command, player: left };
  const taken = table.game.players.some(({ name }) => name === person.name);
  return { ...command, player: taken ? `${person.name} (${String(command['seat'])})` : person.name };
}

/** Without a name somebody is their seat; where one who sat there left wagers under it, they are the next one there. */
function withSeatName(table: Table, command: Command): Command {
  const { player, person, seat } = command;
  const name = seatName(seat);
  if (person !== undefined || (player !== undefined && player !== name)) return command;
  const isFree = (one: string) => findPlayer(table.game, one) === undefined;
  const nth = (n: number): string => (isFree(`${name} (${n})`) ? `${name} (${n})` : nth(n + 1));
  return { ...command, player: isFree(name) ? name : nth(2) };
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
  const { do: verb, card, person, ...rest } = command;
  const holder = typeof card === 'string' ? (find?.(card) ?? null) : null;
  const back = holder ? undefined : strangerGone(table, person);
  if (verb === 'sit')
    return {
      ...(holder && { player: holder.name }),
      ...rest,
      do: verb,
      ...(card !== undefined && { card }),
      ...(holder && { person: holder.id }),
      ...(back && { player: back.player, person: back.person }),
    };
  if (verb !== 'card') return command;
  const player = command['player'];
  const seated = typeof player === 'string' ? guestOf(table, player)?.person : undefined;
  return { ...command, holder: holder?.id ?? seated };
}
