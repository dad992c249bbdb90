import { decide, type Table } from '@boxperson/rules';
import { useMemo } from 'react';
import { useCrew } from '../crew.js';
import { seatsBefore } from '../entry/seats.js';
import { WagerEntry } from '../entry/WagerEntry.js';

interface CentreProps {
  /** The last dice were wrong after all. */
  readonly onNoRoll?: () => void;
  /** Back to dice that are in the air. */
  readonly onDice?: () => void;
}

/** Hardways and one-roll wagers, by seat: the stick places them. */
export function Centre({ onNoRoll, onDice }: CentreProps) {
  const { table, by, console } = useCrew();
  const { seats: count } = table.settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: seats change with the table's number of them alone
  const seats = useMemo(() => seatsBefore(table, console), [count, console]);
  return (
    <section className="centre" aria-label="The centre of the layout">
      {onDice && (
        <button type="button" className="main" onClick={onDice}>
          Read the dice
        </button>
      )}
      <WagerEntry seats={seats} spots="centre" />
      {onNoRoll && canStillBeCalledOff(table, by) && (
        <button type="button" className="stick-no-roll" onClick={onNoRoll}>
          The last dice were wrong…
        </button>
      )}
    </section>
  );
}

/** R42: wrong or doctored dice come to light until the next throw. */
const canStillBeCalledOff = (table: Table, by: object): boolean =>
  table.game.rulebook.conduct.noRoll.shall.some(
    ({ id, afterCall }) => afterCall && decide(table, { do: 'no-roll', ground: id, by }).ok,
  );
