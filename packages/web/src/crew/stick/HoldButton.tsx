import { useEffect, useRef, useState } from 'react';
import { useCrew } from '../crew.js';

export const HOLD_MS = 600;

interface HoldButtonProps {
  readonly says: string;
  /** A key that does the same while it is held down. */
  readonly heldKey?: string;
  readonly onHeld: () => void;
}

/** Nothing happens by a touch in passing: it is held. With the focus on it, Enter is enough. */
export function HoldButton({ says, heldKey, onHeld }: HoldButtonProps) {
  const { held, begin, end } = useHold(onHeld);
  useHeldKey(heldKey, begin, end);
  return (
    <button
      type="button"
      className={`hold${held ? ' held' : ''}`}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onKeyDown={({ key, repeat }) => key === 'Enter' && !repeat && onHeld()}
    >
      {says}{' '}
      {heldKey && (
        <span className="key" aria-hidden="true">
          {heldKey === 'Backspace' ? '⌫' : heldKey}
        </span>
      )}
    </button>
  );
}

function useHold(onHeld: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [held, setHeld] = useState(false);
  const begin = (): void => {
    clearTimeout(timer.current);
    setHeld(true);
    timer.current = setTimeout(() => {
      setHeld(false);
      onHeld();
    }, HOLD_MS);
  };
  const end = (): void => {
    setHeld(false);
    clearTimeout(timer.current);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { held, begin, end };
}

/** A key that is held down tells itself again and again: only the first counts. */
function useHeldKey(wanted: string | undefined, begin: () => void, end: () => void): void {
  const { state } = useCrew();
  useEffect(() => {
    if (wanted === undefined || !state.online) return;
    const down = (event: KeyboardEvent): void => {
      const writes = (event.target as HTMLElement).closest('input, textarea, select, dialog');
      if (event.key !== wanted || writes) return;
      event.preventDefault();
      if (!event.repeat) begin();
    };
    const up = ({ key }: KeyboardEvent): void => {
      if (key === wanted) end();
    };
    addEventListener('keydown', down);
    addEventListener('keyup', up);
    return () => {
      removeEventListener('keydown', down);
      removeEventListener('keyup', up);
    };
  });
}
