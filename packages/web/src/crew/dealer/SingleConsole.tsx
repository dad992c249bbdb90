import { diceOffered, nextToOffer, type Table } from '@boxperson/rules';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useCrew } from '../crew.js';
import { seatsBefore } from '../entry/seats.js';
import { WagerEntry } from '../entry/WagerEntry.js';
import { SheetView } from '../sheet/SheetView.js';
import { useSheet } from '../sheet/use-sheet.js';
import { CalledRoll } from '../stick/CalledRoll.js';
import { DiceSet } from '../stick/DiceSet.js';
import { Keypad } from '../stick/Keypad.js';
import { NoRoll } from '../stick/NoRoll.js';
import { ShooterPanel } from '../stick/ShooterPanel.js';
import { seatOf } from '../words.js';

/** What lies before a dealer who does everything: the felt, dice to be read, a sheet to be dealt. */
type Looks = 'dice' | 'no-roll' | 'felt';

/** Mini Craps (crown rule 7), or any small table: one dealer has the dice, the whole layout and the sheet. */
export function SingleConsole() {
  const { console, table } = useCrew();
  const { phase } = table;
  const { seats: count } = table.settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: seats change with the table's number of them alone
  const seats = useMemo(() => seatsBefore(table, console), [count, console]);
  const [looks, look] = useState<Looks>('dice');
  // biome-ignore lint/correctness/useExhaustiveDependencies: dice that are thrown are read first
  useEffect(() => look('dice'), [phase]);
  const instead = useInstead(looks, look);
  // A sheet has all the room: the dice wait for it.
  const above = phase === 'settling' ? null : <TheDice looks={looks} look={look} />;
  return (
    <WagerEntry
      seats={seats}
      spots="all"
      {...(instead === null ? {} : { instead })}
      {...(above === null ? {} : { above })}
    />
  );
}

interface Looking {
  readonly looks: Looks;
  readonly look: (at: Looks) => void;
}

function useInstead(looks: Looks, look: (at: Looks) => void): ReactNode {
  const { table, act } = useCrew();
  const sheet = useSheet();
  if (sheet)
    return (
      <div className="dealer-sheet">
        <CalledRoll sheet={sheet} />
        <SheetView sheet={sheet} station="single" title="The table" />
      </div>
    );
  if (table.phase !== 'thrown' || looks === 'felt') return null;
  return (
    <div className="single-dice">
      {looks === 'no-roll' ? (
        <NoRoll onDone={() => look('dice')} />
      ) : (
        <Keypad
          title="What do the dice show?"
          confirm="Call it"
          onDice={(dice) => act({ do: 'roll', dice }).then(({ ok }) => ok)}
        >
          <button type="button" className="stick-no-roll" onClick={() => look('no-roll')}>
            No roll…
          </button>
          <button type="button" onClick={() => look('felt')}>
            The felt
          </button>
        </Keypad>
      )}
    </div>
  );
}

/** The dice and who has them; the set only when there is something to do with it. */
function TheDice({ looks, look }: Looking) {
  const { table } = useCrew();
  return (
    <div className="single-side">
      <ShooterPanel />
      {table.phase === 'thrown' && looks === 'felt' && (
        <button type="button" className="main" onClick={() => look('dice')}>
          Read the dice
        </button>
      )}
      {hasDiceToDo(table) && <DiceSet />}
      <NextShooter />
    </div>
  );
}

const hasDiceToDo = (table: Table): boolean => {
  const { dice, shooter } = table;
  const chooses = shooter.shooter !== null && dice.hand.length < 2 && diceOffered(table).length > 0;
  return chooses || dice.off.length + dice.found.length > 0;
};

function NextShooter() {
  const { table } = useCrew();
  const next = nextToOffer(table);
  return next && <p className="quiet single-next">Then {seatOf(table, next.name)} on the left.</p>;
}
