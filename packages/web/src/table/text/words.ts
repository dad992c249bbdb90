import {
  type Amounts,
  isWorking,
  nameOf,
  onLayout,
  type Player,
  type SpotOptions,
  sayPays,
  type Table,
  type Wager,
} from '@boxperson/rules';
import { dollars } from '../../ui/money.js';
import { sayList } from '../../ui/words.js';

/** `$5`, `$5 to $1,000`, `$6 to $1,000 in steps of $6`. */
export function sayAmounts({ least, most, step }: Amounts): string {
  if (least === most) return dollars(least);
  const range = `${dollars(least)} to ${dollars(most)}`;
  return step <= 100 ? range : `${range} in steps of ${dollars(step)}`;
}

export interface WagerWords {
  readonly key: number;
  readonly name: string;
  readonly amount: string;
  readonly state: string;
  readonly may: string;
}

/** One's own wagers, with what may be done to each. */
export function sayWagers(
  table: Table,
  player: Player,
  options: readonly SpotOptions[],
): readonly WagerWords[] {
  return player.wagers.map((wager) => ({
    key: wager.spot.index,
    name: nameOf(table.game.rulebook, wager.spot),
    amount: `${dollars(wager.amount)}${wager.tokens ? `, ${dollars(wager.tokens.amount)} of it in tokens` : ''}`,
    state: sayState(table, wager),
    may: sayMay(options[wager.spot.index]),
  }));
}

const sayState = ({ game }: Table, wager: Wager): string => {
  const working = isWorking(game, wager) ? 'working' : 'off';
  return wager.called === null ? working : `${working}, as called`;
};

function sayMay(option: SpotOptions | undefined): string {
  if (!option) return 'nothing now';
  const { bet, take, call } = option;
  const may = [
    ...(bet.may ? [`add ${sayAmounts(bet.amounts)}`] : []),
    ...(take.may && take.all ? ['take it down'] : []),
    ...(take.may && !take.all && take.part ? [`take ${sayAmounts(take.part)}`] : []),
    ...(call.may ? [`call it ${call.working ? 'off' : 'on'}`] : []),
  ];
  if (may.length > 0) return sayList(may);
  return take.may ? 'nothing now' : `it stays: ${take.why.message.replace(/\.$/, '')}`;
}

export interface OpenBet {
  readonly key: number;
  readonly name: string;
  readonly pays: string;
  readonly amounts: string;
}

/** Everything that may be bet now, in the order of the felt. */
export const sayOpen = (table: Table, options: readonly SpotOptions[]): readonly OpenBet[] =>
  options.flatMap(({ spot, bet, stands }) => {
    const rule = table.game.rulebook.wagers[spot.wager];
    if (!bet.may || !rule || stands > 0) return [];
    return [
      {
        key: spot.index,
        name: nameOf(table.game.rulebook, spot),
        pays: sayPays(rule.pays.value),
        amounts: sayAmounts(bet.amounts),
      },
    ];
  });

/** Who else is there and how much stands for each. */
export const sayOthers = ({ game, guests }: Table, own: string | null): string => {
  const others = game.players.filter(({ name }) => name !== own);
  if (others.length === 0) return own === null ? 'Nobody is at the table.' : 'Nobody else is at the table.';
  const each = others.map((player) => {
    const stands = onLayout(player);
    const guest = guests.find((one) => one.player === player.name);
    const where = guest?.gone ? 'left' : `seat ${player.seat}${guest?.away === undefined ? '' : ', away'}`;
    return `${player.name}, ${where}, ${stands === 0 ? 'no wagers' : `${dollars(stands)} on the layout`}`;
  });
  return `${each.join('; ')}.`;
};
