import type { SheetLine } from '@boxperson/rules/dealing';
import { useCrew } from '../crew.js';

/** Ticks lines off. Those that another console was quicker with are left out, and the rest is done. */
export function useTick(): (lines: readonly SheetLine[]) => void {
  const { act, model, by } = useCrew();
  const stillOpen = (ids: readonly string[]): readonly string[] => {
    const open = new Set(model.state.table?.sheet?.open.map(({ id }) => id));
    return ids.filter((id) => open.has(id));
  };
  return async (some) => {
    const ids = some.map(({ id }) => id);
    const done = await model.quietly({ do: 'deal-lines', lines: ids, by });
    if (done.ok) return;
    const left = stillOpen(ids);
    // Nothing was done by another: the "no" is a real one, and is told. So it is when nothing is left to do.
    await act({ do: 'deal-lines', lines: left.length === 0 ? ids : left });
  };
}
