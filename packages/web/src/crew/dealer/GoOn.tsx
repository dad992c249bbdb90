import { useCrew } from '../crew.js';

/** A roll that decided nothing has no line to tick: somebody says that the game goes on. */
export function GoOn() {
  const { table, act } = useCrew();
  if (table.phase !== 'settling' || (table.sheet?.open.length ?? 0) > 0) return null;
  return (
    <button type="button" className="main go-on" onClick={() => void act({ do: 'settle' })}>
      Nothing is open: go on
    </button>
  );
}
