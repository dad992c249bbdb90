import { account } from '@boxperson/offices';
import {
  type Cents,
  type EventOf,
  onLayout,
  playsChips,
  type Table,
  type TableEvent,
  tokensInHand,
  tokensOnLayout,
} from '@boxperson/rules';
import type { LedgerEntry, Posting } from '../store/store.js';

/**
 * What an event at a table does to the ledger: a pure function of the table before, the event and the table after, so
 * that a ledger can be rebuilt from the record and compared. The rules decided the amounts; this only says from which
 * account to which.
 */
export function entriesFor(
  id: string,
  before: Table | null,
  event: TableEvent,
  after: Table,
): readonly LedgerEntry[] {
  if (before === null) return [];
  const reason = event.event;
  const moved = movements(id, before, event, after);
  const money: readonly LedgerEntry[] = moved.length === 0 ? [] : [{ reason, postings: moved }];
  const tokens = tokensMoved(id, before, event, after);
  return tokens.length === 0 ? money : [...money, { reason, postings: tokens }];
}

/** Promotional tokens, in an entry and in accounts of their own: they are no money (R94). */
function tokensMoved(id: string, before: Table, event: TableEvent, after: Table): readonly Posting[] {
  const hasTokens = ({ game }: Table) => game.players.some(({ tokens }) => tokens !== undefined);
  if (!hasTokens(before) && !hasTokens(after)) return [];
  let layout = 0;
  const seats = changedPlayers(before, after).map(({ name, was, is }) => {
    layout += (is ? tokensOnLayout(is) : 0) - (was ? tokensOnLayout(was) : 0);
    const more = (is ? tokensInHand(is) : 0) - (was ? tokensInHand(was) : 0);
    return post(account.tokensAt(id, name), more);
  });
  const moved = [...seats, post(account.tokensOn(id), layout), ...tokensOutside(event)];
  const used = -moved.reduce((sum, { amount }) => sum + amount, 0);
  return [...moved, post(account.tokensUsed(id), used)].filter(({ amount }) => amount !== 0);
}

/** Tokens that come to the table for a voucher or in somebody's hands, and those that go with somebody. */
function tokensOutside(event: TableEvent): readonly Posting[] {
  switch (event.event) {
    case 'tokens-exchanged': {
      const from = event.brought ? account.tokensOut(event.voucher) : account.voucher(event.voucher);
      return [post(from, -event.amount)];
    }
    case 'left':
    case 'released':
      return (event.tokens ?? []).map(({ voucher, amount }) => post(account.tokensOut(voucher), amount));
    default:
      return [];
  }
}

function movements(id: string, before: Table, event: TableEvent, after: Table): readonly Posting[] {
  let escrow = 0;
  const seats = changedPlayers(before, after).map(({ name, was, is }) => {
    escrow += layoutOf(is) - layoutOf(was);
    return post(account.seat(id, name), (is?.balance ?? 0) - (was?.balance ?? 0));
  });
  const commission = commissionIn(event);
  const house = after.game.house - before.game.house;
  const table = [
    post(account.escrow(id), escrow),
    post(account.commission(id), commission),
    post(account.float(id), house - commission),
  ];
  const wallets = walletPostings(id, before, event);
  const moved = after.settings.tournament
    ? inChips(id, [...seats, ...table], wallets)
    : [...seats, ...table, ...wallets];
  return moved.filter(({ amount }) => amount !== 0);
}

/**
 * Tournament chips are no money (crown 8.4.4(a)): the table's accounts under a name of their own, and in nobody's
 * wallet. What is given out is on the other side.
 */
const inChips = (
  id: string,
  atTable: readonly Posting[],
  wallets: readonly Posting[],
): readonly Posting[] => [
  ...atTable.map(({ account: name, amount }) => post(account.tournamentChips(name), amount)),
  ...wallets.map(({ amount }) => post(account.tournamentChips(`issued/${id}`), amount)),
];

type Player = Table['game']['players'][number];

interface ChangedPlayer {
  readonly name: string;
  readonly was: Player | undefined;
  readonly is: Player | undefined;
}

/** Players whom an event changed: those it did not touch are the same objects as before. */
function changedPlayers(before: Table, after: Table): readonly ChangedPlayer[] {
  const players = after.game.players;
  const changed: ChangedPlayer[] = [];
  for (let place = 0; place < players.length; place += 1) {
    const is = players[place] as Player;
    const there = before.game.players[place];
    if (there === is) continue;
    const was = there?.name === is.name ? there : before.game.players.find(({ name }) => name === is.name);
    if (was !== is) changed.push({ name: is.name, was, is });
  }
  const isSameCompany =
    players.length === before.game.players.length && changed.every(({ was }) => was !== undefined);
  if (isSameCompany) return changed;
  for (const was of before.game.players) {
    if (!players.some(({ name }) => name === was.name)) changed.push({ name: was.name, was, is: undefined });
  }
  return changed;
}

const post = (name: string, amount: Cents): Posting => ({ account: name, amount });

const layoutOf = (player: Player | undefined): Cents => (player === undefined ? 0 : onLayout(player));

/** Money that comes to the table with a person, or goes with one. */
function walletPostings(id: string, before: Table, event: TableEvent): readonly Posting[] {
  switch (event.event) {
    case 'sat':
      return [post(event.chips ? account.chips(id) : account.wallet(event.person), -event.bankroll)];
    case 'chips-bought':
      return [post(paidFrom(id, before, event), -event.amount)];
    case 'chips-taken':
      return [post(account.wallet(personOf(before, event.player)), event.amount)];
    case 'credits-collected':
      return [post(account.wallet(personOf(before, event.player)), event.amount)];
    case 'left':
    case 'released':
      return [post(takenTo(id, before, event.player), event.paid)];
    default:
      return [];
  }
}

/** What chips were bought with says where the money comes from; at a screen it is the player's own (R53). */
function paidFrom(id: string, before: Table, { player, with: how }: EventOf<'chips-bought'>): string {
  switch (how) {
    case 'brought':
      return account.chips(id);
    case 'cash':
      return account.drop(id);
    case 'voucher':
      return account.vouchers(id);
    default:
      return account.wallet(personOf(before, player));
  }
}

/** Whoever plays with chips carries them away; they are money again at the cage. */
const takenTo = (id: string, before: Table, player: string): string =>
  playsChips(before, player) ? account.chips(id) : account.wallet(personOf(before, player));

export const personOf = (table: Table, player: string): string =>
  table.guests.find((guest) => guest.player === player)?.person ?? player;

const sumOf = (parts: readonly { readonly commission: Cents }[]): Cents =>
  parts.reduce((sum, { commission }) => sum + commission, 0);

/** The commission that an event took, less what it gave back (R9). */
function commissionIn(event: TableEvent): Cents {
  switch (event.event) {
    case 'wagered':
      return event.commission;
    case 'took':
      return -event.commissionReturned - sumOf(event.alsoReturned);
    case 'rolled':
      return (
        sumOf(event.replaced) -
        event.settled.reduce((sum, { commissionReturned = 0 }) => sum + commissionReturned, 0)
      );
    case 'face-decided':
    case 'call-corrected':
    case 'throw-voided':
      return event.commission ?? 0;
    case 'outcome-invalidated':
      return -sumOf(event.refunded) - sumOf(event.returned ?? []);
    default:
      return 'returned' in event ? -sumOf(event.returned) : 0;
  }
}
