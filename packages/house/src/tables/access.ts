import { hash } from 'node:crypto';
import { type Person, rankIn, rolesHere, type TablePlace } from '@boxperson/offices';
import {
  ACTS_OF_PLAYERS,
  badInput,
  type Command,
  type Guest,
  guestOf,
  type Refusal,
  type Table,
  VERBS,
} from '@boxperson/rules';
import { isAutomaticPerson } from './crew.js';

/** What players do for themselves, at places that are theirs. */
export const PLAYERS_VERBS: readonly string[] = ['sit', ...ACTS_OF_PLAYERS];

/** What staff do in a role. Whether the role is high enough is for the rules to say. */
export const STAFFS_VERBS: readonly string[] = [
  'offer',
  'no-answer',
  'release',
  'order-pass',
  'ask-line',
  'relieve',
  'find-die',
  'check-die',
  'lose-die',
  'no-more-bets',
  'roll',
  'no-roll',
  'decide-face',
  'correct-call',
  'settle',
  'colour-up',
  'exchange',
  'deal-lines',
  'deal-differently',
  'wave-through',
  'post-sign',
  'change-limits',
  'personal-limits',
  'announce-closing',
  'close',
  'refuse-wager',
  'bar-wagers',
  'void-wagers',
  'invalidate',
  'find-invalid',
  'record-measure',
  'void-round',
  'malfunction',
  'resolve-malfunction',
  'system-malfunction',
  'restore-system',
  'limit-players',
  'limit-terminals',
  'exclude',
  'readmit',
  'vacate',
  'clear-area',
  'answer-report',
  'take-down',
];

/** Staff come to a table and leave it. */
export const COMING_VERBS: readonly string[] = ['staff', 'staff-leave'];

/** Players' verbs that staff give in cases of their own: see `whyNotForPlayer`. */
export const SHARED_VERBS: readonly string[] = ['bet', 'take', 'call', 'throw'];

/**
 * What whoever practises may do in their role: with the dice and, where people deal, with the lines of the sheet. No
 * wager of anybody's, no sign, no person, and nothing that takes a second one or makes a case.
 */
export const TRAINEES_VERBS: readonly string[] = [
  'staff',
  'staff-leave',
  'offer',
  'no-answer',
  'ask-line',
  'relieve',
  'find-die',
  'check-die',
  'lose-die',
  'no-more-bets',
  'roll',
  'correct-call',
  'no-roll',
  'settle',
  'deal-lines',
  'throw',
];

/** The clock's. `shoot` without a player and `roll` at an electronic table are the house's own, too. */
export const HOUSE_VERBS: readonly string[] = [
  'close-wagering',
  'away',
  'back',
  'keep-out',
  'let-in',
  'post-pays',
  'raise-pays',
  'run-cashless',
  'order-betting',
  'put-sealed',
  'open-turns',
  'pass-turn',
  'take-chips',
];

/** Words that only staff may put into a command. */
const STAFFS_WORDS = ['by', 'confirmed', 'found', 'oral', 'unfair'] as const;

/** Where a table's dice come from. */
export type DiceOrigin = 'called' | 'random' | 'tumbler';

/** What the house knows beside the table. */
export interface Around {
  /** The id of the table: trainees stand at one. Left out: at none of theirs. */
  readonly id?: string;
  /** A table for practice takes play money only. */
  readonly practice?: boolean;
  /** Staff call what real dice show; drawn dice are nobody's to call. Left out: called. */
  readonly dice?: DiceOrigin;
  /** Whom `otherNamed` asks for. Left out: nobody may be sent or relieved by another. */
  readonly other?: Person | null;
}

const no = (message: string, code: Refusal['code'] = 'not-allowed'): Refusal => ({
  code,
  clause: null,
  message,
});
const has = (command: Command, field: string): boolean => command[field] !== undefined;

/**
 * Why this person may not give this command at this table; null when they may. It asks who somebody is, and nothing
 * that the rules ask: a command that passes here may still be refused there. The house itself does not ask.
 */
export function whyNotCommand(
  person: Person | null,
  table: Table,
  command: Command,
  around: Around = {},
): Refusal | null {
  const verb = command['do'];
  if (typeof verb !== 'string' || !Object.hasOwn(VERBS, verb))
    return badInput('do must be something that a table knows');
  if (person === null) return no('Sign in, or come as a guest, to play.');
  if (person.inactive) return no('This account is closed.');
  const money = around.practice ? whyNotPlayMoney(person, verb, command) : null;
  if (money) return money;
  switch (person.kind) {
    case 'guest':
    case 'player':
      return whyNotPlayer(person, table, verb, command);
    case 'staff':
      return whyNotStaff(person, table, verb, command, around);
    case 'trainee':
      return whyNotTrainee(person, table, verb, command, around);
    case 'device':
      return no('A device gives no commands at a table.');
  }
}

