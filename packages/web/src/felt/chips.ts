import { DEFAULT_CHIPS, type Spot, spotsOf, type Table, type WagerId } from '@boxperson/rules';
import { useMemo } from 'react';
import type { TableActions } from './actions.js';

const TRAY_MOST = 6;

/** Chips people know, where a meter counts cents; else the table's own. */
export const trayOf = (table: Table): readonly number[] => {
  const { counts } = table.game.rulebook.money;
  return counts.value === 'cents' ? DEFAULT_CHIPS : table.game.sign.chips.chips.slice(-TRAY_MOST);
};

/** The chip that a newcomer needs: the smallest that makes a line bet. */
export const firstChip = (table: Table): number => {
  const values = trayOf(table);
  const least = table.game.sign.limits.pass?.min ?? 0;
  return values.find((value) => value >= least) ?? (values.at(-1) as number);
};

const CHARGED = (['buy', 'lay'] as const satisfies readonly WagerId[]).flatMap((id) => spotsOf(id));

/** What the chosen chip would cost in commission, spot by spot: shown before it is charged. */
export function useCommission(
  actions: TableActions,
  chip: number,
  table: Table,
  player: string | null,
): ReadonlyMap<Spot, number> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it costs depends on the table as it stands
  return useMemo(
    () =>
      new Map(player === null ? [] : CHARGED.map((spot) => [spot, actions.commission(spot, chip)] as const)),
    [actions, chip, table, player],
  );
}
