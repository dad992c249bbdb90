import { useState } from 'react';
import { useCrew } from '../crew.js';
import { seatsBefore } from '../entry/seats.js';
import { WagerEntry } from '../entry/WagerEntry.js';
import { NoRoll } from '../stick/NoRoll.js';
import { ActPanel } from './ActPanel.js';
import { BOX_ACTS } from './acts.js';
import { CasePanel, useCasePlace } from './CasePanel.js';
import { Decisions } from './Decisions.js';
import { FacePanel } from './FacePanel.js';
import { firstOnPlayer, Powers } from './Powers.js';
import { Seats } from './Seats.js';
import { Sheets } from './Sheets.js';
import { WavePanel } from './WavePanel.js';

/** What the box has in hand: a decision of its own, or nothing but the table. */
export type InHand =
  | { readonly kind: 'act'; readonly act: string; readonly player: string | null }
  | { readonly kind: 'faces' | 'wave' | 'no-roll' | 'wagers' | 'case' };

/** The box: what waits for a decision on top, then the table or the sheets, and whose every power is. */
export function BoxConsole() {
  const { table, by } = useCrew();
  const [inHand, setInHand] = useState<InHand | null>(null);
  const act = firstOnPlayer(table, by);
  const settles = table.phase === 'settling';
  return (
    <div className="box">
      <Decisions />
      <div className="box-table">
        <div className="box-main">
          {inHand ? (
            <Opened key={`${table.throws}-${table.phase}`} inHand={inHand} onDone={() => setInHand(null)} />
          ) : settles ? (
            <Sheets />
          ) : (
            <Seats
              onSeat={(player) => setInHand(act === null ? { kind: 'wagers' } : { kind: 'act', act, player })}
            />
          )}
        </div>
        <Powers inHand={inHand} onOpen={setInHand} />
      </div>
    </div>
  );
}

function Opened({ inHand, onDone }: { inHand: InHand; onDone: () => void }) {
  switch (inHand.kind) {
    case 'faces':
      return <FacePanel onDone={onDone} />;
    case 'wave':
      return <WavePanel onDone={onDone} />;
    case 'no-roll':
      return <NoRoll onDone={onDone} />;
    case 'case':
      return <NewCase onDone={onDone} />;
    case 'wagers':
      return <Wagers onDone={onDone} />;
    default: {
      const act = BOX_ACTS.find(({ id }) => id === inHand.act);
      return act ? <ActPanel key={act.id} act={act} player={inHand.player} onDone={onDone} /> : null;
    }
  }
}

function NewCase({ onDone }: { onDone: () => void }) {
  const place = useCasePlace();
  return place && <CasePanel place={place} onDone={onDone} />;
}

/** What was said late, or found on the layout, and whatever else the crew enters. */
function Wagers({ onDone }: { onDone: () => void }) {
  const { table, console } = useCrew();
  return (
    <div className="box-wagers">
      <WagerEntry seats={seatsBefore(table, console)} spots="all" />
      <button type="button" onClick={onDone}>
        Back to the table
      </button>
    </div>
  );
}
