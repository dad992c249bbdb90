import type { LobbyTable } from '@boxperson/house';
import type { TableSign } from '@boxperson/rules';
import { dollars } from '../ui/money.js';
import { sayChange } from '../ui/sign.js';
import { sayList, sayTime } from '../ui/words.js';

const PHASES: Readonly<Record<string, string>> = {
  offering: 'The dice are waiting for a shooter',
  betting: 'Bets are open',
  thrown: 'The dice are out',
  settling: 'Paying',
  wagering: 'Bets are open',
  shooting: 'Ready to shoot',
  rolling: 'The dice are rolling',
  stopped: 'Stopped for inspection',
  closed: 'Closed',
};

/** What the table is doing. */
export const sayState = ({ stopped, phase, shooter }: LobbyTable): string => {
  if (stopped) return PHASES['stopped'] as string;
  const doing = PHASES[phase] ?? phase;
  return shooter === null ? doing : `${doing} · ${shooter} shoots`;
};

/** A table where anybody may be the crew stands still while nobody is. */
export const sayPractice = ({ taken }: { readonly taken: boolean }): string =>
  taken ? 'For practice: somebody has the stick' : 'For practice: nobody has the stick, the dice wait';

/** Where people deal, nothing happens before they are there. */
export const sayDealers = ({ onDuty }: { readonly onDuty: boolean }): string =>
  onDuty ? 'Dealt by people' : 'Dealt by people: nobody is on duty yet, the dice wait';

/** Where one sits already, and with how much. */
export const sayOwn = ({ seat, balance, onLayout }: NonNullable<LobbyTable['own']>): string =>
  `You sit here, ${dollars(balance + onLayout)} · seat ${seat}${onLayout > 0 ? ` · ${dollars(onLayout)} on the felt` : ''}`;

/** What somebody has in this house: in the account, and at tables. */
export function sayMoney(wallet: number, tables: readonly LobbyTable[], kind: string): string {
  const seats = tables.flatMap(({ name, own, tournament }) =>
    own && !tournament ? [{ name, amount: own.balance + own.onLayout }] : [],
  );
  const at = seats.reduce((sum, { amount }) => sum + amount, 0);
  const all = `${dollars(wallet + at)}${kind === 'guest' ? ' play money' : ''}`;
  if (seats.length === 0) return all;
  return `${all}, of it ${sayList(seats.map(({ name, amount }) => `${dollars(amount)} at ${name}`))}`;
}

export interface Company {
  readonly people: number;
  readonly bots: number;
  readonly free: number;
}

export function companyAt({ seats, taken }: LobbyTable): Company {
  const bots = taken.filter(({ bot }) => bot).length;
  return { people: taken.length - bots, bots, free: seats - taken.length };
}

const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

export function saySeats(table: LobbyTable): string {
  const { people, bots, free } = companyAt(table);
  const there = [
    ...(people > 0 ? [many(people, 'player', 'players')] : []),
    ...(bots > 0 ? [many(bots, 'bot', 'bots')] : []),
  ];
  const room = free === 0 ? 'no place free' : `${free} of ${many(table.seats, 'place', 'places')} free`;
  return there.length === 0 ? `Nobody yet · ${room}` : `${sayList(there)} · ${room}`;
}

/** What a sign at the table announces. */
export function sayNotices({ rulebook, closing, posted, sign }: LobbyTable): readonly string[] {
  const notices: string[] = [];
  if (closing?.kind === 'last-shooter') notices.push('Last shooter');
  else if (closing)
    notices.push(closing.at === null ? 'This table is closing' : `Closes at ${sayTime(closing.at)}`);
  if (posted)
    notices.push(
      `${sayChange(rulebook, sign as TableSign, posted.sign as TableSign)} from ${sayTime(posted.from)}`,
    );
  return notices;
}
