import { type Command, decide, type Table, type TableEvent } from '@boxperson/rules';
import { dollars } from '../../ui/money.js';
import { sayTime } from '../../ui/words.js';
import { seatOf } from '../words.js';

/** What a decision would do, before it counts; or why it cannot be. */
export type Effect =
  | { readonly ok: true; readonly says: string; readonly takesTwo: boolean }
  | { readonly ok: false; readonly says: string; readonly clause: string | null };

export function effectOf(table: Table, command: Command): Effect {
  const decided = decide(table, command);
  if (!decided.ok) return { ok: false, says: decided.refused.message, clause: decided.refused.clause };
  const says = decided.value.map((event) => sayEvent(table, event)).filter(Boolean);
  return { ok: true, says: says.join(' '), takesTwo: takesTwo(command) };
}

/** The house wants a second person where money is put right. */
const takesTwo = (command: Command): boolean =>
  command['do'] === 'find-invalid' || (command['do'] === 'invalidate' && command['money'] !== 'stands');

const sum = (all: readonly { readonly amount: number }[]): string =>
  dollars(all.reduce((total, { amount }) => total + amount, 0));
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const sayReturned = (
  table: Table,
  player: string,
  returned: readonly { readonly amount: number }[],
): string =>
  returned.length === 0
    ? `${seatOf(table, player)} has no wager to give back.`
    : `${counted(returned.length, 'wager')}, ${sum(returned)}, ${returned.length === 1 ? 'goes' : 'go'} back to ${seatOf(table, player)}.`;

function sayEvent(table: Table, event: TableEvent): string {
  switch (event.event) {
    case 'dice-passed':
      return 'The dice go on to the next in line.';
    case 'wager-refused':
      return event.returned.length === 0
        ? 'It is refused; what may not be taken down stays to the end.'
        : sayReturned(table, event.player, event.returned);
    case 'wagers-barred':
      return `No further wager of ${seatOf(table, event.player)} is taken; what stands is played out.`;
    case 'wagers-voided':
      return `${sayReturned(table, event.player, event.returned)}${
        event.decided ? ' What this roll decided for them has no result.' : ''
      }`;
    case 'wagers-found-invalid':
      return `${sayReturned(table, event.player, event.returned)}${
        event.winningsTaken > 0 ? ` Winnings of ${dollars(event.winningsTaken)} are not paid.` : ''
      }`;
    case 'player-excluded':
      return `${seatOf(table, event.player)} plays no more here; they may take wagers down, collect and leave.`;
    case 'outcome-invalidated':
      return sayInvalidated(event);
    case 'measure-recorded':
      return event.seized === undefined
        ? 'It is put on record.'
        : `${dollars(event.seized)} go to the house, pending the investigation.`;
    case 'left':
      return `${seatOf(table, event.player)} leaves with ${dollars(event.paid)}.`;
    case 'released':
      return `${dollars(event.paid)} go to the account of ${seatOf(table, event.player)}; the rest plays out.`;
    case 'closing-announced':
      return event.closesAt === null
        ? 'The notice is given.'
        : `The sign says that the table closes at ${sayTime(event.closesAt)}.`;
    case 'closed':
      return `The table is closed; ${counted(event.returned.length, 'wager')} without a result go back.`;
    default:
      return '';
  }
}

function sayInvalidated({
  how,
  money,
  refunded,
  forfeited,
  claims = [],
}: Extract<TableEvent, { event: 'outcome-invalidated' }>): string {
  const undone = how === 'refunded' ? 'The money of the roll is put right.' : 'The roll is taken back.';
  const total = dollars(refunded.reduce((all, { stake, commission }) => all + stake + commission, 0));
  const back =
    money === 'stands'
      ? 'The money stays as it fell.'
      : `${counted(refunded.length, 'wager')}, ${total}, are refunded.`;
  const kept = forfeited.length === 0 ? '' : ` ${counted(forfeited.length, 'wager')} are forfeited.`;
  const claim = claims.length === 0 ? '' : ` ${counted(claims.length, 'claim')} stay open.`;
  return `${undone} ${back}${kept}${claim}`;
}