/** Nobody brings money of their own to where a newcomer deals: neither a player's account nor chips for cash. */
function whyNotPlayMoney({ kind }: Person, verb: string, { chips }: Command): Refusal | null {
  if (verb !== 'sit') return null;
  if (kind === 'player') return no('This table is for practice, with play money: sit down here as a guest.');
  return chips === true ? no('This table is for practice: chips that are paid for stay away from it.') : null;
}

/** As somebody of the crew, with less in hand; and nobody takes a position that another person stands at. */
function whyNotTrainee(
  person: Person,
  table: Table,
  verb: string,
  command: Command,
  around: Around,
): Refusal | null {
  if (rolesHere(person, placeAt(table, around)).length === 0)
    return no('You practise at another table: this one is not yours.');
  if (HOUSE_VERBS.includes(verb)) return no('The house does that itself.');
  if (!TRAINEES_VERBS.includes(verb)) return no('That is not for practice: a person of the house does it.');
  if (COMING_VERBS.includes(verb) && command['person'] !== person.id)
    return no('You come and go for yourself only.');
  if (verb === 'staff' && isTaken(table, person, command['role']))
    return no('Somebody else stands there now. Come back when they have gone.');
  return whyNotStaff(person, table, verb, command, around);
}

/** Is somebody at that position who is neither they nor automatic? */
const isTaken = (table: Table, { id }: Person, role: unknown): boolean =>
  table.staff.some((staff) => staff.role === role && staff.person !== id && !isAutomaticPerson(staff.person));

const placeAt = (table: Table, { id = '' }: Around): TablePlace => ({
  id,
  rulebook: table.settings.rulebook,
});

function whyNotPlayer(person: Person, table: Table, verb: string, command: Command): Refusal | null {
  if (HOUSE_VERBS.includes(verb)) return no('The house does that itself.');
  if (!PLAYERS_VERBS.includes(verb)) return no('That is for the crew.');
  const word = STAFFS_WORDS.find((field) => has(command, field));
  if (word) return no(`${word} is a word for the crew.`);
  if (isOfChips(table, command)) return no('Chips on the felt are entered by the crew.');
  if (verb === 'sit') return whyNotSelf(person, command, 'person', 'You sit down for yourself only.');
  return whyNotOwnPlace(person, table, command) ?? (verb === 'card' ? whyNotCard(person, command) : null);
}

/** Is it about a seat of chips: one to be given, or one that is there (R53)? */
export const isOfChips = (table: Table, { do: verb, chips, player }: Command): boolean =>
  verb === 'sit' ? chips === true : typeof player === 'string' && guestOf(table, player)?.chips === true;

function whyNotOwnPlace(person: Person, table: Table, { player }: Command): Refusal | null {
  if (player === undefined) return no('Say for which of your places.');
  const isOwn = typeof player === 'string' && guestOf(table, player)?.person === person.id;
  return isOwn ? null : no('That is not your place.');
}

/** star-2024 10.1.1: one's own card and no other. */
function whyNotCard(person: Person, command: Command): Refusal | null {
  if (person.card === undefined) return no('Sign in with a player card first.', 'no-card');
  if (has(command, 'card') && command['card'] !== person.card) return no('Present your own card.');
  return whyNotSelf(person, command, 'holder', 'Present your own card.');
}

/** A field that the house fills in: nobody, or oneself. */
const whyNotSelf = (person: Person, command: Command, field: string, message: string): Refusal | null =>
  has(command, field) && command[field] !== person.id ? no(message) : null;

function whyNotStaff(
  person: Person,
  table: Table,
  verb: string,
  command: Command,
  around: Around,
): Refusal | null {
  if (HOUSE_VERBS.includes(verb)) return no('The house does that itself.');
  if (has(command, 'confirmed')) return no('Whoever confirms does it in person.');
  if (COMING_VERBS.includes(verb)) return whyNotComing(person, table, verb, command, around);
  // star 6.8, adelaide 5(g): what lies on the felt the crew places as the player says.
  if (PLAYERS_VERBS.includes(verb) && isOfChips(table, command))
    return whyNotBy(person, table, command, around);
  const isShared = SHARED_VERBS.includes(verb);
  if (!isShared && !STAFFS_VERBS.includes(verb)) return no('That is for the player.');
  return (
    whyNotBy(person, table, command, around) ??
    (isShared ? whyNotForPlayer(table, verb, command) : whyNotDice(table, verb, around.dice ?? 'called'))
  );
}

/** Staff act as themselves, in a role they hold. */
function whyNotBy(person: Person, table: Table, { by }: Command, around: Around): Refusal | null {
  if (typeof by !== 'object' || by === null) return no('Say in which role: by with role and id.');
  const { id, role } = by as { readonly id?: unknown; readonly role?: unknown };
  if (id !== person.id) return no('You act as yourself only.');
  return holds(person, table, role, around) ? null : no('That is not a role of yours at this table.');
}

const holds = (person: Person, table: Table, role: unknown, around: Around): boolean =>
  typeof role === 'string' && rolesHere(person, placeAt(table, around)).includes(role);

/**
 * A dealer does not play for a player: staff place what was found, said or thrown late, and what it would be unfair to
 * refuse; the stickperson throws when no player does.
 */
