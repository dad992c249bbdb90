import { type About, no, type Refused, rankIn } from '@boxperson/offices';
import { aboutVerb, type Command, guestOf, RULEBOOKS, type Table } from '@boxperson/rules';

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

/** Somebody of the staff, in a role. */
export interface InRole {
  readonly id: string;
  readonly role: string;
}

export const whyNotDuty = (table: Table, { role, id }: InRole): Refused | null =>
  table.staff.some((staff) => staff.person === id && staff.role === role)
    ? null
    : no('not-on-duty', `${id} is not at this table as ${role}.`).refused;

/** The second has the rank that the book asks of the first. */
export function whyRankTooLow(table: Table, command: Command, role: string): Refused | null {
  const power = aboutVerb(command['do'])?.power;
  const { rulebook } = table.settings;
  const rule = power ? table.game.rulebook.powers[power] : null;
  if (!rule || rankIn(rulebook, role) >= rankIn(rulebook, rule.role)) return null;
  const title = RULEBOOKS[rulebook].roles.find(({ id }) => id === rule.role)?.title ?? rule.role;
  return no('not-allowed', `That takes a ${title} or above.`, { clause: rule.clause }).refused;
}

/** The rules record who confirmed a wager; of a correction they know the first person only. */
export const withSecond = (command: Command, second: InRole): Command =>
  command['do'] === 'bet' ? { ...command, confirmed: second } : command;

const lastThrow = ({ past }: Table): number => past?.at(-1)?.throw ?? 0;

/** Whoever speaks of the last roll means the one that they saw: while a second person is waited for, others follow. */
export const withThrow = (table: Table, command: Command): Command =>
  command['do'] === 'invalidate' && command['throw'] === undefined && lastThrow(table) > 0
    ? { ...command, throw: lastThrow(table) }
    : command;

/** A roll that is called and not yet settled is still the one that the wagers on the layout were made for. */
const lastSettled = (table: Table): number =>
  (table.phase === 'settling' ? table.past?.at(-2)?.throw : lastThrow(table)) ?? 0;

/**
 * After which roll was it said, where that is part of what is meant? A wager, and a last roll that the record does not
 * number, go by the last that was called. Wagers found invalid go by the last that was settled: they are returned
 * before the roll and in the course of its result, and what is settled stands (star-2024 9.4.1 to 9.4.3).
 */
function rollIn(table: Table, { do: verb, throw: number }: Command): number | undefined {
  if (verb === 'find-invalid') return lastSettled(table);
  return verb === 'bet' || (verb === 'invalidate' && number === undefined) ? lastThrow(table) : undefined;
}

/** Whom a command means by a player's name, and after which roll: both may be others when it is agreed to. */
export function aboutOf(table: Table, command: Command): About {
  const { player } = command;
  const person = typeof player === 'string' ? guestOf(table, player)?.person : undefined;
  const roll = rollIn(table, command);
  return {
    ...(person === undefined ? {} : { person }),
    ...(roll === undefined ? {} : { roll }),
  };
}

/** Later, not other: it may have been said at a node that was behind. Where no roll was noted, none is held against it. */
export function whyRolledSince(table: Table, command: Command, { roll }: About): Refused | null {
  if (roll === undefined || (rollIn(table, command) ?? 0) <= roll) return null;
  // Which of the wagers that lie there now were there then, nobody has looked at: two people look anew.
  return command['do'] === 'find-invalid'
    ? no(
        'out-of-phase',
        'A roll has been settled since this was proposed, and what is settled stands: find anew what lies there now.',
        { clause: '9.4.3' },
      ).refused
    : no('out-of-phase', 'Another roll has been called since this was proposed: say it anew.').refused;
}

/** Whom it was about has left, and somebody else has the name. */
export const anotherNow = ({ player }: Command) =>
  no(
    'not-found',
    `player: ${String(player)} is somebody else now; whom this was proposed for is not there any more.`,
  );
