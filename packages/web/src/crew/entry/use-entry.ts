import {
  type By,
  type Spot,
  type SpotOptions,
  type Table,
  tableOptions,
  type WagerId,
} from '@boxperson/rules';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type Manner, makeActions, nearestIn, type TableActions } from '../../felt/actions.js';
import { firstChip, trayOf } from '../../felt/chips.js';
import { withTokensInHand } from '../../felt/tokens.js';
import type { TableModel } from '../../model.js';
import { useCrew } from '../crew.js';
import { oneMarksAll } from './marks.js';
import { type Seat, seatAt } from './seats.js';

/** How what is entered came to the layout: as ever, by word of mouth, or found there. */
export type MannerName = 'plain' | 'oral' | 'found';
const MANNERS: Readonly<Record<MannerName, Manner>> = {
  plain: {},
  oral: { oral: true },
  found: { found: true },
};

/** What somebody of the crew has in hand while they enter wagers, and what they can do with it. */
export interface Entry {
  readonly seats: readonly Seat[];
  /** Whose wagers are entered; null before a seat is chosen. */
  readonly chosen: Seat | null;
  readonly choose: (seat: number | null) => void;
  readonly options: readonly SpotOptions[] | null;
  readonly actions: TableActions | null;
  readonly values: readonly number[];
  /** So much goes down with the next touch. */
  readonly hand: number;
  readonly addChip: (value: number) => void;
  readonly clearHand: () => void;
  readonly taking: boolean;
  readonly turnTaking: () => void;
  readonly manner: MannerName;
  readonly setManner: (manner: MannerName) => void;
  /** The spot was touched: chips go down, or come off. */
  readonly touch: (spot: Spot) => void;
  readonly press: (spot: Spot) => void;
  readonly down: (spot: Spot) => void;
  readonly reduce: (spot: Spot) => void;
  readonly call: (spot: Spot, to: 'on' | 'off') => void;
}

/**
 * Amounts are made of chips: each touch of one adds to what is in hand, and the first one after chips went down begins
 * anew. What is in hand stays there: the same goes on the next spot.
 */
function useHand(table: Table) {
  const [hand, setHand] = useState(() => ({ amount: firstChip(table), isSpent: true }));
  return {
    amount: hand.amount,
    add: (value: number): void =>
      setHand(({ amount, isSpent }) => ({ amount: isSpent ? value : amount + value, isSpent: false })),
    spend: (): void => setHand(({ amount }) => ({ amount, isSpent: true })),
    clear: (): void => setHand({ amount: firstChip(table), isSpent: true }),
  };
}

/** For each player the same deeds as at a screen of their own, entered by whoever stands here. Each keeps what can be undone. */
function useActions(player: string | null): TableActions | null {
  const { model, by } = useCrew();
  const all = useMemo(() => deskBook(model, by), [model, by]);
  useEffect(() => all.close, [all]);
  const actions = player === null ? null : all.of(player);
  useSyncExternalStore(actions?.subscribe ?? noSubscription, actions?.version ?? zero);
  return actions;
}

function deskBook(model: TableModel, by: By) {
  const known = new Map<string, TableActions>();
  return {
    of: (player: string): TableActions => {
      const actions = known.get(player) ?? makeActions(model, { player, by });
      known.set(player, actions);
      return actions;
    },
    close: (): void => {
      for (const actions of known.values()) actions.close();
      known.clear();
    },
  };
}
const noSubscription = () => () => {};
const zero = (): number => 0;

/** The seat that is chosen stays so while it is before this console. */
function useSeat(table: Table, numbers: readonly number[]) {
  const [number, choose] = useState<number | null>(null);
  const seats = useMemo(() => numbers.map((seat) => seatAt(table, seat)), [table, numbers]);
  return { seats, chosen: seats.find(({ seat }) => seat === number) ?? null, choose };
}

export function useEntry(numbers: readonly number[]): Entry {
  const { table, by } = useCrew();
  const { seats, chosen, choose } = useSeat(table, numbers);
  const player = chosen?.player?.name ?? null;
  const actions = useActions(player);
  const hand = useHand(table);
  const [taking, setTaking] = useState(false);
  const [manner, setManner] = useState<MannerName>('plain');
  const voucher = actions?.voucher ?? null;
  const options = useMemo(
    () => withTokensInHand(player === null ? null : tableOptions(table, { player, by }).spots, voucher),
    [table, player, by, voucher],
  );
  const { phase } = table;
  useEffect(() => {
    // What is said or found is so for one throw; a new sheet begins with no seat in hand.
    setManner('plain');
    if (phase === 'settling') choose(null);
  }, [phase, choose]);
  return {
    seats,
    chosen,
    choose,
    options,
    actions,
    values: trayOf(table),
    hand: hand.amount,
    addChip: (value) => {
      setTaking(false);
      hand.add(value);
    },
    clearHand: hand.clear,
    taking,
    turnTaking: () => setTaking(!taking),
    manner,
    setManner,
    ...deedsOf(table, actions, options, hand, taking, MANNERS[manner]),
  };
}

type Deeds = Pick<Entry, 'touch' | 'press' | 'down' | 'reduce' | 'call'>;

function deedsOf(
  table: Table,
  actions: TableActions | null,
  options: readonly SpotOptions[] | null,
  hand: ReturnType<typeof useHand>,
  taking: boolean,
  manner: Manner,
): Deeds {
  const reduce = (spot: Spot): void => {
    const option = options?.[spot.index];
    const part =
      option?.take.may && option.take.part && hand.amount < option.stands ? option.take.part : null;
    hand.spend();
    void actions?.take(spot, part ? nearestIn(part, hand.amount) : undefined);
  };
  return {
    reduce,
    touch: (spot) => {
      if (taking) return reduce(spot);
      hand.spend();
      void actions?.put(spot, hand.amount, manner);
    },
    press: (spot) => {
      const option = options?.[spot.index];
      if (!option || !actions) return;
      const { bet, stands } = option;
      void actions.put(spot, bet.may ? nearestIn(bet.amounts, stands) : stands);
    },
    down: (spot) => void actions?.take(spot),
    call: (spot, to) => void actions?.call(oneMarksAll(table.game) ? (spot.wager as WagerId) : spot, to),
  };
}
