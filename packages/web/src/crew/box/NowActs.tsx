import { useCrew } from '../crew.js';
import type { InHand } from './BoxConsole.js';
import { useCasePlace } from './CasePanel.js';
import { mayDecideFaces, mayWave } from './waiting.js';

/** What is the box's at this moment of the game. */
export function NowActs({ onOpen }: { onOpen: (inHand: InHand) => void }) {
  const { table, by } = useCrew();
  const place = useCasePlace();
  return (
    <div className="box-now">
      {mayDecideFaces(table, by) && (
        <button type="button" onClick={() => onOpen({ kind: 'faces' })}>
          Faces in dispute…
        </button>
      )}
      {mayWave(table, by) && (
        <button type="button" onClick={() => onOpen({ kind: 'wave' })}>
          Wave the dice through…
        </button>
      )}
      {table.phase !== 'settling' && (
        <button type="button" onClick={() => onOpen({ kind: 'wagers' })}>
          {table.phase === 'thrown' ? 'Late or found wagers…' : 'Enter wagers…'}
        </button>
      )}
      {table.phase === 'thrown' && (
        <button type="button" onClick={() => onOpen({ kind: 'no-roll' })}>
          No roll…
        </button>
      )}
      {place && (
        <button type="button" onClick={() => onOpen({ kind: 'case' })}>
          Open a case…
        </button>
      )}
    </div>
  );
}
