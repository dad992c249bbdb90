import { type Cents, type RollOutcome, saveTable, type Table } from '@boxperson/rules';
import type { TableStep } from '../office.js';
import type { RecalledTerminal, RecalledWager, TerminalHappened } from './events.js';

type Saved = ReturnType<typeof saveTable>['game']['players'][number];
type SavedWager = Saved['wagers'][number];

/** A wager as it lay on the layout. */
export type LaidWager = Pick<SavedWager, 'wager' | 'number' | 'high' | 'dice' | 'amount'>;

const keyOf = ({ wager, number, high, dice }: Pick<SavedWager, 'wager' | 'number' | 'high' | 'dice'>) =>
  [wager, number, high, dice].join();

const bare = ({ wager, number, high, dice, amount }: LaidWager) => ({
  wager,
  ...(number === undefined ? {} : { number }),
  ...(high === undefined ? {} : { high }),
  ...(dice === undefined ? {} : { dice }),
  amount,
});

/** A come wager goes to the number that was rolled, and is called by another name there or by none. */
const TRAVELLERS: readonly string[] = ['come', 'dont-come'];

/** What a roll did to a wager, as it is shown again. */
export function recallWager(wager: LaidWager, player: string, rolled: RollOutcome): RecalledWager {
  const settled = rolled.settled.find((one) => one.player === player && keyOf(one) === keyOf(wager));
  if (settled) {
    const paid = settled.winnings + settled.returned + (settled.commissionReturned ?? 0);
    return { ...bare(wager), outcome: OUTCOMES[settled.outcome], paid };
  }
  const isMoved =
    TRAVELLERS.includes(wager.wager) &&
    wager.number === undefined &&
    rolled.travelled.some((one) => one.player === player && one.wager.startsWith(wager.wager));
  return { ...bare(wager), outcome: isMoved ? 'moved' : 'stays', paid: 0 };
}

const OUTCOMES = { won: 'won', lost: 'lost', void: 'drawn', returned: 'returned' } as const;

const creditIn = (table: Table, name: string): Cents =>
  table.game.players.find((player) => player.name === name)?.balance ?? 0;

const recall = (before: Table, after: Table, wagerOf: (wager: SavedWager, player: string) => RecalledWager) =>
  saveTable(before)
    .game.players.filter(({ wagers }) => wagers.length > 0)
    .map(
      (player): RecalledTerminal => ({
        seat: player.seat,
        player: player.name,
        wagers: player.wagers.map((wager) => wagerOf(wager, player.name)),
        creditBefore: player.balance,
        creditAfter: creditIn(after, player.name),
      }),
    );

/** The round that an event ends, with every wager as it stood when wagering closed; null for any other event. */
export function roundEnded({ before, event, after }: TableStep): Round | null {
  const { point } = before.game;
  const round = before.throws;
  if (event.event === 'rolled') {
    const terminals = recall(before, after, (wager, player) => recallWager(wager, player, event));
    return { event: 'round', round, dice: event.dice, total: event.total, point, terminals };
  }
  if (event.event !== 'round-voided' && event.event !== 'system-malfunctioned') return null;
  const terminals = recall(before, after, (wager, player) => {
    const back = event.returned.find((one) => one.player === player && keyOf(one) === keyOf(wager));
    const paid = back ? back.amount + back.commission : 0;
    return { ...bare(wager), outcome: back ? 'returned' : 'stays', paid };
  });
  return { event: 'round', round, dice: null, total: null, point, void: event.ground, terminals };
}

type Round = Extract<TerminalHappened, { event: 'round' }>;
