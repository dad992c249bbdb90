import { no, type Refused, rankIn } from '@boxperson/offices';
import { aboutVerb, type Command, RULEBOOKS, type Table } from '@boxperson/rules';

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
