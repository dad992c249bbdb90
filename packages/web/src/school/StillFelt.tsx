import type { Spot, Table } from '@boxperson/rules';
import { isSingle, USUAL } from '@boxperson/rules/dealing';
import { memo, useMemo } from 'react';
import { Felt } from '../felt/Felt.js';
import { useLetters, useSize } from '../felt/hooks.js';
import { centreFelt, endFelt, fullFelt } from '../felt/layout/full.js';
import { lettersOf } from '../felt/layout/measure.js';
import { miniFelt } from '../felt/layout/mini.js';
import type { FeltLayout } from '../felt/layout/shape.js';
import type { FeltSize } from '../felt/layout/units.js';

const LEAST = { width: 620, height: 560 };

/** Where nothing lies on the centre, the rest is drawn the larger. */
function layoutOf({ game: { rulebook, sign, players } }: Table, fit: FeltSize): FeltLayout {
  if (isSingle(rulebook, USUAL)) return miniFelt(rulebook, sign.big68, fit, 'right');
  const centre = new Set(centreFelt(rulebook, fit).regions.map(({ spot }) => spot));
  const hasCentre = players.some(({ wagers }) => wagers.some(({ spot }) => centre.has(spot)));
  return hasCentre
    ? fullFelt(rulebook, sign.big68, fit, 'right')
    : endFelt(rulebook, sign.big68, fit, 'right');
}

function useLayout(table: Table, width: number | null): FeltLayout | null {
  const letters = useLetters(table.game.rulebook.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when its letters have come
  return useMemo(() => {
    if (width === null) return null;
    lettersOf(table.game.rulebook.id);
    return layoutOf(table, { width: Math.max(LEAST.width, width), height: LEAST.height });
  }, [table, width, letters]);
}

const NO_COMMISSION: ReadonlyMap<Spot, number> = new Map();
const NONE: readonly never[] = [];
const NOTHING = (): void => {};

/** The house's own felt as it lies: a picture, with every stack where it is. What it shows is told in words beside it. */
export const StillFelt = memo(function StillFelt({ table }: { table: Table }) {
  const [element, size] = useSize<HTMLDivElement>();
  const layout = useLayout(table, size?.width ?? null);
  const seats = useMemo(() => table.game.players.map(({ seat }) => seat), [table]);
  return (
    <div className="still-felt" ref={element} data-skin={table.game.rulebook.id} inert aria-hidden="true">
      {layout && (
        <Felt
          table={table}
          layout={layout}
          player={null}
          options={null}
          denominations={table.game.sign.chips.chips}
          pending={NONE}
          commission={NO_COMMISSION}
          tells={NONE}
          moved={NONE}
          standsOn={() => 0}
          onSpot={NOTHING}
          onHold={NOTHING}
          onMove={NOTHING}
          onKey={() => false}
          seats={seats}
        />
      )}
    </div>
  );
});