function whyNotForPlayer(table: Table, verb: string, command: Command): Refusal | null {
  if (verb === 'throw') return has(command, 'player') ? no('The player throws in person.') : null;
  if (verb === 'call') return whyNotCallFor(table, command);
  if (has(command, 'unfair')) return null;
  const isCrews =
    verb === 'bet' && (has(command, 'found') || has(command, 'oral') || table.phase === 'thrown');
  return isCrews ? null : no('Players place and take their wagers themselves.');
}

/** What a player calls on or off is the dealer's to put down where it takes a dealer's word (star 6.6.1, crown 3.5). */
function whyNotCallFor(table: Table, { to }: Command): Refusal | null {
  const power = to === 'on' ? 'confirm-call' : 'confirm-call-off';
  return table.game.rulebook.powers[power] ? null : no('Players call their wagers themselves.');
}

/** No person says what a machine's dice show. */
function whyNotDice(table: Table, verb: string, dice: DiceOrigin): Refusal | null {
  const saysDice = verb === 'roll' || verb === 'decide-face' || verb === 'correct-call';
  if (!saysDice) return null;
  const isMachine = table.game.rulebook.conduct.run.value === 'electronic' || dice !== 'called';
  return isMachine ? no('The house reads these dice itself.') : null;
}

/** The person of the staff, other than whoever asks, whom a command sends or relieves; null when there is none. */
export function otherNamed(person: Person, command: Command): string | null {
  const named = COMING_VERBS.includes(command['do'] as string) ? command['person'] : undefined;
  return typeof named === 'string' && named !== person.id ? named : null;
}

/** Oneself in a role one holds; another only by somebody of a higher role. */
function whyNotComing(
  person: Person,
  table: Table,
  verb: string,
  command: Command,
  around: Around,
): Refusal | null {
  const { other } = around;
  const why = has(command, 'by') ? whyNotBy(person, table, command, around) : null;
  if (why) return why;
  const isSelf = command['person'] === person.id;
  if (verb === 'staff') {
    const comes = isSelf ? person : other?.id === command['person'] ? other : null;
    if (!comes || comes.inactive || !holds(comes, table, command['role'], around))
      return no(
        isSelf ? 'That is not a role of yours at this table.' : 'That person does not hold that role here.',
      );
  }
  if (isSelf) return null;
  const roles = verb === 'staff' ? [command['role'] as string] : rolesOnDuty(table, command['person']);
  return whyNotHigher(table, command, roles);
}

const rolesOnDuty = (table: Table, person: unknown): readonly string[] =>
  table.staff.filter((staff) => staff.person === person).map(({ role }) => role);

function whyNotHigher(table: Table, { by }: Command, roles: readonly string[]): Refusal | null {
  if (by === undefined) return no('Say in which role: by with role and id.');
  const mine = rankAt(table, (by as { readonly role: string }).role);
  return roles.every((role) => rankAt(table, role) < mine)
    ? null
    : no('Only somebody of a higher role may send or relieve another.');
}

const rankAt = (table: Table, role: string): number => rankIn(table.settings.rulebook, role);

/**
 * The command with what a client does not say about itself: who sits, whose card it is. Whoever passes a `sit` on
 * without this lets the rules take the name of the player for the person, and that person pays.
 */
export function completeCommand(person: Person, command: Command): Command {
  switch (command['do']) {
    case 'sit':
      return person.kind === 'staff' ? withPerson(command) : { ...command, person: person.id };
    case 'card':
      return person.kind === 'staff' ? command : { ...command, card: person.card, holder: person.id };
    default:
      return command;
  }
}

/** By which somebody at a seat of chips goes who gives no name. */
export const seatName = (seat: unknown): string => `Seat ${String(seat)}`;
const SEAT_NAME = /^Seat \d+( \(\d+\))?$/;

/** Somebody at a seat of chips of whom no more is known than a name is nobody who has an account here. */
function withPerson(command: Command): Command {
  const { player, person } = command;
  // The number of a seat is nobody's name: who that is, is said where the command is known (`withStranger`).
  if (person !== undefined || (typeof player === 'string' && SEAT_NAME.test(player))) return command;
  return { ...command, person: `chips:${String(player)}` };
}

/**
 * Of whoever gives no name it is known only that they are not the one before, who sat there too: another's stakes do not
 * come back to them, nor another's exclusion. From the id of the command: said again, it is the same stranger.
 */
export const withStranger = (command: Command, id: string): Command =>
  command['do'] === 'sit' && command['person'] === undefined
    ? { ...command, person: `${STRANGER}${hash('sha256', id).slice(0, 20)}` }
    : command;

/** No name gives this: those are behind a colon. */
const STRANGER = 'chips-';
/** Strangers had the name of their seat for a person once, and are on record with it. */
export const isStranger = ({ person, player }: Pick<Guest, 'person' | 'player'>): boolean =>
  person.startsWith(STRANGER) || (person === `chips:${player}` && SEAT_NAME.test(player));
