import { useMemo } from 'react';
import { useCrew } from '../crew.js';
import { seatsBefore } from '../entry/seats.js';
import { WagerEntry } from '../entry/WagerEntry.js';
import { SheetView } from '../sheet/SheetView.js';
import { useSheet } from '../sheet/use-sheet.js';

/** A base dealer: the wagers of their end, and after a roll what to take and pay there. */
export function DealerConsole() {
  const { console, table } = useCrew();
  const sheet = useSheet();
  const { seats: count } = table.settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: seats change with the table's number of them alone
  const seats = useMemo(() => seatsBefore(table, console), [count, console]);
  const station = console === 'right' ? 'right' : 'left';
  return (
    <WagerEntry
      seats={seats}
      spots="end"
      instead={
        sheet && (
          <div className="dealer-sheet">
            <SheetView sheet={sheet} station={station} title="Your end" />
          </div>
        )
      }
    />
  );
}
