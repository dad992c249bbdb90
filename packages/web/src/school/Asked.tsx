import type { ReactNode } from 'react';
import { useKeys } from './use-clock.js';

interface AskedProps {
  readonly choices: readonly string[];
  /** Which was chosen, and which is right; null while nothing is. */
  readonly chosen: number | null;
  readonly right: number | null;
  readonly onChoose: (nth: number) => void;
}

/** A few answers, by touch or by their number. */
export function Asked({ choices, chosen, right, onChoose }: AskedProps) {
  useKeys(
    chosen === null ? Object.fromEntries(choices.map((_, i) => [String(i + 1), () => onChoose(i)])) : {},
  );
  const mark = (i: number): ReactNode => {
    if (chosen === null)
      return (
        <span className="key-cap" aria-hidden="true">
          {i + 1}
        </span>
      );
    if (i === right)
      return (
        <span role="img" aria-label="right">
          ✓
        </span>
      );
    return i === chosen ? (
      <span role="img" aria-label="wrong">
        ✕
      </span>
    ) : null;
  };
  return (
    <ol className="school-answers">
      {choices.map((say, i) => (
        <li key={say}>
          <button
            type="button"
            disabled={chosen !== null}
            data-mark={
              chosen === null ? undefined : i === right ? 'right' : i === chosen ? 'wrong' : undefined
            }
            onClick={() => onChoose(i)}
          >
            {mark(i)} {say}
          </button>
        </li>
      ))}
    </ol>
  );
}
