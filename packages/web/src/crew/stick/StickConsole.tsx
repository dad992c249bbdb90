import { useState } from 'react';
import { useCrew } from '../crew.js';
import { SheetView } from '../sheet/SheetView.js';
import { useSheet } from '../sheet/use-sheet.js';
import { CalledRoll } from './CalledRoll.js';
import { Centre } from './Centre.js';
import { DiceSet } from './DiceSet.js';
import { Keypad } from './Keypad.js';
import { NoRoll } from './NoRoll.js';
import { ShooterPanel } from './ShooterPanel.js';
import { Shooters } from './Shooters.js';

/** The stick: the dice and who has them, the roll, and the centre of the layout. */
export function StickConsole() {
  const { table } = useCrew();
  // Another throw is another question.
  const key = `${table.throws}-${table.phase}`;
  return (
    <div className="stick">
      <div className="stick-side">
        <ShooterPanel />
        <DiceSet />
        <Shooters />
      </div>
      <div className="stick-main">
        {table.phase === 'settling' ? <Settling key={key} /> : <Throwing key={key} />}
      </div>
    </div>
  );
}

/** Dice in the air are read first; else the centre is dealt. */
function Throwing() {
  const { table, act } = useCrew();
  const [looks, look] = useState<'dice' | 'no-roll' | 'centre'>('dice');
  if (looks === 'no-roll') return <NoRoll onDone={() => look('dice')} />;
  if (table.phase !== 'thrown') return <Centre onNoRoll={() => look('no-roll')} />;
  if (looks === 'centre') return <Centre onDice={() => look('dice')} />;
  return (
    <Keypad
      title="What do the dice show?"
      confirm="Call it"
      onDice={(dice) => act({ do: 'roll', dice }).then(({ ok }) => ok)}
    >
      <button type="button" className="stick-no-roll" onClick={() => look('no-roll')}>
        No roll…
      </button>
      <button type="button" onClick={() => look('centre')}>
        The centre
      </button>
    </Keypad>
  );
}

function Settling() {
  const sheet = useSheet();
  const [callsNoRoll, setCallsNoRoll] = useState(false);
  if (callsNoRoll) return <NoRoll onDone={() => setCallsNoRoll(false)} />;
  if (!sheet) return <p className="quiet">The roll is being settled.</p>;
  const stick = sheet.sheets.find(({ station }) => station === 'stick');
  const all = sheet.sheets.flatMap(({ lines }) => lines);
  const directs = all.filter(({ id }) => stick?.directs.includes(id));
  return (
    <div className="stick-settling">
      <CalledRoll sheet={sheet} eyes="stick" onNoRoll={() => setCallsNoRoll(true)} />
      <SheetView sheet={sheet} station="stick" title="The centre" directs={directs} />
    </div>
  );
}
